//! Fixed points, differentiated by the equation that defines them and not by the steps that lead there: from `x = f(x, p)` follows
//! `dx = ∂f/∂x dx + ∂f/∂p dp`. A tangent `dx`, and on the way back the gradient of `f`, is the fixed point of a linear equation with
//! the same slope as the one for `x`, so iterating it converges as that did.

use core::borrow::Borrow;
use core::marker::PhantomData;

use crate::adjoint::{Adjoint, InactivePlace, Kind, On, add, get};
use crate::companion::companion;
use crate::differentiable::{Differentiable, TangentOf};
use crate::function::{DifferentiableFunction, DifferentiableTangent};
use crate::numbers::each;
use crate::shadow::{Direction, Shadow, along};
use crate::width::{Gradient, One, Width};

/// After so many steps there is no hope.
const MOST_STEPS: usize = 100_000;

companion! { fixed_point }

/// The fixed point `x = f(x, p)` to which `f` leads from `start`.
///
/// Its derivative with respect to `p` is that of the implicit function, whatever the way there was: nothing of the way is kept, and the gradient of `start`
/// is zero. Iteration ends when a step changes no number by more than some units in the last place of the largest, or, short of that, when steps
/// no longer get smaller. It panics if it does not come to an end: `f` must contract near the fixed point.
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Kepler's equation for the anomaly of an orbit.
/// #[differentiable(tangent)]
/// fn kepler(x: f64, orbit: [f64; 2]) -> f64 {
///     orbit[0] + orbit[1] * x.sin()
/// }
///
/// #[differentiable(tangent)]
/// fn anomaly(mean: f64, eccentricity: f64) -> f64 {
///     fixed_point(kepler {}, mean, [mean, eccentricity])
/// }
///
/// let (x, (by_mean, by_eccentricity)) = anomaly::value_and_gradient(1.0, 0.5);
/// assert!((x - 0.5 * x.sin() - 1.0).abs() < 1e-14);
/// let slope = 1.0 / (1.0 - 0.5 * x.cos()); // by the implicit function theorem
/// assert!((by_mean - slope).abs() < 1e-12 && (by_eccentricity - slope * x.sin()).abs() < 1e-12);
/// check_gradient!(anomaly(1.0, 0.5));
/// ```
///
/// # Panics
///
/// If there is no end to the iteration, or it leaves the finite numbers.
pub fn fixed_point<X, P, F>(f: F, start: X, p: P) -> X
where
    X: Differentiable + Clone,
    P: Differentiable + Clone,
    F: DifferentiableFunction<(X, P), Output = X>,
{
    let zero = start.zero_shadow::<On<One>>();
    iterate(start, |x| f.call((x.clone(), p.clone())), |x| numbers(&mut x.clone(), zero.borrow()))
}

impl fixed_point {
    /// The value, and a closure that carries a gradient of it back to the parameters.
    pub fn pullback<X, P, F, W: Width, K0: Kind<Width = W>, K1: Kind<Width = W>, K2: Kind<Width = W>>(
        f: F,
        _: PhantomData<K0>,
        start: X,
        _: PhantomData<K1>,
        p: P,
        _: PhantomData<K2>,
    ) -> (X, impl Fn(TangentOf<X, W>, &InactivePlace<K0>, &X::Shadow<K1>, &P::Shadow<K2>))
    where
        X: Differentiable + Clone,
        P: Differentiable + Clone,
        F: DifferentiableFunction<(X, P), Output = X>,
    {
        let x = fixed_point(&f, start, p.clone());
        (x.clone(), move |g, _, _, p_adj| {
            if !<P::Shadow<K2> as Adjoint>::ACTIVE {
                return;
            }
            let (_, back) = f.call_pullback::<On<W>>((x.clone(), p.clone()));
            let pull = |w: &TangentOf<X, W>| {
                let places = (x.clone(), p.clone()).zero_shadow::<On<W>>();
                back(w.clone(), &places);
                places
            };
            let w = iterate(g.clone(), |w| g.clone().plus(get(&pull(w).0)), |w| sizes::<X, W>(&x, w));
            add(p_adj, get(&pull(&w).1));
        })
    }

    /// The value and its tangent, which is itself a fixed point.
    pub fn tangent<'s, X, P, F, W: Width, S0, S1, S2>(
        f: F,
        _: S0,
        start: X,
        _: S1,
        p: P,
        p_tan: S2,
    ) -> (X, TangentOf<X, W>)
    where
        X: Differentiable + Clone,
        P: Differentiable + Clone,
        F: DifferentiableTangent<(X, P), Output = X>,
        S0: Shadow<'s, (), W>,
        S1: Direction<'s, X, W>,
        S2: Direction<'s, P, W>,
    {
        let p_tan = p_tan.into_places();
        let p_tan = get(along::<P, S2::Kind>(&p_tan));
        let x = fixed_point(&f, start, p.clone());
        let push = |x_tan: &TangentOf<X, W>| {
            let places = (x.clone(), p.clone()).zero_shadow::<On<W>>();
            places.set((x_tan.clone(), p_tan.clone()));
            f.call_tangent::<On<W>>((x.clone(), p.clone()), &places).1
        };
        let x_tan = iterate(get(&x.zero_shadow::<On<W>>()), push, |x_tan| sizes::<X, W>(&x, x_tan));
        (x, x_tan)
    }
}

/// Takes steps until they change nothing any more but the last places, or do not get smaller where they are small already.
fn iterate<T: Clone>(start: T, step: impl Fn(&T) -> T, numbers: impl Fn(&T) -> Vec<(f64, f64)>) -> T {
    let (mut x, mut last) = (start, f64::INFINITY);
    let mut before = numbers(&x);
    for _ in 0..MOST_STEPS {
        x = step(&x);
        let after = numbers(&x);
        let largest = after.iter().fold(0.0, |largest: f64, (value, _)| largest.max(value.abs()));
        let epsilon = after.iter().fold(0.0, |epsilon: f64, (_, its)| epsilon.max(*its));
        assert!(
            after.iter().all(|(value, _)| value.is_finite()),
            "the iteration towards a fixed point has left the finite numbers: the function must contract near it"
        );
        let change = before.iter().zip(&after).fold(0.0, |most: f64, ((old, _), (new, _))| most.max((new - old).abs()));
        let settled = change <= 4.0 * epsilon * largest || change <= epsilon.sqrt() * largest && change >= last;
        if before.len() == after.len() && settled {
            return x;
        }
        (before, last) = (after, change);
    }
    panic!("no fixed point was found within {MOST_STEPS} steps: the function must contract near it");
}

/// The numbers of a value, each with the precision of its type.
fn numbers<X: Differentiable>(x: &mut X, zero: &X::Shadow<On<One>>) -> Vec<(f64, f64)> {
    each(x, zero, |number| (number.value, number.epsilon))
}

/// The numbers of gradients, each with the precision of its type.
fn sizes<X: Differentiable + Clone, W: Width>(x: &X, gradient: &TangentOf<X, W>) -> Vec<(f64, f64)> {
    let mut sizes = Vec::new();
    for lane in 0..W::LANES {
        let places = x.zero_shadow::<On<One>>();
        places.set(W::lane::<X>(gradient, lane));
        sizes.extend(each(&mut x.clone(), places.borrow(), |number| (number.gradient, number.epsilon)));
    }
    sizes
}
