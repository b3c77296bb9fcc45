//! Values that a chain is used up for: sums, products, counts, folds and lists.

use super::Rewriter;
use super::chain::Chain;
use super::items::{Item, plain};
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use syn::{Expr, Stmt};

impl Rewriter<'_> {
    /// Statements after which `name` holds what a chain is used up for.
    pub(super) fn end(&mut self, call: &syn::ExprMethodCall, name: &Ident) -> Option<Vec<Stmt>> {
        let mut out = Vec::new();
        let inner = self.chain(&call.receiver, &mut out)?;
        let ty = call.turbofish.as_ref().and_then(|types| types.args.first().cloned());
        let args: Vec<Expr> = call.args.iter().cloned().collect();
        let ty = ty.map(|ty| quote::quote!(: #ty)).or_else(|| type_of_function(args.get(1)?));
        let span = call.method.span();
        let number = |integer: Expr, float: Expr| if gives_counts(&inner) { integer } else { float };
        let method = call.method.to_string();
        let start: Expr = match (&*method, &args[..]) {
            // That of the standard library starts from there, so that a sum of nothing, or of negative zeros, is the same to the last bit.
            ("sum", []) => number(parse_quote!(0), parse_quote!(-0.0)),
            ("product", []) => number(parse_quote!(1), parse_quote!(1.0)),
            ("count", []) => parse_quote!(0usize),
            ("fold", [init, _]) => init.clone(),
            ("collect", []) => parse_quote!(Vec::new()),
            _ => return None,
        };
        out.push(parse_quote_spanned!(span=> let mut #name #ty = #start;));
        let run = self.run(&inner, None, &mut out, |this, item, inside| {
            let item = if method == "sum" || method == "product" { Item::Value(plain(item.expr())) } else { item };
            inside.push(match (&*method, &args[..]) {
                ("fold", [_, function]) => {
                    let value = this.apply(function, vec![Item::Value(parse_quote!(#name)), item]);
                    parse_quote_spanned!(span=> #name = #value;)
                }
                ("count", _) => parse_quote_spanned!(span=> #name += 1;),
                (method, _) => {
                    let item = item.expr();
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
        Chain::Range { .. } => true,
        Chain::Moved { inner, .. }
        | Chain::Filter(inner, _)
        | Chain::TakeWhile(inner, _)
        | Chain::SkipWhile(inner, ..) => gives_counts(inner),
        Chain::Chained { one, other, .. } => gives_counts(one) && gives_counts(other),
        _ => false,
    }
}
