//! References that are chosen, in ordinary functions: `let big = if c { &x[0] } else { &x[1] };`. A view is a name for one place, so elements of one
//! list are chosen by their index, and otherwise the value is copied: nothing changes it while it is borrowed, so the copy is the same.

use super::exits::{diverges, names as bound_names};
use crate::names::Names;
use crate::quoted::{parse_quote, parse_quote_spanned};
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt};

/// The body of an ordinary function in which no choice gives a reference.
pub(super) fn without_chosen_references(block: &Block, sig: &syn::Signature, names: &mut Names) -> Block {
    let mut block = block.clone();
    let mut rewriter = Rewriter { names, known: Vec::new(), held: Vec::new() };
    for input in &sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            rewriter.learn(&typed.pat, if is_shared(&typed.ty) { Known::Reference } else { Known::Other });
        }
    }
    rewriter.visit_block_mut(&mut block);
    block
}

/// What a name stands for.
#[derive(Clone)]
enum Known {
    /// a reference that stays as it is
    Reference,
    /// one that is pointed elsewhere: the local that holds what it points to
    Moving(Ident),
    Other,
}

struct Rewriter<'n> {
    names: &'n mut Names,
    /// the variables, latest last
    known: Vec<(Ident, Known)>,
    /// the locals that hold what such references point to
    held: Vec<Ident>,
}

impl VisitMut for Rewriter<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = self.known.len();
        let mut left: Vec<Stmt> = block.stmts.drain(..).rev().collect();
        while let Some(mut stmt) = left.pop() {
            if let Stmt::Local(local) = &stmt
                && let Some(stmts) = self.chosen(local, &left)
            {
                left.extend(stmts.into_iter().rev());
                continue;
            }
            self.visit_stmt_mut(&mut stmt);
            if let Stmt::Local(local) = &stmt {
                self.learn_local(local);
            }
            block.stmts.push(stmt);
        }
        self.known.truncate(outer);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(assign) => {
                if let Some(Known::Moving(held)) = self.of(&assign.left) {
                    let value = owned(&assign.right, false);
                    *expr = parse_quote_spanned!(assign.eq_token.span=> #held = #value);
                }
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && self.is_choice(&unary.expr) => {
                *expr = owned(&unary.expr, false);
            }
            Expr::Call(call) => self.lend(&mut call.args),
            Expr::MethodCall(call) if !is_alternative(call) => self.lend(&mut call.args),
            _ => {}
        }
        if self.is_choice(expr) {
            *expr = owned(expr, false);
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let outer = self.known.len();
        closure.inputs.iter().for_each(|input| self.learn(input, Known::Other));
        visit_mut::visit_expr_closure_mut(self, closure);
        self.known.truncate(outer);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let outer = self.known.len();
        self.learn(&arm.pat, Known::Other);
        visit_mut::visit_arm_mut(self, arm);
        self.known.truncate(outer);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut each.expr);
        let outer = self.known.len();
        self.learn(&each.pat, Known::Other);
        self.visit_block_mut(&mut each.body);
        self.known.truncate(outer);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Rewriter<'_> {
    fn fresh(&mut self, base: &str) -> Ident {
        Ident::new(&self.names.mint(base), Span::mixed_site())
    }

    fn learn(&mut self, pat: &Pat, known: Known) {
        let known = if matches!(pat, Pat::Ident(_)) { known } else { Known::Other };
        self.known.extend(bound_names(pat).into_iter().map(|name| (name, known.clone())));
    }

    fn learn_local(&mut self, local: &Local) {
        let (pat, written) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, is_shared(&typed.ty)),
            pat => (pat, false),
        };
        let init = local.init.as_ref().map(|init| &*init.expr);
        let lends = init.is_some_and(|init| matches!(init, Expr::Reference(lent) if lent.mutability.is_none()));
        // The name of one that moves is a view of what is held.
        let moving = match (pat, init) {
            (Pat::Ident(_), Some(Expr::Reference(lent))) => self.moving(&lent.expr),
            _ => None,
        };
        let known = match moving {
            Some(held) => Known::Moving(held),
            None if written || lends => Known::Reference,
            None => Known::Other,
        };
        self.learn(pat, known);
    }

    fn moving(&self, held: &Expr) -> Option<Ident> {
        let Expr::Path(path) = held else { return None };
        let name = path.path.get_ident()?;
        self.held.contains(name).then(|| name.clone())
    }

    fn of(&self, expr: &Expr) -> Option<Known> {
        let Expr::Path(path) = expr else { return None };
        let name = path.path.get_ident()?;
        self.known.iter().rev().find(|(known, _)| known == name).map(|(_, known)| known.clone())
    }

    /// `let name = choice;` of references, and `let mut name = reference;` that is assigned later.
    fn chosen(&mut self, local: &Local, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none() && local.attrs.is_empty())?;
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let span = local.let_token.span;
        if let Pat::Ident(name) = pat
            && name.mutability.is_some()
            && (self.is_choice(&init.expr) || self.is_reference(&init.expr))
            && rest.iter().any(|stmt| is_assigned(&name.ident, stmt))
        {
            let (name, value) = (&name.ident, owned(&init.expr, is_slice(ty)));
            let held = Ident::new(&self.names.mint(&name.to_string()), Span::mixed_site().located_at(name.span()));
            self.held.push(held.clone());
            return Some(vec![
                parse_quote_spanned!(span=> let mut #held = #value;),
                parse_quote_spanned!(span=> let #name = &#held;),
            ]);
        }
        if let Some((list, index, exclusive)) = by_index(&init.expr) {
            let chosen = self.fresh("chosen");
            let lent: Expr = if exclusive { parse_quote!(&mut #list[#chosen]) } else { parse_quote!(&#list[#chosen]) };
            return Some(vec![
                parse_quote_spanned!(span=> let #chosen: usize = #index;),
                parse_quote_spanned!(span=> let #pat = #lent;),
            ]);
        }
        let written = ty.is_some_and(is_shared) && matches!(*init.expr, Expr::If(_) | Expr::Match(_));
        if !written && !self.is_choice(&init.expr) {
            return None;
        }
        let value = owned(&init.expr, is_slice(ty));
        if let Some(names) = names_in_tuple(pat) {
            let held: Vec<Ident> = names.iter().map(|_| self.fresh("chosen")).collect();
            let first = parse_quote_spanned!(span=> let (#(#held),*) = #value;);
            let views = names.iter().zip(&held).map(|(name, held)| parse_quote_spanned!(span=> let #name = &#held;));
            return Some(std::iter::once(first).chain(views).collect());
        }
        let chosen = self.fresh("chosen");
        Some(vec![
            parse_quote_spanned!(span=> let #chosen = #value;),
            parse_quote_spanned!(span=> let #pat = &#chosen;),
        ])
    }

    /// Lends the value of a choice to a call that is given a reference.
    fn lend(&self, args: &mut syn::punctuated::Punctuated<Expr, syn::Token![,]>) {
        for arg in args {
            if self.is_choice(arg) {
                let value = owned(arg, false);
                *arg = parse_quote_spanned!(arg.span()=> &(#value));
            }
        }
    }

    /// Whether an expression is a choice that gives a reference, as one of its branches says.
    fn is_choice(&self, expr: &Expr) -> bool {
        match expr {
            Expr::If(_) | Expr::Match(_) => leaves(expr).iter().any(|leaf| self.is_reference(leaf)),
            Expr::MethodCall(call) => is_alternative(call),
            Expr::Paren(inner) => self.is_choice(&inner.expr),
            _ => false,
        }
    }

    fn is_reference(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Reference(lent) => lent.mutability.is_none(),
            Expr::Path(_) => matches!(self.of(expr), Some(Known::Reference | Known::Moving(_))),
            Expr::Tuple(tuple) => !tuple.elems.is_empty() && tuple.elems.iter().all(|elem| self.is_reference(elem)),
            Expr::Paren(inner) => self.is_reference(&inner.expr),
            expr => self.is_choice(expr),
        }
    }
}

/// `x.get(i).unwrap_or(&e)`
fn is_alternative(call: &syn::ExprMethodCall) -> bool {
    call.method == "unwrap_or"
        && matches!(call.args.first(), Some(Expr::Reference(other)) if other.mutability.is_none())
}

/// The names that a tuple gives to its parts, if it does nothing else.
fn names_in_tuple(pat: &Pat) -> Option<Vec<&Ident>> {
    let Pat::Tuple(tuple) = pat else { return None };
    let name = |pat: &'_ Pat| matches!(pat, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
    tuple.elems.iter().all(name).then(|| {
        let names =
            tuple.elems.iter().filter_map(|pat| if let Pat::Ident(name) = pat { Some(&name.ident) } else { None });
        names.collect()
    })
}

/// What the branches of a choice end with.
fn leaves(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::If(branch) => {
            let Some((_, other)) = &branch.else_branch else { return Vec::new() };
            of_block(&branch.then_branch).into_iter().chain(leaves(other)).collect()
        }
        Expr::Match(choice) => choice.arms.iter().flat_map(|arm| leaves(&arm.body)).collect(),
        Expr::Block(inner) if inner.label.is_none() => of_block(&inner.block),
        Expr::Paren(inner) => leaves(&inner.expr),
        leaf => vec![leaf],
    }
}

fn of_block(block: &Block) -> Vec<&Expr> {
    match block.stmts.last() {
        Some(Stmt::Expr(tail, None)) => leaves(tail),
        _ => Vec::new(),
    }
}

/// The value behind what an expression gives, a reference or several.
fn owned(expr: &Expr, slice: bool) -> Expr {
    let of_block = |block: &Block| {
        let mut block = block.clone();
        if let Some(Stmt::Expr(tail, None)) = block.stmts.last_mut() {
            *tail = owned(tail, slice);
        }
        block
    };
    let method = Ident::new(if slice { "to_vec" } else { "to_owned" }, expr.span());
    match expr {
        Expr::If(branch) => {
            let mut branch = branch.clone();
            branch.then_branch = of_block(&branch.then_branch);
            if let Some((_, other)) = &mut branch.else_branch {
                **other = owned(other, slice);
            }
            Expr::If(branch)
        }
        Expr::Match(choice) => {
            let mut choice = choice.clone();
            choice.arms.iter_mut().for_each(|arm| *arm.body = owned(&arm.body, slice));
            Expr::Match(choice)
        }
        Expr::Block(inner) => Expr::Block(syn::ExprBlock { block: of_block(&inner.block), ..inner.clone() }),
        Expr::Paren(inner) => owned(&inner.expr, slice),
        Expr::Tuple(tuple) => {
            let mut tuple = tuple.clone();
            tuple.elems.iter_mut().for_each(|elem| *elem = owned(elem, slice));
            Expr::Tuple(tuple)
        }
        Expr::MethodCall(call) if is_alternative(call) => {
            let (held, other) = (&call.receiver, owned(&call.args[0], slice));
            parse_quote_spanned!(call.method.span()=> #held.cloned().unwrap_or(#other))
        }
        Expr::Reference(lent) if matches!(&*lent.expr, Expr::Lit(_) | Expr::Unary(_)) => (*lent.expr).clone(),
        Expr::Reference(lent) => {
            let lent = &lent.expr;
            parse_quote_spanned!(lent.span()=> #lent.#method())
        }
        expr if diverges(expr) => expr.clone(),
        expr => parse_quote_spanned!(expr.span()=> #expr.#method()),
    }
}

/// A choice between elements of one list: the list, the choice between their indices, and whether they may change.
fn by_index(expr: &Expr) -> Option<(Expr, Expr, bool)> {
    let element = |leaf: &Expr| match leaf {
        Expr::Reference(lent) => match &*lent.expr {
            Expr::Index(element)
                if is_place(&element.expr) && !matches!(*element.index, Expr::Range(_) | Expr::Reference(_)) =>
            {
                Some((element.clone(), lent.mutability.is_some()))
            }
            _ => None,
        },
        _ => None,
    };
    if !matches!(expr, Expr::If(_) | Expr::Match(_)) {
        return None;
    }
    let found: Option<Vec<_>> = leaves(expr).into_iter().map(element).collect();
    let found = found.filter(|found| !found.is_empty())?;
    let (list, exclusive) = (&found[0].0.expr, found[0].1);
    let same = found.iter().all(|(element, changes)| element.expr == *list && *changes == exclusive);
    let choice = same.then(|| index_of(expr)).flatten()?;
    Some(((**list).clone(), choice, exclusive))
}

/// The choice between indices instead of elements, if its branches do nothing else.
fn index_of(expr: &Expr) -> Option<Expr> {
    Some(match expr {
        Expr::If(branch) => {
            let mut branch = branch.clone();
            let [Stmt::Expr(tail, None)] = &mut branch.then_branch.stmts[..] else { return None };
            *tail = index_of(tail)?;
            let (_, other) = branch.else_branch.as_mut()?;
            **other = index_of(other)?;
            Expr::If(branch)
        }
        Expr::Match(choice) => {
            let mut choice = choice.clone();
            for arm in &mut choice.arms {
                *arm.body = index_of(&arm.body)?;
            }
            Expr::Match(choice)
        }
        Expr::Block(inner) => {
            let mut inner = inner.clone();
            let [Stmt::Expr(tail, None)] = &mut inner.block.stmts[..] else { return None };
            *tail = index_of(tail)?;
            Expr::Block(inner)
        }
        Expr::Paren(inner) => index_of(&inner.expr)?,
        Expr::Reference(lent) => match &*lent.expr {
            Expr::Index(element) => (*element.index).clone(),
            _ => return None,
        },
        _ => return None,
    })
}

fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

/// Whether a variable is given another value in a statement.
fn is_assigned(name: &Ident, stmt: &Stmt) -> bool {
    struct Search<'n>(&'n Ident, bool);
    impl<'a> Visit<'a> for Search<'_> {
        fn visit_expr_assign(&mut self, assign: &'a syn::ExprAssign) {
            self.1 |= matches!(&*assign.left, Expr::Path(path) if path.path.is_ident(self.0));
            visit::visit_expr_assign(self, assign);
        }
    }
    let mut search = Search(name, false);
    search.visit_stmt(stmt);
    search.1
}

fn is_shared(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Group(inner) => is_shared(&inner.elem),
        syn::Type::Paren(inner) => is_shared(&inner.elem),
        ty => matches!(ty, syn::Type::Reference(lent) if lent.mutability.is_none()),
    }
}

/// Whether a type is written as that of a part of a list.
fn is_slice(ty: Option<&syn::Type>) -> bool {
    matches!(ty, Some(syn::Type::Reference(lent)) if matches!(*lent.elem, syn::Type::Slice(_)))
}
