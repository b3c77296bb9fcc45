//! Where in the source something was written, as numbers under which whoever read it keeps the positions.

use std::fmt;

/// A position, and the syntax context that a name there is looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    place: u32,
    context: u32,
}

impl Span {
    /// How many numbers stand for positions that are none of the source.
    pub const RESERVED: u32 = 2;

    /// The one kept under a number.
    pub const fn new(number: u32) -> Self {
        Self { place: number, context: number }
    }

    /// That of the attribute; names there are those of the user's code.
    pub const fn call_site() -> Self {
        Self::new(0)
    }

    /// That of the attribute; variables there are seen by nothing that the user wrote.
    pub const fn mixed_site() -> Self {
        Self::new(1)
    }

    /// The position of another, and the context of this.
    #[must_use]
    pub const fn located_at(self, other: Self) -> Self {
        Self { place: other.place, ..self }
    }

    /// The numbers of the position and of the context.
    pub const fn numbers(self) -> (u32, u32) {
        (self.place, self.context)
    }
}

/// Where in the source something was written. All positions are equal.
#[derive(Clone, Copy)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for At {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
