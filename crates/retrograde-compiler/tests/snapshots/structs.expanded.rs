/// The shadow of a struct has the same fields.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn drift(p: &mut Particle, wind: &[Particle], i: usize, dt: f64) {
    plain::<Particle>();
    plain::<[Particle]>();
    plain::<usize>();
    plain::<f64>();
    without_gradient_type::<usize>();
    has_elements(|| &p.v);
    p.v[0] += wind[i].v[0] * dt;
    p.x += p.v[0] * dt;
    p.id += 1;
}
/// What is derived from the function [`drift`](fn@drift).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct drift {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl drift {
    /// Undoes the function.
    #[inline]
    fn inverse(p: &mut Particle, wind: &[Particle], i: usize, dt: f64) {
        p.id -= 1;
        p.x -= p.v[0] * dt;
        p.v[0] -= wind[i].v[0] * dt;
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, Particle, W>,
        S1: Shadow<'s, [Particle], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        p: &mut Particle,
        p_adj: S0,
        wind: &[Particle],
        wind_adj: S1,
        i: usize,
        i_adj: S2,
        dt: f64,
        dt_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let p_adj = Shadow::into_shadow(p_adj);
        let wind_adj = Shadow::into_shadow(wind_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        p.id -= 1;
        let t1 = p.v[0] * dt;
        p.x -= t1;
        add_with(&p_adj.v[0], || rules.pull_left(Mul, get(&p_adj.x), || p.v[0], || dt));
        add_with(dt_adj, || rules.pull_right(Mul, get(&p_adj.x), || p.v[0], || dt));
        let t2 = wind[i].v[0] * dt;
        p.v[0] -= t2;
        add_with(
            &wind_adj[i].v[0],
            || rules.pull_left(Mul, get(&p_adj.v[0]), || wind[i].v[0], || dt),
        );
        add_with(
            dt_adj,
            || rules.pull_right(Mul, get(&p_adj.v[0]), || wind[i].v[0], || dt),
        );
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, Particle, W>,
        S1: Shadow<'s, [Particle], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        p: &mut Particle,
        p_adj: S0,
        wind: &[Particle],
        wind_adj: S1,
        i: usize,
        i_adj: S2,
        dt: f64,
        dt_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let p_adj = Shadow::into_shadow(p_adj);
        let wind_adj = Shadow::into_shadow(wind_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        let t1 = wind[i].v[0] * dt;
        p.v[0] += t1;
        sub_with(
            &wind_adj[i].v[0],
            || rules.pull_left(Mul, get(&p_adj.v[0]), || wind[i].v[0], || dt),
        );
        sub_with(
            dt_adj,
            || rules.pull_right(Mul, get(&p_adj.v[0]), || wind[i].v[0], || dt),
        );
        let t2 = p.v[0] * dt;
        p.x += t2;
        sub_with(&p_adj.v[0], || rules.pull_left(Mul, get(&p_adj.x), || p.v[0], || dt));
        sub_with(dt_adj, || rules.pull_right(Mul, get(&p_adj.x), || p.v[0], || dt));
        p.id += 1;
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, Particle, W>,
        S1: Shadow<'s, [Particle], W>,
        S2: Shadow<'s, usize, W>,
        S3: Direction<'s, f64, W>,
    >(
        p: &mut Particle,
        p_tan: S0,
        wind: &[Particle],
        wind_tan: S1,
        i: usize,
        i_tan: S2,
        dt: f64,
        dt_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let p_tan = Shadow::into_shadow(p_tan);
        let wind_tan = Shadow::into_shadow(wind_tan);
        let i_tan = Shadow::into_shadow(i_tan);
        let dt_tan = Direction::into_places(dt_tan);
        let dt_tan = along::<f64, S3::Kind>(&dt_tan);
        let t1 = wind[i].v[0] * dt;
        rules
            .add_parts(
                &p_tan.v[0],
                parts(&wind_tan[i].v[0]) | parts(dt_tan),
                |rules, block| Gradient::plus(
                    rules
                        .push_left(
                            Mul,
                            part(&wind_tan[i].v[0], block),
                            || wind[i].v[0],
                            || dt,
                        ),
                    rules.push_right(Mul, part(dt_tan, block), || wind[i].v[0], || dt),
                ),
            );
        p.v[0] += t1;
        let t2 = p.v[0] * dt;
        rules
            .add_parts(
                &p_tan.x,
                parts(&p_tan.v[0]) | parts(dt_tan),
                |rules, block| Gradient::plus(
                    rules.push_left(Mul, part(&p_tan.v[0], block), || p.v[0], || dt),
                    rules.push_right(Mul, part(dt_tan, block), || p.v[0], || dt),
                ),
            );
        p.x += t2;
        p.id += 1;
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, Particle, W>,
        S1: Shadow<'s, [Particle], W>,
        S2: Shadow<'s, usize, W>,
        S3: Direction<'s, f64, W>,
    >(
        p: &mut Particle,
        p_tan: S0,
        wind: &[Particle],
        wind_tan: S1,
        i: usize,
        i_tan: S2,
        dt: f64,
        dt_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let p_tan = Shadow::into_shadow(p_tan);
        let wind_tan = Shadow::into_shadow(wind_tan);
        let i_tan = Shadow::into_shadow(i_tan);
        let dt_tan = Direction::into_places(dt_tan);
        let dt_tan = along::<f64, S3::Kind>(&dt_tan);
        p.id -= 1;
        let t1 = p.v[0] * dt;
        rules
            .add_parts(
                &p_tan.x,
                parts(&p_tan.v[0]) | parts(dt_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        rules.push_left(Mul, part(&p_tan.v[0], block), || p.v[0], || dt),
                        rules.push_right(Mul, part(dt_tan, block), || p.v[0], || dt),
                    ),
                ),
            );
        p.x -= t1;
        let t2 = wind[i].v[0] * dt;
        rules
            .add_parts(
                &p_tan.v[0],
                parts(&wind_tan[i].v[0]) | parts(dt_tan),
                |rules, block| Gradient::negated(
                    Gradient::plus(
                        rules
                            .push_left(
                                Mul,
                                part(&wind_tan[i].v[0], block),
                                || wind[i].v[0],
                                || dt,
                            ),
                        rules
                            .push_right(Mul, part(dt_tan, block), || wind[i].v[0], || dt),
                    ),
                ),
            );
        p.v[0] -= t2;
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut Particle,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[Particle],
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
        arg3: f64,
        _: ::core::marker::PhantomData<__K3>,
    ) {
        drift(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, Particle, W>,
        S1: Shadow<'s, [Particle], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        p: &mut Particle,
        p_adj: S0,
        wind: &[Particle],
        wind_adj: S1,
        i: usize,
        i_adj: S2,
        dt: f64,
        dt_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<
            W,
            S0,
            S1,
            S2,
            S3,
        >(p, p_adj, wind, wind_adj, i, i_adj, dt, dt_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut Particle, &'a2 [Particle], usize, f64)> for drift {
    #[inline]
    fn call(&self, args: (&'a1 mut Particle, &'a2 [Particle], usize, f64)) {
        drift(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut Particle, &'a2 [Particle], usize, f64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut Particle, &'a2 [Particle], usize, f64)>
for drift {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut Particle, &'a2 [Particle], usize, f64),
        places: <(
            &'a1 mut Particle,
            &'a2 [Particle],
            usize,
            f64,
        ) as Arguments>::Places<'_>,
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
        args: (&'a1 mut Particle, &'a2 [Particle], usize, f64),
        places: <(
            &'a1 mut Particle,
            &'a2 [Particle],
            usize,
            f64,
        ) as Arguments>::Places<'_>,
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
impl<'a1, 'a2> ReversibleTangent<(&'a1 mut Particle, &'a2 [Particle], usize, f64)>
for drift {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut Particle, &'a2 [Particle], usize, f64),
        places: <(
            &'a1 mut Particle,
            &'a2 [Particle],
            usize,
            f64,
        ) as Arguments>::Places<'_>,
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
        args: (&'a1 mut Particle, &'a2 [Particle], usize, f64),
        places: <(
            &'a1 mut Particle,
            &'a2 [Particle],
            usize,
            f64,
        ) as Arguments>::Places<'_>,
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

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn local_struct(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    let p = (Point { x: x * x, y: x });
    *y += p.x * p.y;
}
/// What is derived from the function [`local_struct`](fn@local_struct).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct local_struct {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl local_struct {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        let p = (Point { x: x * x, y: x });
        *y -= p.x * p.y;
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let p = (Point { x: x * x, y: x });
        let p_adj = rules.shadow(|| &p);
        add_with(&p_adj.x, || rules.pull_left(Mul, get(y_adj), || p.x, || p.y));
        add_with(&p_adj.y, || rules.pull_right(Mul, get(y_adj), || p.x, || p.y));
        add_with(
            x_adj,
            || rules.pull_right(Mul, twice(get(&held!(p_adj, Point).x)), || x, || x),
        );
        add(x_adj, get(&held!(p_adj, Point).y));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let p = (Point { x: x * x, y: x });
        let p_adj = rules.shadow(|| &p);
        let t1 = p.x * p.y;
        *y -= t1;
        add_with(&p_adj.x, || rules.pull_left(Mul, get(y_adj), || p.x, || p.y));
        add_with(&p_adj.y, || rules.pull_right(Mul, get(y_adj), || p.x, || p.y));
        add_with(
            x_adj,
            || rules.pull_right(Mul, twice(get(&held!(p_adj, Point).x)), || x, || x),
        );
        add(x_adj, get(&held!(p_adj, Point).y));
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut p = (Point { x: x * x, y: x });
        let p_adj = rules.shadow(|| &p);
        let t1 = p.x * p.y;
        *y += t1;
        sub_with(&p_adj.x, || rules.pull_left(Mul, get(y_adj), || p.x, || p.y));
        sub_with(&p_adj.y, || rules.pull_right(Mul, get(y_adj), || p.x, || p.y));
        add_with(
            x_adj,
            || rules.pull_right(Mul, twice(get(&held!(p_adj, Point).x)), || x, || x),
        );
        add(x_adj, get(&held!(p_adj, Point).y));
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        local_struct(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for local_struct {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        local_struct(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for local_struct {
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
