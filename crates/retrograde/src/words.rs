//! The words that a reversible function has and Rust lacks. `#[reversible]` reads them; outside of one they mean nothing, and
//! rustc is told so.

/// Runs statements backwards.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn rotate(x: &mut f64, y: &mut f64) {
///     *x += *y * 0.5;
/// }
///
/// #[reversible]
/// fn there_and_further(x: &mut f64, y: &mut f64) {
///     inverse! {
///         rotate(x, y);
///         *y += 1.0;
///     }
/// }
///
/// let (mut x, mut y) = (4.0, 3.0);
/// there_and_further(&mut x, &mut y); // first `*y -= 1.0`, then `*x -= *y * 0.5`
/// assert_eq!((x, y), (3.0, 2.0));
/// ```
///
/// ```compile_fail
/// retrograde::inverse! { } // outside of a reversible function
/// ```
#[macro_export]
macro_rules! inverse {
    ($($statements:tt)*) => {
        compile_error!("`inverse!` is a word of `#[reversible]` functions: it means nothing elsewhere")
    };
}

/// Runs statements for every element.
///
/// Inside, `[..]` stands for each element in turn. Everything so marked must be of one length, which is checked.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
///     broadcast! {
///         y[..] += a * x[..];
///     }
/// }
///
/// let mut y = [1.0, 2.0];
/// axpy(&mut y, 10.0, &[3.0, 4.0]);
/// assert_eq!(y, [31.0, 42.0]);
/// ```
#[macro_export]
macro_rules! broadcast {
    ($($statements:tt)*) => {
        compile_error!("`broadcast!` is a word of `#[reversible]` functions: it means nothing elsewhere")
    };
}
