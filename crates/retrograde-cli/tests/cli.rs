//! The command as a user runs it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn retrograde(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_retrograde")).args(arguments).output().expect("the binary runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// A source file for one test.
fn file(name: &str, source: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, source).expect("writable");
    path
}

#[test]
fn the_tour_shows_and_runs() {
    let output = retrograde(&["tour"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for expected in [
        // the source, its inverse and its adjoint
        "    *p += force * dt;",
        "    *p -= force * dt;",
        "add(p_adj, get(q_adj) * dt);",
        // numbers: a step, back again, a gradient and its check
        "q = 0.991585  p = -0.084147",
        "q = 1.000000  p = 0.000000",
        // without and with a tape
        "saves nothing",
        "Short::new(",
        // mistakes
        "error: the right side reads `*p`",
        " --> step.rs:6:",
        "error: `force` cannot be computed again on the way back",
        " --> step.rs:3:9",
        "  |         ^^^^^",
    ] {
        assert!(text.contains(expected), "`{expected}` is missing in\n{text}");
    }
    assert!(!text.contains("::retrograde::"), "the prefix is left out");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    assert!(!text.contains("-0.000000"));
    let of = |what: &str| text.lines().find_map(|line| line.strip_prefix(what)).map(str::trim);
    assert_eq!(of("d(last q) / d(first q) over 10000 steps"), of("by finite differences"));
    assert!(text.lines().count() < 135, "the tour is short: {} lines", text.lines().count());
}

#[test]
fn expand_prints_source() {
    let path = file(
        "square.rs",
        "#[reversible(adjoint)]\nfn square(y: &mut f64, x: f64) {\n    *y += x * x;\n}\nfn other() {}\n",
    );
    let output = retrograde(&["expand", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for expected in
        ["fn square(y: &mut f64, x: f64) {", "struct square {}", "fn inverse(", "*y -= x * x;", "fn adjoint<"]
    {
        assert!(text.contains(expected), "`{expected}` is missing in\n{text}");
    }
    assert!(!text.contains("fn other"));
}

#[test]
fn expand_can_leave_out_the_checks_of_debug_builds() {
    let source = "mod inner {\n#[retrograde::reversible]\nfn f(y: &mut f64, x: f64) { let t = x * x; *y += t; }\n}\n";
    let path = file("checks.rs", source);
    let with = retrograde(&["expand", path.to_str().unwrap(), "f"]);
    assert!(stdout(&with).contains("debug_assertions"), "{}", stdout(&with));
    let without = retrograde(&["expand", "--release", path.to_str().unwrap(), "f"]);
    assert!(without.status.success() && !stdout(&without).contains("debug_assertions"), "{}", stdout(&without));
}

#[test]
fn expand_shows_the_form_after_a_pass() {
    let path = file(
        "passes.rs",
        "#[reversible(adjoint)]\nfn f(y: &mut f64, x: f64) { let t = x * x; *y += t; }\n#[differentiable]\nfn g(x: f64) -> f64 { x.sin() }\n",
    );
    let path = path.to_str().expect("text");
    let checked = retrograde(&["expand", "--pass", "check", path, "f"]);
    assert!(checked.status.success(), "{}", stderr(&checked));
    assert!(stdout(&checked).contains("forget t {"), "{}", stdout(&checked));
    let all = retrograde(&["expand", "--pass", "all", path]);
    for pass in ["== parse", "== adjoint, liveness", "== tape"] {
        assert!(stdout(&all).contains(pass), "`{pass}` is missing in\n{}", stdout(&all));
    }
    let unknown = retrograde(&["expand", "--pass", "tape", path, "f"]);
    assert!(stderr(&unknown).contains("there is no pass `tape` here; there are `parse`, `check`"));
    assert!(!unknown.status.success());
    assert!(stderr(&retrograde(&["expand", path, "--pass"])).contains("needs the name of a pass"));
    assert!(stderr(&retrograde(&["expand", "--release", "--pass", "check", path])).contains("leave out `--release`"));
}

#[test]
fn expand_reports_every_mistake_at_its_token() {
    let source = "\
#[reversible]
fn good(y: &mut f64) { *y += 1.0; }
#[reversible]
fn bad(y: &mut f64, x: f64) {
    *y = x;
    *y %= x;
}
#[differentiable]
fn worse(x: f64) -> f64 { x.next_up() }
";
    let path = file("bad.rs", source);
    let output = retrograde(&["expand", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("fn good"));
    let text = stderr(&output);
    for expected in [
        "bad.rs:5:8\n",
        "5 |     *y = x;\n  |        ^\n",
        "bad.rs:6:8\n",
        "bad.rs:9:29\n",
        "`next_up` has no derivative rule",
    ] {
        assert!(text.contains(expected), "`{expected}` is missing in\n{text}");
    }
    let output = retrograde(&["expand", path.to_str().unwrap(), "good"]);
    assert!(output.status.success(), "the others were not asked for");
}

#[test]
fn expand_knows_the_rules_of_users() {
    let source = "\
#[derivative(x.cos())]
fn sine(x: f64) -> f64 { x.sin() }
#[retrograde::pullback(norm_back)]
fn norm(x: &[f64]) -> f64 { x.iter().map(|x| x * x).sum::<f64>().sqrt() }
#[primitive(inverse = flip)]
fn flip(x: &mut f64) { *x = 1.0 / *x; }
";
    let path = file("rules.rs", source);
    let output = retrograde(&["expand", "--release", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    for expected in ["let partial: f64 = x.cos();", "norm_back::<W, K0>", "struct flip {}", "fn inverse(x: &mut f64)"] {
        assert!(text.contains(expected), "`{expected}` is missing in\n{text}");
    }
    let path = file("wrong_rules.rs", "#[derivative(1.0, 2.0)]\nfn sine(x: f64) -> f64 { x.sin() }\n");
    let output = retrograde(&["expand", path.to_str().unwrap()]);
    assert!(stderr(&output).contains("wrong_rules.rs:1:19\n"), "{}", stderr(&output));
}

#[test]
fn expand_says_why_it_cannot() {
    let output = retrograde(&["expand", "no-such-file.rs"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("cannot read `no-such-file.rs`"));

    let path = file("syntax.rs", "fn f( {}\n");
    let output = retrograde(&["expand", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("syntax.rs:1:"), "{}", stderr(&output));

    let path = file("plain.rs", "#[reversible]\nfn f(y: &mut f64) { *y += 1.0; }\n");
    let output = retrograde(&["expand", path.to_str().unwrap(), "g"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("has no function called `g` with an attribute"));
}

#[test]
fn help_and_version() {
    for arguments in [["--help"], ["-h"]] {
        let output = retrograde(&arguments);
        assert!(output.status.success());
        assert!(stdout(&output).contains("Usage: retrograde <command>"));
    }
    assert_eq!(stdout(&retrograde(&["--version"])), format!("retrograde {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_it_does_not_know_is_an_error() {
    for (arguments, expected) in [
        (&["turo"][..], "unknown command `turo`"),
        (&[], "no command given"),
        (&["tour", "now"], "unexpected argument `now`"),
        (&["tour", "--fast"], "unknown option `--fast` of `tour`"),
        (&["expand"], "`expand` needs a file"),
        (&["expand", "a", "b", "c"], "unexpected argument `c`"),
    ] {
        let output = retrograde(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}
