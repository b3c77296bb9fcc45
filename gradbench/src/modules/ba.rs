//! Bundle adjustment: how far points that cameras should see are from where they were seen, and the sparse Jacobian of all these errors.
//!
//! An error is there twice, as a reversible and as an ordinary function. Both rows of its Jacobian come from one backward sweep, whose
//! gradients have two lanes.

use super::Module;
use crate::evaluation::{Problem, clear, evaluate, expect_length};
use retrograde::prelude::*;
use retrograde::{Many, On};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use std::marker::PhantomData;

/// The module.
pub const MODULE: Module = Module {
    name: "ba",
    functions: &[("objective", |input| evaluate(input, objective)), ("jacobian", |input| evaluate(input, jacobian))],
};

/// Rotation (the axis, as long as the angle), centre, focal length, principal point, radial distortion.
pub type Camera = [f64; 11];

/// Adds the weighted difference between where a camera sees a point and where it was seen.
#[reversible(adjoint, tangent)]
#[inline]
pub fn add_error(error: &mut [f64; 2], camera: &Camera, point: &[f64; 3], weight: f64, #[constant] feature: &[f64; 2]) {
    let x0 = point[0] - camera[3];
    let x1 = point[1] - camera[4];
    let x2 = point[2] - camera[5];
    let square = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
    let angle = square.sqrt();
    let sin = angle.sin();
    let cos = angle.cos();
    let mut z = [0.0; 3];
    if square == 0.0 {
        z[0] += x0 + (camera[1] * x2 - camera[2] * x1);
        z[1] += x1 + (camera[2] * x0 - camera[0] * x2);
        z[2] += x2 + (camera[0] * x1 - camera[1] * x0);
    } else {
        let inverse = 1.0 / angle;
        let w0 = camera[0] * inverse;
        let w1 = camera[1] * inverse;
        let w2 = camera[2] * inverse;
        let along = (w0 * x0 + w1 * x1 + w2 * x2) * (1.0 - cos);
        z[0] += x0 * cos + (w1 * x2 - w2 * x1) * sin + w0 * along;
        z[1] += x1 * cos + (w2 * x0 - w0 * x2) * sin + w1 * along;
        z[2] += x2 * cos + (w0 * x1 - w1 * x0) * sin + w2 * along;
    }
    let p0 = z[0] / z[2];
    let p1 = z[1] / z[2];
    let radius = p0 * p0 + p1 * p1;
    let stretch = 1.0 + camera[9] * radius + camera[10] * radius * radius;
    error[0] += weight * (p0 * stretch * camera[6] + camera[7] - feature[0]);
    error[1] += weight * (p1 * stretch * camera[6] + camera[8] - feature[1]);
}

/// Adds the error of a weight, which should be one.
#[reversible(adjoint, tangent)]
#[inline]
pub fn add_weight_error(error: &mut f64, weight: f64) {
    *error += 1.0 - weight * weight;
}

/// `a x b`
#[differentiable(tangent)]
#[inline]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A point turned around an axis, by an angle that is the length of the axis.
#[differentiable(tangent)]
#[inline]
fn rotated(axis: [f64; 3], x: [f64; 3]) -> [f64; 3] {
    let square = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if square == 0.0 {
        let [n0, n1, n2] = cross(axis, x);
        return [x[0] + n0, x[1] + n1, x[2] + n2];
    }
    let angle = square.sqrt();
    let (sin, cos) = angle.sin_cos();
    let w = [axis[0] / angle, axis[1] / angle, axis[2] / angle];
    let [n0, n1, n2] = cross(w, x);
    let along = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1.0 - cos);
    [x[0] * cos + n0 * sin + w[0] * along, x[1] * cos + n1 * sin + w[1] * along, x[2] * cos + n2 * sin + w[2] * along]
}

/// The same as an ordinary function.
#[differentiable(tangent)]
#[inline]
pub fn error(camera: &Camera, point: &[f64; 3], weight: f64, #[constant] feature: &[f64; 2]) -> [f64; 2] {
    let centred = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let [z0, z1, z2] = rotated([camera[0], camera[1], camera[2]], centred);
    let p = [z0 / z2, z1 / z2];
    let radius = p[0] * p[0] + p[1] * p[1];
    let stretch = camera[6] * (1.0 + camera[9] * radius + camera[10] * radius * radius);
    [weight * (p[0] * stretch + camera[7] - feature[0]), weight * (p[1] * stretch + camera[8] - feature[1])]
}

/// Of each of these there is one, and it is repeated.
#[derive(Deserialize)]
#[doc(hidden)]
pub struct Input {
    n: usize,
    m: usize,
    p: usize,
    cam: Vec<f64>,
    x: Vec<f64>,
    w: f64,
    feat: Vec<f64>,
}

/// Cameras, points and observations.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// the cameras
    pub cameras: Vec<Camera>,
    /// the points
    pub points: Vec<[f64; 3]>,
    /// the observations
    pub observations: Vec<Observation>,
    /// the weight of each observation
    pub weights: Vec<f64>,
}

/// That a camera saw a point at a place.
#[derive(Clone, Copy, Debug)]
pub struct Observation {
    /// which camera
    pub camera: u32,
    /// which point
    pub point: u32,
    /// where in the picture
    pub feature: [f64; 2],
}

impl Problem for Bundle {
    type Input = Input;

    fn new(input: Input) -> Result<Self, String> {
        let Input { n, m, p, cam, x, w, feat } = input;
        let camera: Camera =
            cam.try_into().map_err(|cam: Vec<f64>| format!("`cam` has {} numbers, not 11", cam.len()))?;
        let point: [f64; 3] = x.try_into().map_err(|x: Vec<f64>| format!("`x` has {} numbers, not 3", x.len()))?;
        expect_length("feat", feat.len(), 2)?;
        let columns = n.checked_mul(11).zip(m.checked_mul(3)).and_then(|(n, m)| n.checked_add(m)?.checked_add(p));
        let (Ok(cameras), Ok(points), true) =
            (u32::try_from(n), u32::try_from(m), columns.is_some_and(|c| u32::try_from(c).is_ok()))
        else {
            return Err("these are more cameras, points and observations than there are numbers for columns".to_owned());
        };
        if n == 0 || m == 0 || p == 0 {
            return Err("there must be a camera, a point and an observation".to_owned());
        }
        let observations = (0..p)
            .zip((0..cameras).cycle().zip((0..points).cycle()))
            .map(|(_, (camera, point))| Observation { camera, point, feature: [feat[0], feat[1]] });
        Ok(Bundle {
            cameras: vec![camera; n],
            points: vec![point; m],
            observations: observations.collect(),
            weights: vec![w; p],
        })
    }
}

/// All errors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors {
    /// of the observations
    pub reprojection: Vec<[f64; 2]>,
    /// of the weights
    pub weight: Vec<f64>,
}

/// All observations are the same, so one error is sent, and how many there are.
impl Serialize for Errors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Errors", 2)?;
        let (reprojection, weight) = (self.reprojection.first(), self.weight.first());
        fields.serialize_field(
            "reproj_error",
            &json!({ "elements": reprojection, "repeated": self.reprojection.len() }),
        )?;
        fields.serialize_field("w_err", &json!({ "element": weight, "repeated": self.weight.len() }))?;
        fields.end()
    }
}

/// A sparse matrix: the columns and values of all entries, row by row, and where each row starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// where each row starts, and where the last ends
    pub rows: Vec<u32>,
    /// the columns of the entries
    pub columns: Vec<u32>,
    /// the entries
    pub values: Vec<f64>,
}

impl Sparse {
    fn clear(&mut self, bundle: &Bundle) {
        let count = bundle.observations.len();
        self.rows.clear();
        self.columns.clear();
        self.values.clear();
        self.rows.reserve(3 * count + 1);
        self.columns.reserve(31 * count);
        self.values.reserve(31 * count);
        self.rows.push(0);
    }

    /// Two rows: the derivatives with respect to a camera, a point and a weight, of which those with respect to the camera begin at a column, and so on.
    fn push_error(
        &mut self,
        at: [u32; 3],
        camera: &[Lanes<f64, 2>; 11],
        point: &[Lanes<f64, 2>; 3],
        weight: Lanes<f64, 2>,
    ) {
        for row in 0..2 {
            self.columns.extend((0..11).map(|k| at[0] + k));
            self.columns.extend((0..3).map(|k| at[1] + k));
            self.columns.push(at[2]);
            self.values.extend(camera.iter().map(|g| g[row]));
            self.values.extend(point.iter().map(|g| g[row]));
            self.values.push(weight[row]);
            self.end_row(15);
        }
    }

    fn push_weight(&mut self, column: u32, value: f64) {
        self.columns.push(column);
        self.values.push(value);
        self.end_row(1);
    }

    fn end_row(&mut self, length: u32) {
        let start = self.rows.last().copied().unwrap_or(0);
        self.rows.push(start + length);
    }
}

/// The first thirty elements and the last of each list are sent.
impl Serialize for Sparse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn ends<T: Copy>(list: &[T]) -> Vec<T> {
            list.iter().take(30).chain(list.last()).copied().collect()
        }
        let mut fields = serializer.serialize_struct("Sparse", 3)?;
        fields.serialize_field("rows", &ends(&self.rows))?;
        fields.serialize_field("cols", &ends(&self.columns))?;
        fields.serialize_field("vals", &ends(&self.values))?;
        fields.end()
    }
}

/// The errors.
pub fn objective(bundle: &Bundle, errors: &mut Errors) {
    errors.reprojection.clear();
    errors.reprojection.resize(bundle.observations.len(), [0.0; 2]);
    clear(&mut errors.weight, bundle.weights.len());
    for ((error, seen), &weight) in errors.reprojection.iter_mut().zip(&bundle.observations).zip(&bundle.weights) {
        let (camera, point) = (&bundle.cameras[seen.camera as usize], &bundle.points[seen.point as usize]);
        add_error(error, camera, point, weight, &seen.feature);
    }
    for (error, &weight) in errors.weight.iter_mut().zip(&bundle.weights) {
        add_weight_error(error, weight);
    }
}

/// Takes the errors away again.
pub fn inverse(bundle: &Bundle, errors: &mut Errors) {
    for ((error, seen), &weight) in errors.reprojection.iter_mut().zip(&bundle.observations).zip(&bundle.weights) {
        let (camera, point) = (&bundle.cameras[seen.camera as usize], &bundle.points[seen.point as usize]);
        add_error::inverse(error, camera, point, weight, &seen.feature);
    }
    for (error, &weight) in errors.weight.iter_mut().zip(&bundle.weights) {
        add_weight_error::inverse(error, weight);
    }
}

/// The Jacobian.
pub fn jacobian(bundle: &Bundle, jacobian: &mut Sparse) {
    reversible_jacobian(bundle, jacobian);
}

/// The Jacobian, from the reversible function.
pub fn reversible_jacobian(bundle: &Bundle, jacobian: &mut Sparse) {
    assemble(bundle, jacobian, |camera, camera_adj, point, point_adj, weight, weight_adj, feature| {
        let mut seeds = [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])];
        add_error::pull(&mut seeds, camera, camera_adj, point, point_adj, weight, weight_adj, feature, Inactive);
    });
}

/// The Jacobian, from the ordinary function.
pub fn ordinary_jacobian(bundle: &Bundle, jacobian: &mut Sparse) {
    let on = PhantomData::<On<Many<2>>>;
    let off = PhantomData::<Off<Many<2>>>;
    assemble(bundle, jacobian, |camera, camera_adj, point, point_adj, weight, weight_adj, feature| {
        let (_, back) = error::pullback(camera, on, point, on, weight, on, feature, off);
        let seeds = [Lanes([1.0, 0.0]), Lanes([0.0, 1.0])];
        let (camera_adj, point_adj) = (Cell::from_mut(camera_adj), Cell::from_mut(point_adj));
        let feature_adj = <[f64; 2]>::inactive::<Many<2>>();
        back(
            seeds,
            camera,
            camera_adj.as_array_of_cells(),
            point,
            point_adj.as_array_of_cells(),
            Cell::from_mut(weight_adj),
            feature,
            feature_adj,
        );
    });
}

/// Puts the Jacobians of all errors together. What computes one is given each argument with the place of its gradients.
fn assemble(
    bundle: &Bundle,
    jacobian: &mut Sparse,
    compute: impl Fn(
        &Camera,
        &mut [Lanes<f64, 2>; 11],
        &[f64; 3],
        &mut [Lanes<f64, 2>; 3],
        f64,
        &mut Lanes<f64, 2>,
        &[f64; 2],
    ),
) {
    const ZERO: Lanes<f64, 2> = Lanes([0.0; 2]);
    jacobian.clear(bundle);
    let count = |list: usize| u32::try_from(list).expect("columns have numbers");
    let first_point = 11 * count(bundle.cameras.len());
    let first_weight = first_point + 3 * count(bundle.points.len());
    for ((column, seen), &weight) in (first_weight..).zip(&bundle.observations).zip(&bundle.weights) {
        let (camera, point) = (&bundle.cameras[seen.camera as usize], &bundle.points[seen.point as usize]);
        let (mut camera_adj, mut point_adj, mut weight_adj) = ([ZERO; 11], [ZERO; 3], ZERO);
        compute(camera, &mut camera_adj, point, &mut point_adj, weight, &mut weight_adj, &seen.feature);
        let at = [11 * seen.camera, first_point + 3 * seen.point, column];
        jacobian.push_error(at, &camera_adj, &point_adj, weight_adj);
    }
    for (column, &weight) in (first_weight..).zip(&bundle.weights) {
        let mut weight_adj = 0.0;
        add_weight_error::pull(&mut 1.0, weight, &mut weight_adj);
        jacobian.push_weight(column, weight_adj);
    }
}
