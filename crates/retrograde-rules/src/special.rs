//! The error and gamma functions, which the standard library does not have yet; with the feature `special`. Their values are
//! those of `libm`.

#[cfg(feature = "special")]
pub use methods::Special;

#[cfg(feature = "special")]
mod methods {
    /// The error and gamma functions as methods of `f32` and `f64`. All but `trigamma` have derivative rules.
    ///
    /// The standard library has reserved their names, of which rustc warns where one is called as a method. `Special::erf(x)` keeps it
    /// quiet; inside a function with an attribute, where the names mean these functions, nothing needs to be done.
    ///
    /// ```
    /// use retrograde_rules::special::Special;
    /// assert_eq!(Special::gamma(5.0_f64), 24.0);
    /// assert!((Special::erf(1.0_f64) + Special::erfc(1.0) - 1.0).abs() < 1e-15);
    /// ```
    pub trait Special: Sized {
        /// The error function, 2/√π times the integral of exp(-t²) from 0 to `self`.
        #[must_use]
        fn erf(self) -> Self;
        /// `1 - self.erf()`, exact where that is small.
        #[must_use]
        fn erfc(self) -> Self;
        /// The gamma function, which continues the factorial of `self - 1`.
        #[must_use]
        fn gamma(self) -> Self;
        /// The logarithm of the absolute value of the gamma function.
        #[must_use]
        fn ln_gamma(self) -> Self;
        /// The derivative of `ln_gamma`.
        #[must_use]
        fn digamma(self) -> Self;
        /// The derivative of `digamma`.
        #[must_use]
        fn trigamma(self) -> Self;
    }

    impl Special for f64 {
        fn erf(self) -> Self {
            libm::erf(self)
        }

        fn erfc(self) -> Self {
            libm::erfc(self)
        }

        fn gamma(self) -> Self {
            libm::tgamma(self)
        }

        fn ln_gamma(self) -> Self {
            libm::lgamma(self)
        }

        fn digamma(self) -> Self {
            digamma(self)
        }

        fn trigamma(self) -> Self {
            trigamma(self)
        }
    }

    impl Special for f32 {
        fn erf(self) -> Self {
            libm::erff(self)
        }

        fn erfc(self) -> Self {
            libm::erfcf(self)
        }

        fn gamma(self) -> Self {
            libm::tgammaf(self)
        }

        fn ln_gamma(self) -> Self {
            libm::lgammaf(self)
        }

        #[expect(clippy::cast_possible_truncation, reason = "computed with more digits than it has")]
        fn digamma(self) -> Self {
            digamma(self.into()) as f32
        }

        #[expect(clippy::cast_possible_truncation, reason = "computed with more digits than it has")]
        fn trigamma(self) -> Self {
            trigamma(self.into()) as f32
        }
    }

    /// Far to the right an asymptotic series is exact enough. What is nearer moves there by ψ(x) = ψ(x + 1) - 1/x, and what is
    /// to the left of zero by reflection.
    #[allow(clippy::float_cmp, reason = "the poles are at integers, exactly")]
    fn digamma(x: f64) -> f64 {
        use core::f64::consts::PI;
        if x < 0.0 && x == x.floor() {
            return f64::NAN;
        }
        if x <= 0.0 {
            return digamma(1.0 - x) - PI / (PI * (x - x.round())).tan();
        }
        let (mut x, mut sum) = (x, 0.0);
        while x < 10.0 {
            sum -= 1.0 / x;
            x += 1.0;
        }
        // B₂ₖ / 2k, the last first
        let coefficients =
            [1.0 / 12.0, -691.0 / 32760.0, 1.0 / 132.0, -1.0 / 240.0, 1.0 / 252.0, -1.0 / 120.0, 1.0 / 12.0];
        let inverse_square = 1.0 / (x * x);
        let series = coefficients.iter().fold(0.0, |series, coefficient| (series + coefficient) * inverse_square);
        sum + x.ln() - 0.5 / x - series
    }

    /// As `digamma`: a series far out, ψ'(x) = ψ'(x + 1) + 1/x² on the way there, and reflection. The poles are infinite.
    fn trigamma(x: f64) -> f64 {
        use core::f64::consts::PI;
        if x <= 0.0 {
            let sine = (PI * (x - x.round())).sin();
            return (PI / sine) * (PI / sine) - trigamma(1.0 - x);
        }
        let (mut x, mut sum) = (x, 0.0);
        while x < 16.0 {
            sum += 1.0 / (x * x);
            x += 1.0;
        }
        // B₂ₖ, the last first
        let coefficients = [7.0 / 6.0, -691.0 / 2730.0, 5.0 / 66.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 1.0 / 6.0];
        let inverse_square = 1.0 / (x * x);
        let series = coefficients.iter().fold(0.0, |series, coefficient| (series + coefficient) * inverse_square);
        sum + (1.0 + 0.5 / x + series) / x
    }

    #[cfg(test)]
    mod tests {
        use super::{digamma, trigamma};

        /// ψ'(1) = π²/6 and ψ'(1/2) = π²/2, the recurrence from there, and the series alone.
        #[test]
        #[expect(clippy::float_cmp, reason = "infinities are equal or not")]
        fn trigamma_at_known_points() {
            let square = core::f64::consts::PI.powi(2);
            for (x, expected) in [
                (1.0, square / 6.0),
                (2.0, square / 6.0 - 1.0),
                (4.0, square / 6.0 - 1.0 - 0.25 - 1.0 / 9.0),
                (0.5, square / 2.0),
                (1.5, square / 2.0 - 4.0),
                (-0.5, square / 2.0 + 4.0),
                (100.0, 0.010_050_166_663_333_571),
                (1e-9, 1e18 + square / 6.0),
            ] {
                let found = trigamma(x);
                assert!((found - expected).abs() <= 2e-15 * expected.abs(), "at {x}: {found}, not {expected}");
            }
            assert_eq!([0.0, -0.0, -3.0].map(trigamma), [f64::INFINITY; 3]);
            assert_eq!(trigamma(f64::INFINITY), 0.0);
            assert!(trigamma(f64::NAN).is_nan() && trigamma(f64::NEG_INFINITY).is_nan());
        }

        /// Values from Abramowitz and Stegun, table 6.1, and by the recurrence from -γ and -γ - 2 ln 2.
        #[test]
        #[expect(clippy::float_cmp, reason = "infinities are equal or not")]
        fn digamma_at_known_points() {
            let gamma = 0.577_215_664_901_532_9;
            let half = -gamma - 2.0 * core::f64::consts::LN_2;
            for (x, expected) in [
                (1.0, -gamma),
                (2.0, 1.0 - gamma),
                (0.5, half),
                (1.5, half + 2.0),
                (-0.5, half + 2.0),
                (-1.5, half + 2.0 + 2.0 / 3.0),
                (10.0, 2.251_752_589_066_721),
                (100.0, 4.600_161_852_738_087),
                (1e-9, -1e9 - gamma),
            ] {
                let found = digamma(x);
                assert!((found - expected).abs() <= 1e-15 * expected.abs().max(4.0), "at {x}: {found}, not {expected}");
            }
            assert_eq!(digamma(0.0), f64::NEG_INFINITY);
            assert_eq!(digamma(f64::INFINITY), f64::INFINITY);
            assert!(digamma(-3.0).is_nan() && digamma(f64::NAN).is_nan() && digamma(f64::NEG_INFINITY).is_nan());
        }
    }
}
