//! Steps of Runge and Kutta. Where each of the four rates is taken is kept, in an array for each, so that both ways go through memory once.
//! What a turn keeps and changes is written at its end: then rustc sees what goes from turn to turn, and runs two at once.

use retrograde_gradbench::modules::ode::Equation;

/// Room for where the rates are taken in all steps, and for the unknowns.
#[derive(Default)]
pub struct Buffers {
    at: [Vec<f64>; 4],
    y: Vec<f64>,
    y_adj: Vec<f64>,
}

/// One step, which keeps where the rates are taken. All arrays are arguments of their own, so that rustc knows them to be apart.
#[inline(never)]
fn step(x: &[f64], y: &mut [f64], h: f64, at1: &mut [f64], at2: &mut [f64], at3: &mut [f64], at4: &mut [f64]) {
    let n = x.len();
    let y = &mut y[..n];
    let (kept1, kept2, kept3, kept4) = (&mut at1[..n], &mut at2[..n], &mut at3[..n], &mut at4[..n]);
    let (mut at1, mut at2, mut at3, mut at4) = (1.0, 1.0, 1.0, 1.0);
    for i in 0..n {
        let k1 = x[i] * at1;
        let k2 = x[i] * at2;
        let k3 = x[i] * at3;
        let k4 = x[i] * at4;
        let before = (at1, at2, at3, at4);
        at1 = y[i];
        at2 = y[i] + h * k1 / 2.0;
        at3 = y[i] + h * k2 / 2.0;
        at4 = y[i] + h * k3;
        y[i] += h * (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
        (kept1[i], kept2[i], kept3[i], kept4[i]) = before;
    }
}

/// One step back.
#[inline(never)]
#[allow(clippy::too_many_arguments)] // each array is one
fn step_back(
    x: &[f64],
    out: &mut [f64],
    y_adj: &mut [f64],
    h: f64,
    at1: &[f64],
    at2: &[f64],
    at3: &[f64],
    at4: &[f64],
) {
    let n = x.len();
    let (out, y_adj) = (&mut out[..n], &mut y_adj[..n]);
    let (kept1, kept2, kept3, kept4) = (&at1[..n], &at2[..n], &at3[..n], &at4[..n]);
    let (half, sixth) = (h / 2.0, h / 6.0);
    let (mut at1, mut at2, mut at3, mut at4) = (0.0, 0.0, 0.0, 0.0);
    for i in (0..n).rev() {
        let k4 = sixth * y_adj[i];
        let k3 = 2.0 * k4 + h * at4;
        let k2 = 2.0 * k4 + half * at3;
        let k1 = k4 + half * at2;
        let to_y = (at1 + at2) + (at3 + at4);
        let to_x = (k1 * kept1[i] + k2 * kept2[i]) + (k3 * kept3[i] + k4 * kept4[i]);
        at1 = k1 * x[i];
        at2 = k2 * x[i];
        at3 = k3 * x[i];
        at4 = k4 * x[i];
        y_adj[i] += to_y;
        out[i] += to_x;
    }
}

impl Buffers {
    /// The gradient of the last unknown.
    pub fn gradient(&mut self, equation: &Equation, out: &mut Vec<f64>) {
        let Equation { x, s } = equation;
        let n = x.len();
        let h = 2.0 / *s as f64;
        self.at.iter_mut().for_each(|at| at.resize(s * n, 0.0));
        for list in [&mut self.y, &mut self.y_adj, &mut *out] {
            list.clear();
            list.resize(n, 0.0);
        }
        for k in 0..*s {
            let [at1, at2, at3, at4] = self.at.each_mut().map(|at| &mut at[k * n..]);
            step(x, &mut self.y, h, at1, at2, at3, at4);
        }
        self.y_adj[n - 1] = 1.0;
        for k in (0..*s).rev() {
            let [at1, at2, at3, at4] = self.at.each_ref().map(|at| &at[k * n..]);
            step_back(x, out, &mut self.y_adj, h, at1, at2, at3, at4);
        }
    }
}
