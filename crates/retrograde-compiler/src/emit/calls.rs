//! Calls, and the tape that keeps what they and other statements leave for the way back.

use super::Placement;
use super::arguments::{is_known, is_scalar};
use super::body::{Body, local, rules, site_name};
use super::expr::{copied, ident, path_to, rt, rt_at};
use crate::access::{COPIES, first_span, has_gradient, reads};
use crate::ir::{Arg, Callee, Expr, Passing, Place, Step, Storage, TapeSlot, Var, Variant};
use crate::pieces::{ToRust, raw};
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::spanned::Spanned;

impl Body<'_> {
    pub(super) fn call(&self, callee: &Callee, variant: Variant, args: &[Arg]) -> TokenStream {
        let Passed { args: mut passed, apart, before } = self.passed(args, callee.place().is_some());
        let call = match callee {
            Callee::Function(path) => {
                let function = variant_path(&path.rust().path, variant);
                // What is wrong with the call is the user's call.
                let at = Span::call_site().located_at(path.rust().span());
                quote_spanned!(at=> #function(#(#passed),*);)
            }
            Callee::Associated(path) => {
                let function = sibling_path(&path.rust(), variant);
                let at = Span::call_site().located_at(path.rust().span());
                quote_spanned!(at=> #function(#(#passed),*);)
            }
            Callee::Method(name, at) => {
                let name = sibling(&raw(name, at.0.rust()), variant);
                let receiver = self.changed_receiver(&args[0], &passed[0], apart.contains(&0));
                let rest = passed.split_off(1);
                quote!(#receiver.#name(#(#rest),*);)
            }
            Callee::Value(place) => {
                let span = place.root.span;
                let function = if place.path == [Step::Deref] {
                    ident(&place.root).to_token_stream()
                } else {
                    let place = self.place(place);
                    quote_spanned!(span.rust()=> &#place)
                };
                call_value(&function, variant, &passed, span.rust())
            }
        };
        if before.is_empty() { call } else { quote!({ #before #call }) }
    }

    /// What a method that may change it is called on.
    pub(super) fn changed_receiver(&self, arg: &Arg, passed: &TokenStream, apart: bool) -> TokenStream {
        match arg {
            Arg::Exclusive(place) if !apart => self.receiver(&Expr::Read(place.clone())),
            Arg::Shared(Expr::Borrow(place)) => self.receiver(place),
            _ => quote!((#passed)),
        }
    }

    /// The arguments of a call statement. Inside a tuple, rustc would move a reference out instead of lending it again.
    pub(super) fn passed(&self, args: &[Arg], in_tuple: bool) -> Passed {
        let changed: Vec<&Var> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Exclusive(place) => Some(&place.root),
                _ => None,
            })
            .collect();
        let (elements, borrows) = self.elements(args);
        let mut copies = TokenStream::new();
        let passed: Vec<TokenStream> = args
            .iter()
            .enumerate()
            .map(|(k, arg)| match arg {
                _ if let Some(element) = elements.iter().find(|element| element.argument == k) => {
                    element.borrow.clone()
                }
                Arg::Exclusive(place) if in_tuple => {
                    let place = self.place(place);
                    quote!(&mut #place)
                }
                Arg::Exclusive(place) => self.exclusive(place),
                Arg::Shared(expr) => {
                    let value = self.pure(expr);
                    let mut aliased = false;
                    reads(expr, &mut |read| aliased |= changed.contains(&&read.root));
                    // rustc will not read a place that the same call borrows, even where both are proved apart.
                    if aliased && !matches!(expr, Expr::Borrow(_)) {
                        let copy = format_ident!("argument{k}", span = Span::mixed_site());
                        copies.extend(quote!(let #copy = #value;));
                        quote!(#copy)
                    } else {
                        value
                    }
                }
                Arg::Shadow(None) if k > 0 && self.may_mix(&args[k - 1], args) => {
                    let at = span_of(&args[k - 1]);
                    let mut rules = rules();
                    rules.set_span(rules.span().located_at(at));
                    quote_spanned!(at=> #rules.must_be_constant())
                }
                Arg::Shadow(shadow) => self.shadow_argument(shadow.as_ref()),
            })
            .collect();
        let apart = elements.iter().map(|element| element.argument).collect();
        Passed { args: passed, apart, before: quote!(#copies #borrows) }
    }

    /// Whether a call changes a constant beside what has a gradient: then its parameter must be one too.
    pub(super) fn may_mix(&self, arg: &Arg, args: &[Arg]) -> bool {
        matches!(arg, Arg::Exclusive(place) if self.function.activity.is_constant(&place.root.name))
            && args.iter().any(|arg| matches!(arg, Arg::Shadow(Some(_))))
    }

    fn shadow_argument(&self, shadow: Option<&Place>) -> TokenStream {
        let rules = rules();
        shadow.map_or_else(|| quote!(#rules.off()), |place| self.shadow_ref(place))
    }

    /// Keeps a value for the way back.
    pub(super) fn save(&self, site: &TapeSlot, expr: &Expr) -> TokenStream {
        let (name, lent) = (site_name(site), self.is_lent(expr));
        let value = match (site.residual_of, expr) {
            (Some(rule), Expr::Tuple(operands)) => {
                let (rt, rule) = (rt(), Ident::new(rule, Span::call_site()));
                let [x, y] = [&operands[0], &operands[1]].map(|operand| self.expr(operand));
                quote!(#rt::residual(#rt::#rule, &#x, &#y))
            }
            (None, Expr::Tuple(parts)) => {
                let parts = parts.iter().map(|part| {
                    let value = self.expr(part);
                    if self.is_lent(part) { quote!(::core::clone::Clone::clone(&#value)) } else { value }
                });
                quote!((#(#parts,)*))
            }
            _ => self.expr(expr),
        };
        // What is behind a reference cannot be moved away.
        let value = if lent && site.keep != Storage::Type { copied(&value) } else { value };
        match site.keep {
            Storage::Type => quote!(#name.see(&#value);),
            Storage::Here => quote!(let #name = #value;),
            Storage::Filled => {
                let slot = slot_name(site);
                // What was held for this alone is moved.
                let held = matches!(expr, Expr::Restore(held) if held.keep == Storage::Here);
                if held { quote!(*#slot = #name;) } else { quote!(*#slot = #value;) }
            }
            Storage::Once | Storage::Many | Storage::Rewound(_) if site.residual_of.is_some() => {
                let (rt, kept) = (rt(), local("kept"));
                quote!(#rt::Residual::save(#value, |#kept| #name.push(#kept));)
            }
            Storage::Once | Storage::Many | Storage::Rewound(_) => quote!(#name.push(#value);),
        }
    }

    /// Whether an expression reads something of the caller's or of a map that may be more than a number.
    fn is_lent(&self, expr: &Expr) -> bool {
        let Expr::Read(place) = expr else { return false };
        if place.path.last().is_some_and(Step::is_entry) {
            return true;
        }
        let param = self.function.params.iter().find(|param| param.var == place.root);
        param.is_some_and(|param| {
            let whole = place.is_pointee() && !is_scalar(&param.ty.rust());
            param.passing == Passing::Exclusive && (whole || !is_known(&param.ty.rust()))
        })
    }

    /// A call of an ordinary function with tangents.
    pub(super) fn let_tangent(
        &self,
        [var, tangent]: [&Var; 2],
        callee: &Callee,
        args: &[Expr],
        shadows: &[Option<Place>],
    ) -> TokenStream {
        let name = ident(var);
        let shadow = |(arg, shadow): (&Expr, &Option<Place>)| match (arg, shadow) {
            (Expr::Function(function), shadow) => {
                let shadow = self.captured_shadow(&function.environment, shadow.as_ref());
                let kind = self.kind(arg);
                quote!(#shadow, #kind)
            }
            (_, shadow) => self.shadow_argument(shadow.as_ref()),
        };
        let shadows: Vec<TokenStream> = args.iter().zip(shadows).map(shadow).collect();
        let call = self.ordinary_call(callee, Some("tangent"), args, Some(&shadows));
        let (rules, pushed) = (rules(), local("pushed"));
        let mutable = self.grown.contains(tangent).then(|| quote!(mut));
        let tangent = ident(tangent);
        quote! {
            let (mut #name, #pushed) = #call;
            let #mutable #tangent = #rules.received(&#name, #pushed);
        }
    }

    /// Runs the residual of a call backwards.
    pub(super) fn backward(
        &self,
        site: &TapeSlot,
        callee: &Callee,
        incoming: &Expr,
        args: &[Option<Expr>],
        shadows: &[Option<Place>],
    ) -> TokenStream {
        let (rt, is_again) = (rt(), self.is_again(callee, site));
        let is_variable =
            matches!(incoming, Expr::Read(place) if place.path.is_empty() && self.variables.contains(&place.root));
        // What a call has changed, its way back must restore in any case.
        let changes = |arg: &Option<Expr>| !matches!(arg, None | Some(Expr::Read(_) | Expr::Borrow(_)));
        let may_rest = is_variable && matches!(callee, Callee::Function(_)) && !args.iter().any(changes);
        let incoming = self.expr(incoming);
        let shadows = args.iter().zip(shadows).map(|(arg, shadow)| {
            let environment = match arg {
                Some(Expr::Function(function)) => Some(function.environment.clone()),
                _ => None,
            };
            let arg = environment.as_ref().or(arg.as_ref()).map(|arg| self.argument(arg));
            let arg = arg.map(|arg| match callee {
                // Whether a method changes its receiver, only rustc knows: what it says of that is said there.
                Callee::Method(_, at) => located(&arg, at.0.rust()),
                _ => arg,
            });
            let arg = arg.map(|arg| quote!(#arg,));
            let shadow = match (shadow, environment) {
                // A run of the function makes the places of constants for itself.
                (None, None) if is_again => return quote!(#arg),
                (shadow, Some(environment)) => self.captured_shadow(&environment, shadow.as_ref()),
                (Some(place), None) => self.lent_shadow(place),
                (None, None) => quote!(#rt::inactive()),
            };
            quote!(#arg #shadow,)
        });
        if is_again {
            let again = local("again");
            return quote!((#again.0)(#again, #incoming, #(#shadows)*););
        }
        let back = site_name(site);
        let back = match site.keep {
            Storage::Here => quote!(#back),
            _ => quote!(#back.pop()),
        };
        if may_rest {
            let flows = if self.flush { quote!(flows_enough) } else { quote!(flows) };
            let residual = local("residual");
            return quote!(let #residual = &#back; if #rt::#flows(&#incoming) { #residual(#incoming, #(#shadows)*); });
        }
        quote!(#back(#incoming, #(#shadows)*);)
    }

    /// The places of the gradient or tangent of what a function captures. There always are some, also of constants.
    fn captured_shadow(&self, environment: &Expr, shadow: Option<&Place>) -> TokenStream {
        match shadow {
            Some(place) => self.lent_shadow(place),
            None => {
                let (rules, environment) = (rules(), self.expr(environment));
                quote!(::core::borrow::Borrow::borrow(&#rules.shadow(|| #environment)))
            }
        }
    }

    /// The places of a gradient as a residual sees them. Those of a field or a local own what they hold, and may be of another type.
    pub(super) fn lent_shadow(&self, place: &Place) -> TokenStream {
        let (shadow, owned) = (self.shadow_ref(place), self.named_shadow(place).is_none());
        if owned || self.placement.is_none() { quote!(::core::borrow::Borrow::borrow(#shadow)) } else { shadow }
    }

    /// A call of an ordinary function that keeps its residual.
    pub(super) fn let_call(&self, var: &Var, callee: &Callee, args: &[Expr], site: Option<&TapeSlot>) -> TokenStream {
        let name = ident(var);
        let Some(site) = site else {
            let call = self.ordinary_call(callee, None, args, None);
            return quote!(let mut #name = #call;);
        };
        if self.is_again(callee, site) {
            let (again, args) = (local("again"), args.iter().map(|arg| self.argument(arg)));
            return quote!(let mut #name = (#again.0)(#again, #(#args),*););
        }
        let back = site_name(site);
        let derived = if self.placement == Some(Placement::Module) && callee.is_itself(self.function) {
            "pullback_boxed"
        } else {
            "pullback"
        };
        let kinds: Vec<TokenStream> = args.iter().map(|arg| self.kind(arg)).collect();
        let call = self.ordinary_call(callee, Some(derived), args, Some(&kinds));
        let residual = local("residual");
        match site.keep {
            Storage::Here => quote!(let (mut #name, #back) = #call;),
            _ => quote! {
                let (mut #name, #residual) = #call;
                #back.push(#residual);
            },
        }
    }

    /// A call of an ordinary function or of what is derived from it, with something after each argument.
    fn ordinary_call(
        &self,
        callee: &Callee,
        derived: Option<&str>,
        args: &[Expr],
        after: Option<&[TokenStream]>,
    ) -> TokenStream {
        let after = |k: usize| after.map(|after| &after[k]).map(|after| quote!(#after,));
        let passed = args.iter().enumerate().map(|(k, arg)| {
            let after = after(k);
            if let (Expr::Function(function), Some(_)) = (arg, derived) {
                let (environment, code) = (self.expr(&function.environment), self.code(function));
                return quote!(#environment, #after #code,);
            }
            let arg = self.argument(arg);
            quote!(#arg, #after)
        });
        match callee {
            Callee::Function(path) => {
                let function = derived
                    .map_or_else(|| path.rust().to_token_stream(), |derived| path_to(&path.rust().path, derived));
                quote!(#function(#(#passed)*))
            }
            Callee::Associated(path) => {
                let mut path = (*path.rust()).clone();
                if let (Some(derived), Some(last)) = (derived, path.path.segments.last_mut()) {
                    last.ident = sibling_name(&last.ident, derived);
                    last.arguments = syn::PathArguments::None;
                }
                quote!(#path(#(#passed)*))
            }
            Callee::Method(name, at) => {
                let name = raw(name, at.0.rust());
                let name = derived.map_or_else(|| name.clone(), |derived| sibling_name(&name, derived));
                let receiver = match &args[0] {
                    // A method that changes its receiver must say so.
                    Expr::Borrow(inner) if matches!(**inner, Expr::Read(_)) => {
                        let place = located(&self.expr(inner), at.0.rust());
                        quote_spanned!(at.0.rust()=> (&#place))
                    }
                    Expr::Borrow(inner) => self.receiver(inner),
                    other => self.receiver(other),
                };
                let (first, rest) = (after(0), passed.skip(1));
                quote!(#receiver.#name(#first #(#rest)*))
            }
            Callee::Value(_) => unreachable!("the parser makes no such call"),
        }
    }

    /// Whether an argument has no gradient, and so no place for one: what only a condition depends on has none.
    pub(super) fn is_constant(&self, arg: &Expr) -> bool {
        !has_gradient(arg, &self.function.activity)
    }

    /// Whether a call is a run of the function with the tapes that it already has.
    pub(super) fn is_again(&self, callee: &Callee, site: &TapeSlot) -> bool {
        self.again && site.keep == Storage::Many && callee.is_itself(self.function)
    }

    /// The kind of shadow that an argument has.
    pub(super) fn kind_of_shadow(&self, arg: &Expr) -> Kind {
        if self.is_constant(arg) && !matches!(arg, Expr::Function(_)) {
            return Kind::Off;
        }
        let own = place_of(arg).map(|place| &place.root).filter(|root| self.kinds.contains_key(root));
        own.map_or(Kind::On, |root| Kind::Of(root.clone()))
    }

    /// The type that says what kind of shadow it is.
    pub(super) fn kind_type(&self, kind: &Kind) -> TokenStream {
        let (rt, width) = (rt(), &self.width);
        match kind {
            Kind::Off => quote!(#rt::Off<#width>),
            Kind::On => quote!(#rt::On<#width>),
            Kind::Of(var) => self.kinds[var].clone(),
        }
    }

    pub(super) fn kind(&self, arg: &Expr) -> TokenStream {
        let kind = self.kind_type(&self.kind_of_shadow(arg));
        // If the kind is not the right one, it is the argument that is in error.
        let at = first_span(arg);
        let rt = rt_at(at.rust());
        quote_spanned!(at.rust()=> #rt::PhantomData::<#kind>)
    }
}

/// The kind of shadow that an argument has.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// none
    Off,
    /// one that stores
    On,
    /// that of a parameter
    Of(Var),
}

/// The arguments of a call statement.
pub(super) struct Passed {
    /// each as it is passed
    pub args: Vec<TokenStream>,
    /// which of them are elements that are borrowed together
    pub apart: Vec<usize>,
    /// what comes before the call
    pub before: TokenStream,
}

/// A call of a function value. What it carries along goes through it in passes, each with one of the gradients.
fn call_value(function: &TokenStream, variant: Variant, passed: &[TokenStream], span: Span) -> TokenStream {
    assert!(!variant.pull, "a function value is not the function itself");
    let direction = if variant.inverse { "uncall" } else { "call" };
    let roles = variant.roles.iter().map(|role| format!("_{}", role.name()));
    let name = roles.fold(direction.to_string(), |name, role| name + &role);
    let method = Ident::new(&name, span);
    match variant {
        Variant::FORWARD | Variant::INVERSE => {
            let rt = rt_at(span);
            quote_spanned!(span=> #rt::Reversible::#method(#function, (#(#passed,)*));)
        }
        _ => {
            let (rules, pass) = (rules(), local("pass"));
            let (values, shadows) = (passed.iter().step_by(2), passed.iter().skip(1).step_by(2));
            let carry = quote_spanned!(span=> #pass.#method(#function, (#(#values,)*), (#(#shadows,)*)););
            quote!(for #pass in #rules.passes() { #carry })
        }
    }
}

pub(super) fn span_of(arg: &Arg) -> Span {
    match arg {
        Arg::Exclusive(place) | Arg::Shadow(Some(place)) => place.root.span.rust(),
        Arg::Shared(expr) => first_span(expr).rust(),
        Arg::Shadow(None) => Span::call_site(),
    }
}

fn place_of(arg: &Expr) -> Option<&Place> {
    match arg {
        Expr::Borrow(inner) => place_of(inner),
        Expr::Function(function) => place_of(&function.environment),
        Expr::Read(place) | Expr::Lend(place) => Some(place),
        // The gradient of a copy goes to where it was copied from.
        Expr::Method(name, args, _) if COPIES.contains(&&**name) && args.len() == 1 => place_of(&args[0]),
        _ => None,
    }
}

/// The room that a loop has made on the tape for one iteration.
pub fn slot_name(site: &TapeSlot) -> Ident {
    format_ident!("slot{}", site.id, span = Span::mixed_site())
}

fn variant_path(callee: &syn::Path, variant: Variant) -> TokenStream {
    variant.name().map_or_else(|| quote!(#callee), |name| path_to(callee, &name))
}

/// The name of a method's variant.
fn sibling(method: &Ident, variant: Variant) -> Ident {
    variant.name().map_or_else(|| method.clone(), |name| sibling_name(method, &name))
}

/// The name of what is derived from a method.
pub fn sibling_name(method: &Ident, derived: &str) -> Ident {
    format_ident!("{method}_{derived}", span = method.span())
}

/// The path to a method's variant. Type arguments are left to inference where it has more parameters.
fn sibling_path(callee: &syn::ExprPath, variant: Variant) -> syn::ExprPath {
    let mut callee = callee.clone();
    if let Some(last) = callee.path.segments.last_mut() {
        last.ident = sibling(&last.ident, variant);
        if !variant.roles.is_empty() {
            last.arguments = syn::PathArguments::None;
        }
    }
    callee
}

/// Tokens that are the user's, as far as messages go.
pub(super) fn located(tokens: &TokenStream, at: Span) -> TokenStream {
    tokens.moved(&|span, _| span.located_at(at))
}
