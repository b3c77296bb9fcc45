//! How deep code is nested. The passes of the compiler call themselves for what is inside of something, on the stack of rustc, so there is an end
//! to it: an error rather than an overflow.
//!
//! The limits are for a compiler that is built without optimisation, as macros are, on a stack of 8 MiB. There, sums of 250 terms, 100 branches
//! in each other and types of 100 levels were fine, and sums of 500 terms and types of 150 levels were not.

use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree, token_stream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Token};

/// The error.
pub const MESSAGE: &str =
    "this is nested too deeply to be taken apart: give parts of it names with `let`, or put them into functions";

/// So many levels are taken apart.
const MOST_LEVELS: usize = 200;

/// The words after which an operand begins.
const OPENING: [&str; 14] =
    ["as", "break", "dyn", "else", "if", "impl", "in", "let", "match", "move", "mut", "ref", "return", "while"];

/// So many levels are parsed at all.
const MOST_PARSED: usize = 400;

/// The place where tokens are nested too deeply to be parsed, counted generously: groups, operators, and methods of methods. Where long sums are
/// cut, operators between operands are no levels: the parser goes from one to the next without calling itself.
pub fn unparsable(tokens: &TokenStream, sums: Sums) -> Option<Span> {
    let mut around: Vec<(token_stream::IntoIter, Levels)> = Vec::new();
    let mut inside = tokens.clone().into_iter();
    let mut levels = Levels { sums, ..Levels::default() };
    loop {
        let Some(token) = inside.next() else {
            (inside, levels) = around.pop()?;
            continue;
        };
        levels.pass(&token);
        if levels.count() > MOST_PARSED {
            return Some(token.span());
        }
        if let TokenTree::Group(group) = &token {
            let own = if group.delimiter() == Delimiter::Brace { 3 } else { 1 };
            let sums = if levels.is_after('!') { Sums::Deep } else { levels.sums };
            let within = Levels { around: levels.count() + own, sums, ..Levels::default() };
            levels.before = Some(token.clone());
            around.push((std::mem::replace(&mut inside, group.stream().into_iter()), levels));
            levels = within;
        } else {
            levels.before = Some(token);
        }
    }
}

/// What becomes of long sums.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Sums {
    /// they are cut as soon as they are parsed
    Cut,
    /// they stay as deep as they are long, as in macros, which are parsed later
    #[default]
    Deep,
}

/// How many levels may be open in the middle of tokens.
#[derive(Default)]
struct Levels {
    around: usize,
    /// since the statement, the argument or the like began
    operators: usize,
    /// since the last operator
    dots: usize,
    before: Option<TokenTree>,
    sums: Sums,
    /// whether the token before is an operator between operands
    between: bool,
}

impl Levels {
    fn count(&self) -> usize {
        self.around + self.operators + self.dots
    }

    fn pass(&mut self, token: &TokenTree) {
        let between = std::mem::take(&mut self.between);
        match token {
            TokenTree::Punct(punct) => {
                let joined =
                    matches!(&self.before, Some(TokenTree::Punct(before)) if before.spacing() == Spacing::Joint);
                match punct.as_char() {
                    '+' | '-' | '*' | '/' | '%' | '^' | '&' | '|'
                        if self.sums == Sums::Cut && (self.is_after_operand() || between && joined) =>
                    {
                        (self.between, self.dots) = (true, 0);
                    }
                    // What is assigned by an operator is inside of it.
                    '=' if between && joined => self.operators += 1,
                    // A closure, whose second bar may be taken for an operator.
                    '|' => self.operators += 2,
                    ';' | ',' => (self.operators, self.dots) = (0, 0),
                    '.' => self.dots += 1,
                    '#' | '\'' | '$' | ':' | '>' => {}
                    // A type of its own.
                    '<' => self.operators += 3,
                    '&' => self.operators += 1,
                    '=' if joined => {}
                    _ => (self.operators, self.dots) = (self.operators + 1, 0),
                }
            }
            TokenTree::Ident(word) => {
                if ["return", "break", "else", "mut", "move", "dyn", "impl"].iter().any(|opens| word == opens) {
                    self.operators += 1;
                } else if self.is_after_block() && word != "as" {
                    (self.operators, self.dots) = (0, 0);
                }
            }
            TokenTree::Literal(_) | TokenTree::Group(_) => {
                if self.is_after_block() {
                    (self.operators, self.dots) = (0, 0);
                }
            }
        }
    }

    /// Whether the token before may end an operand.
    fn is_after_operand(&self) -> bool {
        match &self.before {
            Some(TokenTree::Ident(word)) => !OPENING.iter().any(|opens| word == opens),
            Some(TokenTree::Literal(_)) => true,
            Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
            _ => self.is_after('?'),
        }
    }

    fn is_after(&self, char: char) -> bool {
        matches!(&self.before, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
    }

    fn is_after_block(&self) -> bool {
        matches!(&self.before, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace)
    }
}

/// The place where code is nested too deeply to be taken apart.
pub fn too_deep(look: impl FnOnce(&mut Nesting)) -> Option<Span> {
    let mut nesting = Nesting { levels: 0, too_deep: None };
    look(&mut nesting);
    nesting.too_deep
}

/// A walk through code that knows how deep it is.
pub struct Nesting {
    levels: usize,
    too_deep: Option<Span>,
}

impl Nesting {
    fn within(&mut self, levels: usize, node: &impl Spanned, inside: impl FnOnce(&mut Self)) {
        if self.too_deep.is_some() {
            return;
        }
        self.levels += levels;
        if self.levels > MOST_LEVELS {
            self.too_deep = Some(node.span());
        } else {
            inside(self);
        }
        self.levels -= levels;
    }
}

impl Visit<'_> for Nesting {
    fn visit_expr(&mut self, node: &Expr) {
        let levels = match node {
            Expr::If(_)
            | Expr::Match(_)
            | Expr::Block(_)
            | Expr::Closure(_)
            | Expr::Try(_)
            | Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_) => 2,
            _ => 1,
        };
        self.within(levels, node, |this| visit::visit_expr(this, node));
    }

    fn visit_pat(&mut self, node: &syn::Pat) {
        self.within(1, node, |this| visit::visit_pat(this, node));
    }

    fn visit_type(&mut self, node: &syn::Type) {
        self.within(3, node, |this| visit::visit_type(this, node));
    }

    /// What the words of the language hold is code too.
    fn visit_macro(&mut self, node: &syn::Macro) {
        if let Ok(stmts) = node.parse_body_with(Block::parse_within) {
            stmts.iter().for_each(|stmt| self.visit_stmt(stmt));
        } else if let Ok(exprs) = node.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            exprs.iter().for_each(|expr| self.visit_expr(expr));
        }
    }

    /// An item of its own has its own attribute.
    fn visit_item(&mut self, _: &syn::Item) {}
}
