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
