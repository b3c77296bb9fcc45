//! The drivers of an ordinary function, on top of its pullback and its tangent.

use super::arguments::{Argument, Arguments, Driver, JacobianParts, assumed, is_list, is_scalar};
use super::body::local;
use super::drivers::part;
use super::expr::{rt, rt_at};
use super::{Home, signature::Signature};
use crate::ir::{Function, Passing};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// The drivers of a function that returns an `output`.
pub fn drivers(item: &syn::ItemFn, function: &Function, output: &syn::Type, tangent: bool, home: Home) -> TokenStream {
    let Some(arguments) = Arguments::of(item, &function.params, home) else { return TokenStream::new() };
    if arguments.active().next().is_none() {
        return arguments.missing(&quote!(HasGradient));
    }
    let signature = Signature::of(&item.sig, home);
    let drivers = Drivers { arguments: &arguments, signature: &signature, output };
    let mut out = if is_scalar(output) {
        [drivers.value_and_gradient(), drivers.gradient(), drivers.gradient_into()].into_iter().collect()
    } else {
        arguments.missing(&quote!(ReturnsNumber))
    };
    out.extend(drivers.vjp());
    if is_list(output) {
        out.extend(drivers.jacobian());
    }
    if tangent {
        out.extend(drivers.jvp());
    }
    out
}

struct Drivers<'f> {
    arguments: &'f Arguments<'f>,
    signature: &'f Signature<'f>,
    output: &'f syn::Type,
}

impl Drivers<'_> {
    fn value_and_gradient(&self) -> TokenStream {
        let (rt, output, gradient) = (rt(), self.output, self.arguments.gradient_type());
        let (places, read, value) = (self.arguments.places(), self.arguments.read(), local("value"));
        let (run, back) =
            (self.run(&quote!(#rt::One)), self.back(&quote!(<#output as #rt::Loss>::SEED), &quote!(#rt::One)));
        self.arguments.emit(Driver {
            name: "value_and_gradient",
            doc: "The value and the gradient by every parameter that has one.",
            generics: Vec::new(),
            inputs: TokenStream::new(),
            output: quote!((#output, #gradient)),
            bounds: Vec::new(),
            body: quote!(#places #run #back (#value, #read)),
        })
    }

    fn gradient(&self) -> TokenStream {
        let (both, names) =
            (self.arguments.path("value_and_gradient"), self.arguments.all.iter().map(|argument| &argument.name));
        self.arguments.emit(Driver {
            name: "gradient",
            doc: "The gradient by every parameter that has one.",
            generics: Vec::new(),
            inputs: TokenStream::new(),
            output: self.arguments.gradient_type(),
            bounds: Vec::new(),
            body: quote!(#both(#(#names),*).1),
        })
    }

    fn gradient_into(&self) -> TokenStream {
        let (rt, s, value, backward) = (rt(), &self.signature.lifetime, local("value"), local("backward"));
        let mut generics = vec![syn::parse_quote!(#s)];
        let (mut inputs, mut opening) = (TokenStream::new(), TokenStream::new());
        let mut kinds = Vec::new();
        for (argument, shadow) in self.arguments.all.iter().zip(&self.signature.shadows) {
            let Argument { ty, adjoint, active, .. } = argument;
            if !active {
                kinds.push(quote!(#rt::Off::<#rt::One>));
                continue;
            }
            let rt = rt_at(ty.span());
            generics.push(syn::parse_quote_spanned!(ty.span()=> #shadow: #rt::Shadow<#s, #ty, #rt::One>));
            inputs.extend(quote!(#adjoint: #shadow,));
            opening.extend(quote!(let #adjoint = #rt::Shadow::into_shadow(#adjoint);));
            opening.extend(quote!(#rt::set(#adjoint, #rt::Zero::ZERO);));
            kinds.push(quote!(#shadow::Kind));
        }
        let (names, passed) = (
            self.arguments.all.iter().map(taken),
            self.passed(&quote!(#rt::One), |argument| argument.adjoint.to_token_stream()),
        );
        let (output, pullback) = (self.output, self.arguments.path("pullback"));
        self.arguments.emit(Driver {
            name: "gradient_into",
            doc: "Overwrites the places that follow the arguments, one for each parameter that has a gradient, with the gradient, and \
                  returns the value. Allocates nothing but the tape, if there is one.",
            generics,
            inputs,
            output: quote!(#output),
            bounds: Vec::new(),
            body: quote! {
                #opening
                let (#value, #backward) = #pullback(#(#names, ::core::marker::PhantomData::<#kinds>),*);
                #backward(<#output as #rt::Loss>::SEED, #passed);
                #value
            },
        })
    }

    fn vjp(&self) -> TokenStream {
        let (rt, output, seed) = (rt_at(self.output.span()), self.output, local("seed"));
        let (places, read) = (self.arguments.places(), self.arguments.read());
        let (run, back) = (self.run(&quote!(#rt::One)), self.back(&quote!(#seed), &quote!(#rt::One)));
        self.arguments.emit(Driver {
            name: "vjp",
            doc: "Carries a gradient of the value back to every parameter that has one.",
            generics: Vec::new(),
            inputs: quote_spanned!(output.span()=> #seed: #rt::TangentOf<#output, #rt::One>),
            output: self.arguments.gradient_type(),
            bounds: assumed(output).into_iter().collect(),
            body: quote!(#places #run #back #read),
        })
    }

    fn jacobian(&self) -> TokenStream {
        let (rt, output, batch, value, seed) = (rt(), self.output, local("batch"), local("value"), local("seed"));
        let width = quote!(#rt::Many<{ #rt::ROWS }>);
        let places: TokenStream = self.arguments.active().map(|argument| argument.open(&width)).collect();
        let (run, back) = (self.run_copies(&width), self.back(&quote!(#rt::get(&#seed)), &width));
        let at = rt_at(output.span());
        self.arguments.jacobian(JacobianParts {
            doc: "The Jacobian: for every parameter that has a gradient, a row for each number of the value.",
            // A list of something else is no mistake until its Jacobian is asked for.
            bound: quote_spanned!(output.span()=> for<'__none> #output: #at::Output),
            batch: &batch,
            run,
            count: quote!(#rt::Output::count(&#value)),
            sweep: quote!(#places let #seed = #batch.seed::<#output>(&#value); #back),
        })
    }

    fn jvp(&self) -> TokenStream {
        let (rt, tangents, output) = (rt_at(self.output.span()), local("tangents"), self.output);
        let inputs: Vec<&Argument> = self.arguments.active().collect();
        let given = inputs.iter().enumerate().map(|(k, argument)| {
            let (tangent, place) = (&argument.tangent, argument.zero(&quote!(#rt::One)));
            let given = part(&tangents, k, inputs.len());
            quote!(let #tangent = #place; #rt::set(&#tangent, #given);)
        });
        let passed = self.arguments.all.iter().map(|Argument { name, tangent, active, .. }| {
            let shadow = if *active { quote!(&#tangent) } else { quote!(#rt::Inactive) };
            quote!(#name, #shadow)
        });
        let (tangents_type, pushed) = (self.arguments.gradient_type(), self.arguments.path("tangent"));
        self.arguments.emit(Driver {
            name: "jvp",
            doc: "The tangent of the value, from those of every parameter that has one.",
            generics: Vec::new(),
            inputs: quote!(#tangents: #tangents_type),
            output: quote_spanned!(output.span()=> #rt::TangentOf<#output, #rt::One>),
            bounds: assumed(output).into_iter().collect(),
            body: quote!(#(#given)* #pushed(#(#passed),*).1),
        })
    }

    /// The forward run.
    fn run(&self, width: &TokenStream) -> TokenStream {
        self.run_with(width, taken)
    }

    /// The forward run, after which the arguments are still there.
    fn run_copies(&self, width: &TokenStream) -> TokenStream {
        self.run_with(width, Argument::value)
    }

    fn run_with(&self, width: &TokenStream, value_of: impl Fn(&Argument) -> TokenStream) -> TokenStream {
        let (rt, value, backward) = (rt(), local("value"), local("backward"));
        let pullback = self.arguments.path("pullback");
        let passed = self.arguments.all.iter().map(|argument| {
            let (passed, kind) = (value_of(argument), if argument.active { quote!(On) } else { quote!(Off) });
            quote!(#passed, ::core::marker::PhantomData::<#rt::#kind<#width>>)
        });
        quote!(let (#value, #backward) = #pullback(#(#passed),*);)
    }

    /// The backward run, into the arguments' places.
    fn back(&self, seed: &TokenStream, width: &TokenStream) -> TokenStream {
        let backward = local("backward");
        let passed = self.passed(width, |argument| {
            let adjoint = &argument.adjoint;
            quote!(::core::borrow::Borrow::borrow(&#adjoint))
        });
        quote!(#backward(#seed, #passed);)
    }

    /// What a backward run is given: what was passed by reference again, and shadows.
    fn passed(&self, width: &TokenStream, shadow: impl Fn(&Argument) -> TokenStream) -> TokenStream {
        let rt = rt();
        let passed = self.arguments.all.iter().map(|argument| {
            let (name, ty) = (&argument.name, &argument.ty);
            let again = match argument.passing {
                Passing::Value if argument.is_receiver() => Some(quote!(&#name,)),
                Passing::Shared => Some(quote!(#name,)),
                _ => None,
            };
            let shadow = if argument.active {
                shadow(argument)
            } else {
                quote!(<#ty as #rt::Differentiable>::inactive::<#width>())
            };
            quote!(#again #shadow)
        });
        quote!(#(#passed),*)
    }
}

/// An argument as the forward run takes it. A receiver is lent to the way back.
fn taken(argument: &Argument) -> TokenStream {
    match argument.passing {
        Passing::Value if argument.is_receiver() => argument.value(),
        _ => argument.name.to_token_stream(),
    }
}
