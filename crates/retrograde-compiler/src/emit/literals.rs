//! Which locals start as literals. Their type may be open until a later statement tells it, and in reverse order a method call may
//! come before that statement; but it is a float for certain.

use crate::hash::Set;
use crate::ir::{Expr, Stmt, Var, all_stmts};

/// The locals that are given a value made of float literals alone.
pub fn literal_born(stmts: &[Stmt]) -> Set<Var> {
    let mut found = Set::default();
    collect(stmts, &mut found);
    found
}

fn collect(stmts: &[Stmt], found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        match stmt {
            Stmt::Let { var, init: Some(init), ty: None, .. } if is_literal(init, found) => {
                found.insert(var.clone());
            }
            Stmt::Assign { place, value, .. } if place.path.is_empty() && is_literal(value, found) => {
                found.insert(place.root.clone());
            }
            _ => {}
        }
    }
}

/// Whether an expression is made of unsuffixed float literals, and of locals that are.
pub fn is_literal(expr: &Expr, born: &Set<Var>) -> bool {
    match expr {
        Expr::Literal(lit) => lit.is_open_float(),
        Expr::Read(place) => born.contains(&place.root),
        Expr::Unary(_, inner, _) => is_literal(inner, born),
        Expr::Binary(op, operands, _) => !op.is_logical() && operands.iter().all(|operand| is_literal(operand, born)),
        Expr::Method(_, args, _) => is_literal(&args[0], born),
        Expr::Array(elems) => !elems.is_empty() && elems.iter().all(|elem| is_literal(elem, born)),
        Expr::Repeat(elem, _) | Expr::Vector(elem) => is_literal(elem, born),
        Expr::If(parts) => parts[1..].iter().all(|arm| is_literal(arm, born)),
        Expr::Match(_, arms) => arms.iter().all(|(_, value)| is_literal(value, born)),
        Expr::Block(_, value) => is_literal(value, born),
        _ => false,
    }
}
