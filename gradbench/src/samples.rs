//! Problems of any size, from numbers that look random and are always the same.

use crate::modules::{ba, det, gmm, ht, llsq, lse, lstm, ode};
use crate::papers::{bessel, embedding, perceptron, sparse};
use num_complex::Complex;

/// Numbers between 0 and 1, by the generator `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// A sequence; another seed is another sequence.
    pub fn new(seed: u64) -> Self {
        Numbers(seed)
    }

    /// The next so many.
    pub fn list(&mut self, count: usize) -> Vec<f64> {
        self.take(count).collect()
    }

    /// The next so many of a normal distribution, by the method of Box and Muller.
    fn normal(&mut self, count: usize) -> Vec<f64> {
        let mut one = || (-2.0 * (1.0 - self.number()).ln()).sqrt() * (std::f64::consts::TAU * self.number()).cos();
        (0..count).map(|_| one()).collect()
    }

    fn array<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.number())
    }

    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Iterator for Numbers {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        Some(self.number())
    }
}

/// `n` points and a mixture of `k` components in `d` dimensions, drawn as `GradBench` does: weights, points and factors are normally
/// distributed, means are uniform. Most of the weights that the points have then are zero, or next to nothing.
pub fn mixture(d: usize, k: usize, n: usize) -> gmm::Mixture {
    let mut numbers = Numbers::new(1);
    gmm::Mixture {
        d,
        alpha: numbers.normal(k),
        mu: numbers.list(k * d),
        q: numbers.normal(k * d),
        l: numbers.normal(k * d * (d - 1) / 2),
        x: numbers.normal(n * d),
        prior: gmm::Wishart { gamma: 1.0, m: 0 },
    }
}

/// So many cameras and points, and observations of them.
pub fn bundle(cameras: u32, points: u32, observations: usize) -> ba::Bundle {
    let mut numbers = Numbers::new(2);
    let camera = |x: [f64; 11]| {
        let [r0, r1, r2, c0, c1, c2, f, u, v, k1, k2] = x;
        [r0 - 0.5, r1 - 0.5, r2 - 0.5, c0, c1, c2 - 4.0, 400.0 + f, 320.0 + u, 240.0 + v, 0.1 * k1, 0.01 * k2]
    };
    ba::Bundle {
        cameras: (0..cameras).map(|_| camera(numbers.array())).collect(),
        points: (0..points).map(|_| numbers.array()).collect(),
        observations: (0..observations)
            .zip((0..cameras).cycle().zip((0..points).cycle()))
            .map(|(_, (camera, point))| ba::Observation { camera, point, feature: numbers.array() })
            .collect(),
        weights: numbers.list(observations),
    }
}

/// A network with so many layers, and a text.
pub fn network(layers: usize, characters: usize, bits: usize) -> lstm::Network {
    let mut numbers = Numbers::new(3);
    lstm::Network {
        main: numbers.list(8 * layers * bits),
        extra: numbers.list(3 * bits),
        state: numbers.list(2 * layers * bits),
        sequence: numbers.by_ref().take(characters * bits).map(f64::round).collect(),
        bits,
    }
}

/// A hand with so many corners of its surface, and points that belong to corners, or to places on triangles.
pub fn pose(corners: u32, points: u32, on_triangles: bool) -> ht::Pose {
    const BONES: usize = 22;
    let mut numbers = Numbers::new(4);
    let mut transform = || {
        let mut row = |unit: [f64; 4]| unit.map(|one| one + 0.6 * numbers.number() - 0.3);
        [row([1.0, 0.0, 0.0, 0.0]), row([0.0, 1.0, 0.0, 0.0]), row([0.0, 0.0, 1.0, 0.0]), [0.0, 0.0, 0.0, 1.0]]
    };
    let (base_relatives, inverse_base_absolutes) = (0..BONES).map(|_| (transform(), transform())).unzip();
    let mut numbers = Numbers::new(5);
    ht::Pose {
        theta: numbers.array(),
        us: if on_triangles { (0..points).map(|_| numbers.array()).collect() } else { Vec::new() },
        hand: ht::Hand {
            parents: (0..BONES).map(|k| if k % 4 == 2 { Some(1) } else { k.checked_sub(1) }).collect(),
            base_relatives,
            inverse_base_absolutes,
            base_positions: (0..corners).map(|_| [numbers.number(), numbers.number(), numbers.number(), 1.0]).collect(),
            weights: numbers.list(corners as usize * BONES).iter().map(|w| w / 11.0).collect(),
            triangles: (0..corners).map(|k| [k, (k + 1) % corners, (k + 7) % corners]).collect(),
            is_mirrored: false,
            correspondences: (0..points).map(|k| 13 * k % corners).collect(),
            points: (0..points).map(|_| numbers.array()).collect(),
        },
    }
}

/// A square matrix.
pub fn square(size: usize) -> det::Square {
    det::Square { entries: Numbers::new(6).list(size * size), size }
}

/// A polynomial with `m` coefficients, and `n` points.
pub fn fit(m: usize, n: usize) -> llsq::Fit {
    llsq::Fit { x: Numbers::new(7).list(m), n }
}

/// So many numbers.
pub fn numbers(n: usize) -> lse::Numbers {
    lse::Numbers { x: Numbers::new(8).list(n) }
}

/// `n` unknowns and a number of steps.
pub fn equation(n: usize, steps: usize) -> ode::Equation {
    ode::Equation { x: Numbers::new(9).list(n), s: steps }
}

/// The place of a Bessel function that the paper has.
pub fn bessel() -> bessel::Bessel {
    bessel::Bessel { nu: 2, z: 1.0, cutoff: 1e-8 }
}

/// Places of the vertices in `k` dimensions.
pub fn places(k: usize) -> embedding::Places {
    let x = Numbers::new(10).take(embedding::VERTICES * k).map(|x| x - 0.5).collect();
    embedding::Places { x, k }
}

/// A square matrix in which each entry is there with a probability.
fn sparse_matrix<T>(
    n: usize,
    density: f64,
    numbers: &mut Numbers,
    entry: impl Fn(&mut Numbers) -> T,
) -> sparse::Sparse<T> {
    let (mut starts, mut rows, mut values) = (vec![0], Vec::new(), Vec::new());
    for _ in 0..n {
        for i in 0..n {
            if numbers.number() < density {
                rows.push(i);
                values.push(entry(numbers));
            }
        }
        starts.push(rows.len());
    }
    sparse::Sparse { starts, rows, values }
}

fn complex(numbers: &mut Numbers) -> Complex<f64> {
    Complex::new(numbers.number() - 0.5, numbers.number() - 0.5)
}

/// Two sparse matrices.
pub fn sparse_pair(n: usize, density: f64) -> sparse::Pair {
    let mut numbers = Numbers::new(11);
    let mut matrix = || sparse_matrix(n, density, &mut numbers, |numbers| numbers.number() - 0.5);
    sparse::Pair { a: matrix(), b: matrix() }
}

/// A sparse complex matrix, and vectors.
pub fn sparse_product(n: usize, density: f64) -> sparse::Product {
    let mut numbers = Numbers::new(12);
    let a = sparse_matrix(n, density, &mut numbers, complex);
    let mut vector = || (0..n).map(|_| complex(&mut numbers)).collect();
    sparse::Product { a, x: vector(), seed: vector() }
}

/// A perceptron with so many inputs, hidden neurons and classes, and a batch of samples.
pub fn perceptron(inputs: usize, hidden: usize, classes: usize, batch: usize) -> perceptron::Perceptron {
    let mut numbers = Numbers::new(13);
    let mut spread = |count: usize, by: f64| numbers.list(count).iter().map(|x| by * (2.0 * x - 1.0)).collect();
    perceptron::Perceptron {
        w1: spread(inputs * hidden, 0.3),
        b1: spread(hidden, 0.3),
        w2: spread(hidden * classes, 0.3),
        b2: spread(classes, 0.3),
        samples: spread(batch * inputs, 1.0),
        classes: (0..batch).map(|k| 7 * k % classes).collect(),
    }
}
