//- operator that gives its like
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::Add for Own { type Output = Own; fn add(self, o: Own) -> Own { Own { x: self.x * o.y, y: self.y + o.x * o.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a, y: b }; let u = Own { x: b, y: a }; let w = o + u; w.x * w.y }
//- operator that gives a float
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::Mul for Own { type Output = f64; fn mul(self, o: Own) -> f64 { self.x + o.y * o.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a, y: b }; let u = Own { x: b, y: a }; o * u * a }
//- operator between a float and its own
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Mul<Own> for f64 { type Output = f64; fn mul(self, o: Own) -> f64 { self + o.x * o.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; b * o }
//- operator with the attribute
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
#[differentiable(tangent)]
impl std::ops::Sub for Own { type Output = f64; fn sub(self, o: Own) -> f64 { self.x * o.x * o.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; let u = Own { x: b }; o - u }
//- operator of one
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Neg for Own { type Output = f64; fn neg(self) -> f64 { self.x * self.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; -o * b }
//- operator that denies
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Not for Own { type Output = f64; fn not(self) -> f64 { self.x * self.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; !o * b }
//- logical operator
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::BitAnd for Own { type Output = f64; fn bitand(self, o: Own) -> f64 { self.x * o.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; (o & o) * b }
//- shift
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Shl<f64> for Own { type Output = f64; fn shl(self, o: f64) -> f64 { self.x * o } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; let t = o << b; t * a }
//- remainder
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Rem<f64> for Own { type Output = f64; fn rem(self, o: f64) -> f64 { self.x * o } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; (o % b) * b }
//- comparison
#[derive(Clone, Copy, Debug, Differentiable)]
struct Own { x: f64 }
impl PartialEq for Own { fn eq(&self, o: &Own) -> bool { self.x > o.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; let u = Own { x: b }; if o == u { a * b } else { b * b * a } }
//- operator that assigns
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::AddAssign<f64> for Own { fn add_assign(&mut self, t: f64) { self.x *= t; self.y += self.x; } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { x: a * b, y: b }; o += b; o.x * o.y }
//- operator that assigns its like
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::MulAssign for Own { fn mul_assign(&mut self, t: Own) { self.x += t.y; self.y *= self.x; } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { x: a * b, y: b }; o *= Own { x: b, y: a }; o.x * o.y }
//- operator that assigns to a float
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::AddAssign<Own> for f64 { fn add_assign(&mut self, t: Own) { *self *= t.x; } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a; t += Own { x: a * b }; t * b }
//- element
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl std::ops::Index<usize> for Own { type Output = f64; fn index(&self, i: usize) -> &f64 { &self.x[(i + 1) % 2] } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: vec![a * b, b] }; o[0] * o[0] * o[1] }
//- element that changes
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl std::ops::Index<usize> for Own { type Output = f64; fn index(&self, i: usize) -> &f64 { &self.x[(i + 1) % 2] } }
impl std::ops::IndexMut<usize> for Own { fn index_mut(&mut self, i: usize) -> &mut f64 { self.x[0] *= 2.0; &mut self.x[1] } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { x: vec![a * b, b] }; o[0] = a; o[0] * o[0] * o[1] }
//- what is behind a pointer
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::Deref for Own { type Target = f64; fn deref(&self) -> &f64 { &self.y } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b, y: b }; *o * *o * a + o.powi(2) }
//- what is behind a pointer and changes
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
impl std::ops::Deref for Own { type Target = f64; fn deref(&self) -> &f64 { &self.y } }
impl std::ops::DerefMut for Own { fn deref_mut(&mut self) -> &mut f64 { self.x *= 2.0; &mut self.y } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { x: a * b, y: b }; *o = a * a; o.x * o.y }
//- a list behind a pointer
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl std::ops::Deref for Own { type Target = Vec<f64>; fn deref(&self) -> &Vec<f64> { &self.x } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: vec![a * b, b] }; let mut s = o[0] * o.len() as f64; for t in o.iter() { s = s * t; } s }
//- a walk of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl IntoIterator for Own { type Item = f64; type IntoIter = std::iter::Rev<std::vec::IntoIter<f64>>; fn into_iter(self) -> Self::IntoIter { self.x.into_iter().rev() } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: vec![a * b, b] }; let mut s = a; for t in o { s = s * s + t; } s }
//- a walk of one's own, borrowed
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl<'a> IntoIterator for &'a Own { type Item = &'a f64; type IntoIter = std::iter::Rev<std::slice::Iter<'a, f64>>; fn into_iter(self) -> Self::IntoIter { self.x.iter().rev() } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: vec![a * b, b] }; let mut s = a; for t in &o { s = s * s + t; } s }
//- an iterator of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, k: usize }
impl Iterator for Own { type Item = f64; fn next(&mut self) -> Option<f64> { if self.k == 0 { None } else { self.k -= 1; self.x *= 2.0; Some(self.x) } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b, k: 3 }; let mut s = a; for t in o { s = s * b + t; } s }
//- an iterator of one's own in a chain
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, k: usize }
impl Iterator for Own { type Item = f64; fn next(&mut self) -> Option<f64> { if self.k == 0 { None } else { self.k -= 1; self.x *= 2.0; Some(self.x) } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b, k: 3 }; o.map(|t| t * t).sum::<f64>() * b }
//- a copy of one's own
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; let u = o.clone(); u.x * o.x }
//- a list of copies of one's own
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = vec![Own { x: a * b }, Own { x: b }]; let u = o.clone(); let w = o[..].to_vec(); u[0].x * o[1].x * w[0].x }
//- repeated copies of one's own
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = vec![Own { x: a * b }; 2]; o[0].x * o[1].x * b }
//- cloned items of one's own
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = vec![Own { x: a * b }, Own { x: b }]; let mut s = 1.0; for t in o.iter().cloned() { s = s * t.x; } s }
//- an option cloned
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Some(Own { x: a * b }); let u = o.clone(); let w = o.as_ref().cloned(); match (u, w) { (Some(t), Some(v)) => t.x * v.x, _ => b } }
//- a conversion of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl From<f64> for Own { fn from(x: f64) -> Own { Own { x: x * x } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o: Own = (a * b).into(); let u = Own::from(a); o.x * u.x * b }
//- a sum of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::iter::Sum<f64> for Own { fn sum<I: Iterator<Item = f64>>(i: I) -> Own { Own { x: i.fold(1.0, |s, t| s * t) } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a, b, a * b]; let o: Own = v.iter().copied().sum(); o.x * b }
//- a collection of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: Vec<f64> }
impl FromIterator<f64> for Own { fn from_iter<I: IntoIterator<Item = f64>>(i: I) -> Own { Own { x: i.into_iter().map(|t| 2.0 * t).collect() } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a, b, a * b]; let o: Own = v.iter().map(|t| t * t).collect(); o.x[0] * o.x[1] }
//- an extension of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Extend<f64> for Own { fn extend<I: IntoIterator<Item = f64>>(&mut self, i: I) { for t in i { self.x *= t; } } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { x: a }; o.extend([a, b]); o.x * b }
//- a closure behind a pointer
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let f: Box<dyn Fn(f64) -> f64> = Box::new(move |t| t * b); f(a) * a }
//- names of one text from a macro
macro_rules! twice { ($e:expr) => {{ let t = 2.0; $e * t }}; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t = a * b; twice!(t * t) }
//- operators of one's own in a reversible function
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::Mul for Own { type Output = f64; fn mul(self, o: Own) -> f64 { self.x + o.x * o.x } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = Own { x: a * b }; *y += o * o * *z; }
//- an update of one's own in a reversible function
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl std::ops::AddAssign<Own> for f64 { fn add_assign(&mut self, t: Own) { *self *= t.x; } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += Own { x: a * b }; *z += *y; }
//- a copy of one's own in a reversible function
#[derive(Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl Clone for Own { fn clone(&self) -> Own { Own { x: 2.0 * self.x * self.x } } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = Own { x: a * b }; let u = o.clone(); *y += u.x * *z; *z += o.x * u.x; }
