//! The chroma of a colour in CIELAB, from sRGB: a helper with a branch for each channel, a matrix, another helper with a branch.

use super::Small;
use retrograde::prelude::*;

fn plain_linear(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn plain_lab(t: f64) -> f64 {
    if t > 0.008856451679035631 { t.cbrt() } else { 7.787037037037035 * t + 16.0 / 116.0 }
}

#[inline(never)]
fn plain(rgb: [f64; 3]) -> f64 {
    let (r, g, b) = (plain_linear(rgb[0]), plain_linear(rgb[1]), plain_linear(rgb[2]));
    let x = plain_lab((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    let y = plain_lab(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    let z = plain_lab((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    let (a, b) = (500.0 * (x - y), 200.0 * (y - z));
    a.hypot(b)
}

#[differentiable]
fn linear(c: f64) -> f64 {
    if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

#[differentiable]
fn lab(t: f64) -> f64 {
    if t > 0.008856451679035631 { t.cbrt() } else { 7.787037037037035 * t + 16.0 / 116.0 }
}

#[differentiable]
#[inline(never)]
fn chroma(rgb: [f64; 3]) -> f64 {
    let (r, g, b) = (linear(rgb[0]), linear(rgb[1]), linear(rgb[2]));
    let x = lab((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    let y = lab(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
    let z = lab((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
    let (a, b) = (500.0 * (x - y), 200.0 * (y - z));
    a.hypot(b)
}

fn linear_slope(c: f64, value: f64) -> f64 {
    if c <= 0.04045 { 1.0 / 12.92 } else { 2.4 * value / (c + 0.055) }
}

fn lab_slope(t: f64, value: f64) -> f64 {
    if t > 0.008856451679035631 { 1.0 / (3.0 * value * value) } else { 7.787037037037035 }
}

#[inline(never)]
fn by_hand(rgb: [f64; 3]) -> (f64, [f64; 3]) {
    let [r, g, b] = rgb.map(plain_linear);
    let tx = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
    let ty = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
    let tz = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
    let (x, y, z) = (plain_lab(tx), plain_lab(ty), plain_lab(tz));
    let (la, lb) = (500.0 * (x - y), 200.0 * (y - z));
    let chroma = la.hypot(lb);
    let (a_adj, b_adj) = (500.0 * la / chroma, 200.0 * lb / chroma);
    let x_adj = a_adj * lab_slope(tx, x) / 0.95047;
    let y_adj = (b_adj - a_adj) * lab_slope(ty, y);
    let z_adj = -b_adj * lab_slope(tz, z) / 1.08883;
    let r_adj = 0.4124564 * x_adj + 0.2126729 * y_adj + 0.0193339 * z_adj;
    let g_adj = 0.3575761 * x_adj + 0.7151522 * y_adj + 0.119192 * z_adj;
    let b_adj = 0.1804375 * x_adj + 0.072175 * y_adj + 0.9503041 * z_adj;
    let adj = [r_adj * linear_slope(rgb[0], r), g_adj * linear_slope(rgb[1], g), b_adj * linear_slope(rgb[2], b)];
    (chroma, adj)
}

pub struct Colour;

impl Small for Colour {
    const NAME: &'static str = "chroma of a colour";
    type Input = [f64; 3];
    type Gradient = [f64; 3];

    fn inputs() -> Vec<[f64; 3]> {
        let channel = |k: usize| ((k * 37) % 101) as f64 / 100.0;
        (0..100).map(|k| [channel(k), channel(2 * k + 1), channel(3 * k + 7)]).collect()
    }

    fn plain(rgb: &mut [f64; 3]) -> f64 {
        plain(*rgb)
    }

    fn ours(rgb: &mut [f64; 3]) -> f64 {
        chroma(*rgb)
    }

    fn by_hand(rgb: &mut [f64; 3]) -> (f64, [f64; 3]) {
        by_hand(*rgb)
    }

    fn derived(rgb: &mut [f64; 3]) -> (f64, [f64; 3]) {
        chroma::value_and_gradient(*rgb)
    }

    fn numbers(rgb: &[f64; 3]) -> Vec<f64> {
        rgb.to_vec()
    }
}
