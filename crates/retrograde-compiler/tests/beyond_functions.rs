//! What the interpreter runs besides plain functions: methods, functions inside of functions, bijections, conversions.

use Value::{Float, Int};
use retrograde_compiler::{Level, Program, Value, Variant};

/// Runs a function there and back, before and after optimising.
fn there_and_back(source: &str, function: &str, before: &[Value], after: &[Value]) {
    let program = Program::parse(source)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")));
    for level in [Level::Plain, Level::Optimised] {
        assert_eq!(program.run(function, Variant::FORWARD, level, before.to_vec()).unwrap(), after);
        assert_eq!(program.run(function, Variant::INVERSE, level, after.to_vec()).unwrap(), before);
    }
}

#[test]
fn methods() {
    let source = "struct P { x: f64, n: i64 }
        impl P {
            #[reversible]
            pub fn step(&mut self, by: f64) { self.x += by; self.n += 1; }
        }
        #[reversible]
        fn f(p: &mut P, by: f64) { p.step(by); p.step(by); P::step(p, by); p.step_inverse(1.0); }";
    let point = |x: f64, n: i64| Value::Struct(vec![("x".into(), Float(x)), ("n".into(), Int(n))]);
    there_and_back(source, "f", &[point(1.0, 0), Float(2.0)], &[point(6.0, 2), Float(2.0)]);
}

#[test]
fn functions_inside_of_functions() {
    let source = "#[reversible]
        fn f(k: &mut i64) {
            #[reversible]
            fn inner(k: &mut i64) { *k += 3; }
            inner(k);
            inner(k);
        }";
    there_and_back(source, "f", &[Int(1)], &[Int(7)]);
}

#[test]
fn bijections() {
    let source = "struct Mirror;
        impl Bijection<i64> for Mirror {
            type Image = i64;
            fn image(&self, x: i64) -> i64 { 100 - x }
            fn preimage(&self, y: i64) -> i64 { 100 - y }
        }
        #[reversible]
        fn f(k: &mut i64) { Mirror(*k) += 3; Mirror(-*k) *= 2; }";
    // 5, then 2; its opposite is -2, mirrored 102, twice that 204, mirrored -104, whose opposite is 104
    there_and_back(source, "f", &[Int(5)], &[Int(104)]);
}

#[test]
fn conversions() {
    let source = "#[reversible]
        fn f(y: &mut f64, k: &mut i64) {
            let mut n = 3_i32;
            convert!(n: i32 => f64);
            *y += n;
            let mut m = 0.5_f32;
            convert!(m: f32 => f64);
            *y += m;
            let mut s = 7_i16;
            convert!(s: i16 => i64);
            *k += s;
        }";
    there_and_back(source, "f", &[Float(1.0), Int(0)], &[Float(4.5), Int(7)]);
    let inexact = "#[reversible]
        fn f(y: &mut f64) { let mut n = 3_i32; convert!(n: i32 => f64); n += 0.5; *y += n; n -= 0.25; }";
    let trap = Program::parse(inexact).unwrap().run("f", Variant::FORWARD, Level::Plain, vec![Float(0.0)]);
    assert!(trap.unwrap_err().to_string().contains("has no counterpart"));
}
