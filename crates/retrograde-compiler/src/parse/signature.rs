//! What a function takes and gives.

use super::attributes::{self, Marked};
use super::{Binding, Parser};
use crate::error::Errors;
use crate::hash::Set;
use crate::host::{integer_type, is_unit, renamed_self};
use crate::ir::{Expr, FunctionKind, Mark, Param, Passing, Stmt, Var};
use crate::names::Names;
use crate::pieces::ToForm;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

impl Parser<'_> {
    pub(super) fn signature(&self, sig: &syn::Signature) {
        let attribute = if self.reversible() { "`#[reversible]`" } else { "`#[differentiable]`" };
        let refuse = |span: Span, what: &str| self.error(span, format!("{attribute} does not support {what}"));
        if let Some(token) = sig.constness.filter(|_| self.reversible()) {
            refuse(token.span(), "`const` functions: leave out `const`");
        }
        if let Some(token) = sig.asyncness {
            refuse(token.span(), "`async` functions: make the function synchronous");
        }
        if let syn::Safety::Unsafe(token) = &sig.safety {
            refuse(token.span(), "`unsafe` functions: only safe code can be reversed");
        }
        if let Some(abi) = &sig.abi {
            refuse(abi.span(), "functions of another ABI: call a plain Rust function from a wrapper");
        }
        if let Some(variadic) = &sig.variadic {
            refuse(variadic.span(), "variadic functions: pass a slice");
        }
    }

    pub(super) fn result(
        &mut self,
        sig: &syn::Signature,
        tail: Option<&syn::Expr>,
        body: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        match (&sig.output, self.kind) {
            (syn::ReturnType::Default, FunctionKind::Reversible) => {
                if let Some(tail) = tail {
                    self.error(
                        tail,
                        "a reversible function returns nothing: add the value to a `&mut` parameter, `*y += ...;`",
                    );
                }
                None
            }
            (syn::ReturnType::Type(_, ty), FunctionKind::Reversible) => {
                self.error(
                    ty.span(),
                    "a reversible function returns nothing: take a `&mut` parameter for the result and add to it, `*y += ...;`",
                );
                None
            }
            (syn::ReturnType::Default, FunctionKind::Ordinary) => {
                refuse_without_value(sig, self.errors);
                None
            }
            (syn::ReturnType::Type(_, ty), FunctionKind::Ordinary) => match tail {
                Some(tail) => {
                    let ty = is_result(ty).then(|| ty.form());
                    Some(self.value_of(tail, ty.as_ref(), body))
                }
                None => {
                    self.error(sig.ident.span(), "the value of a differentiable function is its last expression: end the body with it, without `;`");
                    None
                }
            },
        }
    }

    pub(super) fn param(&mut self, input: &syn::FnArg) -> Option<Param> {
        let typed = match input {
            syn::FnArg::Typed(typed) => typed,
            syn::FnArg::Receiver(receiver) => return self.receiver_param(receiver),
        };
        let mut changed = false;
        let ident = match &*typed.pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                if let Some(token) = pat.mutability
                    && self.reversible()
                {
                    let advice = "a `mut` parameter is a copy whose changes are lost: take `&mut` to change it, or start a local from it";
                    self.error(token.span(), advice);
                    changed = true;
                }
                &pat.ident
            }
            syn::Pat::Wild(token) => {
                self.error(
                    token,
                    "give the parameter a name, such as `_x`: its gradient is a parameter named after it",
                );
                return None;
            }
            other => {
                self.error(other, "a parameter must be a plain name: take its parts by field or index in the body");
                self.bind_pattern(other);
                return None;
            }
        };
        let (passing, ty) = match bare(&typed.ty) {
            syn::Type::Reference(reference) if reference.mutability.is_some() => {
                (Passing::Exclusive, bare(&reference.elem))
            }
            syn::Type::Reference(reference) => (Passing::Shared, bare(&reference.elem)),
            ty => (Passing::Value, ty),
        };
        if let (syn::Type::Reference(inner), false, false) = (ty, passing == Passing::Value, self.reversible()) {
            self.error(inner, "a reference to a reference has nothing of its own to differentiate: leave out one `&`");
        }
        if let syn::Type::ImplTrait(unnamed) = ty {
            self.error(unnamed, "`impl Trait` is not supported here: give the type a name, `fn f<T: Plain>(x: &T)`");
        }
        Some(self.bind_param(ident, passing, ty, changed, &typed.attrs))
    }

    /// `self`, a parameter of type `Self`.
    fn receiver_param(&mut self, receiver: &syn::Receiver) -> Option<Param> {
        let ident = Ident::new("self", receiver.self_token.span());
        if let Some(token) = receiver.mutability
            && self.reversible()
        {
            self.error(token.span(), "`mut self` is a copy whose changes are lost: take `&mut self` to change it");
        }
        let passing = match &receiver.kind {
            syn::ReceiverKind::Value => Some(Passing::Value),
            syn::ReceiverKind::Reference(_, _, None) => Some(Passing::Shared),
            syn::ReceiverKind::Reference(_, _, Some(_)) => Some(Passing::Exclusive),
            syn::ReceiverKind::Typed(_, ty) => match bare(ty) {
                syn::Type::Reference(reference) if is_self(&reference.elem) && reference.mutability.is_some() => {
                    Some(Passing::Exclusive)
                }
                syn::Type::Reference(reference) if is_self(&reference.elem) => Some(Passing::Shared),
                ty if is_self(ty) => Some(Passing::Value),
                _ => None,
            },
            _ => None,
        };
        let Some(passing) = passing else {
            self.error(
                receiver,
                "a method here takes `&mut self`, `&self` or `self`: boxes and pins stay with the caller",
            );
            self.bind_refused(&ident, true);
            return None;
        };
        let ty: syn::Type = syn::parse_quote_spanned!(ident.span()=> Self);
        Some(self.bind_param(&ident, passing, &ty, receiver.mutability.is_some(), &receiver.attrs))
    }

    /// `changed` says that it was refused as a parameter that changes, so that its changes are not in error too.
    fn bind_param(
        &mut self,
        ident: &Ident,
        passing: Passing,
        ty: &syn::Type,
        changed: bool,
        attrs: &[syn::Attribute],
    ) -> Param {
        let integer = integer_type(ty);
        let (kind, advice) = match passing {
            Passing::Value if !self.reversible() => {
                ("a parameter", "start a local from it, `let mut v = x;`, and change that")
            }
            Passing::Value => {
                ("a parameter passed by value", "take it by `&mut` to change it, or start a local from it")
            }
            _ => ("a parameter behind `&`", "take it by `&mut` to change it"),
        };
        let binding = |var| Binding {
            var,
            reference: passing != Passing::Value,
            mutable: changed || passing == Passing::Exclusive,
            kind,
            advice,
        };
        let var = if ident == "self" && !self.reversible() {
            // The way back is a closure, and no parameter of one can be called `self`.
            let var = Var::new(&self.names.mint("this"), ident.span().form());
            let scope = self.scopes.last_mut().expect("a scope is open");
            scope.insert(ident.to_string(), binding(var.clone()));
            var
        } else {
            self.bind(ident, binding)
        };
        let marked = Marked { returns: self.returns, passing, integer, receiver: ident == "self" };
        // What is said of an integer is true of it anyway.
        let mark = attributes::mark(attrs, &marked, self.errors).filter(|_| !integer);
        if integer {
            self.activity.insert(var.name.clone());
        } else if mark == Some(Mark::Constant) {
            self.activity.insert_constant(var.name.clone());
        }
        let active = !integer && mark != Some(Mark::Constant);
        self.types.insert(var.name.clone(), ty.clone());
        Param { var, passing, ty: ty.form(), active, mark, callable: None }
    }

    /// There is one loss, and one output.
    pub(super) fn one_of_each_mark(&self, params: &[Param]) {
        let twice = [
            (
                Mark::Loss,
                "another parameter is the loss already, and a gradient is that of one number: add both up in one",
            ),
            (Mark::Output, "another parameter is the output already: a Jacobian is that of one"),
        ];
        for (mark, message) in twice {
            let marked = params.iter().filter(|param| param.mark == Some(mark));
            marked.skip(1).for_each(|param| self.error(param.var.span, message));
        }
    }
}

fn is_self(ty: &syn::Type) -> bool {
    matches!(bare(ty), syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self"))
}

/// A type without parentheses, and without the invisible ones that a macro puts around it.
fn bare(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(inner) => bare(&inner.elem),
        syn::Type::Group(inner) => bare(&inner.elem),
        ty => ty,
    }
}

/// Writes down that an ordinary function that changes its arguments, and gives nothing else, gives `()`.
pub fn complete(sig: &mut syn::Signature) {
    let exclusive =
        |ty: &syn::Type| matches!(bare(ty), syn::Type::Reference(reference) if reference.mutability.is_some());
    let changes = sig.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(receiver) => match &receiver.kind {
            syn::ReceiverKind::Reference(_, _, mutability) => mutability.is_some(),
            syn::ReceiverKind::Typed(_, ty) => exclusive(ty),
            _ => false,
        },
        syn::FnArg::Typed(typed) => exclusive(&typed.ty),
    });
    if changes && matches!(sig.output, syn::ReturnType::Default) {
        sig.output = syn::parse_quote!(-> ());
    }
}

/// An ordinary function that neither returns anything nor changes its arguments has no derivative.
pub fn refuse_without_value(sig: &syn::Signature, errors: &Errors) {
    if matches!(sig.output, syn::ReturnType::Default) {
        errors.push(
            sig.ident.span(),
            "a differentiable function returns a value or changes an argument: give it a return type, such as `-> f64`, or take something by `&mut`",
        );
    }
}

/// A body that ends with the value that it has, if it has none to speak of.
pub(super) fn with_unit(mut block: syn::Block, output: &syn::Type) -> syn::Block {
    struct Returns;
    impl VisitMut for Returns {
        fn visit_expr_return_mut(&mut self, node: &mut syn::ExprReturn) {
            node.expr.get_or_insert_with(|| syn::parse_quote!(()));
        }
        fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    if is_unit(output) {
        Returns.visit_block_mut(&mut block);
        if let Some(syn::Stmt::Expr(last, semi @ None)) = block.stmts.last_mut()
            && !matches!(last, syn::Expr::Tuple(_))
        {
            *semi = Some(syn::Token![;](last.span()));
        }
        if !matches!(block.stmts.last(), Some(syn::Stmt::Expr(_, None))) {
            block.stmts.push(syn::Stmt::Expr(syn::parse_quote!(()), None));
        }
    }
    block
}

/// A body that starts a local from each `mut` parameter.
pub(super) fn with_changed_params(item: &syn::ItemFn, names: &mut Names) -> syn::Block {
    let changed_self =
        |receiver: &syn::Receiver| matches!(receiver.kind, syn::ReceiverKind::Value) && receiver.mutability.is_some();
    if let Some(receiver) = item.sig.receiver().filter(|receiver| changed_self(receiver)) {
        let this = Ident::new(&names.mint("changed"), receiver.self_token.span());
        let body = renamed_self(item.block.to_token_stream(), &this);
        if let Ok(mut block) = syn::parse2::<syn::Block>(body) {
            block.stmts.insert(0, syn::parse_quote!(let mut #this = self;));
            return with_changed_locals(item, block);
        }
    }
    with_changed_locals(item, (*item.block).clone())
}

fn with_changed_locals(item: &syn::ItemFn, mut block: syn::Block) -> syn::Block {
    let changed = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(pat) if pat.mutability.is_some() => Some(&pat.ident),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    });
    block.stmts.splice(0..0, changed.map(|name| syn::parse_quote!(let mut #name = #name;)));
    block
}

/// Whether a type is one whose values do not tell all of it.
fn is_result(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "Result" || last.ident == "Option")
}

/// The names of the types in a signature.
pub(super) fn types(sig: &syn::Signature) -> Set<String> {
    struct Types(Set<String>);

    impl<'s> Visit<'s> for Types {
        fn visit_type_path(&mut self, ty: &'s syn::TypePath) {
            self.0.extend(ty.path.segments.last().map(|last| last.ident.to_string()));
            syn::visit::visit_type_path(self, ty);
        }
    }
    let mut types = Types(Set::default());
    types.visit_signature(sig);
    types.0
}
