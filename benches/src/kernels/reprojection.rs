//! The reprojection error of bundle adjustment, as `computeReprojectionError` of `ADBench`, with its 2 x 15 Jacobian: 11 camera
//! parameters (rotation, centre, focal length, principal point, radial distortion), a point and a weight, both rows in one sweep.

use crate::kernel::Kernel;
use retrograde::prelude::*;
use std::ops::{Add, Mul, Sub};

#[inline(never)]
fn plain(error: &mut [f64; 2], camera: &[f64; 11], point: &[f64; 3], weight: f64, feature: &[f64; 2]) {
    let [r0, r1, r2, c0, c1, c2, focal, u0, u1, k1, k2] = *camera;
    let [x0, x1, x2] = [point[0] - c0, point[1] - c1, point[2] - c2];
    let square = r0 * r0 + r1 * r1 + r2 * r2;
    let [z0, z1, z2] = if square == 0.0 {
        [x0 + (r1 * x2 - r2 * x1), x1 + (r2 * x0 - r0 * x2), x2 + (r0 * x1 - r1 * x0)]
    } else {
        let angle = square.sqrt();
        let (sin, cos) = angle.sin_cos();
        let inverse = 1.0 / angle;
        let [w0, w1, w2] = [r0 * inverse, r1 * inverse, r2 * inverse];
        let along = (w0 * x0 + w1 * x1 + w2 * x2) * (1.0 - cos);
        [
            x0 * cos + (w1 * x2 - w2 * x1) * sin + w0 * along,
            x1 * cos + (w2 * x0 - w0 * x2) * sin + w1 * along,
            x2 * cos + (w0 * x1 - w1 * x0) * sin + w2 * along,
        ]
    };
    let [p0, p1] = [z0 / z2, z1 / z2];
    let radius = p0 * p0 + p1 * p1;
    let stretch = 1.0 + k1 * radius + k2 * radius * radius;
    error[0] += weight * (p0 * stretch * focal + u0 - feature[0]);
    error[1] += weight * (p1 * stretch * focal + u1 - feature[1]);
}

#[reversible(adjoint)]
#[inline(never)]
fn reprojection(error: &mut [f64; 2], camera: &[f64; 11], point: &[f64; 3], weight: f64, feature: &[f64; 2]) {
    let x0 = point[0] - camera[3];
    let x1 = point[1] - camera[4];
    let x2 = point[2] - camera[5];
    let square = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
    let angle = square.sqrt();
    let sin = angle.sin();
    let cos = angle.cos();
    let mut w = [0.0; 3];
    let mut z = [0.0; 3];
    if square == 0.0 {
        z[0] += x0 + (camera[1] * x2 - camera[2] * x1);
        z[1] += x1 + (camera[2] * x0 - camera[0] * x2);
        z[2] += x2 + (camera[0] * x1 - camera[1] * x0);
    } else {
        let inverse = 1.0 / angle;
        w[0] += camera[0] * inverse;
        w[1] += camera[1] * inverse;
        w[2] += camera[2] * inverse;
        let along = (w[0] * x0 + w[1] * x1 + w[2] * x2) * (1.0 - cos);
        z[0] += x0 * cos + (w[1] * x2 - w[2] * x1) * sin + w[0] * along;
        z[1] += x1 * cos + (w[2] * x0 - w[0] * x2) * sin + w[1] * along;
        z[2] += x2 * cos + (w[0] * x1 - w[1] * x0) * sin + w[2] * along;
    }
    let p0 = z[0] / z[2];
    let p1 = z[1] / z[2];
    let radius = p0 * p0 + p1 * p1;
    let stretch = 1.0 + camera[9] * radius + camera[10] * radius * radius;
    error[0] += weight * (p0 * stretch * camera[6] + camera[7] - feature[0]);
    error[1] += weight * (p1 * stretch * camera[6] + camera[8] - feature[1]);
}

/// Two gradients of one number.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}

impl Sub for Pair {
    type Output = Pair;

    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0, self.1 - other.1)
    }
}

impl Mul<f64> for Pair {
    type Output = Pair;

    fn mul(self, by: f64) -> Pair {
        Pair(self.0 * by, self.1 * by)
    }
}

fn dot(g: [Pair; 3], v: [f64; 3]) -> Pair {
    g[0] * v[0] + g[1] * v[1] + g[2] * v[2]
}

/// `g x v`
fn cross(g: [Pair; 3], v: [f64; 3]) -> [Pair; 3] {
    [g[1] * v[2] - g[2] * v[1], g[2] * v[0] - g[0] * v[2], g[0] * v[1] - g[1] * v[0]]
}

struct Gradients {
    camera: [Lanes<f64, 2>; 11],
    point: [Lanes<f64, 2>; 3],
    weight: Lanes<f64, 2>,
}

/// The forward run once, then each intermediate result's two gradients once; the rotation in the form of vector algebra.
#[inline(never)]
fn by_hand(
    error_adj: &[Lanes<f64, 2>; 2],
    camera: &[f64; 11],
    point: &[f64; 3],
    weight: f64,
    feature: &[f64; 2],
    gradients: &mut Gradients,
) {
    let [r0, r1, r2, c0, c1, c2, focal, u0, u1, k1, k2] = *camera;
    let (r, x) = ([r0, r1, r2], [point[0] - c0, point[1] - c1, point[2] - c2]);
    let across = |w: [f64; 3]| [w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]];
    let square = r0 * r0 + r1 * r1 + r2 * r2;
    let angle = square.sqrt();
    let (sin, cos) = angle.sin_cos();
    let inverse = 1.0 / angle;
    let w = if square == 0.0 { r } else { [r0 * inverse, r1 * inverse, r2 * inverse] };
    let normal = across(w);
    let (versine, inner) = (1.0 - cos, w[0] * x[0] + w[1] * x[1] + w[2] * x[2]);
    let along = inner * versine;
    let z: [f64; 3] = if square == 0.0 {
        [x[0] + normal[0], x[1] + normal[1], x[2] + normal[2]]
    } else {
        [
            x[0] * cos + normal[0] * sin + w[0] * along,
            x[1] * cos + normal[1] * sin + w[1] * along,
            x[2] * cos + normal[2] * sin + w[2] * along,
        ]
    };
    let inverse_depth = 1.0 / z[2];
    let [p0, p1] = [z[0] * inverse_depth, z[1] * inverse_depth];
    let radius = p0 * p0 + p1 * p1;
    let stretch = 1.0 + k1 * radius + k2 * radius * radius;
    let [q0, q1] = [p0 * stretch, p1 * stretch];

    let [g0, g1] = error_adj.map(|Lanes([a, b])| Pair(a, b));
    let weight_adj = g0 * (q0 * focal + u0 - feature[0]) + g1 * (q1 * focal + u1 - feature[1]);
    let [u0_adj, u1_adj] = [g0 * weight, g1 * weight];
    let focal_adj = u0_adj * q0 + u1_adj * q1;
    let [q0_adj, q1_adj] = [u0_adj * focal, u1_adj * focal];
    let stretch_adj = q0_adj * p0 + q1_adj * p1;
    let k1_adj = stretch_adj * radius;
    let twice_radius_adj = stretch_adj * (2.0 * (k1 + 2.0 * k2 * radius));
    let p0_adj = q0_adj * stretch + twice_radius_adj * p0;
    let p1_adj = q1_adj * stretch + twice_radius_adj * p1;
    let [z0_adj, z1_adj] = [p0_adj * inverse_depth, p1_adj * inverse_depth];
    let z_adj = [z0_adj, z1_adj, z0_adj * -p0 - z1_adj * p1];

    let (r_adj, x_adj) = if square == 0.0 {
        let (to_r, to_x) = (cross(z_adj, [-x[0], -x[1], -x[2]]), cross(z_adj, r));
        (to_r, [z_adj[0] + to_x[0], z_adj[1] + to_x[1], z_adj[2] + to_x[2]])
    } else {
        let (to_w, to_point, to_normal) = (dot(z_adj, w), dot(z_adj, x), dot(z_adj, normal));
        let angle_adj =
            to_normal * (cos - sin * inverse) - to_point * sin + to_w * (inner * (sin - 2.0 * versine * inverse));
        let (w_inner, x_inner) = (to_w * versine, to_w * (versine * inverse));
        let to_r = cross(z_adj, x.map(|x| x * (sin * inverse)));
        let to_x = cross(z_adj, w.map(|w| w * sin));
        let r_adj = |k: usize| z_adj[k] * (along * inverse) - to_r[k] + x_inner * x[k] + angle_adj * w[k];
        let x_adj = |k: usize| z_adj[k] * cos + to_x[k] + w_inner * w[k];
        ([r_adj(0), r_adj(1), r_adj(2)], [x_adj(0), x_adj(1), x_adj(2)])
    };

    let add = |place: &mut Lanes<f64, 2>, g: Pair| *place = Lanes([place[0] + g.0, place[1] + g.1]);
    for k in 0..3 {
        add(&mut gradients.camera[k], r_adj[k]);
        add(&mut gradients.camera[3 + k], x_adj[k] * -1.0);
        add(&mut gradients.point[k], x_adj[k]);
    }
    for (k, g) in [focal_adj, u0_adj, u1_adj, k1_adj, k1_adj * radius].into_iter().enumerate() {
        add(&mut gradients.camera[6 + k], g);
    }
    add(&mut gradients.weight, weight_adj);
}

#[inline(never)]
fn derived(
    error_adj: &mut [Lanes<f64, 2>; 2],
    camera: &[f64; 11],
    point: &[f64; 3],
    weight: f64,
    feature: &[f64; 2],
    gradients: &mut Gradients,
) {
    let Gradients { camera: camera_adj, point: point_adj, weight: weight_adj } = gradients;
    reprojection::pull(error_adj, camera, camera_adj, point, point_adj, weight, weight_adj, feature, Inactive);
}

pub struct Reprojection {
    camera: [f64; 11],
    point: [f64; 3],
    weight: f64,
    feature: [f64; 2],
    error: [f64; 2],
    error_adj: [Lanes<f64, 2>; 2],
    gradients: Gradients,
}

impl Kernel for Reprojection {
    const NAME: &'static str = "reprojection, 2 x 15";
    const AFTER_FORWARD: bool = false;

    fn new() -> Self {
        let zero = Lanes([0.0; 2]);
        Reprojection {
            camera: [0.2, -0.1, 0.3, 0.5, 0.4, -3.0, 500.0, 320.0, 240.0, 0.02, -0.003],
            point: [0.7, -0.2, 1.5],
            weight: 0.9,
            feature: [400.0, 200.0],
            error: [0.0; 2],
            error_adj: [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])],
            gradients: Gradients { camera: [zero; 11], point: [zero; 3], weight: zero },
        }
    }

    fn plain(&mut self) {
        plain(&mut self.error, &self.camera, &self.point, self.weight, &self.feature);
    }

    fn ours(&mut self) {
        reprojection(&mut self.error, &self.camera, &self.point, self.weight, &self.feature);
    }

    fn by_hand(&mut self) {
        by_hand(&self.error_adj, &self.camera, &self.point, self.weight, &self.feature, &mut self.gradients);
    }

    fn ours_adjoint(&mut self) {
        derived(&mut self.error_adj, &self.camera, &self.point, self.weight, &self.feature, &mut self.gradients);
    }

    fn values(&self) -> Vec<f64> {
        self.error.to_vec()
    }

    fn gradients(&self) -> Vec<f64> {
        let Gradients { camera, point, weight } = &self.gradients;
        camera.iter().chain(point).chain([weight]).flat_map(|pair| pair.0).collect()
    }
}
