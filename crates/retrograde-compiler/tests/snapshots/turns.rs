/// The way back has the tape as an array, and the gradients of `x[i]` and `y[i]` in variables; of `last` it needs no value but the saved ones.
#[differentiable]
fn steps(x: &[f64], count: usize) -> Vec<f64> {
    let mut y = vec![0.5; x.len()];
    for _ in 0..count {
        let mut last = 1.0;
        for i in 0..x.len() {
            let rate = x[i] * last;
            last = y[i];
            y[i] += rate / 3.0;
        }
    }
    y
}
