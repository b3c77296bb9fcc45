//! Pieces of the host language that the form carries along: names, paths, types, literals, patterns, and code that no pass looks into. Passes
//! see what they are made of; whoever prints the form gives back the tokens that they were read from.
//!
//! Two pieces are the same if they are written the same, wherever that is.

mod literal;
mod path;
mod pattern;
mod span;
mod types;

pub use literal::{Literal, LiteralKind};
pub use path::{Argument, Arguments, Path, Segment};
pub use pattern::{Bound as PatternBound, Pattern, PatternKind};
pub use span::{At, Span};
pub use types::{INTEGER_TYPES, STANDARD_TYPES, Type, TypeKind, integer_type};

use std::fmt;
use std::rc::Rc;

/// The number under which whoever read a piece keeps its tokens; nothing, if a pass made it. All are equal.
#[derive(Clone, Copy)]
pub struct Source(pub Option<u32>);

impl Source {
    /// That of what a pass made.
    pub const MADE: Self = Self(None);
}

impl PartialEq for Source {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A name.
#[derive(Clone)]
pub struct Name {
    /// as it is written
    pub text: Rc<str>,
    /// where
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        *self.text == *other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Code that no pass looks into.
#[derive(Clone, PartialEq)]
pub struct Piece {
    /// as it is written, token by token
    pub text: Rc<str>,
    /// its tokens
    pub source: Source,
}

impl fmt::Display for Piece {
    /// On one line, with spaces as one would write them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spaced = [(" :: ", "::"), (" (", "("), ("( ", "("), (" )", ")"), (" ,", ","), ("& ", "&"), (" ;", ";")];
        let text = spaced.iter().fold(self.text.to_string(), |text, (from, to)| text.replace(from, to));
        let spaced = [("[ ", "["), (" ]", "]"), (" < ", "<"), (" >", ">"), ("! (", "!("), (" !", "!"), (" .", ".")];
        f.write_str(&spaced.iter().fold(text, |text, (from, to)| text.replace(from, to)))
    }
}

/// Items with commas between them.
struct List<'i, T>(&'i [T]);

impl<T: fmt::Display> fmt::Display for List<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(k, item)| {
            let comma = if k > 0 { ", " } else { "" };
            write!(f, "{comma}{item}")
        })
    }
}

/// What is written in a message is what the user wrote.
macro_rules! debug_as_display {
    ($($piece:ty),*) => {
        $(impl fmt::Debug for $piece {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        })*
    };
}

debug_as_display!(Literal, Name, Path, Pattern, Piece, Type);
