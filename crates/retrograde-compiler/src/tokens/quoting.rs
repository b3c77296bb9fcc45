//! `quote!` and `quote_spanned!`: what is interpolated, one after another or again and again, and the macros that go along the tokens.

use super::{Builder, Library, Token, TokenStream};
use proc_macro2::{Ident, Literal, TokenTree};

/// What is interpolated as it is. Anything else that has tokens is interpolated by [`PrintAny`].
pub trait Print {
    /// Adds it.
    fn print(&self, tokens: &mut Builder);
}

impl Print for TokenStream {
    fn print(&self, tokens: &mut Builder) {
        tokens.append(self);
    }
}

impl Print for Library {
    fn print(&self, tokens: &mut Builder) {
        tokens.push(Token::Library(self.0));
    }
}

impl Print for Ident {
    fn print(&self, tokens: &mut Builder) {
        tokens.push(Token::Tree(TokenTree::Ident(self.clone())));
    }
}

impl Print for syn::Lit {
    fn print(&self, tokens: &mut Builder) {
        match self {
            syn::Lit::Float(float) => tokens.push(Token::Tree(TokenTree::Literal(float.token()))),
            syn::Lit::Int(int) => tokens.push(Token::Tree(TokenTree::Literal(int.token()))),
            other => tokens.push(Token::Stream(quote::ToTokens::to_token_stream(other))),
        }
    }
}

impl Print for str {
    fn print(&self, tokens: &mut Builder) {
        tokens.push(Token::Tree(TokenTree::Literal(Literal::string(self))));
    }
}

impl Print for String {
    fn print(&self, tokens: &mut Builder) {
        (**self).print(tokens);
    }
}

impl<T: Print + ?Sized> Print for &T {
    fn print(&self, tokens: &mut Builder) {
        (**self).print(tokens);
    }
}

impl<T: Print> Print for Option<T> {
    fn print(&self, tokens: &mut Builder) {
        self.iter().for_each(|held| held.print(tokens));
    }
}

/// Something that is interpolated: by [`Print`], which is looked at first, or by [`PrintAny`], which needs a reference more.
pub struct Interpolated<'i, T: ?Sized>(pub &'i T);

/// See [`Interpolated`].
pub trait PrintOwn {
    /// Adds it.
    fn interpolate(&self, tokens: &mut Builder);
}

/// See [`Interpolated`].
pub trait PrintAny {
    /// Adds it.
    fn interpolate(&self, tokens: &mut Builder);
}

impl<T: Print + ?Sized> PrintOwn for Interpolated<'_, T> {
    fn interpolate(&self, tokens: &mut Builder) {
        self.0.print(tokens);
    }
}

impl<T: quote::ToTokens + ?Sized> PrintAny for &Interpolated<'_, T> {
    fn interpolate(&self, tokens: &mut Builder) {
        tokens.push(Token::Stream(self.0.to_token_stream()));
    }
}

/// What is repeated by `#(..)*`, and whether it ends.
pub mod repeated {
    use std::slice::Iter;

    /// One of many.
    #[derive(Clone, Copy)]
    pub struct One<T>(pub T);

    impl<T> One<T> {
        /// The same, for a name that is there twice.
        #[allow(clippy::unnecessary_wraps, clippy::should_implement_trait, reason = "it stands for an iterator")]
        pub fn next(self) -> Option<T> {
            Some(self.0)
        }
    }

    /// Iterators.
    pub trait Turns: Iterator + Sized {
        /// It, and that it ends.
        fn repeated(self) -> (Self, bool) {
            (self, true)
        }
    }

    impl<T: Iterator> Turns for T {}

    /// Lists.
    pub trait List<'l> {
        /// What is in it.
        type Elem: 'l;

        /// Its elements, and that they end.
        fn repeated(&'l self) -> (Iter<'l, Self::Elem>, bool);
    }

    impl<'l, T: List<'l> + ?Sized> List<'l> for &T {
        type Elem = T::Elem;

        fn repeated(&'l self) -> (Iter<'l, Self::Elem>, bool) {
            T::repeated(self)
        }
    }

    impl<'l, T: 'l> List<'l> for [T] {
        type Elem = T;

        fn repeated(&'l self) -> (Iter<'l, T>, bool) {
            (self.iter(), true)
        }
    }

    impl<'l, T: 'l, const N: usize> List<'l> for [T; N] {
        type Elem = T;

        fn repeated(&'l self) -> (Iter<'l, T>, bool) {
            (self.iter(), true)
        }
    }

    impl<'l, T: 'l> List<'l> for Vec<T> {
        type Elem = T;

        fn repeated(&'l self) -> (Iter<'l, T>, bool) {
            (self.iter(), true)
        }
    }

    /// What is the same each time.
    pub trait Same {
        /// Itself.
        fn next(&self) -> Option<&Self> {
            Some(self)
        }

        /// Itself, which does not end.
        fn repeated(&self) -> (&Self, bool) {
            (self, false)
        }
    }

    impl<T: quote::ToTokens + ?Sized> Same for T {}
}

impl<T: Print> Print for repeated::One<T> {
    fn print(&self, tokens: &mut Builder) {
        self.0.print(tokens);
    }
}

impl<T: quote::ToTokens> quote::ToTokens for repeated::One<T> {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// `quote::quote!`, of tokens that are cheap to put together.
macro_rules! quote {
    ($($tokens:tt)*) => {{
        #[allow(unused_mut, reason = "there may be no tokens")]
        let mut quoted = $crate::tokens::Builder::new();
        $crate::tokens::each_token!(quoted (::core::option::Option::None) $($tokens)*);
        quoted.built()
    }};
}

/// `quote::quote_spanned!`, of tokens that are cheap to put together.
macro_rules! quote_spanned {
    ($span:expr=> $($tokens:tt)*) => {{
        #[allow(unused_mut, reason = "there may be no tokens")]
        let mut quoted = $crate::tokens::Builder::new();
        let at: ::proc_macro2::Span = $span;
        $crate::tokens::each_token!(quoted (::core::option::Option::Some(at)) $($tokens)*);
        quoted.built()
    }};
}

/// Adds tokens one after another.
macro_rules! each_token {
    ($to:ident $at:tt) => {};
    ($to:ident $at:tt # ( $($inner:tt)* ) * $($rest:tt)*) => {
        $crate::tokens::each_turn!($to $at () $($inner)*);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt # ( $($inner:tt)* ) $between:tt * $($rest:tt)*) => {
        $crate::tokens::each_turn!($to $at ($between) $($inner)*);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt # $name:ident $($rest:tt)*) => {
        $crate::tokens::interpolated!($to $name);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt ( $($inner:tt)* ) $($rest:tt)*) => {
        $crate::tokens::grouped!($to $at Parenthesis $($inner)*);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt [ $($inner:tt)* ] $($rest:tt)*) => {
        $crate::tokens::grouped!($to $at Bracket $($inner)*);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt { $($inner:tt)* } $($rest:tt)*) => {
        $crate::tokens::grouped!($to $at Brace $($inner)*);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
    ($to:ident $at:tt $token:tt $($rest:tt)*) => {
        $to.written(::core::stringify!($token), $at);
        $crate::tokens::each_token!($to $at $($rest)*);
    };
}

/// Adds what a name stands for.
macro_rules! interpolated {
    ($to:ident $name:ident) => {{
        #[allow(unused_imports, reason = "one of them for each kind of name")]
        use $crate::tokens::{PrintAny as _, PrintOwn as _};
        (&$crate::tokens::Interpolated(&$name)).interpolate(&mut $to);
    }};
}

/// Adds tokens between delimiters.
macro_rules! grouped {
    ($to:ident $at:tt $delimiter:ident $($inner:tt)*) => {{
        #[allow(unused_mut, reason = "there may be no tokens")]
        let mut inside = $crate::tokens::Builder::new();
        $crate::tokens::each_token!(inside $at $($inner)*);
        $to.group(::proc_macro2::Delimiter::$delimiter, $at, inside);
    }};
}

/// Adds tokens again and again, for all that the names in them stand for.
macro_rules! each_turn {
    ($to:ident $at:tt ($($between:tt)?) $($inner:tt)*) => {{
        #[allow(unused_imports, reason = "one of them for each kind of name")]
        use $crate::tokens::repeated::{List as _, Same as _, Turns as _};
        let mut ends = false;
        $crate::tokens::each_name!(repeat (ends) $($inner)*);
        assert!(ends, "nothing here is a list");
        #[allow(unused_mut, unused_assignments, unused_variables, reason = "there may be nothing between")]
        let mut first = true;
        loop {
            $crate::tokens::each_name!(next () $($inner)*);
            $(
                if !first {
                    $to.written(::core::stringify!($between), $at);
                }
                first = false;
            )?
            $crate::tokens::each_token!($to $at $($inner)*);
        }
    }};
}

/// Does something for each name that is interpolated.
macro_rules! each_name {
    ($what:ident $with:tt) => {};
    ($what:ident $with:tt # $name:ident $($rest:tt)*) => {
        $crate::tokens::name!($what $with $name);
        $crate::tokens::each_name!($what $with $($rest)*);
    };
    ($what:ident $with:tt ( $($inner:tt)* ) $($rest:tt)*) => {
        $crate::tokens::each_name!($what $with $($inner)* $($rest)*);
    };
    ($what:ident $with:tt [ $($inner:tt)* ] $($rest:tt)*) => {
        $crate::tokens::each_name!($what $with $($inner)* $($rest)*);
    };
    ($what:ident $with:tt { $($inner:tt)* } $($rest:tt)*) => {
        $crate::tokens::each_name!($what $with $($inner)* $($rest)*);
    };
    ($what:ident $with:tt $other:tt $($rest:tt)*) => {
        $crate::tokens::each_name!($what $with $($rest)*);
    };
}

/// What is done for a name: it becomes an iterator, or the next of what is in one.
macro_rules! name {
    (repeat ($ends:ident) $name:ident) => {
        #[allow(unused_mut, reason = "what is always the same stays")]
        let (mut $name, more) = $name.repeated();
        $ends |= more;
    };
    (next () $name:ident) => {
        let $name = match $name.next() {
            Some(one) => $crate::tokens::repeated::One(one),
            None => break,
        };
    };
}

pub(crate) use {each_name, each_token, each_turn, grouped, interpolated, name, quote, quote_spanned};
