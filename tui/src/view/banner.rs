//! The banner of a solved puzzle: a crown over the word `SOLVED` in large letters.

use ratatui::text::Line;

use super::board::pieces::characters;
use crate::theme::Theme;

/// The pixels of the crown, row by row.
const CROWN: [&str; 6] =
    ["#.....#.....#", "##...###...##", "###.#####.###", "#############", ".###########.", ".###########."];

/// The pixels of the letters of `SOLVED`, row by row.
const LETTERS: [[&str; 5]; 6] = [
    ["###", "#..", "###", "..#", "###"],
    ["###", "#.#", "#.#", "#.#", "###"],
    ["#..", "#..", "#..", "#..", "###"],
    ["#.#", "#.#", "#.#", "#.#", ".#."],
    ["###", "#..", "##.", "#..", "###"],
    ["##.", "#.#", "#.#", "#.#", "##."],
];

/// The width of the banner, in columns: less than the width of the narrowest panel.
const WIDTH: usize = 23;

/// Returns the lines of the banner; empty if the glyphs have no half blocks.
pub(super) fn lines(theme: Theme) -> Vec<Line<'static>> {
    if !theme.glyphs.has_half_blocks {
        return Vec::new();
    }
    let crown = CROWN.map(|row| format!("{row:^WIDTH$}"));
    let word = (0..5).map(|row| LETTERS.map(|letter| letter[row]).join("."));
    let pixels: Vec<String> = crown.into_iter().chain(word).collect();
    let line = |row: Vec<&str>| Line::styled(row.concat().trim_end().to_owned(), theme.joy());
    characters(&pixels, 1, 0).map(line).chain([Line::default()]).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use bdd_core::Budget;
    use game::{Effect, InputPurpose, Message, Mode, Model, Series};
    use nqueens_guide::{Library, Queens, Size};
    use puzzle_kind::{Entry, Opened, Playable};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;

    use crate::face::{Face, Input, Outcome};
    use crate::run::ColorChoice;
    use crate::theme::Theme;
    use crate::view::layout::ScreenLayout;
    use crate::view::view;

    fn carry_out(face: &mut Face, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            if let Outcome::Game(Effect::Run(job)) = outcome {
                let outcomes = face.update(Input::Game(job.run(&mut Budget::unlimited())));
                carry_out(face, outcomes);
            }
        }
    }

    /// Returns a solved game of 4 x 4 queens, whose moves took a second each.
    fn solved(screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
        let size = Size::new(4).unwrap();
        let queens: Arc<dyn Playable> = Arc::new(Queens::new(size));
        let open = move |_: &mut Budget<'_>| Ok(Opened::new(Library::embedded().load(size).unwrap()));
        let series = Series::of(vec![Entry::new(Arc::clone(&queens), open)]);
        let theme = Theme::from_env(ColorChoice::Auto, |name| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        let mut face = Face::new(Model::new(Arc::new(series), 1, Arc::clone(&queens)), theme, screen);
        let outcomes = face.start();
        carry_out(&mut face, outcomes);
        for square in ["b1", "d2", "a3", "c4"] {
            let queen = queens.named(square).unwrap();
            for message in [Message::Elapsed(Duration::from_secs(1)), Message::Named(queen, InputPurpose::Place)] {
                let outcomes = face.update(Input::Game(message));
                carry_out(&mut face, outcomes);
            }
        }
        assert!(matches!(face.model.mode(), Mode::Result(_)), "{:?}", face.model.mode());
        face
    }

    fn drawn(face: &Face) -> (Buffer, String) {
        let mut terminal = Terminal::new(TestBackend::new(face.screen.0, face.screen.1)).unwrap();
        terminal.draw(|frame| view(face, frame)).unwrap();
        (terminal.backend().buffer().clone(), terminal.backend().to_string())
    }

    const COLOURS: [(&str, &str); 3] = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")];

    #[test]
    fn the_result_has_a_banner_where_there_is_room() {
        for (screen, has_banner) in [((120, 40), true), ((80, 24), true), ((40, 20), false)] {
            let (_, text) = drawn(&solved(screen, &COLOURS));
            assert_eq!(text.contains("█▀▀ █▀█ █   █ █ █▀▀ █▀▄"), has_banner, "{screen:?}: {text}");
            assert!(screen.0 < 80 || text.contains("with the guide"), "{screen:?}: {text}");
        }
        let (_, text) = drawn(&solved((120, 40), &[("NO_COLOR", "1"), ("LANG", "C")]));
        assert!(!text.contains('█') && text.contains("with the guide"), "{text}");
    }

    /// The wave is on the background of whole cells, empty ones too.
    #[test]
    fn the_wave_is_on_the_background() {
        let mut face = solved((120, 40), &COLOURS);
        let wave = face.theme.wave().bg;
        let lit = |face: &Face| {
            let (buffer, _) = drawn(face);
            let layout = ScreenLayout::of(face).unwrap();
            let cells = layout.cells().map(|(_, rect)| ScreenLayout::inner(rect));
            cells.filter(|inner| Some(buffer[(inner.x, inner.y)].bg) == wave).count()
        };
        let _ = face.update(Input::Game(Message::Elapsed(Duration::from_secs(1))));
        assert!(lit(&face) > 4, "{}", lit(&face));
        let _ = face.update(Input::Game(Message::Elapsed(Duration::from_secs(1))));
        assert_eq!(lit(&face), 0, "the wave is over");
    }
}
