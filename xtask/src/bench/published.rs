//! What the paper on `NiLang` says of the problems that are measured here, at the same sizes.

use super::results::{Case, Report, is_ours};
use super::table::{Cell, Table};
use super::units::Unit;

/// Where the numbers are from.
pub const SOURCE: &str = "Our fastest times beside those of the paper on NiLang (Liu and Zhao, 2020, arXiv 2003.04617), which were measured \
    on other processors, and with other random data: a Xeon Gold 6230 at 2.1 GHz, and for the Bessel function, in the first version of the paper, \
    a Xeon E5-2680 v4 at 2.4 GHz. The gradients of dot and mul are the way back alone, there as here.";

/// A problem of one size in the paper: seconds for the call, the inverse and the gradient, and the gradients of others.
struct Published {
    eval: &'static str,
    scale: f64,
    nilang: [Option<f64>; 3],
    others: &'static [(&'static str, f64)],
}

const fn of(
    eval: &'static str,
    scale: f64,
    call: f64,
    inverse: Option<f64>,
    gradient: f64,
    others: &'static [(&'static str, f64)],
) -> Published {
    Published { eval, scale, nilang: [Some(call), inverse, Some(gradient)], others }
}

const PUBLISHED: [Published; 23] = [
    of("gmm-10k", 30.0, 3.655e-3, None, 9.102e-3, &[("Tapenade", 5.484e-3), ("ForwardDiff", 3.551e-2)]),
    of("gmm-10k", 330.0, 1.425e-2, None, 3.709e-2, &[("Tapenade", 1.434e-2), ("ForwardDiff", 1.673)]),
    of("gmm-10k", 1200.0, 0.1040, None, 0.2830, &[("Tapenade", 0.2205), ("ForwardDiff", 48.11)]),
    of("gmm-10k", 3300.0, 0.1389, None, 0.3556, &[("Tapenade", 0.1497), ("ForwardDiff", 159.9)]),
    of("gmm-10k", 10_725.0, 7.388e-2, None, 0.6652, &[("Tapenade", 0.4396)]),
    of("gmm-10k", 21_450.0, 0.1491, None, 1.449, &[("Tapenade", 0.9588)]),
    of("gmm-10k", 53_625.0, 0.4176, None, 3.590, &[("Tapenade", 2.586)]),
    of("gmm-10k", 429_000.0, 5.462, None, 33.42, &[("Tapenade", 24.42)]),
    of("ba", 31_843.0, 2.708e-3, None, 1.651e-2, &[("Tapenade", 1.940e-2), ("ForwardDiff", 6.579e-2)]),
    of("ba", 204_472.0, 1.757e-2, None, 0.1182, &[("Tapenade", 0.1255), ("ForwardDiff", 0.5342)]),
    of("ba", 287_451.0, 2.438e-2, None, 0.1668, &[("Tapenade", 0.1769), ("ForwardDiff", 0.7369)]),
    of("ba", 563_734.0, 4.877e-2, None, 0.3273, &[("Tapenade", 0.3489), ("ForwardDiff", 1.469)]),
    of("ba", 1_091_386.0, 9.536e-2, None, 0.6375, &[("Tapenade", 0.6720), ("ForwardDiff", 2.878)]),
    of("ba", 4_750_193.0, 0.4170, None, 2.785, &[("Tapenade", 2.935), ("ForwardDiff", 12.94)]),
    of("ba", 9_125_125.0, 0.8020, None, 5.535, &[("Tapenade", 6.027), ("ForwardDiff", 26.48)]),
    of("dot", 1000.0, 4.675e-4, None, 5.821e-4, &[]),
    of("mul", 1000.0, 9.332e-5, None, 2.214e-4, &[]),
    of(
        "embedding",
        2.0,
        7.173e-6,
        Some(7.453e-6),
        1.509e-5,
        &[("ReverseDiff", 2.823e-5), ("ForwardDiff", 1.518e-5), ("Zygote", 5.315e-4)],
    ),
    of(
        "embedding",
        4.0,
        7.783e-6,
        Some(7.839e-6),
        1.690e-5,
        &[("ReverseDiff", 4.582e-5), ("ForwardDiff", 4.053e-5), ("Zygote", 5.570e-4)],
    ),
    of(
        "embedding",
        6.0,
        8.558e-6,
        Some(8.464e-6),
        1.872e-5,
        &[("ReverseDiff", 6.045e-5), ("ForwardDiff", 6.732e-5), ("Zygote", 5.811e-4)],
    ),
    of(
        "embedding",
        8.0,
        9.212e-6,
        Some(9.298e-6),
        2.076e-5,
        &[("ReverseDiff", 7.651e-5), ("ForwardDiff", 1.184e-4), ("Zygote", 6.096e-4)],
    ),
    of(
        "embedding",
        10.0,
        1.002e-5,
        Some(1.054e-5),
        2.266e-5,
        &[("ReverseDiff", 9.666e-5), ("ForwardDiff", 1.701e-4), ("Zygote", 6.396e-4)],
    ),
    of(
        "bessel",
        1.0,
        6.1e-8,
        Some(6.1e-8),
        2.71e-7,
        &[("ForwardDiff", 3.5e-8), ("by hand", 8.3e-8), ("Zygote", 3.1201e-5)],
    ),
];

/// What is measured here beside what the paper says.
pub fn table(report: &Report) -> Table {
    let heading = ["eval", "size", "call", "NiLang", "inverse", "NiLang", "gradient", "NiLang", "others in the paper"];
    let mut table = Table::new(2..8, heading);
    for Published { eval, scale, nilang, others } in PUBLISHED {
        let same = |case: &&Case| (case.scale - scale).abs() < 0.5;
        let Some(case) = report.of_eval(eval).into_iter().find(same) else { continue };
        let ours = [
            case.fastest(|run| run.primal, is_ours),
            case.fastest(|run| run.inverse, is_ours),
            case.fastest(|run| run.gradient, is_ours),
        ];
        let seconds = |time: Option<f64>| Cell::from(time.map_or_else(String::new, |time| Unit::Seconds.show(time)));
        let times = ours.into_iter().zip(nilang).flat_map(|(ours, nilang)| [seconds(ours), seconds(nilang)]);
        let others: Vec<String> =
            others.iter().map(|(tool, time)| format!("{tool} {}", Unit::Seconds.show(*time))).collect();
        let names = [eval, case.size.as_str()].map(Cell::from);
        table.rows.push(names.into_iter().chain(times).chain([others.join(", ").into()]).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::fixture;

    #[test]
    fn cases_of_the_paper_are_found_by_their_size() {
        let mut report = fixture();
        assert!(table(&report).rows.is_empty());
        let case = &mut report.cases[1];
        (case.eval, case.scale) = ("gmm-10k".into(), 1200.0);
        let table = table(&report).markdown();
        let row = "| gmm-10k | d=10 k=25 n=1000 | 1.00 ms | 104 ms | 1.00 ms |  | 3.00 ms | 283 ms | Tapenade 220 ms, ForwardDiff 48.1 s |";
        assert!(table.contains(row), "{table}");
        assert_eq!(table.lines().count(), 3);
    }

    #[test]
    fn every_size_is_there_once() {
        let mut sizes: Vec<String> = PUBLISHED.iter().map(|case| format!("{} {}", case.eval, case.scale)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        assert_eq!(sizes.len(), PUBLISHED.len());
    }
}
