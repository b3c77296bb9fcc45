//! One input expanded: whether it is done in time, without a panic, and gives Rust.

use super::corpus::{Subject, count};
use proc_macro2::{TokenStream, TokenTree};
use retrograde_compiler::entry::ENTRIES;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The stack of rustc's threads. Macros are compiled without optimisation, as the tests are: there they have this much. Optimised frames are
/// smaller, so here they have less.
pub const STACK: usize = if cfg!(debug_assertions) { 8 << 20 } else { 2 << 20 };

/// How an input fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// the same for inputs that fail in the same way
    pub kind: String,
    /// the rest of what is known
    pub detail: String,
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// expanded, or refused with an error
    Expanded,
    Refused,
    Failed(Failure),
}

thread_local! {
    static PANIC: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// From now on panics are noted rather than printed.
pub fn note_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        // Without the column, and the path from the workspace on.
        let place = place.rsplit_once(':').map_or(&*place, |(place, _)| place).to_string();
        let message = info.payload_as_str().unwrap_or_default().to_string();
        PANIC.set(Some(Failure { kind: format!("panic at {place}"), detail: message }));
    }));
}

/// Expands an input.
pub fn judge(subject: &Subject) -> Verdict {
    let verdict = expand(subject);
    proc_macro2::extra::invalidate_current_thread_spans();
    match verdict {
        // Other work on the machine may be to blame.
        Verdict::Failed(Failure { kind, .. }) if kind == SLOW => expand(subject),
        verdict => verdict,
    }
}

/// The kind of inputs that take too long.
pub const SLOW: &str = "far more time than its size explains";

fn expand(subject: &Subject) -> Verdict {
    let failed = |kind: &str, detail: String| Verdict::Failed(Failure { kind: kind.to_string(), detail });
    let (Ok(item), Ok(arguments)) = (subject.item.parse::<TokenStream>(), subject.arguments.parse::<TokenStream>())
    else {
        return Verdict::Refused;
    };
    let size = count(&item);
    let (_, entry) = ENTRIES.iter().find(|(name, _)| *name == subject.entry).expect("a known entry");
    let started = Clock::now();
    let output = catch_unwind(AssertUnwindSafe(|| entry(arguments, item.clone())));
    let taken = started.elapsed();
    let Ok(output) = output else {
        return Verdict::Failed(PANIC.take().expect("noted"));
    };
    if taken > allowed(size) {
        return failed(SLOW, format!("{} ms for {size} tokens", taken.as_millis()));
    }
    let mut errors = Vec::new();
    messages(output.clone(), &mut errors);
    if errors.iter().any(|message| message.trim_matches('"').trim().is_empty()) {
        return failed("an error without a message", output.to_string());
    }
    if !is_rust(&output) {
        return failed("the expansion is no Rust", output.to_string());
    }
    if let Ok(function) = syn::parse2::<syn::ItemFn>(item)
        && !subject.is_derive()
        && !has_function(output.clone(), &function.sig.ident)
    {
        return failed("the function is lost", output.to_string());
    }
    if errors.is_empty() { Verdict::Expanded } else { Verdict::Refused }
}

/// How long an input of so many tokens may take. Some passes look at every pair of statements for every statement, which is slow but ends;
/// what doubles with every level of nesting is beyond this soon.
fn allowed(tokens: usize) -> Duration {
    let unoptimised = if cfg!(debug_assertions) { 20.0 } else { 1.0 };
    let size = tokens as f64 / 100.0;
    Duration::from_secs_f64(unoptimised * (0.5 + 0.002 * size.powi(4)))
}

/// The time of this thread on a processor where the system tells it, so that other work on the machine does not count; elsewhere any time.
enum Clock {
    Processor(u64),
    Wall(Instant),
}

impl Clock {
    fn now() -> Self {
        processor_time().map_or_else(|| Clock::Wall(Instant::now()), Clock::Processor)
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Processor(started) => Duration::from_nanos(processor_time().unwrap_or(*started) - started),
            Clock::Wall(started) => started.elapsed(),
        }
    }
}

fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// The messages of all `compile_error!` in it.
fn messages(tokens: TokenStream, found: &mut Vec<String>) {
    let mut after_error = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                if std::mem::take(&mut after_error) {
                    found.push(group.stream().to_string());
                } else {
                    messages(group.stream(), found);
                }
            }
            TokenTree::Ident(name) => after_error = name == "compile_error",
            TokenTree::Punct(_) => {}
            TokenTree::Literal(_) => after_error = false,
        }
    }
}

/// Whether it could stand in a file, an `impl` or a trait.
fn is_rust(output: &TokenStream) -> bool {
    let within = |around: &str| {
        let group = proc_macro2::Group::new(proc_macro2::Delimiter::Brace, output.clone());
        let mut tokens: TokenStream = around.parse().expect("tokens");
        tokens.extend([TokenTree::Group(group)]);
        syn::parse2::<syn::Item>(tokens).is_ok()
    };
    syn::parse2::<syn::File>(output.clone()).is_ok() || within("impl T") || within("trait T")
}

fn has_function(tokens: TokenStream, name: &proc_macro2::Ident) -> bool {
    let mut after_fn = false;
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => std::mem::replace(&mut after_fn, ident == "fn") && ident == *name,
        TokenTree::Group(group) => has_function(group.stream(), name),
        _ => false,
    })
}
