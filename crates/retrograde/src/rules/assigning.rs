//! The rules of operators that change their left operand. Where the compiler does not know that `c` is a number, `c += v` may be an operator of
//! the user's, so it is an operation of two operands, of which the result is what `c` is afterwards. For numbers it is that of `+`.

use core::marker::PhantomData;

use super::{Add, Binary, Div, Mul, Rules, Sub};
use crate::differentiable::{Differentiable, TangentOf};
use crate::floating::Floating;
use crate::width::Width;

/// What an operator that changes its left operand leaves for the way back. The compiler does not see the types of `c` and `v` in `c += v`, so it
/// asks this for both operands, and for numbers that is nothing.
///
/// ```
/// use retrograde::rules::{AddAssign, residual};
/// assert_eq!(size_of_val(&residual(AddAssign, &1.0, &2.0)), 0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` of a `{A}` and a `{B}` has no derivative rule",
    label = "no rule for these operands",
    note = "if this is an operator of a type of yours, put `#[differentiable]` on its `impl`, and `#[derive(Clone)]` on the type",
    note = "or compute this outside of the function"
)]
pub trait Assigning<A: Differentiable, B: Differentiable>: Binary<A, B, Output = A> {
    /// What is left.
    type Residual: Residual<Left = A>;
    /// Leaves it.
    fn residual(x: &A, y: &B) -> Self::Residual;
}

/// What the operation leaves of its operands.
///
/// ```
/// let nothing: retrograde::rules::Passed<_, f64, f64> = retrograde::rules::residual(retrograde::rules::SubAssign, &1.0, &2.0);
/// ```
#[inline(always)]
pub fn residual<R: Assigning<A, B>, A: Differentiable, B: Differentiable>(_: R, x: &A, y: &B) -> R::Residual {
    R::residual(x, y)
}

/// A residual, which knows the operation and the types of its operands.
pub trait Residual: Clone {
    /// What was changed.
    type Left: Differentiable;
    /// What it was changed by.
    type Right: Differentiable;
    /// Saves it, if there is anything to save.
    #[inline]
    fn save(self, save: impl FnOnce(Self)) {
        save(self);
    }
    /// The residual that was saved.
    #[inline]
    fn saved(read: impl FnOnce() -> Self) -> Self {
        read()
    }
    /// The gradient of what was changed.
    fn left<W: Width>(&self, g: TangentOf<Self::Left, W>) -> TangentOf<Self::Left, W>;
    /// The gradient of what it was changed by.
    fn right<W: Width>(&self, g: TangentOf<Self::Left, W>) -> TangentOf<Self::Right, W>;
}

impl<W: Width> Rules<W> {
    /// The gradient of what an operation has changed, by its residual.
    #[inline(always)]
    pub fn left<R: Residual>(self, g: TangentOf<R::Left, W>, residual: &R) -> TangentOf<R::Left, W> {
        residual.left::<W>(g)
    }

    /// The gradient of what it was changed by.
    #[inline(always)]
    pub fn right<R: Residual>(self, g: TangentOf<R::Left, W>, residual: &R) -> TangentOf<R::Right, W> {
        residual.right::<W>(g)
    }
}

/// The residual of what reads no operand.
///
/// ```
/// assert_eq!(size_of::<retrograde::rules::Passed<retrograde::rules::AddAssign, f64, f64>>(), 0);
/// ```
#[derive(Debug)]
pub struct Passed<R, A, B>(PhantomData<(R, A, B)>);

impl<R, A, B> Clone for Passed<R, A, B> {
    #[inline(always)]
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<R: Binary<A, B, Output = A>, A: Differentiable, B: Differentiable> Residual for Passed<R, A, B> {
    type Left = A;
    type Right = B;

    #[inline(always)]
    fn save(self, _: impl FnOnce(Self)) {}

    #[inline(always)]
    fn saved(_: impl FnOnce() -> Self) -> Self {
        Passed(PhantomData)
    }

    #[inline(always)]
    fn left<W: Width>(&self, g: TangentOf<A, W>) -> TangentOf<A, W> {
        R::pull_left::<W>(g, unreadable, unreadable, unreadable)
    }

    #[inline(always)]
    fn right<W: Width>(&self, g: TangentOf<A, W>) -> TangentOf<B, W> {
        R::pull_right::<W>(g, unreadable, unreadable, unreadable)
    }
}

fn unreadable<V>() -> V {
    unreachable!("this rule reads no operand")
}

/// The residual of what may read both operands, of which the second is given by value.
///
/// ```
/// let kept = retrograde::rules::Operands::<(), _, _>::new(&1.0, &2.0);
/// assert_eq!(size_of_val(&kept), 16);
/// ```
#[derive(Debug)]
pub struct Operands<R, A, B>(A, B, PhantomData<fn() -> R>);

/// The same of what is given its second operand by reference.
///
/// ```
/// let kept = retrograde::rules::OperandsLent::<(), _, _>::new(&1.0, &&2.0);
/// assert_eq!(size_of_val(&kept), 16);
/// ```
#[derive(Debug)]
pub struct OperandsLent<R, A, B>(A, B, PhantomData<fn() -> R>);

macro_rules! operands {
    ($name:ident, $given:ty, $right:ident => $operand:expr; $($rule:tt)*) => {
        impl<R, A: Clone, B: Clone> $name<R, A, B> {
            /// Keeps both.
            #[inline]
            pub fn new(x: &A, y: &$given) -> Self {
                let right: &B = y;
                Self(x.clone(), right.clone(), PhantomData)
            }
        }

        impl<R, A: Clone, B: Clone> Clone for $name<R, A, B> {
            #[inline]
            fn clone(&self) -> Self {
                Self(self.0.clone(), self.1.clone(), PhantomData)
            }
        }

        impl<R, A: Differentiable + Clone, B: Differentiable + Clone> Residual for $name<R, A, B>
        where
            $($rule)*
        {
            type Left = A;
            type Right = B;

            #[inline]
            fn left<W: Width>(&self, g: TangentOf<A, W>) -> TangentOf<A, W> {
                let $right = &self.1;
                R::pull_left::<W>(g, || self.0.clone(), || $operand, unreadable)
            }

            #[inline]
            fn right<W: Width>(&self, g: TangentOf<A, W>) -> TangentOf<B, W> {
                let $right = &self.1;
                R::pull_right::<W>(g, || self.0.clone(), || $operand, unreadable)
            }
        }
    };
}

operands!(Operands, B, right => right.clone(); R: Binary<A, B, Output = A>);
operands!(OperandsLent, &B, right => right; R: for<'b> Binary<A, &'b B, Output = A>);

macro_rules! assigning {
    ($($name:ident: $operation:ident $operator:literal;)*) => {$(
        #[doc = concat!("The rule of `x ", $operator, " y`.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(size_of_val(&retrograde::rules::", stringify!($name), "), 0);")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        numbers! { $name: $operation; u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

        impl<T: Floating> Binary<T, T> for $name {
            type Output = T;

            pass! { $operation T, T; pull_left: T => T; pull_right: T => T; push_left: T => T; push_right: T => T; }
        }

        like! { $name: $operation; ['a] f32, &'a f32; ['a] f64, &'a f64; }

        #[cfg(feature = "num-complex")]
        const _: () = {
            use num_complex::Complex;

            like! { $name: $operation; [] Complex<f32>, Complex<f32>; [] Complex<f32>, f32; ['a] Complex<f32>, &'a Complex<f32>; }
            like! { $name: $operation; [] Complex<f64>, Complex<f64>; [] Complex<f64>, f64; ['a] Complex<f64>, &'a Complex<f64>; }
        };
    )*};
}

macro_rules! numbers {
    ($name:ident: $operation:ident; $($number:ty)*) => {$(
        like! { $name: $operation; [] $number, $number; ['a] $number, &'a $number; }
    )*};
}

macro_rules! like {
    ($name:ident: $operation:ident; $([$($lifetime:lifetime)?] $a:ty, $b:ty;)*) => {$(
        impl<$($lifetime)?> Binary<$a, $b> for $name {
            type Output = $a;

            pass! { $operation $a, $b; pull_left: $a => $a; pull_right: $a => $b; push_left: $a => $a; push_right: $b => $a; }
        }
    )*};
}

macro_rules! pass {
    ($operation:ident $a:ty, $b:ty; $($function:ident: $from:ty => $to:ty;)*) => {$(
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            x: impl Fn() -> $a,
            y: impl Fn() -> $b,
            r: impl Fn() -> $a,
        ) -> TangentOf<$to, W> {
            <$operation as Binary<$a, $b>>::$function::<W>(g, x, y, r)
        }
    )*};
}

assigning! {
    AddAssign: Add "+=";
    SubAssign: Sub "-=";
    MulAssign: Mul "*=";
    DivAssign: Div "/=";
}

/// Sums and differences of numbers read no operand.
macro_rules! read_nothing {
    ($($name:ident)*) => {$(
        impl<T: Floating> Assigning<T, T> for $name {
            type Residual = Passed<Self, T, T>;

            #[inline(always)]
            fn residual(_: &T, _: &T) -> Self::Residual {
                Passed(PhantomData)
            }
        }

        nothing! { $name; u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
        nothing! { $name: f32, &f32 => f32; f64, &f64 => f64; }

        #[cfg(feature = "num-complex")]
        const _: () = {
            use num_complex::Complex;

            nothing! { $name: Complex<f32>, Complex<f32> => Complex<f32>; Complex<f32>, &Complex<f32> => Complex<f32>; Complex<f32>, f32 => f32; }
            nothing! { $name: Complex<f64>, Complex<f64> => Complex<f64>; Complex<f64>, &Complex<f64> => Complex<f64>; Complex<f64>, f64 => f64; }
        };
    )*};
}

macro_rules! nothing {
    ($name:ident; $($number:ty)*) => {$(
        nothing! { $name: $number, $number => $number; $number, &$number => $number; }
    )*};
    ($name:ident: $($a:ty, $b:ty => $right:ty;)*) => {$(
        impl Assigning<$a, $b> for $name {
            type Residual = Passed<Self, $a, $right>;

            #[inline(always)]
            fn residual(_: &$a, _: &$b) -> Self::Residual {
                Passed(PhantomData)
            }
        }
    )*};
}

read_nothing! { AddAssign SubAssign }
