//! The derivative of an expression: it is taken apart into named operations, and gradients are pulled back, or tangents pushed
//! forward, through them one by one.

mod composed;
pub mod mapped;
mod push;

use crate::access::has_gradient;
use crate::error::Errors;
use crate::ir::{
    At, BinaryOp, Callee, Derivative, Direction, Expr, FunctionValue, Head, Inert, Keep, MethodName, Opaque, Operation,
    Place, Shade, Site, Step, Stmt, UnaryOp, UpdateOp, Var,
};
use crate::lift::derived;
use crate::names::Names;
use crate::views::shaded_names;
use retrograde_rules::Rule;
use std::rc::Rc;

/// The methods that give the value itself once more.
pub const COPIES: [&str; 3] = ["clone", "to_vec", "to_owned"];

/// Methods of the standard library that a user's type has only if it means the same, and that have no rule.
const WITHOUT_RULE: [&str; 31] = [
    "algebraic_add",
    "algebraic_div",
    "algebraic_mul",
    "algebraic_rem",
    "algebraic_sub",
    "all",
    "any",
    "as_slice",
    "chain",
    "cmp",
    "collect",
    "concat",
    "filter",
    "first",
    "flat_map",
    "fold",
    "get",
    "into_iter",
    "iter",
    "l1_norm",
    "last",
    "map",
    "midpoint",
    "next_down",
    "next_up",
    "partial_cmp",
    "scan",
    "to_bits",
    "to_string",
    "total_cmp",
    "xor",
];

/// The ordinary function that an expression calls, and what it is given: a method without a rule is one, and is given its receiver by
/// reference.
pub fn called(expr: &Expr) -> Option<(Callee, Vec<Expr>)> {
    match expr {
        Expr::Call(path, args, _) => Some((Callee::of(&path.0), args.clone())),
        Expr::Method(name, args, at) if is_users(name, args.len()) => {
            let mut args = args.clone();
            if !matches!(args[0], Expr::Borrow(_)) {
                args[0] = Expr::Borrow(Rc::new(args[0].clone()));
            }
            Some((Callee::Method(name.name.clone(), *at), args))
        }
        _ => None,
    }
}

/// Whether a method is none that the library has a rule for, so that it must have one of its own.
fn is_users(name: &str, operands: usize) -> bool {
    let single = retrograde_rules::lookup(name).or_else(|| retrograde_rules::lookup_complex(name));
    let known = single.is_some_and(|rule| rule.arity() == operands)
        || retrograde_rules::lookup_tuple(name).is_some() && operands == 1
        || COPIES.contains(&name) && operands == 1;
    !known && !WITHOUT_RULE.contains(&name)
}

/// What taking expressions apart needs to know.
pub struct Linear<'f> {
    /// where fresh names come from
    pub names: Names,
    /// the variables without gradient
    pub inert: &'f Inert,
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
    /// an operation whose result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Operation { operation: Operation, operands: Vec<Node>, result: Expr },
    /// a call of an ordinary function whose result has a name
    #[allow(missing_docs, reason = "the names say it")]
    Call { callee: Callee, args: Vec<Node>, var: Var, site: Site },
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
const HERE: Calls = Calls::Pullback(Keep::Here);

/// How calls of ordinary functions are bound when an expression is taken apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// with what their backward run needs
    Pullback(Keep),
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
            Node::Call { var, .. } => Expr::Read(Place::var(var)),
        }
    }
}

impl Linear<'_> {
    /// Whether a place may have a gradient.
    pub fn active(&self, place: &Place) -> bool {
        !self.inert.contains(&place.root.name)
    }

    /// Whether an expression depends on anything that may have a gradient.
    pub fn has_gradient(&self, expr: &Expr) -> bool {
        has_gradient(expr, self.inert)
    }

    /// A fresh place on the tape.
    pub fn site(&mut self, keep: Keep) -> Site {
        self.sites += 1;
        Site { id: self.sites, keep }
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
            Expr::Read(_) | Expr::Lend(_) => Node::Leaf(expr.clone()),
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
                held_by(&path.0, Node::Aggregate(parts, value))
            }
            Expr::Tuple(elems) => self.positional(elems, calls, out, &|k| k.to_string().into(), &Expr::Tuple),
            Expr::Construct(path, args) => {
                let parts = self.positional(args, calls, out, &|k| Expr::constructed(&path.0, k), &|args| {
                    Expr::Construct(path.clone(), args)
                });
                held_by(&path.0, parts)
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
            Expr::Repeat(elem, _) => {
                let span = crate::access::first_span(elem);
                self.errors.push(
                    span,
                    "the elements of `[e; n]` must be constants here: write `[0.0; n]` and add to the elements",
                );
                Node::Leaf(expr.clone())
            }
            other => Node::Leaf(other.clone()),
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
            .or_else(|| retrograde_rules::lookup_complex(name))
            .filter(|rule| rule.arity() == operands.len());
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

    /// A function of a primitive type or of complex numbers has no companion to ask for its derivative; rustc would only say that the path is ambiguous.
    pub fn refuse_primitive(&self, callee: &Callee) {
        let callee = match callee {
            Callee::Function(path) => &*path.0,
            Callee::Associated(path) => &path.0.path,
            Callee::Method(..) | Callee::Value(_) => return,
        };
        let of_complex = |segment: &syn::PathSegment| segment.ident.to_string().starts_with("Complex");
        if callee.segments.iter().rev().nth(1).is_some_and(of_complex) {
            self.errors.push(callee, "a derivative cannot look behind this path: write `Complex::new(re, im)`");
        }
        let Some(float) = callee.segments.first().filter(|segment| segment.ident == "f64" || segment.ident == "f32")
        else {
            return;
        };
        let name = callee.segments.last().map_or(&float.ident, |segment| &segment.ident);
        let instead =
            if name == "from" { format!("`x as {}`", float.ident) } else { format!("the method, `x.{name}(...)`") };
        self.errors.push(callee, format!("a derivative cannot look behind this path: write {instead}"));
    }

    /// A call of an ordinary function.
    pub fn call(&mut self, callee: &Callee, args: &[Expr], calls: Calls, out: &mut Vec<Stmt>) -> Node {
        let var = self.names.var("t");
        let Calls::Pullback(keep) = calls else {
            self.tangent_call(&var, callee, args, out);
            return Node::Leaf(Expr::Read(Place::var(&var)));
        };
        let nodes = self.passed(callee, args, calls, out);
        let args = derived(nodes.iter().map(Node::value).collect(), calls, self.errors);
        let site = self.site(keep);
        out.push(Stmt::LetCall { var: var.clone(), callee: callee.clone(), args, site: Some(site.clone()) });
        Node::Call { callee: callee.clone(), args: nodes, var, site }
    }

    /// A call of an ordinary function with tangents, whose value gets the name `var`.
    pub fn tangent_call(&mut self, var: &Var, callee: &Callee, args: &[Expr], out: &mut Vec<Stmt>) {
        let nodes = self.passed(callee, args, Calls::Tangent, out);
        let args = derived(nodes.iter().map(Node::value).collect(), Calls::Tangent, self.errors);
        let shadows = nodes.iter().map(|node| self.tangent_place(node, out)).collect();
        out.push(Stmt::LetTangent { var: var.clone(), callee: callee.clone(), args, shadows });
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
            Node::Leaf(Expr::Read(place) | Expr::Lend(place)) if self.active(place) => {
                Some(place.shaded(Shade::Adjoint))
            }
            Node::Leaf(_) => None,
            node => {
                let value = node.value();
                let Expr::Read(place) = &value else { return None };
                let shadow = place.shaded(Shade::Adjoint);
                out.push(Stmt::Shadow { var: shadow.root.clone(), like: value });
                Some(shadow)
            }
        }
    }

    /// Where the tangent of an argument is: its own place, or a fresh one that it is pushed into.
    pub fn tangent_place(&mut self, node: &Node, out: &mut Vec<Stmt>) -> Option<Place> {
        match node {
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.tangent_place(inner, out),
            Node::Leaf(Expr::Read(place) | Expr::Lend(place)) if self.active(place) => {
                Some(place.shaded(Shade::Tangent))
            }
            Node::Leaf(_) => None,
            node => {
                let value = node.value();
                let Expr::Read(place) = &value else { return None };
                let shadow = place.shaded(Shade::Tangent);
                out.push(Stmt::Shadow { var: shadow.root.clone(), like: value });
                self.push_into(node, &shadow, UpdateOp::Add, out);
                Some(shadow)
            }
        }
    }

    fn carries(&self, node: &Node) -> bool {
        match node {
            Node::Leaf(Expr::Read(place)) => self.active(place),
            Node::Leaf(_) => false,
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => self.carries(inner),
            Node::Operation { operands, .. } => operands.iter().any(|operand| self.carries(operand)),
            Node::Call { args, .. } => args.iter().any(|arg| self.carries(arg)),
            Node::Aggregate(parts, _) => parts.iter().any(|(_, part)| self.carries(part)),
            Node::Part { base, .. } => self.carries(base),
            Node::Branch { .. } => true,
            Node::Block { value, .. } => self.carries(value),
        }
    }

    /// Pulls the gradient `incoming` of a node back to the places it was computed from.
    pub fn pull(&mut self, node: &Node, incoming: Expr, op: UpdateOp, out: &mut Vec<Stmt>) {
        match node {
            Node::Leaf(Expr::Read(place)) if self.active(place) => out.push(Stmt::Update {
                op,
                place: place.shaded(Shade::Adjoint),
                value: incoming,
                at: At(place.root.span),
            }),
            Node::Leaf(_) => {}
            Node::Borrow(inner) | Node::Function(inner, _) | Node::Copy(inner, ..) => {
                self.pull(inner, incoming, op, out);
            }
            Node::Operation { operation, operands, result } if is_square(operation, operands) => {
                let share = |k, incoming| derivative(Direction::Pull, operation, operands, k, result, incoming);
                let other = match &operands[0] {
                    Node::Operation { operands, result, .. } => {
                        Some((operands, result)).filter(|_| self.carries(&operands[0]))
                    }
                    _ => None,
                };
                let incoming = match (other, incoming) {
                    (Some(_), Expr::Derivative(derivative)) => self.bind("g", Expr::Derivative(derivative), out),
                    (_, incoming) => incoming,
                };
                let twice = derivative(Direction::Pull, &Operation::Twice, &[], 0, result, incoming.clone());
                self.pull(&operands[1], share(1, twice), op, out);
                if let Some((factors, product)) = other {
                    let share = derivative(Direction::Pull, operation, factors, 0, product, share(0, incoming));
                    self.pull(&factors[0], share, op, out);
                }
            }
            Node::Operation { operation, operands, result } => {
                let carrying: Vec<usize> = (0..operands.len()).filter(|k| self.carries(&operands[*k])).collect();
                let incoming = match (&carrying[..], incoming) {
                    ([_, _, ..], Expr::Derivative(derivative)) => self.bind("g", Expr::Derivative(derivative), out),
                    (_, incoming) => incoming,
                };
                for k in carrying {
                    let share = derivative(Direction::Pull, operation, operands, k, result, incoming.clone());
                    self.pull(&operands[k], share, op, out);
                }
            }
            Node::Call { callee, args, var, site } => {
                let incoming = if op == UpdateOp::Sub { negated(incoming, var) } else { incoming };
                let shadows: Vec<_> = args.iter().map(|arg| self.adjoint_place(arg, out)).collect();
                let (site, callee, args_again) = (site.clone(), callee.clone(), by_reference(args));
                out.push(Stmt::Backward { site, incoming, args: args_again, shadows: shadows.clone(), callee });
                self.pull_shadows(args, shadows, out);
            }
            Node::Aggregate(parts, value) => {
                let place = match incoming {
                    Expr::Read(place) => place,
                    incoming => self.kept(incoming, value, out),
                };
                for (step, part) in parts {
                    let mut place = place.clone();
                    place.path.push(step.clone());
                    self.pull(part, Expr::Read(place), op, out);
                }
            }
            Node::Part { base, steps, .. } => {
                let Some(shadow) = self.adjoint_place(base, out) else { return };
                let mut place = shadow.clone();
                place.path.extend(steps.iter().cloned());
                let at = At(place.root.span);
                out.push(Stmt::Update { op, place, value: incoming, at });
                self.pull(base, Expr::Read(shadow), UpdateOp::Add, out);
            }
            Node::Branch { head, arms, .. } => {
                let (head, examined) = self.examine(head, HERE, out);
                let blocks = arms.iter().enumerate().map(|(k, arm)| {
                    let mut block = shaded_names(&head, k, Shade::Adjoint, |place| self.active(place));
                    let node = self.decompose(arm, HERE, &mut block);
                    self.pull(&node, incoming.clone(), op, &mut block);
                    block
                });
                let blocks = blocks.collect();
                out.push(Stmt::Nested(head, blocks));
                self.pull_examined(examined, out);
            }
            Node::Block { locals, value, .. } => {
                let active: Vec<_> = locals.iter().filter(|(var, _)| self.active(&Place::var(var))).collect();
                for (var, _) in &active {
                    let like = Expr::Read(Place::var(var));
                    out.push(Stmt::Shadow { var: var.shaded(Shade::Adjoint), like });
                }
                self.pull(value, incoming, op, out);
                for (var, node) in active.into_iter().rev() {
                    let gradient = Expr::Read(Place::var(&var.shaded(Shade::Adjoint)));
                    self.pull(node, gradient, UpdateOp::Add, out);
                }
            }
        }
    }

    /// Puts the gradient of something with parts at a place of its own, where the parts of the gradient are found.
    pub fn kept(&mut self, incoming: Expr, like: &Expr, out: &mut Vec<Stmt>) -> Place {
        let var = self.names.var("g").shaded(Shade::Adjoint);
        out.push(Stmt::Shadow { var: var.clone(), like: like.clone() });
        let place = Place::var(&var);
        out.push(Stmt::Update { op: UpdateOp::Add, place: place.clone(), value: incoming, at: At(var.span) });
        place
    }

    /// Pulls back the gradients that a call left in fresh shadows of its arguments.
    pub fn pull_shadows(&mut self, args: &[Node], shadows: Vec<Option<Place>>, out: &mut Vec<Stmt>) {
        for (arg, shadow) in args.iter().zip(shadows) {
            if let (Some(shadow), false) = (shadow, arg.is_place()) {
                self.pull(arg, Expr::Read(shadow), UpdateOp::Add, out);
            }
        }
    }

    /// `place op value` as a node; `result` is its value, which is given a name if the rule reads it.
    pub fn scaled(
        &mut self,
        op: UpdateOp,
        place: &Place,
        value: Node,
        result: Expr,
        at: At,
        out: &mut Vec<Stmt>,
    ) -> Node {
        let rule = rule(operator(op.binary()));
        let value = match value {
            // A complex number is put together from parts, and is a number.
            Node::Aggregate(_, Expr::Construct(ref path, _)) if Expr::is_new(&path.0) => self.shadowable(value, out),
            Node::Aggregate(_, value) => {
                self.errors.push(at.0, "only numbers can be scaled: scale the parts one by one");
                Node::Leaf(value)
            }
            value => value,
        };
        let result = if rule.mentions_result(1) { self.bind("t", result, out) } else { result };
        let operands = vec![Node::Leaf(Expr::Read(place.clone())), value];
        Node::Operation { operation: Operation::Rule(rule), operands, result }
    }

    /// Pulls the gradient of `place` back through `place op= value`, where `product` is `place op value`: the operand's share is
    /// added to its gradients, and the place keeps its own share.
    pub fn pull_scaled(&mut self, product: &Node, place: &Place, op: UpdateOp, out: &mut Vec<Stmt>) {
        let Node::Operation { operation, operands, result } = product else {
            unreachable!("a product is an operation")
        };
        let target = place.shaded(Shade::Adjoint);
        let share = |k| derivative(Direction::Pull, operation, operands, k, result, Expr::Read(target.clone()));
        let own = share(0);
        if self.carries(&operands[1]) {
            self.pull(&operands[1], share(1), op, out);
        }
        out.push(Stmt::Assign { place: target, value: own, fresh: false });
    }
}

/// Whether an operation is `x * x`, or `a * x * x`. Numbers commute, so both factors have the same share in the gradient.
fn is_square(operation: &Operation, operands: &[Node]) -> bool {
    let is_product = |operation: &Operation| matches!(operation, Operation::Rule(rule) if rule.method == "mul");
    let last = match operands {
        [_, Node::Leaf(last @ Expr::Read(_))] if is_product(operation) => last,
        _ => return false,
    };
    match &operands[0] {
        Node::Leaf(first) => first == last,
        Node::Operation { operation, operands, .. } if is_product(operation) => {
            matches!(&operands[1], Node::Leaf(second) if second == last)
        }
        _ => false,
    }
}

/// What a variant of an enum holds is found under the variant's name.
fn held_by(path: &syn::Path, parts: Node) -> Node {
    match Expr::variant(path) {
        Some(variant) => {
            let value = parts.value();
            Node::Aggregate(vec![(Step::Field(variant), parts)], value)
        }
        None => parts,
    }
}

/// A rule that the tables are known to have.
fn rule(name: &str) -> &'static Rule {
    retrograde_rules::lookup(name)
        .or_else(|| retrograde_rules::lookup_complex(name))
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
    }))
}

/// The arguments that are references.
pub fn by_reference(args: &[Node]) -> Vec<Option<Expr>> {
    args.iter()
        .map(Node::value)
        .map(|value| match value {
            Expr::Borrow(_) | Expr::Lend(_) | Expr::Function(_) => Some(value),
            _ => None,
        })
        .collect()
}

/// A gradient with its sign changed: the derivative of negation, applied to it.
fn negated(incoming: Expr, var: &Var) -> Expr {
    let rule = rule("neg");
    Expr::Derivative(Rc::new(Derivative {
        direction: Direction::Pull,
        operation: Operation::Rule(rule),
        operand: 0,
        operands: vec![Expr::Read(Place::var(var))],
        result: None,
        incoming,
    }))
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

impl Expr {
    /// An index.
    pub fn literal(value: usize) -> Self {
        let text = value.to_string();
        Expr::Literal(Opaque::new(syn::Lit::Int(syn::LitInt::new(&text, proc_macro2::Span::call_site()))))
    }
}
