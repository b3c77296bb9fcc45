//! The words that Rust lacks, written as macros in the body.

use super::Parser;
use super::safe::SAFE;
use crate::host::panics;
use crate::ir::{Assumption, At, Head, Label, Stmt};
use crate::pieces::ToForm;
use syn::visit::Visit;

/// What the macros of a body are taken for because of their names.
pub(super) fn assumed(block: &syn::Block) -> Vec<Assumption> {
    let mut found = Assumed(Vec::new());
    found.visit_block(block);
    found.0
}

struct Assumed(Vec<Assumption>);

impl Visit<'_> for Assumed {
    fn visit_macro(&mut self, mac: &syn::Macro) {
        let path = || mac.path.form();
        if mac.path.is_ident("vec") {
            self.0.push(Assumption::Vectors(path()));
        } else if panics(mac) {
            self.0.push(Assumption::Panics(path()));
        }
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && path.qself.is_none()
            && standard(&path.path)
        {
            let mut path = path.path.clone();
            path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
            self.0.push(Assumption::Standard(path.form()));
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_item(&mut self, _: &syn::Item) {}
}

/// Whether a path is that of a function of the standard library which a rewriting takes it for.
fn standard(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (Some(function), Some(module)) = (names.next(), names.next()) else { return false };
    match &*module {
        "mem" => ["replace", "take"].contains(&&*function),
        "array" => function == "from_fn",
        "iter" => OF_ITER.contains(&&*function),
        _ => false,
    }
}

/// The functions of `std::iter` that chains begin with.
pub(super) const OF_ITER: [&str; 7] = ["from_fn", "once", "repeat", "repeat_n", "repeat_with", "successors", "zip"];

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
            "uncompute" if self.reversible() => self.uncompute(mac, out),
            "release" if self.reversible() => self.release(mac, out),
            "uncompute" | "release" => {
                self.error(mac, "an ordinary function need not clean up: what it changes is saved where that matters");
            }
            _ if SAFE.contains(&&*name) => self.safe(mac, out),
            "pack" => self.pack(mac, out),
            "unpack" => self.unpack(mac, out),
            "convert" => self.convert(mac, out),
            // Another macro changes nothing, which rustc is asked to prove.
            _ if !self.reversible() => self.safe(mac, out),
            _ => self.error(mac, "this macro is not known here: put it into `safe! { ... }` if it changes nothing, else do this in the caller"),
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

    /// `'label: { statements }`
    pub(super) fn labelled(&mut self, label: &syn::Label, stmts: Vec<Stmt>, out: &mut Vec<Stmt>) {
        if !self.reversible() {
            self.error(label, "labels are not supported in an ordinary function: there is no `break` to use them");
            return;
        }
        out.push(Stmt::Nested(Head::Label(named(&label.name)), vec![stmts]));
    }

    /// `uncompute!('label)`
    fn uncompute(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        match mac.parse_body::<syn::Lifetime>() {
            Ok(label) => out.push(Stmt::Uncompute(named(&label))),
            Err(_) => {
                self.error(
                    mac,
                    "say which block is to be undone: `'r: { ... }` runs it, and `uncompute!('r);` undoes it",
                );
            }
        }
    }

    /// `release!(local, value)`
    fn release(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let terms = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        let Some([local, value]) =
            mac.parse_body_with(terms).ok().and_then(|terms| <[_; 2]>::try_from(Vec::from_iter(terms)).ok())
        else {
            self.error(mac, "say what the local holds where its life ends: `release!(n, 0.0);`");
            return;
        };
        let Some(place) = self.place(&local) else { return };
        if !place.path.is_empty() || !self.owned.contains_key(&place.root) {
            self.error(&local, "only a local can be released, as a whole: what belongs to the caller stays");
            return;
        }
        let value = self.expr(&value);
        out.push(Stmt::Release { var: place.root, value });
    }
}

fn named(label: &syn::Lifetime) -> Label {
    Label { name: label.to_string().into(), at: At(label.span().form()) }
}
