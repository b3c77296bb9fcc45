#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn relax(v: &mut [f64], sum: &mut f64, grid: &[f64], rate: f64, n: usize) {
    plain::<[f64]>();
    plain::<f64>();
    plain::<[f64]>();
    plain::<f64>();
    plain::<usize>();
    is_f64::<f64>();
    without_gradient_type::<usize>();
    for i in 0..n {
        #[cfg(debug_assertions)]
        {
            Scale::multiply_checked(&mut v[i], rate);
            {
                let by = grid[i];
                Absorbing(&v[i], &by).add("v[i]");
                v[i] += by;
            }
            {
                let by = v[i] * v[i];
                Absorbing(&*sum, &by).add("*sum");
                *sum += by;
            }
        }
        #[cfg(not(debug_assertions))]
        {
            Scale::multiply(&mut v[i], rate);
            v[i] += grid[i];
            *sum += v[i] * v[i];
        }
    }
}
/// What is derived from the function [`relax`](fn@relax).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct relax {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl relax {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], sum: &mut f64, grid: &[f64], rate: f64, n: usize) {
        for i in rev(0..n) {
            *sum -= v[i] * v[i];
            v[i] -= grid[i];
            #[cfg(debug_assertions)] Scale::divide_checked(&mut v[i], rate);
            #[cfg(not(debug_assertions))] Scale::divide(&mut v[i], rate);
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, f64, W>,
        S2: Constant<W>,
        S3: Shadow<'s, f64, W>,
        S4: Shadow<'s, usize, W>,
    >(
        v: &mut [f64],
        v_adj: S0,
        sum: &mut f64,
        sum_adj: S1,
        grid: &[f64],
        grid_adj: S2,
        rate: f64,
        rate_adj: S3,
        n: usize,
        n_adj: S4,
    ) {
        let rules = Rules::<W>::new();
        let v_adj = Shadow::into_shadow(v_adj);
        let sum_adj = Shadow::into_shadow(sum_adj);
        let rate_adj = Shadow::into_shadow(rate_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        for i in rev(0..n) {
            *sum -= v[i] * v[i];
            add_with(&v_adj[i], || get(sum_adj) * 2.0 * v[i]);
            v[i] -= grid[i];
            #[cfg(debug_assertions)] Scale::divide_checked(&mut v[i], rate);
            #[cfg(not(debug_assertions))] Scale::divide(&mut v[i], rate);
            add_with(rate_adj, || get(&v_adj[i]) * v[i]);
            set(&v_adj[i], get(&v_adj[i]) * rate);
        }
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, f64, W>,
        S2: Constant<W>,
        S3: Direction<'s, f64, W>,
        S4: Shadow<'s, usize, W>,
    >(
        v: &mut [f64],
        v_tan: S0,
        sum: &mut f64,
        sum_tan: S1,
        grid: &[f64],
        grid_tan: S2,
        rate: f64,
        rate_tan: S3,
        n: usize,
        n_tan: S4,
    ) {
        let rules = Rules::<W>::new();
        let v_tan = Shadow::into_shadow(v_tan);
        let sum_tan = Shadow::into_shadow(sum_tan);
        let rate_tan = Direction::into_places(rate_tan);
        let rate_tan = along::<f64, S3::Kind>(&rate_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        for i in 0..n {
            rules
                .set_parts(
                    &v_tan[i],
                    parts(&v_tan[i]) | parts(rate_tan),
                    |rules, block| {
                        part(&v_tan[i], block) * rate + part(rate_tan, block) * v[i]
                    },
                );
            #[cfg(debug_assertions)] Scale::multiply_checked(&mut v[i], rate);
            #[cfg(not(debug_assertions))] Scale::multiply(&mut v[i], rate);
            v[i] += grid[i];
            let t1 = v[i] * v[i];
            rules
                .add_parts(
                    sum_tan,
                    parts(&v_tan[i]),
                    |rules, block| {
                        part(&v_tan[i], block) * v[i] + part(&v_tan[i], block) * v[i]
                    },
                );
            *sum += t1;
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3, __K4>(
        arg0: &mut [f64],
        _: PhantomData<__K0>,
        arg1: &mut f64,
        _: PhantomData<__K1>,
        arg2: &[f64],
        _: PhantomData<__K2>,
        arg3: f64,
        _: PhantomData<__K3>,
        arg4: usize,
        _: PhantomData<__K4>,
    ) {
        relax(arg0, arg1, arg2, arg3, arg4)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, f64, W>,
        S2: Constant<W>,
        S3: Shadow<'s, f64, W>,
        S4: Shadow<'s, usize, W>,
    >(
        v: &mut [f64],
        v_adj: S0,
        sum: &mut f64,
        sum_adj: S1,
        grid: &[f64],
        grid_adj: S2,
        rate: f64,
        rate_adj: S3,
        n: usize,
        n_adj: S4,
        _: &(),
    ) {
        Self::adjoint::<
            W,
            S0,
            S1,
            S2,
            S3,
            S4,
        >(v, v_adj, sum, sum_adj, grid, grid_adj, rate, rate_adj, n, n_adj)
    }
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3, __A4, __A5, __A6, __A7, __A8, __A9>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
        _: __A6,
        _: __A7,
        _: __A8,
        _: __A9,
    )
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
    #[doc(hidden)]
    fn inverse_tangent<__A0, __A1, __A2, __A3, __A4, __A5, __A6, __A7, __A8, __A9>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
        _: __A6,
        _: __A7,
        _: __A8,
        _: __A9,
    )
    where
        for<'__none> NoLoss: HasInverseTangent,
    {
        ::core::unreachable!()
    }
    /// Overwrites the places that follow the arguments, one for each parameter that has a gradient, with the gradient of the loss, and returns the loss. Leaves the arguments as they were, and allocates nothing itself.
    #[inline]
    fn gradient_into<
        's,
        S0: Shadow<'s, [f64], One, Kind = On<One>>,
        S1: Shadow<'s, f64, One, Kind = On<One>>,
        S3: Shadow<'s, f64, One>,
    >(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
        v_adj: S0,
        sum_adj: S1,
        rate_adj: S3,
    ) -> f64 {
        let v_adj = Shadow::into_shadow(v_adj);
        let sum_adj = Shadow::into_shadow(sum_adj);
        let rate_adj = Shadow::into_shadow(rate_adj);
        let sum_before = *sum;
        relax(v, sum, grid, rate, n);
        let value = *sum;
        set(v_adj, Zero::ZERO);
        set(sum_adj, 1.0);
        set(rate_adj, Zero::ZERO);
        Self::adjoint(
            v,
            v_adj,
            sum,
            sum_adj,
            grid,
            Inactive,
            rate,
            rate_adj,
            n,
            Inactive,
        );
        *sum = sum_before;
        value
    }
    /// The loss after a run of the function, and its gradient with respect to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn value_and_gradient(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
    ) -> (f64, (Vec<f64>, f64, f64)) {
        let sum_before = *sum;
        relax(v, sum, grid, rate, n);
        let value = *sum;
        let v_adj = places(v);
        let sum_adj = places(sum);
        let rate_adj = places(&rate);
        set(&sum_adj, 1.0);
        Self::adjoint(
            v,
            &v_adj,
            sum,
            &sum_adj,
            grid,
            Inactive,
            rate,
            &rate_adj,
            n,
            Inactive,
        );
        *sum = sum_before;
        (
            value,
            (
                gradient_in::<[f64]>(v_adj),
                gradient_in::<f64>(sum_adj),
                gradient_in::<f64>(rate_adj),
            ),
        )
    }
    /// The gradient of the loss with respect to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn gradient(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
    ) -> (Vec<f64>, f64, f64) {
        Self::vjp(v, sum, grid, rate, n, (Zero::ZERO, 1.0))
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn vjp(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
        seeds: (Vec<f64>, f64),
    ) -> (Vec<f64>, f64, f64) {
        let sum_before = *sum;
        relax(v, sum, grid, rate, n);
        let v_adj = places(v);
        let sum_adj = places(sum);
        let rate_adj = places(&rate);
        set(&v_adj, seeds.0);
        set(&sum_adj, seeds.1);
        Self::adjoint(
            v,
            &v_adj,
            sum,
            &sum_adj,
            grid,
            Inactive,
            rate,
            &rate_adj,
            n,
            Inactive,
        );
        *sum = sum_before;
        (
            gradient_in::<[f64]>(v_adj),
            gradient_in::<f64>(sum_adj),
            gradient_in::<f64>(rate_adj),
        )
    }
    /// The Jacobian of the output: for every parameter that has a gradient, a row for each number of the output. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn jacobian(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
    ) -> (Vec<Vec<f64>>, Vec<f64>, Vec<f64>)
    where
        for<'__none> [f64]: Output,
    {
        let mut v_rows = Vec::new();
        let mut sum_rows = Vec::new();
        let mut rate_rows = Vec::new();
        for batch in Batch::all(<[f64] as Output>::count(v)) {
            let sum_before = *sum;
            relax(v, sum, grid, rate, n);
            let sum_adj = places_of_rows(sum);
            let rate_adj = places_of_rows(&rate);
            let v_adj = batch.seed::<[f64]>(v);
            Self::adjoint(
                v,
                &v_adj,
                sum,
                &sum_adj,
                grid,
                Inactive,
                rate,
                &rate_adj,
                n,
                Inactive,
            );
            *sum = sum_before;
            batch.read::<[f64]>(v_adj, &mut v_rows);
            batch.read::<f64>(sum_adj, &mut sum_rows);
            batch.read::<f64>(rate_adj, &mut rate_rows);
        }
        (v_rows, sum_rows, rate_rows)
    }
    /// The tangents of the `&mut` parameters after a run of the function, from those of every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn jvp(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
        tangents: (Vec<f64>, f64, f64),
    ) -> (Vec<f64>, f64) {
        let v_tan = places_with(v, tangents.0);
        let sum_tan = places_with(sum, tangents.1);
        let rate_tan = places_with(&rate, tangents.2);
        let sum_before = *sum;
        Self::tangent(
            v,
            &v_tan,
            sum,
            &sum_tan,
            grid,
            Inactive,
            rate,
            &rate_tan,
            n,
            Inactive,
        );
        Self::inverse(v, sum, grid, rate, n);
        *sum = sum_before;
        (gradient_in::<[f64]>(v_tan), gradient_in::<f64>(sum_tan))
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> Reversible<(&'a1 mut [f64], &'a2 mut f64, &'a3 [f64], f64, usize)>
for relax {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], &'a2 mut f64, &'a3 [f64], f64, usize)) {
        relax(args.0, args.1, args.2, args.3, args.4);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], &'a2 mut f64, &'a3 [f64], f64, usize)) {
        Self::inverse(args.0, args.1, args.2, args.3, args.4);
    }
}
