//! What is done with numbers of a generic type besides calling methods: functions of their traits, and conversions.

use super::Parser;
use crate::access::has_gradient;
use crate::ir::{Assumption, At, Conversion, Expr};
use crate::pieces::ToForm;
use crate::rules::method_rule;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};

/// Traits whose functions are called by their paths, `Float::max(a, b)`.
const TRAITS: [&str; 6] = ["ComplexField", "Float", "FloatCore", "Real", "RealField", "Signed"];

/// A body in which conversions say to what type, where that is written around them: `let y: f64 = cast(x).unwrap()`.
pub(super) fn with_types(mut block: syn::Block, output: &syn::Type) -> syn::Block {
    Types.visit_block_mut(&mut block);
    if let Some(syn::Stmt::Expr(value, None)) = block.stmts.last_mut() {
        say_type(value, output);
    }
    block
}

struct Types;

impl VisitMut for Types {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let (syn::Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
            say_type(&mut init.expr, &typed.ty);
        }
        visit_mut::visit_local_mut(self, local);
    }
}

fn say_type(value: &mut syn::Expr, ty: &syn::Type) {
    match value {
        syn::Expr::Paren(inner) => say_type(&mut inner.expr, ty),
        syn::Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            say_type(&mut call.receiver, ty);
        }
        syn::Expr::Call(call) => {
            if let syn::Expr::Path(path) = &mut *call.func
                && let Some(last) = path.path.segments.last_mut()
                && (last.ident == "cast" || last.ident == "convert")
                && last.arguments.is_none()
            {
                last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(::<_, #ty>));
            }
        }
        _ => {}
    }
}

impl Parser<'_> {
    /// `T::max(a, b)` and `Float::max(a, b)` are `a.max(b)`.
    pub(super) fn number_method(&mut self, path: &syn::Path, args: &[Expr]) -> Option<Expr> {
        let names: Vec<&syn::Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        let [.., ty, method] = &names[..] else { return None };
        let text = method.to_string();
        method_rule(&text).filter(|rule| rule.arity() == args.len())?;
        if names.len() != 2 || !self.numbers.contains(&ty.to_string()) {
            let number = TRAITS.contains(&&*ty.to_string()).then(|| self.numbers.iter().min()).flatten()?;
            self.assumptions.push(Assumption::Number(path.form(), (&**number).into()));
        }
        Some(Expr::Method((&*text).into(), args.to_vec(), At(method.span().form())))
    }

    /// `<T as Float>::max(a, b)`, and any other function whose arguments have no gradient, such as `<T as NumCast>::from(2.0)`.
    pub(super) fn qualified_call(&mut self, function: &syn::ExprPath, call: &syn::ExprCall) -> Option<Expr> {
        let args: Vec<Expr> = call.args.iter().map(|arg| self.shared_argument(arg)).collect();
        if !args.iter().any(|arg| has_gradient(arg, &self.activity)) {
            return Some(Expr::Call(function.form(), args, At(function.span().form())));
        }
        let syn::Type::Path(ty) = &*function.qself.as_ref()?.ty else { return None };
        let number = ty.path.get_ident().map(ToString::to_string).filter(|name| self.numbers.contains(name))?;
        let method = &function.path.segments.last()?.ident;
        method_rule(&method.to_string()).filter(|rule| rule.arity() == args.len())?;
        self.assumptions.push(Assumption::Number(function.path.form(), (&*number).into()));
        Some(Expr::Method((&*method.to_string()).into(), args, At(method.span().form())))
    }

    /// A conversion of a number that has a gradient, from or to one of a generic type: `T::from(x).unwrap()`, `x.to_f64().unwrap()`.
    pub(super) fn unwrapped_conversion(&mut self, converted: &syn::Expr) -> Option<Expr> {
        if self.numbers.is_empty() {
            return None;
        }
        match converted {
            syn::Expr::Paren(inner) => self.unwrapped_conversion(&inner.expr),
            syn::Expr::MethodCall(call) if call.args.is_empty() => {
                let float = call.method.to_string();
                let float = float.strip_prefix("to_").filter(|float| ["f32", "f64"].contains(float))?;
                let ty = syn::Ident::new(float, call.method.span());
                let converted = self.converted(&call.receiver, &syn::parse_quote!(::core::primitive::#ty))?;
                let (number, method) = (syn::Ident::new(self.numbers.iter().min()?, call.method.span()), &call.method);
                let path: syn::ExprPath = syn::parse_quote!(#number::#method);
                self.assumptions.push(Assumption::Converts(Conversion::ToFloat, path.form()));
                Some(converted)
            }
            syn::Expr::Call(call) => {
                let (syn::Expr::Path(path), [value]) = (&*call.func, &call.args.iter().collect::<Vec<_>>()[..]) else {
                    return None;
                };
                let (ty, conversion) = self.conversion(path)?;
                let converted = self.converted(value, &ty)?;
                let mut plain = path.clone();
                if let Some(last) = plain.path.segments.last_mut() {
                    last.arguments = syn::PathArguments::None;
                }
                self.assumptions.push(Assumption::Converts(conversion, plain.form()));
                Some(converted)
            }
            _ => None,
        }
    }

    /// `nalgebra::convert(x)`, and `T::of(x)` of our own trait.
    pub(super) fn conversion_call(&mut self, path: &syn::ExprPath, value: &Expr) -> Option<Expr> {
        let last = path.path.segments.last()?;
        if self.numbers.is_empty() || !has_gradient(value, &self.activity) {
            return None;
        }
        let first = &path.path.segments[0].ident;
        if path.path.segments.len() == 2 && last.ident == "of" && self.numbers.contains(&first.to_string()) {
            self.assumptions.push(Assumption::Converts(Conversion::Of, path.form()));
            return Some(number_as(value.clone(), &syn::parse_quote!(#first)));
        }
        if last.ident != "convert" {
            return None;
        }
        let mut plain = path.path.clone();
        if let Some(last) = plain.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        self.assumptions.push(Assumption::Converts(Conversion::Convert, plain.form()));
        Some(number_as(value.clone(), &second_type(last)))
    }

    /// The type that a function converts to.
    fn conversion(&self, path: &syn::ExprPath) -> Option<(syn::Type, Conversion)> {
        let segments: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        // `<T as NumCast>::from`
        if let Some(qself) = &path.qself
            && let (syn::Type::Path(ty), Some(function)) = (&*qself.ty, segments.last())
            && ty.path.get_ident().is_some_and(|name| self.numbers.contains(&name.to_string()))
        {
            let conversion = match &*function.ident.to_string() {
                "from" => Conversion::From,
                "from_f64" | "from_f32" => Conversion::FromFloat,
                _ => return None,
            };
            return Some(((*qself.ty).clone(), conversion));
        }
        match &segments[..] {
            [ty, function] if self.numbers.contains(&ty.ident.to_string()) => {
                let conversion = match &*function.ident.to_string() {
                    "from" => Conversion::From,
                    "from_f64" | "from_f32" => Conversion::FromFloat,
                    _ => return None,
                };
                let ty = &ty.ident;
                Some((syn::parse_quote!(#ty), conversion))
            }
            [.., function] if function.ident == "cast" => Some((second_type(function), Conversion::Cast)),
            _ => None,
        }
    }

    fn converted(&mut self, value: &syn::Expr, ty: &syn::Type) -> Option<Expr> {
        let value = self.expr(value);
        has_gradient(&value, &self.activity).then(|| number_as(value, ty))
    }
}

/// The second of the type arguments of a function, `cast::<f64, T>`.
fn second_type(function: &syn::PathSegment) -> syn::Type {
    if let syn::PathArguments::AngleBracketed(arguments) = &function.arguments
        && let Some(syn::GenericArgument::Type(ty)) = arguments.args.iter().nth(1)
    {
        return ty.clone();
    }
    syn::parse_quote!(_)
}

/// A call of the library that has a derivative.
fn number_as(value: Expr, ty: &syn::Type) -> Expr {
    let at = At(ty.to_token_stream().span().form());
    let (convert, named): (syn::Path, syn::Path) = (
        syn::parse_quote!(::retrograde::emitted::number_as),
        syn::parse_quote!(::retrograde::emitted::number_type::<#ty>),
    );
    Expr::Call(convert.form(), vec![value, Expr::Call(named.form(), Vec::new(), at)], at)
}
