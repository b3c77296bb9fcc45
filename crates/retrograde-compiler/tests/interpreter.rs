//! The transforms, run in the interpreter: one function, all modes, a known result.

use Value::Float;
use retrograde_compiler::{Callable, Level, Program, Value, Variant};
use std::rc::Rc;

const LEVELS: [Level; 2] = [Level::Plain, Level::Optimised];

fn floats(values: &[f64]) -> Value {
    Value::Array(values.iter().copied().map(Float).collect())
}

fn parse(source: &str) -> Program {
    Program::parse(source)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
}

#[test]
fn accumulator() {
    let source = "#[reversible(adjoint, tangent)]
        fn norm2(y: &mut f64, x: &[f64]) {
            let mut acc = 0.0;
            for i in 0..x.len() { acc += x[i] * x[i]; }
            *y += acc.sqrt();
        }";
    let program = parse(source);
    for level in LEVELS {
        let args = vec![Float(1.0), floats(&[3.0, 4.0])];
        let after = program.run("norm2", Variant::FORWARD, level, args.clone()).unwrap();
        assert_eq!(after[0], Float(6.0));
        assert_eq!(program.run("norm2", Variant::INVERSE, level, after.clone()).unwrap(), args);
        let args = vec![Float(6.0), Float(1.0), floats(&[3.0, 4.0]), floats(&[0.0, 0.0])];
        let back = program.run("norm2", Variant::ADJOINT, level, args).unwrap();
        assert_eq!(back[0], Float(1.0));
        let Value::Array(gradient) = &back[3] else { panic!() };
        for (found, expected) in gradient.iter().zip([0.6, 0.8]) {
            let Float(found) = found else { panic!() };
            assert!((found - expected).abs() < 1e-15);
        }
    }
}

#[test]
fn leapfrog() {
    let source = "
        #[differentiable(tangent)]
        fn force(q: f64) -> f64 { let s = q.sin(); -s }
        #[reversible(adjoint, tangent)]
        fn step(q: &mut f64, p: &mut f64, dt: f64) {
            let a = force(*q);
            *p += a * dt;
            *q += *p * dt;
        }";
    let program = parse(source);
    for level in LEVELS {
        let args = vec![Float(1.0), Float(0.5), Float(0.1)];
        let after = program.run("step", Variant::FORWARD, level, args.clone()).unwrap();
        let p = 0.5 - 1f64.sin() * 0.1;
        assert_eq!(after[..2], [Float(1.0 + p * 0.1), Float(p)]);
        let back = program.run("step", Variant::INVERSE, level, after.clone()).unwrap();
        assert_eq!(back, args);
        let with = vec![after[0].clone(), Float(1.0), after[1].clone(), Float(0.0), Float(0.1), Float(0.0)];
        let back = program.run("step", Variant::ADJOINT, level, with).unwrap();
        let Float(dq) = back[1] else { panic!() };
        assert!((dq - (1.0 - 0.01 * 1f64.cos())).abs() < 1e-12, "{dq}");
    }
}

#[test]
fn taped_loop() {
    let source = "
        #[differentiable(tangent)]
        fn loss(w: &[f64], x: f64) -> f64 {
            let mut s = 1.0;
            for i in 0..w.len() { s = s * w[i] + x; }
            if s > 0.0 { s } else { -s }
        }
        #[differentiable(tangent)]
        fn power(x: f64, n: usize) -> f64 { if n == 0 { 1.0 } else { x * power(x, n - 1) } }";
    let program = parse(source);
    for level in LEVELS {
        let (value, gradient) = program.pullback("loss", level, vec![floats(&[2.0, 3.0]), Float(0.5)], 1.0).unwrap();
        assert_eq!(value, Float(8.0));
        assert_eq!(gradient, [floats(&[3.0, 2.5]), Float(4.0)]);
        let (value, gradient) = program.pullback("power", level, vec![Float(2.0), Value::Int(5)], 1.0).unwrap();
        assert_eq!((value, &gradient[0]), (Float(32.0), &Float(80.0)));
    }
    let (_, tangent) =
        program.jvp("power", Level::Plain, vec![Float(2.0), Value::Int(5)], vec![Float(1.0), Value::Nothing]).unwrap();
    assert_eq!(tangent, Float(80.0));
}

#[test]
fn recursion_in_a_branch() {
    let program =
        parse("#[differentiable(tangent)] fn h(x: f64, n: usize) -> f64 { if n == 0 { 1.0 } else { h(x, 0) } }");
    for level in LEVELS {
        let (value, gradient) = program.pullback("h", level, vec![Float(1.0), Value::Int(1)], 1.0).unwrap();
        assert_eq!((value, &gradient[0]), (Float(1.0), &Float(0.0)));
    }
}

#[test]
fn locals_that_need_each_other() {
    let program = parse(
        "#[reversible(adjoint, tangent)] fn f(y: &mut f64, x: f64) {
            let mut p = P { u: x, v: 2.0 };
            let mut q = P { u: 1.0, v: p.v };
            p.u -= q.v;
            *y += p.u * q.u;
        }",
    );
    for level in LEVELS {
        let args = vec![Float(0.0), Float(5.0)];
        let after = program.run("f", Variant::FORWARD, level, args.clone()).unwrap();
        assert_eq!(after[0], Float(3.0));
        assert_eq!(program.run("f", Variant::INVERSE, level, after).unwrap(), args);
    }
}

#[test]
fn choices_and_packing() {
    let source = "#[reversible(adjoint, tangent)]
        fn chosen(y: &mut f64, x: f64, k: usize) {
            let (a, b) = (x, 2.0 * { let s = x + 1.0; s * s });
            *y += if k == 0 { a * b } else { (a, b).1 };
            match (k, x > 0.0) {
                (0 | 1, _) => *y += x,
                (n, true) if n > 5 => {}
                (n @ 2..=9, _) => *y += x * n as f64,
                _ => *y -= x,
            }
            let mut p = x;
            pack!(pair = [p]);
            pair[0] += 1.0;
            *y += pair[0] * x;
            pair[0] -= 1.0;
            unpack!([p] = pair);
        }";
    let program = parse(source);
    // y += (x + 1)^2 times 2 x or 2, then x times 1, 0, k or -1, then (x + 1) x
    let expected = |x: f64, k: i64| {
        let b = 2.0 * (x + 1.0) * (x + 1.0);
        let (first, d_first) = if k == 0 { (x * b, b + 4.0 * x * (x + 1.0)) } else { (b, 4.0 * (x + 1.0)) };
        let by = match k {
            0 | 1 => 1.0,
            6.. if x > 0.0 => 0.0,
            2..=9 => k as f64,
            _ => -1.0,
        };
        (first + by * x + (x + 1.0) * x, d_first + by + 2.0 * x + 1.0)
    };
    for level in LEVELS {
        for (x, k) in [(0.5, 0), (0.5, 1), (0.5, 3), (0.5, 7), (-0.5, 7), (-0.5, 12)] {
            let (value, slope) = expected(x, k);
            let args = vec![Float(0.0), Float(x), Value::Int(k)];
            let after = program.run("chosen", Variant::FORWARD, level, args.clone()).unwrap();
            assert_eq!(after[0], Float(value));
            assert_eq!(program.run("chosen", Variant::INVERSE, level, after).unwrap(), args);
            let args = vec![Float(value), Float(1.0), Float(x), Float(0.0), Value::Int(k), Value::Nothing];
            let back = program.run("chosen", Variant::ADJOINT, level, args).unwrap();
            assert_eq!((&back[0], &back[3]), (&Float(0.0), &Float(slope)));
            let args = vec![Float(0.0), Float(0.0), Float(x), Float(1.0), Value::Int(k), Value::Nothing];
            let pushed = program.run("chosen", Variant::TANGENT, level, args).unwrap();
            assert_eq!(pushed[1], Float(slope));
        }
    }
}

fn variant(name: &str, fields: &[(&str, Value)]) -> Value {
    let fields = fields.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    Value::Struct(vec![(name.into(), Value::Struct(fields))])
}

/// The sum of the squares of all numbers in a value.
fn squares(value: &Value) -> f64 {
    match value {
        Float(x) => x * x,
        Value::Array(elems) => elems.iter().map(squares).sum(),
        Value::Struct(fields) => fields.iter().map(|(_, part)| squares(part)).sum(),
        _ => 0.0,
    }
}

#[test]
fn payloads() {
    let source = "
        #[reversible(adjoint, tangent)]
        fn area(y: &mut f64, shape: &Shape, scale: f64) {
            match shape {
                Shape::Circle { radius } => *y += *radius * *radius * scale,
                Shape::Sides(a, [b, .., c]) => *y += *a * *b * *c,
                Shape::Nothing => {}
            }
            *y += match (scale * scale, Some(scale)) {
                (s, Some(t)) => s * t,
                (s, None) => s,
            };
        }";
    let program = parse(source);
    let circle = |r: f64| variant("Circle", &[("radius", Float(r))]);
    let sides = |a: f64, rest: &[f64]| variant("Sides", &[("0", Float(a)), ("1", floats(rest))]);
    let nothing = || variant("Nothing", &[]);
    let cases = [
        (circle(3.0), 18.0 + 8.0, circle(12.0), 9.0 + 12.0),
        (sides(2.0, &[3.0, 9.0, 5.0]), 30.0 + 8.0, sides(15.0, &[10.0, 0.0, 6.0]), 12.0),
        (nothing(), 8.0, nothing(), 12.0),
    ];
    for level in LEVELS {
        for (shape, value, gradient, by_scale) in &cases {
            let args = vec![Float(0.0), shape.clone(), Float(2.0)];
            let after = program.run("area", Variant::FORWARD, level, args.clone()).unwrap();
            assert_eq!(after[0], Float(*value));
            assert_eq!(program.run("area", Variant::INVERSE, level, after).unwrap(), args);
            let args = vec![Float(*value), Float(1.0), shape.clone(), shape.zero_like(), Float(2.0), Float(0.0)];
            let back = program.run("area", Variant::ADJOINT, level, args).unwrap();
            assert_eq!((&back[0], &back[3], &back[5]), (&Float(0.0), gradient, &Float(*by_scale)));
            let args = vec![Float(0.0), Float(0.0), shape.clone(), gradient.clone(), Float(2.0), Float(0.0)];
            let ahead = program.run("area", Variant::TANGENT, level, args).unwrap();
            assert_eq!(ahead[1], Float(squares(gradient)));
        }
    }
}

#[test]
fn function_values() {
    let program = parse(
        "#[reversible(adjoint, tangent)]
        fn add_square(y: &mut f64, x: f64) { *y += x * x; }
        #[reversible(adjoint, tangent)]
        fn double(y: &mut f64, x: f64) { *y *= 2.0; }
        #[reversible(adjoint, tangent)]
        fn apply<F: Anything>(f: &F, y: &mut f64, x: f64) {
            let g = Then(Inverse(double {}), add_square {});
            f(y, x + 1.0);
            g(y, x);
        }",
    );
    let named = |name: &str| Rc::new(Callable::Named(name.into()));
    let f = Value::Function(Rc::new(Callable::Then(named("add_square"), named("double"))));
    for level in LEVELS {
        // y = (y + (x + 1)^2) * 2 / 2 + x^2
        let args = vec![f.clone(), Float(1.0), Float(3.0)];
        let after = program.run("apply", Variant::FORWARD, level, args.clone()).unwrap();
        assert_eq!(after[1], Float(26.0));
        assert_eq!(program.run("apply", Variant::INVERSE, level, after).unwrap(), args);
        let args = |y, g| vec![f.clone(), Value::Nothing, Float(y), Float(g), Float(3.0), Float(0.0)];
        let back = program.run("apply", Variant::ADJOINT, level, args(26.0, 1.0)).unwrap();
        assert_eq!((&back[2], &back[3], &back[5]), (&Float(1.0), &Float(1.0), &Float(14.0)));
        let there = program.run("apply", Variant::INVERSE_ADJOINT, level, back).unwrap();
        assert_eq!(there, args(26.0, 1.0));
        let mut args = args(1.0, 0.0);
        args[5] = Float(1.0);
        let pushed = program.run("apply", Variant::TANGENT, level, args).unwrap();
        assert_eq!((&pushed[2], &pushed[3]), (&Float(26.0), &Float(14.0)));
    }
}

#[test]
fn stacks_and_maps() {
    let empty = Value::Map(Vec::new());
    let program = parse(
        "#[reversible(adjoint, tangent)]
        fn keep(x: &mut f64, y: f64, z: &mut f64, stack: &mut Stack<f64>, map: &mut BTreeMap<u8, f64>) {
            push(stack, x);
            *x += y * 3.0;
            copy_push(stack, x);
            insert(map, 7, *x * y);
            copy_pop(stack, x);
            insert(map, 8, 1.0);
            *x += map[&7] * map[&8];
            *x -= map[&7];
            remove(map, 8, 1.0);
            pop(stack, z);
        }",
    );
    for level in LEVELS {
        let lost = vec![Float(2.0), Float(5.0), Float(1.0), floats(&[]), empty.clone()];
        assert!(program.run("keep", Variant::FORWARD, level, lost).is_err(), "`z` is not zero and would be lost");
        let args = vec![Float(2.0), Float(5.0), Float(0.0), floats(&[]), empty.clone()];
        let after = program.run("keep", Variant::FORWARD, level, args.clone()).unwrap();
        let entry = |value| Value::Map(vec![(Value::Int(7), Float(value))]);
        assert_eq!(after, [Float(15.0), Float(5.0), Float(2.0), floats(&[]), entry(75.0)]);
        assert_eq!(program.run("keep", Variant::INVERSE, level, after.clone()).unwrap(), args);
        let shadows = [Float(1.0), Float(0.0), Float(10.0), floats(&[]), entry(100.0)];
        let with = after.iter().cloned().zip(shadows).flat_map(|(value, shadow)| [value, shadow]).collect();
        let back = program.run("keep", Variant::ADJOINT, level, with).unwrap();
        // x goes to z; y goes to x by 3, and to the entry 3 y^2 by 6 y
        assert_eq!((&back[1], &back[3], &back[9]), (&Float(10.0), &Float(3.0 + 3000.0), &empty));
        let tangents = [Float(1.0), Float(1.0), Float(0.0), floats(&[]), empty.clone()];
        let with = args.into_iter().zip(tangents).flat_map(|(value, shadow)| [value, shadow]).collect();
        let pushed = program.run("keep", Variant::TANGENT, level, with).unwrap();
        assert_eq!((&pushed[1], &pushed[5], &pushed[9]), (&Float(3.0), &Float(1.0), &entry(30.0)));
    }
}

#[test]
fn bijections() {
    let source = "
        impl Bijection<f64> for Log {
            type Image = f64;
            fn image(&self, x: f64) -> f64 { x.ln() }
            fn preimage(&self, y: f64) -> f64 { y.exp() }
        }
        impl Smooth<f64> for Log {
            fn slope(&self, x: f64) -> f64 { x.recip() }
        }
        #[reversible(adjoint, tangent)]
        fn grow(x: &mut f64, a: f64) { Log(-*x) += a; Log(-*x) *= 2.0; }";
    let program = parse(source);
    let near = |found: &Value, expected: f64| match found {
        Float(found) => assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, not {expected}"),
        other => panic!("{other:?}"),
    };
    // x becomes -(x exp(a))^2
    let (x, a) = (-3.0, 0.5_f64);
    let (after, by_x, by_a) = (-9.0 * (2.0 * a).exp(), 6.0 * (2.0 * a).exp(), -18.0 * (2.0 * a).exp());
    for level in LEVELS {
        let found = program.run("grow", Variant::FORWARD, level, vec![Float(x), Float(a)]).unwrap();
        near(&found[0], after);
        near(&program.run("grow", Variant::INVERSE, level, found).unwrap()[0], x);
        let args = vec![Float(after), Float(1.0), Float(a), Float(0.0)];
        let back = program.run("grow", Variant::ADJOINT, level, args).unwrap();
        near(&back[0], x);
        near(&back[1], by_x);
        near(&back[3], by_a);
        let args = vec![Float(x), Float(2.0), Float(a), Float(3.0)];
        let ahead = program.run("grow", Variant::TANGENT, level, args).unwrap();
        near(&ahead[0], after);
        near(&ahead[1], 2.0 * by_x + 3.0 * by_a);
    }
    assert!(program.run("grow", Variant::FORWARD, Level::Plain, vec![Float(3.0), Float(a)]).is_err());
}

#[test]
fn programs_are_compiled_as_the_attributes_compile_them() {
    let lost = "#[reversible(adjoint)] fn f(#[constant] y: &mut f64, x: f64) { *y += x; }";
    let found = Program::parse(lost).expect_err("a gradient would be lost");
    assert!(found[0].message.contains("is marked `#[constant]`"), "{}", found[0]);
    let changing = "#[differentiable] fn f(g: impl FnMut(f64) -> f64, x: f64) -> f64 { g(x) }";
    let found = Program::parse(changing).expect_err("a function that changes something");
    assert!(found[0].message.contains("`FnMut` may change"), "{}", found[0]);

    let program = parse(
        "#[differentiable(tangent)] impl Spring {
            fn energy(&self, x: f64) -> f64 { 0.5 * self.k * x * x }
            fn count(&self) -> usize { 3 }
        }
        #[differentiable(tangent)] fn f(spring: &Spring, x: f64) -> f64 { spring.energy(2.0 * x) }",
    );
    let spring = Value::Struct(vec![("k".into(), Float(3.0))]);
    for level in LEVELS {
        let (value, gradient) = program.pullback("f", level, vec![spring.clone(), Float(1.0)], 1.0).unwrap();
        assert_eq!(value, Float(6.0));
        assert_eq!(gradient, [Value::Struct(vec![("k".into(), Float(2.0))]), Float(12.0)]);
        let (_, tangent) = program.jvp("f", level, vec![spring.clone(), Float(1.0)], gradient).unwrap();
        assert_eq!(tangent, Float(148.0));
    }
}

/// Distances of points that coincide, and a quotient at the end of the range, in all modes.
#[test]
fn steep_slopes_and_small_numbers() {
    let source = "
        #[differentiable(tangent)]
        fn square(x: f64, y: f64) -> f64 { x * x + y * y }
        #[differentiable(tangent)]
        fn ordinary(x: f64, y: f64) -> f64 {
            let a = (y + 3.0) * 1e-292;
            square(x, y).sqrt() + (x * x + y * y).sqrt() + x + 1e-292 * (2.0 / a)
        }
        #[reversible(adjoint, tangent)]
        fn update(out: &mut f64, x: f64, y: f64) {
            let d = x * x + y * y;
            let a = (y + 3.0) * 1e-292;
            *out += d.sqrt() + square(x, y).sqrt();
            *out += x + 1e-292 * (2.0 / a);
        }";
    let program = parse(source);
    let is = |found: [&Value; 2]| {
        for (found, expected) in found.into_iter().zip([1.0, -2.0 / 9.0]) {
            let Float(found) = found else { panic!() };
            assert!((found - expected).abs() < 1e-14, "{found}, not {expected}");
        }
    };
    let along = |seed: [f64; 2]| {
        program.jvp("ordinary", LEVELS[0], vec![Float(0.0), Float(0.0)], seed.map(Float).to_vec()).unwrap().1
    };
    is([&along([1.0, 0.0]), &along([0.0, 1.0])]);
    for level in LEVELS {
        let (_, gradients) = program.pullback("ordinary", level, vec![Float(0.0), Float(0.0)], 1.0).unwrap();
        is([&gradients[0], &gradients[1]]);
        let args = vec![Float(2.0 / 3.0), Float(1.0), Float(0.0), Float(0.0), Float(0.0), Float(0.0)];
        let back = program.run("update", Variant::ADJOINT, level, args).unwrap();
        is([&back[3], &back[5]]);
        let ahead = |x_tan, y_tan| {
            let args = vec![Float(0.0), Float(0.0), Float(0.0), Float(x_tan), Float(0.0), Float(y_tan)];
            program.run("update", Variant::TANGENT, level, args).unwrap()[1].clone()
        };
        is([&ahead(1.0, 0.0), &ahead(0.0, 1.0)]);
    }
}

#[test]
fn an_f32_rounds_as_an_f32() {
    let program = parse(
        "#[differentiable(tangent)] fn f(x: f32) -> f32 {
            let third = 1.0 / 3.0;
            let mut s = 0.1;
            for _ in 0..10 { s += (x * third).sin() + 0.1; }
            s
        }
        #[differentiable(tangent)] fn wide(x: f64) -> f64 { (x as f32 * 0.1) as f64 * 0.1 }
        #[differentiable(tangent)] fn mixed(x: f64, y: f32) -> f64 { if y > 0.0 { x * y } else { x } }",
    );
    let f = |x: f32| {
        let third = 1.0 / 3.0;
        (0..10).fold(0.1, |s, _| s + ((x * third).sin() + 0.1))
    };
    let slope = |x: f32| {
        let third: f32 = 1.0 / 3.0;
        (0..10).fold(0.0, |s, _| s + (x * third).cos() * third)
    };
    #[allow(clippy::cast_possible_truncation, reason = "as in the program")]
    let inside = |x: f64| (f64::from(x as f32 * 0.1) * 0.1, f64::from((1.0_f64 * 0.1) as f32 * 0.1));
    for level in LEVELS {
        for x in [0.3_f32, -1.7, 2.4] {
            assert_eq!(program.value("f", vec![Value::Single(x)]).unwrap(), Value::Single(f(x)));
            let (value, gradient) = program.pullback("f", level, vec![Value::Single(x)], 1.0).unwrap();
            assert_eq!((value, &gradient[0]), (Value::Single(f(x)), &Value::Single(slope(x))));
            let (value, gradient) = program.pullback("wide", level, vec![Float(x.into())], 1.0).unwrap();
            assert_eq!((value, gradient), (Float(inside(x.into()).0), vec![Float(inside(x.into()).1)]));
        }
        // rustc would not compile it
        let found = program.pullback("mixed", level, vec![Float(1.0), Value::Single(2.0)], 1.0);
        assert_eq!(found.unwrap_err().0, "an `f32` meets an `f64`");
    }
}
