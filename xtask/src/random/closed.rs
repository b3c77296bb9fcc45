//! Whether every variable is declared before it is used. The generator sees to that; a program that is being shrunk may lose a `let`, and
//! then what fails is no longer what failed.

use super::ast::{Arg, Expr, Function, Init, Place, Program, Stmt};
use super::walk;

/// Whether all functions of a program use only what they declare.
pub fn is_closed(program: &Program) -> bool {
    program.functions.iter().all(|function| {
        let mut scope = Scope { declared: function.params.iter().map(|param| param.var.id).collect(), closed: true };
        scope.function(function);
        scope.closed
    })
}

struct Scope {
    declared: Vec<usize>,
    closed: bool,
}

impl Scope {
    fn function(&mut self, function: &Function) {
        self.stmts(&function.body);
        if let Some(result) = &function.result {
            self.expr(result);
        }
    }

    fn place(&mut self, place: &Place) {
        self.closed &= self.declared.contains(&place.var.id);
    }

    fn expr(&mut self, expr: &Expr) {
        walk::expressions(expr, &mut |expr| match expr {
            Expr::Read(place) | Expr::Len(place) => self.place(place),
            Expr::Call(_, args) => self.args(args),
            _ => {}
        });
    }

    fn args(&mut self, args: &[Arg]) {
        for arg in args {
            if let Arg::Shared(place) | Arg::Exclusive(place) = arg {
                self.place(place);
            }
        }
    }

    fn block(&mut self, stmts: &[Stmt]) {
        let outside = self.declared.len();
        self.stmts(stmts);
        self.declared.truncate(outside);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { var, init, .. } => {
                let outside = self.declared.len();
                if let Init::Block(stmts, _) = init {
                    self.stmts(stmts);
                }
                walk::expressions_in(stmt, &mut |expr| self.expr(expr));
                self.declared.truncate(outside);
                self.declared.push(var.id);
                return;
            }
            Stmt::Ancilla { lets, compute, uses } => {
                for (var, init) in lets {
                    self.expr(init);
                    self.declared.push(var.id);
                }
                self.stmts(compute);
                self.stmts(uses);
                return;
            }
            _ => {}
        }
        walk::expressions_in(stmt, &mut |expr| self.expr(expr));
        match stmt {
            Stmt::Update { place, .. } => self.place(place),
            Stmt::Call { args, .. } => self.args(args),
            Stmt::Swap(a, b) => {
                self.place(a);
                self.place(b);
            }
            Stmt::For { var, body, .. } => {
                self.declared.push(var.id);
                self.block(body);
                self.declared.pop();
            }
            Stmt::If { then, otherwise, .. } => {
                self.block(then);
                self.block(otherwise);
            }
            Stmt::Let { .. } | Stmt::Ancilla { .. } => {}
        }
    }
}
