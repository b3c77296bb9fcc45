//! Small reversible functions that change one or two values in place, each with its companion: `rot::inverse`,
//! `rot::adjoint`, `rot {}`. Those of integers have derivatives too, so that they can be called where others are differentiated.
//!
//! ```
//! use retrograde::gates::{inc, neg, rot};
//! let mut n = 1_u8;
//! inc(&mut n);
//! inc::inverse(&mut n);
//! assert_eq!(n, 1);
//!
//! let (mut a, mut b) = (3.0_f64, 4.0);
//! rot(&mut a, &mut b, 0.7);
//! neg(&mut a);
//!
//! // backwards, with gradients of `a` and `b`
//! let (mut a_adj, mut b_adj, mut angle_adj) = (1.0, 0.0, 0.0);
//! neg::adjoint(&mut a, &mut a_adj);
//! rot::adjoint(&mut a, &mut a_adj, &mut b, &mut b_adj, 0.7, &mut angle_adj);
//! assert!((a - 3.0).abs() < 1e-12 && (b - 4.0).abs() < 1e-12);
//! assert!((angle_adj - (3.0 * 0.7_f64.sin() + 4.0 * 0.7_f64.cos())).abs() < 1e-12);
//! ```

use core::marker::PhantomData;
use core::ops::{Neg, Not};

use crate::adjoint::{Adjoint, add_with, get, set, sub_with};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::function::{Arguments, InverseAdjoint, InverseTangent, Reversible, ReversibleAdjoint, ReversibleTangent};
use crate::shadow::Shadow;
use crate::width::{Gradient, Leaf, One, Scalar, Width};

/// A function and its companion: the places it changes, then the values it reads, each with the names of its lifetime or type, its
/// shadow and its shadow's type; then what each direction does.
macro_rules! gate {
    (
        $(#[$doc:meta])*
        fn $name:ident<T: $bound:path>($($place:ident $life:lifetime $place_adj:ident $S:ident),*; $($read:ident $ty:ty, $read_adj:ident $R:ident),*)
        $(where $leaf:path)?;
        forward $forward:ident, $adjoint:ident, $tangent:ident;
        inverse $inverse:ident, $inverse_adjoint:ident, $inverse_tangent:ident;
    ) => {
        $(#[$doc])*
        #[inline]
        #[track_caller]
        pub fn $name<T: $bound>($($place: &mut T,)* $($read: $ty,)*) {
            $forward($($place,)* $($read,)*);
        }

        companion!($name);

        impl $name {
            /// Undoes the function.
            #[inline]
            #[track_caller]
            pub fn inverse<T: $bound>($($place: &mut T,)* $($read: $ty,)*) {
                $inverse($($place,)* $($read,)*);
            }

            gate! {
                @derivative "Runs the function backwards and carries gradients along: values as they are after the function, each followed by its gradient."
                adjoint: $inverse after $adjoint, [$bound] [$($leaf)?] ($($place $place_adj $S),*) ($($read $ty, $read_adj $R),*)
            }
            /// Runs the function for a call by an ordinary one; its way back needs nothing but the arguments.
            #[inline]
            #[track_caller]
            pub fn taped<T: $bound, $($S,)* $($R,)*>($($place: &mut T, _: PhantomData<$S>,)* $($read: $ty, _: PhantomData<$R>,)*) {
                $forward($($place,)* $($read,)*);
            }

            /// The way back of `taped`: values as they are after the function, each followed by its gradient.
            #[inline]
            #[track_caller]
            pub fn untaped<'s, T: $bound + Differentiable, W: Width, $($S: Shadow<'s, T, W>,)* $($R: Shadow<'s, $ty, W>,)*>(
                $($place: &mut T, $place_adj: $S,)* $($read: $ty, $read_adj: $R,)* &(): &()
            ) $(where TangentOf<T, W>: $leaf)? {
                Self::adjoint($($place, $place_adj,)* $($read, $read_adj,)*);
            }

            gate! {
                @derivative "Runs the function forwards and carries gradients along: the adjoint of `inverse`."
                inverse_adjoint: $forward after $inverse_adjoint, [$bound] [$($leaf)?] ($($place $place_adj $S),*) ($($read $ty, $read_adj $R),*)
            }
            gate! {
                @derivative "Runs the function and carries tangents along: values, each followed by its tangent."
                tangent: $forward before $tangent, [$bound] [$($leaf)?] ($($place $place_adj $S),*) ($($read $ty, $read_adj $R),*)
            }
            gate! {
                @derivative "Runs the function backwards and carries tangents along."
                inverse_tangent: $inverse before $inverse_tangent, [$bound] [$($leaf)?] ($($place $place_adj $S),*) ($($read $ty, $read_adj $R),*)
            }
        }

        impl<$($life,)* T: $bound> Reversible<($(&$life mut T,)* $($ty,)*)> for $name {
            #[inline]
            fn call(&self, ($($place,)* $($read,)*): ($(&$life mut T,)* $($ty,)*)) {
                $forward($($place,)* $($read,)*);
            }

            #[inline]
            fn uncall(&self, ($($place,)* $($read,)*): ($(&$life mut T,)* $($ty,)*)) {
                $inverse($($place,)* $($read,)*);
            }
        }

        gate! {
            @values ReversibleAdjoint call_adjoint = adjoint, InverseAdjoint uncall_adjoint = inverse_adjoint, $name [$bound] [$($leaf)?] ($($place $life $place_adj),*) ($($read $ty, $read_adj),*)
        }
        gate! {
            @values ReversibleTangent call_tangent = tangent, InverseTangent uncall_tangent = inverse_tangent, $name [$bound] [$($leaf)?] ($($place $life $place_adj),*) ($($read $ty, $read_adj),*)
        }
    };
    (
        @values $forwards:ident $call:ident = $there:ident, $backwards:ident $uncall:ident = $back:ident,
        $name:ident $($signature:tt)*
    ) => {
        gate! { @value $forwards $call = $there, $name $($signature)* }
        gate! { @value $backwards $uncall = $back, $name $($signature)* }
    };
    (
        @value $trait:ident $method:ident = $function:ident, $name:ident [$bound:path] [$($leaf:path)?]
        ($($place:ident $life:lifetime $place_adj:ident),*) ($($read:ident $ty:ty, $read_adj:ident),*)
    ) => {
        impl<$($life,)* T: $bound + Differentiable> $trait<($(&$life mut T,)* $($ty,)*)> for $name
        $(where TangentOf<T, One>: $leaf)?
        {
            #[inline]
            fn $method(
                &self,
                ($($place,)* $($read,)*): ($(&$life mut T,)* $($ty,)*),
                ($($place_adj,)* $($read_adj,)*): <($(&$life mut T,)* $($ty,)*) as Arguments>::Places<'_>,
            ) {
                Self::$function($($place, $place_adj,)* $($read, $read_adj,)*);
            }
        }
    };
    (
        @derivative $text:literal
        $variant:ident: $run:ident $when:ident $derivative:ident, [$bound:path] [$($leaf:path)?]
        ($($place:ident $place_adj:ident $S:ident),*) ($($read:ident $ty:ty, $read_adj:ident $R:ident),*)
    ) => {
        #[doc = $text]
        #[inline]
        #[track_caller]
        pub fn $variant<'s, T: $bound + Differentiable, W: Width, $($S: Shadow<'s, T, W>,)* $($R: Shadow<'s, $ty, W>,)*>(
            $($place: &mut T, $place_adj: $S,)* $($read: $ty, $read_adj: $R,)*
        ) $(where TangentOf<T, W>: $leaf)? {
            $(let $place_adj = $place_adj.into_shadow();)*
            $(let $read_adj = $read_adj.into_shadow();)*
            gate!(@$when { $run($($place,)* $($read,)*) } { $derivative($($place, $place_adj,)* $($read, $read_adj,)*) });
        }
    };
    // a derivative reads the values that the function leaves
    (@after { $run:expr } { $derivative:expr }) => {
        $derivative;
        $run;
    };
    (@before { $run:expr } { $derivative:expr }) => {
        $run;
        $derivative;
    };
}

gate! {
    /// `x = -x`, its own inverse.
    ///
    /// ```
    /// let mut x = 2.5;
    /// retrograde::gates::neg(&mut x);
    /// assert_eq!(x, -2.5);
    /// ```
    fn neg<T: Negate>(x 'x x_adj S0;);
    forward negate, negate_derivative, negate_derivative;
    inverse negate, negate_derivative, negate_derivative;
}

gate! {
    /// `n += 1`. Panics on overflow, in release too.
    ///
    /// ```
    /// let mut n = 41;
    /// retrograde::gates::inc(&mut n);
    /// assert_eq!(n, 42);
    /// ```
    fn inc<T: Bits>(n 'n n_adj S0;);
    forward increase, no_derivative, no_derivative;
    inverse decrease, no_derivative, no_derivative;
}

gate! {
    /// `n -= 1`. Panics on overflow, in release too.
    ///
    /// ```
    /// let mut n = 43;
    /// retrograde::gates::dec(&mut n);
    /// assert_eq!(n, 42);
    /// ```
    fn dec<T: Bits>(n 'n n_adj S0;);
    forward decrease, no_derivative, no_derivative;
    inverse increase, no_derivative, no_derivative;
}

gate! {
    /// `b = !b` for a `bool` or the bits of an integer, its own inverse.
    ///
    /// ```
    /// let (mut b, mut n) = (true, 0b1010_0000_u8);
    /// retrograde::gates::not(&mut b);
    /// retrograde::gates::not(&mut n);
    /// assert_eq!((b, n), (false, 0b0101_1111));
    /// ```
    fn not<T: Complement>(b 'b b_adj S0;);
    forward complement, no_derivative, no_derivative;
    inverse complement, no_derivative, no_derivative;
}

gate! {
    /// Rotates the bits of an integer to the left.
    ///
    /// ```
    /// let mut n = 0b1000_0001_u8;
    /// retrograde::gates::rotate_left(&mut n, 2);
    /// assert_eq!(n, 0b0000_0110);
    /// ```
    fn rotate_left<T: Bits>(n 'n n_adj S0; k u32, k_adj S1);
    forward left, no_derivative_by, no_derivative_by;
    inverse right, no_derivative_by, no_derivative_by;
}

gate! {
    /// Rotates the bits of an integer to the right.
    ///
    /// ```
    /// let mut n = 0b1000_0001_u8;
    /// retrograde::gates::rotate_right(&mut n, 1);
    /// assert_eq!(n, 0b1100_0000);
    /// ```
    fn rotate_right<T: Bits>(n 'n n_adj S0; k u32, k_adj S1);
    forward right, no_derivative_by, no_derivative_by;
    inverse left, no_derivative_by, no_derivative_by;
}

gate! {
    /// Rotates the point `(a, b)` by an angle in radians: `a, b = a cos - b sin, a sin + b cos`.
    ///
    /// ```
    /// let (mut a, mut b) = (1.0, 0.0);
    /// retrograde::gates::rot(&mut a, &mut b, std::f64::consts::FRAC_PI_2);
    /// assert!(a.abs() < 1e-15 && (b - 1.0).abs() < 1e-15);
    /// ```
    fn rot<T: Angle>(a 'a a_adj S0, b 'b b_adj S1; angle T, angle_adj S2) where Leaf<Scalar = T>;
    forward turn, turn_adjoint, turn_tangent;
    inverse turn_back, turn_back_adjoint, turn_back_tangent;
}

gate! {
    /// Rotates the point `(a, b)` by an angle the other way: the inverse of [`rot`](fn@rot).
    ///
    /// ```
    /// let (mut a, mut b) = (0.0, 1.0);
    /// retrograde::gates::irot(&mut a, &mut b, std::f64::consts::FRAC_PI_2);
    /// assert!((a - 1.0).abs() < 1e-15 && b.abs() < 1e-15);
    /// ```
    fn irot<T: Angle>(a 'a a_adj S0, b 'b b_adj S1; angle T, angle_adj S2) where Leaf<Scalar = T>;
    forward turn_back, turn_back_adjoint, turn_back_tangent;
    inverse turn, turn_adjoint, turn_tangent;
}

gate! {
    /// The Hadamard gate, `a, b = (a + b) / √2, (a - b) / √2`, its own inverse.
    ///
    /// ```
    /// let (mut a, mut b) = (1.0, 1.0);
    /// retrograde::gates::hadamard(&mut a, &mut b);
    /// assert!((a - 2.0_f64.sqrt()).abs() < 1e-15 && b == 0.0);
    /// ```
    fn hadamard<T: Angle>(a 'a a_adj S0, b 'b b_adj S1;) where Leaf<Scalar = T>;
    forward mix, mix_derivative, mix_derivative;
    inverse mix, mix_derivative, mix_derivative;
}

/// What [`neg`](fn@neg) negates: floats and signed integers, and every other type of `Copy` values with a linear `-`.
///
/// ```
/// fn accept(_: impl retrograde::gates::Negate) {}
/// accept(1.0);
/// ```
pub trait Negate: Copy + Neg<Output = Self> {}

impl<T: Copy + Neg<Output = T>> Negate for T {}

/// What [`not`](fn@not) complements: `bool` and integers.
///
/// ```
/// fn accept(_: impl retrograde::gates::Complement) {}
/// accept(true);
/// accept(1_u8);
/// ```
pub trait Complement: Copy + Not<Output = Self> {}

impl<T: Copy + Not<Output = T>> Complement for T {}

/// What [`inc`](fn@inc), [`dec`](fn@dec) and the rotations of bits work on: integers.
///
/// ```
/// use retrograde::gates::Bits;
/// assert_eq!(255_u8.after(), None);
/// assert_eq!(1_u8.left(9), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer",
    note = "`inc`, `dec` and the rotations of bits work on integers"
)]
pub trait Bits: Copy + core::fmt::Debug {
    /// The next integer, if there is one.
    fn after(self) -> Option<Self>;
    /// The integer before, if there is one.
    fn before(self) -> Option<Self>;
    /// The bits rotated to the left.
    #[must_use]
    fn left(self, k: u32) -> Self;
    /// The bits rotated to the right.
    #[must_use]
    fn right(self, k: u32) -> Self;
}

macro_rules! bits {
    ($($int:ty)*) => {$(
        impl Bits for $int {
            #[inline]
            fn after(self) -> Option<Self> {
                self.checked_add(1)
            }

            #[inline]
            fn before(self) -> Option<Self> {
                self.checked_sub(1)
            }

            #[inline]
            fn left(self, k: u32) -> Self {
                self.rotate_left(k)
            }

            #[inline]
            fn right(self, k: u32) -> Self {
                self.rotate_right(k)
            }
        }
    )*};
}

bits!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// What the rotations of points work on: `f32` and `f64`.
///
/// ```
/// use retrograde::gates::Angle;
/// assert_eq!(0.0_f32.sine_and_cosine(), (0.0, 1.0));
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` is not a float", note = "points are rotated in `f32` and `f64`")]
pub trait Angle: Scalar {
    /// `1 / √2`
    const HALF_ROOT: Self;
    /// Both at once.
    fn sine_and_cosine(self) -> (Self, Self);
}

macro_rules! angles {
    ($($float:ident)*) => {$(
        impl Angle for $float {
            const HALF_ROOT: Self = core::$float::consts::FRAC_1_SQRT_2;

            #[inline]
            fn sine_and_cosine(self) -> (Self, Self) {
                self.sin_cos()
            }
        }
    )*};
}

angles!(f32 f64);

fn negate<T: Negate>(x: &mut T) {
    *x = -*x;
}

fn negate_derivative<T, A: Adjoint + ?Sized>(_: &mut T, x_adj: &A) {
    set(x_adj, get(x_adj).negated());
}

#[track_caller]
fn increase<T: Bits>(n: &mut T) {
    *n = n.after().unwrap_or_else(|| panic!("{n:?} += 1 cannot be undone: it overflows"));
}

#[track_caller]
fn decrease<T: Bits>(n: &mut T) {
    *n = n.before().unwrap_or_else(|| panic!("{n:?} -= 1 cannot be undone: it overflows"));
}

fn complement<T: Complement>(b: &mut T) {
    *b = !*b;
}

fn left<T: Bits>(n: &mut T, k: u32) {
    *n = n.left(k);
}

fn right<T: Bits>(n: &mut T, k: u32) {
    *n = n.right(k);
}

fn no_derivative<T, A: ?Sized>(_: &mut T, _: &A) {}

fn no_derivative_by<T, A: ?Sized, B: ?Sized>(_: &mut T, _: &A, _: u32, _: &B) {}

fn turn<T: Angle>(a: &mut T, b: &mut T, angle: T) {
    let (sin, cos) = angle.sine_and_cosine();
    (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
}

fn turn_back<T: Angle>(a: &mut T, b: &mut T, angle: T) {
    turn(a, b, -angle);
}

fn mix<T: Angle>(a: &mut T, b: &mut T) {
    (*a, *b) = ((*a + *b) * T::HALF_ROOT, (*a - *b) * T::HALF_ROOT);
}

/// Turns gradients as [`turn`] does values.
fn turn_gradients<T: Angle, G: Leaf<Scalar = T>, A, B>(a_adj: &A, b_adj: &B, angle: T)
where
    A: Adjoint<Value = G> + ?Sized,
    B: Adjoint<Value = G> + ?Sized,
{
    let ((sin, cos), a, b) = (angle.sine_and_cosine(), get(a_adj), get(b_adj));
    set(a_adj, a.map(|g| g * cos) - b.map(|g| g * sin));
    set(b_adj, a.map(|g| g * sin) + b.map(|g| g * cos));
}

macro_rules! turn_derivatives {
    ($($name:ident: |$a:ident $a_adj:ident $b:ident $b_adj:ident $angle:ident $angle_adj:ident| { $($body:tt)* })*) => {$(
        fn $name<T: Angle, G: Leaf<Scalar = T>, A, B, C>(
            $a: &mut T, $a_adj: &A, $b: &mut T, $b_adj: &B, $angle: T, $angle_adj: &C,
        ) where
            A: Adjoint<Value = G> + ?Sized,
            B: Adjoint<Value = G> + ?Sized,
            C: Adjoint<Value = G> + ?Sized,
        {
            let ($a, $b) = (*$a, *$b);
            $($body)*
        }
    )*};
}

// After a turn the angle's derivatives of `a` and `b` are `-b` and `a`; after a turn back, `b` and `-a`.
turn_derivatives! {
    turn_adjoint: |a a_adj b b_adj angle angle_adj| {
        add_with(angle_adj, || get(b_adj).map(|g| g * a) - get(a_adj).map(|g| g * b));
        turn_gradients(a_adj, b_adj, -angle);
    }
    turn_back_adjoint: |a a_adj b b_adj angle angle_adj| {
        sub_with(angle_adj, || get(b_adj).map(|g| g * a) - get(a_adj).map(|g| g * b));
        turn_gradients(a_adj, b_adj, angle);
    }
    turn_tangent: |a a_tan b b_tan angle angle_tan| {
        turn_gradients(a_tan, b_tan, angle);
        sub_with(a_tan, || get(angle_tan).map(|t| t * b));
        add_with(b_tan, || get(angle_tan).map(|t| t * a));
    }
    turn_back_tangent: |a a_tan b b_tan angle angle_tan| {
        turn_gradients(a_tan, b_tan, -angle);
        add_with(a_tan, || get(angle_tan).map(|t| t * b));
        sub_with(b_tan, || get(angle_tan).map(|t| t * a));
    }
}

/// The gate is linear and symmetric, so that gradients and tangents go through it as values do.
fn mix_derivative<T: Angle, G: Leaf<Scalar = T>, A, B>(_: &mut T, a_adj: &A, _: &mut T, b_adj: &B)
where
    A: Adjoint<Value = G> + ?Sized,
    B: Adjoint<Value = G> + ?Sized,
{
    let (a, b) = (get(a_adj), get(b_adj));
    set(a_adj, (a + b).map(|g| g * T::HALF_ROOT));
    set(b_adj, (a - b).map(|g| g * T::HALF_ROOT));
}
