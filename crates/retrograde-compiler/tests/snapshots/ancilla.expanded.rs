/// Not to be computed again, because `y` changes, but restored.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn restored(y: &mut f64, z: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    let mut t = x;
    t += *y;
    *y += x;
    *z += pure(|| t.exp());
    *y -= x;
}
/// What is derived from the function [`restored`](fn@restored).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct restored {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl restored {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut f64, x: f64) {
        let mut t = x;
        t += *y;
        *y += x;
        *z -= t.exp();
        *y -= x;
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
        let mut t = x;
        let t_adj = rules.shadow(|| &t);
        t += *y;
        sub(y_adj, get(&t_adj));
        *y += x;
        sub(x_adj, get(y_adj));
        let t1 = t.exp();
        *z -= t1;
        add_with(&t_adj, || rules.pull_by(Exp, get(z_adj), || t, || t1));
        *y -= x;
        add(x_adj, get(y_adj));
        add(y_adj, get(&t_adj));
        add(x_adj, get(&t_adj));
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
        let mut t = x;
        let t_adj = rules.shadow(|| &t);
        t += *y;
        sub(y_adj, get(&t_adj));
        *y += x;
        sub(x_adj, get(y_adj));
        let t1 = t.exp();
        *z += t1;
        sub_with(&t_adj, || rules.pull_by(Exp, get(z_adj), || t, || t1));
        *y -= x;
        add(x_adj, get(y_adj));
        add(y_adj, get(&t_adj));
        add(x_adj, get(&t_adj));
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
        restored(arg0, arg1, arg2)
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
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for restored {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        restored(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64, f64)> for restored {
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

/// Checked with debug assertions, if nothing else is said.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn restored_with_checks(y: &mut f64, z: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        let mut t = x;
        let mut t_held = largest(0.0, &t);
        t += *y;
        t_held = largest(t_held, &t);
        {
            let by = x;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        {
            let by = pure(|| t.exp());
            Absorbing(&*z, &by).add("*z");
            *z += by;
        }
        {
            let by = x;
            Absorbing(&*y, &by).sub("*y");
            *y -= by;
        }
        t -= *y;
        t_held = largest(t_held, &t);
        restored("t", &t, &(x), t_held);
    }
    #[cfg(not(debug_assertions))]
    {
        let mut t = x;
        t += *y;
        *y += x;
        *z += pure(|| t.exp());
        *y -= x;
    }
}
/// What is derived from the function [`restored_with_checks`](fn@restored_with_checks).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct restored_with_checks {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl restored_with_checks {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut f64, x: f64) {
        #[cfg(debug_assertions)]
        {
            let mut t = x;
            let mut t_held = largest(0.0, &t);
            t += *y;
            t_held = largest(t_held, &t);
            *y += x;
            *z -= t.exp();
            *y -= x;
            t -= *y;
            t_held = largest(t_held, &t);
            restored("t", &t, &(x), t_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut t = x;
            t += *y;
            *y += x;
            *z -= t.exp();
            *y -= x;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for restored_with_checks {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        restored_with_checks(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
