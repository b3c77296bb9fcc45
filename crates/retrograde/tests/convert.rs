//! Lossless conversions: every one there and back at the limits, and what is not exact on the way back panics.

#![allow(clippy::float_cmp, reason = "these conversions are exact")]

use std::panic::catch_unwind;

use retrograde::Lossless;

macro_rules! integers {
    ($($source:ident => $($target:ident)*;)*) => {$(
        #[test]
        fn $source() {
            $(for value in [$source::MIN, $source::MIN + 1, 1, 100, $source::MAX - 1, $source::MAX] {
                let wide: $target = Lossless::widen(value);
                assert_eq!(wide, $target::from(value));
                assert_eq!(Lossless::<$source>::narrow(wide), value);
            })*
            assert_eq!(Lossless::<$source>::narrow($source::MAX), $source::MAX);
        }
    )*};
}

integers! {
    u8 => u16 u32 u64 u128 usize i16 i32 i64 i128 isize f32 f64;
    u16 => u32 u64 u128 usize i32 i64 i128 f32 f64;
    u32 => u64 u128 i64 i128 f64;
    u64 => u128 i128;
    i8 => i16 i32 i64 i128 isize f32 f64;
    i16 => i32 i64 i128 isize f32 f64;
    i32 => i64 i128 f64;
    i64 => i128;
}

/// Whether narrowing panics, and says so.
fn fails<S, T: Lossless<S> + std::panic::UnwindSafe>(value: T) -> bool {
    let Err(payload) = catch_unwind(|| value.narrow()) else { return false };
    payload.downcast_ref::<String>().is_some_and(|text| text.contains("is not exactly a `"))
}

#[test]
fn what_does_not_fit_panics() {
    assert!(fails::<u8, u16>(256) && !fails::<u8, u16>(255));
    assert!(fails::<u8, i16>(-1) && fails::<i8, isize>(128) && fails::<i64, i128>(i128::MIN) && fails::<u64, i128>(-1));
    assert!(fails::<u8, char>('\u{100}') && !fails::<u8, char>('\u{ff}'));
    assert!(fails::<i32, f64>(0.5) && fails::<i32, f64>(2_147_483_648.0) && !fails::<i32, f64>(-2_147_483_648.0));
    assert!(fails::<i32, f64>(f64::NAN) && fails::<u32, f64>(-1.0) && fails::<u8, f32>(f32::INFINITY));
    assert!(fails::<f32, f64>(0.1) && fails::<f32, f64>(1e300) && fails::<f32, f64>(1e-300));
    assert!(!fails::<f32, f64>(0.5) && !fails::<f32, f64>(f64::INFINITY));
    assert!(fails::<bool, u8>(2) && fails::<bool, i128>(-1));
}

#[test]
fn floats_booleans_and_characters() {
    for value in [0.1, -0.0, f32::MAX, f32::MIN_POSITIVE, f32::NEG_INFINITY] {
        let wide: f64 = Lossless::widen(value);
        assert_eq!(Lossless::<f32>::narrow(wide).to_bits(), value.to_bits());
    }
    let nan: f64 = Lossless::widen(f32::NAN);
    assert!(nan.is_nan() && Lossless::<f32>::narrow(nan).is_nan());
    let one: i64 = Lossless::widen(true);
    assert!(one == 1 && Lossless::<bool>::narrow(one) && !Lossless::<bool>::narrow(0_usize));
    let code: u32 = Lossless::widen('é');
    assert_eq!((code, Lossless::<char>::narrow(code)), (0xe9, 'é'));
    let letter: char = Lossless::widen(0xe9_u32);
    assert_eq!((letter, Lossless::<u32>::narrow(letter)), ('é', 0xe9));
    assert!(fails::<char, u32>(0xd800));
    assert!(catch_unwind(|| <char as Lossless<u32>>::widen(0xd800)).is_err());
}
