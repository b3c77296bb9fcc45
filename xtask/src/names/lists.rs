//! The names that the compiler knows: every string in its source files that could be one, and those of the derivative tables. A new name in
//! any list, comparison or pattern of the compiler is found without anybody's doing.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// All of them, in order.
pub fn names() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("crates");
    let sources = ["retrograde-ir", "retrograde-ad", "retrograde-compiler"].map(|name| crates.join(name).join("src"));
    let mut found = BTreeSet::new();
    for file in sources.iter().flat_map(|sources| source_files(sources)) {
        let text = std::fs::read_to_string(&file).expect("a source file");
        strings(text.parse().expect("Rust"), &mut found);
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    let rules = retrograde_rules::RULES.iter().chain(retrograde_rules::COMPLEX);
    found.extend(rules.flat_map(|rule| [rule.method, rule.strukt]).map(str::to_string));
    found.retain(|name| name != "_" && name.trim() == name && syn::parse_str::<syn::Ident>(name).is_ok());
    found
}

/// Every file of Rust below a folder.
pub fn source_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(source_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// The strings in it; of one like `std::mem::swap`, every segment.
fn strings(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => strings(group.stream(), found),
            TokenTree::Literal(literal) => {
                if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    found.extend(text.value().split("::").map(str::to_string));
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    /// Names from a comparison, a pattern, a list, a `matches!` and a table.
    #[test]
    fn names_from_everywhere() {
        let names = super::names();
        for name in ["swap", "unwrap_or", "is_nan", "is_empty", "atan2", "HashMap", "norm", "usize", "Complex"] {
            assert!(names.contains(name), "{name}");
        }
        assert!(!names.contains("fn") && !names.contains("_"));
    }
}
