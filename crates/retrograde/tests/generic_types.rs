//! Numbers of a generic type in structs, methods, traits, calls, conversions and reversible functions, by the bounds of `num-traits`, of `nalgebra`, of
//! a trait of the user's, and by our own `Real`.
#![allow(
    clippy::multiple_bound_locations,
    clippy::many_single_char_names,
    clippy::suboptimal_flops,
    clippy::float_cmp,
    reason = "the code is as people write it"
)]
#![allow(clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref, reason = "the code is as people write it")]

use nalgebra::{ComplexField, RealField, convert};
use num_traits::{Float, FloatConst, FromPrimitive};
use retrograde::prelude::*;
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[differentiable(tangent)]
impl<T: Float> Vec3<T> {
    fn dot(&self, other: &Vec3<T>) -> T {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    fn length(&self) -> T {
        self.dot(self).sqrt()
    }
    fn normalized(self) -> Vec3<T> {
        let len = self.length();
        Vec3 { x: self.x / len, y: self.y / len, z: self.z / len }
    }
    fn cross(&self, o: &Self) -> Self {
        Self { x: self.y * o.z - self.z * o.y, y: self.z * o.x - self.x * o.z, z: self.x * o.y - self.y * o.x }
    }
    fn lerp(&self, o: &Self, t: T) -> Self {
        Vec3 { x: self.x + (o.x - self.x) * t, y: self.y + (o.y - self.y) * t, z: self.z + (o.z - self.z) * t }
    }
    fn max_component(self) -> T {
        self.x.max(self.y).max(self.z)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Quaternion<T> {
    w: T,
    v: Vec3<T>,
}

#[differentiable(tangent)]
impl<T> Quaternion<T>
where
    T: Float + FloatConst,
{
    fn norm(&self) -> T {
        (self.w.powi(2) + self.v.x.powi(2) + self.v.y.powi(2) + self.v.z.powi(2)).sqrt()
    }
    fn angle(&self) -> T {
        T::from(2.0).unwrap() * self.w.acos()
    }
}

#[differentiable(tangent)]
fn angle_between<T: Float>(a: Vec3<T>, b: Vec3<T>) -> T {
    (a.dot(&b) / (a.length() * b.length())).acos()
}

#[differentiable(tangent)]
fn triple<T: Float>(a: &Vec3<T>, b: &Vec3<T>, c: &Vec3<T>) -> T {
    a.dot(&b.cross(c))
}

#[differentiable(tangent)]
trait Activation<T: Float> {
    fn eval(&self, x: T) -> T;
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Leaky<T> {
    slope: T,
}
#[differentiable(tangent)]
impl<T: Float> Activation<T> for Leaky<T> {
    fn eval(&self, x: T) -> T {
        if x > T::zero() { x } else { x * self.slope }
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Soft<T> {
    beta: T,
}
#[differentiable(tangent)]
impl<T: Float> Activation<T> for Soft<T> {
    fn eval(&self, x: T) -> T {
        ((x * self.beta).exp() + T::one()).ln() / self.beta
    }
}

// aliases
trait GeoFloat: Float + FromPrimitive + std::fmt::Debug {}
impl<T: Float + FromPrimitive + std::fmt::Debug> GeoFloat for T {}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Coord<T> {
    x: T,
    y: T,
}

#[differentiable(tangent)]
fn euclidean<T: GeoFloat>(a: &Coord<T>, b: &Coord<T>) -> T {
    (a.x - b.x).hypot(a.y - b.y)
}
#[differentiable(tangent)]
fn ring_area<T>(ring: &[Coord<T>]) -> T
where
    T: GeoFloat,
{
    let mut tmp = T::zero();
    for i in 0..ring.len() {
        let j = (i + 1) % ring.len();
        tmp = tmp + ring[i].x * ring[j].y - ring[j].x * ring[i].y;
    }
    tmp / T::from_i32(2).unwrap()
}
#[differentiable(tangent)]
fn perimeter<T: GeoFloat>(ring: &[Coord<T>]) -> T {
    let mut s = T::zero();
    for w in ring.windows(2) {
        s = s + euclidean(&w[0], &w[1]);
    }
    s
}
// conversions
#[differentiable(tangent)]
fn mixed<T: Float + FromPrimitive>(x: T, y: f64) -> T {
    let z = T::from(y).unwrap() * x;
    let w = T::from_f64(y * y).unwrap();
    z + w
}
#[differentiable(tangent)]
fn back<T: Float>(x: T) -> f64 {
    let d = x.to_f64().unwrap();
    d * d.sin()
}
#[differentiable(tangent)]
fn casted<T: Float>(x: T) -> T {
    let d: f64 = num_traits::cast(x).unwrap();
    let e = num_traits::cast::<f64, T>(d.exp()).unwrap();
    e * x
}
#[differentiable(tangent)]
fn twice_generic<A: Float, B: Float>(a: A, b: B) -> B {
    B::from(a).unwrap() * b
}
// generic caller
#[differentiable(tangent)]
fn sum_sq<T: Float>(x: &[T]) -> T {
    x.iter().fold(T::zero(), |a, &b| a + sq(b))
}
#[differentiable(tangent)]
fn sq<T: Copy + Mul<Output = T>>(x: T) -> T {
    x * x
}
#[differentiable(tangent)]
fn rec<T: Float>(x: T, n: usize) -> T {
    if n == 0 { T::one() } else { x * rec(x, n - 1) }
}
#[differentiable(tangent)]
fn apply<T: Float>(f: impl Fn(T) -> T, x: T) -> T {
    f(f(x))
}
#[differentiable(tangent)]
fn use_apply<T: Float>(x: T, k: T) -> T {
    apply(|v| v * k + v.sin(), x)
}
#[differentiable(tangent)]
fn simpson<T: Float, F: Fn(T) -> T>(f: F, a: T, b: T) -> T {
    let two = T::from(2).unwrap();
    (b - a) / T::from(6).unwrap() * (f(a) + T::from(4).unwrap() * f((a + b) / two) + f(b))
}
#[differentiable(tangent)]
fn quad_in<T: Float>(a: T, b: T) -> T {
    simpson(|x| x * x * x, a, b)
}
#[differentiable(tangent)]
fn arrays<T: Float, const N: usize>(m: [[T; N]; N], v: [T; N]) -> [T; N] {
    let mut out = [T::zero(); N];
    for i in 0..N {
        for j in 0..N {
            out[i] = out[i] + m[i][j] * v[j];
        }
    }
    out
}
#[differentiable(tangent)]
fn option<T: Float>(x: &[T]) -> Option<T> {
    if x[0] < T::zero() {
        return None;
    }
    Some(x[0].sqrt())
}
#[differentiable(tangent)]
fn euler<T: Float>(mut y: T, h: T, steps: usize) -> T {
    for _ in 0..steps {
        y = y + h * (-y);
    }
    y
}
#[differentiable(tangent)]
fn pow_cubed<T>(x: T) -> T
where
    T: Sub<Output = T> + Add<Output = T> + Mul<Output = T> + Copy + From<f64> + PartialOrd,
{
    if x < T::from(0.0) { x * x } else { x * x * x }
}
#[reversible(adjoint)]
fn rstep<T: Float>(q: &mut T, p: &mut T, dt: T) {
    let force = -q.sin();
    *p += force * dt;
    *q += *p * dt;
}
#[reversible(adjoint, tangent)]
fn rdot<T: Float + FromPrimitive>(y: &mut T, a: &[T], b: &[T]) {
    for i in 0..a.len() {
        *y += a[i] * b[i] * T::from_f64(0.5).unwrap();
    }
}

#[differentiable(tangent)]
fn layer<T: Float, A: Activation<T>>(a: &A, x: T) -> T {
    a.eval(x) * x
}
#[differentiable(tangent)]
fn layers<T: Float + retrograde::Floating>(slope: T, x: T) -> T {
    let l = Leaky { slope };
    layer(&l, x) + Soft { beta: slope }.eval(x)
}
#[differentiable(tangent)]
fn own<T: Real>(x: T, y: f64) -> T {
    (x * T::of(2.0)).sin() + T::PI * x.max(T::of(y)) + x.powi(3)
}
#[differentiable(tangent)]
fn own_sum<T: Real>(x: &[T]) -> T {
    x.iter().map(|v| v.exp()).sum::<T>().ln()
}
#[differentiable(tangent)]
fn own_sum2<T: Real>(x: &[T]) -> T {
    let s: T = x.iter().copied().sum();
    s * x.iter().copied().product()
}

#[differentiable(tangent)]
fn sigmoid<T: RealField + Copy>(x: T) -> T {
    T::one() / (T::one() + (-x).exp())
}
#[differentiable(tangent)]
fn smooth<N: RealField>(x: N, y: N) -> N {
    let two: N = convert(2.0);
    let half = nalgebra::convert::<f64, N>(0.5);
    (x.clone() * two + y.clone()).sin() * half + x.clone() * x * y.sqrt()
}
#[differentiable(tangent)]
fn wrap<T: RealField + Copy>(a: T) -> T {
    let tau = T::two_pi();
    let mut x = a % tau;
    if x < T::zero() {
        x += tau;
    }
    x * T::pi() / T::from_f64(180.0).unwrap()
}
#[differentiable(tangent)]
fn gaussian<R: RealField + Copy>(x: R, mu: R, s: R) -> R {
    let z = (x - mu) / s;
    (-(z.powi(2)) * convert(0.5)).exp() / (s * R::two_pi().sqrt())
}
#[differentiable(tangent)]
fn conv<T: RealField + Copy>(x: f64, y: T) -> T {
    let t: T = convert(x * x);
    t * y
}
#[differentiable(tangent)]
fn rk4<T: RealField + Copy>(f: impl Fn(T, T) -> T, y0: T, h: T, n: usize) -> T {
    let half: T = convert(0.5);
    let sixth: T = convert(1.0 / 6.0);
    let mut y = y0;
    let mut t = T::zero();
    for _ in 0..n {
        let k1 = f(t, y);
        let k2 = f(t + h * half, y + k1 * h * half);
        let k3 = f(t + h * half, y + k2 * h * half);
        let k4 = f(t + h, y + k3 * h);
        y += (k1 + (k2 + k3) * convert(2.0) + k4) * h * sixth;
        t += h;
    }
    y
}
#[differentiable(tangent)]
fn decay<T: RealField + Copy>(y0: T, k: T) -> T {
    rk4(|t, y| -k * y + t.sin(), y0, convert(0.1), 5)
}
#[differentiable(tangent)]
fn clampf<T: RealField + Copy>(x: T, lo: T, hi: T) -> T {
    x.clamp(lo, hi).max(lo) + x.abs() + ComplexField::sqrt(x) + x.atan2(lo)
}

#[test]
fn structs_and_their_methods() {
    let (a, b) = (Vec3 { x: 1.0_f64, y: 2.0, z: -0.5 }, Vec3 { x: 0.3, y: 0.2, z: 1.5 });
    let c = Vec3 { x: 0.1, y: 0.9, z: 0.5 };
    check_gradient!(angle_between(a, b));
    check_gradient!(triple(&a, &b, &c));
    let unit = a.normalized_vjp(Vec3Tangent { x: 1.0, y: 0.0, z: 0.0 });
    assert!((unit.x * a.x + unit.y * a.y + unit.z * a.z).abs() < 1e-15); // a longer vector has the same direction
}

#[test]
fn bounds_by_a_trait_of_the_users() {
    let ring = [Coord { x: 1.0, y: 2.0 }, Coord { x: 0.4, y: 0.2 }, Coord { x: -0.4, y: 0.7 }];
    check_gradient!(euclidean(&ring[0], &ring[1]));
    check_gradient!(ring_area(&ring));
    check_gradient!(perimeter(&ring));
}

#[test]
fn a_differentiable_trait() {
    check_gradient!(layers(0.5, -0.7));
}

#[test]
fn conversions_pass_gradients_on() {
    check_gradient!(mixed(0.5, 0.7));
    check_gradient!(back(0.5));
    check_gradient!(casted(0.5));
    assert_eq!(mixed::value_and_gradient(0.5_f32, 0.5), (0.5, (0.5, 1.5)));
    assert_eq!(twice_generic::value_and_gradient(0.5_f32, 3.0_f64), (1.5, (3.0, 0.5)));
}

#[test]
fn calls_closures_and_recursion() {
    check_gradient!(sum_sq(&[0.5, 0.7]));
    check_gradient!(rec(0.5, 3));
    check_gradient!(use_apply(0.5, 0.3));
    check_gradient!(quad_in(0.5, 0.9));
    check_gradient!(arrays([[0.5, 0.7], [0.2, 0.1]], [0.3, 0.4]));
    check_gradient!(euler(0.5, 0.1, 5));
    check_gradient!(pow_cubed(0.5));
}

#[test]
fn our_own_trait() {
    check_gradient!(own(0.5, 0.7));
    check_gradient!(own_sum(&[0.5, 0.7]));
    check_gradient!(own_sum2(&[0.5, 0.7]));
}

#[test]
fn numbers_of_nalgebra() {
    check_gradient!(sigmoid(0.4));
    check_gradient!(sigmoid(0.4f32));
    check_gradient!(smooth(0.4, 0.7));
    check_gradient!(wrap(-0.4));
    check_gradient!(gaussian(-0.4, 0.3, 0.9));
    check_gradient!(conv(-0.4, 0.3));
    check_gradient!(decay(0.4, 0.3));
    check_gradient!(clampf(0.4, 0.3, 0.9));
}

#[test]
fn reversible_functions() {
    let (mut q, mut p) = (1.0, 0.5);
    let by_hand = (1.0, 0.0);
    rstep(&mut q, &mut p, 0.1);
    let (mut q_adj, mut p_adj) = by_hand;
    rstep::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, 0.1, Inactive);
    assert!((q - 1.0_f64).abs() < 1e-15 && (p - 0.5_f64).abs() < 1e-15);
    assert!((q_adj - (1.0 - 0.01 * 1.0_f64.cos())).abs() < 1e-15 && p_adj == 0.1);
    check_gradient!(rdot(&mut 0.3, &[1.0, 2.0], &[0.3, 0.4]));
    check_gradient!(rdot(&mut 0.3_f32, &[1.0, 2.0], &[0.3, 0.4]));
}
