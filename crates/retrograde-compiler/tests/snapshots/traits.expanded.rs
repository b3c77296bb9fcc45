/// A method that changes something has siblings.
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
    fn size(&self) -> f64;
}
