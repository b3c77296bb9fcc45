//! What we want to reach, and whether we do.

use super::results::{Case, Report, is_ours};
use super::units::Unit;
use serde::Serialize;

/// What the gradient of a problem may cost at every size, in fastest primals: of all tools, ours among them, and of the others, as in the
/// published figures that the targets are to beat.
const GRADIENTS: [(&str, f64); 8] =
    [("gmm", 3.4), ("ba", 4.5), ("lstm", 2.6), ("ht", 8.0), ("det", 3.0), ("llsq", 1.9), ("lse", 1.2), ("ode", 2.4)];

/// Why a problem misses a target.
const REASONS: [(&str, &str, &str); 10] = [
    (
        "ht",
        GRADIENT_TARGET,
        "columns that are zero are left out, but a number has room for all of its columns, so the tangents of the bones, of which each corner of the surface reads one block of seven, do not stay in the first level of the cache: two thirds of the time are that loop, a third of which waits for the second",
    ),
    (
        "lstm",
        TAPES_TARGET,
        "63 % of the time goes into the C library's exponentials and hyperbolic tangents, which a tape that is recorded beforehand computes once too",
    ),
    (
        "lse",
        GRADIENT_TARGET,
        "a million exponentials go onto a tape of 8 MB and come back from it, where by hand they are kept in the place of the gradient, which ours sets to zero before; with fewer numbers both stay in the cache",
    ),
    (
        "lse",
        TAPES_TARGET,
        "58 % of the time goes into the C library's exponential, which a tape that is recorded beforehand computes once too",
    ),
    (
        "ode",
        GRADIENT_TARGET,
        "the function has nothing in memory but the unknowns, two of which it advances at a time; its gradient keeps where the four rates of each were taken, with 1000 unknowns 32 MB that go through memory twice, and comes back through the pairs in reverse; by hand it costs 2.4 to 2.9",
    ),
    (
        "embedding",
        PRIMAL_TARGET,
        "the loop along a pair has four turns at a time, and for those that are left rustc has it compute anew where they are",
    ),
    (
        "gmm-10k",
        PRIMAL_TARGET,
        "3 % of the time goes into the memory for the products of each point, which the C++ program uses again; 95 % are the same loop over pairs of numbers",
    ),
    (
        "gmm-10k",
        TAPES_TARGET,
        "in two dimensions a loop has two turns, and most of the time goes into beginning and ending loops and their tapes; a tape that is recorded beforehand has no loops",
    ),
    (
        "embedding",
        TAPES_TARGET,
        "much of the time goes into square roots and divisions, which take as long for a tape that is recorded beforehand",
    ),
    (
        "dot",
        TAPES_TARGET,
        "which entries both matrices have is known to a tape that is recorded beforehand; ours looks for them, which is three quarters of its time and as long as the function itself",
    ),
];

const GRADIENT_TARGET: &str = "gradient over primal";
const PUBLISHED_TARGET: &str = "gradient over the others' primal";
const MEMORY_TARGET: &str = "extra memory, reversible";
const TAPES_TARGET: &str = "tapes over ours";
const PRIMAL_TARGET: &str = "our primal over the others'";

/// What the gradient of a reversible version may take beyond the buffers of the function and their gradients, as a part of these.
const MEMORY: [(&str, f64); 2] = [("gmm", 0.01), ("ba", 0.0)];

/// How much more than the fastest primal of the other tools ours may cost.
const PRIMAL: f64 = 1.1;
/// How many of our gradients those of other crates cost at least.
const CRATES: f64 = 1.0;
/// How many of our gradients those of crates with a tape cost at least.
const TAPES: f64 = 5.0;

/// The crates that are compared, and whether they keep a tape.
const PEERS: [(&str, bool); 5] =
    [("echidna", true), ("num-dual", false), ("ad_trait, forward", false), ("ad_trait", true), ("reverse", true)];

/// What the gradient may cost beside the fastest primal of all tools.
pub fn gradient(eval: &str) -> Option<f64> {
    of_eval_in(&GRADIENTS, eval)
}

fn of_eval_in(limits: &[(&str, f64)], eval: &str) -> Option<f64> {
    limits.iter().find(|(name, _)| *name == eval).map(|(_, limit)| *limit)
}

/// What the gradient of the reversible version takes beyond the buffers of the function and their gradients, as a part of these.
fn extra(case: &Case) -> Option<f64> {
    Some(case.right("Retrograde, reversible")?.memory()?.part_beyond())
}

/// Whether a tool is another crate, and then whether it keeps a tape.
fn peer(tool: &str) -> Option<bool> {
    PEERS.iter().find(|(name, _)| tool.starts_with(name)).map(|(_, tape)| *tape)
}

/// Whether a target is met in a problem, at the size where it is hardest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    pub target: &'static str,
    pub eval: String,
    pub size: String,
    pub limit: Limit,
    pub reached: f64,
    pub met: bool,
    /// why it is missed, as far as we know
    pub reason: &'static str,
}

/// A number that is not to be crossed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    Most(f64),
    Least(f64),
}

impl Limit {
    /// Whether a number is within the limit.
    pub fn allows(self, reached: f64) -> bool {
        match self {
            Limit::Most(limit) => reached <= limit,
            Limit::Least(limit) => reached >= limit,
        }
    }

    /// As people write it.
    pub fn show(self) -> String {
        match self {
            Limit::Most(limit) => format!("≤ {}", Unit::Ratio.tick(limit)),
            Limit::Least(limit) => format!("≥ {}", Unit::Ratio.tick(limit)),
        }
    }

    /// Of two numbers the one that is nearer to the limit or further beyond.
    fn worse(self, one: f64, other: f64) -> bool {
        match self {
            Limit::Most(_) => one > other,
            Limit::Least(_) => one < other,
        }
    }
}

/// All targets that the measurements say something about.
pub fn verdicts(report: &Report) -> Vec<Verdict> {
    report.evals().into_iter().flat_map(|eval| of_eval(report, eval)).collect()
}

fn of_eval(report: &Report, eval: &str) -> Vec<Verdict> {
    let cases = report.of_eval(eval);
    let verdict = |target, limit: Limit, reach: &dyn Fn(&Case) -> Option<f64>| {
        let all = cases.iter().filter_map(|case| Some((*case, reach(case)?)));
        let (case, reached) = all.reduce(|one, other| if limit.worse(other.1, one.1) { other } else { one })?;
        let met = limit.allows(reached);
        let reason = REASONS.iter().find(|(name, of, _)| !met && *name == eval && *of == target);
        let reason = reason.map_or("", |(_, _, reason)| reason);
        Some(Verdict { target, eval: eval.into(), size: case.size.clone(), limit, reached, met, reason })
    };
    let of_crates = |limit, tapes: bool| {
        let target = if tapes { TAPES_TARGET } else { "crates over ours" };
        verdict(target, Limit::Least(limit), &|case| {
            let theirs = case.fastest(|run| run.gradient, |tool| peer(tool) == Some(tapes))?;
            Some(theirs / case.fastest(|run| run.gradient, is_ours)?)
        })
    };
    [
        gradient(eval).and_then(|limit| verdict(GRADIENT_TARGET, Limit::Most(limit), &Case::our_ratio)),
        gradient(eval).and_then(|limit| verdict(PUBLISHED_TARGET, Limit::Most(limit), &Case::our_ratio_to_others)),
        verdict(PRIMAL_TARGET, Limit::Most(PRIMAL), &|case| {
            Some(case.fastest(|run| run.primal, is_ours)? / case.fastest(|run| run.primal, |tool| !is_ours(tool))?)
        }),
        of_crates(CRATES, false),
        of_crates(TAPES, true),
        of_eval_in(&MEMORY, eval).and_then(|limit| verdict(MEMORY_TARGET, Limit::Most(limit), &extra)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::fixture;

    fn found<'a>(verdicts: &'a [Verdict], target: &str, eval: &str) -> &'a Verdict {
        verdicts.iter().find(|verdict| verdict.target == target && verdict.eval == eval).unwrap()
    }

    #[test]
    fn the_hardest_size_decides() {
        let verdicts = verdicts(&fixture());
        let gmm = found(&verdicts, "gradient over primal", "gmm");
        assert_eq!((gmm.size.as_str(), gmm.limit, gmm.met), ("d=64 k=100 n=1000", Limit::Most(3.4), false));
        assert!((gmm.reached - 4.0).abs() < 1e-9);
        assert!(found(&verdicts, "gradient over primal", "lse").met);
    }

    #[test]
    fn gradients_are_also_compared_with_what_others_take() {
        let report = fixture();
        let verdict = verdicts(&report);
        let lse = found(&verdict, "gradient over the others' primal", "lse");
        let case = report.of_eval("lse")[0];
        assert!((lse.reached - case.our_ratio().unwrap() * case.fastest_primal().unwrap() / 1e-6).abs() < 1e-9);
    }

    #[test]
    fn our_primal_and_tapes_are_compared() {
        let verdicts = verdicts(&fixture());
        let primal = found(&verdicts, "our primal over the others'", "lse");
        assert!((primal.reached - 1.25).abs() < 1e-9 && !primal.met);
        let tapes = found(&verdicts, "tapes over ours", "gmm");
        assert_eq!((tapes.size.as_str(), tapes.met), ("d=10 k=25 n=1000", true));
        assert!((tapes.reached - 10.0).abs() < 1e-9);
        assert!(!verdicts.iter().any(|verdict| verdict.target == "crates over ours"));
    }

    #[test]
    fn extra_memory_is_a_part_of_the_rest() {
        let mut report = fixture();
        let extra_of = |report: &Report| {
            let memory = verdicts(report).into_iter().find(|verdict| verdict.target == "extra memory, reversible");
            memory.map(|verdict| (verdict.eval, verdict.reached, verdict.met))
        };
        assert_eq!(extra_of(&report), None);
        for run in report.cases.iter_mut().flat_map(|case| &mut case.runs) {
            run.primal.iter_mut().for_each(|cost| (cost.peak_bytes, cost.kept_bytes) = (Some(100), Some(0)));
            run.gradient.iter_mut().for_each(|cost| {
                (cost.peak_bytes, cost.kept_bytes, cost.input_bytes) = (Some(450), Some(200), Some(600));
            });
        }
        assert_eq!(extra_of(&report), Some(("gmm".into(), 0.05, false)));
        for run in report.cases.iter_mut().flat_map(|case| &mut case.runs) {
            run.gradient.iter_mut().for_each(|cost| cost.peak_bytes = Some(410));
        }
        assert_eq!(extra_of(&report), Some(("gmm".into(), 0.01, true)));
    }

    #[test]
    fn peers_are_told_apart() {
        assert_eq!(peer("echidna, bytecode"), Some(true));
        assert_eq!(peer("ad_trait"), Some(true));
        assert_eq!(peer("ad_trait, forward"), Some(false));
        assert_eq!(peer("num-dual"), Some(false));
        assert_eq!(peer("Retrograde, reversible"), None);
        assert_eq!(peer("by hand"), None);
    }
}
