//! Operations without a derivative rule.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn method(y: &mut f64, x: f64) {
    *y += x.midpoint(2.0);
}

#[reversible(tangent)]
fn method_with_tangent(y: &mut f64, x: f64) {
    *y += x.next_up();
}

#[differentiable]
fn ordinary(x: f64) -> f64 {
    let t = x.mul_add(2.0, 1.0).clamp(x.fract(), x.log(2.0));
    t.to_bits() as f64
}

#[differentiable]
fn by_path(x: f64, z: f64) -> f64 {
    f64::midpoint(z, x)
}

#[differentiable]
fn repeated(x: f64) -> f64 {
    let v = [x; 3];
    v[0]
}

#[differentiable]
fn closures(x: &[f64]) -> f64 {
    let total: f64 = x.iter().filter(|v| **v > 0.0).chain(x.iter()).sum();
    x.iter().map(|v| { if *v > 0.0 { return 1.0; } total }).sum()
}

#[differentiable]
fn chained(x: &mut [f64], y: &mut [f64]) -> f64 {
    for v in x.iter_mut().chain(y.iter_mut()) {
        *v *= 2.0;
    }
    let parts: f64 = x.chunks(2).chain(y.chunks(2)).map(|part| part[0]).sum();
    let ended: f64 = x.iter().take_while(|v| **v > 0.0).zip(y.iter()).map(|(x, y)| x * y).sum();
    parts + ended
}

#[differentiable]
fn flattened(rows: &[Vec<f64>]) -> f64 {
    let ended: f64 = rows.iter().flatten().take_while(|v| **v > 0.0).sum();
    let nested: f64 = rows.iter().flat_map(|row| row.iter().flat_map(|v| rows.iter().map(|_| *v))).sum();
    ended + nested
}

fn main() {}
