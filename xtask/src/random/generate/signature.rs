//! Draws the parameters of a function.

use super::Builder;
use crate::random::ast::{Duty, Element, Function, Passing, Record, Type};

impl Builder<'_> {
    /// All slices of a function have one length, and `n` is at most that, so that bounds are known without a look at the callers.
    pub fn signature(&mut self, entry: bool) {
        if self.rng.chance(50) {
            self.params_of_a_callee();
        }
        if self.duty == Duty::Reversible {
            for _ in 0..=self.rng.below(if entry { 4 } else { 2 }) {
                let ty = match self.rng.below(16) {
                    0..5 => Type::Float,
                    5 | 6 => Type::Int,
                    7 | 8 => Type::Array(Element::Float, 3),
                    9 | 10 => Type::Slice(Element::Float),
                    11 => Type::Slice(Element::Int),
                    12 => Type::Record(Record::Point),
                    13 => Type::Slice(Element::Record(Record::Point)),
                    14 => Type::Slice(Element::Triple),
                    _ => Type::Record(Record::Body),
                };
                self.param(ty, Passing::Exclusive);
            }
        }
        for _ in 0..self.rng.below(if entry { 5 } else { 3 }) {
            let (ty, passing) = match self.rng.below(18) {
                0..5 => (Type::Float, Passing::Value),
                14 => (Type::Float, Passing::Shared),
                15 => (Type::Record(Record::Point), Passing::Value),
                16 => (Type::Array(Element::Float, 3), Passing::Value),
                17 => (Type::Bool, Passing::Value),
                5 => (Type::Int, Passing::Value),
                6..9 => (Type::Slice(Element::Float), Passing::Shared),
                9 => (Type::Array(Element::Float, 3), Passing::Shared),
                10 => (Type::Record(Record::Point), Passing::Shared),
                11 => (Type::Record(Record::Body), Passing::Shared),
                12 => (Type::Slice(Element::Record(Record::Point)), Passing::Shared),
                _ => (Type::Slice(Element::Triple), Passing::Shared),
            };
            self.param(ty, passing);
        }
        let any_float = self.params.iter().any(|param| param.ty.contains(Type::Float));
        if self.duty == Duty::Ordinary && !any_float || self.params.is_empty() {
            self.param(Type::Float, Passing::Value);
        }
        if self.rng.chance(50) {
            self.param(Type::Usize, Passing::Value);
        }
    }

    /// Takes over the parameters of a function that may be called, so that it can be.
    fn params_of_a_callee(&mut self) {
        let admitted = |f: &&Function| f.duty == self.duty && f.params.len() < 5;
        let callees: Vec<&Function> = self.done.iter().filter(admitted).collect();
        if callees.is_empty() {
            return;
        }
        let callee = *self.rng.pick(&callees);
        for param in &callee.params {
            if param.ty != Type::Usize {
                self.param(param.ty, param.passing);
            }
        }
    }

    fn param(&mut self, ty: Type, passing: Passing) {
        let pool: &[&str] = match (ty, passing) {
            (Type::Float, Passing::Exclusive) => &["y", "z"],
            (Type::Float, _) => &["x", "w"],
            (Type::Int, Passing::Exclusive) => &["k", "l"],
            (Type::Int, _) => &["m"],
            (Type::Bool, _) => &["flag"],
            (Type::Usize, _) => &["n"],
            (Type::Record(Record::Point), Passing::Exclusive) => &["q"],
            (Type::Record(Record::Point), _) => &["p"],
            (Type::Record(Record::Body), _) => &["body"],
            (Type::Array(..) | Type::Slice(_), Passing::Exclusive) => &["b", "c", "d"],
            (Type::Array(..) | Type::Slice(_), _) => &["a", "e"],
        };
        let name = self.scope.fresh_name(pool, false);
        let param = self.scope.declare_param(&name, ty, passing);
        self.params.push(param);
    }
}
