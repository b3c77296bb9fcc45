//! Parameters marked `#[constant]` have no gradient, so nothing that has one may go into them: it would be lost in silence. What is
//! called as a function is a constant too.

use crate::access::{Touch, each_touch, first_span, has_gradient, reads};
use crate::error::Errors;
use crate::hash::Set;
use crate::ir::{Activity, Arg, Callee, Expr, Function, Growth, Mark, Param, Place, Step, Stmt, all_stmts};
use crate::locals::{Written, written};
use std::rc::Rc;

/// Makes constants of what is called as a function: parameters, and locals with the locals that they are made of.
pub fn mark_functions(function: &mut Function) {
    let mut called = Set::default();
    all_stmts(&function.body).for_each(|stmt| {
        if let Stmt::Call { callee: Callee::Value(place), .. } = stmt
            && place.path.iter().all(|step| matches!(step, Step::Deref | Step::Index(_)))
        {
            called.insert(place.root.name.clone());
        }
    });
    let written = written(&function.body);
    let mut made_of: Vec<(Rc<str>, Vec<Rc<str>>)> = Vec::new();
    all_stmts(&function.body).for_each(|stmt| {
        if let Stmt::Let { var, init: Some(init), .. } = stmt
            && !written.contains(var)
        {
            let mut parts = Vec::new();
            reads(init, &mut |place| parts.push(place.root.name.clone()));
            made_of.push((var.name.clone(), parts));
        }
    });
    // A local is made of those before it.
    for (local, parts) in made_of.iter().rev() {
        if called.contains(local) {
            function.activity.insert_constant(local.clone());
            called.extend(parts.iter().filter(|part| made_of.iter().any(|(local, _)| local == *part)).cloned());
        }
    }
    for param in function.params.iter_mut().filter(|param| param.mark.is_none() && called.contains(&param.var.name)) {
        (param.mark, param.active) = (Some(Mark::Constant), false);
        function.activity.insert_constant(param.var.name.clone());
    }
}

/// Makes constants of the locals that nothing with a gradient goes into, so that no derivative carries zeros along for them.
pub fn mark_locals(function: &mut Function) {
    let mut locals: Set<Rc<str>> = Set::default();
    all_stmts(&function.body).for_each(|stmt| {
        if let Stmt::Let { var, .. } = stmt {
            locals.insert(var.name.clone());
        }
    });
    // What else a statement changes it may give a gradient to, and a function that is an argument says itself what it captures.
    all_stmts(&function.body).for_each(|stmt| match stmt {
        Stmt::Nested(..) | Stmt::Let { init: None, .. } => {}
        Stmt::Let { init: Some(value), .. }
        | Stmt::Update { value, .. }
        | Stmt::Assign { value, .. }
        | Stmt::Grow(_, Growth::Push(value)) => {
            if value.any(&|part| matches!(part, Expr::Function(_))) {
                reads(value, &mut |place| {
                    locals.remove(&place.root.name);
                });
            }
        }
        other => {
            let passes_functions = passed(other).any(|arg| arg.any(&|part| matches!(part, Expr::Function(_))));
            each_touch(other, &mut |touch, place| {
                if passes_functions || matches!(touch, Touch::Write | Touch::Bind) {
                    locals.remove(&place.root.name);
                }
            });
        }
    });
    let before = function.activity.clone();
    locals.iter().for_each(|local| function.activity.insert_constant(local.clone()));
    // A local is mostly made of those before it, so the second pass is mostly the last.
    loop {
        let left = locals.len();
        let activity = &mut function.activity;
        all_stmts(&function.body).for_each(|stmt| {
            let (root, value) = match stmt {
                Stmt::Let { var, init: Some(value), .. } => (var, value),
                Stmt::Update { place, value, .. }
                | Stmt::Assign { place, value, .. }
                | Stmt::Grow(place, Growth::Push(value)) => (&place.root, value),
                _ => return,
            };
            if locals.contains(&root.name) && has_gradient(value, activity) {
                locals.remove(&root.name);
                if !before.is_constant(&root.name) {
                    activity.remove_constant(&root.name);
                }
            }
        });
        if locals.len() == left {
            return;
        }
    }
}

/// What a call is given to read.
fn passed(stmt: &Stmt) -> impl Iterator<Item = &Expr> {
    let (args, shared): (&[Expr], &[Arg]) = match stmt {
        Stmt::LetCall { args, .. } => (args, &[]),
        Stmt::Call { args, .. } => (&[], args),
        _ => (&[], &[]),
    };
    args.iter().chain(shared.iter().filter_map(|arg| match arg {
        Arg::Shared(expr) => Some(expr),
        _ => None,
    }))
}

/// Reports writes of what may have a gradient into constants.
pub fn check(function: &Function, errors: &Errors) {
    let params: Vec<&Param> = function.params.iter().filter(|param| param.is_constant()).collect();
    let mut pass = Constants { params, activity: function.activity.clone(), written: written(&function.body), errors };
    pass.block(&function.body);
}

struct Constants<'f> {
    params: Vec<&'f Param>,
    activity: Activity,
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
                if !self.written.contains(var) && !has_gradient(init, &self.activity) =>
            {
                self.activity.insert_constant(var.name.clone());
            }
            Stmt::Let { var, init: Some(init), .. } if self.activity.is_constant(&var.name) => {
                self.refuse_function(init, &var.name);
            }
            Stmt::Update { place, value, .. } if has_gradient(value, &self.activity) => self.refuse(place),
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

    /// A gradient goes to the arguments of a function, not to what the function is made of.
    fn refuse_function(&self, init: &Expr, name: &str) {
        let mut span = first_span(init);
        let mut part = None;
        reads(init, &mut |place| {
            if part.is_none() && self.active(place) {
                (part, span) = (Some(place.root.to_string()), place.root.span);
            }
        });
        let part = part.unwrap_or_default();
        let message = format!(
            "`{name}` is called as a function, which is a constant, and `{part}` in it may have a gradient, which would be lost: pass what \
             has a gradient as an argument of the call, or mark a parameter that has none with `#[constant]`"
        );
        self.errors.push(span, message);
    }

    fn active(&self, place: &Place) -> bool {
        !self.activity.contains(&place.root.name)
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
