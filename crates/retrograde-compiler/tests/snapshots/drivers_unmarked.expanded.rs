#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn add_dot(y: &mut f64, a: &[f64], b: Vec<f64>) {
    plain::<f64>();
    plain::<[f64]>();
    plain::<Vec<f64>>();
    is_f64::<f64>();
    is_vec::<Vec<()>>();
    for i in 0..a.len() {
        #[cfg(debug_assertions)]
        {
            let by = a[i] * b[i];
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        #[cfg(not(debug_assertions))]
        {
            *y += a[i] * b[i];
        }
    }
}
/// What is derived from the function [`add_dot`](fn@add_dot).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct add_dot {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl add_dot {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, a: &[f64], b: Vec<f64>) {
        for i in rev(0..a.len()) {
            *y -= a[i] * b[i];
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
        {
            let (first, last) = (0, a.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &b[run(i, count)][..count];
                let view1 = &(a_adj)[run(i, count)][..count];
                let view2 = &a[run(i, count)][..count];
                let view3 = &(b_adj)[run(i, count)][..count];
                let read0_adj = get(y_adj);
                if flows(&read0_adj) {
                    for (((view0, view1), view2), view3) in view0
                        .iter()
                        .zip(view1.iter())
                        .zip(view2.iter())
                        .zip(view3.iter())
                    {
                        let share0_adj = if_active(&(*view1), || read0_adj * (*view0));
                        let share1_adj = if_active(&(*view3), || read0_adj * (*view2));
                        add(&(*view1), share0_adj);
                        add(&(*view3), share1_adj);
                    }
                }
            }
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
            *y -= a[i] * b[i];
            add_with(&a_adj[i], || get(y_adj) * b[i]);
            add_with(&b_adj[i], || get(y_adj) * a[i]);
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: &[f64],
        _: PhantomData<__K1>,
        arg2: Vec<f64>,
        _: PhantomData<__K2>,
    ) {
        add_dot(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, Vec<f64>, W>,
    >(y: &mut f64, y_adj: S0, a: &[f64], a_adj: S1, b: Vec<f64>, b_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, a, a_adj, b, b_adj)
    }
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3, __A4, __A5>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
    )
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
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
        add_dot(y, a, clone(&b));
        let value = *y;
        set(y_adj, 1.0);
        set(a_adj, Zero::ZERO);
        set(b_adj, Zero::ZERO);
        Self::adjoint(y, y_adj, a, a_adj, clone(&b), b_adj);
        *y = y_before;
        value
    }
    /// The loss after a run of the function, and its gradient with respect to every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
    ) -> (f64, (f64, Vec<f64>, GradientOf<Vec<f64>>))
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        let y_before = *y;
        add_dot(y, a, clone(&b));
        let value = *y;
        let y_adj = places(y);
        let a_adj = places(a);
        let b_adj = places(&b);
        set(&y_adj, 1.0);
        Self::adjoint(y, &y_adj, a, &a_adj, clone(&b), &b_adj);
        *y = y_before;
        (
            value,
            (
                gradient_in::<f64>(y_adj),
                gradient_in::<[f64]>(a_adj),
                gradient_in::<Vec<f64>>(b_adj),
            ),
        )
    }
    /// The gradient of the loss with respect to every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
    ) -> (f64, Vec<f64>, GradientOf<Vec<f64>>)
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        Self::vjp(y, a, b, 1.0)
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[allow(unused_lifetimes)]
    #[inline]
    fn vjp(
        y: &mut f64,
        a: &[f64],
        b: Vec<f64>,
        seeds: f64,
    ) -> (f64, Vec<f64>, GradientOf<Vec<f64>>)
    where
        for<'__none> Vec<f64>: ::core::clone::Clone,
    {
        let y_adj = places(y);
        let a_adj = places(a);
        let b_adj = places(&b);
        set(&y_adj, seeds);
        Self::pull(&y_adj, a, &a_adj, clone(&b), &b_adj);
        (
            gradient_in::<f64>(y_adj),
            gradient_in::<[f64]>(a_adj),
            gradient_in::<Vec<f64>>(b_adj),
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
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64], Vec<f64>)> for add_dot {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64], Vec<f64>),
        places: <(&'a1 mut f64, &'a2 [f64], Vec<f64>) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn exchange(a: &mut f64, b: &mut f64) {
    plain::<f64>();
    plain::<f64>();
    same_swap((), ::core::mem::swap, swap);
    is_f64::<f64>();
    ::core::mem::swap(a, b);
}
/// What is derived from the function [`exchange`](fn@exchange).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
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
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: &mut f64,
        _: PhantomData<__K1>,
    ) {
        exchange(arg0, arg1)
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
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3>(_: __A0, _: __A1, _: __A2, _: __A3)
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn gradient(a: &mut f64, b: &mut f64) -> (f64, f64)
    where
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// There is no gradient: calling this says why.
    #[allow(unused_lifetimes)]
    #[inline]
    fn value_and_gradient(a: &mut f64, b: &mut f64) -> (f64, (f64, f64))
    where
        for<'__none> NoLoss: HasLoss,
    {
        ::core::unreachable!()
    }
    /// Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves the arguments as they were.
    #[inline]
    fn vjp(a: &mut f64, b: &mut f64, seeds: (f64, f64)) -> (f64, f64) {
        let a_before = *a;
        let b_before = *b;
        exchange(a, b);
        let a_adj = places(a);
        let b_adj = places(b);
        set(&a_adj, seeds.0);
        set(&b_adj, seeds.1);
        Self::adjoint(a, &a_adj, b, &b_adj);
        *a = a_before;
        *b = b_before;
        (gradient_in::<f64>(a_adj), gradient_in::<f64>(b_adj))
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
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 mut f64)> for exchange {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 mut f64),
        places: <(&'a1 mut f64, &'a2 mut f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
}
