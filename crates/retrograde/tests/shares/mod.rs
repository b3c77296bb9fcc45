//! The rules of the library for every line of the scalar table: what one operand has in a gradient, or in a tangent.

#![allow(clippy::cast_possible_truncation, reason = "an exponent was an integer before it was a float")]

use retrograde::Lanes;
use retrograde_rules::Rule;

/// How the share of one operand is asked for: given the operands, the result, and a gradient or tangent.
pub struct Share<T> {
    pub pull: fn(&[T], T, T) -> T,
    pub push: fn(&[T], T, T) -> T,
    pub pull_lanes: fn(&[T], T, Lanes<T, 3>) -> Lanes<T, 3>,
    pub push_lanes: fn(&[T], T, Lanes<T, 3>) -> Lanes<T, 3>,
}

/// A line of the table and its rules, in both precisions.
#[allow(dead_code, reason = "not every test asks for all")]
pub struct Line {
    pub rule: &'static Rule,
    pub double: Vec<Share<f64>>,
    pub single: Vec<Share<f32>>,
}

macro_rules! shares {
    ($rule:ident $x:ident) => {
        [$crate::shares::share!($rule 0: pull_by push_by)]
    };
    ($rule:ident $x:ident $y:ident) => {
        [
            $crate::shares::share!($rule 0 1: pull_left_by push_left_by),
            $crate::shares::share!($rule 0 1: pull_right_by push_right_by),
        ]
    };
    ($rule:ident $x:ident $y:ident $z:ident) => {
        [
            $crate::shares::share!($rule 0 1 2: pull_first_by push_first_by),
            $crate::shares::share!($rule 0 1 2: pull_second_by push_second_by),
            $crate::shares::share!($rule 0 1 2: pull_third_by push_third_by),
        ]
    };
}

macro_rules! share {
    ($rule:ident $($k:literal)+: $pull:ident $push:ident) => {
        $crate::shares::share!($rule ($(|x| x[$k];)+): $pull $push)
    };
    ($rule:ident ($(|$x:ident| $read:expr;)+): $pull:ident $push:ident) => {
        $crate::shares::Share {
            pull: |x, r, g| retrograde::rules::Rules::<retrograde::One>::new()
                .$pull(retrograde::rules::$rule, g, $(|| { let $x = x; $read },)+ || r),
            push: |x, r, g| retrograde::rules::Rules::<retrograde::One>::new()
                .$push(retrograde::rules::$rule, g, $(|| { let $x = x; $read },)+ || r),
            pull_lanes: |x, r, g| retrograde::rules::Rules::<retrograde::Many<3>>::new()
                .$pull(retrograde::rules::$rule, g, $(|| { let $x = x; $read },)+ || r),
            push_lanes: |x, r, g| retrograde::rules::Rules::<retrograde::Many<3>>::new()
                .$push(retrograde::rules::$rule, g, $(|| { let $x = x; $read },)+ || r),
        }
    };
}

#[allow(unused_imports, reason = "not every test asks for all")]
pub(crate) use {share, shares};

macro_rules! lines {
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
        /// The whole table.
        #[allow(dead_code, reason = "some tests are generated line by line")]
        pub fn lines() -> Vec<Line> {
            let line = |method, double, single| {
                Line { rule: retrograde_rules::lookup(method).unwrap(), double, single }
            };
            vec![
                $(line(stringify!($op_method), shares!($op $($op_x)+).into(), shares!($op $($op_x)+).into()),)*
                $(line(stringify!($method), shares!($name $($x)+).into(), shares!($name $($x)+).into()),)*
                $(line(
                    stringify!($pow_method),
                    vec![share!($pow (|x| x[0]; |x| x[1] as i32;): pull_left_by push_left_by)],
                    vec![share!($pow (|x| x[0]; |x| x[1] as i32;): pull_left_by push_left_by)],
                ),)*
                $(line(stringify!($special_method), shares!($special $($special_x)+).into(), shares!($special $($special_x)+).into()),)*
            ]
        }
    };
}

retrograde_rules::scalar_rules!(lines);
