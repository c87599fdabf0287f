//! The pictures of the solutions that the player has found: the selected one large, beside small ones of all boards.

use std::ops::Range;

use game::FoundBoard;
use ratatui::text::{Line, Span};

use super::part::{PagePart, part};
use super::thumbnail;
use crate::face::Face;

/// The columns and rows of a page beside its contents: the frame, its margins, the title and the keys.
const AROUND: (u16, u16) = (8, 5);
/// The rows below the large picture: a free row, the name of the board, and the number of the solution.
const CAPTION: u16 = 3;
/// The columns between the large picture and the small ones.
const GAP: u16 = 3;
/// The minimum width of the caption, in columns.
const CAPTION_WIDTH: u16 = 20;
/// The largest scale of the large picture.
const LARGEST_SCALE: u16 = 4;
/// The minimum number of columns for the small pictures: those of the largest board with a picture, and its margins.
const LEAST_COLUMNS: u16 = 28;

/// A row of small pictures.
struct PictureRow {
    /// The index of the board.
    board: usize,
    /// The index of the first picture, counted over the pictures of the board.
    first: usize,
    /// The indices of the pictures, counted over all boards.
    pictures: Range<usize>,
    /// The number of further pictures with room in the row.
    empty: usize,
}

/// Returns the columns and rows for the contents of the page.
fn room(face: &Face) -> (u16, u16) {
    (face.screen.0.saturating_sub(AROUND.0), face.screen.1.saturating_sub(AROUND.1))
}

/// Returns the largest scale at which the picture of a board of `size` fits; 0 without room for a large picture.
fn scale(face: &Face, size: usize) -> u16 {
    let (columns, rows) = room(face);
    let fits = |scale: &u16| {
        let size = size as u16;
        2 * scale * size + GAP + LEAST_COLUMNS <= columns
            && 10 * scale * size <= 4 * columns
            && scale * size + CAPTION <= rows
    };
    (1..=LARGEST_SCALE).rev().find(fits).unwrap_or(0)
}

/// Returns the columns of the large picture; 0 if no board has one.
fn large_width(face: &Face, boards: &[FoundBoard<'_>]) -> u16 {
    let width = |board: &FoundBoard<'_>| {
        let size = board.pictures[0].columns;
        2 * scale(face, size) * size as u16
    };
    let width = boards.iter().map(width).max().unwrap_or(0);
    if width == 0 { 0 } else { width.max(CAPTION_WIDTH) }
}

/// Returns the rows of small pictures of all boards.
fn rows(face: &Face, boards: &[FoundBoard<'_>]) -> Vec<PictureRow> {
    let large = large_width(face, boards);
    let columns = usize::from(room(face).0.saturating_sub(if large > 0 { large + GAP } else { 0 }));
    let (mut rows, mut first) = (Vec::new(), 0);
    for (index, board) in boards.iter().enumerate() {
        let beside = (columns / (board.pictures[0].columns + 2)).max(1);
        let count = board.pictures.len();
        rows.extend((0..count).step_by(beside).map(|at| {
            let end = count.min(at + beside);
            PictureRow { board: index, first: at, pictures: first + at..first + end, empty: at + beside - end }
        }));
        first += count;
    }
    rows
}

/// Returns the index of the picture above or below the selected one; `None` at the first and the last row.
pub(crate) fn neighbour(face: &Face, selected: usize, is_below: bool) -> Option<usize> {
    let rows = rows(face, &face.model.found_boards());
    let at = rows.iter().position(|row| row.pictures.contains(&selected))?;
    let next = rows.get(if is_below { at + 1 } else { at.checked_sub(1)? })?;
    Some((next.pictures.start + selected - rows[at].pictures.start).min(next.pictures.end - 1))
}

/// Returns the title of the page, the large picture of the selected solution with its caption, and beside it the small
/// pictures, as many as fit.
pub(super) fn parts(face: &Face, selected: usize) -> Vec<PagePart> {
    let (theme, boards) = (face.theme, face.model.found_boards());
    let (rows, large) = (rows(face, &boards), large_width(face, &boards));
    let mut parts = vec![part(0, 0, Line::styled("Found solutions", theme.strong()), None)];
    let Some(at) = rows.iter().position(|row| row.pictures.contains(&selected)) else { return parts };
    parts.extend(large_picture(face, &boards, &rows[at], selected, large));
    let left = if large > 0 { large + GAP } else { 0 };
    let blocks: Vec<(u16, Vec<PagePart>)> =
        rows.iter().map(|row| block(face, &boards[row.board], row, selected, left)).collect();
    // The last row of pictures has a margin of its own below it.
    let all = 1 + blocks.iter().map(|(height, _)| *height).sum::<u16>();
    let height = all.max(large_height(face, &boards)).min(room(face).1);
    // The row of the selected picture is the last one, or as far above it as the first row allows.
    let up_to = |from: usize| 1 + blocks[from..=at].iter().map(|(height, _)| *height).sum::<u16>();
    let first = (0..at).find(|&from| up_to(from) <= height).unwrap_or(at);
    let mut y = 2;
    for (tall, lines) in blocks.into_iter().skip(first) {
        if y > 2 && y + tall >= height + 2 {
            break;
        }
        parts.extend(lines.into_iter().map(|mut line| {
            line.area.y += y;
            line
        }));
        y += tall;
    }
    // The page keeps its height while the selection moves.
    parts.push(part(0, height + 1, Line::default(), None));
    parts
}

/// Returns the rows of the highest large picture with its caption; 0 if no board has one.
fn large_height(face: &Face, boards: &[FoundBoard<'_>]) -> u16 {
    let height = |board: &FoundBoard<'_>| {
        let size = board.pictures[0].columns;
        scale(face, size) * size as u16
    };
    boards.iter().map(height).filter(|&height| height > 0).max().map_or(0, |height| height + CAPTION)
}

/// Returns the large picture of the selected solution, and its caption; empty if there is no room for it.
fn large_picture(
    face: &Face,
    boards: &[FoundBoard<'_>],
    row: &PictureRow,
    selected: usize,
    width: u16,
) -> Vec<PagePart> {
    let (theme, board) = (face.theme, &boards[row.board]);
    let number = row.first + selected - row.pictures.start;
    let picture = &board.pictures[number];
    let scale = scale(face, picture.columns);
    if width == 0 {
        return Vec::new();
    }
    let height = scale * picture.columns as u16;
    let lines = match scale {
        0 => Vec::new(),
        scale => thumbnail::lines(theme, picture, usize::from(height), usize::from(scale)),
    };
    let x = (width - 2 * scale * picture.columns as u16) / 2;
    let caption = [
        Line::styled(theme.glyphs.with_times(board.name), theme.strong()),
        Line::raw(format!("solution {} of {}", number + 1, board.pictures.len())),
    ];
    let of_caption = (2 + height + 1..).zip(caption).map(|(y, line)| {
        let x = width.saturating_sub(line.width() as u16) / 2;
        part(x, y, line, None)
    });
    (2..).zip(lines).map(|(y, line)| part(x, y, line, None)).chain(of_caption).collect()
}

/// Returns the height and the parts of a row of small pictures, from the column `left` on. The first row of a board
/// begins with its name and number of solutions. The last row ends with empty boards for solutions still to be found,
/// as far as there is room.
fn block(face: &Face, board: &FoundBoard<'_>, row: &PictureRow, selected: usize, left: u16) -> (u16, Vec<PagePart>) {
    let theme = face.theme;
    let size = board.pictures[0].columns;
    let width = size as u16 + 2;
    let mut parts = Vec::new();
    let mut top = 0;
    if row.first == 0 {
        let style = if board.is_complete { theme.joy() } else { theme.faint() };
        let name = Span::styled(theme.glyphs.with_times(board.name), theme.strong());
        let found = Span::styled(format!("  {} found", board.progress), style);
        // A free row separates the boards.
        top = u16::from(row.pictures.start > 0);
        parts.push(part(left + 1, top, Line::from_iter([name, found]), None));
        top += 1;
    }
    let mut height = 0;
    for (index, x) in row.pictures.clone().zip((left..).step_by(usize::from(width))) {
        let picture = &board.pictures[row.first + index - row.pictures.start];
        let lines = thumbnail::lines(theme, picture, size, 0);
        height = lines.len() as u16;
        if index == selected {
            // The margin of the selected picture is a frame of one colour.
            let blank = |width: u16| Line::styled(" ".repeat(usize::from(width)), theme.selected());
            parts.push(part(x, top, blank(width), Some(index)));
            parts.push(part(x, top + height + 1, blank(width), Some(index)));
            let sides = (top + 1..=top + height).flat_map(|y| [(x, y), (x + width - 1, y)]);
            parts.extend(sides.map(|(x, y)| part(x, y, blank(1), Some(index))));
        }
        parts.extend((top + 1..).zip(lines).map(|(y, line)| part(x + 1, y, line, Some(index))));
    }
    let empty = row.empty.min(board.left.unwrap_or(0));
    let first = left + row.pictures.len() as u16 * width;
    for x in (first..).step_by(usize::from(width)).take(empty) {
        let dots = Line::styled(theme.glyphs.excluded.repeat(size), theme.faint());
        parts.extend((top + 1..=top + height).map(|y| part(x + 1, y, dots.clone(), None)));
    }
    (top + height + 1, parts)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use game::keys::Command;
    use game::{Action, Arrow, FoundSolution, Message, Mode, Model, Page, Series, Solve, SolvedBy};
    use nqueens_guide::{Queens, Size};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use crate::face::{Face, Input};
    use crate::theme::{ColorChoice, Theme};
    use crate::view::view;

    /// Returns the page of the only solution of 1 x 1, one of two of 4 x 4, and `ten` placements of 10 x 10.
    fn opened(screen: (u16, u16), ten: usize) -> Face {
        let queens = Arc::new(Queens::new(Size::new(5).unwrap()));
        let mut model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
        let columns =
            |number: usize| -> String { (0..10).map(|row| char::from(b'a' + ((row + number) % 10) as u8)).collect() };
        let ten = (0..ten).map(|number| ("10 x 10 queens", columns(number), "724"));
        let small = [("1 x 1 queens", "a", "1"), ("4 x 4 queens", "bdac", "2")]
            .map(|(name, columns, of)| (name, columns.to_owned(), of));
        for (category, columns, of) in small.into_iter().chain(ten) {
            let found = Some(FoundSolution { columns, of: Some(of.to_owned()) });
            let (time, solved_by) = (Duration::ZERO, SolvedBy::Alone);
            model.statistics.add(&Solve {
                category: category.to_owned(),
                time,
                solved_by,
                day: None,
                solved_on: None,
                found,
            });
        }
        let theme = Theme::from_env(ColorChoice::Never, |name| (name == "LANG").then(|| "C".to_owned()));
        let mut face = Face::new(model, theme, screen);
        let _ = face.update(Input::Command(Command::Game(Action::Found)));
        face
    }

    fn drawn(face: &Face) -> String {
        let mut terminal = Terminal::new(TestBackend::new(face.screen.0, face.screen.1)).unwrap();
        terminal.draw(|frame| view(face, frame)).unwrap();
        terminal.backend().to_string()
    }

    fn selected(face: &Face) -> usize {
        let Mode::Page(Page::Found(selected)) = face.model.mode() else { panic!("{:?}", face.model.mode()) };
        *selected
    }

    #[test]
    fn every_board_has_its_pictures_and_the_number_of_solutions() {
        let face = opened((80, 24), 1);
        let text = drawn(&face);
        for line in ["Found solutions", "1 x 1 queens  1 of 1 found", "4 x 4 queens  1 of 2 found", "solution 1 of 1"] {
            assert!(text.contains(line), "{line}: {text}");
        }
        // Beside the found solution of 4 x 4, an empty board stands for the other.
        let row = text.lines().find(|line| line.contains(".Q..")).unwrap_or_else(|| panic!("{text}"));
        assert!(row.contains(".Q..  ....") && !row.contains("....  ...."), "{text}");
        for screen in [(60, 20), (40, 16), (20, 8), (200, 60)] {
            let _ = drawn(&opened(screen, 10));
        }
    }

    /// The arrows lead to the next picture and to the next row, and the selected picture stays in sight.
    #[test]
    fn the_arrows_browse_the_pictures() {
        let mut face = opened((80, 24), 10);
        let mut press = |arrow, times: usize| {
            for _ in 0..times {
                let _ = face.update(Input::Command(Command::Game(Action::Move(arrow))));
            }
            (selected(&face), drawn(&face))
        };
        assert_eq!(press(Arrow::Down, 1).0, 1, "from 1 x 1 to 4 x 4");
        assert_eq!(press(Arrow::Down, 1).0, 2);
        let (below, _) = press(Arrow::Down, 1);
        assert!(below > 3, "a row further: {below}");
        assert_eq!(press(Arrow::Right, 1).0, below + 1);
        let (last, text) = press(Arrow::Down, 30);
        assert!(last >= 10 && text.contains(&format!("solution {} of 10", last - 1)), "{last}: {text}");
        assert_eq!(press(Arrow::Up, 40).0, 0);
        assert_eq!(press(Arrow::Left, 1).0, 11, "the last follows the first");
        let _ = face.update(Input::Game(Message::Act(Action::Cancel)));
        assert!(matches!(face.model.mode(), Mode::Play));
    }
}
