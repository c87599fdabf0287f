//! The diagram of the solutions that are left: how wide it is level by level, what a move keeps of it, and a small one
//! node by node.

use game::{DiagramScreen, words};
use ratatui::text::{Line, Span};

use super::{Group, Panel, outcome};
use crate::face::Face;

/// The columns of the picture: those of the narrowest panel.
const COLUMNS: usize = 28;
/// The rows of the picture.
const ROWS: usize = 6;
/// The rows of a screen that are not for nodes.
const OTHER_ROWS: u16 = 19;

pub(super) fn panel(face: &Face, screen: &DiagramScreen) -> Panel {
    let theme = face.theme;
    let puzzle = face.model.board().puzzle();
    let summary = words::diagram(puzzle, screen);
    let notice = outcome(face);
    // A node may take two rows of a narrow panel.
    let room = usize::from(face.screen.1.saturating_sub(OTHER_ROWS)) / 2;
    let nodes = screen.nodes().skip(screen.scrolled()).take(room);
    let nodes: Vec<_> = nodes.map(|node| Line::raw(words::diagram_node(puzzle, &node))).collect();
    let step = match screen.conjunction() {
        Some(_) => "Space next   r order   ",
        None if nodes.is_empty() => "r rules   ",
        None => "Space down   r rules   ",
    };
    Panel {
        top: vec![Line::styled(
            if screen.conjunction().is_some() { "The rules, step by step" } else { "The diagram of what is left" },
            theme.strong(),
        )],
        brief: if notice.is_empty() { summary.iter().cloned().map(Line::raw).collect() } else { notice.clone() },
        groups: vec![
            Group { weight: 3, lines: summary.iter().cloned().map(Line::raw).collect() },
            Group { weight: 1, lines: picture(face, screen) },
            Group { weight: 0, lines: nodes },
            Group { weight: 2, lines: notice },
        ],
        legend: Vec::new(),
        actions: Vec::new(),
        keys: vec![
            format!("{} another {}   {step}Esc back", theme.glyphs.sideways, puzzle.spot()),
            format!("{step}Esc back"),
            "Esc back".to_owned(),
        ],
        heads: summary.into_iter().rev().map(|line| Line::styled(line, theme.strong())).collect(),
    }
}

/// The widths of the levels from the first variable on the left to the last on the right, what the move keeps of them in
/// front; on the way to the diagram its size after each step, that of the step that is looked at in front.
fn picture(face: &Face, screen: &DiagramScreen) -> Vec<Line<'static>> {
    let theme = face.theme;
    let (now, then) = match screen.conjunction() {
        None => (columns(&screen.shape().widths), screen.effect().map(|(_, shape)| columns(&shape.widths))),
        Some(conjunction) => {
            let sizes: Vec<usize> = conjunction.steps.iter().map(|step| step.shape.nodes).collect();
            let only = |step| if step == conjunction.at() { sizes[step] } else { 0 };
            (columns(&sizes), Some(columns(&(0..sizes.len()).map(only).collect::<Vec<_>>())))
        }
    };
    let most = now.iter().copied().max().filter(|&most| most > 0);
    let Some(most) = most else { return Vec::new() };
    let glyphs = theme.glyphs.levels;
    // In eighths of a row; what is there at all is seen.
    let height = |width: usize| (width * ROWS * glyphs.len()).div_ceil(most);
    let part = |width: usize, row: usize| {
        let filled = height(width).saturating_sub(row * glyphs.len()).min(glyphs.len());
        filled.checked_sub(1).map(|level| glyphs[level])
    };
    let row = |row: usize| {
        let spans = now.iter().enumerate().map(|(column, &width)| {
            let kept = then.as_ref().and_then(|then| part(then[column], row));
            match (kept, part(width, row)) {
                (Some(kept), _) => Span::styled(kept, theme.strong()),
                (None, Some(now)) => Span::styled(now, theme.faint()),
                (None, None) => Span::raw(" "),
            }
        });
        Line::from_iter(spans)
    };
    (0..ROWS).rev().map(row).collect()
}

/// The largest number of each of so many parts, as there are columns.
fn columns(numbers: &[usize]) -> Vec<usize> {
    let columns = COLUMNS.min(numbers.len());
    let part = |column: usize| &numbers[column * numbers.len() / columns..(column + 1) * numbers.len() / columns];
    (0..columns).map(|column| part(column).iter().copied().max().unwrap_or(0)).collect()
}
