//! Draws recomputable locals: values, accumulators with the loops that fill them, blocks that compute a value.

use super::scope::{Bound, Frame, High, Info, Role};
use super::{Builder, binary, literal, whole};
use crate::random::ast::{Element, Expr, Init, Op, Stmt, Type};

impl Builder<'_> {
    pub fn declare_computed(&mut self, ty: Type, mutable: bool, init: &Expr) -> &mut Info {
        let pool: &[&str] = match ty {
            Type::Usize => &["at", "to"],
            Type::Int => &["count", "odd"],
            Type::Array(..) => &["r", "g"],
            Type::Record(_) => &["part"],
            _ if mutable => &["acc", "sum"],
            _ => &["t", "u", "v"],
        };
        let (reads, typed) = (self.scope.reads(init), self.scope.is_typed(init));
        let shadow = self.rng.chance(50);
        let name = self.scope.fresh_name(pool, shadow);
        let info = self.scope.declare(name, ty, Role::Computed, mutable);
        info.typed = typed;
        let id = info.var.id;
        self.scope.depend(id, reads);
        &mut self.scope.infos[id]
    }

    /// `let t = e;`
    pub fn let_value(&mut self) -> Option<Vec<Stmt>> {
        let (ty, init, bound) = match self.rng.below(11) {
            0 => (Type::Int, self.int(0), None),
            1 | 2 => match self.shifted_index() {
                Some((init, bound)) => (Type::Usize, init, Some(bound)),
                None => return None,
            },
            3 => {
                let n = self.length_term(0)?;
                (Type::Usize, binary(Op::Add, n, Expr::Int(1)), None)
            }
            10 => {
                let (ty, init) = self.record(0);
                (ty, init, None)
            }
            4 => {
                let items = (0..3).map(|_| self.float(0)).collect();
                (Type::Array(Element::Float, 3), Expr::Array(items), None)
            }
            _ => (Type::Float, self.float(0), None),
        };
        let info = self.declare_computed(ty, false, &init);
        info.bound = bound;
        let var = info.var.clone();
        Some(vec![Stmt::Let { var, mutable: false, init: Init::Expr(init) }])
    }

    /// `i - 1` for a loop variable that is at least 1, or just `i`.
    fn shifted_index(&mut self) -> Option<(Expr, Bound)> {
        let bounded: Vec<(Expr, Bound)> = self
            .scope
            .in_scope()
            .filter(|info| self.scope.is_readable(info, 0))
            .filter_map(|info| Some((Expr::Read(whole(info)), info.bound.clone()?)))
            .collect();
        if bounded.is_empty() {
            return None;
        }
        let (var, bound) = self.rng.pick(&bounded).clone();
        let shift = self.rng.below(bound.low + 1);
        let high = match bound.high {
            High::Const(high) => High::Const(high.saturating_sub(shift)),
            High::Len { term, over } => High::Len { term, over: over.saturating_sub(shift) },
        };
        let init = if shift == 0 { var } else { binary(Op::Sub, var, literal(shift)) };
        Some((init, Bound { low: bound.low - shift, high }))
    }

    /// `let mut acc = 0.0;`, mostly with a loop that fills it.
    pub fn accumulator(&mut self) -> Vec<Stmt> {
        let (ty, init) = match self.rng.below(9) {
            8 => self.record(0),
            0..4 => (Type::Float, Expr::Float(0.0)),
            4 => (Type::Float, self.float(0)),
            5 | 6 => (Type::Array(Element::Float, 3), Expr::Repeat(Box::new(Expr::Float(0.0)), 3)),
            _ => (Type::Int, Expr::Int(0)),
        };
        let var = self.declare_computed(ty, true, &init).var.clone();
        let id = var.id;
        let mut stmts = vec![Stmt::Let { var, mutable: true, init: Init::Expr(init) }];
        if self.rng.chance(75) {
            let atoms = self.scope.infos[id].atoms;
            let others = if self.rng.chance(50) { self.choose_writes() } else { 0 };
            let may_write = atoms | others;
            let filled = |this: &mut Self| {
                let scalar = if ty == Type::Int { Type::Int } else { Type::Float };
                this.writable_place(scalar, 0, |info| info.var.id == id).map(|place| vec![this.update_of(place)])
            };
            stmts.extend(self.loop_over(may_write, filled).into_iter().flatten());
        }
        stmts
    }

    /// `let t = { let mut acc = 0.0; ...; acc };`
    pub fn block_initialiser(&mut self) -> Option<Vec<Stmt>> {
        let frame = Frame { may_write: 0, holds: false };
        let (stmts, value, reads) = self.framed(frame, 0, |this| {
            this.scoped(|this| {
                let mark = this.scope.infos.len();
                let mut stmts = this.accumulator();
                let count = this.rng.below(3);
                stmts.extend(this.block(count, Self::reversible_stmt));
                let value = this.float(0);
                // What the locals inside depend on, the block depends on.
                let inside = this.scope.infos[mark..].iter().fold(0, |atoms, info| atoms | info.atoms | info.deps);
                Some((stmts, value.clone(), inside | this.scope.reads(&value)))
            })
        })?;
        let var = self.declare_computed(Type::Float, false, &value).var.clone();
        self.scope.depend(var.id, reads);
        Some(vec![Stmt::Let { var, mutable: false, init: Init::Block(stmts, value) }])
    }
}
