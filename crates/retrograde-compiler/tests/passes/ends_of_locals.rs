// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// Computed again, and so neither emptied nor filled once more on the way back.
#[reversible(checks = false)]
fn emptied(y: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i];
    }
    *y += sum;
    for i in 0..x.len() {
        sum -= x[i];
    }
}

/// The counter has ended when the sum is used, and is computed again with it.
#[reversible(checks = false)]
fn counted(y: &mut f64, x: &[f64]) {
    let mut k = 0;
    let mut sum = 0.0;
    while (k < x.len(), k > 0) {
        sum += x[k];
        k += 1;
    }
    release!(k, x.len());
    *y += sum;
}

/// Computed in the branches, before they change what it is computed from.
#[reversible(checks = false)]
fn in_branches(p: &mut f64, q: &mut f64, kick: bool) {
    let force = *q * *q;
    if kick {
        *p += force;
        *q += *p;
    } else {
        *p -= force;
    }
}

/// Elements by name, also where they are only looked at.
#[reversible(checks = false)]
fn elements(pair: &mut [f64; 2]) {
    let [a, b] = pair;
    assert!(*a > 0.0, "{b}");
    *a += *b;
}
