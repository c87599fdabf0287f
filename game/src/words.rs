//! The sentences of the game. Names and nouns that depend on the puzzle come from its [`Playable`].

mod account;
mod cells;
mod clashes;
mod lessons;
mod notices;
mod numbers;
mod option_states;
mod options;
mod prices;
mod results;
mod rules;
mod spoken;
mod status;
mod techniques;

use puzzle_core::sentences::capital;
use puzzle_core::{BigUint, Count, Hint, Marks, Status, Variable, sentences};
use puzzle_kind::Playable;

use self::prices::{price, totals};
use crate::assist::Assist;
use crate::board::GameBoard;
use crate::model::{GivenHint, Grade, Loading, Model};
use crate::screen::Mode;
use crate::text_input::{InputPurpose, TextInput};
pub(crate) use account::ending;
pub use account::{account, state};
pub use cells::describe_cursor;
use cells::{describe_cell, effect, noted, notes_described, why_not_briefly};
pub(crate) use cells::{nothing_rules_out, own_mark, stands_in_peace, why_not};
pub use clashes::{clashes, excess};
pub(crate) use lessons::{FIRST_STEP, LAST_STEP, LESSON_GOES_ON, LESSON_OVER, lesson_spoken, next_lesson};
pub use lessons::{lesson, lesson_pointed};
pub(crate) use notices::*;
pub use notices::{DELETED, RENAMED, RESTORED, repeats_move};
pub use numbers::{clock, grouped};
pub(crate) use option_states::option_repair;
pub use option_states::option_state;
pub(crate) use options::*;
pub use options::{NO_MATCH, configuration, configuration_prices, option_outlook, option_price};
pub use results::{
    Badge, BadgeKind, GameResult, HISTORY, NEW_DAILIES, SPREAD, STATISTICS_COLUMNS, STREAKS, SolvedDaily, ago,
    dailies_left, day_solved, days, finished, found_here, game_result, history, menu_choice, page, puzzle_category,
    puzzle_name, recently, saved_progress, statistics, streak, time_spreads,
};
pub(crate) use results::{STAR, category, command, has_more_to_find, next_button, result};
pub(crate) use rules::broken_here;
pub use rules::{RuleLine, prices, rule_scopes, rules, rules_here, value_names};
pub use spoken::cell_spoken;
pub(crate) use spoken::row_spoken;
pub use status::{daily_title, date, difficulty, header, status_strip};
pub use techniques::{TechniqueText, technique, technique_of_explanation};
pub(crate) use techniques::{technique_of_hint, technique_of_steps};

/// Formats a [`Count`], such as `14,200` or `at least 40`.
#[must_use]
pub fn counted(count: &Count) -> String {
    let bound = if count.is_exact() { "" } else { "at least " };
    format!("{bound}{}", grouped(count.value()))
}

/// Formats a number of solutions, such as `4 remaining solutions`.
#[must_use]
pub fn remaining(total: &Count) -> String {
    format!("{} remaining solution{}", counted(total), if is_said_of_one(total) { "" } else { "s" })
}

/// Returns the number of remaining solutions as far as it is known, such as `92 remaining solutions` or `Too many
/// solutions to count`; `None` until a puzzle is loaded.
#[must_use]
pub fn remaining_now(model: &Model) -> Option<String> {
    let total = model.guide()?.total();
    if model.tree().is_some() {
        return configuration(model).into_iter().next();
    }
    Some(match total {
        Count::Exact(_) => remaining(total),
        Count::AtLeast(_) if *total == Count::UNKNOWN => "not known yet if a solution is left".to_owned(),
        Count::AtLeast(_) if model.is_learning() => format!("{}, still counting", remaining(total)),
        Count::AtLeast(_) => "too many solutions to count".to_owned(),
    })
}

/// Returns `true` if a count takes the singular, such as `1 solution` and `at least 1 solution`.
fn is_said_of_one(count: &Count) -> bool {
    *count.value() == BigUint::from(1u8)
}

/// Returns a phrase such as `a queen here`, for a sentence that has just named the cell; returns `it` if the puzzle has
/// no piece.
fn piece_here(puzzle: &dyn Playable) -> String {
    puzzle.piece().map_or_else(|| "it".to_owned(), |piece| format!("{} here", sentences::with_article(piece)))
}

/// Replaces `{piece}`, `{spot}`, `{Spot}`, `{a_spot}`, `{board}`, `{on_board}` and `{example}` by the words of the puzzle.
#[must_use]
pub fn filled(model: &Model, sentence: &str) -> String {
    let puzzle = model.play.board.puzzle();
    // The example is the cell in the fifth row and column, or in the last row or column of a smaller board: e4 on a
    // chessboard.
    let middle = |cells: usize| 4.min(cells.saturating_sub(1));
    let (row, column) = (middle(model.play.board.rows()), middle(model.play.board.columns()));
    let example = puzzle.cell_name(puzzle_kind::Cell { row, column });
    let piece = puzzle.piece().unwrap_or("value");
    with_nouns(sentence, piece, puzzle.cell_noun(), [puzzle.board(), puzzle.on_board()], &example)
}

/// Replaces the placeholders as [`filled`] does, by words that suit every puzzle.
pub(crate) fn filled_for_any(sentence: &str) -> String {
    with_nouns(sentence, "piece", "cell", ["board", "on the board"], "e4")
}

fn with_nouns(sentence: &str, piece: &str, spot: &str, [board, on_board]: [&str; 2], example: &str) -> String {
    let sentence = sentence.replace("{a_spot}", &sentences::with_article(spot));
    let sentence = sentence.replace("{piece}", piece).replace("{spot}", spot).replace("{Spot}", &capital(spot));
    sentence.replace("{board}", board).replace("{on_board}", on_board).replace("{example}", example)
}

/// Returns the prompt with the text typed so far, such as `Value for r1c3: 4_`; `None` if the player is not typing.
#[must_use]
pub fn asked(model: &Model) -> Option<String> {
    let TextInput { purpose, text, .. } = model.screen.typing.as_ref()?;
    let puzzle = model.play.board.puzzle();
    let cell = puzzle.cell_name(model.play.cursor);
    Some(match purpose {
        InputPurpose::Go if matches!(model.screen.mode, Mode::Browse(_)) => format!("Go to solution: {text}_"),
        InputPurpose::Open => format!("ID, grid or link, such as sudoku-res-180: {text}_"),
        InputPurpose::Rename => format!("New name (empty for none): {text}_"),
        InputPurpose::Command => format!(":{text}_"),
        InputPurpose::Search => format!("/{text}_"),
        InputPurpose::SaveList => format!("Save the list to file: {text}_"),
        InputPurpose::Go => format!("Go to {}: {text}_", puzzle.cell_noun()),
        InputPurpose::Place => format!("Value for {cell}: {text}_"),
        InputPurpose::Block => format!("Rule out in {cell}: {text}_"),
        InputPurpose::Note => format!("Note for {cell}: {text}_"),
        InputPurpose::CornerNote => format!("Corner note for {cell}: {text}_"),
        InputPurpose::Why => format!("Value to explain in {cell}: {text}_"),
    })
}

/// Returns the refusal of a text that is no puzzle. `why` is the reason if the text looks like an ID or a puzzle file.
pub(crate) fn not_read(model: &Model, why: Option<String>) -> String {
    let ragged = || uneven_row(model.pending.read.as_deref()?);
    if let Some(why) = why.or_else(ragged) {
        return format!("Can't read this as a puzzle: {why}.");
    }
    if model.typing_purpose() == Some(InputPurpose::Open) {
        return "Can't read this as a puzzle: expected an ID, a grid or a link.".to_owned();
    }
    let example = model.board().puzzle().name(Variable::new(0));
    format!("Can't read this as a puzzle, nor as a list of names such as {example}.")
}

/// Names the first row of a grid whose length is not that of most rows, as a clause; `None` if the lines of `text` are
/// no such grid.
fn uneven_row(text: &str) -> Option<String> {
    let cells = |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).count();
    let rows: Vec<usize> = text.lines().map(cells).filter(|&cells| cells > 0).collect();
    let number = |length: usize| rows.iter().filter(|&&cells| cells == length).count();
    let usual = rows.iter().copied().max_by_key(|&length| number(length))?;
    let (row, &found) = (1..).zip(&rows).find(|(_, cells)| **cells != usual)?;
    let is_grid = rows.len() > 2 && 2 * number(usual) > rows.len();
    let cell = if found == 1 { "cell" } else { "cells" };
    is_grid.then(|| format!("row {row} has {found} {cell}, the other rows have {usual}"))
}

/// Returns the refusal of an input while `limit` other inputs are waiting; see
/// [`InputQueue::MAX`](crate::InputQueue::MAX).
#[must_use]
pub fn too_many_inputs(limit: usize) -> String {
    format!("Too many keys: {limit} are waiting. Press Esc to cancel.")
}

/// Describes a load, such as `Building 14 x 14`. `times` is the sign or word between the two numbers.
#[must_use]
pub fn building(model: &Model, loading: Loading, times: &str) -> String {
    let number = loading.number;
    match model.awaited().is_by_size() {
        true => format!("Building {number} {times} {number}"),
        false => match model.awaited().daily(number) {
            Some(daily) => format!("Building daily {}", daily.name),
            None => format!("Building puzzle {number}"),
        },
    }
}

/// Returns the message shown while the game waits for a job other than a load.
#[must_use]
pub fn working() -> &'static str {
    "Working ..."
}

/// Returns the message for a puzzle without a solution. It names the key for another puzzle.
#[must_use]
pub fn unsolvable(model: &Model) -> String {
    let is_last = model.number() == *model.catalogue().numbers().end();
    let other = if is_last { "" } else { " Press N for another." };
    format!("{}.{other}", capital(&model.play.board.puzzle().unsolvable()))
}

/// Describes an [`Assist`] level as a clause, such as `counts and a heat map are shown`.
#[must_use]
pub fn assist(puzzle: &dyn Playable, assist: Assist) -> String {
    let spots = puzzle.cell_noun();
    match assist {
        Assist::Nothing => "only your own moves are shown".to_owned(),
        Assist::Attacks => match puzzle.piece() {
            Some(_) => format!("{} {spots}s are shown", puzzle.status_name(Status::Excluded)),
            None => "clashes are shown".to_owned(),
        },
        Assist::Dead => format!("dead and forced {spots}s are shown"),
        Assist::Counts => "counts and a heat map are shown".to_owned(),
        Assist::Forced => format!("forced {spots}s are filled for you"),
    }
}

/// Returns the lines of help about the [`Assist`] levels: the name of each level with its effect, after its number if a
/// digit sets the level. The last line says which levels reveal facts about the solutions, and how games at these
/// levels count.
#[must_use]
pub fn assist_levels(puzzle: &dyn Playable) -> Vec<(String, String)> {
    // In games with values, the digits are values.
    let has_digits = puzzle.piece().is_some();
    let number = |level: Assist| if has_digits { format!("{} ", level.level()) } else { String::new() };
    let line = |level: Assist| (number(level) + level_name(puzzle, level), assist(puzzle, level));
    let [first, last] = [Assist::Dead, Assist::Forced].map(|level| level_name(puzzle, level));
    let note = "have their own best times, and may reveal the solution".to_owned();
    Assist::ALL.into_iter().map(line).chain([(format!("{first} to {last}"), note)]).collect()
}

/// Returns the name of an [`Assist`] level as a phrase, such as `help: attacks`.
#[must_use]
pub fn level(puzzle: &dyn Playable, assist: Assist) -> String {
    format!("help: {}", level_name(puzzle, assist))
}

/// Returns the name of an [`Assist`] level, such as `guide`.
#[must_use]
pub fn level_name(puzzle: &dyn Playable, assist: Assist) -> &'static str {
    match (assist, puzzle.piece(), puzzle.exclusion_verbs()[0]) {
        (Assist::Attacks, None, _) => "clashes",
        (Assist::Attacks, Some(_), "attack")
        | (Assist::Nothing | Assist::Dead | Assist::Counts | Assist::Forced, ..) => assist.name(),
        // Pieces such as tents rule cells out without an attack.
        (Assist::Attacks, Some(_), _) => "marks",
    }
}

/// Formats a number of hints, such as `2 hints`.
#[must_use]
pub fn hints(count: usize) -> String {
    format!("{count} hint{}", if count == 1 { "" } else { "s" })
}

/// Returns the meaning of a [`Status`] for the legend, such as `in every solution`.
#[must_use]
pub fn meaning(puzzle: &dyn Playable, status: Status) -> String {
    let excluded = puzzle.status_name(Status::Excluded);
    match (status, puzzle.piece()) {
        (Status::Given, _) => "given".to_owned(),
        (Status::Placed, Some(piece)) => sentences::with_article(piece),
        (Status::Placed, None) => "placed by you".to_owned(),
        (Status::Blocked, _) => "ruled out by a mark".to_owned(),
        (Status::Excluded, Some(piece)) => format!("{excluded} by {}", sentences::with_article(piece)),
        (Status::Excluded, None) => excluded.to_owned(),
        (Status::Dead, Some(_)) => format!("not {excluded}, but in no solution"),
        (Status::Dead, None) => "no value is left".to_owned(),
        (Status::Open, _) => "in some solutions".to_owned(),
        (Status::Forced, _) => "in every solution".to_owned(),
        (Status::Unknown, _) => "not known yet".to_owned(),
    }
}

/// Returns the size and the kind of the puzzle, such as `9 x 9 Sudoku`. `times` is the sign or word between the two
/// numbers.
#[must_use]
pub fn title(board: &GameBoard, times: &str) -> String {
    // The name of a configurator or a list says more than its size.
    if !has_size(board.puzzle()) {
        return board.puzzle().kind().to_owned();
    }
    format!("{} {}", title_briefly(board, times), board.puzzle().kind())
}

/// Returns `true` if the name of the puzzle begins with its size: the puzzle is a grid of several rows and columns.
pub(crate) fn has_size(puzzle: &dyn Playable) -> bool {
    let (columns, rows) = puzzle.grid();
    puzzle.options().is_none() && columns > 1 && rows > 1
}

/// Returns the size of the puzzle, such as `9 x 9`. `times` is the sign or word between the two numbers.
#[must_use]
pub fn title_briefly(board: &GameBoard, times: &str) -> String {
    format!("{} {times} {}", board.columns(), board.rows())
}

/// Returns the numbers of placed and blocked variables, such as `3 of 8 queens placed, 2 ruled out`.
#[must_use]
pub fn standing(puzzle: &dyn Playable, marks: &Marks) -> String {
    let is_one = puzzle.places().is_none() && marks.placed.len() == 1;
    let plural = if is_one { "" } else { "s" };
    let pieces = puzzle.piece().map_or(String::new(), |piece| format!("{piece}{plural} "));
    let [placed, blocked] = if puzzle.options().is_some() { ["chosen", "excluded"] } else { ["placed", "ruled out"] };
    let mut standing = format!("{} {pieces}{placed}", out_of(puzzle, marks));
    if let Some(number) = blocked_cells(puzzle, marks) {
        standing.push_str(&format!(", {number} {blocked}"));
    }
    standing
}

/// Returns the number of blocked cells or options; `None` if it is zero, and in puzzles whose cells take values, where
/// blocked values are marks in the cells.
fn blocked_cells(puzzle: &dyn Playable, marks: &Marks) -> Option<usize> {
    let first = marks.blocked.first()?;
    puzzle.cell_and_value(*first).is_none().then_some(marks.blocked.len())
}

/// Returns the numbers of placed and blocked variables in few words, such as `3 of 8 placed, 2 ruled out`.
#[must_use]
pub fn standing_briefly(puzzle: &dyn Playable, marks: &Marks) -> String {
    let placed = format!("{} placed", out_of(puzzle, marks));
    match blocked_cells(puzzle, marks) {
        None => placed,
        Some(blocked) => format!("{placed}, {blocked} ruled out"),
    }
}

/// Returns the number of placed variables and the time played, such as `3 of 8, 2:41`.
pub(crate) fn progress_so_far(model: &Model) -> String {
    let puzzle = model.play.board.puzzle();
    let placed = model.guide().map_or_else(String::new, |guide| progress(puzzle, guide.marks()));
    if model.play.attempt.time.is_zero() { placed } else { format!("{placed}, {}", clock(model.play.attempt.time)) }
}

/// Returns the time of the game; `None` below one second, or if the clock is off.
#[must_use]
pub fn time(model: &Model) -> Option<String> {
    let time = model.attempt().time;
    (model.has_clock() && time.as_secs() > 0).then(|| clock(time))
}

/// Returns the number of placed variables, such as `3 of 8`, or `3 placed` if the number in a solution is unknown.
fn progress(puzzle: &dyn Playable, marks: &Marks) -> String {
    match puzzle.places() {
        Some(_) => out_of(puzzle, marks),
        None if puzzle.options().is_some() => format!("{} chosen", out_of(puzzle, marks)),
        None => format!("{} placed", out_of(puzzle, marks)),
    }
}

fn out_of(puzzle: &dyn Playable, marks: &Marks) -> String {
    let placed = marks.placed.len();
    puzzle.places().map_or_else(|| placed.to_string(), |places| format!("{placed} of {places}"))
}

/// Returns the sentences of the part of the hint that was given; empty without a hint.
#[must_use]
pub fn hint(model: &Model) -> Vec<String> {
    let (Some(GivenHint { hint, grade, .. }), Some(guide)) = (&model.screen.hint, model.guide()) else {
        return Vec::new();
    };
    let puzzle = model.play.board.puzzle();
    let mut lines = vec![sentences::hint_focus(puzzle, guide.marks(), hint)];
    if *grade >= Grade::Play {
        lines.push(sentences::hint_move(puzzle, hint));
    }
    match hint {
        // The reasons of forced and deduced hints are arguments, which have a screen of their own.
        Hint::Forced { .. } | Hint::Deduced(_) => {}
        _ if *grade == Grade::Why => lines.extend(sentences::hint_reason(puzzle, hint)),
        _ => {}
    }
    lines
}

/// Returns the sentences that name the technique of the hint, and the key that explains it, once the move was given;
/// `None` without a technique.
#[must_use]
pub fn hint_technique(model: &Model) -> Option<String> {
    let given = model.screen.hint.as_ref().filter(|given| given.grade >= Grade::Play)?;
    let name = technique_of_hint(model.board().puzzle(), model.guide()?.marks(), &given.hint)?.name;
    Some(format!("Technique: {name}. Press e to explain it."))
}

/// Returns the sentence that names the keys for the next part of the hint; `None` without a hint.
#[must_use]
pub fn hint_keys(model: &Model) -> Option<String> {
    let given = model.screen.hint.as_ref()?;
    let keys = match (given.grade, &given.hint) {
        (Grade::Look, Hint::Repair { .. }) if model.hint_goes_on() => "Press Enter or i for a move to take back.",
        (Grade::Look, Hint::Repair { .. }) => "Press i again for a move to take back.",
        (Grade::Look, _) if model.hint_goes_on() => "Press Enter or i for the move.",
        (Grade::Look, _) => "Press i again for the move.",
        (Grade::Play, Hint::Repair { .. }) => "Press Enter to make the move. Press i to count the solutions left.",
        (Grade::Play, _) => "Press Enter to make the move. Press i for the reason.",
        (Grade::Why, _) => "Press Enter to make the move.",
    };
    Some(keys.to_owned())
}

/// Returns the meaning of the key for the next part of the hint, as in `i show the move`; `None` without a hint, and
/// once all of it was given.
#[must_use]
pub fn next_hint(model: &Model) -> Option<&'static str> {
    let given = model.screen.hint.as_ref()?;
    match (given.grade, &given.hint) {
        (Grade::Look, Hint::Repair { .. }) => Some("show what to take back"),
        (Grade::Look, _) => Some("show the move"),
        (Grade::Play, Hint::Repair { .. }) => Some("count solutions"),
        (Grade::Play, _) => Some("reason"),
        (Grade::Why, _) => None,
    }
}

/// Returns the sentence about the move with which the position became unsolvable; `None` if the position is solvable,
/// or if the move is not known.
#[must_use]
pub fn trouble(model: &Model) -> Option<String> {
    let session = model.session().filter(|session| !session.guide().is_completable())?;
    let back = session.turns_to_completable()?;
    let (moves, _) = session.turns().nth(session.turn_count() - back)?;
    let ago = if back == 1 { "with your last move".to_owned() } else { format!("{back} moves ago") };
    let made = lower(&turn_made(model.board().puzzle(), moves));
    Some(format!("It went wrong {ago}: {made} Press b to go back."))
}

/// Describes the hint in few words, as far as it was given, such as `Hint: look at rank 4`; `None` without a hint.
#[must_use]
pub fn hint_briefly(model: &Model) -> Option<String> {
    let GivenHint { hint, grade, .. } = model.screen.hint.as_ref()?;
    let puzzle = model.play.board.puzzle();
    if let (Grade::Why, Hint::KeepsMost { open, total, .. }) = (grade, hint)
        && let Some((variable, most)) = open.iter().rev().max_by_key(|(_, completions)| completions.value())
    {
        return Some(format!("Hint: {} keeps {most} of {total} solutions", puzzle.name(*variable)));
    }
    let line = hint.line().map(|line| puzzle.line_name(line));
    Some(match (grade, hint, line) {
        (Grade::Look, Hint::Deduced(_), Some(line)) => format!("Hint: look at {line}"),
        (Grade::Look, Hint::Forced { .. }, Some(line)) => format!("Hint: {line} has a forced {}", puzzle.cell_noun()),
        (Grade::Look, Hint::KeepsMost { open, .. }, Some(line)) => format!("Hint: {line} has only {} open", open.len()),
        (Grade::Look, Hint::Repair { .. }, _) => "Hint: no solution from here".to_owned(),
        _ => format!("Hint: {}", lower(&sentences::hint_move(puzzle, hint))),
    })
}

fn lower(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!(remaining(&Count::Exact(1u8.into())), "1 remaining solution");
        assert_eq!(remaining(&Count::AtLeast(1u8.into())), "at least 1 remaining solution");
        assert_eq!(remaining(&Count::ZERO), "0 remaining solutions");
    }
}
