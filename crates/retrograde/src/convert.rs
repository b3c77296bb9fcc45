//! Conversions that lose nothing, and so have a way back.

/// A type that holds every value of `Source`: `convert!(x: i32 => f64)` widens, and its inverse narrows. What has been
/// changed in between to a value that `Source` does not have makes the way back panic.
///
/// ```
/// use retrograde::Lossless;
/// let mut x: f64 = Lossless::widen(3_i32);
/// x += 1.0;
/// assert_eq!(Lossless::<i32>::narrow(x), 4);
/// ```
///
/// ```should_panic
/// retrograde::Lossless::<i32>::narrow(3.5_f64); // 3.5 is not exactly a `i32`
/// ```
#[diagnostic::on_unimplemented(
    message = "a conversion from `{Source}` to `{Self}` may lose something, so it cannot be undone",
    label = "a lossy conversion",
    note = "convert to a type that has every value of `{Source}`: a wider integer, a float with enough digits, `f32` to `f64`, `bool` to an integer",
    note = "`x as T` is for right sides, which are never undone"
)]
pub trait Lossless<Source>: Sized {
    /// The same value in this type.
    fn widen(value: Source) -> Self;
    /// The same value in the other type. Panics if it has none.
    #[track_caller]
    fn narrow(self) -> Source;
}

impl<T> Lossless<T> for T {
    #[inline(always)]
    fn widen(value: T) -> T {
        value
    }

    #[inline(always)]
    fn narrow(self) -> T {
        self
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn inexact(value: impl core::fmt::Debug, ty: &str) -> ! {
    panic!("{value:?} is not exactly a `{ty}`, so the conversion cannot be undone")
}

macro_rules! integers {
    ($($source:ident => $($target:ident)*;)*) => {$($(
        impl Lossless<$source> for $target {
            #[inline]
            fn widen(value: $source) -> Self {
                value.into()
            }

            #[inline]
            #[track_caller]
            fn narrow(self) -> $source {
                self.try_into().unwrap_or_else(|_| inexact(self, stringify!($source)))
            }
        }
    )*)*};
}

integers! {
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize char;
    u16 => u32 u64 u128 usize i32 i64 i128;
    u32 => u64 u128 i64 i128;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize;
    i16 => i32 i64 i128 isize;
    i32 => i64 i128;
    i64 => i128;
    char => u32;
}

/// Not every number is a character: widening one that is not panics as narrowing does.
impl Lossless<u32> for char {
    #[inline]
    #[track_caller]
    fn widen(value: u32) -> Self {
        char::from_u32(value).unwrap_or_else(|| inexact(value, "char"))
    }

    #[inline]
    fn narrow(self) -> u32 {
        self.into()
    }
}

macro_rules! booleans {
    ($($target:ident)*) => {$(
        impl Lossless<bool> for $target {
            #[inline]
            fn widen(value: bool) -> Self {
                value.into()
            }

            #[inline]
            #[track_caller]
            fn narrow(self) -> bool {
                match self {
                    0 => false,
                    1 => true,
                    other => inexact(other, "bool"),
                }
            }
        }
    )*};
}

booleans!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($source:ident => $($target:ident)*;)*) => {$($(
        impl Lossless<$source> for $target {
            #[inline]
            fn widen(value: $source) -> Self {
                value.into()
            }

            #[inline]
            #[track_caller]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::float_cmp,
                reason = "what is cut off is found by comparing"
            )]
            fn narrow(self) -> $source {
                let value = self as $source;
                if Self::from(value) == self { value } else { inexact(self, stringify!($source)) }
            }
        }
    )*)*};
}

floats! {
    u8 => f32 f64;
    u16 => f32 f64;
    u32 => f64;
    i8 => f32 f64;
    i16 => f32 f64;
    i32 => f64;
}

/// NaN stays NaN.
impl Lossless<f32> for f64 {
    #[inline]
    fn widen(value: f32) -> Self {
        value.into()
    }

    #[inline]
    #[track_caller]
    #[allow(clippy::cast_possible_truncation, clippy::float_cmp, reason = "what is cut off is found by comparing")]
    fn narrow(self) -> f32 {
        let value = self as f32;
        if f64::from(value) == self || self.is_nan() { value } else { inexact(self, "f32") }
    }
}
