//! Numbers as people read them: three digits and a unit.

/// What a number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Count,
    Seconds,
    Nanoseconds,
    Bytes,
    Ratio,
}

impl Unit {
    /// The number with three digits: `1.20 ms`.
    pub fn show(self, value: f64) -> String {
        let (size, name) = self.step(value);
        format!("{}{name}", three_digits(value / size))
    }

    /// A round number without zeros at the end: `1 ms`.
    pub fn tick(self, value: f64) -> String {
        let (size, name) = self.step(value);
        let digits = three_digits(value / size);
        let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
        format!("{digits}{name}")
    }

    /// The largest step of the unit that is not above the number, and its name.
    fn step(self, value: f64) -> (f64, &'static str) {
        let steps: &[(f64, &str)] = match self {
            Unit::Count => &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")],
            Unit::Seconds => &[(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")],
            Unit::Nanoseconds => &[(1.0, " ns")],
            Unit::Bytes => &[(1e9, " GB"), (1e6, " MB"), (1e3, " kB"), (1.0, " B")],
            Unit::Ratio => &[(1.0, "")],
        };
        // A power of ten may be a little less than it should.
        let fits = |(size, _): &&(f64, &str)| value.abs() * (1.0 + 1e-9) >= *size;
        *steps.iter().find(fits).unwrap_or(&steps[steps.len() - 1])
    }
}

fn three_digits(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if size < 0.0995 => format!("{value:.3}"),
        size if size < 9.995 => format!("{value:.2}"),
        size if size < 99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_and_a_unit() {
        assert_eq!(Unit::Seconds.show(1.2e-3), "1.20 ms");
        assert_eq!(Unit::Seconds.show(3.25e-7), "325 ns");
        assert_eq!(Unit::Bytes.show(81_920.0), "81.9 kB");
        assert_eq!(Unit::Bytes.show(0.0), "0 B");
        assert_eq!(Unit::Ratio.show(3.404), "3.40");
        assert_eq!(Unit::Ratio.show(9.996), "10.0");
        assert_eq!(Unit::Nanoseconds.show(-0.25), "-0.25 ns");
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(Unit::Seconds.tick(1e-5), "10 µs");
        assert_eq!(Unit::Count.tick(2e4), "20k");
        assert_eq!(Unit::Bytes.tick(100.0), "100 B");
        assert_eq!(Unit::Ratio.tick(0.5), "0.5");
    }
}
