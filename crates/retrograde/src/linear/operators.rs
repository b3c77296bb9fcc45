//! What the operators and methods of these types are in derivatives: functions that every pair of operands has, so that emitted code need
//! not know which of them are numbers.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::too_many_arguments,
    reason = "the signatures are those of every pullback"
)]

use core::marker::PhantomData;

pub(super) use super::rules::{dot, dot_back, dot_push, product, product_back, product_push};
use super::rules::{pull, push};
use super::{Dense, add_at, tangent_at};
use crate::adjoint::{Adjoint, InactivePlace, Kind, add, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::pullback;
use crate::rules::weigh;
use crate::shadow::{Direction, Shadow, along};
use crate::width::{Width, Zero};

type Of<K> = <<K as Kind>::Width as Width>::Of<f64>;

/// Rows and columns; none of a number, which is an element of every size.
type Extent = Option<(usize, usize)>;

/// What an operator may stand beside: vectors, matrices, and numbers.
///
/// ```
/// use retrograde::linear::Elements;
/// assert_eq!((1.5_f64.extent(), 1.5_f64.at(3, 4)), (None, 1.5));
/// ```
pub trait Elements: Differentiable + Clone {
    /// How many rows and columns it has, if it is no number.
    fn extent(&self) -> Option<(usize, usize)>;
    /// An element.
    fn at(&self, row: usize, column: usize) -> f64;
    /// One made element by element.
    fn made(extent: Option<(usize, usize)>, element: impl FnMut(usize, usize) -> f64) -> Self;
    /// Adds to the gradient of an element.
    fn add_to<K: Kind>(&self, places: &Self::Shadow<K>, row: usize, column: usize, gradient: Of<K>);
    /// The tangent of an element.
    fn tangent_of<K: Kind>(&self, places: &Self::Shadow<K>, row: usize, column: usize) -> Of<K>;
    /// Calls `f` with every element of a gradient.
    fn each<W: Width>(&self, gradient: TangentOf<Self, W>, f: impl FnMut(usize, usize, W::Of<f64>));
    /// A tangent, made element by element.
    fn pushed<W: Width>(
        extent: Option<(usize, usize)>,
        tangent: impl FnMut(usize, usize) -> W::Of<f64>,
    ) -> TangentOf<Self, W>;
}

impl Elements for f64 {
    #[inline]
    fn extent(&self) -> Extent {
        None
    }

    #[inline]
    fn at(&self, _: usize, _: usize) -> f64 {
        *self
    }

    #[inline]
    fn made(_: Extent, mut element: impl FnMut(usize, usize) -> f64) -> f64 {
        element(0, 0)
    }

    #[inline]
    fn add_to<K: Kind>(&self, place: &K::Cell<f64>, _: usize, _: usize, gradient: Of<K>) {
        add(place, gradient);
    }

    #[inline]
    fn tangent_of<K: Kind>(&self, place: &K::Cell<f64>, _: usize, _: usize) -> Of<K> {
        get(place)
    }

    #[inline]
    fn each<W: Width>(&self, gradient: W::Of<f64>, mut f: impl FnMut(usize, usize, W::Of<f64>)) {
        f(0, 0, gradient);
    }

    #[inline]
    fn pushed<W: Width>(_: Extent, mut tangent: impl FnMut(usize, usize) -> W::Of<f64>) -> W::Of<f64> {
        tangent(0, 0)
    }
}

impl<A: Dense> Elements for A {
    fn extent(&self) -> Extent {
        Some(self.size())
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.element(row, column)
    }

    fn made(extent: Extent, element: impl FnMut(usize, usize) -> f64) -> Self {
        A::make(extent.expect("it is no number"), element)
    }

    fn add_to<K: Kind>(&self, places: &Self::Shadow<K>, row: usize, column: usize, gradient: Of<K>) {
        add_at::<A, K>(self, places, row, column, gradient);
    }

    fn tangent_of<K: Kind>(&self, places: &Self::Shadow<K>, row: usize, column: usize) -> Of<K> {
        tangent_at::<A, K>(self, places, row, column)
    }

    fn each<W: Width>(&self, gradient: TangentOf<A, W>, f: impl FnMut(usize, usize, W::Of<f64>)) {
        pull::<A, W>(self, gradient, f);
    }

    fn pushed<W: Width>(extent: Extent, tangent: impl FnMut(usize, usize) -> W::Of<f64>) -> TangentOf<A, W> {
        push::<A, W>(extent.expect("it is no number"), tangent)
    }
}

/// Operands that are put together element by element; a number goes with every element.
///
/// ```
/// fn accept<A: retrograde::linear::Joined<f64, Output = f64>>(_: A) {}
/// accept(1.5);
/// ```
#[diagnostic::on_unimplemented(message = "a derivative cannot put a `{Self}` and a `{B}` together element by element")]
pub trait Joined<B: Elements>: Elements {
    /// What is made of them.
    type Output: Elements;
}

impl<A: Dense> Joined<A> for A {
    type Output = A;
}

impl<A: Dense> Joined<f64> for A {
    type Output = A;
}

impl<A: Dense> Joined<A> for f64 {
    type Output = A;
}

impl Joined<f64> for f64 {
    type Output = f64;
}

fn join<A: Joined<B>, B: Elements>(a: &A, b: &B, value: impl Fn(f64, f64) -> f64) -> A::Output {
    let (one, other) = (a.extent(), b.extent());
    assert!(one.is_none() || other.is_none() || one == other, "the sizes differ: {one:?} and {other:?}");
    A::Output::made(one.or(other), |i, j| value(a.at(i, j), b.at(i, j)))
}

fn join_back<A: Joined<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    c: &A::Output,
    g: TangentOf<A::Output, W>,
    (a, a_adj): (&A, &A::Shadow<K0>),
    (b, b_adj): (&B, &B::Shadow<K1>),
    partials: impl Fn(f64, f64) -> [f64; 2],
) {
    c.each::<W>(g, |i, j, g| {
        let [by_a, by_b] = partials(a.at(i, j), b.at(i, j));
        a.add_to::<K0>(a_adj, i, j, weigh(g, by_a));
        b.add_to::<K1>(b_adj, i, j, weigh(g, by_b));
    });
}

fn join_push<A: Joined<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
    (a, a_tan): (&A, &A::Shadow<K0>),
    (b, b_tan): (&B, &B::Shadow<K1>),
    partials: impl Fn(f64, f64) -> [f64; 2],
) -> TangentOf<A::Output, W> {
    A::Output::pushed::<W>(a.extent().or(b.extent()), |i, j| {
        let [by_a, by_b] = partials(a.at(i, j), b.at(i, j));
        weigh(a.tangent_of::<K0>(a_tan, i, j), by_a) + weigh(b.tangent_of::<K1>(b_tan, i, j), by_b)
    })
}

/// An operator that works element by element.
macro_rules! joined {
    ($($text:literal $name:ident $back:ident $push:ident $a:ident $b:ident $value:expr, $by:expr, $example:literal;)*) => {$(
        #[doc = $text]
        ///
        /// ```
        #[doc = $example]
        /// ```
        #[pullback($back, tangent = $push)]
        pub fn $name<A: Joined<B>, B: Elements>(a: &A, b: &B) -> <A as Joined<B>>::Output {
            join(a, b, |$a, $b| $value)
        }

        pub(super) fn $back<A: Joined<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
            c: &A::Output,
            g: TangentOf<A::Output, W>,
            a: &A,
            a_adj: &A::Shadow<K0>,
            b: &B,
            b_adj: &B::Shadow<K1>,
        ) {
            join_back::<A, B, W, K0, K1>(c, g, (a, a_adj), (b, b_adj), |$a, $b| {
                let _ = ($a, $b);
                $by
            });
        }

        pub(super) fn $push<A: Joined<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
            a: &A,
            a_tan: &A::Shadow<K0>,
            b: &B,
            b_tan: &B::Shadow<K1>,
        ) -> (A::Output, TangentOf<A::Output, W>) {
            let tangent = join_push::<A, B, W, K0, K1>((a, a_tan), (b, b_tan), |$a, $b| {
                let _ = ($a, $b);
                $by
            });
            ($name(a, b), tangent)
        }
    )*};
}

joined! {
    "`a + b`" sum_of sum_of_back sum_of_push a b a + b, [1.0, 1.0], "assert_eq!(retrograde::linear::sum_of(&1.5, &2.0), 3.5);";
    "`a - b`" difference_of difference_of_back difference_of_push a b a - b, [1.0, -1.0],
        "assert_eq!(retrograde::linear::difference_of(&1.5, &2.0), -0.5);";
    "`a * b`, element by element" component_mul component_mul_back component_mul_push a b a * b, [b, a],
        "assert_eq!(retrograde::linear::component_mul(&1.5, &2.0), 3.0);";
    "`a / b`, element by element" component_div component_div_back component_div_push a b a / b, [1.0 / b, -(a / b) / b],
        "assert_eq!(retrograde::linear::component_div(&1.5, &2.0), 0.75);";
}

/// `-a`
///
/// ```
/// assert_eq!(retrograde::linear::negative_of(&1.5), -1.5);
/// ```
#[pullback(negative_back, tangent = negative_push)]
pub fn negative_of<A: Elements>(a: &A) -> A {
    A::made(a.extent(), |i, j| -a.at(i, j))
}

fn negative_back<A: Elements, W: Width, K: Kind<Width = W>>(c: &A, g: TangentOf<A, W>, a: &A, a_adj: &A::Shadow<K>) {
    c.each::<W>(g, |i, j, g| a.add_to::<K>(a_adj, i, j, -g));
}

fn negative_push<A: Elements, W: Width, K: Kind<Width = W>>(a: &A, a_tan: &A::Shadow<K>) -> (A, TangentOf<A, W>) {
    (negative_of(a), A::pushed::<W>(a.extent(), |i, j| -a.tangent_of::<K>(a_tan, i, j)))
}

/// What `a * b` or `a.dot(&b)` is, by the types of both.
macro_rules! by_types {
    ($($text:literal $trait:ident $name:ident $back:ident $push:ident $message:literal $example:literal;)*) => {$(
        #[doc = concat!("What ", $text, " is, by the types of both.")]
        ///
        /// ```
        #[doc = concat!("fn accept<B: retrograde::linear::Elements, A: retrograde::linear::", stringify!($trait), "<B>>(_: &A, _: &B) {}")]
        /// # #[cfg(feature = "ndarray")]
        /// accept(&ndarray::arr1(&[1.5]), &ndarray::arr1(&[1.5]));
        /// ```
        #[diagnostic::on_unimplemented(message = $message)]
        pub trait $trait<B: Elements>: Elements {
            /// The type of the result.
            type Output: Elements;
            /// The result.
            fn value(&self, other: &B) -> Self::Output;
            /// Adds to the gradients of both.
            fn back<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
                &self,
                result: &Self::Output,
                gradient: TangentOf<Self::Output, W>,
                places: &Self::Shadow<K0>,
                other: &B,
                other_places: &B::Shadow<K1>,
            );
            /// The tangent of the result.
            fn push<W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
                &self,
                places: &Self::Shadow<K0>,
                other: &B,
                other_places: &B::Shadow<K1>,
            ) -> TangentOf<Self::Output, W>;
        }

        #[doc = $text]
        ///
        /// ```
        #[doc = $example]
        /// ```
        #[pullback($back, tangent = $push)]
        pub fn $name<A: $trait<B>, B: Elements>(a: &A, b: &B) -> <A as $trait<B>>::Output {
            a.value(b)
        }

        fn $back<A: $trait<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
            c: &A::Output,
            g: TangentOf<A::Output, W>,
            a: &A,
            a_adj: &A::Shadow<K0>,
            b: &B,
            b_adj: &B::Shadow<K1>,
        ) {
            a.back::<W, K0, K1>(c, g, a_adj, b, b_adj);
        }

        fn $push<A: $trait<B>, B: Elements, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
            a: &A,
            a_tan: &A::Shadow<K0>,
            b: &B,
            b_tan: &B::Shadow<K1>,
        ) -> (A::Output, TangentOf<A::Output, W>) {
            (a.value(b), a.push::<W, K0, K1>(a_tan, b, b_tan))
        }
    )*};
}

by_types! {
    "`a * b`" Multiply product_of product_of_back product_of_push "`{Self}` times `{B}` has no derivative"
        "assert_eq!(retrograde::linear::product_of(&1.5, &2.0), 3.0);";
    "`a.dot(&b)`" Dot dot_of dot_of_back dot_of_push "`dot` of a `{Self}` and a `{B}` has no derivative"
        "# #[cfg(feature = \"ndarray\")]\nassert_eq!(retrograde::linear::dot_of(&ndarray::arr1(&[1.5]), &ndarray::arr1(&[2.0])), 3.0);";
}

/// Implements one of these traits by a function, its gradients and its tangent.
macro_rules! operands {
    ($([$($generics:tt)*] $trait:ident $a:ty, $b:ty => $c:ty: $value:ident $back:ident $push:ident $infer:tt;)*) => {$(
        impl<$($generics)*> $crate::linear::$trait<$b> for $a {
            type Output = $c;

            fn value(&self, other: &$b) -> $c {
                $crate::linear::operators::$value(self, other)
            }

            fn back<W: $crate::Width, K0: $crate::Kind<Width = W>, K1: $crate::Kind<Width = W>>(
                &self,
                result: &$c,
                gradient: $crate::TangentOf<$c, W>,
                places: &<$a as $crate::Differentiable>::Shadow<K0>,
                other: &$b,
                other_places: &<$b as $crate::Differentiable>::Shadow<K1>,
            ) {
                $crate::linear::operators::infer!($back $infer W K0 K1)(result, gradient, self, places, other, other_places);
            }

            fn push<W: $crate::Width, K0: $crate::Kind<Width = W>, K1: $crate::Kind<Width = W>>(
                &self,
                places: &<$a as $crate::Differentiable>::Shadow<K0>,
                other: &$b,
                other_places: &<$b as $crate::Differentiable>::Shadow<K1>,
            ) -> $crate::TangentOf<$c, W> {
                $crate::linear::operators::infer!($push $infer W K0 K1)(self, places, other, other_places).1
            }
        }
    )*};
}

/// A function with the types of its operands left open.
macro_rules! infer {
    ($name:ident [$($open:tt)*] $($known:ident)*) => {
        $crate::linear::operators::$name::<$($open,)* $($known),*>
    };
}

pub(super) use {infer, operands};

operands! {
    [] Multiply f64, f64 => f64: component_mul component_mul_back component_mul_push [_ _];
}

companion! { set_entry }

/// `a[(row, column)] = value`
///
/// ```
/// # #[cfg(feature = "ndarray")] {
/// let mut a = ndarray::arr2(&[[1.0, 2.0]]);
/// retrograde::linear::set_entry(&mut a, 0, 1, 2.5);
/// assert_eq!(a[[0, 1]], 2.5);
/// # }
/// ```
pub fn set_entry<A: Dense>(a: &mut A, row: usize, column: usize, value: f64) {
    *a.element_mut(row, column) = value;
}

impl set_entry {
    /// A closure that puts back what was there before: the gradient of the element goes to the value.
    #[allow(clippy::type_complexity, reason = "a pullback is a value and a closure")]
    pub fn pullback<A, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>, K3: Kind<Width = W>>(
        a: &mut A,
        _: PhantomData<K0>,
        row: usize,
        _: PhantomData<K1>,
        column: usize,
        _: PhantomData<K2>,
        value: f64,
        _: PhantomData<K3>,
    ) -> (
        (),
        impl Fn(TangentOf<(), W>, &mut A, &A::Shadow<K0>, &InactivePlace<K1>, &InactivePlace<K2>, &K3::Cell<f64>)
        + use<A, W, K0, K1, K2, K3>,
    )
    where
        A: Dense,
    {
        let before = core::mem::replace(a.element_mut(row, column), value);
        ((), move |_, a: &mut A, a_adj, _, _, value_adj| {
            let place = &A::places::<K0>(a_adj)[A::index(a.size(), row, column)];
            add(value_adj, get(place));
            place.set(Zero::ZERO);
            *a.element_mut(row, column) = before;
        })
    }

    /// The tangent of the element is that of the value.
    pub fn tangent<'s, A, W: Width, S0, S1, S2, S3>(
        a: &mut A,
        a_tan: S0,
        row: usize,
        _: S1,
        column: usize,
        _: S2,
        value: f64,
        value_tan: S3,
    ) -> ((), TangentOf<(), W>)
    where
        A: Dense + 's,
        S0: Shadow<'s, A, W>,
        S3: Direction<'s, f64, W>,
    {
        let value_tan = value_tan.into_places();
        let place = &A::places::<S0::Kind>(a_tan.into_shadow())[A::index(a.size(), row, column)];
        place.set(get(along::<f64, S3::Kind>(&value_tan)));
        (set_entry(a, row, column, value), Zero::ZERO)
    }
}
