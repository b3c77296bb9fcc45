//! What chains of iterators begin with: each program in all modes.

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
