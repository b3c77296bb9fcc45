//! Dropping what nobody reads: uncomputing of locals that die, restored values that no derivative needs, names that only a type
//! is taken from. The transforms stay plain and complete because this pass comes after them.

use crate::access::{Touch, each_touch, reads};
use crate::ir::{Expr, Function, Passing, Place, Shade, Stmt, Var};
use crate::sweep::sweep;
use crate::tape::{Taped, drop_unused_saves};
use std::collections::HashSet;

/// Optimises the inverse, adjoint or tangent of a reversible function.
pub fn optimise(function: &mut Function) {
    let mut external: HashSet<Var> = shades(function);
    external.extend(function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| p.var.clone()));
    let mut pass = Pass::new(external, &[&function.body]);
    if let Some(result) = &function.result {
        pass.need(result);
        if let Expr::Read(place) = result {
            pass.value.insert(place.root.shaded(Shade::Tangent));
        }
    }
    function.body = sweep(pass.block(std::mem::take(&mut function.body)));
}

/// The adjoint of a function that only adds to its outputs, freed of the work that would restore them.
pub fn optimise_pull(function: &mut Function) {
    let mut pass = Pass::new(shades(function), &[&function.body]);
    function.body = sweep(pass.block(std::mem::take(&mut function.body)));
}

/// Optimises both runs of an ordinary function.
pub fn optimise_taped(taped: &mut Taped, function: &Function) {
    let mut pass = Pass::new(shades(function), &[&taped.backward, &taped.forward]);
    taped.backward = sweep(pass.block(std::mem::take(&mut taped.backward)));
    drop_unused_saves(taped);
}

/// The shadows of the parameters, which outlive the function.
fn shades(function: &Function) -> HashSet<Var> {
    let both = |var: &Var| [var.shaded(Shade::Adjoint), var.shaded(Shade::Tangent)];
    function.params.iter().flat_map(|param| both(&param.var)).collect()
}

/// A walk from the last statement to the first that knows what is still needed.
struct Pass {
    /// needed after the end
    external: HashSet<Var>,
    /// needed for their value
    value: HashSet<Var>,
    /// needed for their type
    witness: HashSet<Var>,
    /// assigned to later, and so needed as a variable
    assigned: HashSet<Var>,
    /// residuals that are run backwards
    sites: HashSet<usize>,
    /// locals that get their value in the branches of an `if`; without a value they have no type to show
    deferred: HashSet<Var>,
}

impl Pass {
    fn new(external: HashSet<Var>, bodies: &[&Vec<Stmt>]) -> Self {
        let mut deferred = HashSet::new();
        bodies.iter().for_each(|stmts| collect_deferred(stmts, &mut deferred));
        Self { external, value: HashSet::new(), witness: HashSet::new(), assigned: HashSet::new(), sites: HashSet::new(), deferred }
    }

    fn live(&self, var: &Var) -> bool {
        self.external.contains(var) || self.value.contains(var)
    }

    fn need(&mut self, expr: &Expr) {
        self.touch(&Stmt::Save(crate::ir::Site { id: 0, keep: crate::ir::Keep::Here }, expr.clone()));
    }

    /// Notes everything a kept statement reads.
    fn touch(&mut self, stmt: &Stmt) {
        each_touch(stmt, &mut |touch, place| {
            let var = &place.root;
            let set = match touch {
                Touch::Read | Touch::Length => &mut self.value,
                Touch::Witness if self.deferred.contains(var) => &mut self.value,
                Touch::Witness => &mut self.witness,
                Touch::Write | Touch::Bind => return,
            };
            if !set.contains(var) {
                set.insert(var.clone());
            }
        });
    }

    fn bound(&mut self, var: &Var) {
        self.value.remove(var);
        self.witness.remove(var);
        self.assigned.remove(var);
    }

    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut kept: Vec<Stmt> = stmts.into_iter().rev().filter_map(|stmt| self.statement(stmt)).collect();
        kept.reverse();
        kept
    }

    fn statement(&mut self, stmt: Stmt) -> Option<Stmt> {
        match stmt {
            Stmt::Release { .. } | Stmt::Forget { .. } => None,
            Stmt::Let { ref var, ref init, .. } => {
                let (value, witness) = (self.live(var) || self.assigned.contains(var), self.witness.contains(var));
                let stmt = match init {
                    _ if value => stmt.clone(),
                    Some(init) if witness => Stmt::Witness { var: var.clone(), like: init.clone() },
                    _ => return None,
                };
                self.bound(var);
                self.touch(&stmt);
                Some(stmt)
            }
            Stmt::Shadow { ref var, .. } | Stmt::Witness { ref var, .. } => {
                let needed = self.live(var) || self.witness.contains(var) || self.assigned.contains(var);
                self.bound(var);
                needed.then(|| {
                    self.touch(&stmt);
                    stmt
                })
            }
            Stmt::Update { ref place, .. } => self.keep_if_live(&[place.clone()], stmt),
            Stmt::Assign { ref place, .. } => {
                if !self.live(&place.root) {
                    return None;
                }
                self.assigned.insert(place.root.clone());
                if place.path.is_empty() {
                    self.value.remove(&place.root);
                }
                self.touch(&stmt);
                Some(stmt)
            }
            Stmt::Swap(ref a, ref b) => self.keep_if_live(&[a.clone(), b.clone()], stmt),
            Stmt::Call { .. } => {
                let mut written = Vec::new();
                each_touch(&stmt, &mut |touch, place| {
                    if touch == Touch::Write {
                        written.push(place.clone());
                    }
                });
                self.keep_if_live(&written, stmt)
            }
            Stmt::If { pre, then, otherwise, .. } => {
                let mut other = self.fork();
                let then = self.block(then);
                let otherwise = other.block(otherwise);
                self.join(other);
                if then.is_empty() && otherwise.is_empty() {
                    return None;
                }
                self.need(&pre);
                Some(Stmt::If { pre, post: None, then, otherwise })
            }
            Stmt::For { var, range, body } => {
                loop {
                    let mut once = self.fork();
                    once.block(body.clone());
                    let before = self.size();
                    self.join(once);
                    if self.size() == before {
                        break;
                    }
                }
                // The loop may run no turn at all, so what is needed after it is needed before it too.
                let mut inside = self.fork();
                let body = inside.block(body);
                self.join(inside);
                if body.is_empty() {
                    return None;
                }
                self.bound(&var);
                [&range.start, &range.end].into_iter().for_each(|bound| self.need(bound));
                Some(Stmt::For { var, range, body })
            }
            Stmt::LetCall { var, callee, args, site } => {
                let site = site.filter(|site| self.sites.contains(&site.id));
                if site.is_none() && !self.live(&var) && !self.witness.contains(&var) {
                    return None;
                }
                self.bound(&var);
                args.iter().for_each(|arg| self.need(arg));
                Some(Stmt::LetCall { var, callee, args, site })
            }
            Stmt::LetTangent { ref var, .. } => {
                let tangent = var.shaded(Shade::Tangent);
                let needed = self.live(var) || self.live(&tangent) || self.witness.contains(var);
                self.bound(var);
                self.bound(&tangent);
                needed.then(|| {
                    self.touch(&stmt);
                    stmt
                })
            }
            Stmt::Backward { ref site, ref shadows, .. } => {
                self.sites.insert(site.id);
                self.touch(&stmt);
                self.value.extend(shadows.iter().flatten().map(|place| place.root.clone()));
                Some(stmt)
            }
            Stmt::Sweep { .. } => unreachable!("loops become sweeps after this pass"),
            Stmt::Distinct(..) | Stmt::Save(..) => {
                self.touch(&stmt);
                Some(stmt)
            }
        }
    }

    fn keep_if_live(&mut self, written: &[Place], stmt: Stmt) -> Option<Stmt> {
        if !written.iter().any(|place| self.live(&place.root)) {
            return None;
        }
        self.value.extend(written.iter().map(|place| place.root.clone()));
        self.touch(&stmt);
        Some(stmt)
    }

    fn fork(&self) -> Self {
        Self {
            external: self.external.clone(),
            value: self.value.clone(),
            witness: self.witness.clone(),
            assigned: self.assigned.clone(),
            sites: self.sites.clone(),
            deferred: self.deferred.clone(),
        }
    }

    fn join(&mut self, other: Self) {
        self.value.extend(other.value);
        self.witness.extend(other.witness);
        self.assigned.extend(other.assigned);
        self.sites.extend(other.sites);
    }

    fn size(&self) -> usize {
        self.value.len() + self.witness.len() + self.assigned.len() + self.sites.len()
    }
}

fn collect_deferred(stmts: &[Stmt], deferred: &mut HashSet<Var>) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { var, init: None, .. } => {
                deferred.insert(var.clone());
            }
            Stmt::If { then, otherwise, .. } => {
                collect_deferred(then, deferred);
                collect_deferred(otherwise, deferred);
            }
            Stmt::For { body, .. } => collect_deferred(body, deferred),
            _ => {}
        }
    }
}

/// Whether a function only ever adds to or subtracts from its `&mut` parameters, so that their values need not be undone.
pub fn only_accumulates(function: &Function) -> bool {
    let outputs: HashSet<&Var> =
        function.params.iter().filter(|p| p.passing == Passing::Exclusive).map(|p| &p.var).collect();
    fn accumulates(stmts: &[Stmt], outputs: &HashSet<&Var>) -> bool {
        let pure = |expr: &Expr| {
            let mut pure = true;
            reads(expr, &mut |place| pure &= !outputs.contains(&place.root));
            pure
        };
        stmts.iter().all(|stmt| match stmt {
            Stmt::If { pre, post, then, otherwise } => {
                pure(pre) && post.as_ref().is_none_or(pure) && accumulates(then, outputs) && accumulates(otherwise, outputs)
            }
            Stmt::For { range, body, .. } => pure(&range.start) && pure(&range.end) && accumulates(body, outputs),
            Stmt::Update { place, value, .. } => pure(value) && place.indices().all(pure),
            other => {
                let mut clean = true;
                each_touch(other, &mut |touch, place| {
                    clean &= touch == Touch::Bind || !outputs.contains(&place.root);
                });
                clean
            }
        })
    }
    !outputs.is_empty() && accumulates(&function.body, &outputs)
}
