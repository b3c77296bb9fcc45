//! The crate that programs are compiled in: a module for each, with the program, the same without our attributes, and a function that compares
//! the two.

use super::programs::{Kind, Program, stripped};
use std::fmt::Write as _;
use std::path::Path;

pub fn manifest(library: &Path) -> String {
    format!(
        r#"[package]
name = "names"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
retrograde = {{ path = "{}", features = ["num-traits", "special"] }}
num-traits = "0.2"

[[bin]]
name = "plain"
path = "plain/main.rs"

[[bin]]
name = "whole"
path = "whole/main.rs"

[profile.dev]
debug = false
incremental = false

[profile.dev.build-override]
opt-level = 1

[profile.unchecked]
inherits = "dev"
debug-assertions = false
"#,
        library.display()
    )
}

/// The main file. Each program is run by itself, and a panic ends one of them.
pub fn main(numbers: &[usize], run: bool) -> String {
    let mut text = String::from("#![allow(warnings)]\n");
    for number in numbers {
        writeln!(text, "mod p{number};").expect("a string takes everything");
    }
    if !run {
        text.push_str("fn main() {}\n");
        return text;
    }
    text.push_str(CHECKS);
    text.push_str("fn main() {\n    std::panic::set_hook(Box::new(|_| {}));\n");
    for number in numbers {
        writeln!(text, "    report({number}, std::panic::catch_unwind(p{number}::compared));")
            .expect("a string takes everything");
    }
    text.push_str("}\n");
    text
}

/// A program without our attributes.
pub fn plain(program: &Program) -> String {
    format!("use retrograde::prelude::*;\n{}", stripped(&program.text))
}

/// A program, the same without our attributes, and the comparison.
pub fn module(program: &Program) -> String {
    let compare = match program.kind {
        Kind::Ordinary if program.text.contains("tangent)]\nfn subject") => {
            "crate::ordinary(without_attributes::subject, subject, |a, b| subject::value_and_gradient(a, b), |a, da, b, db| subject::tangent(a, da, b, db))"
        }
        Kind::Ordinary => {
            "crate::ordinary_reverse(without_attributes::subject, subject, |a, b| subject::value_and_gradient(a, b))"
        }
        Kind::Reversible => {
            "crate::reversible(without_attributes::subject, subject, |y, z, a, b| subject::inverse(y, z, a, b),
        |y, dy, z, dz, a, da, b, db| subject::adjoint(y, dy, z, dz, a, da, b, db),
        |y, dy, z, dz, a, da, b, db| subject::tangent(y, dy, z, dz, a, da, b, db))"
        }
        Kind::Own => {
            "crate::reversible(
        |y: &mut f64, z: &mut f64, a: f64, b: f64| { let mut o = without_attributes::Own { x: *y, y: *z }; without_attributes::subject(&mut o, a, b); (*y, *z) = (o.x, o.y); },
        |y: &mut f64, z: &mut f64, a: f64, b: f64| { let mut o = Own { x: *y, y: *z }; subject(&mut o, a, b); (*y, *z) = (o.x, o.y); },
        |y: &mut f64, z: &mut f64, a: f64, b: f64| { let mut o = Own { x: *y, y: *z }; subject::inverse(&mut o, a, b); (*y, *z) = (o.x, o.y); },
        |y: &mut f64, dy: &mut f64, z: &mut f64, dz: &mut f64, a, da: &mut f64, b, db: &mut f64| {
            let mut o = Own { x: *y, y: *z };
            let mut shadow = OwnShadow { x: *dy, y: *dz };
            subject::adjoint(&mut o, &mut shadow, a, da, b, db);
            (*y, *z, *dy, *dz) = (o.x, o.y, shadow.x, shadow.y);
        },
        |y: &mut f64, dy: &mut f64, z: &mut f64, dz: &mut f64, a, da: f64, b, db: f64| {
            let mut o = Own { x: *y, y: *z };
            let mut shadow = OwnShadow { x: *dy, y: *dz };
            subject::tangent(&mut o, &mut shadow, a, da, b, db);
            (*y, *z, *dy, *dz) = (o.x, o.y, shadow.x, shadow.y);
        })"
        }
    };
    format!(
        "use retrograde::prelude::*;\n{}\nmod without_attributes {{\nuse retrograde::prelude::*;\n{}\n}}\npub fn compared() -> Result<(), String> {{\n    {compare}\n}}\n",
        program.text,
        stripped(&program.text)
            .replace("fn subject", "pub fn subject")
            .replace("struct Own", "pub struct Own")
            .replace("{ x: f64, y: f64 }\nimpl", "{ pub x: f64, pub y: f64 }\nimpl"),
    )
}

/// The line from which on a module is not the program any more.
pub fn callers(program: &Program) -> u64 {
    2 + program.text.lines().count() as u64
}

const CHECKS: &str = r#"
fn report(number: usize, outcome: std::thread::Result<Result<(), String>>) {
    match outcome {
        Ok(Ok(())) => println!("{number} right"),
        Ok(Err(what)) => println!("{number} wrong {what}"),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned().or(panic.downcast_ref::<&str>().map(|text| text.to_string()));
            println!("{number} panic {}", text.unwrap_or_default().replace('\n', " "));
        }
    }
}

const POINTS: [(f64, f64); 4] = [(0.7, 1.3), (1.6, 0.45), (2.1, 1.7), (0.4, 0.6)];

fn agree(what: &str, found: f64, expected: f64, tolerance: f64) -> Result<(), String> {
    if (found - expected).abs() <= tolerance * expected.abs().max(1.0) || found.is_nan() && expected.is_nan() {
        Ok(())
    } else {
        Err(format!("{what}: {found}, not {expected}"))
    }
}

/// Central differences, extrapolated.
fn slope(f: impl Fn(f64) -> f64) -> f64 {
    let by = |h: f64| (f(h) - f(-h)) / (2.0 * h);
    (4.0 * by(1e-4) - by(2e-4)) / 3.0
}

/// The points at which a function has a value.
fn points(plain: &impl Fn(f64, f64) -> f64) -> Vec<(f64, f64)> {
    let value = |a, b| std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| plain(a, b)));
    POINTS.into_iter().filter(|(a, b)| value(*a, *b).is_ok_and(|value| !value.is_nan())).collect()
}

fn ordinary_reverse(
    plain: impl Fn(f64, f64) -> f64,
    subject: impl Fn(f64, f64) -> f64,
    reverse: impl Fn(f64, f64) -> (f64, (f64, f64)),
) -> Result<(), String> {
    for (a, b) in points(&plain) {
        let (by_a, by_b) = (slope(|h| plain(a + h, b)), slope(|h| plain(a, b + h)));
        agree("the function", subject(a, b), plain(a, b), 0.0)?;
        let (value, (da, db)) = reverse(a, b);
        agree("the value", value, plain(a, b), 1e-12)?;
        agree("the gradient with respect to a", da, by_a, 1e-6)?;
        agree("the gradient with respect to b", db, by_b, 1e-6)?;
    }
    Ok(())
}

fn ordinary(
    plain: impl Fn(f64, f64) -> f64,
    subject: impl Fn(f64, f64) -> f64,
    reverse: impl Fn(f64, f64) -> (f64, (f64, f64)),
    forward: impl Fn(f64, f64, f64, f64) -> (f64, f64),
) -> Result<(), String> {
    for (a, b) in points(&plain) {
        let expected = slope(|h| plain(a + h, b - 0.5 * h));
        let (value, tangent) = forward(a, 1.0, b, -0.5);
        agree("the value in forward mode", value, plain(a, b), 1e-12)?;
        agree("the tangent", tangent, expected, 1e-6)?;
    }
    ordinary_reverse(plain, subject, reverse)
}

fn reversible(
    plain: impl Fn(&mut f64, &mut f64, f64, f64),
    subject: impl Fn(&mut f64, &mut f64, f64, f64),
    inverse: impl Fn(&mut f64, &mut f64, f64, f64),
    adjoint: impl Fn(&mut f64, &mut f64, &mut f64, &mut f64, f64, &mut f64, f64, &mut f64),
    tangent: impl Fn(&mut f64, &mut f64, &mut f64, &mut f64, f64, f64, f64, f64),
) -> Result<(), String> {
    for (a, b) in POINTS {
        let (y, z) = (0.3, 1.2);
        let run = |y: f64, z: f64, a: f64, b: f64| { let (mut y, mut z) = (y, z); plain(&mut y, &mut z, a, b); (y, z) };
        let loss = |y: f64, z: f64, a: f64, b: f64| { let (y, z) = run(y, z, a, b); y + 0.6 * z };
        let (mut u, mut w) = (y, z);
        subject(&mut u, &mut w, a, b);
        let there = run(y, z, a, b);
        agree("the first", u, there.0, 1e-12)?;
        agree("the second", w, there.1, 1e-12)?;
        inverse(&mut u, &mut w, a, b);
        agree("the first, back again", u, y, 1e-9)?;
        agree("the second, back again", w, z, 1e-9)?;
        (u, w) = there;
        let (mut du, mut dw, mut da, mut db) = (1.0, 0.6, 0.0, 0.0);
        adjoint(&mut u, &mut du, &mut w, &mut dw, a, &mut da, b, &mut db);
        agree("the first, restored by the adjoint", u, y, 1e-9)?;
        agree("the second, restored by the adjoint", w, z, 1e-9)?;
        agree("the gradient with respect to the first", du, slope(|h| loss(y + h, z, a, b)), 1e-6)?;
        agree("the gradient with respect to the second", dw, slope(|h| loss(y, z + h, a, b)), 1e-6)?;
        agree("the gradient with respect to a", da, slope(|h| loss(y, z, a + h, b)), 1e-6)?;
        agree("the gradient with respect to b", db, slope(|h| loss(y, z, a, b + h)), 1e-6)?;
        let (mut u, mut w, mut tu, mut tw) = (y, z, 0.5, -0.25);
        tangent(&mut u, &mut tu, &mut w, &mut tw, a, 1.0, b, -0.5);
        agree("the first in forward mode", u, there.0, 1e-12)?;
        let direction = |h: f64| run(y + 0.5 * h, z - 0.25 * h, a + h, b - 0.5 * h);
        agree("the tangent of the first", tu, slope(|h| direction(h).0), 1e-6)?;
        agree("the tangent of the second", tw, slope(|h| direction(h).1), 1e-6)?;
    }
    Ok(())
}
"#;
