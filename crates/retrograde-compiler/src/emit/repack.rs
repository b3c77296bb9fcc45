//! Locals that are put together, taken apart, or change their type.

use super::body::Body;
use super::expr::{ident, member, rt_at};
use crate::ir::Var;
use crate::ir::repack::{Kind, Repack, Shape};
use crate::pieces::ToRust;
use crate::tokens::{TokenStream, quote, quote_spanned};

impl Body<'_> {
    pub(super) fn repack(repack: &Repack) -> TokenStream {
        let span = repack.at.0;
        match &repack.kind {
            Kind::Pack(shape) => {
                let (whole, parts) = (ident(&repack.to[0]), shaped(shape, &repack.from, None));
                quote!(#[allow(unused_mut)] let mut #whole = #parts;)
            }
            Kind::Unpack(shape) => {
                let (whole, parts) = (ident(&repack.from[0]), shaped(shape, &repack.to, Some(&quote!(mut))));
                quote!(#[allow(unused_mut)] let #parts = #whole;)
            }
            Kind::Convert { narrow, wide, back } => {
                let (from, to) = (ident(&repack.from[0]), ident(&repack.to[0]));
                let (rt, narrow, wide) = (rt_at(span.rust()), &narrow.rust(), &wide.rust());
                let method =
                    if *back { quote_spanned!(span.rust()=> narrow) } else { quote_spanned!(span.rust()=> widen) };
                quote_spanned!(span.rust()=> #[allow(unused_mut)] let mut #to = <#wide as #rt::Lossless<#narrow>>::#method(#from);)
            }
        }
    }
}

/// The parts in their shape, as an expression or, with `mutable`, as a pattern.
fn shaped(shape: &Shape, parts: &[Var], mutable: Option<&TokenStream>) -> TokenStream {
    let names: Vec<TokenStream> = parts.iter().map(ident).map(|name| quote!(#mutable #name)).collect();
    match shape {
        Shape::Tuple => quote!((#(#names,)*)),
        Shape::Array => quote!([#(#names),*]),
        Shape::TupleStruct(path) => {
            let path = path.rust();
            quote!(#path(#(#names),*))
        }
        Shape::Struct(path, fields) => {
            let path = path.rust();
            let fields = fields.iter().zip(parts).zip(&names).map(|((field, part), name)| {
                let field_name = member(field);
                if **field == *part.name { quote!(#name) } else { quote!(#field_name: #name) }
            });
            quote!(#path { #(#fields),* })
        }
    }
}
