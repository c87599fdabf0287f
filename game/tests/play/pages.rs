//! Pages, the clock, statistics, commands, the menu and the lesson.

use std::sync::Arc;
use std::time::Duration;

use game::keys::Command;
use game::words;
use game::{
    Action, Arrow, Assist, BoardScene, Dialogue, InputPurpose, MenuChoice, MenuTarget, Message, Mode, NoticeKind,
    OpenedCatalogue, Page, Save, ScreenStep, Series, Setting, SolvedBy,
};
use nqueens_guide::{Queens, Size};
use puzzle_core::{Move, Status};
use puzzle_kind::Entry;
use regions_guide::{Attack, RegionsPuzzle};
use sudoku_guide::{Grid, Shape, Sudoku};

use super::table::{Boards, KeptGames, PROPER, Table};

const SECOND: Message = Message::Elapsed(Duration::from_secs(1));

/// The queens of a solution of 8 x 8.
const SOLUTION: [&str; 8] = ["a1", "b5", "c8", "d6", "e3", "f7", "g2", "h4"];

fn solved(level: u8, hints: usize) -> Table {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(level);
    for (turn, square) in SOLUTION.into_iter().enumerate() {
        if !table.model.is_solved() {
            if turn < hints {
                table.act(Action::Hint);
            }
            table.tell(SECOND);
            table.click(square);
        }
    }
    table
}

#[test]
fn the_clock_runs_while_there_is_something_to_solve_on_the_screen() {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    let seconds = |table: &Table| table.model.attempt().time.as_secs();
    table.tell(SECOND);
    assert_eq!(seconds(&table), 1);
    table.act(Action::Pause);
    table.tell(SECOND);
    table.click("a1");
    table.act(Action::Place);
    assert_eq!((seconds(&table), table.placed().len()), (1, 0), "what can't be seen is not changed");
    table.act(Action::Pause);
    // A program suspended for an hour was not played for an hour.
    table.tell(Message::Elapsed(Duration::from_secs(3600)));
    assert_eq!(seconds(&table), 3);
    table.act(Action::Clock);
    table.tell(SECOND);
    assert_eq!(seconds(&table), 3);
    table.act(Action::Clock);
    SOLUTION.iter().for_each(|square| table.click(square));
    table.tell(SECOND);
    assert_eq!(seconds(&table), 3);
    assert_eq!(words::clock(Duration::from_secs(3723)), "1:02:03");
    // While another puzzle is made, the game is not played.
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    let _ = table.model.update(Message::Act(Action::NextPuzzle));
    assert!(table.model.loading().is_some());
    let _ = table.model.update(SECOND);
    assert_eq!(seconds(&table), 0);
}

#[test]
fn a_solution_is_told_by_how_it_was_come_by_and_counts_once() {
    for (level, hints, how, said) in [
        (0, 0, SolvedBy::Alone, "You solved it without help in 0:08."),
        (1, 2, SolvedBy::Hints(2), "You solved it with 2 hints in 0:08."),
        (2, 0, SolvedBy::Guided, "You solved it with the guide in 0:08."),
        (2, 1, SolvedBy::Hints(1), "You solved it with 1 hint and the guide in 0:08."),
        (4, 0, SolvedBy::Helped, "You solved it with help in 0:02."),
    ] {
        let mut table = solved(level, hints);
        let [solve] = table.solved.as_slice() else { panic!("{:?}", table.solved) };
        assert_eq!((solve.solved_by, solve.category.as_str()), (how, "8 x 8 queens"));
        assert_eq!(words::finished(&table.model)[0], said);
        let record = table.model.statistics.of("8 x 8 queens").unwrap();
        assert_eq!((record.solved, record.alone), (1, u64::from(how == SolvedBy::Alone)));
        table.act(Action::Undo);
        table.act(Action::Redo);
        assert_eq!(table.solved.len(), 1, "once a game");
    }
    // The first time has none to be better than.
    let alone = words::finished(&solved(0, 0).model);
    assert_eq!(alone[1..], ["Your first without help.", "A new solution: you have found 1 of 92."]);
}

#[test]
fn the_statistics_have_times_by_help() {
    let mut table = solved(0, 0);
    for level in [0, 2, 0] {
        table.act(Action::Restart);
        table.act(Action::Assist(Assist::of_level(level).unwrap()));
        for square in SOLUTION {
            table.tell(Message::Elapsed(Duration::from_millis(500)));
            table.click(square);
        }
    }
    let rows = words::statistics(&table.model);
    let row = |number: usize| rows[number].each_ref().map(String::as_str);
    assert_eq!(row(0), ["Puzzle", "Solved", "Best", "Average", "Latest", "Streak", "Longest"]);
    assert_eq!(row(1), ["8 x 8 queens", "4", "", "", "", "1", "1"]);
    assert_eq!(row(2), ["  without help", "3", "0:04", "0:05", "0:04", "", ""]);
    assert_eq!(row(3), ["  with the guide", "1", "0:04", "0:04", "0:04", "", ""]);
    assert_eq!(row(4), ["  solutions found", "1 of 92", "", "", "", "", ""]);
    assert_eq!(words::time_spreads(&table.model), [None, None, Some([2, 0, 0, 0, 0, 0, 0, 1]), None, None]);
    let page = words::page(&table.model, Page::Statistics);
    assert!(page.contains(&"  without help: 3, best 0:04, average 0:05, latest 0:04".to_owned()), "{page:?}");
    assert!(page.contains(&"  solutions found: 1 of 92".to_owned()), "{page:?}");
}

#[test]
fn help_that_was_shown_once_is_help() {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    table.click("a1");
    table.act(Action::Assist(Assist::Dead));
    table.act(Action::Assist(Assist::Nothing));
    SOLUTION[1..].iter().for_each(|square| table.click(square));
    assert_eq!(table.solved[0].solved_by, SolvedBy::Guided);
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    table.act(Action::Browse);
    table.act(Action::Adopt);
    assert_eq!(table.solved[0].solved_by, SolvedBy::Helped);
}

#[test]
fn a_streak_ends_with_help_and_the_best_time_is_one_alone() {
    let mut statistics = game::PlayStatistics::default();
    let solve = |solved_by, seconds| game::Solve {
        category: "x".to_owned(),
        time: Duration::from_secs(seconds),
        solved_by,
        day: None,
        solved_on: None,
        found: None,
    };
    let solves = [
        (SolvedBy::Alone, 9),
        (SolvedBy::Alone, 5),
        (SolvedBy::Helped, 1),
        (SolvedBy::Alone, 7),
        (SolvedBy::Hints(1), 2),
        (SolvedBy::Alone, 0),
    ];
    solves.iter().for_each(|&(how, seconds)| statistics.add(&solve(how, seconds)));
    let record = statistics.of("x").unwrap();
    assert_eq!((record.solved, record.alone, record.streak, record.longest), (6, 4, 1, 2));
    assert_eq!(record.best_time(), Some(Duration::from_secs(5)));
}

#[test]
fn what_is_copied_gives_nothing_away() {
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    table.click("a1");
    table.act(Action::Copy);
    assert_eq!(table.copied, ["nqueens: 8 x 8 queens, 1 of 8"]);
    let mut table = solved(0, 1);
    table.act(Action::Copy);
    assert_eq!(
        table.copied,
        ["nqueens: 8 x 8 queens\n0:08, with 1 hint\n🟦🟩🟩🟩🟩🟩🟩🟩\n🟩 placed, 🟦 after a hint"]
    );
    assert_eq!(table.said(), "Copied 4 lines: nqueens: 8 x 8 queens");
    // A puzzle without an ID is named by its text.
    let mut table =
        Table::kept_sudoku(Shape::new(2, 2).unwrap(), &["1234341.21434321"], &KeptGames::default()).at_level(1);
    table.act(Action::Restart);
    table.tell(SECOND);
    table.click("r2c4=2");
    table.act(Action::Copy);
    assert_eq!(table.copied, ["nqueens: 4 x 4 Sudoku ⭐\n0:01, without help\n🟩\n1234341.21434321"]);
    assert_eq!(table.said(), "Copied 4 lines: nqueens: 4 x 4 Sudoku", "the notice has no star");
    // Moves that were taken back, by undo or by hand, colour the square of the next queen.
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    for (number, square) in SOLUTION.into_iter().enumerate() {
        table.click(square);
        if number == 1 {
            table.act(Action::Undo);
            table.click(square);
        }
        if number == 3 {
            ["h8", "h8"].iter().for_each(|square| table.click(square));
        }
    }
    table.act(Action::Copy);
    assert!(
        table.copied[0].ends_with("\nwithout help\n🟩🟨🟩🟩🟨🟩🟩🟩\n🟩 placed, 🟨 after taking back"),
        "{:?}",
        table.copied
    );
    // Each queen has a square, whatever was tried before. Many values share ten squares.
    let mut table = Table::kept_queens(8, &KeptGames::default()).at_level(0);
    for square in ["a2", "a2", "a1", "a1"].into_iter().chain(SOLUTION) {
        table.tell(SECOND);
        table.click(square);
    }
    table.act(Action::Copy);
    let squares = |table: &Table| table.copied[0].lines().nth(2).unwrap().chars().count();
    assert_eq!(squares(&table), 8);
    let mut table = Table::kept_sudoku(Shape::NINE, &[PROPER], &KeptGames::default()).at_level(1);
    let forced = table.model.guide().unwrap().variables().filter(|(_, status, _)| *status == Status::Forced);
    for variable in forced.map(|(variable, ..)| variable).collect::<Vec<_>>() {
        table.tell(SECOND);
        table.tell(Message::Named(variable, InputPurpose::Place));
    }
    table.act(Action::Copy);
    assert_eq!(squares(&table), 10);
    // A board by size is opened again by its command.
    let mut table = Table::queens(4).at_level(0);
    table.act(Action::Restart);
    ["b1", "d2", "a3", "c4"].iter().for_each(|square| table.click(square));
    table.act(Action::Copy);
    assert_eq!(table.copied, ["nqueens: 4 x 4 queens ⭐\nwithout help\n🟩🟩🟩🟩\nnqueens play 4"]);
    // A player who reads line by line hears each line by itself.
    let mut dialogue = Dialogue::default();
    let messages = dialogue.hear(&table.model, "result").expect("the game goes on");
    messages.into_iter().for_each(|message| table.tell(message));
    let said = dialogue.answer(&table.model);
    let shared: Vec<&str> = table.copied[0].lines().collect();
    assert!(said.windows(shared.len()).any(|lines| lines == shared), "{said:?}");
}

#[test]
fn the_history_has_the_puzzles_of_the_last_weeks() {
    let mut table = Table::queens(4).at_level(0);
    let mut solve = |today: i32| {
        table.model.today = Some(today);
        table.act(Action::Restart);
        ["b1", "d2", "a3", "c4"].iter().for_each(|square| table.click(square));
        table.act(Action::Cancel);
        words::recently(&table.model)
    };
    assert_eq!(solve(20_784).unwrap(), "Last 4 weeks: 1 puzzle solved on 1 day.");
    assert_eq!(solve(20_784).unwrap(), "Last 4 weeks: 2 puzzles solved on 1 day.");
    assert_eq!(solve(20_785).unwrap(), "Last 4 weeks: 3 puzzles solved on 2 days (most: 2 on Fri 27 Nov).");
    assert_eq!(solve(20_812).unwrap(), "Last 4 weeks: 2 puzzles solved on 2 days.", "the oldest are out");
    let history = words::history(&table.model).unwrap();
    assert_eq!((history[0], history[27]), ((20_785, 1), (20_812, 1)));
    assert!(words::page(&table.model, Page::Statistics).contains(&words::recently(&table.model).unwrap()));
    table.model.today = None;
    assert_eq!(words::recently(&table.model), None);
}

#[test]
fn a_game_is_written_by_a_command_and_read_again() {
    let mut table = solved(0, 0);
    for (typed, file, overwrites) in [("w my game.toml", "my game.toml", false), ("w! g", "g", true)] {
        table.act(Action::Command);
        table.types(typed);
        let (name, text, may) = table.written.pop().unwrap();
        assert_eq!((name.as_str(), may), (file, overwrites));
        assert_eq!(Save::from_transcript(&text).unwrap(), table.model.save().unwrap());
    }
    for typed in ["w", "wq", "x y"] {
        table.act(Action::Command);
        table.types(typed);
        assert!(table.said().starts_with(&format!("There is no command {typed:?}: type : and")), "{}", table.said());
        assert!(table.written.is_empty());
    }
}

pub(super) fn opened(number: usize, is_lesson: bool, catalogue: Arc<dyn game::Catalogue>) -> Message {
    let puzzle = Arc::new(Queens::new(Size::new(number).unwrap()));
    Message::Opened(Box::new(OpenedCatalogue { catalogue, number, puzzle, assist: Assist::Attacks, is_lesson }))
}

#[test]
fn the_menu_leads_to_other_puzzles_and_undo_back() {
    let choices = vec!["Queens".to_owned(), "Learn".to_owned()];
    let mut table = Table::sudoku_with_menu(choices);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(0))));
    table.act(Action::Cancel);
    assert!(!table.is_playing(), "nothing is below the menu");
    // The first choice follows the last one.
    for direction in [Arrow::Down, Arrow::Down, Arrow::Up] {
        table.act(Action::Move(direction));
    }
    table.act(Action::Choose);
    assert_eq!(table.opened, [1]);
    table.tell(opened(4, false, Arc::new(Boards)));
    assert!(table.is_playing() && table.model.number() == 4 && table.model.assist() == Assist::Attacks);
    table.click("b1");
    table.act(Action::Cancel);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(0))), "Esc gives the menu, whatever was said");
    table.act(Action::ChooseAt(0));
    assert_eq!(table.opened, [1, 0]);
    table.tell(opened(8, false, Arc::new(Boards)));
    assert_eq!((table.model.number(), table.placed().len()), (8, 0));
    table.act(Action::Undo);
    assert_eq!((table.model.number(), table.placed()), (4, vec!["b1".to_owned()]));
    // Nothing is lost with a board without moves.
    let mut table = Table::queens(8);
    table.tell(opened(4, false, Arc::new(Boards)));
    table.act(Action::Undo);
    assert_eq!((table.model.number(), table.said().as_str()), (4, "Nothing to undo."));
}

#[test]
fn prompts_teach_how_to_play_and_wrong_answers_are_told() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.tell(opened(5, true, Arc::new(Boards)));
    let prompt = |table: &Table| {
        let (title, task) = words::lesson(&table.model).unwrap();
        format!("{title}. {task}")
    };
    let is_at = |table: &Table, number: usize| {
        assert!(prompt(table).starts_with(&format!("Lesson, step {number} of 11. ")), "{}", prompt(table));
    };
    let why = |table: &mut Table, square: &str| table.tell(Message::Named(table.variable(square), InputPurpose::Why));
    is_at(&table, 1);
    assert!(prompt(&table).contains("b1"), "the first step names the square: {}", prompt(&table));
    table.tell(SECOND);
    assert!(table.model.attempt().time.is_zero(), "the clock of a lesson stands still");
    table.go("b2");
    is_at(&table, 1);
    table.go("b1");
    is_at(&table, 2);
    // A queen on another square is accepted, and the lesson goes on with its own square.
    table.click("c3");
    assert!(prompt(&table).starts_with("Lesson, step 3 of 11. This works too, but"), "{}", prompt(&table));
    assert_eq!(table.placed(), ["b1"]);
    // Without the guide, a dead square is explained as well, but it is not attacked.
    why(&mut table, "a5");
    assert!(prompt(&table).starts_with("Lesson, step 3 of 11. No queen attacks this square"), "{}", prompt(&table));
    why(&mut table, "b4");
    is_at(&table, 4);
    assert!(prompt(&table).ends_with("Press Esc to go on."), "{}", prompt(&table));
    table.act(Action::Cancel);
    assert!(table.is_playing() && !prompt(&table).contains("Esc"), "no screen is left to close: {}", prompt(&table));
    table.click("a4");
    assert!(prompt(&table).starts_with("Lesson, step 4 of 11. These queens do not clash"), "{}", prompt(&table));
    table.act(Action::Undo);
    table.click("d1");
    is_at(&table, 5);
    table.act(Action::Undo);
    is_at(&table, 6);
    table.go("c5");
    table.act(Action::Block);
    assert!(prompt(&table).starts_with("Lesson, step 6 of 11. The lesson uses d4"), "{}", prompt(&table));
    table.act(Action::Undo);
    table.go("d4");
    table.act(Action::Block);
    is_at(&table, 7);
    table.act(Action::NextGuided);
    is_at(&table, 8);
    assert!(prompt(&table).contains("Dead squares are not attacked, but no solution has a queen there."));
    why(&mut table, "b4");
    assert!(prompt(&table).starts_with("Lesson, step 8 of 11. This square is not dead"), "{}", prompt(&table));
    why(&mut table, "a5");
    is_at(&table, 9);
    let said = table.model.mode().describe(table.model.board().puzzle()).unwrap().lines;
    let said: Vec<String> = said.into_iter().map(|(_, line)| line).collect();
    assert!(said.contains(&"Remove b1, and a5 opens (1 solution).".to_owned()), "b1 is to blame: {said:?}");
    table.act(Action::Cancel);
    table.click("e2");
    is_at(&table, 9);
    why(&mut table, "c3");
    is_at(&table, 10);
    table.act(Action::Cancel);
    table.act(Action::Hint);
    is_at(&table, 10);
    table.act(Action::Hint);
    is_at(&table, 11);
    table.act(Action::Place);
    assert_eq!(table.placed().len(), 3, "Enter makes the move of the hint");
    while !table.model.is_solved() {
        let forced = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Forced).unwrap();
        table.follow(Move::Place(forced.0));
    }
    let solved: Vec<&str> = table.solved.iter().map(|solve| solve.category.as_str()).collect();
    assert!(solved == ["lesson: Queens"] && table.is_playing(), "a lesson does not count: {solved:?}");
    assert!(table.model.statistics.has_finished("Queens") && words::statistics(&table.model).is_empty());
    assert!(prompt(&table).starts_with("Lesson, step 11 of 11. You know the game now"));
    let offers = game::offers(&table.model);
    let first = offers.iter().find(|offer| offer.group == "main").unwrap();
    assert_eq!(first.label, "More to play", "the button that the prompt names");
}

#[test]
fn regions_and_sudoku_have_short_lessons() {
    let board = "AAAAA\nBAAAA\nCCCCD\nEECCC\nEECCC";
    let regions: Entry = RegionsPuzzle::new(board.parse().unwrap(), Attack::King).into();
    let sudoku: Entry = Sudoku::new(Grid::parse(Shape::new(2, 2).unwrap(), "12.4..1.2....3.1").unwrap()).into();
    for (entry, other, single, ruled_out) in [(regions, "c5", "a4", "b5"), (sudoku, "r4c1=4", "r1c3=3", "r2c4=3")] {
        let mut table = Table::kept_queens(8, &KeptGames::default());
        let puzzle = Arc::clone(entry.puzzle());
        let catalogue: Arc<dyn game::Catalogue> = Arc::new(Series::of(vec![entry]));
        let assist = Assist::Attacks;
        let opened = OpenedCatalogue { catalogue, number: 1, puzzle, assist, is_lesson: true };
        table.tell(Message::Opened(Box::new(opened)));
        let prompt = |table: &Table| {
            let (title, task) = words::lesson(&table.model).unwrap();
            format!("{title}. {task}")
        };
        let is_at = |table: &Table, start: &str| assert!(prompt(table).starts_with(start), "{}", prompt(table));
        // A level that is chosen in a lesson is for the lesson alone.
        table.act(Action::Assist(Assist::Nothing));
        table.act(Action::Assist(Assist::Attacks));
        assert!(table.remembered.is_empty(), "{:?}", table.remembered);
        is_at(&table, "Lesson, step 1 of 4. Each r");
        let target = table.variable(single);
        assert!(
            BoardScene::of(&table.model).is_on_line(table.model.board().puzzle().cell(target)),
            "the board shows it"
        );
        table.click(other);
        is_at(&table, "Lesson, step 1 of 4. The lesson uses");
        table.act(Action::Undo);
        table.click(single);
        is_at(&table, "Lesson, step 2 of 4. ");
        table.tell(Message::Named(table.variable(ruled_out), InputPurpose::Why));
        is_at(&table, "Lesson, step 3 of 4. ");
        table.act(Action::Cancel);
        table.act(Action::Hint);
        table.act(Action::Hint);
        is_at(&table, "Lesson, step 4 of 4. ");
        let forced = table.model.guide().unwrap().variables().filter(|one| one.1 == Status::Forced);
        for solution in forced.map(|one| one.0).collect::<Vec<_>>() {
            table.follow(Move::Place(solution));
        }
        assert!(table.model.is_solved() && table.solved.len() == 1 && words::statistics(&table.model).is_empty());
        assert!(prompt(&table).contains("now. Press Esc"), "{}", prompt(&table));
        table.act(Action::PreviousPuzzle);
        is_at(&table, "Lesson, step 3 of 4. ");
        assert_eq!(table.placed(), [single]);
    }
}

#[test]
fn steps_of_the_lesson_can_be_skipped_and_repeated() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.tell(opened(5, true, Arc::new(Boards)));
    let title = |table: &Table| words::lesson(&table.model).unwrap().0;
    let mut positions = Vec::new();
    for number in 1..=11 {
        assert_eq!(title(&table), format!("Lesson, step {number} of 11"));
        assert_eq!(table.model.assist() >= Assist::Dead, number > 7, "step {number}");
        positions.push(table.placed());
        if number < 11 {
            table.act(Action::NextPuzzle);
        }
    }
    assert_eq!((positions[2].len(), positions[4].len(), positions[10].len()), (1, 2, 2));
    for number in (1..11).rev() {
        table.act(Action::PreviousPuzzle);
        assert_eq!(title(&table), format!("Lesson, step {number} of 11"));
        assert_eq!(table.placed(), positions[number - 1]);
    }
    assert_eq!(table.model.number(), 5, "the board is still that of the lesson");
}

#[test]
fn players_with_a_pointer_learn_by_taps() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.tell(opened(5, true, Arc::new(Boards)));
    let is_at = |table: &Table, number: usize, task: &str| {
        assert_eq!(words::lesson_pointed(&table.model), Some(format!("Lesson, step {number} of 11. {task}")));
    };
    is_at(&table, 1, "Tap b1: a cross rules the square out. Tap it again: a queen.");
    let tap = |table: &mut Table, name: &str| table.tell(Message::ClickPlace(table.cell(name), None));
    tap(&mut table, "b1");
    is_at(&table, 2, "Tap b1 again to place a queen.");
    tap(&mut table, "b1");
    is_at(&table, 3, "Queens attack along ranks, files and diagonals. Tap b3, then Why?");
    table.click("b3");
    table.act(Action::Why);
    // The clash shows the attack, and is the task of the next step, too.
    table.act(Action::Cancel);
    is_at(&table, 5, "The two queens clash. Tap Undo.");
    table.act(Action::Undo);
    tap(&mut table, "d4");
    is_at(&table, 7, "The guide knows all solutions. Choose the help Guide.");
    let mut table = table.at_level(Assist::Dead.level());
    tap(&mut table, "a5");
    table.act(Action::Why);
    table.act(Action::Cancel);
    tap(&mut table, "e2");
    // A tap on a forced square does not ask about it, but places the queen.
    tap(&mut table, "c3");
    is_at(&table, 10, "Tap Hint, then Show move, then Make the move.");
}

#[test]
fn the_menu_goes_round_both_ways_and_only_its_choices_are_opened() {
    let mut table = Table::sudoku_with_menu(["Queens", "Sudoku", "Learn"].map(str::to_owned).to_vec());
    for (direction, at) in
        [(Arrow::Down, 1), (Arrow::Right, 2), (Arrow::Down, 0), (Arrow::Up, 2), (Arrow::Left, 1), (Arrow::Up, 0)]
    {
        table.act(Action::Move(direction));
        let Mode::Page(Page::Menu(selected)) = table.model.mode() else { panic!("{:?}", table.model.mode()) };
        assert_eq!(*selected, at, "{direction:?}");
    }
    table.act(Action::ChooseAt(3));
    assert_eq!(table.opened, [0; 0], "there are three");
    table.act(Action::ChooseAt(2));
    assert_eq!(table.opened, [2]);
    // Without the menu on the screen, no choice opens.
    let mut table = Table::queens(5).with_menu(&["Queens"]);
    table.act(Action::ChooseAt(0));
    table.act(Action::Statistics);
    table.act(Action::ChooseAt(0));
    assert_eq!(table.opened, [0; 0]);
}

#[test]
fn the_command_that_is_copied_comes_to_the_position() {
    let mut table = Table::queens(8);
    table.click("a1");
    table.act(Action::Block);
    table.go("b5");
    table.act(Action::Block);
    let command = "nqueens play 8 --queens a1 --blocked b5";
    table.act(Action::CopyCommand);
    assert_eq!(table.copied.pop().as_deref(), Some(command));
    assert_eq!(table.said(), format!("Copied: {command}"));
    // On the screen of the solutions, the copy has the command instead of the result.
    table.act(Action::Browse);
    table.act(Action::Copy);
    assert_eq!(table.copied.pop().as_deref(), Some(command));
    let mut before = Table::before_queens(8);
    before.act(Action::CopyCommand);
    assert!(before.copied.is_empty());
    assert_eq!(before.said(), "No board yet. Press N to load one.");
}

#[test]
fn a_puzzle_that_is_chosen_once_more_goes_on() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.click("a1");
    let catalogue = Arc::clone(table.model.catalogue());
    table.tell(opened(8, false, Arc::clone(&catalogue)));
    assert_eq!((table.said().as_str(), table.placed()), ("Back to your game (1 of 8).", vec!["a1".to_owned()]));
    assert_eq!(table.model.assist(), Assist::Attacks, "as it was opened");
    table.tell(opened(5, false, catalogue));
    assert_eq!((table.model.number(), table.placed().len()), (5, 0));
}

/// Returns a game whose menu has a list of saved games, a prompt, and the statistics.
fn lists() -> Table {
    let saved = ["a", "b"].map(|name| MenuChoice::new(name, MenuTarget::Opens(7)).of_saved(format!("{name}.toml")));
    let mut table = Table::sudoku_with_menu(Vec::new());
    table.model.choices = vec![
        MenuChoice::new("Saved games", MenuTarget::Lists(saved.into())),
        MenuChoice::new("Open", MenuTarget::Acts(Action::Open)),
        MenuChoice::new("Statistics", MenuTarget::Acts(Action::Statistics)),
        MenuChoice::new("Files", MenuTarget::Lists(Vec::new())),
    ];
    table
}

#[test]
fn a_choice_leads_to_a_list_and_esc_back() {
    let mut table = lists();
    table.act(Action::Choose);
    assert_eq!((table.model.list_title(), table.model.listed_choices().len()), (Some("Saved games"), 2));
    table.act(Action::ChooseAt(1));
    assert_eq!(table.opened, [7]);
    table.act(Action::Cancel);
    assert_eq!((table.model.list_title(), table.model.listed_choices().len()), (None, 4));
    table.act(Action::ChooseAt(3));
    assert_eq!(table.said(), "This list is empty.");
    table.act(Action::Cancel);
    assert_eq!(table.said(), "No game to go back to yet: choose one.");
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(_))));
    table.model.choices[3] =
        MenuChoice::new("Continue", MenuTarget::Lists(Vec::new())).with_detail("no games").idle(true);
    table.act(Action::ChooseAt(3));
    assert_eq!(table.said(), "No games.");
    table.act(Action::ChooseAt(2));
    assert!(matches!(table.model.mode(), Mode::Page(Page::Statistics)));
    table.act(Action::Cancel);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(_))), "there is no game to return to");
}

#[test]
fn settings_are_changed_on_their_page_and_by_name() {
    let mut table = Table::queens(5);
    table.act(Action::Settings);
    assert_eq!(table.said(), "There are no settings to change here.");
    table.model.options = vec![
        Setting::new("clashes", "When clashes are marked.", &["with-help", "always"]),
        Setting::new("marks", "Who marks.", &["usual", "automatic", "by-hand"]),
    ];
    table.act(Action::Settings);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Settings(0))));
    table.act(Action::Move(Arrow::Right));
    assert!(table.model.preferences.clashes_always);
    assert_eq!(table.said(), "Clashes: always.");
    table.act(Action::Move(Arrow::Down));
    table.act(Action::Move(Arrow::Left));
    assert_eq!((table.model.options[1].value(), table.model.preferences.marks_excluded), ("by-hand", Some(false)));
    assert_eq!(table.said(), "Ruled-out squares: marked by you.");
    table.act(Action::ChooseAt(0));
    assert!(!table.model.preferences.clashes_always);
    table.act(Action::Settings);
    assert!(matches!(table.model.mode(), Mode::Play));
    let set = |name: &str, value: &str| Message::Set { name: name.to_owned(), value: value.to_owned() };
    table.tell(set("marks", "automatic"));
    assert_eq!(table.model.preferences.marks_excluded, Some(true));
    table.tell(set("marks", "always"));
    assert_eq!(table.said(), "marks can't be \"always\": expected usual, automatic, by-hand.");
    table.tell(set("mark", "usual"));
    assert_eq!(table.said(), "There is no setting \"mark\": expected clashes, marks.");
    assert_eq!(table.model.preferences.marks_excluded, Some(true), "an error changes nothing");
}

#[test]
fn a_page_opened_over_the_menu_closes_to_the_menu() {
    let mut table = Table::sudoku(&[PROPER]).with_menu(&["Sudoku", "Learn"]).at_level(1);
    table.model.options = vec![Setting::new("clashes", "When clashes are marked.", &["with-help", "always"])];
    for page in [Action::Settings, Action::Statistics] {
        for close in [page, Action::Cancel] {
            table.act(Action::Menu);
            table.act(Action::Move(Arrow::Down));
            table.act(page);
            assert!(matches!(table.model.mode(), Mode::Page(Page::Settings(_) | Page::Statistics)), "{page:?}");
            table.act(close);
            assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(1))), "{page:?} {close:?}");
            table.act(Action::Cancel);
            assert!(table.is_playing());
        }
    }
    // From the board, the page closes to the board.
    table.act(Action::Settings);
    table.act(Action::Settings);
    assert!(table.is_playing());
}

/// The found solutions open at the solution on the board, and close to the page below them.
#[test]
fn the_found_solutions_are_a_page() {
    let mut table = Table::queens(4).at_level(0);
    table.act(Action::Found);
    assert_eq!(table.said(), "No solutions to show yet. Solve a board by size, such as 8 x 8.");
    for solution in [["b1", "d2", "a3", "c4"], ["c1", "a2", "d3", "b4"]] {
        solution.iter().for_each(|square| table.click(square));
        table.act(Action::Found);
        let Mode::Page(page @ Page::Found(selected)) = *table.model.mode() else { panic!("{:?}", table.model.mode()) };
        let boards = table.model.found_boards();
        let symbol = |column: usize| boards[0].pictures[selected].cells[column].symbol;
        let top = usize::from(solution[3].as_bytes()[0] - b'a');
        assert_eq!((0..4).map(symbol).position(|symbol| symbol == Some('Q')), Some(top), "{solution:?}");
        assert!(words::page(&table.model, page).contains(&"  1: b d a c".to_owned()) || boards[0].left == Some(1));
        table.act(Action::Cancel);
        assert!(table.is_playing());
        table.act(Action::Restart);
    }
    let boards = table.model.found_boards();
    assert_eq!((boards[0].name, boards[0].progress.as_str(), boards[0].left), ("4 x 4 queens", "2 of 2", Some(0)));
    table.act(Action::Statistics);
    table.act(Action::Found);
    table.act(Action::Move(Arrow::Right));
    assert!(matches!(table.model.mode(), Mode::Page(Page::Found(1))));
    table.act(Action::Cancel);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Statistics)));
    table.act(Action::Found);
    table.act(Action::Found);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Statistics)), "the key closes it, too");
    table.act(Action::Cancel);
    assert!(table.is_playing());
}

#[test]
fn a_message_goes_when_the_next_thing_happens() {
    let mut table = Table::sudoku(&[PROPER]).at_level(1);
    table.act(Action::Undo);
    assert_eq!(table.said(), "Nothing to undo.");
    table.act(Action::Rules);
    assert_eq!(table.model.notice(), None);
}

#[test]
fn rules_have_their_states_at_every_level_for_a_player_who_asks() {
    let mut table = Table::queens(5).at_level(0);
    table.click("a1");
    assert!(words::rules(&table.model).iter().all(|rule| rule.state.is_some()), "{:?}", words::rules(&table.model));
    let beside = words::rules_here(&table.model);
    assert!(beside.iter().all(|rule| rule.state.is_none()), "unasked, level 0 tells no states: {beside:?}");
}

#[test]
fn the_selected_kept_game_is_deleted() {
    let mut table = lists();
    table.act(Action::Delete);
    assert_eq!(table.said(), "Only saved games can be deleted.");
    table.act(Action::Choose);
    table.act(Action::Move(Arrow::Down));
    table.act(Action::Delete);
    assert_eq!(table.deleted, ["b.toml"]);
    // The list shown shrinks, and then is gone.
    let kept = MenuChoice::new("a", MenuTarget::Opens(7)).of_saved("a.toml".to_owned());
    table.tell(Message::Choices(vec![MenuChoice::new("Saved games", MenuTarget::Lists(vec![kept]))]));
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(0))));
    table.tell(Message::Choices(vec![MenuChoice::new("Learn", MenuTarget::Opens(0))]));
    assert_eq!(table.model.listed_choices()[0].label, "Learn");
}

#[test]
fn the_menu_opens_at_its_preferred_choice_and_a_path_leads_through_its_lists() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    let sizes = (4..7).map(|size| MenuChoice::new(format!("{size} x {size}"), MenuTarget::Opens(size))).collect();
    let choices = vec![
        MenuChoice::new("Queens", MenuTarget::Lists(sizes)),
        MenuChoice::new("Sudoku", MenuTarget::Opens(9)).preferred(true),
    ];
    table.tell(Message::Choices(choices.clone()));
    table.act(Action::Menu);
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(1))));
    // The player may select another choice before the choices are listed again.
    table.act(Action::Move(Arrow::Up));
    table.tell(Message::Choices(choices));
    assert!(matches!(table.model.mode(), Mode::Page(Page::Menu(0))));
    table.act(Action::Cancel);
    let found: Vec<_> = game::keys::searched(&table.model).into_iter().map(|entry| entry.description).collect();
    assert_eq!(found, ["Queens, 4 x 4", "Queens, 5 x 5", "Queens, 6 x 6"]);
    table.tell(Message::Choose(vec![0, 2]));
    assert_eq!(table.opened, [6]);
}

#[test]
fn the_selected_kept_game_is_renamed() {
    let mut table = lists();
    table.act(Action::Rename);
    assert_eq!(table.said(), "Only saved games can be renamed.");
    table.act(Action::Choose);
    table.act(Action::Move(Arrow::Down));
    for (typed, expected) in [(" My game ", "My game"), ("", "")] {
        table.act(Action::Rename);
        typed.chars().for_each(|letter| table.tell(Message::Typed(letter)));
        table.tell(Message::Entered);
        assert_eq!(table.renamed.pop(), Some(("b.toml".to_owned(), expected.to_owned())));
    }
    table.act(Action::Rename);
    table.act(Action::Cancel);
    assert!(table.renamed.is_empty() && table.model.list_title().is_some());
}

#[test]
fn a_list_opens_at_its_preferred_choice_and_a_calendar_has_weeks() {
    let days = (0..17).map(|day| MenuChoice::new(day.to_string(), MenuTarget::Opens(day)).preferred(day == 16));
    let mut table = Table::sudoku_with_menu(Vec::new());
    table.model.choices = vec![MenuChoice::new("Calendar", MenuTarget::Calendar(days.collect()))];
    table.act(Action::Choose);
    assert!(table.model.lists_days());
    let selected = |table: &Table| match *table.model.mode() {
        Mode::Page(Page::Menu(selected)) => selected,
        _ => panic!("the menu is closed"),
    };
    assert_eq!(selected(&table), 16);
    // The selection stays in the calendar if the calendar lacks the next week.
    for (direction, expected) in
        [(Arrow::Down, 16), (Arrow::Up, 9), (Arrow::Up, 2), (Arrow::Up, 2), (Arrow::Left, 1), (Arrow::Left, 0)]
    {
        table.act(Action::Move(direction));
        assert_eq!(selected(&table), expected, "{direction:?}");
    }
    table.act(Action::Move(Arrow::Left));
    table.act(Action::Choose);
    assert_eq!(table.opened, [16]);
}

#[test]
fn a_text_is_opened_whatever_its_line_ends() {
    for pasted in ["ab\rcd\r", "ab\r\ncd\r\n", "ab\ncd\n"] {
        let mut table = lists();
        table.act(Action::ChooseAt(1));
        table.tell(Message::Pasted(pasted.to_owned()));
        assert_eq!((table.read.pop().as_deref(), table.model.typing()), (Some("ab\ncd\n"), Some("")), "{pasted:?}");
        // The pasted text is read without the prompt, too.
        table.act(Action::Cancel);
        table.tell(Message::Pasted(pasted.to_owned()));
        assert_eq!(table.read, ["ab\ncd\n"]);
    }
    let mut table = lists();
    table.act(Action::ChooseAt(1));
    table.types("sudoku-res-180");
    assert_eq!(table.read, ["sudoku-res-180"]);
}

/// A text that is no puzzle stays at the prompt with the reason, so that the player can mend it.
#[test]
fn an_unreadable_text_keeps_the_prompt() {
    let mut table = lists();
    table.act(Action::ChooseAt(1));
    table.types("sudok");
    let expected = "Can't read this as a puzzle: expected an ID, a grid or a link.";
    assert_eq!((table.model.typing(), table.said().as_str()), (Some("sudok"), expected));
    assert_eq!(table.model.notice().unwrap().kind, NoticeKind::Refused);
    table.tell(Message::Typed('u'));
    assert_eq!((table.model.typing(), table.model.notice()), (Some("sudoku"), None), "the reason is gone");
    table.act(Action::Cancel);
    for (grid, expected) in [
        ("123456\n12345\n123456\n", "row 2 has 5 cells, the other rows have 6"),
        ("1 2 3 4\n\n1 2 3 4\n1 2 3 4 5\n", "row 3 has 5 cells, the other rows have 4"),
        ("1234\n1234\n1234\n", "expected an ID, a grid or a link"),
    ] {
        table.act(Action::ChooseAt(1));
        table.tell(Message::Pasted(grid.to_owned()));
        assert_eq!(table.said(), format!("Can't read this as a puzzle: {expected}."));
        table.act(Action::Cancel);
    }
}

/// An explanation is judged once: its steps are no further answers. A request without an answer is judged, too.
#[test]
fn the_lesson_judges_an_explanation_when_it_opens() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.tell(opened(5, true, Arc::new(Boards)));
    let task = |table: &Table| words::lesson(&table.model).unwrap().1;
    (0..7).for_each(|_| table.act(Action::NextPuzzle));
    // A lesson that is opened again goes on at its step.
    table.tell(opened(5, true, Arc::new(Boards)));
    assert_eq!(table.said(), "The lesson goes on. Press r to restart.");
    assert_eq!(words::lesson(&table.model).unwrap().0, "Lesson, step 8 of 11");
    table.go("a5");
    table.act(Action::Why);
    for step in [ScreenStep::Next, ScreenStep::Next, ScreenStep::Previous] {
        table.act(Action::Step(step));
        assert_eq!(task(&table), "Press Esc to go on.");
    }
    table.act(Action::Cancel);
    table.go("e5");
    table.act(Action::Why);
    assert_eq!(task(&table), "No square is forced yet. Place a queen on an open square.", "{:?}", table.model.mode());
    table.click("e2");
    assert!(task(&table).ends_with("Go to the framed square and press w."), "{}", task(&table));
    table.go("e2");
    table.act(Action::Why);
    assert!(table.is_playing(), "no screen explains a queen");
    assert_eq!(task(&table), "This square is not forced. Go to the framed square and press w.");
    let forced = table.model.guide().unwrap().variables().find(|(_, status, _)| *status == Status::Forced).unwrap();
    let puzzle = table.model.board().puzzle();
    assert!(BoardScene::of(&table.model).is_on_line(puzzle.cell(forced.0)), "the board shows the square");
}

/// A player who goes on alone and solves the puzzle has ended the lesson, and the next lesson follows.
#[test]
fn a_solved_board_ends_the_lesson_at_any_step() {
    let mut table = Table::kept_queens(8, &KeptGames::default());
    table.tell(opened(5, true, Arc::new(Boards)));
    let lesson =
        |label: &str, opens: usize| MenuChoice { is_lesson: true, ..MenuChoice::new(label, MenuTarget::Opens(opens)) };
    let lessons = MenuTarget::Lists(vec![lesson("Queens", 4), lesson("Regions", 5)]);
    table.tell(Message::Choices(vec![MenuChoice::new("Learn to play", lessons)]));
    let prompt = |table: &Table| {
        let (title, task) = words::lesson(&table.model).unwrap();
        format!("{title}. {task}")
    };
    let next = |table: &Table| {
        let offers = game::offers(&table.model);
        offers.into_iter().find(|offer| offer.command == Command::Game(Action::NextPuzzle)).unwrap()
    };
    (0..8).for_each(|_| table.act(Action::NextPuzzle));
    table.click("e2");
    for square in ["c3", "a4", "d5"] {
        table.click(square);
    }
    assert!(table.model.is_solved());
    assert!(prompt(&table).starts_with("Lesson, step 11 of 11. You know the game now. Press N"), "{}", prompt(&table));
    assert!(words::lesson_pointed(&table.model).unwrap().contains("The next lesson follows"));
    assert_eq!((next(&table).group, &*next(&table).label), ("main", "Next lesson: Regions"));
    table.act(Action::NextPuzzle);
    assert_eq!(table.opened, [5]);
    // Enter goes on as well, and takes no piece off the solved board.
    table.act(Action::Place);
    assert!(table.model.is_solved() && table.opened == [5, 5]);
    table.act(Action::Block);
    assert_eq!(table.said(), "This lesson is solved. Press Esc for what comes next.");
    // The last step can't be skipped, and there is none before the first.
    table.act(Action::Undo);
    assert_eq!(next(&table).obstacle, Some("This is the last step of the lesson: solve the puzzle."));
    table.act(Action::NextPuzzle);
    assert!(table.model.has_lesson() && table.said().starts_with("This is the last step"), "{}", table.said());
}
