//! The adjoint of an ordinary function: a forward run that saves what would be lost, and a backward run that restores it.
//!
//! The transform saves everything that is overwritten or goes out of scope and cannot be computed again cheaply; the dead-code
//! pass then drops every restoring whose value no derivative reads, and with it the saving. What remains is the tape.

mod derived;
mod entry;
mod fused;
mod late;
mod named;
mod residual;

pub use derived::{note_active_sites, of_derivative, of_pullback, of_tangent};
pub use fused::fused;

use crate::access::{Overlap, effects, lent, overlap, reads};
use crate::adjoint::{Adjoint, adjoint_of};
use crate::error::Errors;
use crate::hash::Set;
use crate::ir::{
    At, Callee, Expr, Function, FunctionKind, Growth, Head, Literal, Place, Range, Role, Step, Stmt, Storage, TapeSlot,
    Taped, UnaryOp, UpdateOp, Var, Variant,
};
use crate::linear::{Calls, Linear, Node, by_reference, called};
use crate::lists::{lists, with_lists};
use crate::locals::{self, Block, Group};
use crate::names::Names;
use crate::shapes::Shapes;
use crate::tables::Tables;
use named::is_costly;
use residual::Kept;
use std::rc::Rc;

/// Splits `function` into a forward and a backward run.
pub fn tape(function: &Function, tables: &Tables, errors: &Errors) -> Taped {
    split(function, tables, errors, false)
}

/// Splits one of many runs of `function`, which share its tapes: what the backward run needs of the forward run's variables is saved.
pub fn tape_again(function: &Function, tables: &Tables, errors: &Errors) -> Taped {
    split(function, tables, errors, true)
}

fn split(function: &Function, tables: &Tables, errors: &Errors, again: bool) -> Taped {
    let (mut pass, mut body, mut result) = Tape::of(function, tables, errors, again);
    // A local that is returned needs no second name.
    if let Some(Expr::Read(place)) = &function.result
        && place.path.is_empty()
        && !again
        && pass.adjoint.has_adjoint(&place.root)
        && declared(&body).any(|var| var == place.root)
    {
        result = place.root.clone();
        body.pop();
    }
    let (forward, mut backward) = if again { pass.block(&body, Storage::Many) } else { pass.whole(function, &body) };
    backward.retain(|stmt| !matches!(stmt, Stmt::Shadow { var, .. } if *var == result.adjoint()));
    Taped { forward, result, backward, scalar: false, floats: Set::default() }
}

struct Tape<'f> {
    adjoint: Adjoint<'f>,
    written: locals::Written,
    lists: Set<Var>,
    /// the locals that are lists or hold some
    put_together: Set<Var>,
    shapes: Shapes,
    /// the function, if this is one of its many runs
    again: Option<Rc<str>>,
    kind: FunctionKind,
}

/// A statement's part in the forward run and in the backward run.
type Halves = (Vec<Stmt>, Vec<Stmt>);

impl<'f> Tape<'f> {
    /// The pass over a function, the statements to go over, the last of which gives the value a name, and that name.
    fn of(function: &'f Function, tables: &'f Tables, errors: &'f Errors, again: bool) -> (Self, Vec<Stmt>, Var) {
        let linear = Linear { names: Names::of(function), activity: &function.activity, errors, sites: 0 };
        let written = locals::written(&function.body);
        let lists = lists(&function.body);
        let again = again.then(|| function.name.name.clone());
        let shapes = Shapes::of(function);
        let adjoint = Adjoint { linear, tables, outputs: Vec::new() };
        let mut pass =
            Tape { adjoint, written, lists, put_together: Set::default(), shapes, again, kind: function.kind };
        let mut body = function.body.clone();
        let result = pass.adjoint.linear.names.var("result");
        let value = function.result.clone().unwrap_or(Expr::Zero);
        body.push(Stmt::Let { var: result.clone(), mutable: false, ty: None, init: Some(value) });
        let body = pass.name_calls(body);
        pass.shapes.declare(&body);
        pass.put_together = with_lists(&body);
        (pass, body, result)
    }
}

impl Tape<'_> {
    /// The body: its locals are still there when the backward run starts.
    fn top(&mut self, stmts: &[Stmt]) -> Halves {
        let halves: Vec<Halves> = stmts.iter().map(|stmt| self.statement(stmt, Storage::Here)).collect();
        self.joined(stmts, halves, &[])
    }

    /// The body of a whole function, which gives back what it was lent.
    fn whole(&mut self, function: &Function, stmts: &[Stmt]) -> Halves {
        let mut halves: Vec<Halves> = stmts.iter().map(|stmt| self.statement(stmt, Storage::Here)).collect();
        let (saves, restores) = self.at_entry(function, stmts, &mut halves);
        let (forward, backward) = self.joined(stmts, halves, &restores);
        (saves.into_iter().chain(forward).collect(), backward)
    }

    /// Both runs of a body, from those of its statements and from what the way back restores before that of a statement.
    fn joined(&mut self, stmts: &[Stmt], halves: Vec<Halves>, restores: &[(usize, Vec<Stmt>)]) -> Halves {
        let mut backward: Vec<Stmt> = declared(stmts).filter_map(|var| self.adjoint.shadow(&var)).collect();
        for (k, (_, back)) in halves.iter().enumerate().rev() {
            let here = restores.iter().filter(|(before, _)| *before == k);
            backward.extend(here.flat_map(|(_, stmts)| stmts).chain(back).cloned());
        }
        (halves.into_iter().flat_map(|(forward, _)| forward).collect(), backward)
    }

    /// A nested block: its locals are computed again after their last use is undone, or saved at its end.
    fn block(&mut self, stmts: &[Stmt], keep: Storage) -> Halves {
        let halves: Vec<Halves> = stmts.iter().map(|stmt| self.statement(stmt, keep)).collect();
        let (groups, _) = Block { stmts, pairs: &[], written: &self.written, reversible: false }.classify(&[]);
        let is_small = |group: &Group| group.stmts().map(nested).sum::<usize>() <= MOST_AGAIN;
        let cheap: Vec<Group> =
            groups.into_iter().filter(|group| group.stmts().all(is_cheap) && is_small(group)).collect();
        let again = |var: &Var| cheap.iter().any(|group| group.vars.contains(var));
        let late = self.late(stmts, &cheap);
        let mut renamed = Vec::new();
        let mut forward = Vec::new();
        let mut backward = Vec::new();
        let mut saved = Vec::new();
        for var in declared(stmts).filter(|var| !again(var)) {
            let site = self.adjoint.linear.site(keep);
            saved.push(Stmt::Save(site.clone(), Expr::Read(Place::var(&var))));
            backward.push(Stmt::Let { var: var.clone(), mutable: true, ty: None, init: Some(Expr::Restore(site)) });
            backward.extend(self.adjoint.shadow(&var));
        }
        for (k, (ahead, back)) in halves.into_iter().enumerate().rev() {
            for group in cheap.iter().filter(|group| group.last == k) {
                backward.extend(group.stmts().cloned());
                for var in &group.vars {
                    let mut shadow = self.adjoint.shadow(var);
                    // What it is computed from may not be needed for its gradient, but its shape is.
                    if let (Some(Stmt::Shadow { like, .. }), true) = (&mut shadow, self.is_of_unknown_shape(var, stmts))
                    {
                        let site = self.adjoint.linear.site(keep);
                        saved.push(Stmt::Save(site.clone(), like.clone()));
                        *like = Expr::Restore(site);
                    }
                    backward.extend(shadow);
                }
            }
            backward.extend(back);
            self.compute_late(&late, k, &mut renamed, &mut backward);
            forward.push(ahead);
        }
        late::rename(&mut backward, &renamed);
        let mut forward: Vec<Stmt> = forward.into_iter().rev().flatten().collect();
        // What a loop is left by comes last.
        let leave = forward.pop_if(|stmt| matches!(stmt, Stmt::Leave(_)));
        forward.extend(saved.into_iter().chain(leave));
        (forward, backward)
    }

    /// Whether a local is put together from something, and its type may not tell how large its gradient is.
    fn is_of_unknown_shape(&self, var: &Var, stmts: &[Stmt]) -> bool {
        let together = |init: &Expr| matches!(init, Expr::Construct(..) | Expr::Struct(..));
        let mut inits = stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Let { var: other, init: Some(init), .. } if other == var => Some(init),
            _ => None,
        });
        inits.any(|init| together(init) && !self.shapes.is_fixed(init)) && !self.put_together.contains(var)
    }

    fn statement(&mut self, stmt: &Stmt, keep: Storage) -> Halves {
        match stmt {
            Stmt::Let { init: Some(Expr::Restore(_)), .. }
            | Stmt::Grow(_, Growth::Shrink(_) | Growth::Unpop(_))
            | Stmt::LetCall { site: Some(_), .. } => self.of_derivative(stmt, keep),
            Stmt::Let { var, init: Some(init), .. }
                if self.adjoint.has_adjoint(var)
                    && self.adjoint.linear.has_gradient(init)
                    && let Some((callee, args)) = called(init) =>
            {
                self.call(var, callee, &args, keep)
            }
            Stmt::Let { var, init: Some(init), mutable, .. } => {
                let mut back = Vec::new();
                if self.adjoint.has_adjoint(var) {
                    let mut node = self.decompose(init, &mut back);
                    // What is kept is not computed again.
                    if let (Node::Operation { result, .. }, true, false) = (&mut node, is_costly(init), mutable) {
                        *result = Expr::Read(Place::var(var));
                    }
                    self.adjoint.linear.pull(&node, adjoint_of(var), UpdateOp::Add, &mut back);
                }
                (vec![stmt.clone()], back)
            }
            Stmt::Assign { place, value, fresh } => self.assign(stmt, place, value, *fresh, keep),
            Stmt::Update { op, place, value, at } => self.update(*op, place, value, *at, keep),
            Stmt::Swap(a, b) => {
                let mut back = vec![stmt.clone()];
                if self.adjoint.linear.active(a) && self.adjoint.linear.active(b) {
                    back.push(Stmt::Swap(a.adjoint(), b.adjoint()));
                }
                (vec![stmt.clone()], back)
            }
            Stmt::Call { callee, variant, args, site: None } => {
                // What is run as anything but itself is reversible, and so is what a reversible function calls. Otherwise only the callee
                // knows what its way back needs.
                let unknown = *variant == Variant::FORWARD && self.kind == FunctionKind::Ordinary;
                let site = unknown.then(|| self.adjoint.linear.site(keep));
                let mut back = Vec::new();
                self.adjoint.call(callee, variant.with(Role::Adjoint), args, site.clone(), &mut back);
                (vec![Stmt::Call { callee: callee.clone(), variant: *variant, args: args.clone(), site }], back)
            }
            Stmt::Nested(Head::If { pre, .. }, blocks) => {
                let changes = effects(blocks.iter().flatten());
                let mut lost = false;
                reads(pre, &mut |read| lost |= changes.writes.iter().any(|write| overlap(read, write) != Overlap::No));
                let site = lost.then(|| self.adjoint.linear.site(keep));
                let (blocks, back) = blocks.iter().map(|stmts| self.block(stmts, in_branch(keep))).unzip();
                let branch = |pre: Expr, blocks| Stmt::Nested(Head::If { pre, post: None }, blocks);
                let Some(site) = site else {
                    return (vec![branch(pre.clone(), blocks)], vec![branch(pre.clone(), back)]);
                };
                // The way back asks first which branch was taken, so that is saved last: a branch may call the function itself, whose
                // runs share the tape.
                let decided = self.adjoint.linear.names.var("decided");
                let read = || Expr::Read(Place::var(&decided));
                let init = Some(pre.clone());
                let forward = vec![
                    Stmt::Let { var: decided.clone(), mutable: false, ty: None, init },
                    branch(read(), blocks),
                    Stmt::Save(site.clone(), read()),
                ];
                (forward, vec![branch(Expr::Restore(site), back)])
            }
            Stmt::Nested(head @ (Head::While { .. } | Head::For { .. }), blocks) if is_counted(head, &blocks[0]) => {
                self.counted(head, &blocks[0], keep)
            }
            Stmt::Nested(head, blocks) => {
                let nested = if head.repeats() { Storage::Many } else { in_branch(keep) };
                let mut out = Vec::new();
                let (again, examined) = self.adjoint.linear.examine(head, Calls::Pullback(Storage::Here), &mut out);
                let (mut forward, mut backward) = (Vec::new(), Vec::new());
                for (k, stmts) in blocks.iter().enumerate() {
                    let (ahead, back) = self.block(stmts, nested);
                    forward.push(ahead);
                    backward.push([self.adjoint.names(&again, k), back].concat());
                }
                out.push(Stmt::Nested(again.mirrored(), backward));
                self.adjoint.linear.pull_examined(examined, &mut out);
                (vec![Stmt::Nested(head.clone(), forward)], out)
            }
            Stmt::Grow(list, growth) => self.grow(stmt, list, growth),
            Stmt::LetCall { var, callee, args, .. } => self.changing_call(var, callee, args, keep),
            Stmt::Let { init: None, .. } | Stmt::Distinct(..) | Stmt::Safe { .. } | Stmt::Leave(_) => {
                (vec![stmt.clone()], Vec::new())
            }
            other => self.of_derivative(other, keep),
        }
    }

    /// A list that gets longer or shorter.
    fn grow(&mut self, stmt: &Stmt, list: &Place, growth: &Growth) -> Halves {
        let active = self.adjoint.linear.active(list);
        let list_adj = list.adjoint();
        let mut back = Vec::new();
        match growth {
            Growth::Push(item) => {
                if active {
                    let item_adj = self.adjoint.linear.names.var("item").adjoint();
                    back.push(Stmt::Grow(list_adj, Growth::Shrink(Some(item_adj.clone()))));
                    back.push(Stmt::Grow(list.clone(), Growth::Shrink(None)));
                    let node = self.decompose(item, &mut back);
                    self.adjoint.linear.pull(&node, Expr::Read(Place::var(&item_adj)), UpdateOp::Add, &mut back);
                } else {
                    back.push(Stmt::Grow(list.clone(), Growth::Shrink(None)));
                }
            }
            Growth::Pop(var) => {
                if active {
                    back.push(Stmt::Grow(list_adj, Growth::Unpop(var.clone())));
                }
                back.push(Stmt::Grow(list.clone(), Growth::Unpop(var.clone())));
            }
            Growth::Shrink(_) | Growth::Unpop(_) => unreachable!("only the way back has these"),
        }
        (vec![stmt.clone()], back)
    }

    /// A loop that counts its iterations, because nothing else tells how many there were.
    fn counted(&mut self, head: &Head, body: &[Stmt], keep: Storage) -> Halves {
        let turns = self.adjoint.linear.names.var("iterations");
        let site = self.adjoint.linear.site(keep);
        let (mut ahead, back) = self.block(body, Storage::Many);
        let count = |value| Expr::Literal(Literal::int(value, "usize", turns.span));
        let place = Place::var(&turns);
        let at = At(turns.span);
        ahead.insert(0, Stmt::Update { op: UpdateOp::Add, place: place.clone(), value: count(1), at });
        let begin = |init| Stmt::Let { var: turns.clone(), mutable: true, ty: None, init: Some(init) };
        let forward = vec![
            begin(count(0)),
            Stmt::Nested(head.clone(), vec![ahead]),
            Stmt::Save(site.clone(), Expr::Read(place.clone())),
        ];
        let turns_made = Expr::Read(place);
        let mirrored = match head {
            Head::For { var, range } => {
                Head::First { var: var.clone(), range: Box::new(range.clone()), turns: turns_made, reversed: true }
            }
            _ => {
                let range = Range { start: count(0), end: turns_made, inclusive: false, reversed: false, stride: None };
                Head::For { var: self.adjoint.linear.names.var("iteration"), range }
            }
        };
        (forward, vec![begin(Expr::Restore(site)), Stmt::Nested(mirrored, vec![back])])
    }

    fn decompose(&mut self, expr: &Expr, out: &mut Vec<Stmt>) -> Node {
        self.adjoint.linear.decompose(expr, Calls::Pullback(Storage::Here), out)
    }

    fn call(&mut self, var: &Var, callee: Callee, args: &[Expr], keep: Storage) -> Halves {
        let site = self.adjoint.linear.site(keep);
        self.adjoint.linear.refuse_primitive(&callee);
        let (given, kept) = (args.to_vec(), Some(site.clone()));
        let forward = Stmt::LetCall { var: var.clone(), callee: callee.clone(), args: given, site: kept };
        let mut back = Vec::new();
        let (nodes, shadows) = self.arguments(args, &mut back);
        // A run of the same function keeps no arguments, and is given all of them again.
        let all = matches!((&callee, &self.again), (Callee::Function(path), Some(own)) if path.is_ident(own));
        let args = if all { nodes.iter().map(|node| Some(node.value())).collect() } else { by_reference(&nodes) };
        let incoming = adjoint_of(var);
        back.push(Stmt::Backward { site, incoming, args, shadows: shadows.clone(), callee, tangents: None });
        self.adjoint.linear.pull_shadows(&nodes, shadows, &mut back);
        (vec![forward], back)
    }

    /// The arguments of a call, taken apart, and where their gradients are collected.
    fn arguments(&mut self, args: &[Expr], back: &mut Vec<Stmt>) -> (Vec<Node>, Vec<Option<Place>>) {
        let mut nodes = Vec::new();
        for arg in args {
            let node = self.decompose(arg, back);
            nodes.push(self.adjoint.linear.shadowable(node, back));
        }
        let shadows = nodes.iter().map(|node| self.adjoint.linear.adjoint_place(node, back)).collect();
        (nodes, shadows)
    }

    /// A call that changes what it is lent: its way back restores that.
    fn changing_call(&mut self, var: &Var, callee: &Callee, args: &[Expr], keep: Storage) -> Halves {
        if args.iter().any(|arg| self.adjoint.linear.has_gradient(arg)) {
            return self.call(var, callee.clone(), args, keep);
        }
        let saved: Vec<(Stmt, Stmt)> = lent(args).map(|place| self.save(place, keep)).collect();
        let (mut forward, back): (Vec<Stmt>, Vec<Stmt>) = saved.into_iter().unzip();
        forward.push(Stmt::LetCall { var: var.clone(), callee: callee.clone(), args: args.to_vec(), site: None });
        (forward, back)
    }

    /// Saves a place before it is overwritten, and gives it back.
    fn save(&mut self, place: &Place, keep: Storage) -> (Stmt, Stmt) {
        let site: TapeSlot = self.adjoint.linear.site(keep);
        let restore = Stmt::Assign { place: place.clone(), value: Expr::Restore(site.clone()), fresh: false };
        (Stmt::Save(site, Expr::Read(place.clone())), restore)
    }

    fn assign(&mut self, stmt: &Stmt, place: &Place, value: &Expr, fresh: bool, keep: Storage) -> Halves {
        let mut forward = Vec::new();
        let mut back = Vec::new();
        let mut site = None;
        if self.adjoint.linear.activity.is_float(&place.root.name) && is_own_opposite(place, value) {
            back.push(stmt.clone());
        } else if !fresh {
            let (mut save, restore) = self.save(place, keep);
            if let Stmt::Save(saved, old) = &mut save {
                site = Some(saved.clone());
                // A list is moved to the tape, unless that cannot be, or it is read once more.
                let moved = self.shapes.may_change(place, value) || self.adjoint.linear.activity.is_own(place);
                if moved && !can_be_moved(place, value) {
                    *old = Expr::Method("clone".into(), vec![old.clone()], At(place.root.span));
                }
            }
            forward.push(save);
            back.push(restore);
        }
        let kept = self.residual(place, value, keep, &mut forward);
        forward.push(match &kept {
            Some(Kept { value, .. }) => Stmt::Assign { place: place.clone(), value: value.clone(), fresh },
            None => stmt.clone(),
        });
        if self.adjoint.linear.active(place) {
            let target = place.adjoint();
            let operand = match value {
                Expr::Method(_, args, _) if kept.is_some() => &args[1],
                value => value,
            };
            let node = self.decompose(operand, &mut back);
            let in_parts =
                kept.is_none() && matches!(node, Node::Aggregate(..) | Node::Branch { .. } | Node::Block { .. });
            let renewed = !fresh && self.shapes.may_change(place, value) && self.shapes.is_own(place);
            let incoming = if in_parts && renewed {
                Expr::Read(Place::var(&self.adjoint.linear.names.var("g").adjoint()))
            } else if in_parts {
                let like = Expr::Read(place.clone());
                Expr::Read(self.adjoint.linear.kept(Expr::Read(target.clone()), &like, &mut back))
            } else {
                self.adjoint.linear.bind("g", Expr::Read(target.clone()), &mut back)
            };
            if renewed {
                let held = match &incoming {
                    Expr::Read(held) if in_parts => Some(held.root.clone()),
                    _ => None,
                };
                // A list is restored in any case.
                let site = site.filter(|_| !(place.path.is_empty() && self.lists.contains(&place.root)));
                back.push(Stmt::Renew { place: target, held, site, restored: true });
            } else if !fresh {
                back.push(Stmt::Assign { place: target, value: Expr::Zero, fresh: false });
            }
            match kept {
                Some(kept) => self.pull_kept(kept, place, &node, &incoming, &mut back),
                None => self.adjoint.linear.pull(&node, incoming, UpdateOp::Add, &mut back),
            }
        }
        (forward, back)
    }

    fn update(&mut self, op: UpdateOp, place: &Place, value: &Expr, at: At, keep: Storage) -> Halves {
        let mut reads_itself = false;
        reads(value, &mut |read| reads_itself |= overlap(place, read) != Overlap::No);
        let update = Stmt::Update { op, place: place.clone(), value: value.clone(), at };
        match (self.adjoint.linear.active(place), reads_itself) {
            (false, false) => {
                let undo = Stmt::Update {
                    op: (self.adjoint.tables.opposite)(op),
                    place: place.clone(),
                    value: value.clone(),
                    at,
                };
                (vec![update], vec![undo])
            }
            // What is scaled is overwritten, as the derivatives of reversible functions do it.
            (active, overwritten) if active && op.scales() || overwritten => {
                let value = Expr::Binary(op.binary(), Rc::new([Expr::Read(place.clone()), value.clone()]), at);
                let stmt = Stmt::Assign { place: place.clone(), value: value.clone(), fresh: false };
                self.assign(&stmt, place, &value, false, keep)
            }
            _ => {
                let (save, restore) = self.save(place, keep);
                let mut back = vec![restore];
                let node = self.decompose(value, &mut back);
                let transpose = (self.adjoint.tables.transpose)(op);
                self.adjoint.linear.pull(&node, Expr::Read(place.adjoint()), transpose, &mut back);
                (vec![save, update], back)
            }
        }
    }
}

/// Whether what a place holds can be moved away before it is given a value.
fn can_be_moved(place: &Place, value: &Expr) -> bool {
    let mut free = !place.path.iter().any(|step| matches!(step, Step::Index(_) | Step::Deref));
    reads(value, &mut |read| free &= overlap(place, read) == Overlap::No);
    free
}

/// Whether an assignment is undone by doing it again, without rounding: `x = -x`.
fn is_own_opposite(place: &Place, value: &Expr) -> bool {
    matches!(value, Expr::Unary(UnaryOp::Neg | UnaryOp::Not, inner, _) if matches!(&**inner, Expr::Read(read) if read == place))
}

/// Whether only counting tells how many turns a loop makes.
fn is_counted(head: &Head, body: &[Stmt]) -> bool {
    matches!(head, Head::While { .. }) || matches!(body.last(), Some(Stmt::Leave(_)))
}

/// How a block that may not run keeps what it saves.
fn in_branch(keep: Storage) -> Storage {
    if keep == Storage::Here { Storage::Once } else { keep }
}

/// The variables that a block declares.
fn declared(stmts: &[Stmt]) -> impl Iterator<Item = Var> {
    let of = |stmt: &Stmt| match stmt {
        Stmt::Let { var, .. }
        | Stmt::LetCall { var, .. }
        | Stmt::TypeOf { var, .. }
        | Stmt::Shadow { var, .. }
        | Stmt::Grow(_, Growth::Pop(var) | Growth::Shrink(Some(var)))
        | Stmt::Renew { held: Some(var), .. } => [Some(var.clone()), None],
        Stmt::LetTangent { var, tangent, .. } => [Some(var.clone()), Some(tangent.clone())],
        _ => [None, None],
    };
    stmts.iter().flat_map(of).flatten()
}

/// So many statements in blocks are computed again at most. What is nested in them is computed again once more inside, so that the way back of
/// choices within choices would take the square of their depth.
const MOST_AGAIN: usize = 48;

/// How many statements there are in the blocks of a statement.
fn nested(stmt: &Stmt) -> usize {
    stmt.blocks().iter().flatten().map(|stmt| 1 + nested(stmt)).sum()
}

/// Whether computing something again costs less than keeping it: no loops, no calls and no costly functions.
fn is_cheap(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Let { init: Some(init), mutable: false, .. } if is_costly(init) => false,
        // What comes from the tape comes once.
        Stmt::Let { init: Some(Expr::Restore(_)), .. } => false,
        Stmt::Let { init, .. } => init.as_ref().is_none_or(|init| !calls(init)),
        Stmt::Update { value, .. } | Stmt::Assign { value, .. } => !calls(value),
        Stmt::Nested(head, blocks) if !head.repeats() => {
            !head.exprs().into_iter().any(calls) && blocks.iter().flatten().all(is_cheap)
        }
        Stmt::Swap(..) => true,
        _ => false,
    }
}

fn calls(expr: &Expr) -> bool {
    expr.any(&|part| called(part).is_some() && !is_quick(part))
}

/// Whether an expression is a method that is an instruction or two of the processor. On a type of the user's that has one of this name too
/// it may take longer, but gives the same.
fn is_quick(expr: &Expr) -> bool {
    matches!(expr, Expr::Method(name, ..) if QUICK.contains(&&**name))
}

/// The methods of integers that ask for bits.
const QUICK: [&str; 9] = [
    "count_ones",
    "count_zeros",
    "ilog2",
    "is_power_of_two",
    "leading_ones",
    "leading_zeros",
    "rotate_left",
    "rotate_right",
    "trailing_zeros",
];
