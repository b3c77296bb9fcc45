//! Locals that begin without a float and are given one later, in every way, and the ways to name a thing in a pattern. No name is tried in
//! these: it is the start that the compiler may take for that of an integer.

use super::programs::{Kind, Template};

/// How a local begins: its name, what stands before the function, the start, and what to call the ways to give it a float.
#[allow(clippy::struct_field_names, reason = "the start of a start")]
struct Start {
    name: &'static str,
    items: &'static str,
    start: &'static str,
    /// each way: statements that give it the float `f`, and an expression that reads it
    ways: &'static [(&'static str, &'static str, &'static str)],
}

const STRUCT: &str =
    "#[derive(Clone, Debug, Default, PartialEq, Differentiable)]\nstruct Own { x: f64, k: usize, v: Vec<f64> }\n";
const ENUM: &str =
    "#[derive(Clone, Debug, PartialEq, Differentiable)]\nenum Own { Empty, One(f64), Two { x: f64, k: usize } }\n";

const LIST: &[(&str, &str, &str)] = &[
    ("push", "t.push(f);", "t[0] * t[t.len() - 1]"),
    ("push through a name", "let u = &mut t; u.push(f);", "t[0] * a"),
    ("insert", "t.insert(0, f);", "t[0] * a"),
    ("extend", "t.extend([f, b]);", "t[0] * t[1]"),
    ("extend a slice", "t.extend_from_slice(&[f, b]);", "t[0] * t[1]"),
    ("resize", "t.resize(2, f);", "t[0] * t[1]"),
    ("assign", "t = vec![f, b];", "t[0] * t[1]"),
    ("swap", "let mut u = vec![f]; std::mem::swap(&mut t, &mut u);", "t[0] * a"),
    ("append", "let mut u = vec![f]; t.append(&mut u);", "t[0] * a"),
    ("replace", "let _ = std::mem::replace(&mut t, vec![f]);", "t[0] * a"),
    ("collect", "t = [f, b].iter().map(|w| w * a).collect();", "t[0] * t[1]"),
];
const OPTION: &[(&str, &str, &str)] = &[
    ("assign", "t = Some(f);", "match t { Some(w) => w * a, None => b }"),
    ("insert", "t.insert(f);", "t.unwrap() * a"),
    ("replace", "t.replace(f);", "t.unwrap() * a"),
    ("get_or_insert", "t.get_or_insert(f);", "t.unwrap() * a"),
    ("a matched place", "match &mut t { Some(w) => *w *= b, u => *u = Some(f) }", "t.unwrap_or(b) * a"),
    ("take from another", "let mut u = Some(f); t = u.take();", "t.unwrap_or(b) * a"),
    ("or", "t = t.or(Some(f));", "t.unwrap_or(b) * a"),
];
const RESULT: &[(&str, &str, &str)] = &[
    ("assign", "t = Ok(f);", "match t { Ok(w) => w * a, Err(k) => b * k as f64 }"),
    ("or", "t = t.or(Ok(f));", "match t { Ok(w) => w * a, Err(k) => { let k: i32 = k; b * k as f64 } }"),
];
const NUMBER: &[(&str, &str, &str)] = &[
    ("assign", "t = f;", "t * t"),
    ("add", "t += f;", "t * t"),
    ("swap", "let mut u = f; std::mem::swap(&mut t, &mut u);", "t * t"),
    ("replace", "let _ = std::mem::replace(&mut t, f);", "t * t"),
    ("behind a name", "let u = &mut t; *u = f;", "t * t"),
    ("match arm", "t = match a > 0.1 { true => f, false => t };", "t * t"),
    ("closure", "let mut g = |w: f64| t = w; g(f);", "t * t"),
];
const ARRAY: &[(&str, &str, &str)] = &[
    ("element", "t[1] = f;", "t[0] + t[1] * t[1]"),
    ("elements", "for w in &mut t { *w = f; }", "t[0] * t[1]"),
    ("elements by iter_mut", "for (k, w) in t.iter_mut().enumerate() { *w += f * k as f64; }", "t[0] + t[1] * t[1]"),
    ("fill", "t.fill(f);", "t[0] * t[1]"),
    ("swap", "let mut u = f; std::mem::swap(&mut t[0], &mut u);", "t[0] * t[0] + t[1]"),
    ("assign", "t = [f, b];", "t[0] * t[1]"),
    ("copy", "t.copy_from_slice(&[f, b]);", "t[0] * t[1]"),
];
const OWN: &[(&str, &str, &str)] = &[
    ("field", "t.x = f;", "t.x * t.x"),
    ("field that is a list", "t.v.push(f);", "t.v[0] * t.v[0]"),
    ("assign", "t = Own { x: f, ..t };", "t.x * t.x"),
    ("swap", "let mut u = f; std::mem::swap(&mut t.x, &mut u);", "t.x * t.x"),
    ("pattern", "let Own { x, .. } = &mut t; *x = f;", "t.x * t.x"),
];
const VARIANT: &[(&str, &str, &str)] = &[
    (
        "assign",
        "t = Own::One(f);",
        "match t { Own::One(w) => w * w, Own::Two { x, k } => x * k as f64, Own::Empty => b }",
    ),
    (
        "assign another",
        "t = Own::Two { x: f, k: 2 };",
        "match t { Own::One(w) => w * w, Own::Two { x, k } => x * x * k as f64, Own::Empty => b }",
    ),
    (
        "a matched place",
        "if let Own::Empty = &t { t = Own::One(a); } if let Own::One(w) = &mut t { *w = f; }",
        "match &t { Own::One(w) => w * w, Own::Two { x, k } => x * *k as f64, Own::Empty => b }",
    ),
];
const MAP: &[(&str, &str, &str)] = &[
    ("insert", "t.insert(1, f);", "t[&1] * t[&1]"),
    ("entry", "*t.entry(1).or_insert(1.0) *= f;", "t[&1] * t[&1]"),
    ("assign", "t = std::collections::BTreeMap::from([(1, f)]);", "t[&1] * t[&1]"),
    ("get_mut", "t.insert(1, 1.0); if let Some(w) = t.get_mut(&1) { *w = f; }", "t[&1] * t[&1]"),
];
const TUPLE: &[(&str, &str, &str)] = &[
    ("push", "t.1.push(f); t.0 += 1;", "t.1[0] * t.0 as f64 * a"),
    ("assign", "t = (2, vec![f]);", "t.1[0] * t.0 as f64 * a"),
    ("pattern", "let (k, v) = &mut t; *k += 3; v.push(f);", "t.1[0] * t.0 as f64 * a"),
];
const NOTHING: &[(&str, &str, &str)] = &[
    ("assign", "t = f;", "t * t"),
    ("in a branch", "if a > 0.1 { t = f; } else { t = 0.0; }", "t * t"),
    ("in a match", "match a > 0.1 { true => t = f, _ => t = 1.0 }", "t * t"),
];

const STARTS: &[Start] = &[
    Start { name: "vec![]", items: "", start: "let mut t = vec![];", ways: LIST },
    Start { name: "Vec::new()", items: "", start: "let mut t = Vec::new();", ways: LIST },
    Start { name: "Vec::with_capacity", items: "", start: "let mut t = Vec::with_capacity(3);", ways: LIST },
    Start { name: "Vec::default()", items: "", start: "let mut t = Vec::default();", ways: LIST },
    Start {
        name: "Default::default(), a list",
        items: "",
        start: "let mut t: Vec<_> = Default::default();",
        ways: LIST,
    },
    Start { name: "[].to_vec()", items: "", start: "let mut t = [].to_vec();", ways: LIST },
    Start { name: "Vec::from([])", items: "", start: "let mut t = Vec::from([]);", ways: LIST },
    Start { name: "vec![0.0; 0]", items: "", start: "let mut t = vec![0.0; 0];", ways: LIST },
    Start { name: "None", items: "", start: "let mut t = None;", ways: OPTION },
    Start { name: "Option::None", items: "", start: "let mut t = Option::None;", ways: OPTION },
    Start { name: "Option::default()", items: "", start: "let mut t = Option::default();", ways: OPTION },
    Start { name: "None in a block", items: "", start: "let mut t = { None };", ways: OPTION },
    Start { name: "Err(1)", items: "", start: "let mut t = Err(1);", ways: RESULT },
    Start { name: "0.into()", items: "", start: "let mut t = 0.into();", ways: NUMBER },
    Start { name: "1_u8.into()", items: "", start: "let mut t = 1_u8.into();", ways: NUMBER },
    Start { name: "From::from", items: "", start: "let mut t = From::from(1_u8);", ways: NUMBER },
    Start { name: "Default::default()", items: "", start: "let mut t = Default::default();", ways: NUMBER },
    Start { name: "0.0", items: "", start: "let mut t = 0.0;", ways: NUMBER },
    Start { name: "a literal that is parsed", items: "", start: "let mut t = \"1\".parse().unwrap();", ways: NUMBER },
    Start { name: "a sum of nothing", items: "", start: "let mut t = [].iter().sum();", ways: NUMBER },
    Start { name: "a float of a constant", items: "", start: "let mut t = 3_i32 as f64;", ways: NUMBER },
    Start {
        name: "an unattributed function",
        items: "fn one<T: From<u8>>() -> T { T::from(1) }\n",
        start: "let mut t = one();",
        ways: NUMBER,
    },
    Start { name: "a constant", items: "const ONE: f64 = 1.0;\n", start: "let mut t = ONE;", ways: NUMBER },
    Start {
        name: "a type of one's own name",
        items: "#[allow(non_camel_case_types)]\ntype i64 = f64;\n",
        start: "let mut t: i64 = 1.0;",
        ways: NUMBER,
    },
    Start {
        name: "MAX of one's own type",
        items: "#[allow(non_camel_case_types)]\ntype u8 = f64;\n",
        start: "let mut t = u8::EPSILON;",
        ways: NUMBER,
    },
    Start { name: "[Default::default(); 2]", items: "", start: "let mut t = [Default::default(); 2];", ways: ARRAY },
    Start { name: "[0.0; 2]", items: "", start: "let mut t = [0.0; 2];", ways: ARRAY },
    Start {
        name: "Default::default(), an array",
        items: "",
        start: "let mut t: [_; 2] = Default::default();",
        ways: ARRAY,
    },
    Start { name: "array of 0.into()", items: "", start: "let mut t = [0.into(), 0.into()];", ways: ARRAY },
    Start { name: "mapped integers", items: "", start: "let mut t = [1, 2].map(f64::from);", ways: ARRAY },
    Start {
        name: "array from_fn",
        items: "",
        start: "let mut t: [f64; 2] = std::array::from_fn(|k| k as f64);",
        ways: ARRAY,
    },
    Start { name: "a struct by default", items: STRUCT, start: "let mut t = Own::default();", ways: OWN },
    Start {
        name: "a struct of constants",
        items: STRUCT,
        start: "let mut t = Own { x: 0.0, k: 1, v: vec![] };",
        ways: OWN,
    },
    Start {
        name: "Default::default(), a struct",
        items: STRUCT,
        start: "let mut t: Own = Default::default();",
        ways: OWN,
    },
    Start {
        name: "a struct in an option",
        items: STRUCT,
        start: "let mut t = Some(Own::default()).unwrap();",
        ways: OWN,
    },
    Start { name: "a variant without fields", items: ENUM, start: "let mut t = Own::Empty;", ways: VARIANT },
    Start {
        name: "a variant without fields, imported",
        items: "#[derive(Clone, Debug, PartialEq, Differentiable)]\nenum Own { Empty, One(f64), Two { x: f64, k: usize } }\nuse Own::Empty;\n",
        start: "let mut t = Empty;",
        ways: VARIANT,
    },
    Start {
        name: "a variant of constants",
        items: ENUM,
        start: "let mut t = Own::Two { x: 1.0, k: 2 };",
        ways: VARIANT,
    },
    Start { name: "BTreeMap::new()", items: "", start: "let mut t = std::collections::BTreeMap::new();", ways: MAP },
    Start {
        name: "BTreeMap::default()",
        items: "",
        start: "let mut t = std::collections::BTreeMap::default();",
        ways: MAP,
    },
    Start {
        name: "BTreeMap::from([])",
        items: "",
        start: "let mut t = std::collections::BTreeMap::from([]);",
        ways: MAP,
    },
    Start {
        name: "Default::default(), a map",
        items: "",
        start: "let mut t: std::collections::BTreeMap<usize, f64> = Default::default();",
        ways: MAP,
    },
    Start { name: "(0, vec![])", items: "", start: "let mut t = (0, vec![]);", ways: TUPLE },
    Start {
        name: "Default::default(), a tuple",
        items: "",
        start: "let mut t: (usize, Vec<f64>) = Default::default();",
        ways: TUPLE,
    },
    Start { name: "nothing", items: "", start: "let mut t;", ways: NOTHING },
    Start {
        name: "nothing, typed by a name",
        items: "#[allow(non_camel_case_types)]\ntype usize = f64;\n",
        start: "let mut t: usize;",
        ways: NOTHING,
    },
];

/// Where the float is given: in a row, in a branch, in a loop, and in a loop that breaks off.
const AROUND: [(&str, &str); 4] = [
    ("", "{}"),
    (" in a branch", "if a > 0.1 { {} }"),
    (" in a loop", "for _ in 0..2 { {} }"),
    (" in a loop that ends", "let mut turns = 0; while turns < 3 { turns += 1; if turns == 2 { {} break; } }"),
];

/// Patterns: a title, what stands before, and the body of the function.
const PATTERNS: &[(&str, &str, &str)] = &[
    ("@ in a tuple", "", "match (a * b, b) { (t @ u, w) => t * w }"),
    ("@ with a range", "", "match a * b { t @ 0.0..=1.5 => t * t, t => t * b }"),
    (
        "@ with alternatives",
        "",
        "let mut s = b; for k in 0..4 { s = match k { n @ (0 | 2) => s * a + n as f64, n => s + b * n as f64 }; } s",
    ),
    ("@ with a place behind", "", "let p = (a * b, b); match p { t @ (u, w) => t.0 * u * w } "),
    ("@ of an option", "", "let o = Some(a * b); match o { w @ Some(t) => t * w.unwrap(), None => b }"),
    ("ref", "", "let p = (a * b, b); let (ref t, u) = p; *t * u"),
    ("ref mut", "", "let mut p = (a * b, b); { let (ref mut t, u) = p; *t = *t * u; } p.0 * p.1"),
    ("& in a closure", "", "let v = [a, b]; v.iter().map(|&t| t * t * b).sum()"),
    ("& in for", "", "let v = [a, b]; let mut s = b; for &t in &v { s = s * t; } s"),
    ("& in match", "", "let t = a * b; match &t { &u => u * u }"),
    ("rest in a tuple", "", "let (t, .., u) = (a * b, b, a, b * b); t * u"),
    ("rest in a slice", "", "let v = [a * b, b, a, b * b]; let [t, .., u] = v; t * u"),
    ("named rest in a slice", "", "let v = [a * b, b, a, b * b]; let [t, rest @ ..] = &v; t * rest[0] * rest[2]"),
    (
        "a slice in match",
        "",
        "let v = vec![a * b, b, a]; match &v[..] { [t, u] => t * u, [t, _, u] => t * t * u, _ => b }",
    ),
    (
        "a slice with rest in match",
        "",
        "let v = vec![a * b, b, a]; match v.as_slice() { [] => b, [t, rest @ ..] => t * t * rest[1] }",
    ),
    (
        "alternatives that bind",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nenum Own { One(f64), Two(f64), Three { x: f64, k: usize } }\n",
        "let o = if a > 1.0 { Own::One(a * b) } else { Own::Two(b) }; match o { Own::One(t) | Own::Two(t) => t * t * a, Own::Three { x, .. } => x }",
    ),
    (
        "alternatives in a tuple",
        "",
        "let mut s = b; for k in 0..4 { s = match (k, s) { (0 | 3, t) => t * a, (1, t) | (2, t) => t * t, (_, t) => t }; } s",
    ),
    (
        "a nested struct",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct In(f64, usize);\n#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct Own { i: In, y: f64 }\n",
        "let o = Own { i: In(a * b, 2), y: b }; let Own { i: In(t, k), y } = o; t * y * k as f64",
    ),
    (
        "a field under its own name",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct Own { a: f64, b: f64 }\n",
        "let o = Own { a: b * b, b: a }; match o { Own { a: b, b: a } => a * a * b }",
    ),
    ("shadowing in match", "", "match (b, a) { (a, b) => a * a * b }"),
    ("shadowing in let", "", "let (a, b) = (b, a * b); a * a * b"),
    ("shadowing in for", "", "let v = [a, b]; let mut s = 1.0; for a in v { s = s * a + b; } s * a"),
    ("shadowing in a closure", "", "let f = |a: f64| a * a * b; f(b) * a"),
    ("a constant of a path", "", "match a { std::f64::consts::PI => b, t => t * b }"),
    ("an associated constant", "", "match b - b { f64::MAX => b, _ => a * b }"),
    (
        "a constant of a module",
        "mod m { pub const k: usize = 1; }\nuse m::k;\n",
        "let mut s = b; for n in 0..3 { s = match n { k => s * a, _ => s + a }; } s",
    ),
    (
        "a constant in the body",
        "",
        "const k: usize = 1; let mut s = b; for n in 0..3 { s = match n { k => s * a, _ => s + a }; } s",
    ),
    ("a constant in the body, of floats", "", "const k: f64 = 55.0; match a * b { k => b, t => t * a }"),
    ("a static in capitals and a binding", "", "let T = a * b; let U = T * T; match U { W => W * b }"),
    ("capitals in for", "", "let v = [a, b]; let mut s = 1.0; for T in &v { s = s * T; } s"),
    ("capitals in a tuple", "", "let (T, U) = (a * b, b); T * U * T"),
    ("capitals in if let", "", "let o = Some(a * b); if let Some(T) = o { T * T } else { b }"),
    (
        "a unit struct",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct unit;\n",
        "match (unit, a * b) { (unit, t) => t * t }",
    ),
    (
        "a unit struct in small letters that hides",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nenum Own { first(f64), empty }\nuse Own::*;\n",
        "let o = if a > 1.0 { first(a * b) } else { empty }; match o { empty => a * a, first(t) => t * b }",
    ),
    ("a guard that reads", "", "match a * b { t if t > 1.0 => t * t, t => t * b }"),
    ("let chains", "", "let o = Some(a * b); if let Some(t) = o && t > 1.0 { t * t } else { b * a }"),
    ("while let", "", "let mut v = vec![a, b]; let mut s = 1.0; while let Some(t) = v.pop() { s = s * t + b; } s"),
    ("let else with a tuple", "", "let o = Some((a * b, b)); let Some((t, u)) = o else { return b; }; t * u"),
    (
        "a range of constants",
        "const low: usize = 1;\nconst high: usize = 2;\n",
        "let mut s = b; for k in 0..4 { s = match k { low..=high => s * a, _ => s + a }; } s",
    ),
    ("parameters", "", "let f = |(t, u): (f64, f64)| t * t * u; f((a, b)) * a"),
    ("matches!", "", "let o = Some(a * b); if matches!(o, Some(t) if t > 1.0) { a * b } else { a * a * b }"),
    (
        "matches! with a constant",
        "const low: usize = 1;\n",
        "let mut s = b; for k in 0..3 { if matches!(k, low) { s = s * a; } else { s = s + a; } } s",
    ),
    ("assignment to a tuple", "", "let (mut t, mut u) = (a, b); (t, u) = (u * t, t); t * t * u"),
    (
        "assignment to a struct",
        "#[derive(Clone, Debug, PartialEq, Differentiable)]\nstruct Own { x: f64, y: f64 }\n",
        "let (mut t, mut u) = (a, b); Own { x: t, y: u } = Own { x: u * t, y: t }; t * t * u",
    ),
    ("assignment to a slice", "", "let (mut t, mut u) = (a, b); [t, u] = [u * t, t]; t * t * u"),
    ("assignment to nothing", "", "let (mut t, mut u) = (a, b); (t, _) = (u * t, t); _ = t; t * t * u"),
    ("box", "", "let t = Box::new(a * b); let u = *t; u * u"),
];

/// Every start with every way, and every pattern.
pub fn templates() -> Vec<Template> {
    let mut all = Vec::new();
    for Start { name, items, start, ways } in STARTS {
        for (way, give, read) in *ways {
            for (where_, around) in AROUND {
                let give = around.replace("{}", give);
                let text = format!(
                    "{items}#[differentiable(tangent)]\nfn subject(a: f64, b: f64) -> f64 {{ let f = a * b; {start} {give} let r: f64 = {read}; r }}\n"
                );
                all.push(Template { place: format!("start {name}, {way}{where_}"), kind: Kind::Ordinary, text });
            }
        }
    }
    for (title, items, body) in PATTERNS {
        let text = format!("{items}#[differentiable(tangent)]\nfn subject(a: f64, b: f64) -> f64 {{ {body} }}\n");
        all.push(Template { place: format!("pattern {title}"), kind: Kind::Ordinary, text });
    }
    all
}
