//! What a kernel is, and that its versions agree.

/// A computation and its adjoint, each written by hand and derived. Runs one after another may add their gradients up.
pub trait Kernel {
    /// What the table calls it.
    const NAME: &'static str;
    /// Whether the adjoint starts from the results of a forward run, which the gradient then costs as well.
    const AFTER_FORWARD: bool;
    /// How many times the adjoint by hand the derived one may cost, or how many nanoseconds more an operation where these are counted.
    /// Where it may cost more than is aimed at, the header says why.
    const LIMIT: f64 = 1.1;

    /// The data, before any run.
    fn new() -> Self;
    /// Forwards, in plain Rust.
    fn plain(&mut self);
    /// Forwards, as emitted.
    fn ours(&mut self);
    /// The adjoint, in plain Rust.
    fn by_hand(&mut self);
    /// The adjoint, as emitted.
    fn ours_adjoint(&mut self);
    /// What a forward run changes.
    fn values(&self) -> Vec<f64>;
    /// What an adjoint accumulates.
    fn gradients(&self) -> Vec<f64>;
    /// The arithmetic operations and functions of a forward run, where what the gradient adds to each is of interest.
    fn operations(&self) -> u64 {
        0
    }
    /// The iterations of the loop that is undone with what a tape holds; of a small function, how often a run calls it.
    fn turns(&self) -> u64 {
        0
    }
}

/// One of a kernel's four functions.
pub type Version<K> = fn(&mut K);

/// The names of the versions and the versions, in the order of the table.
pub fn versions<K: Kernel>() -> [(&'static str, Version<K>); 4] {
    [("plain", K::plain), ("ours", K::ours), ("by-hand", K::by_hand), ("ours-adjoint", K::ours_adjoint)]
}

/// Panics unless the versions compute the same.
pub fn check<K: Kernel>() {
    let after = |version: Version<K>| {
        let mut kernel = K::new();
        version(&mut kernel);
        (kernel.values(), kernel.gradients())
    };
    let ((plain, _), (ours, _)) = (after(K::plain), after(K::ours));
    agree(K::NAME, "values", &ours, &plain);
    let ((plain, by_hand), (ours, derived)) = (after(K::by_hand), after(K::ours_adjoint));
    agree(K::NAME, "restored values", &ours, &plain);
    agree(K::NAME, "gradients", &derived, &by_hand);
    assert!(by_hand.iter().any(|g| *g != 0.0), "{}: every gradient is zero", K::NAME);
}

fn agree(name: &str, what: &str, found: &[f64], expected: &[f64]) {
    let scale = expected.iter().fold(0.0_f64, |scale, e| scale.max(e.abs()));
    // A NaN must fail.
    let close = |(found, expected): (&f64, &f64)| (found - expected).abs() <= 1e-9 * scale;
    let all = found.len() == expected.len() && found.iter().zip(expected).all(close);
    assert!(all, "{name}: {what} differ: {found:?} against {expected:?}");
}

/// Numbers between 0 and 1 in no particular order.
pub fn wave(length: usize) -> Vec<f64> {
    (0..length).map(|k| 0.5 + 0.45 * (k as f64 * 0.7).sin()).collect()
}

#[cfg(test)]
mod tests {
    use super::agree;

    #[test]
    fn rounding_is_no_difference() {
        agree("k", "values", &[1.0, 1e-12], &[1.0 + 1e-12, 0.0]);
    }

    #[test]
    #[should_panic(expected = "k: values differ")]
    fn a_difference_is_found() {
        agree("k", "values", &[1.0, 1e-6], &[1.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "k: values differ")]
    fn not_a_number_is_a_difference() {
        agree("k", "values", &[1.0, f64::NAN], &[1.0, 0.0]);
    }

    #[test]
    #[should_panic(expected = "k: values differ")]
    fn a_missing_value_is_a_difference() {
        agree("k", "values", &[1.0], &[1.0, 0.0]);
    }
}
