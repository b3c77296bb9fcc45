//! The rules of the language, and for each how it is broken and what is then said.

use super::mutate;
use crate::random::ast::{Element, Passing, Record, Type};
use crate::random::generate::Case;
use crate::random::rng::Rng;

/// One rule.
pub struct Rule {
    pub name: &'static str,
    pub when: When,
    pub breaks: Breaks,
}

/// When a mistake is found, and words that must be in what is said.
#[derive(Clone, Copy, Debug)]
pub enum When {
    Compile(&'static str),
    Run(&'static str),
}

/// How a program is made to break a rule.
pub enum Breaks {
    /// one of these is put in; [`PARAMS`] can be named in it
    Text(&'static [&'static str]),
    /// the tree is changed; false if there is nothing to change
    Tree(fn(&mut Case, &mut Rng) -> bool),
}

/// Parameters for statements that are put in.
pub const PARAMS: &[(&str, Type, Passing)] = &[
    ("extra", Type::Float, Passing::Exclusive),
    ("other", Type::Float, Passing::Exclusive),
    ("given", Type::Float, Passing::Value),
    ("lent", Type::Float, Passing::Shared),
    ("tally", Type::Int, Passing::Exclusive),
    ("size", Type::Usize, Passing::Value),
    ("cells", Type::Slice(Element::Float), Passing::Exclusive),
    ("codes", Type::Slice(Element::Int), Passing::Exclusive),
    ("spot", Type::Record(Record::Point), Passing::Exclusive),
];

const fn text(name: &'static str, words: &'static str, texts: &'static [&'static str]) -> Rule {
    Rule { name, when: When::Compile(words), breaks: Breaks::Text(texts) }
}

const fn tree(name: &'static str, words: &'static str, change: fn(&mut Case, &mut Rng) -> bool) -> Rule {
    Rule { name, when: When::Compile(words), breaks: Breaks::Tree(change) }
}

const fn at_run_time(name: &'static str, words: &'static str, texts: &'static [&'static str]) -> Rule {
    Rule { name, when: When::Run(words), breaks: Breaks::Text(texts) }
}

/// All rules.
pub const RULES: &[Rule] = &[
    tree("a right side reads its target", "the right side reads", mutate::read_own_target),
    text(
        "a right side reads its target, written out",
        "the right side reads",
        &[
            "*extra += extra.sin();",
            "cells[size] -= given * cells[size];",
            "spot.x += spot.x * 0.5;",
            "*tally ^= *tally;",
            "cells[1] += { let t = given * 2.0; t + cells[1] };",
        ],
    ),
    text(
        "an index reads a target",
        "the index reads",
        &["swap(&mut codes[*tally as usize], tally);", "swap(&mut spot.n, &mut codes[spot.n as usize]);"],
    ),
    tree("an argument reads what another changes", "another argument reads", mutate::pass_what_changes),
    text(
        "an index reads what another argument changes",
        "the index of another argument reads",
        &["advance(&mut cells[*tally as usize], tally);", "advance(&mut codes[spot.n as usize], &mut spot.n);"],
    ),
    tree("one place is passed twice", "is passed twice", mutate::pass_twice),
    text(
        "places that may overlap are passed",
        "may overlap",
        &["advance(spot, &mut spot.x);", "advance(cells, &mut cells[1]);"],
    ),
    text(
        "a local is neither recomputable nor restored",
        "cannot be computed again on the way back",
        &[
            "let kept = *extra;\n*extra += 1.0;\n*other += kept;",
            "let kept = cells[0] * given;\nfor at in 0..2 { cells[at] += 1.0; }\n*other += kept;",
            "let mut kept = 0.0_f64;\nfor at in 0..2 { kept += cells[at]; cells[at] += 0.5; }\n*other += kept;",
            "let kept = spot.n;\nspot.n += 1;\nif kept > 2 { *other += 1.0; }",
            "let kept = { let twice = 2.0 * *extra; twice + 1.0 };\nadvance(extra);\n*other -= kept;",
        ],
    ),
    tree("an assignment", "assignment destroys", mutate::assign),
    text("a return", "`return` leaves early", &["return;", "if given > 0.0 { return; }"]),
    text(
        "a break",
        "`break` leaves early",
        &["for _ in 0..3 { break; }", "for at in 0..size { if at > 1 { break; } }"],
    ),
    text(
        "a continue",
        "`continue` leaves early",
        &["for _ in 0..3 { continue; }", "for at in 0..size { if at > 1 { continue; } *extra += 1.0; }"],
    ),
    text("a question mark", "`?`", &["*extra += Some(given)?;", "check(given)?;"]),
    tree("branches change their condition", "the branches change", mutate::drop_post),
    text(
        "branches change their condition, written out",
        "the branches change",
        &[
            "if *extra > 0.0 { *extra += 1.0; }",
            "if cells[0] > given { cells[size] += 1.0; }",
            "if *tally % 2 == 0 { *other += 1.0; } else { advance(tally); }",
            "if spot.x < 1.0 { swap(&mut spot.x, &mut spot.y); }",
        ],
    ),
    text(
        "a range is changed by its loop",
        "its range reads",
        &["for _ in 0..*tally { *tally += 1; }", "for at in 0..spot.n { spot.n -= at; }"],
    ),
    text(
        "a parameter that cannot be changed",
        "cannot be changed",
        &["given += 1.0;", "*lent += 1.0;", "size += 1;", "swap(&mut given, extra);"],
    ),
    text("an immutable local is changed", "immutable local", &["let kept = 1.0;\nkept += given;"]),
    text("a local without a value", "needs its first value", &["let kept;\nkept += given;"]),
    text("a call that changes nothing", "changes nothing", &["advance(given);", "advance(*extra, size);"]),
    text("a closure", "closure", &["let kept = |t: f64| t + 1.0;\n*extra += kept(given);"]),
    text("unsafe code", "`unsafe`", &["unsafe { *extra += 1.0; }\n*extra -= given;"]),
    text("a value that is not used", "not used", &["given;", "*extra + given;"]),
    text("a changing method", "may change its receiver", &["cells.sort_by(f64::total_cmp);", "codes.reverse();"]),
    Rule {
        name: "a wrong postcondition",
        when: When::Run("a postcondition should be"),
        breaks: Breaks::Tree(mutate::negate_post),
    },
    at_run_time(
        "an ancilla that is not restored",
        "is not restored",
        &[
            "let mut left = 0.0;\nleft += *extra;\n*extra += 2.0;\nleft -= *extra;",
            "let mut left = 0;\nleft += *tally;\n*tally += 1;\nleft -= *tally;",
            "let mut left = [0.0; 2];\nleft[0] += *extra;\n*extra += 1.0;\nleft[1] -= *extra;\nleft[0] -= 1e3;",
        ],
    ),
    at_run_time(
        "two elements that are one",
        "are the same",
        &[
            "cells[size] += 0.5 * cells[size * 2 - 2];",
            "codes[size] ^= codes[size / 2 + 1];",
            "cells[size] -= given * cells[size % 3];",
            "codes[codes[0] as usize] += 1;",
            "codes[codes[1] as usize] -= codes[2];",
            "advance(&mut codes[codes[3] as usize]);",
            "advance(&mut cells[2], &mut cells[size]);",
        ],
    ),
];
