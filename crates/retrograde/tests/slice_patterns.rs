//! Patterns of slices and arrays, and the methods that take them apart: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod slice_rest {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        if let [first, rest @ ..] = x {
            let mut s = *first * *first;
            for r in rest {
                s += first * r;
            }
            s
        } else {
            0.0
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod slice_two {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        if let [a, b] = x { a * b } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod slice_let_else {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let [a, b] = x else { return 0.0 };
        a * b + a
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod array_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: [f64; 3]) -> f64 {
        let [a, b, c] = x;
        a * b + c * a
    }

    #[test]
    fn agrees() {
        check_gradient!(f([1.0, 2.0, 3.0]));
    }
}

mod array_ref_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64; 3]) -> f64 {
        let [a, b, c] = x;
        a * b + c * a
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod array_deref_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64; 3]) -> f64 {
        let [a, b, c] = *x;
        a * b + c * a
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod slice_match {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64]) -> f64 {
        match xs {
            [] => 0.0,
            [x] => *x * 2.0,
            [x, rest @ ..] => x * rest[0] + rest.iter().sum::<f64>(),
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
        check_gradient!(f(&[2.0]));
    }
}

mod slice_match_rec {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64]) -> f64 {
        match xs {
            [] => 0.0,
            [x, rest @ ..] => x * x + x.sin() * f(rest),
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod slice_last_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64]) -> f64 {
        match xs {
            [first, .., last] => first * last,
            [one] => one * one,
            _ => 1.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod slice_first_wild {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64]) -> f64 {
        if let [.., a, b] = xs { a * b } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod slice_guard {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64]) -> f64 {
        match xs {
            [a, ..] if *a > 5.0 => *a,
            [a, b, ..] => a * b,
            _ => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod split_at {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (l, r) = x.split_at(x.len() / 2);
        l.iter().zip(r).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 4.0]));
    }
}

mod split_at_mut_var {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let k = v.len() / 2;
        {
            let (l, r) = v.split_at_mut(k);
            for (a, b) in l.iter_mut().zip(r.iter()) {
                *a *= *b;
            }
        }
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 4.0]));
    }
}

mod match_get {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], i: usize) -> f64 {
        match x.get(i) {
            Some(v) => v * v,
            None => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0], 2));
    }
}

mod first_last {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.first().unwrap() * x.last().unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod first_copied {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.first().copied().unwrap_or(0.0) * x.last().copied().unwrap_or_default()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod last_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        *v.last_mut().unwrap() *= 2.0;
        if let Some(a) = v.first_mut() {
            *a += 3.0;
        }
        v[0] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod split_first {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (a, rest) = x.split_first().unwrap();
        rest.iter().map(|v| v * a).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod split_first_iflet {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        if let Some((a, rest)) = x.split_first() { a * rest[0] } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod split_last {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let Some((a, rest)) = x.split_last() else { return 0.0 };
        rest.iter().fold(*a, |s, v| s * 0.5 + v * a)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod split_first_match {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        match x.split_first() {
            Some((a, rest)) => a * rest.iter().sum::<f64>(),
            None => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod let_chain_get {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(v: &[f64], k: usize) -> f64 {
        if let Some(x) = v.get(k)
            && *x > 0.0
        {
            x * x
        } else {
            0.0
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0], 1));
    }
}
