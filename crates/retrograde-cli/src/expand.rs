//! What the attributes in a source file expand to, made by the same compiler that the attributes run.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use retrograde_compiler::{Diagnostic, expand};
use syn::visit::Visit;

/// A function with one of the attributes.
pub struct Function {
    /// `#[reversible]`, else `#[differentiable]`
    reversible: bool,
    arguments: TokenStream,
    item: syn::ItemFn,
}

/// All functions of a file that have one of the attributes, in modules and in other functions too.
pub fn functions(source: &str) -> Result<Vec<Function>, Diagnostic> {
    let file = syn::parse_file(source).map_err(|error| at(error.span(), error.to_string()))?;
    let mut finder = Finder { found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder {
    found: Vec<Function>,
}

impl<'f> Visit<'f> for Finder {
    fn visit_item_fn(&mut self, item: &'f syn::ItemFn) {
        let last =
            |attribute: &syn::Attribute| attribute.path().segments.last().map(|segment| segment.ident.to_string());
        let known = ["reversible", "differentiable"];
        if let Some(k) = item.attrs.iter().position(|a| last(a).is_some_and(|name| known.contains(&name.as_str()))) {
            let mut item = item.clone();
            let attribute = item.attrs.remove(k);
            let reversible = last(&attribute).is_some_and(|name| name == "reversible");
            let arguments = match attribute.meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            self.found.push(Function { reversible, arguments, item });
        }
        syn::visit::visit_item_fn(self, item);
    }
}

impl Function {
    /// Its name.
    pub fn name(&self) -> String {
        self.item.sig.ident.to_string()
    }

    /// What the attribute makes of it, with the library's prefix left out for reading. In `release`, without the checks that only
    /// debug builds make.
    pub fn expand(&self, release: bool) -> Result<syn::File, Vec<Diagnostic>> {
        let mut arguments = self.arguments.clone();
        let chosen = arguments.clone().into_iter().any(|token| token.to_string() == "checks");
        if release && self.reversible && !chosen {
            let comma = if arguments.is_empty() { "" } else { ", " };
            arguments = format!("{arguments}{comma}checks = false").parse().expect("tokens");
        }
        let tokens = if self.reversible {
            expand::reversible(arguments, &self.item)
        } else {
            expand::differentiable(arguments, &self.item)
        };
        let file: syn::File = syn::parse2(without_prefix(tokens))
            .map_err(|error| vec![at(error.span(), format!("the expansion is not Rust: {error}"))])?;
        let mut mistakes: Vec<Diagnostic> = file.items.iter().filter_map(mistake).collect();
        mistakes.sort_by_key(|mistake| mistake.span.start());
        if mistakes.is_empty() { Ok(file) } else { Err(mistakes) }
    }
}

/// The mistake that a `compile_error!` stands for.
fn mistake(item: &syn::Item) -> Option<Diagnostic> {
    let syn::Item::Macro(item) = item else { return None };
    let name = item.mac.path.segments.last()?;
    let message: syn::LitStr = (name.ident == "compile_error").then(|| item.mac.parse_body().ok()).flatten()?;
    // The path has the position of the first token at fault, the message that of the last.
    Some(Diagnostic { span: name.ident.span(), end: message.span(), message: message.value() })
}

fn at(token: Span, message: String) -> Diagnostic {
    Diagnostic { span: token, end: token, message }
}

/// Emitted code names the library in full, so that no name of the user's can come between.
fn without_prefix(tokens: TokenStream) -> TokenStream {
    const PREFIX: [&str; 8] = [":", ":", "retrograde", ":", ":", "emitted", ":", ":"];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = &tokens[..];
    let mut out = Vec::new();
    while let [first, after @ ..] = rest {
        let here = rest.len() > PREFIX.len() && rest.iter().zip(PREFIX).all(|(token, part)| token.to_string() == part);
        if here {
            rest = &rest[PREFIX.len()..];
            continue;
        }
        out.push(match first {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_prefix(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token.clone(),
        });
        rest = after;
    }
    out.into_iter().collect()
}
