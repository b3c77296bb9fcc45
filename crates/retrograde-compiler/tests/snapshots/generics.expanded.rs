/// Type parameters of the function go on every function of the companion; a user's `W` is left alone.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
pub(crate) fn squares<const N: usize, W: Plain + Differentiable>(
    y: &mut f64,
    x: &[f64; N],
    x_adj: &W,
) {
    plain::<f64>();
    plain::<[f64; N]>();
    plain::<W>();
    is_f64::<f64>();
    for i in 0..N {
        *y += x[i] * x[i];
    }
}
/// What is derived from the function [`squares`](fn@squares).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
pub(crate) struct squares {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl squares {
    /// Undoes the function.
    #[inline]
    pub(crate) fn inverse<const N: usize, W: Plain + Differentiable>(
        y: &mut f64,
        x: &[f64; N],
        x_adj: &W,
    ) {
        for i in rev(0..N) {
            *y -= x[i] * x[i];
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    pub(crate) fn pull<
        's,
        const N: usize,
        W: Plain + Differentiable,
        W1: Width,
        S0: Shadow<'s, f64, W1>,
        S1: Shadow<'s, [f64; N], W1>,
        S2: Shadow<'s, W, W1>,
    >(y_adj: S0, x: &[f64; N], x_adj: S1, x_adj: &W, x_adj_adj: S2) {
        let rules = Rules::<W1>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let x_adj_adj = Shadow::into_shadow(x_adj_adj);
        {
            let (first, last) = (0, N);
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &x[run(i, count)][..count];
                let view1 = &(x_adj)[run(i, count)][..count];
                let read0_adj = get(y_adj);
                if flows(&read0_adj) {
                    for (view0, view1) in view0.iter().zip(view1.iter()) {
                        add_with(&(*view1), || read0_adj * 2.0 * (*view0));
                    }
                }
            }
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    pub(crate) fn adjoint<
        's,
        const N: usize,
        W: Plain + Differentiable,
        W1: Width,
        S0: Shadow<'s, f64, W1>,
        S1: Shadow<'s, [f64; N], W1>,
        S2: Shadow<'s, W, W1>,
    >(y: &mut f64, y_adj: S0, x: &[f64; N], x_adj: S1, x_adj: &W, x_adj_adj: S2) {
        let rules = Rules::<W1>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let x_adj_adj = Shadow::into_shadow(x_adj_adj);
        for i in rev(0..N) {
            *y -= x[i] * x[i];
            add_with(&x_adj[i], || get(y_adj) * 2.0 * x[i]);
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    pub(crate) fn taped<const N: usize, W: Plain + Differentiable, __K0, __K1, __K2>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: &[f64; N],
        _: PhantomData<__K1>,
        arg2: &W,
        _: PhantomData<__K2>,
    ) {
        squares::<N, W>(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    pub(crate) fn untaped<
        's,
        const N: usize,
        W: Plain + Differentiable,
        W1: Width,
        S0: Shadow<'s, f64, W1>,
        S1: Shadow<'s, [f64; N], W1>,
        S2: Shadow<'s, W, W1>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: &[f64; N],
        x_adj: S1,
        x_adj: &W,
        x_adj_adj: S2,
        _: &(),
    ) {
        Self::adjoint::<N, W, W1, S0, S1, S2>(y, y_adj, x, x_adj, x_adj, x_adj_adj)
    }
    #[doc(hidden)]
    pub(crate) fn inverse_adjoint<__A0, __A1, __A2, __A3, __A4, __A5>(
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
impl<
    'a1,
    'a2,
    'a3,
    const N: usize,
    W: Plain + Differentiable,
> Reversible<(&'a1 mut f64, &'a2 [f64; N], &'a3 W)> for squares {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64; N], &'a3 W)) {
        squares(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64; N], &'a3 W)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
    const N: usize,
    W: Plain + Differentiable,
> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64; N], &'a3 W)> for squares {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64; N], &'a3 W),
        places: <(&'a1 mut f64, &'a2 [f64; N], &'a3 W) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
