//! The banner of a solved puzzle: a crown over the word `SOLVED` in large letters.

use game::SolvedBy;
use ratatui::text::Line;

use super::board::pieces::characters;
use crate::theme::Theme;

/// The pixels of the crown for a puzzle solved without help, row by row.
const CROWN: [&str; 6] =
    ["#.....#.....#", "##...###...##", "###.#####.###", "#############", ".###########.", ".###########."];

/// The pixels of the crown for a puzzle solved with help, row by row: the outline alone.
const HOLLOW_CROWN: [&str; 6] =
    ["#.....#.....#", "##...#.#...##", "#.#.#...#.#.#", "#..#.....#..#", ".#.........#.", ".###########."];

/// The pixels of the small crowns beside the word, row by row: of a puzzle solved without help, and with help.
const SMALL_CROWNS: [[&str; 4]; 2] =
    [["#..#..#", "#.###.#", "#######", ".#####."], ["#..#..#", "##.#.##", "#.#.#.#", ".#####."]];

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

/// Returns the versions of the banner, the largest first; none if the glyphs have no half blocks. A puzzle solved
/// without help has a full crown in the colour of pieces, any other an outline.
pub(super) fn versions(theme: Theme, solved_by: SolvedBy) -> Vec<Vec<Line<'static>>> {
    if !theme.glyphs.has_half_blocks {
        return Vec::new();
    }
    let is_alone = solved_by == SolvedBy::Alone;
    let style = if is_alone { theme.piece() } else { theme.joy() };
    let drawn = |pixels: &[String]| -> Vec<String> { characters(pixels, 1, 0).map(|row| row.concat()).collect() };
    let styled = |rows: Vec<String>| -> Vec<Line<'static>> {
        rows.into_iter().map(|row| Line::styled(row.trim_end().to_owned(), style)).chain([Line::default()]).collect()
    };
    let crown = drawn(&(if is_alone { CROWN } else { HOLLOW_CROWN }).map(|row| format!("{row:^WIDTH$}")));
    let word: Vec<String> = (0..5).map(|row| LETTERS.map(|letter| letter[row]).join(".")).collect();
    let word = drawn(&word);
    let mut small = drawn(&SMALL_CROWNS[usize::from(!is_alone)].map(str::to_owned));
    small[1].push_str("  S O L V E D");
    let large = [crown, vec![String::new()], word.clone()].concat();
    [large, word, small].map(styled).to_vec()
}

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;
    use std::sync::Arc;
    use std::time::Duration;

    use bdd_core::Budget;
    use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
    use game::{
        Action, Assist, Catalogue, DailyPuzzle, Effect, GameProgress, InputPurpose, LoadedPuzzle, MenuChoice,
        MenuTarget, Message, Mode, Model, Series,
    };
    use nqueens_guide::{Library, Queens, Size};
    use puzzle_core::Move;
    use puzzle_kind::{Entry, OpenError, Opened, Playable};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::buffer::Buffer;

    use crate::face::{Face, Input, Outcome};
    use crate::keys::input_of;
    use crate::run::ColorChoice;
    use crate::theme::Theme;
    use crate::view::layout::ScreenLayout;
    use crate::view::view;

    /// A solution of the board of 4 x 4.
    const SOLUTION: [&str; 4] = ["b1", "d2", "a3", "c4"];

    fn carry_out(face: &mut Face, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            if let Outcome::Game(Effect::Run(job)) = outcome {
                let outcomes = face.update(Input::Game(job.run(&mut Budget::unlimited())));
                carry_out(face, outcomes);
            }
        }
    }

    /// Returns a game of 4 x 4 queens, solved with the guide, whose moves took a second each.
    fn solved(screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
        solved_at(Assist::Dead, screen, environment)
    }

    /// Returns a game of 4 x 4 queens at a help level, with an empty board.
    fn begun(assist: Assist, screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
        let size = Size::new(4).unwrap();
        let queens: Arc<dyn Playable> = Arc::new(Queens::new(size));
        let open = move |_: &mut Budget<'_>| Ok(Opened::new(Library::embedded().load(size).unwrap()));
        let series = Series::of(vec![Entry::new(Arc::clone(&queens), open)]);
        let theme = Theme::from_env(ColorChoice::Auto, |name| {
            environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        });
        let model = Model::new(Arc::new(series), 1, Arc::clone(&queens)).with_assist(assist);
        let mut face = Face::new(model, theme, screen);
        let outcomes = face.start();
        carry_out(&mut face, outcomes);
        face
    }

    /// Returns a game of 4 x 4 queens, solved at a help level, whose moves took a second each.
    fn solved_at(assist: Assist, screen: (u16, u16), environment: &[(&str, &str)]) -> Face {
        let mut face = begun(assist, screen, environment);
        solve(&mut face);
        face
    }

    /// Solves a game of 4 x 4 queens in four seconds.
    fn solve(face: &mut Face) {
        let queens = Queens::new(Size::new(4).unwrap());
        for square in SOLUTION {
            let queen = queens.named(square).unwrap();
            for message in [Message::Elapsed(Duration::from_secs(1)), Message::Named(queen, InputPurpose::Place)] {
                let outcomes = face.update(Input::Game(message));
                carry_out(face, outcomes);
            }
        }
        assert!(matches!(face.model.mode(), Mode::Result(_)), "{:?}", face.model.mode());
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

    /// The crown is symmetric, over the middle of the word, with a free row between them. It is full and in the colour
    /// of the queens without help, and an outline with help.
    #[test]
    fn the_crown_is_over_the_word() {
        let crown_of = |face: &Face| {
            let (buffer, text) = drawn(face);
            let place = ScreenLayout::of(face).unwrap().panel;
            let rows = (place.top()..place.bottom()).map(|y| {
                let row = (place.left()..place.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
                row.trim_end().to_owned()
            });
            let rows: Vec<String> = rows.collect();
            let word = rows.iter().position(|row| row.starts_with("█▀▀ █▀█")).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(rows[word - 1], "", "{text}");
            (rows[word - 4..word - 1].to_vec(), buffer[(place.x + 11, place.y + word as u16 - 3)].style().fg)
        };
        let alone = solved_at(Assist::Attacks, (120, 40), &COLOURS);
        let (rows, colour) = crown_of(&alone);
        assert_eq!(rows, ["     █▄   ▄█▄   ▄█", "     ███▄█████▄███", "      ███████████"]);
        assert_eq!(colour, alone.theme.piece().fg);
        assert!(drawn(&alone).1.contains("★ Solved!"), "{}", drawn(&alone).1);
        let guided = solved((120, 40), &COLOURS);
        let (rows, colour) = crown_of(&guided);
        assert_eq!((rows[2].as_str(), colour), ("      █▄▄▄▄▄▄▄▄▄█", guided.theme.joy().fg));
        assert!(drawn(&guided).1.contains("✓ Solved!"), "{}", drawn(&guided).1);
    }

    /// Keys typed on after the last move leave the result on the screen; a second later, the same keys have their
    /// meaning.
    #[test]
    fn a_key_after_the_last_move_does_not_close_the_result() {
        let mut face = solved_at(Assist::Attacks, (120, 40), &COLOURS);
        let pressed = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        let board_keys = [KeyCode::Left, KeyCode::Char('l'), KeyCode::Char('7'), KeyCode::Char(' '), KeyCode::Enter];
        for code in board_keys {
            assert!(input_of(&pressed(code), &face).is_none(), "{code:?}");
        }
        assert!(input_of(&pressed(KeyCode::Char('o')), &face).is_some(), "the key of the replay");
        assert!(input_of(&pressed(KeyCode::Esc), &face).is_some(), "the way out");
        for _ in 0..4 {
            let _ = face.update(Input::Game(Message::Elapsed(Duration::from_millis(250))));
        }
        let input = input_of(&pressed(KeyCode::Left), &face).expect("the replay");
        let _ = face.update(input);
        let Mode::Result(screen) = face.model.mode() else { panic!("{:?}", face.model.mode()) };
        assert_eq!(screen.replayed(), Some((3, 4)));
    }

    /// The first screen names the keys once.
    #[test]
    fn the_first_screen_names_the_keys_once() {
        let text = drawn(&begun(Assist::Attacks, (120, 40), &COLOURS)).1;
        assert!(text.contains("Enter places a queen, x rules a square out."), "{text}");
        assert_eq!(text.matches("Enter places").count(), 1, "{text}");
        assert!(text.contains("Place 4 queens so that none attacks another."), "{text}");
    }

    /// A daily puzzle of today.
    #[derive(Debug)]
    struct Today;

    impl Catalogue for Today {
        fn numbers(&self) -> RangeInclusive<usize> {
            1..=1
        }

        fn daily(&self, _number: usize) -> Option<DailyPuzzle> {
            Some(DailyPuzzle { name: "queens", day: 20_784 })
        }

        fn day(&self, _number: usize) -> Option<i32> {
            Some(20_784)
        }

        fn entry(&self, _number: usize, _budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
            let size = Size::new(4).unwrap();
            let open = move |_: &mut Budget<'_>| Ok(Opened::new(Library::embedded().load(size).unwrap()));
            Ok(Entry::new(Arc::new(Queens::new(size)), open))
        }
    }

    /// The result of the last daily puzzle of the day has a heading, and the times of all puzzles.
    #[test]
    fn the_last_daily_puzzle_ends_the_day() {
        let model = Model::new(Arc::new(Today), 1, Arc::new(Queens::new(Size::new(4).unwrap())));
        let theme = solved((120, 40), &COLOURS).theme;
        let mut face = Face::new(model.with_assist(Assist::Attacks), theme, (120, 40));
        let outcomes = face.start();
        carry_out(&mut face, outcomes);
        let choices = |progress| {
            let daily = |label: &str, solved_in: Option<u64>, is_solved_alone: bool, progress| MenuChoice {
                is_daily: true,
                is_solved_alone,
                solved_in: solved_in.map(Duration::from_secs),
                ..MenuChoice::new(label, MenuTarget::Opens(1)).with_progress(progress)
            };
            Message::Choices(vec![
                daily("Queens", None, false, GameProgress::New),
                daily("Regions", Some(12 * 60 + 5), true, GameProgress::Solved),
                daily("Sudoku", Some(3 * 60 + 44), false, progress),
            ])
        };
        solve(&mut face);
        let _ = face.update(Input::Game(choices(GameProgress::Begun)));
        assert!(drawn(&face).1.contains("1 of 3 daily puzzles is left today: Sudoku."), "{}", drawn(&face).1);
        assert!(!drawn(&face).1.contains("All three"), "{}", drawn(&face).1);
        let _ = face.update(Input::Game(choices(GameProgress::Solved)));
        for screen in [(120, 40), (80, 24)] {
            face.screen = screen;
            let text = drawn(&face).1;
            for line in ["All three daily puzzles solved", "★ Queens    0:04", "★ Regions  12:05", "✓ Sudoku    3:44"]
            {
                assert!(text.contains(line), "{line}: {text}");
            }
            assert!(!text.contains("All three solved today."), "{text}");
            assert!(text.contains("Solved · Daily queens, Fri 27 Nov"), "{text}");
            assert!(text.contains("New puzzles at midnight."), "{text}");
            assert!(text.contains("+ more like this") && !text.contains("N "), "one name for one key: {text}");
        }
    }

    /// Keys of the game that are typed on after the last move leave the result open. Once it is closed, a key leads
    /// back.
    #[test]
    fn the_result_stays_until_it_is_closed() {
        let mut face = solved((120, 40), &COLOURS);
        let press = |face: &mut Face, code: KeyCode| {
            let input = input_of(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), face);
            let outcomes = input.map_or_else(Vec::new, |input| face.update(input));
            carry_out(face, outcomes);
        };
        for letter in ['a', 'w', 'x', 'v', 'b', 'i'] {
            press(&mut face, KeyCode::Char(letter));
            assert!(matches!(face.model.mode(), Mode::Result(_)), "{letter}");
        }
        let _ = face.update(Input::Game(Message::Elapsed(Duration::from_secs(1))));
        for letter in ['a', 'i', 'v'] {
            press(&mut face, KeyCode::Char(letter));
            assert!(matches!(face.model.mode(), Mode::Result(_)), "{letter}");
        }
        press(&mut face, KeyCode::Esc);
        assert!(matches!(face.model.mode(), Mode::Play), "Esc closes it");
        for screen in [(120, 40), (80, 24), (60, 20)] {
            face.screen = screen;
            for key in ["o result", "r again", "y share", "Esc menu"] {
                let is_named = drawn(&face).1.contains(key);
                // The game has no menu.
                assert_eq!(is_named, key != "Esc menu", "{key}: {}", drawn(&face).1);
            }
        }
        press(&mut face, KeyCode::Char('o'));
        let Mode::Result(screen) = face.model.mode() else { panic!("{:?}", face.model.mode()) };
        assert_eq!(screen.replayed(), None, "the result comes before its replay");
    }

    /// Puzzles that were solved before, loaded with a remark.
    #[derive(Debug)]
    struct SolvedBefore(Option<&'static str>);

    impl Catalogue for SolvedBefore {
        fn numbers(&self) -> RangeInclusive<usize> {
            1..=9
        }

        fn entry(&self, number: usize, budget: &mut Budget<'_>) -> Result<Entry, OpenError> {
            Today.entry(number, budget)
        }

        fn load(&self, number: usize, budget: &mut Budget<'_>) -> Result<LoadedPuzzle, OpenError> {
            let mut loaded = Today.load(number, budget)?;
            for square in SOLUTION {
                let queen = loaded.puzzle.named(square).unwrap();
                assert!(loaded.start.session.play(Move::Place(queen), budget)?);
            }
            loaded.start.attempt.is_counted = true;
            Ok(LoadedPuzzle { note: self.0.map(str::to_owned), ..loaded })
        }
    }

    /// A solved game that is opened again says once that it is solved, and names its keys once. A remark about the load
    /// stays.
    #[test]
    fn a_solved_game_says_so_once() {
        for note in [None, Some("the cache is full")] {
            for screen in [(120, 40), (80, 24)] {
                let model = Model::new(Arc::new(SolvedBefore(note)), 1, Arc::new(Queens::new(Size::new(4).unwrap())));
                let theme = solved(screen, &COLOURS).theme;
                let mut face = Face::new(model.with_assist(Assist::Attacks), theme, screen);
                let outcomes = face.start();
                carry_out(&mut face, outcomes);
                let text = drawn(&face).1;
                assert!(text.contains("All 4 queens placed") && text.contains("N next   o result"), "{text}");
                assert!(!text.contains("Press r") && !text.contains("Solved ("), "{text}");
                assert_eq!(text.contains("the cache is full."), note.is_some(), "{text}");
                assert_eq!(text.contains("Note: "), note.is_some(), "{text}");
            }
        }
    }

    /// The key bar names the keys of the hint or question shown, which the message leaves to it. A panel without room
    /// for the bar has the sentences with the keys.
    #[test]
    fn the_key_bar_follows_the_hint_and_the_question() {
        for (screen, has_bar) in [((120, 40), true), ((80, 24), true), ((40, 20), true), ((20, 8), false)] {
            let mut face = begun(Assist::Attacks, screen, &COLOURS);
            let told = |face: &Face| drawn(face).1.replace(['"', '\n'], "");
            let press = |face: &mut Face, action| {
                let outcomes = face.update(Input::Game(Message::Act(action)));
                carry_out(face, outcomes);
            };
            let has = |face: &Face, keys: &[&str], sentence: &str| {
                let text = told(face);
                for key in keys {
                    assert_eq!(text.contains(key), has_bar, "{screen:?}: {text}");
                }
                assert!(!has_bar || !text.contains(sentence) && !text.contains("w why"), "{screen:?}: {text}");
            };
            face.model.preferences.asks_before_help = true;
            press(&mut face, Action::Hint);
            has(&face, &["Enter continue", "Esc cancel"], "Press Enter");
            press(&mut face, Action::Place);
            has(&face, &["Enter show the move"], "Press Enter");
            press(&mut face, Action::Hint);
            has(&face, &["Enter make the move", "i reason"], "Press Enter");
            press(&mut face, Action::Cancel);
            assert!(!told(&face).contains("Enter make the move"), "{screen:?}: {}", told(&face));
        }
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
