#[allow(dead_code, clippy::needless_range_loop)]
/// Only the run tells how many turns there are: they are counted.
fn turns(x: f64) -> f64 {
    let mut y = x;
    while y < 10.0 {
        y = y * y;
    }
    y
}
/// What is derived from the function [`turns`](fn@turns).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct turns {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl turns {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(TangentOf<f64, W>, &<f64 as Differentiable>::Shadow<K0>) + use<W, K0>,
    ) {
        let rules = Rules::<W>::new();
        let mut saved2 = Reused::new(&Place(::core::module_path!(), "turns", 2usize));
        let mut y = x;
        let mut turns1 = 0usize;
        while y < 10.0 {
            turns1 += 1usize;
            saved2.push(y);
            y = y * y;
        }
        let saved1 = turns1;
        (
            y,
            move |seed, x_adj| {
                let y_adj = rules.shadow::<f64>(|| unreachable!());
                add(&y_adj, seed);
                let mut saved2 = saved2.back();
                let mut y = ::core::clone::Clone::clone(&y);
                let mut turns1 = saved1.clone();
                let all2 = (0usize..turns1).count();
                let tape2 = saved2.turns(all2);
                let mut left2 = all2;
                for turn1 in 0usize..turns1 {
                    left2 -= 1;
                    y = tape2[left2].clone();
                    let g1 = get(&y_adj);
                    clear(&y_adj);
                    add_with(&y_adj, || rules.pull_right(Mul, twice(g1), || y, || y));
                }
                add(x_adj, get(&y_adj));
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for turns
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        turns(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64,),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64,) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(f64,) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0)),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// What follows goes into the arm that goes on.
fn returned(x: f64) -> f64 {
    if x < 0.0 {
        return -x;
    }
    x * x
}
/// What is derived from the function [`returned`](fn@returned).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct returned {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl returned {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: f64,
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(TangentOf<f64, W>, &<f64 as Differentiable>::Shadow<K0>) + use<W, K0>,
    ) {
        let rules = Rules::<W>::new();
        let branch1;
        if x < 0.0 {
            branch1 = -x;
        } else {
            branch1 = x * x;
        }
        (
            branch1,
            move |seed, x_adj| {
                let branch1_adj = rules.shadow::<f64>(|| unreachable!());
                add(&branch1_adj, seed);
                if x < 0.0 {
                    let g1 = get(&branch1_adj);
                    add_with(x_adj, || rules.pull(Neg, g1, || x));
                } else {
                    let g2 = get(&branch1_adj);
                    add_with(x_adj, || rules.pull_right(Mul, twice(g2), || x, || x));
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64,)> for returned
where
    for<'any> f64: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64,)) -> f64 {
        let (arg0,) = args;
        returned(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64,),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(f64,) as Differentiable>::Shadow<K>,
        ) + use<K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(f64,) as Differentiable>::Shadow<K>|
            backward(seed, along::<f64, K>(&places.0)),
        )
    }
}

#[allow(dead_code, clippy::needless_range_loop)]
/// A loop that is left goes back over the turns that it made.
fn left(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        if x[i] < 0.0 {
            break;
        }
        s = s * x[i];
    }
    s
}
/// What is derived from the function [`left`](fn@left).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct left {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl left {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: &[f64],
        _: ::core::marker::PhantomData<K0>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &[f64],
            &<[f64] as Differentiable>::Shadow<K0>,
        ) + use<W, K0>,
    ) {
        let rules = Rules::<W>::new();
        let mut saved2 = Reused::new(&Place(::core::module_path!(), "left", 2usize));
        let mut s = 1.0;
        let mut turns1 = 0usize;
        for i in 0..x.len() {
            turns1 += 1usize;
            let mut exit2 = 0u8;
            if x[i] < 0.0 {
                exit2 += 2u8;
            } else {
                saved2.push(s);
                s = s * x[i];
            }
            if exit2 >= 2u8 {
                break;
            }
        }
        let saved1 = turns1;
        (
            s,
            move |seed, x, x_adj| {
                let s_adj = rules.shadow::<f64>(|| unreachable!());
                add(&s_adj, seed);
                let mut saved2 = saved2.back();
                let mut s = ::core::clone::Clone::clone(&s);
                let mut turns1 = saved1.clone();
                for i in range(0..x.len()).first(turns1).rev() {
                    if x[i] < 0.0 {} else {
                        s = saved2.pop().clone();
                        let g1 = get(&s_adj);
                        clear(&s_adj);
                        add_with(&s_adj, || rules.pull_left(Mul, g1, || s, || x[i]));
                        add_with(&x_adj[i], || rules.pull_right(Mul, g1, || s, || x[i]));
                    }
                }
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64],)> for left
where
    for<'any> [f64]: Differentiable,
    for<'any> f64: Differentiable,
{
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64],)) -> f64 {
        let (arg0,) = args;
        left(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64],),
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, K::Width>,
            &<(&'a1 [f64],) as Differentiable>::Shadow<K>,
        ) + use<'a1, K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, ::core::marker::PhantomData::<K>);
        (
            value,
            move |
                seed: TangentOf<f64, K::Width>,
                places: &<(&'a1 [f64],) as Differentiable>::Shadow<K>|
            backward(seed, arg0, along::<[f64], K>(&places.0)),
        )
    }
}
