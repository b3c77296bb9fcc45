//! Views, and loops that walk along arrays: names for places.

use super::body::Body;
use super::expr::{ident, rt, rt_at};
use crate::access::{Touch, each_touch};
use crate::hash::Set;
use crate::ir::{Expr, Leaf, Place, Step, Stmt, Var, Walk};
use crate::pieces::ToRust;
use crate::tokens::{ToTokens, TokenStream, quote, quote_spanned};

impl Body<'_> {
    /// `let view = &mut place;`, with `mut` only if something is written through it.
    pub(super) fn name(&self, vars: &[Var], place: &Place, cut: Option<&Expr>) -> TokenStream {
        let names: Vec<_> = vars.iter().map(ident).collect();
        let exclusive = vars.iter().any(|var| var.is_primal() && self.written_views.contains(var));
        let Some(cut) = cut.map(|cut| self.pure(cut)) else {
            let whole = match (place.root.is_primal(), exclusive) {
                (true, true) => self.exclusive(place),
                (true, false) => self.expr(&Expr::Borrow(Expr::Read(place.clone()).into())),
                _ => self.shadow_ref(place),
            };
            return quote!(#(let #names = #whole;)*);
        };
        let whole = if place.root.is_primal() {
            self.receiver(&Expr::Read(place.clone()))
        } else {
            let whole = self.shadow_ref(place);
            quote!((#whole))
        };
        let split = if exclusive { quote!(split_at_mut) } else { quote!(split_at) };
        quote!(let (#(#names),*) = #whole.#split(#cut);)
    }

    /// A loop along arrays. Its iterations are counted where that matters: for the places of gradients beside the values.
    pub(super) fn each(&mut self, turn: &Var, leaves: &[Leaf], reversed: bool, body: &[Stmt]) -> TokenStream {
        let mut used = false;
        for stmt in body {
            each_touch(stmt, &mut |_, place| used |= place.root == *turn);
        }
        let mut walks = leaves.iter().map(|leaf| (self.walk(leaf), pattern(leaf)));
        let (mut walk, mut pattern) = walks.next().expect("a loop walks along something");
        for (next, name) in walks {
            (walk, pattern) = (quote!(#walk.zip(#next)), quote!((#pattern, #name)));
        }
        if used {
            let turn = ident(turn);
            (walk, pattern) = (quote!(#walk.enumerate()), quote!((#turn, #pattern)));
        }
        let walk = if reversed { quote!(#walk.rev()) } else { walk };
        let body = self.block(body);
        quote!(for #pattern in #walk { #body })
    }

    fn walk(&self, leaf: &Leaf) -> TokenStream {
        match &leaf.walk {
            Walk::Range(range) => {
                let (rt, values) = (rt(), self.values(range));
                let (walk, descending) = self.stepped(range).unwrap_or_else(|| (quote!(#rt::range(#values)), false));
                if range.reversed == descending { walk } else { quote!(#walk.rev()) }
            }
            Walk::Slice { place, chunk, flipped, .. } => {
                let whole = self.receiver(&Expr::Read(place.clone()));
                let exclusive = self.written_views.contains(&leaf.var);
                let walk = match (chunk.as_ref().map(|chunk| self.pure(chunk)), exclusive) {
                    (None, false) => quote!(#whole.iter()),
                    (None, true) => quote!(#whole.iter_mut()),
                    (Some(chunk), false) => quote!(#whole.chunks_exact(#chunk)),
                    (Some(chunk), true) => quote!(#whole.chunks_exact_mut(#chunk)),
                };
                if flipped.is_some() { quote!(#walk.rev()) } else { walk }
            }
        }
    }

    pub(super) fn same_length(&self, places: &[Place]) -> TokenStream {
        let Some((first, rest)) = places.split_first() else { return TokenStream::new() };
        let length = |place: &Place| {
            let whole = self.receiver(&Expr::Read(place.clone()));
            (crate::text::place(place).trim_start_matches('*').to_string(), quote!(#whole.len()))
        };
        let (name, first_length) = length(first);
        let checks = rest.iter().map(|place| {
            let (rt, (other, length)) = (rt_at(place.root.span.rust()), length(place));
            quote_spanned!(place.root.span.rust()=> #rt::same_length(#name, #first_length, #other, #length);)
        });
        checks.collect()
    }

    /// The elements that a step leads to, as a range.
    pub(super) fn extent(&self, step: &Step) -> TokenStream {
        match step {
            Step::Index(index) => {
                let index = self.operand(index);
                quote!(#index..=#index)
            }
            Step::Slice(bounds) => self.bounds(bounds),
            Step::Deref | Step::Field(_) | Step::Held(..) | Step::Present(_) => quote!(..),
        }
    }
}

fn pattern(leaf: &Leaf) -> TokenStream {
    let name = ident(&leaf.var).to_token_stream();
    match &leaf.walk {
        Walk::Slice { copied: true, .. } => quote!(&#name),
        _ => name,
    }
}

/// The views through which something is written, directly or through a view of a view.
pub fn written_views(stmts: &[Stmt]) -> Set<Var> {
    let mut written = Set::default();
    loop {
        let before = written.len();
        stmts.iter().for_each(|stmt| collect(stmt, &mut written));
        if written.len() == before {
            return written;
        }
    }
}

fn collect(stmt: &Stmt, written: &mut Set<Var>) {
    let via = |place: &Place| place.via.as_ref().map(|via| via.var.clone());
    match stmt {
        Stmt::View { vars, place, .. } if vars.iter().any(|var| written.contains(var)) => written.extend(via(place)),
        Stmt::Nested(crate::ir::Head::Each { leaves, .. }, _) => {
            for leaf in leaves.iter().filter(|leaf| written.contains(&leaf.var)).cloned().collect::<Vec<_>>() {
                if let Walk::Slice { place, .. } = &leaf.walk {
                    written.extend(via(place));
                }
            }
        }
        Stmt::Nested(..) => {}
        other => each_touch(other, &mut |touch, place| {
            if touch == Touch::Write {
                written.extend(via(place));
            }
        }),
    }
    stmt.blocks().iter().flatten().for_each(|stmt| collect(stmt, written));
}
