//! The table, and which targets are met.

use super::code::{Code, Lines};
use super::constructs::Construct;
use super::measure::{Cost, Kernel, Pair, Speed};
use std::fmt::{self, Display, Formatter, Write};

/// How much more than plain Rust the emitted function may cost.
const FORWARD_TARGET: f64 = 1.05;
/// How much more than the adjoint by hand the emitted one may cost.
const ADJOINT_TARGET: f64 = 1.1;

/// How many nanoseconds the gradient of an ordinary function may add to each operation beside the one by hand.
const OVERHEAD_TARGET: f64 = 2.0;

/// What the gradient of a small function may cost beside its value, in the median and at the ninth decile.
const SMALL_TARGETS: [f64; 2] = [2.5, 6.0];

const HEADING: [&str; 2] = [
    "                                         instructions                     time               allocations      gradient / primal",
    "kernel                 run         by hand        ours  ratio    by hand     ours  ratio    by hand        ours       instr   time",
];

/// Two lines a kernel: forwards beside plain Rust, and the adjoint beside the one by hand.
pub fn table(kernels: &[Kernel]) -> String {
    let mut text = HEADING.join("\n");
    for kernel in kernels.iter().filter(|kernel| !is_small(kernel)) {
        let gradient = gradient_over_primal(kernel);
        let _ = write!(text, "\n{:<22} forward {}", kernel.name, columns(&kernel.forward));
        let _ = write!(text, "\n{:<22} adjoint {}", "", columns(&kernel.adjoint));
        let _ = write!(text, "      {:>6} {:>6}", decimal(gradient.instructions), decimal(Some(gradient.time)));
    }
    text
}

const ORDINARY_HEADING: [&str; 2] = [
    "                            per operation               allocated per turn",
    "ordinary function      gradient   overhead      by hand       ours",
];

/// A line an ordinary function: nanoseconds of the gradient for each operation of the function, those beyond the gradient by hand, and
/// bytes for each iteration of the loop that the tape is for.
pub fn ordinary_table(kernels: &[Kernel]) -> String {
    let mut text = ORDINARY_HEADING.join("\n");
    for kernel in kernels.iter().filter(|kernel| kernel.operations > 0) {
        let Pair { by_hand, ours } = &kernel.adjoint;
        let whole = ours.speed.nanoseconds / kernel.operations as f64;
        let bytes = |cost: &Cost| cost.bytes as f64 / kernel.turns as f64;
        let _ = write!(
            text,
            "\n{:<22} {whole:>5.2} ns   {:>5.2} ns   {:>8.1} B {:>8.1} B",
            kernel.name,
            overhead(kernel),
            bytes(by_hand),
            bytes(ours)
        );
    }
    text
}

/// The nanoseconds that are no arithmetic, for each operation: what the gradient by hand does is what must be done.
fn overhead(kernel: &Kernel) -> f64 {
    let Pair { by_hand, ours } = &kernel.adjoint;
    (ours.speed.nanoseconds - by_hand.speed.nanoseconds) / kernel.operations as f64
}

fn columns(pair: &Pair) -> String {
    let Pair { by_hand, ours } = pair;
    format!("{} {:>10} {:>11}", compared(&by_hand.speed, &ours.speed), allocated(by_hand), allocated(ours))
}

fn compared(by_hand: &Speed, ours: &Speed) -> String {
    let ratio = Ratio::between(ours, by_hand);
    format!(
        "{:>11} {:>11} {:>6}   {:>8} {:>8} {:>6}",
        count(by_hand.instructions),
        count(ours.instructions),
        decimal(ratio.instructions),
        duration(by_hand.nanoseconds),
        duration(ours.nanoseconds),
        decimal(Some(ratio.time)),
    )
}

const SMALL_HEADING: [&str; 2] = [
    "                          gradient / primal, instructions   gradient / primal, time   allocations a call",
    "small function                 by hand     ours                by hand     ours         by hand    ours",
];

/// Whether this is a small function that is called again and again.
fn is_small(kernel: &Kernel) -> bool {
    kernel.operations == 0 && kernel.turns > 0
}

/// A line a small function: what its gradient costs beside its value, by hand and derived.
pub fn small_table(kernels: &[Kernel]) -> String {
    let mut text = SMALL_HEADING.join("\n");
    for kernel in kernels.iter().filter(|kernel| is_small(kernel)) {
        let primal = &kernel.forward.by_hand.speed;
        let [by_hand, ours] = [&kernel.adjoint.by_hand, &kernel.adjoint.ours];
        let [a, b] = [by_hand, ours].map(|cost| Ratio::between(&cost.speed, primal));
        let [c, d] = [by_hand, ours].map(|cost| cost.allocations as f64 / kernel.turns as f64);
        let [ai, bi] = [a, b].map(|ratio| decimal(ratio.instructions));
        let _ =
            write!(text, "\n{:<22} {ai:>15} {bi:>8} {:>22.2} {:>8.2} {c:>15.1} {d:>7.1}", kernel.name, a.time, b.time);
    }
    text
}

/// The median of what small functions' gradients cost beside their values, and the ninth decile, in instructions, or in time where these are
/// not counted.
fn small_gradients(kernels: &[Kernel]) -> Option<[f64; 2]> {
    let ratio = |kernel: &Kernel| {
        let ratio = Ratio::between(&kernel.adjoint.ours.speed, &kernel.forward.by_hand.speed);
        ratio.instructions.unwrap_or(ratio.time)
    };
    let mut ratios: Vec<f64> = kernels.iter().filter(|kernel| is_small(kernel)).map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().checked_sub(1)?;
    Some([ratios[last / 2], ratios[(9 * last).div_ceil(10)]])
}

const CONSTRUCTS_HEADING: [&str; 2] = [
    "                                               instructions                     time           inverse / plain",
    "construct                              plain        ours  ratio      plain     ours  ratio       instr   time",
];

/// A line a construct: forwards beside plain Rust, and the inverse beside the same. Last come those beside plain Rust that
/// does without a check.
pub fn constructs_table(constructs: &[Construct]) -> String {
    let mut text = CONSTRUCTS_HEADING.join("\n");
    let (judged, unchecked): (Vec<_>, Vec<_>) = constructs.iter().partition(|construct| construct.judged);
    for construct in judged {
        construct_line(&mut text, construct);
    }
    text.push_str("\nbeside plain Rust without the checks that always stay:");
    for construct in unchecked {
        construct_line(&mut text, construct);
    }
    text
}

fn construct_line(text: &mut String, Construct { name, plain, ours, inverse, .. }: &Construct) {
    let back = Ratio::between(inverse, plain);
    let _ = write!(text, "\n{name:<32} {}", compared(plain, ours));
    let _ = write!(text, "      {:>6} {:>6}", decimal(back.instructions), decimal(Some(back.time)));
}

/// How long each function is, and what compiling it costs.
pub fn code_table(code: &Code) -> String {
    let mut text = String::from(
        "function                                written    emitted   emitted / written, in lines   proofs",
    );
    for lines in &code.functions {
        let name = format!("{}::{}", lines.kernel, lines.function);
        let ratio = lines.emitted as f64 / lines.written as f64;
        let Lines { written, emitted, proofs, .. } = lines;
        let _ = write!(text, "\n{name:<38} {written:>8} {emitted:>10} {ratio:>10.1} {proofs:>26}");
    }
    let check = &code.check;
    let _ = write!(
        text,
        "\nchecking {} functions takes rustc {:.2} s with the attribute and {:.2} s without: {:.1} ms more for each",
        check.functions,
        check.with,
        check.plain,
        check.added()
    );
    let [ours, plain] = &code.machine;
    let _ = write!(
        text,
        "\nwith companions that nobody uses: {} functions and {} instructions of machine code; as plain Rust {} and {}",
        ours.functions.len(),
        ours.instructions,
        plain.functions.len(),
        plain.instructions
    );
    text
}

/// One cost over another.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    instructions: Option<f64>,
    time: f64,
}

impl Ratio {
    fn between(above: &Speed, below: &Speed) -> Self {
        let instructions = above.instructions.zip(below.instructions).map(|(above, below)| above as f64 / below as f64);
        Ratio { instructions, time: above.nanoseconds / below.nanoseconds }
    }
}

/// What the gradient costs beside the value in plain Rust.
fn gradient_over_primal(kernel: &Kernel) -> Ratio {
    let (mut gradient, forward) = (kernel.adjoint.ours.speed, kernel.forward.ours.speed);
    if kernel.after_forward {
        gradient.nanoseconds += forward.nanoseconds;
        gradient.instructions = gradient.instructions.zip(forward.instructions).map(|(a, b)| a + b);
    }
    Ratio::between(&gradient, &kernel.forward.by_hand.speed)
}

fn count(instructions: Option<u64>) -> String {
    instructions.map_or("-".into(), |count| count.to_string())
}

fn decimal(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"))
}

fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns => (ns / 1e6, "ms"),
    };
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$} {unit}")
}

fn allocated(cost: &Cost) -> String {
    match cost.allocations {
        0 => "none".into(),
        times => format!("{times}, {:.0} kB", cost.bytes as f64 / 1e3),
    }
}

/// Which kernels and constructs meet the targets.
#[derive(Debug)]
pub struct Verdicts {
    speed: Vec<Verdict>,
    /// adjoints that allocate although those by hand do not
    allocating: Vec<String>,
    /// functions that there is machine code of though nobody calls them
    unasked: Vec<String>,
    /// ordinary functions whose gradient adds too much to each operation
    overhead: Vec<String>,
    /// whether any of these is not known to
    unexpected: bool,
    /// the median and the ninth decile of gradient over primal of small functions
    small: Option<[f64; 2]>,
}

#[derive(Debug)]
struct Verdict {
    run: &'static str,
    target: f64,
    judged: usize,
    /// in instructions and time
    missed: Vec<String>,
    /// whether any of these is beyond its own limit
    failed: bool,
    /// in one of them, which may be noise, or instructions that the processor runs beside others
    missed_in_one: Vec<String>,
}

/// Judges all kernels and constructs.
pub fn verdicts(kernels: &[Kernel], constructs: &[Construct], code: &Code) -> Verdicts {
    let pairs = |pair: fn(&Kernel) -> &Pair| {
        let speeds = move |kernel| (pair(kernel).by_hand.speed, pair(kernel).ours.speed);
        kernels.iter().map(move |kernel| (&*kernel.name, kernel.limit, speeds(kernel)))
    };
    // Of ordinary functions, the overhead is judged.
    let reversible = |kernel: &&Kernel| kernel.operations == 0 && !is_small(kernel);
    let over: Vec<&Kernel> =
        kernels.iter().filter(|kernel| kernel.operations > 0 && overhead(kernel) > OVERHEAD_TARGET).collect();
    let judged = constructs.iter().filter(|construct| construct.judged);
    let plain_and_ours = judged.map(|construct| (&*construct.name, 0.0, (construct.plain, construct.ours)));
    let forward = pairs(|kernel| &kernel.forward).map(|(name, _, speeds)| (name, 0.0, speeds));
    let adjoint = kernels
        .iter()
        .filter(reversible)
        .map(|kernel| (&*kernel.name, kernel.limit, (kernel.adjoint.by_hand.speed, kernel.adjoint.ours.speed)));
    let speed = vec![
        Verdict::of("forward", FORWARD_TARGET, forward),
        Verdict::of("adjoint", ADJOINT_TARGET, adjoint),
        Verdict::of("constructs forward", FORWARD_TARGET, plain_and_ours),
    ];
    let allocates = |Pair { by_hand, ours }: &Pair| by_hand.bytes == 0 && ours.bytes > 0;
    // Of small functions a column says what they allocate.
    let allocating = kernels
        .iter()
        .filter(|kernel| !is_small(kernel))
        .filter(|kernel| allocates(&kernel.forward) || allocates(&kernel.adjoint));
    Verdicts {
        speed,
        allocating: allocating.map(|kernel| kernel.name.clone()).collect(),
        unasked: code.unasked().into_iter().map(String::from).collect(),
        overhead: over.iter().map(|kernel| format!("{} ({:.1} ns)", kernel.name, overhead(kernel))).collect(),
        unexpected: over.iter().any(|kernel| overhead(kernel) > kernel.limit),
        small: small_gradients(kernels),
    }
}

impl Verdict {
    /// Judges what has a name, perhaps a limit beyond the target, and a speed by hand and of ours.
    fn of<'a>(run: &'static str, target: f64, speeds: impl Iterator<Item = (&'a str, f64, (Speed, Speed))>) -> Self {
        let (missed, missed_in_one) = (Vec::new(), Vec::new());
        let mut verdict = Verdict { run, target, judged: 0, missed, failed: false, missed_in_one };
        for (name, limit, (by_hand, ours)) in speeds {
            verdict.judged += 1;
            let ratio = Ratio::between(&ours, &by_hand);
            let over = |ratio: f64, limit: f64| ratio.is_nan() || ratio > limit;
            let over =
                |limit: f64| (ratio.instructions.is_some_and(|ratio| over(ratio, limit)), over(ratio.time, limit));
            verdict.failed |= over(limit.max(target)) == (true, true);
            match over(target) {
                (false, false) => {}
                (true, true) if limit > target => verdict.missed.push(format!("{name} (up to {limit} is known)")),
                (true, true) => verdict.missed.push(name.into()),
                (true, false) => verdict.missed_in_one.push(format!("{name} (instructions)")),
                (false, true) => verdict.missed_in_one.push(format!("{name} (time)")),
            }
        }
        verdict
    }
}

impl Verdicts {
    /// Whether any limit is exceeded in instructions and in time, or anything is there that should not be.
    pub fn missed(&self) -> bool {
        let failed = self.speed.iter().any(|verdict| verdict.failed);
        failed || !self.allocating.is_empty() || !self.unasked.is_empty() || self.unexpected
    }
}

impl Display for Verdicts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for Verdict { run, target, judged, missed, missed_in_one, .. } in &self.speed {
            let met = judged - missed.len() - missed_in_one.len();
            write!(f, "{run} within {target}: {met} of {judged}")?;
            for (what, names) in [("missed", missed), ("missed in one count only", missed_in_one)] {
                if !names.is_empty() {
                    write!(f, "; {what}: {}", names.join(", "))?;
                }
            }
            writeln!(f)?;
        }
        for (what, names) in [
            ("allocate though by hand nothing is allocated", &self.allocating),
            ("machine code of companions that nobody uses", &self.unasked),
            ("ordinary functions with more than 2 ns overhead per operation", &self.overhead),
        ] {
            let names = if names.is_empty() { "none".into() } else { names.join(", ") };
            writeln!(f, "{what}: {names}")?;
        }
        if let Some([median, ninth]) = self.small {
            let [most, most_of_nine] = SMALL_TARGETS;
            writeln!(
                f,
                "small functions, gradient over primal: median {median:.2} (at most {most}), ninth decile {ninth:.2} (at most {most_of_nine})"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::{Check, Machine};
    use super::*;

    fn cost(instructions: u64, nanoseconds: f64) -> Cost {
        Cost { speed: Speed { nanoseconds, instructions: Some(instructions) }, allocations: 0, bytes: 0 }
    }

    fn code(unasked: &[&str]) -> Code {
        let machine =
            |names: &[&str]| Machine { functions: names.iter().map(ToString::to_string).collect(), instructions: 1 };
        let check = Check { functions: 1, with: 2.0, plain: 1.0 };
        Code { functions: Vec::new(), check, machine: [machine(unasked), machine(&[])] }
    }

    fn verdicts(kernels: &[Kernel], constructs: &[Construct]) -> Verdicts {
        super::verdicts(kernels, constructs, &code(&[]))
    }

    fn kernel(ours: Cost, ours_adjoint: Cost) -> Kernel {
        let by_hand = cost(100, 100.0);
        Kernel {
            name: "k".into(),
            after_forward: true,
            limit: 1.1,
            operations: 0,
            turns: 0,
            forward: Pair { by_hand, ours },
            adjoint: Pair { by_hand, ours: ours_adjoint },
        }
    }

    #[test]
    fn a_miss_in_both_counts_is_a_miss() {
        assert!(!verdicts(&[kernel(cost(105, 105.0), cost(110, 110.0))], &[]).missed());
        assert!(verdicts(&[kernel(cost(106, 106.0), cost(110, 110.0))], &[]).missed());
        assert!(verdicts(&[kernel(cost(105, 105.0), cost(111, 111.0))], &[]).missed());
        assert!(verdicts(&[kernel(cost(106, f64::NAN), cost(110, 110.0))], &[]).missed());
    }

    #[test]
    fn a_kernel_may_have_a_limit_of_its_own() {
        let kernel = |ours| Kernel { limit: 1.4, ..kernel(cost(100, 100.0), ours) };
        let known = verdicts(&[kernel(cost(130, 130.0))], &[]);
        assert!(!known.missed() && known.to_string().contains("missed: k (up to 1.4 is known)"), "{known}");
        assert!(verdicts(&[kernel(cost(141, 141.0))], &[]).missed());
    }

    #[test]
    fn a_miss_in_one_count_is_only_said() {
        let verdicts = verdicts(&[kernel(cost(106, 100.0), cost(100, 111.0))], &[]);
        assert!(!verdicts.missed());
        let text = verdicts.to_string();
        assert!(text.contains("k (instructions)") && text.contains("k (time)"), "{text}");
    }

    #[test]
    fn without_counts_time_alone_is_no_miss() {
        let uncounted = Cost { speed: Speed { nanoseconds: 200.0, instructions: None }, ..cost(0, 0.0) };
        let verdicts = verdicts(&[kernel(uncounted, uncounted)], &[]);
        assert!(!verdicts.missed() && verdicts.to_string().contains("0 of 1"), "{verdicts}");
    }

    #[test]
    fn constructs_are_judged_too() {
        let (plain, slow) = (cost(100, 100.0).speed, cost(106, 106.0).speed);
        let construct = |ours, inverse| Construct { name: "c".into(), judged: true, plain, ours, inverse };
        assert!(verdicts(&[], &[construct(slow, plain)]).missed());
        assert!(!verdicts(&[], &[construct(plain, slow)]).missed());
        assert!(!verdicts(&[], &[Construct { judged: false, ..construct(slow, plain) }]).missed());
    }

    #[test]
    fn allocations_and_unasked_code_are_misses() {
        let free = cost(100, 100.0);
        assert!(!verdicts(&[kernel(free, free)], &[]).missed());
        assert!(verdicts(&[kernel(free, Cost { allocations: 1, bytes: 8, ..free })], &[]).missed());
        assert!(super::verdicts(&[], &[], &code(&["f"])).missed());
    }

    #[test]
    fn the_gradient_costs_the_forward_run_too() {
        let gradient = gradient_over_primal(&kernel(cost(100, 100.0), cost(150, 250.0)));
        assert_eq!((gradient.instructions, gradient.time), (Some(2.5), 3.5));
    }
}
