//! Finds out what a program has in it.

use super::Coverage;
use crate::random::ast::{
    Arg, Asking, Chain, Duty, End, Exit, Expr, Function, FunctionValue, Growth, Home, Init, Link, List, Op, Place,
    Program, Source, StackOp, Step, Stmt, Taking, Undo, UpdateOp, View,
};
use crate::random::{print, walk};
use std::collections::HashSet;

/// Counts what is in one function.
pub struct Counter<'a> {
    coverage: &'a mut Coverage,
    program: &'a Program,
    index: usize,
    duty: Duty,
    /// the locals that were declared with `let mut`
    locals: HashSet<usize>,
}

impl<'a> Counter<'a> {
    /// For the function with that number.
    pub fn new(coverage: &'a mut Coverage, program: &'a Program, index: usize) -> Self {
        Self { coverage, program, index, duty: program.functions[index].duty, locals: HashSet::new() }
    }

    /// Counts.
    pub fn function(&mut self, function: &Function) {
        if matches!(function.home, Home::Inside(_)) && self.duty == Duty::Reversible {
            self.coverage.reversible.count("function", "fn in fn");
        }
        self.stmts(&["function"], &function.body);
        if let Some(result) = &function.result {
            self.expr("result", result);
        }
    }

    fn stmts(&mut self, rows: &[&str], stmts: &[Stmt]) {
        for stmt in stmts {
            let mut names = self.names(stmt);
            if has_ordinary_call(stmt, self.index) {
                names.push("h()");
            }
            let table = match self.duty {
                Duty::Reversible => &mut self.coverage.reversible,
                Duty::Ordinary => &mut self.coverage.ordinary,
            };
            for row in rows {
                names.iter().for_each(|name| table.count(row, name));
            }
            self.inside(stmt, &names);
        }
    }

    fn names(&mut self, stmt: &Stmt) -> Vec<&'static str> {
        match stmt {
            Stmt::Let { var, mutable, init } => {
                if *mutable {
                    self.locals.insert(var.id);
                }
                match init {
                    Init::Block(..) => vec!["block"],
                    Init::Expr(Expr::Array(_) | Expr::Repeat(..)) => vec!["let [,]"],
                    Init::Expr(Expr::Record(..)) => vec!["let {,}"],
                    Init::Expr(Expr::If(_)) => vec!["let if"],
                    Init::Expr(Expr::Function(_)) => vec!["let f {}"],
                    Init::Expr(Expr::List(_)) => vec!["let vec"],
                    Init::Expr(_) if *mutable => vec!["let mut"],
                    Init::Expr(_) => vec!["let"],
                }
            }
            Stmt::Update { op, place, .. } => {
                let op = match op {
                    UpdateOp::Add => "+=",
                    UpdateOp::Sub => "-=",
                    UpdateOp::Xor => "^=",
                    UpdateOp::Set => "=",
                    UpdateOp::Mul => "*=",
                    UpdateOp::Div => "/=",
                    UpdateOp::AddToNegative | UpdateOp::SubFromNegative => "-x +=",
                    UpdateOp::AddThrough(_) | UpdateOp::SubThrough(_) => "F(x) +=",
                };
                let mut names = vec![op];
                match self.duty {
                    Duty::Reversible if self.locals.contains(&place.var.id) => names.push("acc +="),
                    Duty::Ordinary if !place.path.is_empty() => names.push("a[i] ="),
                    _ => {}
                }
                names
            }
            Stmt::For { range, .. } => {
                let mut names = Vec::new();
                if range.step.is_some() {
                    names.push("step_by");
                }
                if range.inclusive {
                    names.push("for ..=");
                }
                if range.reversed {
                    names.push("for rev");
                }
                if names.is_empty() {
                    names.push("for");
                }
                names
            }
            Stmt::If { post, otherwise, .. } => {
                let mut names = vec![if post.is_some() { "if (,)" } else { "if" }];
                match otherwise.as_slice() {
                    [Stmt::If { .. }] => names.push("else if"),
                    [_, ..] if post.is_none() => names.push("else"),
                    _ => {}
                }
                names
            }
            Stmt::Call { function, inverse, args } => self.names_of_call(*function, *inverse, args),
            Stmt::Apply { .. } => vec!["f {}()"],
            Stmt::Stack { op: StackOp::Push, .. } => vec!["push"],
            Stmt::Stack { op: StackOp::Pop, .. } => vec!["pop"],
            Stmt::Stack { op: StackOp::CopyPush | StackOp::CopyPop, .. } => vec!["copy"],
            Stmt::Map { insert: true, .. } => vec!["insert"],
            Stmt::Map { insert: false, .. } => vec!["remove"],
            Stmt::Converted { .. } => vec!["convert!"],
            Stmt::Swap(..) => vec!["swap"],
            Stmt::Ancilla { packed, undo, .. } => {
                let mut names = vec!["ancilla"];
                match undo {
                    Undo::Label(_) => names.push("uncompute!"),
                    Undo::Inverse => names.push("inverse!"),
                    Undo::Written => {}
                }
                if packed.is_some() {
                    names.push("pack!");
                }
                names
            }
            Stmt::LetParts { .. } => vec!["let (,)"],
            Stmt::Known { .. } => vec!["release!"],
            Stmt::Inverse(_) => vec!["inverse!"],
            Stmt::Match { .. } => vec!["match"],
            Stmt::While { .. } => vec!["while"],
            Stmt::Each { source, .. } => names_of_source(source),
            Stmt::View { view: View::One(_), .. } => vec!["view"],
            Stmt::View { view: View::Split(..), .. } => vec!["split"],
            Stmt::View { view: View::Fields(..), .. } => vec!["fields"],
            Stmt::Broadcast { .. } => vec!["broad."],
            Stmt::Aside(..) => vec!["assert!"],
            stmt => names_of_ordinary(stmt),
        }
    }

    fn names_of_call(&self, function: usize, inverse: bool, args: &[Arg]) -> Vec<&'static str> {
        let mut names = vec![if inverse { "inverse" } else { "call" }];
        if self.duty == Duty::Reversible && args.iter().any(is_part) {
            names.push("f(a[..])");
        }
        if function == self.index {
            names.push("itself");
        }
        if self.duty == Duty::Reversible {
            if matches!(self.program.functions[function].home, Home::Impl { .. }) {
                names.push(if inverse { "p.f_inv." } else { "p.f()" });
            }
            if args.iter().any(|arg| matches!(arg, Arg::Value(Expr::Function(_)))) {
                names.push("h(f {})");
            }
        }
        names
    }

    fn inside(&mut self, stmt: &Stmt, names: &[&str]) {
        match stmt {
            Stmt::Let { init: Init::Expr(value), .. } => self.expr("let", value),
            Stmt::Let { init: Init::Block(stmts, value), .. } => {
                self.stmts(&["block"], stmts);
                self.expr("let", value);
            }
            Stmt::Update { place, value, .. } => {
                self.indices(place);
                self.expr("update", value);
            }
            Stmt::For { range, body, .. } => {
                self.expr("range", &range.start);
                self.expr("range", &range.end);
                let rows: Vec<&str> = names.iter().copied().filter(|name| *name != "h()").collect();
                self.stmts(&rows, body);
            }
            Stmt::If { pre, post, then, otherwise } => {
                self.expr("if", pre);
                if let Some(post) = post {
                    self.expr("if", post);
                    self.stmts(&["if (,)"], then);
                    self.stmts(&["if (,)"], otherwise);
                } else {
                    self.stmts(&["if"], then);
                    self.stmts(&["else"], otherwise);
                }
            }
            Stmt::Call { args, .. } | Stmt::Apply { args, .. } => self.args(args),
            Stmt::Stack { stack, item, .. } => {
                self.indices(stack);
                self.indices(item);
            }
            Stmt::Map { key, value, .. } => {
                self.expr("argument", key);
                self.expr("argument", value);
            }
            Stmt::Converted { first, by, uses, .. } => {
                self.expr("let", first);
                by.iter().for_each(|by| self.expr("update", by));
                self.stmts(&["convert!"], uses);
            }
            Stmt::Swap(a, b) => {
                self.indices(a);
                self.indices(b);
            }
            Stmt::Ancilla { lets, compute, uses, .. } => {
                lets.iter().for_each(|(_, init)| self.expr("let", init));
                self.stmts(&["ancilla"], compute);
                self.stmts(&["ancilla use"], uses);
            }
            Stmt::LetParts { init: Expr::Tuple(items), .. } => items.iter().for_each(|item| self.expr("let", item)),
            Stmt::LetParts { init, .. } => self.expr("let", init),
            Stmt::Match { value, arms } => {
                self.expr("match", value);
                for arm in arms {
                    arm.guard.iter().for_each(|guard| self.expr("if", guard));
                    self.stmts(&["match"], &arm.body);
                }
            }
            Stmt::Aside(_, value) => self.expr("if", value),
            // What is inside is of interest, and what decides is as in other loops.
            Stmt::While { body, .. } => self.stmts(&["while"], body),
            Stmt::Each { body, .. } => self.stmts(&["each"], body),
            Stmt::View { uses, .. } => self.stmts(&["view"], uses),
            Stmt::Known { uses, .. } => self.stmts(&["release!"], uses),
            Stmt::Inverse(stmts) => self.stmts(&["inverse!"], stmts),
            Stmt::Broadcast { .. } => {}
            stmt => self.inside_ordinary(stmt),
        }
    }

    fn inside_ordinary(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Repeat { condition, body, endless, .. } => {
                condition.iter().for_each(|condition| self.expr("if", condition));
                self.stmts(&[if *endless { "loop" } else { "while" }], body);
            }
            // A loop with a label counts as such a loop.
            Stmt::Labelled { body, .. } => match body.as_slice() {
                [only] if only.is_loop() => {
                    let names = self.names(only);
                    self.inside(only, &names);
                }
                body => self.stmts(&["'a: {}"], body),
            },
            Stmt::Closure { value, uses, .. } => {
                self.expr("|a| e", value);
                self.stmts(&["closure"], uses);
            }
            Stmt::Stepper { body, uses, .. } => {
                self.stmts(&["closure"], body);
                self.stmts(&["closure"], uses);
            }
            Stmt::Step(_, value)
            | Stmt::Grow { how: Growth::Push(value) | Growth::Insert(_, value) | Growth::Extend(value), .. } => {
                self.expr("argument", value);
            }
            Stmt::Asked { value, body, otherwise, .. } => {
                self.expr("let", value);
                self.stmts(&["if let"], body);
                self.stmts(&["if let"], otherwise);
            }
            Stmt::Taken { how, body, .. } => {
                self.stmts(&[if *how == Taking::WhilePopped { "wh. let" } else { "if let" }], body);
            }
            Stmt::Exit(Exit::Return(value)) => self.expr("result", value),
            Stmt::Grow { .. } | Stmt::Exit(_) => {}
            other => unreachable!("in every function: {other:?}"),
        }
    }

    fn args(&mut self, args: &[Arg]) {
        for arg in args {
            match arg {
                Arg::Value(value) => self.expr("argument", value),
                Arg::Shared(place) | Arg::Exclusive(place) => self.indices(place),
            }
        }
    }

    fn indices(&mut self, place: &Place) {
        for step in &place.path {
            if let Step::Index(index) = step {
                self.expr("index", index);
            }
        }
    }

    fn list(&mut self, row: &str, list: &List) {
        match list {
            List::Empty | List::Copy(_) => {}
            List::Of(items) => items.iter().for_each(|item| self.expr(row, item)),
            List::Repeat(item, _) => self.expr(row, item),
            List::Collect(chain) => self.chain(chain),
        }
    }

    fn chain(&mut self, chain: &Chain) {
        chain.filter.iter().for_each(|filter| self.expr("if", filter));
        chain.map.iter().for_each(|map| self.expr("chain", map));
        for (_, link, value) in &chain.more {
            self.expr(if *link == Link::Map { "chain" } else { "if" }, value);
        }
        if let End::Fold { init, value, .. } = &chain.end {
            [init, value].into_iter().for_each(|value| self.expr("chain", value));
        }
    }

    fn function_value(&mut self, value: &FunctionValue) {
        value.leaves(&mut |leaf| {
            let name = match leaf {
                FunctionValue::Named(..) | FunctionValue::Variable(..) => return,
                FunctionValue::Inverse(_) => "Inverse",
                FunctionValue::Then(_) => "Then",
            };
            self.coverage.reversible.count("function", name);
        });
    }

    fn expr(&mut self, row: &str, expr: &Expr) {
        let (column, inner) = match expr {
            Expr::Array(items) | Expr::Record(_, items) => return items.iter().for_each(|item| self.expr(row, item)),
            Expr::Repeat(item, _) => return self.expr(row, item),
            Expr::Function(value) => return self.function_value(value),
            Expr::Tuple(items) => return items.iter().for_each(|item| self.expr(row, item)),
            Expr::Wrapped(_, inner) => return inner.iter().for_each(|inner| self.expr(row, inner)),
            Expr::If(_) => ("if", "if value"),
            Expr::Block(_) => ("{ }", "{ }"),
            Expr::Match(..) => ("match", "match"),
            Expr::Float(_) | Expr::Int(_) => ("literal", ""),
            Expr::Read(place) => (shape(place), ""),
            Expr::Len(_) => ("len", ""),
            Expr::Neg(_) => ("neg", "neg"),
            Expr::Not(_) => ("!", "!"),
            Expr::Binary(op, _) => (sign(*op), sign(*op)),
            Expr::Method(method, _) => (print::method_name(*method), "method"),
            Expr::Cast(..) => ("as", "as"),
            Expr::Call(..) => ("h()", ""),
            Expr::Chain(_) => ("chain", "chain"),
            Expr::Apply(..) => ("f(a)", "argument"),
            Expr::List(list) => return self.list(row, list),
            Expr::Idiom(_, parts) => return parts.iter().for_each(|part| self.expr(row, part)),
        };
        self.coverage.expressions.count(row, column);
        match expr {
            Expr::Read(place) => self.indices(place),
            Expr::Neg(part) | Expr::Not(part) | Expr::Cast(part, _) => self.expr(inner, part),
            Expr::Binary(_, parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Method(_, parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Call(_, args) => self.args(args),
            Expr::Chain(chain) => self.chain(chain),
            Expr::Apply(_, items) => items.iter().for_each(|item| self.expr(inner, item)),
            Expr::If(parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Block(block) => [&block.1, &block.2].into_iter().for_each(|part| self.expr(inner, part)),
            Expr::Match(value, arms) => {
                [&**value].into_iter().chain(arms.iter().map(|(_, e)| e)).for_each(|part| self.expr(inner, part));
            }
            _ => {}
        }
    }
}

/// What a statement is called that only ordinary functions have.
fn names_of_ordinary(stmt: &Stmt) -> Vec<&'static str> {
    match stmt {
        Stmt::Repeat { endless: true, .. } => vec!["loop"],
        Stmt::Repeat { .. } => vec!["while"],
        Stmt::Labelled { body, .. } if matches!(body.as_slice(), [only] if only.is_loop()) => vec!["'a: for"],
        Stmt::Labelled { .. } => vec!["'a: {}"],
        Stmt::Closure { .. } => vec!["|a| e"],
        Stmt::Stepper { .. } => vec!["|a| {}"],
        Stmt::Step(..) => vec!["step(a)"],
        Stmt::Grow { how: Growth::Push(_), .. } => vec!["v.push"],
        Stmt::Grow { how: Growth::Pop, .. } => vec!["v.pop"],
        Stmt::Grow { how: Growth::Insert(..), .. } => vec!["v.insert"],
        Stmt::Grow { how: Growth::Truncate(_) | Growth::Clear, .. } => vec!["v.trunc."],
        Stmt::Grow { how: Growth::Copies(_) | Growth::Extend(_), .. } => vec!["v.extend"],
        Stmt::Asked { how: Asking::Question, .. } => vec!["h()?"],
        Stmt::Asked { how: Asking::OrElse, .. } => vec!["let else"],
        Stmt::Asked { how: Asking::Match, .. } => vec!["match Some"],
        Stmt::Asked { how: Asking::IfLet, .. } | Stmt::Taken { how: Taking::IfPopped, .. } => vec!["if let"],
        Stmt::Taken { how: Taking::WhilePopped, .. } => vec!["wh. let"],
        Stmt::Taken { how: Taking::Removed(_), .. } => vec!["v.remove"],
        Stmt::Exit(Exit::Break(None)) => vec!["break"],
        Stmt::Exit(Exit::Break(_)) => vec!["break 'a"],
        Stmt::Exit(Exit::Continue(None)) => vec!["contin."],
        Stmt::Exit(Exit::Continue(_)) => vec!["cont. 'a"],
        Stmt::Exit(Exit::Return(_)) => vec!["return"],
        other => unreachable!("in every function: {other:?}"),
    }
}

fn is_part(arg: &Arg) -> bool {
    matches!(arg, Arg::Shared(place) | Arg::Exclusive(place) if matches!(place.path.last(), Some(Step::Part(..))))
}

fn names_of_source(source: &Source) -> Vec<&'static str> {
    let mut names = vec!["each"];
    source.leaves(&mut |leaf| match leaf {
        Source::Zip(_) => names.push("zip"),
        Source::Enumerate(..) => names.push("enum."),
        Source::Rev(_) => names.push("each rev"),
        Source::Slice { chunk: Some(_), .. } => names.push("chunks"),
        Source::Slice { .. } | Source::Range { .. } => {}
        Source::Cut(..) => names.push("cut"),
    });
    names
}

fn has_ordinary_call(stmt: &Stmt, own: usize) -> bool {
    let mut found = false;
    walk::expressions_in(stmt, &mut |expr| found |= matches!(expr, Expr::Call(callee, _) if *callee != own));
    found
}

fn shape(place: &Place) -> &'static str {
    match place.path.as_slice() {
        [] => "x",
        [Step::Field(_)] => "x.f",
        [Step::Index(_)] => "x[i]",
        _ => "x[i].f",
    }
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::Div => "/",
        Op::Rem => "%",
        Op::And => "&&",
        Op::Or => "||",
        Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => "compare",
    }
}
