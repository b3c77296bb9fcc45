//! Tokens that are cheap to put together. A token stream of rustc's is a handle to something that rustc holds: each piece that is put into another
//! is several calls to rustc, and macros are built without optimisation. What the emitter writes is a tree of Rust values instead, in which a piece
//! is shared rather than copied, and becomes a token stream once, at the end.
//!
//! `quote!` and `quote_spanned!` here are written as those of the crate `quote`, and interpolate whatever those do.

mod comparison;
mod either;
mod quoting;

use crate::pieces;
use comparison::{Leaf, Leaves};
pub use either::either;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenTree};
pub use quoting::{Interpolated, Print, PrintAny, PrintOwn, repeated};
pub(crate) use quoting::{each_name, each_token, each_turn, grouped, interpolated, name, quote, quote_spanned};
use std::fmt;
use std::rc::Rc;

/// Tokens of emitted code.
#[derive(Clone, Default)]
pub struct TokenStream(Option<Rc<Node>>);

/// Some tokens, and what is asked of them again and again.
#[derive(Clone, Default)]
struct Node {
    tokens: Vec<Token>,
    /// how many there are, with those in parts; what comes from elsewhere counts as one
    size: usize,
    /// how often they name the library
    mentions: usize,
}

impl Node {
    fn push(&mut self, token: Token) {
        let (size, mentions) = match &token {
            Token::Library(_) => (LIBRARY.len(), 1),
            Token::Group(_, _, part) => (part.size() + 2, part.mentions_of_library()),
            Token::Part(part) | Token::Block(part) | Token::Statement(part) => {
                (part.size(), part.mentions_of_library())
            }
            Token::Written(..) | Token::Tree(_) | Token::Stream(_) => (1, 0),
        };
        self.size += size;
        self.mentions += mentions;
        self.tokens.push(token);
    }
}

#[derive(Clone)]
enum Token {
    /// one token as it is written in this crate
    Written(&'static str, Option<Span>),
    /// the path of what emitted code uses of the library
    Library(Option<Span>),
    Tree(TokenTree),
    Group(Delimiter, Option<Span>, TokenStream),
    Part(TokenStream),
    /// what is in a block, where the library may have a short name
    Block(TokenStream),
    /// a statement of a block, or some that belong together
    Statement(TokenStream),
    /// what comes from elsewhere
    Stream(proc_macro2::TokenStream),
}

/// Tokens while they are put together.
#[derive(Default)]
pub struct Builder(Node);

impl Builder {
    /// None yet.
    pub fn new() -> Self {
        Self(Node::default())
    }

    fn push(&mut self, token: Token) {
        self.0.push(token);
    }

    /// Adds one token as it is written in this crate.
    pub fn written(&mut self, token: &'static str, at: Option<Span>) {
        self.push(Token::Written(token, at));
    }

    /// Adds tokens between delimiters.
    pub fn group(&mut self, delimiter: Delimiter, at: Option<Span>, inside: Self) {
        self.push(Token::Group(delimiter, at, inside.built()));
    }

    fn append(&mut self, part: &TokenStream) {
        if part.0.is_some() {
            self.push(Token::Part(part.clone()));
        }
    }

    fn one(token: Token) -> TokenStream {
        let mut tokens = Self::new();
        tokens.push(token);
        tokens.built()
    }

    /// All of them.
    pub fn built(self) -> TokenStream {
        TokenStream((!self.0.tokens.is_empty()).then(|| Rc::new(self.0)))
    }
}

/// What emitted code uses of the library: its path, at the user's code or nowhere.
#[derive(Clone, Copy)]
pub struct Library(pub Option<Span>);

impl TokenStream {
    /// None.
    pub fn new() -> Self {
        Self(None)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tokens().iter().all(|token| match token {
            Token::Part(part) | Token::Block(part) | Token::Statement(part) => part.is_empty(),
            Token::Stream(stream) => stream.is_empty(),
            _ => false,
        })
    }

    fn tokens(&self) -> &[Token] {
        self.0.as_ref().map_or(&[], |node| &node.tokens)
    }

    /// About how many there are.
    fn size(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.size)
    }

    /// As a statement of a block, which [`either`] leaves whole.
    #[must_use]
    pub fn in_statement(self) -> Self {
        if self.0.is_none() { self } else { Builder::one(Token::Statement(self)) }
    }

    /// All that is in a block: if it names the library often, the library has a short name there.
    #[must_use]
    pub fn in_block(self) -> Self {
        if pieces::is_short_name_taken() { self } else { Builder::one(Token::Block(self)) }
    }

    /// The tokens as those of rustc.
    pub fn finished(&self) -> proc_macro2::TokenStream {
        let none = Paths::default();
        let path = |words: &[&'static str]| {
            let mut path = Finished::new(&none);
            words.iter().for_each(|word| path.written(word, Span::call_site()));
            path.trees
        };
        let paths = Paths { long: path(&LIBRARY), short: path(&[SHORT_NAME]) };
        let mut finished = Finished::new(&paths);
        finished.add(self);
        finished.done()
    }

    /// How often they name the library.
    fn mentions_of_library(&self) -> usize {
        self.0.as_ref().map_or(0, |node| node.mentions)
    }

    /// The position of the first token.
    pub fn first_span(&self) -> Option<Span> {
        self.tokens().iter().find_map(|token| match token {
            Token::Written(_, at) | Token::Library(at) | Token::Group(_, at, _) => {
                Some(at.unwrap_or_else(Span::call_site))
            }
            Token::Tree(tree) => Some(tree.span()),
            Token::Part(part) | Token::Block(part) | Token::Statement(part) => part.first_span(),
            Token::Stream(stream) => Some(stream.clone().into_iter().next()?.span()),
        })
    }

    /// The same with other positions for its tokens, though not for those between delimiters; `place` is also told which are names.
    #[must_use]
    pub fn moved(&self, place: &dyn Fn(Span, bool) -> Span) -> Self {
        let mut moved = Builder::new();
        for token in self.tokens() {
            let spot = |at: Option<Span>, is_name| Some(place(at.unwrap_or_else(Span::call_site), is_name));
            match token {
                Token::Written(text, at) => moved.written(text, spot(*at, is_name(text) && *text != "as")),
                Token::Library(at) => LIBRARY.iter().for_each(|text| moved.written(text, spot(*at, is_name(text)))),
                Token::Group(delimiter, at, inside) => {
                    moved.push(Token::Group(*delimiter, spot(*at, false), inside.clone()));
                }
                Token::Part(part) => moved.append(&part.moved(place)),
                Token::Block(part) => moved.push(Token::Block(part.moved(place))),
                Token::Statement(part) => moved.push(Token::Statement(part.moved(place))),
                Token::Tree(tree) => moved.push(Token::Tree(placed(tree.clone(), place))),
                Token::Stream(stream) => stream.clone().into_iter().for_each(|tree| {
                    moved.push(Token::Tree(placed(tree, place)));
                }),
            }
        }
        moved.built()
    }

    /// The position of all of it.
    pub fn span(&self) -> Span {
        syn::spanned::Spanned::span(&self.finished())
    }
}

const LIBRARY: [&str; 4] = ["::", "retrograde", "::", "emitted"];

/// What the library is called in blocks that name it often.
pub const SHORT_NAME: &str = "__rt";
/// So often at least: less is shorter without the declaration.
const OFTEN: usize = 3;

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

fn placed(mut tree: TokenTree, place: &dyn Fn(Span, bool) -> Span) -> TokenTree {
    // The word of a cast is none.
    let is_name = matches!(&tree, TokenTree::Ident(name) if name != "as");
    tree.set_span(place(tree.span(), is_name));
    tree
}

/// Tokens on their way to rustc: single ones are handed over together.
struct Finished<'l> {
    stream: Option<proc_macro2::TokenStream>,
    trees: Vec<TokenTree>,
    paths: &'l Paths,
    /// whether the library has its short name here
    short: bool,
}

/// The path of what emitted code uses of the library, which is there most often.
#[derive(Default)]
struct Paths {
    long: Vec<TokenTree>,
    short: Vec<TokenTree>,
}

impl<'l> Finished<'l> {
    fn new(paths: &'l Paths) -> Self {
        Self { stream: None, trees: Vec::with_capacity(16), paths, short: false }
    }

    fn library(&mut self, at: Option<Span>) {
        match at {
            None => self.trees.extend_from_slice(if self.short { &self.paths.short } else { &self.paths.long }),
            Some(at) if self.short => self.written(SHORT_NAME, at),
            Some(at) => LIBRARY.iter().for_each(|part| self.written(part, at)),
        }
    }

    /// What is in a block, in which the library may get a short name.
    fn block(&mut self, inside: &TokenStream) {
        let before = self.short;
        if !before && inside.mentions_of_library() >= OFTEN {
            self.written("use", Span::call_site());
            self.library(None);
            ["as", SHORT_NAME, ";"].iter().for_each(|word| self.written(word, Span::call_site()));
            self.short = true;
        }
        self.add(inside);
        self.short = before;
    }

    fn add(&mut self, tokens: &TokenStream) {
        for token in tokens.tokens() {
            match token {
                Token::Written(text, at) => self.written(text, at.unwrap_or_else(Span::call_site)),
                Token::Library(at) => self.library(*at),
                Token::Block(inside) => self.block(inside),
                Token::Tree(tree) => self.trees.push(tree.clone()),
                Token::Group(delimiter, at, inside) => {
                    let mut within = Finished::new(self.paths);
                    within.short = self.short;
                    within.add(inside);
                    let mut group = Group::new(*delimiter, within.done());
                    if let Some(at) = at {
                        group.set_span(*at);
                    }
                    self.trees.push(group.into());
                }
                Token::Part(part) | Token::Statement(part) => self.add(part),
                Token::Stream(stream) => {
                    let before = self.stream.get_or_insert_default();
                    before.extend(self.trees.drain(..));
                    before.extend([stream.clone()]);
                }
            }
        }
    }

    fn written(&mut self, text: &'static str, at: Span) {
        let (first, last) = (text.as_bytes()[0], text.as_bytes()[text.len() - 1]);
        if first.is_ascii_digit() || last == b'"' {
            let mut literal: Literal = text.parse().expect("a literal of this crate");
            literal.set_span(at);
            self.trees.push(literal.into());
        } else if first.is_ascii_alphabetic() || first == b'_' {
            self.trees.push(Ident::new(text, at).into());
        } else if let Some(lifetime) = text.strip_prefix('\'') {
            self.punct('\'', Spacing::Joint, at);
            self.trees.push(Ident::new(lifetime, at).into());
        } else {
            let (last, joint) = text.as_bytes().split_last().expect("a token is written somehow");
            joint.iter().for_each(|char| self.punct(char::from(*char), Spacing::Joint, at));
            self.punct(char::from(*last), Spacing::Alone, at);
        }
    }

    fn punct(&mut self, char: char, spacing: Spacing, at: Span) {
        let mut punct = Punct::new(char, spacing);
        punct.set_span(at);
        self.trees.push(punct.into());
    }

    fn done(self) -> proc_macro2::TokenStream {
        match self.stream {
            None => self.trees.into_iter().collect(),
            Some(mut stream) => {
                stream.extend(self.trees);
                stream
            }
        }
    }
}

impl quote::ToTokens for TokenStream {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        tokens.extend([self.finished()]);
    }
}

impl quote::ToTokens for Library {
    fn to_tokens(&self, tokens: &mut proc_macro2::TokenStream) {
        let mut own = Builder::new();
        self.print(&mut own);
        own.built().to_tokens(tokens);
    }
}

impl fmt::Display for TokenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.finished(), f)
    }
}

impl fmt::Debug for TokenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<proc_macro2::TokenStream> for TokenStream {
    fn from(stream: proc_macro2::TokenStream) -> Self {
        Builder::one(Token::Stream(stream))
    }
}

impl From<TokenStream> for proc_macro2::TokenStream {
    fn from(tokens: TokenStream) -> Self {
        tokens.finished()
    }
}

/// As one piece.
impl IntoIterator for TokenStream {
    type Item = Self;
    type IntoIter = std::iter::Once<Self>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::once(self)
    }
}

impl Extend<TokenStream> for TokenStream {
    fn extend<I: IntoIterator<Item = TokenStream>>(&mut self, parts: I) {
        let node = Rc::make_mut(self.0.get_or_insert_default());
        for part in parts {
            if part.0.is_some() {
                node.push(Token::Part(part));
            }
        }
    }
}

impl FromIterator<TokenStream> for TokenStream {
    fn from_iter<I: IntoIterator<Item = TokenStream>>(parts: I) -> Self {
        let mut tokens = Builder::new();
        parts.into_iter().for_each(|part| tokens.append(&part));
        tokens.built()
    }
}

/// What has tokens.
pub trait ToTokens: quote::ToTokens {
    /// Its tokens.
    fn to_token_stream(&self) -> TokenStream;
}

impl<T: quote::ToTokens + ?Sized> ToTokens for T {
    fn to_token_stream(&self) -> TokenStream {
        quote::ToTokens::to_token_stream(self).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_as_those_of_quote() {
        let (name, text, ty) = (Ident::new("x", Span::call_site()), "a text", quote::quote!(&'a mut [f64; 3]));
        let (list, empty, some) = ([quote!(a + 1), quote!(b)], TokenStream::new(), Some(quote!(..=)));
        let written = quote! {
            /// A comment.
            #[inline] fn f<'a>(#name: #ty) -> R<#(#list),*> { #(let #list = &#name.0;)* #empty (0 #some 1) => ::r::f!(#text, "b", 1.0) }
        };
        let (list, some) = (list.map(|part| part.finished()), some.map(|some| some.finished()));
        let expected = quote::quote! {
            /// A comment.
            #[inline] fn f<'a>(#name: #ty) -> R<#(#list),*> { #(let #list = &#name.0;)* (0 #some 1) => ::r::f!(#text, "b", 1.0) }
        };
        assert_eq!(written.to_string(), expected.to_string());
        let tree = quote::quote!(#written);
        assert_eq!(tree.to_string(), expected.to_string());
    }

    #[test]
    fn the_library_has_a_short_name_where_it_is_named_often() {
        let rt = Library(None);
        let (twice, often) = (quote!(#rt::f(#rt::g)), quote!(#rt::f({ #rt::g(#rt::h) })));
        let long = ":: retrograde :: emitted";
        assert_eq!(twice.clone().in_block().to_string(), format!("{long} :: f ({long} :: g)"));
        let (inner, outer) = (often.clone().in_block(), quote!(#rt::x { #often }));
        let short = "__rt :: f ({ __rt :: g (__rt :: h) })";
        assert_eq!(inner.to_string(), format!("use {long} as __rt ; {short}"));
        assert_eq!(
            quote!(#rt::x { #inner }).in_block().to_string(),
            format!("use {long} as __rt ; __rt :: x {{ {short} }}")
        );
        assert!(inner == often && outer == quote!(#rt::x { #inner }));
    }

    #[test]
    fn equal_if_the_text_is() {
        let (name, plus) = (Ident::new("x", Span::call_site()), quote!(x+));
        let sum = quote!(f(x + 1));
        assert!(sum == quote!(f(#name + 1)) && sum == quote!(f(#plus 1)) && quote!(#sum) == sum);
        assert!(sum != quote!(f(x - 1)) && sum != quote!(f[x + 1]) && sum != quote!(f(x + 1),) && sum != quote!(f(x)));
        assert!(Library(None).to_token_stream().to_string() == ":: retrograde :: emitted");
        assert!(quote!().is_empty() && !plus.is_empty());
    }
}
