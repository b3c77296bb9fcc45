#[allow(dead_code, clippy::needless_range_loop)]
/// What is overwritten is saved, and restored on the way back.
fn relax(x: &mut [f64], k: f64) {
    for i in 1..x.len() {
        x[i] = x[i].sin() * k;
    }
}
/// What is derived from the function [`relax`](fn@relax).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct relax {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl relax {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &mut [f64],
        _: ::core::marker::PhantomData<K0>,
        k: f64,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        (),
        impl Fn(
            TangentOf<(), W>,
            &mut [f64],
            &<[f64] as Differentiable>::Shadow<K0>,
            &<f64 as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        let rules = Rules::<W>::new();
        let mut saved2 = Reused::new(&Place(::core::module_path!(), "relax", 2usize));
        let mut saved1 = Reused::new(&Place(::core::module_path!(), "relax", 1usize));
        saved1.reserve((1..x.len()).count());
        saved2.reserve((1..x.len()).count());
        for i in 1..x.len() {
            let t1 = pure(|| x[i].sin());
            saved1.push(x[i]);
            x[i] = t1 * k;
            saved2.push(t1);
        }
        let result1 = ();
        (
            ::core::clone::Clone::clone(&result1),
            move |seed, x, x_adj, k_adj| {
                let result1_adj = rules.shadow::<()>(|| unreachable!());
                add(&result1_adj, seed);
                let mut saved2 = saved2.back();
                let mut saved1 = saved1.back();
                let all2 = (1..x.len()).count();
                let tape2 = saved2.turns(all2);
                let tape1 = saved1.turns(all2);
                let mut left2 = all2;
                for i in rev(1..x.len()) {
                    left2 -= 1;
                    let mut t1 = tape2[left2].clone();
                    let t1_adj = rules.shadow(|| &t1);
                    x[i] = tape1[left2].clone();
                    let g1 = get(&x_adj[i]);
                    clear(&x_adj[i]);
                    add_with(&t1_adj, || rules.pull_left(Mul, g1, || t1, || k));
                    add_with(k_adj, || rules.pull_right(Mul, g1, || t1, || k));
                    add_with(&x_adj[i], || rules.pull(Sin, get(&t1_adj), || x[i]));
                }
            },
        )
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &mut [f64],
        _: ::core::marker::PhantomData<K0>,
        k: f64,
        _: ::core::marker::PhantomData<K1>,
    ) -> impl Fn(
        &mut [f64],
        &<[f64] as Differentiable>::Shadow<K0>,
        &<f64 as Differentiable>::Shadow<K1>,
    ) + use<W, K0, K1> {
        let (value, back) = Self::pullback::<
            W,
            K0,
            K1,
        >(x, ::core::marker::PhantomData, k, ::core::marker::PhantomData);
        move |x, x_adj, k_adj| back(Zero::ZERO, x, x_adj, k_adj)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, f64, W>>(
        x: &mut [f64],
        x_adj: S0,
        k: f64,
        k_adj: S1,
        back: &impl Fn(
            &mut [f64],
            &<[f64] as Differentiable>::Shadow<S0::Kind>,
            &<f64 as Differentiable>::Shadow<S1::Kind>,
        ),
    ) {
        let x_adj = Shadow::into_shadow(x_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        back(x, x_adj, k_adj)
    }
    /// An ordinary function is not undone: calling this says so.
    #[doc(hidden)]
    #[inline]
    fn adjoint<A0, A1, A2, A3>(_: A0, _: A1, _: A2, _: A3)
    where
        for<'__none> NoLoss: CanBeUndone,
    {
        ::core::unreachable!()
    }
    /// An ordinary function is not undone: calling this says so.
    #[doc(hidden)]
    #[inline]
    fn inverse<A0, A1>(_: A0, _: A1)
    where
        for<'__none> NoLoss: CanBeUndone,
    {
        ::core::unreachable!()
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// A call that gives a value and changes what it is lent.
fn steps(start: f64, n: usize) -> f64 {
    let mut s = start;
    let mut sum = 0.0;
    for _ in 0..n {
        sum += step(&mut s, 0.5);
    }
    sum
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
        start: f64,
        _: ::core::marker::PhantomData<K0>,
        n: usize,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &<f64 as Differentiable>::Shadow<K0>,
            &<usize as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let mut saved3 = TypeOnly::new();
        let mut saved1 = Reused::new(&Place(::core::module_path!(), "steps", 1usize));
        let mut s = start;
        let mut sum = 0.0;
        saved1.reserve((0..n).count());
        for turn1 in 0..n {
            let (mut t1, residual) = step::pullback(
                &mut s,
                ::core::marker::PhantomData::<On<W>>,
                0.5,
                ::core::marker::PhantomData::<Off<W>>,
            );
            saved1.push(residual);
            let value4 = ::core::clone::Clone::clone(&t1);
            sum += value4;
            saved3.see(&t1);
        }
        (
            sum,
            move |seed, start_adj, n_adj| {
                let sum_adj = rules.shadow::<f64>(|| unreachable!());
                add(&sum_adj, seed);
                let mut saved3 = saved3.back();
                let mut saved1 = saved1.back();
                let mut s = ::core::clone::Clone::clone(&s);
                let s_adj = rules.shadow(|| &s);
                for turn1 in rev(0..n) {
                    let t1 = saved3.witness();
                    let t1_adj = rules.shadow(|| t1.value());
                    let value4 = t1.clone();
                    let value4_adj = rules.shadow(|| value4.value());
                    add(&value4_adj, get(&sum_adj));
                    add(&t1_adj, get(&value4_adj));
                    saved1
                        .pop()(
                        get(&t1_adj),
                        &mut s,
                        ::core::borrow::Borrow::borrow(&s_adj),
                        inactive(),
                    );
                }
                add(start_adj, get(&s_adj));
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64, usize)> for steps
where
    for<'any> f64: Differentiable,
    for<'any> usize: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64, usize)) -> f64 {
        let (arg0, arg1) = args;
        steps(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64, usize),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64, usize) as Differentiable>::Shadow<K>,
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
                places: &<(f64, usize) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0), along::<usize, K>(&places.1)),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// Calls that are statements: what is called may be ordinary or reversible.
fn statements(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    relax(&mut v, k);
    for i in 0..3 {
        turn(&mut v[0], k * i as f64);
    }
    v[0]
}
/// What is derived from the function [`statements`](fn@statements).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct statements {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl statements {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
        k: f64,
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
        let mut saved2 = Reused::new(
            &Place(::core::module_path!(), "statements", 2usize),
        );
        let mut v = pure(|| copied_slice(x[..].to_vec(), &x[..]));
        let saved1 = relax::taped(
            &mut v,
            ::core::marker::PhantomData::<On<W>>,
            k,
            ::core::marker::PhantomData::<K1>,
        );
        for i in 0..3 {
            has_elements(|| &v);
            saved2
                .push(
                    turn::taped(
                        &mut v[0],
                        ::core::marker::PhantomData::<On<W>>,
                        k * (i as f64),
                        ::core::marker::PhantomData::<On<W>>,
                    ),
                );
        }
        let result1 = v[0];
        (
            result1,
            move |seed, x, x_adj, k_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let mut saved2 = saved2.back();
                let mut v = ::core::clone::Clone::clone(&v);
                let v_adj = rules.shadow(|| &v);
                add(&v_adj[0], get(&result1_adj));
                for i in rev(0..3) {
                    let t1 = k * (i as f64);
                    let t1_adj = rules.shadow(|| &t1);
                    turn::untaped(&mut v[0], &v_adj[0], t1, &t1_adj, saved2.pop());
                    add_with(
                        k_adj,
                        || rules.pull_left(Mul, get(&t1_adj), || k, || i as f64),
                    );
                }
                relax::untaped(&mut v, &v_adj, k, k_adj, &saved1);
                add(&x_adj[..], get(&v_adj));
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64], f64)> for statements
where
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], f64)) -> f64 {
        let (arg0, arg1) = args;
        statements(arg0, arg1)
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
