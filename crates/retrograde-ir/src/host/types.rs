//! Types as they are written.

use super::{Argument, Arguments, List, Path, Piece, Source};
use std::fmt;
use std::rc::Rc;

/// A type as it is written.
#[derive(Clone, PartialEq)]
pub struct Type {
    /// what it is made of
    pub kind: TypeKind,
    /// its tokens
    pub source: Source,
}

/// What a type is made of.
#[derive(Clone, PartialEq)]
pub enum TypeKind {
    /// a name, with what it is applied to
    Path(Path),
    /// `[T]`
    Slice(Rc<Type>),
    /// `[T; n]`
    Array(Rc<Type>, Piece),
    /// `(A, B)`
    Tuple(Rc<[Type]>),
    /// `&T`, `&'a mut T`
    Reference {
        /// `'a`
        lifetime: Option<Rc<str>>,
        /// whether it is `&mut`
        mutable: bool,
        /// what it points to
        inner: Rc<Type>,
    },
    /// `(T)`
    Paren(Rc<Type>),
    /// what a `macro_rules!` took for a type
    Group(Rc<Type>),
    /// `_`
    Infer,
    /// anything else
    Other(Piece),
}

impl Type {
    /// One that a pass made.
    pub fn made(kind: TypeKind) -> Self {
        Self { kind, source: Source::MADE }
    }

    /// Whether it is this name and nothing else.
    pub fn is_ident(&self, name: &str) -> bool {
        matches!(&self.kind, TypeKind::Path(path) if path.is_ident(name))
    }

    /// What it holds, by its first type argument.
    pub fn held(&self) -> Option<&Type> {
        let TypeKind::Path(path) = &self.kind else { return None };
        match &path.segments.last()?.arguments {
            Arguments::Angle { list, .. } => match list.first()? {
                Argument::Type(ty) => Some(ty),
                Argument::Other(_) => None,
            },
            _ => None,
        }
    }
}

/// The types of the standard library that values with gradients may be of, and text.
pub const STANDARD_TYPES: [&str; 16] = [
    "Arc", "BTreeMap", "Box", "Cow", "HashMap", "Option", "Rc", "Result", "Stack", "String", "Vec", "VecDeque", "char",
    "f32", "f64", "str",
];

/// The primitive types that have no gradient.
pub const INTEGER_TYPES: [&str; 13] =
    ["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool"];

/// The types of text, which have no gradient either.
const TEXT_TYPES: [&str; 3] = ["char", "str", "String"];

/// Whether a type is written as an integer, a truth value, text, or an array or slice of them.
pub fn integer_type(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Path(path) => {
            path.as_ident().is_some_and(|name| INTEGER_TYPES.contains(&name) || TEXT_TYPES.contains(&name))
        }
        TypeKind::Slice(inner) | TypeKind::Array(inner, _) | TypeKind::Paren(inner) | TypeKind::Group(inner) => {
            integer_type(inner)
        }
        TypeKind::Tuple(parts) => parts.is_empty(),
        TypeKind::Reference { mutable, inner, .. } => !mutable && integer_type(inner),
        TypeKind::Infer | TypeKind::Other(_) => false,
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            TypeKind::Path(path) => write!(f, "{path}"),
            TypeKind::Slice(inner) => write!(f, "[{inner}]"),
            TypeKind::Array(inner, length) => write!(f, "[{inner}; {length}]"),
            TypeKind::Tuple(parts) => match &**parts {
                [one] => write!(f, "({one},)"),
                parts => write!(f, "({})", List(parts)),
            },
            TypeKind::Reference { lifetime, mutable, inner } => {
                f.write_str("&")?;
                lifetime.iter().try_for_each(|lifetime| write!(f, "{lifetime} "))?;
                write!(f, "{}{inner}", if *mutable { "mut " } else { "" })
            }
            TypeKind::Paren(inner) => write!(f, "({inner})"),
            TypeKind::Group(inner) => write!(f, "{inner}"),
            TypeKind::Infer => f.write_str("_"),
            TypeKind::Other(piece) => write!(f, "{piece}"),
        }
    }
}
