//! The words that Rust lacks, written as macros in the body.

use super::Parser;
use crate::ir::{Head, Stmt};

impl Parser<'_> {
    /// A macro in statement position.
    pub(super) fn macro_statement(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        match &*name {
            "inverse" if self.reversible() => self.inverse(mac, out),
            "inverse" => {
                self.error(mac, "an ordinary function has no inverse, nor have its parts: write `#[reversible]`");
            }
            "broadcast" if self.reversible() => self.broadcast(mac, out),
            _ => self.error(mac, "this macro is not known here: do this in the caller"),
        }
    }

    /// `inverse! { statements }`
    fn inverse(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        match mac.parse_body_with(syn::Block::parse_within) {
            Ok(stmts) => {
                let block = self.scoped(&syn::Block { brace_token: syn::token::Brace::default(), stmts });
                out.push(Stmt::Nested(Head::Inverse, vec![block]));
            }
            Err(error) => self.error(error.span(), error),
        }
    }
}
