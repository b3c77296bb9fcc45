#[allow(dead_code, clippy::needless_range_loop)]
/// The driver runs each turn back as soon as it has been run.
fn misfit(x: &[f64], w: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut value = 1.0;
        for _ in 0..3 {
            value = value * w + x[i];
        }
        sum += value * value;
    }
    let mean = sum / x.len() as f64;
    mean + w
}
/// What is derived from the function [`misfit`](fn@misfit).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct misfit {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl misfit {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
        w: f64,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
            &<f64 as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        let rules = Rules::<W>::new();
        let mut saved3 = Reused::new(&Place(::core::module_path!(), "misfit", 3usize));
        let mut saved1 = Reused::new(&Place(::core::module_path!(), "misfit", 1usize));
        let mut sum = 0.0;
        saved3.reserve((0..x.len()).count());
        saved1.reserve((0..x.len()).count() * (0..3).count());
        for i in 0..x.len() {
            let mut value = 1.0;
            let slot1 = saved1
                .slots((0..3).count(), ::core::clone::Clone::clone(&value));
            for (turn1, slot1) in (0..3).zip(slot1) {
                *slot1 = value;
                value = value * w + x[i];
            }
            sum += value * value;
            saved3.push(value);
        }
        let mean = sum / (x.len() as f64);
        let result1 = mean + w;
        (
            result1,
            move |seed, x, x_adj, w_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let mut saved3 = saved3.back();
                let mut saved1 = saved1.back();
                let sum_adj = rules.shadow(|| &sum);
                let mean_adj = rules.shadow(|| &mean);
                add_with(
                    &mean_adj,
                    || rules.pull_left(Add, get(&result1_adj), || mean, || w),
                );
                add_with(
                    w_adj,
                    || rules.pull_right(Add, get(&result1_adj), || mean, || w),
                );
                add_with(
                    &sum_adj,
                    || rules.pull_left(Div, get(&mean_adj), || sum, || x.len() as f64),
                );
                for i in rev(0..x.len()) {
                    let mut value = saved3.pop().clone();
                    let value_adj = rules.shadow(|| &value);
                    add_with(
                        &value_adj,
                        || {
                            rules
                                .pull_right(Mul, twice(get(&sum_adj)), || value, || value)
                        },
                    );
                    let all1 = (0..3).count();
                    let tape1 = saved1.turns(all1);
                    let mut left1 = all1;
                    for turn1 in rev(0..3) {
                        left1 -= 1;
                        let target0 = &x_adj[i];
                        let mut near0 = Near::sum(target0);
                        value = tape1[left1].clone();
                        let t1 = witness(|| value * w);
                        let g1 = get(&value_adj);
                        clear(&value_adj);
                        let g2 = rules.pull_left(Add, g1, || t1.value(), || x[i]);
                        add_with(
                            &value_adj,
                            || rules.pull_left(Mul, g2, || value, || w),
                        );
                        add_with(w_adj, || rules.pull_right(Mul, g2, || value, || w));
                        near0
                            .add(
                                if_active(
                                    target0,
                                    || rules.pull_right(Add, g1, || t1.value(), || x[i]),
                                ),
                            );
                        near0.add_to(target0);
                    }
                }
            },
        )
    }
    /// Adds the gradient to the shadows, for a gradient of the value that is known beforehand, and returns the value.
    #[inline]
    fn at_once<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
        w: f64,
        _: ::core::marker::PhantomData<K1>,
        seed: TangentOf<f64, W>,
        x_adj: &<[f64] as Differentiable>::Shadow<K0>,
        w_adj: &<f64 as Differentiable>::Shadow<K1>,
    ) -> f64 {
        let rules = Rules::<W>::new();
        let result1_adj = rules.shadow::<f64>(|| ::core::unreachable!());
        add(&result1_adj, seed);
        let mut sum = 0.0;
        let sum_adj = rules.shadow(|| &sum);
        let t1 = witness(|| sum / (x.len() as f64));
        let mean = t1.clone();
        let mean_adj = rules.shadow(|| mean.value());
        add_with(
            &mean_adj,
            || rules.pull_left(Add, get(&result1_adj), || mean.value(), || w),
        );
        add_with(
            w_adj,
            || rules.pull_right(Add, get(&result1_adj), || mean.value(), || w),
        );
        add_with(
            &sum_adj,
            || rules.pull_left(Div, get(&mean_adj), || sum, || x.len() as f64),
        );
        let mut saved1 = Reused::new(&Place(::core::module_path!(), "misfit", 1usize));
        for i in 0..x.len() {
            saved1.clear();
            let mut value = 1.0;
            let slot1 = saved1
                .slots((0..3).count(), ::core::clone::Clone::clone(&value));
            for (turn1, slot1) in (0..3).zip(slot1) {
                *slot1 = value;
                value = value * w + x[i];
            }
            sum += value * value;
            let mut saved1 = saved1.back();
            let value_adj = rules.shadow(|| &value);
            add_with(
                &value_adj,
                || rules.pull_right(Mul, twice(get(&sum_adj)), || value, || value),
            );
            let all1 = (0..3).count();
            let tape1 = saved1.turns(all1);
            let mut left1 = all1;
            for turn1 in rev(0..3) {
                left1 -= 1;
                let target0 = &x_adj[i];
                let mut near0 = Near::sum(target0);
                value = tape1[left1].clone();
                let t4 = witness(|| value * w);
                let g1 = get(&value_adj);
                clear(&value_adj);
                let g2 = rules.pull_left(Add, g1, || t4.value(), || x[i]);
                add_with(&value_adj, || rules.pull_left(Mul, g2, || value, || w));
                add_with(w_adj, || rules.pull_right(Mul, g2, || value, || w));
                near0
                    .add(
                        if_active(
                            target0,
                            || rules.pull_right(Add, g1, || t4.value(), || x[i]),
                        ),
                    );
                near0.add_to(target0);
            }
        }
        let result1 = {
            let mean = sum / (x.len() as f64);
            mean + w
        };
        result1
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], f64)> for misfit
where
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], f64)) -> f64 {
        let (arg0, arg1) = args;
        misfit(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64], f64),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(&'a1 [f64], f64) as Differentiable>::Shadow<K>,
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
                seed: TangentOf<f64, K::Width>,
                places: &<(&'a1 [f64], f64) as Differentiable>::Shadow<K>|
            backward(
                seed,
                arg0,
                along::<[f64], K>(&places.0),
                along::<f64, K>(&places.1),
            ),
        )
    }
}
