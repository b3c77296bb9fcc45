#[allow(dead_code)]
/// By its partial derivatives.
fn power(x: f64, y: f64) -> f64 {
    x.powf(y)
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
        _: PhantomData<K0>,
        y: f64,
        _: PhantomData<K1>,
    ) -> (
        f64,
        impl Fn(
            TangentOf<f64, W>,
            &ShadowOf<f64, K0>,
            &ShadowOf<f64, K1>,
        ) + use<W, K0, K1>,
    ) {
        let value = power(x, y);
        let r = value;
        (
            clone(&value),
            move |seed, x_adj, y_adj| {
                add_with(
                    x_adj,
                    || weigh(
                        seed,
                        {
                            let partial: f64 = y * r / x;
                            partial
                        },
                    ),
                );
                add_with(
                    y_adj,
                    || weigh(
                        seed,
                        {
                            let partial: f64 = r * x.ln();
                            partial
                        },
                    ),
                );
            },
        )
    }
    /// The value and its derivative in the direction of the tangents that follow each argument.
    #[inline]
    fn tangent<'s, W: Width, S0: Direction<'s, f64, W>, S1: Direction<'s, f64, W>>(
        x: f64,
        x_tan: S0,
        y: f64,
        y_tan: S1,
    ) -> (f64, TangentOf<f64, W>) {
        let x_tan = Direction::into_places(x_tan);
        let x_tan = along::<f64, S0::Kind>(&x_tan);
        let y_tan = Direction::into_places(y_tan);
        let y_tan = along::<f64, S1::Kind>(&y_tan);
        let value = power(x, y);
        let r = value;
        let pushed = Zero::ZERO;
        let pushed = Gradient::plus(
            pushed,
            weigh(
                get(x_tan),
                {
                    let partial: f64 = y * r / x;
                    partial
                },
            ),
        );
        let pushed = Gradient::plus(
            pushed,
            weigh(
                get(y_tan),
                {
                    let partial: f64 = r * x.ln();
                    partial
                },
            ),
        );
        (value, pushed)
    }
    /// Compares the derivative that was given with finite differences, at random points.
    #[cfg(test)]
    fn check_derivative() {
        for turn in 0..16_usize {
            let x = ::retrograde::check::sample(0.5..2.0, turn * 2usize + 0usize) as f64;
            let y = ::retrograde::check::sample(0.5..2.0, turn * 2usize + 1usize) as f64;
            if let ::core::result::Result::Err(failure) = ::retrograde::try_check_gradient!(
                power(x, y)
            ) {
                ::core::panic!(
                    "the derivative of `power` at x = {:?}, y = {:?}: {}", x, y, failure
                );
            }
        }
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableFunction<(f64, f64)> for power {
    type Output = f64;
    #[inline]
    fn call(&self, args: (f64, f64)) -> f64 {
        let (arg0, arg1) = args;
        power(arg0, arg1)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (f64, f64),
    ) -> (f64, impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(f64, f64), K>) + use<K>) {
        let (arg0, arg1) = args;
        let (value, backward) = Self::pullback(
            arg0,
            PhantomData::<K>,
            arg1,
            PhantomData::<K>,
        );
        (
            value,
            move |seed, places| backward(
                seed,
                along::<f64, K>(&places.0),
                along::<f64, K>(&places.1),
            ),
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl DifferentiableTangent<(f64, f64)> for power {
    #[inline]
    fn call_tangent<K: Kind>(
        &self,
        args: (f64, f64),
        places: &ShadowOf<(f64, f64), K>,
    ) -> (f64, TangentOf<f64, K::Width>) {
        let (arg0, arg1) = args;
        Self::tangent(arg0, along::<f64, K>(&places.0), arg1, along::<f64, K>(&places.1))
    }
}
#[cfg(test)]
#[test]
fn power_derivative() {
    power::check_derivative();
}

#[allow(dead_code)]
/// By its pullback.
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
/// What is derived from the function [`norm`](fn@norm).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct norm {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl norm {
    /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
    /// any number of times.
    #[inline]
    fn pullback<W: Width, K0: Kind<Width = W>>(
        x: &[f64],
        _: PhantomData<K0>,
    ) -> (f64, impl Fn(TangentOf<f64, W>, &[f64], &ShadowOf<[f64], K0>) + use<W, K0>) {
        let value = norm(x);
        (
            clone(&value),
            move |seed, x, x_adj| {
                norm_back::<W, K0>(&value, seed, x, x_adj);
            },
        )
    }
}
#[allow(unused, clippy::all, clippy::pedantic)]
impl<'a1> DifferentiableFunction<(&'a1 [f64],)> for norm {
    type Output = f64;
    #[inline]
    fn call(&self, args: (&'a1 [f64],)) -> f64 {
        let (arg0,) = args;
        norm(arg0)
    }
    #[inline]
    fn call_pullback<K: Kind>(
        &self,
        args: (&'a1 [f64],),
    ) -> (
        f64,
        impl Fn(TangentOf<f64, K::Width>, &ShadowOf<(&'a1 [f64],), K>) + use<'a1, K>,
    ) {
        let (arg0,) = args;
        let (value, backward) = Self::pullback(arg0, PhantomData::<K>);
        (value, move |seed, places| backward(seed, arg0, along::<[f64], K>(&places.0)))
    }
}

#[allow(dead_code)]
/// Its own inverse.
fn invert(x: &mut f64) {
    {
        plain::<f64>();
    }
    *x = 1.0 / *x;
}
/// What is derived from the function [`invert`](fn@invert).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct invert {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl invert {
    /// Undoes the function.
    #[inline]
    fn inverse(x: &mut f64) {
        invert(x);
    }
    /// The derivative that was given for the function.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>>(x: &mut f64, x_adj: S0) {
        let x_adj = Shadow::into_shadow(x_adj);
        invert_adjoint::<W, S0::Kind>(x, x_adj);
    }
    /// The derivative that was given for the function.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>>(x: &mut f64, x_adj: S0) {
        let x_adj = Shadow::into_shadow(x_adj);
        invert_adjoint::<W, S0::Kind>(x, x_adj);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0>(arg0: &mut f64, _: PhantomData<__K0>) {
        invert(arg0)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>>(x: &mut f64, x_adj: S0, _: &()) {
        Self::adjoint::<W, S0>(x, x_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64,)> for invert {
    #[inline]
    fn call(&self, args: (&'a1 mut f64,)) {
        invert(args.0);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64,)) {
        Self::inverse(args.0);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64,)> for invert {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64,),
        places: <(&'a1 mut f64,) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> InverseAdjoint<(&'a1 mut f64,)> for invert {
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64,),
        places: <(&'a1 mut f64,) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0);
    }
}

#[allow(dead_code)]
/// By the adjoint of one direction.
fn grow(x: &mut f64, by: f64) {
    {
        plain::<f64>();
        plain::<f64>();
    }
    *x *= by.exp();
}
/// What is derived from the function [`grow`](fn@grow).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct grow {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl grow {
    /// Undoes the function.
    #[inline]
    fn inverse(x: &mut f64, by: f64) {
        shrink(x, by);
    }
    /// The derivative that was given for the function.
    #[inline]
    fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        by: f64,
        by_adj: S1,
    ) {
        let x_adj = Shadow::into_shadow(x_adj);
        let by_adj = Shadow::into_shadow(by_adj);
        #[allow(unused_imports)]
        use given::*;
        #[allow(unused_imports)]
        use grow_adjoint as Given;
        let gradients = (
            whole_gradient::<f64, S0::Kind>(&*x, x_adj),
            no_gradient::<f64, W>(&by),
        );
        let gradients = <W as Width>::each::<
            (&f64, f64),
        >(
            gradients,
            |before, (mut x_adj, mut by_adj)| {
                if before > 0 {
                    grow(&mut *x, clone(&by));
                }
                OneDirection::carry(
                    &Given {},
                    (&mut *x, &mut x_adj, clone(&by), &mut by_adj),
                );
                (x_adj, by_adj)
            },
        );
        set(x_adj, gradients.0);
        add(by_adj, gradients.1);
    }
    /// The derivative of this direction: that of the other, which was given, backwards.
    #[inline]
    fn inverse_adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        by: f64,
        by_adj: S1,
    ) {
        let x_adj = Shadow::into_shadow(x_adj);
        let by_adj = Shadow::into_shadow(by_adj);
        #[allow(unused_imports)]
        use given::*;
        #[allow(unused_imports)]
        use grow_adjoint as Given;
        let gradients = (
            whole_gradient::<f64, S0::Kind>(&*x, x_adj),
            no_gradient::<f64, W>(&by),
        );
        let gradients = <W as Width>::each::<
            (&f64, f64),
        >(
            gradients,
            |before, (mut x_adj, mut by_adj)| {
                if before > 0 {
                    shrink(&mut *x, clone(&by));
                }
                OneDirection::carry_back(
                    &Given {},
                    (&mut *x, &mut x_adj, clone(&by), &mut by_adj),
                );
                (x_adj, by_adj)
            },
        );
        set(x_adj, gradients.0);
        add(by_adj, gradients.1);
    }
    /// Runs the function for a call by an ordinary one, and returns what its way back needs.
    #[inline]
    fn taped<__K0, __K1>(
        arg0: &mut f64,
        _: PhantomData<__K0>,
        arg1: f64,
        _: PhantomData<__K1>,
    ) {
        grow(arg0, arg1)
    }
    /// The way back of `taped`: values as they are after the function, each followed by its gradient.
    #[inline]
    fn untaped<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(
        x: &mut f64,
        x_adj: S0,
        by: f64,
        by_adj: S1,
        _: &(),
    ) {
        Self::adjoint::<W, S0, S1>(x, x_adj, by, by_adj)
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for grow {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        grow(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> ReversibleAdjoint<(&'a1 mut f64, f64)> for grow {
    #[inline]
    fn call_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::adjoint(args.0, places.0, args.1, places.1);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> InverseAdjoint<(&'a1 mut f64, f64)> for grow {
    #[inline]
    fn uncall_adjoint(
        &self,
        args: (&'a1 mut f64, f64),
        places: <(&'a1 mut f64, f64) as Arguments>::Places<'_>,
    ) {
        Self::inverse_adjoint(args.0, places.0, args.1, places.1);
    }
}
