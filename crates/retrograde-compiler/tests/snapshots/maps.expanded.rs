#[allow(dead_code, clippy::needless_range_loop)]
fn totals(keys: &[u32], x: &[f64]) -> f64 {
    let mut m = HashMap::new();
    for i in 0..x.len() {
        m.insert(keys[i], x[i]);
        *m.entry(0).or_insert(0.5) += x[i];
        if let Some(v) = m.get_mut(&1) {
            *v *= x[i];
        }
    }
    m[&0]
}
/// What is derived from the function [`totals`](fn@totals).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct totals {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl totals {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        keys: &[u32],
        _: ::core::marker::PhantomData<K0>,
        x: &[f64],
        _: ::core::marker::PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[u32],
            &<[u32] as Differentiable>::Shadow<K0>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K1>,
        ) + use<W, K0, K1>,
    ) {
        without_gradient_type::<[u32]>();
        let rules = Rules::<W>::new();
        let mut saved8 = TypeOnly::new();
        let mut saved6 = Reused::new(&Place(::core::module_path!(), "totals", 6usize));
        let mut saved7 = Reused::new(&Place(::core::module_path!(), "totals", 7usize));
        let mut saved5 = Reused::new(&Place(::core::module_path!(), "totals", 5usize));
        let mut saved2 = Reused::new(&Place(::core::module_path!(), "totals", 2usize));
        let mut saved4 = TypeOnly::new();
        let mut saved3 = Reused::new(&Place(::core::module_path!(), "totals", 3usize));
        let mut saved1 = Reused::new(&Place(::core::module_path!(), "totals", 1usize));
        let mut m = ({
            #[allow(unused_imports)]
            use {Compared as _, Uncompared as _};
            (&Repeated::new(::core::cfg!(debug_assertions), || HashMap::new(), "new()"))
                .run()
        });
        saved1.reserve((0..x.len()).count());
        saved2.reserve((0..x.len()).count());
        saved5.reserve((0..x.len()).count());
        saved6.reserve((0..x.len()).count());
        for i in 0..x.len() {
            let entry1 = x[i];
            let (mut t1, residual) = insert_entry::pullback(
                &mut m,
                ::core::marker::PhantomData::<On<W>>,
                keys[i],
                ::core::marker::PhantomData::<Off<W>>,
                copied(entry1.clone(), &entry1),
                ::core::marker::PhantomData::<On<W>>,
            );
            saved1.push(residual);
            let value10 = ::core::clone::Clone::clone(&t1);
            let before1 = ::core::clone::Clone::clone(&value10);
            let by1 = x[i];
            let key1 = 0;
            let decided1 = ({
                #[allow(unused_imports)]
                use {Compared as _, Uncompared as _};
                (&Repeated::new(
                    ::core::cfg!(debug_assertions),
                    || !m.contains_key(&key1),
                    "!m.contains_key(&key1)",
                ))
                    .run()
            });
            if decided1 {
                let (mut t2, residual) = insert_entry::pullback(
                    &mut m,
                    ::core::marker::PhantomData::<On<W>>,
                    key1.clone(),
                    ::core::marker::PhantomData::<Off<W>>,
                    0.5,
                    ::core::marker::PhantomData::<Off<W>>,
                );
                saved3.push(residual);
                let before2 = ::core::clone::Clone::clone(&t2);
                saved4.see(&t2);
            }
            saved2.push(decided1);
            has_elements(|| &m);
            saved5.push(::core::clone::Clone::clone(&m[&key1]));
            (*m.get_mut(&key1).expect("the key has an entry")) += by1;
            let decided2 = ({
                #[allow(unused_imports)]
                use {Compared as _, Uncompared as _};
                (&Repeated::new(
                    ::core::cfg!(debug_assertions),
                    || m.contains_key(&1),
                    "m.contains_key(&1)",
                ))
                    .run()
            });
            if decided2 {
                saved7.push(::core::clone::Clone::clone(&m[&1]));
                (*m.get_mut(&1).expect("the key has an entry")) = m[&1] * x[i];
            }
            saved6.push(decided2);
            saved8.see(&t1);
        }
        let result1 = m[&0];
        (
            result1,
            move |seed, keys, keys_adj, x, x_adj| {
                let result1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&result1_adj, seed);
                let mut saved8 = saved8.back();
                let mut saved6 = saved6.back();
                let mut saved7 = saved7.back();
                let mut saved5 = saved5.back();
                let mut saved2 = saved2.back();
                let mut saved4 = saved4.back();
                let mut saved3 = saved3.back();
                let mut saved1 = saved1.back();
                let mut m = ::core::clone::Clone::clone(&m);
                let m_adj = rules.shadow(|| &m);
                add(&m_adj[&0], get(&result1_adj));
                for i in rev(0..x.len()) {
                    let t1 = saved8.witness();
                    let t1_adj = rules.shadow(|| t1.value());
                    if saved6.pop().clone() {
                        (*m.get_mut(&1).expect("the key has an entry")) = saved7
                            .pop()
                            .clone();
                        let g1 = get(&m_adj[&1]);
                        clear(&m_adj[&1]);
                        add_with(
                            &m_adj[&1],
                            || rules.pull_left(Mul, g1, || m[&1], || x[i]),
                        );
                        add_with(
                            &x_adj[i],
                            || rules.pull_right(Mul, g1, || m[&1], || x[i]),
                        );
                    }
                    let by1 = witness(|| x[i]);
                    let by1_adj = rules.shadow(|| by1.value());
                    let key1 = 0;
                    (*m.get_mut(&key1).expect("the key has an entry")) = saved5
                        .pop()
                        .clone();
                    add(&by1_adj, get(&m_adj[&key1]));
                    if saved2.pop().clone() {
                        let t2 = saved4.witness();
                        let t2_adj = rules.shadow(|| t2.value());
                        let before2 = t2.clone();
                        let before2_adj = rules.shadow(|| before2.value());
                        add(&t2_adj, get(&before2_adj));
                        saved3
                            .pop()(
                            get(&t2_adj),
                            &mut m,
                            ::core::borrow::Borrow::borrow(&m_adj),
                            inactive(),
                            inactive(),
                        );
                    }
                    add(&x_adj[i], get(&by1_adj));
                    let value10 = t1.clone();
                    let value10_adj = rules.shadow(|| value10.value());
                    let before1 = value10.clone();
                    let before1_adj = rules.shadow(|| before1.value());
                    add(&value10_adj, get(&before1_adj));
                    add(&t1_adj, get(&value10_adj));
                    let entry1 = witness(|| x[i]);
                    let entry1_adj = rules.shadow(|| entry1.value());
                    saved1
                        .pop()(
                        get(&t1_adj),
                        &mut m,
                        ::core::borrow::Borrow::borrow(&m_adj),
                        inactive(),
                        ::core::borrow::Borrow::borrow(&entry1_adj),
                    );
                    add(&x_adj[i], get(&entry1_adj));
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1, 'a2> DifferentiableFunction<(&'a1 [u32], &'a2 [f64])> for totals
where
    for<'any> [u32]: Differentiable,
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [u32], &'a2 [f64])) -> f64 {
        let (arg0, arg1) = args;
        totals(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [u32], &'a2 [f64]),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(&'a1 [u32], &'a2 [f64]) as Differentiable>::Shadow<K>,
        ) + use<'a1, 'a2, K>,
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
                places: &<(&'a1 [u32], &'a2 [f64]) as Differentiable>::Shadow<K>|
            backward(
                seed,
                arg0,
                along::<[u32], K>(&places.0),
                arg1,
                along::<[f64], K>(&places.1),
            ),
        )
    }
}
