//! Errors are collected, so that a user sees every mistake of a function at once, each at its token.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::cell::RefCell;
use std::fmt;

/// One mistake: where it is, and what to write instead.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// the first token at fault
    pub span: Span,
    /// the last token at fault
    pub end: Span,
    /// what is wrong, why, and what to write instead
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.span.start();
        write!(f, "{}:{}: {}", start.line, start.column + 1, self.message)
    }
}

/// Where a mistake is: a token, or everything from the first token of a piece of syntax to its last.
pub trait Region {
    /// The first and the last token.
    fn ends(&self) -> (Span, Span);
}

impl Region for Span {
    fn ends(&self) -> (Span, Span) {
        (*self, *self)
    }
}

impl<T: ToTokens> Region for &T {
    fn ends(&self) -> (Span, Span) {
        let mut spans = self.to_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        (first, spans.last().unwrap_or(first))
    }
}

/// The mistakes found so far. Must be asked for them before it goes.
#[derive(Debug, Default)]
pub struct Errors {
    found: RefCell<Option<Vec<Diagnostic>>>,
}

impl Errors {
    /// None yet.
    pub fn new() -> Self {
        Self { found: RefCell::new(Some(Vec::new())) }
    }

    /// Notes a mistake.
    #[allow(clippy::needless_pass_by_value, reason = "a span or a reference, both small")]
    pub fn push(&self, at: impl Region, message: impl fmt::Display) {
        let (span, end) = at.ends();
        if let Some(found) = self.found.borrow_mut().as_mut() {
            let message = message.to_string();
            let same = |d: &Diagnostic| d.message == message && format!("{:?}", d.span) == format!("{span:?}");
            if !found.iter().any(same) {
                found.push(Diagnostic { span, end, message });
            }
        }
    }

    /// All mistakes, in the order found.
    pub fn take(self) -> Vec<Diagnostic> {
        self.found.borrow_mut().take().unwrap_or_default()
    }

    /// Whether nothing was found so far.
    pub fn is_empty(&self) -> bool {
        self.found.borrow().as_ref().is_none_or(Vec::is_empty)
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        let unread = self.found.borrow().as_ref().is_some_and(|found| !found.is_empty());
        assert!(!unread || std::thread::panicking(), "errors were collected but never reported");
    }
}

/// The mistakes as `compile_error!` invocations at their tokens.
pub fn to_compile_errors(diagnostics: &[Diagnostic]) -> TokenStream {
    let error = |d: &Diagnostic| {
        // Two tokens mark the whole region: stable rustc has no way to join their spans here.
        let (first, last) = (syn::Ident::new("first", d.span), syn::Ident::new("last", d.end));
        syn::Error::new_spanned(quote!(#first #last), &d.message).to_compile_error()
    };
    diagnostics.iter().map(error).collect()
}
