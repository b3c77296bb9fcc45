#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn packed(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        let mut a = x;
        let mut a_held = largest(0.0, &a);
        let mut b = 2.0;
        let mut b_held = largest(0.0, &b);
        #[allow(unused_mut)]
        let mut pair = Pair { a, second: b };
        pair.a += pair.second;
        {
            let by = pair.a * x;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        pair.a -= pair.second;
        #[allow(unused_mut)]
        let Pair { mut a, second: mut b } = pair;
        a_held = largest(a_held, &a);
        b_held = largest(b_held, &b);
        restored("b", &b, &(2.0), b_held);
        restored("a", &a, &(x), a_held);
    }
    #[cfg(not(debug_assertions))]
    {
        let mut a = x;
        let mut b = 2.0;
        #[allow(unused_mut)]
        let mut pair = Pair { a, second: b };
        pair.a += pair.second;
        *y += pair.a * x;
        pair.a -= pair.second;
    }
}
/// What is derived from the function [`packed`](fn@packed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct packed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl packed {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let mut b = 2.0;
            let mut b_held = largest(0.0, &b);
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            pair.a += pair.second;
            *y -= pair.a * x;
            pair.a -= pair.second;
            #[allow(unused_mut)]
            let Pair { mut a, second: mut b } = pair;
            a_held = largest(a_held, &a);
            b_held = largest(b_held, &b);
            restored("b", &b, &(2.0), b_held);
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let mut b = 2.0;
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            pair.a += pair.second;
            *y -= pair.a * x;
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut a = x;
        let a_adj = rules.shadow(|| &a);
        let mut b = 2.0;
        let b_adj = rules.shadow(|| &b);
        #[allow(unused_mut)]
        let mut pair = Pair { a, second: b };
        let pair_adj = rules.shadow(|| &pair);
        add(&pair_adj.a, get(&a_adj));
        add(&pair_adj.second, get(&b_adj));
        pair.a += pair.second;
        sub(&pair_adj.second, get(&pair_adj.a));
        add_with(&pair_adj.a, || rules.pull_left(Mul, get(y_adj), || pair.a, || x));
        add_with(x_adj, || rules.pull_right(Mul, get(y_adj), || pair.a, || x));
        pair.a -= pair.second;
        add(&pair_adj.second, get(&pair_adj.a));
        #[allow(unused_mut)]
        let Pair { mut a, second: mut b } = pair;
        let a_adj = rules.shadow(|| &a);
        add(&a_adj, get(&pair_adj.a));
        add(x_adj, get(&a_adj));
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let a_adj = rules.shadow(|| &a);
            let mut b = 2.0;
            let mut b_held = largest(0.0, &b);
            let b_adj = rules.shadow(|| &b);
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            let pair_adj = rules.shadow(|| &pair);
            add(&pair_adj.a, get(&a_adj));
            add(&pair_adj.second, get(&b_adj));
            pair.a += pair.second;
            sub(&pair_adj.second, get(&pair_adj.a));
            let t1 = pair.a * x;
            *y -= t1;
            add_with(&pair_adj.a, || rules.pull_left(Mul, get(y_adj), || pair.a, || x));
            add_with(x_adj, || rules.pull_right(Mul, get(y_adj), || pair.a, || x));
            pair.a -= pair.second;
            add(&pair_adj.second, get(&pair_adj.a));
            #[allow(unused_mut)]
            let Pair { mut a, second: mut b } = pair;
            a_held = largest(a_held, &a);
            b_held = largest(b_held, &b);
            let a_adj = rules.shadow(|| &a);
            let b_adj = rules.shadow(|| &b);
            add(&a_adj, get(&pair_adj.a));
            add(&b_adj, get(&pair_adj.second));
            restored("b", &b, &(2.0), b_held);
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_adj = rules.shadow(|| &a);
            let mut b = 2.0;
            let b_adj = rules.shadow(|| &b);
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            let pair_adj = rules.shadow(|| &pair);
            add(&pair_adj.a, get(&a_adj));
            add(&pair_adj.second, get(&b_adj));
            pair.a += pair.second;
            sub(&pair_adj.second, get(&pair_adj.a));
            let t1 = pair.a * x;
            *y -= t1;
            add_with(&pair_adj.a, || rules.pull_left(Mul, get(y_adj), || pair.a, || x));
            add_with(x_adj, || rules.pull_right(Mul, get(y_adj), || pair.a, || x));
            pair.a -= pair.second;
            add(&pair_adj.second, get(&pair_adj.a));
            #[allow(unused_mut)]
            let Pair { mut a, second: mut b } = pair;
            let a_adj = rules.shadow(|| &a);
            add(&a_adj, get(&pair_adj.a));
            add(x_adj, get(&a_adj));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut a = x;
            let mut a_held = largest(0.0, &a);
            let a_adj = rules.shadow(|| &a);
            let mut b = 2.0;
            let mut b_held = largest(0.0, &b);
            let b_adj = rules.shadow(|| &b);
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            let pair_adj = rules.shadow(|| &pair);
            add(&pair_adj.a, get(&a_adj));
            add(&pair_adj.second, get(&b_adj));
            pair.a += pair.second;
            sub(&pair_adj.second, get(&pair_adj.a));
            let t1 = pair.a * x;
            *y += t1;
            sub_with(&pair_adj.a, || rules.pull_left(Mul, get(y_adj), || pair.a, || x));
            sub_with(x_adj, || rules.pull_right(Mul, get(y_adj), || pair.a, || x));
            pair.a -= pair.second;
            add(&pair_adj.second, get(&pair_adj.a));
            #[allow(unused_mut)]
            let Pair { mut a, second: mut b } = pair;
            a_held = largest(a_held, &a);
            b_held = largest(b_held, &b);
            let a_adj = rules.shadow(|| &a);
            let b_adj = rules.shadow(|| &b);
            add(&a_adj, get(&pair_adj.a));
            add(&b_adj, get(&pair_adj.second));
            restored("b", &b, &(2.0), b_held);
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_adj = rules.shadow(|| &a);
            let mut b = 2.0;
            let b_adj = rules.shadow(|| &b);
            #[allow(unused_mut)]
            let mut pair = Pair { a, second: b };
            let pair_adj = rules.shadow(|| &pair);
            add(&pair_adj.a, get(&a_adj));
            add(&pair_adj.second, get(&b_adj));
            pair.a += pair.second;
            sub(&pair_adj.second, get(&pair_adj.a));
            let t1 = pair.a * x;
            *y += t1;
            sub_with(&pair_adj.a, || rules.pull_left(Mul, get(y_adj), || pair.a, || x));
            sub_with(x_adj, || rules.pull_right(Mul, get(y_adj), || pair.a, || x));
            pair.a -= pair.second;
            add(&pair_adj.second, get(&pair_adj.a));
            #[allow(unused_mut)]
            let Pair { mut a, second: mut b } = pair;
            let a_adj = rules.shadow(|| &a);
            add(&a_adj, get(&pair_adj.a));
            add(x_adj, get(&a_adj));
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        packed(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for packed {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        packed(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for packed {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn converted(y: &mut f64) {
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        let mut n = 3;
        let mut n_held = largest(0.0, &n);
        #[allow(unused_mut)]
        let mut n_1 = <f64 as Lossless<i32>>::widen(n);
        {
            let by = n_1;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        #[allow(unused_mut)]
        let mut n = <f64 as Lossless<i32>>::narrow(n_1);
        n_held = largest(n_held, &n);
        restored("n", &n, &(3), n_held);
    }
    #[cfg(not(debug_assertions))]
    {
        let mut n = 3;
        #[allow(unused_mut)]
        let mut n_1 = <f64 as Lossless<i32>>::widen(n);
        *y += n_1;
    }
}
/// What is derived from the function [`converted`](fn@converted).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct converted {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl converted {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64) {
        #[cfg(debug_assertions)]
        {
            let mut n = 3;
            let mut n_held = largest(0.0, &n);
            #[allow(unused_mut)]
            let mut n_1 = <f64 as Lossless<i32>>::widen(n);
            *y -= n_1;
            #[allow(unused_mut)]
            let mut n = <f64 as Lossless<i32>>::narrow(n_1);
            n_held = largest(n_held, &n);
            restored("n", &n, &(3), n_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut n = 3;
            #[allow(unused_mut)]
            let mut n_1 = <f64 as Lossless<i32>>::widen(n);
            *y -= n_1;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64,)> for converted {
    #[inline]
    fn call(&self, args: (&'a1 mut f64,)) {
        converted(args.0);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64,)) {
        Self::inverse(args.0);
    }
}
