//! Lists that get longer and shorter, and their gradients and tangents with them.

use super::{Frame, Result, Value, trap};
use crate::form::{Growth, Place};

impl Frame<'_> {
    pub(super) fn grow(&mut self, list: &Place, growth: &Growth) -> Result<()> {
        let mut items = match self.read(list)?.into_owned() {
            Value::Array(items) => items,
            // the gradients of integers
            Value::Nothing => return Ok(()),
            other => return trap(format!("a list was expected, found {other:?}")),
        };
        match growth {
            Growth::Push(item) => items.push(self.eval(item)?),
            Growth::Pop(var) => {
                let popped = perhaps(items.pop());
                self.variables.insert(var.clone(), popped);
            }
            Growth::Shrink(var) => {
                let Some(last) = items.pop() else { return trap("an empty list") };
                if let Some(var) = var {
                    self.variables.insert(var.clone(), last);
                }
            }
            Growth::Unpop(var) => {
                let held = |value: &Value| value.field("Some").and_then(|some| some.field("0")).cloned();
                let Some(item) = self.variables.get(var).and_then(held) else { return Ok(()) };
                items.push(if list.root.is_primal() {
                    item
                } else {
                    self.variables
                        .get(&var.with_roles(list.root.roles))
                        .and_then(held)
                        .unwrap_or_else(|| item.zero_like())
                });
            }
        }
        if list.path.is_empty() {
            self.variables.insert(list.root.clone(), Value::Array(items));
            return Ok(());
        }
        self.store(list, Value::Array(items))
    }
}

/// An option.
fn perhaps(value: Option<Value>) -> Value {
    match value {
        Some(value) => Value::Struct(vec![("Some".into(), Value::Struct(vec![("0".into(), value)]))]),
        None => Value::Struct(vec![("None".into(), Value::Struct(Vec::new()))]),
    }
}
