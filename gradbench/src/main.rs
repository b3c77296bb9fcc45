//! Answers the messages of a `GradBench` eval: `cargo run --release -p retrograde-gradbench`.

use std::io::{stdin, stdout};

fn main() -> std::io::Result<()> {
    retrograde_gradbench::protocol::answer_all(stdin().lock(), stdout().lock())
}
