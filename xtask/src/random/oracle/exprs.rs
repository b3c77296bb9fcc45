//! The value of an expression, with its tangent.

use super::places::Slot;
use super::{Frame, Oracle, Result, Stop, invalid};
use crate::random::ast::{Chain, End, Expr, Link, List, Method, Op, Var};
use crate::random::data::{Data, Dual};
use crate::random::idioms::IDIOMS;

impl Oracle<'_> {
    pub(super) fn float(&mut self, frame: &Frame, expr: &Expr) -> Result<Dual> {
        match self.expr(frame, expr)? {
            Data::Float(dual) => Ok(dual),
            _ => invalid("a float is wanted"),
        }
    }

    pub(super) fn int(&mut self, frame: &Frame, expr: &Expr) -> Result<i64> {
        match self.expr(frame, expr)? {
            Data::Int(value) => Ok(value),
            _ => invalid("an integer is wanted"),
        }
    }

    pub(super) fn truth(&mut self, frame: &Frame, expr: &Expr) -> Result<bool> {
        match self.expr(frame, expr)? {
            Data::Bool(value) => Ok(value),
            _ => invalid("a truth value is wanted"),
        }
    }

    pub(super) fn expr(&mut self, frame: &Frame, expr: &Expr) -> Result<Data> {
        self.step()?;
        Ok(match expr {
            Expr::Float(value) => Data::Float(Dual::constant(*value)),
            Expr::Int(value) => Data::Int(*value),
            Expr::Read(place) => self.read(frame, place)?,
            Expr::Len(place) => {
                let at = self.locate(frame, place)?;
                Data::Int(i64::try_from(frame.length(&at)?).expect("a short length"))
            }
            Expr::Neg(inner) => match self.expr(frame, inner)? {
                Data::Float(a) => Data::Float(Dual { value: -a.value, tangent: -a.tangent }),
                Data::Int(a) => Data::Int(-a),
                _ => return invalid("the negative of no number"),
            },
            Expr::Not(inner) => Data::Bool(!self.truth(frame, inner)?),
            Expr::Binary(Op::And, operands) => {
                Data::Bool(self.truth(frame, &operands[0])? && self.truth(frame, &operands[1])?)
            }
            Expr::Binary(Op::Or, operands) => {
                Data::Bool(self.truth(frame, &operands[0])? || self.truth(frame, &operands[1])?)
            }
            Expr::Binary(op, operands) => {
                let (a, b) = (self.expr(frame, &operands[0])?, self.expr(frame, &operands[1])?);
                self.arithmetic(*op, &a, &b)?
            }
            Expr::Method(Method::Powi, operands) => {
                let a = self.float(frame, &operands[0])?;
                let n = i32::try_from(self.int(frame, &operands[1])?).expect("a small exponent");
                self.noted(a.value.powi(n), f64::from(n) * a.value.powi(n - 1) * a.tangent)
            }
            Expr::Method(method, operands) => {
                let a = self.float(frame, &operands[0])?;
                let b = match operands.get(1) {
                    Some(b) => self.float(frame, b)?,
                    None => Dual::constant(0.0),
                };
                self.method(*method, a, b)
            }
            Expr::Cast(inner, _) => match (self.expr(frame, inner)?, expr) {
                (Data::Int(a), Expr::Cast(_, crate::random::ast::Type::Float)) => Data::Float(Dual::constant(a as f64)),
                (other, _) => other,
            },
            Expr::Call(function, args) => {
                let args = self.args(frame, args)?;
                match self.call(*function, args)?.1 {
                    Some(result) => result,
                    None => return invalid("a call without a result"),
                }
            }
            Expr::Function(value) => self.function_value(frame, value)?,
            Expr::Array(items) => {
                Data::Array(items.iter().map(|item| self.expr(frame, item)).collect::<Result<Vec<Data>>>()?)
            }
            Expr::Record(record, items) => {
                let fields = record.fields().iter().zip(items);
                let fields = fields.map(|((name, _), item)| Ok((*name, self.expr(frame, item)?)));
                Data::Struct(fields.collect::<Result<Vec<_>>>()?)
            }
            Expr::Repeat(item, n) => Data::Array(vec![self.expr(frame, item)?; *n]),
            Expr::If(parts) => {
                let taken = self.truth(frame, &parts[0])?;
                self.expr(frame, &parts[if taken { 1 } else { 2 }])?
            }
            Expr::Block(block) => {
                let (var, init, value) = &**block;
                let init = self.expr(frame, init)?;
                self.expr(&frame.with(var.id, init), value)?
            }
            Expr::Match(value, arms) => {
                let value = self.int(frame, value)?;
                match arms.iter().find(|(pattern, _)| pattern.fits(value)) {
                    Some((pattern, arm)) => match pattern.var() {
                        Some(var) => self.expr(&frame.with(var.id, Data::Int(value)), arm)?,
                        None => self.expr(frame, arm)?,
                    },
                    None => return invalid("no arm fits"),
                }
            }
            Expr::Chain(chain) => self.chain(frame, chain)?,
            Expr::Apply(var, args) => self.closure(frame, var, args)?,
            Expr::List(list) => self.list_value(frame, list)?,
            Expr::Idiom(k, parts) => return self.expr(frame, &(IDIOMS[*k].meaning)(parts)),
            Expr::Wrapped(wrap, inner) => {
                let inner = inner.as_ref().map_or(Ok(Data::Int(0)), |inner| self.expr(frame, inner))?;
                Data::Struct(vec![(wrap.name(), inner)])
            }
            Expr::Tuple(items) => {
                let names = ["0", "1"].into_iter().zip(items);
                Data::Struct(names.map(|(name, item)| Ok((name, self.expr(frame, item)?))).collect::<Result<Vec<_>>>()?)
            }
        })
    }

    fn closure(&mut self, frame: &Frame, var: &Var, args: &[Expr]) -> Result<Data> {
        let Slot::Closure(closure) = &frame.vars[var.id] else { return invalid("no closure") };
        let mut inside = frame.clone();
        for (param, arg) in closure.0.iter().zip(args) {
            inside.vars[*param] = Slot::Own(self.expr(frame, arg)?);
        }
        self.expr(&inside, &closure.1)
    }

    fn list_value(&mut self, frame: &Frame, list: &List) -> Result<Data> {
        Ok(match list {
            List::Empty => Data::Array(Vec::new()),
            List::Of(items) => {
                Data::Array(items.iter().map(|item| self.expr(frame, item)).collect::<Result<Vec<Data>>>()?)
            }
            List::Repeat(item, n) => Data::Array(vec![self.expr(frame, item)?; *n]),
            List::Copy(place) => self.read(frame, place)?,
            List::Collect(chain) => self.chain(frame, chain)?,
        })
    }

    fn chain(&mut self, frame: &Frame, chain: &Chain) -> Result<Data> {
        let mut items = Vec::new();
        let mut total = match &chain.end {
            // Adding to a negative zero changes nothing, not even the sign of another zero.
            End::Sum | End::Collect => Dual::constant(-0.0),
            End::Product => Dual::constant(1.0),
            End::Fold { init, .. } => self.float(frame, init)?,
        };
        let first = chain.source.vars()[0].id;
        let mut reached = vec![false; chain.more.len()];
        'turns: for turn in self.walk(frame, &chain.source)? {
            let mut inside = frame.clone();
            turn.into_iter().for_each(|(id, slot)| inside.vars[id] = slot);
            if let Some(filter) = &chain.filter
                && !self.truth(&inside, filter)?
            {
                continue;
            }
            let mut item = None;
            if let Some(map) = &chain.map {
                item = Some(self.float(&inside, map)?);
            }
            for ((var, link, value), reached) in chain.more.iter().zip(&mut reached) {
                let Some(before) = item else { return invalid("a link of no number") };
                let inner = inside.with(var.id, Data::Float(before));
                match link {
                    Link::Map => item = Some(self.float(&inner, value)?),
                    Link::Filter | Link::TakeWhile if self.truth(&inner, value)? => {}
                    Link::Filter => continue 'turns,
                    Link::TakeWhile => break 'turns,
                    Link::SkipWhile if !*reached && self.truth(&inner, value)? => continue 'turns,
                    Link::SkipWhile => *reached = true,
                }
            }
            let next = match (&chain.end, item) {
                (End::Fold { acc, item: name, value, .. }, item) => {
                    inside.vars[acc.id] = Slot::Own(Data::Float(total));
                    if let (Some(name), Some(item)) = (name, item) {
                        inside.vars[name.id] = Slot::Own(Data::Float(item));
                    }
                    self.expr(&inside, value)?
                }
                (end, item) => {
                    let item = match (item, &inside.vars[first]) {
                        (Some(item), _) => Data::Float(item),
                        (None, Slot::View(at)) => inside.load(at)?,
                        (None, Slot::Own(data)) => data.clone(),
                        (None, _) => return invalid("an unset variable"),
                    };
                    if *end == End::Collect {
                        items.push(item);
                        continue;
                    }
                    let op = if *end == End::Sum { Op::Add } else { Op::Mul };
                    self.arithmetic(op, &Data::Float(total), &item)?
                }
            };
            let Data::Float(next) = next else { return invalid("a sum of no floats") };
            total = next;
        }
        Ok(if chain.end == End::Collect { Data::Array(items) } else { Data::Float(total) })
    }

    pub(super) fn noted(&mut self, value: f64, tangent: f64) -> Data {
        // A NaN must not get lost in `max`.
        self.profile.largest = if value.is_nan() { f64::INFINITY } else { self.profile.largest.max(value.abs()) };
        self.profile.steepest = if tangent.is_nan() { f64::INFINITY } else { self.profile.steepest.max(tangent.abs()) };
        Data::Float(Dual { value, tangent })
    }

    /// Whether `a < b`, with a note on how close it was.
    fn less(&mut self, a: f64, b: f64) -> bool {
        self.profile.margin = self.profile.margin.min((a - b).abs());
        a < b
    }

    pub(super) fn arithmetic(&mut self, op: Op, a: &Data, b: &Data) -> Result<Data> {
        match (a, b) {
            (Data::Float(a), Data::Float(b)) => {
                let (x, y) = (a.value, b.value);
                Ok(match op {
                    Op::Add => self.noted(x + y, a.tangent + b.tangent),
                    Op::Sub => self.noted(x - y, a.tangent - b.tangent),
                    Op::Mul => self.noted(x * y, a.tangent * y + x * b.tangent),
                    Op::Div => self.noted(x / y, (a.tangent - x / y * b.tangent) / y),
                    Op::Lt => Data::Bool(self.less(x, y)),
                    Op::Le => Data::Bool(!self.less(y, x)),
                    Op::Gt => Data::Bool(self.less(y, x)),
                    Op::Ge => Data::Bool(!self.less(x, y)),
                    _ => return invalid("an operator that floats do not have here"),
                })
            }
            (Data::Int(a), Data::Int(b)) => {
                let number = match op {
                    Op::Add => a.checked_add(*b),
                    Op::Sub => a.checked_sub(*b),
                    Op::Mul => a.checked_mul(*b),
                    Op::Div => a.checked_div(*b),
                    Op::Rem => a.checked_rem(*b),
                    Op::Eq => return Ok(Data::Bool(a == b)),
                    Op::Ne => return Ok(Data::Bool(a != b)),
                    Op::Lt => return Ok(Data::Bool(a < b)),
                    Op::Le => return Ok(Data::Bool(a <= b)),
                    Op::Gt => return Ok(Data::Bool(a > b)),
                    Op::Ge => return Ok(Data::Bool(a >= b)),
                    Op::And | Op::Or => return invalid("a truth value is wanted"),
                };
                number.filter(|n| n.abs() < 1 << 40).map(Data::Int).ok_or(Stop::Unfit("large integer"))
            }
            _ => invalid("operands of different types"),
        }
    }

    fn method(&mut self, method: Method, a: Dual, b: Dual) -> Data {
        let (x, y) = (a.value, b.value);
        let square = x * x + y * y;
        let (value, da, db) = match method {
            Method::Sin => (x.sin(), x.cos(), 0.0),
            Method::Cos => (x.cos(), -x.sin(), 0.0),
            Method::Exp => (x.exp(), x.exp(), 0.0),
            Method::Tanh => (x.tanh(), x.cosh().powi(-2), 0.0),
            Method::Sqrt => (x.sqrt(), 0.5 / x.sqrt(), 0.0),
            Method::Ln => (x.ln(), 1.0 / x, 0.0),
            Method::Recip => (x.recip(), -1.0 / (x * x), 0.0),
            Method::Abs => (x.abs(), if self.less(x, 0.0) { -1.0 } else { 1.0 }, 0.0),
            Method::Min => {
                if self.less(y, x) {
                    (x.min(y), 0.0, 1.0)
                } else {
                    (x.min(y), 1.0, 0.0)
                }
            }
            Method::Max => {
                if self.less(x, y) {
                    (x.max(y), 0.0, 1.0)
                } else {
                    (x.max(y), 1.0, 0.0)
                }
            }
            Method::Atan2 => (x.atan2(y), y / square, -x / square),
            Method::Hypot => (x.hypot(y), x / square.sqrt(), y / square.sqrt()),
            Method::Powi => unreachable!("its exponent is an integer"),
        };
        self.noted(value, da * a.tangent + db * b.tangent)
    }
}
