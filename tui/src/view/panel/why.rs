//! An argument in words, step by step; the board shows what each step is about.

use game::{Argument, WhyScreen, words};
use puzzle_core::sentences;
use ratatui::text::Line;

use super::{Group, Panel, outcome};
use crate::face::Face;

pub(super) fn panel(face: &Face, screen: &WhyScreen) -> Panel {
    let theme = face.theme;
    let argument = &screen.argument;
    let (at, of) = screen.progress();
    let cases = screen.open_cases();
    let puzzle = face.model.board().puzzle();
    let name = words::subject(puzzle, argument);
    let what = words::question(puzzle, argument);
    let (sentence, brief) = match screen.frame() {
        Some(frame) => (argument.sentence(puzzle, &frame), words::frame_briefly(puzzle, argument, &frame)),
        None => {
            let conclusion = argument.conclusion(puzzle).unwrap_or_default();
            (conclusion.clone(), conclusion)
        }
    };
    let (summary, repair) = match argument {
        Argument::Explanation(explanation) => {
            (sentences::summary(puzzle, explanation), Some(sentences::repair(puzzle, explanation)))
        }
        Argument::Deduction(deduction) => (sentences::reservation(deduction).into_iter().collect(), None),
    };
    let progress = words::progress(puzzle, (at, of), &cases, screen.is_folded());
    let notice = outcome(face);
    let keys = |skip: &str, repair: &str| format!("{} step   {skip}{repair}Esc back", theme.glyphs.sideways);
    let skip = format!("{} skip   ", theme.glyphs.downwards);
    Panel {
        top: vec![Line::styled(what.clone(), theme.strong())],
        brief: if notice.is_empty() { vec![Line::raw(brief)] } else { notice.clone() },
        groups: vec![
            Group { weight: 0, lines: summary.into_iter().map(Line::raw).collect() },
            Group {
                weight: 3,
                lines: vec![Line::styled(progress, theme.faint()), Line::styled(sentence, theme.strong())],
            },
            Group { weight: 1, lines: repair.map(Line::raw).into_iter().collect() },
            Group { weight: 2, lines: notice },
        ],
        legend: legend(face).into_iter().chain([String::new()]).map(Line::raw).collect(),
        actions: Vec::new(),
        keys: vec![
            keys(&skip, if argument.explanation().is_some() { "r repair   " } else { "" }),
            keys(&skip, ""),
            keys("", ""),
            "Esc back".to_owned(),
        ],
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
