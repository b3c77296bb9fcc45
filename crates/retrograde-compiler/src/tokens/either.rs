//! A body with debug assertions and one without them as one body: what they share is written once, and what is only in one of them has a `cfg`.
//! Without what a `cfg` leaves out, each of them is there again, token by token, up to braces around what is no `let`.

use super::{Builder, Leaf, Leaves, Token, TokenStream, quote};
use proc_macro2::{Delimiter, TokenTree};

/// So many statements are skipped at most to find one that both have.
const WINDOW: usize = 12;

/// `with` where there are debug assertions, `without` elsewhere.
pub fn either(with: &TokenStream, without: &TokenStream) -> TokenStream {
    if with == without { without.clone() } else { block(&pieces(with), &pieces(without)) }
}

/// What stands in a block: a statement, or what is between statements.
struct Piece {
    tokens: TokenStream,
    /// it may have an attribute
    is_statement: bool,
}

fn pieces(tokens: &TokenStream) -> Vec<Piece> {
    let (mut found, mut between) = (Vec::new(), Builder::new());
    each_piece(tokens, &mut found, &mut between);
    end(&mut between, &mut found);
    found
}

fn each_piece(tokens: &TokenStream, found: &mut Vec<Piece>, between: &mut Builder) {
    for token in tokens.tokens() {
        match token {
            Token::Part(part) | Token::Block(part) => each_piece(part, found, between),
            Token::Statement(part) if is_block(part) => each_piece(part, found, between),
            Token::Statement(part) => {
                end(between, found);
                if !part.is_empty() {
                    found.push(Piece { tokens: part.clone(), is_statement: true });
                }
            }
            other => between.push(other.clone()),
        }
    }
}

fn end(between: &mut Builder, found: &mut Vec<Piece>) {
    let tokens = std::mem::take(between).built();
    if !tokens.is_empty() {
        found.push(Piece { tokens, is_statement: false });
    }
}

/// Whether it is nothing but statements.
fn is_block(tokens: &TokenStream) -> bool {
    tokens.tokens().iter().all(|token| match token {
        Token::Part(part) | Token::Block(part) => is_block(part),
        Token::Statement(_) => true,
        _ => false,
    })
}

/// What stands in a block that differs: statement by statement, or from the first difference on, whichever is shorter.
fn block(with: &[Piece], without: &[Piece]) -> TokenStream {
    let same = with.iter().zip(without).take_while(|(one, other)| one.tokens == other.tokens).count();
    // An attribute or a label would be torn off.
    let same = if with[..same].iter().all(|piece| piece.is_statement) { same } else { 0 };
    let (shared, with, without) = (joined(&with[..same]), &with[same..], &without[same..]);
    let (one, other) = (joined(with), joined(without));
    let (one, other) = (in_braces(true, &one), in_braces(false, &other));
    let apart = quote!(#one #other);
    let rest = statements(with, without).filter(|rest| rest.size() < apart.size()).unwrap_or(apart);
    quote!(#shared #rest)
}

fn joined(pieces: &[Piece]) -> TokenStream {
    pieces.iter().map(|piece| piece.tokens.clone()).collect()
}

/// Statements that are only there with debug assertions, or only without.
fn in_braces(asserted: bool, tokens: &TokenStream) -> TokenStream {
    if tokens.is_empty() { TokenStream::new() } else { marked(asserted, &quote!({ #tokens })) }
}

fn marked(asserted: bool, tokens: &TokenStream) -> TokenStream {
    if asserted { quote!(#[cfg(debug_assertions)] #tokens) } else { quote!(#[cfg(not(debug_assertions))] #tokens) }
}

/// Statement by statement, if all that differs may have an attribute.
fn statements(with: &[Piece], without: &[Piece]) -> Option<TokenStream> {
    let (mut out, mut i, mut j) = (TokenStream::new(), 0, 0);
    // The first that are not written yet.
    let mut rest = (0, 0);
    while i < with.len() && j < without.len() {
        let (skipped, missing) = next_alike(&with[i..], &without[j..]).unwrap_or((0, 0));
        (i, j) = (i + skipped, j + missing);
        if let Some(both) = both(&with[i].tokens, &without[j].tokens) {
            out.extend([only(true, &with[rest.0..i])?, only(false, &without[rest.1..j])?, both]);
            rest = (i + 1, j + 1);
        }
        (i, j) = (i + 1, j + 1);
    }
    out.extend([only(true, &with[rest.0..])?, only(false, &without[rest.1..])?]);
    Some(out)
}

/// How many pieces come before the next that both have: the same, or else one that begins in the same way.
fn next_alike(with: &[Piece], without: &[Piece]) -> Option<(usize, usize)> {
    let near = |alike: fn(&TokenStream, &TokenStream) -> bool| {
        (0..WINDOW).find_map(|skipped| {
            let one = with.get(skipped).zip(without.first()).filter(|(one, other)| alike(&one.tokens, &other.tokens));
            let other = with.first().zip(without.get(skipped)).filter(|(one, other)| alike(&one.tokens, &other.tokens));
            one.map(|_| (skipped, 0)).or(other.map(|_| (0, skipped)))
        })
    };
    near(|one, other| one == other).or_else(|| near(begin_alike))
}

/// Whether two statements are the same up to a block.
fn begin_alike(one: &TokenStream, other: &TokenStream) -> bool {
    let (mut one, mut other) = (Leaves::of(one), Leaves::of(other));
    loop {
        match (one.next(), other.next()) {
            (
                Some(Leaf::Other(Token::Group(Delimiter::Brace, ..))),
                Some(Leaf::Other(Token::Group(Delimiter::Brace, ..))),
            ) => {
                return true;
            }
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

/// What both are, if they differ in blocks alone.
fn both(with: &TokenStream, without: &TokenStream) -> Option<TokenStream> {
    if with == without {
        return Some(without.clone());
    }
    let (mut one, mut other, mut out) = (Leaves::of(with), Leaves::of(without), Builder::new());
    loop {
        match (one.next_token(), other.next_token()) {
            (None, None) => return Some(out.built()),
            (Some(Token::Group(Delimiter::Brace, at, one)), Some(Token::Group(Delimiter::Brace, _, other)))
                if one != other =>
            {
                let (with, without) = (pieces(one), pieces(other));
                let inside = if with.iter().chain(&without).any(|piece| piece.is_statement) {
                    block(&with, &without)
                } else {
                    both(one, other)?
                };
                out.push(Token::Group(Delimiter::Brace, *at, inside));
            }
            (Some(one), Some(other)) if Leaf::of(one) == Leaf::of(other) => out.push(one.clone()),
            _ => return None,
        }
    }
}

/// Pieces that only one of the bodies has.
fn only(asserted: bool, pieces: &[Piece]) -> Option<TokenStream> {
    let (mut out, mut plain) = (TokenStream::new(), Vec::new());
    let flush = |out: &mut TokenStream, plain: &mut Vec<&TokenStream>| {
        out.extend(match plain[..] {
            [] => TokenStream::new(),
            [one] if takes_attribute(one) => marked(asserted, one),
            _ => {
                let several: TokenStream = plain.iter().copied().cloned().collect();
                in_braces(asserted, &several)
            }
        });
        plain.clear();
    };
    for piece in pieces {
        match statement(&piece.tokens).filter(|_| piece.is_statement)? {
            Sort::Let => {
                flush(&mut out, &mut plain);
                out.extend(marked(asserted, &piece.tokens));
            }
            Sort::Plain => plain.push(&piece.tokens),
        }
    }
    flush(&mut out, &mut plain);
    Some(out)
}

/// What an attribute is to be put on.
enum Sort {
    /// one `let`, which must not have braces around it
    Let,
    /// what binds nothing that is seen behind it
    Plain,
}

fn statement(tokens: &TokenStream) -> Option<Sort> {
    let leaves: Vec<Leaf> = Leaves::of(tokens).collect();
    let is = |leaf: &Leaf, word: &'static str| *leaf == Leaf::Word(word);
    let count = |word: &'static str| leaves.iter().filter(|leaf| is(leaf, word)).count();
    let (first, last) = (leaves.first()?, leaves.last()?);
    if is(first, "let") {
        return (count(";") == 1 && is(last, ";")).then_some(Sort::Let);
    }
    // It may be that of a condition, or come behind another statement.
    (count("let") == 0 && count("use") == 0 && !is(first, "#")).then_some(Sort::Plain)
}

/// Whether an attribute in front of it is one of the whole statement: of a block, a loop, or a call of a function.
fn takes_attribute(tokens: &TokenStream) -> bool {
    let leaves: Vec<Leaf> = Leaves::of(tokens).collect();
    let is_group = |leaf: &Leaf, kind| matches!(leaf, Leaf::Other(Token::Group(delimiter, ..)) if *delimiter == kind);
    match &leaves[..] {
        [block] => is_group(block, Delimiter::Brace),
        [Leaf::Word("for" | "while"), head @ .., body] => {
            is_group(body, Delimiter::Brace) && !head.iter().any(|leaf| is_group(leaf, Delimiter::Brace))
        }
        [path @ .., arguments, Leaf::Word(";")] => {
            let is_name = |leaf: &Leaf| match leaf {
                Leaf::Word(word) => *word == "::" || super::is_name(word),
                Leaf::Other(token) => matches!(token, Token::Tree(TokenTree::Ident(_))),
            };
            is_group(arguments, Delimiter::Parenthesis) && path.iter().all(is_name)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block_of(statements: &[TokenStream]) -> TokenStream {
        statements.iter().cloned().map(TokenStream::in_statement).collect()
    }

    #[test]
    fn what_both_have_is_written_once() {
        let (first, check, last) = (quote!(let a = f(x);), quote!(checked(a);), quote!(y += a;));
        let (with, without) = (block_of(&[first.clone(), check, last.clone()]), block_of(&[first, last]));
        assert!(either(&without, &without) == without);
        assert_eq!(
            either(&with, &without).to_string(),
            quote!(let a = f(x); #[cfg(debug_assertions)] checked(a); y += a;).to_string()
        );
    }

    #[test]
    fn blocks_are_looked_into() {
        let (step, check) = (quote!(y += x;), quote!(let held = y; checked(held);).in_statement());
        let (inner, outer) = (block_of(&[step.clone(), quote!(z += y;)]), quote!(y += 1.0;));
        let with = block_of(&[quote!(for i in 0..n { #check #inner }), outer.clone()]);
        let without = block_of(&[quote!(for i in 0..n { #inner }), outer]);
        // The `let` is not alone, and what follows is short.
        let expected = quote!(for i in 0..n {
            #[cfg(debug_assertions)]
            { let held = y; checked(held); y += x; z += y; }
            #[cfg(not(debug_assertions))]
            { y += x; z += y; }
        } y += 1.0;);
        assert_eq!(either(&with, &without).to_string(), expected.to_string());
    }

    #[test]
    fn what_is_no_statement_gets_no_attribute() {
        let arms = |value: &TokenStream| block_of(&[quote!(match x { A => 1, B => #value })]);
        let expected = quote!(
            #[cfg(debug_assertions)]
            { match x { A => 1, B => 2 } }
            #[cfg(not(debug_assertions))]
            { match x { A => 1, B => 3 } }
        );
        assert_eq!(either(&arms(&quote!(2)), &arms(&quote!(3))).to_string(), expected.to_string());
    }
}
