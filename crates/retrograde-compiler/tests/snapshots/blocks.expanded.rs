#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn in_a_block(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        let a = x;
        let b = pure(|| {
            2.0
                * ({
                    let s = x.sin();
                    s * s
                })
        });
        {
            let by = (a * b, a).0;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
    }
    #[cfg(not(debug_assertions))]
    {
        let a = x;
        let b = pure(|| {
            2.0
                * ({
                    let s = x.sin();
                    s * s
                })
        });
        *y += (a * b, a).0;
    }
}
/// What is derived from the function [`in_a_block`](fn@in_a_block).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct in_a_block {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl in_a_block {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        #[cfg(debug_assertions)]
        {
            let a = x;
            let mut a_held = largest(0.0, &a);
            let b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            let mut b_held = largest(0.0, &b);
            *y -= (a * b, a).0;
            restored(
                "b",
                &b,
                &(2.0
                    * ({
                        let s = x.sin();
                        s * s
                    })),
                b_held,
            );
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let a = x;
            let b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            *y -= (a * b, a).0;
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
        let a = x;
        let a_adj = rules.shadow(|| &a);
        let b = 2.0
            * ({
                let s = x.sin();
                s * s
            });
        let b_adj = rules.shadow(|| &b);
        let t1 = witness(|| a * b);
        let t2 = witness(|| (t1.value(), a));
        let t2_adj = rules.shadow(|| t2.value());
        add(&t2_adj.0, get(y_adj));
        add_with(&a_adj, || rules.pull_left(Mul, get(&t2_adj.0), || a, || b));
        add_with(&b_adj, || rules.pull_right(Mul, get(&t2_adj.0), || a, || b));
        add(&a_adj, get(&t2_adj.1));
        let t4 = x.sin();
        let s = t4;
        let t5 = witness(|| s * s);
        let t6 = t5.clone();
        let s_adj = rules.shadow(|| &s);
        add_with(
            &s_adj,
            || {
                rules
                    .pull_right(
                        Mul,
                        twice(rules.pull_right(Mul, get(&b_adj), || 2.0, || t6.value())),
                        || s,
                        || s,
                    )
            },
        );
        add_with(x_adj, || rules.pull(Sin, get(&s_adj), || x));
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
            let a = x;
            let mut a_held = largest(0.0, &a);
            let a_adj = rules.shadow(|| &a);
            let b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            let mut b_held = largest(0.0, &b);
            let b_adj = rules.shadow(|| &b);
            let t1 = a * b;
            let t2 = (t1, a);
            let t3 = t2.0;
            *y -= t3;
            let t2_adj = rules.shadow(|| &t2);
            add(&t2_adj.0, get(y_adj));
            add_with(&a_adj, || rules.pull_left(Mul, get(&t2_adj.0), || a, || b));
            add_with(&b_adj, || rules.pull_right(Mul, get(&t2_adj.0), || a, || b));
            add(&a_adj, get(&t2_adj.1));
            let t4 = x.sin();
            let s = t4;
            let t5 = s * s;
            let t6 = t5;
            let t7 = 2.0 * t6;
            let s_adj = rules.shadow(|| &s);
            add_with(
                &s_adj,
                || {
                    rules
                        .pull_right(
                            Mul,
                            twice(rules.pull_right(Mul, get(&b_adj), || 2.0, || t6)),
                            || s,
                            || s,
                        )
                },
            );
            add_with(x_adj, || rules.pull(Sin, get(&s_adj), || x));
            restored(
                "b",
                &b,
                &(2.0
                    * ({
                        let s = x.sin();
                        s * s
                    })),
                b_held,
            );
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let a = x;
            let a_adj = rules.shadow(|| &a);
            let b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            let b_adj = rules.shadow(|| &b);
            let t1 = a * b;
            let t2 = (t1, a);
            let t3 = t2.0;
            *y -= t3;
            let t2_adj = rules.shadow(|| &t2);
            add(&t2_adj.0, get(y_adj));
            add_with(&a_adj, || rules.pull_left(Mul, get(&t2_adj.0), || a, || b));
            add_with(&b_adj, || rules.pull_right(Mul, get(&t2_adj.0), || a, || b));
            add(&a_adj, get(&t2_adj.1));
            let t4 = x.sin();
            let s = t4;
            let t5 = witness(|| s * s);
            let t6 = t5.clone();
            let s_adj = rules.shadow(|| &s);
            add_with(
                &s_adj,
                || {
                    rules
                        .pull_right(
                            Mul,
                            twice(
                                rules.pull_right(Mul, get(&b_adj), || 2.0, || t6.value()),
                            ),
                            || s,
                            || s,
                        )
                },
            );
            add_with(x_adj, || rules.pull(Sin, get(&s_adj), || x));
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
            let mut b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            let mut b_held = largest(0.0, &b);
            let b_adj = rules.shadow(|| &b);
            let t1 = a * b;
            let t2 = (t1, a);
            let t3 = t2.0;
            *y += t3;
            let t2_adj = rules.shadow(|| &t2);
            sub(&t2_adj.0, get(y_adj));
            add_with(&a_adj, || rules.pull_left(Mul, get(&t2_adj.0), || a, || b));
            add_with(&b_adj, || rules.pull_right(Mul, get(&t2_adj.0), || a, || b));
            add(&a_adj, get(&t2_adj.1));
            let t4 = x.sin();
            let s = t4;
            let t5 = s * s;
            let t6 = t5;
            let t7 = 2.0 * t6;
            let s_adj = rules.shadow(|| &s);
            add_with(
                &s_adj,
                || {
                    rules
                        .pull_right(
                            Mul,
                            twice(rules.pull_right(Mul, get(&b_adj), || 2.0, || t6)),
                            || s,
                            || s,
                        )
                },
            );
            add_with(x_adj, || rules.pull(Sin, get(&s_adj), || x));
            restored(
                "b",
                &b,
                &(2.0
                    * ({
                        let s = x.sin();
                        s * s
                    })),
                b_held,
            );
            add(x_adj, get(&a_adj));
            restored("a", &a, &(x), a_held);
        }
        #[cfg(not(debug_assertions))]
        {
            let mut a = x;
            let a_adj = rules.shadow(|| &a);
            let mut b = 2.0
                * ({
                    let s = x.sin();
                    s * s
                });
            let b_adj = rules.shadow(|| &b);
            let t1 = a * b;
            let t2 = (t1, a);
            let t3 = t2.0;
            *y += t3;
            let t2_adj = rules.shadow(|| &t2);
            sub(&t2_adj.0, get(y_adj));
            add_with(&a_adj, || rules.pull_left(Mul, get(&t2_adj.0), || a, || b));
            add_with(&b_adj, || rules.pull_right(Mul, get(&t2_adj.0), || a, || b));
            add(&a_adj, get(&t2_adj.1));
            let t4 = x.sin();
            let s = t4;
            let t5 = witness(|| s * s);
            let t6 = t5.clone();
            let s_adj = rules.shadow(|| &s);
            add_with(
                &s_adj,
                || {
                    rules
                        .pull_right(
                            Mul,
                            twice(
                                rules.pull_right(Mul, get(&b_adj), || 2.0, || t6.value()),
                            ),
                            || s,
                            || s,
                        )
                },
            );
            add_with(x_adj, || rules.pull(Sin, get(&s_adj), || x));
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
        in_a_block(arg0, arg1)
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
impl<'a1> Reversible<(&'a1 mut f64, f64)> for in_a_block {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        in_a_block(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for in_a_block {
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
