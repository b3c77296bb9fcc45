//! From an input to a result. An input is read and checked and laid out in memory first; what is timed is the computation alone, as often
//! and as long as the input asks for, into a result whose memory is used again, as is that of the tapes.

use retrograde::Workspace;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long something took.
#[derive(Debug, Serialize)]
pub struct Timing {
    name: &'static str,
    nanoseconds: u64,
}

impl Timing {
    fn new(name: &'static str, time: Duration) -> Self {
        Timing { name, nanoseconds: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX) }
    }
}

/// What is computed from an input: its numbers in the shape that the functions want, known to fit together.
pub trait Problem: Sized {
    /// The input as it is sent.
    type Input: DeserializeOwned;

    /// Checks the input and lays it out.
    ///
    /// # Errors
    ///
    /// What does not fit together, in words.
    fn new(input: Self::Input) -> Result<Self, String>;
}

/// How often a function is run.
#[derive(Deserialize)]
struct Runs {
    #[serde(default = "once")]
    min_runs: u64,
    #[serde(default)]
    min_seconds: f64,
}

fn once() -> u64 {
    1
}

/// Runs a function as often as its input asks for.
///
/// # Errors
///
/// What is wrong with the input.
pub fn evaluate<P: Problem, R: Default + Serialize>(
    input: Value,
    compute: impl Fn(&P, &mut R),
) -> Result<(Value, Vec<Timing>), String> {
    let runs = if input.is_object() { Runs::deserialize(&input) } else { Ok(Runs { min_runs: 1, min_seconds: 0.0 }) };
    let runs = runs.map_err(|error| format!("the input does not fit: {error}"))?;
    let input = serde_json::from_value(input).map_err(|error| format!("the input does not fit: {error}"))?;

    let start = Instant::now();
    let problem = P::new(input)?;
    let mut timings = vec![Timing::new("prepare", start.elapsed())];

    let mut result = R::default();
    let mut workspace = Workspace::new();
    let mut total = Duration::ZERO;
    let mut count = 0;
    while count < runs.min_runs.max(1) || total.as_secs_f64() < runs.min_seconds {
        let start = Instant::now();
        workspace.run(|| compute(black_box(&problem), black_box(&mut result)));
        let time = start.elapsed();
        timings.push(Timing::new("evaluate", time));
        total += time;
        count += 1;
    }
    let output = serde_json::to_value(&result).map_err(|error| error.to_string())?;
    Ok((output, timings))
}

/// A matrix, row by row, that is sent as a list of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// How long a row is.
    pub width: usize,
    /// The rows, one after the other.
    pub values: Vec<f64>,
}

impl Matrix {
    /// Fills it with zeros, in the memory that it has.
    pub fn clear(&mut self, rows: usize, width: usize) {
        self.width = width;
        clear(&mut self.values, rows * width);
    }
}

impl Serialize for Matrix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.width {
            0 => serializer.collect_seq(std::iter::empty::<&[f64]>()),
            width => serializer.collect_seq(self.values.chunks(width)),
        }
    }
}

/// Fills a list with zeros, in the memory that it has.
pub fn clear(list: &mut Vec<f64>, length: usize) {
    list.clear();
    list.resize(length, 0.0);
}

/// The rows of a matrix, one after the other.
///
/// # Errors
///
/// If there are not `height` rows of length `width`.
pub fn flatten(name: &str, rows: &[Vec<f64>], height: usize, width: usize) -> Result<Vec<f64>, String> {
    expect_length(name, rows.len(), height)?;
    for (k, row) in rows.iter().enumerate() {
        expect_length(&format!("{name}[{k}]"), row.len(), width)?;
    }
    Ok(rows.concat())
}

/// Checks a length.
///
/// # Errors
///
/// If it is not what is expected.
pub fn expect_length(name: &str, length: usize, expected: usize) -> Result<(), String> {
    if length == expected { Ok(()) } else { Err(format!("`{name}` has the length {length}, not {expected}")) }
}
