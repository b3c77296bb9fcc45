//! The items that inputs are made from: what this repository has in its own source files.

use proc_macro2::TokenStream;
use quote::ToTokens;
use retrograde_compiler::entry::ENTRIES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// An item and the attribute or derive that it is given to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Subject {
    /// the name of the attribute or derive
    pub entry: String,
    /// what the attribute says in parentheses
    pub arguments: String,
    /// the item without the attribute
    pub item: String,
}

impl Subject {
    /// Whether it is a derive that reads the item.
    pub fn is_derive(&self) -> bool {
        self.entry.starts_with(char::is_uppercase)
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Subject { entry, arguments, item } = self;
        match (self.is_derive(), arguments.is_empty()) {
            (true, _) => write!(f, "#[derive({entry})]\n{item}"),
            (false, true) => write!(f, "#[{entry}]\n{item}"),
            (false, false) => write!(f, "#[{entry}({arguments})]\n{item}"),
        }
    }
}

/// Longer items take their time without showing anything new.
const MOST_TOKENS: usize = 500;

/// Every function, `impl`, trait, struct and enum that an attribute could be on, in order.
pub fn corpus() -> Vec<Subject> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around it");
    let mut found = Found::default();
    for folder in ["benches", "crates", "examples", "gradbench", "xtask"] {
        for file in source_files(&root.join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            found.file(&text);
            proc_macro2::extra::invalidate_current_thread_spans();
        }
    }
    found.subjects.into_iter().collect()
}

/// Every source file in a folder and those in it.
pub fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files = Vec::new();
    for path in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !name.ends_with(".expanded.rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

#[derive(Default)]
struct Found {
    subjects: BTreeSet<Subject>,
}

impl Found {
    /// The items of a source text; nothing if it is none.
    fn file(&mut self, text: &str) {
        if let Ok(file) = syn::parse_file(text) {
            self.visit_file(&file);
        }
    }

    /// An item under its own attribute, or under a likely one.
    fn add(&mut self, attrs: &[syn::Attribute], likely: &'static str, item: &impl ToTokens) {
        let own = |attr: &syn::Attribute| {
            let name = attr.path().segments.last()?.ident.to_string();
            let (entry, _) = ENTRIES.iter().find(|(entry, _)| *entry == name)?;
            let arguments = attr.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
            Some((*entry, arguments))
        };
        let (entry, arguments) = attrs.iter().find_map(own).unwrap_or((likely, String::new()));
        if count(&item.to_token_stream()) <= MOST_TOKENS {
            self.subjects.insert(Subject {
                entry: entry.to_string(),
                arguments,
                item: item.to_token_stream().to_string(),
            });
        }
    }
}

/// How many tokens there are.
pub fn count(tokens: &TokenStream) -> usize {
    let size = |token| match token {
        proc_macro2::TokenTree::Group(group) => 2 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(size).sum()
}

/// The attributes that mean nothing to us are left out.
fn bare(attrs: &mut Vec<syn::Attribute>) -> Vec<syn::Attribute> {
    let ours = |attr: &syn::Attribute| {
        let name = attr.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        ENTRIES.iter().any(|(entry, _)| *entry == name)
    };
    std::mem::take(attrs).into_iter().filter(ours).collect()
}

impl<'f> Visit<'f> for Found {
    fn visit_item_fn(&mut self, node: &'f syn::ItemFn) {
        let mut item = node.clone();
        let attrs = bare(&mut item.attrs);
        self.add(&attrs, "differentiable", &item);
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'f syn::ImplItemFn) {
        let mut item = node.clone();
        let attrs = bare(&mut item.attrs);
        self.add(&attrs, "differentiable", &item);
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_item_impl(&mut self, node: &'f syn::ItemImpl) {
        let mut item = node.clone();
        let attrs = bare(&mut item.attrs);
        self.add(&attrs, "differentiable", &item);
        visit::visit_item_impl(self, node);
    }

    fn visit_item_trait(&mut self, node: &'f syn::ItemTrait) {
        let mut item = node.clone();
        let attrs = bare(&mut item.attrs);
        self.add(&attrs, "reversible", &item);
        visit::visit_item_trait(self, node);
    }

    fn visit_item_struct(&mut self, node: &'f syn::ItemStruct) {
        let mut item = node.clone();
        item.attrs.clear();
        self.add(&[], "Differentiable", &item);
    }

    fn visit_item_enum(&mut self, node: &'f syn::ItemEnum) {
        let mut item = node.clone();
        item.attrs.clear();
        self.add(&[], "Differentiable", &item);
    }

    /// Some tests have their functions in strings.
    fn visit_lit_str(&mut self, node: &'f syn::LitStr) {
        let text = node.value();
        if ENTRIES.iter().any(|(entry, _)| text.contains(&format!("#[{entry}"))) {
            self.file(&text);
        }
    }
}
