//! Memory for tapes that is used again. A tape that ends while a workspace is in use leaves its memory there, and the same place in the
//! same function finds it the next time.

use core::any::{Any, TypeId};
use core::cell::{Cell, RefCell};
use core::ops::{Deref, DerefMut};
use std::collections::VecDeque;

use crate::tape::{Back, Shared, Tape};

/// Memory for the tapes of ordinary functions, which is kept from one gradient to the next. With places of the caller's for the
/// gradients, repeated gradients allocate nothing then, unless the function has lists of its own or calls itself.
///
/// ```
/// use retrograde::prelude::*;
///
/// #[differentiable]
/// fn power(x: f64, n: usize) -> f64 {
///     let mut y = x;
///     for _ in 0..n {
///         y = y.sin() * x;
///     }
///     y
/// }
///
/// let mut work = Workspace::new();
/// let mut x = 1.5;
/// for _ in 0..10 {
///     let mut slope = 0.0;
///     work.run(|| power::gradient_into(x, 100, &mut slope));
///     x -= 0.1 * slope;
/// }
/// ```
///
/// It holds for everything that is run on this thread in the meantime: for all drivers, for `pullback`, and for functions that are called. A
/// function with type parameters or lifetimes of its own takes fresh memory.
#[derive(Default)]
pub struct Workspace {
    shelves: Shelves,
}

impl core::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Workspace").field("places", &self.shelves.len()).finish_non_exhaustive()
    }
}

impl Workspace {
    /// One that holds nothing yet.
    ///
    /// ```
    /// let mut work = retrograde::Workspace::new();
    /// assert_eq!(work.run(|| 1), 1);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { shelves: Vec::new() }
    }

    /// Runs `f` with the memory of this workspace.
    ///
    /// ```
    /// let mut work = retrograde::Workspace::new();
    /// assert_eq!(work.run(|| 2 + 2), 4);
    /// ```
    pub fn run<R>(&mut self, f: impl FnOnce() -> R) -> R {
        let _in_use = InUse::start(self);
        f()
    }
}

/// For each place in a function and each type that it holds, the memory that it left.
type Shelves = Vec<(&'static Place, TypeId, Box<dyn Any>)>;

thread_local! {
    static SHELVES: RefCell<Shelves> = const { RefCell::new(Vec::new()) };
    static IN_USE: Cell<bool> = const { Cell::new(false) };
}

/// Ends the use of a workspace, also if a panic does.
struct InUse<'w> {
    workspace: &'w mut Workspace,
    before: (Shelves, bool),
}

impl<'w> InUse<'w> {
    fn start(workspace: &'w mut Workspace) -> Self {
        let before = (SHELVES.replace(core::mem::take(&mut workspace.shelves)), IN_USE.replace(true));
        Self { workspace, before }
    }
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        let (shelves, in_use) = core::mem::take(&mut self.before);
        IN_USE.set(in_use);
        self.workspace.shelves = SHELVES.replace(shelves);
    }
}

/// A place in a function that has a tape: the function and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(
    /// the module
    pub &'static str,
    /// the function
    pub &'static str,
    /// the number of the place
    pub usize,
);

/// A [`Tape`] whose memory comes from the workspace in use, if there is one, and goes back there.
///
/// ```
/// use retrograde::{Workspace, emitted::{Place, Reused}};
/// let mut work = Workspace::new();
/// for _ in 0..2 {
///     work.run(|| {
///         let mut tape = Reused::new(&Place("example", "f", 0));
///         tape.push(1.0);
///         assert_eq!(*tape.back().pop(), 1.0);
///     });
/// }
/// ```
#[derive(Debug)]
pub struct Reused<T: 'static> {
    tape: Tape<T>,
    place: &'static Place,
}

impl<T: 'static> Reused<T> {
    /// What there is nothing to keep of takes no memory.
    const NEEDS_MEMORY: bool = size_of::<T>() > 0;

    /// An empty tape.
    #[inline]
    #[must_use]
    pub fn new(place: &'static Place) -> Self {
        let tape = if Self::NEEDS_MEMORY && IN_USE.get() { Tape::in_memory(taken(place)) } else { Tape::new() };
        Self { tape, place }
    }
}

impl<T: 'static> Drop for Reused<T> {
    #[inline]
    fn drop(&mut self) {
        if Self::NEEDS_MEMORY {
            leave(self.place, self.tape.memory());
        }
    }
}

impl<T: 'static> Deref for Reused<T> {
    type Target = Tape<T>;

    #[inline]
    fn deref(&self) -> &Tape<T> {
        &self.tape
    }
}

impl<T: 'static> DerefMut for Reused<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Tape<T> {
        &mut self.tape
    }
}

impl<T: 'static> Shared<Reused<T>> {
    /// Saves a value.
    #[inline]
    pub fn push(&self, value: T) {
        self.save(|tape| tape.push(value));
    }
}

/// How many numbers a tape has room for without the heap.
const SHORT: usize = 8;

/// A tape of numbers that allocates nothing, and asks for no memory that is used again, until it gets long.
///
/// ```
/// use retrograde::emitted::{Place, Short};
/// let mut tape = Short::new(&Place("example", "f", 0));
/// for k in 0..20 {
///     tape.push(f64::from(k));
/// }
/// assert_eq!(*tape.back().pop(), 19.0);
/// assert_eq!(tape.back().turns(20)[..3], [0.0, 1.0, 2.0]);
/// ```
#[derive(Debug)]
pub struct Short<T: 'static> {
    first: [T; SHORT],
    filled: usize,
    /// everything, once it is more than fits, and behind it what another tape left in this memory
    long: Vec<T>,
    place: &'static Place,
}

impl<T: Copy + Default + 'static> Short<T> {
    /// An empty tape.
    #[inline]
    #[must_use]
    pub fn new(place: &'static Place) -> Self {
        Self { first: [T::default(); SHORT], filled: 0, long: Vec::new(), place }
    }

    #[inline]
    fn is_long(&self) -> bool {
        self.long.capacity() > 0
    }

    /// Saves a value.
    #[inline]
    pub fn push(&mut self, value: T) {
        if !self.is_long() {
            if let Some(slot) = self.first.get_mut(self.filled) {
                *slot = value;
                self.filled += 1;
                return;
            }
            self.lengthen(1);
        }
        match self.long.get_mut(self.filled) {
            Some(slot) => *slot = value,
            None => self.long.push(value),
        }
        self.filled += 1;
    }

    /// Makes room for as many values more.
    #[inline]
    pub fn reserve(&mut self, values: usize) {
        if self.filled + values > SHORT {
            self.lengthen(values);
        }
    }

    /// Room for one value in each of `turns` iterations of a loop.
    #[inline]
    pub fn slots(&mut self, turns: usize, like: T) -> &mut [T] {
        let start = self.filled;
        self.filled += turns;
        if self.filled <= SHORT && !self.is_long() {
            return &mut self.first[start..][..turns];
        }
        self.long_slots(start, like)
    }

    #[inline(never)]
    fn long_slots(&mut self, start: usize, like: T) -> &mut [T] {
        let filled = core::mem::replace(&mut self.filled, start);
        self.lengthen(filled - start);
        self.filled = filled;
        if self.long.len() < filled {
            self.long.resize(filled, like);
        }
        &mut self.long[start..filled]
    }

    /// Moves everything to the heap, with room for as many values more.
    #[cold]
    #[inline(never)]
    fn lengthen(&mut self, values: usize) {
        if !self.is_long() {
            self.long = if IN_USE.get() { taken(self.place) } else { Vec::new() };
            let before = self.filled.min(self.long.len());
            self.long[..before].copy_from_slice(&self.first[..before]);
            self.long.extend_from_slice(&self.first[before..self.filled]);
        }
        let needed = (self.filled + values.max(1)).saturating_sub(self.long.len());
        self.long.reserve(needed);
    }

    /// Forgets what was saved, and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.filled = 0;
    }

    /// Reads from the end.
    #[inline]
    pub fn back(&self) -> Back<'_, T> {
        Back::of(if self.is_long() { &self.long[..self.filled] } else { &self.first[..self.filled] })
    }
}

impl<T: 'static> Drop for Short<T> {
    #[inline]
    fn drop(&mut self) {
        if self.long.capacity() > 0 {
            leave(self.place, &mut self.long);
        }
    }
}

/// Leaves memory to the workspace in use, if there is one.
#[inline(never)]
fn leave<T: 'static>(place: &'static Place, memory: &mut Vec<T>) {
    // At the end of a thread there may be nothing left to ask.
    if IN_USE.try_with(Cell::get).unwrap_or(false) {
        give(place, memory);
    }
}

fn shelf<'s, T: 'static>(shelves: &'s mut Shelves, place: &'static Place) -> Option<&'s mut VecDeque<Vec<T>>> {
    // Most often it is the very same place; only another crate's copy of the function has one that is equal. Numbers are quicker to compare
    // than names.
    let same = |other: &'static Place| core::ptr::eq(other, place) || other.2 == place.2 && other == place;
    let found = shelves.iter_mut().find(|(other, ty, _)| same(other) && *ty == TypeId::of::<T>());
    found.and_then(|(_, _, shelf)| shelf.downcast_mut())
}

fn taken<T: 'static>(place: &'static Place) -> Vec<T> {
    SHELVES.with_borrow_mut(|shelves| shelf(shelves, place).and_then(VecDeque::pop_front)).unwrap_or_default()
}

/// Moves memory to its shelf straight from where it was in use: it is read sooner than a copy could be written.
fn give<T: 'static>(place: &'static Place, memory: &mut Vec<T>) {
    // What is in it may give back memory of its own.
    if core::mem::needs_drop::<T>() {
        memory.clear();
    }
    if memory.capacity() == 0 {
        return;
    }
    SHELVES.with_borrow_mut(|shelves| match shelf(shelves, place) {
        Some(shelf) => shelf.push_back(core::mem::take(memory)),
        None => shelves.push((place, TypeId::of::<T>(), Box::new(VecDeque::from([core::mem::take(memory)])))),
    });
}
