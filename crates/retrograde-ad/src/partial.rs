//! Derivatives as expressions of the form, so that they can be differentiated again. The partial derivatives are read from the table itself.

use crate::ir::{At, BinaryOp, Derivative, Expr, Literal, Operation, Path, Span, Type, TypeKind, UnaryOp};
use retrograde_rules::{Expression, Rule};
use std::f64::consts;
use std::rc::Rc;

/// A gradient or tangent times a partial derivative, written out; `None` if it depends on nothing but the gradient or tangent, and linearly.
pub fn written_out(derivative: &Derivative) -> Option<Expr> {
    let Operation::Rule(rule) = &derivative.operation else { return None };
    let operands = &derivative.operands;
    let reads = |k: usize| rule.mentions(derivative.operand, k);
    if !(0..operands.len()).any(reads) && !rule.mentions_result(derivative.operand) {
        return None;
    }
    let partial = partial(rule, derivative.operand, operands, derivative.result.as_ref());
    Some(binary(BinaryOp::Mul, derivative.incoming.clone(), partial))
}

/// The partial derivative of an operation by one of its operands.
pub fn partial(rule: &Rule, operand: usize, operands: &[Expr], result: Option<&Expr>) -> Expr {
    Line { rule, operands, result }.expr(&rule.expression(operand))
}

/// A line of the table, whose names stand for expressions.
struct Line<'a> {
    rule: &'a Rule,
    operands: &'a [Expr],
    result: Option<&'a Expr>,
}

impl Line<'_> {
    fn expr(&self, expression: &Expression) -> Expr {
        match expression {
            Expression::Number(text) => Expr::Literal(Literal::number(text)),
            Expression::Name(name) => self.name(name),
            Expression::Negative(inner) => Expr::Unary(UnaryOp::Neg, Rc::new(self.expr(inner)), here()),
            Expression::Binary(op, sides) => binary(operator(op), self.expr(&sides[0]), self.expr(&sides[1])),
            Expression::If(parts) => Expr::If(Rc::new((**parts).each_ref().map(|part| self.expr(part)))),
            // A literal whose type is open has that of what it meets.
            Expression::AsNumber(inner) => match self.expr(inner) {
                Expr::Literal(literal) if literal.is_float() => Expr::Literal(literal),
                integer => Expr::Cast(Rc::new(integer), Type::made(TypeKind::Path(Path::ident("f64")))),
            },
            // Of an exponent, which is the smallest integer in no program that makes sense.
            Expression::Method("saturating_sub", sides) => {
                binary(BinaryOp::Sub, self.expr(&sides[0]), self.expr(&sides[1]))
            }
            Expression::Method(name, args) => {
                Expr::Method((*name).into(), args.iter().map(|arg| self.expr(arg)).collect(), here())
            }
            // How the product with a gradient stays in range.
            Expression::Product(factors) => binary(BinaryOp::Mul, self.expr(&factors[0]), self.expr(&factors[1])),
            Expression::Ratio(parts) => self.expr(&parts[0]),
        }
    }

    fn name(&self, name: &str) -> Expr {
        let constant = |value| Expr::Literal(Literal::float(value));
        let position = self.rule.operands.iter().position(|operand| *operand == name);
        match (name, position) {
            (_, Some(k)) => self.operands[k].clone(),
            ("r", _) => self.result.expect("a derivative that reads the result has it").clone(),
            ("PI", _) => constant(consts::PI),
            ("LN_2", _) => constant(consts::LN_2),
            ("LN_10", _) => constant(consts::LN_10),
            ("FRAC_2_SQRT_PI", _) => constant(consts::FRAC_2_SQRT_PI),
            ("MAX", _) => constant(f64::MAX),
            (other, _) => unreachable!("the table has no `{other}` in {}", self.rule.method),
        }
    }
}

fn here() -> At {
    At(Span::call_site())
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Rc::new([left, right]), here())
}

fn operator(op: &str) -> BinaryOp {
    match op {
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "&&" => BinaryOp::And,
        "||" => BinaryOp::Or,
        "==" => BinaryOp::Eq,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        other => unreachable!("the table has no `{other}`"),
    }
}
