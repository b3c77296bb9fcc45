//! What a caller may pass as the shadow of a value: exclusive references to plain numbers, shared references to cells,
//! or `Inactive`. An adjoint is generic over this and sees only cells.

use core::borrow::Borrow;
use core::cell::Cell;

use crate::adjoint::{Adjoint, InactivePlace, Kind, NoCell, Off, On};
use crate::differentiable::Differentiable;
use crate::width::{Lanes, Leaf, Many, One, Scalar, Width};

/// A shadow of a `T`: what an adjoint accepts beside a value of type `T`. For a slice of `f64`:
///
/// ```
/// use retrograde::{Inactive, Lanes, Shadow, Width};
/// use std::cell::Cell;
/// fn accept<'s, W: Width>(_: impl Shadow<'s, [f64], W>) {}
///
/// accept(&mut [0.0, 0.0]);
/// accept(&mut vec![0.0, 0.0]);
/// accept(&[Cell::new(0.0), Cell::new(0.0)]); // may be passed for several arguments at once
/// accept(&mut [Lanes([0.0, 0.0]); 3]); // two gradients in one sweep
/// accept::<retrograde::One>(Inactive); // a constant
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the shadow of a `{T}`",
    label = "not a place for the gradient of a `{T}`",
    note = "pass `&mut` of numbers of the same shape, `&` of cells of the same shape, or `Inactive`, as for all that has no gradient: integers, truth values, text",
    note = "for a derived struct `P`, pass a reference to a `PShadow`, which `p.zero_shadow()` makes; for a complex number, one to a complex number of cells"
)]
pub trait Shadow<'s, T: Differentiable + ?Sized, W: Width> {
    /// Whether it stores anything.
    type Kind: Kind<Width = W>;
    /// The places.
    fn into_shadow(self) -> &'s T::Shadow<Self::Kind>;
}

/// A tangent of a `T` that is passed by value: a [`Shadow`], or for a number the tangent itself.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// assert_eq!(square::tangent(3.0, 1.0), (9.0, 6.0));
/// assert_eq!(square::tangent(3.0, Lanes([1.0, 2.0])), (9.0, Lanes([6.0, 12.0])));
/// assert_eq!(square::tangent(3.0, &mut 0.5), (9.0, 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the tangent of a `{T}`",
    label = "not a tangent of a `{T}`",
    note = "pass a number of the same type, `Lanes` of such numbers, or `Inactive` for a constant",
    note = "for anything but a number, pass a shadow: `&mut` of numbers of the same shape, `&` of cells of the same shape, or a reference to a `PShadow` for a derived struct `P`"
)]
pub trait Direction<'s, T: Differentiable + ?Sized, W: Width> {
    /// Whether it stores anything.
    type Kind: Kind<Width = W>;
    /// What holds it.
    type Places: Borrow<T::Shadow<Self::Kind>>;
    /// Puts it where it can be read.
    fn into_places(self) -> Self::Places;
}

#[diagnostic::do_not_recommend]
impl<'s, T: Differentiable + ?Sized, W: Width, S: Shadow<'s, T, W>> Direction<'s, T, W> for S
where
    T::Shadow<S::Kind>: 's,
{
    type Kind = S::Kind;
    type Places = &'s T::Shadow<S::Kind>;

    #[inline(always)]
    fn into_places(self) -> Self::Places {
        self.into_shadow()
    }
}

/// The places of a [`Direction`].
///
/// ```
/// use retrograde::emitted::{along, get};
/// use retrograde::{Direction, On, One};
/// let places = Direction::<f64, One>::into_places(1.5);
/// assert_eq!(get(along::<f64, On<One>>(&places)), 1.5);
/// ```
#[inline(always)]
pub fn along<T: Differentiable + ?Sized, K: Kind>(places: &impl Borrow<T::Shadow<K>>) -> &T::Shadow<K> {
    places.borrow()
}

/// The shadow of a constant: no storage and no work.
///
/// ```
/// use retrograde::{Inactive, One, Shadow, emitted::get};
/// let x_adj = Shadow::<f64, One>::into_shadow(Inactive);
/// assert_eq!(get(x_adj), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Inactive;

impl<'s, T: Differentiable + ?Sized, W: Width> Shadow<'s, T, W> for Inactive {
    type Kind = Off<W>;

    #[inline(always)]
    fn into_shadow(self) -> &'s T::Shadow<Off<W>> {
        T::inactive()
    }
}

/// A constant where only the emitted code knows how many gradients travel: `Inactive` says nothing about `W`, this does.
#[diagnostic::do_not_recommend]
impl<'s, T: Differentiable + ?Sized, W: Width> Shadow<'s, T, W> for Off<W> {
    type Kind = Off<W>;

    #[inline(always)]
    fn into_shadow(self) -> &'s T::Shadow<Off<W>> {
        T::inactive()
    }
}

#[diagnostic::do_not_recommend]
impl<'s, T, A> Shadow<'s, T, <A::Kind as Kind>::Width> for &'s A
where
    T: Differentiable + ?Sized,
    A: Adjoint + Borrow<T::Shadow<A::Kind>> + ?Sized,
{
    type Kind = A::Kind;

    #[inline(always)]
    fn into_shadow(self) -> &'s T::Shadow<A::Kind> {
        self.borrow()
    }
}

#[diagnostic::do_not_recommend]
impl<'s, T, P> Shadow<'s, T, <P::Kind as Kind>::Width> for &'s mut P
where
    T: Differentiable + ?Sized,
    P: Exclusive + ?Sized,
    P::Places: Borrow<T::Shadow<P::Kind>>,
{
    type Kind = P::Kind;

    #[inline(always)]
    fn into_shadow(self) -> &'s T::Shadow<P::Kind> {
        self.share().borrow()
    }
}

/// Numbers that become cells when they are borrowed exclusively, one behind another in memory.
///
/// ```
/// use retrograde::Element;
/// let mut rows = [[1.0_f64, 2.0], [3.0, 4.0]];
/// Element::share(&mut rows)[1][0].set(7.0);
/// assert_eq!(rows[1][0], 7.0);
/// ```
pub trait Element: Sized {
    /// What its leaves are.
    type Kind: Kind;
    /// The same shape with cells for leaves.
    type Places: Adjoint<Kind = Self::Kind>;
    /// The places of a slice of them.
    fn share(elements: &mut [Self]) -> &[Self::Places];
}

/// What may stand behind `&mut` as a shadow: an [`Element`], or a slice or vector of them.
///
/// ```
/// use retrograde::Exclusive;
/// let mut v = vec![1.0_f64, 2.0];
/// v.share()[0].set(5.0);
/// assert_eq!(v, [5.0, 2.0]);
/// ```
pub trait Exclusive {
    /// What its leaves are.
    type Kind: Kind;
    /// The same shape with cells for leaves.
    type Places: ?Sized;
    /// Its places.
    fn share(&mut self) -> &Self::Places;
}

macro_rules! numbers {
    ($([$($generics:tt)*] $number:ty, $width:ty;)*) => {$(
        impl<$($generics)*> Element for $number {
            type Kind = On<$width>;
            type Places = Cell<$number>;

            #[inline(always)]
            fn share(elements: &mut [Self]) -> &[Cell<Self>] {
                Cell::from_mut(elements).as_slice_of_cells()
            }
        }
    )*};
}

numbers! {
    [] f32, One;
    [] f64, One;
    [S: Scalar, const N: usize] Lanes<S, N>, Many<N>;
}

macro_rules! tangents {
    ($([$($generics:tt)*] $tangent:ty, $float:ty, $width:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'s, $($generics)*> Direction<'s, $float, $width> for $tangent {
            type Kind = On<$width>;
            type Places = Cell<$tangent>;

            #[inline(always)]
            fn into_places(self) -> Cell<$tangent> {
                Cell::new(self)
            }
        }
    )*};
}

tangents! {
    [] f32, f32, One;
    [] f64, f64, One;
    [const N: usize] Lanes<f32, N>, f32, Many<N>;
    [const N: usize] Lanes<f64, N>, f64, Many<N>;
}

impl<V: Element, const N: usize> Element for [V; N] {
    type Kind = V::Kind;
    type Places = [V::Places; N];

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self::Places] {
        if N == 0 {
            // A vector of nothing allocates nothing, so nothing leaks.
            let none = |_| core::array::from_fn(|_| unreachable!("there are no elements"));
            return (0..elements.len()).map(none).collect::<Vec<_>>().leak();
        }
        V::share(elements.as_flattened_mut()).as_chunks().0
    }
}

macro_rules! places {
    ($([$($generics:tt)*] $place:ty, $kind:ty;)*) => {$(
        impl<$($generics)*> Element for $place {
            type Kind = $kind;
            type Places = Self;

            #[inline(always)]
            fn share(elements: &mut [Self]) -> &[Self] {
                elements
            }
        }
    )*};
}

places! {
    [V: Leaf] Cell<V>, On<V::Width>;
    [V: Leaf] NoCell<V>, Off<V::Width>;
    [K: Kind] InactivePlace<K>, K;
}

impl<V: Element> Exclusive for V {
    type Kind = V::Kind;
    type Places = V::Places;

    #[inline(always)]
    fn share(&mut self) -> &V::Places {
        &V::share(core::slice::from_mut(self))[0]
    }
}

impl<V: Element> Exclusive for [V] {
    type Kind = V::Kind;
    type Places = [V::Places];

    #[inline(always)]
    fn share(&mut self) -> &[V::Places] {
        V::share(self)
    }
}

impl<V: Element> Exclusive for Vec<V> {
    type Kind = V::Kind;
    type Places = [V::Places];

    #[inline(always)]
    fn share(&mut self) -> &[V::Places] {
        V::share(self)
    }
}
