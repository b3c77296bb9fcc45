//! Closures that are locals of an ordinary function: each call is replaced by what the closure does, with the names as they were
//! where it was written. What it captures gets its gradient there.

use super::{Binding, Parser, expr};
use crate::access::{is_integer, reads};
use crate::hash::Map;
use crate::host::names_in;
use crate::ir::{Expr, Inner, Place, Stmt};
use crate::pieces::ToForm;
use crate::quoted::parse_quote;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::rc::Rc;
use syn::punctuated::Punctuated;

/// A closure and the names that it sees.
#[derive(Clone)]
pub(super) struct Closure {
    pub(super) code: Rc<syn::ExprClosure>,
    pub(super) scopes: Vec<Map<String, Binding>>,
}

impl Closure {
    pub(super) fn new(code: &syn::ExprClosure, scopes: Vec<Map<String, Binding>>) -> Self {
        Self { code: Rc::new(code.clone()), scopes }
    }
}

type Arguments = Punctuated<syn::Expr, syn::Token![,]>;

/// What an argument is: a value, or a place that is lent.
enum Given {
    Value(Expr),
    Lent(Place, bool),
}

impl Parser<'_> {
    pub(super) fn bind_closure(&mut self, ident: &Ident, code: &syn::ExprClosure) {
        if let Some(name) = self.moved(code) {
            let message = format!(
                "this closure keeps a copy of `{name}`, which may change later: give it a copy that does not, `let kept = {name};`"
            );
            self.error(code, message);
        }
        let closure = Closure::new(code, self.scopes.clone());
        let var = self.bind(ident, |var| Binding::local(var, false));
        self.activity.insert(var.name.clone());
        self.closures.insert(var, closure);
    }

    /// A variable that a `move` closure copies and that could change before a call.
    fn moved(&self, code: &syn::ExprClosure) -> Option<String> {
        let first = code.to_token_stream().into_iter().next()?;
        if first.to_string() != "move" {
            return None;
        }
        let names = names_in(code.body.to_token_stream());
        let scopes = self.scopes.iter().flat_map(|scope| scope.iter());
        scopes.filter(|(name, binding)| binding.mutable && names.has(name)).map(|(name, _)| name.clone()).min()
    }

    /// The closure that is called by a name.
    pub(super) fn closure(&self, function: &syn::Expr) -> Option<Closure> {
        let syn::Expr::Path(path) = function else { return None };
        let binding = self.lookup(&path.path.get_ident()?.to_string())?;
        self.closures.get(&binding.var).cloned()
    }

    fn given(&mut self, arg: &syn::Expr) -> Given {
        let (lent, exclusive) = match arg {
            syn::Expr::Reference(reference) => match &*reference.expr {
                place @ (syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) => {
                    (place, reference.mutability.is_some())
                }
                value => return Given::Value(self.expr(value)),
            },
            syn::Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(&ident.to_string()));
                match binding.filter(|binding| binding.reference) {
                    Some(binding) => (arg, binding.mutable),
                    None => return Given::Value(self.expr(arg)),
                }
            }
            value => return Given::Value(self.expr(value)),
        };
        match self.borrowed(lent, exclusive) {
            Some(place) => Given::Lent(place, exclusive),
            None => Given::Value(expr::dummy()),
        }
    }

    /// What a call of a closure gives, inside an expression.
    pub(super) fn closure_value(&mut self, closure: &Closure, args: &Arguments) -> Expr {
        let mut lets = Vec::new();
        let value = self.inside(closure, args, &mut lets, |this, body, _| match body {
            syn::Expr::Block(inner) if inner.label.is_none() => this.block_expression(&inner.block),
            value => this.expr(value),
        });
        let inner = |stmt| match stmt {
            Stmt::Let { var, ty, init: Some(init), .. } => Some(Inner { var, ty, init }),
            _ => None,
        };
        let locals: Vec<Inner> = lets.into_iter().filter_map(inner).collect();
        if locals.is_empty() { value } else { Expr::Block(locals, Rc::new(value)) }
    }

    /// A call of a closure whose statements go to `out`, and what it gives.
    pub(super) fn closure_run(&mut self, closure: &Closure, args: &Arguments, out: &mut Vec<Stmt>) -> Expr {
        self.inside(closure, args, out, Self::value)
    }

    /// A call of a closure for what it does.
    pub(super) fn closure_statement(&mut self, closure: &Closure, args: &Arguments, out: &mut Vec<Stmt>) {
        self.inside(closure, args, out, |this, body, out| match body {
            syn::Expr::Block(inner) if inner.label.is_none() => out.extend(this.scoped(&inner.block)),
            body => this.statement(body, out),
        });
    }

    /// Binds the parameters of a closure and goes through its body.
    fn inside<R>(
        &mut self,
        closure: &Closure,
        args: &Arguments,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, &syn::Expr, &mut Vec<Stmt>) -> R,
    ) -> R {
        let given: Vec<Given> = args.iter().map(|arg| self.given(arg)).collect();
        let outside = std::mem::replace(&mut self.scopes, closure.scopes.clone());
        self.open();
        for (pat, given) in closure.code.inputs.iter().zip(given) {
            self.bind_given(pat, given, out);
        }
        let value = body(self, &closure.code.body, out);
        self.scopes = outside;
        value
    }

    fn bind_given(&mut self, pat: &syn::Pat, given: Given, out: &mut Vec<Stmt>) {
        match (pat, given) {
            (syn::Pat::Paren(inner), given) => self.bind_given(&inner.pat, given, out),
            (syn::Pat::Type(typed), given) => {
                let before = out.len();
                self.bind_given(&typed.pat, given, out);
                // Literals alone do not say of which type they are.
                if let ([Stmt::Let { ty, init: Some(init), .. }], syn::Pat::Ident(_)) =
                    (&mut out[before..], &*typed.pat)
                    && is_constant(init)
                {
                    *ty = Some(typed.ty.form());
                }
            }
            (syn::Pat::Wild(_), _) => {}
            (syn::Pat::Reference(inner), given) => {
                let value = match given {
                    Given::Value(value) => value,
                    Given::Lent(place, _) => Expr::Read(place),
                };
                self.bind_given(&inner.pat, Given::Value(value), out);
            }
            (syn::Pat::Ident(name), Given::Lent(place, exclusive)) => {
                let var = self.bind_view(&name.ident, exclusive);
                self.views.insert(var, place);
            }
            (syn::Pat::Ident(name), Given::Value(value)) => {
                self.begin_local(&name.ident, name.mutability.is_some(), value, out);
            }
            (pat, given) => {
                let value = match given {
                    Given::Value(value) => value,
                    Given::Lent(place, _) => Expr::Read(place),
                };
                let whole = Ident::new(&self.names.mint("given"), Span::mixed_site());
                self.begin_local(&whole, false, value, out);
                self.destructure(pat, None, &parse_quote!(#whole), false, out);
            }
        }
    }

    /// A local with a value that has been parsed already.
    fn begin_local(&mut self, ident: &Ident, mutable: bool, value: Expr, out: &mut Vec<Stmt>) {
        let integer = is_integer(&value, &self.activity);
        let var = self.bind(ident, |var| Binding::local(var, mutable));
        if integer {
            self.activity.insert(var.name.clone());
        }
        out.push(Stmt::Let { var, mutable, ty: None, init: Some(value) });
    }
}

/// Whether an expression reads nothing.
fn is_constant(expr: &Expr) -> bool {
    let mut constant = true;
    reads(expr, &mut |_| constant = false);
    constant
}
