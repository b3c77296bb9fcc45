//! Gradients of floats in variables. The transforms give every local a place where its gradient is collected, take it from there, set the place to
//! zero and add to it again. A float's gradient needs no place unless a call is lent it: it is a variable, which begins with the first gradient
//! that is added, and what is named for one use is written where it is used.
//!
//! ```text
//! shadow t_adj: like f64                        s_adj = s_adj * 0.5
//! let g = s_adj                                 x_adj += weigh(s_adj, x.cos())
//! s_adj = zero                        becomes   ..., or where a name is read twice, stays a name
//! s_adj += g * 0.5
//! t_adj += g
//! x_adj += weigh(t_adj, x.cos())
//! ```

mod lines;

use crate::access::{Touch, each_own_touch, each_touch, reads};
use crate::hash::{Map, Set};
use crate::ir::{At, Expr, Float, Function, Head, Place, Role, Stmt, Taped, UnaryOp, UpdateOp, Var, all_stmts};
use lines::Lines;
use std::rc::Rc;

/// How large an expression may become by what is written out in it, in its parts.
const LARGE: usize = 16;

/// What gives a variable another value.
const CHANGES: [Touch; 2] = [Touch::Write, Touch::Bind];

/// In a derivative of a reversible function.
pub fn of_function(function: &mut Function, original: &Function) {
    let mut pass = Pass::new(original);
    pass.survey(&function.body);
    pass.block(&mut function.body, true);
}

/// In both runs of an ordinary function, which returns a float if that is known. The gradient of the value is a variable, too, if it can be.
pub fn of_taped(taped: &mut Taped, output: Option<Float>, original: &Function) {
    let mut pass = Pass::new(original);
    let seed = taped.result.adjoint();
    pass.found.extend(output.map(|float| (seed.clone(), float)));
    pass.survey(&taped.forward);
    let before: Vec<Var> = pass.found.keys().filter(|var| **var != seed).cloned().collect();
    pass.survey(&taped.backward);
    // What comes into being in one run and goes on in the other stays a place.
    each_own(&taped.backward, &mut |_, place| {
        if before.contains(&place.root) {
            pass.barred.insert(place.root.clone());
        }
    });
    pass.block(&mut taped.forward, false);
    pass.block(&mut taped.backward, true);
    taped.scalar = pass.chosen(&seed).is_some();
}

/// The gradients that statements name like values.
pub fn gradients_named(stmts: &[Stmt]) -> impl Iterator<Item = Var> {
    all_stmts(stmts).filter_map(|stmt| match stmt {
        Stmt::Let { var, init: Some(_), .. } if !var.is_primal() => Some(var.clone()),
        _ => None,
    })
}

struct Pass {
    /// the gradients of floats
    found: Map<Var, Float>,
    /// those of them that must be places
    barred: Set<Var>,
    /// names of the user's
    own: Set<Rc<str>>,
}

impl Pass {
    fn new(original: &Function) -> Self {
        let mut own: Set<Rc<str>> = original.params.iter().map(|param| param.var.name.clone()).collect();
        each_own(&original.body, &mut |touch, place| {
            if touch == Touch::Bind {
                own.insert(place.root.name.clone());
            }
        });
        Self { found: Map::default(), barred: Set::default(), own }
    }

    /// Finds the gradients of floats, and what else is done with them than reading, adding and giving another value.
    fn survey(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Shadow { var, like: Expr::Unread(float) } if var.is(Role::Adjoint) => {
                    self.found.insert(var.clone(), *float);
                }
                Stmt::Let { init: Some(value), .. } => self.read(value),
                Stmt::Update { op: UpdateOp::Add | UpdateOp::Sub, place, value, .. }
                | Stmt::Assign { place, value, fresh: false } => {
                    self.read(&Expr::Read(place.clone()));
                    self.read(value);
                }
                Stmt::Backward { incoming, args, shadows, tangents, .. } => {
                    self.read(incoming);
                    args.iter().flatten().for_each(|arg| reads(arg, &mut |place| self.bar(place)));
                    shadows.iter().flatten().for_each(|place| self.bar(place));
                    if tangents.is_some() {
                        reads(incoming, &mut |place| self.bar(place));
                    }
                }
                other => each_own_touch(other, &mut |_, place| self.bar(place)),
            }
            if let Stmt::Nested(Head::Sweep { sums, .. }, _) = stmt {
                sums.iter().for_each(|place| self.bar(place));
            }
            stmt.blocks().iter().for_each(|block| self.survey(block));
        }
    }

    fn read(&mut self, value: &Expr) {
        reads(value, &mut |place| {
            if !place.path.is_empty() || place.via.is_some() {
                self.bar(place);
            }
        });
    }

    fn bar(&mut self, place: &Place) {
        if !place.root.is_primal() {
            self.barred.insert(place.root.clone());
        }
    }

    /// Of which float a variable is the gradient, if it is to be a variable.
    fn chosen(&self, var: &Var) -> Option<Float> {
        self.found.get(var).copied().filter(|_| !self.barred.contains(var))
    }

    /// Rewrites statements; `whole` if nothing that comes after them sees what they name.
    fn block(&self, stmts: &mut Vec<Stmt>, whole: bool) {
        for stmt in &mut *stmts {
            match stmt {
                // Both parts see what the first names.
                Stmt::Fused([there, back]) => {
                    self.block(there, false);
                    self.block(back, true);
                }
                Stmt::Nested(Head::Idle, _) => {}
                // What a block names ends with it.
                other => other.blocks_mut().iter_mut().for_each(|block| self.block(block, true)),
            }
        }
        let is_place = |place: &Place| self.is_place(place);
        let mut lines = Lines::of(std::mem::take(stmts), &is_place);
        self.begin(&mut lines);
        if whole {
            self.drop_copies(&mut lines);
            self.write_out(&mut lines);
        }
        *stmts = lines.into_stmts();
    }

    /// What callers may lend.
    fn is_place(&self, place: &Place) -> bool {
        !place.root.is_primal() && self.chosen(&place.root).is_none()
    }

    /// A gradient begins, or begins again, with what is added to it first.
    fn begin(&self, lines: &mut Lines) {
        for k in lines.numbers(|stmt| matches!(stmt, Stmt::Shadow { .. } | Stmt::Assign { .. })) {
            let (var, is_new) = match lines.get(k) {
                Stmt::Shadow { var, .. } => (var.clone(), true),
                Stmt::Assign { place, value: Expr::Zero, fresh: false } => (place.root.clone(), false),
                _ => continue,
            };
            let Some(float) = self.chosen(&var) else { continue };
            let next = lines.next_touch(&var, k);
            let value = next.and_then(|next| given(lines.get(next), &var));
            let starts = |lines: &Lines, after: usize, init| {
                if is_new {
                    let mutable = lines.first(&[Touch::Write], &var, after, usize::MAX).is_some();
                    Stmt::Let { var: var.clone(), mutable, ty: None, init: Some(init) }
                } else {
                    Stmt::Assign { place: Place::var(&var), value: init, fresh: false }
                }
            };
            match (next, value) {
                (Some(next), Some(value)) => {
                    lines.set(next, starts(lines, next, value));
                    lines.remove(k);
                }
                (None, _) if is_new => drop(lines.remove(k)),
                _ => lines.set(k, starts(lines, k, Expr::ZeroOf(float))),
            }
        }
    }

    /// A copy of a gradient goes by the name of the gradient as long as that does not change. What changes it waits, if it may.
    fn drop_copies(&self, lines: &mut Lines) {
        let computed: Set<Var> = lines.iter().filter_map(computed).cloned().collect();
        for k in lines.numbers(is_name) {
            if self.without_copy(lines, k, &computed) {
                lines.remove(k);
            }
        }
    }

    fn without_copy(&self, lines: &mut Lines, k: usize, computed: &Set<Var>) -> bool {
        let Stmt::Let { var: copy, mutable: false, ty: None, init: Some(Expr::Read(place)) } = lines.get(k) else {
            return false;
        };
        let original = &place.root;
        if !place.path.is_empty()
            || self.chosen(original).is_none() && !computed.contains(original)
            || self.own.contains(&copy.name) && copy.is_primal()
        {
            return false;
        }
        let (copy, original) = (copy.clone(), original.clone());
        let Some(last) = lines.last_touch(&copy, k) else { return true };
        if lines.ends(&original, k, last) {
            return false;
        }
        let written = lines.first(&CHANGES, &original, k, last);
        if let Some(at) = written {
            let Stmt::Assign { value, .. } = lines.get(at) else {
                // Added to what it is itself a part of.
                let last = at == last && matches!(lines.get(at), Stmt::Update { .. });
                if last {
                    lines.rename(&copy, &original, k);
                }
                return last;
            };
            let again = lines.next_touch(&original, at).is_some_and(|again| again <= last);
            if again || !self.may_wait(value, lines, at, last) || !lines.move_behind(at, last) {
                return false;
            }
        }
        lines.rename(&copy, &original, k);
        true
    }

    /// Whether an expression has the same value after one statement as after another.
    fn may_wait(&self, value: &Expr, lines: &Lines, after: usize, until: usize) -> bool {
        let changes = |var: &Var| lines.ends(var, after, until) || lines.first(&CHANGES, var, after, until).is_some();
        let mut waits = !lines.leaves(after, until);
        reads(value, &mut |read| {
            waits = waits && !changes(&read.root) && !(self.is_place(read) && lines.changes(after, until));
        });
        waits
    }

    /// A name that is read once is written out.
    fn write_out(&self, lines: &mut Lines) {
        for k in lines.numbers(is_name).into_iter().rev() {
            if let Some((at, stmt)) = self.used_once(lines, k) {
                lines.set(at, stmt);
                lines.remove(k);
            }
        }
    }

    /// Where the only use of a name is, and that statement with what is named in its place.
    fn used_once(&self, lines: &Lines, k: usize) -> Option<(usize, Stmt)> {
        let Stmt::Let { var, mutable: false, ty: None, init: Some(init) } = lines.get(k) else { return None };
        if self.own.contains(&var.name) && var.is_primal() || !is_arithmetic(init) {
            return None;
        }
        let at = lines.next_touch(var, k)?;
        let (Stmt::Let { init: Some(value), .. } | Stmt::Update { value, .. } | Stmt::Assign { value, .. }) =
            lines.get(at)
        else {
            return None;
        };
        let small = size(value) + size(init) <= LARGE || matches!(init, Expr::Read(_));
        if lines.next_touch(var, at).is_some() || !small || !self.may_wait(init, lines, k, at - 1) {
            return None;
        }
        let mut stmt = lines.get(at).clone();
        let (Stmt::Let { init: Some(value), .. } | Stmt::Update { value, .. } | Stmt::Assign { value, .. }) = &mut stmt
        else {
            unreachable!("it has a value")
        };
        if !replace(value, var, init) {
            return None;
        }
        // Not anywhere else, as in an index or for its type.
        let gone = !touches(&stmt, var);
        gone.then_some((at, stmt))
    }
}

/// Whether a statement gives a value a name, and nothing else.
fn is_name(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Let { mutable: false, ty: None, init: Some(_), .. })
}

/// The variable that a transform gives a value, which it keeps.
fn computed(stmt: &Stmt) -> Option<&Var> {
    match stmt {
        Stmt::Let {
            var,
            mutable: false,
            init: Some(Expr::Derivative(_) | Expr::Weighed(_) | Expr::Binary(..) | Expr::Unary(..)),
            ..
        } => Some(var),
        _ => None,
    }
}

/// What a statement gives to a gradient that is zero before it.
fn given(stmt: &Stmt, var: &Var) -> Option<Expr> {
    let (place, value, negative) = match stmt {
        Stmt::Update { op, place, value, .. } => (place, value, *op == UpdateOp::Sub),
        Stmt::Assign { place, value, fresh: false } => (place, value, false),
        _ => return None,
    };
    let mut itself = *value == Expr::Zero;
    reads(value, &mut |read| itself |= read.root == *var);
    let value =
        || if negative { Expr::Unary(UnaryOp::Neg, Rc::new(value.clone()), At(var.span)) } else { value.clone() };
    (place.root == *var && !itself).then(value)
}

fn touches(stmt: &Stmt, var: &Var) -> bool {
    let mut found = false;
    each_touch(stmt, &mut |_, place| found |= place.root == *var);
    found
}

fn each_own(stmts: &[Stmt], f: &mut dyn FnMut(Touch, &Place)) {
    stmts.iter().for_each(|stmt| each_touch(stmt, f));
}

/// Whether an expression only computes: it calls nothing of the user's and takes nothing from the tape.
fn is_arithmetic(expr: &Expr) -> bool {
    let own = match expr {
        Expr::Literal(_)
        | Expr::Constant(_)
        | Expr::Read(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Length(..)
        | Expr::Cast(..)
        | Expr::ZeroOf(_)
        | Expr::Weighed(_) => true,
        Expr::Method(name, ..) => crate::rules::method_rule(name).is_some(),
        _ => false,
    };
    own && expr.parts().into_iter().all(is_arithmetic)
}

fn size(expr: &Expr) -> usize {
    1 + expr.parts().into_iter().map(size).sum::<usize>()
}

/// Puts an expression in the place of a variable that is read once; whether it is.
fn replace(expr: &mut Expr, var: &Var, by: &Expr) -> bool {
    let is_it = |expr: &Expr| matches!(expr, Expr::Read(place) if place.path.is_empty() && place.via.is_none() && place.root == *var);
    if is_it(expr) {
        *expr = by.clone();
        return true;
    }
    let mut parts: Vec<&mut Expr> = match expr {
        Expr::Unary(_, inner, _) | Expr::Cast(inner, _) => vec![Rc::make_mut(inner)],
        Expr::Binary(_, operands, _) | Expr::Plus(operands) => Rc::make_mut(operands).iter_mut().collect(),
        Expr::Method(_, args, _) => args.iter_mut().collect(),
        Expr::Weighed(weighed) => Rc::make_mut(weighed).parts_mut().collect(),
        Expr::Derivative(derivative) => vec![&mut Rc::make_mut(derivative).incoming],
        _ => return false,
    };
    let found = parts.iter_mut().filter_map(|part| replace(part, var, by).then_some(())).count();
    found == 1
}
