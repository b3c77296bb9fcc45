//! Enums with payloads. The shadow of an enum has the places of all its variants side by side, each under its variant's name: what a
//! pattern `Shape::Circle { r }` binds has its gradient at `shape_adj.Circle.r`, and what a value does not hold has a gradient of zero.

use super::{Structure, bounded, differentiable, members};
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
    let (shadow, tangent, value) = (whole.shadow(), whole.tangent(), value(input, data, &whole, &variants));
    quote!(#(#parts)* #shadow #tangent #value)
}

impl Structure<'_> {
    /// One of its types with its arguments.
    fn with(&self, name: &Ident, parameter: &TokenStream) -> TokenStream {
        let arguments = self.arguments_with(parameter);
        quote!(#name #arguments)
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

fn value(input: &DeriveInput, data: &DataEnum, whole: &Structure, variants: &[(&Ident, Structure)]) -> TokenStream {
    let (name, shadow, tangent) = (&input.ident, &whole.shadow, &whole.tangent);
    let generics = bounded(&input.generics, &differentiable());
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    let (with_kind, with_width) = (whole.arguments_with(&quote!(__K)), whole.arguments_with(&quote!(__W)));
    let types = variants.iter().flat_map(|(_, of)| &of.types);
    let held = data.variants.iter().map(|variant| {
        let name = &variant.ident;
        let Some((_, of)) = variants.iter().find(|(full, _)| *full == name) else {
            return quote!(Self::#name { .. } => ::retrograde::emitted::Zero::ZERO,);
        };
        let members: Vec<_> = members(&variant.fields).collect();
        let fields: Vec<_> = (0..members.len()).map(|k| format_ident!("field_{k}")).collect();
        let (part, marker) = (&of.shadow, of.marker());
        let others = variants.iter().map(|(other, _)| *other).filter(|other| *other != name);
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
    let names: Vec<_> = variants.iter().map(|(name, _)| *name).collect();
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
    quote! {
        #[automatically_derived]
        impl #impl_generics ::retrograde::emitted::Differentiable for #name #ty_generics #where_clause {
            type Shadow<__K: ::retrograde::emitted::Kind> = #shadow #with_kind;
            type Owned<__K: ::retrograde::emitted::Kind> = #shadow #with_kind;
            type Tangent<__W: ::retrograde::emitted::Width> = #tangent #with_width;
            const FIXED: bool = true #(&& <#types as ::retrograde::emitted::Differentiable>::FIXED)*;

            #[inline]
            fn zero_shadow<__K: ::retrograde::emitted::Kind>(&self) -> Self::Owned<__K> {
                match self {
                    #(#held)*
                }
            }

            #[inline]
            fn into_tangent<__W: ::retrograde::emitted::Width>(
                places: Self::Owned<::retrograde::emitted::On<__W>>,
            ) -> Self::Tangent<__W> {
                #tangent { #(#names: #into,)* }
            }

            #[inline]
            fn lane<const __N: usize>(
                gradients: &Self::Tangent<::retrograde::emitted::Many<__N>>,
                lane: usize,
            ) -> Self::Tangent<::retrograde::emitted::One> {
                #tangent { #(#names: #lanes,)* }
            }

            #[inline(always)]
            fn inactive<__W: ::retrograde::emitted::Width>(
            ) -> &'static Self::Shadow<::retrograde::emitted::Off<__W>> {
                ::retrograde::emitted::forever()
            }
        }
    }
}
