//! What has a gradient, and the shape of the places that hold it. A shadow has the shape of its value: a slice of numbers
//! has a slice of cells, a struct has a struct with the same field names, and an integer has nothing.

mod tuples;

use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};

use crate::adjoint::{Adjoint, InactiveShadow, Kind, Off, On, inactive_list, inactive_shadow};
use crate::checks::Restored;
use crate::numbers::{Step, Visitor};
use crate::plain::{Plain, WithoutGradient};
use crate::width::{Gradient, Leaf, One, Width, Zero};

/// A type whose values have gradients. Derive it for a struct.
///
/// ```
/// use retrograde::emitted::{add, get};
/// use retrograde::{Differentiable, On, One};
/// let x = [1.0, 2.0, 3.0];
/// let x_adj = x.zero_shadow::<On<One>>();
/// add(&x_adj[1], 0.5);
/// assert_eq!(get(&x_adj), [0.0, 0.5, 0.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no gradient",
    label = "Retrograde does not know the shadow of this type",
    note = "put `#[derive(Differentiable)]` on a struct of yours, also if it is only ever a constant",
    note = "numbers, arrays, slices, vectors, tuples, options, boxes and references of differentiable types have gradients"
)]
pub trait Differentiable: Plain + Restored {
    /// The places of its gradient, as the emitted code sees them behind a reference.
    type Shadow<K: Kind>: ?Sized
        + Adjoint<Kind = K, Value = Self::Tangent<K::Width>, Part = Self::Tangent<<K::Width as Width>::Part>>
        + InactiveShadow;
    /// The places of the gradient of a local or a field, which owns them.
    type Owned<K: Kind>: Adjoint<Kind = K, Value = Self::Tangent<K::Width>, Part = Self::Tangent<<K::Width as Width>::Part>>
        + Zero
        + Borrow<Self::Shadow<K>>;
    /// The plain value of a gradient.
    type Tangent<W: Width>: Gradient;
    /// True if every value has a shadow of the same shape, so that [`Zero::ZERO`] is one.
    const FIXED: bool;
    /// True if a function that takes this changes what is behind it: `&mut T`.
    const CHANGES: bool = false;
    /// Places for the gradient of `self`, all zero.
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K>;
    /// The gradient that was accumulated in places that are not needed any more; memory is handed on, not copied.
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W>;
    /// Places for the gradient of `self` that hold this one; memory is handed on where it can be.
    ///
    /// ```
    /// use retrograde::{Differentiable, One, emitted::get};
    /// let places = vec![1.0, 2.0].shadow_with::<One>(vec![0.5, 0.0]);
    /// assert_eq!(get(&places), [0.5, 0.0]);
    /// ```
    #[inline]
    fn shadow_with<W: Width>(&self, tangent: Self::Tangent<W>) -> Self::Owned<On<W>> {
        let places = self.zero_shadow::<On<W>>();
        places.add(tangent);
        places
    }
    /// Makes places that held the gradient of another value those of `self`, all zero; memory is used again where that fits.
    ///
    /// ```
    /// use retrograde::{Differentiable, On, One};
    /// let mut places = vec![1.0].zero_shadow::<On<One>>();
    /// vec![1.0, 2.0].renew::<One>(&mut places);
    /// assert_eq!(places.len(), 2);
    /// ```
    #[inline]
    fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
        *places = if Self::FIXED { Zero::NOTHING } else { self.zero_shadow::<On<W>>() };
    }
    /// Whether the shadows of two values have the same shape, as far as the type can tell.
    ///
    /// ```
    /// use retrograde::Differentiable;
    /// assert!(vec![1.0].same_shape(&vec![2.0]) && !vec![1.0].same_shape(&vec![]));
    /// ```
    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        let _ = other;
        true
    }
    /// One of the gradients that travelled together.
    ///
    /// ```
    /// use retrograde::{Differentiable, Lanes, Many};
    /// let gradients = [Lanes([1.0, 2.0]), Lanes([3.0, 4.0])];
    /// assert_eq!(<[f64; 2]>::lane::<Many<2>>(&gradients, 1), [2.0, 4.0]);
    /// ```
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One>;
    /// Replaces one of the gradients that travel together.
    ///
    /// ```
    /// use retrograde::{Differentiable, Lanes, Many};
    /// let mut gradients = [Lanes([1.0, 2.0]), Lanes([3.0, 4.0])];
    /// <[f64; 2]>::set_lane::<Many<2>>(&mut gradients, 1, [7.0, 8.0]);
    /// assert_eq!(gradients, [Lanes([1.0, 7.0]), Lanes([3.0, 8.0])]);
    /// ```
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>);
    /// The shadow of a constant.
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>>;
    /// Shows its numbers with the gradients beside them, for the [checks](crate::check). What does not is named by them.
    ///
    /// ```
    /// use retrograde::numbers::{Number, Visitor};
    /// use retrograde::{Differentiable, On, One};
    /// let mut p = (1.0, [2.0_f32, 3.0], 7);
    /// let (mut sum, p_adj) = (0.0, p.zero_shadow::<On<One>>());
    /// let mut add = |_: &[_], n: Number| {
    ///     sum += n.value;
    ///     n
    /// };
    /// p.visit(&p_adj, &mut Visitor::new(&mut add));
    /// assert_eq!(sum, 6.0);
    /// ```
    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        let _ = shadow;
        visitor.hide(core::any::type_name::<Self>());
    }
}

/// Shorthand for the plain value of a gradient of `T`.
///
/// ```
/// let g: retrograde::TangentOf<[f64; 2], retrograde::One> = [1.0, 0.0];
/// ```
pub type TangentOf<T, W> = <T as Differentiable>::Tangent<W>;

/// The places of the gradients of `T`, of a kind.
///
/// ```
/// let cells = [std::cell::Cell::new(1.0), std::cell::Cell::new(2.0)];
/// let places: &retrograde::ShadowOf<[f64; 2], retrograde::On<retrograde::One>> = &cells;
/// ```
pub type ShadowOf<T, K> = <T as Differentiable>::Shadow<K>;

macro_rules! numbers {
    ($($float:ident)*) => {$(
        impl Differentiable for $float {
            type Shadow<K: Kind> = K::Cell<$float>;
            type Owned<K: Kind> = K::Cell<$float>;
            type Tangent<W: Width> = W::Of<$float>;
            const FIXED: bool = true;

            #[inline(always)]
            fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
                Zero::ZERO
            }

            #[inline]
            fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
                places.get()
            }

            #[inline]
            fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
                Leaf::lane(gradients, lane)
            }

            #[inline]
            fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
                Leaf::set_lane(gradients, lane, gradient);
            }

            #[inline(always)]
            fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
                inactive_shadow()
            }

            fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
                visitor.$float(self, shadow);
            }
        }
    )*};
}

numbers!(f32 f64);

/// Plain data without gradient.
macro_rules! without_gradient {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> $crate::Differentiable for $ty {
            type Shadow<Of: $crate::Kind> = $crate::InactivePlace<Of>;
            type Owned<Of: $crate::Kind> = $crate::InactivePlace<Of>;
            type Tangent<W: $crate::Width> = $crate::NoGradient;
            const FIXED: bool = true;

            #[inline(always)]
            fn zero_shadow<Of: $crate::Kind>(&self) -> $crate::InactivePlace<Of> {
                $crate::Zero::ZERO
            }

            #[inline]
            fn into_tangent<W: $crate::Width>(places: Self::Owned<$crate::On<W>>) -> Self::Tangent<W> {
                let $crate::InactivePlace { .. } = places;
                $crate::NoGradient
            }

            #[inline]
            fn lane<W: $crate::Width>(_: &Self::Tangent<W>, _: usize) -> Self::Tangent<$crate::One> {
                $crate::NoGradient
            }

            #[inline]
            fn set_lane<W: $crate::Width>(_: &mut Self::Tangent<W>, _: usize, _: Self::Tangent<$crate::One>) {}

            #[inline(always)]
            fn inactive<W: $crate::Width>() -> &'static $crate::InactivePlace<$crate::Off<W>> {
                $crate::emitted::inactive_shadow()
            }

            fn visit(&mut self, _: &$crate::InactivePlace<$crate::On<$crate::One>>, _: &mut $crate::numbers::Visitor<'_>) {}
        }
    )*};
}

pub(crate) use without_gradient;

without_gradient! {
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] bool; [] char; [] (); [] str; [] String;
    [T: ?Sized] PhantomData<T>;
    [T: Plain + Restored + WithoutGradient] Range<T>;
    [T: Plain + Restored + WithoutGradient] RangeInclusive<T>;
}

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Shadow<K: Kind> = [T::Owned<K>; N];
    type Owned<K: Kind> = [T::Owned<K>; N];
    type Tangent<W: Width> = [T::Tangent<W>; N];
    const FIXED: bool = T::FIXED;

    #[inline]
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        if T::FIXED { Zero::ZERO } else { self.each_ref().map(T::zero_shadow::<K>) }
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        if T::FIXED { places.get() } else { places.map(T::into_tangent) }
    }

    #[inline]
    fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
        if T::FIXED {
            *places = Zero::NOTHING;
        } else {
            self.iter().zip(places).for_each(|(element, places)| element.renew::<W>(places));
        }
    }

    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        self[..].same_shape(&other[..])
    }

    #[inline]
    fn shadow_with<W: Width>(&self, tangent: Self::Tangent<W>) -> Self::Owned<On<W>> {
        let mut places: Self::Owned<On<W>> = Zero::ZERO;
        if T::FIXED {
            places.add_ref(&tangent);
        } else {
            let elements = places.iter_mut().zip(self).zip(tangent);
            elements.for_each(|((place, element), tangent)| *place = element.shadow_with(tangent));
        }
        places
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        gradients.each_ref().map(|gradients| T::lane(gradients, lane))
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        gradients.iter_mut().zip(gradient).for_each(|(gradients, gradient)| T::set_lane(gradients, lane, gradient));
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        self[..].visit(shadow, visitor);
    }
}

impl<T: Differentiable> Differentiable for [T] {
    type Shadow<K: Kind> = [T::Owned<K>];
    type Owned<K: Kind> = K::List<T::Owned<K>>;
    type Tangent<W: Width> = Vec<T::Tangent<W>>;
    const FIXED: bool = false;

    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        self.iter().map(|element| if T::FIXED { Zero::ZERO } else { element.zero_shadow::<K>() }).collect()
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        places.into_iter().map(T::into_tangent).collect()
    }

    fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
        if places.len() != self.len() {
            *places = self.zero_shadow::<On<W>>();
        } else if T::FIXED {
            places.fill_with(|| Zero::NOTHING);
        } else {
            self.iter().zip(places).for_each(|(element, places)| element.renew::<W>(places));
        }
    }

    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        let same = |(element, other): (&T, &T)| element.same_shape(other);
        self.len() == other.len() && (T::FIXED || self.iter().zip(other).all(same))
    }

    #[inline]
    fn shadow_with<W: Width>(&self, tangent: Self::Tangent<W>) -> Self::Owned<On<W>> {
        // An empty vector is the zero of every length.
        if tangent.is_empty() {
            return self.zero_shadow::<On<W>>();
        }
        assert_eq!(self.len(), tangent.len(), "a slice and its gradient have different lengths");
        let mut elements = self.iter();
        let place = |tangent| elements.next().map_or(Zero::ZERO, |element| element.shadow_with(tangent));
        tangent.into_iter().map(place).collect()
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        gradients.iter().map(|gradients| T::lane(gradients, lane)).collect()
    }

    /// An empty vector is the zero of every length.
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, mut gradient: Self::Tangent<One>) {
        let length = gradients.len().max(gradient.len());
        gradients.resize(length, Zero::ZERO);
        gradient.resize(length, Zero::ZERO);
        gradients.iter_mut().zip(gradient).for_each(|(gradients, gradient)| T::set_lane(gradients, lane, gradient));
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_list()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        assert_eq!(self.len(), shadow.len(), "a slice and its gradient have different lengths");
        for (k, (element, shadow)) in self.iter_mut().zip(shadow).enumerate() {
            visitor.at(Step::Index(k), |visitor| element.visit(shadow.borrow(), visitor));
        }
    }
}

impl<T: Differentiable> Differentiable for Vec<T> {
    type Shadow<K: Kind> = [T::Owned<K>];
    type Owned<K: Kind> = K::List<T::Owned<K>>;
    type Tangent<W: Width> = Vec<T::Tangent<W>>;
    const FIXED: bool = false;

    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        self[..].zero_shadow::<K>()
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        places.into_iter().map(T::into_tangent).collect()
    }

    fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
        self[..].renew::<W>(places);
    }

    #[inline]
    fn same_shape(&self, other: &Self) -> bool {
        self[..].same_shape(&other[..])
    }

    #[inline]
    fn shadow_with<W: Width>(&self, tangent: Self::Tangent<W>) -> Self::Owned<On<W>> {
        self[..].shadow_with(tangent)
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        <[T]>::lane(gradients, lane)
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        <[T]>::set_lane(gradients, lane, gradient);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_list()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        self[..].visit(shadow, visitor);
    }
}

macro_rules! references {
    ($($reference:ty { $($more:tt)* })*) => {$(
        impl<T: Differentiable + ?Sized> Differentiable for $reference {
            type Shadow<K: Kind> = T::Shadow<K>;
            type Owned<K: Kind> = T::Owned<K>;
            type Tangent<W: Width> = T::Tangent<W>;
            const FIXED: bool = T::FIXED;

            #[inline(always)]
            fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
                (**self).zero_shadow::<K>()
            }

            #[inline]
            fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
                (**self).renew::<W>(places);
            }

            #[inline]
            fn same_shape(&self, other: &Self) -> bool {
                (**self).same_shape(&**other)
            }

            #[inline]
            fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
                T::into_tangent(places)
            }

            #[inline]
            fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
                T::lane(gradients, lane)
            }

            #[inline]
            fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
                T::set_lane(gradients, lane, gradient);
            }

            #[inline(always)]
            fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
                T::inactive()
            }

            $($more)*
        }
    )*};
}

references! {
    &T {}
    &mut T {
        const CHANGES: bool = true;

        fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
            (**self).visit(shadow, visitor);
        }
    }
    Box<T> {
        fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
            (**self).visit(shadow, visitor);
        }
    }
}
