//! Draws calls: which function, and arguments that do not overlap with what the call changes.

use super::scope::{Atoms, High, Role};
use super::{Builder, MOST_COST, binary, changes, changes_one, is_special, literal, whole};
use crate::random::ast::{Arg, Duty, Element, Expr, Function, Op, Param, Passing, Place, Step, Stmt, Type};

/// What is passed as slices: all of them must have one length.
#[derive(Clone, Copy, PartialEq)]
enum Lengths {
    /// the caller's own slices
    Own,
    /// arrays of three
    Three,
    /// parts of that many elements, of arrays of three or of the caller's slices
    Part(usize, Whole),
}

/// What parts are taken of.
#[derive(Clone, Copy, PartialEq)]
enum Whole {
    Slices,
    Arrays,
}

impl Builder<'_> {
    /// Whether a call that runs `cost` statements fits in what is left.
    pub fn affords(&self, cost: usize) -> bool {
        self.cost + self.turns * cost <= MOST_COST
    }

    /// `g(..);` or `g::inverse(..);`
    pub fn call_statement(&mut self) -> Option<Vec<Stmt>> {
        let must_be_onto = self.onto.here && self.duty == Duty::Reversible;
        let admitted = |callee: &Function| {
            let suits = match callee.duty {
                Duty::Reversible => callee.onto || !must_be_onto,
                Duty::Ordinary => self.duty == Duty::Ordinary && changes(&callee.params),
            };
            suits && self.affords(callee.cost)
        };
        let callees: Vec<usize> = (0..self.done.len()).filter(|&i| admitted(&self.done[i])).collect();
        if callees.is_empty() {
            return None;
        }
        // Methods and functions that take functions find their arguments less easily than others.
        let weights: Vec<usize> = callees.iter().map(|&i| if is_special(&self.done[i]) { 5 } else { 1 }).collect();
        let function = callees[self.rng.weighted(&weights)?];
        let callee = &self.done[function];
        let args = self.call_arguments(&callee.params, None)?;
        self.cost += self.turns * callee.cost;
        let inverse = callee.duty == Duty::Reversible && callee.onto && self.rng.chance(50);
        Some(vec![Stmt::Call { function, inverse, args }])
    }

    /// Whether the function may call itself here.
    pub fn may_recurse(&self) -> bool {
        self.min_n > 0 && self.own_calls_made + self.turns <= self.own_calls
    }

    /// The function's call of itself. Where everything must run backwards from anywhere, the function itself must.
    pub fn recursive_call(&mut self) -> Option<Vec<Stmt>> {
        if self.onto.here && !self.onto.wholly {
            return None;
        }
        let params = self.params.clone();
        let args = self.call_arguments(&params, Some(&self.one_less()))?;
        self.own_calls_made += self.turns;
        Some(vec![Stmt::Call { function: self.done.len(), inverse: self.onto.wholly && self.rng.chance(30), args }])
    }

    /// `n - 1`
    pub fn one_less(&self) -> Expr {
        let n = self.length_param().expect("a recursive function has a length");
        binary(Op::Sub, Expr::Read(whole(&self.scope.infos[n.var.id])), Expr::Int(1))
    }

    fn call_arguments(&mut self, params: &[Param], own_length: Option<&Expr>) -> Option<Vec<Arg>> {
        let lengths = if own_length.is_some() { Lengths::Own } else { self.lengths(params)? };
        let mut changed: Vec<(usize, Place)> = Vec::new();
        let (mut taken, mut forbidden): (Atoms, Atoms) = (0, 0);
        let alone = changes_one(params);
        for (i, param) in params.iter().enumerate().filter(|(_, param)| param.passing == Passing::Exclusive) {
            let ty = resolved(param.ty, lengths);
            // What a call fills besides a recomputable local could not be left out when the local is computed again.
            let place = self.writable_place(ty, taken, |info| info.role != Role::Computed || alone)?;
            let place = self.part_of(place, param.ty, lengths);
            let atoms = self.scope.atoms_of(&place);
            taken |= atoms;
            forbidden |= self.scope.forbidden_for(&self.scope.infos[place.var.id], atoms);
            changed.push((i, place));
        }
        let places: Vec<Place> = changed.iter().map(|(_, place)| place.clone()).collect();
        // An index may not read what another argument changes.
        if places.iter().any(|place| self.scope.reads_of_indices(place) & taken != 0) {
            return None;
        }
        let args = self.arguments_of(params, changed, taken | forbidden, own_length, lengths)?;
        let reads = self.scope.reads_of_args(&args);
        for place in places {
            self.scope.infos[place.var.id].typed = true;
            self.scope.updated(&place, reads);
        }
        Some(args)
    }

    /// Arguments for all parameters but those in `changed`, away from `without`.
    pub fn arguments(
        &mut self,
        params: &[Param],
        changed: Vec<(usize, Place)>,
        without: Atoms,
        own_length: Option<&Expr>,
    ) -> Option<Vec<Arg>> {
        let lengths = if own_length.is_some() { Lengths::Own } else { self.lengths(params)? };
        self.arguments_of(params, changed, without, own_length, lengths)
    }

    fn arguments_of(
        &mut self,
        params: &[Param],
        mut changed: Vec<(usize, Place)>,
        without: Atoms,
        own_length: Option<&Expr>,
        lengths: Lengths,
    ) -> Option<Vec<Arg>> {
        let has_slices = params.iter().any(|param| matches!(param.ty, Type::Slice(_)));
        let mut args = Vec::new();
        for (i, param) in params.iter().enumerate() {
            let arg = match (param.passing, param.ty) {
                (Passing::Exclusive, _) => {
                    let at = changed.iter().position(|(at, _)| *at == i).expect("chosen before");
                    Arg::Exclusive(changed.swap_remove(at).1)
                }
                (_, Type::Function(signature)) => {
                    Arg::Value(Expr::Function(self.function_value(signature, own_length.is_some())?))
                }
                (Passing::Shared, ty) => {
                    let place = self.readable_place(resolved(ty, lengths), without)?;
                    Arg::Shared(self.part_of(place, ty, lengths))
                }
                (Passing::Value, Type::Usize) => Arg::Value(match own_length {
                    Some(length) => length.clone(),
                    None => self.length_argument(has_slices, lengths, without),
                }),
                (Passing::Value, Type::Bool) => Arg::Value(self.truth(without)),
                (Passing::Value, Type::Float) => Arg::Value(self.argument(without)),
                (
                    Passing::Value,
                    ty @ (Type::Record(_) | Type::Array(..) | Type::Slice(_) | Type::Stack(_) | Type::Map(_)),
                ) => Arg::Value(Expr::Read(self.readable_place(ty, without)?)),
                (Passing::Value, Type::Int) => Arg::Value(self.int(without)),
                (
                    Passing::Value,
                    Type::List | Type::Pair | Type::Perhaps | Type::Outcome | Type::Closure(_) | Type::Stepper,
                ) => unreachable!("only locals"),
            };
            args.push(arg);
        }
        Some(args)
    }

    /// Often just a variable, since that is where a shadow is handed on.
    fn argument(&mut self, without: Atoms) -> Expr {
        if self.rng.chance(50)
            && let Some(place) = self.readable_place(Type::Float, without)
        {
            return Expr::Read(place);
        }
        self.float(without)
    }

    fn lengths(&mut self, params: &[Param]) -> Option<Lengths> {
        let mut slices = params.iter().filter_map(|param| match param.ty {
            Type::Slice(element) => Some(element),
            _ => None,
        });
        let own = self.slice_params().next().is_some();
        let three = slices.all(|element| element == Element::Float);
        if three && self.duty == Duty::Reversible && self.rng.chance(25) {
            let (whole, least) =
                if own && self.min_len > 0 { (Whole::Slices, self.min_len) } else { (Whole::Arrays, 3) };
            return Some(Lengths::Part(1 + self.rng.below(least.min(2)), whole));
        }
        match (own, three) {
            (true, true) => Some(if self.rng.chance(70) { Lengths::Own } else { Lengths::Three }),
            (true, false) => Some(Lengths::Own),
            (false, true) => Some(Lengths::Three),
            (false, false) => None,
        }
    }

    /// The part that is passed of an array.
    fn part_of(&mut self, mut place: Place, ty: Type, lengths: Lengths) -> Place {
        if let (Type::Slice(_), Lengths::Part(length, whole)) = (ty, lengths) {
            let least = if whole == Whole::Arrays { 3 } else { self.min_len };
            let start = self.rng.below(least - length + 1);
            let end = start + length;
            let (start, end) = (Some(literal(start)).filter(|_| start > 0), Some(literal(end)));
            place.path.push(Step::Part(start, end));
            place.ty = ty;
        }
        place
    }

    /// At most the length of the slices passed.
    fn length_argument(&mut self, has_slices: bool, lengths: Lengths, without: Atoms) -> Expr {
        if has_slices && lengths == Lengths::Three {
            return Expr::Int(self.rng.between(0, 3));
        }
        if let (true, Lengths::Part(length, _)) = (has_slices, lengths) {
            return literal(self.rng.below(length + 1));
        }
        let mut candidates: Vec<Expr> = self
            .scope
            .in_scope()
            .filter(|info| self.scope.is_readable(info, without))
            .filter(|info| match &info.bound {
                Some(bound) => !has_slices || matches!(bound.high, High::Len { over: 0 | 1, .. }),
                None => false,
            })
            .map(|info| Expr::Read(whole(info)))
            .collect();
        candidates.extend(self.length_term(without));
        let most = if has_slices { self.min_len } else { 3 };
        candidates.push(literal(self.rng.clone().below(most + 1)));
        self.rng.pick(&candidates).clone()
    }
}

fn resolved(ty: Type, lengths: Lengths) -> Type {
    match (ty, lengths) {
        (Type::Slice(element), Lengths::Three | Lengths::Part(_, Whole::Arrays)) => Type::Array(element, 3),
        (ty, _) => ty,
    }
}
