//! Derivatives of methods and constructors that another crate has. Emitted code calls what stands beside them, `z.to_polar_pullback(..)`,
//! `Complex::from_polar_tangent(..)`, and finds it in traits that it has in scope. A line of `siblings!` is one of them: its
//! derivative is that of a function of ours that gives the same.
//!
//! A parameter is lent, `&self`, `x: &T`, or passed by value, `x: T`; `n = T` has no gradient.

/// The siblings of some methods: of a trait that declares them (`declare`), of an implementation (`implement`), or of a trait that
/// implements them for all its types (`default`). In brackets are the type parameters around them.
macro_rules! siblings {
    ($mode:ident $around:tt {
        $($pullback:ident $tangent:ident $params:tt -> $output:ty = $function:ident;)*
    }) => {$(
        siblings! { @lines $mode $around $pullback $tangent $params ($output) $function }
    )*};
    (@lines $mode:ident $around:tt $pullback:ident $tangent:ident ($($params:tt)*) $output:tt $function:ident) => {
        siblings! {
            @params ($mode $around $pullback $tangent $output $function) [$($params)*]
            [[k0 K0 t0 S0] [k1 K1 t1 S1] [k2 K2 t2 S2] [k3 K3 t3 S3] [k4 K4 t4 S4] [k5 K5 t5 S5] [k6 K6 t6 S6] [k7 K7 t7 S7] [k8 K8 t8 S8]] [] [] [] [] [] [] [] []
        }
    };

    // How the parameters of both siblings, of the way back, and what is passed on come about, one after another.
    (
        @params $head:tt [&$this:ident $(, $($rest:tt)*)?] [[$kind:ident $K:ident $tan:ident $S:ident] $($free:tt)*]
        [$($K0:tt)*] [$($given:tt)*] [$($back:tt)*] [$($passed:tt)*] [$($S0:tt)*] [$($along:tt)*] [$($pushed:tt)*] $_end:tt
    ) => {
        siblings! {
            @params $head [$($($rest)*)?] [$($free)*]
            [$($K0)* $K]
            [$($given)* &$this, $kind: PhantomData<$K>,]
            [$($back)* &Self, &<Self as Differentiable>::Shadow<$K>,]
            [$($passed)* $this, $kind,]
            [$($S0)* $S: Shadow<'s, Self, W>,]
            [$($along)* &$this, $tan: $S,]
            [$($pushed)* $this, $tan,]
            []
        }
    };
    (
        @params $head:tt [$x:ident: &$ty:ty $(, $($rest:tt)*)?] [[$kind:ident $K:ident $tan:ident $S:ident] $($free:tt)*]
        [$($K0:tt)*] [$($given:tt)*] [$($back:tt)*] [$($passed:tt)*] [$($S0:tt)*] [$($along:tt)*] [$($pushed:tt)*] $_end:tt
    ) => {
        siblings! {
            @params $head [$($($rest)*)?] [$($free)*]
            [$($K0)* $K]
            [$($given)* $x: &$ty, $kind: PhantomData<$K>,]
            [$($back)* &$ty, &<$ty as Differentiable>::Shadow<$K>,]
            [$($passed)* $x, $kind,]
            [$($S0)* $S: Shadow<'s, $ty, W>,]
            [$($along)* $x: &$ty, $tan: $S,]
            [$($pushed)* $x, $tan,]
            []
        }
    };
    (
        @params $head:tt [$x:ident: $ty:ty $(, $($rest:tt)*)?] [[$kind:ident $K:ident $tan:ident $S:ident] $($free:tt)*]
        [$($K0:tt)*] [$($given:tt)*] [$($back:tt)*] [$($passed:tt)*] [$($S0:tt)*] [$($along:tt)*] [$($pushed:tt)*] $_end:tt
    ) => {
        siblings! {
            @params $head [$($($rest)*)?] [$($free)*]
            [$($K0)* $K]
            [$($given)* $x: $ty, $kind: PhantomData<$K>,]
            [$($back)* &<$ty as Differentiable>::Shadow<$K>,]
            [$($passed)* $x, $kind,]
            [$($S0)* $S: Direction<'s, $ty, W>,]
            [$($along)* $x: $ty, $tan: $S,]
            [$($pushed)* $x, $tan,]
            []
        }
    };
    (
        @params $head:tt [$x:ident = $ty:ty $(, $($rest:tt)*)?] [[$kind:ident $K:ident $tan:ident $S:ident] $($free:tt)*]
        [$($K0:tt)*] [$($given:tt)*] [$($back:tt)*] [$($passed:tt)*] [$($S0:tt)*] [$($along:tt)*] [$($pushed:tt)*] $_end:tt
    ) => {
        siblings! {
            @params $head [$($($rest)*)?] [$($free)*]
            [$($K0)* $K]
            [$($given)* $x: $ty, $kind: PhantomData<$K>,]
            [$($back)* &<$ty as Differentiable>::Shadow<$K>,]
            [$($passed)* $x, $kind,]
            [$($S0)* $S: Shadow<'s, $ty, W>,]
            [$($along)* $x: $ty, $tan: $S,]
            [$($pushed)* $x, $tan,]
            []
        }
    };

    (
        @params (declare [$($around:tt)*] $pullback:ident $tangent:ident ($output:ty) $function:ident) [] $free:tt
        [$($K:ident)*] [$($given:tt)*] [$($back:tt)*] $passed:tt [$($S:tt)*] [$($along:tt)*] $pushed:tt $_end:tt
    ) => {
        #[allow(missing_docs, clippy::too_many_arguments)]
        fn $pullback<W: Width, $($K: Kind<Width = W>),*>(
            $($given)*
        ) -> ($output, impl Fn(TangentOf<$output, W>, $($back)*) + use<$($around)* W, $($K),*>);
        #[allow(missing_docs, clippy::too_many_arguments)]
        fn $tangent<'s, W: Width, $($S)*>($($along)*) -> ($output, TangentOf<$output, W>);
    };
    (
        @params ($mode:ident [$($around:tt)*] $pullback:ident $tangent:ident ($output:ty) $function:ident) [] $free:tt
        [$($K:ident)*] [$($given:tt)*] [$($back:tt)*] [$($passed:tt)*] [$($S:tt)*] [$($along:tt)*] [$($pushed:tt)*] $_end:tt
    ) => {
        #[allow(missing_docs, clippy::too_many_arguments)]
        #[inline]
        fn $pullback<W: Width, $($K: Kind<Width = W>),*>(
            $($given)*
        ) -> ($output, impl Fn(TangentOf<$output, W>, $($back)*) + use<$($around)* W, $($K),*>) {
            $function::pullback($($passed)*)
        }

        #[allow(missing_docs, clippy::too_many_arguments)]
        #[inline]
        fn $tangent<'s, W: Width, $($S)*>($($along)*) -> ($output, TangentOf<$output, W>) {
            $function::tangent($($pushed)*)
        }
    };
}

pub(crate) use siblings;

#[cfg(feature = "num-complex")]
pub use crate::complex::methods::OfComplex as _;
#[cfg(feature = "ndarray")]
pub use crate::linear::methods::OfNdarray as _;
#[cfg(feature = "nalgebra")]
pub use crate::linear::methods::{NewMatrix2 as _, NewMatrix3 as _, NewVector2 as _, NewVector3 as _, NewVector4 as _};
#[cfg(any(feature = "nalgebra", feature = "ndarray"))]
pub use crate::linear::methods::{OfDense as _, OfDot as _, OfTransposed as _};
