//! Draws what functions return besides numbers, and how their callers take it apart.

use super::scope::Role;
use super::{Builder, changes};
use crate::random::ast::{Asking, Duty, Expr, Stmt, Type, Var, Wrap};

impl Builder<'_> {
    /// What is returned: a value, perhaps wrapped.
    pub fn returned(&mut self) -> Expr {
        let (good, bad) = match self.returns {
            Type::Pair => return Expr::Tuple(vec![self.result(1), self.result(1)]),
            Type::Perhaps => (Wrap::Some, Wrap::None),
            Type::Outcome => (Wrap::Ok, Wrap::Err),
            _ => return self.result(2),
        };
        let held = |this: &mut Self, wrap| {
            let inner = (wrap != Wrap::None).then(|| Box::new(this.result(1)));
            Expr::Wrapped(wrap, inner)
        };
        match self.rng.below(6) {
            0 => held(self, bad),
            1 | 2 => {
                let condition = self.condition(0);
                let (then, otherwise) = (held(self, good), held(self, bad));
                Expr::If(Box::new([condition, then, otherwise]))
            }
            _ => held(self, good),
        }
    }

    /// A call of a function that returns something of that type.
    fn call_of(&mut self, returns: Type) -> Option<Expr> {
        let fits = |i: &usize| {
            let callee = &self.done[*i];
            callee.returns == returns
                && callee.duty == Duty::Ordinary
                && !changes(&callee.params)
                && self.affords(callee.cost)
        };
        let callees: Vec<usize> = (0..self.done.len()).filter(fits).collect();
        if callees.is_empty() {
            return None;
        }
        let index = *self.rng.pick(&callees);
        let callee = &self.done[index];
        let args = self.arguments(&callee.params, Vec::new(), 0, None)?;
        self.cost += self.turns * callee.cost;
        Some(Expr::Call(index, args))
    }

    /// `let v = h(x)?;` and its like
    pub fn asked(&mut self) -> Option<Vec<Stmt>> {
        let types: Vec<Type> = self.done.iter().map(|callee| callee.returns).filter(|ty| *ty != Type::Float).collect();
        if types.is_empty() {
            return None;
        }
        let returns = *self.rng.pick(&types);
        let value = self.call_of(returns)?;
        if returns == Type::Pair {
            let vars = (0..2).map(|_| self.held(&["one", "two"])).collect();
            return Some(vec![Stmt::LetParts { vars, init: value }]);
        }
        let outcome = returns == Type::Outcome;
        let how = match self.rng.below(4) {
            0 if self.returns == returns => Asking::Question,
            0 | 1 => Asking::OrElse,
            2 => Asking::IfLet,
            _ => Asking::Match,
        };
        let (mut body, mut otherwise, mut bad) = (Vec::new(), Vec::new(), None);
        let good = match how {
            Asking::Question => self.held(&["found", "given"]),
            Asking::OrElse => {
                otherwise = self.scoped(|this| {
                    let count = this.rng.below(3);
                    let mut stmts = this.block(count, Self::ordinary_stmt);
                    stmts.push(Stmt::Exit(this.exit()));
                    stmts
                });
                self.held(&["found", "given"])
            }
            Asking::IfLet | Asking::Match => {
                let good = self.scoped(|this| {
                    let good = this.held(&["found", "given"]);
                    body = this.branch_body(true);
                    good
                });
                self.scoped(|this| {
                    bad = (outcome && how == Asking::Match).then(|| this.held(&["error"]));
                    otherwise = this.branch_body(!super::exits::leaves(&body));
                });
                good
            }
        };
        Some(vec![Stmt::Asked { how, value, outcome, good, bad, body, otherwise }])
    }

    fn held(&mut self, pool: &[&str]) -> Var {
        let name = self.scope.fresh_name(pool, false);
        self.scope.declare(name, Type::Float, Role::Input, false).var.clone()
    }
}
