//! What the types of a signature are made of, as far as values of them can be converted between the crate and the copy, or drawn at random.

use crate::copy::{NAME, ident};
use crate::facade::names;
use crate::names::Found;
use crate::tree::{Crate, ItemId};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a type is made of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// a float, an integer or a truth value, by its name
    Primitive(String),
    /// a struct or an enum of the crate
    Own(ItemId),
    Reference {
        mutable: bool,
        to: Box<Shape>,
    },
    Slice(Box<Shape>),
    Array(Box<Shape>),
    Vec(Box<Shape>),
    Option(Box<Shape>),
    Tuple(Vec<Shape>),
    /// anything else, as it is written
    Other(String),
}

/// A way to say a type: that of the crate, or that of the copy, seen from a module so deep in what the build script writes.
#[derive(Clone, Copy, Debug)]
pub enum Side {
    Original,
    Copy { depth: usize },
}

impl Shape {
    /// What a type is that is written in a module; `Self` is a type of its own.
    pub fn of(tree: &Crate, module: usize, ty: &syn::Type, itself: Option<ItemId>) -> Self {
        let inner = |ty: &syn::Type| Box::new(Self::of(tree, module, ty, itself));
        match ty {
            syn::Type::Paren(one) => Self::of(tree, module, &one.elem, itself),
            syn::Type::Group(one) => Self::of(tree, module, &one.elem, itself),
            syn::Type::Reference(one) => Self::Reference { mutable: one.mutability.is_some(), to: inner(&one.elem) },
            syn::Type::Slice(one) => Self::Slice(inner(&one.elem)),
            syn::Type::Array(one) => Self::Array(inner(&one.elem)),
            syn::Type::Tuple(parts) => Self::Tuple(parts.elems.iter().map(|ty| *inner(ty)).collect()),
            syn::Type::Path(path) if path.qself.is_none() => Self::of_path(tree, module, ty, &path.path, itself),
            _ => Self::Other(quote!(#ty).to_string()),
        }
    }

    fn of_path(tree: &Crate, module: usize, ty: &syn::Type, path: &syn::Path, itself: Option<ItemId>) -> Self {
        let other = || Self::Other(quote!(#ty).to_string());
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some(last) = path.segments.last() else { return other() };
        if let (["Self"], Some(id)) = (&names.iter().map(String::as_str).collect::<Vec<_>>()[..], itself) {
            return Self::Own(id);
        }
        let found = tree.meaning(module, &names, path.leading_colon.is_some()).found;
        for found in found {
            let Found::Item(id, rest) = found else { continue };
            if !rest.is_empty() {
                continue;
            }
            match &tree.item(id).syntax {
                syn::Item::Type(alias) if alias.generics.params.is_empty() => {
                    return Self::of(tree, id.0, &alias.ty, None);
                }
                syn::Item::Struct(item) if item.generics.params.is_empty() => return Self::Own(id),
                syn::Item::Enum(item) if item.generics.params.is_empty() => return Self::Own(id),
                syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Type(_) => return other(),
                _ => {}
            }
        }
        let inner = match &last.arguments {
            syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                Some(syn::GenericArgument::Type(ty)) => Some(Box::new(Self::of(tree, module, ty, itself))),
                _ => None,
            },
            _ => None,
        };
        match (&*last.ident.to_string(), inner) {
            ("Vec", Some(inner)) => Self::Vec(inner),
            ("Option", Some(inner)) => Self::Option(inner),
            (name, None) if is_primitive(name) => Self::Primitive(name.to_string()),
            _ => other(),
        }
    }

    /// The types of the crate that it is made of.
    pub fn own(&self) -> Vec<ItemId> {
        match self {
            Self::Own(id) => vec![*id],
            Self::Reference { to: inner, .. }
            | Self::Slice(inner)
            | Self::Array(inner)
            | Self::Vec(inner)
            | Self::Option(inner) => inner.own(),
            Self::Tuple(parts) => parts.iter().flat_map(Self::own).collect(),
            Self::Primitive(_) | Self::Other(_) => Vec::new(),
        }
    }

    /// The type, with those of the crate taken from a side. Where a type is written as it stands there, it is left to rustc.
    pub fn written(&self, tree: &Crate, side: Side, ty: &syn::Type) -> TokenStream {
        let inner = |shape: &Self, ty: &syn::Type| shape.written(tree, side, ty);
        match (self, ty) {
            (_, syn::Type::Paren(one)) => self.written(tree, side, &one.elem),
            (_, syn::Type::Group(one)) => self.written(tree, side, &one.elem),
            (Self::Own(id), _) => path(tree, *id, side),
            (Self::Reference { to, .. }, syn::Type::Reference(one)) => {
                let (mutability, lifetime, to) = (&one.mutability, &one.lifetime, inner(to, &one.elem));
                quote!(& #lifetime #mutability #to)
            }
            (Self::Slice(of), syn::Type::Slice(one)) => {
                let of = inner(of, &one.elem);
                quote!([#of])
            }
            (Self::Array(of), syn::Type::Array(one)) => {
                let (of, len) = (inner(of, &one.elem), &one.len);
                quote!([#of; #len])
            }
            (Self::Vec(of), _) => of.inside(tree, side, ty, &quote!(::std::vec::Vec)),
            (Self::Option(of), _) => of.inside(tree, side, ty, &quote!(::core::option::Option)),
            (Self::Tuple(parts), syn::Type::Tuple(types)) => {
                let parts = parts.iter().zip(&types.elems).map(|(part, ty)| inner(part, ty));
                quote!((#(#parts,)*))
            }
            (Self::Primitive(name), _) => {
                let name = ident(name);
                quote!(::core::primitive::#name)
            }
            _ => quote!(#ty),
        }
    }

    fn inside(&self, tree: &Crate, side: Side, ty: &syn::Type, holder: &TokenStream) -> TokenStream {
        let syn::Type::Path(path) = ty else { return quote!(#ty) };
        let arguments = path.path.segments.last().map(|last| &last.arguments);
        match arguments {
            Some(syn::PathArguments::AngleBracketed(arguments)) => match arguments.args.first() {
                Some(syn::GenericArgument::Type(inner)) => {
                    let inner = self.written(tree, side, inner);
                    quote!(#holder<#inner>)
                }
                _ => quote!(#ty),
            },
            _ => quote!(#ty),
        }
    }

    /// A value of the other side.
    pub fn converted(&self, value: &TokenStream) -> TokenStream {
        if self.own().is_empty() {
            return value.clone();
        }
        let each = |inner: &Self| inner.converted(&quote!(value));
        match self {
            Self::Own(_) => quote!(::core::convert::Into::into(#value)),
            Self::Reference { to, .. } => match &**to {
                Self::Slice(inner) => {
                    let each = each(inner);
                    quote!(#value.iter().cloned().map(|value| #each).collect::<::std::vec::Vec<_>>())
                }
                to => to.converted(&quote!(::core::clone::Clone::clone(&*#value))),
            },
            Self::Vec(inner) => {
                let each = each(inner);
                quote!(#value.into_iter().map(|value| #each).collect::<::std::vec::Vec<_>>())
            }
            Self::Array(inner) | Self::Option(inner) => {
                let each = each(inner);
                quote!(#value.map(|value| #each))
            }
            Self::Tuple(parts) => {
                let parts = parts.iter().enumerate().map(|(k, part)| {
                    let k = syn::Index::from(k);
                    part.converted(&quote!(value.#k))
                });
                quote!({ let value = #value; (#(#parts,)*) })
            }
            Self::Slice(_) | Self::Primitive(_) | Self::Other(_) => value.clone(),
        }
    }

    /// A value of the copy, drawn at random; or the type of which there is none.
    pub fn drawn(
        &self,
        tree: &Crate,
        name: &str,
        ranges: &BTreeMap<String, Range<f64>>,
    ) -> Result<TokenStream, String> {
        let element = |shape: &Self| shape.drawn(tree, name, ranges);
        let range = |usual: Range<f64>| {
            let Range { start, end } = ranges.get(name).cloned().unwrap_or(usual);
            quote!(#start..#end)
        };
        Ok(match self {
            Self::Primitive(ty) if ty == "bool" => quote!((draw(0.0..1.0) < 0.5)),
            Self::Primitive(ty) => {
                let range = range(if ty.starts_with('f') { 0.1..0.9 } else { 1.0..4.0 });
                let ty = ident(ty);
                quote!((draw(#range) as #ty))
            }
            Self::Own(id) => return own_drawn(tree, *id, ranges),
            Self::Reference { to, .. } => element(to)?,
            Self::Slice(inner) | Self::Vec(inner) => {
                let element = element(inner)?;
                quote!((0..4).map(|_| #element).collect::<::std::vec::Vec<_>>())
            }
            Self::Array(inner) => {
                let element = element(inner)?;
                quote!(::core::array::from_fn(|_| #element))
            }
            Self::Option(inner) => {
                let element = element(inner)?;
                quote!(::core::option::Option::Some(#element))
            }
            Self::Tuple(parts) => {
                let parts = parts.iter().map(element).collect::<Result<Vec<_>, _>>()?;
                quote!((#(#parts,)*))
            }
            Self::Other(text) => return Err(text.clone()),
        })
    }
}

/// A struct or an enum of the copy, drawn at random.
fn own_drawn(tree: &Crate, id: ItemId, ranges: &BTreeMap<String, Range<f64>>) -> Result<TokenStream, String> {
    let ty = path(tree, id, Side::Copy { depth: 1 });
    let made = |fields: &syn::Fields, start: TokenStream| -> Result<TokenStream, String> {
        let values = fields.iter().enumerate().map(|(k, field)| {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            let value = Shape::of(tree, id.0, &field.ty, Some(id)).drawn(tree, &name, ranges)?;
            let member = member(field, k);
            Ok(quote!(#member: #value))
        });
        let values = values.collect::<Result<Vec<_>, String>>()?;
        Ok(quote!(#start { #(#values),* }))
    };
    match &tree.item(id).syntax {
        syn::Item::Struct(item) => made(&item.fields, ty),
        syn::Item::Enum(item) => {
            let variants = item.variants.iter().enumerate().map(|(k, variant)| {
                let name = &variant.ident;
                let value = made(&variant.fields, quote!(#ty::#name))?;
                let pattern = if k + 1 == item.variants.len() { quote!(_) } else { quote!(#k) };
                Ok(quote!(#pattern => #value))
            });
            let variants = variants.collect::<Result<Vec<_>, String>>()?;
            let count = item.variants.len() as f64;
            Ok(quote!(match draw(0.0..#count) as usize { #(#variants,)* }))
        }
        _ => Err(tree.path_of(id).join("::")),
    }
}

/// What a field is called in a struct expression.
pub fn member(field: &syn::Field, k: usize) -> syn::Member {
    match &field.ident {
        Some(name) => syn::Member::Named(name.clone()),
        None => syn::Member::Unnamed(syn::Index::from(k)),
    }
}

/// The path of a type of the crate.
pub fn path(tree: &Crate, id: ItemId, side: Side) -> TokenStream {
    match side {
        Side::Original => {
            let (called, public) = (ident(&tree.package.called), tree.public_path(id).unwrap_or_default());
            let public = names(&public);
            quote!(::#called #(::#public)*)
        }
        Side::Copy { depth } => {
            let (copy, copied) = (ident(NAME), names(&tree.path_of(id)));
            let supers = std::iter::repeat_n(quote!(super::), depth);
            quote!(#(#supers)* #copy #(::#copied)*)
        }
    }
}

fn is_primitive(name: &str) -> bool {
    const PRIMITIVES: [&str; 15] =
        ["f64", "f32", "bool", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    PRIMITIVES.contains(&name)
}
