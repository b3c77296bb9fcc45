//! Derivatives of known floats, written out. What goes by a rule's trait where nothing is known of a type is a product where the operands are
//! floats: the gradient of `x * y` with respect to `x` is `g * y`, that of `x.sin()` is `g` times `x.cos()`. The partial derivatives are read from
//! the table. One that makes choices stays with the rule, and there only the type is told of an operand that the rule does not read.
//!
//! It goes before liveness: an operand that was needed for its type alone is not mentioned any more.

use crate::hash::Set;
use crate::ir::{
    At, BinaryOp, Derivative, Expr, Float, Function, FunctionKind, Operation, Place, Receiver, Span, Stmt, UnaryOp,
    UpdateOp, Weighed,
};
use crate::partial::{Partial, partial};
use crate::types::{Type, Types, may_be_own};
use std::rc::Rc;

/// Writes out the derivatives in statements, of which `types` are known.
pub fn simplify(stmts: &mut [Stmt], types: &Types) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { init: Some(value), .. }
            | Stmt::Update { value, .. }
            | Stmt::Assign { value, .. }
            | Stmt::Backward { incoming: value, .. } => {
                expression(value, types);
            }
            Stmt::Shadow { like, .. } => {
                if let Some(float) = types.of_expr(like).float() {
                    *like = Expr::Unread(float);
                }
            }
            Stmt::Forget { slice, .. } => simplify(slice, types),
            _ => {}
        }
        stmt.blocks_mut().iter_mut().for_each(|block| simplify(block, types));
    }
}

/// Notes what the passes ask of types.
pub fn note(function: &mut Function, types: &Types) {
    let own = types.own(function);
    note_methods(&mut function.body, types, &own);
    if let Some(result) = &mut function.result {
        note_method(result, types, &own);
    }
    if function.kind == FunctionKind::Ordinary {
        let generic = !function.numbers.is_empty();
        note_updates(&mut function.body, types, &|place| generic && !own.contains(&place.root.name));
    }
    types.floats().for_each(|name| function.activity.insert_float(name.clone()));
    own.into_iter().for_each(|name| function.activity.insert_own(name));
}

/// Notes which methods are those of floats themselves, so that nobody is asked what they do, and which may be those of a type of the user's.
fn note_methods(stmts: &mut [Stmt], types: &Types, own: &Set<Rc<str>>) {
    for stmt in stmts {
        match stmt {
            Stmt::Let { init: Some(value), .. }
            | Stmt::Update { value, .. }
            | Stmt::Assign { value, .. }
            | Stmt::Release { value, .. } => note_method(value, types, own),
            Stmt::Forget { slice, .. } => note_methods(slice, types, own),
            _ => {}
        }
        stmt.blocks_mut().iter_mut().for_each(|block| note_methods(block, types, own));
    }
}

/// Writes updates of what is not known to be a number as assignments: `c += v` is `c = (c += v)`, an operation that may be the user's. What is
/// scaled is overwritten in any case. What `is_number` says is one of a generic type.
fn note_updates(stmts: &mut [Stmt], types: &Types, is_number: &dyn Fn(&Place) -> bool) {
    for stmt in stmts {
        stmt.blocks_mut().iter_mut().for_each(|block| note_updates(block, types, is_number));
        let Stmt::Update { op, place, value, at } = &*stmt else { continue };
        if types.of_place(place).is_number() || is_number(place) {
            if op.scales() {
                let value = Expr::Binary(op.binary(), Rc::new([Expr::Read(place.clone()), value.clone()]), *at);
                *stmt = Stmt::Assign { place: place.clone(), value, fresh: false };
            }
            continue;
        }
        let name = match op {
            UpdateOp::Add => "+=",
            UpdateOp::Sub => "-=",
            UpdateOp::Mul => "*=",
            UpdateOp::Div => "/=",
            UpdateOp::Xor => continue,
        };
        let value = Expr::Method(name.into(), vec![Expr::Read(place.clone()), value.clone()], *at);
        *stmt = Stmt::Assign { place: place.clone(), value, fresh: false };
    }
}

/// The same in an expression.
fn note_method(expr: &mut Expr, types: &Types, own: &Set<Rc<str>>) {
    expr.parts_mut().into_iter().for_each(|part| note_method(part, types, own));
    if let Expr::Method(name, args, _) = expr {
        // A trait of the user's may come first where the receiver is a reference.
        let by_value = !matches!(&args[0], Expr::Read(place) if place.is_pointee());
        if by_value && types.is_of_float(name, args) {
            name.receiver = Receiver::Float;
        } else if name.receiver == Receiver::Known && may_be_own(&args[0], own) {
            name.receiver = Receiver::Named;
        }
    }
}

/// Writes out the derivatives in an expression; of which float it is the gradient or tangent, if that is known.
fn expression(expr: &mut Expr, types: &Types) -> Option<Float> {
    match expr {
        Expr::Derivative(derivative) => {
            let derivative = Rc::make_mut(derivative);
            let incoming = &mut derivative.incoming;
            let known = of(&derivative.operation, &derivative.operands, types);
            expression(incoming, types);
            if let (Operation::Cast(_), [operand]) = (&derivative.operation, &mut derivative.operands[..])
                && let Some(float) = types.of_expr(operand).float()
            {
                *operand = Expr::Unread(float);
            }
            derivative.open &= !derivative.operands.iter().all(|operand| types.of_expr(operand).is_number());
            let float = known?;
            if let Expr::Derivative(inner) = incoming
                && inner.operation == Operation::Twice
            {
                *incoming = binary(BinaryOp::Mul, inner.incoming.clone(), crate::partial::literal(2.0));
            }
            if let Some(simple) = written_out(derivative, types) {
                *expr = simple;
            } else {
                forget_unread(derivative, float);
            }
            Some(float)
        }
        Expr::Plus(both) => {
            let [one, other] = Rc::make_mut(both);
            let (first, second) = (expression(one, types), expression(other, types));
            let float = first.filter(|_| first == second)?;
            *expr = binary(BinaryOp::Add, one.clone(), other.clone());
            Some(float)
        }
        _ => None,
    }
}

/// The float that all operands of an operation are, of which at least one is known to be.
fn of(operation: &Operation, operands: &[Expr], types: &Types) -> Option<Float> {
    let Operation::Rule(rule) = operation else { return None };
    let numbers = operands.iter().enumerate().filter(|(k, _)| !rule.is_integer(*k));
    let mut float = None;
    for (_, operand) in numbers {
        match (types.of_expr(operand), float) {
            (Type::Float(None), _) => {}
            (Type::Float(found), None) => float = found,
            (Type::Float(found), before) if found == before => {}
            _ => return None,
        }
    }
    // A method of complex numbers, or of a feature, is not one that floats have themselves.
    float.filter(|_| !rule.special && retrograde_rules::lookup(rule.method) == Some(*rule))
}

/// The derivative as a product, if the table says nothing more complicated.
fn written_out(derivative: &Derivative, types: &Types) -> Option<Expr> {
    let Derivative { operation: Operation::Rule(rule), operand, operands, result, incoming, .. } = derivative else {
        return None;
    };
    let incoming = incoming.clone();
    let partial = partial(rule, *operand, operands, result.as_ref())?;
    if !partial.exprs().all(|expr| is_plain(expr, types)) {
        return None;
    }
    Some(match partial {
        Partial::One => incoming,
        Partial::MinusOne => Expr::Unary(UnaryOp::Neg, Rc::new(incoming), At(Span::call_site())),
        Partial::Factor(factor) => binary(BinaryOp::Mul, incoming, factor),
        Partial::Number(partial) => weighed(incoming, partial, None),
        Partial::Product(a, b) => weighed(weighed(incoming, a, None), b, None),
        Partial::Ratio(partial, a, b) => weighed(incoming, partial, Some([a, b])),
    })
}

/// Operands that the rule does not read, which need not be there any more.
fn forget_unread(derivative: &mut Derivative, float: Float) {
    let Operation::Rule(rule) = &derivative.operation else { return };
    for (k, operand) in derivative.operands.iter_mut().enumerate() {
        if !rule.is_integer(k) && !rule.mentions(derivative.operand, k) {
            *operand = Expr::Unread(float);
        }
    }
}

/// Whether what is called in a partial derivative is called on known floats, whose methods come before those of any trait.
fn is_plain(expr: &Expr, types: &Types) -> bool {
    let own = match expr {
        Expr::Method(_, args, _) => types.of_expr(&args[0]).float().is_some(),
        Expr::If(_) => false,
        _ => true,
    };
    own && expr.parts().into_iter().all(|part| is_plain(part, types))
}

fn weighed(incoming: Expr, partial: Expr, ratio: Option<[Expr; 2]>) -> Expr {
    // A finite number leaves a zero as it is.
    if ratio.is_none() && is_factor(&partial) {
        return binary(BinaryOp::Mul, incoming, partial);
    }
    Expr::Weighed(Rc::new(Weighed { incoming, partial, ratio }))
}

/// Whether a number is known, and not zero, which would not leave an infinity as it is.
fn is_factor(partial: &Expr) -> bool {
    matches!(partial, Expr::Literal(literal) if literal.is_float() && literal.text.parse().is_ok_and(|value: f64| value != 0.0))
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Rc::new([left, right]), At(Span::call_site()))
}
