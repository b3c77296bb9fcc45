//! The rules of `f32` and `f64`, generated from the derivative table. A number's tangent is a number, so the forward and the
//! backward rule are the same product with the partial derivative.

use super::{Binary, Unary, scale, weigh};
use crate::differentiable::TangentOf;
use crate::width::{Width, Zero};

macro_rules! generate {
    ($($table:tt)*) => {
        structs! { $($table)* }
        implement! { f32 $($table)* }
        implement! { f64 $($table)* }
    };
}

macro_rules! structs {
    (
        $names:tt
        operators1 { $($neg:ident $neg_method:ident $neg_sign:literal $neg_value:tt $neg_reads:tt $neg_partial:tt $neg_domain:expr;)* }
        operators2 { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $op_left_reads:tt $op_left:tt $op_right_reads:tt $op_right:tt $op_x:expr, $op_y:expr;)* }
        methods1 { $($one:ident $one_method:ident $one_value:tt $one_reads:tt $one_partial:tt $one_domain:expr;)* }
        methods2 { $($two:ident $two_method:ident $two_value:tt
            $two_left_reads:tt $two_left:tt $two_right_reads:tt $two_right:tt $two_x:expr, $two_y:expr;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt $pow_reads:tt $pow_partial:tt $pow_x:expr, $pow_y:expr;)* }
    ) => {
        $(operation!($neg, $neg_value);)*
        $(operation!($op, $op_value);)*
        $(operation!($one, $one_value);)*
        $(operation!($two, $two_value);)*
        $(operation!($pow, $pow_value);)*
    };
}

macro_rules! operation {
    ($name:ident, ($value:expr)) => {
        #[doc = concat!("The rule of `", stringify!($value), "`.")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(size_of_val(&retrograde::rules::", stringify!($name), "), 0);")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;
    };
}

macro_rules! implement {
    (
        $float:ident
        ($x:ident, $y:ident, $r:ident)
        operators1 { $($neg:ident $neg_method:ident $neg_sign:literal $neg_value:tt $neg_reads:tt $neg_partial:tt $neg_domain:expr;)* }
        operators2 { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $op_left_reads:tt $op_left:tt $op_right_reads:tt $op_right:tt $op_x:expr, $op_y:expr;)* }
        methods1 { $($one:ident $one_method:ident $one_value:tt $one_reads:tt $one_partial:tt $one_domain:expr;)* }
        methods2 { $($two:ident $two_method:ident $two_value:tt
            $two_left_reads:tt $two_left:tt $two_right_reads:tt $two_right:tt $two_x:expr, $two_y:expr;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt $pow_reads:tt $pow_partial:tt $pow_x:expr, $pow_y:expr;)* }
    ) => {
        const _: () = {
            use core::$float::consts::{LN_2, LN_10, PI};
            type S = $float;

            $(unary! { $neg, $x $r, $neg_reads $neg_partial })*
            $(unary! { $one, $x $r, $one_reads $one_partial })*
            $(binary! { $op, $x $y $r, $op_left_reads $op_left $op_right_reads $op_right })*
            $(binary! { $two, $x $y $r, $two_left_reads $two_left $two_right_reads $two_right })*
            $(right_reference! { $op })*
            $(integer_exponent! { $pow, $x $y $r, $pow_reads $pow_partial })*
        };
    };
}

macro_rules! unary {
    ($name:ident, $x:ident $r:ident, $reads:tt $partial:tt) => {
        impl Unary<S> for $name {
            type Output = S;

            #[inline(always)]
            fn pull<W: Width>(g: W::Of<S>, $x: impl Fn() -> S, $r: impl Fn() -> S) -> W::Of<S> {
                let _ = (&$x, &$r);
                times!(g, $reads $partial)
            }

            #[inline(always)]
            fn push<W: Width>(t: W::Of<S>, $x: impl Fn() -> S, $r: impl Fn() -> S) -> W::Of<S> {
                let _ = (&$x, &$r);
                times!(t, $reads $partial)
            }
        }

        // A method call and an operator look through a reference.
        impl<'a> Unary<&'a S> for $name {
            type Output = S;

            #[inline(always)]
            fn pull<W: Width>(g: W::Of<S>, x: impl Fn() -> &'a S, r: impl Fn() -> S) -> W::Of<S> {
                <Self as Unary<S>>::pull::<W>(g, || *x(), r)
            }

            #[inline(always)]
            fn push<W: Width>(t: W::Of<S>, x: impl Fn() -> &'a S, r: impl Fn() -> S) -> W::Of<S> {
                <Self as Unary<S>>::push::<W>(t, || *x(), r)
            }
        }
    };
}

macro_rules! binary {
    ($name:ident, $x:ident $y:ident $r:ident, $left_reads:tt $left:tt $right_reads:tt $right:tt) => {
        impl Binary<S, S> for $name {
            type Output = S;

            operand! { pull_left, $x: S, $y: S, $r, S => S, $left_reads $left }
            operand! { pull_right, $x: S, $y: S, $r, S => S, $right_reads $right }
            operand! { push_left, $x: S, $y: S, $r, S => S, $left_reads $left }
            operand! { push_right, $x: S, $y: S, $r, S => S, $right_reads $right }
        }

        through_reference! { $name, &'a S, S }
    };
}

macro_rules! right_reference {
    ($name:ident) => {
        through_reference! { $name, S, &'a S }
        through_reference! { $name, &'a S, &'a S }
    };
}

macro_rules! integer_exponent {
    ($name:ident, $x:ident $y:ident $r:ident, $reads:tt $partial:tt) => {
        #[allow(clippy::cast_precision_loss, reason = "an exponent beyond 2^24 is rounded, as `powi` itself rounds")]
        impl Binary<S, i32> for $name {
            type Output = S;

            operand! { pull_left, $x: S, $y: i32, $r, S => S, $reads $partial }
            operand! { pull_right, $x: S, $y: i32, $r, S => i32, [] { 0.0 } }
            operand! { push_left, $x: S, $y: i32, $r, S => S, $reads $partial }
            operand! { push_right, $x: S, $y: i32, $r, i32 => S, [] { 0.0 } }
        }

        through_reference! { $name, &'a S, i32 }
    };
}

/// One function of a binary rule: a gradient or tangent times one partial derivative.
macro_rules! operand {
    (
        $function:ident, $x:ident: $left:ty, $y:ident: $right:ty, $r:ident, $from:ty => $to:ty, $reads:tt $partial:tt
    ) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            $x: impl Fn() -> $left,
            $y: impl Fn() -> $right,
            $r: impl Fn() -> S,
        ) -> TangentOf<$to, W> {
            let _ = (&$x, &$y, &$r);
            times!(g, $reads $partial)
        }
    };
}

/// `g` times a partial derivative, after reading what it mentions. What is simple is told apart by its tokens, since a
/// product with 1 or a guard around it would not be optimised away: a sum passes the gradient on, a product scales it.
macro_rules! times {
    ($g:ident, [] { 0.0 }) => {{
        let _ = $g;
        Zero::ZERO
    }};
    ($g:ident, [] { 1.0 }) => {
        $g
    };
    ($g:ident, [] { -1.0 }) => {
        -$g
    };
    ($g:ident, [y] { $y:ident }) => {
        scale($g, $y())
    };
    ($g:ident, [x] { $x:ident }) => {
        scale($g, $x())
    };
    ($g:ident, [$($read:ident)*] { $($partial:tt)* }) => {{
        $(let $read = $read();)*
        weigh($g, $($partial)*)
    }};
}

macro_rules! through_reference {
    ($name:ident, $left:ty, $right:ty) => {
        impl<'a> Binary<$left, $right> for $name {
            type Output = S;

            look_through! { pull_left, $left, $right, S => $left }
            look_through! { pull_right, $left, $right, S => $right }
            look_through! { push_left, $left, $right, $left => S }
            look_through! { push_right, $left, $right, $right => S }
        }
    };
}

macro_rules! look_through {
    ($function:ident, $left:ty, $right:ty, $from:ty => $to:ty) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            x: impl Fn() -> $left,
            y: impl Fn() -> $right,
            r: impl Fn() -> S,
        ) -> TangentOf<$to, W> {
            <Self as Binary<<$left as Operand>::Value, <$right as Operand>::Value>>::$function::<W>(
                g,
                || x().value(),
                || y().value(),
                r,
            )
        }
    };
}

/// An operand by value or by reference.
trait Operand {
    type Value;
    fn value(self) -> Self::Value;
}

macro_rules! operands {
    ($($ty:ty)*) => {$(
        impl Operand for $ty {
            type Value = $ty;

            #[inline(always)]
            fn value(self) -> $ty {
                self
            }
        }

        impl Operand for &$ty {
            type Value = $ty;

            #[inline(always)]
            fn value(self) -> $ty {
                *self
            }
        }
    )*};
}

operands!(f32 f64 i32);

retrograde_rules::scalar_rules!(generate);
