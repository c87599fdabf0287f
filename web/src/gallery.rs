//! The gallery of an exported site: cards with the pictures of puzzles, drawn from the puzzles themselves.

use std::fmt::Write as _;

use puzzle_kind::{Cell, Playable};

/// The background colours of regions, which differ in lightness as well.
const GROUNDS: [&str; 12] = [
    "#eff0e4", "#6ac9cf", "#e9b682", "#e0c8fc", "#a3e6bc", "#bac7a7", "#f0de99", "#b1bcfb", "#c7f8bf", "#8edadf",
    "#f8b8b5", "#dcaee5",
];
/// The background colours of a board without regions: light and dark squares.
const SQUARES: [&str; 2] = ["#fffaee", "#f0e0bf"];

/// A puzzle of the gallery, shown as a card.
pub(crate) struct Card {
    title: String,
    task: String,
    address: String,
    svg: String,
}

impl Card {
    pub(crate) fn of(puzzle: &dyn Playable, address: String) -> Card {
        let (columns, rows) = puzzle.grid();
        let title = match puzzle.kind() {
            "queens" => format!("{columns} x {rows} queens"),
            kind => capital(kind),
        };
        Card { title, task: puzzle.task(), address, svg: drawn(puzzle) }
    }

    /// Returns the path of the picture.
    pub(crate) fn picture(&self) -> String {
        let name: String =
            self.title.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        format!("gallery/{name}.svg")
    }

    pub(crate) fn svg(&self) -> &str {
        &self.svg
    }
}

/// Returns the page of the gallery. `previews` are the elements for link previews.
pub(crate) fn page(cards: &[Card], previews: &str) -> String {
    let mut items = String::new();
    for card in cards {
        let (title, task) = (escaped(&card.title), escaped(&card.task));
        writeln!(
            items,
            "<li><a href=\"./#{}\"><img src=\"{}\" alt=\"\" width=\"160\" height=\"160\" loading=\"lazy\">\
             <strong>{title}</strong> <span>{task}</span></a></li>",
            escaped(&card.address),
            card.picture(),
        )
        .expect("writing to a string never fails");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"description\" content=\"Example puzzles to play in the browser, with an exact guide, hints and explanations.\">\n\
         <title>Puzzles · nqueens</title>\n\
         <link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"gallery.css\">\n{previews}\n</head>\n<body>\n\
         <header><h1>Puzzles</h1><a href=\"./\">Play</a></header>\n<main>\n<ul>\n{items}</ul>\n</main>\n</body>\n</html>\n"
    )
}

/// Draws the grid, the regions, the givens, the clues and the signs of a puzzle as SVG.
fn drawn(puzzle: &dyn Playable) -> String {
    let (columns, rows) = puzzle.grid();
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
    let has_regions = (0..columns)
        .any(|column| puzzle.region(Cell { row: 0, column }).and_then(|region| puzzle.region_letter(region)).is_some());
    // Clue numbers of columns stand above the grid, and clue numbers of rows at its left.
    let above = if (0..columns).any(|column| puzzle.column_clue(column).is_some()) { 10 } else { 1 };
    let left = if (0..rows).any(|row| puzzle.row_clue(row).is_some()) { 10 } else { 1 };
    let (width, height) = (10 * columns + left + 1, 10 * rows + above + 1);
    let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{left} -{above} {width} {height}\">\n");
    if left + above > 2 {
        out +=
            &format!("<rect x=\"-{left}\" y=\"-{above}\" width=\"{width}\" height=\"{height}\" fill=\"#fffaee\"/>\n");
    }
    let mut add = |line: String| out.extend([line.as_str(), "\n"]);
    for cell in cells.clone() {
        let (x, y) = (10 * cell.column, 10 * cell.row);
        let ground = match puzzle.region(cell) {
            Some(region) if has_regions => GROUNDS[region % GROUNDS.len()],
            _ => SQUARES[(cell.row + cell.column) % 2],
        };
        add(format!("<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{ground}\"/>"));
    }
    let mut borders = String::new();
    for cell in cells.clone() {
        let (x, y, region) = (10 * cell.column, 10 * cell.row, puzzle.region(cell));
        if cell.column > 0 && puzzle.region(Cell { column: cell.column - 1, ..cell }) != region {
            borders.extend([format!("M{x} {y}v10")]);
        }
        if cell.row > 0 && puzzle.region(Cell { row: cell.row - 1, ..cell }) != region {
            borders.extend([format!("M{x} {y}h10")]);
        }
    }
    add(format!("<path d=\"{borders}\" fill=\"none\" stroke=\"#262233\" stroke-width=\"0.8\"/>"));
    let mut text = |x: i64, y: i64, size: usize, text: &str| {
        add(format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" fill=\"#262233\">{}</text>",
            escaped(text)
        ));
    };
    for &variable in puzzle.givens() {
        let symbol = if puzzle.piece() == Some("queen") { '\u{265b}' } else { puzzle.symbol(variable) };
        let (x, y) = middle(puzzle.cell(variable));
        text(x, y, 7, &symbol.to_string());
    }
    for cell in cells {
        let (x, y) = middle(cell);
        if let Some(clue) = puzzle.clue(cell) {
            text(x, y, 7, &clue.to_string());
        }
        if let Some(corner) = puzzle.corner(cell) {
            text(x - 3, y - 3, 3, corner);
        }
    }
    for column in 0..columns {
        let (x, _) = middle(Cell { row: 0, column });
        puzzle.column_clue(column).into_iter().for_each(|clue| text(x, -5, 6, &clue.number.to_string()));
    }
    for row in 0..rows {
        let (_, y) = middle(Cell { row, column: 0 });
        puzzle.row_clue(row).into_iter().for_each(|clue| text(-5, y, 6, &clue.number.to_string()));
    }
    for sign in puzzle.signs() {
        let ((x1, y1), (x2, y2)) = (middle(sign.first), middle(sign.second));
        text((x1 + x2) / 2, (y1 + y2) / 2, 4, sign.text());
    }
    let (width, height) = (10 * columns, 10 * rows);
    add(format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#262233\" stroke-width=\"1\" rx=\"0.5\"/>"
    ));
    add("</svg>".to_owned());
    out
}

/// Returns the position of the middle of a cell in the drawing, in which a cell is 10 units wide.
fn middle(Cell { row, column }: Cell) -> (i64, i64) {
    (10 * column as i64 + 5, 10 * row as i64 + 5)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Escapes a text for HTML and XML, in content and in attributes.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzle_files::{FilePuzzle, TEMPLATES};

    #[test]
    fn every_example_has_a_picture_of_its_own_that_is_well_formed() {
        let cards: Vec<Card> =
            TEMPLATES.iter().map(|&(name, text)| Card::of(&FilePuzzle::read(text).unwrap(), name.to_owned())).collect();
        let pictures: std::collections::BTreeSet<String> = cards.iter().map(Card::picture).collect();
        assert_eq!(pictures.len(), cards.len());
        for card in &cards {
            assert_eq!(card.svg.matches('<').count(), card.svg.matches('>').count(), "{}", card.title);
            assert!(card.svg.ends_with("</svg>\n") && !card.task.is_empty());
        }
        let page = page(&cards, "");
        assert_eq!(page.matches("<li>").count(), TEMPLATES.len());
        let futoshiki = cards.iter().find(|card| card.address == "futoshiki").unwrap();
        assert!(futoshiki.svg.contains("&lt;"), "the signs are drawn");
        let tents = cards.iter().find(|card| card.address == "tents").unwrap();
        assert_eq!(tents.svg.matches(">T<").count(), 5, "the trees are drawn");
        assert_eq!(tents.svg.matches("x=\"-5\"").count(), 5, "the numbers of the rows are drawn");
    }

    #[test]
    fn texts_of_a_puzzle_are_no_html() {
        let text = "title = \"<b>\\\"&\"\npiece = \"star\"\nrows = 2\ncolumns = 2\n";
        let card = Card::of(&FilePuzzle::read(text).unwrap(), "x=\"><script>".to_owned());
        let page = page(&[card], "");
        assert!(page.contains("&lt;b&gt;") && !page.contains("<script>") && !page.contains("<b>"), "{page}");
    }
}
