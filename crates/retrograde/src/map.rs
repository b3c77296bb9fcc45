//! Maps that reversible functions fill and empty: an entry is put in under a free key, and taken out with its value known.
//!
//! ```
//! use retrograde::prelude::*;
//! use retrograde::map::insert;
//! use std::collections::HashMap;
//!
//! #[reversible]
//! fn enlist(squares: &mut HashMap<u32, u32>, n: u32) {
//!     insert(squares, n, n * n);
//! }
//!
//! let mut squares = HashMap::new();
//! enlist(&mut squares, 3);
//! assert_eq!(squares[&3], 9);
//! enlist::inverse(&mut squares, 3);
//! assert!(squares.is_empty());
//! ```
//!
//! An entry has a gradient of its own, which goes to the value when the entry goes; and an entry can be read:
//!
//! ```
//! use retrograde::prelude::*;
//! use retrograde::map::insert;
//! use std::collections::BTreeMap;
//!
//! #[reversible(adjoint)]
//! fn look_up(y: &mut f64, x: f64, squares: &mut BTreeMap<u32, f64>) {
//!     insert(squares, 3, x * x);
//!     *y += squares[&3] * 10.0;
//! }
//!
//! let (mut y, mut squares) = (0.0, BTreeMap::new());
//! assert_eq!(look_up::gradient(&mut y, 7.0, &mut squares).1, 140.0);
//! assert!(squares.is_empty());
//! ```
//!
//! The keys of such a map are `Clone`, `Eq` and `Hash`.

mod gradients;
pub(crate) mod ordinary;

pub use gradients::{DifferentiableMap, Entries, Key, MapPlaces, MapShadow, NoMap};

use core::fmt::Debug;
use core::hash::{BuildHasher, Hash};
use core::marker::PhantomData;
use std::collections::btree_map::Entry as BTreeEntry;
use std::collections::hash_map::Entry as HashEntry;
use std::collections::{BTreeMap, HashMap};

use crate::checks::{Mismatch, Restored};
use crate::companion::companion;
use crate::differentiable::Differentiable;
use crate::function::{Arguments, InverseAdjoint, InverseTangent, Reversible, ReversibleAdjoint, ReversibleTangent};
use crate::plain::Plain;
use crate::shadow::Shadow;
use crate::width::Width;

/// Maps from keys to values: `HashMap` and `BTreeMap`.
///
/// ```
/// use retrograde::map::Map;
/// use std::collections::BTreeMap;
/// let map = BTreeMap::from([(1, "one")]);
/// assert_eq!(map.value(&1), Some(&"one"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a map that entries are put into and taken out of reversibly",
    note = "`HashMap` and `BTreeMap` are; their keys are `Debug` and their values plain data"
)]
pub trait Map {
    /// The type of its keys.
    type Key: Debug;
    /// The type of its values.
    type Value: Restored;
    /// The value of a key, if it has one.
    fn value(&self, key: &Self::Key) -> Option<&Self::Value>;
    /// Puts in an entry. Panics if the key has one.
    fn put(&mut self, key: Self::Key, value: Self::Value);
    /// Takes out an entry. Panics if the key has none or one with another value.
    fn take(&mut self, key: Self::Key, value: &Self::Value);
    /// Its keys, in the order of its own loops.
    fn keys(&self) -> impl Iterator<Item = &Self::Key>;
    /// Gives a key an entry, or none, instead of the one that it has.
    fn exchange(&mut self, key: Self::Key, value: Option<Self::Value>) -> Option<Self::Value>;
}

#[cold]
#[track_caller]
fn occupied(key: &impl Debug) -> ! {
    panic!("the key {key:?} has an entry already, which would be lost")
}

#[cold]
#[track_caller]
fn missing(key: &impl Debug) -> ! {
    panic!("the key {key:?} has no entry that could be taken out")
}

#[cold]
#[track_caller]
fn another(key: &impl Debug, mismatch: &Mismatch) -> ! {
    panic!("the entry of the key {key:?} has another value than the one that is taken out{mismatch}")
}

macro_rules! maps {
    ($([$($generics:tt)*] $map:ty, $entry:ident;)*) => {$(
        impl<$($generics)*> Map for $map
        where
            K: Debug,
            V: Restored,
        {
            type Key = K;
            type Value = V;

            #[inline]
            fn value(&self, key: &K) -> Option<&V> {
                self.get(key)
            }

            #[inline]
            #[track_caller]
            fn put(&mut self, key: K, value: V) {
                match self.entry(key) {
                    $entry::Vacant(place) => {
                        place.insert(value);
                    }
                    $entry::Occupied(entry) => occupied(entry.key()),
                }
            }

            #[inline]
            #[track_caller]
            fn take(&mut self, key: K, value: &V) {
                match self.entry(key) {
                    $entry::Occupied(entry) => {
                        if let Some(mismatch) = entry.get().mismatch(value, 0.0) {
                            another(entry.key(), &mismatch);
                        }
                        entry.remove();
                    }
                    $entry::Vacant(place) => missing(place.key()),
                }
            }

            #[inline]
            fn keys(&self) -> impl Iterator<Item = &K> {
                self.keys()
            }

            #[inline]
            fn exchange(&mut self, key: K, value: Option<V>) -> Option<V> {
                match value {
                    Some(value) => self.insert(key, value),
                    None => self.remove(&key),
                }
            }
        }

        impl<$($generics)*> Restored for $map
        where
            K: Debug,
            V: Restored,
        {
            const CLONES: bool = V::CLONES;

            fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
                for (key, wanted) in expected {
                    let mismatch = match self.get(key) {
                        Some(found) => found.mismatch(wanted, held),
                        None => Some(Mismatch::new(&format_args!("an entry"), &format_args!("none"))),
                    };
                    if let Some(mismatch) = mismatch {
                        return Some(mismatch.within(format_args!("[{key:?}]")));
                    }
                }
                let more = self.keys().find(|key| !expected.contains_key(key))?;
                Some(Mismatch::new(&format_args!("none"), &format_args!("an entry")).within(format_args!("[{more:?}]")))
            }

            fn magnitude(&self) -> f64 {
                self.values().map(V::magnitude).fold(0.0, f64::max)
            }
        }
    )*};
}

maps! {
    [K: Eq + Hash, V, S: BuildHasher] HashMap<K, V, S>, HashEntry;
    [K: Ord, V] BTreeMap<K, V>, BTreeEntry;
}

impl<K: Plain, V: Plain, S> Plain for HashMap<K, V, S> {}
impl<K: Plain, V: Plain> Plain for BTreeMap<K, V> {}

/// Puts in an entry under a key that has none. Panics if it has. Undone by [`remove`](fn@remove).
///
/// ```
/// use retrograde::map::insert;
/// use std::collections::BTreeMap;
/// let mut map = BTreeMap::new();
/// insert(&mut map, 'a', 1.5);
/// assert_eq!(map[&'a'], 1.5);
/// insert::inverse(&mut map, 'a', 1.5);
/// assert!(map.is_empty());
/// ```
#[inline]
#[track_caller]
pub fn insert<M: Map>(map: &mut M, key: M::Key, value: M::Value) {
    map.put(key, value);
}

/// Takes out the entry of a key, whose value must be `value`. Panics if there is none or another. Undone by
/// [`insert`](fn@insert).
///
/// ```should_panic
/// use std::collections::BTreeMap;
/// let mut map = BTreeMap::from([('a', 1.5)]);
/// retrograde::map::remove(&mut map, 'a', 2.5); // expected 2.5, found 1.5
/// ```
#[inline]
#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "as its inverse, which keeps them")]
pub fn remove<M: Map>(map: &mut M, key: M::Key, value: M::Value) {
    map.take(key, &value);
}

/// A derivative: an entry comes or goes, and its gradient or tangent with it.
macro_rules! derivative {
    ($text:literal $name:ident: $run:ident) => {
        #[doc = $text]
        #[inline]
        #[track_caller]
        pub fn $name<'s, M, W, S0, S1, S2>(map: &mut M, map_adj: S0, key: M::Key, _: S1, value: M::Value, value_adj: S2)
        where
            M: DifferentiableMap,
            W: Width,
            S0: Shadow<'s, M, W>,
            S2: Shadow<'s, M::Value, W>,
        {
            gradients::$run::<M, S0::Kind, S2::Kind>(map, map_adj.into_shadow(), key, value, value_adj.into_shadow());
        }
    };
}

macro_rules! companions {
    ($(
        $name:ident undone by $inverse:ident;
        $adjoint:ident $inverse_adjoint:ident $tangent:ident $inverse_tangent:ident;
    )*) => {$(
        companion!($name);

        impl $name {
            /// Undoes the function.
            #[inline]
            #[track_caller]
            pub fn inverse<M: Map>(map: &mut M, key: M::Key, value: M::Value) {
                $inverse(map, key, value);
            }

            /// Runs the function for a call by an ordinary one; its way back needs nothing but the arguments.
            #[inline]
            #[track_caller]
            pub fn taped<M: Map, K0, K1, K2>(
                map: &mut M,
                _: PhantomData<K0>,
                key: M::Key,
                _: PhantomData<K1>,
                value: M::Value,
                _: PhantomData<K2>,
            ) {
                $name(map, key, value);
            }

            /// The way back of `taped`: values as they are after the function, each followed by its gradient.
            #[inline]
            #[track_caller]
            pub fn untaped<'s, M, W, S0, S1, S2>(
                map: &mut M,
                map_adj: S0,
                key: M::Key,
                key_adj: S1,
                value: M::Value,
                value_adj: S2,
                &(): &(),
            ) where
                M: DifferentiableMap,
                W: Width,
                S0: Shadow<'s, M, W>,
                S2: Shadow<'s, M::Value, W>,
            {
                Self::adjoint(map, map_adj, key, key_adj, value, value_adj);
            }

            derivative! {
                "Undoes the function and carries gradients along: values as they are after it, each followed by its gradient."
                adjoint: $adjoint
            }
            derivative! {
                "Runs the function and carries gradients along: the adjoint of `inverse`."
                inverse_adjoint: $inverse_adjoint
            }
            derivative! {
                "Runs the function and carries tangents along: values, each followed by its tangent."
                tangent: $tangent
            }
            derivative! {
                "Undoes the function and carries tangents along."
                inverse_tangent: $inverse_tangent
            }
        }

        impl<'a, M: Map> Reversible<(&'a mut M, M::Key, M::Value)> for $name {
            #[inline]
            #[track_caller]
            fn call(&self, (map, key, value): (&'a mut M, M::Key, M::Value)) {
                $name(map, key, value);
            }

            #[inline]
            #[track_caller]
            fn uncall(&self, (map, key, value): (&'a mut M, M::Key, M::Value)) {
                $inverse(map, key, value);
            }
        }

        values! { $name; ReversibleAdjoint: call_adjoint = adjoint }
        values! { $name; InverseAdjoint: uncall_adjoint = inverse_adjoint }
        values! { $name; ReversibleTangent: call_tangent = tangent }
        values! { $name; InverseTangent: uncall_tangent = inverse_tangent }
    )*};
}

macro_rules! values {
    ($name:ident; $trait:ident: $method:ident = $function:ident) => {
        impl<'a, M: DifferentiableMap<Key: Differentiable>> $trait<(&'a mut M, M::Key, M::Value)> for $name {
            #[inline]
            #[track_caller]
            fn $method(
                &self,
                (map, key, value): (&'a mut M, M::Key, M::Value),
                (map_adj, key_adj, value_adj): <(&'a mut M, M::Key, M::Value) as Arguments>::Places<'_>,
            ) {
                Self::$function(map, map_adj, key, key_adj, value, value_adj);
            }
        }
    };
}

companions! {
    insert undone by remove;
    take put_as_new put take_at_last;
    remove undone by insert;
    put_as_new take take_at_last put;
}
