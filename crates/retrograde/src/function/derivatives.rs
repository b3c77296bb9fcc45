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
/// `#[reversible(adjoint)]` is one, and so is what is made of them with [`Then`]. The gradient is that of the
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
}

/// A function value whose inverse has an adjoint as well: a function with `#[reversible(adjoint)]` may run it backwards, and [`Inverse`] of it
/// is a [`ReversibleAdjoint`]. The companion of a function with `#[reversible(inverse_adjoint)]` is one.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(inverse_adjoint)]
/// fn triple(x: &mut f64) {
///     *x *= 3.0;
/// }
///
/// let (mut x, x_adj) = (6.0, Cell::new(1.0));
/// Inverse(triple {}).call_adjoint((&mut x,), (&x_adj,));
/// assert_eq!((x, x_adj.get()), (18.0, 1.0 / 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "the inverse of `{Self}` has no adjoint as a function of `{Args}`",
    label = "its gradient would be lost",
    note = "the value `f {{}}` of a function has one if the function is declared with `#[reversible(inverse_adjoint)]` and without `#[constant]` parameters",
    note = "a type parameter or trait object that a function with derivatives runs backwards is declared with `for<'a> InverseAdjoint<(&'a mut f64, ...)>`"
)]
pub trait InverseAdjoint<Args: Arguments>: ReversibleAdjoint<Args> {
    /// Runs it forwards and carries gradients along: the adjoint of `uncall`.
    fn uncall_adjoint(&self, args: Args, places: Args::Places<'_>);
}

/// A function value with a tangent: it can be called in functions with `#[reversible(tangent)]`. The companion of a function with
/// `#[reversible(tangent)]` is one, and so is what is made of them with [`Then`].
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
}

/// A function value whose inverse has a tangent as well: a function with `#[reversible(tangent)]` may run it backwards, and [`Inverse`] of it
/// is a [`ReversibleTangent`]. The companion of a function with `#[reversible(inverse_tangent)]` is one.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[reversible(inverse_tangent)]
/// fn triple(x: &mut f64) {
///     *x *= 3.0;
/// }
///
/// let (mut x, x_tan) = (6.0, Cell::new(1.0));
/// Inverse(triple {}).call_tangent((&mut x,), (&x_tan,));
/// assert_eq!((x, x_tan.get()), (2.0, 1.0 / 3.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "the inverse of `{Self}` has no tangent as a function of `{Args}`",
    label = "its tangent would be lost",
    note = "the value `f {{}}` of a function has one if the function is declared with `#[reversible(inverse_tangent)]` and without `#[constant]` parameters",
    note = "a type parameter or trait object that a function with tangents runs backwards is declared with `for<'a> InverseTangent<(&'a mut f64, ...)>`"
)]
pub trait InverseTangent<Args: Arguments>: ReversibleTangent<Args> {
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
    ($($value:ty: $($of:ident $method:ident),*;)*) => {$($(
        impl<Args: Arguments, F: $of<Args> + ?Sized> $of<Args> for $value {
            #[inline]
            fn $method(&self, args: Args, places: Args::Places<'_>) {
                (**self).$method(args, places);
            }
        }
    )*)*};
}

borrowed! {
    &F: ReversibleAdjoint call_adjoint, InverseAdjoint uncall_adjoint, ReversibleTangent call_tangent, InverseTangent uncall_tangent;
    Box<F>: ReversibleAdjoint call_adjoint, InverseAdjoint uncall_adjoint, ReversibleTangent call_tangent, InverseTangent uncall_tangent;
}

/// One way and the other exchanged. Both ways ask for the derivative of the inverse.
macro_rules! turned_around {
    ($($of:ident $method:ident as $other:ident where $bound:ident;)*) => {$(
        impl<Args: Arguments, F: $bound<Args>> $of<Args> for Inverse<F> {
            #[inline]
            fn $method(&self, args: Args, places: Args::Places<'_>) {
                self.0.$other(args, places);
            }
        }
    )*};
}

turned_around! {
    ReversibleAdjoint call_adjoint as uncall_adjoint where InverseAdjoint;
    InverseAdjoint uncall_adjoint as call_adjoint where InverseAdjoint;
    ReversibleTangent call_tangent as uncall_tangent where InverseTangent;
    InverseTangent uncall_tangent as call_tangent where InverseTangent;
}

/// One function and then another, in the order in which the derivative runs them.
macro_rules! twice {
    ($(
        $(#[$of_both:meta])*
        $twice:ident: $base:ident, $of:ident $method:ident runs $first:tt $second:tt;
    )*) => {$(
        $(#[$of_both])*
        pub trait $twice<F, G>: Arguments + $base<F, G> {
            /// Runs both.
            fn $method(self, places: Self::Places<'_>, f: &F, g: &G);
        }

        #[diagnostic::do_not_recommend]
        impl<Args, F, G> $twice<F, G> for Args
        where
            Args: Arguments + $base<F, G> + for<'l> Lend<'l, Lent: Arguments>,
            for<'l, 'p> <Args as Lend<'l>>::Lent: Arguments<Places<'p> = <Args as Arguments>::Places<'p>>,
            F: for<'l> $of<<Args as Lend<'l>>::Lent>,
            G: for<'l> $of<<Args as Lend<'l>>::Lent>,
        {
            #[inline]
            fn $method(mut self, places: Self::Places<'_>, f: &F, g: &G) {
                let both = (f, g);
                both.$first.$method(self.lend(), places);
                both.$second.$method(self.lend(), places);
            }
        }

        impl<Args: $twice<F, G>, F: Plain, G: Plain> $of<Args> for Then<F, G> {
            #[inline]
            fn $method(&self, args: Args, places: Args::Places<'_>) {
                args.$method(places, &self.0, &self.1);
            }
        }
    )*};
}

twice! {
    /// As [`Twice`], with gradients.
    #[diagnostic::on_unimplemented(
        message = "`{F}` and `{G}` do not both have adjoints as functions of `{Self}`",
        label = "a gradient would be lost"
    )]
    TwiceAdjoint: Twice, ReversibleAdjoint call_adjoint runs 1 0;
    /// As [`Twice`] backwards, with gradients.
    #[diagnostic::on_unimplemented(
        message = "the inverses of `{F}` and `{G}` do not both have adjoints as functions of `{Self}`",
        label = "a gradient would be lost"
    )]
    TwiceInverseAdjoint: TwiceAdjoint, InverseAdjoint uncall_adjoint runs 0 1;
    /// As [`Twice`], with tangents.
    #[diagnostic::on_unimplemented(
        message = "`{F}` and `{G}` do not both have tangents as functions of `{Self}`",
        label = "a tangent would be lost"
    )]
    TwiceTangent: Twice, ReversibleTangent call_tangent runs 0 1;
    /// As [`Twice`] backwards, with tangents.
    #[diagnostic::on_unimplemented(
        message = "the inverses of `{F}` and `{G}` do not both have tangents as functions of `{Self}`",
        label = "a tangent would be lost"
    )]
    TwiceInverseTangent: TwiceTangent, InverseTangent uncall_tangent runs 1 0;
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
        uncall_adjoint of InverseAdjoint, uncall between, Carried::Gradients;
        "Runs `f` forwards and carries tangents along."
        call_tangent of ReversibleTangent, uncall between, Carried::Tangents;
        "Runs `f` backwards and carries tangents along."
        uncall_tangent of InverseTangent, call between, Carried::Tangents;
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
