//! What the arguments of an attribute ask for.

use crate::error::Errors;
use crate::ir::FunctionKind;
use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Meta, Token};

/// What a function is to have besides its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is an argument of its own")]
pub struct Options {
    /// reverse mode
    pub adjoint: bool,
    /// forward mode
    pub tangent: bool,
    /// reverse mode of the inverse
    pub inverse_adjoint: bool,
    /// forward mode of the inverse
    pub inverse_tangent: bool,
    /// run-time checks, of floats and of calls that may not give the same again: always, never, or with debug assertions
    pub checks: Option<bool>,
    /// the pullback's residual is in a box, because functions call each other in a circle
    pub recursive: bool,
    /// reverse mode by tangents
    pub forward: bool,
    /// run again on the way back instead of keeping anything
    pub checkpoint: bool,
    /// adjoints of next to nothing count as zero
    pub flush: bool,
    /// in an `impl` or a trait, though neither `self` nor `Self` says so
    pub associated: bool,
}

/// The arguments that ask for a derivative of a reversible function.
const DERIVATIVES: [&str; 4] = ["adjoint", "tangent", "inverse_adjoint", "inverse_tangent"];

/// Reads the arguments of `#[reversible(adjoint, tangent, checks = true)]` or `#[differentiable(tangent)]`.
pub fn parse(tokens: TokenStream, kind: FunctionKind, errors: &Errors) -> Options {
    let mut options = Options::default();
    let metas = match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(metas) => metas,
        Err(error) => {
            errors.push(error.span(), error);
            return options;
        }
    };
    for meta in metas {
        match &meta {
            needless if kind == FunctionKind::Ordinary && needless.path().is_ident("adjoint") => {
                errors.push(needless, "a differentiable function always has its gradient: leave this out");
            }
            Meta::Path(path) if path.is_ident("adjoint") => options.adjoint = true,
            Meta::Path(path) if path.is_ident("tangent") => options.tangent = true,
            Meta::Path(path) if path.is_ident("inverse_adjoint") && kind == FunctionKind::Reversible => {
                (options.adjoint, options.inverse_adjoint) = (true, true);
            }
            Meta::Path(path) if path.is_ident("inverse_tangent") && kind == FunctionKind::Reversible => {
                (options.tangent, options.inverse_tangent) = (true, true);
            }
            Meta::Path(path) if path.is_ident("associated") => options.associated = true,
            Meta::Path(path) if path.is_ident("recursive") && kind == FunctionKind::Ordinary => options.recursive = true,
            Meta::Path(path) if path.is_ident("forward") && kind == FunctionKind::Ordinary => {
                (options.forward, options.tangent) = (true, true);
            }
            Meta::Path(path) if path.is_ident("flush") && kind == FunctionKind::Ordinary => options.flush = true,
            Meta::Path(path) if path.is_ident("checkpoint") && kind == FunctionKind::Ordinary => options.checkpoint = true,
            Meta::NameValue(pair) if pair.path.is_ident("checks") => match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Bool(on), .. }) => options.checks = Some(on.value),
                other => errors.push(other, "write `checks = true` or `checks = false`"),
            },
            other if other.path().is_ident("checks") => errors.push(other, "write `checks = true` or `checks = false`"),
            other if DERIVATIVES.iter().any(|name| other.path().is_ident(name)) && kind == FunctionKind::Reversible
                || other.path().is_ident("tangent") => {
                errors.push(other, "this argument takes no value: its name alone asks for the derivative");
            }
            other => errors.push(
                other,
                match kind {
                    FunctionKind::Reversible => {
                        "unknown argument: there are `adjoint`, `tangent`, `inverse_adjoint`, `inverse_tangent`, `associated`, and `checks = true` or `checks = false`"
                    }
                    FunctionKind::Ordinary => "unknown argument: there are `tangent`, `forward`, `checkpoint`, `flush`, `recursive`, `associated`, and `checks = true` or `checks = false`",
                },
            ),
        }
        if options.forward && options.checkpoint {
            errors.push(&meta, "`forward` keeps the Jacobian and `checkpoint` nothing at all: choose one of them");
        }
    }
    options
}
