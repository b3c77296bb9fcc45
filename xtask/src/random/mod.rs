//! Random programs.
mod ast;
mod check;
mod data;
mod generate;
mod oracle;
mod print;
mod rng;
mod shrink;
mod walk;

use std::collections::BTreeMap;
pub fn dump(seed: u64) {
    let case = generate::case(seed);
    println!("{}", print::program(&case.program));
}
pub fn many(from: u64, to: u64) {
    let mut kinds: BTreeMap<String, (usize, u64, usize)> = BTreeMap::new();
    std::panic::set_hook(Box::new(|_| {}));
    for seed in from..to {
        let case = generate::case(seed);
        let len = print::program(&case.program).len();
        let (k, _) = match check::check(&case, &retrograde_compiler::Tables::default()) {
            check::Outcome::Passed => ("passed".to_string(), String::new()),
            check::Outcome::Discarded(w) => (format!("discarded {w}"), String::new()),
            check::Outcome::Failed(f) => (f.kind, f.detail),
        };
        let e = kinds.entry(k).or_insert((0, seed, usize::MAX));
        e.0 += 1;
        if len < e.2 { e.1 = seed; e.2 = len; }
    }
    for (k, (n, s, _)) in kinds { println!("{n:6} seed {s}: {k}"); }
}

pub fn small(seed: u64) {
    std::panic::set_hook(Box::new(|_| {}));
    let tables = retrograde_compiler::Tables::default();
    let case = generate::case(seed);
    let check::Outcome::Failed(f) = check::check(&case, &tables) else { println!("no failure"); return };
    let case = shrink::shrink(case, |c| matches!(check::check(c, &tables), check::Outcome::Failed(g) if g.kind == f.kind));
    let check::Outcome::Failed(f) = check::check(&case, &tables) else { unreachable!() };
    println!("seed {seed}\n{}\n", f.detail);
    println!("{}", print::program(&case.program));
    println!("inputs {}", check::show(&case.inputs.iter().map(data::Data::to_value).collect::<Vec<_>>()));
}
