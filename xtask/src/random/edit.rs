//! Changes expressions and calls wherever they are in a function. `walk` shows them, this edits them.

use super::ast::{Arg, Expr, Function, Init, Place, Source, Step, Stmt, View};
use super::walk;

/// Edits all calls of a function: the number of the callee, and the arguments.
pub fn calls(function: &mut Function, edit: &mut impl FnMut(&mut usize, &mut Vec<Arg>)) {
    fn in_statements(stmts: &mut [Stmt], edit: &mut impl FnMut(&mut usize, &mut Vec<Arg>)) {
        for stmt in stmts {
            if let Stmt::Call { function, args, .. } = stmt {
                edit(function, args);
            }
            walk::blocks_mut(stmt).into_iter().for_each(|block| in_statements(block, edit));
        }
    }
    in_statements(&mut function.body, edit);
    let mut in_expression = |expr: &mut Expr| {
        if let Expr::Call(callee, args) = expr {
            edit(callee, args);
        }
    };
    expressions_of(function, &mut in_expression);
}

/// Edits all expressions of a function, outer expressions first.
pub fn expressions_of(function: &mut Function, edit: &mut impl FnMut(&mut Expr)) {
    function.body.iter_mut().for_each(|stmt| below(stmt, edit));
    if let Some(result) = &mut function.result {
        expressions(result, edit);
    }
}

/// Edits all expressions of a statement and of those inside it, outer expressions first.
pub fn below(stmt: &mut Stmt, edit: &mut impl FnMut(&mut Expr)) {
    match stmt {
        Stmt::Let { init: Init::Expr(value), .. }
        | Stmt::LetParts { init: value, .. }
        | Stmt::While { limit: value, .. }
        | Stmt::Aside(_, value)
        | Stmt::Broadcast { length: value, .. } => expressions(value, edit),
        Stmt::Update { place, value, .. } => {
            indices(place, edit);
            expressions(value, edit);
        }
        Stmt::For { range, .. } => {
            expressions(&mut range.start, edit);
            expressions(&mut range.end, edit);
        }
        Stmt::If { pre, post, .. } => {
            expressions(pre, edit);
            if let Some(post) = post {
                expressions(post, edit);
            }
        }
        Stmt::Match { value, arms } => {
            expressions(value, edit);
            arms.iter_mut().filter_map(|arm| arm.guard.as_mut()).for_each(|guard| expressions(guard, edit));
        }
        Stmt::Call { args, .. } => arguments(args, edit),
        Stmt::Swap(a, b) => {
            indices(a, edit);
            indices(b, edit);
        }
        Stmt::Ancilla { lets, .. } => lets.iter_mut().for_each(|(_, init)| expressions(init, edit)),
        Stmt::Known { first, second, .. } => {
            expressions(first, edit);
            expressions(second, edit);
        }
        Stmt::Each { source, .. } => in_source(source, edit),
        Stmt::View { view, place, .. } => {
            indices(place, edit);
            if let View::Split(_, at) = view {
                expressions(at, edit);
            }
        }
        Stmt::Let { init: Init::Block(..), .. } | Stmt::Inverse(_) => {}
    }
    walk::blocks_mut(stmt).into_iter().flatten().for_each(|stmt| below(stmt, edit));
    if let Stmt::Let { init: Init::Block(_, value), .. } = stmt {
        expressions(value, edit);
    }
}

fn in_source(source: &mut Source, edit: &mut impl FnMut(&mut Expr)) {
    match source {
        Source::Slice { place, .. } => indices(place, edit),
        Source::Range { range, .. } => {
            expressions(&mut range.start, edit);
            expressions(&mut range.end, edit);
        }
        Source::Enumerate(_, inner) | Source::Rev(inner) => in_source(inner, edit),
        Source::Zip(pair) => pair.iter_mut().for_each(|part| in_source(part, edit)),
    }
}

/// Edits an expression and all inside it, outer expressions first.
pub fn expressions(expr: &mut Expr, edit: &mut impl FnMut(&mut Expr)) {
    edit(expr);
    match expr {
        Expr::Float(_) | Expr::Int(_) => {}
        Expr::Read(place) | Expr::Len(place) => indices(place, edit),
        Expr::Neg(inner) | Expr::Not(inner) | Expr::Cast(inner, _) | Expr::Repeat(inner, _) => expressions(inner, edit),
        Expr::Binary(_, operands) => operands.iter_mut().for_each(|e| expressions(e, edit)),
        Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) | Expr::Tuple(items) => {
            items.iter_mut().for_each(|e| expressions(e, edit));
        }
        Expr::Call(_, args) => arguments(args, edit),
        Expr::If(parts) => parts.iter_mut().for_each(|e| expressions(e, edit)),
        Expr::Block(block) => {
            expressions(&mut block.1, edit);
            expressions(&mut block.2, edit);
        }
        Expr::Match(value, arms) => {
            expressions(value, edit);
            arms.iter_mut().for_each(|(_, e)| expressions(e, edit));
        }
    }
}

fn arguments(args: &mut [Arg], edit: &mut impl FnMut(&mut Expr)) {
    for arg in args {
        match arg {
            Arg::Value(value) => expressions(value, edit),
            Arg::Shared(place) | Arg::Exclusive(place) => indices(place, edit),
        }
    }
}

fn indices(place: &mut Place, edit: &mut impl FnMut(&mut Expr)) {
    for step in &mut place.path {
        match step {
            Step::Index(index) => expressions(index, edit),
            Step::Part(start, end) => start.iter_mut().chain(end).for_each(|e| expressions(e, edit)),
            Step::Field(_) => {}
        }
    }
}
