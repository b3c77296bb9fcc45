//! The rules that the generator keeps, asked of a finished program.
//!
//! A program that is being shrunk may break them; then the compiler is right to reject it, and it is no example of anything. Asked of
//! every program drawn, it also shows that the generator does what it means to do.

use super::scope::{Atoms, Frame, Role, Scope};
use crate::random::ast::{
    Arg, Arm, Duty, Element, Expr, Function, Init, Passing, Place, Program, Source, StackOp, Step, Stmt, Type, Var,
    View,
};
use crate::random::{shrink, walk};

/// Whether the reversible functions of a program keep to the rules for locals, conditions and targets.
pub fn is_valid(program: &Program) -> bool {
    program.functions.iter().filter(|function| function.duty == Duty::Reversible).all(|function| {
        let mut checker = Checker { scope: Scope::default(), valid: true, undone: false, blocks: 0 };
        checker.function(function);
        checker.valid
    })
}

struct Checker {
    scope: Scope,
    valid: bool,
    /// inside what is undone later
    undone: bool,
    blocks: usize,
}

impl Checker {
    fn require(&mut self, condition: bool) {
        self.valid &= condition;
    }

    fn function(&mut self, function: &Function) {
        for param in &function.params {
            let exclusive = param.passing == Passing::Exclusive;
            let role = if exclusive { Role::State } else { Role::Input };
            self.scope.declare_at(param.var.id, param.var.name.clone(), param.ty, role, exclusive);
        }
        self.stmts(&function.body);
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn scoped(&mut self, run: impl FnOnce(&mut Self)) {
        let (visible, frozen, block) = (self.scope.visible.len(), self.scope.frozen, self.scope.block);
        self.blocks += 1;
        self.scope.block = self.blocks;
        run(self);
        self.scope.block = block;
        self.scope.frozen = frozen;
        for id in self.scope.visible.split_off(visible) {
            self.scope.infos[id].alive = false;
        }
    }

    fn framed(&mut self, frame: Frame, control: Atoms, run: impl FnOnce(&mut Self)) {
        let outer = self.scope.control;
        self.scope.control |= control;
        self.scope.frames.push(frame);
        run(self);
        self.scope.frames.pop();
        self.scope.control = outer;
    }

    fn expr(&mut self, expr: &Expr) {
        walk::expressions(expr, &mut |part| match part {
            Expr::Read(place) => self.read(place),
            Expr::Call(_, args) => self.args(args),
            Expr::Block(block) => {
                let (var, init, _) = &**block;
                let reads = if self.valid { self.scope.reads(init) } else { 0 };
                self.declare(var, init, Role::Input, false);
                self.scope.infos[var.id].deps = reads;
            }
            _ => {}
        });
    }

    fn args(&mut self, args: &[Arg]) {
        for arg in args {
            if let Arg::Shared(place) = arg {
                self.read(place);
            }
        }
    }

    fn read(&mut self, place: &Place) {
        let readable = match self.scope.infos.get(place.var.id) {
            Some(info) => self.scope.is_readable(info, 0) && self.scope.atoms_of(place) & self.scope.reserved == 0,
            None => false,
        };
        self.require(readable);
    }

    fn declare(&mut self, var: &Var, init: &Expr, role: Role, mutable: bool) {
        let ty = shrink::type_of(init);
        self.scope.declare_at(var.id, var.name.clone(), ty, role, mutable);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        // These say themselves in which order their parts are seen.
        if !matches!(stmt, Stmt::Let { init: Init::Block(..), .. } | Stmt::Ancilla { .. } | Stmt::Match { .. }) {
            walk::expressions_in(stmt, &mut |expr| self.expr(expr));
        }
        match stmt {
            Stmt::Let { var, mutable, init } => self.let_statement(var, *mutable, init),
            Stmt::Update { place, value, .. } => self.update(place, value),
            Stmt::For { var, range, body } => {
                let may_write = self.scope.writes_of_stmts(body);
                let control = self.scope.reads(&range.start) | self.scope.reads(&range.end);
                self.require(control & may_write == 0);
                self.framed(Frame { may_write, holds: true }, control, |this| {
                    this.scoped(|this| {
                        let ty = shrink::type_of(&range.end);
                        this.scope.declare_at(var.id, var.name.clone(), ty, Role::Input, false);
                        this.stmts(body);
                    });
                });
            }
            Stmt::If { pre, post, then, otherwise } => {
                let may_write = self.scope.writes_of_stmts(then) | self.scope.writes_of_stmts(otherwise);
                let control = self.scope.reads(pre) | post.as_ref().map_or(0, |post| self.scope.reads(post));
                self.require(post.is_some() || control & may_write == 0);
                self.framed(Frame { may_write, holds: true }, control, |this| {
                    let before = this.scope.reserved;
                    this.scoped(|this| this.stmts(then));
                    let after = std::mem::replace(&mut this.scope.reserved, before);
                    this.scoped(|this| this.stmts(otherwise));
                    this.scope.reserved &= after;
                });
            }
            Stmt::Call { args, .. } | Stmt::Apply { args, .. } => self.call(args),
            Stmt::Stack { op, stack, item } => self.stack(*op, stack, item),
            Stmt::Map { map, key, value, .. } => {
                self.writable(map, false);
                if self.valid {
                    let atoms = self.scope.atoms_of(map);
                    let reads = self.scope.reads(key) | self.scope.reads(value);
                    self.require(reads & atoms == 0);
                    self.scope.wrote(atoms);
                }
            }
            Stmt::Converted { var, conversion, first, by, uses } => {
                let reads = self.scope.reads(first) | by.as_ref().map_or(0, |by| self.scope.reads(by));
                self.require(self.changing(reads) & self.scope.frozen == 0 || !self.undone);
                self.scope.declare_at(var.id, var.name.clone(), conversion.ty(), Role::State, true);
                self.held(var, reads, uses);
            }
            Stmt::Swap(a, b) => {
                for place in [a, b] {
                    self.writable(place, false);
                    let atoms = self.scope.atoms_of(place);
                    self.scope.wrote(atoms);
                }
            }
            Stmt::Ancilla { .. } => self.ancilla(stmt),
            Stmt::LetParts { vars, init } => self.let_parts(vars, init),
            Stmt::Known { var, first, second, uses } => self.known(var, first, second, uses),
            Stmt::Inverse(stmts) => {
                let may_write = self.scope.writes_of_stmts(stmts);
                let frozen = self.scope.frozen;
                self.scope.frozen |= self.scope.reserved;
                let undone = std::mem::replace(&mut self.undone, true);
                self.framed(Frame { may_write, holds: true }, 0, |this| this.scoped(|this| this.stmts(stmts)));
                self.undone = undone;
                self.scope.frozen = frozen;
            }
            Stmt::Match { value, arms } => self.matched(value, arms),
            Stmt::While { var, limit, released, body, .. } => {
                let may_write = self.scope.writes_of_stmts(body);
                let computed = self.scope.infos.iter().filter(|info| info.role == Role::Computed);
                let computed = computed.fold(0, |atoms, info| atoms | info.atoms);
                self.require(!released || may_write & computed == 0);
                let control = self.scope.reads(limit);
                self.require(control & may_write == 0);
                self.framed(Frame { may_write, holds: true }, control, |this| {
                    this.scoped(|this| {
                        this.scope.declare_at(var.id, var.name.clone(), Type::Usize, Role::Input, false);
                        this.stmts(body);
                    });
                });
            }
            Stmt::Each { source, body } => self.each(source, body),
            Stmt::View { view, place, exclusive, uses } => self.view(view, place, *exclusive, uses),
            Stmt::Broadcast { var, body, .. } => {
                let may_write = self.scope.writes_of_stmts(body);
                self.framed(Frame { may_write, holds: true }, 0, |this| {
                    this.scoped(|this| {
                        this.scope.declare_at(var.id, var.name.clone(), Type::Usize, Role::Input, false);
                        this.stmts(body);
                    });
                });
            }
            Stmt::Aside(..) => {}
            _ => unreachable!("only in ordinary functions"),
        }
    }

    fn known(&mut self, var: &Var, first: &Expr, second: &Expr, uses: &[Stmt]) {
        let reads = self.scope.reads(first) | self.scope.reads(second);
        self.require(self.changing(reads) & self.scope.frozen == 0 || !self.undone);
        self.declare(var, first, Role::State, true);
        self.held(var, reads, uses);
    }

    /// What is done while a local holds something that depends on `reads`.
    fn held(&mut self, var: &Var, reads: Atoms, uses: &[Stmt]) {
        let own = self.scope.infos[var.id].atoms;
        let frozen = self.scope.frozen;
        self.scope.frozen |= reads | own;
        let pinned = self.scope.pin(reads);
        self.stmts(uses);
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = frozen | own;
        self.scope.wrote(own);
        self.scope.infos[var.id].alive = false;
    }

    fn matched(&mut self, value: &Expr, arms: &[Arm]) {
        self.expr(value);
        let may_write = arms.iter().fold(0, |atoms, arm| atoms | self.scope.writes_of_stmts(&arm.body));
        let mut control = self.scope.reads(value);
        self.require(control & may_write == 0);
        let (before, mut after) = (self.scope.reserved, self.scope.reserved);
        for (k, arm) in arms.iter().enumerate() {
            self.scope.reserved = before;
            let mut decided = 0;
            self.framed(Frame { may_write, holds: true }, control, |this| {
                this.scoped(|this| {
                    if let Some(var) = arm.pattern.var() {
                        this.scope.declare_at(var.id, var.name.clone(), Type::Int, Role::Input, false);
                    }
                    if let Some(guard) = &arm.guard {
                        this.expr(guard);
                        let reads = if this.valid { this.scope.reads(guard) } else { 0 };
                        this.require(k == 0 && reads & may_write == 0);
                        this.scope.control |= reads;
                        decided = reads;
                    }
                    this.stmts(&arm.body);
                });
            });
            after |= self.scope.reserved;
            control |= decided;
        }
        self.scope.reserved = after;
    }

    /// Those of the atoms that change at all.
    fn changing(&self, atoms: Atoms) -> Atoms {
        self.scope.infos.iter().filter(|info| info.mutable).fold(0, |all, info| all | info.atoms) & atoms
    }

    fn let_parts(&mut self, vars: &[Var], init: &Expr) {
        self.require(!self.undone);
        let parts: Vec<(Expr, Type)> = match init {
            Expr::Tuple(items) => items.iter().map(|item| (item.clone(), shrink::type_of(item))).collect(),
            Expr::Read(Place { ty: Type::Record(record), .. }) => {
                record.fields().iter().map(|(_, ty)| (init.clone(), *ty)).collect()
            }
            other => vec![(other.clone(), Type::Float); vars.len()],
        };
        for (var, (part, ty)) in vars.iter().zip(parts) {
            let reads = self.scope.reads(&part);
            self.scope.declare_at(var.id, var.name.clone(), ty, Role::Computed, false);
            self.scope.depend(var.id, reads);
        }
    }

    fn each(&mut self, source: &Source, body: &[Stmt]) {
        self.scoped(|this| {
            let (mut changed, mut shared, mut hidden) = (0, 0, Vec::new());
            source.leaves(&mut |leaf| match leaf {
                Source::Slice { var, place, chunk, .. } => {
                    let exclusive = var.passing == Passing::Exclusive;
                    if exclusive {
                        this.writable(place, false);
                    }
                    this.read(place);
                    let Some(atoms) = this.scope.infos.get(place.var.id).map(|_| this.scope.atoms_of(place)) else {
                        return;
                    };
                    this.require(changed & atoms == 0 && (!exclusive || shared & atoms == 0));
                    if exclusive {
                        changed |= atoms;
                        hidden.push(place.var.id);
                    } else {
                        shared |= atoms;
                    }
                    let ty = match (place.ty, chunk) {
                        (Type::Array(element, _) | Type::Slice(element), Some(n)) => Type::Array(element, *n),
                        (Type::Array(element, _) | Type::Slice(element), None) => element.ty(),
                        _ => Type::Float,
                    };
                    this.scope.declare_view(var.id, var.name.clone(), ty, place, exclusive);
                }
                Source::Range { var, .. } | Source::Enumerate(var, _) => {
                    this.scope.declare_at(var.id, var.name.clone(), Type::Usize, Role::Input, false);
                }
                Source::Zip(_) | Source::Rev(_) | Source::Cut(..) => {}
            });
            if !this.valid {
                return;
            }
            hidden.iter().for_each(|id| this.scope.infos[*id].alive = false);
            let may_write = this.scope.writes_of_stmts(body);
            this.require(may_write & shared == 0);
            this.framed(Frame { may_write, holds: true }, 0, |this| this.stmts(body));
            hidden.iter().for_each(|id| this.scope.infos[*id].alive = true);
        });
    }

    fn view(&mut self, view: &View, place: &Place, exclusive: bool, uses: &[Stmt]) {
        self.read(place);
        if exclusive {
            self.writable(place, false);
        }
        if !self.valid {
            return;
        }
        let element = match place.ty {
            Type::Array(element, _) | Type::Slice(element) => element,
            _ => Element::Float,
        };
        for (k, var) in view.vars().iter().enumerate() {
            let mut part = place.clone();
            let ty = match view {
                View::One(_) if !matches!(place.ty, Type::Slice(_)) => place.ty,
                View::One(_) | View::Split(..) => Type::Array(element, 2),
                View::Fields(record, _) => {
                    let (field, ty) = record.fields()[k];
                    part.path.push(Step::Field(field));
                    ty
                }
            };
            self.scope.declare_view(var.id, var.name.clone(), ty, &part, exclusive);
        }
        let frozen = self.scope.frozen;
        let reads = self.scope.reads_of_indices(place);
        self.scope.frozen |= reads;
        let pinned = self.scope.pin(reads);
        if exclusive {
            self.scope.infos[place.var.id].alive = false;
        } else {
            self.scope.frozen |= self.scope.atoms_of(place);
        }
        self.stmts(uses);
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = frozen;
        self.scope.infos[place.var.id].alive = true;
        view.vars().iter().for_each(|var| self.scope.infos[var.id].alive = false);
    }

    fn writable(&mut self, place: &Place, computed_too: bool) {
        let writable = self.scope.infos.get(place.var.id).is_some_and(|info| {
            let atoms = self.scope.atoms_of(place);
            (computed_too || info.role != Role::Computed) && atoms & !self.scope.writable(info) == 0
        });
        self.require(writable);
    }

    fn let_statement(&mut self, var: &Var, mutable: bool, init: &Init) {
        self.require(!self.undone);
        match init {
            Init::Expr(value) => {
                let reads = self.scope.reads(value);
                self.declare(var, value, Role::Computed, mutable);
                self.scope.depend(var.id, reads);
            }
            Init::Block(stmts, value) => {
                let mark = self.scope.infos.len();
                let mut reads = 0;
                self.framed(Frame { may_write: 0, holds: false }, 0, |this| {
                    this.scoped(|this| {
                        this.stmts(stmts);
                        this.expr(value);
                        let inner = &this.scope.infos[mark.min(this.scope.infos.len())..];
                        reads =
                            inner.iter().fold(this.scope.reads(value), |atoms, info| atoms | info.atoms | info.deps);
                    });
                });
                self.declare(var, value, Role::Computed, mutable);
                self.scope.depend(var.id, reads);
            }
        }
    }

    fn update(&mut self, place: &Place, value: &Expr) {
        self.writable(place, true);
        if !self.valid {
            return;
        }
        let info = &self.scope.infos[place.var.id];
        let forbidden = self.scope.forbidden_for(info, self.scope.atoms_of(place));
        let mut reads = self.scope.reads_of_indices(place);
        let is_state = info.role == Role::State;
        walk::expressions(value, &mut |part| match part {
            // Another element of the same array: that it is another one is for the run to show.
            Expr::Read(other) if is_state && are_elements_of_one(place, other) => {
                reads |= self.scope.reads_of_indices(other);
            }
            Expr::Read(other) => reads |= self.scope.reads_of_place(other),
            Expr::Call(_, args) => reads |= self.scope.reads_of_args(args),
            _ => {}
        });
        self.require(reads & forbidden == 0);
        self.scope.updated(place, reads);
    }

    fn stack(&mut self, op: StackOp, stack: &Place, item: &Place) {
        self.writable(stack, false);
        if op.copies() {
            self.read(item);
        } else {
            self.writable(item, false);
        }
        if self.valid {
            let changed = if op.copies() { 0 } else { self.scope.atoms_of(item) };
            let atoms = self.scope.atoms_of(stack);
            self.require(self.scope.reads_of_indices(item) & (atoms | changed) == 0);
            self.scope.wrote(atoms | changed);
        }
    }

    fn call(&mut self, args: &[Arg]) {
        self.args(args);
        let changed: Vec<&Place> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Exclusive(place) => Some(place),
                _ => None,
            })
            .collect();
        let (mut taken, mut forbidden) = (0, 0);
        for place in &changed {
            self.writable(place, changed.len() == 1);
            if !self.valid {
                return;
            }
            let atoms = self.scope.atoms_of(place);
            self.require(taken & atoms == 0);
            taken |= atoms;
            forbidden |= atoms | self.scope.forbidden_for(&self.scope.infos[place.var.id], atoms);
        }
        let reads = self.scope.reads_of_args(args);
        self.require(reads & forbidden == 0);
        changed.iter().for_each(|place| self.scope.updated(place, reads));
    }

    fn ancilla(&mut self, stmt: &Stmt) {
        let Stmt::Ancilla { lets, compute, packed, uses, .. } = stmt else { unreachable!("an ancilla") };
        let mut fresh = 0;
        let mut kept = 0;
        for (var, init) in lets {
            self.expr(init);
            // What never changes may be read at any time.
            let reads = self.changing(self.scope.reads(init));
            self.require(if self.undone { reads == 0 } else { reads & self.scope.frozen == 0 });
            self.declare(var, init, Role::State, true);
            fresh |= self.scope.infos[var.id].atoms;
            kept |= reads;
            self.scope.frozen |= reads;
        }
        let may_write = self.scope.writes_of_stmts(compute);
        let reserved = self.scope.reserved;
        self.scope.reserved |= fresh;
        let undone = std::mem::replace(&mut self.undone, true);
        self.framed(Frame { may_write: may_write | fresh, holds: true }, 0, |this| this.stmts(compute));
        self.undone = undone;
        self.scope.reserved = reserved;
        let outer = self.scope.frozen;
        self.scope.frozen |= may_write | fresh | self.scope.reads_of_stmts(compute);
        let pinned = self.scope.pin(self.scope.reads_of_stmts(compute));
        if let Some((var, record)) = packed {
            lets.iter().for_each(|(var, _)| self.scope.infos[var.id].alive = false);
            let info = self.scope.declare_at(var.id, var.name.clone(), Type::Record(*record), Role::State, true);
            let atoms = info.atoms;
            self.scope.frozen |= atoms;
        }
        self.stmts(uses);
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = outer | fresh | kept;
        self.scope.wrote(may_write);
        for var in lets.iter().map(|(var, _)| var).chain(packed.iter().map(|(var, _)| var)) {
            let atoms = self.scope.infos[var.id].atoms;
            self.scope.wrote(atoms);
            self.scope.infos[var.id].alive = false;
        }
    }
}

fn are_elements_of_one(a: &Place, b: &Place) -> bool {
    let indexed = |place: &Place| matches!(place.path.first(), Some(Step::Index(_)));
    a.var.id == b.var.id && indexed(a) && indexed(b)
}
