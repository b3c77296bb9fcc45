/// A value that is a function runs forwards and backwards.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn apply<F: for<'a> Reversible<(&'a mut f64, f64)>>(
    f: &F,
    gates: &[F],
    y: &mut f64,
    x: f64,
) {
    plain::<F>();
    plain::<[F]>();
    plain::<f64>();
    plain::<f64>();
    Reversible::call(f, (&mut *y, x));
    Reversible::call(&gates[1], (&mut *y, x + 1.0));
}
/// What is derived from the function [`apply`](fn@apply).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct apply {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl apply {
    /// Undoes the function.
    #[inline]
    fn inverse<F: for<'a> Reversible<(&'a mut f64, f64)>>(
        f: &F,
        gates: &[F],
        y: &mut f64,
        x: f64,
    ) {
        Reversible::uncall(&gates[1], (&mut *y, x + 1.0));
        Reversible::uncall(f, (&mut *y, x));
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
    F: for<'a> Reversible<(&'a mut f64, f64)>,
> Reversible<(&'a1 F, &'a2 [F], &'a3 mut f64, f64)> for apply {
    #[inline]
    fn call(&self, args: (&'a1 F, &'a2 [F], &'a3 mut f64, f64)) {
        apply(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 F, &'a2 [F], &'a3 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}

/// Gradients go through it one after the other.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn carry<F>(f: &F, y: &mut f64, x: f64)
where
    F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
        + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
{
    plain::<F>();
    plain::<f64>();
    plain::<f64>();
    is_f64::<f64>();
    let g = Inverse((square {}));
    Reversible::call(f, (&mut *y, x * x));
    Reversible::call(&g, (&mut *y, x));
}
/// What is derived from the function [`carry`](fn@carry).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct carry {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl carry {
    /// Undoes the function.
    #[inline]
    fn inverse<F>(f: &F, y: &mut f64, x: f64)
    where
        F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
            + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
    {
        let g = Inverse((square {}));
        Reversible::uncall(&g, (&mut *y, x));
        Reversible::uncall(f, (&mut *y, x * x));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        F,
        W: Width,
        S0: Constant<W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(f: &F, f_adj: S0, y: &mut f64, y_adj: S1, x: f64, x_adj: S2)
    where
        F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
            + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
    {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let g = Inverse((square {}));
        for pass in rules.passes() {
            pass.call_adjoint(&g, (&mut *y, x), (y_adj, x_adj));
        }
        let t1 = x * x;
        let t1_adj = rules.shadow(unread::<f64>);
        for pass in rules.passes() {
            pass.call_adjoint(f, (&mut *y, t1), (y_adj, &t1_adj));
        }
        add(x_adj, get(&t1_adj) * 2.0 * x);
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        F,
        W: Width,
        S0: Constant<W>,
        S1: Shadow<'s, f64, W>,
        S2: Direction<'s, f64, W>,
    >(f: &F, f_tan: S0, y: &mut f64, y_tan: S1, x: f64, x_tan: S2)
    where
        F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
            + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
    {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        let g = Inverse((square {}));
        let t1 = x * x;
        let t1_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &t1_tan,
                parts(x_tan),
                |rules, block| part(x_tan, block) * x + part(x_tan, block) * x,
            );
        for pass in rules.passes() {
            pass.call_tangent(f, (&mut *y, t1), (y_tan, &t1_tan));
        }
        for pass in rules.passes() {
            pass.call_tangent(&g, (&mut *y, x), (y_tan, x_tan));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<F, __K0, __K1, __K2>(
        arg0: &F,
        _: PhantomData<__K0>,
        arg1: &mut f64,
        _: PhantomData<__K1>,
        arg2: f64,
        _: PhantomData<__K2>,
    )
    where
        F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
            + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
    {
        carry::<F>(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        F,
        W: Width,
        S0: Constant<W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(f: &F, f_adj: S0, y: &mut f64, y_adj: S1, x: f64, x_adj: S2, _: &())
    where
        F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
            + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
    {
        Self::adjoint::<F, W, S0, S1, S2>(f, f_adj, y, y_adj, x, x_adj)
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
    #[doc(hidden)]
    fn inverse_tangent<__A0, __A1, __A2, __A3, __A4, __A5>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
    )
    where
        for<'__none> NoLoss: HasInverseTangent,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, F> Reversible<(&'a1 F, &'a2 mut f64, f64)> for carry
where
    F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>
        + for<'a> ReversibleTangent<(&'a mut f64, f64)>,
{
    #[inline]
    fn call(&self, args: (&'a1 F, &'a2 mut f64, f64)) {
        carry(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 F, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
