#[allow(dead_code, clippy::needless_range_loop)]
fn either(o: Option<f64>, x: f64) -> f64 {
    o.map(|v| v * x).unwrap_or(x)
}
/// What is derived from the function [`either`](fn@either).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct either {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl either {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        o: Option<f64>,
        _: ::core::marker::PhantomData<K0>,
        x: f64,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &<Option<f64> as Differentiable>::Shadow<K0>,
            &<f64 as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        let rules = Rules::<W>::new();
        let branch1;
        match o {
            Some(v) => {
                branch1 = Some(v * x);
            }
            None => {
                branch1 = None;
            }
        }
        let value2 = ::core::clone::Clone::clone(&branch1);
        let branch2;
        if pure(|| holds(&value2)) {
            branch2 = (*present(&value2));
        } else {
            branch2 = x;
        }
        (
            branch2,
            move |seed, o_adj, x_adj| {
                let branch2_adj = rules.shadow::<f64>(|| unreachable!());
                add(&branch2_adj, seed);
                let branch1_adj = rules.shadow(|| &branch1);
                let value2_adj = rules.shadow(|| &value2);
                if holds(&value2) {
                    let g3 = get(&branch2_adj);
                    add(&(*present(&value2_adj)), g3);
                } else {
                    let g4 = get(&branch2_adj);
                    add(x_adj, g4);
                }
                add(&branch1_adj, get(&value2_adj));
                match o {
                    Some(v) => {
                        let v_adj = &o_adj.Some.0;
                        let g1_adj = rules.shadow(|| &branch1);
                        add(&g1_adj, get(&branch1_adj));
                        add_with(
                            v_adj,
                            || rules.pull_left(Mul, get(&g1_adj.Some.0), || v, || x),
                        );
                        add_with(
                            x_adj,
                            || rules.pull_right(Mul, get(&g1_adj.Some.0), || v, || x),
                        );
                    }
                    None => {}
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(Option<f64>, f64)> for either
where
    for<'any> Option<f64>: Differentiable,
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (Option<f64>, f64)) -> f64 {
        let (arg0, arg1) = args;
        either(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (Option<f64>, f64),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(Option<f64>, f64) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0, arg1) = args;
        let (value, backward) = Self::pullback(
            arg0,
            ::core::marker::PhantomData::<K>,
            arg1,
            ::core::marker::PhantomData::<K>,
        );
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(Option<f64>, f64) as Differentiable>::Shadow<K>|
            backward(
                seed,
                along::<Option<f64>, K>(&places.0),
                along::<f64, K>(&places.1),
            ),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn element(v: &[f64], i: usize) -> Result<f64, f64> {
    v.get(i).copied().ok_or(v[0])
}
/// What is derived from the function [`element`](fn@element).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct element {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl element {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        v: &[f64],
        _: ::core::marker::PhantomData<K0>,
        i: usize,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        Result<f64, f64>,
        impl Fn(
            TangentOf<Result<f64, f64>, W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
            &<usize as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let branch1: Result<f64, f64>;
        match if i < v.len() { Some(v[i]) } else { None } {
            Some(value2) => {
                branch1 = Ok(value2);
            }
            None => {
                branch1 = Err(v[0]);
            }
        }
        (
            ::core::clone::Clone::clone(&branch1),
            move |seed, v, v_adj, i_adj| {
                let branch1_adj = rules.shadow(|| &branch1);
                add(&branch1_adj, seed);
                let t1 = if i < v.len() { Some(v[i]) } else { None };
                let whole1_adj = rules.shadow(|| &t1);
                match t1 {
                    Some(value2) => {
                        let value2_adj = &whole1_adj.Some.0;
                        let g1_adj = rules.shadow(|| &branch1);
                        add(&g1_adj, get(&branch1_adj));
                        add(value2_adj, get(&g1_adj.Ok.0));
                    }
                    None => {
                        let g2_adj = rules.shadow(|| &branch1);
                        add(&g2_adj, get(&branch1_adj));
                        add(&v_adj[0], get(&g2_adj.Err.0));
                    }
                }
                if i < v.len() {
                    add(&v_adj[i], get(&whole1_adj.Some.0));
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], usize)> for element
where
    for<'any> [f64]: Differentiable,
    for<'any> usize: Differentiable,
    for<'any> Result<f64, f64>: Differentiable,
{
    type Output = Result<f64, f64>;
    #[inline]
    fn call(&self, args: (&'a1 [f64], usize)) -> Result<f64, f64> {
        let (arg0, arg1) = args;
        element(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], usize),
    ) -> (
        Result<f64, f64>,
        impl Fn(
            TangentOf<Result<f64, f64>, K::Width>,
            &<(&'a1 [f64], usize) as Differentiable>::Shadow<K>,
        ) + use<'a1, K>,
    ) {
        let (arg0, arg1) = args;
        let (value, backward) = Self::pullback(
            arg0,
            ::core::marker::PhantomData::<K>,
            arg1,
            ::core::marker::PhantomData::<K>,
        );
        (
            value,
            move |
                seed: TangentOf<Result<f64, f64>, K::Width>,
                places: &<(&'a1 [f64], usize) as Differentiable>::Shadow<K>|
            backward(
                seed,
                arg0,
                along::<[f64], K>(&places.0),
                along::<usize, K>(&places.1),
            ),
        )
    }
}
