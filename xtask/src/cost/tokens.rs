//! How many tokens the attributes and derives in `benches` and `gradbench` expand to: what rustc has to parse and check besides what is
//! written there.

use crate::fuzz::corpus::{count, source_files};
use proc_macro2::TokenStream;
use quote::ToTokens;
use retrograde_compiler::entry::{ENTRIES, Entry};
use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};
use syn::visit::{self, Visit};

/// As many there were in commit 3e5e915, counted by this function with the compiler and the sources of that commit.
const BEFORE: usize = 743_449;

/// As many there may be: a little more than there are. Kernels were added since: the 60 % that were aimed at are of fewer functions.
const MOST: usize = 465_000;

/// What one of the packages costs.
#[derive(Debug)]
pub struct Package {
    pub name: &'static str,
    /// those of functions, `impl`s and traits with an attribute, and of derives
    pub tokens: usize,
    /// seconds of `cargo check` after a change of the package alone
    pub check: f64,
}

/// Both packages, each with its folder.
const PACKAGES: [(&str, &str); 2] = [("retrograde-cost", "benches"), ("retrograde-gradbench", "gradbench")];

/// Measures both.
pub fn measure() -> Result<Vec<Package>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around it");
    let package = |(name, folder)| {
        Ok(Package { name: folder, tokens: tokens(&root.join(folder))?, check: check(name, &root.join(folder))? })
    };
    PACKAGES.into_iter().map(package).collect()
}

/// A line a package, and all of them beside the limit.
pub fn table(packages: &[Package]) -> String {
    let mut text = String::from("package       tokens emitted   cargo check");
    for Package { name, tokens, check } in packages {
        let _ = write!(text, "\n{name:<12} {tokens:>15} {check:>11.2} s");
    }
    let all = total(packages);
    let share = all as f64 * 100.0 / BEFORE as f64;
    let _ = write!(text, "\ntogether {all:>19}, {share:.1} % of the {BEFORE} of commit 3e5e915; the limit is {MOST}");
    text
}

/// Whether no more is emitted than may be.
pub fn is_within(packages: &[Package]) -> bool {
    total(packages) <= MOST
}

fn total(packages: &[Package]) -> usize {
    packages.iter().map(|package| package.tokens).sum()
}

fn tokens(folder: &Path) -> Result<usize, String> {
    let mut found = Expanded { tokens: 0 };
    for file in source_files(folder) {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        found.visit_file(&syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?);
    }
    Ok(found.tokens)
}

/// The seconds that `cargo check` takes for the package when everything that it depends on has been checked.
fn check(name: &str, folder: &Path) -> Result<f64, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let run = || {
        let status =
            Command::new(&cargo).args(["check", "--quiet", "--package", name]).stderr(Stdio::inherit()).status();
        status.map_err(|error| error.to_string())?.success().then_some(()).ok_or(format!("{name} has errors"))
    };
    run()?;
    for file in source_files(folder) {
        let touched = File::options().append(true).open(&file).and_then(|file| file.set_modified(SystemTime::now()));
        touched.map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Adds up what everything expands to.
struct Expanded {
    tokens: usize,
}

impl Expanded {
    /// Expands an item by its own attribute, if it has one.
    fn attribute(&mut self, attrs: &[syn::Attribute], item: impl FnOnce(Vec<syn::Attribute>) -> TokenStream) -> bool {
        let mut attrs = attrs.to_vec();
        let Some((k, expand)) = attrs.iter().enumerate().find_map(|(k, attr)| Some((k, entry(attr.path())?))) else {
            return false;
        };
        let arguments = match attrs.remove(k).meta {
            syn::Meta::List(list) => list.tokens,
            _ => TokenStream::new(),
        };
        self.tokens += count(&expand(arguments, item(attrs)));
        true
    }

    fn derives(&mut self, attrs: &[syn::Attribute], item: &impl ToTokens) {
        for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
            let _ = attr.parse_nested_meta(|meta| {
                if let Some(derive) = entry(&meta.path) {
                    self.tokens += count(&derive(TokenStream::new(), item.to_token_stream()));
                }
                Ok(())
            });
        }
    }
}

fn entry(path: &syn::Path) -> Option<Entry> {
    let name = &path.segments.last()?.ident;
    ENTRIES.iter().find(|(known, _)| name == known).map(|(_, entry)| *entry)
}

impl<'f> Visit<'f> for Expanded {
    fn visit_item_fn(&mut self, node: &'f syn::ItemFn) {
        self.attribute(&node.attrs, |attrs| syn::ItemFn { attrs, ..node.clone() }.to_token_stream());
        visit::visit_item_fn(self, node);
    }

    fn visit_impl_item_fn(&mut self, node: &'f syn::ImplItemFn) {
        self.attribute(&node.attrs, |attrs| syn::ImplItemFn { attrs, ..node.clone() }.to_token_stream());
        visit::visit_impl_item_fn(self, node);
    }

    fn visit_item_impl(&mut self, node: &'f syn::ItemImpl) {
        // The attribute of an `impl` holds for the methods in it.
        if !self.attribute(&node.attrs, |attrs| syn::ItemImpl { attrs, ..node.clone() }.to_token_stream()) {
            visit::visit_item_impl(self, node);
        }
    }

    fn visit_item_trait(&mut self, node: &'f syn::ItemTrait) {
        self.attribute(&node.attrs, |attrs| syn::ItemTrait { attrs, ..node.clone() }.to_token_stream());
    }

    fn visit_item_struct(&mut self, node: &'f syn::ItemStruct) {
        let mut item = node.clone();
        item.attrs.retain(|attr| !attr.path().is_ident("derive"));
        self.derives(&node.attrs, &item);
    }

    fn visit_item_enum(&mut self, node: &'f syn::ItemEnum) {
        let mut item = node.clone();
        item.attrs.retain(|attr| !attr.path().is_ident("derive"));
        self.derives(&node.attrs, &item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_are_found() {
        let package = |tokens| [Package { name: "p", tokens, check: 1.0 }];
        assert!(is_within(&package(MOST)) && !is_within(&package(MOST + 1)));
    }

    #[test]
    fn what_an_attribute_and_a_derive_add_is_counted() {
        let tokens = |text: &str| {
            let mut found = Expanded { tokens: 0 };
            found.visit_file(&syn::parse_file(text).unwrap());
            found.tokens
        };
        let (function, two) = ("#[reversible] fn f(y: &mut f64, x: f64) { *y += x; }", "*y += x; *y += x * x; }");
        let longer = function.replace("*y += x; }", two);
        assert!(tokens(function) > 50 && tokens(&longer) > tokens(function));
        assert!(tokens("#[derive(Clone, Differentiable)] struct P { x: f64 }") > 50);
        assert_eq!(tokens("#[derive(Clone)] struct P { x: f64 } #[inline] fn f() {}"), 0);
    }
}
