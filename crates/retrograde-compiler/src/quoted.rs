//! New syntax with the user's in it. `parse_quote!` of syn takes what is interpolated as bare tokens: `#x.abs()` of `a + b` would be `a + b.abs()`,
//! or no Rust at all, which is a panic. Here an expression that is interpolated stays whole, and what is no Rust is noted as an error.
//!
//! Whole means in a group without delimiters, as `$x:expr` is in a macro by example. The groups are taken out again, and syn prints
//! parentheses where the expression needs them.

use crate::error::Errors;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::RefCell;
use syn::parse::{ParseStream, Parser};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, Stmt, Type};

/// `quote::quote!` with whole expressions.
macro_rules! quote {
    ($($tokens:tt)*) => {
        $crate::quoted::whole!([] [$($tokens)*] (quote::quote!($($tokens)*)))
    };
}

/// `quote::quote_spanned!` with whole expressions.
macro_rules! quote_spanned {
    ($span:expr=> $($tokens:tt)*) => {{
        let span = $span;
        $crate::quoted::whole!([] [$($tokens)*] (quote::quote_spanned!(span=> $($tokens)*)))
    }};
}

/// `syn::parse_quote!` with whole expressions.
macro_rules! parse_quote {
    ($($tokens:tt)*) => {
        $crate::quoted::parsed($crate::quoted::quote!($($tokens)*))
    };
}

/// `syn::parse_quote_spanned!` with whole expressions.
macro_rules! parse_quote_spanned {
    ($span:expr=> $($tokens:tt)*) => {
        $crate::quoted::parsed($crate::quoted::quote_spanned!($span=> $($tokens)*))
    };
}

/// Evaluates `$quoted` where every name that is interpolated in `$tokens` is whole. What is repeated, `#(#x)*`, stays as it is.
macro_rules! whole {
    ([$($name:ident)*] [] $quoted:tt) => {{
        #[allow(unused_imports, reason = "one of them for each kind of name")]
        use $crate::quoted::{AnyTokens as _, WholeExpr as _};
        $(let $name = (&$crate::quoted::Interpolated(&$name)).tokens();)*
        $quoted
    }};
    ([$($names:ident)*] [# $name:ident $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!([$($names)* $name] [$($rest)*] $quoted)
    };
    ($names:tt [# ($($repeated:tt)*) $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!($names [$($rest)*] $quoted)
    };
    ($names:tt [($($inner:tt)*) $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!($names [$($inner)* $($rest)*] $quoted)
    };
    ($names:tt [[$($inner:tt)*] $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!($names [$($inner)* $($rest)*] $quoted)
    };
    ($names:tt [{$($inner:tt)*} $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!($names [$($inner)* $($rest)*] $quoted)
    };
    ($names:tt [$other:tt $($rest:tt)*] $quoted:tt) => {
        $crate::quoted::whole!($names [$($rest)*] $quoted)
    };
}

pub(crate) use {parse_quote, parse_quote_spanned, quote, quote_spanned, whole};

/// Something that is interpolated. What holds an expression is tokens by [`WholeExpr`], which is looked at first, and anything else by
/// [`AnyTokens`], which needs a reference more.
pub struct Interpolated<'i, T>(pub &'i T);

/// Tokens of an expression.
pub trait WholeExpr {
    /// In a group where it needs one.
    fn tokens(&self) -> TokenStream;
}

/// Tokens of anything.
pub trait AnyTokens {
    /// As they are.
    fn tokens(&self) -> TokenStream;
}

impl<T: HoldsExpr> WholeExpr for Interpolated<'_, T> {
    fn tokens(&self) -> TokenStream {
        self.0.held().map(whole_tokens).unwrap_or_default()
    }
}

impl<T: ToTokens> AnyTokens for &Interpolated<'_, T> {
    fn tokens(&self) -> TokenStream {
        self.0.to_token_stream()
    }
}

/// What is interpolated as an expression.
pub trait HoldsExpr {
    /// The expression, if there is one.
    fn held(&self) -> Option<&Expr>;
}

impl HoldsExpr for Expr {
    fn held(&self) -> Option<&Expr> {
        Some(self)
    }
}

impl<T: HoldsExpr> HoldsExpr for &T {
    fn held(&self) -> Option<&Expr> {
        (*self).held()
    }
}

impl<T: HoldsExpr> HoldsExpr for &mut T {
    fn held(&self) -> Option<&Expr> {
        (**self).held()
    }
}

impl<T: HoldsExpr> HoldsExpr for Box<T> {
    fn held(&self) -> Option<&Expr> {
        (**self).held()
    }
}

impl<T: HoldsExpr> HoldsExpr for Option<T> {
    fn held(&self) -> Option<&Expr> {
        self.as_ref().and_then(T::held)
    }
}

/// An expression that could fall apart, in a group without delimiters.
fn whole_tokens(expr: &Expr) -> TokenStream {
    let tokens = expr.to_token_stream();
    let stays = match expr {
        Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Group(_) | Expr::Array(_) | Expr::Tuple(_) => true,
        // `if let` is no `if` of an expression.
        _ => has_let(expr),
    };
    if stays { tokens } else { TokenTree::Group(Group::new(Delimiter::None, tokens)).into() }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

thread_local! {
    /// What was no Rust since somebody asked.
    static FOUND: RefCell<Vec<syn::Error>> = const { RefCell::new(Vec::new()) };
}

/// Notes what was no Rust since this was last called.
pub fn report(errors: &Errors) {
    for error in FOUND.take() {
        let message = format!("this cannot be put where it has to go ({error}): give its parts names with `let`");
        errors.push(error.span(), message);
    }
}

/// Syntax that can be parsed, and replaced by something that says nothing.
pub trait Syntax: Sized {
    /// Parses it.
    fn parse(input: ParseStream<'_>) -> syn::Result<Self>;
    /// Takes groups without delimiters out.
    fn ungroup(&mut self);
    /// Stands for what is no Rust, until the error is reported.
    fn nothing() -> Self;
}

/// Parses tokens that stand for syntax.
pub fn parsed<T: Syntax>(tokens: TokenStream) -> T {
    match T::parse.parse2(tokens) {
        Ok(mut syntax) => {
            syntax.ungroup();
            syntax
        }
        Err(error) => {
            FOUND.with_borrow_mut(|found| found.push(error));
            T::nothing()
        }
    }
}

struct Ungroup;

impl VisitMut for Ungroup {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        while let Expr::Group(group) = expr
            && group.attrs.is_empty()
        {
            *expr = std::mem::replace(&mut *group.expr, unit());
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

fn unit() -> Expr {
    let (attrs, paren_token, elems) = (Vec::new(), syn::token::Paren::default(), syn::punctuated::Punctuated::new());
    Expr::Tuple(syn::ExprTuple { attrs, paren_token, elems })
}

macro_rules! syntax {
    ($($kind:ty, $parse:expr, $visit:ident, ($($nothing:tt)*);)*) => {$(
        impl Syntax for $kind {
            fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
                $parse(input)
            }

            fn ungroup(&mut self) {
                Ungroup.$visit(self);
            }

            fn nothing() -> Self {
                syn::parse_quote!($($nothing)*)
            }
        }
    )*};
}

syntax! {
    Expr, syn::parse::Parse::parse, visit_expr_mut, (());
    syn::ExprClosure, syn::parse::Parse::parse, visit_expr_closure_mut, (|| ());
    syn::ExprMatch, syn::parse::Parse::parse, visit_expr_match_mut, (match () {});
    syn::ExprMethodCall, syn::parse::Parse::parse, visit_expr_method_call_mut, (().nothing());
    syn::ExprReference, syn::parse::Parse::parse, visit_expr_reference_mut, (&());
    Stmt, syn::parse::Parse::parse, visit_stmt_mut, ((););
    Block, syn::parse::Parse::parse, visit_block_mut, ({});
    Pat, Pat::parse_multi_with_leading_vert, visit_pat_mut, (_);
    syn::Label, syn::parse::Parse::parse, visit_label_mut, ('nothing:);
    syn::Path, syn::parse::Parse::parse, visit_path_mut, (nothing);
    Type, syn::parse::Parse::parse, visit_type_mut, (_);
}

impl<T: Syntax> Syntax for Box<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        T::parse(input).map(Box::new)
    }

    fn ungroup(&mut self) {
        (**self).ungroup();
    }

    fn nothing() -> Self {
        Box::new(T::nothing())
    }
}
