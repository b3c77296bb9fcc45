//! What is known of the types of variables and expressions. A type is read off where it is written, in a signature, at a `let`, after `as`, and
//! goes from there along operators, methods of the table, elements and assignments. What is not proved so is unknown, and goes by traits.
//!
//! A name is not a proof: what a type is known by, rustc is asked about ([`Assumption::Builtin`]).

use crate::access::{COPIES, INTEGER_METHODS};
use crate::hash::{Map, Set};
use crate::ir::{
    self, Activity, Arg, Argument, Arguments, Assumption, BinaryOp, Builtin, Expr, Float, Function, Growth, Head,
    INTEGER_TYPES, Inner, Leaf, LiteralKind, MethodName, Path, Place, Step, Stmt, TapeSlot, TypeKind, UnaryOp, Var,
    Walk,
};
use crate::rules::method_rule;
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
            (Type::Seq(elem), Step::Index(at)) if index(at) == Type::Int => (**elem).clone(),
            (Type::Seq(_), Step::Slice(_)) => self.clone(),
            (Type::Int, Step::Index(_) | Step::Field(_)) => Type::Int,
            (Type::Tuple(parts), Step::Field(name)) => {
                name.parse().ok().and_then(|k: usize| parts.get(k)).cloned().unwrap_or_default()
            }
            _ => Type::Unknown,
        }
    }
}

/// What is known of names from outside of a function: nothing, if all that is seen is the function.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// types with a name
    pub types: Map<Rc<str>, Type>,
    /// constants
    pub constants: Map<Rc<str>, Type>,
    /// what functions return
    pub functions: Map<Rc<str>, Type>,
}

/// What is known of the variables of a function, and of what its derivatives keep.
#[derive(Clone, Debug, Default)]
pub struct Types {
    environment: Environment,
    vars: Map<Rc<str>, Type>,
    slots: Map<usize, Type>,
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
    /// What is known in a function that returns `output`.
    pub fn of(function: &Function, output: Option<&ir::Type>, environment: Environment) -> Self {
        let mut types = Self { environment, integers: function.activity.clone(), ..Self::default() };
        for param in function.params.iter().filter(|param| param.callable.is_none()) {
            let ty = types.written(&param.ty);
            types.set(&param.var, &ty);
        }
        let output = output.map(|output| types.written(output)).unwrap_or_default();
        types.learn(&function.body, &mut |types| {
            if let Some(result) = &function.result {
                types.expect(result, &output);
            }
        });
        types
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
            Stmt::LetCall { args, .. } => args.iter().for_each(|arg| self.expect(arg, &Type::Unknown)),
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
            Head::For { var, .. } | Head::Tape { var, .. } | Head::First { var, .. } | Head::Sweep { var, .. } => {
                self.set(var, &Type::Int);
            }
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
            | Head::Label(_) => {}
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
            other => other.parts().into_iter().for_each(|part| self.expect(part, &Type::Unknown)),
        }
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
            Expr::Constant(path) => found(&self.environment.constants, path),
            Expr::Call(path, ..) => found(&self.environment.functions, path),
            Expr::Unread(float) => Type::Float(Some(*float)),
            _ => Type::Unknown,
        }
    }

    /// Whether a method is one of the table that floats have themselves, called on a float.
    pub fn is_of_float(&self, name: &MethodName, args: &[Expr]) -> bool {
        is_of_table(name, args) && self.of_expr(&args[0]).float().is_some()
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
        let mut names = Vec::new();
        let known = read(ty, &self.environment, &mut |builtin, name| names.push(Assumption::Builtin(builtin, name)));
        for name in names {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        known
    }

    /// What a type means, as it is written.
    pub fn written_as(&self, ty: &ir::Type) -> Type {
        read(ty, &self.environment, &mut |_, _| {})
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

/// Reads a type. What a name is taken for is noted.
fn read(ty: &ir::Type, environment: &Environment, note: &mut dyn FnMut(Builtin, ir::Type)) -> Type {
    match &ty.kind {
        TypeKind::Path(path) if path.qualified.is_none() => match path.segments.last().map(|last| &last.arguments) {
            Some(Arguments::Angle { list, .. }) => {
                let [Argument::Type(elem)] = &**list else { return Type::Unknown };
                if path.name() != "Vec" {
                    return Type::Unknown;
                }
                let elem = read(elem, environment, note);
                note(Builtin::Vec, of_anything(ty, path));
                Type::Seq(Rc::new(elem))
            }
            _ => named(ty, path, environment, note),
        },
        TypeKind::Slice(elem) | TypeKind::Array(elem, _) => Type::Seq(Rc::new(read(elem, environment, note))),
        TypeKind::Tuple(parts) if !parts.is_empty() => {
            Type::Tuple(parts.iter().map(|part| read(part, environment, note)).collect())
        }
        TypeKind::Paren(inner) | TypeKind::Group(inner) => read(inner, environment, note),
        // An index looks through references; an operator has other operands then.
        TypeKind::Reference { inner, .. } => match read(inner, environment, note) {
            seq @ Type::Seq(_) => seq,
            _ => Type::Unknown,
        },
        _ => Type::Unknown,
    }
}

/// `Vec<()>` in the place of `Vec<T>`: what is asked is asked once.
fn of_anything(ty: &ir::Type, path: &Path) -> ir::Type {
    let mut segments = path.segments.to_vec();
    if let Some(last) = segments.last_mut()
        && let Arguments::Angle { list, .. } = &mut last.arguments
    {
        *list = [Argument::Type(ir::Type::made(TypeKind::Tuple([].into())))].into();
    }
    ir::Type { kind: TypeKind::Path(Path { segments: segments.into(), ..path.clone() }), source: ty.source }
}

fn named(ty: &ir::Type, path: &Path, environment: &Environment, note: &mut dyn FnMut(Builtin, ir::Type)) -> Type {
    match path.as_ident() {
        Some(name @ ("f32" | "f64")) => {
            let float = if name == "f32" { Float::Single } else { Float::Double };
            note(Builtin::Float(float), ty.clone());
            Type::Float(Some(float))
        }
        Some("bool") => Type::Bool,
        Some(name) if INTEGER_TYPES.contains(&name) => Type::Int,
        Some(name) => environment.types.get(name).cloned().unwrap_or_default(),
        None => Type::Unknown,
    }
}

fn found(names: &Map<Rc<str>, Type>, path: &Path) -> Type {
    path.as_ident().and_then(|name| names.get(name)).cloned().unwrap_or_default()
}

/// Whether a method is one of those of the table that `f32` and `f64` have themselves.
fn is_of_table(name: &MethodName, args: &[Expr]) -> bool {
    method_rule(name).is_some_and(|rule| rule.arity() == args.len() && !rule.special)
}

/// Whether an operand is an exponent, an integer.
fn is_exponent(name: &str, operand: usize) -> bool {
    method_rule(name).is_some_and(|rule| rule.is_integer(operand))
}
