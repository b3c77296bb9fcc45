//! Methods that change lists, and what is taken from a place: each program in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

mod mem_swap {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b: Vec<f64> = x.iter().map(|v| v * v).collect();
        std::mem::swap(&mut a, &mut b);
        a[0] * b[1] + a[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod mem_swap_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut cur = x.to_vec();
        let mut next = vec![0.0; x.len()];
        for _ in 0..3 {
            for i in 0..cur.len() {
                next[i] = cur[i] * cur[(i + 1) % cur.len()] * 0.5;
            }
            std::mem::swap(&mut cur, &mut next);
        }
        cur.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod mem_take {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let b = std::mem::take(&mut a);
        a.push(b[0] * b[1]);
        a[0] * b[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod mem_take_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut row = Vec::new();
        for v in x {
            row.push(v * v);
            row.push(*v);
            if row.len() >= 2 {
                rows.push(std::mem::take(&mut row));
            }
        }
        rows.iter().map(|r| r[0] * r[1]).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod mem_replace {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = x * x;
        let old = std::mem::replace(&mut a, y * x);
        old * a
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3.0));
    }
}

mod mem_replace_vec {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for k in 0..2 {
            let old = std::mem::replace(&mut a, vec![x[k]; 2]);
            a[0] += old[0] * old[1];
        }
        a[0] * a[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod opt_take {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut a = Some(x * x);
        let b = a.take();
        if a.is_none() { b.unwrap() * x } else { 0.0 }
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod vec_repeat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x * x; n];
        v[1] *= x;
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 4));
    }
}

mod array_repeat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut v = [x.sin(); 4];
        v[1] *= x;
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod vec_repeat_rows {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut m = vec![x.to_vec(); 3];
        m[1][0] = x[1] * x[1];
        m.iter().map(|r| r[0] * r[1]).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

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

mod vecdeque {
    use retrograde::prelude::*;
    use std::collections::VecDeque;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut q = VecDeque::new();
        let mut s = 0.0;
        for v in x {
            q.push_back(v * v);
            if q.len() > 2 {
                let o = q.pop_front().unwrap();
                s += o * v;
            }
        }
        s + q[0] * q[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5]));
    }
}

mod vecdeque_window {
    use retrograde::prelude::*;
    use std::collections::VecDeque;
    #[differentiable(tangent)]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut q: VecDeque<f64> = VecDeque::with_capacity(n);
        let mut s = 0.0;
        for &v in x {
            if q.len() == n {
                q.pop_front();
            }
            q.push_back(v);
            let m = q.iter().sum::<f64>() / q.len() as f64;
            s += (v - m).powi(2);
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5], 2));
    }
}

mod with_capacity {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = Vec::with_capacity(x.len());
        for a in x {
            v.push(a.exp());
        }
        v.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5]));
    }
}

mod rev_collect {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v: Vec<f64> = x.iter().rev().cloned().collect();
        v[0] * v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5]));
    }
}

mod rev_collect2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let v: Vec<_> = x.iter().rev().collect();
        v[0] * v[0] * v[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 0.5]));
    }
}

mod move_call {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(v: Vec<f64>) -> f64 {
        v[0] * v[1]
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a[0] *= 2.0;
        g(a)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod move_vec {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b = vec![x[0] * x[1]];
        a[0] *= 2.0;
        b.push(3.0 * x[0]);
        let m = vec![a, b];
        m[0][0] * m[1][0] + m[1][1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod move_push {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut m = Vec::new();
        for i in 0..2 {
            let mut row = Vec::new();
            for j in 0..2 {
                row.push(x[i] * x[j] + x[i]);
            }
            m.push(row);
        }
        m[0][1] * m[1][1] + m[0][0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0]));
    }
}

mod move_box {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let a = x * x;
        let b = Box::new(a);
        *b * x
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod array2d {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: &[[f64; 2]; 2]) -> f64 {
        let mut c = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    c[i][j] += a[i][k] * a[k][j];
                }
            }
        }
        c[0][1] * c[1][1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[[1.0, 2.0], [3.0, 4.0]]));
    }
}

mod array2d_rows {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(a: [[f64; 3]; 3]) -> f64 {
        let mut s = 1.0;
        for row in &a {
            s *= row.iter().sum::<f64>();
        }
        for (i, row) in a.iter().enumerate() {
            s += row[i] * row[i];
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f([[1.0, 2.0, 3.0]; 3]));
    }
}

mod mat_fn {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn mul(a: &[[f64; 2]; 2], b: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let mut c = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                c[i][j] = (0..2).map(|k| a[i][k] * b[k][j]).sum();
            }
        }
        c
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let m = [[x[0], x[1]], [x[2], x[3]]];
        let p = mul(&m, &m);
        let q = mul(&p, &m);
        q[0][1] + q[1][0] * q[0][0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 4.0]));
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

mod tree_box {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    enum T {
        Leaf(f64),
        Node(Box<T>, Box<T>),
    }
    #[differentiable(tangent)]
    fn ev(t: &T) -> f64 {
        match t {
            T::Leaf(v) => *v,
            T::Node(a, b) => ev(a) * ev(b) + ev(a),
        }
    }
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let t = T::Node(Box::new(T::Leaf(x)), Box::new(T::Node(Box::new(T::Leaf(y)), Box::new(T::Leaf(x * y)))));
        ev(&t)
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3.0));
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

mod chunks_sum {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut out = vec![0.0; 2];
        for (o, c) in out.iter_mut().zip(x.chunks(2)) {
            *o = c.iter().product();
        }
        out[0] * out[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 1.0, 3.0, 4.0]));
    }
}

mod vec_of_struct {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct B {
        p: f64,
        v: f64,
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut bs: Vec<B> = x.chunks(2).map(|c| B { p: c[0], v: c[1] }).collect();
        for _ in 0..3 {
            for b in bs.iter_mut() {
                b.v -= b.p * 0.1;
                b.p += b.v * 0.1;
            }
        }
        bs.push(B { p: x[0], v: 1.0 });
        bs.iter().map(|b| b.p * b.v).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 1.0, 3.0, 4.0]));
    }
}

mod stack_machine {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64, y: f64) -> f64 {
        let mut st = vec![x, y];
        for op in ['*', 'd', '+'] {
            match op {
                '*' => {
                    let (b, a) = (st.pop().unwrap(), st.pop().unwrap());
                    st.push(a * b);
                }
                'd' => {
                    let a = *st.last().unwrap();
                    st.push(a * a);
                }
                _ => {
                    let b = st.pop().unwrap();
                    let a = st.pop().unwrap();
                    st.push(a + b);
                }
            }
        }
        st[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0, 3.0));
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

mod to_owned_slice {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let a = x[1..].to_vec();
        let b = x[..2].to_owned();
        a[0] * a[1] * b[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod try_into {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let a: [f64; 2] = x[..2].try_into().unwrap();
        a[0] * a[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
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

mod q_in_map2 {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn g(x: f64) -> Option<f64> {
        if x > 0.0 { Some(x.ln()) } else { None }
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> Option<f64> {
        let v: Option<Vec<f64>> = x
            .iter()
            .map(|a| {
                let b = g(*a)?;
                Some(b * b)
            })
            .collect();
        Some(v?.iter().sum())
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[2.0, 3.0, 1.5]));
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

mod own_len_index {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let n = v.len();
        v[n - 1] *= x[0];
        v[x.len() - 2] += 1.0;
        v[0] * v[1] * v[2]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
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

mod ring {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut hist = vec![0.0; 3];
        let mut y = 0.0;
        for &v in x {
            hist.rotate_right(1);
            hist[0] = v;
            y += hist[0] * 0.5 + hist[1] * hist[2];
        }
        y
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 9.0, -4.0]));
    }
}

mod fir {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], h: &[f64]) -> f64 {
        let mut buf = vec![0.0; h.len()];
        let mut e = 0.0;
        for &v in x {
            buf.copy_within(0..h.len() - 1, 1);
            buf[0] = v;
            let y: f64 = buf.iter().zip(h).map(|(a, b)| a * b).sum();
            e += y * y;
        }
        e
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[3.0, 1.0, 2.0, 9.0], &[0.5, 0.25]));
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

mod swap_buffers {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut u = x.to_vec();
        let mut w = u.clone();
        for _ in 0..n {
            for i in 1..u.len() - 1 {
                w[i] = u[i] + 0.1 * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
            }
            std::mem::swap(&mut u, &mut w);
        }
        u.iter().sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0, 2.0], 4));
    }
}

mod replace_loop {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut prev = x[0];
        let mut s = 0.0;
        for &v in &x[1..] {
            let old = std::mem::replace(&mut prev, v * v);
            s += old * v;
        }
        s * prev
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod take_in_struct {
    use retrograde::prelude::*;
    use std::mem;
    #[derive(Clone, Debug, Default, Differentiable)]
    struct B {
        items: Vec<f64>,
        done: Vec<Vec<f64>>,
    }
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut b = B { items: vec![], done: vec![] };
        for v in x {
            b.items.push(v * v);
            if b.items.len() == 2 {
                b.done.push(mem::take(&mut b.items));
            }
        }
        b.items.push(1.0);
        b.done[0][0] * b.done[0][1] * b.items[0] + b.items[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 2.0, 3.0]));
    }
}

mod array_from_fn_struct {
    use retrograde::prelude::*;
    #[derive(Clone, Copy, Debug, Default, Differentiable)]
    struct P {
        a: f64,
        b: f64,
    }
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let ps: [P; 3] = std::array::from_fn(|i| P { a: x * i as f64, b: x.powi(2) });
        ps.iter().map(|p| p.a * p.b).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod zip_mut_arr {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(mut a: [f64; 2], b: [f64; 2]) -> f64 {
        for (x, y) in a.iter_mut().zip(b) {
            *x += y * y;
        }
        for x in &mut a {
            *x *= 2.0;
        }
        a[0] * a[1]
    }

    #[test]
    fn agrees() {
        check_gradient!(f([1.0, 2.0], [3.0, 4.0]));
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

mod bfs_queue {
    use retrograde::prelude::*;
    use std::collections::VecDeque;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        let mut q = VecDeque::new();
        q.push_back((x[0], 0));
        let mut s = 0.0;
        while let Some((v, d)) = q.pop_front() {
            s += v * v;
            if d < 2 {
                q.push_back((v * x[1], d + 1));
                q.push_back((v * x[2], d + 1));
            }
        }
        s
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[1.0, 5.0, 2.0]));
    }
}

mod take_while_repeat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        (0..).map(|k| x.powi(-k)).take_while(|t| *t > 0.1).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}

mod series {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        std::iter::successors(Some((1.0, 1)), |&(t, k)| Some((t * x / k as f64, k + 1))).map(|(t, _)| t).take(8).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(0.5));
    }
}

mod group_by_sign {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.chunk_by(|a, b| a.signum() == b.signum()).map(|g| g.iter().sum::<f64>().powi(2)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.5, 2.0, -3.0, 4.0, 5.0]));
    }
}

mod nested_flat {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().enumerate().flat_map(|(i, a)| x[i + 1..].iter().map(move |b| a * b)).sum()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.5, 2.0, -3.0]));
    }
}

mod enumerate_skip_filter {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64]) -> f64 {
        x.iter().enumerate().filter(|(i, _)| i % 2 == 1).map(|(_, v)| v * v).sum::<f64>()
            + x.iter().filter(|v| **v > 0.0).step_by(2).sum::<f64>()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.5, 2.0, -3.0, 1.0]));
    }
}

mod letchain_else_if {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(x: &[f64], k: usize) -> f64 {
        let y;
        if let Some(a) = x.get(k)
            && *a > 1.0
        {
            y = a * a;
        } else if let Some(b) = x.first()
            && k > 5
        {
            y = *b;
        } else {
            y = 1.0;
        }
        y * x[0]
    }

    #[test]
    fn agrees() {
        check_gradient!(f(&[0.5, 2.0], 1));
    }
}

mod struct_some_mut {
    use retrograde::prelude::*;
    #[differentiable(tangent)]
    fn f(o: Option<f64>, k: f64) -> f64 {
        let mut total = 1.0;
        if let Some(mut v) = o
            && v > 0.0
        {
            while v < 10.0 {
                v *= k;
                total += v;
            }
        }
        total
    }

    #[test]
    fn agrees() {
        check_gradient!(f(Some(2.0), 3.0));
    }
}

mod as_mut_struct {
    use retrograde::prelude::*;
    #[derive(Clone, Debug, Differentiable)]
    struct P {
        v: f64,
        best: Option<f64>,
    }
    #[differentiable(tangent)]
    fn f(x: f64) -> f64 {
        let mut p = P { v: x, best: Some(x * 2.0) };
        for k in 0..3 {
            if let Some(b) = p.best.as_mut() {
                *b += x * k as f64;
            } else {
                p.v += 1.0;
            }
        }
        p.v * p.best.unwrap()
    }

    #[test]
    fn agrees() {
        check_gradient!(f(2.0));
    }
}
