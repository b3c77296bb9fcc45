//! The places of a sweep under the names that they have in its run: an element by its window, a gradient that was read before by its variable, a
//! sum by what is added up.

use crate::ir::{Expr, Inner, Place, Step, Stmt, Var, Via};
use std::rc::Rc;

/// A gradient that is read before anything is written.
pub(super) struct Loaded {
    pub var: Var,
    pub place: Place,
}

pub(super) struct Rewritten<'r> {
    /// names of elements
    pub windows: &'r [(Var, &'r Place)],
    /// what was read before
    pub loads: [&'r [Loaded]; 2],
    /// what is added up
    pub sums: &'r [(Var, Place)],
}

impl Rewritten<'_> {
    /// One of the statements that sweeps are made of.
    pub fn stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Let { init, .. } => init.iter_mut().for_each(|init| self.expr(init, &[])),
            Stmt::TypeOf { like, .. } | Stmt::Shadow { like, .. } => self.expr(like, &[]),
            Stmt::Update { place, value, .. } => {
                self.expr(value, &[]);
                match self.sums.iter().find(|(_, sum)| sum == place) {
                    Some((sum, _)) => *place = Place::var(sum),
                    None => self.place(place),
                }
            }
            other => unreachable!("a sweep only computes: {other:?}"),
        }
    }

    /// In an expression that sees names of its own.
    fn expr(&self, expr: &mut Expr, inner: &[Var]) {
        match expr {
            Expr::Read(place) => {
                let loaded = self.loads.iter().copied().flatten().find(|loaded| loaded.place == *place);
                match loaded {
                    Some(loaded) => *place = Place::var(&loaded.var),
                    None => self.seen(place, inner),
                }
            }
            Expr::Lend(place) | Expr::Length(place, _) => self.seen(place, inner),
            Expr::Derivative(derivative) => {
                Rc::make_mut(derivative).parts_mut().for_each(|part| self.expr(part, inner));
            }
            Expr::Block(locals, value) => {
                let mut inner = inner.to_vec();
                for Inner { var, init, .. } in locals {
                    self.expr(init, &inner);
                    inner.push(var.clone());
                }
                self.expr(Rc::make_mut(value), &inner);
            }
            other => other.parts_mut().into_iter().for_each(|part| self.expr(part, inner)),
        }
    }

    /// A place, after the indices on its way.
    pub fn place(&self, place: &mut Place) {
        self.seen(place, &[]);
    }

    fn seen(&self, place: &mut Place, inner: &[Var]) {
        let known = |(_, window): &&(Var, &Place)| window.root == place.root && place.path.starts_with(&window.path);
        let window = self.windows.iter().find(known).filter(|_| !inner.contains(place.name()));
        let steps = window.map_or(0, |(_, window)| window.path.len());
        place.path[steps..].iter_mut().flat_map(Step::exprs_mut).for_each(|index| self.expr(index, inner));
        if let Some((var, _)) = window {
            place.via = Some(Rc::new(Via { var: var.clone(), steps, reference: false }));
        }
    }
}
