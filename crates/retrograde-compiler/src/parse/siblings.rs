//! Methods and constructors of other crates have their derivatives in traits of the library, which derived functions have in scope.

use super::items;
use crate::ir::Piece;
use crate::linear::is_users;
use crate::pieces::piece;
use syn::visit::{self, Visit};

/// The traits with the siblings of other crates' methods, if a body may call one.
pub(super) fn in_scope(body: &syn::Block) -> Option<Piece> {
    let mut search = Search { found: false };
    search.visit_block(body);
    let with = cfg!(feature = "complex") || cfg!(feature = "linear");
    (search.found && with).then(|| piece(&syn::Item::Use(items::siblings())))
}

struct Search {
    found: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.found |= is_users(&call.method.to_string(), call.args.len() + 1);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            let ty = path.path.segments.iter().rev().nth(1);
            self.found |= ty.is_some_and(|ty| ty.ident.to_string().starts_with(char::is_uppercase));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
