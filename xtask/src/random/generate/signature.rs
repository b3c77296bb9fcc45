//! Draws the parameters of a function.

use super::library::COLLECTED;
use super::{Builder, Kind, is_special};
use crate::random::ast::{Duty, Element, Function, Passing, Record, Signature, Type};

impl Builder<'_> {
    /// All slices of a function have one length, and `n` is at most that, so that bounds are known without a look at the callers.
    pub fn signature(&mut self, kind: Kind) {
        let entry = kind == Kind::Entry;
        match kind {
            Kind::Gate(signature) => {
                self.param(signature.ty(), Passing::Exclusive);
                self.param(signature.ty(), Passing::Value);
                return;
            }
            Kind::Method(record) => {
                let param = self.scope.declare_param("self", Type::Record(record), Passing::Exclusive);
                self.params.push(param);
            }
            Kind::Entry | Kind::Helper => {}
        }
        if self.duty == Duty::Reversible && !entry && self.rng.chance(60) {
            self.function_param();
        }
        // What takes something special should not ask for much besides.
        let special = !self.params.is_empty();
        if !special && self.rng.chance(70) {
            self.params_of_a_callee();
        }
        if self.duty == Duty::Reversible && !matches!(kind, Kind::Method(_)) {
            for _ in 0..=self.rng.below(if entry { 4 } else { 2 - usize::from(special) }) {
                let ty = match self.rng.below(20) {
                    16 | 17 => Type::Stack(*self.rng.pick(COLLECTED)),
                    18 | 19 => Type::Map(*self.rng.pick(COLLECTED)),
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
                // Something to put on it.
                if let Type::Stack(element) = ty {
                    self.param(element.ty(), Passing::Exclusive);
                }
            }
        }
        // What only ordinary functions call, in statements.
        if self.duty == Duty::Ordinary && kind == Kind::Helper && self.rng.chance(40) {
            let types = [
                Type::Float,
                Type::Float,
                Type::Int,
                Type::Array(Element::Float, 3),
                Type::Slice(Element::Float),
                Type::Record(Record::Point),
            ];
            let ty = *self.rng.pick(&types);
            self.param(ty, Passing::Exclusive);
        }
        for _ in 0..self.rng.below(if entry { 5 } else { 3 - usize::from(special) }) {
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
        let weights: Vec<usize> = callees.iter().map(|callee| if is_special(callee) { 3 } else { 1 }).collect();
        let Some(chosen) = self.rng.weighted(&weights) else { return };
        let callee = callees[chosen];
        for param in &callee.params {
            if !matches!(param.ty, Type::Usize | Type::Function(_)) {
                // What is run as a whole gives a value, and changes nothing.
                let lent = param.passing == Passing::Exclusive;
                let passing = match param.ty {
                    _ if !lent || self.duty == Duty::Reversible || self.kind == Kind::Helper => param.passing,
                    Type::Slice(_) => Passing::Shared,
                    _ => Passing::Value,
                };
                self.param(param.ty, passing);
            }
        }
    }

    /// A function, if there is one that could be passed.
    fn function_param(&mut self) {
        let mut signatures: Vec<Signature> = self.done.iter().filter_map(Function::signature).collect();
        signatures.dedup();
        if !signatures.is_empty() {
            let signature = *self.rng.pick(&signatures);
            self.param(Type::Function(signature), Passing::Shared);
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
            (Type::Stack(_), _) => &["stack", "pile"],
            (Type::Map(_), _) => &["table", "index"],
            (Type::Function(_), _) => &["gate", "other"],
            (Type::Array(..) | Type::Slice(_), Passing::Exclusive) => &["b", "c", "d"],
            (Type::Array(..) | Type::Slice(_), _) => &["a", "e"],
            (Type::List | Type::Pair | Type::Perhaps | Type::Outcome | Type::Closure(_) | Type::Stepper, _) => {
                unreachable!("only locals")
            }
        };
        let name = self.scope.fresh_name(pool, false);
        let param = self.scope.declare_param(&name, ty, passing);
        self.params.push(param);
    }
}
