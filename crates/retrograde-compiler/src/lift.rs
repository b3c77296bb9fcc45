//! Closures that are arguments get the derivative that the call they are passed to asks for. A pass of its own, after the transforms, which
//! leave closures as they are.

use crate::check;
use crate::error::Errors;
use crate::ir::{Code, Derived, Expr, Function, FunctionValue, Lifted, Stmt, Taped};
use crate::liveness::{optimise_run, optimise_taped};
use crate::tables::Tables;
use crate::{tangent, tape, tape_layout};
use std::rc::Rc;

/// Both runs of a function with the derivatives of its closures.
#[must_use]
pub fn taped(mut taped: Taped, errors: &Errors) -> Taped {
    statements(&mut taped.forward, errors);
    statements(&mut taped.backward, errors);
    taped
}

/// A derived function with the derivatives of its closures.
#[must_use]
pub fn function(mut function: Function, errors: &Errors) -> Function {
    statements(&mut function.body, errors);
    function
}

fn statements(stmts: &mut [Stmt], errors: &Errors) {
    for stmt in stmts {
        match stmt {
            Stmt::LetCall { args, site: Some(_), .. } => args.iter_mut().for_each(|arg| derive(arg, pulled, errors)),
            Stmt::LetTangent { args, .. } => args.iter_mut().for_each(|arg| derive(arg, pushed, errors)),
            Stmt::Forget { slice, .. } => statements(slice, errors),
            other => other.blocks_mut().iter_mut().for_each(|block| statements(block, errors)),
        }
    }
}

fn derive(arg: &mut Expr, derivative: fn(&Function, &Errors) -> Derived, errors: &Errors) {
    let Expr::Function(value) = arg else { return };
    let Code::Closure(lifted) = &value.code else { return };
    if !matches!(lifted.derived, Derived::Nothing) {
        return;
    }
    let mut function = lifted.function.clone();
    check::check(&mut function, errors);
    let derived = derivative(&function, errors);
    let code = Code::Closure(Rc::new(Lifted { function, captured: lifted.captured, derived }));
    *arg = Expr::Function(Rc::new(FunctionValue { code, ..(**value).clone() }));
}

fn pulled(function: &Function, errors: &Errors) -> Derived {
    let mut both = taped(tape::tape(function, &Tables::default(), errors), errors);
    optimise_taped(&mut both, function);
    tape_layout::lay_out(&mut both, function);
    Derived::Taped(both)
}

fn pushed(closure: &Function, errors: &Errors) -> Derived {
    let mut pushed = function(tangent::tangent(closure, errors), errors);
    optimise_run(&mut pushed, &closure.body);
    Derived::Tangent(pushed)
}
