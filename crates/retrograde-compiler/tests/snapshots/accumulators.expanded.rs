/// Filled by a loop, computed again as a whole.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn filled(y: &mut f64, x: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    let mut acc = 0.0;
    for i in 0..x.len() {
        acc += x[i] * x[i];
    }
    *y += pure(|| acc.sqrt());
}
/// What is derived from the function [`filled`](fn@filled).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct filled {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl filled {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: &[f64]) {
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i] * x[i];
        }
        *y -= Number::sqrt(acc);
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
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i] * x[i];
        }
        let acc_adj = rules.shadow(|| &acc);
        let t1 = Number::sqrt(acc);
        add_with(&acc_adj, || rules.pull_by(Sqrt, get(y_adj), || acc, || t1));
        {
            let (first, last) = (0, x.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &x[i..][..count];
                let view1 = &(x_adj)[i..][..count];
                let read0 = get(&acc_adj);
                for (view0, view1) in view0.iter().zip(view1.iter()) {
                    add_with(
                        &(*view1),
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    twice(::core::clone::Clone::clone(&read0)),
                                    || (*view0),
                                    || (*view0),
                                )
                        },
                    );
                }
            }
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
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i] * x[i];
        }
        let acc_adj = rules.shadow(|| &acc);
        let t1 = Number::sqrt(acc);
        *y -= t1;
        add_with(&acc_adj, || rules.pull_by(Sqrt, get(y_adj), || acc, || t1));
        {
            let (first, last) = (0, x.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &x[i..][..count];
                let view1 = &(x_adj)[i..][..count];
                let read0 = get(&acc_adj);
                for (view0, view1) in view0.iter().zip(view1.iter()) {
                    add_with(
                        &(*view1),
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    twice(::core::clone::Clone::clone(&read0)),
                                    || (*view0),
                                    || (*view0),
                                )
                        },
                    );
                }
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
        let mut acc = 0.0;
        let acc_adj = rules.shadow(|| &acc);
        for i in 0..x.len() {
            let t1 = x[i] * x[i];
            acc += t1;
            sub_with(
                &x_adj[i],
                || rules.pull_right(Mul, twice(get(&acc_adj)), || x[i], || x[i]),
            );
        }
        let t2 = Number::sqrt(acc);
        *y += t2;
        sub_with(&acc_adj, || rules.pull_by(Sqrt, get(y_adj), || acc, || t2));
        {
            let (first, last) = (0, x.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &x[i..][..count];
                let view1 = &(x_adj)[i..][..count];
                let read0 = get(&acc_adj);
                for (view0, view1) in view0.iter().zip(view1.iter()) {
                    add_with(
                        &(*view1),
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    twice(::core::clone::Clone::clone(&read0)),
                                    || (*view0),
                                    || (*view0),
                                )
                        },
                    );
                }
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
        filled(arg0, arg1)
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
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64])> for filled {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        filled(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64])> for filled {
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

/// Read while it is filled: the way back runs it backwards too.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn interleaved(b: &mut [f64], x: &[f64]) {
    plain::<[f64]>();
    plain::<[f64]>();
    let mut acc = 0.0;
    for i in 0..x.len() {
        acc += x[i];
        b[i] += acc;
    }
}
/// What is derived from the function [`interleaved`](fn@interleaved).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct interleaved {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl interleaved {
    /// Undoes the function.
    #[inline]
    fn inverse(b: &mut [f64], x: &[f64]) {
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i];
        }
        for i in rev(0..x.len()) {
            b[i] -= acc;
            acc -= x[i];
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        b_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let b_adj = Shadow::into_shadow(b_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let acc = witness(|| 0.0);
        let acc_adj = rules.shadow(|| acc.value());
        for i in rev(0..x.len()) {
            add(&acc_adj, get(&b_adj[i]));
            add(&x_adj[i], get(&acc_adj));
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        b: &mut [f64],
        b_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let b_adj = Shadow::into_shadow(b_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut acc = 0.0;
        for i in 0..x.len() {
            acc += x[i];
        }
        let acc_adj = rules.shadow(|| &acc);
        for i in rev(0..x.len()) {
            b[i] -= acc;
            add(&acc_adj, get(&b_adj[i]));
            acc -= x[i];
            add(&x_adj[i], get(&acc_adj));
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        b: &mut [f64],
        b_adj: S0,
        x: &[f64],
        x_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let b_adj = Shadow::into_shadow(b_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut acc = 0.0;
        let acc_adj = rules.shadow(|| &acc);
        for i in 0..x.len() {
            acc += x[i];
            sub(&x_adj[i], get(&acc_adj));
            b[i] += acc;
            sub(&acc_adj, get(&b_adj[i]));
        }
        {
            let (first, last) = (0, x.len());
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &(x_adj)[i..][..count];
                let read0 = get(&acc_adj);
                for view0 in view0.iter() {
                    add(&(*view0), ::core::clone::Clone::clone(&read0));
                }
            }
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut [f64],
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[f64],
        _: ::core::marker::PhantomData<__K1>,
    ) {
        interleaved(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        b: &mut [f64],
        b_adj: S0,
        x: &[f64],
        x_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(b, b_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut [f64], &'a2 [f64])> for interleaved {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], &'a2 [f64])) {
        interleaved(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut [f64], &'a2 [f64])> for interleaved {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64]),
        places: <(&'a1 mut [f64], &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64]),
        places: <(&'a1 mut [f64], &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}

/// In `pull`, gradients are collected on the walk there.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn packed(y: &mut f64, w: &[f64], x: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    plain::<[f64]>();
    let mut next = 0;
    let mut i = 0;
    while i < x.len() {
        if x[i] != 0.0 {
            *y += w[next] * x[i];
            next += 1;
        }
        i += 1;
    }
}
/// What is derived from the function [`packed`](fn@packed).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct packed {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl packed {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, w: &[f64], x: &[f64]) {
        let mut next = 0;
        let mut i = 0;
        while i < x.len() {
            if x[i] != 0.0 {
                next += 1;
            }
            i += 1;
        }
        while i > 0 {
            i -= 1;
            if x[i] != 0.0 {
                next -= 1;
                *y -= w[next] * x[i];
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
        S2: Shadow<'s, [f64], W>,
    >(y_adj: S0, w: &[f64], w_adj: S1, x: &[f64], x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let w_adj = Shadow::into_shadow(w_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut next = 0;
        let mut i = 0;
        while i < x.len() {
            if x[i] != 0.0 {
                add_with(
                    &w_adj[next],
                    || rules.pull_left(Mul, get(y_adj), || w[next], || x[i]),
                );
                add_with(
                    &x_adj[i],
                    || rules.pull_right(Mul, get(y_adj), || w[next], || x[i]),
                );
                next += 1;
            }
            i += 1;
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, w: &[f64], w_adj: S1, x: &[f64], x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let w_adj = Shadow::into_shadow(w_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut next = 0;
        let mut i = 0;
        while i < x.len() {
            if x[i] != 0.0 {
                next += 1;
            }
            i += 1;
        }
        while i > 0 {
            i -= 1;
            if x[i] != 0.0 {
                next -= 1;
                let t1 = w[next] * x[i];
                *y -= t1;
                add_with(
                    &w_adj[next],
                    || rules.pull_left(Mul, get(y_adj), || w[next], || x[i]),
                );
                add_with(
                    &x_adj[i],
                    || rules.pull_right(Mul, get(y_adj), || w[next], || x[i]),
                );
            }
        }
    }
    /// Runs the function forwards and carries gradients along: the adjoint of `inverse`.
    #[inline]
    fn inverse_adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, w: &[f64], w_adj: S1, x: &[f64], x_adj: S2) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let w_adj = Shadow::into_shadow(w_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let mut next = 0;
        let mut i = 0;
        while i < x.len() {
            if x[i] != 0.0 {
                let t1 = w[next] * x[i];
                *y += t1;
                sub_with(
                    &w_adj[next],
                    || rules.pull_left(Mul, get(y_adj), || w[next], || x[i]),
                );
                sub_with(
                    &x_adj[i],
                    || rules.pull_right(Mul, get(y_adj), || w[next], || x[i]),
                );
                next += 1;
            }
            i += 1;
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2>(
        arg0: &mut f64,
        _: ::core::marker::PhantomData<__K0>,
        arg1: &[f64],
        _: ::core::marker::PhantomData<__K1>,
        arg2: &[f64],
        _: ::core::marker::PhantomData<__K2>,
    ) {
        packed(arg0, arg1, arg2)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, [f64], W>,
    >(y: &mut f64, y_adj: S0, w: &[f64], w_adj: S1, x: &[f64], x_adj: S2, _: &()) {
        Self::adjoint::<W, S0, S1, S2>(y, y_adj, w, w_adj, x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> Reversible<(&'a1 mut f64, &'a2 [f64], &'a3 [f64])> for packed {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64])) {
        packed(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64])) {
        Self::inverse(args.0, args.1, args.2);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> ReversibleAdjoint<(&'a1 mut f64, &'a2 [f64], &'a3 [f64])>
for packed {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64], &'a3 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, &'a2 [f64], &'a3 [f64]),
        places: <(&'a1 mut f64, &'a2 [f64], &'a3 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1, args.2, places.2);
    }
}
