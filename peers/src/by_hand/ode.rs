//! Steps of Runge and Kutta. The states between the steps are kept, and the stages of a step computed again.

use retrograde_gradbench::modules::ode::Equation;

/// Room for all states and one step.
#[derive(Default)]
pub struct Buffers {
    states: Vec<f64>,
    at: [Vec<f64>; 4],
    k: [Vec<f64>; 4],
    k_adj: [Vec<f64>; 4],
    y_adj: Vec<f64>,
    at_adj: Vec<f64>,
}

fn rates(x: &[f64], y: &[f64], k: &mut [f64]) {
    k[0] = x[0];
    for i in 1..x.len() {
        k[i] = x[i] * y[i - 1];
    }
}

impl Buffers {
    fn stages(&mut self, x: &[f64], y: &[f64], h: f64) {
        self.at[0].copy_from_slice(y);
        rates(x, y, &mut self.k[0]);
        for (stage, by) in [(1, h / 2.0), (2, h / 2.0), (3, h)] {
            for i in 0..x.len() {
                self.at[stage][i] = y[i] + by * self.k[stage - 1][i];
            }
            rates(x, &self.at[stage], &mut self.k[stage]);
        }
    }

    /// The gradient of the last unknown.
    pub fn gradient(&mut self, equation: &Equation, out: &mut Vec<f64>) {
        let Equation { x, s } = equation;
        let n = x.len();
        let h = 2.0 / *s as f64;
        for list in self.at.iter_mut().chain(&mut self.k).chain(&mut self.k_adj) {
            list.resize(n, 0.0);
        }
        let mut states = std::mem::take(&mut self.states);
        states.clear();
        states.resize((s + 1) * n, 0.0);
        for step in 0..*s {
            let (y, next) = states[step * n..(step + 2) * n].split_at_mut(n);
            self.stages(x, y, h);
            let [k1, k2, k3, k4] = &self.k;
            for i in 0..n {
                next[i] = y[i] + h * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
            }
        }
        out.clear();
        out.resize(n, 0.0);
        self.y_adj.clear();
        self.y_adj.resize(n, 0.0);
        self.y_adj[n - 1] = 1.0;
        self.at_adj.resize(n, 0.0);
        for step in (0..*s).rev() {
            self.stages(x, &states[step * n..(step + 1) * n], h);
            for (k_adj, share) in self.k_adj.iter_mut().zip([h / 6.0, h / 3.0, h / 3.0, h / 6.0]) {
                for (k_adj, y_adj) in k_adj.iter_mut().zip(&self.y_adj) {
                    *k_adj = share * y_adj;
                }
            }
            for (stage, by) in [(3, h), (2, h / 2.0), (1, h / 2.0), (0, 0.0)] {
                let (before, from) = self.k_adj.split_at_mut(stage);
                let (k_adj, at) = (&from[0], &self.at[stage]);
                out[0] += k_adj[0];
                for i in 1..n {
                    out[i] += k_adj[i] * at[i - 1];
                    self.at_adj[i - 1] = k_adj[i] * x[i];
                }
                self.at_adj[n - 1] = 0.0;
                for (y_adj, at_adj) in self.y_adj.iter_mut().zip(&self.at_adj) {
                    *y_adj += at_adj;
                }
                if let Some(before) = before.last_mut() {
                    for (k_adj, at_adj) in before.iter_mut().zip(&self.at_adj) {
                        *k_adj += by * at_adj;
                    }
                }
            }
        }
        self.states = states;
    }
}
