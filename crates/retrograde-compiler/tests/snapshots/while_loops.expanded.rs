#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn count(y: &mut f64, x: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    #[cfg(debug_assertions)]
    {
        let mut k = 0;
        agrees(false, k > 0, "k > 0");
        while k < x.len() {
            {
                let by = x[k] * x[k];
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
            k += 1;
            agrees(true, k > 0, "k > 0");
        }
    }
    #[cfg(not(debug_assertions))]
    {
        let mut k = 0;
        while k < x.len() {
            *y += x[k] * x[k];
            k += 1;
        }
    }
}
/// What is derived from the function [`count`](fn@count).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct count {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl count {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: &[f64]) {
        #[cfg(debug_assertions)]
        {
            let mut k = 0;
            let mut k_held = largest(0.0, &k);
            agrees(false, k > 0, "k > 0");
            while k < x.len() {
                k += 1;
                k_held = largest(k_held, &k);
                agrees(true, k > 0, "k > 0");
            }
            agrees(false, k < x.len(), "k < *x.len()");
            while k > 0 {
                k -= 1;
                k_held = largest(k_held, &k);
                *y -= x[k] * x[k];
                agrees(true, k < x.len(), "k < *x.len()");
            }
            restored("k", &k, &(0), k_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut k = 0;
            while k < x.len() {
                k += 1;
            }
            while k > 0 {
                k -= 1;
                *y -= x[k] * x[k];
            }
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>>(
        y_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut k = 0;
        while k < x.len() {
            add_with(
                &x_adj[k],
                || rules.pull_right(Mul, twice(get(y_adj)), || x[k], || x[k]),
            );
            k += 1;
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>>(
        y: &mut f64,
        y_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut k = 0;
            let mut k_held = largest(0.0, &k);
            agrees(false, k > 0, "k > 0");
            while k < x.len() {
                k += 1;
                k_held = largest(k_held, &k);
                agrees(true, k > 0, "k > 0");
            }
            agrees(false, k < x.len(), "k < *x.len()");
            while k > 0 {
                k -= 1;
                k_held = largest(k_held, &k);
                let t1 = x[k] * x[k];
                *y -= t1;
                add_with(
                    &x_adj[k],
                    || rules.pull_right(Mul, twice(get(y_adj)), || x[k], || x[k]),
                );
                agrees(true, k < x.len(), "k < *x.len()");
            }
            restored("k", &k, &(0), k_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut k = 0;
            while k < x.len() {
                k += 1;
            }
            while k > 0 {
                k -= 1;
                let t1 = x[k] * x[k];
                *y -= t1;
                add_with(
                    &x_adj[k],
                    || rules.pull_right(Mul, twice(get(y_adj)), || x[k], || x[k]),
                );
            }
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>>(
        y: &mut f64,
        y_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        #[cfg(debug_assertions)]
        {
            let mut k = 0;
            let mut k_held = largest(0.0, &k);
            agrees(false, k > 0, "k > 0");
            while k < x.len() {
                let t1 = x[k] * x[k];
                *y += t1;
                sub_with(
                    &x_adj[k],
                    || rules.pull_right(Mul, twice(get(y_adj)), || x[k], || x[k]),
                );
                k += 1;
                k_held = largest(k_held, &k);
                agrees(true, k > 0, "k > 0");
            }
            agrees(false, k < x.len(), "k < *x.len()");
            while k > 0 {
                k -= 1;
                k_held = largest(k_held, &k);
                agrees(true, k < x.len(), "k < *x.len()");
            }
            restored("k", &k, &(0), k_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut k = 0;
            while k < x.len() {
                let t1 = x[k] * x[k];
                *y += t1;
                sub_with(
                    &x_adj[k],
                    || rules.pull_right(Mul, twice(get(y_adj)), || x[k], || x[k]),
                );
                k += 1;
            }
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[f64],
        _: ::core::marker::PhantomData<__K1>,
    ) {
        count(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, [f64], W>>(
        y: &mut f64,
        y_adj: S0,
        x: &[f64],
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(y, y_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64])> for count {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        count(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64])> for count {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}
