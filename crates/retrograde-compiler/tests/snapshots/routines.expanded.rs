#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn copied_out(y: &mut f64, p: &mut f64, q: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        {
            {
                let by = pure(|| q.sin());
                Absorbing(&*p, &by).add("*p");
                *p += by;
            }
        }
        {
            let by = *p;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        {
            {
                let by = pure(|| q.sin());
                Absorbing(&*p, &by).sub("*p");
                *p -= by;
            }
        }
    }
    #[cfg(not(debug_assertions))]
    {
        {
            *p += pure(|| q.sin());
        }
        *y += *p;
        {
            *p -= pure(|| q.sin());
        }
    }
}
/// What is derived from the function [`copied_out`](fn@copied_out).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct copied_out {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl copied_out {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, p: &mut f64, q: f64) {
        {
            *p += q.sin();
        }
        *y -= *p;
        {
            *p -= q.sin();
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, p: &mut f64, p_adj: S1, q: f64, q_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let q_adj = Shadow::into_shadow(q_adj);
        {
            let t1 = q.sin();
            *p += t1;
            sub_with(q_adj, || rules.pull(Sin, get(p_adj), || q));
        }
        *y -= *p;
        add(p_adj, get(y_adj));
        {
            let t2 = q.sin();
            *p -= t2;
            add_with(q_adj, || rules.pull(Sin, get(p_adj), || q));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, p: &mut f64, p_adj: S1, q: f64, q_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let q_adj = Shadow::into_shadow(q_adj);
        {
            let t1 = q.sin();
            *p += t1;
            sub_with(q_adj, || rules.pull(Sin, get(p_adj), || q));
        }
        *y += *p;
        sub(p_adj, get(y_adj));
        {
            let t2 = q.sin();
            *p -= t2;
            add_with(q_adj, || rules.pull(Sin, get(p_adj), || q));
        }
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
        copied_out(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, p: &mut f64, p_adj: S1, q: f64, q_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, p, p_adj, q, q_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for copied_out {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        copied_out(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64, f64)> for copied_out {
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
