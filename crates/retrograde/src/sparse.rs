//! Gradients of which many are zero. Where a Jacobian is sparse, most of what travels with a number in lanes is zero; here the lanes come
//! in blocks, a number knows which of its blocks may be other than zero, and forward mode touches no others.

use core::cell::Cell;
use core::fmt::{self, Debug, Formatter};
use core::ops::{Add, Mul, Neg, Sub};

use crate::adjoint::{Adjoint, On};
use crate::plain::Plain;
use crate::shadow::{Direction, Element};
use crate::width::{Gradient, Lanes, Leaf, Many, Scalar, Width, Zero, in_place};

/// `M` blocks of `B` gradients per value, as [`Blocks`] in [`BlockCell`]s; those that are zero take no time in forward mode.
///
/// ```
/// use retrograde::{Sparse, Width};
/// assert_eq!(Sparse::<13, 2>::LANES, 26);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sparse<const M: usize, const B: usize>;

impl<const M: usize, const B: usize> Width for Sparse<M, B> {
    type Of<S: Scalar> = Blocks<S, M, B>;
    type Cell<S: Scalar> = BlockCell<S, M, B>;
    type Part = Many<B>;
    const PARTS: usize = {
        assert!(M >= 1 && M <= 64, "there are from 1 to 64 blocks: take larger ones");
        M
    };
    const LANES: usize = M * B;

    #[inline]
    fn cast<S: Scalar, T: Scalar>(gradient: Self::Of<S>, convert: impl Fn(S) -> T) -> Self::Of<T> {
        Blocks { used: gradient.used, blocks: gradient.blocks.map(|block| block.map(&convert)) }
    }
}

/// `M` blocks of `B` gradients of one number, many of which are zero.
///
/// ```
/// use retrograde::Blocks;
/// let x = Blocks::<f64, 13, 2>::unit(3) + Blocks::unit(7);
/// assert_eq!(x.as_slice()[2..8], [0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub struct Blocks<S, const M: usize, const B: usize> {
    /// a bit for each block that may be other than zero; what has none is zero
    used: u64,
    blocks: [[S; B]; M],
}

/// The blocks whose bits are set.
fn each(mut used: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let block = used.trailing_zeros() as usize;
        used &= used.wrapping_sub(1);
        (block < 64).then_some(block)
    })
}

impl<S: Scalar, const M: usize, const B: usize> Blocks<S, M, B> {
    /// A one in the given lane, and zero in all others.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn unit(lane: usize) -> Self {
        let mut unit = Self::ZERO;
        unit.set_lane(lane, S::ONE);
        unit
    }

    /// All gradients, one after the other.
    #[inline]
    pub fn as_slice(&self) -> &[S] {
        self.blocks.as_flattened()
    }
}

impl<S: Scalar, const M: usize, const B: usize> PartialEq for Blocks<S, M, B> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.blocks == other.blocks
    }
}

impl<S: Scalar, const M: usize, const B: usize> Zero for Blocks<S, M, B> {
    const ZERO: Self = Blocks { used: 0, blocks: [[S::ZERO; B]; M] };
}

impl<S: Scalar, const M: usize, const B: usize> Default for Blocks<S, M, B> {
    #[inline]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<S: Plain, const M: usize, const B: usize> Plain for Blocks<S, M, B> {}

impl<S: Scalar, const M: usize, const B: usize> Gradient for Blocks<S, M, B> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        self + other
    }

    #[inline]
    fn negated(self) -> Self {
        -self
    }
}

impl<S: Scalar, const M: usize, const B: usize> Leaf for Blocks<S, M, B> {
    type Scalar = S;
    type Width = Sparse<M, B>;

    #[inline]
    fn map(mut self, f: impl Fn(S) -> S) -> Self {
        for block in each(self.used) {
            self.blocks[block].iter_mut().for_each(|g| *g = f(*g));
        }
        self
    }

    #[inline]
    fn zip(mut self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        self.used |= other.used;
        for block in each(self.used) {
            self.blocks[block].iter_mut().zip(other.blocks[block]).for_each(|(g, h)| *g = f(*g, h));
        }
        self
    }

    #[inline]
    fn lane(&self, lane: usize) -> S {
        self.blocks[lane / B][lane % B]
    }

    #[inline]
    fn set_lane(&mut self, lane: usize, gradient: S) {
        self.blocks[lane / B][lane % B] = gradient;
        self.used |= 1 << (lane / B);
    }
}

impl<S: Scalar, const M: usize, const B: usize> Add for Blocks<S, M, B> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, |g, h| g + h)
    }
}

impl<S: Scalar, const M: usize, const B: usize> Sub for Blocks<S, M, B> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |g, h| g - h)
    }
}

impl<S: Scalar, const M: usize, const B: usize> Mul<S> for Blocks<S, M, B> {
    type Output = Self;

    #[inline]
    fn mul(self, factor: S) -> Self {
        self.map(|g| g * factor)
    }
}

in_place!([S: Scalar, const M: usize, const B: usize] Blocks<S, M, B>, S);

impl<S: Scalar, const M: usize, const B: usize> Neg for Blocks<S, M, B> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.map(|g| -g)
    }
}

/// The place of [`Blocks`], each of which can be read and changed by itself. Shadows are made of these where gradients are [`Sparse`].
///
/// ```
/// use retrograde::prelude::*;
///
/// /// Each result depends on two neighbours.
/// #[differentiable(tangent)]
/// fn products(x: &[f64], y: &mut [f64]) {
///     for i in 0..y.len() {
///         y[i] = x[i] * x[i + 1];
///     }
/// }
///
/// let x = [1.0, 2.0, 3.0, 4.0];
/// let mut y = [0.0; 3];
/// // Four columns of the Jacobian, in two blocks of two.
/// let mut x_tan: [BlockCell<f64, 2, 2>; 4] = std::array::from_fn(BlockCell::unit);
/// let mut y_tan: [BlockCell<f64, 2, 2>; 3] = Default::default();
/// products::tangent(&x, &mut x_tan[..], &mut y, &mut y_tan[..]);
/// assert_eq!(y_tan[0].get().as_slice(), [2.0, 1.0, 0.0, 0.0]);
/// assert_eq!(y_tan[1].get().as_slice(), [0.0, 3.0, 2.0, 0.0]);
/// ```
#[repr(align(16))]
pub struct BlockCell<S, const M: usize, const B: usize> {
    used: Cell<u64>,
    blocks: Cell<[[S; B]; M]>,
}

impl<S: Scalar, const M: usize, const B: usize> BlockCell<S, M, B> {
    /// A place with a one in the given lane, and zero in all others.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn unit(lane: usize) -> Self {
        Blocks::unit(lane).into()
    }

    /// What it holds.
    #[inline]
    pub fn get(&self) -> Blocks<S, M, B> {
        Blocks { used: self.used.get(), blocks: self.blocks.get() }
    }

    /// The place of a block.
    #[inline(always)]
    fn block(&self, block: usize) -> &Cell<[S; B]> {
        &self.blocks.as_array_of_cells()[block]
    }
}

impl<S: Scalar, const M: usize, const B: usize> Clone for BlockCell<S, M, B> {
    #[inline]
    fn clone(&self) -> Self {
        self.get().into()
    }
}

impl<S: Scalar, const M: usize, const B: usize> PartialEq for BlockCell<S, M, B> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<S: Scalar, const M: usize, const B: usize> Debug for BlockCell<S, M, B> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BlockCell").field(&self.get()).finish()
    }
}

impl<S: Scalar, const M: usize, const B: usize> From<Blocks<S, M, B>> for BlockCell<S, M, B> {
    #[inline]
    fn from(gradients: Blocks<S, M, B>) -> Self {
        BlockCell { used: Cell::new(gradients.used), blocks: Cell::new(gradients.blocks) }
    }
}

impl<S: Scalar, const M: usize, const B: usize> Zero for BlockCell<S, M, B> {
    const ZERO: Self = BlockCell { used: Cell::new(0), blocks: Cell::new([[S::ZERO; B]; M]) };
}

impl<S: Scalar, const M: usize, const B: usize> Default for BlockCell<S, M, B> {
    #[inline]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<S: Scalar, const M: usize, const B: usize> Adjoint for BlockCell<S, M, B> {
    type Kind = On<Sparse<M, B>>;
    type Value = Blocks<S, M, B>;
    type Part = Lanes<S, B>;
    const ACTIVE: bool = true;

    #[inline]
    fn get(&self) -> Self::Value {
        BlockCell::get(self)
    }

    #[inline]
    fn get_into(&self, zero: &mut Self::Value) {
        zero.used = self.parts();
        for block in each(zero.used) {
            zero.blocks[block] = self.part(block).0;
        }
    }

    #[inline]
    fn add(&self, gradient: Self::Value) {
        self.add_ref(&gradient);
    }

    #[inline]
    fn add_ref(&self, gradient: &Self::Value) {
        self.mark(self.parts() | gradient.used);
        for block in each(gradient.used) {
            self.add_part(block, Lanes(gradient.blocks[block]));
        }
    }

    #[inline]
    fn set(&self, gradient: Self::Value) {
        for block in each(self.used.get() | gradient.used) {
            self.block(block).set(gradient.blocks[block]);
        }
        self.used.set(gradient.used);
    }

    #[inline(always)]
    fn parts(&self) -> u64 {
        self.used.get()
    }

    #[inline(always)]
    fn part(&self, part: usize) -> Lanes<S, B> {
        Lanes(self.block(part).get())
    }

    #[inline(always)]
    fn add_part(&self, part: usize, gradient: Lanes<S, B>) {
        let sum = self.part(part) + gradient;
        self.set_part(part, sum);
    }

    #[inline(always)]
    fn set_part(&self, part: usize, gradient: Lanes<S, B>) {
        self.block(part).set(gradient.0);
    }

    #[inline(always)]
    fn mark(&self, parts: u64) {
        self.used.set(parts);
    }
}

impl<S: Scalar, const M: usize, const B: usize> Element for BlockCell<S, M, B> {
    type Kind = On<Sparse<M, B>>;
    type Places = Self;

    #[inline(always)]
    fn share(elements: &mut [Self]) -> &[Self] {
        elements
    }
}

macro_rules! tangents {
    ($($float:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'s, const M: usize, const B: usize> Direction<'s, $float, Sparse<M, B>> for Blocks<$float, M, B> {
            type Kind = On<Sparse<M, B>>;
            type Places = BlockCell<$float, M, B>;

            #[inline]
            fn into_places(self) -> Self::Places {
                self.into()
            }
        }
    )*};
}

tangents!(f32 f64);
