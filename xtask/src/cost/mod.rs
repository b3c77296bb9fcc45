//! `cargo xtask cost`: what derived code costs beside code written by hand.
//!
//! The kernels and the clock are in `benches/`. Here they are built and run ([`measure`]), once on their own for times and
//! allocations and once a version under callgrind for instruction counts. So are the constructs of the language, all of them
//! together ([`constructs`]). What it costs to compile all this is measured too ([`code`], [`tokens`]), and how the time of
//! the macros grows with what they expand ([`growth`]). The results are laid out and judged
//! (`report`).

mod code;
mod constructs;
mod growth;
mod measure;
mod report;
mod tokens;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask cost [--quick | --tokens]

  --quick    measure each kernel for a shorter time
  --tokens   only count what is emitted, and how long rustc checks it";

/// How often kernels are measured again before a miss counts.
const RETRIES: usize = 2;

/// Runs the command with its arguments.
pub fn main(args: &[String]) -> ExitCode {
    let seconds = match args {
        [] => 3.0,
        [flag] if flag == "--quick" => 0.3,
        [flag] if flag == "--tokens" => return finished(emitted()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    finished(report(seconds))
}

fn finished(result: Result<bool, String>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints how much is emitted, and whether that is within the limit.
fn emitted() -> Result<bool, String> {
    let packages = tokens::measure()?;
    println!("{}\n", tokens::table(&packages));
    Ok(tokens::is_within(&packages))
}

/// Whether every limit is kept.
fn report(seconds: f64) -> Result<bool, String> {
    let (binary, libraries) = measure::build()?;
    if !measure::can_count() {
        println!("no instruction counts: valgrind is not installed");
    }
    let mut kernels = measure::kernels(&binary, seconds)?;
    // Constructs are many and small.
    let constructs = constructs::all(&binary, seconds / 10.0)?;
    let code = code::measure(&libraries)?;
    let growth = growth::measure(seconds < 1.0)?;
    let mut verdicts = report::verdicts(&kernels, &constructs, &code);
    // What else the machine does makes a time longer, never shorter.
    for _ in 0..RETRIES {
        if !verdicts.missed() {
            break;
        }
        measure::again(&binary, seconds, &mut kernels)?;
        verdicts = report::verdicts(&kernels, &constructs, &code);
    }
    println!("{}\n", report::table(&kernels));
    println!("{}\n", report::ordinary_table(&kernels));
    println!("{}\n", report::small_table(&kernels));
    println!("{}\n", report::constructs_table(&constructs));
    println!("{}\n", report::code_table(&code));
    println!("{}\n", growth::table(&growth));
    let emitted = emitted()?;
    println!("{verdicts}{}", growth::verdict(&growth));
    Ok(emitted && !verdicts.missed() && !growth.iter().any(growth::Growth::missed))
}
