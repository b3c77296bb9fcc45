//! The Jacobian of hand tracking, forwards: a parameter of a finger moves the bones behind it only, and the columns of all others are not
//! touched.

use retrograde_gradbench::modules::ht::{Hand, PARAMETERS, Pose, Transform};

/// What a parameter does to a bone: which both are, and the derivative of where the bone takes the surface.
struct Moved {
    parameter: usize,
    bone: usize,
    by: [[f64; 4]; 3],
}

/// Room for one pose.
#[derive(Default)]
pub struct Buffers {
    relatives: Vec<Transform>,
    absolutes: Vec<Transform>,
    transforms: Vec<Transform>,
    moved: Vec<Moved>,
    positions: Vec<[f64; 3]>,
    columns: Vec<[[f64; PARAMETERS]; 3]>,
}

fn product(a: &Transform, b: &Transform) -> Transform {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}

/// The rotation of a bone, and its derivatives with respect to the first two angles.
fn rotation(angles: [f64; 3]) -> [Transform; 3] {
    let [(sx, cx), (sz, cz), (sy, cy)] = angles.map(f64::sin_cos);
    let value = [
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0.0],
        [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, 0.0],
        [-sy, cy * sx, cy * cx, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    let first = [
        [0.0, cz * sy * cx + sz * sx, -cz * sy * sx + sz * cx, 0.0],
        [0.0, sz * sy * cx - cz * sx, -sz * sy * sx - cz * cx, 0.0],
        [0.0, cy * cx, -cy * sx, 0.0],
        [0.0; 4],
    ];
    let second = [
        [-sz * cy, -sz * sy * sx - cz * cx, -sz * sy * cx + cz * sx, 0.0],
        [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0.0],
        [0.0; 4],
        [0.0; 4],
    ];
    [value, first, second]
}

type Turn = [[f64; 3]; 3];

/// The rotation of the whole hand, and its derivatives with respect to the axis.
fn turn(axis: [f64; 3]) -> (Turn, [Turn; 3]) {
    let angle = axis.iter().map(|a| a * a).sum::<f64>().sqrt();
    if angle < 0.0001 {
        return ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[[0.0; 3]; 3]; 3]);
    }
    let w = axis.map(|a| a / angle);
    let (s, c) = angle.sin_cos();
    let cross = |w: [f64; 3]| [[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]];
    let one = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
    let matrix =
        |f: &dyn Fn(usize, usize) -> f64| -> Turn { std::array::from_fn(|i| std::array::from_fn(|j| f(i, j))) };
    let around = cross(w);
    let value = matrix(&|i, j| c * one(i, j) + s * around[i][j] + (1.0 - c) * w[i] * w[j]);
    let by = std::array::from_fn(|k| {
        let w_tan: [f64; 3] = std::array::from_fn(|i| (one(i, k) - w[i] * w[k]) / angle);
        let around_tan = cross(w_tan);
        matrix(&|i, j| {
            w[k] * (c * around[i][j] + s * (w[i] * w[j] - one(i, j)))
                + s * around_tan[i][j]
                + (1.0 - c) * (w_tan[i] * w[j] + w[i] * w_tan[j])
        })
    });
    (value, by)
}

impl Buffers {
    /// Where the bones are, and what the parameters of the fingers do to them after the turn of the hand.
    fn bones(&mut self, theta: &[f64; PARAMETERS], hand: &Hand, turn: &Turn) {
        let count = hand.parents.len();
        let mut angles = vec![[0.0; 3]; count];
        let mut of_bone = [(0, 0); PARAMETERS - 6];
        for finger in 0..5 {
            let (bone, at) = (2 + 4 * finger, 4 * finger);
            for (k, place) in [(bone, 0), (bone, 1), (bone + 1, 0), (bone + 2, 0)].into_iter().enumerate() {
                of_bone[at + k] = place;
                angles[place.0][place.1] = theta[6 + at + k];
            }
        }
        self.relatives.clear();
        self.absolutes.clear();
        self.transforms.clear();
        self.moved.clear();
        let rotations: Vec<_> = angles.into_iter().map(rotation).collect();
        for bone in 0..count {
            let relative = product(&hand.base_relatives[bone], &rotations[bone][0]);
            let absolute = match hand.parents[bone] {
                None => relative,
                Some(parent) => product(&self.absolutes[parent], &relative),
            };
            self.transforms.push(product(&absolute, &hand.inverse_base_absolutes[bone]));
            self.relatives.push(relative);
            self.absolutes.push(absolute);
        }
        let mirror = if hand.is_mirrored { -1.0 } else { 1.0 };
        for (k, (first, angle)) in of_bone.into_iter().enumerate() {
            let mut absolutes: Vec<Option<Transform>> = vec![None; count];
            for bone in first..count {
                let absolute = if bone == first {
                    let relative = product(&hand.base_relatives[bone], &rotations[bone][1 + angle]);
                    Some(hand.parents[bone].map_or(relative, |parent| product(&self.absolutes[parent], &relative)))
                } else {
                    hand.parents[bone].and_then(|p| absolutes[p]).map(|of| product(&of, &self.relatives[bone]))
                };
                absolutes[bone] = absolute;
                if let Some(absolute) = absolute {
                    let mut t = product(&absolute, &hand.inverse_base_absolutes[bone]);
                    t[0].iter_mut().for_each(|x| *x *= mirror);
                    let by = turn.map(|row| std::array::from_fn(|j| (0..3).map(|i| row[i] * t[i][j]).sum()));
                    self.moved.push(Moved { parameter: 6 + k, bone, by });
                }
            }
        }
    }

    /// The corners of the surface, and their derivatives.
    fn surface(&mut self, theta: &[f64; PARAMETERS], hand: &Hand, turn: &Turn, turn_tan: &[Turn; 3]) {
        let count = hand.parents.len();
        let mirror = if hand.is_mirrored { -1.0 } else { 1.0 };
        self.positions.clear();
        self.columns.clear();
        for (base, weights) in hand.base_positions.iter().zip(hand.weights.chunks_exact(count)) {
            let along = |row: &[f64; 4]| row[0] * base[0] + row[1] * base[1] + row[2] * base[2] + row[3] * base[3];
            let times = |matrix: &Turn, p: &[f64; 3]| matrix.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
            let mut p = [0.0; 3];
            for (t, weight) in self.transforms.iter().zip(weights) {
                for i in 0..3 {
                    p[i] += along(&t[i]) * weight;
                }
            }
            p[0] *= mirror;
            let turned = times(turn, &p);
            let mut columns = [[0.0; PARAMETERS]; 3];
            for k in 0..3 {
                let by_turn = times(&turn_tan[k], &p);
                (0..3).for_each(|i| columns[i][k] = by_turn[i]);
                columns[k][3 + k] = 1.0;
            }
            for Moved { parameter, bone, by } in &self.moved {
                for i in 0..3 {
                    columns[i][*parameter] += along(&by[i]) * weights[*bone];
                }
            }
            self.positions.push(std::array::from_fn(|i| turned[i] + theta[3 + i]));
            self.columns.push(columns);
        }
    }

    /// Three rows for each point.
    pub fn jacobian(&mut self, pose: &Pose, out: &mut Vec<f64>) {
        let Pose { theta, us, hand } = pose;
        let (turn, turn_tan) = turn([theta[0], theta[1], theta[2]]);
        self.bones(theta, hand, &turn);
        self.surface(theta, hand, &turn, &turn_tan);
        out.clear();
        for (k, at) in hand.correspondences.iter().enumerate() {
            for i in 0..3 {
                if us.is_empty() {
                    out.extend(self.columns[*at as usize][i].iter().map(|x| -x));
                } else {
                    let [a, b, c] = hand.triangles[*at as usize].map(|corner| corner as usize);
                    let ([u, v], p) = (us[k], &self.positions);
                    out.extend([p[c][i] - p[a][i], p[c][i] - p[b][i]]);
                    let [a, b, c] = [a, b, c].map(|corner| &self.columns[corner][i]);
                    out.extend((0..PARAMETERS).map(|j| -(u * a[j] + v * b[j] + (1.0 - u - v) * c[j])));
                }
            }
        }
    }
}
