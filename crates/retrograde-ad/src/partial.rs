//! Derivatives as expressions of the form, so that they can be differentiated again. The partial derivatives are read from the table itself.

use crate::ir::{
    At, BinaryOp, Derivative, Expr, Literal, MethodName, Operation, Path, Receiver, Span, Type, TypeKind, UnaryOp,
};
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
    let line = Line { rule, operands, result: derivative.result.as_ref() };
    let partial = line.expr(&rule.expression(derivative.operand));
    Some(binary(BinaryOp::Mul, derivative.incoming.clone(), partial))
}

/// The partial derivative of an operation on floats, and how a gradient is multiplied with it.
#[derive(Clone, Debug)]
pub enum Partial {
    /// it is one
    One,
    /// it is minus one
    MinusOne,
    /// an operand, which is a plain factor
    Factor(Expr),
    /// a number
    Number(Expr),
    /// the product of two numbers
    Product(Expr, Expr),
    /// a number, and two others of which it is the ratio
    Ratio(Expr, Expr, Expr),
}

impl Partial {
    /// What it is made of.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let parts: [Option<&Expr>; 3] = match self {
            Partial::One | Partial::MinusOne => [None; 3],
            Partial::Factor(a) | Partial::Number(a) => [Some(a), None, None],
            Partial::Product(a, b) => [Some(a), Some(b), None],
            Partial::Ratio(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        parts.into_iter().flatten()
    }
}

/// The partial derivative of an operation by one of its operands as the table has it. There is none that is constant zero, that makes choices, or
/// that would evaluate an operand, which is more than a name, again and again.
pub fn partial(rule: &Rule, operand: usize, operands: &[Expr], result: Option<&Expr>) -> Option<Partial> {
    if rule.is_integer(operand) {
        return None;
    }
    let position = |name: &str| rule.operands.iter().position(|operand| *operand == name);
    let partial = match &rule.expression(operand) {
        Expression::Number("0.0") => return None,
        Expression::Number("1.0") => Partial::One,
        Expression::Negative(inner) if **inner == Expression::Number("1.0") => Partial::MinusOne,
        Expression::Name(name) if position(name).is_some() => Partial::Factor(operands[position(name)?].clone()),
        line => Line { rule, operands, result }.product(line)?,
    };
    let all = || operands.iter().chain(result);
    let simple = |expr: &Expr| matches!(expr, Expr::Read(_) | Expr::Literal(_) | Expr::Constant(_) | Expr::Unread(_));
    let count = |of: &Expr| partial.exprs().map(|expr| mentioned(expr, of)).sum::<usize>();
    all().all(|of| simple(of) || count(of) <= 1).then_some(partial)
}

fn mentioned(expr: &Expr, of: &Expr) -> usize {
    if expr == of { 1 } else { expr.parts().into_iter().map(|part| mentioned(part, of)).sum() }
}

/// A line of the table, whose names stand for expressions.
struct Line<'a> {
    rule: &'a Rule,
    operands: &'a [Expr],
    result: Option<&'a Expr>,
}

impl Line<'_> {
    /// A partial derivative with its order of multiplication, unless it makes choices.
    fn product(&self, line: &Expression) -> Option<Partial> {
        if chooses(line) {
            return None;
        }
        let number = |part: &Expression| folded(self.expr(part));
        Some(match line {
            Expression::Product(factors) => Partial::Product(number(&factors[0])?, number(&factors[1])?),
            Expression::Ratio(parts) => Partial::Ratio(number(&parts[0])?, number(&parts[1])?, number(&parts[2])?),
            line => Partial::Number(number(line)?),
        })
    }

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
                let name = MethodName { receiver: Receiver::Float, ..(*name).into() };
                Expr::Method(name, args.iter().map(|arg| self.expr(arg)).collect(), here())
            }
            // How the product with a gradient stays in range.
            Expression::Product(factors) => binary(BinaryOp::Mul, self.expr(&factors[0]), self.expr(&factors[1])),
            Expression::Ratio(parts) => self.expr(&parts[0]),
        }
    }

    fn name(&self, name: &str) -> Expr {
        let position = self.rule.operands.iter().position(|operand| *operand == name);
        match (name, position) {
            (_, Some(k)) => self.operands[k].clone(),
            ("r", _) => self.result.expect("a derivative that reads the result has it").clone(),
            ("PI", _) => literal(consts::PI),
            ("LN_2", _) => literal(consts::LN_2),
            ("LN_10", _) => literal(consts::LN_10),
            ("FRAC_2_SQRT_PI", _) => literal(consts::FRAC_2_SQRT_PI),
            ("MAX", _) => literal(f64::MAX),
            (other, _) => unreachable!("the table has no `{other}` in {}", self.rule.method),
        }
    }
}

fn here() -> At {
    At(Span::call_site())
}

/// Whether it makes choices.
fn chooses(line: &Expression) -> bool {
    match line {
        Expression::If(_) | Expression::Name("MAX") => true,
        Expression::Number(_) | Expression::Name(_) => false,
        Expression::Negative(inner) | Expression::AsNumber(inner) => chooses(inner),
        Expression::Binary(_, parts) | Expression::Product(parts) => parts.iter().any(chooses),
        Expression::Ratio(parts) => parts.iter().any(chooses),
        Expression::Method(_, parts) => parts.iter().any(chooses),
    }
}

/// What is computed of a known exponent, computed; `None` if an exponent is not known, whose type would have to be cast.
fn folded(expr: Expr) -> Option<Expr> {
    Some(match expr {
        Expr::Cast(inner, _) => literal(f64::from(integer(&folded((*inner).clone())?)?)),
        Expr::Unary(op, inner, at) => Expr::Unary(op, Rc::new(folded((*inner).clone())?), at),
        Expr::Binary(op, operands, at) => {
            let [a, b] = [folded(operands[0].clone())?, folded(operands[1].clone())?];
            match (op, integer(&a), integer(&b)) {
                (BinaryOp::Sub, Some(a), Some(b)) => Expr::literal(usize::from(a.saturating_sub(b))),
                (BinaryOp::Div, Some(a), Some(b)) => Expr::literal(usize::from(a / b)),
                (BinaryOp::Mul, ..) if is_one(&b) => a,
                _ => Expr::Binary(op, Rc::new([a, b]), at),
            }
        }
        Expr::Method(name, args, at) if &*name == "powi" => match integer(&folded(args[1].clone())?)? {
            0 => literal(1.0),
            1 => args[0].clone(),
            n => Expr::Method(name, vec![args[0].clone(), Expr::literal(usize::from(n))], at),
        },
        other => other,
    })
}

/// An exponent, if it is known and not zero to begin with.
fn integer(expr: &Expr) -> Option<u16> {
    match expr {
        Expr::Literal(literal) => literal.integer(),
        _ => None,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(literal) if literal.is_float() && &*literal.text == "1.0")
}

/// A literal.
pub fn literal(value: f64) -> Expr {
    Expr::Literal(Literal::float(value))
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
