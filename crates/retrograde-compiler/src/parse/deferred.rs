//! Locals that get their first value later: `let r; if c { r = a; } else { r = b; }` is `let r = if c { a } else { b };`.
//!
//! rustc has seen that such a local has a value wherever it is read, so only the first statement that mentions it is looked at. A branch, or an
//! iteration of a loop, outside of which the local is not read declares it for itself; otherwise the statement has the local's value. Where neither can be
//! seen, the local starts with a value that nobody reads.

use super::exits::{Code, diverges, is_free, names};
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt};

/// A block in which every local has a value where it is declared, as far as that can be seen.
pub fn without_deferred(block: &Block) -> Block {
    let mut block = block.clone();
    Blocks.visit_block_mut(&mut block);
    block
}

struct Blocks;

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut Block) {
        statements(&mut block.stmts);
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

const INTEGERS: [&str; 12] = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// A local without a value.
#[derive(Clone)]
struct Deferred {
    local: Local,
    name: Ident,
}

impl Deferred {
    fn of(stmt: &Stmt) -> Option<Self> {
        let Stmt::Local(local) = stmt else { return None };
        let pat = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        match pat {
            Pat::Ident(pat) if local.init.is_none() && local.attrs.is_empty() => {
                Some(Deferred { local: local.clone(), name: pat.ident.clone() })
            }
            _ => None,
        }
    }

    /// The local with a value that nobody reads.
    fn with_any_value(&self) -> Stmt {
        let (name, span) = (&self.name, self.local.let_token.span);
        match self.parts().1 {
            Some(ty @ syn::Type::Path(path)) => match path.path.get_ident().map(Ident::to_string).as_deref() {
                Some("f64" | "f32") => parse_quote_spanned!(span=> let mut #name: #ty = 0.0;),
                Some("bool") => parse_quote_spanned!(span=> let mut #name: #ty = false;),
                Some(name_of) if INTEGERS.contains(&name_of) => parse_quote_spanned!(span=> let mut #name: #ty = 0;),
                _ => parse_quote_spanned!(span=> let mut #name: #ty = ::retrograde::emitted::first_value();),
            },
            Some(ty) => parse_quote_spanned!(span=> let mut #name: #ty = ::retrograde::emitted::first_value();),
            None => parse_quote_spanned!(span=> let mut #name = ::retrograde::emitted::first_value();),
        }
    }

    fn is_in(&self, code: &impl Code) -> bool {
        is_free(&self.name, code)
    }

    fn is_bound_by(&self, pat: &Pat) -> bool {
        names(pat).contains(&self.name)
    }

    /// The pattern and the type, if one is written.
    fn parts(&self) -> (&Pat, Option<&syn::Type>) {
        match &self.local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        }
    }
}

fn statements(stmts: &mut Vec<Stmt>) {
    let mut at = 0;
    while at < stmts.len() {
        if let Some(parts) = taken_apart(&stmts[at]) {
            stmts.splice(at..=at, parts);
        }
        match Deferred::of(&stmts[at]) {
            Some(deferred) if settled(&deferred, at, stmts) => {}
            Some(deferred) => {
                stmts[at] = deferred.with_any_value();
                at += 1;
            }
            None => at += 1,
        }
    }
}

/// `let (a, b);` as a declaration for each name.
fn taken_apart(stmt: &Stmt) -> Option<Vec<Stmt>> {
    let Stmt::Local(local) = stmt else { return None };
    let (pat, ty) = match &local.pat {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pat => (pat, None),
    };
    let (Pat::Tuple(tuple), None) = (pat, &local.init) else { return None };
    let types = match ty {
        None => vec![None; tuple.elems.len()],
        Some(syn::Type::Tuple(types)) if types.elems.len() == tuple.elems.len() => {
            types.elems.iter().map(Some).collect()
        }
        Some(_) => return None,
    };
    let declared = |(pat, ty): (&Pat, Option<&syn::Type>)| match ty {
        None => parse_quote_spanned!(local.let_token.span=> let #pat;),
        Some(ty) => parse_quote_spanned!(local.let_token.span=> let #pat: #ty;),
    };
    Some(tuple.elems.iter().zip(types).map(declared).collect())
}

/// Takes the declaration at a place away, and gives the local its value where it gets it; whether that is seen.
fn settled(deferred: &Deferred, at: usize, stmts: &mut Vec<Stmt>) -> bool {
    for user in at + 1..stmts.len() {
        if !deferred.is_in(&stmts[user]) {
            if matches!(&stmts[user], Stmt::Local(local) if deferred.is_bound_by(&local.pat)) {
                break;
            }
            continue;
        }
        let is_read_later = |other: &Deferred| stmts[user + 1..].iter().any(|stmt| other.is_in(stmt));
        let inner = declared_inside(&stmts[user], deferred);
        if !is_read_later(deferred) || inner.as_ref().is_some_and(|inner| inner.all_leave) {
            let Some(inner) = inner else { return false };
            let goes_on = is_read_later(deferred);
            stmts[user] = inner.stmt;
            if goes_on {
                continue;
            }
            stmts.remove(at);
            return true;
        }
        // What else gets its first value in the same statement.
        let with = |k: &usize| {
            let other = Deferred::of(&stmts[*k]).filter(|other| other.is_in(&stmts[user]) && is_read_later(other));
            other.filter(|other| !stmts[*k + 1..user].iter().any(|stmt| other.is_in(stmt)))
        };
        let others: Vec<(usize, Deferred)> = (at + 1..user).filter_map(|k| Some((k, with(&k)?))).collect();
        let group: Vec<Deferred> =
            std::iter::once(deferred.clone()).chain(others.iter().map(|(_, other)| other.clone())).collect();
        if let Some((stmt, taken)) = with_value(&stmts[user], &group) {
            stmts[user] = stmt;
            let taken = |name: &Ident| taken.contains(name);
            for (k, other) in others.iter().rev() {
                if taken(&other.name) {
                    stmts.remove(*k);
                }
            }
            if taken(&deferred.name) {
                stmts.remove(at);
                return true;
            }
        }
        return false;
    }
    // Nobody reads it.
    stmts.remove(at);
    true
}

/// A statement whose blocks declare the local for themselves.
struct Inside {
    stmt: Stmt,
    /// none of these blocks goes on to what follows
    all_leave: bool,
}

fn declared_inside(stmt: &Stmt, deferred: &Deferred) -> Option<Inside> {
    let mut stmt = stmt.clone();
    let expr = match &mut stmt {
        Stmt::Expr(expr, _) => expr,
        Stmt::Local(local) => {
            if deferred.is_bound_by(&local.pat) {
                return None;
            }
            &mut *local.init.as_mut()?.expr
        }
        _ => return None,
    };
    let mut all_leave = true;
    declare(expr, deferred, &mut all_leave)?;
    Some(Inside { stmt, all_leave })
}

fn declare(expr: &mut Expr, deferred: &Deferred, all_leave: &mut bool) -> Option<()> {
    if !deferred.is_in(expr) {
        return Some(());
    }
    let mut in_block = |block: &mut Block| {
        if deferred.is_in(block) {
            *all_leave &= diverges(block);
            block.stmts.insert(0, Stmt::Local(deferred.local.clone()));
        }
    };
    let is_in = |code: &Expr| deferred.is_in(code);
    match expr {
        Expr::Paren(inner) => return declare(&mut inner.expr, deferred, all_leave),
        Expr::Block(inner) if inner.label.is_none() => in_block(&mut inner.block),
        Expr::Loop(each) => in_block(&mut each.body),
        Expr::While(each) if !is_in(&each.cond) => in_block(&mut each.body),
        Expr::ForLoop(each) if !is_in(&each.expr) && !deferred.is_bound_by(&each.pat) => in_block(&mut each.body),
        Expr::If(branch) if !is_in(&branch.cond) => {
            in_block(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                return declare(otherwise, deferred, all_leave);
            }
        }
        Expr::Match(choice)
            if !is_in(&choice.expr) && !choice.arms.iter().any(|arm| deferred.is_bound_by(&arm.pat)) =>
        {
            for arm in choice.arms.iter_mut().filter(|arm| deferred.is_in(&*arm.body)) {
                let mut block = as_block(&arm.body);
                in_block(&mut block);
                *arm.body = parse_quote!(#block);
            }
        }
        _ => return None,
    }
    Some(())
}

/// The statement with its value for the locals, and which of them have it now.
fn with_value(stmt: &Stmt, group: &[Deferred]) -> Option<(Stmt, Vec<Ident>)> {
    let (expr, own) = match stmt {
        Stmt::Expr(expr, _) => (expr, None),
        Stmt::Local(local) => {
            let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
            (&*init.expr, Some(local))
        }
        _ => return None,
    };
    if let Expr::Assign(assign) = expr {
        let one = group.iter().find(|one| is_name(&assign.left, &one.name))?;
        if one.is_in(&*assign.right) {
            return None;
        }
        let mut local = one.local.clone();
        let Stmt::Local(shape) = parse_quote_spanned!(assign.eq_token.span()=> let x = ();) else { return None };
        local.init = shape.init;
        *local.init.as_mut()?.expr = (*assign.right).clone();
        return Some((Stmt::Local(local), vec![one.name.clone()]));
    }
    let expr = valued(expr, group, own.is_some())?;
    let patterns = group.iter().map(|one| one.parts().0);
    let types = group.iter().map(|one| one.parts().1.map_or_else(|| parse_quote!(_), Clone::clone));
    let is_typed = group.iter().any(|one| one.parts().1.is_some());
    let span = expr.span();
    let stmt = match (own, group) {
        (None, [one]) => {
            let pat = &one.local.pat;
            parse_quote_spanned!(span=> let #pat = #expr;)
        }
        (None, _) if is_typed => {
            let types: Vec<syn::Type> = types.collect();
            parse_quote_spanned!(span=> let (#(#patterns),*): (#(#types),*) = #expr;)
        }
        (None, _) => parse_quote_spanned!(span=> let (#(#patterns),*) = #expr;),
        (Some(local), _) => {
            let (pat, ty): (&Pat, syn::Type) = match &local.pat {
                Pat::Type(typed) => (&*typed.pat, (*typed.ty).clone()),
                pat => (pat, parse_quote!(_)),
            };
            let types: Vec<syn::Type> = types.collect();
            parse_quote_spanned!(span=> let (#pat, #(#patterns),*): (#ty, #(#types),*) = #expr;)
        }
    };
    Some((stmt, group.iter().map(|one| one.name.clone()).collect()))
}

fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident(name))
}

/// What the locals hold after an expression; behind its own value, if that is asked for.
fn valued(expr: &Expr, group: &[Deferred], own: bool) -> Option<Expr> {
    let is_in = |code: &Expr| group.iter().any(|one| one.is_in(code));
    let mut expr = expr.clone();
    match &mut expr {
        Expr::Paren(inner) => return valued(&inner.expr, group, own),
        Expr::Block(inner) if inner.label.is_none() => inner.block = valued_block(&inner.block, group, own),
        Expr::If(branch) if !is_in(&branch.cond) => {
            branch.then_branch = valued_block(&branch.then_branch, group, own);
            let (_, otherwise) = branch.else_branch.as_mut()?;
            **otherwise = valued(otherwise, group, own)?;
        }
        Expr::Match(choice) if !is_in(&choice.expr) => {
            for arm in &mut choice.arms {
                if group.iter().any(|one| one.is_bound_by(&arm.pat)) {
                    return None;
                }
                *arm.body = value_of(valued_block(&as_block(&arm.body), group, own));
            }
        }
        Expr::Loop(each) if !own => {
            let value = tuple(None, group);
            let label = each.label.as_ref().map(|label| label.name.clone());
            let mut breaks = Breaks { label, value, depth: 0, refused: false };
            breaks.visit_block_mut(&mut each.body);
            if breaks.refused {
                return None;
            }
            declare_all(&mut each.body, group);
        }
        _ => return None,
    }
    Some(expr)
}

fn valued_block(block: &Block, group: &[Deferred], own: bool) -> Block {
    let mut block = block.clone();
    if diverges(&block) {
        declare_all(&mut block, group);
        return block;
    }
    let mut value = None;
    match block.stmts.pop() {
        Some(Stmt::Expr(tail, None)) if own => value = Some(tail),
        Some(Stmt::Expr(tail, None)) => block.stmts.push(Stmt::Expr(tail, Some(syn::Token![;](Span::mixed_site())))),
        last => block.stmts.extend(last),
    }
    let value = tuple(value, group);
    block.stmts.push(Stmt::Expr(value.clone(), None));
    declare_all(&mut block, group);
    statements(&mut block.stmts);
    if let [Stmt::Local(Local { pat: Pat::Ident(pat), init: Some(init), .. }), Stmt::Expr(..)] = &block.stmts[..]
        && is_name(&value, &pat.ident)
    {
        let init = &init.expr;
        block.stmts = vec![Stmt::Expr(parse_quote!(#init), None)];
    }
    block
}

fn declare_all(block: &mut Block, group: &[Deferred]) {
    let used: Vec<&Deferred> = group.iter().filter(|one| one.is_in(block)).collect();
    block.stmts.splice(0..0, used.iter().map(|one| Stmt::Local(one.local.clone())));
}

/// `r`, or `(value, r, s)`.
fn tuple(value: Option<Expr>, group: &[Deferred]) -> Expr {
    let names = group.iter().map(|one| &one.name);
    match (value, group) {
        (None, [one]) => {
            let name = &one.name;
            parse_quote!(#name)
        }
        (None, _) => parse_quote!((#(#names),*)),
        (Some(value), _) => parse_quote!((#value, #(#names),*)),
    }
}

fn as_block(expr: &Expr) -> Block {
    match expr {
        Expr::Block(inner) if inner.label.is_none() => inner.block.clone(),
        expr => Block { brace_token: syn::token::Brace::default(), stmts: vec![Stmt::Expr(expr.clone(), None)] },
    }
}

/// A block as an expression.
fn value_of(mut block: Block) -> Expr {
    match block.stmts.pop() {
        Some(Stmt::Expr(value, None)) if block.stmts.is_empty() => value,
        last => {
            block.stmts.extend(last);
            parse_quote!(#block)
        }
    }
}

/// Gives what leaves a loop a value.
struct Breaks {
    label: Option<syn::Lifetime>,
    value: Expr,
    depth: usize,
    refused: bool,
}

impl VisitMut for Breaks {
    fn visit_expr_break_mut(&mut self, node: &mut syn::ExprBreak) {
        let is_own = match &node.label {
            Some(label) => Some(label) == self.label.as_ref(),
            None => self.depth == 0,
        };
        if is_own {
            self.refused |= node.expr.is_some();
            node.expr = Some(Box::new(self.value.clone()));
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let is_loop = matches!(expr, Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_));
        self.depth += usize::from(is_loop);
        visit_mut::visit_expr_mut(self, expr);
        self.depth -= usize::from(is_loop);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
