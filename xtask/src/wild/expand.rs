//! What the compiler alone says of the functions, without rustc: quick, and the same messages.

use super::compile::{self, Found};
use super::functions::Item;
use super::list::Published;
use super::sources::Copy;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{fmt, fs};

/// Messages, and where each was first given.
#[derive(Default)]
pub struct Messages {
    functions: usize,
    refused: usize,
    first: BTreeMap<String, Vec<String>>,
}

impl Messages {
    /// Expands what is tried of a crate, and what it needs.
    pub fn add(&mut self, published: &Published, copy: &Copy) -> Result<(), String> {
        let Found { items, trials, .. } = compile::found(published, copy)?;
        let said: Vec<Vec<String>> =
            items.iter().map(|item| if item.wanted { said(item) } else { Vec::new() }).collect();
        for trial in &trials {
            let own = &items[trial.reached[0]];
            self.functions += 1;
            let of: Vec<usize> = trial.reached.iter().copied().filter(|&k| !said[k].is_empty()).collect();
            self.refused += usize::from(!of.is_empty());
            for k in of {
                let place =
                    format!("{}:{} {} for {}", items[k].file.display(), items[k].lines.0, items[k].name, own.name);
                for message in &said[k] {
                    self.first.entry(message.clone()).or_default().push(place.clone());
                }
            }
        }
        Ok(())
    }
}

/// What the compiler says of an item.
fn said(item: &Item) -> Vec<String> {
    let expand = || {
        let text = fs::read_to_string(&item.file).ok()?;
        let lines: Vec<&str> = text.lines().collect();
        let text = lines.get(item.lines.0 - 1..item.lines.1)?.join("\n");
        let tokens: TokenStream = text.parse().ok()?;
        let name = if item.attribute.contains("derive") { "Differentiable" } else { "differentiable" };
        let (_, entry) = retrograde_compiler::entry::ENTRIES.iter().find(|(entry, _)| *entry == name)?;
        let arguments = if item.attribute.contains("associated") { "associated" } else { "" };
        let mut found = Vec::new();
        messages(entry(arguments.parse().ok()?, tokens), &mut found);
        Some(found)
    };
    if item.attribute.is_empty() {
        return Vec::new();
    }
    let found = catch_unwind(AssertUnwindSafe(expand));
    proc_macro2::extra::invalidate_current_thread_spans();
    found.map_or_else(|_| vec!["PANIC".into()], Option::unwrap_or_default)
}

fn messages(tokens: TokenStream, found: &mut Vec<String>) {
    let mut is_error = false;
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => is_error = true,
            TokenTree::Group(group) if is_error => {
                found.push(group.stream().to_string());
                is_error = false;
            }
            TokenTree::Group(group) => messages(group.stream(), found),
            _ => {}
        }
    }
}

impl fmt::Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.first.iter().collect();
        all.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        for (message, places) in all {
            writeln!(f, "{:>4} {message}", places.len())?;
            places.iter().take(12).try_for_each(|place| writeln!(f, "         {place}"))?;
        }
        write!(f, "{} functions, {} refused", self.functions, self.refused)
    }
}
