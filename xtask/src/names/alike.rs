//! Which programs need rustc. A name that the compiler does not know is treated like any other: the expansion is that of an unknown name, with
//! the one written for the other, and names nothing that the user's item could stand in the way of. Such programs are as right as the one with the
//! unknown name, and only that one is compiled.

use super::programs::{Program, Template, camel};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use retrograde_compiler::entry::ENTRIES;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use syn::visit::{self, Visit};

/// A name that no list has.
pub const UNKNOWN: &str = "zephyrine";

/// The expansion of a template with the unknown name.
pub struct Unknown {
    text: String,
    /// the identifiers of the expansion
    words: BTreeSet<String>,
}

impl Unknown {
    pub fn new(template: &Template) -> Self {
        let program = template.with(UNKNOWN);
        let tokens = expansion(&program).unwrap_or_default();
        let mut words = BTreeSet::new();
        identifiers(tokens.clone(), &mut words);
        Self { text: tokens.to_string(), words }
    }

    /// Whether the compiler makes of the program what it makes of any name.
    pub fn is_like(&self, program: &Program) -> bool {
        let capital = camel(&program.name);
        if self.words.contains(&program.name) || self.words.contains(&capital) {
            return false;
        }
        let expected = self.text.replace(UNKNOWN, &program.name).replace(&camel(UNKNOWN), &capital);
        // What panics is shown by rustc, with its place.
        expansion(program).is_some_and(|tokens| tokens.to_string() == expected)
    }
}

/// What the attributes and derives in it become; nothing if it is no Rust, or one of them panics.
fn expansion(program: &Program) -> Option<TokenStream> {
    let file = syn::parse_file(&program.text).ok()?;
    let mut found = Expanded(TokenStream::new());
    catch_unwind(AssertUnwindSafe(|| found.visit_file(&file))).ok()?;
    Some(found.0)
}

struct Expanded(TokenStream);

impl Expanded {
    /// Expands what has one of our attributes; whether it has.
    fn item(&mut self, attrs: &[syn::Attribute], bare: &impl ToTokens) -> bool {
        for attr in attrs {
            if let Some((_, entry)) = ENTRIES.iter().find(|(name, _)| attr.path().is_ident(name)) {
                let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
                self.0.extend(entry(arguments, bare.to_token_stream()));
                return true;
            }
            if attr.path().is_ident("derive") {
                let named = attr.meta.to_token_stream().to_string();
                for (_, entry) in ENTRIES.iter().filter(|(name, _)| named.contains(name)) {
                    self.0.extend(entry(TokenStream::new(), bare.to_token_stream()));
                }
            }
        }
        false
    }
}

macro_rules! visited {
    ($($visit:ident $ty:ident;)*) => {
        impl<'f> Visit<'f> for Expanded {
            $(fn $visit(&mut self, node: &'f syn::$ty) {
                let mut bare = node.clone();
                let attrs = std::mem::take(&mut bare.attrs);
                if !self.item(&attrs, &bare) {
                    visit::$visit(self, node);
                }
            })*
        }
    };
}

visited! {
    visit_item_fn ItemFn;
    visit_impl_item_fn ImplItemFn;
    visit_item_impl ItemImpl;
    visit_item_trait ItemTrait;
    visit_item_struct ItemStruct;
    visit_item_enum ItemEnum;
}

fn identifiers(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            _ => {}
        }
    }
}
