//! What can be told of pieces of Rust by looking at them.

use crate::ir::{INTEGER_TYPES, STANDARD_TYPES};
use crate::names::Names;
use crate::pieces::ToForm;
use proc_macro2::{TokenStream, TokenTree};

/// The names that occur in some code.
pub fn names_in(tokens: impl Into<TokenStream>) -> Names {
    let mut names = Names::default();
    collect(tokens.into(), &mut names);
    names
}

fn collect(tokens: TokenStream, names: &mut Names) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => names.take(ident.to_string()),
            TokenTree::Group(group) => collect(group.stream(), names),
            _ => {}
        }
    }
}

/// Code with another name for `self`.
pub fn renamed_self(code: TokenStream, this: &proc_macro2::Ident) -> TokenStream {
    let renamed = code.into_iter().map(|token| match token {
        TokenTree::Ident(name) if name == "self" => {
            TokenTree::Ident(proc_macro2::Ident::new(&this.to_string(), name.span()))
        }
        TokenTree::Group(group) => {
            let mut inner = proc_macro2::Group::new(group.delimiter(), renamed_self(group.stream(), this));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        other => other,
    });
    renamed.collect()
}

/// Whether a type is written as an integer, a truth value, or an array or slice of them.
pub fn integer_type(ty: &syn::Type) -> bool {
    crate::ir::integer_type(&ty.form())
}

/// Whether a function gives nothing but what it changes.
pub fn is_unit(output: &syn::Type) -> bool {
    matches!(output, syn::Type::Tuple(parts) if parts.elems.is_empty())
}

/// Whether a macro is one that never gives a value.
pub fn panics(mac: &syn::Macro) -> bool {
    let name = mac.path.segments.last().map(|segment| segment.ident.to_string());
    matches!(name.as_deref(), Some("panic" | "unreachable" | "todo" | "unimplemented"))
}

/// The last name of a path.
pub fn name(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

/// Whether a type is one of the user's, by how it is written; `open` are type parameters.
pub fn own_type(ty: &syn::Type, open: &[syn::Ident]) -> bool {
    match ty {
        syn::Type::Reference(reference) => own_type(&reference.elem, open),
        syn::Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let starts = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
            let linear = ["Array", "DMatrix", "DVector", "Matrix", "RowVector", "SMatrix", "SVector", "Vector"];
            let foreign =
                cfg!(feature = "complex") && starts(&["Complex"]) || cfg!(feature = "linear") && starts(&linear);
            !STANDARD_TYPES.contains(&&*name)
                && !INTEGER_TYPES.contains(&&*name)
                && !foreign
                && !open.contains(&last.ident)
        }),
        _ => false,
    }
}
