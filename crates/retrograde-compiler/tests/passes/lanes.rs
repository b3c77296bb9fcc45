// shown: pull, liveness | pull, lanes | adjoint, liveness | adjoint, lanes
#[reversible(adjoint)]
fn iterations_apart(y: &mut [f64], x: &[f64]) {
    for i in 0..x.len() {
        y[i] += x[i] * x[i];
    }
}

#[reversible(adjoint)]
fn a_sum(y: &mut [f64], l: &[f64], p: usize, x: &[f64], i: usize) {
    for j in 0..y.len() {
        y[j] += l[p + j] * x[i];
    }
}

#[reversible(adjoint)]
fn several_shares(y: &mut [f64], a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        let t = i as f64;
        y[i] += a[i] * b[i] * t;
    }
}

#[reversible(adjoint)]
fn a_stencil(y: &mut [f64], x: &[f64], w: f64) {
    for i in 1..x.len() - 1 {
        y[i] += x[i - 1] * 0.25 + x[i] * 0.5 + x[i + 1] * 0.25;
    }
    y[0] += w;
}
