//! Items at the top level of a body: constants, types, functions. Every function that is derived has them in front of its body.

use crate::error::Errors;
use crate::ir::Piece;
use crate::pieces::{code, piece};

/// The items of a body.
pub fn items(body: &syn::Block, errors: &Errors) -> Vec<Piece> {
    let found = |stmt: &syn::Stmt| match stmt {
        syn::Stmt::Item(item) => Some(piece(item)),
        _ => None,
    };
    let items: Vec<Piece> = body.stmts.iter().filter_map(found).collect();
    for item in &items {
        check(&code::<syn::Item>(item), &items, errors);
    }
    items
}

/// Refuses what cannot be there several times.
fn check(item: &syn::Item, items: &[Piece], errors: &Errors) {
    let own = |name: &syn::Ident| items.iter().any(|item| declares(&code::<syn::Item>(item), name));
    match item {
        syn::Item::Static(item) => {
            errors.push(
                item,
                "the function and its inverse would each have a `static` of their own: move it out of the function",
            );
        }
        syn::Item::Impl(item) => {
            let local = match &*item.self_ty {
                syn::Type::Path(path) => path.path.segments.first().is_some_and(|first| own(&first.ident)),
                _ => false,
            };
            if !local {
                errors.push(&item.self_ty, "what is declared in a body is there for the inverse again, and a type from outside cannot have this twice: move the `impl` out of the function");
            }
        }
        _ => {}
    }
}

fn declares(item: &syn::Item, name: &syn::Ident) -> bool {
    match item {
        syn::Item::Struct(item) => item.ident == *name,
        syn::Item::Enum(item) => item.ident == *name,
        syn::Item::Union(item) => item.ident == *name,
        _ => false,
    }
}
