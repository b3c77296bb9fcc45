#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn views(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
    plain::<f64>();
    plain::<Complex>();
    plain::<i64>();
    plain::<Complex>();
    #[cfg(debug_assertions)]
    {
        {
            let by = w.re;
            Absorbing(&*y, &by).sub("*y");
            *y -= by;
        }
        {
            let by = pure(|| w.conj());
            Absorbing(&*z, &by).sub("*z");
            *z -= by;
        }
        {
            one_to_one(
                "*k",
                &*k,
                &{
                    let image = Bijection::image(&Shift, -*k);
                    -Bijection::preimage(&Shift, image)
                },
            );
            let mut image = Bijection::image(&Shift, -*k);
            Scale::multiply_checked(&mut image, 3);
            *k = -Bijection::preimage(&Shift, image);
            one_to_one(
                "*k",
                &*k,
                &{
                    let image = Bijection::image(&Shift, -*k);
                    -Bijection::preimage(&Shift, image)
                },
            );
        }
    }
    #[cfg(not(debug_assertions))]
    {
        *y -= w.re;
        *z -= pure(|| w.conj());
        {
            let mut image = Bijection::image(&Shift, -*k);
            Scale::multiply(&mut image, 3);
            *k = -Bijection::preimage(&Shift, image);
        }
    }
}
/// What is derived from the function [`views`](fn@views).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct views {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl views {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
        #[cfg(debug_assertions)]
        {
            {
                one_to_one(
                    "*k",
                    &*k,
                    &{
                        let image = Bijection::image(&Shift, -*k);
                        -Bijection::preimage(&Shift, image)
                    },
                );
                let mut image = Bijection::image(&Shift, -*k);
                Scale::divide_checked(&mut image, 3);
                *k = -Bijection::preimage(&Shift, image);
                one_to_one(
                    "*k",
                    &*k,
                    &{
                        let image = Bijection::image(&Shift, -*k);
                        -Bijection::preimage(&Shift, image)
                    },
                );
            }
            *z += w.conj();
            *y += w.re;
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut image = Bijection::image(&Shift, -*k);
                Scale::divide(&mut image, 3);
                *k = -Bijection::preimage(&Shift, image);
            }
            *z += w.conj();
            *y += w.re;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> Reversible<(&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)>
for views {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)) {
        views(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn slopes(x: &mut f64, a: f64) {
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        {
            one_to_one(
                "*x",
                &*x,
                &{
                    let image = Bijection::image(&Log, -*x);
                    -Bijection::preimage(&Log, image)
                },
            );
            let mut image = Bijection::image(&Log, -*x);
            image += a * a;
            *x = -Bijection::preimage(&Log, image);
            one_to_one(
                "*x",
                &*x,
                &{
                    let image = Bijection::image(&Log, -*x);
                    -Bijection::preimage(&Log, image)
                },
            );
        }
    }
    #[cfg(not(debug_assertions))]
    {
        {
            let mut image = Bijection::image(&Log, -*x);
            image += a * a;
            *x = -Bijection::preimage(&Log, image);
        }
    }
}
/// What is derived from the function [`slopes`](fn@slopes).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct slopes {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl slopes {
    /// Undoes the function.
    #[inline]
    fn inverse(x: &mut f64, a: f64) {
        #[cfg(debug_assertions)]
        {
            {
                one_to_one(
                    "*x",
                    &*x,
                    &{
                        let image = Bijection::image(&Log, -*x);
                        -Bijection::preimage(&Log, image)
                    },
                );
                let mut image = Bijection::image(&Log, -*x);
                image -= a * a;
                *x = -Bijection::preimage(&Log, image);
                one_to_one(
                    "*x",
                    &*x,
                    &{
                        let image = Bijection::image(&Log, -*x);
                        -Bijection::preimage(&Log, image)
                    },
                );
            }
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut image = Bijection::image(&Log, -*x);
                image -= a * a;
                *x = -Bijection::preimage(&Log, image);
            }
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        a: f64,
        a_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let x_adj = Shadow::into_shadow(x_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let mut image1 = Bijection::image(&Log, -*x);
        let image1_adj = rules.shadow(|| &image1);
        add_with(
            &image1_adj,
            || {
                rules
                    .pull_left(
                        Div,
                        rules.pull(Neg, get(x_adj), || *x),
                        || -*x,
                        || Smooth::slope(&Log, -*x),
                    )
            },
        );
        let t1 = a * a;
        image1 -= t1;
        add_with(a_adj, || rules.pull_right(Mul, twice(get(&image1_adj)), || a, || a));
        *x = -Bijection::preimage(&Log, image1);
        set(
            x_adj,
            rules
                .pull(
                    Neg,
                    rules
                        .pull_left(
                            Mul,
                            get(&image1_adj),
                            || -*x,
                            || Smooth::slope(&Log, -*x),
                        ),
                    || *x,
                ),
        );
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        a: f64,
        a_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let x_adj = Shadow::into_shadow(x_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let mut image1 = Bijection::image(&Log, -*x);
        let image1_adj = rules.shadow(|| &image1);
        add_with(
            &image1_adj,
            || {
                rules
                    .pull_left(
                        Div,
                        rules.pull(Neg, get(x_adj), || *x),
                        || -*x,
                        || Smooth::slope(&Log, -*x),
                    )
            },
        );
        let t1 = a * a;
        image1 += t1;
        sub_with(a_adj, || rules.pull_right(Mul, twice(get(&image1_adj)), || a, || a));
        *x = -Bijection::preimage(&Log, image1);
        set(
            x_adj,
            rules
                .pull(
                    Neg,
                    rules
                        .pull_left(
                            Mul,
                            get(&image1_adj),
                            || -*x,
                            || Smooth::slope(&Log, -*x),
                        ),
                    || *x,
                ),
        );
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Direction<'s, f64, W>>(
        x: &mut f64,
        x_tan: S0,
        a: f64,
        a_tan: S1,
    ) {
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let a_tan = Direction::into_places(a_tan);
        let a_tan = along::<f64, S1::Kind>(&a_tan);
        let mut image1 = Bijection::image(&Log, -*x);
        let image1_tan = rules.shadow(|| &image1);
        rules
            .add_parts(
                &image1_tan,
                parts(x_tan),
                |rules, block| {
                    rules
                        .push_left(
                            Mul,
                            rules.push(Neg, part(x_tan, block), || *x),
                            || -*x,
                            || Smooth::slope(&Log, -*x),
                        )
                },
            );
        let t1 = a * a;
        rules
            .add_parts(
                &image1_tan,
                parts(a_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(a_tan, block), || a, || a),
                    rules.push_right(Mul, part(a_tan, block), || a, || a),
                ),
            );
        image1 += t1;
        *x = -Bijection::preimage(&Log, image1);
        rules
            .set_parts(
                x_tan,
                parts(&image1_tan),
                |rules, block| {
                    rules
                        .push(
                            Neg,
                            rules
                                .push_left(
                                    Div,
                                    part(&image1_tan, block),
                                    || -*x,
                                    || Smooth::slope(&Log, -*x),
                                ),
                            || *x,
                        )
                },
            );
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Direction<'s, f64, W>>(
        x: &mut f64,
        x_tan: S0,
        a: f64,
        a_tan: S1,
    ) {
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let a_tan = Direction::into_places(a_tan);
        let a_tan = along::<f64, S1::Kind>(&a_tan);
        let mut image1 = Bijection::image(&Log, -*x);
        let image1_tan = rules.shadow(|| &image1);
        rules
            .add_parts(
                &image1_tan,
                parts(x_tan),
                |rules, block| {
                    rules
                        .push_left(
                            Mul,
                            rules.push(Neg, part(x_tan, block), || *x),
                            || -*x,
                            || Smooth::slope(&Log, -*x),
                        )
                },
            );
        let t1 = a * a;
        rules
            .add_parts(
                &image1_tan,
                parts(a_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        rules.push_left(Mul, part(a_tan, block), || a, || a),
                        rules.push_right(Mul, part(a_tan, block), || a, || a),
                    ),
                ),
            );
        image1 -= t1;
        *x = -Bijection::preimage(&Log, image1);
        rules
            .set_parts(
                x_tan,
                parts(&image1_tan),
                |rules, block| {
                    rules
                        .push(
                            Neg,
                            rules
                                .push_left(
                                    Div,
                                    part(&image1_tan, block),
                                    || -*x,
                                    || Smooth::slope(&Log, -*x),
                                ),
                            || *x,
                        )
                },
            );
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        slopes(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        a: f64,
        a_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(x, x_adj, a, a_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for slopes {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        slopes(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for slopes {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleTangent<(&'a1 mut f64, f64)> for slopes {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::tangent(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_tangent(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_tangent(args.0, places.0, args.1, places.1);
    }
}
