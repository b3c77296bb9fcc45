//! Makes a failing program small: tries one reduction after the other, and keeps each under which the same check still fails.

use super::ast::{Arg, Expr, Function, Init, Param, Place, Program, Step, Stmt, Type, Var};
use super::closed::is_closed;
use super::data::{Data, Dual};
use super::generate::{Case, is_valid};
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
    for stmt in stmts {
        match stmt {
            Stmt::Let { init: Init::Block(inner, _), .. } | Stmt::For { body: inner, .. } => statements_in(inner, nth),
            Stmt::If { then, otherwise, .. } => {
                statements_in(then, nth);
                statements_in(otherwise, nth);
            }
            Stmt::Ancilla { compute, uses, .. } => {
                statements_in(compute, nth);
                statements_in(uses, nth);
            }
            Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Call { .. } | Stmt::Swap(..) => {}
        }
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
            if range.reversed || range.inclusive {
                let mut range = range.clone();
                (range.reversed, range.inclusive) = (false, false);
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
        Stmt::Ancilla { lets, compute, uses } => {
            let mut flat: Vec<Stmt> = Vec::new();
            for (var, init) in lets {
                flat.push(Stmt::Let { var: var.clone(), mutable: true, init: Init::Expr(init.clone()) });
            }
            flat.extend(compute.iter().chain(uses).cloned());
            let mut options = vec![uses.clone(), compute.clone(), flat];
            for i in 0..lets.len() {
                let mut fewer = lets.clone();
                fewer.remove(i);
                options.push(vec![Stmt::Ancilla { lets: fewer, compute: compute.clone(), uses: uses.clone() }]);
            }
            options
        }
        Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Call { .. } | Stmt::Swap(..) => Vec::new(),
    }
}

/// The statement with a loop's variable replaced by a value.
fn with_value(stmt: &Stmt, var: &Var, value: &Expr) -> Stmt {
    let mut stmt = stmt.clone();
    edit_expressions_below(&mut stmt, &mut |expr| {
        if matches!(expr, Expr::Read(place) if place.var.id == var.id) {
            *expr = value.clone();
        }
    });
    stmt
}

/// Leaves out functions that nothing calls.
fn functions(case: &mut Case, nth: &mut Nth) {
    for i in 0..case.program.functions.len() - 1 {
        if !is_called(&case.program, i) && nth.is_here() {
            case.program.functions.remove(i);
            for function in &mut case.program.functions {
                edit_calls(function, &mut |callee, _| *callee -= usize::from(*callee > i));
            }
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
    edit_calls(&mut function.clone(), &mut |called, _| found |= *called == callee);
    found
}

/// Leaves out parameters that nothing reads, and their arguments.
fn parameters(case: &mut Case, nth: &mut Nth) {
    let entry = case.program.functions.len() - 1;
    for i in 0..=entry {
        for p in 0..case.program.functions[i].params.len() {
            if case.program.functions[i].params.len() > 1 && nth.is_here() {
                case.program.functions[i].params.remove(p);
                for function in &mut case.program.functions {
                    edit_calls(function, &mut |callee, args| {
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
        for stmt in &mut function.body {
            edit_expressions_below(stmt, &mut |expr| simplify(expr, &params, nth));
        }
        if let Some(result) = &mut function.result {
            edit_expressions(result, &mut |expr| simplify(expr, &params, nth));
        }
        if nth.hit {
            return;
        }
    }
}

/// Replaces an expression by one of its parts of the same type, or by a literal.
fn simplify(expr: &mut Expr, params: &[Param], nth: &mut Nth) {
    let ty = type_of(expr);
    let mut options = Vec::new();
    match expr {
        Expr::Float(value) if ![0.0, 1.0].contains(value) => options.extend([Expr::Float(1.0), Expr::Float(2.0)]),
        Expr::Int(value) if *value > 1 => options.extend([Expr::Int(0), Expr::Int(1), Expr::Int(*value - 1)]),
        Expr::Float(_) | Expr::Int(_) | Expr::Array(_) | Expr::Repeat(..) | Expr::Record(..) => {}
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

/// The type of an expression; of integers it may be the wrong one.
pub fn type_of(expr: &Expr) -> Type {
    match expr {
        Expr::Float(_) | Expr::Method(..) | Expr::Call(..) => Type::Float,
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
        Data::Bool(_) => {}
        Data::Array(items) => items.iter_mut().for_each(|item| simpler(item, nth)),
        Data::Struct(fields) => fields.iter_mut().for_each(|(_, field)| simpler(field, nth)),
    }
}

fn edit_calls(function: &mut Function, edit: &mut impl FnMut(&mut usize, &mut Vec<Arg>)) {
    fn in_statements(stmts: &mut [Stmt], edit: &mut impl FnMut(&mut usize, &mut Vec<Arg>)) {
        for stmt in stmts {
            match stmt {
                Stmt::Call { function, args, .. } => edit(function, args),
                Stmt::Let { init: Init::Block(inner, _), .. } | Stmt::For { body: inner, .. } => {
                    in_statements(inner, edit);
                }
                Stmt::If { then, otherwise, .. } => {
                    in_statements(then, edit);
                    in_statements(otherwise, edit);
                }
                Stmt::Ancilla { compute, uses, .. } => {
                    in_statements(compute, edit);
                    in_statements(uses, edit);
                }
                Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Swap(..) => {}
            }
        }
    }
    in_statements(&mut function.body, edit);
    let mut in_expression = |expr: &mut Expr| {
        if let Expr::Call(callee, args) = expr {
            edit(callee, args);
        }
    };
    for stmt in &mut function.body {
        edit_expressions_below(stmt, &mut in_expression);
    }
    if let Some(result) = &mut function.result {
        edit_expressions(result, &mut in_expression);
    }
}

/// Edits all expressions of a statement and of those inside it, outer expressions first.
fn edit_expressions_below(stmt: &mut Stmt, edit: &mut impl FnMut(&mut Expr)) {
    match stmt {
        Stmt::Let { init, .. } => match init {
            Init::Expr(value) => edit_expressions(value, edit),
            Init::Block(stmts, value) => {
                stmts.iter_mut().for_each(|stmt| edit_expressions_below(stmt, edit));
                edit_expressions(value, edit);
            }
        },
        Stmt::Update { place, value, .. } => {
            edit_indices(place, edit);
            edit_expressions(value, edit);
        }
        Stmt::For { range, body, .. } => {
            edit_expressions(&mut range.start, edit);
            edit_expressions(&mut range.end, edit);
            body.iter_mut().for_each(|stmt| edit_expressions_below(stmt, edit));
        }
        Stmt::If { pre, post, then, otherwise } => {
            edit_expressions(pre, edit);
            if let Some(post) = post {
                edit_expressions(post, edit);
            }
            then.iter_mut().chain(otherwise).for_each(|stmt| edit_expressions_below(stmt, edit));
        }
        Stmt::Call { args, .. } => edit_args(args, edit),
        Stmt::Swap(a, b) => {
            edit_indices(a, edit);
            edit_indices(b, edit);
        }
        Stmt::Ancilla { lets, compute, uses } => {
            lets.iter_mut().for_each(|(_, init)| edit_expressions(init, edit));
            compute.iter_mut().chain(uses).for_each(|stmt| edit_expressions_below(stmt, edit));
        }
    }
}

fn edit_expressions(expr: &mut Expr, edit: &mut impl FnMut(&mut Expr)) {
    edit(expr);
    match expr {
        Expr::Float(_) | Expr::Int(_) => {}
        Expr::Read(place) | Expr::Len(place) => edit_indices(place, edit),
        Expr::Neg(inner) | Expr::Not(inner) | Expr::Cast(inner, _) | Expr::Repeat(inner, _) => {
            edit_expressions(inner, edit);
        }
        Expr::Binary(_, operands) => operands.iter_mut().for_each(|e| edit_expressions(e, edit)),
        Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) => {
            items.iter_mut().for_each(|e| edit_expressions(e, edit));
        }
        Expr::Call(_, args) => edit_args(args, edit),
        Expr::If(parts) => parts.iter_mut().for_each(|e| edit_expressions(e, edit)),
    }
}

fn edit_args(args: &mut [Arg], edit: &mut impl FnMut(&mut Expr)) {
    for arg in args {
        match arg {
            Arg::Value(value) => edit_expressions(value, edit),
            Arg::Shared(place) | Arg::Exclusive(place) => edit_indices(place, edit),
        }
    }
}

fn edit_indices(place: &mut Place, edit: &mut impl FnMut(&mut Expr)) {
    for step in &mut place.path {
        if let Step::Index(index) = step {
            edit_expressions(index, edit);
        }
    }
}
