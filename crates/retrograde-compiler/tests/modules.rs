//! Arrows between the modules of the compiler go one way: none needs another that needs it, directly or through others.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// For each module of the crate, those that its files name.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_two_modules_need_each_other() {
    let left = without_ends(graph(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")));
    assert!(left.is_empty(), "these modules need each other, directly or through others: {left:#?}");
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
