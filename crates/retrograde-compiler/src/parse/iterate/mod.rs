//! Iterators of ordinary functions. Before anything else is looked at, a loop along a chain, and a chain that gives one value, are
//! rewritten into a loop over indices: what the chain gives is named, closures are put where they are called.

mod best;
mod chain;
mod ends;
mod items;
mod lists;
mod named;
mod search;
mod sources;

use super::calls::changes_arguments;
use super::hoist;
use crate::error::Errors;
use crate::names::Names;
use crate::numbers;
use crate::quoted::parse_quote;
pub(super) use chain::is_chain;
use chain::is_range;
pub(super) use ends::ARRAY_MAP;
pub(super) use named::without_names;
use proc_macro2::{Ident, Span};
use search::is_search;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt};

/// The body of an ordinary function without chains of iterators.
pub(super) fn without_iterators(item: &syn::Signature, block: &Block, names: &mut Names, errors: &Errors) -> Block {
    rewritten(item, block, names, errors, false)
}

/// The body of an ordinary function without chains that are searched.
pub(super) fn without_searches(item: &syn::Signature, block: &Block, names: &mut Names, errors: &Errors) -> Block {
    rewritten(item, block, names, errors, true)
}

fn rewritten(item: &syn::Signature, block: &Block, names: &mut Names, errors: &Errors, searching: bool) -> Block {
    let mut block = block.clone();
    ends::with_types(&mut block, &item.output);
    let exclusive = item.inputs.iter().filter_map(exclusive).collect();
    let generic = numbers::asked_of(&item.generics).next().is_some();
    Rewriter { names, errors, closures: Vec::new(), exclusive, searching, generic, whole: None }
        .visit_block_mut(&mut block);
    block
}

struct Rewriter<'n> {
    names: &'n mut Names,
    errors: &'n Errors,
    /// closures with statements, which a call needs room for
    closures: Vec<Ident>,
    /// references through which something may change
    exclusive: Vec<Ident>,
    /// numbers are of a generic type
    generic: bool,
    /// only what searches a chain is looked at
    searching: bool,
    /// the label of the loop around the next loop in a loop
    whole: Option<syn::Label>,
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut out: Vec<Stmt> = Vec::new();
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(mut stmt) = left.pop() {
            if let Stmt::Local(local) = &mut stmt {
                ends::with_type(local);
            }
            if let Some(moved) = self.hoisted(&stmt) {
                left.extend(moved.into_iter().rev());
                continue;
            }
            match stmt {
                Stmt::Expr(Expr::ForLoop(mut each), semi) if !is_range(&each.expr) && !self.searching => {
                    self.visit_block_mut(&mut each.body);
                    let label = &each.label;
                    match self.chain(&each.expr, &mut out) {
                        Some(chain) => {
                            if chain.is_flat() {
                                self.whole = self.leaving_whole(&mut each.body, label.as_ref());
                            }
                            let mut body = each.body.stmts.clone();
                            let pat = &each.pat;
                            let stmts = self.run(&chain, label.as_ref(), &mut out, |this, item, inside| {
                                this.bind_in(pat, item, inside, &mut body);
                                inside.extend(body);
                            });
                            out.push(stmts);
                        }
                        None => out.push(Stmt::Expr(Expr::ForLoop(each), semi)),
                    }
                }
                mut stmt => {
                    visit_mut::visit_stmt_mut(self, &mut stmt);
                    if let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = &stmt
                        && let Expr::Closure(closure) = &*init.expr
                        && matches!(*closure.body, Expr::Block(_))
                    {
                        self.closures.push(name.ident.clone());
                    }
                    out.push(stmt);
                }
            }
        }
        block.stmts = out;
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        // A block has room for statements already.
        let room = matches!(&*closure.body, Expr::Block(body) if body.label.is_none());
        if !room && hoist::anywhere(&closure.body, &self.needed()) {
            let body = &closure.body;
            *closure.body = parse_quote!({ #body });
        }
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    /// An array and the list that is made of it have gradients of different types; a part of an array has none of its own.
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        if self.searching {
            self.refuse_others(call);
        }
        visit_mut::visit_expr_method_call_mut(self, call);
        let is_part = |index: &syn::ExprIndex| matches!(*index.index, Expr::Range(_));
        let is_whole = match &*call.receiver {
            Expr::Path(_) | Expr::Field(_) => true,
            Expr::Index(index) => !is_part(index),
            _ => false,
        };
        if call.method == "to_vec" && is_whole {
            let whole = &call.receiver;
            *call.receiver = parse_quote!(#whole[..]);
        }
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        let needed = self.needed();
        if let Some((_, otherwise)) = &mut branch.else_branch
            && let Expr::If(next) = &**otherwise
            && hoist::anywhere(&next.cond, &needed)
        {
            **otherwise = parse_quote!({ #next });
        }
        visit_mut::visit_expr_if_mut(self, branch);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let needed = self.needed();
        if !matches!(*arm.body, Expr::Block(_)) && hoist::anywhere(&arm.body, &needed) {
            let body = &arm.body;
            *arm.body = parse_quote!({ #body });
        }
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    /// In a body that becomes that of a loop in a loop, `break` leaves both: the label that the outer one needs for it.
    fn leaving_whole(&mut self, body: &mut Block, label: Option<&syn::Label>) -> Option<syn::Label> {
        let whole = syn::Lifetime::new(&format!("'{}", self.names.mint("whole")), Span::mixed_site());
        let mut leaving = Leaving { own: label.map(|label| &label.name), whole, inside: 0, found: false };
        leaving.visit_block_mut(body);
        let Leaving { whole, found, .. } = leaving;
        found.then(|| parse_quote!(#whole:))
    }

    /// What needs statements of its own.
    fn needed(&self) -> impl Fn(&Expr) -> bool + use<> {
        let (closures, exclusive, searching) = (self.closures.clone(), self.exclusive.clone(), self.searching);
        let changes = move |expr: &Expr| matches!(expr, Expr::Call(call) if changes_arguments(call, &|name| exclusive.contains(name)));
        move |expr| {
            if searching { is_search(expr) } else { is_value(expr) || is_call_of(expr, &closures) || changes(expr) }
        }
    }

    /// The statement with the value of the first chain in it computed in front of it.
    fn hoisted(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        // What is a statement of its own already stays.
        let whole = match stmt {
            Stmt::Local(Local { pat: Pat::Ident(_), init: Some(init), .. }) => Some(&*init.expr),
            Stmt::Expr(expr, Some(_)) => Some(expr),
            _ => None,
        };
        let top = match stmt {
            Stmt::Local(local) => local.init.as_ref().map(|init| &*init.expr),
            Stmt::Expr(expr, _) => Some(expr),
            _ => None,
        };
        if let Some(Expr::Match(choice)) = top
            && !self.searching
            && let Some((mut lowered, choice)) = self.room_for_guards(choice)
        {
            let mut stmt = stmt.clone();
            match &mut stmt {
                Stmt::Local(Local { init: Some(init), .. }) => *init.expr = Expr::Match(choice),
                Stmt::Expr(expr, _) => *expr = Expr::Match(choice),
                _ => {}
            }
            lowered.push(stmt);
            return Some(lowered);
        }
        let stays = whole.is_some_and(|expr| is_pop(expr) || self.is_closure_call(expr) || self.changes(expr))
            || top.is_some_and(is_choice);
        if let Some(Expr::MethodCall(call)) = whole
            && !self.searching
            && let Some(lowered) = self.changed(call)
        {
            return Some(lowered);
        }
        let needed = self.needed();
        let is_value =
            |expr: &Expr| needed(expr) || (is_choice(expr) || is_lazy(expr)) && hoist::anywhere(expr, &needed);
        // The condition needs statements at every iteration.
        if let Stmt::Expr(Expr::While(each), _) = stmt
            && hoist::any(&each.cond, &is_value)
        {
            return Some(vec![Stmt::Expr(hoist::as_loop(each), None)]);
        }
        let first = std::cell::Cell::new(stays);
        let wanted = |expr: &Expr| !first.replace(false) && is_value(expr);
        let name = self.fresh(if self.searching { "found" } else { "value" });
        let (name, chain, mut stmt) = hoist::hoist(stmt, &wanted, name, self.errors)?;
        if let Expr::MethodCall(call) = &chain
            && self.searching
        {
            if let Some(lowered) = self.best_pair(call, &name, &stmt) {
                return Some(lowered);
            }
            let (mut lowered, found) = self.search(call, &name)?;
            self.put(&mut stmt, &name, &found, call)?;
            lowered.push(stmt);
            return Some(lowered);
        }
        let mut lowered = self.value(&chain, &name)?;
        lowered.push(stmt);
        Some(lowered)
    }

    /// A `match` whose guards call closures with statements, for which a guard has no room: whether the guard of an arm holds is found out
    /// in front of it, unless an arm before that is taken.
    fn room_for_guards(&mut self, choice: &syn::ExprMatch) -> Option<(Vec<Stmt>, syn::ExprMatch)> {
        let closures = self.closures.clone();
        let needs_room = |guard: &Expr| hoist::anywhere(guard, &|part| is_call_of(part, &closures));
        let (mut lowered, mut choice) = (Vec::new(), choice.clone());
        for k in 0..choice.arms.len() {
            let (before, rest) = choice.arms.split_at_mut(k);
            let Pat::Guard(guarded) = &mut rest[0].pat else { continue };
            if !needs_room(&guarded.guard) {
                continue;
            }
            let (value, before, pat, guard) =
                (&choice.expr, before.iter().map(|arm| &arm.pat), &guarded.pat, &guarded.guard);
            let holds = Ident::new(&self.names.mint("holds"), Span::mixed_site());
            lowered.push(parse_quote!(let #holds = match #value { #(#before => false,)* #pat => #guard, _ => false };));
            *guarded.guard = parse_quote!(#holds);
        }
        (!lowered.is_empty()).then_some((lowered, choice))
    }

    /// Statements after which `name` holds the value of an expression that needs them.
    fn value(&mut self, expr: &Expr, name: &Ident) -> Option<Vec<Stmt>> {
        match expr {
            Expr::MethodCall(call) if is_remove(expr) => Some(self.removed(call, name)),
            expr if ends::is_end(expr) => self.end(expr, name),
            // The right side is not always evaluated.
            Expr::Binary(binary) => {
                let (left, right) = (&binary.left, &binary.right);
                Some(vec![match binary.op {
                    syn::BinOp::And(_) => parse_quote!(let #name = if #left { #right } else { false };),
                    _ => parse_quote!(let #name = if #left { true } else { #right };),
                }])
            }
            _ => Some(vec![parse_quote!(let #name = #expr;)]),
        }
    }

    fn changes(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Call(call) if changes_arguments(call, &|name| self.exclusive.contains(name)))
    }

    fn is_closure_call(&self, expr: &Expr) -> bool {
        is_call_of(expr, &self.closures)
    }
}

/// Gives every `break` that leaves a loop the label of another.
struct Leaving<'l> {
    /// the label of the loop
    own: Option<&'l syn::Lifetime>,
    whole: syn::Lifetime,
    /// how many loops further in
    inside: usize,
    found: bool,
}

impl VisitMut for Leaving<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let is_loop = matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
        match expr {
            Expr::Closure(_) => return,
            Expr::Break(exit) => {
                let leaves = match &exit.label {
                    Some(label) => Some(label) == self.own,
                    None => self.inside == 0,
                };
                if leaves {
                    (exit.label, self.found) = (Some(self.whole.clone()), true);
                }
            }
            _ => {}
        }
        self.inside += usize::from(is_loop);
        visit_mut::visit_expr_mut(self, expr);
        self.inside -= usize::from(is_loop);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The name of a parameter that is a reference through which something may change.
fn exclusive(input: &syn::FnArg) -> Option<Ident> {
    let syn::FnArg::Typed(typed) = input else { return None };
    match (&*typed.ty, &*typed.pat) {
        (syn::Type::Reference(reference), Pat::Ident(name)) if reference.mutability.is_some() => {
            Some(name.ident.clone())
        }
        _ => None,
    }
}

/// A choice, or a block with its value, which has room for statements of its own.
fn is_choice(expr: &Expr) -> bool {
    matches!(expr, Expr::If(_) | Expr::Match(_) | Expr::Block(_))
}

/// `a && b`, `a || b`
fn is_lazy(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)))
}

fn is_pop(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "pop" && call.args.is_empty())
}

/// Whether one of some functions is called by its name.
fn is_call_of(expr: &Expr, functions: &[Ident]) -> bool {
    let Expr::Call(call) = expr else { return false };
    let Expr::Path(path) = &*call.func else { return false };
    path.path.get_ident().is_some_and(|name| functions.contains(name))
}

fn is_remove(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "remove" && call.args.len() == 1)
}

/// Whether an expression needs statements of its own: a chain that ends in a value, or a list that gives an element away.
fn is_value(expr: &Expr) -> bool {
    is_pop(expr) || is_remove(expr) || ends::is_end(expr)
}
