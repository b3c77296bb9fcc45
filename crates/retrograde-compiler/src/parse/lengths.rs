//! Lengths. That of a slice or an array stays, whatever is done to it; that of anything else may change with the whole.

use super::Parser;
use crate::ir::{At, Expr, Place, Step};
use std::borrow::Cow;

impl Parser<'_> {
    /// `place.len()`
    pub(super) fn length(&self, place: &Place, at: At) -> Expr {
        match self.type_of(place).as_deref() {
            Some(syn::Type::Slice(_) | syn::Type::Array(_)) => Expr::Length(place.clone(), at),
            _ => Expr::Method("len".into(), vec![Expr::Read(place.clone())], at),
        }
    }

    /// The type of a place, as far as it is written.
    fn type_of(&self, place: &Place) -> Option<Cow<'_, syn::Type>> {
        let mut ty = Cow::Borrowed(self.types.get(&place.root.name)?);
        for step in &place.path {
            ty = match step {
                Step::Deref => ty,
                Step::Field(_) | Step::Held(..) | Step::Present(_) => return None,
                Step::Index(_) => Cow::Owned(element(&ty)?.clone()),
                // What is behind the end of a vector may be given to it.
                Step::Slice(bounds) if bounds.end.is_none() && matches!(*ty, syn::Type::Path(_)) => return None,
                Step::Slice(_) => {
                    let element = element(&ty)?;
                    Cow::Owned(syn::parse_quote!([#element]))
                }
            };
        }
        Some(ty)
    }
}

fn element(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some(&slice.elem),
        syn::Type::Array(array) => Some(&array.elem),
        syn::Type::Paren(inner) => element(&inner.elem),
        syn::Type::Group(inner) => element(&inner.elem),
        syn::Type::Path(path) => {
            let last = path.path.segments.last().filter(|segment| segment.ident == "Vec")?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|arg| match arg {
                    syn::GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                }),
                _ => None,
            }
        }
        _ => None,
    }
}
