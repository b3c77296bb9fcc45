//! Hand tracking: how far the points of a picture are from a model of a hand, whose bones are turned by 26 parameters and move its surface.
//!
//! There are few parameters and many errors, so the Jacobian is computed forwards, all columns at once: each number travels with a tangent
//! for every column, and the tangents of an error are its row. A finger moves its own bones only, so most of these tangents are zero, and
//! they travel in blocks that are left out where they are.

use super::Module;
use crate::evaluation::{Problem, evaluate, expect_length, flatten};
use retrograde::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

/// The module.
pub const MODULE: Module = Module {
    name: "ht",
    functions: &[("objective", |input| evaluate(input, objective)), ("jacobian", |input| evaluate(input, jacobian))],
};

/// How many parameters turn the hand: three for its rotation, three for its place, four for each finger.
pub const PARAMETERS: usize = 26;

/// A linear map of places with a fourth coordinate that is one.
pub type Transform = [[f64; 4]; 4];

/// `a b`
#[differentiable(tangent)]
#[inline]
fn product(a: &Transform, b: &Transform) -> Transform {
    let mut c = [[0.0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j] + a[i][3] * b[3][j];
        }
    }
    c
}

/// A rotation around the first axis, then the second, then the third; the angles are those around the first, the third and the second.
#[differentiable(tangent)]
#[inline]
fn rotation_by_angles(angles: [f64; 3]) -> Transform {
    let (sx, cx) = angles[0].sin_cos();
    let (sz, cz) = angles[1].sin_cos();
    let (sy, cy) = angles[2].sin_cos();
    [
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0.0],
        [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, 0.0],
        [-sy, cy * sx, cy * cx, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

/// A rotation around an axis, by an angle that is the length of the axis.
#[differentiable(tangent)]
#[inline]
fn rotation_around(axis: [f64; 3]) -> [[f64; 3]; 3] {
    let angle = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
    if angle < 0.0001 {
        return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    }
    let (x, y, z) = (axis[0] / angle, axis[1] / angle, axis[2] / angle);
    let (s, c) = angle.sin_cos();
    [
        [x * x + (1.0 - x * x) * c, x * y * (1.0 - c) - z * s, x * z * (1.0 - c) + y * s],
        [x * y * (1.0 - c) + z * s, y * y + (1.0 - y * y) * c, y * z * (1.0 - c) - x * s],
        [x * z * (1.0 - c) - y * s, z * y * (1.0 - c) + x * s, z * z + (1.0 - z * z) * c],
    ]
}

/// What each bone does to the surface.
#[differentiable(tangent)]
fn bones(theta: &[f64; PARAMETERS], #[constant] hand: &Hand) -> Vec<Transform> {
    let count = hand.parents.len();
    let mut angles = vec![[0.0; 3]; count];
    for finger in 0..5 {
        let (bone, at) = (2 + 4 * finger, 6 + 4 * finger);
        angles[bone][0] = theta[at];
        angles[bone][1] = theta[at + 1];
        angles[bone + 1][0] = theta[at + 2];
        angles[bone + 2][0] = theta[at + 3];
    }
    let mut absolutes = Vec::new();
    let mut transforms = Vec::new();
    for bone in 0..count {
        let relative = product(&hand.base_relatives[bone], &rotation_by_angles(angles[bone]));
        let absolute = match hand.parents[bone] {
            None => relative,
            Some(parent) => product(&absolutes[parent], &relative),
        };
        transforms.push(product(&absolute, &hand.inverse_base_absolutes[bone]));
        absolutes.push(absolute);
    }
    transforms
}

/// The errors. A point belongs to a corner of the surface, or, if there are `us`, to a place on one of its triangles.
#[differentiable(tangent)]
pub fn errors(theta: &[f64; PARAMETERS], us: &[[f64; 2]], #[constant] hand: &Hand, errors: &mut [[f64; 3]]) {
    let transforms = bones(theta, hand);
    let rotation = rotation_around([theta[0], theta[1], theta[2]]);
    let mut positions = vec![[0.0; 3]; hand.base_positions.len()];
    let mirror = if hand.is_mirrored { -1.0 } else { 1.0 };
    for v in 0..positions.len() {
        let base = hand.base_positions[v];
        let weights = &hand.weights[v * transforms.len()..(v + 1) * transforms.len()];
        let mut p = [0.0; 3];
        for bone in 0..transforms.len() {
            let t = &transforms[bone];
            for i in 0..3 {
                p[i] += (t[i][0] * base[0] + t[i][1] * base[1] + t[i][2] * base[2] + t[i][3] * base[3]) * weights[bone];
            }
        }
        p[0] *= mirror;
        for i in 0..3 {
            positions[v][i] = rotation[i][0] * p[0] + rotation[i][1] * p[1] + rotation[i][2] * p[2] + theta[3 + i];
        }
    }
    for k in 0..errors.len() {
        let seen = hand.points[k];
        let at = hand.correspondences[k] as usize;
        if us.is_empty() {
            for i in 0..3 {
                errors[k][i] = seen[i] - positions[at][i];
            }
        } else {
            let [a, b, c] = hand.triangles[at];
            let [u, v] = us[k];
            for i in 0..3 {
                let place = u * positions[a as usize][i]
                    + v * positions[b as usize][i]
                    + (1.0 - u - v) * positions[c as usize][i];
                errors[k][i] = seen[i] - place;
            }
        }
    }
}

/// What stays: the model of the hand, and the picture.
#[derive(Clone, Debug, Differentiable)]
pub struct Hand {
    /// the bone that each hangs on
    pub parents: Vec<Option<usize>>,
    /// where each bone is, as its parent sees it, while nothing is turned
    pub base_relatives: Vec<Transform>,
    /// from where a corner is to how each bone sees it, while nothing is turned
    pub inverse_base_absolutes: Vec<Transform>,
    /// where the corners of the surface are, while nothing is turned
    pub base_positions: Vec<[f64; 4]>,
    /// how strongly each bone moves each corner, corner by corner
    pub weights: Vec<f64>,
    /// the corners of each triangle
    pub triangles: Vec<[u32; 3]>,
    /// whether this is the other hand
    pub is_mirrored: bool,
    /// the corner or the triangle that each point belongs to
    pub correspondences: Vec<u32>,
    /// the points of the picture
    pub points: Vec<[f64; 3]>,
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Model {
    parents: Vec<i32>,
    base_relatives: Vec<Transform>,
    inverse_base_absolutes: Vec<Transform>,
    base_positions: Vec<[f64; 4]>,
    weights: Vec<Vec<f64>>,
    triangles: Vec<[u32; 3]>,
    is_mirrored: bool,
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Data {
    model: Model,
    correspondences: Vec<u32>,
    points: Vec<[f64; 3]>,
}

#[derive(Deserialize)]
#[doc(hidden)]
pub struct Input {
    theta: Vec<f64>,
    data: Data,
    us: Vec<[f64; 2]>,
}

/// A hand in a pose.
#[derive(Clone, Debug)]
pub struct Pose {
    /// the parameters
    pub theta: [f64; PARAMETERS],
    /// where on its triangle each point is, or nothing
    pub us: Vec<[f64; 2]>,
    /// what stays
    pub hand: Hand,
}

impl Problem for Pose {
    type Input = Input;

    fn new(input: Input) -> Result<Self, String> {
        let Input { theta, data: Data { model, correspondences, points }, us } = input;
        let (corners, bones) = (model.base_positions.len(), model.parents.len());
        let theta = <[f64; PARAMETERS]>::try_from(theta)
            .map_err(|theta| format!("`theta` has {} numbers, not {PARAMETERS}", theta.len()))?;
        if bones < 21 {
            return Err(format!("there are {bones} bones, and the fingers have 21"));
        }
        expect_length("base_relatives", model.base_relatives.len(), bones)?;
        expect_length("inverse_base_absolutes", model.inverse_base_absolutes.len(), bones)?;
        expect_length("points", points.len(), correspondences.len())?;
        if !us.is_empty() {
            expect_length("us", us.len(), points.len())?;
        }
        let parents: Vec<_> = model.parents.iter().map(|&parent| usize::try_from(parent).ok()).collect();
        if let Some(k) = (0..bones).find(|&k| parents[k].is_some_and(|parent| parent >= k)) {
            return Err(format!("the parent of the bone {k} does not come before it"));
        }
        let places = if us.is_empty() { corners } else { model.triangles.len() };
        if correspondences.iter().any(|&k| k as usize >= places) {
            return Err(format!("a correspondence is not below {places}"));
        }
        if model.triangles.iter().flatten().any(|&k| k as usize >= corners) {
            return Err(format!("a corner of a triangle is not below {corners}"));
        }
        let hand = Hand {
            weights: flatten("weights", &model.weights, corners, bones)?,
            parents,
            base_relatives: model.base_relatives,
            inverse_base_absolutes: model.inverse_base_absolutes,
            base_positions: model.base_positions,
            triangles: model.triangles,
            is_mirrored: model.is_mirrored,
            correspondences,
            points,
        };
        Ok(Pose { theta, us, hand })
    }
}

/// The errors of all points, three for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Errors(pub Vec<[f64; 3]>);

impl Serialize for Errors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_flattened().serialize(serializer)
    }
}

/// The errors.
pub fn objective(pose: &Pose, result: &mut Errors) {
    result.0.clear();
    result.0.resize(pose.hand.points.len(), [0.0; 3]);
    errors(&pose.theta, &pose.us, &pose.hand, &mut result.0);
}

/// How many columns come before those by the parameters: by the place on the triangle.
const PLACE: usize = 2;
/// The columns of a row travel in blocks of four, one for each finger; the first two have the place, the rotation and the movement.
const BLOCKS: usize = (PLACE + PARAMETERS) / 4;

/// A Jacobian: for each point three rows, which begin with the derivatives with respect to its own place on the triangle, if it has one.
#[derive(Clone, Debug, Default)]
pub struct Jacobian {
    rows: Vec<[Blocks<f64, BLOCKS, 4>; 3]>,
    on_triangles: bool,
}

impl Jacobian {
    /// The rows.
    pub fn rows(&self) -> Vec<&[f64]> {
        let first = if self.on_triangles { 0 } else { PLACE };
        self.rows.iter().flatten().map(|row| &row.as_slice()[first..]).collect()
    }
}

impl Serialize for Jacobian {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rows().serialize(serializer)
    }
}

/// The Jacobian, all columns in one sweep.
pub fn jacobian(pose: &Pose, jacobian: &mut Jacobian) {
    let one = BlockCell::<f64, BLOCKS, 4>::unit;
    let mut theta_tan: [_; PARAMETERS] = std::array::from_fn(|k| one(PLACE + k));
    let mut us_tan = vec![[one(0), one(1)]; pose.us.len()];
    let mut result = vec![[0.0; 3]; pose.hand.points.len()];
    let mut result_tan = vec![<[BlockCell<_, BLOCKS, 4>; 3]>::default(); result.len()];
    errors::tangent(
        &pose.theta,
        &mut theta_tan,
        &pose.us,
        &mut us_tan[..],
        &pose.hand,
        Inactive,
        &mut result,
        &mut result_tan[..],
    );
    jacobian.on_triangles = !pose.us.is_empty();
    jacobian.rows.clear();
    jacobian.rows.extend(result_tan.iter().map(|row| row.each_ref().map(BlockCell::get)));
}
