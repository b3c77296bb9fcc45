//! The table. A line reads: the name of the rule, the method, whether its value takes longer to compute than to keep, the value, then for
//! each operand its name, what its partial derivative reads, the partial derivative itself, and the range from which tests draw it. (An operator is
//! cheap.)

/// Invokes `$callback!` with the whole table: the name of the result, then one line a function, in sections.
///
/// The operands are `x`, `y` and `z`, the result is `r`; `PI`, `LN_2` and `LN_10` are the constants, `S` is the number type.
/// `operators` and `methods` have lines of any number of operands. In `integer_exponent` the last operand is an `i32`, without
/// partial derivative. `special` is filled by the feature of that name. `tuples` are methods whose result is a tuple of other
/// methods' results. What happens at kinks is listed with the rules of the library.
///
/// # How a derivative is multiplied
///
/// A rule multiplies a gradient or a tangent by a partial derivative, and both modes do it by the same line:
///
/// - Zero times anything is zero ([`weigh`](crate::weigh)). What is not asked for contributes nothing, whatever the derivative is, and what
///   an operand does not change it does not pass on.
/// - Only the result may leave the range of the numbers. A partial derivative that can be out of range while its product is not is written
///   as `product(a, b)`, the product of two numbers of about the same size, or as `ratio(partial, a, b)`, where it is also the ratio of `a`
///   and `b`. The second is read only if the first is not a normal number ([`weigh_ratio`](crate::weigh_ratio)). A result that is itself out of
///   range, such as a power that is zero because it is so small, has no derivative to be rescued.
/// - Where the value is finite and its slope is infinite (`sqrt` at 0), the derivative is the square root of the largest number,
///   `S::MAX.sqrt()`. With an infinity the modes could not agree: forwards a tangent of zero stays zero, backwards infinity times zero and
///   infinity minus infinity are not numbers. This is as large as numbers are that can be multiplied, and all modes compute the same with
///   it: `(x * x + y * y).sqrt()` at the origin has the derivative zero. Where the value is infinite (`ln` at 0), so is the derivative.
///
/// ```
/// macro_rules! sections {
///     ($r:ident $($section:ident $lines:tt)*) => { [$(stringify!($section)),*] };
/// }
/// let sections = retrograde_rules::scalar_rules!(sections);
/// assert_eq!(sections, ["operators", "methods", "integer_exponent", "tuples", "special"]);
/// ```
#[macro_export]
macro_rules! scalar_rules {
    ($callback:ident) => {
        $crate::with_special! {
            $callback
            r
            operators {
                Neg  neg  "-" (-x)     x []{ -1.0 } -3.0..3.0;
                Add  add  "+" (x + y)  x []{ 1.0 } -3.0..3.0,  y []{ 1.0 } -2.0..4.0;
                Sub  sub  "-" (x - y)  x []{ 1.0 } -3.0..3.0,  y []{ -1.0 } -2.0..4.0;
                Mul  mul  "*" (x * y)  x [y]{ y } -3.0..3.0,  y [x]{ x } -2.0..4.0;
                Div  div  "/" (x / y)  x [y]{ ratio(1.0 / y, 1.0, y) } -3.0..3.0,
                                       y [y r]{ ratio(-r * (1.0 / y), -r, y) } 0.5..4.0;
                Rem  rem  "%" (x % y)  x []{ 1.0 } 5.1..6.9,  y [x y r]{ ratio(-((x - r) / y).round(), r - x, y) } 2.1..2.5;
            }
            methods {
                Abs        abs         cheap   (x.abs())         x [x]{ if x == 0.0 { 0.0 } else { (1.0 as S).copysign(x) } } -3.0..3.0;
                Signum     signum      cheap   (x.signum())      x []{ 0.0 } -3.0..3.0;
                Floor      floor       cheap   (x.floor())       x []{ 0.0 } 0.1..0.9;
                Ceil       ceil        cheap   (x.ceil())        x []{ 0.0 } 0.1..0.9;
                Round      round       cheap   (x.round())       x []{ 0.0 } 0.6..1.4;
                RoundTiesEven  round_ties_even  cheap   (x.round_ties_even())  x []{ 0.0 } 0.6..1.4;
                Trunc      trunc       cheap   (x.trunc())       x []{ 0.0 } 0.1..0.9;
                Fract      fract       cheap   (x.fract())       x []{ 1.0 } 1.1..1.9;
                ToDegrees  to_degrees  cheap   (x.to_degrees())  x []{ 180.0 / PI } -3.0..3.0;
                ToRadians  to_radians  cheap   (x.to_radians())  x []{ PI / 180.0 } -90.0..90.0;
                Recip      recip       cheap   (x.recip())       x [r]{ ratio(-r * r, -r, 1.0 / r) } 0.5..3.0;
                Sqrt       sqrt        cheap   (x.sqrt())        x [r]{ if r == 0.0 { S::MAX.sqrt() } else { 0.5 / r } } 0.1..4.0;
                Cbrt       cbrt        costly  (x.cbrt())        x [r]{ if r == 0.0 { S::MAX.sqrt() } else { 1.0 / (3.0 * r * r) } } 0.1..4.0;
                Exp        exp         costly  (x.exp())         x [r]{ r } -3.0..3.0;
                Exp2       exp2        costly  (x.exp2())        x [r]{ r * LN_2 } -3.0..3.0;
                ExpM1      exp_m1      costly  (x.exp_m1())      x [x]{ x.exp() } -3.0..3.0;
                Ln         ln          costly  (x.ln())          x [x]{ ratio(1.0 / x, 1.0, x) } 0.1..4.0;
                Log2       log2        costly  (x.log2())        x [x]{ ratio(1.0 / (x * LN_2), 1.0 / LN_2, x) } 0.1..4.0;
                Log10      log10       costly  (x.log10())       x [x]{ ratio(1.0 / (x * LN_10), 1.0 / LN_10, x) } 0.1..4.0;
                Ln1p       ln_1p       costly  (x.ln_1p())       x [x]{ 1.0 / (1.0 + x) } -0.5..4.0;
                Sin        sin         costly  (x.sin())         x [x]{ x.cos() } -3.0..3.0;
                Cos        cos         costly  (x.cos())         x [x]{ -x.sin() } -3.0..3.0;
                Tan        tan         costly  (x.tan())         x [r]{ 1.0 + r * r } -1.3..1.3;
                Asin       asin        costly  (x.asin())
                    x [x]{ if x.abs() == 1.0 { S::MAX.sqrt() } else { 1.0 / ((1.0 - x) * (1.0 + x)).sqrt() } } -0.9..0.9;
                Acos       acos        costly  (x.acos())
                    x [x]{ if x.abs() == 1.0 { -S::MAX.sqrt() } else { -1.0 / ((1.0 - x) * (1.0 + x)).sqrt() } } -0.9..0.9;
                Atan       atan        costly  (x.atan())        x [x]{ ratio(1.0 / (1.0 + x * x), 1.0 / x, x) } -3.0..3.0;
                Sinh       sinh        costly  (x.sinh())        x [x]{ x.cosh() } -3.0..3.0;
                Cosh       cosh        costly  (x.cosh())        x [x]{ x.sinh() } -3.0..3.0;
                Tanh       tanh        costly  (x.tanh())        x [r]{ (1.0 - r) * (1.0 + r) } -2.0..2.0;
                Asinh      asinh       costly  (x.asinh())       x [x]{ 1.0 / x.hypot(1.0) } -3.0..3.0;
                // The root of the product would be infinite long before the derivative is zero.
                Acosh      acosh       costly  (x.acosh())
                    x [x]{ if x == 1.0 { S::MAX.sqrt() } else { 1.0 / ((x - 1.0).sqrt() * (x + 1.0).sqrt()) } } 1.2..4.0;
                Atanh      atanh       costly  (x.atanh())       x [x]{ 1.0 / ((1.0 - x) * (1.0 + x)) } -0.9..0.9;

                Powf       powf        costly  (x.powf(y))
                    x [x y]{
                        ratio(
                            if y == 0.0 {
                                0.0
                            } else if x == 0.0 && y > 0.0 && y < 1.0 {
                                S::MAX.sqrt()
                            } else if y - (y - 1.0) == 1.0 {
                                y * x.powf(y - 1.0)
                            } else {
                                // an exponent so large that its neighbour is not the next whole number: the sign would be wrong
                                y * (x.powf(y) / x)
                            },
                            y * x.powf(y),
                            x
                        )
                    } 0.2..3.0,
                    y [x y r]{ if x == 0.0 && y >= 0.0 { 0.0 } else { r * x.ln() } } -2.0..3.0;
                Log        log         costly  (x.log(y))        x [x y]{ ratio(1.0 / (x * y.ln()), 1.0 / y.ln(), x) } 0.1..4.0,
                                                         y [y r]{ ratio(-r / (y * y.ln()), -r / y.ln(), y) } 1.5..4.0;
                Hypot      hypot       costly  (x.hypot(y))      x [x r]{ ratio(if r == 0.0 { 0.0 } else { x / r }, x, r) } 0.5..2.0,
                                                         y [y r]{ ratio(if r == 0.0 { 0.0 } else { y / r }, y, r) } -2.0..2.0;
                // Where the square of the distance is out of range, dividing by the distance twice is not.
                Atan2      atan2       costly  (x.atan2(y))
                    x [x y]{
                        ratio(
                            if (x * x + y * y).is_normal() { y / (x * x + y * y) } else { 0.0 },
                            if (x * x + y * y).is_normal() { y } else { y / x.hypot(y) },
                            if (x * x + y * y).is_normal() { x * x + y * y } else { x.hypot(y) }
                        )
                    } 0.5..2.0,
                    y [x y]{
                        ratio(
                            if (x * x + y * y).is_normal() { -x / (x * x + y * y) } else { 0.0 },
                            if (x * x + y * y).is_normal() { -x } else { -x / x.hypot(y) },
                            if (x * x + y * y).is_normal() { x * x + y * y } else { x.hypot(y) }
                        )
                    } -2.0..2.0;
                Min        min         cheap   (x.min(y))        x [x y]{ if x <= y || y.is_nan() { 1.0 } else { 0.0 } } -1.0..3.0,
                                                         y [x y]{ if y < x || x.is_nan() { 1.0 } else { 0.0 } } -3.0..4.0;
                Max        max         cheap   (x.max(y))        x [x y]{ if x >= y || y.is_nan() { 1.0 } else { 0.0 } } -1.0..3.0,
                                                         y [x y]{ if y > x || x.is_nan() { 1.0 } else { 0.0 } } -3.0..4.0;
                Copysign   copysign    cheap   (x.copysign(y))
                    x [x y]{
                        if x == 0.0 { 0.0 } else if x.is_sign_negative() == y.is_sign_negative() { 1.0 } else { -1.0 }
                    } 0.5..2.0,
                    y []{ 0.0 } -2.0..2.0;
                DivEuclid  div_euclid  cheap   (x.div_euclid(y)) x []{ 0.0 } -6.9..-5.1,  y []{ 0.0 } 2.1..2.5;
                RemEuclid  rem_euclid  cheap   (x.rem_euclid(y)) x []{ 1.0 } -6.9..-5.1,  y [x y r]{ ratio(-((x - r) / y).round(), r - x, y) } 2.1..2.5;

                MulAdd     mul_add     cheap   (x.mul_add(y, z)) x [y]{ y } -3.0..3.0,  y [x]{ x } -2.0..4.0,  z []{ 1.0 } -1.0..2.0;
                Clamp      clamp       cheap   (x.clamp(y, z))   x [x y z]{ if x < y || x > z { 0.0 } else { 1.0 } } -3.0..3.0,
                                                         y [x y]{ if x < y { 1.0 } else { 0.0 } } -1.9..-0.4,
                                                         z [x z]{ if x > z { 1.0 } else { 0.0 } } 0.4..1.8;
            }
            integer_exponent {
                Powi       powi        (x.powi(y))
                    x [x y]{
                        product(
                            y as S * x.powi(y.saturating_sub(1) / 2),
                            x.powi(y.saturating_sub(1) - y.saturating_sub(1) / 2)
                        )
                    } 0.5..2.0,
                    y -3.0..4.0;
            }
            tuples {
                sin_cos (sin, cos);
            }
        }
    };
}

/// The rest of the table.
#[doc(hidden)]
#[cfg(not(feature = "special"))]
#[macro_export]
macro_rules! with_special {
    ($callback:ident $($table:tt)*) => {
        $callback! {
            $($table)*
            special {}
        }
    };
}

/// The rest of the table.
#[doc(hidden)]
#[cfg(feature = "special")]
#[macro_export]
macro_rules! with_special {
    ($callback:ident $r:ident $($table:tt)*) => {
        $callback! {
            $r
            $($table)*
            special {
                Erf      erf       costly  (x.erf())       x [x]{ product(FRAC_2_SQRT_PI * (-0.5 * x * x).exp(), (-0.5 * x * x).exp()) } -2.0..2.0;
                Erfc     erfc      costly  (x.erfc())      x [x]{ product(-FRAC_2_SQRT_PI * (-0.5 * x * x).exp(), (-0.5 * x * x).exp()) } -2.0..2.0;
                Gamma    gamma     costly  (x.gamma())     x [x $r]{ product($r, x.digamma()) } 0.5..4.0;
                LnGamma  ln_gamma  costly  (x.ln_gamma())  x [x]{ x.digamma() } 0.5..4.0;
                Digamma  digamma   costly  (x.digamma())   x [x]{
                    ratio(
                        x.trigamma(),
                        if x.abs() < 1.0 { 1.0 / x } else { x.trigamma() },
                        if x.abs() < 1.0 { x } else { 1.0 }
                    )
                } 0.5..4.0;
            }
        }
    };
}
