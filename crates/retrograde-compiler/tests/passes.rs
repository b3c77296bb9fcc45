//! What each pass makes of a function, as the text of the form: `passes/NAME.rs` holds functions, `passes/NAME.forms` the form after each pass,
//! or after those that the first line names, `// shown: check | adjoint, liveness`.
//!
//! After a change of a pass, `BLESS=1 cargo test -p retrograde-compiler --test passes` writes the new forms; read the difference.

use proc_macro2::TokenStream;
use retrograde_compiler::ir::FunctionKind;
use retrograde_compiler::passes::passes;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn forms() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut differing = Vec::new();
    for source in sources() {
        let expected = source.with_extension("forms");
        let found = forms_of(&fs::read_to_string(&source).expect("readable"));
        if bless {
            fs::write(&expected, found).expect("writable");
            continue;
        }
        let wanted = fs::read_to_string(&expected).unwrap_or_default();
        if let Some((k, (old, new))) = wanted.lines().zip(found.lines()).enumerate().find(|(_, (old, new))| old != new)
        {
            differing.push(format!("{}:{}: expected `{old}`, found `{new}`", expected.display(), k + 1));
        } else if wanted != found {
            differing.push(format!("{}: one is longer than the other", expected.display()));
        }
    }
    assert!(differing.is_empty(), "BLESS=1 writes the new forms:\n{}", differing.join("\n"));
}

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut sources: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs")).collect();
    sources.sort();
    assert!(!sources.is_empty(), "no functions found");
    sources
}

fn forms_of(source: &str) -> String {
    let file = syn::parse_file(source).expect("Rust");
    let shown: Option<Vec<&str>> = source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// shown: "))
        .map(|passes| passes.split(" | ").collect());
    let mut text = String::new();
    for item in file.items {
        let syn::Item::Fn(mut item) = item else { continue };
        let ours =
            |attr: &syn::Attribute| ["reversible", "differentiable"].iter().any(|name| attr.path().is_ident(name));
        let Some(at) = item.attrs.iter().position(ours) else { continue };
        let attr = item.attrs.remove(at);
        let duty = if attr.path().is_ident("reversible") { FunctionKind::Reversible } else { FunctionKind::Ordinary };
        let arguments = attr.meta.require_list().map_or_else(|_| TokenStream::new(), |list| list.tokens.clone());
        let after = passes(arguments, &item, duty).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let mut before = String::new();
        for form in after.into_iter().filter(|form| shown.as_ref().is_none_or(|shown| shown.contains(&&*form.pass))) {
            let shown = if form.text == before { "as before\n" } else { &form.text };
            writeln!(text, "== {}: {}\n{shown}", item.sig.ident, form.pass).expect("a string takes everything");
            before = form.text;
        }
    }
    text
}
