//! Derivatives as expressions of the form, so that they can be differentiated again. The partial derivatives are read from the table itself.

use crate::ir::{At, BinaryOp, Derivative, Expr, Opaque, Operation, UnaryOp};
use proc_macro2::Span;
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
    let partial = partial(rule, derivative.operand, operands, derivative.result.as_ref());
    Some(binary(BinaryOp::Mul, derivative.incoming.clone(), partial))
}

/// The partial derivative of an operation by one of its operands.
pub fn partial(rule: &Rule, operand: usize, operands: &[Expr], result: Option<&Expr>) -> Expr {
    let text = rule.partials[operand];
    let line: syn::Expr = syn::parse_str(&format!("{{ {text} }}")).expect("the table is Rust");
    Line { rule, operands, result }.expr(&line)
}

/// A line of the table, whose names stand for expressions.
struct Line<'a> {
    rule: &'a Rule,
    operands: &'a [Expr],
    result: Option<&'a Expr>,
}

impl Line<'_> {
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
                Expr::Method((&*call.method.to_string()).into(), args, here())
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

fn literal(value: f64) -> Expr {
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
