//! The CIEDE2000 colour difference, differentiated: checked with the pairs that Sharma, Wu and Dalal published, and used to find the screen
//! colour that looks like another.
//!
//! Existing colour crates are generic over their number type, which a derivative of source code has no use for: it reads the code. So
//! the formula is written out here, as it would be without derivatives.
//!
//! `cargo run --release -p retrograde-examples --example colour`

#![allow(clippy::unreadable_literal, reason = "as they are printed in tables")]

use retrograde::prelude::*;

/// A colour in the space CIELAB.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Lab {
    l: f64,
    a: f64,
    b: f64,
}

/// The angle of a hue in degrees, from 0 to 360; that of grey is 0.
#[differentiable(tangent)]
fn hue(b: f64, a: f64) -> f64 {
    if a == 0.0 && b == 0.0 {
        return 0.0;
    }
    let angle = b.atan2(a).to_degrees();
    if angle < 0.0 { angle + 360.0 } else { angle }
}

#[differentiable(tangent)]
fn seventh(chroma: f64) -> f64 {
    let power = chroma.powi(7);
    (power / (power + 25.0_f64.powi(7))).sqrt()
}

/// How different two colours look, by the formula of 2000.
#[differentiable(tangent)]
fn difference(x: &Lab, y: &Lab) -> f64 {
    let mean_chroma = 0.5 * (x.a.hypot(x.b) + y.a.hypot(y.b));
    let stretch = 1.0 + 0.5 * (1.0 - seventh(mean_chroma));
    let (xa, ya) = (x.a * stretch, y.a * stretch);
    let (xc, yc) = (xa.hypot(x.b), ya.hypot(y.b));
    let (xh, yh) = (hue(x.b, xa), hue(y.b, ya));
    let grey = xc * yc == 0.0;

    let mut turn = yh - xh;
    let mut mean_hue = xh + yh;
    if grey {
        turn = 0.0;
    } else if (xh - yh).abs() <= 180.0 {
        mean_hue *= 0.5;
    } else {
        turn += if turn > 180.0 { -360.0 } else { 360.0 };
        mean_hue = 0.5 * (mean_hue + if mean_hue < 360.0 { 360.0 } else { -360.0 });
    }
    let dl = y.l - x.l;
    let dc = yc - xc;
    let dh = 2.0 * (xc * yc).sqrt() * (0.5 * turn).to_radians().sin();

    let l = 0.5 * (x.l + y.l) - 50.0;
    let c = 0.5 * (xc + yc);
    let waves = 1.0 - 0.17 * (mean_hue - 30.0).to_radians().cos()
        + 0.24 * (2.0 * mean_hue).to_radians().cos()
        + 0.32 * (3.0 * mean_hue + 6.0).to_radians().cos()
        - 0.20 * (4.0 * mean_hue - 63.0).to_radians().cos();
    let by_l = dl / (1.0 + 0.015 * l * l / (20.0 + l * l).sqrt());
    let by_c = dc / (1.0 + 0.045 * c);
    let by_h = dh / (1.0 + 0.015 * c * waves);
    let blue = 30.0 * (-((mean_hue - 275.0) / 25.0).powi(2)).exp();
    let rotation = -2.0 * seventh(c) * (2.0 * blue).to_radians().sin();
    (by_l * by_l + by_c * by_c + by_h * by_h + rotation * by_c * by_h).sqrt()
}

/// A channel of a screen colour, from 0 to 1, as light.
#[differentiable(tangent)]
fn linear(channel: f64) -> f64 {
    if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

#[differentiable(tangent)]
fn lightness(t: f64) -> f64 {
    if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
}

/// What a screen colour is in CIELAB.
#[differentiable(tangent)]
fn lab(rgb: &[f64; 3]) -> Lab {
    let (r, g, b) = (linear(rgb[0]), linear(rgb[1]), linear(rgb[2]));
    let x = lightness((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    let y = lightness(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    let z = lightness((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    Lab { l: 116.0 * y - 16.0, a: 500.0 * (x - y), b: 200.0 * (y - z) }
}

/// The square of the difference, which is smooth where the colours are the same.
#[differentiable(tangent)]
fn mismatch(rgb: &[f64; 3], wanted: &Lab) -> f64 {
    difference(&lab(rgb), wanted).powi(2)
}

/// Sharma, Wu, Dalal: The CIEDE2000 color-difference formula (2005), table 1.
#[rustfmt::skip]
const PAIRS: [([f64; 3], [f64; 3], f64); 34] = [
    ([50.0, 2.6772, -79.7751], [50.0, 0.0, -82.7485], 2.0425),
    ([50.0, 3.1571, -77.2803], [50.0, 0.0, -82.7485], 2.8615),
    ([50.0, 2.8361, -74.02], [50.0, 0.0, -82.7485], 3.4412),
    ([50.0, -1.3802, -84.2814], [50.0, 0.0, -82.7485], 1.0),
    ([50.0, -1.1848, -84.8006], [50.0, 0.0, -82.7485], 1.0),
    ([50.0, -0.9009, -85.5211], [50.0, 0.0, -82.7485], 1.0),
    ([50.0, 0.0, 0.0], [50.0, -1.0, 2.0], 2.3669),
    ([50.0, -1.0, 2.0], [50.0, 0.0, 0.0], 2.3669),
    ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0009], 7.1792),
    ([50.0, 2.49, -0.001], [50.0, -2.49, 0.001], 7.1792),
    ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0011], 7.2195),
    ([50.0, 2.49, -0.001], [50.0, -2.49, 0.0012], 7.2195),
    ([50.0, -0.001, 2.49], [50.0, 0.0009, -2.49], 4.8045),
    ([50.0, -0.001, 2.49], [50.0, 0.001, -2.49], 4.8045),
    ([50.0, -0.001, 2.49], [50.0, 0.0011, -2.49], 4.7461),
    ([50.0, 2.5, 0.0], [50.0, 0.0, -2.5], 4.3065),
    ([50.0, 2.5, 0.0], [73.0, 25.0, -18.0], 27.1492),
    ([50.0, 2.5, 0.0], [61.0, -5.0, 29.0], 22.8977),
    ([50.0, 2.5, 0.0], [56.0, -27.0, -3.0], 31.903),
    ([50.0, 2.5, 0.0], [58.0, 24.0, 15.0], 19.4535),
    ([50.0, 2.5, 0.0], [50.0, 3.1736, 0.5854], 1.0),
    ([50.0, 2.5, 0.0], [50.0, 3.2972, 0.0], 1.0),
    ([50.0, 2.5, 0.0], [50.0, 1.8634, 0.5757], 1.0),
    ([50.0, 2.5, 0.0], [50.0, 3.2592, 0.335], 1.0),
    ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
    ([63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.263),
    ([61.2901, 3.7196, -5.3901], [61.4292, 2.248, -4.962], 1.8731),
    ([35.0831, -44.1164, 3.7933], [35.0232, -40.0716, 1.5901], 1.8645),
    ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
    ([36.4612, 47.858, 18.3852], [36.2715, 50.5065, 21.2231], 1.4146),
    ([90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441),
    ([90.9257, -0.5406, -0.9208], [88.6381, -0.8985, -0.7239], 1.5381),
    ([6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377),
    ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
];

fn main() {
    for (x, y, expected) in PAIRS {
        let [x, y] = [x, y].map(|[l, a, b]| Lab { l, a, b });
        let (found, (by_x, _)) = difference::value_and_gradient(&x, &y);
        assert!((found - expected).abs() < 5e-5, "{x:?} and {y:?} differ by {found}, not by {expected}");
        assert!([by_x.l, by_x.a, by_x.b].iter().all(|g| g.is_finite()));
        // the pairs up to the sixteenth are beside a jump, or are grey
        if (x.l - y.l).abs() > 0.0 || y.a > 1.0 {
            check_gradient!(difference(&x, &y));
        }
    }
    println!("all {} published pairs agree, and so do reverse mode, forward mode and differences", PAIRS.len());

    // downhill from grey, along the gradient, with the step that the last two gradients suggest
    let wanted = lab(&[0.85, 0.45, 0.2]);
    let (mut rgb, mut last, mut step) = ([0.5; 3], None::<([f64; 3], [f64; 3])>, 1e-5);
    for turn in 0..200 {
        let (value, (slope, _)) = mismatch::value_and_gradient(&rgb, &wanted);
        if turn % 10 == 0 {
            println!("{turn:3}: {rgb:.4?} differs by {:.2e}", value.sqrt());
        }
        if value < 1e-12 {
            break;
        }
        if let Some((old_rgb, old_slope)) = last {
            let (mut moved, mut bent) = (0.0, 0.0);
            for k in 0..3 {
                moved += (rgb[k] - old_rgb[k]) * (rgb[k] - old_rgb[k]);
                bent += (rgb[k] - old_rgb[k]) * (slope[k] - old_slope[k]);
            }
            step = if bent > 0.0 { moved / bent } else { step };
        }
        last = Some((rgb, slope));
        for k in 0..3 {
            rgb[k] = (rgb[k] - step * slope[k]).clamp(0.01, 0.99);
        }
    }
    assert!(difference(&lab(&rgb), &wanted) < 1e-3);
    println!("found {rgb:.4?}");
}
