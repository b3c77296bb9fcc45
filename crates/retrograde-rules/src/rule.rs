//! The table as values, for a compiler that looks a method up and an interpreter that runs it.

use crate::product::{ratio, weigh, weigh_ratio};
use core::ops::Range;
use std::sync::LazyLock;

/// A gradient or tangent times a partial derivative, given the operands and the result.
pub type Times<S = f64> = fn(S, &[S], S) -> S;

/// One line of the table, as it is for the number type `S`.
///
/// ```
/// let rule = retrograde_rules::lookup("sin").unwrap();
/// assert_eq!(rule.partials, ["x.cos()"]);
/// assert_eq!((rule.partial[0])(&[0.0], 0.0), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Rule<S: 'static = f64> {
    /// The method, `sin`; for an operator the method of its trait, `add`.
    pub method: &'static str,
    /// The name of the rule, `Sin`.
    pub strukt: &'static str,
    /// The operator, if it is one.
    pub operator: Option<&'static str>,
    /// The names of the operands, of which the first is the receiver.
    pub operands: &'static [&'static str],
    /// The partial derivative with respect to each operand, in Rust and in terms of the operands, the result `r`, `PI`, `LN_2`, `LN_10`,
    /// the number type `S`, and `product` and `ratio`. An integer operand has none; it comes last.
    pub partials: &'static [&'static str],
    /// Which of the operands and `r` each partial derivative reads.
    pub reads: &'static [&'static [&'static str]],
    /// Its value, given the operands.
    pub value: fn(&[S]) -> S,
    /// Its partial derivative with respect to each operand, given the operands and the result.
    pub partial: &'static [fn(&[S], S) -> S],
    /// A gradient or tangent times the partial derivative with respect to each operand, given that, the operands and the result.
    pub times: &'static [Times<S>],
    /// For each operand, a range inside the domain and away from kinks.
    pub domain: &'static [Range<f64>],
    /// Whether the method is one of those that the feature `special` adds to the number types.
    pub special: bool,
    /// Whether its value takes longer to compute than to keep. That of a sum, a product or a root does not.
    pub costly: bool,
}

/// Two lines are the same if they are lines of the same operation.
impl<S> PartialEq for Rule<S> {
    fn eq(&self, other: &Self) -> bool {
        self.strukt == other.strukt
    }
}

impl<S> Eq for Rule<S> {}

impl<S> Rule<S> {
    /// How many operands it has.
    ///
    /// ```
    /// assert_eq!(retrograde_rules::lookup("clamp").unwrap().arity(), 3);
    /// ```
    pub fn arity(&self) -> usize {
        self.operands.len()
    }

    /// Whether operand `k` is an `i32`, which has no gradient.
    ///
    /// ```
    /// let powi = retrograde_rules::lookup("powi").unwrap();
    /// assert!(powi.is_integer(1) && !powi.is_integer(0));
    /// ```
    pub fn is_integer(&self, k: usize) -> bool {
        k >= self.partial.len()
    }

    /// Whether the partial derivative with respect to operand `k` reads the result.
    ///
    /// ```
    /// assert!(retrograde_rules::lookup("exp").unwrap().mentions_result(0));
    /// ```
    pub fn mentions_result(&self, k: usize) -> bool {
        self.reads(k).contains(&"r")
    }

    /// Whether the partial derivative with respect to operand `k` reads operand `other`.
    ///
    /// ```
    /// let mul = retrograde_rules::lookup("mul").unwrap();
    /// assert!(mul.mentions(0, 1) && !mul.mentions(0, 0));
    /// ```
    pub fn mentions(&self, k: usize, other: usize) -> bool {
        self.reads(k).contains(&self.operands[other])
    }

    /// An integer operand has no partial derivative, which reads nothing.
    fn reads(&self, k: usize) -> &'static [&'static str] {
        self.reads.get(k).copied().unwrap_or_default()
    }
}

impl Rule {
    /// The same line for `f32`, whose functions round as that type does.
    ///
    /// ```
    /// let sin = retrograde_rules::lookup("sin").unwrap().single().unwrap();
    /// assert_eq!((sin.value)(&[0.1]), 0.1_f32.sin());
    /// ```
    pub fn single(&self) -> Option<&'static Rule<f32>> {
        let name = self.strukt.strip_suffix("Assign").unwrap_or(self.strukt);
        single::RULES.iter().find(|rule| rule.strukt == name)
    }
}

/// The rule of a method.
///
/// ```
/// assert_eq!(retrograde_rules::lookup("atan2").unwrap().arity(), 2);
/// assert!(retrograde_rules::lookup("push").is_none());
/// ```
pub fn lookup(method: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.method == method)
}

/// The rule of an operator that changes its left operand, `+=`: that of the operator itself, under another name.
///
/// ```
/// assert_eq!(retrograde_rules::lookup_assigning("-=").unwrap().strukt, "SubAssign");
/// assert!(retrograde_rules::lookup_assigning("-").is_none());
/// ```
pub fn lookup_assigning(operator: &str) -> Option<&'static Rule> {
    static ASSIGNING: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        let lines = [
            ("add", "+=", "AddAssign"),
            ("sub", "-=", "SubAssign"),
            ("mul", "*=", "MulAssign"),
            ("div", "/=", "DivAssign"),
        ];
        let like =
            |(name, method, strukt)| Some(Rule { method, strukt, operator: Some(method), ..lookup(name)?.clone() });
        lines.into_iter().filter_map(like).collect()
    });
    ASSIGNING.iter().find(|rule| rule.method == operator)
}

/// The rule of a method that only complex numbers have.
///
/// ```
/// assert_eq!(retrograde_rules::lookup_complex("norm").unwrap().strukt, "Norm");
/// assert!(retrograde_rules::lookup_complex("sin").is_none()); // others have it too
/// ```
pub fn lookup_complex(method: &str) -> Option<&'static Rule> {
    COMPLEX.iter().find(|rule| rule.method == method)
}

/// The rule of an operator with `arity` operands.
///
/// ```
/// assert_eq!(retrograde_rules::lookup_operator("-", 1).unwrap().strukt, "Neg");
/// assert_eq!(retrograde_rules::lookup_operator("-", 2).unwrap().strukt, "Sub");
/// ```
pub fn lookup_operator(operator: &str, arity: usize) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.operator == Some(operator) && rule.arity() == arity)
}

/// The rules of the parts of a method's result, if that is a tuple.
///
/// ```
/// let parts = retrograde_rules::lookup_tuple("sin_cos").unwrap();
/// assert_eq!([parts[0].method, parts[1].method], ["sin", "cos"]);
/// assert!(retrograde_rules::lookup_tuple("sin").is_none());
/// ```
pub fn lookup_tuple(method: &str) -> Option<Vec<&'static Rule>> {
    let (_, parts) = TUPLES.iter().find(|(tuple, _)| *tuple == method)?;
    parts.iter().map(|part| lookup(part)).collect()
}

macro_rules! values {
    (
        $r:ident
        operators { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $($op_x:ident $op_reads:tt $op_partial:tt $op_domain:expr),+;)* }
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt
            $pow_x:ident $pow_reads:tt $pow_partial:tt $pow_domain:expr, $pow_y:ident $pow_y_domain:expr;)* }
        tuples { $($tuple:ident ($($part:ident),+);)* }
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        /// The whole table.
        ///
        /// ```
        /// assert!(retrograde_rules::RULES.iter().all(|rule| rule.domain.len() == rule.arity()));
        /// ```
        #[allow(clippy::float_cmp, reason = "kinks are at exact numbers")]
        #[allow(clippy::cast_lossless, reason = "a line holds for `f32` too, where this cast rounds")]
        #[allow(unstable_name_collisions, reason = "the special functions mean what those of the standard library will mean")]
        pub static RULES: &[Rule<S>] = &[
            $(Rule {
                operator: Some($op_sign),
                ..line!($op $op_method $op_value $r ($($op_x)+), $($op_x $op_reads $op_partial $op_domain),+)
            },)*
            $(Rule {
                costly: costly!($cost),
                ..line!($name $method $value $r ($($x)+), $($x $reads $partial $domain),+)
            },)*
            $(Rule {
                operands: &[stringify!($pow_x), stringify!($pow_y)],
                partials: &[text!($pow_partial)],
                value: |operands| integer_exponent!(operands, $pow_x $pow_y, $pow_value),
                partial: &[|operands, _| integer_exponent!(operands, $pow_x $pow_y, $pow_partial)],
                times: &[|g, operands, _| integer_exponent!(operands, $pow_x $pow_y, { times!(g, $pow_partial) })],
                domain: &[$pow_domain, $pow_y_domain],
                ..line!($pow $pow_method {0.0} $r ($pow_x), $pow_x $pow_reads {0.0} $pow_domain)
            },)*
            $(Rule {
                special: true,
                costly: costly!($special_cost),
                ..line!($special $special_method $special_value $r ($($special_x)+),
                    $($special_x $special_reads $special_partial $special_domain),+)
            },)*
        ];

    };
}

macro_rules! tuples {
    ($r:ident operators $operators:tt methods $methods:tt integer_exponent $pow:tt
        tuples { $($tuple:ident ($($part:ident),+);)* } special $special:tt) => {
        /// The methods whose result is a tuple, and the methods that give its parts.
        const TUPLES: &[(&str, &[&str])] = &[$((stringify!($tuple), &[$(stringify!($part)),+])),*];
    };
}

macro_rules! complex {
    ($r:ident $($name:ident $method:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)*) => {
        /// The methods that only complex numbers have, at real operands.
        ///
        /// ```
        /// let norm = retrograde_rules::lookup_complex("norm").unwrap();
        /// assert_eq!((norm.value)(&[-2.0]), 2.0);
        /// ```
        pub static COMPLEX: &[Rule] =
            &[$(line!($name $method $value $r ($($x)+), $($x $reads $partial $domain),+)),*];
    };
}

macro_rules! line {
    (
        $name:ident $method:ident $value:tt $r:ident $operands:tt,
        $($x:ident [$($reads:ident)*] $partial:tt $domain:expr),+
    ) => {
        Rule {
            method: stringify!($method),
            strukt: stringify!($name),
            operator: None,
            operands: &[$(stringify!($x)),+],
            partials: &[$(text!($partial)),+],
            reads: &[$(&[$(stringify!($reads)),*]),+],
            value: |operands| with!(operands, $operands $value),
            partial: &[$(|operands, $r| {
                let _ = $r;
                with!(operands, $operands $partial)
            }),+],
            times: &[$(|g, operands, $r| {
                let _ = $r;
                with!(operands, $operands { times!(g, $partial) })
            }),+],
            domain: &[$($domain),+],
            special: false,
            costly: false,
        }
    };
}

macro_rules! costly {
    (costly) => {
        true
    };
    (cheap) => {
        false
    };
}

/// A gradient times a partial derivative, in the order that the line asks for.
macro_rules! times {
    ($g:ident, { product($a:expr, $b:expr) }) => {
        weigh(weigh($g, $a), $b)
    };
    ($g:ident, { ratio($partial:expr, $a:expr, $b:expr) }) => {{
        let partial: S = $partial;
        if partial.is_normal() { $g * partial } else { weigh_ratio($g, partial, $a, $b) }
    }};
    ($g:ident, $partial:tt) => {
        weigh($g, $partial)
    };
}

/// An expression in which the operands have their names.
macro_rules! with {
    ($operands:ident, ($($x:ident)+) $value:tt) => {{
        let &[$($x),+] = $operands else { panic!("as many operands as the line has") };
        $(let _ = $x;)+
        $value
    }};
}

/// The same, where the last operand is an integer.
macro_rules! integer_exponent {
    ($operands:ident, $x:ident $y:ident, $value:tt) => {{
        let &[$x, $y] = $operands else { panic!("a base and an exponent") };
        let $y = integer($y);
        $value
    }};
}

macro_rules! text {
    ({ $partial:expr }) => {
        stringify!($partial)
    };
}

/// The table for one number type, and its constants.
macro_rules! table {
    ($module:ident $number:ident) => {
        mod $module {
            use super::Rule;
            use crate::product::{product, ratio, weigh, weigh_ratio};
            #[cfg(feature = "special")]
            use crate::special::Special;
            #[cfg(feature = "special")]
            use core::$number::consts::FRAC_2_SQRT_PI;
            use core::$number::consts::{LN_2, LN_10, PI};

            type S = $number;

            /// An interpreter passes an integer exponent as a float.
            #[expect(clippy::cast_possible_truncation, reason = "the operand was an `i32` before it became a float")]
            fn integer(y: S) -> i32 {
                y as i32
            }

            crate::scalar_rules!(values);
        }
    };
}

table!(double f64);
table!(single f32);
use core::f64::consts::PI;
pub use double::RULES;

/// The methods of complex numbers are run at real operands, of this type.
type S = f64;

crate::scalar_rules!(tuples);
crate::complex_methods!(complex);
