//! Errors are collected, so that a user sees every mistake of a function at once, each at its place.

use crate::ir::{Path, Span};
use std::cell::RefCell;
use std::fmt;

/// One mistake: where it is, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// the first token at fault
    pub span: Span,
    /// the last token at fault
    pub end: Span,
    /// what is wrong, why, and what to write instead
    pub message: String,
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

impl Region for (Span, Span) {
    fn ends(&self) -> (Span, Span) {
        *self
    }
}

impl Region for &Path {
    fn ends(&self) -> (Span, Span) {
        Path::ends(self)
    }
}

/// The mistakes found so far. Must be asked for them before it goes.
#[derive(Debug, Default)]
pub struct Errors {
    found: RefCell<Option<Vec<Mistake>>>,
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
            let mistake = Mistake { span, end, message: message.to_string() };
            if !found.iter().any(|known| known.span == span && known.message == mistake.message) {
                found.push(mistake);
            }
        }
    }

    /// All mistakes, in the order found.
    pub fn take(self) -> Vec<Mistake> {
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
