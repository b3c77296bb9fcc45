//! Counts how often each construct was written, and inside which other one, to show that nothing is left out.

use super::ast::{Duty, Expr, Function, Init, Op, Program, Source, Stmt, Undo, UpdateOp, View};
use super::{print, walk};
use std::collections::HashSet;
use std::fmt;

/// Counts of one kind of construct (columns) inside another (rows).
#[derive(Clone, Debug)]
pub struct Table {
    title: &'static str,
    rows: &'static [&'static str],
    columns: &'static [&'static str],
    /// what cannot be, by the rules of the language or of the generator
    impossible: fn(&str, &str) -> bool,
    counts: Vec<u64>,
}

impl Table {
    fn new(
        title: &'static str,
        rows: &'static [&'static str],
        columns: &'static [&'static str],
        impossible: fn(&str, &str) -> bool,
    ) -> Self {
        Self { title, rows, columns, impossible, counts: vec![0; rows.len() * columns.len()] }
    }

    fn count(&mut self, row: &str, column: &str) {
        let position = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        let row = position(self.rows, row).unwrap_or_else(|| unreachable!("no row {row}"));
        let column = position(self.columns, column).unwrap_or_else(|| unreachable!("no column {column}"));
        self.counts[row * self.columns.len() + column] += 1;
    }

    /// The pairs that should be there and are not.
    fn missing(&self) -> impl Iterator<Item = String> + '_ {
        self.cells()
            .filter(|(row, column, count)| *count == 0 && !(self.impossible)(row, column))
            .map(|(row, column, _)| format!("{}: no `{column}` in `{row}`", self.title))
    }

    fn cells(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> + '_ {
        let pairs = self.rows.iter().flat_map(|row| self.columns.iter().map(move |column| (*row, *column)));
        pairs.zip(&self.counts).map(|((row, column), count)| (row, column, *count))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.len()).max().unwrap_or(0);
        write!(f, "{:width$}", self.title)?;
        for column in self.columns {
            write!(f, " {column:>7}")?;
        }
        for (i, row) in self.rows.iter().enumerate() {
            write!(f, "\n{row:width$}")?;
            for (j, column) in self.columns.iter().enumerate() {
                let count = self.counts[i * self.columns.len() + j];
                let size = column.chars().count().max(7);
                if count == 0 && (self.impossible)(row, column) {
                    write!(f, " {:>size$}", "")?;
                } else {
                    write!(f, " {count:>size$}")?;
                }
            }
        }
        writeln!(f)
    }
}

/// The counts of many programs.
#[derive(Clone, Debug)]
pub struct Coverage {
    reversible: Table,
    ordinary: Table,
    expressions: Table,
}

const REVERSIBLE_ROWS: &[&str] = &[
    "function",
    "for",
    "for ..=",
    "for rev",
    "step_by",
    "each",
    "while",
    "if",
    "if (,)",
    "else",
    "match",
    "ancilla",
    "ancilla use",
    "release!",
    "inverse!",
    "view",
    "block",
];
const REVERSIBLE_COLUMNS: &[&str] = &[
    "+=",
    "-=",
    "^=",
    "acc +=",
    "let",
    "let mut",
    "let [,]",
    "let {,}",
    "block",
    "for",
    "for ..=",
    "for rev",
    "if",
    "else",
    "else if",
    "if (,)",
    "ancilla",
    "call",
    "inverse",
    "itself",
    "swap",
    "h()",
    "*=",
    "/=",
    "-x +=",
    "step_by",
    "each",
    "zip",
    "enum.",
    "each rev",
    "chunks",
    "while",
    "match",
    "uncompute!",
    "inverse!",
    "pack!",
    "release!",
    "let if",
    "let (,)",
    "view",
    "split",
    "fields",
    "f(a[..])",
    "broad.",
    "assert!",
];
const ORDINARY_ROWS: &[&str] = &["function", "for", "for ..=", "for rev", "step_by", "if", "else", "block"];
const ORDINARY_COLUMNS: &[&str] = &[
    "=", "+=", "-=", "*=", "/=", "a[i] =", "let", "let mut", "let [,]", "let {,}", "let if", "block", "for", "for ..=",
    "for rev", "step_by", "if", "else", "else if", "call", "inverse", "h()",
];
const EXPRESSION_ROWS: &[&str] = &[
    "update", "let", "range", "if", "argument", "index", "result", "if value", "+", "-", "*", "/", "%", "neg", "!",
    "&&", "||", "compare", "as", "method", "{ }", "match",
];
const EXPRESSION_COLUMNS: &[&str] = &[
    "literal", "x", "x[i]", "x.f", "x[i].f", "len", "+", "-", "*", "/", "%", "neg", "!", "&&", "||", "compare", "as",
    "h()", "sin", "cos", "exp", "tanh", "sqrt", "ln", "powi", "abs", "atan2", "hypot", "min", "max", "recip", "if",
    "{ }", "match",
];

impl Default for Coverage {
    fn default() -> Self {
        Self {
            reversible: Table::new("reversible", REVERSIBLE_ROWS, REVERSIBLE_COLUMNS, impossible_in_reversible),
            ordinary: Table::new("ordinary", ORDINARY_ROWS, ORDINARY_COLUMNS, |_, _| false),
            expressions: Table::new("expressions", EXPRESSION_ROWS, EXPRESSION_COLUMNS, impossible_in_expressions),
        }
    }
}

/// Forms of what is counted in another column too; it is enough that they are there.
const RARE: &[&str] =
    &["zip", "enum.", "each rev", "chunks", "split", "fields", "f(a[..])", "broad.", "let if", "pack!"];

fn impossible_in_reversible(row: &str, column: &str) -> bool {
    if RARE.contains(&column) && row != "function" {
        return true;
    }
    match row {
        // What is undone by running it backwards declares nothing, and changes no local that is merely dropped.
        "ancilla" | "inverse!" => {
            matches!(column, "let" | "let mut" | "let [,]" | "let {,}" | "let (,)" | "block" | "acc +=" | "assert!")
        }
        // A block that computes a value changes nothing outside, which leaves hardly anything for a function to hand on to itself.
        "block" => matches!(column, "if (,)" | "swap" | "itself" | "*=" | "/="),
        // A function hands on to itself all that it may change; hardly ever is something left for the condition to watch.
        // And without any condition it would not end.
        "if (,)" | "function" => column == "itself",
        _ => false,
    }
}

fn impossible_in_expressions(row: &str, column: &str) -> bool {
    let logical = matches!(column, "!" | "&&" | "||" | "compare");
    match row {
        "!" | "&&" | "||" | "if" => !logical && column != "x",
        // Integers are made of little.
        "range" => !matches!(column, "literal" | "x" | "len"),
        "index" => !matches!(column, "literal" | "x" | "-" | "%"),
        "%" => !matches!(column, "literal" | "x" | "x[i]" | "x.f" | "x[i].f" | "len" | "+" | "-" | "*" | "neg" | "as"),
        "as" => !matches!(column, "x" | "x[i]" | "x.f" | "x[i].f"),
        "if value" => matches!(column, "len" | "%"),
        "argument" => false,
        _ => logical || matches!(column, "len" | "%"),
    }
}

impl Coverage {
    /// Counts what is in a program.
    pub fn add(&mut self, program: &Program) {
        for (index, function) in program.functions.iter().enumerate() {
            Counter { coverage: self, index, duty: function.duty, locals: HashSet::new() }.function(function);
        }
    }

    /// Adds the counts of other programs.
    pub fn merge(&mut self, other: &Coverage) {
        for (own, other) in self.tables_mut().into_iter().zip(other.tables()) {
            own.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
        }
    }

    fn tables(&self) -> [&Table; 3] {
        [&self.reversible, &self.ordinary, &self.expressions]
    }

    fn tables_mut(&mut self) -> [&mut Table; 3] {
        [&mut self.reversible, &mut self.ordinary, &mut self.expressions]
    }

    /// What was never written although it could be.
    pub fn missing(&self) -> Vec<String> {
        self.tables().into_iter().flat_map(Table::missing).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in self.tables() {
            writeln!(f, "{table}")?;
        }
        Ok(())
    }
}

struct Counter<'a> {
    coverage: &'a mut Coverage,
    index: usize,
    duty: Duty,
    /// the locals that were declared with `let mut`
    locals: HashSet<usize>,
}

impl Counter<'_> {
    fn function(&mut self, function: &Function) {
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
            Stmt::Call { function, inverse, args } => {
                let mut names = vec![if *inverse { "inverse" } else { "call" }];
                if self.duty == Duty::Reversible && args.iter().any(is_part) {
                    names.push("f(a[..])");
                }
                if *function == self.index {
                    names.push("itself");
                }
                names
            }
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
        }
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
            Stmt::Call { args, .. } => self.args(args),
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
        }
    }

    fn args(&mut self, args: &[super::ast::Arg]) {
        use super::ast::Arg;
        for arg in args {
            match arg {
                Arg::Value(value) => self.expr("argument", value),
                Arg::Shared(place) | Arg::Exclusive(place) => self.indices(place),
            }
        }
    }

    fn indices(&mut self, place: &super::ast::Place) {
        for step in &place.path {
            if let super::ast::Step::Index(index) = step {
                self.expr("index", index);
            }
        }
    }

    fn expr(&mut self, row: &str, expr: &Expr) {
        let (column, inner) = match expr {
            Expr::Array(items) | Expr::Record(_, items) => return items.iter().for_each(|item| self.expr(row, item)),
            Expr::Repeat(item, _) => return self.expr(row, item),
            Expr::Tuple(_) => unreachable!("a tuple is taken apart at once"),
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
        };
        self.coverage.expressions.count(row, column);
        match expr {
            Expr::Read(place) => self.indices(place),
            Expr::Neg(part) | Expr::Not(part) | Expr::Cast(part, _) => self.expr(inner, part),
            Expr::Binary(_, parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Method(_, parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Call(_, args) => self.args(args),
            Expr::If(parts) => parts.iter().for_each(|part| self.expr(inner, part)),
            Expr::Block(block) => [&block.1, &block.2].into_iter().for_each(|part| self.expr(inner, part)),
            Expr::Match(value, arms) => {
                [&**value].into_iter().chain(arms.iter().map(|(_, e)| e)).for_each(|part| self.expr(inner, part));
            }
            _ => {}
        }
    }
}

fn is_part(arg: &super::ast::Arg) -> bool {
    use super::ast::{Arg, Step};
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
    });
    names
}

fn has_ordinary_call(stmt: &Stmt, own: usize) -> bool {
    let mut found = false;
    walk::expressions_in(stmt, &mut |expr| found |= matches!(expr, Expr::Call(callee, _) if *callee != own));
    found
}

fn shape(place: &super::ast::Place) -> &'static str {
    use super::ast::Step;
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
