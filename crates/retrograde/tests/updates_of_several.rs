//! Updates of several places at once in reversible functions: `(s, c) += x.sin_cos();`.

use retrograde::prelude::*;

#[reversible(adjoint, tangent)]
fn turn(s: &mut f64, c: &mut f64, x: f64) {
    (*s, *c) += x.sin_cos();
}

#[test]
fn both_parts_of_a_pair() {
    let (mut s, mut c) = (0.0, 0.0);
    turn(&mut s, &mut c, 0.4);
    assert_eq!((s.to_bits(), c.to_bits()), (0.4_f64.sin().to_bits(), 0.4_f64.cos().to_bits()));
    check_gradient!(turn(&mut 0.3, &mut 0.1, 0.4));
    check_inverse!(turn(&mut 0.3, &mut 0.1, 0.4));
}

#[differentiable(tangent)]
fn nested(x: f64, y: f64) -> (f64, (f64, [f64; 2])) {
    (x * y, (x + y, [x, y * y]))
}

/// Parts of parts, one of which is not used, and a place that is seen through its sign.
#[reversible(adjoint, tangent)]
fn scatter(s: &mut [f64], c: &mut f64, x: f64, y: f64) {
    for i in 0..s.len() / 2 {
        (s[2 * i], (_, [s[2 * i + 1], -*c])) -= nested(x, y * i as f64);
    }
}

#[test]
fn parts_of_parts() {
    let mut s = vec![0.0; 4];
    let mut c = 0.0;
    scatter(&mut s, &mut c, 2.0, 3.0);
    assert_eq!((s, c.to_bits()), (vec![0.0, -2.0, -6.0, -2.0], 9.0_f64.to_bits()));
    check_gradient!(scatter(&mut vec![0.3, 0.2, 0.1, 0.7], &mut 0.1, 0.4, 0.8));
    check_inverse!(scatter(&mut vec![0.3, 0.2, 0.1, 0.7], &mut 0.1, 0.4, 0.8));
}

#[reversible]
fn integers(a: &mut i32, b: &mut u8) {
    (*a, *b) += (3, 4);
    (*a, *b) ^= (1, 2);
    [*a] -= [*b as i32];
}

#[test]
fn integers_come_back() {
    check_inverse!(integers(&mut 3, &mut 1));
}
