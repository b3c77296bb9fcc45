//! The ways to compute something: ours, by hand, and by tools that have numbers of their own.

use crate::limits::Choice;
use crate::measure::{self, After, Way, What, bytes_kept};
use crate::programs::Program;
use crate::tools::{AdTrait, EchidnaBytecode, EchidnaTape, NumDual, ReverseCrate, Tool};
use num_complex::Complex;
use retrograde::Workspace;
use retrograde_gradbench::modules::{ba, ht};

pub const REVERSIBLE: &str = "Retrograde, reversible";
pub const ORDINARY: &str = "Retrograde, ordinary";
pub const BY_HAND: &str = "by hand";

/// A computation into a result of any type.
pub fn way<'c, R: 'c>(
    tool: &'static str,
    what: What,
    result: R,
    run: impl FnMut(&mut R) + 'c,
    numbers: impl Fn(&R) -> Vec<f64> + 'c,
) -> Way<'c> {
    Way { tool, what, keeps: tool != REVERSIBLE, prepared: 0, run: Box::new(measure::Into { result, run, numbers }) }
}

/// A gradient in a list.
pub fn gradient<'c>(tool: &'static str, run: impl FnMut(&mut Vec<f64>) + 'c) -> Way<'c> {
    way(tool, What::Gradient, Vec::new(), run, Vec::clone)
}

/// A value.
pub fn primal<'c, R: Default + Clone + Into<Values> + 'c>(tool: &'static str, run: impl FnMut(&mut R) + 'c) -> Way<'c> {
    way(tool, What::Primal, R::default(), run, |value| value.clone().into().0)
}

/// The numbers of a value.
pub struct Values(Vec<f64>);

impl From<f64> for Values {
    fn from(value: f64) -> Self {
        Values(vec![value])
    }
}

impl From<ht::Errors> for Values {
    fn from(errors: ht::Errors) -> Self {
        Values(errors.0.into_flattened())
    }
}

impl From<ba::Errors> for Values {
    fn from(errors: ba::Errors) -> Self {
        Values([errors.reprojection.as_flattened(), &errors.weight].concat())
    }
}

impl From<Vec<Complex<f64>>> for Values {
    fn from(numbers: Vec<Complex<f64>>) -> Self {
        Values(numbers.iter().flat_map(|x| [x.re, x.im]).collect())
    }
}

/// A value that is taken away again, as often as one likes, as it was added.
pub fn inverse<'c, R: 'c>(result: R, run: impl FnMut(&mut R) + 'c) -> Way<'c> {
    way(REVERSIBLE, What::Inverse, result, run, |_| Vec::new())
}

/// A computation of the reversible version that needs another one before it each time, which is not timed.
pub fn after<'c, R: 'c>(
    what: What,
    state: R,
    before: impl FnMut(&mut R) + 'c,
    run: impl FnMut(&mut R) + 'c,
    numbers: impl Fn(&R) -> Vec<f64> + 'c,
) -> Way<'c> {
    Way { tool: REVERSIBLE, what, keeps: false, prepared: 0, run: Box::new(After { state, before, run, numbers }) }
}

/// Runs with tapes whose memory is used again.
pub fn taped<R>(mut run: impl FnMut(&mut R)) -> impl FnMut(&mut R) {
    let mut workspace = Workspace::new();
    move |result| workspace.run(|| run(result))
}

/// The gradients by all tools that compute with numbers of their own. `calls` says where the program is differentiated, all in one run.
pub fn peers<'c, P: Program>(choice: &Choice, program: &'c P, calls: &'c [Vec<f64>]) -> Vec<Way<'c>> {
    fn one<'c, T: Tool, P: Program>(choice: &Choice, program: &'c P, calls: &'c [Vec<f64>], ways: &mut Vec<Way<'c>>) {
        if !choice.takes(T::NAME) || !T::is_for(program) {
            return;
        }
        let (mut tool, prepared) = bytes_kept(|| T::prepare(program));
        let way = gradient(T::NAME, move |out| {
            out.clear();
            calls.iter().for_each(|x| T::jacobian(&mut tool, program, x, out));
        });
        ways.push(Way { prepared, ..way });
    }
    let mut ways = Vec::new();
    one::<EchidnaTape, P>(choice, program, calls, &mut ways);
    one::<EchidnaBytecode, P>(choice, program, calls, &mut ways);
    one::<AdTrait, P>(choice, program, calls, &mut ways);
    one::<ReverseCrate, P>(choice, program, calls, &mut ways);
    one::<NumDual, P>(choice, program, calls, &mut ways);
    ways
}
