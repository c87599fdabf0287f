//! The legend of the glyphs on the board.

use game::{Assist, BoardScene};
use puzzle_core::{Status, Variable};
use ratatui::text::{Line, Span};

use crate::face::Face;
use crate::theme::Theme;

fn has_unknown(face: &Face) -> bool {
    face.model.guide().is_some_and(|guide| guide.has_unknown())
}

/// Returns the [`Status`]es that can occur on this board, with their glyphs.
pub(super) fn entries(face: &Face) -> Vec<(String, Status)> {
    let glyphs = face.theme.glyphs;
    if face.model.board().has_values() {
        let symbol = |n: usize| -> String {
            let variables = face.model.board().variables(face.model.board().first_cell()).iter();
            variables.take(n).map(|&variable| face.model.board().puzzle().symbol(variable)).collect()
        };
        let mut entries = vec![
            (symbol(1), Status::Given),
            (symbol(1), Status::Placed),
            (symbol(2), Status::Open),
            (format!("{}{}", glyphs.forced, symbol(1)), Status::Forced),
            (glyphs.dead.to_owned(), Status::Dead),
        ];
        entries.extend(has_unknown(face).then(|| (symbol(2), Status::Unknown)));
        return entries;
    }
    let has_givens = !face.model.board().puzzle().givens().is_empty();
    let all = Status::ALL.into_iter().filter(|&status| match status {
        Status::Given => has_givens,
        Status::Unknown => has_unknown(face),
        _ => true,
    });
    let glyph = |status| match status {
        Status::Given | Status::Placed => glyphs.symbol(face.model.board().puzzle().symbol(Variable::new(0))),
        _ => glyphs.of(status).to_owned(),
    };
    all.map(|status| (glyph(status), status)).collect()
}

/// Returns the lines of the legend: the glyphs that appear on the board at the present level of help, with their
/// meanings.
pub(super) fn draw(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let puzzle = face.model.board().puzzle();
    let entries = entries(face);
    let entry = |&status: &Status| {
        let name = match status {
            Status::Open if face.model.assist() == Assist::Nothing => "empty".to_owned(),
            Status::Open if face.model.assist() == Assist::Attacks => {
                format!("not {}", puzzle.status_name(Status::Excluded))
            }
            Status::Dead if face.model.board().has_values() => "nothing left".to_owned(),
            _ => puzzle.status_name(status).to_owned(),
        };
        let glyph = entries.iter().find(|(_, other)| *other == status).map_or("", |(glyph, _)| glyph.as_str());
        let gap = 11usize.saturating_sub(glyph.chars().count());
        [Span::styled(glyph.to_owned(), theme.square(status, true)), Span::raw(format!(" {name:<gap$}"))]
    };
    let rows: &[&[Status]] = match (face.model.assist(), face.model.board().has_values()) {
        (Assist::Nothing, true) => &[&[Status::Given, Status::Placed]],
        (Assist::Attacks, true) => &[&[Status::Given, Status::Open], &[Status::Placed, Status::Dead]],
        (_, true) if has_unknown(face) => {
            &[&[Status::Given, Status::Open], &[Status::Placed, Status::Forced], &[Status::Dead, Status::Unknown]]
        }
        (_, true) => &[&[Status::Given, Status::Open], &[Status::Placed, Status::Forced], &[Status::Dead]],
        (Assist::Nothing, false) => &[&[Status::Placed, Status::Open], &[Status::Blocked]],
        (Assist::Attacks, false) => &[&[Status::Placed, Status::Open], &[Status::Blocked, Status::Excluded]],
        (_, false) => {
            &[&[Status::Placed, Status::Open], &[Status::Forced, Status::Excluded], &[Status::Blocked, Status::Dead]]
        }
    };
    let mut lines: Vec<Line<'static>> = rows.iter().map(|row| row.iter().flat_map(entry).collect()).collect();
    if !face.model.board().has_values() {
        lines.extend(BoardScene::of(&face.model).highest_heat().map(|highest| levels(&highest.to_string(), theme)));
    }
    lines.push(Line::default());
    lines
}

/// Returns the legend of the heat map; `highest` is the percentage of its highest level.
fn levels(highest: &str, theme: Theme) -> Line<'static> {
    let levels = theme.glyphs.levels.iter().zip(0..);
    let mut spans: Vec<_> = levels.map(|(glyph, level)| Span::styled(*glyph, theme.heat(level))).collect();
    spans.push(Span::raw(format!(" share, {} is {} %", theme.glyphs.levels[7], highest)));
    Line::from(spans)
}
