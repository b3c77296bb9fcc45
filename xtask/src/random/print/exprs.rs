//! Expressions and places as text.

use super::{Printer, source_pattern, type_name};
use crate::random::ast::{
    Arg, Chain, End, Expr, FunctionValue, Link, List, Method, Op, Passing, Pattern, Place, Range, Step,
};
use crate::random::idioms::IDIOMS;
use std::fmt::Write as _;

/// What makes a list of a chain.
pub const COLLECT: &str = ".collect::<Vec<f64>>()";

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

impl Printer<'_> {
    pub(super) fn range(&self, range: &Range) -> String {
        let dots = if range.inclusive { "..=" } else { ".." };
        let (start, end) = (self.binding(&range.start, Binds::Or), self.binding(&range.end, Binds::Or));
        let plain = format!("{start}{dots}{end}");
        let stepped = match range.step {
            Some((step, true)) => format!("({plain}).rev().step_by({step})"),
            Some((step, false)) => format!("({plain}).step_by({step})"),
            None if range.reversed => format!("({plain})"),
            None => plain,
        };
        if range.reversed { format!("{stepped}.rev()") } else { stepped }
    }

    pub(super) fn args(&self, args: &[Arg]) -> String {
        let args: Vec<String> = args
            .iter()
            .map(|arg| match arg {
                Arg::Value(Expr::Function(FunctionValue::Variable(var, _))) if var.is_reference() => {
                    var.name.to_string()
                }
                Arg::Value(Expr::Function(value)) => format!("&{}", self.function_value(value)),
                Arg::Value(value) => self.expr(value),
                Arg::Shared(place) => self.borrow(place, "&"),
                Arg::Exclusive(place) => self.borrow(place, "&mut "),
            })
            .collect();
        args.join(", ")
    }

    /// A reference is handed on as it is; anything else is borrowed. A `&mut` handed on bare is taken for something that changes.
    pub(super) fn borrow(&self, place: &Place, how: &str) -> String {
        let shared = how == "&";
        let bare = if shared { place.var.passing == Passing::Shared } else { place.var.is_reference() };
        match place.path.is_empty() {
            true if bare => place.var.name.to_string(),
            // A reference to a reference to an array is none to a slice.
            true if (self.aside || shared) && place.var.is_reference() => format!("{how}*{}", place.var.name),
            _ => format!("{how}{}", self.path(place)),
        }
    }

    pub(super) fn place(&self, place: &Place) -> String {
        if place.var.is_reference() && place.path.is_empty() {
            format!("*{}", place.var.name)
        } else {
            self.path(place)
        }
    }

    pub(super) fn path(&self, place: &Place) -> String {
        let mut text = place.var.name.to_string();
        for step in &place.path {
            match step {
                Step::Field(name) => write!(text, ".{name}"),
                Step::Index(Expr::Read(index)) if self.every == Some(index.var.id) => write!(text, "[..]"),
                Step::Index(index) => write!(text, "[{}]", self.expr(index)),
                Step::Part(start, end) => {
                    let bound =
                        |bound: &Option<Expr>| bound.as_ref().map(|e| self.binding(e, Binds::Or)).unwrap_or_default();
                    write!(text, "[{}..{}]", bound(start), bound(end))
                }
            }
            .expect("a string takes everything");
        }
        text
    }

    fn function_value(&self, value: &FunctionValue) -> String {
        match value {
            FunctionValue::Named(index, _) => format!("{} {{}}", self.program.functions[*index].name),
            FunctionValue::Inverse(inner) => format!("Inverse({})", self.function_value(inner)),
            FunctionValue::Then(parts) => {
                format!("Then({}, {})", self.function_value(&parts[0]), self.function_value(&parts[1]))
            }
            FunctionValue::Variable(var, _) => var.name.to_string(),
        }
    }

    fn chain(&self, chain: &Chain) -> String {
        let (mut text, pattern) = (self.source(&chain.source, true), source_pattern(&chain.source));
        let mut link = |name: &str, pattern: &str, value: &Expr| {
            write!(text, ".{name}(|{pattern}| {})", self.typed(value)).expect("a string takes everything");
        };
        if let Some(filter) = &chain.filter {
            link("filter", &format!("&{pattern}"), filter);
        }
        if let Some(map) = &chain.map {
            link("map", &pattern, map);
        }
        for (var, kind, value) in &chain.more {
            match kind {
                Link::Map => link("map", &var.name, value),
                Link::Filter => link("filter", &format!("&{}", var.name), value),
                Link::TakeWhile => link("take_while", &format!("&{}", var.name), value),
                Link::SkipWhile => link("skip_while", &format!("&{}", var.name), value),
            }
        }
        match &chain.end {
            End::Sum => text + ".sum::<f64>()",
            End::Product => text + ".product::<f64>()",
            End::Collect => text + COLLECT,
            End::Fold { acc, item, init, value } => {
                let item = item.as_ref().map_or(&*pattern, |item| &item.name);
                let (init, value) = (self.typed(init), self.expr(value));
                format!("{text}.fold({init}, |{}, {item}| {value})", acc.name)
            }
        }
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        self.binding(expr, Binds::Loosely)
    }

    /// An initialiser, whose type rustc must know by itself: no method is called on a number of open type.
    pub(super) fn typed(&self, expr: &Expr) -> String {
        closed(expr, self.expr(expr))
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
                    receiver => closed(receiver, self.binding(receiver, Binds::Postfix)),
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
            Expr::Block(block) => {
                let (var, init, value) = &**block;
                let init = self.typed(init);
                (format!("{{ let {} = {init}; {} }}", var.name, self.expr(value)), Binds::Loosely)
            }
            Expr::Match(value, arms) => {
                let arms: Vec<String> =
                    arms.iter().map(|(when, value)| format!("{} => {}", pattern(when), self.expr(value))).collect();
                (format!("match {} {{ {} }}", self.expr(value), arms.join(", ")), Binds::Loosely)
            }
            Expr::Chain(chain) => (self.chain(chain), Binds::Postfix),
            Expr::Idiom(k, parts) => {
                let parts: Vec<String> = parts.iter().map(|e| self.expr(e)).collect();
                (IDIOMS[*k].written(&parts), Binds::Postfix)
            }
            Expr::Wrapped(wrap, inner) => {
                let inner = inner.as_ref().map(|inner| format!("({})", self.expr(inner))).unwrap_or_default();
                (format!("{}{inner}", wrap.name()), Binds::Postfix)
            }
            Expr::Apply(var, args) => {
                let args: Vec<String> = args.iter().map(|e| self.expr(e)).collect();
                (format!("{}({})", var.name, args.join(", ")), Binds::Postfix)
            }
            Expr::List(list) => {
                let text = match &**list {
                    List::Empty => "Vec::new()".into(),
                    List::Of(items) => {
                        let items: Vec<String> = items.iter().map(|e| self.expr(e)).collect();
                        format!("vec![{}]", items.join(", "))
                    }
                    List::Repeat(item, n) => format!("vec![{}; {n}]", self.expr(item)),
                    List::Copy(place) => format!("{}.to_vec()", self.path(place)),
                    List::Collect(chain) => self.chain(chain),
                };
                (text, Binds::Postfix)
            }
            Expr::Function(value) => (self.function_value(value), Binds::Postfix),
            Expr::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|e| self.typed(e)).collect();
                (format!("({})", items.join(", ")), Binds::Postfix)
            }
        }
    }
}

/// The text of an expression, with a type at its numbers if they alone would say what type it has.
fn closed(expr: &Expr, text: String) -> String {
    if is_open(expr) { suffixed(&text) } else { text }
}

/// Whether the type of an expression is that of numbers without one.
fn is_open(expr: &Expr) -> bool {
    match expr {
        Expr::Float(_) => true,
        Expr::Neg(inner) | Expr::Repeat(inner, _) => is_open(inner),
        Expr::Binary(_, operands) => operands.iter().all(is_open),
        Expr::Array(items) => items.iter().all(is_open),
        Expr::If(parts) => is_open(&parts[1]) && is_open(&parts[2]),
        Expr::Block(block) => is_open(&block.2),
        Expr::Match(_, arms) => arms.iter().all(|(_, value)| is_open(value)),
        Expr::List(list) => match &**list {
            List::Of(items) => items.iter().all(is_open),
            List::Repeat(item, _) => is_open(item),
            List::Empty | List::Copy(_) | List::Collect(_) => false,
        },
        _ => false,
    }
}

/// The text with `f64` at every float.
fn suffixed(text: &str) -> String {
    let mut typed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number = &rest[start..];
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let fraction = number[end..].strip_prefix('.').filter(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        let length =
            fraction.map_or(end, |digits| end + 1 + digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len()));
        // What follows a letter or a point is part of a name, a field or the end of a range.
        let is_number = !rest[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        let (before, after) = rest.split_at(start + length);
        typed.push_str(before);
        if is_number && fraction.is_some() && !after.starts_with(['_', 'e']) {
            typed.push_str("_f64");
        }
        rest = after;
    }
    typed + rest
}

/// A pattern as it is written.
pub fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Any => "_".into(),
        Pattern::OneOf(values) => values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
        Pattern::Within(low, high) => format!("{low}..={high}"),
        Pattern::Named(var) => var.name.to_string(),
        Pattern::NamedWithin(var, low, high) => format!("{} @ {low}..={high}", var.name),
    }
}

fn sign(prefixed: bool) -> Binds {
    if prefixed { Binds::Prefix } else { Binds::Postfix }
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

#[cfg(test)]
mod tests {
    use super::suffixed;

    #[test]
    fn floats_alone_get_a_type() {
        assert_eq!(
            suffixed("if 1.0 < (0..1).sum() { -2.5 } else { p.0 }"),
            "if 1.0_f64 < (0..1).sum() { -2.5_f64 } else { p.0 }"
        );
        assert_eq!(suffixed("x1.sin() + 1.0_f32 * 3.0e5 + v2[0].1 - 7"), "x1.sin() + 1.0_f32 * 3.0e5 + v2[0].1 - 7");
        assert_eq!(suffixed("p.0.0 * 10.25"), "p.0.0 * 10.25_f64");
    }
}
