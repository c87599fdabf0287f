//! The solutions that are left, in words; the board shows one of them.

use nqueens_guide::ranks_of;
use ratatui::text::Line;

use super::panel::{Group, Panel, outcome};
use crate::browse::BrowseScreen;
use crate::model::Model;
use crate::words;

pub(super) fn panel(model: &Model, screen: &BrowseScreen) -> Panel {
    let theme = model.theme;
    let number = words::solution_number(screen);
    let queens: Vec<_> = screen.queens().collect();
    // As the program prints solutions elsewhere.
    let ranks = ranks_of(model.size, &queens).unwrap_or_default();
    let ranks = ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", ");
    let notice = outcome(model);
    let step = theme.glyphs.sideways;
    let brief = if notice.is_empty() { vec![Line::raw(words::fundamental_briefly(screen))] } else { notice.clone() };
    Panel {
        top: vec![Line::styled(format!("Solution {number}"), theme.strong())],
        brief,
        groups: vec![
            Group { weight: 0, lines: vec![Line::raw(ranks)] },
            Group { weight: 1, lines: vec![Line::raw(words::fundamental(screen))] },
            Group { weight: 2, lines: notice },
        ],
        legend: vec![
            Line::raw(words::legend_of_browse(theme.glyphs)),
            Line::default(),
            Line::styled("g go to number   Enter play from here", theme.faint()),
        ],
        keys: vec![
            format!("{step} step   r random   s back   q quit"),
            format!("{step} r   Enter play   s back"),
            "s back".to_owned(),
        ],
        heads: vec![
            Line::styled(format!("Solution {number}  {}", words::fundamental_briefly(screen)), theme.strong()),
            Line::styled(number, theme.strong()),
        ],
    }
}
