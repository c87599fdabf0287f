//! The clashes, in words; the board shows the way from one piece to the other.

use game::ClashScreen;
use game::words;
use ratatui::text::Line;

use super::{Group, Panel, outcome};
use crate::face::Face;

pub(super) fn panel(face: &Face, screen: &ClashScreen) -> Panel {
    let theme = face.theme;
    let puzzle = face.model.board().puzzle();
    let (at, of) = screen.progress();
    let what = format!("What clashes with {}", puzzle.name(screen.variable));
    let sentence = words::clash(puzzle, &screen.conflict());
    let notice = outcome(face);
    let progress = format!("Clash {at} of {of}");
    let step = if of > 1 { format!("{} next   ", theme.glyphs.sideways) } else { String::new() };
    Panel {
        top: vec![Line::styled(what.clone(), theme.strong())],
        brief: if notice.is_empty() { vec![Line::raw(sentence.clone())] } else { notice.clone() },
        groups: vec![
            Group {
                weight: 3,
                lines: vec![Line::styled(progress, theme.faint()), Line::styled(sentence, theme.strong())],
            },
            Group { weight: 2, lines: notice },
        ],
        legend: Vec::new(),
        actions: Vec::new(),
        keys: vec![format!("{step}r take it away   Esc back"), format!("{step}Esc back"), "Esc back".to_owned()],
        heads: vec![
            Line::styled(format!("{what}  {at} of {of}"), theme.strong()),
            Line::styled(format!("{}  {at} of {of}", puzzle.name(screen.variable)), theme.strong()),
        ],
    }
}
