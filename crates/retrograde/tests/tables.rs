//! Constants and statics whose parts are read: tables, tables of tables, of tuples and of structs without a derive.

#![allow(
    clippy::all,
    clippy::pedantic,
    non_upper_case_globals,
    reason = "plain code, as people write it, is what is tested"
)]

use retrograde::prelude::*;

const TABLE: [f64; 5] = [0.5, 1.0, -0.3, 2.0, 0.1];
const C: &[f64] = &[1.0, 2.0, 3.0];
static PAIRS: &[(f64, f64)] = &[(0.1, 0.2), (0.3, 0.4)];
static FIXED: [f64; 3] = [1.0, 2.0, 3.0];
static GRID: [[f64; 2]; 3] = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
const RAGGED: &[&[f64]] = &[&[1.0, 2.0], &[3.0]];
struct Node {
    x: f64,
    w: f64,
}
const NODES: [Node; 3] = [Node { x: -0.77, w: 0.55 }, Node { x: 0.0, w: 0.88 }, Node { x: 0.77, w: 0.55 }];
static STATIC_NODES: [Node; 3] = NODES;
const ONE: Node = Node { x: 1.0, w: 2.0 };
const lower: [f64; 2] = [1.0, 2.0];

mod data {
    pub const T: [f64; 2] = [1.0, 2.0];
    pub static S: &[f64] = &[1.0, 2.0];
}

/// One function, in all modes.
macro_rules! agree {
    ($($name:ident($x:ident $(: $ty:ty)?) $body:block at $($at:expr),+;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable(tangent)]
            fn f($x: f64) -> f64 $body
            $(check_gradient!(f($at));)+
        }
    )*};
}

agree! {
    horner(x) { TABLE.iter().rev().fold(0.0, |s, c| s * x + c) } at 0.7, -1.2;
    of_tuples(x) { PAIRS.iter().map(|(a, b)| a * (b * x).sin()).sum() } at 0.7;
    of_structs(x) { NODES.iter().map(|n| n.w * (x * n.x).exp()).sum() } at 0.7;
    loop_along(x) { let mut s = 0.0; for n in &NODES { s += n.w * (x + n.x).cos(); } s } at 0.7;
    by_index(x) {
        let mut s = 0.0;
        for i in 0..NODES.len() {
            s += NODES[i].w * (x + NODES[i].x).cos();
        }
        s
    } at 0.7;
    pairs_in_a_loop(x) {
        let mut s = 0.0;
        for (a, b) in PAIRS {
            s += a * (b * x).sin();
        }
        for &(a, b) in PAIRS.iter() {
            s *= a * (b * x).sin() + 1.0;
        }
        s
    } at 0.7;
    lengths(x) { x * x * C.len() as f64 + x * TABLE.len() as f64 } at 0.7;
    small_letters(x) { lower.iter().map(|c| c * x * x).sum::<f64>() + lower[0] * x } at 0.7;
    of_a_module(x) {
        data::T.iter().map(|c| c * x * x).sum::<f64>() + data::S.iter().map(|c| (c * x).sin()).sum::<f64>()
    } at 0.7;
    rows(x) { GRID.iter().map(|r| r.iter().map(|v| v * x).sum::<f64>()).product() } at 0.7;
    rows_in_loops(x) {
        let mut s = 0.0;
        for row in &GRID {
            for v in row {
                s += v * x * x;
            }
        }
        for r in RAGGED {
            for v in r.iter() {
                s *= v * x;
            }
        }
        s
    } at 0.7;
    elements_by_name(x) {
        let n = &NODES[1];
        let (a, b) = PAIRS[0];
        let [p, q] = GRID[1];
        n.w * x * x + ONE.x * x + a * (x * b).sin() + p * x * x * x + q
    } at 0.7;
    left_early(x) {
        for (i, n) in STATIC_NODES.iter().enumerate() {
            if x < n.x {
                return n.w * x * x * i as f64;
            }
        }
        x * x
    } at -3.0, -0.2, 0.7, 3.0;
    looked_up(x) {
        let k = TABLE.iter().position(|t| *t > x).unwrap_or(0);
        x * x * TABLE[k]
    } at 0.7, 5.0;
    parts(x) {
        let mut s = 0.0;
        for w in TABLE.windows(2) {
            if w[0] < x && x < w[1] {
                s += x * x * (w[1] - w[0]);
            }
        }
        s + C[1..].iter().map(|c| (c * x).cos()).sum::<f64>()
    } at 0.7, -5.0;
    greatest(x) { TABLE.iter().copied().fold(f64::MIN, f64::max) * x * x + TABLE.last().unwrap() * x } at 0.7;
    in_a_closure(x) {
        let g = |y: f64| TABLE.iter().fold(0.0, |s, c| s * y + c);
        g(x) * g(2.0 * x)
    } at 0.7;
    in_branches(x) {
        let mut y = x;
        for _ in 0..3 {
            y = if y > 1.0 { FIXED.iter().map(|c| c / y).sum() } else { y * TABLE.iter().sum::<f64>() };
        }
        y
    } at 0.3, 2.0;
    declared_in_the_body(x) {
        const K: [f64; 2] = [1.0, 2.0];
        static S: [(f64, f64); 1] = [(1.0, 2.0)];
        struct Q {
            a: f64,
        }
        const QS: [Q; 2] = [Q { a: 1.0 }, Q { a: 3.0 }];
        K.iter().map(|c| c * x * x).sum::<f64>()
            + S.iter().map(|(a, b)| a * x.powi(3) * b).sum::<f64>()
            + QS.iter().map(|q| q.a * x * x).sum::<f64>()
    } at 0.7;
    lent(x) { polynomial(&TABLE, x) + polynomial(&C[1..], x) + polynomial(&FIXED[..2], x) * polynomial(&GRID[1], x) } at 0.7;
}

#[differentiable(tangent)]
fn polynomial(c: &[f64], x: f64) -> f64 {
    let mut s = 0.0;
    for v in c {
        s = s * x + v;
    }
    s
}

#[test]
fn beside_what_has_a_gradient() {
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().zip(TABLE.iter()).map(|(a, b)| a * a * b).sum::<f64>()
            + x.iter().zip(&C[..2]).map(|(a, b)| a * b).sum::<f64>()
            + x.iter().zip(C).map(|(a, b)| (a * b).sin()).sum::<f64>()
    }
    check_gradient!(f(&[0.5, 1.5, -0.7]));
}

#[derive(Clone, Copy, Differentiable)]
struct Rule {
    at: f64,
}

#[differentiable(tangent)]
impl Rule {
    const T: [f64; 2] = [3.0, 4.0];
    fn of(&self, x: f64) -> f64 {
        Self::T.iter().map(|c| c * x * x * self.at).sum::<f64>() + Self::T[0] * x
    }
}

#[test]
fn associated() {
    #[differentiable(tangent)]
    fn f(at: f64, x: f64) -> f64 {
        let rule = Rule { at };
        rule.of(x)
    }
    check_gradient!(f(0.5, 1.5));
}

#[differentiable]
mod inside {
    pub struct Pair {
        pub a: f64,
        pub b: f64,
    }
    pub static PAIRS: [Pair; 2] = [Pair { a: 1.0, b: 2.0 }, Pair { a: 3.0, b: 4.0 }];
    pub const T: &[f64] = &[1.0, 2.0];

    #[differentiable(tangent)]
    pub fn f(x: f64) -> f64 {
        PAIRS.iter().map(|p| p.a * (p.b * x).sin()).sum::<f64>()
            + T.iter().map(|t| t * x * x).sum::<f64>()
            + super::TABLE.iter().map(|t| t * x * x * x).sum::<f64>()
    }
}

#[test]
fn of_a_module_with_the_attribute() {
    check_gradient!(inside::f(0.7));
}

#[reversible(adjoint, tangent)]
fn sums(y: &mut f64, x: f64) {
    for i in 0..3 {
        *y += TABLE[i] * x;
    }
    for n in &NODES {
        *y += n.w * x * x;
    }
    for (a, b) in PAIRS {
        if *b > 0.3 {
            *y += a * (b * x).sin();
        }
    }
    *y += ONE.x * x;
}

#[reversible(adjoint, tangent)]
fn elements(y: &mut [f64; 5], x: f64) {
    for (a, b) in y.iter_mut().zip(&TABLE) {
        *a += b * x;
    }
    for i in 0..TABLE.len() {
        y[i] += x * x;
    }
    let row = &GRID[2];
    y[0] += row[0] * x;
}

#[test]
fn in_reversible_functions() {
    check_inverse!(sums(&mut 1.0, 0.7));
    check_gradient!(sums(&mut 1.0, 0.7));
    check_inverse!(elements(&mut [1.0; 5], 0.7));
    check_gradient!(elements(&mut [1.0; 5], 0.7));
}
