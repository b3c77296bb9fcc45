//! The checks for users: they pass on what is right, and each mistake that a companion can have is caught and named. The mistaken
//! companions are written by hand.

use core::cell::Cell;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicUsize, Ordering};
use num_complex::Complex;
use retrograde::Kind;
use retrograde::check::Failure;
use retrograde::emitted::{add, get};
use retrograde::numbers::{Number, Step, Visitor};
use retrograde::prelude::*;

#[reversible(adjoint, tangent)]
fn dot(y: &mut f64, a: &[f64], b: &[f64], n: usize) {
    for i in 0..n {
        *y += a[i] * b[i];
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pendulum {
    angle: f64,
    speed: f64,
    turns: usize,
}

#[reversible(adjoint, tangent)]
fn step(p: &mut Pendulum, dt: f64) {
    p.speed -= p.angle.sin() * dt;
    p.angle += p.speed * dt;
    p.turns += 1;
}

#[reversible(adjoint)]
fn without_tangent(y: &mut f64, x: f64) {
    *y += x.exp();
}

#[reversible(adjoint, tangent)]
fn single(y: &mut f32, x: &[f32]) {
    for i in 0..x.len() {
        *y += x[i].sin() * x[i];
    }
}

#[differentiable(tangent)]
fn loss(w: &[f64], x: &[f64], scale: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s = s * 0.5 + (w[i] * x[i]).sin() * scale;
    }
    s
}

#[differentiable]
fn taped(x: f64, n: usize) -> f64 {
    let mut s = x;
    for _ in 0..n {
        s = s.sin() * x;
    }
    s
}

#[reversible(adjoint, tangent)]
fn add_log(y: &mut Complex<f64>, x: Complex<f64>) {
    y.re += x.norm().ln();
    y.im += x.arg();
}

#[reversible(adjoint, tangent)]
fn marked(y: &mut f64, x: f64, #[constant] by: &[f64]) {
    *y += x * by[0];
}

#[differentiable(tangent)]
fn marked_value(x: f64, #[constant] by: f64) -> f64 {
    x * by
}

#[test]
fn right_functions_pass() {
    let (a, b) = ([1.0, 2.0, 3.0], vec![0.3, -1e3, 5.0]);
    let y = 0.5;
    check_inverse!(dot(&mut y, &a, &b, 3));
    let report = check_gradient!(dot(&mut y, &a, &b, 3));
    assert_eq!((report.inputs, report.outputs, report.directions), (7, 7, 4));
    assert!(report.largest_error < 1e-6, "{report:?}");
    check_gradient!(dot(&mut y, &a[1..], &b[..2], 2), directions = 2, seed = 5);
    check_gradient!(dot(&mut y, const &a, &b, 3));

    let p = Pendulum { angle: 1.0, speed: 0.2, turns: 3 };
    check_inverse!(step(&mut p, 0.1));
    assert_eq!(check_gradient!(step(&mut p, 0.1)).inputs, 3);
    assert_eq!(check_gradient!(step(&mut p, const 0.1)).inputs, 2);
    assert_eq!(check_gradient!(step(const &mut p, 0.1)).inputs, 1);

    check_gradient!(reverse without_tangent(&mut 1.0, 0.5));
    check_gradient!(single(&mut 0.5_f32, &[1.0_f32, 0.25]));
    check_gradient!(loss(&a, &b, 2.0));
    check_gradient!(loss(&a, const &b, const 2.0), tolerance = 1e-5);
    check_gradient!(reverse taped(0.7, 5));

    let report = check_gradient!(add_log(&mut Complex::new(0.5, -0.5), Complex::new(1.0, 2.0)));
    assert_eq!(report.inputs, 4);
    check_gradient!(marked(&mut 1.0, 2.0, const &[3.0]));
    check_gradient!(marked_value(2.0, const 3.0));
}

#[test]
fn numbers_are_found_wherever_they_are() {
    let mut value = (Some(1.0), Box::new([2.0_f32]), None::<f64>, Pendulum { angle: 3.0, speed: 4.0, turns: 5 });
    let value_adj = value.zero_shadow::<On<One>>();
    let mut found = Vec::new();
    let mut see = |path: &[Step], number: Number| {
        let name = path.iter().fold(String::new(), |name, step| format!("{name}{step}"));
        found.push((name, number.value));
        number
    };
    value.visit(&value_adj, &mut Visitor::new(&mut see));
    let found: Vec<_> = found.iter().map(|(name, value)| (&**name, *value)).collect();
    assert_eq!(found, [(".0.Some.0", 1.0), (".1[0]", 2.0), (".3.angle", 3.0), (".3.speed", 4.0)]);
}

/// `y += x²`, with a companion by hand that `$wrong` makes wrong.
macro_rules! square {
    ($name:ident, restore $restore:expr, pull $pull:expr, push $push:expr) => {
        #[allow(non_camel_case_types)]
        struct $name {}

        fn $name(y: &mut f64, x: &[f64]) {
            x.iter().for_each(|x| *y += x * x);
        }

        #[allow(dead_code, clippy::redundant_closure_call)]
        impl $name {
            fn adjoint<'s, S0: Shadow<'s, f64, One>, S1: Shadow<'s, [f64], One>>(
                y: &mut f64,
                y_adj: S0,
                x: &[f64],
                x_adj: S1,
            ) {
                let (y_adj, x_adj) = (y_adj.into_shadow(), x_adj.into_shadow());
                x.iter().for_each(|x| *y -= $restore(x * x));
                for i in 0..x.len() {
                    add(&x_adj[i], $pull(get(y_adj), x, i));
                }
            }

            fn tangent<'s, S0: Shadow<'s, f64, One>, S1: Shadow<'s, [f64], One>>(
                y: &mut f64,
                y_tan: S0,
                x: &[f64],
                x_tan: S1,
            ) {
                let (y_tan, x_tan) = (y_tan.into_shadow(), x_tan.into_shadow());
                for i in 0..x.len() {
                    add(y_tan, $push(get(&x_tan[i]), x, i));
                }
                $name(y, x);
            }

            fn inverse(y: &mut f64, x: &[f64]) {
                x.iter().for_each(|x| *y -= $restore(x * x));
            }
        }
    };
}

thread_local! {
    static CALLS: Cell<f64> = const { Cell::new(0.0) };
}

fn calls() -> f64 {
    CALLS.set(CALLS.get() + 1.0);
    CALLS.get()
}

fn rule(g: f64, x: &[f64], i: usize) -> f64 {
    2.0 * x[i] * g
}

square!(right, restore | s | s, pull rule, push rule);
square!(wrong_rule, restore |s| s, pull |g, x: &[f64], i: usize| 2.0 * g * if i == 1 { x[i].abs() + 1e-3 } else { x[i] }, push rule);
square!(flipped_sign, restore |s| s, pull |g: f64, x: &[f64], i| -rule(g, x, i), push rule);
square!(wrong_tangent, restore |s| s, pull rule, push |t, x: &[f64], i| rule(t, x, i) + if i == 0 { t } else { 0.0 });
square!(both_wrong, restore |s| s, pull |g: f64, x: &[f64], i| 1.5 * rule(g, x, i), push |t: f64, x: &[f64], i| 1.5 * rule(t, x, i));
square!(a_little_off, restore |s| s, pull |g: f64, x: &[f64], i| rule(g, x, i) * (1.0 + 1e-9), push rule);
square!(lost, restore |s| s, pull |g, x: &[f64], i| if i == 2 { 0.0 } else { rule(g, x, i) }, push rule);
square!(not_restored, restore |s: f64| s * (1.0 + 1e-6), pull rule, push rule);
square!(not_a_number, restore |s| s, pull |_, _, _| f64::NAN, push rule);
square!(other_each_time, restore |s| s, pull |g: f64, x: &[f64], i| rule(g, x, i) * (1.0 + 1e-12 * calls()), push rule);
square!(allocates, restore |s| s, pull |g: f64, x: &[f64], i| { allocate(); rule(g, x, i) }, push rule);

const X: [f64; 3] = [1.0, 2.0, -3.0];

macro_rules! failure {
    ($name:ident) => {
        try_check_gradient!($name(&mut 0.5, &X)).expect_err("a mistake was not caught")
    };
}

#[test]
fn the_frame_is_right() {
    check_gradient!(right(&mut 0.5, &X));
    check_inverse!(right(&mut 0.5, &X));
}

#[test]
fn a_wrong_rule_is_caught() {
    let Failure::Reverse { output, place, expected, found } = failure!(wrong_rule) else { panic!() };
    assert_eq!((&*output, &*place), ("0.5", "X[1]"));
    assert!((expected - 4.0).abs() < 1e-6 && (found - 4.002).abs() < 1e-6);
}

#[test]
fn a_flipped_sign_is_caught() {
    let text = failure!(flipped_sign).to_string();
    assert!(
        text.starts_with("wrong gradient of `0.5` by `X[0]`: reverse mode gives -2, finite differences 2"),
        "{text}"
    );
}

#[test]
fn a_wrong_tangent_is_caught() {
    let Failure::Forward { output, place, found, .. } = failure!(wrong_tangent) else { panic!() };
    assert_eq!((&*output, place.as_deref(), found), ("0.5", Some("X[0]"), 3.0));
}

#[test]
fn modes_that_agree_on_a_mistake_are_caught() {
    assert!(matches!(failure!(both_wrong), Failure::Forward { .. }));
    let reverse_only = try_check_gradient!(reverse both_wrong(&mut 0.5, &X));
    assert!(matches!(reverse_only, Err(Failure::Reverse { .. })));
}

#[test]
fn modes_that_disagree_a_little_are_caught() {
    assert!(matches!(failure!(a_little_off), Failure::DotProduct { .. }));
}

#[test]
fn a_lost_gradient_is_caught() {
    let Failure::Reverse { place, found, .. } = failure!(lost) else { panic!() };
    assert_eq!((&*place, found), ("X[2]", 0.0));
}

#[test]
fn a_value_that_is_not_restored_is_caught() {
    let Failure::NotRestored { by, place, .. } = failure!(not_restored) else { panic!() };
    assert_eq!((by, &*place), ("adjoint", "0.5"));
    let Err(Failure::NotRestored { by, place, .. }) = try_check_inverse!(not_restored(&mut 0.5, &X)) else { panic!() };
    assert_eq!((by, &*place), ("inverse", "0.5"));
}

#[test]
#[should_panic(expected = "`0.5` is not restored by `inverse`: expected 0.5, found 0.499986")]
fn the_macro_of_inverses_panics() {
    check_inverse!(not_restored(&mut 0.5, &X));
}

#[test]
#[should_panic(expected = "wrong gradient of `0.5` by `X[2]`: reverse mode gives 0")]
fn the_macro_of_gradients_panics() {
    check_gradient!(lost(&mut 0.5, &X));
}

#[test]
fn what_is_not_a_number_is_caught() {
    assert!(matches!(failure!(not_a_number), Failure::Reverse { .. }));
}

#[test]
fn a_gradient_that_differs_the_second_time_is_caught() {
    let Failure::SecondCall { place, .. } = failure!(other_each_time) else { panic!() };
    assert_eq!(place, "X[0]");
}

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

fn allocate() {
    ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
}

fn allocations() -> usize {
    ALLOCATIONS.load(Ordering::Relaxed)
}

#[test]
fn allocations_are_counted() {
    let report = check_gradient!(right(&mut 0.5, &X), allocations = || 7);
    assert_eq!(report.allocations.map(|it| (it.forward, it.reverse)), Some((0, 0)));
    let failure = try_check_gradient!(allocates(&mut 0.5, &X), allocations = allocations).unwrap_err();
    assert_eq!(failure.to_string(), "the function allocates no memory, but its adjoint does, 3 times");
}

/// An ordinary function with a companion by hand.
macro_rules! ordinary {
    ($name:ident, value $value:expr, back $back:expr) => {
        #[allow(non_camel_case_types)]
        struct $name {}

        fn $name(x: f64, _: usize) -> f64 {
            x * x
        }

        #[allow(dead_code, clippy::redundant_closure_call)]
        impl $name {
            #[allow(clippy::type_complexity)]
            fn pullback<K0: Kind<Width = One>, K1: Kind<Width = One>>(
                x: f64,
                _: PhantomData<K0>,
                _: usize,
                _: PhantomData<K1>,
            ) -> (f64, impl Fn(f64, &TangentPlace<K0>, &<usize as Differentiable>::Shadow<K1>)) {
                let turns = Cell::new(0.0);
                ($value(x * x), move |g, x_adj, _| {
                    turns.set(turns.get() + 1.0);
                    add(x_adj, $back(2.0 * x * g, turns.get()));
                })
            }
        }
    };
}

type TangentPlace<K> = <f64 as Differentiable>::Shadow<K>;

ordinary!(right_pullback, value | v | v, back | g, _ | g);
ordinary!(other_value, value |v: f64| v + 1e-3, back | g, _ | g);
ordinary!(once_only, value | v | v, back | g, turn | if turn > 1.0 { 0.0 } else { g });
ordinary!(wrong_pullback, value | v | v, back |g: f64, _| -g);

#[test]
fn mistakes_of_ordinary_functions_are_caught() {
    check_gradient!(reverse right_pullback(3.0, 7));
    let value = try_check_gradient!(reverse other_value(3.0, 7)).unwrap_err();
    assert_eq!(value.to_string(), "`value` is 9.0 after the function, but 9.001 after `pullback`");
    let second = try_check_gradient!(reverse once_only(3.0, 7));
    assert!(matches!(second, Err(Failure::SecondCall { second: 0.0, .. })), "{second:?}");
    let wrong = try_check_gradient!(reverse wrong_pullback(3.0, 7)).unwrap_err();
    assert!(wrong.to_string().starts_with("wrong gradient of `value` by `3.0`: reverse mode gives -6"), "{wrong}");
}

#[differentiable(tangent)]
fn kink(x: f64) -> f64 {
    x.abs().sqrt()
}

#[derive(Clone, Copy, Differentiable)]
struct Borrowed<'a> {
    list: &'a [f64],
}

#[differentiable(tangent)]
#[allow(clippy::elidable_lifetime_names, reason = "a companion needs the name")]
fn first<'a>(p: &Borrowed<'a>, x: f64) -> f64 {
    p.list[0] * x
}

#[test]
fn what_cannot_be_checked_is_said() {
    let p = Borrowed { list: &X };
    assert!(matches!(try_check_gradient!(first(&p, 2.0)), Err(Failure::Hidden { ty: "&[f64]" })));
    check_gradient!(first(const &p, 2.0));
    assert!(matches!(try_check_gradient!(kink(0.0)), Err(Failure::Rough { .. })));
    let nothing = try_check_gradient!(loss(const &X, const &X, const 1.0));
    assert_eq!(nothing, Err(Failure::NothingToCheck));
}
