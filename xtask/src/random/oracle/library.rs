//! Stacks, maps, bijections, and functions as values.

use super::places::{Location, Slot};
use super::{Frame, Oracle, Result, Stop, close, invalid};
use crate::random::ast::{Arg, Bijection, Conversion, Expr, FunctionValue, Op, Place, StackOp, Stmt};
use crate::random::data::{Data, Dual, Passed};
use retrograde_compiler::{Callable, Value};
use std::rc::Rc;

impl Oracle<'_> {
    pub(super) fn stack(&mut self, frame: &mut Frame, op: StackOp, stack: &Place, item: &Place) -> Result<()> {
        let at = self.locate(frame, stack)?;
        let place = self.locate(frame, item)?;
        let (Data::Array(mut items), held) = (frame.load(&at)?, frame.load(&place)?) else {
            return invalid("no stack");
        };
        let empty = Stop::Unfit("an empty stack");
        match op {
            StackOp::Push => {
                frame.store(&place, held.default_like())?;
                items.push(held);
            }
            StackOp::Pop => {
                if !close(&held, &held.default_like(), 1.0, 1.0) {
                    return invalid("a value is popped into a place that holds another");
                }
                frame.store(&place, items.pop().ok_or(empty)?)?;
            }
            StackOp::CopyPush => items.push(held),
            StackOp::CopyPop => {
                if !close(&items.pop().ok_or(empty)?, &held, 1.0, 1.0) {
                    return invalid("the top of the stack is no copy");
                }
            }
        }
        frame.store(&at, Data::Array(items))
    }

    pub(super) fn map(
        &mut self,
        frame: &mut Frame,
        insert: bool,
        map: &Place,
        (key, value): (&Expr, &Expr),
    ) -> Result<()> {
        let (key, value) = (self.int(frame, key)?, self.expr(frame, value)?);
        let at = self.locate(frame, map)?;
        let Data::Map(mut entries) = frame.load(&at)? else { return invalid("no map") };
        match (insert, entries.binary_search_by_key(&key, |(key, _)| *key)) {
            (true, Err(position)) => entries.insert(position, (key, value)),
            (true, Ok(_)) => return Err(Stop::Unfit("a key that is taken")),
            (false, Ok(position)) => {
                if !close(&entries.remove(position).1, &value, 1.0, 1.0) {
                    return invalid("an entry is removed with another value");
                }
            }
            (false, Err(_)) => return invalid("an entry is removed that is not there"),
        }
        frame.store(&at, Data::Map(entries))
    }

    pub(super) fn converted(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::Converted { var, conversion, first, by, uses } = stmt else { unreachable!("a conversion") };
        let mut value = match (conversion, self.expr(frame, first)?) {
            (Conversion::ToFloat, Data::Int(value)) => Data::Float(Dual::constant(value as f64)),
            #[allow(clippy::cast_possible_truncation, reason = "`as` rounds, here as in the program")]
            (Conversion::Double, Data::Float(dual)) => {
                self.profile.rounded = true;
                Data::Float(Dual { value: f64::from(dual.value as f32), tangent: f64::from(dual.tangent as f32) })
            }
            (_, other) => other,
        };
        if let Some(by) = by {
            let by = self.expr(frame, by)?;
            value = self.arithmetic(Op::Add, &value, &by)?;
        }
        frame.vars[var.id] = Slot::Own(value);
        self.block(frame, uses)
    }

    /// An update of the image of a place.
    pub(super) fn through(
        &mut self,
        frame: &mut Frame,
        at: &Location,
        bijection: Bijection,
        op: Op,
        value: &Data,
    ) -> Result<()> {
        let old = frame.load(at)?;
        let negative = matches!(bijection, Bijection::MirrorOfNegative | Bijection::BentOfNegative);
        let seen = |data: Data| match data {
            Data::Int(value) if negative => Data::Int(-value),
            Data::Float(Dual { value, tangent }) if negative => Data::Float(Dual { value: -value, tangent: -tangent }),
            other => other,
        };
        let image = match seen(old) {
            Data::Int(value) => Data::Int(100 - value),
            Data::Float(x) => {
                Data::Float(Dual { value: x.value.asinh(), tangent: x.tangent / (x.value * x.value + 1.0).sqrt() })
            }
            _ => return invalid("the image of no number"),
        };
        let changed = match self.arithmetic(op, &image, value)? {
            Data::Int(value) => Data::Int(100 - value),
            Data::Float(y) => self.noted(y.value.sinh(), y.tangent * y.value.cosh()),
            _ => return invalid("the image of no number"),
        };
        frame.store(at, seen(changed))
    }

    /// A function as a value.
    pub(super) fn function_value(&self, frame: &Frame, value: &FunctionValue) -> Result<Data> {
        let resolved = resolved(frame, value)?;
        let value = Value::Function(Rc::new(self.for_compiler(&resolved)));
        Ok(Data::Function(Rc::new(Passed { tree: resolved, value })))
    }

    fn for_compiler(&self, value: &FunctionValue) -> Callable {
        match value {
            FunctionValue::Named(index, _) => Callable::Named(self.program.functions[*index].name.clone()),
            FunctionValue::Inverse(inner) => Callable::Inverse(Rc::new(self.for_compiler(inner))),
            FunctionValue::Then(parts) => {
                let [one, other] = [&parts[0], &parts[1]].map(|part| Rc::new(self.for_compiler(part)));
                Callable::Then(one, other)
            }
            FunctionValue::Variable(..) => unreachable!("replaced by what it is"),
        }
    }

    /// Calls a function that is a value.
    pub(super) fn apply(&mut self, frame: &mut Frame, f: &FunctionValue, inverse: bool, args: &[Arg]) -> Result<()> {
        match f {
            FunctionValue::Named(index, _) => self.call_statement(frame, *index, inverse, args),
            FunctionValue::Inverse(inner) => self.apply(frame, inner, !inverse, args),
            FunctionValue::Then(parts) => {
                let (one, other) = if inverse { (&parts[1], &parts[0]) } else { (&parts[0], &parts[1]) };
                self.apply(frame, one, inverse, args)?;
                self.apply(frame, other, inverse, args)
            }
            FunctionValue::Variable(..) => invalid("a function that is not known"),
        }
    }
}

/// A function as a value, with its variables replaced by what they are.
fn resolved(frame: &Frame, value: &FunctionValue) -> Result<FunctionValue> {
    Ok(match value {
        FunctionValue::Named(..) => value.clone(),
        FunctionValue::Inverse(inner) => FunctionValue::Inverse(Box::new(resolved(frame, inner)?)),
        FunctionValue::Then(parts) => {
            FunctionValue::Then(Box::new([resolved(frame, &parts[0])?, resolved(frame, &parts[1])?]))
        }
        FunctionValue::Variable(var, _) => match &frame.vars[var.id] {
            Slot::Own(Data::Function(passed)) => passed.tree.clone(),
            _ => return invalid("a variable that is no function"),
        },
    })
}
