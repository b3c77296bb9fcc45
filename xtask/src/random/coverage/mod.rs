//! Counts how often each construct was written, and inside which other one, to show that nothing is left out.

mod counter;
mod expected;
mod table;

use super::ast::Program;
use counter::Counter;
use std::fmt;
use table::Table;

/// The counts of many programs.
#[derive(Clone, Debug)]
pub struct Coverage {
    reversible: Table,
    ordinary: Table,
    expressions: Table,
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            reversible: expected::reversible(),
            ordinary: expected::ordinary(),
            expressions: expected::expressions(),
        }
    }
}

impl Coverage {
    /// Counts what is in a program.
    pub fn add(&mut self, program: &Program) {
        for (index, function) in program.functions.iter().enumerate() {
            Counter::new(self, program, index).function(function);
        }
    }

    /// Adds the counts of other programs.
    pub fn merge(&mut self, other: &Coverage) {
        for (own, other) in self.tables_mut().into_iter().zip(other.tables()) {
            own.merge(other);
        }
    }

    fn tables(&self) -> [&Table; 3] {
        [&self.reversible, &self.ordinary, &self.expressions]
    }

    fn tables_mut(&mut self) -> [&mut Table; 3] {
        [&mut self.reversible, &mut self.ordinary, &mut self.expressions]
    }

    /// What was never written although it could be.
    pub fn missing(&self) -> Vec<String> {
        self.tables().into_iter().flat_map(Table::missing).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in self.tables() {
            writeln!(f, "{table}")?;
        }
        Ok(())
    }
}
