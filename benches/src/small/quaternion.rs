//! A point turned by a quaternion, with a struct and helpers.

use super::Small;
use crate::kernel::wave;
use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
pub struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Clone, Copy, Differentiable)]
pub struct Quaternion {
    w: f64,
    v: Vec3,
}

const LIGHT: Vec3 = Vec3 { x: 0.3, y: -0.5, z: 0.8 };

fn plain_cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

fn plain_dot(a: Vec3, b: Vec3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// How much light falls on a face that has this normal before it is turned.
#[inline(never)]
fn plain(q: Quaternion, n: Vec3) -> f64 {
    let t = plain_cross(q.v, n);
    let t = Vec3 { x: 2.0 * t.x, y: 2.0 * t.y, z: 2.0 * t.z };
    let u = plain_cross(q.v, t);
    let turned = Vec3 { x: n.x + q.w * t.x + u.x, y: n.y + q.w * t.y + u.y, z: n.z + q.w * t.z + u.z };
    plain_dot(turned, LIGHT)
}

#[differentiable]
fn cross(a: Vec3, b: Vec3) -> Vec3 {
    Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

#[differentiable]
fn dot(a: Vec3, b: Vec3) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// How much light falls on a face that has this normal before it is turned.
#[differentiable]
#[inline(never)]
fn lit(q: Quaternion, n: Vec3) -> f64 {
    let t = cross(q.v, n);
    let t = Vec3 { x: 2.0 * t.x, y: 2.0 * t.y, z: 2.0 * t.z };
    let u = cross(q.v, t);
    let turned = Vec3 { x: n.x + q.w * t.x + u.x, y: n.y + q.w * t.y + u.y, z: n.z + q.w * t.z + u.z };
    dot(turned, LIGHT)
}

type Both = (QuaternionTangent<One>, Vec3Tangent<One>);

#[inline(never)]
fn by_hand(q: Quaternion, n: Vec3) -> (f64, Both) {
    let t = plain_cross(q.v, n);
    let t = Vec3 { x: 2.0 * t.x, y: 2.0 * t.y, z: 2.0 * t.z };
    let u = plain_cross(q.v, t);
    let turned = Vec3 { x: n.x + q.w * t.x + u.x, y: n.y + q.w * t.y + u.y, z: n.z + q.w * t.z + u.z };
    let by_t = plain_cross(LIGHT, q.v);
    let t_adj = Vec3 { x: q.w * LIGHT.x + by_t.x, y: q.w * LIGHT.y + by_t.y, z: q.w * LIGHT.z + by_t.z };
    let (by_u, by_n, by_v) = (plain_cross(t, LIGHT), plain_cross(n, t_adj), plain_cross(t_adj, q.v));
    let v = Vec3Tangent { x: by_u.x + 2.0 * by_n.x, y: by_u.y + 2.0 * by_n.y, z: by_u.z + 2.0 * by_n.z };
    let normal = Vec3Tangent { x: LIGHT.x + 2.0 * by_v.x, y: LIGHT.y + 2.0 * by_v.y, z: LIGHT.z + 2.0 * by_v.z };
    (plain_dot(turned, LIGHT), (QuaternionTangent { w: plain_dot(LIGHT, t), v }, normal))
}

pub struct Turned;

impl Small for Turned {
    const NAME: &'static str = "turned by a quaternion";
    type Input = (Quaternion, Vec3);
    type Gradient = Both;

    fn inputs() -> Vec<(Quaternion, Vec3)> {
        let numbers = wave(207);
        let vector = |at: usize| Vec3 { x: numbers[at], y: numbers[at + 1], z: numbers[at + 2] };
        (0..200).map(|k| (Quaternion { w: numbers[k], v: vector(k + 1) }, vector(k + 4))).collect()
    }

    fn plain((q, n): &mut (Quaternion, Vec3)) -> f64 {
        plain(*q, *n)
    }

    fn ours((q, n): &mut (Quaternion, Vec3)) -> f64 {
        lit(*q, *n)
    }

    fn by_hand((q, n): &mut (Quaternion, Vec3)) -> (f64, Both) {
        by_hand(*q, *n)
    }

    fn derived((q, n): &mut (Quaternion, Vec3)) -> (f64, Both) {
        lit::value_and_gradient(*q, *n)
    }

    fn numbers((q, n): &Both) -> Vec<f64> {
        vec![q.w, q.v.x, q.v.y, q.v.z, n.x, n.y, n.z]
    }
}
