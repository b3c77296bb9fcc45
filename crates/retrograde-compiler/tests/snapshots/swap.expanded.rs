/// A swap is its own inverse, and swaps gradients too.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn swap_places(a: &mut f64, b: &mut f64) {
    plain::<f64>();
    plain::<f64>();
    same_swap((), ::core::mem::swap, swap);
    ::core::mem::swap(a, b);
}
/// What is derived from the function [`swap_places`](fn@swap_places).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct swap_places {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl swap_places {
    /// Undoes the function.
    #[inline]
    fn inverse(a: &mut f64, b: &mut f64) {
        ::core::mem::swap(a, b);
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        a: &mut f64,
        a_adj: S0,
        b: &mut f64,
        b_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        ::core::mem::swap(a, b);
        swap(a_adj, b_adj);
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        a: &mut f64,
        a_adj: S0,
        b: &mut f64,
        b_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        ::core::mem::swap(a, b);
        swap(a_adj, b_adj);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &mut f64,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        swap_places(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        a: &mut f64,
        a_adj: S0,
        b: &mut f64,
        b_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(a, a_adj, b, b_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64)> for swap_places {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64)) {
        swap_places(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64)> for swap_places {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64),
        places: <(&'a1 mut f64, &'a2 mut f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64),
        places: <(&'a1 mut f64, &'a2 mut f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn swap_elements(v: &mut [f64], i: usize, j: usize) {
    plain::<[f64]>();
    plain::<usize>();
    plain::<usize>();
    same_swap((), ::core::mem::swap, swap);
    without_gradient_type::<usize>();
    without_gradient_type::<usize>();
    v.swap(i, j);
}
/// What is derived from the function [`swap_elements`](fn@swap_elements).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct swap_elements {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl swap_elements {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], i: usize, j: usize) {
        v.swap(i, j);
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
    >(v: &mut [f64], v_adj: S0, i: usize, i_adj: S1, j: usize, j_adj: S2) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let j_adj = Shadow::into_shadow(j_adj);
        v.swap(i, j);
        swap(&v_adj[i], &v_adj[j]);
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
    >(v: &mut [f64], v_adj: S0, i: usize, i_adj: S1, j: usize, j_adj: S2) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let j_adj = Shadow::into_shadow(j_adj);
        v.swap(i, j);
        swap(&v_adj[i], &v_adj[j]);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: usize,
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        swap_elements(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
    >(v: &mut [f64], v_adj: S0, i: usize, i_adj: S1, j: usize, j_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(v, v_adj, i, i_adj, j, j_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64], usize, usize)> for swap_elements {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize, usize)) {
        swap_elements(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize, usize)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [f64], usize, usize)> for swap_elements {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], usize, usize),
        places: <(&'a1 mut [f64], usize, usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], usize, usize),
        places: <(&'a1 mut [f64], usize, usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
