#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn scale(y: &mut f64, v: &mut [f64], x: f64) {
    plain::<f64>();
    plain::<[f64]>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        Scale::multiply_checked(y, x);
        {
            let by = v[1] * x;
            Scale::divide_checked(&mut v[0], by);
        }
    }
    #[cfg(not(debug_assertions))]
    {
        Scale::multiply(y, x);
        {
            let by = v[1] * x;
            Scale::divide(&mut v[0], by);
        }
    }
}
/// What is derived from the function [`scale`](fn@scale).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct scale {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl scale {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, v: &mut [f64], x: f64) {
        #[cfg(debug_assertions)]
        {
            {
                let by = v[1] * x;
                Scale::multiply_checked(&mut v[0], by);
            }
            Scale::divide_checked(y, x);
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let by = v[1] * x;
                Scale::multiply(&mut v[0], by);
            }
            Scale::divide(y, x);
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, v: &mut [f64], v_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let v_adj = Shadow::into_shadow(v_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = v[1] * x;
            let t2 = v[0];
            Scale::multiply_checked(&mut v[0], t1);
            let g1 = rules.pull_right_by(Div, get(&v_adj[0]), || v[0], || t1, || t2);
            add_with(&v_adj[1], || rules.pull_left(Mul, g1, || v[1], || x));
            add_with(x_adj, || rules.pull_right(Mul, g1, || v[1], || x));
            set(&v_adj[0], rules.pull_left(Div, get(&v_adj[0]), || v[0], || t1));
            Scale::divide_checked(y, x);
            add_with(x_adj, || rules.pull_right(Mul, get(y_adj), || *y, || x));
            set(y_adj, rules.pull_left(Mul, get(y_adj), || *y, || x));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = v[1] * x;
            let t2 = v[0];
            Scale::multiply(&mut v[0], t1);
            let g1 = rules.pull_right_by(Div, get(&v_adj[0]), || v[0], || t1, || t2);
            add_with(&v_adj[1], || rules.pull_left(Mul, g1, || v[1], || x));
            add_with(x_adj, || rules.pull_right(Mul, g1, || v[1], || x));
            set(&v_adj[0], rules.pull_left(Div, get(&v_adj[0]), || v[0], || t1));
            Scale::divide(y, x);
            add_with(x_adj, || rules.pull_right(Mul, get(y_adj), || *y, || x));
            set(y_adj, rules.pull_left(Mul, get(y_adj), || *y, || x));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, v: &mut [f64], v_adj: S1, x: f64, x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let v_adj = Shadow::into_shadow(v_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = *y;
            Scale::multiply_checked(y, x);
            add_with(x_adj, || rules.pull_right_by(Div, get(y_adj), || *y, || x, || t1));
            set(y_adj, rules.pull_left(Div, get(y_adj), || *y, || x));
            let t2 = v[1] * x;
            Scale::divide_checked(&mut v[0], t2);
            let g1 = rules.pull_right(Mul, get(&v_adj[0]), || v[0], || t2);
            add_with(&v_adj[1], || rules.pull_left(Mul, g1, || v[1], || x));
            add_with(x_adj, || rules.pull_right(Mul, g1, || v[1], || x));
            set(&v_adj[0], rules.pull_left(Mul, get(&v_adj[0]), || v[0], || t2));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = *y;
            Scale::multiply(y, x);
            add_with(x_adj, || rules.pull_right_by(Div, get(y_adj), || *y, || x, || t1));
            set(y_adj, rules.pull_left(Div, get(y_adj), || *y, || x));
            let t2 = v[1] * x;
            Scale::divide(&mut v[0], t2);
            let g1 = rules.pull_right(Mul, get(&v_adj[0]), || v[0], || t2);
            add_with(&v_adj[1], || rules.pull_left(Mul, g1, || v[1], || x));
            add_with(x_adj, || rules.pull_right(Mul, g1, || v[1], || x));
            set(&v_adj[0], rules.pull_left(Mul, get(&v_adj[0]), || v[0], || t2));
        }
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut f64, y_tan: S0, v: &mut [f64], v_tan: S1, x: f64, x_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let v_tan = Shadow::into_shadow(v_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        #[cfg(debug_assertions)]
        {
            rules
                .set_parts(
                    y_tan,
                    parts(y_tan) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(y_tan, block), || *y, || x),
                        rules.push_right(Mul, part(x_tan, block), || *y, || x),
                    ),
                );
            Scale::multiply_checked(y, x);
            let t1 = v[1] * x;
            let t2 = v[0] / t1;
            rules
                .set_parts(
                    &v_tan[0],
                    parts(&v_tan[0]) | parts(&v_tan[1]) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Div, part(&v_tan[0], block), || v[0], || t1),
                        rules
                            .push_right_by(
                                Div,
                                Gradient::plus(
                                    rules.push_left(Mul, part(&v_tan[1], block), || v[1], || x),
                                    rules.push_right(Mul, part(x_tan, block), || v[1], || x),
                                ),
                                || v[0],
                                || t1,
                                || t2,
                            ),
                    ),
                );
            Scale::divide_checked(&mut v[0], t1);
        }
        #[cfg(not(debug_assertions))]
        {
            rules
                .set_parts(
                    y_tan,
                    parts(y_tan) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(y_tan, block), || *y, || x),
                        rules.push_right(Mul, part(x_tan, block), || *y, || x),
                    ),
                );
            Scale::multiply(y, x);
            let t1 = v[1] * x;
            let t2 = v[0] / t1;
            rules
                .set_parts(
                    &v_tan[0],
                    parts(&v_tan[0]) | parts(&v_tan[1]) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Div, part(&v_tan[0], block), || v[0], || t1),
                        rules
                            .push_right_by(
                                Div,
                                Gradient::plus(
                                    rules.push_left(Mul, part(&v_tan[1], block), || v[1], || x),
                                    rules.push_right(Mul, part(x_tan, block), || v[1], || x),
                                ),
                                || v[0],
                                || t1,
                                || t2,
                            ),
                    ),
                );
            Scale::divide(&mut v[0], t1);
        }
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut f64, y_tan: S0, v: &mut [f64], v_tan: S1, x: f64, x_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let v_tan = Shadow::into_shadow(v_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        #[cfg(debug_assertions)]
        {
            let t1 = v[1] * x;
            rules
                .set_parts(
                    &v_tan[0],
                    parts(&v_tan[0]) | parts(&v_tan[1]) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(&v_tan[0], block), || v[0], || t1),
                        rules
                            .push_right(
                                Mul,
                                Gradient::plus(
                                    rules.push_left(Mul, part(&v_tan[1], block), || v[1], || x),
                                    rules.push_right(Mul, part(x_tan, block), || v[1], || x),
                                ),
                                || v[0],
                                || t1,
                            ),
                    ),
                );
            Scale::multiply_checked(&mut v[0], t1);
            let t2 = *y / x;
            rules
                .set_parts(
                    y_tan,
                    parts(y_tan) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Div, part(y_tan, block), || *y, || x),
                        rules.push_right_by(Div, part(x_tan, block), || *y, || x, || t2),
                    ),
                );
            Scale::divide_checked(y, x);
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = v[1] * x;
            rules
                .set_parts(
                    &v_tan[0],
                    parts(&v_tan[0]) | parts(&v_tan[1]) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(&v_tan[0], block), || v[0], || t1),
                        rules
                            .push_right(
                                Mul,
                                Gradient::plus(
                                    rules.push_left(Mul, part(&v_tan[1], block), || v[1], || x),
                                    rules.push_right(Mul, part(x_tan, block), || v[1], || x),
                                ),
                                || v[0],
                                || t1,
                            ),
                    ),
                );
            Scale::multiply(&mut v[0], t1);
            let t2 = *y / x;
            rules
                .set_parts(
                    y_tan,
                    parts(y_tan) | parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Div, part(y_tan, block), || *y, || x),
                        rules.push_right_by(Div, part(x_tan, block), || *y, || x, || t2),
                    ),
                );
            Scale::divide(y, x);
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut [f64],
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        scale(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, v: &mut [f64], v_adj: S1, x: f64, x_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, v, v_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut [f64], f64)> for scale {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut [f64], f64)) {
        scale(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut [f64], f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut [f64], f64)> for scale {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut [f64], f64),
        places: <(&'a1 mut f64, &'a2 mut [f64], f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut [f64], f64),
        places: <(&'a1 mut f64, &'a2 mut [f64], f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut f64, &'a2 mut [f64], f64)> for scale {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 mut [f64], f64),
        places: <(&'a1 mut f64, &'a2 mut [f64], f64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 mut [f64], f64),
        places: <(&'a1 mut f64, &'a2 mut [f64], f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
