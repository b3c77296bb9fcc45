//- function on the right
#[differentiable(tangent)]
fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += NAME(a, b) * *z; *z -= NAME(b, a); }
//- function on the right, imported
mod elsewhere {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    pub fn NAME(a: f64) -> f64 { a * a + 0.5 * a }
}
use elsewhere::NAME;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += NAME(a) * *z; *z -= elsewhere::NAME(b); }
//- function on the right without the attribute
fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += NAME(a, b) * *z; }
//- function in a condition without the attribute
fn NAME(a: f64) -> bool { a > 1.0 }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { if NAME(a) { *y += a * *z; } else { *z -= a * b; } }
//- function as a bound without the attribute
fn NAME(a: f64) -> usize { if a > 1.0 { 3 } else { 2 } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { for k in 0..NAME(a) { *y += a * *z; *z += b * k as f64; } }
//- function in capitals on the right without the attribute
fn CAMEL(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let t = CAMEL(a, b); *y += t * *z; }
//- call that changes one
#[reversible(adjoint, tangent)]
fn NAME(y: &mut f64, a: f64) { *y += a * a; }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME(y, a * *z); NAME(z, b); }
//- call that changes two
#[reversible(adjoint, tangent)]
fn NAME(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME(y, z); *y += a * b * *z; }
//- call that changes two, places
#[reversible(adjoint, tangent)]
fn NAME(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let mut t = a; *y += t; NAME(&mut *y, &mut *z); *y += a * b * *z; }
//- call that changes two, imported
mod elsewhere {
    use retrograde::prelude::*;
    #[reversible(adjoint, tangent)]
    pub fn NAME(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
}
use elsewhere::NAME;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME(y, z); *y += a * b * *z; elsewhere::NAME(z, y); }
//- call that changes two, in a module of this name
mod NAME {
    use retrograde::prelude::*;
    #[reversible(adjoint, tangent)]
    pub fn swap(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME::swap(y, z); *y += a * b * *z; }
//- call without the attribute
fn NAME(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME(y, z); *y += a * b * *z; }
//- call of an associated function
struct Own;
impl Own {
    #[reversible(adjoint, tangent, associated)]
    fn NAME(y: &mut f64, z: &mut f64) { *y += *z * *z; *z += *y * 2.0; }
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { Own::NAME(y, z); *y += a * b * *z; }
//- call of a method of a float
#[reversible(adjoint, tangent)]
trait Way { fn NAME(&mut self, by: f64); }
impl Way for f64 {
    #[reversible(adjoint, tangent)]
    fn NAME(&mut self, by: f64) { *self += by * by; }
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { y.NAME(a); *y += a * b * *z; z.NAME(b); }
//- call of a method of a float with another
#[reversible(adjoint, tangent)]
trait Way { fn NAME(&mut self, other: &mut f64); }
impl Way for f64 {
    #[reversible(adjoint, tangent)]
    fn NAME(&mut self, other: &mut f64) { *self += *other * *other; }
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { y.NAME(z); *y += a * b * *z; }
//- method of a float on the right
#[differentiable(tangent)]
trait Way { fn NAME(&self, by: f64) -> f64; }
#[differentiable(tangent)]
impl Way for f64 { fn NAME(&self, by: f64) -> f64 { *self * *self * by } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += a.NAME(b); *z += y.NAME(a); }
//- method of a float on the right without the attribute
trait Way { fn NAME(&self) -> f64; }
impl Way for f64 { fn NAME(&self) -> f64 { *self * *self * 0.5 } }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += a.NAME() * b; *z += y.NAME(); }
//- macro
macro_rules! NAME {
    ($a:expr, $b:expr) => { $b * $b + $a };
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += NAME!(a, b) * *z; }
//- macro as a statement
macro_rules! NAME {
    ($a:expr, $b:expr) => { $a += $b * $b; };
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME!(*y, a); *z += *y * b; }
//- macro as a statement of names
macro_rules! NAME {
    ($a:ident, $b:ident) => { *$a += *$b * *$b; };
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME!(y, z); *z += *y * b * a; }
//- macro in front of a block
macro_rules! NAME {
    ($($t:tt)*) => { $($t)* $($t)* };
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { NAME! { *y += *z * a; } *z += *y * b; }
//- constant
const NAME: f64 = 1.5;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { *y += NAME * a * *z; let t = NAME * b; *z -= t; }
//- constant as a pattern
const NAME: usize = 2;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { for k in 0..4_usize { match k { NAME => *y += a * *z, _ => *z += b } } }
//- constant as a pattern of a float
const NAME: f64 = 123.0;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { match a { NAME => *y += b, t => *y += t * *z } }
//- constant as a pattern of an option
const NAME: usize = 1;
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { for k in 0..3_usize { if let Some(NAME) = k.checked_add(0) { *y += a * *z; } else { *z += b; } } }
//- local
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let NAME = a * b; *y += NAME * *z; *z += NAME * NAME; }
//- local that changes
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let mut NAME = 0.0; for k in 0..3 { NAME += a * b * k as f64; } *y += NAME * *z; *z += NAME * NAME; }
//- local list
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let mut NAME = [0.0; 2]; NAME[0] += a * b; NAME[1] += b * NAME[0]; *y += NAME[1] * *z; *z += NAME[0]; }
//- parameter
#[reversible(adjoint, tangent)]
fn subject(NAME: &mut f64, z: &mut f64, a: f64, b: f64) { *NAME += a * *z; *z -= *NAME * b; }
//- parameter by value
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, NAME: f64, b: f64) { *y += NAME * *z * NAME; *z -= *y * b; }
//- binding in match
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { match (a * b, b) { (NAME, t) => { *y += NAME * *z; *z += t * NAME; } } }
//- binding of a range
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { for NAME in 0..3 { *y += a * *z; *z += b * NAME as f64; } }
//- binding of elements
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let v = [a, b, a * b]; for NAME in &v { *y += NAME * *z; *z += *NAME; } }
//- label
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { 'NAME: { *y += a * *z; } *z += *y * b; }
//- field
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { NAME: f64, other: f64 }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = Own { NAME: a * b, other: b }; *y += o.NAME * *z; *z += o.NAME * o.other; }
//- variant
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Own { CAMEL(f64), Rest(f64) }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = if a > 1.0 { Own::CAMEL(a * b) } else { Own::Rest(b * a) }; match o { Own::CAMEL(t) => *y += t * *z, Own::Rest(t) => *z += t * t } }
//- variant without fields, imported
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Own { CAMEL, Rest }
use Own::{CAMEL, Rest};
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = if a > 1.0 { CAMEL } else { Rest }; match o { CAMEL => *y += a * *z, Rest => *z += b * a } }
//- variant without fields in small letters, imported
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Own { rest, NAME }
use Own::{NAME, rest};
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = if a > 1.0 { NAME } else { rest }; match o { NAME => *y += a * *z, rest => *z += b * a } }
//- tuple struct
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL(f64, f64);
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = CAMEL(a * b, b); *y += o.0 * *z; *z += o.1 * o.0; }
//- struct with a constructor without the attribute
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64, y: f64 }
impl CAMEL {
    fn new(x: f64, y: f64) -> CAMEL { CAMEL { x: x * y, y: y + x } }
}
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { let o = CAMEL::new(a, b); *y += o.x * *z; *z += o.y * o.x; }
//- another name of a float
type NAME = f64;
#[reversible(adjoint, tangent)]
fn subject(y: &mut NAME, z: &mut NAME, a: NAME, b: NAME) { let t: NAME = a * b; *y += t as NAME * *z; *z -= t * t; }
//- another name of a float in a call
type NAME = f64;
#[reversible(adjoint, tangent)]
fn inner(y: &mut f64, a: NAME) { *y += a * a; }
#[reversible(adjoint, tangent)]
fn subject(y: &mut f64, z: &mut f64, a: f64, b: f64) { inner(y, a); inner(z, *y * b); }
