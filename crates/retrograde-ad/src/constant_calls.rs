//! Calls that give constants get names of their own, in ordinary functions, so that they are made once: `stop_gradient(g(x))`, calls whose signature
//! says that what they give has no gradient, and calls whose value is compared with integers by a `match`. What is called needs no derivative.
//!
//! What is only evaluated if a condition holds stays where it is.

use crate::access::{constant_call, stops_gradient};
use crate::ir::{
    Activity, BinaryOp, Case, ConstantCall, Expr, Function, Growth, Head, LiteralKind, Pattern, PatternKind, Place,
    Stmt,
};
use crate::linear::called;
use crate::names::Names;

/// Gives each of them a name, in front of the statement that it is in.
pub fn name_constant_calls(function: &mut Function) {
    let mut pass = Pass { names: Names::of(function), activity: function.activity.clone() };
    let mut body = pass.block(std::mem::take(&mut function.body));
    if let Some(result) = &mut function.result {
        pass.within(result, &mut body);
    }
    (function.body, function.activity) = (body, pass.activity);
}

struct Pass {
    names: Names,
    activity: Activity,
}

impl Pass {
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for mut stmt in stmts {
            match &mut stmt {
                Stmt::Let { init: Some(value), .. } if self.is_constant(value) => {
                    value.parts_mut().into_iter().for_each(|part| self.within(part, &mut out));
                }
                Stmt::Let { init: Some(value), .. }
                | Stmt::Update { value, .. }
                | Stmt::Assign { value, .. }
                | Stmt::Grow(_, Growth::Push(value)) => self.within(value, &mut out),
                Stmt::LetCall { args, site: None, .. } => args.iter_mut().for_each(|arg| self.within(arg, &mut out)),
                Stmt::Nested(Head::Match { matched, cases }, _) => {
                    let patterns: Vec<&Pattern> = cases.iter().map(|Case { pattern, .. }| pattern).collect();
                    self.compared(&mut matched.value, &patterns, &mut out);
                }
                _ => {}
            }
            for inner in stmt.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            out.push(stmt);
        }
        out
    }

    fn is_constant(&self, expr: &Expr) -> bool {
        stops_gradient(expr) || constant_call(expr, &self.activity).is_some()
    }

    fn within(&mut self, expr: &mut Expr, out: &mut Vec<Stmt>) {
        if self.is_constant(expr) {
            let is_integer = constant_call(expr, &self.activity) == Some(ConstantCall::Integer);
            return self.name(expr, is_integer, out);
        }
        match expr {
            Expr::If(_) | Expr::Match(..) | Expr::Block(..) | Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) => {}
            other => other.parts_mut().into_iter().for_each(|part| self.within(part, out)),
        }
    }

    fn name(&mut self, expr: &mut Expr, is_integer: bool, out: &mut Vec<Stmt>) {
        let var = self.names.var("t");
        if is_integer {
            self.activity.insert(var.name.clone());
        }
        let value = std::mem::replace(expr, Expr::Read(Place::var(&var)));
        out.push(Stmt::Let { var, mutable: false, ty: None, init: Some(value) });
    }

    /// What is compared with literals is of their type.
    fn compared(&mut self, value: &mut Expr, patterns: &[&Pattern], out: &mut Vec<Stmt>) {
        if called(value).is_some() && patterns.iter().any(|pattern| is_literal(pattern)) {
            return self.name(value, true, out);
        }
        match value {
            Expr::Tuple(parts) => {
                for (k, part) in parts.iter_mut().enumerate() {
                    let patterns: Vec<&Pattern> = patterns.iter().filter_map(|pattern| part_of(pattern, k)).collect();
                    self.compared(part, &patterns, out);
                }
            }
            value => self.within(value, out),
        }
    }
}

/// Whether a pattern is a literal of a type without a gradient, or a choice of such.
fn is_literal(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Literal(literal) => match &literal.kind {
            LiteralKind::Int { suffix, .. } => !suffix.starts_with('f'),
            LiteralKind::Bool(_) | LiteralKind::Text => true,
            LiteralKind::Float { .. } | LiteralKind::Other => false,
        },
        PatternKind::Or(choices) => choices.iter().any(is_literal),
        PatternKind::Paren(inner) => is_literal(inner),
        _ => false,
    }
}

/// The pattern of a part of a tuple.
fn part_of(pattern: &Pattern, k: usize) -> Option<&Pattern> {
    match &pattern.kind {
        PatternKind::Tuple(parts) if !parts[..k.min(parts.len())].iter().any(|part| part.kind == PatternKind::Rest) => {
            parts.get(k)
        }
        PatternKind::Paren(inner) => part_of(inner, k),
        _ => None,
    }
}
