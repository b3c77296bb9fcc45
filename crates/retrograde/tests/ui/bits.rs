//! A number that is made of the bits, or the text, of another has a gradient that no rule follows, and that the types hide.

use retrograde::prelude::*;

#[differentiable]
fn through_a_local(x: f32) -> f32 {
    let n = x as u32;
    f32::from_bits(n)
}

#[differentiable]
fn of_a_parameter(n: u32) -> f32 {
    f32::from_bits(n)
}

#[differentiable]
fn of_a_field(p: (u64, f64)) -> f64 {
    p.1 * f64::from_bits(p.0)
}

#[differentiable]
fn fast_inverse_root(x: f32) -> f32 {
    let i: u32 = x.to_bits();
    let mut i = i;
    i = 0x5f37_59df - (i >> 1);
    let y = f32::from_bits(i);
    y * (1.5 - 0.5 * x * y * y)
}

#[differentiable]
fn fast_logarithm(x: f32) -> f32 {
    let bits: u32 = x.to_bits();
    bits as f32 * 1.192_092_9e-7 - 126.94
}

#[differentiable]
fn converted(x: f32) -> f64 {
    let bits: u32 = x.to_bits();
    f64::from(bits)
}

#[differentiable]
fn bytes(x: f64) -> f64 {
    let bytes: [u8; 8] = x.to_le_bytes();
    f64::from_le_bytes(bytes)
}

#[differentiable]
fn text(x: f64) -> f64 {
    let text = format!("{x:.3}");
    text.parse::<f64>().unwrap()
}

#[differentiable]
fn too_few_bits(x: f64) -> f64 {
    f64::from_bits((x as u64) << 23)
}

#[differentiable(forward)]
fn forward(x: f64) -> f64 {
    let (n, m) = (x as u64, 3);
    f64::from_bits(n + m)
}

#[differentiable]
fn in_a_closure(x: &[f64]) -> f64 {
    x.iter().map(|v| *v as u64).map(f64::from_bits).sum()
}

#[differentiable]
fn in_a_list(x: f64) -> f64 {
    let mut list = vec![];
    list.push(x as u64);
    f64::from_bits(list[0])
}

#[differentiable]
fn matched(x: f64) -> f64 {
    match x as u64 {
        0 => x,
        n => f64::from_bits(n),
    }
}

#[reversible(adjoint)]
fn reversible(y: &mut f64, x: f64) {
    let n = x as u64;
    *y += f64::from_bits(n);
}

#[reversible(tangent)]
fn pushed(y: &mut f64, n: &mut u64) {
    *y += f64::from_bits(*n);
}

fn main() {}
