//! Draws functions as values: which ones are passed, kept in locals, and called.

use super::scope::Role;
use super::{Builder, whole};
use crate::random::ast::{Arg, Expr, FunctionValue, Init, Place, Signature, Stmt, Type};

/// A function that is a value runs no more statements than this: which one it is may not be known.
const MOST_RUN: usize = 40;

impl Builder<'_> {
    /// A function of that signature to pass: a variable, or as below. A function that passes to itself what it makes of what it was
    /// given would have endlessly many types.
    pub fn function_value(&mut self, signature: Signature, to_itself: bool) -> Option<FunctionValue> {
        let references = self.references(signature).filter(|_| !to_itself).collect();
        self.variable(signature).or_else(|| self.new_function(signature, references))
    }

    /// Now and then a variable of that signature.
    fn variable(&mut self, signature: Signature) -> Option<FunctionValue> {
        let mut variables = self.function_variables();
        variables.retain(|place| place.ty == Type::Function(signature));
        if variables.is_empty() || !self.affords(2 * MOST_RUN) || self.rng.chance(50) {
            return None;
        }
        self.cost += self.turns * MOST_RUN;
        Some(FunctionValue::Variable(self.rng.pick(&variables).var.clone(), signature))
    }

    /// References to functions: these can be copied, whatever is behind them.
    fn references(&self, signature: Signature) -> impl Iterator<Item = FunctionValue> {
        let references = self.function_variables().into_iter().filter(|place| place.var.is_reference());
        let fit = references.filter(move |place| place.ty == Type::Function(signature));
        fit.map(move |place| FunctionValue::Variable(place.var, signature))
    }

    /// A function of that signature: one of those before or of the candidates, or made of such.
    fn new_function(&mut self, signature: Signature, mut candidates: Vec<FunctionValue>) -> Option<FunctionValue> {
        candidates.extend(
            (0..self.done.len())
                .filter(|&i| self.done[i].signature() == Some(signature) && self.done[i].cost <= MOST_RUN)
                .map(|i| FunctionValue::Named(i, signature)),
        );
        if candidates.is_empty() || !self.affords(2 * MOST_RUN) {
            return None;
        }
        self.cost += self.turns * MOST_RUN;
        let one = self.rng.pick(&candidates).clone();
        Some(match self.rng.below(5) {
            0 => FunctionValue::Inverse(Box::new(one)),
            1 => {
                let other = self.rng.pick(&candidates).clone();
                FunctionValue::Then(Box::new([one, FunctionValue::Inverse(Box::new(other))]))
            }
            2 => FunctionValue::Then(Box::new([one, self.rng.pick(&candidates).clone()])),
            _ => one,
        })
    }

    /// The variables that are functions.
    fn function_variables(&self) -> Vec<Place> {
        let functions = self.scope.in_scope().filter(|info| info.alive && matches!(info.ty, Type::Function(_)));
        functions.map(whole).collect()
    }

    /// `let run = Then(f0 {}, Inverse(f1 {}));`
    pub fn let_function(&mut self) -> Option<Vec<Stmt>> {
        let signature = *self.rng.pick(&Signature::ALL);
        // What is made of a reference could not be compared at the end of its scope.
        let value = self.variable(signature).or_else(|| self.new_function(signature, Vec::new()))?;
        let name = self.scope.fresh_name(&["run", "turned"], false);
        let info = self.scope.declare(name, Type::Function(signature), Role::Input, false);
        // A reference is copied as such.
        if let FunctionValue::Variable(other, _) = &value {
            info.var.passing = other.passing;
        }
        let var = info.var.clone();
        Some(vec![Stmt::Let { var, mutable: false, init: Init::Expr(Expr::Function(value)) }])
    }

    /// `f(&mut y, x);`
    pub fn apply(&mut self) -> Option<Vec<Stmt>> {
        let functions = self.function_variables();
        if functions.is_empty() || !self.affords(MOST_RUN) {
            return None;
        }
        let Place { var, ty: Type::Function(signature), .. } = self.rng.pick(&functions).clone() else {
            unreachable!("these are functions")
        };
        let ty = signature.ty();
        let place = self.writable_place(ty, 0, |_| true)?;
        let without = self.scope.forbidden_for(&self.scope.infos[place.var.id], self.scope.atoms_of(&place));
        let mut value = if ty == Type::Float { self.float(without) } else { self.int(without) };
        // Through a value rustc does not see what type a literal should have.
        if ty == Type::Int && !self.scope.is_typed(&value) {
            value = Expr::Cast(Box::new(value), Type::Int);
        }
        self.note_update(&place, &value);
        self.scope.infos[place.var.id].typed = true;
        self.cost += self.turns * MOST_RUN;
        let args = vec![Arg::Exclusive(place), Arg::Value(value)];
        Some(vec![Stmt::Apply { function: var, inverse: self.rng.chance(30), args }])
    }
}
