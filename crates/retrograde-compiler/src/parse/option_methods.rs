//! Methods of `Option` and `Result` in ordinary functions. Each is a `match`, and is rewritten into it before anything else is looked at;
//! so is an element that may not be there, `v.get(i).copied()`.
//!
//! Whether something is an `Option` or a `Result`, or neither, is seen by what is written: a type, a constructor, a method that only one of them
//! has. Where nothing says it, it is taken for an `Option`; if it is none, rustc says so.

use super::as_list;
use super::iterate::{ARRAY_MAP, is_chain};
use crate::host::own_type;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned, quote};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, Stmt};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Option,
    Result,
}

/// What the source says about something.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Is(Kind),
    /// its type is another
    Neither,
    /// its type has a name of the user's, which may be another name for an `Option`
    Named,
    Nothing,
}

impl Known {
    fn kind(self) -> Option<Kind> {
        match self {
            Known::Is(kind) => Some(kind),
            Known::Neither | Known::Named | Known::Nothing => None,
        }
    }
}

/// The body of an ordinary function without methods of options and results.
pub(super) fn without_methods(block: &Block, sig: &syn::Signature, names: &mut Names) -> Block {
    let mut block = block.clone();
    let output = match &sig.output {
        syn::ReturnType::Type(_, ty) => written(ty).kind(),
        syn::ReturnType::Default => None,
    };
    let mut rewriter = Rewriter { names, known: Vec::new(), output, expected: None };
    for input in &sig.inputs {
        match input {
            syn::FnArg::Typed(typed) => rewriter.learn(&typed.pat, written(&typed.ty)),
            syn::FnArg::Receiver(receiver) => {
                rewriter.known.push((Ident::new("self", receiver.self_token.span), Known::Named));
            }
        }
    }
    rewriter.expected = output;
    rewriter.visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    /// the variables, and what is known of them, latest last
    known: Vec<(Ident, Known)>,
    /// what the function returns
    output: Option<Kind>,
    /// what the expression that comes next is expected to be
    expected: Option<Kind>,
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let (outer, expected) = (self.known.len(), self.expected.take());
        let last = block.stmts.len().saturating_sub(1);
        for (k, stmt) in block.stmts.iter_mut().enumerate() {
            self.expected = match stmt {
                Stmt::Local(local) => match &local.pat {
                    Pat::Type(typed) => written(&typed.ty).kind(),
                    _ => None,
                },
                Stmt::Expr(_, None) if k == last => expected,
                _ => None,
            };
            self.visit_stmt_mut(stmt);
            if let Stmt::Local(syn::Local { init: Some(init), .. }) = stmt
                && init.diverge.is_some()
            {
                borrowed(&mut init.expr);
            }
            if let Stmt::Local(local) = stmt {
                let init = local.init.as_ref().map_or(Known::Nothing, |init| self.known(&init.expr));
                match &local.pat {
                    Pat::Type(typed) => {
                        let ty = written(&typed.ty);
                        self.learn(&typed.pat, if ty == Known::Nothing { init } else { ty });
                    }
                    pat => self.learn(pat, init),
                }
            }
        }
        self.known.truncate(outer);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let expected = self.expected.take();
        if let Some(copied) = copied(expr) {
            *expr = copied;
        }
        match expr {
            Expr::Return(_) | Expr::Try(_) => self.expected = self.output,
            // These hand on what is expected of them.
            Expr::Block(_) | Expr::If(_) | Expr::Paren(_) => self.expected = expected,
            Expr::Match(choice) => {
                self.visit_expr_mut(&mut choice.expr);
                for arm in &mut choice.arms {
                    self.visit_pat_mut(&mut arm.pat);
                    self.expected = expected;
                    let (outer, pat) = (self.known.len(), arm.pat.clone());
                    self.bind(&pat);
                    self.visit_expr_mut(&mut arm.body);
                    self.known.truncate(outer);
                }
                self.expected = None;
                borrowed(&mut choice.expr);
                return;
            }
            // What a method is called on is as much an `Option` as what it gives, if they are of one kind.
            Expr::MethodCall(call) if SAME.contains(&&*call.method.to_string()) => self.expected = expected,
            _ => {}
        }
        let condition = if let Expr::If(branch) = expr {
            self.expected = None;
            self.visit_expr_mut(&mut branch.cond);
            self.expected = expected;
            let outer = self.known.len();
            self.bind_tested(&branch.cond);
            self.visit_block_mut(&mut branch.then_branch);
            self.known.truncate(outer);
            self.expected = expected;
            if let Some((_, other)) = &mut branch.else_branch {
                self.visit_expr_mut(other);
            }
            true
        } else {
            false
        };
        if !condition {
            visit_mut::visit_expr_mut(self, expr);
        }
        self.expected = None;
        if let Expr::Let(test) = expr {
            borrowed(&mut test.expr);
        }
        through_references(expr);
        if let Expr::Struct(parts) = expr
            && let Some(changed) = self.changed_copy(parts)
        {
            *expr = changed;
        }
        if let Expr::MethodCall(call) = expr
            && let Some(choice) = self.choice(call, expected)
        {
            *expr = choice;
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let outer = self.known.len();
        closure.inputs.iter().for_each(|input| self.bind(input));
        visit_mut::visit_expr_closure_mut(self, closure);
        self.known.truncate(outer);
    }

    fn visit_expr_for_loop_mut(&mut self, repeated: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut repeated.expr);
        let outer = self.known.len();
        self.bind(&repeated.pat);
        self.visit_block_mut(&mut repeated.body);
        self.known.truncate(outer);
    }

    fn visit_expr_while_mut(&mut self, repeated: &mut syn::ExprWhile) {
        self.visit_expr_mut(&mut repeated.cond);
        let outer = self.known.len();
        self.bind_tested(&repeated.cond);
        self.visit_block_mut(&mut repeated.body);
        self.known.truncate(outer);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Methods that give an `Option` for an `Option` and a `Result` for a `Result`.
const SAME: [&str; 5] = ["map", "and_then", "or", "or_else", "map_err"];

/// Methods that other types have too. Where a type has a name of the user's, they are the user's.
const COMMON: [&str; 10] = ["and_then", "cloned", "copied", "err", "filter", "map", "ok", "or", "then", "then_some"];

/// What a closure or a function makes of what it is given, as an arm of a `match`.
struct Arm {
    pat: Pat,
    value: Expr,
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn learn(&mut self, pat: &Pat, known: Known) {
        match pat {
            Pat::Ident(name) => self.known.push((name.ident.clone(), known)),
            pat => self.bind(pat),
        }
    }

    /// Nothing is known of what a pattern binds.
    fn bind(&mut self, pat: &Pat) {
        struct Names<'k>(&'k mut Vec<(Ident, Known)>);
        impl<'p> Visit<'p> for Names<'_> {
            fn visit_pat_ident(&mut self, name: &'p syn::PatIdent) {
                self.0.push((name.ident.clone(), Known::Nothing));
                visit::visit_pat_ident(self, name);
            }

            fn visit_expr(&mut self, _: &'p Expr) {}
        }
        Names(&mut self.known).visit_pat(pat);
    }

    /// The same of what a condition binds.
    fn bind_tested(&mut self, condition: &Expr) {
        match condition {
            Expr::Let(test) => self.bind(&test.pat),
            Expr::Binary(both) => {
                self.bind_tested(&both.left);
                self.bind_tested(&both.right);
            }
            Expr::Paren(inner) => self.bind_tested(&inner.expr),
            _ => {}
        }
    }

    fn known(&self, expr: &Expr) -> Known {
        match expr {
            Expr::Path(path) => {
                let known =
                    path.path.get_ident().and_then(|name| self.known.iter().rev().find(|(known, _)| known == name));
                known.map_or_else(|| self.kind(expr).map_or(Known::Nothing, Known::Is), |(_, known)| *known)
            }
            Expr::Paren(inner) => self.known(&inner.expr),
            Expr::Reference(inner) => self.known(&inner.expr),
            Expr::Struct(_) => Known::Named,
            Expr::Array(_) | Expr::Repeat(_) | Expr::Tuple(_) => Known::Neither,
            expr => self.kind(expr).map_or(Known::Nothing, Known::Is),
        }
    }

    /// What an expression is, as far as it can be seen.
    fn kind(&self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                if name == "None" {
                    return Some(Kind::Option);
                }
                self.known.iter().rev().find(|(known, _)| known == name)?.1.kind()
            }
            Expr::Paren(inner) => self.kind(&inner.expr),
            Expr::Reference(inner) => self.kind(&inner.expr),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if path.path.is_ident("Some") => Some(Kind::Option),
                Expr::Path(path) if path.path.is_ident("Ok") || path.path.is_ident("Err") => Some(Kind::Result),
                _ => None,
            },
            Expr::Match(choice) => choice.arms.iter().find_map(|arm| self.kind(&arm.body)),
            Expr::Block(inner) => match inner.block.stmts.last()? {
                Stmt::Expr(value, None) => self.kind(value),
                _ => None,
            },
            Expr::If(branch) => match branch.then_branch.stmts.last()? {
                Stmt::Expr(value, None) => self.kind(value),
                _ => None,
            },
            Expr::MethodCall(call) => match &*call.method.to_string() {
                "pop" | "first" | "last" | "get" | "ok" | "err" | "checked_sub" | "then" | "then_some" => {
                    Some(Kind::Option)
                }
                "as_ref" | "cloned" | "copied" => self.kind(&call.receiver),
                _ => None,
            },
            _ => None,
        }
    }

    /// `P { x: e, ..p }` is a copy of `p` with another `x`.
    fn changed_copy(&mut self, parts: &syn::ExprStruct) -> Option<Expr> {
        let (rest, fields) = (parts.rest.as_ref()?, &parts.fields);
        let (copy, span) = (self.fresh("copy"), parts.dot2_token.as_ref()?.spans[0]);
        let values: Vec<Ident> = fields.iter().map(|_| self.fresh("value")).collect();
        let (members, given) = (fields.iter().map(|field| &field.member), fields.iter().map(|field| &field.expr));
        let rest = match &**rest {
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => parse_quote_spanned!(span=> #place.clone()),
            value => default_of(&parts.path, value).unwrap_or_else(|| value.clone()),
        };
        Some(parse_quote_spanned!(span=> {
            #(let #values = #given;)*
            let mut #copy = #rest;
            #(#copy.#members = #values;)*
            #copy
        }))
    }

    /// A method as a choice.
    fn choice(&mut self, call: &syn::ExprMethodCall, expected: Option<Kind>) -> Option<Expr> {
        let (method, span) = (call.method.to_string(), call.method.span());
        let args: Vec<&Expr> = call.args.iter().collect();
        if is_chain(&call.receiver) {
            return None;
        }
        if self.known(&call.receiver) == Known::Neither {
            // That of an array.
            let (array, function) = (&call.receiver, args.first().filter(|_| method == "map" && args.len() == 1)?);
            let map = Ident::new(ARRAY_MAP, span);
            return Some(parse_quote_spanned!(span=> #array.#map(#function)));
        }
        if self.known(&call.receiver) == Known::Named && COMMON.contains(&&*method) {
            return None;
        }
        if let (Expr::MethodCall(element), "copied" | "cloned") = (&*call.receiver, &*method)
            && let Some(element) = element_of(element, method == "cloned")
        {
            return Some(element);
        }
        if let Some(value) = chosen(&method, &args) {
            let condition = &call.receiver;
            return Some(parse_quote_spanned!(span=> (if #condition { Some(#value) } else { None })));
        }
        let same = SAME.contains(&&*method);
        let kind = || {
            let written = self.kind(&call.receiver).or(if same { expected } else { None });
            written.unwrap_or(if only_result(&method, &args) { Kind::Result } else { Kind::Option })
        };
        let kind = kind();
        let (value, error) = (self.fresh("value"), self.fresh("error"));
        let (some, none) = match kind {
            Kind::Option => (quote!(Some), quote!(None)),
            Kind::Result => (quote!(Ok), quote!(Err(_))),
        };
        let lost = match kind {
            Kind::Option => quote!(None => None),
            Kind::Result => quote!(Err(#error) => Err(#error)),
        };
        let arms = match (&*method, &args[..]) {
            ("unwrap_or", [other]) => return Some(either(call, &value, other)),
            ("unwrap_or_default", []) => {
                let other = parse_quote!(::core::default::Default::default());
                return Some(either(call, &value, &other));
            }
            ("unwrap_or_else", [other]) => {
                let (pat, other) = otherwise(kind, other, &error)?;
                quote!(#some(#value) => #value, #pat => #other)
            }
            ("map", [f]) => {
                let Arm { pat, value } = arm(f, &value)?;
                quote!(#some(#pat) => #some(#value), #lost)
            }
            ("map_or", [other, f]) => {
                let Arm { pat, value } = arm(f, &value)?;
                quote!(#some(#pat) => #value, #none => #other)
            }
            ("map_or_else", [other, f]) => {
                let Arm { pat, value } = arm(f, &value)?;
                let (lost, other) = otherwise(kind, other, &error)?;
                quote!(#some(#pat) => #value, #lost => #other)
            }
            ("map_err", [f]) => {
                let Arm { pat, value: error } = arm(f, &error)?;
                quote!(Ok(#value) => Ok(#value), Err(#pat) => Err(#error))
            }
            ("and_then", [f]) => {
                let Arm { pat, value } = arm(f, &value)?;
                quote!(#some(#pat) => #value, #lost)
            }
            ("or", [other]) => quote!(#some(#value) => #some(#value), #none => #other),
            ("or_else", [other]) => {
                let (pat, other) = otherwise(kind, other, &error)?;
                quote!(#some(#value) => #some(#value), #pat => #other)
            }
            ("is_some_and" | "is_ok_and" | "is_none_or", [f]) => {
                let (Arm { pat, value: holds }, otherwise) = (arm(f, &value)?, method == "is_none_or");
                quote!(#some(#pat) => #holds, #none => #otherwise)
            }
            ("filter", [f]) => {
                let Arm { pat, value: holds } = arm(f, &value)?;
                quote!(Some(#value) => { let #pat = &#value; if #holds { Some(#value) } else { None } } None => None)
            }
            ("ok_or", [error]) => quote!(Some(#value) => Ok(#value), None => Err(#error)),
            ("ok_or_else", [error]) => {
                let (_, error) = otherwise(Kind::Option, error, &value)?;
                quote!(Some(#value) => Ok(#value), None => Err(#error))
            }
            ("ok", []) => quote!(Ok(#value) => Some(#value), Err(_) => None),
            ("err", []) => quote!(Ok(_) => None, Err(#error) => Some(#error)),
            ("copied", []) => quote!(Some(#value) => Some(*#value), None => None),
            ("cloned", []) => quote!(Some(#value) => Some(#value.clone()), None => None),
            _ => return None,
        };
        let mut looked_at = (*call.receiver).clone();
        borrowed(&mut looked_at);
        Some(parse_quote_spanned!(span=> (match #looked_at { #arms })))
    }
}

/// `Default::default()`, whose type is open where a struct is not made of it at once, as that of the struct.
fn default_of(path: &syn::Path, rest: &Expr) -> Option<Expr> {
    let Expr::Call(call) = rest else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    let names: Vec<_> = function.path.segments.iter().rev().take(2).map(|segment| segment.ident.to_string()).collect();
    let is_default = call.args.is_empty() && names == ["default", "Default"];
    is_default.then(|| {
        parse_quote_spanned!(function.span()=> ::retrograde::emitted::default_of(::core::default::Default::default, #path::default))
    })
}

/// What `condition.then(|| x)` and `condition.then_some(x)` hold.
fn chosen(method: &str, args: &[&Expr]) -> Option<Expr> {
    match (method, args) {
        ("then_some", [value]) => Some((*value).clone()),
        ("then", [Expr::Closure(closure)]) if closure.inputs.is_empty() => Some((*closure.body).clone()),
        _ => None,
    }
}

/// What a function makes of what is held.
fn arm(f: &Expr, held: &Ident) -> Option<Arm> {
    match f {
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            let pat = match &closure.inputs[0] {
                Pat::Type(typed) => (*typed.pat).clone(),
                pat => pat.clone(),
            };
            Some(Arm { pat, value: (*closure.body).clone() })
        }
        Expr::Path(path) => Some(Arm { pat: parse_quote!(#held), value: parse_quote!(#path(#held)) }),
        _ => None,
    }
}

/// The pattern of what holds nothing, and what stands for it.
fn otherwise(kind: Kind, f: &Expr, error: &Ident) -> Option<(proc_macro2::TokenStream, Expr)> {
    if kind == Kind::Result {
        let Arm { pat, value } = arm(f, error)?;
        return Some((quote!(Err(#pat)), value));
    }
    match f {
        Expr::Closure(closure) if closure.inputs.is_empty() => Some((quote!(None), (*closure.body).clone())),
        Expr::Path(path) => Some((quote!(None), parse_quote!(#path()))),
        _ => None,
    }
}

/// What something holds, or something else, whether it is an `Option` or a `Result`.
fn either(call: &syn::ExprMethodCall, held: &Ident, other: &Expr) -> Expr {
    let (receiver, span) = (&call.receiver, call.method.span());
    parse_quote_spanned!(span=> {
        let #held = #receiver;
        if ::retrograde::emitted::holds(&#held) { #held.unwrap() } else { #other }
    })
}

/// An element that may not be there, as a value: `v.get(i).copied()`.
fn element_of(call: &syn::ExprMethodCall, cloned: bool) -> Option<Expr> {
    let (list, span) = (&call.receiver, call.method.span());
    let marked = as_list(list, Some(&call.method));
    let clone = cloned.then(|| quote!(.clone()));
    let (holds, index) = match (&*call.method.to_string(), call.args.first()) {
        ("get", Some(key @ Expr::Reference(_))) => (quote!(#list.contains_key(#key)), quote!(#key)),
        ("get", Some(index)) => (quote!((#index) < #marked.len()), quote!(#index)),
        ("first", None) => (quote!(#marked.len() > 0), quote!(0)),
        ("last", None) => (quote!(#marked.len() > 0), quote!(#list.len() - 1)),
        _ => return None,
    };
    Some(parse_quote_spanned!(span=> (if #holds { Some(#list[#index]#clone) } else { None })))
}

/// `*x.unwrap_or(&y)` is `x.copied().unwrap_or(y)`.
fn copied(expr: &Expr) -> Option<Expr> {
    let Expr::Unary(unary) = expr else { return None };
    let Expr::MethodCall(call) = &*unary.expr else { return None };
    let (Some(Expr::Reference(other)), syn::UnOp::Deref(_)) = (call.args.first(), unary.op) else { return None };
    let (held, method, other) = (&call.receiver, &call.method, &other.expr);
    (method == "unwrap_or").then(|| parse_quote!(#held.copied().#method(#other)))
}

/// Whether only a `Result` has such a method.
fn only_result(method: &str, args: &[&Expr]) -> bool {
    let takes_error = |f: &&Expr| matches!(f, Expr::Closure(closure) if closure.inputs.len() == 1);
    match method {
        "map_err" | "ok" | "err" | "is_ok_and" => true,
        "unwrap_or_else" | "or_else" | "map_or_else" => args.first().is_some_and(takes_error),
        _ => false,
    }
}

/// `x.as_ref().unwrap()` is `&x.unwrap()`, and what is behind a reference is read where it is.
fn through_references(expr: &mut Expr) {
    let behind = |expr: &Expr| match expr {
        Expr::Reference(reference) => Some(reference.expr.clone()),
        _ => None,
    };
    match expr {
        Expr::Field(field) => field.base = behind(&field.base).unwrap_or_else(|| field.base.clone()),
        Expr::Index(index) => index.expr = behind(&index.expr).unwrap_or_else(|| index.expr.clone()),
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr: inner, .. }) => {
            if let Some(held) = behind(inner) {
                *expr = *held;
            }
        }
        Expr::MethodCall(call) => {
            if let Some(held) = behind(&call.receiver) {
                call.receiver = held;
            }
            if let ("unwrap" | "expect", Expr::MethodCall(inner)) = (&*call.method.to_string(), &*call.receiver)
                && (inner.method == "as_ref" || inner.method == "as_deref")
                && inner.args.is_empty()
            {
                let (held, method, args) = (&inner.receiver, &call.method, &call.args);
                *expr = parse_quote!(&#held.#method(#args));
            }
        }
        _ => {}
    }
}

/// `x.as_ref()` where it is looked at is `&x`.
fn borrowed(expr: &mut Expr) {
    if let Expr::MethodCall(call) = expr
        && ["as_ref", "as_mut", "as_deref"].iter().any(|name| call.method == name)
        && call.args.is_empty()
    {
        let receiver = &call.receiver;
        *expr = parse_quote!(&#receiver);
    }
}

/// What a type says as it is written.
fn written(ty: &syn::Type) -> Known {
    match ty {
        syn::Type::Reference(reference) => written(&reference.elem),
        syn::Type::Paren(inner) => written(&inner.elem),
        syn::Type::Group(inner) => written(&inner.elem),
        syn::Type::Path(path) => match path.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
            Some("Option") => Known::Is(Kind::Option),
            Some("Result") => Known::Is(Kind::Result),
            // What is chosen by a truth value is an option.
            Some("Self" | "bool") | None => Known::Nothing,
            Some(_) if own_type(ty, &[]) => Known::Named,
            Some(_) => Known::Neither,
        },
        syn::Type::Infer(_) | syn::Type::Macro(_) => Known::Nothing,
        _ => Known::Neither,
    }
}
