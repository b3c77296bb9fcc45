//! Ordinary functions as values. The companion `f {}` of a function with `#[differentiable]` can be passed to what calls and
//! differentiates it, such as [`checkpoint`](fn@crate::checkpoint).

#![allow(clippy::type_complexity, reason = "a pullback is a value and a closure, and a trait may not give it a name")]

use crate::adjoint::Kind;
use crate::differentiable::{Differentiable, TangentOf};

/// A differentiable function of the arguments `Args`, a tuple, as a value. The companion of every function with `#[differentiable]`,
/// `#[derivative]` or `#[pullback]` is one, unless a parameter is marked `#[constant]`. The function itself is a constant.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::DifferentiableFunction;
///
/// #[differentiable]
/// fn scaled(x: f64, by: &[f64]) -> f64 {
///     x * by[0]
/// }
///
/// /// The derivative in the direction of the first argument.
/// fn slope<F: for<'a> DifferentiableFunction<(f64, &'a [f64]), Output = f64>>(f: &F, x: f64, by: &[f64]) -> f64 {
///     let (_, back) = f.call_pullback::<On<One>>((x, by));
///     let places = (x, by).zero_shadow::<On<One>>();
///     back(1.0, &places);
///     places.0.get()
/// }
///
/// assert_eq!(slope(&scaled {}, 2.0, &[3.0]), 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a differentiable function of `{Args}`",
    label = "cannot be differentiated with these arguments",
    note = "the value of a function `f` with `#[differentiable]` and without `#[constant]` parameters is `f {{}}`, and its arguments are the tuple of its parameters, such as `(f64, f64)`"
)]
pub trait DifferentiableFunction<Args: Differentiable> {
    /// What it returns.
    type Output: Differentiable;
    /// Runs it.
    fn call(&self, args: Args) -> Self::Output;
    /// The value, and a closure that carries a gradient of it back to the places of the arguments, any number of times.
    fn call_pullback<K: Kind>(
        &self,
        args: Args,
    ) -> (Self::Output, impl Fn(TangentOf<Self::Output, K::Width>, &Args::Shadow<K>) + use<Self, Args, K>);
}

/// A differentiable function with a tangent: the companion of every function with `#[differentiable(tangent)]` or `#[derivative]`.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::DifferentiableTangent;
///
/// #[differentiable(tangent)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(square {}.call_tangent::<On<One>>((3.0,), &(Cell::new(1.0),)), (9.0, 6.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tangent as a function of `{Args}`",
    label = "cannot be differentiated forwards",
    note = "the value `f {{}}` of a function has one if the function is declared with `#[differentiable(tangent)]` and without `#[constant]` parameters"
)]
pub trait DifferentiableTangent<Args: Differentiable>: DifferentiableFunction<Args> {
    /// The value and its derivative in the direction of the tangents.
    fn call_tangent<K: Kind>(
        &self,
        args: Args,
        tangents: &Args::Shadow<K>,
    ) -> (Self::Output, TangentOf<Self::Output, K::Width>);
}

#[diagnostic::do_not_recommend]
impl<'f, Args: Differentiable, F: DifferentiableFunction<Args>> DifferentiableFunction<Args> for &'f F {
    type Output = F::Output;

    #[inline]
    fn call(&self, args: Args) -> Self::Output {
        (**self).call(args)
    }

    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: Args,
    ) -> (Self::Output, impl Fn(TangentOf<Self::Output, K::Width>, &Args::Shadow<K>) + use<'f, Args, F, K>) {
        (**self).call_pullback::<K>(args)
    }
}

#[diagnostic::do_not_recommend]
impl<Args: Differentiable, F: DifferentiableTangent<Args>> DifferentiableTangent<Args> for &F {
    #[inline]
    fn call_tangent<K: Kind>(
        &self,
        args: Args,
        tangents: &Args::Shadow<K>,
    ) -> (Self::Output, TangentOf<Self::Output, K::Width>) {
        (**self).call_tangent::<K>(args, tangents)
    }
}
