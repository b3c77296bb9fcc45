//! What chains of iterators end in: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod reduce_max {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().copied().reduce(f64::max).unwrap();
        m * m
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod fold_max {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        x.iter().map(|v| (v - m).exp()).sum::<f64>().ln() + m
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod fold_min_cl {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().cloned().fold(f64::INFINITY, |a, b| a.min(b));
        let mx = x.iter().fold(f64::MIN, |a, &b| a.max(b));
        m * mx
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod collect_result {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(x: f64) -> Result<f64, String> {
        if x > 0.0 { Ok(x.ln()) } else { Err("neg".to_string()) }
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v = x.iter().map(|a| g(*a)).collect::<Result<Vec<_>, _>>();
        match v {
            Ok(v) => v[2] * v[2] + v[0],
            Err(_) => 0.0,
        }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 1.0, 2.0]));
    }
}

mod collect_result_q {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(x: f64) -> Result<f64, String> {
        if x > 0.0 { Ok(x.ln()) } else { Err("neg".to_string()) }
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> Result<f64, String> {
        let v: Vec<f64> = x.iter().map(|a| g(*a)).collect::<Result<_, _>>()?;
        Ok(v[2] * v[0])
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.5, 1.0, 2.0]));
    }
}

mod collect_option {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v: Option<Vec<f64>> = x.iter().map(|a| if *a > 0.0 { Some(a.sqrt()) } else { None }).collect();
        v.map(|v| v[0] * v[2]).unwrap_or(0.0)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.5, 1.0, 2.0]));
    }
}

mod sum_result {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v: Option<f64> = x.iter().map(|a| if *a > 0.0 { Some(a.sqrt()) } else { None }).sum();
        v.unwrap_or(0.0)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.5, 1.0, 2.0]));
    }
}

mod mean {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let m = x.iter().sum::<f64>() / n as f64;
        x.iter().map(|v| (v - m) * (v - m)).sum::<f64>() / (n - 1) as f64
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 4.0]));
    }
}

mod unzip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
        a[0] * b[1] + a[2] * b[3]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 4.0]));
    }
}

mod partition {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (p, n): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.0);
        p[0] * n[1] + p[1] * n[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0, -4.0]));
    }
}

mod partition2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (p, n): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|&v| v > 0.0);
        p.iter().sum::<f64>() * n.iter().product::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0, -4.0]));
    }
}

mod try_fold {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> Option<f64> {
        x.iter().try_fold(1.0, |a, v| if *v > 0.0 { Some(a * v.ln() + v) } else { None })
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod try_fold_ok {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> Result<f64, String> {
        let s = x.iter().try_fold(0.0, |a, &v| {
            if v < 0.0 {
                return Err("neg".to_string());
            }
            Ok(a + v.sqrt())
        })?;
        Ok(s * s)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod q_in_closure {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.ln()) } else { None }
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> Option<f64> {
        let h = |a: f64| -> Option<f64> {
            let b = g(a)?;
            Some(b * b)
        };
        Some(h(x[0])? + h(x[1])?)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod q_nested {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.sqrt()) } else { None }
    }
    #[differentiable(tangent)]
    fn f(x: f64) -> Option<f64> {
        Some(g(g(x)? + 1.0)? * x)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod dot_prod {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        std::iter::zip(x, y).map(|(a, b)| a * b).sum::<f64>().sqrt()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0], &[4.0, 5.0]));
    }
}

mod last_iter {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).last().unwrap() * x.iter().next().unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0]));
    }
}

mod min_max_fold {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (lo, hi) = x.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &v| (lo.min(v), hi.max(v)));
        (hi - lo) * lo
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod max_by_key_ord {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[(f64, i32)]) -> f64 {
        let best = x.iter().max_by_key(|p| p.1).unwrap();
        best.0 * x[0].0
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[(2.0, 3), (1.0, 5)]));
    }
}

mod rfind_rfold {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().rfold(0.0, |s, v| s * 0.5 + v * v) * x.iter().rfind(|v| **v > 1.5).unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod map_collect_arr2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let m: Vec<Vec<f64>> = x.iter().map(|a| x.iter().map(|b| a * b).collect()).collect();
        (0..x.len()).map(|i| m[i][(i + 1) % 3]).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod transpose {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(m: &[Vec<f64>]) -> f64 {
        let t: Vec<Vec<f64>> = (0..m[0].len()).map(|j| m.iter().map(|r| r[j]).collect()).collect();
        t[0][1] * t[1][0] * t[0][0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[vec![2.0, 3.0], vec![4.0, 5.0]]));
    }
}

mod sum_by_ref {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).sum::<f64>().sqrt().max(1.0)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod is_sorted {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        if x.windows(2).all(|w| w[0] <= w[1]) { x[0] * x[1] } else { x[2] }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0]));
    }
}

mod binary_search {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], t: f64) -> f64 {
        let k = x.partition_point(|v| *v < t);
        let (a, b) = (x[k - 1], x[k]);
        (t - a) / (b - a) * b
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0], 3.5));
    }
}

mod binary_search2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], t: f64) -> f64 {
        let k = match x.binary_search_by(|v| v.partial_cmp(&t).unwrap()) {
            Ok(k) => k,
            Err(k) => k - 1,
        };
        x[k] * t
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0], 3.5));
    }
}

mod filter_count {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let n = x.iter().filter(|&&v| v > 0.0).count();
        x.iter().filter(|&&v| v > 0.0).sum::<f64>() / n as f64
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 4.0]));
    }
}

mod minmax_idx {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut best = 0;
        for (i, v) in x.iter().enumerate().skip(1) {
            if v > &x[best] {
                best = i;
            }
        }
        x[best] * x[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 4.0]));
    }
}

mod collect_then_fn {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn norm(v: &[f64]) -> f64 {
        v.iter().map(|x| x * x).sum::<f64>().sqrt()
    }
    #[differentiable(tangent)]
    fn f(a: &[f64]) -> f64 {
        norm(&a.iter().map(|x| x - a[0] * 0.5).collect::<Vec<_>>())
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, -1.0]));
    }
}

mod softmax {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn softmax(x: &[f64]) -> Vec<f64> {
        let m = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let e: Vec<f64> = x.iter().map(|v| (v - m).exp()).collect();
        let s: f64 = e.iter().sum();
        e.into_iter().map(|v| v / s).collect()
    }
    #[differentiable(tangent)]
    fn f(a: &[f64]) -> f64 {
        let p = softmax(a);
        -p.iter().map(|q| q * q.ln()).sum::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, -1.0]));
    }
}
