//! Learning without gradients: run forwards, put the wanted result in place of the result, run backwards, and keep the parameter.
//!
//! From the first paper on NiLang (Liu and Zhao, "Differentiate everything with a reversible programming language", appendix
//! "Learn by consistency"). The task is to find the `p` for which `exp(x + p) - exp(x)` is 1, at `x` = 0.3. Both functions
//! compute it, and both are reversible. `f1` leaves `x` and `x + p` beside the result: they determine `p`, so that the way back
//! returns the `p` it came with, whatever result it is given. `f2` removes `x` by what is left of it in `y`. Then the wanted result
//! has a say in `p`, and repeating it settles where forwards and backwards agree.
//!
//! `cargo run --release -p retrograde-examples --example consistency`

use retrograde::prelude::*;

/// `p += x`, `y += exp(p) - exp(x)`
#[reversible]
fn f1(y: &mut f64, x: &mut f64, p: &mut f64) {
    *p += *x;
    *y -= x.exp();
    *y += p.exp();
}

/// The same, and `x` is used up: `y` holds `-exp(x)` when it is subtracted.
#[reversible]
fn f2(y: &mut f64, x: &mut f64, p: &mut f64) {
    *p += *x;
    *y -= x.exp();
    *x -= (-*y).ln();
    *y += p.exp();
}

/// The results of a hundred rounds that ask for `target`, and the last parameter. Any reversible function of this form will do.
fn train(f: impl for<'a> Reversible<(&'a mut f64, &'a mut f64, &'a mut f64)>, target: f64) -> (Vec<f64>, f64) {
    let mut results = Vec::new();
    let mut p = 1.6;
    for _ in 0..100 {
        let (mut y, mut x) = (0.0, 0.3);
        f.call((&mut y, &mut x, &mut p));
        results.push(y);
        y = target;
        f.uncall((&mut y, &mut x, &mut p));
    }
    (results, p)
}

fn main() {
    let (stuck, p1) = train(f1 {}, 1.0);
    let (learnt, p2) = train(f2 {}, 1.0);
    println!("round   f1         f2");
    for round in [0, 1, 2, 5, 10, 20, 50, 99] {
        println!("{round:5}   {:.6}   {:.15}", stuck[round], learnt[round]);
    }
    println!("    p   {p1:.6}   {p2:.15}");

    assert!((p1 - 1.6).abs() < 1e-14 && stuck.iter().all(|y| (y - stuck[0]).abs() < 1e-12));
    assert!((learnt[0] - stuck[0]).abs() < 1e-12, "both compute the same");
    assert!((learnt[99] - 1.0).abs() < 1e-12);
    assert!((p2 - ((1.0 + 0.3_f64.exp()).ln() - 0.3)).abs() < 1e-12);
}
