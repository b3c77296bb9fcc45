//! The table. A line reads: the name of the rule, the method, the value, then for each operand what its partial derivative
//! reads and the partial derivative itself, then the ranges from which tests draw operands.

/// Invokes `$callback!` with the whole table: the names of the operands and the result, then one line a function.
///
/// The operands are `x` and `y` and the result is `r`; `PI`, `LN_2` and `LN_10` are the constants, `S` is the number type.
/// Conventions at kinks: `abs` has derivative 0 at 0; a tie of `min` or `max` belongs to the receiver; rounding has
/// derivative 0; `hypot` has derivative 0 at the origin.
///
/// ```
/// macro_rules! sections {
///     (($x:ident, $y:ident, $r:ident) $($section:ident $lines:tt)*) => { [$(stringify!($section)),*] };
/// }
/// let sections = retrograde_rules::scalar_rules!(sections);
/// assert_eq!(sections, ["operators1", "operators2", "methods1", "methods2", "integer_exponent"]);
/// ```
#[macro_export]
macro_rules! scalar_rules {
    ($callback:ident) => {
        $callback! {
            (x, y, r)
            operators1 {
                Neg  neg  "-" (-x)     []{ -1.0 }  -3.0..3.0;
            }
            operators2 {
                Add  add  "+" (x + y)  []{ 1.0 }  []{ 1.0 }  -3.0..3.0, -2.0..4.0;
                Sub  sub  "-" (x - y)  []{ 1.0 }  []{ -1.0 }  -3.0..3.0, -2.0..4.0;
                Mul  mul  "*" (x * y)  [y]{ y }  [x]{ x }  -3.0..3.0, -2.0..4.0;
                Div  div  "/" (x / y)  [y]{ 1.0 / y }  [y r]{ -r * (1.0 / y) }  -3.0..3.0, 0.5..4.0;
                Rem  rem  "%" (x % y)  []{ 1.0 }  [x y]{ -(x / y).trunc() }  5.1..6.9, 2.1..2.5;
            }
            methods1 {
                Abs        abs         (x.abs())         [x]{ if x == 0.0 { 0.0 } else { x.signum() } }  -3.0..3.0;
                Signum     signum      (x.signum())      []{ 0.0 }  -3.0..3.0;
                Floor      floor       (x.floor())       []{ 0.0 }  0.1..0.9;
                Ceil       ceil        (x.ceil())        []{ 0.0 }  0.1..0.9;
                Round      round       (x.round())       []{ 0.0 }  0.6..1.4;
                Trunc      trunc       (x.trunc())       []{ 0.0 }  0.1..0.9;
                ToDegrees  to_degrees  (x.to_degrees())  []{ 180.0 / PI }  -3.0..3.0;
                ToRadians  to_radians  (x.to_radians())  []{ PI / 180.0 }  -90.0..90.0;
                Recip      recip       (x.recip())       [r]{ -r * r }  0.5..3.0;
                Sqrt       sqrt        (x.sqrt())        [r]{ 0.5 / r }  0.1..4.0;
                Cbrt       cbrt        (x.cbrt())        [r]{ 1.0 / (3.0 * r * r) }  0.1..4.0;
                Exp        exp         (x.exp())         [r]{ r }  -3.0..3.0;
                Exp2       exp2        (x.exp2())        [r]{ r * LN_2 }  -3.0..3.0;
                ExpM1      exp_m1      (x.exp_m1())      [x]{ x.exp() }  -3.0..3.0;
                Ln         ln          (x.ln())          [x]{ 1.0 / x }  0.1..4.0;
                Log2       log2        (x.log2())        [x]{ 1.0 / (x * LN_2) }  0.1..4.0;
                Log10      log10       (x.log10())       [x]{ 1.0 / (x * LN_10) }  0.1..4.0;
                Ln1p       ln_1p       (x.ln_1p())       [x]{ 1.0 / (1.0 + x) }  -0.5..4.0;
                Sin        sin         (x.sin())         [x]{ x.cos() }  -3.0..3.0;
                Cos        cos         (x.cos())         [x]{ -x.sin() }  -3.0..3.0;
                Tan        tan         (x.tan())         [r]{ 1.0 + r * r }  -1.3..1.3;
                Asin       asin        (x.asin())        [x]{ 1.0 / ((1.0 - x) * (1.0 + x)).sqrt() }  -0.9..0.9;
                Acos       acos        (x.acos())        [x]{ -1.0 / ((1.0 - x) * (1.0 + x)).sqrt() }  -0.9..0.9;
                Atan       atan        (x.atan())        [x]{ 1.0 / (1.0 + x * x) }  -3.0..3.0;
                Sinh       sinh        (x.sinh())        [x]{ x.cosh() }  -3.0..3.0;
                Cosh       cosh        (x.cosh())        [x]{ x.sinh() }  -3.0..3.0;
                Tanh       tanh        (x.tanh())        [r]{ (1.0 - r) * (1.0 + r) }  -2.0..2.0;
                Asinh      asinh       (x.asinh())       [x]{ 1.0 / x.hypot(1.0) }  -3.0..3.0;
                Acosh      acosh       (x.acosh())       [x]{ 1.0 / ((x - 1.0) * (x + 1.0)).sqrt() }  1.2..4.0;
                Atanh      atanh       (x.atanh())       [x]{ 1.0 / ((1.0 - x) * (1.0 + x)) }  -0.9..0.9;
            }
            methods2 {
                Powf   powf   (x.powf(y))   [x y]{ if y == 0.0 { 0.0 } else { y * x.powf(y - 1.0) } }
                                            [x y r]{ if x == 0.0 && y > 0.0 { 0.0 } else { r * x.ln() } }  0.2..3.0, -2.0..3.0;
                Hypot  hypot  (x.hypot(y))  [x r]{ if r == 0.0 { 0.0 } else { x / r } }
                                            [y r]{ if r == 0.0 { 0.0 } else { y / r } }  0.5..2.0, -2.0..2.0;
                Atan2  atan2  (x.atan2(y))  [x y]{ y / (x * x + y * y) }  [x y]{ -x / (x * x + y * y) }  0.5..2.0, -2.0..2.0;
                Min    min    (x.min(y))    [x y]{ if x <= y || y.is_nan() { 1.0 } else { 0.0 } }
                                            [x y]{ if y < x || x.is_nan() { 1.0 } else { 0.0 } }  -1.0..3.0, -3.0..4.0;
                Max    max    (x.max(y))    [x y]{ if x >= y || y.is_nan() { 1.0 } else { 0.0 } }
                                            [x y]{ if y > x || x.is_nan() { 1.0 } else { 0.0 } }  -1.0..3.0, -3.0..4.0;
            }
            integer_exponent {
                Powi   powi   (x.powi(y))   [x y]{ if y == 0 { 0.0 } else { y as S * x.powi(y.saturating_sub(1)) } }  0.5..2.0, -3.0..4.0;
            }
        }
    };
}
