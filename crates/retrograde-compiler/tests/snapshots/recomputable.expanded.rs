/// What a local reads stays as it is, so it is computed again.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn local(y: &mut f64, z: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    let n = pure(|| x.sqrt());
    *y += pure(|| n.ln());
    *z += n * x;
}
/// What is derived from the function [`local`](fn@local).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct local {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl local {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut f64, x: f64) {
        let n = x.sqrt();
        *z -= n * x;
        *y -= n.ln();
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, z_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let z_adj = Shadow::into_shadow(z_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n = x.sqrt();
        let n_adj = rules.shadow(|| &n);
        add_with(&n_adj, || rules.pull_left(Mul, get(z_adj), || n, || x));
        add_with(x_adj, || rules.pull_right(Mul, get(z_adj), || n, || x));
        add_with(&n_adj, || rules.pull(Ln, get(y_adj), || n));
        let t3 = x.sqrt();
        add_with(x_adj, || rules.pull_by(Sqrt, get(&n_adj), || x, || t3));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, z: &mut f64, z_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let z_adj = Shadow::into_shadow(z_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n = x.sqrt();
        let n_adj = rules.shadow(|| &n);
        let t1 = n * x;
        *z -= t1;
        add_with(&n_adj, || rules.pull_left(Mul, get(z_adj), || n, || x));
        add_with(x_adj, || rules.pull_right(Mul, get(z_adj), || n, || x));
        let t2 = n.ln();
        *y -= t2;
        add_with(&n_adj, || rules.pull(Ln, get(y_adj), || n));
        let t3 = x.sqrt();
        add_with(x_adj, || rules.pull_by(Sqrt, get(&n_adj), || x, || t3));
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, z: &mut f64, z_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let z_adj = Shadow::into_shadow(z_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut n = x.sqrt();
        let n_adj = rules.shadow(|| &n);
        let t1 = n.ln();
        *y += t1;
        sub_with(&n_adj, || rules.pull(Ln, get(y_adj), || n));
        let t2 = n * x;
        *z += t2;
        sub_with(&n_adj, || rules.pull_left(Mul, get(z_adj), || n, || x));
        sub_with(x_adj, || rules.pull_right(Mul, get(z_adj), || n, || x));
        let t3 = x.sqrt();
        add_with(x_adj, || rules.pull_by(Sqrt, get(&n_adj), || x, || t3));
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        local(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, z: &mut f64, z_adj: S1, x: f64, x_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, z, z_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for local {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        local(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64, f64)> for local {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

/// Here the local is computed again between the two updates that it feeds, and the one that it reads.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn leapfrog(q: &mut f64, p: &mut f64, dt: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    let a = pure(|| force(*q));
    *p += a * dt;
    *q += *p * dt;
}
/// What is derived from the function [`leapfrog`](fn@leapfrog).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct leapfrog {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl leapfrog {
    /// Undoes the function.
    #[inline]
    fn inverse(q: &mut f64, p: &mut f64, dt: f64) {
        *q -= *p * dt;
        let a = force(*q);
        *p -= a * dt;
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(q: &mut f64, q_adj: S0, p: &mut f64, p_adj: S1, dt: f64, dt_adj: S2) {
        let rules = Rules::<W>::new();
        let q_adj = Shadow::into_shadow(q_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        let t1 = *p * dt;
        *q -= t1;
        add_with(p_adj, || rules.pull_left(Mul, get(q_adj), || *p, || dt));
        add_with(dt_adj, || rules.pull_right(Mul, get(q_adj), || *p, || dt));
        let a = force(*q);
        let a_adj = rules.shadow(|| &a);
        let t2 = a * dt;
        *p -= t2;
        add_with(&a_adj, || rules.pull_left(Mul, get(p_adj), || a, || dt));
        add_with(dt_adj, || rules.pull_right(Mul, get(p_adj), || a, || dt));
        let (mut t3, saved1) = force::pullback(
            *q,
            ::core::marker::PhantomData::<S0::Kind>,
        );
        saved1(get(&a_adj), q_adj);
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(q: &mut f64, q_adj: S0, p: &mut f64, p_adj: S1, dt: f64, dt_adj: S2) {
        let rules = Rules::<W>::new();
        let q_adj = Shadow::into_shadow(q_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        let mut a = force(*q);
        let a_adj = rules.shadow(|| &a);
        let t1 = a * dt;
        *p += t1;
        sub_with(&a_adj, || rules.pull_left(Mul, get(p_adj), || a, || dt));
        sub_with(dt_adj, || rules.pull_right(Mul, get(p_adj), || a, || dt));
        let (mut t2, saved1) = force::pullback(
            *q,
            ::core::marker::PhantomData::<S0::Kind>,
        );
        saved1(get(&a_adj), q_adj);
        let t3 = *p * dt;
        *q += t3;
        sub_with(p_adj, || rules.pull_left(Mul, get(q_adj), || *p, || dt));
        sub_with(dt_adj, || rules.pull_right(Mul, get(q_adj), || *p, || dt));
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        leapfrog(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(q: &mut f64, q_adj: S0, p: &mut f64, p_adj: S1, dt: f64, dt_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(q, q_adj, p, p_adj, dt, dt_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for leapfrog {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        leapfrog(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64, f64)> for leapfrog {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
