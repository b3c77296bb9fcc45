//! An affine map added in place, `y += W x + b`, with the gradients with respect to all of its inputs.
//!
//! The in-place affine transformation is an example of the last paper on NiLang (Liu and Zhao, "Differentiate everything with a
//! reversible embedded domain-specific language", appendix on effective codes). Nothing is allocated, neither forwards nor backwards:
//! the gradients of `W`, `x` and `b` are added where the caller wants them.
//!
//! `cargo run --release -p retrograde-examples --example affine`

#![allow(clippy::float_cmp, reason = "these numbers are exact")]

use retrograde::prelude::*;

/// `y += W x + b`, with the rows of `W` one after the other. The assertions hold on the way there and on the way back.
#[reversible(adjoint)]
fn affine(y: &mut [f64], w: &[f64], x: &[f64], b: &[f64]) {
    assert_eq!(w.len(), y.len() * x.len());
    assert_eq!(b.len(), y.len());
    for (y, (row, b)) in y.iter_mut().zip(w.chunks_exact(x.len()).zip(b)) {
        for (w, x) in row.iter().zip(x) {
            *y += w * x;
        }
        *y += b;
    }
}

fn main() {
    let w = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let x = [0.5, -1.0, 2.0];
    let b = [10.0, 20.0];
    let mut y = [0.25, 0.5];

    affine(&mut y, &w, &x, &b);
    println!("y + W x + b   {y:?}");
    assert_eq!(y, [14.75, 29.5]);
    affine::inverse(&mut y, &w, &x, &b);
    println!("and back      {y:?}");
    assert_eq!(y, [0.25, 0.5]);

    // The gradient of `|y|^2 / 2` after the map, which by `y` is `y` itself. `adjoint` restores `y` on the way.
    affine(&mut y, &w, &x, &b);
    let mut y_adj = y;
    let (mut w_adj, mut x_adj, mut b_adj) = ([0.0; 6], [0.0; 3], [0.0; 2]);
    affine::adjoint(&mut y, &mut y_adj, &w, &mut w_adj, &x, &mut x_adj, &b, &mut b_adj);
    println!("by W          {w_adj:?}");
    println!("by x          {x_adj:?}");
    println!("by b          {b_adj:?}");
    assert_eq!(y, [0.25, 0.5]);
    // the transpose of `W` times the gradient of `y`, the outer product of that gradient with `x`, and the gradient itself
    let g = [14.75, 29.5];
    assert_eq!(x_adj, [0, 1, 2].map(|j| w[j] * g[0] + w[3 + j] * g[1]));
    assert_eq!(w_adj[..3], x.map(|x| x * g[0]));
    assert_eq!(w_adj[3..], x.map(|x| x * g[1]));
    assert_eq!(b_adj, g);
}
