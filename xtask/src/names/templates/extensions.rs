//- f64
fn NAME(&self) -> f64 { *self * *self * 0.5 }
//=
f64
//=
a.NAME() * b
//- f64, by value
fn NAME(self) -> f64 { self * self * 0.5 }
//=
f64
//=
a.NAME() * b
//- f64, a float
fn NAME(&self, t: f64) -> f64 { *self * *self * t }
//=
f64
//=
a.NAME(b) * b
//- f64, by value, a float
fn NAME(self, t: f64) -> f64 { self * self * t }
//=
f64
//=
a.NAME(b) * b
//- f64, by path
fn NAME(&self, t: f64) -> f64 { *self * *self * t }
//=
f64
//=
Way::NAME(&a, b) * <f64 as Way>::NAME(&b, a)
//- f64, two floats
fn NAME(self, t: f64, u: f64) -> f64 { self * self * t + u }
//=
f64
//=
a.NAME(b, a) * b
//- f64, an integer
fn NAME(self, k: i32) -> f64 { self * self * k as f64 }
//=
f64
//=
a.NAME(3) * b
//- f64, gives an integer
fn NAME(&self) -> usize { if *self > 1.0 { 2 } else { 1 } }
//=
f64
//=
let v = [a, b, a * b]; v[a.NAME()] * b
//- f64, tells
fn NAME(self) -> bool { self > 1.0 }
//=
f64
//=
if a.NAME() { a * b } else { b * b * a }
//- f64, changes
fn NAME(&mut self, t: f64) { *self = *self * *self * t; }
//=
f64
//=
let mut t = a * b; t.NAME(b); t * a
//- a list
fn NAME(&self) -> f64 { self[0] * self[1] + self[0] }
//=
Vec<f64>
//=
let v = vec![a * b, b]; v.NAME() * a
//- a list, an integer
fn NAME(&self, i: usize) -> f64 { self[0] * self[1] + self[i] }
//=
Vec<f64>
//=
let v = vec![a * b, b]; v.NAME(1) * a
//- a list, a float
fn NAME(&mut self, t: f64) { self[0] = self[0] * t * self[1]; }
//=
Vec<f64>
//=
let mut v = vec![a * b, b]; v.NAME(a); v[0] * v[1]
//- a list, two integers
fn NAME(&mut self, i: usize, j: usize) { self[i] = self[i] * self[j]; }
//=
Vec<f64>
//=
let mut v = vec![a * b, b]; v.NAME(0, 1); v[0] * v[1]
//- a list, a closure
fn NAME(&self, f: impl Fn(f64) -> f64) -> f64 { f(self[0]) * f(self[1]) }
//=
Vec<f64>
//=
let v = vec![a * b, b]; v.NAME(|t| t * t * a)
//- a slice
fn NAME(&self) -> f64 { self[0] * self[1] + self[0] }
//=
[f64]
//=
let v = [a * b, b]; v[..].NAME() * a
//- an array
fn NAME(&self) -> f64 { self[0] * self[1] + self[0] }
//=
[f64; 2]
//=
let v = [a * b, b]; v.NAME() * a
//- an array, gives a list
fn NAME(&self) -> Vec<f64> { vec![self[1], self[0] * self[1]] }
//=
[f64; 2]
//=
let v = [a * b, b]; let mut s = a; for t in v.NAME() { s = s * t + b; } s
//- an option
fn NAME(&self) -> f64 { match self { Some(t) => *t * *t, None => 3.0 } }
//=
Option<f64>
//=
let o = if a > 1.0 { Some(a * b) } else { None }; o.NAME() * b
//- an option, a float
fn NAME(self, u: f64) -> f64 { match self { Some(t) => t * t * u, None => 3.0 * u } }
//=
Option<f64>
//=
let o = if a > 1.0 { Some(a * b) } else { None }; o.NAME(b) * b
//- an option, a closure
fn NAME(self, f: impl Fn(f64) -> f64) -> f64 { match self { Some(t) => f(t) * t, None => 3.0 } }
//=
Option<f64>
//=
let o = if a > 1.0 { Some(a * b) } else { None }; o.NAME(|t| t * b) * b
//- an iterator
fn NAME(self, f: impl Fn(f64) -> f64) -> f64 { f(2.0) }
//=
std::vec::IntoIter<f64>
//=
let v = vec![a * b, b]; v.into_iter().NAME(|t| t * b)
//- an iterator, alone
fn NAME(self) -> f64 { 2.0 }
//=
std::vec::IntoIter<f64>
//=
let v = vec![a * b, b]; v.into_iter().NAME() * a
//- a map
fn NAME(&self, k: usize) -> f64 { self[&k] * self[&k] }
//=
std::collections::BTreeMap<usize, f64>
//=
let mut m = std::collections::BTreeMap::new(); m.insert(1, a * b); m.NAME(1) * b
