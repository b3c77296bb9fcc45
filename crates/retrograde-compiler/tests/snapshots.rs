//! What the attributes emit, as formatted source, one construct a file: `snapshots/NAME.rs` holds functions, `snapshots/NAME.expanded.rs` what
//! they expand to, less the path of the library.
//!
//! The drivers of a function depend on its signature alone: only the files named `drivers` show them.
//!
//! After a change of the emitter, `BLESS=1 cargo test -p retrograde-compiler --test snapshots` writes the new expansions; read the difference.

use proc_macro2::TokenStream;
use retrograde_compiler::{expand::ATTRIBUTES, methods, traits};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn expansions() {
    let bless = std::env::var_os("BLESS").is_some();
    let sources = sources();
    assert!(!sources.is_empty(), "no snapshots found");
    let mut differing = Vec::new();
    for source in sources {
        let expected = source.with_extension("expanded.rs");
        let mut emitted = expand_file(&fs::read_to_string(&source).expect("readable"));
        if !source.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("drivers")) {
            emitted.iter_mut().for_each(|item| *item = without_drivers(item));
        }
        let emitted = emitted.join("\n");
        if bless {
            fs::write(&expected, emitted).expect("writable");
        } else if let Some(difference) = first_difference(&fs::read_to_string(&expected).unwrap_or_default(), &emitted)
        {
            differing.push(format!("{}: {difference}", expected.display()));
        }
    }
    assert!(differing.is_empty(), "BLESS=1 writes the new expansions:\n{}", differing.join("\n"));
}

/// Every file that holds functions, in order.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let mut sources: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| !path.to_string_lossy().ends_with(".expanded.rs"))
        .collect();
    sources.sort();
    sources
}

/// The expansions of everything in a file that carries an attribute.
fn expand_file(source: &str) -> Vec<String> {
    let file = syn::parse_file(source).expect("Rust source");
    file.items.into_iter().flat_map(expand_item).collect()
}

fn expand_item(item: syn::Item) -> Vec<String> {
    match item {
        syn::Item::Fn(item) => expand_function(item).into_iter().collect(),
        syn::Item::Impl(mut item) => {
            if let Some((_, arguments)) = take_attribute(&mut item.attrs) {
                return vec![pretty(&methods::differentiable_impl(arguments, &item))];
            }
            let methods = item.items.into_iter().map(|item| syn::parse_quote!(#item));
            methods.filter_map(expand_function).collect()
        }
        syn::Item::Trait(mut item) => {
            let Some((name, arguments)) = take_attribute(&mut item.attrs) else { return Vec::new() };
            let reversible = name == "reversible";
            let expand = if reversible { traits::reversible } else { methods::differentiable_trait };
            vec![pretty(&expand(arguments, &item))]
        }
        _ => Vec::new(),
    }
}

/// The name of the attribute and its arguments.
fn take_attribute(attrs: &mut Vec<syn::Attribute>) -> Option<(String, TokenStream)> {
    let attr = attrs.remove(attrs.iter().position(|attr| !attr.path().is_ident("doc"))?);
    let arguments = attr.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
    Some((attr.path().require_ident().expect("a plain name").to_string(), arguments))
}

fn expand_function(mut item: syn::ItemFn) -> Option<String> {
    let (name, arguments) = take_attribute(&mut item.attrs)?;
    let (_, expand) = ATTRIBUTES.iter().find(|(known, _)| *known == name).expect("one of the attributes");
    Some(pretty(&expand(arguments, &item)))
}

fn pretty(tokens: &TokenStream) -> String {
    let named = tokens.to_string().replace("use :: retrograde :: emitted as __rt ;", "");
    let short = named.replace(":: retrograde :: emitted :: ", "").replace("__rt :: ", "");
    prettyplease::unparse(&syn::parse_str(&short).expect("emitted code is Rust"))
}

/// The same without `gradient` and its like.
fn without_drivers(source: &str) -> String {
    const DRIVERS: [&str; 6] = ["gradient", "value_and_gradient", "gradient_into", "vjp", "jvp", "jacobian"];
    let is_driver = |sig: &syn::Signature| {
        let name = sig.ident.to_string();
        DRIVERS
            .iter()
            .any(|driver| name.strip_suffix(driver).is_some_and(|rest| rest.is_empty() || rest.ends_with('_')))
    };
    let mut file = syn::parse_file(source).expect("emitted code is Rust");
    file.items.retain(|item| !matches!(item, syn::Item::Fn(function) if is_driver(&function.sig)));
    for item in &mut file.items {
        if let syn::Item::Impl(item) = item {
            item.items.retain(|item| !matches!(item, syn::ImplItem::Fn(function) if is_driver(&function.sig)));
        }
    }
    prettyplease::unparse(&file)
}

/// The first line that differs.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    if expected == found {
        return None;
    }
    let mut pairs = expected.lines().zip(found.lines()).enumerate();
    Some(match pairs.find(|(_, (expected, found))| expected != found) {
        Some((k, (expected, found))) => {
            format!("line {}: expected `{}`, found `{}`", k + 1, expected.trim(), found.trim())
        }
        None => "one is longer than the other".to_string(),
    })
}

#[test]
fn a_difference_is_found() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(first_difference("a\nb\n", "a\nc\n").as_deref(), Some("line 2: expected `b`, found `c`"));
    assert!(first_difference("a\n", "a\nb\n").is_some());
}
