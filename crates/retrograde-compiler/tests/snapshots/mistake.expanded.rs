::core::compile_error! {
    "assignment destroys the old value, so it cannot be undone: write `+=` or `-=`, `swap` two places, or start a new local with `let`"
}
#[allow(unused)]
/// After an error, the function and its companion are still there.
fn mistake(y: &mut f64, k: &mut i64, x: f64) {
    *y = x;
    if *k == 0 {
        *k += 1;
    }
}
/// What is derived from the function [`mistake`](fn@mistake).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct mistake {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl mistake {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, k: &mut i64, x: f64) {}
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, i64, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, k_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
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
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: &mut i64,
        _: PhantomData<__K1>,
        arg2: f64,
        _: PhantomData<__K2>,
    ) {
        mistake(arg0, arg1, arg2)
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
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3, __A4, __A5>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
    )
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut i64, f64)> for mistake {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        mistake(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut i64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut i64, f64)> for mistake {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut i64, f64),
        places: <(&'a1 mut f64, &'a2 mut i64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
