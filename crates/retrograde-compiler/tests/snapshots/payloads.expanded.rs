#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn area(y: &mut f64, shape: &Shape, scale: f64) {
    plain::<f64>();
    plain::<Shape>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        match shape {
            Shape::Circle { radius } => {
                let by = scale * *radius;
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let by = *a * *b;
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
            _ => {}
        }
    }
    #[cfg(not(debug_assertions))]
    {
        match shape {
            Shape::Circle { radius } => {
                *y += scale * *radius;
            }
            Shape::Rectangle(a, b) if *a > *b => {
                *y += *a * *b;
            }
            _ => {}
        }
    }
}
/// What is derived from the function [`area`](fn@area).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct area {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl area {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, shape: &Shape, scale: f64) {
        match shape {
            Shape::Circle { radius } => {
                *y -= scale * *radius;
            }
            Shape::Rectangle(a, b) if *a > *b => {
                *y -= *a * *b;
            }
            _ => {}
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, shape: &Shape, shape_adj: S1, scale: f64, scale_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let shape_adj = Shadow::into_shadow(shape_adj);
        let scale_adj = Shadow::into_shadow(scale_adj);
        match shape {
            Shape::Circle { radius } => {
                let radius_adj = &shape_adj.Circle.radius;
                add_with(
                    scale_adj,
                    || rules.pull_left(Mul, get(y_adj), || scale, || *radius),
                );
                add_with(
                    radius_adj,
                    || rules.pull_right(Mul, get(y_adj), || scale, || *radius),
                );
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let a_adj = &shape_adj.Rectangle.0;
                let b_adj = &shape_adj.Rectangle.1;
                add_with(a_adj, || rules.pull_left(Mul, get(y_adj), || *a, || *b));
                add_with(b_adj, || rules.pull_right(Mul, get(y_adj), || *a, || *b));
            }
            _ => {}
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, shape: &Shape, shape_adj: S1, scale: f64, scale_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let shape_adj = Shadow::into_shadow(shape_adj);
        let scale_adj = Shadow::into_shadow(scale_adj);
        match shape {
            Shape::Circle { radius } => {
                let radius_adj = &shape_adj.Circle.radius;
                let t1 = scale * *radius;
                *y -= t1;
                add_with(
                    scale_adj,
                    || rules.pull_left(Mul, get(y_adj), || scale, || *radius),
                );
                add_with(
                    radius_adj,
                    || rules.pull_right(Mul, get(y_adj), || scale, || *radius),
                );
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let a_adj = &shape_adj.Rectangle.0;
                let b_adj = &shape_adj.Rectangle.1;
                let t2 = *a * *b;
                *y -= t2;
                add_with(a_adj, || rules.pull_left(Mul, get(y_adj), || *a, || *b));
                add_with(b_adj, || rules.pull_right(Mul, get(y_adj), || *a, || *b));
            }
            _ => {}
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, shape: &Shape, shape_adj: S1, scale: f64, scale_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let shape_adj = Shadow::into_shadow(shape_adj);
        let scale_adj = Shadow::into_shadow(scale_adj);
        match shape {
            Shape::Circle { radius } => {
                let radius_adj = &shape_adj.Circle.radius;
                let t1 = scale * *radius;
                *y += t1;
                sub_with(
                    scale_adj,
                    || rules.pull_left(Mul, get(y_adj), || scale, || *radius),
                );
                sub_with(
                    radius_adj,
                    || rules.pull_right(Mul, get(y_adj), || scale, || *radius),
                );
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let a_adj = &shape_adj.Rectangle.0;
                let b_adj = &shape_adj.Rectangle.1;
                let t2 = *a * *b;
                *y += t2;
                sub_with(a_adj, || rules.pull_left(Mul, get(y_adj), || *a, || *b));
                sub_with(b_adj, || rules.pull_right(Mul, get(y_adj), || *a, || *b));
            }
            _ => {}
        }
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut f64, y_tan: S0, shape: &Shape, shape_tan: S1, scale: f64, scale_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let shape_tan = Shadow::into_shadow(shape_tan);
        let scale_tan = Direction::into_places(scale_tan);
        let scale_tan = along::<f64, S2::Kind>(&scale_tan);
        match shape {
            Shape::Circle { radius } => {
                let radius_tan = &shape_tan.Circle.radius;
                let t1 = scale * *radius;
                rules
                    .add_parts(
                        y_tan,
                        parts(scale_tan) | parts(radius_tan),
                        |rules, block| Gradient::plus(
                            rules
                                .push_left(
                                    Mul,
                                    part(scale_tan, block),
                                    || scale,
                                    || *radius,
                                ),
                            rules
                                .push_right(
                                    Mul,
                                    part(radius_tan, block),
                                    || scale,
                                    || *radius,
                                ),
                        ),
                    );
                *y += t1;
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let a_tan = &shape_tan.Rectangle.0;
                let b_tan = &shape_tan.Rectangle.1;
                let t2 = *a * *b;
                rules
                    .add_parts(
                        y_tan,
                        parts(a_tan) | parts(b_tan),
                        |rules, block| Gradient::plus(
                            rules.push_left(Mul, part(a_tan, block), || *a, || *b),
                            rules.push_right(Mul, part(b_tan, block), || *a, || *b),
                        ),
                    );
                *y += t2;
            }
            _ => {}
        }
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Direction<'s, f64, W>,
    >(y: &mut f64, y_tan: S0, shape: &Shape, shape_tan: S1, scale: f64, scale_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let shape_tan = Shadow::into_shadow(shape_tan);
        let scale_tan = Direction::into_places(scale_tan);
        let scale_tan = along::<f64, S2::Kind>(&scale_tan);
        match shape {
            Shape::Circle { radius } => {
                let radius_tan = &shape_tan.Circle.radius;
                let t1 = scale * *radius;
                rules
                    .add_parts(
                        y_tan,
                        parts(scale_tan) | parts(radius_tan),
                        |rules, block| Gradient::negated(
                            Gradient::plus(
                                rules
                                    .push_left(
                                        Mul,
                                        part(scale_tan, block),
                                        || scale,
                                        || *radius,
                                    ),
                                rules
                                    .push_right(
                                        Mul,
                                        part(radius_tan, block),
                                        || scale,
                                        || *radius,
                                    ),
                            ),
                        ),
                    );
                *y -= t1;
            }
            Shape::Rectangle(a, b) if *a > *b => {
                let a_tan = &shape_tan.Rectangle.0;
                let b_tan = &shape_tan.Rectangle.1;
                let t2 = *a * *b;
                rules
                    .add_parts(
                        y_tan,
                        parts(a_tan) | parts(b_tan),
                        |rules, block| Gradient::negated(
                            Gradient::plus(
                                rules.push_left(Mul, part(a_tan, block), || *a, || *b),
                                rules.push_right(Mul, part(b_tan, block), || *a, || *b),
                            ),
                        ),
                    );
                *y -= t2;
            }
            _ => {}
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &Shape,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        area(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, Shape, W>,
        S2: Shadow<'s, f64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        shape: &Shape,
        shape_adj: S1,
        scale: f64,
        scale_adj: S2,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, shape, shape_adj, scale, scale_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 Shape, f64)> for area {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 Shape, f64)) {
        area(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 Shape, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 Shape, f64)> for area {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 Shape, f64),
        places: <(&'a1 mut f64, &'a2 Shape, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 Shape, f64),
        places: <(&'a1 mut f64, &'a2 Shape, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut f64, &'a2 Shape, f64)> for area {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 Shape, f64),
        places: <(&'a1 mut f64, &'a2 Shape, f64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, &'a2 Shape, f64),
        places: <(&'a1 mut f64, &'a2 Shape, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
