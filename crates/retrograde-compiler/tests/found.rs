//! Small programs from random ones that were once rejected or run wrongly.

use retrograde_compiler::{Level, Program, Value, Variant};

/// Runs `f` there and back, with and without the optimising passes.
fn there_and_back(source: &str, args: &[Value]) {
    let program = Program::parse(source).unwrap_or_else(|found| panic!("{}", found[0]));
    for level in [Level::Plain, Level::Optimised] {
        let after = program.run("f", Variant::FORWARD, level, args.to_vec()).expect("a forward run");
        let before = program.run("f", Variant::INVERSE, level, after).expect("a backward run");
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

#[test]
fn an_ancilla_ends_before_the_counter_that_it_starts_from_changes() {
    let source = "#[reversible] fn f(y: &mut f64, c: &[f64]) {
        let mut turn = 0;
        while (turn < 2, turn > 0) {
            let mut anc = c[turn];
            let mut lap = 0;
            while (lap < 2, lap > 0) { lap += 1; anc -= *y; }
            *y += anc;
            release!(lap, 2);
            *y -= anc;
            let mut lap = 2;
            while (lap > 0, lap < 2) { anc += *y; lap -= 1; }
            release!(lap, 0);
            turn += 1;
        }
        release!(turn, 2);
    }";
    let array = Value::Array(vec![Value::Float(0.25), Value::Float(1.0)]);
    there_and_back(source, &[Value::Float(0.5), array]);
}

#[test]
fn an_ancilla_that_starts_from_what_changes_is_refused() {
    let source = "#[reversible] fn f(y: &mut f64, c: &[f64]) {
        let mut turn = 0;
        while (turn < 1, turn > 0) {
            let mut anc = c[turn];
            anc -= *y;
            *y += 1.0;
            turn += 1;
            anc += *y - 1.0;
        }
    }";
    let found = Program::parse(source).expect_err("the counter changes");
    assert!(found[0].message.contains("cannot start `anc` again: its initialiser reads `turn`"), "{}", found[0]);
}

#[test]
fn a_local_of_a_branch_stays_where_its_use_comes_after_the_change() {
    let source = "#[reversible] fn f(y: &mut f64) {
        let mut acc = 0.5;
        let r = [1.0, 2.0, acc];
        if 1 > 0 { acc -= 1.0; *y += r[2]; }
    }";
    there_and_back(source, &[Value::Float(0.5)]);
}

#[test]
fn a_sum_that_a_loop_with_a_released_counter_fills() {
    let source = "#[reversible] fn f(y: &mut f64, x: &[f64]) {
        let mut k = 0;
        let mut unused = 0.0;
        let mut sum = 0.0;
        while (k < 2, k > 0) { sum += x[k]; unused += x[k]; k += 1; }
        *y += sum;
        release!(k, 2);
    }";
    let array = Value::Array(vec![Value::Float(0.25), Value::Float(1.0)]);
    there_and_back(source, &[Value::Float(0.5), array]);
}

#[test]
fn what_undoes_each_other_around_a_use_is_undone_on_the_way_back_too() {
    let source = "#[reversible] fn f(y: &mut f64, b: &mut [f64]) {
        let mut buf = [0.0, 0.0];
        buf[0] -= 1.0;
        b[0] += 1.0;
        buf[1] -= b[1];
        let [t, u] = buf;
        *y += t * u;
        buf[1] += b[1];
        let mut turn = 1;
        while (turn > 0, turn < 1) { turn -= 1; b[turn] -= 1.0; }
        release!(turn, 0);
        buf[0] += 1.0;
    }";
    let array = Value::Array(vec![Value::Float(0.25), Value::Float(1.0)]);
    there_and_back(source, &[Value::Float(0.5), array]);
}

#[test]
fn an_error_is_passed_on_with_its_gradient() {
    let source = "
        #[differentiable(tangent)] fn inner(x: f64) -> Result<f64, f64> { if x > 0.0 { Ok(x * x) } else { Err(3.0 * x) } }
        #[differentiable(tangent)] fn outer(x: f64) -> Result<f64, f64> { let found = inner(x)?; Ok(found + 1.0) }
        #[differentiable(tangent)] fn value(x: f64) -> f64 { match outer(x) { Ok(v) => v, Err(e) => e * e } }
        #[reversible(adjoint)] fn f(y: &mut f64, x: f64) { *y += value(x); }";
    let program = Program::parse(source).unwrap_or_else(|found| panic!("{}", found[0]));
    for level in [Level::Plain, Level::Optimised] {
        for (x, value, slope) in [(2.0, 5.0, 4.0), (-2.0, 36.0, -36.0)] {
            let args = vec![Value::Float(value), Value::Float(1.0), Value::Float(x), Value::Float(0.0)];
            let after = program.run("f", Variant::ADJOINT, level, args).expect("a backward run");
            assert_eq!(after[0], Value::Float(0.0));
            assert_eq!(after[3], Value::Float(slope));
        }
    }
}

/// How a local of a branch is computed again has nothing to do with other locals.
#[test]
fn what_a_branch_forgets() {
    let source = "
        #[reversible(adjoint, tangent)]
        pub fn f(b: &mut [f64; 3], n: usize) {
            let mut acc = 0.0_f64;
            for i in 0..n {
                acc -= 1.0;
                if (b[i] > 1.0, b[i] > 1.0) {
                    b[i] += 1.0;
                } else {
                    let mut r = [0.0_f64; 3];
                    let mut turn = 0;
                    while (turn < 1, turn > 0) {
                        let at = 0;
                        r[at] -= 1.0;
                        turn += 1;
                    }
                    let mut sum = 1.0_f64;
                    sum -= r[0];
                }
            }
        }";
    there_and_back(source, &[Value::Array([2.0, 0.5, 0.5].map(Value::Float).to_vec()), Value::Int(3)]);
}

#[test]
fn a_local_that_needs_a_length_keeps_an_ancilla_there() {
    let source = "
        #[reversible] fn grow(y: &mut f64, x: f64) { *y += x; }
        #[reversible] fn f(y: &mut f64) {
            let mut buf = [0.0; 3];
            'filled: { *y += 1.0; grow(&mut buf[0], *y); }
            let mut count = 0.0;
            for _item in buf.iter() { count += 1.0; }
            uncompute!('filled);
            let mut sum = 0.0;
            sum += count;
        }";
    there_and_back(source, &[Value::Float(0.5)]);
}

#[test]
fn a_local_that_needs_a_length_after_a_release() {
    let source = "#[reversible] fn f(y: &mut f64) {
        let mut buf = [0.0; 3];
        let mut count = 0.0;
        for _item in buf.iter() { count += 1.0; }
        buf[0] += 1.0;
        release!(buf, [1.0, 0.0, 0.0]);
        *y += count;
    }";
    there_and_back(source, &[Value::Float(0.5)]);
}
