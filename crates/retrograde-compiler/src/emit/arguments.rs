//! The arguments of a function as its drivers take them, with the places of their gradients.

use super::calls::sibling_name;
use super::expr::{copied, ident, rt, rt_at};
use super::generics::Generics;
use super::values::{Lifetimes, is_mentioned};
use super::{Placement, sibling_attributes};
use crate::host::names_in;
use crate::ir::{Callable, INTEGER_TYPES, Mark, Param, Passing};
use crate::numbers;
use crate::pieces::ToRust;
use crate::tokens::{Print, ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use std::rc::Rc;
use syn::spanned::Spanned;

/// An argument.
pub struct Argument {
    /// its name
    pub name: Ident,
    /// the name of the places of its gradient
    pub adjoint: Ident,
    /// the name of the places of its tangent
    pub tangent: Ident,
    /// its type, without the outer reference
    pub ty: syn::Type,
    /// by value or reference
    pub passing: Passing,
    /// whether it has a gradient
    pub active: bool,
    /// what the user says about it
    pub mark: Option<Mark>,
    /// what it is called with, if it is a function, which captures nothing here
    pub callable: Option<Rc<Callable>>,
    /// its type as it is written
    pub written: syn::Type,
    input: TokenStream,
}

impl Argument {
    /// Whether it is `self`.
    pub fn is_receiver(&self) -> bool {
        self.name == "self"
    }

    /// It as an argument of a call, after which it is still there.
    pub fn value(&self) -> TokenStream {
        let name = &self.name;
        if self.callable.is_some() {
            quote!(&())
        } else if self.passing != Passing::Value || is_number(&self.ty) {
            quote!(#name)
        } else {
            copied(&quote!(#name))
        }
    }

    /// What it does, as an argument of a pullback of some width.
    pub fn pulled(&self, width: &TokenStream) -> Option<TokenStream> {
        let (rt, name, args) = (rt(), &self.name, Ident::new("args", Span::mixed_site()));
        self.callable.as_ref()?;
        Some(quote!(, move |_: &(), #args| #rt::through::<_, _, #width>(&#name, #args)))
    }

    /// What it does, as an argument of a tangent.
    pub fn pushed(&self) -> Option<TokenStream> {
        let (rt, name) = (rt(), &self.name);
        let [args, places] = ["args", "places"].map(|name| Ident::new(name, Span::mixed_site()));
        self.callable.as_ref()?;
        let code = quote!(move |_: &(), _: &_, #args, #places: &_| #rt::push_through::<_, _, #rt::One>(&#name, #args, #places));
        Some(quote!(, #code))
    }

    /// The places of its gradient as an argument of a call.
    pub fn shadow(&self) -> TokenStream {
        let (rt, adjoint) = (rt(), &self.adjoint);
        if self.active { quote!(&#adjoint) } else { quote!(#rt::Inactive) }
    }

    /// Opens zero places for its gradient.
    pub fn open(&self, together: Together) -> TokenStream {
        let (rt, name, adjoint) = (rt_at(self.ty.span()), &self.name, &self.adjoint);
        let borrow = (self.passing == Passing::Value).then(|| quote!(&));
        let zero = match together {
            Together::One => quote_spanned!(self.ty.span()=> #rt::places),
            Together::Rows => quote_spanned!(self.ty.span()=> #rt::places_of_rows),
        };
        quote!(let #adjoint = #zero(#borrow #name);)
    }

    /// Opens places for its tangent that hold what is given.
    pub fn open_with(&self, given: &TokenStream) -> TokenStream {
        let (rt, name, tangent) = (rt_at(self.ty.span()), &self.name, &self.tangent);
        let borrow = (self.passing == Passing::Value).then(|| quote!(&));
        quote_spanned!(self.ty.span()=> let #tangent = #rt::places_with(#borrow #name, #given);)
    }

    /// The type of a gradient or tangent of it.
    pub fn tangent_type(&self) -> TokenStream {
        gradient_type(&self.ty)
    }

    /// The gradient or tangent in places that are not needed any more.
    pub fn read(&self, places: &Ident) -> TokenStream {
        let (rt, ty) = (rt_at(self.ty.span()), &self.ty);
        quote_spanned!(ty.span()=> #rt::gradient_in::<#ty>(#places))
    }

    /// The name of its rows of a Jacobian.
    pub fn rows(&self) -> Ident {
        let name = self.name.to_string();
        format_ident!("{}_rows", name.trim_start_matches("r#"), span = Span::mixed_site())
    }

    /// A number of the caller's, which is kept rather than computed back.
    fn is_kept(&self, loss: Option<&Argument>) -> bool {
        self.passing == Passing::Exclusive && (is_scalar(&self.ty) || loss.is_some_and(|loss| loss.name == self.name))
    }

    fn before(&self) -> Ident {
        let name = self.name.to_string();
        format_ident!("{}_before", name.trim_start_matches("r#"), span = Span::mixed_site())
    }
}

/// How many gradients a driver carries together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// one
    One,
    /// rows of a Jacobian
    Rows,
}

impl Together {
    /// The type that says so.
    pub fn width(self) -> TokenStream {
        let rt = rt();
        match self {
            Together::One => quote!(#rt::One),
            Together::Rows => quote!(#rt::Many<{ #rt::ROWS }>),
        }
    }

    /// The kind of places that store gradients, or of those that do not, as an argument.
    pub fn kind(self, stores: bool) -> TokenStream {
        let rt = rt();
        match (self, stores) {
            (Together::One, true) => quote!(#rt::ON),
            (Together::One, false) => quote!(#rt::OFF),
            (Together::Rows, true) => quote!(#rt::ROWS_ON),
            (Together::Rows, false) => quote!(#rt::ROWS_OFF),
        }
    }
}

/// The type of the gradient of a value: that of numbers and slices of them is written out. Of arrays whose length is a parameter rustc does
/// not know it where more is asked of them.
pub fn gradient_type(ty: &syn::Type) -> TokenStream {
    let rt = rt_at(ty.span());
    match ty {
        syn::Type::Slice(slice) if is_scalar(&slice.elem) => {
            let elem = &slice.elem;
            quote!(#rt::Vec<#elem>)
        }
        ty if is_scalar(ty) => quote!(#ty),
        ty => quote_spanned!(ty.span()=> #rt::GradientOf<#ty>),
    }
}

/// What the gradient of a number starts with.
pub fn seed(ty: &syn::Type) -> TokenStream {
    let rt = rt();
    if is_scalar(ty) { quote!(1.0) } else { quote!(<#ty as #rt::Loss>::SEED) }
}

/// Whether a type is written as a float, so that "the gradient" means one thing.
pub fn is_scalar(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// Whether a type tells by itself what shape its values have, as it is written.
pub fn is_fixed(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Tuple(tuple) => tuple.elems.iter().all(is_fixed),
        syn::Type::Array(array) => is_fixed(&array.elem),
        syn::Type::Path(path) if path.path.is_ident("bool") => true,
        ty => is_number(ty),
    }
}

/// Whether a type is written as a list of something, so that "the Jacobian" means one thing.
pub fn is_list(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Slice(_) | syn::Type::Array(_) => true,
        ty => element_of_vec(ty).is_some(),
    }
}

fn is_number(ty: &syn::Type) -> bool {
    let name = ty.to_token_stream().to_string();
    is_scalar(ty) || INTEGER_TYPES.contains(&name.as_str())
}

/// Whether a type is written as numbers, or lists of them.
pub fn is_known(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Slice(slice) => is_known(&slice.elem),
        syn::Type::Array(array) => is_known(&array.elem),
        ty => is_number(ty) || element_of_vec(ty).is_some_and(is_known),
    }
}

fn element_of_vec(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == "Vec")?;
    match &segment.arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(element) => Some(element),
            _ => None,
        }),
        _ => None,
    }
}

/// That a type of the user's has a gradient. Where it has none, what a driver is built on says so, and that is enough.
pub fn assumed(ty: &syn::Type, generics: &syn::Generics) -> Option<TokenStream> {
    let rt = rt_at(ty.span());
    (!is_known(ty) && !numbers::mentions(ty, generics)).then(|| quote_spanned!(ty.span()=> #ty: #rt::Differentiable))
}

/// One of them alone, or a tuple.
pub fn tuple<T: Print + quote::ToTokens>(parts: impl Iterator<Item = T>) -> TokenStream {
    let parts: Vec<T> = parts.collect();
    if let [only] = &parts[..] { quote!(#only) } else { quote!((#(#parts),*)) }
}

/// All arguments of a function.
pub struct Arguments<'f> {
    pub(super) item: &'f syn::ItemFn,
    pub(super) placement: Placement,
    /// in order
    pub all: Vec<Argument>,
    generics: syn::Generics,
}

/// What the drivers of Jacobians differ in.
pub struct JacobianParts<'a> {
    /// its documentation
    pub doc: &'static str,
    /// that the output has rows
    pub bound: TokenStream,
    /// the name of the rows that travel together
    pub batch: &'a syn::Ident,
    /// what is done once
    pub run: TokenStream,
    /// the number of rows
    pub count: TokenStream,
    /// carries the rows of a batch back
    pub sweep: TokenStream,
}

/// A driver to be emitted.
pub struct Driver<'d> {
    /// its name on the companion
    pub name: &'static str,
    /// what it does
    pub doc: &'static str,
    /// type parameters besides those of the function:
    /// the lifetime of the places that are passed, and the types of these
    pub generics: Option<(&'d syn::Lifetime, Vec<TokenStream>)>,
    /// parameters after those of the function
    pub inputs: TokenStream,
    /// its result
    pub output: TokenStream,
    /// what it asks for
    pub bounds: Vec<TokenStream>,
    /// what it does
    pub body: TokenStream,
}

impl<'f> Arguments<'f> {
    /// The arguments of a function. Nothing if they do not say what all its type parameters are: a call could not either.
    pub fn of(item: &'f syn::ItemFn, params: &[Param], placement: Placement) -> Option<Self> {
        let mut lifetimes = Lifetimes::new(names_in(item.sig.to_token_stream()));
        let (mut all, mut types) = (Vec::new(), Vec::new());
        for (param, input) in params.iter().zip(&item.sig.inputs) {
            let mut name = ident(&param.var);
            if let syn::FnArg::Receiver(receiver) = input {
                name = Ident::new("self", receiver.self_token.span);
            } else if name == item.sig.ident {
                // The driver calls the function by that name.
                name = format_ident!("{}_", name, span = name.span());
            }
            let (ty, input) = match input {
                syn::FnArg::Receiver(receiver) => ((*param.ty.rust()).clone(), quote!(#receiver)),
                syn::FnArg::Typed(typed) => {
                    let mut whole = (*typed.ty).clone();
                    let inner = behind_reference(&mut whole);
                    lifetimes.give_names(inner);
                    (inner.clone(), quote!(#name: #whole))
                }
            };
            let (adjoint, tangent) = (ident(&param.var.adjoint()), ident(&param.var.tangent()));
            types.push(ty.clone());
            let (written, callable) = (ty.clone(), param.callable.clone());
            let ty = if callable.is_some() { syn::parse_quote!(()) } else { ty };
            let (passing, active, mark) = (param.passing, param.active && callable.is_none(), param.mark);
            all.push(Argument { name, adjoint, tangent, ty, passing, active, mark, callable, written, input });
        }
        if !item.sig.generics.params.iter().all(|param| is_mentioned(param, &types)) {
            return None;
        }
        let mut generics = item.sig.generics.clone();
        for (k, lifetime) in lifetimes.added.iter().enumerate() {
            generics.params.insert(k, syn::parse_quote!(#lifetime));
        }
        Some(Self { item, placement, all, generics })
    }

    /// Those that have a gradient.
    pub fn active(&self) -> impl Iterator<Item = &Argument> {
        self.all.iter().filter(|argument| argument.active)
    }

    /// Those that have a gradient and are changed.
    pub fn outputs(&self) -> impl Iterator<Item = &Argument> {
        self.active().filter(|argument| argument.passing == Passing::Exclusive)
    }

    /// The type of the gradient with respect to all arguments.
    pub fn gradient_type(&self) -> TokenStream {
        tuple(self.active().map(Argument::tangent_type))
    }

    /// Opens zero places for all gradients.
    pub fn places(&self) -> TokenStream {
        self.active().map(|argument| argument.open(Together::One)).collect()
    }

    /// The gradients in all places.
    pub fn read(&self) -> TokenStream {
        tuple(self.active().map(|argument| argument.read(&argument.adjoint)))
    }

    /// Keeps the numbers that a run changes, and the loss.
    pub fn keep(&self, loss: Option<&Argument>) -> TokenStream {
        let kept = self.all.iter().filter(|argument| argument.is_kept(loss));
        kept.map(|argument| {
            let (name, before) = (&argument.name, argument.before());
            quote!(let #before = *#name;)
        })
        .collect()
    }

    /// Puts them back.
    pub fn restore(&self, loss: Option<&Argument>) -> TokenStream {
        let kept = self.all.iter().filter(|argument| argument.is_kept(loss));
        kept.map(|argument| {
            let (name, before) = (&argument.name, argument.before());
            quote!(*#name = #before;)
        })
        .collect()
    }

    /// Copies what a run changes.
    pub fn copy(&self) -> TokenStream {
        let changed = self.all.iter().filter(|argument| argument.passing == Passing::Exclusive);
        changed
            .map(|argument| {
                let (name, before) = (&argument.name, argument.before());
                quote!(let #before = ::std::borrow::ToOwned::to_owned(&*#name);)
            })
            .collect()
    }

    /// Puts the copies back.
    pub fn put_back(&self) -> TokenStream {
        let changed = self.all.iter().filter(|argument| argument.passing == Passing::Exclusive);
        changed
            .map(|argument| {
                let (name, before) = (&argument.name, argument.before());
                match argument.ty {
                    syn::Type::Slice(_) => quote!(#name.clone_from_slice(&#before);),
                    _ => quote!(*#name = #before;),
                }
            })
            .collect()
    }

    /// A call of the function.
    pub fn run(&self) -> TokenStream {
        let (name, values) = (&self.item.sig.ident, self.all.iter().map(Argument::value));
        let owner = (self.placement != Placement::Module).then(|| quote!(Self::));
        quote!(#owner #name(#(#values),*);)
    }

    /// The path to what is derived from the function.
    pub fn path(&self, derived: &str) -> TokenStream {
        let name = self.name(derived);
        quote!(Self::#name)
    }

    fn name(&self, derived: &str) -> Ident {
        let function = &self.item.sig.ident;
        match self.placement {
            Placement::Module => Ident::new(derived, function.span()),
            Placement::Impl | Placement::Trait => sibling_name(function, derived),
        }
    }

    /// That what is passed on by value can be copied. Asked of the caller, because a function may well take something else.
    pub fn copies(&self) -> Vec<TokenStream> {
        let copied = self.all.iter().filter(|argument| argument.passing == Passing::Value && !is_number(&argument.ty));
        let bound = copied.map(|argument| {
            let ty = &argument.ty;
            quote_spanned!(ty.span()=> for<'__none> #ty: ::core::clone::Clone)
        });
        bound.collect()
    }

    /// The rows of a Jacobian with respect to each argument: their declarations, and how those of a batch are appended.
    pub fn rows(&self, batch: &Ident) -> (TokenStream, TokenStream) {
        let open = self.active().map(|argument| {
            let (rt, rows) = (rt(), argument.rows());
            quote!(let mut #rows = #rt::Vec::new();)
        });
        let append = self.active().map(|argument| {
            let (rows, ty, adjoint) = (argument.rows(), &argument.ty, &argument.adjoint);
            quote!(#batch.read::<#ty>(#adjoint, &mut #rows);)
        });
        (open.collect(), append.collect())
    }

    /// The driver of a Jacobian: `sweep` carries the rows of a batch back, for an output of which `bound` asks that it has rows, after
    /// `run`, where `count` says how many.
    pub fn jacobian(&self, parts: JacobianParts<'_>) -> TokenStream {
        let (rt, JacobianParts { doc, bound, batch, run, count, sweep }) = (rt(), parts);
        let (rows, append) = self.rows(batch);
        let jacobian = tuple(self.active().map(Argument::rows));
        self.emit(Driver {
            name: "jacobian",
            doc,
            generics: None,
            inputs: TokenStream::new(),
            output: self.rows_type(),
            bounds: std::iter::once(bound).chain(self.copies()).collect(),
            body: quote! {
                #rows
                #run
                for #batch in #rt::Batch::all(#count) {
                    #sweep
                    #append
                }
                #jacobian
            },
        })
    }

    /// The type of a whole Jacobian.
    pub fn rows_type(&self) -> TokenStream {
        tuple(self.active().map(|argument| {
            let (rt, row) = (rt(), argument.tangent_type());
            quote!(#rt::Vec<#row>)
        }))
    }

    /// `gradient` where there is none: calling it says why.
    pub fn missing(&self, why: &TokenStream) -> TokenStream {
        let rt = rt();
        let driver = |name, output| {
            let doc = "There is no gradient: calling this says why.";
            let bounds = vec![quote!(for<'__none> #rt::NoLoss: #rt::#why)];
            let (generics, inputs, body) = (None, TokenStream::new(), quote!(::core::unreachable!()));
            self.emit(Driver { name, doc, generics, inputs, output, bounds, body })
        };
        let gradient = self.gradient_type();
        let (first, second) =
            (driver("gradient", gradient.clone()), driver("value_and_gradient", quote!((f64, #gradient))));
        quote!(#first #second)
    }

    /// A function that takes the arguments of the user's.
    pub fn emit(&self, driver: Driver<'_>) -> TokenStream {
        let Driver { name, doc, generics: added, inputs: more, output, bounds, body } = driver;
        let (vis, name) = (&self.item.vis, self.name(name));
        let doc = format!(" {doc}");
        let mut generics = Generics::of(&self.generics);
        if let Some((lifetime, params)) = added {
            generics.add_lifetime(lifetime);
            generics.add(params);
        }
        // A trait may have drivers and still be one of trait objects, which have none.
        let whole = (self.placement == Placement::Trait).then(|| quote!(Self: ::core::marker::Sized));
        let bounds: Vec<TokenStream> = self
            .active()
            .filter_map(|argument| assumed(&argument.ty, &self.generics))
            .chain(whole)
            .chain(bounds)
            .collect();
        // A bound for all lifetimes is one that rustc leaves to the caller, even if no type parameter is in it.
        let unused = (!bounds.is_empty()).then(|| quote!(#[allow(unused_lifetimes)]));
        generics.ask(bounds);
        let (generics, where_clause) = generics.done();
        let attributes = (self.placement != Placement::Module).then(|| sibling_attributes(self.item));
        let (inputs, body) = (self.all.iter().map(|argument| &argument.input), body.in_block());
        quote! {
            #[doc = #doc]
            #attributes
            #unused
            #[inline]
            #vis fn #name #generics (#(#inputs,)* #more) -> #output #where_clause { #body }
        }
    }
}

/// The type behind an outer reference, if there is one.
fn behind_reference(ty: &mut syn::Type) -> &mut syn::Type {
    match ty {
        syn::Type::Paren(inner) => behind_reference(&mut inner.elem),
        syn::Type::Group(inner) => behind_reference(&mut inner.elem),
        syn::Type::Reference(reference) => unwrapped(&mut reference.elem),
        ty => ty,
    }
}

fn unwrapped(ty: &mut syn::Type) -> &mut syn::Type {
    match ty {
        syn::Type::Paren(inner) => unwrapped(&mut inner.elem),
        syn::Type::Group(inner) => unwrapped(&mut inner.elem),
        ty => ty,
    }
}
