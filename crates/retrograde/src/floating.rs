//! Numbers of a generic type. Where a function takes its numbers as a type parameter, by whatever bounds, its derivatives ask for one more:
//! [`Floating`], which says that the parameter is `f32` or `f64` and so has a shadow, a tangent and the rules of the table.

pub mod methods;
mod real;

pub use methods::{MethodsOf, by_table};
pub use real::Real;

use core::marker::PhantomData;
use core::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

use crate::absorb::Absorb;
use crate::adjoint::{Kind, add, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::drivers::{Loss, Output, ReturnsNumber};
use crate::rules::{Cast, IntegerExponent, OneOperand, ThreeOperands, TwoOperands};
use crate::scale::Scale;
use crate::shadow::{Direction, along};
use crate::width::Width;

/// A number type that derivatives know: `f32` or `f64`. Derivatives of functions whose numbers are of a generic type ask for it.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::{Floating, GradientOf};
///
/// #[differentiable]
/// fn square<T: Floating + core::ops::Mul<Output = T>>(x: T) -> T {
///     x * x
/// }
///
/// // a generic function without the attribute asks for it too
/// fn slope<T: Floating + core::ops::Mul<Output = T>>(x: T) -> GradientOf<T> {
///     square::gradient(x)
/// }
///
/// assert_eq!((slope(3.0_f64), slope(3.0_f32)), (6.0, 6.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number that derivatives know",
    label = "derivatives of functions of a generic number type are for `f32` and `f64`",
    note = "a generic function that is not `#[differentiable]` itself adds `T: retrograde::Floating` to its bounds",
    note = "if this type parameter is no number, add `Differentiable` to its bounds"
)]
pub trait Floating:
    Differentiable
    + Operand<Number = Self>
    + Loss
    + Output
    + ReturnsNumber
    + Scale
    + Absorb
    + Copy
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + 'static
{
    /// What the derivative table says of these numbers.
    #[doc(hidden)]
    type Table: Table<Self>;
    /// What a sum starts from: `-0.0`, as that of the standard library.
    #[doc(hidden)]
    const START_OF_SUM: Self;
    /// What a product starts from.
    #[doc(hidden)]
    const START_OF_PRODUCT: Self;
}

/// What a sum starts from.
///
/// ```
/// assert!(retrograde::emitted::nothing::<f64>().is_sign_negative());
/// ```
#[inline(always)]
pub fn nothing<T: Floating>() -> T {
    T::START_OF_SUM
}

/// What a product starts from.
///
/// ```
/// assert_eq!(retrograde::emitted::one::<f32>(), 1.0);
/// ```
#[inline(always)]
pub fn one<T: Floating>() -> T {
    T::START_OF_PRODUCT
}

/// A number, or a reference to one.
#[doc(hidden)]
pub trait Operand: Differentiable + Sized {
    /// The number.
    type Number: Floating;
    /// The number.
    fn number(self) -> Self::Number;
    /// The gradient of the number is that of the operand.
    fn of_operand<W: Width>(gradient: TangentOf<Self::Number, W>) -> TangentOf<Self, W>;
    /// The tangent of the operand is that of the number.
    fn of_number<W: Width>(tangent: TangentOf<Self, W>) -> TangentOf<Self::Number, W>;
}

impl<T: Floating> Operand for &T {
    type Number = T;

    #[inline(always)]
    fn number(self) -> T {
        *self
    }

    #[inline(always)]
    fn of_operand<W: Width>(gradient: TangentOf<T, W>) -> TangentOf<T, W> {
        gradient
    }

    #[inline(always)]
    fn of_number<W: Width>(tangent: TangentOf<T, W>) -> TangentOf<T, W> {
        tangent
    }
}

/// Declares or implements a function for each operand of a product.
macro_rules! products {
    ($callback:ident $($arguments:tt)*) => {
        $callback! { $($arguments)* first_of_one: OneOperand first (x: Number) }
        $callback! { $($arguments)* first_of_two: TwoOperands first (x: Number, y: Number) }
        $callback! { $($arguments)* second_of_two: TwoOperands second (x: Number, y: Number) }
        $callback! { $($arguments)* first_of_three: ThreeOperands first (x: Number, y: Number, z: Number) }
        $callback! { $($arguments)* second_of_three: ThreeOperands second (x: Number, y: Number, z: Number) }
        $callback! { $($arguments)* third_of_three: ThreeOperands third (x: Number, y: Number, z: Number) }
        $callback! { $($arguments)* base: IntegerExponent first (x: Number, y: Exponent) }
    };
}

macro_rules! declare {
    ($function:ident: $product:ident $operand:ident ($($x:ident: $ty:ident),+)) => {
        fn $function<Rule: $product<f32> + $product<f64>, W: Width>(
            g: TangentOf<Number, W>,
            $($x: impl Fn() -> $ty,)+
            r: impl Fn() -> Number,
        ) -> TangentOf<Number, W>;
    };
}

type Exponent = i32;

/// The products of the table at one number type: a gradient or a tangent times the partial derivative of a rule with respect to one of its
/// operands.
#[doc(hidden)]
#[allow(missing_docs, reason = "all alike")]
pub trait Table<Number: Differentiable> {
    products! { declare }
    fn double(x: Number) -> f64;
    fn of_double(x: f64) -> Number;
    fn gradient_double<W: Width>(g: TangentOf<Number, W>) -> TangentOf<f64, W>;
    fn gradient_of_double<W: Width>(g: TangentOf<f64, W>) -> TangentOf<Number, W>;
}

/// The products of the table.
#[doc(hidden)]
#[derive(Debug)]
pub struct Products;

macro_rules! define {
    ($function:ident: $product:ident $operand:ident ($($x:ident: $ty:ident),+)) => {
        #[inline(always)]
        fn $function<Rule: $product<f32> + $product<f64>, W: Width>(
            g: TangentOf<Number, W>,
            $($x: impl Fn() -> $ty,)+
            r: impl Fn() -> Number,
        ) -> TangentOf<Number, W> {
            <Rule as $product<Number>>::$operand::<W>(g, $($x,)+ r)
        }
    };
}

macro_rules! numbers {
    ($($float:ty)*) => {$(
        const _: () = {
            type Number = $float;

            impl Table<Number> for Products {
                products! { define }

                #[inline(always)]
                fn double(x: Number) -> f64 {
                    x.into()
                }

                #[inline(always)]
                #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast, reason = "as `as` itself rounds")]
                fn of_double(x: f64) -> Number {
                    x as Number
                }

                #[inline(always)]
                fn gradient_double<W: Width>(g: TangentOf<Number, W>) -> TangentOf<f64, W> {
                    <Number as Cast<f64>>::push::<W>(g)
                }

                #[inline(always)]
                fn gradient_of_double<W: Width>(g: TangentOf<f64, W>) -> TangentOf<Number, W> {
                    <Number as Cast<f64>>::pull::<W>(g)
                }
            }

            impl Floating for Number {
                type Table = Products;
                const START_OF_SUM: Number = -0.0;
                const START_OF_PRODUCT: Number = 1.0;
            }

            impl Operand for Number {
                type Number = Number;

                #[inline(always)]
                fn number(self) -> Number {
                    self
                }

                #[inline(always)]
                fn of_operand<W: Width>(gradient: TangentOf<Number, W>) -> TangentOf<Number, W> {
                    gradient
                }

                #[inline(always)]
                fn of_number<W: Width>(tangent: TangentOf<Number, W>) -> TangentOf<Number, W> {
                    tangent
                }
            }
        };
    )*};
}

numbers!(f32 f64);

companion! { number_as }

/// A number as one of the type that the other argument names: what `T::from(x).unwrap()` of `num-traits` is where `x` has a gradient.
///
/// ```
/// use retrograde::emitted::{number_as, number_type};
/// assert_eq!(number_as(0.5_f64, number_type::<f32>()), 0.5_f32);
/// ```
#[inline]
pub fn number_as<A: Floating, B: Floating>(x: A, _: PhantomData<B>) -> B {
    B::Table::of_double(A::Table::double(x))
}

/// Names the type of a number.
#[inline(always)]
pub fn number_type<T>() -> PhantomData<T> {
    PhantomData
}

impl number_as {
    /// The number, and a closure that carries its gradient back.
    #[inline]
    #[allow(clippy::type_complexity, reason = "the signature of a pullback")]
    pub fn pullback<A: Floating, B: Floating, W: Width, K: Kind<Width = W>, T: Kind<Width = W>>(
        x: A,
        _: PhantomData<K>,
        ty: PhantomData<B>,
        _: PhantomData<T>,
    ) -> (B, impl Fn(TangentOf<B, W>, &A::Shadow<K>, &<PhantomData<B> as Differentiable>::Shadow<T>)) {
        let back = |g, x_adj: &A::Shadow<K>, _: &<PhantomData<B> as Differentiable>::Shadow<T>| {
            add(x_adj, A::Table::gradient_of_double::<W>(B::Table::gradient_double::<W>(g)));
        };
        (number_as(x, ty), back)
    }

    /// The number and its tangent.
    #[inline]
    pub fn tangent<'s, A: Floating, B: Floating, W: Width, S: Direction<'s, A, W>, T>(
        x: A,
        x_tan: S,
        ty: PhantomData<B>,
        _: T,
    ) -> (B, TangentOf<B, W>) {
        let x_tan = x_tan.into_places();
        let x_tan = get(along::<A, S::Kind>(&x_tan));
        (number_as(x, ty), B::Table::gradient_of_double::<W>(A::Table::gradient_double::<W>(x_tan)))
    }
}
