//! The parts of an item's text: its tokens, and what they make up.

use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    Operator,
    Literal,
    Group,
    Expr,
    Stmt,
    Pattern,
    Type,
    Arm,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub struct Piece {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// The parts of an item; nothing if the text is none that rustc would hand to a macro.
pub fn pieces(text: &str) -> Option<Vec<Piece>> {
    let tokens: TokenStream = text.parse().ok()?;
    let mut found = Pieces::default();
    found.visit_item(&syn::parse2(tokens.clone()).ok()?);
    found.tokens(tokens);
    proc_macro2::extra::invalidate_current_thread_spans();
    Some(found.0)
}

#[derive(Default)]
struct Pieces(Vec<Piece>);

impl Pieces {
    fn add(&mut self, kind: Kind, node: &impl Spanned) {
        let range = node.span().byte_range();
        if !range.is_empty() {
            self.0.push(Piece { kind, range });
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let mut range = token.span().byte_range();
            let kind = match token {
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    Kind::Group
                }
                TokenTree::Ident(_) => Kind::Name,
                TokenTree::Literal(_) => Kind::Literal,
                // An operator of several characters, or a lifetime, is one.
                TokenTree::Punct(_) => {
                    while let Some(next) =
                        tokens.next_if(|next| next.span().byte_range().start == range.end && !is_group(next))
                    {
                        range.end = next.span().byte_range().end;
                        if !matches!(next, TokenTree::Punct(_)) {
                            break;
                        }
                    }
                    Kind::Operator
                }
            };
            self.0.push(Piece { kind, range });
        }
    }
}

fn is_group(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(_))
}

impl<'i> Visit<'i> for Pieces {
    fn visit_expr(&mut self, node: &'i syn::Expr) {
        self.add(Kind::Expr, node);
        visit::visit_expr(self, node);
    }

    fn visit_stmt(&mut self, node: &'i syn::Stmt) {
        self.add(Kind::Stmt, node);
        visit::visit_stmt(self, node);
    }

    fn visit_pat(&mut self, node: &'i syn::Pat) {
        self.add(Kind::Pattern, node);
        visit::visit_pat(self, node);
    }

    fn visit_type(&mut self, node: &'i syn::Type) {
        self.add(Kind::Type, node);
        visit::visit_type(self, node);
    }

    fn visit_arm(&mut self, node: &'i syn::Arm) {
        self.add(Kind::Arm, node);
        visit::visit_arm(self, node);
    }
}
