//! Draws what decides in other ways than `if` and `for`: `match`, counting `while` loops, `inverse!`, and asides that decide nothing.

use super::scope::{Atoms, Bound, Frame, High, Role};
use super::{Builder, TYPICAL_LENGTH, binary, literal};
use crate::random::ast::{Arm, Aside, Element, Expr, Op, Pattern, Record, Stmt, Type, Var};
use crate::random::{shrink, walk};

impl Builder<'_> {
    /// `match k { 0 => { .. } n if n > 2 => { .. } _ => { .. } }`
    pub fn match_statement(&mut self) -> Option<Vec<Stmt>> {
        let may_write = self.choose_writes();
        let value = if self.rng.chance(60) {
            Expr::Read(self.readable_place(Type::Int, may_write)?)
        } else {
            self.int(may_write)
        };
        // A literal alone has no type of its own.
        if !self.scope.is_typed(&value) {
            return None;
        }
        let mut control = self.scope.reads(&value);
        let count = 1 + self.rng.below(3);
        let mut arms = Vec::new();
        let reserved = self.scope.reserved;
        let mut left = self.scope.reserved;
        for k in 0..=count {
            self.scope.reserved = reserved;
            let mut decided = 0;
            let arm = self.framed(Frame { may_write, holds: true }, control, |this| {
                this.scoped(|this| {
                    let pattern = this.pattern(k == count);
                    // A guard decides about every arm, so it comes with the first, before the others are written.
                    let guard = (k == 0 && this.rng.chance(50)).then(|| this.condition(may_write));
                    let outer = this.scope.control;
                    let reads = guard.as_ref().map_or(0, |guard| this.scope.reads(guard));
                    this.scope.control |= reads;
                    let count = this.rng.below(3);
                    let count = count.max(usize::from(this.eager));
                    let body = this.patient(|this| this.block(count, Self::reversible_stmt));
                    this.scope.control = outer;
                    decided = reads;
                    Arm { pattern, guard, body }
                })
            });
            left |= self.scope.reserved;
            control |= decided;
            arms.push(arm);
        }
        self.scope.reserved = left;
        if arms.iter().all(|arm| arm.body.is_empty()) { None } else { Some(vec![Stmt::Match { value, arms }]) }
    }

    fn named(&mut self) -> Var {
        let name = self.scope.fresh_name(&["found", "got"], false);
        self.scope.declare(name, Type::Int, Role::Input, false).var.clone()
    }

    pub fn pattern(&mut self, last: bool) -> Pattern {
        if last {
            return if self.rng.chance(50) { Pattern::Any } else { Pattern::Named(self.named()) };
        }
        let low = self.rng.between(-3, 4);
        match self.rng.below(5) {
            0 => Pattern::OneOf(vec![low]),
            1 => Pattern::OneOf(vec![low, low + self.rng.between(1, 3)]),
            2 => Pattern::Within(low, low + self.rng.between(0, 3)),
            3 => Pattern::NamedWithin(self.named(), low, low + self.rng.between(0, 3)),
            _ => Pattern::Within(0, low.abs()),
        }
    }

    /// `let mut i = 0; while (i < n, i > 0) { ..; i += 1; }`
    pub fn while_loop(&mut self) -> Option<Vec<Stmt>> {
        // A local that is computed by a loop can be computed again if its counter can. One that is restored by running the loop
        // backwards takes the counter with it.
        let released = !self.lets || self.rng.chance(50);
        let may_write = if released { self.choose_state() } else { self.choose_writes() };
        if may_write == 0 {
            return None;
        }
        let (limit, high, turns) = match self.length_term(may_write).filter(|_| self.rng.chance(50)) {
            Some(term) => (term.clone(), High::Len { term, over: 0 }, TYPICAL_LENGTH),
            None => {
                let turns = self.rng.below(4);
                (literal(turns), High::Const(turns), turns)
            }
        };
        let (outer, min_len) = (self.turns, self.min_len);
        self.turns *= turns.max(1);
        let early = self.rng.chance(40);
        let control = self.scope.reads(&limit);
        let (var, body) = self.framed(Frame { may_write, holds: true }, control, |this| {
            this.scoped(|this| {
                let name = this.scope.fresh_name(&["turn", "lap"], false);
                let info = this.scope.declare(name, Type::Usize, Role::Input, false);
                let bound = match high {
                    High::Const(high) => {
                        Bound { low: usize::from(early), high: High::Const(high + usize::from(early)) }
                    }
                    High::Len { term, .. } => {
                        Bound { low: usize::from(early), high: High::Len { term, over: usize::from(early) } }
                    }
                };
                info.bound = Some(bound);
                let var = info.var.clone();
                if matches!(limit, Expr::Len(_)) || matches!(limit, Expr::Read(_)) {
                    this.min_len = this.min_len.max(1);
                }
                let count = 1 + this.rng.below(3);
                (var, this.block(count, Self::reversible_stmt))
            })
        });
        (self.turns, self.min_len) = (outer, min_len);
        if body.is_empty() {
            return None;
        }
        Some(vec![Stmt::While { var, limit, down: false, early, released, body }])
    }

    /// `inverse! { .. }`: the statements must run backwards from anywhere.
    pub fn inverse_block(&mut self) -> Option<Vec<Stmt>> {
        let (lets, onto, frozen) = (self.lets, self.onto.here, self.scope.frozen);
        (self.lets, self.onto.here) = (false, true);
        // What is to be written before it is read would be read first.
        self.scope.frozen |= self.scope.reserved;
        let count = 1 + self.rng.below(3);
        let may_write = self.choose_state();
        let stmts = self.framed(Frame { may_write, holds: true }, 0, |this| {
            this.scoped(|this| this.block(count, Self::reversible_stmt))
        });
        (self.lets, self.onto.here, self.scope.frozen) = (lets, onto, frozen);
        if stmts.is_empty() { None } else { Some(vec![Stmt::Inverse(stmts)]) }
    }

    /// `let mut held = a; held += b; ..; release!(held, a + b);`
    pub fn known(&mut self) -> Option<Vec<Stmt>> {
        let outside = (self.room, self.cost, self.own_calls_made, self.scope.clone());
        let (first, second) = (self.float(self.scope.frozen), self.float(self.scope.frozen));
        let reads = self.scope.reads(&first) | self.scope.reads(&second);
        let typed = self.scope.is_typed(&first) || self.scope.is_typed(&second);
        let name = self.scope.fresh_name(&["held", "stored"], false);
        let info = self.scope.declare(name, Type::Float, Role::State, true);
        info.typed = typed;
        let (var, own) = (info.var.clone(), info.atoms);
        let frozen = self.scope.frozen;
        self.scope.frozen |= reads | own;
        let pinned = self.scope.pin(reads);
        self.nesting += 1;
        let count = 1 + self.rng.below(3);
        let uses = self.block(count, Self::reversible_stmt);
        self.nesting -= 1;
        self.scope.pinned.truncate(pinned);
        self.scope.frozen = frozen | own;
        self.scope.wrote(own);
        self.scope.infos[var.id].alive = false;
        if uses.is_empty() {
            (self.room, self.cost, self.own_calls_made, self.scope) = outside;
            return None;
        }
        Some(vec![Stmt::Known { var, first, second, uses }])
    }

    /// `assert!(..);` of something true.
    pub fn aside(&mut self) -> Option<Vec<Stmt>> {
        let aside = *self.rng.pick(&[Aside::Assert, Aside::DebugAssert, Aside::Safe]);
        let condition = self.condition(0);
        // Of a view of a local there is only the place.
        let mut views = false;
        walk::expressions(&condition, &mut |part| {
            if let Expr::Read(place) = part {
                let is_param = self.params.iter().any(|param| param.var.id == place.var.id);
                views |= place.var.is_reference() && !is_param;
            }
        });
        if views {
            return None;
        }
        let opposite = Expr::Not(Box::new(condition.clone()));
        Some(vec![Stmt::Aside(aside, binary(Op::Or, condition, opposite))])
    }

    /// `let (t, u) = (a, b);` or another pattern.
    pub fn let_parts(&mut self) -> Option<Vec<Stmt>> {
        let (init, types) = match self.rng.below(4) {
            0 | 1 => {
                let items = vec![self.float(0), if self.rng.chance(50) { self.float(0) } else { self.int(0) }];
                let types: Vec<Type> = items.iter().map(shrink::type_of).collect();
                (Expr::Tuple(items), types)
            }
            2 => {
                let place = self.readable_place(Type::Array(Element::Float, 3), 0)?;
                (Expr::Read(place), vec![Type::Float; 3])
            }
            _ => {
                let record = *self.rng.pick(&Record::ALL);
                let place = self.readable_place(Type::Record(record), 0)?;
                (Expr::Read(place), record.fields().iter().map(|(_, ty)| *ty).collect())
            }
        };
        let parts: Vec<Expr> = match &init {
            Expr::Tuple(items) => items.clone(),
            whole => vec![whole.clone(); types.len()],
        };
        let vars = types.iter().zip(&parts).map(|(ty, part)| self.declare_computed(*ty, false, part).var.clone());
        let vars = vars.collect();
        Some(vec![Stmt::LetParts { vars, init }])
    }

    /// `let t = { let u = a; b };` inside an expression.
    pub fn block_value(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        if !self.scope.has_room() {
            return None;
        }
        let init = self.float(without);
        let reads = self.scope.reads(&init);
        let typed = self.scope.is_typed(&init);
        let visible = self.scope.visible.len();
        let name = self.scope.fresh_name(&["share", "portion"], false);
        let info = self.scope.declare(name, Type::Float, Role::Input, false);
        (info.typed, info.deps) = (typed, reads);
        let var = info.var.clone();
        let value = self.float(without);
        self.scope.visible.truncate(visible);
        self.scope.infos[var.id].alive = false;
        Some((Expr::Block(Box::new((var, init, value))), 8.0))
    }

    /// `match k { 0 => a, _ => b }` inside an expression.
    pub fn match_value(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        let value = Expr::Read(self.readable_place(Type::Int, without)?);
        if !self.scope.is_typed(&value) {
            return None;
        }
        let low = self.rng.between(-2, 3);
        let first =
            if self.rng.chance(50) { Pattern::OneOf(vec![low, low + 2]) } else { Pattern::Within(low, low + 2) };
        let arms = vec![(first, self.float(without)), (Pattern::Any, self.float(without))];
        Some((Expr::Match(Box::new(value), arms), 8.0))
    }
}
