//! The gradient of what is behind a box in a struct. A tree holds itself behind boxes, and so must its shadow and its gradient. They are
//! made when something comes to them: what nobody reached has a gradient of zero, and takes no memory.

use core::borrow::{Borrow, BorrowMut};
use core::fmt::{self, Debug, Formatter};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use crate::adjoint::{Adjoint, Kind};
use crate::option::Present;
use crate::plain::Plain;
use crate::width::{Gradient, Zero};

/// The gradient of a field that holds a box of a struct or an enum. It is used like what it holds.
///
/// ```
/// use retrograde::prelude::*;
/// #[derive(Clone, Debug, Differentiable)]
/// enum Sum {
///     Number(f64),
///     Pair(Box<Sum>, Box<Sum>),
/// }
///
/// #[differentiable(recursive)]
/// fn value(sum: &Sum) -> f64 {
///     match sum {
///         Sum::Number(x) => x * x,
///         Sum::Pair(a, b) => value(a) + value(b),
///     }
/// }
///
/// let pair = Sum::Pair(Box::new(Sum::Number(1.5)), Box::new(Sum::Number(2.0)));
/// let gradient = value::gradient(&pair);
/// assert_eq!((gradient.Pair.0.Number.0, gradient.Pair.1.Number.0), (3.0, 4.0));
/// ```
pub struct Boxed<G>(OnceLock<Box<G>>);

impl<G> Boxed<G> {
    /// What it holds, unless that is zero for sure.
    ///
    /// ```
    /// use retrograde::{Boxed, Zero};
    /// assert_eq!((Boxed::from(1.5).held(), Boxed::<f64>::ZERO.held()), (Some(&1.5), None));
    /// ```
    #[inline]
    pub fn held(&self) -> Option<&G> {
        self.0.get().map(|held| &**held)
    }

    /// The same by value.
    ///
    /// ```
    /// assert_eq!(retrograde::Boxed::from(1.5).into_held(), Some(1.5));
    /// ```
    #[inline]
    pub fn into_held(self) -> Option<G> {
        self.0.into_inner().map(|held| *held)
    }
}

impl<G> From<G> for Boxed<G> {
    #[inline]
    fn from(held: G) -> Self {
        Boxed(OnceLock::from(Box::new(held)))
    }
}

impl<G> From<Option<G>> for Boxed<G> {
    #[inline]
    fn from(held: Option<G>) -> Self {
        held.map_or(Boxed(OnceLock::new()), Boxed::from)
    }
}

impl<G> Zero for Boxed<G> {
    const ZERO: Self = Boxed(OnceLock::new());
}

impl<G: Zero> Deref for Boxed<G> {
    type Target = G;

    #[inline]
    fn deref(&self) -> &G {
        self.0.get_or_init(|| Box::new(G::ZERO))
    }
}

impl<G: Zero> DerefMut for Boxed<G> {
    #[inline]
    fn deref_mut(&mut self) -> &mut G {
        let _: &G = self;
        self.0.get_mut().expect("made above")
    }
}

impl<G: Zero> Borrow<G> for Boxed<G> {
    #[inline]
    fn borrow(&self) -> &G {
        self
    }
}

impl<G: Clone> Clone for Boxed<G> {
    fn clone(&self) -> Self {
        Boxed(self.0.clone())
    }
}

impl<G: Debug> Debug for Boxed<G> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.held() {
            Some(held) => held.fmt(f),
            None => f.write_str("0"),
        }
    }
}

impl<G: Zero + PartialEq> PartialEq for Boxed<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self.held(), other.held()) {
            (Some(one), Some(other)) => one == other,
            (Some(held), None) | (None, Some(held)) => *held == G::ZERO,
            (None, None) => true,
        }
    }
}

impl<G> Plain for Boxed<G> {}

impl<G: Gradient> Gradient for Boxed<G> {
    fn plus(self, other: Self) -> Self {
        match (self.into_held(), other.into_held()) {
            (Some(one), Some(other)) => Boxed::from(one.plus(other)),
            (one, other) => Boxed::from(one.or(other)),
        }
    }

    fn negated(self) -> Self {
        Boxed::from(self.into_held().map(G::negated))
    }
}

/// The places behind a box in a struct. They are made when something comes to them; those of a constant are nothing. It is used like the
/// places themselves.
///
/// ```
/// use retrograde::{LazyShadow, On, One, Boxed};
/// use std::cell::Cell;
/// let place = LazyShadow::<On<One>, _>::from(Cell::new(1.0));
/// place.add_boxed(Boxed::from(0.5));
/// assert_eq!((*place.get_boxed(), place.get()), (1.5, 1.5));
/// ```
pub struct LazyShadow<K: Kind, A: ?Sized + 'static>(K::Lazy<A>);

/// Something that is made when it is needed.
///
/// ```
/// use retrograde::Lazy;
/// use std::sync::OnceLock;
/// let later: OnceLock<Box<f64>> = Lazy::later();
/// assert_eq!(later.or_made(|| 1.5), &1.5);
/// assert_eq!(Lazy::made(&later), Some(&1.5));
/// ```
pub trait Lazy<A: ?Sized + 'static> {
    /// Not yet.
    const LATER: Self;
    /// Not yet.
    #[must_use]
    fn later() -> Self
    where
        Self: Sized,
    {
        Self::LATER
    }
    /// What was made.
    fn made(&self) -> Option<&A>;
    /// What was made, or is made now.
    fn or_made(&self, make: impl FnOnce() -> A) -> &A
    where
        A: Sized;
    /// The same, to be changed as a whole.
    fn or_made_mut(&mut self, make: impl FnOnce() -> A) -> &mut A
    where
        A: Sized;
    /// What was made, if it was.
    fn into_made(self) -> Option<A>
    where
        A: Sized;
}

impl<A: ?Sized + 'static> Lazy<A> for OnceLock<Box<A>> {
    const LATER: Self = OnceLock::new();

    #[inline]
    fn made(&self) -> Option<&A> {
        self.get().map(|made| &**made)
    }

    #[inline]
    fn or_made(&self, make: impl FnOnce() -> A) -> &A
    where
        A: Sized,
    {
        self.get_or_init(|| Box::new(make()))
    }

    #[inline]
    fn or_made_mut(&mut self, make: impl FnOnce() -> A) -> &mut A
    where
        A: Sized,
    {
        self.or_made(make);
        self.get_mut().expect("made above")
    }

    #[inline]
    fn into_made(self) -> Option<A>
    where
        A: Sized,
    {
        self.into_inner().map(|made| *made)
    }
}

/// The places of a constant are nothing, and are made nowhere.
impl<A: ?Sized + 'static> Lazy<A> for PhantomData<A> {
    const LATER: Self = PhantomData;

    #[inline(always)]
    fn made(&self) -> Option<&A> {
        None
    }

    #[inline(always)]
    fn or_made(&self, make: impl FnOnce() -> A) -> &A
    where
        A: Sized,
    {
        const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
        Box::leak(Box::new(make()))
    }

    #[inline(always)]
    fn or_made_mut(&mut self, make: impl FnOnce() -> A) -> &mut A
    where
        A: Sized,
    {
        const { assert!(size_of::<A>() == 0, "the shadow of a constant must be zero-sized") };
        Box::leak(Box::new(make()))
    }

    #[inline(always)]
    fn into_made(self) -> Option<A>
    where
        A: Sized,
    {
        None
    }
}

impl<K: Kind, A: Adjoint<Kind = K> + Zero> LazyShadow<K, A> {
    /// The gradient accumulated so far.
    ///
    /// ```
    /// use retrograde::{LazyShadow, On, One, Zero, emitted::get};
    /// use std::cell::Cell;
    /// assert_eq!(LazyShadow::<On<One>, Cell<f64>>::ZERO.get_boxed().held(), None);
    /// ```
    pub fn get_boxed(&self) -> Boxed<A::Value> {
        Boxed::from(self.0.made().map(A::get))
    }

    /// Accumulates a gradient. A zero that nobody wrote down is not followed: it would be as deep as a tree can be.
    ///
    /// ```
    /// use retrograde::{LazyShadow, Boxed, On, One, Zero};
    /// use std::cell::Cell;
    /// let place = LazyShadow::<On<One>, Cell<f64>>::ZERO;
    /// place.add_boxed(Boxed::ZERO);
    /// assert_eq!(place.get_boxed().held(), None);
    /// ```
    pub fn add_boxed(&self, gradient: Boxed<A::Value>) {
        if let (true, Some(gradient)) = (K::ACTIVE, gradient.into_held()) {
            (**self).add(gradient);
        }
    }

    /// Overwrites what was accumulated.
    ///
    /// ```
    /// use retrograde::{LazyShadow, Boxed, On, One};
    /// use std::cell::Cell;
    /// let place = LazyShadow::<On<One>, _>::from(Cell::new(1.0));
    /// place.set_boxed(Boxed::from(2.0));
    /// assert_eq!(*place.get_boxed(), 2.0);
    /// ```
    pub fn set_boxed(&self, gradient: Boxed<A::Value>) {
        match (gradient.into_held(), self.0.made()) {
            (Some(gradient), _) if K::ACTIVE => (**self).set(gradient),
            (None, Some(places)) => places.set(Zero::ZERO),
            _ => {}
        }
    }

    /// A part of the gradient accumulated so far.
    ///
    /// ```
    /// use retrograde::{LazyShadow, On, One};
    /// use std::cell::Cell;
    /// assert_eq!(*LazyShadow::<On<One>, _>::from(Cell::new(1.5)).part_boxed(0), 1.5);
    /// ```
    pub fn part_boxed(&self, part: usize) -> Boxed<A::Part> {
        Boxed::from(self.0.made().map(|places| places.part(part)))
    }

    /// Accumulates a part of a gradient.
    ///
    /// ```
    /// use retrograde::{LazyShadow, Boxed, On, One};
    /// use std::cell::Cell;
    /// let place = LazyShadow::<On<One>, _>::from(Cell::new(1.0));
    /// place.add_part_boxed(0, Boxed::from(0.5));
    /// assert_eq!(*place.get_boxed(), 1.5);
    /// ```
    pub fn add_part_boxed(&self, part: usize, gradient: Boxed<A::Part>) {
        if let (true, Some(gradient)) = (K::ACTIVE, gradient.into_held()) {
            self.marked().add_part(part, gradient);
        }
    }

    /// Overwrites a part of what was accumulated.
    ///
    /// ```
    /// use retrograde::{LazyShadow, Boxed, On, One};
    /// use std::cell::Cell;
    /// let place = LazyShadow::<On<One>, _>::from(Cell::new(1.0));
    /// place.set_part_boxed(0, Boxed::from(2.0));
    /// assert_eq!(*place.get_boxed(), 2.0);
    /// ```
    pub fn set_part_boxed(&self, part: usize, gradient: Boxed<A::Part>) {
        match (gradient.into_held(), self.0.made()) {
            (Some(gradient), _) if K::ACTIVE => self.marked().set_part(part, gradient),
            (None, Some(places)) => places.set_part(part, Zero::ZERO),
            _ => {}
        }
    }

    /// The places, for some of their parts. Those that are made now were not there when the parts were marked.
    fn marked(&self) -> &A {
        if self.0.made().is_none() {
            (**self).mark(self.parts());
        }
        self
    }

    /// The places, unless nothing came to them.
    ///
    /// ```
    /// use retrograde::{LazyShadow, On, One};
    /// use std::cell::Cell;
    /// assert_eq!(LazyShadow::<On<One>, _>::from(Cell::new(1.0)).into_held(), Some(Cell::new(1.0)));
    /// ```
    pub fn into_held(self) -> Option<A> {
        self.0.into_made()
    }
}

impl<K: Kind, A: ?Sized> Zero for LazyShadow<K, A> {
    const ZERO: Self = LazyShadow(K::Lazy::<A>::LATER);
}

impl<K: Kind, A> From<A> for LazyShadow<K, A> {
    #[inline]
    fn from(places: A) -> Self {
        let later = K::Lazy::<A>::LATER;
        later.or_made(|| places);
        LazyShadow(later)
    }
}

impl<K: Kind, A: Zero> Deref for LazyShadow<K, A> {
    type Target = A;

    #[inline]
    fn deref(&self) -> &A {
        self.0.or_made(|| A::ZERO)
    }
}

impl<K: Kind, A: Zero> DerefMut for LazyShadow<K, A> {
    #[inline]
    fn deref_mut(&mut self) -> &mut A {
        self.0.or_made_mut(|| A::ZERO)
    }
}

impl<K: Kind, A: Zero> BorrowMut<A> for LazyShadow<K, A> {
    #[inline]
    fn borrow_mut(&mut self) -> &mut A {
        self
    }
}

impl<K: Kind, A: Zero> Borrow<A> for LazyShadow<K, A> {
    #[inline]
    fn borrow(&self) -> &A {
        self
    }
}

impl<K: Kind, A: Adjoint<Kind = K> + Zero> Adjoint for LazyShadow<K, A> {
    type Kind = K;
    type Value = A::Value;
    type Part = A::Part;
    const ACTIVE: bool = K::ACTIVE;

    fn get(&self) -> Self::Value {
        self.0.made().map_or(Zero::ZERO, A::get)
    }

    fn add(&self, gradient: Self::Value) {
        (**self).add(gradient);
    }

    fn set(&self, gradient: Self::Value) {
        (**self).set(gradient);
    }

    fn part(&self, part: usize) -> Self::Part {
        self.0.made().map_or(Zero::ZERO, |places| places.part(part))
    }

    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.marked().add_part(part, gradient);
    }

    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.marked().set_part(part, gradient);
    }

    fn mark(&self, parts: u64) {
        if let Some(places) = self.0.made() {
            places.mark(parts);
        }
    }
}

impl<K: Kind, P: Present + Zero> Present for LazyShadow<K, P> {
    type Held = P::Held;

    fn held(&self) -> &P::Held {
        (**self).held()
    }
}
