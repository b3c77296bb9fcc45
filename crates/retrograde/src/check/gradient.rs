//! Reverse mode against forward mode against finite differences, in random directions: reverse mode is asked for the gradient of a
//! randomly weighted sum of the outputs, so that one number says whether all entries agree. Only if they do not, entries are compared one by one.

use super::Options;
use super::differences::{Difference, differences};
use super::failure::{Allocations, Failure, Report};
use super::subject::{Numbers, Subject};

/// Checks the derivatives of a function.
///
/// # Errors
/// What is wrong with them.
#[expect(private_bounds, reason = "the macros name what is checked, users do not")]
pub fn gradient(subject: &impl Subject, options: Options) -> Result<Report, Failure> {
    let (inputs, outputs) = (subject.inputs()?, subject.run(0.0, &vec![0.0; subject.inputs()?.values.len()])?);
    if inputs.values.is_empty() {
        return Err(Failure::NothingToCheck);
    }
    let epsilon = inputs.epsilon.max(outputs.epsilon);
    let tolerance = options.tolerance.unwrap_or_else(|| 64.0 * epsilon.sqrt());
    let mut check = Check { subject, inputs, outputs, epsilon, tolerance, largest_error: 0.0 };
    let mut random = Random(options.seed);
    for _ in 0..options.directions.max(1) {
        check.direction(&mut random)?;
    }
    let allocations = options.allocations.map(|count| allocations(subject, count)).transpose()?;
    let Check { inputs, outputs, largest_error, .. } = check;
    let (inputs, outputs) = (inputs.values.len(), outputs.values.len());
    Ok(Report { inputs, outputs, directions: options.directions.max(1), largest_error, allocations })
}

struct Check<'c> {
    subject: &'c dyn Subject,
    inputs: Numbers,
    outputs: Numbers,
    epsilon: f64,
    tolerance: f64,
    largest_error: f64,
}

impl Check<'_> {
    fn direction(&mut self, random: &mut Random) -> Result<(), Failure> {
        let direction: Vec<f64> = self.inputs.values.iter().map(|x| random.next() * x.abs().max(1.0)).collect();
        let weights: Vec<f64> = self.outputs.values.iter().map(|_| random.next()).collect();
        let expected = differences(self.subject, &direction)?;
        let pulled = self.pull(&weights)?;
        let pushed = self.subject.push(&direction)?;
        if let Some(pushed) = &pushed {
            for (j, (expected, found)) in expected.iter().zip(pushed).enumerate() {
                if !self.agrees(*expected, *found) {
                    return Err(self.blame_forward(j, *expected, *found)?);
                }
            }
        }
        if !self.agrees(weighted(&weights, &expected), dot(&pulled, &direction)) {
            return Err(self.blame_reverse(&weights, &pulled, &direction, &expected)?);
        }
        if let Some(pushed) = pushed {
            self.dot_product(dot(&pulled, &direction), dot(&weights, &pushed), &pulled, &direction)?;
        }
        Ok(())
    }

    /// The gradient, which must not depend on how often it is asked for.
    fn pull(&self, weights: &[f64]) -> Result<Vec<f64>, Failure> {
        let (once, again) = (self.subject.pull(weights)?, self.subject.pull(weights)?);
        for ((place, &first), &second) in self.inputs.names.iter().zip(&once).zip(&again) {
            if first.to_bits() != second.to_bits() {
                return Err(Failure::SecondCall { place: place.clone(), first, second });
            }
        }
        Ok(once)
    }

    fn agrees(&mut self, expected: Difference, found: f64) -> bool {
        let (distance, scale) = ((expected.slope - found).abs(), expected.slope.abs().max(found.abs()));
        if distance > 4.0 * expected.error && scale > 0.0 {
            self.largest_error = self.largest_error.max(distance / scale);
        }
        // written so that what is not a number does not agree
        distance <= self.tolerance * scale + 4.0 * expected.error
    }

    /// What is the same by definition may differ only by rounding.
    fn dot_product(&self, reverse: f64, forward: f64, pulled: &[f64], direction: &[f64]) -> Result<(), Failure> {
        let scale: f64 = pulled.iter().zip(direction).map(|(g, t)| (g * t).abs()).sum();
        let scale = scale.max(forward.abs());
        if (reverse - forward).abs() <= 1e5 * self.epsilon * scale {
            return Ok(());
        }
        Err(Failure::DotProduct { reverse, forward })
    }

    /// The entry of a wrong tangent.
    fn blame_forward(&mut self, j: usize, expected: Difference, found: f64) -> Result<Failure, Failure> {
        let output = self.outputs.names[j].clone();
        for i in 0..self.inputs.values.len() {
            let along = self.unit(i);
            let (expected, found) = (differences(self.subject, &along)?[j], self.subject.push(&along)?);
            let found = found.map_or(0.0, |pushed| pushed[j]);
            if !self.agrees(expected, found) {
                let place = Some(self.inputs.names[i].clone());
                return Ok(Failure::Forward { output, place, expected: expected.slope, found });
            }
        }
        Ok(Failure::Forward { output, place: None, expected: expected.slope, found })
    }

    /// The entry of a wrong gradient.
    fn blame_reverse(
        &mut self,
        weights: &[f64],
        pulled: &[f64],
        direction: &[f64],
        along_all: &[Difference],
    ) -> Result<Failure, Failure> {
        // A single output says more than a weighted sum.
        for j in 0..weights.len() {
            let mut only = vec![0.0; weights.len()];
            only[j] = 1.0;
            let pulled = self.subject.pull(&only)?;
            for (i, &found) in pulled.iter().enumerate() {
                let expected = differences(self.subject, &self.unit(i))?[j];
                if !self.agrees(expected, found) {
                    let (output, place) = (self.outputs.names[j].clone(), self.inputs.names[i].clone());
                    return Ok(Failure::Reverse { output, place, expected: expected.slope, found });
                }
            }
        }
        let (output, place) = ("a random sum".to_string(), "a random direction".to_string());
        let (expected, found) = (weighted(weights, along_all).slope, dot(pulled, direction));
        Ok(Failure::Reverse { output, place, expected, found })
    }

    fn unit(&self, i: usize) -> Vec<f64> {
        let mut direction = vec![0.0; self.inputs.values.len()];
        direction[i] = 1.0;
        direction
    }
}

fn allocations(subject: &dyn Subject, count: fn() -> usize) -> Result<Allocations, Failure> {
    let mut counts = [0; 3];
    let mut at = counts.iter_mut();
    subject.observe(&mut || {
        if let Some(at) = at.next() {
            *at = count();
        }
    });
    let [before, between, after] = counts;
    let found = Allocations { forward: between - before, reverse: after - between };
    if found.forward == 0 && found.reverse > 0 && !subject.may_save() {
        return Err(Failure::Allocations(found));
    }
    Ok(found)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn weighted(weights: &[f64], differences: &[Difference]) -> Difference {
    let terms = || weights.iter().zip(differences);
    Difference { slope: terms().map(|(w, d)| w * d.slope).sum(), error: terms().map(|(w, d)| w.abs() * d.error).sum() }
}

/// Splitmix64: a random number between one half and one, with a random sign, so that no entry is overlooked.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        let size = 0.5 + 0.5 * (bits >> 11) as f64 / (1_u64 << 53) as f64;
        if bits & 1 == 0 { size } else { -size }
    }
}

/// The `k`-th of a fixed list of random points in a range, for tests.
///
/// ```
/// use retrograde::check::sample;
/// assert!((0..9).all(|k| (0.5..2.0).contains(&sample(0.5..2.0, k))));
/// assert_ne!(sample(0.5..2.0, 1), sample(0.5..2.0, 2));
/// ```
pub fn sample(range: core::ops::Range<f64>, k: usize) -> f64 {
    // between zero and one
    let unit = 2.0 * Random(k as u64).next().abs() - 1.0;
    range.start + unit * (range.end - range.start)
}
