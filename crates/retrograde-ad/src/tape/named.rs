//! Names for what is kept rather than computed again: calls, and functions that take longer than reading their value.

use super::Tape;
use crate::ir::{Expr, Growth, Head, Stmt};
use crate::linear::called;
use crate::lists::holds_list;
use std::rc::Rc;

/// Whether an expression is a function whose value takes longer to compute than to keep.
pub fn is_costly(expr: &Expr) -> bool {
    matches!(expr, Expr::Method(name, ..) if retrograde_rules::lookup(name).is_some_and(|rule| rule.costly))
}

impl Tape<'_> {
    /// Gives every call with a gradient a name of its own, so that its residual has an owner, and every function whose value is worth
    /// keeping.
    pub(super) fn name_calls(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let stmt = match stmt {
                // What is called in there needs no derivative.
                Stmt::Let { init: Some(ref init), .. } if !self.adjoint.linear.has_gradient(init) => stmt,
                Stmt::Let { var, mutable, ty, init: Some(init) } => {
                    let mut each = |args: Vec<Expr>| args.into_iter().map(|arg| self.argument(arg, &mut out)).collect();
                    let init = match init {
                        Expr::Call(callee, args, at) => Expr::Call(callee, each(args), at),
                        Expr::Method(name, args, at) => Expr::Method(name, each(args), at),
                        init => self.name_calls_in(init, &mut out),
                    };
                    Stmt::Let { var, mutable, ty, init: Some(init) }
                }
                Stmt::Update { op, place, value, at } => {
                    Stmt::Update { op, place, value: self.name_calls_in(value, &mut out), at }
                }
                Stmt::LetCall { var, callee, args, site } => {
                    let args = args.into_iter().map(|arg| self.argument(arg, &mut out)).collect();
                    Stmt::LetCall { var, callee, args, site }
                }
                Stmt::Grow(list, Growth::Push(item)) => {
                    Stmt::Grow(list, Growth::Push(self.name_calls_in(item, &mut out)))
                }
                Stmt::Assign { place, value, fresh } => {
                    Stmt::Assign { place, value: self.name_calls_in(value, &mut out), fresh }
                }
                Stmt::Nested(mut head, blocks) => {
                    if let Head::Match { matched, .. } = &mut head {
                        matched.value = self.name_calls_in(matched.value.clone(), &mut out);
                    }
                    Stmt::Nested(head, blocks.into_iter().map(|stmts| self.name_calls(stmts)).collect())
                }
                other => other,
            };
            out.push(stmt);
        }
        out
    }

    /// An argument of a call. What is put together for it gets a name if its type may not tell the shape of its gradient.
    fn argument(&mut self, arg: Expr, out: &mut Vec<Stmt>) -> Expr {
        match self.name_calls_in(arg, out) {
            Expr::Borrow(inner) if self.is_put_together(&inner) => {
                Expr::Borrow(Rc::new(self.adjoint.linear.bind("t", (*inner).clone(), out)))
            }
            arg if self.is_put_together(&arg) => self.adjoint.linear.bind("t", arg, out),
            arg => arg,
        }
    }

    fn is_put_together(&self, arg: &Expr) -> bool {
        let together = match arg {
            Expr::Construct(..) | Expr::Struct(..) => !self.shapes.is_fixed(arg),
            Expr::Tuple(parts) | Expr::Array(parts) => {
                parts.iter().any(|part| self.is_put_together(part)) || holds_list(arg, &self.lists)
            }
            _ => false,
        };
        together && self.adjoint.linear.has_gradient(arg)
    }

    fn name_calls_in(&mut self, expr: Expr, out: &mut Vec<Stmt>) -> Expr {
        if !self.adjoint.linear.has_gradient(&expr) {
            return expr;
        }
        let mut each =
            |this: &mut Self, exprs: Vec<Expr>| exprs.into_iter().map(|e| this.name_calls_in(e, out)).collect();
        match expr {
            Expr::Unary(op, inner, at) => Expr::Unary(op, Rc::new(self.name_calls_in((*inner).clone(), out)), at),
            Expr::Borrow(inner) => Expr::Borrow(Rc::new(self.name_calls_in((*inner).clone(), out))),
            Expr::Cast(inner, ty) => Expr::Cast(Rc::new(self.name_calls_in((*inner).clone(), out)), ty),
            Expr::Binary(op, operands, at) => {
                let [a, b] = (*operands).clone();
                Expr::Binary(op, Rc::new([self.name_calls_in(a, out), self.name_calls_in(b, out)]), at)
            }
            Expr::Method(name, args, at) => {
                let users = called(&Expr::Method(name.clone(), args.clone(), at)).is_some();
                let args = if users {
                    args.into_iter().map(|arg| self.argument(arg, out)).collect()
                } else {
                    each(self, args)
                };
                let method = Expr::Method(name, args, at);
                if called(&method).is_some() || is_costly(&method) {
                    self.adjoint.linear.bind("t", method, out)
                } else {
                    method
                }
            }
            Expr::Array(elems) => Expr::Array(each(self, elems)),
            Expr::Vector(inner) => Expr::Vector(Rc::new(self.name_calls_in((*inner).clone(), out))),
            Expr::Tuple(elems) => Expr::Tuple(each(self, elems)),
            Expr::Construct(path, args) => Expr::Construct(path, each(self, args)),
            Expr::Part(base, steps) => Expr::Part(Rc::new(self.name_calls_in((*base).clone(), out)), steps),
            Expr::Struct(path, fields) => Expr::Struct(
                path,
                fields.into_iter().map(|(name, value)| (name, self.name_calls_in(value, out))).collect(),
            ),
            Expr::Call(callee, args, at) => {
                let args = args.into_iter().map(|arg| self.argument(arg, out)).collect();
                self.adjoint.linear.bind("t", Expr::Call(callee, args, at), out)
            }
            // What is chosen is only run if it is chosen: calls in there stay, and are run again on the way back.
            other => other,
        }
    }
}
