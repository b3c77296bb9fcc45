//! Numbers of a generic type, in functions as people publish them: by the bounds of `num-traits` and of `std::ops` alone, in all modes and both
//! precisions.
#![allow(
    clippy::cloned_instead_of_copied,
    clippy::many_single_char_names,
    clippy::suboptimal_flops,
    clippy::float_cmp,
    reason = "the code is as people write it"
)]
#![allow(
    clippy::manual_memcpy,
    clippy::needless_pass_by_value,
    clippy::assign_op_pattern,
    reason = "the code is as people write it"
)]

use num_traits::float::FloatCore;
use num_traits::{Float, FloatConst, FromPrimitive, Num, NumAssign, NumCast, One, Signed, Zero};
use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

mod stats {
    use super::*;
    #[differentiable(tangent)]
    pub(super) fn mean<F: Float + FromPrimitive>(data: &[F]) -> F {
        let n = F::from_usize(data.len()).unwrap();
        data.iter().fold(F::zero(), |acc, &x| acc + x) / n
    }
    #[differentiable(tangent)]
    pub(super) fn variance<F>(data: &[F]) -> F
    where
        F: Float + std::iter::Sum<F>,
    {
        let n = F::from(data.len()).unwrap();
        let m = data.iter().copied().sum::<F>() / n;
        data.iter().map(|&x| (x - m) * (x - m)).sum::<F>() / (n - F::one())
    }
    #[differentiable(tangent)]
    pub(super) fn welford<T: Float>(xs: &[T]) -> T {
        let mut count = T::zero();
        let mut mean = T::zero();
        let mut m2 = T::zero();
        for &x in xs {
            count = count + T::one();
            let delta = x - mean;
            mean = mean + delta / count;
            m2 = m2 + delta * (x - mean);
        }
        m2 / count
    }
    #[differentiable(tangent)]
    pub(super) fn normal_pdf<T: Float + FloatConst>(x: T, mu: T, sigma: T) -> T {
        let two = T::one() + T::one();
        let z = (x - mu) / sigma;
        (-(z * z) / two).exp() / (sigma * (two * T::PI()).sqrt())
    }
    #[differentiable(tangent)]
    pub(super) fn logsumexp<T: Float>(xs: &[T]) -> T {
        let m = xs.iter().cloned().fold(T::neg_infinity(), T::max);
        m + xs.iter().map(|&x| (x - m).exp()).fold(T::zero(), |a, b| a + b).ln()
    }
    #[differentiable(tangent)]
    pub(super) fn softmax<T: Float>(xs: &[T]) -> Vec<T> {
        let max = xs.iter().fold(T::neg_infinity(), |a, &b| a.max(b));
        let exps: Vec<T> = xs.iter().map(|&x| (x - max).exp()).collect();
        let sum = exps.iter().fold(T::zero(), |a, &b| a + b);
        exps.iter().map(|&e| e / sum).collect()
    }
}

mod easing {
    use super::*;
    #[differentiable(tangent)]
    pub(super) fn quad_in_out<T: Float>(t: T) -> T {
        if t < T::from(0.5).unwrap() {
            T::from(2.0).unwrap() * t * t
        } else {
            (T::from(-2.0).unwrap() * t * t) + (T::from(4.0).unwrap() * t) - T::one()
        }
    }
    #[differentiable(tangent)]
    pub(super) fn elastic_out<F: Float + FloatConst>(p: F) -> F {
        let f = |x: f64| F::from(x).unwrap();
        F::sin(f(-13.0) * F::FRAC_PI_2() * (p + F::one())) * F::powf(f(2.0), f(-10.0) * p) + F::one()
    }
    #[differentiable(tangent)]
    pub(super) fn lerp<T>(a: T, b: T, t: T) -> T
    where
        T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
    {
        a + (b - a) * t
    }
    #[differentiable(tangent)]
    pub(super) fn smoothstep<T: Float>(edge0: T, edge1: T, x: T) -> T {
        let t = ((x - edge0) / (edge1 - edge0)).max(T::zero()).min(T::one());
        t * t * (T::from(3.0).unwrap() - T::from(2.0).unwrap() * t)
    }
}

mod poly {
    use super::*;
    #[differentiable(tangent)]
    pub(super) fn horner<T: Num + Copy>(coeffs: &[T], x: T) -> T {
        let mut acc = T::zero();
        for c in coeffs.iter().rev() {
            acc = acc * x + *c;
        }
        acc
    }
    #[differentiable(tangent)]
    pub(super) fn horner2<T: NumAssign + Copy>(coeffs: &[T], x: T) -> T {
        let mut acc = num_traits::zero();
        for &c in coeffs {
            acc *= x;
            acc += c;
        }
        acc
    }
    #[differentiable(tangent)]
    pub(super) fn bezier<T: Float>(p: [T; 4], t: T) -> T {
        let u = T::one() - t;
        let three = T::from(3).unwrap();
        u.powi(3) * p[0] + three * u.powi(2) * t * p[1] + three * u * t.powi(2) * p[2] + t.powi(3) * p[3]
    }
    #[differentiable(tangent)]
    pub(super) fn catmull<T>(p0: T, p1: T, p2: T, p3: T, t: T) -> T
    where
        T: Float,
    {
        let half = T::from(0.5).unwrap();
        let t2 = t * t;
        let t3 = t2 * t;
        half * ((p1 + p1)
            + (p2 - p0) * t
            + (p0 + p0 - T::from(5.0).unwrap() * p1 + T::from(4.0).unwrap() * p2 - p3) * t2
            + (p1 + p1 + p1 - p0 - p2 - p2 - p2 + p3) * t3)
    }
    #[differentiable(tangent)]
    pub(super) fn newton_sqrt<T: Float>(a: T) -> T {
        let mut x = a;
        let eps = T::epsilon();
        for _ in 0..50 {
            let next = (x + a / x) / (T::one() + T::one());
            if (next - x).abs() < eps {
                return next;
            }
            x = next;
        }
        x
    }
    #[differentiable(tangent)]
    pub(super) fn bisect<T: Float>(a: T, b: T, c: T) -> T {
        let two = T::from(2.0).unwrap();
        let mut lo = a;
        let mut hi = b;
        while hi - lo > T::from(1e-3).unwrap() {
            let mid = (lo + hi) / two;
            if mid * mid < c {
                lo = mid;
            } else {
                hi = mid;
            }
        }
        (lo + hi) / two
    }
}

mod vecs {
    use super::*;
    #[differentiable(tangent)]
    pub(super) fn dot<T: Float>(a: &[T], b: &[T]) -> T {
        a.iter().zip(b.iter()).map(|(x, y)| *x * *y).fold(T::zero(), |s, v| s + v)
    }
    #[differentiable(tangent)]
    pub(super) fn dot_ops<T: Copy + Zero + Mul<Output = T> + AddAssign>(a: &[T], b: &[T]) -> T {
        assert_eq!(a.len(), b.len());
        let mut s = T::zero();
        for (x, y) in a.iter().zip(b) {
            s += *x * *y;
        }
        s
    }
    #[differentiable(tangent)]
    pub(super) fn matvec<T: Float>(m: &[Vec<T>], v: &[T]) -> Vec<T> {
        let mut out = vec![T::zero(); m.len()];
        for i in 0..m.len() {
            for j in 0..v.len() {
                out[i] = out[i] + m[i][j] * v[j];
            }
        }
        out
    }
    #[differentiable(tangent)]
    pub(super) fn norm<T: Float>(v: &[T]) -> T {
        dot(v, v).sqrt()
    }
    #[differentiable(tangent)]
    pub(super) fn cosine<T>(a: &[T], b: &[T]) -> T
    where
        T: Float + Default,
    {
        dot(a, b) / (norm(a) * norm(b))
    }
    #[differentiable(tangent)]
    pub(super) fn scale_in_place<T: Float>(v: &mut [T], k: T) {
        for x in v.iter_mut() {
            *x = *x * k;
        }
    }
    #[differentiable(tangent)]
    pub(super) fn manhattan<T: Signed + Copy>(a: &[T; 3], b: &[T; 3]) -> T {
        (a[0] - b[0]).abs() + (a[1] - b[1]).abs() + (a[2] - b[2]).abs()
    }
    #[differentiable(tangent)]
    pub(super) fn cast_sum<T: NumCast + Float>(n: usize, x: T) -> T {
        let mut s = T::zero();
        for i in 0..n {
            s = s + x / T::from(i + 1).unwrap() + num_traits::cast::<usize, T>(i).unwrap();
        }
        s
    }
    #[differentiable(tangent)]
    pub(super) fn sinc<T: Float>(x: T) -> T {
        if x.is_zero() { T::one() } else { x.sin() / x }
    }
    #[differentiable(tangent)]
    pub(super) fn horner_fma<F: Float>(c: &[F], x: F) -> F {
        c.iter().rev().fold(F::zero(), |acc, &k| acc.mul_add(x, k))
    }
    #[differentiable(tangent)]
    pub(super) fn table_lookup<F: Float>(table: &[F], x: F) -> F {
        let k = x.floor().to_usize().unwrap();
        let t = x - x.floor();
        table[k] * (F::one() - t) + table[k + 1] * t
    }
    #[differentiable(tangent)]
    pub(super) fn polar<T: Float>(r: T, theta: T) -> (T, T) {
        let (s, c) = theta.sin_cos();
        (r * c, r * s)
    }
    #[differentiable(tangent)]
    pub(super) fn haversine<T: Float>(lat1: T, lon1: T, lat2: T, lon2: T) -> T {
        let r = T::from(6371.0).unwrap();
        let d_lat = (lat2 - lat1).to_radians();
        let d_lon = (lon2 - lon1).to_radians();
        let a = (d_lat / (T::one() + T::one())).sin().powi(2)
            + lat1.to_radians().cos() * lat2.to_radians().cos() * (d_lon / (T::one() + T::one())).sin().powi(2);
        r * (T::one() + T::one()) * a.sqrt().atan2((T::one() - a).sqrt())
    }
    #[differentiable(tangent)]
    pub(super) fn relu<T: PartialOrd + Zero>(x: T) -> T {
        if x > T::zero() { x } else { T::zero() }
    }
    #[differentiable(tangent)]
    pub(super) fn neg<T: Neg<Output = T> + Div<Output = T> + Copy + One>(x: T) -> T {
        -(T::one() / x)
    }
}

#[differentiable(tangent)]
fn core_only<T: FloatCore>(x: T, y: T) -> T {
    x.abs() + y.recip() * x.max(y)
}
#[differentiable(tangent)]
fn real_only<T: num_traits::real::Real>(x: T, y: T) -> T {
    x.tanh() * y.hypot(x)
}
#[differentiable(tangent)]
fn qualified<T: num_traits::Float + num_traits::FloatConst>(x: T) -> T {
    num_traits::Float::sqrt(x) * T::TAU() + <T as num_traits::One>::one()
}
#[differentiable(tangent)]
fn nested<T: Float>(m: &[Vec<T>]) -> T {
    m.iter().map(|r| r.iter().map(|x| x.powi(2)).fold(T::zero(), |a, b| a + b)).fold(T::zero(), |a, b| a + b).sqrt()
}
#[differentiable(tangent)]
fn tuple_in<T: Float>(p: (T, T), q: [T; 2]) -> (T, T) {
    (p.0 * q[0] - p.1 * q[1], p.0 * q[1] + p.1 * q[0])
}
#[differentiable(tangent)]
fn branch<T: Float>(x: T) -> T {
    if x < <T as num_traits::Zero>::zero() {
        <T as Float>::abs(x)
    } else {
        x * <T as num_traits::NumCast>::from(2.0).unwrap()
    }
}
#[differentiable(tangent)]
fn in_place<T: Float + std::ops::AddAssign>(x: &mut [T], k: T) {
    for v in x.iter_mut() {
        *v += k * *v;
    }
}
#[differentiable(tangent)]
fn rgb_to_luma<T>(rgb: [T; 3]) -> T
where
    T: Float,
{
    let coeff = [T::from(0.2126).unwrap(), T::from(0.7152).unwrap(), T::from(0.0722).unwrap()];
    let lin = rgb
        .iter()
        .map(|&c| {
            if c <= T::from(0.04045).unwrap() {
                c / T::from(12.92).unwrap()
            } else {
                ((c + T::from(0.055).unwrap()) / T::from(1.055).unwrap()).powf(T::from(2.4).unwrap())
            }
        })
        .collect::<Vec<_>>();
    lin[0] * coeff[0] + lin[1] * coeff[1] + lin[2] * coeff[2]
}
#[differentiable(tangent)]
fn tuple_ret<T: Float>(x: &[T]) -> (T, T) {
    let mut lo = T::infinity();
    let mut hi = T::neg_infinity();
    for &v in x {
        lo = lo.min(v);
        hi = if v > hi { v } else { hi };
    }
    (lo, hi)
}
#[differentiable(tangent)]
fn string_arg<T: Float>(kind: &str, x: T) -> T {
    if kind.len() == 2 { x * x } else { x }
}
#[differentiable(tangent)]
fn interp<T: Float>(xs: &[T], ys: &[T], x: T) -> T {
    let n = xs.len();
    if x <= xs[0] {
        return ys[0];
    }
    if x >= xs[n - 1] {
        return ys[n - 1];
    }
    let i = xs.iter().position(|&v| v > x).unwrap() - 1;
    let t = (x - xs[i]) / (xs[i + 1] - xs[i]);
    ys[i] + (ys[i + 1] - ys[i]) * t
}
#[differentiable(tangent)]
fn thomas<T: Float>(a: &[T], b: &[T], c: &[T], d: &[T]) -> Vec<T> {
    let n = d.len();
    let mut cp = vec![T::zero(); n];
    let mut dp = vec![T::zero(); n];
    cp[0] = c[0] / b[0];
    dp[0] = d[0] / b[0];
    for i in 1..n {
        let m = b[i] - a[i] * cp[i - 1];
        cp[i] = c[i] / m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) / m;
    }
    let mut x = vec![T::zero(); n];
    x[n - 1] = dp[n - 1];
    for i in (0..n - 1).rev() {
        x[i] = dp[i] - cp[i] * x[i + 1];
    }
    x
}
#[differentiable(tangent)]
fn agm<T: Float>(a: T, b: T) -> T {
    let (mut a, mut b) = (a, b);
    let two = T::one() + T::one();
    while (a - b).abs() > T::epsilon() * two * two {
        let m = (a + b) / two;
        b = (a * b).sqrt();
        a = m;
    }
    a
}
#[derive(Clone, Debug, Differentiable)]
struct Terms {
    n: usize,
}
#[differentiable(tangent)]
fn series<T: Float>(x: T, #[constant] o: &Terms) -> T {
    let mut term = T::one();
    let mut sum = term;
    for k in 1..=o.n {
        term = term * x / T::from(k).unwrap();
        sum = sum + term;
    }
    sum
}

#[test]
fn statistics() {
    check_gradient!(stats::mean(&[1.0, 2.0, 4.0]));
    check_gradient!(stats::variance(&[1.0, 2.0, 4.0]));
    check_gradient!(stats::welford(&[1.0, 2.0, 4.0]));
    check_gradient!(stats::normal_pdf(1.0, 2.0, 1.5));
    check_gradient!(stats::logsumexp(&[1.0, 2.0, 0.5]));
    check_gradient!(stats::softmax(&[1.0, 2.0, 0.5]));
}

#[test]
fn easing_functions() {
    check_gradient!(easing::quad_in_out(0.3));
    check_gradient!(easing::quad_in_out(0.7f32));
    check_gradient!(easing::elastic_out(0.3));
    check_gradient!(easing::lerp(0.3, 0.4, 0.5));
    check_gradient!(easing::smoothstep(0.3, 0.8, 0.5));
}

#[test]
fn polynomials_and_roots() {
    check_gradient!(poly::horner(&[0.3, 0.8, 0.5], 1.5));
    check_gradient!(poly::horner2(&[0.3, 0.8, 0.5], 1.5));
    check_gradient!(poly::bezier([0.3, 0.8, 0.5, 0.1], 0.3));
    check_gradient!(poly::catmull(0.3, 0.8, 0.5, 0.1, 0.3));
    check_gradient!(poly::newton_sqrt(2.3));
    let (root, gradient) = poly::bisect::value_and_gradient(0.0, 4.0, 2.0);
    assert!((root - 2.0_f64.sqrt()).abs() < 1e-3 && gradient.2 == 0.0);
}

#[test]
fn vectors() {
    check_gradient!(vecs::dot(&[0.3, 0.8], &[0.4, 0.9]));
    check_gradient!(vecs::dot_ops(&[0.3, 0.8], &[0.4, 0.9]));
    check_gradient!(vecs::norm(&[0.3, 0.8]));
    check_gradient!(vecs::cosine(&[0.3, 0.8], &[0.4, 0.9]));
    check_gradient!(vecs::manhattan(&[0.3, 0.8, 1.0], &[0.4, 0.9, 0.2]));
    check_gradient!(vecs::cast_sum(3, 0.5));
    check_gradient!(vecs::sinc(0.5));
    check_gradient!(vecs::horner_fma(&[0.5, 0.7, 0.8], 0.5));
    check_gradient!(vecs::table_lookup(&[0.5, 0.7, 0.8], 0.5));
    check_gradient!(vecs::polar(0.5, 0.7));
    check_gradient!(vecs::haversine(0.5, 0.7, 0.8, 0.4));
    check_gradient!(vecs::relu(0.5));
    check_gradient!(vecs::neg(0.5));
    check_gradient!(vecs::matvec(&[vec![0.5, 0.7], vec![0.2, 0.1]], &[0.3, 0.2]));
}

#[test]
fn what_else_people_write() {
    check_gradient!(core_only(0.5, 0.7));
    check_gradient!(real_only(0.5, 0.7));
    check_gradient!(qualified(0.5));
    check_gradient!(nested(&[vec![0.5, 0.2], vec![0.7]]));
    check_gradient!(tuple_in((0.5, 0.3), [0.7, 0.2]));
    check_gradient!(branch(-0.5));
    check_gradient!(rgb_to_luma([0.5, 0.3, 0.7]));
    check_gradient!(tuple_ret(&[0.5, 0.3, 0.7]));
    check_gradient!(interp(&[0.0, 1.0, 2.0], &[0.5, 0.3, 0.7], 1.3));
    check_gradient!(thomas(&[0.0, 1.0, 2.0], &[5.5, 6.3, 4.7], &[0.5, 0.3, 0.0], &[1.0, 2.0, 3.0]));
    check_gradient!(agm(0.5, 0.7));
    let (value, slope) = series::value_and_gradient(0.5, &Terms { n: 20 });
    assert!((value - 0.5_f64.exp()).abs() < 1e-12 && (slope - value).abs() < 1e-12);
}

#[test]
fn single_precision() {
    check_gradient!(stats::variance(&[1.0_f32, 2.0, 4.0]));
    check_gradient!(poly::horner2(&[0.3_f32, 0.8, 0.5], 1.5));
    check_gradient!(agm(0.5_f32, 0.7));
    let gradient: Vec<f32> = stats::mean::gradient(&[1.0_f32, 2.0]);
    assert_eq!(gradient, [0.5, 0.5]);
    let (.., rows) = thomas::jacobian(&[0.0_f32, 1.0], &[2.0, 4.0], &[0.0, 0.0], &[1.0, 2.0]);
    assert_eq!(rows, [[0.5, 0.0], [-0.125, 0.25]]);
}
