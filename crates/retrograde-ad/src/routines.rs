//! Labelled blocks and their undoing: `'r: { ... }` runs, and `uncompute!('r)` later in the same block runs it backwards. In
//! between, nothing that the block reads or writes may change, or it would not be undone.

use crate::access::{effects, overlap_over_time};
use crate::error::Errors;
use crate::hash::Set;
use crate::invert;
use crate::ir::{Head, Label, Place, Stmt, all_stmts};
use crate::locals::{Pair, Written};
use crate::tables::Tables;
use crate::text;
use std::rc::Rc;

/// The names of all labels in statements.
pub fn labels(stmts: &[Stmt]) -> Set<Rc<str>> {
    let mut found = Set::default();
    for stmt in all_stmts(stmts) {
        if let Stmt::Nested(Head::Label(label), _) = stmt {
            found.insert(label.name.clone());
        }
    }
    found
}

/// The names of all labels that statements undo.
pub fn undone(stmts: &[Stmt]) -> Set<Rc<str>> {
    let mut found = Set::default();
    for stmt in all_stmts(stmts) {
        if let Stmt::Uncompute(label) = stmt {
            found.insert(label.name.clone());
        }
    }
    found
}

fn drop_safe(stmts: &mut Vec<Stmt>) {
    stmts.retain(|stmt| !matches!(stmt, Stmt::Safe { .. }));
    stmts.iter_mut().flat_map(Stmt::blocks_mut).for_each(drop_safe);
}

/// What the whole function knows about labels and variables.
pub struct Known<'f> {
    /// where mistakes are reported
    pub errors: &'f Errors,
    /// the labels of all blocks
    pub labels: &'f Set<Rc<str>>,
    /// the labels of all undoings
    pub undone: &'f Set<Rc<str>>,
    /// the variables that are ever written
    pub written: &'f Written,
}

/// The labelled blocks among the statements of one block.
#[derive(Default)]
pub struct Routines {
    found: Vec<Routine>,
}

struct Routine {
    label: Label,
    /// the statement that runs the block
    start: usize,
    /// the statement that runs it backwards
    end: Option<usize>,
}

impl Routines {
    /// Notes a labelled block, which becomes statement `start`.
    pub fn open(&mut self, label: Label, start: usize, known: &Known) {
        if self.found.iter().any(|routine| routine.label.name == label.name && routine.end.is_none()) {
            let name = &label.name;
            known.errors.push(label.at.0, format!("`{name}` is not undone yet: give this block another label"));
        }
        self.found.push(Routine { label, start, end: None });
    }

    /// The statement that undoes a labelled block, where `out` holds the statements so far.
    pub fn undo(&mut self, label: &Label, out: &[Stmt], known: &Known) -> Option<Stmt> {
        let name = &label.name;
        let Some(k) = self.found.iter().rposition(|routine| routine.label.name == *name) else {
            let message = if known.labels.contains(name) {
                format!("the block `{name}` is not in the same block as this: undo it where it stands, further down")
            } else {
                format!("there is no block `{name}` before this: write `{name}: {{ ... }}` where it is to run")
            };
            known.errors.push(label.at.0, message);
            return None;
        };
        if self.found[k].end.is_some() {
            known.errors.push(label.at.0, format!("the block `{name}` is undone already: leave this out"));
            return None;
        }
        let start = self.found[k].start;
        self.guard(start, name, out, known);
        self.found[k].end = Some(out.len());
        let mut block = invert::block(&out[start].blocks()[0], &Tables::default());
        // Checks and prints have run with the block; once is enough.
        drop_safe(&mut block);
        Some(Stmt::Nested(Head::Scope, vec![block]))
    }

    /// Between the block and its undoing, nothing that it reads or writes may change. A block in between that is undone there too
    /// leaves everything as it was.
    fn guard(&self, start: usize, name: &str, out: &[Stmt], known: &Known) {
        let pairs = self.pairs();
        let paired = |k: usize| pairs.iter().any(|(from, to)| *from > start && (k == *from || k == *to));
        let constant = |var: &_| !known.written.contains(var);
        let own = effects([&out[start]]);
        for k in (start + 1..out.len()).filter(|k| !paired(*k)) {
            for write in effects([&out[k]]).writes {
                let touches = |places: &[Place]| places.iter().any(|place| overlap_over_time(place, &write, &constant));
                let does = if touches(&own.writes) {
                    "changes"
                } else if touches(&own.reads) {
                    "reads"
                } else {
                    continue;
                };
                known.errors.push(
                    write.root.span,
                    format!(
                        "`{}` changes between the block `{name}`, which {does} it, and `uncompute!({name})`, which would then not undo \
                         the block: change it before the block or after `uncompute!({name})`",
                        text::place(&write)
                    ),
                );
            }
        }
    }

    /// The blocks that are undone, each with its undoing.
    pub fn pairs(&self) -> Vec<Pair> {
        self.found.iter().filter_map(|routine| Some((routine.start, routine.end?))).collect()
    }

    /// A block that is never undone needs no label.
    pub fn close(self, known: &Known) {
        for Routine { label, .. } in self.found.into_iter().filter(|routine| routine.end.is_none()) {
            let name = label.name;
            if !known.undone.contains(&name) {
                known.errors.push(
                    label.at.0,
                    format!("the block `{name}` is never undone: write `uncompute!({name});` further down in the same block, or leave out the label"),
                );
            }
        }
    }
}
