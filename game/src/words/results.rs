//! Sentences about results and statistics, on pages, and in the lesson.

use std::time::Duration;

use puzzle_core::sentences::capital;
use puzzle_core::{Hint, Move};
use puzzle_kind::Playable;

use super::{TechniqueText, clock, date, hints, progress, progress_so_far};
use crate::attempt::{Attempt, SolvedBy};
use crate::found::FoundBoard;
use crate::menu::{MenuChoice, Page, Thumbnail, ThumbnailCell};
use crate::model::{DailyState, Grade, Model};
use crate::play_statistics::{DayRecord, FoundSolutions, Record, average};
use crate::save::Save;
use crate::setting::Setting;
use crate::why::{Argument, WhyScreen};

/// Returns the help and the time of a solved puzzle, such as `with 2 hints in 2:41`; a zero time is left out.
fn solved(attempt: &Attempt) -> String {
    let (by, time) = (help(attempt), attempt.time);
    if time.is_zero() { by } else { format!("{by} in {}", clock(time)) }
}

/// Returns the help of a solved puzzle, such as `with 2 hints` or, with other help as well, `with help (2 hints)`.
fn help(attempt: &Attempt) -> String {
    let Attempt { hints: given, is_helped, is_guided, .. } = *attempt;
    let all = [
        is_helped.then(|| "help".to_owned()),
        (given > 0).then(|| if is_helped { format!("({})", hints(given)) } else { hints(given) }),
        (is_guided && !is_helped).then(|| "the guide".to_owned()),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    match (all.is_empty(), is_helped) {
        (true, _) => "without help".to_owned(),
        (false, true) => format!("with {}", all.join(" ")),
        (false, false) => format!("with {}", all.join(" and ")),
    }
}

/// Returns the sentences about a solved puzzle: help, time, best and average time with the same kind of help, and
/// streak; empty if the puzzle is not solved, and in the lesson.
#[must_use]
pub fn finished(model: &Model) -> Vec<String> {
    if !model.is_solved() || model.lesson().is_some() {
        return Vec::new();
    }
    let attempt = model.attempt();
    let mut lines = vec![format!("You solved it {}.", solved(attempt))];
    let solved_by = attempt.solved_by();
    let record = model.statistics.of(&category(model)).filter(|_| attempt.is_counted);
    if let Some(record) = record {
        let with = match solved_by {
            SolvedBy::Alone => "",
            SolvedBy::Guided => " with the guide",
            SolvedBy::Hints(_) | SolvedBy::Helped => " with help",
        };
        let best = best_time(model, record).map(|best| match best {
            BestTime::New(before) => format!("New best time{with}; it was {}.", clock(before)),
            BestTime::Own => format!("Your best time{with}."),
            BestTime::Other(best) => format!("Best{with}: {}.", clock(best)),
        });
        let average = average_time(model, record).map(|average| format!("Average: {}.", clock(average)));
        // A daily puzzle has a streak of its own below.
        let streak = streak(model).filter(|&streak| streak > 1 && model.catalogue().day(model.number()).is_none());
        let streak = streak.map(|streak| format!("{streak} in a row without help."));
        let is_first = solved_by == SolvedBy::Alone && record.alone == 1;
        let first = is_first.then(|| "Your first without help.".to_owned());
        let all: Vec<String> = first.into_iter().chain(best).chain(average).chain(streak).collect();
        lines.extend((!all.is_empty()).then(|| all.join(" ")));
    }
    lines.extend(record.and_then(|_| collected(model)));
    let day = model.catalogue().day(model.number()).and_then(|_| model.statistics.days());
    lines.extend(day.map(|days| format!("Daily streak: {}.", in_days(days.streak))));
    lines
}

/// The shortest time of a category, compared with the time of the present game.
enum BestTime {
    /// The present time is shorter than the best time before it.
    New(Duration),
    /// The present time is the best, and no time before it is known.
    Own,
    /// The best time of other games.
    Other(Duration),
}

/// Compares the time of the present game with the shortest time with the same kind of help; `None` for the first time,
/// which has none to be better than, and for a time that hints made.
fn best_time(model: &Model, record: &Record) -> Option<BestTime> {
    let attempt = model.attempt();
    let (best, times) = record.times_by(attempt.solved_by());
    let best = best.filter(|_| times.len() > 1)?;
    // The record stores times in whole milliseconds.
    if best.as_millis() != attempt.time.as_millis() {
        return Some(BestTime::Other(best));
    }
    let before = model.play.best_before.filter(|&before| best < before);
    (!is_mostly_hinted(model)).then_some(before.map_or(BestTime::Own, BestTime::New))
}

/// Returns the average time with the same kind of help as the present game; `None` for the first time.
fn average_time(model: &Model, record: &Record) -> Option<Duration> {
    let (_, times) = record.times_by(model.attempt().solved_by());
    average(times).filter(|_| times.len() > 1)
}

/// The result of a solved puzzle in parts, from [`game_result`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The kind of the help.
    pub solved_by: SolvedBy,
    /// The help, such as `without help` or `with 2 hints and the guide`.
    pub help: String,
    /// The time, such as `2:41`; `None` without a clock.
    pub time: Option<String>,
    /// The achievements, the most important first.
    pub badges: Vec<Badge>,
    /// Further numbers with their names, such as `Average` and `2:58`.
    pub facts: Vec<(&'static str, String)>,
}

/// An achievement of a solved puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The kind, which decides the look of the achievement.
    pub kind: BadgeKind,
    /// The achievement, such as `New best time`.
    pub title: String,
    /// A number that belongs to it, such as `2:58 before`; may be empty.
    pub detail: String,
}

/// The kind of an achievement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadgeKind {
    /// All daily puzzles of today are solved.
    Day,
    /// The best time so far.
    Best,
    /// The first puzzle of its category that was solved without help.
    First,
    /// A solution that the player had not found before.
    Found,
    /// Several days or puzzles in a row.
    Streak,
}

impl BadgeKind {
    /// Returns the name, in lowercase.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BadgeKind::Day => "day",
            BadgeKind::Best => "best",
            BadgeKind::First => "first",
            BadgeKind::Found => "found",
            BadgeKind::Streak => "streak",
        }
    }
}

/// Returns the result of a solved puzzle in parts, for a face that draws them; [`finished`] has the same as sentences.
/// `None` if the puzzle is not solved, and in the lesson.
#[must_use]
pub fn game_result(model: &Model) -> Option<GameResult> {
    let is_result = model.is_solved() && model.lesson().is_none() && model.tree().is_none();
    is_result.then(|| result_in_parts(model))
}

/// Returns the result of a solved puzzle. A function of its own, so that the first part of the page's engine is without
/// it.
#[inline(never)]
fn result_in_parts(model: &Model) -> GameResult {
    let attempt = model.attempt();
    let (help, time) = (help(attempt), (!attempt.time.is_zero()).then(|| clock(attempt.time)));
    let mut result = GameResult { solved_by: attempt.solved_by(), help, time, badges: Vec::new(), facts: Vec::new() };
    let category = category(model);
    let Some(record) = model.statistics.of(&category).filter(|_| attempt.is_counted) else { return result };
    let mut add = |kind, title: &str, detail: String| {
        result.badges.push(Badge { kind, title: title.to_owned(), detail });
    };
    let today = model.dailies();
    if !today.is_empty() && today.iter().all(|daily| daily.is_solved) {
        add(BadgeKind::Day, &format!("All {} solved today", today.len()), String::new());
    }
    let best = best_time(model, record);
    match &best {
        Some(BestTime::New(before)) => add(BadgeKind::Best, "New best time", format!("{} before", clock(*before))),
        Some(BestTime::Own) => add(BadgeKind::Best, "Your best time", String::new()),
        _ if attempt.solved_by() == SolvedBy::Alone && record.alone == 1 => {
            add(BadgeKind::First, "First without help", String::new());
        }
        _ => {}
    }
    let found = model.statistics.found(&category);
    match found {
        Some(found) if found.is_complete() => add(BadgeKind::Found, "All solutions found", found.progress()),
        Some(found) if model.play.is_new_find => add(BadgeKind::Found, "New solution", found.progress()),
        _ => {}
    }
    let is_daily = model.catalogue().day(model.number()).is_some();
    // The first day is the beginning of a streak.
    if let Some(streak) = streak(model).filter(|&streak| streak > 1 || is_daily) {
        let [title, detail] = if is_daily {
            [in_days(streak), "daily streak".to_owned()]
        } else {
            [format!("{streak} in a row"), "without help".to_owned()]
        };
        add(BadgeKind::Streak, &title, detail);
    }
    let found = found.filter(|found| !found.is_complete() && !model.play.is_new_find);
    let best = best.and_then(|best| if let BestTime::Other(best) = best { Some(clock(best)) } else { None });
    let average = average_time(model, record).map(clock);
    let facts = [("Best", best), ("Average", average), ("Solutions found", found.map(FoundSolutions::progress))];
    result.facts = facts.into_iter().filter_map(|(name, fact)| Some((name, fact?))).collect();
    result
}

/// Describes the solutions found of the board, such as `A new solution: you have found 3 of 92.` Returns `None` for
/// puzzles with one solution.
fn collected(model: &Model) -> Option<String> {
    let found = model.statistics.found(&category(model))?;
    if found.is_complete() {
        return Some(format!("You have found all solutions: {}.", found.progress()));
    }
    Some(match model.play.is_new_find {
        true => format!("A new solution: you have found {}.", found.progress()),
        false => format!("You have found {} solutions.", found.progress()),
    })
}

/// Returns the number of solutions found of the board by size shown, such as `3 of 92`; `None` before the first one,
/// and for other puzzles.
#[must_use]
pub fn found_here(model: &Model) -> Option<String> {
    model.statistics.found_progress(&category(model))
}

/// Returns `true` if the player has found some solutions of the board by size shown, and not all.
pub(crate) fn has_more_to_find(model: &Model) -> bool {
    model.statistics.found(&category(model)).is_some_and(|found| !found.is_complete())
}

/// Returns `true` if there were hints for more than a third of the moves, so that a best time would be no honour.
fn is_mostly_hinted(model: &Model) -> bool {
    let placed = model.guide().map_or(0, |guide| guide.marks().placed.len());
    3 * model.attempt().hints > placed
}

/// Returns the number of consecutive successes that the present game has extended: days with a solved daily puzzle, or
/// puzzles solved without help. Returns `None` if the game is not solved, or has not extended a streak.
#[must_use]
pub fn streak(model: &Model) -> Option<usize> {
    if !model.is_over() {
        return None;
    }
    if model.catalogue().day(model.number()).is_some() {
        return Some(model.statistics.days()?.streak);
    }
    let record = model.statistics.of(&category(model))?;
    let is_alone = model.attempt().solved_by() == SolvedBy::Alone;
    let is_new = model.play.is_new_find || !model.catalogue().is_by_size();
    usize::try_from(record.streak).ok().filter(|&streak| is_alone && is_new && streak > 0)
}

/// Returns the size, kind and difficulty of the puzzle, such as `9 x 9 Sudoku, easy`.
#[must_use]
pub fn puzzle_category(model: &Model) -> String {
    category(model)
}

/// Returns the category of the puzzle in the statistics, such as `9 x 9 Sudoku, easy`.
pub(crate) fn category(model: &Model) -> String {
    let name = puzzle_name(model.board().puzzle());
    model.difficulty().map_or_else(|| name.clone(), |difficulty| format!("{name}, {difficulty}"))
}

/// A solved daily puzzle of today, from [`day_solved`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedDaily {
    /// The label of the puzzle in the menu, such as `Sudoku`.
    pub label: String,
    /// The time in which the puzzle was solved, such as `2:41`; `None` without a clock.
    pub time: Option<String>,
    /// `true` if the puzzle was solved without help.
    pub is_alone: bool,
}

/// Returns the daily puzzles of today once all of them are solved; empty before, and if the present game is no daily
/// puzzle of today.
#[must_use]
pub fn day_solved(model: &Model) -> Vec<SolvedDaily> {
    let today = model.dailies();
    if !model.is_solved() || today.iter().any(|daily| !daily.is_solved) {
        return Vec::new();
    }
    let solved = |daily: &DailyState<'_>| {
        let choice = model.choices.iter().find(|choice| choice.is_daily && choice.label == daily.label);
        let time = match choice {
            Some(choice) if !daily.is_present => choice.solved_in,
            // The choices may have been listed before the present game was solved.
            _ => model.attempt().solved_in(),
        };
        let time = time.filter(|time| time.as_secs() > 0).map(clock);
        SolvedDaily { label: daily.label.to_owned(), time, is_alone: daily.is_solved_alone }
    };
    today.iter().map(solved).collect()
}

/// The sentence about the days after and before today, once all daily puzzles of today are solved.
pub const NEW_DAILIES: &str = "New puzzles at midnight. The calendar has those of earlier days.";

/// Returns the daily puzzles that are left today, as a sentence such as `1 of 3 daily puzzles is left today: Sudoku.`
/// Returns `None` if the present game is no daily puzzle of today, or if the menu does not list today's puzzles.
#[must_use]
pub fn dailies_left(model: &Model) -> Option<String> {
    let today = model.dailies();
    let left: Vec<&str> = today.iter().filter(|daily| !daily.is_solved).map(|daily| daily.label).collect();
    let is = if left.len() == 1 { "is" } else { "are" };
    match (left.len(), today.len()) {
        (_, 0) => None,
        (0, 3) => Some("All three solved today.".to_owned()),
        (0, all) => Some(format!("All {all} solved today.")),
        (number, all) => Some(format!("{number} of {all} daily puzzles {is} left today: {}.", left.join(", "))),
    }
}

/// Returns the label of the button for the next puzzle after a daily puzzle, such as `Next: Sudoku`; `None` for other
/// puzzles.
pub(crate) fn next_button(model: &Model) -> Option<String> {
    model.catalogue().daily(model.number())?;
    Some(model.next_daily().map_or_else(|| MORE_LIKE_THIS.to_owned(), |next| format!("Next: {}", next.label)))
}

/// The label of the button for a new puzzle of the same kind, size and difficulty.
const MORE_LIKE_THIS: &str = "More like this";

/// Returns the result in a few lines that do not give away the solution: the puzzle, its day and a star for a solution
/// without help; the time, the help and the streak; squares for the moves, with the meanings of their colours; and the
/// command that plays the puzzle. Once all daily puzzles of today are solved, returns the [results of the
/// day](day_result). If the puzzle is not solved, returns one line about the progress.
pub(crate) fn result(model: &Model) -> String {
    let difficulty = model.difficulty().map(|difficulty| difficulty.name().to_owned());
    let what = match super::daily_title(model) {
        Some(title) => [title].into_iter().chain(difficulty).collect::<Vec<_>>().join(", "),
        None => category(model),
    };
    let id = model.id().or_else(|| text_of(model));
    if !model.is_solved() {
        let id = id.map_or_else(String::new, |id| format!(" ({id})"));
        return format!("nqueens: {what}{id}, {}", progress_so_far(model));
    }
    if let Some(day) = day_result(model) {
        return day;
    }
    let attempt = model.attempt();
    let star = if attempt.solved_by() == SolvedBy::Alone { STAR } else { "" };
    let with = match attempt.solved_by() {
        SolvedBy::Alone => "without help".to_owned(),
        SolvedBy::Guided => "with the guide".to_owned(),
        SolvedBy::Hints(number) => format!("with {}", hints(number)),
        SolvedBy::Helped => "with help".to_owned(),
    };
    let time = (!attempt.time.is_zero()).then(|| clock(attempt.time));
    let by = [time, Some(with), streak_shared(model)].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let is_named = model.id().is_some() || model.catalogue().is_by_size();
    let command = is_named.then(|| model.catalogue().command(model.number())).flatten();
    let squares = squares_of_moves(model);
    let colours = squares.as_deref().and_then(colours_of_squares);
    let below = [squares, colours, command.or(id)].into_iter().flatten();
    [format!("nqueens: {what}{star}"), by].into_iter().chain(below).collect::<Vec<_>>().join("\n")
}

/// The end of a shared line about a solution without help.
pub(crate) const STAR: &str = " ⭐";

/// Returns the streak of days or puzzles for a shared result, such as `streak 3 days`; `None` for a streak of one.
fn streak_shared(model: &Model) -> Option<String> {
    let is_daily = model.catalogue().day(model.number()).is_some();
    let streak = streak(model).filter(|&streak| streak > 1)?;
    Some(format!("streak {}", if is_daily { in_days(streak) } else { streak.to_string() }))
}

/// Returns the results of the daily puzzles of today, once all are solved: the day, a line for each puzzle with its
/// time, and a star for a solution without help, and the streak. Otherwise returns `None`.
fn day_result(model: &Model) -> Option<String> {
    let (solved, day) = (day_solved(model), model.catalogue().daily(model.number())?.day);
    let line = |SolvedDaily { label, time, is_alone }: &SolvedDaily| {
        let time = time.as_ref().map_or_else(String::new, |time| format!(" {time}"));
        format!("{label}{time}{}", if *is_alone { STAR } else { " with help" })
    };
    let head = format!("nqueens: all {} daily puzzles, {}", solved.len(), super::date(day));
    let lines = [head].into_iter().chain(solved.iter().map(line)).chain(streak_shared(model));
    (solved.len() > 1).then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// The longest text of a puzzle that a result contains, in characters: a Sudoku of 9 x 9 in one line.
const LONGEST_TEXT: usize = 100;

/// Returns the text of a puzzle without an ID, with which other players can open it; `None` for a text of several
/// lines, and for boards by size, whose name says all.
fn text_of(model: &Model) -> Option<String> {
    let text = model.board().puzzle().text().trim().to_owned();
    let is_short = !text.contains('\n') && text.chars().count() <= LONGEST_TEXT;
    (is_short && !model.catalogue().is_by_size()).then_some(text)
}

/// The largest number of pieces that have a square each in a shared result.
const MAX_SQUARES: usize = 16;
/// The number of squares in the result of a puzzle with more pieces or values.
const SQUARES: usize = 10;

/// Returns a row of coloured squares for the placed pieces, in the order of the moves, in one of the
/// [`SQUARE_COLOURS`]. If there are more than [`MAX_SQUARES`], each
/// of [`SQUARES`] squares stands for an equal part of the pieces, and has the last colour of its part. `None`
/// without moves.
fn squares_of_moves(model: &Model) -> Option<String> {
    let (session, guide, attempt) = (model.session()?, model.guide()?, model.attempt());
    let turns: Vec<&[Move]> = session.turns().take(session.turn_count()).map(|(moves, _)| moves).collect();
    // The last turn that places a variable counts, so that a corrected mistake has no square.
    let is_last = |turn: usize, made: Move| !turns[turn + 1..].iter().any(|moves| moves.contains(&made));
    let (mut squares, mut square) = (Vec::new(), 0);
    for (turn, moves) in turns.iter().enumerate() {
        let is_taken_back =
            attempt.retried.contains(&turn) || moves.iter().any(|made| matches!(made, Move::Remove(_) | Move::Clear));
        square = square.max(usize::from(is_taken_back)).max(2 * usize::from(attempt.hinted.contains(&turn)));
        let stands = |made: &&Move| matches!(made, Move::Place(placed) if guide.marks().placed.contains(placed));
        let placed = moves.iter().filter(stands).filter(|&&made| is_last(turn, made)).count();
        squares.extend(std::iter::repeat_n(square, placed));
        square = if placed > 0 { 0 } else { square };
    }
    if squares.len() > MAX_SQUARES {
        let part = |part: usize| part * squares.len() / SQUARES;
        squares = (0..SQUARES).map(|at| squares[part(at)..part(at + 1)].iter().copied().max().unwrap_or(0)).collect();
    }
    (!squares.is_empty()).then(|| squares.into_iter().map(|square| SQUARE_COLOURS[square].0).collect())
}

/// The colours of squares in a shared result with their meanings: a piece placed, also after moves were taken back, or
/// after a hint.
const SQUARE_COLOURS: [(&str, &str); 3] = [("🟩", "placed"), ("🟨", "after taking back"), ("🟦", "after a hint")];

/// Says what the colours of the `squares` stand for, such as `🟩 placed, 🟨 after taking back`; `None` if all pieces were
/// placed at once.
fn colours_of_squares(squares: &str) -> Option<String> {
    let seen = SQUARE_COLOURS.iter().filter(|(square, _)| squares.contains(square));
    let seen: Vec<String> = seen.map(|(square, meaning)| format!("{square} {meaning}")).collect();
    squares.contains(|square| square != '🟩').then(|| seen.join(", "))
}

/// Returns the shell command that starts a game with the present marks, such as `nqueens play 8 --queens d4`; `None` if
/// no puzzle is loaded, or if the catalogue has no [command](crate::Catalogue::command).
pub(crate) fn command(model: &Model) -> Option<String> {
    let (guide, puzzle) = (model.guide()?, model.board().puzzle());
    let mut command = model.catalogue().command(model.number())?;
    let place = if puzzle.piece() == Some("queen") { "queens" } else { "place" };
    let marks = guide.marks();
    for (option, variables) in [(place, &marks.placed), ("blocked", &marks.blocked)] {
        if !variables.is_empty() {
            let names: Vec<String> = variables.iter().map(|&variable| puzzle.name(variable)).collect();
            command.push_str(&format!(" --{option} {}", names.join(",")));
        }
    }
    Some(command)
}

/// Returns the lines of a [`Page`], the title first.
#[must_use]
pub fn page(model: &Model, page: Page) -> Vec<String> {
    match page {
        Page::Paused => {
            vec![
                "Paused".to_owned(),
                String::new(),
                format!("{}.", progress_so_far(model)),
                "Press p to resume.".to_owned(),
            ]
        }
        Page::Technique(TechniqueText { name, about, example, legend }) => {
            let indented = example.iter().map(|row| format!("  {row}"));
            let about = about.iter().map(|&line| line.to_owned());
            let head = [capital(name), String::new()].into_iter().chain(about).chain([String::new()]);
            let here = technique_here(model).into_iter();
            head.chain(here).chain(indented).chain([String::new(), (*legend).to_owned()]).collect()
        }
        Page::Statistics => {
            let head = ["Statistics".to_owned(), String::new()];
            let lines: Vec<String> = rows(model).map(|row| in_words(&row.cells)).collect();
            let is_empty = lines.is_empty();
            let none = is_empty.then(|| "No puzzle solved yet.".to_owned());
            let about = (!is_empty).then(|| STREAKS.to_owned());
            head.into_iter().chain(lines).chain(none).chain(days(model)).chain(recently(model)).chain(about).collect()
        }
        Page::Found(_) => {
            let head = ["Found solutions".to_owned(), String::new()];
            let boards = model.found_boards().into_iter();
            let lines: Vec<String> = boards.flat_map(|board| found_lines(&board)).collect();
            let none = lines.is_empty().then(|| super::NOTHING_FOUND.to_owned());
            head.into_iter().chain(lines).chain(none).collect()
        }
        Page::Rules(_) => {
            let all = super::rules(model).into_iter().enumerate().flat_map(|(index, rule)| {
                let scopes = super::rule_scopes(model, index).into_iter();
                [rule.text].into_iter().chain(scopes.map(|scope| format!("  {}", scope.text)))
            });
            ["Rules".to_owned(), String::new()].into_iter().chain(all).chain(super::prices(model)).collect()
        }
        Page::Settings(_) => {
            let line = |setting: &Setting| format!("{}: {}. {}", setting.name, setting.value(), setting.about);
            ["Settings".to_owned(), String::new()].into_iter().chain(model.options.iter().map(line)).collect()
        }
        Page::Menu(_) => {
            let title = model.list_title().unwrap_or("nqueens").to_owned();
            [title, String::new()].into_iter().chain(model.listed_choices().iter().map(menu_choice)).collect()
        }
    }
}

/// Describes the found solutions of a board: the name of the board with their number, and a line for each solution,
/// such as `  1: b d a c`, with the column of the piece in each row from the top.
fn found_lines(board: &FoundBoard<'_>) -> Vec<String> {
    let column = |row: &[ThumbnailCell]| row.iter().position(|cell| cell.symbol.is_some());
    let name = |column: usize| char::from(b'a' + column as u8).to_string();
    let line = |(number, picture): (usize, &Thumbnail)| {
        let columns = picture.cells.chunks(picture.columns).filter_map(column).map(name).collect::<Vec<_>>();
        format!("  {number}: {}", columns.join(" "))
    };
    let head = format!("{}: {} found. The columns from the top row:", board.name, board.progress);
    [head].into_iter().chain((1..).zip(&board.pictures).map(line)).collect()
}

/// The maximum number of steps of an argument on the page of its technique.
const MAX_STEPS: usize = 12;

/// Returns the steps of the hint's argument on this board, with a heading and a line below, once the hint has named its
/// move; empty without such a hint.
fn technique_here(model: &Model) -> Vec<String> {
    let Some(given) = model.screen.hint.as_ref().filter(|given| given.grade >= Grade::Play) else { return Vec::new() };
    let argument = match &given.hint {
        Hint::Deduced(deduction) => Argument::Deduction(deduction.clone()),
        Hint::Forced { why, .. } => Argument::Explanation(why.clone()),
        _ => return Vec::new(),
    };
    let steps = WhyScreen::new(argument).steps(model.board().puzzle());
    let more = (steps.len() > MAX_STEPS).then(|| "  ...".to_owned());
    let steps = steps.into_iter().take(MAX_STEPS).map(|(step, cases)| format!("  {}{step}", "  ".repeat(cases)));
    let heading = ["On this board:".to_owned()].into_iter();
    heading.chain(steps).chain(more).chain([String::new(), "An example:".to_owned()]).collect()
}

/// The number of columns of [`statistics`].
pub const STATISTICS_COLUMNS: usize = 7;

/// Returns the statistics as a table: the headings, then for each category a row of all its puzzles, and a row for each
/// kind of help with which some of them were solved. Empty before the first solution.
#[must_use]
pub fn statistics(model: &Model) -> Vec<[String; STATISTICS_COLUMNS]> {
    let head = ["Puzzle", "Solved", "Best", "Average", "Latest", "Streak", "Longest"].map(str::to_owned);
    let rows = rows(model).map(|row| row.cells);
    let rows: Vec<[String; STATISTICS_COLUMNS]> = [head].into_iter().chain(rows).collect();
    if rows.len() > 1 { rows } else { Vec::new() }
}

/// The number of columns in the distribution of times.
pub const SPREAD: usize = 8;

/// Returns the distribution of the latest times for each row of [`statistics`]: the number of times in each of
/// [`SPREAD`] equal parts between the shortest and the longest time. `None` for rows with fewer than three times.
#[must_use]
pub fn time_spreads(model: &Model) -> Vec<Option<[usize; SPREAD]>> {
    std::iter::once(None).chain(rows(model).map(|row| spread(row.times))).collect()
}

/// A row of the statistics.
struct StatisticsRow<'a> {
    cells: [String; STATISTICS_COLUMNS],
    /// The latest times of the row, in milliseconds.
    times: &'a [u64],
}

fn rows(model: &Model) -> impl Iterator<Item = StatisticsRow<'_>> {
    model.statistics.in_order().into_iter().flat_map(|(what, record)| {
        let [solved, streak, longest] = [record.solved, record.streak, record.longest].map(|number| number.to_string());
        let [none, blank, empty] = [const { String::new() }; 3];
        let cells = [what.to_owned(), solved, none, blank, empty, streak, longest];
        let whole = StatisticsRow { cells, times: &[] };
        let of = |name: &str, number: u64, solved_by| {
            let (best, times) = record.times_by(solved_by);
            let time = |time: Option<Duration>| time.map_or_else(|| "-".to_owned(), clock);
            let latest = times.last().copied().map(Duration::from_millis);
            let [best, average, latest] = [best, average(times), latest].map(time);
            let cells = [format!("  {name}"), number.to_string(), best, average, latest, String::new(), String::new()];
            (number > 0).then_some(StatisticsRow { cells, times })
        };
        let parts = [
            of("without help", record.alone, SolvedBy::Alone),
            of("with the guide", record.guided.solved, SolvedBy::Guided),
            of("with help", record.solved.saturating_sub(record.alone + record.guided.solved), SolvedBy::Helped),
        ];
        let found = model.statistics.found_progress(what).map(|progress| {
            let cells = ["  solutions found".to_owned(), progress].into_iter();
            let blanks = std::iter::repeat_with(String::new);
            let cells: Vec<String> = cells.chain(blanks).take(STATISTICS_COLUMNS).collect();
            StatisticsRow { cells: cells.try_into().expect("there are as many cells as columns"), times: &[] }
        });
        [Some(whole)].into_iter().chain(parts).chain([found]).flatten()
    })
}

/// Counts times in [`SPREAD`] equal parts of their range; `None` for fewer than three times.
fn spread(times: &[u64]) -> Option<[usize; SPREAD]> {
    let (&least, &most) = (times.iter().min()?, times.iter().max().filter(|_| times.len() > 2)?);
    let mut spread = [0; SPREAD];
    for &time in times {
        let part = (time - least) * SPREAD as u64 / (most - least + 1);
        spread[part as usize] += 1;
    }
    Some(spread)
}

/// The sentence of the statistics that says why a streak is short.
pub const STREAKS: &str = "Streak: puzzles in a row without help. Daily streak: days in a row with a daily puzzle.";

/// Describes the days with a solved daily puzzle; `None` before the first such day.
#[must_use]
pub fn days(model: &Model) -> Option<String> {
    let DayRecord { days, streak, longest } = model.statistics.days()?;
    let streak = in_days(streak);
    Some(format!("Daily puzzles: solved on {}, daily streak {streak} (longest {longest}).", in_days(days)))
}

/// The number of days in the [`history`] of solved puzzles.
pub const HISTORY: usize = 28;

/// Returns the last [`HISTORY`] days, today last, each with the number of puzzles solved on it; `None` if no puzzle was
/// solved on these days, or if the present day is unknown.
#[must_use]
pub fn history(model: &Model) -> Option<[(i32, u32); HISTORY]> {
    let today = model.today?;
    let history = std::array::from_fn(|index| {
        let day = today.saturating_sub((HISTORY - 1 - index) as i32);
        (day, model.statistics.solved_on(day))
    });
    history.iter().any(|&(_, solved)| solved > 0).then_some(history)
}

/// Sums up the [`history`], such as `Last 4 weeks: 12 puzzles solved on 5 days (most: 4 on Thu 26 Nov).`
#[must_use]
pub fn recently(model: &Model) -> Option<String> {
    let history = history(model)?;
    let all: u64 = history.iter().map(|&(_, solved)| u64::from(solved)).sum();
    let days = history.iter().filter(|(_, solved)| *solved > 0).count();
    // Of several equally busy days, take the latest.
    let busiest = history.iter().max_by_key(|(_, solved)| *solved).filter(|(_, solved)| days > 1 && *solved > 1);
    let most = busiest.map_or_else(String::new, |&(day, solved)| format!(" (most: {solved} on {})", date(day)));
    let s = if all == 1 { "" } else { "s" };
    Some(format!("Last {} weeks: {all} puzzle{s} solved on {}{most}.", HISTORY / 7, in_days(days)))
}

/// Formats a number of days, such as `1 day`.
fn in_days(count: usize) -> String {
    format!("{count} day{}", if count == 1 { "" } else { "s" })
}

/// Returns the name of a puzzle, such as `9 x 9 Sudoku`; the names of configurators and lists have no size.
#[must_use]
pub fn puzzle_name(puzzle: &dyn Playable) -> String {
    if !super::has_size(puzzle) {
        return puzzle.kind().to_owned();
    }
    let (columns, rows) = puzzle.grid();
    format!("{columns} x {rows} {}", puzzle.kind())
}

/// Returns the progress of a saved game, such as `3 of 8, 2:41`, `solved in 2:41`, `solved in 2:41, best 1:30` after a
/// quicker attempt, or `solved in 2:41, now 3 of 8` for another attempt at a solved puzzle.
#[must_use]
pub fn saved_progress(puzzle: &dyn Playable, save: &Save) -> String {
    let time = |time: Duration| (time.as_secs() > 0).then(|| clock(time));
    let best = save.solved_in().map(time);
    let in_time = |time: Option<String>| time.map_or_else(String::new, |time| format!(" in {time}"));
    let solved_in = |time: Option<String>| format!("solved{}", in_time(time));
    if save.is_over() {
        let own = time(save.time());
        let best = best.flatten().filter(|best| Some(best) != own.as_ref()).map(|best| format!("best {best}"));
        let with = match (save.hints > 0 || save.helped, save.guided) {
            (true, _) => " with help",
            (false, true) => " with the guide",
            (false, false) => "",
        };
        let solved = format!("solved{with}{}", in_time(own));
        return [solved].into_iter().chain(best).collect::<Vec<_>>().join(", ");
    }
    let solved = best.map(solved_in);
    if solved.is_some() && !save.has_moves() {
        return solved.unwrap_or_default();
    }
    let placed = save.marks(puzzle).map(|marks| progress(puzzle, &marks)).ok();
    let placed = if solved.is_some() { placed.map(|placed| format!("now {placed}")) } else { placed };
    solved.into_iter().chain(placed).chain(time(save.time())).collect::<Vec<_>>().join(", ")
}

/// Returns the time since an event, such as `5 minutes ago`.
#[must_use]
pub fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (number, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" })
}

/// Returns the label and the detail of a choice, such as `Daily Sudoku: 9 x 9, easy, new`.
#[must_use]
pub fn menu_choice(choice: &MenuChoice) -> String {
    let MenuChoice { label, detail, .. } = choice;
    if detail.is_empty() { label.clone() } else { format!("{label}: {detail}") }
}

/// Formats a row of [`statistics`] as a line, such as `  without help: 3, best 0:41, average 1:02, latest 0:55`.
fn in_words([name, solved, best, average, latest, streak, longest]: &[String; STATISTICS_COLUMNS]) -> String {
    let times = format!(", best {best}, average {average}, latest {latest}");
    let streaks = format!(", streak {streak} (longest {longest})");
    match (streak.is_empty(), best.as_str()) {
        (false, _) => format!("{name}: solved {solved}{streaks}"),
        (true, "-" | "") => format!("{name}: {solved}"),
        (true, _) => format!("{name}: {solved}{times}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_spread_over_their_range() {
        assert_eq!(spread(&[5, 6]), None);
        assert_eq!(spread(&[7; 3]), Some([3, 0, 0, 0, 0, 0, 0, 0]));
        assert_eq!(spread(&[0, 15, 16, 79]), Some([1, 2, 0, 0, 0, 0, 0, 1]));
    }
}
