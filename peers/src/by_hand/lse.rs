//! The logarithm of a sum of exponentials: its gradient is the shares in the sum.

/// The gradient at `x`.
pub fn gradient(x: &[f64], out: &mut Vec<f64>) {
    let largest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    out.clear();
    out.extend(x.iter().map(|x| (x - largest).exp()));
    let share = 1.0 / out.iter().sum::<f64>();
    out.iter_mut().for_each(|v| *v *= share);
}
