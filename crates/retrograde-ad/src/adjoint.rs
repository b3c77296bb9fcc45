//! The adjoint: the inverse, carrying gradients along. Each statement is undone, and the gradients of what it wrote are pulled
//! back to what it read.

mod walk;

use crate::error::Errors;
use crate::invert::open;
use crate::ir::{
    Arg, Callee, Expr, Function, Head, Mapped, Passing, Place, Role, Stmt, Storage, TapeSlot, UpdateOp, Var, Variant,
};
use crate::linear::mapped::{Written, give, pull_from_image, pull_to_image};
use crate::linear::{Calls, Linear, Node};
use crate::names::Names;
use crate::tables::Tables;
use crate::views::{shaded, shaded_names};

/// The function that undoes `function` and carries gradients back.
pub fn adjoint(function: &Function, tables: &Tables, errors: &Errors) -> Function {
    of(function, Vec::new(), tables, errors)
}

/// The same of a function that only adds to its outputs, as far as gradients go: not all of it is undone.
pub fn pull(function: &Function, tables: &Tables, errors: &Errors) -> Function {
    let outputs = function.params.iter().filter(|param| param.passing == Passing::Exclusive);
    of(function, outputs.map(|param| param.var.clone()).collect(), tables, errors)
}

fn of(function: &Function, outputs: Vec<Var>, tables: &Tables, errors: &Errors) -> Function {
    let linear = Linear { names: Names::of(function), activity: &function.activity, errors, sites: 0 };
    let mut pass = Adjoint { linear, tables, outputs };
    Function { body: pass.block(&function.body), ..function.clone() }
}

/// The adjoint of statements of a larger transform.
pub struct Adjoint<'f> {
    /// differentiates expressions
    pub linear: Linear<'f>,
    /// signs
    pub tables: &'f Tables,
    /// what is only added to, if it need not be undone
    pub outputs: Vec<Var>,
}

const HERE: Calls = Calls::Pullback(Storage::Here);

impl Adjoint<'_> {
    fn block(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut walks = self.walks(stmts);
        let mut out = Vec::new();
        for (k, stmt) in stmts.iter().enumerate().rev() {
            if let Some(walk) = walks.iter_mut().find(|walk| walk.at == k) {
                out.append(&mut walk.stmts);
            } else if !walks.iter().any(|walk| walk.end == k) {
                out.extend(self.statement(stmt));
            }
        }
        out
    }

    fn statement(&mut self, stmt: &Stmt) -> Vec<Stmt> {
        let mut out = Vec::new();
        match stmt {
            Stmt::Let { var, init: Some(init), .. } => {
                if self.has_adjoint(var) {
                    let node = self.linear.decompose(init, HERE, &mut out);
                    self.linear.pull(&node, adjoint_of(var), UpdateOp::Add, &mut out);
                }
                out.push(Stmt::Release { var: var.clone(), value: init.clone() });
            }
            Stmt::Release { var, value } => {
                out.push(open(var, value));
                out.extend(self.shadow(var));
            }
            Stmt::Forget { vars, slice } => {
                out.extend(slice.iter().cloned());
                out.extend(slice.iter().filter_map(|stmt| shaded(stmt, Role::Adjoint, |p| self.linear.active(p))));
                out.extend(vars.iter().filter_map(|var| self.shadow(var)));
            }
            Stmt::Update { op, place, value, at } => {
                let active = self.linear.active(place);
                let node =
                    if active { self.linear.decompose(value, HERE, &mut out) } else { Node::Leaf(value.clone()) };
                let (opposite, transpose) = ((self.tables.opposite)(*op), (self.tables.transpose)(*op));
                let undo = Stmt::Update { op: opposite, place: place.clone(), value: node.value(), at: *at };
                if active && op.scales() {
                    // Until it is undone, the place holds the result.
                    let product = self.linear.scaled(*op, place, node, Expr::Read(place.clone()), *at, &mut out);
                    out.push(undo);
                    self.linear.pull_scaled(&product, place, transpose, &mut out);
                } else {
                    out.push(undo);
                    if active {
                        self.linear.pull(&node, Expr::Read(place.adjoint()), transpose, &mut out);
                    }
                }
            }
            Stmt::Mapped(mapped) if self.linear.active(&mapped.place) => {
                let Written { open, update, close, image } = self.linear.written_out(mapped, Role::Adjoint);
                let gradient = Expr::Read(mapped.place.adjoint());
                out.extend(open);
                out.push(give(&image, Role::Adjoint, pull_to_image(mapped, gradient), mapped));
                out.extend(self.statement(&update));
                out.push(close);
                let value = pull_from_image(mapped, Expr::Read(image.adjoint()));
                out.push(Stmt::Assign { place: mapped.place.adjoint(), value, fresh: false });
            }
            Stmt::Mapped(mapped) => {
                let op = (self.tables.opposite)(mapped.op);
                out.push(Stmt::Mapped(Box::new(Mapped { op, ..(**mapped).clone() })));
            }
            Stmt::Repack(repack) => {
                let back = repack.inverse();
                let shadows = crate::repack::shadows(&back, Role::Adjoint, &self.linear);
                out.push(Stmt::Repack(back));
                out.extend(shadows);
            }
            Stmt::Swap(a, b) => {
                out.push(Stmt::Swap(a.clone(), b.clone()));
                if self.linear.active(a) && self.linear.active(b) {
                    out.push(Stmt::Swap(a.adjoint(), b.adjoint()));
                }
            }
            Stmt::Call { callee, variant, args, .. } => {
                self.call(callee, variant.with(Role::Adjoint), args, None, &mut out);
            }
            Stmt::Nested(Head::Idle, _) | Stmt::View { .. } | Stmt::Shape(..) => {}
            Stmt::Nested(head, blocks) => {
                let (head, examined) = self.linear.examine(head, HERE, &mut out);
                let blocks = blocks.iter().enumerate();
                let blocks = blocks.map(|(k, stmts)| [self.names(&head, k), self.block(stmts)].concat()).collect();
                out.push(Stmt::Nested(head.mirrored(), blocks));
                self.linear.pull_examined(examined, &mut out);
            }
            Stmt::Distinct(..) | Stmt::SameLength(_) | Stmt::Safe { .. } => out.push(stmt.clone()),
            irreversible => unreachable!("the checker lets no such statement through: {irreversible:?}"),
        }
        out
    }

    /// Names for the gradients of what the head of block `k` names.
    pub fn names(&self, head: &Head, k: usize) -> Vec<Stmt> {
        shaded_names(head, k, Role::Adjoint, |place| self.linear.active(place))
    }

    /// Whether a variable carries a gradient.
    pub fn has_adjoint(&self, var: &Var) -> bool {
        self.linear.active(&Place::var(var))
    }

    /// Opens a zero gradient beside a local.
    pub fn shadow(&self, var: &Var) -> Option<Stmt> {
        let like = Expr::Read(Place::var(var));
        self.has_adjoint(var).then(|| Stmt::Shadow { var: var.adjoint(), like })
    }

    /// A call that carries gradients: each argument is followed by its shadow.
    pub fn call(
        &mut self,
        callee: &Callee,
        variant: Variant,
        args: &[Arg],
        site: Option<TapeSlot>,
        out: &mut Vec<Stmt>,
    ) {
        let mut passed = Vec::new();
        let mut nodes = Vec::new();
        let mut shadows = Vec::new();
        for arg in args {
            match arg {
                Arg::Shared(expr) => {
                    let node = self.linear.decompose(expr, HERE, out);
                    let node = self.linear.shadowable(node, out);
                    let shadow = self.linear.adjoint_place(&node, out);
                    passed.extend([Arg::Shared(node.value()), Arg::Shadow(shadow.clone())]);
                    nodes.push(node);
                    shadows.push(shadow);
                }
                Arg::Exclusive(place) | Arg::Shadow(Some(place)) => {
                    let shadow = self.linear.active(place).then(|| place.adjoint());
                    passed.extend([arg.clone(), Arg::Shadow(shadow)]);
                }
                Arg::Shadow(None) => passed.extend([arg.clone(), Arg::Shadow(None)]),
            }
        }
        out.push(Stmt::Call { callee: callee.clone(), variant, args: passed, site });
        self.linear.pull_shadows(&nodes, shadows, out);
    }
}

/// The gradient of a local.
pub fn adjoint_of(var: &Var) -> Expr {
    Expr::Read(Place::var(&var.adjoint()))
}
