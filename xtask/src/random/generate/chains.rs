//! Draws chains of iterators and loops along arrays of ordinary functions.

use super::exits::labelled;
use super::scope::{Atoms, Role};
use super::views::Walked;
use super::{Builder, binary};
use crate::random::ast::{Chain, Element, End, Expr, Link, Method, Op, Place, Source, Stmt, Type, Var};

impl Builder<'_> {
    /// `a.iter().zip(&b).filter(|&(x, y)| ..).map(|(x, y)| ..).sum::<f64>()`
    pub fn chain(&mut self, without: Atoms) -> Option<(Expr, f64)> {
        let afforded = self.affords(20) && self.turns < 40 && self.chained < 2;
        // What is changed meanwhile cannot be asked for: chains stand where nothing is.
        if !afforded || !self.scope.has_room() || without != 0 {
            return None;
        }
        let outside = self.scope.visible.len();
        let mark = self.scope.infos.len();
        let mut walked = Walked::new(false);
        let source = self.source(2, &mut walked);
        let turns = self.turns;
        self.turns *= walked.turns;
        self.cost += self.turns;
        self.chained += 1;
        let chain = source.map(|source| {
            self.scope.infos[mark..].iter_mut().for_each(|info| info.alive = true);
            self.links(source)
        });
        self.chained -= 1;
        self.turns = turns;
        self.scope.visible.truncate(outside);
        self.scope.infos[mark..].iter_mut().for_each(|info| info.alive = false);
        Some((Expr::Chain(Box::new(chain?)), 8.0))
    }

    fn links(&mut self, source: Source) -> Chain {
        let source_vars: Vec<usize> = source.vars().iter().map(|var| var.id).collect();
        // What the fold starts with comes before all that.
        self.hide(&source_vars);
        let init = self.float(0);
        self.scope.visible.extend(&source_vars);
        let filter = self.rng.chance(30).then(|| self.condition(0));
        let floats = is_of_floats(&source);
        let map = (!floats || self.rng.chance(80)).then(|| self.small_float());
        let mut more = Vec::new();
        if map.is_some() {
            self.hide(&source_vars);
            for _ in 0..self.rng.below(5).saturating_sub(2) {
                let var = self.number(&["part", "term"]);
                let (link, value) = if self.rng.chance(50) {
                    (Link::Map, self.small_float())
                } else {
                    let link = *self.rng.pick(&[Link::Filter, Link::TakeWhile, Link::SkipWhile]);
                    (link, self.condition(0))
                };
                self.hide(&[var.id]);
                more.push((var, link, value));
            }
        }
        let end = match self.rng.below(5) {
            0 | 1 => End::Sum,
            2 => End::Product,
            _ => {
                let (acc, item) =
                    (self.number(&["total", "sofar"]), map.as_ref().map(|_| self.number(&["part", "term"])));
                let read = |var: &Var| Expr::Read(Place { var: var.clone(), path: Vec::new(), ty: Type::Float });
                let next = self.small_float();
                let kept = binary(Op::Mul, read(&acc), Expr::Float(0.5));
                let value = match (&item, self.rng.below(3)) {
                    (Some(item), 0) => binary(Op::Add, kept, binary(Op::Mul, read(item), next)),
                    (Some(item), 1) => Expr::Method(Method::Max, vec![read(&acc), read(item)]),
                    _ => binary(Op::Add, kept, next),
                };
                End::Fold { acc, item, init: Box::new(init), value: Box::new(value) }
            }
        };
        Chain { source, filter, map, more, end }
    }

    fn small_float(&mut self) -> Expr {
        let value = self.float(0);
        if !self.scope.is_typed(&value) {
            return value;
        }
        Expr::Method(*self.rng.pick(&[Method::Sin, Method::Tanh, Method::Cos]), vec![value])
    }

    /// A number that a closure takes.
    fn number(&mut self, pool: &[&str]) -> Var {
        let name = self.scope.fresh_name(pool, false);
        self.scope.declare(name, Type::Float, Role::Input, false).var.clone()
    }

    /// What a closure takes is not seen by the next.
    fn hide(&mut self, ids: &[usize]) {
        self.scope.visible.retain(|id| !ids.contains(id));
    }

    /// `for (i, x) in a.iter_mut().enumerate().skip(1) { .. }`
    pub fn free_each(&mut self) -> Option<Vec<Stmt>> {
        let outside = self.scope.clone();
        let (label, drawn) = self.in_level(true, |this| {
            this.scoped(|this| {
                let mark = this.scope.infos.len();
                let mut walked = Walked::new(true);
                let source = this.source(2, &mut walked)?;
                this.scope.infos[mark..].iter_mut().for_each(|info| info.alive = true);
                for &id in &walked.hidden {
                    this.scope.infos[id].alive = false;
                }
                let (turns, frozen) = (this.turns, this.scope.frozen);
                // What is walked along is lent.
                this.scope.frozen |= walked.shared;
                this.turns *= walked.turns;
                let count = 1 + this.rng.below(3);
                let body = this.block(count, Self::ordinary_stmt);
                (this.turns, this.scope.frozen) = (turns, frozen);
                for &id in &walked.hidden {
                    this.scope.infos[id].alive = true;
                }
                Some((source, body))
            })
        });
        match drawn {
            Some((source, body)) if !body.is_empty() => Some(labelled(label, Stmt::Each { source, body })),
            _ => {
                self.scope = outside;
                None
            }
        }
    }
}

/// Whether what a source gives is one float at a time.
fn is_of_floats(source: &Source) -> bool {
    match source {
        Source::Slice { place, chunk: None, .. } => {
            matches!(place.ty, Type::List | Type::Slice(Element::Float) | Type::Array(Element::Float, _))
        }
        Source::Rev(inner) | Source::Cut(_, _, inner) => is_of_floats(inner),
        Source::Slice { .. } | Source::Range { .. } | Source::Enumerate(..) | Source::Zip(_) => false,
    }
}
