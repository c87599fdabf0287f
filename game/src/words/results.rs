//! Sentences about results and statistics, on pages, and in the lesson.

use std::time::Duration;

use puzzle_core::Hint;
use puzzle_core::sentences::capital;
use puzzle_kind::Playable;

use super::{TechniqueText, clock, hints, out_of, progress_so_far};
use crate::attempt::{Attempt, SolvedBy, category};
use crate::menu::{MenuChoice, Page};
use crate::model::{Grade, Model};
use crate::play_statistics::{DayRecord, Record};
use crate::save::Save;
use crate::setting::Setting;
use crate::why::{Argument, WhyScreen};

/// Returns the help and the time of a solved puzzle, such as `with 2 hints in 2:41`; a zero time is left out.
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
        // The record stores times in whole milliseconds.
        let is_own = |best: Duration| best.as_millis() == model.attempt().time.as_millis();
        let best = record.best_time().map(|best| match model.play.best_before {
            Some(before) if is_own(best) && best < before => {
                format!("New best time ({} before). ", clock(before))
            }
            _ if is_own(best) => "Your best time. ".to_owned(),
            _ => format!("Best: {}. ", clock(best)),
        });
        lines.push(format!("{}Streak: {}.", best.unwrap_or_default(), record.streak));
    }
    let day = model.catalogue().day(model.number()).and_then(|_| model.statistics.days());
    lines.extend(day.map(|days| format!("Daily streak: {}.", in_days(days.streak))));
    lines
}

/// Returns the result in one line that does not give away the solution, such as `nqueens: 8 x 8 queens, solved without
/// help in 2:41`.
pub(crate) fn result(model: &Model) -> String {
    let id = model.id().map_or(String::new(), |id| format!(" ({id})"));
    let what = category(model.board()) + &id;
    if !model.is_solved() {
        return format!("nqueens: {what}, {}", progress_so_far(model));
    }
    format!("nqueens: {what}, solved {}", solved(model.attempt()))
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
            let head = ["Solved so far".to_owned(), String::new()];
            let records = model.statistics.in_order();
            let lines: Vec<String> = records.into_iter().flat_map(|(what, record)| of(what, record)).collect();
            let none = lines.is_empty().then(|| "No puzzle solved yet.".to_owned());
            head.into_iter().chain(lines).chain(none).chain(days(model)).collect()
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

/// Returns the statistics as a table: the headings, then a row for each category. Empty before the first solution.
#[must_use]
pub fn statistics(model: &Model) -> Vec<[String; 6]> {
    let row = |(what, record): (&str, &Record)| {
        let best = record.best_time().map_or_else(|| "-".to_owned(), clock);
        let [solved, alone, streak, longest] =
            [record.solved, record.alone, record.streak, record.longest].map(|number| number.to_string());
        [what.to_owned(), solved, alone, best, streak, longest]
    };
    let rows: Vec<[String; 6]> = model.statistics.in_order().into_iter().map(row).collect();
    let head = ["Puzzle", "Solved", "Without help", "Best", "Streak", "Longest"].map(str::to_owned);
    if rows.is_empty() { rows } else { [head].into_iter().chain(rows).collect() }
}

/// Describes the days with a solved daily puzzle; `None` before the first such day.
#[must_use]
pub fn days(model: &Model) -> Option<String> {
    let DayRecord { days, streak, longest } = model.statistics.days()?;
    Some(format!("Daily puzzles: {days} solved, the latest streak {} (longest {longest}).", in_days(streak)))
}

/// Formats a number of days, such as `1 day`.
fn in_days(count: usize) -> String {
    format!("{count} day{}", if count == 1 { "" } else { "s" })
}

/// Returns the name of a puzzle, such as `9 x 9 Sudoku`.
#[must_use]
pub fn puzzle_name(puzzle: &dyn Playable) -> String {
    let (columns, rows) = puzzle.grid();
    format!("{columns} x {rows} {}", puzzle.kind())
}

/// Returns the progress of a saved game, such as `3 of 8, 2:41` or `solved in 2:41`.
#[must_use]
pub fn saved_progress(puzzle: &dyn Playable, save: &Save) -> String {
    let time = (save.time().as_secs() > 0).then(|| clock(save.time()));
    if save.is_solved() {
        return time.map_or_else(|| "solved".to_owned(), |time| format!("solved in {time}"));
    }
    let placed = save.marks(puzzle).map(|marks| out_of(puzzle, &marks)).ok();
    placed.into_iter().chain(time).collect::<Vec<_>>().join(", ")
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

/// Formats the [`Record`] of the category `what` in two lines.
fn of(what: &str, Record { solved, alone, streak, longest, best }: &Record) -> [String; 2] {
    let best = best.map(|best| format!(", best {}", clock(Duration::from_millis(best))));
    let row = format!(
        "  Solved {solved}, without help {alone}{}, streak {streak} (longest {longest})",
        best.unwrap_or_default()
    );
    [what.to_owned(), row]
}
