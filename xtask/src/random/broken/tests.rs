//! Every mistake is found, and a program without one is not taken for one with.

use super::rules::{RULES, Rule, When};
use super::{Breaks, Verdict, broken, judge, run};

#[test]
fn every_mistake_is_found() {
    let report = run(4 * RULES.len() as u64, 1_000_000, 2);
    assert!(report.missed.is_empty(), "{}", report.missed.join("\n"));
    assert!(report.is_good(), "{:?}", report.rejected);
}

const HARMLESS: Breaks = Breaks::Text(&["*extra += given;", "swap(extra, other);"]);

#[test]
fn a_change_that_breaks_nothing_is_reported() {
    for when in [When::Compile("the right side reads"), When::Run("is not restored")] {
        let (text, inputs) = broken(7, &Rule { name: "none", when, breaks: HARMLESS });
        assert_eq!(judge(&text, &inputs, when), Verdict::Missed("accepted".into()), "{text}");
    }
}

#[test]
fn a_mistake_found_in_other_words_is_reported() {
    let when = When::Compile("the branches change");
    let (text, inputs) = broken(7, &Rule { name: "none", when, breaks: Breaks::Text(&["*extra += *extra;"]) });
    assert!(matches!(judge(&text, &inputs, when), Verdict::Missed(said) if said.contains("the right side reads")));
}

#[test]
fn a_mistake_that_only_a_run_shows_is_not_expected_from_the_compiler() {
    let rule = RULES.iter().find(|rule| rule.name == "an ancilla that is not restored").expect("the rule is there");
    let (text, inputs) = broken(7, rule);
    assert_eq!(judge(&text, &inputs, When::Compile("is not restored")), Verdict::Missed("accepted".into()));
}
