//! The duties of a reversible function, checked statement by statement, and the ends of its locals made explicit.
//!
//! What leaves this pass has a statement-by-statement inverse: every local ends with `Release` or `Forget`, and what cannot be
//! proved but only observed has become a run-time check.

use crate::access::{self, Effects, Overlap, each_touch, effects, overlap, reads};
use crate::error::Errors;
use crate::hash::Set;
use crate::invert;
use crate::ir::{Activity, Arg, Callee, Expr, Function, FunctionKind, Head, Place, Range, Stmt, Var};
use crate::locals::restore::{Ends, Lost, ends_too_early, is_mutable, may_be_restored};
use crate::locals::sink::sink;
use crate::locals::{self, Block, Conflict, Pair};
use crate::names::Names;
use crate::repack;
use crate::routines::{self, Known, Routines};
use crate::tables::Tables;
use crate::text;
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
        names: Names::of(function),
        activity: std::mem::take(&mut function.activity),
    };
    let body = std::mem::take(&mut function.body);
    function.body = match function.kind {
        FunctionKind::Reversible => checker.block(body),
        FunctionKind::Ordinary => checker.ordinary(body),
    };
    function.activity = checker.activity;
}

/// The local whose life a statement ends.
fn released(stmt: &Stmt) -> Option<&Var> {
    match stmt {
        Stmt::Release { var, .. } => Some(var),
        _ => None,
    }
}

struct Checker<'e> {
    errors: &'e Errors,
    written: locals::Written,
    labels: Set<Rc<str>>,
    undone: Set<Rc<str>>,
    parsed: bool,
    names: Names,
    activity: Activity,
}

impl Checker<'_> {
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let (mut out, pairs) = self.statements(sink(stmts, &self.written));
        if !self.parsed || !self.releases(&out) {
            return out;
        }
        let restored = repack::settle(&mut out, self.errors);
        self.ends(out, &pairs, restored)
    }

    /// Puts in the ends of the locals of a block; those in `restored` must be.
    fn ends(&mut self, stmts: Vec<Stmt>, pairs: &[Pair], mut restored: Vec<Var>) -> Vec<Stmt> {
        let released: Vec<Var> = stmts.iter().filter_map(released).cloned().collect();
        let mut until: Vec<(Var, usize)> = Vec::new();
        let block = Block { stmts: &stmts, pairs, written: &self.written, reversible: true };
        let classify = |restored: &[Var], until: &[(Var, usize)]| {
            let (ends, lost) = Ends::of(&block, restored, until);
            let ended = [restored, &released].concat();
            let whole = ends.put_in(&stmts);
            let pairs = ends.shifted_pairs(pairs);
            let (groups, conflicts) = Block { stmts: &whole, pairs: &pairs, ..block }.classify(&ended);
            (whole, ends, lost, groups, conflicts)
        };
        loop {
            let (whole, ends, lost, groups, conflicts) = classify(&restored, &until);
            if !lost.is_empty() {
                lost.iter().for_each(|lost| self.not_restored(lost));
                return stmts;
            }
            if conflicts.is_empty() {
                return locals::forget(whole, groups, &mut |var| {
                    let new = self.names.var(&var.name);
                    self.activity.insert_like(&new.name, &var.name);
                    new
                });
            }
            // What is computed from a restored local keeps it alive.
            let early = conflicts
                .iter()
                .find(|conflict| ends_too_early(&whole, conflict) && restored.contains(&conflict.read.root));
            if let Some(conflict) = early {
                let (var, last) = (conflict.read.root.clone(), ends.shifted_back(conflict.last));
                if !until.iter().any(|(other, until)| *other == var && *until >= last) {
                    until.push((var, last));
                    continue;
                }
            }
            let ancillas: Vec<&Var> = conflicts
                .iter()
                .filter(|conflict| may_be_restored(&stmts, conflict))
                .map(|conflict| &conflict.var)
                .collect();
            // One after the other, the most helpful first: what cannot be computed again together with an ancilla often can alone.
            let left = |var: &&&Var| {
                let (_, _, lost, _, conflicts) =
                    classify(&[&restored[..], std::slice::from_ref(**var)].concat(), &until);
                (lost.len(), conflicts.len())
            };
            let next = if ancillas.len() == 1 { ancillas.first() } else { ancillas.iter().min_by_key(left) };
            let Some(next) = next else {
                conflicts.iter().for_each(|conflict| self.not_recomputable(&stmts, conflict));
                return stmts;
            };
            restored.push((*next).clone());
        }
    }

    /// Statement by statement; labelled blocks and their undoing become scopes.
    fn statements(&mut self, stmts: Vec<Stmt>) -> (Vec<Stmt>, Vec<Pair>) {
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
        let pairs = routines.pairs();
        if self.parsed {
            routines.close(&self.known());
        }
        (out, pairs)
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

    /// A local that the way back cannot start again.
    fn not_restored(&self, lost: &Lost) {
        let Lost { var, read, write } = lost;
        let (read_text, write) = (text::place(read), text::place(write));
        let why = if read_text == write {
            format!("its initialiser reads `{write}`, which changes")
        } else {
            format!("its initialiser reads `{read_text}`, and `{write}` changes")
        };
        self.errors.push(
            read.root.span,
            format!(
                "the way back cannot start `{var}` again: {why} before the last use of `{var}`. Say which value it ends with, \
                 `release!({var}, value);`, or start it from something that stays"
            ),
        );
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
            _ => {}
        }
    }

    /// A condition of a `while` loop must change with its iterations.
    fn changing(&self, condition: &Expr, body: &Effects) {
        let mut changes = false;
        access::reads(condition, &mut |read| {
            changes |= body.writes.iter().any(|write| overlap(read, write) != Overlap::No);
        });
        if !changes {
            self.errors.push(
                access::first_span(condition),
                format!(
                    "the loop changes nothing that the condition `{}` reads, so it cannot tell one iteration from another: \
                     `while (before, after)` runs as long as `before` holds, and `after` is false before the first iteration and true after each",
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
    /// A range is what it was before the loop, whatever the body changes: bounds that it changes get names.
    fn fix(&mut self, range: &mut Range, changes: &Effects, out: &mut Vec<Stmt>) {
        for bound in
            [&mut range.start, &mut range.end].into_iter().chain(range.stride.as_mut().map(|stride| &mut stride.by))
        {
            let mut changed = false;
            reads(bound, &mut |read| changed |= changes.writes.iter().any(|write| overlap(read, write) != Overlap::No));
            if changed {
                let var = self.names.var("bound");
                self.activity.insert(var.name.clone());
                let init = std::mem::replace(bound, Expr::Read(Place::var(&var)));
                out.push(Stmt::Let { var, mutable: false, ty: None, init: Some(init) });
            }
        }
    }

    fn ordinary(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in stmts {
            let stmt = match stmt {
                Stmt::Nested(mut head, blocks) => {
                    let changes = effects(blocks.iter().flatten());
                    match &mut head {
                        Head::For { range, .. } => self.fix(range, &changes, &mut out),
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
