//! The derivative of an expression: it is taken apart into named operations, and gradients are pulled back, or tangents pushed
//! forward, through them one by one.

mod composed;
pub mod mapped;
mod pull;
mod push;

pub use pull::by_reference;

use crate::access::{COPIES, has_gradient};
use crate::error::Errors;
use crate::ir::{
    Activity, At, BinaryOp, Callee, Derivative, Direction, Expr, FunctionValue, Head, LiteralKind, MethodName,
    Operation, Path, Place, Receiver, Span, Step, Stmt, Storage, TapeSlot, UnaryOp, UpdateOp, Var,
};
use crate::names::Names;
use crate::partial::written_out;
use crate::rules::{complex_rule, method_rule};
use retrograde_rules::Rule;
use std::rc::Rc;

/// Methods of numbers that have no rule.
const WITHOUT_RULE: [&str; 14] = [
    "algebraic_add",
    "algebraic_div",
    "algebraic_mul",
    "algebraic_rem",
    "algebraic_sub",
    "cmp",
    "midpoint",
    "next_down",
    "next_up",
    "partial_cmp",
    "to_bits",
    "to_string",
    "total_cmp",
    "xor",
];

/// Methods of lists, iterators and options that have no rule. Where nothing is known of a type, it has them only if they mean the same.
const OF_COLLECTIONS: [&str; 16] = [
    "all",
    "any",
    "as_slice",
    "chain",
    "collect",
    "concat",
    "filter",
    "first",
    "flat_map",
    "fold",
    "get",
    "into_iter",
    "iter",
    "last",
    "map",
    "scan",
];

/// The ordinary function that an expression calls, and what it is given: a method without a rule is one, and is given its receiver by
/// reference.
pub fn called(expr: &Expr) -> Option<(Callee, Vec<Expr>)> {
    match expr {
        Expr::Call(path, args, _) => Some((Callee::of(path), args.clone())),
        Expr::Method(name, args, at) if is_users(name, args.len()) || is_own(name) => {
            let mut args = args.clone();
            // Text is a reference already, and one more does no harm where the type of the parameter is written.
            let is_text = |arg: &Expr| matches!(arg, Expr::Literal(lit) if lit.kind == LiteralKind::Text);
            for (k, arg) in args.iter_mut().enumerate() {
                if k == 0 && !matches!(arg, Expr::Borrow(_)) || is_text(arg) {
                    *arg = Expr::Borrow(Rc::new(arg.clone()));
                }
            }
            Some((Callee::Method(name.name.clone(), *at), args))
        }
        _ => None,
    }
}

/// Whether a method is none that the library has a rule for, so that it must have one of its own.
pub fn is_users(name: &str, operands: usize) -> bool {
    let single = method_rule(name).or_else(|| complex_rule(name)).or_else(|| retrograde_rules::lookup_assigning(name));
    let known = single.is_some_and(|rule| rule.arity() == operands)
        || retrograde_rules::lookup_tuple(name).is_some() && operands == 1
        || COPIES.contains(&name) && operands == 1;
    !known && !WITHOUT_RULE.contains(&name) && !OF_COLLECTIONS.contains(&name)
}

/// Whether a method is called like one of collections, or of complex numbers, but on a type of the user's. (What has a name of the user's may be
/// a number by another name.)
fn is_own(name: &MethodName) -> bool {
    match name.receiver {
        Receiver::Known | Receiver::Float => false,
        Receiver::Named => OF_COLLECTIONS.contains(&&**name) || WITHOUT_RULE.contains(&&**name),
        Receiver::Itself => {
            OF_COLLECTIONS.contains(&&**name) || WITHOUT_RULE.contains(&&**name) || complex_rule(name).is_some()
        }
    }
}

/// What taking expressions apart needs to know.
pub struct Linear<'f> {
    /// where fresh names come from
    pub names: Names,
    /// the variables without gradient
    pub activity: &'f Activity,
    /// where a missing rule is reported
    pub errors: &'f Errors,
    /// the number of tape sites so far
    pub sites: usize,
}

/// An expression taken apart.
pub enum Node {
    /// a place, a constant, or an expression without gradient
    Leaf(Expr),
    /// `&e`
    Borrow(Box<Node>),
    /// a function: what it captures, and what it does
    Function(Box<Node>, Rc<FunctionValue>),
    /// `e.clone()`
    Copy(Box<Node>, MethodName, At),
    /// the derivative of an operation whose slope is a constant, applied to what it carries
    Carried(Rc<Derivative>, Box<Node>),
    /// an operation whose result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Operation { operation: Operation, operands: Vec<Node>, result: Expr },
    /// a call of an ordinary function whose result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Call { callee: Callee, args: Vec<Node>, var: Var, site: TapeSlot },
    /// parts put together, with the step that leads to each
    Aggregate(Vec<(Step, Node)>, Expr),
    /// a part of a value, which has a name
    #[allow(missing_docs, reason = "the names say it")]
    Part { base: Box<Node>, steps: Vec<Step>, result: Expr },
    /// one of several values, taken apart when it is known which; the result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Branch { head: Box<Head>, arms: Vec<Expr>, result: Expr },
    /// a value computed from locals of its own; the result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Block { locals: Vec<(Var, Node)>, value: Box<Node>, result: Expr },
}

/// Calls inside a branch: their backward run comes in the same block.
const HERE: Calls = Calls::Pullback(Storage::Here);

/// How calls of ordinary functions are bound when an expression is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// with what their backward run needs
    Pullback(Storage),
    /// with their tangent
    Tangent,
}

impl Node {
    /// Whether it is a place, lent or copied, whose gradient is collected where it belongs.
    fn is_place(&self) -> bool {
        match self {
            Node::Leaf(_) => true,
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => inner.is_place(),
            _ => false,
        }
    }

    /// An expression for its value.
    pub fn value(&self) -> Expr {
        match self {
            Node::Leaf(expr)
            | Node::Aggregate(_, expr)
            | Node::Operation { result: expr, .. }
            | Node::Part { result: expr, .. }
            | Node::Branch { result: expr, .. }
            | Node::Block { result: expr, .. } => expr.clone(),
            Node::Borrow(inner) => Expr::Borrow(Rc::new(inner.value())),
            Node::Function(inner, function) => {
                Expr::Function(Rc::new(FunctionValue { environment: inner.value(), ..(**function).clone() }))
            }
            Node::Copy(inner, name, at) => Expr::Method(name.clone(), vec![inner.value()], *at),
            Node::Carried(derivative, incoming) => carried(derivative, derivative.direction, incoming.value()),
            Node::Call { var, .. } => Expr::Read(Place::var(var)),
        }
    }
}

impl Linear<'_> {
    /// Whether a place may have a gradient.
    pub fn active(&self, place: &Place) -> bool {
        !self.activity.contains(&place.root.name)
    }

    /// Whether an expression depends on anything that may have a gradient.
    pub fn has_gradient(&self, expr: &Expr) -> bool {
        has_gradient(expr, self.activity)
    }

    /// A fresh place on the tape.
    pub fn site(&mut self, keep: Storage) -> TapeSlot {
        self.sites += 1;
        TapeSlot::new(self.sites, keep)
    }

    /// Gives `expr` a name.
    pub fn bind(&mut self, base: &str, expr: Expr, out: &mut Vec<Stmt>) -> Expr {
        let var = self.names.var(base);
        out.push(Stmt::Let { var: var.clone(), mutable: false, ty: None, init: Some(expr) });
        Expr::Read(Place::var(&var))
    }

    /// Takes an expression apart; the statements that name the intermediate results go to `out`.
    pub fn decompose(&mut self, expr: &Expr, calls: Calls, out: &mut Vec<Stmt>) -> Node {
        if !self.has_gradient(expr) {
            return Node::Leaf(expr.clone());
        }
        if let Some((callee, args)) = called(expr) {
            return self.call(&callee, &args, calls, out);
        }
        match expr {
            Expr::Read(_) | Expr::Lend(_) | Expr::Restore(_) | Expr::Replay(..) => Node::Leaf(expr.clone()),
            Expr::Borrow(inner) => Node::Borrow(Box::new(self.decompose(inner, calls, out))),
            Expr::Function(function) => {
                let environment = self.decompose(&function.environment, calls, out);
                Node::Function(Box::new(environment), function.clone())
            }
            Expr::Unary(UnaryOp::Neg, inner, at) => self.operation("neg", *at, &[inner], calls, out, &|operands| {
                let [inner] = operands.try_into().expect("one operand");
                Expr::Unary(UnaryOp::Neg, Rc::new(inner), *at)
            }),
            Expr::Binary(op, operands, at) => {
                self.operation(operator(*op), *at, &[&operands[0], &operands[1]], calls, out, &|operands| {
                    let operands = operands.try_into().expect("two operands");
                    Expr::Binary(*op, Rc::new(operands), *at)
                })
            }
            Expr::Method(name, args, at) if COPIES.contains(&&**name) && args.len() == 1 => {
                Node::Copy(Box::new(self.decompose(&args[0], calls, out)), name.clone(), *at)
            }
            Expr::Method(name, args, at) => {
                if let ([operand], Some(rules)) = (&args[..], retrograde_rules::lookup_tuple(name)) {
                    return self.operations(&rules, operand, calls, out, &|x| Expr::Method(name.clone(), vec![x], *at));
                }
                let refs: Vec<&Expr> = args.iter().collect();
                self.operation(name, *at, &refs, calls, out, &|operands| Expr::Method(name.clone(), operands, *at))
            }
            Expr::Cast(inner, ty) => {
                let inner = self.decompose(inner, calls, out);
                let result = self.bind("t", Expr::Cast(Rc::new(inner.value()), ty.clone()), out);
                Node::Operation { operation: Operation::Cast(ty.clone()), operands: vec![inner], result }
            }
            Expr::Array(elems) => {
                let parts: Vec<_> = elems.iter().map(|elem| self.decompose(elem, calls, out)).collect();
                let value = Expr::Array(parts.iter().map(Node::value).collect());
                let steps = (0..parts.len()).map(|k| Step::Index(Rc::new(Expr::literal(k))));
                Node::Aggregate(steps.zip(parts).collect(), value)
            }
            Expr::Vector(inner) if let Expr::Repeat(elem, count) = &**inner => {
                self.repeated("repeated", elem, (**count).clone(), calls, out)
            }
            Expr::Repeat(elem, count) => {
                let like = Expr::Repeat(Rc::new(Expr::Tuple(Vec::new())), count.clone());
                self.repeated("repeated_array", elem, like, calls, out)
            }
            Expr::Vector(inner) => match self.decompose(inner, calls, out) {
                Node::Aggregate(parts, value) => Node::Aggregate(parts, Expr::Vector(Rc::new(value))),
                node => node,
            },
            Expr::Struct(path, fields) => {
                let parts: Vec<_> =
                    fields.iter().map(|(name, value)| (name.clone(), self.decompose(value, calls, out))).collect();
                let value =
                    Expr::Struct(path.clone(), parts.iter().map(|(name, node)| (name.clone(), node.value())).collect());
                let parts = parts.into_iter().map(|(name, node)| (Step::Field(name), node)).collect();
                held_by(path, Node::Aggregate(parts, value))
            }
            Expr::Tuple(elems) => self.positional(elems, calls, out, &|k| k.to_string().into(), &Expr::Tuple),
            Expr::Construct(path, args) => {
                let parts = self.positional(args, calls, out, &|k| Expr::constructed(path, k), &|args| {
                    Expr::Construct(path.clone(), args)
                });
                held_by(path, parts)
            }
            Expr::Part(base, steps) => self.part(base, steps, calls, out),
            Expr::If(parts) => {
                let head = Head::If { pre: parts[0].clone(), post: None };
                self.branch(expr, head, parts[1..].to_vec(), calls, out)
            }
            Expr::Match(matched, arms) => {
                let (cases, arms) = arms.iter().cloned().unzip();
                self.branch(expr, Head::Match { matched: (**matched).clone(), cases }, arms, calls, out)
            }
            Expr::Block(locals, value) => self.block(locals, value, calls, out),
            Expr::Unary(UnaryOp::Not, inner, at) => self.operation("!", *at, &[inner], calls, out, &|operands| {
                let [inner] = operands.try_into().expect("one operand");
                Expr::Unary(UnaryOp::Not, Rc::new(inner), *at)
            }),
            Expr::Plus(summands) => self.sum(summands, calls, out),
            Expr::Derivative(derivative) => self.derivative(derivative, calls, out),
            Expr::Mapped(_, path, ..) => self.mapped_twice(expr, path),
            Expr::Weighed(weighed) => self.decompose(&weighed.product(), calls, out),
            Expr::Literal(_)
            | Expr::Constant(_)
            | Expr::Length(..)
            | Expr::Call(..)
            | Expr::Never(_)
            | Expr::Macro(..)
            | Expr::Zero
            | Expr::ZeroOf(_)
            | Expr::Unread(_) => unreachable!("{expr:?} has no gradient, or is taken apart elsewhere"),
        }
    }

    /// `[e; n]` of what has a gradient is a function of the library, which adds up the gradients of the elements.
    fn repeated(&mut self, function: &str, elem: &Expr, count: Expr, calls: Calls, out: &mut Vec<Stmt>) -> Node {
        self.call(&Callee::Function(Path::emitted(function)), &[elem.clone(), count], calls, out)
    }

    /// A bijection says its derivative, but not that of the derivative.
    fn mapped_twice(&self, expr: &Expr, bijection: &Path) -> Node {
        self.errors.push(bijection, "a bijection: differentiated once, not twice");
        Node::Leaf(expr.clone())
    }

    /// The sum of two gradients or tangents.
    fn sum(&mut self, summands: &[Expr; 2], calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let [one, other] = summands;
        self.operation("add", At(Span::call_site()), &[one, other], calls, out, &|summands| {
            Expr::Plus(Rc::new(summands.try_into().expect("two summands")))
        })
    }

    /// A derivative that is differentiated again.
    fn derivative(&mut self, derivative: &Rc<Derivative>, calls: Calls, out: &mut Vec<Stmt>) -> Node {
        match written_out(derivative) {
            Some(product) => self.decompose(&product, calls, out),
            None => Node::Carried(derivative.clone(), Box::new(self.operand(&derivative.incoming, calls, out))),
        }
    }

    fn operation(
        &mut self,
        name: &str,
        at: At,
        operands: &[&Expr],
        calls: Calls,
        out: &mut Vec<Stmt>,
        rebuild: &dyn Fn(Vec<Expr>) -> Expr,
    ) -> Node {
        let rule = retrograde_rules::lookup(name)
            .or_else(|| complex_rule(name))
            .or_else(|| retrograde_rules::lookup_assigning(name))
            .filter(|rule| rule.arity() == operands.len())
            // The operands of a rule are numbers, so this is a method of the user's.
            .filter(|_| !operands.iter().any(|operand| matches!(operand, Expr::Function(_))));
        let Some(rule) = rule else {
            self.errors.push(
                at.0,
                format!("`{name}` has no derivative rule: write it out with operations that have one, or call a `#[differentiable]` function instead"),
            );
            return Node::Leaf(rebuild(operands.iter().map(|operand| (*operand).clone()).collect()));
        };
        let operands: Vec<Node> = operands.iter().map(|operand| self.operand(operand, calls, out)).collect();
        let result = self.bind("t", rebuild(operands.iter().map(Node::value).collect()), out);
        Node::Operation { operation: Operation::Rule(rule), operands, result }
    }

    /// A function of a primitive type has no companion to ask for its derivative; rustc would only say that the path is ambiguous.
    pub fn refuse_primitive(&self, callee: &Callee) {
        let callee = match callee {
            Callee::Function(path) | Callee::Associated(path) => path,
            Callee::Method(..) | Callee::Value(_) => return,
        };
        let Some(float) = callee.names().next().filter(|name| matches!(*name, "f64" | "f32")) else { return };
        let name = callee.name();
        let instead = if name == "from" { format!("`x as {float}`") } else { format!("the method, `x.{name}(...)`") };
        self.errors.push(callee, format!("a derivative cannot look behind this path: write {instead}"));
    }

    /// A call of an ordinary function.
    pub fn call(&mut self, callee: &Callee, args: &[Expr], calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let var = self.names.var("t");
        let Calls::Pullback(keep) = calls else {
            self.tangent_call(&var, callee, args, None, out);
            return Node::Leaf(Expr::Read(Place::var(&var)));
        };
        let nodes = self.passed(callee, args, calls, out);
        let args = nodes.iter().map(Node::value).collect();
        let site = self.site(keep);
        out.push(Stmt::LetCall { var: var.clone(), callee: callee.clone(), args, site: Some(site.clone()) });
        Node::Call { callee: callee.clone(), args: nodes, var, site }
    }

    /// A call of an ordinary function with tangents, whose value gets the name `var`.
    pub fn tangent_call(
        &mut self,
        var: &Var,
        callee: &Callee,
        args: &[Expr],
        site: Option<TapeSlot>,
        out: &mut Vec<Stmt>,
    ) {
        let nodes = self.passed(callee, args, Calls::Tangent, out);
        let args = nodes.iter().map(Node::value).collect();
        let shadows = nodes.iter().map(|node| self.tangent_place(node, out)).collect();
        out.push(Stmt::LetTangent {
            var: var.clone(),
            tangent: var.tangent(),
            callee: callee.clone(),
            args,
            shadows,
            site,
        });
    }

    /// The arguments of a call, each with a place for its gradient.
    fn passed(&mut self, callee: &Callee, args: &[Expr], calls: Calls, out: &mut Vec<Stmt>) -> Vec<Node> {
        self.refuse_primitive(callee);
        let mut nodes = Vec::new();
        for arg in args {
            let node = self.decompose(arg, calls, out);
            nodes.push(self.shadowable(node, out));
        }
        nodes
    }

    /// An argument whose gradient can be kept at a place: a value put together from parts gets a name.
    pub fn shadowable(&mut self, node: Node, out: &mut Vec<Stmt>) -> Node {
        match node {
            Node::Aggregate(parts, value) => Node::Aggregate(parts, self.bind("t", value, out)),
            Node::Borrow(inner) => Node::Borrow(Box::new(self.shadowable(*inner, out))),
            Node::Function(inner, function) => Node::Function(Box::new(self.shadowable(*inner, out)), function),
            Node::Copy(inner, name, at) => Node::Copy(Box::new(self.shadowable(*inner, out)), name, at),
            node => node,
        }
    }

    /// Where the gradient of an argument is collected: its own place, or a fresh shadow that must be pulled back afterwards.
    pub fn adjoint_place(&mut self, node: &Node, out: &mut Vec<Stmt>) -> Option<Place> {
        match node {
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.adjoint_place(inner, out),
            Node::Leaf(Expr::Read(place) | Expr::Lend(place)) if self.active(place) => Some(place.adjoint()),
            Node::Leaf(_) => None,
            node => {
                let value = node.value();
                let Expr::Read(place) = &value else { return None };
                let shadow = place.adjoint();
                out.push(Stmt::Shadow { var: shadow.root.clone(), like: value });
                Some(shadow)
            }
        }
    }

    /// Where the tangent of an argument is: its own place, or a fresh one that it is pushed into.
    pub fn tangent_place(&mut self, node: &Node, out: &mut Vec<Stmt>) -> Option<Place> {
        match node {
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.tangent_place(inner, out),
            Node::Leaf(Expr::Read(place) | Expr::Lend(place)) if self.active(place) => Some(place.tangent()),
            Node::Leaf(_) => None,
            node => {
                let value = node.value();
                let Expr::Read(place) = &value else { return None };
                let shadow = place.tangent();
                out.push(Stmt::Shadow { var: shadow.root.clone(), like: value });
                self.push_into(node, &shadow, UpdateOp::Add, out);
                Some(shadow)
            }
        }
    }
}

/// What a variant of an enum holds is found under the variant's name.
fn held_by(path: &Path, parts: Node) -> Node {
    let held = Expr::variant(path).map(Step::Field).or_else(|| Expr::constructor(path));
    match held {
        Some(step) => {
            let value = parts.value();
            Node::Aggregate(vec![(step, parts)], value)
        }
        None => parts,
    }
}

/// A rule that the tables are known to have.
fn rule(name: &str) -> &'static Rule {
    retrograde_rules::lookup(name)
        .or_else(|| complex_rule(name))
        .unwrap_or_else(|| unreachable!("the tables have `{name}`"))
}

fn derivative(
    direction: Direction,
    operation: &Operation,
    operands: &[Node],
    operand: usize,
    result: &Expr,
    incoming: Expr,
) -> Expr {
    let needs_result = match operation {
        Operation::Rule(rule) => rule.mentions_result(operand),
        Operation::Cast(_) | Operation::Twice => false,
    };
    Expr::Derivative(Rc::new(Derivative {
        direction,
        operation: operation.clone(),
        operand,
        operands: operands.iter().map(Node::value).collect(),
        result: needs_result.then(|| result.clone()),
        incoming,
        open: true,
    }))
}

/// A derivative that is linear in what it carries, of something else or the other way.
pub(crate) fn carried(derivative: &Derivative, direction: Direction, incoming: Expr) -> Expr {
    Expr::Derivative(Rc::new(Derivative { direction, incoming, ..derivative.clone() }))
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::Div => "div",
        BinaryOp::Rem => "rem",
        BinaryOp::BitXor => "^",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        _ => "comparison",
    }
}
