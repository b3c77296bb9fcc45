//! Dropping what nobody reads: uncomputing of locals that die, restored values that no derivative needs, names that only a type
//! is taken from. The transforms stay plain and complete because this pass comes after them.

use crate::access::{Touch, each_touch, each_variable, reads};
use crate::dead_restores::forget_overwritten;
use crate::hash::{Map, Set};
use crate::ir::{
    Arg, Callee, Expr, Function, Growth, Head, Passing, Step, Stmt, Storage, TapeSlot, Taped, Var, Variant, all_stmts,
};
use crate::lists::with_lists;
use crate::locals::Written;
use crate::saves::drop_unused_saves;
use crate::sweep::sweep;
use std::cell::RefCell;
use std::rc::Rc;

/// Optimises the inverse or the adjoint of a reversible function.
pub fn optimise(function: &mut Function) {
    optimise_keeping(function, Written::default());
}

/// Optimises a run of the function itself, alone or with tangents. What the user wrote stays, be it of use or not, since types may
/// be inferred from it; only the uncomputing of ancillas is dropped.
pub fn optimise_run(function: &mut Function, original: &[Stmt]) {
    let (mut own, mut ancillas) = (Written::default(), Vec::new());
    each_bound(original, &mut |var| {
        own.insert(var.clone());
    });
    each_released(original, &mut ancillas);
    ancillas.iter().for_each(|var| {
        own.remove(var);
    });
    optimise_keeping(function, own);
}

fn each_bound(stmts: &[Stmt], f: &mut dyn FnMut(&Var)) {
    for stmt in stmts {
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Bind {
                f(&place.root);
            }
        });
    }
}

fn each_released(stmts: &[Stmt], found: &mut Vec<Var>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Release { var, .. } = stmt {
            found.push(var.clone());
        }
    }
}

fn optimise_keeping(function: &mut Function, kept: Written) {
    let mut external: Set<Var> = shades(function);
    external.extend(function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| p.var.clone()));
    external.extend(kept);
    let mut pass = Pass::new(external, &function.body, &[]);
    if let Some(result) = &function.result {
        pass.need(result);
        if let Expr::Read(place) = result {
            pass.value.insert(place.root.tangent());
        }
    }
    function.body = sweep(pass.block(std::mem::take(&mut function.body)), &function.activity);
}

/// The adjoint of a function that only adds to its outputs, freed of the work that would restore them. There is none if it asks for the
/// length of an output and calls itself, which then would have to be lent it.
pub fn optimise_pull(mut function: Function) -> Option<Function> {
    let outputs: Vec<Var> =
        function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| p.var.clone()).collect();
    let recursive = drop_updates(&mut function.body, &outputs);
    let mut pass = Pass::new(shades(&function), &function.body, &[]);
    function.body = sweep(pass.block(std::mem::take(&mut function.body)), &function.activity);
    let mut asked = false;
    each_variable(&function.body, &mut |var| asked |= outputs.contains(var));
    (!(recursive && asked)).then_some(function)
}

/// Drops the undoing of outputs, also by calls of the function itself; whether there are such calls. The lengths of outputs may still be
/// asked for, so that they do not count as unused on their own.
fn drop_updates(stmts: &mut Vec<Stmt>, outputs: &[Var]) -> bool {
    let mut recursive = false;
    stmts.retain_mut(|stmt| match stmt {
        Stmt::Update { place, .. } => !outputs.contains(&place.root),
        // No other call changes an output.
        Stmt::Call { variant, args, .. } if args.iter().any(|arg| arg.changes_any(outputs)) => {
            *variant = Variant::PULL;
            args.retain(|arg| !arg.changes_any(outputs));
            recursive = true;
            true
        }
        other => {
            recursive |= other.blocks_mut().iter_mut().fold(false, |any, block| drop_updates(block, outputs) | any);
            true
        }
    });
    recursive
}

/// Optimises both runs of an ordinary function.
pub fn optimise_taped(taped: &mut Taped, function: &Function) {
    let mut backs = [std::mem::take(&mut taped.backward)];
    optimise_parts(&mut backs, &taped.forward, function);
    [taped.backward] = backs;
    forget_overwritten(&mut taped.backward);
    drop_unused_saves(&mut taped.forward, &mut taped.backward);
}

/// Optimises parts of a backward run, which come one after another.
pub fn optimise_parts(backs: &mut [Vec<Stmt>], forward: &[Stmt], function: &Function) {
    let mut external = shades(function);
    external.extend(function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| p.var.clone()));
    let mut pass = Pass::new(external, &backs.concat(), forward);
    for (k, back) in backs.iter_mut().enumerate().rev() {
        pass.at = vec![k];
        *back = sweep(pass.block(std::mem::take(back)), &function.activity);
    }
}

/// The shadows of the parameters, which outlive the function.
fn shades(function: &Function) -> Set<Var> {
    let both = |var: &Var| [var.adjoint(), var.tangent()];
    function.params.iter().flat_map(|param| both(&param.var)).collect()
}

/// A walk from the last statement to the first that knows what is still needed.
struct Pass {
    /// needed after the end
    external: Rc<Set<Var>>,
    /// needed for their value
    value: Set<Var>,
    /// needed for their type
    type_of: Set<Var>,
    /// assigned to later, and so needed as a variable
    assigned: Set<Var>,
    /// residuals that are run backwards
    sites: Set<usize>,
    /// locals of which the type is not enough: those that get their value in the branches of an `if`, which without it have no type to
    /// show, and lists
    deferred: Rc<Set<Var>>,
    /// where the walk is: the numbers of the statements and blocks around, from the outside to the inside
    at: Vec<usize>,
    /// what the iterations of each loop were found to need. A loop is surveyed again in every survey of the loop around it, with more needed after
    /// it each time; starting from what is known, it does not look for all of that again, so the time does not double with each level.
    known: Rc<RefCell<Map<Vec<usize>, Needs>>>,
}

/// What is needed for its value, for its type, as a variable, and as a residual.
type Needs = (Set<Var>, Set<Var>, Set<Var>, Set<usize>);

impl Pass {
    /// For a body, and what runs before it, if anything does.
    fn new(external: Set<Var>, body: &[Stmt], before: &[Stmt]) -> Self {
        let mut deferred = Set::default();
        // What was saved has a type, wherever it got its value.
        collect_deferred(body, &mut deferred);
        // Nor does the type of a list tell how long its gradient is.
        deferred.extend([body, before].into_iter().flat_map(with_lists).filter(Var::is_primal));
        let (value, type_of, assigned, sites) = Default::default();
        let (external, deferred) = (Rc::new(external), Rc::new(deferred));
        Self { external, value, type_of, assigned, sites, deferred, at: Vec::new(), known: Rc::default() }
    }

    fn live(&self, var: &Var) -> bool {
        self.external.contains(var) || self.value.contains(var)
    }

    fn need(&mut self, expr: &Expr) {
        self.touch(&Stmt::Save(TapeSlot::new(0, Storage::Here), expr.clone()));
    }

    /// Notes everything a kept statement reads.
    fn touch(&mut self, stmt: &Stmt) {
        // A rule that asks for no more than the type of an operand has numbers as operands. That one is an element of a list says nothing
        // of how long the list is.
        let of_rules = matches!(stmt, Stmt::Let { .. } | Stmt::Update { .. });
        each_touch(stmt, &mut |touch, place| {
            let var = &place.root;
            let is_number = of_rules && matches!(place.path.last(), Some(Step::Index(_)));
            let set = match touch {
                Touch::Read | Touch::Length => &mut self.value,
                Touch::TypeOf if self.deferred.contains(var) && !is_number => &mut self.value,
                Touch::TypeOf => &mut self.type_of,
                Touch::Write | Touch::Bind | Touch::Inner => return,
            };
            if !set.contains(var) {
                set.insert(var.clone());
            }
        });
    }

    fn bound(&mut self, var: &Var) {
        self.value.remove(var);
        self.type_of.remove(var);
        self.assigned.remove(var);
    }

    /// Statements with what nobody reads dropped.
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut kept = Vec::new();
        for (k, stmt) in stmts.into_iter().enumerate().rev() {
            match self.numbered(k, &stmt, true) {
                Verdict::Drop => {}
                Verdict::Storage => kept.push(stmt),
                Verdict::Become(stmt) => kept.push(*stmt),
            }
        }
        kept.reverse();
        kept
    }

    /// What statements need, without rewriting them; whether any of them stays.
    fn survey(&mut self, stmts: &[Stmt]) -> bool {
        let stmts = stmts.iter().enumerate().rev();
        stmts.fold(false, |any, (k, stmt)| !matches!(self.numbered(k, stmt, false), Verdict::Drop) | any)
    }

    /// Judges the statement with this number in its block.
    fn numbered(&mut self, number: usize, stmt: &Stmt, build: bool) -> Verdict {
        self.at.push(number);
        let verdict = self.statement(stmt, build);
        self.at.pop();
        verdict
    }

    /// Judges a statement by what is needed after it, and notes what it needs. Nested statements are only rewritten if `build`.
    fn statement(&mut self, stmt: &Stmt, build: bool) -> Verdict {
        match stmt {
            Stmt::Release { .. } | Stmt::Forget { .. } => Verdict::Drop,
            Stmt::Let { var, init, ty, .. } => {
                let (live, assigned) = (self.live(var), self.assigned.contains(var));
                let type_of = self.type_of.contains(var);
                self.bound(var);
                match init {
                    // What was saved is overwritten before anyone reads it.
                    Some(Expr::Restore(_)) if assigned && !live && !type_of => {
                        let (var, ty) = (var.clone(), ty.clone());
                        Verdict::rewritten(Stmt::Let { var, mutable: true, ty, init: None })
                    }
                    _ if live || assigned => self.keep(stmt),
                    Some(init) if type_of => {
                        let stmt = Stmt::TypeOf { var: var.clone(), ty: ty.clone(), like: init.clone() };
                        self.touch(&stmt);
                        Verdict::rewritten(stmt)
                    }
                    _ => Verdict::Drop,
                }
            }
            Stmt::View { vars, .. } => {
                let needed = vars.iter().any(|var| self.live(var));
                vars.iter().for_each(|var| self.bound(var));
                if needed { self.keep(stmt) } else { Verdict::Drop }
            }
            Stmt::Shadow { var, .. } | Stmt::TypeOf { var, .. } => {
                let needed = self.live(var) || self.type_of.contains(var) || self.assigned.contains(var);
                self.bound(var);
                if needed { self.keep(stmt) } else { Verdict::Drop }
            }
            Stmt::Repack(repack) => {
                let needed = |var| self.live(var) || self.type_of.contains(var) || self.assigned.contains(var);
                let needed = repack.to.iter().any(needed);
                repack.to.iter().for_each(|var| self.bound(var));
                if needed { self.keep(stmt) } else { Verdict::Drop }
            }
            Stmt::Assign { place, .. } => {
                if !self.live(&place.root) {
                    return Verdict::Drop;
                }
                self.assigned.insert(place.root.clone());
                if place.path.is_empty() {
                    self.value.remove(&place.root);
                }
                self.keep(stmt)
            }
            Stmt::Renew { place, held, .. } => {
                let needed = self.live(&place.root) || held.as_ref().is_some_and(|var| self.live(var));
                held.iter().for_each(|var| self.bound(var));
                if needed { self.keep(stmt) } else { Verdict::Drop }
            }
            Stmt::Grow(_, Growth::Pop(var) | Growth::Shrink(Some(var))) => {
                let needed = self.live(var) || self.type_of.contains(var);
                self.bound(var);
                if needed {
                    self.value.extend(stmt_root(stmt));
                    return self.keep(stmt);
                }
                self.keep_if_live(stmt)
            }
            Stmt::Update { .. } | Stmt::Mapped(_) | Stmt::Swap(..) | Stmt::Call { .. } | Stmt::Grow(..) => {
                self.keep_if_live(stmt)
            }
            Stmt::Nested(head, blocks) => self.nested(head, blocks, build),
            Stmt::LetCall { var, callee, args, site } => {
                let site = site.clone().filter(|site| self.sites.contains(&site.id));
                if site.is_none() && !self.live(var) && !self.type_of.contains(var) {
                    return Verdict::Drop;
                }
                self.bound(var);
                args.iter().for_each(|arg| self.need(arg));
                Verdict::rewritten(Stmt::LetCall { var: var.clone(), callee: callee.clone(), args: args.clone(), site })
            }
            Stmt::LetTangent { var, tangent, .. } => {
                let needed = self.live(var) || self.live(tangent) || self.type_of.contains(var);
                self.bound(var);
                self.bound(tangent);
                if needed { self.keep(stmt) } else { Verdict::Drop }
            }
            Stmt::Backward { site, shadows, .. } => {
                self.sites.insert(site.id);
                self.value.extend(shadows.iter().flatten().map(|place| place.root.clone()));
                self.keep(stmt)
            }
            Stmt::Distinct(..)
            | Stmt::SameLength(_)
            | Stmt::Shape(..)
            | Stmt::Save(..)
            | Stmt::Safe { .. }
            | Stmt::Leave(_) => self.keep(stmt),
            other => unreachable!("no statement of this pass: {other:?}"),
        }
    }

    fn keep(&mut self, stmt: &Stmt) -> Verdict {
        self.touch(stmt);
        Verdict::Storage
    }

    fn keep_if_live(&mut self, stmt: &Stmt) -> Verdict {
        let mut written: Vec<Var> = Vec::new();
        each_touch(stmt, &mut |touch, place| {
            if touch == Touch::Write {
                written.push(place.root.clone());
            }
        });
        if !written.iter().any(|var| self.live(var)) {
            return Verdict::Drop;
        }
        self.value.extend(written);
        self.keep(stmt)
    }

    fn nested(&mut self, head: &Head, blocks: &[Vec<Stmt>], build: bool) -> Verdict {
        let mut any = false;
        let head = match head {
            Head::If { pre, .. } => Head::If { pre: pre.clone(), post: None },
            Head::While { pre, .. } => Head::While { pre: pre.clone(), post: None },
            other => other.clone(),
        };
        let mut kept = Vec::new();
        if head.repeats() {
            // What an iteration needs, the iteration before it must leave: survey the body until nothing more is asked for. The loop may run
            // no iteration at all, so what is needed after it is needed before it too.
            let mut surveyed = false;
            let known = self.known.borrow().get(&self.at).cloned();
            self.add(known.unwrap_or_default());
            loop {
                let mut once = self.fork();
                let rewrite = build && surveyed;
                (any, kept) = (false, Vec::new());
                for (k, block) in blocks.iter().enumerate() {
                    any |= once.half(k, block, rewrite, &mut kept);
                }
                if !any {
                    return Verdict::Drop;
                }
                let before = self.size();
                self.join(once);
                // What decides about the next iteration is read at the end of each.
                if let Head::While { pre, .. } = &head {
                    self.need(pre);
                }
                if self.size() == before && rewrite == build {
                    break;
                }
                surveyed = true;
            }
            let needs = (self.value.clone(), self.type_of.clone(), self.assigned.clone(), self.sites.clone());
            self.known.borrow_mut().insert(self.at.clone(), needs);
        } else {
            let mut ends = Vec::new();
            for (k, block) in blocks.iter().enumerate() {
                let mut end = self.fork();
                any |= end.half(k, block, build, &mut kept);
                ends.push(end);
            }
            // One of the blocks runs, so what each of them needs is all that is needed.
            let mut ends = ends.into_iter();
            *self = ends.next().expect("a branch has blocks");
            ends.for_each(|end| self.join(end));
        }
        if !any {
            return Verdict::Drop;
        }
        head.binds().into_iter().for_each(|var| self.bound(var));
        self.touch(&Stmt::Nested(head.clone(), Vec::new()));
        if build { Verdict::rewritten(Stmt::Nested(head, kept)) } else { Verdict::Storage }
    }

    /// What one block of a branch or loop needs; rewritten into `kept`, if it is to be. Whether any of it stays.
    fn half(&mut self, number: usize, block: &[Stmt], rewrite: bool, kept: &mut Vec<Vec<Stmt>>) -> bool {
        self.at.push(number);
        let any = if rewrite {
            let block = self.block(block.to_vec());
            let any = !block.is_empty();
            kept.push(block);
            any
        } else {
            self.survey(block)
        };
        self.at.pop();
        any
    }

    fn fork(&self) -> Self {
        Self {
            external: self.external.clone(),
            value: self.value.clone(),
            type_of: self.type_of.clone(),
            assigned: self.assigned.clone(),
            sites: self.sites.clone(),
            deferred: self.deferred.clone(),
            at: self.at.clone(),
            known: self.known.clone(),
        }
    }

    fn join(&mut self, other: Self) {
        self.add((other.value, other.type_of, other.assigned, other.sites));
    }

    fn add(&mut self, (value, type_of, assigned, sites): Needs) {
        self.value.extend(value);
        self.type_of.extend(type_of);
        self.assigned.extend(assigned);
        self.sites.extend(sites);
    }

    fn size(&self) -> usize {
        self.value.len() + self.type_of.len() + self.assigned.len() + self.sites.len()
    }
}

/// The list whose length a statement changes.
fn stmt_root(stmt: &Stmt) -> Option<Var> {
    match stmt {
        Stmt::Grow(list, _) => Some(list.root.clone()),
        _ => None,
    }
}

/// What becomes of a statement.
enum Verdict {
    Drop,
    Storage,
    Become(Box<Stmt>),
}

impl Verdict {
    fn rewritten(stmt: Stmt) -> Self {
        Verdict::Become(Box::new(stmt))
    }
}

fn collect_deferred(stmts: &[Stmt], deferred: &mut Set<Var>) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Let { var, init: None, .. } = stmt {
            deferred.insert(var.clone());
        }
    }
}

/// Whether a function only ever adds to or subtracts from its `&mut` parameters, so that their values need not be undone. What it does in
/// calls of itself is no more than that; which calls these are, `itself` tells.
pub fn only_accumulates(function: &Function, itself: &dyn Fn(&Callee) -> bool) -> bool {
    let outputs: Set<&Var> =
        function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| &p.var).collect();
    !outputs.is_empty() && accumulates(&function.body, &outputs, itself)
}

fn accumulates(stmts: &[Stmt], outputs: &Set<&Var>, itself: &dyn Fn(&Callee) -> bool) -> bool {
    let pure = |expr: &Expr| {
        let mut pure = true;
        reads(expr, &mut |place| pure &= place.is_length() || !outputs.contains(&place.root));
        pure
    };
    stmts.iter().all(|stmt| match stmt {
        Stmt::Nested(head, blocks) => {
            head.exprs().into_iter().all(pure) && blocks.iter().all(|block| accumulates(block, outputs, itself))
        }
        Stmt::Update { op, place, value, .. } => {
            !(op.scales() && outputs.contains(&place.root)) && pure(value) && place.indices().all(pure)
        }
        Stmt::Call { callee, variant: Variant::FORWARD, args, .. } if itself(callee) => {
            args.iter().all(|arg| match arg {
                Arg::Exclusive(place) => outputs.contains(&place.root) && place.indices().all(pure),
                Arg::Shared(expr) => pure(expr),
                Arg::Shadow(_) => unreachable!("shadows are only passed by derivatives"),
            })
        }
        other => {
            let mut clean = true;
            each_touch(other, &mut |touch, place| {
                let length = touch == Touch::Length || place.is_length();
                clean &= touch == Touch::Bind || length || !outputs.contains(&place.root);
            });
            clean
        }
    })
}
