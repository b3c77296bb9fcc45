//! A name in a refutable pattern may be that of a variable or of a constant, and rustc alone knows which. Where nothing reads it, it does not
//! matter. Where the arm reads it, the spelling decides, and the function says so to rustc: a variable is written `V @ _`, which no constant
//! may be, and a constant is mentioned where no variable is in scope.

use crate::hygiene::each_name;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

/// The function with all names in patterns told apart.
pub fn decided(item: &syn::ItemFn) -> syn::ItemFn {
    let mut item = item.clone();
    let mut names = Names { constants: Vec::new() };
    names.visit_block_mut(&mut item.block);
    let proofs = names.constants.iter().map(|name| -> syn::Stmt {
        syn::parse_quote_spanned!(name.span()=> #[allow(unused)] const _: fn() = || { let _ = &#name; };)
    });
    let proofs: Vec<syn::Stmt> = proofs.collect();
    item.block.stmts.splice(0..0, proofs);
    item
}

struct Names {
    /// those that are taken for constants, each once
    constants: Vec<Ident>,
}

impl VisitMut for Names {
    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let body = arm.body.to_token_stream();
        self.pattern(&mut arm.pat, &body);
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        let body = branch.then_branch.to_token_stream();
        self.condition(&mut branch.cond, &body);
        visit_mut::visit_expr_if_mut(self, branch);
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        let body = each.body.to_token_stream();
        self.condition(&mut each.cond, &body);
        visit_mut::visit_expr_while_mut(self, each);
    }

    /// What `let ... else` binds is seen to the end of the block.
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for k in 0..block.stmts.len() {
            let (before, after) = block.stmts.split_at_mut(k + 1);
            if let Some(syn::Stmt::Local(local)) = before.last_mut()
                && local.init.as_ref().is_some_and(|init| init.diverge.is_some())
            {
                let body = after.iter().map(ToTokens::to_token_stream).collect();
                self.pattern(&mut local.pat, &body);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Names {
    /// The patterns of `if let`, and of several joined by `&&`: what one binds, those after it see.
    fn condition(&mut self, cond: &mut syn::Expr, body: &TokenStream) {
        match cond {
            syn::Expr::Let(test) => self.pattern(&mut test.pat, body),
            syn::Expr::Binary(both) => {
                let right = both.right.to_token_stream();
                self.condition(&mut both.left, &[right, body.clone()].into_iter().collect());
                self.condition(&mut both.right, body);
            }
            syn::Expr::Paren(inner) => self.condition(&mut inner.expr, body),
            _ => {}
        }
    }

    fn pattern(&mut self, pat: &mut syn::Pat, body: &TokenStream) {
        struct Inside<'n> {
            names: &'n mut Names,
            body: &'n TokenStream,
            guards: TokenStream,
        }
        impl VisitMut for Inside<'_> {
            fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
                visit_mut::visit_pat_ident_mut(self, pat);
                let open = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none();
                let name = &pat.ident;
                let read = || [self.body, &self.guards].into_iter().any(|code| mentions(code.clone(), name));
                if !open || !name.to_string().starts_with(char::is_uppercase) || !read() {
                    return;
                }
                if is_variable(&name.to_string()) {
                    // What we write is not the user's, of whom Clippy would ask to leave it out.
                    let at = Span::mixed_site().located_at(name.span());
                    pat.subpat = Some((syn::Token![@](at), syn::parse_quote_spanned!(at=> _)));
                } else if !KNOWN.contains(&&*name.to_string()) && !self.names.constants.contains(name) {
                    self.names.constants.push(name.clone());
                }
            }
        }
        let guards = match pat {
            syn::Pat::Guard(guarded) => guarded.guard.to_token_stream(),
            _ => TokenStream::new(),
        };
        Inside { names: self, body, guards }.visit_pat_mut(pat);
    }
}

/// Variants that every program knows.
const KNOWN: [&str; 4] = ["Some", "None", "Ok", "Err"];

/// Whether a name in capitals is spelt as that of a quantity, `V`, `R0`, rather than of a constant, `MAX`, or a variant, `Idle`.
fn is_variable(name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    letters == 1 || letters == 2 && !name.contains(char::is_lowercase)
}

/// Whether code mentions a name, other than as a field or a method.
fn mentions(code: TokenStream, name: &Ident) -> bool {
    let mut found = false;
    each_name(code, &mut |other| {
        found |= other == *name;
        other
    });
    found
}
