//! Every line of the derivative table: the backward rule against the forward rule against finite differences, at both
//! widths and in both precisions, and a zero gradient stays zero at every singular point.

#![allow(clippy::float_cmp, reason = "what must agree exactly is compared exactly")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::unnecessary_cast,
    reason = "the operands are rounded on purpose"
)]

mod shares;

use retrograde::rules::{self, Rules};
use retrograde::{Lanes, Many, NoGradient, One};
use retrograde_rules::Rule;
use shares::{Share, shares};

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

impl<T: retrograde::Scalar + Into<f64> + From<i8>> Share<T> {
    /// The derivative that a rule uses, after checking that all directions and widths agree on it.
    fn derivative(&self, name: &str, operands: &[T], r: T) -> f64 {
        let [one, zero, minus_two] = [1, 0, -2].map(T::from);
        let derivative: f64 = (self.pull)(operands, r, one).into();
        assert_eq!(derivative, (self.push)(operands, r, one).into(), "{name}: pull and push disagree");
        for lanes in [self.pull_lanes, self.push_lanes] {
            let found = lanes(operands, r, Lanes([one, zero, minus_two])).0.map(Into::into);
            assert_eq!(found, [derivative, 0.0, -2.0 * derivative], "{name}: lanes");
        }
        derivative
    }
}

fn check(line: &Rule, shares: &[Share<f64>], shares32: &[Share<f32>]) {
    let name = line.method;
    assert_eq!((line.arity(), line.arity()), (shares.len(), shares32.len()), "{name}");
    for turn in 0..POSITIONS.len() {
        let position = |k| POSITIONS[(turn * [1, 3, 2][k] + k) % POSITIONS.len()];
        let operands: Vec<f64> = line.domain.iter().enumerate().map(|(k, domain)| at(domain, position(k))).collect();
        let r = (line.value)(&operands);
        for k in 0..line.arity() {
            let along = |x| {
                let mut moved = operands.clone();
                moved[k] = x;
                (line.value)(&moved)
            };
            let derivative = shares[k].derivative(name, &operands, r);
            assert_close(name, derivative, difference(along, operands[k]), 1e-7);
            let rounded: Vec<f32> = operands.iter().map(|x| *x as f32).collect();
            assert_close(name, shares32[k].derivative(name, &rounded, r as f32), derivative, 1e-4);
        }
    }
    for operands in singular(line.arity()).filter(|operands| is_singular(name, operands)) {
        let r = (line.value)(&operands);
        for share in shares {
            assert_eq!((share.pull)(&operands, r, 0.0), 0.0, "{name} at {operands:?}");
            assert_eq!((share.push)(&operands, r, 0.0), 0.0, "{name} at {operands:?}");
        }
    }
}

/// All ways to choose operands of [`SINGULAR`].
fn singular(arity: usize) -> impl Iterator<Item = Vec<f64>> {
    let choices = SINGULAR.len();
    (0..choices.pow(arity as u32))
        .map(move |choice| (0..arity).map(|k| SINGULAR[choice / choices.pow(k as u32) % choices]).collect())
}

fn is_singular(name: &str, operands: &[f64]) -> bool {
    match name {
        // A product alone is not guarded: it has no singular point, but an infinite factor makes one.
        "mul" | "mul_add" => operands.iter().all(|x| x.is_finite()),
        // Other bounds are refused by the function itself.
        "clamp" => operands[1] <= operands[2],
        _ => true,
    }
}

macro_rules! tests {
    (
        $r:ident
        operators { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $($op_x:ident $op_reads:tt $op_partial:tt $op_domain:expr),+;)* }
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent $integer_exponent:tt
        tuples $tuples:tt
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        $(test!($op $op_method $($op_x)+);)*
        $(test!($name $method $($x)+);)*
        $(test!($special $special_method $($special_x)+);)*
    };
}

macro_rules! test {
    ($rule:ident $method:ident $($x:ident)+) => {
        #[test]
        fn $method() {
            let line = retrograde_rules::lookup(stringify!($method)).unwrap();
            check(line, &shares!($rule $($x)+), &shares!($rule $($x)+));
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
fn references_and_integers() {
    let one = Rules::<One>::new();
    let (x, y) = (2.0, 3.0);
    assert_eq!(one.pull_left(rules::Mul, 1.0, || &x, || y), 3.0);
    assert_eq!(one.pull_left(rules::Mul, 1.0, || x, || &y), 3.0);
    assert_eq!(one.pull_right(rules::Mul, 1.0, || &x, || &y), 2.0);
    assert_eq!(one.pull(rules::Abs, 1.0, || &x), 1.0);
    assert_eq!(one.pull_left(rules::Rem, NoGradient, || 7_usize, || 3), NoGradient);
    assert_eq!(one.pull(rules::Neg, NoGradient, || -7_i8), NoGradient);
    assert_eq!(one.pull_right(rules::RemEuclid, NoGradient, || &-7_i64, || 3), NoGradient);
    assert_eq!(one.push_third(rules::Clamp, NoGradient, || &7_u8, || 3, || 5), NoGradient);
    assert_eq!(one.pull_first(rules::MulAdd, 1.0, || &x, || y, || x), 3.0);
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
    check(line, &shares!(Sin x), &shares!(Sin x));
}
