//! Draws the statements of ordinary functions, which may overwrite their locals, and what they return.

use super::exits::{labelled, leaves};
use super::scope::{Bound, High, Role};
use super::{Builder, MOST_COST, binary, literal, whole};
use crate::random::ast::{Chain, Element, Expr, Init, Method, Op, Place, Source, Stmt, Type, UpdateOp};
use crate::random::idioms::IDIOMS;

const DEEPEST: usize = 4;

impl Builder<'_> {
    pub fn ordinary_body(&mut self) -> (Vec<Stmt>, Expr) {
        let mut body = self.free_let();
        body.extend(self.block(self.room, Self::ordinary_stmt));
        let result = if self.own_calls > 0 { self.recursive_result() } else { None };
        let result = result.unwrap_or_else(|| self.returned());
        (body, result)
    }

    pub fn ordinary_stmt(&mut self) -> Option<Vec<Stmt>> {
        let inner = usize::from(self.nesting < DEEPEST && self.turns < 40 && self.cost < MOST_COST);
        let room = usize::from(self.scope.has_room());
        let weights = [
            34,
            14 * room,
            4 * room * inner,
            16 * inner * room,
            16 * inner,
            20,
            4 * inner,
            12 * inner * room,
            5 * inner,
            6 * inner,
            14 * inner * room,
            4 * inner * room,
            3 * inner * room,
            6 * room,
            12,
            6 * inner * room,
            5 * inner * room,
            18 * room,
        ];
        match self.rng.weighted(&weights)? {
            0 => self.assignment(),
            1 => Some(self.free_let()),
            2 => self.free_block(),
            3 => self.free_loop(),
            4 => self.free_branch(),
            5 => self.call_statement(),
            6 => self.free_guard(),
            7 => self.free_repeat(),
            8 => self.free_labelled(),
            9 => self.free_match(),
            10 => self.free_each(),
            11 => self.free_closure(),
            12 => self.free_stepper(),
            13 => self.let_list(),
            14 => self.grow(),
            15 => self.taken(),
            16 => self.element(),
            _ => self.asked(),
        }
    }

    pub fn assignment(&mut self) -> Option<Vec<Stmt>> {
        let ty = if self.rng.chance(85) { Type::Float } else { Type::Int };
        let place = self.writable_place(ty, 0, |_| true)?;
        let (op, value) = if ty == Type::Float {
            match self.rng.below(8) {
                0..3 => (UpdateOp::Set, self.float(0)),
                3..5 => (UpdateOp::Add, self.float(0)),
                5 => (UpdateOp::Sub, self.float(0)),
                6 => (UpdateOp::Mul, self.factor()),
                _ => (UpdateOp::Div, binary(Op::Add, self.factor(), Expr::Float(2.5))),
            }
        } else {
            (*self.rng.pick(&[UpdateOp::Set, UpdateOp::Add, UpdateOp::Sub]), self.int(0))
        };
        self.scope.infos[place.var.id].typed |= self.scope.is_typed(&value);
        Some(vec![Stmt::Update { op, place, value }])
    }

    /// Something of size one at most.
    fn factor(&mut self) -> Expr {
        let inner = self.float(0);
        if self.scope.is_typed(&inner) && self.rng.chance(70) {
            return Expr::Method(*self.rng.pick(&[Method::Sin, Method::Cos, Method::Tanh]), vec![inner]);
        }
        Expr::Float(self.decimal(1.0))
    }

    fn free_let(&mut self) -> Vec<Stmt> {
        let (ty, init) = match self.rng.below(15) {
            0 | 1 => (Type::Float, Expr::Float(0.0)),
            2 => (Type::Int, self.int(0)),
            3 => (Type::Array(Element::Float, 3), Expr::Repeat(Box::new(Expr::Float(0.0)), 3)),
            4 => {
                let items = (0..3).map(|_| self.float(0)).collect();
                (Type::Array(Element::Float, 3), Expr::Array(items))
            }
            12 => self.record(0),
            13 | 14 => (Type::Float, self.idiom()),
            5 | 6 => {
                let parts = [self.condition(0), self.float(0), self.float(0)];
                (Type::Float, Expr::If(Box::new(parts)))
            }
            _ => (Type::Float, self.float(0)),
        };
        let mutable = self.rng.chance(75);
        let var = self.declare_free(ty, mutable, self.scope.is_typed(&init));
        vec![Stmt::Let { var, mutable, init: Init::Expr(init) }]
    }

    /// Something with types and names of the user's own.
    fn idiom(&mut self) -> Expr {
        let k = self.rng.below(IDIOMS.len());
        let part = |this: &mut Self, ty: &Type| if *ty == Type::Bool { this.condition(0) } else { this.float(0) };
        Expr::Idiom(k, IDIOMS[k].parts.iter().map(|ty| part(self, ty)).collect())
    }

    fn declare_free(&mut self, ty: Type, mutable: bool, typed: bool) -> crate::random::ast::Var {
        let pool: &[&str] = match ty {
            Type::Int => &["count", "odd"],
            Type::Array(..) => &["r", "g"],
            Type::Record(_) => &["part"],
            _ => &["s", "t", "u", "v"],
        };
        let name = self.scope.fresh_name(pool, false);
        let info = self.scope.declare(name, ty, Role::Free, mutable);
        info.typed = typed;
        info.var.clone()
    }

    fn free_block(&mut self) -> Option<Vec<Stmt>> {
        let (stmts, value, typed) = self.scoped(|this| {
            let mut stmts = this.free_let();
            let count = 1 + this.rng.below(2);
            stmts.extend(this.block(count, Self::ordinary_stmt));
            let value = this.float(0);
            let typed = this.scope.is_typed(&value);
            Some((stmts, value, typed))
        })?;
        let mutable = self.rng.chance(50);
        let var = self.declare_free(Type::Float, mutable, typed);
        Some(vec![Stmt::Let { var, mutable, init: Init::Block(stmts, value) }])
    }

    fn free_loop(&mut self) -> Option<Vec<Stmt>> {
        let drawn = self.range(0);
        let (turns, min_len) = (self.turns, self.min_len);
        self.turns *= drawn.turns.max(1);
        if let Some(Bound { low, high: High::Len { over, .. } }) = &drawn.bound {
            self.min_len = self.min_len.max((low + 1).saturating_sub(*over));
        }
        let (label, (mut var, body)) = self.in_level(true, |this| {
            this.scoped(|this| {
                let name = this.scope.fresh_name(&["i", "j", "l"], false);
                let info = this.scope.declare(name, drawn.ty, Role::Input, false);
                info.bound = drawn.bound;
                let var = info.var.clone();
                let count = 1 + this.rng.below(3);
                (var, this.block(count, Self::ordinary_stmt))
            })
        });
        (self.turns, self.min_len) = (turns, min_len);
        self.perhaps_nameless(&mut var, &body);
        if body.is_empty() { None } else { Some(labelled(label, Stmt::For { var, range: drawn.range, body })) }
    }

    fn free_branch(&mut self) -> Option<Vec<Stmt>> {
        let pre = self.condition(0);
        let then = self.branch_body(true);
        let otherwise = match self.rng.below(10) {
            // `else if`
            0 if self.nesting < DEEPEST => self.scoped(Self::free_branch).unwrap_or_default(),
            0..5 => self.branch_body(!leaves(&then)),
            _ => Vec::new(),
        };
        if then.is_empty() && otherwise.is_empty() {
            return None;
        }
        Some(vec![Stmt::If { pre, post: None, then, otherwise }])
    }

    fn free_guard(&mut self) -> Option<Vec<Stmt>> {
        let term = self.length_term(0)?;
        let least = self.rng.below(3);
        let known = self.min_len;
        self.min_len = known.max(least + 1);
        let then = self.branch_body(true);
        self.min_len = known;
        if then.is_empty() {
            return None;
        }
        Some(vec![Stmt::If { pre: binary(Op::Gt, term, literal(least)), post: None, then, otherwise: Vec::new() }])
    }

    /// The value of the function: an expression, or a choice between some.
    pub fn result(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.rng.chance(20) {
            let condition = self.condition(0);
            let (then, otherwise) = (self.result(depth - 1), self.result(depth - 1));
            return Expr::If(Box::new([condition, then, otherwise]));
        }
        let mut value = self.float(0);
        // What was computed should matter.
        let locals: Vec<usize> = self
            .scope
            .in_scope()
            .filter(|info| info.role == Role::Free && info.ty.contains(Type::Float) && info.alive)
            .map(|info| info.var.id)
            .collect();
        let lists: Vec<Place> =
            self.scope.in_scope().filter(|info| info.ty == Type::List && info.alive).map(whole).collect();
        for list in lists {
            if self.rng.chance(70) {
                let name = self.scope.fresh_name(&["each"], false);
                let var = self.scope.declare_view(self.scope.infos.len(), name, Type::Float, &list, false).var.clone();
                self.scope.visible.pop();
                self.scope.infos[var.id].alive = false;
                let mut chain = Chain::along(&list);
                if let Source::Slice { var: own, .. } = &mut chain.source {
                    *own = var;
                }
                value = binary(Op::Add, value, Expr::Chain(Box::new(chain)));
            }
        }
        for id in locals {
            if self.rng.chance(60)
                && let Some(place) = self.place_in(id, Type::Float, 0)
            {
                value = binary(Op::Add, value, Expr::Read(place));
            }
        }
        value
    }

    /// `if n == 0 { e } else { .. h(.., n - 1) .. }`
    fn recursive_result(&mut self) -> Option<Expr> {
        let n = self.length_param()?;
        let n = Expr::Read(whole(&self.scope.infos[n.var.id]));
        let base = self.result(0);
        let params = self.params.clone();
        let args = self.arguments(&params, Vec::new(), 0, Some(&self.one_less()))?;
        let call = Expr::Call(self.done.len(), args);
        self.own_calls_made = 1;
        let around = match self.rng.below(4) {
            0 => binary(Op::Mul, self.factor(), call),
            1 => binary(Op::Add, self.result(0), call),
            2 => binary(Op::Sub, call, self.result(0)),
            _ => Expr::Method(Method::Sin, vec![call]),
        };
        let (condition, then, otherwise) = if self.rng.chance(60) {
            (binary(Op::Eq, n, Expr::Int(0)), base, around)
        } else {
            (binary(Op::Gt, n, Expr::Int(0)), around, base)
        };
        Some(Expr::If(Box::new([condition, then, otherwise])))
    }
}
