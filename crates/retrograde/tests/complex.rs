//! Complex numbers of `num-complex` in reversible functions.

use num_complex::Complex;
use retrograde::prelude::*;
use retrograde::{Restored, Scale};

type C = Complex<f64>;

#[reversible]
fn turn(z: &mut C, w: C, n: &mut C) {
    *z += w * w;
    n.re += z.re * z.im;
    swap(z, n);
}

#[test]
fn there_and_back() {
    let (z, w, n) = (C::new(1.0, 2.0), C::new(0.5, -1.5), C::new(3.0, 0.25));
    let (mut z2, mut n2) = (z, n);
    turn(&mut z2, w, &mut n2);
    assert_eq!(n2, z + w * w);
    turn::inverse(&mut z2, w, &mut n2);
    assert!(z2.mismatch(&z, 0.0).is_none() && n2.mismatch(&n, 0.0).is_none());
}

#[test]
fn scaled() {
    let mut z = C::new(1.0, 2.0);
    z.multiply_checked(C::new(0.0, 2.0));
    assert_eq!(z, C::new(-4.0, 2.0));
    z.divide_checked(C::new(0.0, 2.0));
    z.multiply_checked(3.0);
    z.divide_checked(1.5);
    assert_eq!(z, C::new(2.0, 4.0));
    z.multiply(C::new(1.0, 1.0));
    z.divide(2.0);
    assert_eq!(z, C::new(-1.0, 3.0));

    let fails = |f: fn(&mut C)| std::panic::catch_unwind(|| f(&mut C::new(1.0, 2.0))).is_err();
    assert!(fails(|z| z.multiply_checked(C::new(0.0, 0.0))) && fails(|z| z.divide_checked(0.0)));
    assert!(fails(|z| z.multiply_checked(C::new(f64::INFINITY, 0.0))) && fails(|z| z.divide_checked(f64::NAN)));
    assert!(fails(|z| z.multiply_checked(f64::MAX)) && fails(|z| z.divide_checked(C::new(1e200, 1e200))));
    assert!(!fails(|z| z.multiply_checked(C::new(0.0, 1.0))));
}

#[test]
fn compared_part_by_part() {
    let mismatch = C::new(1.0, 2.0).mismatch(&C::new(1.0, 2.5), 0.0).unwrap();
    assert_eq!(mismatch.to_string(), ".im: expected 2.5, found 2.0");
    assert!((C::new(1.0, -2.0).magnitude() - 2.0).abs() < 1e-15);
}
