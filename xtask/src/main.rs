//! Development tasks: `cargo xtask <task>`.

mod bench;
mod cost;
mod fuzz;
mod names;
mod random;
mod rng;
mod wild;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask <task>

  bench    Retrograde beside other tools, with a report: see `cargo xtask bench --help`
  cost     what derived code costs beside code by hand: `cargo xtask cost [--quick]`
  fuzz     expand broken code: see `cargo xtask fuzz --help`
  names    give every name that the compiler knows to something else: see `cargo xtask names --help`
  random   check random programs: see `cargo xtask random --help`
  wild     differentiate functions of published crates: see `cargo xtask wild --help`";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((task, rest)) if task == "bench" => bench::main(rest),
        Some((task, rest)) if task == "cost" => cost::main(rest),
        Some((task, rest)) if task == "fuzz" => fuzz::main(rest),
        Some((task, rest)) if task == "names" => names::main(rest),
        Some((task, rest)) if task == "random" => random::main(rest),
        Some((task, rest)) if task == "wild" => wild::main(rest),
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}
