//! Whether what is computed by calls is the same again. `Fn` and [`Plain`] prove that an expression changes nothing that it is given; what a
//! function without an attribute reads or changes elsewhere, a random number, a clock, an atomic, no type shows. So in builds with checks an
//! expression that calls one is evaluated twice, and both results are compared bit by bit.

use core::cell::Cell;

use crate::checks::{EXACT, Mismatch, Restored};
use crate::plain::Plain;

thread_local! {
    /// Set while a call is made for the second time: what it calls itself has been compared the first time, so the work grows with the
    /// depth of the calls, not with a power of it.
    static AGAIN: Cell<bool> = const { Cell::new(false) };
}

/// Ends a second call, also one that panics.
struct Second;

impl Drop for Second {
    fn drop(&mut self) {
        AGAIN.set(false);
    }
}

/// A call, and what it is called in messages. Which of the two methods `run` is meant, the type of the result says: one that can be compared
/// is.
#[derive(Clone, Copy, Debug)]
pub struct Repeated<F> {
    checked: bool,
    call: F,
    name: &'static str,
}

impl<F> Repeated<F> {
    /// A call of `name`, which is made once if it is not `checked`.
    ///
    /// ```
    /// use retrograde::emitted::{Compared as _, Repeated};
    /// assert_eq!((&Repeated::new(true, || 2.0_f64.sqrt(), "sqrt")).run(), 2.0_f64.sqrt());
    /// ```
    ///
    /// ```should_panic
    /// use retrograde::emitted::{Compared as _, Repeated};
    /// let count = std::cell::Cell::new(0);
    /// (&Repeated::new(true, || count.replace(count.get() + 1), "next")).run();
    /// ```
    #[inline(always)]
    pub fn new<R: Plain>(checked: bool, call: F, name: &'static str) -> Self
    where
        F: Fn() -> R,
    {
        Self { checked, call, name }
    }

    /// The same for a value of any type, which the user says is constant.
    ///
    /// ```
    /// use retrograde::emitted::{Repeated, Uncompared as _};
    /// let start = std::time::Instant::now();
    /// assert_eq!((&Repeated::constant(true, || start, "start")).run(), start);
    /// ```
    #[inline(always)]
    pub fn constant<R>(checked: bool, call: F, name: &'static str) -> Self
    where
        F: Fn() -> R,
    {
        Self { checked, call, name }
    }
}

/// Runs a call whose result can be compared.
///
/// ```
/// use retrograde::emitted::{Compared, Repeated};
/// assert_eq!(Compared::run(&Repeated::new(true, || 1.0, "one")), 1.0);
/// ```
pub trait Compared {
    /// What it gives.
    type Result;
    /// Makes the call twice, and panics unless it gives the same.
    fn run(&self) -> Self::Result;
}

impl<R: Restored, F: Fn() -> R> Compared for Repeated<F> {
    type Result = R;

    #[inline(always)]
    #[track_caller]
    fn run(&self) -> R {
        let result = (self.call)();
        if self.checked {
            again(self, &result);
        }
        result
    }
}

#[track_caller]
fn again<R: Restored, F: Fn() -> R>(repeated: &Repeated<F>, first: &R) {
    if AGAIN.replace(true) {
        return;
    }
    let second = Second;
    let mismatch = (repeated.call)().mismatch(first, EXACT);
    drop(second);
    if let Some(mismatch) = mismatch {
        impure(repeated.name, &mismatch);
    }
}

/// Runs a call whose result cannot be compared.
///
/// ```
/// use retrograde::emitted::{Repeated, Uncompared};
/// assert_eq!(Uncompared::run(&&Repeated::new(true, || 1.0, "one")), 1.0);
/// ```
pub trait Uncompared {
    /// What it gives.
    type Result;
    /// Makes the call.
    fn run(self) -> Self::Result;
}

impl<R, F: Fn() -> R> Uncompared for &&Repeated<F> {
    type Result = R;

    #[inline(always)]
    fn run(self) -> R {
        (self.call)()
    }
}

#[cold]
#[track_caller]
fn impure(name: &str, Mismatch { path, expected, found }: &Mismatch) -> ! {
    panic!(
        "`{name}` gives something else each time, first {expected}, then {found}{path}, so what is computed with it can neither be undone nor \
         differentiated: compute it before, and pass it as an argument"
    )
}
