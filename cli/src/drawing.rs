//! Boards drawn with characters, for the standard output.

use std::fmt::Write;

use crossterm::style::Stylize;
use nqueens_guide::{Conflict, Placement, Queens, Size, Square, file_name};
use puzzle_core::{Guide, Status, Words};

/// The widest line that every terminal shows.
const WIDTH: usize = 80;

/// The guide as text: the board, the number of completions through every square, the glyphs' meanings and the total.
pub(crate) fn guide(queens: &Queens, guide: &Guide, color: bool) -> String {
    let size = queens.size();
    let status = |square| guide.status(size.variable(square));
    let paint = |square, text: String| if color { painted(status(square), text) } else { text };
    let glyphs = Grid::new(size, |square| glyph(status(square)).to_string());
    let counts = Grid::new(size, |square| match status(square) {
        Status::Open | Status::Forced => guide.completions(size.variable(square)).to_string(),
        status => glyph(status).to_string(),
    });
    let mut text = String::new();
    const GAP: usize = 4;
    if glyphs.width() + GAP + counts.width() <= WIDTH {
        for (left, right) in glyphs.lines(&paint).zip(counts.lines(&paint)) {
            push_line(&mut text, &format!("{left}{:GAP$}{right}", ""));
        }
    } else {
        glyphs.lines(&paint).for_each(|line| push_line(&mut text, &line));
        text.push('\n');
        counts.lines(&paint).for_each(|line| push_line(&mut text, &line));
    }
    text.push('\n');
    push_line(&mut text, &legend(queens, guide));
    push_line(&mut text, &summary(size, guide));
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// One character a status, all different without any colour.
pub(crate) fn glyph(status: Status) -> char {
    match status {
        Status::Given | Status::Placed => 'Q',
        Status::Blocked => '#',
        Status::Excluded => '.',
        Status::Dead => 'x',
        Status::Open => 'o',
        Status::Forced => '!',
    }
}

/// The colours say nothing that the glyphs don't.
pub(crate) fn painted(status: Status, text: String) -> String {
    let text = match status {
        Status::Given | Status::Placed => text.bold(),
        Status::Blocked => text.yellow(),
        Status::Excluded => text.dark_grey(),
        Status::Dead => text.red(),
        Status::Open => text.stylize(),
        Status::Forced => text.green().bold(),
    };
    text.to_string()
}

/// The glyphs that occur, each with its meaning.
fn legend(queens: &Queens, guide: &Guide) -> String {
    let occurring = Status::ALL.into_iter().filter(|&status| guide.variables().any(|(_, other, _)| other == status));
    occurring.map(|status| format!("{} {}", glyph(status), queens.status_name(status))).collect::<Vec<_>>().join("   ")
}

/// The total in a sentence, and why if it is none.
fn summary(size: Size, guide: &Guide) -> String {
    if guide.is_completable() {
        let plural = if guide.total().value() == &1u8.into() { "" } else { "s" };
        return format!("{} solution{plural}", guide.total());
    }
    format!("0 solutions: {}", why_none(&Placement::of(size, guide.marks())))
}

/// Why a placement without completions has none.
pub(crate) fn why_none(placement: &Placement) -> String {
    match placement.conflicts().next() {
        None if placement.is_empty() => "there is none on this board".to_owned(),
        None => "nothing completes this placement".to_owned(),
        Some(Conflict::Attack(a, b, direction)) => {
            format!("the queens on {a} and {b} attack each other along {}", direction.through(a))
        }
        Some(Conflict::QueenOnBlocked(square)) => format!("there is a queen on {square}, which is blocked"),
    }
}

/// A board with a text on every square, ranks at its left and files below it.
struct Grid {
    size: Size,
    /// In variable order.
    cells: Vec<String>,
    cell_width: usize,
    rank_width: usize,
}

impl Grid {
    fn new(size: Size, cell: impl Fn(Square) -> String) -> Grid {
        let cells: Vec<String> = size.squares().map(cell).collect();
        let widest = cells.iter().map(|cell| cell.chars().count()).max();
        let last_file = file_name(size.get() - 1).len();
        let cell_width = widest.unwrap_or_default().max(last_file);
        Grid { size, cells, cell_width, rank_width: size.to_string().len().max(2) }
    }

    fn width(&self) -> usize {
        self.rank_width + 1 + self.size.get() * (self.cell_width + 1)
    }

    /// The lines from the top, each as wide as the grid; texts stand at the right of their squares.
    fn lines(&self, paint: &impl Fn(Square, String) -> String) -> impl Iterator<Item = String> {
        let Grid { size, cells, cell_width, rank_width } = self;
        let ranks = (0..size.get()).rev().map(move |rank| {
            let mut line = format!("{:>rank_width$} ", rank + 1);
            for square in size.rank(rank) {
                let cell = &cells[usize::from(size.variable(square))];
                line.push(' ');
                line.push_str(&paint(square, format!("{cell:>cell_width$}")));
            }
            line
        });
        let files = (0..size.get()).fold(format!("{:rank_width$} ", ""), |mut line, file| {
            write!(line, " {:>cell_width$}", file_name(file)).expect("a String takes everything");
            line
        });
        ranks.chain([files])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::Solutions;

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
        assert_eq!(last(3, "", ""), "0 solutions: there is none on this board");
        assert_eq!(last(4, "a1", ""), "0 solutions: nothing completes this placement");
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
