//- &mut self, a float
#[reversible(adjoint, tangent)]
fn NAME(&mut self, t: f64) { self.x += self.y * t; }
//=
o.NAME(a); o.y += o.x * b;
//- &mut self
#[reversible(adjoint, tangent)]
fn NAME(&mut self) { self.x += self.y * self.y; }
//=
o.NAME(); o.y += o.x * b * a;
//- &mut self, two integers
#[reversible(adjoint, tangent)]
fn NAME(&mut self, i: usize, j: usize) { self.x += self.y * self.y * (i + 2 * j) as f64; }
//=
o.NAME(0, 1); o.y += o.x * b * a;
//- &mut self, an integer and a float
#[reversible(adjoint, tangent)]
fn NAME(&mut self, i: usize, t: f64) { self.x += self.y * t * (i + 1) as f64; }
//=
o.NAME(0, a); o.y += o.x * b;
//- &mut self, another
#[reversible(adjoint, tangent)]
fn NAME(&mut self, t: &mut f64) { self.x += self.y * *t; *t += self.x; }
//=
let mut t = 0.0; o.NAME(&mut t); o.y += a * b; t -= o.x;
//- by path
#[reversible(adjoint, tangent)]
fn NAME(&mut self, t: f64) { self.x += self.y * t; }
//=
Own::NAME(o, a); o.y += o.x * b;
//- &mut self, without the attribute
fn NAME(&mut self, t: f64) { self.x += self.y * t; }
//=
o.NAME(a); o.y += o.x * b;
//- &mut self, without arguments, without the attribute
fn NAME(&mut self) { self.x += self.y * self.y; }
//=
o.NAME(); o.y += o.x * b * a;
//- &mut self, two integers, without the attribute
fn NAME(&mut self, i: usize, j: usize) { self.x += self.y * self.y * (i + 2 * j) as f64; }
//=
o.NAME(0, 1); o.y += o.x * b * a;
//- &self on the right, of another
#[differentiable(tangent)]
fn NAME(&self) -> f64 { self.x * self.y }
//=
let u = Own { x: a * b, y: b }; o.x += u.NAME() * o.y; o.y += u.NAME() * a;
//- &self on the right, of another, a float
#[differentiable(tangent)]
fn NAME(&self, t: f64) -> f64 { self.x * self.y * t }
//=
let u = Own { x: a * b, y: b }; o.x += u.NAME(a) * o.y; o.y += u.NAME(b) * a;
//- &self on the right, of another, an integer
#[differentiable(tangent)]
fn NAME(&self, i: usize) -> f64 { if i == 0 { self.y * self.y } else { self.x } }
//=
let u = Own { x: a * b, y: b }; o.x += u.NAME(0) * o.y; o.y += u.NAME(1) * a;
//- &self on the right, without the attribute
fn NAME(&self) -> f64 { self.x * self.y }
//=
let u = Own { x: a * b, y: b }; o.x += u.NAME() * o.y; o.y += u.NAME() * a;
//- &self on the right, an integer
fn NAME(&self) -> usize { if self.x > 1.0 { 3 } else { 2 } }
//=
let u = Own { x: a * b, y: b }; for k in 0..u.NAME() { o.x += a * o.y; o.y += b * k as f64; }
//- &self on the right, an integer of what changes
fn NAME(&self) -> usize { if self.x > 1.0 { 3 } else { 2 } }
//=
for k in 0..o.NAME() { o.x += a * o.y; o.y += b * k as f64; }
//- &self on the right, an integer of what changes afterwards
fn NAME(&self) -> usize { if self.x > 1.0 { 3 } else { 2 } }
//=
let k = o.NAME(); o.x += a * o.y; o.y += b * k as f64;
//- &self in a condition
fn NAME(&self) -> bool { self.x > 1.0 }
//=
let u = Own { x: a * b, y: b }; if u.NAME() { o.x += a * o.y; } else { o.y += b; }
//- &self in a condition of what changes
fn NAME(&self) -> bool { self.x > 1.0 }
//=
if o.NAME() { o.x += a * o.y; } else { o.y += b; }
//- &self in a condition of what else changes
fn NAME(&self) -> bool { self.y > 1.0 }
//=
if o.NAME() { o.x += a * o.y; } else { o.x -= b; }
//- &self gives a copy
#[differentiable(tangent)]
fn NAME(&self) -> Own { Own { x: self.y * self.y, y: self.x } }
//=
let u = Own { x: a * b, y: b }; let w = u.NAME(); o.x += w.x * o.y; o.y += w.y * a;
//- &self gives a copy without the attribute
fn NAME(&self) -> Own { Own { x: self.y * self.y, y: self.x } }
//=
let u = Own { x: a * b, y: b }; let w = u.NAME(); o.x += w.x * o.y; o.y += w.y * a;
//- &self gives a list
#[differentiable(tangent)]
fn NAME(&self) -> Vec<f64> { vec![self.y * self.x, self.x] }
//=
let u = Own { x: a * b, y: b }; for t in u.NAME() { o.x += t * o.y; o.y += t; }
//- &self gives an iterator
fn NAME(&self) -> std::vec::IntoIter<f64> { vec![self.y * self.x, self.x].into_iter() }
//=
let u = Own { x: a * b, y: b }; for t in u.NAME() { o.x += t * o.y; o.y += t; }
//- &mut self gives an iterator
fn NAME(&mut self) -> std::vec::IntoIter<&mut f64> { vec![&mut self.y].into_iter() }
//=
for t in o.NAME() { *t += a * b; } o.x += o.y;
//- &mut self gives places
fn NAME(&mut self, i: usize) -> (&mut f64, &mut f64) { (&mut self.y, &mut self.x) }
//=
let (t, u) = o.NAME(1); *t += a * *u; o.x += o.y * b;
//- associated
#[reversible(adjoint, tangent, associated)]
fn NAME(t: &mut f64, u: &mut f64) { *t += *u * *u; }
//=
Own::NAME(&mut o.x, &mut o.y); o.y += a * b * o.x;
//- associated without the attribute
fn NAME(t: &mut f64, u: &mut f64) { *t += *u * *u; }
//=
Own::NAME(&mut o.x, &mut o.y); o.y += a * b * o.x;
