//! Paths.

use super::{List, Name, Piece, Source, Span, Type};
use std::fmt;
use std::rc::Rc;

/// A path: `f`, `a::b::<T>::c`, `<T as Trait>::method`.
#[derive(Clone, PartialEq)]
pub struct Path {
    /// the type in `<T as Trait>::method`, and how many of the segments name the trait
    pub qualified: Option<Rc<(Type, usize)>>,
    /// whether it starts with `::`
    pub leading: bool,
    /// what stands between the `::`
    pub segments: Rc<[Segment]>,
    /// its tokens
    pub source: Source,
}

/// A part of a path.
#[derive(Clone, PartialEq)]
pub struct Segment {
    /// its name
    pub name: Name,
    /// what follows the name
    pub arguments: Arguments,
}

/// What follows a name in a path.
#[derive(Clone, PartialEq)]
pub enum Arguments {
    /// nothing
    None,
    /// `<A, B>`
    Angle {
        /// whether it is `::<A, B>`
        turbofish: bool,
        /// what is between the brackets
        list: Rc<[Argument]>,
    },
    /// `(A, B) -> C`
    Parenthesized(Piece),
}

/// One of the things between angle brackets.
#[derive(Clone, PartialEq)]
pub enum Argument {
    /// a type, or a constant by its name
    Type(Type),
    /// a lifetime, a value, the type of an associated item
    Other(Piece),
}

impl Path {
    /// A single name that a pass made.
    pub fn ident(name: &str) -> Self {
        Self::made(false, &[name])
    }

    /// A function that the library has for emitted code.
    pub fn emitted(name: &str) -> Self {
        Self::made(true, &["retrograde", "emitted", name])
    }

    fn made(leading: bool, names: &[&str]) -> Self {
        let segment = |name: &&str| {
            let name = Name { text: (*name).into(), span: Span::call_site() };
            Segment { name, arguments: Arguments::None }
        };
        Self { qualified: None, leading, segments: names.iter().map(segment).collect(), source: Source::MADE }
    }

    /// The names in it, the first one first.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.segments.iter().map(|segment| &*segment.name.text)
    }

    /// The last name.
    pub fn name(&self) -> &str {
        self.names().next_back().unwrap_or_default()
    }

    /// The name, if it is nothing else.
    pub fn as_ident(&self) -> Option<&str> {
        match &*self.segments {
            [Segment { name, arguments: Arguments::None }] if !self.leading && self.qualified.is_none() => {
                Some(&name.text)
            }
            _ => None,
        }
    }

    /// Whether it is this name and nothing else.
    pub fn is_ident(&self, name: &str) -> bool {
        self.as_ident() == Some(name)
    }

    /// Where its first and its last name were written.
    pub fn ends(&self) -> (Span, Span) {
        let span = |segment: Option<&Segment>| segment.map_or(Span::call_site(), |segment| segment.name.span);
        (span(self.segments.first()), span(self.segments.last()))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = if self.leading { "::" } else { "" };
        let of_trait = self.qualified.as_ref().map_or(0, |qualified| qualified.1);
        if let Some(qualified) = &self.qualified {
            write!(f, "<{}", qualified.0)?;
            f.write_str(if of_trait > 0 { " as " } else { ">" })?;
            between = if of_trait > 0 { between } else { "::" };
        }
        for (k, segment) in self.segments.iter().enumerate() {
            write!(f, "{between}{segment}")?;
            between = if k + 1 == of_trait { ">::" } else { "::" };
        }
        Ok(())
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        match &self.arguments {
            Arguments::None => Ok(()),
            Arguments::Angle { turbofish, list } => {
                write!(f, "{}<{}>", if *turbofish { "::" } else { "" }, List(list))
            }
            Arguments::Parenthesized(piece) => write!(f, "{piece}"),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Type(ty) => write!(f, "{ty}"),
            Argument::Other(piece) => write!(f, "{piece}"),
        }
    }
}
