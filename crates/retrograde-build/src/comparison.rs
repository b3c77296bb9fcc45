//! Tests that compare the copy with the original: values bit for bit, gradients with differences of the original.

use crate::choice::Chosen;
use crate::copy::{NAME, ident};
use crate::error::{Result, error};
use crate::facade::names;
use crate::shape::{Shape, Side, path};
use crate::tree::Crate;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Tests of functions and methods.
pub fn comparison(tree: &Crate, chosen: &[Chosen]) -> Result<TokenStream> {
    let tested = chosen.iter().filter(|chosen| !chosen.choice.untested);
    let tests: Vec<TokenStream> = tested.map(|chosen| test(tree, *chosen)).collect::<Result<_>>()?;
    if tests.is_empty() {
        return Ok(TokenStream::new());
    }
    Ok(quote! {
        #[cfg(test)]
        mod comparison {
            use ::retrograde::check::{Failure, sample};

            #(#tests)*
        }
    })
}

/// A parameter of a test.
struct Argument {
    variable: syn::Ident,
    shape: Shape,
    value: TokenStream,
    ty: TokenStream,
}

impl Argument {
    /// How it is passed on: `&mut x`.
    fn passed(&self) -> TokenStream {
        let variable = &self.variable;
        match &self.shape {
            Shape::Reference { mutable: true, .. } => quote!(&mut #variable),
            Shape::Reference { mutable: false, .. } => quote!(&#variable),
            _ => quote!(#variable),
        }
    }

    /// The same value of the crate, by the same name.
    fn original(&self, tree: &Crate) -> TokenStream {
        let variable = &self.variable;
        let shape = match &self.shape {
            Shape::Reference { to, .. } => match &**to {
                Shape::Slice(inner) => Shape::Vec(inner.clone()),
                to => to.clone(),
            },
            shape => shape.clone(),
        };
        let ty = match shape {
            Shape::Own(id) => path(tree, id, Side::Original),
            _ => quote!(_),
        };
        let value = shape.converted(&quote!(#variable));
        quote!(let mut #variable: #ty = #value;)
    }
}

fn test(tree: &Crate, chosen: Chosen) -> Result<TokenStream> {
    let arguments = arguments(tree, chosen)?;
    let names_of = &chosen.choice.path;
    let test = format_ident!("{}", names_of.join("_").replace("r#", "").to_lowercase());
    let variables: Vec<_> = arguments.iter().map(|argument| &argument.variable).collect();
    let values = arguments.iter().map(|argument| &argument.value);
    let types = arguments.iter().map(|argument| &argument.ty);
    let passed: Vec<_> = arguments.iter().map(Argument::passed).collect();
    let originals = arguments.iter().map(|argument| argument.original(tree));
    let copy = ident(NAME);
    let (called, of_copy, checked) = match chosen.method {
        None => {
            let (facade, copied) = (names(names_of), names(&tree.path_of(chosen.item)));
            let facade = quote!(super #(::#facade)*);
            // The value is the crate's where it takes the same types.
            (quote!(#facade(#(#passed),*)), quote!(super::#copy #(::#copied)* (#(#passed),*)), facade)
        }
        Some(_) => {
            let (method, rest) = (names_of.last().map(|name| ident(name)), &passed[1..]);
            let first = &variables[0];
            (quote!(#first.#method(#(#rest),*)), quote!(#first.#method(#(#rest),*)), quote!(called))
        }
    };
    let is_method = chosen.method.is_some();
    let output = chosen.signature(tree).and_then(|(module, sig)| match &sig.output {
        syn::ReturnType::Type(_, ty) => {
            let ty = Shape::of(tree, module, ty, Some(chosen.item)).written(tree, Side::Copy { depth: 1 }, ty);
            Some(quote!(-> #ty))
        }
        syn::ReturnType::Default => None,
    });
    let originals = is_method.then(|| quote!(#(#originals)*));
    let wrapper = is_method.then(|| {
        quote! {
            #[::retrograde::differentiable]
            fn called(#(#variables: #types),*) #output { #of_copy }
        }
    });
    let traits = trait_of(tree, chosen);
    let shown = vec!["{:?}"; variables.len()].join(", ");
    let [differs, wrong] = ["the copy differs at", "{failure}\nat"].map(|what| format!("{what} {shown}"));
    let again = quote!(#(let mut #variables = #variables.clone();)*);
    Ok(quote! {
        #[test]
        fn #test() {
            #traits
            #wrapper
            let mut draws = 0..;
            let mut draw = |range| sample(range, draws.next().unwrap_or_default());
            let mut settled = 0;
            for k in 0..64 {
                #(let mut #variables = #values;)*
                let original = { #again #originals ::std::format!("{:?}", (#called, #(#variables),*)) };
                let copied = { #again ::std::format!("{:?}", (#of_copy, #(#variables),*)) };
                ::core::assert_eq!(original, copied, #differs, #(#variables),*);
                if k % 4 == 0 {
                    match ::retrograde::try_check_gradient!(reverse #checked(#(#passed),*)) {
                        Ok(_) => settled += 1,
                        // a kink, or a jump
                        Err(Failure::Rough { .. }) => {}
                        Err(failure) => ::core::panic!(#wrong, #(#variables),*),
                    }
                }
            }
            ::core::assert!(settled > 0, "differences settle nowhere: give the ranges of the parameters");
        }
    })
}

/// The parameters of a function, with random values.
fn arguments(tree: &Crate, chosen: Chosen) -> Result<Vec<Argument>> {
    let Some((module, sig)) = chosen.signature(tree) else { return Ok(Vec::new()) };
    let (function, ranges) = (chosen.choice.path.join("::"), &chosen.choice.ranges);
    let itself = chosen.method.map(|_| chosen.item);
    let mut known: Vec<String> = Vec::new();
    let arguments = sig.inputs.iter().enumerate().map(|(k, input)| {
        let (name, ty) = match input {
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(pat) => (pat.ident.to_string(), (*typed.ty).clone()),
                _ => (String::new(), (*typed.ty).clone()),
            },
            syn::FnArg::Receiver(receiver) => ("self".to_string(), receiver_type(receiver)),
        };
        let shape = Shape::of(tree, module, &ty, itself);
        let value = shape.drawn(tree, &name, ranges).map_err(|ty| {
            error!("no test can be made of `{function}`, since there are no random values of the type `{ty}`: say `.without_test()` and write one")
        })?;
        let ty = shape.written(tree, Side::Copy { depth: 1 }, &ty);
        known.push(name);
        Ok(Argument { variable: format_ident!("argument_{}", k), shape, value, ty })
    });
    let arguments = arguments.collect::<Result<Vec<_>>>()?;
    let own = chosen.method.is_some() || arguments.iter().any(|argument| !argument.shape.own().is_empty());
    match ranges.keys().find(|name| !own && !known.contains(name)) {
        Some(other) => Err(error!("`{function}` has no parameter `{other}`, but {}", known.join(", "))),
        None => Ok(arguments),
    }
}

fn receiver_type(receiver: &syn::Receiver) -> syn::Type {
    match &receiver.kind {
        syn::ReceiverKind::Reference(_, _, mutability) => syn::parse_quote!(& #mutability Self),
        syn::ReceiverKind::Typed(_, ty) => (**ty).clone(),
        _ => syn::parse_quote!(Self),
    }
}

/// The traits of the original and of the copy, if the method belongs to one of the crate.
fn trait_of(tree: &Crate, chosen: Chosen) -> Option<TokenStream> {
    let (id, _) = chosen.method?;
    let syn::Item::Impl(item) = &tree.item(id).syntax else { return None };
    let (of, _) = item.trait_.as_ref()?;
    let names: Vec<String> = of.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let found = tree.meaning(id.0, &names, of.leading_colon.is_some()).found;
    let id = found.into_iter().find_map(|found| match found {
        crate::names::Found::Item(id, _) => Some(id),
        _ => None,
    })?;
    let [original, copied] = [Side::Original, Side::Copy { depth: 1 }].map(|side| path(tree, id, side));
    Some(quote!(use #original as _; use #copied as _;))
}
