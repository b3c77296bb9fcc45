//! Names of equal text that a `macro_rules!` brings together from different places are different variables. The form tells variables apart
//! by their text, so such names are given different texts before anything else is looked at.

use crate::hash::Map;
use crate::host::names_in;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// The function with a text of its own for each variable of another syntax context.
pub fn told_apart(item: &syn::ItemFn) -> syn::ItemFn {
    let mut found = Found::default();
    found.visit_item_fn(item);
    found.contexts.retain(|_, contexts| contexts.len() > 1 && contexts.iter().any(|context| context.binds));
    let mut item = item.clone();
    if found.contexts.is_empty() {
        return item;
    }
    let mut names = names_in(item.to_token_stream());
    for (text, contexts) in &mut found.contexts {
        let stays = contexts.iter().position(|context| !context.binds).unwrap_or(0);
        for (k, context) in contexts.iter_mut().enumerate() {
            context.text = (context.binds && k != stays).then(|| names.mint(&format!("{text}_")));
        }
    }
    Rename { contexts: found.contexts }.visit_item_fn_mut(&mut item);
    item
}

/// Where a name stands: all its occurrences in one syntax context mean the same.
struct Context {
    span: Span,
    /// whether a variable of the name is bound there
    binds: bool,
    /// the new text of the name
    text: Option<String>,
}

impl Context {
    fn of(contexts: &[Context], span: Span) -> Option<usize> {
        contexts.iter().position(|context| same_context(context.span, span))
    }
}

/// Whether two tokens stand in one syntax context. Stable Rust has no way to ask; but the context is part of what is shown of a span, so one
/// that is moved to another context is shown differently. Were it not shown, all contexts would be one.
fn same_context(one: Span, other: Span) -> bool {
    format!("{one:?}") == format!("{:?}", one.resolved_at(other))
}

#[derive(Default)]
struct Found {
    contexts: Map<String, Vec<Context>>,
}

impl Found {
    fn note(&mut self, name: &Ident, binds: bool) {
        let contexts = self.contexts.entry(name.to_string()).or_default();
        match Context::of(contexts, name.span()) {
            Some(k) => contexts[k].binds |= binds,
            None => contexts.push(Context { span: name.span(), binds, text: None }),
        }
    }
}

/// Whether a name in a pattern is that of a variable for certain.
fn is_variable(name: &Ident) -> bool {
    !name.to_string().starts_with(char::is_uppercase)
}

impl<'i> Visit<'i> for Found {
    fn visit_pat_ident(&mut self, pat: &'i syn::PatIdent) {
        if is_variable(&pat.ident) {
            self.note(&pat.ident, true);
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_expr_path(&mut self, path: &'i syn::ExprPath) {
        path.path.get_ident().into_iter().for_each(|name| self.note(name, false));
        visit::visit_expr_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'i syn::Macro) {
        each_name(mac.tokens.clone(), &mut |name| {
            self.note(&name, false);
            name
        });
    }

    fn visit_item(&mut self, _: &'i syn::Item) {}
}

struct Rename {
    contexts: Map<String, Vec<Context>>,
}

impl Rename {
    fn renamed(&self, name: &Ident) -> Option<Ident> {
        let contexts = self.contexts.get(&name.to_string())?;
        let text = contexts[Context::of(contexts, name.span())?].text.as_ref()?;
        Some(match text.strip_prefix("r#") {
            Some(text) => Ident::new_raw(text, name.span()),
            None => Ident::new(text, name.span()),
        })
    }
}

impl VisitMut for Rename {
    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        self.renamed(&pat.ident).into_iter().for_each(|name| pat.ident = name);
        visit_mut::visit_pat_ident_mut(self, pat);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some(name) = path.path.get_ident().and_then(|name| self.renamed(name)) {
            path.path = name.into();
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    /// `P { x }` becomes `P { x: x_1 }`.
    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none()
            && let syn::Pat::Ident(pat) = &*field.pat
            && self.renamed(&pat.ident).is_some()
        {
            field.colon_token = Some(syn::Token![:](pat.ident.span()));
        }
        visit_mut::visit_field_pat_mut(self, field);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        if field.colon_token.is_none()
            && let syn::Member::Named(name) = &field.member
            && self.renamed(name).is_some()
        {
            field.colon_token = Some(syn::Token![:](name.span()));
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        mac.tokens = each_name(mac.tokens.clone(), &mut |name| self.renamed(&name).unwrap_or(name));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The tokens of a macro with the names in them that may be those of variables changed: no fields and no methods.
pub fn each_name(tokens: TokenStream, change: &mut dyn FnMut(Ident) -> Ident) -> TokenStream {
    let mut dots = 0;
    let mut changed = TokenStream::new();
    for token in tokens {
        let is_dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
        // `x.y`, but not `x..y`
        let member = dots == 1;
        dots = if is_dot { dots + 1 } else { 0 };
        changed.extend([match token {
            TokenTree::Ident(name) if !member => TokenTree::Ident(change(name)),
            TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), each_name(group.stream(), change));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        }]);
    }
    changed
}
