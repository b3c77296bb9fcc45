#[allow(dead_code, clippy::needless_range_loop)]
/// Nothing is lost, so nothing is saved.
fn without_tape(w: f64, x: f64) -> f64 {
    let t = w * x;
    let s = t.sin();
    s * s + w
}
/// What is derived from the function [`without_tape`](fn@without_tape).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct without_tape {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl without_tape {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        w: f64,
        _: ::core::marker::PhantomData<K0>,
        x: f64,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &<f64 as Differentiable>::Shadow<K0>,
            &<f64 as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        let rules = Rules::<W>::new();
        let t = w * x;
        let s = pure(|| t.sin());
        let result1 = s * s + w;
        (
            result1,
            move |seed, w_adj, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let t_adj = rules.shadow(|| &t);
                let s_adj = rules.shadow(|| &s);
                let t3 = type_of(|| s * s);
                add_with(
                    &s_adj,
                    || {
                        rules
                            .pull_right(
                                Mul,
                                twice(
                                    rules.pull_left(Add, get(&result1_adj), || t3.value(), || w),
                                ),
                                || s,
                                || s,
                            )
                    },
                );
                add_with(
                    w_adj,
                    || rules.pull_right(Add, get(&result1_adj), || t3.value(), || w),
                );
                add_with(&t_adj, || rules.pull(Sin, get(&s_adj), || t));
                add_with(w_adj, || rules.pull_left(Mul, get(&t_adj), || w, || x));
                add_with(x_adj, || rules.pull_right(Mul, get(&t_adj), || w, || x));
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<'s, W: Width, S0: Direction<'s, f64, W>, S1: Direction<'s, f64, W>>(
        w: f64,
        w_tan: S0,
        x: f64,
        x_tan: S1,
    ) -> (f64, TangentOf<f64, W>) {
        let rules = Rules::<W>::new();
        let w_tan = Direction::into_places(w_tan);
        let w_tan = along::<f64, S0::Kind>(&w_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let t1 = w * x;
        let t = t1;
        let t_tan = rules.shadow(|| &t);
        rules
            .add_parts(
                &t_tan,
                parts(w_tan) | parts(x_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(w_tan, block), || w, || x),
                    rules.push_right(Mul, part(x_tan, block), || w, || x),
                ),
            );
        let t2 = t.sin();
        let s = t2;
        let s_tan = rules.shadow(|| &s);
        rules
            .add_parts(
                &s_tan,
                parts(&t_tan),
                |rules, block| rules.push(Sin, part(&t_tan, block), || t),
            );
        let t3 = s * s;
        let t4 = t3 + w;
        let result1 = t4;
        let result1_tan = rules.shadow(|| &result1);
        rules
            .add_parts(
                &result1_tan,
                parts(&s_tan) | parts(w_tan),
                |rules, block| Gradient::plus(
                    rules
                        .push_left(
                            Add,
                            Gradient::plus(
                                rules.push_left(Mul, part(&s_tan, block), || s, || s),
                                rules.push_right(Mul, part(&s_tan, block), || s, || s),
                            ),
                            || t3,
                            || w,
                        ),
                    rules.push_right(Add, part(w_tan, block), || t3, || w),
                ),
            );
        (result1, <f64 as Differentiable>::into_tangent::<W>(result1_tan))
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64, f64)> for without_tape {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64, f64)) -> f64 {
        let (arg0, arg1) = args;
        without_tape(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64, f64),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64, f64) as Differentiable>::Shadow<K>,
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
            move |seed, places| backward(
                seed,
                along::<f64, K>(&places.0),
                along::<f64, K>(&places.1),
            ),
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableTangent<(f64, f64)> for without_tape {
    #[inline]
    fn call_tangent<K: Kind>(
        &self,
        args: (f64, f64),
        places: &<(f64, f64) as Differentiable>::Shadow<K>,
    ) -> (f64, TangentOf<f64, K::Width>) {
        let (arg0, arg1) = args;
        Self::tangent(arg0, along::<f64, K>(&places.0), arg1, along::<f64, K>(&places.1))
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// Linear in what it overwrites, so that the lost values are not needed.
fn linear(w: &[f64], x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = s * 0.5 + (w[i] * x[i]).sin();
    }
    s
}
/// What is derived from the function [`linear`](fn@linear).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct linear {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl linear {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        w: &[f64],
        _: ::core::marker::PhantomData<K0>,
        x: &[f64],
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
        let mut saved2 = TypeOnly::new();
        let mut s = 0.0;
        for i in 0..w.len() {
            let t1 = pure(|| (w[i] * x[i]).sin());
            s = s * 0.5 + t1;
            saved2.see(&t1);
        }
        (
            s,
            move |seed, w, w_adj, x, x_adj| {
                let s_adj = rules.shadow::<f64>(|| unreachable!());
                add(&s_adj, seed);
                let mut saved2 = saved2.back();
                for i in rev(0..w.len()) {
                    let t1 = saved2.type_of();
                    let t1_adj = rules.shadow(|| t1.value());
                    let t4 = type_of(|| s * 0.5);
                    let g2 = get(&s_adj);
                    clear(&s_adj);
                    add_with(
                        &s_adj,
                        || {
                            rules
                                .pull_left(
                                    Mul,
                                    rules.pull_left(Add, g2, || t4.value(), || t1.value()),
                                    || s,
                                    || 0.5,
                                )
                        },
                    );
                    add_with(
                        &t1_adj,
                        || rules.pull_right(Add, g2, || t4.value(), || t1.value()),
                    );
                    let t2 = w[i] * x[i];
                    let g1 = rules.pull(Sin, get(&t1_adj), || t2);
                    add_with(&w_adj[i], || rules.pull_left(Mul, g1, || w[i], || x[i]));
                    add_with(&x_adj[i], || rules.pull_right(Mul, g1, || w[i], || x[i]));
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1, 'a2> DifferentiableFunction<(&'a1 [f64], &'a2 [f64])> for linear {
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64], &'a2 [f64])) -> f64 {
        let (arg0, arg1) = args;
        linear(arg0, arg1)
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
            move |seed, places| backward(
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
/// The derivative needs what is overwritten: that is the tape.
fn with_tape(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = s.sin() * x;
    }
    s
}
/// What is derived from the function [`with_tape`](fn@with_tape).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct with_tape {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl with_tape {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: f64,
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
        let mut saved2 = Reused::new(
            &Place(::core::module_path!(), "with_tape", 2usize),
        );
        let mut saved1 = Reused::new(
            &Place(::core::module_path!(), "with_tape", 1usize),
        );
        let mut s = x;
        saved2.reserve((0..n).count());
        let slot1 = saved1.slots((0..n).count(), ::core::clone::Clone::clone(&s));
        for (iteration1, slot1) in (0..n).zip(slot1) {
            let t1 = pure(|| s.sin());
            let saved1 = s;
            s = t1 * x;
            saved2.push(t1);
            *slot1 = saved1;
        }
        (
            s,
            move |seed, x_adj, n_adj| {
                let s_adj = rules.shadow::<f64>(|| unreachable!());
                add(&s_adj, seed);
                let mut saved2 = saved2.back();
                let mut saved1 = saved1.back();
                let mut s = ::core::clone::Clone::clone(&s);
                let all2 = (0..n).count();
                let tape2 = saved2.turns(all2);
                let tape1 = saved1.turns(all2);
                let mut left2 = all2;
                for iteration1 in rev(0..n) {
                    left2 -= 1;
                    let mut t1 = tape2[left2].clone();
                    let t1_adj = rules.shadow(|| &t1);
                    s = tape1[left2].clone();
                    let g1 = get(&s_adj);
                    clear(&s_adj);
                    add_with(&t1_adj, || rules.pull_left(Mul, g1, || t1, || x));
                    add_with(x_adj, || rules.pull_right(Mul, g1, || t1, || x));
                    add_with(&s_adj, || rules.pull(Sin, get(&t1_adj), || s));
                }
                add(x_adj, get(&s_adj));
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64, usize)> for with_tape {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64, usize)) -> f64 {
        let (arg0, arg1) = args;
        with_tape(arg0, arg1)
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
            move |seed, places| backward(
                seed,
                along::<f64, K>(&places.0),
                along::<usize, K>(&places.1),
            ),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// The value of a branch, and which one was taken.
fn branch(x: f64) -> f64 {
    let mut y = x * x;
    if y > 1.0 {
        y = y.ln();
    }
    if y > 0.5 { y * x } else { -y }
}
/// What is derived from the function [`branch`](fn@branch).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct branch {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl branch {
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
        let mut saved3 = TypeOnly::new();
        let mut saved2 = Slot::new();
        let mut y = x * x;
        let decided1 = y > 1.0;
        if decided1 {
            let t1 = pure(|| y.ln());
            saved2.push(y);
            y = t1;
            saved3.see(&t1);
        }
        let saved1 = decided1;
        let branch1;
        if y > 0.5 {
            branch1 = y * x;
        } else {
            branch1 = -y;
        }
        (
            branch1,
            move |seed, x_adj| {
                let branch1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&branch1_adj, seed);
                let mut saved3 = saved3.back();
                let mut saved2 = saved2.back();
                let mut y = ::core::clone::Clone::clone(&y);
                let y_adj = rules.shadow(|| &y);
                if y > 0.5 {
                    let g2 = get(&branch1_adj);
                    add_with(&y_adj, || rules.pull_left(Mul, g2, || y, || x));
                    add_with(x_adj, || rules.pull_right(Mul, g2, || y, || x));
                } else {
                    let g3 = get(&branch1_adj);
                    add_with(&y_adj, || rules.pull(Neg, g3, || y));
                }
                if saved1.clone() {
                    let t1 = saved3.type_of();
                    let t1_adj = rules.shadow(|| t1.value());
                    y = saved2.pop().clone();
                    let g1 = get(&y_adj);
                    clear(&y_adj);
                    add(&t1_adj, g1);
                    add_with(&y_adj, || rules.pull(Ln, get(&t1_adj), || y));
                }
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&y_adj)), || x, || x),
                );
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for branch {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        branch(arg0)
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
        (value, move |seed, places| backward(seed, along::<f64, K>(&places.0)))
    }
}
