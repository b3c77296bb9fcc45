//! The problems for tools that put numbers of their own in the place of `f64`: the same algorithms, once, for any number.

use crate::number::{Number, sum};
use retrograde_gradbench::modules::{det, gmm, ht, llsq, lse, lstm, ode};

/// A function of some numbers.
pub trait Program {
    /// The values.
    fn run<T: Number>(&self, x: &[T]) -> Vec<T>;

    /// Where.
    fn inputs(&self) -> Vec<f64>;

    /// By how many of the inputs, the first ones, it is differentiated.
    fn active(&self) -> usize {
        self.inputs().len()
    }
}

/// `ln(exp(x[0]) + exp(x[1]) + ...)`
pub fn log_sum_exp<T: Number>(x: &[T]) -> T {
    let largest = x.iter().map(Number::value).fold(f64::NEG_INFINITY, f64::max);
    let shift = x.iter().find(|v| v.value() == largest).expect("there is a largest one").clone();
    sum(x.iter().map(|v| (v.clone() - shift.clone()).exp())).ln() + shift
}

impl Program for lse::Numbers {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        vec![log_sum_exp(x)]
    }

    fn inputs(&self) -> Vec<f64> {
        self.x.clone()
    }
}

impl Program for llsq::Fit {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let errors = (0..self.n).map(|i| {
            let t = -1.0 + i as f64 * 2.0 / (self.n as f64 - 1.0);
            let mut power = 1.0;
            let mut fitted = x[0].clone();
            for c in &x[1..] {
                power *= t;
                fitted = fitted + c.clone().times(power);
            }
            let sign = if t == 0.0 { 0.0 } else { t.signum() };
            let error = fitted.plus(-sign);
            error.clone() * error
        });
        vec![sum(errors).times(0.5)]
    }

    fn inputs(&self) -> Vec<f64> {
        self.x.clone()
    }
}

impl Program for det::Square {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        vec![minor(x, self.size, 0, (1 << self.size) - 1)]
    }

    fn inputs(&self) -> Vec<f64> {
        self.entries.clone()
    }
}

fn minor<T: Number>(a: &[T], size: usize, row: usize, columns: u32) -> T {
    let entries = &a[row * size..(row + 1) * size];
    if row + 1 == size {
        return entries[columns.trailing_zeros() as usize].clone();
    }
    let mut total: Option<T> = None;
    let mut positive = true;
    for j in (0..size).filter(|j| columns >> j & 1 == 1) {
        let term = entries[j].clone() * minor(a, size, row + 1, columns ^ 1 << j);
        total = Some(match total {
            None => term,
            Some(total) if positive => total + term,
            Some(total) => total - term,
        });
        positive = !positive;
    }
    total.expect("a column is left")
}

impl Program for ode::Equation {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let h = 2.0 / self.s as f64;
        let rates = |y: &[T]| -> Vec<T> {
            let first = std::iter::once(x[0].clone());
            first.chain((1..x.len()).map(|i| x[i].clone() * y[i - 1].clone())).collect()
        };
        let along = |y: &[T], k: &[T], by: f64| -> Vec<T> {
            y.iter().zip(k).map(|(y, k)| y.clone() + k.clone().times(by)).collect()
        };
        let mut y: Vec<T> = x.iter().map(|x| x.like(0.0)).collect();
        for _ in 0..self.s {
            let k1 = rates(&y);
            let k2 = rates(&along(&y, &k1, h / 2.0));
            let k3 = rates(&along(&y, &k2, h / 2.0));
            let k4 = rates(&along(&y, &k3, h));
            for i in 0..x.len() {
                let middle = (k2[i].clone() + k3[i].clone()).times(2.0);
                y[i] = y[i].clone() + (k1[i].clone() + middle + k4[i].clone()).times(h / 6.0);
            }
        }
        y.pop().into_iter().collect()
    }

    fn inputs(&self) -> Vec<f64> {
        self.x.clone()
    }
}

impl Program for gmm::Mixture {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let (d, k) = (self.d, self.alpha.len());
        let (triangle, n) = (d * (d - 1) / 2, self.x.len() / d);
        let (alpha, rest) = x.split_at(k);
        let (mu, rest) = rest.split_at(k * d);
        let (q, l) = rest.split_at(k * d);
        let diagonals: Vec<T> = q.iter().map(|q| q.clone().exp()).collect();
        let traces: Vec<T> = q.chunks(d).map(|q| sum(q.iter().cloned())).collect();
        let points = self.x.chunks(d).map(|point| {
            let terms: Vec<T> = (0..k)
                .map(|c| {
                    let centred: Vec<T> = (0..d).map(|i| mu[c * d + i].clone().plus(-point[i])).collect();
                    let mut product: Vec<T> =
                        (0..d).map(|i| diagonals[c * d + i].clone() * centred[i].clone()).collect();
                    let mut at = c * triangle;
                    for i in 0..d {
                        for j in i + 1..d {
                            product[j] = product[j].clone() + l[at].clone() * centred[i].clone();
                            at += 1;
                        }
                    }
                    let distance = sum(product.into_iter().map(|v| v.clone() * v));
                    alpha[c].clone() + traces[c].clone() - distance.times(0.5)
                })
                .collect();
            log_sum_exp(&terms)
        });
        let mut value = sum(points) - log_sum_exp(alpha).times(n as f64);
        for c in 0..k {
            let squares = diagonals[c * d..(c + 1) * d].iter().chain(&l[c * triangle..(c + 1) * triangle]);
            let square = sum(squares.map(|v| v.clone() * v.clone()));
            let prior = traces[c].clone().times(f64::from(self.prior.m));
            value = value + prior - square.times(0.5 * self.prior.gamma * self.prior.gamma);
        }
        vec![value]
    }

    fn inputs(&self) -> Vec<f64> {
        [&self.alpha[..], &self.mu, &self.q, &self.l].concat()
    }
}

impl Program for lstm::Network {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let bits = self.bits;
        let (main, extra) = x.split_at(self.main.len());
        let (layers, steps) = (self.state.len() / (2 * bits), self.sequence.len() / bits - 1);
        let sigmoid = |x: T| {
            let e = (-x).exp().plus(1.0);
            e.like(1.0) / e
        };
        let mut state: Vec<T> = self.state.iter().map(|s| x[0].like(*s)).collect();
        let mut total: Option<T> = None;
        for t in 0..steps {
            let mut signal: Vec<T> = (0..bits).map(|i| extra[i].clone().times(self.sequence[t * bits + i])).collect();
            for layer in 0..layers {
                let weights = &main[layer * 8 * bits..(layer * 8 + 4) * bits];
                let biases = &main[(layer * 8 + 4) * bits..(layer * 8 + 8) * bits];
                let at = 2 * layer * bits;
                for i in 0..bits {
                    let gate = |input: &T, k: usize| {
                        input.clone() * weights[k * bits + i].clone() + biases[k * bits + i].clone()
                    };
                    let hidden = state[at + i].clone();
                    let forget = sigmoid(gate(&signal[i], 0));
                    let input = sigmoid(gate(&hidden, 1));
                    let output = sigmoid(gate(&signal[i], 2));
                    let change = gate(&hidden, 3).tanh();
                    let cell = state[at + bits + i].clone() * forget + input * change;
                    state[at + bits + i] = cell.clone();
                    signal[i] = output * cell.tanh();
                    state[at + i] = signal[i].clone();
                }
            }
            let predicted: Vec<T> =
                (0..bits).map(|i| signal[i].clone() * extra[bits + i].clone() + extra[2 * bits + i].clone()).collect();
            let norm = sum(predicted.iter().map(|p| p.clone().exp())).plus(2.0).ln();
            let loss =
                sum((0..bits).map(|i| (predicted[i].clone() - norm.clone()).times(self.sequence[(t + 1) * bits + i])));
            total = Some(match total {
                None => loss,
                Some(total) => total + loss,
            });
        }
        vec![total.expect("there are steps").times(-1.0 / (bits * steps) as f64)]
    }

    fn inputs(&self) -> Vec<f64> {
        [&self.main[..], &self.extra].concat()
    }
}

/// One error of a bundle: camera, point and weight, and where the point was seen.
pub struct Reprojection(pub [f64; 17]);

impl Program for Reprojection {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let (axis, centre, point) = (&x[..3], &x[3..6], &x[11..14]);
        let cross = |a: &[T], b: &[T]| -> [T; 3] {
            let entry = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
            [entry(1, 2), entry(2, 0), entry(0, 1)]
        };
        let dot = |a: &[T], b: &[T]| sum(a.iter().zip(b).map(|(a, b)| a.clone() * b.clone()));
        let centred: [T; 3] = std::array::from_fn(|i| point[i].clone() - centre[i].clone());
        let angle = dot(axis, axis).sqrt();
        let (sin, cos) = (angle.clone().sin(), angle.clone().cos());
        let w: [T; 3] = std::array::from_fn(|i| axis[i].clone() / angle.clone());
        let turned = cross(&w, &centred);
        let along = dot(&w, &centred) * (-cos.clone()).plus(1.0);
        let z: [T; 3] = std::array::from_fn(|i| {
            centred[i].clone() * cos.clone() + turned[i].clone() * sin.clone() + w[i].clone() * along.clone()
        });
        let p = [z[0].clone() / z[2].clone(), z[1].clone() / z[2].clone()];
        let radius = dot(&p, &p);
        let bent = x[9].clone() * radius.clone() + x[10].clone() * radius.clone() * radius;
        let stretch = bent.plus(1.0) * x[6].clone();
        let error = |i: usize| x[14].clone() * (p[i].clone() * stretch.clone() + x[7 + i].clone() - x[15 + i].clone());
        vec![error(0), error(1)]
    }

    fn inputs(&self) -> Vec<f64> {
        self.0.to_vec()
    }

    fn active(&self) -> usize {
        15
    }
}

/// The parameters come after two numbers, if points are on triangles, that are added to the place of every point: a row of the Jacobian has
/// the derivatives with respect to the place of its own point.
impl Program for ht::Pose {
    fn run<T: Number>(&self, x: &[T]) -> Vec<T> {
        let (shifts, theta) = x.split_at(x.len() - ht::PARAMETERS);
        let hand = &self.hand;
        let zero = theta[0].like(0.0);
        let mut angles = vec![[zero.clone(), zero.clone(), zero.clone()]; hand.parents.len()];
        for finger in 0..5 {
            let (bone, at) = (2 + 4 * finger, 6 + 4 * finger);
            angles[bone][0] = theta[at].clone();
            angles[bone][1] = theta[at + 1].clone();
            angles[bone + 1][0] = theta[at + 2].clone();
            angles[bone + 2][0] = theta[at + 3].clone();
        }
        let mut absolutes: Vec<Moves<T>> = Vec::new();
        let mut transforms: Vec<Moves<T>> = Vec::new();
        for (bone, angles) in angles.iter().enumerate() {
            let relative = times_moves(&hand.base_relatives[bone], &bone_rotation(angles));
            let absolute = match hand.parents[bone] {
                None => relative,
                Some(parent) => {
                    entries(|i, j| sum((0..4).map(|k| absolutes[parent][i][k].clone() * relative[k][j].clone())))
                }
            };
            let inverse = &hand.inverse_base_absolutes[bone];
            transforms.push(entries(|i, j| sum((0..4).map(|k| absolute[i][k].clone().times(inverse[k][j])))));
            absolutes.push(absolute);
        }
        let rotation = rotation_around(&theta[..3]);
        let mirror = if hand.is_mirrored { -1.0 } else { 1.0 };
        let corners = hand.base_positions.iter().zip(hand.weights.chunks(transforms.len()));
        let positions: Vec<[T; 3]> = corners
            .map(|(base, weights)| {
                let p: [T; 3] = std::array::from_fn(|i| {
                    let along = |t: &Moves<T>| sum((0..4).map(|k| t[i][k].clone().times(base[k])));
                    let p = sum(transforms.iter().zip(weights).map(|(t, weight)| along(t).times(*weight)));
                    if i == 0 { p.times(mirror) } else { p }
                });
                std::array::from_fn(|i| {
                    sum((0..3).map(|k| rotation[i][k].clone() * p[k].clone())) + theta[3 + i].clone()
                })
            })
            .collect();
        let mut errors = Vec::new();
        for (k, (seen, at)) in hand.points.iter().zip(&hand.correspondences).enumerate() {
            for i in 0..3 {
                let place = if shifts.is_empty() {
                    positions[*at as usize][i].clone()
                } else {
                    let [a, b, c] = hand.triangles[*at as usize].map(|corner| positions[corner as usize][i].clone());
                    let [u, v] = [0, 1].map(|side| shifts[side].clone().plus(self.us[k][side]));
                    let rest = (-(u.clone() + v.clone())).plus(1.0);
                    u * a + v * b + rest * c
                };
                errors.push((-place).plus(seen[i]));
            }
        }
        errors
    }

    fn inputs(&self) -> Vec<f64> {
        [if self.us.is_empty() { &[][..] } else { &[0.0; 2] }, &self.theta].concat()
    }
}

type Moves<T> = [[T; 4]; 4];

fn entries<T, const N: usize>(entry: impl Fn(usize, usize) -> T) -> [[T; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
}

fn times_moves<T: Number>(a: &ht::Transform, b: &Moves<T>) -> Moves<T> {
    entries(|i, j| sum((0..4).map(|k| b[k][j].clone().times(a[i][k]))))
}

fn bone_rotation<T: Number>(angles: &[T; 3]) -> Moves<T> {
    let [sx, sz, sy] = angles.each_ref().map(|angle| angle.clone().sin());
    let [cx, cz, cy] = angles.each_ref().map(|angle| angle.clone().cos());
    let of = |a: &T, b: &T| a.clone() * b.clone();
    let (czsy, szsy) = (of(&cz, &sy), of(&sz, &sy));
    let [zero, one] = [0.0, 1.0].map(|value| sx.like(value));
    let rows = [
        [of(&cz, &cy), of(&czsy, &sx) - of(&sz, &cx), of(&czsy, &cx) + of(&sz, &sx)],
        [of(&sz, &cy), of(&szsy, &sx) + of(&cz, &cx), of(&szsy, &cx) - of(&cz, &sx)],
        [-sy.clone(), of(&cy, &sx), of(&cy, &cx)],
    ];
    entries(|i, j| match (i, j) {
        (0..3, 0..3) => rows[i][j].clone(),
        (3, 3) => one.clone(),
        _ => zero.clone(),
    })
}

fn rotation_around<T: Number>(axis: &[T]) -> [[T; 3]; 3] {
    let angle = sum(axis.iter().map(|a| a.clone() * a.clone())).sqrt();
    if angle.value() < 0.0001 {
        return entries(|i, j| angle.like(if i == j { 1.0 } else { 0.0 }));
    }
    let w: Vec<T> = axis.iter().map(|a| a.clone() / angle.clone()).collect();
    let (s, c) = (angle.clone().sin(), angle.cos());
    let rest = (-c.clone()).plus(1.0);
    entries(|i, j| {
        let along = w[i].clone() * w[j].clone() * rest.clone();
        match (3 + j - i) % 3 {
            0 => along + c.clone(),
            1 => along - w[3 - i - j].clone() * s.clone(),
            _ => along + w[3 - i - j].clone() * s.clone(),
        }
    })
}
