//! Linear least squares.

use retrograde_gradbench::modules::llsq::Fit;

/// The gradient with respect to the coefficients.
pub fn gradient(fit: &Fit, out: &mut Vec<f64>) {
    let Fit { x, n } = fit;
    out.clear();
    out.resize(x.len(), 0.0);
    for i in 0..*n {
        let t = -1.0 + i as f64 * 2.0 / (*n as f64 - 1.0);
        let mut error = if t == 0.0 { 0.0 } else { t.signum() };
        let mut power = 1.0;
        for c in x {
            error -= c * power;
            power *= t;
        }
        let mut power = -error;
        for g in &mut *out {
            *g += power;
            power *= t;
        }
    }
}
