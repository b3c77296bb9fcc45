//! Whether every variable is declared before it is used. The generator sees to that; a program that is being shrunk may lose a `let`, and
//! then what fails is no longer what failed.

use super::ast::{Arg, Asking, Exit, Expr, Function, FunctionValue, Init, List, Place, Program, Stmt};
use super::walk;
use std::rc::Rc;

/// Whether all functions of a program use only what they declare.
pub fn is_closed(program: &Program) -> bool {
    program.functions.iter().all(|function| {
        let declared = function.params.iter().map(|param| param.var.id).collect();
        let mut scope = Scope { declared, levels: Vec::new(), closed: true };
        scope.function(function);
        scope.closed
    })
}

struct Scope {
    declared: Vec<usize>,
    /// what can be left: labels, and whether it is a loop
    levels: Vec<(Option<Rc<str>>, bool)>,
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
        // A variable that an expression declares is seen nowhere else, since its number is its own.
        walk::expressions(expr, &mut |expr| match expr {
            Expr::Block(block) => self.declared.push(block.0.id),
            Expr::Match(_, arms) => {
                self.declared.extend(arms.iter().filter_map(|(pattern, _)| pattern.var()).map(|var| var.id));
            }
            Expr::Apply(var, _) => self.closed &= self.declared.contains(&var.id),
            Expr::List(list) => match &**list {
                List::Copy(place) => self.place(place),
                List::Collect(chain) => {
                    chain.places().into_iter().for_each(|place| self.place(place));
                    self.declared.extend(chain.vars().into_iter().map(|var| var.id));
                }
                List::Empty | List::Of(_) | List::Repeat(..) => {}
            },
            Expr::Chain(chain) => {
                chain.places().into_iter().for_each(|place| self.place(place));
                self.declared.extend(chain.vars().into_iter().map(|var| var.id));
            }
            Expr::Read(place) | Expr::Len(place) => self.place(place),
            Expr::Call(_, args) => self.args(args),
            Expr::Function(value) => value.leaves(&mut |leaf| {
                if let FunctionValue::Variable(var, _) = leaf {
                    self.closed &= self.declared.contains(&var.id);
                }
            }),
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

    fn exit(&mut self, exit: &Exit) {
        let found = match exit {
            Exit::Break(None) | Exit::Continue(None) => self.levels.last().is_some_and(|(_, is_loop)| *is_loop),
            Exit::Break(label) => self.levels.iter().any(|(other, _)| other == label),
            Exit::Continue(label) => self.levels.iter().any(|(other, is_loop)| *is_loop && other == label),
            Exit::Return(_) => true,
        };
        self.closed &= found;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let levels = self.levels.len();
        match stmt {
            Stmt::Labelled { label, body } => {
                let is_loop = matches!(body.as_slice(), [only] if only.is_loop());
                self.levels.push((Some(label.clone()), is_loop));
            }
            Stmt::Exit(exit) => self.exit(exit),
            stmt if stmt.is_loop() => self.levels.push((None, true)),
            _ => {}
        }
        self.names(stmt);
        self.levels.truncate(levels);
    }

    fn names(&mut self, stmt: &Stmt) {
        let outside = self.declared.len();
        if let Stmt::Let { init: Init::Block(stmts, value), .. } = stmt {
            self.stmts(stmts);
            self.expr(value);
            self.declared.truncate(outside);
        } else {
            if let Stmt::Ancilla { lets, .. } = stmt {
                // One may be read by the next.
                self.declared.extend(lets.iter().map(|(var, _)| var.id));
            }
            if let Stmt::Closure { params, .. } = stmt {
                self.declared.extend(params.iter().map(|param| param.id));
            }
            if let Stmt::Match { arms, .. } = stmt {
                self.declared.extend(arms.iter().filter_map(|arm| arm.pattern.var()).map(|var| var.id));
            }
            walk::expressions_in(stmt, &mut |expr| self.expr(expr));
            walk::places(stmt).into_iter().for_each(|place| self.place(place));
            if let Stmt::Step(var, _) = stmt {
                self.closed &= self.declared.contains(&var.id);
            }
            if let Stmt::Apply { function, .. } = stmt {
                self.closed &= self.declared.contains(&function.id);
            }
            self.declared.extend(walk::inner_vars(stmt).into_iter().map(|var| var.id));
            // These are written without braces, so that what is declared inside is seen after them.
            let flat =
                matches!(stmt, Stmt::Ancilla { .. } | Stmt::Known { .. } | Stmt::View { .. } | Stmt::Converted { .. });
            if flat || matches!(stmt, Stmt::Closure { .. } | Stmt::Stepper { .. }) {
                walk::blocks(stmt).into_iter().for_each(|block| self.stmts(block));
                return;
            }
            walk::blocks(stmt).into_iter().for_each(|block| self.block(block));
            self.declared.truncate(outside);
        }
        match stmt {
            Stmt::Let { var, .. } => self.declared.push(var.id),
            Stmt::LetParts { vars, .. } => self.declared.extend(vars.iter().map(|var| var.id)),
            Stmt::Asked { how: Asking::Question | Asking::OrElse, good, .. } => self.declared.push(good.id),
            _ => {}
        }
    }
}
