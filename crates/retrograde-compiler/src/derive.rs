//! The derives. A struct of differentiable fields gets a shadow and a tangent: structs with the same field names whose
//! fields are the shadows and tangents of its fields, so that `p_adj.x` is the place of the gradient of `p.x`. So does an enum, with
//! a field for each of its variants.

mod enums;
mod lazy;
mod plain;
mod without;

pub use plain::derive_plain;

use without::without_gradient;

use lazy::{is_behind_a_box, same_shape};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{
    Data, DeriveInput, Error, Fields, GenericParam, Generics, Ident, Index, Member, Type, TypeParamBound, parse_quote,
};

/// `#[derive(Differentiable)]`.
///
/// ```
/// let point = syn::parse_quote! { struct Point { x: f64, label: usize } };
/// let code = retrograde_compiler::derive::derive(point).to_string();
/// assert!(code.contains("struct PointShadow") && code.contains("struct PointTangent"));
/// ```
#[expect(clippy::needless_pass_by_value, reason = "an entry point takes what the macro shell parsed")]
pub fn derive(input: DeriveInput) -> TokenStream {
    match &input.data {
        Data::Struct(data) if data.fields.is_empty() && input.generics.params.is_empty() => {
            let plain = plain::derive_for(&input, &differentiable());
            let without_gradient = without_gradient(&input);
            quote!(#plain #without_gradient)
        }
        Data::Struct(data) => {
            let plain = plain::derive_for(&input, &differentiable());
            let structure = Structure::new(&input, &input.ident, &data.fields);
            let (shadow, tangent, value) = (structure.shadow(), structure.tangent(), structure.value());
            quote!(#plain #shadow #tangent #value)
        }
        Data::Enum(data) if data.variants.iter().all(|variant| variant.fields.is_empty()) => {
            let plain = plain::derive_for(&input, &differentiable());
            let without_gradient = without_gradient(&input);
            quote!(#plain #without_gradient)
        }
        Data::Enum(data) => {
            let plain = plain::derive_for(&input, &differentiable());
            let enumeration = enums::derive(&input, data);
            quote!(#plain #enumeration)
        }
        Data::Union(_) => {
            Error::new_spanned(&input.ident, "a union is not plain data, and has no gradient").to_compile_error()
        }
    }
}

/// A struct that is to have a shadow and a tangent.
struct Structure<'a> {
    input: &'a DeriveInput,
    fields: &'a Fields,
    members: Vec<Member>,
    types: Vec<&'a Type>,
    /// Which fields hold a box of something that might hold the struct.
    behind: Vec<bool>,
    /// The types of the fields of the shadow, in terms of `__K`.
    shadow_types: Vec<TokenStream>,
    /// The types of the fields of the tangent, in terms of `__W`.
    tangent_types: Vec<TokenStream>,
    shadow: Ident,
    tangent: Ident,
    /// Whether the shadow and the tangent have a field more, that mentions the parameters which the others may not mention.
    marked: bool,
}

impl<'a> Structure<'a> {
    fn new(input: &'a DeriveInput, name: &Ident, fields: &'a Fields) -> Self {
        // Shadows and tangents own what they hold.
        let owned: Vec<_> = fields.iter().map(|field| forget_lifetimes(field.ty.to_token_stream())).collect();
        let behind: Vec<bool> = fields.iter().map(|field| is_behind_a_box(&field.ty)).collect();
        let owned_as = |name: TokenStream, boxed: TokenStream| {
            let types = owned.iter().zip(&behind).map(|(ty, behind)| {
                let ty = quote!(<#ty as ::retrograde::emitted::Differentiable>::#name);
                if *behind { quote!(::retrograde::emitted::#boxed #ty>) } else { ty }
            });
            types.collect()
        };
        Structure {
            input,
            fields,
            members: members(fields).collect(),
            types: fields.iter().map(|field| &field.ty).collect(),
            shadow_types: owned_as(quote!(Owned<__K>), quote!(LazyShadow < __K,)),
            tangent_types: owned_as(quote!(Tangent<__W>), quote!(Boxed<)),
            behind,
            shadow: format_ident!("{name}Shadow"),
            tangent: format_ident!("{name}Tangent"),
            marked: fields.is_empty(),
        }
    }

    /// The generics of the struct without its lifetimes and with one more parameter, `__K` or `__W`: no type of the user's has such a name.
    fn generics_with(&self, parameter: &TokenStream) -> Generics {
        let generics = bounded(&self.input.generics, &differentiable());
        let params = generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_)));
        let params = params.map(|param| forget_lifetimes(param.to_token_stream()));
        let where_clause = forget_lifetimes(generics.where_clause.to_token_stream());
        let mut generics: Generics = parse_quote!(<#(#params,)* #parameter>);
        generics.where_clause = (!where_clause.is_empty()).then(|| parse_quote!(#where_clause));
        generics
    }

    /// The arguments for [`Self::generics_with`].
    fn arguments_with(&self, argument: &TokenStream) -> TokenStream {
        let arguments = self.input.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Const(param) => Some(&param.ident),
            GenericParam::Lifetime(_) => None,
        });
        quote!(<#(#arguments,)* #argument>)
    }

    /// A struct with the same fields, of other types.
    fn definition(&self, name: &Ident, what: &str, generics: &Generics, types: &[TokenStream]) -> TokenStream {
        let (vis, where_clause) = (&self.input.vis, &generics.where_clause);
        let doc = format!("The {what} of a `{}`, with the same field names.", self.input.ident);
        let of_enum = matches!(self.input.data, Data::Enum(_));
        let fields = self.fields.iter().zip(types).map(|(field, ty)| {
            // What a variant holds is as visible as the enum.
            let vis = if of_enum { vis } else { &field.vis };
            let (name, doc) = (field.ident.iter(), format!("The {what} of this field."));
            quote!(#[doc = #doc] #vis #(#name:)* #ty,)
        });
        let parameters = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Lifetime(_) | GenericParam::Const(_) => None,
        });
        let marker = self.marked.then(|| {
            let name = (!matches!(self.fields, Fields::Unnamed(_))).then(|| quote!(_marker:));
            quote!(#[doc(hidden)] pub #name ::core::marker::PhantomData<(#(#parameters,)*)>)
        });
        let body = match self.fields {
            Fields::Unnamed(_) => quote!((#(#fields)* #marker) #where_clause;),
            Fields::Named(_) | Fields::Unit => quote!(#where_clause { #(#fields)* #marker }),
        };
        quote! {
            #[doc = #doc]
            #[allow(non_snake_case)]
            #vis struct #name #generics #body
        }
    }

    /// The initialiser of the marker that [`Self::definition`] adds.
    fn marker(&self) -> Option<TokenStream> {
        let name = match self.fields {
            Fields::Unnamed(_) => Index::from(self.fields.len()).to_token_stream(),
            Fields::Named(_) | Fields::Unit => quote!(_marker),
        };
        self.marked.then(|| quote!(#name: ::core::marker::PhantomData))
    }

    /// Where all of `types` are `bound`.
    fn where_all(generics: &Generics, types: &[TokenStream], bound: &TokenStream) -> Option<syn::WhereClause> {
        let mut generics = generics.clone();
        let all = types.iter().map(|ty| -> syn::WherePredicate { parse_quote!(#ty: #bound) });
        generics.make_where_clause().predicates.extend(all);
        generics.where_clause
    }

    fn shadow(&self) -> TokenStream {
        let Structure { members, shadow_types: types, shadow, tangent, .. } = self;
        let [get, add, set] = ["get", "add", "set"].map(|function| self.on_places(function));
        let [part, add_part, set_part] = ["part", "add_part", "set_part"].map(|function| self.on_places(function));
        let generics = self.generics_with(&quote!(__K: ::retrograde::emitted::Kind));
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let definition = self.definition(shadow, "shadow", &generics, types);
        let clone = Self::where_all(&generics, types, &quote!(::core::clone::Clone));
        let copy = Self::where_all(&generics, types, &quote!(::core::marker::Copy));
        let width = quote!(<__K as ::retrograde::emitted::Kind>::Width);
        let of_part = self.arguments_with(&quote!(<#width as ::retrograde::emitted::Width>::Part));
        let value = self.arguments_with(&width);
        let marker = self.marker();
        quote! {
            #definition

            #[automatically_derived]
            impl #impl_generics ::core::clone::Clone for #shadow #ty_generics #clone {
                #[inline]
                fn clone(&self) -> Self {
                    #shadow { #(#members: ::core::clone::Clone::clone(&self.#members),)* #marker }
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::marker::Copy for #shadow #ty_generics #copy {}

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Zero for #shadow #ty_generics #where_clause {
                const ZERO: Self = #shadow { #(#members: ::retrograde::emitted::Zero::ZERO,)* #marker };
                const NOTHING: Self = #shadow { #(#members: ::retrograde::emitted::Zero::NOTHING,)* #marker };
            }

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Adjoint for #shadow #ty_generics #where_clause {
                type Kind = __K;
                type Value = #tangent #value;
                type Part = #tangent #of_part;
                const ACTIVE: bool = false #(|| <#types as ::retrograde::emitted::Adjoint>::ACTIVE)*;

                #[inline]
                fn get(&self) -> Self::Value {
                    #tangent { #(#members: #get,)* #marker }
                }

                #[inline]
                fn add(&self, gradient: Self::Value) {
                    let _ = &gradient;
                    #(#add;)*
                }

                #[inline]
                fn set(&self, gradient: Self::Value) {
                    let _ = &gradient;
                    #(#set;)*
                }

                #[inline]
                fn part(&self, part: usize) -> Self::Part {
                    let _ = part;
                    #tangent { #(#members: #part,)* #marker }
                }

                #[inline]
                fn add_part(&self, part: usize, gradient: Self::Part) {
                    let _ = (part, &gradient);
                    #(#add_part;)*
                }

                #[inline]
                fn set_part(&self, part: usize, gradient: Self::Part) {
                    let _ = (part, &gradient);
                    #(#set_part;)*
                }

                #[inline]
                fn mark(&self, parts: u64) {
                    let _ = parts;
                    #(::retrograde::emitted::Adjoint::mark(&self.#members, parts);)*
                }
            }

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Element for #shadow #ty_generics #where_clause {
                type Kind = __K;
                type Places = Self;

                #[inline(always)]
                fn share(elements: &mut [Self]) -> &[Self] {
                    elements
                }
            }
        }
    }

    fn tangent(&self) -> TokenStream {
        let Structure { members, tangent_types: types, tangent, .. } = self;
        let generics = self.generics_with(&quote!(__W: ::retrograde::emitted::Width));
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let definition = self.definition(tangent, "gradient", &generics, types);
        let marker = self.marker();
        let copy = Self::where_all(&generics, types, &quote!(::core::marker::Copy));
        let names = members.iter().map(|member| member.to_token_stream().to_string());
        quote! {
            #definition

            #[automatically_derived]
            impl #impl_generics ::core::clone::Clone for #tangent #ty_generics #where_clause {
                #[inline]
                fn clone(&self) -> Self {
                    #tangent { #(#members: ::core::clone::Clone::clone(&self.#members),)* #marker }
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::marker::Copy for #tangent #ty_generics #copy {}

            #[automatically_derived]
            impl #impl_generics ::core::cmp::PartialEq for #tangent #ty_generics #where_clause {
                fn eq(&self, other: &Self) -> bool {
                    let _ = other;
                    true #(&& self.#members == other.#members)*
                }
            }

            #[automatically_derived]
            impl #impl_generics ::core::fmt::Debug for #tangent #ty_generics #where_clause {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(::core::stringify!(#tangent)) #(.field(#names, &self.#members))* .finish()
                }
            }

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Zero for #tangent #ty_generics #where_clause {
                const ZERO: Self = #tangent { #(#members: ::retrograde::emitted::Zero::ZERO,)* #marker };
                const NOTHING: Self = #tangent { #(#members: ::retrograde::emitted::Zero::NOTHING,)* #marker };
            }

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Plain for #tangent #ty_generics #where_clause {}

            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Gradient for #tangent #ty_generics #where_clause {
                #[inline]
                fn plus(self, other: Self) -> Self {
                    let _ = &other;
                    #tangent {
                        #(#members: ::retrograde::emitted::Gradient::plus(self.#members, other.#members),)*
                        #marker
                    }
                }

                #[inline]
                fn negated(self) -> Self {
                    #tangent { #(#members: ::retrograde::emitted::Gradient::negated(self.#members),)* #marker }
                }
            }
        }
    }

    fn value(&self) -> TokenStream {
        let Structure { members, shadow, tangent, .. } = self;
        let marker = self.marker();
        let visits = self.each(|field| field.visit(&field.of(&quote!(&mut self)), &field.of(&quote!(shadow))));
        let zero_shadow = self.each(|field| field.zero_shadow(&field.of(&quote!(self))));
        let renew = self.each(|field| field.renew(&field.of(&quote!(self)), &field.of(&quote!(places))));
        let same_shape = self.each(|field| same_shape(&field.of(&quote!(self)), &field.of(&quote!(other))));
        let into_tangent = self.each(|field| field.tangent(&field.of(&quote!(places))));
        let lane = self.each(|field| field.lane(&field.of(&quote!(gradients))));
        let set_lane = self.each(|field| field.set_lane(&field.of(&quote!(gradients)), &field.of(&quote!(gradient))));
        self.implement(
            &self.fixed(),
            &Functions {
                zero_shadow: quote!(#shadow { #(#members: #zero_shadow,)* #marker }),
                renew: Some(quote!(#(#renew)*)),
                same_shape: quote!(true #(&& #same_shape)*),
                into_tangent: quote!(#tangent { #(#members: #into_tangent,)* #marker }),
                lane: quote!(#tangent { #(#members: #lane,)* #marker }),
                set_lane: set_lane.into_iter().collect(),
                visit: visits.into_iter().collect(),
            },
        )
    }

    /// The `impl` for the value, and whether every value has a shadow of the same shape.
    fn implement(&self, fixed: &TokenStream, functions: &Functions) -> TokenStream {
        let Structure { input, shadow, tangent, .. } = self;
        let Functions { zero_shadow, renew, same_shape, into_tangent, lane, set_lane, visit } = functions;
        let renew = renew.as_ref().map(|renew| {
            quote! {
                #[inline]
                fn renew<__W: ::retrograde::emitted::Width>(
                    &self,
                    places: &mut Self::Owned<::retrograde::emitted::On<__W>>,
                ) {
                    let _ = &places;
                    #renew
                }
            }
        });
        let name = &input.ident;
        let generics = bounded(&input.generics, &differentiable());
        let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
        let (with_kind, with_width) = (self.arguments_with(&quote!(__K)), self.arguments_with(&quote!(__W)));
        quote! {
            #[automatically_derived]
            impl #impl_generics ::retrograde::emitted::Differentiable for #name #ty_generics #where_clause {
                type Shadow<__K: ::retrograde::emitted::Kind> = #shadow #with_kind;
                type Owned<__K: ::retrograde::emitted::Kind> = #shadow #with_kind;
                type Tangent<__W: ::retrograde::emitted::Width> = #tangent #with_width;
                const FIXED: bool = #fixed;

                #[inline]
                fn zero_shadow<__K: ::retrograde::emitted::Kind>(&self) -> Self::Owned<__K> {
                    #zero_shadow
                }

                #renew

                #[inline]
                fn same_shape(&self, other: &Self) -> bool {
                    let _ = other;
                    #same_shape
                }

                #[inline]
                fn into_tangent<__W: ::retrograde::emitted::Width>(
                    places: Self::Owned<::retrograde::emitted::On<__W>>,
                ) -> Self::Tangent<__W> {
                    let _ = &places;
                    #into_tangent
                }

                #[inline]
                fn lane<__W: ::retrograde::emitted::Width>(
                    gradients: &Self::Tangent<__W>,
                    lane: usize,
                ) -> Self::Tangent<::retrograde::emitted::One> {
                    let _ = (gradients, lane);
                    #lane
                }

                #[inline]
                fn set_lane<__W: ::retrograde::emitted::Width>(
                    gradients: &mut Self::Tangent<__W>,
                    lane: usize,
                    gradient: Self::Tangent<::retrograde::emitted::One>,
                ) {
                    let _ = (&gradients, lane, &gradient);
                    #set_lane
                }

                #[inline(always)]
                fn inactive<__W: ::retrograde::emitted::Width>(
                ) -> &'static Self::Shadow<::retrograde::emitted::Off<__W>> {
                    ::retrograde::emitted::inactive_shadow()
                }

                fn visit(
                    &mut self,
                    shadow: &Self::Shadow<::retrograde::emitted::On<::retrograde::emitted::One>>,
                    visitor: &mut ::retrograde::emitted::Visitor<'_>,
                ) {
                    let _ = (shadow, &visitor);
                    #visit
                }
            }
        }
    }
}

/// The bodies of the functions in which a struct and an enum differ.
struct Functions {
    zero_shadow: TokenStream,
    renew: Option<TokenStream>,
    same_shape: TokenStream,
    into_tangent: TokenStream,
    lane: TokenStream,
    set_lane: TokenStream,
    visit: TokenStream,
}

/// The step from a value to a field.
fn step(member: &Member) -> TokenStream {
    match member {
        Member::Named(name) => {
            let name = name.to_string();
            quote!(::retrograde::emitted::Step::Field(#name))
        }
        Member::Unnamed(index) => {
            let k = index.index as usize;
            quote!(::retrograde::emitted::Step::Part(#k))
        }
    }
}

/// What a type parameter must be. A shadow owns what it holds, hence `'static`.
fn differentiable() -> [TypeParamBound; 2] {
    [parse_quote!(::retrograde::emitted::Differentiable), parse_quote!('static)]
}

/// The generics with `bounds` on every type parameter.
fn bounded(generics: &Generics, bounds: &[TypeParamBound]) -> Generics {
    let mut generics = generics.clone();
    for param in &mut generics.params {
        match param {
            GenericParam::Type(param) => {
                param.default = None;
                param.bounds.extend(bounds.iter().cloned());
            }
            GenericParam::Const(param) => param.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics
}

fn members(fields: &Fields) -> impl Iterator<Item = Member> + '_ {
    fields.iter().enumerate().map(|(k, field)| match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(k)),
    })
}

/// Replaces every lifetime by `'static`.
fn forget_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut after_quote = false;
    let forget = |token| match token {
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), forget_lifetimes(group.stream()))),
        TokenTree::Ident(name) if after_quote => {
            after_quote = false;
            TokenTree::Ident(Ident::new("static", name.span()))
        }
        TokenTree::Punct(punct) => {
            after_quote = punct.as_char() == '\'';
            TokenTree::Punct(punct)
        }
        other => other,
    };
    tokens.into_iter().map(forget).collect()
}
