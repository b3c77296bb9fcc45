//- &self
fn NAME(&self) -> f64 { self.x * self.x * self.y }
//=
o.NAME() * b
//- self
fn NAME(self) -> f64 { self.x * self.x * self.y }
//=
o.NAME() * b
//- &mut self
fn NAME(&mut self) { self.x = self.x * self.y; }
//=
o.NAME(); o.x * o.y
//- &mut self, a float
fn NAME(&mut self, t: f64) { self.x = self.x * self.y * t; }
//=
o.NAME(a); o.x * o.y
//- &mut self, a float, gives a value
fn NAME(&mut self, t: f64) -> f64 { self.x = self.x * self.y * t; self.x * t }
//=
let u = o.NAME(a); o.x * o.y + u * b
//- &mut self, gives a value
fn NAME(&mut self) -> f64 { self.x = self.x * self.y; self.x * 3.0 }
//=
let u = o.NAME(); o.x * o.y + u * b
//- &mut self, gives an option
fn NAME(&mut self) -> Option<f64> { self.x = self.x * self.y; if self.x > 1.0 { Some(self.x * 3.0) } else { None } }
//=
if let Some(u) = o.NAME() { u * o.x } else { o.y * a }
//- &mut self, two integers
fn NAME(&mut self, i: usize, j: usize) { self.x += self.y * self.y * (i + 2 * j) as f64; }
//=
o.NAME(0, 1); o.x * o.y
//- &mut self, an integer
fn NAME(&mut self, i: usize) { self.x += self.y * self.y * (i + 2) as f64; }
//=
o.NAME(1); o.x * o.y
//- &mut self, an integer, gives a value
fn NAME(&mut self, i: usize) -> f64 { self.x += self.y * self.y * (i + 2) as f64; self.x * 2.0 }
//=
let u = o.NAME(1); o.x * o.y * u
//- &mut self, an integer and a float
fn NAME(&mut self, i: usize, t: f64) { self.x += self.y * t * (i + 2) as f64; }
//=
o.NAME(1, a); o.x * o.y
//- &mut self, another
fn NAME(&mut self, u: &mut f64) { self.x += self.y * *u; *u = *u * self.x; }
//=
let mut u = a; o.NAME(&mut u); o.x * o.y * u
//- &mut self, a list
fn NAME(&mut self, v: Vec<f64>) { self.x += self.y * v[1]; }
//=
o.NAME(vec![a, b]); o.x * o.y
//- &mut self, a slice
fn NAME(&mut self, v: &[f64]) { self.x += self.y * v[1]; }
//=
o.NAME(&[a, b]); o.x * o.y
//- &self, a float
fn NAME(&self, t: f64) -> f64 { self.x * self.x * self.y * t + t }
//=
o.NAME(a) * b
//- self, a float
fn NAME(self, t: f64) -> f64 { self.x * self.x * self.y * t + t }
//=
o.NAME(a) * b
//- &self, two floats
fn NAME(&self, t: f64, u: f64) -> f64 { self.x * self.y * t + u * u }
//=
o.NAME(a, b) * b
//- &self, a reference
fn NAME(&self, t: &f64) -> f64 { self.x * self.x * self.y * *t + *t }
//=
o.NAME(&a) * b
//- &self, an integer
fn NAME(&self, i: usize) -> f64 { if i == 0 { self.y * self.y } else { self.x * self.y } }
//=
o.NAME(0) * o.NAME(1) * b
//- &self, a signed integer
fn NAME(&self, i: i32) -> f64 { if i == 0 { self.y * self.y } else { self.x * self.y } }
//=
o.NAME(0) * o.NAME(1) * b
//- &self, another
fn NAME(&self, u: &Own) -> f64 { self.x * u.y + u.x * u.x }
//=
let u = Own { x: b, y: a }; o.NAME(&u) * u.NAME(&o)
//- self, another
fn NAME(self, u: Own) -> Own { Own { x: self.x * u.y + u.x * u.x, y: self.y } }
//=
let u = Own { x: b, y: a }; let w = o.NAME(u); w.x * w.y
//- &self, a closure
fn NAME(&self, f: impl Fn(f64) -> f64) -> f64 { f(self.x) * f(self.y) }
//=
o.NAME(|t| t * t * b)
//- &self, a closure, gives its like
fn NAME(&self, f: impl Fn(f64) -> f64) -> Own { Own { x: f(self.y), y: f(self.x) } }
//=
let u = o.NAME(|t| t * t * b); u.x * u.x + u.y
//- self, a closure that tells
fn NAME(self, f: impl Fn(&f64) -> bool) -> f64 { if f(&self.x) { self.y * self.x } else { self.x } }
//=
o.NAME(|t| *t > 1.0) * b
//- self, a start and a closure
fn NAME(self, s: f64, f: impl Fn(f64, f64) -> f64) -> f64 { f(f(s, self.y), self.x) }
//=
o.NAME(1.0, |s, t| s * 2.0 + t * b)
//- &self, gives its like
fn NAME(&self) -> Own { Own { x: self.y * self.y, y: self.x } }
//=
let u = o.NAME(); u.x * u.y * o.NAME().NAME().x
//- self, gives its like
fn NAME(self) -> Own { Own { x: self.y * self.y, y: self.x } }
//=
let u = o.NAME().NAME(); u.x * u.y * u.x
//- &self, gives an integer
fn NAME(&self) -> usize { if self.x > 1.0 { 2 } else { 1 } }
//=
let v = [a, b, a * b]; let mut s = v[o.NAME()]; for k in 0..o.NAME() { s = s * v[k]; } s + o.NAME() as f64 * a
//- &self, tells
fn NAME(&self) -> bool { self.x > 1.0 }
//=
if o.NAME() { a * b * o.x } else { a * a * b }
//- &self, an argument, tells
fn NAME(&self, t: &f64) -> bool { self.x > *t }
//=
if o.NAME(&1.0) && !o.NAME(&100.0) { a * b * o.x } else { a * a * b }
//- &self, gives an option
fn NAME(&self) -> Option<f64> { if self.x > 1.0 { Some(self.x * self.y) } else { None } }
//=
match o.NAME() { Some(t) => t * t, None => o.y * b }
//- &self, gives an option that is used at once
fn NAME(&self) -> Option<f64> { Some(self.x * self.y) }
//=
o.NAME().unwrap() * o.NAME().unwrap_or(2.0) * o.NAME().map(|t| t * b).unwrap_or(b)
//- &self, an integer, gives an option
fn NAME(&self, i: usize) -> Option<f64> { if i == 0 { Some(self.y * self.y) } else if i == 1 { Some(self.x) } else { None } }
//=
if let Some(t) = o.NAME(0) { t * t * o.NAME(1).unwrap() * o.NAME(2).unwrap_or(a) } else { b }
//- &self, an integer, gives a reference in an option
fn NAME(&self, i: usize) -> Option<&f64> { if i == 0 { Some(&self.y) } else if i == 1 { Some(&self.x) } else { None } }
//=
if let Some(t) = o.NAME(0) { t * t * o.NAME(1).copied().unwrap_or(a) } else { b }
//- &self, a reference, gives a reference in an option
fn NAME(&self, i: &usize) -> Option<&f64> { if *i == 0 { Some(&self.y) } else if *i == 1 { Some(&self.x) } else { None } }
//=
if let Some(t) = o.NAME(&0) { t * t * a } else { b }
//- &self, gives a result
fn NAME(&self) -> Result<f64, usize> { if self.x > 1.0 { Ok(self.x * self.y) } else { Err(3) } }
//=
match o.NAME() { Ok(t) => t * t, Err(k) => o.y * b * k as f64 }
//- self, gives an option of another
fn NAME(self, t: f64) -> Option<f64> { if self.x > 1.0 { Some(self.x * t) } else { None } }
//=
match o.NAME(a) { Some(t) => t * t, None => b * a }
//- &self, gives a list
fn NAME(&self) -> Vec<f64> { vec![self.y, self.x * self.y, self.x] }
//=
let mut s = a; for t in o.NAME() { s = s * t + b; } for (k, t) in o.NAME().iter().enumerate() { s += t * k as f64; } s
//- &self, gives a slice
fn NAME(&self) -> &[f64] { &[1.5, 2.5] }
//=
let mut s = a; for t in o.NAME() { s = s * t + b; } s
//- &self, gives an iterator
fn NAME(&self) -> std::vec::IntoIter<f64> { vec![self.y, self.x * self.y, self.x].into_iter() }
//=
let mut s = a; for t in o.NAME() { s = s * t + b; } s * o.NAME().map(|t| t * t).sum::<f64>()
//- &self, gives a boxed iterator
fn NAME(&self) -> impl Iterator<Item = f64> { vec![self.y, self.x * self.y, self.x].into_iter() }
//=
let mut s = a; for t in o.NAME() { s = s * t + b; } s
//- &mut self, gives an iterator
fn NAME(&mut self) -> std::vec::IntoIter<&mut f64> { vec![&mut self.y].into_iter() }
//=
for t in o.NAME() { *t = *t * a; } o.x * o.y
//- self, in the middle of a chain
fn NAME(self, f: impl Fn(f64) -> f64) -> std::vec::IntoIter<f64> { vec![f(self.y), self.x].into_iter() }
//=
o.NAME(|t| t * t).sum::<f64>()
//- &self, gives a reference
fn NAME(&self) -> &f64 { &self.y }
//=
let t = o.NAME(); t * t * a + *o.NAME() * o.x
//- &mut self, gives a place
fn NAME(&mut self) -> &mut f64 { &mut self.y }
//=
*o.NAME() *= a; o.x * o.y
//- &mut self, an integer, gives a place
fn NAME(&mut self, i: usize) -> &mut f64 { if i == 0 { &mut self.y } else { &mut self.x } }
//=
*o.NAME(0) += a; o.x * o.y
//- &mut self, an integer, gives a place in an option
fn NAME(&mut self, i: usize) -> Option<&mut f64> { if i == 0 { Some(&mut self.y) } else { Some(&mut self.x) } }
//=
if let Some(t) = o.NAME(0) { *t = *t * a; } o.x * o.y
//- &mut self, an integer, gives two places
fn NAME(&mut self, i: usize) -> (&mut f64, &mut f64) { (&mut self.y, &mut self.x) }
//=
let (t, u) = o.NAME(1); *t = *t * a; *u += *t; o.x * o.y
//- &self, gives a tuple
fn NAME(&self) -> (f64, f64) { (self.y * self.x, self.y) }
//=
let (t, u) = o.NAME(); t * u + o.NAME().0
//- &self, an integer, gives slices
fn NAME(&self, i: usize) -> (Vec<f64>, Vec<f64>) { (vec![self.y * self.y], vec![self.x]) }
//=
let (t, u) = o.NAME(1); t[0] * u[0]
//- &self, in another method
fn NAME(&self) -> f64 { self.x * self.x * self.y }
fn outer(&self, t: f64) -> f64 { self.NAME() * t }
//=
o.outer(a) * Own::NAME(&o)
//- &self, of an element and a field
fn NAME(&self) -> f64 { self.x * self.x * self.y }
//=
let v = [o.clone(), Own { x: b, y: a }]; let w = (o, b); let mut s = 1.0; for u in &v { s = s * u.NAME(); } s + v[1].NAME() * w.0.NAME() * Own { x: a, y: b }.NAME()
//- &self, in a loop that changes
fn NAME(&self) -> f64 { self.x * self.x * self.y }
//=
let mut s = 1.0; for k in 0..3 { s = s * 0.5 + o.NAME(); o.x = o.x * b + s; } s * o.x
//- associated
#[differentiable(tangent)]
fn NAME(t: f64, u: f64) -> f64 { t * t * u }
//=
Own::NAME(a, b) * b
//- associated, of one
#[differentiable(tangent)]
fn NAME(t: f64) -> f64 { t * t * 0.5 }
//=
Own::NAME(a) * b
//- associated, makes one
#[differentiable(tangent)]
fn NAME(t: f64, u: f64) -> Own { Own { x: t * t * u, y: u } }
//=
let u = Own::NAME(a, b); u.x * u.y
//- associated, without the attribute
fn NAME(t: f64, u: f64) -> f64 { t * t * u }
//=
Own::NAME(a, b) * b
//- associated, without the attribute, makes one
fn NAME(t: f64, u: f64) -> Own { Own { x: t * t * u, y: u } }
//=
let u = Own::NAME(a, b); u.x * u.y
//- associated, of nothing
fn NAME() -> Own { Own { x: 2.0, y: 3.0 } }
//=
let mut u = Own::NAME(); u.x = u.x * a * u.y; u.y *= b; u.x * u.y
//- associated, that changes one
#[differentiable(tangent)]
fn NAME(t: &mut f64, u: &mut f64) { *t += *u * *u; }
//=
let (mut t, mut u) = (a, b); Own::NAME(&mut t, &mut u); t * u
//- associated, of its own kind
fn NAME(t: &Own) -> f64 { t.x * t.x * t.y }
//=
Own::NAME(&o) * b
//- associated constant
const NAME: f64 = 1.5;
//=
o.x * Own::NAME * b
//- associated constant in a pattern
const NAME: usize = 2;
//=
let mut s = b; for k in 0..4 { match k { Own::NAME => s = s * a, _ => s = s + a * s } } s
