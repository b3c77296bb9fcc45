#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn back(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        {
            let s = x * x;
            let mut s_held = largest(0.0, &s);
            {
                let by = pure(|| s.sin());
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
            {
                let by = s;
                Absorbing(&*y, &by).sub("*y");
                *y -= by;
            }
            restored("s", &s, &(x * x), s_held);
        }
    }
    #[cfg(not(debug_assertions))]
    {
        {
            let s = x * x;
            *y += pure(|| s.sin());
            *y -= s;
        }
    }
}
/// What is derived from the function [`back`](fn@back).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct back {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl back {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        #[cfg(debug_assertions)]
        {
            {
                let mut s = x * x;
                let mut s_held = largest(0.0, &s);
                *y += s;
                *y -= s.sin();
                restored("s", &s, &(x * x), s_held);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut s = x * x;
                *y += s;
                *y -= s.sin();
            }
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
        {
            let mut s = x * x;
            let s_adj = rules.shadow(|| &s);
            sub(&s_adj, get(y_adj));
            add_with(&s_adj, || rules.pull(Sin, get(y_adj), || s));
            add_with(x_adj, || rules.pull_right(Mul, twice(get(&s_adj)), || x, || x));
        }
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
            {
                let mut s = x * x;
                let mut s_held = largest(0.0, &s);
                let s_adj = rules.shadow(|| &s);
                *y += s;
                sub(&s_adj, get(y_adj));
                let t1 = s.sin();
                *y -= t1;
                add_with(&s_adj, || rules.pull(Sin, get(y_adj), || s));
                let t2 = x * x;
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&s_adj)), || x, || x),
                );
                restored("s", &s, &(x * x), s_held);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut s = x * x;
                let s_adj = rules.shadow(|| &s);
                *y += s;
                sub(&s_adj, get(y_adj));
                let t1 = s.sin();
                *y -= t1;
                add_with(&s_adj, || rules.pull(Sin, get(y_adj), || s));
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&s_adj)), || x, || x),
                );
            }
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
            {
                let mut s = x * x;
                let mut s_held = largest(0.0, &s);
                let s_adj = rules.shadow(|| &s);
                let t1 = s.sin();
                *y += t1;
                sub_with(&s_adj, || rules.pull(Sin, get(y_adj), || s));
                *y -= s;
                add(&s_adj, get(y_adj));
                let t2 = x * x;
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&s_adj)), || x, || x),
                );
                restored("s", &s, &(x * x), s_held);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut s = x * x;
                let s_adj = rules.shadow(|| &s);
                let t1 = s.sin();
                *y += t1;
                sub_with(&s_adj, || rules.pull(Sin, get(y_adj), || s));
                *y -= s;
                add(&s_adj, get(y_adj));
                add_with(
                    x_adj,
                    || rules.pull_right(Mul, twice(get(&s_adj)), || x, || x),
                );
            }
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
        back(arg0, arg1)
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
impl<'a1> Reversible<(&'a1 mut f64, f64)> for back {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        back(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for back {
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
