//! Operators of the user's own types: of `std::ops`, by value and by reference, mixed with numbers, assigning ones, elements, and what is seen
//! through `Deref`. Each test has one that is not what numbers do.
#![allow(
    clippy::many_single_char_names,
    clippy::needless_lifetimes,
    clippy::needless_range_loop,
    clippy::op_ref,
    reason = "as people write it"
)]
#![allow(clippy::float_cmp, reason = "the results are exact")]

use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Deref, DerefMut, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

/// A complex number of the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

const A: Pair = Pair { x: 1.0, y: 2.0 };
const B: Pair = Pair { x: 0.5, y: 0.3 };

#[differentiable]
impl Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl<'a> Add<&'a Pair> for &Pair {
    type Output = Pair;

    fn add(self, other: &'a Pair) -> Pair {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Sub for Pair {
    type Output = Self;

    fn sub(self, Self { x, y }: Self) -> Self::Output {
        Self { x: self.x - x, y: self.y - y }
    }
}

#[differentiable]
impl Mul<Pair> for f64 {
    type Output = Pair;

    fn mul(self, other: Pair) -> Pair {
        Pair { x: self * other.x, y: self * other.y }
    }
}

#[differentiable]
impl Mul for Pair {
    type Output = Pair;

    fn mul(self, other: Pair) -> Pair {
        Pair { x: self.x * other.x - self.y * other.y, y: self.x * other.y + self.y * other.x }
    }
}

#[differentiable]
impl Div for Pair {
    type Output = Pair;

    fn div(self, other: Pair) -> Pair {
        let norm = other.x * other.x + other.y * other.y;
        let conj = Pair { x: other.x, ..-other };
        (1.0 / norm) * (self * conj)
    }
}

#[differentiable]
impl Neg for Pair {
    type Output = Pair;

    fn neg(mut self) -> Pair {
        self.x = -self.x;
        self.y = -self.y;
        self
    }
}

#[differentiable]
impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[differentiable]
impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}

#[differentiable]
impl MulAssign<f64> for Pair {
    fn mul_assign(&mut self, k: f64) {
        self.x *= k;
        self.y *= k;
    }
}

/// Not the quotient of anything.
#[differentiable]
impl DivAssign<f64> for Pair {
    fn div_assign(&mut self, k: f64) {
        self.x *= k * self.y;
    }
}

#[differentiable(tangent)]
fn linear(a: Pair, b: Pair) -> f64 {
    let c = a + 2.0 * b - -a;
    c.x * c.y
}

#[differentiable(tangent)]
fn in_place(a: Pair, b: Pair) -> f64 {
    let mut c = a;
    c += b;
    c *= 3.0;
    c -= a * b;
    c /= 0.5;
    c /= b.x;
    c.x * c.y
}

#[differentiable(tangent)]
fn of_fields(ray: &(Pair, Pair), t: f64) -> f64 {
    let q = ray.0 + t * ray.1;
    let s = (ray.0 - ray.1 * q) / q;
    s.x * s.y
}

#[differentiable(tangent)]
fn by_reference(a: &Pair, b: &Pair) -> f64 {
    let c = a + b;
    let d = *a * *b + c + (&c + &c);
    d.x * d.y
}

/// What is overwritten is read by the rules of these products.
#[differentiable(tangent)]
fn iterated(c: Pair, n: usize) -> f64 {
    let mut z = Pair { x: 0.0, y: 0.0 };
    let mut sum = z;
    for k in 0..n {
        z = z * z + c;
        sum += (k as f64) * z * z;
        if z.x > 0.3 {
            z = -z;
        }
    }
    sum.x + 2.0 * sum.y
}

/// A product that does not commute.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Affine {
    a: f64,
    b: f64,
}

#[differentiable]
impl Mul for Affine {
    type Output = Affine;

    fn mul(self, other: Affine) -> Affine {
        Affine { a: self.a * other.a, b: self.a * other.b + self.b }
    }
}

#[differentiable(tangent)]
fn square(m: Affine) -> f64 {
    let s = m * m;
    let c = m * s * s;
    s.a + s.b * 10.0 + c.b
}

#[test]
fn of_numbers_put_together() {
    check_gradient!(linear(A, B));
    check_gradient!(in_place(A, B));
    check_gradient!(of_fields(&(A, B), 0.7));
    check_gradient!(by_reference(&A, &B));
    check_gradient!(iterated(B, 5));
    check_gradient!(square(Affine { a: 2.0, b: 3.0 }));
    let by_m = square::gradient(Affine { a: 2.0, b: 3.0 });
    // s = (a², ab + b), c.b = b + a s.b + a³ s.b
    assert_eq!(by_m.b, 10.0 * 3.0 + (1.0 + 2.0 * 3.0 + 8.0 * 3.0));
}

/// A vector of any length, which is not copied by being mentioned.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct List {
    data: Vec<f64>,
}

#[differentiable]
impl Add for List {
    type Output = List;

    fn add(self, other: List) -> List {
        List { data: self.data.iter().zip(&other.data).map(|(a, b)| a + b).collect() }
    }
}

#[differentiable]
impl Sub for &List {
    type Output = List;

    fn sub(self, other: &List) -> List {
        List { data: self.data.iter().zip(other.data.iter()).map(|(a, b)| a - b).collect() }
    }
}

#[differentiable]
impl Mul<f64> for &List {
    type Output = List;

    fn mul(self, k: f64) -> List {
        List { data: self.data.iter().map(|a| a * k).collect() }
    }
}

#[differentiable]
impl Mul for List {
    type Output = f64;

    fn mul(self, other: List) -> f64 {
        self.data.iter().zip(&other.data).map(|(a, b)| a * b).sum()
    }
}

#[differentiable]
impl AddAssign<&List> for List {
    fn add_assign(&mut self, other: &List) {
        for i in 0..self.data.len() {
            self.data[i] += other.data[i];
        }
    }
}

#[differentiable(tangent)]
fn vectors(a: &List, b: &List) -> f64 {
    let c = a.clone() + b.clone();
    let d = &c - a;
    (&d * 3.0) * c
}

#[differentiable(tangent)]
fn vectors_in_a_loop(a: List, b: &List, n: usize) -> f64 {
    let mut c = a;
    for _ in 0..n {
        c += b;
        c = &(&c * 0.5) - b;
    }
    c.data[0] * c.data[1]
}

#[test]
fn of_lists() {
    let (a, b) = (List { data: vec![1.0, 2.0] }, List { data: vec![0.3, 0.7] });
    check_gradient!(vectors(&a, &b));
    check_gradient!(vectors_in_a_loop(a.clone(), &b, 3));
}

/// With a constant in its type.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Fixed<const N: usize> {
    c: [f32; N],
}

#[differentiable]
impl<const N: usize> Add for Fixed<N> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut c = self.c;
        for i in 0..N {
            c[i] += other.c[i];
        }
        Self { c }
    }
}

#[differentiable]
impl<const N: usize> Index<usize> for Fixed<N> {
    type Output = f32;

    fn index(&self, i: usize) -> &f32 {
        &self.c[i]
    }
}

#[differentiable(tangent)]
fn fixed(a: Fixed<3>, b: Fixed<3>) -> f32 {
    let c = a + b;
    c[0] * c[1] * a[2]
}

#[test]
fn of_generic_types() {
    check_gradient!(fixed(Fixed { c: [1.0, 2.0, 3.0] }, Fixed { c: [0.1, 0.2, 0.3] }));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Space {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Index<usize> for Space {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("there are three"),
        }
    }
}

#[differentiable]
impl IndexMut<usize> for Space {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        match i {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("there are three"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Grid {
    m: [[f64; 2]; 2],
}

#[differentiable]
impl Index<(usize, usize)> for Grid {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.m[i][j]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.m[i][j]
    }
}

#[differentiable(tangent)]
fn dot(a: &Space, b: &Space) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        s += a[i] * b[i];
    }
    s
}

#[differentiable(tangent)]
fn changed(a: &Space) -> f64 {
    let mut c = *a;
    for i in 0..3 {
        c[i] *= a[(i + 1) % 3];
        c[0] += c[i];
    }
    c[0] * c[1] * c[2]
}

#[differentiable(tangent)]
fn product(a: &Grid, b: &Grid) -> f64 {
    let mut c = Grid { m: [[0.0; 2]; 2] };
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                c[(i, j)] += a[(i, k)] * b[(k, j)];
            }
        }
    }
    c[(0, 1)] * c[(1, 0)]
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Weighted {
    space: Space,
    weight: f64,
}

#[differentiable]
impl Deref for Weighted {
    type Target = Space;

    fn deref(&self) -> &Space {
        &self.space
    }
}

#[differentiable]
impl DerefMut for Weighted {
    fn deref_mut(&mut self) -> &mut Space {
        &mut self.space
    }
}

#[differentiable(tangent)]
fn seen_through(w: &Weighted) -> f64 {
    w.x * w.y * w.weight + w[1]
}

#[test]
fn elements_and_what_is_behind() {
    let a = Space { x: 1.0, y: 2.0, z: 0.5 };
    check_gradient!(dot(&a, &Space { x: 0.1, y: 0.2, z: 0.3 }));
    check_gradient!(changed(&a));
    let m = Grid { m: [[1.0, 2.0], [0.5, 3.0]] };
    check_gradient!(product(&m, &Grid { m: [[0.3, 0.1], [0.7, 0.2]] }));
    check_gradient!(seen_through(&Weighted { space: a, weight: 3.0 }));
}
