//! Every mistake of a function is reported, each at its token. The function itself is still there, so its callers are not in
//! error too.

use retrograde::prelude::*;

#[reversible(adjoint)]
fn four_mistakes(y: &mut f64, x: &[f64]) {
    *y = 0.0;
    for i in 0..x.len() {
        *y *= x[i];
        if x[i] < 0.0 {
            break;
        }
    }
    while *y > 1.0 {}
}

#[reversible]
fn two_more(y: &mut f64, z: &mut f64) {
    let t = *y;
    *y += *y;
    *z += t;
}

#[reversible(adjoint)]
fn caller(y: &mut f64, x: &[f64]) {
    four_mistakes(y, x);
}

fn main() {
    let mut y = 0.0;
    four_mistakes(&mut y, &[1.0]);
    four_mistakes::inverse(&mut y, &[1.0]);
    caller::inverse(&mut y, &[1.0]);
    two_more(&mut y, &mut 1.0);
}
