//! The table, and which targets are met.

use super::measure::{Cost, Kernel, Pair};
use std::fmt::{self, Display, Formatter, Write};

/// How much more than plain Rust the emitted function may cost.
const FORWARD_TARGET: f64 = 1.05;
/// How much more than the adjoint by hand the emitted one may cost.
const ADJOINT_TARGET: f64 = 1.1;

/// Two lines a kernel, each with the cost by hand, ours, and the ratio.
pub fn table(kernels: &[Kernel]) -> String {
    let mut rows = vec![
        ["", "", "by hand", "", "ours", "", "ours / by hand", "", "allocated", "", "gradient / primal", ""].map(String::from),
        ["kernel", "run", "instr", "time", "instr", "time", "instr", "time", "by hand", "ours", "instr", "time"].map(String::from),
    ];
    for kernel in kernels {
        let [instructions, time] = kernel.gradient_over_primal();
        rows.push(row(&kernel.name, "forward", &kernel.forward, ["", ""].map(String::from)));
        rows.push(row("", "adjoint", &kernel.adjoint, [ratio(instructions), ratio(time)]));
    }
    let widths: Vec<usize> = (0..rows[0].len()).map(|k| rows[1..].iter().map(|row| row[k].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (k, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Names to the left, numbers to the right; a heading over several columns begins with the first of them.
            let _ = match (k, row == &rows[0]) {
                (0 | 1, _) => write!(line, "{cell:<width$}  "),
                (_, true) if cell.is_empty() => write!(line, "{:1$}", "", (width + 2).saturating_sub(overhang(row, &widths, k))),
                (_, true) => write!(line, "{cell:<0$}", width + 2),
                _ => write!(line, "{cell:>width$}  "),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
