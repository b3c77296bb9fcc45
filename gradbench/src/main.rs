//! Answers the messages of a `GradBench` eval: `cargo run --release -p retrograde-gradbench`. With `measure`, it says instead what the
//! derivatives cost beside the functions.

use retrograde_gradbench::{measure, protocol};
use std::io::{stdin, stdout};
use std::time::Duration;

fn main() -> std::io::Result<()> {
    if std::env::args().nth(1).is_some_and(|argument| argument == "measure") {
        return measure::measure(Duration::from_millis(300), stdout().lock());
    }
    protocol::answer_all(stdin().lock(), stdout().lock())
}
