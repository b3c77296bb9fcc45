//! `#[differentiable]` on an `impl` of an operator: the rule of that operator for these operands.
//!
//! An operator is not found by a name beside it, as a method's sibling is, since its operands may be of any type. It goes by the rule of its name, and
//! here is one more, made of a function that does what the operator does:
//!
//! ```text
//! fn __add(this: V, other: V) -> V { ... }                // with its pullback and its tangent
//! impl Binary<V, V> for Add { ... }                       // which call these
//! ```
//!
//! The same holds for methods that are called like one of the table, `exp` or `max`: these have siblings, which the rule calls.

use crate::emit::{Context, Placement};
use crate::error::{Diagnostic, Errors};
use crate::expand;
use crate::host::{names_in, renamed_self};
use crate::ir::{FunctionKind, INTEGER_TYPES};
use crate::numbers;
use crate::options::Options;
use crate::rules::{complex_rule, method_rule};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};

/// An operator of `std::ops` that has a value, or changes its left operand.
struct Operator {
    name: &'static str,
    method: &'static str,
    operands: usize,
    assigns: bool,
}

const fn operator(name: &'static str, method: &'static str, operands: usize, assigns: bool) -> Operator {
    Operator { name, method, operands, assigns }
}

const OPERATORS: [Operator; 11] = [
    operator("Add", "add", 2, false),
    operator("Sub", "sub", 2, false),
    operator("Mul", "mul", 2, false),
    operator("Div", "div", 2, false),
    operator("Rem", "rem", 2, false),
    operator("Neg", "neg", 1, false),
    operator("AddAssign", "add_assign", 2, true),
    operator("SubAssign", "sub_assign", 2, true),
    operator("MulAssign", "mul_assign", 2, true),
    operator("DivAssign", "div_assign", 2, true),
    operator("RemAssign", "rem_assign", 2, true),
];

/// The operator that an `impl` is of, and its method. One that gives something says what.
fn operator_of(item: &syn::ItemImpl) -> Option<(&'static Operator, &syn::ImplItemFn)> {
    let (path, _) = item.trait_.as_ref()?;
    let name = &path.segments.last()?.ident;
    let operator = OPERATORS.iter().find(|operator| name == operator.name)?;
    let method = item.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(method) if method.sig.ident == operator.method => Some(method),
        _ => None,
    })?;
    (operator.assigns || output(item).is_some()).then_some((operator, method))
}

/// Whether an `impl` is of an operator, or of what leads to a part.
pub fn is_operator(item: &syn::ItemImpl) -> bool {
    let leads = |(path, _): &(syn::Path, syn::Token![for])| {
        path.segments
            .last()
            .is_some_and(|last| ["Index", "IndexMut", "Deref", "DerefMut"].iter().any(|name| last.ident == name))
    };
    operator_of(item).is_some() || item.trait_.as_ref().is_some_and(leads)
}

/// The mistakes of the `impl` of an operator, and what it expands to; `None` if it is another `impl`.
pub fn differentiable(
    options: Options,
    item: &syn::ItemImpl,
    around: &Context,
) -> Option<(Vec<Diagnostic>, TokenStream)> {
    let (operator, method) = operator_of(item)?;
    let operation = Operation::of(item, operator, method)?;
    let (mistakes, derived) = operation.emit(method, options, around);
    Some((mistakes, quote!(#item #derived)))
}

fn output(item: &syn::ItemImpl) -> Option<&syn::Type> {
    item.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == "Output" => Some(&ty.ty),
        _ => None,
    })
}

/// An operator for operands of certain types.
struct Operation<'i> {
    operator: &'static Operator,
    item: &'i syn::ItemImpl,
    /// the types of the operands, as they are written in the head
    operands: Vec<syn::Type>,
    output: syn::Type,
    /// the function that does the same
    function: Ident,
}

impl<'i> Operation<'i> {
    fn of(item: &'i syn::ItemImpl, operator: &'static Operator, method: &syn::ImplItemFn) -> Option<Self> {
        let itself = &*item.self_ty;
        let mut operands = vec![itself.clone()];
        if operator.operands == 2 {
            let (path, _) = item.trait_.as_ref()?;
            let mut other = match &path.segments.last()?.arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
                    syn::GenericArgument::Type(ty) => ty.clone(),
                    _ => return None,
                },
                _ => itself.clone(),
            };
            Itself(itself).visit_type_mut(&mut other);
            operands.push(other);
        }
        let mut output = if operator.assigns { itself.clone() } else { output(item)?.clone() };
        Itself(itself).visit_type_mut(&mut output);
        let function = format_ident!("__{}", operator.method, span = method.sig.ident.span());
        Some(Self { operator, item, operands, output, function })
    }

    fn emit(&self, method: &syn::ImplItemFn, options: Options, around: &Context) -> (Vec<Diagnostic>, TokenStream) {
        let errors = Errors::new();
        let (mistakes, function) = match self.as_function(method, &errors) {
            Some(function) => {
                let context = Context { bare: true, seen: around.seen.clone(), ..Context::from(Placement::Module) };
                let options = Options { tangent: true, ..options };
                expand::function(&function, FunctionKind::Ordinary, &context, options, errors)
            }
            None => (errors.take(), TokenStream::new()),
        };
        let name = &self.function;
        let rule = Rule {
            name: self.operator.name,
            item: self.item,
            operands: &self.operands,
            output: &self.output,
            pullback: quote!(#name::pullback),
            tangent: quote!(#name::tangent),
            assigns: self.operator.assigns,
            receiver: None,
        };
        let rule = rule.emit();
        (mistakes, quote!(const _: () = { #function #rule };))
    }

    /// What the operator does as a function: without `self`, and without `Self`.
    fn as_function(&self, method: &syn::ImplItemFn, errors: &Errors) -> Option<syn::ItemFn> {
        let syn::ImplItemFn { modifiers, mut sig, block, .. } = method.clone();
        let used = names_in(block.to_token_stream());
        let this = (0..).map(|k| if k == 0 { "this".to_string() } else { format!("this{k}") });
        let this = this.into_iter().find(|name| !used.has(name)).unwrap_or_default();
        let span = sig.receiver().map_or_else(Span::call_site, |receiver| receiver.self_token.span);
        let this = Ident::new(&this, span);
        let body = renamed_self(block.to_token_stream(), &this);
        let (itself, output) = (bare(&self.item.self_ty), bare(&self.output));
        let body = without_self(body, &itself, &output);
        let mut block: syn::Block = match syn::parse2(body) {
            Ok(block) => block,
            Err(error) => {
                errors.push(error.span(), error);
                return None;
            }
        };
        let changes = sig.receiver().is_some_and(|receiver| receiver.mutability.is_some());
        for (input, ty) in sig.inputs.iter_mut().zip(&self.operands) {
            *input = match input {
                syn::FnArg::Receiver(_) if self.operator.assigns => syn::parse_quote!(#this: &mut #ty),
                syn::FnArg::Receiver(_) if changes => syn::parse_quote!(mut #this: #ty),
                syn::FnArg::Receiver(_) => syn::parse_quote!(#this: #ty),
                syn::FnArg::Typed(typed) => match &*typed.pat {
                    name @ syn::Pat::Ident(_) => syn::parse_quote!(#name: #ty),
                    pattern => {
                        let pattern = without_self(pattern.to_token_stream(), &itself, &output);
                        block.stmts.insert(0, syn::parse_quote!(let #pattern = __other;));
                        syn::parse_quote!(__other: #ty)
                    }
                },
            };
        }
        if !self.operator.assigns {
            let output = &self.output;
            sig.output = syn::parse_quote!(-> #output);
        }
        sig.ident = self.function.clone();
        sig.generics = self.generics();
        let attrs = vec![syn::parse_quote!(#[allow(unused, clippy::all, clippy::pedantic)])];
        Some(syn::ItemFn { attrs, vis: syn::Visibility::Inherited, modifiers, sig, block: Box::new(block) })
    }

    fn generics(&self) -> syn::Generics {
        generics(self.item, &[], self.operands.iter().chain([&self.output]))
    }
}

/// The type parameters of an `impl`, and lifetimes that it has no names for; these types of the user's have gradients.
fn generics<'t>(
    item: &syn::ItemImpl,
    lifetimes: &[syn::Lifetime],
    types: impl Iterator<Item = &'t syn::Type>,
) -> syn::Generics {
    let mut generics = item.generics.clone();
    numbers::ask_of(&mut generics);
    for (k, lifetime) in lifetimes.iter().enumerate() {
        generics.params.insert(k, syn::parse_quote!(#lifetime));
    }
    if generics.type_params().next().is_some() {
        let types = types.filter(|ty| !matches!(ty, syn::Type::Reference(_)));
        let bounds = types.map(|ty| syn::parse_quote!(#ty: ::retrograde::emitted::Differentiable));
        let bounds: Vec<syn::WherePredicate> = bounds.collect();
        generics.make_where_clause().predicates.extend(bounds);
    }
    generics
}

/// The rule of a method of a type of the user's that is called like one of the table, by its siblings; `None` if there is none, or the type is not
/// the user's.
pub fn of_method(item: &syn::ItemImpl, method: &syn::ItemFn) -> Option<TokenStream> {
    let syn::Type::Path(itself) = &*item.self_ty else { return None };
    let last = itself.path.segments.last()?;
    if itself.qself.is_some()
        || item.generics.type_params().any(|param| param.ident == last.ident)
        || is_foreign(&last.ident)
    {
        return None;
    }
    let (sig, receiver) = (&method.sig, method.sig.receiver()?);
    let line = rule_of(sig)?;
    let mut operands = vec![(*item.self_ty).clone()];
    for input in sig.inputs.iter().skip(1) {
        let syn::FnArg::Typed(typed) = input else { return None };
        operands.push((*typed.ty).clone());
    }
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    let mut output = (**output).clone();
    operands.iter_mut().chain([&mut output]).for_each(|ty| Itself(&item.self_ty).visit_type_mut(ty));
    let sibling = |derived: &str| {
        let (ty, name) = (&item.self_ty, format_ident!("{}_{derived}", sig.ident));
        let owner = match &item.trait_ {
            Some((path, _)) => quote!(<#ty as #path>),
            None => quote!(<#ty>),
        };
        quote!(#owner::#name)
    };
    let rule = Rule {
        name: line.strukt,
        item,
        operands: &operands,
        output: &output,
        pullback: sibling("pullback"),
        tangent: sibling("tangent"),
        assigns: false,
        receiver: Some(matches!(receiver.kind, syn::ReceiverKind::Reference(..))),
    };
    Some(rule.emit())
}

/// The line of the table that a method is called like.
pub fn rule_of(sig: &syn::Signature) -> Option<&'static retrograde_rules::Rule> {
    let name = sig.ident.to_string();
    let line = method_rule(&name).or_else(|| complex_rule(&name))?;
    let plain = matches!(sig.receiver()?.kind, syn::ReceiverKind::Value | syn::ReceiverKind::Reference(_, _, None));
    (line.arity() == sig.inputs.len() && plain && sig.generics.params.is_empty()).then_some(line)
}

/// The types of the standard library that a trait of the user's is implemented for.
fn is_foreign(name: &Ident) -> bool {
    [
        "f32", "f64", "bool", "char", "str", "Vec", "Box", "Rc", "Arc", "Option", "Result", "String", "HashMap",
        "BTreeMap", "VecDeque", "Complex",
    ]
    .iter()
    .chain(&INTEGER_TYPES)
    .any(|known| name == known)
}

/// A rule that runs a function again on the way back: it keeps nothing but the operands.
struct Rule<'r> {
    name: &'static str,
    item: &'r syn::ItemImpl,
    operands: &'r [syn::Type],
    output: &'r syn::Type,
    pullback: TokenStream,
    tangent: TokenStream,
    /// whether it changes its first operand
    assigns: bool,
    /// whether a method takes its receiver by reference, if it is a method
    receiver: Option<bool>,
}

impl Rule<'_> {
    fn emit(&self) -> TokenStream {
        let mut named = Lifetimes::default();
        let (mut operands, mut output) = (self.operands.to_vec(), self.output.clone());
        operands.iter_mut().chain([&mut output]).for_each(|ty| named.visit_type_mut(ty));
        let generics = generics(self.item, &named.0, self.operands.iter().chain([self.output]));
        let (parameters, _, bounds) = generics.split_for_impl();
        let (sides, arity): (&[&str], _) = match operands.len() {
            1 => (&[""], "Unary"),
            2 => (&["_left", "_right"], "Binary"),
            _ => (&["_first", "_second", "_third"], "Ternary"),
        };
        let (rule, arity) = (Ident::new(self.name, Span::call_site()), Ident::new(arity, Span::call_site()));
        // An integer has no gradient.
        let functions = sides.iter().enumerate().map(|(k, side)| self.directions(k, side, &operands));
        let residual = self.residual(&rule, &generics, &operands);
        quote! {
            #residual
            #[allow(unused, clippy::all, clippy::pedantic)]
            impl #parameters ::retrograde::emitted::#arity<#(#operands),*> for ::retrograde::emitted::#rule #bounds {
                type Output = #output;
                #(#functions)*
            }
        }
    }

    /// What `+=` and `-=` leave for the way back: both operands, since a function runs again.
    fn residual(&self, rule: &Ident, generics: &syn::Generics, operands: &[syn::Type]) -> Option<TokenStream> {
        let [left, right] = operands else { return None };
        if !["AddAssign", "SubAssign"].contains(&self.name) {
            return None;
        }
        let (kept, owned) = match right {
            syn::Type::Reference(reference) => ("OperandsLent", &*reference.elem),
            right => ("Operands", right),
        };
        let kept = Ident::new(kept, Span::call_site());
        let rt = quote!(::retrograde::emitted);
        let mut generics = generics.clone();
        generics.make_where_clause().predicates.extend([
            syn::parse_quote!(for<'__none> #left: ::core::clone::Clone),
            syn::parse_quote!(for<'__none> #owned: ::core::clone::Clone),
        ] as [syn::WherePredicate; 2]);
        let (parameters, _, bounds) = generics.split_for_impl();
        Some(quote! {
            #[allow(unused, clippy::all, clippy::pedantic)]
            impl #parameters #rt::Assigning<#left, #right> for #rt::#rule #bounds {
                type Residual = #rt::#kept<Self, #left, #owned>;

                #[inline]
                fn residual(x: &#left, y: &#right) -> Self::Residual {
                    #rt::#kept::new(x, y)
                }
            }
        })
    }

    /// Gradients and tangents of one operand; the others are constants.
    fn directions(&self, side: usize, suffix: &str, types: &[syn::Type]) -> TokenStream {
        let rt = quote!(::retrograde::emitted);
        let (pullback, tangent, of, output) = (&self.pullback, &self.tangent, &types[side], self.output);
        let names: Vec<Ident> = (0..types.len()).map(|k| named("operand", k, "")).collect();
        let pairs = || (0..types.len()).map(|k| self.passed(k, &names[k]));
        let kinds = pairs().enumerate().map(|(k, value)| {
            let kind = if self.is_active(k, side) { quote!(On) } else { quote!(Off) };
            quote!(#value, ::core::marker::PhantomData::<#rt::#kind<__W>>)
        });
        let tangents = pairs().enumerate().map(|(k, value)| {
            let place = named("operand", k, "_adj");
            let tangent =
                if self.is_active(k, side) { quote!(&#place) } else { quote!(#rt::Rules::<__W>::new().off()) };
            quote!(#value, #tangent)
        });
        let again = (0..types.len()).map(|k| {
            let (name, ty, place) = (&names[k], &types[k], named("operand", k, "_adj"));
            let value = match ty {
                _ if self.assigns && k == 0 => Some(quote!(&mut #name,)),
                _ if self.receiver.is_some() && k == 0 => Some(quote!(&#name,)),
                syn::Type::Reference(_) => Some(quote!(#name,)),
                _ => None,
            };
            if self.is_active(k, side) {
                quote!(#value #rt::along::<#ty, #rt::On<__W>>(&#place))
            } else {
                quote!(#value <#ty as #rt::Differentiable>::inactive::<__W>())
            }
        });
        let (mut pulled, mut pushed) = (TokenStream::new(), TokenStream::new());
        for k in (0..types.len()).filter(|k| self.is_active(*k, side)) {
            let (place, ty, name) = (named("operand", k, "_adj"), &types[k], &names[k]);
            let zero = quote!(let #place = <#ty as #rt::Differentiable>::zero_shadow::<#rt::On<__W>>(&#name););
            let with = quote!(let #place = <#ty as #rt::Differentiable>::shadow_with::<__W>(&#name, g););
            pulled.extend(if self.assigns && k == 0 { with.clone() } else { zero.clone() });
            pushed.extend(if k == side { with } else { zero });
        }
        let (mutable, place) = (self.assigns.then(|| quote!(mut)), named("operand", side, "_adj"));
        let seed = if self.assigns { quote!(#rt::Zero::ZERO) } else { quote!(g) };
        let pushed_value = if self.assigns {
            let changed = named("operand", 0, "_adj");
            quote!(#tangent(#(#tangents),*); <#output as #rt::Differentiable>::into_tangent::<__W>(#changed))
        } else {
            quote!(#tangent(#(#tangents),*).1)
        };
        let (pull, push) = (format_ident!("pull{suffix}"), format_ident!("push{suffix}"));
        let head = quote!(#(#names: impl ::core::ops::Fn() -> #types,)* _: impl ::core::ops::Fn() -> Self::Output);
        quote! {
            #[inline]
            fn #pull<__W: #rt::Width>(g: #rt::TangentOf<Self::Output, __W>, #head) -> #rt::TangentOf<#of, __W> {
                let (#(#mutable #names,)*) = (#(#names(),)*);
                #pulled
                let (_, back) = #pullback(#(#kinds),*);
                back(#seed, #(#again),*);
                <#of as #rt::Differentiable>::into_tangent::<__W>(#place)
            }

            #[inline]
            fn #push<__W: #rt::Width>(g: #rt::TangentOf<#of, __W>, #head) -> #rt::TangentOf<Self::Output, __W> {
                let (#(#mutable #names,)*) = (#(#names(),)*);
                #pushed
                #pushed_value
            }
        }
    }

    /// Whether an operand carries a gradient: what an operator changes does, whichever operand is asked for.
    fn is_active(&self, k: usize, side: usize) -> bool {
        k == side || self.assigns && k == 0
    }

    /// An operand as it is passed.
    fn passed(&self, k: usize, name: &Ident) -> TokenStream {
        match self.receiver {
            _ if self.assigns && k == 0 => quote!(&mut #name),
            // Derivatives take any receiver by reference.
            Some(_) if k == 0 => quote!(&#name),
            _ => quote!(#name),
        }
    }
}

fn named(name: &str, k: usize, role: &str) -> Ident {
    format_ident!("{name}{k}{role}", span = Span::mixed_site())
}

/// `Self` in types stands for the type of the `impl`.
struct Itself<'t>(&'t syn::Type);

impl VisitMut for Itself<'_> {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if matches!(ty, syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident("Self")) {
            *ty = self.0.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Gives names to lifetimes that have none.
#[derive(Default)]
struct Lifetimes(Vec<syn::Lifetime>);

impl Lifetimes {
    fn fresh(&mut self) -> syn::Lifetime {
        let name = format!("'__r{}", self.0.len());
        self.0.push(syn::Lifetime::new(&name, Span::call_site()));
        self.0[self.0.len() - 1].clone()
    }
}

impl VisitMut for Lifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference.lifetime.is_none() {
            reference.lifetime = Some(self.fresh());
        }
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident == "_" {
            *lifetime = self.fresh();
        }
    }
}

/// A type by its name alone, as expressions and patterns have it.
fn bare(ty: &syn::Type) -> TokenStream {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => {
            let mut path = path.path.clone();
            path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
            path.to_token_stream()
        }
        other => other.to_token_stream(),
    }
}

/// A body with another name for `Self`, and for `Self::Output`.
fn without_self(tokens: TokenStream, itself: &TokenStream, output: &TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "Self" => {
                let rest: Vec<String> = tokens.clone().take(3).map(|token| token.to_string()).collect();
                if rest == [":", ":", "Output"] {
                    tokens.nth(2);
                    out.extend(output.clone());
                } else {
                    out.extend(itself.clone());
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_self(group.stream(), itself, output));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}
