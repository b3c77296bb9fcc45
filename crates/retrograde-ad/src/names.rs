//! Fresh names: a minted name never equals one that the function already uses.

use crate::hash::{Map, Set};
use crate::ir::{Function, Roles, Span, Var};

/// The names in use.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: Set<String>,
    /// for each base, how many were tried
    tried: Map<String, usize>,
}

impl Names {
    /// All variables of a function.
    pub fn of(function: &Function) -> Self {
        let mut names = Self::default();
        let mut note = |var: &Var| {
            // A variable is mostly seen more than once.
            if !names.has(&var.name) {
                names.taken.insert(var.name.to_string());
            }
        };
        function.params.iter().for_each(|param| note(&param.var));
        crate::access::each_variable(&function.body, &mut note);
        if let Some(result) = &function.result {
            crate::access::each_name(result, &mut note);
        }
        // A new variable with the name of one that is gone would be taken for what that was.
        names.taken.extend(function.activity.names().map(ToString::to_string));
        names
    }

    /// Takes a name.
    pub fn take(&mut self, name: String) {
        self.taken.insert(name);
    }

    /// All names in use.
    pub fn into_taken(self) -> impl Iterator<Item = String> {
        self.taken.into_iter()
    }

    /// Whether a name is in use.
    pub fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// A name like `base` that is not in use yet.
    pub fn mint(&mut self, base: &str) -> String {
        let tried = self.tried.entry(base.to_string()).or_insert(0);
        loop {
            *tried += 1;
            let name = format!("{base}{tried}");
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// A fresh variable, invisible to the user's code.
    pub fn var(&mut self, base: &str) -> Var {
        Var { name: self.mint(base).into(), roles: Roles::NONE, span: Span::mixed_site() }
    }

    /// A fresh variable in the place of one that the user wrote.
    pub fn rename(&mut self, name: &str, span: Span) -> Var {
        Var::new(&self.mint(&format!("{name}_")), span)
    }
}
