//! The rules of `f32` and `f64`, generated from the derivative table. A number's tangent is a number, so the forward and the
//! backward rule are the same product with the partial derivative.

use super::{Binary, Ternary, Unary, scale, weigh};
use crate::differentiable::TangentOf;
use crate::width::{Leaf, Width, Zero};
use retrograde_rules::weigh_ratio;

macro_rules! generate {
    ($($table:tt)*) => {
        structs! { $($table)* }
        implement! { f32 $($table)* }
        implement! { f64 $($table)* }
    };
}

macro_rules! structs {
    (
        $r:ident
        operators { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $($op_x:ident $op_reads:tt $op_partial:tt $op_domain:expr),+;)* }
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt
            $pow_x:ident $pow_reads:tt $pow_partial:tt $pow_domain:expr, $pow_y:ident $pow_y_domain:expr;)* }
        tuples $tuples:tt
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        $(operation!($op, $op_value);)*
        $(operation!($name, $value);)*
        $(operation!($pow, $pow_value);)*
        $(operation!($special, $special_value);)*
    };
}

macro_rules! operation {
    ($name:ident, ($value:expr)) => {
        operation!($name, "`", stringify!($value), "`");
    };
    ($name:ident, ($x:ident $($y:ident)*) $method:ident) => {
        operation!($name, "`", stringify!($x), ".", stringify!($method), "(" $(, stringify!($y))*, ")` of a complex number");
    };
    ($name:ident, $($text:expr),+) => {
        #[doc = concat!("The rule of ", $($text,)+ ".")]
        ///
        /// ```
        #[doc = concat!("assert_eq!(size_of_val(&retrograde::rules::", stringify!($name), "), 0);")]
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl super::Named for $name {
            const NAME: &'static str = stringify!($name);
        }
    };
}

macro_rules! implement {
    (
        $float:ident
        $r:ident
        operators { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $($op_x:ident $op_reads:tt $op_partial:tt $op_domain:expr),+;)* }
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt
            $pow_x:ident $pow_reads:tt $pow_partial:tt $pow_domain:expr, $pow_y:ident $pow_y_domain:expr;)* }
        tuples $tuples:tt
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        #[allow(clippy::float_cmp, reason = "kinks are at exact numbers")]
        #[allow(clippy::cast_precision_loss, reason = "an exponent beyond 2^24 is rounded, as `powi` itself rounds")]
        #[allow(unstable_name_collisions, reason = "the special functions mean what those of the standard library will mean")]
        const _: () = {
            #[allow(unused_imports, reason = "some are for the special functions alone")]
            use {core::$float::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI}, retrograde_rules::special::*};
            type S = $float;

            $(rule! { partial $op $r, $(($op_x: S; $op_reads $op_partial))+ })*
            $(rule! { partial $name $r, $(($x: S; $reads $partial))+ })*
            $(rule! { partial $pow $r, ($pow_x: S; $pow_reads $pow_partial) ($pow_y: i32; [] { 0.0 }) })*
            $(rule! { partial $special $r, $(($special_x: S; $special_reads $special_partial))+ })*

            $(operator_by_reference! { $op $r, $($op_x)+ })*
            $(method_by_reference! { $name $r, $($x)+ })*
            $(rule! { through $pow $r, ($pow_x: &'a S;) ($pow_y: i32;) })*
            $(method_by_reference! { $special $r, $($special_x)+ })*
        };
    };
}

/// An operator takes each of its operands by reference too.
macro_rules! operator_by_reference {
    ($name:ident $r:ident, $x:ident) => {
        rule! { through $name $r, ($x: &'a S;) }
    };
    ($name:ident $r:ident, $x:ident $y:ident) => {
        rule! { through $name $r, ($x: &'a S;) ($y: S;) }
        rule! { through $name $r, ($x: S;) ($y: &'a S;) }
        rule! { through $name $r, ($x: &'a S;) ($y: &'a S;) }
    };
}

/// A method call looks through a reference to its receiver.
macro_rules! method_by_reference {
    ($name:ident $r:ident, $x:ident $($argument:ident)*) => {
        rule! { through $name $r, ($x: &'a S;) $(($argument: S;))* }
    };
}

/// A function of a rule: a gradient or tangent times a partial derivative.
macro_rules! partial {
    (
        $rule:ident $function:ident, ($($x:ident: $operand:ty),+), $r:ident, $from:ty => $to:ty;
        $reads:tt $partial:tt
    ) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> S,
        ) -> TangentOf<$to, W> {
            let _ = ($(&$x,)+ &$r);
            times!(g, $reads $partial)
        }
    };
}

/// A function of a rule for references: that of the rule for values.
macro_rules! through {
    ($rule:ident $function:ident, ($($x:ident: $operand:ty),+), $r:ident, $from:ty => $to:ty;) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> S,
        ) -> TangentOf<$to, W> {
            <Self as $rule<$(<$operand as Operand>::Value),+>>::$function::<W>(g, $(|| $x().value(),)+ $r)
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
    // a sign is always finite
    ($g:ident, [x] { if $x:ident == 0.0 { 0.0 } else { $sign:expr } }) => {{
        let $x = $x();
        $g.map(|g| if $x == 0.0 { 0.0 } else { g * $sign })
    }};
    ($g:ident, [$($read:ident)*] { product($a:expr, $b:expr) }) => {{
        $(let $read = $read();)*
        weigh(weigh($g, $a), $b)
    }};
    // a normal number needs no guard
    ($g:ident, [$($read:ident)*] { ratio($partial:expr, $a:expr, $b:expr) }) => {{
        $(let $read = $read();)*
        let partial: S = $partial;
        if partial.is_normal() { scale($g, partial) } else { $g.map(|g| weigh_ratio(g, partial, $a, $b)) }
    }};
    ($g:ident, [$($read:ident)*] { $($partial:tt)* }) => {{
        $(let $read = $read();)*
        weigh($g, $($partial)*)
    }};
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

macro_rules! complex {
    ($r:ident $($name:ident $method:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)*) => {
        $(operation!($name, ($($x)+) $method);)*
    };
}

retrograde_rules::complex_methods!(complex);
