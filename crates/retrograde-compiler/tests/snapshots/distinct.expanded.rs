/// Two elements of one array are compared at run time, unless their indices are known to differ.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn perhaps(v: &mut [f64], i: usize, j: usize) {
    plain::<[f64]>();
    plain::<usize>();
    plain::<usize>();
    without_gradient_type::<usize>();
    without_gradient_type::<usize>();
    distinct(i, j, "v");
    v[i] += v[j];
}
/// What is derived from the function [`perhaps`](fn@perhaps).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct perhaps {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl perhaps {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], i: usize, j: usize) {
        v[i] -= v[j];
        distinct(i, j, "v");
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
        v[i] -= v[j];
        add(&v_adj[j], get(&v_adj[i]));
        distinct(i, j, "v");
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
        distinct(i, j, "v");
        v[i] += v[j];
        sub(&v_adj[j], get(&v_adj[i]));
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
        perhaps(arg0, arg1, arg2)
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
impl<'a1> Reversible<(&'a1 mut [f64], usize, usize)> for perhaps {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize, usize)) {
        perhaps(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize, usize)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [f64], usize, usize)> for perhaps {
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

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn never(v: &mut [f64], i: usize) {
    plain::<[f64]>();
    plain::<usize>();
    without_gradient_type::<usize>();
    v[i + 1] += v[i];
}
/// What is derived from the function [`never`](fn@never).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct never {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl never {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], i: usize) {
        v[i + 1] -= v[i];
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        i: usize,
        i_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        v[i + 1] -= v[i];
        add(&v_adj[i], get(&v_adj[i + 1]));
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        i: usize,
        i_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        v[i + 1] += v[i];
        sub(&v_adj[i], get(&v_adj[i + 1]));
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: usize,
        _: ::core::marker::PhantomData<__K1>,
    ) {
        never(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, usize, W>>(
        v: &mut [f64],
        v_adj: S0,
        i: usize,
        i_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(v, v_adj, i, i_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64], usize)> for never {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize)) {
        never(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [f64], usize)> for never {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], usize),
        places: <(&'a1 mut [f64], usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn in_a_matrix(a: &mut [[f64; 3]; 3], i: usize, j: usize, k: usize) {
    plain::<[[f64; 3]; 3]>();
    plain::<usize>();
    plain::<usize>();
    plain::<usize>();
    without_gradient_type::<usize>();
    without_gradient_type::<usize>();
    without_gradient_type::<usize>();
    if i == k {
        distinct(j, 0, "a");
    }
    a[i][j] += a[k][0] * a[i][j + 1];
}
/// What is derived from the function [`in_a_matrix`](fn@in_a_matrix).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct in_a_matrix {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl in_a_matrix {
    /// Undoes the function.
    #[inline]
    fn inverse(a: &mut [[f64; 3]; 3], i: usize, j: usize, k: usize) {
        a[i][j] -= a[k][0] * a[i][j + 1];
        if i == k {
            distinct(j, 0, "a");
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [[f64; 3]; 3], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, usize, W>,
    >(
        a: &mut [[f64; 3]; 3],
        a_adj: S0,
        i: usize,
        i_adj: S1,
        j: usize,
        j_adj: S2,
        k: usize,
        k_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let j_adj = Shadow::into_shadow(j_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        let t1 = a[k][0] * a[i][j + 1];
        a[i][j] -= t1;
        add_with(
            &a_adj[k][0],
            || rules.pull_left(Mul, get(&a_adj[i][j]), || a[k][0], || a[i][j + 1]),
        );
        add_with(
            &a_adj[i][j + 1],
            || rules.pull_right(Mul, get(&a_adj[i][j]), || a[k][0], || a[i][j + 1]),
        );
        if i == k {
            distinct(j, 0, "a");
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [[f64; 3]; 3], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, usize, W>,
    >(
        a: &mut [[f64; 3]; 3],
        a_adj: S0,
        i: usize,
        i_adj: S1,
        j: usize,
        j_adj: S2,
        k: usize,
        k_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let i_adj = Shadow::into_shadow(i_adj);
        let j_adj = Shadow::into_shadow(j_adj);
        let k_adj = Shadow::into_shadow(k_adj);
        if i == k {
            distinct(j, 0, "a");
        }
        let t1 = a[k][0] * a[i][j + 1];
        a[i][j] += t1;
        sub_with(
            &a_adj[k][0],
            || rules.pull_left(Mul, get(&a_adj[i][j]), || a[k][0], || a[i][j + 1]),
        );
        sub_with(
            &a_adj[i][j + 1],
            || rules.pull_right(Mul, get(&a_adj[i][j]), || a[k][0], || a[i][j + 1]),
        );
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut [[f64; 3]; 3],
        _: ::core::marker::PhantomData<__K0>,
        arg1: usize,
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
        arg3: usize,
        _: ::core::marker::PhantomData<__K3>,
    ) {
        in_a_matrix(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, [[f64; 3]; 3], W>,
        S1: Shadow<'s, usize, W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, usize, W>,
    >(
        a: &mut [[f64; 3]; 3],
        a_adj: S0,
        i: usize,
        i_adj: S1,
        j: usize,
        j_adj: S2,
        k: usize,
        k_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1, S2, S3>(a, a_adj, i, i_adj, j, j_adj, k, k_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [[f64; 3]; 3], usize, usize, usize)> for in_a_matrix {
    #[inline]
    fn call(&self, args: (&'a1 mut [[f64; 3]; 3], usize, usize, usize)) {
        in_a_matrix(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [[f64; 3]; 3], usize, usize, usize)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut [[f64; 3]; 3], usize, usize, usize)>
for in_a_matrix {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [[f64; 3]; 3], usize, usize, usize),
        places: <(&'a1 mut [[f64; 3]; 3], usize, usize, usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [[f64; 3]; 3], usize, usize, usize),
        places: <(&'a1 mut [[f64; 3]; 3], usize, usize, usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(
            args.0,
            places.0,
            args.1,
            places.1,
            args.2,
            places.2,
            args.3,
            places.3,
        );
    }
}
