//! Boards as SVG, and options as HTML tables.
//!
//! All styles are attributes of their elements: a style sheet inside of a picture would change the other pictures of a
//! notebook.

use std::fmt::Write;

use puzzle_core::{Status, Variable};
use puzzle_kind::{Cell, Playable};

/// The side of a cell, in SVG units.
const SIDE: usize = 40;
/// The margin for labels and clues, in SVG units.
const MARGIN: usize = 26;
/// The maximum number of cells of a picture: nobody can read a larger picture.
pub(crate) const MAX_CELLS: usize = 1024;
/// The background colours of regions. Neighbouring regions may have the same colour, since borders separate them.
const GROUNDS: [&str; 12] = [
    "#eff0e4", "#6ac9cf", "#e9b682", "#e0c8fc", "#a3e6bc", "#bac7a7", "#f0de99", "#b1bcfb", "#c7f8bf", "#8edadf",
    "#f8b8b5", "#dcaee5",
];
/// The background colours of light and dark squares.
const SQUARES: [&str; 2] = ["#f7f0e0", "#e9dcc0"];
const INK: &str = "#262233";

/// A board to draw: the puzzle, with the status of each variable.
pub(crate) struct BoardPicture<'a> {
    pub(crate) puzzle: &'a dyn Playable,
    /// The status of each variable.
    pub(crate) statuses: Vec<Status>,
    /// The number to write on each open variable that has a cell of its own.
    pub(crate) counts: Option<Vec<String>>,
    /// The variables that are outlined.
    pub(crate) focus: Vec<Variable>,
    /// The variables whose cells are framed, such as the places of a rank.
    pub(crate) line: Vec<Variable>,
    /// The description of the picture for screen readers.
    pub(crate) title: String,
}

/// Escapes a text for HTML and XML, in content and in attributes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

struct Svg(String);

impl Svg {
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        self.0.write_fmt(element).expect("writing to a string never fails");
        self.0.push('\n');
    }

    fn text(&mut self, (x, y): (usize, usize), size: usize, style: &str, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" dominant-baseline=\"central\" \
             {style}>{text}</text>"
        ));
    }
}

/// Draws a board; `None` for a configurator, and for a grid that is too large.
pub(crate) fn board(board: &BoardPicture<'_>) -> Option<String> {
    let puzzle = board.puzzle;
    let (columns, rows) = puzzle.grid();
    if puzzle.options().is_some() || columns * rows == 0 || columns * rows > MAX_CELLS {
        return None;
    }
    let (width, height) = (MARGIN + columns * SIDE + MARGIN, MARGIN + rows * SIDE + MARGIN);
    let mut svg = Svg(String::new());
    svg.add(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         style=\"max-width:100%;height:auto\" role=\"img\" font-family=\"sans-serif\" fill=\"{INK}\"><title>{}</title>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fffdf8\"/>",
        escaped(&board.title)
    ));
    let cells: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column })).collect();
    let mut by_cell = vec![Vec::new(); cells.len()];
    for variable in Variable::all(board.statuses.len()) {
        let cell = puzzle.cell(variable);
        by_cell[cell.row * columns + cell.column].push(variable);
    }
    let is_shared = by_cell.iter().any(|variables| variables.len() > 1);
    // Blocks of a Sudoku are regions without letters: their cells are not coloured.
    let has_colours =
        cells.iter().any(|&cell| puzzle.region(cell).and_then(|region| puzzle.region_letter(region)).is_some());
    for (&cell, variables) in cells.iter().zip(&by_cell) {
        let (x, y) = corner(cell);
        let ground = match puzzle.region(cell) {
            Some(region) if has_colours => GROUNDS[region % GROUNDS.len()],
            _ if is_shared => "#ffffff",
            _ => SQUARES[(cell.row + cell.column) % 2],
        };
        svg.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{ground}\" stroke=\"#b9b0a0\" stroke-width=\"0.5\"/>"
        ));
        let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
        match variables.as_slice() {
            [] => {}
            &[variable] => single(&mut svg, board, variable, (x, y)),
            variables => candidates(&mut svg, board, variables, (x, y)),
        }
        if let Some(clue) = puzzle.clue(cell) {
            svg.text((middle_x, middle_y), 20, "", &clue.to_string());
        }
        if let Some(corner) = puzzle.corner(cell) {
            svg.text((x + 8, y + 8), 10, "", corner);
        }
    }
    borders(&mut svg, puzzle, &cells);
    for &variable in &board.line {
        let (x, y) = corner(puzzle.cell(variable));
        svg.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#2f6fde\" stroke-width=\"3\"/>",
            x + 2,
            y + 2,
            SIDE - 4,
            SIDE - 4
        ));
    }
    labels(&mut svg, puzzle, (columns, rows));
    svg.0 += "</svg>";
    Some(svg.0)
}

fn corner(cell: Cell) -> (usize, usize) {
    (MARGIN + cell.column * SIDE, MARGIN + cell.row * SIDE)
}

/// Returns the sign of a piece.
fn sign(puzzle: &dyn Playable, variable: Variable) -> String {
    if puzzle.piece() == Some("queen") { "\u{265b}".to_owned() } else { puzzle.symbol(variable).to_string() }
}

/// Draws a cell with one variable. Statuses differ in shape as well as in colour.
fn single(svg: &mut Svg, board: &BoardPicture<'_>, variable: Variable, (x, y): (usize, usize)) {
    let (puzzle, status) = (board.puzzle, board.statuses[variable.index()]);
    let middle = (x + SIDE / 2, y + SIDE / 2);
    let (middle_x, middle_y) = middle;
    let name = escaped(&format!("{}: {}", puzzle.name(variable), puzzle.status_name(status)));
    svg.add(format_args!("<g><title>{name}</title>"));
    let grey = |svg: &mut Svg, opacity: &str| {
        svg.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#6b6f76\" fill-opacity=\"{opacity}\"/>"
        ));
    };
    match status {
        Status::Given | Status::Placed => {
            let colour = if status == Status::Given { INK } else { "#1d4f91" };
            svg.text(middle, 28, &format!("fill=\"{colour}\""), &sign(puzzle, variable));
        }
        Status::Blocked => svg.add(format_args!(
            "<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"11\" fill=\"none\" stroke=\"#b3372f\" stroke-width=\"3\"/>\
             <path d=\"M{} {}l16 16\" stroke=\"#b3372f\" stroke-width=\"3\"/>",
            middle_x - 8, middle_y - 8
        )),
        Status::Excluded => {
            grey(svg, "0.35");
            svg.add(format_args!("<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"3\" fill=\"#ffffff\"/>"));
        }
        Status::Dead => {
            grey(svg, "0.6");
            svg.add(format_args!(
                "<path d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#ffffff\" stroke-width=\"2.5\" fill=\"none\"/>",
                middle_x - 6, middle_y - 6
            ));
        }
        Status::Forced => svg.add(format_args!(
            "<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"16\" fill=\"#f7c948\" stroke=\"#a8790b\" stroke-width=\"2\"/>"
        )),
        Status::Open | Status::Unknown => {}
    }
    if let Some(counts) = &board.counts
        && matches!(status, Status::Open | Status::Forced)
    {
        let count = &counts[variable.index()];
        let size = (SIDE * 10 / (count.len().max(3) * 7)).clamp(6, 14);
        svg.text(middle, size, "fill=\"#1d5c3a\"", count);
    }
    if status == Status::Unknown {
        svg.text(middle, 16, "fill=\"#7a6f5d\"", "?");
    }
    if board.focus.contains(&variable) {
        svg.add(format_args!(
            "<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"17\" fill=\"none\" stroke=\"#d1472f\" stroke-width=\"3\"/>"
        ));
    }
    svg.add(format_args!("</g>"));
}

/// Draws a cell whose variables are its values: the true value, or the values that are left.
fn candidates(svg: &mut Svg, board: &BoardPicture<'_>, variables: &[Variable], (x, y): (usize, usize)) {
    let status = |variable: Variable| board.statuses[variable.index()];
    let symbol = |variable| board.puzzle.symbol(variable).to_string();
    if let Some(&value) = variables.iter().find(|&&variable| status(variable).stands()) {
        let style = match status(value) {
            Status::Given => format!("fill=\"{INK}\" font-weight=\"bold\""),
            _ => "fill=\"#1d4f91\"".to_owned(),
        };
        svg.text((x + SIDE / 2, y + SIDE / 2), 24, &style, &symbol(value));
        return;
    }
    let is_left = |variable: Variable| matches!(status(variable), Status::Open | Status::Forced | Status::Unknown);
    let left: Vec<Variable> = variables.iter().copied().filter(|&variable| is_left(variable)).collect();
    if let &[value] = left.as_slice()
        && status(value) == Status::Forced
        && !variables.iter().any(|variable| board.focus.contains(variable))
    {
        svg.text((x + SIDE / 2, y + SIDE / 2), 18, "fill=\"#a8790b\" font-weight=\"bold\"", &symbol(value));
        return;
    }
    let across = (1..).find(|across| across * across >= variables.len()).unwrap_or(1);
    let step = SIDE / across;
    for (place, &variable) in variables.iter().enumerate() {
        let middle = (x + place % across * step + step / 2, y + place / across * step + step / 2);
        let style = match status(variable) {
            Status::Forced => "fill=\"#a8790b\" font-weight=\"bold\"",
            Status::Open => "fill=\"#1d5c3a\"",
            Status::Unknown => "fill=\"#7a6f5d\"",
            _ if board.focus.contains(&variable) => "fill=\"#d1472f\" text-decoration=\"line-through\"",
            _ => continue,
        };
        svg.text(middle, (step * 9 / 10).clamp(5, 13), style, &symbol(variable));
        if board.focus.contains(&variable) {
            let (middle_x, middle_y) = middle;
            svg.add(format_args!(
                "<circle cx=\"{middle_x}\" cy=\"{middle_y}\" r=\"{}\" fill=\"none\" stroke=\"#d1472f\" stroke-width=\"1.5\"/>",
                step / 2
            ));
        }
    }
}

fn borders(svg: &mut Svg, puzzle: &dyn Playable, cells: &[Cell]) {
    let mut path = String::new();
    for &cell in cells {
        let ((x, y), region) = (corner(cell), puzzle.region(cell));
        if cell.column > 0 && puzzle.region(Cell { column: cell.column - 1, ..cell }) != region {
            path += &format!("M{x} {y}v{SIDE}");
        }
        if cell.row > 0 && puzzle.region(Cell { row: cell.row - 1, ..cell }) != region {
            path += &format!("M{x} {y}h{SIDE}");
        }
    }
    let (columns, rows) = puzzle.grid();
    let (width, height) = (columns * SIDE, rows * SIDE);
    svg.add(format_args!(
        "<path d=\"{path}M{MARGIN} {MARGIN}h{width}v{height}h-{width}z\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"
    ));
    for sign in puzzle.signs() {
        let ((x1, y1), (x2, y2)) = (corner(sign.first), corner(sign.second));
        let middle = ((x1 + x2 + SIDE) / 2, (y1 + y2 + SIDE) / 2);
        svg.text(middle, 16, "font-weight=\"bold\"", sign.text());
    }
}

/// Draws the labels at the left and below, and the clues at the right and above.
fn labels(svg: &mut Svg, puzzle: &dyn Playable, (columns, rows): (usize, usize)) {
    let small = "fill=\"#7a6f5d\"";
    for column in 0..columns {
        let x = MARGIN + column * SIDE + SIDE / 2;
        svg.text((x, MARGIN + rows * SIDE + MARGIN / 2), 12, small, &puzzle.column_label(column));
        if let Some(clue) = puzzle.column_clue(column) {
            svg.text((x, MARGIN / 2), 16, "", &clue.number.to_string());
        }
    }
    for row in 0..rows {
        let y = MARGIN + row * SIDE + SIDE / 2;
        svg.text((MARGIN / 2, y), 12, small, &puzzle.row_label(row));
        if let Some(clue) = puzzle.row_clue(row) {
            svg.text((MARGIN + columns * SIDE + MARGIN / 2, y), 16, "", &clue.number.to_string());
        }
    }
}

/// A row of a table of options.
#[derive(Default)]
pub(crate) struct OptionRow {
    pub(crate) depth: usize,
    pub(crate) name: String,
    /// The status and the number of configurations; `None` for a heading.
    pub(crate) state: Option<(Status, String)>,
    /// The price of the option itself.
    pub(crate) price: Option<String>,
    /// The range of total prices of the configurations with the option.
    pub(crate) prices: Option<String>,
}

/// Writes options as an HTML table with a sign for each state. A row without state and price is a heading.
///
/// The text has the colour of the notebook, light or dark: only signs with a background of their own have their own
/// colour.
pub(crate) fn table(title: &str, rows: &[OptionRow]) -> String {
    let has_states = rows.iter().any(|row| row.state.is_some());
    let has_price = rows.iter().any(|row| row.price.is_some());
    let has_prices = rows.iter().any(|row| row.prices.is_some());
    let columns = [("option", true), ("price", has_price), ("state", has_states), ("configurations", has_states)];
    let columns = columns.into_iter().chain([("total", has_prices)]).filter(|(_, is_shown)| *is_shown);
    let style = |indent: usize| format!("style=\"text-align:left;padding:1px 16px 1px {indent}px\"");
    let cell = style(4);
    let mut html = format!("<table><caption style=\"text-align:left\"><b>{}</b></caption><tr>", escaped(title));
    let mut width = 0;
    for (name, _) in columns {
        html += &format!("<th {cell}>{name}</th>");
        width += 1;
    }
    html += "</tr>";
    for row in rows {
        let status = row.state.as_ref().map(|(status, _)| *status);
        let (sign, colours) = match status {
            None => ("", ""),
            Some(Status::Given | Status::Placed) => ("\u{2713} chosen", "color:#ffffff;background:#1d4f91;"),
            Some(Status::Forced) => ("! required", "color:#262233;background:#f7c948;"),
            Some(Status::Blocked) => ("\u{2205} refused by you", "color:#ffffff;background:#b3372f;"),
            Some(Status::Excluded | Status::Dead) => ("\u{2717} impossible", ""),
            Some(Status::Open) => ("\u{25cb} open", ""),
            Some(Status::Unknown) => ("? unknown", ""),
        };
        let (name, cell_of_name) = (escaped(&row.name), style(4 + row.depth * 16));
        if status.is_none() && row.price.is_none() && has_states {
            html += &format!("<tr><td colspan=\"{width}\" {cell_of_name}><b>{name}</b></td></tr>");
            continue;
        }
        let is_impossible = matches!(status, Some(Status::Excluded | Status::Dead));
        let dim = if is_impossible { " style=\"opacity:0.65\"" } else { "" };
        html += &format!("<tr{dim}><td {cell_of_name}>{name}</td>");
        let optional = |text: &Option<String>| escaped(text.as_deref().unwrap_or_default());
        if has_price {
            html += &format!("<td {cell}>{}</td>", optional(&row.price));
        }
        if has_states {
            let count = row.state.as_ref().map_or("", |(_, count)| count);
            let sign = format!("<span style=\"{colours}padding:0 6px;border-radius:4px\">{sign}</span>");
            html += &format!("<td {cell}>{sign}</td><td {cell}>{count}</td>");
        }
        if has_prices {
            html += &format!("<td {cell}>{}</td>", optional(&row.prices));
        }
        html += "</tr>";
    }
    html + "</table>"
}
