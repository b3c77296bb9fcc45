//! Queues, stacks, rows and what goes along lists in small programs: each in all modes.

#![allow(clippy::all, clippy::pedantic, reason = "plain code, as people write it, is what is tested")]

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
