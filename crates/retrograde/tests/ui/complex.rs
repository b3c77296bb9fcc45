//! Complex numbers where their derivatives do not reach.

use num_complex::Complex;
use retrograde::prelude::*;

#[reversible(adjoint)]
fn polar(y: &mut Complex<f64>, r: f64, angle: f64) {
    *y += Complex::from_polar(r, angle);
}

#[reversible(adjoint)]
fn no_rule(y: &mut f64, z: Complex<f64>) {
    *y += z.l1_norm();
}

#[reversible(adjoint)]
fn shadow_of_another_shape(y: &mut Complex<f64>, z: Complex<f64>) {
    *y += z * z;
}

#[reversible(adjoint)]
fn not_complex(y: &mut f64, z: f64) {
    *y += z.conj();
}

fn main() {
    let (mut y, z) = (Complex::new(0.0, 0.0), Complex::new(1.0, 2.0));
    let (mut y_adj, mut z_adj) = (Complex::new(1.0, 0.0), Complex::new(0.0, 0.0));
    shadow_of_another_shape::adjoint(&mut y, &mut y_adj, z, &mut z_adj);
}
