//! Short renderings for error messages.

use crate::ir::{BinaryOp, Expr, Place, Step, UnaryOp};

/// A place as the user would write it.
pub fn place(place: &Place) -> String {
    let mut text = place.root.to_string();
    for step in &place.path {
        match step {
            Step::Deref => {}
            Step::Field(name) => text = format!("{text}.{name}"),
            Step::Index(index) => text = format!("{text}[{}]", expr(index)),
        }
    }
    if place.path == [Step::Deref] { format!("*{text}") } else { text }
}

/// An expression as the user would write it, less parentheses; what is rare is left out as `..`.
pub fn expr(expression: &Expr) -> String {
    let list = |args: &[Expr]| args.iter().map(expr).collect::<Vec<_>>().join(", ");
    match expression {
        Expr::Literal(lit) => format!("{lit:?}"),
        Expr::Read(read) => place(read),
        Expr::Borrow(inner) => format!("&{}", expr(inner)),
        Expr::Unary(UnaryOp::Neg, inner, _) => format!("-{}", expr(inner)),
        Expr::Unary(UnaryOp::Not, inner, _) => format!("!{}", expr(inner)),
        Expr::Binary(op, operands, _) => format!("{} {} {}", expr(&operands[0]), operator(*op), expr(&operands[1])),
        Expr::Method(name, args, _) => format!("{}.{name}({})", expr(&args[0]), list(&args[1..])),
        Expr::Call(path, args, _) => format!("{}({})", crate::interp::name(&path.0), list(args)),
        _ => "..".into(),
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitXor => "^",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}
