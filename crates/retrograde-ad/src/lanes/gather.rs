//! Sweeps whose iterations meet in neighbouring elements, as those of a stencil do. Iterations that spread what they have over several elements
//! must follow one another. So each element collects instead what the iterations around it have: all of these run at once, each as many
//! elements behind as it adds ahead. At both ends, where not all of the iterations are there, the statements run on their own.

use super::{Mentioned, Sweep};
use crate::access::{Touch, each_touch, offset};
use crate::ir::{Ahead, Along, At, BinaryOp, Expr, Head, Part, Place, Share, Span, Step, Stmt, Var, Walked};
use crate::rewrite::replace_in_indices;
use std::rc::Rc;

/// Iterations that are further apart than this would leave too much to the ends.
const WIDEST: i128 = 16;

/// Statements that add to elements of one array, some apart.
pub(super) struct Group {
    /// how many iterations each is behind the one that adds furthest ahead
    members: Vec<(usize, Stmt)>,
    /// the most that any is behind
    pub spread: usize,
}

impl Group {
    /// Its statements.
    pub fn stmts(&self) -> impl Iterator<Item = Stmt> {
        self.members.iter().map(|(_, stmt)| stmt.clone())
    }
}

impl Sweep<'_> {
    /// Takes the groups out of statements that add to gradients of elements, if what stands before them may run more than once, and reads
    /// none of these gradients. An element that the iterations do not walk along may be met by any of them, not only by those around it.
    pub(super) fn groups(&self, elements: &mut Vec<Stmt>, others: &[Stmt]) -> Vec<Group> {
        let again = |stmt: &Stmt| match stmt {
            Stmt::Let { .. } | Stmt::TypeOf { .. } | Stmt::Shadow { .. } => true,
            Stmt::Update { place, .. } => self.is_own(&place.root),
            _ => false,
        };
        let mut read = false;
        let is_added = |place: &Place| {
            elements.iter().any(|stmt| matches!(stmt, Stmt::Update { place: added, .. } if added.root == place.root))
        };
        others.iter().chain(elements.iter()).for_each(|stmt| {
            each_touch(stmt, &mut |touch, place| read |= touch == Touch::Read && is_added(place));
        });
        if read || !others.iter().all(again) {
            return Vec::new();
        }
        let walked = |place: &Place| self.windows.iter().any(|window| window.place == *place);
        let mut found: Vec<Vec<(i128, Stmt)>> = Vec::new();
        for stmt in elements.iter() {
            let neighbour = found.iter_mut().find_map(|group| Some((distance(&group[0].1, stmt, &walked)?, group)));
            match neighbour {
                Some((ahead, group)) if ahead.abs() <= WIDEST => group.push((ahead, stmt.clone())),
                _ => found.push(vec![(0, stmt.clone())]),
            }
        }
        elements.clear();
        let mut groups = Vec::new();
        for group in found {
            let furthest = group.iter().map(|(ahead, _)| *ahead).max().unwrap_or(0);
            let members: Vec<(usize, Stmt)> = group
                .into_iter()
                .map(|(ahead, stmt)| (usize::try_from(furthest - ahead).expect("the furthest is ahead"), stmt))
                .collect();
            match members.iter().map(|(behind, _)| *behind).max() {
                Some(spread) if spread > 0 => groups.push(Group { members, spread }),
                _ => elements.extend(members.into_iter().map(|(_, stmt)| stmt)),
            }
        }
        groups
    }

    /// The statements of a group, at both ends on their own and in between all at once.
    pub(super) fn gathered(&self, others: &[Stmt], group: &Group) -> Vec<Stmt> {
        let mut out = self.ends(others, group);
        let mut walked: Vec<Walked> = Vec::new();
        let (mut computed, mut added) = (Vec::new(), Vec::new());
        let (mut target, mut counts) = (None, false);
        for (k, (behind, stmt)) in group.members.iter().enumerate() {
            let shifted: Vec<(Var, &Place)> =
                self.windows.iter().map(|window| (self.shifted(&window.var, *behind), &window.place)).collect();
            let Stmt::Update { op, place, value, at } = self.renamed(stmt, &shifted) else {
                unreachable!("a group adds to gradients")
            };
            // All members add to one element, found by the first.
            let place = target.get_or_insert_with(|| further(place, self.var, *behind)).clone();
            let before = self.named(others, &shifted);
            let var = self.pass.shade("share", k, &place);
            let ahead = Ahead { var: self.var.clone(), by: *behind, counted: false };
            let mut share =
                Share { var: var.clone(), place: place.clone(), value, ahead: Some(ahead), before: [before] };
            let mentioned = Mentioned::by(&[Stmt::Share(Box::new(share.clone()))]);
            for (window, (name, _)) in self.windows.iter().zip(&shifted) {
                if mentioned.has(name) && walked.iter().all(|walked| walked.var != *name) {
                    let (exclusive, behind) = (window.exclusive, Some((window.var.clone(), *behind)));
                    walked.push(Walked { var: name.clone(), exclusive, behind });
                }
            }
            let counted = mentioned.has(self.var);
            counts |= counted;
            share.ahead = Some(Ahead { var: self.var.clone(), by: *behind, counted });
            computed.push(Stmt::Share(Box::new(share)));
            added.push(Stmt::Update { op, place, value: Expr::Read(Place::var(&var)), at });
        }
        computed.extend(added);
        let along = Along { var: self.var.clone(), counted: counts, part: Part::Without(group.spread), walked };
        out.push(Stmt::Nested(Head::Along(along), vec![computed]));
        out
    }

    fn ends(&self, others: &[Stmt], group: &Group) -> Vec<Stmt> {
        let mut ends = Vec::new();
        for (behind, stmt) in &group.members {
            let body = self.iteration(&[others, std::slice::from_ref(stmt)].concat(), &[]);
            let mentioned = Mentioned::by(&body);
            let own = self.windows.iter().filter(|window| mentioned.has(&window.var));
            let (walked, counted): (Vec<Walked>, _) = (own.map(super::whole).collect(), mentioned.has(self.var));
            let after = group.spread - behind;
            let parts = [(*behind > 0).then_some(Part::First(*behind)), (after > 0).then_some(Part::Last(after))];
            for part in parts.into_iter().flatten() {
                let along = Along { var: self.var.clone(), counted, part, walked: walked.clone() };
                ends.push(Stmt::Nested(Head::Along(along), vec![body.clone()]));
            }
        }
        ends
    }

    /// The window so many elements further on.
    fn shifted(&self, window: &Var, by: usize) -> Var {
        self.pass.name(&format!("{window}_"), by)
    }
}

/// What a place is so many iterations further on.
fn further(mut place: Place, var: &Var, by: usize) -> Place {
    let sum = [Expr::Read(Place::var(var)), Expr::literal(by)];
    let sum = Expr::Binary(BinaryOp::Add, Rc::new(sum), At(Span::call_site()));
    replace_in_indices(&mut place, &|read: &Place| (by > 0 && *read == Place::var(var)).then(|| sum.clone()));
    place
}

/// How many elements further `other` adds, if both add to elements of one array that stay as far apart.
fn distance(one: &Stmt, other: &Stmt, walked: &dyn Fn(&Place) -> bool) -> Option<i128> {
    let (Stmt::Update { place: one, .. }, Stmt::Update { place: other, .. }) = (one, other) else { return None };
    let ((Step::Index(i), before), (Step::Index(j), other_before)) = (one.path.split_last()?, other.path.split_last()?)
    else {
        return None;
    };
    let ((base, from), (other_base, to)) = (offset(i), offset(j));
    let alike = one.root == other.root && before == other_before && walked(one) && walked(other);
    (alike && base.is_some() && base == other_base).then_some(to - from)
}
