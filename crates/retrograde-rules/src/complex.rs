//! The table of complex numbers: the rules of the scalar table where an operand is complex, and the methods that only complex numbers
//! have.

/// Invokes `$callback!` with the name of the result and the rules of complex numbers, in sections. A line reads: the name of the rule,
/// the value, the type of the result, then for each operand its name, its type, what its partial derivative reads, and the partial
/// derivative. `S` is the number type, `C` the complex numbers of it.
///
/// A partial derivative `p` is a real or complex number. When the operand changes by `t`, the result changes by `p t`, of which a real
/// result takes the real part; and a gradient `g` of the result is one of `conj(p) g` of the operand, of which a real operand takes the
/// real part. For a function that has a complex derivative, `p` is that derivative. `conjugate` are the functions where the result
/// changes by `conj(p t)` instead. What a line reads, the line of the same name in the tables of methods reads too.
///
/// ```
/// macro_rules! sections {
///     ($r:ident $($section:ident $lines:tt)*) => { [$(stringify!($section)),*] };
/// }
/// assert_eq!(retrograde_rules::complex_rules!(sections), ["operators", "methods", "conjugate"]);
/// ```
#[macro_export]
macro_rules! complex_rules {
    ($callback:ident) => {
        $callback! {
            r
            operators {
                Neg (-x)     -> C, x: C []{ -1.0 };
                Add (x + y)  -> C, x: C []{ 1.0 }, y: C []{ 1.0 };
                Add (x + y)  -> C, x: C []{ 1.0 }, y: S []{ 1.0 };
                Add (x + y)  -> C, x: S []{ 1.0 }, y: C []{ 1.0 };
                Sub (x - y)  -> C, x: C []{ 1.0 }, y: C []{ -1.0 };
                Sub (x - y)  -> C, x: C []{ 1.0 }, y: S []{ -1.0 };
                Sub (x - y)  -> C, x: S []{ 1.0 }, y: C []{ -1.0 };
                Mul (x * y)  -> C, x: C [y]{ y }, y: C [x]{ x };
                Mul (x * y)  -> C, x: C [y]{ y }, y: S [x]{ x };
                Mul (x * y)  -> C, x: S [y]{ y }, y: C [x]{ x };
                Div (x / y)  -> C, x: C [y]{ y.inv() }, y: C [y r]{ -r / y };
                Div (x / y)  -> C, x: C [y]{ y.recip() }, y: S [y r]{ -r / y };
                Div (x / y)  -> C, x: S [y]{ y.inv() }, y: C [y r]{ -r / y };
            }
            methods {
                Exp   (x.exp())    -> C, x: C [r]{ r };
                Exp2  (x.exp2())   -> C, x: C [r]{ r * LN_2 };
                // `x.inv()` with one division.
                Ln    (x.ln())     -> C, x: C [x]{ x.conj() * x.norm_sqr().recip() };
                Log2  (x.log2())   -> C, x: C [x]{ (x * LN_2).inv() };
                Log10 (x.log10())  -> C, x: C [x]{ (x * LN_10).inv() };
                Sqrt  (x.sqrt())   -> C, x: C [r]{ if r == C::ZERO { C::new(S::MAX.sqrt(), 0.0) } else { (r * 2.0).inv() } };
                Cbrt  (x.cbrt())   -> C, x: C [r]{ if r == C::ZERO { C::new(S::MAX.sqrt(), 0.0) } else { (r * r * 3.0).inv() } };
                Sin   (x.sin())    -> C, x: C [x]{ x.cos() };
                Cos   (x.cos())    -> C, x: C [x]{ -x.sin() };
                Tan   (x.tan())    -> C, x: C [r]{ r * r + 1.0 };
                Asin  (x.asin())   -> C, x: C [x]{
                    if x * x == C::ONE { C::new(S::MAX.sqrt(), 0.0) } else { ((-x + 1.0) * (x + 1.0)).sqrt().inv() }
                };
                Acos  (x.acos())   -> C, x: C [x]{
                    if x * x == C::ONE { -C::new(S::MAX.sqrt(), 0.0) } else { -((-x + 1.0) * (x + 1.0)).sqrt().inv() }
                };
                Atan  (x.atan())   -> C, x: C [x]{ (x * x + 1.0).inv() };
                Sinh  (x.sinh())   -> C, x: C [x]{ x.cosh() };
                Cosh  (x.cosh())   -> C, x: C [x]{ x.sinh() };
                Tanh  (x.tanh())   -> C, x: C [r]{ (-r + 1.0) * (r + 1.0) };
                Asinh (x.asinh())  -> C, x: C [x]{ (x * x + 1.0).sqrt().inv() };
                // The root of the product has its cut elsewhere.
                Acosh (x.acosh())  -> C, x: C [x]{
                    if x * x == C::ONE { C::new(S::MAX.sqrt(), 0.0) } else { ((x - 1.0).sqrt() * (x + 1.0).sqrt()).inv() }
                };
                Atanh (x.atanh())  -> C, x: C [x]{ ((-x + 1.0) * (x + 1.0)).inv() };
                Inv   (x.inv())    -> C, x: C [r]{ -r * r };

                Norm    (x.norm())      -> S, x: C [x r]{ if r == 0.0 { C::ZERO } else { x.conj() / r } };
                NormSqr (x.norm_sqr())  -> S, x: C [x]{ x.conj() * 2.0 };
                // The square of a small norm would be zero.
                Arg     (x.arg())       -> S, x: C [x]{{
                    let norm = x.norm();
                    if norm == 0.0 { C::ZERO } else { C::new(-x.im / norm, -x.re / norm) / norm }
                }};

                Powf (x.powf(y))  -> C,
                    x: C [x y]{
                        if y == 0.0 {
                            C::ZERO
                        } else if x == C::ZERO && y > 0.0 && y < 1.0 {
                            C::new(S::MAX.sqrt(), 0.0)
                        } else {
                            x.powf(y - 1.0) * y
                        }
                    },
                    y: S [x y r]{ if x == C::ZERO && y >= 0.0 { C::ZERO } else { r * x.ln() } };
                Powi (x.powi(y))  -> C,
                    x: C [x y]{ if y == 0 { C::ZERO } else { x.powi(y.saturating_sub(1)) * (y as S) } },
                    y: i32 []{ 0.0 };
                Powc (x.powc(y))  -> C,
                    x: C [x y]{
                        if y == C::ZERO {
                            C::ZERO
                        } else if x == C::ZERO && y.re > 0.0 && y.re < 1.0 {
                            C::new(S::MAX.sqrt(), 0.0)
                        } else {
                            x.powc(y - 1.0) * y
                        }
                    },
                    y: C [x y r]{ if x == C::ZERO && y.re >= 0.0 { C::ZERO } else { r * x.ln() } };
                Log  (x.log(y))   -> C, x: C [x y]{ (x * y.ln()).inv() }, y: S [y r]{ -r / (y * y.ln()) };
                ScaleBy   (x.scale(y))    -> C, x: C [y]{ y }, y: S [x]{ x };
                UnscaleBy (x.unscale(y))  -> C, x: C [y]{ y.recip() }, y: S [y r]{ -r / y };
            }
            conjugate {
                Conj (x.conj())  -> C, x: C []{ 1.0 };
            }
        }
    };
}

/// Invokes `$callback!` with the methods that only complex numbers have, as lines of the scalar table: their values and partial derivatives
/// at real operands.
///
/// ```
/// macro_rules! names {
///     ($r:ident $($name:ident $method:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)*) => {
///         [$(stringify!($method)),*]
///     };
/// }
/// assert!(retrograde_rules::complex_methods!(names).contains(&"norm"));
/// ```
#[macro_export]
macro_rules! complex_methods {
    ($callback:ident) => {
        $callback! {
            r
            Inv        inv       (1.0 / x)    x [r]{ ratio(-r * r, -r, 1.0 / r) } 0.5..3.0;
            Norm       norm      (x.abs())    x [x r]{ if r == 0.0 { 0.0 } else { x / r } } -3.0..3.0;
            NormSqr    norm_sqr  (x * x)      x [x]{ 2.0 * x } -3.0..3.0;
            Arg        arg       (if x < 0.0 { PI } else { 0.0 })  x [x]{ 0.0 * x } 0.5..3.0;
            Conj       conj      (x)          x []{ 1.0 } -3.0..3.0;
            Powc       powc      (x.powf(y))  x [x y]{
                                                  if y == 0.0 {
                                                      0.0
                                                  } else if x == 0.0 && y > 0.0 && y < 1.0 {
                                                      S::MAX.sqrt()
                                                  } else {
                                                      y * x.powf(y - 1.0)
                                                  }
                                              } 0.2..3.0,
                                              y [x y r]{ if x == 0.0 && y >= 0.0 { 0.0 } else { r * x.ln() } } -2.0..3.0;
            ScaleBy    scale     (x * y)      x [y]{ y } -3.0..3.0,  y [x]{ x } -2.0..4.0;
            UnscaleBy  unscale   (x / y)      x [y]{ ratio(1.0 / y, 1.0, y) } -3.0..3.0,  y [y r]{ ratio(-r / y, -r, y) } 0.5..4.0;
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{lookup, lookup_complex};

    macro_rules! check {
        ($r:ident $($section:ident { $($name:ident $value:tt -> $result:ident, $($x:ident: $ty:ident [$($read:ident)*] $partial:tt),+;)* })*) => {
            [$($((stringify!($name), vec![$(vec![$(stringify!($read)),*]),+])),*),*]
        };
    }

    /// The compiler gives a rule what the table of methods says that it reads, and no more.
    #[test]
    fn nothing_else_is_read() {
        for (name, reads) in crate::complex_rules!(check) {
            let line = crate::RULES.iter().chain(crate::COMPLEX).find(|rule| rule.strukt == name);
            let line = line.unwrap_or_else(|| panic!("{name} is in neither table"));
            for (k, reads) in reads.iter().enumerate() {
                let known = line.reads.get(k).copied().unwrap_or_default();
                assert!(reads.iter().all(|read| known.contains(read)), "{name}: {reads:?} of {known:?}");
            }
        }
    }

    #[test]
    fn real_operands() {
        for line in crate::COMPLEX {
            let operands: Vec<f64> = line.domain.iter().map(|range| range.start * 0.3 + range.end * 0.7).collect();
            for (k, partial) in line.partial.iter().enumerate() {
                let along = |h: f64| {
                    let mut moved = operands.clone();
                    moved[k] += h;
                    (line.value)(&moved)
                };
                let difference = (along(1e-5) - along(-1e-5)) / 2e-5;
                let found = partial(&operands, along(0.0));
                assert!((found - difference).abs() < 1e-7, "{}: {found} is not {difference}", line.method);
            }
        }
    }

    #[test]
    fn the_tables_are_apart() {
        assert!(crate::COMPLEX.iter().all(|rule| lookup(rule.method).is_none()));
        assert_eq!(lookup_complex("norm").unwrap().strukt, "Norm");
        assert!(lookup_complex("sin").is_none());
    }
}
