//! An explanation in words, step by step; the board shows what each step is about.

use game::WhyScreen;
use game::words;
use puzzle_core::sentences;
use ratatui::text::Line;

use super::panel::{Group, Panel, outcome};
use crate::face::Face;

pub(super) fn panel(face: &Face, screen: &WhyScreen) -> Panel {
    let theme = face.theme;
    let explanation = &screen.explanation;
    let (at, of) = screen.progress();
    let cases = screen.open_cases();
    let puzzle = face.model.board().puzzle();
    let name = puzzle.name(explanation.variable);
    let what = format!("Why {name} is {}", puzzle.status_name(explanation.status));
    let (sentence, brief) = match screen.frame() {
        Some(frame) => {
            (sentences::frame(puzzle, explanation, &frame), words::frame_briefly(puzzle, explanation, &frame))
        }
        None => {
            let conclusion = sentences::conclusion(puzzle, explanation).unwrap_or_default();
            (conclusion.clone(), conclusion)
        }
    };
    let progress = words::progress(puzzle, (at, of), &cases, screen.is_folded());
    let notice = outcome(face);
    let keys = |skip: &str, repair: &str| format!("{} step   {skip}{repair}Esc back", theme.glyphs.sideways);
    let skip = format!("{} skip   ", theme.glyphs.downwards);
    Panel {
        top: vec![Line::styled(what.clone(), theme.strong())],
        brief: if notice.is_empty() { vec![Line::raw(brief)] } else { notice.clone() },
        groups: vec![
            Group { weight: 0, lines: sentences::summary(puzzle, explanation).into_iter().map(Line::raw).collect() },
            Group {
                weight: 3,
                lines: vec![Line::styled(progress, theme.faint()), Line::styled(sentence, theme.strong())],
            },
            Group { weight: 1, lines: vec![Line::raw(sentences::repair(puzzle, explanation))] },
            Group { weight: 2, lines: notice },
        ],
        legend: legend(face).into_iter().chain([String::new()]).map(Line::raw).collect(),
        keys: vec![keys(&skip, "r repair   "), keys(&skip, ""), keys("", ""), "Esc back".to_owned()],
        heads: vec![
            Line::styled(format!("{what}  {at} of {of}"), theme.strong()),
            Line::styled(format!("{name}  {at} of {of}"), theme.strong()),
        ],
    }
}

/// What the glyphs of an explanation mean, in pairs.
fn legend(face: &Face) -> Vec<String> {
    let glyphs = face.theme.glyphs;
    let left_out = format!("{} left      {} ruled out", glyphs.open, glyphs.dead);
    if face.model.board().has_values() {
        return vec![format!("{} ruled out", glyphs.dead)];
    }
    let puzzle = face.model.board().puzzle();
    let (stands, supposed) = (
        glyphs.symbol(puzzle.symbol(puzzle_core::Variable::new(0))),
        glyphs.supposed(puzzle.symbol(puzzle_core::Variable::new(0))),
    );
    let piece = puzzle.piece().unwrap_or("placed");
    vec![format!("{stands} {piece}     {supposed} supposed"), left_out]
}
