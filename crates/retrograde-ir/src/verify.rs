//! What holds of a form, whatever was done to it: its statements are those of its stage, a variable is there where it is used, and what comes
//! from the tape was put there.

use crate::access::{Touch, each_own_touch};
use crate::form::{Expr, Function, Head, Roles, Stmt, Taped, Var};
use crate::hash::Set;
use std::fmt;

/// How far a function has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// checked: statements of the function itself, each with one inverse if it is reversible
    Core,
    /// a derivative: shadows beside values, and residuals of calls that are used at once
    Derivative,
    /// both runs of an ordinary function: values are saved and restored
    Tape,
}

/// What is wrong with a form, and the statement where it was found.
#[derive(Clone, Debug)]
pub struct Violation {
    what: String,
    stmt: Option<Box<Stmt>>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        self.stmt.iter().try_for_each(|stmt| write!(f, " in {stmt:?}"))
    }
}

/// Verifies a function in these roles.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify(function: &Function, stage: Stage, roles: Roles) -> Result<(), Violation> {
    let mut verifier = Verifier::new(stage);
    verifier.bind(function.variables(roles));
    verifier.stmts(&function.body)?;
    verifier.result(function.result.as_ref())
}

/// Verifies both runs of an ordinary function. The second finds the locals of the first.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify_taped(function: &Function, taped: &Taped) -> Result<(), Violation> {
    let mut verifier = Verifier::new(Stage::Tape);
    verifier.bind(function.variables(Roles::ADJOINT));
    verifier.bind([taped.result.adjoint()]);
    verifier.stmts(&taped.forward)?;
    verifier.result(Some(&Expr::Read(crate::form::Place::var(&taped.result))))?;
    verifier.stmts(&taped.backward)
}

struct Verifier {
    stage: Stage,
    /// the variables that are there
    live: Set<Var>,
    /// those that came and those that went, so that a block leaves things as it found them
    changes: Vec<(Var, bool)>,
    /// the places on the tape that something was put into
    kept: Set<usize>,
    /// the choices that leave something for the way back
    choices: Set<usize>,
    /// those that are computed again where they are needed, and that may be changed where nobody needs them
    forgotten: Vec<Var>,
}

impl Verifier {
    fn new(stage: Stage) -> Self {
        let (live, changes, kept, choices) = Default::default();
        Self { forgotten: Vec::new(), stage, live, changes, kept, choices }
    }

    /// A block, whose variables end with it.
    fn block(&mut self, stmts: &[Stmt]) -> Result<(), Violation> {
        let before = self.changes.len();
        self.stmts(stmts)?;
        self.close(before);
        Ok(())
    }

    fn bind(&mut self, vars: impl IntoIterator<Item = Var>) {
        for var in vars {
            if self.live.insert(var.clone()) {
                self.changes.push((var, true));
            }
        }
    }

    fn remove(&mut self, var: &Var) {
        if self.live.remove(var) {
            self.changes.push((var.clone(), false));
        }
    }

    /// Undoes the changes since there were so many.
    fn close(&mut self, before: usize) {
        for (var, came) in self.changes.drain(before..).rev() {
            if came {
                self.live.remove(&var);
            } else {
                self.live.insert(var);
            }
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) -> Result<(), Violation> {
        stmts.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<(), Violation> {
        let wrong = |what: String| Violation { what, stmt: Some(Box::new(stmt.clone())) };
        if !self.belongs(stmt) {
            return Err(wrong(format!("a statement that has no place in {:?}", self.stage)));
        }
        self.sites(stmt).map_err(wrong)?;
        let before = self.changes.len();
        if let Stmt::Share(share) = stmt {
            self.stmts(&share.before[0])?;
        }
        let (mut bound, mut missing) = (Vec::new(), None);
        // A guard reads what its pattern binds.
        let seen = if let Stmt::Nested(head, _) = stmt { head.binds() } else { Vec::new() };
        each_own_touch(stmt, &mut |touch, place| match touch {
            Touch::Bind => bound.push(place.root.clone()),
            Touch::Inner => {}
            Touch::Read | Touch::Write | Touch::Length | Touch::TypeOf => {
                if missing.is_none() && !self.live.contains(&place.root) && !seen.contains(&&place.root) {
                    missing = Some(place.root.clone());
                }
            }
        });
        if let Some(missing) = missing {
            return Err(wrong(format!("`{missing}` is not there")));
        }
        match stmt {
            Stmt::Nested(head, blocks) => {
                let before = self.changes.len();
                self.bind(bound);
                if *head == Head::Idle {
                    self.bind(self.forgotten.clone());
                }
                blocks.iter().try_for_each(|block| self.block(block))?;
                self.close(before);
                return Ok(());
            }
            Stmt::Fused([there, back]) => {
                let before = self.changes.len();
                self.stmts(there)?;
                self.stmts(back)?;
                self.close(before);
            }
            Stmt::Release { var, .. } => self.end(var),
            Stmt::Forget { vars, .. } => {
                vars.iter().for_each(|var| self.end(var));
                self.forgotten.extend(vars.iter().cloned());
            }
            // What it is computed by ends with it.
            Stmt::Share(_) => self.close(before),
            // What stands beside it is taken apart later.
            Stmt::Repack(repack) => repack.from.iter().for_each(|var| self.remove(var)),
            _ => {}
        }
        self.bind(bound);
        Ok(())
    }

    /// A variable ends, and with it what stands beside it.
    fn end(&mut self, var: &Var) {
        let ends = |other: &&Var| other.name == var.name && other.roles.include(var.roles);
        let ended: Vec<Var> = self.live.iter().filter(ends).cloned().collect();
        ended.iter().for_each(|var| self.remove(var));
    }

    fn result(&self, result: Option<&Expr>) -> Result<(), Violation> {
        let mut missing = None;
        let mut note = |var: &Var| missing = missing.take().or_else(|| (!self.live.contains(var)).then(|| var.clone()));
        if let Some(result) = result {
            crate::access::reads(result, &mut |place| note(&place.root));
        }
        match missing {
            Some(missing) => Err(Violation { what: format!("the result `{missing}` is not there"), stmt: None }),
            None => Ok(()),
        }
    }

    /// What is taken from the tape was put there, and what is put there is noted.
    fn sites(&mut self, stmt: &Stmt) -> Result<(), String> {
        match stmt {
            Stmt::Leaves(given) => {
                let mut slots = given.iter().flat_map(|residue| &residue.slots);
                if let Some(site) = slots.find(|site| !self.kept.contains(&site.id)) {
                    return Err(format!("nothing is kept at #{}", site.id));
                }
                self.choices.extend(given.iter().map(|residue| residue.id));
            }
            Stmt::TakesUp(residue) if !self.choices.contains(&residue.id) => {
                return Err(format!("nothing is left by ?{}", residue.id));
            }
            _ => {}
        }
        let mut empty = stmt.own_site().map(|site| site.id).filter(|site| !self.kept.contains(site));
        match stmt {
            Stmt::Save(site, _)
            | Stmt::LetCall { site: Some(site), .. }
            | Stmt::LetTangent { site: Some(site), .. } => {
                self.kept.insert(site.id);
            }
            // A call that goes forwards keeps what its way back takes.
            Stmt::Call { site: Some(site), variant, .. } if variant.runs_forwards() => {
                self.kept.insert(site.id);
                empty = None;
            }
            _ => {}
        }
        empty.map_or(Ok(()), |site| Err(format!("nothing is kept at #{site}")))
    }

    /// Whether a statement is one of its stage.
    fn belongs(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Uncompute(_) | Stmt::Nested(Head::Inverse | Head::Label(_), _) => false,
            Stmt::Shadow { .. }
            | Stmt::TypeOf { .. }
            | Stmt::LetTangent { .. }
            | Stmt::Backward { .. }
            | Stmt::Window(_)
            | Stmt::Load(..)
            | Stmt::Share(_)
            | Stmt::Nested(
                Head::Sweep { .. }
                | Head::Run { .. }
                | Head::Flows(_)
                | Head::AtMost(_)
                | Head::Along(_)
                | Head::Blocks(_),
                _,
            ) => self.stage != Stage::Core,
            Stmt::Save(..)
            | Stmt::Reserve(..)
            | Stmt::Promote(_)
            | Stmt::Demote(_)
            | Stmt::Renew { .. }
            | Stmt::Fused(_)
            | Stmt::Tape(..)
            | Stmt::Thaw(_)
            | Stmt::Leaves(_)
            | Stmt::TakesUp(_)
            | Stmt::Nested(Head::First { .. } | Head::Tape { .. }, _) => self.stage == Stage::Tape,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{
        At, BinaryOp, FunctionKind, Param, Passing, Path, Place, Span, Storage, TapeSlot, Type, TypeKind,
    };
    use std::rc::Rc;

    /// `fn f(x: f64) -> f64 { let t = x * x; t + x }`
    fn function() -> Function {
        let [name, x, t] = ["f", "x", "t"].map(|name| Var::new(name, Span::call_site()));
        let of = |op, a: &Var, b: &Var| {
            let operands = [a, b].map(|var| Expr::Read(Place::var(var)));
            Some(Expr::Binary(op, Rc::new(operands), At(Span::call_site())))
        };
        let (body, result) = (of(BinaryOp::Mul, &x, &x), of(BinaryOp::Add, &t, &x));
        let ty = Type::made(TypeKind::Path(Path::ident("f64")));
        let param = Param { var: x, passing: Passing::Value, ty, active: true, mark: None, callable: None };
        let body = vec![Stmt::Let { var: t, mutable: false, ty: None, init: body }];
        Function { body, result, ..Function::empty(name, FunctionKind::Ordinary, vec![param]) }
    }

    fn message(function: &Function, stage: Stage) -> String {
        verify(function, stage, Roles::NONE).err().map(|violation| violation.what).unwrap_or_default()
    }

    #[test]
    fn a_variable_that_is_not_there() {
        let mut function = function();
        assert_eq!(message(&function, Stage::Core), "");
        let definition = function.body.remove(0);
        assert_eq!(message(&function, Stage::Core), "the result `t` is not there");
        // What a block declares ends with it.
        function.body.push(Stmt::Nested(Head::Scope, vec![vec![definition]]));
        assert_eq!(message(&function, Stage::Core), "the result `t` is not there");
    }

    #[test]
    fn a_statement_of_another_stage() {
        let mut function = function();
        let x = Expr::Read(Place::var(&function.params[0].var));
        function.body.push(Stmt::Save(TapeSlot::new(1, Storage::Here), x));
        assert_eq!(message(&function, Stage::Derivative), "a statement that has no place in Derivative");
        assert_eq!(message(&function, Stage::Tape), "");
    }

    #[test]
    fn nothing_on_the_tape() {
        let mut function = function();
        let restored = Some(Expr::Restore(TapeSlot::new(1, Storage::Here)));
        let var = Var::new("restored", Span::call_site());
        function.body.push(Stmt::Let { var, mutable: false, ty: None, init: restored });
        assert_eq!(message(&function, Stage::Tape), "nothing is kept at #1");
    }
}
