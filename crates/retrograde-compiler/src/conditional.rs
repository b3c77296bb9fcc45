//! `#[cfg(..)]` inside of a body. Only rustc knows which of the statements there are, so there is the item once for each answer, under the `#[cfg]` of the
//! answer: rustc drops all but one of them before it expands their attributes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Attribute, Block, FieldValue, Item, Stmt};

/// As many conditions there may be: each doubles what rustc parses.
const MOST: usize = 4;

/// The item for each answer to the conditions in its bodies, each with `attribute`; nothing if there are none, or too many.
pub fn versions(attribute: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    if !mentions(item) {
        return None;
    }
    let item: Item = syn::parse2(item.clone()).ok()?;
    let mut found = Conditions::default();
    found.visit_item(&item);
    let conditions = found.found;
    if conditions.is_empty() || conditions.len() > MOST {
        return None;
    }
    let version = |answers: u32| {
        let mut item = item.clone();
        let is_true = |k: usize| answers >> k & 1 == 1;
        let answers = conditions.iter().enumerate().map(|(k, condition)| {
            let condition: TokenStream = condition.parse().expect("it was tokens");
            if is_true(k) { condition } else { quote!(not(#condition)) }
        });
        let answers: Vec<TokenStream> = answers.collect();
        let known = conditions.iter().enumerate().map(|(k, condition)| (condition.clone(), is_true(k))).collect();
        Answered { known }.visit_item_mut(&mut item);
        quote!(#[cfg(all(#(#answers),*))] #attribute #item)
    };
    Some((0..1 << conditions.len()).map(version).collect())
}

/// Whether there is a `cfg` at all, which is quick to see.
fn mentions(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(name) => name == "cfg",
        proc_macro2::TokenTree::Group(group) => mentions(&group.stream()),
        _ => false,
    })
}

/// The condition of an attribute, as text, and whether it is to hold.
fn condition(attr: &Attribute) -> Option<(String, bool)> {
    if !attr.path().is_ident("cfg") {
        return None;
    }
    let mut tokens = attr.meta.require_list().ok()?.tokens.clone();
    let mut holds = true;
    loop {
        let parts: Vec<proc_macro2::TokenTree> = tokens.clone().into_iter().collect();
        match &parts[..] {
            [proc_macro2::TokenTree::Ident(not), proc_macro2::TokenTree::Group(inner)] if not == "not" => {
                (tokens, holds) = (inner.stream(), !holds);
            }
            _ => return Some((tokens.to_string(), holds)),
        }
    }
}

/// The attributes of a statement.
fn attributes(stmt: &mut Stmt) -> Option<&mut Vec<Attribute>> {
    match stmt {
        Stmt::Local(local) => Some(&mut local.attrs),
        Stmt::Macro(mac) => Some(&mut mac.attrs),
        Stmt::Expr(expr, _) => of_expr(expr),
        // Items keep theirs.
        Stmt::Item(_) => None,
    }
}

/// The attributes of an expression that may stand as a statement.
fn of_expr(expr: &mut syn::Expr) -> Option<&mut Vec<Attribute>> {
    use syn::Expr;
    Some(match expr {
        Expr::Assign(inner) => &mut inner.attrs,
        Expr::Binary(inner) => &mut inner.attrs,
        Expr::Block(inner) => &mut inner.attrs,
        Expr::Call(inner) => &mut inner.attrs,
        Expr::ForLoop(inner) => &mut inner.attrs,
        Expr::If(inner) => &mut inner.attrs,
        Expr::Lit(inner) => &mut inner.attrs,
        Expr::Loop(inner) => &mut inner.attrs,
        Expr::Macro(inner) => &mut inner.attrs,
        Expr::Match(inner) => &mut inner.attrs,
        Expr::MethodCall(inner) => &mut inner.attrs,
        Expr::Paren(inner) => &mut inner.attrs,
        Expr::Path(inner) => &mut inner.attrs,
        Expr::Return(inner) => &mut inner.attrs,
        Expr::Struct(inner) => &mut inner.attrs,
        Expr::Tuple(inner) => &mut inner.attrs,
        Expr::Unary(inner) => &mut inner.attrs,
        Expr::While(inner) => &mut inner.attrs,
        _ => return None,
    })
}

#[derive(Default)]
struct Conditions {
    found: Vec<String>,
}

impl Conditions {
    fn note(&mut self, attrs: &[Attribute]) {
        for (condition, _) in attrs.iter().filter_map(condition) {
            if !self.found.contains(&condition) {
                self.found.push(condition);
            }
        }
    }
}

impl Visit<'_> for Conditions {
    fn visit_block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            if let Some(attrs) = attributes(&mut stmt.clone()) {
                self.note(attrs);
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_arm(&mut self, arm: &Arm) {
        self.note(&arm.attrs);
        visit::visit_arm(self, arm);
    }

    fn visit_field_value(&mut self, field: &FieldValue) {
        self.note(&field.attrs);
        visit::visit_field_value(self, field);
    }
}

/// Leaves what is there under the answers.
struct Answered {
    known: Vec<(String, bool)>,
}

impl Answered {
    /// Takes away the conditions; whether all of them hold.
    fn holds(&self, attrs: &mut Vec<Attribute>) -> bool {
        let mut all = true;
        attrs.retain(|attr| {
            let Some((condition, wanted)) = condition(attr) else { return true };
            all &= self.known.iter().any(|(known, is_true)| *known == condition && *is_true == wanted);
            false
        });
        all
    }
}

impl VisitMut for Answered {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain_mut(|stmt| attributes(stmt).is_none_or(|attrs| self.holds(attrs)));
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, choice: &mut syn::ExprMatch) {
        choice.arms.retain_mut(|arm| self.holds(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, choice);
    }

    fn visit_expr_struct_mut(&mut self, made: &mut syn::ExprStruct) {
        let fields = std::mem::take(&mut made.fields).into_pairs();
        made.fields = fields.filter_map(|mut pair| self.holds(&mut pair.value_mut().attrs).then_some(pair)).collect();
        visit_mut::visit_expr_struct_mut(self, made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_for_each_answer() {
        let item = quote! { fn f(x: f64) -> f64 {
            #[cfg(feature = "a")] { x.sin() }
            #[cfg(not(feature = "a"))] { x.cos() }
        } };
        let text = versions(&quote!(#[d]), &item).unwrap().to_string();
        let expected = quote! {
            #[cfg(all(not(feature = "a")))] #[d] fn f(x: f64) -> f64 { { x.cos() } }
            #[cfg(all(feature = "a"))] #[d] fn f(x: f64) -> f64 { { x.sin() } }
        };
        assert_eq!(text, expected.to_string());
        assert!(
            versions(
                &quote!(#[d]),
                &quote!(
                    #[cfg(test)]
                    fn f() {
                        g()
                    }
                )
            )
            .is_none()
        );
    }
}
