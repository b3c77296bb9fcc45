//! The rules of complex numbers, generated from their table. A partial derivative is a real or complex number; where an operand or a
//! result is real, only the real part of the product counts.

use num_complex::Complex;

use super::{Binary, Unary, scale, weigh};
use crate::adjoint::NoGradient;
use crate::differentiable::{Differentiable, TangentOf};
use crate::width::{Leaf, Scalar, Width, Zero};

/// An operand or a result among complex numbers of `S`, by value or by reference.
trait Member<S: Scalar>: Differentiable {
    /// What it is without the reference.
    type Value;
    /// Whether its gradient has an imaginary part.
    const COMPLEX: bool;
    fn value(self) -> Self::Value;
    /// Its gradient among those of complex numbers.
    fn widen<W: Width>(gradient: TangentOf<Self, W>) -> Complex<W::Of<S>>;
    /// The part of a gradient that it has.
    fn narrow<W: Width>(gradient: Complex<W::Of<S>>) -> TangentOf<Self, W>;
}

/// A partial derivative.
trait Partial: Copy {
    type Scalar: Scalar;
    fn conjugate(self) -> Self;
    /// Its product with a gradient, where zero times anything is zero. That of a complex number is zero if both of its parts are.
    fn weigh<G: Leaf<Scalar = Self::Scalar>>(self, gradient: Complex<G>, complex: bool) -> Complex<G>;
    /// Its product with a gradient, given that of numbers.
    fn times<G: Leaf<Scalar = Self::Scalar>>(
        self,
        gradient: Complex<G>,
        product: impl Fn(G, Self::Scalar) -> G,
    ) -> Complex<G>;
}

impl<S: Scalar> Partial for Complex<S> {
    type Scalar = S;

    #[inline(always)]
    fn conjugate(self) -> Self {
        Complex::new(self.re, -self.im)
    }

    #[inline(always)]
    fn weigh<G: Leaf<Scalar = S>>(self, gradient: Complex<G>, complex: bool) -> Complex<G> {
        if !complex {
            return self.times(gradient, weigh);
        }
        let is_zero = |g: S| g == S::ZERO;
        let counts = gradient.re.zip(gradient.im, |g, h| if is_zero(g) && is_zero(h) { S::ZERO } else { S::ONE });
        let product = self.times(gradient, scale);
        let if_it_counts = |g: G| g.zip(counts, |g, counts| if is_zero(counts) { S::ZERO } else { g });
        Complex::new(if_it_counts(product.re), if_it_counts(product.im))
    }

    #[inline(always)]
    fn times<G: Leaf<Scalar = S>>(self, gradient: Complex<G>, product: impl Fn(G, S) -> G) -> Complex<G> {
        Complex::new(
            product(gradient.re, self.re) - product(gradient.im, self.im),
            product(gradient.re, self.im) + product(gradient.im, self.re),
        )
    }
}

macro_rules! real_partials {
    ($($float:ty)*) => {$(
        impl Partial for $float {
            type Scalar = $float;

            #[inline(always)]
            fn conjugate(self) -> Self {
                self
            }

            #[inline(always)]
            fn weigh<G: Leaf<Scalar = $float>>(self, gradient: Complex<G>, _: bool) -> Complex<G> {
                self.times(gradient, weigh)
            }

            #[inline(always)]
            fn times<G: Leaf<Scalar = $float>>(
                self,
                gradient: Complex<G>,
                product: impl Fn(G, $float) -> G,
            ) -> Complex<G> {
                Complex::new(product(gradient.re, self), product(gradient.im, self))
            }
        }
    )*};
}

real_partials!(f32 f64);

macro_rules! generate {
    ($($table:tt)*) => {
        implement! { f32 $($table)* }
        implement! { f64 $($table)* }
    };
}

macro_rules! implement {
    (
        $float:ident
        $r:ident
        operators { $($op:ident $op_value:tt -> $op_result:ident, $($op_x:ident: $op_ty:ident $op_reads:tt $op_partial:tt),+;)* }
        methods { $($name:ident $value:tt -> $result:ident, $($x:ident: $ty:ident $reads:tt $partial:tt),+;)* }
        conjugate { $($conj:ident $conj_value:tt -> $conj_result:ident, $conj_x:ident: $conj_ty:ident $conj_reads:tt $conj_partial:tt;)* }
    ) => {
        #[allow(clippy::cast_precision_loss, clippy::cast_lossless, reason = "an exponent beyond 2^24 is rounded, as `powi` rounds")]
        const _: () = {
            use core::$float::consts::{LN_2, LN_10};
            type S = $float;
            type C = Complex<$float>;

            members! {
                [] S, S, false, |gradient| Complex::new(gradient, Zero::ZERO), |gradient| gradient.re;
                [] C, C, true, |gradient| gradient, |gradient| gradient;
                [] i32, i32, false, |_| Complex::new(Zero::ZERO, Zero::ZERO), |_| NoGradient;
            }

            $(operator! { $op $r $op_result, $(($op_x: $op_ty; $op_reads $op_partial))+ })*
            $(method! { $name $r $result, $(($x: $ty; $reads $partial))+ })*
            $(conjugate! { $conj, $conj_ty })*
        };
    };
}

macro_rules! members {
    ($([] $ty:ty, $value:ty, $complex:literal, $widen:expr, $narrow:expr;)*) => {$(
        members!(@ $ty, $value, $complex, $widen, $narrow, |value| value);
        members!(@ &$ty, $value, $complex, $widen, $narrow, |value: &$value| *value);
    )*};
    (@ $ty:ty, $value:ty, $complex:literal, $widen:expr, $narrow:expr, $read:expr) => {
        impl Member<S> for $ty {
            type Value = $value;
            const COMPLEX: bool = $complex;

            #[inline(always)]
            fn value(self) -> $value {
                $read(self)
            }

            #[inline(always)]
            fn widen<W: Width>(gradient: TangentOf<Self, W>) -> Complex<W::Of<S>> {
                let widen: fn(TangentOf<Self, W>) -> Complex<W::Of<S>> = $widen;
                widen(gradient)
            }

            #[inline(always)]
            fn narrow<W: Width>(gradient: Complex<W::Of<S>>) -> TangentOf<Self, W> {
                let narrow: fn(Complex<W::Of<S>>) -> TangentOf<Self, W> = $narrow;
                narrow(gradient)
            }
        }
    };
}

/// An operator takes each of its operands by value and by reference.
macro_rules! operator {
    ($name:ident $r:ident $result:ident, ($x:ident: $a:ident; $($by_x:tt)*)) => {
        rule! { $name $r $result, ($x: $a; $($by_x)*) }
        rule! { $name $r $result, ($x: &'a $a; $($by_x)*) }
    };
    ($name:ident $r:ident $result:ident, ($x:ident: $a:ident; $($by_x:tt)*) ($y:ident: $b:ident; $($by_y:tt)*)) => {
        rule! { $name $r $result, ($x: $a; $($by_x)*) ($y: $b; $($by_y)*) }
        rule! { $name $r $result, ($x: &'a $a; $($by_x)*) ($y: $b; $($by_y)*) }
        rule! { $name $r $result, ($x: $a; $($by_x)*) ($y: &'a $b; $($by_y)*) }
        rule! { $name $r $result, ($x: &'a $a; $($by_x)*) ($y: &'a $b; $($by_y)*) }
    };
}

/// A method call looks through a reference to its receiver.
macro_rules! method {
    ($name:ident $r:ident $result:ident, ($x:ident: $a:ident; $($by_x:tt)*) $($arguments:tt)*) => {
        rule! { $name $r $result, ($x: $a; $($by_x)*) $($arguments)* }
        rule! { $name $r $result, ($x: &'a $a; $($by_x)*) $($arguments)* }
    };
}

macro_rules! rule {
    ($name:ident $r:ident $result:ident, ($x:ident: $a:ty; $($by_x:tt)*)) => {
        impl<'a> Unary<$a> for super::table::$name {
            type Output = $result;

            partial! { pull, ($x: $a), $r: $result, $result => $a; conjugate $($by_x)* }
            partial! { push, ($x: $a), $r: $result, $a => $result; itself $($by_x)* }
        }
    };
    ($name:ident $r:ident $result:ident, ($x:ident: $a:ty; $($by_x:tt)*) ($y:ident: $b:ty; $($by_y:tt)*)) => {
        impl<'a> Binary<$a, $b> for super::table::$name {
            type Output = $result;

            partial! { pull_left, ($x: $a, $y: $b), $r: $result, $result => $a; conjugate $($by_x)* }
            partial! { pull_right, ($x: $a, $y: $b), $r: $result, $result => $b; conjugate $($by_y)* }
            partial! { push_left, ($x: $a, $y: $b), $r: $result, $a => $result; itself $($by_x)* }
            partial! { push_right, ($x: $a, $y: $b), $r: $result, $b => $result; itself $($by_y)* }
        }
    };
}

/// A function of a rule: a gradient times the conjugate of a partial derivative, or a tangent times the partial derivative itself.
macro_rules! partial {
    (
        $function:ident, ($($x:ident: $operand:ty),+), $r:ident: $result:ty, $from:ty => $to:ty;
        $which:ident $reads:tt $partial:tt
    ) => {
        #[inline(always)]
        fn $function<W: Width>(
            g: TangentOf<$from, W>,
            $($x: impl Fn() -> $operand,)+
            $r: impl Fn() -> $result,
        ) -> TangentOf<$to, W> {
            let _ = ($(&$x,)+ &$r);
            let g = <$from as Member<S>>::widen::<W>(g);
            <$to as Member<S>>::narrow::<W>(times!(g, <$from as Member<S>>::COMPLEX, $which $reads $partial))
        }
    };
}

/// What is simple is told apart by its tokens, as with numbers: a sum passes the gradient on, a product scales it.
macro_rules! times {
    ($g:ident, $complex:expr, $which:ident [] { 0.0 }) => {{
        let _ = $g;
        Complex::new(Zero::ZERO, Zero::ZERO)
    }};
    ($g:ident, $complex:expr, $which:ident [] { 1.0 }) => {
        $g
    };
    ($g:ident, $complex:expr, $which:ident [] { -1.0 }) => {
        Complex::new(-$g.re, -$g.im)
    };
    ($g:ident, $complex:expr, $which:ident [y] { $y:ident }) => {
        which!($which Member::<S>::value($y())).times($g, scale)
    };
    ($g:ident, $complex:expr, $which:ident [x] { $x:ident }) => {
        which!($which Member::<S>::value($x())).times($g, scale)
    };
    ($g:ident, $complex:expr, $which:ident [$($read:ident)*] { $($partial:tt)* }) => {{
        $(let $read = Member::<S>::value($read());)*
        which!($which ($($partial)*)).weigh($g, $complex)
    }};
}

macro_rules! which {
    (conjugate $partial:expr) => {
        $partial.conjugate()
    };
    (itself $partial:expr) => {
        $partial
    };
}

/// The rule of the conjugate, which is its own transpose: `conj(t)` forward and `conj(g)` back.
macro_rules! conjugate {
    ($name:ident, $ty:ident) => {
        conjugate!(@ $name, $ty, $ty);
        conjugate!(@ $name, $ty, &'a $ty);
    };
    (@ $name:ident, $ty:ident, $operand:ty) => {
        impl<'a> Unary<$operand> for super::table::$name {
            type Output = $ty;

            #[inline(always)]
            fn pull<W: Width>(g: TangentOf<$ty, W>, _: impl Fn() -> $operand, _: impl Fn() -> $ty) -> TangentOf<$ty, W> {
                Complex::new(g.re, -g.im)
            }

            #[inline(always)]
            fn push<W: Width>(t: TangentOf<$ty, W>, _: impl Fn() -> $operand, _: impl Fn() -> $ty) -> TangentOf<$ty, W> {
                Complex::new(t.re, -t.im)
            }
        }
    };
}

retrograde_rules::complex_rules!(generate);
