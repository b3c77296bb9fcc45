//! The small reversible functions: forwards, backwards, and their derivatives against finite differences and each other.

use retrograde::gates::{dec, hadamard, inc, irot, neg, not, rot, rotate_left, rotate_right};
use retrograde::prelude::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-8
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        #[test]
        fn $int() {
            for start in [<$int>::MIN, <$int>::MIN + 1, 5, <$int>::MAX / 3, <$int>::MAX - 1, <$int>::MAX] {
                let mut n = start;
                not(&mut n);
                assert_eq!(n, !start);
                not::inverse(&mut n);
                for k in [0, 1, 3, 7, 100] {
                    rotate_left(&mut n, k);
                    assert_eq!(n, start.rotate_left(k));
                    rotate_left::inverse(&mut n, k);
                    rotate_right(&mut n, k);
                    assert_eq!(n, start.rotate_right(k));
                    rotate_right::inverse(&mut n, k);
                }
                assert_eq!(n, start);
                if start < <$int>::MAX {
                    inc(&mut n);
                    assert_eq!(n, start + 1);
                    inc::inverse(&mut n);
                } else {
                    assert!(std::panic::catch_unwind(|| inc(&mut { start })).is_err());
                    assert!(std::panic::catch_unwind(|| dec::inverse(&mut { start })).is_err());
                }
                if start > <$int>::MIN {
                    dec(&mut n);
                    assert_eq!(n, start - 1);
                    dec::inverse(&mut n);
                } else {
                    assert!(std::panic::catch_unwind(|| dec(&mut { start })).is_err());
                    assert!(std::panic::catch_unwind(|| inc::inverse(&mut { start })).is_err());
                }
                assert_eq!(n, start);
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

#[test]
fn booleans_and_signs() {
    let mut b = true;
    not(&mut b);
    assert!(!b);
    not::inverse(&mut b);
    assert!(b);
    let (mut n, mut x) = (3_i8, 0.5_f32);
    neg(&mut n);
    neg(&mut x);
    assert_eq!((n, x.to_bits()), (-3, (-0.5_f32).to_bits()));
    neg::inverse(&mut n);
    assert_eq!(n, 3);
    let mut x_adj = Lanes([1.0_f32, 2.0]);
    neg::adjoint(&mut x, &mut x_adj);
    assert_eq!((x.to_bits(), x_adj), (0.5_f32.to_bits(), Lanes([-1.0, -2.0])));
}

type Run = fn(&mut f64, &mut f64, f64);
type Derived = fn([f64; 3], [f64; 3]) -> ([f64; 3], [f64; 3]);

/// Values and shadows in one array each, so that the directions of all gates can be compared.
macro_rules! derived {
    ($gate:ident::$variant:ident(angle)) => {
        |[mut a, mut b, angle], [mut a_adj, mut b_adj, mut angle_adj]| {
            $gate::$variant(&mut a, &mut a_adj, &mut b, &mut b_adj, angle, &mut angle_adj);
            ([a, b, angle], [a_adj, b_adj, angle_adj])
        }
    };
    ($gate:ident::$variant:ident()) => {
        |[mut a, mut b, angle], [mut a_adj, mut b_adj, angle_adj]| {
            $gate::$variant(&mut a, &mut a_adj, &mut b, &mut b_adj);
            ([a, b, angle], [a_adj, b_adj, angle_adj])
        }
    };
}

fn check(run: Run, undo: Run, adjoint: Derived, tangent: Derived) {
    let at = [0.8, -1.7, 0.6];
    let forward = |[mut a, mut b, angle]: [f64; 3]| {
        run(&mut a, &mut b, angle);
        [a, b, angle]
    };
    let after = forward(at);
    let [mut a, mut b, angle] = after;
    undo(&mut a, &mut b, angle);
    assert!(close(a, at[0]) && close(b, at[1]));

    let jacobian: [[f64; 3]; 3] = std::array::from_fn(|k| {
        let h = 1e-6;
        let (mut up, mut down) = (at, at);
        up[k] += h;
        down[k] -= h;
        let (up, down) = (forward(up), forward(down));
        std::array::from_fn(|row| (up[row] - down[row]) / (2.0 * h))
    });
    for k in 0..3 {
        let mut seed = [0.0; 3];
        seed[k] = 1.0;
        let (values, gradient) = adjoint(after, seed);
        assert!((0..3).all(|i| close(values[i], at[i])), "the adjoint restores values");
        assert!((0..3).all(|i| close(gradient[i], jacobian[i][k])), "gradient of output {k}: {gradient:?}");
        let (values, pushed) = tangent(at, seed);
        assert!((0..3).all(|i| close(values[i], after[i])), "the tangent runs the function");
        assert!((0..3).all(|i| close(pushed[i], jacobian[k][i])), "tangent along input {k}: {pushed:?}");
    }
}

#[test]
fn rotations() {
    check(rot, rot::inverse, derived!(rot::adjoint(angle)), derived!(rot::tangent(angle)));
    check(rot::inverse, rot, derived!(rot::inverse_adjoint(angle)), derived!(rot::inverse_tangent(angle)));
    check(irot, rot, derived!(irot::adjoint(angle)), derived!(irot::tangent(angle)));
    check(irot::inverse, irot, derived!(irot::inverse_adjoint(angle)), derived!(irot::inverse_tangent(angle)));
}

#[test]
fn hadamard_gate() {
    let run: Run = |a, b, _| hadamard(a, b);
    let undo: Run = |a, b, _| hadamard::inverse(a, b);
    check(run, undo, derived!(hadamard::adjoint()), derived!(hadamard::tangent()));
    check(undo, run, derived!(hadamard::inverse_adjoint()), derived!(hadamard::inverse_tangent()));
}

#[test]
fn constants_and_lanes() {
    let (mut a, mut b) = (0.8, -1.7);
    rot(&mut a, &mut b, 0.6);
    let mut a_adj = Lanes([1.0, 0.0]);
    let mut b_adj = Lanes([0.0, 1.0]);
    rot::adjoint(&mut a, &mut a_adj, &mut b, &mut b_adj, 0.6, Inactive);
    assert!(close(a, 0.8) && close(a_adj[0], 0.6_f64.cos()) && close(a_adj[1], 0.6_f64.sin()));
}

/// Called where others are differentiated.
#[reversible(inverse_adjoint, inverse_tangent)]
fn circuit(a: &mut f64, b: &mut f64, n: &mut u32, angle: f64) {
    rot(a, b, angle);
    neg(a);
    inc(n);
    rotate_left(n, 3);
    hadamard::inverse(a, b);
    irot(a, b, angle * angle);
}

#[test]
fn inside_a_body() {
    let run = |angle: f64| {
        let (mut a, mut b, mut n) = (0.8, -1.7, 4);
        circuit(&mut a, &mut b, &mut n, angle);
        (a, b, n)
    };
    let (mut a, mut b, mut n) = run(0.6);
    assert_eq!(n, 40);
    let (mut a_adj, mut b_adj, mut angle_adj) = (1.0, 0.0, 0.0);
    circuit::adjoint(&mut a, &mut a_adj, &mut b, &mut b_adj, &mut n, Inactive, 0.6, &mut angle_adj);
    assert!(close(a, 0.8) && close(b, -1.7) && n == 4);
    assert!(close(angle_adj, (run(0.6 + 1e-6).0 - run(0.6 - 1e-6).0) / 2e-6));
    let (mut a_tan, mut b_tan) = (0.0, 0.0);
    circuit::tangent(&mut a, &mut a_tan, &mut b, &mut b_tan, &mut n, Inactive, 0.6, 1.0);
    assert!(close(a_tan, angle_adj) && n == 40);
}
