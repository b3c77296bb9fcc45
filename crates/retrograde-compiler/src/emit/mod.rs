//! The form as Rust: the function itself, and a companion of the same name that carries its inverse and derivatives.
//!
//! ```text
//! fn f(y: &mut f64, x: f64) { ... }
//! struct f {}
//! impl f {
//!     fn inverse(y: &mut f64, x: f64) { ... }
//!     fn adjoint<'s, W: Width, S0: Shadow<'s, f64, W>, S1: Shadow<'s, f64, W>>(y: &mut f64, y_adj: S0, x: f64, x_adj: S1) { ... }
//! }
//! ```
//!
//! A method has no companion. Its siblings stand beside it: `p.step_inverse(dt)`, `p.step_adjoint(p_adj, dt, dt_adj)`.

mod apart;
mod arguments;
mod backward;
mod body;
mod branches;
mod calls;
mod choice;
mod custom;
pub mod custom_rules;
mod drivers;
mod expr;
mod functions;
mod fused;
mod generics;
mod grow;
mod iterations;
mod literals;
mod missing;
mod ordinary;
mod proofs;
mod recursive;
mod repack;
mod reserved;
mod shadows;
mod signature;
mod sweep;
mod taped;
mod tapes;
mod update;
mod values;
mod views;

pub use drivers::has_drivers;
pub use ordinary::{Items, OrdinaryForms, declared as declared_ordinary, ordinary, recursive, recursive_in_loop};

use crate::ir::{ConstantCalls, Function, Param, Role};
use crate::pieces::code;
use crate::tokens::{ToTokens, TokenStream, either, quote};
use crate::types::Environment;
pub use body::Guard;
use body::{Body, rules};
use calls::sibling_name;
use expr::rt;
pub use proofs::{Proofs, of_items as proofs_of_items};
use signature::Signature;
use std::rc::Rc;

/// A function of the companion: its name, what it carries beside the values, and its body with and without checks.
#[derive(Debug)]
pub struct Form {
    /// its name on the companion
    pub name: &'static str,
    /// what it does, for the documentation
    pub doc: &'static str,
    /// whether it carries gradients or tangents
    pub role: Option<Role>,
    /// with every check
    pub plain: Function,
    /// with what nobody reads dropped
    pub optimised: Function,
    /// without the values of the outputs
    pub outputs_untouched: bool,
    /// which calls rustc is made to prove pure
    pub guard: Guard,
    /// which assumptions it proves
    pub proofs: Proofs,
}

/// Where a function stands, and so where what is derived from it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// a module or a block: on a companion
    Module,
    /// an `impl`: siblings beside the method
    Impl,
    /// a trait: siblings that every `impl` has
    Trait,
}

/// What is around a function.
#[derive(Clone, Debug)]
pub struct Context {
    /// where it stands
    pub placement: Placement,
    /// the type parameters of the `impl` or trait, where they can be seen
    pub generics: syn::Generics,
    /// an `impl` of no trait, in which a method may have any others beside it
    pub inherent: bool,
    /// the items that it sees
    pub seen: Rc<Seen>,
    /// nothing is asked for but what a call needs
    pub bare: bool,
}

/// What is known of the items around a function: nothing, if an attribute is given the function alone.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// their types
    pub types: Environment,
    /// those whose calls give constants
    pub calls: ConstantCalls,
}

impl From<Placement> for Context {
    fn from(placement: Placement) -> Self {
        let inherent = placement == Placement::Module;
        Self { placement, generics: syn::Generics::default(), inherent, seen: Rc::default(), bare: false }
    }
}

/// Emits a reversible function and what is derived from it.
pub fn reversible(
    item: &syn::ItemFn,
    placement: Placement,
    forward: &Form,
    forms: &[Form],
    checks: Option<bool>,
) -> TokenStream {
    let signature = Signature::of(&item.sig, placement);
    let plain = Signature::plain_checks(&forward.plain);
    let differentiated = forms.iter().any(|form| form.role.is_some());
    let proofs = if differentiated { Proofs::Gradients } else { Proofs::Values };
    let proved = proofs::of_function(&forward.plain, proofs);
    let body = body(forward, checks, proofs, &signature);
    let asked = quote!(#plain #proved);
    // What is asked does not depend on checks, so that a short name is used in any case.
    let body = if asked.is_empty() { body } else { quote!(#asked #body).in_block() };
    let syn::ItemFn { attrs, vis, sig, .. } = item;
    let (derived, reserved) = (derived(item, placement, forms, checks), reserved::allowance(item));
    // Without checks, locals that nobody reads are gone, and so may be the only use of a parameter.
    let relaxed = match checks {
        Some(true) => TokenStream::new(),
        Some(false) => quote!(#[allow(unused)]),
        None => quote!(#[cfg_attr(not(debug_assertions), allow(unused))]),
    };
    quote! {
        #(#attrs)* #reserved #[allow(dead_code, unused_assignments, clippy::needless_range_loop)]
        #relaxed
        #vis #sig { #body }
        #derived
    }
}

/// What is derived from a reversible function: its companion, or its siblings.
pub fn derived(item: &syn::ItemFn, placement: Placement, forms: &[Form], checks: Option<bool>) -> TokenStream {
    let signature = Signature::of(&item.sig, placement);
    let drivers = drivers::Derived::of(forms).map(|derived| drivers::drivers(item, &signature, &derived));
    let taped = taped_of(item, placement, forms).into_iter().chain([missing::of_inverse(item, placement, forms)]);
    if placement == Placement::Module {
        let functions = forms.iter().map(|form| companion_function(item, form, checks, &signature)).chain(taped);
        let differentiated = forms.iter().any(|form| form.role.is_some());
        // A function value does not say which of its arguments are constants, so a gradient could be lost.
        let carries = |form: &&Form| form.role.is_some() && !form.plain.params.iter().any(Param::is_constant);
        let carrying: Vec<&str> = forms.iter().filter(carries).map(|form| form.name).collect();
        let value = (!forms.is_empty()).then(|| values::reversible(item, &carrying)).flatten();
        return companion(item, differentiated, functions.chain(drivers), value.as_ref());
    }
    let siblings = forms.iter().map(|form| {
        let attributes = sibling_attributes(item);
        let head = head(&quote!(#attributes #[inline]), item, form, &signature, &TokenStream::new());
        let body = whole_body(form, checks, &signature);
        quote!(#head { #body })
    });
    siblings.chain(taped).chain(drivers).collect()
}

/// What a call by an ordinary function uses.
fn taped_of(item: &syn::ItemFn, placement: Placement, forms: &[Form]) -> Option<TokenStream> {
    let adjoint = forms.iter().find(|form| form.name == "adjoint")?;
    Some(taped::reversible(item, &adjoint.plain, placement))
}

/// The siblings that a trait asks for beside a method without a body.
pub fn declared(item: &syn::ItemFn, forms: &[Form]) -> TokenStream {
    let signature = Signature::of(&item.sig, Placement::Trait);
    let siblings = forms.iter().map(|form| {
        let head = head(&sibling_attributes(item), item, form, &signature, &TokenStream::new());
        quote!(#head;)
    });
    let drivers = drivers::Derived::of(forms).map(|derived| drivers::drivers(item, &signature, &derived));
    let missing = missing::of_inverse(item, Placement::Trait, forms);
    siblings.chain(taped_of(item, Placement::Trait, forms)).chain([missing]).chain(drivers).collect()
}

/// A sibling is there when its method is.
fn sibling_attributes(item: &syn::ItemFn) -> TokenStream {
    let conditions = item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
    let reserved = reserved::allowance(item);
    quote!(#(#conditions)* #reserved #[allow(unused, clippy::all, clippy::pedantic)])
}

/// The struct that shares the function's name and carries what is derived from it; `value` makes it a function value.
fn companion(
    item: &syn::ItemFn,
    differentiated: bool,
    functions: impl Iterator<Item = TokenStream>,
    value: Option<&TokenStream>,
) -> TokenStream {
    let (rt, vis, name) = (rt(), &item.vis, &item.sig.ident);
    let doc = format!(" What is derived from the function [`{name}`](fn@{name}).");
    let reserved = reserved::allowance(item);
    // As a value it may stand beside what has a gradient.
    let data = if differentiated { quote!(#rt::Differentiable) } else { quote!(#rt::Plain) };
    quote! {
        #[doc = #doc]
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default, #data)]
        #vis struct #name {}

        #reserved
        #[allow(unused, clippy::all, clippy::pedantic)]
        impl #name { #(#functions)* }

        #value
    }
}

fn companion_function(item: &syn::ItemFn, form: &Form, checks: Option<bool>, signature: &Signature) -> TokenStream {
    let head = head(&quote!(#[inline]), item, form, signature, &TokenStream::new());
    let body = whole_body(form, checks, signature);
    quote!(#head { #body })
}

/// What is derived from a function, up to its body.
fn head(
    attributes: &TokenStream,
    item: &syn::ItemFn,
    form: &Form,
    signature: &Signature,
    output: &TokenStream,
) -> TokenStream {
    let (vis, function) = (&item.vis, &item.sig.ident);
    let name = match signature.placement {
        Placement::Module => syn::Ident::new(form.name, function.span()),
        Placement::Impl | Placement::Trait => sibling_name(function, form.name),
    };
    let (generics, where_clause) = signature.generics(&form.plain, form.role);
    let params = signature.params(&form.plain, form.role, form.outputs_untouched);
    let doc = format!(" {}", form.doc);
    quote! {
        #[doc = #doc]
        #attributes
        #vis fn #name #generics (#params) #output #where_clause
    }
}

fn whole_body(form: &Form, checks: Option<bool>, signature: &Signature) -> TokenStream {
    let opening = form.role.map(|role| opening(&form.plain, role, signature));
    let proved = proofs::of_function(&form.plain, form.proofs);
    let body = body(form, checks, form.proofs, signature);
    quote!(#proved #opening #body).in_block()
}

/// What a function with shadows starts with.
fn opening(function: &Function, role: Role, signature: &Signature) -> TokenStream {
    let (rt, rules, width, shadows) = (rt(), rules(), &signature.width, signature.opening(function, role));
    quote!(let #rules = #rt::Rules::<#width>::new(); #shadows)
}

/// The body with checks in debug builds and without them in release builds, or as the attribute says.
fn body(form: &Form, checks: Option<bool>, proofs: Proofs, signature: &Signature) -> TokenStream {
    let emit = |function: &Function, checked| {
        let mut body = Body::new(function, checked);
        body.guard = form.guard;
        body.proofs = proofs;
        body.width = signature.width.clone();
        if form.role.is_some() {
            body.kinds = signature.kinds(function);
            body.carried = form.role.unwrap_or(Role::Adjoint);
        }
        body.block(&function.body)
    };
    let (checked, unchecked) = (emit(&form.plain, true).in_block(), emit(&form.optimised, false).in_block());
    let body = match checks {
        Some(true) => checked,
        Some(false) => unchecked,
        None => either(&checked, &unchecked),
    };
    let items = items(&form.plain);
    quote!(#items #body)
}

/// What a body declares besides locals.
fn items(function: &Function) -> TokenStream {
    function.items.iter().map(|item| code::<syn::Item>(item).to_token_stream()).collect()
}
