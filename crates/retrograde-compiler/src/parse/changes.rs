//! The names that a piece of code may change, as it is written.

use super::statement::compound;
use proc_macro2::Ident;
use syn::Expr;
use syn::visit::{self, Visit};

/// Methods that change what they are called on.
const METHODS: [&str; 18] = [
    "append",
    "clear",
    "drain",
    "extend",
    "extend_from_slice",
    "fill",
    "insert",
    "pop",
    "pop_back",
    "pop_front",
    "push",
    "push_back",
    "push_front",
    "remove",
    "split_off",
    "swap",
    "swap_remove",
    "truncate",
];

/// The names of outer variables that an expression changes: by assigning to them, by borrowing them mutably, by a method.
pub fn changes(expr: &Expr) -> Vec<Ident> {
    let mut found = Changes::default();
    found.visit_expr(expr);
    found.changed
}

#[derive(Default)]
struct Changes {
    changed: Vec<Ident>,
    /// the names that mean something of the expression's own here
    bound: Vec<Ident>,
}

impl Changes {
    fn change(&mut self, place: &Expr) {
        match place {
            Expr::Path(path) => {
                self.changed.extend(path.path.get_ident().filter(|name| !self.bound.contains(name)).cloned());
            }
            Expr::Field(field) => self.change(&field.base),
            Expr::Index(index) => self.change(&index.expr),
            Expr::Unary(unary) => self.change(&unary.expr),
            Expr::Paren(inner) => self.change(&inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.change(part)),
            _ => {}
        }
    }
}

impl Changes {
    /// What is bound inside means nothing outside.
    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let outside = self.bound.len();
        inside(self);
        self.bound.truncate(outside);
    }
}

impl Visit<'_> for Changes {
    fn visit_block(&mut self, node: &syn::Block) {
        self.scope(|this| visit::visit_block(this, node));
    }

    fn visit_arm(&mut self, node: &syn::Arm) {
        self.scope(|this| visit::visit_arm(this, node));
    }

    fn visit_expr_closure(&mut self, node: &syn::ExprClosure) {
        self.scope(|this| visit::visit_expr_closure(this, node));
    }

    fn visit_expr_for_loop(&mut self, node: &syn::ExprForLoop) {
        self.scope(|this| visit::visit_expr_for_loop(this, node));
    }

    fn visit_expr_if(&mut self, node: &syn::ExprIf) {
        self.scope(|this| visit::visit_expr_if(this, node));
    }

    fn visit_expr_while(&mut self, node: &syn::ExprWhile) {
        self.scope(|this| visit::visit_expr_while(this, node));
    }

    /// What a local starts with does not know it yet.
    fn visit_local(&mut self, node: &syn::Local) {
        if let Some(init) = &node.init {
            visit::visit_local_init(self, init);
        }
        self.visit_pat(&node.pat);
    }

    fn visit_expr_assign(&mut self, node: &syn::ExprAssign) {
        self.change(&node.left);
        visit::visit_expr_assign(self, node);
    }

    fn visit_expr_binary(&mut self, node: &syn::ExprBinary) {
        if compound(&node.op).is_some() {
            self.change(&node.left);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_reference(&mut self, node: &syn::ExprReference) {
        if node.mutability.is_some() {
            self.change(&node.expr);
        }
        visit::visit_expr_reference(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &syn::ExprMethodCall) {
        if METHODS.contains(&&*node.method.to_string()) {
            self.change(&node.receiver);
        }
        visit::visit_expr_method_call(self, node);
    }

    /// What gives nothing changes what it is called on, or what it is given by a name that is a reference.
    fn visit_stmt(&mut self, node: &syn::Stmt) {
        match node {
            syn::Stmt::Expr(Expr::MethodCall(call), Some(_)) => self.change(&call.receiver),
            syn::Stmt::Expr(Expr::Call(call), Some(_)) => {
                call.args.iter().filter(|arg| matches!(arg, Expr::Path(_))).for_each(|arg| self.change(arg));
            }
            _ => {}
        }
        visit::visit_stmt(self, node);
    }

    fn visit_pat_ident(&mut self, node: &syn::PatIdent) {
        self.bound.push(node.ident.clone());
        visit::visit_pat_ident(self, node);
    }
}
