//! Ranges in steps and from the other end, against the standard library: every range of the smallest types, and the limits of all.

#![allow(clippy::reversed_empty_ranges, reason = "a loop over an empty range has no iterations")]

use retrograde::emitted::{range, rev, stepped, stepped_back};

/// All ranges of a small type, exclusive and inclusive, with short steps, long ones, and ones that do not fit the type.
macro_rules! exhaustive {
    ($($name:ident $int:ty;)*) => {$(
        #[test]
        fn $name() {
            let bounds = <$int>::MIN..=<$int>::MAX;
            for a in bounds.clone() {
                for b in bounds.clone() {
                    for step in [1, 7, 128, 255, 256] {
                        let expected: Vec<_> = (a..b).step_by(step).collect();
                        let backwards: Vec<_> = expected.iter().copied().rev().collect();
                        assert_eq!(stepped(a..b, step).len(), expected.len());
                        assert!(stepped(a..b, step).eq(expected), "({a}..{b}).step_by({step})");
                        assert!(rev(stepped(a..b, step)).eq(backwards), "({a}..{b}).step_by({step}), backwards");

                        let expected: Vec<_> = (a..=b).step_by(step).collect();
                        let backwards: Vec<_> = expected.iter().copied().rev().collect();
                        assert!(stepped(a..=b, step).eq(expected), "({a}..={b}).step_by({step})");
                        assert!(rev(stepped(a..=b, step)).eq(backwards), "({a}..={b}).step_by({step}), backwards");

                        let expected: Vec<_> = (a..b).rev().step_by(step).collect();
                        let backwards: Vec<_> = expected.iter().copied().rev().collect();
                        assert!(stepped_back(a..b, step).eq(expected), "({a}..{b}).rev().step_by({step})");
                        assert!(rev(stepped_back(a..b, step)).eq(backwards), "({a}..{b}).rev().step_by({step}), backwards");

                        let expected: Vec<_> = (a..=b).rev().step_by(step).collect();
                        let backwards: Vec<_> = expected.iter().copied().rev().collect();
                        assert!(stepped_back(a..=b, step).eq(expected), "({a}..={b}).rev().step_by({step})");
                        assert!(rev(stepped_back(a..=b, step)).eq(backwards), "({a}..={b}).rev().step_by({step}), backwards");
                    }
                    assert!(range(a..b).eq(a..b) && range(a..=b).eq(a..=b) && rev(range(a..b)).eq((a..b).rev()));
                }
            }
        }
    )*};
}

exhaustive! {
    every_u8 u8;
    every_i8 i8;
}

macro_rules! limits {
    ($($name:ident $int:ty;)*) => {$(
        #[test]
        fn $name() {
            const MAX: $int = <$int>::MAX;
            const MIN: $int = <$int>::MIN;
            assert_eq!(stepped(MAX - 3..MAX, 2).collect::<Vec<_>>(), [MAX - 3, MAX - 1]);
            assert_eq!(stepped(MAX - 3..=MAX, 3).collect::<Vec<_>>(), [MAX - 3, MAX]);
            assert_eq!(stepped(MAX - 3..=MAX, 3).rev().collect::<Vec<_>>(), [MAX, MAX - 3]);
            assert_eq!(stepped_back(MIN..=MIN + 3, 2).collect::<Vec<_>>(), [MIN + 3, MIN + 1]);
            assert_eq!(stepped_back(MIN..MIN + 4, 3).rev().collect::<Vec<_>>(), [MIN, MIN + 3]);
            assert_eq!(range(MIN..=MIN).collect::<Vec<_>>(), [MIN]);
            assert_eq!(range(MAX..MIN).len(), 0);
            let from_both_ends = |mut it: retrograde::Stepped<$int>| (it.next(), it.next_back(), it.next(), it.next_back());
            assert_eq!(from_both_ends(stepped(MIN..MIN + 5, 2)), (Some(MIN), Some(MIN + 4), Some(MIN + 2), None));
        }
    )*};
}

limits! {
    limits_u8 u8;
    limits_u16 u16;
    limits_u32 u32;
    limits_u64 u64;
    limits_u128 u128;
    limits_usize usize;
    limits_i8 i8;
    limits_i16 i16;
    limits_i32 i32;
    limits_i64 i64;
    limits_i128 i128;
    limits_isize isize;
}

#[test]
fn whole_ranges_have_their_length() {
    assert_eq!(range(i8::MIN..=i8::MAX).len(), 256);
    assert_eq!(range(u16::MIN..=u16::MAX).len(), 65_536);
    assert_eq!(stepped(0..=u64::MAX, 1 << 62).collect::<Vec<_>>(), [0, 1 << 62, 1 << 63, 3 << 62]);
    assert_eq!(range(0..u128::MAX).size_hint(), (usize::MAX, None));
}

#[test]
#[should_panic(expected = "the step of a loop is zero")]
fn no_step() {
    let _ = stepped(0..3, 0);
}

#[test]
#[should_panic(expected = "the step of a loop is zero")]
fn no_step_through_nothing() {
    let _ = stepped_back(3..=0_u128, 0);
}

#[test]
#[should_panic(expected = "a loop has fewer iterations than this range has values")]
fn endless() {
    let _ = range(i64::MIN..=i64::MAX);
}

#[test]
fn numbered_and_paired() {
    let x = [1.0, 2.0, 3.0];
    let there: Vec<_> = range(10..13_u64).zip(x.iter()).enumerate().collect();
    let mut back: Vec<_> = rev(range(10..13_u64).zip(x.iter()).enumerate()).collect();
    back.reverse();
    assert_eq!(there, back);
    // the longer partner is cut at its end, from either side
    let back: Vec<_> = rev(range(0..5_i64).zip(stepped(0..=9_u128, 4))).collect();
    assert_eq!(back, [(2, 8), (1, 4), (0, 0)]);
}
