//! Derivatives as expressions of the form, so that they can be differentiated again. The partial derivatives are read from the table itself.

use crate::ir::{At, BinaryOp, Derivative, Expr, MethodName, Opaque, Operation, Receiver, UnaryOp};
use proc_macro2::Span;
use quote::ToTokens;
use retrograde_rules::Rule;
use std::f64::consts;
use std::rc::Rc;
use syn::spanned::Spanned;

/// A gradient or tangent times a partial derivative, written out; `None` if it depends on nothing but the gradient or tangent, and linearly.
pub fn written_out(derivative: &Derivative) -> Option<Expr> {
    let Operation::Rule(rule) = &derivative.operation else { return None };
    let operands = &derivative.operands;
    let reads = |k: usize| rule.mentions(derivative.operand, k);
    if !(0..operands.len()).any(reads) && !rule.mentions_result(derivative.operand) {
        return None;
    }
    let line = Line { rule, operands, result: derivative.result.as_ref() };
    let partial = line.expr(&written(rule, derivative.operand));
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
    let line = Line { rule, operands, result };
    let text = rule.partials.get(operand)?;
    let factor = rule.operands.iter().position(|name| name == text);
    let partial = match (&*text.replace(' ', ""), factor) {
        ("0.0", _) => return None,
        ("1.0", _) => Partial::One,
        ("-1.0", _) => Partial::MinusOne,
        (_, Some(factor)) => Partial::Factor(operands[factor].clone()),
        _ => line.product(&written(rule, operand))?,
    };
    let all = || operands.iter().chain(result);
    let simple = |expr: &Expr| matches!(expr, Expr::Read(_) | Expr::Literal(_) | Expr::Constant(_) | Expr::Unread(_));
    let count = |of: &Expr| partial.exprs().map(|expr| mentioned(expr, of)).sum::<usize>();
    all().all(|of| simple(of) || count(of) <= 1).then_some(partial)
}

fn mentioned(expr: &Expr, of: &Expr) -> usize {
    if expr == of { 1 } else { expr.parts().into_iter().map(|part| mentioned(part, of)).sum() }
}

/// The line of the table.
fn written(rule: &Rule, operand: usize) -> syn::Expr {
    syn::parse_str(rule.partials[operand]).expect("the table is Rust")
}

/// A line of the table, whose names stand for expressions.
struct Line<'a> {
    rule: &'a Rule,
    operands: &'a [Expr],
    result: Option<&'a Expr>,
}

impl Line<'_> {
    /// A partial derivative with its order of multiplication, unless it makes choices.
    fn product(&self, line: &syn::Expr) -> Option<Partial> {
        let choice = |line: &syn::Expr| {
            let text = line.to_token_stream().to_string();
            text.contains("if ") || text.contains("MAX")
        };
        if choice(line) {
            return None;
        }
        let (name, args) = match line {
            syn::Expr::Call(call) => match &*call.func {
                syn::Expr::Path(path) => (path.path.get_ident().map(ToString::to_string), &call.args),
                _ => return None,
            },
            line => return Some(Partial::Number(folded(self.expr(line))?)),
        };
        let mut args = args.iter().map(|arg| folded(self.expr(arg)));
        let mut next = || args.next().flatten();
        match name.as_deref() {
            Some("product") => Some(Partial::Product(next()?, next()?)),
            Some("ratio") => Some(Partial::Ratio(next()?, next()?, next()?)),
            _ => None,
        }
    }

    fn expr(&self, expr: &syn::Expr) -> Expr {
        match expr {
            syn::Expr::Paren(inner) => self.expr(&inner.expr),
            syn::Expr::Block(block) => self.block(&block.block),
            syn::Expr::Lit(lit) => Expr::Literal(Opaque::new(lit.lit.clone())),
            syn::Expr::Path(path) => self.name(&path.path),
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                Expr::Unary(UnaryOp::Neg, Rc::new(self.expr(&unary.expr)), here())
            }
            syn::Expr::Binary(inner) => binary(operator(&inner.op), self.expr(&inner.left), self.expr(&inner.right)),
            syn::Expr::If(branch) => {
                let (_, otherwise) = branch.else_branch.as_ref().expect("a value has two branches");
                let parts = [self.expr(&branch.cond), self.block(&branch.then_branch), self.expr(otherwise)];
                Expr::If(Rc::new(parts))
            }
            // A literal whose type is open has that of what it meets.
            syn::Expr::Cast(cast) => match self.expr(&cast.expr) {
                Expr::Literal(literal) if matches!(*literal.0, syn::Lit::Float(_)) => Expr::Literal(literal),
                integer => Expr::Cast(Rc::new(integer), Opaque::new(syn::parse_quote!(f64))),
            },
            // Of an exponent, which is the smallest integer in no program that makes sense.
            syn::Expr::MethodCall(call) if call.method == "saturating_sub" => {
                binary(BinaryOp::Sub, self.expr(&call.receiver), self.expr(&call.args[0]))
            }
            syn::Expr::MethodCall(call) => {
                let args = std::iter::once(&*call.receiver).chain(&call.args).map(|arg| self.expr(arg)).collect();
                let receiver = Receiver::Float;
                let name = MethodName { receiver, ..(&*call.method.to_string()).into() };
                Expr::Method(name, args, here())
            }
            // How the product with a gradient stays in range.
            syn::Expr::Call(call) => {
                let args: Vec<Expr> = call.args.iter().map(|arg| self.expr(arg)).collect();
                match <[Expr; 2]>::try_from(args) {
                    Ok([a, b]) => binary(BinaryOp::Mul, a, b),
                    Err(mut ratio) => ratio.swap_remove(0),
                }
            }
            other => unreachable!("the table has no {:?} in {}", other.span(), self.rule.method),
        }
    }

    fn block(&self, block: &syn::Block) -> Expr {
        match &block.stmts[..] {
            [syn::Stmt::Expr(value, None)] => self.expr(value),
            _ => unreachable!("a value in {}", self.rule.method),
        }
    }

    fn name(&self, path: &syn::Path) -> Expr {
        let name = path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let position = self.rule.operands.iter().position(|operand| *operand == name);
        match (&*name, position) {
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
        Expr::Literal(literal) => match &*literal.0 {
            syn::Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Literal(literal) if matches!(&*literal.0, syn::Lit::Float(float) if float.base10_digits() == "1.0"))
}

/// A literal.
pub fn literal(value: f64) -> Expr {
    Expr::Literal(Opaque::new(syn::Lit::Float(syn::LitFloat::new(&format!("{value:?}"), Span::call_site()))))
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Rc::new([left, right]), here())
}

fn operator(op: &syn::BinOp) -> BinaryOp {
    match op {
        syn::BinOp::Add(_) => BinaryOp::Add,
        syn::BinOp::Sub(_) => BinaryOp::Sub,
        syn::BinOp::Mul(_) => BinaryOp::Mul,
        syn::BinOp::Div(_) => BinaryOp::Div,
        syn::BinOp::And(_) => BinaryOp::And,
        syn::BinOp::Or(_) => BinaryOp::Or,
        syn::BinOp::Eq(_) => BinaryOp::Eq,
        syn::BinOp::Lt(_) => BinaryOp::Lt,
        syn::BinOp::Le(_) => BinaryOp::Le,
        syn::BinOp::Gt(_) => BinaryOp::Gt,
        syn::BinOp::Ge(_) => BinaryOp::Ge,
        other => unreachable!("the table has no {other:?}"),
    }
}
