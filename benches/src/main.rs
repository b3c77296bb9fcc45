//! What derived code costs beside code written by hand. `cargo xtask cost` runs this program and makes a table of what it prints:
//!
//! - `retrograde-cost time SECONDS [KERNEL ..]` measures each kernel, or those named, for so long, and prints for each of its versions a line with the
//!   kernel, whether its adjoint needs a forward run before it, how many times the adjoint by hand the derived one may cost, its operations
//!   and iterations, the version, nanoseconds, allocations and bytes, separated by tabs;
//! - `retrograde-cost count KERNEL VERSION` runs one version once for callgrind to count its instructions;
//! - `retrograde-cost time-constructs SECONDS` measures each construct for so long, and prints for each a line with its name, whether
//!   it should cost what plain Rust costs, and the nanoseconds of plain Rust, of ours and of the inverse;
//! - `retrograde-cost count-constructs` runs these three once for each construct, in the same order.

mod construct;
mod constructs;
mod kernel;
mod kernels;
mod measure;
mod ordinary;
mod small;

use construct::Task;
use std::process::ExitCode;
use std::time::Duration;

const USAGE: &str = "retrograde-cost time SECONDS [KERNEL ..]
retrograde-cost count KERNEL VERSION
retrograde-cost time-constructs SECONDS
retrograde-cost count-constructs";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["time", seconds, ref named @ ..] => {
            let budget = budget(seconds);
            for entry in all().filter(|entry| named.is_empty() || named.contains(&entry.name)) {
                (entry.check)();
                (entry.measure)(budget);
            }
        }
        ["count", kernel, version] => {
            let entry = all().find(|entry| entry.name == kernel).expect("the name of a kernel");
            (entry.count)(version);
        }
        ["time-constructs", seconds] => {
            let budget = budget(seconds);
            for construct in constructs::ALL.into_iter().flatten() {
                construct(Task::Check);
                construct(Task::Time(budget));
            }
        }
        ["count-constructs"] => {
            for construct in constructs::ALL.into_iter().flatten() {
                construct(Task::Count);
            }
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// All kernels, in the order of the tables.
fn all() -> impl Iterator<Item = measure::Entry> {
    kernels::ALL.into_iter().chain(ordinary::ALL).chain(small::ALL)
}

fn budget(seconds: &str) -> Duration {
    Duration::from_secs_f64(seconds.parse().expect("a number of seconds"))
}
