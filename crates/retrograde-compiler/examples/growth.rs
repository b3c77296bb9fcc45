//! Expands one function of a given size, for `cargo xtask cost`: how the time of the macro grows. `growth count updates 2000` expands a function
//! of 2000 updates.

use proc_macro2::TokenStream;
use retrograde_compiler::entry::{self, Entry};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [_, kind, size] = &args[..] else { panic!("growth count KIND SIZE") };
    let (entry, arguments, function) = function(kind, size.parse().expect("a size"));
    let tokens = |text: &str| text.parse::<TokenStream>().expect("tokens");
    let (arguments, function) = (tokens(arguments), tokens(&function));
    let started = Instant::now();
    let expansion = measured_region(entry, arguments, function);
    println!("{}", started.elapsed().as_secs_f64());
    assert!(!expansion.to_string().contains("compile_error"), "{expansion}");
}

/// Where instructions are counted.
#[inline(never)]
fn measured_region(entry: Entry, arguments: TokenStream, function: TokenStream) -> TokenStream {
    black_box(entry(arguments, function))
}

/// A function of a kind, and its attribute.
fn function(kind: &str, size: usize) -> (Entry, &'static str, String) {
    let lines = |count: usize, line: &dyn Fn(usize) -> String| (1..count).map(line).collect::<String>();
    let repeated = |line: &dyn Fn(usize) -> String| lines(size, line);
    let chain = repeated(&|k| format!("let a{k} = a{} * a{} + 1.0;", k - 1, k - 1));
    let last = size - 1;
    match kind {
        "locals, reversible" => {
            let body = format!("let a0 = x * x; {chain} *y += a{last};");
            (entry::reversible, "adjoint", format!("fn f(y: &mut f64, x: f64) {{ {body} }}"))
        }
        "locals, ordinary" => {
            let body = format!("let a0 = x * x; {chain} a{last}");
            (entry::differentiable, "", format!("fn f(x: f64) -> f64 {{ {body} }}"))
        }
        "updates, reversible" => {
            let body = repeated(&|k| format!("{} += x * {};", ["*y", "*z"][k % 2], ["*z", "*y"][k % 2]));
            (entry::reversible, "adjoint", format!("fn f(y: &mut f64, z: &mut f64, x: f64) {{ {body} }}"))
        }
        "updates, ordinary" => {
            let body = repeated(&|_| "y += x * y;".into());
            (entry::differentiable, "", format!("fn f(x: f64) -> f64 {{ let mut y = x; {body} y }}"))
        }
        "terms of a sum" => {
            let terms = repeated(&|k| format!(" + x * {k}.0"));
            (entry::differentiable, "", format!("fn f(x: f64) -> f64 {{ x{terms} }}"))
        }
        "elements of an array" => {
            let elements = repeated(&|k| format!("x * {k}.0, "));
            (entry::differentiable, "", format!("fn f(x: f64, k: usize) -> f64 {{ let a = [{elements} x]; a[k] }}"))
        }
        "locals in a loop" => {
            let body = format!("for v in xs {{ let a0 = x * v; {chain} s += a{last}; }}");
            (entry::differentiable, "", format!("fn f(x: f64, xs: &[f64]) -> f64 {{ let mut s = 0.0; {body} s }}"))
        }
        "locals restored" => {
            // Four statements each.
            let local = |k| format!("let mut a{k} = 0.0; a{k} += *y; *z += a{k} * x; a{k} -= *y; *y += x;");
            let body = lines(size / 4, &local);
            (entry::reversible, "adjoint", format!("fn f(y: &mut f64, z: &mut f64, x: f64) {{ {body} }}"))
        }
        "branches" => {
            let body = lines(size / 2, &|k| format!("if x > {k}.0 {{ *y += x * {k}.0; }}"));
            (entry::reversible, "adjoint", format!("fn f(y: &mut f64, x: f64) {{ {body} }}"))
        }
        "a 25th, nested" => {
            let inside = |inside: String, k| format!("if x > {k}.0 {{ {inside} }} else {{ x * {k}.0 }}");
            let body = (0..size / 25).fold("x".to_string(), inside);
            (entry::differentiable, "", format!("fn f(x: f64) -> f64 {{ {body} }}"))
        }
        other => panic!("no kind `{other}`"),
    }
}
