//! Functions as values: companions passed, stored, composed, boxed and called.

use retrograde::Restored;
use retrograde::prelude::*;

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

#[reversible]
fn add_square(y: &mut f64, x: f64) {
    *y += x * x;
}

#[reversible]
fn double(n: &mut i64) {
    let old = 0;
    shift(n, old);
}

#[reversible]
fn shift(n: &mut i64, by: i64) {
    *n += by + 1;
}

#[reversible]
fn flip(n: &mut i64) {
    *n ^= 0b101;
}

/// A value of any type that is a function.
#[reversible]
fn apply<F: for<'a> Reversible<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: f64) {
    f(y, x);
    f(y, x * 2.0);
}

/// By value, and through a trait object.
#[reversible]
fn apply_both<F>(f: F, g: &dyn for<'a> Reversible<(&'a mut f64, f64)>, y: &mut f64, x: f64)
where
    F: for<'a> Reversible<(&'a mut f64, f64)>,
{
    f(y, x);
    for i in 0..3 {
        g(y, x + i as f64);
    }
}

type Gate = Box<dyn for<'a> Reversible<(&'a mut i64,)>>;

/// Elements of a list.
#[reversible]
fn circuit(gates: &[Gate], registers: &mut [i64]) {
    for i in 0..registers.len() {
        for k in 0..gates.len() {
            gates[k](&mut registers[i]);
        }
    }
}

/// Locals that are functions, and a call that runs backwards.
#[reversible]
fn locals(y: &mut f64, x: f64) {
    let f = add {};
    let g = Then(f, add_square {});
    g(y, x);
    inverse! {
        f(y, 0.5);
    }
}

#[derive(Clone, Plain)]
struct Machine<F: Plain + Restored> {
    run: F,
    state: f64,
}

impl<F: Plain + Restored + for<'a> Reversible<(&'a mut f64, f64)>> Machine<F> {
    #[reversible]
    fn go(&mut self, x: f64) {
        (self.run)(&mut self.state, x);
    }
}

/// Every kind of type parameter.
#[reversible]
fn generic<'l, T, const N: usize>(y: &mut [T; N], x: &'l [T], _z: &[&T], k: Option<usize>)
where
    T: Plain + Copy + std::ops::AddAssign + std::ops::SubAssign,
{
    for i in 0..N {
        if k.is_some() {
            y[i] += x[i];
        }
    }
}

/// A type parameter that no argument names: there is no value of this function, and everything else.
#[reversible]
fn unnamed<T: Into<f64> + Default>(y: &mut f64) {
    *y += T::default().into();
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

#[test]
fn a_companion_is_a_value() {
    let mut y = 1.0;
    add {}.call((&mut y, 2.0));
    close(y, 3.0);
    add {}.uncall((&mut y, 2.0));
    close(y, 1.0);
    Inverse(add_square {}).call((&mut y, 2.0));
    close(y, -3.0);
    Then(add {}, add_square {}).call((&mut y, 2.0));
    close(y, 3.0);
    Then(add {}, add_square {}).uncall((&mut y, 2.0));
    close(y, -3.0);
}

#[test]
fn values_are_called_in_a_body() {
    let mut y = 1.0;
    apply(&add_square {}, &mut y, 3.0);
    close(y, 46.0);
    apply::inverse(&add_square {}, &mut y, 3.0);
    close(y, 1.0);
    apply(&Inverse(add {}), &mut y, 3.0);
    close(y, -8.0);
    apply {}.uncall((&Inverse(add {}), &mut y, 3.0));
    close(y, 1.0);
    apply_both(add {}, &add_square {}, &mut y, 1.0);
    close(y, 1.0 + 1.0 + 1.0 + 4.0 + 9.0);
    apply_both::inverse(add {}, &add_square {}, &mut y, 1.0);
    close(y, 1.0);
}

#[test]
fn elements_and_fields_are_called() {
    let gates: Vec<Gate> = vec![Box::new(flip {}), Box::new(double {}), Box::new(Inverse(Then(flip {}, double {})))];
    let mut registers = [1, 2, 3];
    circuit(&gates[..2], &mut registers);
    assert_eq!(registers, [(1 ^ 0b101) + 1, (2 ^ 0b101) + 1, (3 ^ 0b101) + 1]);
    circuit::inverse(&gates[..2], &mut registers);
    circuit(&gates, &mut registers);
    assert_eq!(registers, [1, 2, 3]);

    let mut machine = Machine { run: Then(add {}, add_square {}), state: 0.5 };
    machine.go(2.0);
    close(machine.state, 6.5);
    machine.go_inverse(2.0);
    close(machine.state, 0.5);
}

#[test]
fn locals_are_called() {
    let mut y = 1.0;
    locals(&mut y, 3.0);
    close(y, 12.5);
    locals::inverse(&mut y, 3.0);
    close(y, 1.0);
}

#[test]
fn generic_functions_are_values_too() {
    let (mut y, x) = ([1, 2], [10, 20]);
    generic {}.call((&mut y, &x[..], &[&1][..], Some(1)));
    assert_eq!(y, [11, 22]);
    generic {}.uncall((&mut y, &x[..], &[&1][..], Some(1)));
    assert_eq!(y, [1, 2]);
    let mut z = 1.0;
    unnamed::<f32>(&mut z);
    unnamed::inverse::<f32>(&mut z);
    close(z, 1.0);
}
