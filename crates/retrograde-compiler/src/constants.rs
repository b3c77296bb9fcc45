//! Parameters marked `#[constant]` have no gradient, so nothing that has one may go into them: it would be lost in silence.

use crate::access::{Touch, each_touch, has_gradient};
use crate::error::Errors;
use crate::ir::{Function, Inert, Param, Place, Stmt};
use crate::locals::{Written, written};

/// Reports writes of what may have a gradient into constants.
pub fn check(function: &Function, errors: &Errors) {
    let params: Vec<&Param> = function.params.iter().filter(|param| param.is_constant()).collect();
    if !params.is_empty() {
        let mut pass = Constants { params, inert: function.inert.clone(), written: written(&function.body), errors };
        pass.block(&function.body);
    }
}

struct Constants<'f> {
    params: Vec<&'f Param>,
    inert: Inert,
    written: Written,
    errors: &'f Errors,
}

impl Constants<'_> {
    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.statement(stmt);
            stmt.blocks().iter().for_each(|block| self.block(block));
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            // What starts from constants and never changes is one.
            Stmt::Let { var, init: Some(init), .. }
                if !self.written.contains(var) && !has_gradient(init, &self.inert) =>
            {
                self.inert.insert_constant(var.name.clone());
            }
            Stmt::Update { place, value, .. } if has_gradient(value, &self.inert) => self.refuse(place),
            Stmt::Swap(a, b) => {
                for (place, other) in [(a, b), (b, a)] {
                    if self.active(other) {
                        self.refuse(place);
                    }
                }
            }
            // What a call does with a constant is asked of the function that is called, by the type of the shadow.
            Stmt::Call { .. } | Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Nested(..) => {}
            other => {
                let mut active = false;
                each_touch(other, &mut |touch, place| {
                    active |= matches!(touch, Touch::Read | Touch::Write) && self.active(place);
                });
                each_touch(other, &mut |touch, place| {
                    if active && touch == Touch::Write {
                        self.refuse(place);
                    }
                });
            }
        }
    }

    fn active(&self, place: &Place) -> bool {
        !self.inert.contains(&place.root.name)
    }

    fn refuse(&self, place: &Place) {
        if self.params.iter().any(|param| param.var == place.root) {
            let name = &place.root;
            let message = format!(
                "`{name}` is marked `#[constant]`, and a value that may have a gradient goes into it here, where the gradient would be \
                 lost: leave out the mark, or mark what the value depends on too"
            );
            self.errors.push(place.root.span, message);
        }
    }
}
