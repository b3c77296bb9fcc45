//! Gradients and tangents through function values: type parameters, boxes, elements of a list, fields, locals, compositions.

#![allow(clippy::float_cmp, reason = "small results are exact")]

mod differences;

use differences::{close, slope};
use retrograde::prelude::*;

#[reversible(inverse_adjoint, inverse_tangent)]
fn add_sine(y: &mut f64, x: f64) {
    *y += x.sin();
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn scale(y: &mut f64, x: f64) {
    *y *= 1.0 + x.cos() * 0.5;
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn bend(y: &mut f64, x: f64) {
    *y += x * x.cos();
    *y *= 1.5 + x.sin();
}

/// A value of any type that is a function, called in both directions, with arguments of every sort.
#[reversible(inverse_adjoint, inverse_tangent)]
fn apply<F, G>(f: &F, g: G, y: &mut f64, v: &mut [f64], x: f64)
where
    F: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)>,
    G: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)>,
{
    f(y, x);
    g(y, x * v[1]);
    for i in 0..v.len() {
        f(&mut v[i], *y + x);
    }
    inverse! {
        g(y, v[0]);
    }
    f(y, 0.5);
}

/// What can be run both ways, with gradients and with tangents.
trait BothWays: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)> {}

impl<F: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)>> BothWays for F {}

type Gate = Box<dyn BothWays>;

/// Elements of a list, by index and along it, and a trait object.
#[reversible(inverse_adjoint, inverse_tangent)]
fn circuit(gates: &[Gate], last: &dyn BothWays, y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        for k in 0..gates.len() {
            gates[k](&mut y[i], x[k] * x[i]);
        }
        last(&mut y[i], x[0]);
    }
    for gate in gates.iter() {
        gate(&mut y[0], y[1]);
    }
}

/// Locals that are functions, made of others.
#[reversible(inverse_adjoint, inverse_tangent)]
fn locals(y: &mut f64, x: f64) {
    let f = add_sine {};
    let back = Inverse(scale {});
    let g = Then(f, Then(back, bend {}));
    g(y, x);
    f(y, x * 0.5);
}

/// A field that is a function.
#[derive(Clone, Debug, Differentiable)]
struct Machine<F> {
    run: F,
    state: f64,
}

impl<F> Machine<F>
where
    F: Differentiable
        + for<'a> InverseAdjoint<(&'a mut f64, f64)>
        + for<'a> InverseTangent<(&'a mut f64, f64)>
        + 'static,
{
    #[reversible(inverse_adjoint, inverse_tangent)]
    pub fn go(&mut self, x: f64) {
        (self.run)(&mut self.state, x);
        (self.run)(&mut self.state, x * x);
    }
}

/// A function passed on.
#[reversible(inverse_adjoint, inverse_tangent)]
fn twice<F>(#[constant] f: &F, y: &mut f64, v: &mut [f64], x: f64)
where
    F: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)>,
{
    apply(f, scale {}, y, v, x);
    apply(&Inverse(bend {}), f, y, v, x);
}

/// A reference to a function under other names, and as a part of others.
#[reversible(inverse_adjoint, inverse_tangent)]
fn renamed<F>(#[constant] f: &F, y: &mut f64, v: &mut [f64], x: f64)
where
    F: for<'a> InverseAdjoint<(&'a mut f64, f64)> + for<'a> InverseTangent<(&'a mut f64, f64)>,
{
    let run = f;
    let again = run;
    run(y, x);
    again(&mut v[1], *y);
    apply(again, Inverse(f), y, v, x);
}

/// Compares the adjoint and the tangent of a function of numbers with differences and with each other, and sees that values come back.
fn check(
    start: &[f64],
    run: impl Fn(&mut [f64]),
    adjoint: impl Fn(&mut [f64], &mut [f64]),
    inverse_adjoint: impl Fn(&mut [f64], &mut [f64]),
    tangent: impl Fn(&mut [f64], &mut [f64]),
) {
    let mut after = start.to_vec();
    run(&mut after);
    let n = start.len();
    let mut jacobian = vec![vec![0.0; n]; n];
    for i in 0..n {
        let mut at = start.to_vec();
        let mut direction = vec![0.0; n];
        direction[i] = 1.0;
        tangent(&mut at, &mut direction);
        at.iter().zip(&after).for_each(|(a, b)| close(*a, *b));
        for o in 0..n {
            let by_difference = slope(
                |x| {
                    let mut at = start.to_vec();
                    at[i] = x;
                    run(&mut at);
                    at[o]
                },
                start[i],
            );
            close(direction[o], by_difference);
            jacobian[o][i] = direction[o];
        }
    }
    for o in 0..n {
        let mut at = after.clone();
        let mut gradient = vec![0.0; n];
        gradient[o] = 1.0;
        adjoint(&mut at, &mut gradient);
        at.iter().zip(start).for_each(|(a, b)| close(*a, *b));
        gradient.iter().zip(&jacobian[o]).for_each(|(a, b)| close(*a, *b));
        // back again: the inverse of the adjoint of a bijection
        inverse_adjoint(&mut at, &mut gradient);
        at.iter().zip(&after).for_each(|(a, b)| close(*a, *b));
        gradient.iter().enumerate().for_each(|(k, g)| close(*g, f64::from(u8::from(k == o))));
    }
}

fn parts(v: &mut [f64]) -> (&mut f64, &mut [f64], &mut f64) {
    let [y, v @ .., x] = v else { unreachable!() };
    (y, v, x)
}

macro_rules! check_apply {
    ($function:ident, $($f:expr),*) => {
        check(
            &[0.7, 0.3, -0.4, 0.6],
            |n| { let (y, v, x) = parts(n); $function($($f,)* y, v, *x); },
            |n, g| { let ((y, v, x), (y_adj, v_adj, x_adj)) = (parts(n), parts(g)); check_apply!(@ $function adjoint ($($f)*) y y_adj v v_adj x x_adj); },
            |n, g| { let ((y, v, x), (y_adj, v_adj, x_adj)) = (parts(n), parts(g)); check_apply!(@ $function inverse_adjoint ($($f)*) y y_adj v v_adj x x_adj); },
            |n, g| { let ((y, v, x), (y_adj, v_adj, x_adj)) = (parts(n), parts(g)); check_apply!(@ $function tangent ($($f)*) y y_adj v v_adj x x_adj); },
        )
    };
    (@ $function:ident $variant:ident ($($f:expr)*) $y:ident $y_adj:ident $v:ident $v_adj:ident $x:ident $x_adj:ident) => {
        $function::$variant($($f, Inactive,)* $y, $y_adj, $v, $v_adj, *$x, $x_adj)
    };
}

#[test]
fn type_parameters() {
    check_apply!(apply, &add_sine {}, scale {});
    check_apply!(apply, &bend {}, Inverse(bend {}));
    check_apply!(apply, &Then(bend {}, add_sine {}), &scale {});
    check_apply!(twice, &Then(scale {}, add_sine {}));
    check_apply!(renamed, &bend {});
}

#[test]
fn trait_objects() {
    let gates: Vec<Gate> = vec![Box::new(bend {}), Box::new(Inverse(Then(scale {}, add_sine {})))];
    check(
        &[0.7, 0.3, -0.4, 0.6],
        |n| {
            let (y, x) = n.split_at_mut(2);
            circuit(&gates, &scale {}, y, x);
        },
        |n, g| {
            let ((y, x), (y_adj, x_adj)) = (n.split_at_mut(2), g.split_at_mut(2));
            circuit::adjoint(&gates, Inactive, &scale {}, Inactive, y, y_adj, x, x_adj);
        },
        |n, g| {
            let ((y, x), (y_adj, x_adj)) = (n.split_at_mut(2), g.split_at_mut(2));
            circuit::inverse_adjoint(&gates, Inactive, &scale {}, Inactive, y, y_adj, x, x_adj);
        },
        |n, g| {
            let ((y, x), (y_adj, x_adj)) = (n.split_at_mut(2), g.split_at_mut(2));
            circuit::tangent(&gates, Inactive, &scale {}, Inactive, y, y_adj, x, x_adj);
        },
    );
}

#[test]
fn local_functions() {
    check(
        &[0.7, 0.6],
        |n| {
            let (y, _, x) = parts(n);
            locals(y, *x);
        },
        |n, g| {
            let ((y, _, x), (y_adj, _, x_adj)) = (parts(n), parts(g));
            locals::adjoint(y, y_adj, *x, x_adj);
        },
        |n, g| {
            let ((y, _, x), (y_adj, _, x_adj)) = (parts(n), parts(g));
            locals::inverse_adjoint(y, y_adj, *x, x_adj);
        },
        |n, g| {
            let ((y, _, x), (y_adj, _, x_adj)) = (parts(n), parts(g));
            locals::tangent(y, y_adj, *x, x_adj);
        },
    );
}

#[test]
fn fields() {
    let mut machine = Machine { run: Then(bend {}, Inverse(add_sine {})), state: 0.7 };
    let run = |state, x| {
        let mut machine = Machine { run: Then(bend {}, Inverse(add_sine {})), state };
        machine.go(x);
        machine.state
    };
    machine.go(0.4);
    let (machine_adj, mut x_adj) = (machine.zero_shadow::<On<One>>(), 0.0);
    machine_adj.state.set(1.0);
    machine.go_adjoint(&machine_adj, 0.4, &mut x_adj);
    close(machine.state, 0.7);
    close(machine_adj.state.get(), slope(|state| run(state, 0.4), 0.7));
    close(x_adj, slope(|x| run(0.7, x), 0.4));
    let (gradient, expected) = (machine_adj.state.get(), x_adj);
    for (state_tan, x_tan, result) in [(1.0, 0.0, gradient), (0.0, 1.0, expected)] {
        let mut machine = Machine { run: Then(bend {}, Inverse(add_sine {})), state: 0.7 };
        machine_adj.state.set(state_tan);
        machine.go_tangent(&machine_adj, 0.4, x_tan);
        close(machine_adj.state.get(), result);
    }
}

/// Rows of a Jacobian travel together, and go through a value one by one; one array is two arguments.
#[reversible(inverse_adjoint, inverse_tangent)]
fn rows<F>(f: &F, y: &mut [f64], x: &[f64])
where
    F: for<'a> InverseAdjoint<(&'a mut [f64], &'a [f64], &'a [f64])>
        + for<'a> InverseTangent<(&'a mut [f64], &'a [f64], &'a [f64])>,
{
    f(y, x, x);
    for i in 0..y.len() {
        y[i] *= x[0];
    }
}

#[reversible(inverse_adjoint, inverse_tangent)]
fn add_products(y: &mut [f64], a: &[f64], b: &[f64]) {
    for i in 0..y.len() {
        y[i] += a[i] * b[i] + a[0];
    }
    y[0] *= b[1];
}

#[test]
fn several_gradients_at_once() {
    let (mut y, x) = ([0.5, 0.25], [2.0, 3.0]);
    let before = y;
    let jacobian = rows::jacobian(&add_products {}, &mut y, &x);
    assert_eq!(y, before);
    for o in 0..2 {
        for i in 0..2 {
            let run = |at: [f64; 2], x: [f64; 2]| {
                let mut y = at;
                rows(&add_products {}, &mut y, &x);
                y[o]
            };
            let replaced = |mut v: [f64; 2], by| {
                v[i] = by;
                v
            };
            close(jacobian.0[o][i], slope(|at| run(replaced(before, at), x), before[i]));
            close(jacobian.1[o][i], slope(|at| run(before, replaced(x, at)), x[i]));
        }
    }
    rows(&add_products {}, &mut y, &x);
    let (mut y_adj, mut x_adj) = ([Lanes([1.0, 0.0, 2.0]), Lanes([0.0, 1.0, -1.0])], [Lanes([0.0; 3]); 2]);
    rows::adjoint(&add_products {}, Inactive, &mut y, &mut y_adj, &x, &mut x_adj);
    for i in 0..2 {
        close(y[i], before[i]);
        let expected = [jacobian.1[0][i], jacobian.1[1][i], 2.0 * jacobian.1[0][i] - jacobian.1[1][i]];
        (0..3).for_each(|lane| close(x_adj[i][lane], expected[lane]));
    }
    let (mut y_tan, mut x_tan) = ([Lanes([0.0; 2]); 2], [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])]);
    rows::tangent(&add_products {}, Inactive, &mut y, &mut y_tan, &x, &mut x_tan);
    for (tangents, row) in y_tan.iter().zip(&jacobian.1) {
        (0..2).for_each(|lane| close(tangents[lane], row[lane]));
    }
    assert_eq!(x_tan, [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])]);
}

#[test]
fn constants_beside_gradients() {
    let (mut y, x) = ([0.5, 0.25], [2.0, 3.0]);
    rows(&add_products {}, &mut y, &x);
    let mut y_adj = [1.0, 0.0];
    rows::adjoint(&add_products {}, Inactive, &mut y, &mut y_adj, &x, Inactive);
    assert_eq!((y, y_adj), ([0.5, 0.25], [6.0, 0.0]));
}

#[test]
fn checks_for_users() {
    check_gradient!(twice(const &Then(scale {}, add_sine {}), &mut 0.7, &mut [0.3, 0.4], 0.6));
    check_gradient!(locals(&mut 0.7, 0.6));
}
