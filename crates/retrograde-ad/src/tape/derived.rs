//! Derivatives that are run backwards themselves: reverse over forward and reverse over reverse. A derivative forgets the gradients of its
//! locals, so it is not undone statement by statement; it is taken for an ordinary function that changes what it is lent.
//!
//! A call of an ordinary function needs nothing new of the function. With `J` for its derivative and `H` for the second, what is pulled
//! back through the tangent `J v` and through the gradient `w J` is made of `J v`, `w J` and `w H v`, which the tangent of its pullback gives.

use super::{Halves, Tape, adjoint_of};
use crate::access::has_gradient;
use crate::error::Errors;
use crate::hash::{Map, Set};
use crate::ir::repack::{Kind, Repack, Shape};
use crate::ir::{
    Activity, At, BackwardTangents, Callee, Expr, Function, Growth, Head, Mapped, Param, Passing, Place, Renaming,
    Role, Span, Stmt, Storage, TapeSlot, Taped, Type, TypeKind, UpdateOp, Var, all_stmts,
};
use crate::linear::by_reference;
use crate::names::Names;
use crate::saves::each_site;
use crate::tables::Tables;
use std::rc::Rc;

/// The adjoint of a derivative of a reversible function, which `inverse` undoes.
pub fn of_derivative(derivative: &Function, inverse: &Function, tables: &Tables, errors: &Errors) -> Function {
    let function = as_ordinary(derivative);
    let (mut pass, body, _) = Tape::of(&function, tables, errors, false);
    pass.adjoint.linear.sites = last_site(&function.body);
    let (forward, backward) = pass.top(&body[..body.len() - 1]);
    let undone = Stmt::Nested(Head::Scope, vec![inverse.aged().body]);
    Function { body: [vec![undone], forward, backward].concat(), ..derivative.clone() }
}

/// The tangent of an ordinary function as an ordinary function of arguments and tangents, and both its runs.
pub fn of_tangent(tangent: &Function, tables: &Tables, errors: &Errors) -> (Function, Taped) {
    let beside = |param: &Param| Param { var: param.var.tangent(), ..param.clone() };
    let result = match &tangent.result {
        Some(Expr::Read(place)) if !tangent.activity.contains(&place.root.name) => Some(Expr::Read(place.tangent())),
        _ => None,
    };
    let params = tangent.params.iter().cloned().chain(tangent.params.iter().map(beside)).collect();
    again(&Function { params, result, ..tangent.clone() }, tables, errors)
}

/// The gradients of an ordinary function as an ordinary function that adds to them, and both its runs.
pub fn of_pullback(function: &Function, taped: &Taped, tables: &Tables, errors: &Errors) -> (Function, Taped) {
    let beside = |param: &Param| Param { var: param.var.adjoint(), passing: Passing::Exclusive, ..param.clone() };
    let incoming = Param {
        var: taped.result.adjoint(),
        passing: Passing::Value,
        ty: Type::made(TypeKind::Infer),
        active: true,
        mark: None,
        callable: None,
    };
    let params = function.params.iter().cloned().chain(function.params.iter().map(beside)).chain([incoming]).collect();
    let body = [&taped.forward[..], &taped.backward].concat();
    let result = Some(adjoint_of(&taped.result));
    again(&Function { params, body, result, ..function.clone() }, tables, errors)
}

fn again(derivative: &Function, tables: &Tables, errors: &Errors) -> (Function, Taped) {
    let function = as_ordinary(derivative);
    let (mut pass, body, result) = Tape::of(&function, tables, errors, false);
    pass.adjoint.linear.sites = last_site(&function.body);
    let (forward, mut backward) = pass.top(&body);
    backward.retain(|stmt| !matches!(stmt, Stmt::Shadow { var, .. } if *var == result.adjoint()));
    (function, Taped { forward, result, backward, scalar: false, floats: Set::default() })
}

/// Notes where values with a gradient are saved.
pub fn note_active_sites(stmts: &[Stmt], activity: &mut Activity) {
    for stmt in all_stmts(stmts) {
        if let Stmt::Save(site, value) = stmt
            && has_gradient(value, activity)
        {
            activity.keep_active(site);
        }
    }
}

fn last_site(stmts: &[Stmt]) -> usize {
    let mut last = 0;
    each_site(stmts, &mut |site| last = last.max(site.id));
    last
}

/// A derivative as the body of an ordinary function: nothing ends before its block does, no name has two lives, and what comes from the tape
/// has a name. The way back of a call is given all arguments again.
fn as_ordinary(derivative: &Function) -> Function {
    let mut function = derivative.aged();
    let declared = function.params.iter().map(|param| param.var.clone()).collect();
    let (names, activity) = (Names::of(&function), function.activity.clone());
    let (renamed, empty, residuals) = (Vec::new(), Set::default(), Map::default());
    let mut pass = Lives { names, activity, declared, renamed, empty, residuals };
    function.body = pass.block(std::mem::take(&mut function.body));
    note_active_sites(&function.body, &mut pass.activity);
    function.activity = pass.activity;
    function
}

/// Locals that begin with what others held, where these do not end.
fn as_lets(repack: &Repack) -> Vec<Stmt> {
    let read = |var: &Var| Expr::Read(Place::var(var));
    let begin = |var: &Var, init: Expr| Stmt::Let { var: var.clone(), mutable: true, ty: None, init: Some(init) };
    let (from, to) = (&repack.from, &repack.to);
    match &repack.kind {
        Kind::Pack(shape) => {
            let parts: Vec<Expr> = from.iter().map(read).collect();
            let whole = match shape {
                Shape::Tuple => Expr::Tuple(parts),
                Shape::Array => Expr::Array(parts),
                Shape::Struct(path, fields) => Expr::Struct(path.clone(), fields.iter().cloned().zip(parts).collect()),
                Shape::TupleStruct(path) => Expr::Construct(path.clone(), parts),
            };
            vec![begin(&to[0], whole)]
        }
        Kind::Unpack(shape) => {
            let part = |(k, var)| begin(var, Expr::Read(Place::var(&from[0]).then(shape.step(k))));
            to.iter().enumerate().map(part).collect()
        }
        Kind::Convert { narrow, wide, back } => {
            let ty = if *back { narrow } else { wide };
            vec![begin(&to[0], Expr::Cast(Rc::new(read(&from[0])), ty.clone()))]
        }
    }
}

struct Lives {
    names: Names,
    activity: Activity,
    /// all that was declared so far
    declared: Set<Var>,
    /// what has another name from here to the end of the block, as it was written, and that name
    renamed: Vec<(Var, Rc<str>)>,
    /// what was declared without a value
    empty: Set<Var>,
    /// the arguments of calls, as they were written, by where the residuals are kept
    residuals: Map<usize, Vec<Expr>>,
}

impl Lives {
    fn block(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut out = Vec::new();
        let outer = self.renamed.len();
        let mut rest: Vec<Stmt> = stmts.into_iter().rev().collect();
        while let Some(mut stmt) = rest.pop() {
            if matches!(stmt, Stmt::Release { .. } | Stmt::Forget { .. } | Stmt::View { .. } | Stmt::Shape(..)) {
                continue;
            }
            if let Stmt::Repack(repack) = &stmt {
                rest.extend(as_lets(repack).into_iter().rev());
                continue;
            }
            match &mut stmt {
                Stmt::Let { var, init: None, .. } => {
                    self.empty.insert(var.clone());
                }
                // What a transform gives a value of another shape held one before.
                Stmt::Assign { place, fresh, .. } => *fresh &= self.empty.contains(&place.root),
                // What is taken away has a name, so that it can be given back.
                Stmt::Grow(_, Growth::Shrink(held @ None)) => *held = Some(self.names.var("item")),
                Stmt::LetCall { args, site: Some(site), .. } => {
                    self.residuals.insert(site.id, args.clone());
                }
                Stmt::Backward { site, args, shadows, .. } => {
                    let given = self.residuals.get(&site.id).into_iter().flatten();
                    for ((arg, shadow), given) in args.iter_mut().zip(shadows).zip(given) {
                        // What has a gradient was given a name for it, which is gone where another stands for it.
                        let named = shadow.as_ref().map(Place::primal);
                        let named = named.filter(|place| self.declared.contains(&self.named(&place.root)));
                        arg.get_or_insert_with(|| named.map_or_else(|| given.clone(), Expr::Read));
                    }
                }
                _ => {}
            }
            for written in super::declared(std::slice::from_ref(&stmt)).collect::<Vec<_>>() {
                if !self.declared.insert(self.named(&written)) {
                    let new = self.names.var(&written.name);
                    self.activity.insert_like(&new.name, &written.name);
                    self.renamed.push((written, new.name));
                }
            }
            let blocks: Vec<Vec<Stmt>> = stmt.blocks_mut().iter_mut().map(std::mem::take).collect();
            self.rename(|renaming| renaming.stmts(std::slice::from_mut(&mut stmt)));
            let restored = match &mut stmt {
                Stmt::Assign { value, .. } => Some(value),
                Stmt::Shadow { like, .. } | Stmt::TypeOf { like, .. } => Some(like),
                Stmt::Nested(Head::If { pre, .. }, _) => Some(pre),
                _ => None,
            };
            if let Some(restored) = restored
                && matches!(restored, Expr::Restore(_))
            {
                let var = self.names.var("restored");
                let init = std::mem::replace(restored, Expr::Read(Place::var(&var)));
                out.push(Stmt::Let { var, mutable: false, ty: None, init: Some(init) });
            }
            for (k, block) in blocks.into_iter().enumerate() {
                stmt.blocks_mut()[k] = self.block(block);
            }
            out.push(stmt);
        }
        self.renamed.truncate(outer);
        out
    }

    /// Gives variables the names that they have here.
    fn rename(&self, f: impl FnOnce(&Renaming<'_>)) {
        f(&Renaming { name: &|var| self.name(var), place: &|_| {} });
    }

    /// A variable by the name that it has here, which what stands beside it has too.
    fn named(&self, var: &Var) -> Var {
        self.name(var).unwrap_or_else(|| var.clone())
    }

    /// The other name that a variable has here.
    fn name(&self, var: &Var) -> Option<Var> {
        let is_meant = |written: &Var| written.name == var.name && var.roles.include(written.roles);
        let (_, name) = self.renamed.iter().rev().find(|(written, _)| is_meant(written))?;
        Some(Var { name: name.clone(), ..var.clone() })
    }
}

impl Tape<'_> {
    /// Statements that transforms make.
    pub(super) fn of_derivative(&mut self, stmt: &Stmt, keep: Storage) -> Halves {
        match stmt {
            Stmt::Shadow { .. } | Stmt::TypeOf { .. } | Stmt::SameLength(_) => (vec![stmt.clone()], Vec::new()),
            Stmt::Let { var, init: Some(Expr::Restore(site)), .. } => {
                let mut back = vec![Stmt::Save(site.clone(), Expr::Read(Place::var(var)))];
                if self.adjoint.linear.activity.keeps_active(site) {
                    back.push(Stmt::Save(site.with(Role::Adjoint), adjoint_of(var)));
                }
                (vec![stmt.clone()], back)
            }
            Stmt::Save(site, value) => {
                let dropped = self.adjoint.linear.names.var("saved");
                let restore = |var: &Var, site: TapeSlot| {
                    let init = Some(Expr::Restore(site));
                    Stmt::Let { var: var.clone(), mutable: false, ty: None, init }
                };
                let mut back = vec![restore(&dropped, site.clone())];
                if self.adjoint.linear.activity.keeps_active(site) {
                    back.push(restore(&dropped.adjoint(), site.with(Role::Adjoint)));
                    let node = self.decompose(value, &mut back);
                    let gradient = adjoint_of(&dropped);
                    self.adjoint.linear.pull(&node, gradient, UpdateOp::Add, &mut back);
                }
                (vec![stmt.clone()], back)
            }
            Stmt::LetCall { var, callee, args, site: Some(_) } => {
                let (ahead, back) = self.call(var, callee.clone(), args, keep);
                ([vec![stmt.clone()], ahead].concat(), back)
            }
            Stmt::LetTangent { var, tangent, callee, args, shadows, site: None } => {
                self.tangent_call([var, tangent], callee, args, shadows, keep)
            }
            Stmt::Backward { incoming, args, shadows, callee, tangents: None, .. } => {
                let (mut forward, mut back): Halves =
                    shadows.iter().flatten().map(|place| self.save(place, keep)).unzip();
                forward.push(stmt.clone());
                let args: Vec<Expr> = args.iter().flatten().cloned().collect();
                self.backward(incoming, &args, shadows, callee, &mut back);
                (forward, back)
            }
            Stmt::Grow(list, Growth::Shrink(Some(held))) => {
                let back =
                    |list: &Place, held: &Var| Stmt::Grow(list.clone(), Growth::Push(Expr::Read(Place::var(held))));
                let gradient = self.adjoint.linear.active(list).then(|| back(&list.adjoint(), &held.adjoint()));
                (vec![stmt.clone()], [back(list, held)].into_iter().chain(gradient).collect())
            }
            Stmt::Grow(list, Growth::Unpop(var)) => {
                let popped = self.adjoint.linear.names.var("item");
                let mut back = vec![Stmt::Grow(list.clone(), Growth::Pop(popped.clone()))];
                if self.adjoint.linear.active(list) {
                    let place = Place::var(&var.with_roles(list.root.roles).adjoint());
                    back.push(Stmt::Grow(list.adjoint(), Growth::Pop(popped.adjoint())));
                    back.push(Stmt::Update { op: UpdateOp::Add, place, value: adjoint_of(&popped), at: At(var.span) });
                }
                (vec![stmt.clone()], back)
            }
            Stmt::Renew { place, held, .. } => {
                let (save, restore) = self.save(place, keep);
                let gradient = place.adjoint();
                let renew = Stmt::Renew { place: gradient.clone(), held: None, site: None, restored: false };
                let mut back = vec![restore, renew];
                if let Some(held) = held {
                    back.push(Stmt::Update {
                        op: UpdateOp::Add,
                        place: gradient,
                        value: adjoint_of(held),
                        at: At(held.span),
                    });
                }
                (vec![save, stmt.clone()], back)
            }
            Stmt::Mapped(mapped) if !self.adjoint.linear.active(&mapped.place) => {
                let op = (self.adjoint.tables.opposite)(mapped.op);
                let undone = Mapped { op, ..(**mapped).clone() };
                (vec![stmt.clone()], vec![Stmt::Mapped(Box::new(undone))])
            }
            other => {
                let what = match other {
                    Stmt::Call { .. } => "a call that changes its arguments",
                    Stmt::Mapped(_) => "a bijection",
                    _ => "a derivative",
                };
                self.adjoint.linear.errors.push(Span::call_site(), format!("{what}: differentiated once, not twice"));
                (vec![stmt.clone()], Vec::new())
            }
        }
    }

    /// `(v, v_tan) = (g(a), J a_tan)`: with the gradient of `v_tan` for `w`, the gradient of `a_tan` is `w J`, and that of `a` is what the
    /// tangent of `w J` is, if `w` itself moves by the gradient of `v`.
    fn tangent_call(
        &mut self,
        [var, tangent]: [&Var; 2],
        callee: &Callee,
        args: &[Expr],
        shadows: &[Option<Place>],
        keep: Storage,
    ) -> Halves {
        let site = self.adjoint.linear.site(keep);
        let forward = Stmt::LetTangent {
            var: var.clone(),
            tangent: tangent.clone(),
            callee: callee.clone(),
            args: args.to_vec(),
            shadows: shadows.to_vec(),
            site: Some(site.clone()),
        };
        let mut back = Vec::new();
        let (nodes, gradients) = self.arguments(args, &mut back);
        let tangents =
            BackwardTangents { incoming: adjoint_of(var), args: shadows.to_vec(), shadows: gradients.clone() };
        back.push(Stmt::Backward {
            site,
            incoming: adjoint_of(tangent),
            args: by_reference(&nodes),
            shadows: shadows.iter().map(|shadow| shadow.as_ref().map(Place::adjoint)).collect(),
            callee: callee.clone(),
            tangents: Some(Box::new(tangents)),
        });
        self.adjoint.linear.pull_shadows(&nodes, gradients, &mut back);
        (vec![forward], back)
    }

    /// `a_adj += w J`: with the gradient of `a_adj` for `v`, that of `w` is `J v`, and that of `a` is `w H v`.
    fn backward(
        &mut self,
        incoming: &Expr,
        args: &[Expr],
        shadows: &[Option<Place>],
        callee: &Callee,
        back: &mut Vec<Stmt>,
    ) {
        let directions: Vec<_> = shadows.iter().map(|shadow| shadow.as_ref().map(Place::adjoint)).collect();
        let (var, again) = (self.adjoint.linear.names.var("t"), self.adjoint.linear.site(Storage::Here));
        back.push(Stmt::LetTangent {
            var: var.clone(),
            tangent: var.tangent(),
            callee: callee.clone(),
            args: args.to_vec(),
            shadows: directions.clone(),
            site: Some(again.clone()),
        });
        let node = self.decompose(incoming, back);
        let pushed = Expr::Read(Place::var(&var.tangent()));
        let (nodes, gradients) = self.arguments(args, back);
        let tangents = BackwardTangents { incoming: Expr::Zero, args: directions.clone(), shadows: gradients.clone() };
        back.push(Stmt::Backward {
            site: again,
            incoming: node.value(),
            args: by_reference(&nodes),
            shadows: vec![None; args.len()],
            callee: callee.clone(),
            tangents: Some(Box::new(tangents)),
        });
        self.adjoint.linear.pull_shadows(&nodes, gradients, back);
        self.adjoint.linear.pull(&node, pushed, UpdateOp::Add, back);
    }
}
