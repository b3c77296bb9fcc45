//! What a chain begins with besides lists and ranges: values that are repeated, functions that are called until they give nothing, lists that
//! are written out.

use super::Rewriter;
use super::chain::Chain;
use crate::parse::as_list;
use crate::parse::macros::OF_ITER;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::Ident;
use syn::{Expr, Stmt};

/// A function of `std::iter`, by its path.
pub(super) fn of_iter(expr: &Expr) -> Option<(&Ident, Vec<&Expr>)> {
    let Expr::Call(call) = expr else { return None };
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let (function, module) = (names.next()?, names.next()?);
    let known = OF_ITER.iter().any(|name| function == name);
    (known && module == "iter").then(|| (function, call.args.iter().collect()))
}

/// More iterations than there will ever be.
pub(super) fn endless() -> Expr {
    parse_quote!(::core::primitive::usize::MAX)
}

impl Rewriter<'_> {
    /// The chain that a function of `std::iter` gives.
    pub(super) fn source(&mut self, expr: &Expr, before: &mut Vec<Stmt>) -> Option<Chain> {
        let (function, args) = of_iter(expr)?;
        let span = function.span();
        Some(match (&*function.to_string(), &args[..]) {
            ("repeat", [value]) => Chain::Repeat { value: self.held(value, before), count: endless() },
            ("repeat_n", [value, count]) => {
                Chain::Repeat { value: self.held(value, before), count: self.held(count, before) }
            }
            ("once", [value]) => Chain::Repeat { value: self.held(value, before), count: parse_quote!(1usize) },
            ("repeat_with", [function]) => {
                let calls = Box::new(Chain::Repeat { value: parse_quote!(()), count: endless() });
                Chain::Called { calls, function: (*function).clone(), ends: false }
            }
            ("from_fn", [function]) => {
                let calls = Box::new(Chain::Repeat { value: parse_quote!(()), count: endless() });
                Chain::Called { calls, function: (*function).clone(), ends: true }
            }
            ("successors", [first, function]) => {
                let next = self.fresh("next");
                before.push(parse_quote_spanned!(span=> let mut #next = #first;));
                Chain::Successors { next, function: (*function).clone() }
            }
            ("zip", [one, other]) => {
                let (one, other) = (self.chain(one, before)?, self.chain(other, before)?);
                if let Some(adaptor) = one.filtered().or_else(|| other.filtered()) {
                    self.errors.push(
                        function,
                        format!("`zip` of what `{adaptor}` gives is not supported by this name: write `a.zip(b)`"),
                    );
                }
                Chain::Zip(Box::new(one), Box::new(other))
            }
            _ => return None,
        })
    }

    /// `x.chunk_by(same)`: the ends of the parts are found first.
    pub(super) fn by_runs(&mut self, call: &syn::ExprMethodCall, same: &Expr, before: &mut Vec<Stmt>) -> Chain {
        let base = self.base(&call.receiver, false, before);
        let [ends, k, joined] = ["ends", "at", "joined"].map(|name| self.fresh(name));
        let list = as_list(&base, Some(&Ident::new("len", call.method.span())));
        let items = [parse_quote!(&#base[#k]), parse_quote!(&#base[#k + 1])].map(super::items::Item::Value);
        let holds = self.apply(same, items.into());
        before.push(parse_quote!(let mut #ends = vec![0usize; 0];));
        before.push(parse_quote!(for #k in 0..#list.len() {
            let #joined = if #k + 1 < #base.len() { #holds } else { false };
            if !#joined { #ends.push(#k + 1); }
        }));
        Chain::Runs { base, ends }
    }
}
