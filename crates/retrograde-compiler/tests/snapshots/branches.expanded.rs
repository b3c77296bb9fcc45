/// The branches leave the condition as it was.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn kept(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    if x > 0.0 {
        *y += x * x;
    } else {
        *y -= x;
    }
}
/// What is derived from the function [`kept`](fn@kept).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct kept {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl kept {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        if x > 0.0 {
            *y -= x * x;
        } else {
            *y += x;
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        if x > 0.0 {
            add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
        } else {
            sub(x_adj, get(y_adj));
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        if x > 0.0 {
            let t1 = x * x;
            *y -= t1;
            add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
        } else {
            *y += x;
            sub(x_adj, get(y_adj));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        if x > 0.0 {
            let t1 = x * x;
            *y += t1;
            sub_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
        } else {
            *y -= x;
            add(x_adj, get(y_adj));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        kept(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for kept {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        kept(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for kept {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

/// The way back asks the postcondition.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn changed(y: &mut f64, k: &mut i64, x: f64) {
    plain::<f64>();
    plain::<i64>();
    plain::<f64>();
    without_gradient_type::<i64>();
    if *k == 0 {
        *k += 1;
        *y += x * x;
    }
}
/// What is derived from the function [`changed`](fn@changed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct changed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl changed {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, k: &mut i64, x: f64) {
        if *k == 1 {
            *y -= x * x;
            *k -= 1;
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, i64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, k: &mut i64, k_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        if *k == 1 {
            let t1 = x * x;
            *y -= t1;
            add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
            *k -= 1;
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, i64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, k: &mut i64, k_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        if *k == 0 {
            *k += 1;
            let t1 = x * x;
            *y += t1;
            sub_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut i64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        changed(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, i64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, k: &mut i64, k_adj: S1, x: f64, x_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, k, k_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut i64, f64)> for changed {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        changed(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut i64, f64)> for changed {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut i64, f64),
        places: <(&'a1 mut f64, &'a2 mut i64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut i64, f64),
        places: <(&'a1 mut f64, &'a2 mut i64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
fn changed_with_checks(y: &mut f64, k: &mut i64, x: f64) {
    plain::<f64>();
    plain::<i64>();
    plain::<f64>();
    {
        let taken = *k == 0;
        if taken {
            *k += 1;
            {
                let by = x * x;
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
        }
        agrees(taken, *k == 1, "*k == 1");
    }
}
/// What is derived from the function [`changed_with_checks`](fn@changed_with_checks).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct changed_with_checks {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl changed_with_checks {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, k: &mut i64, x: f64) {
        {
            let taken = *k == 1;
            if taken {
                *y -= x * x;
                *k -= 1;
            }
            agrees(taken, *k == 0, "*k == 0");
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut i64, f64)> for changed_with_checks {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        changed_with_checks(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
