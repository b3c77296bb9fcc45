//! Choices, and values with locals of their own.

use super::body::{Body, Guard};
use super::branches::keeps;
use super::expr::{ident, rt_at};
use crate::host::names_in;
use crate::ir::{Bound, Case, Expr, FunctionKind, Inner, Stmt};
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};

impl Body<'_> {
    /// `match scrutinee { ... }` as a statement.
    pub(super) fn match_statement(&mut self, scrutinee: &Expr, cases: &[Case], blocks: &[Vec<Stmt>]) -> TokenStream {
        let scrutinee = self.looked_at(scrutinee, cases.iter());
        let mut arms = TokenStream::new();
        for (k, case) in cases.iter().enumerate() {
            let (case, without_gradient) = (self.case(case), self.without_gradient(case));
            let block = self.block(&blocks[k]);
            arms.extend(quote!(#case => { #without_gradient #block }));
        }
        let [kept, end] = keeps(blocks).unwrap_or_default();
        quote!(#kept match #scrutinee { #arms } #end)
    }

    /// What a `match` looks at: if it may be needed again, a copy, since patterns may move what it holds.
    fn looked_at<'c>(&self, scrutinee: &Expr, mut cases: impl Iterator<Item = &'c Case>) -> TokenStream {
        let whole = matches!(scrutinee, Expr::Read(place) if place.path.is_empty());
        let by_reference = |case: &Case| names_in(case.pattern.rust().to_token_stream()).has("ref");
        if whole && self.function.kind == FunctionKind::Ordinary && !cases.any(by_reference) {
            return self.kept_value(scrutinee);
        }
        self.condition(scrutinee)
    }

    /// `if c { a } else { b }` as a value.
    pub(super) fn if_value(&self, parts: &[Expr; 3]) -> TokenStream {
        let [cond, then, otherwise] = parts.each_ref().map(|part| self.expr(part));
        quote!(if #cond { #then } else { #otherwise })
    }

    /// `match scrutinee { ... }` as a value.
    pub(super) fn match_value(&self, scrutinee: &Expr, arms: &[(Case, Expr)]) -> TokenStream {
        let scrutinee = self.looked_at(scrutinee, arms.iter().map(|(case, _)| case));
        let arms = arms.iter().map(|(case, value)| {
            let outside = self.inner.borrow().len();
            self.inner.borrow_mut().extend(case.binds.iter().map(|bound| bound.var.clone()));
            let (case, without_gradient, value) = (self.case(case), self.without_gradient(case), self.expr(value));
            self.inner.borrow_mut().truncate(outside);
            if without_gradient.is_empty() {
                quote!(#case => #value,)
            } else {
                quote!(#case => { #without_gradient #value })
            }
        });
        quote!(match #scrutinee { #(#arms)* })
    }

    /// `{ let a = e; ... value }`
    pub(super) fn block_value(&self, locals: &[Inner], value: &Expr) -> TokenStream {
        let outside = self.inner.borrow().len();
        let mut lets = TokenStream::new();
        for Inner { var, ty, init: value_of } in locals {
            let (name, init) = (ident(var), self.expr(value_of));
            let ty = ty.as_ref().map(ToRust::rust).map(|ty| quote!(: #ty));
            self.inner.borrow_mut().push(var.clone());
            let proved = self.proved_integer(var, value_of);
            lets.extend(quote!(let #name #ty = #init; #proved));
        }
        let value = self.expr(value);
        self.inner.borrow_mut().truncate(outside);
        quote!({ #lets #value })
    }

    fn case(&self, case: &Case) -> TokenStream {
        let pattern = &case.pattern.rust();
        let guard = case.guard.as_ref().map(|guard| {
            let guard = self.condition(guard);
            quote!(if #guard)
        });
        quote!(#pattern #guard)
    }

    /// A derivative does not follow a name whose part the pattern does not tell, so rustc is asked whether that has a gradient.
    fn without_gradient(&self, case: &Case) -> TokenStream {
        // All that is emitted of an ordinary function serves its derivatives.
        let derivative = self.guard == Guard::Nothing || self.function.kind == FunctionKind::Ordinary;
        if !derivative {
            return TokenStream::new();
        }
        let asked = case.binds.iter().filter(|bound| bound.place.is_none()).map(|Bound { var, .. }| {
            let (name, rt) = (ident(var), rt_at(var.span.rust()));
            quote_spanned!(var.span.rust()=> #rt::without_gradient(&#name);)
        });
        asked.collect()
    }
}
