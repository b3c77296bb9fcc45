//! Every line of the derivative table where numbers end: at zeros, kinks, poles and infinities, and at the ends of the range, with gradients
//! of any size. Forward and reverse mode, all widths and the interpreter do the same; a gradient of zero gives zero; and where the true
//! product is in range, it is found. So do random functions of a few operations.

#![allow(clippy::float_cmp, reason = "what must be the same is compared exactly")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "small integers, and numbers rounded on purpose"
)]

mod shares;

use retrograde::Lanes;
use retrograde_rules::Rule;
use shares::{Line, lines};
use std::time::{SystemTime, UNIX_EPOCH};

/// Where a function may have a kink, a pole or an end, and the ends of the range.
const POINTS: [f64; 19] = [
    0.0,
    5e-324,
    1e-310,
    f64::MIN_POSITIVE,
    1e-292,
    1e-200,
    1e-160,
    1e-9,
    0.5,
    1.0,
    2.0,
    3.7,
    1e9,
    1e160,
    1e200,
    1e292,
    f64::MAX,
    f64::INFINITY,
    f64::NAN,
];
const SINGLE_POINTS: [f32; 15] = [
    0.0,
    1e-45,
    1e-40,
    f32::MIN_POSITIVE,
    1e-30,
    1e-20,
    0.5,
    1.0,
    3.7,
    1e9,
    1e20,
    1e30,
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
];
const GRADIENTS: [f64; 11] = [0.0, 5e-324, 1e-300, 1e-150, 1e-9, 1.0, 2.5, 1e9, 1e150, 1e300, f64::INFINITY];
const SINGLE_GRADIENTS: [f32; 8] = [0.0, 1e-45, 1e-36, 1e-18, 1.0, 1e18, 1e36, f32::INFINITY];

/// All choices of operands of `points`, with both signs. Powers have whole exponents.
fn choices<T: Copy + core::ops::Neg<Output = T>>(rule: &Rule, points: &[T], exponents: &[T]) -> Vec<Vec<T>> {
    let signed: Vec<T> = points.iter().flat_map(|x| [*x, -*x]).collect();
    (0..rule.arity()).fold(vec![vec![]], |choices, k| {
        let from = if rule.is_integer(k) { exponents } else { &signed };
        // three operands are many: every other point for them
        let step = if rule.arity() == 3 { 3 } else { 1 };
        choices.iter().flat_map(|choice| from.iter().step_by(step).map(|x| [&choice[..], &[*x]].concat())).collect()
    })
}

/// What the function itself refuses.
fn refused(rule: &Rule, operands: &[f64]) -> bool {
    rule.method == "clamp" && (operands[1] > operands[2] || operands[1].is_nan() || operands[2].is_nan())
}

/// A plain product is not guarded: zero times what is infinite or not a number is not a number.
fn unguarded(rule: &Rule, operands: &[f64], g: f64) -> bool {
    ["mul", "mul_add"].contains(&rule.method) && !(operands[0] * 0.0 + operands[1] * 0.0 + g * 0.0).is_finite()
}

fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

/// A number with an exponent of its own: it has no range to leave.
#[derive(Clone, Copy)]
struct Wide(f64, i32);

impl Wide {
    fn new(x: f64) -> Self {
        let mut wide = Wide(x, 0);
        while wide.0 != 0.0 && wide.0.abs() < 1.0 {
            wide = Wide(wide.0 * 2.0_f64.powi(64), wide.1 - 64);
        }
        while wide.0.abs() >= 2.0_f64.powi(64) {
            wide = Wide(wide.0 * 2.0_f64.powi(-64), wide.1 + 64);
        }
        wide
    }

    fn times(self, other: Self) -> Self {
        let product = Wide::new(self.0 * other.0);
        Wide(product.0, product.1 + self.1 + other.1)
    }

    fn over(self, other: Self) -> Self {
        let quotient = Wide::new(self.0 / other.0);
        Wide(quotient.0, quotient.1 + self.1 - other.1)
    }

    /// The number, if it is well inside the range from `low` to `high`.
    fn between(self, low: f64, high: f64) -> Option<f64> {
        if self.1.abs() > 1100 {
            return None;
        }
        // in two steps, each of which is exact or out of range for good
        let number = self.0 * 2.0_f64.powi(self.1 / 2) * 2.0_f64.powi(self.1 - self.1 / 2);
        (low < number.abs() && number.abs() < high).then_some(number)
    }
}

/// The derivative with respect to operand `k` as differences see it, if they agree about it on both sides of the point and over several distances.
fn slope(rule: &Rule, operands: &[f64], k: usize) -> Option<Wide> {
    let (x, value) = (operands[k], (rule.value)(operands));
    let roomy = |x: f64| (1e-290..1e300).contains(&x.abs());
    // Differences do not see what goes up and down between the points.
    let waves = ["sin", "cos", "tan", "gamma", "ln_gamma", "digamma", "fract", "rem", "rem_euclid"];
    if !roomy(x) || !roomy(value) || waves.contains(&rule.method) && operands.iter().any(|x| x.abs() > 1e4) {
        return None;
    }
    // What is left of a difference must have digits that are not rounding errors. It is relative to the operand.
    let over = |h: f64| {
        let mut moved = operands.to_vec();
        moved[k] = x * (1.0 + h);
        if refused(rule, &moved) {
            return None;
        }
        let difference = (rule.value)(&moved) - value;
        (difference.abs() > 1e-7 * value.abs()).then_some(difference / h)
    };
    let h = 2.0_f64.powi(-18);
    let right = over(h)?;
    let others = [over(-h)?, over(h / 2.67)?, over(h / 1.618)?, over(h / 1.303)?];
    let agree = others.iter().all(|other| (other - right).abs() <= 1e-4 * right.abs());
    (agree && roomy(right)).then(|| Wide::new(right).over(Wide::new(x)))
}

/// Checks a line at a point with a gradient; says whether differences had something to compare with.
fn check(Line { rule, double, .. }: &Line, operands: &[f64], g: f64) -> bool {
    let (name, r) = (rule.method, (rule.value)(operands));
    let mut compared = false;
    for (k, share) in double.iter().enumerate() {
        let at = || format!("{name}{operands:?} by operand {k} with {g:e}");
        let found = (share.pull)(operands, r, g);
        assert!(same(found, (share.push)(operands, r, g)), "{}: forwards not as backwards", at());
        for lanes in [share.pull_lanes, share.push_lanes] {
            let Lanes([first, _, last]) = lanes(operands, r, Lanes([g, 1.0, -g]));
            assert!(same(first, found) && same(last, -found), "{}: {first}, {last}, not {found}", at());
        }
        if unguarded(rule, operands, g) {
            continue;
        }
        let interpreted = rule.times[k](g, operands, r);
        assert!(same(found, interpreted), "{}: {found} by the library, {interpreted} by the interpreter", at());
        if g == 0.0 {
            assert!(found == 0.0, "{}: {found}", at());
        }
        let agrees = |expected: Wide, tolerance: f64| {
            expected.between(1e-305, 1e305).map(|expected| (found - expected).abs() <= tolerance * expected.abs())
        };
        let partial = rule.partial[k](operands, r);
        if partial.is_normal() && g.is_normal() {
            let product = agrees(Wide::new(partial).times(Wide::new(g)), 4e-15);
            assert!(product != Some(false), "{}: {found:e} is not {g:e} times {partial:e}", at());
        }
        // A step function that is too large to have steps grows with its operand, but all of its derivatives are zero.
        let steps = rule.partials[k] == "0.0";
        if let Some(slope) = slope(rule, operands, k).filter(|_| g.is_normal() && !steps) {
            let expected = slope.times(Wide::new(g));
            let agrees = agrees(expected, 1e-3);
            assert!(agrees != Some(false), "{}: {found:e} is not {:?}", at(), expected.between(0.0, f64::MAX));
            compared |= agrees == Some(true);
        }
    }
    compared
}

/// The same in the other precision, whose range that of `f64` surrounds.
fn check_single(Line { rule, single, .. }: &Line, operands: &[f32], g: f32) {
    let wide: Vec<f64> = operands.iter().map(|x| f64::from(*x)).collect();
    if refused(rule, &wide) {
        return;
    }
    let r = (rule.value)(&wide) as f32;
    for (k, share) in single.iter().enumerate() {
        let at = || format!("{}{operands:?} by operand {k} with {g:e}", rule.method);
        let found = (share.pull)(operands, r, g);
        assert!(same(found.into(), (share.push)(operands, r, g).into()), "{}: forwards not as backwards", at());
        if unguarded(rule, &wide, g.into()) {
            continue;
        }
        if g == 0.0 {
            assert!(found == 0.0, "{}: {found}", at());
        }
        // What it reads is rounded: where a slope is steep, the digits that are missing count.
        let expected = rule.times[k](g.into(), &wide, r.into());
        let in_range = (1e-36..1e36).contains(&expected.abs()) && (1e-36..1e36).contains(&f64::from(r.abs()));
        // The components of a vector may be so far apart that their ratio is out of range, too, or so large that its length is.
        let far_out =
            rule.method == "atan2" && (expected.abs() < 1e-19 || operands.iter().any(|x| x.abs() == f32::MAX));
        if in_range && !far_out && g.is_normal() && operands.iter().all(|x| x.is_normal()) {
            assert!(
                (f64::from(found) - expected).abs() <= 2e-3 * expected.abs(),
                "{}: {found:e}, not {expected:e}",
                at()
            );
        }
    }
}

#[test]
fn every_line_at_every_point() {
    for line in lines() {
        let mut compared = 0;
        for operands in choices(line.rule, &POINTS, &[-400.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 400.0]) {
            if !refused(line.rule, &operands) {
                compared += GRADIENTS.iter().filter(|g| check(&line, &operands, **g)).count();
            }
        }
        // Where it is constant there is nothing to see.
        let constant = line.rule.partials.iter().all(|partial| *partial == "0.0");
        assert!(compared > 10 || constant, "{}: {compared} comparisons with differences", line.rule.method);
    }
}

#[test]
fn every_line_in_single_precision() {
    for line in lines() {
        for operands in choices(line.rule, &SINGLE_POINTS, &[-40.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 40.0]) {
            SINGLE_GRADIENTS.iter().for_each(|g| check_single(&line, &operands, *g));
        }
    }
}

/// Random numbers from a seed, which a failure must name.
struct Random(u64);

impl Random {
    fn from_clock() -> Self {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
        println!("seed {seed}");
        Random(seed)
    }

    /// The generator that is called `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A number of any size, often a moderate one.
    fn number(&mut self) -> f64 {
        let mantissa = 1.0 + (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let range = self.pick(&[3, 30, 300]);
        let sign = if self.next() & 1 == 0 { 1.0 } else { -1.0 };
        sign * mantissa * 10.0_f64.powi(self.below(2 * range + 1) as i32 - range as i32)
    }
}

#[test]
fn every_line_at_random_points() {
    let mut random = Random::from_clock();
    for line in lines() {
        for _ in 0..3000 {
            let (rule, g) = (line.rule, random.number());
            let operand = |k| if rule.is_integer(k) { random.below(13) as f64 - 6.0 } else { random.number() };
            let operands: Vec<f64> = (0..rule.arity()).map(operand).collect();
            if !refused(rule, &operands) {
                check(&line, &operands, g);
            }
        }
    }
}

/// A function of two numbers: operations one after the other, each of what came before.
struct Composed {
    steps: Vec<(&'static Rule, Vec<usize>)>,
}

impl Composed {
    fn random(random: &mut Random, rules: &[&'static Rule]) -> Self {
        let mut steps: Vec<(&'static Rule, Vec<usize>)> = Vec::new();
        for _ in 0..2 + random.below(3) {
            let rule = random.pick(rules);
            let operands = (0..rule.arity()).map(|_| random.below(2 + steps.len())).collect();
            steps.push((rule, operands));
        }
        Composed { steps }
    }

    fn values(&self, inputs: [f64; 2]) -> Vec<f64> {
        let mut values = inputs.to_vec();
        for (rule, operands) in &self.steps {
            let operands: Vec<f64> = operands.iter().map(|k| values[*k]).collect();
            values.push((rule.value)(&operands));
        }
        values
    }

    /// The operands of a step, and its result.
    fn at<'v>(&self, step: usize, values: &'v [f64]) -> (Vec<f64>, &'v f64) {
        (self.steps[step].1.iter().map(|k| values[*k]).collect(), &values[2 + step])
    }

    /// The tangent of the last step, and all of them, with `share` of each operand in it.
    fn forward(&self, values: &[f64], seed: [f64; 2], share: impl Fn(f64) -> f64) -> Vec<f64> {
        let mut tangents = seed.to_vec();
        for (step, (rule, from)) in self.steps.iter().enumerate() {
            let (operands, r) = self.at(step, values);
            let shares = from.iter().zip(rule.times).map(|(k, times)| share(times(tangents[*k], &operands, *r)));
            let tangent = shares.sum();
            tangents.push(tangent);
        }
        tangents
    }

    fn backward(&self, values: &[f64]) -> Vec<f64> {
        let mut gradients = vec![0.0; values.len()];
        *gradients.last_mut().unwrap() = 1.0;
        for (step, (rule, to)) in self.steps.iter().enumerate().rev() {
            let (operands, r) = self.at(step, values);
            for (k, times) in to.iter().zip(rule.times) {
                gradients[*k] += times(gradients[2 + step], &operands, *r);
            }
        }
        gradients
    }

    fn text(&self) -> String {
        let steps = self.steps.iter().map(|(rule, operands)| format!("{}{operands:?}", rule.method));
        steps.collect::<Vec<_>>().join(", ")
    }
}

/// Whether forward and reverse mode agree, where the values and the derivatives are in range; `None` where they are not.
fn agree(composed: &Composed, inputs: [f64; 2]) -> Option<bool> {
    let values = composed.values(inputs);
    if !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    let gradients = composed.backward(&values);
    let mut agree = true;
    for (k, seed) in [[1.0, 0.0], [0.0, 1.0]].into_iter().enumerate() {
        let tangents = composed.forward(&values, seed, |share| share);
        // how large the terms are that may have cancelled
        let size = composed.forward(&values, seed, f64::abs);
        let sizes = size.iter().chain(&gradients).map(|size| size.abs());
        if !sizes.clone().all(|size| size == 0.0 || (1e-150..1e290).contains(&size)) {
            return None;
        }
        let (forward, backward) = (tangents[tangents.len() - 1], gradients[k]);
        agree &= (forward - backward).abs() <= 1e-12 * size[size.len() - 1];
    }
    Some(agree)
}

#[test]
fn random_functions_at_kinks_and_zeros() {
    let mut random = Random::from_clock();
    let rules: Vec<&'static Rule> = lines().iter().map(|line| line.rule).collect();
    // Products, sums and roots are what meets at such points.
    let common = ["mul", "add", "sub", "sqrt", "powf", "abs", "hypot", "max", "div"];
    let common: Vec<&'static Rule> = common.iter().map(|name| retrograde_rules::lookup(name).unwrap()).collect();
    let (mut compared, mut steep) = (0, 0);
    for turn in 0..200_000 {
        let composed = Composed::random(&mut random, if turn % 2 == 0 { &rules } else { &common });
        let inputs = [0; 2].map(|_| random.pick(&[0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 1e-9, 1e9]));
        let refused = composed.steps.iter().any(|(rule, _)| ["clamp", "powi"].contains(&rule.method));
        if refused {
            continue;
        }
        let agree = agree(&composed, inputs);
        assert!(agree != Some(false), "{} at {inputs:?}", composed.text());
        compared += i32::from(agree.is_some());
        let roots = |values: &[f64]| {
            composed.steps.iter().zip(&values[2..]).any(|((rule, _), r)| rule.method == "sqrt" && *r == 0.0)
        };
        steep += i32::from(agree.is_some() && roots(&composed.values(inputs)));
    }
    assert!(compared > 20_000 && steep > 500, "{compared} compared, {steep} with the root of zero");
}

/// The comparisons must be able to fail.
#[test]
fn a_fault_is_noticed() {
    let reciprocal = retrograde_rules::lookup("recip").unwrap();
    // -1e-300 / x², of which the square alone is out of range
    let point = [1e-200];
    let slope = slope(reciprocal, &point, 0).unwrap().times(Wide::new(1e-300)).between(1e-305, 1e305).unwrap();
    assert!((slope + 1e100).abs() < 1e95);
    assert_eq!(1e-300 * reciprocal.partial[0](&point, 1e200), f64::NEG_INFINITY);
    assert_eq!(reciprocal.times[0](1e-300, &point, 1e200), -1e100);
}
