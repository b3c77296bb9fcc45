//! What is taken from a place, exchanged, repeated or moved: each program in all modes.

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
