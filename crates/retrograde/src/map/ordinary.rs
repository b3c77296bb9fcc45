//! Maps that ordinary functions change: what an entry was before is kept, and is there again on the way back.
//!
//! The places of a map's gradient come with its keys and stay, so the gradient of an entry that is overwritten gives way to that of the
//! one before it.

#![allow(clippy::type_complexity, reason = "a pullback is a value and a closure")]
#![allow(clippy::needless_pass_by_value, reason = "arguments are those of the method")]

use core::marker::PhantomData;

use super::{DifferentiableMap, Key, Map};
use crate::adjoint::{Adjoint, Kind, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::option::Perhaps;
use crate::shadow::{Direction, Shadow, along};
use crate::width::{Width, Zero};

type Before<M, W> = TangentOf<Option<<M as Map>::Value>, W>;

companion! { insert_entry }

/// `map.insert(key, value)`
///
/// ```
/// use std::collections::BTreeMap;
/// let mut map = BTreeMap::from([('a', 1.5)]);
/// assert_eq!(retrograde::emitted::insert_entry(&mut map, 'a', 2.5), Some(1.5));
/// assert_eq!(map[&'a'], 2.5);
/// ```
#[inline]
pub fn insert_entry<M: Map>(map: &mut M, key: M::Key, value: M::Value) -> Option<M::Value> {
    map.exchange(key, Some(value))
}

impl insert_entry {
    /// What was there before, and a closure that puts it there again: the gradient of the entry goes to the value.
    #[inline]
    pub fn pullback<M, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>>(
        map: &mut M,
        _: PhantomData<K0>,
        key: M::Key,
        _: PhantomData<K1>,
        value: M::Value,
        _: PhantomData<K2>,
    ) -> (
        Option<M::Value>,
        impl Fn(
            Before<M, W>,
            &mut M,
            &M::Shadow<K0>,
            &<M::Key as Differentiable>::Shadow<K1>,
            &<M::Value as Differentiable>::Shadow<K2>,
        ) + use<M, W, K0, K1, K2>,
    )
    where
        M: DifferentiableMap<Key: Key + Differentiable, Value: Clone>,
    {
        keeps_its_shape::<M, K0>(map, &key, &value);
        let before = map.exchange(key.clone(), Some(value));
        (before.clone(), move |before_adj, map, map_adj, _, value_adj| {
            if <M::Shadow<K0> as Adjoint>::ACTIVE {
                let place = entry::<M, K0>(map_adj, &key, map.value(&key));
                value_adj.add(place.get());
                place.set(if before.is_some() { before_adj.Some.0 } else { Zero::ZERO });
            }
            map.exchange(key.clone(), before.clone());
        })
    }

    /// What was there before, and its tangent; that of the value is the tangent of the entry.
    #[inline]
    pub fn tangent<'s, M, W: Width, S0, S1, S2>(
        map: &mut M,
        map_tan: S0,
        key: M::Key,
        _: S1,
        value: M::Value,
        value_tan: S2,
    ) -> (Option<M::Value>, Before<M, W>)
    where
        M: DifferentiableMap<Key: Key>,
        S0: Shadow<'s, M, W>,
        S2: Direction<'s, M::Value, W>,
    {
        let (map_tan, value_tan) = (map_tan.into_shadow(), value_tan.into_places());
        keeps_its_shape::<M, S0::Kind>(map, &key, &value);
        let before = map.exchange(key.clone(), Some(value));
        let mut before_tan = Zero::ZERO;
        if <M::Shadow<S0::Kind> as Adjoint>::ACTIVE {
            let place = entry::<M, S0::Kind>(map_tan, &key, map.value(&key));
            if before.is_some() {
                before_tan = place.get();
            }
            place.set(get(along::<M::Value, S2::Kind>(&value_tan)));
        }
        (before, Perhaps { Some: (before_tan,) })
    }
}

companion! { remove_entry }

/// `map.remove(&key)`
///
/// ```
/// use std::collections::BTreeMap;
/// let mut map = BTreeMap::from([('a', 1.5)]);
/// assert_eq!(retrograde::emitted::remove_entry(&mut map, 'a'), Some(1.5));
/// assert!(map.is_empty());
/// ```
#[inline]
pub fn remove_entry<M: Map>(map: &mut M, key: M::Key) -> Option<M::Value> {
    map.exchange(key, None)
}

impl remove_entry {
    /// What was there before, and a closure that puts it there again, with its gradient.
    #[inline]
    pub fn pullback<M, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        map: &mut M,
        _: PhantomData<K0>,
        key: M::Key,
        _: PhantomData<K1>,
    ) -> (
        Option<M::Value>,
        impl Fn(Before<M, W>, &mut M, &M::Shadow<K0>, &<M::Key as Differentiable>::Shadow<K1>) + use<M, W, K0, K1>,
    )
    where
        M: DifferentiableMap<Key: Key + Differentiable, Value: Clone>,
    {
        let before = map.exchange(key.clone(), None);
        (before.clone(), move |before_adj, map, map_adj, _| {
            map.exchange(key.clone(), before.clone());
            if <M::Shadow<K0> as Adjoint>::ACTIVE && before.is_some() {
                entry::<M, K0>(map_adj, &key, before.as_ref()).set(before_adj.Some.0);
            }
        })
    }

    /// What was there before, and its tangent.
    #[inline]
    pub fn tangent<'s, M, W: Width, S0, S1>(
        map: &mut M,
        map_tan: S0,
        key: M::Key,
        _: S1,
    ) -> (Option<M::Value>, Before<M, W>)
    where
        M: DifferentiableMap<Key: Key>,
        S0: Shadow<'s, M, W>,
    {
        let (map_tan, before) = (map_tan.into_shadow(), map.exchange(key.clone(), None));
        let mut before_tan = Zero::ZERO;
        if <M::Shadow<S0::Kind> as Adjoint>::ACTIVE && before.is_some() {
            let place = entry::<M, S0::Kind>(map_tan, &key, before.as_ref());
            before_tan = place.get();
            place.set(Zero::ZERO);
        }
        (before, Perhaps { Some: (before_tan,) })
    }
}

companion! { clear_entries }

/// `map.clear()`
///
/// ```
/// use std::collections::BTreeMap;
/// let mut map = BTreeMap::from([('a', 1.5)]);
/// retrograde::emitted::clear_entries(&mut map);
/// assert!(map.is_empty());
/// ```
#[inline]
pub fn clear_entries<M: Map + Default>(map: &mut M) {
    *map = M::default();
}

impl clear_entries {
    /// A closure that puts all entries there again.
    #[inline]
    pub fn pullback<M, W: Width, K: Kind<Width = W>>(
        map: &mut M,
        _: PhantomData<K>,
    ) -> ((), impl Fn(TangentOf<(), W>, &mut M, &M::Shadow<K>) + use<M, W, K>)
    where
        M: DifferentiableMap + Clone + Default,
    {
        let before = core::mem::take(map);
        ((), move |_, map, map_adj| {
            map_adj.set(Zero::ZERO);
            *map = before.clone();
        })
    }

    /// There is no tangent any more.
    #[inline]
    pub fn tangent<'s, M, W: Width, S: Shadow<'s, M, W>>(map: &mut M, map_tan: S) -> ((), TangentOf<(), W>)
    where
        M: DifferentiableMap + Default,
    {
        map_tan.into_shadow().set(Zero::ZERO);
        (clear_entries(map), Zero::ZERO)
    }
}

companion! { keys_of }

/// The keys of a map, in the order of its own loops.
///
/// ```
/// use std::collections::BTreeMap;
/// assert_eq!(retrograde::emitted::keys_of(&BTreeMap::from([('b', 1.5), ('a', 2.5)])), ['a', 'b']);
/// ```
#[inline]
pub fn keys_of<M: Map<Key: Clone>>(map: &M) -> Vec<M::Key> {
    map.keys().cloned().collect()
}

impl keys_of {
    /// The keys, and a closure that carries nothing back.
    #[inline]
    pub fn pullback<M, W: Width, K: Kind<Width = W>>(
        map: &M,
        _: PhantomData<K>,
    ) -> (Vec<M::Key>, impl Fn(TangentOf<Vec<M::Key>, W>, &M, &M::Shadow<K>) + use<M, W, K>)
    where
        M: DifferentiableMap<Key: Key + Differentiable>,
    {
        (keys_of(map), |_, _, _| ())
    }

    /// The keys; they have no tangent.
    #[inline]
    pub fn tangent<'s, M, W: Width, S: Shadow<'s, M, W>>(map: &M, _: S) -> (Vec<M::Key>, TangentOf<Vec<M::Key>, W>)
    where
        M: DifferentiableMap<Key: Key + Differentiable>,
    {
        (keys_of(map), Zero::ZERO)
    }
}

/// Checks that what an entry is overwritten with fits the place of its gradient.
#[inline]
#[track_caller]
fn keeps_its_shape<M: DifferentiableMap, K: Kind>(map: &M, key: &M::Key, value: &M::Value) {
    let active = <M::Shadow<K> as Adjoint>::ACTIVE && !<M::Value as Differentiable>::FIXED;
    assert!(
        !active || map.value(key).is_none_or(|before| before.same_shape(value)),
        "an entry of a map gets a list of another length, but the place of its gradient stays as long as it was: take another key"
    );
}

/// The place of an entry that is or was there.
#[inline]
#[track_caller]
fn entry<'p, M: DifferentiableMap, K: Kind>(
    map_adj: &'p M::Shadow<K>,
    key: &M::Key,
    value: Option<&M::Value>,
) -> &'p <M::Value as Differentiable>::Owned<K> {
    M::place::<K>(map_adj, key, value.expect("the key has an entry"))
}
