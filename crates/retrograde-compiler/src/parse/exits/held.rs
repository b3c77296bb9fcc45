//! Values that are given in some branches: the variables that hold them, and blocks that give them.

use super::choice::Choice;
use super::find::diverges;
use crate::quoted::{parse_quote, parse_quote_spanned, quote};
use proc_macro2::{Ident, Span};
use syn::{Block, Expr, Stmt};

/// A variable for a value that is given in some branches only, and read where one of them was taken.
#[derive(Clone)]
pub(super) struct Held {
    /// its name
    pub name: Ident,
    /// its type, as far as it is written
    pub ty: Option<syn::Type>,
}

impl Held {
    /// What a pattern takes apart.
    pub fn of(name: Ident, pat: &syn::Pat) -> Self {
        let ty = match pat {
            syn::Pat::Type(typed) => Some((*typed.ty).clone()),
            syn::Pat::Tuple(tuple) if !tuple.elems.iter().any(|part| matches!(part, syn::Pat::Rest(_))) => {
                let parts = tuple.elems.iter().map(|_| quote!(_,));
                Some(parse_quote!((#(#parts)*)))
            }
            _ => None,
        };
        Held { name, ty }
    }

    /// A value to start with, where the type has one.
    fn zero(&self) -> Option<Expr> {
        zero(self.ty.as_ref()?)
    }

    /// Its `let`.
    pub fn declaration(&self) -> Stmt {
        let name = &self.name;
        match (&self.ty, self.zero()) {
            (Some(ty), Some(zero)) => parse_quote!(let mut #name: #ty = #zero;),
            (Some(ty), None) => parse_quote!(let mut #name: ::core::option::Option<#ty> = None;),
            (None, _) => parse_quote!(let mut #name = None;),
        }
    }

    /// Gives it a value.
    pub fn given(&self, value: &Expr) -> Stmt {
        let name = &self.name;
        match self.zero() {
            Some(_) => parse_quote!(#name = #value;),
            None => {
                let value: Expr = parse_quote_spanned!(Span::mixed_site()=> Some(#value));
                parse_quote!(#name = #value;)
            }
        }
    }

    /// The value, which was given on the way here.
    pub fn value(&self) -> Expr {
        let name = &self.name;
        match self.zero() {
            Some(_) => parse_quote!(#name),
            None => parse_quote!(match #name { Some(value) => value, None => unreachable!() }),
        }
    }
}

/// A value of a number's type, or of a tuple of numbers, to start a variable with that is given its value in a branch.
fn zero(ty: &syn::Type) -> Option<Expr> {
    if crate::host::is_unit(ty) {
        return Some(parse_quote!(()));
    }
    if let syn::Type::Tuple(tuple) = ty {
        let parts: Vec<Expr> = tuple.elems.iter().map(zero).collect::<Option<_>>()?;
        return Some(parse_quote!((#(#parts,)*)));
    }
    let syn::Type::Path(path) = ty else { return None };
    match path.path.get_ident()?.to_string().as_str() {
        "f32" | "f64" => Some(parse_quote!(0.0)),
        "bool" => Some(parse_quote!(false)),
        name if crate::ir::INTEGER_TYPES.contains(&name) => Some(parse_quote!(0)),
        _ => None,
    }
}

/// A block that does something with its value instead of ending with it.
pub(super) fn value_into(block: &Block, into: impl FnOnce(&Expr) -> Stmt) -> Vec<Stmt> {
    let mut stmts = block.stmts.clone();
    if let Some(Stmt::Expr(_, None)) = stmts.last()
        && let Some(Stmt::Expr(value, None)) = stmts.pop()
    {
        stmts.push(into(&value));
    }
    stmts
}

/// The same where what is done is no `let`: it is done in the branches of the value, which have room for statements.
pub(super) fn assigned_into(block: &Block, into: &dyn Fn(&Expr) -> Stmt) -> Vec<Stmt> {
    let within = |block: &Block| -> Block {
        let stmts = assigned_into(block, into);
        parse_quote!({ #(#stmts)* })
    };
    value_into(block, |value| match value {
        Expr::If(_) | Expr::Match(_) => {
            let mut choice = Choice::of(value);
            choice.arms.iter_mut().filter(|arm| !diverges(&arm.body)).for_each(|arm| arm.body = within(&arm.body));
            Stmt::Expr(choice.put_together(), None)
        }
        Expr::Block(inner) if inner.label.is_none() => {
            let block = within(&inner.block);
            Stmt::Expr(parse_quote!(#block), None)
        }
        value => into(value),
    })
}
