//! Function values that carry gradients. A value can be called from behind a trait object, where neither the kind of a shadow nor
//! the number of gradients can be a type parameter; so it takes places of one gradient each, and where several travel together,
//! they go through it one after the other.

use core::borrow::Borrow;
use core::marker::PhantomData;

use super::{Inverse, Lend, Reversible, Then, Twice};
use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::differentiable::{Differentiable, TangentOf};
use crate::numbers::{Step, Visitor};
use crate::plain::Plain;
use crate::rules::Rules;
use crate::shadow::Shadow;
use crate::width::{One, Width, Zero};

/// The arguments of a function value, a tuple, and the places of their gradients.
///
/// ```
/// use retrograde::Arguments;
/// use std::cell::Cell;
/// let (y_adj, x_adj) = (Cell::new(1.0), Cell::new(0.0));
/// let _: <(&mut f64, f64) as Arguments>::Places<'_> = (&y_adj, &x_adj);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not arguments whose gradients can be carried through a function value",
    note = "they are a tuple of at most eight, such as `(&mut f64, f64)`, and each has a gradient or is an integer"
)]
pub trait Arguments {
    /// A place for the gradient of each.
    type Places<'p>: Copy;
}

/// A function value with an adjoint: it can be called in functions with `#[reversible(adjoint)]`. The companion of a function with
/// `#[reversible(adjoint)]` is one, and so is what is made of them with [`Inverse`] and [`Then`]. The gradient is that of the
/// arguments; the function itself is a constant.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn add_square(y: &mut f64, x: f64) {
///     *y += x * x;
/// }
///
/// #[reversible(adjoint)]
/// fn twice<F: for<'a> ReversibleAdjoint<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: f64) {
///     f(y, x);
///     f(y, 3.0 * x);
/// }
///
/// assert_eq!(twice::gradient(&add_square {}, &mut 0.0, 2.0), (1.0, 40.0)); // by `y` and by `x`
/// ```
///
/// A list of functions of one signature:
///
/// ```
/// use retrograde::gates::neg;
/// use retrograde::prelude::*;
///
/// #[reversible(adjoint)]
/// fn triple(x: &mut f64) {
///     *x *= 3.0;
/// }
///
/// type Gate = Box<dyn for<'a> ReversibleAdjoint<(&'a mut f64,)>>;
///
/// #[reversible(adjoint)]
/// fn run(gates: &[Gate], x: &mut f64) {
///     for k in 0..gates.len() {
///         gates[k](x);
///     }
/// }
///
/// let gates: Vec<Gate> = vec![Box::new(triple {}), Box::new(Then(neg {}, triple {}))];
/// assert_eq!(run::gradient(&gates, &mut 5.0), -9.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no adjoint as a function of `{Args}`",
    label = "its gradient would be lost",
    note = "the value `f {{}}` of a function has one if the function is declared with `#[reversible(adjoint)]` and without `#[constant]` parameters",
    note = "a type parameter or trait object that is called in a function with derivatives is declared with `for<'a> ReversibleAdjoint<(&'a mut f64, ...)>`"
)]
pub trait ReversibleAdjoint<Args: Arguments>: Reversible<Args> {
    /// Runs it backwards and carries gradients along.
    fn call_adjoint(&self, args: Args, places: Args::Places<'_>);
    /// Runs it forwards and carries gradients along: the adjoint of `uncall`.
    fn uncall_adjoint(&self, args: Args, places: Args::Places<'_>);
}

/// A function value with a tangent: it can be called in functions with `#[reversible(tangent)]`. The companion of a function with
/// `#[reversible(tangent)]` is one, and so is what is made of them with [`Inverse`] and [`Then`].
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(tangent)]
/// fn add_square(y: &mut f64, x: f64) {
///     *y += x * x;
/// }
///
/// #[reversible(tangent)]
/// fn twice<F: for<'a> ReversibleTangent<(&'a mut f64, f64)>>(f: &F, y: &mut f64, x: f64) {
///     f(y, x);
///     f(y, 3.0 * x);
/// }
///
/// let (mut y, mut y_tan, mut x_tan) = (0.0, 0.0, 1.0);
/// twice::tangent(&add_square {}, Inactive, &mut y, &mut y_tan, 2.0, &mut x_tan);
/// assert_eq!((y, y_tan), (40.0, 40.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tangent as a function of `{Args}`",
    label = "its tangent would be lost",
    note = "the value `f {{}}` of a function has one if the function is declared with `#[reversible(tangent)]` and without `#[constant]` parameters",
    note = "a type parameter or trait object that is called in a function with tangents is declared with `for<'a> ReversibleTangent<(&'a mut f64, ...)>`"
)]
pub trait ReversibleTangent<Args: Arguments>: Reversible<Args> {
    /// Runs it forwards and carries tangents along.
    fn call_tangent(&self, args: Args, places: Args::Places<'_>);
    /// Runs it backwards and carries tangents along.
    fn uncall_tangent(&self, args: Args, places: Args::Places<'_>);
}

/// A function value with an adjoint and a tangent. Every type that has both is one; it is for trait objects, which have one trait.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::gates::{neg, rot};
///
/// type Gate = Box<dyn for<'a> ReversibleDerivatives<(&'a mut f64,)>>;
/// let gate: Gate = Box::new(Then(neg {}, neg {}));
/// let (mut x, x_adj) = (2.5, Cell::new(1.0));
/// gate.call_adjoint((&mut x,), (&x_adj,));
/// gate.call_tangent((&mut x,), (&x_adj,));
/// assert_eq!((x, x_adj.get()), (2.5, 1.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no adjoint and tangent as a function of `{Args}`",
    note = "the value `f {{}}` of a function has both if the function is declared with `#[reversible(adjoint, tangent)]` and without `#[constant]` parameters"
)]
pub trait ReversibleDerivatives<Args: Arguments>: ReversibleAdjoint<Args> + ReversibleTangent<Args> {}

impl<Args: Arguments, F: ReversibleAdjoint<Args> + ReversibleTangent<Args> + ?Sized> ReversibleDerivatives<Args> for F {}

macro_rules! borrowed {
    ($($value:ty),*) => {$(
        impl<Args: Arguments, F: ReversibleAdjoint<Args> + ?Sized> ReversibleAdjoint<Args> for $value {
            #[inline]
            fn call_adjoint(&self, args: Args, places: Args::Places<'_>) {
                (**self).call_adjoint(args, places);
            }

            #[inline]
            fn uncall_adjoint(&self, args: Args, places: Args::Places<'_>) {
                (**self).uncall_adjoint(args, places);
            }
        }

        impl<Args: Arguments, F: ReversibleTangent<Args> + ?Sized> ReversibleTangent<Args> for $value {
            #[inline]
            fn call_tangent(&self, args: Args, places: Args::Places<'_>) {
                (**self).call_tangent(args, places);
            }

            #[inline]
            fn uncall_tangent(&self, args: Args, places: Args::Places<'_>) {
                (**self).uncall_tangent(args, places);
            }
        }
    )*};
}

borrowed!(&F, Box<F>);

impl<Args: Arguments, F: ReversibleAdjoint<Args>> ReversibleAdjoint<Args> for Inverse<F> {
    #[inline]
    fn call_adjoint(&self, args: Args, places: Args::Places<'_>) {
        self.0.uncall_adjoint(args, places);
    }

    #[inline]
    fn uncall_adjoint(&self, args: Args, places: Args::Places<'_>) {
        self.0.call_adjoint(args, places);
    }
}

impl<Args: Arguments, F: ReversibleTangent<Args>> ReversibleTangent<Args> for Inverse<F> {
    #[inline]
    fn call_tangent(&self, args: Args, places: Args::Places<'_>) {
        self.0.uncall_tangent(args, places);
    }

    #[inline]
    fn uncall_tangent(&self, args: Args, places: Args::Places<'_>) {
        self.0.call_tangent(args, places);
    }
}

impl<Args: TwiceAdjoint<F, G>, F: Plain, G: Plain> ReversibleAdjoint<Args> for Then<F, G> {
    #[inline]
    fn call_adjoint(&self, args: Args, places: Args::Places<'_>) {
        args.call_adjoint(places, &self.0, &self.1);
    }

    #[inline]
    fn uncall_adjoint(&self, args: Args, places: Args::Places<'_>) {
        args.uncall_adjoint(places, &self.0, &self.1);
    }
}

impl<Args: TwiceTangent<F, G>, F: Plain, G: Plain> ReversibleTangent<Args> for Then<F, G> {
    #[inline]
    fn call_tangent(&self, args: Args, places: Args::Places<'_>) {
        args.call_tangent(places, &self.0, &self.1);
    }

    #[inline]
    fn uncall_tangent(&self, args: Args, places: Args::Places<'_>) {
        args.uncall_tangent(places, &self.0, &self.1);
    }
}

/// As [`Twice`], with gradients.
#[diagnostic::on_unimplemented(
    message = "`{F}` and `{G}` do not both have adjoints as functions of `{Self}`",
    label = "a gradient would be lost"
)]
pub trait TwiceAdjoint<F, G>: Arguments + Twice<F, G> {
    /// The adjoint of `f`, then `g`.
    fn call_adjoint(self, places: Self::Places<'_>, f: &F, g: &G);
    /// The adjoint of `g` backwards, then `f` backwards.
    fn uncall_adjoint(self, places: Self::Places<'_>, f: &F, g: &G);
}

/// As [`Twice`], with tangents.
#[diagnostic::on_unimplemented(
    message = "`{F}` and `{G}` do not both have tangents as functions of `{Self}`",
    label = "a tangent would be lost"
)]
pub trait TwiceTangent<F, G>: Arguments + Twice<F, G> {
    /// The tangent of `f`, then `g`.
    fn call_tangent(self, places: Self::Places<'_>, f: &F, g: &G);
    /// The tangent of `g` backwards, then `f` backwards.
    fn uncall_tangent(self, places: Self::Places<'_>, f: &F, g: &G);
}

#[diagnostic::do_not_recommend]
impl<Args, F, G> TwiceAdjoint<F, G> for Args
where
    Args: Arguments + Twice<F, G> + for<'l> Lend<'l, Lent: Arguments>,
    for<'l, 'p> <Args as Lend<'l>>::Lent: Arguments<Places<'p> = <Args as Arguments>::Places<'p>>,
    F: for<'l> ReversibleAdjoint<<Args as Lend<'l>>::Lent>,
    G: for<'l> ReversibleAdjoint<<Args as Lend<'l>>::Lent>,
{
    #[inline]
    fn call_adjoint(mut self, places: Self::Places<'_>, f: &F, g: &G) {
        g.call_adjoint(self.lend(), places);
        f.call_adjoint(self.lend(), places);
    }

    #[inline]
    fn uncall_adjoint(mut self, places: Self::Places<'_>, f: &F, g: &G) {
        f.uncall_adjoint(self.lend(), places);
        g.uncall_adjoint(self.lend(), places);
    }
}

#[diagnostic::do_not_recommend]
impl<Args, F, G> TwiceTangent<F, G> for Args
where
    Args: Arguments + Twice<F, G> + for<'l> Lend<'l, Lent: Arguments>,
    for<'l, 'p> <Args as Lend<'l>>::Lent: Arguments<Places<'p> = <Args as Arguments>::Places<'p>>,
    F: for<'l> ReversibleTangent<<Args as Lend<'l>>::Lent>,
    G: for<'l> ReversibleTangent<<Args as Lend<'l>>::Lent>,
{
    #[inline]
    fn call_tangent(mut self, places: Self::Places<'_>, f: &F, g: &G) {
        f.call_tangent(self.lend(), places);
        g.call_tangent(self.lend(), places);
    }

    #[inline]
    fn uncall_tangent(mut self, places: Self::Places<'_>, f: &F, g: &G) {
        g.uncall_tangent(self.lend(), places);
        f.uncall_tangent(self.lend(), places);
    }
}

/// One of the runs that carry several gradients through a function value: with one of the gradients, or between two of them, to have
/// the values again that it starts from.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::{gates::neg, rules::Rules};
/// let (mut x, mut x_adj) = (2.5, Lanes([1.0, 2.0]));
/// for pass in Rules::<Many<2>>::new().passes() {
///     pass.call_adjoint(&neg {}, (&mut x,), (&mut x_adj,));
/// }
/// assert_eq!((x, x_adj), (-2.5, Lanes([-1.0, -2.0])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pass<W> {
    lane: Option<usize>,
    width: PhantomData<W>,
}

impl<W: Width> Rules<W> {
    /// The runs that carry all gradients through a function value. Where there is one gradient there is one run.
    #[inline(always)]
    pub fn passes(self) -> impl Iterator<Item = Pass<W>> {
        let runs = 2 * W::LANES;
        (1..runs).map(|run| Pass { lane: (run % 2 == 1).then_some(run / 2), width: PhantomData })
    }
}

macro_rules! pass {
    ($($doc:literal $name:ident of $function:ident, $between:ident between, $carried:expr;)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name<'s, F, Args, S>(self, f: &F, args: Args, shadows: S)
        where
            F: $function<Args> + ?Sized,
            Args: Arguments,
            S: Shadows<'s, Args, W>,
        {
            match self.lane {
                Some(lane) => shadows.lend(args, lane, $carried, |args, places| f.$name(args, places)),
                None => f.$between(args),
            }
        }
    )*};
}

impl<W: Width> Pass<W> {
    pass! {
        "Runs `f` backwards and carries gradients along."
        call_adjoint of ReversibleAdjoint, call between, Carried::Gradients;
        "Runs `f` forwards and carries gradients along."
        uncall_adjoint of ReversibleAdjoint, uncall between, Carried::Gradients;
        "Runs `f` forwards and carries tangents along."
        call_tangent of ReversibleTangent, uncall between, Carried::Tangents;
        "Runs `f` backwards and carries tangents along."
        uncall_tangent of ReversibleTangent, call between, Carried::Tangents;
    }
}

/// What is carried through a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    /// against the run of the function; what it only reads adds up
    Gradients,
    /// along with the run of the function; what it only reads keeps its own
    Tangents,
}

/// The shadows of the arguments of a function value, a tuple.
pub trait Shadows<'s, Args: Arguments, W: Width> {
    /// Runs a function with places for one of the gradients.
    fn lend(self, args: Args, lane: usize, carried: Carried, run: impl FnOnce(Args, Args::Places<'_>));
}

/// Places for one of the gradients of an argument.
enum Lent<'s, T: Differentiable> {
    /// the shadow's own
    Same(&'s T::Shadow<On<One>>),
    /// others, from which the gradient goes back into the shadow
    Copy(T::Owned<On<One>>),
}

impl<'s, T: Differentiable> Lent<'s, T> {
    #[inline(always)]
    fn new<K: Kind>(value: &T, shadow: &'s T::Shadow<K>, lane: usize, carried: Carried) -> Self {
        if let Some(places) = K::single::<T>(shadow) {
            return Lent::Same(places);
        }
        let copy = value.zero_shadow::<On<One>>();
        // What is only read adds up to a gradient, so that one place may be the shadow of several arguments: each starts from zero.
        if <T::Shadow<K> as Adjoint>::ACTIVE && (T::CHANGES || carried == Carried::Tangents) {
            copy.set(K::Width::lane::<T>(&shadow.get(), lane));
        }
        Lent::Copy(copy)
    }

    #[inline(always)]
    fn places(&self) -> &T::Shadow<On<One>> {
        match self {
            Lent::Same(places) => places,
            Lent::Copy(copy) => copy.borrow(),
        }
    }

    #[inline(always)]
    fn give_back<K: Kind>(self, shadow: &T::Shadow<K>, lane: usize, carried: Carried) {
        let Lent::Copy(copy) = self else { return };
        if !<T::Shadow<K> as Adjoint>::ACTIVE {
            return;
        }
        let gradient = T::into_tangent(copy);
        if T::CHANGES {
            let mut gradients = shadow.get();
            K::Width::set_lane::<T>(&mut gradients, lane, gradient);
            shadow.set(gradients);
        } else if carried == Carried::Gradients {
            let mut gradients: TangentOf<T, K::Width> = Zero::ZERO;
            K::Width::set_lane::<T>(&mut gradients, lane, gradient);
            shadow.add(gradients);
        }
    }
}

macro_rules! arguments {
    ($(($($name:ident $shadow:ident $field:tt)*))*) => {$(
        impl<$($name: Differentiable),*> Arguments for ($($name,)*) {
            type Places<'p> = ($(&'p $name::Shadow<On<One>>,)*);
        }

        #[diagnostic::do_not_recommend]
        impl<'s, Wide: Width, $($name: Differentiable, $shadow: Shadow<'s, $name, Wide>),*> Shadows<'s, ($($name,)*), Wide>
            for ($($shadow,)*)
        {
            #[inline(always)]
            fn lend(
                self,
                args: ($($name,)*),
                lane: usize,
                carried: Carried,
                run: impl for<'p> FnOnce(($($name,)*), ($(&'p $name::Shadow<On<One>>,)*)),
            ) {
                let shadows = ($(self.$field.into_shadow(),)*);
                let lent = ($(Lent::new::<$shadow::Kind>(&args.$field, shadows.$field, lane, carried),)*);
                run(args, ($(lent.$field.places(),)*));
                $(lent.$field.give_back::<$shadow::Kind>(shadows.$field, lane, carried);)*
            }
        }
    )*};
}

arguments! {
    (A SA 0)
    (A SA 0 B SB 1)
    (A SA 0 B SB 1 C SC 2)
    (A SA 0 B SB 1 C SC 2 D SD 3)
    (A SA 0 B SB 1 C SC 2 D SD 3 E SE 4)
    (A SA 0 B SB 1 C SC 2 D SD 3 E SE 4 F SF 5)
    (A SA 0 B SB 1 C SC 2 D SD 3 E SE 4 F SF 5 G SG 6)
    (A SA 0 B SB 1 C SC 2 D SD 3 E SE 4 F SF 5 G SG 6 H SH 7)
}

/// The shadow of a composed function value has the shadows of its parts under the same names.
macro_rules! composed {
    ($($value:ident<$($name:ident $field:tt),*>)*) => {$(
        impl<$($name: Differentiable),*> Differentiable for $value<$($name),*> {
            type Shadow<K: Kind> = ($($name::Owned<K>,)*);
            type Owned<K: Kind> = ($($name::Owned<K>,)*);
            type Tangent<W: Width> = ($($name::Tangent<W>,)*);
            const FIXED: bool = $($name::FIXED)&&*;

            #[inline]
            fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
                ($(self.$field.zero_shadow::<K>(),)*)
            }

            #[inline]
            fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
                <($($name,)*)>::into_tangent(places)
            }

            #[inline]
            fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
                <($($name,)*)>::lane(gradients, lane)
            }

            #[inline]
            fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
                <($($name,)*)>::set_lane(gradients, lane, gradient);
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

composed! {
    Inverse<F 0>
    Then<F 0, G 1>
}
