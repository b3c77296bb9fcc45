//! The value of an expression.

use super::{Callable, Frame, Kept, Result, Trap, Value, floats, pattern, trap, value};
use crate::access::COPIES;
use crate::form::{
    BinaryOp, Case, Derivative, Direction, Expr, Matched, Operation, Path, Place, Range, Span, UnaryOp, UpdateOp, Var,
    integer_type,
};
use retrograde_rules::Rule;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

/// What `Stack::new()` and its like make.
fn empty_collection(path: &Path) -> Option<Value> {
    let mut segments = path.names().rev();
    match (segments.next()?, segments.next()?) {
        ("new", "Stack" | "Vec") => Some(Value::Array(Vec::new())),
        ("new", "HashMap" | "BTreeMap") => Some(Value::Map(Vec::new())),
        _ => None,
    }
}

impl Frame<'_> {
    pub(super) fn eval_all(&mut self, exprs: &[Expr]) -> Result<Vec<Value>> {
        exprs.iter().map(|expr| self.eval(expr)).collect()
    }

    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Value> {
        if let Expr::Restore(site) = expr {
            return match self.restore(site)? {
                Kept::Value(value) => Ok(value),
                Kept::Residual(_) => trap("a value was expected on the tape"),
            };
        }
        if let Expr::Replay(site, range) = expr {
            let [start, end] = &**range;
            let range =
                Range { start: start.clone(), end: end.clone(), inclusive: false, reversed: false, stride: None };
            let site = Expr::Restore(site.clone());
            let mut values = self.range(&range)?.iter().map(|_| self.eval(&site)).collect::<Result<Vec<_>>>()?;
            values.reverse();
            return Ok(Value::Array(values));
        }
        self.pure(expr)
    }

    pub(super) fn pure(&self, expr: &Expr) -> Result<Value> {
        match expr {
            Expr::Literal(lit) => Value::literal(lit),
            Expr::Constant(path) => constant(path),
            Expr::Read(place) | Expr::Lend(place) => self.read(place).map(Cow::into_owned),
            Expr::Borrow(inner) | Expr::Vector(inner) => self.pure(inner),
            Expr::Unary(op, inner, _) => match (op, self.pure(inner)?) {
                (UnaryOp::Neg, float) if float.is_float() => Ok(float.negated().unwrap_or(float)),
                (UnaryOp::Neg, Value::Int(k)) => Ok(Value::Int(-k)),
                (UnaryOp::Not, Value::Bool(b)) => Ok(Value::Bool(!b)),
                (UnaryOp::Not, Value::Int(k)) => Ok(Value::Int(!k)),
                (_, other) => trap(format!("{op:?} of {other:?}")),
            },
            Expr::Binary(BinaryOp::And, operands, _) => match self.pure(&operands[0])? {
                Value::Bool(false) => Ok(Value::Bool(false)),
                _ => self.pure(&operands[1]),
            },
            Expr::Binary(BinaryOp::Or, operands, _) => match self.pure(&operands[0])? {
                Value::Bool(true) => Ok(Value::Bool(true)),
                _ => self.pure(&operands[1]),
            },
            Expr::Binary(op, operands, _) => self.pure(&operands[0])?.binary(*op, &self.pure(&operands[1])?),
            Expr::Method(name, args, _) => self.method(name, args),
            Expr::Length(place, _) => match self.read(place)?.as_ref() {
                Value::Array(elems) => Ok(Value::Int(i64::try_from(elems.len()).map_err(|_| Trap("too long".into()))?)),
                other => trap(format!("an array was expected, found {other:?}")),
            },
            Expr::Call(callee, args, _) => {
                let values = args.iter().map(|arg| self.pure(arg)).collect::<Result<_>>()?;
                empty_collection(callee).map_or_else(|| self.ask(callee.name(), values), Ok)
            }
            Expr::Cast(inner, ty) => self.pure(inner)?.cast(ty),
            Expr::Array(elems) => Ok(Value::Array(elems.iter().map(|elem| self.pure(elem)).collect::<Result<_>>()?)),
            Expr::Repeat(elem, len) => {
                let (elem, len) = (self.pure(elem)?, self.pure(len)?);
                let Value::Int(len) = len else { return trap("a length was expected") };
                let len = usize::try_from(len).map_err(|_| Trap("a negative length".into()))?;
                Ok(Value::Array(vec![elem; len]))
            }
            Expr::Struct(path, fields) if fields.is_empty() && Expr::variant(path).is_none() => {
                Ok(Value::Function(Rc::new(Callable::Named(path.name().into()))))
            }
            Expr::Struct(path, fields) => {
                let fields =
                    fields.iter().map(|(name, value)| Ok((name.clone(), self.pure(value)?))).collect::<Result<_>>()?;
                Ok(Value::Struct(fields).held_by(path))
            }
            Expr::Construct(path, args) => self.construct(path, args),
            Expr::Tuple(args) => {
                let parts = args.iter().enumerate();
                let fields =
                    parts.map(|(k, part)| Ok((k.to_string().into(), self.pure(part)?))).collect::<Result<_>>()?;
                Ok(Value::Struct(fields))
            }
            Expr::Part(base, steps) => {
                let whole = Var::new("whole value", Span::call_site());
                let place = steps.iter().cloned().fold(Place::var(&whole), Place::then);
                self.with([(whole, self.pure(base)?)]).read(&place).map(Cow::into_owned)
            }
            Expr::If(parts) => match self.pure(&parts[0])? {
                Value::Bool(taken) => self.pure(&parts[if taken { 1 } else { 2 }]),
                other => trap(format!("a truth value was expected, found {other:?}")),
            },
            Expr::Block(locals, value) => {
                let mut inside = self.with([]);
                for inner in locals {
                    let init = inside.pure(&inner.init)?;
                    inside.variables.insert(inner.var.clone(), init);
                }
                inside.pure(value)
            }
            Expr::Match(matched, arms) => {
                let value = self.pure(&matched.value)?;
                for (case, arm) in arms {
                    if let Some(binds) = self.case(matched, case, &value)? {
                        return self.with(binds).pure(arm);
                    }
                }
                trap("no arm of a `match` was taken")
            }
            Expr::Mapped(facet, path, inner, _) => {
                let name = format!("{}::{}", path.name(), facet.method());
                let Some(function) = self.library.facet(&name) else { return trap(format!("no function `{name}`")) };
                value(self.library, function, vec![self.pure(inner)?])
            }
            Expr::Derivative(derivative) => self.derivative(derivative),
            Expr::Never(mac) => trap(&*mac.text),
            Expr::Macro(..) => trap("what this macro gives only rustc knows"),
            Expr::Restore(_) | Expr::Replay(..) | Expr::Function(_) => {
                trap("this is read by statements of derivatives only")
            }
            Expr::Plus(parts) => self.plus(parts),
            Expr::Zero => trap("a zero without a shape"),
            Expr::ZeroOf(float) | Expr::Unread(float) => Ok(Value::zero_of(*float)),
            Expr::Weighed(weighed) => floats::weighed(weighed.parts().map(|part| self.pure(part))),
        }
    }

    /// The sum of two gradients or tangents.
    fn plus(&self, parts: &[Expr; 2]) -> Result<Value> {
        let (mut sum, other) = (self.pure(&parts[0])?, self.pure(&parts[1])?);
        if sum == Value::Nothing {
            return Ok(other);
        }
        sum.update(UpdateOp::Add, &other)?;
        Ok(sum)
    }

    /// A value made by a tuple struct: a function, if it is made of functions.
    fn construct(&self, path: &Path, args: &[Expr]) -> Result<Value> {
        let parts = args.iter().map(|part| self.pure(part)).collect::<Result<Vec<_>>>()?;
        if let Some(function) = Callable::composed(path.name(), &parts) {
            return Ok(Value::Function(Rc::new(function)));
        }
        let fields = parts.into_iter().enumerate().map(|(k, part)| (Expr::constructed(path, k), part));
        Ok(Value::Struct(fields.collect()).held_by(path))
    }

    /// The value of an ordinary function.
    fn ask(&self, name: &str, args: Vec<Value>) -> Result<Value> {
        let Some(function) = self.library.ordinary(name) else { return trap(format!("no function `{name}`")) };
        value(self.library, function, args)
    }

    /// The same variables and some more, for a while.
    fn with(&self, more: impl IntoIterator<Item = (Var, Value)>) -> Self {
        let mut variables = self.variables.clone();
        variables.extend(more);
        Frame { library: self.library, variables, tape: HashMap::default(), left: false, run: None }
    }

    /// What an arm of a `match` binds, if it is taken.
    pub(super) fn case(&self, matched: &Matched, case: &Case, value: &Value) -> Result<Option<Vec<(Var, Value)>>> {
        let mut binds: Vec<_> = matched.whole.iter().map(|whole| (whole.clone(), value.clone())).collect();
        if !pattern::matches(&case.pattern, value, &mut binds)? {
            return Ok(None);
        }
        Ok(match &case.guard {
            Some(guard) if self.with(binds.clone()).pure(guard)? != Value::Bool(true) => None,
            _ => Some(binds),
        })
    }

    fn method(&self, name: &str, args: &[Expr]) -> Result<Value> {
        let receiver = match &args[0] {
            Expr::Read(place) => self.read(place)?.into_owned(),
            other => self.pure(other)?,
        };
        if COPIES.contains(&name) {
            return Ok(receiver);
        }
        if let ("len", Value::Array(elems)) = (name, &receiver) {
            return Ok(Value::Int(i64::try_from(elems.len()).map_err(|_| Trap("too long".into()))?));
        }
        if let (Some(ask), Some((value, _))) = (asks(name), receiver.measured()) {
            return Ok(Value::Bool(ask(value)));
        }
        if let ("abs", Value::Int(k)) = (name, &receiver) {
            return Ok(Value::Int(k.abs()));
        }
        if let (Value::Int(k), [_, other]) = (&receiver, args)
            && let ("min" | "max" | "div_ceil" | "saturating_sub", Value::Int(other)) = (name, self.pure(other)?)
        {
            return Ok(Value::Int(match name {
                "min" => *k.min(&other),
                "max" => *k.max(&other),
                "div_ceil" if other == 0 => return trap("a divisor of zero"),
                // Only lengths are divided and subtracted so.
                "div_ceil" => (k + other - 1) / other,
                _ => (k - other).max(0),
            }));
        }
        // A user's own method, whatever it is called.
        if let (Value::Struct(_), Some(_)) = (&receiver, self.library.ordinary(name)) {
            let rest = args[1..].iter().map(|arg| self.pure(arg)).collect::<Result<Vec<_>>>()?;
            return self.ask(name, [vec![receiver], rest].concat());
        }
        let mut operands = vec![receiver];
        for arg in &args[1..] {
            operands.push(self.pure(arg)?);
        }
        if let Some(parts) = retrograde_rules::lookup_tuple(name) {
            let part = |(k, rule): (usize, &Rule)| Ok((k.to_string().into(), floats::rule(rule, &operands)?));
            return Ok(Value::Struct(parts.into_iter().enumerate().map(part).collect::<Result<_>>()?));
        }
        let update = match name {
            "+=" => Some(BinaryOp::Add),
            "-=" => Some(BinaryOp::Sub),
            "*=" => Some(BinaryOp::Mul),
            "/=" => Some(BinaryOp::Div),
            _ => None,
        };
        if let (Some(op), [before, by]) = (update, &operands[..]) {
            return before.clone().binary(op, by);
        }
        match retrograde_rules::lookup(name) {
            Some(rule) if rule.arity() == operands.len() => floats::rule(rule, &operands),
            _ => trap(format!("no method `{name}`")),
        }
    }

    fn derivative(&self, derivative: &Derivative) -> Result<Value> {
        let incoming = self.pure(&derivative.incoming)?;
        match (&derivative.operation, incoming) {
            // The tangent of a float that comes from an integer is a zero, not nothing.
            (Operation::Cast(ty), Value::Nothing) if derivative.direction == Direction::Push => {
                Ok(if integer_type(ty) { Value::Nothing } else { Value::zero().of_type(ty) })
            }
            (Operation::Rule(rule), Value::Nothing)
                if derivative.direction == Direction::Push && rule.is_integer(derivative.operand) =>
            {
                Ok(Value::zero())
            }
            (_, Value::Nothing) => Ok(Value::Nothing),
            (Operation::Cast(ty), incoming) => {
                let operand = self.pure(&derivative.operands[0])?;
                match (operand.is_float(), derivative.direction) {
                    (false, _) => Ok(Value::Nothing),
                    (true, Direction::Pull) => Ok(incoming.of_type(ty).cast_like(&operand)),
                    (true, Direction::Push) => incoming.cast_like(&operand).cast(ty),
                }
            }
            (Operation::Rule(rule), incoming) if incoming.is_float() => {
                let operands = derivative.operands.iter().enumerate();
                let read = operands
                    .map(|(k, operand)| if derivative.mentions(k) { self.pure(operand) } else { Ok(Value::zero()) });
                let operands = read.collect::<Result<Vec<_>>>()?;
                let result = derivative.result.as_ref().map(|result| self.pure(result)).transpose()?;
                floats::derivative(rule, derivative.operand, incoming, operands, result)
            }
            (Operation::Twice, incoming) => incoming.binary(BinaryOp::Mul, &Value::open(2.0)),
            (Operation::Rule(rule), other) => trap(format!("the gradient of `{}` cannot be {other:?}", rule.method)),
        }
    }
}

/// What a float can be asked.
fn asks(method: &str) -> Option<fn(f64) -> bool> {
    match method {
        "is_nan" => Some(f64::is_nan),
        "is_finite" => Some(f64::is_finite),
        "is_normal" => Some(f64::is_normal),
        "is_sign_negative" => Some(f64::is_sign_negative),
        _ => None,
    }
}

/// A constant: a variant that holds nothing, or what only says a type.
fn constant(path: &Path) -> Result<Value> {
    match path.name() {
        "PhantomData" => Ok(Value::Nothing),
        _ if Expr::variant(path).is_some() => Ok(Value::Struct(Vec::new()).held_by(path)),
        other => trap(format!("the constant `{other}` is not known here")),
    }
}
