//! The report as one page that needs nothing else.

use super::plot::{Plot, Point, Series, sample};
use super::published;
use super::results::{Case, Report, Run, is_ours};
use super::table::Table;
use super::tables;
use super::targets::{self, Limit, Verdict};
use super::units::Unit;
use std::fmt::Write;

/// The page.
pub fn page(report: &Report, verdicts: &[Verdict]) -> String {
    let sections = [
        ("time", "Time against size", times(report)),
        ("ratio", "Gradient over primal", ratios(report)),
        ("primal", "Our functions beside those of others", primals(report)),
        ("batch", "Others over ours as a batch grows", batches(report)),
        ("memory", "Peak memory", memory(report)),
        ("overhead", "Overhead per operation", overheads(report)),
        ("inverse", "There and back", inverses(report)),
        ("papers", "Beside the papers", papers(report)),
        ("targets", "Targets", all_targets(verdicts)),
        ("method", "How it was measured", method(report)),
    ];
    let sections: Vec<_> = sections.into_iter().filter(|(_, _, content)| !content.is_empty()).collect();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>Retrograde: benchmark</title>\n<style>\n{}</style>\n</head>\n<body>\n<h1>Retrograde beside other tools</h1>\n",
        include_str!("page.css")
    );
    html += &summary(report, verdicts);
    html.push_str("<nav>");
    for (id, title, _) in &sections {
        let _ = write!(html, "<a href=\"#{id}\">{title}</a>");
    }
    html.push_str("</nav>\n");
    for (id, title, content) in &sections {
        let _ = write!(html, "<section id=\"{id}\">\n<h2>{title}</h2>\n{content}</section>\n");
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// Text that HTML shows as it is.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn summary(report: &Report, verdicts: &[Verdict]) -> String {
    let met = verdicts.iter().filter(|verdict| verdict.met).count();
    let mut html = format!(
        "<p>{} problems in {} sizes, {} tools, on one thread of {}. {met} of {} targets are met.</p>\n",
        report.evals().len(),
        report.cases.len(),
        report.tools().len(),
        escape(&report.processor),
        verdicts.len()
    );
    if let Some(unfinished) = report.unfinished() {
        let _ = writeln!(html, "<p class=\"missed\">{unfinished}</p>");
    }
    for wrong in &report.disagreements {
        let _ = writeln!(html, "<p class=\"missed\">{}. Its times do not count.</p>", escape(&wrong.to_string()));
    }
    html
}

fn times(report: &Report) -> String {
    let mut html = String::from(
        "<p>Seconds for one run, against the size of the problem. A point tells what it is when pointed at.</p>\n",
    );
    for eval in report.evals() {
        let primal = plot(report, eval, "function", Unit::Seconds, |_, run| Some(run.primal?.seconds));
        let gradient = plot(report, eval, "gradient", Unit::Seconds, |_, run| Some(run.gradient?.seconds));
        let inverse = plot(report, eval, "inverse", Unit::Seconds, |_, run| Some(run.inverse?.seconds));
        let plots = [primal, inverse, gradient].into_iter().filter(|plot| !plot.series.is_empty());
        html += &figure(eval, &plots.collect::<Vec<_>>());
    }
    html
}

fn ratios(report: &Report) -> String {
    let plots = report.evals().into_iter().map(|eval| {
        let mut plot = plot(report, eval, "gradient over primal", Unit::Ratio, Case::ratio);
        plot.limit = targets::gradient(eval).map(|limit| (limit, format!("target {}", Limit::Most(limit).show())));
        plot
    });
    let text = "The gradient of each tool over the fastest primal of all tools. The least of a row is bold.";
    section(text, &plots.collect::<Vec<_>>(), &tables::ratios(report))
}

fn primals(report: &Report) -> String {
    let table = tables::primals(report);
    if table.rows.is_empty() {
        return String::new();
    }
    let text = "The fastest of our versions without derivatives, and the fastest of all others, of which C++ is the same algorithm in plain loops.";
    format!("<p>{text}</p>\n{}", table.html())
}

/// As in the second figure of the paper on Zygote.
fn batches(report: &Report) -> String {
    let over_ours = |case: &Case, run: &Run| {
        Some(run.gradient?.seconds / case.fastest(|run| run.gradient, is_ours)?).filter(|_| !is_ours(&run.tool))
    };
    let plot = plot(report, BATCHES, "gradient over ours, by the size of the batch", Unit::Ratio, over_ours);
    if plot.series.is_empty() {
        return String::new();
    }
    let text = "The gradient of a perceptron by each tool over the faster of ours. In the second figure of the paper on Zygote, whose records are of \
                whole arrays, a tape takes twice as long as the derived code at small batches and as long at large ones; with a record for each \
                number it is not so.";
    format!("<p>{text}</p>\n{}", drawn(&[plot]))
}

/// The problem that grows by its batch.
const BATCHES: &str = "mlp";

/// What the table of the reversible versions says.
pub const REVERSIBLE_MEMORY: &str = "Extra memory of a reversible version is what its gradient has allocated at its peak beyond the inputs, what the \
    function itself allocates, and a gradient of both; here in bytes and as a part of all these.";

fn memory(report: &Report) -> String {
    let plots = report.evals().into_iter().map(|eval| {
        let peak = |_: &Case, run: &Run| Some(run.gradient?.peak_bytes? as f64);
        plot(report, eval, "peak memory", Unit::Bytes, peak)
    });
    let text =
        "What the gradient has allocated at its peak, beyond the inputs, with a tape that was recorded beforehand.";
    let mut html = section(text, &plots.collect::<Vec<_>>(), &tables::memory(report));
    let reversible = tables::reversible_memory(report);
    if !reversible.rows.is_empty() {
        let _ = write!(html, "<p>{REVERSIBLE_MEMORY}</p>\n{}", reversible.html());
    }
    html
}

fn overheads(report: &Report) -> String {
    let plots = report
        .evals()
        .into_iter()
        .map(|eval| plot(report, eval, "overhead per operation", Unit::Nanoseconds, Case::overhead));
    let plots: Vec<Plot> = plots.filter(|plot| !plot.series.is_empty()).collect();
    if plots.is_empty() {
        return String::new();
    }
    let text = "Nanoseconds that the gradient takes beyond the function, for each operation of the function, where those are counted.";
    section(text, &plots, &tables::overheads(report))
}

fn inverses(report: &Report) -> String {
    let table = tables::inverses(report);
    if table.rows.is_empty() {
        return String::new();
    }
    format!("<p>Reversible functions, called, undone, and differentiated.</p>\n{}", table.html())
}

fn papers(report: &Report) -> String {
    let table = published::table(report);
    if table.rows.is_empty() {
        return String::new();
    }
    format!("<p>{}</p>\n{}", escape(published::SOURCE), table.html())
}

fn all_targets(verdicts: &[Verdict]) -> String {
    let text = "Each target at the size where it is hardest to meet, by the faster of our versions.";
    format!("<p>{text}</p>\n{}", tables::verdicts(verdicts).html())
}

fn method(report: &Report) -> String {
    let mut html = format!(
        "<ul>\n<li>Processor: {}.</li>\n\
         <li>On a single thread, all tools in one process and in turns, so that what else the machine does meets them alike. Each time is the minimum of many.</li>\n\
         <li>Memory is counted by an allocator, beyond the inputs.</li>\n\
         <li>Every value and gradient is compared with ours, and the times of a tool that computes a wrong one do not count.</li>\n\
         <li>Rust and C++ are compiled for the same processors: any of this kind, or with <code>RUSTFLAGS=-Ctarget-cpu=native</code> this one.</li>\n\
         <li>An inverse is timed alone, where it can be; otherwise the call before it is not timed. A gradient of ours that needs the function's results includes their computation.</li>\n\
         <li>Other tools take part in a case unless a run of theirs would take more than three seconds or eight gigabytes, as far as the case before tells.</li>\n\
         <li>{} of {} cases were measured.</li>\n",
        escape(&report.processor),
        report.cases.len(),
        report.announced
    );
    for skipped in &report.skipped {
        let _ = writeln!(html, "<li>Not measured: {}, {}.</li>", escape(&skipped.tool), escape(&skipped.why));
    }
    html.push_str("</ul>\n");
    html
}

/// Diagrams with one legend, and the numbers in them.
fn section(text: &str, plots: &[Plot], table: &Table) -> String {
    format!("<p>{text}</p>\n{}{}", drawn(plots), table.html())
}

fn figure(eval: &str, plots: &[Plot]) -> String {
    format!("<h3>{}</h3>\n{}", escape(eval), drawn(plots))
}

/// Diagrams beside each other, under one legend.
fn drawn(plots: &[Plot]) -> String {
    let mut names: Vec<(usize, &str)> =
        plots.iter().flat_map(|plot| &plot.series).map(|series| (series.style, series.name.as_str())).collect();
    names.sort_unstable();
    names.dedup();
    let mut html = String::from("<ul class=\"legend\">");
    for (style, name) in names {
        let _ = write!(html, "<li>{}{}</li>", sample(style), escape(name));
    }
    html.push_str("</ul>\n<div class=\"plots\">\n");
    plots.iter().for_each(|plot| html += &plot.svg());
    html.push_str("</div>\n");
    html
}

/// A value of every tool against the size of a problem.
fn plot(report: &Report, eval: &str, title: &str, y: Unit, value: impl Fn(&Case, &Run) -> Option<f64>) -> Plot {
    let cases = report.of_eval(eval);
    let series = report.tools().into_iter().enumerate().map(|(style, tool)| {
        let point = |case: &&Case| {
            let y = value(case, case.right(tool)?)?;
            Some(Point { x: case.scale, y, of: case.size.clone() })
        };
        Series { name: tool.into(), style, points: cases.iter().filter_map(point).collect() }
    });
    let series = series.filter(|series| !series.points.is_empty()).collect();
    Plot { title: format!("{eval}: {title}"), x: Unit::Count, y, series, limit: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::fixture;
    use crate::bench::results::{Disagreement, Line};

    /// Fails if an element is not closed, or another one is, or a `<` or `&` stands for itself.
    fn well_formed(html: &str) -> Result<(), String> {
        let mut open = Vec::new();
        let body = html.strip_prefix("<!DOCTYPE html>").ok_or("no document type")?;
        let mut pieces = body.split('<');
        pieces.next();
        for piece in pieces {
            let (tag, text) = piece.split_once('>').ok_or_else(|| format!("`<{piece}` does not end"))?;
            if tag.matches('"').count() % 2 != 0 || text.contains('>') {
                return Err(format!("not escaped: `<{piece}`"));
            }
            for after in piece.split('&').skip(1) {
                if !["amp;", "lt;", "gt;", "quot;"].iter().any(|name| after.starts_with(name)) {
                    return Err(format!("not escaped: `&{after}`"));
                }
            }
            let name = tag.split(' ').next().unwrap_or_default();
            if let Some(name) = name.strip_prefix('/') {
                let closed = open.pop();
                if closed != Some(name) {
                    return Err(format!("{closed:?} is closed by `</{name}>`"));
                }
            } else if !tag.ends_with('/') {
                open.push(name);
            }
            if open.is_empty() && !text.trim().is_empty() {
                return Err(format!("outside of everything: `{text}`"));
            }
        }
        if open.is_empty() { Ok(()) } else { Err(format!("not closed: {open:?}")) }
    }

    #[test]
    fn what_is_not_well_formed_is_seen() {
        assert_eq!(well_formed("<!DOCTYPE html><a><b x=\"1\"/>&amp;</a>"), Ok(()));
        for bad in ["<a><b></a></b>", "<a>", "<a>&</a>", "<a>1 < 2</a>", "<a x=\"\"\">b</a>", "<a/>b"] {
            assert!(well_formed(&format!("<!DOCTYPE html>{bad}")).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_page_is_well_formed_and_complete() {
        let mut report = fixture();
        let [eval, tool, why] = ["lse", "<b> & \"c\"", "1 < 2"].map(String::from);
        report.add(Line::Disagrees(Disagreement { eval, size: None, tool, why }));
        let html = page(&report, &targets::verdicts(&report));
        well_formed(&html).unwrap();
        for id in ["time", "ratio", "primal", "memory", "overhead", "inverse", "targets", "method"] {
            assert!(
                html.contains(&format!("<a href=\"#{id}\">")) && html.contains(&format!("<section id=\"{id}\">")),
                "{id}"
            );
        }
        assert!(html.contains("AMD &lt;EPYC&gt; &amp; others"));
        assert!(html.contains("Not measured: JAX, no module named jax."));
        assert!(html.contains("&lt;b&gt; &amp; &quot;c&quot; is wrong in lse: 1 &lt; 2"));
        assert!(!html.contains("<script") && !html.contains("http"), "it needs nothing else");
    }

    #[test]
    fn sections_without_measurements_are_left_out() {
        let mut report = fixture();
        for run in report.cases.iter_mut().flat_map(|case| &mut case.runs) {
            run.inverse = None;
            for cost in [&mut run.primal, &mut run.gradient].into_iter().flatten() {
                cost.operations = None;
            }
        }
        let html = page(&report, &[]);
        assert!(!html.contains("id=\"overhead\"") && !html.contains("id=\"inverse\""));
    }
}
