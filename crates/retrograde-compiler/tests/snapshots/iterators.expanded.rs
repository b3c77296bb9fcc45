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
        let mut value2 = -0.0;
        let count1 = pure(|| x.len().min(y.len()));
        without_gradient(&count1);
        for turn1 in 0..count1 {
            let item1 = x[turn1] * y[turn1];
            value2 += item1;
        }
        (
            value2,
            move |seed, x, x_adj, y, y_adj| {
                let value2_adj = rules.shadow::<f64>(|| unreachable!());
                add(&value2_adj, seed);
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

#[allow(dead_code, clippy::needless_range_loop)]
fn searched(x: &[f64]) -> f64 {
    let most = x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    let least = x.iter().map(|v| v * v).min_by(|a, b| a.total_cmp(b)).unwrap_or(0.0);
    most * least
}
/// What is derived from the function [`searched`](fn@searched).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct searched {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl searched {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
        ) + use<W, K0>,
    ) {
        let rules = Rules::<W>::new();
        let mut saved6 = TypeOnly::new();
        let mut saved5 = Reused::new(&Place(::core::module_path!(), "searched", 5usize));
        let count1 = x.len();
        let mut at1 = ::core::primitive::usize::MAX;
        for turn1 in 0..count1 {
            let decided1 = at1 == ::core::primitive::usize::MAX;
            if decided1 {
                at1 = turn1;
            } else {
                let a_index1 = at1;
                without_gradient(&a_index1);
                let greater1 = pure(|| {
                    x[a_index1].total_cmp(&x[turn1]) == ::core::cmp::Ordering::Greater
                });
                if greater1 == false {
                    at1 = turn1;
                }
            }
        }
        let most_index1 = at1;
        without_gradient(&most_index1);
        let count2 = x.len();
        let mut found18 = None;
        let slot5 = saved5
            .slots((0..count2).count(), ::core::clone::Clone::clone(&found18));
        for (turn2, slot5) in (0..count2).zip(slot5) {
            let item1 = x[turn2] * x[turn2];
            let next2 = item1;
            let branch1;
            match ::core::clone::Clone::clone(&found18) {
                Some(best2) => {
                    let both2 = [next2, best2];
                    let greater2 = pure(|| {
                        both2[1usize].total_cmp(&both2[0usize])
                            == ::core::cmp::Ordering::Greater
                    });
                    let branch2;
                    if greater2 == true {
                        branch2 = Some(next2);
                    } else {
                        branch2 = Some(best2);
                    }
                    branch1 = ::core::clone::Clone::clone(&branch2);
                }
                None => {
                    branch1 = Some(next2);
                }
            }
            *slot5 = found18;
            found18 = ::core::clone::Clone::clone(&branch1);
            saved6.see(&branch1);
        }
        let value7 = ::core::clone::Clone::clone(&found18);
        let branch3;
        if pure(|| holds(&value7)) {
            branch3 = (*present(&value7));
        } else {
            branch3 = 0.0;
        }
        let least = branch3;
        let result1 = x[most_index1] * least;
        (
            result1,
            move |seed, x, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let mut saved6 = saved6.back();
                let mut saved5 = saved5.back();
                let mut found18 = ::core::clone::Clone::clone(&found18);
                let mut found18_adj = rules.shadow(|| &found18);
                let value7_adj = rules.shadow(|| &value7);
                let branch3_adj = rules.shadow(|| &branch3);
                let least_adj = rules.shadow(|| &least);
                add_with(
                    &x_adj[most_index1],
                    || {
                        rules
                            .pull_left(
                                Mul,
                                get(&result1_adj),
                                || x[most_index1],
                                || least,
                            )
                    },
                );
                add_with(
                    &least_adj,
                    || {
                        rules
                            .pull_right(
                                Mul,
                                get(&result1_adj),
                                || x[most_index1],
                                || least,
                            )
                    },
                );
                add(&branch3_adj, get(&least_adj));
                if holds(&value7) {
                    let g6 = get(&branch3_adj);
                    add(&(*present(&value7_adj)), g6);
                }
                add(&found18_adj, get(&value7_adj));
                for turn2 in rev(0..count2) {
                    let branch1 = saved6.witness();
                    let branch1_adj = rules.shadow(|| branch1.value());
                    let item1 = x[turn2] * x[turn2];
                    let item1_adj = rules.shadow(|| &item1);
                    let next2 = item1;
                    let next2_adj = rules.shadow(|| &next2);
                    found18 = saved5.pop().clone();
                    let g5 = get(&found18_adj);
                    rules.renew(&mut found18_adj, || &found18);
                    add(&branch1_adj, g5);
                    match ::core::clone::Clone::clone(&found18) {
                        Some(best2) => {
                            let best2_adj = &found18_adj.Some.0;
                            let both2 = [next2, best2];
                            let both2_adj = rules.shadow(|| &both2);
                            let greater2 = both2[1usize].total_cmp(&both2[0usize])
                                == ::core::cmp::Ordering::Greater;
                            let branch2;
                            if greater2 == true {
                                branch2 = Some(next2);
                            } else {
                                branch2 = Some(best2);
                            }
                            let branch2_adj = rules.shadow(|| &branch2);
                            let g3 = get(&branch1_adj);
                            add(&branch2_adj, g3);
                            if greater2 == true {
                                let g1_adj = rules.shadow(|| &branch2);
                                add(&g1_adj, get(&branch2_adj));
                                add(&next2_adj, get(&g1_adj.Some.0));
                            } else {
                                let g2_adj = rules.shadow(|| &branch2);
                                add(&g2_adj, get(&branch2_adj));
                                add(&found18_adj.Some.0, get(&g2_adj.Some.0));
                            }
                            add(&next2_adj, get(&both2_adj[0]));
                            add(&found18_adj.Some.0, get(&both2_adj[1]));
                        }
                        None => {
                            let g4_adj = rules.shadow(|| branch1.value());
                            add(&g4_adj, get(&branch1_adj));
                            add(&next2_adj, get(&g4_adj.Some.0));
                        }
                    }
                    add(&item1_adj, get(&next2_adj));
                    add_with(
                        &x_adj[turn2],
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    twice(get(&item1_adj)),
                                    || x[turn2],
                                    || x[turn2],
                                )
                        },
                    );
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64],)> for searched
where
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64],)) -> f64 {
        let (arg0,) = args;
        searched(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64],),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(&'a1 [f64],) as Differentiable>::Shadow<K>,
        ) + use<'a1, K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(&'a1 [f64],) as Differentiable>::Shadow<K>|
            backward(seed, arg0, along::<[f64], K>(&places.0)),
        )
    }
}
