#[allow(dead_code, clippy::needless_range_loop)]
fn by_tangents(x: &[f64], n: usize, scale: f64) -> f64 {
    x[n] * scale
}
/// What is derived from the function [`by_tangents`](fn@by_tangents).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct by_tangents {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl by_tangents {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
        n: usize,
        _: PhantomData<K1>,
        scale: f64,
        _: PhantomData<K2>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<usize, K1>,
            &ShadowOf<f64, K2>,
        ) + use<W, K0, K1, K2>,
    ) {
        let value = by_tangents(x, clone(&n), clone(&scale));
        let shape = clone(&value);
        let columns0 = if <ShadowOf<[f64], K0> as Adjoint>::ACTIVE {
            Columns::of(
                &::std::borrow::ToOwned::to_owned(x),
                |tangent| Self::tangent(
                    x,
                    tangent,
                    clone(&n),
                    Rules::new().off(),
                    clone(&scale),
                    Rules::new().off(),
                ),
            )
        } else {
            ::core::default::Default::default()
        };
        let columns2 = if <ShadowOf<f64, K2> as Adjoint>::ACTIVE {
            Columns::of(
                &scale,
                |tangent| Self::tangent(
                    x,
                    Rules::new().off(),
                    clone(&n),
                    Rules::new().off(),
                    clone(&scale),
                    tangent,
                ),
            )
        } else {
            ::core::default::Default::default()
        };
        (
            value,
            move |seed, x, x_adj, n_adj, scale_adj| {
                columns0
                    .pull::<
                        _,
                        f64,
                        K0,
                    >(&::std::borrow::ToOwned::to_owned(x), &shape, &seed, x_adj);
                columns2.pull::<_, f64, K2>(&scale, &shape, &seed, scale_adj);
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, usize, W>,
        S2: Direction<'s, f64, W>,
    >(
        x: &[f64],
        x_tan: S0,
        n: usize,
        n_tan: S1,
        scale: f64,
        scale_tan: S2,
    ) -> (f64, TangentOf<f64, W>) {
        is_f64::<f64>();
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        let scale_tan = Direction::into_places(scale_tan);
        let scale_tan = along::<f64, S2::Kind>(&scale_tan);
        let t1 = x[n] * scale;
        let result1 = t1;
        let result1_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &result1_tan,
                parts(&x_tan[n]) | parts(scale_tan),
                |rules, block| {
                    part(&x_tan[n], block) * scale + part(scale_tan, block) * x[n]
                },
            );
        (result1, <f64 as Differentiable>::into_tangent::<W>(result1_tan))
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], usize, f64)> for by_tangents {
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], usize, f64)) -> f64 {
        let (arg0, arg1, arg2) = args;
        by_tangents(arg0, arg1, arg2)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], usize, f64),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &ShadowOf<(&'a1 [f64], usize, f64), K>,
        ) + use<'a1, K>,
    ) {
        let (arg0, arg1, arg2) = args;
        let (value, backward) = Self::pullback(
            arg0,
            PhantomData::<K>,
            arg1,
            PhantomData::<K>,
            arg2,
            PhantomData::<K>,
        );
        (
            value,
            move |seed, places| backward(
                seed,
                arg0,
                along::<[f64], K>(&places.0),
                along::<usize, K>(&places.1),
                along::<f64, K>(&places.2),
            ),
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableTangent<(&'a1 [f64], usize, f64)> for by_tangents {
    #[inline]
    fn call_tangent<K: Kind>(
        &self,
        args: (&'a1 [f64], usize, f64),
        places: &ShadowOf<(&'a1 [f64], usize, f64), K>,
    ) -> (f64, TangentOf<f64, K::Width>) {
        let (arg0, arg1, arg2) = args;
        Self::tangent(
            arg0,
            along::<[f64], K>(&places.0),
            arg1,
            along::<usize, K>(&places.1),
            arg2,
            along::<f64, K>(&places.2),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn run_again(x: &[f64], scale: f64) -> f64 {
    let mut y = scale;
    for v in x {
        y = y * y + v;
    }
    y
}
/// What is derived from the function [`run_again`](fn@run_again).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct run_again {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl run_again {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn recorded<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
        scale: f64,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<f64, K1>,
        ) + use<W, K0, K1>,
    ) {
        use siblings::*;
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let mut saved1 = Short::new(&Place(::core::module_path!(), "run_again", 1usize));
        let mut y = scale;
        let count1 = x.len();
        let slot1 = saved1.slots((0..count1).count(), clone(&y));
        for (iteration1, slot1) in (0..count1).zip(slot1) {
            *slot1 = y;
            y = y * y + x[iteration1];
        }
        (
            y,
            move |mut y_adj, x, x_adj, scale_adj| {
                let mut saved1 = saved1.back();
                let mut y = clone(&y);
                let all1 = (0..count1).count();
                let tape1 = saved1.turns(all1);
                let mut left1 = all1;
                for iteration1 in rev(0..count1) {
                    left1 -= 1;
                    let promoted0_adj_target = &x_adj[iteration1];
                    let mut promoted0_adj = Promoted::sum(promoted0_adj_target);
                    y = tape1[left1].clone();
                    promoted0_adj.add(if_active(promoted0_adj_target, || y_adj));
                    y_adj = y_adj * 2.0 * y;
                    promoted0_adj.add_to(promoted0_adj_target);
                }
                add(scale_adj, y_adj);
            },
        )
    }
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
        scale: f64,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<f64, K1>,
        ) + use<W, K0, K1>,
    ) {
        (
            run_again(x, clone(&scale)),
            move |seed, x, x_adj, scale_adj| {
                Self::recorded(x, PhantomData::<K0>, clone(&scale), PhantomData::<K1>)
                    .1(seed, x, x_adj, scale_adj)
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], f64)> for run_again {
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], f64)) -> f64 {
        let (arg0, arg1) = args;
        run_again(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], f64),
    ) -> (
        f64,
        impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(&'a1 [f64], f64), K>) + use<'a1, K>,
    ) {
        let (arg0, arg1) = args;
        let (value, backward) = Self::pullback(
            arg0,
            PhantomData::<K>,
            arg1,
            PhantomData::<K>,
        );
        (
            value,
            move |seed, places| backward(
                seed,
                arg0,
                along::<[f64], K>(&places.0),
                along::<f64, K>(&places.1),
            ),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn level(x: f64) -> f64 {
    if nest_level() > 0 { x } else { 2.0 * x }
}
/// What is derived from the function [`level`](fn@level).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct level {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl level {
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
        if ({
            #[allow(unused_imports)]
            use {Compared as _, Uncompared as _};
            (&Repeated::new(
                ::core::cfg!(debug_assertions),
                || nest_level::inside() > 0,
                "inside() > 0",
            ))
                .run()
        }) {
            branch1 = x;
        } else {
            branch1 = 2.0 * x;
        }
        (
            branch1,
            move |branch1_adj, x_adj| {
                if nest_level::inside() > 0 {
                    add(x_adj, branch1_adj);
                } else {
                    add(x_adj, branch1_adj * 2.0);
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for level {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        level(arg0)
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
