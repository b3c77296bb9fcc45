#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn views(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
    plain::<f64>();
    plain::<Complex>();
    plain::<i64>();
    plain::<Complex>();
    #[cfg(debug_assertions)]
    {
        {
            let by = w.re;
            Absorbing(&*y, &by).sub("*y");
            *y -= by;
        }
        {
            let by = pure(|| w.conj());
            Absorbing(&*z, &by).sub("*z");
            *z -= by;
        }
        {
            one_to_one(
                "*k",
                &*k,
                &{
                    let image = Bijection::image(&Shift, -(*k));
                    -(Bijection::preimage(&Shift, image))
                },
            );
            let mut image = Bijection::image(&Shift, -(*k));
            Scale::multiply_checked(&mut image, 3);
            *k = -(Bijection::preimage(&Shift, image));
            one_to_one(
                "*k",
                &*k,
                &{
                    let image = Bijection::image(&Shift, -(*k));
                    -(Bijection::preimage(&Shift, image))
                },
            );
        }
    }
    #[cfg(not(debug_assertions))]
    {
        *y -= w.re;
        *z -= pure(|| w.conj());
        {
            let mut image = Bijection::image(&Shift, -(*k));
            Scale::multiply(&mut image, 3);
            *k = -(Bijection::preimage(&Shift, image));
        }
    }
}
/// What is derived from the function [`views`](fn@views).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct views {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl views {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, z: &mut Complex, k: &mut i64, w: Complex) {
        #[cfg(debug_assertions)]
        {
            {
                one_to_one(
                    "*k",
                    &*k,
                    &{
                        let image = Bijection::image(&Shift, -(*k));
                        -(Bijection::preimage(&Shift, image))
                    },
                );
                let mut image = Bijection::image(&Shift, -(*k));
                Scale::divide_checked(&mut image, 3);
                *k = -(Bijection::preimage(&Shift, image));
                one_to_one(
                    "*k",
                    &*k,
                    &{
                        let image = Bijection::image(&Shift, -(*k));
                        -(Bijection::preimage(&Shift, image))
                    },
                );
            }
            {
                let by = w.conj();
                Absorbing(&*z, &by).add("*z");
                *z += by;
            }
            {
                let by = w.re;
                Absorbing(&*y, &by).add("*y");
                *y += by;
            }
        }
        #[cfg(not(debug_assertions))]
        {
            {
                let mut image = Bijection::image(&Shift, -(*k));
                Scale::divide(&mut image, 3);
                *k = -(Bijection::preimage(&Shift, image));
            }
            *z += w.conj();
            *y += w.re;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2, 'a3> Reversible<(&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)>
for views {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)) {
        views(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut Complex, &'a3 mut i64, Complex)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
