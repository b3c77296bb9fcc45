//! Every line of the derivative table: the backward rule against the forward rule against finite differences, at both
//! widths and in both precisions, and a zero gradient stays zero at every singular point.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast,
    reason = "the operands are rounded on purpose"
)]

use retrograde::emitted::{Binary, Unary};
use retrograde::rules::{self, Rules};
use retrograde::{Lanes, Many, NoGradient, One};

/// Positions inside a domain, none of them at a kink.
const POSITIONS: [f64; 5] = [0.07, 0.29, 0.41, 0.68, 0.93];
/// Where derivatives are infinite or undefined.
const SINGULAR: [f64; 7] = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

fn at(domain: &core::ops::Range<f64>, position: f64) -> f64 {
    domain.start + (domain.end - domain.start) * position
}

fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-5;
    (f(x + h) - f(x - h)) / (2.0 * h)
}

#[track_caller]
fn assert_close(name: &str, found: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(1.0);
    assert!((found - expected).abs() <= tolerance * scale, "{name}: {found} is not {expected}");
}

/// The derivative that a rule uses, after checking that all directions, widths and precisions agree on it.
fn agree<T: Copy + Into<f64> + PartialEq + core::fmt::Debug>(
    name: &str,
    one: [T; 2],
    lanes: [Lanes<T, 3>; 2],
    scaled: impl Fn(T, f64) -> bool,
) -> f64 {
    let [pull, push] = one;
    assert_eq!(pull, push, "{name}: pull and push disagree");
    for direction in lanes {
        for (lane, factor) in [1.0, 0.0, -2.0].into_iter().enumerate() {
            assert!(
                scaled(direction.0[lane], pull.into() * factor),
                "{name}: lane {lane} of {direction:?} and {pull:?}"
            );
        }
    }
    pull.into()
}

const SEEDS: Lanes<f64, 3> = Lanes([1.0, 0.0, -2.0]);
const SEEDS32: Lanes<f32, 3> = Lanes([1.0, 0.0, -2.0]);

fn unary<R>(name: &str, rule: R, value: fn(f64, f64) -> f64, domain: &core::ops::Range<f64>)
where
    R: Copy + Unary<f64, Output = f64> + Unary<f32, Output = f32>,
{
    let (one, many) = (Rules::<One>::new(), Rules::<Many<3>>::new());
    for position in POSITIONS {
        let x = at(domain, position);
        let r = value(x, 0.0);
        let derivative = agree(
            name,
            [one.pull_by(rule, 1.0, || x, || r), one.push_by(rule, 1.0, || x, || r)],
            [many.pull_by(rule, SEEDS, || x, || r), many.push_by(rule, SEEDS, || x, || r)],
            |found, expected| found == expected,
        );
        assert_close(name, derivative, difference(|x| value(x, 0.0), x), 1e-7);
        let (x, r) = (x as f32, r as f32);
        let derivative32 = agree(
            name,
            [one.pull_by(rule, 1.0, || x, || r), one.push_by(rule, 1.0, || x, || r)],
            [many.pull_by(rule, SEEDS32, || x, || r), many.push_by(rule, SEEDS32, || x, || r)],
            |found, expected| f64::from(found) == expected,
        );
        assert_close(name, derivative32, derivative, 1e-4);
    }
    for x in SINGULAR {
        let r = value(x, 0.0);
        assert_eq!(one.pull_by(rule, 0.0, || x, || r), 0.0, "{name} at {x}");
        assert_eq!(one.push_by(rule, 0.0, || x, || r), 0.0, "{name} at {x}");
    }
}

fn binary<R>(name: &str, rule: R, value: fn(f64, f64) -> f64, domain: &[core::ops::Range<f64>])
where
    R: Copy + Binary<f64, f64, Output = f64> + Binary<f32, f32, Output = f32>,
{
    let (one, many) = (Rules::<One>::new(), Rules::<Many<3>>::new());
    for (k, position) in POSITIONS.into_iter().enumerate() {
        let (x, y) = (at(&domain[0], position), at(&domain[1], POSITIONS[(3 * k + 1) % 5]));
        let r = value(x, y);
        let (left, right) = partials(name, rule, one, many, (x, y, r), 1.0, SEEDS, |found, expected| found == expected);
        assert_close(name, left, difference(|x| value(x, y), x), 1e-7);
        assert_close(name, right, difference(|y| value(x, y), y), 1e-7);
        let operands = (x as f32, y as f32, r as f32);
        let (left32, right32) =
            partials(name, rule, one, many, operands, 1.0, SEEDS32, |found, expected| f64::from(found) == expected);
        assert_close(name, left32, left, 1e-4);
        assert_close(name, right32, right, 1e-4);
    }
    for (x, y) in SINGULAR.into_iter().flat_map(|x| SINGULAR.map(|y| (x, y))) {
        // The product alone is not guarded: it has no singular point, but an infinite factor makes one.
        if name == "mul" && !(x.is_finite() && y.is_finite()) {
            continue;
        }
        let r = value(x, y);
        assert_eq!(one.pull_left_by(rule, 0.0, || x, || y, || r), 0.0, "{name} at {x}, {y}");
        assert_eq!(one.pull_right_by(rule, 0.0, || x, || y, || r), 0.0, "{name} at {x}, {y}");
        assert_eq!(one.push_left_by(rule, 0.0, || x, || y, || r), 0.0, "{name} at {x}, {y}");
        assert_eq!(one.push_right_by(rule, 0.0, || x, || y, || r), 0.0, "{name} at {x}, {y}");
    }
}

#[expect(clippy::too_many_arguments, reason = "one call a precision; the arguments are the same in both")]
fn partials<R, T>(
    name: &str,
    rule: R,
    one: Rules<One>,
    many: Rules<Many<3>>,
    (x, y, r): (T, T, T),
    seed: T,
    seeds: Lanes<T, 3>,
    scaled: impl Fn(T, f64) -> bool,
) -> (f64, f64)
where
    R: Copy + Binary<T, T, Output = T>,
    T: retrograde::Scalar + Into<f64> + retrograde::Differentiable<Tangent<One> = T, Tangent<Many<3>> = Lanes<T, 3>>,
{
    let left = agree(
        name,
        [one.pull_left_by(rule, seed, || x, || y, || r), one.push_left_by(rule, seed, || x, || y, || r)],
        [many.pull_left_by(rule, seeds, || x, || y, || r), many.push_left_by(rule, seeds, || x, || y, || r)],
        &scaled,
    );
    let right = agree(
        name,
        [one.pull_right_by(rule, seed, || x, || y, || r), one.push_right_by(rule, seed, || x, || y, || r)],
        [many.pull_right_by(rule, seeds, || x, || y, || r), many.push_right_by(rule, seeds, || x, || y, || r)],
        &scaled,
    );
    (left, right)
}

macro_rules! tests {
    (
        $names:tt
        operators1 { $($neg:ident $neg_method:ident $neg_sign:literal $neg_value:tt $neg_reads:tt $neg_partial:tt $neg_domain:expr;)* }
        operators2 { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $op_left_reads:tt $op_left:tt $op_right_reads:tt $op_right:tt $op_x:expr, $op_y:expr;)* }
        methods1 { $($one:ident $one_method:ident $one_value:tt $one_reads:tt $one_partial:tt $one_domain:expr;)* }
        methods2 { $($two:ident $two_method:ident $two_value:tt
            $two_left_reads:tt $two_left:tt $two_right_reads:tt $two_right:tt $two_x:expr, $two_y:expr;)* }
        integer_exponent $integer_exponent:tt
    ) => {
        $(test!(unary $neg $neg_method);)*
        $(test!(unary $one $one_method);)*
        $(test!(binary $op $op_method);)*
        $(test!(binary $two $two_method);)*
    };
}

macro_rules! test {
    (unary $rule:ident $method:ident) => {
        #[test]
        fn $method() {
            let line = retrograde_rules::lookup(stringify!($method)).unwrap();
            unary(line.method, rules::$rule, line.value, &line.domain[0]);
        }
    };
    (binary $rule:ident $method:ident) => {
        #[test]
        fn $method() {
            let line = retrograde_rules::lookup(stringify!($method)).unwrap();
            binary(line.method, rules::$rule, line.value, line.domain);
        }
    };
}

retrograde_rules::scalar_rules!(tests);

#[test]
fn powi() {
    let one = Rules::<One>::new();
    for n in -3..=4 {
        let x = 1.3_f64;
        let pull = one.pull_left(rules::Powi, 1.0, || x, || n);
        assert_close("powi", pull, difference(|x| x.powi(n), x), 1e-7);
        assert_eq!(one.push_left(rules::Powi, 1.0, || x, || n), pull);
        assert_eq!(one.pull_right(rules::Powi, 1.0, || x, || n), NoGradient);
        assert_eq!(one.push_right(rules::Powi, NoGradient, || x, || n), 0.0);
        assert_eq!(one.pull_left(rules::Powi, 0.0, || 0.0, || n), 0.0);
    }
    assert_eq!(one.pull_left(rules::Powi, 1.0, || 0.0, || 0), 0.0);
}

#[test]
fn kinks_and_ties() {
    let one = Rules::<One>::new();
    assert_eq!(one.pull(rules::Abs, 1.0, || 0.0), 0.0);
    assert_eq!(one.pull_left(rules::Max, 1.0, || 2.0, || 2.0), 1.0);
    assert_eq!(one.pull_right(rules::Max, 1.0, || 2.0, || 2.0), 0.0);
    assert_eq!(one.pull_left(rules::Min, 1.0, || 2.0, || f64::NAN), 1.0);
    assert_eq!(one.pull_right(rules::Min, 1.0, || f64::NAN, || 2.0), 1.0);
    assert_eq!(one.pull_left(rules::Powf, 1.0, || 0.0, || 0.0), 0.0);
    assert_eq!(one.pull_right_by(rules::Powf, 1.0, || 0.0, || 2.0, || 0.0), 0.0);
    assert_eq!(one.pull_by(rules::Sqrt, 1.0, || 0.0, || 0.0), f64::INFINITY);
    assert_eq!(one.pull_left_by(rules::Hypot, 1.0, || 0.0, || 0.0, || 0.0), 0.0);
}

#[test]
fn references_and_integers() {
    let one = Rules::<One>::new();
    let (x, y) = (2.0, 3.0);
    assert_eq!(one.pull_left(rules::Mul, 1.0, || &x, || y), 3.0);
    assert_eq!(one.pull_left(rules::Mul, 1.0, || x, || &y), 3.0);
    assert_eq!(one.pull_right(rules::Mul, 1.0, || &x, || &y), 2.0);
    assert_eq!(one.pull(rules::Abs, 1.0, || &x), 1.0);
    assert_eq!(one.pull_left(rules::Rem, NoGradient, || 7_usize, || 3), NoGradient);
    assert_eq!(one.pull(rules::Neg, NoGradient, || -7_i8), NoGradient);
}

#[test]
fn casts() {
    let many = Rules::<Many<2>>::new();
    assert_eq!(many.pull_cast(Lanes([1.0_f32, 2.0]), || 1.5, || 1.5_f64 as f32), Lanes([1.0_f64, 2.0]));
    assert_eq!(many.push_cast(NoGradient, || 3, || 3 as f64), Lanes([0.0, 0.0]));
    assert_eq!(many.pull_cast(NoGradient, || 3.7, || 3.7 as usize), Lanes([0.0, 0.0]));
    assert_eq!(many.pull_cast(NoGradient, || true, || i32::from(true)), NoGradient);
}

/// The checks above must be able to fail.
#[test]
#[should_panic(expected = "is not")]
fn a_wrong_derivative_is_noticed() {
    let line = retrograde_rules::lookup("cos").unwrap();
    unary("cos", rules::Sin, line.value, &line.domain[0]);
}
