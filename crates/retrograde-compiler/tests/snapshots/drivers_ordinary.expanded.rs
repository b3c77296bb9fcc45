#[allow(dead_code, clippy::needless_range_loop)]
fn outer(x: &[f64], scale: f64, k: usize) -> [f64; 2] {
    [x[k] * scale, x[0] * x[k]]
}
/// What is derived from the function [`outer`](fn@outer).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct outer {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl outer {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<
        W: Width,
        K0: Kind<Width = W>,
        K1: Kind<Width = W> + Constant<W>,
        K2: Kind<Width = W>,
    >(
        x: &[f64],
        _: PhantomData<K0>,
        scale: f64,
        _: PhantomData<K1>,
        k: usize,
        _: PhantomData<K2>,
    ) -> (
        [f64; 2],
        impl Fn(
            TangentOf<[f64; 2], W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<f64, K1>,
            &ShadowOf<usize, K2>,
        ) + use<W, K0, K1, K2>,
    ) {
        is_f64::<f64>();
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let result1 = [x[k] * scale, x[0] * x[k]];
        (
            clone(&result1),
            move |seed, x, x_adj, scale_adj, k_adj| {
                let result1_adj = rules.shadow::<[f64; 2]>(|| unreachable!());
                add(&result1_adj, seed);
                add(&x_adj[k], get(&result1_adj[0]) * scale);
                add_with(&x_adj[0], || get(&result1_adj[1]) * x[k]);
                add_with(&x_adj[k], || get(&result1_adj[1]) * x[0]);
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Constant<W>,
        S2: Shadow<'s, usize, W>,
    >(
        x: &[f64],
        x_tan: S0,
        scale: f64,
        scale_tan: S1,
        k: usize,
        k_tan: S2,
    ) -> ([f64; 2], TangentOf<[f64; 2], W>) {
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        let t1 = x[k] * scale;
        let t2 = x[0] * x[k];
        let result1 = [t1, t2];
        let result1_tan = rules.shadow(|| &result1);
        rules
            .add_parts(
                &result1_tan[0],
                parts(&x_tan[k]),
                |rules, block| part(&x_tan[k], block) * scale,
            );
        rules
            .add_parts(
                &result1_tan[1],
                parts(&x_tan[0]) | parts(&x_tan[k]),
                |rules, block| {
                    part(&x_tan[0], block) * x[k] + part(&x_tan[k], block) * x[0]
                },
            );
        (result1, <[f64; 2] as Differentiable>::into_tangent::<W>(result1_tan))
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(x: &[f64], scale: f64, k: usize) -> Vec<f64>
    where
        for<'__none> NoLoss: ReturnsNumber,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(x: &[f64], scale: f64, k: usize) -> (f64, Vec<f64>)
    where
        for<'__none> NoLoss: ReturnsNumber,
    {
        ::core::unreachable!()
    }
    /// Carries a gradient of the value, and of every `&mut` parameter after a run, back to every parameter that has one.
    #[inline]
    fn vjp(x: &[f64], scale: f64, k: usize, seed: GradientOf<[f64; 2]>) -> Vec<f64> {
        let x_adj = places(x);
        let (value, backward) = Self::pullback(x, ON, scale, OFF, k, OFF);
        backward(
            seed,
            x,
            ::core::borrow::Borrow::borrow(&x_adj),
            inactive(),
            inactive(),
        );
        gradient_in::<[f64]>(x_adj)
    }
    /// The Jacobian: for every parameter that has a gradient, a row for each number of the value.
    #[allow(unused_lifetimes)]
    #[inline]
    fn jacobian(x: &[f64], scale: f64, k: usize) -> Vec<Vec<f64>>
    where
        for<'__none> [f64; 2]: Output,
    {
        let mut x_rows = Vec::new();
        let (value, backward) = Self::pullback(x, ROWS_ON, scale, ROWS_OFF, k, ROWS_OFF);
        for batch in Batch::all(Output::count(&value)) {
            let x_adj = places_of_rows(x);
            let seed = batch.seed::<[f64; 2]>(&value);
            backward(
                get(&seed),
                x,
                ::core::borrow::Borrow::borrow(&x_adj),
                inactive(),
                inactive(),
            );
            batch.read::<[f64]>(x_adj, &mut x_rows);
        }
        x_rows
    }
    /// The tangent of the value, and of every `&mut` parameter after a run, from those of every parameter that has one.
    #[inline]
    fn jvp(x: &[f64], scale: f64, k: usize, tangents: Vec<f64>) -> GradientOf<[f64; 2]> {
        let x_tan = places_with(x, tangents);
        Self::tangent(x, &x_tan, scale, Inactive, k, Inactive).1
    }
}
