//! Patterns.

use super::{List, Literal, Path, Piece, Source};
use std::fmt;
use std::rc::Rc;

/// A pattern.
#[derive(Clone, PartialEq)]
pub struct Pattern {
    /// what it is made of
    pub kind: PatternKind,
    /// its tokens
    pub source: Source,
}

/// What a pattern is made of.
#[derive(Clone, PartialEq)]
pub enum PatternKind {
    /// `_`
    Wild,
    /// `..`
    Rest,
    /// `x`, `ref mut x @ inner`; also what holds nothing, such as `None`
    Name {
        /// what stands before the name
        mode: &'static str,
        /// the name
        name: Rc<str>,
        /// what it must be
        inner: Option<Rc<Pattern>>,
    },
    /// `A::B`
    Path(Path),
    /// `1`
    Literal(Literal),
    /// `a..b`
    Range {
        /// where it starts; `None` if there is no smallest value
        start: Option<Bound>,
        /// where it ends; `None` if there is no greatest value
        end: Option<Bound>,
        /// whether the end belongs to it
        inclusive: bool,
    },
    /// `a | b`
    Or(Rc<[Pattern]>),
    /// `(a, b)`
    Tuple(Rc<[Pattern]>),
    /// `P(a, b)`
    TupleStruct(Path, Rc<[Pattern]>),
    /// `P { x: a, y: b }`
    Struct {
        /// what it is called
        path: Path,
        /// the fields, by name or position
        fields: Rc<[(Rc<str>, Pattern)]>,
        /// whether there is a `..`
        rest: bool,
    },
    /// `[a, .., b]`
    Slice(Rc<[Pattern]>),
    /// `&a`
    Reference {
        /// whether it is `&mut`
        mutable: bool,
        /// what is behind it
        inner: Rc<Pattern>,
    },
    /// `(a)`
    Paren(Rc<Pattern>),
    /// anything else
    Other(Piece),
}

/// The end of a range in a pattern.
#[derive(Clone, PartialEq)]
pub enum Bound {
    /// a number
    Literal(Literal),
    /// a constant, a negative number
    Other(Piece),
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PatternKind::Wild => f.write_str("_"),
            PatternKind::Rest => f.write_str(".."),
            PatternKind::Name { mode, name, inner } => {
                write!(f, "{mode}{name}")?;
                inner.iter().try_for_each(|inner| write!(f, " @ {inner}"))
            }
            PatternKind::Path(path) => write!(f, "{path}"),
            PatternKind::Literal(literal) => write!(f, "{literal}"),
            PatternKind::Range { start, end, inclusive } => {
                start.iter().try_for_each(|start| write!(f, "{start}"))?;
                f.write_str(if *inclusive { "..=" } else { ".." })?;
                end.iter().try_for_each(|end| write!(f, "{end}"))
            }
            PatternKind::Or(cases) => cases.iter().enumerate().try_for_each(|(k, case)| {
                let or = if k > 0 { " | " } else { "" };
                write!(f, "{or}{case}")
            }),
            PatternKind::Tuple(parts) => match &**parts {
                [one] if one.kind != PatternKind::Rest => write!(f, "({one},)"),
                parts => write!(f, "({})", List(parts)),
            },
            PatternKind::TupleStruct(path, parts) => write!(f, "{path}({})", List(parts)),
            PatternKind::Struct { path, fields, rest } => structure(path, fields, *rest, f),
            PatternKind::Slice(parts) => write!(f, "[{}]", List(parts)),
            PatternKind::Reference { mutable, inner } => write!(f, "&{}{inner}", if *mutable { "mut " } else { "" }),
            PatternKind::Paren(inner) => write!(f, "({inner})"),
            PatternKind::Other(piece) => write!(f, "{piece}"),
        }
    }
}

fn structure(path: &Path, fields: &[(Rc<str>, Pattern)], rest: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut between = " ";
    write!(f, "{path} {{")?;
    for (name, pattern) in fields {
        match &pattern.kind {
            PatternKind::Name { name: bound, inner: None, .. } if bound == name => write!(f, "{between}{pattern}")?,
            _ => write!(f, "{between}{name}: {pattern}")?,
        }
        between = ", ";
    }
    write!(f, "{} }}", if rest { format!("{between}..") } else { String::new() })
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Literal(literal) => write!(f, "{literal}"),
            Bound::Other(piece) => write!(f, "{piece}"),
        }
    }
}
