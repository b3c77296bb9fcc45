//! Methods that change lists: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod resize {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        let mut v = x.to_vec();
        v.resize(4, y * y);
        v[0] * v[3] + v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0], 3.0));
    }
}

mod resize_down {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.resize(2, 0.0);
        v.iter().map(|a| a * a).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod retain {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.retain(|a| *a > 0.0);
        v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod retain2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v: Vec<f64> = x.iter().map(|a| a * 2.0).collect();
        v.retain(|&a| a > 0.0);
        v.iter().map(|a| a * a).sum::<f64>() / v.len() as f64
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod drain_all {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 0.0;
        for a in v.drain(..) {
            s += a * a;
        }
        v.push(s);
        v[0] * x[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod drain_range {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let w: Vec<f64> = v.drain(1..3).collect();
        w[0] * w[1] + v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 4.0]));
    }
}

mod drain_stmt {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.drain(..2);
        v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 4.0]));
    }
}

mod rotate_left {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.rotate_left(1);
        v[0] * v[3] * v[3]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 4.0]));
    }
}

mod rotate_right_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 0.0;
        for k in 0..3 {
            v.rotate_right(1);
            v[0] *= 2.0;
            s += v[k] * v[0];
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 4.0]));
    }
}

mod reverse {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.reverse();
        v[0] * v[3] * v[3]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0, 4.0]));
    }
}

mod concat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let v = [x, y].concat();
        v[0] * v[3] + v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0], &[3.0, 4.0]));
    }
}

mod concat_vecs {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let rows: Vec<Vec<f64>> = x.iter().map(|a| vec![*a, a * a]).collect();
        let v = rows.concat();
        v[0] * v[3] + v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0]));
    }
}

mod fill {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        let mut v = x.to_vec();
        v[0] *= 2.0;
        v.fill(y);
        v[0] * v[1] * x[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0], 3.0));
    }
}

mod fill_part {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], y: f64) -> f64 {
        let mut v = x.to_vec();
        v[1..].fill(y * y);
        v[0] * v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0], 3.0));
    }
}

mod copy_from_slice {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = vec![0.0; x.len()];
        v.copy_from_slice(x);
        v[0] *= v[1];
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod copy_from_slice_part {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = vec![1.0; 6];
        v[1..4].copy_from_slice(x);
        v[4..].copy_from_slice(&x[..2]);
        v.iter().map(|a| a * a).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod clone_from_slice {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = [0.0; 3];
        v.clone_from_slice(x);
        v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod copy_within {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.copy_within(0..2, 1);
        v[0] * v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod extend_from_slice {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = vec![x[0] * x[1]];
        v.extend_from_slice(x);
        v.extend_from_slice(&x[1..]);
        v[0] * v[3] + v[5]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod append {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut w = vec![x[0] * x[0]];
        w.append(&mut v);
        v.push(1.0);
        w[0] * w[3] * v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod split_off {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let w = v.split_off(1);
        v[0] * w[0] * w[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod swap_remove {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let a = v.swap_remove(0);
        v[0] * a * a + v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod swap_rows {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut m = vec![vec![x[0], x[1]], vec![x[2], x[3]]];
        if m[0][0].abs() < m[1][0].abs() {
            m.swap(0, 1);
        }
        let k = m[1][0] / m[0][0];
        m[1][1] -= k * m[0][1];
        m[0][0] * m[1][1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 4.0]));
    }
}

mod clone_from {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![0.0; 2];
        a.clone_from(&x.to_vec());
        a[0] * a[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod retain_mut_struct {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct B {
        p: f64,
        v: f64,
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut bs = Vec::new();
        for a in x {
            bs.push(B { p: *a, v: a * a });
        }
        bs.retain(|b| b.p > 0.0);
        bs.iter().map(|b| b.v * b.p).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, -2.0, 3.0]));
    }
}

mod retain_fn {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], limit: f64) -> f64 {
        let mut v = x.to_vec();
        v.retain(|&a| a.abs() > limit);
        v.iter().map(|a| a * limit).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, -1.0, 2.0], 1.5));
    }
}

mod retain_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 0.0;
        while v.len() > 1 {
            let m = v.iter().cloned().fold(f64::INFINITY, f64::min);
            s += m * v[0];
            v.retain(|a| *a > m);
        }
        s + v[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0]));
    }
}
