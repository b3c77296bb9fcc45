//! One expression in all modes: as an update of a reversible function and as the value of an ordinary one, in both precisions.

/// `name[n]: |x| { expression }` makes a module with the functions `value`, `double` and `single`. The last two take a point, ask every mode
/// for the derivatives there, check that they agree, and return them.
macro_rules! expressions {
    ($($name:ident[$n:literal]: |$x:ident| { $($value:tt)+ })*) => {$(
        #[allow(clippy::all, clippy::pedantic, reason = "an expression may be as odd as it likes")]
        mod $name {
            #[allow(unused_imports, reason = "most expressions call methods of numbers alone")]
            use retrograde::special::Special as _;

            /// The value, as rustc computes it.
            #[allow(dead_code, reason = "some tests know the derivatives")]
            #[allow(unstable_name_collisions, reason = "the special functions are meant")]
            pub fn value($x: [f64; $n]) -> f64 {
                $($value)+
            }

            $crate::modes::precision! { double f64 1e-12 [$n]: |$x| { $($value)+ } }
            $crate::modes::precision! { single f32 1e-5 [$n]: |$x| { $($value)+ } }
        }
    )*};
}

macro_rules! precision {
    ($name:ident $float:ident $tolerance:literal [$n:literal]: |$x:ident| { $($value:tt)+ }) => {
        pub fn $name(point: [f64; $n]) -> [f64; $n] {
            use retrograde::prelude::*;

            #[reversible(inverse_adjoint, inverse_tangent, checks = false)]
            fn update(out: &mut $float, $x: &[$float; $n]) {
                *out += $($value)+;
            }

            #[differentiable(tangent)]
            fn ordinary($x: &[$float; $n]) -> $float {
                $($value)+
            }

            let x = point.map(|x| x as $float);
            let agree = |mode, found: [$float; $n], expected: [f64; $n]| {
                $crate::modes::agree(mode, found.map(f64::from), expected, $tolerance);
            };
            let unit = |k| core::array::from_fn(|at| if at == k { 1.0 } else { 0.0 });
            let columns = |column: &dyn Fn(&mut [$float; $n]) -> $float| {
                core::array::from_fn(|k| column(&mut unit(k)))
            };

            let mut pulled: [$float; $n] = [0.0; $n];
            update::pull(&mut (1.0 as $float), &x, &mut pulled);
            let derivatives = pulled.map(f64::from);

            let mut out: $float = 0.5;
            update(&mut out, &x);
            let value = out - 0.5;
            let mut adjoint: [$float; $n] = [0.0; $n];
            update::adjoint(&mut out, &mut (1.0 as $float), &x, &mut adjoint);
            agree("adjoint", adjoint, derivatives);
            if value.is_finite() {
                assert!((out - 0.5).abs() <= $tolerance * value.abs().max(1.0), "not restored: {out}");
            }
            let mut adjoint: [$float; $n] = [0.0; $n];
            update::inverse_adjoint(&mut out, &mut (-1.0 as $float), &x, &mut adjoint);
            agree("inverse_adjoint", adjoint, derivatives);
            update::inverse(&mut out, &x);

            let forward = columns(&|x_tan| {
                let mut out_tan: $float = 0.0;
                update::tangent(&mut (0.5 as $float), &mut out_tan, &x, x_tan);
                out_tan
            });
            agree("tangent", forward, derivatives);
            let backward = columns(&|x_tan| {
                let mut out_tan: $float = 0.0;
                update::inverse_tangent(&mut (0.5 as $float), &mut out_tan, &x, x_tan);
                -out_tan
            });
            agree("inverse_tangent", backward, derivatives);

            agree("gradient", ordinary::gradient(&x), derivatives);
            agree("tangent of an ordinary function", columns(&|x_tan| ordinary::tangent(&x, x_tan).1), derivatives);

            let mut nothing: [$float; $n] = [0.0; $n];
            update::pull(&mut (0.0 as $float), &x, &mut nothing);
            agree("no gradient", nothing, [0.0; $n]);
            derivatives
        }
    };
}

pub(crate) use {expressions, precision};

/// Central differences.
#[allow(dead_code, reason = "some tests know the derivatives")]
pub fn differences<const N: usize>(value: fn([f64; N]) -> f64, point: [f64; N]) -> [f64; N] {
    let h = 1e-6;
    let moved = |k, by| {
        let mut moved = point;
        moved[k] += by;
        value(moved)
    };
    core::array::from_fn(|k| (moved(k, h) - moved(k, -h)) / (2.0 * h))
}

/// Whether a mode found what is expected, where a NaN is as good as another.
#[track_caller]
pub fn agree<const N: usize>(mode: &str, found: [f64; N], expected: [f64; N], tolerance: f64) {
    for (found_at, expected_at) in found.into_iter().zip(expected) {
        let equal = found_at.total_cmp(&expected_at).is_eq()
            || found_at.is_nan() && expected_at.is_nan()
            || expected_at.is_finite() && (found_at - expected_at).abs() <= tolerance * expected_at.abs().max(1.0);
        assert!(equal, "{mode}: {found:?} is not {expected:?}");
    }
}
