//! Lambert's W by Halley's iteration: a first guess by branches, then a loop that is left early.

use super::Small;
use retrograde::prelude::*;
use std::f64::consts::E;

#[inline(never)]
fn plain(x: f64) -> f64 {
    if x < -1.0 / E {
        return f64::NAN;
    }
    let mut w = if x < 0.5 {
        let p = (2.0 * (E * x + 1.0)).sqrt();
        -1.0 + p * (1.0 + p * (-1.0 / 3.0 + p * (11.0 / 72.0)))
    } else if x < 3.0 {
        x.ln_1p() * 0.75
    } else {
        let l = x.ln();
        l - l.ln()
    };
    for _ in 0..50 {
        let e = w.exp();
        let f = w * e - x;
        let step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
        w -= step;
        if step.abs() < 1e-12 * (1.0 + w.abs()) {
            break;
        }
    }
    w
}

#[differentiable]
#[inline(never)]
fn lambert_w(x: f64) -> f64 {
    if x < -1.0 / E {
        return f64::NAN;
    }
    let mut w = if x < 0.5 {
        let p = (2.0 * (E * x + 1.0)).sqrt();
        -1.0 + p * (1.0 + p * (-1.0 / 3.0 + p * (11.0 / 72.0)))
    } else if x < 3.0 {
        x.ln_1p() * 0.75
    } else {
        let l = x.ln();
        l - l.ln()
    };
    for _ in 0..50 {
        let e = w.exp();
        let f = w * e - x;
        let step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
        w -= step;
        if step.abs() < 1e-12 * (1.0 + w.abs()) {
            break;
        }
    }
    w
}

/// Each iteration is run back with what it had of `w`.
#[inline(never)]
fn by_hand(x: f64) -> (f64, f64) {
    if x < -1.0 / E {
        return (f64::NAN, 0.0);
    }
    let (mut w, first) = if x < 0.5 {
        let p = (2.0 * (E * x + 1.0)).sqrt();
        let slope = 1.0 + p * (-2.0 / 3.0 + p * (11.0 / 24.0));
        (-1.0 + p * (1.0 + p * (-1.0 / 3.0 + p * (11.0 / 72.0))), slope * E / p)
    } else if x < 3.0 {
        (x.ln_1p() * 0.75, 0.75 / (1.0 + x))
    } else {
        let l = x.ln();
        (l - l.ln(), (1.0 - 1.0 / l) / x)
    };
    let mut tape = [(0.0, 0.0); 50];
    let mut count = 0;
    for saved in &mut tape {
        let e = w.exp();
        *saved = (w, e);
        count += 1;
        let f = w * e - x;
        let step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0));
        w -= step;
        if step.abs() < 1e-12 * (1.0 + w.abs()) {
            break;
        }
    }
    let (mut w_adj, mut x_adj) = (1.0, 0.0);
    for &(w, e) in tape[..count].iter().rev() {
        let f = w * e - x;
        let below = 2.0 * w + 2.0;
        let ratio = (w + 2.0) / below;
        let divisor = e * (w + 1.0) - ratio * f;
        let step_adj = -w_adj / divisor;
        let divisor_adj = -step_adj * f / divisor;
        let f_adj = step_adj - divisor_adj * ratio;
        let ratio_adj = -divisor_adj * f;
        let e_adj = divisor_adj * (w + 1.0) + f_adj * w;
        x_adj -= f_adj;
        w_adj += divisor_adj * e + f_adj * e + ratio_adj / below - 2.0 * ratio_adj * ratio / below + e_adj * e;
    }
    (w, x_adj + w_adj * first)
}

pub struct Lambert;

impl Small for Lambert {
    const NAME: &'static str = "Lambert W, Halley";
    type Input = f64;
    type Gradient = f64;

    fn inputs() -> Vec<f64> {
        super::spread(500, -0.3, 10.0)
    }

    fn plain(x: &mut f64) -> f64 {
        plain(*x)
    }

    fn ours(x: &mut f64) -> f64 {
        lambert_w(*x)
    }

    fn by_hand(x: &mut f64) -> (f64, f64) {
        by_hand(*x)
    }

    fn derived(x: &mut f64) -> (f64, f64) {
        lambert_w::value_and_gradient(*x)
    }

    fn numbers(gradient: &f64) -> Vec<f64> {
        vec![*gradient]
    }
}
