#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
pub fn step(&mut self, dt: f64) {
    plain::<Self>();
    plain::<f64>();
    is_f64::<f64>();
    self.p -= self.q * dt;
    self.twice_inverse(dt);
    Self::twice(self, dt);
}
/// Undoes the function.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn step_inverse(&mut self, dt: f64) {
    Self::twice_inverse(self, dt);
    self.twice(dt);
    self.p += self.q * dt;
}
/// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn step_adjoint<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Shadow<'__s, f64, __W>,
>(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1) {
    let rules = Rules::<__W>::new();
    let self_adj = Shadow::into_shadow(self_adj);
    let dt_adj = Shadow::into_shadow(dt_adj);
    Self::twice_adjoint(self, self_adj, dt, dt_adj);
    self.twice_inverse_adjoint(self_adj, dt, dt_adj);
    self.p += self.q * dt;
    sub_with(&self_adj.q, || rules.pull_left(Mul, get(&self_adj.p), || self.q, || dt));
    sub_with(dt_adj, || rules.pull_right(Mul, get(&self_adj.p), || self.q, || dt));
}
/// Runs the function and carries tangents along: values, each followed by its tangent.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn step_tangent<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Direction<'__s, f64, __W>,
>(&mut self, self_tan: __S0, dt: f64, dt_tan: __S1) {
    let rules = Rules::<__W>::new();
    let self_tan = Shadow::into_shadow(self_tan);
    let dt_tan = Direction::into_places(dt_tan);
    let dt_tan = along::<f64, __S1::Kind>(&dt_tan);
    let t1 = self.q * dt;
    rules
        .add_parts(
            &self_tan.p,
            parts(&self_tan.q) | parts(dt_tan),
            |rules, block| Gradient::negated(
                Gradient::plus(
                    rules.push_left(Mul, part(&self_tan.q, block), || self.q, || dt),
                    rules.push_right(Mul, part(dt_tan, block), || self.q, || dt),
                ),
            ),
        );
    self.p -= t1;
    self.twice_inverse_tangent(self_tan, dt, dt_tan);
    Self::twice_tangent(self, self_tan, dt, dt_tan);
}
/// Runs the function for a call by an ordinary one, and returns what its way back needs.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn step_taped<__K0, __K1>(
    &mut self,
    _: PhantomData<__K0>,
    arg1: f64,
    _: PhantomData<__K1>,
) {
    Self::step(self, arg1)
}
/// The way back of `taped`: values as they are after the function, each followed by its gradient.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn step_untaped<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Shadow<'__s, f64, __W>,
>(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1, _: &()) {
    Self::step_adjoint::<__W, __S0, __S1>(self, self_adj, dt, dt_adj)
}
#[allow(unused, clippy::all, clippy::pedantic)]
#[doc(hidden)]
pub fn step_inverse_adjoint<__A0, __A1, __A2>(&mut self, _: __A0, _: __A1, _: __A2)
where
    for<'__none> NoLoss: HasInverseAdjoint,
{
    ::core::unreachable!()
}
#[allow(unused, clippy::all, clippy::pedantic)]
#[doc(hidden)]
pub fn step_inverse_tangent<__A0, __A1, __A2>(&mut self, _: __A0, _: __A1, _: __A2)
where
    for<'__none> NoLoss: HasInverseTangent,
{
    ::core::unreachable!()
}

/// What only adds can pull.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
pub fn add_to(&self, sum: &mut f64) {
    plain::<Self>();
    plain::<f64>();
    is_f64::<f64>();
    *sum += self.p;
}
/// Undoes the function.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn add_to_inverse(&self, sum: &mut f64) {
    *sum -= self.p;
}
/// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn add_to_pull<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Shadow<'__s, f64, __W>,
>(&self, self_adj: __S0, sum_adj: __S1) {
    let rules = Rules::<__W>::new();
    let self_adj = Shadow::into_shadow(self_adj);
    let sum_adj = Shadow::into_shadow(sum_adj);
    add(&self_adj.p, get(sum_adj));
}
/// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn add_to_adjoint<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Shadow<'__s, f64, __W>,
>(&self, self_adj: __S0, sum: &mut f64, sum_adj: __S1) {
    let rules = Rules::<__W>::new();
    let self_adj = Shadow::into_shadow(self_adj);
    let sum_adj = Shadow::into_shadow(sum_adj);
    *sum -= self.p;
    add(&self_adj.p, get(sum_adj));
}
/// Runs the function for a call by an ordinary one, and returns what its way back needs.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn add_to_taped<__K0, __K1>(
    &self,
    _: PhantomData<__K0>,
    arg1: &mut f64,
    _: PhantomData<__K1>,
) {
    Self::add_to(self, arg1)
}
/// The way back of `taped`: values as they are after the function, each followed by its gradient.
#[allow(unused, clippy::all, clippy::pedantic)]
#[inline]
pub fn add_to_untaped<
    '__s,
    __W: Width,
    __S0: Shadow<'__s, Self, __W>,
    __S1: Shadow<'__s, f64, __W>,
>(&self, self_adj: __S0, sum: &mut f64, sum_adj: __S1, _: &()) {
    Self::add_to_adjoint::<__W, __S0, __S1>(self, self_adj, sum, sum_adj)
}
#[allow(unused, clippy::all, clippy::pedantic)]
#[doc(hidden)]
pub fn add_to_inverse_adjoint<__A0, __A1, __A2>(&self, _: __A0, _: __A1, _: __A2)
where
    for<'__none> NoLoss: HasInverseAdjoint,
{
    ::core::unreachable!()
}
