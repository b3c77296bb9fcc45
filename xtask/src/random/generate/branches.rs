//! Draws branches of reversible functions: on what they leave alone, on lengths, with a recursion inside, and on what they change.

use super::scope::{Atoms, Frame, Role};
use super::{Builder, binary, literal, whole};
use crate::random::ast::{Expr, Op, Place, Stmt, Type, UpdateOp};

impl Builder<'_> {
    pub fn branch(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        let pre = self.condition(may_write);
        self.branch_on(pre, may_write, (self.min_len, self.min_n))
    }

    /// A branch; the lengths in `otherwise_known` are known in its second half.
    fn branch_on(&mut self, pre: Expr, may_write: Atoms, otherwise_known: (usize, usize)) -> Option<Vec<Stmt>> {
        let control = self.scope.reads(&pre);
        let (then, otherwise) = self.framed(Frame { may_write, holds: true }, control, |this| {
            let reserved = this.scope.reserved;
            let then = this.patient(Self::inner_block);
            let known = (this.min_len, this.min_n);
            (this.min_len, this.min_n) = otherwise_known;
            let reserved = std::mem::replace(&mut this.scope.reserved, reserved);
            let otherwise = match this.rng.below(10) {
                _ if this.eager && this.may_recurse() => this.inner_block(),
                0..4 => this.inner_block(),
                4 => this.scoped(|this| this.branch().unwrap_or_default()),
                5 => this.scoped(|this| this.branch_with_post().unwrap_or_default()),
                _ => Vec::new(),
            };
            this.scope.reserved &= reserved;
            (this.min_len, this.min_n) = known;
            (then, otherwise)
        });
        if then.is_empty() && otherwise.is_empty() {
            return None;
        }
        Some(vec![Stmt::If { pre, post: None, then, otherwise }])
    }

    /// `if n > 2 { .. }`, inside which constant indices are within bounds.
    pub fn length_guard(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        let term = self.length_term(may_write)?;
        let least = self.rng.below(3);
        let by_n = matches!(term, Expr::Read(_));
        let pre = binary(Op::Gt, term, literal(least));
        let known = (self.min_len, self.min_n);
        self.min_len = self.min_len.max(least + 1);
        if by_n {
            self.min_n = self.min_n.max(least + 1);
        }
        let stmts = self.branch_on(pre, may_write, known);
        (self.min_len, self.min_n) = known;
        stmts
    }

    /// `if n > 0 { ..; f(.., n - 1); .. }`
    pub fn recursion(&mut self) -> Option<Vec<Stmt>> {
        let n = self.length_param()?;
        let n = Expr::Read(whole(&self.scope.infos[n.var.id]));
        let may_write = self.choose_writes();
        let known = (self.min_len, self.min_n);
        self.min_n = self.min_n.max(1);
        if self.slice_params().next().is_some() {
            self.min_len = self.min_len.max(1);
        }
        let pre = binary(Op::Gt, n, Expr::Int(0));
        let control = self.scope.reads(&pre);
        let then = self.framed(Frame { may_write, holds: true }, control, |this| {
            this.scoped(|this| {
                let count = 1 + this.rng.below(3);
                let mut then = this.block(count, Self::reversible_stmt);
                then.extend(this.nested_recursion());
                if this.may_recurse() {
                    then.extend(this.recursive_call().into_iter().flatten());
                }
                let count = this.rng.below(3);
                then.extend(this.block(count, Self::reversible_stmt));
                then
            })
        });
        (self.min_len, self.min_n) = known;
        if then.is_empty() { None } else { Some(vec![Stmt::If { pre, post: None, then, otherwise: Vec::new() }]) }
    }

    /// Something with a recursive call inside it, if that works out.
    fn nested_recursion(&mut self) -> Vec<Stmt> {
        self.eager = true;
        let made = self.own_calls_made;
        let mut nested = Vec::new();
        for _ in 0..5 {
            if !self.may_recurse() || !self.scope.has_room() || self.own_calls_made > made {
                break;
            }
            let stmts = match self.rng.below(17) {
                0 | 1 => self.for_loop(),
                2 | 3 => self.branch(),
                4..=7 => self.ancilla(),
                8 if self.lets => self.block_initialiser(),
                9 => self.each(),
                10 => self.view(),
                11 | 16 => self.match_statement(),
                12 => self.inverse_block(),
                13 => self.converted(),
                14 => self.known(),
                _ => self.while_loop(),
            };
            nested.extend(stmts.into_iter().flatten());
        }
        self.eager = false;
        nested
    }

    /// Writes the first of several parts. The call of itself, if one should come, is sometimes left to the others.
    pub fn patient<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> T {
        let eager = self.eager;
        self.eager = eager && self.rng.chance(50);
        let part = part(self);
        self.eager = eager;
        part
    }

    /// `if (k > 2, k > 3) { k += 1; .. } else { .. }`: the branches change what decides between them.
    pub fn branch_with_post(&mut self) -> Option<Vec<Stmt>> {
        let ty = if self.onto.here || self.rng.chance(65) { Type::Int } else { Type::Float };
        // The condition reads it, so an ancilla must have been written before.
        let place = self.writable_place(ty, self.scope.reserved, |info| info.role == Role::State)?;
        let atoms = self.scope.atoms_of(&place);
        let flag = self.flag(&place);
        let may_write = atoms | self.choose_writes();
        let also = if self.rng.chance(20) { Some(self.condition(may_write)) } else { None };
        let and = |expr, also: Option<&Expr>| match also {
            Some(also) => binary(Op::And, expr, also.clone()),
            None => expr,
        };
        let (pre, post) = (and(flag.pre, also.as_ref()), and(flag.post, also.as_ref()));
        let control = self.scope.reads(&pre) | self.scope.reads(&post);
        let outer = self.scope.frozen;
        self.scope.frozen |= atoms;
        let branch = |this: &mut Self, change: Option<(UpdateOp, Expr)>| {
            this.framed(Frame { may_write, holds: true }, control, |this| {
                this.scoped(|this| {
                    let count = this.rng.below(3);
                    let mut stmts = this.block(count, Self::reversible_stmt);
                    if let Some((op, mut value)) = change {
                        if ty == Type::Float && this.rng.chance(50) {
                            let e = this.float(atoms);
                            value = binary(Op::Add, binary(Op::Mul, e.clone(), e), value);
                        }
                        this.scope.wrote(atoms);
                        stmts.push(Stmt::Update { op, place: place.clone(), value });
                    }
                    let count = this.rng.below(3);
                    stmts.extend(this.block(count, Self::reversible_stmt));
                    stmts
                })
            })
        };
        let reserved = self.scope.reserved;
        let then = branch(self, Some(flag.then));
        let reserved = std::mem::replace(&mut self.scope.reserved, reserved);
        let otherwise = branch(self, flag.otherwise);
        self.scope.reserved &= reserved;
        self.scope.frozen = outer;
        Some(vec![Stmt::If { pre, post: Some(post), then, otherwise }])
    }

    fn flag(&mut self, place: &Place) -> Flag {
        let read = || Expr::Read(place.clone());
        if place.ty == Type::Float {
            let threshold = self.decimal(1.0);
            let step = self.decimal(1.0).abs();
            return Flag {
                pre: binary(Op::Gt, read(), Expr::Float(threshold)),
                post: binary(Op::Gt, read(), Expr::Float(threshold + step)),
                then: (UpdateOp::Add, Expr::Float(step)),
                otherwise: if self.rng.chance(50) { Some((UpdateOp::Sub, Expr::Float(step))) } else { None },
            };
        }
        // Adding a fixed number to all even ones and to all odd ones reaches everything.
        if self.onto.here || self.rng.chance(30) {
            let even = || binary(Op::Rem, read(), Expr::Int(2));
            let change = |this: &mut Self| match this.rng.below(3) {
                0 => (UpdateOp::Xor, Expr::Int(1)),
                1 => (UpdateOp::Sub, Expr::Int(3)),
                _ => (UpdateOp::Add, Expr::Int(1)),
            };
            return Flag {
                pre: binary(Op::Eq, even(), Expr::Int(0)),
                post: binary(Op::Ne, even(), Expr::Int(0)),
                then: change(self),
                otherwise: Some(change(self)),
            };
        }
        let threshold = self.rng.between(-2, 3);
        let step = self.rng.between(0, 2);
        let more = step + self.rng.between(0, 2);
        Flag {
            pre: binary(Op::Gt, read(), Expr::Int(threshold)),
            post: binary(Op::Gt, read(), Expr::Int(threshold + step)),
            then: (UpdateOp::Add, Expr::Int(more)),
            otherwise: if self.rng.chance(50) {
                Some((UpdateOp::Sub, Expr::Int(self.rng.between(0, 2))))
            } else {
                None
            },
        }
    }
}

/// A condition, the one that holds afterwards, and what each branch does to make it so, whatever the value was.
struct Flag {
    pre: Expr,
    post: Expr,
    then: (UpdateOp, Expr),
    otherwise: Option<(UpdateOp, Expr)>,
}
