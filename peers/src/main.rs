//! Retrograde beside other tools: the problems of GradBench and of the papers, computed by all of them in one process, one after the other
//! in turns, so that whatever slows the machine down slows all of them. Prints a JSON object a line; `cargo xtask bench` makes a report of
//! them.

mod by_hand;
mod gradbench;
mod limits;
mod measure;
mod number;
mod outside;
mod papers;
mod programs;
mod tools;
mod ways;

use limits::{Context, left_out};
use outside::outside;
use serde_json::json;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A problem of one size, to be made, measured and forgotten, as some take much memory.
struct Task {
    eval: &'static str,
    run: Run,
}

type Run = Box<dyn FnOnce(&Context)>;

fn task(eval: &'static str, run: impl FnOnce(&Context) + 'static) -> Task {
    Task { eval, run: Box::new(run) }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (options, evals): (Vec<&str>, Vec<&str>) =
        args.iter().map(String::as_str).partition(|arg| arg.starts_with('-'));
    let full = options == ["--full"];
    let mut tasks = gradbench::tasks(full);
    tasks.extend(papers::tasks(full));
    let unknown = |eval: &&str| !tasks.iter().any(|task| task.eval == *eval);
    if !full && !options.is_empty() || evals.iter().any(unknown) {
        eprintln!("retrograde-peers [--full] [EVAL ...]");
        std::process::exit(2);
    }
    tasks.retain(|task| evals.is_empty() || evals.contains(&task.eval));
    let budget = Duration::from_millis(if full { 3000 } else { 400 });
    println!("{}", json!({ "begin": { "processor": processor(), "cases": tasks.len() } }));
    let context = Context::new(outside(), budget);
    for Task { eval, run } in tasks {
        // What goes wrong in one case has been said, and ends no other.
        if catch_unwind(AssertUnwindSafe(|| run(&context))).is_err() {
            left_out("all tools", eval, "a case has failed");
        }
    }
}

/// The name of the processor, where the system tells.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or("unknown", |(_, name)| name.trim()).to_owned()
}
