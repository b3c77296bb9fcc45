//! The tools, and how each computes a Jacobian: as its documentation says, in the fastest of the ways it has.

use crate::number::Number;
use crate::programs::Program;
use ad_trait::reverse_ad::adr::{GlobalComputationGraph, adr};
use echidna::{BReverse, BytecodeTape, Reverse, Scalar};
use num_dual::{Derivative, DualNum, DualSVec64};
use num_traits::Float;

/// A tool that computes with numbers of its own.
pub trait Tool {
    /// What the report calls it.
    const NAME: &'static str;
    /// What it makes of a program beforehand.
    type Prepared: 'static;

    /// Whether it is of use for a program.
    fn is_for<P: Program>(_: &P) -> bool {
        true
    }

    /// Looks at a program, which is not timed.
    fn prepare<P: Program>(program: &P) -> Self::Prepared;

    /// The derivatives of all values, each by all active inputs.
    fn jacobian<P: Program>(prepared: &mut Self::Prepared, program: &P, x: &[f64], out: &mut Vec<f64>);
}

macro_rules! number {
    ([$($life:lifetime)?] $type:ty, $like:expr, $value:expr, $plus:expr, $times:expr, $through:ident) => {
        impl$(<$life>)? Number for $type {
            fn like(&self, value: f64) -> Self {
                let like: fn(&Self, f64) -> Self = $like;
                like(self, value)
            }
            fn value(&self) -> f64 {
                let value: fn(&Self) -> f64 = $value;
                value(self)
            }
            fn plus(self, constant: f64) -> Self {
                let plus: fn(Self, f64) -> Self = $plus;
                plus(self, constant)
            }
            fn times(self, constant: f64) -> Self {
                let times: fn(Self, f64) -> Self = $times;
                times(self, constant)
            }
            number!(@ $through: exp, ln, sqrt, sin, cos, tanh);
        }
    };
    (@ Float: $($f:ident),*) => { $(fn $f(self) -> Self { Float::$f(self) })* };
    (@ DualNum: $($f:ident),*) => { $(fn $f(self) -> Self { DualNum::$f(&self) })* };
    (@ Var: $($f:ident),*) => { $(fn $f(self) -> Self { reverse::Var::$f(&self) })* };
    (@ AD: $($f:ident),*) => { $(fn $f(self) -> Self { simba::scalar::ComplexField::$f(self) })* };
}

number!([] f64, |_, v| v, |x| *x, |x, c| x + c, |x, c| x * c, Float);
number!([] Reverse<f64>, |_, v| v.into(), |x| Scalar::value(x), |x, c| x + c, |x, c| x * c, Float);
number!([] BReverse<f64>, |_, v| v.into(), |x| Scalar::value(x), |x, c| x + c, |x, c| x * c, Float);
number!([] adr, |_, v| <adr as ad_trait::AD>::constant(v), |x| x.value(), |x, c| x + <adr as ad_trait::AD>::constant(c), |x, c| x * <adr as ad_trait::AD>::constant(c), AD);
number!(['t] reverse::Var<'t>, |x, v| x.tape.add_var(v), |x| x.val, |x, c| x + c, |x, c| x * c, Var);
number!([] DualSVec64<LANES>, |_, v| v.into(), |x| x.re, |x, c| x + c, |x, c| x * c, DualNum);

/// Whether there are fewer columns than rows in the Jacobian.
fn forwards<P: Program>(program: &P) -> bool {
    program.active() < program.run(&program.inputs()).len()
}

/// echidna, recording each run.
pub struct EchidnaTape;

impl Tool for EchidnaTape {
    const NAME: &'static str = "echidna, tape";
    type Prepared = usize;

    /// It would record again for each value.
    fn is_for<P: Program>(program: &P) -> bool {
        !forwards(program)
    }

    fn prepare<P: Program>(program: &P) -> usize {
        program.run(&program.inputs()).len()
    }

    fn jacobian<P: Program>(outputs: &mut usize, program: &P, x: &[f64], out: &mut Vec<f64>) {
        for k in 0..*outputs {
            let gradient = echidna::grad(|x| program.run(x).swap_remove(k), x);
            out.extend_from_slice(&gradient[..program.active()]);
        }
    }
}

/// echidna, recording once.
pub struct EchidnaBytecode;

impl Tool for EchidnaBytecode {
    const NAME: &'static str = "echidna, bytecode";
    /// One for all values, or one for each.
    type Prepared = (Option<BytecodeTape<f64>>, Vec<BytecodeTape<f64>>, Vec<f64>);

    fn prepare<P: Program>(program: &P) -> Self::Prepared {
        let x = program.inputs();
        if forwards(program) {
            return (Some(echidna::record_multi(|x| program.run(x), &x).0), Vec::new(), Vec::new());
        }
        let record = |k| echidna::record(|x| program.run(x).swap_remove(k), &x).0;
        (None, (0..program.run(&x).len()).map(record).collect(), Vec::new())
    }

    fn jacobian<P: Program>((all, tapes, buffer): &mut Self::Prepared, program: &P, x: &[f64], out: &mut Vec<f64>) {
        for row in all.iter().flat_map(|tape| tape.jacobian_forward(x)) {
            out.extend_from_slice(&row[..program.active()]);
        }
        for tape in tapes {
            out.extend_from_slice(&tape.gradient_with_buf(x, buffer)[..program.active()]);
        }
    }
}

/// `ad_trait`, backwards.
pub struct AdTrait;

impl Tool for AdTrait {
    const NAME: &'static str = "ad_trait";
    type Prepared = ();

    fn prepare<P: Program>(_: &P) {}

    fn jacobian<P: Program>((): &mut (), program: &P, x: &[f64], out: &mut Vec<f64>) {
        GlobalComputationGraph::get().reset();
        let x: Vec<adr> = x.iter().map(|x| adr::new_variable(*x, false)).collect();
        for value in program.run(&x) {
            let gradient = value.get_backwards_mode_grad();
            out.extend(x[..program.active()].iter().map(|x| gradient.wrt(x)));
        }
    }
}

/// reverse.
pub struct ReverseCrate;

impl Tool for ReverseCrate {
    const NAME: &'static str = "reverse";
    type Prepared = reverse::Tape;

    fn prepare<P: Program>(_: &P) -> reverse::Tape {
        reverse::Tape::new()
    }

    fn jacobian<P: Program>(tape: &mut reverse::Tape, program: &P, x: &[f64], out: &mut Vec<f64>) {
        use reverse::Gradient;
        tape.clear();
        let x = tape.add_vars(x);
        for value in program.run(&x) {
            let gradient = value.grad();
            out.extend(x[..program.active()].iter().map(|x| gradient.wrt(x)));
        }
    }
}

/// How many tangents travel at once.
const LANES: usize = 8;

/// num-dual: forwards, some inputs at a time.
pub struct NumDual;

impl Tool for NumDual {
    const NAME: &'static str = "num-dual";
    type Prepared = usize;

    /// More inputs take too long.
    fn is_for<P: Program>(program: &P) -> bool {
        program.active() <= 256
    }

    fn prepare<P: Program>(program: &P) -> usize {
        program.run(&program.inputs()).len()
    }

    fn jacobian<P: Program>(outputs: &mut usize, program: &P, x: &[f64], out: &mut Vec<f64>) {
        let (first, active) = (out.len(), program.active());
        out.resize(first + *outputs * active, 0.0);
        let mut x: Vec<DualSVec64<LANES>> = x.iter().map(|x| (*x).into()).collect();
        for start in (0..active).step_by(LANES) {
            let inputs = start..active.min(start + LANES);
            for i in inputs.clone() {
                let mut eps = nalgebra::SVector::<f64, LANES>::zeros();
                eps[i - start] = 1.0;
                x[i].eps = Derivative::some(eps);
            }
            for (k, value) in program.run(&x).into_iter().enumerate() {
                if let Some(eps) = value.eps.0 {
                    for i in inputs.clone() {
                        out[first + k * active + i] = eps[i - start];
                    }
                }
            }
            for i in inputs {
                x[i].eps = Derivative::none();
            }
        }
    }
}
