//! Code that changes nothing and may do anything else: assertions, printing, `safe! { }`. The form only knows what it mentions.

use super::{Binding, Parser};
use crate::ir::{Opaque, Place, Step, Stmt};
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

/// The macros whose code runs as it is.
pub(super) const SAFE: [&str; 12] = [
    "safe",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "println",
    "print",
    "eprintln",
    "eprint",
    "dbg",
];

impl Parser<'_> {
    pub(super) fn safe(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        let mut reads = Vec::new();
        let tokens = self.renamed(mac.tokens.clone(), &mut reads);
        let code = Opaque::new(syn::Macro { tokens, ..mac.clone() });
        out.push(Stmt::Safe { code, reads });
    }

    /// The tokens with the names that the variables have in the form. Every variable that they mention is read.
    fn renamed(&self, tokens: TokenStream, reads: &mut Vec<Place>) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let renamed = tokens.iter().enumerate().map(|(k, token)| match token {
            TokenTree::Ident(ident) if !is_member(&tokens[..k]) && !is_path(&tokens[k + 1..]) => {
                let Some(binding) = self.lookup(&ident.to_string()) else { return token.clone() };
                reads.extend(self.mentioned(binding, ident.span()));
                if *binding.var.name == *ident.to_string() {
                    return token.clone();
                }
                // Without the mark of a keyword that is a name: with its number it is none.
                TokenTree::Ident(Ident::new(binding.var.name.trim_start_matches("r#"), ident.span()))
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self.renamed(group.stream(), reads));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Literal(literal) => {
                self.format_string(literal, reads);
                token.clone()
            }
            other => other.clone(),
        });
        renamed.collect()
    }

    /// What a name stands for, which is read.
    fn mentioned(&self, binding: &Binding, span: Span) -> Option<Place> {
        let Some(view) = self.views.get(&binding.var) else {
            let place = Place::var(&binding.var).at(span);
            return Some(if binding.reference { place.then(Step::Deref) } else { place });
        };
        if view.via.is_none() {
            let name = &binding.var.name;
            self.error(
                span,
                format!("`{name}` is a view of a local, which has no name of its own: write out the place here"),
            );
            return None;
        }
        Some(view.clone().at(span))
    }

    /// Variables inside a format string: `{x}`, `{x:?}`, `{:width$}`.
    fn format_string(&self, literal: &Literal, reads: &mut Vec<Place>) {
        let Ok(syn::Lit::Str(string)) = syn::parse_str(&literal.to_string()) else { return };
        for name in inline_names(&string.value()) {
            let Some(binding) = self.lookup(&name) else { continue };
            reads.extend(self.mentioned(binding, literal.span()));
            if *binding.var.name != *name {
                self.error(
                    literal.span(),
                    format!(
                        "there is more than one `{name}` in this function: pass it as an argument, `\"{{}}\", {name}`"
                    ),
                );
            }
        }
    }
}

/// Whether a name after these tokens is that of a field or method, or the end of a path.
fn is_member(before: &[TokenTree]) -> bool {
    let punct = |token: &TokenTree, c| matches!(token, TokenTree::Punct(punct) if punct.as_char() == c);
    match before {
        [.., a, b] if punct(a, ':') && punct(b, ':') => true,
        [.., a, b] => punct(b, '.') && !punct(a, '.'),
        [only] => punct(only, '.'),
        [] => false,
    }
}

/// Whether a name before these tokens is the start of a path or the name of a macro.
fn is_path(after: &[TokenTree]) -> bool {
    match after {
        [TokenTree::Punct(a), TokenTree::Punct(b), ..] => {
            a.as_char() == ':' && a.spacing() == Spacing::Joint && b.as_char() == ':'
        }
        [TokenTree::Punct(bang), TokenTree::Group(group), ..] => {
            bang.as_char() == '!' && group.delimiter() != Delimiter::None
        }
        _ => false,
    }
}

/// The names in the braces of a format string.
fn inline_names(text: &str) -> Vec<String> {
    let is_name = |name: &str| name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut names = Vec::new();
    let text = text.replace("{{", "").replace("}}", "");
    for part in text.split('{').skip(1) {
        let Some((inside, _)) = part.split_once('}') else { continue };
        let (argument, format) = inside.split_once(':').unwrap_or((inside, ""));
        if is_name(argument.trim()) {
            names.push(argument.trim().to_string());
        }
        for piece in format.split('$').rev().skip(1) {
            let name: String = piece.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let name: String = name.chars().rev().collect();
            if is_name(&name) {
                names.push(name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::inline_names;

    #[test]
    fn names_in_format_strings() {
        assert_eq!(
            inline_names("{x} {y:?} {} {0} {{z}} {:>width$.prec$} {name:>5}"),
            ["x", "y", "prec", "width", "name"]
        );
        assert!(inline_names("no braces, or an open one {x").is_empty());
    }
}
