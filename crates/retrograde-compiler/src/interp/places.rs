//! Finding places. Parts of slices have no value of their own: they are copied out and stored back.

use super::{Frame, Result, Trap, Value, trap};
use crate::ir::{Bounds, Expr, Place, Step, UpdateOp};
use std::borrow::Cow;

enum Where<'p> {
    Field(&'p str),
    Element(i64),
}

/// The way to a place with its indices evaluated, and the part that is meant of the slice there.
struct Way<'p> {
    steps: Vec<Where<'p>>,
    part: Option<(i64, i64)>,
}

impl Frame<'_> {
    fn integer(&self, expr: &Expr) -> Result<i64> {
        match self.pure(expr)? {
            Value::Int(k) => Ok(k),
            other => trap(format!("an index was expected, found {other:?}")),
        }
    }

    fn bounds(&self, bounds: &Bounds, length: i64) -> Result<(i64, i64)> {
        let start = bounds.start.as_ref().map_or(Ok(0), |start| self.integer(start))?;
        let end = bounds.end.as_ref().map_or(Ok(length - i64::from(bounds.inclusive)), |end| self.integer(end))?;
        let end = end + i64::from(bounds.inclusive);
        if 0 <= start && start <= end && end <= length {
            Ok((start, end))
        } else {
            trap(format!("the part {start}..{end} is out of bounds"))
        }
    }

    fn way<'p>(&self, place: &'p Place) -> Result<Way<'p>> {
        let mut way = Way { steps: Vec::new(), part: None };
        for step in &place.path {
            match step {
                Step::Deref => {}
                Step::Field(name) => way.steps.push(Where::Field(name)),
                Step::Index(index) => {
                    let mut k = self.integer(index)?;
                    if let Some((start, end)) = way.part.take() {
                        if k < 0 || k >= end - start {
                            return trap(format!("index {k} is out of bounds"));
                        }
                        k += start;
                    }
                    way.steps.push(Where::Element(k));
                }
                Step::Slice(bounds) => {
                    let (start, end) = match way.part {
                        Some(part) => part,
                        None => match self.follow(place, &way.steps)? {
                            Value::Array(elems) => (0, elems.len() as i64),
                            Value::Nothing => (0, i64::MAX),
                            other => return trap(format!("a slice was expected, found {other:?}")),
                        },
                    };
                    let (from, to) = self.bounds(bounds, end - start)?;
                    way.part = Some((start + from, start + to));
                }
            }
        }
        Ok(way)
    }

    fn follow(&self, place: &Place, steps: &[Where]) -> Result<&Value> {
        let root = self.variables.get(&place.root).ok_or_else(|| Trap(format!("`{}` has no value", place.root)))?;
        steps.iter().try_fold(root, |value, step| match (step, value) {
            (_, Value::Nothing) => Ok(value),
            (Where::Field(name), value) => value.field(name).ok_or_else(|| Trap(format!("no field `{name}`"))),
            (Where::Element(k), value) => value.element(*k).ok_or_else(|| Trap(format!("index {k} is out of bounds"))),
        })
    }

    fn follow_mut(&mut self, place: &Place, steps: &[Where]) -> Result<&mut Value> {
        let root = self.variables.get_mut(&place.root).ok_or_else(|| Trap(format!("`{}` has no value", place.root)))?;
        steps.iter().try_fold(root, |value, step| match step {
            _ if *value == Value::Nothing => Ok(value),
            Where::Field(name) => value.field_mut(name).ok_or_else(|| Trap(format!("no field `{name}`"))),
            Where::Element(k) => value.element_mut(*k).ok_or_else(|| Trap(format!("index {k} is out of bounds"))),
        })
    }

    /// The value at a place.
    pub(super) fn read(&self, place: &Place) -> Result<Cow<'_, Value>> {
        let way = self.way(place)?;
        let value = self.follow(place, &way.steps)?;
        Ok(match (way.part, value) {
            (Some((start, end)), Value::Array(elems)) => {
                Cow::Owned(Value::Array(elems[start as usize..end as usize].to_vec()))
            }
            _ => Cow::Borrowed(value),
        })
    }

    /// Puts a value at a place.
    pub(super) fn store(&mut self, place: &Place, value: Value) -> Result<()> {
        let way = self.way(place)?;
        let target = self.follow_mut(place, &way.steps)?;
        match (way.part, target, value) {
            (Some((start, end)), Value::Array(elems), Value::Array(new)) => {
                elems[start as usize..end as usize].clone_from_slice(&new);
            }
            (Some(_), Value::Nothing, _) => {}
            (_, target, value) => *target = value,
        }
        Ok(())
    }

    /// Adds to a place, or the like.
    pub(super) fn update(&mut self, place: &Place, op: UpdateOp, amount: &Value) -> Result<()> {
        let way = self.way(place)?;
        if way.part.is_none() {
            return self.follow_mut(place, &way.steps)?.update(op, amount);
        }
        let mut value = self.read(place)?.into_owned();
        value.update(op, amount)?;
        self.store(place, value)
    }
}
