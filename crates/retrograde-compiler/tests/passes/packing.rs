// shown: check | inverse, liveness | adjoint, liveness | tape, liveness
//! Locals put together, taken apart and converted.

#[reversible(adjoint)]
fn packed(y: &mut f64, x: f64) {
    let mut a = x;
    let mut b = 2.0;
    pack!(pair = Pair { a, second: b });
    pair.a += pair.second;
    *y += pair.a * x;
    pair.a -= pair.second;
    unpack!(Pair { a, second: b } = pair);
}

#[reversible]
fn converted(y: &mut f64) {
    let mut n = 3;
    convert!(n: i32 => f64);
    *y += n;
}
