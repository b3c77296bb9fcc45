//! Tuples have gradients that are tuples.

use core::borrow::Borrow;

use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::Differentiable;
use crate::numbers::{Step, Visitor};
use crate::width::{Gradient, One, Width, Zero};

macro_rules! tuples {
    ($(($($name:ident $field:tt)*) ($first:ident $($rest:ident)*))*) => {$(
        impl<$($name: Zero),*> Zero for ($($name,)*) {
            const ZERO: Self = ($($name::ZERO,)*);
            const NOTHING: Self = ($($name::NOTHING,)*);
        }

        impl<$($name: Gradient),*> Gradient for ($($name,)*) {
            #[inline]
            fn plus(self, other: Self) -> Self {
                ($(self.$field.plus(other.$field),)*)
            }

            #[inline]
            fn negated(self) -> Self {
                ($(self.$field.negated(),)*)
            }
        }

        impl<$first: Adjoint, $($rest: Adjoint<Kind = $first::Kind>),*> Adjoint for ($($name,)*) {
            type Kind = $first::Kind;
            type Value = ($($name::Value,)*);
            type Part = ($($name::Part,)*);
            const ACTIVE: bool = $($name::ACTIVE)||*;

            #[inline]
            fn get(&self) -> Self::Value {
                ($(self.$field.get(),)*)
            }

            #[inline]
            fn add(&self, gradient: Self::Value) {
                $(self.$field.add(gradient.$field);)*
            }

            #[inline]
            fn set(&self, gradient: Self::Value) {
                $(self.$field.set(gradient.$field);)*
            }

            #[inline]
            fn parts(&self) -> u64 {
                $(self.$field.parts())|*
            }

            #[inline]
            fn part(&self, part: usize) -> Self::Part {
                ($(self.$field.part(part),)*)
            }

            #[inline]
            fn add_part(&self, part: usize, gradient: Self::Part) {
                $(self.$field.add_part(part, gradient.$field);)*
            }

            #[inline]
            fn set_part(&self, part: usize, gradient: Self::Part) {
                $(self.$field.set_part(part, gradient.$field);)*
            }

            #[inline]
            fn mark(&self, parts: u64) {
                $(self.$field.mark(parts);)*
            }
        }

        impl<$($name: Differentiable),*> Differentiable for ($($name,)*) {
            type Shadow<K: Kind> = ($($name::Owned<K>,)*);
            type Owned<K: Kind> = ($($name::Owned<K>,)*);
            type Tangent<W: Width> = ($($name::Tangent<W>,)*);
            const FIXED: bool = $($name::FIXED)&&*;

            #[inline]
            fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
                ($(self.$field.zero_shadow::<K>(),)*)
            }

            #[inline]
            fn renew<W: Width>(&self, places: &mut Self::Owned<On<W>>) {
                $(self.$field.renew::<W>(&mut places.$field);)*
            }

            #[inline]
            fn same_shape(&self, other: &Self) -> bool {
                $(self.$field.same_shape(&other.$field))&&*
            }

            #[inline]
            fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
                ($($name::into_tangent(places.$field),)*)
            }

            #[inline]
            fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
                ($($name::lane(&gradients.$field, lane),)*)
            }

            #[inline]
            fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
                $($name::set_lane(&mut gradients.$field, lane, gradient.$field);)*
            }

            #[inline(always)]
            fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
                inactive_shadow()
            }

            fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
                $(visitor.at(Step::Part($field), |visitor| self.$field.visit(shadow.$field.borrow(), visitor));)*
            }
        }
    )*};
}

tuples! {
    (A 0) (A)
    (A 0 B 1) (A B)
    (A 0 B 1 C 2) (A B C)
    (A 0 B 1 C 2 D 3) (A B C D)
    (A 0 B 1 C 2 D 3 E 4) (A B C D E)
    (A 0 B 1 C 2 D 3 E 4 F 5) (A B C D E F)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6) (A B C D E F G)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7) (A B C D E F G H)
}
