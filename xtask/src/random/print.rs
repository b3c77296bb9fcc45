//! From the tree to program text.

use super::ast::{
    Arg, Duty, Expr, Function, Init, Method, Op, Param, Passing, Place, Program, Range, Record, Step, Stmt, Type,
    UpdateOp, inverse,
};
use super::walk;
use std::fmt::Write as _;

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
    let mut printer = Printer { program, out: String::new(), indent: 0, lines: None, written: 0 };
    for record in Record::ALL {
        if mentions(program, record) {
            printer.record(record);
        }
    }
    let (entry, helpers) = program.functions.split_last().expect("a program has a function");
    helpers.iter().for_each(|function| printer.function(function));
    printer.lines = lines;
    printer.written = 0;
    printer.function(entry);
    printer.out
}

fn mentions(program: &Program, record: Record) -> bool {
    program.functions.iter().any(|function| {
        let mut found = function.params.iter().any(|param| param.ty.contains(Type::Record(record)));
        walk::expressions_of(function, &mut |expr| {
            found |= matches!(expr, Expr::Record(written, _) if *written == record);
        });
        found
    })
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
    }
}

/// How tightly operators bind; an expression is parenthesised where its surroundings bind tighter.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Binds {
    Loosely,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Prefix,
    Postfix,
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    indent: usize,
    /// lines that are still to be put in
    lines: Option<(At, &'a str)>,
    /// how many statements of the function were written
    written: usize,
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

    fn record(&mut self, record: Record) {
        self.line("#[derive(Clone, Copy, Debug, Differentiable)]");
        self.line(&format!("pub struct {} {{", record.name()));
        for (name, ty) in record.fields() {
            self.line(&format!("    pub {name}: {},", type_name(*ty)));
        }
        self.line("}");
        self.line("");
    }

    fn function(&mut self, function: &Function) {
        let params: Vec<String> = function.params.iter().map(param).collect();
        let params = params.join(", ");
        match function.duty {
            Duty::Reversible => {
                self.line("#[reversible(adjoint, tangent)]");
                self.line(&format!("pub fn {}({params}) {{", function.name));
            }
            Duty::Ordinary => {
                self.line("#[differentiable(tangent)]");
                self.line(&format!("pub fn {}({params}) -> f64 {{", function.name));
            }
        }
        self.indent += 1;
        for (k, stmt) in function.body.iter().enumerate() {
            if matches!(self.lines, Some((At::Outermost(n), _)) if n == k) {
                self.put_in();
            }
            self.stmt(stmt);
        }
        self.put_in();
        self.indent -= 1;
        if let Some(result) = &function.result {
            self.indent += 1;
            let text = self.expr(result);
            self.line(&text);
            self.indent -= 1;
        }
        self.line("}");
        self.line("");
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
        if matches!(self.lines, Some((At::Statement(n), _)) if n == self.written) {
            self.put_in();
        }
        self.written += 1;
        match stmt {
            Stmt::Let { var, mutable, init } => {
                let head = format!("let {}{} =", if *mutable { "mut " } else { "" }, var.name);
                match init {
                    Init::Expr(value) => {
                        let value = suffixed(&self.expr(value));
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
                let op = match op {
                    UpdateOp::Add => "+=",
                    UpdateOp::Sub => "-=",
                    UpdateOp::Xor => "^=",
                    UpdateOp::Set => "=",
                    UpdateOp::Mul => "*=",
                    UpdateOp::Div => "/=",
                };
                let text = format!("{} {op} {};", self.place(place), self.expr(value));
                self.line(&text);
            }
            Stmt::For { var, range, body } => {
                let head = format!("for {} in {} {{", var.name, self.range(range));
                self.line(&head);
                self.block(body);
                self.line("}");
            }
            Stmt::If { pre, post, then, otherwise } => {
                let pre = self.expr(pre);
                match post {
                    Some(post) => {
                        let post = self.expr(post);
                        self.line(&format!("if ({pre}, {post}) {{"));
                    }
                    None => self.line(&format!("if {pre} {{")),
                }
                self.block(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.block(otherwise);
                }
                self.line("}");
            }
            Stmt::Call { function, inverse, args } => {
                let name = &self.program.functions[*function].name;
                let name = if *inverse { format!("{name}::inverse") } else { name.to_string() };
                let text = format!("{name}({});", self.args(args));
                self.line(&text);
            }
            Stmt::Swap(a, b) => {
                let text = format!("swap({}, {});", self.borrow(a, "&mut "), self.borrow(b, "&mut "));
                self.line(&text);
            }
            Stmt::Ancilla { lets, compute, uses } => {
                for (var, init) in lets {
                    let text = format!("let mut {} = {};", var.name, suffixed(&self.expr(init)));
                    self.line(&text);
                }
                self.stmts(compute);
                self.stmts(uses);
                self.stmts(&inverse(compute));
            }
        }
    }

    fn range(&self, range: &Range) -> String {
        let dots = if range.inclusive { "..=" } else { ".." };
        let (start, end) = (self.binding(&range.start, Binds::Or), self.binding(&range.end, Binds::Or));
        if range.reversed { format!("({start}{dots}{end}).rev()") } else { format!("{start}{dots}{end}") }
    }

    fn args(&self, args: &[Arg]) -> String {
        let args: Vec<String> = args
            .iter()
            .map(|arg| match arg {
                Arg::Value(value) => self.expr(value),
                Arg::Shared(place) => self.borrow(place, "&"),
                Arg::Exclusive(place) => self.borrow(place, "&mut "),
            })
            .collect();
        args.join(", ")
    }

    /// A reference is handed on as it is; anything else is borrowed. A `&mut` handed on bare is taken for something that changes.
    fn borrow(&self, place: &Place, how: &str) -> String {
        let shared = how == "&";
        let bare = if shared { place.var.passing == Passing::Shared } else { place.var.is_reference() };
        if bare && place.path.is_empty() { place.var.name.to_string() } else { format!("{how}{}", self.path(place)) }
    }

    fn place(&self, place: &Place) -> String {
        if place.var.is_reference() && place.path.is_empty() {
            format!("*{}", place.var.name)
        } else {
            self.path(place)
        }
    }

    fn path(&self, place: &Place) -> String {
        let mut text = place.var.name.to_string();
        for step in &place.path {
            match step {
                Step::Field(name) => write!(text, ".{name}"),
                Step::Index(index) => write!(text, "[{}]", self.expr(index)),
            }
            .expect("a string takes everything");
        }
        text
    }

    fn expr(&self, expr: &Expr) -> String {
        self.binding(expr, Binds::Loosely)
    }

    fn binding(&self, expr: &Expr, around: Binds) -> String {
        let (text, own) = self.unparenthesised(expr);
        if own < around { format!("({text})") } else { text }
    }

    fn unparenthesised(&self, expr: &Expr) -> (String, Binds) {
        match expr {
            Expr::Float(value) => (format!("{value:?}"), sign(*value < 0.0)),
            Expr::Int(value) => (value.to_string(), sign(*value < 0)),
            Expr::Read(place) => (self.place(place), sign(place.var.is_reference() && place.path.is_empty())),
            Expr::Len(place) => (format!("{}.len()", self.path(place)), Binds::Postfix),
            Expr::Neg(inner) => (format!("-{}", self.binding(inner, Binds::Postfix)), Binds::Prefix),
            Expr::Not(inner) => (format!("!{}", self.binding(inner, Binds::Postfix)), Binds::Prefix),
            Expr::Binary(op, operands) => {
                let (sign, own, left, right) = operator(*op);
                let [a, b] = &**operands;
                (format!("{} {sign} {}", self.binding(a, left), self.binding(b, right)), own)
            }
            Expr::Method(method, operands) => {
                let rest: Vec<String> = operands[1..].iter().map(|e| self.expr(e)).collect();
                let receiver = match &operands[0] {
                    // A method sees through a reference. So that both are written, this depends on the method.
                    Expr::Read(place) if matches!(method, Method::Sin | Method::Exp | Method::Max) => self.path(place),
                    receiver => self.binding(receiver, Binds::Postfix),
                };
                (format!("{receiver}.{}({})", method_name(*method), rest.join(", ")), Binds::Postfix)
            }
            // `i as f64 < x` would not parse, so a cast always has its parentheses.
            Expr::Cast(inner, ty) => {
                (format!("{} as {}", self.binding(inner, Binds::Prefix), type_name(*ty)), Binds::Loosely)
            }
            Expr::Call(function, args) => {
                (format!("{}({})", self.program.functions[*function].name, self.args(args)), Binds::Postfix)
            }
            Expr::Array(items) => {
                let items: Vec<String> = items.iter().map(|e| self.expr(e)).collect();
                (format!("[{}]", items.join(", ")), Binds::Postfix)
            }
            Expr::Record(record, items) => {
                let fields: Vec<String> = record
                    .fields()
                    .iter()
                    .zip(items)
                    .map(|((name, _), item)| format!("{name}: {}", self.expr(item)))
                    .collect();
                (format!("{} {{ {} }}", record.name(), fields.join(", ")), Binds::Postfix)
            }
            Expr::Repeat(item, n) => (format!("[{}; {n}]", self.expr(item)), Binds::Postfix),
            Expr::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let text = format!(
                    "if {} {{ {} }} else {{ {} }}",
                    self.expr(condition),
                    self.expr(then),
                    self.expr(otherwise)
                );
                (text, Binds::Loosely)
            }
        }
    }
}

fn sign(prefixed: bool) -> Binds {
    if prefixed { Binds::Prefix } else { Binds::Postfix }
}

fn param(param: &Param) -> String {
    let ty = type_name(param.ty);
    let borrow = match param.passing {
        Passing::Value => "",
        Passing::Shared => "&",
        Passing::Exclusive => "&mut ",
    };
    format!("{}: {borrow}{ty}", param.var.name)
}

/// The sign of an operator, how tightly it binds, and what it asks of its operands.
fn operator(op: Op) -> (&'static str, Binds, Binds, Binds) {
    use Binds::{And, Compare, Or, Prefix, Product, Sum};
    match op {
        Op::Or => ("||", Or, Or, And),
        Op::And => ("&&", And, And, Compare),
        Op::Eq => ("==", Compare, Sum, Sum),
        Op::Ne => ("!=", Compare, Sum, Sum),
        Op::Lt => ("<", Compare, Sum, Sum),
        Op::Le => ("<=", Compare, Sum, Sum),
        Op::Gt => (">", Compare, Sum, Sum),
        Op::Ge => (">=", Compare, Sum, Sum),
        Op::Add => ("+", Sum, Sum, Product),
        Op::Sub => ("-", Sum, Sum, Product),
        Op::Mul => ("*", Product, Product, Prefix),
        Op::Div => ("/", Product, Product, Prefix),
        Op::Rem => ("%", Product, Product, Prefix),
    }
}

/// A method's name in the text.
pub fn method_name(method: Method) -> &'static str {
    match method {
        Method::Sin => "sin",
        Method::Cos => "cos",
        Method::Exp => "exp",
        Method::Tanh => "tanh",
        Method::Sqrt => "sqrt",
        Method::Ln => "ln",
        Method::Powi => "powi",
        Method::Abs => "abs",
        Method::Atan2 => "atan2",
        Method::Hypot => "hypot",
        Method::Min => "min",
        Method::Max => "max",
        Method::Recip => "recip",
    }
}

/// An initialiser of literals alone, with the type of its first number: rustc calls no method on a number of open type.
fn suffixed(value: &str) -> String {
    let Some(point) = value.find('.').filter(|_| !value.contains(char::is_alphabetic)) else { return value.into() };
    let end = value[point + 1..].find(|c: char| !c.is_ascii_digit()).map_or(value.len(), |k| point + 1 + k);
    format!("{}_f64{}", &value[..end], &value[end..])
}
