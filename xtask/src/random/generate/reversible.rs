//! Draws the statements of reversible functions.

use super::scope::{Atoms, Bound, Frame, High, Role};
use super::{Builder, MOST_COST, binary, whole};
use crate::random::ast::{Element, Expr, Init, Op, Place, Record, Step, Stmt, Type, UpdateOp};
use crate::random::generate::places::Length;

/// Blocks are not nested more deeply than this.
const DEEPEST: usize = 4;

impl Builder<'_> {
    pub fn reversible_body(&mut self) -> Vec<Stmt> {
        let mut body = self.block(self.room, Self::reversible_stmt);
        if self.own_calls > 0 && self.own_calls_made == 0 {
            self.room = self.room.max(4);
            body.extend(self.recursion().into_iter().flatten());
        }
        body
    }

    pub fn reversible_stmt(&mut self) -> Option<Vec<Stmt>> {
        let inner = usize::from(self.nesting < DEEPEST && self.turns < 40 && self.cost < MOST_COST);
        let local = usize::from(self.lets && self.scope.has_room());
        let room = usize::from(self.scope.has_room());
        let pending = usize::from(self.own_calls > self.own_calls_made);
        let weights = [
            28,
            9 * local,
            9 * local,
            4 * local * inner,
            14 * inner * room,
            9 * inner,
            7 * inner,
            9 * inner * room,
            20,
            8,
            4 * inner,
            6 * pending * inner,
            60 * usize::from(self.may_recurse()),
        ];
        match self.rng.weighted(&weights)? {
            0 => self.update(),
            1 => self.let_value(),
            2 => self.accumulator(),
            3 => self.block_initialiser(),
            4 => self.for_loop(),
            5 => self.branch(),
            6 => self.branch_with_post(),
            7 => self.ancilla(),
            8 => self.call_statement(),
            9 => self.swap(),
            10 => self.length_guard(),
            11 => self.recursion(),
            _ => self.recursive_call(),
        }
    }

    /// A few statements in a scope of their own.
    fn inner_block(&mut self) -> Vec<Stmt> {
        let count = 1 + self.rng.below(3);
        self.scoped(|this| this.block(count, Self::reversible_stmt))
    }

    /// `place += e;`
    fn update(&mut self) -> Option<Vec<Stmt>> {
        if self.rng.chance(15)
            && let Some(stmt) = self.neighbours()
        {
            return Some(vec![stmt]);
        }
        let ty = if self.rng.chance(75) { Type::Float } else { Type::Int };
        let place = self.writable_place(ty, 0, |_| true)?;
        Some(vec![self.update_of(place)])
    }

    pub fn update_of(&mut self, place: Place) -> Stmt {
        let info = &self.scope.infos[place.var.id];
        let without = self.scope.forbidden_for(info, self.scope.atoms_of(&place));
        let (value, op) = if place.ty == Type::Float {
            (self.float(without), *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub]))
        } else {
            (self.int(without), *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub, UpdateOp::Xor]))
        };
        self.note_update(&place, &value);
        Stmt::Update { op, place, value }
    }

    pub fn note_update(&mut self, place: &Place, value: &Expr) {
        let reads = self.scope.reads(value) | self.scope.reads_of_indices(place);
        self.scope.infos[place.var.id].typed |= self.scope.is_typed(value);
        self.scope.updated(place, reads);
    }

    /// `b[i] += b[i - 1] * e;`
    fn neighbours(&mut self) -> Option<Stmt> {
        let (first, second) = self.two_elements(Type::Float)?;
        let atoms = self.scope.atoms_of(&first);
        let factor = self.float(atoms);
        let value = binary(Op::Mul, Expr::Read(second), binary(Op::Mul, factor, Expr::Float(0.1)));
        let op = *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub]);
        self.scope.wrote(atoms);
        Some(Stmt::Update { op, place: first, value })
    }

    /// Two different elements of one array.
    fn two_elements(&mut self, ty: Type) -> Option<(Place, Place)> {
        let holds = |info: &super::scope::Info| match info.ty {
            Type::Array(element, n) => element.ty() == ty && n > 1,
            Type::Slice(element) => element.ty() == ty,
            _ => false,
        };
        let ids: Vec<usize> = self
            .scope
            .in_scope()
            .filter(|info| info.role == Role::State && holds(info) && self.scope.writable(info) != 0)
            .map(|info| info.var.id)
            .collect();
        if ids.is_empty() {
            return None;
        }
        let info = self.scope.infos[*self.rng.pick(&ids)].clone();
        let length = match info.ty {
            Type::Array(_, n) => Length::Const(n),
            _ => Length::Slice,
        };
        let (i, j) = self.distinct_indices(length, info.atoms)?;
        let element = |index| Place { path: vec![Step::Index(index)], ty, ..whole(&info) };
        Some((element(i), element(j)))
    }

    /// `swap(&mut a, &mut b);`
    fn swap(&mut self) -> Option<Vec<Stmt>> {
        const TYPES: [Type; 7] = [
            Type::Float,
            Type::Float,
            Type::Float,
            Type::Int,
            Type::Array(Element::Float, 3),
            Type::Record(Record::Point),
            Type::Record(Record::Body),
        ];
        let ty = *self.rng.pick(&TYPES);
        if self.rng.chance(40)
            && let Some((a, b)) = self.two_elements(ty)
        {
            self.scope.wrote(self.scope.atoms_of(&a));
            return Some(vec![Stmt::Swap(a, b)]);
        }
        let a = self.writable_place(ty, 0, |info| info.role == Role::State)?;
        let b = self.writable_place(ty, self.scope.atoms_of(&a), |info| info.role == Role::State)?;
        for place in [&a, &b] {
            self.scope.infos[place.var.id].typed = true;
            self.scope.wrote(self.scope.atoms_of(place));
        }
        Some(vec![Stmt::Swap(a, b)])
    }

    fn declare_computed(&mut self, ty: Type, mutable: bool, init: &Expr) -> &mut super::scope::Info {
        let pool: &[&str] = match ty {
            Type::Usize => &["at", "to"],
            Type::Int => &["count", "odd"],
            Type::Array(..) => &["r", "g"],
            _ if mutable => &["acc", "sum"],
            _ => &["t", "u", "v"],
        };
        let (deps, typed) = (self.scope.reads(init), self.scope.is_typed(init));
        let shadow = self.rng.chance(50);
        let name = self.scope.fresh_name(pool, shadow);
        let info = self.scope.declare(name, ty, Role::Computed, mutable);
        info.deps = deps;
        info.typed = typed;
        info
    }

    /// `let t = e;`
    pub fn let_value(&mut self) -> Option<Vec<Stmt>> {
        let (ty, init, bound) = match self.rng.below(10) {
            0 => (Type::Int, self.int(0), None),
            1 | 2 => match self.shifted_index() {
                Some((init, bound)) => (Type::Usize, init, Some(bound)),
                None => return None,
            },
            3 => {
                let n = self.length_term(0)?;
                (Type::Usize, binary(Op::Add, n, Expr::Int(1)), None)
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
        let init = if shift == 0 { var } else { binary(Op::Sub, var, self.literal(shift)) };
        Some((init, Bound { low: bound.low - shift, high }))
    }

    /// `let mut acc = 0.0;`, mostly with a loop that fills it.
    pub fn accumulator(&mut self) -> Option<Vec<Stmt>> {
        let (ty, init) = match self.rng.below(8) {
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
        Some(stmts)
    }

    /// `let t = { let mut acc = 0.0; ...; acc };`
    pub fn block_initialiser(&mut self) -> Option<Vec<Stmt>> {
        let frame = Frame { may_write: 0, holds: false };
        let (stmts, value, reads) = self.framed(frame, 0, |this| {
            this.scoped(|this| {
                let mark = this.scope.infos.len();
                let mut stmts = this.accumulator()?;
                let count = this.rng.below(3);
                stmts.extend(this.block(count, Self::reversible_stmt));
                let value = this.float(0);
                // What the locals inside depend on, the block depends on.
                let inside = this.scope.infos[mark..].iter().fold(0, |atoms, info| atoms | info.atoms | info.deps);
                Some((stmts, value.clone(), inside | this.scope.reads(&value)))
            })
        })?;
        let info = self.declare_computed(Type::Float, false, &value);
        info.deps |= reads;
        let var = info.var.clone();
        Some(vec![Stmt::Let { var, mutable: false, init: Init::Block(stmts, value) }])
    }

    /// Runs `write` inside a frame whose condition or range depends on `control`.
    pub fn framed<T>(&mut self, frame: Frame, control: Atoms, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.control;
        self.scope.control |= control;
        self.scope.frames.push(frame);
        let result = write(self);
        self.scope.frames.pop();
        self.scope.control = outer;
        result
    }

    /// Some of what may be written here: what a loop or branch is allowed to write.
    pub fn choose_writes(&mut self) -> Atoms {
        self.choose(|_| true)
    }

    /// The same without recomputable locals.
    pub fn choose_state(&mut self) -> Atoms {
        self.choose(|role| role == Role::State)
    }

    fn choose(&mut self, admit: impl Fn(Role) -> bool) -> Atoms {
        let mut chosen = 0;
        let mut all = 0;
        for id in self.scope.visible.clone() {
            let info = &self.scope.infos[id];
            if !admit(info.role) {
                continue;
            }
            let percent = if info.role == Role::Computed { 45 } else { 55 };
            let mut atoms = self.scope.writable(info);
            all |= atoms;
            while atoms != 0 {
                let atom = 1 << atoms.trailing_zeros();
                atoms &= !atom;
                if self.rng.chance(percent) {
                    chosen |= atom;
                }
            }
        }
        if chosen == 0 { all } else { chosen }
    }

    fn for_loop(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        if may_write == 0 {
            return None;
        }
        self.loop_over(may_write, |_| None)
    }

    /// A loop that may write what is in `may_write`, and whose body has what `first` draws.
    fn loop_over(
        &mut self,
        may_write: Atoms,
        first: impl FnOnce(&mut Self) -> Option<Vec<Stmt>>,
    ) -> Option<Vec<Stmt>> {
        let drawn = self.range(may_write);
        let control = self.scope.reads(&drawn.range.start) | self.scope.reads(&drawn.range.end);
        let (turns, min_len, min_n) = (self.turns, self.min_len, self.min_n);
        self.turns *= drawn.turns.max(1);
        if let Some(Bound { low, high: High::Len { term, over } }) = &drawn.bound {
            let least = (low + 1).saturating_sub(*over);
            self.min_len = self.min_len.max(least);
            if matches!(term, Expr::Read(_)) {
                self.min_n = self.min_n.max(least);
            }
        }
        let frame = Frame { may_write, holds: true };
        let (var, body) = self.framed(frame, control, |this| {
            this.scoped(|this| {
                let name = this.scope.fresh_name(&["i", "j", "h"], false);
                let info = this.scope.declare(name, drawn.ty, Role::Input, false);
                info.bound = drawn.bound;
                let var = info.var.clone();
                let count = this.rng.below(2);
                let mut body = this.block(count, Self::reversible_stmt);
                let first = first(this);
                if body.is_empty() || first.is_some() || this.rng.chance(60) {
                    body.extend(first.into_iter().flatten());
                    let count = if body.is_empty() { 1 + this.rng.below(3) } else { this.rng.below(3) };
                    body.extend(this.block(count, Self::reversible_stmt));
                }
                (var, body)
            })
        });
        (self.turns, self.min_len, self.min_n) = (turns, min_len, min_n);
        if body.is_empty() { None } else { Some(vec![Stmt::For { var, range: drawn.range, body }]) }
    }

    fn branch(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        let pre = self.condition(may_write);
        self.branch_on(pre, may_write, (self.min_len, self.min_n))
    }

    /// A branch; the lengths in `otherwise_known` are known in its second half.
    fn branch_on(&mut self, pre: Expr, may_write: Atoms, otherwise_known: (usize, usize)) -> Option<Vec<Stmt>> {
        let control = self.scope.reads(&pre);
        let (then, otherwise) = self.framed(Frame { may_write, holds: true }, control, |this| {
            let reserved = this.scope.reserved;
            let then = this.inner_block();
            let known = (this.min_len, this.min_n);
            (this.min_len, this.min_n) = otherwise_known;
            let reserved = std::mem::replace(&mut this.scope.reserved, reserved);
            let otherwise = if this.rng.chance(50) { this.inner_block() } else { Vec::new() };
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
    fn length_guard(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        let term = self.length_term(may_write)?;
        let least = self.rng.below(3);
        let by_n = matches!(term, Expr::Read(_));
        let pre = binary(Op::Gt, term, self.literal(least));
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
    fn recursion(&mut self) -> Option<Vec<Stmt>> {
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
                let count = this.rng.below(3);
                let mut then = this.block(count, Self::reversible_stmt);
                // Otherwise it is left to the statements inside, so that it is nested in all of them.
                if this.may_recurse() && this.rng.chance(50) {
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

    /// `if (k > 2, k > 3) { k += 1; .. } else { .. }`: the branches change what decides between them.
    fn branch_with_post(&mut self) -> Option<Vec<Stmt>> {
        let ty = if self.onto || self.rng.chance(65) { Type::Int } else { Type::Float };
        let place = self.writable_place(ty, 0, |info| info.role == Role::State)?;
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
                    let count = this.rng.below(2);
                    let mut stmts = this.block(count, Self::reversible_stmt);
                    if let Some((op, mut value)) = change {
                        if ty == Type::Float && this.rng.chance(50) {
                            let e = this.float(atoms);
                            value = binary(Op::Add, binary(Op::Mul, e.clone(), e), value);
                        }
                        this.scope.wrote(atoms);
                        stmts.push(Stmt::Update { op, place: place.clone(), value });
                    }
                    let count = this.rng.below(2);
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
        if self.onto || self.rng.chance(30) {
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
            otherwise: if self.rng.chance(50) { Some((UpdateOp::Sub, Expr::Int(self.rng.between(0, 2)))) } else { None },
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
