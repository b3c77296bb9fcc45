//! Visits every statement and every expression of a program, in the order in which they are written.

use super::ast::{Arg, Expr, Function, Init, Place, Step, Stmt};

/// Shows `visit` every statement in `stmts`, at any depth.
pub fn statements(stmts: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for stmt in stmts {
        visit(stmt);
        for block in blocks(stmt) {
            statements(block, visit);
        }
    }
}

/// The statement lists inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::Let { init: Init::Block(stmts, _), .. } => vec![stmts],
        Stmt::For { body, .. } => vec![body],
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        Stmt::Ancilla { compute, uses, .. } => vec![compute, uses],
        Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Call { .. } | Stmt::Swap(..) => Vec::new(),
    }
}

/// The statement lists inside a statement, to change them.
pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::Let { init: Init::Block(stmts, _), .. } => vec![stmts],
        Stmt::For { body, .. } => vec![body],
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        Stmt::Ancilla { compute, uses, .. } => vec![compute, uses],
        Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Call { .. } | Stmt::Swap(..) => Vec::new(),
    }
}

/// Shows `visit` every expression of a function, at any depth.
pub fn expressions_of(function: &Function, visit: &mut impl FnMut(&Expr)) {
    statements(&function.body, &mut |stmt| expressions_in(stmt, visit));
    if let Some(result) = &function.result {
        expressions(result, visit);
    }
}

/// Shows `visit` the expressions of one statement, not those of statements inside it.
pub fn expressions_in(stmt: &Stmt, visit: &mut impl FnMut(&Expr)) {
    match stmt {
        Stmt::Let { init: Init::Expr(value) | Init::Block(_, value), .. } => expressions(value, visit),
        Stmt::Update { place, value, .. } => {
            indices(place, visit);
            expressions(value, visit);
        }
        Stmt::For { range, .. } => {
            expressions(&range.start, visit);
            expressions(&range.end, visit);
        }
        Stmt::If { pre, post, .. } => {
            expressions(pre, visit);
            if let Some(post) = post {
                expressions(post, visit);
            }
        }
        Stmt::Call { args, .. } => arguments(args, visit),
        Stmt::Swap(a, b) => {
            indices(a, visit);
            indices(b, visit);
        }
        Stmt::Ancilla { lets, .. } => lets.iter().for_each(|(_, init)| expressions(init, visit)),
    }
}

/// Shows `visit` an expression and all inside it.
pub fn expressions(expr: &Expr, visit: &mut impl FnMut(&Expr)) {
    visit(expr);
    match expr {
        Expr::Float(_) | Expr::Int(_) => {}
        Expr::Read(place) | Expr::Len(place) => indices(place, visit),
        Expr::Neg(inner) | Expr::Not(inner) | Expr::Cast(inner, _) | Expr::Repeat(inner, _) => {
            expressions(inner, visit);
        }
        Expr::Binary(_, operands) => operands.iter().for_each(|e| expressions(e, visit)),
        Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) => {
            items.iter().for_each(|e| expressions(e, visit));
        }
        Expr::Call(_, args) => arguments(args, visit),
        Expr::If(parts) => parts.iter().for_each(|e| expressions(e, visit)),
    }
}

fn arguments(args: &[Arg], visit: &mut impl FnMut(&Expr)) {
    for arg in args {
        match arg {
            Arg::Value(value) => expressions(value, visit),
            Arg::Shared(place) | Arg::Exclusive(place) => indices(place, visit),
        }
    }
}

fn indices(place: &Place, visit: &mut impl FnMut(&Expr)) {
    for step in &place.path {
        if let Step::Index(index) = step {
            expressions(index, visit);
        }
    }
}
