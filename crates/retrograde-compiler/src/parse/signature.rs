//! What a function takes and gives.

use super::{Binding, Parser};
use crate::access;
use crate::ir::{Duty, Expr, Opaque, Param, Passing, Stmt};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

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
        match (&sig.output, self.duty) {
            (syn::ReturnType::Default, Duty::Reversible) => {
                if let Some(tail) = tail {
                    self.error(
                        tail,
                        "a reversible function returns nothing: add the value to a `&mut` parameter, `*y += ...;`",
                    );
                }
                None
            }
            (syn::ReturnType::Type(_, ty), Duty::Reversible) => {
                self.error(
                    ty.span(),
                    "a reversible function returns nothing: take a `&mut` parameter for the result and add to it, `*y += ...;`",
                );
                None
            }
            (syn::ReturnType::Default, Duty::Ordinary) => {
                self.error(
                    sig.ident.span(),
                    "a differentiable function returns a value: give it a return type, such as `-> f64`",
                );
                None
            }
            (syn::ReturnType::Type(..), Duty::Ordinary) => match tail {
                Some(tail) => Some(self.value(tail, body)),
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
            syn::FnArg::Receiver(receiver) => {
                self.error(
                    receiver,
                    "methods are not supported yet: write a function that takes the struct as a parameter",
                );
                self.bind_refused(&Ident::new("self", receiver.self_token.span()), true);
                return None;
            }
        };
        let mut changed = false;
        let ident = match &*typed.pat {
            syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                if let Some(token) = pat.mutability {
                    let advice = if self.reversible() {
                        "a `mut` parameter is a copy whose changes are lost: take `&mut` to change it, or start a local from it"
                    } else {
                        "a `mut` parameter is not supported yet: start a local from it, `let mut v = x;`, and change that"
                    };
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
        if let syn::Type::ImplTrait(unnamed) = ty {
            self.error(unnamed, "`impl Trait` is not supported here: give the type a name, `fn f<T: Plain>(x: &T)`");
        }
        if passing == Passing::Exclusive && !self.reversible() {
            self.error(&typed.ty, "a differentiable function cannot change its arguments yet: return the result, or make the function `#[reversible]`");
        }
        let integer = integer_type(ty);
        let (kind, advice) = match passing {
            _ if !self.reversible() => ("a parameter", "start a local from it, `let mut v = x;`, and change that"),
            Passing::Value => {
                ("a parameter passed by value", "take it by `&mut` to change it, or start a local from it")
            }
            _ => ("a parameter behind `&`", "take it by `&mut` to change it"),
        };
        let var = self.bind(ident, |var| Binding {
            var,
            reference: passing != Passing::Value,
            mutable: changed || passing == Passing::Exclusive,
            kind,
            advice,
        });
        if integer {
            self.inert.insert(var.name.clone());
        }
        Some(Param { var, passing, ty: Opaque::new(ty.clone()), active: !integer })
    }
}

/// A type without parentheses, and without the invisible ones that a macro puts around it.
fn bare(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Paren(inner) => bare(&inner.elem),
        syn::Type::Group(inner) => bare(&inner.elem),
        ty => ty,
    }
}

/// Whether a type is written as an integer, a truth value, or an array or slice of them.
pub fn integer_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.get_ident().is_some_and(|ident| {
            let name = ident.to_string();
            access::INTEGER_TYPES.contains(&name.as_str())
        }),
        syn::Type::Slice(slice) => integer_type(&slice.elem),
        syn::Type::Array(array) => integer_type(&array.elem),
        syn::Type::Paren(inner) => integer_type(&inner.elem),
        syn::Type::Group(inner) => integer_type(&inner.elem),
        _ => false,
    }
}
