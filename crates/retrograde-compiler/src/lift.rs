//! Closures that are arguments get the derivative that the function around them is given.

use crate::check;
use crate::error::Errors;
use crate::ir::{Code, Derived, Expr, FunctionValue, Lifted};
use crate::linear::Calls;
use crate::optimise::{optimise_run, optimise_taped};
use crate::tables::Tables;
use crate::{tangent, tape};
use std::rc::Rc;

/// The arguments of a call in a derivative: closures among them with theirs.
pub fn derived(args: Vec<Expr>, calls: Calls, errors: &Errors) -> Vec<Expr> {
    args.into_iter().map(|arg| derive(arg, calls, errors)).collect()
}

fn derive(arg: Expr, calls: Calls, errors: &Errors) -> Expr {
    let Expr::Function(value) = &arg else { return arg };
    let Code::Closure(lifted) = &value.code else { return arg };
    if !matches!(lifted.derived, Derived::Nothing) {
        return arg;
    }
    let mut function = lifted.function.clone();
    check::check(&mut function, errors);
    let derived = match calls {
        Calls::Pullback(_) => {
            let mut taped = tape::tape(&function, &Tables::default(), errors);
            optimise_taped(&mut taped, &function);
            Derived::Taped(taped)
        }
        Calls::Tangent => {
            let mut pushed = tangent::tangent(&function, errors);
            optimise_run(&mut pushed, &function.body);
            Derived::Tangent(pushed)
        }
    };
    let code = Code::Closure(Rc::new(Lifted { function, captured: lifted.captured, derived }));
    Expr::Function(Rc::new(FunctionValue { code, ..(**value).clone() }))
}
