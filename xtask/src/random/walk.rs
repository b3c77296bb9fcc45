//! Visits every statement and every expression of a program, in the order in which they are written.

use super::ast::{Arg, Expr, Function, Init, Place, Source, Step, Stmt, Var, View};

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
        Stmt::For { body, .. }
        | Stmt::While { body, .. }
        | Stmt::Each { body, .. }
        | Stmt::Broadcast { body, .. }
        | Stmt::Inverse(body) => vec![body],
        Stmt::Known { uses, .. } | Stmt::View { uses, .. } => vec![uses],
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        Stmt::Match { arms, .. } => arms.iter().map(|arm| &arm.body[..]).collect(),
        Stmt::Ancilla { compute, uses, .. } => vec![compute, uses],
        Stmt::Let { .. }
        | Stmt::LetParts { .. }
        | Stmt::Update { .. }
        | Stmt::Call { .. }
        | Stmt::Swap(..)
        | Stmt::Aside(..) => Vec::new(),
    }
}

/// The statement lists inside a statement, to change them.
pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match stmt {
        Stmt::Let { init: Init::Block(stmts, _), .. } => vec![stmts],
        Stmt::For { body, .. }
        | Stmt::While { body, .. }
        | Stmt::Each { body, .. }
        | Stmt::Broadcast { body, .. }
        | Stmt::Inverse(body) => vec![body],
        Stmt::Known { uses, .. } | Stmt::View { uses, .. } => vec![uses],
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        Stmt::Match { arms, .. } => arms.iter_mut().map(|arm| &mut arm.body).collect(),
        Stmt::Ancilla { compute, uses, .. } => vec![compute, uses],
        Stmt::Let { .. }
        | Stmt::LetParts { .. }
        | Stmt::Update { .. }
        | Stmt::Call { .. }
        | Stmt::Swap(..)
        | Stmt::Aside(..) => Vec::new(),
    }
}

/// The variables that only the blocks inside a statement see, or that come and go with it.
pub fn inner_vars(stmt: &Stmt) -> Vec<&Var> {
    match stmt {
        Stmt::For { var, .. } | Stmt::While { var, .. } | Stmt::Broadcast { var, .. } | Stmt::Known { var, .. } => {
            vec![var]
        }
        Stmt::Each { source, .. } => source.vars(),
        Stmt::Match { arms, .. } => arms.iter().filter_map(|arm| arm.pattern.var()).collect(),
        Stmt::View { view, .. } => view.vars().iter().collect(),
        Stmt::Ancilla { lets, packed, .. } => {
            lets.iter().map(|(var, _)| var).chain(packed.iter().map(|(var, _)| var)).collect()
        }
        _ => Vec::new(),
    }
}

/// The places that a statement itself borrows or changes.
pub fn places(stmt: &Stmt) -> Vec<&Place> {
    match stmt {
        Stmt::Update { place, .. } | Stmt::View { place, .. } => vec![place],
        Stmt::Swap(a, b) => vec![a, b],
        Stmt::Call { args, .. } => args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Shared(place) | Arg::Exclusive(place) => Some(place),
                Arg::Value(_) => None,
            })
            .collect(),
        Stmt::Each { source, .. } => {
            let mut places = Vec::new();
            source.leaves(&mut |leaf| {
                if let Source::Slice { place, .. } = leaf {
                    places.push(place);
                }
            });
            places
        }
        _ => Vec::new(),
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
        Stmt::Let { init: Init::Expr(value) | Init::Block(_, value), .. }
        | Stmt::LetParts { init: value, .. }
        | Stmt::While { limit: value, .. }
        | Stmt::Aside(_, value) => expressions(value, visit),
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
        Stmt::Match { value, arms } => {
            expressions(value, visit);
            arms.iter().filter_map(|arm| arm.guard.as_ref()).for_each(|guard| expressions(guard, visit));
        }
        Stmt::Call { args, .. } => arguments(args, visit),
        Stmt::Swap(a, b) => {
            indices(a, visit);
            indices(b, visit);
        }
        Stmt::Ancilla { lets, .. } => lets.iter().for_each(|(_, init)| expressions(init, visit)),
        Stmt::Known { first, second, .. } => {
            expressions(first, visit);
            expressions(second, visit);
        }
        Stmt::Each { source, .. } => source.leaves(&mut |leaf| match leaf {
            Source::Slice { place, .. } => indices(place, visit),
            Source::Range { range, .. } => {
                expressions(&range.start, visit);
                expressions(&range.end, visit);
            }
            Source::Enumerate(..) | Source::Zip(_) | Source::Rev(_) => {}
        }),
        Stmt::View { view, place, .. } => {
            indices(place, visit);
            if let View::Split(_, at) = view {
                expressions(at, visit);
            }
        }
        Stmt::Broadcast { length, .. } => expressions(length, visit),
        Stmt::Inverse(_) => {}
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
        Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) | Expr::Tuple(items) => {
            items.iter().for_each(|e| expressions(e, visit));
        }
        Expr::Call(_, args) => arguments(args, visit),
        Expr::If(parts) => parts.iter().for_each(|e| expressions(e, visit)),
        Expr::Block(block) => {
            expressions(&block.1, visit);
            expressions(&block.2, visit);
        }
        Expr::Match(value, arms) => {
            expressions(value, visit);
            arms.iter().for_each(|(_, e)| expressions(e, visit));
        }
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
        match step {
            Step::Index(index) => expressions(index, visit),
            Step::Part(start, end) => start.iter().chain(end).for_each(|e| expressions(e, visit)),
            Step::Field(_) => {}
        }
    }
}
