use retrograde::prelude::*;

#[derivative(1.0, 2.0)]
fn too_many(x: f64) -> f64 {
    x
}

#[derivative(1.0)]
fn too_few(x: f64, y: f64) -> f64 {
    x + y
}

#[derivative(1.0, 2.0)]
fn of_an_integer(x: f64, n: i32) -> f64 {
    x + f64::from(n)
}

#[derivative(_)]
fn left_out(x: f64) -> f64 {
    x
}

#[derivative(1.0)]
fn of_a_slice(x: &[f64]) -> f64 {
    x[0]
}

#[derivative(1.0)]
fn to_an_integer(x: f64) -> i32 {
    x as i32
}

#[derivative(1.0)]
fn to_nothing(x: f64) {
    let _ = x;
}

#[derivative(1.0)]
fn mixed(x: f32) -> f64 {
    f64::from(x)
}

#[derivative(_)]
fn without_floats(n: i32) -> f64 {
    f64::from(n)
}

#[derivative(T::ONE)]
fn generic<T: retrograde::Scalar>(x: T) -> T {
    x
}

#[derivative(1.0, test = 3)]
fn no_range(x: f64) -> f64 {
    x
}

#[derivative(x)]
struct NoFunction;

#[pullback()]
fn no_pullback(x: f64) -> f64 {
    x
}

#[pullback(a, b)]
fn two_pullbacks(x: f64) -> f64 {
    x
}

#[pullback(a)]
fn no_value(x: f64) {
    let _ = x;
}

#[primitive(adjoint = a, inverse_adjoint = b)]
fn no_inverse(x: &mut f64) {
    *x += 1.0;
}

#[primitive(inverse = minus, inverse_tangent = a)]
fn too_much_for_one_direction(a: &mut f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, n: u8, i: f64) {
    *a += b + c + d + e + f + g + h + i + f64::from(n);
}

#[primitive(inverse = minus, gradient = a)]
fn unknown_part(x: &mut f64) {
    *x += 1.0;
}

#[primitive(inverse)]
fn no_name(x: &mut f64) {
    *x += 1.0;
}

#[primitive(inverse = minus)]
fn changes_nothing(x: f64) {
    let _ = x;
}

#[primitive(inverse = minus)]
fn returns(x: &mut f64) -> f64 {
    *x
}

#[derivative(1.0)]
fn marked(#[constant] x: f64) -> f64 {
    x
}

struct P;

impl P {
    #[derivative(1.0)]
    fn method(&self, x: f64) -> f64 {
        x
    }
}

fn main() {}
