//! A mistake shown at its place in the source, as rustc shows it.

use crate::style::Style;
use retrograde_compiler::Diagnostic;
use std::fmt::Write;

/// The message, the file and position, and the line with the token underlined.
pub fn report(diagnostic: &Diagnostic, path: &str, source: &str, style: Style) -> String {
    let (start, end) = (diagnostic.span.start(), diagnostic.end.end());
    let mut text = format!("{}: {}\n", style.mistake("error"), style.title(&diagnostic.message));
    let Some(line) = start.line.checked_sub(1).and_then(|above| source.lines().nth(above)) else { return text };
    let width = line.chars().count();
    let last = if end.line == start.line { end.column } else { width };
    let carets = "^".repeat(last.saturating_sub(start.column).max(1));
    // Tabs stay tabs, so that the carets stand under the token.
    let before: String = line.chars().take(start.column).map(|c| if c == '\t' { c } else { ' ' }).collect();
    let number = start.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = writeln!(text, "{margin}--> {path}:{number}:{}", start.column + 1);
    let _ = writeln!(text, "{margin} |");
    let _ = writeln!(text, "{number} | {line}");
    let _ = writeln!(text, "{margin} | {before}{}", style.mistake(carets));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_compiler::Program;

    #[test]
    fn the_token_is_underlined() {
        let source = "#[reversible]\nfn f(y: &mut f64) {\n\t*y = 1.0;\n}\n";
        let diagnostics = Program::parse(source).unwrap_err();
        let text = report(&diagnostics[0], "f.rs", source, Style::PLAIN);
        let (message, place) = text.split_once('\n').unwrap();
        assert!(message.starts_with("error: assignment destroys the old value"), "{message}");
        assert_eq!(place, " --> f.rs:3:5\n  |\n3 | \t*y = 1.0;\n  | \t   ^\n");
    }

    #[test]
    fn what_spans_several_lines_is_underlined_to_the_end_of_the_first() {
        let source = "a b (\n  c\n) d\n";
        let tokens: Vec<_> = source.parse::<proc_macro2::TokenStream>().unwrap().into_iter().collect();
        let diagnostic = Diagnostic { span: tokens[1].span(), end: tokens[2].span(), message: "no".into() };
        let text = report(&diagnostic, "f.rs", source, Style::PLAIN);
        assert_eq!(text, "error: no\n --> f.rs:1:3\n  |\n1 | a b (\n  |   ^^^\n");
    }
}
