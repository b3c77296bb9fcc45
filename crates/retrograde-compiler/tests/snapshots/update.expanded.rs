/// `+=`, `-=` and `^=` are undone by their opposites, in opposite order.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn update(y: &mut f64, k: &mut u64, x: f64, n: u64) {
    plain::<f64>();
    plain::<u64>();
    plain::<f64>();
    plain::<u64>();
    without_gradient_type::<u64>();
    without_gradient_type::<u64>();
    *y += pure(|| x * x.sin());
    *k ^= n;
    *y -= x / 3.0;
}
/// What is derived from the function [`update`](fn@update).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct update {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl update {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, k: &mut u64, x: f64, n: u64) {
        *y += x / 3.0;
        *k ^= n;
        *y -= x * x.sin();
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(y_adj: S0, k_adj: S1, x: f64, x_adj: S2, n: u64, n_adj: S3) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        sub_with(x_adj, || rules.pull_left(Div, get(y_adj), || x, || 3.0));
        let t2 = x.sin();
        add_with(x_adj, || rules.pull_left(Mul, get(y_adj), || x, || t2));
        add_with(
            x_adj,
            || rules.pull(Sin, rules.pull_right(Mul, get(y_adj), || x, || t2), || x),
        );
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        k: &mut u64,
        k_adj: S1,
        x: f64,
        x_adj: S2,
        n: u64,
        n_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        let t1 = x / 3.0;
        *y += t1;
        sub_with(x_adj, || rules.pull_left(Div, get(y_adj), || x, || 3.0));
        *k ^= n;
        let t2 = x.sin();
        let t3 = x * t2;
        *y -= t3;
        add_with(x_adj, || rules.pull_left(Mul, get(y_adj), || x, || t2));
        add_with(
            x_adj,
            || rules.pull(Sin, rules.pull_right(Mul, get(y_adj), || x, || t2), || x),
        );
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        k: &mut u64,
        k_adj: S1,
        x: f64,
        x_adj: S2,
        n: u64,
        n_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        let t1 = x.sin();
        let t2 = x * t1;
        *y += t2;
        sub_with(x_adj, || rules.pull_left(Mul, get(y_adj), || x, || t1));
        sub_with(
            x_adj,
            || rules.pull(Sin, rules.pull_right(Mul, get(y_adj), || x, || t1), || x),
        );
        *k ^= n;
        let t3 = x / 3.0;
        *y -= t3;
        add_with(x_adj, || rules.pull_left(Div, get(y_adj), || x, || 3.0));
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Direction<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(
        y: &mut f64,
        y_tan: S0,
        k: &mut u64,
        k_tan: S1,
        x: f64,
        x_tan: S2,
        n: u64,
        n_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        let t1 = x.sin();
        let t2 = x * t1;
        rules
            .add_parts(
                y_tan,
                parts(x_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(x_tan, block), || x, || t1),
                    rules
                        .push_right(
                            Mul,
                            rules.push(Sin, part(x_tan, block), || x),
                            || x,
                            || t1,
                        ),
                ),
            );
        *y += t2;
        *k ^= n;
        let t3 = x / 3.0;
        rules
            .add_parts(
                y_tan,
                parts(x_tan),
                |rules, block| Gradient::negated(
                    rules.push_left(Div, part(x_tan, block), || x, || 3.0),
                ),
            );
        *y -= t3;
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Direction<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(
        y: &mut f64,
        y_tan: S0,
        k: &mut u64,
        k_tan: S1,
        x: f64,
        x_tan: S2,
        n: u64,
        n_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S2::Kind>(&x_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        let t1 = x / 3.0;
        rules
            .add_parts(
                y_tan,
                parts(x_tan),
                |rules, block| rules.push_left(Div, part(x_tan, block), || x, || 3.0),
            );
        *y += t1;
        *k ^= n;
        let t2 = x.sin();
        let t3 = x * t2;
        rules
            .add_parts(
                y_tan,
                parts(x_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        rules.push_left(Mul, part(x_tan, block), || x, || t2),
                        rules
                            .push_right(
                                Mul,
                                rules.push(Sin, part(x_tan, block), || x),
                                || x,
                                || t2,
                            ),
                    ),
                ),
            );
        *y -= t3;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut u64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
        arg3: u64,
        _: ::core::marker::PhantomData<__K3>,
    ) {
        update(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, u64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, u64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        k: &mut u64,
        k_adj: S1,
        x: f64,
        x_adj: S2,
        n: u64,
        n_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1, S2, S3>(y, y_adj, k, k_adj, x, x_adj, n, n_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut u64, f64, u64)> for update {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut u64, f64, u64)) {
        update(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut u64, f64, u64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut u64, f64, u64)> for update {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut u64, f64, u64),
        places: <(&'a1 mut f64, &'a2 mut u64, f64, u64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut u64, f64, u64),
        places: <(&'a1 mut f64, &'a2 mut u64, f64, u64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut f64, &'a2 mut u64, f64, u64)> for update {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 mut u64, f64, u64),
        places: <(&'a1 mut f64, &'a2 mut u64, f64, u64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 mut u64, f64, u64),
        places: <(&'a1 mut f64, &'a2 mut u64, f64, u64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
}
