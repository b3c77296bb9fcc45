#[allow(dead_code, clippy::needless_range_loop)]
/// A chain is a loop over indices.
fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}
/// What is derived from the function [`dot`](fn@dot).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct dot {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl dot {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
        y: &[f64],
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        let rules = Rules::<W>::new();
        let mut value2 = 0.0;
        let count1 = pure(|| x.len().min(y.len()));
        for turn1 in 0..count1 {
            let item1 = x[turn1] * y[turn1];
            value2 += item1;
        }
        let result1 = value2;
        (
            result1,
            move |seed, x, x_adj, y, y_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let value2_adj = rules.shadow(|| &value2);
                add(&value2_adj, get(&result1_adj));
                {
                    let (first, last) = (0, count1);
                    if first < last {
                        let count = last - first;
                        let turn1 = first;
                        let view0 = &y[turn1..][..count];
                        let view1 = &(x_adj)[turn1..][..count];
                        let view2 = &x[turn1..][..count];
                        let view3 = &(y_adj)[turn1..][..count];
                        let read0 = get(&value2_adj);
                        for (((view0, view1), view2), view3) in view0
                            .iter()
                            .zip(view1.iter())
                            .zip(view2.iter())
                            .zip(view3.iter())
                        {
                            let item1 = witness(|| (*view2) * (*view0));
                            let item1_adj = rules.shadow(|| item1.value());
                            add(&item1_adj, ::core::clone::Clone::clone(&read0));
                            let share0 = if_active(
                                &(*view1),
                                || {
                                    rules
                                        .pull_left(Mul, get(&item1_adj), || (*view2), || (*view0))
                                },
                            );
                            let share1 = if_active(
                                &(*view3),
                                || {
                                    rules
                                        .pull_right(Mul, get(&item1_adj), || (*view2), || (*view0))
                                },
                            );
                            add(&(*view1), share0);
                            add(&(*view3), share1);
                        }
                    }
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1, 'a2> DifferentiableFunction<(&'a1 [f64], &'a2 [f64])> for dot
where
    for<'any> [f64]: Differentiable,
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], &'a2 [f64])) -> f64 {
        let (arg0, arg1) = args;
        dot(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], &'a2 [f64]),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(&'a1 [f64], &'a2 [f64]) as Differentiable>::Shadow<K>,
        ) + use<'a1, 'a2, K>,
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
                places: &<(&'a1 [f64], &'a2 [f64]) as Differentiable>::Shadow<K>|
            backward(
                seed,
                arg0,
                along::<[f64], K>(&places.0),
                arg1,
                along::<[f64], K>(&places.1),
            ),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// What a closure captures gets its gradient where it is called.
fn captured(x: f64) -> f64 {
    let f = |a: f64| a * x;
    f(2.0) + f(x)
}
/// What is derived from the function [`captured`](fn@captured).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct captured {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl captured {
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
        let rules = Rules::<W>::new();
        let result1 = ({
            let a: f64 = 2.0;
            a * x
        })
            + ({
                let a_1 = x;
                a_1 * x
            });
        (
            result1,
            move |seed, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let a: f64 = 2.0;
                let t1 = witness(|| a * x);
                let t2 = t1.clone();
                let a_1 = x;
                let t3 = witness(|| a_1 * x);
                let t4 = t3.clone();
                let g1 = rules
                    .pull_left(Add, get(&result1_adj), || t2.value(), || t4.value());
                add_with(x_adj, || rules.pull_right(Mul, g1, || a, || x));
                let a_1_adj = rules.shadow(|| &a_1);
                let g2 = rules
                    .pull_right(Add, get(&result1_adj), || t2.value(), || t4.value());
                add_with(&a_1_adj, || rules.pull_left(Mul, g2, || a_1, || x));
                add_with(x_adj, || rules.pull_right(Mul, g2, || a_1, || x));
                add(x_adj, get(&a_1_adj));
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for captured
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        captured(arg0)
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
