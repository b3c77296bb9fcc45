//! Colours, on a terminal that wants them.

use std::fmt;
use std::io::IsTerminal;

/// How text is set off from other text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    colours: bool,
}

impl Style {
    /// Coloured if `stream` is a terminal and the user has not asked for plain text.
    pub fn of(stream: &impl IsTerminal) -> Self {
        Self { colours: stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    /// A title.
    pub fn title(self, text: impl fmt::Display) -> String {
        self.paint("1", text)
    }

    /// Source code.
    pub fn code(self, text: impl fmt::Display) -> String {
        self.paint("36", text)
    }

    /// What came out.
    pub fn result(self, text: impl fmt::Display) -> String {
        self.paint("32", text)
    }

    /// A mistake.
    pub fn mistake(self, text: impl fmt::Display) -> String {
        self.paint("1;31", text)
    }

    fn paint(self, colour: &str, text: impl fmt::Display) -> String {
        if self.colours { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_string() }
    }
}

#[cfg(test)]
impl Style {
    /// No colours.
    pub const PLAIN: Self = Self { colours: false };
}
