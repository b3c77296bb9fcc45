//! What is counted, and what of it cannot be.

use super::table::Table;

const REVERSIBLE_ROWS: &[&str] = &[
    "function",
    "for",
    "for ..=",
    "for rev",
    "step_by",
    "each",
    "while",
    "if",
    "if (,)",
    "else",
    "match",
    "ancilla",
    "ancilla use",
    "release!",
    "inverse!",
    "view",
    "convert!",
    "block",
];
const REVERSIBLE_COLUMNS: &[&str] = &[
    "+=",
    "-=",
    "^=",
    "acc +=",
    "let",
    "let mut",
    "let [,]",
    "let {,}",
    "block",
    "for",
    "for ..=",
    "for rev",
    "if",
    "else",
    "else if",
    "if (,)",
    "ancilla",
    "call",
    "inverse",
    "itself",
    "swap",
    "h()",
    "*=",
    "/=",
    "-x +=",
    "step_by",
    "each",
    "zip",
    "enum.",
    "each rev",
    "chunks",
    "while",
    "match",
    "uncompute!",
    "inverse!",
    "pack!",
    "release!",
    "let if",
    "let (,)",
    "view",
    "split",
    "fields",
    "f(a[..])",
    "broad.",
    "assert!",
    "F(x) +=",
    "push",
    "pop",
    "copy",
    "insert",
    "remove",
    "convert!",
    "p.f()",
    "p.f_inv.",
    "f {}()",
    "h(f {})",
    "let f {}",
    "Inverse",
    "Then",
    "fn in fn",
];
const ORDINARY_ROWS: &[&str] = &[
    "function", "for", "for ..=", "for rev", "step_by", "while", "loop", "each", "'a: {}", "if", "else", "match",
    "block", "if let", "wh. let", "closure",
];
const ORDINARY_COLUMNS: &[&str] = &[
    "=",
    "+=",
    "-=",
    "*=",
    "/=",
    "a[i] =",
    "let",
    "let mut",
    "let [,]",
    "let {,}",
    "let if",
    "block",
    "for",
    "for ..=",
    "for rev",
    "step_by",
    "if",
    "else",
    "else if",
    "call",
    "inverse",
    "h()",
    "while",
    "loop",
    "'a: for",
    "'a: {}",
    "match",
    "break",
    "break 'a",
    "contin.",
    "cont. 'a",
    "return",
    "each",
    "zip",
    "enum.",
    "each rev",
    "chunks",
    "cut",
    "|a| e",
    "|a| {}",
    "step(a)",
    "let vec",
    "v.push",
    "v.pop",
    "v.insert",
    "v.trunc.",
    "v.extend",
    "v.remove",
    "if let",
    "wh. let",
    "let (,)",
    "h()?",
    "let else",
    "match Some",
];
const EXPRESSION_ROWS: &[&str] = &[
    "update", "let", "range", "if", "argument", "index", "result", "if value", "+", "-", "*", "/", "%", "neg", "!",
    "&&", "||", "compare", "as", "method", "{ }", "match", "chain", "|a| e",
];
const EXPRESSION_COLUMNS: &[&str] = &[
    "literal", "x", "x[i]", "x.f", "x[i].f", "len", "+", "-", "*", "/", "%", "neg", "!", "&&", "||", "compare", "as",
    "h()", "sin", "cos", "exp", "tanh", "sqrt", "ln", "powi", "abs", "atan2", "hypot", "min", "max", "recip", "if",
    "{ }", "match", "chain", "f(a)",
];

/// Statements of reversible functions.
pub fn reversible() -> Table {
    Table::new("reversible", REVERSIBLE_ROWS, REVERSIBLE_COLUMNS, impossible_in_reversible)
}

/// Statements of ordinary functions.
pub fn ordinary() -> Table {
    Table::new("ordinary", ORDINARY_ROWS, ORDINARY_COLUMNS, impossible_in_ordinary)
}

/// Expressions.
pub fn expressions() -> Table {
    Table::new("expressions", EXPRESSION_ROWS, EXPRESSION_COLUMNS, impossible_in_expressions)
}

/// Forms of what is counted in another column too; it is enough that they are there.
const RARE: &[&str] = &[
    "h()?",
    "let else",
    "match Some",
    "zip",
    "enum.",
    "each rev",
    "chunks",
    "cut",
    "split",
    "fields",
    "f(a[..])",
    "broad.",
    "let if",
    "pack!",
    "p.f()",
    "p.f_inv.",
    "h(f {})",
    "|a| e",
    "|a| {}",
    "step(a)",
    "let vec",
    "v.push",
    "v.pop",
    "v.insert",
    "v.trunc.",
    "v.extend",
    "v.remove",
    "if let",
    "wh. let",
];

fn impossible_in_reversible(row: &str, column: &str) -> bool {
    if RARE.contains(&column) && row != "function" {
        return true;
    }
    // Parts of values, and what is declared, not written as a statement.
    if matches!(column, "Inverse" | "Then" | "fn in fn") && row != "function" {
        return true;
    }
    match row {
        // What is undone by running it backwards declares nothing, and changes no local that is merely dropped.
        "ancilla" | "inverse!" => {
            matches!(
                column,
                "let" | "let mut" | "let [,]" | "let {,}" | "let (,)" | "let f {}" | "block" | "acc +=" | "assert!"
            )
            // Of what it may change, both a stack and a number would have to be left.
            || matches!(column, "push" | "pop")
        }
        // A block that computes a value changes nothing outside, which leaves hardly anything for a function to hand on to itself.
        "block" => {
            matches!(column, "if (,)" | "swap" | "itself" | "*=" | "/=" | "F(x) +=")
                || matches!(column, "push" | "pop" | "copy" | "insert" | "remove" | "p.f()" | "p.f_inv." | "h(f {})")
        }
        // A function hands on to itself all that it may change; hardly ever is something left for the condition to watch.
        // And without any condition it would not end.
        // What is walked along, or has another name for a while, can hardly be handed on either.
        "if (,)" | "function" | "each" | "view" => column == "itself",
        _ => false,
    }
}

/// Blocks that are not always run, or over and over, are left early; others would end there.
fn impossible_in_ordinary(row: &str, column: &str) -> bool {
    // The step of a closure comes among its uses; little stands in the loop that uses up a list, and no `else if` where branches are few.
    if matches!(column, "step(a)" | "h()?")
        || row == "wh. let"
        || column == "else if" && matches!(row, "match" | "if let" | "each")
    {
        return true;
    }
    if RARE.contains(&column) && row != "function" && column != "let if" {
        return true;
    }
    matches!(column, "break" | "break 'a" | "contin." | "cont. 'a" | "return")
        && !matches!(row, "if" | "else" | "match" | "if let")
}

fn impossible_in_expressions(row: &str, column: &str) -> bool {
    let logical = matches!(column, "!" | "&&" | "||" | "compare");
    // Closures and chains are rare, so not everything is seen in them.
    if matches!(row, "chain" | "|a| e") {
        return !matches!(column, "literal" | "x" | "+" | "*" | "sin" | "cos" | "tanh");
    }
    if column == "f(a)" {
        return !matches!(row, "update" | "+" | "*" | "method");
    }
    match row {
        "!" | "&&" | "||" | "if" => !logical && column != "x",
        // Integers are made of little.
        "range" => !matches!(column, "literal" | "x" | "len"),
        "index" => !matches!(column, "literal" | "x" | "-" | "%"),
        "%" => !matches!(column, "literal" | "x" | "x[i]" | "x.f" | "x[i].f" | "len" | "+" | "-" | "*" | "neg" | "as"),
        "as" => !matches!(column, "x" | "x[i]" | "x.f" | "x[i].f"),
        "if value" => matches!(column, "len" | "%"),
        "argument" => false,
        _ => logical || matches!(column, "len" | "%"),
    }
}
