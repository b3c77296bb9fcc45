//! Answers the messages of a `GradBench` eval: `cargo run --release -p retrograde-gradbench`.

use retrograde_gradbench::protocol;
use std::io::{stdin, stdout};

fn main() -> std::io::Result<()> {
    protocol::answer_all(stdin().lock(), stdout().lock())
}
