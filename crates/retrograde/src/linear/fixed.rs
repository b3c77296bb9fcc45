//! Matrices of fixed size. Their gradients, and the places of these, are matrices too, so that what names an element of the one
//! (`v.x`, `v[i]`) names it of the other.

use nalgebra::{ArrayStorage, SMatrix};

use super::Dense;
use crate::adjoint::{Adjoint, Kind, Off, On, inactive_shadow};
use crate::checks::{Mismatch, Restored};
use crate::differentiable::{Differentiable, TangentOf};
use crate::numbers::Visitor;
use crate::plain::Plain;
use crate::shadow::Element;
use crate::width::{Gradient, One, Width, Zero};

/// The columns of a matrix.
type Columns<T, const R: usize, const C: usize> = [[T; R]; C];

/// The matrix with these columns.
pub(super) const fn of<T, const R: usize, const C: usize>(columns: Columns<T, R, C>) -> SMatrix<T, R, C> {
    SMatrix::from_array_storage(ArrayStorage(columns))
}

/// The matrix of what `f` makes of the elements.
pub(super) fn mapped<T, U, const R: usize, const C: usize>(
    matrix: &SMatrix<T, R, C>,
    f: impl Fn(&T) -> U,
) -> SMatrix<U, R, C> {
    of(matrix.data.0.each_ref().map(|column| column.each_ref().map(&f)))
}

impl<T: Plain, const R: usize, const C: usize> Plain for SMatrix<T, R, C> {}

impl<T: Restored, const R: usize, const C: usize> Restored for SMatrix<T, R, C> {
    const CLONES: bool = T::CLONES;

    fn mismatch(&self, expected: &Self, held: f64) -> Option<Mismatch> {
        self.data.0.mismatch(&expected.data.0, held)
    }

    fn magnitude(&self) -> f64 {
        self.data.0.magnitude()
    }
}

impl<G: Zero, const R: usize, const C: usize> Zero for SMatrix<G, R, C> {
    const ZERO: Self = of([const { [const { G::ZERO }; R] }; C]);
    const NOTHING: Self = of([const { [const { G::NOTHING }; R] }; C]);
}

impl<G: Gradient, const R: usize, const C: usize> Gradient for SMatrix<G, R, C> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        of(self.data.0.plus(other.data.0))
    }

    #[inline]
    fn negated(self) -> Self {
        of(self.data.0.negated())
    }
}

impl<A: Adjoint, const R: usize, const C: usize> Adjoint for SMatrix<A, R, C> {
    type Kind = A::Kind;
    type Value = SMatrix<A::Value, R, C>;
    type Part = SMatrix<A::Part, R, C>;
    const ACTIVE: bool = A::ACTIVE;

    #[inline]
    fn get(&self) -> Self::Value {
        of(self.data.0.get())
    }

    #[inline]
    fn add(&self, gradient: Self::Value) {
        self.data.0.add_ref(&gradient.data.0);
    }

    #[inline]
    fn set(&self, gradient: Self::Value) {
        self.data.0.set(gradient.data.0);
    }

    #[inline]
    fn parts(&self) -> u64 {
        self.data.0.parts()
    }

    #[inline]
    fn part(&self, part: usize) -> Self::Part {
        of(self.data.0.part(part))
    }

    #[inline]
    fn add_part(&self, part: usize, gradient: Self::Part) {
        self.data.0.add_part(part, gradient.data.0);
    }

    #[inline]
    fn set_part(&self, part: usize, gradient: Self::Part) {
        self.data.0.set_part(part, gradient.data.0);
    }

    #[inline]
    fn mark(&self, parts: u64) {
        self.data.0.mark(parts);
    }
}

impl<A: Adjoint, const R: usize, const C: usize> Element for SMatrix<A, R, C> {
    type Kind = A::Kind;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

impl<T: Differentiable, const R: usize, const C: usize> Differentiable for SMatrix<T, R, C> {
    type Shadow<K: Kind> = SMatrix<T::Owned<K>, R, C>;
    type Owned<K: Kind> = SMatrix<T::Owned<K>, R, C>;
    type Tangent<W: Width> = SMatrix<T::Tangent<W>, R, C>;
    const FIXED: bool = T::FIXED;

    #[inline]
    fn zero_shadow<K: Kind>(&self) -> Self::Owned<K> {
        of(self.data.0.zero_shadow::<K>())
    }

    #[inline]
    fn into_tangent<W: Width>(places: Self::Owned<On<W>>) -> Self::Tangent<W> {
        of(Columns::<T, R, C>::into_tangent::<W>(places.data.0))
    }

    #[inline]
    fn lane<W: Width>(gradients: &Self::Tangent<W>, lane: usize) -> Self::Tangent<One> {
        of(Columns::<T, R, C>::lane::<W>(&gradients.data.0, lane))
    }

    #[inline]
    fn set_lane<W: Width>(gradients: &mut Self::Tangent<W>, lane: usize, gradient: Self::Tangent<One>) {
        Columns::<T, R, C>::set_lane::<W>(&mut gradients.data.0, lane, gradient.data.0);
    }

    #[inline(always)]
    fn inactive<W: Width>() -> &'static Self::Shadow<Off<W>> {
        inactive_shadow()
    }

    fn visit(&mut self, shadow: &Self::Shadow<On<One>>, visitor: &mut Visitor<'_>) {
        self.data.0.visit(&shadow.data.0, visitor);
    }
}

impl<const R: usize, const C: usize> Dense for SMatrix<f64, R, C> {
    fn size(&self) -> (usize, usize) {
        (R, C)
    }

    fn element(&self, row: usize, column: usize) -> f64 {
        self[(row, column)]
    }

    fn element_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self[(row, column)]
    }

    fn make(_: (usize, usize), element: impl FnMut(usize, usize) -> f64) -> Self {
        SMatrix::from_fn(element)
    }

    fn index(_: (usize, usize), row: usize, column: usize) -> usize {
        row + column * R
    }

    fn places<K: Kind>(places: &Self::Shadow<K>) -> &[K::Cell<f64>] {
        places.data.0.as_flattened()
    }

    fn list<W: Width>(gradient: TangentOf<Self, W>) -> Vec<W::Of<f64>> {
        gradient.data.0.as_flattened().to_vec()
    }

    fn listed<W: Width>(list: Vec<W::Of<f64>>) -> TangentOf<Self, W> {
        of(core::array::from_fn(|column| core::array::from_fn(|row| list[row + column * R])))
    }
}
