//! What the glyphs on the board mean.

use puzzle_core::Status;
use ratatui::text::{Line, Span};

use super::heat::Heat;
use crate::assist::Assist;
use crate::model::Model;

/// The statuses that a player meets on this board, each with its glyph there.
pub(super) fn entries(model: &Model) -> Vec<(String, Status)> {
    let glyphs = model.theme.glyphs;
    if model.board.has_values() {
        let symbol = |n: usize| -> String {
            let variables = model.board.variables(model.board.first_cell()).iter();
            variables.take(n).map(|&variable| model.board.puzzle().symbol(variable)).collect()
        };
        return vec![
            (symbol(1), Status::Given),
            (symbol(1), Status::Placed),
            (symbol(2), Status::Open),
            (format!("{}{}", glyphs.forced, symbol(1)), Status::Forced),
            (glyphs.dead.to_owned(), Status::Dead),
        ];
    }
    let has_givens = !model.board.puzzle().givens().is_empty();
    let all = Status::ALL.into_iter().filter(|&status| status != Status::Given || has_givens);
    let glyph = |status| match status {
        Status::Given | Status::Placed => glyphs.symbol(model.board.puzzle().symbol(0)),
        _ => glyphs.of(status).to_owned(),
    };
    all.map(|status| (glyph(status), status)).collect()
}

/// As much of it as the level of help uses, in few lines.
pub(super) fn draw(model: &Model) -> Vec<Line<'static>> {
    let theme = model.theme;
    let puzzle = model.board.puzzle();
    let entries = entries(model);
    let entry = |status: Status| {
        let name = match status {
            Status::Open if model.assist == Assist::Nothing => "empty".to_owned(),
            Status::Open if model.assist == Assist::Attacks => format!("not {}", puzzle.status_name(Status::Excluded)),
            Status::Dead if model.board.has_values() => "nothing left".to_owned(),
            _ => puzzle.status_name(status).to_owned(),
        };
        let glyph = entries.iter().find(|(_, other)| *other == status).map_or("", |(glyph, _)| glyph.as_str());
        let gap = 11usize.saturating_sub(glyph.chars().count());
        [Span::styled(glyph.to_owned(), theme.square(status, true)), Span::raw(format!(" {name:<gap$}"))]
    };
    let pair = |a: Status, b: Status| Line::from([entry(a), entry(b)].concat());
    let mut lines = match (model.assist, model.board.has_values()) {
        (Assist::Nothing, true) => vec![pair(Status::Given, Status::Placed)],
        (Assist::Attacks, true) => {
            vec![pair(Status::Given, Status::Open), pair(Status::Placed, Status::Dead)]
        }
        (_, true) => {
            let last = Line::from(entry(Status::Dead).to_vec());
            vec![pair(Status::Given, Status::Open), pair(Status::Placed, Status::Forced), last]
        }
        (Assist::Nothing, false) => {
            vec![pair(Status::Placed, Status::Open), Line::from(entry(Status::Blocked).to_vec())]
        }
        (Assist::Attacks, false) => {
            vec![pair(Status::Placed, Status::Open), pair(Status::Blocked, Status::Excluded)]
        }
        _ => vec![
            pair(Status::Placed, Status::Open),
            pair(Status::Forced, Status::Excluded),
            pair(Status::Blocked, Status::Dead),
        ],
    };
    let heat = model.guide().filter(|_| model.has_heat() && !model.board.has_values()).and_then(Heat::of);
    lines.extend(heat.map(|heat| heat.legend(theme)));
    lines.push(Line::default());
    lines
}
