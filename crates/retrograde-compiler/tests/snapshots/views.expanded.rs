/// Names for places.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn views(a: &mut [f64], b: &[f64], i: usize) {
    plain::<[f64]>();
    plain::<[f64]>();
    plain::<usize>();
    without_gradient_type::<usize>();
    #[cfg(debug_assertions)]
    {
        let row = &mut a[i * 3..(i + 1) * 3];
        let (low, high) = row.split_at_mut(1);
        has_elements(|| &*low);
        has_elements(|| &*high);
        {
            let by = high[0] * b[0];
            Absorbing(&low[0], &by).add("low[0]");
            low[0] += by;
        }
        let x = &mut high[1];
        {
            let by = b[1];
            Absorbing(&*x, &by).add("*x");
            *x += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        let row = &mut a[i * 3..(i + 1) * 3];
        let (low, high) = row.split_at_mut(1);
        has_elements(|| &*low);
        has_elements(|| &*high);
        low[0] += high[0] * b[0];
        let x = &mut high[1];
        *x += b[1];
    }
}
/// What is derived from the function [`views`](fn@views).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct views {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl views {
    /// Undoes the function.
    #[inline]
    fn inverse(a: &mut [f64], b: &[f64], i: usize) {
        let row = &mut a[i * 3..(i + 1) * 3];
        let (low, high) = row.split_at_mut(1);
        let x = &mut high[1];
        *x -= b[1];
        low[0] -= high[0] * b[0];
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
    >(a: &mut [f64], a_adj: S0, b: &[f64], b_adj: S1, i: usize, i_adj: S2) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let row = &mut a[i * 3..(i + 1) * 3];
        let row_adj = &a_adj[i * 3..(i + 1) * 3];
        let (low, high) = row.split_at_mut(1);
        let (low_adj, high_adj) = (row_adj).split_at(1);
        let x = &mut high[1];
        let x_adj = &high_adj[1];
        *x -= b[1];
        add(&b_adj[1], get(x_adj));
        let t1 = high[0] * b[0];
        low[0] -= t1;
        add_with(
            &high_adj[0],
            || rules.pull_left(Mul, get(&low_adj[0]), || high[0], || b[0]),
        );
        add_with(
            &b_adj[0],
            || rules.pull_right(Mul, get(&low_adj[0]), || high[0], || b[0]),
        );
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
    >(a: &mut [f64], a_adj: S0, b: &[f64], b_adj: S1, i: usize, i_adj: S2) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let row = &mut a[i * 3..(i + 1) * 3];
        let row_adj = &a_adj[i * 3..(i + 1) * 3];
        let (low, high) = row.split_at_mut(1);
        let (low_adj, high_adj) = (row_adj).split_at(1);
        let t1 = high[0] * b[0];
        low[0] += t1;
        sub_with(
            &high_adj[0],
            || rules.pull_left(Mul, get(&low_adj[0]), || high[0], || b[0]),
        );
        sub_with(
            &b_adj[0],
            || rules.pull_right(Mul, get(&low_adj[0]), || high[0], || b[0]),
        );
        let x = &mut high[1];
        let x_adj = &high_adj[1];
        *x += b[1];
        sub(&b_adj[1], get(x_adj));
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[f64],
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        views(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
    >(a: &mut [f64], a_adj: S0, b: &[f64], b_adj: S1, i: usize, i_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(a, a_adj, b, b_adj, i, i_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut [f64], &'a2 [f64], usize)> for views {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], &'a2 [f64], usize)) {
        views(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], &'a2 [f64], usize)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut [f64], &'a2 [f64], usize)> for views {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64], usize),
        places: <(&'a1 mut [f64], &'a2 [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64], usize),
        places: <(&'a1 mut [f64], &'a2 [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

/// Parts of a local are written out.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn parts(y: &mut f64, b: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    #[cfg(debug_assertions)]
    {
        let mut buffer = [0.0; 4];
        has_elements(|| &buffer);
        has_elements(|| &buffer[1..3]);
        buffer[1..3][0] += b[0];
        {
            let by = buffer[1];
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        let mut buffer = [0.0; 4];
        has_elements(|| &buffer);
        has_elements(|| &buffer[1..3]);
        buffer[1..3][0] += b[0];
        *y += buffer[1];
    }
}
/// What is derived from the function [`parts`](fn@parts).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct parts {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl parts {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, b: &[f64]) {
        #[cfg(debug_assertions)]
        {
            let mut buffer = [0.0; 4];
            let mut buffer_held = largest(0.0, &buffer);
            buffer[1..3][0] += b[0];
            buffer_held = largest(buffer_held, &buffer);
            *y -= buffer[1];
            buffer[1..3][0] -= b[0];
            buffer_held = largest(buffer_held, &buffer);
            restored("buffer", &buffer, &([0.0; 4]), buffer_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut buffer = [0.0; 4];
            buffer[1..3][0] += b[0];
            *y -= buffer[1];
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64])> for parts {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        parts(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}
