//! Loops whose turns may run in any order. The turns of an adjoint loop often meet only in sums of gradients, which have no
//! prescribed order. Such a loop runs forwards, as arrays are laid out; and if there is a sum in it, it becomes a sweep, which the
//! emitter runs a block at a time with a lane for each turn.

use crate::access::{Overlap, Touch, each_touch, overlap, reads};
use crate::ir::{BinaryOp, Expr, Head, Leaf, Place, Range, Shade, Step, Stmt, Var};

/// Turns the loops that allow it.
pub fn sweep(stmts: Vec<Stmt>) -> Vec<Stmt> {
    stmts
        .into_iter()
        .map(|stmt| match stmt {
            Stmt::Nested(head, blocks) => {
                let mut blocks: Vec<Vec<Stmt>> = blocks.into_iter().map(sweep).collect();
                match head {
                    Head::For { var, range } => each(var, range, blocks.remove(0)),
                    Head::Each { turn, leaves, reversed } => {
                        let reversed = reversed && !apart(&turn, &leaves, &blocks[0]);
                        Stmt::Nested(Head::Each { turn, leaves, reversed }, blocks)
                    }
                    head => Stmt::Nested(head, blocks),
                }
            }
            other => other,
        })
        .collect()
}

fn each(var: Var, range: Range, body: Vec<Stmt>) -> Stmt {
    let touched = Touched::by(&var, &body);
    let Some(sums) = touched.as_ref().and_then(|touched| touched.sums(&var)) else {
        return Stmt::Nested(Head::For { var, range }, vec![body]);
    };
    let simple = body.iter().all(|stmt| {
        matches!(
            stmt,
            Stmt::Let { init: Some(_), .. } | Stmt::Update { .. } | Stmt::Witness { .. } | Stmt::Shadow { .. }
        )
    });
    if simple
        && !range.inclusive
        && range.stride.is_none()
        && !sums.is_empty()
        && touched.is_some_and(|touched| touched.walks(&var))
    {
        Stmt::Nested(Head::Sweep { var, start: range.start, end: range.end, sums }, vec![body])
    } else {
        // Steps that are counted from the end are cheapest from there.
        let reversed = range.stride.as_ref().is_some_and(|stride| stride.from_end);
        Stmt::Nested(Head::For { var, range: Range { reversed, ..range } }, vec![body])
    }
}

/// Whether the turns of a loop along arrays change only elements of their own.
fn apart(turn: &Var, leaves: &[Leaf], body: &[Stmt]) -> bool {
    let Some(touched) = Touched::by(turn, body) else { return false };
    let is_element =
        |place: &Place| place.via.as_ref().is_some_and(|via| leaves.iter().any(|leaf| leaf.var == via.var));
    touched
        .written
        .iter()
        .all(|place| place.root.shade == Shade::Value && (touched.own.contains(&place.root) || is_element(place)))
}

/// What the turns of a loop touch.
pub struct Touched {
    /// bound by the body, the loop variable included
    pub own: Vec<Var>,
    read: Vec<Place>,
    /// written by the body
    pub written: Vec<Place>,
}

impl Touched {
    /// What a loop binds: its variable and the locals of its body.
    pub fn bound(var: &Var, body: &[Stmt]) -> Vec<Var> {
        let mut own = vec![var.clone()];
        for stmt in body {
            each_touch(stmt, &mut |touch, place| {
                if touch == Touch::Bind {
                    own.push(place.root.clone());
                }
            });
        }
        own
    }

    /// Collects it, unless the order of the turns matters beyond what they touch.
    pub fn by(var: &Var, body: &[Stmt]) -> Option<Self> {
        let mut touched = Self { own: vec![var.clone()], read: Vec::new(), written: Vec::new() };
        body.iter().all(|stmt| touched.add(stmt)).then_some(touched)
    }

    fn add(&mut self, stmt: &Stmt) -> bool {
        let ordered = match stmt {
            Stmt::Let { init: None | Some(Expr::Restore(_)), .. } => true,
            Stmt::Let { .. } | Stmt::Update { .. } | Stmt::Witness { .. } | Stmt::Shadow { .. } => false,
            Stmt::Nested(Head::For { .. } | Head::Sweep { .. } | Head::Scope, blocks) => {
                !blocks.iter().flatten().all(|stmt| self.add(stmt))
            }
            _ => true,
        };
        each_touch(stmt, &mut |touch, place| match touch {
            Touch::Bind => self.own.push(place.root.clone()),
            Touch::Write => self.written.push(place.clone()),
            Touch::Read if place.is_length() => {}
            Touch::Read => self.read.push(place.clone()),
            Touch::Length | Touch::Witness | Touch::Inner => {}
        });
        !ordered
    }

    /// The sums in which the turns meet, if they meet in nothing else.
    fn sums(&self, var: &Var) -> Option<Vec<Place>> {
        let turns = Turns { var, touched: self };
        let mut sums: Vec<Place> = Vec::new();
        for place in self.written.iter().filter(|place| !self.own.contains(&place.root)) {
            let root = &place.root;
            let is_read = self.read.iter().any(|read| read.root == *root);
            let alone = || {
                let same = |other: &Place| other.root != *root || other == place || turns.apart(place, other);
                turns.view(place).is_some() && self.read.iter().chain(&self.written).all(same)
            };
            match (root.shade, is_read) {
                // Only ever added to: turns meet here in a sum, or not at all.
                (Shade::Adjoint, false) => {
                    if turns.invariant_place(place) && !sums.contains(place) {
                        sums.push(place.clone());
                    }
                }
                // Each turn has an element of its own.
                _ if alone() => {}
                _ => return None,
            }
        }
        Some(sums)
    }

    /// Whether an array is walked element by element.
    fn walks(&self, var: &Var) -> bool {
        let turns = Turns { var, touched: self };
        self.read.iter().chain(&self.written).any(|place| turns.view(place).is_some())
    }
}

/// How places move from turn to turn.
pub struct Turns<'l> {
    /// the loop variable
    pub var: &'l Var,
    /// what the body touches
    pub touched: &'l Touched,
}

impl Turns<'_> {
    fn invariant(&self, expr: &Expr) -> bool {
        let mut invariant = true;
        reads(expr, &mut |read| {
            let changes = !read.is_length() && self.touched.written.iter().any(|write| write.root == read.root);
            invariant &= !self.touched.own.contains(&read.root) && !changes;
        });
        invariant
    }

    fn invariant_place(&self, place: &Place) -> bool {
        place.indices().all(|index| self.invariant(index))
    }

    /// Whether two places are in parts of an array that stay as they are and have nothing in common.
    fn apart(&self, one: &Place, other: &Place) -> bool {
        let stays = |place: &Place| {
            let stays = |step: &&Step| step.exprs().all(|index| self.invariant(index));
            place.prefix(place.path.iter().take_while(stays).count())
        };
        overlap(&stays(one), &stays(other)) == Overlap::No
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
        if self.touched.own.contains(&place.root) {
            return None;
        }
        let moving = |step: &Step| !step.exprs().all(|index| self.invariant(index));
        let k = place.path.iter().position(moving)?;
        matches!(&place.path[k], Step::Index(index) if self.unit_stride(index)).then_some(k)
    }
}
