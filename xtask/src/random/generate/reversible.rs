//! Draws the statements of reversible functions.

use super::places::Length;
use super::scope::{Atoms, Bound, Frame, High, Info, Role};
use super::{Builder, MOST_COST, binary, whole};
use crate::random::ast::{Bijection, Element, Expr, Method, Op, Passing, Place, Record, Step, Stmt, Type, UpdateOp};

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
            35,
            10,
            4 * inner,
            14 * pending * inner,
            14 * inner * room,
            20 * inner * room,
            6,
            5 * inner * room,
            5 * inner * room,
            4 * inner,
            4 * inner * room,
            // It is taken to read the whole of what it mentions, which may change while something waits to be undone.
            2 * usize::from(self.lets),
            3 * local,
            36,
            10,
            4 * inner * room,
            60,
            (if self.nesting == 0 { 24 } else { 6 }) * local,
            (if self.eager { 1000 } else { 25 }) * usize::from(self.may_recurse()),
        ];
        match self.rng.weighted(&weights)? {
            0 => self.update(),
            1 => self.let_value(),
            2 => Some(self.accumulator()),
            3 => self.block_initialiser(),
            4 => self.for_loop(),
            5 => self.branch(),
            6 => self.branch_with_post(),
            7 => self.ancilla(),
            8 => self.call_statement(),
            9 => self.swap(),
            10 => self.length_guard(),
            11 => self.recursion(),
            12 => self.view(),
            13 => self.each(),
            14 => self.broadcast(),
            15 => self.match_statement(),
            16 => self.while_loop(),
            17 => self.inverse_block(),
            18 => self.known(),
            19 => self.aside(),
            20 => self.let_parts(),
            21 => self.stacked(),
            22 => self.mapped(),
            23 => self.converted(),
            24 => self.apply(),
            25 => self.let_function(),
            _ => self.recursive_call(),
        }
    }

    /// A few statements in a scope of their own.
    pub fn inner_block(&mut self) -> Vec<Stmt> {
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
        // Of locals that start from zero there is nothing to scale.
        let scalable = info.var.passing == Passing::Exclusive && info.role == Role::State;
        if scalable && place.ty == Type::Float && self.rng.chance(6) {
            return self.bent(place, without);
        }
        let (value, op) = if scalable && self.rng.chance(12) {
            self.scaling(place.ty, without)
        } else if place.ty == Type::Float {
            (self.float(without), *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub]))
        } else {
            (self.int(without), *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub, UpdateOp::Xor]))
        };
        // Of a field, or a view of one, it is not known that it is an integer and has no gradient.
        let is_param = self.params.iter().any(|param| param.var.id == place.var.id);
        let named = (is_param || !place.var.is_reference()) && !place.path.iter().any(|s| matches!(s, Step::Field(_)));
        let mirrored = place.ty == Type::Int && named;
        let bijection = *self.rng.pick(&[Bijection::Mirror, Bijection::MirrorOfNegative]);
        let op = match op {
            UpdateOp::Add if self.rng.chance(8) => UpdateOp::SubFromNegative,
            UpdateOp::Sub if self.rng.chance(8) => UpdateOp::AddToNegative,
            UpdateOp::Add if mirrored && self.rng.chance(35) => UpdateOp::AddThrough(bijection),
            UpdateOp::Sub if mirrored && self.rng.chance(35) => UpdateOp::SubThrough(bijection),
            op => op,
        };
        self.note_update(&place, &value);
        Stmt::Update { op, place, value }
    }

    /// `Bent(x) += e;`: what is added there is a factor here, so it is small.
    fn bent(&mut self, place: Place, without: Atoms) -> Stmt {
        let inner = self.float(without);
        let reach = if self.turns > 1 { 0.05 } else { 0.4 };
        let value = if self.scope.is_typed(&inner) {
            binary(Op::Mul, Expr::Method(Method::Sin, vec![inner]), Expr::Float(reach))
        } else {
            Expr::Float(reach)
        };
        let bijection = *self.rng.pick(&[Bijection::Bent, Bijection::BentOfNegative]);
        let op = *self.rng.pick(&[UpdateOp::AddThrough(bijection), UpdateOp::SubThrough(bijection)]);
        self.note_update(&place, &value);
        Stmt::Update { op, place, value }
    }

    /// By what, and whether, a place is multiplied or divided. It stays away from zero, and of a size that many iterations do no harm to.
    fn scaling(&mut self, ty: Type, without: Atoms) -> (Expr, UpdateOp) {
        if ty != Type::Float {
            // Only what was multiplied can be divided, so the inverse does not run from everywhere.
            if self.onto.here || self.turns > 1 {
                return (self.int(without), UpdateOp::Xor);
            }
            return (Expr::Int(self.rng.between(2, 3)), UpdateOp::Mul);
        }
        let op = *self.rng.pick(&[UpdateOp::Mul, UpdateOp::Div]);
        let inner = self.float(without);
        if !self.scope.is_typed(&inner) {
            return (Expr::Float(1.0 + self.decimal(0.5).abs()), op);
        }
        let bounded = Expr::Method(*self.rng.pick(&[Method::Sin, Method::Tanh]), vec![inner]);
        let (reach, middle) = if self.turns > 1 { (0.1, 1.0) } else { (0.5, 1.5) };
        (binary(Op::Add, binary(Op::Mul, bounded, Expr::Float(reach)), Expr::Float(middle)), op)
    }

    pub fn note_update(&mut self, place: &Place, value: &Expr) {
        let reads = self.scope.reads(value) | self.scope.reads_of_indices(place);
        self.scope.infos[place.var.id].typed |= self.scope.is_typed(value);
        self.scope.updated(place, reads);
    }

    /// `b[i] += b[i - 1] * e;`
    fn neighbours(&mut self) -> Option<Stmt> {
        let (first, second) = self.two_elements(Type::Float, self.scope.reserved)?;
        let atoms = self.scope.atoms_of(&first);
        let factor = self.float(atoms);
        let value = binary(Op::Mul, Expr::Read(second), binary(Op::Mul, factor, Expr::Float(0.1)));
        let op = *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub]);
        self.scope.wrote(atoms);
        Some(Stmt::Update { op, place: first, value })
    }

    /// Two different elements of one array.
    fn two_elements(&mut self, ty: Type, without: Atoms) -> Option<(Place, Place)> {
        let holds = |info: &Info| match info.ty {
            Type::Array(element, n) => element.ty() == ty && n > 1,
            Type::Slice(element) => element.ty() == ty,
            _ => false,
        };
        let ids: Vec<usize> = self
            .scope
            .in_scope()
            .filter(|info| info.role == Role::State && holds(info) && self.scope.writable(info) & !without != 0)
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
            && let Some((a, b)) = self.two_elements(ty, 0)
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
            let percent = match info.role {
                // A function hands on to itself all that it may change.
                _ if self.eager => 95,
                Role::Computed => 45,
                _ => 55,
            };
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

    pub fn for_loop(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        if may_write == 0 {
            return None;
        }
        self.loop_over(may_write, |_| None)
    }

    /// A loop that may write what is in `may_write`, and whose body has what `first` draws.
    pub fn loop_over(
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
        let (mut var, body) = self.framed(frame, control, |this| {
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
        self.perhaps_nameless(&mut var, &body);
        if body.is_empty() { None } else { Some(vec![Stmt::For { var, range: drawn.range, body }]) }
    }
}
