//! Enums with payloads. The shadow of an enum has the places of all its variants side by side, each under its variant's name: what a
//! pattern `Shape::Circle { r }` binds has its gradient at `shape_adj.Circle.r`, and what a value does not hold has a gradient of zero.

use super::lazy::same_shape;
use super::{Functions, Structure, step};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{DataEnum, DeriveInput, Fields, Ident, Member, parse_quote};

/// The shadow, the tangent, and those of each variant, as structs.
pub fn derive(input: &DeriveInput, data: &DataEnum) -> TokenStream {
    let full: Vec<_> = data.variants.iter().filter(|variant| !variant.fields.is_empty()).collect();
    let variants: Vec<_> = full
        .iter()
        .map(|variant| {
            let name = format_ident!("{}{}", input.ident, variant.ident);
            (&variant.ident, Structure { marked: true, ..Structure::new(input, &name, &variant.fields) })
        })
        .collect();
    let names = full.iter().map(|variant| &variant.ident);
    let fields = Fields::Named(parse_quote!({ #(#names: ()),* }));
    let whole = Structure {
        shadow_types: variants.iter().map(|(_, of)| of.with(&of.shadow, &quote!(__K))).collect(),
        tangent_types: variants.iter().map(|(_, of)| of.with(&of.tangent, &quote!(__W))).collect(),
        ..Structure::new(input, &input.ident, &fields)
    };
    let parts = variants.iter().map(|(_, of)| [of.shadow(), of.tangent()]);
    let parts = parts.flatten();
    let (shadow, tangent, value) = (whole.shadow(), whole.tangent(), value(data, &whole, &variants));
    let held = whole.held(&variants);
    quote!(#(#parts)* #shadow #tangent #held #value)
}

impl Structure<'_> {
    /// One of its types with its arguments.
    fn with(&self, name: &Ident, parameter: &TokenStream) -> TokenStream {
        let arguments = self.arguments_with(parameter);
        quote!(#name #arguments)
    }

    /// Methods of the shadow, by which the variants are found where it is not known that there is an enum.
    fn held(&self, variants: &[(&Ident, Structure)]) -> TokenStream {
        let (shadow, vis) = (&self.shadow, &self.input.vis);
        let generics = self.generics_with(&quote!(__K: ::retrograde::emitted::Kind));
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let names = variants.iter().map(|(name, _)| name);
        let (types, names) = (&self.shadow_types, names.collect::<Vec<_>>());
        quote! {
            #[automatically_derived]
            #[allow(non_snake_case, dead_code)]
            impl #impl_generics #shadow #ty_generics #where_clause {
                #(#[doc(hidden)] #[inline(always)] #vis fn #names(&self) -> &#types { &self.#names })*
            }
        }
    }

    /// A name for what each field holds.
    fn bound(&self) -> Vec<Ident> {
        (0..self.members.len()).map(|k| format_ident!("field_{k}")).collect()
    }

    /// A value of its tangent, made of its fields.
    fn tangent_of(&self, fields: &[TokenStream]) -> TokenStream {
        let (members, tangent, marker) = (&self.members, &self.tangent, self.marker());
        quote!(#tangent { #(#members: #fields,)* #marker })
    }
}

fn value(data: &DataEnum, whole: &Structure, variants: &[(&Ident, Structure)]) -> TokenStream {
    let (shadow, tangent) = (&whole.shadow, &whole.tangent);
    let fixed = variants.iter().map(|(_, of)| of.fixed());
    let names: Vec<_> = variants.iter().map(|(name, _)| *name).collect();
    let held = data.variants.iter().map(|variant| {
        let name = &variant.ident;
        let Some((_, of)) = variants.iter().find(|(full, _)| *full == name) else {
            return quote!(Self::#name { .. } => ::retrograde::emitted::Zero::ZERO,);
        };
        let (members, fields, part, marker) = (&of.members, of.bound(), &of.shadow, of.marker());
        let others = names.iter().filter(|other| **other != name);
        let mut bound = fields.iter();
        let places = of.each(|field| field.zero_shadow(&bound.next().map(|name| quote!(*#name)).unwrap_or_default()));
        quote! {
            Self::#name { #(#members: #fields,)* } => #shadow {
                #name: #part { #(#members: #places,)* #marker },
                #(#others: ::retrograde::emitted::Zero::ZERO,)*
            },
        }
    });
    let same = variants.iter().map(|(name, of)| {
        let (members, fields) = (&of.members, of.bound());
        let others: Vec<_> = fields.iter().map(|field| format_ident!("other_{field}")).collect();
        let same = fields.iter().zip(&others).map(|(field, other)| same_shape(&quote!(*#field), &quote!(*#other)));
        quote! {
            (Self::#name { #(#members: #fields,)* }, Self::#name { #(#members: #others,)* }) => true #(&& #same)*,
        }
    });
    let into = variants
        .iter()
        .map(|(name, of)| of.tangent_of(&of.each(|field| field.tangent(&field.of(&quote!(places.#name))))));
    let lanes = variants
        .iter()
        .map(|(name, of)| of.tangent_of(&of.each(|field| field.lane(&field.of(&quote!(gradients.#name))))));
    let set_lanes = variants.iter().flat_map(|(name, of)| {
        of.each(|field| field.set_lane(&field.of(&quote!(gradients.#name)), &field.of(&quote!(gradient.#name))))
    });
    let visits = variants.iter().map(|(name, of)| {
        let (members, fields, step) = (&of.members, of.bound(), step(&Member::Named((*name).clone())));
        let mut bound = fields.iter();
        let parts = of.each(|field| {
            let value = bound.next().map(ToTokens::to_token_stream).unwrap_or_default();
            field.visit(&value, &field.of(&quote!(shadow.#name)))
        });
        quote!(Self::#name { #(#members: #fields,)* } => visitor.at(#step, |visitor| { #(#parts)* }),)
    });
    let empty = (variants.len() < data.variants.len()).then(|| quote!(_ => {}));
    whole.implement(
        &quote!(true #(&& (#fixed))*),
        &Functions {
            zero_shadow: quote!(match self { #(#held)* }),
            renew: None,
            same_shape: quote!(match (self, other) {
                #(#same)*
                #[allow(unreachable_patterns)]
                _ => {
                    Self::FIXED || ::core::mem::discriminant(self) == ::core::mem::discriminant(other)
                }
            }),
            into_tangent: quote!(#tangent { #(#names: #into,)* }),
            lane: quote!(#tangent { #(#names: #lanes,)* }),
            set_lane: set_lanes.collect(),
            visit: quote!(match self { #(#visits)* #empty }),
        },
    )
}
