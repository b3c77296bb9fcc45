//! Errors that `?` passes on, converted to what the function returns.

#![allow(clippy::type_complexity, reason = "a pullback is a value and a closure")]

use core::any::{Any, type_name};
use core::marker::PhantomData;

use crate::adjoint::{InactivePlace, Kind, add_with, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::shadow::{Direction, Shadow, along};
use crate::width::{Width, Zero};

/// What a function returns that may fail.
///
/// ```
/// let error: <Result<f64, String> as retrograde::emitted::Fails>::Error = String::from("too large");
/// ```
pub trait Fails {
    /// What it says then.
    type Error;
}

impl<T, E> Fails for Result<T, E> {
    type Error = E;
}

companion! { passed_on }

/// An error as `?` makes it of another, for a function that returns `R`.
///
/// An error that is passed on as it is has its gradient. A conversion has no derivative that anyone knows of, so only errors without
/// gradient are converted.
///
/// ```
/// use std::marker::PhantomData;
/// let error: String = retrograde::emitted::passed_on("too large", PhantomData::<Result<f64, String>>);
/// assert_eq!(error, "too large");
/// ```
#[inline]
pub fn passed_on<E, R: Fails<Error: From<E>>>(error: E, _: PhantomData<R>) -> R::Error {
    From::from(error)
}

impl passed_on {
    /// The error, and a closure that carries its gradient back.
    #[inline]
    #[track_caller]
    pub fn pullback<E, R, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        error: E,
        _: PhantomData<K0>,
        _: PhantomData<R>,
        _: PhantomData<K1>,
    ) -> (R::Error, impl Fn(TangentOf<R::Error, W>, &E::Shadow<K0>, &InactivePlace<K1>))
    where
        E: Differentiable,
        R: Fails<Error: Differentiable + From<E>>,
    {
        refuse::<E, R::Error, W>();
        (From::from(error), |g, error_adj: &E::Shadow<K0>, _| add_with(error_adj, || carried(&g)))
    }

    /// The error and its tangent.
    #[inline]
    #[track_caller]
    pub fn tangent<'s, E, R, W: Width, S0, S1>(
        error: E,
        error_tan: S0,
        _: PhantomData<R>,
        _: S1,
    ) -> (R::Error, TangentOf<R::Error, W>)
    where
        E: Differentiable,
        R: Fails<Error: Differentiable + From<E>>,
        S0: Direction<'s, E, W>,
        S1: Shadow<'s, (), W>,
    {
        refuse::<E, R::Error, W>();
        let error_tan = error_tan.into_places();
        (From::from(error), carried(&get(along::<E, S0::Kind>(&error_tan))))
    }
}

/// Refuses to lose a gradient.
#[track_caller]
fn refuse<E: Differentiable, F: Differentiable, W: Width>() {
    const {
        let (from, to) = (size_of::<TangentOf<E, W>>(), size_of::<TangentOf<F, W>>());
        assert!(
            from == 0 || from == to,
            "`?` converts an error that has a gradient, which would be lost: use `map_err`"
        );
    }
    let (from, to) = (type_name::<E>(), type_name::<F>());
    assert!(
        size_of::<TangentOf<E, W>>() == 0 || from == to,
        "`?` converts an error of type `{from}`, which has a gradient, to `{to}`, and the gradient would be lost: say how with `map_err`"
    );
}

/// The gradient of an error that is passed on as it is, or none.
fn carried<G: Zero + Clone + 'static, H: Zero + 'static>(gradient: &H) -> G {
    (gradient as &dyn Any).downcast_ref::<G>().cloned().unwrap_or(G::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjoint::On;
    use crate::width::One;

    #[derive(Clone, Debug, retrograde_macros::Differentiable, PartialEq)]
    struct Wrapped(f64);

    impl From<f64> for Wrapped {
        fn from(x: f64) -> Self {
            Wrapped(x)
        }
    }

    #[test]
    #[should_panic(expected = "has a gradient")]
    fn a_gradient_is_not_lost() {
        let kind = PhantomData::<On<One>>;
        let _ = passed_on::pullback(1.0, kind, PhantomData::<Result<(), Wrapped>>, kind);
    }
}
