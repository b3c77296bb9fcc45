//! The gradient of a value or an error: places for what each variant holds, under its name, as a derived enum has them.

use core::borrow::Borrow;

use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::checks::{Mismatch, Restored};
use crate::differentiable::Differentiable;
use crate::numbers::{Step, Visitor};
use crate::option::Present;
use crate::plain::Plain;
use crate::shadow::Element;
use crate::width::{Gradient, One, Width, Zero};

/// The shadow and the gradient of a `Result`: what `Ok` and `Err` hold is under their names. That of the other variant reads as
/// zero.
///
/// ```
/// use retrograde::emitted::{add, get};
/// use retrograde::{Differentiable, On, One};
/// let x_adj = Ok::<_, f64>(2.5).zero_shadow::<On<One>>();
/// add(&x_adj.Ok.0, 0.5);
/// assert_eq!((get(&x_adj).Ok.0, get(&x_adj).Err.0), (0.5, 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(non_snake_case, reason = "a field has the name of the variant whose gradient it is")]
pub struct Outcome<G, H> {
    /// The gradient of what `Ok` holds.
    pub Ok: (G,),
    /// The gradient of what `Err` holds.
    pub Err: (H,),
}

impl<G: Zero, H: Zero> Zero for Outcome<G, H> {
    const ZERO: Self = Outcome { Ok: Zero::ZERO, Err: Zero::ZERO };
    const NOTHING: Self = Outcome { Ok: Zero::NOTHING, Err: Zero::NOTHING };
}

impl<G: Plain, H: Plain> Plain for Outcome<G, H> {}

impl<G: Gradient, H: Gradient> Gradient for Outcome<G, H> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Outcome { Ok: self.Ok.plus(other.Ok), Err: self.Err.plus(other.Err) }
    }

    #[inline]
    fn negated(self) -> Self {
        Outcome { Ok: self.Ok.negated(), Err: self.Err.negated() }
    }
}

impl<A: Adjoint, B: Adjoint<Kind = A::Kind>> Adjoint for Outcome<A, B> {
    type Kind = A::Kind;
    type Value = Outcome<A::Value, B::Value>;
    type Part = Outcome<A::Part, B::Part>;
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;

    #[inline]
    fn get(&self) -> Self::Value {
        Outcome { Ok: self.Ok.get(), Err: self.Err.get() }
    }

    #[inline]
    fn add(&self, gradient: Self::Value) {
        self.Ok.add(gradient.Ok);
        self.Err.add(gradient.Err);
    }

    #[inline]
    fn set(&self, gradient: Self::Value) {
        self.Ok.set(gradient.Ok);
        self.Err.set(gradient.Err);
    }

    #[inline]
    fn part(&self, part: usize) -> Self::Part {
        Outcome { Ok: self.Ok.part(part), Err: self.Err.part(part) }
    }

    #[inline]
    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.Ok.add_part(part, gradient.Ok);
        self.Err.add_part(part, gradient.Err);
    }

    #[inline]
    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.Ok.set_part(part, gradient.Ok);
        self.Err.set_part(part, gradient.Err);
    }

    #[inline(always)]
    fn mark(&self, parts: u64) {
        self.Ok.mark(parts);
        self.Err.mark(parts);
    }
}

impl<A: Adjoint, B: Adjoint<Kind = A::Kind>> Element for Outcome<A, B> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

impl<T: Differentiable, E: Differentiable> Differentiable for Result<T, E> {
    type Shadow<K: Kind> = Outcome<T::Owned<K>, E::Owned<K>>;
    type Owned<K: Kind> = Outcome<T::Owned<K>, E::Owned<K>>;
    type Tangent<W: Width> = Outcome<T::Tangent<W>, E::Tangent<W>>;
    const FIXED: bool = T::FIXED && E::FIXED;

    #[inline]
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        match self {
            Ok(value) => Outcome { Ok: (value.zero_shadow::<K>(),), Err: Zero::ZERO },
            Err(error) => Outcome { Ok: Zero::ZERO, Err: (error.zero_shadow::<K>(),) },
        }
    }

    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        match (self, other) {
            (Ok(value), Ok(other)) => value.same_shape(other),
            (Err(error), Err(other)) => error.same_shape(other),
            _ => Self::FIXED,
        }
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        Outcome { Ok: (T::into_tangent(places.Ok.0),), Err: (E::into_tangent(places.Err.0),) }
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        Outcome { Ok: (T::lane(&gradients.Ok.0, lane),), Err: (E::lane(&gradients.Err.0, lane),) }
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        T::set_lane(&mut gradients.Ok.0, lane, gradient.Ok.0);
        E::set_lane(&mut gradients.Err.0, lane, gradient.Err.0);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        match self {
            Ok(value) => visitor.at(Step::Field("Ok"), |visitor| {
                visitor.at(Step::Part(0), |visitor| value.visit(shadow.Ok.0.borrow(), visitor));
            }),
            Err(error) => visitor.at(Step::Field("Err"), |visitor| {
                visitor.at(Step::Part(0), |visitor| error.visit(shadow.Err.0.borrow(), visitor));
            }),
        }
    }
}

impl<T, E: core::fmt::Debug> Present for Result<T, E> {
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

impl<G, H> Present for Outcome<G, H> {
    type Held = G;

    #[inline]
    fn held(&self) -> &G {
        &self.Ok.0
    }
}

impl<T: Restored, E: Restored> Restored for Result<T, E> {
    const CLONES: bool = T::CLONES && E::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        match (self, expected) {
            (Ok(found), Ok(wanted)) => found.mismatch(wanted, held),
            (Err(found), Err(wanted)) => found.mismatch(wanted, held),
            (Ok(_), Err(_)) => Some(Mismatch::new(&format_args!("Err(_)"), &format_args!("Ok(_)"))),
            (Err(_), Ok(_)) => Some(Mismatch::new(&format_args!("Ok(_)"), &format_args!("Err(_)"))),
        }
    }

    fn magnitude(&self) -> f64 {
        self.as_ref().map_or_else(E::magnitude, T::magnitude)
    }
}
