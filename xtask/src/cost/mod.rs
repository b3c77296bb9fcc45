//! `cargo xtask cost`: what derived code costs beside code written by hand.
//!
//! The kernels and the clock are in `benches/`. Here they are built and run ([`measure`]), once on their own for times and
//! allocations and once a version under callgrind for instruction counts. So are the constructs of the language, all of them
//! together ([`constructs`]). What it costs to compile all this is measured too ([`code`]), and how the time of
//! the macros grows with what they expand ([`growth`]). The results are laid out and judged
//! (`report`).

mod code;
mod constructs;
mod growth;
mod measure;
mod report;

use std::process::ExitCode;

const USAGE: &str = "cargo xtask cost [--quick]

  --quick   measure each kernel for a shorter time";

/// How often kernels are measured again before a miss counts.
const RETRIES: usize = 2;

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
    match report(seconds) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn report(seconds: f64) -> Result<ExitCode, String> {
    let (binary, libraries) = measure::build()?;
    if !measure::can_count() {
        println!("no instruction counts: valgrind is not installed");
    }
    let mut kernels = measure::kernels(&binary, seconds)?;
    // Constructs are many and small.
    let constructs = constructs::all(&binary, seconds / 10.0)?;
    let code = code::measure(&libraries)?;
    let growth = growth::measure()?;
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
    println!("{}\n", report::constructs_table(&constructs));
    println!("{}\n", report::code_table(&code));
    println!("{}\n", growth::table(&growth));
    println!("{verdicts}{}", growth::verdict(&growth));
    let missed = verdicts.missed() || growth.iter().any(growth::Growth::missed);
    Ok(if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
