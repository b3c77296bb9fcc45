//! What a function gives back to its caller. A step of many bodies overwrites their speeds in a loop over all pairs, again and again, and the
//! derivative reads none of them. So they are kept once, as they were at entry, and not each time that one is overwritten.

use super::{Halves, Tape};
use crate::access::{Touch, each_touch};
use crate::ir::{At, Expr, Function, Head, Literal, Passing, Place, Range, Span, Step, Stmt, Storage, Var};
use std::rc::Rc;

/// Statements of the backward run, and the statement of the body whose way back they come before.
type Inserted = (usize, Vec<Stmt>);

impl Tape<'_> {
    /// Takes restores of elements that were lent out of the way back, where one restore of all of them does instead. What is saved first for
    /// that, and where it is restored.
    pub(super) fn at_entry(
        &mut self,
        function: &Function,
        body: &[Stmt],
        halves: &mut [Halves],
    ) -> (Vec<Stmt>, Vec<Inserted>) {
        let (mut saves, mut restores) = (Vec::new(), Vec::new());
        for param in function.params.iter().filter(|param| param.passing == Passing::Exclusive) {
            let var = &param.var;
            // To keep all elements takes no longer than the function does.
            if !body.iter().any(|stmt| is_over_all(stmt, var, body)) {
                continue;
            }
            let Some((count, fields)) = kept_once(var, halves) else { continue };
            let read = later_reads(var, halves, count);
            for (k, (_, back)) in halves.iter_mut().enumerate() {
                remove(back, var, &mut |place| k < count || !read.iter().any(|read| may_meet(read, place)));
            }
            let (save, restore) = self.of_all(var, &fields);
            saves.push(save);
            restores.push((count - 1, vec![restore]));
        }
        (saves, restores)
    }

    /// Loops that save and restore these fields of all elements.
    fn of_all(&mut self, var: &Var, fields: &[Vec<Step>]) -> (Stmt, Stmt) {
        let element = self.adjoint.linear.names.var("element");
        let whole = Place::new(var.clone(), vec![Step::Deref]);
        let range = Range {
            start: Expr::Literal(Literal::int(0, "usize", Span::mixed_site())),
            end: Expr::Length(whole.clone(), At(Span::mixed_site())),
            inclusive: false,
            reversed: false,
            stride: None,
        };
        let place = |field: &Vec<Step>| {
            let index = Step::Index(Rc::new(Expr::Read(Place::var(&element))));
            Place::new(var.clone(), [&whole.path, &[index][..], field].concat())
        };
        let (save, restore) = match fields {
            [field] => {
                let (save, restore) = self.save(&place(field), Storage::Many);
                (save, vec![restore])
            }
            // Several fields are one value on the tape.
            fields => {
                let site = self.adjoint.linear.site(Storage::Many);
                let all = fields.iter().map(|field| Expr::Read(place(field))).collect();
                let mut restore = Vec::new();
                let saved = self.adjoint.linear.bind("entry", Expr::Restore(site.clone()), &mut restore);
                restore.extend(fields.iter().enumerate().map(|(k, field)| {
                    let part = vec![Step::Field(k.to_string().into())];
                    Stmt::Assign { place: place(field), value: Expr::Part(Rc::new(saved.clone()), part), fresh: false }
                }));
                (Stmt::Save(site, Expr::Tuple(all)), restore)
            }
        };
        let there = Head::For { var: element, range };
        let back = there.mirrored();
        (Stmt::Nested(there, vec![vec![save]]), Stmt::Nested(back, vec![restore]))
    }
}

/// How many statements of the body may find what they restore of `var` as it was at entry, and the fields that are restored, if keeping them
/// once is less.
fn kept_once(var: &Var, halves: &[Halves]) -> Option<(usize, Vec<Vec<Step>>)> {
    let mut written: Vec<Place> = Vec::new();
    let mut read: Vec<Place> = Vec::new();
    let mut count = 0;
    for (k, (forward, back)) in halves.iter().enumerate() {
        forward.iter().for_each(|stmt| {
            each_touch(stmt, &mut |touch, place| {
                if place.root == *var && touch == Touch::Write {
                    written.push(place.clone());
                }
            });
        });
        read.extend(reads_of(var, back));
        if !read.iter().any(|read| written.iter().any(|written| may_meet(read, written))) {
            count = k + 1;
        }
    }
    let mut restored: Vec<(Place, usize)> = Vec::new();
    let later = later_reads(var, halves, count);
    for (k, (_, back)) in halves.iter().enumerate() {
        let mut here = Vec::new();
        restores_of(back, var, 0, &mut here);
        restored
            .extend(here.into_iter().filter(|(place, _)| k < count || !later.iter().any(|read| may_meet(read, place))));
    }
    // What is overwritten once is kept once.
    let again = restored.iter().any(|(_, depth)| *depth > 1);
    if count == 0 || !again {
        return None;
    }
    let mut fields: Vec<Vec<Step>> = Vec::new();
    for (place, _) in &restored {
        let field = field(place)?;
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    // A field that is restored whole and in parts would be kept twice.
    let apart = |a: &Vec<Step>, b: &Vec<Step>| a == b || !a.starts_with(b) && !b.starts_with(a);
    fields.iter().all(|a| fields.iter().all(|b| apart(a, b))).then_some((count, fields))
}

/// What the way back of the statements after the first `count` looks at.
fn later_reads(var: &Var, halves: &[Halves], count: usize) -> Vec<Place> {
    halves[count..].iter().flat_map(|(_, back)| reads_of(var, back)).collect()
}

/// The field of an element that a place is.
fn field(place: &Place) -> Option<Vec<Step>> {
    let [Step::Deref, first @ Step::Index(_), rest @ ..] = &place.path[..] else { return None };
    (!first.is_entry() && rest.iter().all(|step| matches!(step, Step::Field(_)))).then(|| rest.to_vec())
}

/// Whether two places of a variable may be the same, of whichever elements.
fn may_meet(a: &Place, b: &Place) -> bool {
    let steps = |place: &'_ Place| -> Vec<Step> {
        place.path.iter().filter(|step| !matches!(step, Step::Slice(_) | Step::Deref)).cloned().collect()
    };
    let (a, b) = (steps(a), steps(b));
    !a.iter().zip(&b).any(|pair| matches!(pair, (Step::Field(one), Step::Field(other)) if one != other))
}

fn is_restore(stmt: &Stmt, var: &Var) -> bool {
    matches!(stmt, Stmt::Assign { place, value: Expr::Restore(_), .. } if place.root == *var)
}

/// What statements of the way back look at of a variable, or change otherwise than by restoring it.
fn reads_of(var: &Var, stmts: &[Stmt]) -> Vec<Place> {
    let mut found = Vec::new();
    each_read(var, stmts, &mut found);
    found
}

fn each_read(var: &Var, stmts: &[Stmt], found: &mut Vec<Place>) {
    for stmt in stmts.iter().filter(|stmt| !is_restore(stmt, var)) {
        let without = match stmt {
            Stmt::Nested(head, blocks) => {
                blocks.iter().for_each(|block| each_read(var, block, found));
                Some(Stmt::Nested(head.clone(), Vec::new()))
            }
            _ => None,
        };
        each_touch(without.as_ref().unwrap_or(stmt), &mut |touch, place| {
            if place.root == *var && matches!(touch, Touch::Read | Touch::Write) {
                found.push(place.clone());
            }
        });
    }
}

/// What is restored of a variable, and in how many loops.
fn restores_of(stmts: &[Stmt], var: &Var, depth: usize, found: &mut Vec<(Place, usize)>) {
    for stmt in stmts {
        match stmt {
            Stmt::Assign { place, .. } if is_restore(stmt, var) => found.push((place.clone(), depth)),
            Stmt::Nested(head, blocks) => {
                let depth = depth + usize::from(head.repeats());
                blocks.iter().for_each(|block| restores_of(block, var, depth, found));
            }
            _ => {}
        }
    }
}

fn remove(stmts: &mut Vec<Stmt>, var: &Var, goes: &mut dyn FnMut(&Place) -> bool) {
    stmts.retain_mut(|stmt| match stmt {
        Stmt::Assign { place, value: Expr::Restore(_), .. } if place.root == *var => !goes(place),
        other => {
            other.blocks_mut().iter_mut().for_each(|block| remove(block, var, goes));
            true
        }
    });
}

/// Whether a statement is a loop over all elements of a variable.
fn is_over_all(stmt: &Stmt, var: &Var, body: &[Stmt]) -> bool {
    let Stmt::Nested(Head::For { range, .. }, blocks) = stmt else { return false };
    if matches!(blocks[0].last(), Some(Stmt::Leave(_))) {
        return false;
    }
    let is_length =
        |expr: &Expr| matches!(expr, Expr::Length(place, _) if place.root == *var && place.path == [Step::Deref]);
    let named = |expr: &Expr| {
        match expr {
        Expr::Read(place) if place.path.is_empty() => body.iter().any(|stmt| {
            matches!(stmt, Stmt::Let { var, mutable: false, init: Some(init), .. } if *var == place.root && is_length(init))
        }),
        _ => false,
    }
    };
    let from_start = matches!(&range.start, Expr::Literal(literal) if literal.integer() == Some(0_usize));
    from_start && range.stride.is_none() && (is_length(&range.end) || named(&range.end))
}
