//! A failing input made small: parts are left out for as long as it fails in the same way.

use super::child::Child;
use super::corpus::Subject;
use super::judge::Verdict;
use super::pieces::{Kind, pieces};
use std::time::{Duration, Instant};

/// For so long smaller inputs are tried.
const MOST_TIME: Duration = Duration::from_secs(30);

/// A smaller input that fails in the same way.
pub fn shrunk(subject: &Subject, kind: &str, child: &mut Child) -> Subject {
    let mut subject = subject.clone();
    let started = Instant::now();
    while let Some(smaller) = smaller(&subject, kind, child, started) {
        subject = smaller;
    }
    subject
}

fn smaller(subject: &Subject, kind: &str, child: &mut Child, started: Instant) -> Option<Subject> {
    let mut texts = Vec::new();
    let mut parts = pieces(&subject.item)?;
    parts.sort_by_key(|piece| std::cmp::Reverse(piece.range.len()));
    for piece in &parts {
        let mut text = subject.item.clone();
        text.replace_range(piece.range.clone(), " ");
        texts.push(text);
        let inner = parts.iter().filter(|other| {
            other.kind == piece.kind
                && other.range != piece.range
                && piece.range.start <= other.range.start
                && other.range.end <= piece.range.end
        });
        for inner in inner.filter(|_| matches!(piece.kind, Kind::Expr | Kind::Pattern | Kind::Type)) {
            let mut text = subject.item.clone();
            text.replace_range(piece.range.clone(), &format!(" {} ", &subject.item[inner.range.clone()]));
            texts.push(text);
        }
        let plain = match piece.kind {
            Kind::Expr | Kind::Pattern => "x",
            Kind::Type => "f64",
            _ => continue,
        };
        if piece.range.len() > plain.len() {
            let mut text = subject.item.clone();
            text.replace_range(piece.range.clone(), &format!(" {plain} "));
            texts.push(text);
        }
    }
    let mut subjects: Vec<Subject> =
        texts.into_iter().map(|item| Subject { item: tidy(&item), ..subject.clone() }).collect();
    if !subject.arguments.is_empty() {
        subjects.insert(0, Subject { arguments: String::new(), ..subject.clone() });
    }
    subjects.sort_by_key(|subject| subject.item.len());
    subjects
        .into_iter()
        .filter(|other| other.item.len() + other.arguments.len() < subject.item.len() + subject.arguments.len())
        .find(|subject| {
            if started.elapsed() > MOST_TIME || pieces(&subject.item).is_none() {
                return false;
            }
            matches!(child.judge(subject), Verdict::Failed(failure) if failure.kind == kind)
        })
}

/// Without spaces that say nothing.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
