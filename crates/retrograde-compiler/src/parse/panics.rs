//! A block that ends in `panic!(..);` never gives a value, so it may stand where any is wanted. Without its `;` the macro is the value of the
//! block, as the rest of the parser expects.

use crate::host::panics;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMacro, Stmt};

/// A body whose blocks have the panics as values that they end in.
pub(super) fn as_values(block: &Block) -> Block {
    let mut block = block.clone();
    Ends.visit_block_mut(&mut block);
    block
}

struct Ends;

impl VisitMut for Ends {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let Some(last) = block.stmts.last_mut() else { return };
        if let Stmt::Macro(end) = last
            && panics(&end.mac)
        {
            *last = Stmt::Expr(Expr::Macro(ExprMacro { attrs: end.attrs.clone(), mac: end.mac.clone() }), None);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
