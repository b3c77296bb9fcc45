//! Places that hold gradients. Their leaves are cells, so that a shared reference is enough to accumulate into one: the
//! emitted code writes `&x_adj[i]` and `&p_adj.re` as it writes `x[i]` and `p.re`, hands the references on freely, and two
//! names for one place do no harm.

mod functions;
mod inactive;

pub use functions::{
    add, add_with, any_flows, any_flows_enough, clear, flows, flows_enough, get, if_active, part, parts, set, sub,
    sub_with, swap, take,
};
pub use inactive::{InactiveList, InactiveShadow, inactive, inactive_list, inactive_shadow};

use core::cell::Cell;
use core::marker::PhantomData;
use core::ops::{Deref, Index};
use std::sync::OnceLock;

use crate::boxed::Lazy;
use crate::differentiable::Differentiable;
use crate::grow::Grow;
use crate::map::{Entries, Key, MapPlaces, MapShadow, NoMap};
use crate::plain::Plain;
use crate::stack::{NoStack, StackPlaces, StackShadow};
use crate::width::{Gradient, Leaf, One, Scalar, Width, Zero};

/// Whether the leaves of a shadow store gradients ([`On`]) or are constants without storage ([`Off`]), and how many
/// gradients each leaf holds.
///
/// ```
/// use retrograde::{Kind, Off, On, One};
/// use std::cell::Cell;
/// let g: <On<One> as Kind>::Cell<f64> = Cell::new(1.0);
/// assert_eq!(g.get(), 1.0);
/// assert_eq!(size_of::<<Off<One> as Kind>::Cell<f64>>(), 0);
/// ```
pub trait Kind: Sized + 'static {
    /// How many gradients a leaf holds.
    type Width: Width;
    /// The place of the gradient of one number.
    type Cell<S: Scalar>: Adjoint<
            Kind = Self,
            Value = <Self::Width as Width>::Of<S>,
            Part = <<Self::Width as Width>::Part as Width>::Of<S>,
        > + Zero
        + Clone
        + PartialEq
        + core::fmt::Debug;
    /// As many places as a vector has elements.
    type List<A: Adjoint<Kind = Self> + Zero>: Adjoint<Kind = Self, Value = Vec<A::Value>, Part = Vec<A::Part>>
        + Zero
        + Deref<Target = [A]>
        + core::borrow::Borrow<[A]>
        + FromIterator<A>
        + Grow<Place = A>;
    /// Places that are made when something comes to them.
    type Lazy<A: ?Sized + 'static>: Lazy<A>;
    /// Whether gradients are stored.
    const ACTIVE: bool;
    /// As many places as a stack has values.
    type Stack<A: Adjoint<Kind = Self> + Zero>: StackShadow<A>
        + Adjoint<Kind = Self, Value = Vec<A::Value>, Part = Vec<A::Part>>
        + Zero
        + FromIterator<A>;
    /// A place for every key of a map.
    type Map<Q: Key, A: Adjoint<Kind = Self> + Zero>: MapShadow<Q, A>
        + Adjoint<Kind = Self, Value = Entries<Q, A::Value>, Part = Entries<Q, A::Part>>
        + Zero
        + for<'q> Index<&'q Q, Output = A>;
    /// The places themselves, if each holds one gradient.
    fn single<T: Differentiable + ?Sized>(places: &T::Shadow<Self>) -> Option<&T::Shadow<On<One>>>;
}

/// Leaves that store gradients.
///
/// ```
/// use retrograde::{Differentiable, On, One};
/// let adj = [1.0_f64, 2.0].zero_shadow::<On<One>>();
/// adj[1].set(5.0);
/// assert_eq!(adj[1].get(), 5.0);
/// ```
pub struct On<W>(PhantomData<W>);

/// Leaves of a constant: no storage, no work.
///
/// ```
/// use retrograde::{Differentiable, Off, One};
/// let adj = <[f64]>::inactive::<One>();
/// assert_eq!(size_of_val(&adj[123_456]), 0);
/// ```
pub struct Off<W>(PhantomData<W>);

impl<W> Off<W> {
    pub(crate) const fn new() -> Self {
        Off(PhantomData)
    }
}

impl<W: Width> Kind for On<W> {
    type Width = W;
    type Cell<S: Scalar> = W::Cell<S>;
    type List<A: Adjoint<Kind = Self> + Zero> = Vec<A>;
    type Lazy<A: ?Sized + 'static> = OnceLock<Box<A>>;
    const ACTIVE: bool = true;
    type Stack<A: Adjoint<Kind = Self> + Zero> = StackPlaces<A>;
    type Map<Q: Key, A: Adjoint<Kind = Self> + Zero> = MapPlaces<Q, A>;

    #[inline(always)]
    fn single<T: Differentiable + ?Sized>(places: &T::Shadow<Self>) -> Option<&T::Shadow<On<One>>> {
        W::single::<T>(places)
    }
}

impl<W: Width> Kind for Off<W> {
    type Width = W;
    type Cell<S: Scalar> = NoCell<W::Of<S>>;
    type List<A: Adjoint<Kind = Self> + Zero> = InactiveList<A>;
    type Lazy<A: ?Sized + 'static> = PhantomData<A>;
    const ACTIVE: bool = false;
    type Stack<A: Adjoint<Kind = Self> + Zero> = NoStack<A>;
    type Map<Q: Key, A: Adjoint<Kind = Self> + Zero> = NoMap<Q, A>;

    #[inline(always)]
    fn single<T: Differentiable + ?Sized>(_: &T::Shadow<Self>) -> Option<&T::Shadow<On<One>>> {
        None
    }
}

/// A place that holds a gradient. The emitted code uses it through the free functions [`get`], [`add()`], [`set`],
/// [`take`] and [`swap`]: they accept a place whose type is settled only later, where a method call would ask for it at once.
///
/// ```
/// use retrograde::Adjoint;
/// use std::cell::Cell;
/// let place = [Cell::new(1.0), Cell::new(2.0)];
/// Adjoint::add(&place, [0.5, 0.5]);
/// assert_eq!(Adjoint::get(&place), [1.5, 2.5]);
/// ```
pub trait Adjoint: 'static {
    /// What its leaves are.
    type Kind: Kind;
    /// The gradient that it holds.
    type Value: Gradient;
    /// A part of that gradient.
    type Part: Gradient;
    /// False if nothing that is added here can ever be read.
    const ACTIVE: bool;
    /// The gradient accumulated so far.
    fn get(&self) -> Self::Value;
    /// Puts the gradient accumulated so far where a zero is, which is not moved for it.
    #[inline(always)]
    fn get_into(&self, zero: &mut Self::Value) {
        *zero = self.get();
    }
    /// Accumulates `gradient`.
    fn add(&self, gradient: Self::Value);
    /// Accumulates a gradient that is not moved for it.
    #[inline(always)]
    fn add_ref(&self, gradient: &Self::Value) {
        self.add(gradient.clone());
    }
    /// Overwrites what was accumulated.
    fn set(&self, gradient: Self::Value);
    /// The parts that may be other than zero, a bit for each.
    #[inline(always)]
    fn parts(&self) -> u64 {
        if Self::ACTIVE { u64::MAX >> (64 - <Self::Kind as Kind>::Width::PARTS) } else { 0 }
    }
    /// A part of what was accumulated so far.
    fn part(&self, part: usize) -> Self::Part;
    /// Accumulates a part, which is or will be [marked](Adjoint::mark).
    fn add_part(&self, part: usize, gradient: Self::Part);
    /// Overwrites a part, which is or will be marked.
    fn set_part(&self, part: usize, gradient: Self::Part);
    /// Says which parts may be other than zero, once for all that are changed.
    fn mark(&self, parts: u64);
}

impl<V: Leaf> Zero for Cell<V> {
    const ZERO: Self = Cell::new(V::ZERO);
    const NOTHING: Self = Cell::new(V::NOTHING);
}

impl<V: Leaf> Adjoint for Cell<V> {
    type Kind = On<V::Width>;
    type Value = V;
    type Part = V;
    const ACTIVE: bool = true;

    #[inline(always)]
    fn get(&self) -> V {
        Cell::get(self)
    }

    #[inline(always)]
    fn add(&self, gradient: V) {
        Cell::set(self, Cell::get(self) + gradient);
    }

    #[inline(always)]
    fn set(&self, gradient: V) {
        Cell::set(self, gradient);
    }

    #[inline(always)]
    fn part(&self, _: usize) -> Self::Part {
        Cell::get(self)
    }

    #[inline(always)]
    fn add_part(&self, _: usize, gradient: Self::Part) {
        Adjoint::add(self, gradient);
    }

    #[inline(always)]
    fn set_part(&self, _: usize, gradient: Self::Part) {
        Cell::set(self, gradient);
    }

    #[inline(always)]
    fn mark(&self, _: u64) {}
}

/// The place of the gradient of a constant: reads as zero and forgets what is added.
///
/// ```
/// use retrograde::emitted::{add, get};
/// use retrograde::{Differentiable, One};
/// let x_adj = f64::inactive::<One>();
/// add(x_adj, 1.0);
/// assert_eq!(get(x_adj), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoCell<V>(PhantomData<V>);

impl<V: Leaf> Zero for NoCell<V> {
    const ZERO: Self = NoCell(PhantomData);
}

impl<V: Leaf> Adjoint for NoCell<V> {
    type Kind = Off<V::Width>;
    type Value = V;
    type Part = <<V::Width as Width>::Part as Width>::Of<V::Scalar>;
    const ACTIVE: bool = false;

    #[inline(always)]
    fn get(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn add(&self, _: V) {}

    #[inline(always)]
    fn set(&self, _: V) {}

    #[inline(always)]
    fn part(&self, _: usize) -> Self::Part {
        Zero::ZERO
    }

    #[inline(always)]
    fn add_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn set_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn mark(&self, _: u64) {}
}

/// The gradient of what has none: integers, booleans, characters.
///
/// ```
/// use retrograde::{Differentiable, NoGradient, On, One, emitted::get};
/// assert_eq!(get(&3_usize.zero_shadow::<On<One>>()), NoGradient);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoGradient;

impl Zero for NoGradient {
    const ZERO: Self = NoGradient;
}

impl Plain for NoGradient {}

impl Gradient for NoGradient {
    #[inline(always)]
    fn plus(self, _: Self) -> Self {
        NoGradient
    }

    #[inline(always)]
    fn negated(self) -> Self {
        NoGradient
    }
}

/// The place of [`NoGradient`]; it fits into shadows of either kind.
///
/// ```
/// use retrograde::{Differentiable, InactivePlace, On, One};
/// let n_adj: InactivePlace<On<One>> = 3_usize.zero_shadow();
/// assert_eq!(size_of_val(&n_adj), 0);
/// ```
pub struct InactivePlace<K>(PhantomData<K>);

impl<K> Clone for InactivePlace<K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for InactivePlace<K> {}

impl<K> Zero for InactivePlace<K> {
    const ZERO: Self = InactivePlace(PhantomData);
}

impl<K: Kind> Adjoint for InactivePlace<K> {
    type Kind = K;
    type Value = NoGradient;
    type Part = NoGradient;
    const ACTIVE: bool = false;

    #[inline(always)]
    fn get(&self) -> NoGradient {
        NoGradient
    }

    #[inline(always)]
    fn add(&self, _: NoGradient) {}

    #[inline(always)]
    fn set(&self, _: NoGradient) {}

    #[inline(always)]
    fn part(&self, _: usize) -> Self::Part {
        NoGradient
    }

    #[inline(always)]
    fn add_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn set_part(&self, _: usize, _: Self::Part) {}

    #[inline(always)]
    fn mark(&self, _: u64) {}
}

impl<A: Adjoint, const N: usize> Adjoint for [A; N] {
    type Kind = A::Kind;
    type Value = [A::Value; N];
    type Part = [A::Part; N];
    const ACTIVE: bool = A::ACTIVE;

    #[inline]
    fn get(&self) -> Self::Value {
        // Each element is written where it stays: `array::map` copies large ones more than once.
        let mut gradients = [const { Zero::ZERO }; N];
        self.get_into(&mut gradients);
        gradients
    }

    #[inline]
    fn get_into(&self, zero: &mut Self::Value) {
        self.iter().zip(zero).for_each(|(place, g)| place.get_into(g));
    }

    #[inline]
    fn add(&self, gradient: Self::Value) {
        self.add_ref(&gradient);
    }

    #[inline]
    fn add_ref(&self, gradient: &Self::Value) {
        self.iter().zip(gradient).for_each(|(place, g)| place.add_ref(g));
    }

    #[inline]
    fn set(&self, gradient: Self::Value) {
        self.iter().zip(gradient).for_each(|(place, g)| place.set(g));
    }

    #[inline]
    fn part(&self, part: usize) -> Self::Part {
        self.each_ref().map(|place| place.part(part))
    }

    #[inline]
    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.iter().zip(gradient).for_each(|(place, g)| place.add_part(part, g));
    }

    #[inline]
    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.iter().zip(gradient).for_each(|(place, g)| place.set_part(part, g));
    }

    #[inline(always)]
    fn mark(&self, parts: u64) {
        self[..].mark(parts);
    }
}

/// An inactive slice may be endless, so it reads as the empty vector, which is a zero of every length.
impl<A: Adjoint> Adjoint for [A] {
    type Kind = A::Kind;
    type Value = Vec<A::Value>;
    type Part = Vec<A::Part>;
    const ACTIVE: bool = A::ACTIVE;

    fn get(&self) -> Self::Value {
        if A::ACTIVE { self.iter().map(A::get).collect() } else { Vec::new() }
    }

    fn add(&self, gradient: Self::Value) {
        self.add_ref(&gradient);
    }

    fn add_ref(&self, gradient: &Self::Value) {
        if A::ACTIVE && !gradient.is_empty() {
            assert_eq!(self.len(), gradient.len(), "a slice and its gradient have different lengths");
            self.iter().zip(gradient).for_each(|(place, g)| place.add_ref(g));
        }
    }

    fn set(&self, gradient: Self::Value) {
        if !A::ACTIVE {
            return;
        }
        if gradient.is_empty() {
            for place in self {
                place.set(Zero::ZERO);
            }
        } else {
            assert_eq!(self.len(), gradient.len(), "a slice and its gradient have different lengths");
            self.iter().zip(gradient).for_each(|(place, g)| place.set(g));
        }
    }

    fn part(&self, part: usize) -> Self::Part {
        if A::ACTIVE { self.iter().map(|place| place.part(part)).collect() } else { Vec::new() }
    }

    fn add_part(&self, part: usize, gradient: Self::Part) {
        if A::ACTIVE && !gradient.is_empty() {
            assert_eq!(self.len(), gradient.len(), "a slice and its gradient have different lengths");
            self.iter().zip(gradient).for_each(|(place, g)| place.add_part(part, g));
        }
    }

    fn set_part(&self, part: usize, gradient: Self::Part) {
        if !A::ACTIVE {
            return;
        }
        if gradient.is_empty() {
            for place in self {
                place.set_part(part, Zero::ZERO);
            }
        } else {
            assert_eq!(self.len(), gradient.len(), "a slice and its gradient have different lengths");
            self.iter().zip(gradient).for_each(|(place, g)| place.set_part(part, g));
        }
    }

    fn mark(&self, parts: u64) {
        if A::ACTIVE {
            self.iter().for_each(|place| place.mark(parts));
        }
    }
}

impl<T: Adjoint> Adjoint for Vec<T> {
    type Kind = T::Kind;
    type Value = Vec<T::Value>;
    type Part = Vec<T::Part>;
    // Not what `T` says: it may be the shadow of a tree, and hold this very list.
    const ACTIVE: bool = <T::Kind as Kind>::ACTIVE;

    fn get(&self) -> Self::Value {
        Adjoint::get(&self[..])
    }

    fn add(&self, gradient: Self::Value) {
        self[..].add(gradient);
    }

    fn set(&self, gradient: Self::Value) {
        self[..].set(gradient);
    }

    fn part(&self, part: usize) -> Self::Part {
        self[..].part(part)
    }

    fn add_part(&self, part: usize, gradient: Self::Part) {
        self[..].add_part(part, gradient);
    }

    fn set_part(&self, part: usize, gradient: Self::Part) {
        self[..].set_part(part, gradient);
    }

    fn mark(&self, parts: u64) {
        self[..].mark(parts);
    }
}
