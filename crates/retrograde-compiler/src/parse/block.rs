//! Blocks, their locals, and the values that they end with.

use super::choice::as_match;
use super::statement::compound;
use super::{Binding, Parser, attributes, expr};
use crate::access::is_integer;
use crate::error::Region;
use crate::ir::{self, Expr, Place, Stmt, Type, Var};
use crate::pieces::{ToForm, ToRust};
use crate::quoted::{parse_quote, parse_quote_spanned};
use syn::spanned::Spanned;

impl Parser<'_> {
    /// Parses statements into `out`; gives back the tail expression, if the block ends with one that is a value. `valued` says
    /// whether one is expected.
    pub(super) fn block<'b>(
        &mut self,
        block: &'b syn::Block,
        valued: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<&'b syn::Expr> {
        let last = block.stmts.len().saturating_sub(1);
        for (k, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local) => self.local(local, out),
                // Those of the body itself stand in front of it.
                syn::Stmt::Item(_) if self.scopes.len() == 1 => {}
                syn::Stmt::Item(item) => {
                    self.error(
                        item,
                        "an item inside a block would be lost on the way back: move it to the top level of the body",
                    );
                }
                syn::Stmt::Macro(mac) => self.macro_statement(&mac.mac, out),
                syn::Stmt::Expr(syn::Expr::Return(ret), _)
                    if k == last && !self.reversible() && self.scopes.len() == 1 =>
                {
                    if ret.expr.is_none() {
                        self.error(ret, "a differentiable function returns a value");
                    }
                    return ret.expr.as_deref();
                }
                syn::Stmt::Expr(expr, None) if k == last && !is_statement(expr, valued) => return Some(expr),
                syn::Stmt::Expr(expr, Some(semi)) if k == last && valued && is_value(expr) => {
                    self.error(semi, "remove this `;`: a block's value is its last expression");
                    return Some(expr);
                }
                syn::Stmt::Expr(expr, _) => self.statement(expr, out),
            }
        }
        None
    }

    pub(super) fn scoped(&mut self, block: &syn::Block) -> Vec<Stmt> {
        let mut out = Vec::new();
        self.open();
        if let Some(tail) = self.block(block, false, &mut out) {
            self.error(tail, "this value is not used: write a statement here, ending with `;`");
        }
        self.close();
        out
    }

    pub(super) fn local(&mut self, local: &syn::Local, out: &mut Vec<Stmt>) {
        if let Some(mark) = attributes::constant(local) {
            return self.constant_local(local, mark, out);
        }
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(typed.ty.form())),
            pat => (pat, None),
        };
        if let Some((token, _)) = local.init.as_ref().and_then(|init| init.diverge.as_ref()) {
            self.error(
                token.span(),
                "`let ... else` leaves early, so the way back is unknown: put the rest into an `if`",
            );
            return self.bind_pattern(pat);
        }
        let syn::Pat::Ident(pat) = pat else {
            let Some(init) = &local.init else {
                self.error(local, "a local needs its first value where it is declared");
                return self.bind_pattern(pat);
            };
            if self.view_pattern(pat, &init.expr, out) {
                return;
            }
            return self.destructure(pat, ty.as_ref().map(ToRust::rust).as_deref(), &init.expr, false, out);
        };
        if pat.by_ref.is_some() || pat.subpat.is_some() {
            self.error(pat, "`ref` and `@` are not supported: bind a plain name");
        }
        let Some(init) = &local.init else {
            self.error(
                local,
                format!("a local needs its first value where it is declared: `let mut {} = 0.0;`", pat.ident),
            );
            return self.bind_refused(&pat.ident, false);
        };
        if let syn::Expr::Reference(reference) = &*init.expr {
            return self.view(pat, reference, out);
        }
        if pat.mutability.is_none() && self.is_reference_to_open_type(&init.expr) {
            let value = &init.expr;
            return self.view(pat, &parse_quote_spanned!(init.expr.span()=> &#value), out);
        }
        if let (syn::Expr::MethodCall(call), false) = (&*init.expr, self.reversible())
            && call.method == "pop"
            && call.args.is_empty()
        {
            let mutable = pat.mutability.is_some();
            let var = self.bind(&pat.ident, |var| Binding::local(var, mutable));
            return self.popped(&call.receiver, var, out);
        }
        if let (syn::Expr::Closure(closure), false) = (&*init.expr, self.reversible()) {
            return self.bind_closure(&pat.ident, closure);
        }
        let mutable = pat.mutability.is_some();
        // The name is bound after its initialiser is parsed, which may still read an outer variable of that name.
        let (init, ty) = match self.assigned(&init.expr, ty.as_ref(), out) {
            Some(value) => (value, None),
            None => (self.value(&init.expr, out), ty),
        };
        let integer = ty.as_ref().map_or_else(|| is_integer(&init, &self.activity), ir::integer_type);
        let var = self.bind(&pat.ident, |var| Binding::local(var, mutable));
        self.owned.insert(var.clone(), self.scopes.len());
        if integer {
            self.activity.insert(var.name.clone());
        }
        if let Some(ty) = &ty {
            self.types.insert(var.name.clone(), (*ty.rust()).clone());
        } else if matches!(init, Expr::Array(_) | Expr::Repeat(..)) {
            self.types.insert(var.name.clone(), parse_quote!([_; 0]));
        }
        out.push(Stmt::Let { var, mutable, ty, init: Some(init) });
    }

    /// `#[constant] let name = e;`: what has no gradient because the user says so, whatever goes into it.
    fn constant_local(&mut self, local: &syn::Local, mark: &syn::Attribute, out: &mut Vec<Stmt>) {
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(typed.ty.form())),
            pat => (pat, None),
        };
        let name = match pat {
            syn::Pat::Ident(syn::PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) => Some(ident),
            _ => None,
        };
        let init = local.init.as_ref().filter(|init| init.diverge.is_none()).map(|init| &*init.expr);
        let (Some(name), Some(init)) = (name, init.filter(|init| !matches!(init, syn::Expr::Reference(_)))) else {
            self.error(
                mark,
                "a constant is a value with a name, which does not change: write `#[constant] let name = value;`",
            );
            return self.bind_pattern(pat);
        };
        let init = self.value_of(init, ty.as_ref(), out);
        let var = self.bind(name, |var| Binding::local(var, false));
        self.owned.insert(var.clone(), self.scopes.len());
        self.activity.insert_marked(var.name.clone());
        if let Some(ty) = &ty {
            self.types.insert(var.name.clone(), (*ty.rust()).clone());
        }
        out.push(Stmt::Let { var, mutable: false, ty, init: Some(init) });
    }

    /// `let` inside an expression: a plain value for a name.
    pub(super) fn inner_local(&mut self, local: &syn::Local, lets: &mut Vec<Stmt>) {
        if let Some(mark) = attributes::constant(local) {
            self.error(
                mark,
                "a constant is not marked inside an expression: move this `let` in front of the statement",
            );
        }
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else {
            self.error(local, "a `let` inside an expression gives a value to a name, and leaves nothing open");
            return self.bind_pattern(pat);
        };
        if let (syn::Pat::Ident(pat), syn::Expr::Reference(reference), false) = (pat, &*init.expr, self.reversible()) {
            return self.view(pat, reference, lets);
        }
        if !matches!(pat, syn::Pat::Ident(_)) && !self.reversible() && self.view_pattern(pat, &init.expr, lets) {
            return;
        }
        let before = lets.len();
        self.destructure(pat, ty, &init.expr, true, lets);
        for stmt in &mut lets[before..] {
            if let Stmt::Let { var, mutable: true, .. } = stmt {
                self.error(
                    var.span,
                    format!("`{var}` lives inside an expression, which changes nothing: leave out the `mut`"),
                );
            }
        }
    }

    /// A value that may be given by a block or, in an ordinary function, by the branches of an `if`; their statements go to `out`.
    pub(super) fn value(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) -> Expr {
        self.value_of(expr, None, out)
    }

    /// The same, of a type that may be known: `Ok(x)` alone does not say what errors there are.
    pub(super) fn value_of(&mut self, expr: &syn::Expr, ty: Option<&Type>, out: &mut Vec<Stmt>) -> Expr {
        match expr {
            syn::Expr::Block(inner) if inner.label.is_none() => {
                self.open();
                let tail = self.block(&inner.block, true, out);
                let value = match tail {
                    Some(tail) => self.value_of(tail, ty, out),
                    None => self.no_value(inner),
                };
                self.close();
                value
            }
            syn::Expr::Paren(inner) => self.value_of(&inner.expr, ty, out),
            syn::Expr::Call(call) if self.closure(&call.func).is_some() => {
                let closure = self.closure(&call.func).expect("just found");
                self.closure_run(&closure, &call.args, out)
            }
            other => match self.changing_call(other, out).or_else(|| self.assigned(other, ty, out)) {
                Some(value) => value,
                None => self.expr(other),
            },
        }
    }

    /// In an ordinary function, the value of an `if` or `match` whose branches assign it, and may so hold statements.
    fn assigned(&mut self, expr: &syn::Expr, ty: Option<&Type>, out: &mut Vec<Stmt>) -> Option<Expr> {
        if self.reversible() || !matches!(expr, syn::Expr::If(_) | syn::Expr::Match(_)) {
            return None;
        }
        let [var] = <[Var; 1]>::try_from(self.assigned_parts(expr, &[ty.cloned()], out)).expect("one variable");
        Some(Expr::Read(Place::var(&var)))
    }

    /// `let var; if c { var = a; } else { var = b; }` for one value, or for each part of the tuples that the branches end with.
    pub(super) fn assigned_parts(&mut self, expr: &syn::Expr, types: &[Option<Type>], out: &mut Vec<Stmt>) -> Vec<Var> {
        let vars: Vec<Var> = types.iter().map(|_| self.names.var("branch")).collect();
        let mut given = Given { vars, types, integers: vec![true; types.len()] };
        for (var, ty) in given.vars.iter().zip(types) {
            out.push(Stmt::Let { var: var.clone(), mutable: false, ty: ty.clone(), init: None });
        }
        self.give(expr, &mut given, out);
        for (var, _) in given.vars.iter().zip(given.integers).filter(|(_, integer)| *integer) {
            self.activity.insert(var.name.clone());
        }
        given.vars
    }

    /// Gives variables the value of an expression.
    pub(super) fn give(&mut self, expr: &syn::Expr, given: &mut Given<'_>, out: &mut Vec<Stmt>) {
        match expr {
            syn::Expr::Paren(inner) => self.give(&inner.expr, given, out),
            syn::Expr::Block(inner) if inner.label.is_none() => self.give_block(&inner.block, given, out),
            syn::Expr::If(branch) => match as_match(branch) {
                Some(choice) => self.give_match(&choice, given, out),
                None => self.give_branch(branch, given, out),
            },
            syn::Expr::Match(choice) => self.give_match(choice, given, out),
            syn::Expr::Tuple(tuple) if given.vars.len() > 1 => {
                for (k, part) in tuple.elems.iter().enumerate() {
                    self.give_part(part, k, given, out);
                }
            }
            value => self.give_part(value, 0, given, out),
        }
    }

    fn give_part(&mut self, value: &syn::Expr, k: usize, given: &mut Given<'_>, out: &mut Vec<Stmt>) {
        let value = self.value_of(value, given.types[k].as_ref(), out);
        given.integers[k] &= is_integer(&value, &self.activity);
        out.push(Stmt::Assign { place: Place::var(&given.vars[k]), value, fresh: true });
    }

    fn give_block(&mut self, block: &syn::Block, given: &mut Given<'_>, out: &mut Vec<Stmt>) {
        self.open();
        match self.block(block, true, out) {
            Some(tail) => self.give(tail, given, out),
            None => {
                self.no_value(block);
            }
        }
        self.close();
    }

    fn give_branch(&mut self, branch: &syn::ExprIf, given: &mut Given<'_>, out: &mut Vec<Stmt>) {
        let pre = self.condition(&branch.cond);
        let Some((_, otherwise)) = &branch.else_branch else {
            return self.error(branch, "an `if` that gives a value needs an `else`");
        };
        let (mut then, mut other) = (Vec::new(), Vec::new());
        self.give_block(&branch.then_branch, given, &mut then);
        self.give(otherwise, given, &mut other);
        out.push(Stmt::branch(pre, then, other));
    }

    fn no_value(&self, at: impl Region) -> Expr {
        self.error(at, "this block has no value: end it with an expression, without `;`");
        expr::dummy()
    }
}

/// Variables that the branches of an expression give their values.
pub(super) struct Given<'t> {
    vars: Vec<Var>,
    types: &'t [Option<Type>],
    /// which of them are known to be integers
    integers: Vec<bool>,
}

/// Whether an expression without `;` at the end of a block is a statement rather than the block's value.
fn is_statement(expr: &syn::Expr, valued: bool) -> bool {
    match expr {
        syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) | syn::Expr::Assign(_) => true,
        syn::Expr::Binary(binary) => compound(&binary.op).is_some(),
        syn::Expr::Call(_) | syn::Expr::MethodCall(_) | syn::Expr::Macro(_) => !valued,
        syn::Expr::If(branch) => !valued || branch.else_branch.is_none() || ends_without_value(&branch.then_branch),
        syn::Expr::Match(choice) => !valued || choice.arms.iter().all(|arm| is_statement_arm(&arm.body)),
        syn::Expr::Block(inner) => !valued || ends_without_value(&inner.block),
        _ => false,
    }
}

fn is_statement_arm(body: &syn::Expr) -> bool {
    match body {
        syn::Expr::Block(inner) => ends_without_value(&inner.block),
        syn::Expr::Tuple(nothing) => nothing.elems.is_empty(),
        body => is_statement(body, true),
    }
}

/// Whether an expression can only be meant as a value.
fn is_value(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Binary(binary) => compound(&binary.op).is_none(),
        syn::Expr::MethodCall(call) => call.method != "swap",
        syn::Expr::Path(_) | syn::Expr::Lit(_) | syn::Expr::Unary(_) | syn::Expr::Field(_) | syn::Expr::Index(_) => {
            true
        }
        _ => false,
    }
}

fn ends_without_value(block: &syn::Block) -> bool {
    !matches!(block.stmts.last(), Some(syn::Stmt::Expr(_, None)))
        || matches!(block.stmts.last(), Some(syn::Stmt::Expr(syn::Expr::ForLoop(_), None)))
}
