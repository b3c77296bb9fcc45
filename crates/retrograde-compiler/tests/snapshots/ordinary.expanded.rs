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
        _: PhantomData<K0>,
        x: f64,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &ShadowOf<f64, K0>,
            &ShadowOf<f64, K1>,
        ) + use<W, K0, K1>,
    ) {
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let t = w * x;
        let s = t.sin();
        let result1 = s * s + w;
        (
            result1,
            move |result1_adj, w_adj, x_adj| {
                add(w_adj, result1_adj);
                let t_adj = weigh(result1_adj * 2.0 * s, t.cos());
                add(w_adj, t_adj * x);
                add(x_adj, t_adj * w);
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
        let t_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &t_tan,
                parts(w_tan) | parts(x_tan),
                |rules, block| part(w_tan, block) * x + part(x_tan, block) * w,
            );
        let t2 = t.sin();
        let s = t2;
        let s_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &s_tan,
                parts(&t_tan),
                |rules, block| weigh(part(&t_tan, block), t.cos()),
            );
        let t3 = s * s;
        let t4 = t3 + w;
        let result1 = t4;
        let result1_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &result1_tan,
                parts(&s_tan) | parts(w_tan),
                |rules, block| {
                    part(&s_tan, block) * s + part(&s_tan, block) * s
                        + part(w_tan, block)
                },
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
    ) -> (f64, impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(f64, f64), K>) + use<K>) {
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
        places: &ShadowOf<(f64, f64), K>,
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
        _: PhantomData<K0>,
        x: &[f64],
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &ShadowOf<[f64], K0>,
            &[f64],
            &ShadowOf<[f64], K1>,
        ) + use<W, K0, K1>,
    ) {
        use siblings::*;
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let mut s = 0.0;
        for i in 0..w.len() {
            s = s * 0.5 + (w[i] * x[i]).sin();
        }
        (
            s,
            move |mut s_adj, w, w_adj, x, x_adj| {
                for i in rev(0..w.len()) {
                    let g1 = weigh(s_adj, (w[i] * x[i]).cos());
                    s_adj *= 0.5;
                    add_with(&w_adj[i], || g1 * x[i]);
                    add_with(&x_adj[i], || g1 * w[i]);
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
            &ShadowOf<(&'a1 [f64], &'a2 [f64]), K>,
        ) + use<'a1, 'a2, K>,
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
        _: PhantomData<K0>,
        n: usize,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &ShadowOf<f64, K0>,
            &ShadowOf<usize, K1>,
        ) + use<W, K0, K1>,
    ) {
        is_f64::<f64>();
        without_gradient_type::<usize>();
        let rules = Rules::<W>::new();
        let mut saved2 = Short::new(&Place(::core::module_path!(), "with_tape", 2usize));
        let mut saved1 = Short::new(&Place(::core::module_path!(), "with_tape", 1usize));
        let mut s = x;
        saved2.reserve((0..n).count());
        let slot1 = saved1.slots((0..n).count(), clone(&s));
        for (iteration1, slot1) in (0..n).zip(slot1) {
            let t1 = s.sin();
            let saved1 = s;
            s = t1 * x;
            saved2.push(t1);
            *slot1 = saved1;
        }
        (
            s,
            move |mut s_adj, x_adj, n_adj| {
                let mut saved2 = saved2.back();
                let mut saved1 = saved1.back();
                let mut s = clone(&s);
                let all2 = (0..n).count();
                let tape2 = saved2.turns(all2);
                let tape1 = saved1.turns(all2);
                let mut left2 = all2;
                for iteration1 in rev(0..n) {
                    left2 -= 1;
                    let mut t1 = tape2[left2].clone();
                    s = tape1[left2].clone();
                    add(x_adj, s_adj * t1);
                    s_adj = weigh(s_adj * x, s.cos());
                }
                add(x_adj, s_adj);
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
    ) -> (f64, impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(f64, usize), K>) + use<K>) {
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
        _: PhantomData<K0>,
    ) -> (f64, impl Fn(TangentOf<f64, W>, &ShadowOf<f64, K0>) + use<W, K0>) {
        is_f64::<f64>();
        let rules = Rules::<W>::new();
        let mut saved2 = Slot::new();
        let mut y = x * x;
        let decided1 = y > 1.0;
        if decided1 {
            saved2.push(y);
            y = y.ln();
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
            move |branch1_adj, x_adj| {
                let mut saved2 = saved2.back();
                let mut y = clone(&y);
                let mut y_adj = rules.zero::<f64>();
                if y > 0.5 {
                    y_adj += branch1_adj * x;
                    add(x_adj, branch1_adj * y);
                } else {
                    y_adj += -branch1_adj;
                }
                if saved1.clone() {
                    y = saved2.pop().clone();
                    y_adj = weigh_ratio(y_adj, 1.0 / y, 1.0, y);
                }
                add(x_adj, y_adj * 2.0 * x);
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
    ) -> (f64, impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(f64,), K>) + use<K>) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, PhantomData::<K>);
        (value, move |seed, places| backward(seed, along::<f64, K>(&places.0)))
    }
}
