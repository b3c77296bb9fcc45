//! Errors at their tokens, as rustc and the command show them.

use crate::ir;
use crate::pieces::{ToForm, ToRust};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::fmt;
use std::ops::Deref;

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
    fn ends(&self) -> (ir::Span, ir::Span);
}

impl Region for ir::Span {
    fn ends(&self) -> (ir::Span, ir::Span) {
        (*self, *self)
    }
}

impl Region for Span {
    fn ends(&self) -> (ir::Span, ir::Span) {
        self.form().ends()
    }
}

impl<T: ToTokens> Region for &T {
    fn ends(&self) -> (ir::Span, ir::Span) {
        let mut spans = self.to_token_stream().into_iter().map(|token| token.span());
        let first = spans.next().unwrap_or_else(Span::call_site);
        (first.form(), spans.last().unwrap_or(first).form())
    }
}

/// The mistakes found so far, those of the passes among them. Must be asked for them before it goes.
#[derive(Debug, Default)]
pub struct Errors(retrograde_ad::error::Errors);

impl Deref for Errors {
    type Target = retrograde_ad::error::Errors;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Errors {
    /// None yet.
    pub fn new() -> Self {
        Self(retrograde_ad::error::Errors::new())
    }

    /// Notes a mistake.
    #[allow(clippy::needless_pass_by_value, reason = "a span or a reference, both small")]
    pub fn push(&self, at: impl Region, message: impl fmt::Display) {
        let (first, last) = at.ends();
        self.0.push((first, last), message);
    }

    /// All mistakes, in the order found.
    pub fn take(self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for mistake in self.0.take() {
            let (span, end) = (mistake.span.rust(), mistake.end.rust());
            // One position may have several numbers.
            let same = |d: &Diagnostic| d.message == mistake.message && format!("{:?}", d.span) == format!("{span:?}");
            if !found.iter().any(same) {
                found.push(Diagnostic { span, end, message: mistake.message });
            }
        }
        found
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
