//! Runs a program straight from its tree, with tangents: what the compiler's results are compared with.
//!
//! It shares nothing with the compiler but the meaning of the language. The one thing that it cannot do by itself is a call's inverse,
//! which is the compiler's whole business; there it takes the compiler's answer and believes it only after running it forwards
//! again. On the way it notes what makes a program unfit for a numerical comparison: huge numbers, steep slopes, near ties.

use super::ast::{Arg, Duty, Expr, Function, Init, Method, Op, Place, Program, Range, Step, Stmt, UpdateOp, inverse};
use super::data::{Data, Dual};

/// Runs inverses of functions by name.
pub trait Inverter {
    /// The arguments as they were before a run of `function` that left them as `args`; also the tangents.
    fn invert(&self, function: &Function, args: &[Data]) -> std::result::Result<Vec<Data>, String>;
}

/// Why a run has no result.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// it takes too long, or an integer overflows: nobody's fault
    Unfit(&'static str),
    /// the program does what no program may: the generator's fault
    Invalid(String),
    /// the compiler's inverse of a callee is no inverse: its fault
    WrongInverse(String),
}

/// What a run was like.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// the largest number on the way
    pub largest: f64,
    /// the largest tangent on the way
    pub steepest: f64,
    /// how close a comparison came to being decided otherwise
    pub margin: f64,
    /// how many operations were run
    pub steps: usize,
}

/// A run.
pub struct Oracle<'a> {
    program: &'a Program,
    inverter: &'a dyn Inverter,
    depth: usize,
    /// what the run was like so far
    pub profile: Profile,
}

const MOST_STEPS: usize = 20_000;
const DEEPEST: usize = 16;

/// The variables of a function that is being run.
struct Frame {
    vars: Vec<Option<Data>>,
    /// the element that an update is changing; its right side must not read it
    target: Option<(usize, Vec<usize>)>,
    /// whether branches must leave their conditions as they were
    reversible: bool,
}

type Result<T> = std::result::Result<T, Stop>;

fn invalid<T>(why: impl Into<String>) -> Result<T> {
    Err(Stop::Invalid(why.into()))
}

impl<'a> Oracle<'a> {
    /// A run of `program` that has not begun.
    pub fn new(program: &'a Program, inverter: &'a dyn Inverter) -> Self {
        let profile = Profile { largest: 0.0, steepest: 0.0, margin: f64::INFINITY, steps: 0 };
        Self { program, inverter, depth: 0, profile }
    }

    /// Runs the last function: its arguments after the run, and what it returns.
    pub fn run(&mut self, args: Vec<Data>) -> Result<(Vec<Data>, Option<Dual>)> {
        self.call(self.program.functions.len() - 1, args)
    }

    fn call(&mut self, index: usize, args: Vec<Data>) -> Result<(Vec<Data>, Option<Dual>)> {
        // Programs recurse a few levels; one that is being shrunk may have lost what ended its recursion.
        if self.depth == DEEPEST {
            return Err(Stop::Unfit("deep recursion"));
        }
        self.depth += 1;
        let function = &self.program.functions[index];
        let reversible = function.duty == Duty::Reversible;
        let mut frame = Frame { vars: vec![None; function.vars], target: None, reversible };
        for (param, arg) in function.params.iter().zip(args) {
            frame.vars[param.var.id] = Some(arg);
        }
        self.block(&mut frame, &function.body)?;
        let result = match &function.result {
            Some(result) => Some(self.float(&frame, result)?),
            None => None,
        };
        self.depth -= 1;
        let args = function.params.iter().map(|param| frame.vars[param.var.id].take().expect("set above")).collect();
        Ok((args, result))
    }

    fn inverse_call(&mut self, index: usize, args: &[Data]) -> Result<Vec<Data>> {
        let function = &self.program.functions[index];
        // The inverse ends where the function itself ends; only here can that be found out safely.
        let mut trial = Oracle { depth: self.depth, ..Oracle::new(self.program, self.inverter) };
        if let Err(Stop::Unfit(why)) = trial.call(index, args.to_vec()) {
            return Err(Stop::Unfit(why));
        }
        if trial.profile.largest > 1e4 {
            return Err(Stop::Unfit("large numbers"));
        }
        let before = self.inverter.invert(function, args).map_err(Stop::WrongInverse)?;
        let (after, _) = self.call(index, before.clone())?;
        if self.profile.largest > 1e4 {
            return Err(Stop::Unfit("large numbers"));
        }
        for (found, expected) in after.iter().zip(args) {
            if !close(found, expected, self.profile.largest.max(1.0), self.profile.steepest.max(1.0)) {
                let name = &function.name;
                return Err(Stop::WrongInverse(format!(
                    "{name}::inverse then {name}: {found:?} instead of {expected:?}"
                )));
            }
        }
        Ok(before)
    }

    fn step(&mut self) -> Result<()> {
        self.profile.steps += 1;
        if self.profile.steps > MOST_STEPS { Err(Stop::Unfit("too long")) } else { Ok(()) }
    }

    fn block(&mut self, frame: &mut Frame, stmts: &[Stmt]) -> Result<()> {
        stmts.iter().try_for_each(|stmt| self.stmt(frame, stmt))
    }

    fn stmt(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        self.step()?;
        match stmt {
            Stmt::Let { var, init, .. } => {
                let value = match init {
                    Init::Expr(value) => value,
                    Init::Block(stmts, value) => {
                        self.block(frame, stmts)?;
                        value
                    }
                };
                frame.vars[var.id] = Some(self.expr(frame, value)?);
            }
            Stmt::Update { op, place, value } => self.update(frame, *op, place, value)?,
            Stmt::For { var, range, body } => {
                for turn in self.turns(frame, range)? {
                    frame.vars[var.id] = Some(Data::Int(turn));
                    self.block(frame, body)?;
                }
            }
            Stmt::If { pre, post, then, otherwise } => {
                let taken = self.truth(frame, pre)?;
                self.block(frame, if taken { then } else { otherwise })?;
                if frame.reversible && self.truth(frame, post.as_ref().unwrap_or(pre))? != taken {
                    return invalid("a postcondition disagrees");
                }
            }
            Stmt::Call { function, inverse, args } => {
                let values = self.args(frame, args)?;
                let after =
                    if *inverse { self.inverse_call(*function, &values)? } else { self.call(*function, values)?.0 };
                for (arg, value) in args.iter().zip(after) {
                    if let Arg::Exclusive(place) = arg {
                        *self.place_mut(frame, place)? = value;
                    }
                }
            }
            Stmt::Swap(a, b) => {
                if a.var.id == b.var.id && self.path(frame, a)? == self.path(frame, b)? {
                    return invalid("a swap of one element with itself");
                }
                let value = self.place(frame, a)?.clone();
                let value = std::mem::replace(self.place_mut(frame, b)?, value);
                *self.place_mut(frame, a)? = value;
            }
            Stmt::Ancilla { lets, compute, uses } => {
                for (var, init) in lets {
                    frame.vars[var.id] = Some(self.expr(frame, init)?);
                }
                self.block(frame, compute)?;
                self.block(frame, uses)?;
                self.block(frame, &inverse(compute))?;
            }
        }
        Ok(())
    }

    fn update(&mut self, frame: &mut Frame, op: UpdateOp, place: &Place, value: &Expr) -> Result<()> {
        if frame.reversible {
            frame.target = Some((place.var.id, self.path(frame, place)?));
        }
        let value = self.expr(frame, value);
        frame.target = None;
        let value = value?;
        let old = self.place(frame, place)?.clone();
        let op = match op {
            UpdateOp::Set => {
                *self.place_mut(frame, place)? = value;
                return Ok(());
            }
            UpdateOp::Xor => {
                let (Data::Int(a), Data::Int(b)) = (&old, &value) else { return invalid("^= on floats") };
                *self.place_mut(frame, place)? = Data::Int(a ^ b);
                return Ok(());
            }
            UpdateOp::Add => Op::Add,
            UpdateOp::Sub => Op::Sub,
            UpdateOp::Mul => Op::Mul,
            UpdateOp::Div => Op::Div,
        };
        let new = self.arithmetic(op, &old, &value)?;
        *self.place_mut(frame, place)? = new;
        Ok(())
    }

    fn turns(&mut self, frame: &Frame, range: &Range) -> Result<Vec<i64>> {
        let (start, end) = (self.int(frame, &range.start)?, self.int(frame, &range.end)?);
        let mut turns: Vec<i64> = if range.inclusive { (start..=end).collect() } else { (start..end).collect() };
        if range.reversed {
            turns.reverse();
        }
        Ok(turns)
    }

    fn args(&mut self, frame: &Frame, args: &[Arg]) -> Result<Vec<Data>> {
        args.iter()
            .map(|arg| match arg {
                Arg::Value(value) => self.expr(frame, value),
                Arg::Shared(place) | Arg::Exclusive(place) => Ok(self.place(frame, place)?.clone()),
            })
            .collect()
    }

    /// The way to a place as numbers: positions of elements, and of fields.
    fn path(&mut self, frame: &Frame, place: &Place) -> Result<Vec<usize>> {
        place
            .path
            .iter()
            .map(|step| match step {
                // Fields of one struct differ in their first letter.
                Step::Field(name) => Ok(usize::from(name.as_bytes()[0])),
                Step::Index(index) => {
                    let index = self.int(frame, index)?;
                    usize::try_from(index).or_else(|_| invalid("a negative index"))
                }
            })
            .collect()
    }

    fn place<'f>(&mut self, frame: &'f Frame, place: &Place) -> Result<&'f Data> {
        let path = self.path(frame, place)?;
        if let Some((var, target)) = &frame.target
            && *var == place.var.id
            && (path.starts_with(target) || target.starts_with(&path))
        {
            return invalid("an update reads its own target");
        }
        let Some(mut data) = frame.vars[place.var.id].as_ref() else { return invalid("an unset variable") };
        for (step, position) in place.path.iter().zip(path) {
            data = match (step, data) {
                (Step::Field(name), Data::Struct(fields)) => match fields.iter().find(|(field, _)| field == name) {
                    Some((_, field)) => field,
                    None => return invalid("no such field"),
                },
                (Step::Index(_), Data::Array(items)) => match items.get(position) {
                    Some(item) => item,
                    None => return invalid("an index out of bounds"),
                },
                _ => return invalid("a path that does not fit"),
            };
        }
        Ok(data)
    }

    fn place_mut<'f>(&mut self, frame: &'f mut Frame, place: &Place) -> Result<&'f mut Data> {
        let path = self.path(frame, place)?;
        let Some(mut data) = frame.vars[place.var.id].as_mut() else { return invalid("an unset variable") };
        for (step, position) in place.path.iter().zip(path) {
            data = match (step, data) {
                (Step::Field(name), Data::Struct(fields)) => match fields.iter_mut().find(|(field, _)| field == name) {
                    Some((_, field)) => field,
                    None => return invalid("no such field"),
                },
                (Step::Index(_), Data::Array(items)) => match items.get_mut(position) {
                    Some(item) => item,
                    None => return invalid("an index out of bounds"),
                },
                _ => return invalid("a path that does not fit"),
            };
        }
        Ok(data)
    }

    fn float(&mut self, frame: &Frame, expr: &Expr) -> Result<Dual> {
        match self.expr(frame, expr)? {
            Data::Float(dual) => Ok(dual),
            _ => invalid("a float is wanted"),
        }
    }

    fn int(&mut self, frame: &Frame, expr: &Expr) -> Result<i64> {
        match self.expr(frame, expr)? {
            Data::Int(value) => Ok(value),
            _ => invalid("an integer is wanted"),
        }
    }

    fn truth(&mut self, frame: &Frame, expr: &Expr) -> Result<bool> {
        match self.expr(frame, expr)? {
            Data::Bool(value) => Ok(value),
            _ => invalid("a truth value is wanted"),
        }
    }

    fn expr(&mut self, frame: &Frame, expr: &Expr) -> Result<Data> {
        self.step()?;
        Ok(match expr {
            Expr::Float(value) => Data::Float(Dual::constant(*value)),
            Expr::Int(value) => Data::Int(*value),
            Expr::Read(place) => self.place(frame, place)?.clone(),
            Expr::Len(place) => match self.place(frame, place)? {
                Data::Array(items) => Data::Int(i64::try_from(items.len()).expect("a short length")),
                _ => return invalid("the length of a scalar"),
            },
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
                (Data::Int(a), Expr::Cast(_, super::ast::Type::Float)) => Data::Float(Dual::constant(a as f64)),
                (other, _) => other,
            },
            Expr::Call(function, args) => {
                let args = self.args(frame, args)?;
                match self.call(*function, args)?.1 {
                    Some(result) => Data::Float(result),
                    None => return invalid("a call without a result"),
                }
            }
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
        })
    }

    fn noted(&mut self, value: f64, tangent: f64) -> Data {
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

    fn arithmetic(&mut self, op: Op, a: &Data, b: &Data) -> Result<Data> {
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

/// Equal up to rounding, relative to the largest numbers of the run.
fn close(a: &Data, b: &Data, value_scale: f64, tangent_scale: f64) -> bool {
    match (a, b) {
        (Data::Float(a), Data::Float(b)) => {
            (a.value - b.value).abs() <= 1e-9 * value_scale && (a.tangent - b.tangent).abs() <= 1e-8 * tangent_scale
        }
        (Data::Array(a), Data::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b, value_scale, tangent_scale))
        }
        (Data::Struct(a), Data::Struct(b)) => {
            a.iter().zip(b).all(|((_, a), (_, b))| close(a, b, value_scale, tangent_scale))
        }
        _ => a == b,
    }
}
