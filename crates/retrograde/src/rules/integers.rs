//! Integers have no gradient, but an expression whose type the compiler does not know may turn out to be one, so their
//! operations have rules too.

use super::{Abs, Add, Binary, Div, Max, Min, Mul, Neg, Rem, Signum, Sub, Unary};
use crate::adjoint::NoGradient;
use crate::width::Width;

macro_rules! unary {
    ($($integer:ty)*) => {$(
        unary_rules! { $integer, $integer, Neg Abs Signum }
        unary_rules! { &'a $integer, $integer, Neg Abs Signum }
    )*};
}

macro_rules! unary_rules {
    ($operand:ty, $integer:ty, $($rule:ident)*) => {$(
        impl<'a> Unary<$operand> for $rule {
            type Output = $integer;

            #[inline(always)]
            fn pull<W: Width>(_: NoGradient, _: impl Fn() -> $operand, _: impl Fn() -> $integer) -> NoGradient {
                NoGradient
            }

            #[inline(always)]
            fn push<W: Width>(_: NoGradient, _: impl Fn() -> $operand, _: impl Fn() -> $integer) -> NoGradient {
                NoGradient
            }
        }
    )*};
}

macro_rules! binary {
    ($($integer:ty)*) => {$(
        binary_rules! { $integer, $integer, $integer, Add Sub Mul Div Rem Min Max }
        binary_rules! { &'a $integer, $integer, $integer, Add Sub Mul Div Rem Min Max }
        binary_rules! { $integer, &'a $integer, $integer, Add Sub Mul Div Rem }
        binary_rules! { &'a $integer, &'a $integer, $integer, Add Sub Mul Div Rem }
    )*};
}

macro_rules! binary_rules {
    ($left:ty, $right:ty, $integer:ty, $($rule:ident)*) => {$(
        binary_rule! { $left, $right, $integer, $rule }
    )*};
}

macro_rules! binary_rule {
    ($left:ty, $right:ty, $integer:ty, $rule:ident) => {
        impl<'a> Binary<$left, $right> for $rule {
            type Output = $integer;

            no_gradient! { $left, $right, $integer, pull_left pull_right push_left push_right }
        }
    };
}

macro_rules! no_gradient {
    ($left:ty, $right:ty, $integer:ty, $($function:ident)*) => {$(
        #[inline(always)]
        fn $function<W: Width>(
            _: NoGradient,
            _: impl Fn() -> $left,
            _: impl Fn() -> $right,
            _: impl Fn() -> $integer,
        ) -> NoGradient {
            NoGradient
        }
    )*};
}

unary!(i8 i16 i32 i64 i128 isize);
binary!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
