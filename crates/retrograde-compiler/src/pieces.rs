//! Between Rust's syntax and the pieces of it that the form carries along. The form has no tokens and no positions of its own, but numbers,
//! under which they are kept here while a function is expanded.

use crate::ir::{
    Argument, Arguments, Literal, LiteralKind, Name, Path, Pattern, PatternBound, PatternKind, Piece, Segment, Source,
    Span, Type, TypeKind,
};
use proc_macro2::Ident;
use quote::ToTokens;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use syn::parse::Parser;

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Tokens and positions by their numbers.
#[derive(Debug, Default)]
pub struct Kept {
    spans: Vec<proc_macro2::Span>,
    pieces: Vec<Rc<dyn Any>>,
    short_name_taken: bool,
}

/// Notes whether the user's code has a name that is the library's where the function is emitted.
pub fn note_short_name(taken: bool) {
    KEPT.with_borrow_mut(|kept| kept.short_name_taken = taken);
}

/// Whether it has.
pub fn is_short_name_taken() -> bool {
    KEPT.with_borrow(|kept| kept.short_name_taken)
}

/// While it is there, what is read is kept; then it is forgotten, so that a process which expands many functions does not grow.
pub struct Keeping(Kept);

impl Keeping {
    /// Starts with nothing.
    pub fn new() -> Self {
        Self::again(Kept::default())
    }

    /// Starts with what was kept before.
    pub fn again(kept: Kept) -> Self {
        Self(KEPT.replace(kept))
    }

    /// Gives away what was kept.
    pub fn finish(self) -> Kept {
        let kept = KEPT.take();
        drop(self);
        kept
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        KEPT.replace(std::mem::take(&mut self.0));
    }
}

fn keep(piece: impl Any) -> Source {
    KEPT.with_borrow_mut(|kept| {
        kept.pieces.push(Rc::new(piece));
        Source(u32::try_from(kept.pieces.len() - 1).ok())
    })
}

/// What is kept under a number; otherwise a pass made the piece, and it is read from its text.
fn kept<T: Any>(source: Source, parse: &dyn Fn() -> syn::Result<T>) -> Rc<T> {
    let found = source.0.and_then(|number| KEPT.with_borrow(|kept| kept.pieces.get(number as usize).cloned()));
    let parsed = || Rc::new(parse().expect("a pass makes what is Rust"));
    found.and_then(|piece| piece.downcast().ok()).unwrap_or_else(parsed)
}

/// What has a counterpart in the form.
pub trait ToForm {
    /// The counterpart.
    type Form;
    /// It; the tokens are kept.
    fn form(&self) -> Self::Form;
}

/// What has a counterpart in Rust's syntax.
pub trait ToRust {
    /// The counterpart.
    type Rust;
    /// It, with the tokens that were read.
    fn rust(&self) -> Self::Rust;
}

impl ToForm for proc_macro2::Span {
    type Form = Span;

    fn form(&self) -> Span {
        KEPT.with_borrow_mut(|kept| {
            kept.spans.push(*self);
            Span::new(u32::try_from(kept.spans.len() - 1).map_or(0, |number| number + Span::RESERVED))
        })
    }
}

impl ToRust for Span {
    type Rust = proc_macro2::Span;

    fn rust(&self) -> proc_macro2::Span {
        let span = |number: u32| match number {
            0 => proc_macro2::Span::call_site(),
            1 => proc_macro2::Span::mixed_site(),
            _ => KEPT.with_borrow(|kept| {
                let span = kept.spans.get((number - Span::RESERVED) as usize).copied();
                span.unwrap_or_else(proc_macro2::Span::call_site)
            }),
        };
        match self.numbers() {
            (place, context) if place == context => span(place),
            (place, context) => span(context).located_at(span(place)),
        }
    }
}

impl ToForm for Ident {
    type Form = Name;

    fn form(&self) -> Name {
        Name { text: self.to_string().into(), span: self.span().form() }
    }
}

impl ToRust for Name {
    type Rust = Ident;

    fn rust(&self) -> Ident {
        raw(&self.text, self.span.rust())
    }
}

/// An identifier by its name, which may be raw.
pub fn raw(name: &str, span: proc_macro2::Span) -> Ident {
    match name.strip_prefix("r#") {
        Some(name) => Ident::new_raw(name, span),
        None => Ident::new(name, span),
    }
}

/// A field by its name or position.
impl ToForm for syn::Member {
    type Form = Rc<str>;

    fn form(&self) -> Rc<str> {
        match self {
            syn::Member::Named(ident) => ident.to_string().into(),
            syn::Member::Unnamed(index) => index.index.to_string().into(),
        }
    }
}

impl ToForm for syn::Path {
    type Form = Path;

    fn form(&self) -> Path {
        syn::ExprPath { attrs: Vec::new(), qself: None, path: self.clone() }.form()
    }
}

impl ToForm for syn::ExprPath {
    type Form = Path;

    fn form(&self) -> Path {
        let qualified = self.qself.as_ref().map(|qself| Rc::new((qself.ty.form(), qself.position)));
        let segments = self.path.segments.iter();
        let segments =
            segments.map(|segment| Segment { name: segment.ident.form(), arguments: segment.arguments.form() });
        let leading = self.path.leading_colon.is_some();
        Path { qualified, leading, segments: segments.collect(), source: keep(self.clone()) }
    }
}

impl ToRust for Path {
    type Rust = Rc<syn::ExprPath>;

    fn rust(&self) -> Rc<syn::ExprPath> {
        kept(self.source, &|| syn::parse_str(&self.to_string()))
    }
}

impl ToForm for syn::PathArguments {
    type Form = Arguments;

    fn form(&self) -> Arguments {
        match self {
            syn::PathArguments::None => Arguments::None,
            syn::PathArguments::AngleBracketed(angle) => {
                let list = angle.args.iter().map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Argument::Type(ty.form()),
                    other => Argument::Other(piece(other)),
                });
                Arguments::Angle { turbofish: angle.colon2_token.is_some(), list: list.collect() }
            }
            syn::PathArguments::Parenthesized(types) => Arguments::Parenthesized(piece(types)),
        }
    }
}

/// Code that no pass looks into.
pub fn piece<T: ToTokens + Clone + Any>(code: &T) -> Piece {
    Piece { text: code.to_token_stream().to_string().into(), source: keep(code.clone()) }
}

/// That code.
pub fn code<T: Any + syn::parse::Parse>(piece: &Piece) -> Rc<T> {
    kept(piece.source, &|| syn::parse_str(&piece.text))
}

impl ToForm for syn::Type {
    type Form = Type;

    fn form(&self) -> Type {
        let kind = match self {
            syn::Type::Path(path) => {
                let syn::TypePath { attrs, qself, path } = path.clone();
                TypeKind::Path(syn::ExprPath { attrs, qself, path }.form())
            }
            syn::Type::Slice(slice) => TypeKind::Slice(Rc::new(slice.elem.form())),
            syn::Type::Array(array) => TypeKind::Array(Rc::new(array.elem.form()), piece(&array.len)),
            syn::Type::Tuple(tuple) => TypeKind::Tuple(tuple.elems.iter().map(ToForm::form).collect()),
            syn::Type::Reference(reference) => TypeKind::Reference {
                lifetime: reference.lifetime.as_ref().map(|lifetime| lifetime.to_string().into()),
                mutable: reference.mutability.is_some(),
                inner: Rc::new(reference.elem.form()),
            },
            syn::Type::Paren(inner) => TypeKind::Paren(Rc::new(inner.elem.form())),
            syn::Type::Group(inner) => TypeKind::Group(Rc::new(inner.elem.form())),
            syn::Type::Infer(_) => TypeKind::Infer,
            other => TypeKind::Other(piece(other)),
        };
        Type { kind, source: keep(self.clone()) }
    }
}

impl ToRust for Type {
    type Rust = Rc<syn::Type>;

    fn rust(&self) -> Rc<syn::Type> {
        kept(self.source, &|| syn::parse_str(&self.to_string()))
    }
}

impl ToForm for syn::Lit {
    type Form = Literal;

    fn form(&self) -> Literal {
        let (text, kind) = match self {
            syn::Lit::Int(lit) => {
                let (digits, suffix) = (lit.base10_digits().into(), lit.suffix().into());
                (lit.to_string(), LiteralKind::Int { digits, suffix })
            }
            syn::Lit::Float(lit) => {
                let (digits, suffix) = (lit.base10_digits().into(), lit.suffix().into());
                (lit.to_string(), LiteralKind::Float { digits, suffix })
            }
            syn::Lit::Bool(lit) => (lit.value.to_string(), LiteralKind::Bool(lit.value)),
            syn::Lit::Str(_) => (self.to_token_stream().to_string(), LiteralKind::Text),
            other => (other.to_token_stream().to_string(), LiteralKind::Other),
        };
        Literal { text: text.into(), kind, span: self.span().form(), source: keep(self.clone()) }
    }
}

impl ToRust for Literal {
    type Rust = Rc<syn::Lit>;

    fn rust(&self) -> Rc<syn::Lit> {
        let mut literal: Rc<syn::Lit> = kept(self.source, &|| syn::parse_str(&self.to_string()));
        if self.source.0.is_none() {
            Rc::make_mut(&mut literal).set_span(self.span.rust());
        }
        literal
    }
}

impl ToForm for syn::Pat {
    type Form = Pattern;

    fn form(&self) -> Pattern {
        Pattern { kind: pattern_kind(self), source: keep(self.clone()) }
    }
}

impl ToRust for Pattern {
    type Rust = Rc<syn::Pat>;

    fn rust(&self) -> Rc<syn::Pat> {
        kept(self.source, &|| syn::Pat::parse_multi.parse_str(&self.to_string()))
    }
}

fn pattern_kind(pat: &syn::Pat) -> PatternKind {
    fn all<'p>(pats: impl IntoIterator<Item = &'p syn::Pat>) -> Rc<[Pattern]> {
        pats.into_iter().map(ToForm::form).collect()
    }
    match pat {
        syn::Pat::Wild(_) => PatternKind::Wild,
        syn::Pat::Rest(_) => PatternKind::Rest,
        syn::Pat::Ident(name) => PatternKind::Name {
            mode: match (&name.by_ref, &name.mutability) {
                (None, None) => "",
                (None, Some(_)) => "mut ",
                (Some(_), None) => "ref ",
                (Some(_), Some(_)) => "ref mut ",
            },
            name: name.ident.to_string().into(),
            inner: name.subpat.as_ref().map(|(_, inner)| Rc::new(inner.form())),
        },
        syn::Pat::Path(path) => PatternKind::Path(path.form()),
        syn::Pat::Lit(literal) => PatternKind::Literal(literal.lit.form()),
        syn::Pat::Range(range) => PatternKind::Range {
            start: range.start.as_deref().map(bound),
            end: range.end.as_deref().map(bound),
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        },
        syn::Pat::Or(or) => PatternKind::Or(all(&or.cases)),
        syn::Pat::Tuple(tuple) => PatternKind::Tuple(all(&tuple.elems)),
        syn::Pat::TupleStruct(tuple) => PatternKind::TupleStruct(tuple.path.form(), all(&tuple.elems)),
        syn::Pat::Struct(parts) => PatternKind::Struct {
            path: parts.path.form(),
            fields: parts.fields.iter().map(|f| (f.member.form(), f.pat.form())).collect(),
            rest: parts.rest.is_some(),
        },
        syn::Pat::Slice(slice) => PatternKind::Slice(all(&slice.elems)),
        syn::Pat::Reference(inner) => {
            PatternKind::Reference { mutable: inner.mutability.is_some(), inner: Rc::new(inner.pat.form()) }
        }
        syn::Pat::Paren(inner) => PatternKind::Paren(Rc::new(inner.pat.form())),
        other => PatternKind::Other(piece(other)),
    }
}

fn bound(expr: &syn::Expr) -> PatternBound {
    match expr {
        syn::Expr::Lit(literal) => PatternBound::Literal(literal.lit.form()),
        other => PatternBound::Other(piece(other)),
    }
}

/// Whether nothing of an expansion is left.
#[cfg(test)]
pub fn nothing_is_kept() -> bool {
    KEPT.with_borrow(|kept| kept.spans.is_empty() && kept.pieces.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    /// What is written at two places is one piece, but each gives back its own tokens.
    #[test]
    fn pieces_are_equal_by_how_they_are_written() {
        let _keeping = Keeping::new();
        let [first, second]: [syn::Path; 2] =
            [parse_quote!(a::b::<f64>), syn::parse_str("a::b::<f64>").expect("a path")];
        let forms = [first.form(), second.form()];
        assert_eq!(forms[0], forms[1]);
        assert!(forms[0].source.0 != forms[1].source.0);
        let other: syn::Path = parse_quote!(a::b::<f32>);
        assert_ne!(forms[0], other.form());
        let [one, other] =
            [&forms[0], &forms[1]].map(|form| format!("{:?}", form.rust().path.segments[0].ident.span()));
        assert_ne!(one, other);
    }

    #[test]
    fn what_a_pass_makes_is_read_from_its_text() {
        let _keeping = Keeping::new();
        assert!(matches!(*Type::made(TypeKind::Infer).rust(), syn::Type::Infer(_)));
        assert_eq!(Literal::int(1, "usize", Span::call_site()).rust().to_token_stream().to_string(), "1usize");
        assert_eq!(Path::ident("f64").rust().to_token_stream().to_string(), "f64");
    }

    /// The text of a type or a pattern is Rust, and means the same.
    #[test]
    fn texts_are_rust() {
        let _keeping = Keeping::new();
        for text in [
            "<Vec<T> as Trait<'a, N>>::Item",
            "::a::B",
            "<T>::C",
            "[f64; 2 * N]",
            "&'a mut [T]",
            "(f64,)",
            "()",
            "(u8, _)",
            "impl Fn(f64) -> f64",
            "Map<String, Item = f64>",
        ] {
            let ty: syn::Type = syn::parse_str(text).expect("a type");
            let form = ty.form();
            assert_eq!(form.to_string(), text);
            assert_eq!(syn::parse_str::<syn::Type>(&form.to_string()).expect("Rust").form(), form);
        }
        for text in [
            "_",
            "ref mut a",
            "a @ 1..=9",
            "..5",
            "1..=MAX",
            "A::B",
            "Some((x, ..))",
            "P { a, b: [first, .., last], .. }",
            "&mut (a,)",
            "(1 | 2)",
            "None",
        ] {
            let pat = syn::Pat::parse_multi.parse_str(text).expect("a pattern");
            assert_eq!(pat.form().to_string(), text);
        }
    }

    #[test]
    fn what_was_kept_before_comes_back() {
        let _outer = Keeping::new();
        let path: syn::Path = parse_quote!(outer);
        let form = path.form();
        let inner = Keeping::new();
        assert!(nothing_is_kept());
        drop(inner);
        assert_eq!(form.rust().to_token_stream().to_string(), "outer");
    }
}
