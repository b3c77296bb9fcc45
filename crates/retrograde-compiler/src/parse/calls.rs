//! Call statements: of functions, of methods, and of values that are functions.

use super::{Parser, expr};
use crate::error::Region;
use crate::ir::{Arg, Assumption, At, Callee, Expr, Growth, Place, Step, Stmt, Var, Variant};
use crate::pieces::{ToForm, ToRust};
use quote::format_ident;
use std::rc::Rc;

/// Methods of the standard library that lose what was there before, or would need their own word to be undone.
const ONE_WAY: [&str; 24] = [
    "append",
    "clear",
    "clone_from",
    "copy_from_slice",
    "clone_from_slice",
    "dedup",
    "drain",
    "extend",
    "extend_from_slice",
    "fill",
    "insert",
    "pop",
    "push",
    "push_str",
    "remove",
    "resize",
    "retain",
    "reverse",
    "rotate_left",
    "rotate_right",
    "sort",
    "sort_by",
    "swap_remove",
    "truncate",
];

/// The end of the name of a method that runs another backwards.
pub(super) const INVERSE: &str = "_inverse";

impl Parser<'_> {
    pub(super) fn call_statement(&mut self, call: &syn::ExprCall, out: &mut Vec<Stmt>) {
        if let Some(closure) = self.closure(&call.func) {
            return self.closure_statement(&closure, &call.args, out);
        }
        if self.is_function(&call.func) {
            self.error(
                call,
                "a function that is an argument changes nothing, and its value is not used: leave out this call",
            );
            return;
        }
        let Some((callee, variant)) = self.callee(&call.func) else {
            self.error(&call.func, "call a function by its name");
            return;
        };
        self.refuse_value(&callee);
        if let Callee::Function(path) = &callee
            && is_swap(&path.rust().path)
            && call.args.len() == 2
        {
            self.assumptions.push(Assumption::Swaps(path.clone()));
            let places: Vec<_> = call.args.iter().filter_map(|arg| self.exclusive(arg)).collect();
            match <[Place; 2]>::try_from(places) {
                Ok([a, b]) => out.push(Stmt::Swap(a, b)),
                Err(_) => self.error(call, "write `swap(&mut a, &mut b)`"),
            }
            return;
        }
        let args: Vec<Arg> = call.args.iter().map(|arg| self.argument(arg)).collect();
        if variant == Variant::FORWARD && self.is_ordinary(&callee, &args) {
            let var = self.names.var("t");
            out.push(Stmt::LetCall { var, callee, args: args.into_iter().map(lent).collect(), site: None });
            return;
        }
        self.call(callee, variant, args, call, out);
    }

    /// In an ordinary function, refuses to call a value; whether it did.
    fn refuse_value(&self, callee: &Callee) -> bool {
        let Callee::Value(place) = callee else { return false };
        if !self.reversible() {
            let message = "a value that is a function is called in reversible functions only: put the call into one, and call that";
            self.error(place.root.span, message);
        }
        !self.reversible()
    }

    /// Whether what is called is known to be an ordinary function: it is this one, or it takes functions.
    fn is_ordinary(&self, callee: &Callee, args: &[Arg]) -> bool {
        let itself = matches!(callee, Callee::Function(path) if path.is_ident(&self.function));
        !self.reversible() && (itself || args.iter().any(|arg| matches!(arg, Arg::Shared(Expr::Function(_)))))
    }

    fn call(&self, callee: Callee, variant: Variant, args: Vec<Arg>, at: impl Region, out: &mut Vec<Stmt>) {
        if !args.iter().any(|arg| matches!(arg, Arg::Exclusive(_))) {
            self.error(at, "this call changes nothing: pass what it changes as `&mut place`");
        }
        out.push(Stmt::Call { callee, variant, args, site: None });
    }

    /// What is called, and which way.
    fn callee(&mut self, function: &syn::Expr) -> Option<(Callee, Variant)> {
        let path = match function {
            syn::Expr::Path(path) => path,
            syn::Expr::Paren(inner) if !matches!(*inner.expr, syn::Expr::Path(_)) => return self.callee(&inner.expr),
            syn::Expr::Index(_) | syn::Expr::Field(_) | syn::Expr::Unary(_) => {
                return Some((Callee::Value(self.place(function)?), Variant::FORWARD));
            }
            _ => return None,
        };
        if path.path.get_ident().is_some_and(|ident| self.lookup(&ident.to_string()).is_some()) {
            return Some((Callee::Value(self.place(function)?), Variant::FORWARD));
        }
        let mut path = path.clone();
        let last = path.path.segments.last()?;
        if last.ident == "inverse" && path.qself.is_none() && path.path.segments.len() > 1 {
            path.path.segments.pop();
            path.path.segments.pop_punct();
            return Some((Callee::Function(path.path.form()), Variant::INVERSE));
        }
        if !Callee::is_associated(&path.form()) {
            return Some((Callee::Function(path.path.form()), Variant::FORWARD));
        }
        let last = path.path.segments.last_mut()?;
        let written = last.ident.to_string();
        let (name, variant) = direction(&written);
        last.ident = format_ident!("{name}", span = last.ident.span());
        Some((Callee::Associated(path.form()), variant))
    }

    /// `place.method(arguments);`
    pub(super) fn method_statement(&mut self, call: &syn::ExprMethodCall, out: &mut Vec<Stmt>) {
        let name = call.method.to_string();
        if !self.reversible() && self.growth(call, &name, out) {
            return;
        }
        if ONE_WAY.contains(&name.as_str()) {
            self.refuse(&syn::Expr::MethodCall(call.clone()), "as a statement");
            return;
        }
        if let Some(turbofish) = &call.turbofish {
            self.error(
                turbofish,
                "type arguments are not supported here: call the method by its path, `Type::method::<T>(..)`",
            );
        }
        let (name, variant) = direction(&name);
        let callee = Callee::Method(name.into(), At(call.method.span().form()));
        let mut args = vec![self.receiver(&call.receiver)];
        args.extend(call.args.iter().map(|arg| self.argument(arg)));
        self.call(callee, variant, args, call, out);
    }

    /// Changes of the length of a local list.
    fn growth(&mut self, call: &syn::ExprMethodCall, name: &str, out: &mut Vec<Stmt>) -> bool {
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let growth = match (name, &args[..]) {
            ("push", [item]) => Growth::Push(self.value(item, out)),
            ("pop", []) => {
                let var = self.names.var("popped");
                Growth::Pop(var)
            }
            ("clear", []) => {
                if let Some(place) = self.target(&call.receiver) {
                    let empty: syn::Path = syn::parse_quote!(::std::vec::Vec::new);
                    let empty = empty.form();
                    let value = Expr::Call(empty, Vec::new(), At(call.method.span().form()));
                    out.push(Stmt::Assign { place, value, fresh: false });
                }
                return true;
            }
            _ => return false,
        };
        self.grow(&call.receiver, growth, out);
        true
    }

    /// `let var = list.pop();`
    pub(super) fn popped(&mut self, list: &syn::Expr, var: Var, out: &mut Vec<Stmt>) {
        self.grow(list, Growth::Pop(var), out);
    }

    fn grow(&mut self, list: &syn::Expr, growth: Growth, out: &mut Vec<Stmt>) {
        let Some(place) = self.target(list) else { return };
        if place.path.contains(&Step::Deref) {
            self.error(
                list,
                "the length of what is behind a reference cannot change: its gradient is as long as it was. Return a new list",
            );
        }
        out.push(Stmt::Grow(place, growth));
    }

    /// In an ordinary function, a call that gives a value and changes what it is lent.
    pub(super) fn changing_call(&mut self, expr: &syn::Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let syn::Expr::Call(call) = expr else { return None };
        if self.reversible() || !changes_arguments(call, &|name| self.is_exclusive(name)) {
            return None;
        }
        let (callee, Variant::FORWARD) = self.callee(&call.func)? else { return None };
        if self.refuse_value(&callee) {
            return Some(expr::dummy());
        }
        let args = call.args.iter().map(|arg| lent(self.argument(arg)));
        let (args, var) = (args.collect(), self.names.var("t"));
        out.push(Stmt::LetCall { var: var.clone(), callee, args, site: None });
        Some(Expr::Read(Place::var(&var)))
    }

    /// Whether a name is that of a reference through which something may change.
    fn is_exclusive(&self, name: &syn::Ident) -> bool {
        self.lookup(&name.to_string()).is_some_and(|binding| binding.reference && binding.mutable)
    }

    /// What a method is called on. The signature is not known here, so it may change whatever can be changed.
    fn receiver(&mut self, receiver: &syn::Expr) -> Arg {
        let root = expr::root(receiver).and_then(|root| self.lookup(&root.to_string()));
        let Some(mutable) = root.map(|binding| binding.mutable) else { return Arg::Shared(self.expr(receiver)) };
        match self.place(receiver) {
            Some(place) if mutable => Arg::Exclusive(place),
            Some(place) => Arg::Shared(Expr::Borrow(Rc::new(Expr::Read(place)))),
            None => Arg::Shared(expr::dummy()),
        }
    }

    /// `&mut place`, or the name of a parameter that is such a reference.
    fn exclusive(&mut self, arg: &syn::Expr) -> Option<Place> {
        match arg {
            syn::Expr::Reference(reference) if reference.mutability.is_some() => self.target(&reference.expr),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let binding = self.lookup(&name)?;
                if binding.reference && binding.mutable { self.target(arg) } else { None }
            }
            _ => None,
        }
    }

    fn argument(&mut self, arg: &syn::Expr) -> Arg {
        match self.exclusive(arg) {
            Some(place) => Arg::Exclusive(place),
            None => {
                let function = self.function_argument(arg);
                Arg::Shared(function.unwrap_or_else(|| self.shared_argument(arg)))
            }
        }
    }
}

/// Whether a path may be that of `core::mem::swap`.
fn is_swap(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "swap") && names.next().is_none_or(|module| module == "mem")
}

/// An argument of an ordinary function.
fn lent(arg: Arg) -> Expr {
    match arg {
        Arg::Exclusive(place) => Expr::Lend(place),
        Arg::Shared(value) => value,
        Arg::Shadow(_) => unreachable!("only derivatives pass shadows"),
    }
}

/// Whether a call lends something that it may change.
pub(super) fn changes_arguments(call: &syn::ExprCall, is_exclusive: &dyn Fn(&syn::Ident) -> bool) -> bool {
    call.args.iter().any(|arg| match arg {
        syn::Expr::Reference(reference) => reference.mutability.is_some(),
        syn::Expr::Path(path) => path.path.get_ident().is_some_and(is_exclusive),
        _ => false,
    })
}

/// The method that a name means, and which way it is run.
fn direction(name: &str) -> (&str, Variant) {
    match name.strip_suffix(INVERSE) {
        Some(method) if !method.is_empty() => (method, Variant::INVERSE),
        _ => (name, Variant::FORWARD),
    }
}
