//! What is checked, seen as a function from a list of numbers to a list of numbers with derivatives in both modes. A reversible function
//! leads from all its arguments to all its arguments, an ordinary one from its arguments to its value.

use super::failure::Failure;
use crate::adjoint::{Adjoint, On};
use crate::checks::{Mismatch, Restored};
use crate::differentiable::{Differentiable, TangentOf};
use crate::numbers::{Number, Step, Visitor};
use crate::width::One;

/// An argument as it was written, and whether it is varied.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// its text
    pub text: &'static str,
    /// false behind `const`
    pub active: bool,
}

/// A function of numbers.
pub(super) trait Subject {
    /// The names of the numbers that go in.
    fn inputs(&self) -> Result<Numbers, Failure>;
    /// The numbers that come out at `step` steps in a direction.
    fn run(&self, step: f64, direction: &[f64]) -> Result<Numbers, Failure>;
    /// Their change in a direction, by forward mode if it is there.
    fn push(&self, direction: &[f64]) -> Result<Option<Vec<f64>>, Failure>;
    /// The gradient of their weighted sum, by reverse mode.
    fn pull(&self, weights: &[f64]) -> Result<Vec<f64>, Failure>;
    /// Calls `between` before and after a plain run, and before and after a run of reverse mode, which must not allocate.
    fn observe(&self, between: &mut dyn FnMut());
    /// Whether reverse mode may save anything.
    fn may_save(&self) -> bool;
}

/// Numbers with their names.
#[derive(Default)]
pub(super) struct Numbers {
    pub names: Vec<String>,
    pub values: Vec<f64>,
    pub epsilon: f64,
}

type Places<T> = <T as Differentiable>::Owned<On<One>>;

/// A run of a reversible function with shadows.
type Shaded<'f, A> = &'f dyn Fn(&mut A, &Places<A>);

/// A pullback there, and back as often as asked.
type Pullback<'f, A, R> = &'f dyn Fn(&A, &TangentOf<R, One>, &Places<A>, usize) -> R;

/// A run of an ordinary function with tangents.
type Tangent<'f, A, R> = &'f dyn Fn(&A, &Places<A>) -> (R, TangentOf<R, One>);

/// Shows the active numbers of the arguments, and answers with a type that does not show its own.
fn visit<A: Differentiable>(
    args: &mut A,
    places: &Places<A>,
    list: &[Argument],
    see: &mut dyn FnMut(&dyn Fn() -> String, Number) -> Number,
) -> Option<&'static str> {
    let active = |path: &[Step]| matches!(path.first(), Some(Step::Part(k)) if list[*k].active);
    let mut see = |path: &[Step], number| match path.split_first() {
        Some((Step::Part(k), rest)) if list[*k].active => see(&|| name(list[*k].text, rest), number),
        _ => number,
    };
    let mut visitor = Visitor::new(&mut see);
    args.visit(core::borrow::Borrow::borrow(places), &mut visitor);
    visitor.hidden().iter().find(|(path, _)| active(path)).map(|(_, ty)| *ty)
}

fn name(text: &str, path: &[Step]) -> String {
    path.iter().fold(text.to_string(), |name, step| format!("{name}{step}"))
}

/// The active numbers of the arguments.
fn numbers<A: Differentiable>(args: &mut A, list: &[Argument]) -> Result<Numbers, Failure> {
    let (mut found, places) = (Numbers::default(), args.zero_shadow());
    let hidden = visit(args, &places, list, &mut |name, number| {
        found.names.push(name());
        found.values.push(number.value);
        found.epsilon = found.epsilon.max(number.epsilon);
        number
    });
    hidden.map_or(Ok(found), |ty| Err(Failure::Hidden { ty }))
}

fn shift<A: Differentiable>(args: &mut A, list: &[Argument], step: f64, direction: &[f64]) {
    let (places, mut along) = (args.zero_shadow(), direction.iter());
    visit(args, &places, list, &mut |_, n| Number { value: n.value + step * along.next().unwrap_or(&0.0), ..n });
}

/// Places beside `args` that hold `gradients`.
fn filled<A: Differentiable>(args: &mut A, list: &[Argument], gradients: &[f64]) -> Places<A> {
    let (places, mut along) = (args.zero_shadow(), gradients.iter());
    visit(args, &places, list, &mut |_, n| Number { gradient: *along.next().unwrap_or(&0.0), ..n });
    places
}

fn gradients<A: Differentiable>(args: &mut A, list: &[Argument], places: &Places<A>) -> Vec<f64> {
    let mut found = Vec::new();
    visit(args, places, list, &mut |_, n| {
        found.push(n.gradient);
        n
    });
    found
}

/// The difference between arguments, with the name of the argument in place of its number.
pub(super) fn difference<A: Restored>(found: &A, expected: &A, list: &[Argument]) -> Option<(String, String, String)> {
    let held = found.magnitude().max(expected.magnitude());
    let Mismatch { path, expected, found } = found.mismatch(expected, held)?;
    let digits = path[1..].find(|c: char| !c.is_ascii_digit()).map_or(path.len(), |end| end + 1);
    let argument = path[1..digits].parse().ok().and_then(|k: usize| list.get(k));
    let place = argument.map_or_else(|| path.clone(), |argument| format!("{}{}", argument.text, &path[digits..]));
    Some((place, expected, found))
}

/// A reversible function with its arguments.
pub struct Reversible<'f, A: Differentiable> {
    /// the arguments as they were written
    pub list: &'f [Argument],
    /// the arguments
    pub args: A,
    /// runs the function
    pub forward: &'f dyn Fn(&mut A),
    /// runs its adjoint
    pub adjoint: Shaded<'f, A>,
    /// runs its tangent
    pub tangent: Option<Shaded<'f, A>>,
}

impl<A: Differentiable + Clone> Reversible<'_, A> {
    fn after(&self) -> A {
        let mut args = self.args.clone();
        (self.forward)(&mut args);
        args
    }
}

impl<A: Differentiable + Clone> Subject for Reversible<'_, A> {
    fn inputs(&self) -> Result<Numbers, Failure> {
        numbers(&mut self.args.clone(), self.list)
    }

    fn run(&self, step: f64, direction: &[f64]) -> Result<Numbers, Failure> {
        let mut args = self.args.clone();
        shift(&mut args, self.list, step, direction);
        (self.forward)(&mut args);
        let after = numbers(&mut args, self.list)?;
        if after.values.len() == direction.len() {
            return Ok(after);
        }
        Err(Failure::Shape { before: direction.len(), after: after.values.len() })
    }

    fn push(&self, direction: &[f64]) -> Result<Option<Vec<f64>>, Failure> {
        let Some(tangent) = self.tangent else { return Ok(None) };
        let mut args = self.args.clone();
        let places = filled(&mut args, self.list, direction);
        tangent(&mut args, &places);
        if let Some((place, expected, found)) = difference(&args, &self.after(), self.list) {
            return Err(Failure::Value { by: "tangent", place, expected, found });
        }
        Ok(Some(gradients(&mut args, self.list, &places)))
    }

    fn pull(&self, weights: &[f64]) -> Result<Vec<f64>, Failure> {
        let mut args = self.after();
        let places = filled(&mut args, self.list, weights);
        (self.adjoint)(&mut args, &places);
        if let Some((place, expected, found)) = difference(&args, &self.args, self.list) {
            return Err(Failure::NotRestored { by: "adjoint", place, expected, found });
        }
        Ok(gradients(&mut args, self.list, &places))
    }

    fn observe(&self, between: &mut dyn FnMut()) {
        let mut args = self.args.clone();
        let places = args.zero_shadow();
        between();
        (self.forward)(&mut args);
        between();
        (self.adjoint)(&mut args, &places);
        between();
    }

    fn may_save(&self) -> bool {
        false
    }
}

/// An ordinary function with its arguments.
pub struct Ordinary<'f, A: Differentiable, R: Differentiable> {
    /// the arguments as they were written
    pub list: &'f [Argument],
    /// the arguments
    pub args: A,
    /// runs the function
    pub forward: &'f dyn Fn(&A) -> R,
    /// runs its pullback there, and back as often as asked
    pub pullback: Pullback<'f, A, R>,
    /// runs its tangent
    pub tangent: Option<Tangent<'f, A, R>>,
}

/// The value of an ordinary function is an argument of the checks like any other.
const VALUE: &[Argument] = &[Argument { text: "value", active: true }];

impl<A: Differentiable + Clone, R: Differentiable + Clone> Ordinary<'_, A, R> {
    fn compare(&self, by: &'static str, found: R) -> Result<(R,), Failure> {
        let (expected, found) = (((self.forward)(&self.args),), (found,));
        match difference(&found, &expected, VALUE) {
            Some((place, expected, found)) => Err(Failure::Value { by, place, expected, found }),
            None => Ok(found),
        }
    }
}

impl<A: Differentiable + Clone, R: Differentiable + Clone> Subject for Ordinary<'_, A, R> {
    fn inputs(&self) -> Result<Numbers, Failure> {
        numbers(&mut self.args.clone(), self.list)
    }

    fn run(&self, step: f64, direction: &[f64]) -> Result<Numbers, Failure> {
        let mut args = self.args.clone();
        shift(&mut args, self.list, step, direction);
        numbers(&mut ((self.forward)(&args),), VALUE)
    }

    fn push(&self, direction: &[f64]) -> Result<Option<Vec<f64>>, Failure> {
        let Some(tangent) = self.tangent else { return Ok(None) };
        let places = filled(&mut self.args.clone(), self.list, direction);
        let (value, change) = tangent(&self.args, &places);
        let mut value = self.compare("tangent", value)?;
        let places = value.zero_shadow();
        Adjoint::set(&places, (change,));
        Ok(Some(gradients(&mut value, VALUE, &places)))
    }

    fn pull(&self, weights: &[f64]) -> Result<Vec<f64>, Failure> {
        let mut value = ((self.forward)(&self.args),);
        let (seed,) = Adjoint::get(&filled(&mut value, VALUE, weights));
        let mut args = self.args.clone();
        let (once, twice) = (args.zero_shadow(), args.zero_shadow());
        self.compare("pullback", (self.pullback)(&self.args, &seed, &once, 1))?;
        (self.pullback)(&self.args, &seed, &twice, 2);
        let (once, twice) = (gradients(&mut args, self.list, &once), gradients(&mut args, self.list, &twice));
        let names = self.inputs()?.names;
        // What cancels to zero has the rounding of its terms.
        let rounding = 1e-12 * once.iter().fold(0.0, |largest: f64, g| largest.max(g.abs()));
        for ((place, &first), &sum) in names.into_iter().zip(&once).zip(&twice) {
            let second = sum - first;
            if (second - first).abs() > 1e-6 * first.abs() + rounding {
                return Err(Failure::SecondCall { place, first, second });
            }
        }
        Ok(once)
    }

    fn observe(&self, between: &mut dyn FnMut()) {
        let weights = vec![1.0; numbers(&mut ((self.forward)(&self.args),), VALUE).map_or(0, |it| it.values.len())];
        let mut value = ((self.forward)(&self.args),);
        let (seed,) = Adjoint::get(&filled(&mut value, VALUE, &weights));
        let places = self.args.zero_shadow();
        between();
        (self.forward)(&self.args);
        between();
        (self.pullback)(&self.args, &seed, &places, 1);
        between();
    }

    fn may_save(&self) -> bool {
        true
    }
}
