#[allow(dead_code, clippy::needless_range_loop)]
/// The way back has the tape as an array, and the gradients of `x[i]` and `y[i]` in variables; of `last` it needs no value but the saved ones.
fn steps(x: &[f64], count: usize) -> Vec<f64> {
    let mut y = vec![0.5; x.len()];
    for _ in 0..count {
        let mut last = 1.0;
        for i in 0..x.len() {
            let rate = x[i] * last;
            last = y[i];
            y[i] += rate / 3.0;
        }
    }
    y
}
/// What is derived from the function [`steps`](fn@steps).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct steps {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl steps {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
        count: usize,
        _: PhantomData<K1>,
    ) -> (
        Vec<f64>,
        impl Fn(
            TangentOf<Vec<f64>, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &ShadowOf<usize, K1>,
        ) + use<W, K0, K1>,
    ) {
        use siblings::*;
        makes_vectors(|| vec![(), ()]);
        is_f64::<f64>();
        is_vec::<Vec<()>>();
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let mut saved1 = Short::new(&Place(::core::module_path!(), "steps", 1usize));
        let mut y = ::std::vec![0.5; x.len()];
        for iteration1 in 0..count {
            let mut last = 1.0;
            let slot1 = saved1.slots((0..x.len()).count(), clone(&last));
            for (i, slot1) in (0..x.len()).zip(slot1) {
                let rate = x[i] * last;
                *slot1 = last;
                has_elements(|| &y);
                last = y[i];
                y[i] += rate / 3.0;
            }
        }
        (
            clone(&y),
            move |seed, x, x_adj, count_adj| {
                let y_adj = rules.shadow(|| &y);
                add(&y_adj, seed);
                let mut saved1 = saved1.back();
                for iteration1 in rev(0..count) {
                    let mut last;
                    let mut last_adj = rules.zero::<f64>();
                    let all1 = (0..x.len()).count();
                    let tape1 = saved1.turns(all1);
                    let mut left1 = all1;
                    for i in rev(0..x.len()) {
                        left1 -= 1;
                        let promoted0_adj_target = &y_adj[i];
                        let mut promoted0_adj = Promoted::held(promoted0_adj_target);
                        let promoted1_adj_target = &x_adj[i];
                        let mut promoted1_adj = Promoted::sum(promoted1_adj_target);
                        let rate_adj = weigh_ratio(
                            promoted0_adj.get(),
                            1.0 / 3.0,
                            1.0,
                            3.0,
                        );
                        last = tape1[left1].clone();
                        promoted0_adj.add(if_active(promoted0_adj_target, || last_adj));
                        promoted1_adj
                            .add(if_active(promoted1_adj_target, || rate_adj * last));
                        last_adj = rate_adj * x[i];
                        promoted0_adj.put_back(promoted0_adj_target);
                        promoted1_adj.add_to(promoted1_adj_target);
                    }
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], usize)> for steps {
    type Output = Vec<f64>;
    #[inline]
    fn call(&self, args: (&'a1 [f64], usize)) -> Vec<f64> {
        let (arg0, arg1) = args;
        steps(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], usize),
    ) -> (
        Vec<f64>,
        impl Fn(
            TangentOf<Vec<f64>, K::Width>,
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
