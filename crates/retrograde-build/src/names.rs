//! What a path means in a module of a crate: modules, items, macros, or what belongs to other crates. `use`, re-exports and globs are followed.
//!
//! A name may mean several things at once, one in each namespace; all are found.

use crate::tree::{Crate, ItemId, Leaf};
use std::collections::BTreeSet;

/// Crates that everybody has.
pub const STANDARD: [&str; 3] = ["std", "core", "alloc"];

/// Something that a path means, and what of the path is left behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Found {
    Module(usize),
    /// what is left is a variant, or what belongs to a type
    Item(ItemId, Vec<String>),
    Macro(usize),
    /// a path of another crate, by what the code of this one calls it
    Outside(Vec<String>),
}

/// A name that `use` brings, by its module and its number there.
pub type LeafId = (usize, usize);

/// What a path means, and what of `use` led there.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    pub found: BTreeSet<Found>,
    pub leaves: BTreeSet<LeafId>,
    /// what was looked up, since globs may lead in circles
    seen: BTreeSet<(usize, Vec<String>)>,
    /// what is being followed: `use` does not find its own beginning by itself
    busy: BTreeSet<LeafId>,
}

impl Meaning {
    /// What is found on another way, which is not gone twice.
    fn beside(&mut self, by: LeafId, look: impl FnOnce(&mut Meaning)) -> Meaning {
        let (seen, mut busy) = (std::mem::take(&mut self.seen), self.busy.clone());
        let first = busy.insert(by);
        let mut inside = Meaning { seen, busy, ..Meaning::default() };
        if first {
            look(&mut inside);
        }
        self.seen = std::mem::take(&mut inside.seen);
        inside
    }
}

impl Crate {
    /// What a path means in a module.
    pub fn meaning(&self, module: usize, path: &[String], leading: bool) -> Meaning {
        let mut meaning = Meaning::default();
        self.follow(module, path, leading, &mut meaning);
        meaning
    }

    /// What a path from the root means.
    pub fn at(&self, path: &[String]) -> Meaning {
        let mut meaning = Meaning::default();
        self.descend(0, path, &mut meaning);
        meaning
    }

    fn follow(&self, module: usize, path: &[String], leading: bool, meaning: &mut Meaning) {
        let [first, rest @ ..] = path else { return };
        if leading {
            return self.outside(path, meaning);
        }
        match &**first {
            "crate" | "$crate" => self.descend(0, rest, meaning),
            "self" => self.descend(module, rest, meaning),
            "super" => {
                let Some(parent) = self.modules[module].parent else { return };
                match rest.first().map(String::as_str) {
                    Some("super") => self.follow(parent, rest, false, meaning),
                    _ => self.descend(parent, rest, meaning),
                }
            }
            "Self" => {}
            _ => {
                let before = meaning.found.len();
                self.descend(module, path, meaning);
                if meaning.found.len() == before {
                    self.outside(path, meaning);
                }
            }
        }
    }

    /// Another crate, if the first name is one.
    fn outside(&self, path: &[String], meaning: &mut Meaning) {
        if path.first().is_some_and(|first| self.is_crate(first)) {
            meaning.found.insert(Found::Outside(path.to_vec()));
        }
    }

    /// Whether a name is that of another crate.
    pub fn is_crate(&self, name: &str) -> bool {
        STANDARD.contains(&name) || self.package.dependencies.contains_key(name)
    }

    /// What a path means that begins in a module.
    fn descend(&self, module: usize, path: &[String], meaning: &mut Meaning) {
        let [first, rest @ ..] = path else {
            meaning.found.insert(Found::Module(module));
            return;
        };
        if !meaning.seen.insert((module, path.to_vec())) {
            return;
        }
        let here = &self.modules[module];
        let before = meaning.found.len();
        // What is named here hides what a glob brings; a module hides no function.
        let mut named = false;
        if let Some((child, _)) = here.children.get(first) {
            named |= !rest.is_empty();
            self.descend(*child, rest, meaning);
        }
        let own = here.items.iter().enumerate().filter(|(_, item)| item.name().as_ref() == Some(first));
        for (k, _) in own.filter(|(_, item)| rest.is_empty() || item.is_type()) {
            named = true;
            meaning.found.insert(Found::Item((module, k), rest.to_vec()));
        }
        if let Some(k) = self.macros.iter().position(|found| found.name == *first && rest.is_empty())
            && (module == 0 || self.macros[k].module == module)
        {
            meaning.found.insert(Found::Macro(k));
        }
        for (k, leaf) in here.leaves.iter().enumerate().filter(|(_, leaf)| leaf.name.as_ref() == Some(first)) {
            let path = [&leaf.path[..], rest].concat();
            // `use erf::erf;` beside `mod erf` does not mean itself.
            if path != std::slice::from_ref(first) {
                named = true;
                self.through((module, k), &path, meaning);
            }
        }
        if named {
            return;
        }
        for (k, leaf) in here.leaves.iter().enumerate().filter(|(_, leaf)| leaf.name.is_none()) {
            let path = [&leaf.path[..], path].concat();
            self.through((module, k), &path, meaning);
        }
        if meaning.found.len() == before && rest.is_empty() {
            self.variants(module, first, meaning);
        }
    }

    fn through(&self, leaf: LeafId, path: &[String], meaning: &mut Meaning) {
        let Leaf { leading, name, .. } = &self.modules[leaf.0].leaves[leaf.1];
        let mut inside = meaning.beside(leaf, |inside| self.follow(leaf.0, path, *leading, inside));
        if name.is_none() {
            // Nobody knows what is in another crate.
            inside.found.retain(|found| !matches!(found, Found::Outside(_)));
        }
        if !inside.found.is_empty() {
            meaning.found.extend(inside.found);
            meaning.leaves.extend(inside.leaves);
            meaning.leaves.insert(leaf);
        }
    }

    /// `use Kind::*` brings the variants of an enum.
    fn variants(&self, module: usize, name: &str, meaning: &mut Meaning) {
        for (k, leaf) in self.modules[module].leaves.iter().enumerate().filter(|(_, leaf)| leaf.name.is_none()) {
            if leaf.path.len() == 1 && leaf.path[0] == name {
                continue;
            }
            let inside = meaning.beside((module, k), |inside| self.follow(module, &leaf.path, leaf.leading, inside));
            for found in inside.found {
                if let Found::Item(id, rest) = &found
                    && rest.is_empty()
                    && let syn::Item::Enum(item) = &self.item(*id).syntax
                    && item.variants.iter().any(|variant| variant.ident == name)
                {
                    meaning.found.insert(Found::Item(*id, vec![name.to_string()]));
                    meaning.leaves.insert((module, k));
                }
            }
        }
    }

    /// A path by which everybody sees an item.
    pub fn public_path(&self, item: ItemId) -> Option<Vec<String>> {
        let mut open = std::collections::VecDeque::from([(0, Vec::new())]);
        let mut seen = BTreeSet::from([0]);
        while let Some((module, path)) = open.pop_front() {
            let here = &self.modules[module];
            let with = |name: &String| [&path[..], std::slice::from_ref(name)].concat();
            if item.0 == module && self.item(item).is_public() {
                return self.item(item).name().map(|name| with(&name));
            }
            let mut modules: Vec<(usize, Vec<String>)> = Vec::new();
            for leaf in here.leaves.iter().filter(|leaf| leaf.public) {
                let meaning = self.meaning(module, &leaf.path, leaf.leading);
                for found in meaning.found {
                    match (found, &leaf.name) {
                        (Found::Item(id, rest), Some(name)) if id == item && rest.is_empty() => {
                            return Some(with(name));
                        }
                        (Found::Module(inner), Some(name)) => modules.push((inner, with(name))),
                        (Found::Module(inner), None) => modules.push((inner, path.clone())),
                        _ => {}
                    }
                }
            }
            let children = here.children.iter().filter(|(_, (_, public))| *public);
            modules.extend(children.map(|(name, (child, _))| (*child, with(name))));
            open.extend(modules.into_iter().filter(|(inner, _)| seen.insert(*inner)));
        }
        None
    }
}
