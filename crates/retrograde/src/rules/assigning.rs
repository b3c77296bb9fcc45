//! The rules of operators that change their left operand. Where the compiler does not know that `c` is a number, `c += v` may be an operator of
//! the user's, so it is an operation of two operands, of which the result is what `c` is afterwards. For numbers it is that of `+`.

use super::{Add, Binary, Div, Mul, Sub};
use crate::differentiable::TangentOf;
use crate::floating::Floating;
use crate::width::Width;

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
