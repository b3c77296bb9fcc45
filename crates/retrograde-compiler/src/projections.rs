//! `#[differentiable]` on an `impl` of `Index` or `Deref`: the gradient of a type has the same parts as its values, under the same names, so what leads to
//! a part of a value leads to that part of its gradient.
//!
//! ```text
//! impl Index<usize> for V { fn index(&self, i: usize) -> &f64 { match i { 0 => &self.x, .. } } }
//! impl<K: Kind> Index<usize> for VShadow<K> { .. }       // with the same body
//! ```

use crate::error::{Errors, to_compile_errors};
use crate::host::{names_in, renamed_self};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, Member};

/// What leads to a part: the trait, its method, and the type of the part.
const PROJECTIONS: [(&str, &str, &str); 2] = [("Index", "index", "Output"), ("Deref", "deref", "Target")];

/// Expands the attribute on the `impl` of such a trait; `None` if it is another.
pub fn differentiable(item: &syn::ItemImpl) -> Option<TokenStream> {
    let (path, _) = item.trait_.as_ref()?;
    let last = path.segments.last()?;
    if ["IndexMut", "DerefMut"].iter().any(|name| last.ident == name) {
        let apart = apart(item, &last.ident);
        return Some(quote!(#item #apart));
    }
    let (name, method, part) = PROJECTIONS.iter().find(|(name, ..)| last.ident == name)?;
    let of_shadow = of_shadow(item, name, method, part);
    Some(quote!(#item #of_shadow))
}

fn method_of<'i>(item: &'i syn::ItemImpl, name: &str) -> Option<&'i syn::ImplItemFn> {
    item.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(method) if method.sig.ident == name => Some(method),
        _ => None,
    })
}

fn of_shadow(item: &syn::ItemImpl, name: &str, method: &str, part: &str) -> Option<TokenStream> {
    let found = method_of(item, method)?;
    let part_type = item.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == part => Some(&ty.ty),
        _ => None,
    })?;
    let errors = Errors::new();
    let Some(shadow) = shadow_of(&item.self_ty) else {
        errors.push(item.self_ty.span(), "this can stand on the `impl` for a type of yours, by its name");
        return Some(to_compile_errors(&errors.take()));
    };
    let mut block = found.block.clone();
    project(&mut block, part_type, &errors);
    let mistakes = errors.take();
    if !mistakes.is_empty() {
        return Some(to_compile_errors(&mistakes));
    }
    let mut generics = item.generics.clone();
    let bounds: Vec<syn::WherePredicate> = generics
        .type_params()
        .map(|param| &param.ident)
        .map(|ty| syn::parse_quote!(#ty: ::retrograde::emitted::Differentiable))
        .collect();
    if !bounds.is_empty() {
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics.params.push(syn::parse_quote!(__K: ::retrograde::emitted::Kind));
    let (parameters, _, bounds) = generics.split_for_impl();
    let (name, part) = (Ident::new(name, found.sig.ident.span()), format_ident!("{part}"));
    let arguments = item.trait_.as_ref().and_then(|(path, _)| path.segments.last()).map(|last| &last.arguments);
    let method = &found.sig.ident;
    let rest = found.sig.inputs.iter().skip(1);
    // A list by another name.
    let is_list = match part_type {
        syn::Type::Slice(_) | syn::Type::Array(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Vec"),
        _ => false,
    };
    let elements = (name == "Deref").then(|| hides_nothing(item, is_list));
    Some(quote! {
        #elements
        #[allow(unused, clippy::all, clippy::pedantic)]
        impl #parameters ::core::ops::#name #arguments for #shadow #bounds {
            type #part = <#part_type as ::retrograde::emitted::Differentiable>::Shadow<__K>;
            #[inline]
            fn #method(&self, #(#rest),*) -> &Self::#part #block
        }
    })
}

/// What leads to another has no index of its own, of which the gradient would know nothing, and what leads to a list is one: rustc is asked
/// whether it has methods of its own that hide those of lists.
fn hides_nothing(item: &syn::ItemImpl, is_list: bool) -> TokenStream {
    let ((parameters, _, bounds), ty) = (item.generics.split_for_impl(), &item.self_ty);
    let (rt, at) = (quote!(::retrograde::emitted), ty.span());
    let list = Ident::new("list", at);
    let is_list = is_list.then(|| {
        let found = OF_LISTS.iter().map(|(method, arity)| {
            let (method, zeros) = (Ident::new(method, at), (0..*arity).map(|_| quote!(0)));
            quote_spanned!(at=> #rt::found_behind(#list.#method(#(#zeros),*));)
        });
        let impls = quote! {
            impl #parameters ::retrograde::DistinctElements for #ty #bounds {}
            impl #parameters #rt::ListMethods for #ty #bounds {}
            impl #parameters #rt::OfLists for #ty #bounds {}
        };
        (impls, quote!(#(#found)*))
    });
    let (impls, found) = is_list.unwrap_or_default();
    let own = quote_spanned!(at=> #rt::found_behind(#list.index(())); #rt::found_behind(#list.into_iter()););
    quote! {
        #impls
        impl #parameters #rt::HidesNothing for #ty #bounds {}
        const _: () = {
            #[allow(unused, clippy::all, clippy::pedantic)]
            fn check #parameters (#list: &mut #ty) #bounds {
                use ::core::ops::Index as _;
                use #rt::{HidesNothing as _, OfLists as _};
                #found
                #own
            }
        };
    }
}

/// The methods of lists that `OfLists` of the library has, with the number of their arguments.
const OF_LISTS: [(&str, usize); 16] = [
    ("len", 0),
    ("is_empty", 0),
    ("iter", 0),
    ("first", 0),
    ("last", 0),
    ("iter_mut", 0),
    ("first_mut", 0),
    ("last_mut", 0),
    ("chunks", 1),
    ("chunks_exact", 1),
    ("windows", 1),
    ("get", 1),
    ("chunks_mut", 1),
    ("chunks_exact_mut", 1),
    ("get_mut", 1),
    ("swap", 2),
];

/// The type of the gradients of a type: the derive gives it this name, and one more parameter.
fn shadow_of(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let mut path = path.clone();
    let last = path.path.segments.last_mut()?;
    last.ident = format_ident!("{}Shadow", last.ident, span = last.ident.span());
    let arguments = match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().cloned().collect(),
        _ => Vec::new(),
    };
    let arguments = arguments.iter().filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)));
    last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(<#(#arguments,)* __K>));
    Some(syn::Type::Path(path))
}

/// Makes a body that gives a reference to a part give one to the places of its gradient.
fn project(block: &mut Block, part: &syn::Type, errors: &Errors) {
    match block.stmts.last_mut() {
        Some(syn::Stmt::Expr(tail, None)) => project_value(tail, part, errors),
        _ => errors.push(block.span(), NO_PLACE),
    }
    let before = block.stmts.len().saturating_sub(1);
    refuse_values(&block.stmts[..before].iter().map(ToTokens::to_token_stream).collect(), errors);
}

const NO_PLACE: &str = "the place must be written where it is given, `&self.x`, alone or in the arms of `match` or `if`, so that the gradient \
                        has the same";

fn project_value(value: &mut Expr, part: &syn::Type, errors: &Errors) {
    match value {
        Expr::Reference(reference) => {
            refuse_values(&indices(&reference.expr).into_iter().map(ToTokens::to_token_stream).collect(), errors);
            let place = &reference.expr;
            *value = syn::parse_quote!(::retrograde::emitted::along::<#part, __K>(&#place));
        }
        Expr::Match(choice) => {
            refuse_values(&choice.expr.to_token_stream(), errors);
            for arm in &mut choice.arms {
                refuse_values(&arm.pat.to_token_stream(), errors);
                project_value(&mut arm.body, part, errors);
            }
        }
        Expr::If(choice) => {
            refuse_values(&choice.cond.to_token_stream(), errors);
            project(&mut choice.then_branch, part, errors);
            match &mut choice.else_branch {
                Some((_, other)) => project_value(other, part, errors),
                None => errors.push(choice.span(), NO_PLACE),
            }
        }
        Expr::Block(inner) => project(&mut inner.block, part, errors),
        Expr::Paren(inner) => project_value(&mut inner.expr, part, errors),
        // What never gives a value.
        Expr::Macro(_) => {}
        other => errors.push(other.span(), NO_PLACE),
    }
}

/// The indices on the way to a place.
fn indices(place: &Expr) -> Vec<&Expr> {
    match place {
        Expr::Index(index) => {
            let mut found = indices(&index.expr);
            found.push(&index.index);
            found
        }
        Expr::Field(field) => indices(&field.base),
        Expr::Paren(inner) => indices(&inner.expr),
        Expr::Path(_) => Vec::new(),
        Expr::Unary(inner) => indices(&inner.expr),
        other => vec![other],
    }
}

/// The gradient of a value does not hold the value.
fn refuse_values(code: &TokenStream, errors: &Errors) {
    if names_in(code.clone()).has("self") {
        let message = "where a part is may not depend on what `self` holds, of which its gradient knows nothing: leave the attribute out here, and \
                       write the place out where it is used, `m.data[i * m.columns + j]`";
        errors.push(code.span(), message);
    }
}

/// Different indices that lead to different places, as far as that can be seen, make elements of their own.
fn apart(item: &syn::ItemImpl, name: &Ident) -> Option<TokenStream> {
    if name != "IndexMut" {
        return None;
    }
    let method = method_of(item, "index_mut")?;
    let syn::FnArg::Typed(index) = method.sig.inputs.iter().nth(1)? else { return None };
    let [syn::Stmt::Expr(tail, None)] = &method.block.stmts[..] else { return None };
    if !are_apart(&index.pat, tail) {
        return None;
    }
    let ((parameters, _, bounds), ty) = (item.generics.split_for_impl(), &item.self_ty);
    let this = Ident::new("this", ty.span());
    let asked = indexed(tail).into_iter().map(|list| {
        let list = renamed_self(list.to_token_stream(), &this);
        quote_spanned!(list.span()=> ::retrograde::emitted::has_elements(|| &#list);)
    });
    Some(quote! {
        impl #parameters ::retrograde::DistinctElements for #ty #bounds {}
        const _: () = {
            #[allow(unused, clippy::all, clippy::pedantic)]
            fn check #parameters (#this: &#ty) #bounds {
                #(#asked)*
            }
        };
    })
}

/// What is indexed on the way to a place, each with any index in it.
fn indexed(place: &Expr) -> Vec<Expr> {
    match place {
        Expr::Reference(reference) => indexed(&reference.expr),
        Expr::Index(index) => {
            let mut found = indexed(&index.expr);
            let mut list = (*index.expr).clone();
            if let Expr::Index(inner) = &mut list {
                *inner.index = syn::parse_quote!(::retrograde::emitted::any_index());
            }
            found.push(list);
            found
        }
        Expr::Field(field) => indexed(&field.base),
        Expr::Paren(inner) => indexed(&inner.expr),
        _ => Vec::new(),
    }
}

fn are_apart(index: &syn::Pat, tail: &Expr) -> bool {
    match tail {
        Expr::Match(choice) => {
            let named = matches!(&*choice.expr, Expr::Path(path) if index.to_token_stream().to_string() == path.to_token_stream().to_string());
            let arms: Option<Vec<_>> = choice.arms.iter().map(literal_arm).collect();
            let Some(arms) = arms else { return false };
            let mut fields: Vec<String> = arms.into_iter().filter(|field| !field.is_empty()).collect();
            let all = fields.len();
            fields.sort();
            fields.dedup();
            named && fields.len() == all
        }
        Expr::Reference(reference) => {
            let indices: Vec<String> =
                indices(&reference.expr).into_iter().map(|index| index.to_token_stream().to_string()).collect();
            let names: Vec<String> = match index {
                syn::Pat::Tuple(parts) => parts.elems.iter().map(|part| part.to_token_stream().to_string()).collect(),
                one => vec![one.to_token_stream().to_string()],
            };
            indices == names
        }
        _ => false,
    }
}

/// The field that an arm of literals leads to; no name if the arm gives nothing.
fn literal_arm(arm: &syn::Arm) -> Option<String> {
    let literal = |pat: &syn::Pat| matches!(pat, syn::Pat::Lit(_));
    match (&arm.pat, &*arm.body) {
        (pat, Expr::Reference(reference)) if literal(pat) => match &*reference.expr {
            Expr::Field(field) if field.base.to_token_stream().to_string() == "self" => Some(member(&field.member)),
            _ => None,
        },
        (_, Expr::Macro(_)) => Some(String::new()),
        _ => None,
    }
}

fn member(member: &Member) -> String {
    member.to_token_stream().to_string()
}
