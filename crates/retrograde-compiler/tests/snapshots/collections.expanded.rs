/// Gradients move with what is moved onto a stack; an entry of a map is read where its key says.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn keep(y: &mut f64, x: f64, stack: &mut Stack<f64>, map: &mut BTreeMap<u32, f64>) {
    plain::<f64>();
    plain::<f64>();
    plain::<Stack<f64>>();
    plain::<BTreeMap<u32, f64>>();
    is_f64::<f64>();
    push(stack, y);
    insert(map, 3, x * x);
    has_elements(|| &*map);
    *y += map[&3];
}
/// What is derived from the function [`keep`](fn@keep).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct keep {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl keep {
    /// Undoes the function.
    #[inline]
    fn inverse(
        y: &mut f64,
        x: f64,
        stack: &mut Stack<f64>,
        map: &mut BTreeMap<u32, f64>,
    ) {
        *y -= map[&3];
        insert::inverse(map, 3, x * x);
        push::inverse(stack, y);
    }
    /// Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient.
    #[inline]
    fn adjoint<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, Stack<f64>, W>,
        S3: Shadow<'s, BTreeMap<u32, f64>, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        stack: &mut Stack<f64>,
        stack_adj: S2,
        map: &mut BTreeMap<u32, f64>,
        map_adj: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_adj = Shadow::into_shadow(y_adj);
        let x_adj = Shadow::into_shadow(x_adj);
        let stack_adj = Shadow::into_shadow(stack_adj);
        let map_adj = Shadow::into_shadow(map_adj);
        *y -= map[&3];
        add(&map_adj[&3], get(y_adj));
        let t1 = x * x;
        let t1_adj = rules.shadow(unread::<f64>);
        insert::adjoint(map, map_adj, 3, rules.off(), t1, &t1_adj);
        add(x_adj, get(&t1_adj) * 2.0 * x);
        push::adjoint(stack, stack_adj, y, y_adj);
    }
    /// Runs the function and carries tangents along: values, each followed by its tangent.
    #[inline]
    fn tangent<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Direction<'s, f64, W>,
        S2: Shadow<'s, Stack<f64>, W>,
        S3: Shadow<'s, BTreeMap<u32, f64>, W>,
    >(
        y: &mut f64,
        y_tan: S0,
        x: f64,
        x_tan: S1,
        stack: &mut Stack<f64>,
        stack_tan: S2,
        map: &mut BTreeMap<u32, f64>,
        map_tan: S3,
    ) {
        let rules = Rules::<W>::new();
        let y_tan = Shadow::into_shadow(y_tan);
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S1::Kind>(&x_tan);
        let stack_tan = Shadow::into_shadow(stack_tan);
        let map_tan = Shadow::into_shadow(map_tan);
        push::tangent(stack, stack_tan, y, y_tan);
        let t1 = x * x;
        let t1_tan = rules.shadow(unread::<f64>);
        rules
            .add_parts(
                &t1_tan,
                parts(x_tan),
                |rules, block| part(x_tan, block) * x + part(x_tan, block) * x,
            );
        insert::tangent(map, map_tan, 3, rules.off(), t1, &t1_tan);
        add(y_tan, get(&map_tan[&3]));
        *y += map[&3];
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1, __K2, __K3>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
        arg2: &mut Stack<f64>,
        _: PhantomData<__K2>,
        arg3: &mut BTreeMap<u32, f64>,
        _: PhantomData<__K3>,
    ) {
        keep(arg0, arg1, arg2, arg3)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<
        's,
        W: Width,
        S0: Shadow<'s, f64, W>,
        S1: Shadow<'s, f64, W>,
        S2: Shadow<'s, Stack<f64>, W>,
        S3: Shadow<'s, BTreeMap<u32, f64>, W>,
    >(
        y: &mut f64,
        y_adj: S0,
        x: f64,
        x_adj: S1,
        stack: &mut Stack<f64>,
        stack_adj: S2,
        map: &mut BTreeMap<u32, f64>,
        map_adj: S3,
        _: &(),
    ) {
        Self::adjoint::<
            W,
            S0,
            S1,
            S2,
            S3,
        >(y, y_adj, x, x_adj, stack, stack_adj, map, map_adj)
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
    #[doc(hidden)]
    fn inverse_tangent<__A0, __A1, __A2, __A3, __A4, __A5, __A6, __A7>(
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
        for<'__none> NoLoss: HasInverseTangent,
    {
        ::core::unreachable!()
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
> Reversible<(&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>)>
for keep {
    #[inline]
    fn call(
        &self,
        args: (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
    ) {
        keep(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(
        &self,
        args: (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
    ) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
> ReversibleAdjoint<
    (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
> for keep {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
        places: <(
            &'a1 mut f64,
            f64,
            &'a2 mut Stack<f64>,
            &'a3 mut BTreeMap<u32, f64>,
        ) as Arguments>::Places<'_>,
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
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
> ReversibleTangent<
    (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
> for keep {
    #[inline]
    fn call_tangent(
        &self,
        args: (&'a1 mut f64, f64, &'a2 mut Stack<f64>, &'a3 mut BTreeMap<u32, f64>),
        places: <(
            &'a1 mut f64,
            f64,
            &'a2 mut Stack<f64>,
            &'a3 mut BTreeMap<u32, f64>,
        ) as Arguments>::Places<'_>,
    ) {
        Self::tangent(
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
