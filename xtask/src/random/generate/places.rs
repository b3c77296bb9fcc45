//! Draws places: which variable, which field, which element. Indices are within bounds by what is known of loop variables and lengths.

use super::scope::{Atoms, Bound, High, Info};
use super::{Builder, binary, literal, whole};
use crate::random::ast::{Expr, Op, Place, Step, Type};

/// The length of what is indexed.
#[derive(Clone, Copy)]
pub enum Length {
    Const(usize),
    Slice,
}

impl Builder<'_> {
    /// A place of type `ty` to read, away from the atoms in `without`.
    pub fn readable_place(&mut self, ty: Type, without: Atoms) -> Option<Place> {
        let without = without | self.scope.reserved;
        let scope = &self.scope;
        let ids: Vec<usize> = scope
            .in_scope()
            .filter(|info| info.ty.contains(ty) && info.atoms & !without != 0 && scope.is_readable(info, without))
            .map(|info| info.var.id)
            .collect();
        if ids.is_empty() {
            return None;
        }
        for _ in 0..4 {
            let id = *self.rng.pick(&ids);
            if let Some(place) = self.place_in(id, ty, without)
                && self.scope.reads_of_place(&place) & without == 0
            {
                return Some(place);
            }
        }
        None
    }

    /// A place of type `ty` that may be changed here, away from the atoms in `without`, in a variable that `admit` lets through.
    pub fn writable_place(&mut self, ty: Type, without: Atoms, admit: impl Fn(&Info) -> bool) -> Option<Place> {
        let scope = &self.scope;
        let ids: Vec<usize> = scope
            .in_scope()
            .filter(|info| info.ty.contains(ty) && admit(info) && scope.writable(info) & !without != 0)
            .map(|info| info.var.id)
            .collect();
        if ids.is_empty() {
            return None;
        }
        for _ in 0..4 {
            let id = *self.rng.pick(&ids);
            let own = self.scope.infos[id].atoms;
            if let Some(place) = self.place_in(id, ty, without | own) {
                let atoms = self.scope.atoms_of(&place);
                if atoms & (without | !self.scope.writable(&self.scope.infos[id])) == 0 {
                    return Some(place);
                }
            }
        }
        None
    }

    /// Some place of type `ty` in the variable; its indices stay away from `without`.
    pub fn place_in(&mut self, id: usize, ty: Type, without: Atoms) -> Option<Place> {
        let mut place = whole(&self.scope.infos[id]);
        while place.ty != ty {
            let (step, inner) = match place.ty {
                Type::Record(record) => {
                    let fields: Vec<_> = record.fields().iter().filter(|(_, inner)| inner.contains(ty)).collect();
                    if fields.is_empty() {
                        return None;
                    }
                    let (name, inner) = **self.rng.pick(&fields);
                    (Step::Field(name), inner)
                }
                Type::Array(element, n) => (Step::Index(self.index(Length::Const(n), without)?), element.ty()),
                Type::Slice(element) => (Step::Index(self.index(Length::Slice, without)?), element.ty()),
                _ => return None,
            };
            place.path.push(step);
            place.ty = inner;
        }
        Some(place)
    }

    /// An index within bounds.
    pub fn index(&mut self, length: Length, without: Atoms) -> Option<Expr> {
        let mut candidates = self.shifted(length, without).into_iter().flatten().collect::<Vec<_>>();
        match length {
            Length::Const(n) => {
                candidates.push(Expr::Int(self.small(n)));
                if let Some(some) = self.counter(without) {
                    candidates.push(binary(Op::Rem, some, literal(n)));
                }
            }
            Length::Slice => {
                if self.min_len > 0 {
                    candidates.push(Expr::Int(self.small(self.min_len)));
                }
                for (var, term) in self.below_length(without) {
                    let last = binary(Op::Sub, term.clone(), Expr::Int(1));
                    candidates.push(binary(Op::Sub, last, var.clone()));
                    let some = binary(Op::Add, binary(Op::Mul, var, Expr::Int(2)), Expr::Int(1));
                    candidates.push(binary(Op::Rem, some, term));
                }
            }
        }
        if candidates.is_empty() { None } else { Some(self.rng.pick(&candidates).clone()) }
    }

    /// Two indices within bounds that are never equal.
    pub fn distinct_indices(&mut self, length: Length, without: Atoms) -> Option<(Expr, Expr)> {
        let mut sources = self.shifted(length, without);
        let known = match length {
            Length::Const(n) => n,
            Length::Slice => self.min_len,
        };
        sources.push((0..known).map(literal).collect());
        sources.retain(|source| source.len() > 1);
        if sources.is_empty() {
            return None;
        }
        let mut source = self.rng.pick(&sources).clone();
        let first = source.swap_remove(self.rng.below(source.len()));
        let second = source.swap_remove(self.rng.below(source.len()));
        Some((first, second))
    }

    /// For each bounded variable `v`, those of `v`, `v - 1`, ... that are within bounds.
    fn shifted(&self, length: Length, without: Atoms) -> Vec<Vec<Expr>> {
        self.bounded(without)
            .map(|(var, bound)| {
                let least = match (&bound.high, length) {
                    (High::Const(high), Length::Const(n)) => high.saturating_sub(n),
                    (High::Const(high), Length::Slice) => high.saturating_sub(self.min_len),
                    (High::Len { over, .. }, Length::Slice) => *over,
                    (High::Len { .. }, Length::Const(_)) => return Vec::new(),
                };
                let shifts = least..=bound.low;
                shifts
                    .map(|shift| match shift {
                        0 => var.clone(),
                        _ => binary(Op::Sub, var.clone(), literal(shift)),
                    })
                    .collect()
            })
            .collect()
    }

    /// The variables below a length, with that length.
    fn below_length(&self, without: Atoms) -> Vec<(Expr, Expr)> {
        self.bounded(without)
            .filter_map(|(var, bound)| match &bound.high {
                High::Len { term, over: 0 } if !self.mentions(term, without) => Some((var, term.clone())),
                _ => None,
            })
            .collect()
    }

    fn bounded(&self, without: Atoms) -> impl Iterator<Item = (Expr, &Bound)> {
        self.scope
            .in_scope()
            .filter(move |info| self.scope.is_readable(info, without))
            .filter_map(|info| Some((Expr::Read(whole(info)), info.bound.as_ref()?)))
    }

    /// Some `usize` that runs: a loop's variable, plain or shifted.
    fn counter(&mut self, without: Atoms) -> Option<Expr> {
        let some = self.readable_place(Type::Usize, without)?;
        let some = Expr::Read(some);
        Some(match self.rng.below(3) {
            0 => some,
            1 => binary(Op::Add, some, Expr::Int(1)),
            _ => binary(Op::Mul, some, Expr::Int(2)),
        })
    }

    /// Even the length of a slice that is being changed must not be asked for.
    fn mentions(&self, term: &Expr, without: Atoms) -> bool {
        self.is_hidden(term)
            || match term {
                Expr::Len(place) => self.scope.atoms_of(place) & without != 0,
                term => self.scope.reads(term) & without != 0,
            }
    }

    /// Something that is no more than the length of any slice: `n`, or the length of one.
    pub fn length_term(&mut self, without: Atoms) -> Option<Expr> {
        let mut terms: Vec<Expr> =
            self.slice_params().map(|param| whole(&self.scope.infos[param.var.id])).map(Expr::Len).collect();
        terms.extend(self.length_param().map(|param| Expr::Read(whole(&self.scope.infos[param.var.id]))));
        terms.retain(|term| !self.mentions(term, without));
        if terms.is_empty() { None } else { Some(self.rng.pick(&terms).clone()) }
    }

    fn small(&mut self, n: usize) -> i64 {
        i64::try_from(self.rng.below(n)).expect("a small number")
    }
}
