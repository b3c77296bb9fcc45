//! Draws what the library has words and functions for: stacks, maps, conversions without loss.
//!
//! Mostly something is put away and comes back after a few statements, since then it can stand anywhere. What only goes one way
//! has an inverse that does not run from everywhere.

use super::scope::{Atoms, Role};
use super::{Builder, Kind, whole};
use crate::random::ast::{Conversion, Element, Expr, Passing, Place, StackOp, Stmt, Type};

/// What is put on stacks and into maps.
pub const COLLECTED: &[Element] = &[Element::Int, Element::Float];

impl Builder<'_> {
    /// `push(stack, &mut k); ..; pop(stack, &mut k);` or the like
    pub fn stacked(&mut self) -> Option<Vec<Stmt>> {
        let element = *self.rng.pick(COLLECTED);
        let stack = self.writable_place(Type::Stack(element), 0, |info| info.role == Role::State)?;
        let own = self.scope.atoms_of(&stack);
        let copies = self.rng.chance(40);
        let item = if copies {
            self.readable_place(element.ty(), own)?
        } else {
            self.writable_place(element.ty(), own | self.scope.reserved, |info| info.role == Role::State)?
        };
        let (op, moved) = if copies { (StackOp::CopyPush, 0) } else { (StackOp::Push, self.scope.atoms_of(&item)) };
        let first = Stmt::Stack { op, stack: stack.clone(), item: item.clone() };
        self.scope.wrote(own | moved);
        if !self.onto.here && self.rng.chance(40) {
            return Some(vec![first]);
        }
        let reads = self.scope.reads_of_place(&item);
        let last = Stmt::Stack { op: op.opposite(), stack, item };
        let between = self.between(own | moved, reads);
        Some([vec![first], between, vec![last]].concat())
    }

    /// `insert(map, key, value); ..; remove(map, key, value);`
    pub fn mapped(&mut self) -> Option<Vec<Stmt>> {
        let element = *self.rng.pick(COLLECTED);
        let map = self.writable_place(Type::Map(element), 0, |info| info.role == Role::State)?;
        let own = self.scope.atoms_of(&map);
        let value = if element == Element::Float { self.float(own) } else { self.int(own) };
        self.labels += 1;
        let (function, number) = (self.done.len(), self.labels);
        let key = Expr::Int(i64::try_from(1000 * (function + 1) + number).expect("a small number"));
        let entry = |insert| Stmt::Map { insert, map: map.clone(), key: key.clone(), value: value.clone() };
        self.scope.wrote(own);
        // A second turn, or call, would find the key taken.
        if !self.onto.here && self.kind == Kind::Entry && self.turns == 1 && self.lets && self.rng.chance(40) {
            return Some(vec![entry(true)]);
        }
        let reads = self.scope.reads(&value);
        let between = self.between(own, reads);
        Some([vec![entry(true)], between, vec![entry(false)]].concat())
    }

    /// A few statements that leave alone what was put away, and what tells how to bring it back.
    fn between(&mut self, away: Atoms, reads: Atoms) -> Vec<Stmt> {
        let frozen = self.scope.frozen;
        self.scope.frozen |= away | reads;
        let pinned = self.scope.pin(reads);
        self.nesting += 1;
        // What is declared here is not seen by what is undone afterwards, but lives as long.
        let count = self.rng.below(3);
        let stmts = self.block(count, Self::reversible_stmt);
        self.nesting -= 1;
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = frozen;
        self.scope.wrote(away);
        stmts
    }

    /// `let mut wide = 3_i32; convert!(wide: i32 => f64); ..`
    pub fn converted(&mut self) -> Option<Vec<Stmt>> {
        let outside = (self.room, self.cost, self.own_calls_made, self.scope.clone());
        let conversion = *self.rng.pick(&[Conversion::Wider, Conversion::ToFloat, Conversion::Double]);
        // The local is compared with this at the end of its scope, so it is something that never changes.
        let wanted = if conversion == Conversion::Double { Type::Float } else { Type::Usize };
        let steady = self.params.iter().find(|param| param.ty == wanted && param.passing != Passing::Exclusive);
        let steady = steady.map(|param| param.var.id).filter(|_| self.rng.chance(40));
        let first = match steady {
            Some(id) => Expr::Read(whole(&self.scope.infos[id])),
            None if conversion == Conversion::Double => Expr::Float(self.rng.between(-8, 8) as f64 * 0.25),
            None => Expr::Int(self.rng.between(-5, 9)),
        };
        // What is rounded to fewer digits stays as it is: a sum may need more.
        let exact = conversion != Conversion::Double || steady.is_none();
        let by = (exact && self.rng.chance(60)).then(|| self.by(conversion)).flatten();
        let reads = self.scope.reads(&first) | by.as_ref().map_or(0, |by| self.scope.reads(by));
        let name = self.scope.fresh_name(&["wide", "exact"], false);
        let info = self.scope.declare(name, conversion.ty(), Role::State, true);
        let (var, own) = (info.var.clone(), info.atoms);
        let uses = self.between(own, reads);
        self.scope.frozen |= own;
        self.scope.infos[var.id].alive = false;
        if uses.is_empty() {
            (self.room, self.cost, self.own_calls_made, self.scope) = outside;
            return None;
        }
        Some(vec![Stmt::Converted { var, conversion, first, by, uses }])
    }

    /// What is added to a converted number: it must be possible to take it away again exactly.
    fn by(&mut self, conversion: Conversion) -> Option<Expr> {
        let without = self.scope.frozen;
        match conversion {
            Conversion::Wider => Some(self.int(without)),
            Conversion::ToFloat | Conversion::Double => {
                let whole: Place = self.readable_place(Type::Int, without)?;
                Some(Expr::Cast(Box::new(Expr::Read(whole)), Type::Float))
            }
        }
    }
}
