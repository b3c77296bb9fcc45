//! The table as values, for a compiler that looks a method up and an interpreter that runs it.

use core::ops::Range;

/// One line of the table.
///
/// ```
/// let rule = retrograde_rules::lookup("sin").unwrap();
/// assert_eq!(rule.partials, ["x.cos()"]);
/// assert_eq!((rule.partial[0])(0.0, 0.0, 0.0), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    /// The method, `sin`; for an operator the method of its trait, `add`.
    pub method: &'static str,
    /// The name of the rule, `Sin`.
    pub strukt: &'static str,
    /// How many operands it has.
    pub arity: usize,
    /// The operator, if it is one.
    pub operator: Option<&'static str>,
    /// The partial derivative by each operand, in Rust and in terms of `x`, `y`, the result `r`, `PI`, `LN_2`, `LN_10` and
    /// the number type `S`.
    pub partials: &'static [&'static str],
    /// Which of `x`, `y`, `r` each partial derivative reads.
    pub reads: &'static [&'static [&'static str]],
    /// Its value.
    pub value: fn(x: f64, y: f64) -> f64,
    /// Its partial derivative by each operand.
    pub partial: &'static [fn(x: f64, y: f64, r: f64) -> f64],
    /// For each operand, a range inside the domain and away from kinks.
    pub domain: &'static [Range<f64>],
    /// The second operand is an `i32`, which has no gradient.
    pub integer_second: bool,
}

/// Two lines are the same if they are lines of the same operation.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.strukt == other.strukt
    }
}

impl Eq for Rule {}

impl Rule {
    /// Whether the partial derivative by operand `k` reads the result.
    ///
    /// ```
    /// assert!(retrograde_rules::lookup("exp").unwrap().mentions_result(0));
    /// ```
    pub fn mentions_result(&self, k: usize) -> bool {
        self.mentions(k, "r")
    }

    /// Whether the partial derivative by operand `k` reads `name`, one of `x`, `y`, `r`. An integer second operand has no
    /// partial derivative, which reads nothing.
    ///
    /// ```
    /// let mul = retrograde_rules::lookup("mul").unwrap();
    /// assert!(mul.mentions(0, "y") && !mul.mentions(0, "x"));
    /// ```
    pub fn mentions(&self, k: usize, name: &str) -> bool {
        self.reads.get(k).is_some_and(|reads| reads.contains(&name))
    }
}

/// The rule of a method.
///
/// ```
/// assert_eq!(retrograde_rules::lookup("atan2").unwrap().arity, 2);
/// assert!(retrograde_rules::lookup("push").is_none());
/// ```
pub fn lookup(method: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.method == method)
}

/// The rule of an operator with `arity` operands.
///
/// ```
/// assert_eq!(retrograde_rules::lookup_operator("-", 1).unwrap().strukt, "Neg");
/// assert_eq!(retrograde_rules::lookup_operator("-", 2).unwrap().strukt, "Sub");
/// ```
pub fn lookup_operator(operator: &str, arity: usize) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.operator == Some(operator) && rule.arity == arity)
}

macro_rules! values {
    (
        ($x:ident, $y:ident, $r:ident)
        operators1 { $($neg:ident $neg_method:ident $neg_sign:literal ($neg_value:expr)
            [$($neg_reads:ident)*] { $neg_partial:expr } $neg_domain:expr;)* }
        operators2 { $($op:ident $op_method:ident $op_sign:literal ($op_value:expr)
            [$($op_left_reads:ident)*] { $op_left:expr } [$($op_right_reads:ident)*] { $op_right:expr }
            $op_x:expr, $op_y:expr;)* }
        methods1 { $($one:ident $one_method:ident ($one_value:expr)
            [$($one_reads:ident)*] { $one_partial:expr } $one_domain:expr;)* }
        methods2 { $($two:ident $two_method:ident ($two_value:expr)
            [$($two_left_reads:ident)*] { $two_left:expr } [$($two_right_reads:ident)*] { $two_right:expr }
            $two_x:expr, $two_y:expr;)* }
        integer_exponent { $($pow:ident $pow_method:ident ($pow_value:expr)
            [$($pow_reads:ident)*] { $pow_partial:expr } $pow_x:expr, $pow_y:expr;)* }
    ) => {
        /// The whole table.
        ///
        /// ```
        /// assert!(retrograde_rules::RULES.iter().all(|rule| rule.domain.len() == rule.arity));
        /// ```
        #[allow(clippy::cast_lossless, reason = "a line holds for `f32` too, where this cast rounds")]
        pub static RULES: &[Rule] = &[
            $(Rule {
                operator: Some($neg_sign),
                ..unary!($x $y $r, $neg $neg_method, $neg_value, [$($neg_reads)*] $neg_partial, $neg_domain)
            },)*
            $(Rule {
                operator: Some($op_sign),
                ..binary!($x $y $r, $op $op_method, $op_value, [$($op_left_reads)*] $op_left,
                    [$($op_right_reads)*] $op_right, $op_x, $op_y)
            },)*
            $(unary!($x $y $r, $one $one_method, $one_value, [$($one_reads)*] $one_partial, $one_domain),)*
            $(binary!($x $y $r, $two $two_method, $two_value, [$($two_left_reads)*] $two_left,
                [$($two_right_reads)*] $two_right, $two_x, $two_y),)*
            $(integer_exponent!($x $y $r, $pow $pow_method, $pow_value, [$($pow_reads)*] $pow_partial, $pow_x, $pow_y),)*
        ];
    };
}

macro_rules! unary {
    ($x:ident $y:ident $r:ident, $name:ident $method:ident, $value:expr, [$($reads:ident)*] $partial:expr, $domain:expr) => {
        Rule {
            method: stringify!($method),
            strukt: stringify!($name),
            arity: 1,
            operator: None,
            partials: &[stringify!($partial)],
            reads: &[&[$(stringify!($reads)),*]],
            value: |$x, _| $value,
            partial: &[function!($x $y $r, $partial)],
            domain: &[$domain],
            integer_second: false,
        }
    };
}

macro_rules! binary {
    (
        $x:ident $y:ident $r:ident, $name:ident $method:ident, $value:expr,
        [$($left_reads:ident)*] $left:expr, [$($right_reads:ident)*] $right:expr, $x_domain:expr, $y_domain:expr
    ) => {
        Rule {
            method: stringify!($method),
            strukt: stringify!($name),
            arity: 2,
            operator: None,
            partials: &[stringify!($left), stringify!($right)],
            reads: &[&[$(stringify!($left_reads)),*], &[$(stringify!($right_reads)),*]],
            value: |$x, $y| $value,
            partial: &[function!($x $y $r, $left), function!($x $y $r, $right)],
            domain: &[$x_domain, $y_domain],
            integer_second: false,
        }
    };
}

macro_rules! integer_exponent {
    (
        $x:ident $y:ident $r:ident, $name:ident $method:ident, $value:expr, [$($reads:ident)*] $partial:expr,
        $x_domain:expr, $y_domain:expr
    ) => {
        Rule {
            method: stringify!($method),
            strukt: stringify!($name),
            arity: 2,
            operator: None,
            partials: &[stringify!($partial)],
            reads: &[&[$(stringify!($reads)),*]],
            value: |$x, $y| { let $y = integer($y); $value },
            partial: &[|$x, $y, _| { let $y = integer($y); $partial }],
            domain: &[$x_domain, $y_domain],
            integer_second: true,
        }
    };
}

macro_rules! function {
    ($x:ident $y:ident $r:ident, $body:expr) => {
        |$x, $y, $r| {
            let _ = ($x, $y, $r);
            $body
        }
    };
}

/// The number type of the table's `S`, and its constants.
type S = f64;
use core::f64::consts::{LN_2, LN_10, PI};

/// An interpreter of `f64` passes an integer exponent as a float.
#[expect(clippy::cast_possible_truncation, reason = "the operand was an `i32` before it became a float")]
fn integer(y: f64) -> i32 {
    y as i32
}

crate::scalar_rules!(values);
