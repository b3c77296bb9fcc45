//! Derivatives of derivatives in the interpreter.

use retrograde_compiler::{Level, Program, Role, Value, Variant};

fn float(value: &Value) -> f64 {
    match value {
        Value::Float(value) => *value,
        other => panic!("{other:?} is no float"),
    }
}

fn floats(values: [f64; 8]) -> Vec<Value> {
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
