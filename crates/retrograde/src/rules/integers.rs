//! Integers have no gradient, but an expression whose type the compiler does not know may turn out to be one, so their
//! operations have rules too.

use super::{Abs, Add, Binary, Clamp, Div, DivEuclid, Max, Min, Mul, Neg, Rem, RemEuclid, Signum, Sub, Ternary, Unary};
use crate::adjoint::NoGradient;
use crate::width::Width;

macro_rules! integers {
    ($($integer:ty)*) => {$(
        const _: () = {
            type S = $integer;

            rules! { Add Sub Mul Div Rem: (x: S;) (y: S;) }
            rules! { Add Sub Mul Div Rem: (x: &'a S;) (y: S;) }
            rules! { Add Sub Mul Div Rem: (x: S;) (y: &'a S;) }
            rules! { Add Sub Mul Div Rem: (x: &'a S;) (y: &'a S;) }
            rules! { Min Max DivEuclid RemEuclid: (x: S;) (y: S;) }
            rules! { Min Max DivEuclid RemEuclid: (x: &'a S;) (y: S;) }
            rules! { Clamp: (x: S;) (y: S;) (z: S;) }
            rules! { Clamp: (x: &'a S;) (y: S;) (z: S;) }
        };
    )*};
}

macro_rules! signed_integers {
    ($($integer:ty)*) => {$(
        const _: () = {
            type S = $integer;

            rules! { Neg Abs Signum: (x: S;) }
            rules! { Neg Abs Signum: (x: &'a S;) }
        };
    )*};
}

macro_rules! rules {
    ($name:ident: $($operands:tt)+) => {
        rule! { no_gradient $name r, $($operands)+ }
    };
    ($name:ident $($more:ident)+: $($operands:tt)+) => {
        rules! { $name: $($operands)+ }
        rules! { $($more)+: $($operands)+ }
    };
}

macro_rules! no_gradient {
    ($rule:ident $function:ident, ($($x:ident: $operand:ty),+), $r:ident, $from:ty => $to:ty;) => {
        #[inline(always)]
        fn $function<W: Width>(_: NoGradient, $(_: impl Fn() -> $operand,)+ _: impl Fn() -> S) -> NoGradient {
            NoGradient
        }
    };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
signed_integers!(i8 i16 i32 i64 i128 isize);
