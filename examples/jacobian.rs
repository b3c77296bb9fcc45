//! A whole Jacobian in one backward sweep.
//!
//! The hand of a robot arm has two coordinates, so its Jacobian has two rows. A shadow of two lanes carries both at once: the
//! values of the backward run, here all the sines and cosines, are computed once instead of twice.
//!
//! `cargo run --release -p retrograde-examples --example jacobian`

use retrograde::prelude::*;

/// Adds the place of the hand of an arm with the given joint angles and bone lengths.
#[reversible(adjoint, tangent)]
fn hand(place: &mut [f64; 2], angles: &[f64; 3], lengths: &[f64; 3]) {
    let mut direction = 0.0;
    for k in 0..3 {
        direction += angles[k];
        place[0] += lengths[k] * direction.cos();
        place[1] += lengths[k] * direction.sin();
    }
}

fn main() {
    let angles = [0.3, 0.5, -0.9];
    let lengths = [1.0, 0.8, 0.4];
    let mut place = [0.0; 2];
    hand(&mut place, &angles, &lengths);
    println!("hand at {place:.4?}");

    // Lane 0 asks for the gradient of the first coordinate, lane 1 for that of the second. The place is only added to, so
    // `pull` needs neither its value nor a forward run; the lengths are constants here.
    let mut place_adj = [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])];
    let mut angles_adj = [Lanes([0.0; 2]); 3];
    hand::pull(&mut place_adj, &angles, &mut angles_adj, &lengths, Inactive);
    for row in 0..2 {
        println!("row {row}   {:+.4?}", angles_adj.map(|lanes| lanes[row]));
    }

    // The same numbers column by column, forwards.
    for k in 0..3 {
        let mut place = [0.0; 2];
        let mut place_tan = [0.0; 2];
        let mut angles_tan = [0.0; 3];
        angles_tan[k] = 1.0;
        hand::tangent(&mut place, &mut place_tan, &angles, &mut angles_tan, &lengths, Inactive);
        for row in 0..2 {
            assert!((place_tan[row] - angles_adj[k][row]).abs() < 1e-12);
        }
    }
}
