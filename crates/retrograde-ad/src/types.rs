//! What is known of the types of variables and expressions. A type is read off where it is written, in a signature, at a `let`, after `as`, and
//! goes from there along operators, methods of the table, elements and assignments. What is not proved so is unknown, and goes by traits.
//!
//! A name is not a proof: what a type is known by, rustc is asked about ([`Assumption::Builtin`]).

mod environment;

pub use environment::{Environment, Item, Items};

use crate::access::{COPIES, INTEGER_METHODS};
use crate::hash::{Map, Set};
use crate::ir::{
    self, Activity, Arg, Assumption, BinaryOp, Callable, Callee, Code, Expr, Float, Function, FunctionValue, Growth,
    Head, Inner, Leaf, LiteralKind, MethodName, Path, Place, Step, Stmt, TapeSlot, UnaryOp, Var, Walk,
};
use crate::rules::method_rule;
use environment::float_constant;
use std::fmt;
use std::rc::Rc;

/// What is known of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Type {
    /// `f32` or `f64`; `None` while nothing but literals says so
    Float(Option<Float>),
    /// any integer, or what is made of integers alone
    Int,
    /// `bool`
    Bool,
    /// a slice, an array or a vector of these
    Seq(Rc<Type>),
    /// a tuple
    Tuple(Rc<[Type]>),
    /// nothing
    #[default]
    Unknown,
}

impl Type {
    /// The float that it is.
    pub fn float(&self) -> Option<Float> {
        match self {
            Type::Float(float) => *float,
            _ => None,
        }
    }

    /// Whether all numbers in it are floats.
    fn is_of_floats(&self) -> bool {
        match self {
            Type::Seq(elem) => elem.is_of_floats(),
            Type::Tuple(parts) => parts.iter().all(Self::is_of_floats),
            other => other.is_float(),
        }
    }

    /// Whether it is a float or an integer.
    pub fn is_number(&self) -> bool {
        matches!(self, Type::Float(_) | Type::Int)
    }

    fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }

    /// What two proofs about one type say together; `None` if they contradict each other.
    fn with(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Type::Unknown, known) | (known, Type::Unknown) => Some(known.clone()),
            (Type::Float(None), float @ Type::Float(_)) | (float @ Type::Float(_), Type::Float(None)) => {
                Some(float.clone())
            }
            (Type::Seq(one), Type::Seq(other)) => Some(Type::Seq(Rc::new(one.with(other)?))),
            (Type::Tuple(one), Type::Tuple(other)) if one.len() == other.len() => {
                let parts: Option<Vec<Type>> = one.iter().zip(&**other).map(|(one, other)| one.with(other)).collect();
                Some(Type::Tuple(parts?.into()))
            }
            (one, other) => (one == other).then(|| one.clone()),
        }
    }

    /// The type of a part.
    fn part(&self, step: &Step, index: impl Fn(&Expr) -> Type) -> Type {
        match (self, step) {
            // An operation gives no range, and lists have no indices but integers and ranges.
            (Type::Seq(elem), Step::Index(at)) if matches!(**at, Expr::Binary(..)) || index(at) == Type::Int => {
                (**elem).clone()
            }
            (Type::Seq(_), Step::Slice(_)) => self.clone(),
            (Type::Int, Step::Index(_) | Step::Field(_)) => Type::Int,
            (Type::Tuple(parts), Step::Field(name)) => {
                name.parse().ok().and_then(|k: usize| parts.get(k)).cloned().unwrap_or_default()
            }
            _ => Type::Unknown,
        }
    }
}

/// What is known of the variables of a function, and of what its derivatives keep.
#[derive(Clone, Debug, Default)]
pub struct Types {
    environment: Rc<Environment>,
    vars: Map<Rc<str>, Type>,
    slots: Map<usize, Type>,
    /// the same of the closures that are arguments, by their names
    closures: Map<Rc<str>, Types>,
    /// of which two proofs contradict each other: something here is not what it looks like
    refuted: Set<Rc<str>>,
    integers: Activity,
    /// the types by which anything is known, as they are written
    names: Vec<Assumption>,
    /// whether anything was learnt since this was last asked
    learnt: bool,
    /// statements are gone over from the last to the first
    backwards: bool,
}

impl Types {
    /// What is known in a function that returns `output`, with what is `around` it and which `items` its body has.
    pub fn of(function: &Function, output: Option<&ir::Type>, around: &Environment, items: &Items) -> Self {
        let mut types = Self { integers: function.activity.clone(), ..Self::default() };
        // The signature sees none of the items.
        types.environment = Rc::new(around.clone());
        for param in &function.params {
            let ty = match &param.callable {
                None => types.written(&param.ty),
                Some(callable) => {
                    types.written(&callable.output);
                    continue;
                }
            };
            types.set(&param.var, &ty);
        }
        let output = output.map(|output| types.written(output)).unwrap_or_default();
        let mut names = std::mem::take(&mut types.names);
        types.environment = Rc::new(around.with(items, &mut |name| note(&mut names, name)));
        types.names = names;
        types.learn(&function.body, &mut |types| {
            if let Some(result) = &function.result {
                types.expect(result, &output);
            }
        });
        types
    }

    /// The places on the tape that keep floats.
    pub fn float_slots(&self) -> impl Iterator<Item = usize> {
        self.slots.iter().filter(|(_, ty)| ty.float().is_some()).map(|(id, _)| *id)
    }

    /// What is known in a closure that is an argument.
    pub fn of_closure(&self, closure: &Function) -> Option<&Self> {
        self.closures.get(&closure.name.name)
    }

    /// The same with what derived statements name and keep. They come one after another.
    #[must_use]
    pub fn extended(&self, stmts: &[&[Stmt]]) -> Self {
        let mut types = self.clone();
        for stmts in stmts {
            types.learn(stmts, &mut |_| {});
        }
        types
    }

    /// The variables that are floats, or made of floats.
    pub fn floats(&self) -> impl Iterator<Item = &Rc<str>> {
        self.vars.iter().filter(|(_, ty)| ty.is_of_floats()).map(|(name, _)| name)
    }

    /// The variables of a function that may be of a type of the user's.
    pub fn own(&self, function: &Function) -> Set<Rc<str>> {
        let named = |ty: &ir::Type| match &ty.kind {
            ir::TypeKind::Path(path) => {
                let is_number =
                    path.as_ident().is_some_and(|name| function.numbers.iter().any(|number| &**number == name));
                let complex = cfg!(feature = "complex") && path.name().starts_with("Complex");
                !is_number && !complex && !ir::STANDARD_TYPES.contains(&path.name())
            }
            _ => false,
        };
        let own = |param: &&ir::Param| named(&param.ty) && self.is_unknown(&param.var);
        let mut found = function.params.iter().filter(own).map(|param| param.var.name.clone()).collect();
        self.own_locals(&function.body, &mut found);
        found
    }

    fn is_unknown(&self, var: &Var) -> bool {
        self.of_place(&Place::var(var)) == Type::Unknown
    }

    fn own_locals(&self, stmts: &[Stmt], found: &mut Set<Rc<str>>) {
        for stmt in stmts {
            let (var, may_be) = match stmt {
                Stmt::Let { var, init: Some(init), .. } => (var, may_be_own(init, found)),
                Stmt::LetCall { var, .. } => (var, true),
                _ => {
                    stmt.blocks().iter().for_each(|block| self.own_locals(block, found));
                    continue;
                }
            };
            if may_be && self.is_unknown(var) {
                found.insert(var.name.clone());
            }
        }
    }

    /// What rustc is to prove of the names of types.
    pub fn assumptions(&self) -> &[Assumption] {
        &self.names
    }

    /// Goes over statements until there is nothing more to learn, there and back, since what a literal is may be seen before or after it.
    fn learn(&mut self, stmts: &[Stmt], more: &mut dyn FnMut(&mut Self)) {
        loop {
            self.learnt = false;
            self.block(stmts);
            more(self);
            if !self.learnt {
                return;
            }
            self.backwards = !self.backwards;
        }
    }

    fn block(&mut self, stmts: &[Stmt]) {
        if self.backwards {
            stmts.iter().rev().for_each(|stmt| self.statement(stmt));
        } else {
            stmts.iter().for_each(|stmt| self.statement(stmt));
        }
    }

    fn set(&mut self, var: &Var, ty: &Type) {
        if *ty == Type::Unknown || !var.is_primal() || self.refuted.contains(&var.name) {
            return;
        }
        let known = self.vars.get(&var.name).cloned().unwrap_or_default();
        match known.with(ty) {
            Some(both) if both == known => return,
            Some(both) => {
                self.vars.insert(var.name.clone(), both);
            }
            None => {
                self.vars.remove(&var.name);
                self.refuted.insert(var.name.clone());
            }
        }
        self.learnt = true;
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { var, ty, init, .. } => {
                let written = ty.as_ref().map(|ty| self.written(ty)).unwrap_or_default();
                self.set(var, &written);
                if let Some(init) = init {
                    self.give(&Place::var(var), init);
                }
            }
            Stmt::Update { place, value, .. } => {
                let (amount, known) = (self.of_expr(value), self.of_place(place));
                // Of numbers, but not of vectors and such, both sides of `+=` have one type.
                if amount.is_float() && known.is_float() {
                    self.give(place, value);
                } else {
                    self.expect(value, &Type::Unknown);
                }
            }
            Stmt::Assign { place, value, .. } => self.give(place, value),
            Stmt::Mapped(mapped) => self.expect(&mapped.value, &Type::Unknown),
            Stmt::Grow(_, Growth::Push(value)) | Stmt::Leave(value) => self.expect(value, &Type::Unknown),
            Stmt::LetCall { var, callee, args, .. } | Stmt::LetTangent { var, callee, args, .. } => {
                args.iter().for_each(|arg| self.expect(arg, &Type::Unknown));
                if let Callee::Function(path) = callee {
                    let ty = self.of_call(path, args);
                    self.set(var, &ty);
                }
            }
            Stmt::Call { args, .. } => {
                for arg in args {
                    if let Arg::Shared(value) = arg {
                        self.expect(value, &Type::Unknown);
                    }
                }
            }
            Stmt::Save(slot, value) => {
                let ty = self.of_expr(value);
                self.keep(slot, ty);
            }
            Stmt::Nested(head, blocks) => {
                self.head(head);
                blocks.iter().for_each(|block| self.block(block));
            }
            Stmt::Forget { slice, .. } => self.block(slice),
            Stmt::Fused(both) => both.iter().for_each(|block| self.block(block)),
            _ => {}
        }
    }

    fn keep(&mut self, slot: &TapeSlot, ty: Type) {
        if ty != Type::Unknown && slot.roles.is_empty() && self.slots.get(&slot.id) != Some(&ty) {
            self.slots.insert(slot.id, ty);
            self.learnt = true;
        }
    }

    fn head(&mut self, head: &Head) {
        match head {
            Head::For { var, .. }
            | Head::Tape { var, .. }
            | Head::First { var, .. }
            | Head::Sweep { var, .. }
            | Head::Run { var, .. } => self.set(var, &Type::Int),
            Head::Each { turn, leaves, .. } => {
                self.set(turn, &Type::Int);
                for Leaf { var, walk } in leaves {
                    if let Walk::Range(_) = walk {
                        self.set(var, &Type::Int);
                    }
                }
            }
            Head::If { .. }
            | Head::While { .. }
            | Head::Match { .. }
            | Head::Scope
            | Head::Idle
            | Head::Inverse
            | Head::Label(_)
            | Head::Flows(_)
            | Head::AtMost(_)
            | Head::Along(_)
            | Head::Blocks(_) => {}
        }
        head.exprs().into_iter().for_each(|expr| self.expect(expr, &Type::Unknown));
    }

    /// A value and the place that it is given to have one type.
    fn give(&mut self, place: &Place, value: &Expr) {
        let ty = self.of_place(place);
        self.expect(value, &ty);
        if place.path.is_empty() {
            let ty = self.of_expr(value);
            self.set(&place.root, &ty);
        }
    }

    /// Learns what follows for the literals and variables in an expression if it has this type.
    fn expect(&mut self, expr: &Expr, ty: &Type) {
        match expr {
            Expr::Read(place) if place.path.is_empty() => {
                if let (Type::Float(None), Type::Float(Some(_))) = (self.of_place(place), ty) {
                    self.set(&place.root, ty);
                }
            }
            Expr::Unary(UnaryOp::Neg, inner, _) if self.of_expr(inner).is_float() => self.expect(inner, ty),
            Expr::Binary(op, operands, _) => {
                let [left, right] = [&operands[0], &operands[1]].map(|operand| self.of_expr(operand));
                let both = left.with(&right).filter(|_| left.is_float() && right.is_float());
                let ty = match both {
                    Some(Type::Float(None)) if !op.is_logical() => ty.clone(),
                    Some(both) => both,
                    None => Type::Unknown,
                };
                operands.iter().for_each(|operand| self.expect(operand, &ty));
            }
            Expr::Method(name, args, _) if is_of_table(name, args) => {
                let known = self.of_expr(&args[0]);
                let ty = if known == Type::Float(None) { ty.clone() } else { known };
                for (k, arg) in args.iter().enumerate() {
                    let same = ty.is_float() && !is_exponent(name, k);
                    self.expect(arg, if same { &ty } else { &Type::Unknown });
                }
            }
            Expr::If(parts) => {
                self.expect(&parts[0], &Type::Bool);
                parts[1..].iter().for_each(|part| self.expect(part, ty));
            }
            Expr::Block(locals, value) => {
                for Inner { var, ty, init } in locals {
                    let written = ty.as_ref().map(|ty| self.written(ty)).unwrap_or_default();
                    self.set(var, &written);
                    self.give(&Place::var(var), init);
                }
                self.expect(value, ty);
            }
            Expr::Match(_, arms) => arms.iter().for_each(|(_, value)| self.expect(value, ty)),
            Expr::Array(elems) => {
                if let Type::Seq(elem) = ty {
                    elems.iter().for_each(|value| self.expect(value, elem));
                }
            }
            Expr::Repeat(value, _) => {
                if let Type::Seq(elem) = ty {
                    self.expect(value, elem);
                }
            }
            Expr::Vector(inner) => self.expect(inner, ty),
            Expr::Cast(inner, ty) => {
                // What is cast may be of any type, but this one is relied on.
                self.written(ty);
                self.expect(inner, &Type::Unknown);
            }
            Expr::Constant(path) => {
                if let Some(float) = float_constant(path) {
                    note(&mut self.names, Assumption::Constant(path.clone(), float));
                }
            }
            Expr::Function(function) => self.closure(function),
            other => other.parts().into_iter().for_each(|part| self.expect(part, &Type::Unknown)),
        }
    }

    /// Finds out what is known in a closure that is an argument: what it captures is as it is outside.
    fn closure(&mut self, value: &FunctionValue) {
        let Code::Closure(lifted) = &value.code else { return };
        let closure = &lifted.function;
        let mut types = Self {
            environment: self.environment.clone(),
            integers: closure.activity.clone(),
            names: std::mem::take(&mut self.names),
            ..Self::default()
        };
        let (captured, own) = closure.params.split_at(lifted.captured);
        for (param, outside) in captured.iter().zip(value.captured()) {
            types.set(&param.var, &self.of_expr(outside));
        }
        for param in own {
            let ty = types.written(&param.ty);
            types.set(&param.var, &ty);
        }
        types.learn(&closure.body, &mut |types| {
            if let Some(result) = &closure.result {
                types.expect(result, &Type::Unknown);
            }
        });
        self.names = std::mem::take(&mut types.names);
        self.closures.insert(closure.name.name.clone(), types);
    }

    /// The type of what is at a place.
    pub fn of_place(&self, place: &Place) -> Type {
        if !place.root.is_primal() {
            return Type::Unknown;
        }
        let ty = match self.vars.get(&place.root.name) {
            Some(ty) => ty.clone(),
            None if self.integers.is_integer(&place.root.name) => Type::Int,
            None => Type::Unknown,
        };
        // A parameter is known by what its reference leads to.
        let steps = place.path.strip_prefix(&[Step::Deref]).unwrap_or(&place.path);
        steps.iter().fold(ty, |ty, step| ty.part(step, |index| self.of_expr(index)))
    }

    /// The type of an expression.
    pub fn of_expr(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Literal(literal) => match &literal.kind {
                LiteralKind::Float { suffix, .. } => match &**suffix {
                    "" => Type::Float(None),
                    "f32" => Type::Float(Some(Float::Single)),
                    _ => Type::Float(Some(Float::Double)),
                },
                LiteralKind::Int { suffix, .. } => match &**suffix {
                    "f32" => Type::Float(Some(Float::Single)),
                    "f64" => Type::Float(Some(Float::Double)),
                    _ => Type::Int,
                },
                LiteralKind::Bool(_) => Type::Bool,
                LiteralKind::Text | LiteralKind::Other => Type::Unknown,
            },
            Expr::Read(place) => self.of_place(place),
            Expr::Unary(_, inner, _) | Expr::Vector(inner) => self.of_expr(inner),
            Expr::Binary(op, operands, _) => {
                let [left, right] = [&operands[0], &operands[1]].map(|operand| self.of_expr(operand));
                match op {
                    BinaryOp::And | BinaryOp::Or => Type::Bool,
                    op if op.is_logical() => Type::Bool,
                    _ if left.is_float() && right.is_float() => left.with(&right).unwrap_or_default(),
                    _ if left == right && matches!(left, Type::Int | Type::Bool) => left,
                    _ => Type::Unknown,
                }
            }
            Expr::Method(name, args, _) => self.of_method(name, args),
            Expr::Length(..) => Type::Int,
            Expr::Cast(_, ty) => self.written_as(ty),
            Expr::Array(elems) => {
                let elems = elems.iter().map(|elem| self.of_expr(elem));
                let elem = elems.reduce(|one, other| one.with(&other).unwrap_or_default());
                Type::Seq(Rc::new(elem.unwrap_or_default()))
            }
            Expr::Repeat(elem, _) => Type::Seq(Rc::new(self.of_expr(elem))),
            Expr::Tuple(parts) => Type::Tuple(parts.iter().map(|part| self.of_expr(part)).collect()),
            Expr::Part(base, steps) => {
                steps.iter().fold(self.of_expr(base), |ty, step| ty.part(step, |index| self.of_expr(index)))
            }
            Expr::If(parts) => self.of_expr(&parts[1]).with(&self.of_expr(&parts[2])).unwrap_or_default(),
            Expr::Block(_, value) => self.of_expr(value),
            Expr::Match(_, arms) => {
                let arms = arms.iter().map(|(_, value)| self.of_expr(value));
                arms.reduce(|one, other| one.with(&other).unwrap_or_default()).unwrap_or_default()
            }
            Expr::Restore(slot) if slot.roles.is_empty() => self.slots.get(&slot.id).cloned().unwrap_or_default(),
            Expr::Replay(slot, _) if slot.roles.is_empty() => {
                self.slots.get(&slot.id).map(|ty| Type::Seq(Rc::new(ty.clone()))).unwrap_or_default()
            }
            Expr::Constant(path) => self.environment.of_constant(path),
            Expr::Borrow(inner) if expr.is_constant_reference() => self.of_expr(inner),
            Expr::Call(path, args, _) => self.of_call(path, args),
            Expr::Unread(float) => Type::Float(Some(*float)),
            _ => Type::Unknown,
        }
    }

    /// Whether a method is one of the table that floats have themselves, called on a float.
    pub fn is_of_float(&self, name: &MethodName, args: &[Expr]) -> bool {
        is_of_table(name, args) && self.of_expr(&args[0]).float().is_some()
    }

    fn of_call(&self, path: &Path, args: &[Expr]) -> Type {
        match called_parameter(path, args) {
            Some(callable) => self.written_as(&callable.output),
            None => self.environment.of_function(path),
        }
    }

    fn of_method(&self, name: &MethodName, args: &[Expr]) -> Type {
        let receiver = self.of_expr(&args[0]);
        match &receiver {
            // The inherent methods of floats come before those of any trait.
            Type::Float(_) if is_of_table(name, args) => receiver,
            Type::Float(_) if retrograde_rules::lookup_tuple(name).is_some() && args.len() == 1 => {
                Type::Tuple([receiver.clone(), receiver].into())
            }
            Type::Seq(_) if matches!(&**name, "len") => Type::Int,
            Type::Seq(_) | Type::Float(_) if COPIES.contains(&&**name) && args.len() == 1 => receiver,
            Type::Int if INTEGER_METHODS.contains(&&**name) => {
                let all = args[1..].iter().all(|arg| self.of_expr(arg) == Type::Int);
                if all { Type::Int } else { Type::Unknown }
            }
            _ => Type::Unknown,
        }
    }

    /// A type as it is written, which is relied on.
    fn written(&mut self, ty: &ir::Type) -> Type {
        self.environment.read(ty, &mut |name| note(&mut self.names, name))
    }

    /// What a type means, as it is written.
    pub fn written_as(&self, ty: &ir::Type) -> Type {
        self.environment.read(ty, &mut |_| {})
    }
}

fn note(names: &mut Vec<Assumption>, name: Assumption) {
    if !names.contains(&name) {
        names.push(name);
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Float(Some(float)) => f.write_str(float.name()),
            Type::Float(None) => f.write_str("float"),
            Type::Int => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Seq(elem) => write!(f, "[{elem}]"),
            Type::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Type::Unknown => f.write_str("?"),
        }
    }
}

/// The variables of which something is known, by their names.
impl fmt::Display for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut vars: Vec<_> = self.vars.iter().collect();
        vars.sort_by_key(|(name, _)| *name);
        vars.into_iter().try_for_each(|(name, ty)| writeln!(f, "{name}: {ty}"))
    }
}

/// Whether a value may be of a type of the user's that has elements.
pub(crate) fn may_be_own(value: &Expr, own: &Set<Rc<str>>) -> bool {
    match value {
        Expr::Read(place) => own.contains(&place.root.name) && place.path.iter().all(|step| *step == Step::Deref),
        Expr::Method(name, args, _) if COPIES.contains(&&**name) => may_be_own(&args[0], own),
        Expr::Call(path, args, _) if args.is_empty() && gives_number(path) => false,
        Expr::Call(..)
        | Expr::Method(..)
        | Expr::Struct(..)
        | Expr::Construct(..)
        | Expr::Binary(..)
        | Expr::Unary(..) => true,
        Expr::If(parts) => parts[1..].iter().any(|part| may_be_own(part, own)),
        Expr::Match(_, arms) => arms.iter().any(|(_, arm)| may_be_own(arm, own)),
        Expr::Block(_, value) => may_be_own(value, own),
        _ => false,
    }
}

/// Whether a call without arguments gives a number of a generic type: `num_traits::zero()`, or what a sum starts from.
fn gives_number(path: &ir::Path) -> bool {
    match path.names().next() {
        Some("num_traits") => true,
        Some("retrograde") => ["nothing", "one"].contains(&path.name()),
        _ => false,
    }
}

/// Whether a method is one of those of the table that `f32` and `f64` have themselves.
fn is_of_table(name: &MethodName, args: &[Expr]) -> bool {
    method_rule(name).is_some_and(|rule| rule.arity() == args.len() && !rule.special)
}

/// Whether an operand is an exponent, an integer.
fn is_exponent(name: &str, operand: usize) -> bool {
    method_rule(name).is_some_and(|rule| rule.is_integer(operand))
}

/// The parameter that is called, if it is a function: `apply(f, (x,))`.
fn called_parameter<'e>(path: &Path, args: &'e [Expr]) -> Option<&'e Callable> {
    match args {
        [Expr::Function(function), _] if path.leading && path.name() == "apply" => match &function.code {
            Code::Param(_, callable) => Some(callable),
            Code::Path(_) | Code::Closure(_) => None,
        },
        _ => None,
    }
}
