// shown: tape, layout | tape, residual | fused, layout | fused, residual
#[differentiable]
fn a_branch_leaves_what_it_saved(x: f64, y: f64) -> f64 {
    let mut t = x;
    if y > 0.0 {
        t = t * y;
        t = t.sin();
    } else {
        t = t.exp();
    }
    t
}

#[differentiable]
fn copies_are_changed(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for i in 0..x.len() {
        product = product * x[i];
    }
    product
}

#[differentiable]
fn terms_use_one_tape(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut power = 1.0;
        for _ in 0..n {
            power = power * x[i];
        }
        sum += power;
    }
    sum
}
