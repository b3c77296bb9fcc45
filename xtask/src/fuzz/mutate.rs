//! Inputs: real items with parts dropped, doubled, exchanged, nested, or taken from another item.

use super::corpus::Subject;
use super::pieces::{Kind, Piece, pieces};
use crate::rng::Rng;
use retrograde_compiler::entry::ENTRIES;

/// What an expression may be put into, at `@`.
const AROUND_EXPRS: &[&str] = &[
    "(@)",
    "{ @ }",
    "[@]",
    "[@; 2]",
    "(@)?",
    "@?",
    "-@",
    "-(@)",
    "!@",
    "*@",
    "&@",
    "&mut @",
    "|v| @",
    "|v| { @ }",
    "move || @",
    "Some(@)",
    "Some(@)?",
    "Ok(@)?",
    "Some(Some(@)?)?",
    "(@).map(|v| v)",
    "(@).unwrap_or(@)",
    "(@).iter().map(|v| v * v).sum()",
    "@.iter().sum::<f64>()",
    "for v in @ { }",
    "for v in (@).iter().enumerate() { @ }",
    "while @ { }",
    "while let Some(v) = @ { }",
    "if @ { @ } else { @ }",
    "if @ { }",
    "if let Some(v) = @ { v } else { @ }",
    "match @ { v => v }",
    "match @ { Some(v) if @ => v, _ => @ }",
    "loop { break @ }",
    "loop { @ }",
    "'a: { break 'a @ }",
    "return @",
    "break @",
    "@ as f64",
    "(@) as usize",
    "(@).sin()",
    "(@, @)",
    "(@,)",
    "(@).0",
    "@[0]",
    "@[@]",
    "f(@)",
    "f(@, @)",
    "S { x: @ }",
    "S { x: @, ..@ }",
    "@ + @",
    "@ * @",
    "@ && @",
    "@ < @",
    "@ = @",
    "@ += @",
    "@..@",
    "..@",
    "vec![@]",
    "unsafe { @ }",
    "const { @ }",
    "{ let v = @; v }",
    "let Some(v) = @ else { return @ }",
    "inverse!(@)",
    "println!(\"{}\", @)",
];

/// What statements may be put into.
const AROUND_STMTS: &[&str] = &[
    "{ @ }",
    "@ @",
    "if x > 0.0 { @ }",
    "if x { @ } else { @ }",
    "for i in 0..3 { @ }",
    "while i < 3 { @ }",
    "while (i < 3, i > 0) { @ }",
    "loop { @ break; }",
    "let f = |v| { @ };",
    "match x { 0 => { @ } _ => { @ } }",
    "inverse! { @ }",
    "safe! { @ }",
    "uncompute! { @ }",
    "let v = { @ };",
    "'a: { @ }",
    "fn inner() { @ }",
];

/// What patterns may be put into.
const AROUND_PATTERNS: &[&str] = &[
    "(@)",
    "&@",
    "&mut @",
    "mut @",
    "ref @",
    "(@, @)",
    "[@, ..]",
    "Some(@)",
    "S { x: @ }",
    "@ | @",
    "v @ @",
    "@: f64",
];

/// What types may be put into.
const AROUND_TYPES: &[&str] = &[
    "(@)",
    "&@",
    "&mut @",
    "[@]",
    "&[@]",
    "[@; 3]",
    "Option<@>",
    "Vec<@>",
    "(@, @)",
    "Box<@>",
    "fn(@) -> @",
    "impl Fn(@) -> @",
    "dyn Fn(@)",
    "Result<@, @>",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "!", "&", "&&", "|", "||", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "=", "+=",
    "-=", "*=", "/=", "^=", "..", "..=", "?", ".", ",", ";", ":", "::", "->",
];

const LITERALS: &[&str] = &[
    "0",
    "1",
    "2.5",
    "1e300",
    "0u8",
    "1_000usize",
    "-1",
    "\"text\"",
    "'c'",
    "b\"bytes\"",
    "true",
    "0x7f",
    "99999999999999999999999999",
    "1.0f32",
];

const NAMES: &[&str] = &[
    "x",
    "y",
    "self",
    "Self",
    "super",
    "crate",
    "mut",
    "ref",
    "return",
    "break",
    "continue",
    "let",
    "if",
    "else",
    "match",
    "for",
    "in",
    "while",
    "loop",
    "fn",
    "move",
    "as",
    "unsafe",
    "async",
    "await",
    "const",
    "static",
    "dyn",
    "impl",
    "where",
    "pub",
    "use",
    "_",
    "r#type",
    "f64",
    "usize",
    "bool",
    "Vec",
    "Option",
    "Some",
    "None",
    "Ok",
    "Err",
    "iter",
    "iter_mut",
    "into_iter",
    "map",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "zip",
    "enumerate",
    "rev",
    "chain",
    "skip",
    "take",
    "step_by",
    "windows",
    "chunks",
    "chunks_exact",
    "sum",
    "product",
    "fold",
    "try_fold",
    "max",
    "min",
    "max_by",
    "min_by",
    "collect",
    "any",
    "all",
    "find",
    "position",
    "count",
    "last",
    "next",
    "copied",
    "cloned",
    "len",
    "push",
    "pop",
    "swap",
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "map_or",
    "map_or_else",
    "and_then",
    "ok_or",
    "or_else",
    "get",
    "get_mut",
    "insert",
    "entry",
    "first",
    "sin",
    "powi",
    "mul_add",
    "abs",
    "clone",
    "inverse",
    "safe",
    "uncompute",
    "release",
    "vec",
    "assert",
];

/// An input of the random numbers, and how many attempts were no item.
pub fn input(corpus: &[Subject], rng: &mut Rng) -> (Subject, u64) {
    let mut outside = 0;
    loop {
        let mut subject = rng.pick(corpus).clone();
        if rng.chance(5) {
            subject.entry = rng.pick(&ENTRIES).0.to_string();
        }
        if rng.chance(8) {
            subject.arguments = arguments(corpus, rng);
        }
        let times = 1 + rng.weighted(&[8, 5, 3, 2, 1]).unwrap_or(0);
        let is_item = (0..times).all(|_| mutate(&mut subject.item, corpus, rng));
        if is_item && pieces(&subject.item).is_some() {
            return (subject, outside);
        }
        outside += 1;
    }
}

/// What an attribute might say.
fn arguments(corpus: &[Subject], rng: &mut Rng) -> String {
    let mut words: Vec<String> = Vec::new();
    for _ in 0..=rng.below(3) {
        words.push(match rng.below(4) {
            0 => rng.pick(corpus).arguments.clone(),
            1 => (*rng.pick(NAMES)).to_string(),
            2 => (*rng.pick(&[
                "adjoint",
                "tangent",
                "checkpoint",
                "forward",
                "recursive",
                "unchecked",
                "associated",
                "inverse = f",
                "test = 0.1..2.0",
            ]))
            .to_string(),
            _ => (*rng.pick(LITERALS)).to_string(),
        });
    }
    let text = words.join(*rng.pick(&[", ", " ", " = "]));
    // What is no token stream never reaches a macro.
    if text.parse::<proc_macro2::TokenStream>().is_ok() { text } else { String::new() }
}

/// Changes an item's text in one place; false if it is no item any more that could be changed.
fn mutate(text: &mut String, corpus: &[Subject], rng: &mut Rng) -> bool {
    const TOKENS: [Kind; 4] = [Kind::Name, Kind::Operator, Kind::Literal, Kind::Group];
    const WHOLES: [Kind; 5] = [Kind::Expr, Kind::Stmt, Kind::Pattern, Kind::Type, Kind::Arm];
    let Some(parts) = pieces(text) else { return false };
    let of = |kinds: &[Kind]| -> Vec<&Piece> { parts.iter().filter(|piece| kinds.contains(&piece.kind)).collect() };
    let wholes = of(&WHOLES);
    let tokens = of(&TOKENS);
    if tokens.is_empty() {
        return false;
    }
    let any = |rng: &mut Rng, list: &[&Piece]| -> Piece { (*rng.pick(list)).clone() };
    let choice = rng.below(if wholes.is_empty() { 35 } else { 100 });
    match choice {
        // tokens
        0..6 => replace(text, &any(rng, &tokens), ""),
        6..10 => {
            let token = any(rng, &tokens);
            let twice = format!("{0} {0}", &text[token.range.clone()]);
            replace(text, &token, &twice);
        }
        10..15 => exchange(text, &any(rng, &tokens), &any(rng, &tokens)),
        15..35 => {
            let token = any(rng, &tokens);
            let other = match token.kind {
                Kind::Name if rng.chance(50) => (*rng.pick(NAMES)).to_string(),
                Kind::Operator if rng.chance(80) => (*rng.pick(OPERATORS)).to_string(),
                Kind::Literal if rng.chance(70) => (*rng.pick(LITERALS)).to_string(),
                kind => {
                    let alike = of(&[kind]);
                    text[any(rng, &alike).range].to_string()
                }
            };
            replace(text, &token, &other);
        }
        // what tokens make up
        35..41 => replace(text, &any(rng, &wholes), ""),
        41..46 => {
            let part = any(rng, &wholes);
            let twice = format!("{0} {0}", &text[part.range.clone()]);
            replace(text, &part, &twice);
        }
        46..56 => {
            let part = any(rng, &wholes);
            let alike = of(&[part.kind]);
            exchange(text, &part, &any(rng, &alike));
        }
        56..64 => {
            let part = any(rng, &wholes);
            let alike = of(&[part.kind]);
            let other = text[any(rng, &alike).range].to_string();
            replace(text, &part, &other);
        }
        64..74 => {
            let part = any(rng, &wholes);
            let other = &rng.pick(corpus).item;
            let Some(others) = pieces(other) else { return false };
            let alike: Vec<&Piece> = others.iter().filter(|piece| piece.kind == part.kind).collect();
            if !alike.is_empty() {
                replace(text, &part, &other[any(rng, &alike).range]);
            }
        }
        _ => {
            let part = any(rng, &wholes);
            let around = match part.kind {
                Kind::Stmt => rng.pick(AROUND_STMTS),
                Kind::Pattern => rng.pick(AROUND_PATTERNS),
                Kind::Type => rng.pick(AROUND_TYPES),
                _ => rng.pick(AROUND_EXPRS),
            };
            let times = if rng.chance(4) { 1 << rng.below(6) } else { 1 };
            let nested = nest(&text[part.range.clone()], around, times);
            replace(text, &part, &nested);
        }
    }
    text.len() < MOST_TEXT
}

/// Longer inputs only take longer.
const MOST_TEXT: usize = 6000;

/// `inner` inside of `around`, so many times. What stands there more than once is nested only once.
fn nest(inner: &str, around: &str, times: usize) -> String {
    let mut text = inner.to_string();
    for _ in 0..times {
        let (before, after) = around.split_once('@').expect("a place for it");
        text = format!("{before} {text} {}", after.replace('@', &format!(" {inner} ")));
    }
    text
}

fn replace(text: &mut String, piece: &Piece, by: &str) {
    text.replace_range(piece.range.clone(), &format!(" {by} "));
}

fn exchange(text: &mut String, one: &Piece, other: &Piece) {
    let (first, second) = if one.range.start <= other.range.start { (one, other) } else { (other, one) };
    if first.range.end <= second.range.start {
        let (left, right) = (text[first.range.clone()].to_string(), text[second.range.clone()].to_string());
        replace(text, second, &left);
        replace(text, first, &right);
    }
}
