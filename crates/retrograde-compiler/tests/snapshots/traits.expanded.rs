/// A method that changes something has siblings, with a body if it has one.
pub trait Step: Copy + Plain {
    fn step(&mut self, dt: f64);
    /// Undoes the function.
    #[allow(unused, clippy::all, clippy::pedantic)]
    fn step_inverse(&mut self, dt: f64);
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[allow(unused, clippy::all, clippy::pedantic)]
    fn step_adjoint<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, f64, __W>,
    >(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1)
    where
        Self: ::core::marker::Sized + Differentiable;
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[allow(unused, clippy::all, clippy::pedantic)]
    fn step_inverse_adjoint<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, f64, __W>,
    >(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1)
    where
        Self: ::core::marker::Sized + Differentiable;
    #[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
    #[allow(unused)]
    fn twice(&mut self, dt: f64) {
        plain::<Self>();
        plain::<f64>();
        self.step(dt);
        self.step(dt);
    }
    /// Undoes the function.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn twice_inverse(&mut self, dt: f64) {
        self.step_inverse(dt);
        self.step_inverse(dt);
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn twice_adjoint<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, f64, __W>,
    >(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1)
    where
        Self: ::core::marker::Sized + Differentiable,
    {
        let rules = Rules::<__W>::new();
        let self_adj = Shadow::into_shadow(self_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        self.step_adjoint(self_adj, dt, dt_adj);
        self.step_adjoint(self_adj, dt, dt_adj);
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn twice_inverse_adjoint<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, f64, __W>,
    >(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1)
    where
        Self: ::core::marker::Sized + Differentiable,
    {
        let rules = Rules::<__W>::new();
        let self_adj = Shadow::into_shadow(self_adj);
        let dt_adj = Shadow::into_shadow(dt_adj);
        self.step_inverse_adjoint(self_adj, dt, dt_adj);
        self.step_inverse_adjoint(self_adj, dt, dt_adj);
    }
    fn size(&self) -> f64;
}
