//! What a piece of code may leave, whether it goes on, and which names it binds.

use crate::host::panics;
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt};

/// Code that can be looked through.
pub trait Code {
    fn look(&self, visitor: &mut dyn FnMut(&mut Exits));
    fn search(&self, variable: &mut Free<'_>);
}

/// Looks for exits. Closures and items have exits of their own.
#[derive(Default)]
pub struct Exits {
    /// the loops and labelled blocks around: the label, and whether it is a loop
    around: Vec<(Option<syn::Lifetime>, bool)>,
    any: bool,
    escapes: bool,
}

impl Exits {
    fn exit(&mut self, label: Option<&syn::Lifetime>) {
        self.any = true;
        self.escapes |= !self.around.iter().any(|(name, is_loop)| match label {
            Some(label) => name.as_ref() == Some(label),
            None => *is_loop,
        });
    }

    fn within(&mut self, label: Option<&syn::Label>, is_loop: bool, inside: impl FnOnce(&mut Self)) {
        self.around.push((label.map(|label| label.name.clone()), is_loop));
        inside(self);
        self.around.pop();
    }
}

impl Visit<'_> for Exits {
    fn visit_expr_return(&mut self, node: &syn::ExprReturn) {
        (self.any, self.escapes) = (true, true);
        visit::visit_expr_return(self, node);
    }

    fn visit_expr_try(&mut self, node: &syn::ExprTry) {
        (self.any, self.escapes) = (true, true);
        visit::visit_expr_try(self, node);
    }

    fn visit_local(&mut self, node: &syn::Local) {
        self.any |= node.init.as_ref().is_some_and(|init| init.diverge.is_some());
        visit::visit_local(self, node);
    }

    fn visit_expr_break(&mut self, node: &syn::ExprBreak) {
        self.exit(node.label.as_ref());
        visit::visit_expr_break(self, node);
    }

    fn visit_expr_continue(&mut self, node: &syn::ExprContinue) {
        self.exit(node.label.as_ref());
    }

    fn visit_expr_loop(&mut self, node: &syn::ExprLoop) {
        // It is rewritten even if nothing in it leaves it.
        self.any = true;
        self.within(node.label.as_ref(), true, |this| visit::visit_expr_loop(this, node));
    }

    fn visit_expr_while(&mut self, node: &syn::ExprWhile) {
        self.any |= matches!(*node.cond, Expr::Let(_)) || node.label.is_some();
        self.within(node.label.as_ref(), true, |this| visit::visit_expr_while(this, node));
    }

    fn visit_expr_for_loop(&mut self, node: &syn::ExprForLoop) {
        self.any |= node.label.is_some();
        self.within(node.label.as_ref(), true, |this| visit::visit_expr_for_loop(this, node));
    }

    fn visit_expr_block(&mut self, node: &syn::ExprBlock) {
        self.any |= node.label.is_some();
        self.within(node.label.as_ref(), false, |this| visit::visit_expr_block(this, node));
    }

    fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}

    fn visit_item(&mut self, _: &syn::Item) {}
}

macro_rules! code {
    ($($kind:ty, $visit:ident;)*) => {$(
        impl Code for $kind {
            fn look(&self, visitor: &mut dyn FnMut(&mut Exits)) {
                let mut found = Exits::default();
                found.$visit(self);
                visitor(&mut found);
            }

            fn search(&self, variable: &mut Free<'_>) {
                variable.$visit(self);
            }
        }
    )*};
}

code! {
    Block, visit_block;
    Stmt, visit_stmt;
    Expr, visit_expr;
}

/// Whether there is anything to rewrite.
pub fn contains_exit(code: &impl Code) -> bool {
    let mut any = false;
    code.look(&mut |found| any = found.any);
    any
}

/// Whether something may leave more than itself.
pub fn escapes(code: &impl Code) -> bool {
    let mut any = false;
    code.look(&mut |found| any = found.escapes);
    any
}

/// Whether code never goes on to what follows it.
pub trait Diverges {
    fn goes_nowhere(&self) -> bool;
}

/// Whether code never goes on to what follows it.
pub fn diverges(code: &impl Diverges) -> bool {
    code.goes_nowhere()
}

impl Diverges for Block {
    fn goes_nowhere(&self) -> bool {
        self.stmts.iter().any(|stmt| match stmt {
            Stmt::Expr(expr, _) => expr.goes_nowhere(),
            Stmt::Macro(stmt) => panics(&stmt.mac),
            _ => false,
        })
    }
}

impl Diverges for Expr {
    fn goes_nowhere(&self) -> bool {
        match self {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Paren(inner) => inner.expr.goes_nowhere(),
            Expr::Block(inner) => inner.label.is_none() && inner.block.goes_nowhere(),
            Expr::If(branch) => {
                let otherwise = branch.else_branch.as_ref();
                branch.then_branch.goes_nowhere() && otherwise.is_some_and(|(_, expr)| expr.goes_nowhere())
            }
            Expr::Match(choice) => choice.arms.iter().all(|arm| arm.body.goes_nowhere()),
            Expr::Macro(mac) => panics(&mac.mac),
            Expr::Loop(each) => !leaves(each),
            _ => false,
        }
    }
}

/// Whether a `loop` has an end.
fn leaves(each: &syn::ExprLoop) -> bool {
    struct Breaks<'l> {
        label: Option<&'l syn::Lifetime>,
        depth: usize,
        found: bool,
    }
    impl Visit<'_> for Breaks<'_> {
        fn visit_expr_break(&mut self, node: &syn::ExprBreak) {
            self.found |= match &node.label {
                Some(label) => Some(label) == self.label,
                None => self.depth == 0,
            };
        }
        fn visit_expr_loop(&mut self, node: &syn::ExprLoop) {
            self.depth += 1;
            visit::visit_expr_loop(self, node);
            self.depth -= 1;
        }
        fn visit_expr_while(&mut self, node: &syn::ExprWhile) {
            self.depth += 1;
            visit::visit_expr_while(self, node);
            self.depth -= 1;
        }
        fn visit_expr_for_loop(&mut self, node: &syn::ExprForLoop) {
            self.depth += 1;
            visit::visit_expr_for_loop(self, node);
            self.depth -= 1;
        }
        fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {}
        fn visit_item(&mut self, _: &syn::Item) {}
    }
    let mut breaks = Breaks { label: each.label.as_ref().map(|label| &label.name), depth: 0, found: false };
    breaks.visit_block(&each.body);
    breaks.found
}

/// The names that a block binds for itself.
pub fn binds(block: &Block) -> Vec<Ident> {
    let locals = block.stmts.iter().filter_map(|stmt| match stmt {
        Stmt::Local(local) => Some(&local.pat),
        _ => None,
    });
    locals.flat_map(names).collect()
}

/// The names that a pattern may bind.
pub fn names(pat: &syn::Pat) -> Vec<Ident> {
    struct Names(Vec<Ident>);
    impl Visit<'_> for Names {
        fn visit_pat_ident(&mut self, node: &syn::PatIdent) {
            self.0.push(node.ident.clone());
            visit::visit_pat_ident(self, node);
        }
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pat);
    names.0
}

/// Whether a name occurs.
pub fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// Whether a variable of a name occurs, and not another one of that name that the code binds for itself.
pub fn is_free(name: &Ident, code: &impl Code) -> bool {
    let mut found = Free { name, found: false };
    code.search(&mut found);
    found.found
}

/// Looks for a variable.
pub struct Free<'n> {
    name: &'n Ident,
    found: bool,
}

impl Free<'_> {
    fn is_bound_by(&self, pat: &syn::Pat) -> bool {
        names(pat).contains(self.name)
    }
}

impl Visit<'_> for Free<'_> {
    fn visit_expr_path(&mut self, node: &syn::ExprPath) {
        self.found |= node.path.is_ident(self.name);
    }

    fn visit_macro(&mut self, node: &syn::Macro) {
        self.found |= mentions(node.tokens.clone(), self.name);
    }

    fn visit_block(&mut self, node: &Block) {
        for stmt in &node.stmts {
            visit::visit_stmt(self, stmt);
            if matches!(stmt, Stmt::Local(local) if self.is_bound_by(&local.pat)) {
                return;
            }
        }
    }

    fn visit_arm(&mut self, node: &syn::Arm) {
        if !self.is_bound_by(&node.pat) {
            visit::visit_arm(self, node);
        }
    }

    fn visit_expr_closure(&mut self, node: &syn::ExprClosure) {
        if !node.inputs.iter().any(|pat| self.is_bound_by(pat)) {
            visit::visit_expr_closure(self, node);
        }
    }

    fn visit_expr_for_loop(&mut self, node: &syn::ExprForLoop) {
        self.visit_expr(&node.expr);
        if !self.is_bound_by(&node.pat) {
            self.visit_block(&node.body);
        }
    }

    fn visit_expr_if(&mut self, node: &syn::ExprIf) {
        self.visit_expr(&node.cond);
        if !lets(&node.cond).any(|pat| self.is_bound_by(pat)) {
            self.visit_block(&node.then_branch);
        }
        if let Some((_, otherwise)) = &node.else_branch {
            self.visit_expr(otherwise);
        }
    }

    fn visit_expr_while(&mut self, node: &syn::ExprWhile) {
        self.visit_expr(&node.cond);
        if !lets(&node.cond).any(|pat| self.is_bound_by(pat)) {
            self.visit_block(&node.body);
        }
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// The patterns of `let`s in a condition.
fn lets(cond: &Expr) -> impl Iterator<Item = &syn::Pat> {
    let mut left = vec![cond];
    std::iter::from_fn(move || {
        loop {
            match left.pop()? {
                Expr::Let(test) => return Some(&*test.pat),
                Expr::Binary(binary) => left.extend([&*binary.left, &*binary.right]),
                Expr::Paren(inner) => left.push(&inner.expr),
                _ => {}
            }
        }
    })
}
