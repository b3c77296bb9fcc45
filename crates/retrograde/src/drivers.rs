//! What the drivers on a companion, `f::gradient`, `f::jacobian`, ..., are written against: which number can be a loss, which values
//! a Jacobian has rows for, and what is said where there is none.

use core::borrow::Borrow;
use core::marker::PhantomData;

use crate::adjoint::{Adjoint, Off, On};
use crate::differentiable::{Differentiable, TangentOf};
use crate::shadow::Inactive;
use crate::width::{Many, One, Width};

/// How many rows of a Jacobian travel together.
pub const ROWS: usize = 8;

/// A number whose gradient can be asked for: `f32` or `f64`.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn add_square(#[loss] y: &mut f64, x: f64) {
///     *y += x * x;
/// }
///
/// assert_eq!(add_square::gradient(&mut 0.0, 3.0), (1.0, 6.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a loss",
    label = "a loss is one number",
    note = "the gradient is that of one `f32` or `f64`: add up to such a number, and mark it with `#[loss]`",
    note = "`jacobian` has a row for every number of an array, and `vjp` carries back gradients of any type"
)]
pub trait Loss: Differentiable + Copy {
    /// The gradient of the loss with respect to itself.
    const SEED: TangentOf<Self, One>;
}

/// What a Jacobian has a row for each number of: numbers, and arrays, slices and vectors of them.
///
/// ```
/// use retrograde::Output;
/// assert_eq!([[1.0, 2.0], [3.0, 4.0]].count(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the output of a Jacobian",
    label = "a Jacobian has a row for every number of its output",
    note = "the output is an `f32` or `f64`, or an array, slice or vector of them",
    note = "`vjp` carries back gradients of any type"
)]
pub trait Output: Differentiable {
    /// How many numbers it holds.
    fn count(&self) -> usize;
    /// Makes a lane of the gradient that of the number at `row`.
    fn seed<const N: usize>(&self, places: &Self::Shadow<On<Many<N>>>, row: usize, lane: usize);
}

macro_rules! numbers {
    ($($float:ty)*) => {$(
        impl Loss for $float {
            const SEED: $float = 1.0;
        }

        impl Output for $float {
            #[inline]
            fn count(&self) -> usize {
                1
            }

            #[inline]
            fn seed<const N: usize>(&self, places: &Self::Shadow<On<Many<N>>>, _: usize, lane: usize) {
                let mut gradients = places.get();
                gradients[lane] = 1.0;
                places.set(gradients);
            }
        }
    )*};
}

numbers!(f32 f64);

impl<T: Output> Output for [T] {
    #[inline]
    fn count(&self) -> usize {
        self.iter().map(T::count).sum()
    }

    fn seed<const N: usize>(&self, places: &Self::Shadow<On<Many<N>>>, mut row: usize, lane: usize) {
        for (element, place) in self.iter().zip(places) {
            let count = element.count();
            if row < count {
                return element.seed(place.borrow(), row, lane);
            }
            row -= count;
        }
    }
}

impl<T: Output, const M: usize> Output for [T; M] {
    #[inline]
    fn count(&self) -> usize {
        self[..].count()
    }

    #[inline]
    fn seed<const N: usize>(&self, places: &Self::Shadow<On<Many<N>>>, row: usize, lane: usize) {
        self[..].seed(places, row, lane);
    }
}

impl<T: Output> Output for Vec<T> {
    #[inline]
    fn count(&self) -> usize {
        self[..].count()
    }

    #[inline]
    fn seed<const N: usize>(&self, places: &Self::Shadow<On<Many<N>>>, row: usize, lane: usize) {
        self[..].seed(places, row, lane);
    }
}

/// The gradient of a value of type `T`, or a tangent of it.
///
/// ```
/// let g: retrograde::GradientOf<[f64; 2]> = [1.0, 0.0];
/// ```
pub type GradientOf<T> = TangentOf<T, One>;

/// The kind of places that hold one gradient, as an argument.
pub const ON: PhantomData<On<One>> = PhantomData;
/// The kind of places of a constant.
pub const OFF: PhantomData<Off<One>> = PhantomData;
/// The kind of places that hold as many rows of a Jacobian as travel together.
pub const ROWS_ON: PhantomData<On<Many<ROWS>>> = PhantomData;
/// The kind of places of a constant beside them.
pub const ROWS_OFF: PhantomData<Off<Many<ROWS>>> = PhantomData;

/// Zero places for the gradient of a value.
///
/// ```
/// use retrograde::emitted::{gradient_in, places};
/// assert_eq!(gradient_in::<[f64]>(places(&[1.0, 2.0][..])), [0.0, 0.0]);
/// ```
#[inline(always)]
pub fn places<T: Differentiable + ?Sized>(value: &T) -> T::Owned<On<One>> {
    value.zero_shadow::<On<One>>()
}

/// Zero places for rows of a Jacobian.
#[inline(always)]
pub fn places_of_rows<T: Differentiable + ?Sized>(value: &T) -> T::Owned<On<Many<ROWS>>> {
    value.zero_shadow::<On<Many<ROWS>>>()
}

/// Places for the tangent of a value that hold this one.
///
/// ```
/// use retrograde::emitted::{gradient_in, places_with};
/// assert_eq!(gradient_in::<f64>(places_with(&1.0, 0.5)), 0.5);
/// ```
#[inline(always)]
pub fn places_with<T: Differentiable + ?Sized>(value: &T, tangent: GradientOf<T>) -> T::Owned<On<One>> {
    let places = places(value);
    places.set(tangent);
    places
}

/// The gradient or tangent in places that are not needed any more.
#[inline(always)]
pub fn gradient_in<T: Differentiable + ?Sized>(places: T::Owned<On<One>>) -> GradientOf<T> {
    T::into_tangent(places)
}

/// Some rows of a Jacobian that travel together.
///
/// ```
/// use retrograde::emitted::{Batch, ROWS};
/// let batches: Vec<Batch> = Batch::all(ROWS + 2).collect();
/// assert_eq!(batches.len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    first: usize,
    count: usize,
}

impl Batch {
    /// Batches of as many rows as travel together, and a last one of what remains.
    #[inline]
    pub fn all(rows: usize) -> impl Iterator<Item = Batch> {
        (0..rows).step_by(ROWS).map(move |first| Batch { first, count: ROWS.min(rows - first) })
    }

    /// Zero places for the gradient of the output, but for a one in each lane.
    #[inline]
    pub fn seed<T: Output + ?Sized>(self, output: &T) -> T::Owned<On<Many<ROWS>>> {
        let places = output.zero_shadow::<On<Many<ROWS>>>();
        for lane in 0..self.count {
            output.seed(places.borrow(), self.first + lane, lane);
        }
        places
    }

    /// Appends a row for each lane of a gradient.
    #[inline]
    pub fn read<T: Differentiable + ?Sized>(self, places: T::Owned<On<Many<ROWS>>>, rows: &mut Vec<TangentOf<T, One>>) {
        let gradients = T::into_tangent(places);
        rows.extend((0..self.count).map(|lane| T::lane(&gradients, lane)));
    }
}

/// What is passed for the gradient of a `#[constant]` parameter: nothing that stores one, so that none is lost.
///
/// ```
/// use retrograde::{Constant, Inactive, One};
/// fn accept(_: impl Constant<One>) {}
/// accept(Inactive);
/// ```
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` parameter has no gradient, and what is passed for it may have one",
    label = "its gradient would be lost",
    note = "pass `Inactive`; in a function with derivatives, pass what depends only on integers and constants, or leave out `#[constant]`"
)]
pub trait Constant<W: Width> {}

impl<W: Width> Constant<W> for Inactive {}
impl<W: Width> Constant<W> for Off<W> {}
impl<W: Width> Constant<W> for MustBeMarkedConstant<W> {}

/// Stands for the gradient of a constant that a call may change beside what has a gradient. Only a `#[constant]` parameter takes it, and
/// where another is given it, the error message says this name.
#[derive(Clone, Copy, Debug)]
pub struct MustBeMarkedConstant<W>(pub(crate) PhantomData<W>);

/// A function that has no loss.
#[derive(Debug)]
pub struct NoLoss;

/// What a function must return for `gradient`: a number, by whatever name.
#[diagnostic::on_unimplemented(
    message = "this function has no loss, so it has no gradient",
    label = "the gradient of what?",
    note = "mark the number whose gradient is meant, `#[loss] y: &mut f64`; a function with only one `&mut f64` or `&mut f32` needs no mark",
    note = "`vjp` carries gradients of all the `&mut` parameters back"
)]
pub trait HasLoss {}

/// What a function must have for `gradient`. Nothing implements this: where it is asked for, there is no gradient.
#[diagnostic::on_unimplemented(
    message = "this function takes only integers and constants, so it has no gradient",
    label = "the gradient with respect to what?",
    note = "integers and truth values have no gradient: take the parameters that are meant as `f64` or `f32`"
)]
pub trait HasGradient {}

/// What a function must have to be undone. Nothing implements this: where it is asked for, the function is an ordinary one.
#[diagnostic::on_unimplemented(
    message = "this function is not reversible, and a reversible function undoes what it calls",
    label = "an ordinary function that changes its arguments",
    note = "a reversible function can only call reversible ones; a differentiable function can call both"
)]
pub trait CanBeUndone {}

/// What a function must have to be run backwards where gradients are carried along. Nothing implements this: where it is asked for, the
/// adjoint of the inverse was not.
#[diagnostic::on_unimplemented(
    message = "the inverse of this function has no adjoint, and running it backwards with gradients needs one",
    label = "a gradient would be lost",
    note = "ask for it where the function is: `#[reversible(inverse_adjoint)]`"
)]
pub trait HasInverseAdjoint {}

/// What a function must have to be run backwards where tangents are carried along. Nothing implements this: where it is asked for, the
/// tangent of the inverse was not.
#[diagnostic::on_unimplemented(
    message = "the inverse of this function has no tangent, and running it backwards with tangents needs one",
    label = "a tangent would be lost",
    note = "ask for it where the function is: `#[reversible(inverse_tangent)]`"
)]
pub trait HasInverseTangent {}

/// What a function must have for `gradient`. Nothing implements this: where it is asked for, there is no gradient.
#[diagnostic::on_unimplemented(
    message = "this function does not return `f32` or `f64`, so it has no gradient",
    label = "the gradient of what?",
    note = "`vjp` carries a gradient of the value back, and `jacobian` has a row for every number of a list"
)]
pub trait ReturnsNumber: Loss {}

impl ReturnsNumber for f32 {}
impl ReturnsNumber for f64 {}
