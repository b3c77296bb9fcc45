//! Patterns that the form does not have, and conditions with several `let`, in words that it has.
//!
//! `Some(mut v) => ..` binds `v` and starts a local from it, `let (ref mut a, _) = p;` looks at `&mut p`, `q @ (a, _)` is two locals,
//! `x.split_first()` where it is looked into is `x` with the pattern `[first, rest @ ..]`, and `if let A = a && let B = b` is one in the other.

use super::exits::{escapes, names};
use super::hoist;
use crate::error::Errors;
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, Stmt};

/// The body of an ordinary function without them.
pub(super) fn without_patterns(block: &Block, names: &mut Names, errors: &Errors) -> Block {
    let mut block = block.clone();
    Rewriter { names, errors }.visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
}

/// How much code may be repeated.
const MOST: usize = 400;

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(mut stmt) = left.pop() {
            if let Some(stmts) = apart(&stmt) {
                left.extend(stmts.into_iter().rev());
                continue;
            }
            visit_mut::visit_stmt_mut(self, &mut stmt);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        while let Some(other) = self.in_other_words(expr) {
            *expr = other;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let locals = own_copies(&mut arm.pat);
        if !locals.is_empty() {
            let body = &arm.body;
            *arm.body = parse_quote!({ #(#locals)* #body });
        }
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        let locals = own_copies(&mut each.pat);
        each.body.stmts.splice(0..0, locals);
        visit_mut::visit_expr_for_loop_mut(self, each);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn in_other_words(&mut self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::If(branch) => {
                let span = branch.if_token.span;
                if let Some(conditions) = several(&branch.cond) {
                    return Some(self.nested(branch, &conditions, span));
                }
                let Expr::Let(test) = &*branch.cond else { return None };
                if let (Some(split), Some(pat)) = (split_of(&test.expr), split_pattern(&test.pat, &test.expr)) {
                    let (list, then) = (walked(split.list), &branch.then_branch);
                    let otherwise = branch.else_branch.as_ref().map(|(token, other)| quote::quote!(#token #other));
                    return Some(parse_quote_spanned!(span=> if let #pat = #list #then #otherwise));
                }
                if let Some(changed) = self.changed_inside(branch, test) {
                    return Some(changed);
                }
                let mut pat = (*test.pat).clone();
                let locals = own_copies(&mut pat);
                if locals.is_empty() {
                    return None;
                }
                let (value, then) = (&test.expr, &branch.then_branch.stmts);
                let otherwise = branch.else_branch.as_ref().map(|(token, other)| quote::quote!(#token #other));
                Some(parse_quote_spanned!(span=> if let #pat = #value { #(#locals)* #(#then)* } #otherwise))
            }
            Expr::While(each) => {
                let span = each.while_token.span;
                if several(&each.cond).is_some() {
                    let (label, cond, body) = (&each.label, &each.cond, &each.body.stmts);
                    return Some(parse_quote_spanned!(span=> #label loop { if #cond { #(#body)* } else { break; } }));
                }
                let Expr::Let(test) = &*each.cond else { return None };
                let mut pat = (*test.pat).clone();
                let changes = !own_copies(&mut pat).is_empty() || split_of(&test.expr).is_some();
                changes.then(|| hoist::as_loop(each))
            }
            Expr::Match(choice) => {
                let split = split_of(&choice.expr)?;
                let mut choice = choice.clone();
                for arm in &mut choice.arms {
                    arm.pat = split_pattern(&arm.pat, &choice.expr)?;
                }
                *choice.expr = walked(split.list);
                Some(Expr::Match(choice))
            }
            _ => None,
        }
    }

    /// `if a && let B = b { x } else { y }` as one condition in the other. What is to be done otherwise stands behind each.
    fn nested(&mut self, branch: &syn::ExprIf, conditions: &[Expr], span: Span) -> Expr {
        let groups = grouped(conditions);
        let (then, otherwise) = (&branch.then_branch, branch.else_branch.as_ref().map(|(_, other)| other));
        let size = otherwise.map_or(0, |other| size(&other.to_token_stream()));
        if size * (groups.len() - 1) > MOST {
            self.errors.push(
                &branch.if_token,
                "what this `else` does would have to be written behind each condition: put it into a function of its own",
            );
        }
        let mut inside: Expr = parse_quote!(#then);
        for (k, condition) in groups.iter().enumerate().rev() {
            let otherwise = otherwise.map(|other| match &**other {
                Expr::If(_) if k == 0 => quote::quote!(else #other),
                Expr::Block(_) => quote::quote!(else #other),
                other => quote::quote!(else { #other }),
            });
            inside = if k + 1 == groups.len() {
                parse_quote_spanned!(span=> if #condition #then #otherwise)
            } else {
                parse_quote_spanned!(span=> if #condition { #inside } #otherwise)
            };
        }
        inside
    }

    /// `if let Some(a) = &mut place { .. }`: what is held is taken out, changed and put back.
    fn changed_inside(&mut self, branch: &syn::ExprIf, test: &syn::ExprLet) -> Option<Expr> {
        let Pat::TupleStruct(some) = &*test.pat else { return None };
        let (true, Some(Pat::Ident(name))) = (some.path.is_ident("Some"), some.elems.first()) else { return None };
        let place = match &*test.expr {
            Expr::Reference(lent) if lent.mutability.is_some() => &lent.expr,
            Expr::MethodCall(call) if call.method == "as_mut" && call.args.is_empty() => &call.receiver,
            place if name.by_ref.is_some() && name.mutability.is_some() => place,
            _ => return None,
        };
        if !matches!(place, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) || branch.then_branch.stmts.is_empty() {
            return None;
        }
        let gives = matches!(branch.then_branch.stmts.last(), Some(Stmt::Expr(value, None)) if !matches!(value, Expr::Assign(_) | Expr::Binary(_) | Expr::If(_) | Expr::ForLoop(_) | Expr::While(_)));
        if gives || escapes(&branch.then_branch) {
            self.errors.push(
                &test.pat,
                "what an option holds is changed here by statements alone: give no value and do not leave them early",
            );
        }
        let (held, ident, body) = (self.fresh("held"), &name.ident, &branch.then_branch.stmts);
        let otherwise = branch.else_branch.as_ref().map(|(token, other)| quote::quote!(#token #other));
        Some(parse_quote_spanned!(branch.if_token.span=> if #place.is_some() {
            let mut #held = #place.clone().unwrap();
            {
                let #ident = &mut #held;
                #(#body)*
            }
            #place = Some(#held);
        } #otherwise))
    }
}

fn size(tokens: &proc_macro2::TokenStream) -> usize {
    tokens
        .clone()
        .into_iter()
        .map(|token| match token {
            proc_macro2::TokenTree::Group(group) => 2 + size(&group.stream()),
            _ => 1,
        })
        .sum()
}

/// The conditions of a chain, if there is a `let` among several.
fn several(cond: &Expr) -> Option<Vec<Expr>> {
    fn apart(cond: &Expr, into: &mut Vec<Expr>) {
        match cond {
            Expr::Binary(both) if matches!(both.op, syn::BinOp::And(_)) => {
                apart(&both.left, into);
                apart(&both.right, into);
            }
            cond => into.push(cond.clone()),
        }
    }
    let mut conditions = Vec::new();
    apart(cond, &mut conditions);
    let has_let = conditions.iter().any(|cond| matches!(cond, Expr::Let(_)));
    (has_let && conditions.len() > 1).then_some(conditions)
}

/// Conditions without `let` that follow one another are one.
fn grouped(conditions: &[Expr]) -> Vec<Expr> {
    let mut groups: Vec<Expr> = Vec::new();
    for condition in conditions {
        match groups.last_mut() {
            Some(last) if !matches!(last, Expr::Let(_)) && !matches!(condition, Expr::Let(_)) => {
                *last = parse_quote!(#last && #condition);
            }
            _ => groups.push(condition.clone()),
        }
    }
    groups
}

/// Takes `mut` from the names in a pattern that may or may not match, and gives the locals that change instead.
fn own_copies(pat: &mut Pat) -> Vec<Stmt> {
    struct Mutable(Vec<Ident>);
    impl VisitMut for Mutable {
        fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
            if name.by_ref.is_none() && name.mutability.take().is_some() {
                self.0.push(name.ident.clone());
            }
            visit_mut::visit_pat_ident_mut(self, name);
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    let mut found = Mutable(Vec::new());
    found.visit_pat_mut(pat);
    found.0.iter().map(|name| parse_quote!(let mut #name = #name.clone();)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Look,
    Change,
}

/// Takes `ref` from a pattern all of whose names have it.
fn by_reference(pat: &mut Pat) -> Option<By> {
    struct References {
        with: usize,
        change: bool,
    }
    impl VisitMut for References {
        fn visit_pat_ident_mut(&mut self, name: &mut syn::PatIdent) {
            if name.by_ref.take().is_some() {
                self.with += 1;
                self.change |= name.mutability.take().is_some();
            }
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    let mut changed = pat.clone();
    let mut found = References { with: 0, change: false };
    found.visit_pat_mut(&mut changed);
    if found.with == 0 || found.with != names(pat).len() {
        return None;
    }
    *pat = changed;
    Some(if found.change { By::Change } else { By::Look })
}

/// `list.split_first()` and its kin.
struct Split<'e> {
    list: &'e Expr,
    first: bool,
    exclusive: bool,
}

fn split_of(expr: &Expr) -> Option<Split<'_>> {
    let Expr::MethodCall(call) = expr else { return None };
    let (first, exclusive) = match &*call.method.to_string() {
        "split_first" => (true, false),
        "split_first_mut" => (true, true),
        "split_last" => (false, false),
        "split_last_mut" => (false, true),
        _ => return None,
    };
    call.args.is_empty().then_some(Split { list: &call.receiver, first, exclusive })
}

fn certain_split(expr: &Expr) -> Option<Split<'_>> {
    let Expr::MethodCall(call) = expr else { return None };
    if call.method == "unwrap" || call.method == "expect" { split_of(&call.receiver) } else { None }
}

/// `Some((first, rest))` as a pattern of the list itself.
fn split_pattern(pat: &Pat, split: &Expr) -> Option<Pat> {
    let split = split_of(split).filter(|split| !split.exclusive)?;
    match pat {
        Pat::Wild(_) => Some(pat.clone()),
        Pat::Ident(none) if none.ident == "None" => Some(parse_quote!([])),
        Pat::TupleStruct(some) if some.path.is_ident("Some") => {
            let Some(Pat::Tuple(parts)) = some.elems.first() else { return None };
            let [one, rest] = &parts.elems.iter().collect::<Vec<_>>()[..] else { return None };
            let one = match one {
                Pat::Reference(inner) => &inner.pat,
                one => *one,
            };
            let rest: proc_macro2::TokenStream = match rest {
                Pat::Wild(_) => quote::quote!(..),
                Pat::Ident(name) => quote::quote!(#name @ ..),
                _ => return None,
            };
            Some(if split.first { parse_quote!([#one, #rest]) } else { parse_quote!([#rest, #one]) })
        }
        _ => None,
    }
}

/// What is split, as it is walked along.
fn walked(list: &Expr) -> Expr {
    match list {
        Expr::Reference(lent) => (*lent.expr).clone(),
        list => list.clone(),
    }
}

/// A `let` as several.
fn apart(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = stmt else { return None };
    let init = local.init.as_ref()?;
    let mut local = local.clone();
    if let (Pat::Ident(whole), None) = (&local.pat, &init.diverge)
        && let Some((_, parts)) = &whole.subpat
    {
        let (mut name, value, parts) = (whole.clone(), &init.expr, parts.clone());
        name.subpat = None;
        let ident = &name.ident;
        return Some(vec![parse_quote!(let #name = #value;), parse_quote!(let #parts = #ident;)]);
    }
    // `let (first, rest) = x.split_first().unwrap();`
    if let (Some(split), Pat::Tuple(parts), None) = (certain_split(&init.expr), &local.pat, &init.diverge)
        && parts.elems.len() == 2
    {
        let (list, one, rest) = (walked(split.list), &parts.elems[0], &parts.elems[1]);
        let [index, range]: [Expr; 2] = if split.first {
            [parse_quote!(0), parse_quote!(1..)]
        } else {
            let last: Expr = parse_quote!(#list.len() - 1);
            [last.clone(), parse_quote!(..#last)]
        };
        let lent = split.exclusive.then(|| quote::quote!(mut));
        return Some(vec![
            parse_quote!(let #rest = & #lent #list[#range];),
            parse_quote!(let #one = & #lent #list[#index];),
        ]);
    }
    if let (Some(split), Some(pat)) = (split_of(&init.expr), split_pattern(&local.pat, &init.expr)) {
        let list = walked(split.list);
        let init = local.init.as_mut()?;
        (local.pat, *init.expr) = (pat, list);
        return Some(vec![Stmt::Local(local)]);
    }
    let by = by_reference(&mut local.pat)?;
    let init = local.init.as_mut()?;
    let (value, lent) = (&init.expr, (by == By::Change).then(|| quote::quote!(mut)));
    *init.expr = parse_quote!(& #lent #value);
    Some(vec![Stmt::Local(local)])
}
