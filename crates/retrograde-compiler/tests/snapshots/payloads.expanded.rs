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
        #[cfg(debug_assertions)]
        {
            match shape {
                Shape::Circle { radius } => {
                    let by = scale * *radius;
                    Absorbing(&*y, &by).sub("*y");
                    *y -= by;
                }
                Shape::Rectangle(a, b) if *a > *b => {
                    let by = *a * *b;
                    Absorbing(&*y, &by).sub("*y");
                    *y -= by;
                }
                _ => {}
            }
        }
        #[cfg(not(debug_assertions))]
        {
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

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn product(y: &mut f64, a: f64, b: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        {
            let by = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        *y
            += match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
    }
}
/// What is derived from the function [`product`](fn@product).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct product {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl product {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, a: f64, b: f64) {
        #[cfg(debug_assertions)]
        {
            {
                let by = match (a * b, b) {
                    (p, q) if p > q => p * q,
                    (p_1, _) => p_1,
                };
                Absorbing(&*y, &by).sub("*y");
                *y -= by;
            }
        }
        #[cfg(not(debug_assertions))]
        {
            *y
                -= match (a * b, b) {
                    (p, q) if p > q => p * q,
                    (p_1, _) => p_1,
                };
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let t2 = a * b;
        let whole1_adj = rules.shadow(|| (t2, b));
        match (t2, b) {
            (p, q) if p > q => {
                let p_adj = &whole1_adj.0;
                let q_adj = b_adj;
                add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
            }
            (p_1, _) => {
                let p_1_adj = &whole1_adj.0;
                add(p_1_adj, get(y_adj));
            }
        }
        add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
        add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
        add(b_adj, get(&whole1_adj.1));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y -= t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    let t3 = p * q;
                    add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    add(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y -= t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    add(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y += t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    let t3 = p * q;
                    sub_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    sub_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    sub(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y += t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    sub_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    sub_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    sub(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        product(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, a, a_adj, b, b_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64, f64)> for product {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, f64)) {
        product(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64, f64)> for product {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn by_name_alone(x: f64) -> f64 {
    let shape = if x > 1.0 { Circle { radius: x } } else { Square(x * x) };
    match shape {
        Circle { radius } => radius * radius,
        Square(a) => a,
    }
}
/// What is derived from the function [`by_name_alone`](fn@by_name_alone).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct by_name_alone {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl by_name_alone {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(TangentOf<f64, W>, &<f64 as Differentiable>::Shadow<K0>) + use<W, K0>,
    ) {
        let rules = Rules::<W>::new();
        let branch1;
        if x > 1.0 {
            branch1 = (Circle { radius: x });
        } else {
            branch1 = Square(x * x);
        }
        let shape = ::core::clone::Clone::clone(&branch1);
        let branch2;
        match ::core::clone::Clone::clone(&shape) {
            Circle { radius } => {
                branch2 = radius * radius;
            }
            Square(a) => {
                branch2 = a;
            }
        }
        let result1 = branch2;
        (
            result1,
            move |seed, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let branch1_adj = rules.shadow(|| &branch1);
                let shape_adj = rules.shadow(|| &shape);
                let branch2_adj = rules.shadow(|| &branch2);
                add(&branch2_adj, get(&result1_adj));
                match ::core::clone::Clone::clone(&shape) {
                    Circle { radius } => {
                        let radius_adj = &shape_adj.Circle.radius;
                        let g3 = get(&branch2_adj);
                        add_with(
                            radius_adj,
                            || rules.pull_right(Mul, twice(g3), || radius, || radius),
                        );
                    }
                    Square(a) => {
                        let a_adj = &shape_adj.Square.0;
                        let g4 = get(&branch2_adj);
                        add(a_adj, g4);
                    }
                }
                add(&branch1_adj, get(&shape_adj));
                if x > 1.0 {
                    let g1_adj = rules.shadow(|| &branch1);
                    add(&g1_adj, get(&branch1_adj));
                    add(x_adj, get(&held!(g1_adj, Circle).radius));
                } else {
                    let g2_adj = rules.shadow(|| &branch1);
                    add(&g2_adj, get(&branch1_adj));
                    add_with(
                        x_adj,
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    twice(get(&held!(g2_adj, Square).0)),
                                    || x,
                                    || x,
                                )
                        },
                    );
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for by_name_alone
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        by_name_alone(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64,),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64,) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(f64,) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0)),
        )
    }
}
