//! `cargo xtask cost`: what derived code costs beside code written by hand.
//!
//! The kernels and the clock are in `benches/`. Here they are built and run ([`measure`]), once on their own for times and
//! allocations and once a version under callgrind for instruction counts, and the results are laid out and judged ([`report`]).

mod measure;
mod report;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask cost [--quick]

  --quick   measure each kernel for a shorter time";

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    let seconds = match args {
        [] => 3.0,
        [flag] if flag == "--quick" => 0.3,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let kernels = match measure::all(seconds) {
        Ok(kernels) => kernels,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", report::table(&kernels));
    let verdicts = report::verdicts(&kernels);
    println!("{verdicts}");
    if verdicts.missed() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
