/// A value that is a function runs forwards and backwards.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn apply<F: for<'a> Reversible<(&'a mut f64, f64)>>(
    f: &F,
    gates: &[F],
    y: &mut f64,
    x: f64,
) {
    plain::<F>();
    plain::<[F]>();
    plain::<f64>();
    plain::<f64>();
    Reversible::call(f, (&mut *y, x));
    Reversible::call(&gates[1], (&mut *y, x + 1.0));
}
/// What is derived from the function [`apply`](fn@apply).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct apply {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl apply {
    /// Undoes the function.
    #[inline]
    fn inverse<F: for<'a> Reversible<(&'a mut f64, f64)>>(
        f: &F,
        gates: &[F],
        y: &mut f64,
        x: f64,
    ) {
        Reversible::uncall(&gates[1], (&mut *y, x + 1.0));
        Reversible::uncall(f, (&mut *y, x));
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<
    'a1,
    'a2,
    'a3,
    F: for<'a> Reversible<(&'a mut f64, f64)>,
> Reversible<(&'a1 F, &'a2 [F], &'a3 mut f64, f64)> for apply {
    #[inline]
    fn call(&self, args: (&'a1 F, &'a2 [F], &'a3 mut f64, f64)) {
        apply(args.0, args.1, args.2, args.3);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 F, &'a2 [F], &'a3 mut f64, f64)) {
        Self::inverse(args.0, args.1, args.2, args.3);
    }
}
