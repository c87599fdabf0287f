//! The picture of BENCHMARKS.md, drawn from the first table of that file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// The margins of the plot, which hold the labels.
const LEFT: f64 = 70.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;
/// Colours that the colour-blind can tell apart (Okabe and Ito, 2008).
const COLOURS: [&str; 5] = ["#d55e00", "#e69f00", "#009e73", "#0072b2", "#cc79a7"];

/// A line of the chart: its name, and a value for each size.
struct ChartSeries {
    name: String,
    milliseconds: Vec<f64>,
}

/// Returns the sizes and the columns of the first table in Markdown whose header begins with `| n |`.
fn table(text: &str) -> (Vec<u32>, Vec<ChartSeries>) {
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| n |"));
    let cells =
        |line: &str| -> Vec<String> { line.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect() };
    let names = cells(lines.next().expect("BENCHMARKS.md has a table by size"));
    let mut series: Vec<ChartSeries> =
        names.into_iter().skip(1).map(|name| ChartSeries { name, milliseconds: Vec::new() }).collect();
    let mut sizes = Vec::new();
    for line in lines.skip(1).take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        sizes.push(row[0].parse().expect("the first column has sizes"));
        for (series, cell) in series.iter_mut().zip(&row[1..]) {
            series.milliseconds.push(cell.parse().expect("the other columns have milliseconds"));
        }
    }
    (sizes, series)
}

/// Draws the columns as lines over the sizes, with a logarithmic axis of times from 0.01 ms to 10 s.
fn drawn(sizes: &[u32], series: &[ChartSeries]) -> String {
    let x = |place: usize| LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / (sizes.len() - 1) as f64;
    let y = |milliseconds: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (milliseconds.log10() + 2.0) / 6.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
    );
    let mut line = |text: std::fmt::Arguments<'_>| writeln!(svg, "{text}").expect("a string takes all text");
    let (start, end) = (LEFT, WIDTH - RIGHT);
    for (exponent, label) in (-2..=4).zip(["0.01 ms", "0.1 ms", "1 ms", "10 ms", "0.1 s", "1 s", "10 s"]) {
        let at = y(10f64.powi(exponent));
        line(format_args!("<path d=\"M{start} {at:.1}H{end}\" stroke=\"#ddd\"/>"));
        line(format_args!(
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444\">{label}</text>",
            start - 8.0,
            at + 4.0
        ));
    }
    for (place, size) in sizes.iter().enumerate() {
        let at = x(place);
        let below = HEIGHT - BOTTOM + 20.0;
        line(format_args!("<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\" fill=\"#444\">n = {size}</text>"));
    }
    let axis = "processor time to build the diagram of all solutions, logarithmic";
    line(format_args!("<text x=\"{start}\" y=\"{}\" fill=\"#444\">{axis}</text>", HEIGHT - 8.0));
    // The names stand beside the last points, at least a line of text apart.
    let mut labels: Vec<(f64, usize)> =
        series.iter().enumerate().map(|(index, one)| (y(*one.milliseconds.last().expect("a row")), index)).collect();
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    for next in 1..labels.len() {
        labels[next].0 = labels[next].0.max(labels[next - 1].0 + 15.0);
    }
    for (at, index) in labels {
        let (ChartSeries { name, milliseconds }, colour) = (&series[index], COLOURS[index % COLOURS.len()]);
        let points: Vec<String> = (milliseconds.iter().enumerate())
            .map(|(place, &value)| format!("{:.1},{:.1}", x(place), y(value)))
            .collect();
        let points = points.join(" ");
        line(format_args!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>"));
        let beside = end + 10.0;
        line(format_args!(
            "<text x=\"{beside}\" y=\"{:.1}\" fill=\"{colour}\" font-weight=\"bold\">{name}</text>",
            at + 4.0
        ));
    }
    svg + "</svg>\n"
}

/// Returns the path of a file of the project.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

const PICTURE: &str = "docs/images/benchmarks.svg";

/// Draws the first table of BENCHMARKS.md.
fn picture() -> String {
    let text = std::fs::read_to_string(file("BENCHMARKS.md")).expect("the project has BENCHMARKS.md");
    let (sizes, series) = table(&text);
    drawn(&sizes, &series)
}

/// Draws the first table of BENCHMARKS.md, and writes the picture that the file shows.
///
/// # Errors
///
/// If the picture can't be written.
pub(crate) fn write() -> std::io::Result<()> {
    std::fs::write(file(PICTURE), picture())
}

#[test]
fn the_picture_shows_the_table() {
    let written = std::fs::read_to_string(file(PICTURE)).unwrap();
    assert!(written == picture(), "{PICTURE} is stale: run cargo run -p bench -- chart");
}
