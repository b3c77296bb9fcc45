//! What the attributes in a source file expand to, made by the same compiler that the attributes run.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use retrograde_compiler::expand::{ATTRIBUTES, Expand};
use retrograde_compiler::ir::FunctionKind;
use retrograde_compiler::passes::{After, passes};
use retrograde_compiler::{Diagnostic, methods, traits};
use syn::visit::Visit;

/// A function, trait or `impl` with one of the attributes.
pub struct Function {
    /// the name of the attribute, and what expands it on a function
    attribute: (&'static str, Expand),
    arguments: TokenStream,
    item: Item,
}

enum Item {
    Function(syn::ItemFn),
    Trait(syn::ItemTrait),
    Impl(syn::ItemImpl),
}

/// Everything in a file that has one of the attributes, in modules, `impl`s and other functions too.
pub fn functions(source: &str) -> Result<Vec<Function>, Diagnostic> {
    let file = syn::parse_file(source).map_err(|error| at(error.span(), error.to_string()))?;
    let mut finder = Finder { found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder {
    found: Vec<Function>,
}

impl Finder {
    fn note(&mut self, attrs: &[syn::Attribute], item: impl FnOnce(Vec<syn::Attribute>) -> Item) {
        let known = |attribute: &syn::Attribute| {
            let name = &attribute.path().segments.last()?.ident;
            ATTRIBUTES.into_iter().find(|(known, _)| name == known)
        };
        if let Some((k, attribute)) = attrs.iter().enumerate().find_map(|(k, attr)| Some((k, known(attr)?))) {
            let mut attrs = attrs.to_vec();
            let arguments = match attrs.remove(k).meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            self.found.push(Function { attribute, arguments, item: item(attrs) });
        }
    }
}

impl<'f> Visit<'f> for Finder {
    fn visit_item_fn(&mut self, item: &'f syn::ItemFn) {
        self.note(&item.attrs, |attrs| Item::Function(syn::ItemFn { attrs, ..item.clone() }));
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'f syn::ImplItemFn) {
        let syn::ImplItemFn { vis, sig, block, .. } = item;
        self.note(&item.attrs, |attrs| Item::Function(syn::parse_quote!(#(#attrs)* #vis #sig #block)));
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'f syn::ItemImpl) {
        let before = self.found.len();
        self.note(&item.attrs, |attrs| Item::Impl(syn::ItemImpl { attrs, ..item.clone() }));
        // The attribute of an `impl` holds for the methods in it.
        if self.found.len() == before {
            syn::visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_trait(&mut self, item: &'f syn::ItemTrait) {
        self.note(&item.attrs, |attrs| Item::Trait(syn::ItemTrait { attrs, ..item.clone() }));
        syn::visit::visit_item_trait(self, item);
    }
}

impl Function {
    /// Its name.
    pub fn name(&self) -> String {
        match &self.item {
            Item::Function(item) => item.sig.ident.to_string(),
            Item::Trait(item) => item.ident.to_string(),
            Item::Impl(item) => name_of(&item.self_ty),
        }
    }

    /// What the attribute makes of it, with the library's prefix left out for reading. In `release`, without the checks that only
    /// debug builds make.
    pub fn expand(&self, release: bool) -> Result<syn::File, Vec<Diagnostic>> {
        let mut arguments = self.arguments.clone();
        let chosen = arguments.clone().into_iter().any(|token| token.to_string() == "checks");
        let (name, expand) = self.attribute;
        if release && name == "reversible" && !chosen {
            let comma = if arguments.is_empty() { "" } else { ", " };
            arguments = format!("{arguments}{comma}checks = false").parse().expect("tokens");
        }
        let tokens = match &self.item {
            Item::Function(item) => expand(arguments, item),
            Item::Trait(item) if name == "reversible" => traits::reversible(arguments, item),
            Item::Trait(item) => methods::differentiable_trait(arguments, item),
            Item::Impl(item) => methods::differentiable_impl(arguments, item),
        };
        let file: syn::File = syn::parse2(without_prefix(tokens))
            .map_err(|error| vec![at(error.span(), format!("the expansion is not Rust: {error}"))])?;
        let mut mistakes: Vec<Diagnostic> = file.items.iter().filter_map(mistake).collect();
        mistakes.sort_by_key(|mistake| mistake.span.start());
        if mistakes.is_empty() { Ok(file) } else { Err(mistakes) }
    }
}

impl Function {
    /// The form after each pass. There is none of a trait, an `impl` or a derivative by hand.
    pub fn forms(&self) -> Option<Result<Vec<After>, Vec<Diagnostic>>> {
        let Item::Function(item) = &self.item else { return None };
        let duty = match self.attribute.0 {
            "reversible" => FunctionKind::Reversible,
            "differentiable" => FunctionKind::Ordinary,
            _ => return None,
        };
        Some(passes(self.arguments.clone(), item, duty))
    }
}

/// The name of the type that an `impl` is for.
fn name_of(ty: &syn::Type) -> String {
    let last = match ty {
        syn::Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.map_or_else(|| "impl".into(), |last| last.ident.to_string())
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

/// Emitted code names the library in full or by a short name, so that no name of the user's can come between.
fn without_prefix(tokens: TokenStream) -> TokenStream {
    const PREFIXES: [&[&str]; 3] = [
        &[":", ":", "retrograde", ":", ":", "emitted", ":", ":"],
        &["__rt", ":", ":"],
        &["use", ":", ":", "retrograde", ":", ":", "emitted", "as", "__rt", ";"],
    ];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rest = &tokens[..];
    let mut out = Vec::new();
    while let [first, after @ ..] = rest {
        let is_next = |prefix: &&&[&str]| {
            rest.len() > prefix.len() && rest.iter().zip(**prefix).all(|(token, part)| token.to_string() == *part)
        };
        if let Some(prefix) = PREFIXES.iter().find(is_next) {
            rest = &rest[prefix.len()..];
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
