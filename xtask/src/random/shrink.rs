//! Makes a failing program small: tries one reduction after the other, and keeps each under which the same check still fails.

use super::ast::{
    self, Chain, End, Expr, Function, Home, Init, Param, Place, Program, Range, Record, Source, Stmt, Type, Undo, Var,
    Wrap,
};
use super::closed::is_closed;
use super::data::{Data, Dual};
use super::generate::{Case, is_valid, remove_function};
use super::walk;

/// The smallest program found for which `still_fails` holds, as it must for `case` itself.
pub fn shrink(mut case: Case, still_fails: impl Fn(&Case) -> bool) -> Case {
    const PHASES: [fn(&mut Case, &mut Nth); 5] = [statements, functions, parameters, expressions, inputs];
    loop {
        let mut progress = false;
        for phase in PHASES {
            let mut position = 0;
            loop {
                let mut smaller = case.clone();
                let mut nth = Nth { left: position, hit: false };
                phase(&mut smaller, &mut nth);
                if !nth.hit {
                    break;
                }
                if smaller != case && is_closed(&smaller.program) && is_valid(&smaller.program) && still_fails(&smaller)
                {
                    case = smaller;
                    progress = true;
                } else {
                    position += 1;
                }
            }
        }
        if !progress {
            return case;
        }
    }
}

/// Counts possible reductions and says which one to do.
struct Nth {
    left: usize,
    hit: bool,
}

impl Nth {
    fn is_here(&mut self) -> bool {
        if self.hit {
            return false;
        }
        if self.left == 0 {
            self.hit = true;
            return true;
        }
        self.left -= 1;
        false
    }
}

fn statements(case: &mut Case, nth: &mut Nth) {
    for function in case.program.functions.iter_mut().rev() {
        statements_in(&mut function.body, nth);
        if nth.hit {
            return;
        }
    }
}

fn statements_in(stmts: &mut Vec<Stmt>, nth: &mut Nth) {
    for i in 0..stmts.len() {
        if nth.is_here() {
            stmts.remove(i);
            return;
        }
        for smaller in instead_of(&stmts[i]) {
            if nth.is_here() {
                stmts.splice(i..=i, smaller);
                return;
            }
        }
    }
    for block in stmts.iter_mut().flat_map(walk::blocks_mut) {
        statements_in(block, nth);
        if nth.hit {
            return;
        }
    }
}

/// What a statement may be replaced by.
fn instead_of(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    match stmt {
        Stmt::For { var, range, body } => {
            let once = body.iter().map(|stmt| with_value(stmt, var, &range.start)).collect();
            let mut options = vec![body.clone(), once];
            if range.reversed || range.inclusive || range.step.is_some() {
                let range = Range { reversed: false, inclusive: false, step: None, ..range.clone() };
                options.push(vec![Stmt::For { var: var.clone(), range, body: body.clone() }]);
            }
            options
        }
        Stmt::If { pre, post, then, otherwise } => {
            let mut options = vec![then.clone(), otherwise.clone()];
            if !otherwise.is_empty() {
                let (pre, post, then) = (pre.clone(), post.clone(), then.clone());
                options.push(vec![Stmt::If { pre, post, then, otherwise: Vec::new() }]);
            }
            options
        }
        Stmt::Call { function, inverse: true, args } => {
            vec![vec![Stmt::Call { function: *function, inverse: false, args: args.clone() }]]
        }
        Stmt::Let { var, mutable, init: Init::Block(stmts, value) } => {
            let mut flat = stmts.clone();
            flat.push(Stmt::Let { var: var.clone(), mutable: *mutable, init: Init::Expr(value.clone()) });
            vec![flat]
        }
        Stmt::Ancilla { .. } => instead_of_ancilla(stmt),
        Stmt::Known { var, first, uses, .. } => {
            let mut flat = vec![Stmt::Let { var: var.clone(), mutable: true, init: Init::Expr(first.clone()) }];
            flat.extend(uses.iter().cloned());
            vec![uses.clone(), flat]
        }
        Stmt::Inverse(stmts) => vec![stmts.clone(), ast::inverse(stmts)],
        Stmt::Match { value, arms } => {
            let mut options: Vec<Vec<Stmt>> = arms.iter().map(|arm| arm.body.clone()).collect();
            for i in 0..arms.len() - 1 {
                let mut fewer = arms.clone();
                fewer.remove(i);
                options.push(vec![Stmt::Match { value: value.clone(), arms: fewer }]);
            }
            options
        }
        Stmt::While { body, .. } | Stmt::Labelled { body, .. } | Stmt::Taken { body, .. } => vec![body.clone()],
        Stmt::Repeat { .. } => instead_of_repeat(stmt),
        Stmt::Each { source, body } => {
            let mut options = vec![body.clone()];
            match source {
                Source::Rev(inner) | Source::Enumerate(_, inner) | Source::Cut(_, _, inner) => {
                    options.push(vec![Stmt::Each { source: (**inner).clone(), body: body.clone() }]);
                }
                Source::Zip(pair) => {
                    options
                        .extend(pair.iter().map(|part| vec![Stmt::Each { source: part.clone(), body: body.clone() }]));
                }
                Source::Slice { .. } | Source::Range { .. } => {}
            }
            options
        }
        Stmt::View { uses, .. } | Stmt::Closure { uses, .. } => vec![uses.clone()],
        Stmt::Stepper { body, uses, .. } => vec![uses.clone(), body.clone()],
        Stmt::Asked { body, otherwise, .. } => vec![body.clone(), otherwise.clone()],
        Stmt::Converted { var, conversion, first, by, uses } => {
            let mut options = vec![uses.clone()];
            if by.is_some() {
                let (var, first, uses) = (var.clone(), first.clone(), uses.clone());
                options.push(vec![Stmt::Converted { var, conversion: *conversion, first, by: None, uses }]);
            }
            options
        }
        Stmt::Apply { function, inverse: true, args } => {
            vec![vec![Stmt::Apply { function: function.clone(), inverse: false, args: args.clone() }]]
        }
        Stmt::Broadcast { var, length, body } => {
            let range =
                Range { start: Expr::Int(0), end: length.clone(), inclusive: false, step: None, reversed: false };
            vec![body.clone(), vec![Stmt::For { var: var.clone(), range, body: body.clone() }]]
        }
        Stmt::Let { .. }
        | Stmt::LetParts { .. }
        | Stmt::Update { .. }
        | Stmt::Call { .. }
        | Stmt::Swap(..)
        | Stmt::Stack { .. }
        | Stmt::Map { .. }
        | Stmt::Apply { .. }
        | Stmt::Exit(_)
        | Stmt::Step(..)
        | Stmt::Grow { .. }
        | Stmt::Aside(..) => Vec::new(),
    }
}

fn instead_of_repeat(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let Stmt::Repeat { var, most, condition, endless, body } = stmt else { unreachable!("a loop") };
    let with = |most, condition, endless| {
        let (var, body) = (var.clone(), body.clone());
        vec![Stmt::Repeat { var, most, condition, endless, body }]
    };
    let mut options = vec![body.clone()];
    if *most > 1 {
        options.push(with(most - 1, condition.clone(), *endless));
    }
    if condition.is_some() {
        options.push(with(*most, None, *endless));
    }
    if *endless {
        options.push(with(*most, condition.clone(), false));
    }
    options
}

fn instead_of_ancilla(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let Stmt::Ancilla { lets, compute, packed, uses, undo } = stmt else { unreachable!("an ancilla") };
    let mut flat: Vec<Stmt> = Vec::new();
    for (var, init) in lets {
        flat.push(Stmt::Let { var: var.clone(), mutable: true, init: Init::Expr(init.clone()) });
    }
    flat.extend(compute.iter().chain(uses).cloned());
    let mut options = vec![uses.clone(), compute.clone(), flat];
    let with = |lets: &[(Var, Expr)], packed: &Option<(Var, Record)>, undo: &Undo| {
        let (lets, packed, undo) = (lets.to_vec(), packed.clone(), undo.clone());
        vec![Stmt::Ancilla { lets, compute: compute.clone(), packed, uses: uses.clone(), undo }]
    };
    for i in 0..lets.len() {
        let mut fewer = lets.clone();
        fewer.remove(i);
        options.push(with(&fewer, &None, undo));
    }
    if packed.is_some() {
        options.push(with(lets, &None, undo));
    }
    if *undo != Undo::Written {
        options.push(with(lets, packed, &Undo::Written));
    }
    options
}

/// The statement with a loop's variable replaced by a value.
fn with_value(stmt: &Stmt, var: &Var, value: &Expr) -> Stmt {
    let mut stmt = [stmt.clone()];
    walk::statements_mut(&mut stmt, &mut |stmt| {
        walk::expressions_in_mut(stmt, &mut |expr| {
            if matches!(expr, Expr::Read(place) if place.var.id == var.id) {
                *expr = value.clone();
            }
        });
    });
    let [stmt] = stmt;
    stmt
}

/// Leaves out functions that nothing calls.
fn functions(case: &mut Case, nth: &mut Nth) {
    for i in 0..case.program.functions.len() - 1 {
        if !is_called(&case.program, i) && nth.is_here() {
            remove_function(&mut case.program, i);
            return;
        }
    }
}

fn is_called(program: &Program, callee: usize) -> bool {
    program.functions.iter().enumerate().any(|(i, function)| i != callee && calls(function, callee))
}

/// Whether a function calls the one with that number.
pub fn calls(function: &Function, callee: usize) -> bool {
    let mut found = false;
    walk::callees(function, &mut |called| found |= called == callee);
    found
}

/// Leaves out parameters that nothing reads, and their arguments.
fn parameters(case: &mut Case, nth: &mut Nth) {
    let entry = case.program.functions.len() - 1;
    for i in 0..=entry {
        for p in 0..case.program.functions[i].params.len() {
            let is_receiver = p == 0 && matches!(case.program.functions[i].home, Home::Impl { .. });
            if case.program.functions[i].params.len() > 1 && !is_receiver && nth.is_here() {
                case.program.functions[i].params.remove(p);
                for function in &mut case.program.functions {
                    walk::calls_mut(function, &mut |callee, args| {
                        if *callee == i {
                            args.remove(p);
                        }
                    });
                }
                if i == entry {
                    case.inputs.remove(p);
                }
                return;
            }
        }
    }
}

fn expressions(case: &mut Case, nth: &mut Nth) {
    for function in case.program.functions.iter_mut().rev() {
        let params = function.params.clone();
        walk::expressions_of_mut(function, &mut |expr| simplify(expr, &params, nth));
        if nth.hit {
            return;
        }
    }
}

/// Replaces an expression by one of its parts of the same type, or by a literal.
fn simplify(expr: &mut Expr, params: &[Param], nth: &mut Nth) {
    if let Expr::Function(value) = expr {
        let mut parts = Vec::new();
        value.leaves(&mut |part| parts.push(part.clone()));
        for part in parts.into_iter().skip(1) {
            if nth.is_here() {
                *expr = Expr::Function(part);
                return;
            }
        }
        return;
    }
    if matches!(expr, Expr::Tuple(_)) {
        return;
    }
    let ty = type_of(expr);
    let mut options = Vec::new();
    if let Expr::Chain(chain) = expr {
        options.extend(simpler_chains(chain).into_iter().map(|chain| Expr::Chain(Box::new(chain))));
    }
    match expr {
        Expr::Float(value) if ![0.0, 1.0].contains(value) => options.extend([Expr::Float(1.0), Expr::Float(2.0)]),
        Expr::Int(value) if *value > 1 => options.extend([Expr::Int(0), Expr::Int(1), Expr::Int(*value - 1)]),
        Expr::Float(_)
        | Expr::Int(_)
        | Expr::Array(_)
        | Expr::Repeat(..)
        | Expr::Record(..)
        | Expr::Tuple(_)
        | Expr::List(_)
        | Expr::Wrapped(..)
        | Expr::Function(_) => {}
        _ => {
            walk::expressions(expr, &mut |part| {
                if part != expr && type_of(part) == ty && options.len() < 8 {
                    options.push(part.clone());
                }
            });
            match ty {
                Type::Float => {
                    options.push(Expr::Float(1.0));
                    options.extend(
                        params.iter().filter(|param| param.ty == Type::Float).map(|param| {
                            Expr::Read(Place { var: param.var.clone(), path: Vec::new(), ty: Type::Float })
                        }),
                    );
                }
                Type::Int | Type::Usize => options.extend([Expr::Int(0), Expr::Int(1)]),
                _ => {}
            }
        }
    }
    // A plain read is simple enough, unless a literal does.
    if matches!(expr, Expr::Read(place) if place.path.is_empty()) {
        options.truncate(1);
    }
    for option in options {
        if nth.is_here() {
            *expr = option;
            return;
        }
    }
}

/// A chain with one link less.
fn simpler_chains(chain: &Chain) -> Vec<Chain> {
    let mut options = Vec::new();
    match &chain.source {
        Source::Rev(inner) | Source::Enumerate(_, inner) | Source::Cut(_, _, inner) => {
            options.push(Chain { source: (**inner).clone(), ..chain.clone() });
        }
        Source::Zip(pair) => {
            options.extend(pair.iter().map(|part| Chain { source: part.clone(), ..chain.clone() }));
        }
        Source::Slice { .. } | Source::Range { .. } => {}
    }
    if chain.filter.is_some() {
        options.push(Chain { filter: None, ..chain.clone() });
    }
    if !chain.more.is_empty() {
        let more = chain.more[1..].to_vec();
        options.push(Chain { more, ..chain.clone() });
    }
    if chain.map.is_some() && chain.end != End::Sum {
        options.push(Chain { end: End::Sum, ..chain.clone() });
    }
    options
}

/// The type of an expression; of integers it may be the wrong one.
pub fn type_of(expr: &Expr) -> Type {
    match expr {
        Expr::Float(_) | Expr::Method(..) | Expr::Call(..) | Expr::Chain(_) | Expr::Apply(..) | Expr::Idiom(..) => {
            Type::Float
        }
        Expr::List(_) => Type::List,
        Expr::Wrapped(Wrap::Some | Wrap::None, _) => Type::Perhaps,
        Expr::Wrapped(Wrap::Ok | Wrap::Err, _) => Type::Outcome,
        Expr::Int(_) => Type::Int,
        Expr::Len(_) => Type::Usize,
        Expr::Read(place) => place.ty,
        Expr::Neg(inner) => type_of(inner),
        Expr::Not(_) => Type::Bool,
        Expr::Binary(op, operands) => {
            use super::ast::Op;
            match op {
                Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => type_of(&operands[0]),
                _ => Type::Bool,
            }
        }
        Expr::Cast(_, ty) => *ty,
        Expr::Array(items) => Type::Array(super::ast::Element::Float, items.len()),
        Expr::Repeat(_, n) => Type::Array(super::ast::Element::Float, *n),
        Expr::Record(record, _) => Type::Record(*record),
        Expr::If(parts) => type_of(&parts[1]),
        Expr::Block(block) => type_of(&block.2),
        Expr::Match(_, arms) => type_of(&arms[0].1),
        Expr::Function(value) => Type::Function(value.signature()),
        Expr::Tuple(_) => Type::Pair,
    }
}

fn inputs(case: &mut Case, nth: &mut Nth) {
    let function = case.program.entry().clone();
    let longest = function.params.iter().zip(&case.inputs).filter_map(|(param, input)| match (param.ty, input) {
        (Type::Slice(_), Data::Array(items)) => Some(items.len()),
        _ => None,
    });
    if longest.max().unwrap_or(0) > 0 && nth.is_here() {
        for (param, input) in function.params.iter().zip(&mut case.inputs) {
            match (param.ty, input) {
                (Type::Slice(_), Data::Array(items)) => {
                    items.pop();
                }
                (Type::Usize, Data::Int(n)) => *n = (*n - 1).max(0),
                _ => {}
            }
        }
        return;
    }
    for input in &mut case.inputs {
        simpler(input, nth);
    }
}

fn simpler(input: &mut Data, nth: &mut Nth) {
    match input {
        Data::Float(dual) => {
            for value in [1.0, 0.5, 2.0, -1.0] {
                // Each is tried only on what is less simple, or this would never end.
                if (2.0 * dual.value).fract() != 0.0 && nth.is_here() {
                    *dual = Dual::constant(value);
                    return;
                }
            }
        }
        Data::Int(value) => {
            if *value != 0 && nth.is_here() {
                *value -= value.signum();
            }
        }
        Data::Bool(_) | Data::Function(_) => {}
        Data::Array(items) => items.iter_mut().for_each(|item| simpler(item, nth)),
        Data::Map(entries) => entries.iter_mut().for_each(|(_, item)| simpler(item, nth)),
        Data::Struct(fields) => fields.iter_mut().for_each(|(_, field)| simpler(field, nth)),
    }
}
