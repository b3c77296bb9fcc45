//! What a construct of the language is for the measurements: a function that uses little else, and the same in plain Rust.

use crate::kernel::Version;
use crate::measure::measured_region;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Does something with a construct whose data's type is forgotten, so that different ones fit in a list.
pub type Construct = fn(Task);

/// What to do with a construct.
#[derive(Clone, Copy)]
pub enum Task {
    /// Panic unless the versions agree.
    Check,
    /// Measure it for so long, and print the times.
    Time(Duration),
    /// Run each version once in the region whose instructions are counted.
    Count,
}

/// The data before a run, and what is run on it.
pub struct Case<D> {
    /// What the table calls it.
    pub name: &'static str,
    /// Whether ours should cost what plain Rust costs. It may not where plain Rust does without a check.
    pub judged: bool,
    pub data: D,
    /// Forwards, in plain Rust.
    pub plain: Version<D>,
    /// Forwards, as emitted.
    pub ours: Version<D>,
    /// Backwards, as emitted.
    pub inverse: Version<D>,
}

/// A construct from its name in the table, the reversible function or the one in plain Rust, how they are called, and what the
/// data are at first. They are compared exactly, so they should be numbers that are added and multiplied without rounding.
/// After `unchecked`, plain Rust does not look at what ours must look at.
macro_rules! construct {
    (unchecked $name:literal, $($rest:tt)*) => {
        construct!(judged: false, $name, $($rest)*)
    };
    ($name:literal, $($rest:tt)*) => {
        construct!(judged: true, $name, $($rest)*)
    };
    (judged: $judged:literal, $name:literal, $ours:ident or $plain:ident $arguments:tt, $($data:tt)*) => {
        construct!(judged: $judged, $name, $ours $arguments or $plain $arguments, $($data)*)
    };
    (
        judged: $judged:literal, $name:literal, $ours:ident $arguments:tt or $plain:ident $plain_arguments:tt,
        $($data:ident = $first:expr),*
    ) => {
        |task| {
            let case = $crate::construct::Case {
                name: $name,
                judged: $judged,
                data: ($($first,)*),
                plain: |($($data,)*)| $plain $plain_arguments,
                ours: |($($data,)*)| $ours $arguments,
                inverse: |($($data,)*)| $ours::inverse $arguments,
            };
            case.run(task);
        }
    };
}
pub(crate) use construct;

impl<D: Clone + Debug + PartialEq> Case<D> {
    /// Does the task.
    pub fn run(&self, task: Task) {
        match task {
            Task::Check => self.check(),
            Task::Time(budget) => self.time(budget),
            Task::Count => self.count(),
        }
    }

    /// What to run on which data, in the order of the table's columns.
    fn versions(&self) -> [(Version<D>, D); 3] {
        let after = applied(self.ours, &self.data);
        [(self.plain, self.data.clone()), (self.ours, self.data.clone()), (self.inverse, after)]
    }

    fn check(&self) {
        let after = applied(self.ours, &self.data);
        assert!(after != self.data, "{}: nothing has changed", self.name);
        assert_eq!(after, applied(self.plain, &self.data), "{}: ours and plain Rust differ", self.name);
        assert_eq!(applied(self.inverse, &after), self.data, "{}: the inverse does not restore", self.name);
    }

    /// Takes turns between the versions until the time is up, so that whatever slows the machine down slows all of them, and
    /// prints the shortest time of each. Each run has fresh data.
    fn time(&self, budget: Duration) {
        let versions = self.versions();
        let (mut idle, mut shortest) = (f64::INFINITY, [f64::INFINITY; 3]);
        let start = Instant::now();
        while start.elapsed() < budget {
            idle = idle.min(nanoseconds(|_| {}, &self.data));
            for ((version, data), shortest) in versions.iter().zip(&mut shortest) {
                *shortest = shortest.min(nanoseconds(*version, data));
            }
        }
        let [plain, ours, inverse] = shortest.map(|time| time - idle);
        println!("{}\t{}\t{plain}\t{ours}\t{inverse}", self.name, self.judged);
    }

    fn count(&self) {
        for (version, data) in self.versions() {
            // a first run outside of the region, for what happens only once
            applied(version, &data);
            measured_region(version, &mut data.clone(), 1);
        }
    }
}

fn applied<D: Clone>(version: Version<D>, data: &D) -> D {
    let mut data = data.clone();
    version(&mut data);
    data
}

/// The clock is read after the data were copied, and before they are dropped.
fn nanoseconds<D: Clone>(version: Version<D>, data: &D) -> f64 {
    let mut data = black_box(data.clone());
    let start = Instant::now();
    measured_region(version, &mut data, 1);
    start.elapsed().as_secs_f64() * 1e9
}

#[cfg(test)]
mod tests {
    use super::Case;

    fn case() -> Case<i32> {
        Case { name: "k", judged: true, data: 1, plain: |x| *x += 2, ours: |x| *x += 2, inverse: |x| *x -= 2 }
    }

    #[test]
    fn agreement_is_found() {
        case().check();
    }

    #[test]
    #[should_panic(expected = "k: nothing has changed")]
    fn idleness_is_found() {
        Case { ours: |_| {}, ..case() }.check();
    }

    #[test]
    #[should_panic(expected = "k: ours and plain Rust differ")]
    fn a_difference_is_found() {
        Case { plain: |x| *x += 3, ..case() }.check();
    }

    #[test]
    #[should_panic(expected = "k: the inverse does not restore")]
    fn a_wrong_inverse_is_found() {
        Case { inverse: |x| *x -= 3, ..case() }.check();
    }
}
