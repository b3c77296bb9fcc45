//! Patterns, references and places as people write them: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod some_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(o: Option<f64>, y: f64) -> f64 {
        if let Some(mut v) = o {
            v *= y;
            v
        } else {
            y
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0), 3.0));
    }
}

mod for_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        let mut s = 0.0;
        for mut v in x.iter().copied() {
            if v > 2.0 {
                v *= y;
            }
            s += v * v;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.5, 3.0], 3.0));
    }
}

mod for_mut2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: [f64; 3], y: f64) -> f64 {
        let mut s = 0.0;
        for mut v in x {
            v += y;
            s += v * v;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f([1.0, 2.0, 3.0], 3.0));
    }
}

mod nested_struct_pat {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct L {
        a: P,
        b: P,
    }
    #[differentiable(tangent)]
    fn f(l: &L) -> f64 {
        let L { a: P { x: x0, y: y0 }, b: P { x: x1, y: y1 } } = l;
        (x1 - x0).powi(2) * (y1 - y0)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&L { a: P { x: 1.0, y: 2.0 }, b: P { x: 3.0, y: 4.0 } }));
    }
}

mod nested_tuple_struct_pat {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[differentiable(tangent)]
    fn f(l: &[(P, f64)]) -> f64 {
        let mut s = 0.0;
        for (P { x, y }, w) in l {
            s += x * y * w;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[(P { x: 1.0, y: 2.0 }, 3.0), (P { x: 4.0, y: 5.0 }, 6.0)]));
    }
}

mod cmp_ref {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x {
            if v > &0.0 {
                s += v * 2.0;
            }
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod mul_ref {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], b: f64) -> f64 {
        let a = &x[1];
        a * &b + &x[0] * &x[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0], 2.0));
    }
}

mod let_chain {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: Option<f64>, b: Option<f64>) -> f64 {
        if let Some(x) = a
            && let Some(y) = b
        {
            x * y
        } else {
            1.0
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0), Some(3.0)));
    }
}

mod let_chain_cond {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: Option<f64>, y: f64) -> f64 {
        if let Some(x) = a
            && x > 0.0
        {
            x * y
        } else {
            y
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0), 1.0));
        check_gradient!(f(None, 1.0));
        check_gradient!(f(Some(-1.0), 3.0));
    }
}

mod let_chain_cond2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: Option<f64>, y: f64) -> f64 {
        if y > 0.0
            && let Some(x) = a
            && x > 0.0
        {
            x * y
        } else if let Some(x) = a
            && y < -1.0
        {
            x
        } else {
            y
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0), 1.0));
    }
}

mod while_let_chain {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        let mut w = v.to_vec();
        let mut s = 0.0;
        while let Some(x) = w.pop()
            && x > 1.5
        {
            s += x * x;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod iflet_max_by {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        if let Some(x) = v.iter().max_by(|a, b| a.partial_cmp(b).unwrap()) { x * x } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 3.0, 2.0]));
    }
}

mod iflet_max_by2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        if let Some(x) = v.iter().copied().max_by(f64::total_cmp) { x * x } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 3.0, 2.0]));
    }
}

mod iflet_max_by3 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        v.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap() * v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 3.0, 2.0]));
    }
}

mod min_by_enum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        let (i, m) = v.iter().enumerate().min_by(|a, b| a.1.partial_cmp(b.1).unwrap()).unwrap();
        m * m + i as f64 * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 3.0, 2.0]));
    }
}

mod min_by_enum2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64]) -> f64 {
        let k = v.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i).unwrap();
        v[k] * v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 3.0, 2.0]));
    }
}

mod ref_binding {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(p: (f64, f64)) -> f64 {
        let (ref a, ref b) = p;
        a * b
    }

    #[test]
    fn agrees() {
        check_gradient!(f((2.0, 3.0)));
    }
}

mod ref_some {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(p: Option<f64>) -> f64 {
        match p {
            Some(ref a) => a * a,
            None => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0)));
    }
}

mod ref_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let mut p = (x * y, y);
        {
            let (ref mut a, _) = p;
            *a *= 2.0;
        }
        p.0 * p.1
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3.0));
    }
}

mod ref_mut_some {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut p = Some(x * x);
        if let Some(ref mut a) = p {
            *a *= 2.0;
        }
        p.unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod some_mut_ref {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut p = Some(x * x);
        if let Some(a) = &mut p {
            *a *= 2.0;
        }
        p.unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod some_as_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut p = Some(x * x);
        if let Some(a) = p.as_mut() {
            *a *= 2.0;
        }
        p.unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod at_binding {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, n: i32) -> f64 {
        match n {
            k @ 1..=5 => x * k as f64,
            _ => x,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3));
    }
}

mod at_binding_whole {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(p: (f64, f64)) -> f64 {
        let q @ (a, _) = p;
        q.1 * a
    }

    #[test]
    fn agrees() {
        check_gradient!(f((2.0, 3.0)));
    }
}

mod enum_struct_pat {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    #[allow(dead_code, reason = "the other variant is what is looked at")]
    enum S {
        C(f64),
        R { w: f64, h: f64 },
    }
    #[differentiable(tangent)]
    fn f(s: &S) -> f64 {
        match s {
            S::C(r) => r * r * 3.14,
            S::R { w, h: height } => w * height,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&S::R { w: 2.0, h: 3.0 }));
    }
}

mod enum_nested_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(s: Option<(f64, f64)>) -> f64 {
        match s {
            Some((a, b)) if a > b => a,
            Some((a, b)) => a * b,
            None => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some((2.0, 3.0))));
    }
}
