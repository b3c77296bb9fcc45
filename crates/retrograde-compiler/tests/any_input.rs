//! Whatever an attribute is given, it returns: no panic, no overflow of the stack, no time that doubles with each level. `cargo xtask fuzz` looks for more.

use proc_macro2::TokenStream;
use retrograde_compiler::entry::ENTRIES;
use retrograde_compiler::{Level, Program, Value, Variant};
use std::time::{Duration, Instant};

/// What an entry makes of an item, on a stack like that of rustc.
fn expand(entry: &str, arguments: &str, item: &str) -> String {
    let (_, entry) = ENTRIES.into_iter().find(|(name, _)| *name == entry).expect("an entry");
    let (arguments, item) = (arguments.to_string(), item.to_string());
    let run = move || {
        let tokens = |text: &str| text.parse::<TokenStream>().expect("tokens");
        entry(tokens(&arguments), tokens(&item)).to_string()
    };
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

/// Whether something can stand in a file, or is a method, which can stand in an `impl`. How deep it is does not matter here.
fn is_rust(output: &str) -> bool {
    let is_rust = || {
        syn::parse_str::<syn::File>(output).is_ok()
            || syn::parse_str::<syn::Item>(&format!("impl T {{ {output} }}")).is_ok()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, is_rust);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// The error that something is refused with.
fn refused(entry: &str, item: &str) -> String {
    let output = expand(entry, "", item);
    assert!(output.contains("compile_error"), "{output}");
    output
}

fn accepted(entry: &str, item: &str) {
    let output = expand(entry, "", item);
    assert!(!output.contains("compile_error") && is_rust(&output), "{output}");
}

/// The value of an ordinary function of one number, as the interpreter finds it.
fn value(function: &str, x: f64) -> f64 {
    let source = format!("{function} #[reversible] fn f(y: &mut f64, x: f64) {{ *y += value(x); }}");
    let program = Program::parse(&source).unwrap_or_else(|found| panic!("{}", found[0]));
    let after = program.run("f", Variant::FORWARD, Level::Plain, vec![Value::Float(0.0), Value::Float(x)]);
    let Value::Float(value) = after.expect("a run")[0] else { panic!("a number") };
    value
}

#[test]
fn a_question_inside_of_a_question() {
    let functions = "
        #[differentiable] fn half(x: f64) -> Option<f64> { if x > 0.0 { Some(x / 2.0) } else { None } }
        #[differentiable] fn twice(x: f64) -> Option<f64> { let a = Some(Some(half(x)?)?)?; Some(a + half(half(a)?)?) }
        #[differentiable] fn value(x: f64) -> f64 { match twice(x) { Some(v) => v, None => -1.0 } }";
    assert!((value(functions, 8.0) - 5.0).abs() < 1e-12);
    assert!((value(functions, -8.0) + 1.0).abs() < 1e-12);
    accepted("differentiable", "fn f(x: f64) -> Option<f64> { let a = g(x)? ?; Some(a) }");
    accepted("differentiable", "fn f(x: f64) -> Option<f64> { let a = g(if x > 0.0 { h(x)? } else { x })?; Some(a) }");
}

#[test]
fn an_interpolated_expression_stays_whole() {
    // An operand of a comparison, a receiver and the end of a block, as they are written by the passes.
    for value in ["x - 1.0", "-x", "{ x } * 2.0", "if x > 0.0 { x } else { 1.0 }", "x as f64"] {
        accepted(
            "differentiable",
            &format!("fn f(x: f64) -> f64 {{ Some({value}).map(|v| {value}).unwrap_or({value}) }}"),
        );
        accepted(
            "differentiable",
            &format!("fn f(x: f64, a: &[f64]) -> f64 {{ a.iter().map(|a| {value} + a).sum::<f64>() }}"),
        );
    }
    let functions = "#[differentiable] fn value(x: f64) -> f64 {
        match Some(x + 1.0).map(|v| { v } * 2.0) { Some(v) => v, None => x }
    }";
    let found = value(functions, 3.0);
    assert!((found - 8.0).abs() < 1e-12);
}

#[test]
fn what_rustc_would_report_is_no_panic() {
    for item in [
        "fn f(x: &[f64]) -> f64 { x.iter().map(|v| v * v).sum - () }",
        "fn f(x: f64) -> f64 { x.iter().collect }",
        "fn f(self, v: &mut Var) { if self(v) { } }",
        "fn f(x: f64) -> f64 { if let 1 | 2 = x { return x } else { break } }",
        "fn f(x: f64) -> f64 { let (a | b) = x? else { return }; a }",
        "fn f(x: f64) -> f64 { x.iter().max_by(|a, b| a < b).unwrap() }",
        "fn f(x: f64) -> f64 { for v in |w| w { v = v = x; } loop { break break x } }",
    ] {
        let output = expand("differentiable", "", item);
        assert!(output.contains("fn f") && is_rust(&output), "the function stands: {output}");
    }
}

#[test]
fn a_method_of_a_trait_that_returns_nothing() {
    let output = refused("differentiable", "trait Moves { #[differentiable] fn shift(self, x: f64); }");
    assert!(output.contains("give it a return type"), "{output}");
}

#[test]
fn what_is_put_together_is_no_operand() {
    let output = expand("differentiable", "tangent", "fn f(x: f64) -> f64 { Ok(x) as f64 }");
    assert!(output.contains("compile_error") && is_rust(&output), "{output}");
}

#[test]
fn what_is_safe_is_statements() {
    assert!(is_rust(&refused("reversible", "fn f(y: &mut f64, x: f64) { safe!(,) }")));
    accepted("reversible", "fn f(y: &mut f64, x: f64) { safe! { assert!(x > 0.0); let z = x; } *y += x; }");
}

#[test]
fn no_variant_is_called_self() {
    let output =
        expand("differentiable", "", "fn f(s: S, x: f64) -> f64 { match s { S::Self { v, .. } => v * x, _ => x } }");
    assert!(is_rust(&output), "{output}");
}

#[test]
fn a_type_parameter_without_a_name() {
    let output = refused("differentiable", "fn f<_>(x: f64) -> f64 { x }");
    assert!(output.contains("a type parameter needs a name"), "{output}");
}

#[test]
fn a_field_without_a_name() {
    for entry in ["Differentiable", "Plain"] {
        for item in ["struct S { x: f64, _: f64 }", "enum E { A { _: f64 } }"] {
            assert!(refused(entry, item).contains("a field needs a name"));
        }
        assert!(refused(entry, "struct S { x: f64 + }").contains("expected a type"));
    }
}

/// `inner` so many times inside of `around`, at `@`.
fn nested(around: &str, inner: &str, levels: usize) -> String {
    let (before, after) = around.split_once('@').expect("a place for it");
    format!("{}{inner}{}", before.repeat(levels), after.repeat(levels))
}

/// Every construct that others may be in: the attribute, the function, what is nested, and its innermost part.
const CONSTRUCTS: [(&str, &str, &str, &str); 31] = [
    ("differentiable", VALUE, "(@)", "x"),
    ("differentiable", VALUE, "-@", "x"),
    ("differentiable", VALUE, "x + (@)", "x"),
    ("differentiable", VALUE, "g(@)", "x"),
    ("differentiable", VALUE, "@.sin()", "x"),
    ("differentiable", VALUE, "if c { @ } else { x }", "x"),
    ("differentiable", VALUE, "if c { x } else { @ }", "x"),
    ("differentiable", VALUE, "match c { true => @, false => x }", "x"),
    ("differentiable", VALUE, "{ @ }", "x"),
    ("differentiable", VALUE, "{ let v = @; v * x }", "x"),
    ("differentiable", VALUE, "{ let f = |v: f64| v * @; f(x) }", "x"),
    ("differentiable", VALUE, "(@, x).0", "x"),
    ("differentiable", VALUE, "S { x: @ }.x", "x"),
    ("differentiable", VALUE, "[@, x][0]", "x"),
    ("differentiable", VALUE, "{ let mut s = 0.0; for i in 0..3 { s += @; } s }", "x"),
    ("differentiable", VALUE, "{ let mut s = 0.0; while s < 3.0 { s += @; } s }", "x"),
    ("differentiable", VALUE, "loop { break @; }", "x"),
    ("differentiable", VALUE, "'a: { if c { break 'a x; } @ }", "x"),
    ("differentiable", VALUE, "[x].iter().map(|v| v * @).sum::<f64>()", "x"),
    ("differentiable", VALUE, "Some(@).map(|v| v * x).unwrap_or(0.0)", "x"),
    ("differentiable", OPTION, "Some(@)?", "x"),
    ("differentiable", OPTION, "@?", "g(x)"),
    ("differentiable", OPTION, "{ let Some(v) = Some(@) else { return None }; v }", "x"),
    ("reversible", CHANGE, "if c { @ }", "*y += x;"),
    ("reversible", CHANGE, "for i in 0..3 { @ }", "*y += x;"),
    ("reversible", CHANGE, "{ let mut k = 0; while (k < 3, k > 0) { k += 1; @ } }", "*y += x;"),
    ("reversible", CHANGE, "{ @ }", "*y += x;"),
    ("reversible", CHANGE, "inverse! { @ }", "*y += x;"),
    ("reversible", CHANGE, "uncompute! { @ }", "*y += x;"),
    ("differentiable", "fn f(x: @) -> f64 { 1.0 }", "Option<@>", "f64"),
    ("Differentiable", "struct S { x: @ }", "Option<@>", "f64"),
];
const VALUE: &str = "fn f(x: f64, c: bool) -> f64 { @ }";
const OPTION: &str = "fn f(x: f64, c: bool) -> Option<f64> { let a = @; Some(a) }";
const CHANGE: &str = "fn f(y: &mut f64, x: f64, c: bool) { @ }";

#[test]
fn the_time_does_not_double_with_each_level() {
    for (entry, item, around, inner) in CONSTRUCTS {
        let mut taken = Vec::new();
        for levels in [2, 4, 8, 16] {
            let item = item.replacen('@', &nested(around, inner, levels), 1);
            let started = Instant::now();
            expand(entry, "", &item);
            taken.push(started.elapsed());
            // What doubles takes 256 times as long with eight more levels.
            let limit = Duration::from_secs(20);
            assert!(started.elapsed() < limit, "{around}, {levels} levels: {taken:?}");
        }
        let (eight, sixteen) = (taken[2].max(Duration::from_millis(50)), taken[3]);
        assert!(sixteen < eight * 60, "{around}: {taken:?}");
    }
}

#[test]
fn choices_within_choices_are_not_computed_again_at_each_level() {
    let length = |levels: usize| {
        let choice = |inner: String, k| format!("if x > {k}.0 {{ let b = {inner}; b * x }} else {{ x }}");
        let value = (0..levels).fold("x".to_string(), choice);
        expand("differentiable", "", &format!("fn f(x: f64) -> f64 {{ {value} }}")).len()
    };
    assert!(length(80) < 5 * length(40) / 2);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    for (entry, item, around, inner) in CONSTRUCTS {
        for levels in [350, 2000] {
            let item = item.replacen('@', &nested(around, inner, levels), 1);
            let started = Instant::now();
            let output = refused(entry, &item);
            assert!(started.elapsed() < Duration::from_secs(20), "{around}, {levels} levels");
            assert!(output.contains("nested too deeply"), "{around}, {levels} levels: {output:.300}");
        }
    }
}

#[test]
fn early_exits_one_after_another_have_an_end() {
    for exit in ["let a = g(x)?;", "if c { return None; }", "let Some(a) = g(x) else { return None };"] {
        let output = refused(
            "differentiable",
            &format!("fn f(x: f64, c: bool) -> Option<f64> {{ {} Some(x) }}", exit.repeat(250)),
        );
        assert!(output.contains("too many early exits") || output.contains("nested too deeply"), "{exit}");
    }
}

#[test]
fn what_is_nested_less_deeply_fits_on_the_stack() {
    for (entry, item, around, inner, levels) in [
        ("differentiable", VALUE, "(@)", "x", 190),
        ("differentiable", VALUE, "-@", "x", 190),
        ("differentiable", VALUE, "x + (@)", "x", 95),
        ("differentiable", VALUE, "g(@)", "x", 190),
        ("differentiable", VALUE, "@.sin()", "x", 190),
        ("differentiable", VALUE, "{ @ }", "x", 95),
        ("differentiable", VALUE, "if c { @ } else { x }", "x", 30),
        ("reversible", CHANGE, "if c { @ }", "*y += x;", 95),
        ("reversible", CHANGE, "{ @ }", "*y += x;", 95),
    ] {
        accepted(entry, &item.replacen('@', &nested(around, inner, levels), 1));
    }
}

#[test]
fn long_sums_are_fine() {
    for terms in [150, 2000] {
        for term in [" + x", " - x * x", " * x / 2.0", " + g(x) * x.sin()"] {
            accepted("differentiable", &format!("fn f(x: f64) -> f64 {{ x{} }}", term.repeat(terms)));
            accepted("reversible", &format!("fn f(y: &mut f64, x: f64) {{ *y += x{}; }}", term.repeat(terms)));
        }
        accepted(
            "differentiable",
            &format!("fn f(x: f64) -> f64 {{ if x > 0.0{} {{ x }} else {{ 0.0 }} }}", " && x.is_nan()".repeat(terms)),
        );
        accepted("differentiable", &format!("fn f(x: f64) -> f64 {{ const K: usize = 1{}; x }}", " + 1".repeat(terms)));
    }
    let output =
        expand("differentiable", "", &format!("fn f(x: f64) -> f64 {{ let part1 = x; part1{} }}", " + x".repeat(250)));
    assert!(
        output.contains("let part2 = part1 + x + x") && output.contains("let part3 = part2 + x + x"),
        "{output:.300}"
    );
}

#[test]
fn sums_that_stay_deep_are_refused() {
    for item in [
        format!("fn f(x: f64) -> f64 {{ assert!(x{} > 0.0); x }}", " + x".repeat(2000)),
        format!("fn f(x: f64) -> f64 {{ x{} }}", " = x".repeat(2000)),
        format!("fn f(x: f64) -> f64 {{ x{} }}", " += x".repeat(2000)),
        format!("fn f(x: f64) -> f64 {{ {}x{} }}", "(x - ".repeat(2000), ")".repeat(2000)),
        format!("fn f(x: f64) -> f64 {{ let f = {} x; x }}", "|v| ".repeat(2000)),
        format!(
            "fn f(x: f64) -> f64 {{ if let Some(a) = g(){} {{ x }} else {{ x }} }}",
            " && let Some(a) = g()".repeat(2000)
        ),
    ] {
        let output = expand("differentiable", "", &item);
        assert!(output.contains("nested too deeply"), "{output:.300}");
    }
}
