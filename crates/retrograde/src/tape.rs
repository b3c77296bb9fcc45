//! What an ordinary function saves for its derivative. A forward run pushes; every backward run reads the same values from
//! the last to the first, so one tape serves any number of sweeps.

use core::cell::{Cell, RefCell};

use crate::differentiable::Differentiable;
use crate::plain::TypeOf;

/// A typed stack of saved values. It allocates nothing until something is pushed.
///
/// ```
/// use retrograde::Tape;
/// let mut tape = Tape::new();
/// tape.push(1.0);
/// tape.push(2.0);
/// for _ in 0..2 {
///     let back = tape.back();
///     assert_eq!((*back.pop(), *back.pop()), (2.0, 1.0));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Tape<T> {
    /// what is saved, once something was pushed
    pushed: Vec<T>,
    /// until then: what is saved, and behind it what another tape left in its memory, to be written over
    slots: Vec<T>,
    filled: usize,
}

impl<T> Tape<T> {
    /// Whether its values take no memory, so that there is nothing to make room for.
    const OF_NOTHING: bool = size_of::<T>() == 0;

    /// An empty tape.
    #[inline]
    pub const fn new() -> Self {
        Tape { pushed: Vec::new(), slots: Vec::new(), filled: 0 }
    }

    /// An empty tape that starts with the memory of a vector. Slots write over what is in there, which is cheaper than to make room.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::in_memory(vec![7.0; 8]);
    /// tape.slots(1, 0.0)[0] = 1.0;
    /// tape.push(2.0);
    /// assert_eq!(tape.back().turns(2), [1.0, 2.0]);
    /// assert_eq!(tape.memory().capacity(), 8);
    /// ```
    #[inline]
    pub fn in_memory(mut memory: Vec<T>) -> Self {
        // What holds something must let go of it.
        if core::mem::needs_drop::<T>() {
            memory.clear();
        }
        Tape { pushed: Vec::new(), slots: memory, filled: 0 }
    }

    /// The memory, with what was saved, and perhaps with what was in it before.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::new();
    /// tape.push(1.0);
    /// assert_eq!(*tape.memory(), [1.0]);
    /// ```
    #[inline]
    pub fn memory(&mut self) -> &mut Vec<T> {
        if self.pushed.capacity() == 0 { &mut self.slots } else { &mut self.pushed }
    }

    /// Forgets what was saved, and keeps the memory.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::new();
    /// tape.push(1.0);
    /// tape.clear();
    /// tape.push(2.0);
    /// assert_eq!(tape.back().turns(1), [2.0]);
    /// assert_eq!(*tape.memory(), [2.0]);
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.pushed.clear();
        if core::mem::needs_drop::<T>() {
            self.slots.clear();
        }
        self.filled = 0;
    }

    /// Saves a value.
    #[inline]
    pub fn push(&mut self, value: T) {
        if !Self::OF_NOTHING && self.pushed.len() == self.pushed.capacity() {
            self.begin_to_push();
        }
        self.pushed.push(value);
    }

    /// From here on nothing that was left is written over. Pushing is quickest to a vector that holds nothing else.
    #[cold]
    #[inline(never)]
    fn begin_to_push(&mut self) {
        if self.pushed.capacity() == 0 {
            self.slots.truncate(self.filled);
            self.pushed = core::mem::take(&mut self.slots);
        }
    }

    /// Makes room for as many values more, so that saving them does not allocate again and again.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::new();
    /// tape.reserve(2);
    /// tape.push(1.0);
    /// assert_eq!(*tape.back().pop(), 1.0);
    /// ```
    #[inline]
    pub fn reserve(&mut self, values: usize) {
        if !Self::OF_NOTHING {
            self.begin_to_push();
            self.pushed.reserve(values);
        }
    }

    /// Room for one value in each of `turns` iterations of a loop. A value saved there costs a store; a push might have to grow the
    /// tape, and the call for that would keep the loop's variables out of registers; so would a reference to one, which is why `like` comes
    /// by value.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::new();
    /// for (i, slot) in (0..3).zip(tape.slots(3, 0)) {
    ///     *slot = i;
    /// }
    /// assert_eq!(*tape.back().pop(), 2);
    /// ```
    #[inline(always)]
    pub fn slots(&mut self, turns: usize, like: T) -> &mut [T]
    where
        T: Clone,
    {
        if Self::OF_NOTHING {
            let start = self.pushed.len();
            self.pushed.resize(start + turns, like);
            return &mut self.pushed[start..][..turns];
        }
        // As many as there are iterations, which is said where the loop is: then nothing is checked inside of it.
        if self.slots.len().checked_sub(self.filled).is_some_and(|left| left >= turns) {
            let start = self.filled;
            self.filled += turns;
            return &mut self.slots[start..][..turns];
        }
        &mut self.room(turns, like)[..turns]
    }

    /// Room where there was none.
    #[inline(never)]
    fn room(&mut self, turns: usize, like: T) -> &mut [T]
    where
        T: Clone,
    {
        if self.pushed.capacity() == 0 {
            let start = self.filled;
            self.filled += turns;
            if self.slots.len() < self.filled {
                self.slots.resize(self.filled, like);
            }
            return &mut self.slots[start..self.filled];
        }
        let start = self.pushed.len();
        self.pushed.resize(start + turns, like);
        &mut self.pushed[start..]
    }

    /// Reads from the end.
    #[inline]
    pub fn back(&self) -> Back<'_, T> {
        let saved = if self.pushed.capacity() == 0 { &self.slots[..self.filled] } else { &self.pushed };
        Back(Cell::new(saved))
    }
}

impl<T> Default for Tape<T> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// A tape that many runs of a function save to, each while those that have called it are not done yet.
///
/// ```
/// use retrograde::{Shared, Tape};
/// let tape = Shared::new(Tape::new());
/// let save = |x| tape.push(x);
/// save(1.0);
/// save(2.0);
/// assert_eq!(*tape.into_inner().back().pop(), 2.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shared<T>(RefCell<T>);

impl<T> Shared<T> {
    /// Shares a tape.
    #[inline]
    pub const fn new(tape: T) -> Self {
        Shared(RefCell::new(tape))
    }

    /// The tape, once nobody saves to it any more.
    #[inline]
    pub fn into_inner(self) -> T {
        self.0.into_inner()
    }

    #[inline]
    pub(crate) fn save(&self, save: impl FnOnce(&mut T)) {
        save(&mut self.0.borrow_mut());
    }
}

impl<T> Shared<Tape<T>> {
    /// Saves a value.
    #[inline]
    pub fn push(&self, value: T) {
        self.save(|tape| tape.push(value));
    }
}

impl<T: Differentiable + Clone> Shared<TypeOnly<T>> {
    /// Notes the type.
    #[inline(always)]
    pub fn see(&self, value: &T) {
        // Whether nobody else is saving is not asked where nothing is saved.
        if !T::FIXED {
            self.save(|noted| noted.see(value));
        }
    }
}

/// A place for at most one saved value, for a statement that runs at most once. It reads back as a [`Tape`] does.
///
/// ```
/// use retrograde::Slot;
/// let mut slot = Slot::new();
/// slot.push(1.0);
/// assert_eq!(*slot.back().pop(), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Slot<T>(Option<T>);

impl<T> Slot<T> {
    /// An empty slot.
    #[inline]
    pub const fn new() -> Self {
        Slot(None)
    }

    /// Saves the value.
    #[inline]
    pub fn push(&mut self, value: T) {
        debug_assert!(self.0.is_none(), "a slot holds one value");
        self.0 = Some(value);
    }

    /// Reads it.
    #[inline]
    pub fn back(&self) -> Back<'_, T> {
        Back(Cell::new(self.0.as_slice()))
    }
}

impl<T> Default for Slot<T> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// What one of two branches left for the way back.
///
/// ```
/// use retrograde::emitted::OneOf;
/// let kept = if 1 < 2 { OneOf::First((1.0, 2.0)) } else { OneOf::Second(()) };
/// let OneOf::First((a, b)) = &kept else { unreachable!() };
/// assert_eq!(a + b, 3.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum OneOf<A, B> {
    /// the first
    First(A),
    /// the second, or one of those after it
    Second(B),
}

/// Reads saved values from the last to the first.
///
/// ```
/// let mut tape = retrograde::Tape::new();
/// tape.push("a");
/// let back = tape.back();
/// assert_eq!(*back.pop(), "a");
/// ```
#[derive(Debug)]
pub struct Back<'t, T>(Cell<&'t [T]>);

impl<'t, T> Back<'t, T> {
    #[inline]
    pub(crate) fn of(saved: &'t [T]) -> Self {
        Back(Cell::new(saved))
    }

    /// The last value not yet read.
    #[inline]
    #[track_caller]
    pub fn pop(&self) -> &'t T {
        let (last, rest) = self.0.get().split_last().expect("the backward run reads what the forward run saved");
        self.0.set(rest);
        last
    }

    /// The values that were saved in the last so many iterations of a loop, one in each, in the order of the iterations.
    ///
    /// ```
    /// let mut tape = retrograde::Tape::new();
    /// [1, 2, 3].map(|x| tape.push(x));
    /// let back = tape.back();
    /// assert_eq!(back.turns(2), [2, 3]);
    /// assert_eq!(*back.pop(), 1);
    /// ```
    #[inline]
    #[track_caller]
    pub fn turns(&self, count: usize) -> &'t [T] {
        let saved = self.0.get();
        let before = saved.len().checked_sub(count).expect("the backward run reads what the forward run saved");
        let (rest, turns) = saved.split_at(before);
        // That the next loop's values lie before these is hidden: rustc would check for all loops at once whether they overlap with what is
        // written, which it does not know how to do for arrays that come from the last to the first.
        self.0.set(if size_of::<T>() == 0 { rest } else { core::hint::black_box(rest) });
        &turns[..count]
    }
}

/// The type of a value that is not saved, because the derivative needs no more than that; of a list, its length too, so lists are saved.
///
/// ```
/// let mut seen = retrograde::TypeOnly::new();
/// seen.see(&1.0_f64);
/// let x = seen.back().type_of();
/// let _ = || x.value() + 1.0;
/// ```
#[derive(Debug)]
pub struct TypeOnly<T>(Vec<T>);

impl<T> TypeOnly<T> {
    /// Of a type yet to be seen.
    #[inline(always)]
    pub const fn new() -> Self {
        TypeOnly(Vec::new())
    }

    /// Reads from the end.
    #[inline(always)]
    pub fn back(&self) -> Shapes<'_, T> {
        Shapes(Cell::new(&self.0))
    }
}

impl<T: Differentiable + Clone> TypeOnly<T> {
    /// Notes the type.
    #[inline(always)]
    pub fn see(&mut self, value: &T) {
        if !T::FIXED {
            self.0.push(value.clone());
        }
    }
}

impl<T> Default for TypeOnly<T> {
    #[inline(always)]
    fn default() -> Self {
        Self::new()
    }
}

/// Reads types, and lists for their lengths, from the last to the first.
///
/// ```
/// let mut seen = retrograde::TypeOnly::new();
/// seen.see(&vec![1.0, 2.0]);
/// assert_eq!(seen.back().type_of().value().len(), 2);
/// ```
#[derive(Debug)]
pub struct Shapes<'t, T>(Cell<&'t [T]>);

impl<T: Differentiable + Clone> Shapes<'_, T> {
    /// A name for the next.
    #[inline(always)]
    #[track_caller]
    pub fn type_of(&self) -> TypeOf<T> {
        if T::FIXED {
            return TypeOf::of_type();
        }
        let (last, rest) = self.0.get().split_last().expect("the backward run reads what the forward run saved");
        self.0.set(rest);
        TypeOf::of(last.clone())
    }
}
