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
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn step_taped<__K0, __K1>(
        &mut self,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
    )
    where
        Self: ::core::marker::Sized,
    {
        Self::step(self, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn step_untaped<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, f64, __W>,
    >(&mut self, self_adj: __S0, dt: f64, dt_adj: __S1, _: &())
    where
        Self: ::core::marker::Sized + Differentiable,
    {
        Self::step_adjoint::<__W, __S0, __S1>(self, self_adj, dt, dt_adj)
    }
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[doc(hidden)]
    fn step_inverse_adjoint<__A0, __A1, __A2>(&mut self, _: __A0, _: __A1, _: __A2)
    where
        for<'__none> NoLoss: HasInverseAdjoint,
        Self: ::core::marker::Sized,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[allow(unused_lifetimes)]
    #[inline]
    fn step_gradient(&mut self, dt: f64) -> (GradientOf<Self>, f64)
    where
        Self: Differentiable,
        Self: ::core::marker::Sized,
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[allow(unused_lifetimes)]
    #[inline]
    fn step_value_and_gradient(&mut self, dt: f64) -> (f64, (GradientOf<Self>, f64))
    where
        Self: Differentiable,
        Self: ::core::marker::Sized,
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[allow(unused_lifetimes)]
    #[inline]
    fn step_vjp(&mut self, dt: f64, seeds: GradientOf<Self>) -> (GradientOf<Self>, f64)
    where
        Self: Differentiable,
        Self: ::core::marker::Sized,
    {
        Self::step(self, dt);
        let self_adj = places(self);
        let dt_adj = places(&dt);
        set(&self_adj, seeds);
        Self::step_adjoint(self, &self_adj, dt, &dt_adj);
        (gradient_in::<Self>(self_adj), gradient_in::<f64>(dt_adj))
    }
    fn size(&self) -> f64;
}
