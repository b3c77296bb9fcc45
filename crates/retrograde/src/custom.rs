//! Derivatives that are not those of the value: gradients that are changed or stopped on their way back, and values that are computed
//! again instead of kept.
//!
//! They are functions with companions, as an attribute would emit them, so the compiler knows nothing of them. (It knows
//! [`nest_level`](fn@nest_level), which has no argument that could carry a gradient.)
//!
//! | | |
//! |---|---|
//! | [`hook(f, x)`](fn@hook) | `x`; its gradient goes through `f` |
//! | [`stop_gradient(x)`](fn@stop_gradient) | `x`, as a constant |
//! | [`nest_level()`](fn@nest_level) | whether a derivative is being taken |
//! | [`checkpoint(f {}, x)`](fn@checkpoint) | `f(x)`; `f` is run again on the way back |
//! | [`forward_mode(f {}, x)`](fn@forward_mode) | `f(x)`, differentiated by tangents |
//! | [`fixed_point(f {}, x, p)`](fn@fixed_point) | the `x` with `x = f(x, p)`, differentiated by what defines it |
//!
//! Arguments are passed by value: a slice as `x.to_vec()`, a struct behind a reference as `p.clone()`. In forward mode tangents pass as
//! through the value; only [`stop_gradient`](fn@stop_gradient) stops them.

#![allow(clippy::type_complexity, reason = "a pullback is a value and a closure, and a trait may not give it a name")]

mod forward;
mod implicit;

use core::marker::PhantomData;

use crate::adjoint::{Adjoint, InactivePlace, Kind, add, add_with, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::function::{DifferentiableFunction, DifferentiableTangent};
use crate::shadow::{Direction, Shadow, along};
use crate::width::{One, Width, Zero};

pub use forward::{Columns, forward_mode};
pub use implicit::fixed_point;

companion! { hook }

/// The value `x` itself; on the way back, its gradient is what `f` makes of the gradient of the result.
///
/// `f` is any function of a plain gradient, which has the shape of the value: of an `f64` for an `f64`, of a vector for a vector.
///
/// ```
/// use retrograde::prelude::*;
///
/// fn clipped(gradient: f64) -> f64 {
///     gradient.clamp(-1.0, 1.0)
/// }
///
/// #[differentiable]
/// fn steep(x: f64) -> f64 {
///     let x = hook(clipped, x);
///     x * x * x
/// }
///
/// assert_eq!(steep::value_and_gradient(0.5), (0.125, 0.75));
/// assert_eq!(steep::value_and_gradient(10.0), (1000.0, 1.0));
/// ```
#[inline]
pub fn hook<T: Differentiable, F: Fn(TangentOf<T, One>) -> TangentOf<T, One>>(f: F, x: T) -> T {
    let _ = f;
    x
}

impl hook {
    /// The value, and a closure that carries a gradient of it back.
    #[inline]
    pub fn pullback<T, F, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        f: F,
        _: PhantomData<K0>,
        x: T,
        _: PhantomData<K1>,
    ) -> (T, impl Fn(TangentOf<T, W>, &InactivePlace<K0>, &T::Shadow<K1>))
    where
        T: Differentiable,
        F: Fn(TangentOf<T, One>) -> TangentOf<T, One>,
    {
        (x, move |g, _, x_adj| add_with(x_adj, || W::each::<T>(g, |_, g| f(g))))
    }

    /// The value and its tangent, which no gradient comes back along.
    #[inline]
    pub fn tangent<'s, T, F, W: Width, S0, S1>(f: F, _: S0, x: T, x_tan: S1) -> (T, TangentOf<T, W>)
    where
        T: Differentiable,
        F: Fn(TangentOf<T, One>) -> TangentOf<T, One>,
        S0: Shadow<'s, (), W>,
        S1: Direction<'s, T, W>,
    {
        let (_, x_tan) = (f, x_tan.into_places());
        (x, get(along::<T, S1::Kind>(&x_tan)))
    }
}

companion! { stop_gradient }

/// The value `x` itself, as a constant: no gradient goes back to `x`, and its tangent is zero.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn half(x: f64) -> f64 {
///     x * stop_gradient(x)
/// }
///
/// assert_eq!(half::value_and_gradient(3.0), (9.0, 3.0));
/// ```
#[inline]
pub fn stop_gradient<T: Differentiable>(x: T) -> T {
    x
}

impl stop_gradient {
    /// The value, and a closure that carries nothing back.
    #[inline]
    pub fn pullback<T: Differentiable, W: Width, K: Kind<Width = W>>(
        x: T,
        _: PhantomData<K>,
    ) -> (T, impl Fn(TangentOf<T, W>, &T::Shadow<K>)) {
        (x, |_, _| ())
    }

    /// The value and a tangent of zero.
    #[inline]
    pub fn tangent<'s, T: Differentiable, W: Width>(x: T, _: impl Direction<'s, T, W>) -> (T, TangentOf<T, W>) {
        (x, Zero::ZERO)
    }
}

companion! { nest_level }

/// How many derivatives are being taken of the function in which this is called: 0 in a run of the function itself, 1 in its pullback or
/// its tangent.
///
/// It is meant for messages and counts. A function whose arguments are all constants is called as it is, also from a derivative.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn watched(x: f64) -> f64 {
///     if nest_level() > 0 {
///         println!("differentiating at {x}");
///     }
///     x * x
/// }
///
/// assert_eq!(watched(2.0), 4.0);
/// assert_eq!(watched::gradient(2.0), 4.0);
/// assert_eq!(nest_level(), 0);
/// ```
#[inline]
pub fn nest_level() -> usize {
    0
}

impl nest_level {
    /// What it is in a derivative.
    #[inline]
    pub fn inside() -> usize {
        1
    }
}

companion! { checkpoint }

/// The value `f(x)`, of which nothing is kept for the way back but `x`: there `f` is run again, with what its derivative needs.
///
/// That trades time for memory. `#[differentiable(checkpoint)]` makes it the choice of a function for all its calls; it also takes
/// several arguments, and references.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// A state after many steps, each of which is kept for the derivative.
/// #[differentiable]
/// fn simulate(mut state: [f64; 2]) -> [f64; 2] {
///     for _ in 0..100 {
///         state = [state[0] + 0.01 * state[1], state[1] - 0.01 * state[0].sin()];
///     }
///     state
/// }
///
/// #[differentiable]
/// fn long(x: f64) -> f64 {
///     let mut state = [x, 0.0];
///     for _ in 0..10 {
///         state = checkpoint(simulate {}, state); // the steps of one simulation are kept at a time
///     }
///     state[0]
/// }
///
/// check_gradient!(reverse long(0.5));
/// ```
#[inline]
pub fn checkpoint<X: Differentiable, F: DifferentiableFunction<(X,)>>(f: F, x: X) -> F::Output {
    f.call((x,))
}

impl checkpoint {
    /// The value, and a closure that runs `f` again and carries a gradient back.
    #[inline]
    pub fn pullback<X, F, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        f: F,
        _: PhantomData<K0>,
        x: X,
        _: PhantomData<K1>,
    ) -> (F::Output, impl Fn(TangentOf<F::Output, W>, &InactivePlace<K0>, &X::Shadow<K1>))
    where
        X: Differentiable + Clone,
        F: DifferentiableFunction<(X,)>,
    {
        let value = f.call((x.clone(),));
        (value, move |g, _, x_adj| {
            if <X::Shadow<K1> as Adjoint>::ACTIVE {
                let places = (x.clone(),).zero_shadow::<K1>();
                f.call_pullback::<K1>((x.clone(),)).1(g, &places);
                add(x_adj, get(&places.0));
            }
        })
    }

    /// The value and its tangent.
    #[inline]
    pub fn tangent<'s, X, F, W: Width, S0, S1>(f: F, _: S0, x: X, x_tan: S1) -> (F::Output, TangentOf<F::Output, W>)
    where
        X: Differentiable,
        F: DifferentiableTangent<(X,)>,
        S0: Shadow<'s, (), W>,
        S1: Direction<'s, X, W>,
    {
        push(&f, x, x_tan)
    }
}

/// The value of a function of one argument and its tangent.
fn push<'s, X: Differentiable, F: DifferentiableTangent<(X,)>, W: Width, S: Direction<'s, X, W>>(
    f: &F,
    x: X,
    x_tan: S,
) -> (F::Output, TangentOf<F::Output, W>) {
    let (places, x_tan) = (x.zero_shadow::<S::Kind>(), x_tan.into_places());
    places.set(get(along::<X, S::Kind>(&x_tan)));
    f.call_tangent::<S::Kind>((x,), &(places,))
}

companion! { boxed }

/// `Box::new` as derivatives call it: the gradient of a box is that of what it holds.
///
/// ```
/// assert_eq!(*retrograde::emitted::boxed(1.5), 1.5);
/// ```
#[inline]
pub fn boxed<T: Differentiable>(x: T) -> Box<T> {
    Box::new(x)
}

impl boxed {
    /// The box, and a closure that carries the gradient of what it holds back.
    #[inline]
    pub fn pullback<T: Differentiable, W: Width, K: Kind<Width = W>>(
        x: T,
        _: PhantomData<K>,
    ) -> (Box<T>, impl Fn(TangentOf<T, W>, &T::Shadow<K>)) {
        (Box::new(x), |g, x_adj: &T::Shadow<K>| add(x_adj, g))
    }

    /// The box and the tangent of what it holds.
    #[inline]
    pub fn tangent<'s, T: Differentiable, W: Width, S: Direction<'s, T, W>>(
        x: T,
        x_tan: S,
    ) -> (Box<T>, TangentOf<T, W>) {
        let x_tan = x_tan.into_places();
        (Box::new(x), get(along::<T, S::Kind>(&x_tan)))
    }
}
