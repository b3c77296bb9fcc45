//! Draws ancillas: locals that are computed, used, and restored by undoing the computation.
//!
//! The computation may change other state on the way, which is what makes the locals not recomputable. What it read and wrote stays as it
//! is while they are used; then the same statements backwards restore everything.

use super::Builder;
use super::scope::{Frame, Role};
use crate::random::ast::{Element, Expr, Record, Stmt, Type, Undo, Var};

impl Builder<'_> {
    pub fn ancilla(&mut self) -> Option<Vec<Stmt>> {
        let before_all = (self.room, self.cost, self.own_calls_made, self.scope.clone());
        let undo = match self.rng.below(3) {
            0 => Undo::Written,
            1 => Undo::Inverse,
            _ => {
                self.labels += 1;
                Undo::Label(format!("r{}", self.labels).into())
            }
        };
        // What a labelled block changed may not even be moved until it is undone.
        let packing = (!matches!(undo, Undo::Label(_)) && self.rng.chance(18)).then_some(Record::Point);
        let count = if undo == Undo::Written { 1 + self.rng.below(2) } else { self.rng.below(3) };
        let lets: Vec<(Var, Expr)> = match packing {
            Some(record) => record.fields().iter().map(|(_, ty)| self.ancilla_part(*ty)).collect(),
            None => (0..count).map(|_| self.ancilla_let()).collect(),
        };
        let fresh = lets.iter().fold(0, |atoms, (var, _)| atoms | self.scope.infos[var.id].atoms);
        // What the computation neither reads nor writes can be changed while the ancillas are used. The function itself changes it all.
        let in_compute = self.eager && self.rng.chance(60);
        let others = if lets.is_empty() || in_compute || self.rng.chance(70) { self.choose_state() } else { 0 };
        let reserved = if in_compute { 0 } else { self.choose_state() };
        let others = others & !reserved;
        let outer_reserved = self.scope.reserved;
        // An ancilla is written before it is read, so that the last thing done to it is to undo that.
        self.scope.reserved |= reserved | fresh;

        let turns = self.turns;
        let before = std::mem::take(&mut self.scope.written);
        let lets_outside = std::mem::replace(&mut self.lets, false);
        // It runs twice: once to compute, once to undo.
        self.turns *= 2;
        let first = lets.first().map(|(var, _)| var.id);
        let compute = self.framed(Frame { may_write: fresh | others, holds: true }, 0, |this| {
            this.nesting += 1;
            let count = usize::from(in_compute || this.rng.chance(50));
            let eager = std::mem::replace(&mut this.eager, in_compute);
            let mut compute = this.block(count, Self::reversible_stmt);
            compute.extend(first.into_iter().flat_map(|first| this.fill(first)).collect::<Vec<_>>());
            let count = this.rng.below(3);
            compute.extend(this.block(count, Self::reversible_stmt));
            this.nesting -= 1;
            this.eager = eager;
            compute
        });
        self.turns = turns;
        self.lets = lets_outside;
        self.scope.reserved = outer_reserved;
        let changed = std::mem::replace(&mut self.scope.written, before);
        self.scope.written |= changed;
        if compute.is_empty() {
            (self.room, self.cost, self.own_calls_made, self.scope) = before_all;
            return None;
        }

        let outer = self.scope.frozen;
        self.scope.frozen |= changed | fresh | self.scope.reads_of_stmts(&compute);
        let pinned = self.scope.pin(self.scope.reads_of_stmts(&compute));
        let packed = packing.map(|record| {
            lets.iter().for_each(|(var, _)| self.scope.infos[var.id].alive = false);
            let name = self.scope.fresh_name(&["parcel"], false);
            let info = self.scope.declare(name, Type::Record(record), Role::State, true);
            let (var, atoms) = (info.var.clone(), info.atoms);
            self.scope.frozen |= atoms;
            (var, record)
        });
        self.nesting += 1;
        let count = 1 + self.rng.below(3);
        let uses = self.block(count, Self::reversible_stmt);
        self.nesting -= 1;
        self.scope.pinned.truncate(pinned);
        if uses.is_empty() && self.rng.chance(80) {
            (self.room, self.cost, self.own_calls_made, self.scope) = before_all;
            return None;
        }
        // An initialiser is evaluated again at the end of the scope, so what it reads stays frozen, and so do the locals.
        let kept = lets.iter().fold(fresh, |atoms, (_, init)| atoms | self.scope.reads(init));
        self.scope.frozen = outer | kept;
        self.scope.wrote(changed);
        for var in lets.iter().map(|(var, _)| var).chain(packed.iter().map(|(var, _)| var)) {
            let atoms = self.scope.infos[var.id].atoms;
            self.scope.wrote(atoms);
            self.scope.infos[var.id].alive = false;
        }
        Some(vec![Stmt::Ancilla { lets, compute, packed, uses, undo }])
    }

    /// An ancilla that becomes a field.
    fn ancilla_part(&mut self, ty: Type) -> (Var, Expr) {
        let init = if ty == Type::Int { Expr::Int(0) } else { Expr::Float(0.0) };
        let name = self.scope.fresh_name(&["anc", "tmp"], false);
        let info = self.scope.declare(name, ty, Role::State, true);
        info.typed = false;
        (info.var.clone(), init)
    }

    fn ancilla_let(&mut self) -> (Var, Expr) {
        let (ty, init, pool): (Type, Expr, &[&str]) = match self.rng.below(8) {
            // It is evaluated again at the end of the scope, by when what is frozen now, or is being undone, may be different.
            4 if self.lets => (Type::Float, self.float(self.scope.frozen), &["anc", "tmp"]),
            0..5 => (Type::Float, Expr::Float(0.0), &["anc", "tmp"]),
            5 | 6 => (Type::Array(Element::Float, 3), Expr::Repeat(Box::new(Expr::Float(0.0)), 3), &["buf"]),
            _ => (Type::Int, Expr::Int(0), &["bit"]),
        };
        let reads = self.scope.reads(&init);
        let typed = self.scope.is_typed(&init);
        let name = self.scope.fresh_name(pool, false);
        let info = self.scope.declare(name, ty, Role::State, true);
        info.typed = typed;
        let var = info.var.clone();
        // The rest of the block must leave the initialiser's inputs alone.
        self.scope.frozen |= reads;
        (var, init)
    }

    /// Something that gives the ancilla a value.
    fn fill(&mut self, id: usize) -> Vec<Stmt> {
        let ty = match self.scope.infos[id].ty {
            Type::Int => Type::Int,
            _ => Type::Float,
        };
        match self.writable_place(ty, 0, |info| info.var.id == id) {
            Some(place) => vec![self.update_of(place)],
            None => Vec::new(),
        }
    }
}
