//! The best of items that are pairs with references, as in `x.iter().enumerate().max_by(..)`. A derivative can keep no reference, so the number
//! of the item is kept, and what is asked of the item is asked of the one with this number.

use super::Rewriter;
use super::chain::Chain;
use super::items::{Item, plain, without_reference};
use super::search::{compared, is_greater, is_lent};
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat, Stmt};

/// Where the best item is.
struct Best {
    chain: Chain,
    at: Ident,
    span: Span,
}

impl Rewriter<'_> {
    /// Statements that search for the best item, and do with it what the statement does with `name`.
    pub(super) fn best_pair(&mut self, call: &syn::ExprMethodCall, name: &Ident, stmt: &Stmt) -> Option<Vec<Stmt>> {
        if let Some(same) = self.in_other_words(call) {
            return self.best_pair(&same, name, stmt);
        }
        let least = match &*call.method.to_string() {
            "min_by" => true,
            "max_by" => false,
            _ => return None,
        };
        let (mut out, span) = (Vec::new(), call.method.span());
        let chain = self.chain(&call.receiver, &mut out)?;
        if chain.filtered().is_some() {
            return None;
        }
        let [at, k, count, test] = ["at", "iteration", "count", "greater"].map(|base| self.fresh(base));
        let (mut inside, mut again) = (Vec::new(), Vec::new());
        let item = self.item(&chain, &parse_quote!(#k), &mut inside);
        if !matches!(item, Item::Pair(..)) || !is_lent(&item) {
            return None;
        }
        let best = self.item(&chain, &parse_quote!(#at), &mut again);
        let function = without_reference(&is_greater(&call.args[0]));
        let greater = compared(&function, self, vec![best, item]);
        let all = chain.count();
        out.push(parse_quote_spanned!(span=> let mut #at = ::core::primitive::usize::MAX;));
        out.push(parse_quote_spanned!(span=> let #count = #all;));
        // As in the library: of equals, the first is the least and the last is the greatest.
        out.push(parse_quote_spanned!(span=> for #k in 0..#count {
            #(#inside)*
            if #at == ::core::primitive::usize::MAX {
                #at = #k;
            } else {
                #(#again)*
                let #test = #greater;
                if #test == #least { #at = #k; }
            }
        }));
        out.extend(self.asked(&Best { chain, at, span }, name, stmt)?);
        Some(out)
    }

    /// The statement, with what it asks of the best item.
    fn asked(&mut self, best: &Best, name: &Ident, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let (at, span) = (&best.at, best.span);
        let is_name = |expr: &Expr| matches!(expr, Expr::Path(path) if path.path.is_ident(name));
        if let Stmt::Local(Local { pat, init: Some(init), .. }) = stmt {
            let mut stmts: Vec<Stmt> = match (&init.diverge, pat) {
                (None, pat) if is_certain(&init.expr, &is_name) => {
                    vec![parse_quote_spanned!(span=> assert!(#at < ::core::primitive::usize::MAX, "there is no item to choose");)]
                        .into_iter()
                        .chain(self.bound(best, pat))
                        .collect()
                }
                (Some((_, leave)), Pat::TupleStruct(some)) if is_name(&init.expr) && some.path.is_ident("Some") => {
                    vec![parse_quote_spanned!(span=> if #at == ::core::primitive::usize::MAX #leave)]
                        .into_iter()
                        .chain(self.bound(best, &some.elems[0]))
                        .collect()
                }
                _ => Vec::new(),
            };
            if !stmts.is_empty() {
                return Some(std::mem::take(&mut stmts));
            }
        }
        let mut stmt = stmt.clone();
        let mut asked = Asked { rewriter: self, best, name, left: false };
        asked.visit_stmt_mut(&mut stmt);
        if asked.left {
            return None;
        }
        Some(vec![stmt])
    }

    /// Names for the parts of the best item.
    fn bound(&mut self, best: &Best, pat: &Pat) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let item = self.item(
            &best.chain,
            &{
                let at = &best.at;
                parse_quote!(#at)
            },
            &mut stmts,
        );
        super::items::bind(pat, item, &mut stmts);
        stmts
    }
}

/// `name.unwrap()`
fn is_certain(expr: &Expr, is_name: &dyn Fn(&Expr) -> bool) -> bool {
    matches!(expr, Expr::MethodCall(call) if (call.method == "unwrap" || call.method == "expect") && is_name(&call.receiver))
}

struct Asked<'a, 'r> {
    rewriter: &'a mut Rewriter<'r>,
    best: &'a Best,
    name: &'a Ident,
    /// whether the item is mentioned in another way
    left: bool,
}

impl Asked<'_, '_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(path) if path.path.is_ident(self.name))
    }

    fn other(&mut self, expr: &Expr) -> Option<Expr> {
        let (at, span) = (&self.best.at, self.best.span);
        let there = quote!(#at < ::core::primitive::usize::MAX);
        match expr {
            // `name.unwrap().0`
            Expr::Field(field) if is_certain(&field.base, &|expr| self.is_name(expr)) => {
                let syn::Member::Unnamed(index) = &field.member else { return None };
                let mut stmts = Vec::new();
                let item = self.rewriter.item(&self.best.chain, &parse_quote!(#at), &mut stmts);
                let Item::Pair(one, other) = item else { return None };
                let part = plain(if index.index == 0 { *one } else { *other }.expr());
                Some(parse_quote_spanned!(span=> {
                    #(#stmts)*
                    #part
                }))
            }
            // `name.map(f)`
            Expr::MethodCall(call) if call.method == "map" && self.is_name(&call.receiver) => {
                let mut stmts = Vec::new();
                let item = self.rewriter.item(&self.best.chain, &parse_quote!(#at), &mut stmts);
                let value = self.rewriter.apply(&call.args[0], vec![item]);
                Some(parse_quote_spanned!(span=> (if #there { #(#stmts)* Some(#value) } else { None })))
            }
            Expr::If(branch) => {
                let Expr::Let(test) = &*branch.cond else { return None };
                let Pat::TupleStruct(some) = &*test.pat else { return None };
                if !self.is_name(&test.expr) || !some.path.is_ident("Some") {
                    return None;
                }
                let (stmts, then) = (self.rewriter.bound(self.best, &some.elems[0]), &branch.then_branch.stmts);
                let otherwise = branch.else_branch.as_ref().map(|(token, other)| quote!(#token #other));
                Some(parse_quote_spanned!(span=> if #there { #(#stmts)* #(#then)* } #otherwise))
            }
            Expr::Match(choice) if self.is_name(&choice.expr) => {
                let some = |arm: &&syn::Arm| matches!(&arm.pat, Pat::TupleStruct(some) if some.path.is_ident("Some"));
                let [one, other] = &choice.arms[..] else { return None };
                let (taken, left) = if some(&one) { (one, other) } else { (other, one) };
                let Pat::TupleStruct(pat) = &taken.pat else { return None };
                let stmts = self.rewriter.bound(self.best, &pat.elems[0]);
                let (body, otherwise) = (&taken.body, &left.body);
                Some(parse_quote_spanned!(span=> if #there { #(#stmts)* #body } else { #otherwise }))
            }
            _ => None,
        }
    }
}

impl VisitMut for Asked<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(other) = self.other(expr) {
            *expr = other;
            return;
        }
        self.left |= self.is_name(expr);
        visit_mut::visit_expr_mut(self, expr);
    }
}
