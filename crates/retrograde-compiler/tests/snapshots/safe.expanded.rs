#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[cfg_attr(not(debug_assertions), allow(unused))]
fn checked(y: &mut f64, x: f64) {
    plain::<f64>();
    plain::<f64>();
    let s = x * x;
    pure(|| {
        assert!(s < 10.0, "{s}");
    });
    #[cfg(debug_assertions)]
    {
        let by = s;
        Absorbing(&*y, &by).add("*y");
        *y += by;
    }
    #[cfg(not(debug_assertions))]
    {
        *y += s;
    }
    pure(|| {
        println!("{y}");
    });
}
/// What is derived from the function [`checked`](fn@checked).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct checked {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl checked {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: f64) {
        pure(|| {
            println!("{y}");
        });
        let s = x * x;
        #[cfg(debug_assertions)]
        let mut s_held = largest(0.0, &s);
        *y -= s;
        pure(|| {
            assert!(s < 10.0, "{s}");
        });
        #[cfg(debug_assertions)] restored("s", &s, &(x * x), s_held);
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut f64, f64)> for checked {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, f64)) {
        checked(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, f64)) {
        Self::inverse(args.0, args.1);
    }
}
