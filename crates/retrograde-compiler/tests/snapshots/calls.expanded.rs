/// A call is undone by its companion.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn statements(y: &mut f64, z: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    is_f64::<f64>();
    add(y, x);
    add::inverse(z, *y);
}
/// What is derived from the function [`statements`](fn@statements).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct statements {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl statements {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut f64, x: f64) {
        add(z, *y);
        add::inverse(y, x);
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
        add::inverse_adjoint(z, z_adj, *y, y_adj);
        add::adjoint(y, y_adj, x, x_adj);
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut f64, y_tan: S0, z: &mut f64, z_tan: S1, x: f64, x_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let z_tan = Shadow::into_shadow(z_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        add::tangent(y, y_tan, x, x_tan);
        add::inverse_tangent(z, z_tan, *y, y_tan);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: &mut f64,
        _: PhantomData<__K1>,
        arg2: f64,
        _: PhantomData<__K2>,
    ) {
        statements(arg0, arg1, arg2)
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
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, f64)> for statements {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        statements(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64, f64)> for statements {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut f64, &'a2 mut f64, f64)> for statements {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64, f64),
        places: <(&'a1 mut f64, &'a2 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

/// A call in an expression is differentiated by its companion.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn expressions(y: &mut f64, x: f64, w: &[f64]) {
    plain::<f64>();
    plain::<f64>();
    plain::<[f64]>();
    is_f64::<f64>();
    *y += pure(|| square(x) * norm(w));
}
/// What is derived from the function [`expressions`](fn@expressions).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct expressions {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl expressions {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64, w: &[f64]) {
        *y -= square(x) * norm(w);
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, [f64], W>,
    >(y_adj: S0, x: f64, x_adj: S1, w: &[f64], w_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let w_adj = Shadow::into_shadow(w_adj);
        let (mut t1, saved1) = square::pullback(x, PhantomData::<S1::Kind>);
        let (mut t2, saved2) = norm::pullback(w, PhantomData::<S2::Kind>);
        saved1(rules.pull_left(Mul, get(y_adj), || t1, || t2), x_adj);
        saved2(rules.pull_right(Mul, get(y_adj), || t1, || t2), w, w_adj);
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, w: &[f64], w_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let w_adj = Shadow::into_shadow(w_adj);
        let (mut t1, saved1) = square::pullback(x, PhantomData::<S1::Kind>);
        let (mut t2, saved2) = norm::pullback(w, PhantomData::<S2::Kind>);
        *y -= t1 * t2;
        saved1(rules.pull_left(Mul, get(y_adj), || t1, || t2), x_adj);
        saved2(rules.pull_right(Mul, get(y_adj), || t1, || t2), w, w_adj);
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_tan: S0, x: f64, x_tan: S1, w: &[f64], w_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let w_tan = Shadow::into_shadow(w_tan);
        let (mut t1, pushed) = square::tangent(x, x_tan);
        let t1_tan = rules.received(&t1, pushed);
        let (mut t2, pushed) = norm::tangent(w, w_tan);
        let t2_tan = rules.received(&t2, pushed);
        let t3 = t1 * t2;
        rules
            .add_parts(
                y_tan,
                parts(&t1_tan) | parts(&t2_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(&t1_tan, block), || t1, || t2),
                    rules.push_right(Mul, part(&t2_tan, block), || t1, || t2),
                ),
            );
        *y += t3;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
        arg2: &[f64],
        _: PhantomData<__K2>,
    ) {
        expressions(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, w: &[f64], w_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, x, x_adj, w, w_adj)
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
impl<'a1, 'a2> Reversible<(&'a1 mut f64, f64, &'a2 [f64])> for expressions {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, &'a2 [f64])) {
        expressions(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, f64, &'a2 [f64])> for expressions {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, &'a2 [f64]),
        places: <(&'a1 mut f64, f64, &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut f64, f64, &'a2 [f64])> for expressions {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f64, &'a2 [f64]),
        places: <(&'a1 mut f64, f64, &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
