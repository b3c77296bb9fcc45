//! Tangents of what was taken apart: they are pushed forward through its operations.

use super::{Linear, Node, carried, derivative};
use crate::access::reads;
use crate::ir::{At, Direction, Expr, Place, Role, Stmt, UpdateOp};
use std::rc::Rc;

impl Linear<'_> {
    /// The tangent of a node, if it has one.
    pub fn push(&self, node: &Node) -> Option<Expr> {
        match node {
            Node::Leaf(Expr::Read(place)) if self.active(place) => Some(Expr::Read(place.tangent())),
            Node::Leaf(Expr::Restore(site)) if self.activity.keeps_active(site) => {
                Some(Expr::Restore(site.with(Role::Tangent)))
            }
            Node::Leaf(Expr::Replay(site, range)) if self.activity.keeps_active(site) => {
                Some(Expr::Replay(site.with(Role::Tangent), range.clone()))
            }
            Node::Leaf(_) | Node::Call { .. } => None,
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.push(inner),
            Node::Carried(derivative, incoming) => {
                Some(carried(derivative, derivative.direction, self.push(incoming)?))
            }
            Node::Operation { operation, operands, result } => {
                let mut sum = None;
                for k in 0..operands.len() {
                    let Some(tangent) = self.push(&operands[k]) else { continue };
                    let share = derivative(Direction::Push, operation, operands, k, result, tangent);
                    sum = Some(match sum {
                        None => share,
                        Some(sum) => Expr::Plus(Rc::new([sum, share])),
                    });
                }
                sum
            }
            // Others are pushed part by part.
            Node::Aggregate(_, value) => {
                let message = "a value that is put together from parts is no operand here: take one of its parts";
                self.errors.push(crate::access::first_span(value), message);
                None
            }
            Node::Part { .. } | Node::Branch { .. } | Node::Block { .. } => {
                unreachable!("with tangents these are leaves")
            }
        }
    }

    /// Adds the tangent of a node to a place.
    pub fn push_into(&mut self, node: &Node, place: &Place, op: UpdateOp, out: &mut Vec<Stmt>) {
        self.parts(node, place, &mut |this, node, place| {
            if let Some(value) = this.push(node) {
                out.push(Stmt::Update { op, at: At(place.root.span), place, value });
            }
        });
    }

    /// Gives a place the tangent of a node. If a part of it reads what another part overwrites, all are read first.
    pub fn push_over(&mut self, node: &Node, place: &Place, out: &mut Vec<Stmt>) {
        let mut parts = Vec::new();
        self.parts(node, place, &mut |this, node, place| parts.push((place, this.push(node).unwrap_or(Expr::Zero))));
        let mut again = false;
        for (_, value) in parts.iter().skip(1) {
            reads(value, &mut |read| again |= read.root == place.root);
        }
        for (_, value) in parts.iter_mut().filter(|(_, value)| again && !matches!(value, Expr::Zero)) {
            *value = self.bind("g", value.clone(), out);
        }
        out.extend(parts.into_iter().map(|(place, value)| Stmt::Assign { place, value, fresh: false }));
    }

    fn parts(&mut self, node: &Node, place: &Place, f: &mut dyn FnMut(&mut Self, &Node, Place)) {
        match node {
            Node::Aggregate(parts, _) => {
                for (step, part) in parts {
                    let mut place = place.clone();
                    place.path.push(step.clone());
                    self.parts(part, &place, f);
                }
            }
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.parts(inner, place, f),
            node => f(self, node, place.clone()),
        }
    }
}
