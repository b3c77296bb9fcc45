#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn product(y: &mut f64, a: f64, b: f64) {
    plain::<f64>();
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        {
            let by = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        *y
            += match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
    }
}
/// What is derived from the function [`product`](fn@product).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct product {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl product {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, a: f64, b: f64) {
        *y
            -= match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let t2 = a * b;
        let whole1_adj = rules.shadow(|| (t2, b));
        match (t2, b) {
            (p, q) if p > q => {
                let p_adj = &whole1_adj.0;
                let q_adj = b_adj;
                add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
            }
            (p_1, _) => {
                let p_1_adj = &whole1_adj.0;
                add(p_1_adj, get(y_adj));
            }
        }
        add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
        add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
        add(b_adj, get(&whole1_adj.1));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y -= t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    let t3 = p * q;
                    add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    add(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y -= t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    add_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    add_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    add(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        #[cfg(debug_assertions)]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y += t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    let t3 = p * q;
                    sub_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    sub_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    sub(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
        #[cfg(not(debug_assertions))]
        {
            let t1 = match (a * b, b) {
                (p, q) if p > q => p * q,
                (p_1, _) => p_1,
            };
            *y += t1;
            let t2 = a * b;
            let whole1_adj = rules.shadow(|| (t2, b));
            match (t2, b) {
                (p, q) if p > q => {
                    let p_adj = &whole1_adj.0;
                    let q_adj = b_adj;
                    sub_with(p_adj, || rules.pull_left(Mul, get(y_adj), || p, || q));
                    sub_with(q_adj, || rules.pull_right(Mul, get(y_adj), || p, || q));
                }
                (p_1, _) => {
                    let p_1_adj = &whole1_adj.0;
                    sub(p_1_adj, get(y_adj));
                }
            }
            add_with(a_adj, || rules.pull_left(Mul, get(&whole1_adj.0), || a, || b));
            add_with(b_adj, || rules.pull_right(Mul, get(&whole1_adj.0), || a, || b));
            add(b_adj, get(&whole1_adj.1));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: f64,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        product(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, f64, W>,
    >(y: &mut f64, y_adj: S0, a: f64, a_adj: S1, b: f64, b_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, a, a_adj, b, b_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64, f64)> for product {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, f64)) {
        product(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, f64)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64, f64)> for product {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64, f64),
        places: <(&'a1 mut f64, f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
