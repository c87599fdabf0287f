//! The header of the screen, which names the puzzle, and the status strip.

use puzzle_core::Count;
use puzzle_core::sentences::capital;

use super::{counted, hints, is_said_of_one, level, remaining_now, time, title};
use crate::catalogue::Catalogue;
use crate::model::{Model, Play};

/// Returns the parts of the header, the most important first, such as `8 x 8 queens`, `puzzle 3`, or for a daily puzzle
/// `Daily Sudoku, Thu 26 Nov`, `9 x 9 Sudoku`. `times` is the sign or word between the numbers of columns and rows.
#[must_use]
pub fn header(model: &Model, times: &str) -> Vec<String> {
    names(&model.play, times)
}

/// Returns the names of a game, as [`header`] does.
pub(super) fn names(Play { catalogue, number, board, .. }: &Play, times: &str) -> Vec<String> {
    let mut parts: Vec<String> = daily_of(&**catalogue, *number).into_iter().chain([title(board, times)]).collect();
    match catalogue.daily(*number) {
        Some(_) => {}
        None if catalogue.is_by_size() || catalogue.numbers().count() == 1 => {}
        None => parts.push(format!("puzzle {number}")),
    }
    parts
}

/// Returns the title of a daily puzzle, such as `Daily Sudoku, Thu 26 Nov`; `None` for other puzzles.
#[must_use]
pub fn daily_title(model: &Model) -> Option<String> {
    daily_of(&**model.catalogue(), model.number())
}

fn daily_of(catalogue: &dyn Catalogue, number: usize) -> Option<String> {
    let daily = catalogue.daily(number)?;
    Some(format!("Daily {}, {}", daily.name, date(daily.day)))
}

/// Returns the difficulty of the puzzle, such as `Easy`: its rating, or the difficulty with which it was made; `None` if
/// it has neither.
#[must_use]
pub fn difficulty(model: &Model) -> Option<String> {
    model.difficulty().map(|difficulty| capital(difficulty.name()))
}

/// Returns the parts of the status strip, the most important first, such as `92 solutions`, `♛ 3/8`, `0:41`, `Easy`,
/// `1 hint`, `help: guide`. `piece` is the sign of the puzzle's piece; puzzles without a piece have no sign.
#[must_use]
pub fn status_strip(model: &Model, piece: &str) -> Vec<String> {
    let puzzle = model.board().puzzle();
    let mut parts = Vec::new();
    if let Some(guide) = model.guide() {
        if model.assist().is_guided() {
            parts.extend(match guide.total() {
                total @ Count::Exact(_) => Some(solutions(total)),
                Count::AtLeast(_) => remaining_now(model),
            });
        }
        let placed = guide.marks().placed.len();
        let progress = puzzle.places().map_or_else(|| format!("{placed} placed"), |all| format!("{placed}/{all}"));
        parts.push(if puzzle.piece().is_some() { format!("{piece} {progress}") } else { progress });
    }
    parts.extend(time(model));
    parts.extend(difficulty(model));
    // Hints alone say that the attempt counts as helped.
    parts.extend(match model.attempt() {
        attempt if attempt.hints > 0 => Some(hints(attempt.hints)),
        attempt => attempt.is_helped.then(|| "helped".to_owned()),
    });
    parts.extend(model.types_letters().then(|| "letters are values".to_owned()));
    parts.push(level(puzzle, model.assist()));
    parts
}

/// Formats a number of solutions, such as `92 solutions`.
fn solutions(total: &Count) -> String {
    format!("{} solution{}", counted(total), if is_said_of_one(total) { "" } else { "s" })
}

/// Formats a day, such as `Thu 26 Nov`. `day` is the number of days since Thursday, 1 January 1970.
#[must_use]
pub fn date(day: i32) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
    // The calculation uses years that begin in March, in eras of 400 years: Howard Hinnant, "chrono-Compatible
    // Low-Level Date Algorithms", `civil_from_days`.
    let of_era = (i64::from(day) + 719_468).rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    format!("{} {of_month} {}", DAYS[day.rem_euclid(7) as usize], MONTHS[month as usize])
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        for (day, expected) in [
            (0, "Thu 1 Jan"),
            (-1, "Wed 31 Dec"),
            (11_016, "Tue 29 Feb"),
            (11_017, "Wed 1 Mar"),
            (20_783, "Thu 26 Nov"),
        ] {
            assert_eq!(date(day), expected, "{day}");
        }
    }
}
