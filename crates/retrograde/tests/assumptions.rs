//! What the compiler reads off a name or a literal is either right, whatever the user means by it, or refused. Here is what is right, and what is
//! refused while it runs; `ui/assumptions.rs` has what rustc refuses.

#![allow(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    clippy::cast_lossless,
    reason = "exact values are expected; plain code is what is tested"
)]

use retrograde::check_gradient;
use retrograde::prelude::*;
use std::collections::BTreeMap;

/// Locals that begin with nothing, or with integers, and are given floats later.
mod beginnings {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    enum State {
        Idle(i32),
        Active(f64),
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    struct History {
        steps: Vec<f64>,
        count: usize,
    }

    #[differentiable(tangent)]
    fn lists(x: &[f64]) -> f64 {
        let mut v = vec![];
        let mut pair = (vec![], 0);
        let mut rows = vec![vec![]; 2];
        for a in x {
            v.push(a * a);
            pair.0.push(a * v[0]);
            pair.1 += 1;
            rows[1].push(a.sin());
        }
        let last = x.len() - 1;
        v[0] * pair.0[last] + rows[1][last] * pair.1 as f64
    }

    #[differentiable(tangent)]
    fn enums(x: f64) -> f64 {
        let mut s = State::Idle(0);
        let mut r = Err(1);
        let mut o = None;
        if x > 0.0 {
            s = State::Active(x * x);
            r = Ok(x.sin());
            o = Some(x.exp());
        }
        let held = match s {
            State::Active(v) => v,
            State::Idle(k) => k as f64,
        };
        let found = match r {
            Ok(v) => v,
            Err(k) => k as f64,
        };
        held * found * o.unwrap_or(1.0)
    }

    #[differentiable(tangent)]
    fn structs(x: f64) -> f64 {
        let mut h = History { steps: vec![], count: 0 };
        let mut table = BTreeMap::new();
        for k in 0..3 {
            h.steps.push(x * k as f64);
            h.count += 1;
            table.insert(k, x.cos());
        }
        h.steps[2] * h.count as f64 + table[&1]
    }

    #[reversible(adjoint)]
    fn swapped(y: &mut f64, x: f64) {
        let mut empty = State::Idle(0);
        let mut full = State::Active(x);
        swap(&mut empty, &mut full);
        match &empty {
            State::Active(v) => *y += *v * *v,
            State::Idle(_) => {}
        }
        swap(&mut empty, &mut full);
    }

    #[test]
    fn are_followed() {
        check_gradient!(lists(&[0.7, -1.2, 0.4]));
        check_gradient!(enums(0.8));
        check_gradient!(structs(0.6));
        let (mut y, mut x_adj) = (0.5, 0.0);
        swapped(&mut y, 3.0);
        assert_eq!(y, 9.5);
        swapped::adjoint(&mut y, &mut 1.0, 3.0, &mut x_adj);
        assert_eq!((y, x_adj), (0.5, 6.0));
    }
}

/// Names in capitals.
#[allow(non_snake_case)]
mod capitals {
    use super::*;

    const LIMIT: f64 = 2.0;
    const START: i64 = 1;

    #[differentiable(tangent)]
    fn bound(o: Option<f64>, x: f64) -> f64 {
        match o {
            Some(V) => V * x,
            None => 0.0,
        }
    }

    #[differentiable(tangent)]
    fn tested(o: Option<f64>, r: Result<f64, i64>, x: f64) -> f64 {
        let Some(V0) = o else { return x };
        if let Ok(R) = r {
            return V0 * R * x;
        }
        V0 * V0
    }

    #[differentiable(tangent)]
    fn compared(k: i64, x: f64) -> f64 {
        match k {
            START => x * LIMIT,
            _ => x * x,
        }
    }

    #[reversible(adjoint)]
    fn reversed(y: &mut f64, o: Option<f64>) {
        match o {
            Some(X) => *y += X * X,
            None => {}
        }
    }

    #[test]
    fn in_patterns() {
        assert_eq!(bound::gradient(Some(3.0), 2.0).0.Some.0, 2.0);
        check_gradient!(bound(Some(3.0), 2.0));
        check_gradient!(tested(Some(3.0), Ok(0.5), 2.0));
        check_gradient!(tested(Some(3.0), Err(1), 2.0));
        check_gradient!(compared(1, 2.0));
        check_gradient!(compared(2, 2.0));
        let (mut y, o) = (9.0, Some(3.0));
        let o_adj = o.zero_shadow::<On<One>>();
        reversed::adjoint(&mut y, &mut 1.0, o, &o_adj);
        assert_eq!((y, o_adj.Some.0.get()), (0.0, 6.0));
    }
}

/// Variables of one name from both sides of a `macro_rules!`.
mod hygiene {
    use super::*;

    macro_rules! make {
        ($f:ident, $g:ident, $a:ident, $value:expr) => {
            #[differentiable(tangent)]
            fn $f($a: f64) -> f64 {
                let t = 2.0;
                let u = vec![$a * t, t];
                let Point { x, y } = Point { x: u[0], y: $a };
                x * y + $value
            }

            #[reversible(adjoint)]
            fn $g(y: &mut f64, $a: f64) {
                let t = 2.0;
                *y += $a * t;
            }
        };
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    make!(with_t, plus_t, t, t * t);
    make!(with_u, plus_u, u, u);
    make!(with_x, plus_x, x, x.sin());

    #[test]
    fn tells_variables_apart() {
        assert_eq!(with_t::value_and_gradient(3.0), (27.0, 18.0));
        check_gradient!(with_t(3.0));
        check_gradient!(with_u(3.0));
        check_gradient!(with_x(3.0));
        for (run, back) in [
            (plus_t as fn(&mut f64, f64), plus_t::inverse as fn(&mut f64, f64)),
            (plus_u, plus_u::inverse),
            (plus_x, plus_x::inverse),
        ] {
            let mut y = 1.0;
            run(&mut y, 3.0);
            assert_eq!(y, 7.0);
            back(&mut y, 3.0);
            assert_eq!(y, 1.0);
        }
    }
}

/// Functions and methods of the user's that are called like others.
mod own_names {
    use super::*;

    mod quantum {
        use retrograde::prelude::*;

        /// No exchange at all.
        #[reversible(adjoint)]
        pub fn swap(a: &mut f64, b: &mut f64) {
            *a += *b;
            *b += *a;
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Polar {
        re: f64,
        im: f64,
    }

    #[differentiable(tangent)]
    impl Polar {
        /// From the radius and the angle.
        #[differentiable]
        fn new(r: f64, phi: f64) -> Polar {
            Polar { re: r * phi.cos(), im: r * phi.sin() }
        }
    }

    #[reversible(adjoint)]
    fn by_path(a: &mut f64, b: &mut f64) {
        quantum::swap(a, b);
    }

    #[differentiable(tangent)]
    fn made(r: f64, phi: f64) -> f64 {
        let p = Polar::new(r, phi);
        p.re * p.im
    }

    /// A function of a name that the library uses for itself.
    #[differentiable(tangent)]
    fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * 2.0
    }

    #[differentiable(tangent)]
    fn applied(x: f64) -> f64 {
        apply(|y| y * y, x)
    }

    #[test]
    fn are_what_they_are() {
        let (mut a, mut b) = (1.0, 2.0);
        by_path(&mut a, &mut b);
        assert_eq!((a, b), (3.0, 5.0));
        let (mut a_adj, mut b_adj) = (1.0, 1.0);
        by_path::adjoint(&mut a, &mut a_adj, &mut b, &mut b_adj);
        assert_eq!((a, b, a_adj, b_adj), (1.0, 2.0, 2.0, 3.0));
        check_gradient!(made(2.0, 0.5));
        check_gradient!(applied(1.5));
    }
}

/// What is found out while it runs.
#[cfg(debug_assertions)]
mod checked {
    use super::*;
    use retrograde::rules::{Exp, Unary, weigh};
    use retrograde::{TangentOf, Width};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    static COUNT: AtomicU64 = AtomicU64::new(1);

    /// Not the same twice.
    fn random() -> f64 {
        (COUNT.fetch_add(1, Ordering::Relaxed) as f64).sin()
    }

    fn steady(x: f64) -> f64 {
        x * x
    }

    #[reversible(adjoint)]
    fn with_random(x: &mut f64) {
        *x += random();
    }

    #[reversible(adjoint)]
    fn with_atomic(x: &mut f64) {
        *x += COUNT.fetch_add(1, Ordering::SeqCst) as f64;
    }

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    /// Later each time, however coarse the clock is.
    fn clock() -> f64 {
        let (start, now) = (*START, Instant::now());
        while now.elapsed().is_zero() {}
        start.elapsed().as_secs_f64()
    }

    #[reversible(adjoint)]
    fn with_clock(x: &mut f64) {
        *x += clock();
    }

    #[differentiable(tangent)]
    fn ordinary(x: f64) -> f64 {
        let r = random();
        x * r
    }

    #[reversible(adjoint, checks = false)]
    fn unchecked(x: &mut f64) {
        *x += random();
    }

    #[differentiable(checks = false)]
    fn unchecked_ordinary(x: f64) -> f64 {
        let r = random();
        x * r
    }

    #[reversible(adjoint)]
    fn nested(y: &mut f64, x: f64) {
        *y += steady(steady(steady(steady(2.0)))) * x;
    }

    #[derive(Debug, Differentiable)]
    struct Doubling {
        x: f64,
    }

    impl Clone for Doubling {
        fn clone(&self) -> Self {
            Doubling { x: 2.0 * self.x }
        }
    }

    #[differentiable]
    fn cloned(d: &Doubling) -> f64 {
        let e = d.clone();
        e.x * e.x
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Own {
        x: f64,
    }

    impl Own {
        fn exp(self) -> f64 {
            self.x * self.x
        }
    }

    impl Unary<Own> for Exp {
        type Output = f64;

        fn pull<W: Width>(g: TangentOf<f64, W>, x: impl Fn() -> Own, _: impl Fn() -> f64) -> TangentOf<Own, W> {
            OwnTangent { x: weigh(g, 2.0 * x().x) }
        }

        fn push<W: Width>(t: TangentOf<Own, W>, x: impl Fn() -> Own, _: impl Fn() -> f64) -> TangentOf<f64, W> {
            weigh(t.x, 2.0 * x().x)
        }
    }

    #[differentiable]
    fn hooked(x: f64) -> f64 {
        let mut w = Own { x };
        let e = w.exp();
        w = Own { x: 0.0 };
        e * 2.0 + w.x
    }

    fn message<R>(run: impl FnOnce() -> R) -> String {
        let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("this is found out");
        panic.downcast_ref::<String>().cloned().unwrap_or_default()
    }

    #[test]
    fn calls_that_give_something_else() {
        let found = message(|| with_random(&mut 1.0));
        assert!(found.starts_with("`random()` gives something else each time"), "{found}");
        assert!(message(|| with_atomic(&mut 1.0)).contains("` gives something else"));
        assert!(message(|| with_clock(&mut 1.0)).contains("` gives something else"));
        assert!(message(|| ordinary::gradient(1.0)).starts_with("`random()` gives something else"));
        unchecked(&mut 1.0);
        unchecked_ordinary::gradient(1.0);
        let mut y = 1.0;
        nested(&mut y, 1.0);
        assert_eq!(y, 65537.0);
    }

    #[test]
    fn copies_that_are_none() {
        let found = message(|| cloned::gradient(&Doubling { x: 3.0 }));
        assert!(found.contains("the copy.x is 6.0, the value 3.0"), "{found}");
    }

    #[test]
    fn rules_that_read_more_than_those_of_numbers() {
        assert_eq!(hooked::gradient(3.0), 12.0);
    }
}
