/// A trait asks for siblings.
trait Layer: Differentiable + 'static {
    fn forward(&self, x: &[f64]) -> f64;
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[allow(unused, clippy::all, clippy::pedantic)]
    fn forward_pullback<__W: Width, __K0: Kind<Width = __W>, __K1: Kind<Width = __W>>(
        &self,
        _: PhantomData<__K0>,
        x: &[f64],
        _: PhantomData<__K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, __W>,
            &Self,
            &ShadowOf<Self, __K0>,
            &[f64],
            &ShadowOf<[f64], __K1>,
        ) + use<Self, __W, __K0, __K1>,
    );
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[allow(unused, clippy::all, clippy::pedantic)]
    fn forward_tangent<
        '__s,
        __W: Width,
        __S0: Shadow<'__s, Self, __W>,
        __S1: Shadow<'__s, [f64], __W>,
    >(&self, this1_tan: __S0, x: &[f64], x_tan: __S1) -> (f64, TangentOf<f64, __W>)
    where
        Self: ::core::marker::Sized + Differentiable;
    fn width(&self) -> usize;
}

/// The type parameters around are those of the residual too.
impl<A: Layer> Twice<A> {
    #[allow(dead_code, clippy::needless_range_loop)]
    pub fn apply(&self, x: &[f64]) -> f64 {
        self.inner.forward(x) * self.factor
    }
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    pub fn apply_pullback<__W: Width, __K0: Kind<Width = __W>, __K1: Kind<Width = __W>>(
        &self,
        _: PhantomData<__K0>,
        x: &[f64],
        _: PhantomData<__K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, __W>,
            &Self,
            &ShadowOf<Self, __K0>,
            &[f64],
            &ShadowOf<[f64], __K1>,
        ) + use<A, __W, __K0, __K1>,
    ) {
        use siblings::*;
        let this1 = self;
        is_f64::<f64>();
        let rules = Rules::<__W>::new();
        let (mut t1, saved1) = (&this1.inner)
            .forward_pullback(PhantomData::<__K0>, x, PhantomData::<__K1>);
        let result1 = t1 * this1.factor;
        (
            result1,
            move |result1_adj, this1, this1_adj, x, x_adj| {
                let t1_adj = rules.shadow(|| &t1);
                add_with(
                    &t1_adj,
                    || rules.pull_left(Mul, result1_adj, || t1, || this1.factor),
                );
                add_with(
                    &this1_adj.factor,
                    || rules.pull_right(Mul, result1_adj, || t1, || this1.factor),
                );
                saved1(
                    get(&t1_adj),
                    &this1.inner,
                    ::core::borrow::Borrow::borrow(&this1_adj.inner),
                    x,
                    x_adj,
                );
            },
        )
    }
    #[allow(dead_code, clippy::needless_range_loop)]
    /// Boxes its residual.
    fn power(&self, n: u32) -> f64 {
        if n == 0 { 1.0 } else { self.factor * self.power(n - 1) }
    }
    #[allow(refining_impl_trait)]
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[allow(unused, clippy::all, clippy::pedantic)]
    #[inline]
    fn power_pullback<__W: Width, __K0: Kind<Width = __W>, __K1: Kind<Width = __W>>(
        &self,
        _: PhantomData<__K0>,
        n: u32,
        _: PhantomData<__K1>,
    ) -> (
        f64,
        Box<
            dyn Fn(
                TangentOf<f64, __W>,
                &Self,
                &ShadowOf<Self, __K0>,
                &ShadowOf<u32, __K1>,
            ),
        >,
    ) {
        use siblings::*;
        let this1 = self;
        is_f64::<f64>();
        without_gradient_type::<u32>();
        let rules = Rules::<__W>::new();
        let branch1;
        let kept1 = if n == 0 {
            branch1 = 1.0;
            OneOf::First(())
        } else {
            let (mut t1, saved1) = (&*this1)
                .power_pullback(PhantomData::<__K0>, n - 1, PhantomData::<Off<__W>>);
            branch1 = this1.factor * clone(&t1);
            let saved2 = t1;
            OneOf::Second((saved1, saved2))
        };
        (
            branch1,
            Box::new(move |branch1_adj: TangentOf<f64, __W>, this1, this1_adj, n_adj| {
                if n == 0 {} else {
                    let OneOf::Second((saved1, saved2)) = &kept1 else {
                        ::core::unreachable!(
                            "the backward run takes the branches of the forward run"
                        )
                    };
                    let mut t1 = saved2.clone();
                    let t1_adj = rules.shadow(|| &t1);
                    add_with(
                        &this1_adj.factor,
                        || {
                            rules
                                .pull_left(
                                    Mul,
                                    clone(&branch1_adj),
                                    || this1.factor,
                                    || clone(&t1),
                                )
                        },
                    );
                    add_with(
                        &t1_adj,
                        || {
                            rules
                                .pull_right(
                                    Mul,
                                    clone(&branch1_adj),
                                    || this1.factor,
                                    || clone(&t1),
                                )
                        },
                    );
                    saved1(get(&t1_adj), this1, this1_adj, inactive());
                }
            }),
        )
    }
    fn count(&self) -> usize {
        2
    }
}
