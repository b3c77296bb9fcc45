//! Companions of functions whose derivatives users give. The function stays as it was written; its companion has the signatures that the
//! compiler's own companions have, so that callers cannot tell the difference.

use super::body::local;
use super::drivers::{self, Derived};
use super::expr::{copied, ident, rt, rt_at};
use super::ordinary::Pullback;
use super::signature::Signature;
use super::{Context, Placement, backward, companion, custom, taped, values};
use crate::ir::{Function, Param, Passing, Role};
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use quote::format_ident;
use syn::spanned::Spanned;

/// The partial derivatives of a function of floats, in the order of its parameters; none for what has no gradient.
#[derive(Debug)]
pub struct Partials<'a> {
    /// the function
    pub item: &'a syn::ItemFn,
    /// its parameters
    pub function: &'a Function,
    /// one for each parameter
    pub partials: Vec<Option<&'a syn::Expr>>,
    /// the points where its test looks, one for each parameter
    pub test: Option<Vec<&'a syn::Expr>>,
}

impl Partials<'_> {
    /// Emits the function, its companion, and the test.
    pub fn emit(&self) -> TokenStream {
        let item = self.item;
        let (check, test) = self.test.as_ref().map(|points| self.test(points)).unzip();
        let functions = ordinary(item, self.function, &self.pullback(), Some(self.tangent()));
        let value = custom::value(item, self.function, true);
        let companion = companion(item, false, functions.into_iter().chain(check), value.as_ref());
        quote!(#[allow(dead_code)] #item #companion #test)
    }

    /// The name under which partial derivatives see the value.
    fn result(&self) -> Ident {
        Ident::new("r", self.item.sig.ident.span())
    }

    /// `let r = f(x, y);`, unless a parameter has that name.
    fn value(&self) -> (Ident, TokenStream) {
        let (name, result, value) = (&self.item.sig.ident, self.result(), local("value"));
        let args = self.function.params.iter().map(|param| ident(&param.var));
        let taken = self.function.params.iter().any(|param| *param.var.name == *"r");
        let result = (!taken).then(|| quote!(let #result = #value;));
        (value.clone(), quote!(let #value = #name(#(#args),*); #result))
    }

    /// Each parameter that has one, with its partial derivative.
    fn weighed(&self) -> impl Iterator<Item = (&Param, TokenStream)> {
        let output = &self.item.sig.output;
        let ty = if let syn::ReturnType::Type(_, ty) = output { ty.to_token_stream() } else { quote!(_) };
        let pairs = self.function.params.iter().zip(&self.partials);
        pairs.filter_map(move |(param, partial)| {
            let partial = (*partial)?;
            Some((param, quote!({ let partial: #ty = #partial; partial })))
        })
    }

    fn pullback(&self) -> impl Fn(&Pullback<'_>, &Ident) -> (Ident, TokenStream, TokenStream) {
        let (rt, (value, run)) = (rt(), self.value());
        let terms: Vec<TokenStream> = self
            .weighed()
            .map(|(param, partial)| {
                let shadow = ident(&param.var.adjoint());
                let seed = local("seed");
                quote!(#rt::add_with(#shadow, || #rt::weigh(#seed, #partial));)
            })
            .collect();
        move |_, _| (value.clone(), run.clone(), quote!(#(#terms)*))
    }

    fn tangent(&self) -> TokenStream {
        let (rt, (value, run), pushed) = (rt(), self.value(), local("pushed"));
        let terms = self.weighed().map(|(param, partial)| {
            let shadow = ident(&param.var.tangent());
            quote!(let #pushed = #rt::Gradient::plus(#pushed, #rt::weigh(#rt::get(#shadow), #partial));)
        });
        quote!(#run let #pushed = #rt::Zero::ZERO; #(#terms)* (#value, #pushed))
    }

    /// A check at random points, as a function of the companion, and the test that calls it.
    fn test(&self, points: &[&syn::Expr]) -> (TokenStream, TokenStream) {
        let (name, vis) = (&self.item.sig.ident, &self.item.vis);
        let count = points.len();
        let params = || self.function.params.iter().zip(points).zip(&self.partials).enumerate();
        let places = params().map(|(k, ((param, point), partial))| {
            let (var, ty) = (ident(&param.var), &param.ty.rust());
            match partial {
                Some(_) => quote!(let #var = ::retrograde::check::sample(#point, turn * #count + #k) as #ty;),
                None => quote!(let #var: #ty = #point;),
            }
        });
        let args = params().map(|(_, ((param, _), partial))| {
            let var = ident(&param.var);
            if partial.is_some() { quote!(#var) } else { quote!(const #var) }
        });
        let shown = params().map(|(_, ((param, ..), _))| format!("{} = {{:?}}", param.var.name)).collect::<Vec<_>>();
        let text = format!("the derivative of `{name}` at {}: {{}}", shown.join(", "));
        let vars = self.function.params.iter().map(|param| ident(&param.var));
        let test = format_ident!("{name}_derivative");
        let check = quote! {
            /// Compares the derivative that was given with finite differences, at random points.
            #[cfg(test)]
            #vis fn check_derivative() {
                for turn in 0..16_usize {
                    #(#places)*
                    if let ::core::result::Result::Err(failure) = ::retrograde::try_check_gradient!(#name(#(#args),*)) {
                        ::core::panic!(#text, #(#vars,)* failure);
                    }
                }
            }
        };
        let test = quote! {
            #[cfg(test)]
            #[test]
            fn #test() {
                #name::check_derivative();
            }
        };
        (check, test)
    }
}

/// A function whose pullback is another function.
#[derive(Debug)]
pub struct Given<'a> {
    /// the function
    pub item: &'a syn::ItemFn,
    /// its parameters
    pub function: &'a Function,
    /// what carries gradients back
    pub pullback: &'a syn::Path,
    /// what carries tangents along
    pub tangent: Option<&'a syn::Path>,
}

impl Given<'_> {
    /// Emits the function and its companion.
    pub fn emit(&self) -> TokenStream {
        let item = self.item;
        let back = |pullback: &Pullback<'_>, seed: &Ident| {
            let value = local("value");
            let (name, args) = (&item.sig.ident, self.function.params.iter().map(passed_again));
            let types = own_parameters(item);
            let (path, width, kinds) = (self.pullback, &pullback.width, &pullback.kinds);
            let pairs = self.function.params.iter().map(|param| {
                let (arg, shadow) = (passed_again(param), ident(&param.var.adjoint()));
                quote!(#arg, #shadow)
            });
            let back = quote!(#path::<#(#types,)* #width, #(#kinds),*>(&#value, #seed, #(#pairs),*););
            (value.clone(), quote!(let #value = #name(#(#args),*);), back)
        };
        let tangent = self.tangent.map(|path| {
            let signature = Signature::of(&item.sig, Placement::Module);
            call_with_kinds(item, self.function, path, Role::Tangent, &signature)
        });
        let functions = ordinary(item, self.function, &back, tangent);
        let value = custom::value(item, self.function, self.tangent.is_some());
        let companion = companion(item, false, functions.into_iter(), value.as_ref());
        quote!(#[allow(dead_code)] #item #companion)
    }
}

/// The functions of an ordinary function's companion. `back` answers with the name of the value, what computes it, and what pulls a
/// gradient back.
fn ordinary(
    item: &syn::ItemFn,
    function: &Function,
    back: &dyn Fn(&Pullback<'_>, &Ident) -> (Ident, TokenStream, TokenStream),
    tangent: Option<TokenStream>,
) -> Vec<TokenStream> {
    let (rt, vis, seed) = (rt(), &item.vis, local("seed"));
    let context = Context::from(Placement::Module);
    let pullback = Pullback::of(item, function, &context);
    let (generics, where_clause) = pullback.generics(item);
    let (params, backward_type, captured) = (pullback.params(item), pullback.backward_type(), pullback.captured(item));
    let (value, run, backward) = back(&pullback, &seed);
    let shadows = function.params.iter().map(|param| {
        let (name, shadow) = (ident(&param.var), ident(&param.var.adjoint()));
        let again = (param.passing == Passing::Shared).then(|| quote!(#name,));
        quote!(#again #shadow)
    });
    let output = pullback.output;
    let mut functions = vec![quote! {
        /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
        /// any number of times.
        #[inline]
        #vis fn pullback #generics (#params) -> (#output, impl #backward_type + #captured) #where_clause {
            #run
            (#rt::clone(&#value), move |#seed, #(#shadows),*| { #backward })
        }
    }];
    let derived = backward::Derived { tangent: tangent.is_some(), fused: false };
    functions.push(backward::drivers(item, function, output, derived, Placement::Module));
    if let Some(body) = tangent {
        let signature = Signature::of(&item.sig, Placement::Module);
        let (generics, where_clause) = signature.generics(function, Some(Role::Tangent));
        let params = signature.params(function, Some(Role::Tangent), false);
        let (opening, width) = (signature.opening(function, Role::Tangent), &signature.width);
        functions.push(quote! {
            /// The value and its derivative in the direction of the tangents that follow each argument.
            #[inline]
            #vis fn tangent #generics (#params) -> (#output, #rt::TangentOf<#output, #width>) #where_clause {
                #opening
                #body
            }
        });
    }
    functions
}

/// What a reversible primitive is made of.
#[derive(Debug)]
pub struct Primitive<'a> {
    /// the function
    pub item: &'a syn::ItemFn,
    /// its parameters
    pub function: &'a Function,
    /// what undoes it
    pub inverse: &'a syn::Path,
    /// what is derived from it
    pub derivatives: Vec<Derivative<'a>>,
}

/// A derivative of a reversible primitive, in one direction.
#[derive(Debug)]
pub struct Derivative<'a> {
    /// its name on the companion
    pub name: &'static str,
    /// what it carries along
    pub role: Role,
    /// how it is made
    pub made: Made<'a>,
}

/// How a derivative of a reversible primitive is made of what was given.
///
/// As maps of values and gradients, the adjoints of a function and of its inverse undo each other, and so do the tangents. If one
/// is given as a reversible function, the other is that function backwards.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// by a function that takes shadows of any kind
    With(&'a syn::Path),
    /// by a reversible function of values and plain gradients
    By(&'a syn::Path),
    /// by undoing such a function
    ByUndoing(&'a syn::Path),
}

impl Primitive<'_> {
    /// Emits the function and its companion.
    pub fn emit(&self) -> TokenStream {
        let (item, vis, inverse) = (self.item, &self.item.vis, self.inverse);
        let signature = Signature::of(&item.sig, Placement::Module);
        let (generics, where_clause) = signature.generics(self.function, None);
        let params = signature.params(self.function, None, false);
        let args = self.function.params.iter().map(|param| ident(&param.var));
        let undo = quote! {
            /// Undoes the function.
            #[inline]
            #vis fn inverse #generics (#params) #where_clause {
                #inverse(#(#args),*);
            }
        };
        let derivatives = self.derivatives.iter().map(|derivative| {
            let Derivative { name, role, made } = derivative;
            let name = Ident::new(name, item.sig.ident.span());
            let (generics, where_clause) = signature.generics(self.function, Some(*role));
            let params = signature.params(self.function, Some(*role), false);
            let opening = signature.opening(self.function, *role);
            let body = match made {
                Made::With(path) => {
                    let call = call_with_kinds(item, self.function, path, *role, &signature);
                    quote!(#call;)
                }
                Made::By(path) => self.one_by_one(derivative, path, "carry", &signature),
                Made::ByUndoing(path) => self.one_by_one(derivative, path, "carry_back", &signature),
            };
            let doc = match made {
                Made::With(_) | Made::By(_) => " The derivative that was given for the function.",
                Made::ByUndoing(_) => {
                    " The derivative of this direction: that of the other, which was given, backwards."
                }
            };
            quote! {
                #[doc = #doc]
                #[inline]
                #vis fn #name #generics (#params) #where_clause {
                    #opening
                    #body
                }
            }
        });
        let names: Vec<&str> = self.derivatives.iter().map(|derivative| derivative.name).collect();
        let has = |name| names.contains(&name);
        let (params, pull) = (&self.function.params[..], None);
        let derived = Derived { params, adjoint: has("adjoint"), tangent: has("tangent"), pull };
        let drivers = drivers::drivers(item, &signature, &derived);
        let taped = has("adjoint").then(|| taped::reversible(item, self.function, Placement::Module));
        let functions = std::iter::once(undo).chain(derivatives).chain(taped).chain([drivers]);
        let (plain, value) = (Signature::plain_checks(self.function), values::reversible(item, &names));
        let companion = companion(item, !names.is_empty(), functions, value.as_ref());
        let mut item = item.clone();
        item.block.stmts.insert(0, syn::parse_quote!({ #plain }));
        quote!(#[allow(dead_code)] #item #companion)
    }
}

impl Primitive<'_> {
    /// Runs what was given, a reversible function of values and plain gradients, once for each of the gradients that travel together:
    ///
    /// ```text
    /// use given::*;
    /// use f_adjoint as Given;
    /// let gradients = (whole_gradient::<f64, S0::Kind>(&*x, x_adj), no_gradient::<f64, W>(&by));
    /// let gradients = <W as Width>::each::<(&f64, f64)>(gradients, |before, (mut x_adj, mut by_adj)| {
    ///     if before > 0 {
    ///         f(&mut *x, by);
    ///     }
    ///     OneDirection::carry(&Given {}, (&mut *x, &mut x_adj, by, &mut by_adj));
    ///     (x_adj, by_adj)
    /// });
    /// set(x_adj, gradients.0);
    /// add(by_adj, gradients.1);
    /// ```
    fn one_by_one(
        &self,
        derivative: &Derivative<'_>,
        given: &syn::Path,
        carry: &str,
        signature: &Signature<'_>,
    ) -> TokenStream {
        let (rt, role, params) = (rt(), derivative.role, &self.function.params);
        let (width, kinds) = (&signature.width, signature.kinds(self.function));
        let (gradients, before) = (local("gradients"), local("before"));
        let active: Vec<&Param> = params.iter().filter(|param| param.active).collect();
        let shadows: Vec<Ident> = active.iter().map(|param| ident(&param.var.with(role))).collect();
        let passed = params.iter().map(|param| {
            let (value, shadow) = (lent(param), ident(&param.var.with(role)));
            let all = matches!(*param.ty.rust(), syn::Type::Slice(_)).then(|| quote!([..]));
            let shadow = param.active.then(|| quote!(&mut #shadow #all,));
            quote!(#value, #shadow)
        });
        let span = given.span();
        let (alias, carry) = (Ident::new("Given", span), Ident::new(carry, span));
        let at = rt_at(span);
        let import = quote! {
            #[allow(unused_imports)]
            use #rt::given::*;
            #[allow(unused_imports)]
            use #given as #alias;
        };
        let run = quote_spanned!(span=> #at::OneDirection::#carry(&#alias {}, (#(#passed)*)););
        if active.is_empty() {
            return quote!(#import #run);
        }
        // What is only read may share its place with something else, so its share starts from zero and is added.
        let is_sum = |param: &Param| role == Role::Adjoint && param.passing != Passing::Exclusive;
        let opened = active.iter().zip(&shadows).map(|(param, shadow)| {
            let (name, ty) = (ident(&param.var), &param.ty.rust());
            let value = if param.passing == Passing::Value { quote!(&#name) } else { quote!(&*#name) };
            if is_sum(param) {
                quote!(#rt::no_gradient::<#ty, #width>(#value))
            } else {
                let kind = &kinds[&param.var];
                quote!(#rt::whole_gradient::<#ty, #kind>(#value, #shadow))
            }
        });
        let types = active.iter().map(|param| {
            let ty = &param.ty.rust();
            let reference = (param.passing != Passing::Value).then(|| quote!(&));
            quote!(#reference #ty)
        });
        let closed = active.iter().zip(&shadows).enumerate().filter_map(|(k, (param, shadow))| {
            let k = syn::Index::from(k);
            match (is_sum(param), param.passing) {
                (true, _) => Some(quote!(#rt::add(#shadow, #gradients.#k);)),
                (false, Passing::Exclusive) => Some(quote!(#rt::set(#shadow, #gradients.#k);)),
                (false, _) => None,
            }
        });
        // Each run starts from the values that the first one found.
        let (name, inverse, args) = (&self.item.sig.ident, self.inverse, params.iter().map(lent));
        let again = match derivative.name {
            "adjoint" | "inverse_tangent" => quote!(#name(#(#args),*)),
            _ => quote!(#inverse(#(#args),*)),
        };
        quote! {
            #import
            let #gradients = (#(#opened,)*);
            let #gradients = <#width as #rt::Width>::each::<(#(#types,)*)>(#gradients, |#before, (#(mut #shadows,)*)| {
                if #before > 0 {
                    #again;
                }
                #run
                (#(#shadows,)*)
            });
            #(#closed)*
        }
    }
}

/// A call of what was given, with the kinds of the shadows as type arguments.
fn call_with_kinds(
    item: &syn::ItemFn,
    function: &Function,
    path: &syn::Path,
    role: Role,
    signature: &Signature<'_>,
) -> TokenStream {
    let (types, width, kinds) = (own_parameters(item), &signature.width, signature.kinds(function));
    let kinds = function.params.iter().filter_map(|param| kinds.get(&param.var));
    let pairs = function.params.iter().map(|param| {
        let (name, shadow) = (ident(&param.var), ident(&param.var.with(role)));
        quote!(#name, #shadow)
    });
    quote!(#path::<#(#types,)* #width, #(#kinds),*>(#(#pairs),*))
}

/// An argument of a call that is not the last to see it.
fn passed_again(param: &Param) -> TokenStream {
    let name = ident(&param.var);
    match param.passing {
        Passing::Value => copied(&quote!(#name)),
        Passing::Shared | Passing::Exclusive => quote!(#name),
    }
}

/// The same, in a closure that may be called again.
fn lent(param: &Param) -> TokenStream {
    let name = ident(&param.var);
    if param.passing == Passing::Exclusive { quote!(&mut *#name) } else { passed_again(param) }
}

/// The function's own type parameters, as arguments.
pub(super) fn own_parameters(item: &syn::ItemFn) -> Vec<TokenStream> {
    let own = item.sig.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Lifetime(_) => None,
        syn::GenericParam::Type(param) => Some(param.ident.to_token_stream()),
        syn::GenericParam::Const(param) => Some(param.ident.to_token_stream()),
    });
    own.collect()
}
