//! The rules of `f32` and `f64`, generated from the derivative table. A number's tangent is a number, so the forward and the
//! backward rule are the same product with the partial derivative. That product is written down for both types; the rule that calls it is
//! the same for all numbers, and so holds for a type parameter too.

use super::{Binary, Ternary, Unary, scale, weigh};
use crate::differentiable::{Differentiable, TangentOf};
use crate::floating::{Floating, Operand, Table};
use crate::width::{Leaf, Width, Zero};
use retrograde_rules::weigh_ratio;

macro_rules! products {
    ($($(#[$doc:meta])* $product:ident [$($function:ident)+] $operands:tt;)*) => {$(
        $(#[$doc])*
        pub trait $product<S: Differentiable> {
            $(declare_product! { $function $operands })+
        }
    )*};
}

macro_rules! declare_product {
    ($function:ident ($($x:ident: $operand:ty),+)) => {
        /// Times the partial derivative with respect to this operand.
        fn $function<W: Width>(
            g: TangentOf<S, W>,
            $($x: impl Fn() -> $operand,)+
            r: impl Fn() -> S,
        ) -> TangentOf<S, W>;
    };
}

products! {
    /// A gradient or a tangent times the partial derivative of an operation with one operand, at a number type.
    OneOperand [first] (x: S);
    /// The same for two operands.
    TwoOperands [first second] (x: S, y: S);
    /// The same for three operands.
    ThreeOperands [first second third] (x: S, y: S, z: S);
    /// The same where the second operand is an integer, without a partial derivative.
    IntegerExponent [first] (x: S, y: i32);
}

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

        $(operator! { $op $r, $($op_x)+ })*
        $(method! { $name $r, $($x)+ })*
        $(method! { $pow $r, $pow_x; $pow_y })*
        $(method! { $special $r, $($special_x)+ })*
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

            $(at_number! { $op $r, $(($op_x: $op_reads $op_partial))+ })*
            $(at_number! { $name $r, $(($x: $reads $partial))+ })*
            $(at_number! { $pow $r, ($pow_x: $pow_reads $pow_partial); $pow_y })*
            $(at_number! { $special $r, $(($special_x: $special_reads $special_partial))+ })*
        };
    };
}

/// The products of an operation, at the number type `S`.
macro_rules! at_number {
    ($name:ident $r:ident, ($x:ident: $($by_x:tt)*)) => {
        impl OneOperand<S> for $name {
            product! { first ($x: S), $r; $($by_x)* }
        }
    };
    ($name:ident $r:ident, ($x:ident: $($by_x:tt)*); $y:ident) => {
        impl IntegerExponent<S> for $name {
            product! { first ($x: S, $y: i32), $r; $($by_x)* }
        }
    };
    ($name:ident $r:ident, ($x:ident: $($by_x:tt)*) ($y:ident: $($by_y:tt)*)) => {
        impl TwoOperands<S> for $name {
            product! { first ($x: S, $y: S), $r; $($by_x)* }
            product! { second ($x: S, $y: S), $r; $($by_y)* }
        }
    };
    ($name:ident $r:ident, ($x:ident: $($by_x:tt)*) ($y:ident: $($by_y:tt)*) ($z:ident: $($by_z:tt)*)) => {
        impl ThreeOperands<S> for $name {
            product! { first ($x: S, $y: S, $z: S), $r; $($by_x)* }
            product! { second ($x: S, $y: S, $z: S), $r; $($by_y)* }
            product! { third ($x: S, $y: S, $z: S), $r; $($by_z)* }
        }
    };
}

macro_rules! product {
    ($function:ident($($x:ident: $operand:ty),+), $r:ident; $reads:tt $partial:tt) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<S, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> S,
        ) -> TangentOf<S, W> {
            let _ = ($(&$x,)+ &$r);
            times!(g, $reads $partial)
        }
    };
}

/// The rules of an operator, which takes each of its operands by reference too.
macro_rules! operator {
    ($name:ident $r:ident, $x:ident) => {
        method! { $name $r, $x }
    };
    ($name:ident $r:ident, $x:ident $y:ident) => {
        by_table! { [S: Floating] S; $name $r, ($x: S) ($y: S) }
        // Not for every `S`: as far as rustc knows, another crate may have references that are numbers, and two such would have two rules. And what
        // a number of a generic type is multiplied by, as in `x * convert(2.0)`, is found out because there is only one rule.
        references! { f32 $name $r, $x $y }
        references! { f64 $name $r, $x $y }
    };
}

macro_rules! references {
    ($s:ident $name:ident $r:ident, $x:ident $y:ident) => {
        by_table! { ['a] $s; $name $r, ($x: &'a $s) ($y: $s) }
        by_table! { ['a] $s; $name $r, ($x: $s) ($y: &'a $s) }
        by_table! { ['a] $s; $name $r, ($x: &'a $s) ($y: &'a $s) }
    };
}

/// The rules of a method, which looks through a reference to its receiver.
macro_rules! method {
    ($name:ident $r:ident, $x:ident) => {
        #[diagnostic::do_not_recommend]
        impl<A: Operand> Unary<A> for $name {
            type Output = A::Number;

            #[inline(always)]
            fn pull<W: Width>(
                g: TangentOf<A::Number, W>,
                $x: impl Fn() -> A,
                $r: impl Fn() -> A::Number,
            ) -> TangentOf<A, W> {
                A::of_operand(<A::Number as Floating>::Table::first_of_one::<$name, W>(g, || $x().number(), $r))
            }

            #[inline(always)]
            fn push<W: Width>(
                t: TangentOf<A, W>,
                $x: impl Fn() -> A,
                $r: impl Fn() -> A::Number,
            ) -> TangentOf<A::Number, W> {
                <A::Number as Floating>::Table::first_of_one::<$name, W>(A::of_number(t), || $x().number(), $r)
            }
        }
    };
    ($name:ident $r:ident, $x:ident $y:ident) => {
        by_table! { [S: Floating] S; $name $r, ($x: S) ($y: S) }
        by_table! { ['a, S: Floating] S; $name $r, ($x: &'a S) ($y: S) }
    };
    ($name:ident $r:ident, $x:ident; $y:ident) => {
        #[diagnostic::do_not_recommend]
        impl<A: Operand> Binary<A, i32> for $name {
            type Output = A::Number;

            #[inline(always)]
            fn pull_left<W: Width>(
                g: TangentOf<A::Number, W>,
                $x: impl Fn() -> A,
                $y: impl Fn() -> i32,
                $r: impl Fn() -> A::Number,
            ) -> TangentOf<A, W> {
                A::of_operand(<A::Number as Floating>::Table::base::<$name, W>(g, || $x().number(), $y, $r))
            }

            #[inline(always)]
            fn pull_right<W: Width>(
                _: TangentOf<A::Number, W>,
                _: impl Fn() -> A,
                _: impl Fn() -> i32,
                _: impl Fn() -> A::Number,
            ) -> TangentOf<i32, W> {
                Zero::ZERO
            }

            #[inline(always)]
            fn push_left<W: Width>(
                t: TangentOf<A, W>,
                $x: impl Fn() -> A,
                $y: impl Fn() -> i32,
                $r: impl Fn() -> A::Number,
            ) -> TangentOf<A::Number, W> {
                <A::Number as Floating>::Table::base::<$name, W>(A::of_number(t), || $x().number(), $y, $r)
            }

            #[inline(always)]
            fn push_right<W: Width>(
                _: TangentOf<i32, W>,
                _: impl Fn() -> A,
                _: impl Fn() -> i32,
                _: impl Fn() -> A::Number,
            ) -> TangentOf<A::Number, W> {
                Zero::ZERO
            }
        }
    };
    ($name:ident $r:ident, $x:ident $y:ident $z:ident) => {
        by_table! { [S: Floating] S; $name $r, ($x: S) ($y: S) ($z: S) }
        by_table! { ['a, S: Floating] S; $name $r, ($x: &'a S) ($y: S) ($z: S) }
    };
}

/// The rule of an operation for some kinds of operands that stand for the numbers `$s`: what the table of these says.
macro_rules! by_table {
    ([$($generics:tt)*] $s:ident; $name:ident $r:ident, ($x:ident: $a:ty) ($y:ident: $b:ty)) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Binary<$a, $b> for $name {
            type Output = $s;

            both_ways! { $s $name, pull_left push_left first_of_two ($x: $a) ($x: $a, $y: $b), $r }
            both_ways! { $s $name, pull_right push_right second_of_two ($y: $b) ($x: $a, $y: $b), $r }
        }
    };
    ([$($generics:tt)*] $s:ident; $name:ident $r:ident, ($x:ident: $a:ty) ($y:ident: $b:ty) ($z:ident: $c:ty)) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Ternary<$a, $b, $c> for $name {
            type Output = $s;

            both_ways! { $s $name, pull_first push_first first_of_three ($x: $a) ($x: $a, $y: $b, $z: $c), $r }
            both_ways! { $s $name, pull_second push_second second_of_three ($y: $b) ($x: $a, $y: $b, $z: $c), $r }
            both_ways! { $s $name, pull_third push_third third_of_three ($z: $c) ($x: $a, $y: $b, $z: $c), $r }
        }
    };
}

macro_rules! both_ways {
    (
        $s:ident $name:ident, $pull:ident $push:ident $product:ident ($of:ident: $by:ty)
        ($($x:ident: $operand:ty),+), $r:ident
    ) => {
        #[inline(always)]
        fn $pull<W: Width>(
            g: TangentOf<$s, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> $s,
        ) -> TangentOf<$by, W> {
            <$s as Floating>::Table::$product::<$name, W>(g, $(|| Operand::number($x()),)+ $r)
        }

        #[inline(always)]
        fn $push<W: Width>(
            t: TangentOf<$by, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> $s,
        ) -> TangentOf<$s, W> {
            <$s as Floating>::Table::$product::<$name, W>(t, $(|| Operand::number($x()),)+ $r)
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

retrograde_rules::scalar_rules!(generate);

macro_rules! complex {
    ($r:ident $($name:ident $method:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)*) => {
        $(operation!($name, ($($x)+) $method);)*
    };
}

retrograde_rules::complex_methods!(complex);
