//- function
#[differentiable(tangent)]
fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(a, b) * b }
//- function, imported
mod elsewhere {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    pub fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
}
use elsewhere::NAME;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(a, b) * b }
//- function, by path
mod elsewhere {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    pub fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { elsewhere::NAME(a, b) * self::elsewhere::NAME(b, a) }
//- function, renamed import
mod elsewhere {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    pub fn given(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
}
use elsewhere::given as NAME;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(a, b) * b }
//- function of one
#[differentiable(tangent)]
fn NAME(a: f64) -> f64 { a * a + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t = NAME(a * b); t * b }
//- function of three
#[differentiable(tangent)]
fn NAME(a: f64, b: f64, c: f64) -> f64 { a * a * b + 0.5 * c * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(a, b, a * b) }
//- function of references
#[differentiable(tangent)]
fn NAME(a: &f64, b: &f64) -> f64 { *a * *a * *b + 0.5 * *a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(&a, &b) * b }
//- function that changes one
#[differentiable(tangent)]
fn NAME(a: &mut f64, b: f64) { *a = *a * *a * b; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; NAME(&mut t, b); t * a }
//- function that changes one and gives a value
#[differentiable(tangent)]
fn NAME(a: &mut f64, b: f64) -> f64 { *a = *a * *a * b; *a * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; let u = NAME(&mut t, b); t * a + u }
//- function that changes two
#[differentiable(tangent)]
fn NAME(a: &mut f64, b: &mut f64) { *a += *b * *b; *b = *a * 3.0; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; let mut u = b; NAME(&mut t, &mut u); t * a + u * u }
//- function that gives a tuple
#[differentiable(tangent)]
fn NAME(a: f64, b: f64) -> (f64, f64) { (a * b, a + 2.0 * b) }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let (t, u) = NAME(a, b); t * u * NAME(b, a).0 }
//- function that gives a list
#[differentiable(tangent)]
fn NAME(a: f64, b: f64) -> Vec<f64> { vec![a * b, b * b, a] }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t = NAME(a, b); let mut s = t[1]; for u in &t { s = s * 0.5 + u * u; } s }
//- function that gives an option
#[differentiable(tangent)]
fn NAME(a: f64, b: f64) -> Option<f64> { if a > 1.0 { Some(a * b) } else { None } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match NAME(a, b) { Some(t) => t * t, None => b * a * a } }
//- function of a slice
#[differentiable(tangent)]
fn NAME(v: &[f64]) -> f64 { v[0] * v[1] + v[0] }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a * b, b]; NAME(&v) * b }
//- function that changes a slice
#[differentiable(tangent)]
fn NAME(v: &mut [f64]) { v[0] = v[0] * v[1]; v[1] += v[0]; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut v = vec![a * b, b]; NAME(&mut v); v[0] * v[1] }
//- function in the body
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 {
    #[differentiable(tangent)]
    fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
    NAME(a, b) * b
}
//- function, generic
#[differentiable(tangent)]
fn NAME<const K: usize>(a: [f64; K], b: f64) -> f64 { a[0] * a[K - 1] * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME::<2>([a, b], a) + NAME([b], b) }
//- function as an argument
#[differentiable(tangent)]
fn NAME(a: f64) -> f64 { a * a + 0.5 * a }
#[differentiable]
fn apply(f: impl Fn(f64) -> f64, a: f64) -> f64 { f(a) * a }
#[differentiable]
fn subject(a: f64, b: f64) -> f64 { apply(NAME, a) * b }
//- function without the attribute
fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(a, b) * b }
//- function without the attribute, of constants
fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { NAME(2.0, 3.0) * b * a }
//- function without the attribute that changes one
fn NAME(a: &mut f64, b: f64) { *a = *a * *a * b; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; NAME(&mut t, b); t * a }
//- function without the attribute that changes two
fn NAME(a: &mut f64, b: &mut f64) { *a += *b * *b; *b = *a * 3.0; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; let mut u = b; NAME(&mut t, &mut u); t * a + u * u }
//- function without the attribute as a condition
fn NAME(a: f64) -> bool { a > 1.0 }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { if NAME(a) { a * b } else { b * b * a } }
//- function without the attribute as an index
fn NAME(a: f64) -> usize { if a > 1.0 { 1 } else { 0 } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a * b, a]; let k = NAME(a); v[k] * b + v[NAME(b)] }
//- function without the attribute that gives a list
fn NAME(a: f64, b: f64) -> Vec<f64> { vec![a * b, b * b, a] }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t = NAME(a, b); t[0] * t[1] }
//- function in capitals
#[differentiable(tangent)]
fn CAMEL(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { CAMEL(a, b) * b }
//- function in capitals without the attribute
fn CAMEL(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { CAMEL(a, b) * b }
//- function in capitals of one without the attribute
fn CAMEL(a: f64) -> Option<f64> { Some(a * a * 0.5) }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match CAMEL(a) { Some(t) => t * b, None => b } }
//- function of a module of this name
mod NAME {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    pub fn given(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
    #[differentiable(tangent)]
    pub fn swap(a: &mut f64, b: &mut f64) { *a += *b * *b; }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let (mut t, mut u) = (a, b); NAME::swap(&mut t, &mut u); NAME::given(t, u) * b }
//- closure
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let NAME = |t: f64| t * t + b; NAME(a) * NAME(b) }
//- closure of two
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let NAME = |t: f64, u: f64| t * t * b + u; NAME(a, b) * b }
//- function that is a parameter
#[differentiable]
fn apply(NAME: impl Fn(f64) -> f64, a: f64) -> f64 { NAME(a) * a }
#[differentiable]
fn subject(a: f64, b: f64) -> f64 { apply(|t| t * t * b, a) }
//- macro
macro_rules! NAME {
    ($a:expr, $b:expr) => { [$b * $b, $a] };
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = NAME![a, b]; v[0] * v[1] * b }
//- macro as a statement
macro_rules! NAME {
    ($a:expr, $b:expr) => { $a = $a * $b; };
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; NAME!(t, b); t * a }
//- macro in front of a block
macro_rules! NAME {
    ($($t:tt)*) => { { $($t)* $($t)* } };
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a * b; NAME! { t = t * a + b; } t * a }
//- constant
const NAME: f64 = 1.5;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { a * NAME + NAME * b * b }
//- constant list
const NAME: [f64; 2] = [1.5, 2.5];
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = a; for k in 0..2 { s = s * NAME[k] + b; } for t in NAME { s = s * t * b; } s }
//- constant as a pattern
const NAME: usize = 2;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = b; for k in 0..4 { match k { NAME => s = s * a, _ => s = s + a * s } } s }
//- constant as a pattern of a value
const NAME: usize = 2;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = b; for k in 0..4 { s = match k { NAME => s * a, _ => s + a * s }; } s }
//- constant as a pattern of a float
const NAME: f64 = 0.7;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match b - b + 0.25 { NAME => b, _ => a * b } }
//- constant as a pattern of a float that varies
const NAME: f64 = 123.0;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match a { NAME => b, t => t * b } }
//- constant as a pattern in a tuple
const NAME: usize = 1;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = b; for k in 0..3 { match (k, s) { (NAME, t) => s = t * a, (_, t) => s = t + a * s } } s }
//- constant as a pattern of an option
const NAME: usize = 1;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = b; for k in 0..3 { let o = if k > 0 { Some(k) } else { None }; if let Some(NAME) = o { s = s * a; } else { s = s + a * a; } } s }
//- constant as a length
const NAME: usize = 3;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a; NAME]; let mut s = b; for t in &v { s = s * t; } s + v[NAME - 1] }
//- static
static NAME: f64 = 1.5;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { a * NAME + NAME * b * b }
//- local
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let NAME = a * b; let mut t = NAME * NAME; t += NAME; t * a }
//- local that changes
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut NAME = a; for _ in 0..3 { NAME = NAME * b + a; } NAME *= a; NAME }
//- local list
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut NAME = vec![a, b]; NAME.push(a * b); NAME[0] = NAME[1] * a; NAME.iter().map(|t| t * t).sum() }
//- local in a tuple
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let (NAME, t) = (a * b, b); NAME * t * NAME }
//- local that is used again
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let NAME = a * b; let NAME = NAME * NAME; { let NAME = b; let _ = NAME; } NAME * a }
//- local without a value at first
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let NAME; if a > 1.0 { NAME = a * b; } else { NAME = b * b * a; } NAME * a }
//- local by reference
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a, b]; let NAME = &v[1]; let t = &v; NAME * t[0] * *NAME }
//- parameter
#[differentiable(tangent)]
fn subject(NAME: f64, b: f64) -> f64 { let t = NAME * b; t * NAME }
//- parameter by reference
#[differentiable(tangent)]
fn inner(NAME: &mut f64, b: &f64) { *NAME = *NAME * b * *NAME; }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t = a; inner(&mut t, &b); t * b }
//- binding in match
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match (a * b, b) { (NAME, t) if t > 1.0 => NAME * t, (NAME, _) => NAME * NAME } }
//- binding of a whole
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match a { NAME @ 0.0..=1.0 => NAME * b, NAME => NAME * NAME * b } }
//- binding of anything
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { match a * b { NAME => NAME * NAME * b } }
//- binding in if let
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { Some(a * b) } else { None }; if let Some(NAME) = o { NAME * NAME } else { b * a } }
//- binding in let else
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { Some(a * b) } else { None }; let Some(NAME) = o else { return b * a; }; NAME * NAME }
//- binding of a range
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = b; for NAME in 1..4 { s = s * a + NAME as f64; } s }
//- binding of elements
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a, b, a * b]; let mut s = 1.0; for NAME in &v { s = s * NAME + a; } for (t, NAME) in v.iter().enumerate() { s += *NAME * t as f64; } s }
//- binding of elements that change
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut v = [a, b, a * b]; for NAME in v.iter_mut() { *NAME = *NAME * *NAME; } v[0] * v[1] + v[2] }
//- parameter of a closure
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let v = [a, b]; v.iter().map(|NAME| NAME * NAME * b).sum::<f64>() * v.iter().fold(1.0, |NAME, t| NAME * t) }
//- label
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut s = a; 'NAME: for k in 0..3 { for j in 0..3 { if j + k == 3 { continue 'NAME; } if s > 9.0 { break 'NAME; } s = s * b + a; } } s }
//- field
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { NAME: f64, other: f64 }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { NAME: a * b, other: b }; o.NAME = o.NAME * o.other; o.other += o.NAME; o.NAME * o.other }
//- field in a pattern
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { NAME: f64, other: f64 }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { NAME: a * b, other: b }; let Own { NAME, other } = o; match (Own { NAME: other, other: NAME }) { Own { NAME: t, other } => t * t * other * a } }
//- field that is a list
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { NAME: Vec<f64> }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = Own { NAME: vec![a, b] }; o.NAME.push(a * b); o.NAME[0] = o.NAME[1] * a; o.NAME.iter().map(|t| t * t).sum::<f64>() * o.NAME.len() as f64 }
//- field that is an integer
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { NAME: usize, other: f64 }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { NAME: 3, other: a }; let mut s = b; for k in 0..o.NAME { s = s * o.other + k as f64; } s }
//- variant
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Own { CAMEL(f64), Rest { x: f64 } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { Own::CAMEL(a * b) } else { Own::Rest { x: b * a } }; match o { Own::CAMEL(t) => t * b, Own::Rest { x } => x * x } }
//- variant, imported
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Own { CAMEL(f64), Rest(f64) }
use Own::{CAMEL, Rest};
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { CAMEL(a * b) } else { Rest(b * a) }; match o { CAMEL(t) => t * b, Rest(x) => x * x } }
//- variant in small letters
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Own { NAME(f64), rest(f64) }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { Own::NAME(a * b) } else { Own::rest(b * a) }; match o { Own::NAME(t) => t * b, Own::rest(x) => x * x } }
//- variant in small letters, imported
#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Own { NAME(f64), rest(f64) }
use Own::{NAME, rest};
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { NAME(a * b) } else { rest(b * a) }; match o { NAME(t) => t * b, rest(x) => x * x } }
//- variant without fields
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Own { CAMEL, Rest }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { Own::CAMEL } else { Own::Rest }; match o { Own::CAMEL => a * b, Own::Rest => a * a * b } }
//- variant without fields, imported
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Own { CAMEL, Rest }
use Own::{CAMEL, Rest};
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { CAMEL } else { Rest }; match o { CAMEL => a * b, Rest => a * a * b } }
//- variant without fields in small letters, imported
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Own { rest, NAME }
use Own::{NAME, rest};
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = if a > 1.0 { NAME } else { rest }; match o { NAME => a * b, rest => a * a * b } }
//- tuple struct
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL(f64, f64);
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = CAMEL(a * b, b); o.0 = o.0 * o.1; let CAMEL(t, u) = o; t * u }
//- tuple struct in small letters
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct NAME(f64, f64);
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = NAME(a * b, b); o.0 = o.0 * o.1; let NAME(t, u) = o; t * u }
//- struct
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64, y: f64 }
#[differentiable(tangent)]
fn inner(o: &CAMEL) -> f64 { o.x * o.x * o.y }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = CAMEL { x: a * b, y: b }; let u = CAMEL { x: o.y, ..o.clone() }; inner(&o) * inner(&u) }
//- struct in small letters
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct NAME { x: f64, y: f64 }
#[differentiable(tangent)]
fn inner(o: &NAME) -> f64 { o.x * o.x * o.y }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = NAME { x: a * b, y: b }; inner(&o) * o.y }
//- struct with a constructor
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64, y: f64 }
impl CAMEL {
    #[differentiable(tangent)]
    fn new(x: f64, y: f64) -> CAMEL { CAMEL { x: x * y, y: y + x } }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = CAMEL::new(a, b); o.x * o.y }
//- struct with a constructor without the attribute
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64, y: f64 }
impl CAMEL {
    fn new(x: f64, y: f64) -> CAMEL { CAMEL { x: x * y, y: y + x } }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = CAMEL::new(a, b); o.x * o.y }
//- struct with a constructor of one without the attribute
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64 }
impl CAMEL {
    fn new(x: f64) -> CAMEL { CAMEL { x: x * x } }
    fn from(x: f64) -> CAMEL { CAMEL { x: x * x * x } }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = CAMEL::new(a); let u = CAMEL::from(b); o.x * u.x }
//- generic struct with a constructor of nothing
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL<T> { x: T, y: f64 }
impl CAMEL<f64> {
    fn new() -> CAMEL<f64> { CAMEL { x: 2.0, y: 3.0 } }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = CAMEL::new(); o.x = a * o.y; o.y = b; o.x * o.y }
//- struct with a default of its own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64, y: f64 }
impl Default for CAMEL {
    fn default() -> CAMEL { CAMEL { x: 2.0, y: 3.0 } }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = CAMEL::default(); o.x = a * o.y; o.y *= b; let mut u: CAMEL = Default::default(); u.x *= a; o.x * o.y * u.x }
//- another name of a struct
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64, y: f64 }
type CAMEL = Own;
#[differentiable(tangent)]
fn inner(o: &CAMEL, v: &[CAMEL]) -> f64 { o.x * v[0].y * o.y }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o: CAMEL = CAMEL { x: a * b, y: b }; inner(&o, &[o.clone()]) }
//- another name of a float
type NAME = f64;
#[differentiable(tangent)]
fn inner(t: NAME, u: &NAME, v: &[NAME]) -> NAME { t * t * *u * v[0] }
#[differentiable(tangent)]
fn subject(a: NAME, b: NAME) -> NAME { let t: NAME = a * b; let mut u: NAME = 1.0; u *= t; inner(t, &u, &[t, a]) * b }
//- another name of a float in a cast
type NAME = f64;
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t = (a * b) as NAME; t * t }
//- another name of a float in a field
type NAME = f64;
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: NAME, y: Vec<NAME> }
#[differentiable(tangent)]
fn inner(o: &Own) -> f64 { o.x * o.y[0] * o.x }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b, y: vec![b] }; inner(&o) * o.y[0] }
//- another name of a float in capitals
type CAMEL = f64;
#[differentiable(tangent)]
fn inner(t: CAMEL, u: &CAMEL, v: &[CAMEL]) -> CAMEL { t * t * *u * v[0] }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let t: CAMEL = a * b; let mut u: CAMEL = 1.0; u *= t as CAMEL; inner(t, &u, &[t, a]) * b }
//- another name of a list
type CAMEL = Vec<f64>;
#[differentiable(tangent)]
fn inner(t: &CAMEL) -> f64 { t[0] * t[1] * t[0] }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut t: CAMEL = vec![a * b]; t.push(b); inner(&t) * b }
//- a list of one's own
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct CAMEL<T> { x: T, y: f64 }
#[differentiable(tangent)]
fn inner(o: &CAMEL<f64>, mut u: CAMEL<f64>) -> f64 { u.x = u.x * o.x * o.y; u.x * u.y }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o: CAMEL<f64> = CAMEL { x: a * b, y: b }; inner(&o, o.clone()) }
//- a parameter of a function
#[differentiable]
trait Way { fn at(&self, t: f64) -> f64; }
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
#[differentiable]
impl Way for Own { fn at(&self, t: f64) -> f64 { self.x * t * t } }
#[differentiable]
fn inner<CAMEL: Way>(o: &CAMEL, t: f64) -> f64 { o.at(t) * t }
#[differentiable]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; inner(&o, b) }
//- function of a number of a generic type
#[differentiable(tangent)]
fn NAME<T: num_traits::Float>(a: T, b: T) -> T { a * a * b + a }
#[differentiable(tangent)]
fn inner<T: num_traits::Float>(a: T, b: T) -> T { NAME(a, b) * b + NAME::<T>(b, a) }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a, b) * b }
//- method of a number of a generic type, of a trait
trait Way: num_traits::Float { fn NAME(self) -> Self; }
impl Way for f64 { fn NAME(self) -> f64 { self * self * 0.5 } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: T) -> T { a.NAME() * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- method of a number of a generic type, of a trait, with another
trait Way: num_traits::Float { fn NAME(self, o: Self) -> Self; }
impl Way for f64 { fn NAME(self, o: f64) -> f64 { self * self * o } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: T) -> T { a.NAME(b) * T::NAME(b, a) }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- method of a generic type that is no number, of a trait
trait Way: Copy + std::ops::Mul<Output = Self> { fn NAME(self) -> Self; }
impl Way for f64 { fn NAME(self) -> f64 { self * self * 0.5 } }
#[differentiable(tangent)]
fn inner<T: Way + std::ops::Add<Output = T>>(a: T, b: T) -> T { a.NAME() * b + a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- method of a number of a generic type, of a trait, an integer
trait Way: num_traits::Float { fn NAME(self, n: i32) -> Self; }
impl Way for f64 { fn NAME(self, n: i32) -> f64 { self * self * n as f64 } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: T) -> T { a.NAME(3) * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- method of a number of a generic type, of a trait, gives a float
trait Way: num_traits::Float { fn NAME(&self) -> f64; }
impl Way for f64 { fn NAME(&self) -> f64 { self * self * 0.5 } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: f64) -> f64 { a.NAME() * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- function of a trait of numbers, of a float
trait Way: num_traits::Float { fn NAME(x: f64) -> Self; }
impl Way for f64 { fn NAME(x: f64) -> f64 { x * x * 0.5 } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: f64) -> T { T::NAME(b) * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- function of a trait of numbers, of a float, gives an option
trait Way: num_traits::Float { fn NAME(x: f64) -> Option<Self>; }
impl Way for f64 { fn NAME(x: f64) -> Option<f64> { Some(x * x * 0.5) } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: f64) -> T { T::NAME(b).unwrap() * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- function of a number of a generic type, gives an option, without the attribute
fn NAME<A: num_traits::Float, B: num_traits::Float>(x: A) -> Option<B> { B::from(x * x) }
#[differentiable(tangent)]
fn inner<T: num_traits::Float>(a: T, b: f64) -> T { let t: T = NAME(b).unwrap(); t * a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- function of a trait of numbers, of nothing
trait Way: num_traits::Float { fn NAME() -> Self; }
impl Way for f64 { fn NAME() -> f64 { 1.5 } }
#[differentiable(tangent)]
fn inner<T: Way>(a: T, b: T) -> T { T::NAME() * a * b + T::NAME() }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a, b) }
//- bound of a number
trait CAMEL: Copy + std::ops::Mul<Output = Self> + std::ops::Add<Output = Self> { fn sin(self) -> Self; }
impl CAMEL for f64 { fn sin(self) -> f64 { self * self * 0.5 } }
#[differentiable(tangent)]
fn inner<T: CAMEL>(a: T, b: T) -> T { a.sin() * b + a }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- bound of what is no number
trait CAMEL { fn times(&self, k: f64) -> f64; }
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Own { x: f64 }
impl CAMEL for Own { fn times(&self, k: f64) -> f64 { self.x * self.x * k } }
#[differentiable(tangent)]
fn inner<T: CAMEL>(o: &T, b: f64) -> f64 { o.times(b) * b }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let o = Own { x: a * b }; inner(&o, b) }
//- number of a generic type
#[differentiable(tangent)]
fn inner<CAMEL: num_traits::Float>(a: CAMEL, b: CAMEL) -> CAMEL { let t: CAMEL = a.sin(); t * b + CAMEL::max(a, b) * CAMEL::one() }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { inner(a * b, b) }
//- function of a module with the attribute
#[differentiable(tangent)]
mod all {
    fn NAME(a: f64, b: f64) -> f64 { a * a * b + 0.5 * a }
    pub fn inner(a: f64, b: f64) -> f64 { let t = NAME(a, b); t * self::NAME(b, t) }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- function of a module with the attribute that gives an integer
#[differentiable(tangent)]
mod all {
    fn NAME(a: f64) -> usize { if a > 1.0 { 2 } else { 1 } }
    pub fn inner(a: f64, b: f64) -> f64 { let k = NAME(a); let mut s = a; for _ in 0..k + NAME(b) { s = s * b * k as f64; } s }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- function of the body that hides one of a module that gives an integer
#[differentiable(tangent)]
mod all {
    #[allow(unused)]
    fn NAME(a: f64) -> usize { if a > 1.0 { 2 } else { 1 } }
    pub fn inner(a: f64, b: f64) -> f64 { let NAME = |v: f64| v * v * b; NAME(a) * b }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- method of a module with the attribute
#[differentiable(tangent)]
mod all {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Own { x: f64, y: f64 }
    impl Own {
        fn NAME(&self, t: f64) -> f64 { self.x * self.x * t + self.y }
    }
    fn make(a: f64, b: f64) -> Own { Own { x: a * b, y: b } }
    pub fn inner(a: f64, b: f64) -> f64 { let o = make(a, b); o.NAME(b) * make(b, a).NAME(a) }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- method of a module with the attribute that gives an integer, and another that gives a float
#[differentiable(tangent)]
mod all {
    #[derive(Clone, Debug, PartialEq)]
    pub struct Own { x: f64 }
    #[derive(Clone, Debug, PartialEq)]
    pub struct Two { x: f64 }
    impl Own {
        fn NAME(&self) -> usize { if self.x > 1.0 { 2 } else { 1 } }
    }
    impl Two {
        fn NAME(&self) -> f64 { self.x * self.x }
    }
    pub fn inner(a: f64, b: f64) -> f64 { let (o, t) = (Own { x: a * b }, Two { x: b }); let k = o.NAME(); let u = t.NAME(); u * a * k as f64 }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- type of a module with the attribute
#[differentiable(tangent)]
mod all {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct CAMEL { x: f64, k: i32 }
    fn make(a: f64) -> CAMEL { CAMEL { x: a * a, k: 2 } }
    pub fn inner(a: f64, b: f64) -> f64 { let o: CAMEL = make(a); o.x * b * o.k as f64 }
}
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { all::inner(a, b) * b }
//- operator with the attribute of a type
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct CAMEL { x: f64 }
#[differentiable(tangent)]
impl std::ops::Mul for CAMEL { type Output = CAMEL; fn mul(self, o: CAMEL) -> CAMEL { CAMEL { x: self.x * o.x * o.x } } }
#[differentiable(tangent)]
impl std::ops::AddAssign<f64> for CAMEL { fn add_assign(&mut self, k: f64) { self.x = self.x * k; } }
#[differentiable(tangent)]
fn subject(a: f64, b: f64) -> f64 { let mut o = CAMEL { x: a * b }; o += b; let u = CAMEL { x: b } * o; u.x }
