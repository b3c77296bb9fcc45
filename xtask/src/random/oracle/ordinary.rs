//! Statements that only ordinary functions have.

use super::places::Slot;
use super::{Frame, Left, Oracle, Result, Stop, invalid};
use crate::random::ast::{Exit, Stmt};
use crate::random::data::Data;
use std::rc::Rc;

impl Oracle<'_> {
    pub(super) fn ordinary(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        match stmt {
            Stmt::Repeat { var, most, condition, body, .. } => {
                let label = self.label.take();
                for lap in 0..i64::try_from(*most).expect("few turns") {
                    // The condition comes before the counter changes.
                    frame.vars[var.id] = Slot::Own(Data::Int(lap));
                    if !condition.as_ref().map_or(Ok(true), |condition| self.truth(frame, condition))? {
                        break;
                    }
                    frame.vars[var.id] = Slot::Own(Data::Int(lap + 1));
                    if !self.turn(frame, body, label.as_ref())? {
                        break;
                    }
                }
            }
            Stmt::Labelled { label, body } => {
                self.label = Some(label.clone()).filter(|_| matches!(body.as_slice(), [only] if only.is_loop()));
                match self.block(frame, body) {
                    Err(Stop::Left(Left::Break(Some(left)))) if left == *label => {}
                    other => other?,
                }
            }
            Stmt::Closure { var, params, value, uses } => {
                let params = params.iter().map(|param| param.id).collect();
                frame.vars[var.id] = Slot::Closure(Rc::new((params, value.clone())));
                self.block(frame, uses)?;
            }
            Stmt::Stepper { var, param, body, uses } => {
                frame.vars[var.id] = Slot::Stepper(Rc::new((param.id, body.clone())));
                self.block(frame, uses)?;
            }
            Stmt::Step(var, value) => {
                let Slot::Stepper(closure) = frame.vars[var.id].clone() else { return invalid("no closure") };
                frame.vars[closure.0] = Slot::Own(self.expr(frame, value)?);
                self.block(frame, &closure.1)?;
            }
            Stmt::Grow { list, how } => self.grow(frame, list, how)?,
            Stmt::Taken { .. } => self.taken(frame, stmt)?,
            Stmt::Asked { .. } => self.asked(frame, stmt)?,
            Stmt::Exit(exit) => {
                return Err(Stop::Left(match exit {
                    Exit::Break(label) => Left::Break(label.clone()),
                    Exit::Continue(label) => Left::Continue(label.clone()),
                    Exit::Return(value) => Left::Return(self.expr(frame, value)?),
                }));
            }
            other => unreachable!("in every function: {other:?}"),
        }
        Ok(())
    }

    /// One iteration of a loop: whether another may follow.
    pub(super) fn turn(&mut self, frame: &mut Frame, body: &[Stmt], own: Option<&Rc<str>>) -> Result<bool> {
        let meant = |label: &Option<Rc<str>>| label.is_none() || label.as_ref() == own;
        match self.block(frame, body) {
            Err(Stop::Left(Left::Break(label))) if meant(&label) => Ok(false),
            Err(Stop::Left(Left::Continue(label))) if meant(&label) => Ok(true),
            other => other.map(|()| true),
        }
    }
}
