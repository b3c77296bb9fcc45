//! Multiplying a float in place with a dirty ancilla, and a Bessel function that lives on it.
//!
//! `imul` and the series are from the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming
//! language", section on the Bessel function). A series whose every term is the one before times a factor seems to need all terms on
//! a tape: `s = s * x` forgets `s`. But `s` and `s * x` hold the same information. `imul` puts the product into an ancilla, takes the
//! factor away again with it, and exchanges the two.
//!
//! What the ancilla then holds is not quite zero, only dirt: what was rounded off, or what the ancilla held before. That does no
//! harm. Each statement adds a value to one variable that it computes from the others, so the inverse subtracts the same
//! value, whatever it is. The dirt comes back as it was.
//!
//! Outside of demonstrations, write `*s *= x;`.
//!
//! `cargo run --release -p retrograde-examples --example imul`

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

use retrograde::prelude::*;

/// Multiplies `out` by `x`. With an ancilla that holds `d`, `out` becomes `out * x + d`, and the ancilla `-d / x`.
#[reversible(adjoint)]
fn imul(out: &mut f64, x: f64, dirty: &mut f64) {
    *dirty += *out * x;
    *out -= *dirty / x;
    swap(out, dirty);
}

/// Adds the Bessel function of the first kind, of order `nu`, to `out`: the sum of `(z/2)^(nu + 2k) (-1)^k / (k! (k + nu)!)`.
///
/// There is one term and one ancilla, however long the series. Nothing in the loop has to be put back by hand: what was computed
/// from `z` alone can be computed from `z` again. The dirt grows while the terms shrink, so the loop watches both.
#[reversible(adjoint)]
fn bessel(out: &mut f64, nu: u32, z: f64) {
    let half = z / 2.0;
    let mut term = 1.0;
    let mut dirty = 0.0;
    for k in 1..=nu {
        let factor = half / k as f64;
        imul(&mut term, factor, &mut dirty);
    }
    let mut sum = term;
    let mut k = 0;
    while (term.abs() > 1e-8 && dirty.abs() < 1e-8, k != 0) {
        k += 1;
        let factor = -(half * half) / (k * (k + nu)) as f64;
        imul(&mut term, factor, &mut dirty);
        sum += term;
    }
    *out += sum;
}

fn main() {
    // A clean ancilla first, then one with 0.125 in it: exact here, because the numbers are short.
    for dirt in [0.0, 0.125] {
        let (mut out, mut dirty) = (3.0, dirt);
        imul(&mut out, 2.0, &mut dirty);
        println!("3 times 2         {out}, ancilla {dirty}");
        assert_eq!([out, dirty], [6.0 + dirt, -dirt / 2.0]);
        imul::inverse(&mut out, 2.0, &mut dirty);
        println!("and back          {out}, ancilla {dirty}");
        assert_eq!([out, dirty], [3.0, dirt]);
    }

    // Five hundred factors with rounding: the dirt stays dirt, and goes away again.
    let (mut out, mut dirty) = (1.0_f64, 0.0_f64);
    let factors: Vec<f64> = (0..500).map(|k| (0.3 * f64::from(k).sin()).exp()).collect();
    for x in &factors {
        imul(&mut out, *x, &mut dirty);
    }
    let product: f64 = factors.iter().product();
    println!(
        "500 factors       {:.1e} from the product, ancilla {:.1e} of it",
        (out - product) / product,
        dirty / product
    );
    assert!(((out - product) / product).abs() < 1e-12);
    for x in factors.iter().rev() {
        imul::inverse(&mut out, *x, &mut dirty);
    }
    println!("and back          {:.1e} from 1, ancilla {dirty:.1e}", out - 1.0);
    assert!((out - 1.0).abs() < 1e-12 && dirty.abs() < 1e-12);

    let z = 1.5;
    let j = |nu| {
        let mut out = 0.0;
        bessel(&mut out, nu, z);
        out
    };
    let mut out = j(2);
    println!("J_2(1.5)          {out:.8}");
    assert!((out - 0.232_087_672_144_2).abs() < 1e-8);
    let mut z_adj = 0.0;
    bessel::adjoint(&mut out, &mut 1.0, 2, Inactive, z, &mut z_adj);
    println!("its derivative    {z_adj:.8}");
    assert!((z_adj - (j(1) - j(3)) / 2.0).abs() < 1e-8);
    assert!(out.abs() < 1e-15);
}
