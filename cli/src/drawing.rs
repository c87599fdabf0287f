//! Puzzles drawn with characters, for the standard output.

mod priced;

use std::collections::BTreeMap;

use crossterm::style::{Color, Stylize};
use puzzle_core::{Guide, Status, Variable};
use puzzle_kind::{Cell, Playable, report};

/// The widest line that every terminal shows.
const WIDTH: usize = 80;

/// Light backgrounds that most colour-blind people can tell apart, as numbers of the 256 terminal colours.
const BACKGROUNDS: [u8; 13] = [217, 153, 193, 229, 183, 223, 159, 250, 225, 120, 180, 111, 215];

/// Draws `guide`: the grid of statuses, the grid of counts if they are exact, the legend and the number of completions.
pub(crate) fn guide(puzzle: &dyn Playable, guide: &Guide, color: bool) -> String {
    let by_cell = by_cell(puzzle, guide.variables().map(|(variable, ..)| variable));
    // Returns the text that `of` gives the variables of a cell, or the clue of a cell without variables.
    let text = |cell: Cell, of: &dyn Fn(&[Variable]) -> String| match by_cell.get(&cell) {
        Some(variables) => of(variables),
        None => puzzle.clue(cell).map_or_else(String::new, String::from),
    };
    let mut lines = if report::shares_cells(puzzle, guide) {
        let signs = format!(
            "!: forced   several {}: open   x: none left   {0} not shown: excluded or dead",
            puzzle.terms().variables
        );
        let texts = |cell| text(cell, &|variables| values(puzzle, guide, variables));
        let mut lines = drawn(puzzle, &texts, &|_, text| text).lines;
        lines.extend(words(puzzle, guide));
        lines.push(signs);
        lines
    } else if let Some(table) = priced::table(puzzle, guide, |variable| glyph(puzzle, variable, guide.status(variable)))
    {
        table.into_iter().chain([String::new(), legend(puzzle, guide)]).collect()
    } else {
        let paint = |cell, text: String| match by_cell.get(&cell) {
            Some(variables) if color => painted(guide.status(variables[0]), text),
            _ => text,
        };
        let sign = |variables: &[Variable]| glyph(puzzle, variables[0], guide.status(variables[0])).to_string();
        let count = |variables: &[Variable]| match guide.status(variables[0]) {
            Status::Open | Status::Forced => guide.completions(variables[0]).to_string(),
            _ => sign(variables),
        };
        let left = drawn(puzzle, &|cell| text(cell, &sign), &paint);
        let mut lines = if guide.total().is_exact() {
            beside(left, drawn(puzzle, &|cell| text(cell, &count), &paint))
        } else {
            // A lower bound depends on chance and says little about a square, so there is no grid of counts.
            left.lines
        };
        lines.extend([String::new(), legend(puzzle, guide)]);
        lines
    };
    lines.push(report::summary(puzzle, guide));
    lines.extend(report::totals(puzzle, guide));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Draws the grid with the values of `solution`, which may be the givens alone. Other cells show their clue, their
/// region letter or a dot.
pub(crate) fn solution(puzzle: &dyn Playable, solution: &[Variable], color: bool) -> Vec<String> {
    let placed = by_cell(puzzle, solution.iter().copied());
    let text = |cell| {
        let symbol = match (placed.get(&cell), letter(puzzle, cell)) {
            (Some(variables), Some(_)) => puzzle.symbol_among_letters(variables[0]),
            (Some(variables), None) => puzzle.symbol(variables[0]),
            (None, letter) => puzzle.clue(cell).or(letter).unwrap_or('.'),
        };
        symbol.to_string()
    };
    let is_tinted = color && cells(puzzle).any(|cell| letter(puzzle, cell).is_some());
    drawn(puzzle, &text, &|cell, text| if is_tinted { tinted(puzzle, cell, text) } else { text }).lines
}

/// Draws the letters of the regions on their [`BACKGROUNDS`]; `None` without regions.
pub(crate) fn letters(puzzle: &dyn Playable) -> Option<Vec<String>> {
    let (columns, rows) = puzzle.grid();
    let text = |cell| Some(tinted(puzzle, cell, format!(" {}", letter(puzzle, cell)?)));
    (0..rows).map(|row| (0..columns).map(|column| text(Cell { row, column })).collect()).collect()
}

fn letter(puzzle: &dyn Playable, cell: Cell) -> Option<char> {
    puzzle.region_letter(puzzle.region(cell)?)
}

fn cells(puzzle: &dyn Playable) -> impl Iterator<Item = Cell> {
    let (columns, rows) = puzzle.grid();
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
}

/// Groups `variables` by the cell in which each is drawn.
fn by_cell(puzzle: &dyn Playable, variables: impl Iterator<Item = Variable>) -> BTreeMap<Cell, Vec<Variable>> {
    let mut by_cell: BTreeMap<Cell, Vec<Variable>> = BTreeMap::new();
    for variable in variables {
        by_cell.entry(puzzle.cell(variable)).or_default().push(variable);
    }
    by_cell
}

/// Returns the remaining values of a cell, marked `!` if forced and `?` if unknown; `x` if no value is left.
fn values(puzzle: &dyn Playable, guide: &Guide, variables: &[Variable]) -> String {
    let mut text = String::new();
    for &variable in variables {
        match guide.status(variable) {
            Status::Open | Status::Given | Status::Placed => text.push(puzzle.symbol(variable)),
            Status::Forced => text.extend([puzzle.symbol(variable), '!']),
            Status::Unknown => text.extend([puzzle.symbol(variable), '?']),
            Status::Blocked | Status::Excluded | Status::Dead => {}
        }
    }
    if text.is_empty() { "x".to_owned() } else { text }
}

/// Returns the legend with the meanings of the value symbols; `None` if the symbols are the names of the values.
fn words(puzzle: &dyn Playable, guide: &Guide) -> Option<String> {
    let mut words = Vec::new();
    for (variable, ..) in guide.variables() {
        let (sign, name) = (puzzle.symbol(variable).to_string(), puzzle.name(variable));
        let word = name.rsplit_once('=').map_or(sign.as_str(), |(_, word)| word);
        let entry = format!("{sign} {word}");
        if word != sign && !words.contains(&entry) {
            words.push(entry);
        }
    }
    (!words.is_empty()).then(|| words.join("   "))
}

/// Returns the character of a status. Each status has its own, so statuses can be told apart without colour.
fn glyph(puzzle: &dyn Playable, variable: Variable, status: Status) -> char {
    match status {
        Status::Given | Status::Placed => puzzle.symbol(variable),
        Status::Blocked => '#',
        Status::Excluded => '.',
        Status::Dead => 'x',
        Status::Open => 'o',
        Status::Forced => '!',
        Status::Unknown => '?',
    }
}

/// Colours a text by its status. The colours repeat the information of the glyphs.
fn painted(status: Status, text: String) -> String {
    let text = match status {
        Status::Given | Status::Placed => text.bold(),
        Status::Blocked => text.yellow(),
        Status::Excluded => text.dark_grey(),
        Status::Dead => text.red(),
        Status::Open => text.stylize(),
        Status::Forced => text.green().bold(),
        Status::Unknown => text.cyan(),
    };
    text.to_string()
}

/// Paints `text` with the background of the region of `cell`.
fn tinted(puzzle: &dyn Playable, cell: Cell, text: String) -> String {
    let background = BACKGROUNDS[puzzle.region(cell).unwrap_or_default() % BACKGROUNDS.len()];
    text.with(Color::AnsiValue(16)).on(Color::AnsiValue(background)).to_string()
}

/// Returns the legend of `guide`: each character drawn for a status, with its meaning.
fn legend(puzzle: &dyn Playable, guide: &Guide) -> String {
    let one_with = |status| guide.variables().find(|&(_, other, _)| other == status).map(|(variable, ..)| variable);
    let occurring = Status::ALL.into_iter().filter_map(|status| Some((status, one_with(status)?)));
    let meaning = |(status, variable)| format!("{} {}", glyph(puzzle, variable, status), puzzle.status_name(status));
    let mut meanings: Vec<String> = occurring.map(meaning).collect();
    // Givens and placed values may have the same character and the same name.
    meanings.dedup();
    meanings.join("   ")
}

/// A grid drawn with characters.
struct DrawnGrid {
    /// The lines of the drawing, all `width` characters wide.
    lines: Vec<String>,
    /// The number of characters of each line, without colour codes.
    width: usize,
    /// The number of spaces between this grid and a grid at its right.
    gap: usize,
}

/// Joins two grids side by side, or one below the other if they exceed [`WIDTH`].
fn beside(left: DrawnGrid, right: DrawnGrid) -> Vec<String> {
    if left.width + left.gap + right.width > WIDTH {
        return left.lines.into_iter().chain([String::new()]).chain(right.lines).collect();
    }
    let gap = left.gap;
    left.lines.iter().zip(&right.lines).map(|(left, right)| format!("{left}{:gap$}{right}", "")).collect()
}

/// A function that returns the text of a cell.
type DrawnTexts<'a> = &'a dyn Fn(Cell) -> String;

/// A function that colours the text of a cell.
type Paint<'a> = &'a dyn Fn(Cell, String) -> String;

/// Draws the grid of a puzzle with a text in every cell: in the puzzle's own format ([`Playable::drawn`]) if it has
/// one, with borders around its regions if it has regions, and plain otherwise. `paint` colours the cells, except in
/// the puzzle's own format.
fn drawn(puzzle: &dyn Playable, texts: DrawnTexts<'_>, paint: Paint<'_>) -> DrawnGrid {
    if let Some(drawing) = puzzle.drawn(texts) {
        let lines: Vec<String> = drawing.lines().map(str::to_owned).collect();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
        return DrawnGrid { lines, width, gap: 2 };
    }
    if cells(puzzle).any(|cell| puzzle.region(cell).is_some()) {
        Bordered { puzzle, texts, paint }.drawn()
    } else {
        plain(puzzle, texts, paint)
    }
}

fn widest(texts: impl Iterator<Item = usize>) -> usize {
    texts.max().unwrap_or_default()
}

fn widest_text(puzzle: &dyn Playable, texts: DrawnTexts<'_>) -> usize {
    widest(cells(puzzle).map(|cell| texts(cell).chars().count()))
}

/// Draws a grid without borders: row labels at the left, column labels below, texts aligned right.
fn plain(puzzle: &dyn Playable, texts: DrawnTexts<'_>, paint: Paint<'_>) -> DrawnGrid {
    let (columns, rows) = puzzle.grid();
    let label = widest((0..rows).map(|row| puzzle.row_label(row).chars().count())).max(2);
    let width =
        widest_text(puzzle, texts).max(widest((0..columns).map(|column| puzzle.column_label(column).chars().count())));
    let row = |row: usize| {
        let cells = (0..columns).map(|column| {
            let cell = Cell { row, column };
            format!(" {}", paint(cell, format!("{:>width$}", texts(cell))))
        });
        format!("{:>label$} {}", puzzle.row_label(row), cells.collect::<String>())
    };
    let below = (0..columns).map(|column| format!(" {:>width$}", puzzle.column_label(column))).collect::<String>();
    let lines = (0..rows).map(row).chain([format!("{:label$} {below}", "")]).collect();
    DrawnGrid { lines, width: label + 1 + columns * (width + 1), gap: 4 }
}

/// A grid with borders around its regions.
struct Bordered<'a> {
    puzzle: &'a dyn Playable,
    texts: DrawnTexts<'a>,
    paint: Paint<'a>,
}

impl Bordered<'_> {
    /// Draws the grid, with row labels at the left and column labels below.
    fn drawn(&self) -> DrawnGrid {
        let (columns, rows) = self.puzzle.grid();
        let widest_text = widest_text(self.puzzle, self.texts);
        let label = widest((0..rows).map(|row| self.puzzle.row_label(row).chars().count()));
        // Every text has a space on both sides if the grid then still fits in `WIDTH`.
        let room = label + 2 + columns * (widest_text + 3);
        let width = if room <= WIDTH { widest_text + 2 } else { widest_text };
        let mut lines = Vec::new();
        for row in 0..=rows {
            let mut edge = format!("{:label$} ", "");
            let mut cells = if row < rows { format!("{:>label$} ", self.puzzle.row_label(row)) } else { String::new() };
            for column in 0..=columns {
                edge.push_str(&self.paint_within(row, column, self.joint(row, column).to_string()));
                let border = if self.has_left(row, column) { '│' } else { ' ' };
                cells.push_str(&self.paint_within(row, column, border.to_string()));
                if column == columns {
                    continue;
                }
                let border = if self.has_top(row, column) { "─" } else { " " };
                edge.push_str(&self.paint_within(row, column, border.repeat(width)));
                if let Some(cell) = self.cell(row, column) {
                    cells.push_str(&(self.paint)(cell, format!("{:^width$}", (self.texts)(cell))));
                }
            }
            lines.push(edge);
            if row < rows {
                lines.push(cells);
            }
        }
        let labels = (0..columns).map(|column| format!(" {:^width$}", self.puzzle.column_label(column)));
        lines.push(format!("{:label$} {} ", "", labels.collect::<String>()));
        DrawnGrid { lines, width: label + 2 + columns * (width + 1), gap: 2 }
    }

    fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let (columns, rows) = self.puzzle.grid();
        (row < rows && column < columns).then_some(Cell { row, column })
    }

    /// Returns the region of a cell; `None` for a cell without a region, and for a position off the grid.
    fn region(&self, row: usize, column: usize) -> Option<usize> {
        self.puzzle.region(self.cell(row, column)?)
    }

    /// Returns `true` if there is a border above a cell.
    fn has_top(&self, row: usize, column: usize) -> bool {
        self.region(row.wrapping_sub(1), column) != self.region(row, column)
    }

    /// Returns `true` if there is a border at the left of a cell.
    fn has_left(&self, row: usize, column: usize) -> bool {
        self.region(row, column.wrapping_sub(1)) != self.region(row, column)
    }

    /// Returns the character at the upper left corner of a cell, where up to four borders meet.
    fn joint(&self, row: usize, column: usize) -> char {
        let up = self.has_left(row.wrapping_sub(1), column);
        let (down, right) = (self.has_left(row, column), self.has_top(row, column));
        let left = self.has_top(row, column.wrapping_sub(1));
        let borders =
            [up, down, left, right].into_iter().rev().fold(0, |borders, border| borders << 1 | usize::from(border));
        // The index has bit 0 for a border up, 1 for down, 2 for left and 3 for right. A border never ends at a corner,
        // so the characters with a single arm do not occur.
        [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'][borders]
    }

    /// Paints `text`, the text drawn at the left side, the upper side or the corner of a cell. A blank text means that
    /// there is no border, and gets the colours of the cell. Any other text is returned unchanged.
    fn paint_within(&self, row: usize, column: usize, text: String) -> String {
        match self.cell(row, column) {
            Some(cell) if text.trim().is_empty() => (self.paint)(cell, text),
            _ => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Placement, Queens, Size, Solutions};

    fn draw(n: usize, queens: &str, blocked: &str, color: bool) -> String {
        let size = Size::new(n).unwrap();
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        let placement = Placement::new(size, squares(queens), squares(blocked)).unwrap();
        guide(&Queens::new(size), &Solutions::build(size).guide(&placement), color)
    }

    #[test]
    fn a_board_with_its_counts() {
        assert_eq!(
            format!("\n{}", draw(5, "a1", "c5", false)),
            "
 5  . x # ! .     5  . x # 1 .
 4  . ! x . x     4  . 1 x . x
 3  . x . x !     3  . x . x 1
 2  . . ! x x     2  . . 1 x x
 1  Q . . . .     1  Q . . . .
    a b c d e        a b c d e

Q queen   # blocked   . attacked   x dead   ! forced
1 solution
"
        );
    }

    #[test]
    fn wide_boards_stand_one_above_the_other() {
        let drawn = draw(12, "", "", false);
        assert!(drawn.lines().all(|line| line.len() <= WIDTH), "{drawn}");
        assert_eq!(drawn.lines().count(), 2 * 13 + 1 + 3);
    }

    #[test]
    fn why_there_is_no_solution() {
        let last = |n, queens, blocked| draw(n, queens, blocked, false).lines().last().unwrap().to_owned();
        assert_eq!(last(3, "", ""), "0 solutions: the rules of this board allow no solution");
        assert_eq!(last(4, "a1", ""), "0 solutions: this placement can't be completed");
        assert_eq!(last(4, "a2 c4", ""), "0 solutions: the queens on a2 and c4 attack each other along the diagonal");
        assert_eq!(last(4, "b1", "b1"), "0 solutions: there is a queen on b1, which is blocked");
    }

    #[test]
    fn colours_only_where_wanted_and_nothing_but_colours() {
        let plain = draw(5, "a1", "c5", false);
        let mut colored = draw(5, "a1", "c5", true);
        assert!(!plain.contains('\x1b') && colored.contains("\x1b["));
        while let Some(start) = colored.find('\x1b') {
            let end = start + colored[start..].find('m').unwrap();
            colored.replace_range(start..=end, "");
        }
        assert_eq!(colored, plain);
    }
}
