//! Derivatives of derivatives in the interpreter.

use retrograde_compiler::{Level, Program, Role, Tables, Value, Variant};

fn float(value: &Value) -> f64 {
    match value {
        Value::Float(value) => *value,
        other => panic!("{other:?} is no float"),
    }
}

fn floats<const N: usize>(values: [f64; N]) -> Vec<Value> {
    values.into_iter().map(Value::Float).collect()
}

/// `y += x³ sin x`: the tangent of the adjoint is the second derivative times the direction.
#[test]
fn the_tangent_of_an_adjoint() {
    let source = "#[reversible(adjoint, tangent)] fn f(y: &mut f64, x: f64) { let t = x * x; *y += t * x * x.sin(); }";
    let mut program = Program::parse(source).unwrap();
    program.tangents_of_adjoints().unwrap();
    let (x, direction, seed) = (1.3_f64, 0.7, 1.0);
    let y = x.powi(3) * x.sin();
    let slope = 3.0 * x * x * x.sin() + x.powi(3) * x.cos();
    let second = 6.0 * x * x.sin() + 6.0 * x * x * x.cos() - x.powi(3) * x.sin();
    // Values, tangents, gradients and their tangents, of `y` and of `x`.
    let args = floats([y, slope * direction, seed, 0.0, x, direction, 0.0, 0.0]);
    let after = program.run("f", Variant::ADJOINT.with(Role::Tangent), Level::Plain, args).unwrap();
    let expected = [0.0, 0.0, seed, 0.0, x, direction, slope, second * direction];
    for (found, expected) in after.iter().zip(expected) {
        assert!((float(found) - expected).abs() < 1e-12, "{after:?}");
    }
}

/// The second derivative of every line of the table is what differences of its partial derivatives are.
#[test]
fn every_rule_twice() {
    const STEP: f64 = 1e-5;
    let names = ["x", "z", "w"];
    for rule in retrograde_rules::RULES {
        let count = rule.partial.len();
        let operand = |k: usize| if rule.is_integer(k) { "3" } else { names[k] };
        let rest: Vec<&str> = (1..rule.arity()).map(operand).collect();
        let value = match (rule.operator, &rest[..]) {
            (Some(operator), []) => format!("{operator}x"),
            (Some(operator), [other]) => format!("x {operator} {other}"),
            _ => format!("x.{}({})", rule.method, rest.join(", ")),
        };
        let params: Vec<String> = names[..count].iter().map(|name| format!("{name}: f64")).collect();
        let params = params.join(", ");
        let source = format!("#[reversible(adjoint, tangent)] fn f(y: &mut f64, {params}) {{ *y += {value}; }}");
        let mut program = Program::parse(&source).unwrap_or_else(|mistakes| panic!("{source}: {mistakes:?}"));
        program.tangents_of_adjoints().unwrap();

        let at: Vec<f64> = rule.domain[..count].iter().map(|range| 0.3 * range.start + 0.7 * range.end).collect();
        let direction = [0.7, -0.4, 0.2];
        let moved = |step: f64| -> Vec<f64> {
            let mut operands: Vec<f64> = at.iter().zip(direction).map(|(x, dx)| x + step * dx).collect();
            operands.resize(rule.arity(), 3.0);
            let result = (rule.value)(&operands);
            rule.partial.iter().map(|partial| partial(&operands, result)).collect()
        };
        let (slopes, up, down) = (moved(0.0), moved(STEP), moved(-STEP));
        let mut args = floats([0.0, 0.0, 1.0, 0.0]);
        args.extend(at.iter().zip(direction).flat_map(|(x, dx)| floats([*x, dx, 0.0, 0.0])));
        let after = program.run("f", Variant::ADJOINT.with(Role::Tangent), Level::Plain, args);
        // The table has no line for the derivative of its derivative.
        if rule.method == "digamma" {
            assert!(after.is_err());
            continue;
        }
        let after = after.unwrap();
        for k in 0..count {
            let (slope, second) = (float(&after[4 * (k + 1) + 2]), float(&after[4 * (k + 1) + 3]));
            let expected = (up[k] - down[k]) / (2.0 * STEP);
            assert!((slope - slopes[k]).abs() < 1e-12 * slopes[k].abs().max(1.0), "{value}: {slope}, {slopes:?}");
            assert!((second - expected).abs() < 1e-6 * expected.abs().max(1.0), "{value}: {second}, not {expected}");
        }
    }
}

/// A call of an ordinary function with a loop that overwrites: its residual has tangents, and so has its tape.
#[test]
fn the_tangent_of_a_pullback() {
    let source = "
        #[differentiable(tangent)]
        fn power(x: f64) -> f64 { let mut p = x; for _ in 0..2 { p = p * x; } p }
        #[reversible(adjoint, tangent)]
        fn f(y: &mut f64, x: f64) { *y += power(x) * x.sin(); }";
    let mut program = Program::parse(source).unwrap();
    program.tangents_of_adjoints().unwrap();
    let (x, direction) = (1.3_f64, 0.7);
    let cubed = program.pullback_tangent("power", floats([x]), floats([direction]), 2.0).unwrap();
    assert!(
        (float(&cubed[0].0) - 6.0 * x * x).abs() < 1e-12 && (float(&cubed[0].1) - 12.0 * x * direction).abs() < 1e-12
    );
    let slope = 3.0 * x * x * x.sin() + x.powi(3) * x.cos();
    let second = 6.0 * x * x.sin() + 6.0 * x * x * x.cos() - x.powi(3) * x.sin();
    let args = floats([x.powi(3) * x.sin(), slope * direction, 1.0, 0.0, x, direction, 0.0, 0.0]);
    let after = program.run("f", Variant::ADJOINT.with(Role::Tangent), Level::Plain, args).unwrap();
    assert!(
        (float(&after[6]) - slope).abs() < 1e-12 && (float(&after[7]) - second * direction).abs() < 1e-12,
        "{after:?}"
    );
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11 * expected.abs().max(1.0), "{found}, not {expected}");
}

/// A program that is differentiated in all ways twice: `f(x) = x³ sin x`, with a local, a loop and calls.
const CUBES: &str = "
    #[differentiable(tangent)]
    fn power(x: f64) -> f64 { let mut p = x; for _ in 0..2 { p = p * x; } p }
    #[reversible(adjoint, tangent)]
    fn accumulate(y: &mut f64, x: f64) { let t = x.sin(); *y += t * power(x); }
    #[reversible(adjoint, tangent)]
    fn f(y: &mut f64, x: f64) {
        let mut s = 0.0;
        for k in 0..2 { if k == 1 { s += x * 0.5; } else { s += 0.5 * x; } }
        accumulate(y, s);
    }
    #[differentiable(tangent)]
    fn ordinary(x: f64) -> f64 {
        let mut r = 0.0;
        let mut k = 0;
        while k < 2 { if k == 0 { r = x.sin(); } else { r = r * power(x); } k += 1; }
        r
    }";

const X: f64 = 1.3;

fn slope() -> f64 {
    3.0 * X * X * X.sin() + X.powi(3) * X.cos()
}

fn second() -> f64 {
    6.0 * X * X.sin() + 6.0 * X * X * X.cos() - X.powi(3) * X.sin()
}

fn twice() -> Program {
    let mut program = Program::parse(CUBES).unwrap();
    program.tangents_of_adjoints().unwrap();
    program.adjoints_of_derivatives(&Tables::default()).unwrap();
    program
}

/// Reverse over forward: `y_tan = f'(x) x_tan`, whose gradients are `f''(x) x_tan` and `f'(x)`.
#[test]
fn the_adjoint_of_a_tangent() {
    let (program, direction, seed) = (twice(), 0.7, 2.0);
    let y = X.powi(3) * X.sin();
    // For each parameter its value and its gradient, its tangent and the gradient of that.
    let args = floats([y, 0.0, slope() * direction, seed, X, 0.0, direction, 0.0]);
    let after = program.run("f", Variant::TANGENT.with(Role::Adjoint), Level::Plain, args).unwrap();
    let expected = [0.0, 0.0, 0.0, seed, X, seed * second() * direction, direction, seed * slope()];
    after.iter().zip(expected).for_each(|(found, expected)| close(float(found), expected));

    let gradients = program.tangent_pullback("ordinary", floats([X]), floats([direction]), seed).unwrap();
    close(float(&gradients[0].0), seed * second() * direction);
    close(float(&gradients[0].1), seed * slope());
}

/// Reverse over reverse: `x_adj += f'(x) y_adj`, whose gradients are `f''(x) y_adj` and `f'(x)`.
#[test]
fn the_adjoint_of_an_adjoint() {
    let (program, seed, again) = (twice(), 2.0, 0.7);
    let y = X.powi(3) * X.sin();
    let (before, after) = (
        floats([y, seed, X, 0.0]),
        program.run("f", Variant::ADJOINT, Level::Plain, floats([y, seed, X, 0.0])).unwrap(),
    );
    // The state after the adjoint, each value with its gradient, each gradient with one of its own.
    let args = after
        .chunks(2)
        .zip([0.0, again])
        .flat_map(|(pair, again)| [pair[0].clone(), Value::Float(0.0), pair[1].clone(), Value::Float(again)]);
    let found = program.run("f", Variant::ADJOINT.with(Role::Adjoint), Level::Plain, args.collect()).unwrap();
    let expected = [float(&before[0]), 0.0, seed, again * slope(), X, again * second() * seed, 0.0, again];
    found.iter().zip(expected).for_each(|(found, expected)| close(float(found), expected));

    let gradients = program.pullback_pullback("ordinary", floats([X]), seed, floats([again])).unwrap();
    close(float(&gradients[0]), again * second() * seed);
}

/// A name that has two lives in a tangent, and its tangent with it, in a program that copies `y` onto a stack.
#[test]
fn two_lives_of_a_name() {
    let source = "
        #[reversible(adjoint, tangent)]
        fn f(stack: &mut Stack<f64>, y: &mut f64) {
            inverse! {
                let mut anc = 0.0_f64;
                anc += ({ let share = match 0 { 2..=4 => 1.0, _ => *y }; *y }) * 1.0;
                retrograde::stack::copy_pop(stack, &anc);
                anc -= ({ let share = match 0 { 2..=4 => 1.0, _ => *y }; *y }) * 1.0;
            }
        }";
    let mut program = Program::parse(source).unwrap();
    program.tangents_of_adjoints().unwrap();
    program.adjoints_of_derivatives(&Tables::default()).unwrap();
    let list = |values: [f64; 2]| Value::Array(floats(values));
    let (y, direction, seed) = (1.5, 0.7, 2.0);
    let mut args = vec![list([1.0, y]), list([0.0, 0.0]), list([0.0, direction]), list([0.0, seed])];
    args.extend(floats([y, 0.0, direction, 0.0]));
    let after = program.run("f", Variant::TANGENT.with(Role::Adjoint), Level::Plain, args).unwrap();
    assert_eq!(after[0], Value::Array(floats([1.0])));
    close(float(&after[5]), 0.0);
    close(float(&after[7]), seed);
}

/// A call whose argument is computed from a local of its own, in something that is put together from parts.
#[test]
fn a_call_of_a_block() {
    let source = "
        #[differentiable(tangent)]
        fn square(x: f64) -> f64 { x * x }
        #[reversible(adjoint, tangent)]
        fn f(y: &mut f64, x: f64) { let t = (square({ let share = x; 1.0 + share }), 1.0); *y += t.0 * x; }";
    let mut program = Program::parse(source).unwrap();
    program.tangents_of_adjoints().unwrap();
    program.adjoints_of_derivatives(&Tables::default()).unwrap();
    let (x, seed, again) = (1.5, 2.0, 0.7);
    let (slope, second) = ((1.0 + x) * (1.0 + 3.0 * x), 4.0 + 6.0 * x);
    let args = floats([0.0, 0.0, seed, 0.0, x, 0.0, seed * slope, again]);
    let after = program.run("f", Variant::ADJOINT.with(Role::Adjoint), Level::Plain, args).unwrap();
    let expected = [x * (1.0 + x) * (1.0 + x), 0.0, seed, again * slope, x, again * second * seed, 0.0, again];
    after.iter().zip(expected).for_each(|(found, expected)| close(float(found), expected));
}
