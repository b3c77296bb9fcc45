//! What is sorted, and what is found by its order: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod sort_partial {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.sort_by(|a, b| a.partial_cmp(b).unwrap());
        v[1] * v[2] * v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 0.5]));
    }
}

mod sort_total {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.sort_by(f64::total_cmp);
        let n = v.len();
        0.5 * (v[n / 2 - 1] + v[n / 2])
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 0.5]));
    }
}

mod sort_unstable {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v: Vec<f64> = x.iter().map(|a| a * a).collect();
        v.sort_unstable_by(|a, b| b.total_cmp(a));
        v.iter().take(2).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 0.5]));
    }
}

mod sort_pairs {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[(f64, f64)]) -> f64 {
        let mut v = x.to_vec();
        v.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut s = 0.0;
        for w in v.windows(2) {
            s += (w[1].0 - w[0].0) * (w[0].1 + w[1].1) * 0.5;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[(1.0, 2.0), (0.5, 3.0)]));
    }
}

mod sort_key {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[(f64, usize)]) -> f64 {
        let mut v = x.to_vec();
        v.sort_by_key(|a| a.1);
        v[0].0 * v[0].0 + v[1].0
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[(1.0, 2), (0.5, 1)]));
    }
}

mod sort_idx {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut idx: Vec<usize> = (0..x.len()).collect();
        idx.sort_by(|&i, &j| x[i].partial_cmp(&x[j]).unwrap());
        x[idx[0]] * x[idx[1]]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 0.5]));
    }
}

mod dedup_f {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.dedup();
        v.iter().map(|a| a * a).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5]));
    }
}

mod insert_sorted {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v: Vec<f64> = Vec::new();
        for a in x {
            let k = v.iter().position(|b| b > a).unwrap_or(v.len());
            v.insert(k, *a);
        }
        v[0] * v[1] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 1.0, 3.0]));
    }
}

mod by_integers {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn by_integers(x: &[f64], n: &[usize]) -> f64 {
        let most = n.iter().max().unwrap();
        let least = n.iter().map(|i| (i + 1) % 3).min().unwrap();
        x[*most] * x[least]
    }

    #[test]
    fn agrees() {
        check_gradient!(by_integers(&[1.0, 2.0, 3.0], &[2, 1]));
    }
}

mod sort_in_place {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &mut [f64]) {
        x.sort_by(|a, b| a.total_cmp(b));
        x[1] *= 2.0;
    }
    #[differentiable(tangent)]
    fn g(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        f(&mut v);
        v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(g(&[3.0, 1.0, 2.0]));
    }
}

mod median {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn median(data: &[f64]) -> f64 {
        let mut sorted = data.to_vec();
        sorted.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        let mid = sorted.len() / 2;
        if sorted.len() % 2 == 0 { (sorted[mid - 1] + sorted[mid]) / 2.0 } else { sorted[mid] }
    }

    #[test]
    fn agrees() {
        check_gradient!(median(&[3.0, 1.0, 2.0, 7.5]));
    }
}

mod median_fn {
    use retrograde::prelude::*;
    fn by_value(a: &f64, b: &f64) -> std::cmp::Ordering {
        a.total_cmp(b)
    }
    #[differentiable(tangent)]
    fn f(data: &[f64]) -> f64 {
        let mut s = data.to_vec();
        s.sort_by(by_value);
        s[1] * s[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 7.5]));
    }
}

mod sort_desc_rev {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(data: &[f64]) -> f64 {
        let mut s = data.to_vec();
        s.sort_by(|a, b| b.abs().partial_cmp(&a.abs()).unwrap());
        s[0] * s[1] - s[3]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 7.5]));
    }
}

mod sort_struct {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct P {
        key: f64,
        w: f64,
    }
    #[differentiable(tangent)]
    fn f(data: &[f64]) -> f64 {
        let mut s: Vec<P> = data.chunks(2).map(|c| P { key: c[0], w: c[1] * c[0] }).collect();
        s.sort_by(|p, q| p.key.partial_cmp(&q.key).unwrap());
        s.iter().enumerate().map(|(i, p)| p.w * (i + 1) as f64).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 7.5]));
    }
}

mod sort_rows {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(data: &[f64]) -> f64 {
        let mut s: Vec<Vec<f64>> = data.chunks(2).map(|c| c.to_vec()).collect();
        s.sort_by(|p, q| p[0].total_cmp(&q[0]));
        s[0][1] * s[1][0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 7.5]));
    }
}

mod argsort_weights {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], w: &[f64]) -> f64 {
        let mut idx: Vec<usize> = (0..x.len()).collect();
        idx.sort_by(|&a, &b| x[a].total_cmp(&x[b]));
        let mut cum = 0.0;
        let mut out = 0.0;
        for &i in &idx {
            cum += w[i];
            out += cum * x[i];
        }
        out
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0], &[0.5, 0.25, 2.0]));
    }
}

mod argsort_key {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], k: &[usize]) -> f64 {
        let mut idx: Vec<usize> = (0..x.len()).collect();
        idx.sort_by_key(|&i| k[i]);
        x[idx[0]] * x[idx[1]].powi(2)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0], &[2, 1, 0]));
    }
}

mod sort_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 0.0;
        for k in 0..3 {
            v[k] *= 1.7;
            v.sort_by(|a, b| a.total_cmp(b));
            s += v[0] * v[2] * (k + 1) as f64;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0]));
    }
}

mod sort_f32 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f32]) -> f32 {
        let mut v = x.to_vec();
        v.sort_by(|a, b| a.partial_cmp(b).unwrap());
        v[0] * v[1] + v[2] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0_f32, 1.0, 2.0]));
    }
}

mod sort_array {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(mut x: [f64; 3]) -> f64 {
        x.sort_by(|a, b| a.total_cmp(b));
        x[0] * x[1] + x[2] * x[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f([3.0, 1.0, 2.0]));
    }
}

mod sort_field {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct S {
        v: Vec<f64>,
    }
    #[differentiable(tangent)]
    fn f(s: &S) -> f64 {
        let mut t = s.clone();
        t.v.sort_by(|a, b| a.total_cmp(b));
        t.v.truncate(2);
        t.v.push(s.v[0] * s.v[1]);
        t.v.iter().product()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&S { v: vec![3.0, 1.0, 2.0] }));
    }
}

mod trimmed_mean {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], k: usize) -> f64 {
        let mut v = x.to_vec();
        v.sort_by(f64::total_cmp);
        let t = &v[k..v.len() - k];
        t.iter().sum::<f64>() / t.len() as f64
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 9.0, -4.0], 1));
    }
}

mod quantile {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], q: f64) -> f64 {
        let mut v = x.to_vec();
        v.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
        let pos = q * (v.len() - 1) as f64;
        let i = pos.floor() as usize;
        let frac = pos - i as f64;
        v[i] * (1.0 - frac) + v[i + 1] * frac
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 9.0, -4.0], 0.3));
    }
}

mod interp {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64], ys: &[f64], t: f64) -> f64 {
        let i = xs.partition_point(|&v| v <= t).clamp(1, xs.len() - 1);
        let (x0, x1) = (xs[i - 1], xs[i]);
        let w = (t - x0) / (x1 - x0);
        ys[i - 1] * (1.0 - w) + ys[i] * w
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.0, 1.0, 2.0, 4.0], &[1.0, 3.0, 2.0, 5.0], 2.7));
    }
}

mod interp_bs {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(xs: &[f64], ys: &[f64], t: f64) -> f64 {
        let i = xs.binary_search_by(|v| v.partial_cmp(&t).unwrap()).unwrap_or_else(|i| i);
        ys[i] * (t - xs[i - 1])
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.0, 1.0, 2.0, 4.0], &[1.0, 3.0, 2.0, 5.0], 2.7));
    }
}

mod argmax {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let (i, &m) = x.iter().enumerate().max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap()).unwrap();
        m * x[0] + i as f64
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 5.0, 2.0]));
    }
}

mod argmax_map {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let i = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i).unwrap();
        x[i] * x[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 5.0, 2.0]));
    }
}

mod argmax_0 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let i = x.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        x[i] * x[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 5.0, 2.0]));
    }
}

mod argmax_iflet {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        if let Some((i, v)) = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)) { v * x[(i + 1) % 3] } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 5.0, 2.0]));
    }
}
