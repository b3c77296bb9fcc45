/// Loops along arrays.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn along(a: &mut [f64], b: &[f64]) {
    plain::<[f64]>();
    plain::<[f64]>();
    is_f64::<f64>();
    for (i, (x, &y)) in a.iter_mut().zip(b.iter()).enumerate() {
        #[cfg(debug_assertions)]
        {
            let by = y * (i as f64);
            Absorbing(&*x, &by).add("*x");
            *x += by;
        }
        #[cfg(not(debug_assertions))]
        {
            *x += y * (i as f64);
        }
    }
    let _length1 = a.len();
    for (row, v) in a.chunks_exact_mut(2).rev().zip(b.iter()) {
        has_elements(|| &*row);
        #[cfg(debug_assertions)]
        {
            let by = *v * row[1];
            Absorbing(&row[0], &by).add("row[0]");
            row[0] += by;
        }
        #[cfg(not(debug_assertions))]
        {
            row[0] += *v * row[1];
        }
    }
}
/// What is derived from the function [`along`](fn@along).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct along {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl along {
    /// Undoes the function.
    #[inline]
    fn inverse(a: &mut [f64], b: &[f64]) {
        let _length1 = a.len();
        #[cfg(debug_assertions)]
        {
            let mut _length1_held = largest(0.0, &_length1);
            for (row, v) in a.chunks_exact_mut(2).rev().zip(b.iter()).rev() {
                row[0] -= *v * row[1];
            }
            restored("_length1", &_length1, &(a.len()), _length1_held);
            for (i, (x, &y)) in a.iter_mut().zip(b.iter()).enumerate().rev() {
                *x -= y * (i as f64);
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for (row, v) in a.chunks_exact_mut(2).rev().zip(b.iter()) {
                row[0] -= *v * row[1];
            }
            for (i, (x, &y)) in a.iter_mut().zip(b.iter()).enumerate() {
                *x -= y * (i as f64);
            }
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        a: &mut [f64],
        a_adj: S0,
        b: &[f64],
        b_adj: S1,
    ) {
        let rules = Rules::<W>::new();
        let a_adj = Shadow::into_shadow(a_adj);
        let b_adj = Shadow::into_shadow(b_adj);
        let _length1 = a.len();
        #[cfg(debug_assertions)]
        let mut _length1_held = largest(0.0, &_length1);
        for (iteration1, (row, v)) in a
            .chunks_exact_mut(2)
            .rev()
            .zip(b.iter())
            .enumerate()
            .rev()
        {
            let row_adj = &a_adj[(_length1 / 2 - 1 - iteration1)
                * 2..(_length1 / 2 - 1 - iteration1) * 2 + 2];
            let v_adj = &b_adj[iteration1];
            row[0] -= *v * row[1];
            add_with(v_adj, || get(&row_adj[0]) * row[1]);
            add_with(&row_adj[1], || get(&row_adj[0]) * *v);
        }
        #[cfg(debug_assertions)]
        {
            restored("_length1", &_length1, &(a.len()), _length1_held);
            for (i, (x, &y)) in a.iter_mut().zip(b.iter()).enumerate().rev() {
                let x_adj = &a_adj[i];
                let y_adj = &b_adj[i];
                *x -= y * (i as f64);
                add_with(y_adj, || get(x_adj) * (i as f64));
            }
        }
        #[cfg(not(debug_assertions))]
        {
            let (first, last) = (0, a.len().min(b.len()));
            if first < last {
                let count = last - first;
                let i = first;
                let view0 = &b[run(i, count)][..count];
                let view1 = &mut a[run(i, count)][..count];
                let view2 = &(a_adj)[run(i, count)][..count];
                let view3 = &(b_adj)[run(i, count)][..count];
                for (iteration, (((view0, view1), view2), view3)) in view0
                    .iter()
                    .zip(view1.iter_mut())
                    .zip(view2.iter())
                    .zip(view3.iter())
                    .enumerate()
                {
                    let i = first + iteration;
                    let read0_adj = get(&(*view2));
                    (*view1) -= (*view0) * (i as f64);
                    add_with(&(*view3), || read0_adj * (i as f64));
                }
            }
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut [f64],
        _: PhantomData<__K0>,
        arg1: &[f64],
        _: PhantomData<__K1>,
    ) {
        along(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, [f64], W>, S1: Shadow<'s, [f64], W>>(
        a: &mut [f64],
        a_adj: S0,
        b: &[f64],
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
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut [f64], &'a2 [f64])> for along {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], &'a2 [f64])) {
        along(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut [f64], &'a2 [f64])> for along {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64]),
        places: <(&'a1 mut [f64], &'a2 [f64]) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
}

/// Stepped ranges.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn stepped(a: &mut [f64], n: usize) {
    plain::<[f64]>();
    plain::<usize>();
    for i in stepped(0..n, 3) {
        #[cfg(debug_assertions)]
        {
            let by = 1.0;
            Absorbing(&a[i], &by).add("a[i]");
            a[i] += by;
        }
        #[cfg(not(debug_assertions))]
        {
            a[i] += 1.0;
        }
    }
    for i_1 in stepped_back(0..=n, 2) {
        #[cfg(debug_assertions)]
        {
            let by = 1.0;
            Absorbing(&a[i_1], &by).add("a[i_1]");
            a[i_1] += by;
        }
        #[cfg(not(debug_assertions))]
        {
            a[i_1] += 1.0;
        }
    }
}
/// What is derived from the function [`stepped`](fn@stepped).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct stepped {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl stepped {
    /// Undoes the function.
    #[inline]
    fn inverse(a: &mut [f64], n: usize) {
        #[cfg(debug_assertions)]
        {
            for i_1 in rev(stepped_back(0..=n, 2)) {
                a[i_1] -= 1.0;
            }
            for i in rev(stepped(0..n, 3)) {
                a[i] -= 1.0;
            }
        }
        #[cfg(not(debug_assertions))]
        {
            for i_1 in stepped_back(0..=n, 2) {
                a[i_1] -= 1.0;
            }
            for i in stepped(0..n, 3) {
                a[i] -= 1.0;
            }
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64], usize)> for stepped {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], usize)) {
        stepped(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], usize)) {
        Self::inverse(args.0, args.1);
    }
}

/// A statement for every element.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn elementwise(y: &mut [f64], a: f64, x: &[f64]) {
    plain::<[f64]>();
    plain::<f64>();
    plain::<[f64]>();
    same_length("x", x.len(), "y", y.len());
    for k1 in 0..x.len() {
        #[cfg(debug_assertions)]
        {
            let by = a * x[k1];
            Absorbing(&y[k1], &by).add("y[k1]");
            y[k1] += by;
        }
        #[cfg(not(debug_assertions))]
        {
            y[k1] += a * x[k1];
        }
    }
}
/// What is derived from the function [`elementwise`](fn@elementwise).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct elementwise {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl elementwise {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut [f64], a: f64, x: &[f64]) {
        #[cfg(debug_assertions)]
        for k1 in rev(0..x.len()) {
            y[k1] -= a * x[k1];
        }
        #[cfg(not(debug_assertions))]
        for k1 in 0..x.len() {
            y[k1] -= a * x[k1];
        }
        same_length("x", x.len(), "y", y.len());
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut [f64], f64, &'a2 [f64])> for elementwise {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], f64, &'a2 [f64])) {
        elementwise(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1, args.2);
    }
}
