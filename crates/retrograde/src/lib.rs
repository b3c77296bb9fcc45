//! Functions that run backwards, and their derivatives on the way.
//!
//! [`#[reversible]`](macro@reversible) derives the inverse of a function and, if asked for, its adjoint: the inverse with gradients
//! carried along, which needs no tape. [`#[differentiable]`](macro@differentiable) derives the gradient of an ordinary function, and
//! saves only what that reads. [`#[derive(Differentiable)]`](macro@Differentiable) lets both work on structs.
//!
//! ```
//! use retrograde::prelude::*;
//!
//! #[reversible(adjoint)]
//! fn dot(y: &mut f64, a: &[f64], b: &[f64]) {
//!     for i in 0..a.len() {
//!         *y += a[i] * b[i];
//!     }
//! }
//!
//! let (a, b) = ([1.0, 2.0], [3.0, 4.0]);
//! let mut y = 0.5;
//! dot(&mut y, &a, &b);
//! assert_eq!(y, 11.5);
//!
//! // backwards, with the gradient of `y`: `y` is what it was, and `a_adj` its gradient with respect to `a`
//! let mut a_adj = [0.0; 2];
//! dot::adjoint(&mut y, &mut 1.0, &a, &mut a_adj, &b, Inactive);
//! assert_eq!((y, a_adj), (0.5, b));
//! ```
//!
//! # For readers of emitted code
//!
//! The rest of this crate is what emitted code is written against. The gradient of a value is accumulated in a [`Shadow`], a place of
//! the same shape ([`Differentiable`]) whose leaves are cells ([`Adjoint`]); how one operation is differentiated is a [rule](rules);
//! and how many gradients travel together is a [`Width`].
//!
//! ```
//! use retrograde::emitted::{Mul, Rules, add, get};
//! use retrograde::prelude::*;
//!
//! // the adjoint of `*y += x * x`, as the compiler writes it
//! fn square_adjoint<'s, W: Width>(y: &mut f64, y_adj: impl Shadow<'s, f64, W>, x: f64, x_adj: impl Shadow<'s, f64, W>) {
//!     let rules = Rules::<W>::new();
//!     let (y_adj, x_adj) = (y_adj.into_shadow(), x_adj.into_shadow());
//!     *y -= x * x;
//!     let g = get(y_adj);
//!     add(x_adj, rules.pull_left(Mul, g, || x, || x));
//!     add(x_adj, rules.pull_right(Mul, g, || x, || x));
//! }
//!
//! let (mut y, mut y_adj, mut x_adj) = (9.0, 1.0, 0.0);
//! square_adjoint(&mut y, &mut y_adj, 3.0, &mut x_adj);
//! assert_eq!((y, x_adj), (0.0, 6.0));
//! ```
#![allow(clippy::inline_always, reason = "thin wrappers in the innermost loops of emitted code")]

extern crate self as retrograde;

mod absorb;
mod adjoint;
mod bijection;
mod boxed;
mod checks;
mod companion;
mod convert;
mod differentiable;
mod drivers;
mod floating;
mod function;
mod held;
mod lanes;
mod number;
mod option;
mod order;
mod plain;
mod primitive;
mod proofs;
mod purity;
mod question;
mod range;
mod result;
mod scalar_replacement;
mod scale;
mod shadow;
mod shape;
#[cfg(any(feature = "num-complex", feature = "nalgebra", feature = "ndarray"))]
#[doc(hidden)]
pub mod siblings;
mod slices;
mod tape;
mod width;
mod words;
mod workspace;

pub mod check;
#[cfg(feature = "num-complex")]
pub mod complex;
pub mod custom;
pub mod gates;
mod grow;
#[cfg(any(feature = "nalgebra", feature = "ndarray"))]
pub mod linear;
pub mod map;
pub mod numbers;
mod repeated;
pub mod rules;
mod sparse;
#[cfg(feature = "special")]
pub mod special;
pub mod stack;

pub use absorb::Absorb;
pub use adjoint::{Adjoint, InactiveList, InactivePlace, InactiveShadow, Kind, NoCell, NoGradient, Off, On};
pub use bijection::{Bijection, Smooth};
pub use boxed::{Boxed, Lazy, LazyShadow};
pub use checks::{Mismatch, Restored};
pub use convert::Lossless;
pub use custom::{checkpoint, fixed_point, forward_mode, hook, nest_level, stop_gradient};
pub use differentiable::{Differentiable, ShadowOf, TangentOf};
pub use drivers::{Constant, GradientOf, Loss, Output};
pub use floating::{Floating, Real};
pub use function::{
    Arguments, Carried, DifferentiableFunction, DifferentiableTangent, Inverse, InverseAdjoint, InverseTangent, Lend,
    Pass, Reversible, ReversibleAdjoint, ReversibleDerivatives, ReversibleTangent, Shadows, Then, Twice, TwiceAdjoint,
    TwiceInverseAdjoint, TwiceInverseTangent, TwiceTangent,
};
pub use grow::Grow;
pub use option::{Holds, Perhaps, Present};
pub use plain::{Plain, WithoutGradient};
pub use proofs::DistinctElements;
pub use range::{Integer, Interval, Stepped, Turn};
pub use result::Outcome;
pub use retrograde_macros::{Differentiable, Plain, derivative, differentiable, primitive, pullback, reversible};
pub use scale::Scale;
pub use shadow::{Direction, Element, Exclusive, Inactive, Shadow};
pub use sparse::{BlockCell, Blocks, Sparse};
pub use stack::Stack;
pub use tape::{Back, Shapes, Shared, Slot, Tape, TypeOnly};
pub use width::{Gradient, Lanes, Leaf, Many, One, Scalar, Width, Zero};
pub use workspace::Workspace;

/// What a user of the attributes needs.
///
/// ```
/// use retrograde::prelude::*;
/// let place: Cell<f64> = Cell::new(0.0);
/// let lanes = Lanes([place.get(); 2]);
/// ```
pub mod prelude {
    pub use core::cell::Cell;

    pub use crate::Workspace;
    pub use crate::{
        BlockCell, Blocks, Differentiable, Inactive, Inverse, InverseAdjoint, InverseTangent, Lanes, Many, Off, On,
        One, Plain, Real, Reversible, ReversibleAdjoint, ReversibleDerivatives, ReversibleTangent, Shadow, Sparse,
        Stack, Then, Width, derivative, differentiable, primitive, pullback, reversible,
    };
    pub use crate::{broadcast, convert, inverse, pack, release, safe, uncompute, unpack};
    pub use crate::{check_gradient, check_inverse, try_check_gradient, try_check_inverse};
    pub use crate::{checkpoint, fixed_point, forward_mode, hook, nest_level, stop_gradient};
    pub use core::mem::swap;
}

/// Everything that emitted code names.
#[doc(hidden)]
pub mod emitted {
    pub use core::marker::PhantomData;
    #[cfg(feature = "nalgebra")]
    pub use nalgebra;
    #[cfg(feature = "num-traits")]
    pub use num_traits;

    pub use crate::__held as held;
    pub use crate::absorb::{Absorbing, Exact};
    pub use crate::adjoint::{
        add, add_with, any_flows, any_flows_enough, clear, flows, flows_enough, get, if_active, inactive,
        inactive_list, inactive_shadow, part, parts, set, sub, sub_with, swap, take,
    };
    pub use crate::checks::{EXACT, agrees, distinct, largest, one_to_one, restored};
    pub use crate::custom::{Columns, boxed};
    pub use crate::drivers::{
        Batch, CanBeUndone, HasGradient, HasInverseAdjoint, HasInverseTangent, HasLoss, MustBeMarkedConstant, NoLoss,
        OFF, ON, ROWS, ROWS_OFF, ROWS_ON, ReturnsNumber, gradient_in, places, places_of_rows, places_with,
    };
    pub use crate::floating::*;
    pub use crate::function::applied::{applied_pushed, apply, push_through, through};
    pub use crate::grow::{grow, pop_shadow, shrink, unpop};
    pub use crate::lanes::{LANES, Sum, Total, run};
    pub use crate::map::ordinary::{clear_entries, insert_entry, keys_of, remove_entry};
    pub use crate::number::{Number, empty_product, empty_sum};
    pub use crate::numbers::{Step, Visitor};
    pub use crate::option::{expected, holds, present};
    pub use crate::order::{
        as_list, counted_from, default_array, default_array_like, sorted_order, sorted_order_by_key, sorted_order_of,
    };
    pub use crate::plain::{
        TypeOf, constant, constant_value, never, plain, pure, type_of, without_gradient, without_gradient_type,
    };
    pub use crate::primitive::{OneDirection, given, no_gradient, whole_gradient};
    pub use crate::proofs::{
        ComplexNumber, FoundBehind, GivenByLists, HidesNothing, Is, ListMethods, OfList, OfLists, OwnedOf, StandardBox,
        StandardVec, any_index, boxes, complex_number, copied, copied_owned, copied_slice, default_of, f32_constant,
        f64_constant, first_value, found_behind, has_elements, has_length, has_list_methods, is_f32, is_f64,
        is_stop_gradient, is_vec, made, makes_vectors, of_lists, same_function, same_swap,
    };
    pub use crate::purity::{Compared, Repeated, Uncompared};
    pub use crate::question::{Fails, passed_on};
    pub use crate::range::{range, rev, stepped, stepped_back};
    pub use crate::repeated::{repeated, repeated_array};
    pub use crate::rules::*;
    pub use crate::scalar_replacement::Promoted;
    pub use crate::shadow::along;
    pub use crate::shape::{clone, give, keeps_shape, moved};
    #[cfg(any(feature = "num-complex", feature = "nalgebra", feature = "ndarray"))]
    pub use crate::siblings;
    pub use crate::slices::{apart, elements, same_length};
    pub use crate::tape::OneOf;
    pub use crate::workspace::{Place, Reused, Short};
    pub use crate::{
        Adjoint, Arguments, Back, Bijection, Boxed, Constant, Differentiable, DifferentiableFunction,
        DifferentiableTangent, Direction, Element, Gradient, GradientOf, Inactive, InactivePlace, InverseAdjoint,
        InverseTangent, Kind, Lanes, LazyShadow, Leaf, Loss, Lossless, Many, Mismatch, NoGradient, Off, On, One,
        Output, Plain, Restored, Reversible, ReversibleAdjoint, ReversibleTangent, Scalar, Scale, Shadow, ShadowOf,
        Shared, Slot, Smooth, TangentOf, Tape, TypeOnly, Width, WithoutGradient, Zero,
    };
    pub use std::vec::Vec;
}
