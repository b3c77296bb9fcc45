//! Code that changes nothing and may do anything else: assertions, printing, `safe! { }`. The form only knows what it mentions.

use super::Parser;
use super::exits::names;
use crate::ir::{Expr, Place, Step, Stmt, Var};
use crate::pieces::{ToForm, piece};
use crate::quoted::{parse_quote, quote};
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};

/// The macros whose code runs as it is.
pub(crate) const SAFE: [&str; 21] = [
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
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
    "trace",
    "debug",
    "info",
    "warn",
    "error",
];

/// For the macros with a format string, how many arguments come before it.
const FORMATS: [(&str, usize); 17] = [
    ("println", 0),
    ("print", 0),
    ("eprintln", 0),
    ("eprint", 0),
    ("format", 0),
    ("format_args", 0),
    ("panic", 0),
    ("unreachable", 0),
    ("todo", 0),
    ("write", 1),
    ("writeln", 1),
    ("assert", 1),
    ("debug_assert", 1),
    ("assert_eq", 2),
    ("assert_ne", 2),
    ("debug_assert_eq", 2),
    ("debug_assert_ne", 2),
];

fn format_position(macro_name: &str) -> Option<usize> {
    FORMATS.iter().find(|(name, _)| *name == macro_name).map(|(_, position)| *position)
}

/// The variables that some code mentions.
#[derive(Default)]
struct Mentioned {
    reads: Vec<Place>,
    /// views that have no name in the emitted code
    views: Vec<(Var, Place)>,
    /// the names themselves, and whether each is a reference
    names: Vec<(String, Span, bool)>,
}

impl Parser<'_> {
    pub(super) fn safe(&mut self, mac: &syn::Macro, out: &mut Vec<Stmt>) {
        // What `safe!` holds stands among other statements; what other macros hold is their own business.
        if mac.path.is_ident("safe")
            && let Err(error) = mac.parse_body_with(syn::Block::parse_within)
        {
            self.error(error.span(), error);
            return;
        }
        let mut found = Mentioned::default();
        let format = mac.path.segments.last().and_then(|segment| format_position(&segment.ident.to_string()));
        let tokens = self.renamed(mac.tokens.clone(), format, &mut found);
        let code = piece(&syn::Macro { tokens, ..mac.clone() });
        let Mentioned { reads, views, .. } = found;
        out.push(Stmt::Safe { code, reads, views });
    }

    /// A macro in the middle of an expression, whose value has no gradient: text, or a truth value. What it mentions is lent to it.
    pub(super) fn macro_value(&mut self, mac: &syn::Macro) -> Expr {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let format = format_position(&name);
        let mut found = Mentioned::default();
        self.renamed(mac.tokens.clone(), format, &mut found);
        let names: Vec<Ident> = found.names.iter().map(|(name, span, _)| Ident::new(name, *span)).collect();
        let reads = names.iter().map(|name| self.expr(&parse_quote!(#name))).collect();
        let bound = bound_by(mac);
        let is_value = |(name, _, lent): &&(String, Span, bool)| !lent && !bound.contains(name);
        let values: Vec<&str> = found.names.iter().filter(is_value).map(|(name, ..)| &**name).collect();
        // Text is made of references, too.
        let tokens = if format.is_some() { mac.tokens.clone() } else { dereferenced(mac.tokens.clone(), &values) };
        let mac = syn::Macro { tokens, ..mac.clone() };
        let arm: syn::Arm = syn::parse_quote!((#(#names,)*) => #mac);
        Expr::Macro(piece(&arm), reads)
    }

    /// The tokens with the names that the variables have in the form; argument number `format` is a format string. Every variable
    /// that they mention is read.
    fn renamed(&self, tokens: TokenStream, format: Option<usize>, found: &mut Mentioned) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut commas = 0;
        let renamed = tokens.iter().enumerate().map(|(k, token)| match token {
            TokenTree::Ident(ident) if !is_member(&tokens[..k]) && !is_path(&tokens[k + 1..]) => {
                match self.mentioned(&ident.to_string(), ident.span(), found) {
                    Some(name) => TokenTree::Ident(Ident::new(&name, ident.span())),
                    None => token.clone(),
                }
            }
            TokenTree::Group(group) => {
                let inner = self.renamed(group.stream(), macro_name(&tokens[..k]).and_then(format_position), found);
                let mut inner = Group::new(group.delimiter(), inner);
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            TokenTree::Literal(literal) => {
                let starts = k == 0 || is_punct(&tokens[k - 1], ',');
                self.string(literal, starts && format == Some(commas), found)
            }
            TokenTree::Punct(punct) => {
                commas += usize::from(punct.as_char() == ',');
                token.clone()
            }
            TokenTree::Ident(_) => token.clone(),
        });
        renamed.collect()
    }

    /// A string, with the names in the braces of a format string: `{x}`, `{x:?}`, `{:width$}`. Of a string that may be one it is only
    /// known that it cannot be left as it is.
    fn string(&self, literal: &Literal, format: bool, found: &mut Mentioned) -> TokenTree {
        let unchanged = TokenTree::Literal(literal.clone());
        let Ok(syn::Lit::Str(string)) = syn::parse_str(&literal.to_string()) else { return unchanged };
        let mut changed = None;
        let renamed = with_inline_names(&string.value(), &mut |name| {
            let new = self.mentioned(name, literal.span(), found);
            changed = changed.take().or_else(|| new.as_ref().map(|_| name.to_string()));
            new
        });
        match changed {
            None => unchanged,
            Some(_) if format => {
                let mut literal = Literal::string(&renamed);
                literal.set_span(unchanged.span());
                TokenTree::Literal(literal)
            }
            Some(name) => {
                self.error(
                    literal.span(),
                    format!(
                        "there is more than one `{name}` in this function: pass it as an argument, `\"{{}}\", {name}`"
                    ),
                );
                unchanged
            }
        }
    }

    /// Notes that a variable is read; its name in the form, if that is another.
    fn mentioned(&self, name: &str, span: Span, found: &mut Mentioned) -> Option<String> {
        let binding = self.lookup(name)?;
        let mut var = &binding.var;
        if found.names.iter().all(|(known, ..)| known != name) {
            let reference = binding.reference || self.views.contains_key(var);
            found.names.push((name.to_string(), span, reference));
        }
        match self.views.get(&binding.var) {
            None => {
                let place = Place::var(&binding.var).at(span.form());
                found.reads.push(if binding.reference { place.then(Step::Deref) } else { place });
            }
            Some(view) if view.via.is_some() => found.reads.push(view.clone().at(span.form())),
            // Of two counters of the same iterations there is only one.
            Some(view) if view.path.is_empty() => {
                found.reads.push(view.clone().at(span.form()));
                var = &view.root;
            }
            Some(view) => {
                found.reads.push(view.clone().at(span.form()));
                if !found.views.iter().any(|(known, _)| known == var) {
                    found.views.push((var.clone(), view.clone()));
                }
            }
        }
        // A keyword that is a name is none with its number.
        (*var.name != *name).then(|| var.name.trim_start_matches("r#").to_string())
    }
}

/// The names that the pattern of `matches!` binds.
fn bound_by(mac: &syn::Macro) -> Vec<String> {
    let pattern = |input: syn::parse::ParseStream<'_>| {
        input.parse::<syn::Expr>()?;
        input.parse::<syn::Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        input.parse::<TokenStream>()?;
        Ok(pattern)
    };
    let found = if mac.path.is_ident("matches") { mac.parse_body_with(pattern).ok() } else { None };
    found.iter().flat_map(names).map(|name| name.to_string()).collect()
}

/// Tokens in which references stand for values.
fn dereferenced(tokens: TokenStream, values: &[&str]) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let changed = tokens.iter().enumerate().map(|(k, token)| match token {
        TokenTree::Ident(name) if !is_member(&tokens[..k]) && !is_path(&tokens[k + 1..]) => {
            if values.contains(&&*name.to_string()) { quote!((*#name)) } else { quote!(#name) }
        }
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), dereferenced(group.stream(), values));
            inner.set_span(group.span());
            quote!(#inner)
        }
        token => quote!(#token),
    });
    changed.collect()
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

/// The name of the macro whose arguments follow these tokens.
fn macro_name(before: &[TokenTree]) -> Option<&str> {
    let [.., TokenTree::Ident(name), bang] = before else { return None };
    let name = name.to_string();
    FORMATS.iter().map(|(known, _)| *known).find(|known| is_punct(bang, '!') && *known == name)
}

/// Whether a name after these tokens is that of a field or method, or the end of a path.
fn is_member(before: &[TokenTree]) -> bool {
    match before {
        [.., a, b] if is_punct(a, ':') && is_punct(b, ':') => true,
        [.., a, b] => is_punct(b, '.') && !is_punct(a, '.'),
        [only] => is_punct(only, '.'),
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

/// A format string with the names in its braces replaced where `rename` gives another.
fn with_inline_names(text: &str, rename: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(k) = rest.find(['{', '}']) {
        out.push_str(&rest[..k]);
        rest = &rest[k..];
        let closed = rest.find('}').filter(|_| rest.starts_with('{') && !rest.starts_with("{{"));
        let Some(end) = closed else {
            // A doubled brace, which stands for itself, or an open one.
            let taken = rest.len().min(if rest.starts_with("{{") || rest.starts_with("}}") { 2 } else { 1 });
            out.push_str(&rest[..taken]);
            rest = &rest[taken..];
            continue;
        };
        let (argument, format) = rest[1..end].split_once(':').map_or((&rest[1..end], None), |(a, f)| (a, Some(f)));
        out.push('{');
        out.push_str(&renamed_end(argument, rename));
        if let Some(format) = format {
            out.push(':');
            // A width or precision that is a variable is followed by `$`.
            let (given, last) = format.rsplit_once('$').map_or((None, format), |(given, last)| (Some(given), last));
            for piece in given.into_iter().flat_map(|given| given.split('$')) {
                out.push_str(&renamed_end(piece, rename));
                out.push('$');
            }
            out.push_str(last);
        }
        out.push('}');
        rest = &rest[end + 1..];
    }
    out + rest
}

/// A piece of text with the name that it ends with replaced, if it ends with one.
fn renamed_end(piece: &str, rename: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let start = piece.trim_end().rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |k| k + 1);
    let name = piece[start..].trim();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return piece.to_string();
    }
    format!("{}{}", &piece[..start], rename(name).unwrap_or_else(|| name.to_string()))
}

#[cfg(test)]
mod tests {
    use super::with_inline_names;

    #[test]
    fn names_in_format_strings() {
        let text = "{x} {y:?} {} {0} {{z}} {:>width$.prec$} {name:>5} }} {open";
        let mut names = Vec::new();
        let same = with_inline_names(text, &mut |name| {
            names.push(name.to_string());
            None
        });
        assert_eq!(same, text);
        assert_eq!(names, ["x", "y", "width", "prec", "name"]);
        let other = with_inline_names(text, &mut |name| Some(format!("{name}_1")));
        assert_eq!(other, "{x_1} {y_1:?} {} {0} {{z}} {:>width_1$.prec_1$} {name_1:>5} }} {open");
    }
}
