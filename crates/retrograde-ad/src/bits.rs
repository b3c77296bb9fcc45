//! Floats as bits. An integer has no gradient, since it stays as it is where a number changes a little. What `to_bits` gives does not stay, though its
//! type says so, and `from_bits` makes a number of an integer that changes with each rounding. So it is followed which integers come from
//! what may have a gradient, and those that are made into numbers again are an error.

use crate::access::{ASKS, Touch, each_own_touch, first_span, stops_gradient};
use crate::error::Errors;
use crate::hash::Map;
use crate::ir::{
    Arg, At, BinaryOp, Expr, Function, Growth, Literal, LiteralKind, Place, Span, Stmt, TypeKind, all_stmts,
    integer_type,
};
use std::rc::Rc;

/// What gives the bits of a number, or as much as these.
const GIVES_BITS: [&str; 6] =
    ["from_secs_f32", "from_secs_f64", "to_be_bytes", "to_bits", "to_le_bytes", "to_ne_bytes"];

/// What makes a number of bits, of text or of a time.
const TAKES_BITS: [&str; 9] = [
    "as_secs_f32",
    "as_secs_f64",
    "from_be_bytes",
    "from_bits",
    "from_le_bytes",
    "from_ne_bytes",
    "from_str",
    "parse",
    "transmute",
];

/// What makes a number of an integer, by its value.
const CONVERTS: [&str; 4] = ["from", "into", "to_f32", "to_f64"];

/// What an integer has of a number that may have a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flow {
    /// the number's bits, rather than what it is rounded to
    bits: bool,
    /// the bits below this one are the same for all numbers
    from: u32,
}

impl Flow {
    /// What is rounded.
    const ROUNDED: Self = Self { bits: false, from: 0 };

    fn join(self, other: Self) -> Self {
        Self { bits: self.bits || other.bits, from: self.from.min(other.from) }
    }

    /// Of what else is computed of it.
    fn anywhere(self) -> Self {
        Self { from: 0, ..self }
    }
}

fn joined(flows: impl IntoIterator<Item = Option<Flow>>) -> Option<Flow> {
    flows.into_iter().flatten().reduce(Flow::join)
}

/// Reports numbers that are made of the bits of what may have a gradient.
pub fn check(function: &Function, errors: &Errors) {
    let mut pass = Bits { function, flows: Map::default(), changed: true, errors: None };
    for param in &function.params {
        // What text and what the user calls a constant says comes from elsewhere.
        if !param.is_constant() && param.callable.is_none() && (param.active || !is_text(&param.ty.kind)) {
            pass.raise(&param.var.name, Some(Flow::ROUNDED));
        }
    }
    while std::mem::take(&mut pass.changed) {
        pass.function();
    }
    pass.errors = Some(errors);
    pass.function();
}

fn is_text(kind: &TypeKind) -> bool {
    match kind {
        TypeKind::Path(path) => ["str", "String", "char"].contains(&path.name()),
        TypeKind::Slice(inner) | TypeKind::Array(inner, _) | TypeKind::Reference { inner, .. } => is_text(&inner.kind),
        _ => false,
    }
}

struct Bits<'f> {
    function: &'f Function,
    flows: Map<Rc<str>, Flow>,
    changed: bool,
    /// where mistakes are reported, once all flows are known
    errors: Option<&'f Errors>,
}

impl Bits<'_> {
    fn function(&mut self) {
        let function = self.function;
        all_stmts(&function.body).for_each(|stmt| self.statement(stmt));
        if let Some(result) = &function.result {
            self.flow(result);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { var, init: Some(init), .. } => {
                let flow = self.flow(init);
                self.raise(&var.name, flow);
            }
            Stmt::Update { place, value, .. } | Stmt::Assign { place, value, .. } => {
                let flow = joined([self.flow(value), self.on_the_way(place)]);
                self.raise(&place.root.name, flow);
            }
            Stmt::Mapped(mapped) => {
                let flow = self.flow(&mapped.value);
                self.raise(&mapped.place.root.name, flow.map(Flow::anywhere));
            }
            Stmt::Grow(list, Growth::Push(value)) => {
                let flow = self.flow(value);
                self.raise(&list.root.name, flow);
            }
            other => self.whole(other),
        }
    }

    /// What a statement reads may go into all that it changes.
    fn whole(&mut self, stmt: &Stmt) {
        let mut places: Vec<&Place> = Vec::new();
        let exprs: Vec<&Expr> = match stmt {
            Stmt::LetCall { args, .. } => args.iter().collect(),
            Stmt::Call { args, .. } => args
                .iter()
                .filter_map(|arg| match arg {
                    Arg::Shared(expr) => Some(expr),
                    _ => None,
                })
                .collect(),
            Stmt::Nested(head, _) => {
                places.extend(head.walked());
                head.exprs().into_iter().collect()
            }
            Stmt::View { place, cut, .. } => {
                places.push(place);
                cut.iter().collect()
            }
            Stmt::Swap(a, b) => {
                places.extend([a, b]);
                Vec::new()
            }
            Stmt::Leave(expr) => vec![expr],
            _ => Vec::new(),
        };
        let flows: Vec<Option<Flow>> = exprs.into_iter().map(|expr| self.flow(expr)).collect();
        let mut changed = Vec::new();
        each_own_touch(stmt, &mut |touch, place| {
            if matches!(touch, Touch::Write | Touch::Bind) {
                changed.push(place.root.name.clone());
            }
        });
        // What a call changes, it may read.
        let read = places.into_iter().map(|place| &place.root.name).chain(&changed);
        let flow = joined(read.map(|name| self.flows.get(name).copied()).chain(flows));
        changed.iter().for_each(|name| self.raise(name, flow.map(Flow::anywhere)));
    }

    fn raise(&mut self, name: &Rc<str>, flow: Option<Flow>) {
        let Some(flow) = flow else { return };
        if self.function.activity.is_marked(name) {
            return;
        }
        let joined = self.flows.get(name).map_or(flow, |known| known.join(flow));
        self.changed |= self.flows.insert(name.clone(), joined) != Some(joined);
    }

    fn on_the_way(&mut self, place: &Place) -> Option<Flow> {
        let indices: Vec<&Expr> = place.indices().collect();
        joined(indices.into_iter().map(|index| self.flow(index)).collect::<Vec<_>>()).map(Flow::anywhere)
    }

    /// What a value has of numbers that may have a gradient.
    fn flow(&mut self, expr: &Expr) -> Option<Flow> {
        if let Expr::Read(place) | Expr::Lend(place) = expr {
            let on_the_way = self.on_the_way(place);
            return joined([self.flows.get(&place.root.name).copied(), on_the_way]);
        }
        let mut parts = Vec::new();
        for (k, part) in expr.parts().into_iter().enumerate() {
            let flow = self.flow(part);
            self.bind(expr, k, flow);
            parts.push(flow);
        }
        self.found(expr, &parts)
    }

    /// Gives the variables that an expression binds what one of its parts has.
    fn bind(&mut self, expr: &Expr, part: usize, flow: Option<Flow>) {
        match expr {
            Expr::Block(locals, _) => {
                if let Some(local) = locals.get(part) {
                    self.raise(&local.var.name, flow);
                }
            }
            Expr::Match(matched, arms) if part == 0 => {
                let bound = arms.iter().flat_map(|(case, _)| &case.binds).map(|bound| &bound.var).chain(&matched.whole);
                bound.for_each(|var| self.raise(&var.name, flow.map(Flow::anywhere)));
            }
            _ => {}
        }
    }

    /// The same, where it is known what its parts have.
    fn found(&self, expr: &Expr, parts: &[Option<Flow>]) -> Option<Flow> {
        let all = joined(parts.iter().copied());
        match expr {
            _ if stops_gradient(expr) => None,
            // Whatever decides, the value is that of one of the branches.
            Expr::If(_) => joined(parts[1..].iter().copied()),
            Expr::Match(..) | Expr::Block(..) | Expr::Unary(..) | Expr::Borrow(_) | Expr::Array(_) => all,
            Expr::Binary(op, ..) if op.is_logical() => None,
            Expr::Binary(op, operands, _) => all.map(|flow| Flow { from: shifted(*op, &operands[1], flow), ..flow }),
            Expr::Cast(_, ty) if integer_type(ty) => all,
            Expr::Cast(inner, _) => {
                if all.is_some_and(|flow| flow.bits) {
                    self.refuse("as", first_span(inner));
                }
                all.map(|_| Flow::ROUNDED)
            }
            Expr::Method(name, _, at) => self.called(&name.name, None, *at, all),
            Expr::Call(path, _, at) => self.called(path.name(), path.names().rev().nth(1), *at, all),
            _ => all.map(Flow::anywhere),
        }
    }

    fn called(&self, name: &str, ty: Option<&str>, at: At, given: Option<Flow>) -> Option<Flow> {
        let flow = given?;
        // A power of two, which is the same as long as its exponent is.
        let mantissa = match ty {
            Some("f32") => 23,
            Some("f64") => 52,
            _ => u32::MAX,
        };
        if ASKS.contains(&name) && !name.starts_with("to_") {
            return None;
        }
        if GIVES_BITS.contains(&name) {
            return Some(Flow { bits: true, from: 0 });
        }
        if TAKES_BITS.contains(&name) && flow.from < mantissa || flow.bits && CONVERTS.contains(&name) {
            self.refuse(name, at.0);
        }
        Some(flow.anywhere())
    }

    fn refuse(&self, name: &str, at: Span) {
        let Some(errors) = self.errors else { return };
        let message = format!(
            "a derivative cannot follow a number through its bits or its text, and what `{name}` makes a number of here may come from one: compute it \
             by arithmetic, give the function its derivative with `#[derivative(..)]`, or take it as a constant, `stop_gradient(..)`"
        );
        errors.push(at, message);
    }
}

/// Below which bit nothing changes in what an operator gives.
fn shifted(op: BinaryOp, by: &Expr, flow: Flow) -> u32 {
    let by = match by {
        Expr::Literal(Literal { kind: LiteralKind::Int { digits, .. }, .. }) => digits.parse().ok(),
        _ => None,
    };
    match (op, by) {
        (BinaryOp::Shl, Some(by)) => flow.from.saturating_add(by),
        (BinaryOp::Shr, Some(by)) => flow.from.saturating_sub(by),
        (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor, _) => {
            flow.from
        }
        _ => 0,
    }
}
