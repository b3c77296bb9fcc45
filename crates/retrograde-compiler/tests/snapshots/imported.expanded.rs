#[allow(dead_code, clippy::needless_range_loop)]
fn by_name_alone(x: f64) -> f64 {
    let shape = if x > 1.0 { Circle { radius: x } } else { Square(x * x) };
    match shape {
        Circle { radius } => radius * radius,
        Square(a) => a,
    }
}
/// What is derived from the function [`by_name_alone`](fn@by_name_alone).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct by_name_alone {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl by_name_alone {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: PhantomData<K0>,
    ) -> (f64, impl Fn(TangentOf<f64, W>, &ShadowOf<f64, K0>) + use<W, K0>) {
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let branch1;
        if x > 1.0 {
            branch1 = (Circle { radius: x });
        } else {
            branch1 = made(
                Square(x * x),
                |made| match made {
                    Square(_) => {}
                    #[allow(unreachable_patterns)]
                    _ => {}
                },
            );
        }
        let shape = clone(&branch1);
        let branch2;
        match clone(&shape) {
            Circle { radius } => {
                branch2 = radius * radius;
            }
            Square(a) => {
                branch2 = a;
            }
        }
        (
            branch2,
            move |branch2_adj, x_adj| {
                let branch1_adj = rules.shadow(|| &branch1);
                let shape_adj = rules.shadow(|| &shape);
                match clone(&shape) {
                    Circle { radius } => {
                        let radius_adj = &shape_adj.Circle.radius;
                        add_with(
                            radius_adj,
                            || rules.pull_left(Mul, branch2_adj, || radius, || radius),
                        );
                        add_with(
                            radius_adj,
                            || rules.pull_right(Mul, branch2_adj, || radius, || radius),
                        );
                    }
                    Square(a) => {
                        let a_adj = &shape_adj.Square.0;
                        add(a_adj, branch2_adj);
                    }
                }
                add(&branch1_adj, get(&shape_adj));
                if x > 1.0 {
                    let g1_adj = rules.shadow(|| &branch1);
                    add(&g1_adj, get(&branch1_adj));
                    add(x_adj, get(&held!(g1_adj, Circle).radius));
                } else {
                    let g2_adj = rules.shadow(|| &branch1);
                    add(&g2_adj, get(&branch1_adj));
                    add(x_adj, get(&held!(g2_adj, Square).0) * 2.0 * x);
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for by_name_alone {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        by_name_alone(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64,),
    ) -> (f64, impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(f64,), K>) + use<K>) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, PhantomData::<K>);
        (value, move |seed, places| backward(seed, along::<f64, K>(&places.0)))
    }
}
