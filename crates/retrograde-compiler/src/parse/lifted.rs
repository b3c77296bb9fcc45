//! Functions as arguments of calls, and calls of parameters that are functions. A closure becomes a function of its own, which is lent a
//! copy of what it captures.

use super::closures::Closure;
use super::{Binding, Parser, expr};
use crate::access::{Touch, each_touch};
use crate::hash::Set;
use crate::host::integer_type;
use crate::ir::{
    At, Callable, Code, Derived, Expr, Function, FunctionKind, FunctionValue, Lifted, Param, Passing, Piece, Place,
    Renaming, Step, Stmt, Type, TypeKind, Var,
};
use crate::pieces::{ToForm, ToRust, code};
use crate::quoted::{parse_quote, parse_quote_spanned};
use crate::rules::method_rule;
use proc_macro2::{Ident, Span};
use std::rc::Rc;
use syn::spanned::Spanned;

/// As many variables have gradients in the library, as a tuple.
const MOST: usize = 8;

/// What a closure captures: the name that it has inside, and what it is outside.
struct Captured {
    name: Var,
    place: Place,
}

impl Parser<'_> {
    /// `f(x)`, where `f` is a parameter.
    pub(super) fn function_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let (function, callable) = self.function_param(&call.func)?;
        if call.args.len() != callable.inputs.len() {
            return None;
        }
        let at = At(call.func.span().form());
        let mut args = Vec::new();
        for (arg, borrowed) in call.args.iter().zip(&callable.borrowed) {
            args.push(match (self.shared_argument(arg), borrowed) {
                (Expr::Borrow(lent), true) => Expr::Method("to_owned".into(), vec![(*lent).clone()], at),
                (lent, true) => Expr::Method("to_owned".into(), vec![lent], at),
                (value, false) => value,
            });
        }
        let apply: syn::Path = parse_quote_spanned!(at.0.rust()=> ::retrograde::emitted::apply);
        Some(Expr::Call(apply.form(), vec![function, Expr::Tuple(args)], at))
    }

    /// An argument that is a function: a closure, a parameter, or the path of a function.
    pub(super) fn function_argument(&mut self, arg: &syn::Expr) -> Option<Expr> {
        if self.reversible() {
            return None;
        }
        let bare = bare(arg);
        if let Some((function, _)) = self.function_param(arg) {
            return Some(function);
        }
        let lent = matches!(arg, syn::Expr::Reference(_));
        if let Some(closure) = self.closure(bare) {
            return Some(self.lift(&closure, lent));
        }
        match bare {
            syn::Expr::Closure(code) => {
                let closure = Closure::new(code, self.scopes.clone());
                Some(self.lift(&closure, lent))
            }
            syn::Expr::Path(path) if path.qself.is_none() => self.function_path(&path.path, lent),
            _ => None,
        }
    }

    fn function_path(&mut self, path: &syn::Path, lent: bool) -> Option<Expr> {
        let upper = |segment: &syn::PathSegment| segment.ident.to_string().starts_with(char::is_uppercase);
        if path.get_ident().is_some_and(|ident| self.lookup(&ident.to_string()).is_some()) {
            return None;
        }
        let is_constant = |item: &Piece| match &*code::<syn::Item>(item) {
            syn::Item::Const(item) => path.is_ident(&item.ident),
            _ => false,
        };
        if self.items.iter().any(is_constant) {
            return None;
        }
        let last = path.segments.last().filter(|last| !upper(last))?;
        if let ([ty, method], Some(rule)) =
            (&path.segments.iter().collect::<Vec<_>>()[..], method_rule(&last.ident.to_string()))
            && ["f32", "f64"].contains(&&*ty.ident.to_string())
        {
            let names: Vec<Ident> = (0..rule.arity()).map(|_| self.minted("operand")).collect();
            let (first, rest, method) = (&names[0], &names[1..], &method.ident);
            let code = parse_quote_spanned!(path.span()=> |#(#names),*| #first.#method(#(#rest),*));
            return Some(self.lift(&Closure::new(&code, self.scopes.clone()), lent));
        }
        if path.segments.iter().any(upper) || path.segments.first().is_some_and(|first| first.ident == "f64") {
            self.error(path, "this function cannot be passed by its path: write a closure that calls it, `|x| ...`");
            return Some(expr::dummy());
        }
        let environment = Expr::Borrow(Rc::new(Expr::Tuple(Vec::new())));
        let code = Code::Path(path.form());
        Some(Expr::Function(Rc::new(FunctionValue { environment, code, lent })))
    }

    /// Whether what is called is a parameter.
    pub(super) fn is_function(&self, function: &syn::Expr) -> bool {
        self.function_param(function).is_some()
    }

    /// A parameter that is a function, as a value, and what it is called with.
    fn function_param(&self, function: &syn::Expr) -> Option<(Expr, Rc<Callable>)> {
        let syn::Expr::Path(path) = bare(function) else { return None };
        let binding = self.lookup(&path.path.get_ident()?.to_string())?;
        let callable = self.functions.get(&binding.var)?.clone();
        let lent = match function {
            syn::Expr::Reference(_) => true,
            syn::Expr::Path(_) => callable.lent,
            _ => false,
        };
        let place = Place::new(binding.var.clone(), vec![Step::Deref]).at(path.span().form());
        let environment = Expr::Borrow(Rc::new(Expr::Read(place)));
        let code = Code::Param(binding.var.clone(), callable.clone());
        Some((Expr::Function(Rc::new(FunctionValue { environment, code, lent })), callable))
    }

    fn minted(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    /// A closure as an argument.
    fn lift(&mut self, closure: &Closure, lent: bool) -> Expr {
        let outside = std::mem::replace(&mut self.scopes, closure.scopes.clone());
        self.open();
        let (mut own, mut body) = (Vec::new(), Vec::new());
        for pat in &closure.code.inputs {
            let (var, passing) = self.closure_param(pat, &mut body);
            let ty = match pat {
                syn::Pat::Type(typed) if passing == Passing::Value => typed.ty.form(),
                _ => Type::made(TypeKind::Infer),
            };
            own.push((var, passing, ty));
        }
        let value = self.value(&closure.code.body, &mut body);
        let result = self.names.var("value");
        body.push(Stmt::Let { var: result, mutable: false, ty: None, init: Some(value) });
        let captured = self.captured(own.iter().map(|(var, ..)| var), &body);
        self.scopes = outside;
        if captured.len() > MOST {
            let message =
                format!("a closure that is an argument captures at most {MOST} variables: put some of them into one");
            self.error(&*closure.code, message);
        }
        self.refuse_changes(&captured, &body);
        Renaming { name: &|_| None, place: &|place| lend(place, &captured) }.stmts(&mut body);
        let activity = captured.iter().fold(self.activity.clone(), |activity, Captured { name, place }| {
            // The name of a view has no gradient of its own where it is a name for another place.
            let active = place.via.is_some() && !self.activity.contains(&place.root.name);
            if active { activity.without(&name.name) } else { activity }
        });
        let param = |var: &Var, passing, ty| {
            let active = !activity.contains(&var.name);
            Param { var: var.clone(), passing, ty, active, mark: None, callable: None }
        };
        let infer = || Type::made(TypeKind::Infer);
        let behind = captured.iter().map(|captured| param(&captured.name, Passing::Shared, infer()));
        let own = own.into_iter().map(|(var, passing, ty)| param(&var, passing, ty));
        let params = behind.chain(own).collect();
        let name = self.names.var("closure");
        let Some(Stmt::Let { init: result, .. }) = body.pop() else { unreachable!("it was put there") };
        let numbers = self.numbers.clone();
        let function =
            Function { body, result, activity, numbers, ..Function::empty(name, FunctionKind::Ordinary, params) };
        let copy = |captured: &Captured| {
            Expr::Method("to_owned".into(), vec![Expr::Read(captured.place.clone())], At(captured.name.span))
        };
        let environment = Expr::Borrow(Rc::new(Expr::Tuple(captured.iter().map(copy).collect())));
        let lifted = Lifted { function, captured: captured.len(), derived: Derived::Nothing };
        Expr::Function(Rc::new(FunctionValue { environment, code: Code::Closure(Rc::new(lifted)), lent }))
    }

    /// Binds a parameter of a closure.
    fn closure_param(&mut self, pat: &syn::Pat, out: &mut Vec<Stmt>) -> (Var, Passing) {
        if let syn::Pat::Type(typed) = pat
            && let (syn::Type::Reference(lent), syn::Pat::Ident(name)) = (&*typed.ty, &*typed.pat)
            && lent.mutability.is_none()
        {
            let var = self.bind_view(&name.ident, false);
            if !integer_type(&lent.elem) {
                self.activity = std::mem::take(&mut self.activity).without(&var.name);
            }
            return (var, Passing::Shared);
        }
        (self.closure_value_param(pat, out), Passing::Value)
    }

    /// Binds a parameter of a closure that is passed by value.
    fn closure_value_param(&mut self, pat: &syn::Pat, out: &mut Vec<Stmt>) -> Var {
        match pat {
            syn::Pat::Paren(inner) => self.closure_value_param(&inner.pat, out),
            syn::Pat::Type(typed) => {
                if let syn::Type::Reference(lent) = &*typed.ty {
                    self.error(lent, "a parameter behind a reference is a plain name here: take its parts in the body");
                }
                let var = self.closure_value_param(&typed.pat, out);
                if integer_type(&typed.ty) {
                    self.activity.insert(var.name.clone());
                }
                var
            }
            syn::Pat::Ident(name) if name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none() => {
                self.bind(&name.ident, |var| Binding::local(var, false))
            }
            syn::Pat::Wild(_) => self.names.var("unused"),
            pat => {
                let whole = self.minted("given");
                let var = self.bind(&whole, |var| Binding::local(var, false));
                match pat {
                    syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                        let local = self.bind(&name.ident, |var| Binding::local(var, true));
                        let init = Some(Expr::Read(Place::var(&var)));
                        out.push(Stmt::Let { var: local, mutable: true, ty: None, init });
                    }
                    pat => self.destructure(pat, None, &parse_quote!(#whole), false, out),
                }
                var
            }
        }
    }

    /// The variables outside of a closure that its body mentions, and the views of them.
    fn captured<'v>(&self, own: impl Iterator<Item = &'v Var>, body: &[Stmt]) -> Vec<Captured> {
        let mut own: Set<Var> = own.cloned().collect();
        let mut views: Set<Var> = Set::default();
        each(body, &mut |touch, place| {
            if matches!(touch, Touch::Bind | Touch::Inner) {
                own.insert(place.root.clone());
            }
            views.extend(place.via.iter().map(|via| via.var.clone()));
        });
        let mut captured: Vec<Captured> = Vec::new();
        each(body, &mut |touch, place| {
            let view = place.via.as_ref().filter(|via| !own.contains(&via.var));
            let (name, place) = match view {
                Some(via) => (&via.var, place.prefix(via.steps)),
                None => {
                    let path = if self.is_behind_reference(&place.root) { vec![Step::Deref] } else { Vec::new() };
                    (&place.root, Place::new(place.root.clone(), path))
                }
            };
            let inside = own.contains(name) || views.contains(name) && view.is_none();
            let known = captured.iter().any(|captured| captured.name == *name);
            if !inside && !known && !matches!(touch, Touch::Bind | Touch::Inner) {
                captured.push(Captured { name: name.clone(), place });
            }
        });
        captured
    }

    fn is_behind_reference(&self, var: &Var) -> bool {
        self.scopes.iter().flat_map(|scope| scope.values()).any(|binding| binding.var == *var && binding.reference)
    }

    /// A function that is an argument may be called any number of times, so it changes nothing outside of it.
    fn refuse_changes(&self, captured: &[Captured], body: &[Stmt]) {
        let is_captured = |place: &Place| captured.iter().any(|captured| captured.name == *place.name());
        each(body, &mut |touch, place| {
            if touch == Touch::Write && captured.iter().any(|captured| captured.name == place.root) {
                let message = format!(
                    "a closure that is an argument may be called any number of times, so it may not change `{}`, which it captures: \
                     return the change, and make it where the call is",
                    place.root
                );
                self.error(place.root.span, message);
            }
        });
        for stmt in body {
            if let Stmt::Safe { code, reads, .. } = stmt
                && reads.iter().any(is_captured)
            {
                self.error(
                    &crate::pieces::code::<syn::Macro>(code).path,
                    "what a closure captures cannot be looked at here: do this where the call is",
                );
            }
        }
    }
}

/// Calls `f` for all that statements touch.
fn each(stmts: &[Stmt], f: &mut dyn FnMut(Touch, &Place)) {
    stmts.iter().for_each(|stmt| each_touch(stmt, f));
}

/// What is captured is behind references inside of the closure. A view has there the name that it has.
fn lend(place: &mut Place, captured: &[Captured]) {
    let find = |name: &Var| captured.iter().find(|captured| captured.name == *name);
    if let (Some(_), Some(captured)) = (&place.via, find(place.name())) {
        let open = place.open_steps().to_vec();
        *place = Place::new(captured.name.clone(), [vec![Step::Deref], open].concat());
    } else if find(&place.root).is_some_and(|captured| captured.place.path.is_empty()) {
        place.path.insert(0, Step::Deref);
        if let Some(via) = &mut place.via {
            Rc::make_mut(via).steps += 1;
        }
    }
}

/// A function that is passed on, however it is: `&f`, `*f`, `f.clone()`.
fn bare(function: &syn::Expr) -> &syn::Expr {
    match function {
        syn::Expr::Paren(inner) => bare(&inner.expr),
        syn::Expr::Group(inner) => bare(&inner.expr),
        syn::Expr::Reference(inner) if inner.mutability.is_none() => bare(&inner.expr),
        syn::Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => bare(&inner.expr),
        syn::Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => bare(&call.receiver),
        other => other,
    }
}
