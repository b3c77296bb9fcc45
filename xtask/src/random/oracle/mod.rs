//! Runs a program straight from its tree, with tangents: what the compiler's results are compared with.
//!
//! It shares nothing with the compiler but the meaning of the language. The one thing that it cannot do by itself is a call's inverse,
//! which is the compiler's whole business; there it takes the compiler's answer and believes it only after running it forwards
//! again. On the way it notes what makes a program unfit for a numerical comparison: huge numbers, steep slopes, near ties.

mod exprs;
mod library;
mod lists;
mod ordinary;
mod places;

use super::ast::{Arg, Duty, Expr, Function, Init, Op, Param, Place, Program, Range, Stmt, UpdateOp, Var, inverse};
use super::data::{Data, Dual};
use places::{Location, Slot};
use std::rc::Rc;

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
    /// no end of the run, only of a block
    Left(Left),
}

/// How a block was left.
#[derive(Clone, Debug, PartialEq)]
pub enum Left {
    Break(Option<Rc<str>>),
    Continue(Option<Rc<str>>),
    Return(Data),
}

/// Numbers beyond these leave too few digits for a comparison.
const LARGEST: f64 = 1e4;
const STEEPEST: f64 = 300.0;
/// how far rounding may be stretched on the way back
const STRETCHED: f64 = 1e4;
/// Closer decisions might fall otherwise in the inverse, whose values are rounded differently.
const CLOSEST: f64 = 1e-6;

/// What a run was like.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// the largest number on the way
    pub largest: f64,
    /// the largest tangent on the way
    pub steepest: f64,
    /// how much the scaling on the way back stretches what was rounded
    pub stretched: f64,
    /// how close a comparison came to being decided otherwise
    pub margin: f64,
    /// whether a number was rounded to fewer digits, so that small differences are lost
    pub rounded: bool,
    /// how many operations were run
    pub steps: usize,
}

impl Profile {
    /// Why nothing can be compared after such a run, if so.
    pub fn unfit(&self) -> Option<&'static str> {
        if self.largest > LARGEST {
            Some("large numbers")
        } else if self.steepest > STEEPEST {
            Some("steep slopes")
        } else if self.stretched > STRETCHED {
            Some("small numbers that are scaled back")
        } else if self.margin < CLOSEST {
            Some("a near tie")
        } else {
            None
        }
    }
}

/// A run.
pub struct Oracle<'a> {
    program: &'a Program,
    inverter: &'a dyn Inverter,
    depth: usize,
    /// inside a callee that is run backwards, so that what it does forwards is what undoes it
    backwards: bool,
    /// the label of the loop that comes next
    label: Option<Rc<str>>,
    /// what the run was like so far
    pub profile: Profile,
}

const MOST_STEPS: usize = 20_000;
const DEEPEST: usize = 16;

/// The variables of a function that is being run.
#[derive(Clone)]
struct Frame {
    vars: Vec<Slot>,
    /// what an update is changing; its right side must not read it
    target: Option<Location>,
    /// whether branches must leave their conditions as they were
    reversible: bool,
}

impl Frame {
    /// The same with a value for one more variable.
    fn with(&self, id: usize, value: Data) -> Self {
        let mut frame = self.clone();
        frame.vars[id] = Slot::Own(value);
        frame
    }
}

type Result<T> = std::result::Result<T, Stop>;

fn invalid<T>(why: impl Into<String>) -> Result<T> {
    Err(Stop::Invalid(why.into()))
}

impl<'a> Oracle<'a> {
    /// A run of `program` that has not begun.
    pub fn new(program: &'a Program, inverter: &'a dyn Inverter) -> Self {
        let (largest, steepest, stretched, margin) = (0.0, 0.0, 1.0, f64::INFINITY);
        let profile = Profile { largest, steepest, stretched, margin, rounded: false, steps: 0 };
        Self { program, inverter, depth: 0, backwards: false, label: None, profile }
    }

    /// Runs the last function: its arguments after the run, and what it returns.
    pub fn run(&mut self, args: Vec<Data>) -> Result<(Vec<Data>, Option<Dual>)> {
        match self.call(self.program.functions.len() - 1, args)? {
            (args, Some(Data::Float(value))) => Ok((args, Some(value))),
            (args, None) => Ok((args, None)),
            _ => invalid("a float is wanted"),
        }
    }

    fn call(&mut self, index: usize, args: Vec<Data>) -> Result<(Vec<Data>, Option<Data>)> {
        // Programs recurse a few levels; one that is being shrunk may have lost what ended its recursion.
        if self.depth == DEEPEST {
            return Err(Stop::Unfit("deep recursion"));
        }
        self.depth += 1;
        let function = &self.program.functions[index];
        let reversible = function.duty == Duty::Reversible;
        let mut frame = Frame { vars: vec![Slot::Unset; function.vars], target: None, reversible };
        for (param, arg) in function.params.iter().zip(args) {
            frame.vars[param.var.id] = Slot::Own(arg);
        }
        let result = match (self.block(&mut frame, &function.body), &function.result) {
            (Ok(()), Some(result)) => Some(self.expr(&frame, result)?),
            (Ok(()), None) => None,
            (Err(Stop::Left(Left::Return(value))), _) => Some(value),
            (Err(stop), _) => return Err(stop),
        };
        self.depth -= 1;
        let after = |param: &Param| match std::mem::replace(&mut frame.vars[param.var.id], Slot::Unset) {
            Slot::Own(data) => data,
            _ => unreachable!("set above"),
        };
        let args = function.params.iter().map(after).collect();
        Ok((args, result))
    }

    fn inverse_call(&mut self, index: usize, args: &[Data]) -> Result<Vec<Data>> {
        let function = &self.program.functions[index];
        // The inverse ends where the function itself ends; only here can that be found out safely.
        let mut trial = Oracle { depth: self.depth, ..Oracle::new(self.program, self.inverter) };
        if let Err(Stop::Unfit(why)) = trial.call(index, args.to_vec()) {
            return Err(Stop::Unfit(why));
        }
        if let Some(why) = trial.profile.unfit() {
            return Err(Stop::Unfit(why));
        }
        let before = self.inverter.invert(function, args).map_err(|why| {
            // Backwards, a zero or a large number may come up where it did not forwards.
            if why.contains("cannot be undone") {
                Stop::Unfit("a number that cannot be scaled back")
            } else if why.contains("(inf)") {
                Stop::Unfit("large numbers")
            } else {
                Stop::WrongInverse(why)
            }
        })?;
        self.backwards = !self.backwards;
        let (after, _) = self.call(index, before.clone())?;
        self.backwards = !self.backwards;
        if let Some(why) = self.profile.unfit() {
            return Err(Stop::Unfit(why));
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
                frame.vars[var.id] = Slot::Own(self.expr(frame, value)?);
            }
            Stmt::LetParts { vars, init } => self.let_parts(frame, vars, init)?,
            Stmt::Update { op, place, value } => self.update(frame, *op, place, value)?,
            Stmt::For { var, range, body } => {
                let label = self.label.take();
                for turn in self.turns(frame, range)? {
                    frame.vars[var.id] = Slot::Own(Data::Int(turn));
                    if !self.turn(frame, body, label.as_ref())? {
                        break;
                    }
                }
            }
            Stmt::Each { source, body } => {
                let label = self.label.take();
                for turn in self.walk(frame, source)? {
                    turn.into_iter().for_each(|(id, slot)| frame.vars[id] = slot);
                    if !self.turn(frame, body, label.as_ref())? {
                        break;
                    }
                }
            }
            Stmt::Broadcast { var, length, body } => {
                for turn in 0..self.int(frame, length)? {
                    frame.vars[var.id] = Slot::Own(Data::Int(turn));
                    self.block(frame, body)?;
                }
            }
            Stmt::While { .. } => self.counted(frame, stmt)?,
            Stmt::If { pre, post, then, otherwise } => {
                let taken = self.truth(frame, pre)?;
                self.block(frame, if taken { then } else { otherwise })?;
                if frame.reversible && self.truth(frame, post.as_ref().unwrap_or(pre))? != taken {
                    return invalid("a postcondition disagrees");
                }
            }
            Stmt::Match { .. } => self.matched(frame, stmt)?,
            Stmt::Call { function, inverse, args } => self.call_statement(frame, *function, *inverse, args)?,
            Stmt::Apply { function, inverse, args } => {
                let Slot::Own(Data::Function(passed)) = frame.vars[function.id].clone() else {
                    return invalid("a call of what is no function");
                };
                self.apply(frame, &passed.tree, *inverse, args)?;
            }
            Stmt::Stack { op, stack, item } => self.stack(frame, *op, stack, item)?,
            Stmt::Map { insert, map, key, value } => self.map(frame, *insert, map, (key, value))?,
            Stmt::Converted { .. } => self.converted(frame, stmt)?,
            Stmt::Swap(a, b) => {
                let (a, b) = (self.locate(frame, a)?, self.locate(frame, b)?);
                if a.meets(&b) {
                    return invalid("a swap of one element with itself");
                }
                let (first, second) = (frame.load(&a)?, frame.load(&b)?);
                frame.store(&a, second)?;
                frame.store(&b, first)?;
            }
            Stmt::Ancilla { .. } => self.ancilla(frame, stmt)?,
            Stmt::Known { var, first, second, uses } => {
                let known = |this: &mut Self, frame: &Frame| {
                    let (first, second) = (this.expr(frame, first)?, this.expr(frame, second)?);
                    this.arithmetic(Op::Add, &first, &second)
                };
                let value = known(self, frame)?;
                frame.vars[var.id] = Slot::Own(value.clone());
                self.block(frame, uses)?;
                if known(self, frame)? != value {
                    return invalid("a local does not hold what is known of it");
                }
            }
            Stmt::Inverse(stmts) => self.block(frame, &inverse(stmts))?,
            Stmt::View { view, place, uses, .. } => {
                self.bind(frame, view, place)?;
                self.block(frame, uses)?;
            }
            Stmt::Aside(_, value) => {
                if !self.truth(frame, value)? {
                    return invalid("what is always true is false");
                }
            }
            stmt => self.ordinary(frame, stmt)?,
        }
        Ok(())
    }

    fn call_statement(&mut self, frame: &mut Frame, function: usize, inverse: bool, args: &[Arg]) -> Result<()> {
        let values = self.args(frame, args)?;
        let after = if inverse { self.inverse_call(function, &values)? } else { self.call(function, values)?.0 };
        for (arg, value) in args.iter().zip(after) {
            if let Arg::Exclusive(place) = arg {
                let at = self.locate(frame, place)?;
                frame.store(&at, value)?;
            }
        }
        Ok(())
    }

    fn let_parts(&mut self, frame: &mut Frame, vars: &[Var], init: &Expr) -> Result<()> {
        let parts = match init {
            Expr::Tuple(items) => items.iter().map(|item| self.expr(frame, item)).collect::<Result<Vec<_>>>()?,
            other => match self.expr(frame, other)? {
                Data::Array(items) => items,
                Data::Struct(fields) => fields.into_iter().map(|(_, field)| field).collect(),
                _ => return invalid("the parts of a scalar"),
            },
        };
        for (var, part) in vars.iter().zip(parts) {
            frame.vars[var.id] = Slot::Own(part);
        }
        Ok(())
    }

    fn ancilla(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::Ancilla { lets, compute, packed, uses, .. } = stmt else { unreachable!("an ancilla") };
        for (var, init) in lets {
            frame.vars[var.id] = Slot::Own(self.expr(frame, init)?);
        }
        self.block(frame, compute)?;
        if let Some((var, record)) = packed {
            let mut fields = Vec::new();
            for ((field, _), (part, _)) in record.fields().iter().zip(lets) {
                let Slot::Own(value) = frame.vars[part.id].clone() else { return invalid("an unset variable") };
                fields.push((*field, value));
            }
            frame.vars[var.id] = Slot::Own(Data::Struct(fields));
        }
        self.block(frame, uses)?;
        self.block(frame, &inverse(compute))
    }

    fn counted(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::While { var, limit, down, early, body, .. } = stmt else { unreachable!("a counting loop") };
        let limit = self.int(frame, limit)?;
        for turn in 1..=limit {
            let (before, after) = if *down { (limit - turn + 1, limit - turn) } else { (turn - 1, turn) };
            frame.vars[var.id] = Slot::Own(Data::Int(if *early { after } else { before }));
            self.block(frame, body)?;
        }
        Ok(())
    }

    fn matched(&mut self, frame: &mut Frame, stmt: &Stmt) -> Result<()> {
        let Stmt::Match { value, arms } = stmt else { unreachable!("a match") };
        let found = self.int(frame, value)?;
        let mut taken = None;
        for (k, arm) in arms.iter().enumerate().filter(|(_, arm)| arm.pattern.fits(found)) {
            if let Some(var) = arm.pattern.var() {
                frame.vars[var.id] = Slot::Own(Data::Int(found));
            }
            if arm.guard.as_ref().map_or(Ok(true), |guard| self.truth(frame, guard))? {
                taken = Some(k);
                break;
            }
        }
        let Some(taken) = taken else { return invalid("no arm fits") };
        self.block(frame, &arms[taken].body)?;
        if frame.reversible && self.int(frame, value)? != found {
            return invalid("an arm changes what is matched");
        }
        Ok(())
    }

    fn update(&mut self, frame: &mut Frame, op: UpdateOp, place: &Place, value: &Expr) -> Result<()> {
        let at = self.locate(frame, place)?;
        if frame.reversible {
            frame.target = Some(at.clone());
        }
        let value = self.expr(frame, value);
        frame.target = None;
        let value = value?;
        let old = frame.load(&at)?;
        let op = match op {
            UpdateOp::Set => return frame.store(&at, value),
            UpdateOp::Xor => {
                let (Data::Int(a), Data::Int(b)) = (&old, &value) else { return invalid("^= on floats") };
                return frame.store(&at, Data::Int(a ^ b));
            }
            UpdateOp::AddThrough(bijection) => return self.through(frame, &at, bijection, Op::Add, &value),
            UpdateOp::SubThrough(bijection) => return self.through(frame, &at, bijection, Op::Sub, &value),
            UpdateOp::Add | UpdateOp::SubFromNegative => Op::Add,
            UpdateOp::Sub | UpdateOp::AddToNegative => Op::Sub,
            UpdateOp::Mul => Op::Mul,
            UpdateOp::Div => Op::Div,
        };
        if frame.reversible && matches!(op, Op::Mul | Op::Div) {
            scalable(op, &old, &value)?;
            if let Data::Float(by) = &value {
                let back = if (op == Op::Mul) ^ self.backwards { 1.0 / by.value.abs() } else { by.value.abs() };
                self.profile.stretched *= back.max(1.0);
            }
        }
        let new = self.arithmetic(op, &old, &value)?;
        if frame.reversible && !self.backwards && place.var.is_reference() {
            kept(op, &old, &new, &value)?;
        }
        frame.store(&at, new)
    }

    fn turns(&mut self, frame: &Frame, range: &Range) -> Result<Vec<i64>> {
        let (start, end) = (self.int(frame, &range.start)?, self.int(frame, &range.end)?);
        let mut turns: Vec<i64> = if range.inclusive { (start..=end).collect() } else { (start..end).collect() };
        if let Some((step, from_end)) = range.step {
            if from_end {
                turns.reverse();
            }
            turns = turns.into_iter().step_by(step).collect();
        }
        if range.reversed {
            turns.reverse();
        }
        Ok(turns)
    }

    fn args(&mut self, frame: &Frame, args: &[Arg]) -> Result<Vec<Data>> {
        args.iter()
            .map(|arg| match arg {
                Arg::Value(value) => self.expr(frame, value),
                Arg::Shared(place) | Arg::Exclusive(place) => self.read(frame, place),
            })
            .collect()
    }

    fn read(&mut self, frame: &Frame, place: &Place) -> Result<Data> {
        let at = self.locate(frame, place)?;
        if frame.target.as_ref().is_some_and(|target| target.meets(&at)) {
            return invalid("an update reads its own target");
        }
        frame.load(&at)
    }
}

/// Whether `*=` or `/=` can be undone: nobody asked for numbers that cannot be.
fn scalable(op: Op, old: &Data, by: &Data) -> Result<()> {
    let good = match (old, by) {
        (Data::Float(old), Data::Float(by)) => old.value != 0.0 && by.value != 0.0,
        (Data::Int(old), Data::Int(by)) => *by != 0 && (op == Op::Mul || old % by == 0),
        _ => false,
    };
    if good { Ok(()) } else { Err(Stop::Unfit("a number that cannot be scaled back")) }
}

/// Whether an update of what belongs to the caller leaves enough of it. What rounding left of larger numbers is lost, as documented at
/// `Absorb`, and nobody asked for such numbers.
fn kept(op: Op, old: &Data, new: &Data, by: &Data) -> Result<()> {
    let (Data::Float(old), Data::Float(new), Data::Float(by)) = (old, new, by) else { return Ok(()) };
    let back = if op == Op::Add { new.value - by.value } else { new.value + by.value };
    let tolerance = f64::min(1e-9 * old.value.abs().max(1.0), 1e-4 * old.value.abs());
    let good = matches!(op, Op::Mul | Op::Div) || (back - old.value).abs() <= tolerance;
    if good { Ok(()) } else { Err(Stop::Unfit("what rounding left of larger numbers")) }
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
        (Data::Map(a), Data::Map(b)) => {
            a.len() == b.len()
                && a.iter().zip(b).all(|((k, a), (l, b))| k == l && close(a, b, value_scale, tangent_scale))
        }
        (Data::Struct(a), Data::Struct(b)) => {
            a.iter().zip(b).all(|((_, a), (_, b))| close(a, b, value_scale, tangent_scale))
        }
        _ => a == b,
    }
}
