//! Draws closures of ordinary functions, and their calls. What a closure reads is lent to it, so that it stays as it is; what it changes
//! has no other name meanwhile.

use super::Builder;
use super::scope::{Atoms, Role};
use crate::random::ast::{Expr, Stmt, Type, Var};

impl Builder<'_> {
    /// `let curve = |a: f64, b: f64| a * x + b;`
    pub fn free_closure(&mut self) -> Option<Vec<Stmt>> {
        let outside = (self.room, self.cost, self.scope.clone());
        let visible = self.scope.visible.len();
        let params: Vec<Var> = (0..=self.rng.below(2)).map(|_| self.parameter()).collect();
        let value = self.float(0);
        self.scope.visible.truncate(visible);
        let reads = self.scope.reads(&value);
        let name = self.scope.fresh_name(&["curve", "shape"], false);
        let info = self.scope.declare(name, Type::Closure(params.len()), Role::Input, false);
        info.deps = reads;
        let var = info.var.clone();
        let uses = self.lent(reads);
        self.scope.infos[var.id].alive = false;
        if uses.is_empty() {
            (self.room, self.cost, self.scope) = outside;
            return None;
        }
        Some(vec![Stmt::Closure { var, params, value, uses }])
    }

    fn parameter(&mut self) -> Var {
        let name = self.scope.fresh_name(&["by", "over"], false);
        self.scope.declare(name, Type::Float, Role::Input, false).var.clone()
    }

    /// Statements that leave `reads` alone.
    fn lent(&mut self, reads: Atoms) -> Vec<Stmt> {
        let frozen = self.scope.frozen;
        self.scope.frozen |= reads;
        self.nesting += 1;
        let count = 1 + self.rng.below(3);
        let uses = self.block(count, Self::ordinary_stmt);
        self.nesting -= 1;
        self.scope.frozen = frozen;
        uses
    }

    /// `let mut step = |a: f64| { s = s * a; }; step(x); ..; step(y);`
    pub fn free_stepper(&mut self) -> Option<Vec<Stmt>> {
        let outside = (self.room, self.cost, self.scope.clone());
        let visible = self.scope.visible.len();
        let param = self.parameter();
        let count = 1 + self.rng.below(2);
        let body = self.block(count, Self::assignment);
        self.scope.visible.truncate(visible);
        let (writes, reads) = (self.scope.writes_of_stmts(&body), self.scope.reads_of_stmts(&body));
        let hidden: Vec<usize> = self
            .scope
            .in_scope()
            .filter(|info| info.alive && info.atoms & writes != 0)
            .map(|info| info.var.id)
            .collect();
        let name = self.scope.fresh_name(&["step", "advance"], false);
        let var = self.scope.declare(name, Type::Stepper, Role::Input, false).var.clone();
        hidden.iter().for_each(|id| self.scope.infos[*id].alive = false);
        let mut uses = Vec::new();
        for _ in 0..=self.rng.below(2) {
            let frozen = self.scope.frozen;
            self.scope.frozen |= reads;
            uses.push(Stmt::Step(var.clone(), self.float(0)));
            self.scope.frozen = frozen;
            uses.extend(self.lent(reads));
        }
        // What is declared in between lives on, but a closure is not lent anything after its last call.
        hidden.iter().for_each(|id| self.scope.infos[*id].alive = true);
        self.scope.infos[var.id].alive = false;
        if body.is_empty() {
            (self.room, self.cost, self.scope) = outside;
            return None;
        }
        Some(vec![Stmt::Stepper { var, param, body, uses }])
    }

    /// `curve(x, 2.0)`
    pub fn closure_call(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        let closures: Vec<(Var, usize)> = self
            .scope
            .in_scope()
            .filter(|info| info.alive && info.deps & without == 0)
            .filter_map(|info| match info.ty {
                Type::Closure(count) => Some((info.var.clone(), count)),
                _ => None,
            })
            .collect();
        if closures.is_empty() || !self.affords(4) {
            return None;
        }
        let (var, count) = self.rng.pick(&closures).clone();
        self.cost += 4 * self.turns;
        let args = (0..count).map(|_| self.float(without)).collect();
        Some((Expr::Apply(var, args), 8.0))
    }
}
