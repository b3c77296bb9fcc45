//! What chains of iterators begin with, go on with and end in: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod arr_by_value {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: [f64; 3]) -> f64 {
        x.into_iter().map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f([1.0, -2.0, 3.0]));
    }
}

mod for_arr_lit {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = 0.0;
        for v in [x, y, x * y] {
            s += v * v;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(1.0, 2.0));
    }
}

mod arr_lit_iter {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        [x, y, x * y].iter().map(|v| v * v).sum::<f64>()
            + [1.0, 2.0].iter().zip([x, y]).map(|(a, b)| a * b).sum::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(1.0, 2.0));
    }
}

mod for_tuples {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = 0.0;
        for (a, w) in [(x, 2.0), (y, 0.5), (x * y, 1.0)] {
            s += a * a * w;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(1.0, 2.0));
    }
}

mod zip_from1 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().zip(1..).map(|(v, k)| v * v * k as f64).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod zip_range {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        (0..).zip(x).map(|(k, v)| v.powi(k)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod filter_enumerate {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 0.0).enumerate().map(|(k, v)| v * v * k as f64).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod filter_zip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 0.0).zip(y).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0], &[3.0, 4.0]));
    }
}

mod filter_take {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 0.0).take(1).map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod filter_skip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 0.0).skip(1).map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod filter_rev {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x.iter().filter(|v| **v > 0.0).rev() {
            s = s * 0.5 + v;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod flat_map_arr {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().flat_map(|a| [*a, a * a]).map(|v| v.sin()).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod flat_map_vec {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v: Vec<f64> = x.iter().flat_map(|a| vec![*a, a * a]).collect();
        v[0] * v[5]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod flat_map_block {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .flat_map(|a| {
                let b = a * a;
                [b, b * a]
            })
            .sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod flat_map_nested {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        (0..x.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| (x[i] - x[j]).powi(2)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod tuple_one_name {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter().zip(y).fold(0.0, |s, t| s + t.0 * t.1)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0], &[2.0, 3.0, 4.0]));
    }
}

mod tuple_one_name_map {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter().zip(y).map(|p| p.0 * p.1).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0], &[2.0, 3.0, 4.0]));
    }
}

mod tuple_one_enum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().enumerate().fold(0.0, |s, t| s + t.0 as f64 * t.1)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0]));
    }
}

mod pair_for {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for p in x.iter().zip(y.iter()) {
            s += p.0 * p.1;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -1.0, 2.0], &[2.0, 3.0, 4.0]));
    }
}

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

mod from_fn {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let a: [f64; 4] = std::array::from_fn(|i| x.powi(i as i32));
        a[2] * a[3] + a[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod from_fn2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64; 3]) -> f64 {
        let a: [f64; 3] = core::array::from_fn(|i| x[i] * x[(i + 1) % 3]);
        a.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0]));
    }
}

mod from_fn_nested {
    use retrograde::prelude::*;
    use std::array;
    #[differentiable(tangent)]
    fn f(x: &[f64; 3]) -> f64 {
        let a: [[f64; 3]; 3] = array::from_fn(|i| array::from_fn(|j| x[i] * x[j]));
        a[0][1] * a[2][2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0]));
    }
}

mod from_fn_tail {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            a[j] * b[k] - a[k] * b[j]
        })
    }
    #[differentiable(tangent)]
    fn f(x: &[f64; 3]) -> f64 {
        let c = cross(x, &[1.0, x[0], 2.0]);
        c[0] * c[1] + c[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0]));
    }
}

mod arr_map {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: [f64; 3]) -> f64 {
        let y = x.map(|v| v * v);
        y[0] * y[1] + y[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f([2.0, 3.0, 4.0]));
    }
}

mod arr_map_lit {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let [a, b] = [x, y].map(f64::sin);
        a * b
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3.0));
    }
}

mod arr_map_sum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: [f64; 3]) -> f64 {
        x.map(|v| v.exp()).iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f([2.0, 3.0, 4.0]));
    }
}

mod successors {
    use retrograde::prelude::*;
    use std::iter;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        iter::successors(Some(x), |v| Some(v * v * 0.5)).take(4).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod successors_end {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut s = 0.0;
        for t in std::iter::successors(Some(x), |t| if t.abs() > 0.1 { Some(t * 0.5) } else { None }) {
            s += t * t;
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod repeat_take {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        std::iter::repeat(x).take(3).product()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod repeat_n {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let v: Vec<f64> = std::iter::repeat_n(x * x, 3).collect();
        v[0] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod repeat_zip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        x.iter().zip(std::iter::repeat(y)).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0], 4.0));
    }
}

mod once_chain {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        std::iter::once(y).chain(x.iter().copied()).map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0], 4.0));
    }
}

mod chain_once {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        let v: Vec<f64> = x.iter().copied().chain(std::iter::once(y * y)).collect();
        v[2] * v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0], 4.0));
    }
}

mod iter_from_fn {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut a = x;
        std::iter::from_fn(|| {
            a *= 0.5;
            if a > 0.1 { Some(a) } else { None }
        })
        .sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod repeat_with {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut a = x;
        std::iter::repeat_with(|| {
            a *= 0.5;
            a
        })
        .take(3)
        .sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod rchunks {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.rchunks(2).map(|c| c.iter().product::<f64>()).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 4.0]));
    }
}

mod chunk_by {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.chunk_by(|a, b| a < b).map(|c| c.iter().product::<f64>()).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 4.0]));
    }
}

mod windows_map {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 4.0]));
    }
}

mod windows_pat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.windows(2)
            .map(|w| {
                let [a, b] = w else { unreachable!() };
                a * b
            })
            .sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 4.0]));
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

mod inspect {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).inspect(|v| assert!(*v > 0.0)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0, -4.0]));
    }
}

mod step_by {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().step_by(2).map(|v| v * v).sum::<f64>() - x.iter().skip(1).step_by(2).product::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0, -4.0]));
    }
}

mod cycle_take {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().cycle().take(7).map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0]));
    }
}

mod cycle_zip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter().zip(y.iter().cycle()).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0], &[1.0, 2.0]));
    }
}

mod cycle_skip {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().zip(x.iter().cycle().skip(1)).map(|(a, b)| a * b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0, 1.0]));
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

mod copied_map_path {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().copied().map(f64::sqrt).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod map_path_powi {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn sq(x: &f64) -> f64 {
        x * x
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(sq).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
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

mod into_iter_vec {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: Vec<f64>) -> f64 {
        x.into_iter().map(|v| v * v).fold(1.0, |p, v| p * v)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(vec![2.0, 3.0]));
    }
}

mod for_vec_val {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: Vec<f64>) -> f64 {
        let mut p = 1.0;
        for v in x {
            p *= v.sin();
        }
        p
    }

    #[test]
    fn agrees() {
        check_gradient!(f(vec![2.0, 3.0]));
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

mod scan_cum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let c: Vec<f64> = x
            .iter()
            .scan(0.0, |acc, v| {
                *acc += v;
                Some(*acc)
            })
            .collect();
        c.iter().map(|v| v * v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0]));
    }
}

mod horner {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(c: &[f64], x: f64) -> f64 {
        c.iter().rev().fold(0.0, |acc, &a| acc * x + a)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0], 0.5));
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

mod skip_step {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        (1..x.len() - 1).step_by(2).map(|i| x[i - 1] * x[i] + x[i + 1]).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.0, 7.0, 5.0]));
    }
}

mod simpson {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: f64, b: f64) -> f64 {
        let n = 10;
        let h = (b - a) / n as f64;
        let s: f64 = (1..n)
            .map(|i| {
                let w = if i % 2 == 1 { 4.0 } else { 2.0 };
                w * (a + i as f64 * h).sin()
            })
            .sum();
        h / 3.0 * (a.sin() + s + b.sin())
    }

    #[test]
    fn agrees() {
        check_gradient!(f(0.5, 2.0));
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

mod zip3 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: &[f64], b: &[f64], c: &[f64]) -> f64 {
        a.iter().zip(b).zip(c).map(|((x, y), z)| x * y * z).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0], &[1.0, 2.0], &[3.0, 4.0]));
    }
}

mod zip_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: &[f64], b: &[f64]) -> f64 {
        let mut v = a.to_vec();
        v.iter_mut().zip(b).for_each(|(x, y)| *x = *x * y);
        v.iter_mut().for_each(|x| *x *= 2.0);
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, -3.0], &[1.0, 2.0]));
    }
}

mod map_while {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: &[f64]) -> f64 {
        a.iter().map_while(|v| if *v > 0.0 { Some(v.ln()) } else { None }).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, -1.0]));
    }
}

mod rev_enum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: &[f64]) -> f64 {
        a.iter().enumerate().rev().map(|(i, v)| v * i as f64).sum::<f64>()
            * a.iter().rev().enumerate().map(|(i, v)| v * i as f64).sum::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, -1.0]));
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
