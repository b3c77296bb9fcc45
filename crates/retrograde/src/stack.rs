//! An explicit stack for what a reversible function wants to get rid of and find again on the way back.
//!
//! ```
//! use retrograde::prelude::*;
//! use retrograde::stack::push;
//!
//! /// Swaps in a new value and keeps the old one.
//! #[reversible]
//! fn replace(x: &mut f64, new: f64, old: &mut Stack<f64>) {
//!     push(old, x);
//!     *x += new;
//! }
//!
//! let (mut x, mut old) = (0.1, Stack::new());
//! replace(&mut x, 1e20, &mut old);
//! assert_eq!((x, old.len()), (1e20, 1));
//! replace::inverse(&mut x, 1e20, &mut old);
//! assert_eq!((x, old.len()), (0.1, 0));
//! ```
//!
//! Gradients move with their values: the shadow of a stack is a stack of shadows, which `stack.zero_shadow()` makes. What is on it has
//! one shape: numbers, arrays and structs of them, but no vectors, whose length would change where they are moved away.
//!
//! ```
//! use retrograde::prelude::*;
//! use retrograde::stack::push;
//!
//! /// `y = x²`, with what was there kept on the stack.
//! #[reversible(adjoint)]
//! fn assign(y: &mut f64, x: f64, stack: &mut Stack<f64>) {
//!     push(stack, y);
//!     *y += x * x;
//! }
//!
//! let (mut y, mut stack) = (7.0, Stack::new());
//! assign(&mut y, 3.0, &mut stack);
//! let (mut y_adj, mut x_adj, stack_adj) = (1.0, 0.0, stack.zero_shadow::<On<One>>());
//! assign::adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj, &mut stack, &stack_adj);
//! // the 9 that `y` held does not depend on the 7 before it, which is back
//! assert_eq!((y, y_adj, x_adj), (7.0, 0.0, 6.0));
//! ```

mod gradients;

pub use gradients::{NoStack, StackPlaces, StackShadow};

use core::marker::PhantomData;

use crate::checks::{Mismatch, Restored};
use crate::companion::companion;
use crate::differentiable::Differentiable;
use crate::function::{Arguments, InverseAdjoint, InverseTangent, Reversible, ReversibleAdjoint, ReversibleTangent};
use crate::plain::Plain;
use crate::shadow::Shadow;
use crate::width::Width;

/// A stack of values of one type, changed by the reversible functions of [this module](self).
///
/// ```
/// use retrograde::Stack;
/// use retrograde::stack::{copy_push, push};
/// let mut stack = Stack::with_limit(2);
/// copy_push(&mut stack, &1.5);
/// let mut x = 2.5;
/// push(&mut stack, &mut x);
/// assert_eq!(stack.iter().copied().collect::<Vec<_>>(), [1.5, 2.5]);
/// assert_eq!(x, 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Stack<T> {
    values: Vec<T>,
    limit: usize,
}

impl<T> Stack<T> {
    /// An empty stack.
    #[inline]
    pub const fn new() -> Self {
        Stack { values: Vec::new(), limit: usize::MAX }
    }

    /// An empty stack that takes `limit` values and no more: pushing another one panics.
    ///
    /// ```should_panic
    /// use retrograde::{Stack, stack::push};
    /// push(&mut Stack::with_limit(0), &mut 1); // the stack is full
    /// ```
    #[inline]
    pub const fn with_limit(limit: usize) -> Self {
        Stack { values: Vec::new(), limit }
    }

    /// How many values are on it.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether nothing is on it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values from the bottom to the top.
    #[inline]
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.values.iter()
    }

    /// Where the next value goes. Checked before anything is moved, so that nothing is lost when there is no room.
    #[inline]
    #[track_caller]
    fn room(&mut self) -> &mut Vec<T> {
        if self.values.len() >= self.limit {
            full(self.limit);
        }
        &mut self.values
    }
}

#[cold]
#[track_caller]
fn full(limit: usize) -> ! {
    panic!("the stack is full: its limit is {limit}")
}

#[cold]
#[track_caller]
fn nothing_to_pop() -> ! {
    panic!("the stack is empty: there is nothing to pop")
}

#[cold]
#[track_caller]
fn occupied(mismatch: &Mismatch) -> ! {
    panic!("a value is popped into a place that holds another, which would be lost{mismatch}")
}

#[cold]
#[track_caller]
fn not_a_copy(mismatch: &Mismatch) -> ! {
    panic!("the top of the stack is not a copy of this value{mismatch}")
}

impl<T> Default for Stack<T> {
    #[inline]
    fn default() -> Self {
        Stack::new()
    }
}

/// Two stacks are equal if their values are; the limit is no part of what they hold.
impl<T: PartialEq> PartialEq for Stack<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<T: Eq> Eq for Stack<T> {}

impl<'a, T> IntoIterator for &'a Stack<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: Plain> Plain for Stack<T> {}

impl<T: Restored> Restored for Stack<T> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        self.values.mismatch(&expected.values, held)
    }

    fn magnitude(&self) -> f64 {
        self.values.magnitude()
    }
}

/// Moves `x` to the top of the stack and leaves its type's default. Undone by [`pop`](fn@pop).
///
/// ```
/// use retrograde::{Stack, stack::push};
/// let (mut stack, mut x) = (Stack::new(), 7);
/// push(&mut stack, &mut x);
/// assert_eq!((stack.len(), x), (1, 0));
/// push::inverse(&mut stack, &mut x);
/// assert_eq!((stack.len(), x), (0, 7));
/// ```
#[inline]
#[track_caller]
pub fn push<T: Default>(stack: &mut Stack<T>, x: &mut T) {
    stack.room().push(core::mem::take(x));
}

/// Moves the top of the stack to `x`, which must hold its type's default: what it held would be lost. Undone by
/// [`push`](fn@push).
///
/// ```should_panic
/// use retrograde::{Stack, stack::{pop, push}};
/// let mut stack = Stack::new();
/// push(&mut stack, &mut 7);
/// pop(&mut stack, &mut 1); // expected 0, found 1
/// ```
#[inline]
#[track_caller]
pub fn pop<T: Default + Restored>(stack: &mut Stack<T>, x: &mut T) {
    if let Some(mismatch) = T::mismatch(x, &T::default(), 0.0) {
        occupied(&mismatch);
    }
    let Some(top) = stack.values.pop() else { nothing_to_pop() };
    *x = top;
}

/// Copies `x` to the top of the stack. Undone by [`copy_pop`](fn@copy_pop).
///
/// ```
/// use retrograde::{Stack, stack::copy_push};
/// let mut stack = Stack::new();
/// copy_push(&mut stack, &7);
/// assert_eq!(stack.len(), 1);
/// copy_push::inverse(&mut stack, &7);
/// assert!(stack.is_empty());
/// ```
#[inline]
#[track_caller]
pub fn copy_push<T: Clone>(stack: &mut Stack<T>, x: &T) {
    stack.room().push(x.clone());
}

/// Takes a copy of `x` off the stack. Panics if its top is anything else. Undone by [`copy_push`](fn@copy_push).
///
/// ```should_panic
/// use retrograde::{Stack, stack::{copy_pop, copy_push}};
/// let mut stack = Stack::new();
/// copy_push(&mut stack, &7);
/// copy_pop(&mut stack, &8); // expected 8, found 7
/// ```
#[inline]
#[track_caller]
pub fn copy_pop<T: Restored>(stack: &mut Stack<T>, x: &T) {
    let Some(top) = stack.values.last() else { nothing_to_pop() };
    if let Some(mismatch) = top.mismatch(x, 0.0) {
        not_a_copy(&mismatch);
    }
    stack.values.pop();
}

/// A derivative: values move, and what is kept beside them moves along.
macro_rules! derivative {
    ($text:literal $name:ident: $run:ident(&$($mut:ident)?) where T: $bound:ident) => {
        #[doc = $text]
        #[inline]
        #[track_caller]
        pub fn $name<'s, T, W, S0, S1>(stack: &mut Stack<T>, stack_adj: S0, x: &$($mut)? T, x_adj: S1)
        where
            T: $bound + Differentiable,
            W: Width,
            S0: Shadow<'s, Stack<T>, W>,
            S1: Shadow<'s, T, W>,
        {
            gradients::$run::<T, S0::Kind, S1::Kind>(stack, stack_adj.into_shadow(), x, x_adj.into_shadow());
        }
    };
}

macro_rules! companions {
    ($(
        $name:ident(&$($mut:ident)?) undone by $inverse:ident where T: $bound:ident;
        $adjoint:ident $inverse_adjoint:ident $tangent:ident $inverse_tangent:ident;
    )*) => {$(
        companion!($name);

        impl $name {
            /// Undoes the function.
            #[inline]
            #[track_caller]
            pub fn inverse<T: $bound + Restored>(stack: &mut Stack<T>, x: &$($mut)? T) {
                $inverse(stack, x);
            }

            /// Runs the function for a call by an ordinary one; its way back needs nothing but the arguments.
            #[inline]
            #[track_caller]
            pub fn taped<T: $bound + Restored, K0, K1>(
                stack: &mut Stack<T>,
                _: PhantomData<K0>,
                x: &$($mut)? T,
                _: PhantomData<K1>,
            ) {
                $name(stack, x);
            }

            /// The way back of `taped`: values as they are after the function, each followed by its gradient.
            #[inline]
            #[track_caller]
            pub fn untaped<'s, T, W, S0, S1>(stack: &mut Stack<T>, stack_adj: S0, x: &$($mut)? T, x_adj: S1, &(): &())
            where
                T: $bound + Differentiable,
                W: Width,
                S0: Shadow<'s, Stack<T>, W>,
                S1: Shadow<'s, T, W>,
            {
                Self::adjoint(stack, stack_adj, x, x_adj);
            }

            derivative! {
                "Undoes the function and carries gradients along: values as they are after it, each followed by its gradient."
                adjoint: $adjoint(&$($mut)?) where T: $bound
            }
            derivative! {
                "Runs the function and carries gradients along: the adjoint of `inverse`."
                inverse_adjoint: $inverse_adjoint(&$($mut)?) where T: $bound
            }
            derivative! {
                "Runs the function and carries tangents along: values, each followed by its tangent."
                tangent: $tangent(&$($mut)?) where T: $bound
            }
            derivative! {
                "Undoes the function and carries tangents along."
                inverse_tangent: $inverse_tangent(&$($mut)?) where T: $bound
            }
        }

        impl<'a, 'b, T: $bound + Restored> Reversible<(&'a mut Stack<T>, &'b $($mut)? T)> for $name {
            #[inline]
            #[track_caller]
            fn call(&self, (stack, x): (&'a mut Stack<T>, &'b $($mut)? T)) {
                $name(stack, x);
            }

            #[inline]
            #[track_caller]
            fn uncall(&self, (stack, x): (&'a mut Stack<T>, &'b $($mut)? T)) {
                $inverse(stack, x);
            }
        }

        values! { $name(&'b $($mut)? T) where T: $bound; ReversibleAdjoint: call_adjoint = adjoint }
        values! { $name(&'b $($mut)? T) where T: $bound; InverseAdjoint: uncall_adjoint = inverse_adjoint }
        values! { $name(&'b $($mut)? T) where T: $bound; ReversibleTangent: call_tangent = tangent }
        values! { $name(&'b $($mut)? T) where T: $bound; InverseTangent: uncall_tangent = inverse_tangent }
    )*};
}

macro_rules! values {
    ($name:ident($x:ty) where T: $bound:ident; $trait:ident: $method:ident = $function:ident) => {
        impl<'a, 'b, T: $bound + Differentiable> $trait<(&'a mut Stack<T>, $x)> for $name {
            #[inline]
            #[track_caller]
            fn $method(
                &self,
                (stack, x): (&'a mut Stack<T>, $x),
                (stack_adj, x_adj): <(&'a mut Stack<T>, $x) as Arguments>::Places<'_>,
            ) {
                Self::$function(stack, stack_adj, x, x_adj);
            }
        }
    };
}

companions! {
    push(&mut) undone by pop where T: Default;
    move_off move_on move_on move_off;
    pop(&mut) undone by push where T: Default;
    move_on move_off move_off move_on;
    copy_push(&) undone by copy_pop where T: Clone;
    copy_off copy_on_as_new copy_on copy_off_at_last;
    copy_pop(&) undone by copy_push where T: Clone;
    copy_on_as_new copy_off copy_off_at_last copy_on;
}
