//! Derivatives of derivatives in the interpreter.

use retrograde_compiler::{Level, Program, Role, Value, Variant};

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
