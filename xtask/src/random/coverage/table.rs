//! A table of counts.

use std::fmt;

/// Counts of one kind of construct (columns) inside another (rows).
#[derive(Clone, Debug)]
pub struct Table {
    title: &'static str,
    rows: &'static [&'static str],
    columns: &'static [&'static str],
    /// what cannot be, by the rules of the language or of the generator
    impossible: fn(&str, &str) -> bool,
    counts: Vec<u64>,
}

impl Table {
    /// Nothing counted yet.
    pub fn new(
        title: &'static str,
        rows: &'static [&'static str],
        columns: &'static [&'static str],
        impossible: fn(&str, &str) -> bool,
    ) -> Self {
        Self { title, rows, columns, impossible, counts: vec![0; rows.len() * columns.len()] }
    }

    /// Counts one.
    pub fn count(&mut self, row: &str, column: &str) {
        let position = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        let row = position(self.rows, row).unwrap_or_else(|| unreachable!("no row {row}"));
        let column = position(self.columns, column).unwrap_or_else(|| unreachable!("no column {column}"));
        self.counts[row * self.columns.len() + column] += 1;
    }

    /// Adds the counts of another table with the same rows and columns.
    pub fn merge(&mut self, other: &Table) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, other)| *own += other);
    }

    /// The pairs that should be there and are not.
    pub fn missing(&self) -> impl Iterator<Item = String> + '_ {
        self.cells()
            .filter(|(row, column, count)| *count == 0 && !(self.impossible)(row, column))
            .map(|(row, column, _)| format!("{}: no `{column}` in `{row}`", self.title))
    }

    fn cells(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> + '_ {
        let pairs = self.rows.iter().flat_map(|row| self.columns.iter().map(move |column| (*row, *column)));
        pairs.zip(&self.counts).map(|((row, column), count)| (row, column, *count))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.len()).max().unwrap_or(0);
        write!(f, "{:width$}", self.title)?;
        for column in self.columns {
            write!(f, " {column:>7}")?;
        }
        for (i, row) in self.rows.iter().enumerate() {
            write!(f, "\n{row:width$}")?;
            for (j, column) in self.columns.iter().enumerate() {
                let count = self.counts[i * self.columns.len() + j];
                let size = column.chars().count().max(7);
                if count == 0 && (self.impossible)(row, column) {
                    write!(f, " {:>size$}", "")?;
                } else {
                    write!(f, " {count:>size$}")?;
                }
            }
        }
        writeln!(f)
    }
}
