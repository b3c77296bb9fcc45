//! Items at the top level of a body: constants, types, functions. Every function that is derived has them in front of its body.

use crate::error::Errors;
use crate::ir::Piece;
use crate::pieces::{ToForm, code, piece};
use crate::types::{Item, Items};
use std::rc::Rc;
use syn::spanned::Spanned;

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
    let unchanging: Vec<Piece> = items.iter().filter_map(|item| unchanging(&code::<syn::Item>(item))).collect();
    items.into_iter().chain(unchanging).collect()
}

/// A static that could change would be another one in everything that is derived: rustc lends no such value to a constant (E0492).
fn unchanging(item: &syn::Item) -> Option<Piece> {
    let syn::Item::Static(syn::ItemStatic { mutability: syn::StaticMutability::None, ty, expr, .. }) = item else {
        return None;
    };
    let asked: syn::Item = syn::parse_quote_spanned!(ty.span()=> const _: &#ty = &#expr;);
    Some(piece(&asked))
}

/// The items of a body by their names, with the types that are written in them.
pub fn named(items: &[Piece]) -> Items {
    let mut found = Items::default();
    for item in items {
        let item = code::<syn::Item>(item);
        let (name, item) = match &*item {
            syn::Item::Const(item) => (&item.ident, Item::Constant(item.ty.form())),
            syn::Item::Type(item) if item.generics.params.is_empty() => (&item.ident, Item::Alias(item.ty.form())),
            syn::Item::Fn(syn::ItemFn { sig, .. }) => match &sig.output {
                syn::ReturnType::Type(_, output) if sig.generics.params.is_empty() && sig.asyncness.is_none() => {
                    (&sig.ident, Item::Function(output.form()))
                }
                _ => (&sig.ident, Item::Other),
            },
            syn::Item::Enum(item) => (&item.ident, Item::Other),
            syn::Item::Static(item) => (&item.ident, Item::Constant(item.ty.form())),
            syn::Item::Struct(item) => (&item.ident, Item::Other),
            syn::Item::Trait(item) => (&item.ident, Item::Other),
            syn::Item::Type(item) => (&item.ident, Item::Other),
            syn::Item::Union(item) => (&item.ident, Item::Other),
            syn::Item::Impl(_) => continue,
            // These have no names.
            syn::Item::Use(item) if *item == siblings() => continue,
            _ => {
                found.hidden = true;
                continue;
            }
        };
        found.named.push((name.to_string().as_str().into(), item));
    }
    found
}

/// The names of parameters of a function, an `impl` or a trait, which hide those of items around.
pub fn of_generics(generics: &syn::Generics) -> Vec<(Rc<str>, Item)> {
    let names = generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(param) => Some(&param.ident),
        syn::GenericParam::Const(param) => Some(&param.ident),
        syn::GenericParam::Lifetime(_) => None,
    });
    names.map(|name| (name.to_string().as_str().into(), Item::Other)).collect()
}

/// The traits of the library with the derivatives of other crates' methods.
pub(super) fn siblings() -> syn::ItemUse {
    syn::parse_quote!(
        use ::retrograde::emitted::siblings::*;
    )
}

/// Refuses what cannot be there several times.
fn check(item: &syn::Item, items: &[Piece], errors: &Errors) {
    let own = |name: &syn::Ident| items.iter().any(|item| declares(&code::<syn::Item>(item), name));
    match item {
        syn::Item::Static(item) if !matches!(item.mutability, syn::StaticMutability::None) => {
            errors.push(
                item,
                "the function and its inverse would each have a `static mut` of their own: move it out of the function",
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
