//! Every line of the tables through the attributes: as an update of a reversible function and as the value of an ordinary one, forwards and
//! backwards, in both precisions, against finite differences. The list of what there must be is written out.

mod modes;

use modes::{agree, differences, expressions};
use retrograde_rules::lookup;

/// What users find: operators, and methods by name.
const SCALAR: &str = "neg add sub mul div rem abs signum sqrt cbrt recip powi powf hypot mul_add exp exp2 exp_m1 ln log2 log10 ln_1p log \
    sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh min max clamp floor ceil round trunc fract rem_euclid copysign \
    to_degrees to_radians erf erfc gamma ln_gamma digamma";
const COMPLEX: &str = "Norm NormSqr Arg Conj Exp Ln Powf Powi Sqrt Sin Cos Tanh Inv Mul Div Add Sub Neg";

expressions! {
    neg[1]: |x| { -x[0] }
    add[2]: |x| { x[0] + x[1] }
    sub[2]: |x| { x[0] - x[1] }
    mul[2]: |x| { x[0] * x[1] }
    div[2]: |x| { x[0] / x[1] }
    rem[2]: |x| { x[0] % x[1] }
    square[1]: |x| { x[0] * x[0] }
    both[1]: |x| { { let (sine, cosine) = x[0].sin_cos(); sine - 2.0 * cosine } }
    cube[1]: |x| { x[0].powi(3) }
    inverse_square[1]: |x| { x[0].powi(-2) }
}

/// Positions inside a domain, none of them at a kink.
const POSITIONS: [f64; 4] = [0.07, 0.29, 0.68, 0.93];

fn check<const N: usize>(
    name: &str,
    value: fn([f64; N]) -> f64,
    double: fn([f64; N]) -> [f64; N],
    single: fn([f64; N]) -> [f64; N],
) {
    let line = lookup(name).unwrap_or_else(|| panic!("{name} has no line"));
    for turn in 0..POSITIONS.len() {
        let point = core::array::from_fn(|k| {
            let (domain, position) = (&line.domain[k], POSITIONS[(turn * [1, 3, 2][k] + k) % POSITIONS.len()]);
            domain.start + (domain.end - domain.start) * position
        });
        agree(name, double(point), differences(value, point), 1e-7);
        agree(name, single(point), double(point), 1e-4);
    }
}

macro_rules! every_method {
    (
        $r:ident
        operators { $($op:ident $op_method:ident $op_sign:literal $op_value:tt
            $($op_x:ident $op_reads:tt $op_partial:tt $op_domain:expr),+;)* }
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent $integer_exponent:tt
        tuples $tuples:tt
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        $(method!($method $($x)+);)*
        $(method!($special_method $($special_x)+);)*

        #[test]
        fn every_line() {
            $(check(stringify!($op_method), $op_method::value, $op_method::double, $op_method::single);)*
            $(check(stringify!($method), $method::value, $method::double, $method::single);)*
            $(check(stringify!($special_method), $special_method::value, $special_method::double, $special_method::single);)*
        }
    };
}

macro_rules! method {
    ($method:ident $x:ident) => {
        expressions! { $method[1]: |x| { x[0].$method() } }
    };
    ($method:ident $x:ident $y:ident) => {
        expressions! { $method[2]: |x| { x[0].$method(x[1]) } }
    };
    ($method:ident $x:ident $y:ident $z:ident) => {
        expressions! { $method[3]: |x| { x[0].$method(x[1], x[2]) } }
    };
}

retrograde_rules::scalar_rules!(every_method);

#[test]
fn what_is_no_line_of_its_own() {
    for x in [-1.3, 0.4, 2.1] {
        agree("the same operand twice", square::double([x]), [2.0 * x], 1e-15);
        agree("the same operand twice", square::single([x]), square::double([x]), 1e-6);
        for (value, [double, single]) in [
            (both::value as fn([f64; 1]) -> f64, [both::double as fn([f64; 1]) -> [f64; 1], both::single]),
            (cube::value, [cube::double, cube::single]),
            (inverse_square::value, [inverse_square::double, inverse_square::single]),
        ] {
            agree("two precisions", double([x]), single([x]), 1e-4);
            agree("differences", double([x]), differences(value, [x]), 1e-7);
        }
    }
}

#[test]
fn the_lists_are_whole() {
    for name in SCALAR.split_whitespace() {
        assert!(lookup(name).is_some(), "`{name}` has no derivative rule");
    }
    assert!(lookup("next_up").is_none(), "the question can be answered with no");
}

macro_rules! every_complex_line {
    ($r:ident $($section:ident {
        $($name:ident $value:tt -> $result:ident, $($x:ident: $ty:ident $reads:tt $partial:tt),+;)*
    })*) => {
        const COMPLEX_LINES: &[&str] = &[$($(stringify!($name)),*),*];

        #[test]
        fn every_complex_line() {
            $($(
                complex_line!(f64 $value $result $($x $ty)+);
                complex_line!(f32 $value $result $($x $ty)+);
            )*)*
        }
    };
}

/// A line in one precision, in functions of its own.
macro_rules! complex_line {
    ($float:ident $value:tt $result:ident $($x:ident $ty:ident)+) => {{
            use retrograde::prelude::*;
            type S = $float;
            type C = num_complex::Complex<S>;

            #[reversible(adjoint, tangent)]
            fn update(out: &mut $result, $($x: $ty),+) {
                *out += $value;
            }

            #[differentiable(tangent)]
            fn ordinary($($x: $ty),+) -> $result {
                $value
            }

            for turn in 0..6 {
                let mut k = turn..;
                $(let $x = <$ty as Operand>::at(k.next().unwrap());)+
                check_inverse!(update(&mut <$result as Operand>::at(3), $($x),+));
                check_gradient!(update(&mut <$result as Operand>::at(3), $($x),+));
                check_gradient!(ordinary($($x),+));
            }
    }};
}

/// Six values of an operand, none of them where a rule has a kink or a cut.
trait Operand {
    fn at(k: usize) -> Self;
}

macro_rules! operands {
    ($($float:ident)*) => {$(
        impl Operand for num_complex::Complex<$float> {
            fn at(k: usize) -> Self {
                let (re, im) = [(0.7, 0.4), (-0.6, 0.9), (0.2, -1.3), (-1.1, -0.5), (1.7, 0.3), (-2.0, 1.0)][k % 6];
                num_complex::Complex::new(re, im)
            }
        }

        impl Operand for $float {
            fn at(k: usize) -> Self {
                [1.55, 1.45, 2.05, 1.95, 2.55, 2.85][k % 6]
            }
        }
    )*};
}

operands!(f32 f64);

impl Operand for i32 {
    fn at(k: usize) -> Self {
        [-3, -1, 0, 1, 2, 5][k % 6]
    }
}

retrograde_rules::complex_rules!(every_complex_line);

#[test]
fn the_list_of_complex_rules_is_whole() {
    for name in COMPLEX.split_whitespace() {
        assert!(COMPLEX_LINES.contains(&name), "`{name}` of complex numbers has no derivative rule");
    }
    assert!(!COMPLEX_LINES.contains(&"Floor"), "the question can be answered with no");
}
