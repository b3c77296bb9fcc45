//! What is kept beside a map: a place for every key, zero until something is added to it. Places that were lent out must stay where they
//! are while others come, so they are in a tree that only grows, ordered by the bits of the keys' hashes.

use core::cell::OnceCell;
use core::fmt::Debug;
use core::hash::{BuildHasher, Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Index;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};

use super::{Map, insert, remove};
use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::{Differentiable, TangentOf};
use crate::numbers::{Step, Visitor};
use crate::plain::Plain;
use crate::shadow::Element;
use crate::width::{Gradient, One, Width, Zero};

/// The keys of maps that are differentiated.
///
/// ```
/// fn accept(_: impl retrograde::map::Key) {}
/// accept("text".to_string());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a map that has a gradient",
    note = "such keys are plain data that is `Clone`, `Debug`, `Eq` and `Hash`, and borrow nothing"
)]
pub trait Key: Plain + Clone + Debug + Eq + Hash + 'static {}

impl<Q: Plain + Clone + Debug + Eq + Hash + 'static> Key for Q {}

/// Places under keys.
///
/// ```
/// use retrograde::map::MapShadow;
/// use retrograde::{Differentiable, On, One, emitted::get};
/// use std::collections::BTreeMap;
/// let map_adj = BTreeMap::from([('a', 1.5_f64)]).zero_shadow::<On<One>>();
/// assert_eq!(get(map_adj.place(&'a', || std::cell::Cell::new(7.0))), 7.0);
/// assert_eq!(get(map_adj.place(&'a', || unreachable!())), 7.0);
/// ```
pub trait MapShadow<Q, A> {
    /// The place of a key, which is made if there is none.
    fn place(&self, key: &Q, make: impl FnOnce() -> A) -> &A;
}

/// The gradient of a map. What is not named has a gradient of zero.
///
/// ```
/// use retrograde::map::Entries;
/// let gradient: Entries<char, f64> = [('a', 1.0), ('b', 2.0)].into_iter().collect();
/// assert_eq!((gradient.get(&'b'), gradient.get(&'c')), (2.0, 0.0));
/// ```
#[derive(Clone, Debug)]
pub struct Entries<Q, G>(Vec<(Q, G)>);

impl<Q: PartialEq, G: Zero + Clone> Entries<Q, G> {
    /// The gradient of the value of a key.
    pub fn get(&self, key: &Q) -> G {
        self.0.iter().find(|(other, _)| other == key).map_or(G::ZERO, |(_, gradient)| gradient.clone())
    }

    /// The gradient of the value of a key, to change it.
    fn at(&mut self, key: &Q) -> &mut G
    where
        Q: Clone,
    {
        let k = self.0.iter().position(|(other, _)| other == key).unwrap_or_else(|| {
            self.0.push((key.clone(), G::ZERO));
            self.0.len() - 1
        });
        &mut self.0[k].1
    }
}

impl<Q, G> Entries<Q, G> {
    /// Whether nothing has a gradient.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<Q, G> IntoIterator for Entries<Q, G> {
    type Item = (Q, G);
    type IntoIter = std::vec::IntoIter<(Q, G)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<Q, G: Zero + PartialEq> FromIterator<(Q, G)> for Entries<Q, G> {
    fn from_iter<I: IntoIterator<Item = (Q, G)>>(entries: I) -> Self {
        Entries(entries.into_iter().filter(|(_, gradient)| *gradient != G::ZERO).collect())
    }
}

impl<Q: PartialEq, G: Zero + Clone + PartialEq> PartialEq for Entries<Q, G> {
    fn eq(&self, other: &Self) -> bool {
        let within = |one: &Self, other: &Self| one.0.iter().all(|(key, gradient)| other.get(key) == *gradient);
        within(self, other) && within(other, self)
    }
}

impl<Q: Plain, G: Plain> Plain for Entries<Q, G> {}

impl<Q, G> Zero for Entries<Q, G> {
    const ZERO: Self = Entries(Vec::new());
}

impl<Q: Key, G: Gradient> Gradient for Entries<Q, G> {
    fn plus(mut self, other: Self) -> Self {
        for (key, gradient) in other {
            let sum = self.at(&key);
            *sum = sum.clone().plus(gradient);
        }
        self
    }

    fn negated(self) -> Self {
        Entries(self.into_iter().map(|(key, gradient)| (key, gradient.negated())).collect())
    }
}

/// The shadow of a map.
///
/// ```
/// use retrograde::{Differentiable, On, One, emitted::{add, get}};
/// use std::collections::HashMap;
/// let map_adj = HashMap::from([("a".to_string(), 1.5)]).zero_shadow::<On<One>>();
/// add(&map_adj[&"a".to_string()], 0.5);
/// assert_eq!(get(&map_adj).get(&"a".to_string()), 0.5);
/// ```
#[derive(Debug)]
pub struct MapPlaces<Q, A>(Branch<Q, A>);

type Branch<Q, A> = OnceCell<Box<Node<Q, A>>>;

#[derive(Debug)]
struct Node<Q, A> {
    key: Q,
    place: A,
    branches: [Branch<Q, A>; 2],
}

impl<Q, A> MapPlaces<Q, A> {
    fn nodes(&self) -> impl Iterator<Item = &Node<Q, A>> {
        let mut open: Vec<_> = self.0.get().into_iter().collect();
        core::iter::from_fn(move || {
            let node = open.pop()?;
            open.extend(node.branches.iter().filter_map(OnceCell::get));
            Some(&**node)
        })
    }

    fn into_places(self) -> impl Iterator<Item = (Q, A)> {
        let mut open: Vec<_> = self.0.into_inner().into_iter().collect();
        core::iter::from_fn(move || {
            let Node { key, place, branches } = *open.pop()?;
            open.extend(branches.into_iter().filter_map(OnceCell::into_inner));
            Some((key, place))
        })
    }
}

impl<Q: Key, A> MapShadow<Q, A> for MapPlaces<Q, A> {
    fn place(&self, key: &Q, make: impl FnOnce() -> A) -> &A {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        let (mut bits, mut branch, mut make) = (hasher.finish(), &self.0, Some(make));
        loop {
            let new = || {
                let place = make.take().map(|make| make()).expect("the place that is made is the one that is meant");
                Box::new(Node { key: key.clone(), place, branches: [OnceCell::new(), OnceCell::new()] })
            };
            let node = branch.get_or_init(new);
            if node.key == *key {
                return &node.place;
            }
            branch = &node.branches[usize::from(bits & 1 == 1)];
            bits >>= 1;
        }
    }
}

impl<Q: Key, A: Zero> Index<&Q> for MapPlaces<Q, A> {
    type Output = A;

    fn index(&self, key: &Q) -> &A {
        self.place(key, || A::ZERO)
    }
}

impl<Q, A> Zero for MapPlaces<Q, A> {
    const ZERO: Self = MapPlaces(OnceCell::new());
}

impl<Q: Key, A: Adjoint + Zero> Adjoint for MapPlaces<Q, A> {
    type Kind = A::Kind;
    type Value = Entries<Q, A::Value>;
    type Part = Entries<Q, A::Part>;
    const ACTIVE: bool = A::ACTIVE;

    fn get(&self) -> Self::Value {
        self.nodes().map(|node| (node.key.clone(), node.place.get())).collect()
    }

    fn add(&self, gradient: Self::Value) {
        gradient.into_iter().for_each(|(key, gradient)| self[&key].add(gradient));
    }

    fn set(&self, gradient: Self::Value) {
        self.nodes().for_each(|node| node.place.set(Zero::ZERO));
        gradient.into_iter().for_each(|(key, gradient)| self[&key].set(gradient));
    }

    fn part(&self, part: usize) -> Self::Part {
        self.nodes().map(|node| (node.key.clone(), node.place.part(part))).collect()
    }

    fn add_part(&self, part: usize, gradient: Self::Part) {
        gradient.into_iter().for_each(|(key, gradient)| self[&key].add_part(part, gradient));
    }

    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.nodes().for_each(|node| node.place.set_part(part, Zero::ZERO));
        gradient.into_iter().for_each(|(key, gradient)| self[&key].set_part(part, gradient));
    }

    fn mark(&self, parts: u64) {
        self.nodes().for_each(|node| node.place.mark(parts));
    }
}

impl<Q: Key, A: Adjoint + Zero> Element for MapPlaces<Q, A> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

/// The shadow of a constant map.
///
/// ```
/// use retrograde::{Differentiable, One, emitted::get};
/// use std::collections::BTreeMap;
/// assert_eq!(get(&BTreeMap::<char, f64>::inactive::<One>()[&'a']), 0.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoMap<Q, A>(PhantomData<(Q, A)>);

impl<Q, A> Zero for NoMap<Q, A> {
    const ZERO: Self = NoMap(PhantomData);
}

impl<Q, A: Zero + 'static> MapShadow<Q, A> for NoMap<Q, A> {
    #[inline(always)]
    fn place(&self, _: &Q, _: impl FnOnce() -> A) -> &A {
        inactive_shadow()
    }
}

impl<Q, A: Zero + 'static> Index<&Q> for NoMap<Q, A> {
    type Output = A;

    #[inline(always)]
    fn index(&self, _: &Q) -> &A {
        inactive_shadow()
    }
}

impl<Q: Key, A: Adjoint> Adjoint for NoMap<Q, A> {
    type Kind = A::Kind;
    type Value = Entries<Q, A::Value>;
    type Part = Entries<Q, A::Part>;
    const ACTIVE: bool = false;

    #[inline(always)]
    fn get(&self) -> Self::Value {
        Zero::ZERO
    }

    #[inline(always)]
    fn add(&self, _: Self::Value) {}

    #[inline(always)]
    fn set(&self, _: Self::Value) {}

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

/// A map whose values have gradients.
///
/// ```
/// fn accept(_: impl retrograde::map::DifferentiableMap) {}
/// accept(std::collections::BTreeMap::from([('a', 1.5)]));
/// ```
pub trait DifferentiableMap: Map<Value: Differentiable> + Differentiable {
    /// The place of the gradient of an entry.
    fn place<'p, K: Kind>(
        shadow: &'p Self::Shadow<K>,
        key: &Self::Key,
        value: &Self::Value,
    ) -> &'p <Self::Value as Differentiable>::Owned<K>;
}

macro_rules! maps {
    ($([$($generics:tt)*] $map:ty { $($visit:tt)* })*) => {$(
        impl<$($generics)*> Differentiable for $map {
            type Shadow<K: Kind> = K::Map<Q, V::Owned<K>>;
            type Owned<K: Kind> = K::Map<Q, V::Owned<K>>;
            type Tangent<W: Width> = Entries<Q, V::Tangent<W>>;
            const FIXED: bool = V::FIXED;

            fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
                let shadow = <K::Map<Q, V::Owned<K>> as Zero>::ZERO;
                if !V::FIXED {
                    for (key, value) in self {
                        shadow.place(key, || value.zero_shadow());
                    }
                }
                shadow
            }

            fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
                places.into_places().map(|(key, place)| (key, V::into_tangent(place))).collect()
            }

            fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
                gradients.0.iter().map(|(key, gradients)| (key.clone(), V::lane(gradients, lane))).collect()
            }

            fn set_lane<W: Width>(
                gradients: &mut Self::Tangent<W>,
                lane: usize,
                gradient: Self::Tangent<One>,
            ) {
                for (key, gradients) in &mut gradients.0 {
                    V::set_lane(gradients, lane, gradient.get(key));
                }
                for (key, gradient) in gradient {
                    V::set_lane(gradients.at(&key), lane, gradient);
                }
            }

            #[inline(always)]
            fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
                inactive_shadow()
            }

            $($visit)*
        }

        impl<$($generics)*> DifferentiableMap for $map {
            #[inline]
            fn place<'p, K: Kind>(shadow: &'p Self::Shadow<K>, key: &Q, value: &V) -> &'p V::Owned<K> {
                shadow.place(key, || value.zero_shadow())
            }
        }
    )*};
}

maps! {
    [Q: Key, V: Differentiable, S: BuildHasher] HashMap<Q, V, S> {}
    [Q: Key + Ord, V: Differentiable] BTreeMap<Q, V> {
        fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
            for (k, (key, value)) in self.iter_mut().enumerate() {
                let place = shadow.place(key, || value.zero_shadow());
                visitor.at(Step::Index(k), |visitor| value.visit(core::borrow::Borrow::borrow(place), visitor));
            }
        }
    }
}

/// Puts in an entry with the tangent of its value.
#[inline]
#[track_caller]
pub(super) fn put<M: DifferentiableMap, K: Kind, L: Kind<Width = K::Width>>(
    map: &mut M,
    shadow: &M::Shadow<K>,
    key: M::Key,
    value: M::Value,
    beside: &<M::Value as Differentiable>::Shadow<L>,
) {
    if <M::Shadow<K> as Adjoint>::ACTIVE {
        M::place(shadow, &key, &value).set(beside.get());
    }
    insert(map, key, value);
}

/// Puts in an entry with a gradient of zero: nothing has read it yet.
#[inline]
#[track_caller]
pub(super) fn put_as_new<M: DifferentiableMap, K: Kind, L: Kind<Width = K::Width>>(
    map: &mut M,
    shadow: &M::Shadow<K>,
    key: M::Key,
    value: M::Value,
    _: &<M::Value as Differentiable>::Shadow<L>,
) {
    if <M::Shadow<K> as Adjoint>::ACTIVE {
        M::place(shadow, &key, &value).set(Zero::ZERO);
    }
    insert(map, key, value);
}

/// Takes out an entry, whose gradient goes to the value.
#[inline]
#[track_caller]
pub(super) fn take<M: DifferentiableMap, K: Kind, L: Kind<Width = K::Width>>(
    map: &mut M,
    shadow: &M::Shadow<K>,
    key: M::Key,
    value: M::Value,
    beside: &<M::Value as Differentiable>::Shadow<L>,
) {
    if <M::Shadow<K> as Adjoint>::ACTIVE {
        let place = M::place(shadow, &key, &value);
        let gradient: TangentOf<M::Value, K::Width> = place.get();
        beside.add(gradient);
        place.set(Zero::ZERO);
    }
    remove(map, key, value);
}

/// Takes out an entry, whose tangent is that of the value.
#[inline]
#[track_caller]
pub(super) fn take_at_last<M: DifferentiableMap, K: Kind, L: Kind<Width = K::Width>>(
    map: &mut M,
    shadow: &M::Shadow<K>,
    key: M::Key,
    value: M::Value,
    _: &<M::Value as Differentiable>::Shadow<L>,
) {
    if <M::Shadow<K> as Adjoint>::ACTIVE {
        M::place(shadow, &key, &value).set(Zero::ZERO);
    }
    remove(map, key, value);
}
