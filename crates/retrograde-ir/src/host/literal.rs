//! Literals.

use super::{Source, Span};
use std::fmt;
use std::rc::Rc;

/// A literal.
#[derive(Clone)]
pub struct Literal {
    /// as it is written
    pub text: Rc<str>,
    /// what it stands for
    pub kind: LiteralKind,
    /// where it was written
    pub span: Span,
    /// its token
    pub source: Source,
}

/// What a literal stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum LiteralKind {
    /// an integer, which may be a float by its suffix
    Int {
        /// in decimal notation
        digits: Rc<str>,
        /// its type, or nothing
        suffix: Rc<str>,
    },
    /// a float
    Float {
        /// in decimal notation
        digits: Rc<str>,
        /// its type, or nothing
        suffix: Rc<str>,
    },
    /// a truth value
    Bool(bool),
    /// text
    Text,
    /// a character, bytes
    Other,
}

impl Literal {
    /// An integer, with its suffix.
    pub fn int(value: usize, suffix: &str, span: Span) -> Self {
        let digits: Rc<str> = value.to_string().into();
        let kind = LiteralKind::Int { digits: digits.clone(), suffix: suffix.into() };
        Self { text: format!("{digits}{suffix}").into(), kind, span, source: Source::MADE }
    }

    /// A float whose type is open.
    pub fn float(value: f64) -> Self {
        let text: Rc<str> = format!("{value:?}").into();
        let kind = LiteralKind::Float { digits: text.clone(), suffix: "".into() };
        Self { text, kind, span: Span::call_site(), source: Source::MADE }
    }

    /// A number as it is written, without a suffix.
    pub fn number(text: &str) -> Self {
        let text: Rc<str> = text.into();
        let (digits, suffix) = (text.clone(), "".into());
        let float = text.contains('.');
        let kind = if float { LiteralKind::Float { digits, suffix } } else { LiteralKind::Int { digits, suffix } };
        Self { text, kind, span: Span::call_site(), source: Source::MADE }
    }

    /// A truth value.
    pub fn bool(value: bool) -> Self {
        let (text, kind) = (value.to_string().into(), LiteralKind::Bool(value));
        Self { text, kind, span: Span::call_site(), source: Source::MADE }
    }

    /// Whether it is written as an integer; by its suffix it may be a float.
    pub fn is_int(&self) -> bool {
        matches!(self.kind, LiteralKind::Int { .. })
    }

    /// Whether it is written as a float.
    pub fn is_float(&self) -> bool {
        matches!(self.kind, LiteralKind::Float { .. })
    }

    /// Whether it is a float of a type that other things decide.
    pub fn is_open_float(&self) -> bool {
        matches!(&self.kind, LiteralKind::Float { suffix, .. } if suffix.is_empty())
    }

    /// The value of an integer, if there is room for it.
    pub fn integer<T: std::str::FromStr>(&self) -> Option<T> {
        match &self.kind {
            LiteralKind::Int { digits, .. } => digits.parse().ok(),
            _ => None,
        }
    }
}

impl PartialEq for Literal {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
