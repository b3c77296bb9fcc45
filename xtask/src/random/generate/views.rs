//! Draws views, and loops along arrays, whose variables are views too. While a view may change its place, the place has no other name.

use super::scope::{Atoms, Bound, Frame, High, Role};
use super::{Builder, TYPICAL_LENGTH, binary, literal};
use crate::random::ast::{
    Cut, Duty, Element, Expr, Method, Op, Passing, Place, Record, Source, Step, Stmt, Style, Type, UpdateOp, Var, View,
};

impl Builder<'_> {
    /// `let v = &mut place;` or the like, and what is done with it.
    pub fn view(&mut self) -> Option<Vec<Stmt>> {
        let exclusive = self.rng.chance(65);
        let outside = self.scope.clone();
        let (view, place) = match self.rng.below(5) {
            0 => self.view_of_one(exclusive),
            1 | 2 => self.view_of_part(exclusive),
            3 => self.view_of_halves(exclusive),
            _ => self.view_of_fields(exclusive),
        }?;
        let root = place.var.id;
        let (frozen, reads) = (self.scope.frozen, self.scope.reads_of_indices(&place) | cut_reads(&self.scope, &view));
        // The way to the place must lead there as long as it has this name.
        self.scope.frozen |= reads;
        let pinned = self.scope.pin(reads);
        if exclusive {
            self.scope.infos[root].alive = false;
        } else {
            self.scope.frozen |= self.scope.atoms_of(&place);
        }
        self.nesting += 1;
        let count = 1 + self.rng.below(3);
        let uses = self.block(count, Self::reversible_stmt);
        self.nesting -= 1;
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = frozen;
        self.scope.infos[root].alive = true;
        for var in view.vars() {
            self.scope.infos[var.id].alive = false;
        }
        if uses.is_empty() {
            self.scope = outside;
            return None;
        }
        Some(vec![Stmt::View { view, place, exclusive, uses }])
    }

    fn viewable(&mut self, ty: Type, exclusive: bool) -> Option<Place> {
        let place = if exclusive {
            self.writable_place(ty, self.scope.reserved, |info| matches!(info.role, Role::State | Role::Free))?
        } else {
            self.readable_place(ty, 0)?
        };
        let role = self.scope.infos[place.var.id].role;
        matches!(role, Role::State | Role::Input | Role::Free).then_some(place)
    }

    fn declare_view(&mut self, pool: &[&str], ty: Type, place: &Place, exclusive: bool) -> Var {
        let name = self.scope.fresh_name(pool, false);
        self.scope.declare_view(self.scope.infos.len(), name, ty, place, exclusive).var.clone()
    }

    fn view_of_one(&mut self, exclusive: bool) -> Option<(View, Place)> {
        const TYPES: [Type; 5] =
            [Type::Float, Type::Float, Type::Int, Type::Array(Element::Float, 3), Type::Record(Record::Point)];
        let place = self.viewable(*self.rng.clone().pick(&TYPES), exclusive)?;
        if place.path.is_empty() {
            return None;
        }
        let var = self.declare_view(&["one", "cell"], place.ty, &place, exclusive);
        Some((View::One(var), place))
    }

    /// An array or slice, with how many elements it has at least.
    fn array(&mut self, exclusive: bool) -> Option<(Place, Element, usize)> {
        let elements = [Element::Float, Element::Float, Element::Int, Element::Triple, Element::Record(Record::Point)];
        if self.duty == Duty::Ordinary
            && self.rng.chance(30)
            && let Some(place) = self.viewable(Type::List, exclusive)
        {
            return Some((place, Element::Float, 0));
        }
        let element = *self.rng.pick(&elements);
        let ty = if self.rng.chance(50) { Type::Slice(element) } else { Type::Array(element, 3) };
        let place = self.viewable(ty, exclusive)?;
        let least = if matches!(ty, Type::Slice(_)) { self.min_len } else { 3 };
        Some((place, element, least))
    }

    fn view_of_part(&mut self, exclusive: bool) -> Option<(View, Place)> {
        let (mut place, element, least) = self.array(exclusive)?;
        if least < 2 {
            return None;
        }
        // Parts are shorter than three, so that none is taken for an array of three.
        let start = self.rng.below(least.min(3) - 1) + usize::from(least > 2);
        let (length, part) = match self.rng.below(3) {
            0 => (least - start, Step::Part(Some(literal(start)), None)),
            1 => (2.min(start.max(1)), Step::Part(None, Some(literal(2.min(start.max(1)))))),
            _ => (1, Step::Part(Some(literal(start)), Some(literal(start + 1)))),
        };
        if length > 2 {
            return None;
        }
        place.path.push(part);
        place.ty = Type::Slice(element);
        let var = self.declare_view(&["part", "row"], Type::Array(element, length), &place, exclusive);
        Some((View::One(var), place))
    }

    fn view_of_halves(&mut self, exclusive: bool) -> Option<(View, Place)> {
        let (place, element, least) = self.array(exclusive)?;
        if least < 2 {
            return None;
        }
        let cut = 1 + self.rng.below(least.min(3) - 1);
        let one = self.declare_view(&["low"], Type::Array(element, cut), &place, exclusive);
        let rest = (least - cut).min(2);
        let other = self.declare_view(&["high"], Type::Array(element, rest), &place, exclusive);
        Some((View::Split([one, other], literal(cut)), place))
    }

    fn view_of_fields(&mut self, exclusive: bool) -> Option<(View, Place)> {
        let record = *self.rng.pick(&Record::ALL);
        let place = self.viewable(Type::Record(record), exclusive)?;
        let mut vars = Vec::new();
        for (field, ty) in record.fields() {
            let pool = [&format!("{field}_part")[..], &format!("{field}_field")[..]];
            let mut part = place.clone();
            part.path.push(Step::Field(field));
            vars.push(self.declare_view(&pool, *ty, &part, exclusive));
        }
        Some((View::Fields(record, vars), place))
    }

    /// `for (i, x) in a.iter_mut().enumerate() { .. }` and its like.
    pub fn each(&mut self) -> Option<Vec<Stmt>> {
        let outside = self.scope.clone();
        let chosen = self.choose_writes();
        let drawn = self.scoped(|this| {
            let mut walked = Walked::new(true);
            let mark = this.scope.infos.len();
            let source = this.source(2, &mut walked)?;
            this.scope.infos[mark..].iter_mut().for_each(|info| info.alive = true);
            let may_write = (chosen | walked.exclusive) & !walked.shared;
            if may_write == 0 {
                return None;
            }
            for &id in &walked.hidden {
                this.scope.infos[id].alive = false;
            }
            let (turns, min_len) = (this.turns, this.min_len);
            this.turns *= walked.turns;
            // How many iterations it makes is known only as long as the struct whose field it walks along stays: the field might be a list.
            let mut fields = 0;
            source.leaves(&mut |leaf| match leaf {
                Source::Slice { place, .. } if place.path.iter().any(|step| matches!(step, Step::Field(_))) => {
                    fields |= this.scope.atoms_of(place);
                }
                _ => {}
            });
            let body = this.framed(Frame { may_write, holds: true }, fields, |this| {
                let count = 1 + this.rng.below(3);
                this.block(count, Self::reversible_stmt)
            });
            (this.turns, this.min_len) = (turns, min_len);
            for &id in &walked.hidden {
                this.scope.infos[id].alive = true;
            }
            Some((source, body))
        });
        match drawn {
            Some((source, body)) if !body.is_empty() => Some(vec![Stmt::Each { source, body }]),
            _ => {
                self.scope = outside;
                None
            }
        }
    }

    pub fn source(&mut self, depth: usize, walked: &mut Walked) -> Option<Source> {
        if depth > 0 {
            match self.rng.below(8) {
                6 if self.duty == Duty::Ordinary => {
                    let inner = self.source(depth - 1, walked)?;
                    let cut = *self.rng.pick(&[Cut::Skip, Cut::Take, Cut::StepBy]);
                    return Some(Source::Cut(cut, 1 + self.rng.below(2), Box::new(inner)));
                }
                0 | 1 => {
                    let inner = self.source(depth - 1, walked)?;
                    let bound = turns_of(&inner).map(|high| Bound { low: 0, high });
                    let name = self.scope.fresh_name(&["at", "nth"], false);
                    let info = self.scope.declare(name, Type::Usize, Role::Input, false);
                    (info.bound, info.alive) = (bound, false);
                    return Some(Source::Enumerate(info.var.clone(), Box::new(inner)));
                }
                2..4 => {
                    let pair = [self.source(depth - 1, walked)?, self.source(depth - 1, walked)?];
                    return Some(Source::Zip(Box::new(pair)));
                }
                4 => {
                    let inner = self.source(depth - 1, walked)?;
                    return match inner {
                        Source::Rev(_) => Some(inner),
                        inner => Some(Source::Rev(Box::new(inner))),
                    };
                }
                5 if depth == 1 => {
                    let (low, turns) = (self.rng.below(2), 1 + self.rng.below(3));
                    let mut drawn = self.constant_of(turns, false);
                    drawn.range.start = literal(low);
                    drawn.range.end = literal(low + turns);
                    let name = self.scope.fresh_name(&["i", "j", "h"], false);
                    let info = self.scope.declare(name, Type::Usize, Role::Input, false);
                    (info.bound, info.alive) = (Some(Bound { low, high: High::Const(low + turns) }), false);
                    return Some(Source::Range { var: info.var.clone(), range: drawn.range });
                }
                _ => {}
            }
        }
        self.slice_source(walked)
    }

    fn slice_source(&mut self, walked: &mut Walked) -> Option<Source> {
        let exclusive = walked.may_change && self.rng.chance(55);
        let (place, element, _) = self.array(exclusive)?;
        let atoms = self.scope.atoms_of(&place);
        // A slice is walked along under one name only if it changes.
        if walked.exclusive & atoms != 0 || (exclusive && walked.shared & atoms != 0) {
            return None;
        }
        if self.scope.reads_of_indices(&place) & self.changing() != 0 {
            return None;
        }
        if exclusive {
            walked.exclusive |= atoms;
            walked.hidden.push(place.var.id);
        } else {
            walked.shared |= atoms;
        }
        let chunk = self.rng.chance(20).then(|| 1 + self.rng.below(2));
        let style = match self.rng.below(4) {
            0 if !exclusive && chunk.is_none() && element != Element::Triple => {
                if self.duty == Duty::Ordinary && self.rng.chance(50) { Style::Values } else { Style::Copied }
            }
            // Of a whole `&mut` parameter there is no plain `&`.
            1 if chunk.is_none() && (exclusive || !place.path.is_empty() || !place.var.is_reference()) => Style::Borrow,
            _ => Style::Method,
        };
        let ty = match chunk {
            Some(n) => Type::Array(element, n),
            None => element.ty(),
        };
        let mut var = self.declare_view(&["item", "each", "next"], ty, &place, exclusive);
        // One part of a pattern knows nothing of another.
        self.scope.infos[var.id].alive = false;
        if matches!(style, Style::Copied | Style::Values) {
            var.passing = Passing::Value;
            self.scope.infos[var.id].var.passing = Passing::Value;
        }
        let turns = if matches!(place.ty, Type::Slice(_)) { TYPICAL_LENGTH } else { 3 };
        walked.turns = walked.turns.max(turns / chunk.unwrap_or(1));
        Some(Source::Slice { var, place, style, chunk })
    }

    /// Everything that could be written here.
    fn changing(&self) -> Atoms {
        self.scope.in_scope().filter(|info| info.mutable).fold(0, |atoms, info| atoms | info.atoms)
    }

    /// `broadcast! { b[..] += a[..] * x; }`
    pub fn broadcast(&mut self) -> Option<Vec<Stmt>> {
        let ty = if self.rng.chance(60) { Type::Slice(Element::Float) } else { Type::Array(Element::Float, 3) };
        let outside = self.scope.clone();
        let target = self.writable_place(ty, self.scope.reserved, |info| info.role == Role::State)?;
        let atoms = self.scope.atoms_of(&target);
        if self.scope.reads_of_indices(&target) & self.changing() != 0 {
            return None;
        }
        let mut values = Vec::new();
        for _ in 0..=self.rng.below(2) {
            let scalar = self.float(atoms);
            let other = self.readable_place(ty, atoms)?;
            values.push((scalar, other));
        }
        let (name, id) = ("every", self.scope.infos.len());
        let info = self.scope.declare_at(id, name.into(), Type::Usize, Role::Input, false);
        let var = info.var.clone();
        info.alive = false;
        self.scope.visible.pop();
        let index = Place { var: var.clone(), path: Vec::new(), ty: Type::Usize };
        let every = |place: &Place| {
            let mut place = place.clone();
            place.path.push(Step::Index(Expr::Read(index.clone())));
            place.ty = Type::Float;
            place
        };
        let mut body = Vec::new();
        for (scalar, other) in values {
            let other = Expr::Read(every(&other));
            let value = match self.rng.below(4) {
                0 => binary(Op::Mul, other, scalar),
                1 => binary(Op::Add, scalar, other),
                2 => Expr::Method(Method::Sin, vec![other]),
                _ => other,
            };
            let value = binary(Op::Mul, value, Expr::Float(0.5));
            let op = *self.rng.pick(&[UpdateOp::Add, UpdateOp::Sub]);
            body.push(Stmt::Update { op, place: every(&target), value });
        }
        if body.is_empty() {
            self.scope = outside;
            return None;
        }
        self.cost += self.turns * TYPICAL_LENGTH;
        self.scope.wrote(atoms);
        Some(vec![Stmt::Broadcast { var, length: Expr::Len(target), body }])
    }

    /// Whether a length cannot be asked for now, since what has it goes by another name.
    pub fn is_hidden(&self, term: &Expr) -> bool {
        matches!(term, Expr::Len(place) if !self.scope.infos[place.var.id].alive)
    }
}

/// What a loop walks along.
pub struct Walked {
    /// whether it may change anything
    may_change: bool,
    /// what it may change
    pub exclusive: Atoms,
    /// what it only reads
    pub shared: Atoms,
    /// the variables that have other names in its body
    pub hidden: Vec<usize>,
    pub turns: usize,
}

impl Walked {
    /// Nothing yet.
    pub fn new(may_change: bool) -> Self {
        Walked { may_change, exclusive: 0, shared: 0, hidden: Vec::new(), turns: 1 }
    }
}

fn cut_reads(scope: &super::scope::Scope, view: &View) -> Atoms {
    match view {
        View::Split(_, at) => scope.reads(at),
        View::One(_) | View::Fields(..) => 0,
    }
}

/// What the number of iterations is below.
fn turns_of(source: &Source) -> Option<High> {
    match source {
        Source::Slice { place: Place { ty: Type::Array(_, n), .. }, chunk, .. } => {
            Some(High::Const(n / chunk.unwrap_or(1)))
        }
        Source::Slice { place, .. } if place.ty != Type::List => {
            Some(High::Len { term: Expr::Len(place.clone()), over: 0 })
        }
        Source::Slice { .. } | Source::Range { .. } => None,
        Source::Enumerate(_, inner) | Source::Rev(inner) | Source::Cut(_, _, inner) => turns_of(inner),
        Source::Zip(pair) => match (turns_of(&pair[0]), turns_of(&pair[1])) {
            (Some(High::Const(a)), Some(High::Const(b))) => Some(High::Const(a.min(b))),
            (one, other) => one.or(other),
        },
    }
}
