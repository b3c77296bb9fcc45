//! Views: names for places. A derivative names the places of the gradients beside them.

use crate::ir::{BinaryOp, Bounds, Expr, Head, Leaf, Place, Shade, Step, Stmt, Var, Walk};
use proc_macro2::Span;
use std::rc::Rc;

/// The names of the gradients or tangents beside those of the values, if what they name has any.
pub fn shaded(stmt: &Stmt, shade: Shade, active: impl Fn(&Place) -> bool) -> Option<Stmt> {
    match stmt {
        Stmt::View { vars, place, cut } if active(place) => Some(Stmt::View {
            vars: vars.iter().map(|var| var.shaded(shade)).collect(),
            place: place.shaded(shade),
            cut: cut.clone(),
        }),
        _ => None,
    }
}

/// The names of the gradients or tangents of what a loop walks along, or of what case `k` of a `match` binds, to stand at the start
/// of the block.
pub fn shaded_names(head: &Head, k: usize, shade: Shade, active: impl Fn(&Place) -> bool) -> Vec<Stmt> {
    let names: Vec<(&Var, Place)> = match head {
        Head::Each { turn, leaves, .. } => {
            leaves.iter().filter_map(|leaf| Some((&leaf.var, leaf.place(turn)?))).collect()
        }
        Head::Match { cases, .. } => {
            cases[k].binds.iter().filter_map(|bound| Some((&bound.var, bound.place.clone()?))).collect()
        }
        _ => Vec::new(),
    };
    names
        .into_iter()
        .filter(|(_, place)| active(place))
        .map(|(var, place)| Stmt::View { vars: vec![var.shaded(shade)], place: place.shaded(shade), cut: None })
        .collect()
}

impl Leaf {
    /// What the name stands for in one turn, if it is a place.
    pub fn place(&self, turn: &Var) -> Option<Place> {
        let Walk::Slice { place, chunk, flipped, .. } = &self.walk else { return None };
        let count = |op, a, b| Expr::Binary(op, Rc::new([a, b]), crate::ir::At(Span::call_site()));
        let turn = Expr::Read(Place::var(turn));
        let turn = match (flipped, chunk) {
            (None, _) => turn,
            (Some(length), chunk) => {
                let turns = match chunk {
                    None => length.clone(),
                    Some(chunk) => count(BinaryOp::Div, length.clone(), chunk.clone()),
                };
                count(BinaryOp::Sub, count(BinaryOp::Sub, turns, Expr::literal(1)), turn)
            }
        };
        let step = match chunk {
            None => Step::Index(Rc::new(turn)),
            Some(chunk) => {
                let start = count(BinaryOp::Mul, turn, chunk.clone());
                let end = count(BinaryOp::Add, start.clone(), chunk.clone());
                Step::Slice(Rc::new(Bounds { start: Some(start), end: Some(end), inclusive: false }))
            }
        };
        Some(place.clone().then(step))
    }
}
