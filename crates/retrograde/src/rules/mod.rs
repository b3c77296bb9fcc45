//! How one operation is differentiated. The emitted code names the operation (`Mul`, `Sin`) and passes its operands as
//! closures; these traits, chosen by the operand types, say what gradient goes where. A rule reads only the operands that
//! its derivative mentions, so the others need not even exist any more.

mod cast;
mod integers;
mod table;

pub use table::*;

use core::marker::PhantomData;

use crate::adjoint::{Off, On};
use crate::differentiable::{Differentiable, TangentOf};
use crate::width::{Leaf, Width, Zero};

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
    note = "implement `retrograde::rules::Unary<{A}>` for `retrograde::rules::{Self}`, or compute this outside of the function"
)]
pub trait Unary<A: Differentiable> {
    /// The type of the result.
    type Output: Differentiable;
    /// From the gradient of the result to the gradient of the operand.
    fn pull<W: Width>(
        g: TangentOf<Self::Output, W>,
        x: impl Fn() -> A,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<A, W>;
    /// From a change of the operand to the change of the result.
    fn push<W: Width>(
        t: TangentOf<A, W>,
        x: impl Fn() -> A,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<Self::Output, W>;
}

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
    note = "implement `retrograde::rules::Binary<{A}, {B}>` for `retrograde::rules::{Self}`, or compute this outside of the function"
)]
pub trait Binary<A: Differentiable, B: Differentiable> {
    /// The type of the result.
    type Output: Differentiable;
    /// From the gradient of the result to the gradient of the left operand.
    fn pull_left<W: Width>(
        g: TangentOf<Self::Output, W>,
        x: impl Fn() -> A,
        y: impl Fn() -> B,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<A, W>;
    /// From the gradient of the result to the gradient of the right operand.
    fn pull_right<W: Width>(
        g: TangentOf<Self::Output, W>,
        x: impl Fn() -> A,
        y: impl Fn() -> B,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<B, W>;
    /// From a change of the left operand to the change of the result.
    fn push_left<W: Width>(
        t: TangentOf<A, W>,
        x: impl Fn() -> A,
        y: impl Fn() -> B,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<Self::Output, W>;
    /// From a change of the right operand to the change of the result.
    fn push_right<W: Width>(
        t: TangentOf<B, W>,
        x: impl Fn() -> A,
        y: impl Fn() -> B,
        r: impl Fn() -> Self::Output,
    ) -> TangentOf<Self::Output, W>;
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

    /// The shadow of a constant argument.
    #[inline(always)]
    pub fn off(self) -> Off<W> {
        Off::new()
    }

    /// The gradient of the operand of `r = f(x)`, by a rule that does not read `r`.
    #[inline(always)]
    pub fn pull<R: Unary<A>, A: Differentiable>(
        self,
        rule: R,
        g: TangentOf<R::Output, W>,
        x: impl Fn() -> A,
    ) -> TangentOf<A, W> {
        self.pull_by(rule, g, x, never)
    }

    /// The gradient of the operand of `r = f(x)`.
    #[inline(always)]
    pub fn pull_by<R: Unary<A>, A: Differentiable>(
        self,
        _: R,
        g: TangentOf<R::Output, W>,
        x: impl Fn() -> A,
        r: impl Fn() -> R::Output,
    ) -> TangentOf<A, W> {
        R::pull::<W>(g, x, r)
    }

    /// The change of `r = f(x)`, by a rule that does not read `r`.
    #[inline(always)]
    pub fn push<R: Unary<A>, A: Differentiable>(
        self,
        rule: R,
        t: TangentOf<A, W>,
        x: impl Fn() -> A,
    ) -> TangentOf<R::Output, W> {
        self.push_by(rule, t, x, never)
    }

    /// The change of `r = f(x)`.
    #[inline(always)]
    pub fn push_by<R: Unary<A>, A: Differentiable>(
        self,
        _: R,
        t: TangentOf<A, W>,
        x: impl Fn() -> A,
        r: impl Fn() -> R::Output,
    ) -> TangentOf<R::Output, W> {
        R::push::<W>(t, x, r)
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

macro_rules! binary_calls {
    ($($(#[$doc:meta])* $name:ident $name_by:ident($from:ident -> $to:ident);)*) => {
        impl<W: Width> Rules<W> {$(
            $(#[$doc])*
            ///
            /// This form is for a rule that does not read `r`.
            #[inline(always)]
            pub fn $name<R, A: Differentiable, B: Differentiable, Output: Differentiable>(
                self,
                rule: R,
                g: TangentOf<$from, W>,
                x: impl Fn() -> A,
                y: impl Fn() -> B,
            ) -> TangentOf<$to, W>
            where
                R: Binary<A, B, Output = Output>,
            {
                self.$name_by(rule, g, x, y, never)
            }

            $(#[$doc])*
            #[inline(always)]
            pub fn $name_by<R, A: Differentiable, B: Differentiable, Output: Differentiable>(
                self,
                _: R,
                g: TangentOf<$from, W>,
                x: impl Fn() -> A,
                y: impl Fn() -> B,
                r: impl Fn() -> Output,
            ) -> TangentOf<$to, W>
            where
                R: Binary<A, B, Output = Output>,
            {
                R::$name::<W>(g, x, y, r)
            }
        )*}
    };
}

binary_calls! {
    /// The gradient of the left operand of `r = f(x, y)`.
    pull_left pull_left_by(Output -> A);
    /// The gradient of the right operand of `r = f(x, y)`.
    pull_right pull_right_by(Output -> B);
    /// The change of `r = f(x, y)` with its left operand.
    push_left push_left_by(A -> Output);
    /// The change of `r = f(x, y)` with its right operand.
    push_right push_right_by(B -> Output);
}

/// A gradient times a partial derivative, where a zero gradient stays zero even if the derivative is infinite or not a
/// number: what is not asked for contributes nothing.
///
/// ```
/// use retrograde::{Lanes, rules::weigh};
/// assert_eq!(weigh(Lanes([0.0, 2.0]), f64::INFINITY), Lanes([0.0, f64::INFINITY]));
/// ```
#[inline(always)]
pub fn weigh<G: Leaf>(gradient: G, partial: G::Scalar) -> G {
    gradient.map(|g| if g == Zero::ZERO { Zero::ZERO } else { g * partial })
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
