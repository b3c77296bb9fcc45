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

/// Runs a labelled block backwards, later in the same block.
///
/// What the labelled block reads and writes must not change in between, so that it is undone exactly.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add_square_of_sum(y: &mut i64, a: &mut i64, b: i64) {
///     'sum: {
///         *a += b;
///     }
///     *y += *a * *a;
///     uncompute!('sum);
/// }
///
/// let (mut y, mut a) = (0, 2);
/// add_square_of_sum(&mut y, &mut a, 3);
/// assert_eq!((y, a), (25, 2));
/// ```
#[macro_export]
macro_rules! uncompute {
    ($($label:tt)*) => {
        compile_error!("`uncompute!` is a word of `#[reversible]` functions: it means nothing elsewhere")
    };
}

/// Ends the life of a local that holds a known value.
///
/// A local that cannot be computed again must end as it began. With `release!(n, e)` it ends as `e` instead, which the way back
/// starts it from, and which is checked.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn exchange(x: &mut i64, y: &mut i64) {
///     let mut held = 0;
///     held += *x;
///     *x -= held;
///     *x += *y;
///     *y -= *x;
///     *y += held;
///     release!(held, *y);
/// }
///
/// let (mut x, mut y) = (1, 2);
/// exchange(&mut x, &mut y);
/// assert_eq!((x, y), (2, 1));
/// exchange::inverse(&mut x, &mut y);
/// assert_eq!((x, y), (1, 2));
/// ```
#[macro_export]
macro_rules! release {
    ($($local:tt)*) => {
        compile_error!("`release!` is a word of `#[reversible]` functions: it means nothing elsewhere")
    };
}

/// Runs code that changes nothing, once on the way there and once on the way back.
///
/// It may print, log and assert; that it changes no variable is proved by rustc. `assert!`, `println!` and the like need no `safe!`.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add(y: &mut f64, x: f64) {
///     safe! {
///         if x > 1e6 {
///             eprintln!("this is a lot: {x}");
///         }
///     }
///     *y += x;
/// }
///
/// let mut y = 1.0;
/// add(&mut y, 2.0);
/// assert_eq!(y, 3.0);
/// ```
#[macro_export]
macro_rules! safe {
    ($($code:tt)*) => {
        compile_error!("`safe!` is a word of `#[reversible]` functions: elsewhere, write the code as it is")
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

/// Puts locals together into one.
///
/// The parts end and the whole begins; [`unpack!`](crate::unpack) is the opposite.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn turn(p: &mut (i64, i64)) {
///     swap(&mut p.0, &mut p.1);
/// }
///
/// #[reversible]
/// fn difference(y: &mut i64, a: i64, b: i64) {
///     let mut low = a;
///     let mut high = b;
///     pack!(p = (low, high));
///     turn(&mut p);
///     *y += p.0 - p.1;
///     turn::inverse(&mut p);
///     unpack!((low, high) = p);
/// }
///
/// let mut y = 0;
/// difference(&mut y, 3, 10);
/// assert_eq!(y, 7);
/// ```
#[macro_export]
macro_rules! pack {
    ($($parts:tt)*) => {
        compile_error!("`pack!` is a word of `#[reversible]` functions: elsewhere, write `let`")
    };
}

/// Takes a local apart into its parts; [`pack!`](crate::pack) is the opposite.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add_parts(y: &mut f64, p: (f64, f64)) {
///     let mut both = p;
///     unpack!((a, b) = both);
///     *y += a * b;
///     pack!(both = (a, b));
/// }
///
/// let mut y = 1.0;
/// add_parts(&mut y, (2.0, 3.0));
/// assert_eq!(y, 7.0);
/// ```
#[macro_export]
macro_rules! unpack {
    ($($whole:tt)*) => {
        compile_error!("`unpack!` is a word of `#[reversible]` functions: elsewhere, write `let`")
    };
}

/// Changes the type of a local without loss; it is converted back at the end of its block. The gradient of a float changes its type
/// with it; that of a float which was an integer ends here.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible]
/// fn add_root(y: &mut f64, n: u16) {
///     let k = n;
///     convert!(k: u16 => f64);
///     *y += k.sqrt();
/// }
///
/// let mut y = 1.0;
/// add_root(&mut y, 9);
/// assert_eq!(y, 4.0);
/// ```
#[macro_export]
macro_rules! convert {
    ($($local:tt)*) => {
        compile_error!("`convert!` is a word of `#[reversible]` functions: elsewhere, write `let`")
    };
}
