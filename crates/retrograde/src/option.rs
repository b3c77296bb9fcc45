//! The gradient of a value that may be absent: places for what the variant holds, under the variant's name, as a derived enum
//! has them. What is absent has a gradient of zero.

use core::borrow::Borrow;

use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::Differentiable;
use crate::numbers::{Step, Visitor};
use crate::plain::Plain;
use crate::shadow::Element;
use crate::width::{Gradient, One, Width, Zero};

/// The shadow and the gradient of an `Option`: what `Some` holds is under its name. It has the places of a constant, or of a
/// variable; that of `None` reads as zero.
///
/// ```
/// use retrograde::emitted::{add, get};
/// use retrograde::{Differentiable, On, One};
/// let x_adj = Some(2.5).zero_shadow::<On<One>>();
/// add(&x_adj.Some.0, 0.5);
/// assert_eq!(get(&x_adj).Some.0, 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(non_snake_case, reason = "a field has the name of the variant whose gradient it is")]
pub struct Perhaps<G> {
    /// The gradient of what `Some` holds.
    pub Some: (G,),
}

impl<G: Zero> Zero for Perhaps<G> {
    const ZERO: Self = Perhaps { Some: Zero::ZERO };
    const NOTHING: Self = Perhaps { Some: Zero::NOTHING };
}

impl<G: Plain> Plain for Perhaps<G> {}

impl<G: Gradient> Gradient for Perhaps<G> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Perhaps { Some: self.Some.plus(other.Some) }
    }

    #[inline]
    fn negated(self) -> Self {
        Perhaps { Some: self.Some.negated() }
    }
}

impl<A: Adjoint> Adjoint for Perhaps<A> {
    type Kind = A::Kind;
    type Value = Perhaps<A::Value>;
    type Part = Perhaps<A::Part>;
    const ACTIVE: bool = A::ACTIVE;

    #[inline]
    fn get(&self) -> Self::Value {
        Perhaps { Some: self.Some.get() }
    }

    #[inline]
    fn add(&self, gradient: Self::Value) {
        self.Some.add(gradient.Some);
    }

    #[inline]
    fn set(&self, gradient: Self::Value) {
        self.Some.set(gradient.Some);
    }

    #[inline]
    fn part(&self, part: usize) -> Self::Part {
        Perhaps { Some: self.Some.part(part) }
    }

    #[inline]
    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.Some.add_part(part, gradient.Some);
    }

    #[inline]
    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.Some.set_part(part, gradient.Some);
    }

    #[inline(always)]
    fn mark(&self, parts: u64) {
        self.Some.mark(parts);
    }
}

impl<A: Adjoint> Element for Perhaps<A> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

impl<T: Differentiable> Differentiable for Option<T> {
    type Shadow<K: Kind> = Perhaps<T::Owned<K>>;
    type Owned<K: Kind> = Perhaps<T::Owned<K>>;
    type Tangent<W: Width> = Perhaps<T::Tangent<W>>;
    const FIXED: bool = T::FIXED;

    #[inline]
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        Perhaps { Some: (self.as_ref().map_or(Zero::ZERO, T::zero_shadow::<K>),) }
    }

    #[inline]
    fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
        match self {
            Some(value) => value.renew::<W>(&mut places.Some.0),
            None => *places = Zero::NOTHING,
        }
    }

    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(value), Some(other)) => value.same_shape(other),
            (None, None) => true,
            _ => T::FIXED,
        }
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        Perhaps { Some: (T::into_tangent(places.Some.0),) }
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        Perhaps { Some: (T::lane(&gradients.Some.0, lane),) }
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        T::set_lane(&mut gradients.Some.0, lane, gradient.Some.0);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        if let Some(value) = self {
            visitor.at(Step::Field("Some"), |visitor| {
                visitor.at(Step::Part(0), |visitor| value.visit(shadow.Some.0.borrow(), visitor));
            });
        }
    }
}

/// What an `Option` or `Result` holds, or its shadow, and must hold.
///
/// ```
/// use retrograde::emitted::present;
/// assert_eq!(*present(&Some(1.5)), 1.5);
/// assert_eq!(*present(&Ok::<_, String>(2.5)), 2.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`unwrap` of `{Self}` has no derivative",
    note = "an `Option` or a `Result` can be unwrapped, and so can their gradients"
)]
pub trait Present {
    /// What it holds.
    type Held;
    /// What it holds.
    fn held(&self) -> &Self::Held;
    /// What it holds; if it holds nothing, the panic says `text`.
    #[inline]
    #[track_caller]
    fn held_or(&self, text: &str) -> &Self::Held {
        let _ = text;
        self.held()
    }
}

/// What may hold something.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither an `Option` nor a `Result`")]
pub trait Holds {
    /// Whether it does.
    fn holds(&self) -> bool;
}

impl<T> Holds for Option<T> {
    #[inline]
    fn holds(&self) -> bool {
        self.is_some()
    }
}

impl<T, E> Holds for Result<T, E> {
    #[inline]
    fn holds(&self) -> bool {
        self.is_ok()
    }
}

impl<H: Holds + ?Sized> Holds for &H {
    #[inline]
    fn holds(&self) -> bool {
        (**self).holds()
    }
}

/// Whether an `Option` or a `Result` holds a value.
///
/// ```
/// use retrograde::emitted::holds;
/// assert!(holds(&Some(1.5)) && !holds(&Err::<(), _>("lost")));
/// ```
#[inline]
pub fn holds<H: Holds>(place: &H) -> bool {
    place.holds()
}

impl<T> Present for Option<T> {
    type Held = T;

    #[inline]
    #[track_caller]
    fn held(&self) -> &T {
        self.as_ref().unwrap()
    }

    #[inline]
    #[track_caller]
    fn held_or(&self, text: &str) -> &T {
        self.as_ref().expect(text)
    }
}

impl<G> Present for Perhaps<G> {
    type Held = G;

    #[inline]
    fn held(&self) -> &G {
        &self.Some.0
    }
}

/// What something holds that holds it.
///
/// ```
/// assert_eq!(*retrograde::emitted::present(&Some("a")), "a");
/// ```
#[inline]
#[track_caller]
pub fn present<P: Present>(place: &P) -> &P::Held {
    place.held()
}

/// What something holds that holds it, or else `text` is what the panic says.
///
/// ```should_panic
/// retrograde::emitted::expected(&None::<f64>, "a number");
/// ```
#[inline]
#[track_caller]
pub fn expected<'p, P: Present>(place: &'p P, text: &str) -> &'p P::Held {
    place.held_or(text)
}
