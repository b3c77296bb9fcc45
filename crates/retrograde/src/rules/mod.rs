//! How one operation is differentiated. The emitted code names the operation (`Mul`, `Sin`) and passes its operands as
//! closures; these traits, chosen by the operand types, say what gradient goes where. A rule reads only the operands that
//! its derivative mentions, so the others need not even exist any more.
//!
//! # Kinks and zeros
//!
//! Where a function has no derivative, or an infinite one, the rules do this, in all modes alike:
//!
//! | where | derivative |
//! |---|---|
//! | `abs`, `signum` at 0 | 0 |
//! | `min`, `max` of equal operands | 1 by the receiver, 0 by the other |
//! | `min`, `max` with a NaN | 1 by the number, which is the value, 0 by the NaN |
//! | `clamp` | 1 by what the value is: the receiver, also where it equals a bound or is NaN, or the bound |
//! | `floor`, `ceil`, `round`, `round_ties_even`, `trunc`, `div_euclid` | 0, at jumps too |
//! | `fract`, `%`, `rem_euclid` | as beside a jump: 1 by the receiver, by the divisor minus the number of times it was taken away |
//! | `copysign` | 0 by the sign; by the magnitude 1 or -1, and 0 at 0 |
//! | `sqrt`, `cbrt` at 0, `asin`, `acos` at ±1, `acosh` at 1, `x.powf(y)` by `x` at 0 if `y` is between 0 and 1 | the square root of the largest number, 1.3e154 or 1.8e19 (for `acos` minus that) |
//! | `ln` at 0, `ln_1p` at -1, `atanh` at ±1 | infinite |
//! | `recip` at 0, `powi` of 0 with a negative exponent | minus infinite |
//! | `x.powi(0)`, `x.powf(0.0)` by `x` | 0, at 0 too |
//! | `x.powi(1)`, `x.powf(1.0)` by `x` | 1, at 0 too |
//! | `x.powf(y)` by `y` | 0 if `x` is 0 and `y` is not negative, NaN if `x` is negative |
//! | `hypot`, `atan2` at the origin | 0 by both |
//! | `norm`, `arg` of the complex 0 | 0 |
//! | `gamma`, `ln_gamma`, `digamma` at 0 and negative integers | NaN, or infinite |
//! | a branch that is not taken | nothing flows through it |
//!
//! Zero times anything is zero here ([`weigh`]): a gradient of zero contributes nothing even where the derivative is infinite, so a
//! result that is not used cannot spoil the others. (A complex gradient is zero if both of its parts are.) The exceptions are the factors of `*` and `mul_add`, where the guard would cost
//! too much ([`scale`]): zero times an infinite or undefined factor is NaN there, as in the product itself.
//!
//! So that this does not make NaN of a derivative, a slope that is infinite at a finite value is not: in its place is a number so large
//! that its square is just in range. Forward and reverse mode compute the same with it, also through sums that cancel, and through `*`.
//! One coincident pair in a sum of distances `(x * x + y * y).sqrt()` contributes nothing. As long as the values on the way are finite,
//! and the derivatives in range, the modes agree up to rounding. Where a value is infinite, so is the derivative, and what
//! becomes of it in products is not the same in all modes.
//!
//! A rule multiplies in an order that leaves the range of the numbers only if the result does: the table says how.

use core::borrow::BorrowMut;
use core::marker::PhantomData;

use crate::adjoint::{Adjoint, Off, On};
use crate::differentiable::{Differentiable, TangentOf};
use crate::drivers::MustBeMarkedConstant;
use crate::width::{Gradient, Leaf, Scalar, Width, Zero};

/// Declares the rules of operations with some number of operands, and how the emitted code asks for them: for each operand one way
/// back and one way forward, and each again in a form that passes the result too.
macro_rules! rules {
    (
        $(#[$attribute:meta])*
        $rule:ident<$($operand:ident),+> $operands:tt $function:literal
        $($of:ident, $name:literal: $pull:ident $pull_by:ident $push:ident $push_by:ident;)+
    ) => {
        $(#[$attribute])*
        pub trait $rule<$($operand: Differentiable),+> {
            /// The type of the result.
            type Output: Differentiable;
            $(
                signature! {
                    concat!("From the gradient of the result to the gradient of ", $name, "."),
                    $pull $operands, Self::Output => $of
                }
                signature! {
                    concat!("From a change of ", $name, " to the change of the result."),
                    $push $operands, $of => Self::Output
                }
            )+
        }

        impl<W: Width> Rules<W> {
            $(
                call! {
                    concat!("The gradient of ", $name, " of `r = ", $function, "`"),
                    $rule $pull $pull_by $operands, Output => $of
                }
                call! {
                    concat!("The change of `r = ", $function, "` with ", $name),
                    $rule $push $push_by $operands, $of => Output
                }
            )+
        }
    };
}

macro_rules! signature {
    ($doc:expr, $function:ident($($x:ident: $operand:ident),+), $from:ty => $to:ty) => {
        #[doc = $doc]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand,)+
            r: impl Fn() -> Self::Output,
        ) -> TangentOf<$to, W>;
    };
}

macro_rules! call {
    ($doc:expr, $rule:ident $name:ident $name_by:ident($($x:ident: $operand:ident),+), $from:ty => $to:ty) => {
        #[doc = concat!($doc, ", by a rule that does not read `r`.")]
        #[inline(always)]
        pub fn $name<R, $($operand: Differentiable,)+ Output: Differentiable>(
            self,
            rule: R,
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand),+
        ) -> TangentOf<$to, W>
        where
            R: $rule<$($operand,)+ Output = Output>,
        {
            self.$name_by(rule, g, $($x,)+ never)
        }

        #[doc = concat!($doc, ".")]
        #[inline(always)]
        pub fn $name_by<R, $($operand: Differentiable,)+ Output: Differentiable>(
            self,
            _: R,
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand,)+
            r: impl Fn() -> Output,
        ) -> TangentOf<$to, W>
        where
            R: $rule<$($operand,)+ Output = Output>,
        {
            R::$name::<W>(g, $($x,)+ r)
        }
    };
}

/// Implements the rule of an operation with as many operands as there are groups and the result `S`; its functions are written by
/// `$write!`, whatever their number.
macro_rules! rule {
    ($write:ident $name:ident $r:ident, ($x:ident: $a:ty; $($by_x:tt)*)) => {
        impl<'a> Unary<$a> for $name {
            type Output = S;

            $write! { Unary pull, ($x: $a), $r, S => $a; $($by_x)* }
            $write! { Unary push, ($x: $a), $r, $a => S; $($by_x)* }
        }
    };
    ($write:ident $name:ident $r:ident, ($x:ident: $a:ty; $($by_x:tt)*) ($y:ident: $b:ty; $($by_y:tt)*)) => {
        impl<'a> Binary<$a, $b> for $name {
            type Output = S;

            $write! { Binary pull_left, ($x: $a, $y: $b), $r, S => $a; $($by_x)* }
            $write! { Binary pull_right, ($x: $a, $y: $b), $r, S => $b; $($by_y)* }
            $write! { Binary push_left, ($x: $a, $y: $b), $r, $a => S; $($by_x)* }
            $write! { Binary push_right, ($x: $a, $y: $b), $r, $b => S; $($by_y)* }
        }
    };
    (
        $write:ident $name:ident $r:ident,
        ($x:ident: $a:ty; $($by_x:tt)*) ($y:ident: $b:ty; $($by_y:tt)*) ($z:ident: $c:ty; $($by_z:tt)*)
    ) => {
        impl<'a> Ternary<$a, $b, $c> for $name {
            type Output = S;

            $write! { Ternary pull_first, ($x: $a, $y: $b, $z: $c), $r, S => $a; $($by_x)* }
            $write! { Ternary pull_second, ($x: $a, $y: $b, $z: $c), $r, S => $b; $($by_y)* }
            $write! { Ternary pull_third, ($x: $a, $y: $b, $z: $c), $r, S => $c; $($by_z)* }
            $write! { Ternary push_first, ($x: $a, $y: $b, $z: $c), $r, $a => S; $($by_x)* }
            $write! { Ternary push_second, ($x: $a, $y: $b, $z: $c), $r, $b => S; $($by_y)* }
            $write! { Ternary push_third, ($x: $a, $y: $b, $z: $c), $r, $c => S; $($by_z)* }
        }
    };
}

mod assigning;
mod cast;
#[cfg(feature = "num-complex")]
mod complex;
mod integers;
mod table;

pub use assigning::{
    AddAssign, Assigning, DivAssign, MulAssign, Operands, OperandsLent, Passed, Residual, SubAssign, residual,
};
pub use table::*;

rules! {
    /// The rule of an operation with one operand, `r = f(x)`.
    ///
    /// ```
    /// use retrograde::rules::{Rules, Sin};
    /// let rules = Rules::<retrograde::One>::new();
    /// assert_eq!(rules.pull(Sin, 2.0, || 0.0_f64), 2.0);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "`{Self}` of a `{A}` has no derivative rule",
        label = "no rule for this operand",
        note = "if this is an operator or a method of a type of yours, put `#[differentiable]` on its `impl`",
        note = "or implement `retrograde::rules::Unary<{A}>` for `retrograde::rules::{Self}`, or compute this outside of the function"
    )]
    Unary<A> (x: A) "f(x)"
    A, "the operand": pull pull_by push push_by;
}

rules! {
    /// The rule of an operation with two operands, `r = f(x, y)`.
    ///
    /// ```
    /// use retrograde::rules::{Mul, Rules};
    /// let rules = Rules::<retrograde::One>::new();
    /// assert_eq!(rules.pull_left(Mul, 1.0, || 3.0_f64, || 4.0_f64), 4.0);
    /// assert_eq!(rules.pull_right(Mul, 1.0, || 3.0_f64, || 4.0_f64), 3.0);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "`{Self}` of a `{A}` and a `{B}` has no derivative rule",
        label = "no rule for these operands",
        note = "if this is an operator or a method of a type of yours, put `#[differentiable]` on its `impl`",
        note = "or implement `retrograde::rules::Binary<{A}, {B}>` for `retrograde::rules::{Self}`, or compute this outside of the function"
    )]
    Binary<A, B> (x: A, y: B) "f(x, y)"
    A, "the left operand": pull_left pull_left_by push_left push_left_by;
    B, "the right operand": pull_right pull_right_by push_right push_right_by;
}

rules! {
    /// The rule of an operation with three operands, `r = f(x, y, z)`.
    ///
    /// ```
    /// use retrograde::rules::{MulAdd, Rules};
    /// let rules = Rules::<retrograde::One>::new();
    /// assert_eq!(rules.pull_first(MulAdd, 1.0, || 3.0_f64, || 4.0_f64, || 5.0_f64), 4.0);
    /// assert_eq!(rules.pull_third(MulAdd, 1.0, || 3.0_f64, || 4.0_f64, || 5.0_f64), 1.0);
    /// ```
    #[diagnostic::on_unimplemented(
        message = "`{Self}` of a `{A}`, a `{B}` and a `{C}` has no derivative rule",
        label = "no rule for these operands",
        note = "if this is a method of a type of yours, put `#[differentiable]` on its `impl`",
        note = "or implement `retrograde::rules::Ternary<{A}, {B}, {C}>` for `retrograde::rules::{Self}`, or compute this outside of the function"
    )]
    Ternary<A, B, C> (x: A, y: B, z: C) "f(x, y, z)"
    A, "the first operand": pull_first pull_first_by push_first push_first_by;
    B, "the second operand": pull_second pull_second_by push_second push_second_by;
    C, "the third operand": pull_third pull_third_by push_third push_third_by;
}

/// The rule of `x as B`.
///
/// ```
/// use retrograde::rules::Rules;
/// let rules = Rules::<retrograde::One>::new();
/// assert_eq!(rules.pull_cast(1.5_f64, || 1.0_f32, || 1.0_f64), 1.5_f32);
/// assert_eq!(rules.pull_cast(1.5_f64, || 7_usize, || 7.0_f64), retrograde::NoGradient);
/// ```
#[diagnostic::on_unimplemented(
    message = "`as` from `{Self}` to `{B}` has no derivative rule",
    note = "`as` is differentiated between numbers, and from `bool` and `char` to integers"
)]
pub trait Cast<B: Differentiable>: Differentiable + Sized {
    /// From the gradient of the result to the gradient of the operand.
    fn pull<W: Width>(g: TangentOf<B, W>) -> TangentOf<Self, W>;
    /// From a change of the operand to the change of the result.
    fn push<W: Width>(t: TangentOf<Self, W>) -> TangentOf<B, W>;
}

/// All rules at width `W`: the emitted code makes one of these, and then need not spell the width any more.
///
/// ```
/// use retrograde::rules::{Exp, Rules};
/// use retrograde::{Lanes, Many};
/// let rules = Rules::<Many<2>>::new();
/// let r = 3.0_f64; // the result of an `exp`, whose rule needs nothing else
/// assert_eq!(rules.pull_by(Exp, Lanes([1.0, 2.0]), || -> f64 { unreachable!() }, || r), Lanes([3.0, 6.0]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules<W>(PhantomData<W>);

/// Stands for a result that the caller knows no rule will ask for.
fn never<R>() -> R {
    panic!("this rule reads the result of the operation: use the `_by` form")
}

impl<W: Width> Rules<W> {
    /// The rules at width `W`.
    #[inline(always)]
    pub fn new() -> Self {
        Rules(PhantomData)
    }

    /// A zero shadow for a local of the type of `value`, which is evaluated only if its length is needed.
    #[inline(always)]
    pub fn shadow<T: Differentiable>(self, value: impl FnOnce() -> T) -> T::Owned<On<W>> {
        if T::FIXED { Zero::NOTHING } else { value().zero_shadow() }
    }

    /// The zero that sums of gradients start from.
    #[inline(always)]
    pub fn zero<S: Scalar>(self) -> W::Of<S> {
        Zero::NOTHING
    }

    /// Makes the places of a gradient zero, in the shape of `value`, which is evaluated only if its length is needed.
    #[inline(always)]
    pub fn renew<T: Differentiable>(self, places: &mut impl BorrowMut<T::Owned<On<W>>>, value: impl FnOnce() -> T) {
        let places = places.borrow_mut();
        if T::FIXED {
            *places = Zero::NOTHING;
        } else {
            value().renew::<W>(places);
        }
    }

    /// The same, but gives the places that were there, with the gradient in them.
    #[inline(always)]
    pub fn replaced<T: Differentiable>(
        self,
        places: &mut impl BorrowMut<T::Owned<On<W>>>,
        value: impl FnOnce() -> T,
    ) -> T::Owned<On<W>> {
        core::mem::replace(places.borrow_mut(), self.shadow(value))
    }

    /// The shadow of a value that came with its tangent.
    #[inline(always)]
    pub fn received<T: Differentiable>(self, value: &T, tangent: T::Tangent<W>) -> T::Owned<On<W>> {
        value.shadow_with(tangent)
    }

    /// The shadow of a constant argument.
    #[inline(always)]
    pub fn off(self) -> Off<W> {
        Off::new()
    }

    /// The shadow of a constant that a call may change beside what has a gradient.
    #[inline(always)]
    pub fn must_be_constant(self) -> MustBeMarkedConstant<W> {
        MustBeMarkedConstant(PhantomData)
    }

    /// Adds a tangent to a place, a part at a time: those of what it is computed from that are not zero.
    #[inline(always)]
    pub fn add_parts<A: Adjoint + ?Sized>(
        self,
        place: &A,
        parts: u64,
        tangent: impl Fn(Rules<W::Part>, usize) -> A::Part,
    ) {
        if A::ACTIVE {
            if W::PARTS > 1 {
                place.mark(place.parts() | parts);
            }
            each_part::<W>(parts, |part| place.add_part(part, tangent(Rules::new(), part)));
        }
    }

    /// Gives a place a tangent, a part at a time.
    #[inline(always)]
    pub fn set_parts<A: Adjoint + ?Sized>(
        self,
        place: &A,
        parts: u64,
        tangent: impl Fn(Rules<W::Part>, usize) -> A::Part,
    ) {
        if A::ACTIVE {
            each_part::<W>(place.parts() & !parts, |part| place.set_part(part, Zero::ZERO));
            if W::PARTS > 1 {
                place.mark(parts);
            }
            each_part::<W>(parts, |part| place.set_part(part, tangent(Rules::new(), part)));
        }
    }

    /// The gradient of the operand of `r = x as B`.
    #[inline(always)]
    pub fn pull_cast<A: Cast<B>, B: Differentiable>(
        self,
        g: TangentOf<B, W>,
        _: impl Fn() -> A,
        _: impl Fn() -> B,
    ) -> TangentOf<A, W> {
        <A as Cast<B>>::pull::<W>(g)
    }

    /// The change of `r = x as B`.
    #[inline(always)]
    pub fn push_cast<A: Cast<B>, B: Differentiable>(
        self,
        t: TangentOf<A, W>,
        _: impl Fn() -> A,
        _: impl Fn() -> B,
    ) -> TangentOf<B, W> {
        <A as Cast<B>>::push::<W>(t)
    }
}

/// Goes through the parts whose bits are set.
#[inline(always)]
fn each_part<W: Width>(mut parts: u64, mut run: impl FnMut(usize)) {
    if W::PARTS == 1 {
        if parts != 0 {
            run(0);
        }
        return;
    }
    while parts != 0 {
        run(parts.trailing_zeros() as usize);
        parts &= parts - 1;
    }
}

/// A gradient times a partial derivative, where zero times anything is zero: what is not asked for contributes nothing even if the
/// derivative is infinite or not a number, and what an operand does not change it does not pass on. So forward and reverse mode
/// agree, whichever of the two factors they come to first.
///
/// ```
/// use retrograde::{Lanes, rules::weigh};
/// assert_eq!(weigh(Lanes([0.0, 2.0]), f64::INFINITY), Lanes([0.0, f64::INFINITY]));
/// assert_eq!(weigh(f64::INFINITY, 0.0), 0.0);
/// ```
#[inline(always)]
pub fn weigh<G: Leaf>(gradient: G, partial: G::Scalar) -> G {
    let passes = partial != Zero::ZERO;
    gradient.map(|g| if passes && g != Zero::ZERO { g * partial } else { Zero::ZERO })
}

/// The same for a partial derivative that is the ratio of `a` and `b` and may be out of range though the product is not.
///
/// ```
/// use retrograde::{Lanes, rules::weigh_ratio};
/// let y = 1e-200_f64; // of a division `x / y`
/// assert_eq!(weigh_ratio(Lanes([0.0, 2.0]), 1.0 / y, 1.0, y), Lanes([0.0, 2e200]));
/// assert_eq!(weigh_ratio(0.0, 1.0 / 0.0, 1.0, 0.0), 0.0);
/// ```
#[inline(always)]
pub fn weigh_ratio<G: Leaf<Scalar: retrograde_rules::Number>>(
    gradient: G,
    partial: G::Scalar,
    a: G::Scalar,
    b: G::Scalar,
) -> G {
    // A normal number needs no guard.
    if retrograde_rules::Number::is_normal(partial) {
        scale(gradient, partial)
    } else {
        gradient.map(|g| retrograde_rules::weigh_ratio(g, partial, a, b))
    }
}

/// Stands for an operand that its rule does not read, where its type is known.
///
/// ```
/// use retrograde::emitted::{Rules, Sqrt, unread};
/// let rules = Rules::<retrograde::One>::new();
/// assert_eq!(rules.pull_by(Sqrt, 1.0, unread::<f64>, || 2.0), 0.25);
/// ```
pub fn unread<A>() -> A {
    panic!("a rule reads an operand that the table says it does not read")
}

/// The gradient of `x + x`: the factors of `x * x` have one share each, and these are the same.
///
/// ```
/// assert_eq!(retrograde::rules::twice([1.5, -2.0]), [3.0, -4.0]);
/// ```
#[inline(always)]
pub fn twice<G: Gradient>(gradient: G) -> G {
    gradient.clone().plus(gradient)
}

/// What `*` uses instead of [`weigh`]: a plain product. In a chain of products the guard costs half as much again, in a
/// vectorised polynomial three times as much, and it could only help where a factor is itself infinite or not a number.
///
/// ```
/// assert_eq!(retrograde::rules::scale(2.0, 3.0), 6.0);
/// ```
#[inline(always)]
pub fn scale<G: Leaf>(gradient: G, partial: G::Scalar) -> G {
    gradient.map(|g| g * partial)
}
