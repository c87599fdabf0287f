//! Sentences about results and statistics, on pages, and in the lesson.

use std::time::Duration;

use puzzle_kind::Playable;

use super::{clock, hints, out_of, progress_so_far};
use crate::attempt::{Attempt, SolvedBy, category};
use crate::lesson::Lesson;
use crate::menu::{MenuChoice, Page};
use crate::model::Model;
use crate::play_statistics::Record;
use crate::save::Save;

/// Returns the help and the time of a solved puzzle, as in `with 2 hints in 2:41`; a zero time is left out.
fn solved(attempt: &Attempt) -> String {
    let by = match attempt.solved_by() {
        SolvedBy::Alone => "without help".to_owned(),
        SolvedBy::Hints(number) => format!("with {}", hints(number)),
        SolvedBy::Helped => "with help".to_owned(),
    };
    if attempt.time.is_zero() { by } else { format!("{by} in {}", clock(attempt.time)) }
}

/// Returns the sentences about a solved puzzle: help, time, best time and streak; empty if the puzzle is not solved,
/// and in the lesson.
#[must_use]
pub fn finished(model: &Model) -> Vec<String> {
    if !model.is_solved() || model.lesson().is_some() {
        return Vec::new();
    }
    let mut lines = vec![format!("You solved it {}.", solved(model.attempt()))];
    let record = model.statistics.of(&category(model.board()));
    if let Some(record) = record.filter(|_| model.attempt().solved_by() == SolvedBy::Alone) {
        let best = record.best_time().map(|best| {
            if best == model.attempt().time {
                "Your best time. ".to_owned()
            } else {
                format!("Best: {}. ", clock(best))
            }
        });
        lines.push(format!("{}Streak: {}.", best.unwrap_or_default(), record.streak));
    }
    lines
}

/// Returns the result in a line without the solution, as in `nqueens: 8 x 8 queens, solved without help in 2:41`.
pub(crate) fn result(model: &Model) -> String {
    let id = model.id().map_or(String::new(), |id| format!(" ({id})"));
    let what = category(model.board()) + &id;
    if !model.is_solved() {
        return format!("nqueens: {what}, {}", progress_so_far(model));
    }
    format!("nqueens: {what}, solved {}", solved(model.attempt()))
}

/// Returns the shell command that starts a game with the present marks, as in `nqueens play 8 --queens d4`; `None` if
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
        Page::Statistics => {
            let head = ["Solved so far".to_owned(), String::new()];
            let lines: Vec<String> = model.statistics.iter().flat_map(|(what, record)| of(what, record)).collect();
            let none = lines.is_empty().then(|| "No puzzle solved yet.".to_owned());
            head.into_iter().chain(lines).chain(none).collect()
        }
        Page::Menu(_) => {
            let title = model.list_title().unwrap_or("nqueens").to_owned();
            [title, String::new()].into_iter().chain(model.listed_choices().iter().map(menu_choice)).collect()
        }
    }
}

/// Returns the name of a puzzle, as in `9 x 9 Sudoku`.
#[must_use]
pub fn puzzle_name(puzzle: &dyn Playable) -> String {
    let (columns, rows) = puzzle.grid();
    format!("{columns} x {rows} {}", puzzle.kind())
}

/// Returns the progress of a saved game, as in `3 of 8, 2:41` or `solved in 2:41`.
#[must_use]
pub fn saved_progress(puzzle: &dyn Playable, save: &Save) -> String {
    let time = (save.time().as_secs() > 0).then(|| clock(save.time()));
    if save.is_solved() {
        return time.map_or_else(|| "solved".to_owned(), |time| format!("solved in {time}"));
    }
    let placed = save.marks(puzzle).map(|marks| out_of(puzzle, &marks)).ok();
    placed.into_iter().chain(time).collect::<Vec<_>>().join(", ")
}

/// Returns the time since an event, as in `5 minutes ago`.
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

/// Returns the label and the detail of a choice, as in `Daily Sudoku: 9 x 9, easy, new`.
#[must_use]
pub fn menu_choice(choice: &MenuChoice) -> String {
    let MenuChoice { label, detail, .. } = choice;
    if detail.is_empty() { label.clone() } else { format!("{label}: {detail}") }
}

/// Formats the [`Record`] of the category `what` in two lines.
fn of(what: &str, Record { solved, alone, streak, longest, best }: &Record) -> [String; 2] {
    let best = best.map(|best| format!(", best {}", clock(Duration::from_millis(best))));
    let row = format!(
        "  Solved {solved}, without help {alone}{}, streak {streak} (longest {longest})",
        best.unwrap_or_default()
    );
    [what.to_owned(), row]
}

/// Returns the prompt of the lesson, as in `6 of 6: ...`; `None` if no lesson is under way.
#[must_use]
pub fn lesson(model: &Model) -> Option<String> {
    let lesson = model.lesson()?;
    let text = match lesson {
        Lesson::Move => "Move the cursor with the arrow keys or h j k l.",
        Lesson::Place => "Place a queen: press Enter. Enter removes it, too.",
        Lesson::Clash => "Queens attack along ranks, files and diagonals. Place a second queen on an attacked square.",
        Lesson::Block => "They clash. Press u to undo. Then press x to rule a square out.",
        Lesson::Why => "Go to an attacked square. Press w to see why it is attacked.",
        Lesson::Solve if model.is_solved() => "You know the game now. Press Esc and choose what to play.",
        Lesson::Solve => "Press Esc. Now place four queens that do not attack each other (u: undo, i: hint).",
    };
    Some(format!("{} of {}. {text}", lesson.number(), Lesson::ALL.len()))
}
