#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn fibonacci(y: &mut f64, x: f64, n: usize) {
    plain::<f64>();
    plain::<f64>();
    plain::<usize>();
    without_gradient_type::<usize>();
    if n < 2 {
        *y += x;
    } else {
        fibonacci(y, x, n - 1);
        fibonacci(y, x, n - 2);
    }
}
/// What is derived from the function [`fibonacci`](fn@fibonacci).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct fibonacci {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl fibonacci {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64, n: usize) {
        if n < 2 {
            *y -= x;
        } else {
            fibonacci::inverse(y, x, n - 2);
            fibonacci::inverse(y, x, n - 1);
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y_adj: S0, x: f64, x_adj: S1, n: usize, n_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        if n < 2 {
            add(x_adj, get(y_adj));
        } else {
            fibonacci::pull(y_adj, x, x_adj, n - 2, rules.off());
            fibonacci::pull(y_adj, x, x_adj, n - 1, rules.off());
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, n: usize, n_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        if n < 2 {
            *y -= x;
            add(x_adj, get(y_adj));
        } else {
            fibonacci::adjoint(y, y_adj, x, x_adj, n - 2, rules.off());
            fibonacci::adjoint(y, y_adj, x, x_adj, n - 1, rules.off());
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, n: usize, n_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let n_adj = Shadow::into_shadow(n_adj);
        if n < 2 {
            *y += x;
            sub(x_adj, get(y_adj));
        } else {
            fibonacci::inverse_adjoint(y, y_adj, x, x_adj, n - 1, rules.off());
            fibonacci::inverse_adjoint(y, y_adj, x, x_adj, n - 2, rules.off());
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: f64,
        _: ::core::marker::PhantomData<__K1>,
        arg2: usize,
        _: ::core::marker::PhantomData<__K2>,
    ) {
        fibonacci(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, usize, W>,
    >(y: &mut f64, y_adj: S0, x: f64, x_adj: S1, n: usize, n_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, x, x_adj, n, n_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64, usize)> for fibonacci {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64, usize)) {
        fibonacci(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64, usize)) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64, usize)> for fibonacci {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64, usize),
        places: <(&'a1 mut f64, f64, usize) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// The residual of a call to itself is boxed.
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}
/// What is derived from the function [`power`](fn@power).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct power {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl power {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
        n: u32,
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &<f64 as Differentiable>::Shadow<K0>,
            &<u32 as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        without_gradient_type::<u32>();
        let rules = Rules::<W>::new();
        let mut saved2 = Slot::new();
        let mut saved1 = Slot::new();
        let branch1;
        if n == 0 {
            branch1 = 1.0;
        } else {
            let (mut t1, residual) = power::pullback_boxed(
                x,
                ::core::marker::PhantomData::<K0>,
                n - 1,
                ::core::marker::PhantomData::<Off<W>>,
            );
            saved1.push(residual);
            branch1 = x * t1;
            saved2.push(t1);
        }
        (
            branch1,
            move |seed, x_adj, n_adj| {
                let branch1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&branch1_adj, seed);
                let mut saved2 = saved2.back();
                let mut saved1 = saved1.back();
                if n == 0 {} else {
                    let mut t1 = saved2.pop().clone();
                    let t1_adj = rules.shadow(|| &t1);
                    let g2 = get(&branch1_adj);
                    add_with(x_adj, || rules.pull_left(Mul, g2, || x, || t1));
                    add_with(&t1_adj, || rules.pull_right(Mul, g2, || x, || t1));
                    saved1.pop()(get(&t1_adj), x_adj, inactive());
                }
            },
        )
    }
    /// The pullback of calls by the function itself, with its residual in a box.
    fn pullback_boxed<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
        n: u32,
        _: ::core::marker::PhantomData<Off<W>>,
    ) -> (
        f64,
        Box<
            dyn Fn(
                TangentOf<f64, W>,
                &<f64 as Differentiable>::Shadow<K0>,
                &<u32 as Differentiable>::Shadow<Off<W>>,
            ),
        >,
    ) {
        struct Run<'r>(&'r dyn Fn(&Run<'_>, f64, u32) -> f64);
        struct Back<'r, W: Width, K0: Kind<Width = W>>(
            &'r dyn Fn(
                &Back<'_, W, K0>,
                TangentOf<f64, W>,
                f64,
                &<f64 as Differentiable>::Shadow<K0>,
                u32,
            ),
        );
        let rules = Rules::<W>::new();
        let saved3 = Shared::new(TypeOnly::new());
        let saved2 = Shared::new(
            Reused::new(&Place(::core::module_path!(), "power::pullback_boxed", 2usize)),
        );
        let run = |again: &Run<'_>, x: f64, n: u32| -> f64 {
            let branch1;
            if n == 0 {
                branch1 = 1.0;
            } else {
                let mut t1 = (again.0)(again, x, n - 1);
                branch1 = x * t1;
                saved2.push(t1);
            }
            let result1 = branch1;
            saved3.see(&branch1);
            result1
        };
        let value = run(&Run(&run), x, n);
        let saved3 = saved3.into_inner();
        let saved2 = saved2.into_inner();
        (
            value,
            Box::new(move |seed, x_adj, n_adj| {
                let saved3 = saved3.back();
                let saved2 = saved2.back();
                let back = |
                    again: &Back<'_, W, K0>,
                    seed: TangentOf<f64, W>,
                    x: f64,
                    x_adj: &<f64 as Differentiable>::Shadow<K0>,
                    n: u32|
                {
                    let n_adj = <u32 as Differentiable>::inactive::<W>();
                    let result1_adj = rules.shadow::<f64>(|| unreachable!());
                    add(&result1_adj, seed);
                    let branch1 = saved3.witness();
                    let branch1_adj = rules.shadow(|| branch1.value());
                    add(&branch1_adj, get(&result1_adj));
                    if n == 0 {} else {
                        let mut t1 = saved2.pop().clone();
                        let t1_adj = rules.shadow(|| &t1);
                        let g2 = get(&branch1_adj);
                        add_with(x_adj, || rules.pull_left(Mul, g2, || x, || t1));
                        add_with(&t1_adj, || rules.pull_right(Mul, g2, || x, || t1));
                        (again.0)(again, get(&t1_adj), x, x_adj, n - 1);
                    }
                };
                back(&Back(&back), seed, x, x_adj, n)
            }),
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64, u32)> for power
where
    for<'any> f64: Differentiable,
    for<'any> u32: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64, u32)) -> f64 {
        let (arg0, arg1) = args;
        power(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64, u32),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64, u32) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0, arg1) = args;
        let (value, backward) = Self::pullback(
            arg0,
            ::core::marker::PhantomData::<K>,
            arg1,
            ::core::marker::PhantomData::<K>,
        );
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(f64, u32) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0), along::<u32, K>(&places.1)),
        )
    }
}
