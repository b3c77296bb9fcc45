#[allow(dead_code, clippy::needless_range_loop)]
fn weighted(x: &[f64], shift: f64, weights: &[f64]) -> f64 {
    let factor = weights[0] * 2.0;
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += factor * (x[i] - shift).exp();
    }
    sum
}
/// What is derived from the function [`weighted`](fn@weighted).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct weighted {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl weighted {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<
        W: Width,
        K0: Kind<Width = W>,
        K1: Kind<Width = W>,
        K2: Kind<Width = W> + Constant<W>,
    >(
        x: &[f64],
        _: PhantomData<K0>,
        shift: f64,
        _: PhantomData<K1>,
        weights: &[f64],
        _: PhantomData<K2>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<f64, K1>,
            &[f64],
            &ShadowOf<[f64], K2>,
        ) + use<W, K0, K1, K2>,
    ) {
        use siblings::*;
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let mut saved2 = Short::new(&Place(::core::module_path!(), "weighted", 2usize));
        let factor = weights[0] * 2.0;
        let mut sum = 0.0;
        saved2.reserve((1..x.len()).count());
        for i in 1..x.len() {
            let t1 = (x[i] - shift).exp();
            sum += factor * t1;
            saved2.push(t1);
        }
        (
            sum,
            move |sum_adj, x, x_adj, shift_adj, weights, weights_adj| {
                let mut saved2 = saved2.back();
                let tape2 = saved2.turns((1..x.len()).count());
                {
                    let (first, last) = (1, x.len());
                    if first < last {
                        let count = last - first;
                        let i = first;
                        let (view0, view0_tail) = tape2[run(i - 1, count)][..count]
                            .as_chunks::<{ LANES }>();
                        let (view1, view1_tail) = (x_adj)[run(i, count)][..count]
                            .as_chunks::<{ LANES }>();
                        if flows(&sum_adj) {
                            let mut sum0_adj = Sum::of(shift_adj);
                            for (block, (view0, view1)) in view0
                                .iter()
                                .zip(view1.iter())
                                .enumerate()
                            {
                                let i = first + block * LANES;
                                let mut t1: [_; LANES] = ::core::array::from_fn(|lane| {
                                    let i = i + lane;
                                    view0[lane].clone()
                                });
                                let mut g1: [_; LANES] = ::core::array::from_fn(|lane| {
                                    let i = i + lane;
                                    weigh(sum_adj * factor, t1[lane])
                                });
                                for lane in 0..LANES {
                                    let i = i + lane;
                                    sum0_adj.add(lane, || -g1[lane]);
                                }
                                for lane in 0..LANES {
                                    let i = i + lane;
                                    add(&view1[lane], g1[lane]);
                                }
                            }
                            let mut sum0_adj = sum0_adj.total();
                            for (block, (view0, view1)) in view0_tail
                                .iter()
                                .zip(view1_tail.iter())
                                .enumerate()
                            {
                                let i = last - count % LANES + block;
                                let mut t1 = (*view0).clone();
                                let g1 = weigh(sum_adj * factor, t1);
                                sum0_adj.add(|| -g1);
                                add(&(*view1), g1);
                            }
                            sum0_adj.add_to(shift_adj);
                        }
                    }
                }
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Direction<'s, f64, W>,
        S2: Constant<W>,
    >(
        x: &[f64],
        x_tan: S0,
        shift: f64,
        shift_tan: S1,
        weights: &[f64],
        weights_tan: S2,
    ) -> (f64, TangentOf<f64, W>) {
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let shift_tan = Direction::into_places(shift_tan);
        let shift_tan = along::<f64, S1::Kind>(&shift_tan);
        use siblings::*;
        let factor = weights[0] * 2.0;
        let mut sum = 0.0;
        let sum_tan = rules.shadow(unread::<f64>);
        for i in 1..x.len() {
            let t1 = x[i] - shift;
            let t2 = t1.exp();
            let t3 = factor * t2;
            rules
                .add_parts(
                    &sum_tan,
                    parts(&x_tan[i]) | parts(shift_tan),
                    |rules, block| {
                        weigh(part(&x_tan[i], block) + -part(shift_tan, block), t2)
                            * factor
                    },
                );
            sum += t3;
        }
        (sum, <f64 as Differentiable>::into_tangent::<W>(sum_tan))
    }
    /// Adds the gradient to the shadows, for a gradient of the value that is known beforehand, and returns the value.
    #[inline]
    fn fused<
        W: Width,
        K0: Kind<Width = W>,
        K1: Kind<Width = W>,
        K2: Kind<Width = W> + Constant<W>,
    >(
        x: &[f64],
        _: PhantomData<K0>,
        shift: f64,
        _: PhantomData<K1>,
        weights: &[f64],
        _: PhantomData<K2>,
        seed: TangentOf<f64, W>,
        x_adj: &ShadowOf<[f64], K0>,
        shift_adj: &ShadowOf<f64, K1>,
        weights_adj: &ShadowOf<[f64], K2>,
    ) -> f64 {
        use siblings::*;
        let rules = Rules::<W>::new();
        let mut result1_adj = seed;
        let factor = weights[0] * 2.0;
        let mut sum = 0.0;
        let sum_adj = result1_adj;
        for i in 1..x.len() {
            let t1 = (x[i] - shift).exp();
            sum += factor * t1;
            let g1 = weigh(sum_adj * factor, t1);
            add(&x_adj[i], g1);
            add(shift_adj, -g1);
        }
        let result1 = sum;
        result1
    }
}
