//! Which tools take part in a case: those that would take too long or too much memory, as far as a smaller case tells, do not.

use crate::outside::Outside;
use serde_json::json;
use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

/// The longest that a run may be expected to take, in seconds: it is run three times.
const SECONDS: f64 = 3.0;
/// The most bytes that a tool may be expected to take.
const BYTES: f64 = 8e9;

/// What a process of another tool takes whatever the size of a problem: an interpreter and its libraries.
const PROCESS: f64 = 1e9;

/// What a gradient cost.
#[derive(Clone, Copy)]
pub struct Cost {
    /// what the size of the problem makes of it
    pub work: f64,
    pub seconds: f64,
    pub bytes: f64,
}

impl Cost {
    /// What a tool in a process of its own cost: what the process takes anyway does not grow with the work.
    pub fn outside(work: f64, seconds: f64, bytes: f64) -> Self {
        Cost { work, seconds, bytes: (bytes - PROCESS).max(0.0) }
    }

    /// What is too much, if it grows with the work.
    fn excess(self, work: f64) -> Option<String> {
        let more = work / self.work;
        let (seconds, bytes) = (more * self.seconds, more * self.bytes);
        let too_long = || format!("would take about {seconds:.0} seconds, and {SECONDS:.0} are the most");
        let too_large = || format!("would take about {:.0} GB, and {:.0} are the most", bytes / 1e9, BYTES / 1e9);
        (seconds > SECONDS).then(too_long).or_else(|| (bytes > BYTES).then(too_large))
    }
}

/// What all cases share.
pub struct Context {
    pub outside: Vec<Outside>,
    /// how long the runs of a case take turns
    pub budget: Duration,
    known: RefCell<HashMap<(&'static str, &'static str), Cost>>,
}

impl Context {
    pub fn new(outside: Vec<Outside>, budget: Duration) -> Self {
        Context { outside, budget, known: RefCell::default() }
    }

    /// Keeps what a tool's gradient cost, for larger cases of a problem.
    pub fn learn(&self, eval: &'static str, tool: &'static str, cost: Cost) {
        self.known.borrow_mut().insert((eval, tool), cost);
    }

    /// A case to choose tools for.
    pub fn choice(&self, eval: &'static str, size: &str, work: f64) -> Choice<'_> {
        Choice { context: self, eval, case: format!("{eval} {size}"), work }
    }
}

/// A case that tools are chosen for.
pub struct Choice<'c> {
    context: &'c Context,
    eval: &'static str,
    case: String,
    work: f64,
}

impl Choice<'_> {
    /// Whether a tool takes part. If not, a line says why.
    pub fn takes(&self, tool: &'static str) -> bool {
        let known = self.context.known.borrow().get(&(self.eval, tool)).copied();
        let excess = known.and_then(|cost| cost.excess(self.work));
        excess.inspect(|why| self.leave_out(tool, why)).is_none()
    }

    /// Says that tools take no part.
    pub fn leave_out(&self, tools: &str, why: &str) {
        left_out(tools, &self.case, why);
    }

    /// The tools outside of this process.
    pub fn outside(&self) -> &[Outside] {
        &self.context.outside
    }
}

/// Says that tools take no part in a case.
pub fn left_out(tools: &str, case: &str, why: &str) {
    println!("{}", json!({ "skipped": { "tool": tools, "why": format!("{case}: {why}") } }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_or_too_large_is_left_out() {
        let context = Context::new(Vec::new(), Duration::ZERO);
        let takes = |work| context.choice("gmm", "n=10", work).takes("a tape");
        assert!(takes(1e9), "nothing is known of it");
        context.learn("gmm", "a tape", Cost { work: 10.0, seconds: 1.0, bytes: 1e9 });
        assert!(takes(20.0) && !takes(40.0));
        assert!(context.choice("lse", "n=10", 60.0).takes("a tape"), "another problem");
        assert!(context.choice("gmm", "n=10", 60.0).takes("another tape"));
        context.learn("gmm", "a tape", Cost { work: 40.0, seconds: 0.1, bytes: 4e9 });
        assert!(takes(60.0) && !takes(100.0));
    }

    #[test]
    fn an_interpreter_does_not_grow() {
        assert_eq!(Cost::outside(1.0, 1e-4, 0.3e9).excess(1000.0), None);
        assert!(Cost::outside(1.0, 1e-4, 1.3e9).excess(1000.0).is_some());
    }

    #[test]
    fn the_reason_is_said() {
        let cost = Cost { work: 1.0, seconds: 1.0, bytes: 3e9 };
        assert_eq!(cost.excess(2.0), None);
        assert_eq!(cost.excess(3.0).unwrap(), "would take about 9 GB, and 8 are the most");
        assert_eq!(cost.excess(4.0).unwrap(), "would take about 4 seconds, and 3 are the most");
    }
}
