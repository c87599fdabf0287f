//! The solutions that are left, in words; the board shows one of them.

use game::BrowseScreen;
use game::words;
use ratatui::text::Line;

use super::{Group, Panel, outcome};
use crate::face::Face;

pub(super) fn panel(face: &Face, screen: &BrowseScreen) -> Panel {
    let theme = face.theme;
    let number = words::solution_number(screen);
    let solution = face.model.board().puzzle().solution_line(screen.solution());
    let fundamental = words::fundamental_briefly(screen);
    let notice = outcome(face);
    let step = theme.glyphs.sideways;
    let brief =
        if notice.is_empty() { fundamental.clone().into_iter().map(Line::raw).collect() } else { notice.clone() };
    Panel {
        top: vec![Line::styled(format!("Solution {number}"), theme.strong())],
        brief,
        groups: vec![
            Group { weight: 0, lines: solution.into_iter().map(Line::raw).collect() },
            Group { weight: 1, lines: words::fundamental(screen).into_iter().map(Line::raw).collect() },
            Group { weight: 2, lines: notice },
        ],
        legend: vec![
            Line::raw(legend(face)),
            Line::default(),
            Line::styled("g go to number   Enter play from here", theme.faint()),
        ],
        actions: Vec::new(),
        keys: vec![
            format!("{step} step   r random   s back   q quit"),
            format!("{step} r   Enter play   s back"),
            "s back".to_owned(),
        ],
        heads: vec![
            Line::styled(format!("Solution {number}  {}", fundamental.unwrap_or_default()), theme.strong()),
            Line::styled(number, theme.strong()),
        ],
    }
}

/// What the glyphs among the solutions mean.
fn legend(face: &Face) -> String {
    let glyphs = face.theme.glyphs;
    match face.model.board().puzzle().piece() {
        Some(piece) => {
            let symbol = face.model.board().puzzle().symbol(puzzle_core::Variable::new(0));
            format!("{} your {piece}     {} the solution's", glyphs.symbol(symbol), glyphs.supposed(symbol))
        }
        None => "All that is not given or placed is the solution's.".to_owned(),
    }
}
