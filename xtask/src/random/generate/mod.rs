//! Writes random programs that are valid by construction.
//!
//! A program is a few functions, each of which may call those before it, and random arguments for the last. The statements of a function
//! are drawn one by one; `scope` knows what may be read and written at each point, so that the compiler has no reason to reject the
//! result, and what it nevertheless rejects is an error in one of the two.

mod ancilla;
mod asked;
mod branches;
mod calls;
mod chains;
mod closures;
mod conditions;
mod control;
mod exits;
mod exprs;
mod library;
mod lists;
mod locals;
mod ordinary;
mod places;
mod ranges;
mod reversible;
mod scope;
mod signature;
mod valid;
mod values;
mod views;

pub use valid::is_valid;

use super::ast::{Duty, Expr, Function, Home, Param, Passing, Place, Program, Record, Signature, Stmt, Type};
use super::data::Data;
use super::walk;

use super::rng::Rng;
use scope::Scope;

/// A program and the arguments of its last function.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub program: Program,
    pub inputs: Vec<Data>,
    /// whether its second derivatives are checked as well, which takes most of the time
    pub twice: bool,
}

/// Second derivatives are checked of every so-many-th program.
const TWICE: u64 = 4;

/// Statements that a call of the last function may run, about.
const MOST_COST: usize = 400;

/// How many turns a loop over a slice is reckoned to take.
const TYPICAL_LENGTH: usize = 4;

/// The program that belongs to a seed; another one for each attempt.
pub fn case(seed: u64, attempt: u64) -> Case {
    let mut rng = Rng::new(seed.wrapping_add(attempt << 48));
    let mut functions = Vec::new();
    let helpers = rng.below(5);
    for number in 0..helpers {
        let (duty, kind) = match rng.below(10) {
            // What comes first can be passed to those after it.
            0..3 if number > 0 => (Duty::Reversible, Kind::Helper),
            0..5 => (Duty::Reversible, Kind::Gate(*rng.pick(&Signature::ALL))),
            5..7 => (Duty::Reversible, Kind::Method(*rng.pick(&Record::ALL))),
            _ => (Duty::Ordinary, Kind::Helper),
        };
        functions.push(Builder::new(&mut rng, &functions).function(duty, kind));
    }
    let duty = if rng.chance(65) { Duty::Reversible } else { Duty::Ordinary };
    functions.push(Builder::new(&mut rng, &functions).function(duty, Kind::Entry));
    let mut program = Program { functions };
    leave_out_unreached(&mut program);
    put_inside(&mut program, &mut rng);
    let len = rng.below(6);
    let inputs = program.entry().params.iter().map(|param| Data::random(&mut rng, param.ty, len)).collect();
    Case { program, inputs, twice: seed.is_multiple_of(TWICE) }
}

/// Leaves out the functions that no run comes to: they would be compiled for nothing.
fn leave_out_unreached(program: &mut Program) {
    let functions = &mut program.functions;
    let mut reached = vec![false; functions.len()];
    reached[functions.len() - 1] = true;
    for caller in (0..functions.len()).rev() {
        if reached[caller] {
            walk::callees(&functions[caller], &mut |callee| reached[callee] = true);
        }
    }
    for index in (0..reached.len()).rev().filter(|&index| !reached[index]) {
        remove_function(program, index);
    }
}

/// Removes a function that nothing calls.
pub fn remove_function(program: &mut Program, index: usize) {
    program.functions.remove(index);
    for function in &mut program.functions {
        walk::callees_mut(function, &mut |callee| *callee -= usize::from(*callee > index));
        match &mut function.home {
            Home::Inside(outer) if *outer == index => function.home = Home::Module,
            Home::Inside(outer) => *outer -= usize::from(*outer > index),
            Home::Module | Home::Impl { .. } => {}
        }
    }
}

/// Declares some of the functions that only one other calls in the body of that one.
fn put_inside(program: &mut Program, rng: &mut Rng) {
    for index in 0..program.functions.len() - 1 {
        let mut callers = Vec::new();
        for (caller, function) in program.functions.iter().enumerate().filter(|(caller, _)| *caller != index) {
            walk::callees(function, &mut |callee| callers.extend((callee == index).then_some(caller)));
        }
        callers.dedup();
        if let [caller] = callers[..]
            && program.functions[index].home == Home::Module
            && rng.chance(25)
        {
            program.functions[index].home = Home::Inside(caller);
        }
    }
}

/// What a function is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// it is run
    Entry,
    /// it may be called
    Helper,
    /// it may be called, and be a value
    Gate(Signature),
    /// it may be called as a method
    Method(Record),
}

/// Whether the inverse must run on any arguments: some postconditions hold only after the function itself.
#[derive(Clone, Copy, Default)]
struct Onto {
    /// that of the function
    wholly: bool,
    /// that of the statement being written
    here: bool,
}

/// Writes one function.
struct Builder<'a> {
    rng: &'a mut Rng,
    /// the functions that may be called
    done: &'a [Function],
    scope: Scope,
    params: Vec<Param>,
    duty: Duty,
    kind: Kind,
    /// how often the statement being written runs in one call
    turns: usize,
    /// how many statements a call runs so far
    cost: usize,
    /// how many more statements may be written
    room: usize,
    /// every slice has at least this many elements
    min_len: usize,
    /// the parameter `n` is at least this
    min_n: usize,
    /// whether `let` may be written: not in what is to be undone
    lets: bool,
    /// how many calls of itself the function may still make in one run
    own_calls: usize,
    own_calls_made: usize,
    /// whether the call of itself should come as soon as it may
    eager: bool,
    onto: Onto,
    /// what can be left where the statement being written is
    levels: Vec<exits::Level>,
    /// how many chains of iterators the expression being written is in
    chained: usize,
    /// the type of what is returned
    returns: Type,
    /// how many labels were given
    labels: usize,
    /// how many blocks were begun
    blocks: usize,
    /// how deeply the statement being written is nested
    nesting: usize,
}

impl<'a> Builder<'a> {
    fn new(rng: &'a mut Rng, done: &'a [Function]) -> Self {
        Self {
            rng,
            done,
            scope: Scope::default(),
            params: Vec::new(),
            duty: Duty::Reversible,
            kind: Kind::Helper,
            turns: 1,
            cost: 0,
            room: 0,
            min_len: 0,
            min_n: 0,
            lets: true,
            own_calls: 0,
            own_calls_made: 0,
            eager: false,
            onto: Onto::default(),
            levels: Vec::new(),
            chained: 0,
            returns: Type::Float,
            labels: 0,
            blocks: 0,
            nesting: 0,
        }
    }

    fn function(mut self, duty: Duty, kind: Kind) -> Function {
        self.duty = duty;
        self.kind = kind;
        self.onto.wholly = matches!(kind, Kind::Gate(_)) || self.rng.chance(50);
        self.onto.here = self.onto.wholly;
        self.room = if kind == Kind::Entry { 5 + self.rng.below(12) } else { 2 + self.rng.below(6) };
        self.signature(kind);
        if duty == Duty::Ordinary && kind == Kind::Helper && self.rng.chance(45) {
            self.returns = *self.rng.pick(&[Type::Pair, Type::Perhaps, Type::Outcome]);
        }
        let changes = duty == Duty::Ordinary && changes(&self.params);
        if !changes && self.returns == Type::Float && self.length_param().is_some() && self.rng.chance(35) {
            self.own_calls = 1 + self.rng.below(2);
        }
        let prefix = if duty == Duty::Reversible { 'f' } else { 'h' };
        let name = format!("{prefix}{}", self.done.len()).into();
        let (body, result) = match duty {
            Duty::Reversible => (self.reversible_body(), None),
            Duty::Ordinary => {
                let (body, result) = self.ordinary_body();
                (body, Some(result))
            }
        };
        let levels = match self.own_calls_made {
            0 => 1,
            1 => TYPICAL_LENGTH,
            _ => 1 << TYPICAL_LENGTH,
        };
        let cost = (self.cost + 1) * levels;
        let home = match kind {
            Kind::Method(record) => Home::Impl { record, by_path: self.rng.chance(30) },
            Kind::Entry | Kind::Helper | Kind::Gate(_) => Home::Module,
        };
        let (params, vars, onto) = (self.params, self.scope.infos.len(), self.onto.wholly);
        let returns = self.returns;
        Function { duty, home, name, params, vars, body, result, returns, cost, onto }
    }

    /// Draws up to `count` statements by `one`, which gives `None` when what it drew is not possible here.
    fn block(&mut self, count: usize, one: impl Fn(&mut Self) -> Option<Vec<Stmt>>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut written = 0;
        for _ in 0..count * 6 {
            if written == count || self.room == 0 {
                break;
            }
            self.room -= 1;
            if let Some(more) = one(self) {
                self.cost += self.turns;
                stmts.extend(more);
                written += 1;
            } else {
                self.room += 1;
            }
        }
        stmts
    }

    /// Runs `write` in a scope of its own.
    fn scoped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let (visible, frozen, block) = (self.scope.visible.len(), self.scope.frozen, self.scope.block);
        self.nesting += 1;
        self.blocks += 1;
        self.scope.block = self.blocks;
        let result = write(self);
        self.scope.block = block;
        self.nesting -= 1;
        self.scope.visible.truncate(visible);
        self.scope.frozen = frozen;
        result
    }

    /// The parameter that bounds lengths and recursion.
    fn length_param(&self) -> Option<&Param> {
        self.params.iter().find(|param| param.ty == Type::Usize)
    }

    fn slice_params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| matches!(param.ty, Type::Slice(_)))
    }
}

/// The whole of a parameter or local as a place.
fn whole(info: &scope::Info) -> Place {
    Place { var: info.var.clone(), path: Vec::new(), ty: info.ty }
}

fn literal(value: usize) -> Expr {
    Expr::Int(i64::try_from(value).expect("a small number"))
}

fn binary(op: super::ast::Op, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new([a, b]))
}

/// Whether a function is a method, or takes functions.
fn is_special(function: &Function) -> bool {
    let takes_functions = function.params.iter().any(|param| matches!(param.ty, Type::Function(_)));
    takes_functions || matches!(function.home, Home::Impl { .. })
}

/// Whether a function changes arguments.
fn changes(params: &[Param]) -> bool {
    params.iter().any(|param| param.passing == Passing::Exclusive)
}

/// Whether a function changes exactly one argument.
fn changes_one(params: &[Param]) -> bool {
    params.iter().filter(|param| param.passing == Passing::Exclusive).count() == 1
}
