//! Locals that the way back restores although every loop that reads them gives them another value first. Of what was saved only the type is
//! of use, for the gradient.

use crate::access::{Touch, each_touch};
use crate::ir::{Expr, Place, Span, Stmt, Storage, Var};

/// Has such locals begin without a value.
pub fn forget_overwritten(stmts: &mut Vec<Stmt>) {
    let mut k = 0;
    while k + 1 < stmts.len() {
        if let Some(begun) = begun(&stmts[k], &stmts[k + 1], &stmts[k + 2..]) {
            k += begun.len();
            stmts.splice(k - begun.len()..k - begun.len() + 2, begun);
        } else {
            k += 1;
        }
    }
    stmts.iter_mut().flat_map(Stmt::blocks_mut).for_each(forget_overwritten);
}

/// What a restored local and its gradient begin with instead.
fn begun(restored: &Stmt, shadow: &Stmt, rest: &[Stmt]) -> Option<Vec<Stmt>> {
    let Stmt::Let { var, ty, init: Some(init @ Expr::Restore(site)), .. } = restored else { return None };
    let Stmt::Shadow { var: gradient, like: Expr::Read(like) } = shadow else { return None };
    let is_var = like.root == *var && like.path.is_empty();
    if !is_var
        || site.keep != Storage::Many
        || !rest.iter().any(|stmt| touches(stmt, var))
        || !is_overwritten(var, rest)
    {
        return None;
    }
    let like = Var::new(&format!("like{}", site.id), Span::mixed_site());
    Some(vec![
        Stmt::TypeOf { var: like.clone(), ty: None, like: init.clone() },
        Stmt::Shadow { var: gradient.clone(), like: Expr::Read(Place::var(&like)) },
        Stmt::Let { var: var.clone(), mutable: true, ty: ty.clone(), init: None },
    ])
}

/// Whether statements give a variable a value before they do anything else with it.
fn is_overwritten(var: &Var, stmts: &[Stmt]) -> bool {
    for stmt in stmts.iter().filter(|stmt| touches(stmt, var)) {
        match stmt {
            Stmt::Assign { place, value, .. } => return place == &Place::var(var) && !mentions(value, var),
            // It may have no iterations.
            Stmt::Nested(head, blocks) if head.repeats() => {
                let without = Stmt::Nested(head.clone(), Vec::new());
                if touches(&without, var) || !blocks.iter().all(|block| is_overwritten(var, block)) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

fn touches(stmt: &Stmt, var: &Var) -> bool {
    let mut found = false;
    each_touch(stmt, &mut |_, place| found |= place.root == *var);
    found
}

fn mentions(value: &Expr, var: &Var) -> bool {
    let mut found = false;
    let stmt = Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(value.clone()) };
    each_touch(&stmt, &mut |touch, place| found |= touch != Touch::Bind && place.root == *var);
    found
}
