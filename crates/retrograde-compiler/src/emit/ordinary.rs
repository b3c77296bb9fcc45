//! Ordinary functions: the function as it was written, and a companion with its pullback, its tangent, and what is built on them.
//!
//! The pullback runs forwards, saving what would be lost, and returns the value with a closure that runs backwards. The closure's
//! type is the type of the residual: it is inferred, so nothing is boxed but the residuals of self-recursive calls.

use super::arguments::{is_fixed, is_scalar};
use super::body::{Body, Guard, local, rules};
use super::calls::sibling_name;
use super::expr::{ident, of_kind, rt, rt_at};
use super::generics::Generics;
use super::{
    Context, Form, Placement, Proofs, backward, companion, custom, functions, has_drivers, head, items, missing,
    proofs, sibling_attributes, signature::Signature, taped, whole_body,
};
use crate::host::{is_unit, names_in};
use crate::ir::{Callee, Expr, Function, Param, Passing, Place, Role, Step, Stmt, Taped, all_stmts};
use crate::lists::perhaps_lists;
use crate::locals::written;
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::Ident;
use quote::format_ident;
use syn::spanned::Spanned;

/// What an ordinary function has besides its value.
#[derive(Debug)]
pub struct OrdinaryForms {
    /// both runs of its pullback, unless it is made of tangents
    pub taped: Option<Taped>,
    /// both runs of one of many calls by itself
    pub again: Option<Taped>,
    /// its tangent, if asked for
    pub tangent: Option<Form>,
    /// whether it is run again on the way back
    pub checkpoint: bool,
    /// both runs for a gradient that is known before, if the terms of a sum can be run back at once
    pub fused: Option<Taped>,
    /// whether the residual is in a box
    pub recursive: bool,
    /// whether calls are made twice to compare what they give: always, never, or with debug assertions
    pub checks: Option<bool>,
    /// whether adjoints of next to nothing count as zero
    pub flush: bool,
}

/// A function in the shapes that it takes. They differ where parameters are functions.
#[derive(Clone, Copy, Debug)]
pub struct Items<'i> {
    /// as it is
    pub written: &'i syn::ItemFn,
    /// as its derivatives take them: what they capture
    pub lowered: &'i syn::ItemFn,
    /// as its drivers take them: companions; `None` if it has no drivers
    pub driven: Option<&'i syn::ItemFn>,
}

/// Emits an ordinary function and its companion, or its siblings.
pub fn ordinary(items: &Items, function: &Function, forms: &OrdinaryForms, context: &Context) -> TokenStream {
    let taken = items.lowered;
    let item = &with_lent_receiver(taken);
    let pullback = Pullback { checks: forms.checks, flush: forms.flush, ..Pullback::of(item, function, context) };
    let in_module = context.placement == Placement::Module;
    // A call in an arm of a choice is run again on the way back.
    let calls = |taped: &Taped| recursive(&taped.forward, function) || recursive(&taped.backward, function);
    let recursive = forms.taped.as_ref().is_some_and(calls);
    let boxed = forms.recursive || recursive && !in_module;
    let mut functions = Vec::new();
    match &forms.taped {
        None => functions.push(custom::by_tangents(&pullback, item, function)),
        Some(taped) if forms.checkpoint => {
            functions.push(pullback.emit(item, taped, boxed, "recorded"));
            functions.push(custom::checkpointed(&pullback, item, function));
        }
        Some(taped) => functions.push(pullback.emit(item, taped, boxed, "pullback")),
    }
    if recursive && in_module {
        let again = forms.again.as_ref().and_then(|taped| pullback.again(item, taped));
        functions.push(again.unwrap_or_else(|| pullback.boxed(item)));
    }
    if let Some(form) = &forms.tangent {
        functions.push(tangent(item, form, context));
    }
    let has_drivers = (context.inherent || has_drivers(item, context.placement)) && !context.bare;
    if let (Some(driven), true) = (items.driven, has_drivers) {
        let fused = forms.fused.as_ref().filter(|_| is_scalar(pullback.output));
        functions.extend(fused.map(|taped| pullback.fused(item, taped)));
        let derived = backward::Derived { tangent: forms.tangent.is_some(), fused: fused.is_some() };
        functions.push(backward::drivers(driven, function, pullback.output, derived, context.placement));
    }
    let changes = function.params.iter().any(|param| param.passing == Passing::Exclusive);
    if !context.bare {
        functions.extend(taped::ordinary(&pullback, taken));
    }
    if changes && in_module {
        functions.push(missing::not_undone(item));
    }
    let mut written = items.written.clone();
    if is_unit(pullback.output) {
        written.sig.output = syn::ReturnType::Default;
    }
    let reserved = super::reserved::allowance(item);
    let written = quote!(#reserved #[allow(dead_code, clippy::needless_range_loop)] #written);
    if !in_module {
        return quote!(#written #(#functions)*);
    }
    let value = (!context.bare).then(|| custom::value(item, function, forms.tangent.is_some())).flatten();
    let companion = companion(item, false, functions.into_iter(), value.as_ref());
    quote!(#written #companion)
}

/// The siblings that a trait asks for beside a method without a body.
pub fn declared(item: &syn::ItemFn, function: &Function, tangent: bool, context: &Context) -> TokenStream {
    let taken = item;
    let item = &with_lent_receiver(taken);
    let pullback = Pullback::of(item, function, context);
    let (backward_type, captured) = (pullback.backward_type(), pullback.captured(item));
    let taped = taped::ordinary(&pullback, taken);
    let pullback = pullback.head(item, &quote!(impl #backward_type + #captured), "pullback");
    let tangent = tangent.then(|| {
        let signature = Signature::of(&item.sig, Placement::Trait);
        let name = sibling_name(&item.sig.ident, "tangent");
        let (generics, where_clause) = signature.generics(function, Some(Role::Tangent));
        let params = signature.params(function, Some(Role::Tangent), false);
        let (rt, width, attributes) = (rt(), &signature.width, sibling_attributes(item));
        let syn::ReturnType::Type(_, output) = &item.sig.output else { unreachable!("the parser asks for one") };
        quote! {
            /// The value and its derivative in the direction of the tangents that follow each argument.
            #attributes
            fn #name #generics (#params) -> (#output, #rt::TangentOf<#output, #width>) #where_clause;
        }
    });
    quote!(#pullback; #taped #tangent)
}

/// Whether a function calls itself.
pub fn recursive(stmts: &[Stmt], function: &Function) -> bool {
    let itself =
        |stmt: &Stmt| matches!(stmt, Stmt::LetCall { callee, args, .. } if calls_itself(callee, args, function));
    all_stmts(stmts).any(itself)
}

/// Whether a function calls itself in a loop, or more than once.
pub fn recursive_in_loop(stmts: &[Stmt], function: &Function) -> bool {
    self_calls(stmts, function) > 1
}

/// How often a function calls itself in one run: never, once, or more often.
fn self_calls(stmts: &[Stmt], function: &Function) -> usize {
    let calls = |stmt: &Stmt| match stmt {
        Stmt::LetCall { callee, args, .. } => usize::from(calls_itself(callee, args, function)),
        Stmt::Nested(head, blocks) => {
            let calls = blocks.iter().map(|block| self_calls(block, function));
            if head.repeats() { 2 * calls.sum::<usize>() } else { calls.max().unwrap_or(0) }
        }
        other => other.blocks().iter().map(|block| self_calls(block, function)).sum(),
    };
    stmts.iter().map(calls).sum()
}

/// The signature of the pullback and what is built on it.
pub(super) struct Pullback<'f> {
    pub function: &'f Function,
    /// the type parameter that says how many gradients travel together
    pub width: Ident,
    /// for each parameter, the type parameter that says what kind of shadow it has
    pub kinds: Vec<Ident>,
    /// for each parameter, the type parameters of what it does and of what it leaves for the way back, if it is a function
    codes: Vec<Option<[Ident; 2]>>,
    /// the type of the value
    pub output: &'f syn::Type,
    pub(super) context: &'f Context,
    checks: Option<bool>,
    flush: bool,
    /// whether the first parameter is `self`, which goes by another name in the body
    method: bool,
}

impl<'f> Pullback<'f> {
    pub(super) fn of(item: &'f syn::ItemFn, function: &'f Function, context: &'f Context) -> Self {
        let mut names = names_in(item.sig.to_token_stream());
        let hidden = if context.placement == Placement::Module { "" } else { "__" };
        let mut fresh = |name: &str| {
            let name = format!("{hidden}{name}");
            if names.has(&name) { names.mint(&name) } else { name }
        };
        let width = format_ident!("{}", fresh("W"));
        let kinds = (0..function.params.len()).map(|k| format_ident!("{}", fresh(&format!("K{k}")))).collect();
        let code = |(k, param): (usize, &Param)| {
            param.callable.as_ref().map(|_| ["C", "B"].map(|base| format_ident!("{}", fresh(&format!("{base}{k}")))))
        };
        let codes = function.params.iter().enumerate().map(code).collect();
        let syn::ReturnType::Type(_, output) = &item.sig.output else {
            unreachable!("the parser asks for a return type")
        };
        let method = item.sig.receiver().is_some();
        Self { function, width, kinds, codes, output, context, checks: None, flush: false, method }
    }

    pub(super) fn generics(&self, item: &syn::ItemFn) -> (TokenStream, TokenStream) {
        let (rt, width) = (rt(), &self.width);
        let mut generics = Generics::of(&item.sig.generics);
        generics.add([quote!(#width: #rt::Width)]);
        let params = self.function.params.iter().zip(&self.codes);
        for ((bounds, kind), (param, codes)) in self.bounds().zip(&self.kinds).zip(params) {
            if let (Some(callable), Some([code, back])) = (&param.callable, codes) {
                generics.add([code, back].map(|ty| quote!(#ty)));
                generics.ask(functions::pulled(param, callable, [code, back], width));
            } else {
                generics.add([quote!(#kind: #bounds)]);
            }
        }
        generics.done()
    }

    /// The kind of shadow of a parameter. What a function captures always has places, since its code is told which.
    pub(super) fn kind(&self, k: usize) -> TokenStream {
        let (rt, width, kind) = (rt(), &self.width, &self.kinds[k]);
        if self.codes[k].is_some() { quote!(#rt::On<#width>) } else { quote!(#kind) }
    }

    /// What is asked of each kind of shadow.
    pub(super) fn bounds(&self) -> impl Iterator<Item = TokenStream> {
        self.function.params.iter().map(|param| {
            let (rt, width) = (rt(), &self.width);
            let constant = param.is_constant().then(|| quote!(+ #rt::Constant<#width>));
            quote!(#rt::Kind<Width = #width> #constant)
        })
    }

    /// Values, each with a type that says what kind of shadow the backward run will be given.
    pub(super) fn params(&self, item: &syn::ItemFn) -> TokenStream {
        let inputs = self.function.params.iter().zip(&item.sig.inputs).enumerate();
        let params = inputs.map(|(k, (param, input))| {
            let (name, ty, kind) = (ident(&param.var), &param.ty.rust(), self.kind(k));
            let reference = reference(param.passing);
            let value = match input {
                syn::FnArg::Receiver(receiver) => receiver.to_token_stream(),
                syn::FnArg::Typed(_) => quote!(#name: #reference #ty),
            };
            let code = self.codes[k].as_ref().map(|[code, _]| {
                let name = functions::code_name(&param.var);
                quote!(, #name: #code)
            });
            let rt = rt();
            quote!(#value, _: #rt::PhantomData<#kind> #code)
        });
        quote!(#(#params),*)
    }

    /// Whether the way back is given an argument again: a receiver always, since a call does not show how it is passed.
    pub(super) fn is_again(&self, k: usize) -> bool {
        self.function.params[k].passing != Passing::Value || self.method && k == 0
    }

    /// `Fn(gradient, &argument, &shadow, ...)`: what was passed by reference is given again, so that the residual borrows nothing.
    pub(super) fn backward_type(&self) -> TokenStream {
        let (rt, width, output) = (rt(), &self.width, self.output);
        let shadows = self.function.params.iter().enumerate().map(|(k, param)| {
            let (ty, kind) = (&param.ty.rust(), self.kind(k));
            let rt = rt_at(ty.span());
            let reference = reference(param.passing).unwrap_or_else(|| quote!(&));
            let again = self.is_again(k).then(|| quote!(#reference #ty,));
            quote_spanned!(ty.span()=> #again &#rt::ShadowOf<#ty, #kind>)
        });
        quote!(Fn(#rt::TangentOf<#output, #width>, #(#shadows),*))
    }

    /// What the backward run's type depends on: no lifetime of an argument.
    pub(super) fn captured(&self, item: &syn::ItemFn) -> TokenStream {
        let params = || self.context.generics.params.iter().chain(&item.sig.generics.params);
        let lifetimes = params().filter_map(|param| match param {
            syn::GenericParam::Lifetime(param) => Some(&param.lifetime),
            _ => None,
        });
        let types = params().filter_map(|param| match param {
            syn::GenericParam::Type(param) => Some(&param.ident),
            syn::GenericParam::Const(param) => Some(&param.ident),
            syn::GenericParam::Lifetime(_) => None,
        });
        let itself = (self.context.placement == Placement::Trait).then(|| quote!(Self,));
        let (width, codes) = (&self.width, self.codes.iter().flatten().flatten());
        let kinds = self.kinds.iter().zip(&self.codes).filter(|(_, codes)| codes.is_none()).map(|(kind, _)| kind);
        quote!(use<#(#lifetimes,)* #itself #(#types,)* #width, #(#kinds,)* #(#codes),*>)
    }

    /// Where the function stands.
    pub(super) fn placement(&self) -> Placement {
        self.context.placement
    }

    /// The name of what is derived from the function.
    pub(super) fn name(&self, item: &syn::ItemFn, derived: &str) -> Ident {
        match self.context.placement {
            Placement::Module => Ident::new(derived, item.sig.ident.span()),
            Placement::Impl | Placement::Trait => sibling_name(&item.sig.ident, derived),
        }
    }

    /// The pullback up to its body.
    fn head(&self, item: &syn::ItemFn, residual: &TokenStream, name: &str) -> TokenStream {
        let (vis, output, name) = (&item.vis, self.output, self.name(item, name));
        let (generics, where_clause) = self.generics(item);
        let params = self.params(item);
        let attributes = (self.context.placement != Placement::Module).then(|| sibling_attributes(item));
        let inline = (self.context.placement != Placement::Trait).then(|| quote!(#[inline]));
        quote! {
            /// The value, and a closure that pulls a gradient of it back to the shadows of the arguments. It may be called
            /// any number of times.
            #attributes
            #inline
            #vis fn #name #generics (#params) -> (#output, #residual) #where_clause
        }
    }

    /// An emitter of both runs.
    pub(super) fn body(&self, item: &syn::ItemFn, taped: &Taped) -> Body<'f> {
        let mut body = Body::new(self.function, false);
        if taped.scalar {
            body.variables.insert(taped.result.adjoint());
        }
        body.note(&taped.forward);
        body.note(&taped.backward);
        body.lists.extend(perhaps_lists(&taped.forward));
        body.floats.clone_from(&taped.floats);
        body.flush = self.flush;
        body.guard = Guard::Everything;
        (body.proofs, body.checks) = (Proofs::Gradients, self.checks);
        body.width = self.width.clone();
        body.placement = Some(self.context.placement);
        body.kinds =
            self.function.params.iter().enumerate().map(|(k, param)| (param.var.clone(), self.kind(k))).collect();
        // Only what borrows nothing can be kept from one run to the next.
        body.reused = self.borrows_nothing(item).then(|| item.sig.ident.to_string());
        body
    }

    fn emit(&self, item: &syn::ItemFn, taped: &Taped, recursive: bool, name: &str) -> TokenStream {
        let (rt, rules, width, output) = (rt(), rules(), &self.width, self.output);
        let backward_type = self.backward_type();
        let mut body = self.body(item, taped);
        let forward = body.block(&taped.forward);
        (body.guard, body.proofs) = (Guard::Nothing, Proofs::Nothing);
        let backward = body.block(&taped.backward);
        let (result, result_adj) = (ident(&taped.result), ident(&taped.result.adjoint()));
        let grown = body.grown.contains(&taped.result.adjoint()).then(|| quote!(mut));
        // The way back needs the value's shape, and keeps the value unless its type tells.
        let shape = if is_fixed(output) {
            quote!(#rules.shadow::<#output>(|| unreachable!()))
        } else {
            quote!(#rules.shadow(|| &#result))
        };
        let value = if is_scalar(output) { quote!(#result) } else { quote!(#rt::clone(&#result)) };
        let seed = local("seed");
        let (captured, items) = (self.captured(item), items(self.function));
        let shadows = self.function.params.iter().enumerate().map(|(k, param)| {
            let (name, shadow) = (ident(&param.var), ident(&param.var.adjoint()));
            // What is passed by value is in the closure.
            let name = if param.passing == Passing::Value { quote!(_) } else { quote!(#name) };
            let again = self.is_again(k).then(|| quote!(#name,));
            quote!(#again #shadow)
        });
        let this = this(item, self.function);
        let (seed, opening) = if taped.scalar {
            let ty = recursive.then(|| quote!(: #rt::TangentOf<#output, #width>));
            let changes = written(&taped.backward).contains(&taped.result.adjoint()).then(|| quote!(mut));
            (quote!(#changes #result_adj #ty), TokenStream::new())
        } else {
            (seed.to_token_stream(), quote!(let #grown #result_adj = #shape; #rt::add(&#result_adj, #seed);))
        };
        let closure = quote!(move |#seed, #(#shadows),*| {
            #opening
            #backward
        });
        // In a circle of calls, a residual cannot hold itself.
        let (residual, closure) = if recursive {
            (quote!(Box<dyn #backward_type>), quote!(Box::new(#closure)))
        } else {
            (quote!(impl #backward_type + #captured), closure)
        };
        let (head, proved) = (self.head(item, &residual, name), proofs::of_function(self.function, Proofs::Gradients));
        // A box is more than the trait asks for.
        let refined = (recursive && self.method).then(|| quote!(#[allow(refining_impl_trait)]));
        let opening = quote!(let #rules = #rt::Rules::<#width>::new(););
        let body = quote!(#items #this #proved #opening #forward (#value, #closure)).in_block();
        quote!(#refined #head { #body })
    }

    /// A pullback with another body.
    pub(super) fn wrapped(&self, item: &syn::ItemFn, body: &TokenStream) -> TokenStream {
        let (backward_type, captured) = (self.backward_type(), self.captured(item));
        let head = self.head(item, &quote!(impl #backward_type + #captured), "pullback");
        let this = this(item, self.function);
        let body = quote!(#this #body).in_block();
        quote!(#head { #body })
    }

    /// The function as its pullback calls it.
    pub(super) fn itself(&self, item: &syn::ItemFn) -> TokenStream {
        let (name, owner) = (&item.sig.ident, (self.context.placement != Placement::Module).then(|| quote!(Self::)));
        quote!(#owner #name)
    }

    /// What is derived from the function as its pullback calls it.
    pub(super) fn derived(&self, item: &syn::ItemFn, derived: &str) -> TokenStream {
        let name = self.name(item, derived);
        quote!(Self::#name)
    }

    fn boxed(&self, item: &syn::ItemFn) -> TokenStream {
        let (output, vis) = (self.output, &item.vis);
        let (generics, where_clause) = self.generics(item);
        let (params, backward_type) = (self.params(item), self.backward_type());
        let args = self.function.params.iter().enumerate().map(|(k, param)| {
            let (name, kind) = (ident(&param.var), self.kind(k));
            let code = param.callable.as_ref().map(|_| functions::code_name(&param.var)).map(|code| quote!(, #code));
            let kind = of_kind(&kind);
            quote!(#name, #kind #code)
        });
        quote! {
            /// The pullback with its residual in a box, for calls from the function itself.
            #vis fn pullback_boxed #generics (#params) -> (#output, Box<dyn #backward_type>) #where_clause {
                let (value, backward) = Self::pullback(#(#args),*);
                (value, Box::new(backward))
            }
        }
    }
}

pub(super) fn reference(passing: Passing) -> Option<TokenStream> {
    match passing {
        Passing::Value => None,
        Passing::Shared => Some(quote!(&)),
        Passing::Exclusive => Some(quote!(&mut)),
    }
}

/// `self` under the name that it has in the body.
pub(super) fn this(item: &syn::ItemFn, function: &Function) -> Option<TokenStream> {
    item.sig.receiver()?;
    let name = ident(&function.params[0].var);
    let is_lent = |receiver: &syn::Receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(..));
    if function.params[0].passing == Passing::Value && item.sig.receiver().is_some_and(is_lent) {
        return Some(quote!(let #name = ::core::clone::Clone::clone(self);));
    }
    Some(quote!(let #name = self;))
}

/// A method that takes `self`, as derivatives take it: by reference, since a call does not show how its receiver is passed. What can be called
/// so can be cloned, which is asked where it is called: with a lifetime it is no question about the type alone.
fn with_lent_receiver(item: &syn::ItemFn) -> syn::ItemFn {
    let mut item = item.clone();
    if let Some(syn::FnArg::Receiver(receiver)) = item.sig.inputs.first_mut()
        && matches!(receiver.kind, syn::ReceiverKind::Value)
    {
        *receiver = syn::parse_quote_spanned!(receiver.self_token.span=> &self);
        let clones = syn::parse_quote!(for<'lent> Self: ::core::clone::Clone);
        item.sig.generics.make_where_clause().predicates.push(clones);
    }
    item
}

/// Whether a method calls itself.
fn calls_itself(callee: &Callee, args: &[Expr], function: &Function) -> bool {
    let on_itself = |arg: &Expr| {
        let Expr::Borrow(inner) = arg else { return false };
        let itself =
            |place: &Place| place.root == function.params[0].var && place.path.iter().all(|step| *step == Step::Deref);
        matches!(&**inner, Expr::Read(place) if itself(place))
    };
    match callee {
        Callee::Function(_) => callee.is_itself(function),
        Callee::Method(name, _) => **name == *function.name.name && args.first().is_some_and(on_itself),
        Callee::Associated(path) => path.names().eq(["Self", &*function.name.name]),
        Callee::Value(_) => false,
    }
}

/// `f::tangent(x, x_tan, ...) -> (value, tangent)`.
fn tangent(item: &syn::ItemFn, form: &Form, context: &Context) -> TokenStream {
    let signature = Signature::of(&item.sig, context.placement);
    let syn::ReturnType::Type(_, output) = &item.sig.output else { unreachable!("the parser asks for a return type") };
    let (rt, width) = (rt(), &signature.width);
    let attributes = (context.placement != Placement::Module).then(|| sibling_attributes(item));
    let output_type = quote!(-> (#output, #rt::TangentOf<#output, #width>));
    let head = head(&quote!(#attributes #[inline]), item, form, &signature, &output_type);
    let (this, body) = (this(item, &form.plain), whole_body(form, Some(false), &signature));
    let Some(Expr::Read(result)) = &form.optimised.result else { unreachable!("the tangent names its result") };
    let (value, pushed) = (ident(&result.root), ident(&result.root.tangent()));
    let pushed = if form.optimised.activity.contains(&result.root.name) {
        quote!(#rt::Zero::ZERO)
    } else {
        quote!(<#output as #rt::Differentiable>::into_tangent::<#width>(#pushed))
    };
    let body = quote!(#this #body (#value, #pushed)).in_block();
    quote!(#head { #body })
}
