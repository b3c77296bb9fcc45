//! Draws conditions.

use super::scope::Atoms;
use super::{Builder, binary};
use crate::random::ast::{Expr, Op, Type};

impl Builder<'_> {
    /// A truth value that does not depend on `without`.
    pub fn condition(&mut self, without: Atoms) -> Expr {
        self.condition_of_depth(2, without)
    }

    /// A truth value as an argument: mostly a small one, or calls inside of arguments would have no end.
    pub fn truth(&mut self, without: Atoms) -> Expr {
        if self.rng.chance(12) {
            return self.condition(without);
        }
        let place = self.readable_place(Type::Float, without);
        let a = place.map_or_else(|| Expr::Float(self.decimal(2.0)), Expr::Read);
        binary(Op::Lt, a, Expr::Float(self.decimal(2.0)))
    }

    fn condition_of_depth(&mut self, depth: usize, without: Atoms) -> Expr {
        let op = match self.rng.below(8) {
            _ if depth == 0 => return self.comparison(without),
            0 => Op::And,
            1 => Op::Or,
            2 => return Expr::Not(Box::new(self.condition_of_depth(depth - 1, without))),
            _ => return self.comparison(without),
        };
        let a = self.condition_of_depth(depth - 1, without);
        binary(op, a, self.condition_of_depth(depth - 1, without))
    }

    fn comparison(&mut self, without: Atoms) -> Expr {
        const ORDER: [Op; 4] = [Op::Lt, Op::Le, Op::Gt, Op::Ge];
        match self.rng.below(8) {
            4 => {
                if let Some(place) = self.readable_place(Type::Bool, without) {
                    return Expr::Read(place);
                }
            }
            0 | 1 => {
                if let Some(place) = self.readable_place(Type::Usize, without) {
                    let op = *self.rng.pick(&[Op::Eq, Op::Ne, Op::Lt, Op::Ge]);
                    let n = Expr::Int(self.rng.between(0, 4));
                    return binary(op, Expr::Read(place), n);
                }
            }
            2 | 3 => {
                if let Some(place) = self.readable_place(Type::Int, without) {
                    let op = *self.rng.pick(&[Op::Eq, Op::Ne, Op::Lt, Op::Ge]);
                    if self.rng.chance(40) {
                        return binary(op, binary(Op::Rem, Expr::Read(place), Expr::Int(2)), Expr::Int(0));
                    }
                    return binary(op, Expr::Read(place), Expr::Int(self.rng.between(-2, 4)));
                }
            }
            _ => {}
        }
        let op = *self.rng.pick(&ORDER);
        let a = self.float(without);
        let b = if self.rng.chance(30) { self.float(without) } else { Expr::Float(self.decimal(2.0)) };
        binary(op, a, b)
    }
}
