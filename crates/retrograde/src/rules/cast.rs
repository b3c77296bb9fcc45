//! `as` between primitive types: a float passes its gradient on in the other precision, and nothing passes through an
//! integer.

use super::Cast;
use crate::adjoint::NoGradient;
use crate::width::{Width, Zero};

#[allow(clippy::cast_possible_truncation, reason = "a gradient is rounded as the value was")]
mod floats {
    use super::{Cast, Width};

    macro_rules! floats {
        ($($from:ty as $to:ty;)*) => {$(
            impl Cast<$to> for $from {
                #[inline(always)]
                fn pull<W: Width>(g: W::Of<$to>) -> W::Of<$from> {
                    W::cast(g, |g: $to| g as $from)
                }

                #[inline(always)]
                fn push<W: Width>(t: W::Of<$from>) -> W::Of<$to> {
                    W::cast(t, |t: $from| t as $to)
                }
            }
        )*};
    }

    floats! { f32 as f32; f32 as f64; f64 as f32; f64 as f64; }
}

macro_rules! with_floats {
    ($($integer:ty)*) => {$(with_floats! { @ $integer, f32 } with_floats! { @ $integer, f64 })*};
    (@ $integer:ty, $float:ty) => {
        impl Cast<$float> for $integer {
            #[inline(always)]
            fn pull<W: Width>(_: W::Of<$float>) -> NoGradient {
                NoGradient
            }

            #[inline(always)]
            fn push<W: Width>(_: NoGradient) -> W::Of<$float> {
                Zero::ZERO
            }
        }

        impl Cast<$integer> for $float {
            #[inline(always)]
            fn pull<W: Width>(_: NoGradient) -> W::Of<$float> {
                Zero::ZERO
            }

            #[inline(always)]
            fn push<W: Width>(_: W::Of<$float>) -> NoGradient {
                NoGradient
            }
        }
    };
}

macro_rules! integers {
    ($($from:ty)*; $to:tt) => {$(integers! { @ $from; $to })*};
    (@ $from:ty; ($($to:ty)*)) => {$(
        impl Cast<$to> for $from {
            #[inline(always)]
            fn pull<W: Width>(_: NoGradient) -> NoGradient {
                NoGradient
            }

            #[inline(always)]
            fn push<W: Width>(_: NoGradient) -> NoGradient {
                NoGradient
            }
        }
    )*};
}

with_floats!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
integers! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char;
    (u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize)
}
