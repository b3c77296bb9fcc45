//! Which locals are lists: they may change their length, and a copy of them is one that must be asked for.

use crate::access::COPIES;
use crate::hash::Set;
use crate::ir::{Expr, Place, Step, Stmt, Type, TypeKind, Var, all_stmts};
use crate::linear::called;
use crate::shapes::Shapes;

/// The lists whose length changes, and the gradients and tangents whose shape does.
pub fn grown(stmts: &[Stmt], shapes: &Shapes) -> Set<Var> {
    let mut found = Set::default();
    collect(stmts, shapes, &mut found);
    found
}

fn collect(stmts: &[Stmt], shapes: &Shapes, found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        match stmt {
            Stmt::Grow(list, _) => {
                found.insert(list.root.clone());
            }
            Stmt::Renew { place, .. } => {
                found.insert(place.root.clone());
            }
            Stmt::Assign { place, fresh: true, .. } if !place.root.is_primal() => {
                found.insert(place.root.clone());
            }
            Stmt::Swap(a, b) if moves(a, b, shapes) => found.extend([a.root.clone(), b.root.clone()]),
            _ => {}
        }
    }
}

/// Whether what is swapped is places of gradients or tangents, rather than what is in them.
pub fn moves(a: &Place, b: &Place, shapes: &Shapes) -> bool {
    let own = |place: &Place| !place.root.is_primal() && shapes.is_own(place);
    own(a) && own(b) && shapes.may_differ(a, b)
}

/// The lists that are pushed to or popped from.
fn pushed(stmts: &[Stmt], found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Grow(list, _) = stmt {
            found.insert(list.root.clone());
        }
    }
}

/// The locals that are lists: they are started as such, or grow.
pub fn lists(stmts: &[Stmt]) -> Set<Var> {
    closure(stmts, false)
}

/// The locals that are lists, or are put together from some: their types do not tell how long their gradients are.
pub fn with_lists(stmts: &[Stmt]) -> Set<Var> {
    let mut found = lists(stmts);
    loop {
        let before = found.len();
        put_together(stmts, &mut found);
        handed_on(stmts, &mut found);
        if found.len() == before {
            return found;
        }
    }
}

fn put_together(stmts: &[Stmt], found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Let { var, init: Some(init @ (Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(..))), .. } = stmt
            && holds_list(init, found)
        {
            found.insert(var.clone());
        }
    }
}

/// What holds a list because another variable did.
fn handed_on(stmts: &[Stmt], found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        match stmt {
            Stmt::Let { var, init: Some(init @ (Expr::Read(_) | Expr::Construct(..))), .. }
                if holds_list(init, found) =>
            {
                found.insert(var.clone());
            }
            Stmt::Assign { place, value: value @ (Expr::Read(_) | Expr::Construct(..) | Expr::Method(..)), .. }
                if place.path.is_empty() && holds_list(value, found) =>
            {
                found.insert(place.root.clone());
            }
            _ => {}
        }
    }
}

/// Whether what is put together holds a list, as far as one can see.
pub(crate) fn holds_list(value: &Expr, lists: &Set<Var>) -> bool {
    value.any(&|part| match part {
        Expr::Vector(_) => true,
        Expr::Method(name, ..) => COPIES.contains(&&**name),
        // An element that is read without a word is a copy, and so is no list.
        Expr::Read(place) => lists.contains(&place.root) && !matches!(place.path.last(), Some(Step::Index(_))),
        _ => false,
    })
}

/// The locals that may be lists: what a call gives may be one too.
pub fn perhaps_lists(stmts: &[Stmt]) -> Set<Var> {
    let mut found = closure(stmts, true);
    loop {
        let before = found.len();
        put_together(stmts, &mut found);
        if found.len() == before {
            return found;
        }
        started(stmts, true, &mut found);
    }
}

fn closure(stmts: &[Stmt], calls: bool) -> Set<Var> {
    let mut found = Set::default();
    pushed(stmts, &mut found);
    loop {
        let before = found.len();
        started(stmts, calls, &mut found);
        if found.len() == before {
            return found;
        }
    }
}

fn started(stmts: &[Stmt], calls: bool, found: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        match stmt {
            Stmt::Let { var, init: Some(init), ty, .. }
                if ty.as_ref().is_some_and(is_vector) || is_list(init, calls, found) =>
            {
                found.insert(var.clone());
            }
            Stmt::LetCall { var, .. } | Stmt::LetTangent { var, .. } if calls => {
                found.insert(var.clone());
            }
            // in a branch, say
            Stmt::Assign { place, value, .. } if place.path.is_empty() && is_list(value, calls, found) => {
                found.insert(place.root.clone());
            }
            _ => {}
        }
    }
}

/// Whether a value is a list, as far as one can see; what is called may give one, or a variant that holds one.
fn is_list(value: &Expr, calls: bool, found: &Set<Var>) -> bool {
    match value {
        Expr::Vector(_) => true,
        Expr::Call(..) | Expr::Construct(..) | Expr::Struct(..) => calls,
        Expr::Method(name, ..) if COPIES.contains(&&**name) => true,
        Expr::Method(..) => calls && called(value).is_some(),
        Expr::Read(place) => place.path.is_empty() && found.contains(&place.root),
        _ => false,
    }
}

fn is_vector(ty: &Type) -> bool {
    matches!(&ty.kind, TypeKind::Path(path) if path.name() == "Vec")
}
