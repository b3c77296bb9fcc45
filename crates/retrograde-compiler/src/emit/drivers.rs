//! The drivers of a reversible function, which users know by name, on top of what is derived from it:
//!
//! ```text
//! fn gradient_into<'s, S0: Shadow<...>, S1: Shadow<...>>(y: &mut f64, x: &[f64], y_adj: S0, x_adj: S1) -> f64
//! fn value_and_gradient(y: &mut f64, x: &[f64]) -> (f64, (f64, Vec<f64>))
//! fn gradient(y: &mut f64, x: &[f64]) -> (f64, Vec<f64>)
//! fn vjp(y: &mut f64, x: &[f64], seeds: f64) -> (f64, Vec<f64>)
//! fn jvp(y: &mut f64, x: &[f64], tangents: (f64, Vec<f64>)) -> f64
//! ```
//!
//! They take the arguments of the function and leave them as they were. Numbers are kept and put back; the rest is restored by running
//! backwards, and so up to rounding.

use super::arguments::{Argument, Arguments, Driver, JacobianParts, Together, is_list, is_scalar, seed, tuple};
use super::body::local;
use super::expr::{rt, rt_at};
use super::signature::{Signature, asks_for};
use super::{Form, Placement};
use crate::ir::{Mark, Param, Passing};
use crate::tokens::{TokenStream, quote, quote_spanned};
use syn::spanned::Spanned;

/// What is derived from a function, as far as the drivers call it.
#[derive(Debug)]
pub struct Derived<'f> {
    /// the parameters of the function
    pub params: &'f [Param],
    /// whether there is an adjoint
    pub adjoint: bool,
    /// whether there is a tangent
    pub tangent: bool,
    /// the form that needs no run of the function
    pub pull: Option<&'f Form>,
}

impl<'f> Derived<'f> {
    /// What there is among the forms of a function.
    pub fn of(forms: &'f [Form]) -> Option<Self> {
        let find = |name: &str| forms.iter().find(|form| form.name == name);
        let params = &find("inverse")?.plain.params;
        Some(Self {
            params,
            adjoint: find("adjoint").is_some(),
            tangent: find("tangent").is_some(),
            pull: find("pull"),
        })
    }
}

/// The drivers that what is derived from a function allows.
pub fn drivers(item: &syn::ItemFn, signature: &Signature, derived: &Derived<'_>) -> TokenStream {
    if !has_drivers(item, signature.placement) {
        return TokenStream::new();
    }
    let Some(arguments) = Arguments::of(item, derived.params, signature.placement) else {
        return TokenStream::new();
    };
    let drivers = Drivers { arguments: &arguments, signature, pull: derived.pull };
    let mut out = TokenStream::new();
    if derived.adjoint {
        out.extend(drivers.backwards());
    }
    if derived.tangent && arguments.outputs().next().is_some() {
        out.extend(drivers.jvp());
    }
    out
}

/// Whether there is room for drivers beside a function: a method with a visibility is in no trait's `impl`, and those of a trait are in
/// the trait.
pub fn has_drivers(item: &syn::ItemFn, placement: Placement) -> bool {
    placement != Placement::Impl || !matches!(item.vis, syn::Visibility::Inherited)
}

struct Drivers<'f> {
    arguments: &'f Arguments<'f>,
    signature: &'f Signature<'f>,
    /// the form that needs no run of the function
    pull: Option<&'f Form>,
}

impl Drivers<'_> {
    fn backwards(&self) -> TokenStream {
        if self.arguments.active().next().is_none() {
            return self.arguments.missing(&quote!(HasGradient));
        }
        let mut out = match self.meant(Mark::Loss, is_scalar) {
            Some(loss) => {
                [self.gradient_into(loss), self.value_and_gradient(loss), self.gradient(loss)].into_iter().collect()
            }
            None => self.arguments.missing(&quote!(HasLoss)),
        };
        if self.arguments.outputs().next().is_some() {
            out.extend(self.vjp());
        }
        if let Some(output) = self.meant(Mark::Output, is_list) {
            out.extend(self.jacobian(output));
        }
        out
    }

    /// The parameter with a mark, or the only one that changes and whose type is of the right sort.
    fn meant(&self, mark: Mark, like: fn(&syn::Type) -> bool) -> Option<&Argument> {
        let marked = self.arguments.all.iter().find(|argument| argument.mark == Some(mark));
        let mut others = self.arguments.outputs().filter(|argument| like(&argument.ty));
        marked.or_else(|| others.next().filter(|_| others.next().is_none()))
    }

    /// What the drivers of a loss ask for. A number that is written as such needs no asking.
    fn bounds(&self, loss: &Argument) -> Vec<TokenStream> {
        let ty = &loss.ty;
        let rt = rt_at(ty.span());
        let number = (!is_scalar(ty)).then(|| quote_spanned!(ty.span()=> #ty: #rt::Loss));
        number.into_iter().chain(self.arguments.copies()).collect()
    }

    fn gradient_into(&self, loss: &Argument) -> TokenStream {
        let (s, value) = (&self.signature.lifetime, local("value"));
        let mut generics = Vec::new();
        let (mut inputs, mut opening, mut seeds) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for (argument, shadow) in self.arguments.all.iter().zip(&self.signature.shadows) {
            if !argument.active {
                continue;
            }
            let Argument { ty, adjoint, .. } = argument;
            let rt = rt_at(ty.span());
            // What changes may carry a gradient on its way, so that it needs a place, as the loss does to start from.
            let on = (argument.passing == Passing::Exclusive).then(|| quote!(, Kind = #rt::On<#rt::One>));
            generics.push(quote_spanned!(ty.span()=> #shadow: #rt::Shadow<#s, #ty, #rt::One #on>));
            inputs.extend(quote!(#adjoint: #shadow,));
            opening.extend(quote!(let #adjoint = #rt::Shadow::into_shadow(#adjoint);));
            seeds.extend(if argument.name == loss.name {
                let seed = seed(ty);
                quote!(#rt::set(#adjoint, #seed);)
            } else {
                quote!(#rt::set(#adjoint, #rt::Zero::ZERO);)
            });
        }
        let (keep, restore) = (self.arguments.keep(Some(loss)), self.arguments.restore(Some(loss)));
        let (run, name, ty) = (self.arguments.run(), &loss.name, &loss.ty);
        let back = self.derived("adjoint", |argument| {
            let adjoint = &argument.adjoint;
            quote!(#adjoint)
        });
        let body = quote! {
            #opening
            #keep
            #run
            let #value = *#name;
            #seeds
            #back
            #restore
            #value
        };
        self.arguments.emit(Driver {
            name: "gradient_into",
            doc: "Overwrites the places that follow the arguments, one for each parameter that has a gradient, with the gradient of the \
                  loss, and returns the loss. Leaves the arguments as they were, and allocates nothing itself.",
            generics: Some((s, generics)),
            inputs,
            output: quote!(#ty),
            bounds: self.bounds(loss),
            body,
        })
    }

    fn value_and_gradient(&self, loss: &Argument) -> TokenStream {
        let (rt, value) = (rt(), local("value"));
        let Argument { name, ty, adjoint, .. } = loss;
        let gradient = self.arguments.gradient_type();
        let (places, read) = (self.arguments.places(), self.arguments.read());
        let (keep, restore) = (self.arguments.keep(Some(loss)), self.arguments.restore(Some(loss)));
        let (run, back, seed) = (self.arguments.run(), self.derived("adjoint", Argument::shadow), seed(ty));
        self.arguments.emit(Driver {
            name: "value_and_gradient",
            doc: "The loss after a run of the function, and its gradient with respect to every parameter that has one. Leaves the arguments as they \
                  were.",
            generics: None,
            inputs: TokenStream::new(),
            output: quote!((#ty, #gradient)),
            bounds: self.bounds(loss),
            // What changes may have another shape after a run, and so has its places.
            body: quote! {
                #keep
                #run
                let #value = *#name;
                #places
                #rt::set(&#adjoint, #seed);
                #back
                #restore
                (#value, #read)
            },
        })
    }

    fn gradient(&self, loss: &Argument) -> TokenStream {
        let rt = rt();
        let seeds = tuple(
            self.arguments
                .outputs()
                .map(|argument| if argument.name == loss.name { seed(&argument.ty) } else { quote!(#rt::Zero::ZERO) }),
        );
        let (vjp, names) = (self.arguments.path("vjp"), self.arguments.all.iter().map(|argument| &argument.name));
        self.arguments.emit(Driver {
            name: "gradient",
            doc: "The gradient of the loss with respect to every parameter that has one. Leaves the arguments as they were.",
            generics: None,
            inputs: TokenStream::new(),
            output: self.arguments.gradient_type(),
            bounds: self.bounds(loss),
            body: quote!(#vjp(#(#names,)* #seeds)),
        })
    }

    fn vjp(&self) -> TokenStream {
        let (rt, seeds) = (rt(), local("seeds"));
        let outputs: Vec<&Argument> = self.arguments.outputs().collect();
        let given = outputs.iter().enumerate().map(|(k, argument)| {
            let (adjoint, seed) = (&argument.adjoint, part(&seeds, k, outputs.len()));
            quote!(#rt::set(&#adjoint, #seed);)
        });
        let (places, read) = (self.arguments.places(), self.arguments.read());
        let sweep = self.sweep(&quote!(#places #(#given)*));
        let seeds_type = tuple(outputs.iter().map(|argument| argument.tangent_type()));
        self.arguments.emit(Driver {
            name: "vjp",
            doc: "Carries gradients of the `&mut` parameters after a run of the function back to every parameter that has one. Leaves \
                  the arguments as they were.",
            generics: None,
            inputs: quote!(#seeds: #seeds_type),
            output: self.arguments.gradient_type(),
            bounds: self.arguments.copies(),
            body: quote!(#sweep #read),
        })
    }

    fn jacobian(&self, output: &Argument) -> TokenStream {
        let (rt, batch) = (rt(), local("batch"));
        let Argument { name, ty, adjoint, .. } = output;
        let others = self.arguments.active().filter(|argument| argument.name != *name);
        let places: TokenStream = others.map(|argument| argument.open(Together::Rows)).collect();
        let sweep = self.sweep(&quote!(#places let #adjoint = #batch.seed::<#ty>(#name);));
        let (span, at) = (ty.span(), rt_at(ty.span()));
        // A list of something else is no mistake until its Jacobian is asked for.
        let whoever = (output.mark != Some(Mark::Output)).then(|| quote!(for<'__none>));
        self.arguments.jacobian(JacobianParts {
            doc: "The Jacobian of the output: for every parameter that has a gradient, a row for each number of the output. Leaves the \
                  arguments as they were.",
            bound: quote_spanned!(span=> #whoever #ty: #at::Output),
            batch: &batch,
            run: TokenStream::new(),
            count: quote!(<#ty as #rt::Output>::count(#name)),
            sweep,
        })
    }

    fn jvp(&self) -> TokenStream {
        let tangents = local("tangents");
        let inputs: Vec<&Argument> = self.arguments.active().collect();
        let given =
            inputs.iter().enumerate().map(|(k, argument)| argument.open_with(&part(&tangents, k, inputs.len())));
        let run = self.derived("tangent", |argument| {
            let tangent = &argument.tangent;
            quote!(&#tangent)
        });
        let (keep, restore) = (self.arguments.keep(None), self.arguments.restore(None));
        let (inverse, values) = (self.arguments.path("inverse"), self.arguments.all.iter().map(Argument::value));
        let pushed = tuple(self.arguments.outputs().map(|argument| argument.read(&argument.tangent)));
        let tangents_type = self.arguments.gradient_type();
        self.arguments.emit(Driver {
            name: "jvp",
            doc: "The tangents of the `&mut` parameters after a run of the function, from those of every parameter that has one. Leaves \
                  the arguments as they were.",
            generics: None,
            inputs: quote!(#tangents: #tangents_type),
            output: tuple(self.arguments.outputs().map(Argument::tangent_type)),
            bounds: self.arguments.copies(),
            body: quote! {
                #(#given)*
                #keep
                #run
                #inverse(#(#values),*);
                #restore
                #pushed
            },
        })
    }

    /// Carries gradients back; `places` opens and seeds them, where the values are as they are after a run.
    fn sweep(&self, places: &TokenStream) -> TokenStream {
        if let Some(pull) = self.pull {
            let back = self.arguments.path("pull");
            let passed = self.arguments.all.iter().zip(&pull.plain.params).map(|(argument, param)| {
                let asked = argument.passing != Passing::Exclusive || asks_for(&pull.plain, &param.var);
                let value = asked.then(|| argument.value()).map(|value| quote!(#value,));
                let shadow = argument.shadow();
                quote!(#value #shadow)
            });
            return quote!(#places #back(#(#passed),*););
        }
        let (keep, restore) = (self.arguments.keep(None), self.arguments.restore(None));
        let (run, back) = (self.arguments.run(), self.derived("adjoint", Argument::shadow));
        quote!(#keep #run #places #back #restore)
    }

    /// A call of what is derived from the function, with the shadows of active arguments.
    fn derived(&self, name: &str, shadow: impl Fn(&Argument) -> TokenStream) -> TokenStream {
        let (rt, function) = (rt(), self.arguments.path(name));
        let passed = self.arguments.all.iter().map(|argument| {
            let value = argument.value();
            let shadow = if argument.active { shadow(argument) } else { quote!(#rt::Inactive) };
            quote!(#value, #shadow)
        });
        quote!(#function(#(#passed),*);)
    }
}

/// Of `count` values that are passed together, the one at `k`.
pub fn part(values: &syn::Ident, k: usize, count: usize) -> TokenStream {
    let field = syn::Index::from(k);
    if count == 1 { quote!(#values) } else { quote!(#values.#field) }
}
