//! What a function needs: everything that it reaches by paths, the methods of these types that are mentioned by name, and the traits that it uses.
//!
//! A copy may hold more than is needed, never less: rustc would say so. What cannot be copied is an error only where a path leads to it.

use crate::error::{Error, Result, error};
use crate::mentions::{Mentions, Path};
use crate::names::{Found, LeafId, STANDARD};
use crate::tree::{Crate, ItemId};
use std::collections::{BTreeMap, BTreeSet};

/// What is copied of a crate.
pub struct Reach<'c> {
    pub tree: &'c Crate,
    pub items: BTreeSet<ItemId>,
    /// the members of an `impl`, by their numbers
    pub members: BTreeMap<ItemId, BTreeSet<usize>>,
    pub leaves: BTreeSet<LeafId>,
    pub macros: BTreeSet<usize>,
    /// names of methods that are mentioned anywhere
    names: BTreeSet<String>,
    /// the modules that have anything in the copy
    modules: BTreeSet<usize>,
}

/// What to do about a function that cannot be copied.
const INSTEAD: &str =
    "give the function that calls it a derivative of your own with `#[derivative(..)]` or `#[pullback(..)]`";

/// Macros that everybody has.
pub const MACROS: [&str; 39] = [
    "addr_of",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "pin",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "ready",
];

impl<'c> Reach<'c> {
    /// What some items need, and some methods of types.
    pub fn of(tree: &'c Crate, items: &[ItemId], methods: &[(ItemId, usize)]) -> Result<Self> {
        let mut reach = Reach {
            tree,
            items: BTreeSet::new(),
            members: BTreeMap::new(),
            leaves: BTreeSet::new(),
            macros: BTreeSet::new(),
            names: BTreeSet::new(),
            modules: BTreeSet::new(),
        };
        for id in items {
            reach.item(*id)?;
        }
        for (id, member) in methods {
            reach.member(*id, *member).map_err(|why| why.0)?;
        }
        while reach.grows()? {}
        Ok(reach)
    }

    /// What is reached, in numbers.
    fn size(&self) -> [usize; 6] {
        let members = self.members.values().map(BTreeSet::len).sum();
        [self.items.len(), members, self.leaves.len(), self.macros.len(), self.names.len(), self.members.len()]
    }

    fn item(&mut self, id: ItemId) -> Result<()> {
        if !self.items.insert(id) {
            return Ok(());
        }
        let item = self.tree.item(id);
        let path = self.tree.path_of(id).join("::");
        let package = &self.tree.package.name;
        let refused = |why: &str| {
            // Where one leads to another, the last says why.
            if why.contains(INSTEAD) {
                return error!("`{path}` calls {why}");
            }
            error!("`{path}` of `{package}` ({}), which cannot be copied: {why}; {INSTEAD}", item.place)
        };
        if let Some(problem) = &item.problem {
            return Err(refused(problem));
        }
        let mentions = Mentions::of_item(&item.syntax);
        if mentions.is_unsafe || matches!(item.syntax, syn::Item::Union(_)) {
            return Err(refused("it is `unsafe`"));
        }
        self.modules.insert(id.0);
        self.mentioned(id.0, &mentions).map_err(|why| refused(&why))
    }

    /// A member of an `impl`. The second error is for what a path leads to.
    fn member(&mut self, id: ItemId, member: usize) -> std::result::Result<(), (Error, String)> {
        let item = self.tree.item(id);
        let syn::Item::Impl(syntax) = &item.syntax else { return Ok(()) };
        if self.members.get(&id).is_some_and(|members| members.contains(&member)) {
            return Ok(());
        }
        let refused = |why: String| (error!("a method at {} cannot be copied: {why}", item.place), why);
        let mentions = Mentions::of_member(&syntax.items[member]);
        if let Some(problem) = &item.problem {
            return Err(refused(problem.clone()));
        }
        if mentions.is_unsafe {
            return Err(refused("it is `unsafe`".into()));
        }
        self.members.entry(id).or_default().insert(member);
        self.modules.insert(id.0);
        let head = Mentions::of_head(syntax);
        self.mentioned(id.0, &head).and_then(|()| self.mentioned(id.0, &mentions)).map_err(refused)
    }

    fn mentioned(&mut self, module: usize, mentions: &Mentions) -> std::result::Result<(), String> {
        self.names.extend(mentions.names.iter().cloned());
        for path in &mentions.paths {
            self.path(module, path)?;
        }
        for path in &mentions.macros {
            self.macro_called(module, path)?;
        }
        Ok(())
    }

    fn path(&mut self, module: usize, (path, leading): &Path) -> std::result::Result<(), String> {
        let meaning = self.tree.meaning(module, path, *leading);
        self.leaves.extend(meaning.leaves.iter().copied());
        for found in meaning.found {
            match found {
                Found::Item(id, _) => self.item(id).map_err(|error| error.to_string())?,
                Found::Outside(path) => self.available(&path)?,
                Found::Macro(_) | Found::Module(_) => {}
            }
        }
        Ok(())
    }

    /// Whether the package that has the copy can name what belongs to another crate.
    fn available(&self, path: &[String]) -> std::result::Result<(), String> {
        let Some(dependency) = self.tree.package.dependencies.get(&path[0]) else { return Ok(()) };
        if dependency.called.is_some() {
            return Ok(());
        }
        let (name, version) = (&dependency.name, &dependency.version);
        let path = path.join("::");
        Err(format!(
            "it uses `{path}`, and your package does not depend on that: add `{name} = \"{version}\"` to Cargo.toml"
        ))
    }

    fn macro_called(&mut self, module: usize, (path, leading): &Path) -> std::result::Result<(), String> {
        let tree = self.tree;
        let Some(last) = path.last() else { return Ok(()) };
        let meaning = tree.meaning(module, path, *leading);
        let by_path = meaning.found.iter().find_map(|found| match found {
            Found::Macro(k) => Some(*k),
            _ => None,
        });
        let by_name = || tree.macros.iter().position(|found| path.len() == 1 && found.name == *last);
        if let Some(k) = by_path.or_else(by_name) {
            self.macros.insert(k);
            // It is expanded where it is called, so its names are looked up there.
            let mut inside = Mentions::of_tokens(tree.macros[k].syntax.mac.tokens.clone());
            if inside.is_unsafe {
                return Err(format!("it calls `{last}!`, which is `unsafe`"));
            }
            inside.macros.retain(|(path, _)| path.last() != Some(last));
            return self.mentioned(module, &inside);
        }
        if let Some(Found::Outside(path)) = meaning.found.first() {
            return self.available(path);
        }
        if path.len() > 1 || MACROS.contains(&&**last) {
            return Ok(());
        }
        match self.tree.macro_crates.as_slice() {
            [] => Err(format!("the macro `{last}!` that it calls is not found")),
            [other] => self.available(&[other.clone(), last.clone()]),
            several => Err(format!("the macro `{last}!` that it calls may be one of {}", several.join(", "))),
        }
    }

    /// Takes what the names and types reached so far need.
    fn grows(&mut self) -> Result<bool> {
        let before = self.size();
        self.traits()?;
        for (id, item) in self.tree.items() {
            if let syn::Item::Impl(syntax) = &item.syntax {
                self.implementation(id, syntax);
            }
        }
        Ok(self.size() != before)
    }

    /// The traits in scope that have a method of a name that is mentioned.
    fn traits(&mut self) -> Result<()> {
        for module in self.modules.clone() {
            let mut found: BTreeSet<ItemId> = BTreeSet::new();
            let own = 0..self.tree.modules[module].items.len();
            found.extend(own.map(|k| (module, k)));
            for (k, leaf) in self.tree.modules[module].leaves.iter().enumerate() {
                let meaning = self.tree.meaning(module, &leaf.path, leaf.leading);
                for what in meaning.found {
                    let items: Vec<ItemId> = match what {
                        Found::Item(id, _) => vec![id],
                        Found::Module(inner) if leaf.name.is_none() => self.exported(inner),
                        _ => continue,
                    };
                    let used: Vec<ItemId> = items.into_iter().filter(|id| self.is_used_trait(*id)).collect();
                    if !used.is_empty() {
                        self.leaves.insert((module, k));
                        self.leaves.extend(meaning.leaves.iter().copied());
                        found.extend(used);
                    }
                }
            }
            for id in found.into_iter().filter(|id| self.is_used_trait(*id)).collect::<Vec<_>>() {
                self.item(id)?;
            }
        }
        Ok(())
    }

    /// What a glob brings of a module.
    fn exported(&self, module: usize) -> Vec<ItemId> {
        let here = &self.tree.modules[module];
        let own = (0..here.items.len()).map(|k| (module, k));
        let others = here.leaves.iter().flat_map(|leaf| self.tree.meaning(module, &leaf.path, leaf.leading).found);
        own.chain(others.filter_map(|found| match found {
            Found::Item(id, _) => Some(id),
            _ => None,
        }))
        .collect()
    }

    fn is_used_trait(&self, id: ItemId) -> bool {
        match &self.tree.item(id).syntax {
            syn::Item::Trait(item) => item.items.iter().any(|item| match item {
                syn::TraitItem::Fn(method) => self.names.contains(&method.sig.ident.to_string()),
                _ => false,
            }),
            _ => false,
        }
    }

    /// An `impl` of a type that is copied, or of a trait. What cannot be copied of it is left out.
    fn implementation(&mut self, id: ItemId, syntax: &syn::ItemImpl) {
        let itself = self.of_type(id.0, &syntax.self_ty);
        let trait_ = syntax.trait_.as_ref().map(|(path, _)| self.meaning_of(id.0, path));
        let wanted: Vec<usize> = match (itself, trait_) {
            (Some(true), None) => {
                let named = |member: &&usize| self.is_mentioned(&syntax.items[**member]);
                let all: Vec<usize> = (0..syntax.items.len()).collect();
                all.iter().filter(named).copied().collect()
            }
            (Some(true) | None, Some(of)) if self.is_wanted(&of, itself.is_some(), syntax) => {
                (0..syntax.items.len()).collect()
            }
            _ => return,
        };
        if syntax.trait_.is_none() {
            wanted.into_iter().for_each(|member| self.attempt(|reach| reach.member(id, member)));
        } else if !self.members.contains_key(&id) {
            self.attempt(|reach| {
                reach.members.entry(id).or_default();
                reach.modules.insert(id.0);
                wanted.into_iter().try_for_each(|member| reach.member(id, member))
            });
        }
    }

    /// Takes what a name may mean, if it can be copied.
    fn attempt<E>(&mut self, take: impl FnOnce(&mut Self) -> std::result::Result<(), E>) {
        let before = (self.items.clone(), self.members.clone(), self.leaves.clone(), self.macros.clone());
        if take(self).is_err() {
            (self.items, self.members, self.leaves, self.macros) = before;
        }
    }

    /// Whether a type is copied; `None` if it is not of this crate.
    fn of_type(&self, module: usize, ty: &syn::Type) -> Option<bool> {
        match ty {
            syn::Type::Path(path) => {
                let items: Vec<ItemId> = self.meaning_of(module, &path.path).iter().filter_map(item_of).collect();
                if items.is_empty() { None } else { Some(items.iter().any(|id| self.items.contains(id))) }
            }
            syn::Type::Reference(reference) => self.of_type(module, &reference.elem),
            syn::Type::Paren(inner) => self.of_type(module, &inner.elem),
            syn::Type::Group(inner) => self.of_type(module, &inner.elem),
            _ => None,
        }
    }

    fn meaning_of(&self, module: usize, path: &syn::Path) -> Vec<Found> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.tree.meaning(module, &names, path.leading_colon.is_some()).found.into_iter().collect()
    }

    /// Whether a trait is copied, or one of the standard library, which a type of this crate may need without a word.
    fn is_wanted(&self, of: &[Found], own_type: bool, syntax: &syn::ItemImpl) -> bool {
        let generic = syntax.trait_.iter().any(|(path, _)| path.segments.len() == 1 && of.is_empty());
        let standard = of.iter().any(|found| matches!(found, Found::Outside(path) if STANDARD.contains(&&*path[0])));
        own_type && (generic || standard)
            || of.iter().any(|found| match found {
                Found::Item(id, _) => self.items.contains(id),
                _ => false,
            })
    }

    fn is_mentioned(&self, item: &syn::ImplItem) -> bool {
        match item {
            syn::ImplItem::Fn(method) => self.names.contains(&method.sig.ident.to_string()),
            syn::ImplItem::Const(item) => self.names.contains(&item.ident.to_string()),
            syn::ImplItem::Type(_) => true,
            _ => false,
        }
    }
}

fn item_of(found: &Found) -> Option<ItemId> {
    match found {
        Found::Item(id, _) => Some(*id),
        _ => None,
    }
}
