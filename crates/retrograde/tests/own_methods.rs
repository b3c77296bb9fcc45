//! Methods and functions of the user's own types, of any name: those of the table, of lists, options and complex numbers, and what types have besides.

use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

const A: Pair = Pair { x: 1.0, y: 2.0 };
const B: Pair = Pair { x: 0.5, y: 0.3 };

#[differentiable]
#[allow(
    clippy::should_implement_trait,
    clippy::trivially_copy_pass_by_ref,
    reason = "these are the names that are tried"
)]
impl Pair {
    const FACTOR: f64 = 2.0;

    #[differentiable(tangent)]
    fn new(x: f64, y: f64) -> Pair {
        Pair { x, y }
    }

    #[differentiable(tangent)]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[differentiable(tangent)]
    fn dot(&self, other: &Pair) -> f64 {
        self.x * other.x + self.y * other.y
    }

    #[differentiable(tangent)]
    fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }

    #[differentiable(tangent)]
    fn scale(&self, k: f64) -> Pair {
        Pair::new(self.x * k, self.y * k)
    }

    fn min(&self, other: Pair) -> Pair {
        Pair { x: self.x.min(other.x), y: self.y * other.y }
    }

    fn max(self, k: f64) -> f64 {
        self.x.max(self.y) * k * self.x
    }

    fn abs(self) -> Pair {
        Pair { x: self.x.abs(), y: self.x * self.y }
    }

    fn exp(&self) -> Pair {
        Pair { x: self.x.exp(), y: self.y * Self::FACTOR }
    }

    fn hypot(&self, other: &Self) -> Self {
        Self { x: self.x.hypot(other.x), y: self.y * other.x }
    }

    fn powi(&self, n: i32) -> Pair {
        Pair { x: self.x.powi(n), y: self.y }
    }

    #[differentiable(tangent)]
    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y * other.y }
    }

    #[differentiable(tangent)]
    fn get(&self, i: usize) -> f64 {
        if i == 0 { self.x } else { self.y }
    }

    #[differentiable(tangent)]
    fn first(&self) -> f64 {
        self.x * self.y
    }

    #[differentiable(tangent)]
    fn map(&self, k: f64) -> Pair {
        Pair { x: self.x * k, y: self.y }
    }

    #[differentiable(tangent)]
    fn midpoint(&self, other: Pair) -> Pair {
        Pair { x: 0.5 * (self.x + other.x), y: self.y * other.y }
    }

    #[differentiable(tangent)]
    fn with_x(mut self, x: f64) -> Self {
        self.x = x * self.y;
        self.y += x;
        self
    }

    #[differentiable(tangent)]
    fn with_y(self, y: f64) -> Self {
        Self { y, ..self }
    }

    #[differentiable(tangent)]
    fn squares(&self) -> f64 {
        Self::square(self.x) * Self::FACTOR + Pair::square(self.y)
    }
}

#[differentiable(tangent)]
fn table(a: Pair, b: &Pair) -> f64 {
    let e = a.exp();
    let m = a.min(*b).x + a.abs().y + b.max(3.0);
    e.x * e.y + m + a.hypot(b).y + b.powi(3).x
}

#[differentiable(tangent)]
fn vectors(a: Pair, b: Pair) -> f64 {
    let c = a.scale(2.0).add(b).midpoint(a);
    c.norm() * c.dot(&b)
}

#[differentiable(tangent)]
fn collections(a: f64, b: f64) -> f64 {
    let v = Pair::new(a, b);
    let w = v.map(3.0);
    w.first() * w.get(1) + w.squares()
}

#[differentiable(tangent)]
fn builder(a: &Pair, k: f64) -> f64 {
    let q = a.with_x(k).with_y(k * 2.0);
    q.x * q.y + a.with_x(k).y
}

/// What is overwritten is read by the rules.
#[differentiable(tangent)]
fn overwritten(pairs: &[Pair]) -> f64 {
    let mut s = Pair { x: 0.7, y: 0.1 };
    for p in pairs {
        s = s.exp().add(*p).scale(0.5);
        s = s.hypot(p);
    }
    s.norm()
}

#[differentiable(tangent)]
fn paths(a: f64, b: f64) -> f64 {
    f64::min(a, b) + f64::max(0.0, a) * f64::sin(b) + f64::powi(a, 2) + f64::hypot(a, b)
}

#[differentiable(tangent)]
fn passed(x: &[f32]) -> f32 {
    x.iter().copied().map(f32::sin).sum::<f32>() + x.iter().copied().fold(0.0, f32::max)
}

#[test]
fn have_their_own_gradients() {
    check_gradient!(table(A, &B));
    check_gradient!(vectors(A, B));
    check_gradient!(collections(1.0, 2.0));
    check_gradient!(builder(&A, 0.7));
    check_gradient!(overwritten(&[A, B, A]));
    let by_a = table::gradient(A, &B).0;
    let exp = 1.0_f64.exp();
    assert!((by_a.y - (2.0 * exp + 1.0 + 0.5)).abs() < 1e-12, "{by_a:?}");
}

#[test]
fn of_floats_by_their_paths() {
    check_gradient!(paths(1.0, 2.0));
    check_gradient!(passed(&[0.1, 0.5, 0.3]));
}
