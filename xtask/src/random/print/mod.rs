//! From the tree to program text.

mod exprs;
mod functions;
mod ordinary;

pub use exprs::method_name;

use super::ast::{
    Arm, Aside, Bijection, Cut, Expr, Home, Init, Passing, Place, Program, Record, Source, StackOp, Stmt, Style, Type,
    Undo, UpdateOp, Var, View, inverse,
};

use std::rc::Rc;

/// The text of a program.
pub fn program(program: &Program) -> String {
    print(program, None)
}

/// Where lines are put into the last function of a program.
#[derive(Clone, Copy, Debug)]
pub enum At {
    /// before the statement that is the n-th to be written, at any depth
    Statement(usize),
    /// before the n-th statement of the body itself
    Outermost(usize),
}

/// The text of a program with more lines in its last function; at the end of it if there is no such statement.
pub fn with_lines(program: &Program, at: At, lines: &str) -> String {
    print(program, Some((at, lines)))
}

fn print(program: &Program, lines: Option<(At, &str)>) -> String {
    let mut printer = Printer {
        program,
        out: String::new(),
        indent: 0,
        entry: None,
        lines: None,
        written: 0,
        every: None,
        aside: false,
        label: None,
    };
    printer.types();
    let (entry, helpers) = program.functions.split_last().expect("a program has a function");
    for helper in helpers.iter().filter(|helper| !matches!(helper.home, Home::Inside(_))) {
        printer.function(helper);
    }
    printer.entry = lines;
    printer.function(entry);
    printer.out
}

/// A type as it is written.
pub fn type_name(ty: Type) -> String {
    match ty {
        Type::Float => "f64".into(),
        Type::Int => "i64".into(),
        Type::Usize => "usize".into(),
        Type::Bool => "bool".into(),
        Type::Record(record) => record.name().into(),
        Type::Array(element, n) => format!("[{}; {n}]", type_name(element.ty())),
        Type::Slice(element) => format!("[{}]", type_name(element.ty())),
        Type::Stack(element) => format!("Stack<{}>", type_name(element.ty())),
        Type::Map(element) => format!("std::collections::BTreeMap<i64, {}>", type_name(element.ty())),
        Type::List => "Vec<f64>".into(),
        Type::Pair => "(f64, f64)".into(),
        Type::Perhaps => "Option<f64>".into(),
        Type::Outcome => "Result<f64, f64>".into(),
        Type::Function(_) | Type::Closure(_) | Type::Stepper => unreachable!("a type without a name"),
    }
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    indent: usize,
    /// lines that are to be put into the last function
    entry: Option<(At, &'a str)>,
    /// those that are still to be put into the function being written
    lines: Option<(At, &'a str)>,
    /// how many statements of the function were written
    written: usize,
    /// the variable that stands for every index in a `broadcast!`
    every: Option<usize>,
    /// in code that runs as it is written, where rustc sees what is lent
    aside: bool,
    /// the label of the loop that comes next
    label: Option<Rc<str>>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        self.stmts(stmts);
        self.indent -= 1;
    }

    /// Writes the lines that are to be put in, once.
    fn put_in(&mut self) {
        if let Some((_, lines)) = self.lines.take() {
            lines.lines().for_each(|line| self.line(line));
        }
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        // Little may stand in a `broadcast!`.
        if self.every.is_none() && matches!(self.lines, Some((At::Statement(n), _)) if n <= self.written) {
            self.put_in();
        }
        self.written += 1;
        match stmt {
            Stmt::Let { var, mutable, init } => {
                let ty = if matches!(init, Init::Expr(Expr::List(_))) { ": Vec<f64>" } else { "" };
                let head = format!("let {}{}{ty} =", if *mutable { "mut " } else { "" }, var.name);
                match init {
                    Init::Expr(value) => {
                        let value = self.typed(value);
                        self.line(&format!("{head} {value};"));
                    }
                    Init::Block(stmts, value) => {
                        self.line(&format!("{head} {{"));
                        self.block(stmts);
                        let value = self.expr(value);
                        self.line(&format!("    {value}"));
                        self.line("};");
                    }
                }
            }
            Stmt::Update { op, place, value } => {
                let (before, after, op) = update(*op);
                let text = format!("{before}{}{after} {op} {};", self.place(place), self.expr(value));
                self.line(&text);
            }
            Stmt::For { var, range, body } => {
                let head = format!("{}for {} in {} {{", self.label(), var.name, self.range(range));
                self.line(&head);
                self.block(body);
                self.line("}");
            }
            Stmt::If { .. } => {
                let head = self.head(stmt);
                self.branches(&head, stmt);
            }
            Stmt::Call { function, inverse, args } => {
                let text = self.call(&self.program.functions[*function], *inverse, args);
                self.line(&text);
            }
            Stmt::Apply { function, inverse, args } => {
                let text = format!("{}({});", function.name, self.args(args));
                self.line(&if *inverse { format!("inverse! {{ {text} }}") } else { text });
            }
            Stmt::Stack { .. } | Stmt::Map { .. } => {
                let text = self.collection(stmt);
                self.line(&text);
            }
            Stmt::Converted { .. } => self.converted(stmt),
            Stmt::Swap(a, b) => {
                let text = format!("swap({}, {});", self.borrow(a, "&mut "), self.borrow(b, "&mut "));
                self.line(&text);
            }
            Stmt::Ancilla { .. } => self.ancilla(stmt),
            Stmt::LetParts { vars, init } => {
                let text = format!("let {} = {};", parts(vars, init), self.expr(init));
                self.line(&text);
            }
            Stmt::Known { var, first, second, uses } => {
                let (name, typed, second) = (&var.name, self.typed(first), self.expr(second));
                self.line(&format!("let mut {name} = {typed};"));
                self.line(&format!("{name} += {second};"));
                self.stmts(uses);
                self.line(&format!("release!({name}, ({typed}) + ({second}));"));
            }
            Stmt::Inverse(stmts) => self.braced("inverse! {", stmts),
            Stmt::Match { value, arms } => self.matched(value, arms),
            Stmt::While { .. } => self.counted(stmt),
            Stmt::Each { source, body } => {
                let label = self.label();
                let head = format!("{label}for {} in {} {{", source_pattern(source), self.source(source, false));
                self.braced(&head, body);
            }
            Stmt::View { view, place, exclusive, uses } => {
                let text = self.view(view, place, *exclusive);
                self.line(&text);
                self.stmts(uses);
            }
            Stmt::Broadcast { var, body, .. } => {
                let outside = self.every.replace(var.id);
                self.braced("broadcast! {", body);
                self.every = outside;
            }
            Stmt::Aside(aside, value) => {
                self.aside = true;
                let value = self.expr(value);
                self.aside = false;
                let text = match aside {
                    Aside::Assert => format!("assert!({value});"),
                    Aside::DebugAssert => format!("debug_assert!({value}, \"always true\");"),
                    Aside::Safe => format!("safe! {{ let truth = {value}; assert!(truth); }}"),
                };
                self.line(&text);
            }
            stmt => self.ordinary(stmt),
        }
    }

    fn braced(&mut self, head: &str, stmts: &[Stmt]) {
        self.line(head);
        self.block(stmts);
        self.line("}");
    }

    fn head(&self, branch: &Stmt) -> String {
        let Stmt::If { pre, post, .. } = branch else { unreachable!("a branch") };
        match post {
            Some(post) => format!("if ({}, {}) {{", self.expr(pre), self.expr(post)),
            None => format!("if {} {{", self.expr(pre)),
        }
    }

    /// A branch, and those after it where the other half is nothing but a branch.
    fn branches(&mut self, head: &str, branch: &Stmt) {
        let Stmt::If { then, otherwise, .. } = branch else { unreachable!("a branch") };
        self.line(head);
        self.block(then);
        match otherwise.as_slice() {
            [] => self.line("}"),
            [next @ Stmt::If { .. }] => {
                let head = format!("}} else {}", self.head(next));
                self.branches(&head, next);
            }
            _ => self.braced("} else {", otherwise),
        }
    }

    /// The label of the loop that is being written.
    fn label(&mut self) -> String {
        self.label.take().map(|label| format!("'{label}: ")).unwrap_or_default()
    }

    fn ancilla(&mut self, stmt: &Stmt) {
        let Stmt::Ancilla { lets, compute, packed, uses, undo } = stmt else { unreachable!("an ancilla") };
        for (var, init) in lets {
            let text = format!("let mut {} = {};", var.name, self.typed(init));
            self.line(&text);
        }
        match undo {
            Undo::Label(label) => self.braced(&format!("'{label}: {{"), compute),
            Undo::Written | Undo::Inverse => self.stmts(compute),
        }
        let packing = packed.as_ref().map(|(var, record)| {
            let fields: Vec<String> = record
                .fields()
                .iter()
                .zip(lets)
                .map(|((field, _), (var, _))| format!("{field}: {}", var.name))
                .collect();
            (&var.name, format!("{} {{ {} }}", record.name(), fields.join(", ")))
        });
        if let Some((name, parts)) = &packing {
            self.line(&format!("pack!({name} = {parts});"));
        }
        self.stmts(uses);
        if let Some((name, parts)) = &packing {
            self.line(&format!("unpack!({parts} = {name});"));
        }
        match undo {
            Undo::Label(label) => self.line(&format!("uncompute!('{label});")),
            Undo::Inverse => self.braced("inverse! {", compute),
            Undo::Written => self.stmts(&inverse(compute)),
        }
    }

    /// A call of one of the library's functions of stacks and maps.
    fn collection(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Stack { op, stack, item } => {
                let (name, how) = match op {
                    StackOp::Push => ("push", "&mut "),
                    StackOp::Pop => ("pop", "&mut "),
                    StackOp::CopyPush => ("copy_push", "&"),
                    StackOp::CopyPop => ("copy_pop", "&"),
                };
                format!("retrograde::stack::{name}({}, {});", self.borrow(stack, "&mut "), self.borrow(item, how))
            }
            Stmt::Map { insert, map, key, value } => {
                let name = if *insert { "insert" } else { "remove" };
                let (map, key, value) = (self.borrow(map, "&mut "), self.expr(key), self.expr(value));
                format!("retrograde::map::{name}({map}, {key}, {value});")
            }
            _ => unreachable!("a stack or a map"),
        }
    }

    fn converted(&mut self, stmt: &Stmt) {
        let Stmt::Converted { var, conversion, first, by, uses } = stmt else { unreachable!("a conversion") };
        let (name, (narrow, wide)) = (&var.name, conversion.names());
        let first = match first {
            Expr::Int(value) => format!("{value}_{narrow}"),
            Expr::Float(value) => format!("{value:?}_{narrow}"),
            other => format!("{} as {narrow}", self.expr(other)),
        };
        self.line(&format!("let mut {name} = {first};"));
        self.line(&format!("convert!({name}: {narrow} => {wide});"));
        let by = by.as_ref().map(|by| self.expr(by));
        if let Some(by) = &by {
            self.line(&format!("{name} += {by};"));
        }
        self.stmts(uses);
        if let Some(by) = &by {
            self.line(&format!("{name} -= {by};"));
        }
    }

    fn matched(&mut self, value: &Expr, arms: &[Arm]) {
        let head = format!("match {} {{", self.expr(value));
        self.line(&head);
        self.indent += 1;
        for arm in arms {
            let guard = arm.guard.as_ref().map(|guard| format!(" if {}", self.expr(guard))).unwrap_or_default();
            let head = format!("{}{guard} => {{", exprs::pattern(&arm.pattern));
            self.braced(&head, &arm.body);
        }
        self.indent -= 1;
        self.line("}");
    }

    fn counted(&mut self, stmt: &Stmt) {
        let Stmt::While { var, limit, down, early, released, body } = stmt else { unreachable!("a counting loop") };
        let (name, limit) = (&var.name, self.expr(limit));
        let (first, last, sign) = if *down { (&*limit, "0", "-=") } else { ("0", &*limit, "+=") };
        self.line(&format!("let mut {name} = {first};"));
        let (below, above) = (format!("{name} < {limit}"), format!("{name} > 0"));
        let (pre, post) = if *down { (above, below) } else { (below, above) };
        self.line(&format!("while ({pre}, {post}) {{"));
        let change = format!("    {name} {sign} 1;");
        if *early {
            self.line(&change);
        }
        self.block(body);
        if !*early {
            self.line(&change);
        }
        self.line("}");
        if *released {
            self.line(&format!("release!({name}, {last});"));
        }
    }

    fn view(&self, view: &View, place: &Place, exclusive: bool) -> String {
        let borrow = if exclusive { "&mut " } else { "&" };
        match view {
            View::One(var) => format!("let {} = {borrow}{};", var.name, self.path(place)),
            View::Split([one, other], at) => {
                let method = if exclusive { "split_at_mut" } else { "split_at" };
                format!("let ({}, {}) = {}.{method}({});", one.name, other.name, self.path(place), self.expr(at))
            }
            View::Fields(record, vars) => {
                let whole = self.borrow(place, borrow);
                format!("let {} = {whole};", record_pattern(*record, vars))
            }
        }
    }

    /// What a loop runs over; what a method is called on must be an iterator already.
    fn source(&self, source: &Source, receiver: bool) -> String {
        match source {
            Source::Range { range, .. } => format!("({})", self.range(range)),
            Source::Slice { place, style: Style::Borrow, .. } if !receiver => {
                format!("({})", self.borrow(place, if place_changes(source) { "&mut " } else { "&" }))
            }
            Source::Slice { place, style: Style::Values, .. } => format!("{}.iter().copied()", self.path(place)),
            Source::Slice { place, chunk, .. } => {
                let mutable = if place_changes(source) { "_mut" } else { "" };
                match chunk {
                    Some(n) => format!("{}.chunks_exact{mutable}({n})", self.path(place)),
                    None => format!("{}.iter{mutable}()", self.path(place)),
                }
            }
            Source::Enumerate(_, inner) => format!("{}.enumerate()", self.source(inner, true)),
            Source::Zip(pair) => format!("{}.zip({})", self.source(&pair[0], true), self.source(&pair[1], false)),
            Source::Rev(inner) => format!("{}.rev()", self.source(inner, true)),
            Source::Cut(cut, n, inner) => {
                let name = match cut {
                    Cut::Skip => "skip",
                    Cut::Take => "take",
                    Cut::StepBy => "step_by",
                };
                format!("{}.{name}({n})", self.source(inner, true))
            }
        }
    }
}

/// What stands before and after the place of an update, and the operator.
fn update(op: UpdateOp) -> (&'static str, &'static str, &'static str) {
    let through = |bijection| match bijection {
        Bijection::Mirror => "Mirror(",
        Bijection::MirrorOfNegative => "Mirror(-",
        Bijection::Bent => "Bent(",
        Bijection::BentOfNegative => "Bent(-",
    };
    match op {
        UpdateOp::Add => ("", "", "+="),
        UpdateOp::Sub => ("", "", "-="),
        UpdateOp::Xor => ("", "", "^="),
        UpdateOp::Set => ("", "", "="),
        UpdateOp::Mul => ("", "", "*="),
        UpdateOp::Div => ("", "", "/="),
        UpdateOp::AddToNegative => ("-", "", "+="),
        UpdateOp::SubFromNegative => ("-", "", "-="),
        UpdateOp::AddThrough(bijection) => (through(bijection), ")", "+="),
        UpdateOp::SubThrough(bijection) => (through(bijection), ")", "-="),
    }
}

fn place_changes(source: &Source) -> bool {
    matches!(source, Source::Slice { var, .. } if var.passing == Passing::Exclusive)
}

fn source_pattern(source: &Source) -> String {
    match source {
        Source::Slice { var, style: Style::Copied, .. } => format!("&{}", var.name),
        Source::Slice { var, .. } | Source::Range { var, .. } => var.name.to_string(),
        Source::Enumerate(var, inner) => format!("({}, {})", var.name, source_pattern(inner)),
        Source::Zip(pair) => format!("({}, {})", source_pattern(&pair[0]), source_pattern(&pair[1])),
        Source::Rev(inner) | Source::Cut(_, _, inner) => source_pattern(inner),
    }
}

/// The pattern that takes a value apart.
fn parts(vars: &[Var], init: &Expr) -> String {
    let names: Vec<&str> = vars.iter().map(|var| &*var.name).collect();
    match init {
        Expr::Tuple(_) | Expr::Call(..) => format!("({})", names.join(", ")),
        Expr::Record(record, _) | Expr::Read(Place { ty: Type::Record(record), .. }) => record_pattern(*record, vars),
        _ => format!("[{}]", names.join(", ")),
    }
}

fn record_pattern(record: Record, vars: &[Var]) -> String {
    let fields: Vec<String> = record
        .fields()
        .iter()
        .zip(vars)
        .map(|((field, _), var)| if *field == &*var.name { (*field).into() } else { format!("{field}: {}", var.name) })
        .collect();
    format!("{} {{ {} }}", record.name(), fields.join(", "))
}
