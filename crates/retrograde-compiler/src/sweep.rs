//! Loops whose turns may run in any order. The turns of an adjoint loop often meet only in sums of gradients, which have no
//! prescribed order; such a loop becomes a sweep, which the emitter runs a block at a time with a lane for each turn.

use crate::access::{Touch, each_touch, reads};
use crate::ir::{BinaryOp, Expr, Place, Shade, Step, Stmt, Var};

/// Replaces the loops that allow it.
pub fn sweep(stmts: Vec<Stmt>) -> Vec<Stmt> {
    stmts
        .into_iter()
        .map(|stmt| match stmt {
            Stmt::For { var, range, body } => {
                let body = sweep(body);
                match sums(&var, &body) {
                    Some(sums) if !range.inclusive => {
                        Stmt::Sweep { var, start: range.start, end: range.end, sums, body }
                    }
                    _ => Stmt::For { var, range, body },
                }
            }
            Stmt::If { pre, post, then, otherwise } => {
                Stmt::If { pre, post, then: sweep(then), otherwise: sweep(otherwise) }
            }
            other => other,
        })
        .collect()
}

/// The sums in which the turns of a loop meet, if they meet in nothing else and there is something to gain.
fn sums(var: &Var, body: &[Stmt]) -> Option<Vec<Place>> {
    let mut own = vec![var.clone()];
    let mut read: Vec<Place> = Vec::new();
    let mut written: Vec<Place> = Vec::new();
    for stmt in body {
        let simple = match stmt {
            Stmt::Let { init: Some(init), .. } => !matches!(init, Expr::Restore(_)),
            Stmt::Update { .. } | Stmt::Witness { .. } | Stmt::Shadow { .. } => true,
            _ => false,
        };
        if !simple {
            return None;
        }
        each_touch(stmt, &mut |touch, place| match touch {
            Touch::Bind => own.push(place.root.clone()),
            Touch::Write => written.push(place.clone()),
            Touch::Read => read.push(place.clone()),
            Touch::Length | Touch::Witness => {}
        });
    }
    let loops = Turns { var, own: &own, written: &written };
    let mut sums: Vec<Place> = Vec::new();
    for place in written.iter().filter(|place| !own.contains(&place.root)) {
        let root = &place.root;
        let is_read = read.iter().any(|read| read.root == *root);
        let alone = || {
            let same = |other: &Place| other.root != *root || other == place;
            loops.view(place).is_some() && read.iter().chain(&written).all(same)
        };
        match (root.shade, is_read) {
            // Only ever added to: turns meet here in a sum, or not at all.
            (Shade::Adjoint, false) => {
                if loops.invariant_place(place) && !sums.contains(place) {
                    sums.push(place.clone());
                }
            }
            // Each turn has an element of its own.
            _ if alone() => {}
            _ => return None,
        }
    }
    let vectorisable = read.iter().chain(&written).any(|place| loops.view(place).is_some());
    (!sums.is_empty() && vectorisable).then_some(sums)
}

/// What is known about the turns of a loop.
pub struct Turns<'l> {
    /// the loop variable
    pub var: &'l Var,
    /// what the body binds, the loop variable included
    pub own: &'l [Var],
    /// what the body writes
    pub written: &'l [Place],
}

impl Turns<'_> {
    fn invariant(&self, expr: &Expr) -> bool {
        let mut invariant = true;
        reads(expr, &mut |read| {
            let changes = self.written.iter().any(|write| write.root == read.root);
            invariant &= !self.own.contains(&read.root) && !changes;
        });
        invariant && !matches!(expr, Expr::Restore(_))
    }

    fn invariant_place(&self, place: &Place) -> bool {
        place.indices().all(|index| self.invariant(index))
    }

    fn unit_stride(&self, index: &Expr) -> bool {
        match index {
            Expr::Read(place) => place.root == *self.var && place.path.is_empty(),
            Expr::Binary(BinaryOp::Add, operands, _) => {
                let [a, b] = &**operands;
                (self.unit_stride(a) && self.invariant(b)) || (self.invariant(a) && self.unit_stride(b))
            }
            Expr::Binary(BinaryOp::Sub, operands, _) => self.unit_stride(&operands[0]) && self.invariant(&operands[1]),
            _ => false,
        }
    }

    /// The step of a place whose index follows the loop variable one by one, while the steps before it stay.
    pub fn view(&self, place: &Place) -> Option<usize> {
        if self.own.contains(&place.root) {
            return None;
        }
        let moving = |step: &Step| matches!(step, Step::Index(index) if !self.invariant(index));
        let k = place.path.iter().position(moving)?;
        matches!(&place.path[k], Step::Index(index) if self.unit_stride(index)).then_some(k)
    }
}
