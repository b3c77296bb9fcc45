//! The right side of an update of several places reads one of them.

use retrograde::prelude::*;

#[reversible]
fn crossed(a: &mut i32, b: &mut i32) {
    (*a, *b) += (*b, *a);
}

fn main() {
    crossed(&mut 1, &mut 2);
}
