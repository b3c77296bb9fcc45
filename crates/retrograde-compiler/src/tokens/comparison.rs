//! Whether tokens are the same: token by token, however they were put together.

use super::{LIBRARY, Token, TokenStream};
use proc_macro2::TokenTree;

/// The same text, wherever it was written.
impl PartialEq for TokenStream {
    fn eq(&self, other: &Self) -> bool {
        self.size() == other.size() && Leaves::of(self).eq(Leaves::of(other))
    }
}

/// One token, for comparison.
pub(super) enum Leaf<'t> {
    Word(&'static str),
    Other(&'t Token),
}

impl PartialEq for Leaf<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Leaf::Word(one), Leaf::Word(other)) => one == other,
            (Leaf::Word(text), Leaf::Other(Token::Tree(TokenTree::Ident(name))))
            | (Leaf::Other(Token::Tree(TokenTree::Ident(name))), Leaf::Word(text)) => name == text,
            (Leaf::Other(one), Leaf::Other(other)) => match (one, other) {
                (Token::Tree(TokenTree::Ident(one)), Token::Tree(TokenTree::Ident(other))) => one == other,
                (Token::Tree(one), Token::Tree(other)) => one.to_string() == other.to_string(),
                (Token::Group(one, _, inside), Token::Group(other, _, within)) => one == other && inside == within,
                (Token::Stream(one), Token::Stream(other)) => one.to_string() == other.to_string(),
                _ => false,
            },
            _ => false,
        }
    }
}

impl<'t> Leaf<'t> {
    /// As it is compared.
    pub fn of(token: &'t Token) -> Self {
        match token {
            Token::Written(text, _) => Self::Word(text),
            Token::Library(_) => Self::Word(LIBRARY[1]),
            other => Self::Other(other),
        }
    }
}

/// The tokens of a stream one after another.
pub(super) struct Leaves<'t>(Vec<std::slice::Iter<'t, Token>>);

impl<'t> Leaves<'t> {
    /// Those of a stream.
    pub fn of(tokens: &'t TokenStream) -> Self {
        Self(vec![tokens.tokens().iter()])
    }

    /// The next token, with its position.
    pub fn next_token(&mut self) -> Option<&'t Token> {
        loop {
            match self.0.last_mut()?.next() {
                None => {
                    self.0.pop();
                }
                Some(Token::Part(part) | Token::Block(part) | Token::Statement(part)) => {
                    self.0.push(part.tokens().iter());
                }
                token => return token,
            }
        }
    }
}

impl<'t> Iterator for Leaves<'t> {
    type Item = Leaf<'t>;

    fn next(&mut self) -> Option<Leaf<'t>> {
        self.next_token().map(Leaf::of)
    }
}
