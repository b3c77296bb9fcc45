//! Short renderings for error messages.

use crate::form::{Bounds, Code, Expr, Place, Step, UnaryOp};

/// A place as the user would write it.
pub fn place(place: &Place) -> String {
    // All elements read as the whole.
    if let Some(Step::Slice(bounds)) = place.open_steps().last()
        && let Bounds { start: None, end: None, .. } = **bounds
    {
        return self::place(&place.prefix(place.path.len() - 1));
    }
    let mut text = place.name().to_string();
    for step in place.open_steps() {
        match step {
            Step::Deref | Step::Held(..) => {}
            Step::Present(_) => text = format!("{text}.unwrap()"),
            Step::Field(name) => text = format!("{text}.{name}"),
            Step::Index(index) => text = format!("{text}[{}]", expr(index)),
            Step::Slice(bounds) => text = format!("{text}[{}]", slice(bounds)),
        }
    }
    if place.is_pointee() { format!("*{text}") } else { text }
}

fn slice(bounds: &Bounds) -> String {
    let side = |bound: &Option<Expr>| bound.as_ref().map(expr).unwrap_or_default();
    let dots = if bounds.inclusive { "..=" } else { ".." };
    format!("{}{dots}{}", side(&bounds.start), side(&bounds.end))
}

/// An expression as the user would write it, less parentheses; what is rare is left out as `..`.
pub fn expr(expression: &Expr) -> String {
    let list = |args: &[Expr]| args.iter().map(expr).collect::<Vec<_>>().join(", ");
    match expression {
        Expr::Literal(lit) => format!("{lit:?}"),
        Expr::Read(read) => place(read),
        Expr::Borrow(inner) => format!("&{}", expr(inner)),
        Expr::Lend(lent) => format!("&mut {}", place(lent)),
        Expr::Unary(UnaryOp::Neg, inner, _) => format!("-{}", expr(inner)),
        Expr::Unary(UnaryOp::Not, inner, _) => format!("!{}", expr(inner)),
        Expr::Binary(op, operands, _) => format!("{} {op} {}", expr(&operands[0]), expr(&operands[1])),
        Expr::Length(whole, _) => format!("{}.len()", place(whole)),
        Expr::Method(name, args, _) => format!("{}.{}({})", expr(&args[0]), name.name, list(&args[1..])),
        Expr::Call(path, args, _) | Expr::Construct(path, args) => {
            format!("{}({})", path.name(), list(args))
        }
        Expr::Function(function) => match &function.code {
            Code::Path(path) => path.name().to_string(),
            Code::Param(var, _) => var.to_string(),
            Code::Closure(_) => "|..| ..".into(),
        },
        Expr::Tuple(elems) => format!("({})", list(elems)),
        _ => "..".into(),
    }
}
