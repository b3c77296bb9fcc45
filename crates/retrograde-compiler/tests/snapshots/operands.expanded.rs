/// Operations with one, two and three operands, and one with two results.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn operands(y: &mut f64, x: f64, lo: f64, hi: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    *y += pure(|| x.clamp(lo, hi).mul_add(x.copysign(lo), hi.fract()));
    let whole1 = pure(|| (x * lo).sin_cos());
    #[allow(clippy::all, clippy::pedantic)]
    let (_, _) = whole1;
    let s = whole1.0;
    let c = whole1.1;
    *y += s * c;
}
/// What is derived from the function [`operands`](fn@operands).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct operands {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl operands {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64, lo: f64, hi: f64) {
        let whole1 = (x * lo).sin_cos();
        let s = whole1.0;
        let c = whole1.1;
        *y -= s * c;
        *y -= x.clamp(lo, hi).mul_add(x.copysign(lo), hi.fract());
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, f64, W>,
    >(y_adj: S0, x: f64, x_adj: S1, lo: f64, lo_adj: S2, hi: f64, hi_adj: S3) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let lo_adj = Shadow::into_shadow(lo_adj);
        let hi_adj = Shadow::into_shadow(hi_adj);
        let whole1 = (x * lo).sin_cos();
        let whole1_adj = rules.shadow(|| &whole1);
        let s = whole1.0;
        let s_adj = rules.shadow(|| &s);
        let c = whole1.1;
        let c_adj = rules.shadow(|| &c);
        add_with(&s_adj, || rules.pull_left(Mul, get(y_adj), || s, || c));
        add_with(&c_adj, || rules.pull_right(Mul, get(y_adj), || s, || c));
        add(&whole1_adj.1, get(&c_adj));
        add(&whole1_adj.0, get(&s_adj));
        let t3 = x * lo;
        let t2 = t3;
        let t2_adj = rules.shadow(|| &t2);
        add_with(&t2_adj, || rules.pull(Sin, get(&whole1_adj.0), || t2));
        add_with(&t2_adj, || rules.pull(Cos, get(&whole1_adj.1), || t2));
        add_with(x_adj, || rules.pull_left(Mul, get(&t2_adj), || x, || lo));
        add_with(lo_adj, || rules.pull_right(Mul, get(&t2_adj), || x, || lo));
        let t6 = x.clamp(lo, hi);
        let t7 = x.copysign(lo);
        let t8 = witness(|| hi.fract());
        let g1 = rules.pull_first(MulAdd, get(y_adj), || t6, || t7, || t8.value());
        add_with(x_adj, || rules.pull_first(Clamp, g1, || x, || lo, || hi));
        add_with(lo_adj, || rules.pull_second(Clamp, g1, || x, || lo, || hi));
        add_with(hi_adj, || rules.pull_third(Clamp, g1, || x, || lo, || hi));
        let g2 = rules.pull_second(MulAdd, get(y_adj), || t6, || t7, || t8.value());
        add_with(x_adj, || rules.pull_left(Copysign, g2, || x, || lo));
        add_with(lo_adj, || rules.pull_right(Copysign, g2, || x, || lo));
        add_with(
            hi_adj,
            || {
                rules
                    .pull(
                        Fract,
                        rules
                            .pull_third(MulAdd, get(y_adj), || t6, || t7, || t8.value()),
                        || hi,
                    )
            },
        );
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, f64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        lo: f64,
        lo_adj: S2,
        hi: f64,
        hi_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let lo_adj = Shadow::into_shadow(lo_adj);
        let hi_adj = Shadow::into_shadow(hi_adj);
        let whole1 = (x * lo).sin_cos();
        let whole1_adj = rules.shadow(|| &whole1);
        let s = whole1.0;
        let s_adj = rules.shadow(|| &s);
        let c = whole1.1;
        let c_adj = rules.shadow(|| &c);
        let t1 = s * c;
        *y -= t1;
        add_with(&s_adj, || rules.pull_left(Mul, get(y_adj), || s, || c));
        add_with(&c_adj, || rules.pull_right(Mul, get(y_adj), || s, || c));
        add(&whole1_adj.1, get(&c_adj));
        add(&whole1_adj.0, get(&s_adj));
        let t3 = x * lo;
        let t2 = t3;
        let t2_adj = rules.shadow(|| &t2);
        add_with(&t2_adj, || rules.pull(Sin, get(&whole1_adj.0), || t2));
        add_with(&t2_adj, || rules.pull(Cos, get(&whole1_adj.1), || t2));
        add_with(x_adj, || rules.pull_left(Mul, get(&t2_adj), || x, || lo));
        add_with(lo_adj, || rules.pull_right(Mul, get(&t2_adj), || x, || lo));
        let t6 = x.clamp(lo, hi);
        let t7 = x.copysign(lo);
        let t8 = hi.fract();
        let t9 = t6.mul_add(t7, t8);
        *y -= t9;
        let g1 = rules.pull_first(MulAdd, get(y_adj), || t6, || t7, || t8);
        add_with(x_adj, || rules.pull_first(Clamp, g1, || x, || lo, || hi));
        add_with(lo_adj, || rules.pull_second(Clamp, g1, || x, || lo, || hi));
        add_with(hi_adj, || rules.pull_third(Clamp, g1, || x, || lo, || hi));
        let g2 = rules.pull_second(MulAdd, get(y_adj), || t6, || t7, || t8);
        add_with(x_adj, || rules.pull_left(Copysign, g2, || x, || lo));
        add_with(lo_adj, || rules.pull_right(Copysign, g2, || x, || lo));
        add_with(
            hi_adj,
            || {
                rules
                    .pull(
                        Fract,
                        rules.pull_third(MulAdd, get(y_adj), || t6, || t7, || t8),
                        || hi,
                    )
            },
        );
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, f64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        lo: f64,
        lo_adj: S2,
        hi: f64,
        hi_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let lo_adj = Shadow::into_shadow(lo_adj);
        let hi_adj = Shadow::into_shadow(hi_adj);
        let t1 = x.clamp(lo, hi);
        let t2 = x.copysign(lo);
        let t3 = hi.fract();
        let t4 = t1.mul_add(t2, t3);
        *y += t4;
        let g1 = rules.pull_first(MulAdd, get(y_adj), || t1, || t2, || t3);
        sub_with(x_adj, || rules.pull_first(Clamp, g1, || x, || lo, || hi));
        sub_with(lo_adj, || rules.pull_second(Clamp, g1, || x, || lo, || hi));
        sub_with(hi_adj, || rules.pull_third(Clamp, g1, || x, || lo, || hi));
        let g2 = rules.pull_second(MulAdd, get(y_adj), || t1, || t2, || t3);
        sub_with(x_adj, || rules.pull_left(Copysign, g2, || x, || lo));
        sub_with(lo_adj, || rules.pull_right(Copysign, g2, || x, || lo));
        sub_with(
            hi_adj,
            || {
                rules
                    .pull(
                        Fract,
                        rules.pull_third(MulAdd, get(y_adj), || t1, || t2, || t3),
                        || hi,
                    )
            },
        );
        let mut whole1 = (x * lo).sin_cos();
        let whole1_adj = rules.shadow(|| &whole1);
        let mut s = whole1.0;
        let s_adj = rules.shadow(|| &s);
        let mut c = whole1.1;
        let c_adj = rules.shadow(|| &c);
        let t5 = s * c;
        *y += t5;
        sub_with(&s_adj, || rules.pull_left(Mul, get(y_adj), || s, || c));
        sub_with(&c_adj, || rules.pull_right(Mul, get(y_adj), || s, || c));
        add(&whole1_adj.1, get(&c_adj));
        add(&whole1_adj.0, get(&s_adj));
        let t7 = x * lo;
        let t6 = t7;
        let t6_adj = rules.shadow(|| &t6);
        add_with(&t6_adj, || rules.pull(Sin, get(&whole1_adj.0), || t6));
        add_with(&t6_adj, || rules.pull(Cos, get(&whole1_adj.1), || t6));
        add_with(x_adj, || rules.pull_left(Mul, get(&t6_adj), || x, || lo));
        add_with(lo_adj, || rules.pull_right(Mul, get(&t6_adj), || x, || lo));
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Direction<'s, f64, W>,
        S3: Direction<'s, f64, W>,
    >(
        y: &mut f64,
        y_tan: S0,
        x: f64,
        x_tan: S1,
        lo: f64,
        lo_tan: S2,
        hi: f64,
        hi_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let lo_tan = Direction::into_places(lo_tan);
        let lo_tan = along::<f64, S2::Kind>(&lo_tan);
        let hi_tan = Direction::into_places(hi_tan);
        let hi_tan = along::<f64, S3::Kind>(&hi_tan);
        let t1 = x.clamp(lo, hi);
        let t2 = x.copysign(lo);
        let t3 = hi.fract();
        let t4 = t1.mul_add(t2, t3);
        rules
            .add_parts(
                y_tan,
                parts(x_tan) | parts(lo_tan) | parts(hi_tan),
                |rules, block| Gradient::plus(
                    Gradient::plus(
                        rules
                            .push_first(
                                MulAdd,
                                Gradient::plus(
                                    Gradient::plus(
                                        rules
                                            .push_first(Clamp, part(x_tan, block), || x, || lo, || hi),
                                        rules
                                            .push_second(Clamp, part(lo_tan, block), || x, || lo, || hi),
                                    ),
                                    rules
                                        .push_third(Clamp, part(hi_tan, block), || x, || lo, || hi),
                                ),
                                || t1,
                                || t2,
                                || t3,
                            ),
                        rules
                            .push_second(
                                MulAdd,
                                Gradient::plus(
                                    rules.push_left(Copysign, part(x_tan, block), || x, || lo),
                                    rules.push_right(Copysign, part(lo_tan, block), || x, || lo),
                                ),
                                || t1,
                                || t2,
                                || t3,
                            ),
                    ),
                    rules
                        .push_third(
                            MulAdd,
                            rules.push(Fract, part(hi_tan, block), || hi),
                            || t1,
                            || t2,
                            || t3,
                        ),
                ),
            );
        *y += t4;
        let t6 = x * lo;
        let t5 = t6;
        let t5_tan = rules.shadow(|| &t5);
        rules
            .add_parts(
                &t5_tan,
                parts(x_tan) | parts(lo_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(x_tan, block), || x, || lo),
                    rules.push_right(Mul, part(lo_tan, block), || x, || lo),
                ),
            );
        let t7 = t5.sin_cos();
        let whole1 = t7;
        let whole1_tan = rules.shadow(|| &whole1);
        rules
            .add_parts(
                &whole1_tan.0,
                parts(&t5_tan),
                |rules, block| rules.push(Sin, part(&t5_tan, block), || t5),
            );
        rules
            .add_parts(
                &whole1_tan.1,
                parts(&t5_tan),
                |rules, block| rules.push(Cos, part(&t5_tan, block), || t5),
            );
        let s = whole1.0;
        let s_tan = rules.shadow(|| &s);
        add(&s_tan, get(&whole1_tan.0));
        let c = whole1.1;
        let c_tan = rules.shadow(|| &c);
        add(&c_tan, get(&whole1_tan.1));
        let t8 = s * c;
        rules
            .add_parts(
                y_tan,
                parts(&s_tan) | parts(&c_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(&s_tan, block), || s, || c),
                    rules.push_right(Mul, part(&c_tan, block), || s, || c),
                ),
            );
        *y += t8;
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Direction<'s, f64, W>,
        S3: Direction<'s, f64, W>,
    >(
        y: &mut f64,
        y_tan: S0,
        x: f64,
        x_tan: S1,
        lo: f64,
        lo_tan: S2,
        hi: f64,
        hi_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let lo_tan = Direction::into_places(lo_tan);
        let lo_tan = along::<f64, S2::Kind>(&lo_tan);
        let hi_tan = Direction::into_places(hi_tan);
        let hi_tan = along::<f64, S3::Kind>(&hi_tan);
        let t2 = x * lo;
        let t1 = t2;
        let t1_tan = rules.shadow(|| &t1);
        rules
            .add_parts(
                &t1_tan,
                parts(x_tan) | parts(lo_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(x_tan, block), || x, || lo),
                    rules.push_right(Mul, part(lo_tan, block), || x, || lo),
                ),
            );
        let t3 = t1.sin_cos();
        let whole1 = t3;
        let whole1_tan = rules.shadow(|| &whole1);
        rules
            .add_parts(
                &whole1_tan.0,
                parts(&t1_tan),
                |rules, block| rules.push(Sin, part(&t1_tan, block), || t1),
            );
        rules
            .add_parts(
                &whole1_tan.1,
                parts(&t1_tan),
                |rules, block| rules.push(Cos, part(&t1_tan, block), || t1),
            );
        let s = whole1.0;
        let s_tan = rules.shadow(|| &s);
        add(&s_tan, get(&whole1_tan.0));
        let c = whole1.1;
        let c_tan = rules.shadow(|| &c);
        add(&c_tan, get(&whole1_tan.1));
        let t4 = s * c;
        rules
            .add_parts(
                y_tan,
                parts(&s_tan) | parts(&c_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        rules.push_left(Mul, part(&s_tan, block), || s, || c),
                        rules.push_right(Mul, part(&c_tan, block), || s, || c),
                    ),
                ),
            );
        *y -= t4;
        let t5 = x.clamp(lo, hi);
        let t6 = x.copysign(lo);
        let t7 = hi.fract();
        let t8 = t5.mul_add(t6, t7);
        rules
            .add_parts(
                y_tan,
                parts(x_tan) | parts(lo_tan) | parts(hi_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        Gradient::plus(
                            rules
                                .push_first(
                                    MulAdd,
                                    Gradient::plus(
                                        Gradient::plus(
                                            rules
                                                .push_first(Clamp, part(x_tan, block), || x, || lo, || hi),
                                            rules
                                                .push_second(Clamp, part(lo_tan, block), || x, || lo, || hi),
                                        ),
                                        rules
                                            .push_third(Clamp, part(hi_tan, block), || x, || lo, || hi),
                                    ),
                                    || t5,
                                    || t6,
                                    || t7,
                                ),
                            rules
                                .push_second(
                                    MulAdd,
                                    Gradient::plus(
                                        rules.push_left(Copysign, part(x_tan, block), || x, || lo),
                                        rules.push_right(Copysign, part(lo_tan, block), || x, || lo),
                                    ),
                                    || t5,
                                    || t6,
                                    || t7,
                                ),
                        ),
                        rules
                            .push_third(
                                MulAdd,
                                rules.push(Fract, part(hi_tan, block), || hi),
                                || t5,
                                || t6,
                                || t7,
                            ),
                    ),
                ),
            );
        *y -= t8;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
        arg3: f64,
        _: ::core::marker::PhantomData<__K3>,
    ) {
        operands(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
        S3: Shadow<'s, f64, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        lo: f64,
        lo_adj: S2,
        hi: f64,
        hi_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1, S2, S3>(y, y_adj, x, x_adj, lo, lo_adj, hi, hi_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64, f64, f64)> for operands {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, f64, f64)) {
        operands(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, f64, f64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64, f64, f64)> for operands {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64, f64) as Arguments>::Places<'_>,
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
        args: (&'a1 mut f64, f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64, f64) as Arguments>::Places<'_>,
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
impl<'a1> ReversibleTangent<(&'a1 mut f64, f64, f64, f64)> for operands {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64, f64) as Arguments>::Places<'_>,
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
        args: (&'a1 mut f64, f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64, f64) as Arguments>::Places<'_>,
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

/// Bits and sums stay in their parentheses.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn lowest(y: &mut u64, x: u64) {
    plain::<u64>();
    plain::<u64>();
    *y += (x & (x - 1)) << (x % 4 + 1);
}
/// What is derived from the function [`lowest`](fn@lowest).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct lowest {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl lowest {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut u64, x: u64) {
        *y -= (x & (x - 1)) << (x % 4 + 1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut u64, u64)> for lowest {
    #[inline]
    fn call(&self, args: (&'a1 mut u64, u64)) {
        lowest(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut u64, u64)) {
        Self::inverse(args.0, args.1);
    }
}
