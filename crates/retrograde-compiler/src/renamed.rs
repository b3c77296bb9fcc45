//! The library by another path than `::retrograde`: an attribute says `crate = path`, a derive reads `#[retrograde(crate = path)]` on its type. What is
//! emitted is the same but for this path.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::quote;

/// Takes `crate = path` out of the arguments of an attribute.
pub fn in_arguments(arguments: TokenStream) -> (TokenStream, Option<TokenStream>) {
    let mut rest = Vec::new();
    let mut path = None;
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    for argument in tokens.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',')) {
        match argument {
            [TokenTree::Ident(name), TokenTree::Punct(equals), path_tokens @ ..]
                if name == "crate" && equals.as_char() == '=' && !path_tokens.is_empty() =>
            {
                path = Some(path_tokens.iter().cloned().collect());
            }
            other => rest.push(other.iter().cloned().collect::<TokenStream>()),
        }
    }
    if path.is_none() {
        return (tokens.into_iter().collect(), None);
    }
    rest.retain(|argument| !argument.is_empty());
    (quote!(#(#rest),*), path)
}

/// The path that `#[retrograde(crate = path)]` on a type says.
pub fn on_type(item: &TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    tokens.windows(2).find_map(|pair| match pair {
        [TokenTree::Punct(hash), TokenTree::Group(group)] if hash.as_char() == '#' => {
            let mut inside = group.stream().into_iter();
            match (inside.next()?, inside.next()?) {
                (TokenTree::Ident(name), TokenTree::Group(arguments)) if name == "retrograde" => {
                    in_arguments(arguments.stream()).1
                }
                _ => None,
            }
        }
        _ => None,
    })
}

/// The same code with another path for `::retrograde`. A derive of the library is told the path, too.
pub fn renamed(code: TokenStream, path: &TokenStream) -> TokenStream {
    rename(code, path).0
}

/// Whether anything was renamed is told beside it.
fn rename(code: TokenStream, path: &TokenStream) -> (TokenStream, bool) {
    let mut out: Vec<TokenTree> = Vec::new();
    let mut any = false;
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let (inside, found) = rename(group.stream(), path);
                let mut new = Group::new(group.delimiter(), inside);
                new.set_span(group.span());
                any |= found;
                let derives = found && is_derive(&group) && is_punct(out.last(), '#');
                out.push(TokenTree::Group(new));
                if derives {
                    out.extend(quote!(#[retrograde(crate = #path)]));
                }
            }
            TokenTree::Ident(name) if name == "retrograde" && is_leading(&out) => {
                out.truncate(out.len() - 2);
                out.extend(path.clone());
                any = true;
            }
            other => out.push(other),
        }
    }
    (out.into_iter().collect(), any)
}

fn is_derive(group: &Group) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(name)) if name == "derive")
}

/// Whether code ends with a `::` that nothing stands before.
fn is_leading(code: &[TokenTree]) -> bool {
    match code {
        [before @ .., first, second] => {
            let of_path = match before.last() {
                Some(TokenTree::Ident(name)) => {
                    // After a keyword a path begins.
                    ![
                        "as", "dyn", "else", "for", "if", "impl", "in", "let", "match", "move", "mut", "pub", "return",
                        "use",
                    ]
                    .contains(&&*name.to_string())
                }
                _ => false,
            };
            is_punct(Some(first), ':') && is_punct(Some(second), ':') && !of_path
        }
        _ => false,
    }
}

fn is_punct(token: Option<&TokenTree>, punct: char) -> bool {
    matches!(token, Some(TokenTree::Punct(found)) if found.as_char() == punct)
}
