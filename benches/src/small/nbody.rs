//! A step of planets in place, as programs write it that are not written to be differentiated.

use super::Small;
use crate::kernel::wave;
use retrograde::prelude::*;

const BODIES: usize = 5;
const DT: f64 = 0.01;

#[derive(Clone, Copy, Differentiable)]
pub struct Body {
    x: f64,
    y: f64,
    z: f64,
    vx: f64,
    vy: f64,
    vz: f64,
    mass: f64,
}

/// The gradient of the result.
fn seed() -> BodyTangent<One> {
    BodyTangent { x: 1.0, y: 2.0, z: 3.0, vx: 4.0, vy: 5.0, vz: 6.0, mass: 0.0 }
}

#[inline(never)]
fn plain(bodies: &mut [Body], dt: f64) {
    let n = bodies.len();
    for i in 0..n {
        for j in i + 1..n {
            let dx = bodies[i].x - bodies[j].x;
            let dy = bodies[i].y - bodies[j].y;
            let dz = bodies[i].z - bodies[j].z;
            let d2 = dx * dx + dy * dy + dz * dz;
            let mag = dt / (d2 * d2.sqrt());
            let (mi, mj) = (bodies[i].mass, bodies[j].mass);
            bodies[i].vx -= dx * mj * mag;
            bodies[i].vy -= dy * mj * mag;
            bodies[i].vz -= dz * mj * mag;
            bodies[j].vx += dx * mi * mag;
            bodies[j].vy += dy * mi * mag;
            bodies[j].vz += dz * mi * mag;
        }
    }
    for body in bodies.iter_mut() {
        body.x += dt * body.vx;
        body.y += dt * body.vy;
        body.z += dt * body.vz;
    }
}

#[differentiable]
#[inline(never)]
fn advance(bodies: &mut [Body], dt: f64) {
    let n = bodies.len();
    for i in 0..n {
        for j in i + 1..n {
            let dx = bodies[i].x - bodies[j].x;
            let dy = bodies[i].y - bodies[j].y;
            let dz = bodies[i].z - bodies[j].z;
            let d2 = dx * dx + dy * dy + dz * dz;
            let mag = dt / (d2 * d2.sqrt());
            let (mi, mj) = (bodies[i].mass, bodies[j].mass);
            bodies[i].vx -= dx * mj * mag;
            bodies[i].vy -= dy * mj * mag;
            bodies[i].vz -= dz * mj * mag;
            bodies[j].vx += dx * mi * mag;
            bodies[j].vy += dy * mi * mag;
            bodies[j].vz += dz * mi * mag;
        }
    }
    for body in bodies.iter_mut() {
        body.x += dt * body.vx;
        body.y += dt * body.vy;
        body.z += dt * body.vz;
    }
}

/// By the bodies after the step: it moves no body by where it is, so the forces are those before.
#[inline(never)]
fn by_hand(before: &[Body; BODIES], dt: f64) -> (Vec<BodyTangent<One>>, f64) {
    let mut bodies = *before;
    plain(&mut bodies, dt);
    let mut adj = vec![seed(); BODIES];
    let mut dt_adj = 0.0;
    for (body, adj) in bodies.iter().zip(&mut adj) {
        dt_adj += adj.x * body.vx + adj.y * body.vy + adj.z * body.vz;
        adj.vx += dt * adj.x;
        adj.vy += dt * adj.y;
        adj.vz += dt * adj.z;
    }
    for i in 0..BODIES {
        for j in i + 1..BODIES {
            let (a, b) = (before[i], before[j]);
            let (dx, dy, dz) = (a.x - b.x, a.y - b.y, a.z - b.z);
            let d2 = dx * dx + dy * dy + dz * dz;
            let root = 1.0 / (d2 * d2.sqrt());
            let mag = dt * root;
            let (u, v) = (adj[i], adj[j]);
            let (by_u, by_v) = (dx * u.vx + dy * u.vy + dz * u.vz, dx * v.vx + dy * v.vy + dz * v.vz);
            let mag_adj = a.mass * by_v - b.mass * by_u;
            adj[i].mass += mag * by_v;
            adj[j].mass -= mag * by_u;
            dt_adj += mag_adj * root;
            let d2_adj = -1.5 * mag_adj * mag / d2;
            let gx = mag * (a.mass * v.vx - b.mass * u.vx) + 2.0 * d2_adj * dx;
            let gy = mag * (a.mass * v.vy - b.mass * u.vy) + 2.0 * d2_adj * dy;
            let gz = mag * (a.mass * v.vz - b.mass * u.vz) + 2.0 * d2_adj * dz;
            adj[i].x += gx;
            adj[i].y += gy;
            adj[i].z += gz;
            adj[j].x -= gx;
            adj[j].y -= gy;
            adj[j].z -= gz;
        }
    }
    (adj, dt_adj)
}

pub struct NBody;

impl Small for NBody {
    const NAME: &'static str = "n-body step, 5 bodies";
    type Input = [Body; BODIES];
    type Gradient = (Vec<BodyTangent<One>>, f64);

    fn inputs() -> Vec<[Body; BODIES]> {
        let numbers = wave(100 + 7 * BODIES);
        let body = |at: usize| {
            let [x, y, z, vx, vy, vz, mass] = std::array::from_fn(|k| numbers[at + k]);
            Body { x: x + at as f64, y, z, vx, vy, vz, mass }
        };
        (0..100).map(|k| std::array::from_fn(|b| body(k + 7 * b))).collect()
    }

    fn plain(bodies: &mut [Body; BODIES]) -> f64 {
        let mut bodies = *bodies;
        plain(&mut bodies, DT);
        bodies[0].x
    }

    fn ours(bodies: &mut [Body; BODIES]) -> f64 {
        let mut bodies = *bodies;
        advance(&mut bodies, DT);
        bodies[0].x
    }

    fn by_hand(bodies: &mut [Body; BODIES]) -> (f64, (Vec<BodyTangent<One>>, f64)) {
        let (adj, dt_adj) = by_hand(bodies, DT);
        (0.0, (adj, dt_adj))
    }

    fn derived(bodies: &mut [Body; BODIES]) -> (f64, (Vec<BodyTangent<One>>, f64)) {
        (0.0, advance::vjp(bodies, DT, vec![seed(); BODIES]))
    }

    fn numbers((bodies, dt): &(Vec<BodyTangent<One>>, f64)) -> Vec<f64> {
        let body = |b: &BodyTangent<One>| [b.x, b.y, b.z, b.vx, b.vy, b.vz, b.mass];
        bodies.iter().flat_map(body).chain([*dt]).collect()
    }
}
