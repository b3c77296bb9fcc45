//! Finding places. Parts of slices have no value of their own: they are copied out and stored back.

use super::{Frame, Result, Trap, Value, trap};
use crate::form::{Bounds, Expr, Place, Step, UpdateOp};
use std::borrow::Cow;

enum Where<'p> {
    Field(&'p str),
    Element(usize),
}

/// The way to a place with its indices evaluated, and the part that is meant of the slice there.
struct Way<'p> {
    steps: Vec<Where<'p>>,
    part: Option<(usize, usize)>,
}

impl Frame<'_> {
    pub(super) fn count(&self, expr: &Expr) -> Result<usize> {
        match self.pure(expr)? {
            Value::Int(k) => usize::try_from(k).map_err(|_| Trap(format!("index {k} is out of bounds"))),
            other => trap(format!("an index was expected, found {other:?}")),
        }
    }

    fn bounds(&self, bounds: &Bounds, length: usize) -> Result<(usize, usize)> {
        let start = bounds.start.as_ref().map_or(Ok(0), |start| self.count(start))?;
        let end = match &bounds.end {
            Some(end) => self.count(end)? + usize::from(bounds.inclusive),
            None => length,
        };
        if start <= end && end <= length {
            Ok((start, end))
        } else {
            trap(format!("the part {start}..{end} is out of bounds"))
        }
    }

    fn way<'p>(&self, place: &'p Place) -> Result<Way<'p>> {
        let mut way = Way { steps: Vec::new(), part: None };
        let walked = self.walked(place)?;
        for (k, step) in place.path.iter().enumerate() {
            match step {
                // The array is cut so that the index need not be known.
                Step::Index(_) if walked.is_some_and(|(last, _)| last == k) => {
                    let (_, element) = walked.unwrap_or_default();
                    let (start, end) = way.part.take().unwrap_or((0, usize::MAX));
                    if element >= end - start {
                        return trap(format!("index {element} is out of bounds"));
                    }
                    way.steps.push(Where::Element(start + element));
                }
                // Variants are known by the enum before them.
                Step::Deref | Step::Held(..) => {}
                Step::Present(_) => way.steps.extend([Where::Field("Some"), Where::Field("0")]),
                Step::Field(name) => way.steps.push(Where::Field(name)),
                Step::Index(index) => {
                    let mut k = self.count(index)?;
                    if let Some((start, end)) = way.part.take() {
                        if k >= end - start {
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
                            Value::Array(elems) => (0, elems.len()),
                            Value::Nothing => (0, usize::MAX),
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

    /// Whether two places have something in common.
    pub(super) fn overlap(&self, a: &Place, b: &Place) -> Result<bool> {
        let (a, b) = (self.way(a)?, self.way(b)?);
        for (one, other) in a.steps.iter().zip(&b.steps) {
            let apart = match (one, other) {
                (Where::Field(x), Where::Field(y)) => x != y,
                (Where::Element(i), Where::Element(j)) => i != j,
                _ => false,
            };
            if apart {
                return Ok(false);
            }
        }
        let extent = |way: &Way, other: &Way| match way.steps.get(other.steps.len()) {
            Some(Where::Element(k)) => Some((*k, k + 1)),
            _ => way.part.filter(|_| way.steps.len() <= other.steps.len()),
        };
        Ok(match (extent(&a, &b), extent(&b, &a)) {
            (Some((start, end)), Some((other, other_end))) => start.max(other) < end.min(other_end),
            _ => true,
        })
    }

    /// A shadow has been given no more than the variant that its value held; the places of the others are zero.
    fn follow(&self, place: &Place, steps: &[Where]) -> Result<&Value> {
        let shaded = !place.root.is_primal();
        let root = self.variables.get(&place.root).ok_or_else(|| Trap(format!("`{}` has no value", place.root)))?;
        steps.iter().try_fold(root, |value, step| match (step, value) {
            (_, Value::Nothing) => Ok(value),
            (Where::Field(name), value) => match value.field(name) {
                Some(field) => Ok(field),
                None if shaded => Ok(&Value::Nothing),
                None => trap(format!("no field `{name}`")),
            },
            (Where::Element(k), value) => value.element(*k).ok_or_else(|| Trap(format!("index {k} is out of bounds"))),
        })
    }

    fn follow_mut(&mut self, place: &Place, steps: &[Where]) -> Result<&mut Value> {
        let shaded = !place.root.is_primal();
        let root = self.variables.get_mut(&place.root).ok_or_else(|| Trap(format!("`{}` has no value", place.root)))?;
        steps.iter().try_fold(root, |value, step| match step {
            _ if *value == Value::Nothing => Ok(value),
            Where::Field(name) => {
                if let (Value::Struct(fields), true) = (&mut *value, shaded)
                    && !fields.iter().any(|(field, _)| &**field == *name)
                {
                    fields.push(((*name).into(), Value::Struct(Vec::new())));
                }
                value.field_mut(name).ok_or_else(|| Trap(format!("no field `{name}`")))
            }
            Where::Element(k) => value.element_mut(*k).ok_or_else(|| Trap(format!("index {k} is out of bounds"))),
        })
    }

    /// The value at a place.
    pub(super) fn read(&self, place: &Place) -> Result<Cow<'_, Value>> {
        let way = self.way(place)?;
        let value = self.follow(place, &way.steps)?;
        Ok(match (way.part, value) {
            (Some((start, end)), Value::Array(elems)) => Cow::Owned(Value::Array(elems[start..end].to_vec())),
            _ => Cow::Borrowed(value),
        })
    }

    /// Puts a value at a place.
    pub(super) fn store(&mut self, place: &Place, value: Value) -> Result<()> {
        let way = self.way(place)?;
        let target = self.follow_mut(place, &way.steps)?;
        match (way.part, target, value) {
            (Some((start, end)), Value::Array(elems), Value::Array(new)) => {
                elems[start..end].clone_from_slice(&new);
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
