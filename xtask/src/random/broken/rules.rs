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
    ("hoard", Type::Stack(Element::Int), Passing::Exclusive),
    ("heap", Type::Stack(Element::Int), Passing::Exclusive),
    ("ledger", Type::Map(Element::Int), Passing::Exclusive),
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
    text(
        "an arm changes what is matched",
        "an arm changes",
        &[
            "match *tally { 0 => { *tally += 1; } _ => {} }",
            "match spot.n { at if at > 2 => { advance(&mut spot.n); } _ => { *extra += 1.0; } }",
        ],
    ),
    text(
        "a while loop without a second condition",
        "the way back cannot tell where this loop began",
        &["while *tally < 3 { *tally += 1; }", "while true { *extra += 1.0; }"],
    ),
    text(
        "a while loop whose condition does not change",
        "cannot tell one iteration from another",
        &["while (*tally < 3, given > 0.0) { *tally += 1; }", "while (true, *tally > 0) { *tally += 1; }"],
    ),
    text("an uncompute! without a label", "say which block", &["'work: { *extra += given; }\nuncompute!();"]),
    text(
        "a block undone twice",
        "is undone already",
        &["'work: { *extra += given; }\nuncompute!('work);\nuncompute!('work);"],
    ),
    text("a block never undone", "is never undone", &["'work: { *extra += given; }\n*other += *extra;"]),
    text("an uncompute! of no block", "there is no block", &["uncompute!('work);"]),
    text(
        "an uncompute! in another block",
        "is not in the same block",
        &["'work: { *extra += given; }\nif given > 0.0 { uncompute!('work); }"],
    ),
    text(
        "a labelled block that cannot be undone any more",
        "would then not undo the block",
        &[
            "'work: { *extra += *other; }\n*other += given;\nuncompute!('work);",
            "'work: { cells[0] += given; }\nfor at in 0..size { cells[at] -= 1.0; }\nuncompute!('work);",
            "'work: { advance(spot, *tally); }\n*tally += 1;\nuncompute!('work);",
        ],
    ),
    text("a use after release!", "after its release", &["let mut gone = 1.0;\nrelease!(gone, 1.0);\n*extra += gone;"]),
    text(
        "a release! in another block",
        "is declared in another block",
        &["let mut gone = 1.0;\nif given > 0.0 { release!(gone, 1.0); }"],
    ),
    text(
        "a release! of the caller's",
        "what belongs to the caller stays",
        &["release!(extra, 0.0);", "release!(given, 1.0);"],
    ),
    text(
        "a view whose index changes",
        "the way back cannot find what",
        &[
            "let row = &mut cells[*tally as usize];\n*row += given;\n*tally += 1;\n*row += 1.0;",
            "let row = &cells[*tally as usize..];\n*tally += 1;\n*extra += row[0];",
        ],
    ),
    text(
        "a shared view is changed",
        "a view behind `&`",
        &["let row = &cells[0];\n*row += given;", "for item in cells.iter() { *item += given; }"],
    ),
    text("a copy of an element is changed", "a copy of an element", &["for &item in cells.iter() { item += given; }"]),
    text(
        "a part that was packed",
        "has no value of its own",
        &[
            "let mut left_half = 1.0;\nlet mut right_half = 2.0;\npack!(pair = (left_half, right_half));\n*extra += left_half;\nunpack!((left_half, right_half) = pair);",
        ],
    ),
    text(
        "a pack! that is not taken apart",
        "must end in the same block",
        &[
            "let mut left_half = 1.0;\nlet mut right_half = 2.0;\npack!(pair = (left_half, right_half));\n*extra += pair.0;",
        ],
    ),
    text(
        "a lossy conversion",
        "may lose something",
        &[
            "let mut wide = 3_i64;\nconvert!(wide: i64 => f64);\n*extra += wide;",
            "let mut less = 300_i64;\nconvert!(less: i64 => i32);\n*extra += less as f64;",
            "let mut whole = 1.0;\nconvert!(whole: f64 => i64);\n*tally += whole;",
            "let mut signed = 1_i16;\nconvert!(signed: i16 => u32);\n*extra += signed as f64;",
        ],
    ),
    text(
        "a name of a conversion that is not a local's",
        "was not started by `let` in this block",
        &["convert!(size: u16 => f64);", "let mut wide = 3_i16;\nif given > 0.0 { convert!(wide: i16 => i64); }"],
    ),
    text(
        "a bijection's right side reads its target",
        "the right side reads",
        &["Mirror(*tally) += *tally;", "Mirror(codes[size]) -= codes[size];"],
    ),
    text("a view that is no bijection", "is not a view that can be changed through", &["square(*extra) += given;"]),
    text("a remainder", "loses what was there", &["*tally %= 3;", "*extra %= given;"]),
    text("a broadcast! of nothing", "nothing is broadcast", &["broadcast! { *extra += given; }"]),
    text("a loop without an end", "`loop`", &["loop { *extra += 1.0; }"]),
    text("an assignment operator that shifts", "loses what was there", &["*tally <<= 1;", "*tally &= 3;"]),
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
    at_run_time(
        "a float scaled by zero",
        "cannot be undone",
        &["*extra *= 0.0;", "cells[1] *= given - given;", "*extra /= given * 0.0;"],
    ),
    at_run_time("an integer scaled by zero", "of zero", &["*tally *= 0;", "codes[1] /= *tally - *tally;"]),
    at_run_time(
        "a division with a remainder",
        "remainder",
        &["*tally *= 2;\n*tally += 1;\n*tally /= 2;", "codes[1] /= 4;"],
    ),
    at_run_time(
        "a release! of another value",
        "is not restored",
        &[
            "let mut left = 0.5;\nleft += given;\nrelease!(left, given + 1.5);",
            "let mut left = size;\nrelease!(left, 3);",
        ],
    ),
    at_run_time(
        "a second condition of a while loop that is wrong",
        "a postcondition should be",
        &[
            "let mut turn = 0;\nwhile (turn < 3, turn > 1) { turn += 1; }\nrelease!(turn, 3);",
            "let mut turn = 0;\nwhile (turn < 3, turn >= 0) { turn += 1; }\nrelease!(turn, 3);",
        ],
    ),
    at_run_time(
        "a conversion back that is not exact",
        "has no counterpart",
        &["let mut wide = 3_i32;\nconvert!(wide: i32 => f64);\nwide += 0.5;\n*extra += wide;\nwide -= 0.25;"],
    ),
    at_run_time(
        "a value that a pop would lose",
        "would be lost",
        &[
            "*tally += 100;\nretrograde::stack::pop(hoard, tally);",
            "codes[1] += 100;\nretrograde::stack::push::inverse(hoard, &mut codes[1]);",
        ],
    ),
    at_run_time(
        "an empty stack",
        "is empty",
        &[
            "for _ in 0..7 {\n    let mut top = 0;\n    retrograde::stack::pop(hoard, &mut top);\n    retrograde::stack::push(heap, &mut top);\n}",
        ],
    ),
    at_run_time(
        "a copy that is none",
        "is not a copy",
        &["retrograde::stack::copy_push(hoard, &*tally);\n*tally += 1;\nretrograde::stack::copy_pop(hoard, &*tally);"],
    ),
    at_run_time(
        "a key that is taken",
        "has an entry already",
        &["retrograde::map::insert(ledger, 77, *tally);\nretrograde::map::insert(ledger, 77, 2);"],
    ),
    at_run_time(
        "an entry that is not there",
        "has no entry",
        &["retrograde::map::remove(ledger, 77, *tally);", "retrograde::map::insert::inverse(ledger, 77, 0);"],
    ),
    at_run_time(
        "an entry with another value",
        ", not ",
        &["retrograde::map::insert(ledger, 77, *tally);\nretrograde::map::remove(ledger, 77, *tally + 1);"],
    ),
    at_run_time(
        "a broadcast! over different lengths",
        "differ",
        &["let short = [1.0; 3];\nbroadcast! { cells[..] += short[..]; }"],
    ),
];
