//! `#[differentiable]` on inline modules.

#![allow(clippy::float_cmp, reason = "small numbers are exact")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers are cast")]

use retrograde::prelude::*;

/// Nothing is marked: whatever could have a gradient has one.
#[differentiable]
mod physics {
    pub type Real = f64;
    pub const G: Real = 9.81;
    const TABLE: [f64; 2] = [1.0, 2.0];

    #[derive(Clone, Debug)]
    pub struct Ball {
        pub height: Real,
        pub speed: Real,
        pub id: usize,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Kind {
        Slow,
        Fast,
    }

    /// An integer by its type: a constant, whatever it is given.
    fn bucket(height: Real) -> usize {
        usize::from(height > 1.0)
    }

    fn kind(speed: Real) -> Kind {
        if speed.abs() > 1.0 { Kind::Fast } else { Kind::Slow }
    }

    fn square(x: Real) -> Real {
        x * x
    }

    pub fn energy(ball: &Ball, mass: Real) -> Real {
        let k = bucket(ball.height);
        let kinetic = match kind(ball.speed) {
            Kind::Slow => 0.5 * mass * square(ball.speed),
            Kind::Fast => 0.25 * mass * square(ball.speed) * ball.speed,
        };
        kinetic + mass * G * ball.height * TABLE[k] + ball.id as f64
    }

    pub fn fall(ball: &mut Ball, dt: Real) {
        ball.speed -= G * dt;
        ball.height += ball.speed * dt;
    }

    pub fn end(height: f64, n: usize) -> f64 {
        let mut ball = Ball { height, speed: 0.0, id: 1 };
        for _ in 0..n {
            fall(&mut ball, 0.05);
        }
        energy(&ball, 2.0)
    }

    /// Its value is a constant by the user's word.
    #[constant]
    fn noise(x: f64) -> f64 {
        f64::from_bits(x.to_bits() & !1)
    }

    pub fn noisy(x: f64) -> f64 {
        noise(x) * x
    }

    /// Nothing here has a gradient, so it may do anything.
    pub fn load(path: &str) -> std::io::Result<String> {
        std::fs::read_to_string(path)
    }
}

#[test]
fn structs_helpers_constants_and_aliases_need_no_attribute() {
    for (height, n) in [(0.5, 1), (0.5, 4), (3.0, 1), (3.0, 6)] {
        check_gradient!(reverse physics::end(height, n));
    }
    let ball = physics::Ball { height: 0.5, speed: 0.4, id: 3 };
    check_gradient!(reverse physics::energy(&ball, 2.0));
    assert_eq!(physics::noisy::gradient(3.0), 3.0);
    assert!(physics::load("no such file").is_err());
}

/// Only what is marked, and what that reaches.
#[differentiable]
mod network {
    use std::fmt;

    pub trait Layer {
        fn forward(&self, x: &[f64]) -> Vec<f64>;
        fn size(&self) -> usize;
        fn name(&self) -> String;
    }

    #[derive(Clone)]
    pub struct Dense {
        pub w: Vec<f64>,
        pub b: Vec<f64>,
    }

    #[derive(Clone)]
    pub struct Leaky(pub f64);

    #[derive(Clone)]
    pub struct Chain<A, B> {
        pub first: A,
        pub second: B,
    }

    impl Layer for Dense {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            let mut y = self.b.clone();
            for i in 0..y.len() {
                for j in 0..x.len() {
                    y[i] += self.w[i * x.len() + j] * x[j];
                }
            }
            y
        }
        fn size(&self) -> usize {
            self.w.len()
        }
        fn name(&self) -> String {
            format!("dense {}", self.w.len())
        }
    }

    impl Layer for Leaky {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            x.iter().map(|v| if *v > 0.0 { *v } else { self.0 * v }).collect()
        }
        fn size(&self) -> usize {
            1
        }
        fn name(&self) -> String {
            "leaky".into()
        }
    }

    impl<A: Layer, B: Layer> Layer for Chain<A, B> {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            self.second.forward(&self.first.forward(x))
        }
        fn size(&self) -> usize {
            self.first.size() + self.second.size()
        }
        fn name(&self) -> String {
            format!("{}, {}", self.first.name(), self.second.name())
        }
    }

    impl<A: Layer, B: Layer> fmt::Display for Chain<A, B> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&self.name())
        }
    }

    fn squares(y: &[f64], target: &[f64]) -> f64 {
        y.iter().zip(target).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
    }

    #[differentiable]
    pub fn loss<L: Layer>(layer: &L, x: &[f64], target: &[f64]) -> f64 {
        squares(&layer.forward(x), target) / layer.size() as f64
    }

    /// Nobody asks for a derivative of it.
    pub fn bits(x: f64) -> f64 {
        f64::from_bits(x.to_bits() ^ 1)
    }
}

#[test]
fn traits_and_what_a_marked_function_reaches() {
    use network::{Chain, Dense, Leaky, loss};
    let dense = Dense { w: vec![0.5, -0.3, 0.2, 0.1], b: vec![0.1, -0.9] };
    let chain = Chain { first: dense, second: Leaky(0.1) };
    check_gradient!(reverse loss(&chain, &[1.0, 1.5], &[0.5, 0.1]));
    assert_eq!(chain.to_string(), "dense 4, leaky");
    assert!((network::bits(1.0) - 1.0).abs() < 1e-15);
}

/// Functions, methods and trees that call each other in circles.
#[differentiable(tangent)]
mod circles {
    pub fn even(x: f64, n: u32) -> f64 {
        if n == 0 { x } else { odd(x * x, n - 1) * 0.5 }
    }

    fn odd(x: f64, n: u32) -> f64 {
        if n == 0 { 2.0 * x } else { even(x + 1.0, n - 1) * third(x, n - 1) }
    }

    fn third(x: f64, n: u32) -> f64 {
        if n == 0 { x.sin() } else { third(0.5 * x, n - 1) + even(x, n - 1) }
    }

    #[derive(Clone)]
    pub struct Swing {
        pub k: f64,
    }

    impl Swing {
        pub fn up(&self, x: f64, n: u8) -> f64 {
            if n == 0 { x } else { self.down(x * self.k, n - 1) }
        }

        fn down(&self, x: f64, n: u8) -> f64 {
            if n == 0 { x + self.k } else { self.up(x.cos(), n - 1) }
        }
    }
}

#[differentiable]
mod tree {
    #[derive(Clone)]
    pub enum Expr {
        Number(f64),
        Variable(usize),
        Sum(Box<Expr>, Box<Expr>),
        Product(Box<Expr>, Box<Expr>),
    }

    impl Expr {
        pub fn value(&self, variables: &[f64]) -> f64 {
            match self {
                Expr::Number(v) => *v,
                Expr::Variable(k) => variables[*k],
                Expr::Sum(a, b) => a.value(variables) + b.value(variables),
                Expr::Product(a, b) => a.value(variables) * b.value(variables),
            }
        }
    }

    pub fn at(expr: &Expr, x: f64) -> f64 {
        expr.value(&[x, 2.0 * x])
    }
}

#[test]
fn circles_of_calls_are_cut() {
    use tree::Expr::{Number, Product, Sum, Variable};
    for n in 0..5 {
        check_gradient!(circles::even(0.4, n));
    }
    let swing = circles::Swing { k: 1.2 };
    for n in 0..5 {
        let (by_swing, by_x) = swing.up_gradient(0.4, n);
        let h = 1e-6;
        let by_k = |k: f64| circles::Swing { k }.up(0.4, n);
        assert!((by_swing.k - (by_k(1.2 + h) - by_k(1.2 - h)) / (2.0 * h)).abs() < 1e-8);
        assert!((by_x - (swing.up(0.4 + h, n) - swing.up(0.4 - h, n)) / (2.0 * h)).abs() < 1e-8);
    }
    let product = Product(Box::new(Variable(0)), Box::new(Number(3.0)));
    let sum = Sum(Box::new(Product(Box::new(product), Box::new(Variable(1)))), Box::new(Variable(1)));
    // 6 x² + 2 x
    assert_eq!(tree::at::gradient(&sum, 2.0).1, 26.0);
}

/// Modules in modules, which see each other by paths, and conditions.
#[differentiable]
mod nested {
    mod types {
        #[derive(Clone, Debug)]
        pub struct Point {
            pub at: [f32; 2],
            pub weight: Scalar,
        }
        pub type Scalar = f32;
    }

    pub mod forces {
        use super::types::{Point, Scalar};
        const SOFT: Scalar = 0.01;

        pub fn between(a: &Point, b: &Point) -> Scalar {
            let (dx, dy) = (a.at[0] - b.at[0], a.at[1] - b.at[1]);
            a.weight * b.weight / (super::sum_of_squares(dx, dy) + SOFT).sqrt()
        }
    }

    pub use forces::between;
    pub use types::*;

    fn sum_of_squares(x: f32, y: Scalar) -> Scalar {
        x * x + y * y
    }

    pub fn energy(points: &[Point]) -> Scalar {
        let mut sum = 0.0;
        for i in 0..points.len() {
            for j in 0..i {
                sum += self::forces::between(&points[i], &points[j]) + between(&points[j], &points[i]);
            }
        }
        sum
    }

    #[cfg(not(any()))]
    pub fn chosen(x: f64) -> f64 {
        x * 2.0
    }

    #[cfg(any())]
    pub fn chosen(x: f64) -> f64 {
        x * 3.0
    }

    pub fn twice(x: f64) -> f64 {
        chosen(x) * x
    }
}

#[test]
fn nested_modules_and_conditions() {
    let points = [([0.0, 0.1], 1.0), ([1.0, 0.5], 2.0), ([-0.5, 0.3], 0.5)];
    let points = points.map(|(at, weight)| nested::Point { at, weight });
    check_gradient!(reverse nested::energy(&points));
    assert_eq!(nested::twice::gradient(3.0), 12.0);
}

/// What hides an item of the module is what is meant.
#[differentiable]
mod hidden {
    pub type Scalar = f64;
    const K: f64 = 2.0;

    fn whole(x: f64) -> usize {
        x as usize
    }

    pub fn of_another_type(x: Scalar) -> Scalar {
        const K: f32 = 3.0;
        let y = x as f32;
        f64::from(y * K) * K_OUTSIDE
    }

    const K_OUTSIDE: f64 = K;

    /// Not the function of the module, which gives an integer.
    pub fn of_its_own(x: f64) -> f64 {
        use super::halves::whole;
        let k = whole(x);
        x * k
    }

    pub fn of_the_module(x: f64) -> f64 {
        let k = whole(x);
        x * k as f64
    }
}

mod halves {
    use retrograde::prelude::*;

    #[differentiable]
    pub fn whole(x: f64) -> f64 {
        x * 0.5
    }
}

#[test]
fn items_of_a_body_hide_those_of_the_module() {
    assert_eq!(hidden::of_another_type::gradient(1.5), 6.0);
    assert_eq!(hidden::of_its_own::gradient(3.5), 3.5);
    assert_eq!(hidden::of_the_module::gradient(3.5), 3.0);
}
