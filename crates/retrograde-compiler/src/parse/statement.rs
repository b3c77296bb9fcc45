//! Statements: updates, calls, branches, loops.

use super::choice::as_match;
use super::{Parser, expr};
use crate::ir::{At, BinaryOp, Expr, FunctionKind, Head, Place, Step, Stmt, UpdateOp};
use crate::pieces::ToForm;
use quote::ToTokens;
use std::rc::Rc;
use syn::spanned::Spanned;

impl Parser<'_> {
    pub(super) fn statement(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) {
        let before = out.len();
        self.statement_of(expr, out);
        let may_be_empty = matches!(expr, syn::Expr::Block(_) | syn::Expr::Paren(_) | syn::Expr::Macro(_));
        // Nothing that the user wrote is left out in silence.
        if !may_be_empty && out.len() == before && self.errors.is_empty() {
            self.refuse(expr, "as a statement");
        }
    }

    fn statement_of(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) {
        match expr {
            syn::Expr::Assign(assign) => self.assign(assign, out),
            syn::Expr::Binary(binary) if compound(&binary.op).is_some() => self.update(binary, out),
            syn::Expr::Call(call) => self.call_statement(call, out),
            syn::Expr::MethodCall(call) if call.method == "swap" && call.args.len() == 2 => {
                self.swap_elements(call, out);
            }
            syn::Expr::MethodCall(call) => self.method_statement(call, out),
            syn::Expr::If(branch) if !self.reversible() && is_leave(branch) => {
                let cond = self.condition(&branch.cond);
                out.push(Stmt::Leave(cond));
            }
            syn::Expr::If(branch) => match as_match(branch) {
                Some(choice) => self.match_statement(&choice, out),
                None => self.branch(branch, out),
            },
            syn::Expr::Match(choice) => self.match_statement(choice, out),
            syn::Expr::ForLoop(each) => self.for_loop(each, out),
            syn::Expr::While(each) => self.while_loop(each, out),
            syn::Expr::Block(inner) => {
                let stmts = self.scoped(&inner.block);
                match &inner.label {
                    None => out.extend(stmts),
                    Some(label) => self.labelled(label, stmts, out),
                }
            }
            syn::Expr::Paren(inner) => self.statement(&inner.expr, out),
            syn::Expr::Macro(inner) => self.macro_statement(&inner.mac, out),
            other => {
                self.refuse(other, "as a statement");
            }
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign, out: &mut Vec<Stmt>) {
        if self.reversible() {
            self.error(
                assign.eq_token.span(),
                "assignment destroys the old value, so it cannot be undone: write `+=` or `-=`, `swap` two places, \
                 or start a new local with `let`",
            );
        }
        let value = self.value(&assign.right, out);
        if let Some(place) = self.target(&assign.left) {
            let place = self.with_found_indices(place, out);
            out.push(Stmt::Assign { place, value, fresh: false });
        }
    }

    fn update(&mut self, binary: &syn::ExprBinary, out: &mut Vec<Stmt>) {
        let Some(op) = compound(&binary.op) else { return };
        let value = match &*binary.right {
            right @ (syn::Expr::Reference(_) | syn::Expr::Path(_)) => self.operand(right),
            right => self.value(right, out),
        };
        let op = match (op, self.kind) {
            (Compound::Update(op), FunctionKind::Reversible) => return self.viewed_update(binary, op, value, out),
            (Compound::Update(op), FunctionKind::Ordinary) if !op.scales() => {
                return self.viewed_update(binary, op, value, out);
            }
            (Compound::Update(op), FunctionKind::Ordinary) => {
                let Some(place) = self.target(&binary.left) else { return };
                let place = self.with_found_indices(place, out);
                return out.push(Stmt::Update { op, place, value, at: At(binary.op.span().form()) });
            }
            (Compound::Binary(op), FunctionKind::Ordinary) => op,
            (Compound::Binary(_), FunctionKind::Reversible) => {
                let op = binary.op.to_token_stream();
                let message = format!(
                    "`{op}` loses what was there, so it cannot be undone: write `+=`, `-=`, `^=`, `*=` or `/=`"
                );
                return self.error(binary.op.span(), message);
            }
        };
        let Some(place) = self.target(&binary.left) else { return };
        let place = self.with_found_indices(place, out);
        let value = Expr::Binary(op, Rc::new([Expr::Read(place.clone()), value]), At(binary.op.span().form()));
        out.push(Stmt::Assign { place, value, fresh: false });
    }

    /// A place whose indices do not ask for the length of what is written there: they are found before it is borrowed.
    fn with_found_indices(&mut self, mut place: Place, out: &mut Vec<Stmt>) -> Place {
        if self.reversible() || place.via.is_some() {
            return place;
        }
        for step in &mut place.path {
            let Step::Index(index) = step else { continue };
            let asks = |expr: &Expr| matches!(expr, Expr::Method(name, args, _) if &**name == "len" && matches!(args[..], [Expr::Read(_)]));
            if index.any(&asks) {
                let var = self.names.var("index");
                self.activity.insert(var.name.clone());
                let init = Some((**index).clone());
                out.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init });
                *index = Rc::new(Expr::Read(Place::var(&var)));
            }
        }
        place
    }

    /// A place that is written.
    pub(super) fn target(&mut self, expr: &syn::Expr) -> Option<Place> {
        if let Some(root) = expr::root(expr).filter(|root| self.lookup(&root.to_string()).is_none()) {
            self.error(
                root.span(),
                format!("`{root}` is not a parameter or local of this function: pass what changes by `&mut`"),
            );
            return None;
        }
        let place = self.place(expr)?;
        if place.path.iter().any(|step| matches!(step, Step::Present(_))) {
            self.error(expr, "what an `Option` holds cannot be changed inside it: assign a new one, `x = Some(...);`");
            return None;
        }
        let binding = expr::root(expr).and_then(|root| self.lookup(&root.to_string()))?;
        if !binding.mutable {
            let name = expr::root(expr).map_or_else(|| binding.var.to_string(), ToString::to_string);
            let message = format!("`{name}` is {}, which cannot be changed: {}", binding.kind, binding.advice);
            // What a view shows is not changed by a mistake.
            let view = self.views.contains_key(&binding.var);
            self.error(expr, message);
            if view {
                return None;
            }
        }
        Some(place)
    }

    fn swap_elements(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) {
        let Some(array) = self.target(&call.receiver) else { return };
        self.note_method(&array, &call.method);
        let element = |this: &mut Self, index: &syn::Expr| {
            let mut place = array.clone();
            place.path.push(Step::Index(Rc::new(this.expr(index))));
            place
        };
        let (a, b) = (element(self, &call.args[0]), element(self, &call.args[1]));
        out.push(Stmt::Swap(a, b));
    }

    pub(super) fn condition(&mut self, cond: &syn::Expr) -> Expr {
        self.expr(cond)
    }

    fn branch(&mut self, branch: &syn::ExprIf, out: &mut Vec<Stmt>) {
        let (pre, post) = match &*branch.cond {
            syn::Expr::Tuple(pair) if pair.elems.len() == 2 => {
                if !self.reversible() {
                    self.error(pair, "an ordinary function needs no postcondition: write `if condition { ... }`");
                }
                (self.condition(&pair.elems[0]), Some(self.condition(&pair.elems[1])))
            }
            cond => (self.condition(cond), None),
        };
        let then = self.scoped(&branch.then_branch);
        let otherwise = match branch.else_branch.as_ref().map(|(_, expr)| &**expr) {
            None => Vec::new(),
            Some(syn::Expr::Block(inner)) => self.scoped(&inner.block),
            Some(chained) => {
                let mut stmts = Vec::new();
                self.statement(chained, &mut stmts);
                stmts
            }
        };
        out.push(Stmt::Nested(Head::If { pre, post }, vec![then, otherwise]));
    }

    fn while_loop(&mut self, each: &syn::ExprWhile, out: &mut Vec<Stmt>) {
        if let Some(label) = &each.label {
            self.error(label, "labels are not supported: there is no `break` or `continue` to use them");
        }
        let conditions = match &*each.cond {
            syn::Expr::Tuple(pair) if pair.elems.len() == 2 => {
                if !self.reversible() {
                    self.error(pair, "an ordinary function needs no postcondition: write `while condition { ... }`");
                }
                Some((self.condition(&pair.elems[0]), self.condition(&pair.elems[1])))
            }
            cond if !self.reversible() => {
                let pre = self.condition(cond);
                let body = self.scoped(&each.body);
                return out.push(Stmt::Nested(Head::While { pre, post: None }, vec![body]));
            }
            cond => {
                self.condition(cond);
                self.error(
                    each.while_token.span(),
                    "the way back cannot tell where this loop began: add a condition that is false before the first iteration and true \
                     after each, `while (before, after) { ... }`, or use `for` with a range",
                );
                None
            }
        };
        let body = self.scoped(&each.body);
        if let Some((pre, post)) = conditions {
            out.push(Stmt::Nested(Head::While { pre, post: Some(post) }, vec![body]));
        }
    }
}

/// `if condition { break; }` at the end of a loop: the only exit that rewriting leaves.
fn is_leave(branch: &syn::ExprIf) -> bool {
    matches!(&branch.then_branch.stmts[..], [syn::Stmt::Expr(syn::Expr::Break(_), _)]) && branch.else_branch.is_none()
}

pub(super) enum Compound {
    Update(UpdateOp),
    Binary(BinaryOp),
}

pub(super) fn compound(op: &syn::BinOp) -> Option<Compound> {
    Some(match op {
        syn::BinOp::AddAssign(_) => Compound::Update(UpdateOp::Add),
        syn::BinOp::SubAssign(_) => Compound::Update(UpdateOp::Sub),
        syn::BinOp::BitXorAssign(_) => Compound::Update(UpdateOp::Xor),
        syn::BinOp::MulAssign(_) => Compound::Update(UpdateOp::Mul),
        syn::BinOp::DivAssign(_) => Compound::Update(UpdateOp::Div),
        syn::BinOp::RemAssign(_) => Compound::Binary(BinaryOp::Rem),
        syn::BinOp::BitAndAssign(_) => Compound::Binary(BinaryOp::BitAnd),
        syn::BinOp::BitOrAssign(_) => Compound::Binary(BinaryOp::BitOr),
        syn::BinOp::ShlAssign(_) => Compound::Binary(BinaryOp::Shl),
        syn::BinOp::ShrAssign(_) => Compound::Binary(BinaryOp::Shr),
        _ => return None,
    })
}
