//! Values that a chain is used up for: sums, products, counts, folds, lists, arrays.

use super::Rewriter;
use super::chain::Chain;
use super::items::{Item, plain, without_reference};
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Expr, Local, Pat, Stmt};

/// Methods that use up a chain, and how many arguments they have; those that search it are elsewhere.
const ENDS: [(&str, usize); 9] = [
    ("collect", 0),
    ("count", 0),
    ("fold", 2),
    ("partition", 1),
    ("product", 0),
    ("rfold", 2),
    ("sum", 0),
    ("try_fold", 2),
    ("unzip", 0),
];

/// What an array that is made by a function is called after it has been told from an option.
pub(in crate::parse) const ARRAY_MAP: &str = "map_of_array";

/// Whether an expression uses up a chain, or makes an array by a function.
pub(super) fn is_end(expr: &Expr) -> bool {
    match expr {
        Expr::MethodCall(call) => {
            let is_one = |(name, args): &(&str, usize)| call.method == name && call.args.len() == *args;
            call.method == ARRAY_MAP || ENDS.iter().any(is_one) && super::is_chain(&call.receiver)
        }
        Expr::Call(call) => from_fn(call).is_some(),
        _ => false,
    }
}

/// `array::from_fn(f)`
fn from_fn(call: &syn::ExprCall) -> Option<&Expr> {
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_one = names.next()? == "from_fn" && names.next()? == "array";
    if is_one { call.args.first() } else { None }
}

/// What items are that may be nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Option,
    Result,
}

impl Kind {
    fn of(ty: &syn::Type) -> Option<(Self, Option<syn::Type>)> {
        let syn::Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?;
        let kind = match &*last.ident.to_string() {
            "Option" => Kind::Option,
            "Result" => Kind::Result,
            _ => return None,
        };
        let held = match &last.arguments {
            syn::PathArguments::AngleBracketed(types) => match types.args.first() {
                Some(syn::GenericArgument::Type(held)) => Some(held.clone()),
                _ => None,
            },
            _ => None,
        };
        Some((kind, held))
    }

    /// What a function gives, by the variants that it mentions.
    fn given_by(function: &Expr) -> Self {
        let mentions = |name: &str| crate::host::names_in(function.to_token_stream()).has(name);
        if mentions("Ok") || mentions("Err") { Kind::Result } else { Kind::Option }
    }
}

impl Rewriter<'_> {
    /// Statements after which `name` holds what a chain is used up for.
    pub(super) fn end(&mut self, expr: &Expr, name: &Ident) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        let call = match expr {
            Expr::Call(call) => {
                let (function, k) = (from_fn(call)?, self.fresh("at"));
                let value = self.apply(function, vec![Item::Value(parse_quote!(#k))]);
                out.push(parse_quote!(let mut #name = ::retrograde::emitted::default_array();));
                out.push(parse_quote!(for #k in 0..#name.len() { #name[#k] = #value; }));
                return Some(out);
            }
            Expr::MethodCall(call) => call,
            _ => return None,
        };
        let (args, span) = (call.args.iter().cloned().collect::<Vec<_>>(), call.method.span());
        let method = call.method.to_string();
        if let (ARRAY_MAP, [function]) = (&*method, &args[..]) {
            let (base, k) = (self.base(&call.receiver, false, &mut out), self.fresh("at"));
            let value = self.apply(function, vec![Item::Value(parse_quote!(#base[#k]))]);
            out.push(parse_quote!(let mut #name = ::retrograde::emitted::default_array_like(&#base);));
            out.push(parse_quote!(for #k in 0..#name.len() { #name[#k] = #value; }));
            return Some(out);
        }
        if let ("rfold", [init, function]) = (&*method, &args[..]) {
            let receiver = &call.receiver;
            return self.end(&parse_quote_spanned!(span=> #receiver.rev().fold(#init, #function)), name);
        }
        let ty = call.turbofish.as_ref().and_then(|types| types.args.first().cloned());
        if let Some(syn::GenericArgument::Type(ty)) = &ty
            && let Some((kind, held)) = Kind::of(ty)
        {
            return self.all_or_nothing(call, kind, held, name);
        }
        let inner = self.chain(&call.receiver, &mut out)?;
        match (&*method, &args[..]) {
            ("unzip" | "partition", args) => {
                self.two_lists(&inner, args.first(), name, &mut out);
                return Some(out);
            }
            ("try_fold", [init, function]) => {
                self.fold_while(call, &inner, [init, function], name, &mut out);
                return Some(out);
            }
            _ => {}
        }
        let other = ty
            .as_ref()
            .filter(|ty| !self.generic && matches!(ty, syn::GenericArgument::Type(ty) if is_other(ty)))
            .cloned();
        let ty = ty.map(|ty| quote::quote!(: #ty)).or_else(|| type_of_function(args.get(1)?));
        let number = |integer: Expr, float: Expr, generic: Expr| match (gives_counts(&inner), self.generic) {
            (true, _) => integer,
            (false, true) => generic,
            (false, false) => float,
        };
        let start: Expr = match (&*method, &args[..]) {
            ("sum", []) if let Some(ty) = other => parse_quote!(::retrograde::emitted::empty_sum::<#ty>()),
            ("product", []) if let Some(ty) = other => parse_quote!(::retrograde::emitted::empty_product::<#ty>()),
            // That of the standard library starts from there, so that a sum of nothing, or of negative zeros, is the same to the last bit.
            ("sum", []) => number(parse_quote!(0), parse_quote!(-0.0), parse_quote!(::retrograde::emitted::nothing())),
            ("product", []) => number(parse_quote!(1), parse_quote!(1.0), parse_quote!(::retrograde::emitted::one())),
            ("count", []) => parse_quote!(0usize),
            ("fold", [init, _]) => init.clone(),
            ("collect", []) => parse_quote!(Vec::new()),
            _ => return None,
        };
        out.push(parse_quote_spanned!(span=> let mut #name #ty = #start;));
        let run = self.run(&inner, None, &mut out, |this, item, inside| {
            inside.push(match (&*method, &args[..]) {
                ("fold", [_, function]) => {
                    let value = this.apply(function, vec![Item::Value(parse_quote!(#name)), item]);
                    parse_quote_spanned!(span=> #name = #value;)
                }
                ("count", _) => parse_quote_spanned!(span=> #name += 1;),
                (method, _) => {
                    let item = plain(item.expr());
                    match method {
                        "sum" => parse_quote_spanned!(span=> #name += #item;),
                        "product" => parse_quote_spanned!(span=> #name *= #item;),
                        _ => parse_quote_spanned!(span=> #name.push(#item);),
                    }
                }
            });
        });
        out.push(run);
        Some(out)
    }

    /// `collect`, `sum` and `product` of items that may be nothing: the first that is nothing is what there is.
    fn all_or_nothing(
        &mut self,
        call: &syn::ExprMethodCall,
        kind: Kind,
        held: Option<syn::Type>,
        name: &Ident,
    ) -> Option<Vec<Stmt>> {
        let span = call.method.span();
        let mut out = Vec::new();
        let inner = self.chain(&call.receiver, &mut out)?;
        let [all, failed, got, one, error] = ["all", "failed", "got", "one", "error"].map(|base| self.fresh(base));
        let (start, take): (Expr, Stmt) = match &*call.method.to_string() {
            "sum" => (parse_quote!(-0.0), parse_quote_spanned!(span=> #all += #one;)),
            "product" => (parse_quote!(1.0), parse_quote_spanned!(span=> #all *= #one;)),
            "collect" => (parse_quote!(Vec::new()), parse_quote_spanned!(span=> #all.push(#one);)),
            _ => return None,
        };
        let ty = held.filter(|held| !matches!(held, syn::Type::Infer(_))).map(|held| quote::quote!(: #held));
        out.push(parse_quote_spanned!(span=> let mut #all #ty = #start;));
        let start: Expr = if kind == Kind::Option { parse_quote!(false) } else { parse_quote!(None) };
        out.push(parse_quote_spanned!(span=> let mut #failed = #start;));
        let run = self.run(&inner, None, &mut out, |_, item, inside| {
            let item = plain(item.expr());
            inside.push(parse_quote_spanned!(span=> let #got = #item;));
            inside.push(match kind {
                Kind::Option => parse_quote_spanned!(span=> match #got {
                    Some(#one) => { #take }
                    None => { #failed = true; break; }
                }),
                Kind::Result => parse_quote_spanned!(span=> match #got {
                    Ok(#one) => { #take }
                    Err(#error) => { #failed = Some(#error); break; }
                }),
            });
        });
        out.push(run);
        out.push(match kind {
            Kind::Option => parse_quote_spanned!(span=> let #name = if #failed { None } else { Some(#all) };),
            Kind::Result => parse_quote_spanned!(span=> let #name = match #failed {
                Some(#error) => Err(#error),
                None => Ok(#all),
            };),
        });
        Some(out)
    }

    /// `unzip()` and `partition(f)`
    fn two_lists(&mut self, inner: &Chain, chooses: Option<&Expr>, name: &Ident, out: &mut Vec<Stmt>) {
        let [one, other] = ["one", "other"].map(|base| self.fresh(base));
        for list in [&one, &other] {
            out.push(parse_quote!(let mut #list = Vec::new();));
        }
        let run = self.run(inner, None, out, |this, item, inside| {
            if let Some(function) = chooses {
                let holds = this.apply(&without_reference(function), vec![item.clone()]);
                let (test, item) = (this.fresh("holds"), plain(item.expr()));
                inside.push(parse_quote!(let #test = #holds;));
                inside.push(parse_quote!(if #test { #one.push(#item); } else { #other.push(#item); }));
                return;
            }
            let (first, second) = match item {
                Item::Pair(first, second) => (plain(first.expr()), plain(second.expr())),
                Item::Value(value) => {
                    let [first, second] = ["first", "second"].map(|base| this.fresh(base));
                    inside.push(parse_quote!(let (#first, #second) = #value;));
                    (parse_quote!(#first), parse_quote!(#second))
                }
            };
            inside.push(parse_quote!(#one.push(#first);));
            inside.push(parse_quote!(#other.push(#second);));
        });
        out.push(run);
        out.push(parse_quote!(let #name = (#one, #other);));
    }

    /// `try_fold(init, f)`
    fn fold_while(
        &mut self,
        call: &syn::ExprMethodCall,
        inner: &Chain,
        [init, function]: [&Expr; 2],
        name: &Ident,
        out: &mut Vec<Stmt>,
    ) {
        let (kind, span, so_far) = (Kind::given_by(function), call.method.span(), self.fresh("sum"));
        let (start, lost): (Expr, Expr) = match kind {
            Kind::Option => (parse_quote!(Some(#init)), parse_quote!(#name.is_none())),
            Kind::Result => (parse_quote!(Ok(#init)), parse_quote!(#name.is_err())),
        };
        out.push(parse_quote_spanned!(span=> let mut #name = #start;));
        let run = self.run(inner, None, out, |this, item, inside| {
            let value = this.apply(function, vec![Item::Value(parse_quote!(#so_far)), item]);
            inside.push(parse_quote_spanned!(span=> let #so_far = #name.unwrap();));
            inside.push(parse_quote_spanned!(span=> #name = #value;));
            inside.push(parse_quote_spanned!(span=> if #lost { break; }));
        });
        out.push(run);
    }
}

/// Puts the type that a chain is collected into where it is collected, if that is an option or a result.
pub(super) fn with_types(block: &mut syn::Block, output: &syn::ReturnType) {
    struct Types;

    impl VisitMut for Types {
        fn visit_local_mut(&mut self, local: &mut Local) {
            if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
                typed_as(&mut init.expr, &typed.ty);
            }
            syn::visit_mut::visit_local_mut(self, local);
        }

        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }

    Types.visit_block_mut(block);
    if let (syn::ReturnType::Type(_, ty), Some(Stmt::Expr(tail, None))) = (output, block.stmts.last_mut()) {
        typed_as(tail, ty);
    }
}

fn typed_as(expr: &mut Expr, ty: &syn::Type) {
    if let Expr::MethodCall(call) = expr
        && call.turbofish.is_none()
        && ["collect", "product", "sum"].iter().any(|name| call.method == name)
        && super::is_chain(&call.receiver)
        && Kind::of(ty).is_some()
    {
        let (list, method) = (&call.receiver, &call.method);
        *expr = parse_quote!(#list.#method::<#ty>());
    }
}

/// Whether a type is no float, as it is written.
fn is_other(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if !path.path.is_ident("f64") && !path.path.is_ident("f32"))
}

/// A sum whose type only the local has, `let s: T = x.iter().sum();`, with it.
pub(super) fn with_type(local: &mut syn::Local) {
    if let (syn::Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
        && let Expr::MethodCall(call) = &mut *init.expr
        && (call.method == "sum" || call.method == "product")
        && call.args.is_empty()
        && call.turbofish.is_none()
        && is_other(&typed.ty)
    {
        let ty = &typed.ty;
        call.turbofish = Some(syn::parse_quote!(::<#ty>));
    }
}

/// The type of what is folded with `f64::max` and its like.
fn type_of_function(function: &Expr) -> Option<proc_macro2::TokenStream> {
    let Expr::Path(path) = function else { return None };
    let ty = &path.path.segments.first()?.ident;
    (ty == "f64" || ty == "f32").then(|| quote::quote!(: #ty))
}

/// Whether what a chain gives is sure to be integers.
fn gives_counts(chain: &Chain) -> bool {
    match chain {
        Chain::Range { .. } | Chain::From(_) => true,
        Chain::Moved { inner, .. }
        | Chain::Filter(inner, _)
        | Chain::TakeWhile(inner, _)
        | Chain::SkipWhile(inner, ..) => gives_counts(inner),
        Chain::Chained { one, other, .. } => gives_counts(one) && gives_counts(other),
        _ => false,
    }
}
