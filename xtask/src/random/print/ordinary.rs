//! Statements that only ordinary functions have, as text.

use super::{Printer, exprs};
use crate::random::ast::{Asking, Exit, Growth, Place, Stmt, Taking};
use std::rc::Rc;

impl Printer<'_> {
    pub(super) fn ordinary(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Closure { var, params, value, uses } => {
                let params: Vec<String> = params.iter().map(|param| format!("{}: f64", param.name)).collect();
                let mut value = self.expr(value);
                // Nothing else would say of what type a number is.
                if !value.contains(char::is_alphabetic) {
                    value = format!("1.0_f64 * ({value})");
                }
                self.line(&format!("let {} = |{}| {value};", var.name, params.join(", ")));
                self.stmts(uses);
            }
            Stmt::Stepper { var, param, body, uses } => {
                self.line(&format!("let mut {} = |{}: f64| {{", var.name, param.name));
                self.block(body);
                self.line("};");
                self.stmts(uses);
            }
            Stmt::Step(var, value) => {
                let text = format!("{}({});", var.name, self.expr(value));
                self.line(&text);
            }
            Stmt::Grow { list, how } => {
                let text = self.growth(list, how);
                self.line(&text);
            }
            Stmt::Taken { .. } => self.taken(stmt),
            Stmt::Asked { .. } => self.asked(stmt),
            Stmt::Repeat { .. } => self.repeat(stmt),
            Stmt::Labelled { label, body } => self.labelled(label, body),
            Stmt::Exit(exit) => {
                let text = self.exit(exit);
                self.line(&text);
            }
            other => unreachable!("in every function: {other:?}"),
        }
    }

    fn repeat(&mut self, stmt: &Stmt) {
        let Stmt::Repeat { var, most, condition, endless, body } = stmt else { unreachable!("a loop with a limit") };
        let name = &var.name;
        self.line(&format!("let mut {name} = 0_usize;"));
        let label = self.label();
        let condition = condition.as_ref().map(|condition| self.expr(condition));
        if *endless {
            self.line(&format!("{label}loop {{"));
            let over = condition.map(|condition| format!(" || !({condition})")).unwrap_or_default();
            self.line(&format!("    if {name} == {most}{over} {{"));
            self.line("        break;");
            self.line("    }");
        } else {
            let also = condition.map(|condition| format!(" && ({condition})")).unwrap_or_default();
            self.line(&format!("{label}while {name} < {most}{also} {{"));
        }
        self.line(&format!("    {name} += 1;"));
        self.block(body);
        self.line("}");
    }

    fn growth(&self, list: &Place, how: &Growth) -> String {
        let list = self.path(list);
        match how {
            Growth::Push(value) => format!("{list}.push({});", self.expr(value)),
            Growth::Insert(true, value) => format!("{list}.insert({list}.len(), {});", self.expr(value)),
            Growth::Insert(false, value) => format!("{list}.insert(0, {});", self.expr(value)),
            Growth::Truncate(n) => format!("{list}.truncate({n});"),
            Growth::Clear => format!("{list}.clear();"),
            Growth::Pop => format!("{list}.pop();"),
            Growth::Copies(other) => format!("{list}.extend_from_slice({});", self.borrow(other, "&")),
            Growth::Extend(more) => {
                let more = self.expr(more);
                format!("{list}.extend({});", more.strip_suffix(exprs::COLLECT).unwrap_or(&more))
            }
        }
    }

    fn taken(&mut self, stmt: &Stmt) {
        let Stmt::Taken { var, list, how, body } = stmt else { unreachable!("something taken") };
        let (label, name, list) = (self.label(), &var.name, self.path(list));
        match how {
            Taking::IfPopped => self.braced(&format!("if let Some({name}) = {list}.pop() {{"), body),
            Taking::WhilePopped => self.braced(&format!("{label}while let Some({name}) = {list}.pop() {{"), body),
            Taking::Removed(k) => {
                self.line(&format!("if {list}.len() > {k} {{"));
                self.line(&format!("    let {name} = {list}.remove({k});"));
                self.block(body);
                self.line("}");
            }
        }
    }

    fn asked(&mut self, stmt: &Stmt) {
        let Stmt::Asked { how, value, outcome, good, bad, body, otherwise } = stmt else {
            unreachable!("something asked")
        };
        let value = self.expr(value);
        let bad = bad.as_ref().map_or("_", |bad| &bad.name);
        let (good, bad) = if *outcome {
            (format!("Ok({})", good.name), format!("Err({bad})"))
        } else {
            (format!("Some({})", good.name), "None".into())
        };
        match how {
            Asking::Question => {
                let name = good.split(['(', ')']).nth(1).expect("a name");
                self.line(&format!("let {name} = {value}?;"));
            }
            Asking::OrElse => {
                self.line(&format!("let {good} = {value} else {{"));
                self.block(otherwise);
                self.line("};");
            }
            Asking::IfLet => {
                self.line(&format!("if let {good} = {value} {{"));
                self.block(body);
                self.braced("} else {", otherwise);
            }
            Asking::Match => {
                self.line(&format!("match {value} {{"));
                self.indent += 1;
                self.braced(&format!("{good} => {{"), body);
                self.braced(&format!("{bad} => {{"), otherwise);
                self.indent -= 1;
                self.line("}");
            }
        }
    }

    fn labelled(&mut self, label: &Rc<str>, body: &[Stmt]) {
        if let [only] = body
            && only.is_loop()
        {
            self.label = Some(label.clone());
            self.stmt(only);
        } else {
            self.braced(&format!("'{label}: {{"), body);
        }
    }

    fn exit(&self, exit: &Exit) -> String {
        let to = |label: &Option<Rc<str>>| label.as_ref().map(|label| format!(" '{label}")).unwrap_or_default();
        match exit {
            Exit::Break(label) => format!("break{};", to(label)),
            Exit::Continue(label) => format!("continue{};", to(label)),
            Exit::Return(value) => format!("return {};", self.expr(value)),
        }
    }
}
