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

use core::fmt::Debug;
use core::hash::{BuildHasher, Hash};
use std::collections::{BTreeMap, HashMap};

use crate::checks::{Mismatch, Restored};
use crate::companion::companion;
use crate::function::Reversible;
use crate::plain::Plain;

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
    /// Puts in an entry.
    fn put(&mut self, key: Self::Key, value: Self::Value);
    /// Takes out an entry.
    fn take(&mut self, key: &Self::Key);
}

macro_rules! maps {
    ($([$($generics:tt)*] $map:ty;)*) => {$(
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
            fn put(&mut self, key: K, value: V) {
                self.insert(key, value);
            }

            #[inline]
            fn take(&mut self, key: &K) {
                self.remove(key);
            }
        }

        impl<$($generics)*> Restored for $map
        where
            K: Debug,
            V: Restored,
        {
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
    [K: Eq + Hash, V, S: BuildHasher] HashMap<K, V, S>;
    [K: Ord, V] BTreeMap<K, V>;
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
    assert!(map.value(&key).is_none(), "the key {key:?} has an entry already, which would be lost");
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
    let Some(found) = map.value(&key) else { panic!("the key {key:?} has no entry that could be taken out") };
    if let Some(mismatch) = found.mismatch(&value, 0.0) {
        panic!("the entry of the key {key:?} has another value than the one that is taken out{mismatch}");
    }
    map.take(&key);
}

macro_rules! companions {
    ($($name:ident undone by $inverse:ident;)*) => {$(
        companion!($name);

        impl $name {
            /// Undoes the function.
            #[inline]
            #[track_caller]
            pub fn inverse<M: Map>(map: &mut M, key: M::Key, value: M::Value) {
                $inverse(map, key, value);
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
    )*};
}

companions! {
    insert undone by remove;
    remove undone by insert;
}
