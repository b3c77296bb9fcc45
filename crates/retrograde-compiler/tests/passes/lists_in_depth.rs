// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
/// The gradient of a list gets longer and shorter with it.
#[differentiable(tangent)]
fn pushed(x: f64) -> f64 {
    let mut list = vec![x];
    list.push(x * x);
    let last = list.pop();
    last.unwrap() * list[0]
}
