/// Items of the body are there for every derived function.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn scaled(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    is_f64::<f64>();
    const FACTOR: f64 = 2.0;
    #[reversible(adjoint)]
    fn add(y: &mut f64, x: f64) {
        *y += x;
    }
    add(y, FACTOR * x);
}
/// What is derived from the function [`scaled`](fn@scaled).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct scaled {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl scaled {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        const FACTOR: f64 = 2.0;
        #[reversible(adjoint)]
        fn add(y: &mut f64, x: f64) {
            *y += x;
        }
        add::inverse(y, FACTOR * x);
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
        const FACTOR: f64 = 2.0;
        #[reversible(adjoint)]
        fn add(y: &mut f64, x: f64) {
            *y += x;
        }
        let t1 = FACTOR * x;
        let t1_adj = rules.shadow(unread::<f64>);
        add::adjoint(y, y_adj, t1, &t1_adj);
        add_with(x_adj, || get(&t1_adj) * FACTOR);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
    ) {
        scaled(arg0, arg1)
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
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3>(_: __A0, _: __A1, _: __A2, _: __A3)
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for scaled {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        scaled(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for scaled {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
}
