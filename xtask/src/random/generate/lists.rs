//! Draws lists of ordinary functions, which get longer and shorter. How long one is, only the run can tell: elements are asked for
//! behind a condition, or all of them one after the other.

use super::exits::labelled;
use super::scope::Role;
use super::{Builder, binary, literal};
use crate::random::ast::{
    Chain, Element, End, Expr, Growth, Init, List, Op, Place, Range, Step, Stmt, Taking, Type, UpdateOp,
};

impl Builder<'_> {
    /// `let mut list: Vec<f64> = vec![x, 2.0];`
    pub fn let_list(&mut self) -> Option<Vec<Stmt>> {
        let list = match self.rng.below(6) {
            0 => List::Empty,
            1 => List::Of((0..=self.rng.below(3)).map(|_| self.float(0)).collect()),
            2 => List::Repeat(Expr::Float(self.decimal(2.0)), 1 + self.rng.below(3)),
            3 => List::Copy(self.floats()?),
            _ => List::Collect(self.collected()?),
        };
        let name = self.scope.fresh_name(&["list", "queue"], false);
        let var = self.scope.declare(name, Type::List, Role::Free, true).var.clone();
        Some(vec![Stmt::Let { var, mutable: true, init: Init::Expr(Expr::List(Box::new(list))) }])
    }

    fn collected(&mut self) -> Option<Box<Chain>> {
        let (Expr::Chain(mut chain), _) = self.chain(0)? else { return None };
        // A number at a time, by value.
        chain.map.as_ref()?;
        chain.end = End::Collect;
        Some(chain)
    }

    /// An array or slice of floats to read.
    fn floats(&mut self) -> Option<Place> {
        let ty = if self.rng.chance(50) { Type::Slice(Element::Float) } else { Type::Array(Element::Float, 3) };
        self.readable_place(ty, 0)
    }

    fn list(&mut self) -> Option<Place> {
        self.writable_place(Type::List, 0, |_| true)
    }

    /// `list.push(e);` and its like
    pub fn grow(&mut self) -> Option<Vec<Stmt>> {
        let list = self.list()?;
        // What is put in must not be what is walked along.
        let atoms = self.scope.atoms_of(&list);
        let how = match self.rng.below(11) {
            0..4 => Growth::Push(self.float(0)),
            4 => Growth::Insert(self.rng.chance(40), self.float(0)),
            5 => Growth::Truncate(1 + self.rng.below(3)),
            6 if self.rng.chance(40) => Growth::Clear,
            6 | 7 => Growth::Pop,
            8 => Growth::Copies(self.floats()?),
            _ => Growth::Extend(Expr::List(Box::new(List::Collect(self.collected()?)))),
        };
        let reads = match &how {
            Growth::Extend(value) | Growth::Insert(_, value) | Growth::Push(value) => self.scope.reads(value),
            _ => 0,
        };
        if reads & atoms != 0 { None } else { Some(vec![Stmt::Grow { list, how }]) }
    }

    /// `while let Some(last) = list.pop() { .. }` and its like
    pub fn taken(&mut self) -> Option<Vec<Stmt>> {
        let list = self.list()?;
        let how = match self.rng.below(4) {
            0 => Taking::WhilePopped,
            1 => Taking::Removed(self.rng.below(2)),
            _ => Taking::IfPopped,
        };
        let is_loop = how == Taking::WhilePopped;
        let (turns, frozen) = (self.turns, self.scope.frozen);
        if is_loop {
            // A list that grows meanwhile would not come to an end.
            self.scope.frozen |= self.scope.atoms_of(&list);
            self.turns *= 4;
        }
        let write = |this: &mut Self| {
            this.scoped(|this| {
                let name = this.scope.fresh_name(&["last", "taken"], false);
                let var = this.scope.declare(name, Type::Float, Role::Input, false).var.clone();
                let body = if is_loop {
                    let count = 1 + this.rng.below(3);
                    this.block(count, Self::ordinary_stmt)
                } else {
                    this.branch_body(true)
                };
                (var, body)
            })
        };
        let (label, (var, body)) = if is_loop { self.in_level(true, write) } else { (None, write(self)) };
        (self.turns, self.scope.frozen) = (turns, frozen);
        if body.is_empty() {
            return None;
        }
        Some(labelled(label, Stmt::Taken { var, list, how, body }))
    }

    /// `if list.len() > 1 { list[1] = ..; }`, or for every element
    pub fn element(&mut self) -> Option<Vec<Stmt>> {
        let list = self.list()?;
        let own = self.scope.atoms_of(&list);
        if self.rng.chance(50) {
            let k = self.rng.below(3);
            let update = self.element_update(&list, literal(k))?;
            let pre = binary(Op::Gt, Expr::Len(list), literal(k));
            return Some(vec![Stmt::If { pre, post: None, then: vec![update], otherwise: Vec::new() }]);
        }
        let (turns, frozen) = (self.turns, self.scope.frozen);
        self.turns *= 4;
        self.scope.frozen |= own;
        let (var, body) = self.scoped(|this| {
            let name = this.scope.fresh_name(&["i", "j", "l"], false);
            let var = this.scope.declare(name, Type::Usize, Role::Input, false).var.clone();
            let index = Expr::Read(Place { var: var.clone(), path: Vec::new(), ty: Type::Usize });
            let update = this.element_update(&list, index);
            let count = this.rng.below(2);
            let mut body = this.block(count, Self::ordinary_stmt);
            body.extend(update);
            (var, body)
        });
        (self.turns, self.scope.frozen) = (turns, frozen);
        let range = Range {
            start: literal(0),
            end: Expr::Len(list),
            inclusive: false,
            step: None,
            reversed: self.rng.chance(30),
        };
        if body.is_empty() { None } else { Some(vec![Stmt::For { var, range, body }]) }
    }

    /// Changes an element, or something by it.
    fn element_update(&mut self, list: &Place, index: Expr) -> Option<Stmt> {
        let mut element = list.clone();
        element.path.push(Step::Index(index));
        element.ty = Type::Float;
        let read = Expr::Read(element.clone());
        let factor = Expr::Float(self.decimal(0.8));
        let op = *self.rng.pick(&[UpdateOp::Set, UpdateOp::Add, UpdateOp::Sub]);
        if self.rng.chance(50) {
            let value = binary(Op::Add, binary(Op::Mul, read, factor), self.float(0));
            return Some(Stmt::Update { op, place: element, value });
        }
        let place = self.writable_place(Type::Float, 0, |_| true)?;
        self.scope.infos[place.var.id].typed = true;
        Some(Stmt::Update { op, place, value: binary(Op::Mul, read, factor) })
    }
}
