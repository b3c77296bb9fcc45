//! Left sides seen through a function that has an inverse.

/// A one-to-one function between the values of `T` and of another type. `F(x) += e;` updates the image of `x` under the value `F`:
/// the image is taken, changed, and taken back.
///
/// ```
/// use retrograde::Bijection;
///
/// /// A positive number by its logarithm: adding there is scaling here.
/// struct Log;
///
/// impl Bijection<f64> for Log {
///     type Image = f64;
///     fn image(&self, x: f64) -> f64 {
///         x.ln()
///     }
///     fn preimage(&self, y: f64) -> f64 {
///         y.exp()
///     }
/// }
///
/// // what `Log(x) += 2.0_f64.ln();` does
/// let mut x = 3.0;
/// let mut image = Log.image(x);
/// image += 2.0_f64.ln();
/// x = Log.preimage(image);
/// assert!((x - 6.0).abs() < 1e-12);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a bijection on `{T}`",
    label = "not a function with an inverse that a left side can be seen through",
    note = "implement `retrograde::Bijection<{T}>` for it"
)]
pub trait Bijection<T> {
    /// What it maps to.
    type Image;
    /// Maps a value.
    fn image(&self, x: T) -> Self::Image;
    /// The value that is mapped to `y`.
    fn preimage(&self, y: Self::Image) -> T;
}

/// A bijection with a derivative, which `#[reversible(adjoint)]` and `tangent` ask for where one is on a left side of numbers: `f32`, `f64`
/// or complex ones. Gradients are divided by the slope at the new value and multiplied by that at the old one, so it must not be zero.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::{Bijection, Smooth};
///
/// /// A positive number by its logarithm.
/// struct Log;
///
/// impl Bijection<f64> for Log {
///     type Image = f64;
///     fn image(&self, x: f64) -> f64 {
///         x.ln()
///     }
///     fn preimage(&self, y: f64) -> f64 {
///         y.exp()
///     }
/// }
///
/// impl Smooth<f64> for Log {
///     fn slope(&self, x: f64) -> f64 {
///         x.recip()
///     }
/// }
///
/// /// x *= exp(a)
/// #[reversible(adjoint)]
/// fn grow(x: &mut f64, a: f64) {
///     Log(*x) += a;
/// }
///
/// let (mut x, mut x_adj, mut a_adj) = (3.0, 1.0, 0.0);
/// grow(&mut x, 0.5);
/// grow::adjoint(&mut x, &mut x_adj, 0.5, &mut a_adj);
/// assert!((x_adj - 0.5_f64.exp()).abs() < 1e-12 && (a_adj - 3.0 * 0.5_f64.exp()).abs() < 1e-12);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of the bijection `{Self}` on `{T}` is not known",
    label = "a gradient cannot be carried through this",
    note = "implement `retrograde::Smooth<{T}>` for it: its `slope` is the derivative of `image`",
    note = "or write the update as updates of the place itself"
)]
pub trait Smooth<T>: Bijection<T, Image = T> {
    /// The derivative of [`image`](Bijection::image) at `x`.
    fn slope(&self, x: T) -> T;
}

/// A bijection behind a reference.
impl<T, F: Bijection<T> + ?Sized> Bijection<T> for &F {
    type Image = F::Image;

    #[inline(always)]
    fn image(&self, x: T) -> Self::Image {
        (**self).image(x)
    }

    #[inline(always)]
    fn preimage(&self, y: Self::Image) -> T {
        (**self).preimage(y)
    }
}

impl<T, F: Smooth<T> + ?Sized> Smooth<T> for &F {
    #[inline(always)]
    fn slope(&self, x: T) -> T {
        (**self).slope(x)
    }
}
