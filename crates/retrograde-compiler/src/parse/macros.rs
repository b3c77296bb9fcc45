//! The words that Rust lacks, written as macros in the body.

use super::Parser;
use crate::ir::Stmt;

impl Parser<'_> {
    /// A macro in statement position.
    pub(super) fn macro_statement(&mut self, mac: &syn::Macro, _out: &mut Vec<Stmt>) {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        #[allow(clippy::match_single_binding, reason = "the words come one by one")]
        match &*name {
            _ => self.error(mac, "this macro is not known here: do this in the caller"),
        }
    }
}
