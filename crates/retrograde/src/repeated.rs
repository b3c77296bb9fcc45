//! `[e; n]` and `vec![e; n]` of what has a gradient: it gets the sum of those of the elements.

use core::marker::PhantomData;

use crate::adjoint::{Kind, add, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::shadow::{Direction, along};
use crate::width::Width;

companion! { repeated }

/// `vec![item; count]`
///
/// ```
/// assert_eq!(retrograde::emitted::repeated(1.5, 2), [1.5, 1.5]);
/// ```
#[inline]
pub fn repeated<T: Clone>(item: T, count: usize) -> Vec<T> {
    vec![item; count]
}

impl repeated {
    /// The list, and a closure that adds up the gradients of its elements.
    #[inline]
    #[allow(clippy::type_complexity, reason = "the signature of a pullback")]
    pub fn pullback<T: Differentiable + Clone, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        item: T,
        _: PhantomData<K0>,
        count: usize,
        _: PhantomData<K1>,
    ) -> (
        Vec<T>,
        impl Fn(TangentOf<Vec<T>, W>, &T::Shadow<K0>, &<usize as Differentiable>::Shadow<K1>) + use<T, W, K0, K1>,
    ) {
        (repeated(item, count), |gradients: TangentOf<Vec<T>, W>, item_adj: &T::Shadow<K0>, _: &_| {
            gradients.into_iter().for_each(|g| add(item_adj, g));
        })
    }

    /// The list, and a tangent for each element.
    #[inline]
    pub fn tangent<'s, T: Differentiable + Clone, W: Width, S0: Direction<'s, T, W>, S1>(
        item: T,
        item_tan: S0,
        count: usize,
        _: S1,
    ) -> (Vec<T>, TangentOf<Vec<T>, W>) {
        let item_tan = item_tan.into_places();
        let tangents = (0..count).map(|_| get(along::<T, S0::Kind>(&item_tan))).collect();
        (repeated(item, count), tangents)
    }
}

companion! { repeated_array }

/// `[item; N]`
///
/// ```
/// assert_eq!(retrograde::emitted::repeated_array(1.5, [(); 2]), [1.5, 1.5]);
/// ```
#[inline]
pub fn repeated_array<T: Clone, const N: usize>(item: T, _: [(); N]) -> [T; N] {
    core::array::from_fn(|_| item.clone())
}

impl repeated_array {
    /// The array, and a closure that adds up the gradients of its elements.
    #[inline]
    #[allow(clippy::type_complexity, reason = "the signature of a pullback")]
    pub fn pullback<T: Differentiable + Clone, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, const N: usize>(
        item: T,
        _: PhantomData<K0>,
        count: [(); N],
        _: PhantomData<K1>,
    ) -> (
        [T; N],
        impl Fn(TangentOf<[T; N], W>, &T::Shadow<K0>, &<[(); N] as Differentiable>::Shadow<K1>) + use<T, W, K0, K1, N>,
    ) {
        (repeated_array(item, count), |gradients: TangentOf<[T; N], W>, item_adj: &T::Shadow<K0>, _: &_| {
            gradients.into_iter().for_each(|g| add(item_adj, g));
        })
    }

    /// The array, and a tangent for each element.
    #[inline]
    pub fn tangent<'s, T: Differentiable + Clone, W: Width, S0: Direction<'s, T, W>, S1, const N: usize>(
        item: T,
        item_tan: S0,
        count: [(); N],
        _: S1,
    ) -> ([T; N], TangentOf<[T; N], W>) {
        let item_tan = item_tan.into_places();
        let tangents = core::array::from_fn(|_| get(along::<T, S0::Kind>(&item_tan)));
        (repeated_array(item, count), tangents)
    }
}
