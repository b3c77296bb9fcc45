//! Small programs from random ones that were once rejected or run wrongly.

use retrograde_compiler::{Level, Program, Value, Variant};

/// Runs `f` there and back, with and without the optimising passes.
fn there_and_back(source: &str, args: &[Value]) {
    let program = Program::parse(source).unwrap_or_else(|found| panic!("{}", found[0]));
    for level in [Level::Plain, Level::Optimised] {
        let after = program.run("f", Variant::Forward, level, args.to_vec()).expect("a forward run");
        let before = program.run("f", Variant::Inverse, level, after).expect("a backward run");
        assert_eq!(before, args);
    }
}

#[test]
fn a_local_is_computed_again_before_its_length() {
    let source = "#[reversible] fn f(y: &mut f64) {
        let mut buf = [0.0; 3];
        for (at, item) in buf.iter_mut().rev().enumerate() { *item += 1.0 + at as f64; }
        for (at, item) in buf.iter_mut().rev().enumerate() { *item -= at as f64; }
        *y += buf[1];
    }";
    there_and_back(source, &[Value::Float(0.5)]);
}

#[test]
fn what_an_ancilla_is_computed_from_need_not_be_restored() {
    let source = "#[reversible] fn f(y: &mut f64) {
        let mut buf = [0.0; 3];
        *y += 1.0;
        buf[0] += { let share = *y; share };
        buf[0] -= { let share = *y; share };
        *y -= 1.0;
    }";
    there_and_back(source, &[Value::Float(0.5)]);
}

#[test]
fn the_counter_of_a_loop_that_fills_an_ancilla_need_not_be_restored() {
    let source = "#[reversible] fn f(y: &mut f64) {
        let mut held = 0.0;
        let mut turn = 0;
        while (turn < 3, turn > 0) { swap(&mut held, y); turn += 1; }
        let mut turn = 3;
        while (turn > 0, turn < 3) { turn -= 1; swap(&mut held, y); }
    }";
    there_and_back(source, &[Value::Float(0.5)]);
}

#[test]
fn elements_and_other_fields_leave_a_length_alone() {
    let source = "#[reversible] fn f(body: &mut Body) {
        for (item, i) in body.a.iter_mut().rev().zip(0..2) { *item += 1.0; body.s += i as f64; }
    }";
    let array = Value::Array(vec![Value::Float(0.0), Value::Float(1.0)]);
    there_and_back(source, &[Value::Struct(vec![("a".into(), array), ("s".into(), Value::Float(0.0))])]);
}
