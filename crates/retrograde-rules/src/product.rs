//! A gradient or tangent times a partial derivative, in an order that does not leave the range of the numbers on the way.

use core::ops::{Div, Mul};

/// The numbers of the table: `f32` or `f64`.
pub trait Number: Copy + PartialEq + PartialOrd + Mul<Output = Self> + Div<Output = Self> {
    /// The zero.
    const NOTHING: Self;
    /// The one.
    const UNIT: Self;
    /// Whether it is finite and has all of its digits.
    fn is_normal(self) -> bool;
    /// Its absolute value.
    #[must_use]
    fn magnitude(self) -> Self;
}

macro_rules! numbers {
    ($($float:ty)*) => {$(
        impl Number for $float {
            const NOTHING: Self = 0.0;
            const UNIT: Self = 1.0;

            #[inline]
            fn is_normal(self) -> bool {
                <$float>::is_normal(self)
            }

            #[inline]
            fn magnitude(self) -> Self {
                self.abs()
            }
        }
    )*};
}

numbers!(f32 f64);

/// `g * partial`, where zero times anything is zero.
///
/// ```
/// use retrograde_rules::weigh;
/// assert_eq!(weigh(2.0, 3.0), 6.0);
/// assert_eq!(weigh(0.0, f64::INFINITY), 0.0);
/// assert_eq!(weigh(f64::INFINITY, 0.0), 0.0);
/// ```
#[inline]
pub fn weigh<N: Number>(g: N, partial: N) -> N {
    if g != N::NOTHING && partial != N::NOTHING { g * partial } else { N::NOTHING }
}

/// `g * partial` for a partial derivative `a / b` that is zero, infinite or so small that digits are missing. If `a` and `b` are not, the
/// product is formed of them, and only the result may be out of range.
///
/// ```
/// use retrograde_rules::weigh_ratio;
/// assert_eq!(weigh_ratio(1e-300, f64::INFINITY, 1e200, 1e-200), 1e100);
/// assert_eq!(weigh_ratio(0.0, f64::INFINITY, 1.0, 0.0), 0.0);
/// assert_eq!(weigh_ratio(2.0, f64::INFINITY, 1.0, 0.0), f64::INFINITY);
/// ```
#[cold]
#[inline(never)]
pub fn weigh_ratio<N: Number>(g: N, partial: N, a: N, b: N) -> N {
    let (numerator, inverse) = (a.magnitude(), N::UNIT / b.magnitude());
    let infinite = N::UNIT / N::NOTHING;
    if g == N::NOTHING || a == N::NOTHING || b == N::NOTHING || numerator == infinite || inverse == N::NOTHING {
        return weigh(g, partial);
    }
    // Of three factors the smallest and the largest are multiplied first. If that leaves the range, so does the result.
    let (small, large) = if g.magnitude() < numerator { (g, a) } else { (a, g) };
    if inverse >= large.magnitude() {
        small / b * large
    } else if inverse <= small.magnitude() {
        large / b * small
    } else {
        large * small / b
    }
}

/// What a line of the table says about a partial derivative that may be out of range though its product with a gradient is not: it is the
/// product of these two, which are of about the same size.
#[inline]
pub fn product<N: Number>(a: N, b: N) -> N {
    a * b
}

/// The same of a partial derivative that is also the ratio of `a` and `b`.
#[inline]
pub fn ratio<N: Number>(partial: N, _a: N, _b: N) -> N {
    partial
}
