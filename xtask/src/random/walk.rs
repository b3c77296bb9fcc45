//! Visits every statement and every expression of a program, in the order in which they are written: to look at them, and to change
//! them.

use super::ast::{
    Arg, Chain, End, Exit, Expr, Function, FunctionValue, Growth, Init, List, Place, Source, Step, Stmt, Var, View,
};

/// The same walk twice: by `&` for those who look, and by `&mut` for those who change.
macro_rules! walks {
    ($([$($mut:ident)?] $iter:ident
        $blocks:ident $expressions_in:ident $expressions:ident $arguments:ident $indices:ident $in_source:ident $chain:ident;)*) => {$(
        /// The statement lists inside a statement.
        pub fn $blocks(stmt: &$($mut)? Stmt) -> Vec<&$($mut)? Vec<Stmt>> {
            match stmt {
                Stmt::Let { init: Init::Block(stmts, _), .. } => vec![stmts],
                Stmt::For { body, .. }
                | Stmt::While { body, .. }
                | Stmt::Each { body, .. }
                | Stmt::Broadcast { body, .. }
                | Stmt::Repeat { body, .. }
                | Stmt::Labelled { body, .. }
                | Stmt::Taken { body, .. }
                | Stmt::Inverse(body) => vec![body],
                Stmt::Closure { uses, .. } | Stmt::Known { uses, .. } | Stmt::View { uses, .. } | Stmt::Converted { uses, .. } => vec![uses],
                Stmt::If { then, otherwise, .. } => vec![then, otherwise],
                Stmt::Match { arms, .. } => arms.$iter().map(|arm| &$($mut)? arm.body).collect(),
                Stmt::Ancilla { compute, uses, .. } => vec![compute, uses],
                Stmt::Stepper { body, uses, .. } => vec![body, uses],
                Stmt::Asked { body, otherwise, .. } => vec![body, otherwise],
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

        /// Shows `visit` the expressions of one statement, not those of statements inside it.
        pub fn $expressions_in(stmt: &$($mut)? Stmt, visit: &mut impl FnMut(&$($mut)? Expr)) {
            match stmt {
                Stmt::Let { init: Init::Expr(value) | Init::Block(_, value), .. }
                | Stmt::LetParts { init: value, .. }
                | Stmt::While { limit: value, .. }
                | Stmt::Broadcast { length: value, .. }
                | Stmt::Exit(Exit::Return(value))
                | Stmt::Closure { value, .. }
                | Stmt::Step(_, value)
                | Stmt::Asked { value, .. }
                | Stmt::Aside(_, value) => $expressions(value, visit),
                Stmt::Repeat { condition, .. } => {
                    condition.$iter().for_each(|condition| $expressions(condition, visit));
                }
                Stmt::Update { place, value, .. } => {
                    $indices(place, visit);
                    $expressions(value, visit);
                }
                Stmt::For { range, .. } => {
                    $expressions(&$($mut)? range.start, visit);
                    $expressions(&$($mut)? range.end, visit);
                }
                Stmt::If { pre, post, .. } => {
                    $expressions(pre, visit);
                    post.$iter().for_each(|post| $expressions(post, visit));
                }
                Stmt::Match { value, arms } => {
                    $expressions(value, visit);
                    arms.$iter().flat_map(|arm| arm.guard.$iter()).for_each(|guard| $expressions(guard, visit));
                }
                Stmt::Call { args, .. } | Stmt::Apply { args, .. } => $arguments(args, visit),
                Stmt::Stack { stack, item, .. } => {
                    $indices(stack, visit);
                    $indices(item, visit);
                }
                Stmt::Map { map, key, value, .. } => {
                    $indices(map, visit);
                    $expressions(key, visit);
                    $expressions(value, visit);
                }
                Stmt::Converted { first, by, .. } => {
                    $expressions(first, visit);
                    by.$iter().for_each(|by| $expressions(by, visit));
                }
                Stmt::Swap(a, b) => {
                    $indices(a, visit);
                    $indices(b, visit);
                }
                Stmt::Ancilla { lets, .. } => lets.$iter().for_each(|(_, init)| $expressions(init, visit)),
                Stmt::Known { first, second, .. } => {
                    $expressions(first, visit);
                    $expressions(second, visit);
                }
                Stmt::Each { source, .. } => $in_source(source, visit),
                Stmt::View { view, place, .. } => {
                    $indices(place, visit);
                    if let View::Split(_, at) = view {
                        $expressions(at, visit);
                    }
                }
                Stmt::Grow { how, .. } => match how {
                    Growth::Push(value) | Growth::Insert(_, value) | Growth::Extend(value) => $expressions(value, visit),
                    Growth::Copies(place) => $indices(place, visit),
                    Growth::Truncate(_) | Growth::Clear | Growth::Pop => {}
                },
                Stmt::Stepper { .. } | Stmt::Taken { .. } => {}
                Stmt::Inverse(_) | Stmt::Labelled { .. } | Stmt::Exit(Exit::Break(_) | Exit::Continue(_)) => {}
            }
        }

        fn $in_source(source: &$($mut)? Source, visit: &mut impl FnMut(&$($mut)? Expr)) {
            match source {
                Source::Slice { place, .. } => $indices(place, visit),
                Source::Range { range, .. } => {
                    $expressions(&$($mut)? range.start, visit);
                    $expressions(&$($mut)? range.end, visit);
                }
                Source::Enumerate(_, inner) | Source::Rev(inner) | Source::Cut(_, _, inner) => {
                    $in_source(inner, visit);
                }
                Source::Zip(pair) => pair.$iter().for_each(|part| $in_source(part, visit)),
            }
        }

        /// Shows `visit` an expression and all inside it, outer expressions first.
        pub fn $expressions(expr: &$($mut)? Expr, visit: &mut impl FnMut(&$($mut)? Expr)) {
            visit(expr);
            match expr {
                Expr::Float(_) | Expr::Int(_) | Expr::Function(_) => {}
                Expr::Read(place) | Expr::Len(place) => $indices(place, visit),
                Expr::Neg(inner) | Expr::Not(inner) | Expr::Cast(inner, _) | Expr::Repeat(inner, _) => {
                    $expressions(inner, visit);
                }
                Expr::Binary(_, operands) => operands.$iter().for_each(|e| $expressions(e, visit)),
                Expr::Method(_, items) | Expr::Array(items) | Expr::Record(_, items) | Expr::Tuple(items) => {
                    items.$iter().for_each(|e| $expressions(e, visit));
                }
                Expr::Call(_, args) => $arguments(args, visit),
                Expr::If(parts) => parts.$iter().for_each(|e| $expressions(e, visit)),
                Expr::Block(block) => {
                    $expressions(&$($mut)? block.1, visit);
                    $expressions(&$($mut)? block.2, visit);
                }
                Expr::Match(value, arms) => {
                    $expressions(value, visit);
                    arms.$iter().for_each(|(_, e)| $expressions(e, visit));
                }
                Expr::Apply(_, items) | Expr::Idiom(_, items) => items.$iter().for_each(|e| $expressions(e, visit)),
                Expr::Wrapped(_, inner) => inner.$iter().for_each(|e| $expressions(e, visit)),
                Expr::List(list) => match &$($mut)? **list {
                    List::Empty => {}
                    List::Of(items) => items.$iter().for_each(|e| $expressions(e, visit)),
                    List::Repeat(item, _) => $expressions(item, visit),
                    List::Copy(place) => $indices(place, visit),
                    List::Collect(chain) => $chain(chain, visit),
                },
                Expr::Chain(chain) => $chain(chain, visit),
            }
        }

        fn $chain(chain: &$($mut)? Chain, visit: &mut impl FnMut(&$($mut)? Expr)) {
            {
                {
                    $in_source(&$($mut)? chain.source, visit);
                    chain.filter.$iter().for_each(|e| $expressions(e, visit));
                    chain.map.$iter().for_each(|e| $expressions(e, visit));
                    chain.more.$iter().for_each(|(_, _, e)| $expressions(e, visit));
                    if let End::Fold { init, value, .. } = &$($mut)? chain.end {
                        $expressions(init, visit);
                        $expressions(value, visit);
                    }
                }
            }
        }

        fn $arguments(args: &$($mut)? [Arg], visit: &mut impl FnMut(&$($mut)? Expr)) {
            for arg in args {
                match arg {
                    Arg::Value(value) => $expressions(value, visit),
                    Arg::Shared(place) | Arg::Exclusive(place) => $indices(place, visit),
                }
            }
        }

        fn $indices(place: &$($mut)? Place, visit: &mut impl FnMut(&$($mut)? Expr)) {
            for step in &$($mut)? place.path {
                match step {
                    Step::Index(index) => $expressions(index, visit),
                    Step::Part(start, end) => start.$iter().chain(end).for_each(|e| $expressions(e, visit)),
                    Step::Field(_) => {}
                }
            }
        }
    )*};
}

walks! {
    [] iter blocks expressions_in expressions arguments indices in_source chain;
    [mut] iter_mut blocks_mut expressions_in_mut expressions_mut arguments_mut indices_mut in_source_mut chain_mut;
}

/// Shows `visit` every statement in `stmts`, at any depth.
pub fn statements(stmts: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for stmt in stmts {
        visit(stmt);
        for block in blocks(stmt) {
            statements(block, visit);
        }
    }
}

/// Changes every statement in `stmts`, at any depth, each before what is inside it.
pub fn statements_mut(stmts: &mut [Stmt], visit: &mut impl FnMut(&mut Stmt)) {
    for stmt in stmts {
        visit(stmt);
        for block in blocks_mut(stmt) {
            statements_mut(block, visit);
        }
    }
}

/// Shows `visit` every expression of a function, at any depth.
pub fn expressions_of(function: &Function, visit: &mut impl FnMut(&Expr)) {
    statements(&function.body, &mut |stmt| expressions_in(stmt, visit));
    function.result.iter().for_each(|result| expressions(result, visit));
}

/// Changes every expression of a function, at any depth.
pub fn expressions_of_mut(function: &mut Function, visit: &mut impl FnMut(&mut Expr)) {
    statements_mut(&mut function.body, &mut |stmt| expressions_in_mut(stmt, visit));
    function.result.iter_mut().for_each(|result| expressions_mut(result, visit));
}

/// Changes all calls of a function: the number of the callee, and the arguments.
pub fn calls_mut(function: &mut Function, visit: &mut impl FnMut(&mut usize, &mut Vec<Arg>)) {
    statements_mut(&mut function.body, &mut |stmt| {
        if let Stmt::Call { function, args, .. } = stmt {
            visit(function, args);
        }
    });
    expressions_of_mut(function, &mut |expr| {
        if let Expr::Call(callee, args) = expr {
            visit(callee, args);
        }
    });
}

/// Changes all numbers of functions: of those called, and of those that are values.
pub fn callees_mut(function: &mut Function, visit: &mut impl FnMut(&mut usize)) {
    calls_mut(function, &mut |callee, _| visit(callee));
    expressions_of_mut(function, &mut |expr| {
        if let Expr::Function(value) = expr {
            value.leaves_mut(&mut |leaf| {
                if let FunctionValue::Named(callee, _) = leaf {
                    visit(callee);
                }
            });
        }
    });
}

/// Shows `visit` the numbers of the functions that a function calls, or hands on as values.
pub fn callees(function: &Function, visit: &mut impl FnMut(usize)) {
    statements(&function.body, &mut |stmt| {
        if let Stmt::Call { function, .. } = stmt {
            visit(*function);
        }
    });
    expressions_of(function, &mut |expr| match expr {
        Expr::Call(callee, _) => visit(*callee),
        Expr::Function(value) => value.leaves(&mut |leaf| {
            if let FunctionValue::Named(callee, _) = leaf {
                visit(*callee);
            }
        }),
        _ => {}
    });
}

/// The variables that only the blocks inside a statement see, or that come and go with it.
pub fn inner_vars(stmt: &Stmt) -> Vec<&Var> {
    match stmt {
        Stmt::For { var, .. }
        | Stmt::While { var, .. }
        | Stmt::Repeat { var, .. }
        | Stmt::Taken { var, .. }
        | Stmt::Broadcast { var, .. }
        | Stmt::Known { var, .. }
        | Stmt::Converted { var, .. } => vec![var],
        Stmt::Each { source, .. } => source.vars(),
        Stmt::Match { arms, .. } => arms.iter().filter_map(|arm| arm.pattern.var()).collect(),
        Stmt::Closure { var, params, .. } => params.iter().chain([var]).collect(),
        Stmt::Stepper { var, param, .. } => vec![param, var],
        Stmt::Asked { good, bad, .. } => bad.iter().chain([good]).collect(),
        Stmt::View { view, .. } => view.vars().iter().collect(),
        Stmt::Ancilla { lets, packed, .. } => {
            lets.iter().map(|(var, _)| var).chain(packed.iter().map(|(var, _)| var)).collect()
        }
        _ => Vec::new(),
    }
}

/// The places that a statement itself borrows or changes.
pub fn places(stmt: &Stmt) -> Vec<&Place> {
    match stmt {
        Stmt::Update { place, .. } | Stmt::View { place, .. } => vec![place],
        Stmt::Swap(a, b) | Stmt::Stack { stack: a, item: b, .. } => vec![a, b],
        Stmt::Map { map, .. } => vec![map],
        Stmt::Grow { list, how: Growth::Copies(other) } => vec![list, other],
        Stmt::Grow { list, .. } | Stmt::Taken { list, .. } => vec![list],
        Stmt::Call { args, .. } | Stmt::Apply { args, .. } => args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Shared(place) | Arg::Exclusive(place) => Some(place),
                Arg::Value(_) => None,
            })
            .collect(),
        Stmt::Each { source, .. } => {
            let mut places = Vec::new();
            source.leaves(&mut |leaf| {
                if let Source::Slice { place, .. } = leaf {
                    places.push(place);
                }
            });
            places
        }
        _ => Vec::new(),
    }
}
