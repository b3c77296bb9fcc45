//! What the compiler assumes about types, which it does not see, is put to rustc where the function runs forwards. Each question is a call of
//! a function of the library that does nothing, at the user's token; a wrong assumption is an error there, in the words of the trait that it
//! asks for. `ARCHITECTURE.md` lists the assumptions.

mod places;

use super::body::{Body, Guard};
use super::expr::{ident, rt, rt_at};
use crate::access::{ASKS, INTEGER_METHODS, constant_call, depends_on_active};
use crate::ir::{
    Assumption, Builtin, ConstantCall, Conversion, Expr, Float, Function, FunctionKind, Lifted, Param, Path, Role,
    Stmt, Var, integer_type,
};
use crate::linear::is_users;
use crate::pieces::ToRust;
use crate::rules::method_rule;
use crate::text;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;

/// Which assumptions a run is asked to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proofs {
    /// none: another run does
    Nothing,
    /// those by which values come back
    Values,
    /// these, and those by which gradients are dropped
    Gradients,
}

/// What a value may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// plain data, which nothing changes behind a shared reference
    Plain,
    /// data of any type: the user says that it is constant
    Anything,
}

impl Body<'_> {
    /// Asks that a local which is taken for an integer is one, right after it got its first value.
    pub(super) fn proved_local(&self, stmt: &Stmt) -> Option<TokenStream> {
        let (var, value) = match stmt {
            Stmt::Let { var, init: Some(init), .. } => (var, init),
            Stmt::Assign { place, value, fresh: true } if place.path.is_empty() => (&place.root, value),
            _ => return None,
        };
        self.proved_integer(var, value)
    }

    pub(super) fn proved_integer(&self, var: &Var, value: &Expr) -> Option<TokenStream> {
        // The value of a call that gives a constant is proved itself.
        let proved = constant_call(value, &self.function.activity).is_some() && self.assumed(value).is_some();
        if is_evident(value) || proved { None } else { self.ask_integer(var) }
    }

    fn ask_integer(&self, var: &Var) -> Option<TokenStream> {
        let assumed = self.function.activity.is_integer(&var.name) && var.is_primal();
        if self.proofs < Proofs::Gradients || !assumed {
            return None;
        }
        let (rt, mut name) = (rt_at(var.span.rust()), ident(var));
        name.set_span(name.span().located_at(var.span.rust()));
        Some(quote_spanned!(var.span.rust()=> #rt::without_gradient(&#name);))
    }

    /// Asks that the parameters of a closure which are taken for integers are such.
    pub(super) fn proved_params(&self, lifted: &Lifted) -> TokenStream {
        let own = lifted.function.params[lifted.captured..].iter().map(|param| &param.var);
        own.filter_map(|var| self.ask_integer(var)).collect()
    }

    /// A value that is taken for an integer although something with a gradient goes into it.
    pub(super) fn proved_value(&self, expr: &Expr, value: TokenStream) -> TokenStream {
        if let Expr::Method(name, args, at) = expr
            && let Some(proved) = self.proved_method(name, args, at.0.rust(), &value)
        {
            return proved;
        }
        let Some(at) = self.assumed(expr) else { return value };
        let (rt, value) = (rt_at(at), written_at(&value, at));
        quote_spanned!(at=> #rt::constant_value(#value))
    }

    /// What a method gives that is taken for that of the table, where numbers are of a generic type and so may have it from any trait.
    fn proved_method(&self, name: &str, args: &[Expr], at: Span, value: &TokenStream) -> Option<TokenStream> {
        let tuple = retrograde_rules::lookup_tuple(name).is_some() && args.len() == 1;
        let known = tuple || method_rule(name).is_some_and(|rule| rule.arity() == args.len());
        let active = args.iter().any(|arg| depends_on_active(arg, &self.function.activity));
        if self.proofs < Proofs::Gradients || self.function.numbers.is_empty() || !known || !active {
            return None;
        }
        let (rt, own, method) = (rt_at(at), rt(), Ident::new(name, at));
        let given = Ident::new("given", Span::mixed_site().located_at(at));
        let part = if tuple { quote!(&#given.0) } else { quote!(#given) };
        Some(quote_spanned!(at=> #rt::by_table(#value, |#given| {
            #[allow(unused_imports)]
            use #own::methods::*;
            (&&&&&&&&&#rt::MethodsOf::of(#part)).#method()
        })))
    }

    /// A value that is taken for what a constructor makes.
    pub(super) fn proved_made(&self, path: &Path, args: &[Expr], value: TokenStream) -> TokenStream {
        let known = ["Some", "Ok", "Err"].contains(&path.name());
        let active = args.iter().any(|arg| depends_on_active(arg, &self.function.activity));
        if self.proofs < Proofs::Gradients || known || !active {
            return value;
        }
        let (path, is_new) = (path.rust(), Expr::is_new(path));
        let at = path.span();
        let (rt, value) = (rt_at(at), written_at(&value, at));
        if is_new {
            return quote_spanned!(at=> #rt::complex_number(#value));
        }
        let (made, parts) = (Ident::new("made", Span::mixed_site().located_at(at)), args.iter().map(|_| quote!(_)));
        quote_spanned!(at=> #rt::made(#value, |#made| match #made { #path(#(#parts),*) => {} #[allow(unreachable_patterns)] _ => {} }))
    }

    /// A copy that is taken for the value itself.
    pub(super) fn proved_copy(&self, name: &str, original: &Expr, at: Span, copy: TokenStream) -> TokenStream {
        // What `clone` does is seen at run time only, so every run looks.
        let looks = self.proofs == Proofs::Gradients || self.carried == Role::Tangent;
        if !looks || !depends_on_active(original, &self.function.activity) {
            return copy;
        }
        let rt = rt_at(at);
        let original = match original {
            Expr::Read(place) if place.is_pointee() => ident(place.name()).to_token_stream(),
            Expr::Read(_) => {
                let place = self.expr(original);
                quote!(&#place)
            }
            // What has no place is made for the copy alone.
            _ => return copy,
        };
        match name {
            "clone" => quote_spanned!(at=> #rt::copied(#copy, #original)),
            "to_vec" => quote_spanned!(at=> #rt::copied_slice(#copy, #original)),
            _ => quote_spanned!(at=> #rt::copied_owned(#copy, #original)),
        }
    }

    /// A value that rustc is made to prove pure, with errors at its own tokens. If it calls something that may have no attribute, nothing is known of
    /// what else that does: where there are checks, the value is computed twice.
    pub(super) fn proved(&self, expr: &Expr, value: &TokenStream, held: Held) -> TokenStream {
        let at = value.first_span().unwrap_or_else(Span::mixed_site);
        let rt = rt_at(at);
        let checked = match (self.guard, self.function.kind) {
            _ if !expr.any(&calls_unknown) => None,
            (Guard::Everything, FunctionKind::Reversible) => self.checked.then(|| quote!(true)),
            (Guard::Everything, FunctionKind::Ordinary) => match self.checks {
                None => Some(quote_spanned!(at=> ::core::cfg!(debug_assertions))),
                Some(checked) => checked.then(|| quote!(true)),
            },
            _ => None,
        };
        let Some(checked) = checked else {
            return match held {
                Held::Plain => quote_spanned!(at=> #rt::pure(|| #value)),
                Held::Anything => quote_spanned!(at=> #rt::constant(|| #value)),
            };
        };
        let new = match held {
            Held::Plain => quote_spanned!(at=> new),
            Held::Anything => quote_spanned!(at=> constant),
        };
        let text = text::expr(expr);
        // At the start of a statement, a block alone would end it.
        let outside = Span::mixed_site().located_at(at);
        // In crates of 2015 a path after `use` begins elsewhere, if its words are the user's.
        let own = super::expr::rt();
        let run = quote_spanned!(at=> {
            #[allow(unused_imports)]
            use #own::{Compared as _, Uncompared as _};
            (&#rt::Repeated::#new(#checked, || #value, #text)).run()
        });
        quote_spanned!(outside=> (#run))
    }

    /// Where an expression says that it is an integer.
    fn assumed(&self, expr: &Expr) -> Option<Span> {
        let at = match expr {
            Expr::Method(name, _, at) if ASKS.contains(&&**name) => at.0.rust(),
            Expr::Cast(_, ty) if integer_type(ty) => ty.rust().span(),
            Expr::Call(.., at) | Expr::Method(.., at)
                if constant_call(expr, &self.function.activity).is_some_and(|why| why != ConstantCall::Marked) =>
            {
                at.0.rust()
            }
            _ => return None,
        };
        (self.proofs == Proofs::Gradients && depends_on_active(expr, &self.function.activity)).then_some(at)
    }
}

/// Code as if all of it but its names had been written at one place, so that this is where rustc finds it in error. (Elsewhere, what is emitted is not
/// taken for the user's own code, of which Clippy would have something to say.)
fn written_at(code: &TokenStream, at: Span) -> TokenStream {
    code.moved(&|span, is_name| if is_name { span } else { at })
}

/// Whether an expression calls something that may have no attribute of ours.
fn calls_unknown(expr: &Expr) -> bool {
    match expr {
        Expr::Call(path, ..) => {
            let ours = path.leading && path.names().next() == Some("retrograde");
            !ours
        }
        Expr::Method(name, args, _) => {
            is_users(name, args.len()) && !ASKS.contains(&&**name) && !INTEGER_METHODS.contains(&&**name)
        }
        _ => false,
    }
}

/// Whether a value is an integer for certain.
fn is_evident(expr: &Expr) -> bool {
    match expr {
        // `let x: i64 = 1.0` is Rust where a type of the user's is called `i64`.
        Expr::Literal(literal) => !literal.is_float(),
        Expr::Length(..) => true,
        Expr::Unary(_, inner, _) => is_evident(inner),
        Expr::Binary(op, operands, _) => op.is_logical() || operands.iter().all(is_evident),
        _ => false,
    }
}

/// What a function relies on, whatever its statements are.
pub fn of_function(function: &Function, proofs: Proofs) -> TokenStream {
    if proofs == Proofs::Nothing {
        return TokenStream::new();
    }
    let assumptions = &function.assumptions;
    // What is known of types matters to derivatives alone.
    let of_types =
        |one: &Assumption| matches!(one, Assumption::Builtin(..) | Assumption::Constant(..) | Assumption::Stops(_));
    let matters = |one: &Assumption| proofs == Proofs::Gradients || !of_types(one);
    let named = assumptions.iter().enumerate().filter(|(k, one)| matters(one) && !assumptions[..*k].contains(one));
    let integers = (proofs == Proofs::Gradients).then(|| params(&function.params));
    named.map(|(_, one)| assumption(one)).chain(integers).collect()
}

/// What is relied on in the items of a module, asked in a function without a name.
pub fn of_items(assumptions: &[Assumption]) -> TokenStream {
    if assumptions.is_empty() {
        return TokenStream::new();
    }
    let asked: TokenStream = assumptions.iter().map(assumption).collect();
    quote!(const _: fn() = || { #asked };)
}

#[allow(clippy::too_many_lines, reason = "a case for each assumption")]
fn assumption(assumption: &Assumption) -> TokenStream {
    match assumption {
        Assumption::Swaps(path) => {
            let path = path.rust();
            let rt = rt_at(path.span());
            quote_spanned!(path.span()=> #rt::same_swap((), ::core::mem::swap, #path);)
        }
        Assumption::Primitive(path) => {
            let path = path.rust();
            let (rt, names) = (rt_at(path.span()), path.path.segments.iter().map(|segment| &segment.ident));
            let names: Vec<&Ident> = names.collect();
            let (ty, method) = (names[0], names[1]);
            quote_spanned!(path.span()=> #rt::same_function(<::core::primitive::#ty>::#method, #path);)
        }
        // Whatever `f64::gamma` is here, `x.gamma()` is: the trait of ours is in scope, or another.
        Assumption::Special(method) => {
            let method = method.rust();
            let (rt, float) = (rt_at(method.span()), quote!(::core::primitive::f64));
            let ours = quote_spanned!(method.span()=> <#float as ::retrograde::special::Special>::#method);
            quote_spanned!(method.span()=> #rt::same_function(#ours, <#float>::#method);)
        }
        Assumption::Vectors(path) => {
            let path = path.rust();
            let rt = rt_at(path.span());
            quote_spanned!(path.span()=> #rt::makes_vectors(|| #path![(), ()]);)
        }
        Assumption::Panics(path) => {
            let path = path.rust();
            quote_spanned!(path.span()=> #[allow(unused, clippy::all, clippy::pedantic)] let _ = || -> ! { #path!("") };)
        }
        Assumption::Standard(path) => {
            let path = path.rust();
            let (rt, names) =
                (rt_at(path.span()), path.path.segments.iter().rev().map(|segment| segment.ident.to_string()));
            let option = quote!(::core::option::Option<()>);
            let meant = match &*names.take(2).collect::<Vec<_>>().join(" ") {
                "take mem" => quote!(::core::mem::take::<()>),
                "replace mem" => quote!(::core::mem::replace::<()>),
                "from_fn array" => quote!(::core::array::from_fn::<(), 0, fn(usize)>),
                "from_fn iter" => quote!(::core::iter::from_fn::<(), fn() -> #option>),
                "once iter" => quote!(::core::iter::once::<()>),
                "repeat iter" => quote!(::core::iter::repeat::<()>),
                "repeat_n iter" => quote!(::core::iter::repeat_n::<()>),
                "repeat_with iter" => quote!(::core::iter::repeat_with::<(), fn()>),
                "successors iter" => quote!(::core::iter::successors::<(), fn(&()) -> #option>),
                "zip iter" => quote!(::core::iter::zip::<[(); 0], [(); 0]>),
                other => unreachable!("{other} is taken for nothing"),
            };
            quote_spanned!(path.span()=> #rt::same_function(#meant, #path);)
        }
        Assumption::Boxes(path) => {
            let path = path.rust();
            let rt = rt_at(path.span());
            quote_spanned!(path.span()=> #rt::boxes(|| #path(()));)
        }
        Assumption::Stops(path) => {
            let path = path.rust();
            let (rt, ty) = (rt_at(path.span()), super::expr::path_to_type(&path.path));
            quote_spanned!(path.span()=> #rt::is_stop_gradient::<#ty>();)
        }
        Assumption::Constant(path, float) => {
            let path = path.rust();
            let (rt, asked) = (rt_at(path.span()), Ident::new(&format!("{}_constant", float.name()), path.span()));
            quote_spanned!(path.span()=> #rt::#asked(#path);)
        }
        Assumption::Number(path, number) => {
            let mut path = (*path.rust()).clone();
            let (rt, number) = (rt_at(path.span()), Ident::new(number, path.span()));
            let function = path.path.segments.pop();
            path.path.segments.pop_punct();
            let bound = &path.path;
            quote_spanned!(path.span()=> #rt::same_function(<#number as #bound>::#function, #number::#function);)
        }
        Assumption::Converts(conversion, path) => {
            let path = path.rust();
            let rt = rt_at(path.span());
            let ty = match &path.qself {
                Some(qself) => qself.ty.to_token_stream(),
                None => path.path.segments.first().map(|first| &first.ident).to_token_stream(),
            };
            let last = path.path.segments.last().map(|last| &last.ident);
            let float = quote!(::core::primitive::f64);
            let (meant, types) = match conversion {
                Conversion::From => (quote!(<#ty as #rt::num_traits::NumCast>::from), quote!(::<#float>)),
                Conversion::FromFloat => (quote!(<#ty as #rt::num_traits::FromPrimitive>::#last), TokenStream::new()),
                Conversion::ToFloat => (quote!(<#ty as #rt::num_traits::ToPrimitive>::#last), TokenStream::new()),
                Conversion::Of => (quote!(<#ty as #rt::Real>::of), TokenStream::new()),
                Conversion::Cast => (quote!(#rt::num_traits::cast), quote!(::<#float, #float>)),
                Conversion::Convert => (quote!(#rt::nalgebra::convert), quote!(::<#float, #float>)),
            };
            quote_spanned!(path.span()=> #rt::same_function(#meant #types, #path #types);)
        }
        Assumption::Builtin(builtin, ty) => {
            let mut ty = (*ty.rust()).clone();
            if let (Builtin::Vec, syn::Type::Path(path)) = (builtin, &mut ty)
                && let Some(last) = path.path.segments.last_mut()
            {
                last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(<()>));
            }
            let rt = rt_at(ty.span());
            match builtin {
                Builtin::Float(Float::Single) => quote_spanned!(ty.span()=> #rt::is_f32::<#ty>();),
                Builtin::Float(Float::Double) => quote_spanned!(ty.span()=> #rt::is_f64::<#ty>();),
                Builtin::Vec => quote_spanned!(ty.span()=> #rt::is_vec::<#ty>();),
            }
        }
    }
}

/// Asks that the parameters whose types are written as those of integers are such.
fn params(params: &[Param]) -> TokenStream {
    let assumed = params.iter().filter(|param| !param.active && !param.is_constant() && param.callable.is_none());
    let ask = |param: &Param| {
        let ty = &param.ty.rust();
        let rt = rt_at(ty.span());
        quote_spanned!(ty.span()=> #rt::without_gradient_type::<#ty>();)
    };
    assumed.map(ask).collect()
}
