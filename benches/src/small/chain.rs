//! An arm of six joints: a matrix made by a helper for each, another helper that applies it.

use super::Small;
use retrograde::prelude::*;

const JOINTS: usize = 6;
/// The twist, the length and the offset of each link.
const ARM: [[f64; 3]; JOINTS] =
    [[1.5, 0.0, 0.35], [0.0, 0.6, 0.0], [1.2, 0.1, 0.05], [-1.5, 0.0, 0.55], [1.5, 0.02, 0.0], [0.0, 0.0, 0.12]];
const TARGET: [f64; 3] = [0.4, 0.3, 0.6];

fn plain_joint(angle: f64, twist: f64, length: f64, offset: f64) -> [[f64; 4]; 3] {
    let (s, c) = angle.sin_cos();
    let (st, ct) = twist.sin_cos();
    [[c, -s * ct, s * st, length * c], [s, c * ct, -c * st, length * s], [0.0, st, ct, offset]]
}

fn plain_moved(a: &[[f64; 4]; 3], p: [f64; 3]) -> [f64; 3] {
    let mut moved = [0.0; 3];
    for i in 0..3 {
        moved[i] = a[i][0] * p[0] + a[i][1] * p[1] + a[i][2] * p[2] + a[i][3];
    }
    moved
}

/// How far the tool is from its target, squared.
#[inline(never)]
fn plain(angles: &[f64; JOINTS]) -> f64 {
    let mut p = [0.0, 0.0, 0.1];
    for k in (0..JOINTS).rev() {
        let a = plain_joint(angles[k], ARM[k][0], ARM[k][1], ARM[k][2]);
        p = plain_moved(&a, p);
    }
    let (x, y, z) = (p[0] - TARGET[0], p[1] - TARGET[1], p[2] - TARGET[2]);
    x * x + y * y + z * z
}

#[differentiable]
fn joint(angle: f64, twist: f64, length: f64, offset: f64) -> [[f64; 4]; 3] {
    let (s, c) = angle.sin_cos();
    let (st, ct) = twist.sin_cos();
    [[c, -s * ct, s * st, length * c], [s, c * ct, -c * st, length * s], [0.0, st, ct, offset]]
}

#[differentiable]
fn moved(a: &[[f64; 4]; 3], p: [f64; 3]) -> [f64; 3] {
    let mut moved = [0.0; 3];
    for i in 0..3 {
        moved[i] = a[i][0] * p[0] + a[i][1] * p[1] + a[i][2] * p[2] + a[i][3];
    }
    moved
}

/// How far the tool is from its target, squared.
#[differentiable]
#[inline(never)]
fn distance(angles: &[f64; JOINTS]) -> f64 {
    let mut p = [0.0, 0.0, 0.1];
    for k in (0..JOINTS).rev() {
        let a = joint(angles[k], ARM[k][0], ARM[k][1], ARM[k][2]);
        p = moved(&a, p);
    }
    let (x, y, z) = (p[0] - TARGET[0], p[1] - TARGET[1], p[2] - TARGET[2]);
    x * x + y * y + z * z
}

#[inline(never)]
fn by_hand(angles: &[f64; JOINTS]) -> (f64, [f64; JOINTS]) {
    let mut p = [0.0, 0.0, 0.1];
    let mut tape = [([[0.0; 4]; 3], p); JOINTS];
    for k in (0..JOINTS).rev() {
        let a = plain_joint(angles[k], ARM[k][0], ARM[k][1], ARM[k][2]);
        tape[k] = (a, p);
        p = plain_moved(&a, p);
    }
    let (x, y, z) = (p[0] - TARGET[0], p[1] - TARGET[1], p[2] - TARGET[2]);
    let mut p_adj = [2.0 * x, 2.0 * y, 2.0 * z];
    let mut angles_adj = [0.0; JOINTS];
    for k in 0..JOINTS {
        let (a, p) = tape[k];
        // The first two rows are turned by the angle.
        for j in 0..4 {
            let along = if j < 3 { p[j] } else { 1.0 };
            angles_adj[k] += (p_adj[1] * a[0][j] - p_adj[0] * a[1][j]) * along;
        }
        let mut before = [0.0; 3];
        for i in 0..3 {
            for j in 0..3 {
                before[j] += p_adj[i] * a[i][j];
            }
        }
        p_adj = before;
    }
    (x * x + y * y + z * z, angles_adj)
}

pub struct Chain;

impl Small for Chain {
    const NAME: &'static str = "arm of six joints";
    type Input = [f64; JOINTS];
    type Gradient = [f64; JOINTS];

    fn inputs() -> Vec<[f64; JOINTS]> {
        super::spread(100, -1.5, 1.5).into_iter().map(|a| [a, 0.4 - a, 0.3 * a, 0.7 + a, -a, 0.2]).collect()
    }

    fn plain(angles: &mut [f64; JOINTS]) -> f64 {
        plain(angles)
    }

    fn ours(angles: &mut [f64; JOINTS]) -> f64 {
        distance(angles)
    }

    fn by_hand(angles: &mut [f64; JOINTS]) -> (f64, [f64; JOINTS]) {
        by_hand(angles)
    }

    fn derived(angles: &mut [f64; JOINTS]) -> (f64, [f64; JOINTS]) {
        distance::value_and_gradient(angles)
    }

    fn numbers(gradient: &[f64; JOINTS]) -> Vec<f64> {
        gradient.to_vec()
    }
}
