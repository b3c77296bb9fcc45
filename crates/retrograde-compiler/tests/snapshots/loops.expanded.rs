/// Turns that do not commute run in the opposite order on the way back.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn recurrence(v: &mut [f64], n: usize) {
    plain::<[f64]>();
    plain::<usize>();
    without_gradient_type::<usize>();
    for i in 1..n {
        v[i] += pure(|| v[i - 1].sin());
    }
}
/// What is derived from the function [`recurrence`](fn@recurrence).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct recurrence {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl recurrence {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], n: usize) {
        for i in rev(1..n) {
            v[i] -= v[i - 1].sin();
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        for i in rev(1..n) {
            let t1 = v[i - 1].sin();
            v[i] -= t1;
            add_with(&v_adj[i - 1], || rules.pull(Sin, get(&v_adj[i]), || v[i - 1]));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        for i in 1..n {
            let t1 = v[i - 1].sin();
            v[i] += t1;
            sub_with(&v_adj[i - 1], || rules.pull(Sin, get(&v_adj[i]), || v[i - 1]));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: usize,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        recurrence(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(v, v_adj, n, n_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64], usize)> for recurrence {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize)) {
        recurrence(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [f64], usize)> for recurrence {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn reversed(v: &mut [f64], n: usize) {
    plain::<[f64]>();
    plain::<usize>();
    without_gradient_type::<usize>();
    for i in rev(1..=n) {
        v[i] += pure(|| v[i - 1].sin());
    }
}
/// What is derived from the function [`reversed`](fn@reversed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct reversed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl reversed {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], n: usize) {
        for i in 1..=n {
            v[i] -= v[i - 1].sin();
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        for i in 1..=n {
            let t1 = v[i - 1].sin();
            v[i] -= t1;
            add_with(&v_adj[i - 1], || rules.pull(Sin, get(&v_adj[i]), || v[i - 1]));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        for i in rev(1..=n) {
            let t1 = v[i - 1].sin();
            v[i] += t1;
            sub_with(&v_adj[i - 1], || rules.pull(Sin, get(&v_adj[i]), || v[i - 1]));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: usize,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        reversed(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        n: usize,
        n_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(v, v_adj, n, n_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64], usize)> for reversed {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize)) {
        reversed(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [f64], usize)> for reversed {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}
