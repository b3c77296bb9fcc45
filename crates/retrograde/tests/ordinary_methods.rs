//! Methods as ordinary functions: siblings beside them, in an `impl`, in a trait and behind a type parameter.
#![allow(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "the results are exact, and the code is as people write it"
)]

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Dense {
    w: Vec<f64>,
    b: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain<A, B> {
    first: A,
    second: B,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Scale {
    by: f64,
}

#[differentiable(tangent)]
trait Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64>;

    /// Has no gradient, and so no sibling.
    fn width(&self) -> usize;
}

#[differentiable(tangent)]
impl Layer for Dense {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let mut y = self.b.clone();
        for i in 0..self.b.len() {
            for j in 0..x.len() {
                y[i] += self.w[i * x.len() + j] * x[j];
            }
            y[i] = y[i].tanh();
        }
        y
    }

    fn width(&self) -> usize {
        self.b.len()
    }
}

#[differentiable(tangent)]
impl<A: Layer, B: Layer> Layer for Chain<A, B> {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        let h = self.first.forward(x);
        self.second.forward(&h)
    }

    fn width(&self) -> usize {
        self.second.width()
    }
}

#[differentiable(tangent)]
impl Scale {
    fn apply(&self, x: f64) -> f64 {
        self.by * x * x
    }

    fn twice(self, x: f64) -> f64 {
        let once = self.apply(x);
        self.apply(once) + Self::shifted(x, self.by)
    }

    /// Without `self`, it must say so itself.
    #[differentiable]
    fn shifted(x: f64, by: f64) -> f64 {
        x.sin() + by
    }

    fn power(&self, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.by * self.power(n - 1) }
    }
}

#[differentiable(tangent)]
fn loss<M: Layer>(model: &M, x: &[f64], target: &[f64]) -> f64 {
    let y = model.forward(x);
    let mut sum = 0.0;
    for (a, b) in y.iter().zip(target) {
        sum += (a - b) * (a - b);
    }
    sum
}

#[differentiable(tangent)]
fn scaled(s: &Scale, x: f64) -> f64 {
    s.apply(x).ln() + s.power(3) * Scale::shifted(x, 2.0)
}

fn model() -> Chain<Dense, Dense> {
    let first = Dense { w: vec![0.5, -0.3, 0.8, 0.1], b: vec![0.1, -0.2] };
    Chain { first, second: Dense { w: vec![0.7, -0.4], b: vec![0.05] } }
}

#[test]
fn a_model_has_a_gradient_of_its_shape() {
    let (model, x) = (model(), [0.3, -0.9]);
    let (value, (by_model, by_x, by_target)) = loss::value_and_gradient(&model, &x, &[0.4]);
    assert_eq!(value, loss(&model, &x, &[0.4]));
    assert_eq!((by_model.first.w.len(), by_model.second.b.len(), by_x.len()), (4, 1, 2));
    let residual = model.forward(&x)[0] - 0.4;
    assert!((by_target[0] + 2.0 * residual).abs() < 1e-15);
    check_gradient!(loss(&model, &x, &[0.4]));
    assert_eq!(loss::gradient(&model, &x, &[0.4]), (by_model, by_x, by_target));
    assert_eq!(model.width(), 1);
}

#[test]
fn a_method_has_drivers() {
    let s = Scale { by: 1.5 };
    let (value, (by_s, by_x)) = s.apply_value_and_gradient(2.0);
    assert_eq!((value, by_s.by, by_x), (6.0, 4.0, 6.0));
    let (value, (by_s, by_x)) = s.clone().twice_value_and_gradient(2.0);
    // 1.5 * 36 + sin 2 + 1.5, where b³ x⁴ has the derivatives 3 b² x⁴ and 4 b³ x³
    assert!((value - (54.0 + 2.0_f64.sin() + 1.5)).abs() < 1e-12);
    assert!((by_s.by - (108.0 + 1.0)).abs() < 1e-12 && (by_x - (108.0 + 2.0_f64.cos())).abs() < 1e-12);
    assert_eq!(s.power_gradient(3).by, 3.0 * 1.5 * 1.5);
    assert_eq!(Scale::shifted_gradient(0.0, 1.0), (1.0, 1.0));
}

#[test]
fn functions_call_methods() {
    check_gradient!(scaled(&Scale { by: 1.5 }, 0.7));
    let s = Scale { by: 1.5 };
    assert_eq!(scaled::gradient(&s, 0.7), scaled::gradient(&s, 0.7));
}

/// Methods in loops, in branches, on the elements of a list, and of what a call gives.
#[differentiable(tangent)]
fn mixed(layers: &[Scale], x: f64) -> f64 {
    let mut y = x;
    for layer in layers {
        y = layer.apply(y) + 0.1;
    }
    let mut k = 0;
    while y < 3.0 && k < 5 {
        y = if k % 2 == 0 { layers[0].apply(y) } else { y + layers[1].clone().twice(0.3) };
        k += 1;
    }
    let total: f64 = layers.iter().map(|layer| layer.apply(x)).sum();
    y + total * make(x).apply(0.5)
}

#[differentiable(tangent)]
fn make(x: f64) -> Scale {
    Scale { by: x * x }
}

#[test]
fn methods_in_loops_and_branches() {
    let layers = [Scale { by: 0.7 }, Scale { by: 1.3 }, Scale { by: 0.4 }];
    check_gradient!(mixed(&layers, 0.8));
    check_gradient!(mixed(&layers, 2.5));
    assert_eq!(mixed::gradient(&layers, 0.8), mixed::gradient(&layers, 0.8));
}

#[derive(Clone, Debug, Differentiable)]
struct Leaf {
    weight: f64,
    deeper: Vec<Leaf>,
}

#[differentiable(recursive)]
impl Leaf {
    fn total(&self, x: f64) -> f64 {
        let mut sum = self.weight * x;
        for leaf in &self.deeper {
            sum += leaf.total(sum);
        }
        sum
    }
}

#[test]
fn a_tree_calls_itself() {
    let tree = Leaf {
        weight: 2.0,
        deeper: vec![Leaf { weight: 3.0, deeper: Vec::new() }, Leaf { weight: 0.5, deeper: Vec::new() }],
    };
    // 2x (1 + 3) (1 + 0.5)
    let (value, (by_tree, by_x)) = tree.total_value_and_gradient(1.5);
    assert_eq!((value, by_x), (18.0, 12.0));
    assert_eq!((by_tree.weight, by_tree.deeper[0].weight, by_tree.deeper[1].weight), (9.0, 4.5, 12.0));
}

/// In an `impl` without type parameters the attribute may stand on each method.
impl Dense {
    #[differentiable(tangent)]
    pub fn energy(&self, #[constant] scale: f64) -> f64 {
        let mut sum = 0.0;
        for w in &self.w {
            sum += w * w * scale;
        }
        sum
    }
}

/// The right side of a reversible function calls a method too.
#[reversible(adjoint, tangent)]
fn add_energy(y: &mut f64, layer: &Dense, s: &Scale) {
    *y += layer.energy(2.0) * s.apply(0.5);
}

#[test]
fn the_attribute_on_a_method() {
    let layer = model().first;
    assert_eq!(layer.energy_gradient(0.5).w, layer.w);
    assert_eq!(layer.energy_jvp(0.5, layer.energy_gradient(0.5)), layer.energy(1.0));
    check_gradient!(add_energy(&mut 0.0, &layer, &Scale { by: 0.3 }));
}

/// A function as an argument is something with a trait; what it holds gets its gradient.
#[differentiable(tangent)]
trait Curve {
    fn at(&self, x: f64) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Bell {
    width: f64,
}

#[differentiable(tangent)]
impl Curve for Bell {
    fn at(&self, x: f64) -> f64 {
        (-x * x / self.width).exp()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Product<F, G>(F, G);

#[differentiable(tangent)]
impl<F: Curve, G: Curve> Curve for Product<F, G> {
    fn at(&self, x: f64) -> f64 {
        self.0.at(x) * self.1.at(x + 0.5)
    }
}

#[differentiable(tangent)]
fn integral<F: Curve>(f: &F, from: f64, to: f64, n: usize) -> f64 {
    let h = (to - from) / n as f64;
    let mut sum = 0.0;
    for k in 0..n {
        sum += f.at(from + (k as f64 + 0.5) * h) * h;
    }
    sum
}

#[differentiable(tangent)]
fn area(width: f64, to: f64) -> f64 {
    let f = Product(Bell { width }, Bell { width: width * 2.0 });
    integral(&f, 0.0, to, 8)
}

#[test]
fn functions_as_arguments() {
    check_gradient!(integral(&Bell { width: 0.7 }, -0.3, 1.0, 6));
    check_gradient!(area(0.8, 1.3));
    // by its upper bound, the integral has the slope of the curve
    let bell = Bell { width: 0.7 };
    let (_, _, by_to) = integral::gradient(&bell, 0.0, 1.0, 1000);
    assert!((by_to - bell.at(1.0)).abs() < 1e-3);
}

static RUNS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[derivative(1.0)]
fn counted(x: f64) -> f64 {
    RUNS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    x
}

#[differentiable(tangent)]
impl Scale {
    /// Nothing is kept, and it is run again on the way back.
    #[differentiable(checkpoint)]
    fn again(&self, x: &[f64], k: f64) -> f64 {
        let mut sum = counted(k);
        for x in x {
            sum = sum * self.by + x.sin();
        }
        sum
    }

    /// The derivative is computed by tangents.
    #[differentiable(forward)]
    fn by_tangents(&self, x: f64) -> f64 {
        let mut y = x;
        while y.abs() > 0.1 {
            y *= self.by;
        }
        y * x
    }

    #[differentiable(checkpoint)]
    fn consumed(self, x: f64) -> f64 {
        self.by * self.by * x
    }

    #[differentiable(forward)]
    fn consumed_by_tangents(self, x: f64) -> f64 {
        self.by * self.by * x.exp()
    }
}

#[differentiable(tangent)]
fn of_choices(scale: &Scale, x: &[f64]) -> f64 {
    let y = scale.again(x, x[0]) * scale.by_tangents(x[1]);
    let z = scale.clone().consumed(y) + scale.clone().consumed_by_tangents(x[0]);
    y + z * z
}

#[test]
fn choices_of_methods() {
    let (scale, x) = (Scale { by: 0.6 }, [0.3, 0.9, -0.4]);
    check_gradient!(of_choices(&scale, &x));
    RUNS.store(0, std::sync::atomic::Ordering::Relaxed);
    let (by_scale, by_x, by_k) = scale.again_gradient(&x, 2.0);
    assert_eq!(RUNS.load(std::sync::atomic::Ordering::Relaxed), 2);
    assert_eq!(by_k, 0.6_f64 * 0.6 * 0.6);
    assert_eq!((by_scale, by_x.len()), (scale.again_gradient(&x, 2.0).0, 3));
    assert_eq!(scale.by_tangents_gradient(0.05).1, 0.1);
}

#[derive(Clone, Differentiable)]
struct Descent {
    rate: f64,
    momentum: f64,
    seen: Vec<u32>,
}

/// Methods that give nothing but what they change are meant too.
#[differentiable]
impl Descent {
    fn update(&mut self, slope: f64) {
        self.momentum = 0.9 * self.momentum + slope;
    }

    fn forget(&mut self) {
        self.momentum *= 0.5;
    }

    fn add_to(&self, out: &mut [f64]) {
        for o in out.iter_mut() {
            *o += self.momentum * self.rate;
        }
    }

    #[constant]
    fn note(&mut self, k: u32) {
        self.seen.push(k);
    }

    fn step(&mut self, x: f64) -> f64 {
        self.update(x * x);
        x - self.rate * self.momentum
    }
}

#[differentiable]
fn descend(descent: &Descent, x: f64) -> f64 {
    let mut descent = descent.clone();
    let mut x = x;
    let mut last = [0.0, 1.0];
    for _ in 0..3 {
        x = Descent::step(&mut descent, x);
        descent.update(x);
        descent.forget();
        descent.add_to(&mut last);
    }
    x * last[0] + last[1]
}

#[test]
fn methods_that_give_nothing() {
    let mut descent = Descent { rate: 0.1, momentum: 0.5, seen: Vec::new() };
    check_gradient!(reverse descend(&descent, 0.5));
    descent.note(3);
    assert_eq!(descent.seen, [3]);
}
