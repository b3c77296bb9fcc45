#[allow(dead_code, clippy::needless_range_loop)]
/// What the inner loop saves in all turns of the outer one is known before it starts.
fn iterate(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        for k in 0..n {
            s = (s * x[i]).sin();
        }
    }
    s
}
/// What is derived from the function [`iterate`](fn@iterate).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct iterate {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl iterate {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
        n: usize,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<usize, K1>,
        ) + use<W, K0, K1>,
    ) {
        use siblings::*;
        is_f64::<f64>();
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let mut saved1 = Short::new(&Place(::core::module_path!(), "iterate", 1usize));
        let mut s = 1.0;
        saved1.reserve((0..x.len()).count() * (0..n).count());
        for i in 0..x.len() {
            let slot1 = saved1.slots((0..n).count(), clone(&s));
            for (k, slot1) in (0..n).zip(slot1) {
                *slot1 = s;
                s = (s * x[i]).sin();
            }
        }
        (
            s,
            move |mut s_adj, x, x_adj, n_adj| {
                let mut saved1 = saved1.back();
                let mut s = clone(&s);
                for i in rev(0..x.len()) {
                    let all1 = (0..n).count();
                    let tape1 = saved1.turns(all1);
                    let mut left1 = all1;
                    for k in rev(0..n) {
                        left1 -= 1;
                        let promoted0_adj_target = &x_adj[i];
                        let mut promoted0_adj = Promoted::sum(promoted0_adj_target);
                        s = tape1[left1].clone();
                        let g1 = weigh(s_adj, (s * x[i]).cos());
                        s_adj = g1 * x[i];
                        promoted0_adj.add(if_active(promoted0_adj_target, || g1 * s));
                        promoted0_adj.add_to(promoted0_adj_target);
                    }
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], usize)> for iterate {
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], usize)) -> f64 {
        let (arg0, arg1) = args;
        iterate(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], usize),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &ShadowOf<(&'a1 [f64], usize), K>,
        ) + use<'a1, K>,
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
                along::<usize, K>(&places.1),
            ),
        )
    }
}
