#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn relax(v: &mut [f64], sum: &mut f64, grid: &[f64], rate: f64, n: usize) {
    plain::<[f64]>();
    plain::<f64>();
    plain::<[f64]>();
    plain::<f64>();
    plain::<usize>();
    #[cfg(debug_assertions)]
    {
        for i in 0..n {
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
    }
    #[cfg(not(debug_assertions))]
    {
        for i in 0..n {
            Scale::multiply(&mut v[i], rate);
            v[i] += grid[i];
            *sum += v[i] * v[i];
        }
    }
}
/// What is derived from the function [`relax`](fn@relax).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct relax {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl relax {
    /// Undoes the function.
    #[inline]
    fn inverse(v: &mut [f64], sum: &mut f64, grid: &[f64], rate: f64, n: usize) {
        #[cfg(debug_assertions)]
        {
            for i in rev(0..n) {
                {
                    let by = v[i] * v[i];
                    Absorbing(&*sum, &by).sub("*sum");
                    *sum -= by;
                }
                {
                    let by = grid[i];
                    Absorbing(&v[i], &by).sub("v[i]");
                    v[i] -= by;
                }
                Scale::divide_checked(&mut v[i], rate);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in rev(0..n) {
                *sum -= v[i] * v[i];
                v[i] -= grid[i];
                Scale::divide(&mut v[i], rate);
            }
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
        #[cfg(debug_assertions)]
        {
            for i in rev(0..n) {
                let t1 = v[i] * v[i];
                *sum -= t1;
                add_with(
                    &v_adj[i],
                    || rules.pull_left(Mul, get(sum_adj), || v[i], || v[i]),
                );
                add_with(
                    &v_adj[i],
                    || rules.pull_right(Mul, get(sum_adj), || v[i], || v[i]),
                );
                v[i] -= grid[i];
                Scale::divide_checked(&mut v[i], rate);
                add_with(
                    rate_adj,
                    || rules.pull_right(Mul, get(&v_adj[i]), || v[i], || rate),
                );
                set(&v_adj[i], rules.pull_left(Mul, get(&v_adj[i]), || v[i], || rate));
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in rev(0..n) {
                let t1 = v[i] * v[i];
                *sum -= t1;
                add_with(
                    &v_adj[i],
                    || rules.pull_left(Mul, get(sum_adj), || v[i], || v[i]),
                );
                add_with(
                    &v_adj[i],
                    || rules.pull_right(Mul, get(sum_adj), || v[i], || v[i]),
                );
                v[i] -= grid[i];
                Scale::divide(&mut v[i], rate);
                add_with(
                    rate_adj,
                    || rules.pull_right(Mul, get(&v_adj[i]), || v[i], || rate),
                );
                set(&v_adj[i], rules.pull_left(Mul, get(&v_adj[i]), || v[i], || rate));
            }
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
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
        #[cfg(debug_assertions)]
        {
            for i in 0..n {
                let t1 = v[i];
                Scale::multiply_checked(&mut v[i], rate);
                add_with(
                    rate_adj,
                    || rules.pull_right_by(Div, get(&v_adj[i]), || v[i], || rate, || t1),
                );
                set(&v_adj[i], rules.pull_left(Div, get(&v_adj[i]), || v[i], || rate));
                v[i] += grid[i];
                let t2 = v[i] * v[i];
                *sum += t2;
                sub_with(
                    &v_adj[i],
                    || rules.pull_left(Mul, get(sum_adj), || v[i], || v[i]),
                );
                sub_with(
                    &v_adj[i],
                    || rules.pull_right(Mul, get(sum_adj), || v[i], || v[i]),
                );
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in 0..n {
                let t1 = v[i];
                Scale::multiply(&mut v[i], rate);
                add_with(
                    rate_adj,
                    || rules.pull_right_by(Div, get(&v_adj[i]), || v[i], || rate, || t1),
                );
                set(&v_adj[i], rules.pull_left(Div, get(&v_adj[i]), || v[i], || rate));
                v[i] += grid[i];
                let t2 = v[i] * v[i];
                *sum += t2;
                sub_with(
                    &v_adj[i],
                    || rules.pull_left(Mul, get(sum_adj), || v[i], || v[i]),
                );
                sub_with(
                    &v_adj[i],
                    || rules.pull_right(Mul, get(sum_adj), || v[i], || v[i]),
                );
            }
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
        S3: Shadow<'s, f64, W>,
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
        let rate_tan = Shadow::into_shadow(rate_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        #[cfg(debug_assertions)]
        {
            for i in 0..n {
                set(
                    &v_tan[i],
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || rate),
                        rules.push_right(Mul, get(rate_tan), || v[i], || rate),
                    ),
                );
                Scale::multiply_checked(&mut v[i], rate);
                v[i] += grid[i];
                let t1 = v[i] * v[i];
                add(
                    sum_tan,
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || v[i]),
                        rules.push_right(Mul, get(&v_tan[i]), || v[i], || v[i]),
                    ),
                );
                *sum += t1;
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in 0..n {
                set(
                    &v_tan[i],
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || rate),
                        rules.push_right(Mul, get(rate_tan), || v[i], || rate),
                    ),
                );
                Scale::multiply(&mut v[i], rate);
                v[i] += grid[i];
                let t1 = v[i] * v[i];
                add(
                    sum_tan,
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || v[i]),
                        rules.push_right(Mul, get(&v_tan[i]), || v[i], || v[i]),
                    ),
                );
                *sum += t1;
            }
        }
    }
    /// Runs the function backwards and carries tangents along.
    #[inline]
    fn inverse_tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, f64, W>,
        S2: Constant<W>,
        S3: Shadow<'s, f64, W>,
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
        let rate_tan = Shadow::into_shadow(rate_tan);
        let n_tan = Shadow::into_shadow(n_tan);
        #[cfg(debug_assertions)]
        {
            for i in rev(0..n) {
                let t1 = v[i] * v[i];
                sub(
                    sum_tan,
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || v[i]),
                        rules.push_right(Mul, get(&v_tan[i]), || v[i], || v[i]),
                    ),
                );
                *sum -= t1;
                v[i] -= grid[i];
                let t2 = v[i] / rate;
                set(
                    &v_tan[i],
                    Gradient::plus(
                        rules.push_left(Div, get(&v_tan[i]), || v[i], || rate),
                        rules.push_right_by(Div, get(rate_tan), || v[i], || rate, || t2),
                    ),
                );
                Scale::divide_checked(&mut v[i], rate);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in rev(0..n) {
                let t1 = v[i] * v[i];
                sub(
                    sum_tan,
                    Gradient::plus(
                        rules.push_left(Mul, get(&v_tan[i]), || v[i], || v[i]),
                        rules.push_right(Mul, get(&v_tan[i]), || v[i], || v[i]),
                    ),
                );
                *sum -= t1;
                v[i] -= grid[i];
                let t2 = v[i] / rate;
                set(
                    &v_tan[i],
                    Gradient::plus(
                        rules.push_left(Div, get(&v_tan[i]), || v[i], || rate),
                        rules.push_right_by(Div, get(rate_tan), || v[i], || rate, || t2),
                    ),
                );
                Scale::divide(&mut v[i], rate);
            }
        }
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
        set(sum_adj, <f64 as Loss>::SEED);
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
    /// The loss after a run of the function, and its gradient by every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn value_and_gradient(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
    ) -> (f64, (TangentOf<[f64], One>, TangentOf<f64, One>, TangentOf<f64, One>)) {
        let v_adj = <[f64] as Differentiable>::zero_shadow::<On<One>>(v);
        let sum_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(sum);
        let rate_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(&rate);
        let value = Self::gradient_into(
            v,
            sum,
            grid,
            rate,
            n,
            &v_adj,
            &sum_adj,
            &rate_adj,
        );
        (
            value,
            (
                <[f64] as Differentiable>::into_tangent::<One>(v_adj),
                <f64 as Differentiable>::into_tangent::<One>(sum_adj),
                <f64 as Differentiable>::into_tangent::<One>(rate_adj),
            ),
        )
    }
    /// The gradient of the loss by every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn gradient(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
    ) -> (TangentOf<[f64], One>, TangentOf<f64, One>, TangentOf<f64, One>) {
        Self::vjp(v, sum, grid, rate, n, (Zero::ZERO, <f64 as Loss>::SEED))
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn vjp(
        v: &mut [f64],
        sum: &mut f64,
        grid: &[f64],
        rate: f64,
        n: usize,
        seeds: (TangentOf<[f64], One>, TangentOf<f64, One>),
    ) -> (TangentOf<[f64], One>, TangentOf<f64, One>, TangentOf<f64, One>) {
        let sum_before = *sum;
        relax(v, sum, grid, rate, n);
        let v_adj = <[f64] as Differentiable>::zero_shadow::<On<One>>(v);
        let sum_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(sum);
        let rate_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(&rate);
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
            <[f64] as Differentiable>::into_tangent::<One>(v_adj),
            <f64 as Differentiable>::into_tangent::<One>(sum_adj),
            <f64 as Differentiable>::into_tangent::<One>(rate_adj),
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
    ) -> (
        ::std::vec::Vec<TangentOf<[f64], One>>,
        ::std::vec::Vec<TangentOf<f64, One>>,
        ::std::vec::Vec<TangentOf<f64, One>>,
    )
    where
        for<'__none> [f64]: Output,
    {
        let mut v_rows = ::std::vec::Vec::new();
        let mut sum_rows = ::std::vec::Vec::new();
        let mut rate_rows = ::std::vec::Vec::new();
        for batch in Batch::all(<[f64] as Output>::count(v)) {
            let sum_before = *sum;
            relax(v, sum, grid, rate, n);
            let sum_adj = <f64 as Differentiable>::zero_shadow::<
                On<Many<{ ROWS }>>,
            >(sum);
            let rate_adj = <f64 as Differentiable>::zero_shadow::<
                On<Many<{ ROWS }>>,
            >(&rate);
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
        tangents: (TangentOf<[f64], One>, TangentOf<f64, One>, TangentOf<f64, One>),
    ) -> (TangentOf<[f64], One>, TangentOf<f64, One>) {
        let v_tan = <[f64] as Differentiable>::zero_shadow::<On<One>>(v);
        set(&v_tan, tangents.0);
        let sum_tan = <f64 as Differentiable>::zero_shadow::<On<One>>(sum);
        set(&sum_tan, tangents.1);
        let rate_tan = <f64 as Differentiable>::zero_shadow::<On<One>>(&rate);
        set(&rate_tan, tangents.2);
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
        (
            <[f64] as Differentiable>::into_tangent::<One>(v_tan),
            <f64 as Differentiable>::into_tangent::<One>(sum_tan),
        )
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

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn add_dot(y: &mut f64, a: &[f64], b: Vec<f64>) {
    plain::<f64>();
    plain::<[f64]>();
    plain::<Vec<f64>>();
    #[cfg(debug_assertions)]
    {
        for i in 0..a.len() {
            {
                let by = a[i] * b[i];
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
        }
    }
    #[cfg(not(debug_assertions))]
    {
        for i in 0..a.len() {
            *y += a[i] * b[i];
        }
    }
}
/// What is derived from the function [`add_dot`](fn@add_dot).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct add_dot {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl add_dot {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, a: &[f64], b: Vec<f64>) {
        #[cfg(debug_assertions)]
        {
            for i in rev(0..a.len()) {
                {
                    let by = a[i] * b[i];
                    Absorbing(&*y, &by).sub("*y");
                    *y -= by;
                }
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i in rev(0..a.len()) {
                *y -= a[i] * b[i];
            }
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, Vec<f64>, W>,
    >(y_adj: S0, a: &[f64], a_adj: S1, b: Vec<f64>, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        for i in 0..a.len() {
            add_with(&a_adj[i], || rules.pull_left(Mul, get(y_adj), || a[i], || b[i]));
            add_with(&b_adj[i], || rules.pull_right(Mul, get(y_adj), || a[i], || b[i]));
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, Vec<f64>, W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: Vec<f64>, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        for i in rev(0..a.len()) {
            let t1 = a[i] * b[i];
            *y -= t1;
            add_with(&a_adj[i], || rules.pull_left(Mul, get(y_adj), || a[i], || b[i]));
            add_with(&b_adj[i], || rules.pull_right(Mul, get(y_adj), || a[i], || b[i]));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, Vec<f64>, W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: Vec<f64>, b_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        for i in 0..a.len() {
            let t1 = a[i] * b[i];
            *y += t1;
            sub_with(&a_adj[i], || rules.pull_left(Mul, get(y_adj), || a[i], || b[i]));
            sub_with(&b_adj[i], || rules.pull_right(Mul, get(y_adj), || a[i], || b[i]));
        }
    }
    /// Overwrites the places that follow the arguments, one for each parameter that has a gradient, with the gradient of the loss, and returns the loss. Leaves the arguments as they were, and allocates nothing itself.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient_into<
        's,
        S0: Shadow<'s, f64, One, Kind = On<One>>,
        S1: Shadow<'s, [f64], One>,
        S2: Shadow<'s, Vec<f64>, One>,
    >(y: &mut f64, a: &[f64], b: Vec<f64>, y_adj: S0, a_adj: S1, b_adj: S2) -> f64
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        let y_adj = Shadow::into_shadow(y_adj);
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let y_before = *y;
        add_dot(y, a, ::core::clone::Clone::clone(&b));
        let value = *y;
        set(y_adj, <f64 as Loss>::SEED);
        set(a_adj, Zero::ZERO);
        set(b_adj, Zero::ZERO);
        Self::adjoint(y, y_adj, a, a_adj, ::core::clone::Clone::clone(&b), b_adj);
        *y = y_before;
        value
    }
    /// The loss after a run of the function, and its gradient by every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
    ) -> (f64, (TangentOf<f64, One>, TangentOf<[f64], One>, TangentOf<Vec<f64>, One>))
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        let y_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(y);
        let a_adj = <[f64] as Differentiable>::zero_shadow::<On<One>>(a);
        let b_adj = <Vec<f64> as Differentiable>::zero_shadow::<On<One>>(&b);
        let value = Self::gradient_into(y, a, b, &y_adj, &a_adj, &b_adj);
        (
            value,
            (
                <f64 as Differentiable>::into_tangent::<One>(y_adj),
                <[f64] as Differentiable>::into_tangent::<One>(a_adj),
                <Vec<f64> as Differentiable>::into_tangent::<One>(b_adj),
            ),
        )
    }
    /// The gradient of the loss by every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
    ) -> (TangentOf<f64, One>, TangentOf<[f64], One>, TangentOf<Vec<f64>, One>)
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        Self::vjp(y, a, b, <f64 as Loss>::SEED)
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn vjp(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
        seeds: TangentOf<f64, One>,
    ) -> (TangentOf<f64, One>, TangentOf<[f64], One>, TangentOf<Vec<f64>, One>)
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        let y_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(y);
        let a_adj = <[f64] as Differentiable>::zero_shadow::<On<One>>(a);
        let b_adj = <Vec<f64> as Differentiable>::zero_shadow::<On<One>>(&b);
        set(&y_adj, seeds);
        Self::pull(&y_adj, a, &a_adj, ::core::clone::Clone::clone(&b), &b_adj);
        (
            <f64 as Differentiable>::into_tangent::<One>(y_adj),
            <[f64] as Differentiable>::into_tangent::<One>(a_adj),
            <Vec<f64> as Differentiable>::into_tangent::<One>(b_adj),
        )
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64], Vec<f64>)> for add_dot {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64], Vec<f64>)) {
        add_dot(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64], Vec<f64>)) {
        Self::inverse(args.0, args.1, args.2);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn exchange(a: &mut f64, b: &mut f64) {
    plain::<f64>();
    plain::<f64>();
    ::core::mem::swap(a, b);
}
/// What is derived from the function [`exchange`](fn@exchange).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct exchange {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl exchange {
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
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(a: &mut f64, b: &mut f64) -> (TangentOf<f64, One>, TangentOf<f64, One>)
    where
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(
        a: &mut f64,
        b: &mut f64,
    ) -> (f64, (TangentOf<f64, One>, TangentOf<f64, One>))
    where
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn vjp(
        a: &mut f64,
        b: &mut f64,
        seeds: (TangentOf<f64, One>, TangentOf<f64, One>),
    ) -> (TangentOf<f64, One>, TangentOf<f64, One>) {
        let a_before = *a;
        let b_before = *b;
        exchange(a, b);
        let a_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(a);
        let b_adj = <f64 as Differentiable>::zero_shadow::<On<One>>(b);
        set(&a_adj, seeds.0);
        set(&b_adj, seeds.1);
        Self::adjoint(a, &a_adj, b, &b_adj);
        *a = a_before;
        *b = b_before;
        (
            <f64 as Differentiable>::into_tangent::<One>(a_adj),
            <f64 as Differentiable>::into_tangent::<One>(b_adj),
        )
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64)> for exchange {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64)) {
        exchange(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64)) {
        Self::inverse(args.0, args.1);
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
fn outer(x: &[f64], scale: f64, k: usize) -> [f64; 2] {
    [x[k] * scale, x[0] * x[k]]
}
/// What is derived from the function [`outer`](fn@outer).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct outer {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl outer {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<
        W: Width,
        K0: Kind<Width = W>,
        K1: Kind<Width = W> + Constant<W>,
        K2: Kind<Width = W>,
    >(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
        scale: f64,
        _: ::core::marker::PhantomData<K1>,
        k: usize,
        _: ::core::marker::PhantomData<K2>,
    ) -> (
        [f64; 2],
        impl Fn(
            TangentOf<[f64; 2], W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
            &<f64 as Differentiable>::Shadow<K1>,
            &<usize as Differentiable>::Shadow<K2>,
        ) + use<W, K0, K1, K2>,
    ) {
        let rules = Rules::<W>::new();
        let result1 = [x[k] * scale, x[0] * x[k]];
        (
            result1,
            move |seed, x, x_adj, scale_adj, k_adj| {
                let result1_adj = rules.shadow(|| &result1);
                add(&result1_adj, seed);
                add_with(
                    &x_adj[k],
                    || rules.pull_left(Mul, get(&result1_adj[0]), || x[k], || scale),
                );
                add_with(
                    &x_adj[0],
                    || rules.pull_left(Mul, get(&result1_adj[1]), || x[0], || x[k]),
                );
                add_with(
                    &x_adj[k],
                    || rules.pull_right(Mul, get(&result1_adj[1]), || x[0], || x[k]),
                );
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Constant<W>,
        S2: Shadow<'s, usize, W>,
    >(
        x: &[f64],
        x_tan: S0,
        scale: f64,
        scale_tan: S1,
        k: usize,
        k_tan: S2,
    ) -> ([f64; 2], TangentOf<[f64; 2], W>) {
        let rules = Rules::<W>::new();
        let x_tan = Shadow::into_shadow(x_tan);
        let k_tan = Shadow::into_shadow(k_tan);
        let t1 = x[k] * scale;
        let t2 = x[0] * x[k];
        let result1 = [t1, t2];
        let result1_tan = rules.shadow(|| &result1);
        add_with(
            &result1_tan[0],
            || rules.push_left(Mul, get(&x_tan[k]), || x[k], || scale),
        );
        add(
            &result1_tan[1],
            Gradient::plus(
                rules.push_left(Mul, get(&x_tan[0]), || x[0], || x[k]),
                rules.push_right(Mul, get(&x_tan[k]), || x[0], || x[k]),
            ),
        );
        (result1, get(&result1_tan))
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(x: &[f64], scale: f64, k: usize) -> TangentOf<[f64], One>
    where
        for<'__none> NoLoss: ReturnsNumber,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(
        x: &[f64],
        scale: f64,
        k: usize,
    ) -> (f64, TangentOf<[f64], One>)
    where
        for<'__none> NoLoss: ReturnsNumber,
    {
        ::core::unreachable!()
    }
    /// Carries a gradient of the value back to every parameter that has one.
    #[inline]
    fn vjp(
        x: &[f64],
        scale: f64,
        k: usize,
        seed: TangentOf<[f64; 2], One>,
    ) -> TangentOf<[f64], One> {
        let x_adj = <[f64] as Differentiable>::zero_shadow::<On<One>>(x);
        let (value, backward) = Self::pullback(
            x,
            ::core::marker::PhantomData::<On<One>>,
            scale,
            ::core::marker::PhantomData::<Off<One>>,
            k,
            ::core::marker::PhantomData::<Off<One>>,
        );
        backward(
            seed,
            x,
            ::core::borrow::Borrow::borrow(&x_adj),
            <f64 as Differentiable>::inactive::<One>(),
            <usize as Differentiable>::inactive::<One>(),
        );
        <[f64] as Differentiable>::into_tangent::<One>(x_adj)
    }
    /// The Jacobian: for every parameter that has a gradient, a row for each number of the value.
    #[allow(unused_lifetimes)]
    #[inline]
    fn jacobian(
        x: &[f64],
        scale: f64,
        k: usize,
    ) -> ::std::vec::Vec<TangentOf<[f64], One>>
    where
        for<'__none> [f64; 2]: Output,
    {
        let mut x_rows = ::std::vec::Vec::new();
        let (value, backward) = Self::pullback(
            x,
            ::core::marker::PhantomData::<On<Many<{ ROWS }>>>,
            scale,
            ::core::marker::PhantomData::<Off<Many<{ ROWS }>>>,
            k,
            ::core::marker::PhantomData::<Off<Many<{ ROWS }>>>,
        );
        for batch in Batch::all(Output::count(&value)) {
            let x_adj = <[f64] as Differentiable>::zero_shadow::<On<Many<{ ROWS }>>>(x);
            let seed = batch.seed::<[f64; 2]>(&value);
            backward(
                get(&seed),
                x,
                ::core::borrow::Borrow::borrow(&x_adj),
                <f64 as Differentiable>::inactive::<Many<{ ROWS }>>(),
                <usize as Differentiable>::inactive::<Many<{ ROWS }>>(),
            );
            batch.read::<[f64]>(x_adj, &mut x_rows);
        }
        x_rows
    }
    /// The tangent of the value, from those of every parameter that has one.
    #[inline]
    fn jvp(
        x: &[f64],
        scale: f64,
        k: usize,
        tangents: TangentOf<[f64], One>,
    ) -> TangentOf<[f64; 2], One> {
        let x_tan = <[f64] as Differentiable>::zero_shadow::<On<One>>(x);
        set(&x_tan, tangents);
        Self::tangent(x, &x_tan, scale, Inactive, k, Inactive).1
    }
}
