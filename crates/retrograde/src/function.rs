//! Reversible functions as values. The companion `f {}` of a reversible function `f` can be passed, stored, composed and
//! boxed; what takes it asks for [`Reversible`] with the tuple of the arguments.

pub mod applied;
mod derivatives;
mod ordinary;

pub use derivatives::{
    Arguments, Carried, InverseAdjoint, InverseTangent, Pass, ReversibleAdjoint, ReversibleDerivatives,
    ReversibleTangent, Shadows, TwiceAdjoint, TwiceInverseAdjoint, TwiceInverseTangent, TwiceTangent,
};
pub use ordinary::{DifferentiableFunction, DifferentiableTangent};

use crate::checks::{Mismatch, Restored};
use crate::plain::Plain;

/// A value that can be called forwards and backwards with the arguments `Args`, a tuple. The companion of every function with
/// `#[reversible]` is one, and so is what is made of them with [`Inverse`] and [`Then`].
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::gates::{inc, rotate_left};
///
/// fn twice(f: &impl for<'a> Reversible<(&'a mut u8,)>, n: &mut u8) {
///     f.call((n,));
///     f.call((n,));
/// }
///
/// let mut n = 3;
/// twice(&inc {}, &mut n);
/// assert_eq!(n, 5);
/// twice(&Inverse(inc {}), &mut n);
/// assert_eq!(n, 3);
/// rotate_left {}.uncall((&mut n, 1)); // an argument that is only read is given by value or by `&`
/// assert_eq!(n, 0b1000_0001);
/// ```
///
/// A list of functions of one signature:
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::gates::{inc, not};
///
/// let gates: Vec<Box<dyn for<'a> Reversible<(&'a mut i32,)>>> = vec![Box::new(inc {}), Box::new(Then(not {}, inc {}))];
/// let mut n = 5;
/// gates.iter().for_each(|gate| gate.call((&mut n,)));
/// assert_eq!(n, -6);
/// gates.iter().rev().for_each(|gate| gate.uncall((&mut n,)));
/// assert_eq!(n, 5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reversible function of `{Args}`",
    label = "cannot be called forwards and backwards with these arguments",
    note = "the value of a function `f` with `#[reversible]` is `f {{}}`, and its arguments are the tuple of its parameters, such as `(&mut f64, f64)`"
)]
pub trait Reversible<Args>: Plain {
    /// Runs it forwards.
    fn call(&self, args: Args);
    /// Runs it backwards.
    fn uncall(&self, args: Args);
}

impl<Args, F: Reversible<Args> + ?Sized> Reversible<Args> for &F {
    #[inline]
    fn call(&self, args: Args) {
        (**self).call(args);
    }

    #[inline]
    fn uncall(&self, args: Args) {
        (**self).uncall(args);
    }
}

impl<Args, F: Reversible<Args> + ?Sized> Reversible<Args> for Box<F> {
    #[inline]
    fn call(&self, args: Args) {
        (**self).call(args);
    }

    #[inline]
    fn uncall(&self, args: Args) {
        (**self).uncall(args);
    }
}

/// A function backwards, as a value.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::gates::inc;
/// let mut n = 3;
/// Inverse(inc {}).call((&mut n,));
/// assert_eq!(n, 2);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Inverse<F>(pub F);

impl<Args, F: Reversible<Args>> Reversible<Args> for Inverse<F> {
    #[inline]
    fn call(&self, args: Args) {
        self.0.uncall(args);
    }

    #[inline]
    fn uncall(&self, args: Args) {
        self.0.call(args);
    }
}

/// One function and then another, with the same arguments, as a value.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::gates::{inc, rot};
/// let mut n = 3;
/// let third = Then(inc {}, Then(inc {}, inc {}));
/// third.call((&mut n,));
/// assert_eq!(n, 6);
///
/// let (mut a, mut b) = (1.0_f64, 0.0);
/// Then(rot {}, Inverse(rot {})).call((&mut a, &mut b, 0.3));
/// assert_eq!(a, 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Then<F, G>(pub F, pub G);

impl<Args: Twice<F, G>, F: Plain, G: Plain> Reversible<Args> for Then<F, G> {
    #[inline]
    fn call(&self, args: Args) {
        args.call(&self.0, &self.1);
    }

    #[inline]
    fn uncall(&self, args: Args) {
        args.uncall(&self.0, &self.1);
    }
}

/// Arguments for two functions, one after the other. A trait of its own, so that rustc asks for the loans only when it knows the
/// arguments: `Then(f {}, g {}).call((&mut x,))` would not be found otherwise.
///
/// ```
/// use retrograde::{Twice, gates::{inc, neg}};
/// let mut n = 1;
/// (&mut n,).call(&inc {}, &neg {});
/// assert_eq!(n, -2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{F}` and `{G}` are not both reversible functions of `{Self}`",
    label = "cannot be called one after the other with these arguments"
)]
pub trait Twice<F, G> {
    /// Runs `f`, then `g`.
    fn call(self, f: &F, g: &G);
    /// Runs `g` backwards, then `f`.
    fn uncall(self, f: &F, g: &G);
}

#[diagnostic::do_not_recommend]
impl<Args, F, G> Twice<F, G> for Args
where
    Args: for<'l> Lend<'l>,
    F: for<'l> Reversible<<Args as Lend<'l>>::Lent>,
    G: for<'l> Reversible<<Args as Lend<'l>>::Lent>,
{
    #[inline]
    fn call(mut self, f: &F, g: &G) {
        f.call(self.lend());
        g.call(self.lend());
    }

    #[inline]
    fn uncall(mut self, f: &F, g: &G) {
        g.uncall(self.lend());
        f.uncall(self.lend());
    }
}

/// Arguments that can be passed on and are still there: numbers, references, and arrays and tuples of them. [`Then`] lends its
/// arguments to one function after the other.
///
/// ```
/// use retrograde::Lend;
/// #[derive(Clone, Copy)]
/// struct Angle(f64);
/// impl Lend<'_> for Angle {
///     type Lent = Self;
///     fn lend(&mut self) -> Self {
///         *self
///     }
/// }
/// let mut n = 1;
/// let mut args = (&mut n, Angle(0.5));
/// *args.lend().0 += 1;
/// *args.lend().0 += 1;
/// assert_eq!(n, 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed on to two functions",
    note = "pass a number, `&mut place` or `&value`, or implement `retrograde::Lend` for a type of yours that is `Copy`"
)]
pub trait Lend<'l> {
    /// The argument, for as long as it is lent.
    type Lent;
    /// Lends it.
    fn lend(&'l mut self) -> Self::Lent;
}

impl<'l, T: ?Sized + 'static> Lend<'l> for &mut T {
    type Lent = &'l mut T;

    #[inline(always)]
    fn lend(&'l mut self) -> &'l mut T {
        self
    }
}

impl<'a, T: ?Sized> Lend<'_> for &'a T {
    type Lent = &'a T;

    #[inline(always)]
    fn lend(&mut self) -> &'a T {
        self
    }
}

impl<T: Copy, const N: usize> Lend<'_> for [T; N] {
    type Lent = Self;

    #[inline(always)]
    fn lend(&mut self) -> Self {
        *self
    }
}

macro_rules! lend_copies {
    ($($ty:ty),*) => {$(
        impl Lend<'_> for $ty {
            type Lent = Self;

            #[inline(always)]
            fn lend(&mut self) -> Self {
                *self
            }
        }
    )*};
}

lend_copies!(f32, f64, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, ());

macro_rules! lend_tuples {
    ($(($($name:ident $field:tt)*))*) => {$(
        impl<'l, $($name: Lend<'l>),*> Lend<'l> for ($($name,)*) {
            type Lent = ($($name::Lent,)*);

            #[inline(always)]
            fn lend(&'l mut self) -> Self::Lent {
                ($(self.$field.lend(),)*)
            }
        }
    )*};
}

lend_tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}

impl<F: Plain> Plain for Inverse<F> {}
impl<F: Plain, G: Plain> Plain for Then<F, G> {}

impl<F: Restored> Restored for Inverse<F> {
    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        Some(self.0.mismatch(&expected.0, held)?.within(".0"))
    }

    fn magnitude(&self) -> f64 {
        self.0.magnitude()
    }
}

impl<F: Restored, G: Restored> Restored for Then<F, G> {
    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        let first = self.0.mismatch(&expected.0, held).map(|it| it.within(".0"));
        first.or_else(|| Some(self.1.mismatch(&expected.1, held)?.within(".1")))
    }

    fn magnitude(&self) -> f64 {
        self.0.magnitude().max(self.1.magnitude())
    }
}
