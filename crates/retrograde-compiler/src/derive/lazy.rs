//! What the functions of a derived `impl` do for one field. A field that holds a box of something which might hold the struct again has its
//! gradient behind a box too.

use super::{Structure, step};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::visit::{self, Visit};
use syn::{Member, Type};

/// One field of a struct or of a variant.
pub struct Field<'a> {
    member: &'a Member,
    ty: &'a Type,
    behind: bool,
}

impl Structure<'_> {
    /// Something for each field.
    pub fn each(&self, mut make: impl FnMut(Field<'_>) -> TokenStream) -> Vec<TokenStream> {
        let fields = self.members.iter().zip(&self.types).zip(&self.behind);
        fields.map(|((member, ty), behind)| make(Field { member, ty, behind: *behind })).collect()
    }

    /// What a function of `Adjoint` does with the places of each field: it may be about a `part`, and it may be given a `gradient`.
    pub fn on_places(&self, function: &str) -> Vec<TokenStream> {
        let part = function.ends_with("part").then(|| quote!(, part));
        self.each(|Field { member, behind, .. }| {
            let gradient =
                (function.starts_with("add") || function.starts_with("set")).then(|| quote!(, gradient.#member));
            let function = if behind {
                let function = format_ident!("{function}_boxed");
                quote!(LazyShadow::#function)
            } else {
                let function = format_ident!("{function}");
                quote!(Adjoint::#function)
            };
            quote!(::retrograde::emitted::#function(&self.#member #part #gradient))
        })
    }

    /// Whether every value has a shadow of the same shape. What is behind a box may be deeper.
    pub fn fixed(&self) -> TokenStream {
        let fields = self.each(|Field { ty, behind, .. }| {
            if behind { quote!(&&false) } else { quote!(&& <#ty as ::retrograde::emitted::Differentiable>::FIXED) }
        });
        quote!(true #(#fields)*)
    }
}

impl Field<'_> {
    /// The field of a value.
    pub fn of(&self, value: &TokenStream) -> TokenStream {
        let member = self.member;
        quote!(#value.#member)
    }

    /// The places for what is at `value`.
    pub fn zero_shadow(&self, value: &TokenStream) -> TokenStream {
        self.zero_shadow_at(value, &quote!(__K))
    }

    fn zero_shadow_at(&self, value: &TokenStream, kind: &TokenStream) -> TokenStream {
        let places = quote!(::retrograde::emitted::Differentiable::zero_shadow::<#kind>(&#value));
        if self.behind { quote!(::core::convert::From::from(#places)) } else { places }
    }

    /// Makes `places` those of what is at `value`.
    pub fn renew(&self, value: &TokenStream, places: &TokenStream) -> TokenStream {
        if self.behind {
            let new = self.zero_shadow_at(value, &quote!(::retrograde::emitted::On<__W>));
            quote!(#places = #new;)
        } else {
            quote!(::retrograde::emitted::Differentiable::renew::<__W>(&#value, &mut #places);)
        }
    }

    /// The gradient in `places`.
    pub fn tangent(&self, places: &TokenStream) -> TokenStream {
        let ty = self.ty;
        let into = quote!(<#ty as ::retrograde::emitted::Differentiable>::into_tangent::<__W>);
        if self.behind {
            quote!(::retrograde::emitted::Boxed::from(#places.into_held().map(#into)))
        } else {
            quote!(#into(#places))
        }
    }

    /// One lane of `gradients`.
    pub fn lane(&self, gradients: &TokenStream) -> TokenStream {
        let ty = self.ty;
        let lane = quote!(<#ty as ::retrograde::emitted::Differentiable>::lane::<__W>);
        if self.behind {
            quote!(::retrograde::emitted::Boxed::from(#gradients.held().map(|held| #lane(held, lane))))
        } else {
            quote!(#lane(&#gradients, lane))
        }
    }

    /// Replaces one lane of `gradients` by `gradient`.
    pub fn set_lane(&self, gradients: &TokenStream, gradient: &TokenStream) -> TokenStream {
        let ty = self.ty;
        let set_lane = quote!(<#ty as ::retrograde::emitted::Differentiable>::set_lane::<__W>);
        if self.behind {
            quote! {
                if #gradients.held().is_some() || #gradient.held().is_some() {
                    let gradient = #gradient.into_held().unwrap_or(::retrograde::emitted::Zero::ZERO);
                    #set_lane(&mut *#gradients, lane, gradient);
                }
            }
        } else {
            quote!(#set_lane(&mut #gradients, lane, #gradient);)
        }
    }

    /// Shows what the field holds, `value`, and its places.
    pub fn visit(&self, value: &TokenStream, places: &TokenStream) -> TokenStream {
        let step = step(self.member);
        let places = if self.behind { quote!(*#places) } else { places.clone() };
        quote! {
            visitor.at(#step, |visitor| {
                ::retrograde::emitted::Differentiable::visit(#value, ::core::borrow::Borrow::borrow(&#places), visitor);
            });
        }
    }
}

/// Whether two values have shadows of one shape.
pub fn same_shape(value: &TokenStream, other: &TokenStream) -> TokenStream {
    quote!(::retrograde::emitted::Differentiable::same_shape(&#value, &#other))
}

/// Whether a type mentions a box of a struct or an enum. Whether that holds the one that is derived cannot be seen here.
pub fn is_behind_a_box(ty: &Type) -> bool {
    /// Looks for names of types that are not among those of the standard library.
    #[derive(Default)]
    struct Look {
        boxes: usize,
        found: bool,
    }
    impl<'t> Visit<'t> for Look {
        fn visit_path_segment(&mut self, segment: &'t syn::PathSegment) {
            let boxed = segment.ident == "Box";
            self.found |= self.boxes > 0 && !boxed && is_own(&segment.ident);
            self.boxes += usize::from(boxed);
            visit::visit_path_segment(self, segment);
            self.boxes -= usize::from(boxed);
        }
    }
    let mut look = Look::default();
    look.visit_type(ty);
    look.found
}

/// Whether a name may be that of a struct or an enum of the user's.
fn is_own(name: &Ident) -> bool {
    const STANDARD: [&str; 8] = ["Vec", "Option", "Result", "String", "HashMap", "BTreeMap", "Complex", "PhantomData"];
    let name = name.to_string();
    name.starts_with(char::is_uppercase) && !STANDARD.contains(&&*name)
}
