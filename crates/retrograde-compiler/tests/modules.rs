//! Arrows between the modules and the crates of the compiler go one way: none needs another that needs it, directly or through others, and the
//! form and its passes know nothing of Rust's syntax.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module of the crate, those that its files name.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_two_modules_need_each_other() {
    for name in ["retrograde-ir", "retrograde-ad", "retrograde-compiler"] {
        let graph = graph(&folder(name).join("src"));
        assert!(graph.len() > 3, "{name} has modules");
        let left = without_ends(graph);
        assert!(left.is_empty(), "in {name} these modules need each other, directly or through others: {left:#?}");
    }
}

/// In particular neither `syn` nor `quote` nor `proc-macro2`: the form has types of its own.
#[test]
fn the_form_and_its_passes_need_nothing_else() {
    for (name, needed) in [
        ("retrograde-rules", &["libm"][..]),
        ("retrograde-ir", &["retrograde-rules"]),
        ("retrograde-ad", &["retrograde-ir", "retrograde-rules"]),
    ] {
        let manifest = fs::read_to_string(folder(name).join("Cargo.toml")).expect("readable");
        assert_eq!(dependencies(&manifest), needed, "{name}");
    }
}

#[test]
fn dependencies_are_found() {
    let manifest = "[dependencies]\nquote.workspace = true\n# why\nsyn = \"3\"\n[dev-dependencies.a]\nversion = \"1\"\n[features]\nb = []\n";
    assert_eq!(dependencies(manifest), ["quote", "syn", "[dev-dependencies.a]"]);
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(name)
}

/// The crates that a manifest names as dependencies, of whatever kind.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
            found.extend(line.contains("dependencies.").then_some(line));
        } else if inside {
            found.extend(line.split(['.', '=', ' ']).next());
        }
    }
    found
}

/// The check finds what it looks for.
#[test]
fn a_circle_is_found() {
    let arrow = |from: &str, to: &str| (from.to_string(), BTreeSet::from([to.to_string()]));
    let left = without_ends(Graph::from([arrow("a", "b"), arrow("b", "c"), arrow("c", "b"), arrow("d", "e")]));
    assert_eq!(left.keys().collect::<Vec<_>>(), ["b", "c"]);
    let tokens = "use crate::{a::X, b::{c, d}}; fn f() { crate::e::g(); super::h() }".parse().expect("tokens");
    let mut named = BTreeSet::new();
    names(tokens, &mut named);
    assert_eq!(named, ["a", "b", "e"].map(str::to_string).into());
}

/// The graph without modules that need none of the others, or that none of the others needs.
fn without_ends(mut graph: Graph) -> Graph {
    loop {
        let all: BTreeSet<String> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|needs| needs.retain(|needed| all.contains(needed)));
        let needed: BTreeSet<String> = graph.values().flatten().cloned().collect();
        let before = graph.len();
        graph.retain(|module, needs| !needs.is_empty() && needed.contains(module));
        if graph.len() == before {
            return graph;
        }
    }
}

fn graph(sources: &Path) -> Graph {
    let mut graph = Graph::new();
    for entry in fs::read_dir(sources).expect("a folder") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if module != "lib" {
            collect(&path, graph.entry(module).or_default());
        }
    }
    graph.iter_mut().for_each(|(module, needs)| {
        needs.remove(module);
    });
    graph
}

fn collect(path: &Path, needs: &mut BTreeSet<String>) {
    if path.is_dir() {
        fs::read_dir(path).expect("a folder").for_each(|entry| collect(&entry.expect("an entry").path(), needs));
    } else {
        names(fs::read_to_string(path).expect("readable").parse().expect("Rust"), needs);
    }
}

/// The modules behind `crate::`.
fn names(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (k, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            names(group.stream(), found);
        }
        // `crate`, two colons, and a name or several in braces
        match (token, tokens.get(k + 3)) {
            (TokenTree::Ident(start), Some(TokenTree::Ident(module))) if start == "crate" => {
                found.insert(module.to_string());
            }
            (TokenTree::Ident(start), Some(TokenTree::Group(group)))
                if start == "crate" && group.delimiter() == Delimiter::Brace =>
            {
                found.extend(firsts(group.stream()));
            }
            _ => {}
        }
    }
}

/// The first name of each path in braces.
fn firsts(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut first = true;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if first => {
                found.push(name.to_string());
                first = false;
            }
            TokenTree::Punct(comma) if comma.as_char() == ',' => first = true,
            _ => {}
        }
    }
    found
}
