//! The tour: a few functions shown, transformed and run.
//!
//! The source on the screen is the text of a file that is also compiled into this program, and what is derived from it is made by
//! the compiler while the tour runs, so the tour cannot show anything but what it runs.

mod functions;

use crate::expand::{self, Function};
use crate::report::report;
use crate::style::Style;
use functions::{chained, faded, step, swing};
use retrograde::Inactive;
use std::fmt;
use std::io::{self, Write};

const SOURCE: &str = include_str!("tour/functions.rs");

/// The step again, with the angle changed too early, and with friction.
const MISTAKES: &str = "\
#[reversible]
fn step(q: &mut f64, p: &mut f64, dt: f64) {
    let force = -q.sin();
    *q += *p * dt;
    *p += force * dt;
    *p -= *p * 0.01;
}
";

/// Writes the tour to `out`.
pub fn tour(out: &mut dyn Write, style: Style) -> io::Result<()> {
    let mut tour = Tour { out, style, functions: expand::functions(SOURCE).expect("this file is compiled") };
    tour.function()?;
    tour.inverse()?;
    tour.adjoint()?;
    tour.ordinary()?;
    tour.mistakes()
}

struct Tour<'o> {
    out: &'o mut dyn Write,
    style: Style,
    functions: Vec<Function>,
}

impl Tour<'_> {
    fn function(&mut self) -> io::Result<()> {
        self.title("1. A function")?;
        self.say("It changes its arguments only in ways that can be undone.")?;
        self.code(written("step"))?;
        let (mut q, mut p) = (1.0, 0.0);
        step(&mut q, &mut p, 0.1);
        self.ran("(q, p) = (1.0, 0.0); step(&mut q, &mut p, 0.1)", pair(q, p))
    }

    fn inverse(&mut self) -> io::Result<()> {
        self.title("2. Its inverse")?;
        self.say("The statements in reverse order, each undone. `force` is computed again from the old `q`.")?;
        let inverse = self.derived("step", "inverse");
        self.code(inverse)?;
        let (mut q, mut p) = (1.0, 0.0);
        step(&mut q, &mut p, 0.1);
        step::inverse(&mut q, &mut p, 0.1);
        self.ran("step::inverse(&mut q, &mut p, 0.1)", pair(q, p))?;
        swing(&mut q, &mut p, 1e-3, 100_000);
        self.ran("a hundred thousand small steps", pair(q, p))?;
        swing::inverse(&mut q, &mut p, 1e-3, 100_000);
        self.ran("and back again, with nothing stored on the way", pair(q, p))
    }

    fn adjoint(&mut self) -> io::Result<()> {
        self.title("3. Its adjoint")?;
        self.say("The inverse, with gradients carried along: each statement is undone, and the gradient of what it")?;
        self.say("wrote is pulled back to what it read. `q_adj` is the gradient of `q`, and so on.")?;
        let adjoint = self.derived("step", "adjoint");
        self.code(adjoint)?;
        let (dt, steps) = (1e-3, 10_000);
        let last = |q0: f64| {
            let (mut q, mut p) = (q0, 0.0);
            swing(&mut q, &mut p, dt, steps);
            (q, p)
        };
        let (mut q, mut p) = last(1.0);
        let (mut q_adj, mut p_adj) = (1.0, 0.0);
        swing::adjoint(&mut q, &mut q_adj, &mut p, &mut p_adj, dt, Inactive, steps, Inactive);
        self.ran("d(last q) / d(first q) over 10000 steps", format_args!("{q_adj:.6}"))?;
        let h = 1e-6;
        let difference = (last(1.0 + h).0 - last(1.0 - h).0) / (2.0 * h);
        self.ran("by finite differences", format_args!("{difference:.6}"))
    }

    fn ordinary(&mut self) -> io::Result<()> {
        self.title("4. Ordinary functions")?;
        self.say("They may overwrite what they like. What the derivative reads and cannot compute again is saved.")?;
        let x = [0.1, 0.7, -0.4];
        self.code(written("faded"))?;
        self.say("The forward half of its gradient saves nothing:")?;
        let forward = self.forward_half("faded");
        self.code(forward)?;
        let (value, gradient) = faded::value_and_gradient(&x);
        self.ran("faded::value_and_gradient(&[0.1, 0.7, -0.4])", format_args!("{value:.4}, {gradient:.4?}"))?;
        self.say("")?;
        self.say("`chained` has `s = (s * 0.5 + x[i]).sin();` instead. Its derivative reads every `s`:")?;
        let forward = self.forward_half("chained");
        self.code(forward)?;
        let (value, gradient) = chained::value_and_gradient(&x);
        self.ran("chained::value_and_gradient(&[0.1, 0.7, -0.4])", format_args!("{value:.4}, {gradient:.4?}"))
    }

    fn mistakes(&mut self) -> io::Result<()> {
        self.title("5. Mistakes")?;
        self.say("What cannot be undone is an error at its place, with what to write instead.")?;
        self.code(MISTAKES)?;
        let wrong = expand::functions(MISTAKES).expect("it is Rust");
        for mistake in wrong.iter().filter_map(|function| function.expand(true).err()).flatten() {
            writeln!(self.out, "{}", report(&mistake, "step.rs", MISTAKES, self.style))?;
        }
        self.say("`retrograde expand --release FILE` shows what your own functions become. The README is the guide.")
    }

    fn title(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "\n{}", self.style.title(text))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    fn code(&mut self, text: impl fmt::Display) -> io::Result<()> {
        writeln!(self.out)?;
        for line in text.to_string().lines() {
            writeln!(self.out, "    {}", self.style.code(line))?;
        }
        writeln!(self.out)
    }

    /// What was done, and what came out.
    fn ran(&mut self, what: &str, result: impl fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{what:<50}{}", self.style.result(result))
    }

    fn expansion(&self, name: &str) -> syn::File {
        let function = self.functions.iter().find(|function| function.name() == name).expect("it is in the file");
        function.expand(true).unwrap_or_else(|mistakes| unreachable!("this file is compiled: {mistakes:?}"))
    }

    /// A function of the companion of `name`, as emitted.
    fn companion(&self, name: &str, derived: &str) -> syn::ImplItemFn {
        let items = self.expansion(name).items.into_iter().filter_map(|item| match item {
            syn::Item::Impl(item) => Some(item.items),
            _ => None,
        });
        let functions = items.flatten().filter_map(|item| match item {
            syn::ImplItem::Fn(item) => Some(item),
            _ => None,
        });
        functions.into_iter().find(|item| item.sig.ident == derived).expect("the companion has it")
    }

    /// Its source, less attributes.
    fn derived(&self, name: &str, derived: &str) -> String {
        let syn::ImplItemFn { vis, sig, block, .. } = self.companion(name, derived);
        prettyplease::unparse(&syn::parse_quote!(#vis #sig #block))
    }

    /// The statements of the pullback that run forwards: all but the closure at the end.
    fn forward_half(&self, name: &str) -> String {
        let mut block = self.companion(name, "pullback").block;
        block.stmts.pop();
        let text = prettyplease::unparse(&syn::parse_quote!(fn forward() #block));
        let body = text.trim_end().trim_end_matches('}').lines().skip(1);
        body.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
    }
}

/// Angle and momentum. What is left of rounding shows as zero, not as minus zero.
fn pair(q: f64, p: f64) -> String {
    let tidy = |x: f64| (x * 1e6).round() / 1e6 + 0.0;
    format!("q = {:.6}  p = {:.6}", tidy(q), tidy(p))
}

/// A function of the tour as it was written, from its attribute to its closing brace.
fn written(name: &str) -> &'static str {
    let signature = format!("pub fn {name}(");
    let at = SOURCE.find(&signature).expect("it is in the file");
    let start = SOURCE[..at].rfind("\n#[").map_or(0, |line| line + 1);
    let end = SOURCE[at..].find("\n}").map_or(SOURCE.len(), |length| at + length + 2);
    &SOURCE[start..end]
}
