//! Forward mode inside of reverse mode: the Jacobian of a function is computed by tangents, several in a run, and is all that is kept
//! for the way back. For a function of few numbers with a long run that is cheaper than a tape.

use core::borrow::Borrow;
use core::marker::PhantomData;

use crate::adjoint::{Adjoint, InactivePlace, Kind, On, add};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::function::DifferentiableTangent;
use crate::numbers::{gradients, set_gradients};
use crate::rules::weigh;
use crate::shadow::{Direction, Shadow};
use crate::width::{Many, One, Width, Zero};

/// So many tangents go through a function in one run.
const LANES: usize = 8;

/// The Jacobian of a function of one argument, by tangents: for each number of the argument, the derivatives of all numbers of the value.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde::custom::Columns;
///
/// #[differentiable(tangent)]
/// fn product(x: [f64; 2]) -> f64 {
///     x[0] * x[1]
/// }
///
/// let x = [2.0, 3.0];
/// let columns = Columns::of(&x, |x_tan| product::tangent(x, x_tan));
/// let x_adj = x.zero_shadow::<On<One>>();
/// columns.pull::<_, f64, On<One>>(&x, &6.0, &1.0, &x_adj);
/// assert_eq!(x_adj.map(|g| g.get()), [3.0, 2.0]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns(Vec<Vec<f64>>);

impl Columns {
    /// Pushes a tangent for each number of `x` through a function.
    pub fn of<X: Differentiable + Clone, Y: Differentiable>(
        x: &X,
        run: impl Fn(&X::Shadow<On<Many<LANES>>>) -> (Y, TangentOf<Y, Many<LANES>>),
    ) -> Self {
        let unit = x.zero_shadow::<On<One>>();
        let count = gradients(&mut x.clone(), unit.borrow()).len();
        let mut columns = Vec::with_capacity(count);
        for block in (0..count).step_by(LANES) {
            let lanes = LANES.min(count - block);
            let mut tangents: TangentOf<X, Many<LANES>> = Zero::ZERO;
            for lane in 0..lanes {
                let unit = x.zero_shadow::<On<One>>();
                set_gradients(&mut x.clone(), unit.borrow(), |k| if k == block + lane { 1.0 } else { 0.0 });
                X::set_lane(&mut tangents, lane, X::into_tangent(unit));
            }
            let places = x.zero_shadow::<On<Many<LANES>>>();
            places.set(tangents);
            let (mut y, pushed) = run(places.borrow());
            for lane in 0..lanes {
                let column = y.zero_shadow::<On<One>>();
                column.set(Y::lane(&pushed, lane));
                columns.push(gradients(&mut y, column.borrow()));
            }
        }
        Columns(columns)
    }

    /// Carries a gradient of the value `y` back to the places of the argument `x`.
    pub fn pull<X: Differentiable + Clone, Y: Differentiable + Clone, K: Kind>(
        &self,
        x: &X,
        y: &Y,
        gradient: &TangentOf<Y, K::Width>,
        x_adj: &X::Shadow<K>,
    ) {
        if !<X::Shadow<K> as Adjoint>::ACTIVE {
            return;
        }
        let mut sum: TangentOf<X, K::Width> = Zero::ZERO;
        for lane in 0..K::Width::LANES {
            let seed = y.zero_shadow::<On<One>>();
            seed.set(K::Width::lane::<Y>(gradient, lane));
            let seed = gradients(&mut y.clone(), seed.borrow());
            let places = x.zero_shadow::<On<One>>();
            set_gradients(&mut x.clone(), places.borrow(), |k| {
                self.0[k].iter().zip(&seed).map(|(partial, g)| weigh(*g, *partial)).sum()
            });
            K::Width::set_lane::<X>(&mut sum, lane, X::into_tangent(places));
        }
        add(x_adj, sum);
    }
}

companion! { forward_mode }

/// The value `f(x)`, whose derivative is computed by tangents, along with the value, also in reverse mode.
///
/// That keeps one number for each pair of numbers of `x` and of the value, however long `f` runs. `#[differentiable(forward)]` makes it the choice of
/// a function for all its calls; it also takes several arguments, and references.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable(tangent)]
/// fn decay(x: [f64; 2]) -> f64 {
///     let mut y = x[0];
///     for _ in 0..1000 {
///         y -= 0.001 * x[1] * y * y; // kept for reverse mode, not for forward mode
///     }
///     y
/// }
///
/// #[differentiable]
/// fn loss(w: &[f64]) -> f64 {
///     let mut sum = 0.0;
///     for i in 0..w.len() {
///         sum += forward_mode(decay {}, [w[i], 0.5]) * w[i];
///     }
///     sum
/// }
///
/// check_gradient!(reverse loss(&[0.5, 1.0, 2.0]));
/// ```
#[inline]
pub fn forward_mode<X: Differentiable, F: DifferentiableTangent<(X,)>>(f: F, x: X) -> F::Output {
    f.call((x,))
}

impl forward_mode {
    /// The value, and a closure that carries a gradient of it back by the Jacobian.
    pub fn pullback<X, F, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>>(
        f: F,
        _: PhantomData<K0>,
        x: X,
        _: PhantomData<K1>,
    ) -> (F::Output, impl Fn(TangentOf<F::Output, W>, &InactivePlace<K0>, &X::Shadow<K1>))
    where
        X: Differentiable + Clone,
        F: DifferentiableTangent<(X,)>,
        F::Output: Clone,
    {
        let mut columns = Columns::default();
        if <X::Shadow<K1> as Adjoint>::ACTIVE {
            columns = Columns::of(&x, |x_tan| super::push(&f, x.clone(), x_tan));
        }
        let value = f.call((x.clone(),));
        let shape = value.clone();
        (value, move |g, _, x_adj| columns.pull::<X, F::Output, K1>(&x, &shape, &g, x_adj))
    }

    /// The value and its tangent.
    #[inline]
    pub fn tangent<'s, X, F, W: Width, S0, S1>(f: F, _: S0, x: X, x_tan: S1) -> (F::Output, TangentOf<F::Output, W>)
    where
        X: Differentiable,
        F: DifferentiableTangent<(X,)>,
        S0: Shadow<'s, (), W>,
        S1: Direction<'s, X, W>,
    {
        super::push(&f, x, x_tan)
    }
}
