#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn released(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    #[cfg(debug_assertions)]
    {
        let mut t = x;
        let mut t_held = largest(0.0, &t);
        t += *y;
        t_held = largest(t_held, &t);
        {
            let by = x;
            Absorbing(&*y, &by).add("*y");
            *y += by;
        }
        restored("t", &t, &(*y), t_held);
    }
    #[cfg(not(debug_assertions))]
    {
        *y += x;
    }
}
/// What is derived from the function [`released`](fn@released).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct released {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl released {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        #[cfg(debug_assertions)]
        {
            let mut t = *y;
            let mut t_held = largest(0.0, &t);
            *y -= x;
            t -= *y;
            t_held = largest(t_held, &t);
            restored("t", &t, &(x), t_held);
        }
        #[cfg(not(debug_assertions))]
        {
            *y -= x;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for released {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        released(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
