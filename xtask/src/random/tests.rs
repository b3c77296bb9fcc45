//! The generator finds no errors in the compiler as it is, and finds each that is put in.

use super::check::Outcome;
use super::{check, driver, generate, print};
use retrograde_compiler::{Tables, UpdateOp};

const SEED: u64 = 1_000_000;

fn plan(programs: u64, enough_failures: u64) -> driver::Plan {
    driver::Plan { programs, seed: SEED, threads: 2, enough_failures, progress: false }
}

#[test]
fn programs_pass() {
    let report = driver::run(&plan(2000, 1), &Tables::default());
    let first = report.failures.keys().next().map(|seed| driver::shrunk(*seed, &Tables::default()));
    assert!(first.is_none(), "{} failures, the first:\n{}", report.failures.len(), first.unwrap_or_default());
    assert_eq!(report.programs, 2000);
    let discarded: u64 = report.discarded.values().sum();
    assert!(discarded < 200, "too many programs are unfit: {:?}", report.discarded);
}

fn assert_noticed(tables: &Tables) {
    let report = driver::run(&plan(1000, 1), tables);
    assert!(!report.failures.is_empty(), "a wrong table went unnoticed");
}

#[test]
fn wrong_inverse_of_addition_is_noticed() {
    assert_noticed(&Tables {
        opposite: |op| if op == UpdateOp::Sub { UpdateOp::Add } else { op },
        ..Tables::default()
    });
}

#[test]
fn wrong_inverse_of_subtraction_is_noticed() {
    let opposite = |op| match op {
        UpdateOp::Add | UpdateOp::Sub => UpdateOp::Sub,
        other => (Tables::default().opposite)(other),
    };
    assert_noticed(&Tables { opposite, ..Tables::default() });
}

#[test]
fn wrong_inverse_of_exclusive_or_is_noticed() {
    let opposite = |op| match op {
        UpdateOp::Add => UpdateOp::Sub,
        UpdateOp::Sub | UpdateOp::Xor => UpdateOp::Add,
        other => (Tables::default().opposite)(other),
    };
    assert_noticed(&Tables { opposite, ..Tables::default() });
}

#[test]
fn wrong_sign_of_gradients_of_additions_is_noticed() {
    assert_noticed(&Tables { transpose: |_| UpdateOp::Sub, ..Tables::default() });
}

#[test]
fn wrong_sign_of_gradients_of_subtractions_is_noticed() {
    assert_noticed(&Tables { transpose: |_| UpdateOp::Add, ..Tables::default() });
}

/// How many of some programs show, by the adjoint of the inverse alone, that something is wrong with gradients.
fn gradients_that_do_not_come_back(tables: &Tables) -> usize {
    let failures = (0..100).filter_map(|seed| {
        let case = generate::case(SEED + seed, 0);
        check::adjoint_is_undone(&case, tables).err()
    });
    failures.inspect(|failure| assert!(failure.kind.starts_with("gradients of"), "{failure:?}")).count()
}

#[test]
fn the_adjoint_of_the_inverse_is_the_inverse_of_the_adjoint() {
    assert_eq!(gradients_that_do_not_come_back(&Tables::default()), 0);
    let additions = Tables { transpose: |_| UpdateOp::Sub, ..Tables::default() };
    assert!(gradients_that_do_not_come_back(&additions) > 5);
    let subtractions = Tables { transpose: |_| UpdateOp::Add, ..Tables::default() };
    assert!(gradients_that_do_not_come_back(&subtractions) > 5);
}

/// How many of some programs show that something is wrong with what is run back a second time.
fn second_derivatives_that_differ(again: &Tables) -> usize {
    let cases = (0..100).map(|seed| generate::Case { twice: true, ..generate::case(SEED + seed, 0) });
    let failed = |case: generate::Case| match check::check_twice(&case, &Tables::default(), again) {
        Outcome::Failed(failure) => Some(failure),
        Outcome::Passed(_) | Outcome::Discarded(_) => None,
    };
    let failures = cases.filter_map(failed);
    failures.inspect(|failure| assert!(failure.kind.contains("reverse over"), "{failure:?}")).count()
}

#[test]
fn wrong_signs_of_second_derivatives_are_noticed() {
    assert_eq!(second_derivatives_that_differ(&Tables::default()), 0);
    let additions = Tables { transpose: |_| UpdateOp::Sub, ..Tables::default() };
    assert!(second_derivatives_that_differ(&additions) > 5);
    let subtractions = Tables { transpose: |_| UpdateOp::Add, ..Tables::default() };
    assert!(second_derivatives_that_differ(&subtractions) > 5);
}

/// With gradients of subtractions wrong, what is left of a failing program is little more than a subtraction, or what it undoes.
#[test]
fn failing_programs_are_shrunk() {
    let tables = Tables { transpose: |_| UpdateOp::Add, ..Tables::default() };
    let report = driver::run(&plan(300, 1), &tables);
    let seed = *report.failures.keys().next().expect("a failure");
    let (case, _) = driver::fit_case(seed, &tables);
    let before = print::program(&case.program);
    let after = driver::shrunk(seed, &tables);
    assert!(after.contains("-=") || after.contains("+="), "{after}");
    assert!(after.lines().count() < 25, "{after}");
    assert!(after.len() < before.len() || before.len() < 400, "{before}\n{after}");
}

#[test]
fn a_seed_always_means_the_same_program() {
    for seed in 0..50 {
        let (a, b) = (generate::case(seed, 0), generate::case(seed, 0));
        assert_eq!(print::program(&a.program), print::program(&b.program));
        assert_eq!(a.inputs, b.inputs);
    }
}

#[test]
fn a_program_that_is_rejected_is_a_failure() {
    let mut case = generate::case(SEED, 0);
    case.program.functions.last_mut().expect("a function").name = "1".into();
    assert!(matches!(check::check(&case, &Tables::default()), Outcome::Failed(_)));
}

#[test]
fn programs_keep_to_the_rules() {
    for seed in 0..1000 {
        let case = generate::case(seed, 0);
        assert!(generate::is_valid(&case.program), "seed {seed}\n{}", print::program(&case.program));
        assert!(super::closed::is_closed(&case.program), "seed {seed}\n{}", print::program(&case.program));
    }
}
