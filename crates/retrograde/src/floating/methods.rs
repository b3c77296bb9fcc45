//! Whether the method of a number of a generic type is what it is called like. `x.sin()` of a `T: Float` is that of `num-traits`, since a method of
//! another trait of the same name would make the call ambiguous; that of a `T: Wave`, a trait of the user's, may be anything.
//!
//! Which traits a type parameter has, the search for a method can tell: it looks through one reference after another, and takes the first trait
//! that has the method and whose bound is met.

use super::Floating;
use core::marker::PhantomData;

/// Stands for the methods of a type.
///
/// ```
/// use retrograde::emitted::{MethodsOf, by_table};
/// #[allow(unused_imports)]
/// use retrograde::emitted::methods::*;
/// by_table(0.5_f64.sin(), |r| (&&&&&&&&&MethodsOf::of(r)).sin());
/// ```
#[derive(Debug)]
pub struct MethodsOf<T>(PhantomData<T>);

impl<T> MethodsOf<T> {
    /// Those of the type of a value.
    #[inline(always)]
    pub fn of(_: &T) -> Self {
        MethodsOf(PhantomData)
    }
}

/// What a method gives that is known.
#[derive(Clone, Copy, Debug)]
pub struct Known;

/// What a method gives of which nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct OfAnyTrait<T>(PhantomData<T>);

/// Marks methods that are known.
#[diagnostic::on_unimplemented(
    message = "nothing tells that this method of a number of a generic type is what it is called like",
    label = "a method of another trait may have this name",
    note = "the methods of `num-traits` are known with the feature `num-traits` of `retrograde`, those of `nalgebra` with the feature `nalgebra`",
    note = "bound the type parameter by `retrograde::Real`, which has all that derivatives know",
    note = "put what a method of a trait of yours does into a function with the attribute, and call that by its path"
)]
pub trait IsKnown {}

impl IsKnown for Known {}

/// Asks whether a method that gave this is known.
#[inline(always)]
pub fn by_table<R, P: IsKnown>(value: R, _: impl FnOnce(&R) -> P) -> R {
    value
}

macro_rules! level {
    ($(#[$attribute:meta])* $level:ident [$($self:tt)*] [$($generics:tt)*] $ty:ty => $known:ty: $($method:ident)+) => {
        $(#[$attribute])*
        #[allow(missing_docs, reason = "only their names matter")]
        pub trait $level: Sized {
            /// What a method gives.
            type Is;
            $(
                fn $method(self) -> Self::Is {
                    unreachable!("this is only asked for its type")
                }
            )+
        }

        $(#[$attribute])*
        impl<$($generics)*> $level for $($self)* MethodsOf<$ty> {
            type Is = $known;
        }
    };
}

/// All methods of the table.
macro_rules! levels_of_table {
    (
        $r:ident
        operators $operators:tt
        methods { $($name:ident $method:ident $cost:ident $value:tt $($x:ident $reads:tt $partial:tt $domain:expr),+;)* }
        integer_exponent { $($pow:ident $pow_method:ident $pow_value:tt $pow_x:ident $pow_reads:tt $pow_partial:tt $pow_domain:expr,
            $pow_y:ident $pow_y_domain:expr;)* }
        tuples { $($tuple:ident $parts:tt;)* }
        special { $($special:ident $special_method:ident $special_cost:ident $special_value:tt
            $($special_x:ident $special_reads:tt $special_partial:tt $special_domain:expr),+;)* }
    ) => {
        level! {
            /// Of numbers themselves.
            MethodsByTable [&&&&&&&&&] [] f64 => Known: $($method)* $($pow_method)* $($tuple)* $($special_method)*
        }
        level! {
            /// Of numbers that have our own trait.
            MethodsOfReal [&&] [T: crate::Real] T => Known: $($method)* $($pow_method)* $($tuple)* $($special_method)*
        }
        level! {
            /// Of a number of which nothing else is known.
            MethodsOfAny [&] [T: Floating] T => OfAnyTrait<T>: $($method)* $($pow_method)* $($tuple)* $($special_method)*
        }
        level! {
            /// Of what is no number, and has rules of its own.
            MethodsOfOthers [] [T] T => Known: $($method)* $($pow_method)* $($tuple)* $($special_method)*
        }
    };
}

retrograde_rules::scalar_rules!(levels_of_table);

impl MethodsByTable for &&&&&&&&&MethodsOf<f32> {
    type Is = Known;
}

level! {
    /// Of numbers by the floats of `num-traits`.
    #[cfg(feature = "num-traits")]
    MethodsOfFloat [&&&&&&] [T: num_traits::Float] T => Known:
    floor ceil round trunc fract abs signum mul_add recip powi powf sqrt exp exp2 ln log log2 log10 to_degrees to_radians max min clamp cbrt
    hypot sin cos tan asin acos atan atan2 sin_cos exp_m1 ln_1p sinh cosh tanh asinh acosh atanh copysign
}
level! {
    /// Of numbers by the real numbers of `num-traits`.
    #[cfg(feature = "num-traits")]
    MethodsOfRealTrait [&&&&&] [T: num_traits::real::Real] T => Known:
    floor ceil round trunc fract abs signum mul_add recip powi powf sqrt exp exp2 ln log log2 log10 to_degrees to_radians max min cbrt
    hypot sin cos tan asin acos atan atan2 sin_cos exp_m1 ln_1p sinh cosh tanh asinh acosh atanh
}
level! {
    /// Of numbers by the signs of `num-traits`.
    #[cfg(feature = "num-traits")]
    MethodsOfSigned [&&&&] [T: num_traits::Signed] T => Known: abs signum
}
level! {
    /// Of numbers by the fields of `nalgebra`.
    #[cfg(feature = "nalgebra")]
    MethodsOfRealField [&&&] [T: nalgebra::RealField] T => Known:
    floor ceil round trunc fract abs signum mul_add recip powi powf sqrt exp exp2 exp_m1 ln ln_1p log log2 log10 cbrt hypot sin cos sin_cos tan
    asin acos atan sinh cosh tanh asinh acosh atanh copysign max min clamp atan2
}
level! {
    /// Of numbers by the small floats of `num-traits`.
    #[cfg(feature = "num-traits")]
    MethodsOfFloatCore [&&&&&&&&] [T: num_traits::float::FloatCore] T => Known:
    floor ceil round trunc fract abs signum recip powi to_degrees to_radians max min clamp
}
