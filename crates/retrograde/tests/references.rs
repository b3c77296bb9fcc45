//! References that are chosen, pointed elsewhere, or may not be there.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

use retrograde::prelude::*;

#[derive(Clone, Debug, Default, Differentiable)]
struct P {
    a: f64,
    b: Vec<f64>,
}

fn p(a: f64) -> P {
    P { a, b: vec![a + 1.0, 2.0 * a] }
}

/// One function, in all modes.
macro_rules! agree {
    ($($name:ident($($params:tt)*) -> f64 $body:block at $(($($at:tt)*)),+;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable(tangent)]
            fn f($($params)*) -> f64 $body
            $(check_gradient!(f($($at)*));)+
        }
    )*};
}

agree! {
    elements(x: &[f64]) -> f64 {
        let big = if x[0] > x[1] { &x[0] } else { &x[1] };
        big * big
    } at (&[1.0, 2.0]), (&[3.0, 2.0]);
    arms(a: f64, b: f64, k: usize) -> f64 {
        let r = match k {
            0 => &a,
            _ => &b,
        };
        r * *r * 2.0
    } at (1.5, 2.5, 0), (1.5, 2.5, 1);
    whole(x: &P, y: &P) -> f64 {
        let r = if x.a > y.a { x } else { y };
        r.a * r.b[0] * x.a
    } at (&p(1.5), &p(0.5)), (&p(0.5), &p(1.5));
    fields(x: &P, y: &P, c: bool) -> f64 {
        let r = if c { &x.b } else { &y.b };
        r.iter().map(|v| v * v).sum::<f64>() * x.a
    } at (&p(1.5), &p(0.5), true), (&p(1.5), &p(0.5), false);
    pairs(x: &[f64], y: &[f64]) -> f64 {
        let (long, short) = if x.len() > y.len() { (x, y) } else { (y, x) };
        long.iter().zip(short).map(|(a, b)| a * b).sum::<f64>() + long[0] * long[0]
    } at (&[1.0, 2.0], &[0.5, 0.7, 0.9]), (&[1.0, 2.0], &[0.5]);
    parts(x: &[f64], c: bool) -> f64 {
        let part = if c { &x[..2] } else { &x[1..] };
        part.iter().sum::<f64>() * part[0]
    } at (&[1.0, 2.0, 3.0], true), (&[1.0, 2.0, 3.0], false);
    typed(x: &[f64], v: Vec<f64>, c: bool) -> f64 {
        let part: &[f64] = if c { x } else { &v };
        part.iter().map(|p| p * p).sum::<f64>() * part[0]
    } at (&[1.0, 2.0, 3.0], vec![0.5], true), (&[1.0, 2.0, 3.0], vec![0.5, 0.7], false);
    ordered(x: f64, y: f64) -> f64 {
        let (lo, hi) = if x < y { (&x, &y) } else { (&y, &x) };
        hi - lo * lo
    } at (1.5, 0.5), (0.5, 1.5);
    found(ps: &[P]) -> f64 {
        let p = ps.iter().max_by(|p, q| p.a.partial_cmp(&q.a).unwrap()).unwrap();
        let q = ps.iter().find(|p| p.a < 1.0).unwrap();
        p.a * p.b[0] * q.a
    } at (&[p(0.5), p(1.5)]);
    kept(x: &[f64]) -> f64 {
        let mut best = &x[0];
        for v in x {
            if v > best {
                best = v;
            }
        }
        best * best
    } at (&[1.0, 3.0, 2.0]), (&[4.0, 3.0, 2.0]);
    in_a_loop(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..n {
            let v = if i % 2 == 0 { &x[i] } else { &x[0] };
            s *= v + s;
        }
        s
    } at (&[1.0, 0.3, 0.2, 0.5], 4);
    in_a_closure(x: &[f64]) -> f64 {
        let f = |c: bool| {
            let r = if c { &x[0] } else { &x[1] };
            r * r
        };
        f(true) * f(false) + f(true)
    } at (&[1.0, 0.3]);
    changed(x: &[f64], c: bool) -> f64 {
        let mut x = x.to_vec();
        let r = if c { &mut x[0] } else { &mut x[1] };
        *r *= *r;
        x[0] * x[1]
    } at (&[1.5, 0.3], true), (&[1.5, 0.3], false);
    passed_on(x: &P, y: &P, z: f64) -> f64 {
        scaled(if z > 0.0 { x } else { y }, z)
    } at (&p(1.5), &p(0.5), 0.7), (&p(1.5), &p(0.5), -0.7);
    not_there(v: &[f64]) -> f64 {
        let a = v.get(0).unwrap_or(&1.0);
        let b = v.iter().next().unwrap_or(&0.5);
        a * a * b * v.last().unwrap_or(&2.0)
    } at (&[1.5, 0.3]);
}

agree! {
    matched(v: &[f64], i: usize) -> f64 {
        match v.get(i) {
            Some(&x) if x > 1.0 => x * x,
            Some(x) => x * 3.0 * v[0],
            None => v[0],
        }
    } at (&[0.5, 1.5], 0), (&[0.5, 1.5], 1), (&[0.5, 1.5], 2);
    ends(v: &[f64]) -> f64 {
        match (v.first(), v.last()) {
            (Some(a), Some(b)) => a * b,
            _ => 0.0,
        }
    } at (&[0.5, 1.5, 0.3]), (&[0.7]);
    both(v: &[f64]) -> f64 {
        if let (Some(a), Some(&b)) = (v.get(0), v.get(1)) {
            a * a * b
        } else {
            v[0] * 2.0
        }
    } at (&[0.5, 1.5, 0.3]), (&[0.7]);
    or_else(v: &[f64], i: usize) -> f64 {
        let Some(a) = v.get(i) else { return 2.0 * v[0] };
        a * a
    } at (&[0.5, 1.5], 1), (&[0.5, 1.5], 2);
    along(v: &[f64]) -> f64 {
        let (mut s, mut i) = (1.0, 0);
        while let Some(a) = v.get(i) {
            s = s * a + a;
            i += 1;
        }
        s
    } at (&[0.5, 1.5, 0.7]);
    to_change(v: &[f64], x: f64) -> f64 {
        let mut v = v.to_vec();
        if let Some(a) = v.get_mut(1) {
            *a *= x;
        }
        if let Some(a) = v.first_mut() {
            *a += x;
        }
        if let Some(l) = v.last_mut() {
            *l = x * *l;
        }
        v.iter().product()
    } at (&[0.5, 1.5, 0.7], 0.3), (&[0.5], 0.3);
    asked(v: &[f64], i: usize) -> f64 {
        product(v, i).unwrap_or(v[0]) * ends_of(v).unwrap_or(1.0) + part(v, i, i + 2).unwrap_or(0.5)
            + checked(v, i).unwrap_or(0.1) + doubled(v, i).unwrap_or(0.2)
    } at (&[0.5, 1.5, 0.7], 0), (&[0.5, 1.5, 0.7], 2), (&[0.5, 1.5, 0.7], 3);
}

#[differentiable(tangent)]
fn product(x: &[f64], i: usize) -> Option<f64> {
    let a = x.get(i)?;
    let b = x.get(i + 1).copied().unwrap_or(1.0);
    Some(a * a * b * x.get(i)? * *x.first()?)
}

#[differentiable(tangent)]
fn ends_of(v: &[f64]) -> Option<f64> {
    let &a = v.first()?;
    let b = *v.last()?;
    Some(a * b)
}

#[differentiable(tangent)]
fn part(v: &[f64], i: usize, j: usize) -> Option<f64> {
    let part = v.get(i..j)?;
    Some(part.iter().product())
}

#[differentiable(tangent)]
fn checked(v: &[f64], i: usize) -> Result<f64, String> {
    let a = v.get(i).ok_or_else(|| format!("none {i}"))?;
    Ok(a * a)
}

#[differentiable(tangent)]
fn doubled(v: &[f64], i: usize) -> Option<f64> {
    let mut v = v.to_vec();
    let a = v.get_mut(i)?;
    *a *= 2.0;
    let b = *a;
    Some(b * b * v[0])
}

#[differentiable(tangent)]
fn scaled(p: &P, x: f64) -> f64 {
    p.a * x * x
}
