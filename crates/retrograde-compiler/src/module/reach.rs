//! Which functions of a module get derivatives: those that are marked, and those that they call; if none is marked, all that could have some. And
//! which of them call each other in circles, so that a residual would hold itself.

use super::tree::{Function, Mark, Owner, Tree};
use crate::hash::Set;
use crate::host::names_in;
use quote::ToTokens;

/// What becomes of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// whether it gets derivatives
    pub chosen: bool,
    /// whether it is one of those at which circles of calls are cut
    pub recursive: bool,
}

/// What becomes of each function.
pub fn choices(tree: &Tree) -> Vec<Choice> {
    let chosen = chosen(tree);
    let recursive = Circles::of(tree, &chosen);
    chosen.into_iter().zip(recursive).map(|(chosen, recursive)| Choice { chosen, recursive }).collect()
}

fn chosen(tree: &Tree) -> Vec<bool> {
    let candidates: Vec<bool> =
        tree.functions.iter().map(|function| tree.is_candidate(function) && own(tree, function)).collect();
    let marked = |function: &Function| function.mark == Mark::Differentiable;
    if !tree.functions.iter().any(marked) {
        return tree
            .functions
            .iter()
            .zip(candidates)
            .map(|(f, candidate)| candidate && !tree.scopes[f.scope].conditional)
            .collect();
    }
    // What is marked and cannot be differentiated is an error that says so, save the methods that an `impl` with the attribute leaves out.
    let is_method = |function: &Function| function.owner != Owner::Module;
    let roots = tree.functions.iter().zip(&candidates);
    let mut chosen: Vec<bool> = roots.map(|(f, candidate)| marked(f) && (*candidate || !is_method(f))).collect();
    let mut open: Vec<usize> = (0..chosen.len()).filter(|k| chosen[*k]).collect();
    while let Some(k) = open.pop() {
        for next in called(tree, k).into_iter().chain(of_one_trait(tree, k)) {
            if candidates[next] && !chosen[next] {
                chosen[next] = true;
                open.push(next);
            }
        }
    }
    chosen
}

/// Whether a method may have siblings: one of a trait from elsewhere may not, unless it is marked.
fn own(tree: &Tree, function: &Function) -> bool {
    match function.owner.trait_name() {
        Some(name) => function.mark == Mark::Differentiable || declares(tree, name),
        None => true,
    }
}

fn declares(tree: &Tree, name: &str) -> bool {
    tree.functions.iter().any(|function| function.owner == Owner::Trait(name.to_string()))
}

/// What a function may call.
fn called(tree: &Tree, k: usize) -> Vec<usize> {
    let function = &tree.functions[k];
    let by_path = function.mentions.paths.iter().flat_map(|path| tree.meant(function.scope, path));
    let by_name = function.mentions.methods.iter().flat_map(|(name, on_self)| methods(tree, function, name, *on_self));
    by_path.chain(by_name).collect()
}

/// The methods that a name may mean. On `self` it is that of the type, if it has one.
fn methods(tree: &Tree, function: &Function, name: &str, on_self: bool) -> Vec<usize> {
    let is_method = |k: &usize| tree.functions[*k].sig.receiver().is_some() && tree.functions[*k].sig.ident == name;
    let all: Vec<usize> = (0..tree.functions.len()).filter(is_method).collect();
    let itself = function.owner.type_name().filter(|_| on_self);
    let own: Vec<usize> =
        all.iter().copied().filter(|k| itself.is_some() && tree.functions[*k].owner.type_name() == itself).collect();
    if own.is_empty() { all } else { own }
}

/// A method of a trait is one of all that implement it.
fn of_one_trait(tree: &Tree, k: usize) -> Vec<usize> {
    let function = &tree.functions[k];
    let Some(name) = function.owner.trait_name() else { return Vec::new() };
    let same = |other: &Function| other.owner.trait_name() == Some(name) && other.sig.ident == function.sig.ident;
    (0..tree.functions.len()).filter(|k| same(&tree.functions[*k])).collect()
}

/// A walk along calls, which marks the functions that it comes back to.
struct Circles<'t, 'm> {
    tree: &'t Tree<'m>,
    chosen: &'t [bool],
    /// the functions on the way, and those that were left
    on_the_way: Vec<bool>,
    seen: Vec<bool>,
    recursive: Vec<bool>,
}

impl<'t, 'm> Circles<'t, 'm> {
    fn of(tree: &'t Tree<'m>, chosen: &'t [bool]) -> Vec<bool> {
        let none = vec![false; chosen.len()];
        let mut circles = Circles { tree, chosen, on_the_way: none.clone(), seen: none.clone(), recursive: none };
        (0..chosen.len()).for_each(|k| circles.visit(k));
        circles.recursive
    }

    fn visit(&mut self, k: usize) {
        if self.seen[k] || !self.chosen[k] {
            return;
        }
        (self.seen[k], self.on_the_way[k]) = (true, true);
        for next in self.calls(k) {
            self.recursive[next] |= self.on_the_way[next];
            self.visit(next);
        }
        self.on_the_way[k] = false;
    }

    /// What a function calls for certain, as far as circles go. A function finds out itself that it calls itself.
    fn calls(&self, k: usize) -> Vec<usize> {
        let (tree, function) = (self.tree, &self.tree.functions[k]);
        let by_path = function.mentions.paths.iter().flat_map(|path| tree.meant(function.scope, path));
        let by_path = by_path.filter(|next| *next != k);
        let held = held(tree, function);
        let by_name = function.mentions.methods.iter().flat_map(|(name, on_self)| {
            let any = methods(tree, function, name, *on_self).into_iter();
            // On another value than `self` it is a call of itself only if a value holds others like it.
            let at_hand = |next: &usize| match tree.functions[*next].owner.type_name() {
                Some(name) => held.contains(name),
                None => false,
            };
            any.filter(|next| if *on_self { *next != k } else { at_hand(next) }).collect::<Vec<_>>()
        });
        by_path.chain(by_name).collect()
    }
}

/// The types whose values a function may come by: what it mentions, and what these and its own type hold.
fn held(tree: &Tree, function: &Function) -> Set<String> {
    let parts = |name: &str| -> Vec<String> {
        let fields = tree.types.iter().filter(|ty| ty.name == name).flat_map(|ty| &ty.fields);
        fields.flat_map(|ty| names_in(ty.to_token_stream()).into_taken()).collect()
    };
    let mut open: Vec<String> = function.owner.type_name().into_iter().flat_map(parts).collect();
    open.extend(function.mentions.names.iter().cloned());
    let mut names = Set::default();
    while let Some(name) = open.pop() {
        if names.insert(name.clone()) {
            open.extend(parts(&name));
        }
    }
    names
}
