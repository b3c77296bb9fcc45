/// Computed again, and so neither emptied nor filled once more on the way back.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn emptied(y: &mut f64, x: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i];
    }
    *y += sum;
    for i_1 in 0..x.len() {
        sum -= x[i_1];
    }
}
/// What is derived from the function [`emptied`](fn@emptied).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct emptied {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl emptied {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: &[f64]) {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += x[i];
        }
        *y -= sum;
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64])> for emptied {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        emptied(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}

/// The counter has ended when the sum is used, and is computed again with it.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn counted(y: &mut f64, x: &[f64]) {
    plain::<f64>();
    plain::<[f64]>();
    let mut k = 0;
    let mut sum = 0.0;
    while k < x.len() {
        sum += x[k];
        k += 1;
    }
    *y += sum;
}
/// What is derived from the function [`counted`](fn@counted).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct counted {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl counted {
    /// Undoes the function.
    #[inline]
    fn inverse(y: &mut f64, x: &[f64]) {
        let mut k1 = 0;
        let mut sum = 0.0;
        while k1 < x.len() {
            sum += x[k1];
            k1 += 1;
        }
        *y -= sum;
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 [f64])> for counted {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        counted(args.0, args.1);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 [f64])) {
        Self::inverse(args.0, args.1);
    }
}

/// Computed in the branches, before they change what it is computed from.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn in_branches(p: &mut f64, q: &mut f64, kick: bool) {
    plain::<f64>();
    plain::<f64>();
    plain::<bool>();
    if kick {
        let force = *q * *q;
        *p += force;
        *q += *p;
    } else {
        let force = *q * *q;
        *p -= force;
    }
}
/// What is derived from the function [`in_branches`](fn@in_branches).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct in_branches {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl in_branches {
    /// Undoes the function.
    #[inline]
    fn inverse(p: &mut f64, q: &mut f64, kick: bool) {
        if kick {
            *q -= *p;
            let force = *q * *q;
            *p -= force;
        } else {
            let force = *q * *q;
            *p += force;
        }
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1, 'a2> Reversible<(&'a1 mut f64, &'a2 mut f64, bool)> for in_branches {
    #[inline]
    fn call(&self, args: (&'a1 mut f64, &'a2 mut f64, bool)) {
        in_branches(args.0, args.1, args.2);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut f64, &'a2 mut f64, bool)) {
        Self::inverse(args.0, args.1, args.2);
    }
}

/// Elements by name, also where they are only looked at.
#[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
#[allow(unused)]
fn elements(pair: &mut [f64; 2]) {
    plain::<[f64; 2]>();
    #[allow(clippy::all, clippy::pedantic)]
    let [_, _] = *pair;
    pure(|| {
        let a = &pair[0];
        let b = &pair[1];
        assert!(* a > 0.0, "{b}");
    });
    pair[0] += pair[1];
}
/// What is derived from the function [`elements`](fn@elements).
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default, Plain)]
struct elements {}
#[allow(unused, clippy::all, clippy::pedantic)]
impl elements {
    /// Undoes the function.
    #[inline]
    fn inverse(pair: &mut [f64; 2]) {
        pair[0] -= pair[1];
        pure(|| {
            let a = &pair[0];
            let b = &pair[1];
            assert!(* a > 0.0, "{b}");
        });
    }
}
#[allow(clippy::all, clippy::pedantic)]
impl<'a1> Reversible<(&'a1 mut [f64; 2],)> for elements {
    #[inline]
    fn call(&self, args: (&'a1 mut [f64; 2],)) {
        elements(args.0);
    }
    #[inline]
    fn uncall(&self, args: (&'a1 mut [f64; 2],)) {
        Self::inverse(args.0);
    }
}
