//! Lines with markers on log-log axes, as SVG. Colours are the page's, by class.

use super::page::escape;
use super::units::Unit;
use std::fmt::Write;
use std::ops::RangeInclusive;

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 290.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 44.0;

/// How much of an axis is below the logarithmic part, for numbers that have no logarithm.
const BELOW: f64 = 0.1;

/// Marks around the origin, so that colour is not all that tells lines apart.
const SHAPES: [&str; 5] = [
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M-3.5 -3.5H3.5V3.5H-3.5Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M0 -4.5L4.5 3.5H-4.5Z",
    "M0 4.5L4.5 -3.5H-4.5Z",
];

/// How many colours the page has.
pub const COLOURS: usize = 12;

/// A diagram.
#[derive(Clone, Debug)]
pub struct Plot {
    pub title: String,
    pub x: Unit,
    pub y: Unit,
    pub series: Vec<Series>,
    /// a line across, and what it is called
    pub limit: Option<(f64, String)>,
}

/// A line.
#[derive(Clone, Debug)]
pub struct Series {
    pub name: String,
    /// which colour and shape it has
    pub style: usize,
    pub points: Vec<Point>,
}

/// A measurement in a diagram.
#[derive(Clone, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// what it is the measurement of
    pub of: String,
}

/// A logarithmic axis. Its ends are round numbers, which are counted: 1, 2, 5, 10, 20 are 0, 1, 2, 3, 4.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    low: i32,
    high: i32,
    /// what stands at the foot of the axis, where some numbers have no logarithm
    foot: Option<&'static str>,
    unit: Unit,
}

/// The round number at a place of the count.
fn round_number(place: i32) -> f64 {
    let digit = match place.rem_euclid(3) {
        0 => 1.0,
        1 => 2.0,
        _ => 5.0,
    };
    digit * 10f64.powi(place.div_euclid(3))
}

/// The places from 10⁻³⁰ to 10³⁰.
const PLACES: RangeInclusive<i32> = -90..=90;

impl Axis {
    fn around(values: impl Iterator<Item = f64> + Clone, unit: Unit) -> Self {
        let positive = values.clone().filter(|value| *value > 0.0);
        let least = positive.clone().min_by(f64::total_cmp).unwrap_or(1.0);
        let most = positive.max_by(f64::total_cmp).unwrap_or(1.0);
        // Powers of ten may be a little off.
        let low = PLACES.rev().find(|place| round_number(*place) <= least * (1.0 + 1e-9)).unwrap_or(*PLACES.start());
        let high =
            PLACES.into_iter().find(|place| round_number(*place) >= most * (1.0 - 1e-9)).unwrap_or(*PLACES.end());
        let (low, high) = if low == high { (low - 1, high + 1) } else { (low, high) };
        let foot = match values.min_by(f64::total_cmp) {
            Some(value) if value < 0.0 => Some("≤ 0"),
            Some(0.0) => Some("0"),
            _ => None,
        };
        Self { low, high, foot, unit }
    }

    /// Where a number is, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let below = if self.foot.is_some() { BELOW } else { 0.0 };
        if value <= 0.0 {
            return 0.0;
        }
        let [low, high] = [self.low, self.high].map(|end| round_number(end).log10());
        below + (1.0 - below) * (value.log10() - low) / (high - low)
    }

    /// The places with a line, each with what is written beside it.
    fn ticks(&self) -> Vec<(f64, String)> {
        let decades = (self.high - self.low) / 3;
        // Two decades have room for 2 and 5; many decades do not have room for each power of ten.
        let every = if decades < 2 { 1 } else { 3 * (1 + decades / 7) };
        let shown = (self.low..=self.high).filter(|place| place % every == 0);
        let ticks = shown.map(round_number).map(|value| (self.place(value), self.unit.tick(value)));
        self.foot.map(|foot| (0.0, foot.into())).into_iter().chain(ticks).collect()
    }
}

impl Plot {
    /// The diagram as an element of a page.
    pub fn svg(&self) -> String {
        let points = self.series.iter().flat_map(|series| &series.points);
        let limit = self.limit.iter().map(|(value, _)| *value);
        let x_axis = Axis::around(points.clone().map(|point| point.x), self.x);
        let y_axis = Axis::around(points.map(|point| point.y).chain(limit), self.y);
        let title = escape(&self.title);
        let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n");
        text(&mut svg, "title", "start", (LEFT, 18.0), &self.title);
        frame(&mut svg, &x_axis, &y_axis);
        // The first is drawn last, on top.
        for series in self.series.iter().rev() {
            series.draw(&mut svg, |point| (across(x_axis.place(point.x)), up(y_axis.place(point.y))), self.y);
        }
        if let Some((value, name)) = &self.limit {
            let (y, right) = (up(y_axis.place(*value)), across(1.0));
            let _ = writeln!(svg, "<path class=\"limit\" d=\"M{LEFT} {y:.1}H{right}\"/>");
            text(&mut svg, "tick", "end", (right, 18.0), &format!("dashed: {name}"));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// The axes with their ticks.
fn frame(svg: &mut String, x_axis: &Axis, y_axis: &Axis) {
    let (bottom, right) = (up(0.0), across(1.0));
    for (place, label) in x_axis.ticks() {
        let x = across(place);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}\"/>");
        text(svg, "tick", "middle", (x, bottom + 16.0), &label);
    }
    for (place, label) in y_axis.ticks() {
        let y = up(place);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        text(svg, "tick", "end", (LEFT - 6.0, y + 4.0), &label);
    }
    let _ = writeln!(svg, "<path class=\"axis\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>");
    text(svg, "tick", "middle", (across(0.5), HEIGHT - 8.0), "size");
}

fn text(svg: &mut String, class: &str, anchor: &str, (x, y): (f64, f64), text: &str) {
    let text = escape(text);
    let _ = writeln!(svg, "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
}

impl Series {
    fn draw(&self, svg: &mut String, at: impl Fn(&Point) -> (f64, f64), unit: Unit) {
        let _ = writeln!(svg, "<g class=\"c{}\">", self.style % COLOURS);
        let places: Vec<String> = self.points.iter().map(&at).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        if places.len() > 1 {
            let _ = writeln!(svg, "<path class=\"line\" d=\"M{}\"/>", places.join("L"));
        }
        for (point, place) in self.points.iter().zip(places) {
            let title = escape(&format!("{}, {}: {}", self.name, point.of, unit.show(point.y)));
            let shape = shape(self.style);
            let _ = writeln!(
                svg,
                "<path class=\"mark\" transform=\"translate({place})\" d=\"{shape}\"><title>{title}</title></path>"
            );
        }
        svg.push_str("</g>\n");
    }
}

/// What a line looks like, for a legend.
pub fn sample(style: usize) -> String {
    format!(
        "<svg class=\"sample\" viewBox=\"-12 -6 24 12\" aria-hidden=\"true\"><g class=\"c{}\"><path class=\"line\" d=\"M-12 0H12\"/>\
         <path class=\"mark\" d=\"{}\"/></g></svg>",
        style % COLOURS,
        shape(style)
    )
}

fn shape(style: usize) -> &'static str {
    // When the colours begin again, the shapes are others.
    SHAPES[(style + style / COLOURS) % SHAPES.len()]
}

fn across(place: f64) -> f64 {
    LEFT + place * (WIDTH - LEFT - RIGHT)
}

fn up(place: f64) -> f64 {
    HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(values: &[f64], unit: Unit) -> Axis {
        Axis::around(values.iter().copied(), unit)
    }

    fn labels(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn axes_end_at_round_numbers() {
        let ends = |values: &[f64]| {
            let axis = axis(values, Unit::Ratio);
            [axis.low, axis.high].map(|end| Unit::Ratio.tick(round_number(end)))
        };
        assert_eq!(ends(&[1.5, 30.0]), ["1", "50"]);
        assert_eq!(ends(&[1.0, 1000.0]), ["1", "1000"]);
        assert_eq!(ends(&[100.0]), ["50", "200"]);
        assert_eq!(ends(&[0.003, 4.0]), ["0.002", "5"]);
        assert_eq!(ends(&[]), ["0.5", "2"]);
    }

    #[test]
    fn ticks_are_at_powers_of_ten() {
        assert_eq!(labels(&axis(&[3e-6, 4e-3], Unit::Seconds)), ["10 µs", "100 µs", "1 ms"]);
        assert_eq!(labels(&axis(&[1.5, 30.0], Unit::Ratio)), ["1", "2", "5", "10", "20", "50"]);
        let wide = labels(&axis(&[1.0, 1e9], Unit::Bytes));
        assert_eq!(wide, ["1 B", "100 B", "10 kB", "1 MB", "100 MB"]);
        let places: Vec<f64> = axis(&[1.0, 1000.0], Unit::Count).ticks().into_iter().map(|(place, _)| place).collect();
        for (place, expected) in places.iter().zip([0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]) {
            assert!((place - expected).abs() < 1e-9, "{places:?}");
        }
        assert_eq!(places.len(), 4);
    }

    #[test]
    fn zero_is_at_the_foot() {
        let axis = axis(&[0.0, 10.0, 1000.0], Unit::Bytes);
        assert_eq!(labels(&axis), ["0", "10 B", "100 B", "1 kB"]);
        assert_eq!(axis.place(0.0).to_bits(), 0f64.to_bits());
        assert!((axis.place(10.0) - BELOW).abs() < 1e-9);
        assert!((axis.place(1000.0) - 1.0).abs() < 1e-9);
        assert_eq!(labels(&super::tests::axis(&[-1.0, 10.0], Unit::Ratio))[0], "≤ 0");
    }

    #[test]
    fn points_are_where_they_belong() {
        let point = |x, y| Point { x, y, of: "n=<1>".into() };
        let points = vec![point(1.0, 1e-6), point(10.0, 1e-5), point(100.0, 1e-4)];
        let series = vec![Series { name: "ours".into(), style: 0, points }];
        let plot = Plot { title: "gmm".into(), x: Unit::Count, y: Unit::Seconds, series, limit: None };
        let svg = plot.svg();
        // From the lower left corner over the middle to the upper right one.
        assert!(svg.contains("<path class=\"line\" d=\"M64.0 246.0L244.0 138.0L424.0 30.0\"/>"), "{svg}");
        assert!(svg.contains("<title>ours, n=&lt;1&gt;: 10.0 µs</title>"), "{svg}");
    }

    #[test]
    fn limits_are_drawn_across() {
        let points = vec![Point { x: 1.0, y: 1.0, of: String::new() }];
        let series = vec![Series { name: "ours".into(), style: 0, points }];
        let limit = Some((10.0, "target".into()));
        let plot = Plot { title: "gmm".into(), x: Unit::Count, y: Unit::Ratio, series, limit };
        assert!(plot.svg().contains("<path class=\"limit\" d=\"M64 30.0H424\"/>"));
    }
}
