//! Draws expressions. Beside each float goes a guess of how large it gets, so that numbers stay tame: arguments of steep functions
//! are bounded, singular points are kept away from.

use super::scope::{Atoms, Role};
use super::{Builder, binary, changes};
use crate::random::ast::{Duty, Expr, Method, Op, Record, Type};

/// Larger right sides are squeezed.
const LARGE: f64 = 20.0;

impl Builder<'_> {
    /// A float that no loop can make explode by adding it up.
    pub fn float(&mut self, without: Atoms) -> Expr {
        let depth = 1 + self.rng.below(3);
        let (expr, size) = self.float_of_depth(depth, without);
        if size > LARGE || (self.turns > 1 && self.rng.chance(40)) { self.squeezed(expr, size).0 } else { expr }
    }

    fn float_of_depth(&mut self, depth: usize, without: Atoms) -> (Expr, f64) {
        if depth == 0 {
            return self.float_leaf(without);
        }
        match self.rng.below(20) {
            0..3 => self.float_leaf(without),
            3..11 => self.arithmetic(depth, without),
            11..17 => self.method(depth, without),
            17 => self.value_with_parts(without).unwrap_or_else(|| self.method(depth, without)),
            _ => self.ordinary_call(without).unwrap_or_else(|| self.arithmetic(depth, without)),
        }
    }

    /// A block, `if` or `match` that gives a value.
    fn value_with_parts(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        match self.rng.below(8) {
            0 | 1 => self.block_value(without),
            2 | 6 => self.match_value(without),
            3 => {
                let parts = [self.condition(without), self.float(without), self.float(without)];
                Some((Expr::If(Box::new(parts)), 8.0))
            }
            4 if self.duty == Duty::Ordinary => self.closure_call(without).or_else(|| self.chain(without)),
            _ if self.duty == Duty::Ordinary => self.chain(without),
            _ => None,
        }
    }

    fn float_leaf(&mut self, without: Atoms) -> (Expr, f64) {
        match self.rng.below(20) {
            0..15 => {
                if let Some(place) = self.readable_place(Type::Float, without) {
                    let size = match self.scope.infos[place.var.id].role {
                        Role::Input => 2.0,
                        Role::State | Role::Computed | Role::Free => 4.0,
                    };
                    return (Expr::Read(place), size);
                }
            }
            15 => {
                if let Some(index) = self.readable_place(Type::Usize, without) {
                    return (Expr::Cast(Box::new(Expr::Read(index)), Type::Float), 5.0);
                }
            }
            16 => {
                if let Some(place) = self.readable_place(Type::Int, without) {
                    return (Expr::Cast(Box::new(Expr::Read(place)), Type::Float), 50.0);
                }
            }
            _ => {}
        }
        let value = self.decimal(3.0);
        (Expr::Float(value), value.abs())
    }

    /// A number of few digits, and never zero.
    pub fn decimal(&mut self, most: f64) -> f64 {
        let value = rounded(self.rng.float(0.1, most));
        if self.rng.chance(30) { -value } else { value }
    }

    fn arithmetic(&mut self, depth: usize, without: Atoms) -> (Expr, f64) {
        let (a, large_a) = self.float_of_depth(depth - 1, without);
        if self.rng.chance(10) {
            return (Expr::Neg(Box::new(a)), large_a);
        }
        let (b, large_b) = self.float_of_depth(self.rng.clone().below(depth), without);
        match self.rng.below(8) {
            0 | 1 => (binary(Op::Add, a, b), large_a + large_b),
            2 => (binary(Op::Sub, a, b), large_a + large_b),
            3..7 => self.product(a, large_a, b, large_b),
            _ => {
                let (b, large_b) = self.positive(b, large_b);
                let _ = large_b;
                (binary(Op::Div, a, b), large_a * 2.0)
            }
        }
    }

    fn product(&mut self, a: Expr, large_a: f64, b: Expr, large_b: f64) -> (Expr, f64) {
        if large_a * large_b <= LARGE {
            return (binary(Op::Mul, a, b), large_a * large_b);
        }
        let (b, large_b) = self.squeezed(b, large_b);
        (binary(Op::Mul, a, b), large_a * large_b)
    }

    /// The same made small: through a bounded function, or scaled.
    fn squeezed(&mut self, expr: Expr, size: f64) -> (Expr, f64) {
        if self.scope.is_typed(&expr) && self.rng.chance(70) {
            // Steep arguments of a sine would make derivatives large instead.
            let expr = if size > 10.0 { binary(Op::Mul, expr, Expr::Float(0.05)) } else { expr };
            let method = *self.rng.pick(&[Method::Sin, Method::Tanh, Method::Cos]);
            return (Expr::Method(method, vec![expr]), 1.0);
        }
        let factor = if size > 10.0 { 0.01 } else { 0.1 };
        (binary(Op::Mul, expr, Expr::Float(factor)), size * factor)
    }

    /// `e * e + c` or `e.sin() + c`, which stay away from zero; in the first the two reads of `e` make gradients add up.
    fn positive(&mut self, expr: Expr, size: f64) -> (Expr, f64) {
        let least = rounded(0.5 + self.decimal(2.0).abs());
        let simple = matches!(expr, Expr::Read(_) | Expr::Float(_));
        if !simple && self.scope.is_typed(&expr) && self.rng.chance(80) {
            let bounded = Expr::Method(Method::Sin, vec![expr]);
            return (binary(Op::Add, bounded, Expr::Float(rounded(1.0 + least))), 2.0 + least);
        }
        (binary(Op::Add, binary(Op::Mul, expr.clone(), expr), Expr::Float(least)), size * size + least)
    }

    fn method(&mut self, depth: usize, without: Atoms) -> (Expr, f64) {
        const METHODS: [Method; 13] = [
            Method::Sin,
            Method::Cos,
            Method::Exp,
            Method::Tanh,
            Method::Sqrt,
            Method::Ln,
            Method::Powi,
            Method::Abs,
            Method::Atan2,
            Method::Hypot,
            Method::Min,
            Method::Max,
            Method::Recip,
        ];
        let (a, size) = self.float_of_depth(depth - 1, without);
        if !self.scope.is_typed(&a) {
            return (a, size);
        }
        let method = *self.rng.pick(&METHODS);
        match method {
            Method::Sin | Method::Cos | Method::Tanh => {
                let a = if size > 10.0 { binary(Op::Mul, a, Expr::Float(0.1)) } else { a };
                (Expr::Method(method, vec![a]), 1.0)
            }
            Method::Exp => {
                let (a, size) = if size > 2.0 { self.squeezed(a, size) } else { (a, size) };
                (Expr::Method(method, vec![a]), size.exp())
            }
            Method::Sqrt | Method::Ln | Method::Recip => {
                let (a, size) = self.positive(a, size);
                let size = match method {
                    Method::Sqrt => size.sqrt(),
                    Method::Ln => size.ln().abs().max(1.0),
                    _ => 2.0,
                };
                (Expr::Method(method, vec![a]), size)
            }
            Method::Powi => {
                let (a, size) = if size > 4.0 { self.squeezed(a, size) } else { (a, size) };
                let exponent = self.rng.between(1, 3);
                (Expr::Method(method, vec![a, Expr::Int(exponent)]), size.max(1.0).powi(3))
            }
            Method::Abs => {
                let a = binary(Op::Add, a, Expr::Float(self.odd()));
                (Expr::Method(method, vec![a]), size + 3.0)
            }
            Method::Atan2 | Method::Hypot => {
                let (b, large_b) = self.float_of_depth(self.rng.clone().below(depth), without);
                let (b, large_b) = self.positive(b, large_b);
                let size = if method == Method::Atan2 { 3.2 } else { size + large_b };
                (Expr::Method(method, vec![a, b]), size)
            }
            Method::Min | Method::Max => {
                let (b, large_b) = self.float_of_depth(self.rng.clone().below(depth), without);
                let b = binary(Op::Add, b, Expr::Float(self.odd()));
                (Expr::Method(method, vec![a, b]), size.max(large_b + 3.0))
            }
        }
    }

    /// A number with more digits than others, so that hardly anything is ever equal to it.
    fn odd(&mut self) -> f64 {
        (self.rng.float(-2.0, 2.0) * 10_000.0).round() / 10_000.0
    }

    /// A struct written out.
    pub fn record(&mut self, without: Atoms) -> (Type, Expr) {
        let record = *self.rng.pick(&Record::ALL);
        let items = record
            .fields()
            .iter()
            .map(|(_, ty)| match ty {
                Type::Int => self.int(without),
                Type::Array(..) => Expr::Array((0..3).map(|_| self.float(without)).collect()),
                _ => self.float(without),
            })
            .collect();
        (Type::Record(record), Expr::Record(record, items))
    }

    fn ordinary_call(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        let callees: Vec<usize> = (0..self.done.len())
            .filter(|&i| self.done[i].returns == Type::Float && self.done[i].duty == Duty::Ordinary)
            .filter(|&i| !changes(&self.done[i].params))
            .filter(|&i| self.affords(self.done[i].cost))
            .collect();
        if callees.is_empty() {
            return None;
        }
        let index = *self.rng.pick(&callees);
        let callee = &self.done[index];
        let args = self.arguments(&callee.params, Vec::new(), without, None)?;
        self.cost += self.turns * callee.cost;
        Some((Expr::Call(index, args), 8.0))
    }

    /// An integer that stays small.
    pub fn int(&mut self, without: Atoms) -> Expr {
        let leaf = |this: &mut Self| match this.rng.below(4) {
            0 => this
                .readable_place(Type::Usize, without)
                .map(|place| Expr::Cast(Box::new(Expr::Read(place)), Type::Int)),
            1 | 2 => this.readable_place(Type::Int, without).map(Expr::Read),
            _ => None,
        };
        let literal = Expr::Int(self.rng.between(1, 5));
        let a = leaf(self).unwrap_or_else(|| literal.clone());
        match self.rng.below(7) {
            0..3 if matches!(a, Expr::Int(_)) => a,
            0 => binary(Op::Rem, a, literal),
            1 => binary(Op::Rem, binary(Op::Mul, a, literal), Expr::Int(7)),
            2 => binary(Op::Rem, Expr::Neg(Box::new(a)), Expr::Int(5)),
            3 => {
                let b = leaf(self).unwrap_or(literal);
                let sum = binary(if self.rng.chance(50) { Op::Add } else { Op::Sub }, a, b);
                binary(Op::Rem, sum, Expr::Int(11))
            }
            _ => literal,
        }
    }
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
