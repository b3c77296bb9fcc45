//! What the companion of a reversible primitive is written against where its derivative is itself a reversible function, of values and
//! plain gradients.

use crate::adjoint::{Kind, On, get};
use crate::differentiable::{Differentiable, TangentOf};
use crate::function::Reversible;
use crate::width::{Gradient, Width};

/// A gradient of zero for a value, of its length.
///
/// ```
/// use retrograde::{One, emitted::no_gradient};
/// assert_eq!(no_gradient::<[f64], One>(&[1.0, 2.0]), [0.0, 0.0]);
/// ```
#[inline]
pub fn no_gradient<T: Differentiable + ?Sized, W: Width>(value: &T) -> TangentOf<T, W> {
    T::into_tangent(value.zero_shadow::<On<W>>())
}

/// The gradient of a value, of its length even if it is that of a constant.
///
/// ```
/// use retrograde::emitted::whole_gradient;
/// use retrograde::{Differentiable, Off, One};
/// let nothing = whole_gradient::<[f64], Off<One>>(&[1.0, 2.0], <[f64]>::inactive::<One>());
/// assert_eq!(nothing, [0.0, 0.0]);
/// ```
#[inline]
pub fn whole_gradient<T: Differentiable + ?Sized, K: Kind>(value: &T, places: &T::Shadow<K>) -> TangentOf<T, K::Width> {
    if T::FIXED { get(places) } else { no_gradient::<T, K::Width>(value).plus(get(places)) }
}

/// The derivative of one direction of a primitive: a reversible function of values and plain gradients, which backwards is the derivative
/// of the other direction.
///
/// ```
/// use retrograde::emitted::OneDirection;
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn double_adjoint(x: &mut f64, x_adj: &mut f64) {
///     *x *= 0.5;
///     *x_adj *= 2.0;
/// }
///
/// let (mut x, mut x_adj) = (6.0, 1.0);
/// double_adjoint {}.carry((&mut x, &mut x_adj));
/// assert_eq!((x, x_adj), (3.0, 2.0));
/// double_adjoint {}.carry_back((&mut x, &mut x_adj));
/// assert_eq!((x, x_adj), (6.0, 1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "the other direction cannot be derived from the one that is given",
    label = "this is not a `#[reversible]` function",
    note = "where one direction is given, name a `#[reversible]` function that takes each argument and behind it, if it has a gradient, `&mut` of its plain gradient",
    note = "or give both directions, as functions of places: `adjoint` and `inverse_adjoint`, `tangent` and `inverse_tangent`"
)]
pub trait OneDirection<Args> {
    /// Runs it.
    fn carry(&self, args: Args);
    /// Undoes it.
    fn carry_back(&self, args: Args);
}

#[diagnostic::do_not_recommend]
impl<Args, F: Reversible<Args>> OneDirection<Args> for F {
    #[inline]
    fn carry(&self, args: Args) {
        self.call(args);
    }

    #[inline]
    fn carry_back(&self, args: Args) {
        self.uncall(args);
    }
}

/// Stands in for the companion of what was given where it has none: a name that is imported shadows this one, which is only there by a
/// glob, if it is the name of a type.
pub mod given {
    /// A function without a companion.
    #[derive(Debug)]
    pub struct Given {}
}
