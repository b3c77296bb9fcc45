//! Views: names for places. A derivative names the places of the gradients beside them.

use crate::access::{Touch, each_touch};
use crate::hash::Set;

use crate::ir::{Head, Place, Renaming, Role, Step, Stmt, Var, Walk};

/// The names of the gradients or tangents beside those of the values, if what they name has any.
pub fn shaded(stmt: &Stmt, role: Role, active: impl Fn(&Place) -> bool) -> Option<Stmt> {
    match stmt {
        Stmt::View { vars, place, cut } if active(place) => Some(Stmt::View {
            vars: vars.iter().map(|var| var.with(role)).collect(),
            place: place.with(role),
            cut: cut.clone(),
        }),
        _ => None,
    }
}

/// The names of the gradients or tangents of what a loop walks along, or of what case `k` of a `match` binds, to stand at the start
/// of the block.
pub fn shaded_names(head: &Head, k: usize, role: Role, active: impl Fn(&Place) -> bool) -> Vec<Stmt> {
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
        .map(|(var, place)| Stmt::View { vars: vec![var.with(role)], place: place.with(role), cut: None })
        .collect()
}

/// Writes out the places of views that the way back cannot keep. What the function does with a place itself, after the last use of the name
/// that it had for it, comes before that use on the way back, where the name still borrows it.
///
/// ```text
/// let a = &mut body.a; a[0] += 1.0; y += body.a[0];      there
/// let a = &mut body.a; y -= body.a[0]; a[0] -= 1.0;      and back, which rustc would not take
/// y -= body.a[0]; body.a[0] -= 1.0;                      what is emitted
/// ```
pub fn write_out(stmts: &mut Vec<Stmt>) {
    let mut k = 0;
    while k < stmts.len() {
        if let Stmt::View { vars, place, .. } = &stmts[k]
            && place.root.is_primal()
            && clashes(vars, place, &stmts[k + 1..])
        {
            let Stmt::View { vars, place: named, .. } = stmts.remove(k) else { unreachable!("a view") };
            let place = |place: &mut Place| {
                if place.via.as_ref().is_some_and(|via| vars.contains(&via.var)) {
                    place.via.clone_from(&named.via);
                }
            };
            Renaming { name: &|_| None, place: &place }.stmts(&mut stmts[k..]);
            continue;
        }
        stmts[k].blocks_mut().iter_mut().for_each(write_out);
        k += 1;
    }
}

/// Whether something else is done with what is named before the last use of the name, and one of both changes it.
fn clashes(vars: &[Var], named: &Place, after: &[Stmt]) -> bool {
    let names = names(vars, after);
    let through = |place: &Place| names.contains(place.name()) || names.contains(&place.root);
    let (mut written, mut last) = (false, None);
    for (k, stmt) in after.iter().enumerate() {
        each_touch(stmt, &mut |touch, place| {
            if through(place) {
                last = Some(k);
                written |= touch == Touch::Write;
            }
        });
    }
    let Some(last) = last else { return false };
    after[..=last].iter().enumerate().any(|(k, stmt)| {
        let mut found = false;
        // In one statement without blocks it is all or nothing, and the function itself has it too.
        if k < last || !stmt.blocks().is_empty() {
            each_touch(stmt, &mut |touch, place| {
                let meant = !matches!(touch, Touch::Bind | Touch::Inner) && (written || touch == Touch::Write);
                found |= meant && !through(place) && borrows(named, place);
            });
        }
        found
    })
}

/// Whether rustc takes a borrow of one place for one of the other: it tells fields apart, but no elements.
fn borrows(named: &Place, place: &Place) -> bool {
    let apart = |(a, b): (&Step, &Step)| matches!((a, b), (Step::Field(a), Step::Field(b)) if a != b);
    named.root == place.root && !named.path.iter().zip(&place.path).any(apart)
}

/// The names of a view, and those of what is found through them.
fn names(vars: &[Var], stmts: &[Stmt]) -> Set<Var> {
    fn collect(stmts: &[Stmt], names: &mut Set<Var>) {
        for stmt in stmts {
            let mut more: Vec<(&Place, Vec<&Var>)> = Vec::new();
            match stmt {
                Stmt::View { vars, place, .. } => more.push((place, vars.iter().collect())),
                Stmt::Nested(Head::Each { leaves, .. }, _) => {
                    more.extend(leaves.iter().filter_map(|leaf| match &leaf.walk {
                        Walk::Slice { place, .. } => Some((place, vec![&leaf.var])),
                        Walk::Range(_) => None,
                    }));
                }
                Stmt::Nested(Head::Match { cases, .. }, _) => {
                    let binds = cases.iter().flat_map(|case| &case.binds);
                    more.extend(binds.filter_map(|bound| Some((bound.place.as_ref()?, vec![&bound.var]))));
                }
                _ => {}
            }
            for (place, vars) in more {
                if names.contains(place.name()) {
                    names.extend(vars.into_iter().cloned());
                }
            }
            stmt.blocks().iter().for_each(|block| collect(block, names));
        }
    }
    let mut names = vars.iter().cloned().collect();
    collect(stmts, &mut names);
    names
}
