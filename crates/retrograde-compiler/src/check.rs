//! The duties of a reversible function, checked statement by statement, and the ends of its locals made explicit.
//!
//! What leaves this pass has a statement-by-statement inverse: every local ends with `Release` or `Forget`, and what cannot be
//! proved but only observed has become a run-time check.

use crate::access::{self, Effects, Overlap, Touch, each_touch, effects, overlap};
use crate::emit::text;
use crate::error::Errors;
use crate::invert;
use crate::ir::{Arg, Callee, Duty, Expr, Function, Head, Place, Stmt, Var};
use crate::locals::{self, Conflict};
use crate::repack;
use crate::routines::{self, Known, Routines};
use crate::tables::Tables;
use std::collections::HashSet;
use std::rc::Rc;

/// Checks a function and makes the ends of its locals explicit. Where parsing failed already, what is known of the locals is not
/// enough to judge them.
pub fn check(function: &mut Function, errors: &Errors) {
    let mut checker = Checker {
        errors,
        written: locals::written(&function.body),
        labels: routines::labels(&function.body),
        undone: routines::undone(&function.body),
        parsed: errors.is_empty(),
    };
    let body = std::mem::take(&mut function.body);
    function.body = match function.duty {
        Duty::Reversible => checker.block(body),
        Duty::Ordinary => checker.ordinary(body),
    };
}

/// The end of a restored local.
fn release(stmt: &Stmt, restored: &[Var]) -> Option<Stmt> {
    match stmt {
        Stmt::Let { var, init: Some(init), .. } if restored.contains(var) => {
            Some(Stmt::Release { var: var.clone(), value: init.clone() })
        }
        _ => None,
    }
}

/// The local whose life a statement ends.
fn released(stmt: &Stmt) -> Option<&Var> {
    match stmt {
        Stmt::Release { var, .. } => Some(var),
        _ => None,
    }
}

/// A local that cannot be computed again must be restored, which shows in a write after the change that is in the way, or in
/// that its last touch is a write.
fn may_be_restored(stmts: &[Stmt], conflict: &Conflict) -> bool {
    let var = &conflict.var;
    let (mut last, mut last_write) = (None, 0);
    for (k, stmt) in stmts.iter().enumerate() {
        each_touch(stmt, &mut |touch, place| {
            if place.root == *var {
                last = Some(touch);
                last_write = if touch == Touch::Write { k } else { last_write };
            }
        });
    }
    is_mutable(stmts, var) && (last == Some(Touch::Write) || last_write > conflict.since)
}

fn is_mutable(stmts: &[Stmt], var: &Var) -> bool {
    stmts.iter().any(|stmt| matches!(stmt, Stmt::Let { var: v, mutable: true, .. } if v == var))
}

struct Checker<'e> {
    errors: &'e Errors,
    written: locals::Written,
    labels: HashSet<Rc<str>>,
    undone: HashSet<Rc<str>>,
    parsed: bool,
}

impl Checker<'_> {
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = self.statements(stmts);
        if !self.parsed || !self.releases(&out) {
            return out;
        }
        let released: Vec<Var> = out.iter().filter_map(released).cloned().collect();
        // What a local must be restored to is read at the end of the block, so a new ancilla can keep another local alive.
        let mut restored = repack::settle(&mut out, self.errors);
        let classify = |restored: &[Var]| {
            let releases: Vec<Stmt> = out.iter().rev().filter_map(|stmt| release(stmt, restored)).collect();
            let ended = [restored, &released].concat();
            let whole = [&out[..], &releases].concat();
            let (groups, conflicts) = locals::classify(&whole, &self.written, &ended);
            (whole, groups, conflicts)
        };
        let mut groups = loop {
            let (whole, groups, conflicts) = classify(&restored);
            if conflicts.is_empty() {
                out = whole;
                break groups;
            }
            let ancillas: Vec<&Var> = conflicts
                .iter()
                .filter(|conflict| may_be_restored(&out, conflict))
                .map(|conflict| &conflict.var)
                .collect();
            // One after the other, the most helpful first: what cannot be computed again together with an ancilla often can alone.
            let left = |var: &&&Var| classify(&[&restored[..], std::slice::from_ref(**var)].concat()).2.len();
            let next = if ancillas.len() == 1 { ancillas.first() } else { ancillas.iter().min_by_key(left) };
            let Some(next) = next else {
                conflicts.iter().for_each(|conflict| self.not_recomputable(&out, conflict));
                return out;
            };
            restored.push((*next).clone());
        };
        // Inserted from the last statement to the first; of those at one statement, a group comes before what its slice reads.
        groups.sort_by_key(|group| std::cmp::Reverse(group.last));
        for group in groups {
            out.insert(group.last + 1, Stmt::Forget { vars: group.vars, slice: group.slice });
        }
        out
    }

    /// Statement by statement; labelled blocks and their undoing become scopes.
    fn statements(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        let mut routines = Routines::default();
        for stmt in stmts {
            match stmt {
                Stmt::Nested(Head::Label(label), blocks) => {
                    routines.open(label, out.len(), &self.known());
                    let blocks = blocks.into_iter().map(|block| self.block(block)).collect();
                    out.push(Stmt::Nested(Head::Scope, blocks));
                }
                Stmt::Uncompute(label) if self.parsed => out.extend(routines.undo(&label, &out, &self.known())),
                Stmt::Uncompute(_) => {}
                stmt => out.extend(self.statement(stmt)),
            }
        }
        if self.parsed {
            routines.close(&self.known());
        }
        out
    }

    fn known(&self) -> Known<'_> {
        Known { errors: self.errors, labels: &self.labels, undone: &self.undone, written: &self.written }
    }

    /// Whether what the user releases is a local of this block, with a value that can be told without it, and not used any more.
    fn releases(&self, stmts: &[Stmt]) -> bool {
        let mut right = true;
        let mut mistake = |span, message: String| {
            self.errors.push(span, message);
            right = false;
        };
        for (k, stmt) in stmts.iter().enumerate() {
            let Stmt::Release { var, value } = stmt else { continue };
            if !stmts[..k].iter().any(|stmt| matches!(stmt, Stmt::Let { var: v, .. } if v == var)) {
                mistake(var.span, format!("`{var}` is declared in another block: release it at the end of that"));
            }
            access::reads(value, &mut |read| {
                if read.root == *var {
                    mistake(read.root.span, format!("the value of `{var}` must be told without `{var}` itself"));
                }
            });
            for later in &stmts[k + 1..] {
                each_touch(later, &mut |_, place| {
                    if place.root == *var {
                        mistake(place.root.span, format!("`{var}` is used here after its release, when it is gone"));
                    }
                });
            }
        }
        right
    }

    /// A local that can neither be computed again nor has been restored.
    fn not_recomputable(&self, stmts: &[Stmt], conflict: &Conflict) {
        let var = &conflict.var;
        let read = text::place(&conflict.read);
        let why = match conflict.write.as_ref().map(text::place) {
            Some(write) if write == read => {
                format!("computing it reads `{read}`, which changes while `{var}` is still in use")
            }
            Some(write) => format!("computing it reads `{read}`, and `{write}` changes while `{var}` is still in use"),
            None => format!("the statement that fills it also changes `{read}`"),
        };
        if stmts.iter().any(|stmt| matches!(stmt, Stmt::View { vars, .. } if vars.contains(var))) {
            let message = format!(
                "the way back cannot find what `{var}` is a view of: {why}. Use `{var}` before that change, or borrow again after it"
            );
            self.errors.push(var.span, message);
            return;
        }
        let restore = if is_mutable(stmts, var) { "undo" } else { "declare it with `let mut` and undo" };
        self.errors.push(
            var.span,
            format!(
                "`{var}` cannot be computed again on the way back: {why}. Use `{var}` before that change, \
                 or {restore} its updates at the end of the block"
            ),
        );
    }

    fn statement(&mut self, stmt: Stmt) -> Vec<Stmt> {
        let mut out = Vec::new();
        match &stmt {
            Stmt::Update { place, value, .. } => self.update(place, value, &mut out),
            Stmt::Mapped(mapped) => self.update(&mapped.place, &mapped.value, &mut out),
            Stmt::Swap(a, b) => {
                for place in [a, b] {
                    for index in a.indices().chain(b.indices()) {
                        self.distinct_from(place, index, "the index", &mut out);
                    }
                }
            }
            Stmt::Call { callee, args, .. } => self.call(callee, args, &mut out),
            _ => {}
        }
        match stmt {
            Stmt::Nested(head, blocks) => {
                let blocks: Vec<Vec<Stmt>> = blocks.into_iter().map(|block| self.block(block)).collect();
                self.head(&head, &effects(blocks.iter().flatten()), "change it after the loop");
                out.push(if self.parsed && head == Head::Inverse {
                    let backwards = blocks.iter().map(|block| invert::block(block, &Tables::default()));
                    Stmt::Nested(Head::Scope, backwards.collect())
                } else {
                    Stmt::Nested(head, blocks)
                });
            }
            other => out.push(other),
        }
        out
    }

    fn update(&self, place: &Place, value: &Expr, out: &mut Vec<Stmt>) {
        self.distinct_from(place, value, "the right side", out);
        for index in place.indices() {
            self.distinct_from(place, index, "the index", out);
        }
    }

    /// `expr` must not read `target`; elements that may coincide are compared at run time.
    fn distinct_from(&self, target: &Place, expr: &Expr, what: &str, out: &mut Vec<Stmt>) {
        access::reads(expr, &mut |read| {
            match overlap(target, read) {
            Overlap::No => {}
            Overlap::Yes => self.errors.push(
                read.root.span,
                format!(
                    "{what} reads `{}`, which this statement changes, so it cannot be undone: put the result into another place",
                    text::place(read)
                ),
            ),
            Overlap::Maybe => {
                let check = Stmt::Distinct(target.clone(), read.clone());
                if !out.contains(&check) {
                    out.push(check);
                }
            }
        }
        });
    }

    fn call(&self, callee: &Callee, args: &[Arg], out: &mut Vec<Stmt>) {
        let exclusive = |arg: &Arg| match arg {
            Arg::Exclusive(place) => Some(place.clone()),
            _ => None,
        };
        for (k, arg) in args.iter().enumerate() {
            let Some(place) = exclusive(arg) else { continue };
            for index in place.indices() {
                self.distinct_from(&place, index, "the index", out);
            }
            if let Some(function) = callee.place() {
                self.distinct_from(&place, &Expr::Read(function.clone()), "finding the function", out);
            }
            for (l, other) in args.iter().enumerate().filter(|(l, _)| *l != k) {
                match other {
                    Arg::Shared(expr) => self.distinct_from(&place, expr, "another argument", out),
                    Arg::Exclusive(second) => {
                        for index in second.indices() {
                            self.distinct_from(&place, index, "the index of another argument", out);
                        }
                        let both = if l > k { overlap(&place, second) } else { Overlap::No };
                        if both == Overlap::Maybe && place.parting(second).is_some() {
                            out.push(Stmt::Distinct(place.clone(), second.clone()));
                        } else if both != Overlap::No {
                            let (one, other) = (text::place(&place), text::place(second));
                            let what = if one == other {
                                format!("`{one}` is passed twice")
                            } else {
                                format!("`{one}` and `{other}` may overlap")
                            };
                            self.errors.push(
                                second.root.span,
                                format!("{what}, and the call may change both: pass different variables or fields, or the whole and its indices"),
                            );
                        }
                    }
                    Arg::Shadow(_) => {}
                }
            }
        }
    }

    /// What decides about blocks must decide the same on the way back.
    fn head(&self, head: &Head, changes: &Effects, advice: &str) {
        match head {
            Head::If { pre, post: None } => self.condition(pre, changes),
            Head::Match { .. } => self.choice(
                head,
                changes,
                "choose with `if (before, after) { ... }`, where `after` is a condition that is true after the first branch only",
            ),
            Head::For { range, .. } => {
                range.exprs().for_each(|bound| self.range(bound, changes, advice));
            }
            Head::Each { .. } => head.exprs().into_iter().for_each(|bound| self.range(bound, changes, advice)),
            Head::While { .. } => {
                head.exprs().into_iter().for_each(|condition| self.changing(condition, changes));
            }
            Head::If { .. } | Head::Back { .. } | Head::Sweep { .. } | Head::Scope | Head::Inverse | Head::Label(_) => {}
        }
    }

    /// A condition of a `while` loop must change with its turns.
    fn changing(&self, condition: &Expr, body: &Effects) {
        let mut changes = false;
        access::reads(condition, &mut |read| {
            changes |= body.writes.iter().any(|write| overlap(read, write) != Overlap::No);
        });
        if !changes {
            self.errors.push(
                access::first_span(condition),
                format!(
                    "the loop changes nothing that the condition `{}` reads, so it cannot tell one turn from another: \
                     `while (before, after)` runs as long as `before` holds, and `after` is false before the first turn and true after each",
                    text::expr(condition)
                ),
            );
        }
    }

    fn condition(&self, pre: &Expr, branches: &Effects) {
        access::reads(pre, &mut |read| {
            if let Some(write) = branches.writes.iter().find(|write| overlap(read, write) != Overlap::No) {
                self.errors.push(
                    read.root.span,
                    format!(
                        "the branches change `{}`, which this condition reads, so the way back cannot tell which branch was taken: \
                         add a condition that is true after the first branch and false after the other, `if (before, after) {{ ... }}`",
                        text::place(write)
                    ),
                );
            }
        });
    }

    /// What a `match` looks at must still be there afterwards.
    fn choice(&self, head: &Head, arms: &Effects, advice: &str) {
        for expr in head.exprs() {
            access::reads(expr, &mut |read| {
                if let Some(write) = arms.writes.iter().find(|write| overlap(read, write) != Overlap::No) {
                    self.errors.push(
                        read.root.span,
                        format!(
                            "an arm changes `{}`, which this `match` reads, so the way back cannot tell which arm was taken: {advice}",
                            text::place(write)
                        ),
                    );
                }
            });
        }
    }

    fn range(&self, bound: &Expr, body: &Effects, advice: &str) {
        access::reads(bound, &mut |read| {
            if let Some(write) = body.writes.iter().find(|write| overlap(read, write) != Overlap::No) {
                self.errors.push(
                    read.root.span,
                    format!("the loop changes `{}`, which its range reads, so the way back would run over another range: {advice}", text::place(write)),
                );
            }
        });
    }

    /// An ordinary function may do anything, but a range must be there again on the way back, and the calls of reversible
    /// functions have the duties that they have everywhere.
    fn ordinary(&self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let stmt = match stmt {
                Stmt::Nested(head, blocks) => {
                    let changes = effects(blocks.iter().flatten());
                    match head {
                        Head::For { .. } => self.head(&head, &changes, "bind the bounds to locals before the loop"),
                        Head::Match { .. } => self.choice(&head, &changes, "bind what it reads to a local before"),
                        _ => {}
                    }
                    Stmt::Nested(head, blocks.into_iter().map(|block| self.ordinary(block)).collect())
                }
                Stmt::Call { ref callee, ref args, .. } => {
                    self.call(callee, args, &mut out);
                    stmt
                }
                other => other,
            };
            out.push(stmt);
        }
        out
    }
}
