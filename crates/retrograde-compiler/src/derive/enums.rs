//! Enums with payloads. The shadow of an enum has the places of all its variants side by side, each under its variant's name: what a
//! pattern `Shape::Circle { r }` binds has its gradient at `shape_adj.Circle.r`, and what a value does not hold has a gradient of zero.

use super::{Functions, Structure, step, visit};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{DataEnum, DeriveInput, Fields, Ident, Member, Type, parse_quote};

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
    quote!(#(#parts)* #shadow #tangent #value)
}

impl Structure<'_> {
    /// One of its types with its arguments.
    fn with(&self, name: &Ident, parameter: &TokenStream) -> TokenStream {
        let arguments = self.arguments_with(parameter);
        quote!(#name #arguments)
    }

    /// A name for what each field holds.
    fn bound(&self) -> Vec<Ident> {
        (0..self.members.len()).map(|k| format_ident!("field_{k}")).collect()
    }

    /// A value of its tangent, each field by a function of the field's type.
    fn tangent_by(&self, field: impl Fn(&TokenStream, &Member) -> TokenStream) -> TokenStream {
        let (tangent, marker) = (&self.tangent, self.marker());
        let fields = self.members.iter().zip(&self.types).map(|(member, ty)| {
            let value = field(&ty.to_token_stream(), member);
            quote!(#member: #value,)
        });
        quote!(#tangent { #(#fields)* #marker })
    }
}

fn value(data: &DataEnum, whole: &Structure, variants: &[(&Ident, Structure)]) -> TokenStream {
    let (shadow, tangent) = (&whole.shadow, &whole.tangent);
    let types: Vec<&Type> = variants.iter().flat_map(|(_, of)| of.types.iter().copied()).collect();
    let names: Vec<_> = variants.iter().map(|(name, _)| *name).collect();
    let held = data.variants.iter().map(|variant| {
        let name = &variant.ident;
        let Some((_, of)) = variants.iter().find(|(full, _)| *full == name) else {
            return quote!(Self::#name { .. } => ::retrograde::emitted::Zero::ZERO,);
        };
        let (members, fields, part, marker) = (&of.members, of.bound(), &of.shadow, of.marker());
        let others = names.iter().filter(|other| **other != name);
        quote! {
            Self::#name { #(#members: #fields,)* } => #shadow {
                #name: #part {
                    #(#members: ::retrograde::emitted::Differentiable::zero_shadow::<__K>(#fields),)*
                    #marker
                },
                #(#others: ::retrograde::emitted::Zero::ZERO,)*
            },
        }
    });
    let into = variants.iter().map(|(name, of)| {
        of.tangent_by(|ty, member| {
            quote!(<#ty as ::retrograde::emitted::Differentiable>::into_tangent::<__W>(places.#name.#member))
        })
    });
    let lanes = variants.iter().map(|(name, of)| {
        of.tangent_by(|ty, member| {
            quote!(<#ty as ::retrograde::emitted::Differentiable>::lane::<__N>(&gradients.#name.#member, lane))
        })
    });
    let set_lanes = variants.iter().map(|(name, of)| {
        let (members, types) = (&of.members, &of.types);
        quote! {
            #(<#types as ::retrograde::emitted::Differentiable>::set_lane::<__N>(
                &mut gradients.#name.#members, lane, gradient.#name.#members,
            );)*
        }
    });
    let visits = variants.iter().map(|(name, of)| {
        let (members, fields, step) = (&of.members, of.bound(), step(&Member::Named((*name).clone())));
        let parts = members.iter().zip(&fields);
        let parts = parts.map(|(member, field)| visit(member, &field.to_token_stream(), &quote!(shadow.#name.#member)));
        quote!(Self::#name { #(#members: #fields,)* } => visitor.at(#step, |visitor| { #(#parts)* }),)
    });
    let empty = (variants.len() < data.variants.len()).then(|| quote!(_ => {}));
    whole.implement(
        &types,
        &Functions {
            zero_shadow: quote!(match self { #(#held)* }),
            into_tangent: quote!(#tangent { #(#names: #into,)* }),
            lane: quote!(#tangent { #(#names: #lanes,)* }),
            set_lane: set_lanes.collect(),
            visit: quote!(match self { #(#visits)* #empty }),
        },
    )
}
