#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn converted(y: &mut f64, x: f32) {
    plain::<f64>();
    plain::<f32>();
    #[cfg(debug_assertions)]
    {
        let a = x;
        let mut a_held = largest(0.0, &a);
        #[allow(unused_mut)]
        let mut a_1 = <f64 as Lossless<f32>>::widen(a);
        {
            let by = a_1 * a_1;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        #[allow(unused_mut)]
        let mut a = <f64 as Lossless<f32>>::narrow(a_1);
        a_held = largest(a_held, &a);
        restored("a", &a, &(x), a_held);
    }
    #[cfg(not(debug_assertions))]
    {
        let a = x;
        #[allow(unused_mut)]
        let mut a_1 = <f64 as Lossless<f32>>::widen(a);
        *y += a_1 * a_1;
    }
}
/// What is derived from the function [`converted`](fn@converted).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct converted {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl converted {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f32) {
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            *y -= a_1 * a_1;
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            a_held = largest(a_held, &a);
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            *y -= a_1 * a_1;
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f32, W>>(
        y_adj: S0,
        x: f32,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut a = x;
        let a_adj = rules.shadow(|| &a);
        #[allow(unused_mut)]
        let mut a_1 = <f64 as Lossless<f32>>::widen(a);
        let a_1_adj = rules.shadow(|| &a_1);
        add_with(&a_1_adj, || rules.pull_cast(get(&a_adj), || a_1, || a_1 as f32));
        add_with(&a_1_adj, || rules.pull_right(Mul, twice(get(y_adj)), || a_1, || a_1));
        #[allow(unused_mut)]
        let mut a = <f64 as Lossless<f32>>::narrow(a_1);
        let a_adj = rules.shadow(|| &a);
        add_with(&a_adj, || rules.pull_cast(get(&a_1_adj), || a, || a as f64));
        add(x_adj, get(&a_adj));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f32, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f32,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let a_adj = rules.shadow(|| &a);
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_adj = rules.shadow(|| &a_1);
            add_with(&a_1_adj, || rules.pull_cast(get(&a_adj), || a_1, || a_1 as f32));
            let t1 = a_1 * a_1;
            *y -= t1;
            add_with(
                &a_1_adj,
                || rules.pull_right(Mul, twice(get(y_adj)), || a_1, || a_1),
            );
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            a_held = largest(a_held, &a);
            let a_adj = rules.shadow(|| &a);
            add_with(&a_adj, || rules.pull_cast(get(&a_1_adj), || a, || a as f64));
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_adj = rules.shadow(|| &a);
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_adj = rules.shadow(|| &a_1);
            add_with(&a_1_adj, || rules.pull_cast(get(&a_adj), || a_1, || a_1 as f32));
            let t1 = a_1 * a_1;
            *y -= t1;
            add_with(
                &a_1_adj,
                || rules.pull_right(Mul, twice(get(y_adj)), || a_1, || a_1),
            );
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            let a_adj = rules.shadow(|| &a);
            add_with(&a_adj, || rules.pull_cast(get(&a_1_adj), || a, || a as f64));
            add(x_adj, get(&a_adj));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f32, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f32,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let a_adj = rules.shadow(|| &a);
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_adj = rules.shadow(|| &a_1);
            add_with(&a_1_adj, || rules.pull_cast(get(&a_adj), || a_1, || a_1 as f32));
            let t1 = a_1 * a_1;
            *y += t1;
            sub_with(
                &a_1_adj,
                || rules.pull_right(Mul, twice(get(y_adj)), || a_1, || a_1),
            );
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            a_held = largest(a_held, &a);
            let a_adj = rules.shadow(|| &a);
            add_with(&a_adj, || rules.pull_cast(get(&a_1_adj), || a, || a as f64));
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_adj = rules.shadow(|| &a);
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_adj = rules.shadow(|| &a_1);
            add_with(&a_1_adj, || rules.pull_cast(get(&a_adj), || a_1, || a_1 as f32));
            let t1 = a_1 * a_1;
            *y += t1;
            sub_with(
                &a_1_adj,
                || rules.pull_right(Mul, twice(get(y_adj)), || a_1, || a_1),
            );
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            let a_adj = rules.shadow(|| &a);
            add_with(&a_adj, || rules.pull_cast(get(&a_1_adj), || a, || a as f64));
            add(x_adj, get(&a_adj));
        }
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Direction<'s, f32, W>>(
        y: &mut f64,
        y_tan: S0,
        x: f32,
        x_tan: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f32, S1::Kind>(&x_tan);
        #[cfg(debug_assertions)]
        {
            let a = x;
            let mut a_held = largest(0.0, &a);
            let a_tan = rules.shadow(|| &a);
            add(&a_tan, get(x_tan));
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_tan = rules.shadow(|| &a_1);
            rules
                .add_parts(
                    &a_1_tan,
                    parts(&a_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_tan, block),
                                || a_1 as f32,
                                || a_1 as f32 as f64,
                            )
                    },
                );
            let t1 = a_1 * a_1;
            rules
                .add_parts(
                    y_tan,
                    parts(&a_1_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(&a_1_tan, block), || a_1, || a_1),
                        rules.push_right(Mul, part(&a_1_tan, block), || a_1, || a_1),
                    ),
                );
            *y += t1;
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            a_held = largest(a_held, &a);
            let a_tan = rules.shadow(|| &a);
            rules
                .add_parts(
                    &a_tan,
                    parts(&a_1_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_1_tan, block),
                                || a as f64,
                                || a as f64 as f32,
                            )
                    },
                );
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let a = x;
            let a_tan = rules.shadow(|| &a);
            add(&a_tan, get(x_tan));
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_tan = rules.shadow(|| &a_1);
            rules
                .add_parts(
                    &a_1_tan,
                    parts(&a_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_tan, block),
                                || a_1 as f32,
                                || a_1 as f32 as f64,
                            )
                    },
                );
            let t1 = a_1 * a_1;
            rules
                .add_parts(
                    y_tan,
                    parts(&a_1_tan),
                    |rules, block| Gradient::plus(
                        rules.push_left(Mul, part(&a_1_tan, block), || a_1, || a_1),
                        rules.push_right(Mul, part(&a_1_tan, block), || a_1, || a_1),
                    ),
                );
            *y += t1;
        }
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Direction<'s, f32, W>>(
        y: &mut f64,
        y_tan: S0,
        x: f32,
        x_tan: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f32, S1::Kind>(&x_tan);
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let a_tan = rules.shadow(|| &a);
            add(&a_tan, get(x_tan));
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_tan = rules.shadow(|| &a_1);
            rules
                .add_parts(
                    &a_1_tan,
                    parts(&a_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_tan, block),
                                || a_1 as f32,
                                || a_1 as f32 as f64,
                            )
                    },
                );
            let t1 = a_1 * a_1;
            rules
                .add_parts(
                    y_tan,
                    parts(&a_1_tan),
                    |rules, block| Gradient::negated(
                        Gradient::plus(
                            rules.push_left(Mul, part(&a_1_tan, block), || a_1, || a_1),
                            rules.push_right(Mul, part(&a_1_tan, block), || a_1, || a_1),
                        ),
                    ),
                );
            *y -= t1;
            #[allow(unused_mut)]
            let mut a = <f64 as Lossless<f32>>::narrow(a_1);
            a_held = largest(a_held, &a);
            let a_tan = rules.shadow(|| &a);
            rules
                .add_parts(
                    &a_tan,
                    parts(&a_1_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_1_tan, block),
                                || a as f64,
                                || a as f64 as f32,
                            )
                    },
                );
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_tan = rules.shadow(|| &a);
            add(&a_tan, get(x_tan));
            #[allow(unused_mut)]
            let mut a_1 = <f64 as Lossless<f32>>::widen(a);
            let a_1_tan = rules.shadow(|| &a_1);
            rules
                .add_parts(
                    &a_1_tan,
                    parts(&a_tan),
                    |rules, block| {
                        rules
                            .push_cast(
                                part(&a_tan, block),
                                || a_1 as f32,
                                || a_1 as f32 as f64,
                            )
                    },
                );
            let t1 = a_1 * a_1;
            rules
                .add_parts(
                    y_tan,
                    parts(&a_1_tan),
                    |rules, block| Gradient::negated(
                        Gradient::plus(
                            rules.push_left(Mul, part(&a_1_tan, block), || a_1, || a_1),
                            rules.push_right(Mul, part(&a_1_tan, block), || a_1, || a_1),
                        ),
                    ),
                );
            *y -= t1;
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f32,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        converted(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f32, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f32,
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f32)> for converted {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f32)) {
        converted(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f32)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f32)> for converted {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f32),
        places: <(&'a1 mut f64, f32) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f32),
        places: <(&'a1 mut f64, f32) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleTangent<(&'a1 mut f64, f32)> for converted {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f32),
        places: <(&'a1 mut f64, f32) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, f32),
        places: <(&'a1 mut f64, f32) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(args.0, places.0, args.1, places.1);
    }
}
