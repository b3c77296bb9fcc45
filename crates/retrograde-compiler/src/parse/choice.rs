//! Choices: `if` and `match`, as statements and as values, and values with locals of their own.

use super::block::Given;
use super::changes::changes;
use super::exits::mentions;
use super::pattern::{alternatives, imported};
use super::{Parser, expr};
use crate::access::{has_gradient, is_integer};
use crate::ir::{Case, Expr, Head, Inner, Matched, Place, Stmt, Var};
use crate::pieces::ToForm;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::spanned::Spanned;

impl Parser<'_> {
    /// `if c { a } else { b }` inside an expression.
    pub(super) fn if_expression(&mut self, branch: &syn::ExprIf) -> Expr {
        if let Some(choice) = as_match(branch) {
            return self.match_expression(&choice);
        }
        if let syn::Expr::Tuple(pair) = &*branch.cond {
            self.error(
                pair,
                "an `if` that gives a value changes nothing, so it needs no postcondition: give one condition",
            );
            return expr::dummy();
        }
        let cond = self.condition(&branch.cond);
        let then = self.block_expression(&branch.then_branch);
        let Some((_, otherwise)) = &branch.else_branch else {
            self.error(branch.if_token.span, "an `if` that gives a value needs an `else`");
            return expr::dummy();
        };
        Expr::If(Rc::new([cond, then, self.expr(otherwise)]))
    }

    /// `match e { pattern => value, ... }` inside an expression.
    pub(super) fn match_expression(&mut self, choice: &syn::ExprMatch) -> Expr {
        let (value, whole) = self.scrutinee(&choice.expr);
        let mut arms = Vec::new();
        for (pat, body) in self.arms(choice, &value) {
            self.open();
            let case = self.case(&pat, &value, &whole);
            arms.push((case, self.expr(body)));
            self.close();
        }
        let whole = whole.filter_used(arms.iter().map(|(case, _)| case));
        Expr::Match(Rc::new(Matched { value, whole }), arms)
    }

    /// `{ let a = e; ... value }` inside an expression. It is evaluated where it stands, so it may hold nothing that would have to
    /// be undone.
    pub(super) fn block_expression(&mut self, block: &syn::Block) -> Expr {
        self.open();
        let mut lets = Vec::new();
        let value = match block.stmts.split_last() {
            Some((syn::Stmt::Expr(value, None), before)) => {
                before.iter().for_each(|stmt| self.inner_statement(stmt, &mut lets));
                self.expr(value)
            }
            Some((syn::Stmt::Expr(_, Some(semi)), _)) => {
                self.error(semi, "remove this `;`: a block's value is its last expression");
                expr::dummy()
            }
            _ => {
                self.error(block, "this block has no value: end it with an expression, without `;`");
                expr::dummy()
            }
        };
        self.close();
        let locals: Vec<Inner> = lets
            .into_iter()
            .filter_map(|stmt| match stmt {
                Stmt::Let { var, ty, init: Some(init), .. } => Some(Inner { var, ty, init }),
                _ => None,
            })
            .collect();
        if locals.is_empty() { value } else { Expr::Block(locals, Rc::new(value)) }
    }

    fn inner_statement(&mut self, stmt: &syn::Stmt, lets: &mut Vec<Stmt>) {
        match stmt {
            syn::Stmt::Local(local) => self.inner_local(local, lets),
            other => self.error(
                other,
                "a block inside an expression holds only `let`s and its value: start a local before this statement, \
                 and fill it there",
            ),
        }
    }

    /// `match e { pattern => statement, ... }`
    pub(super) fn match_statement(&mut self, choice: &syn::ExprMatch, out: &mut Vec<Stmt>) {
        let steady = self.steady_choice(choice, out);
        let choice = steady.as_ref().unwrap_or(choice);
        let (value, whole) = self.scrutinee(&choice.expr);
        let (mut cases, mut blocks) = (Vec::new(), Vec::new());
        for (pat, body) in self.arms(choice, &value) {
            self.open();
            cases.push(self.case(&pat, &value, &whole));
            blocks.push(match body {
                syn::Expr::Block(inner) if inner.label.is_none() => self.scoped(&inner.block),
                syn::Expr::Tuple(nothing) if nothing.elems.is_empty() => Vec::new(),
                body => {
                    let mut block = Vec::new();
                    self.statement(body, &mut block);
                    block
                }
            });
            self.close();
        }
        let whole = whole.filter_used(&cases);
        out.push(Stmt::Nested(Head::Match { matched: Matched { value, whole }, cases }, blocks));
    }

    /// In an ordinary function, `match e { pattern => { var = value; } ... }`.
    pub(super) fn give_match(&mut self, choice: &syn::ExprMatch, given: &mut Given<'_>, out: &mut Vec<Stmt>) {
        let steady = self.steady_choice(choice, out);
        let choice = steady.as_ref().unwrap_or(choice);
        let (scrutinee, whole) = self.scrutinee(&choice.expr);
        let (mut cases, mut blocks) = (Vec::new(), Vec::new());
        for (pat, body) in self.arms(choice, &scrutinee) {
            self.open();
            cases.push(self.case(&pat, &scrutinee, &whole));
            let mut block = Vec::new();
            self.give(body, given, &mut block);
            blocks.push(block);
            self.close();
        }
        let matched = Matched { whole: whole.filter_used(&cases), value: scrutinee };
        out.push(Stmt::Nested(Head::Match { matched, cases }, blocks));
    }

    /// In an ordinary function, a `match` whose arms change what it reads, with locals that stay instead: one for what it looks at, and
    /// one that tells which guard holds.
    fn steady_choice(&mut self, choice: &syn::ExprMatch, out: &mut Vec<Stmt>) -> Option<syn::ExprMatch> {
        if self.reversible() {
            return None;
        }
        let changed: Vec<Ident> = choice.arms.iter().flat_map(|arm| changes(&arm.body)).collect();
        // What a closure reads is not in sight.
        let hidden = |code: &syn::Expr| !changed.is_empty() && self.mentions_closure(code.to_token_stream());
        let reads =
            |code: &syn::Expr| changed.iter().any(|name| mentions(code.to_token_stream(), name)) || hidden(code);
        let guarded = choice.arms.iter().any(|arm| matches!(&arm.pat, syn::Pat::Guard(pat) if reads(&pat.guard)));
        let mut steady = choice.clone();
        if reads(&choice.expr) {
            let matched = Ident::new(&self.names.mint("matched"), Span::mixed_site());
            let value = std::mem::replace(&mut *steady.expr, parse_quote!(#matched));
            self.local(&local(&matched, &value), out);
        } else if !guarded {
            return None;
        }
        if guarded {
            let taken = Ident::new(&self.names.mint("taken"), Span::mixed_site());
            let arms = steady.arms.iter().enumerate().map(|(k, arm)| {
                let (pat, k) = (&arm.pat, Literal::usize_suffixed(k));
                quote!(#pat => #k,)
            });
            let value = &steady.expr;
            let which = parse_quote!(match #value { #(#arms)* });
            self.local(&local(&taken, &which), out);
            for (k, arm) in steady.arms.iter_mut().enumerate() {
                if let syn::Pat::Guard(pat) = &mut arm.pat {
                    let k = Literal::usize_suffixed(k);
                    *pat.guard = parse_quote!(#taken == #k);
                }
            }
        }
        Some(steady)
    }

    fn mentions_closure(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => {
                let binding = self.scopes.iter().rev().find_map(|scope| scope.get(&ident.to_string()));
                binding.is_some_and(|binding| self.closures.contains_key(&binding.var))
            }
            TokenTree::Group(group) => self.mentions_closure(group.stream()),
            _ => false,
        })
    }

    /// What is looked at, and a variable that stands for it where it has no place.
    fn scrutinee(&mut self, expr: &syn::Expr) -> (Expr, Whole) {
        let value = self.examined(expr);
        let var = self.names.var("whole");
        if is_integer(&value, &self.activity) {
            self.activity.insert(var.name.clone());
        } else if !has_gradient(&value, &self.activity) {
            self.activity.insert_constant(var.name.clone());
        }
        (value, Whole(var))
    }

    fn examined(&mut self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Paren(inner) => self.examined(&inner.expr),
            syn::Expr::Reference(_) | syn::Expr::Path(_) => self.shared_argument(expr),
            syn::Expr::Tuple(tuple) => Expr::Tuple(tuple.elems.iter().map(|elem| self.examined(elem)).collect()),
            other => self.expr(other),
        }
    }

    /// The arms of a `match`. Alternatives that bind parts with a gradient become arms of their own, because the parts are at
    /// different places.
    fn arms<'c>(&mut self, choice: &'c syn::ExprMatch, value: &Expr) -> Vec<(syn::Pat, &'c syn::Expr)> {
        self.variants.extend(imported(choice));
        let follows = has_gradient(value, &self.activity);
        let patterns = |pat: &syn::Pat| if follows { alternatives(pat) } else { vec![pat.clone()] };
        choice.arms.iter().flat_map(|arm| patterns(&arm.pat).into_iter().map(|pat| (pat, &*arm.body))).collect()
    }

    /// What one arm asks for; what it binds is in scope afterwards.
    fn case(&mut self, pat: &syn::Pat, value: &Expr, whole: &Whole) -> Case {
        let (pat, guard) = match pat {
            syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
            pat => (pat, None),
        };
        let (pattern, binds) = self.arm_pattern(pat, value, &Place::var(&whole.0));
        let guard = guard.map(|guard| self.expr(guard));
        Case { pattern: pattern.form(), binds, guard }
    }
}

/// `let name = value;`
fn local(name: &Ident, value: &syn::Expr) -> syn::Local {
    let syn::Stmt::Local(mut local) = parse_quote!(let #name = ();) else { unreachable!("a `let`") };
    if let Some(init) = &mut local.init {
        *init.expr = value.clone();
    }
    local
}

/// Stands for what a `match` looks at.
struct Whole(Var);

impl Whole {
    /// The variable, if a case binds parts of it.
    fn filter_used<'c>(self, cases: impl IntoIterator<Item = &'c Case>) -> Option<Var> {
        let mut bound = cases.into_iter().flat_map(|case| &case.binds).filter_map(|bound| bound.place.as_ref());
        bound.any(|place| place.root == self.0).then_some(self.0)
    }
}

/// `if let pattern = e { } else { }` is a `match` of two arms.
pub(super) fn as_match(branch: &syn::ExprIf) -> Option<syn::ExprMatch> {
    let syn::Expr::Let(test) = &*branch.cond else { return None };
    let (pat, scrutinee, then) = (&test.pat, &test.expr, &branch.then_branch);
    let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| otherwise);
    let otherwise = otherwise.map_or_else(|| parse_quote!({}), Clone::clone);
    Some(parse_quote_spanned!(branch.if_token.span()=> match #scrutinee { #pat => #then, _ => #otherwise }))
}
