//! How many gradients travel together. A backward sweep carries one gradient per value, or `N` of them (`N` rows of a
//! Jacobian) at the price of one sweep; everything that handles gradients is generic over that width.

use core::cell::Cell;
use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::adjoint::{Adjoint, On};
use crate::differentiable::{Differentiable, TangentOf};
use crate::plain::Plain;

/// A type with a value that means "nothing accumulated yet".
///
/// ```
/// use retrograde::{Lanes, Zero};
/// assert_eq!(f64::ZERO, 0.0);
/// assert_eq!(Lanes::<f32, 2>::ZERO, Lanes([0.0, 0.0]));
/// ```
pub trait Zero: Sized {
    /// The zero.
    const ZERO: Self;
    /// The zero that sums start from where nobody sees it: `-0.0`. Adding to `0.0` is an operation, since it turns `-0.0` into
    /// `0.0`; adding to `-0.0` is none, and the compiler drops it.
    const NOTHING: Self = Self::ZERO;
}

/// The plain value of a gradient: it has a zero and can be summed.
///
/// ```
/// use retrograde::Gradient;
/// assert_eq!([1.0, 2.0].plus([0.5, 0.5]), [1.5, 2.5]);
/// ```
pub trait Gradient: Zero + Plain + Clone + Debug + PartialEq + 'static {
    /// The sum of two gradients of the same value.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The gradient with its sign changed.
    #[must_use]
    fn negated(self) -> Self;
    /// Whether it is so small that `#[differentiable(flush)]` takes it for zero: below the square root of the smallest normal number. Of what is
    /// no number and no lanes of numbers, whether it is zero.
    ///
    /// ```
    /// use retrograde::Gradient;
    /// assert!(1e-155.is_negligible() && !1e-153.is_negligible() && 1e-20_f32.is_negligible());
    /// ```
    #[inline(always)]
    fn is_negligible(&self) -> bool {
        *self == Self::ZERO
    }
}

/// The gradient of one number: the number type itself, or [`Lanes`] of it.
///
/// ```
/// use retrograde::{Lanes, Leaf};
/// assert_eq!(2.0_f64.map(|g| g * 3.0), 6.0);
/// assert_eq!(Lanes([1.0, 2.0]).map(|g| g * 3.0), Lanes([3.0, 6.0]));
/// assert_eq!(Lanes([1.0, 2.0]) * 3.0, Lanes([3.0, 6.0]));
/// ```
pub trait Leaf:
    Gradient
    + Copy
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Neg<Output = Self>
    + Mul<<Self as Leaf>::Scalar, Output = Self>
    + MulAssign<<Self as Leaf>::Scalar>
{
    /// The number whose gradient this is.
    type Scalar: Scalar;
    /// How many gradients it holds.
    type Width: Width;
    /// Applies `f`, which leaves zero as it is, to every lane.
    #[must_use]
    fn map(self, f: impl Fn(Self::Scalar) -> Self::Scalar) -> Self;
    /// Applies `f`, which leaves two zeros as they are, to every lane of two.
    #[must_use]
    fn zip(self, other: Self, f: impl Fn(Self::Scalar, Self::Scalar) -> Self::Scalar) -> Self;
    /// One of the lanes.
    fn lane(&self, lane: usize) -> Self::Scalar;
    /// Replaces one of the lanes.
    fn set_lane(&mut self, lane: usize, gradient: Self::Scalar);
}

/// A floating-point number: `f32` or `f64`.
///
/// ```
/// fn twice<S: retrograde::Scalar>(x: S) -> S { x + x }
/// assert_eq!(twice(1.5_f32), 3.0);
/// ```
pub trait Scalar: Leaf<Scalar = Self, Width = One> + Div<Output = Self> + PartialOrd + Default {
    /// The one.
    const ONE: Self;
}

/// How many gradients travel together: [`One`], or [`Many<N>`](Many).
///
/// ```
/// use retrograde::{Lanes, Many, One, Width};
/// let g: <One as Width>::Of<f64> = 1.0;
/// let h: <Many<2> as Width>::Of<f64> = Lanes([1.0, g]);
/// assert_eq!(h[1], 1.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of gradients",
    note = "use `One`, or `Many<N>` for `N` gradients in one sweep"
)]
pub trait Width: Copy + Default + Debug + PartialEq + 'static {
    /// The gradient of a number of type `S`.
    type Of<S: Scalar>: Leaf<Scalar = S, Width = Self>;
    /// The place of such a gradient.
    type Cell<S: Scalar>: Adjoint<Kind = On<Self>, Value = Self::Of<S>, Part = <Self::Part as Width>::Of<S>>
        + Zero
        + Clone
        + PartialEq
        + Debug;
    /// How many gradients a part of them has: forward mode goes through a statement a part at a time, and leaves out those that are zero.
    type Part: Width;
    /// How many parts there are, at most 64.
    const PARTS: usize = 1;
    /// Applies `run` to the gradients one after the other. It is told how many there were before.
    ///
    /// ```
    /// use retrograde::{Lanes, Many, Width};
    /// let gradients = Many::<2>::each::<[f64; 1]>([Lanes([1.0, 2.0])], |before, [g]| [10.0 * g + before as f64]);
    /// assert_eq!(gradients, [Lanes([10.0, 21.0])]);
    /// ```
    fn each<T: Differentiable>(
        mut gradients: T::Tangent<Self>,
        mut run: impl FnMut(usize, T::Tangent<One>) -> T::Tangent<One>,
    ) -> T::Tangent<Self> {
        for lane in 0..Self::LANES {
            let gradient = run(lane, T::lane::<Self>(&gradients, lane));
            T::set_lane::<Self>(&mut gradients, lane, gradient);
        }
        gradients
    }
    /// Converts every lane, as `as` does between number types; zero stays zero.
    fn cast<S: Scalar, T: Scalar>(gradient: Self::Of<S>, convert: impl Fn(S) -> T) -> Self::Of<T>;
    /// The number of gradients.
    const LANES: usize;
    /// One of the gradients.
    #[inline]
    fn lane<T: Differentiable + ?Sized>(gradients: &TangentOf<T, Self>, lane: usize) -> TangentOf<T, One> {
        T::lane::<Self>(gradients, lane)
    }
    /// Replaces one of the gradients.
    #[inline]
    fn set_lane<T: Differentiable + ?Sized>(
        gradients: &mut TangentOf<T, Self>,
        lane: usize,
        gradient: TangentOf<T, One>,
    ) {
        T::set_lane::<Self>(gradients, lane, gradient);
    }
    /// The places themselves, if each holds one gradient.
    #[inline]
    fn single<T: Differentiable + ?Sized>(_: &T::Shadow<On<Self>>) -> Option<&T::Shadow<On<One>>> {
        None
    }
}

/// One gradient per value.
///
/// ```
/// use retrograde::{One, Width};
/// let g: <One as Width>::Of<f32> = 1.0_f32;
/// assert_eq!(One::cast(g, f64::from), 1.0_f64);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct One;

/// `N` gradients per value, as [`Lanes`].
///
/// ```
/// use retrograde::{Lanes, Many, Width};
/// assert_eq!(Many::<2>::cast(Lanes([1.0_f32, 2.0]), f64::from), Lanes([1.0_f64, 2.0]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Many<const N: usize>;

/// `N` gradients of one number.
///
/// ```
/// use retrograde::Lanes;
/// let g = Lanes([1.0, 2.0]) + Lanes([0.5, 0.5]);
/// assert_eq!(g[0], 1.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lanes<S, const N: usize>(pub [S; N]);

impl Width for One {
    type Of<S: Scalar> = S;
    type Cell<S: Scalar> = Cell<S>;
    type Part = One;

    #[inline]
    fn each<T: Differentiable>(
        gradients: T::Tangent<One>,
        mut run: impl FnMut(usize, T::Tangent<One>) -> T::Tangent<One>,
    ) -> T::Tangent<One> {
        run(0, gradients)
    }

    #[inline(always)]
    fn cast<S: Scalar, T: Scalar>(gradient: S, convert: impl Fn(S) -> T) -> T {
        convert(gradient)
    }

    const LANES: usize = 1;

    #[inline(always)]
    fn lane<T: Differentiable + ?Sized>(gradients: &TangentOf<T, Self>, _: usize) -> TangentOf<T, One> {
        gradients.clone()
    }

    #[inline(always)]
    fn set_lane<T: Differentiable + ?Sized>(gradients: &mut TangentOf<T, Self>, _: usize, gradient: TangentOf<T, One>) {
        *gradients = gradient;
    }

    #[inline(always)]
    fn single<T: Differentiable + ?Sized>(places: &T::Shadow<On<Self>>) -> Option<&T::Shadow<On<One>>> {
        Some(places)
    }
}

impl<const N: usize> Width for Many<N> {
    type Of<S: Scalar> = Lanes<S, N>;
    type Cell<S: Scalar> = Cell<Lanes<S, N>>;
    type Part = Self;
    const LANES: usize = N;

    #[inline(always)]
    fn cast<S: Scalar, T: Scalar>(gradient: Lanes<S, N>, convert: impl Fn(S) -> T) -> Lanes<T, N> {
        Lanes(gradient.0.map(convert))
    }
}

impl<S: Scalar, const N: usize> Zero for Lanes<S, N> {
    const ZERO: Self = Lanes([S::ZERO; N]);
    const NOTHING: Self = Lanes([S::NOTHING; N]);
}

impl<S: Plain, const N: usize> Plain for Lanes<S, N> {}

impl<S: Scalar, const N: usize> Default for Lanes<S, N> {
    #[inline]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<S: Scalar, const N: usize> Gradient for Lanes<S, N> {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn negated(self) -> Self {
        -self
    }

    #[inline(always)]
    fn is_negligible(&self) -> bool {
        self.0.iter().all(S::is_negligible)
    }
}

impl<S: Scalar, const N: usize> Leaf for Lanes<S, N> {
    type Scalar = S;
    type Width = Many<N>;

    #[inline(always)]
    fn map(mut self, f: impl Fn(S) -> S) -> Self {
        // A loop: `array::map` leaves worse code behind.
        for g in &mut self.0 {
            *g = f(*g);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        for (g, h) in self.0.iter_mut().zip(other.0) {
            *g = f(*g, h);
        }
        self
    }

    #[inline]
    fn lane(&self, lane: usize) -> S {
        self.0[lane]
    }

    #[inline]
    fn set_lane(&mut self, lane: usize, gradient: S) {
        self.0[lane] = gradient;
    }
}

impl<S: Scalar, const N: usize> Add for Lanes<S, N> {
    type Output = Self;

    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for (g, h) in self.0.iter_mut().zip(other.0) {
            *g += h;
        }
        self
    }
}

impl<S: Scalar, const N: usize> Sub for Lanes<S, N> {
    type Output = Self;

    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for (g, h) in self.0.iter_mut().zip(other.0) {
            *g -= h;
        }
        self
    }
}

impl<S: Scalar, const N: usize> Neg for Lanes<S, N> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|g| -g)
    }
}

impl<S: Scalar, const N: usize> Mul<S> for Lanes<S, N> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: S) -> Self {
        self.map(|g| g * factor)
    }
}

/// What is done to a gradient in place.
macro_rules! in_place {
    ([$($generics:tt)*] $gradient:ty, $scalar:ty) => {
        impl<$($generics)*> core::ops::AddAssign for $gradient {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl<$($generics)*> core::ops::SubAssign for $gradient {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl<$($generics)*> core::ops::MulAssign<$scalar> for $gradient {
            #[inline(always)]
            fn mul_assign(&mut self, factor: $scalar) {
                *self = *self * factor;
            }
        }
    };
}

pub(crate) use in_place;

in_place!([S: Scalar, const N: usize] Lanes<S, N>, S);

impl<S, const N: usize> Index<usize> for Lanes<S, N> {
    type Output = S;

    #[inline]
    fn index(&self, lane: usize) -> &S {
        &self.0[lane]
    }
}

impl<S, const N: usize> IndexMut<usize> for Lanes<S, N> {
    #[inline]
    fn index_mut(&mut self, lane: usize) -> &mut S {
        &mut self.0[lane]
    }
}

macro_rules! scalars {
    ($($float:ty, $negligible:expr;)*) => {$(
        impl Zero for $float {
            const ZERO: Self = 0.0;
            const NOTHING: Self = -0.0;
        }

        impl Gradient for $float {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn negated(self) -> Self {
                -self
            }

            #[inline(always)]
            fn is_negligible(&self) -> bool {
                self.abs() < $negligible
            }
        }

        impl Leaf for $float {
            type Scalar = $float;
            type Width = One;

            #[inline(always)]
            fn map(self, f: impl Fn($float) -> $float) -> Self {
                f(self)
            }

            #[inline(always)]
            fn zip(self, other: Self, f: impl Fn($float, $float) -> $float) -> Self {
                f(self, other)
            }

            #[inline(always)]
            fn lane(&self, _: usize) -> $float {
                *self
            }

            #[inline(always)]
            fn set_lane(&mut self, _: usize, gradient: $float) {
                *self = gradient;
            }
        }

        impl Scalar for $float {
            const ONE: Self = 1.0;
        }
    )*};
}

scalars!(f32, 1.084_202_2e-19; f64, 1.491_668_146_240_041_3e-154;);

impl<G: Zero, const N: usize> Zero for [G; N] {
    const ZERO: Self = [const { G::ZERO }; N];
    const NOTHING: Self = [const { G::NOTHING }; N];
}

impl<G: Gradient, const N: usize> Gradient for [G; N] {
    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut other = other.into_iter();
        self.map(|g| other.next().map_or(G::ZERO, |h| g.plus(h)))
    }

    #[inline]
    fn negated(self) -> Self {
        self.map(G::negated)
    }
}

impl<G> Zero for Vec<G> {
    const ZERO: Self = Vec::new();
}

/// An empty vector is the zero of every length.
impl<G: Gradient> Gradient for Vec<G> {
    fn plus(self, other: Self) -> Self {
        if other.is_empty() {
            return self;
        }
        if self.is_empty() {
            return other;
        }
        assert_eq!(self.len(), other.len(), "two gradients of one slice have different lengths");
        self.into_iter().zip(other).map(|(g, h)| g.plus(h)).collect()
    }

    fn negated(self) -> Self {
        self.into_iter().map(G::negated).collect()
    }
}
