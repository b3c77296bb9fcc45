/// The turns of the adjoint meet nowhere, so they run forwards where values allow it.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    plain::<[f64]>();
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}
/// What is derived from the function [`dot`](fn@dot).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct dot {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl dot {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, a: &[f64], b: &[f64]) {
        for i in rev(0..a.len()) {
            *y -= a[i] * b[i];
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y_adj: S0, a: &[f64], a_adj: S1, b: &[f64], b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        {
            let (first, last) = (0, a.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &b[i..][..count];
                let view1 = &(a_adj)[i..][..count];
                let view2 = &a[i..][..count];
                let view3 = &(b_adj)[i..][..count];
                let read0 = get(y_adj);
                for (((view0, view1), view2), view3) in view0
                    .iter()
                    .zip(view1.iter())
                    .zip(view2.iter())
                    .zip(view3.iter())
                {
                    let share0 = if_active(
                        &(*view1),
                        || {
                            rules
                                .pull_left(
                                    Mul,
                                    ::core::clone::Clone::clone(&read0),
                                    || (*view2),
                                    || (*view0),
                                )
                        },
                    );
                    let share1 = if_active(
                        &(*view3),
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    ::core::clone::Clone::clone(&read0),
                                    || (*view2),
                                    || (*view0),
                                )
                        },
                    );
                    add(&(*view1), share0);
                    add(&(*view3), share1);
                }
            }
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: &[f64], b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        for i in rev(0..a.len()) {
            let t1 = a[i] * b[i];
            *y -= t1;
            add_with(&a_adj[i], || rules.pull_left(Mul, get(y_adj), || a[i], || b[i]));
            add_with(&b_adj[i], || rules.pull_right(Mul, get(y_adj), || a[i], || b[i]));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: &[f64], b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        for i in 0..a.len() {
            let t1 = a[i] * b[i];
            *y += t1;
            sub_with(&a_adj[i], || rules.pull_left(Mul, get(y_adj), || a[i], || b[i]));
            sub_with(&b_adj[i], || rules.pull_right(Mul, get(y_adj), || a[i], || b[i]));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[f64],
        _: ::core::marker::PhantomData<__K1>,
        arg2: &[f64],
        _: ::core::marker::PhantomData<__K2>,
    ) {
        dot(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: &[f64], b_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, a, a_adj, b, b_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> Reversible<(&'a1 mut f64, &'a2 [f64], &'a3 [f64])> for dot {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64])) {
        dot(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64])) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64], &'a3 [f64])> for dot {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64], &'a3 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64], &'a3 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
