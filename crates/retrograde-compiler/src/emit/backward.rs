//! The drivers of an ordinary function, on top of its pullback and its tangent.

use super::arguments::{
    Argument, Arguments, Driver, JacobianParts, Together, assumed, gradient_type, is_known, is_list, is_scalar, seed,
    tuple,
};
use super::body::local;
use super::drivers::part;
use super::expr::{rt, rt_at};
use super::{Placement, signature::Signature};
use crate::host::{is_unit, own_type};
use crate::ir::{Function, Mark, Passing};
use crate::numbers::is_number;
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use syn::spanned::Spanned;

/// What is derived from a function beside its pullback.
#[derive(Clone, Copy, Debug)]
pub struct Derived {
    /// whether there is a tangent
    pub tangent: bool,
    /// whether there is a run for a gradient that is known before
    pub fused: bool,
}

/// The drivers of a function that returns an `output`.
pub fn drivers(
    item: &syn::ItemFn,
    function: &Function,
    output: &syn::Type,
    derived: Derived,
    placement: Placement,
) -> TokenStream {
    let Some(arguments) = Arguments::of(item, &function.params, placement) else { return TokenStream::new() };
    if arguments.active().next().is_none() {
        return arguments.missing(&quote!(HasGradient));
    }
    let signature = Signature::of(&item.sig, placement);
    let drivers = Drivers { arguments: &arguments, signature: &signature, output, fused: derived.fused };
    let mut out = match drivers.goal() {
        Some(goal) => {
            let goal = &goal;
            let all = [drivers.value_and_gradient(goal), drivers.gradient(goal), drivers.gradient_into(goal)];
            all.into_iter().collect()
        }
        None if is_unit(output) => arguments.missing(&quote!(HasLoss)),
        None => arguments.missing(&quote!(ReturnsNumber)),
    };
    out.extend(drivers.vjp());
    if is_list(output) {
        out.extend(drivers.jacobian());
    } else if is_unit(output) {
        out.extend(drivers.changed().map(|changed| drivers.jacobian_of(changed)));
    }
    if derived.tangent {
        out.extend(drivers.jvp());
    }
    out
}

/// What a gradient is that of.
struct Goal {
    /// its type
    ty: syn::Type,
    /// its value after a run
    value: TokenStream,
    /// the gradient that the value of the function starts with
    seed: TokenStream,
    /// what changes and is meant, if it is not the value of the function
    changed: Option<syn::Ident>,
    /// what is asked of the type
    bounds: Vec<TokenStream>,
}

impl Goal {
    /// Puts the gradient that it starts with at its place. `borrow` makes a reference of the name of the place.
    fn set(&self, borrow: &TokenStream) -> Option<TokenStream> {
        let (rt, seed, adjoint) = (rt(), seed(&self.ty), self.changed.as_ref()?);
        Some(quote!(#rt::set(#borrow #adjoint, #seed);))
    }
}

struct Drivers<'f> {
    arguments: &'f Arguments<'f>,
    signature: &'f Signature<'f>,
    output: &'f syn::Type,
    /// whether there is a run for a gradient that is known before
    fused: bool,
}

impl Drivers<'_> {
    /// The number that is returned; or of a function that returns nothing, the one marked `#[loss]`, or the only one that changes.
    fn goal(&self) -> Option<Goal> {
        let (rt, output) = (rt(), self.output);
        let (named, generic) = (self.may_be_scalar(), is_number(output, &self.arguments.item.sig.generics));
        if is_scalar(output) || named || generic {
            let (value, seed) = (local("value").to_token_stream(), seed(output));
            let at = rt_at(output.span());
            let number = named.then(|| quote_spanned!(output.span()=> for<'__none> #output: #at::ReturnsNumber));
            let bounds = number.into_iter().collect();
            return Some(Goal { ty: output.clone(), value, seed, changed: None, bounds });
        }
        if !is_unit(output) {
            return None;
        }
        let marked = self.arguments.all.iter().find(|argument| argument.mark == Some(Mark::Loss));
        let mut others = self.arguments.outputs().filter(|argument| is_scalar(&argument.ty));
        let loss = marked.or_else(|| others.next().filter(|_| others.next().is_none()))?;
        let Argument { name, ty, adjoint, .. } = loss;
        let at = rt_at(ty.span());
        let number = (!is_scalar(ty)).then(|| quote_spanned!(ty.span()=> #ty: #at::Loss));
        Some(Goal {
            ty: ty.clone(),
            value: quote!(*#name),
            seed: quote!(#rt::Zero::ZERO),
            changed: Some(adjoint.clone()),
            bounds: number.into_iter().collect(),
        })
    }

    /// Whether what is returned may be a float by another name, `type Real = f64`.
    fn may_be_scalar(&self) -> bool {
        let plain = |path: &syn::Path| path.segments.iter().all(|segment| segment.arguments.is_none());
        let generics = &self.arguments.item.sig.generics;
        self.arguments.placement == Placement::Module
            && generics.params.is_empty()
            && matches!(self.output, syn::Type::Path(path) if plain(&path.path))
            && own_type(self.output, &[])
    }

    fn value_and_gradient(&self, goal: &Goal) -> TokenStream {
        let (gradient, loss) = (self.arguments.gradient_type(), local("loss"));
        let (places, read) = (self.arguments.places(), self.arguments.read());
        let Goal { ty, bounds, .. } = goal;
        let set = goal.set(&quote!(&));
        let sweeps = if self.fused {
            let run = self.fused(&goal.seed, &self.kinds(), borrowed);
            quote!(let #loss = #run;)
        } else {
            let (run, back) = (self.run(Together::One), self.back(&goal.seed, Together::One));
            let value = &goal.value;
            quote!(#run let #loss = #value; #back)
        };
        self.arguments.emit(Driver {
            name: "value_and_gradient",
            doc: "The value and the gradient with respect to every parameter that has one.",
            generics: None,
            inputs: TokenStream::new(),
            output: quote!((#ty, #gradient)),
            bounds: bounds.clone(),
            body: quote!(#places #set #sweeps (#loss, #read)),
        })
    }

    fn gradient(&self, goal: &Goal) -> TokenStream {
        let (both, names) =
            (self.arguments.path("value_and_gradient"), self.arguments.all.iter().map(|argument| &argument.name));
        self.arguments.emit(Driver {
            name: "gradient",
            doc: "The gradient with respect to every parameter that has one.",
            generics: None,
            inputs: TokenStream::new(),
            output: self.arguments.gradient_type(),
            bounds: goal.bounds.clone(),
            body: quote!(#both(#(#names),*).1),
        })
    }

    fn gradient_into(&self, goal: &Goal) -> TokenStream {
        let (rt, s, value, backward) = (rt(), &self.signature.lifetime, local("value"), local("backward"));
        let mut generics = Vec::new();
        let (mut inputs, mut opening) = (TokenStream::new(), TokenStream::new());
        let mut kinds = Vec::new();
        for (argument, shadow) in self.arguments.all.iter().zip(&self.signature.shadows) {
            let Argument { ty, adjoint, active, .. } = argument;
            if !active {
                let kind = if argument.callable.is_some() { quote!(On) } else { quote!(Off) };
                kinds.push(quote!(#rt::#kind::<#rt::One>));
                continue;
            }
            let rt = rt_at(ty.span());
            // What changes may carry a gradient on its way, so that it needs a place.
            let on = (argument.passing == Passing::Exclusive).then(|| quote!(, Kind = #rt::On<#rt::One>));
            generics.push(quote_spanned!(ty.span()=> #shadow: #rt::Shadow<#s, #ty, #rt::One #on>));
            inputs.extend(quote!(#adjoint: #shadow,));
            opening.extend(quote!(let #adjoint = #rt::Shadow::into_shadow(#adjoint);));
            opening.extend(quote!(#rt::set(#adjoint, #rt::Zero::ZERO);));
            kinds.push(quote!(#shadow::Kind));
        }
        let (names, passed) = (
            self.arguments.all.iter().map(taken),
            self.passed(Together::One, |argument| argument.adjoint.to_token_stream()),
        );
        let (pullback, loss) = (self.arguments.path("pullback"), local("loss"));
        let codes = self.arguments.all.iter().map(|argument| argument.pulled(&Together::One.width()));
        let Goal { ty, value: found, seed, bounds, .. } = goal;
        let set = goal.set(&TokenStream::new());
        self.arguments.emit(Driver {
            name: "gradient_into",
            doc: "Overwrites the places that follow the arguments, one for each parameter that has a gradient, with the gradient, and \
                  returns the value. Allocates nothing but the tape, if there is one.",
            generics: Some((s, generics)),
            inputs,
            output: quote!(#ty),
            bounds: bounds.clone(),
            body: if self.fused {
                let run = self.fused(seed, &kinds, |argument| argument.adjoint.to_token_stream());
                quote!(#opening #run)
            } else {
                quote! {
                    #opening
                    #set
                    let (#value, #backward) = #pullback(#(#names, #rt::PhantomData::<#kinds> #codes),*);
                    let #loss = #found;
                    #backward(#seed, #passed);
                    #loss
                }
            },
        })
    }

    fn vjp(&self) -> TokenStream {
        let (rt, output, seed) = (rt_at(self.output.span()), self.output, local("seed"));
        let (places, read) = (self.arguments.places(), self.arguments.read());
        let types = self.results();
        let of_value = if is_unit(output) { quote!(#rt::Zero::ZERO) } else { part(&seed, 0, types.len()) };
        let sweeps = if self.fused {
            let run = self.fused(&of_value, &self.kinds(), borrowed);
            quote!(#run;)
        } else {
            let (run, back) = (self.run(Together::One), self.back(&of_value, Together::One));
            quote!(#run #back)
        };
        let first = types.len() - self.arguments.outputs().count();
        let given = self.arguments.outputs().enumerate().map(|(k, argument)| {
            let (adjoint, seed) = (&argument.adjoint, part(&seed, first + k, types.len()));
            quote!(#rt::set(&#adjoint, #seed);)
        });
        let (given, seeds) = (given.collect::<TokenStream>(), tuple(types.iter()));
        self.arguments.emit(Driver {
            name: "vjp",
            doc: "Carries a gradient of the value, and of every `&mut` parameter after a run, back to every parameter that has one.",
            generics: None,
            inputs: quote!(#seed: #seeds),
            output: self.arguments.gradient_type(),
            bounds: self.assumed(),
            body: quote!(#places #given #sweeps #read),
        })
    }

    fn jacobian(&self) -> TokenStream {
        let (rt, output, batch, value, seed) = (rt(), self.output, local("batch"), local("value"), local("seed"));
        let places: TokenStream = self.arguments.active().map(|argument| argument.open(Together::Rows)).collect();
        let (run, back) = (self.run_copies(Together::Rows), self.back(&quote!(#rt::get(&#seed)), Together::Rows));
        let at = rt_at(output.span());
        let seeded = quote!(let #seed = #batch.seed::<#output>(&#value); #back);
        let count = quote!(#rt::Output::count(&#value));
        // The way back restores what changes, and so is run once after each run.
        let (run, sweep) = if self.arguments.all.iter().any(|argument| argument.passing == Passing::Exclusive) {
            let (keep, restore, once) = (self.arguments.copy(), self.arguments.put_back(), self.arguments.run());
            (quote!(#keep let #value = #once #restore), quote!(#places #run #seeded))
        } else {
            (run, quote!(#places #seeded))
        };
        self.arguments.jacobian(JacobianParts {
            doc: "The Jacobian: for every parameter that has a gradient, a row for each number of the value.",
            // A list of something else is no mistake until its Jacobian is asked for.
            bound: quote_spanned!(output.span()=> for<'__none> #output: #at::Output),
            batch: &batch,
            run,
            count,
            sweep,
        })
    }

    /// What changes in a function that returns nothing: the list marked `#[output]`, or the only one.
    fn changed(&self) -> Option<&Argument> {
        let marked = self.arguments.outputs().find(|argument| argument.mark == Some(Mark::Output));
        let mut others = self.arguments.outputs().filter(|argument| is_list(&argument.ty));
        marked.or_else(|| others.next().filter(|_| others.next().is_none()))
    }

    /// The Jacobian of what changes. The way back restores it, and so is run once after each run.
    fn jacobian_of(&self, changed: &Argument) -> TokenStream {
        let (rt, batch, Argument { name, ty, adjoint, .. }) = (rt(), local("batch"), changed);
        let others = self.arguments.active().filter(|argument| argument.name != *name);
        let places: TokenStream = others.map(|argument| argument.open(Together::Rows)).collect();
        let (run, back) = (self.run_copies(Together::Rows), self.back(&quote!(#rt::Zero::ZERO), Together::Rows));
        let at = rt_at(ty.span());
        self.arguments.jacobian(JacobianParts {
            doc: "The Jacobian: for every parameter that has a gradient, a row for each number of what changes.",
            bound: quote_spanned!(ty.span()=> for<'__none> #ty: #at::Output),
            batch: &batch,
            run: TokenStream::new(),
            count: quote!(#rt::Output::count(&*#name)),
            sweep: quote!(#places let #adjoint = #batch.seed::<#ty>(&*#name); #run #back),
        })
    }

    fn jvp(&self) -> TokenStream {
        let (rt, tangents, output) = (rt_at(self.output.span()), local("tangents"), self.output);
        let inputs: Vec<&Argument> = self.arguments.active().collect();
        let given =
            inputs.iter().enumerate().map(|(k, argument)| argument.open_with(&part(&tangents, k, inputs.len())));
        let passed = self.arguments.all.iter().map(|argument| {
            let (Argument { name, tangent, active, .. }, code) = (argument, argument.pushed());
            if code.is_some() {
                return quote!(&(), &#rt::Zero::ZERO, #rt::ON #code);
            }
            let shadow = if *active { quote!(&#tangent) } else { quote!(#rt::Inactive) };
            let lent = (argument.passing == Passing::Value && argument.is_receiver()).then(|| quote!(&));
            quote!(#lent #name, #shadow)
        });
        let functions = self.arguments.all.iter().filter_map(|argument| {
            let callable = argument.callable.as_ref()?;
            let (ty, inputs) = (&argument.written, callable.inputs.iter().map(ToRust::rust));
            Some(quote!(#ty: #rt::DifferentiableTangent<(#(#inputs,)*)>))
        });
        let functions: Vec<TokenStream> = functions.collect();
        let (tangents_type, pushed) = (self.arguments.gradient_type(), self.arguments.path("tangent"));
        let (call, value) = (quote!(#pushed(#(#passed),*).1), local("value"));
        let body = if self.arguments.outputs().next().is_none() {
            quote!(#(#given)* #call)
        } else {
            let (keep, restore) = (self.arguments.copy(), self.arguments.put_back());
            let value = (!is_unit(output)).then(|| value.to_token_stream());
            let pushed = self.arguments.outputs().map(|argument| argument.read(&argument.tangent));
            let results = tuple(value.into_iter().chain(pushed));
            let value = local("value");
            quote!(#(#given)* #keep let #value = #call; #restore #results)
        };
        self.arguments.emit(Driver {
            name: "jvp",
            doc: "The tangent of the value, and of every `&mut` parameter after a run, from those of every parameter that has one.",
            generics: None,
            inputs: quote!(#tangents: #tangents_type),
            output: tuple(self.results().iter()),
            bounds: self.assumed().into_iter().chain(functions).collect(),
            body,
        })
    }

    /// The types of the gradient of the value, unless there is none, and of what changes.
    fn results(&self) -> Vec<TokenStream> {
        let value = (!is_unit(self.output)).then(|| gradient_type(self.output));
        value.into_iter().chain(self.arguments.outputs().map(Argument::tangent_type)).collect()
    }

    fn assumed(&self) -> Vec<TokenStream> {
        let generics = &self.arguments.item.sig.generics;
        if is_unit(self.output) { Vec::new() } else { assumed(self.output, generics).into_iter().collect() }
    }

    /// The forward run.
    fn run(&self, together: Together) -> TokenStream {
        self.run_with(together, taken)
    }

    /// The forward run, after which the arguments are still there.
    fn run_copies(&self, together: Together) -> TokenStream {
        self.run_with(together, |argument| if argument.is_receiver() { taken(argument) } else { argument.value() })
    }

    fn run_with(&self, together: Together, value_of: impl Fn(&Argument) -> TokenStream) -> TokenStream {
        let (value, backward) = (local("value"), local("backward"));
        let pullback = self.arguments.path("pullback");
        let passed = self.arguments.all.iter().map(|argument| {
            let (passed, on) = (value_of(argument), argument.active || argument.callable.is_some());
            let (kind, code) = (together.kind(on), argument.pulled(&together.width()));
            quote!(#passed, #kind #code)
        });
        quote!(let (#value, #backward) = #pullback(#(#passed),*);)
    }

    /// The backward run, into the arguments' places.
    fn back(&self, seed: &TokenStream, together: Together) -> TokenStream {
        let backward = local("backward");
        let passed = self.passed(together, borrowed);
        quote!(#backward(#seed, #passed);)
    }

    /// Both runs together, for shadows of the `kinds`.
    fn fused(
        &self,
        seed: &TokenStream,
        kinds: &[TokenStream],
        shadow: impl Fn(&Argument) -> TokenStream,
    ) -> TokenStream {
        let (rt, run) = (rt(), self.arguments.path("fused"));
        let values = self.arguments.all.iter().map(taken);
        let shadows = self.arguments.all.iter().map(|argument| {
            let ty = &argument.ty;
            let inactive = quote!(<#ty as #rt::Differentiable>::inactive::<#rt::One>());
            if argument.active { shadow(argument) } else { inactive }
        });
        quote!(#run(#(#values, #rt::PhantomData::<#kinds>,)* #seed, #(#shadows),*))
    }

    /// What a backward run is given: what was passed by reference again, and shadows.
    fn passed(&self, together: Together, shadow: impl Fn(&Argument) -> TokenStream) -> TokenStream {
        let rt = rt();
        let passed = self.arguments.all.iter().map(|argument| {
            let (name, ty) = (&argument.name, &argument.ty);
            let again = match argument.passing {
                _ if argument.callable.is_some() => Some(quote!(&(),)),
                Passing::Value if argument.is_receiver() => Some(quote!(&#name,)),
                Passing::Shared | Passing::Exclusive => Some(quote!(#name,)),
                Passing::Value => None,
            };
            let shadow = if argument.active {
                shadow(argument)
            } else if argument.callable.is_some() {
                quote!(&#rt::Zero::ZERO)
            } else if is_known(ty) {
                quote!(#rt::inactive())
            } else {
                let width = together.width();
                quote!(<#ty as #rt::Differentiable>::inactive::<#width>())
            };
            quote!(#again #shadow)
        });
        quote!(#(#passed),*)
    }

    /// The kinds of shadows that the drivers make places for.
    fn kinds(&self) -> Vec<TokenStream> {
        let rt = rt();
        let kind =
            |argument: &Argument| if argument.active { quote!(#rt::On<#rt::One>) } else { quote!(#rt::Off<#rt::One>) };
        self.arguments.all.iter().map(kind).collect()
    }
}

/// The places of an argument that is lent.
fn borrowed(argument: &Argument) -> TokenStream {
    let adjoint = &argument.adjoint;
    quote!(::core::borrow::Borrow::borrow(&#adjoint))
}

/// An argument as the forward run takes it. A receiver is lent to the way back.
fn taken(argument: &Argument) -> TokenStream {
    match argument.passing {
        _ if argument.callable.is_some() => quote!(&()),
        Passing::Value if argument.is_receiver() => {
            let name = &argument.name;
            quote!(&#name)
        }
        _ => argument.name.to_token_stream(),
    }
}
