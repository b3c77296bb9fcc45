#[allow(dead_code, clippy::needless_range_loop)]
/// The gradient of a list gets longer and shorter with it.
fn pushed(x: f64) -> f64 {
    let mut list = vec![x];
    list.push(x * x);
    let last = list.pop();
    last.unwrap() * list[0]
}
/// What is derived from the function [`pushed`](fn@pushed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct pushed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl pushed {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(TangentOf<f64, W>, &<f64 as Differentiable>::Shadow<K0>) + use<W, K0>,
    ) {
        makes_vectors(|| vec![(), ()]);
        let rules = Rules::<W>::new();
        let mut list = ::std::vec![x];
        list.push(x * x);
        let mut last = list.pop();
        has_elements(|| &list);
        let result1 = (*present(&last)) * list[0];
        (
            result1,
            move |seed, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let mut list_adj = rules.shadow(|| &list);
                let last_adj = rules.shadow(|| &last);
                add_with(
                    &(*present(&last_adj)),
                    || {
                        rules
                            .pull_left(
                                Mul,
                                get(&result1_adj),
                                || (*present(&last)),
                                || list[0],
                            )
                    },
                );
                add_with(
                    &list_adj[0],
                    || {
                        rules
                            .pull_right(
                                Mul,
                                get(&result1_adj),
                                || (*present(&last)),
                                || list[0],
                            )
                    },
                );
                unpop(&mut list_adj, &last, &last_adj);
                let item1_adj = shrink(&mut list_adj);
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&item1_adj)), || x, || x),
                );
                add(x_adj, get(&list_adj[0]));
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<'s, W: Width, S0: Direction<'s, f64, W>>(
        x: f64,
        x_tan: S0,
    ) -> (f64, TangentOf<f64, W>) {
        let rules = Rules::<W>::new();
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S0::Kind>(&x_tan);
        let mut list = ::std::vec![x];
        let mut list_tan = rules.shadow(|| &list);
        add(&list_tan[0], get(x_tan));
        let t1 = x * x;
        let item1 = t1;
        let item1_tan = rules.shadow(|| &item1);
        rules
            .add_parts(
                &item1_tan,
                parts(x_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(x_tan, block), || x, || x),
                    rules.push_right(Mul, part(x_tan, block), || x, || x),
                ),
            );
        list.push(item1);
        grow(&mut list_tan, item1_tan);
        let mut last = list.pop();
        let last_tan = pop_shadow(&mut list_tan);
        let t2 = (*present(&last)) * list[0];
        let result1 = t2;
        let result1_tan = rules.shadow(|| &result1);
        rules
            .add_parts(
                &result1_tan,
                parts(&(*present(&last_tan))) | parts(&list_tan[0]),
                |rules, block| Gradient::plus(
                    rules
                        .push_left(
                            Mul,
                            part(&(*present(&last_tan)), block),
                            || (*present(&last)),
                            || list[0],
                        ),
                    rules
                        .push_right(
                            Mul,
                            part(&list_tan[0], block),
                            || (*present(&last)),
                            || list[0],
                        ),
                ),
            );
        (result1, <f64 as Differentiable>::into_tangent::<W>(result1_tan))
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for pushed
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        pushed(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64,),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64,) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(f64,) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0)),
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableTangent<(f64,)> for pushed
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    #[inline]
    fn call_tangent<K: Kind>(
        &self,
        args: (f64,),
        places: &<(f64,) as Differentiable>::Shadow<K>,
    ) -> (f64, TangentOf<f64, K::Width>) {
        let (arg0,) = args;
        Self::tangent(arg0, along::<f64, K>(&places.0))
    }
}
