//! The fuzzer finds what it is for.

use super::corpus::{self, Subject};
use super::judge::{Verdict, judge};
use super::mutate;
use crate::rng::Rng;

fn subject(entry: &str, item: &str) -> Subject {
    Subject { entry: entry.to_string(), arguments: String::new(), item: item.to_string() }
}

#[test]
fn the_corpus_reaches_every_entry() {
    let corpus = corpus::corpus();
    let has = |entry: &str, word: &str| {
        assert!(
            corpus.iter().any(|subject| subject.entry == entry && subject.item.contains(word)),
            "{entry} on {word}"
        );
    };
    [
        ("reversible", "fn "),
        ("reversible", "trait "),
        ("differentiable", "fn "),
        ("differentiable", "impl "),
        ("differentiable", "trait "),
    ]
    .iter()
    .for_each(|(entry, word)| has(entry, word));
    [
        ("derivative", "fn "),
        ("pullback", "fn "),
        ("primitive", "fn "),
        ("Differentiable", "struct "),
        ("Differentiable", "enum "),
    ]
    .iter()
    .for_each(|(entry, word)| has(entry, word));
}

#[test]
fn a_seed_means_one_input() {
    let corpus = [subject("reversible", "fn f(y: &mut f64, x: f64) { *y += x * x; *y += 1.0; }")];
    let inputs = |seed| mutate::input(&corpus, &mut Rng::new(seed)).0;
    assert_eq!(inputs(7), inputs(7));
    assert!((0..20).any(|seed| inputs(seed) != inputs(seed + 1)));
}

#[test]
fn an_input_is_judged() {
    assert_eq!(judge(&subject("reversible", "fn f(y: &mut f64, x: f64) { *y += x; }")), Verdict::Expanded);
    assert_eq!(judge(&subject("reversible", "fn f(y: &mut f64, x: f64) { *y = x; }")), Verdict::Refused);
}

/// Derivatives of conjugates need a feature, which this program may be without.
#[test]
fn a_conjugate_inside_of_a_bijection() {
    let item = "fn f(z: &mut C, w: f64) { ComplexExp(conj(*z)) *= w; }";
    let subject = Subject { arguments: "adjoint, tangent".to_string(), ..subject("reversible", item) };
    assert!(!matches!(judge(&subject), Verdict::Failed(_)));
}
