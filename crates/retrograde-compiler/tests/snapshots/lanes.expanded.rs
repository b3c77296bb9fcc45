/// The turns of the adjoint meet in the sum `x_adj`, so they run in lanes.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn column(out: &mut [f64], l: &[f64], p: usize, x: f64) {
    plain::<[f64]>();
    plain::<[f64]>();
    plain::<usize>();
    plain::<f64>();
    is_f64::<f64>();
    without_gradient_type::<usize>();
    for j in 0..out.len() {
        out[j] += l[p + j] * x;
    }
}
/// What is derived from the function [`column`](fn@column).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct column {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl column {
    /// Undoes the function.
    #[inline]
    fn inverse(out: &mut [f64], l: &[f64], p: usize, x: f64) {
        for j in 0..out.len() {
            out[j] -= l[p + j] * x;
        }
    }
    /// Carries the gradients of the outputs back to the inputs. The outputs are only added to, so neither their values nor a forward run is needed; one whose length matters is lent.
    #[inline]
    fn pull<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        out: &[f64],
        out_adj: S0,
        l: &[f64],
        l_adj: S1,
        p: usize,
        p_adj: S2,
        x: f64,
        x_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let out_adj = Shadow::into_shadow(out_adj);
        let l_adj = Shadow::into_shadow(l_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        {
            let (first, last) = (0, out.len());
            if first < last {
                let count = last - first;
                let j = first;
                let view0_whole = &(out_adj)[run(j, count)][..count];
                let (view0, view0_tail) = view0_whole.as_chunks::<{ LANES }>();
                let (view1, view1_tail) = (l_adj)[run(p + j, count)][..count]
                    .as_chunks::<{ LANES }>();
                let (view2, view2_tail) = l[run(p + j, count)][..count]
                    .as_chunks::<{ LANES }>();
                if any_flows(view0_whole) {
                    let mut sum0_adj = Sum::of(x_adj);
                    for (block, ((view0, view1), view2)) in view0
                        .iter()
                        .zip(view1.iter())
                        .zip(view2.iter())
                        .enumerate()
                    {
                        let j = first + block * LANES;
                        let read0_adj: [_; LANES] = ::core::array::from_fn(|lane| get(
                            &view0[lane],
                        ));
                        for lane in 0..LANES {
                            let j = j + lane;
                            sum0_adj.add(lane, || read0_adj[lane] * view2[lane]);
                        }
                        for lane in 0..LANES {
                            let j = j + lane;
                            add(&view1[lane], read0_adj[lane] * x);
                        }
                    }
                    let mut sum0_adj = sum0_adj.total();
                    for (block, ((view0, view1), view2)) in view0_tail
                        .iter()
                        .zip(view1_tail.iter())
                        .zip(view2_tail.iter())
                        .enumerate()
                    {
                        let j = last - count % LANES + block;
                        let read0_adj = get(&(*view0));
                        sum0_adj.add(|| read0_adj * (*view2));
                        add(&(*view1), read0_adj * x);
                    }
                    sum0_adj.add_to(x_adj);
                }
            }
        }
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        out: &mut [f64],
        out_adj: S0,
        l: &[f64],
        l_adj: S1,
        p: usize,
        p_adj: S2,
        x: f64,
        x_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let out_adj = Shadow::into_shadow(out_adj);
        let l_adj = Shadow::into_shadow(l_adj);
        let p_adj = Shadow::into_shadow(p_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        {
            let (first, last) = (0, out.len());
            if first < last {
                let count = last - first;
                let j = first;
                let (view0, view0_tail) = l[run(p + j, count)][..count]
                    .as_chunks::<{ LANES }>();
                let (view1, view1_tail) = out[run(j, count)][..count]
                    .as_chunks_mut::<{ LANES }>();
                let (view2, view2_tail) = (out_adj)[run(j, count)][..count]
                    .as_chunks::<{ LANES }>();
                let (view3, view3_tail) = (l_adj)[run(p + j, count)][..count]
                    .as_chunks::<{ LANES }>();
                let mut sum0_adj = Sum::of(x_adj);
                for (block, (((view0, view1), view2), view3)) in view0
                    .iter()
                    .zip(view1.iter_mut())
                    .zip(view2.iter())
                    .zip(view3.iter())
                    .enumerate()
                {
                    let j = first + block * LANES;
                    let read0_adj: [_; LANES] = ::core::array::from_fn(|lane| get(
                        &view2[lane],
                    ));
                    for lane in 0..LANES {
                        let j = j + lane;
                        view1[lane] -= view0[lane] * x;
                    }
                    for lane in 0..LANES {
                        let j = j + lane;
                        sum0_adj.add(lane, || read0_adj[lane] * view0[lane]);
                    }
                    for lane in 0..LANES {
                        let j = j + lane;
                        add(&view3[lane], read0_adj[lane] * x);
                    }
                }
                let mut sum0_adj = sum0_adj.total();
                for (block, (((view0, view1), view2), view3)) in view0_tail
                    .iter()
                    .zip(view1_tail.iter_mut())
                    .zip(view2_tail.iter())
                    .zip(view3_tail.iter())
                    .enumerate()
                {
                    let j = last - count % LANES + block;
                    let read0_adj = get(&(*view2));
                    (*view1) -= (*view0) * x;
                    sum0_adj.add(|| read0_adj * (*view0));
                    add(&(*view3), read0_adj * x);
                }
                sum0_adj.add_to(x_adj);
            }
        }
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut [f64],
        _: PhantomData<__K0>,
        arg1: &[f64],
        _: PhantomData<__K1>,
        arg2: usize,
        _: PhantomData<__K2>,
        arg3: f64,
        _: PhantomData<__K3>,
    ) {
        column(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, [f64], W>,
        S1: Shadow<'s, [f64], W>,
        S2: Shadow<'s, usize, W>,
        S3: Shadow<'s, f64, W>,
    >(
        out: &mut [f64],
        out_adj: S0,
        l: &[f64],
        l_adj: S1,
        p: usize,
        p_adj: S2,
        x: f64,
        x_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1, S2, S3>(out, out_adj, l, l_adj, p, p_adj, x, x_adj)
    }
    #[doc(hidden)]
    fn inverse_adjoint<__A0, __A1, __A2, __A3, __A4, __A5, __A6, __A7>(
        _: __A0,
        _: __A1,
        _: __A2,
        _: __A3,
        _: __A4,
        _: __A5,
        _: __A6,
        _: __A7,
    )
    where
        for<'__none> NoLoss: HasInverseAdjoint,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut [f64], &'a2 [f64], usize, f64)> for column {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64], &'a2 [f64], usize, f64)) {
        column(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64], &'a2 [f64], usize, f64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> ReversibleAdjoint<(&'a1 mut [f64], &'a2 [f64], usize, f64)> for column {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut [f64], &'a2 [f64], usize, f64),
        places: <(&'a1 mut [f64], &'a2 [f64], usize, f64) as Arguments>::Places<'_>,
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
}
