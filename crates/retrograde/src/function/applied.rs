//! Functions as arguments of ordinary functions, as derivatives see them: what a function captures, its *environment*, is lent, and
//! beside it goes its code. In a pullback the code gives the value and the way back, in a tangent the value and its tangent.
//!
//! ```
//! use retrograde::prelude::*;
//!
//! /// The integral by the midpoint rule.
//! #[differentiable]
//! fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
//!     let (n, mut sum) = (100, 0.0);
//!     for i in 0..n {
//!         sum += f(a + (b - a) * (i as f64 + 0.5) / n as f64);
//!     }
//!     sum * (b - a) / n as f64
//! }
//!
//! /// By how much `k`, which the closure captures, changes the integral of `k x²`.
//! #[differentiable]
//! fn moment(k: f64, b: f64) -> f64 {
//!     integrate(|x| k * x * x, 0.0, b)
//! }
//!
//! let (dk, db) = moment::gradient(2.0, 1.0);
//! assert!((dk - 1.0 / 3.0).abs() < 1e-4 && (db - 2.0).abs() < 1e-4);
//! ```

#![allow(clippy::type_complexity, reason = "a pullback is a value and a closure")]

use core::borrow::Borrow;
use core::marker::PhantomData;

use super::{DifferentiableFunction, DifferentiableTangent};
use crate::adjoint::{Adjoint, Kind, On, add, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::shadow::{Direction, along};
use crate::width::{Width, Zero};

companion! { apply }

/// The value of a function at some arguments, in a pullback.
///
/// ```
/// use retrograde::emitted::apply;
/// let scaled = |by: &f64, (x,): (f64,)| (by * x, ());
/// assert_eq!(apply(&2.0, scaled, (3.0,)), 6.0);
/// ```
#[inline]
pub fn apply<E, Args, R, B>(environment: &E, code: impl Fn(&E, Args) -> (R, B), args: Args) -> R {
    code(environment, args).0
}

impl apply {
    /// The value, and a closure that carries a gradient of it back to the environment and the arguments.
    #[inline]
    pub fn pullback<E, Args, R, W: Width, K1: Kind<Width = W>, C, B>(
        environment: &E,
        _: PhantomData<On<W>>,
        code: C,
        args: Args,
        _: PhantomData<K1>,
    ) -> (R, impl Fn(TangentOf<R, W>, &E, &E::Shadow<On<W>>, &Args::Shadow<K1>) + use<E, Args, R, W, K1, C, B>)
    where
        E: Differentiable,
        Args: Differentiable + Clone,
        R: Differentiable,
        C: Fn(&E, Args) -> (R, B),
        B: Fn(TangentOf<R, W>, &E, &E::Shadow<On<W>>, &Args::Shadow<On<W>>),
    {
        // The shape of what has one shape only need not be kept.
        let shape = if Args::FIXED { None } else { Some(args.clone()) };
        let (value, back) = code(environment, args);
        (value, move |seed, environment: &E, environment_adj: &E::Shadow<On<W>>, args_adj: &Args::Shadow<K1>| {
            let places = shape.as_ref().map_or(Zero::ZERO, Args::zero_shadow::<On<W>>);
            let places: &Args::Shadow<On<W>> = places.borrow();
            back(seed, environment, environment_adj, places);
            if <Args::Shadow<K1> as Adjoint>::ACTIVE {
                add(args_adj, get(places));
            }
        })
    }

    /// The value and its tangent.
    #[inline]
    pub fn tangent<'s, E, Args, R, W: Width, C, S1: Direction<'s, Args, W>>(
        environment: &E,
        environment_tan: &E::Shadow<On<W>>,
        _: PhantomData<On<W>>,
        code: C,
        args: Args,
        args_tan: S1,
    ) -> (R, TangentOf<R, W>)
    where
        E: Differentiable,
        Args: Differentiable,
        R: Differentiable,
        C: Fn(&E, &E::Shadow<On<W>>, Args, &Args::Shadow<On<W>>) -> (R, TangentOf<R, W>),
    {
        let (places, args_tan) = (args.zero_shadow::<On<W>>(), args_tan.into_places());
        places.set(get(along::<Args, S1::Kind>(&args_tan)));
        code(environment, environment_tan, args, places.borrow())
    }
}

/// The value of a function at some arguments, in a tangent.
///
/// ```
/// use retrograde::emitted::applied_pushed;
/// use retrograde::One;
/// let scaled = |by: &f64, _: &_, (x,): (f64,), _: &_| (by * x, 0.0);
/// assert_eq!(applied_pushed::<_, _, _, _, One>(&2.0, scaled, (3.0,)), 6.0);
/// ```
#[inline]
pub fn applied_pushed<E, Args, R, T, W: Width>(
    environment: &E,
    code: impl Fn(&E, &E::Shadow<On<W>>, Args, &Args::Shadow<On<W>>) -> (R, T),
    args: Args,
) -> R
where
    E: Differentiable,
    Args: Differentiable,
{
    let (environment_tan, places) = (environment.zero_shadow::<On<W>>(), args.zero_shadow::<On<W>>());
    code(environment, environment_tan.borrow(), args, places.borrow()).0
}

/// The code of a companion, which has no environment, in a pullback.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::emitted::through;
///
/// #[differentiable]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// let (value, back) = through::<_, _, One>(&square {}, (3.0,));
/// let places = (Cell::new(0.0),);
/// back(1.0, &(), &().zero_shadow::<On<One>>(), &places);
/// assert_eq!((value, places.0.get()), (9.0, 6.0));
/// ```
#[inline]
pub fn through<F, Args, W: Width>(
    f: &F,
    args: Args,
) -> (
    F::Output,
    impl Fn(TangentOf<F::Output, W>, &(), &<() as Differentiable>::Shadow<On<W>>, &Args::Shadow<On<W>>) + use<F, Args, W>,
)
where
    Args: Differentiable,
    F: DifferentiableFunction<Args>,
{
    let (value, back) = f.call_pullback::<On<W>>(args);
    (value, move |seed, (): &(), _: &<() as Differentiable>::Shadow<On<W>>, places: &Args::Shadow<On<W>>| {
        back(seed, places);
    })
}

/// The code of a companion in a tangent.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::emitted::push_through;
///
/// #[differentiable(tangent)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(push_through::<_, _, One>(&square {}, (3.0,), &(Cell::new(1.0),)), (9.0, 6.0));
/// ```
#[inline]
pub fn push_through<F, Args, W: Width>(
    f: &F,
    args: Args,
    places: &Args::Shadow<On<W>>,
) -> (F::Output, TangentOf<F::Output, W>)
where
    Args: Differentiable,
    F: DifferentiableTangent<Args>,
{
    f.call_tangent::<On<W>>(args, places)
}
