#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn chosen(y: &mut f64, x: f64, k: usize) {
    plain::<f64>();
    plain::<f64>();
    plain::<usize>();
    without_gradient_type::<usize>();
    #[cfg(debug_assertions)]
    {
        {
            let by = if x > 0.0 { x * x } else { -x };
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        match k {
            0 | 1 => {
                let by = x;
                Absorbing(&*y, &by).sub("*y");
                *y -= by;
            }
            n if n > 4 => {}
            n_1 => {
                let by = x * (n_1 as f64);
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
        }
    }
    #[cfg(not(debug_assertions))]
    {
        *y += if x > 0.0 { x * x } else { -x };
        match k {
            0 | 1 => {
                *y -= x;
            }
            n if n > 4 => {}
            n_1 => {
                *y += x * (n_1 as f64);
            }
        }
    }
}
/// What is derived from the function [`chosen`](fn@chosen).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct chosen {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl chosen {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64, k: usize) {
        match k {
            0 | 1 => {
                *y += x;
            }
            n if n > 4 => {}
            n_1 => {
                *y -= x * (n_1 as f64);
            }
        }
        *y -= if x > 0.0 { x * x } else { -x };
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y_adj: S0, x: f64, x_adj: S1, k: usize, k_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        match k {
            0 | 1 => {
                sub(x_adj, get(y_adj));
            }
            n if n > 4 => {}
            n_1 => {
                add_with(
                    x_adj,
                    || rules.pull_left(Mul, get(y_adj), || x, || n_1 as f64),
                );
            }
        }
        if x > 0.0 {
            add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
        } else {
            add_with(x_adj, || rules.pull(Neg, get(y_adj), || x));
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, k: usize, k_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        #[cfg(debug_assertions)]
        {
            match k {
                0 | 1 => {
                    *y += x;
                    sub(x_adj, get(y_adj));
                }
                n if n > 4 => {}
                n_1 => {
                    let t1 = x * (n_1 as f64);
                    *y -= t1;
                    add_with(
                        x_adj,
                        || rules.pull_left(Mul, get(y_adj), || x, || n_1 as f64),
                    );
                }
            }
            let t2 = if x > 0.0 { x * x } else { -x };
            *y -= t2;
            if x > 0.0 {
                let t3 = x * x;
                add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
            } else {
                let t4 = -x;
                add_with(x_adj, || rules.pull(Neg, get(y_adj), || x));
            }
        }
        #[cfg(not(debug_assertions))]
        {
            match k {
                0 | 1 => {
                    *y += x;
                    sub(x_adj, get(y_adj));
                }
                n if n > 4 => {}
                n_1 => {
                    let t1 = x * (n_1 as f64);
                    *y -= t1;
                    add_with(
                        x_adj,
                        || rules.pull_left(Mul, get(y_adj), || x, || n_1 as f64),
                    );
                }
            }
            let t2 = if x > 0.0 { x * x } else { -x };
            *y -= t2;
            if x > 0.0 {
                add_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
            } else {
                add_with(x_adj, || rules.pull(Neg, get(y_adj), || x));
            }
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, k: usize, k_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = if x > 0.0 { x * x } else { -x };
            *y += t1;
            if x > 0.0 {
                let t2 = x * x;
                sub_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
            } else {
                let t3 = -x;
                sub_with(x_adj, || rules.pull(Neg, get(y_adj), || x));
            }
            match k {
                0 | 1 => {
                    *y -= x;
                    add(x_adj, get(y_adj));
                }
                n if n > 4 => {}
                n_1 => {
                    let t4 = x * (n_1 as f64);
                    *y += t4;
                    sub_with(
                        x_adj,
                        || rules.pull_left(Mul, get(y_adj), || x, || n_1 as f64),
                    );
                }
            }
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = if x > 0.0 { x * x } else { -x };
            *y += t1;
            if x > 0.0 {
                sub_with(x_adj, || rules.pull_right(Mul, twice(get(y_adj)), || x, || x));
            } else {
                sub_with(x_adj, || rules.pull(Neg, get(y_adj), || x));
            }
            match k {
                0 | 1 => {
                    *y -= x;
                    add(x_adj, get(y_adj));
                }
                n if n > 4 => {}
                n_1 => {
                    let t4 = x * (n_1 as f64);
                    *y += t4;
                    sub_with(
                        x_adj,
                        || rules.pull_left(Mul, get(y_adj), || x, || n_1 as f64),
                    );
                }
            }
        }
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_tan: S0, x: f64, x_tan: S1, k: usize, k_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        let t1;
        let t1_tan;
        if x > 0.0 {
            let t2 = x * x;
            t1 = t2;
            t1_tan = rules.shadow(|| &t1);
            rules
                .add_parts(
                    &t1_tan,
                    parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(x_tan, block), || x, || x),
                        rules.push_right(Mul, part(x_tan, block), || x, || x),
                    ),
                );
        } else {
            let t3 = -x;
            t1 = t3;
            t1_tan = rules.shadow(|| &t1);
            rules
                .add_parts(
                    &t1_tan,
                    parts(x_tan),
                    |rules, block| rules.push(Neg, part(x_tan, block), || x),
                );
        }
        add(y_tan, get(&t1_tan));
        *y += t1;
        match k {
            0 | 1 => {
                sub(y_tan, get(x_tan));
                *y -= x;
            }
            n if n > 4 => {}
            n_1 => {
                let t4 = x * (n_1 as f64);
                rules
                    .add_parts(
                        y_tan,
                        parts(x_tan),
                        |rules, block| {
                            rules.push_left(Mul, part(x_tan, block), || x, || n_1 as f64)
                        },
                    );
                *y += t4;
            }
        }
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_tan: S0, x: f64, x_tan: S1, k: usize, k_tan: S2) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        match k {
            0 | 1 => {
                add(y_tan, get(x_tan));
                *y += x;
            }
            n if n > 4 => {}
            n_1 => {
                let t1 = x * (n_1 as f64);
                rules
                    .add_parts(
                        y_tan,
                        parts(x_tan),
                        |rules, block| Gradient::negated(
                            rules.push_left(Mul, part(x_tan, block), || x, || n_1 as f64),
                        ),
                    );
                *y -= t1;
            }
        }
        let t2;
        let t2_tan;
        if x > 0.0 {
            let t3 = x * x;
            t2 = t3;
            t2_tan = rules.shadow(|| &t2);
            rules
                .add_parts(
                    &t2_tan,
                    parts(x_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(x_tan, block), || x, || x),
                        rules.push_right(Mul, part(x_tan, block), || x, || x),
                    ),
                );
        } else {
            let t4 = -x;
            t2 = t4;
            t2_tan = rules.shadow(|| &t2);
            rules
                .add_parts(
                    &t2_tan,
                    parts(x_tan),
                    |rules, block| rules.push(Neg, part(x_tan, block), || x),
                );
        }
        sub(y_tan, get(&t2_tan));
        *y -= t2;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        chosen(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, k: usize, k_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, x, x_adj, k, k_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64, usize)> for chosen {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, usize)) {
        chosen(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, usize)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64, usize)> for chosen {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleTangent<(&'a1 mut f64, f64, usize)> for chosen {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
