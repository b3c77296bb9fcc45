//! Gradients of what was taken apart: they are pulled back through its operations.

use super::{HERE, Linear, Node, carried, derivative, operator, rule};
use crate::ir::{At, Derivative, Direction, Expr, Operation, Place, Role, Stmt, UpdateOp, Var};
use crate::views::shaded_names;
use std::rc::Rc;

impl Linear<'_> {
    /// Whether a gradient goes on from a node.
    pub fn carries(&self, node: &Node) -> bool {
        match node {
            Node::Leaf(Expr::Read(place)) => self.active(place),
            Node::Leaf(_) => false,
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.carries(inner),
            Node::Carried(_, incoming) => self.carries(incoming),
            Node::Operation { operands, .. } => operands.iter().any(|operand| self.carries(operand)),
            Node::Call { args, .. } => args.iter().any(|arg| self.carries(arg)),
            Node::Aggregate(parts, _) => parts.iter().any(|(_, part)| self.carries(part)),
            Node::Part { base, .. } => self.carries(base),
            Node::Branch { .. } => true,
            Node::Block { value, .. } => self.carries(value),
        }
    }

    /// Pulls the gradient `incoming` of a node back to the places it was computed from.
    pub fn pull(&mut self, node: &Node, incoming: Expr, op: UpdateOp, out: &mut Vec<Stmt>) {
        match node {
            Node::Leaf(Expr::Read(place)) if self.active(place) => {
                out.push(Stmt::Update { op, place: place.adjoint(), value: incoming, at: At(place.root.span) });
            }
            Node::Leaf(_) => {}
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => {
                self.pull(inner, incoming, op, out);
            }
            Node::Carried(derivative, carrier) => {
                self.pull(carrier, carried(derivative, derivative.direction.transposed(), incoming), op, out);
            }
            Node::Operation { operation, operands, result } if self.is_square(operation, operands) => {
                let share = |k, incoming| derivative(Direction::Pull, operation, operands, k, result, incoming);
                let other = match &operands[0] {
                    Node::Operation { operands, result, .. } => {
                        Some((operands, result)).filter(|_| self.carries(&operands[0]))
                    }
                    _ => None,
                };
                let incoming = match (other, incoming) {
                    (Some(_), Expr::Derivative(derivative)) => self.bind("g", Expr::Derivative(derivative), out),
                    (_, incoming) => incoming,
                };
                let twice = derivative(Direction::Pull, &Operation::Twice, &[], 0, result, incoming.clone());
                self.pull(&operands[1], share(1, twice), op, out);
                if let Some((factors, product)) = other {
                    let share = derivative(Direction::Pull, operation, factors, 0, product, share(0, incoming));
                    self.pull(&factors[0], share, op, out);
                }
            }
            Node::Operation { operation, operands, result } => {
                let carrying: Vec<usize> = (0..operands.len()).filter(|k| self.carries(&operands[*k])).collect();
                let incoming = match (&carrying[..], incoming) {
                    ([_, _, ..], Expr::Derivative(derivative)) => self.bind("g", Expr::Derivative(derivative), out),
                    (_, incoming) => incoming,
                };
                for k in carrying {
                    let share = derivative(Direction::Pull, operation, operands, k, result, incoming.clone());
                    self.pull(&operands[k], share, op, out);
                }
            }
            Node::Call { callee, args, var, site } => {
                let incoming = if op == UpdateOp::Sub { negated(incoming, var) } else { incoming };
                let shadows: Vec<_> = args.iter().map(|arg| self.adjoint_place(arg, out)).collect();
                let (site, callee, again, tangents) = (site.clone(), callee.clone(), by_reference(args), None);
                out.push(Stmt::Backward { site, incoming, args: again, shadows: shadows.clone(), callee, tangents });
                self.pull_shadows(args, shadows, out);
            }
            Node::Aggregate(parts, value) => {
                let place = match incoming {
                    Expr::Read(place) => place,
                    incoming => self.kept(incoming, value, out),
                };
                for (step, part) in parts {
                    let mut place = place.clone();
                    place.path.push(step.clone());
                    self.pull(part, Expr::Read(place), op, out);
                }
            }
            Node::Part { base, steps, .. } => {
                let Some(shadow) = self.adjoint_place(base, out) else { return };
                let mut place = shadow.clone();
                place.path.extend(steps.iter().cloned());
                let at = At(place.root.span);
                out.push(Stmt::Update { op, place, value: incoming, at });
                self.pull(base, Expr::Read(shadow), UpdateOp::Add, out);
            }
            Node::Branch { head, arms, .. } => {
                let (head, examined) = self.examine(head, HERE, out);
                let blocks = arms.iter().enumerate().map(|(k, arm)| {
                    let mut block = shaded_names(&head, k, Role::Adjoint, |place| self.active(place));
                    let node = self.decompose(arm, HERE, &mut block);
                    self.pull(&node, incoming.clone(), op, &mut block);
                    block
                });
                let blocks = blocks.collect();
                out.push(Stmt::Nested(head, blocks));
                self.pull_examined(examined, out);
            }
            Node::Block { locals, value, .. } => {
                let active: Vec<_> = locals.iter().filter(|(var, _)| self.active(&Place::var(var))).collect();
                for (var, _) in &active {
                    let like = Expr::Read(Place::var(var));
                    out.push(Stmt::Shadow { var: var.adjoint(), like });
                }
                self.pull(value, incoming, op, out);
                for (var, node) in active.into_iter().rev() {
                    let gradient = Expr::Read(Place::var(&var.adjoint()));
                    self.pull(node, gradient, UpdateOp::Add, out);
                }
            }
        }
    }

    /// Whether an operation is `x * x`, or `a * x * x`, of a number. Numbers commute, so both factors have the same share in the gradient.
    fn is_square(&self, operation: &Operation, operands: &[Node]) -> bool {
        let is_product = |operation: &Operation| matches!(operation, Operation::Rule(rule) if rule.method == "mul");
        let last = match operands {
            [_, Node::Leaf(last @ Expr::Read(place))]
                if is_product(operation) && self.activity.is_float(&place.root.name) =>
            {
                last
            }
            _ => return false,
        };
        match &operands[0] {
            Node::Leaf(first) => first == last,
            Node::Operation { operation, operands, .. } if is_product(operation) => {
                matches!(&operands[1], Node::Leaf(second) if second == last)
            }
            _ => false,
        }
    }

    /// Puts the gradient of something with parts at a place of its own, where the parts of the gradient are found.
    pub fn kept(&mut self, incoming: Expr, like: &Expr, out: &mut Vec<Stmt>) -> Place {
        let var = self.names.var("g").adjoint();
        out.push(Stmt::Shadow { var: var.clone(), like: like.clone() });
        let place = Place::var(&var);
        out.push(Stmt::Update { op: UpdateOp::Add, place: place.clone(), value: incoming, at: At(var.span) });
        place
    }

    /// Pulls back the gradients that a call left in fresh shadows of its arguments.
    pub fn pull_shadows(&mut self, args: &[Node], shadows: Vec<Option<Place>>, out: &mut Vec<Stmt>) {
        for (arg, shadow) in args.iter().zip(shadows) {
            if let (Some(shadow), false) = (shadow, arg.is_place()) {
                self.pull(arg, Expr::Read(shadow), UpdateOp::Add, out);
            }
        }
    }

    /// `place op value` as a node; `result` is its value, which is given a name if the rule reads it.
    pub fn scaled(
        &mut self,
        op: UpdateOp,
        place: &Place,
        value: Node,
        result: Expr,
        at: At,
        out: &mut Vec<Stmt>,
    ) -> Node {
        let rule = rule(operator(op.binary()));
        let value = match value {
            // A complex number is put together from parts, and is a number.
            Node::Aggregate(_, Expr::Construct(ref path, _)) if Expr::is_new(path) => self.shadowable(value, out),
            Node::Aggregate(_, value) => {
                self.errors.push(at.0, "only numbers can be scaled: scale the parts one by one");
                Node::Leaf(value)
            }
            value => value,
        };
        let result = if rule.mentions_result(1) { self.bind("t", result, out) } else { result };
        let operands = vec![Node::Leaf(Expr::Read(place.clone())), value];
        Node::Operation { operation: Operation::Rule(rule), operands, result }
    }

    /// Pulls the gradient of `place` back through `place op= value`, where `product` is `place op value`: the operand's share is
    /// added to its gradients, and the place keeps its own share.
    pub fn pull_scaled(&mut self, product: &Node, place: &Place, op: UpdateOp, out: &mut Vec<Stmt>) {
        let Node::Operation { operation, operands, result } = product else {
            unreachable!("a product is an operation")
        };
        let target = place.adjoint();
        let share = |k| derivative(Direction::Pull, operation, operands, k, result, Expr::Read(target.clone()));
        let own = share(0);
        if self.carries(&operands[1]) {
            self.pull(&operands[1], share(1), op, out);
        }
        out.push(Stmt::Assign { place: target, value: own, fresh: false });
    }
}

/// The arguments that are references.
pub fn by_reference(args: &[Node]) -> Vec<Option<Expr>> {
    args.iter()
        .map(Node::value)
        .map(|value| match value {
            Expr::Borrow(_) | Expr::Lend(_) | Expr::Function(_) => Some(value),
            _ => None,
        })
        .collect()
}

/// A gradient with its sign changed: the derivative of negation, applied to it.
fn negated(incoming: Expr, var: &Var) -> Expr {
    let rule = rule("neg");
    Expr::Derivative(Rc::new(Derivative {
        direction: Direction::Pull,
        operation: Operation::Rule(rule),
        operand: 0,
        operands: vec![Expr::Read(Place::var(var))],
        result: None,
        incoming,
        open: true,
    }))
}
