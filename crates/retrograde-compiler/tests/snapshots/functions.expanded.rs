#[allow(dead_code, clippy::needless_range_loop)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}
/// What is derived from the function [`twice`](fn@twice).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct twice {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl twice {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<
        F1: Differentiable + ::core::clone::Clone + 'static,
        W: Width,
        C0,
        B0,
        K1: Kind<Width = W>,
    >(
        f: &F1,
        _: PhantomData<On<W>>,
        f_code: C0,
        x: f64,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &F1,
            &ShadowOf<F1, On<W>>,
            &ShadowOf<f64, K1>,
        ) + use<F1, W, K1, C0, B0>,
    )
    where
        C0: Fn(&F1, (f64,)) -> (f64, B0) + ::core::marker::Copy + 'static,
        B0: Fn(TangentOf<f64, W>, &F1, &ShadowOf<F1, On<W>>, &ShadowOf<(f64,), On<W>>)
            + 'static,
    {
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let (mut t1, saved1) = apply::pullback(
            f,
            PhantomData::<On<W>>,
            f_code,
            (x,),
            PhantomData::<On<W>>,
        );
        let (mut result1, saved2) = apply::pullback(
            f,
            PhantomData::<On<W>>,
            f_code,
            (copied(t1.clone(), &t1),),
            PhantomData::<On<W>>,
        );
        (
            result1,
            move |result1_adj, f, f_adj, x_adj| {
                let t3 = type_of(|| (t1.clone(),));
                let t3_adj = rules.shadow(|| t3.value());
                saved2(result1_adj, f, f_adj, ::core::borrow::Borrow::borrow(&t3_adj));
                let t1_adj = get(&t3_adj.0);
                let t2 = type_of(|| (x,));
                let t2_adj = rules.shadow(|| t2.value());
                saved1(t1_adj, f, f_adj, ::core::borrow::Borrow::borrow(&t2_adj));
                add(x_adj, get(&t2_adj.0));
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        F1: Differentiable + ::core::clone::Clone + 'static,
        W: Width,
        C0,
        S1: Direction<'s, f64, W>,
    >(
        f: &F1,
        f_tan: &ShadowOf<F1, On<W>>,
        _: PhantomData<On<W>>,
        f_code: C0,
        x: f64,
        x_tan: S1,
    ) -> (f64, TangentOf<f64, W>)
    where
        C0: Fn(
                &F1,
                &ShadowOf<F1, On<W>>,
                (f64,),
                &ShadowOf<(f64,), On<W>>,
            ) -> (f64, TangentOf<f64, W>) + ::core::marker::Copy + 'static,
    {
        let rules = Rules::<W>::new();
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let t3 = (x,);
        let t3_tan = rules.shadow(|| &t3);
        add(&t3_tan.0, get(x_tan));
        let (mut t2, pushed) = apply::tangent(
            f,
            f_tan,
            PhantomData::<On<W>>,
            f_code,
            t3,
            &t3_tan,
        );
        let t2_tan = rules.received(&t2, pushed);
        let t4 = (copied(t2.clone(), &t2),);
        let t4_tan = rules.shadow(|| &t4);
        add(&t4_tan.0, get(&t2_tan));
        let (mut result1, pushed) = apply::tangent(
            f,
            f_tan,
            PhantomData::<On<W>>,
            f_code,
            clone(&t4),
            &t4_tan,
        );
        let result1_tan = rules.received(&result1, pushed);
        (result1, <f64 as Differentiable>::into_tangent::<W>(result1_tan))
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn passed<F: Fn(f64) -> f64>(f: &F, w: &[f64], x: f64) -> f64 {
    twice(square, x) + twice(|a| a * w[0] * x, x) + twice(f, x)
}
/// What is derived from the function [`passed`](fn@passed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct passed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl passed {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<
        F: Differentiable + ::core::clone::Clone + 'static,
        W: Width,
        C0,
        B0,
        K1: Kind<Width = W>,
        K2: Kind<Width = W>,
    >(
        f: &F,
        _: PhantomData<On<W>>,
        f_code: C0,
        w: &[f64],
        _: PhantomData<K1>,
        x: f64,
        _: PhantomData<K2>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &F,
            &ShadowOf<F, On<W>>,
            &[f64],
            &ShadowOf<[f64], K1>,
            &ShadowOf<f64, K2>,
        ) + use<F, W, K1, K2, C0, B0>,
    )
    where
        C0: Fn(&F, (f64,)) -> (f64, B0) + ::core::marker::Copy + 'static,
        B0: Fn(TangentOf<f64, W>, &F, &ShadowOf<F, On<W>>, &ShadowOf<(f64,), On<W>>)
            + 'static,
    {
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let (mut t1, saved1) = twice::pullback(
            &(),
            PhantomData::<On<W>>,
            |_: &_, args| through::<_, _, W>(&square {}, args),
            x,
            PhantomData::<K2>,
        );
        let (mut t2, saved2) = twice::pullback(
            &(copied_owned(w.to_owned(), w), copied_owned(x.to_owned(), &x)),
            PhantomData::<On<W>>,
            move |environment: &_, (a,)| {
                let w = &environment.0;
                let x = &environment.1;
                let rules = Rules::<W>::new();
                let result1 = a * w[0] * *x;
                (
                    clone(&result1),
                    move |seed, environment: &_, environment_adj: &_, places: &_| {
                        let w = &environment.0;
                        let x = &environment.1;
                        let w_adj = &environment_adj.0;
                        let x_adj = &environment_adj.1;
                        let a_adj = &places.0;
                        let result1_adj = rules.shadow(|| &result1);
                        add(&result1_adj, seed);
                        let t1 = a * w[0];
                        let g1 = rules.pull_left(Mul, get(&result1_adj), || t1, || *x);
                        add_with(a_adj, || rules.pull_left(Mul, g1, || a, || w[0]));
                        add_with(&w_adj[0], || rules.pull_right(Mul, g1, || a, || w[0]));
                        add_with(
                            x_adj,
                            || rules.pull_right(Mul, get(&result1_adj), || t1, || *x),
                        );
                    },
                )
            },
            x,
            PhantomData::<K2>,
        );
        let (mut t3, saved3) = twice::pullback(
            f,
            PhantomData::<On<W>>,
            f_code,
            x,
            PhantomData::<K2>,
        );
        let result1 = t1 + t2 + t3;
        (
            result1,
            move |result1_adj, f, f_adj, w, w_adj, x_adj| {
                let t1_adj = rules.shadow(|| &t1);
                let t2_adj = rules.shadow(|| &t2);
                let t3_adj = rules.shadow(|| &t3);
                let t5 = t1 + t2;
                let g1 = rules.pull_left(Add, result1_adj, || t5, || t3);
                add_with(&t1_adj, || rules.pull_left(Add, g1, || t1, || t2));
                add_with(&t2_adj, || rules.pull_right(Add, g1, || t1, || t2));
                add_with(&t3_adj, || rules.pull_right(Add, result1_adj, || t5, || t3));
                saved3(get(&t3_adj), f, f_adj, x_adj);
                let t4 = (w.to_owned(), x.to_owned());
                let t4_adj = rules.shadow(|| &t4);
                saved2(
                    get(&t2_adj),
                    &t4,
                    ::core::borrow::Borrow::borrow(&t4_adj),
                    x_adj,
                );
                add(w_adj, get(&t4_adj.0));
                add(x_adj, get(&t4_adj.1));
                saved1(
                    get(&t1_adj),
                    &(),
                    ::core::borrow::Borrow::borrow(&rules.shadow(|| &())),
                    x_adj,
                );
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        F: Differentiable + ::core::clone::Clone + 'static,
        W: Width,
        C0,
        S1: Shadow<'s, [f64], W>,
        S2: Direction<'s, f64, W>,
    >(
        f: &F,
        f_tan: &ShadowOf<F, On<W>>,
        _: PhantomData<On<W>>,
        f_code: C0,
        w: &[f64],
        w_tan: S1,
        x: f64,
        x_tan: S2,
    ) -> (f64, TangentOf<f64, W>)
    where
        C0: Fn(
                &F,
                &ShadowOf<F, On<W>>,
                (f64,),
                &ShadowOf<(f64,), On<W>>,
            ) -> (f64, TangentOf<f64, W>) + ::core::marker::Copy + 'static,
    {
        let rules = Rules::<W>::new();
        let w_tan = Shadow::into_shadow(w_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        let (mut t1, pushed) = twice::tangent(
            &(),
            ::core::borrow::Borrow::borrow(&rules.shadow(|| &())),
            PhantomData::<On<W>>,
            |_: &_, _: &_, args, places: &_| push_through::<
                _,
                _,
                W,
            >(&square {}, args, places),
            x,
            x_tan,
        );
        let t1_tan = rules.received(&t1, pushed);
        let t3 = (copied_owned(w.to_owned(), w), copied_owned(x.to_owned(), &x));
        let t3_tan = rules.shadow(|| &t3);
        add(&t3_tan.0, get(w_tan));
        add(&t3_tan.1, get(x_tan));
        let (mut t2, pushed) = twice::tangent(
            &t3,
            ::core::borrow::Borrow::borrow(&t3_tan),
            PhantomData::<On<W>>,
            move |environment: &_, environment_tan: &_, (a,), places: &_| {
                let w = &environment.0;
                let x = &environment.1;
                let w_tan = &environment_tan.0;
                let x_tan = &environment_tan.1;
                let a_tan = &places.0;
                let rules = Rules::<W>::new();
                let t1 = a * w[0];
                let t2 = t1 * *x;
                let result1 = t2;
                let result1_tan = rules.shadow(|| &result1);
                rules
                    .add_parts(
                        &result1_tan,
                        parts(a_tan) | parts(&w_tan[0]) | parts(x_tan),
                        |rules, block| Gradient::plus(
                            rules
                                .push_left(
                                    Mul,
                                    Gradient::plus(
                                        rules.push_left(Mul, part(a_tan, block), || a, || w[0]),
                                        rules.push_right(Mul, part(&w_tan[0], block), || a, || w[0]),
                                    ),
                                    || t1,
                                    || *x,
                                ),
                            rules.push_right(Mul, part(x_tan, block), || t1, || *x),
                        ),
                    );
                (result1, get(&result1_tan))
            },
            x,
            x_tan,
        );
        let t2_tan = rules.received(&t2, pushed);
        let t4 = t1 + t2;
        let (mut t5, pushed) = twice::tangent(
            f,
            f_tan,
            PhantomData::<On<W>>,
            f_code,
            x,
            x_tan,
        );
        let t5_tan = rules.received(&t5, pushed);
        let t6 = t4 + t5;
        let result1 = t6;
        let result1_tan = rules.shadow(|| &result1);
        rules
            .add_parts(
                &result1_tan,
                parts(&t1_tan) | parts(&t2_tan) | parts(&t5_tan),
                |rules, block| Gradient::plus(
                    rules
                        .push_left(
                            Add,
                            Gradient::plus(
                                rules.push_left(Add, part(&t1_tan, block), || t1, || t2),
                                rules.push_right(Add, part(&t2_tan, block), || t1, || t2),
                            ),
                            || t4,
                            || t5,
                        ),
                    rules.push_right(Add, part(&t5_tan, block), || t4, || t5),
                ),
            );
        (result1, <f64 as Differentiable>::into_tangent::<W>(result1_tan))
    }
}
