//! What chains of iterators go on with: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

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
