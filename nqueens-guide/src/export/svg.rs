//! The drawing of a board as a self-contained SVG picture, with the status of every square.

use std::fmt::{self, Write};

use bdd_core::BigUint;

use bdd_core::Variable;
use puzzle_core::{Count, Guide, Status, Words};

use crate::queens::Queens;
use nqueens_board::Size;
use nqueens_board::file_name;

/// The side of a square, in SVG units.
const SIDE: usize = 48;
/// The margins at the left of the board and below it, for the names of ranks and files, in SVG units.
const MARGIN: usize = 28;
/// The height of the band above the board for the title, and of the band at the bottom for the legend, in SVG units.
const BAND: usize = 44;
/// The smallest width of the picture, in SVG units, in which the legend fits.
const LEGEND_WIDTH: usize = 560;

/// The SVG elements that define the styles, the hatching of attacked squares, and the shape of a queen.
const DEFINITIONS: &str = r##"<style>
text { font-family: "DejaVu Sans", Verdana, sans-serif; fill: #3a3226; }
.light { fill: #f3ead7; } .dark { fill: #e3d3b4; }
.name { font-size: 13px; text-anchor: middle; fill: #7a6f5d; }
.title { font-size: 18px; font-weight: bold; }
.legend { font-size: 13px; }
.count { text-anchor: middle; fill: #1d5c3a; }
.forced { fill: #f7c948; fill-opacity: 0.75; stroke: #a8790b; stroke-width: 2; }
.attacked { fill: url(#hatch); }
.dead { fill: #6b6f76; fill-opacity: 0.55; }
.cross { stroke: #ffffff; stroke-width: 2.5; stroke-linecap: round; }
.blocked { fill: none; stroke: #b3372f; stroke-width: 4; }
.queen { fill: #2b2438; stroke: #ffffff; stroke-width: 1; stroke-linejoin: round; }
</style>
<defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" fill="#8d8778" fill-opacity="0.38"/><path d="M0 0V7" stroke="#6f6a5e" stroke-opacity="0.45" stroke-width="2"/>
</pattern>
<g id="queen" class="queen"><path d="M11 36 L7 16 L15.5 25 L17 11 L24 24 L31 11 L32.5 25 L41 16 L37 36 Q24 31.5 11 36 Z"/>
<path d="M11.5 41 Q24 36.5 36.5 41 L37 37.5 Q24 33 11 37.5 Z"/>
<circle cx="7" cy="14" r="2.6"/><circle cx="17" cy="9" r="2.6"/><circle cx="31" cy="9" r="2.6"/><circle cx="41" cy="14" r="2.6"/></g>
</defs>
"##;

/// Draws a board as SVG, rank 1 at the bottom: the queens, the status of every square, and, on each open or forced
/// square, the number of completions with a queen there. `guide` must belong to a board of `size`.
///
/// Statuses differ in shape as well as in colour. Every square has its status as a tooltip.
///
/// ```
/// use nqueens_guide::export::svg;
/// use nqueens_guide::{Placement, Size, Solutions};
///
/// let size = Size::new(6)?;
/// let picture = svg(size, &Solutions::build(size).guide(&Placement::empty(size)));
/// assert!(picture.starts_with("<svg") && picture.contains("6 queens: 4 solutions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If `guide` has more variables than the board has squares.
#[must_use]
pub fn svg(size: Size, guide: &Guide) -> String {
    let mut svg = String::new();
    write(&mut svg, size, guide).expect("writing to a string never fails");
    svg
}

fn write(svg: &mut String, size: Size, guide: &Guide) -> fmt::Result {
    let queens = &Queens::new(size);
    let board = size.get() * SIDE;
    let (width, height) = ((MARGIN + board + SIDE / 4).max(LEGEND_WIDTH), BAND + board + MARGIN + BAND);
    let plural = if guide.total().value() == &BigUint::from(1u8) { "" } else { "s" };
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         {DEFINITIONS}<rect width=\"{width}\" height=\"{height}\" fill=\"#fffdf8\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"29\">{size} queens: {} solution{plural}</text>",
        guide.total()
    )?;
    for (variable, status, completions) in guide.variables() {
        write_square(svg, queens, variable, status, completions)?;
    }
    for line in 0..size.get() {
        let middle = line * SIDE + SIDE / 2;
        let (rank_x, rank_y, rank) = (MARGIN / 2, BAND + board - middle + 5, line + 1);
        writeln!(svg, "<text class=\"name\" x=\"{rank_x}\" y=\"{rank_y}\">{rank}</text>")?;
        let (file_x, file_y, file) = (MARGIN + middle, BAND + board + 19, file_name(line));
        writeln!(svg, "<text class=\"name\" x=\"{file_x}\" y=\"{file_y}\">{file}</text>")?;
    }
    write_legend(svg, queens, guide, BAND + board + MARGIN + 8)?;
    writeln!(svg, "</svg>")
}

fn write_square(
    svg: &mut String,
    queens: &Queens,
    variable: Variable,
    status: Status,
    completions: &Count,
) -> fmt::Result {
    let (size, square) = (queens.size(), queens.size().square_of(variable));
    let (x, y) = (MARGIN + square.file() * SIDE, BAND + (size.get() - 1 - square.rank()) * SIDE);
    let is_counted = completions.is_exact() && matches!(status, Status::Open | Status::Forced);
    let tooltip = match is_counted {
        true => format!("{square}: {status}, {completions} completions"),
        false => format!("{square}: {}", queens.status_name(status)),
    };
    let shade = if (square.file() + square.rank()).is_multiple_of(2) { "dark" } else { "light" };
    writeln!(
        svg,
        "<g transform=\"translate({x} {y})\"><title>{tooltip}</title><rect class=\"{shade}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
    )?;
    svg.push_str(mark(status));
    if is_counted {
        let count = completions.to_string();
        // A digit is about 0.64 of the font size wide, so that four digits fit in a square at the largest font size,
        // 16.
        let font = (SIDE * 100 / (count.len().max(4) * 70)).min(16);
        writeln!(svg, "<text class=\"count\" x=\"24\" y=\"29\" font-size=\"{font}\">{count}</text>")?;
    }
    writeln!(svg, "</g>")
}

/// Returns the SVG symbol of `status`.
fn mark(status: Status) -> &'static str {
    match status {
        Status::Given | Status::Placed => r##"<use href="#queen"/>"##,
        Status::Blocked => {
            r#"<circle class="blocked" cx="24" cy="24" r="13"/><path class="blocked" d="M15 15L33 33"/>"#
        }
        Status::Excluded => r#"<rect class="attacked" width="48" height="48"/>"#,
        Status::Dead => {
            r#"<rect class="dead" width="48" height="48"/><path class="cross" d="M17 17L31 31M31 17L17 31"/>"#
        }
        Status::Forced => r#"<circle class="forced" cx="24" cy="24" r="20"/>"#,
        Status::Open | Status::Unknown => "",
    }
}

/// Writes the legend: the statuses that occur in `guide`, each with its symbol and name. `y` is the top of the legend
/// in SVG units.
fn write_legend(svg: &mut String, queens: &Queens, guide: &Guide, y: usize) -> fmt::Result {
    /// The number of statuses for which the legend has room: all but `Status::Given` and `Status::Unknown`.
    const STATUSES: usize = Status::ALL.len() - 2;
    let occurring = Status::ALL.into_iter().filter(|&status| guide.variables().any(|(_, other, _)| other == status));
    for (place, status) in occurring.enumerate() {
        let x = MARGIN + place * (LEGEND_WIDTH - MARGIN) / STATUSES;
        writeln!(
            svg,
            "<g transform=\"translate({x} {y}) scale(0.45)\"><rect class=\"light\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
        )?;
        let (name_x, name_y, name) = (x + 26, y + 16, queens.status_name(status));
        writeln!(svg, "{}</g>\n<text class=\"legend\" x=\"{name_x}\" y=\"{name_y}\">{name}</text>", mark(status))?;
    }
    Ok(())
}
