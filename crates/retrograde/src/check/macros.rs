//! The macros take a call apart: a copy of each argument is passed on as it was written, with its shadow behind it.

/// Checks the derivatives of a function at the given arguments, and panics with what is wrong and where.
///
/// Write a call: of a function with `#[reversible(adjoint, tangent)]` or `#[differentiable(tangent)]`, with arguments `&mut y`, `&x` or
/// by value. The arguments are copied, not changed. If the function has no `tangent`, write `reverse` in front of it. With `inverse` in front
/// of it, `f::inverse` is checked, of a function with `inverse_adjoint` and `inverse_tangent`; a derivative that was written by hand may be wrong in
/// one direction alone. An argument behind `const` is not varied.
///
/// | checked | how |
/// |---|---|
/// | reverse mode | the gradient of a random sum of all outputs, times a random direction, against finite differences |
/// | forward mode | the change of every output in a random direction, against finite differences |
/// | dot-product identity | reverse mode against forward mode, up to rounding |
/// | values | the adjoint restores all arguments; `tangent` and `pullback` give the value of the function |
/// | second call | the same gradient once more |
/// | allocations | with `allocations = count`, a function that says how often memory was allocated so far |
///
/// Where derivatives differ, the message names the argument and the index. Behind the call may follow options: `tolerance = 1e-4`,
/// `directions = 8`, `seed = 7`, `allocations = count`; see [`check::Options`](crate::check::Options). The result is a
/// [`Report`](crate::check::Report).
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(inverse_adjoint, inverse_tangent)]
/// fn add_norm(y: &mut f64, x: &[f64], n: usize) {
///     for i in 0..n {
///         *y += x[i] * x[i];
///     }
/// }
///
/// #[differentiable]
/// fn loss(w: &[f64], x: &[f64]) -> f64 {
///     let mut s = 0.0;
///     for i in 0..w.len() {
///         s = s * 0.5 + (w[i] * x[i]).sin();
///     }
///     s
/// }
///
/// let x = [1.0, 2.0, 3.0];
/// check_gradient!(add_norm(&mut 0.5, &x, 2));
/// check_gradient!(inverse add_norm(&mut 0.5, &x, 2));
/// check_gradient!(reverse loss(&x, &[0.1, 0.2, 0.3]));
/// check_gradient!(reverse loss(&x, const &[0.1, 0.2, 0.3]), directions = 8, tolerance = 1e-7);
/// ```
///
/// A method is checked by a function that calls it. At most eight arguments.
#[macro_export]
macro_rules! check_gradient {
    ($($call:tt)*) => {
        match $crate::try_check_gradient!($($call)*) {
            ::core::result::Result::Ok(report) => report,
            ::core::result::Result::Err(failure) => ::core::panic!("{failure}"),
        }
    };
}

/// Checks the derivatives of a function as [`check_gradient!`](macro@crate::check_gradient) does, and returns what is wrong:
/// `Result<Report, Failure>`.
///
/// ```
/// use retrograde::check::Failure;
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn jump(x: f64) -> f64 {
///     if x > 1.0 { x + 1.0 } else { x }
/// }
///
/// assert!(try_check_gradient!(jump(2.0)).is_ok());
/// assert!(matches!(try_check_gradient!(jump(1.0)), Err(Failure::Rough { .. })));
/// ```
#[macro_export]
macro_rules! try_check_gradient {
    (reverse inverse $($f:ident)::+ ($($args:tt)*) $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::__check!(
            @walk (args shadows) reverse_back [$($f)::+] [$crate::check::Options::new()$(.$option($value))*]
            ordinary {} [0 1 2 3 4 5 6 7] $($args)*
        )
    };
    (inverse $($f:ident)::+ ($($args:tt)*) $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::__check!(
            @walk (args shadows) both_back [$($f)::+] [$crate::check::Options::new()$(.$option($value))*]
            ordinary {} [0 1 2 3 4 5 6 7] $($args)*
        )
    };
    (reverse $($f:ident)::+ ($($args:tt)*) $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::__check!(
            @walk (args shadows) reverse [$($f)::+] [$crate::check::Options::new()$(.$option($value))*]
            ordinary {} [0 1 2 3 4 5 6 7] $($args)*
        )
    };
    ($($f:ident)::+ ($($args:tt)*) $(, $option:ident = $value:expr)* $(,)?) => {
        $crate::__check!(
            @walk (args shadows) both [$($f)::+] [$crate::check::Options::new()$(.$option($value))*]
            ordinary {} [0 1 2 3 4 5 6 7] $($args)*
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write a call of a function: `check_gradient!(f(&mut y, &x, 3))`, and options behind it: `, tolerance = 1e-4`")
    };
}

/// Checks that the inverse of a reversible function undoes it at the given arguments, and that the function does the same when it is
/// called again; panics with what is wrong and where. Integers must agree exactly, floats up to rounding.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn fibonacci(a: &mut u64, b: &mut u64, n: usize) {
///     for _ in 0..n {
///         *a += *b;
///         swap(a, b);
///     }
/// }
///
/// check_inverse!(fibonacci(&mut 1, &mut 1, 10));
/// ```
#[macro_export]
macro_rules! check_inverse {
    ($($call:tt)*) => {
        match $crate::try_check_inverse!($($call)*) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err(failure) => ::core::panic!("{failure}"),
        }
    };
}

/// Checks an inverse as [`check_inverse!`](macro@crate::check_inverse) does, and returns what is wrong: `Result<(), Failure>`.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add(y: &mut f32, x: f32) {
///     *y += x;
/// }
///
/// assert!(try_check_inverse!(add(&mut 1.0_f32, 2.0)).is_ok());
/// ```
#[macro_export]
macro_rules! try_check_inverse {
    ($($f:ident)::+ ($($args:tt)*) $(,)?) => {
        $crate::__check!(@walk (args shadows) inverse [$($f)::+] [] ordinary {} [0 1 2 3 4 5 6 7] $($args)*)
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write a call of a reversible function: `check_inverse!(f(&mut y, &x, 3))`")
    };
}

/// `@walk` makes a group of each argument: `{ (name) (copy) (as passed) (as passed to a backward run) (shadow) (place) (kind) }`.
/// A function with a `&mut` argument is reversible.
#[doc(hidden)]
#[macro_export]
macro_rules! __check {
    (@walk $v:tt $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } $index:tt) => {
        $crate::__check!(@emit $v $duty $job $f $o $($done)*)
    };
    (@walk $v:tt $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [] $($rest:tt)*) => {
        ::core::compile_error!("a check takes at most eight arguments")
    };

    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        const &mut $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o reversible { $($done)* {
            ($e, false) (::std::borrow::ToOwned::to_owned(&$e)) (&mut $args.$i) () ($crate::emitted::Rules::<$crate::One>::new().off()) () ()
        } } [$($is)*] $($($rest)*)?)
    };
    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        const & $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o $duty { $($done)* {
            ($e, false) (::std::borrow::ToOwned::to_owned(&$e)) (&$args.$i) (&$args.$i,)
            ($crate::emitted::Rules::<$crate::One>::new().off()) ($crate::emitted::inactive()) ($crate::Off)
        } } [$($is)*] $($($rest)*)?)
    };
    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        const $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o $duty { $($done)* {
            ($e, false) ($e) (::core::clone::Clone::clone(&$args.$i)) ()
            ($crate::emitted::Rules::<$crate::One>::new().off()) ($crate::emitted::inactive()) ($crate::Off)
        } } [$($is)*] $($($rest)*)?)
    };
    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        &mut $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o reversible { $($done)* {
            ($e, true) (::std::borrow::ToOwned::to_owned(&$e)) (&mut $args.$i) () (&$shadows.$i) () ()
        } } [$($is)*] $($($rest)*)?)
    };
    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        & $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o $duty { $($done)* {
            ($e, true) (::std::borrow::ToOwned::to_owned(&$e)) (&$args.$i) (&$args.$i,)
            (&$shadows.$i) (::core::borrow::Borrow::borrow(&$shadows.$i)) ($crate::On)
        } } [$($is)*] $($($rest)*)?)
    };
    (@walk ($args:ident $shadows:ident) $job:ident $f:tt $o:tt $duty:ident { $($done:tt)* } [$i:tt $($is:tt)*]
        $e:expr $(, $($rest:tt)*)?) => {
        $crate::__check!(@walk ($args $shadows) $job $f $o $duty { $($done)* {
            ($e, true) ($e) (::core::clone::Clone::clone(&$args.$i)) ()
            (&$shadows.$i) (::core::borrow::Borrow::borrow(&$shadows.$i)) ($crate::On)
        } } [$($is)*] $($($rest)*)?)
    };

    (@emit ($args:ident $shadows:ident) ordinary inverse $($call:tt)*) => {
        ::core::compile_error!("a reversible function changes something: write out which argument is passed by `&mut`")
    };
    (@emit ($args:ident $shadows:ident) reversible inverse [$($f:ident)::+] []
        $({ ($name:expr, $active:tt) ($own:expr) ($pass:expr) $($more:tt)* })*) => {
        $crate::check::inverse(
            &[$($crate::check::Argument { text: ::core::stringify!($name), active: $active }),*],
            &($($own,)*),
            &|$args| $($f)::+($($pass),*),
            &|$args| $($f)::+::inverse($($pass),*),
        )
    };
    (@emit $v:tt reversible both_back $($call:tt)*) => {
        $crate::__check!(@reversible $v both [inverse; inverse_adjoint inverse_tangent] $($call)*)
    };
    (@emit $v:tt reversible reverse_back $($call:tt)*) => {
        $crate::__check!(@reversible $v reverse [inverse; inverse_adjoint inverse_tangent] $($call)*)
    };
    (@emit $v:tt ordinary both_back $($call:tt)*) => {
        $crate::__check!(@emit $v ordinary inverse $($call)*)
    };
    (@emit $v:tt ordinary reverse_back $($call:tt)*) => {
        $crate::__check!(@emit $v ordinary inverse $($call)*)
    };
    (@emit $v:tt reversible $job:ident $($call:tt)*) => {
        $crate::__check!(@reversible $v $job [; adjoint tangent] $($call)*)
    };
    (@reversible ($args:ident $shadows:ident) $job:ident [$($inverse:ident)?; $adjoint:ident $tangent:ident] [$($f:ident)::+] [$options:expr]
        $({ ($name:expr, $active:tt) ($own:expr) ($pass:expr) $again:tt ($shadow:expr) $place:tt $kind:tt })*) => {
        $crate::check::gradient(
            &$crate::check::Reversible {
                list: &[$($crate::check::Argument { text: ::core::stringify!($name), active: $active }),*],
                args: ($($own,)*),
                forward: &|$args| $($f)::+$(::$inverse)?($($pass),*),
                adjoint: &|$args, $shadows| $($f)::+::$adjoint($($pass, $shadow),*),
                tangent: $crate::__check!(@if $job &|$args, $shadows| $($f)::+::$tangent($($pass, $shadow),*)),
            },
            $options,
        )
    };
    (@emit ($args:ident $shadows:ident) ordinary $job:ident [$($f:ident)::+] [$options:expr]
        $({ ($name:expr, $active:tt) ($own:expr) ($pass:expr) ($($again:tt)*) ($shadow:expr) ($place:expr) ($($kind:tt)*) })*) => {
        $crate::check::gradient(
            &$crate::check::Ordinary {
                list: &[$($crate::check::Argument { text: ::core::stringify!($name), active: $active }),*],
                args: ($($own,)*),
                forward: &|$args| $($f)::+($($pass),*),
                pullback: &|$args, seed, $shadows, times| {
                    let (value, back) =
                        $($f)::+::pullback($($pass, ::core::marker::PhantomData::<$($kind)*<$crate::One>>),*);
                    for _ in 0..times {
                        back(::core::clone::Clone::clone(seed), $($($again)* $place),*);
                    }
                    value
                },
                tangent: $crate::__check!(@if $job &|$args, $shadows| $($f)::+::tangent($($pass, $shadow),*)),
            },
            $options,
        )
    };
    (@if both $tangent:expr) => {
        ::core::option::Option::Some($tangent)
    };
    (@if reverse $tangent:expr) => {
        ::core::option::Option::None
    };
}
