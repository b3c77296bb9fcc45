//! Whether two places may overlap, at one moment or over time.

use super::reads;
use crate::form::{BinaryOp, Bounds, Expr, Place, Step, Var};

/// Whether two places overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// never
    No,
    /// if their indices happen to be equal
    Maybe,
    /// always
    Yes,
}

/// Compares two places at one moment.
pub fn overlap(a: &Place, b: &Place) -> Overlap {
    if a.root != b.root || apart_from_length(a, b) || apart_from_length(b, a) {
        return Overlap::No;
    }
    let is_length = |place: &Place, k: usize| place.is_length() && k + 1 == place.path.len();
    let mut answer = Overlap::Yes;
    for (k, (one, other)) in a.path.iter().zip(&b.path).enumerate() {
        match (one, other) {
            (Step::Field(x), Step::Field(y)) if x != y => {
                // A length of the user's own may be any of the fields beside it.
                return if is_length(a, k) || is_length(b, k) { Overlap::Yes } else { Overlap::No };
            }
            // Further steps may start from different places.
            (Step::Held(..), _) | (_, Step::Held(..)) if one != other => return Overlap::Maybe,
            (Step::Index(x), Step::Index(y)) => match same_index(x, y) {
                Some(true) => {}
                Some(false) => return Overlap::No,
                None => answer = Overlap::Maybe,
            },
            (Step::Slice(x), Step::Slice(y)) if x == y => {}
            (Step::Slice(x), Step::Slice(y)) if x.ends_before(y) || y.ends_before(x) => return Overlap::No,
            // Further steps start from different elements.
            (Step::Slice(_), Step::Slice(_) | Step::Index(_)) | (Step::Index(_), Step::Slice(_)) => {
                return Overlap::Maybe;
            }
            _ => {}
        }
    }
    answer
}

/// Whether one place is a length and the other an element, or part of one, of what has it.
fn apart_from_length(length: &Place, element: &Place) -> bool {
    let whole = length.path.len().saturating_sub(1);
    length.is_length() && matches!(element.path.get(whole), Some(Step::Index(_) | Step::Slice(_)))
}

/// Whether two places may overlap when the variables in their indices may have changed in between.
pub fn overlap_over_time(a: &Place, b: &Place, constant: &dyn Fn(&Var) -> bool) -> bool {
    let steady = |place: &Place| {
        let mut steady = true;
        place.indices().for_each(|index| reads(index, &mut |read| steady &= constant(&read.root)));
        steady
    };
    if a.root == b.root && (apart_from_length(a, b) || apart_from_length(b, a)) {
        return false;
    }
    if steady(a) && steady(b) {
        return overlap(a, b) != Overlap::No;
    }
    let whole =
        |place: &Place| place.prefix(place.path.iter().take_while(|step| step.exprs().next().is_none()).count());
    overlap(&whole(a), &whole(b)) != Overlap::No
}

impl Bounds {
    /// Whether it is known to end where `other` starts, or before.
    fn ends_before(&self, other: &Bounds) -> bool {
        let (Some(end), Some(start)) = (&self.end, &other.start) else { return false };
        let ((base, end), (other_base, start)) = (offset(end), offset(start));
        base == other_base && end + i128::from(self.inclusive) <= start
    }
}

/// Whether two indices are equal, if that can be told: both are the same expression plus a constant.
fn same_index(a: &Expr, b: &Expr) -> Option<bool> {
    let (base_a, offset_a) = offset(a);
    let (base_b, offset_b) = offset(b);
    (base_a == base_b).then_some(offset_a == offset_b)
}

/// An index as an expression plus a constant.
pub fn offset(expr: &Expr) -> (Option<&Expr>, i128) {
    match expr {
        Expr::Literal(literal) => match literal.integer() {
            Some(value) => (None, value),
            None => (Some(expr), 0),
        },
        Expr::Binary(BinaryOp::Add, operands, _) => match (offset(&operands[0]), offset(&operands[1])) {
            ((base, k), (None, l)) | ((None, l), (base, k)) => (base, k + l),
            _ => (Some(expr), 0),
        },
        Expr::Binary(BinaryOp::Sub, operands, _) => match (offset(&operands[0]), offset(&operands[1])) {
            ((base, k), (None, l)) => (base, k - l),
            _ => (Some(expr), 0),
        },
        _ => (Some(expr), 0),
    }
}

impl Place {
    /// How many steps two places have in common before they lead to different elements of one array, if that is where they part.
    pub fn parting(&self, other: &Place) -> Option<usize> {
        if self.root != other.root {
            return None;
        }
        let steps = self.path.iter().zip(&other.path).take_while(|(one, other)| one == other).count();
        let named = |place: &Place| place.via.as_ref().is_some_and(|via| via.steps > steps);
        match (self.path.get(steps), other.path.get(steps)) {
            (Some(Step::Index(_)), Some(Step::Index(_))) if !named(self) && !named(other) => Some(steps),
            _ => None,
        }
    }
}
