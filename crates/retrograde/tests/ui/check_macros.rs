use retrograde::prelude::*;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[reversible]
fn add(y: &mut f64, x: f64) {
    *y += x;
}

fn main() {
    check_gradient!(square);
    check_inverse!(square(1.0));
    check_inverse!(add);
    check_gradient!(square(1.0)); // has no tangent
    check_gradient!(reverse add(&mut 1.0, 2.0)); // has no adjoint
    check_gradient!(reverse square(1.0), precision = 3);
    check_gradient!(reverse square(1.0, 2, 3, 4, 5, 6, 7, 8, 9));
}
