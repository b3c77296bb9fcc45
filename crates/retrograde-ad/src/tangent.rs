//! The tangent: the function itself, carrying directional derivatives along.

use crate::copy_propagation::merge;
use crate::error::Errors;
use crate::ir::{
    Arg, BackwardTangents, Callee, Expr, Function, Growth, Mapped, Place, Role, Span, Stmt, TapeSlot, Taped, UpdateOp,
    Var, Variant,
};
use crate::linear::mapped::{Written, from_image, give, to_image};
use crate::linear::{Calls, Linear};
use crate::names::Names;
use crate::shapes::Shapes;
use crate::tape;
use crate::views::{shaded, shaded_names};
use std::rc::Rc;

/// The function that computes `function` and the tangents of everything in it.
pub fn tangent(function: &Function, errors: &Errors) -> Function {
    let linear = Linear { names: Names::of(function), activity: &function.activity, errors, sites: 0 };
    let mut pass = Tangent { linear, shapes: Shapes::of(function) };
    let mut body = pass.block(&function.body);
    let mut result = function.result.as_ref().map(|result| pass.result(result, &mut body));
    merge(&mut body, result.as_mut(), &Names::of(function));
    Function { body, result, ..function.clone() }
}

/// Both runs of an ordinary function, with the tangents of everything in them.
pub fn taped(function: &Function, taped: &Taped, errors: &Errors) -> Taped {
    let whole = |body: &[Stmt]| Function { body: body.to_vec(), result: None, ..function.clone() }.aged();
    let (forward, backward) = (whole(&taped.forward), whole(&taped.backward));
    let whole = Function { body: [&forward.body[..], &backward.body].concat(), ..forward.clone() };
    let mut activity = function.activity.clone();
    tape::note_active_sites(&taped.forward, &mut activity);
    let linear = Linear { names: Names::of(&whole), activity: &activity, errors, sites: 0 };
    let mut pass = Tangent { linear, shapes: Shapes::of(&whole) };
    let (forward, backward) = (pass.block(&forward.body), pass.block(&backward.body));
    Taped { forward, result: taped.result.clone(), backward, scalar: false, floats: taped.floats.clone() }
}

/// What is lent by reference, if it is a place.
fn lent(arg: &Expr) -> Option<&Place> {
    match arg {
        Expr::Borrow(inner) => lent(inner),
        Expr::Read(place) => Some(place),
        _ => None,
    }
}

struct Tangent<'f> {
    linear: Linear<'f>,
    shapes: Shapes,
}

impl Tangent<'_> {
    fn block(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().flat_map(|stmt| self.statement(stmt)).collect()
    }

    /// Names the result, so that its tangent stands beside it.
    fn result(&mut self, result: &Expr, out: &mut Vec<Stmt>) -> Expr {
        let var = self.linear.names.var("result");
        let stmt = Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(result.clone()) };
        out.extend(self.define(&var, result, &stmt));
        Expr::Read(Place::var(&var))
    }

    /// A definition of `var` by `init`, with its tangent.
    fn define(&mut self, var: &Var, init: &Expr, stmt: &Stmt) -> Vec<Stmt> {
        let place = Place::var(var);
        if !self.linear.active(&place) {
            return vec![stmt.clone()];
        }
        let mut out = Vec::new();
        let node = self.linear.decompose(init, Calls::Tangent, &mut out);
        let mut stmt = stmt.clone();
        if let Stmt::Let { init, .. } = &mut stmt {
            *init = Some(node.value());
        }
        out.push(stmt);
        out.push(Stmt::Shadow { var: var.tangent(), like: Expr::Read(place.clone()) });
        self.linear.push_into(&node, &place.tangent(), UpdateOp::Add, &mut out);
        out
    }

    /// An update through views, written out.
    fn mapped(&mut self, mapped: &Mapped, out: &mut Vec<Stmt>) {
        let Written { open, update, close, image } = self.linear.written_out(mapped, Role::Tangent);
        let tangent = mapped.place.tangent();
        out.extend(open);
        out.push(give(&image, Role::Tangent, to_image(mapped, Expr::Read(tangent.clone())), mapped));
        out.extend(self.statement(&update));
        out.push(close);
        let value = from_image(mapped, Expr::Read(image.tangent()));
        out.push(Stmt::Assign { place: tangent, value, fresh: false });
    }

    fn statement(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let mut out = Vec::new();
        match stmt {
            Stmt::Let { var, init: Some(init), .. } => return self.define(var, init, stmt),
            Stmt::Let { var, init: None, .. } => {
                out.push(stmt.clone());
                if self.linear.active(&Place::var(var)) {
                    out.push(Stmt::Let { var: var.tangent(), mutable: false, ty: None, init: None });
                }
            }
            Stmt::Update { op, place, value, at } if self.linear.active(place) && op.scales() => {
                let node = self.linear.operand(value, Calls::Tangent, &mut out);
                let by = node.value();
                let result = Expr::Binary(op.binary(), Rc::new([Expr::Read(place.clone()), by.clone()]), *at);
                let product = self.linear.scaled(*op, place, node, result, *at, &mut out);
                self.linear.push_over(&product, &place.tangent(), &mut out);
                out.push(Stmt::Update { op: *op, place: place.clone(), value: by, at: *at });
            }
            Stmt::Update { op, place, value, at } if self.linear.active(place) => {
                let node = self.linear.decompose(value, Calls::Tangent, &mut out);
                self.linear.push_into(&node, &place.tangent(), *op, &mut out);
                out.push(Stmt::Update { op: *op, place: place.clone(), value: node.value(), at: *at });
            }
            Stmt::Assign { place, value, fresh: false }
                if self.linear.active(place) && *value != Expr::Zero && self.shapes.may_change(place, value) =>
            {
                self.renew(place, value, &mut out);
            }
            Stmt::Assign { place, value, fresh } if self.linear.active(place) => {
                let node = self.linear.decompose(value, Calls::Tangent, &mut out);
                let tangent = place.tangent();
                let assign = Stmt::Assign { place: place.clone(), value: node.value(), fresh: *fresh };
                if *fresh {
                    out.extend([assign, Stmt::Assign { place: tangent.clone(), value: Expr::Zero, fresh: true }]);
                    self.linear.push_into(&node, &tangent, UpdateOp::Add, &mut out);
                } else {
                    self.linear.push_over(&node, &tangent, &mut out);
                    out.push(assign);
                }
            }
            Stmt::Mapped(mapped) if self.linear.active(&mapped.place) => self.mapped(mapped, &mut out),
            Stmt::Repack(repack) => {
                out.push(stmt.clone());
                out.extend(crate::repack::shadows(repack, Role::Tangent, &self.linear));
            }
            Stmt::Swap(a, b) => {
                out.push(stmt.clone());
                if self.linear.active(a) && self.linear.active(b) {
                    out.push(Stmt::Swap(a.tangent(), b.tangent()));
                }
            }
            Stmt::Call { callee, variant, args, site } => {
                self.call(callee, variant.with(Role::Tangent), args, site.clone(), &mut out);
            }
            Stmt::Nested(head, blocks) => {
                let (head, _) = self.linear.examine(head, Calls::Tangent, &mut out);
                let blocks = blocks.iter().enumerate().map(|(k, stmts)| {
                    let names = shaded_names(&head, k, Role::Tangent, |place| self.linear.active(place));
                    [names, self.block(stmts)].concat()
                });
                let blocks = blocks.collect();
                out.push(Stmt::Nested(head, blocks));
            }
            Stmt::View { .. } => {
                out.push(stmt.clone());
                out.extend(shaded(stmt, Role::Tangent, |place| self.linear.active(place)));
            }
            Stmt::Grow(list, growth) if self.linear.active(list) => self.grow(list, growth, &mut out),
            other => self.of_derivative(other, &mut out),
        }
        out
    }

    /// Statements of ordinary functions that call others, and of what transforms make.
    fn of_derivative(&mut self, stmt: &Stmt, out: &mut Vec<Stmt>) {
        match stmt {
            Stmt::LetCall { args, site: Some(_), .. } if args.iter().any(|arg| matches!(arg, Expr::Lend(_))) => {
                self.refuse("a call that changes its arguments");
            }
            Stmt::LetCall { args, site: Some(_), .. } if args.iter().any(|arg| matches!(arg, Expr::Function(_))) => {
                self.refuse("a function as an argument");
            }
            Stmt::LetCall { var, callee, args, site }
                if site.is_some() || args.iter().any(|arg| self.linear.has_gradient(arg)) =>
            {
                self.linear.tangent_call(var, callee, args, site.clone(), out);
            }
            Stmt::Save(site, value) if self.linear.activity.keeps_active(site) => self.save(site, value, out),
            Stmt::Backward { tangents: None, .. } => out.extend(self.backward(stmt)),
            Stmt::LetCall { var, .. } => {
                let like = Expr::Read(Place::var(var));
                out.extend([stmt.clone(), Stmt::Shadow { var: var.tangent(), like }]);
            }
            Stmt::Forget { .. } => {}
            Stmt::Shadow { var, .. } => {
                out.push(stmt.clone());
                if self.linear.active(&Place::var(var)) {
                    let like = Expr::Read(Place::var(var));
                    out.push(Stmt::Shadow { var: var.tangent(), like });
                }
            }
            Stmt::Backward { .. } | Stmt::Fused(_) | Stmt::LetTangent { .. } => self.refuse("a derivative"),
            Stmt::Renew { place, held, .. } => {
                out.push(stmt.clone());
                let held = held.as_ref().map(Var::tangent);
                out.push(Stmt::Renew { place: place.tangent(), held, site: None, restored: false });
            }
            // These change nothing that has a tangent.
            Stmt::Save(..)
            | Stmt::Release { .. }
            | Stmt::TypeOf { .. }
            | Stmt::Update { .. }
            | Stmt::Mapped(_)
            | Stmt::Assign { .. }
            | Stmt::Shape(..)
            | Stmt::Uncompute(_)
            | Stmt::Safe { .. }
            | Stmt::Grow(..)
            | Stmt::Leave(_)
            | Stmt::Distinct(..)
            | Stmt::SameLength(_) => out.push(stmt.clone()),
            other => unreachable!("{other:?} is transformed elsewhere"),
        }
    }

    /// A call that carries tangents: each argument is followed by its shadow.
    fn call(&mut self, callee: &Callee, variant: Variant, args: &[Arg], site: Option<TapeSlot>, out: &mut Vec<Stmt>) {
        let mut passed = Vec::new();
        for arg in args {
            match arg {
                Arg::Shared(expr) => {
                    let node = self.linear.decompose(expr, Calls::Tangent, out);
                    let node = self.linear.shadowable(node, out);
                    let shadow = self.linear.tangent_place(&node, out);
                    passed.extend([Arg::Shared(node.value()), Arg::Shadow(shadow)]);
                }
                Arg::Exclusive(place) | Arg::Shadow(Some(place)) => {
                    let shadow = self.linear.active(place).then(|| place.tangent());
                    passed.extend([arg.clone(), Arg::Shadow(shadow)]);
                }
                Arg::Shadow(None) => passed.extend([arg.clone(), Arg::Shadow(None)]),
            }
        }
        out.push(Stmt::Call { callee: callee.clone(), variant, args: passed, site });
    }

    /// Keeps a value and its tangent.
    fn save(&mut self, site: &TapeSlot, value: &Expr, out: &mut Vec<Stmt>) {
        let var = self.linear.names.var("saved");
        let begun = Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(value.clone()) };
        out.extend(self.define(&var, value, &begun));
        let place = Place::var(&var);
        out.push(Stmt::Save(site.with(Role::Tangent), Expr::Read(place.tangent())));
        out.push(Stmt::Save(site.clone(), Expr::Read(place)));
    }

    /// The way back of a call, with the tangents of the gradients.
    fn backward(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let Stmt::Backward { site, incoming, args, shadows, callee, .. } = stmt else { return Vec::new() };
        let mut out = Vec::new();
        let node = self.linear.operand(incoming, Calls::Tangent, &mut out);
        let beside = |place: &Place| self.linear.active(place).then(|| place.tangent());
        let tangents = BackwardTangents {
            incoming: self.linear.push(&node).unwrap_or(Expr::Zero),
            args: args.iter().map(|arg| arg.as_ref().and_then(lent).and_then(beside)).collect(),
            shadows: shadows.iter().map(|shadow| shadow.as_ref().and_then(beside)).collect(),
        };
        out.push(Stmt::Backward {
            site: site.clone(),
            incoming: node.value(),
            args: args.clone(),
            shadows: shadows.clone(),
            callee: callee.clone(),
            tangents: Some(Box::new(tangents)),
        });
        out
    }

    /// What is not differentiated a second time.
    fn refuse(&self, what: &str) {
        self.linear.errors.push(Span::call_site(), format!("{what}: differentiated once, not twice"));
    }

    /// What is overwritten by something that may be of another shape, such as a list.
    fn renew(&mut self, place: &Place, value: &Expr, out: &mut Vec<Stmt>) {
        // The new one may be made of the old one.
        let var = self.linear.names.var("new");
        let begun = Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(value.clone()) };
        out.extend(self.define(&var, value, &begun));
        let (new, target) = (Place::var(&var), place.tangent());
        let tangent = Expr::Read(new.tangent());
        out.extend([
            Stmt::Assign { place: place.clone(), value: Expr::Read(new), fresh: false },
            // The places of what is behind a reference are the caller's.
            Stmt::Assign { place: target, value: tangent, fresh: self.shapes.is_own(place) },
        ]);
    }

    /// A list that gets longer or shorter.
    fn grow(&mut self, list: &Place, growth: &Growth, out: &mut Vec<Stmt>) {
        match growth {
            Growth::Push(item) => {
                let var = self.linear.names.var("item");
                let begun = Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(item.clone()) };
                out.extend(self.define(&var, item, &begun));
                let item_tan = Expr::Read(Place::var(&var.tangent()));
                out.push(Stmt::Grow(list.clone(), Growth::Push(Expr::Read(Place::var(&var)))));
                out.push(Stmt::Grow(list.tangent(), Growth::Push(item_tan)));
            }
            Growth::Pop(var) => {
                out.push(Stmt::Grow(list.clone(), growth.clone()));
                let popped = Growth::Pop(var.tangent());
                out.push(Stmt::Grow(list.tangent(), popped));
            }
            // On the way back of a pullback.
            Growth::Shrink(held) => {
                out.push(Stmt::Grow(list.clone(), growth.clone()));
                let held = held.as_ref().map(Var::tangent);
                out.push(Stmt::Grow(list.tangent(), Growth::Shrink(held)));
            }
            Growth::Unpop(_) => {
                out.push(Stmt::Grow(list.clone(), growth.clone()));
                out.push(Stmt::Grow(list.tangent(), growth.clone()));
            }
        }
    }
}
