//! Values that are composed of others: put together from parts, chosen, or computed from locals of their own.

use super::{Calls, Linear, Node};
use crate::access::first_span;
use crate::ir::{Expr, Head, Inner, Matched, Operation, Place, Role, Step, Stmt, UpdateOp};
use crate::views::shaded_names;
use retrograde_rules::Rule;
use std::rc::Rc;

impl Linear<'_> {
    /// Several operations on one operand, whose results are the parts of one value. The operand gets a name first: its gradient is
    /// the sum of what the operations add to it.
    pub(super) fn operations(
        &mut self,
        rules: &[&'static Rule],
        operand: &Expr,
        calls: Calls,
        out: &mut Vec<Stmt>,
        rebuild: &dyn Fn(Expr) -> Expr,
    ) -> Node {
        if !matches!(operand, Expr::Read(_)) {
            let var = self.names.var("t");
            let value = rebuild(Expr::Read(Place::var(&var)));
            return self.block(&[Inner { var, ty: None, init: operand.clone() }], &value, calls, out);
        }
        let value = self.bind("t", rebuild(operand.clone()), out);
        let Expr::Read(whole) = &value else { unreachable!("what is bound is read") };
        let parts = rules.iter().enumerate().map(|(k, rule)| {
            let (operation, operands) = (Operation::Rule(rule), vec![Node::Leaf(operand.clone())]);
            let step = Step::Field(k.to_string().into());
            let result = Expr::Read(whole.clone().then(step.clone()));
            (step, Node::Operation { operation, operands, result })
        });
        Node::Aggregate(parts.collect(), value.clone())
    }

    /// The operand of an operation. One that is put together from parts, a complex number, gets a name, and its tangent a place.
    pub fn operand(&mut self, operand: &Expr, calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let node = self.decompose(operand, calls, out);
        let node = self.shadowable(node, out);
        match (&node, calls) {
            (Node::Aggregate(_, value), Calls::Tangent) => {
                self.tangent_place(&node, out);
                Node::Leaf(value.clone())
            }
            _ => node,
        }
    }

    /// Parts that are told apart by their position.
    pub(super) fn positional(
        &mut self,
        parts: &[Expr],
        calls: Calls,
        out: &mut Vec<Stmt>,
        name: &dyn Fn(usize) -> Rc<str>,
        rebuild: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Node {
        let parts: Vec<_> = parts.iter().map(|part| self.decompose(part, calls, out)).collect();
        let value = rebuild(parts.iter().map(Node::value).collect());
        let steps = (0..parts.len()).map(|k| Step::Field(name(k)));
        Node::Aggregate(steps.zip(parts).collect(), value)
    }

    pub(super) fn part(&mut self, base: &Expr, steps: &[Step], calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let base = self.decompose(base, calls, out);
        let base = self.shadowable(base, out);
        self.part_of(base, steps, calls, out)
    }

    fn part_of(&mut self, base: Node, steps: &[Step], calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let base = match base {
            // A part of a copy is a copy of the part.
            Node::Copy(whole, name, at) => {
                return Node::Copy(Box::new(self.part_of(*whole, steps, calls, out)), name, at);
            }
            Node::Borrow(whole) => return self.part_of(*whole, steps, calls, out),
            base => base,
        };
        let mut place = match base.value() {
            Expr::Read(place) => place,
            // What has no gradient need not have a name.
            value => {
                if !matches!(base, Node::Leaf(_)) {
                    let message = "a derivative cannot look into this value: give it a name with `let`";
                    self.errors.push(first_span(&value), message);
                }
                return Node::Leaf(Expr::Part(Rc::new(value), steps.to_vec()));
            }
        };
        place.path.extend(steps.iter().cloned());
        if let Node::Leaf(_) = base {
            return Node::Leaf(Expr::Read(place));
        }
        match calls {
            Calls::Pullback(_) => {
                let result = self.bind("t", Expr::Read(place), out);
                Node::Part { base: Box::new(base), steps: steps.to_vec(), result }
            }
            Calls::Tangent => {
                self.tangent_place(&base, out);
                Node::Leaf(Expr::Read(place))
            }
        }
    }

    /// A choice between values. With tangents it is made at once, with gradients again on the way back.
    pub(super) fn branch(
        &mut self,
        expr: &Expr,
        head: Head,
        arms: Vec<Expr>,
        calls: Calls,
        out: &mut Vec<Stmt>,
    ) -> Node {
        if let Calls::Pullback(_) = calls {
            let result = self.bind("t", expr.clone(), out);
            return Node::Branch { head: Box::new(head), arms, result };
        }
        let var = self.names.var("t");
        let (place, tangent) = (Place::var(&var), Place::var(&var.tangent()));
        for var in [&place.root, &tangent.root] {
            out.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init: None });
        }
        let (head, _) = self.examine(&head, calls, out);
        let blocks = arms.iter().enumerate().map(|(k, arm)| {
            let mut block = shaded_names(&head, k, Role::Tangent, |place| self.active(place));
            let node = self.decompose(arm, calls, &mut block);
            block.push(Stmt::Assign { place: place.clone(), value: node.value(), fresh: true });
            block.push(Stmt::Assign { place: tangent.clone(), value: Expr::Zero, fresh: true });
            self.push_into(&node, &tangent, UpdateOp::Add, &mut block);
            block
        });
        let blocks = blocks.collect();
        out.push(Stmt::Nested(head, blocks));
        Node::Leaf(Expr::Read(place))
    }

    /// Takes apart what a `match` looks at, if a pattern binds parts of it that are at no place of their own, and opens a shadow for
    /// it; with tangents, it holds its tangent at once. Gives back the head of the `match` of the parts.
    pub fn examine(&mut self, head: &Head, calls: Calls, out: &mut Vec<Stmt>) -> (Head, Option<(Node, Place)>) {
        let Head::Match { matched: Matched { value, whole: Some(whole) }, cases } = head else {
            return (head.clone(), None);
        };
        if !self.active(&Place::var(whole)) {
            return (head.clone(), None);
        }
        let role = if calls == Calls::Tangent { Role::Tangent } else { Role::Adjoint };
        let node = self.decompose(value, calls, out);
        let shadow = Place::var(&whole.with(role));
        out.push(Stmt::Shadow { var: shadow.root.clone(), like: node.value() });
        if calls == Calls::Tangent {
            self.push_into(&node, &shadow, UpdateOp::Add, out);
        }
        let matched = Matched { value: node.value(), whole: Some(whole.clone()) };
        (Head::Match { matched, cases: cases.clone() }, Some((node, shadow)))
    }

    /// Pulls back the gradients that the arms of a `match` left in the shadow of what it looks at.
    pub fn pull_examined(&mut self, examined: Option<(Node, Place)>, out: &mut Vec<Stmt>) {
        if let Some((node, shadow)) = examined {
            self.pull(&node, Expr::Read(shadow), UpdateOp::Add, out);
        }
    }

    /// A value computed from locals of its own, which become locals of the function.
    pub(super) fn block(&mut self, locals: &[Inner], value: &Expr, calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let mut nodes = Vec::new();
        for Inner { var, ty, init } in locals {
            let place = Place::var(var);
            let active = self.active(&place);
            let node = if active { self.decompose(init, calls, out) } else { Node::Leaf(init.clone()) };
            out.push(Stmt::Let { var: var.clone(), mutable: false, ty: ty.clone(), init: Some(node.value()) });
            if active && calls == Calls::Tangent {
                let tangent = place.tangent();
                out.push(Stmt::Shadow { var: tangent.root.clone(), like: Expr::Read(place) });
                self.push_into(&node, &tangent, UpdateOp::Add, out);
            }
            nodes.push((var.clone(), node));
        }
        let value = self.decompose(value, calls, out);
        if calls == Calls::Tangent {
            return value;
        }
        let result = self.bind("t", value.value(), out);
        Node::Block { locals: nodes, value: Box::new(value), result }
    }
}
