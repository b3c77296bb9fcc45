//! What the functions of a module see around them: the types of its constants and functions, other names for types, and calls that give constants.

use super::tree::{Function, Mark, Other, Owner, Scope, Tree};
use crate::emit::Seen;
use crate::hash::Map;
use crate::ir::{Assumption, ConstantCall};
use crate::linear::is_users;
use crate::pieces::ToForm;
use crate::types::{Environment, Item, Items};
use std::rc::Rc;
use std::slice;

/// What is known in a module, and what rustc is to prove there of the names of types.
pub struct Surroundings {
    /// what its functions see
    pub seen: Rc<Seen>,
    /// by which names of types anything is known
    pub assumptions: Vec<Assumption>,
}

/// What is known in each module.
pub fn surroundings(tree: &Tree) -> Vec<Surroundings> {
    let items: Vec<Items> = (0..tree.scopes.len()).map(|scope| items(tree, scope)).collect();
    let nothing = vec![Environment::default(); items.len()];
    // What is known elsewhere may be what an alias here stands for.
    let (first, _) = environments(tree, &items, &nothing);
    let (types, assumptions) = environments(tree, &items, &first);
    let each = types.into_iter().zip(assumptions).enumerate();
    each.map(|(scope, (types, assumptions))| {
        let calls = Rc::new(constant_calls(tree, scope));
        Surroundings { seen: Rc::new(Seen { types, calls }), assumptions }
    })
    .collect()
}

fn environments(tree: &Tree, items: &[Items], before: &[Environment]) -> (Vec<Environment>, Vec<Vec<Assumption>>) {
    let mut assumptions = vec![Vec::new(); items.len()];
    let own: Vec<Environment> = items
        .iter()
        .enumerate()
        .map(|(scope, own)| {
            let around = imported(tree, scope, before);
            around.with(own, &mut |name| {
                if !assumptions[scope].contains(&name) {
                    assumptions[scope].push(name);
                }
            })
        })
        .collect();
    let whole = (0..own.len()).map(|scope| {
        let mut whole = imported(tree, scope, &own);
        whole.take(&own[scope]);
        whole
    });
    (whole.collect(), assumptions)
}

/// What a module sees of others, by the paths that lead there from it.
fn imported(tree: &Tree, scope: usize, all: &[Environment]) -> Environment {
    let mut environment = Environment::default();
    let here = &tree.scopes[scope];
    for (there, known) in tree.scopes.iter().zip(all).filter(|(there, _)| !there.conditional) {
        if there.path == here.path {
            continue;
        }
        for name in known.names().iter().filter(|name| !name.contains("::")) {
            for path in paths(tree, scope, &[&there.path[..], &[name.to_string()]].concat()) {
                environment.take_as(known, name, &path.into());
            }
        }
    }
    environment
}

/// The items of a module, with the types that are written in them.
fn items(tree: &Tree, scope: usize) -> Items {
    let named = |name: &str, item: Item| (Rc::from(name), item);
    let mut found: Vec<(Rc<str>, Item)> = Vec::new();
    for (name, other) in &tree.scopes[scope].others {
        found.push(match other {
            Some(Other::Alias(ty)) => named(name, Item::Alias(ty.form())),
            Some(Other::Constant(ty)) => named(name, Item::Constant(ty.form())),
            None => named(name, Item::Other),
        });
    }
    let own = |function: &&Function| function.scope == scope && function.owner == Owner::Module;
    for function in tree.functions.iter().filter(own) {
        let name = function.sig.ident.to_string();
        let plain =
            !function.conditional && function.sig.generics.params.is_empty() && function.sig.asyncness.is_none();
        found.push(match &function.sig.output {
            syn::ReturnType::Type(_, ty) if plain => named(&name, Item::Function(ty.form())),
            _ => named(&name, Item::Other),
        });
    }
    Items { named: found, hidden: false }
}

/// The calls in a module that give constants.
fn constant_calls(tree: &Tree, scope: usize) -> Map<Rc<str>, ConstantCall> {
    let mut calls: Map<Rc<str>, ConstantCall> = Map::default();
    let mut not: Vec<Rc<str>> = Vec::new();
    for function in &tree.functions {
        let name = function.sig.ident.to_string();
        let path = |around: &[String]| [around, slice::from_ref(&name)].concat();
        let there = &tree.scopes[function.scope].path;
        let names: Vec<String> = match &function.owner {
            // A method may be one of any type that has one of its name.
            _ if function.sig.receiver().is_some() && is_users(&name, function.sig.inputs.len()) => {
                vec![format!(".{name}")]
            }
            _ if function.sig.receiver().is_some() => continue,
            Owner::Module => paths(tree, scope, &path(there)),
            owner => {
                let Some(ty) = owner.type_name() else { continue };
                let mut names = paths(tree, scope, &path(&[&there[..], &[ty.to_string()]].concat()));
                names.push(format!("Self::{name}"));
                names
            }
        };
        for name in names.into_iter().map(Rc::from) {
            // Of what may be another's, the user's word is no proof.
            let certain = |name: &str| !name.starts_with('.') && !name.starts_with("Self");
            match kind(tree, function).filter(|kind| *kind != ConstantCall::Marked || certain(&name)) {
                Some(kind) if calls.get(&name).is_none_or(|other| *other == kind) => {
                    calls.insert(name, kind);
                }
                _ => not.push(name),
            }
        }
    }
    not.iter().for_each(|name| {
        calls.remove(name);
    });
    calls
}

fn kind(tree: &Tree, function: &Function) -> Option<ConstantCall> {
    if !tree.gives_constant(function) {
        return None;
    }
    let integer = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => crate::host::integer_type(ty),
        syn::ReturnType::Default => false,
    };
    Some(match (function.mark, integer) {
        (Mark::Constant, _) => ConstantCall::Marked,
        (_, true) => ConstantCall::Integer,
        (_, false) => ConstantCall::Other,
    })
}

/// The paths by which something is seen from a module.
fn paths(tree: &Tree, scope: usize, what: &[String]) -> Vec<String> {
    let Scope { path: here, uses, .. } = &tree.scopes[scope];
    let common = here.iter().zip(what).take_while(|(a, b)| a == b).count().min(what.len() - 1);
    let rest = what[common..].join("::");
    let mut paths = vec![format!("{}{rest}", "super::".repeat(here.len() - common))];
    if common == here.len() {
        paths.push(format!("self::{rest}"));
    }
    for (name, meant) in uses {
        let more = tree.resolved(scope, meant, 1).and_then(|meant| what.strip_prefix(&*meant).map(<[String]>::to_vec));
        paths.extend(more.map(|more| [slice::from_ref(name), &more[..]].concat().join("::")));
    }
    paths
}
