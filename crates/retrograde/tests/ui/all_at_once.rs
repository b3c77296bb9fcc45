//! Every mistake of a function is reported, each at its token. The function itself and its companion are still there, so that its
//! callers are not in error too, in other modules neither.

use retrograde::prelude::*;

mod inner {
    use retrograde::prelude::*;

    #[reversible(adjoint)]
    pub fn four_mistakes(y: &mut f64, x: &[f64]) {
        *y = 0.0;
        for i in 0..x.len() {
            *y %= x[i];
            if x[i] < 0.0 {
                break;
            }
        }
        while *y > 1.0 {}
    }

    #[reversible]
    pub fn of_different_kinds(y: &mut f64, z: &mut f64, k: &mut i64) {
        let t = *y;
        *y += *y;
        *z = t;
        if (*k == 0, *k == 1) {
            *k += 1;
        }
    }
}

use inner::{four_mistakes, of_different_kinds};

#[reversible(adjoint)]
fn caller(y: &mut f64, x: &[f64]) {
    four_mistakes(y, x);
}

fn main() {
    let mut y = 0.0;
    caller::inverse(&mut y, &[1.0]);
    four_mistakes(&mut y, &[1.0]);
    of_different_kinds(&mut y, &mut 1.0, &mut 0);
}
