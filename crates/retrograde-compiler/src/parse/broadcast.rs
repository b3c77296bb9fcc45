//! `broadcast! { y[..] += a * x[..]; }`: a statement for every element.

use super::Parser;
use crate::ir::{At, Expr, Head, Place, Range, Step, Stmt, Var};
use crate::pieces::ToForm;
use std::rc::Rc;
use syn::spanned::Spanned;

/// The statement for every element that is being parsed.
pub(super) struct Broadcast {
    turn: Var,
    /// the arrays whose elements it is for
    places: Vec<Place>,
}

impl Parser<'_> {
    /// The step to the element of the current turn; `None` outside `broadcast!`.
    pub(super) fn each_element(&mut self, place: &Place) -> Option<Step> {
        let broadcast = self.broadcast.as_mut()?;
        if !broadcast.places.contains(place) {
            broadcast.places.push(place.clone());
        }
        Some(Step::Index(Rc::new(Expr::Read(Place::var(&broadcast.turn)))))
    }

    pub(super) fn broadcast(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        if self.broadcast.is_some() {
            self.error(mac, "`broadcast!` inside `broadcast!`: write a loop");
            return;
        }
        let stmts = match mac.parse_body_with(syn::Block::parse_within) {
            Ok(stmts) => stmts,
            Err(error) => return self.error(error.span(), error),
        };
        for stmt in &stmts {
            let syn::Stmt::Expr(expr, _) = stmt else {
                self.error(stmt, "`broadcast!` takes updates and calls: declare locals outside");
                continue;
            };
            let turn = self.names.var("k");
            self.activity.insert(turn.name.clone());
            self.broadcast = Some(Broadcast { turn, places: Vec::new() });
            let mut body = Vec::new();
            self.open();
            self.statement(expr, &mut body);
            self.close();
            let Some(Broadcast { turn: var, places }) = self.broadcast.take() else { continue };
            let Some(first) = places.first() else {
                self.error(
                    expr,
                    "nothing is broadcast here: mark what has an element for each iteration with `[..]`, `y[..] += x[..];`",
                );
                continue;
            };
            let end = self.length(first, At(expr.span().form()));
            let range = Range { start: Expr::literal(0), end, inclusive: false, reversed: false, stride: None };
            if places.len() > 1 {
                out.push(Stmt::SameLength(places));
            }
            out.push(Stmt::Nested(Head::For { var, range }, vec![body]));
        }
    }
}
