#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn clog(y: &mut Complex<f64>, x: Complex<f64>) {
    plain::<Complex<f64>>();
    plain::<Complex<f64>>();
    let n = pure(|| x.norm());
    #[cfg(debug_assertions)]
    {
        {
            let by = pure(|| n.ln());
            Absorbing(&y.re, &by).add("y.re");
            y.re += by;
        }
        {
            let by = pure(|| x.arg());
            Absorbing(&y.im, &by).add("y.im");
            y.im += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        y.re += pure(|| n.ln());
        y.im += pure(|| x.arg());
    }
}
/// What is derived from the function [`clog`](fn@clog).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct clog {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl clog {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut Complex<f64>, x: Complex<f64>) {
        y.im -= x.arg();
        let n = x.norm();
        #[cfg(debug_assertions)]
        let mut n_held = largest(0.0, &n);
        y.re -= n.ln();
        #[cfg(debug_assertions)] restored("n", &n, &(x.norm()), n_held);
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, Complex<f64>, W>,
        S1: Shadow<'s, Complex<f64>, W>,
    >(y_adj: S0, x: Complex<f64>, x_adj: S1) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        add_with(x_adj, || rules.pull(Arg, get(&y_adj.im), || x));
        let n = x.norm();
        let n_adj = rules.shadow(|| &n);
        add_with(&n_adj, || rules.pull(Ln, get(&y_adj.re), || n));
        let t3 = x.norm();
        add_with(x_adj, || rules.pull_by(Norm, get(&n_adj), || x, || t3));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, Complex<f64>, W>,
        S1: Shadow<'s, Complex<f64>, W>,
    >(y: &mut Complex<f64>, y_adj: S0, x: Complex<f64>, x_adj: S1) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let t1 = x.arg();
        y.im -= t1;
        add_with(x_adj, || rules.pull(Arg, get(&y_adj.im), || x));
        let n = x.norm();
        #[cfg(debug_assertions)]
        let mut n_held = largest(0.0, &n);
        let n_adj = rules.shadow(|| &n);
        y.re -= n.ln();
        add_with(&n_adj, || rules.pull(Ln, get(&y_adj.re), || n));
        let t3 = x.norm();
        add_with(x_adj, || rules.pull_by(Norm, get(&n_adj), || x, || t3));
        #[cfg(debug_assertions)] restored("n", &n, &(x.norm()), n_held);
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, Complex<f64>, W>,
        S1: Direction<'s, Complex<f64>, W>,
    >(y: &mut Complex<f64>, y_tan: S0, x: Complex<f64>, x_tan: S1) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<Complex<f64>, S1::Kind>(&x_tan);
        let t1 = x.norm();
        let n = t1;
        let n_tan = rules.shadow(|| &n);
        rules
            .add_parts(
                &n_tan,
                parts(x_tan),
                |rules, block| rules.push_by(Norm, part(x_tan, block), || x, || t1),
            );
        let t2 = n.ln();
        rules
            .add_parts(
                &y_tan.re,
                parts(&n_tan),
                |rules, block| rules.push(Ln, part(&n_tan, block), || n),
            );
        y.re += t2;
        let t3 = x.arg();
        rules
            .add_parts(
                &y_tan.im,
                parts(x_tan),
                |rules, block| rules.push(Arg, part(x_tan, block), || x),
            );
        y.im += t3;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut Complex<f64>,
        _: PhantomData<__K0>,
        arg1: Complex<f64>,
        _: PhantomData<__K1>,
    ) {
        clog(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, Complex<f64>, W>,
        S1: Shadow<'s, Complex<f64>, W>,
    >(y: &mut Complex<f64>, y_adj: S0, x: Complex<f64>, x_adj: S1, _: &()) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3>(_: __A0, _: __A1, _: __A2, _: __A3)
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
    #[doc(hidden)]
    fn inverse_tangent<__A0, __A1, __A2, __A3>(_: __A0, _: __A1, _: __A2, _: __A3)
    where
        for<'__none> NoLoss: HasInverseTangent,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut Complex<f64>, Complex<f64>)> for clog {
    #[inline]
    fn call(&self, args: (&'a1 mut Complex<f64>, Complex<f64>)) {
        clog(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut Complex<f64>, Complex<f64>)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut Complex<f64>, Complex<f64>)> for clog {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut Complex<f64>, Complex<f64>),
        places: <(&'a1 mut Complex<f64>, Complex<f64>) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleTangent<(&'a1 mut Complex<f64>, Complex<f64>)> for clog {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut Complex<f64>, Complex<f64>),
        places: <(&'a1 mut Complex<f64>, Complex<f64>) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn rotated(y: &mut C, a: f64, b: f64) {
    plain::<C>();
    plain::<f64>();
    plain::<f64>();
    is_f64::<f64>();
    #[cfg(debug_assertions)]
    {
        let by = pure(|| (complex_number(C::new(a, b)) * 2.0).conj());
        Absorbing(&*y, &by).add("*y");
        *y += by;
    }
    #[cfg(not(debug_assertions))]
    {
        *y += pure(|| (complex_number(C::new(a, b)) * 2.0).conj());
    }
}
/// What is derived from the function [`rotated`](fn@rotated).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct rotated {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl rotated {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut C, a: f64, b: f64) {
        *y -= (C::new(a, b) * 2.0).conj();
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, C, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let t1 = C::new(a, b);
        let t2 = t1 * 2.0;
        let g1_adj = rules.shadow(|| &t1);
        add_with(
            &g1_adj,
            || rules.pull_left(Mul, rules.pull(Conj, get(y_adj), || t2), || t1, || 2.0),
        );
        add(a_adj, get(&g1_adj.re));
        add(b_adj, get(&g1_adj.im));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, C, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut C, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let t1 = C::new(a, b);
        let t2 = t1 * 2.0;
        let t3 = t2.conj();
        *y -= t3;
        let g1_adj = rules.shadow(|| &t1);
        add_with(
            &g1_adj,
            || rules.pull_left(Mul, rules.pull(Conj, get(y_adj), || t2), || t1, || 2.0),
        );
        add(a_adj, get(&g1_adj.re));
        add(b_adj, get(&g1_adj.im));
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, C, W>,
        S1: Direction<'s, f64, W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut C, y_tan: S0, a: f64, a_tan: S1, b: f64, b_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let a_tan = Direction::into_places(a_tan);
        let a_tan = along::<f64, S1::Kind>(&a_tan);
        let b_tan = Direction::into_places(b_tan);
        let b_tan = along::<f64, S2::Kind>(&b_tan);
        let t1 = C::new(a, b);
        let t1_tan = rules.shadow(|| &t1);
        add(&t1_tan.re, get(a_tan));
        add(&t1_tan.im, get(b_tan));
        let t2 = t1 * 2.0;
        let t3 = t2.conj();
        rules
            .add_parts(
                y_tan,
                parts(&t1_tan),
                |rules, block| {
                    rules
                        .push(
                            Conj,
                            rules.push_left(Mul, part(&t1_tan, block), || t1, || 2.0),
                            || t2,
                        )
                },
            );
        *y += t3;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut C,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
        arg2: f64,
        _: PhantomData<__K2>,
    ) {
        rotated(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, C, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut C, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, a, a_adj, b, b_adj)
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
impl<'a1> Reversible<(&'a1 mut C, f64, f64)> for rotated {
    #[inline]
    fn call(&self, args: (&'a1 mut C, f64, f64)) {
        rotated(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut C, f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut C, f64, f64)> for rotated {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut C, f64, f64),
        places: <(&'a1 mut C, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleTangent<(&'a1 mut C, f64, f64)> for rotated {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut C, f64, f64),
        places: <(&'a1 mut C, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
