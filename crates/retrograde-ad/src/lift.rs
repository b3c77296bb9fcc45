//! Closures that are arguments get the derivative that the call they are passed to asks for. A pass of its own, after the transforms, which
//! leave closures as they are.

use crate::ir::{Code, Derived, Expr, Function, FunctionValue, Lifted, Stmt, Taped};
use std::rc::Rc;

/// What takes a closure through the passes, as a function of its own.
pub trait Closures {
    /// Both runs of its pullback.
    fn pullback(&self, closure: &mut Function) -> Taped;
    /// Its tangent.
    fn tangent(&self, closure: &mut Function) -> Function;
}

/// Both runs of a function with the derivatives of its closures.
#[must_use]
pub fn taped(mut taped: Taped, closures: &impl Closures) -> Taped {
    statements(&mut taped.forward, closures);
    statements(&mut taped.backward, closures);
    taped
}

/// A derived function with the derivatives of its closures.
#[must_use]
pub fn function(mut function: Function, closures: &impl Closures) -> Function {
    statements(&mut function.body, closures);
    function
}

fn statements(stmts: &mut [Stmt], closures: &impl Closures) {
    let pulled = |closure: &mut Function| Derived::Taped(closures.pullback(closure));
    let pushed = |closure: &mut Function| Derived::Tangent(closures.tangent(closure));
    for stmt in stmts {
        match stmt {
            Stmt::LetCall { args, site: Some(_), .. } => args.iter_mut().for_each(|arg| derive(arg, pulled)),
            Stmt::LetTangent { args, .. } => args.iter_mut().for_each(|arg| derive(arg, pushed)),
            Stmt::Forget { slice, .. } => statements(slice, closures),
            other => other.blocks_mut().iter_mut().for_each(|block| statements(block, closures)),
        }
    }
}

fn derive(arg: &mut Expr, derivative: impl Fn(&mut Function) -> Derived) {
    let Expr::Function(value) = arg else { return };
    let Code::Closure(lifted) = &value.code else { return };
    if !matches!(lifted.derived, Derived::Nothing) {
        return;
    }
    let mut function = lifted.function.clone();
    let derived = derivative(&mut function);
    let code = Code::Closure(Rc::new(Lifted { function, captured: lifted.captured, derived }));
    *arg = Expr::Function(Rc::new(FunctionValue { code, ..(**value).clone() }));
}
