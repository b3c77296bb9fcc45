//! Places in constants and statics, which are no variables: a name for each, `let table = &TABLE;`, stands in front of the body, so that every
//! pass sees a local into which nothing with a gradient goes.

use super::Parser;
use crate::hash::Map;
use crate::ir::{Expr, Place, Step, Stmt, Var};
use crate::pieces::ToForm;
use std::rc::Rc;

/// The names of the constants whose parts are read, by their paths.
#[derive(Default)]
pub(super) struct ConstantPlaces {
    names: Map<Rc<str>, Var>,
    lets: Vec<Stmt>,
}

impl ConstantPlaces {
    /// What stands in front of the body.
    pub(super) fn take(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.lets)
    }
}

impl Parser<'_> {
    /// The place of a constant or static. That there is one of this name is for rustc to say.
    pub(super) fn constant_place(&mut self, path: &syn::ExprPath) -> Place {
        let form = path.form();
        let text: Rc<str> = form.to_string().into();
        let var = self.constant_places.names.get(&text).cloned().unwrap_or_else(|| {
            let last = path.path.segments.last().expect("a path has a segment");
            let var = self.names.var(&last.ident.to_string().to_lowercase());
            self.activity.insert_constant(var.name.clone());
            let init = Some(Expr::Borrow(Rc::new(Expr::Constant(form))));
            self.constant_places.lets.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init });
            self.constant_places.names.insert(text, var.clone());
            var
        });
        Place::new(var, vec![Step::Deref])
    }
}
