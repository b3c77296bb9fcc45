//! Multiplying and dividing in place, and adding what would absorb the old value: what can be undone, and what panics.

#![allow(clippy::float_cmp, reason = "these products are exact")]

use std::panic::catch_unwind;

use retrograde::Scale;
use retrograde::emitted::Absorbing;

/// What `f` panics with.
fn panic(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = catch_unwind(f).expect_err("this must panic");
    payload.downcast_ref::<String>().cloned().unwrap_or_default()
}

macro_rules! integers {
    ($($name:ident $int:ty;)*) => {$(
        #[test]
        fn $name() {
            for x in [0, 1, 5, <$int>::MAX / 7, <$int>::MIN / 7] {
                for by in [1, 2, 7] {
                    let mut y: $int = x;
                    y.multiply(by);
                    assert_eq!(y, x * by);
                    y.divide_checked(by);
                    assert_eq!(y, x);
                    y.multiply_checked(by);
                    y.divide(by);
                    assert_eq!(y, x);
                }
            }
            let multiply = |mut x: $int, by| x.multiply(by);
            let divide = |mut x: $int, by| x.divide(by);
            assert_eq!(panic(|| multiply(3, 0)), "`*= 0` cannot be undone: the factor is zero");
            assert_eq!(panic(|| divide(3, 0)), "`/= 0` cannot be undone: the divisor is zero");
            assert_eq!(panic(|| divide(7, 2)), "`/= 2` cannot be undone: it leaves a remainder");
            assert_eq!(panic(|| multiply(<$int>::MAX, 2)), "`*= 2` cannot be undone: it overflows");

            let multiply = |mut x: $int, by| x.multiply_checked(by);
            let divide = |mut x: $int, by| x.divide_checked(by);
            assert_eq!(panic(|| multiply(3, 0)), "3 *= 0 cannot be undone: the factor is zero");
            assert_eq!(panic(|| divide(3, 0)), "3 /= 0 cannot be undone: the divisor is zero");
            assert_eq!(panic(|| divide(7, 2)), "7 /= 2 cannot be undone: it leaves a remainder");
            let overflow = format!("{} *= 2 cannot be undone: it overflows", <$int>::MAX);
            assert_eq!(panic(|| multiply(<$int>::MAX, 2)), overflow);
        }
    )*};
}

integers! {
    scale_u8 u8;
    scale_u16 u16;
    scale_u32 u32;
    scale_u64 u64;
    scale_u128 u128;
    scale_usize usize;
    scale_i8 i8;
    scale_i16 i16;
    scale_i32 i32;
    scale_i64 i64;
    scale_i128 i128;
    scale_isize isize;
}

#[test]
fn the_smallest_integer_has_no_opposite() {
    assert_eq!(panic(|| { i8::MIN }.multiply(-1)), "`*= -1` cannot be undone: it overflows");
    assert_eq!(panic(|| { i8::MIN }.divide(-1)), "`/= -1` cannot be undone: it overflows");
    assert_eq!(panic(|| { i8::MIN }.multiply_checked(-1)), "-128 *= -1 cannot be undone: it overflows");
    assert_eq!(panic(|| { i8::MIN }.divide_checked(-1)), "-128 /= -1 cannot be undone: it overflows");
    let mut n = -6;
    n.divide(-3);
    assert_eq!(n, 2);
}

macro_rules! floats {
    ($($name:ident $float:ident;)*) => {$(
        #[test]
        fn $name() {
            let mut x: $float = 3.0;
            x.multiply_checked(2.5);
            assert_eq!(x, 7.5);
            x.divide_checked(-2.5);
            assert_eq!(x, -3.0);
            for mut nothing in [0.0, -0.0] {
                let before: $float = nothing;
                nothing.multiply_checked(2.0);
                nothing.divide_checked(2.0);
                assert_eq!(nothing.to_bits(), before.to_bits(), "zero comes back");
            }
            x.multiply(0.0);
            x.divide(0.0);
            assert!(x.is_nan());

            for by in [0.0, -0.0, $float::INFINITY, $float::NAN] {
                assert!(panic(|| { let mut x: $float = 3.0; x.multiply_checked(by) }).contains("the factor must be finite and not zero"));
                assert!(panic(|| { let mut x: $float = 3.0; x.divide_checked(by) }).contains("the divisor must be finite and not zero"));
            }
            let (big, small) = ($float::MAX, $float::MIN_POSITIVE);
            for (x, by) in [(big, big), (small, small), (small, 0.3), ($float::NAN, 2.0), ($float::INFINITY, 2.0)] {
                assert!(panic(move || { let mut x = x; x.multiply_checked(by) }).contains("*= "), "{x} *= {by}");
            }
            for (x, by) in [(big, small), (small, big)] {
                assert!(panic(move || { let mut x = x; x.divide_checked(by) }).contains("/= "), "{x} /= {by}");
            }
        }
    )*};
}

floats! {
    scale_f32 f32;
    scale_f64 f64;
}

#[test]
fn what_is_added_leaves_the_old_value() {
    Absorbing(&0.3, &1e6).add("x");
    Absorbing(&0.3, &1e6).sub("x");
    Absorbing(&0.0, &1e300).add("nothing yet");
    Absorbing(&1e-30, &1.0).add_to_local("a rest of something larger", 1e-3);
    Absorbing(&f64::INFINITY, &1.0).add("infinite");
    Absorbing(&f64::NAN, &1.0).add("nothing to lose");
    Absorbing(&250_u8, &5).add("n");
    Absorbing(&"text", &1e20).add("of two types");
    Absorbing(&vec![1.0], &f64::NAN).sub("not a number");
    generic(&1.0, &1e20);
}

/// Of a type parameter nothing is known, so nothing is checked.
fn generic<T>(x: &T, by: &T) {
    Absorbing(x, by).add("x");
    Absorbing(x, by).sub("x");
    Absorbing(x, by).add_to_local("x", 0.0);
    Absorbing(x, by).sub_from_local("x", 0.0);
}

#[test]
fn what_absorbs_the_old_value_panics() {
    let text = panic(|| Absorbing(&1.0, &1e20).add("x"));
    assert_eq!(
        text,
        "this update of `x` cannot be undone: it lost its old value 1.0, which was absorbed, and would come back as 0.0"
    );
    assert!(panic(|| Absorbing(&1.0_f32, &1e9).sub("x")).contains("lost its old value 1.0"));
    assert!(panic(|| Absorbing(&1.0, &f64::INFINITY).add("x")).contains("come back as NaN"));
    assert!(panic(|| Absorbing(&1.0, &f64::NAN).add("x")).contains("come back as NaN"));
    assert!(panic(|| Absorbing(&f64::MAX, &f64::MAX).add("x")).contains("come back as inf"));
    assert!(panic(|| Absorbing(&1e-30, &1.0).add("tiny")).contains("lost its old value 1e-30"));
    assert!(panic(|| Absorbing(&1e-30, &1.0).sub_from_local("tiny", 1e-27)).contains("come back as 0.0"));
}
