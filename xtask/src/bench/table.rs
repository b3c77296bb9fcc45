//! A table, as Markdown and as HTML.

use super::page::escape;
use std::fmt::Write;
use std::ops::Range;

/// Rows of cells under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub heading: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    /// which columns are numbers; the others are text
    pub numbers: Range<usize>,
}

/// A piece of text that may stand out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    pub mark: Mark,
}

/// How a cell stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    #[default]
    None,
    Best,
    Met,
    Missed,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, mark: Mark::None }
    }
}

impl Table {
    /// Columns by name, some of which are numbers.
    pub fn new(numbers: Range<usize>, heading: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { heading: heading.into_iter().map(Into::into).collect(), rows: Vec::new(), numbers }
    }

    /// The table as Markdown; the best is bold.
    pub fn markdown(&self) -> String {
        let mut text = line(self.heading.iter().map(|name| in_markdown(name)));
        let rules = (0..self.heading.len()).map(|column| if self.numbers.contains(&column) { "---:" } else { "---" });
        text += &line(rules.map(String::from)).replace(' ', "");
        for row in &self.rows {
            text += &line(row.iter().map(|cell| match cell.mark {
                Mark::Best => format!("**{}**", in_markdown(&cell.text)),
                _ => in_markdown(&cell.text),
            }));
        }
        text
    }

    /// The table as HTML.
    pub fn html(&self) -> String {
        let class = |column, mark| match (mark, self.numbers.contains(&column)) {
            (Mark::Best, _) => " class=\"number best\"",
            (Mark::Met, _) => " class=\"met\"",
            (Mark::Missed, _) => " class=\"missed\"",
            (Mark::None, true) => " class=\"number\"",
            (Mark::None, false) => "",
        };
        let mut text = String::from("<div class=\"wide\"><table>\n<thead><tr>");
        for (column, name) in self.heading.iter().enumerate() {
            let _ = write!(text, "<th{}>{}</th>", class(column, Mark::None), escape(name));
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            text.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let _ = write!(text, "<td{}>{}</td>", class(column, cell.mark), escape(&cell.text));
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody>\n</table></div>\n");
        text
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// Text that Markdown shows as it is.
fn in_markdown(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(1..2, ["a|b", "x"]);
        table.rows.push(vec!["<one>".into(), Cell { text: "1.0".into(), mark: Mark::Best }]);
        table
    }

    #[test]
    fn markdown_marks_the_best() {
        assert_eq!(table().markdown(), "| a\\|b | x |\n|---|---:|\n| &lt;one> | **1.0** |\n");
    }

    #[test]
    fn html_is_escaped() {
        let html = table().html();
        assert!(html.contains("<td>&lt;one&gt;</td><td class=\"number best\">1.0</td>"), "{html}");
    }
}
