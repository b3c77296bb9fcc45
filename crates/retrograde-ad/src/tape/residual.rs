//! What `c += v` leaves for the way back where nothing is known of the types: its rule may read both operands, as they were, so both are kept on
//! the tape in one place, of which the rule itself says how much it needs. For numbers that is nothing. To restore `c` is another matter.

use super::Tape;
use crate::ir::{At, Derivative, Direction, Expr, Operation, Place, Step, Stmt, Storage, TapeSlot, UpdateOp};
use crate::linear::Node;
use retrograde_rules::Rule;
use std::rc::Rc;

/// The residual of an operation that changes its left operand.
pub(super) struct Kept {
    rule: &'static Rule,
    site: TapeSlot,
    /// the operation, with a name for its right operand
    pub(super) value: Expr,
}

impl Tape<'_> {
    /// Saves the residual of `value`, if it is such an operation and `place` has a gradient.
    pub(super) fn residual(
        &mut self,
        place: &Place,
        value: &Expr,
        keep: Storage,
        forward: &mut Vec<Stmt>,
    ) -> Option<Kept> {
        let Expr::Method(name, args, at) = value else { return None };
        let rule = retrograde_rules::lookup_assigning(name)?;
        // Where numbers keep an operand, nothing is gained.
        if (0..2).any(|k| rule.mentions(k, 0) || rule.mentions(k, 1)) || !self.adjoint.linear.active(place) {
            return None;
        }
        let by = match &args[1] {
            read @ Expr::Read(_) => read.clone(),
            other => self.adjoint.linear.bind("t", other.clone(), forward),
        };
        let site = TapeSlot { residual_of: Some(rule.strukt), ..self.adjoint.linear.site(keep) };
        forward.push(Stmt::Save(site.clone(), Expr::Tuple(vec![args[0].clone(), by.clone()])));
        Some(Kept { rule, site, value: Expr::Method(name.clone(), vec![args[0].clone(), by], *at) })
    }

    /// Pulls a gradient back through an operation by what it left; `by` is its right operand.
    pub(super) fn pull_kept(&mut self, kept: Kept, place: &Place, by: &Node, incoming: &Expr, back: &mut Vec<Stmt>) {
        let operands = self.adjoint.linear.bind("kept", Expr::Restore(kept.site), back);
        let Expr::Read(operands) = operands else { unreachable!("it has a name") };
        let operand = |k: usize| {
            let mut place = operands.clone();
            place.path.push(Step::Field(k.to_string().into()));
            Expr::Read(place)
        };
        let share = |operand_number: usize| {
            Expr::Derivative(Rc::new(Derivative {
                direction: Direction::Pull,
                operation: Operation::Rule(kept.rule),
                operand: operand_number,
                operands: vec![operand(0), operand(1)],
                result: None,
                incoming: incoming.clone(),
                open: true,
            }))
        };
        let at = At(place.root.span);
        back.push(Stmt::Update { op: UpdateOp::Add, place: place.adjoint(), value: share(0), at });
        if self.adjoint.linear.carries(by) {
            self.adjoint.linear.pull(by, share(1), UpdateOp::Add, back);
        }
    }
}
