//! Draws the ranges of loops, and notes what they say about the loop's variable.

use super::scope::{Atoms, Bound, High};
use super::{Builder, TYPICAL_LENGTH, literal, whole};
use crate::random::ast::{Duty, Expr, Range, Stmt, Type, Var};
use crate::random::walk;

/// A range with what follows from it.
pub struct Drawn {
    pub range: Range,
    /// the type of the loop's variable
    pub ty: Type,
    pub bound: Option<Bound>,
    /// how many turns it takes, about
    pub turns: usize,
}

impl Builder<'_> {
    /// A range that does not depend on `without`; some are empty.
    pub fn range(&mut self, without: Atoms) -> Drawn {
        let inclusive = self.rng.chance(30);
        let reversed = self.rng.chance(30);
        let drawn = match self.rng.below(10) {
            // A function that calls itself over and over would not come to an end.
            _ if self.eager => Some(self.constant_of(1 + self.rng.clone().below(self.own_calls), inclusive)),
            0..5 => self.up_to_length(inclusive, without),
            5 | 6 => self.triangular(inclusive, without),
            7 => self.over_signed(inclusive, without),
            _ => None,
        };
        let mut drawn = drawn.unwrap_or_else(|| self.constant(inclusive));
        drawn.range.reversed = reversed;
        if self.rng.chance(20) {
            drawn.range.step = Some((2 + self.rng.below(2), self.rng.chance(50)));
            // An ordinary function is plain Rust, where few stepped ranges can be turned around.
            drawn.range.reversed &= self.duty == Duty::Reversible;
        }
        drawn
    }

    /// A loop whose variable nobody reads may do without its name.
    pub fn perhaps_nameless(&mut self, var: &mut Var, body: &[Stmt]) {
        let mut read = false;
        walk::statements(body, &mut |stmt| {
            walk::expressions_in(stmt, &mut |expr| read |= matches!(expr, Expr::Read(place) if place.var.id == var.id));
            // What is copied to a stack is lent, not read by an expression.
            read |= walk::places(stmt).iter().any(|place| place.var.id == var.id);
        });
        if !read && self.rng.chance(50) {
            var.name = "_".into();
        }
    }

    fn up_to_length(&mut self, inclusive: bool, without: Atoms) -> Option<Drawn> {
        let term = self.length_term(without)?;
        let low = if inclusive || self.rng.chance(40) { 1 } else { self.rng.below(2) };
        let range = Range { start: literal(low), end: term.clone(), inclusive, step: None, reversed: false };
        let bound = Bound { low, high: High::Len { term, over: usize::from(inclusive) } };
        Some(Drawn { range, ty: Type::Usize, bound: Some(bound), turns: TYPICAL_LENGTH })
    }

    /// `0..i` or `i..n` for a loop variable `i`.
    fn triangular(&mut self, inclusive: bool, without: Atoms) -> Option<Drawn> {
        let outer: Vec<(Expr, Bound)> = self
            .scope
            .in_scope()
            .filter(|info| self.scope.is_readable(info, without))
            .filter_map(|info| Some((Expr::Read(whole(info)), info.bound.clone()?)))
            .collect();
        if outer.is_empty() {
            return None;
        }
        let (var, bound) = self.rng.pick(&outer).clone();
        if let (High::Len { term, over: 0 }, false) = (&bound.high, self.rng.chance(50))
            && !inclusive
            && !self.is_hidden(term)
        {
            let range = Range { start: var, end: term.clone(), inclusive, step: None, reversed: false };
            return Some(Drawn { range, ty: Type::Usize, turns: TYPICAL_LENGTH / 2, bound: Some(bound) });
        }
        let range = Range { start: Expr::Int(0), end: var, inclusive, step: None, reversed: false };
        let bound = Bound { low: 0, high: bound.high };
        Some(Drawn { range, ty: Type::Usize, bound: Some(bound), turns: TYPICAL_LENGTH / 2 })
    }

    fn over_signed(&mut self, inclusive: bool, without: Atoms) -> Option<Drawn> {
        let id = {
            let mut ids = self.params.iter().filter(|param| param.ty == Type::Int && !param.var.is_reference());
            ids.next()?.var.id
        };
        if self.scope.infos[id].atoms & without != 0 {
            return None;
        }
        let end = Expr::Read(whole(&self.scope.infos[id]));
        let range = Range { start: Expr::Int(self.rng.between(-1, 1)), end, inclusive, step: None, reversed: false };
        Some(Drawn { range, ty: Type::Int, bound: None, turns: TYPICAL_LENGTH })
    }

    pub fn constant_of(&mut self, turns: usize, inclusive: bool) -> Drawn {
        let low = self.rng.below(3);
        let high = low + turns - usize::from(inclusive);
        let range = Range { start: literal(low), end: literal(high), inclusive, step: None, reversed: false };
        let bound = Bound { low, high: High::Const(low + turns) };
        Drawn { range, ty: Type::Usize, bound: Some(bound), turns }
    }

    fn constant(&mut self, inclusive: bool) -> Drawn {
        let low = self.rng.below(3);
        let high = low + self.rng.below(4);
        let (low, high) = if self.rng.chance(5) { (high, low) } else { (low, high) };
        let range = Range { start: literal(low), end: literal(high), inclusive, step: None, reversed: false };
        let above = high + usize::from(inclusive);
        let bound = Bound { low, high: High::Const(above) };
        Drawn { range, ty: Type::Usize, bound: Some(bound), turns: above.saturating_sub(low) }
    }
}
