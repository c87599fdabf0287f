//! The verdicts and the maps of boards with blocked squares, which are read from a file.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::ops::Range;

use cpu_time::ThreadTime;
use nqueens_guide::{Budget, Known, Map, Placement, Size, Square, attacks};
use serde_json::Value;

use crate::within;

/// The time limit for the map of a board, in seconds of processor time.
const MAP: f64 = 10.0;

/// A board of the file, with the published answer and time.
struct Board {
    id: String,
    placement: Placement,
    is_completable: bool,
    published: f64,
}

/// Prints a line for each board of `file` whose number, counted from 0, is in `range`: the verdict on the board if
/// `what` is `verdicts`, and its map if `what` is `maps`. Then prints the totals.
pub(crate) fn run(file: &str, what: &str, range: &Range<usize>) -> Result<(), Box<dyn Error>> {
    let (mut boards, mut seconds, mut published, mut wrong, mut open) = (0, 0.0, 0.0, 0, 0);
    for (number, line) in fs::read_to_string(file)?.lines().enumerate() {
        if !range.contains(&number) {
            continue;
        }
        let board = read(line)?;
        let (text, is_right, is_whole, time) = match what {
            "verdicts" => verdict(&board)?,
            "maps" => map(&board),
            _ => return Err(format!("expected `verdicts` or `maps`, found `{what}`").into()),
        };
        println!("{number:>4} {:<22} {time:>8.2} s (published {:>6.2} s): {text}", board.id, board.published);
        boards += 1;
        seconds += time;
        published += board.published;
        wrong += usize::from(!is_right);
        open += usize::from(!is_whole);
    }
    println!("{boards} boards, {wrong} wrong, {open} not finished, {seconds:.1} s; published {published:.1} s");
    Ok(())
}

fn read(line: &str) -> Result<Board, Box<dyn std::error::Error>> {
    let value: Value = serde_json::from_str(line)?;
    let text = |name: &str| value[name].as_str().ok_or(format!("expected `{name}` to be a string"));
    let size = Size::new(value["n"].as_u64().ok_or("expected `n` to be a number")? as usize)?;
    let blocked = text("blocked")?.split(',').map(str::parse).collect::<Result<Vec<Square>, _>>()?;
    Ok(Board {
        id: text("id")?.to_owned(),
        placement: Placement::new(size, [], blocked)?,
        is_completable: value["completable"].as_bool().ok_or("expected `completable` to be true or false")?,
        published: value["lingeling_s"].as_f64().ok_or("expected `lingeling_s` to be a number")?,
    })
}

type Outcome = (String, bool, bool, f64);

/// Decides if the board has a completion, and compares the answer with the published one.
fn verdict(board: &Board) -> Result<Outcome, Box<dyn std::error::Error>> {
    let start = ThreadTime::now();
    let answer = Map::new(&board.placement).completable(&mut Budget::unlimited())?;
    let text = if answer { "completable" } else { "no completion" };
    Ok((text.to_owned(), answer == board.is_completable, true, start.elapsed().as_secs_f64()))
}

/// Computes the map of the board: the status of every square that is decided within [`MAP`] seconds.
fn map(board: &Board) -> Outcome {
    let mut map = Map::new(&board.placement);
    let seconds = within(MAP, |budget| {
        let start = ThreadTime::now();
        // Squares not decided in time are unknown.
        let _ = map.work(budget);
        start.elapsed().as_secs_f64()
    });
    let size = board.placement.size();
    let known = |square: &Square| map.known(*square);
    let unknown = size.squares().filter(|square| matches!(known(square), Known::Unknown | Known::Live)).count();
    let is_right = map.is_completable().is_none_or(|answer| answer == board.is_completable) && is_shown(board, &map);
    let letters: String = size.squares().map(|square| letter(map.known(square))).collect();
    let of = size.square_count() - board.placement.blocked().len();
    (format!("{unknown} of {of} squares unknown {letters}"), is_right, map.is_finished(), seconds)
}

/// Returns the letter that stands for a status in the output.
fn letter(known: Known) -> char {
    match known {
        Known::Dead => '-',
        Known::Open => 'o',
        Known::Forced => '!',
        Known::Live => 'l',
        _ => '?',
    }
}

/// Checks a map by the completions that it has found: returns `true` if each of them completes the board, and if each
/// open, forced or live square has a queen in at least one of them.
fn is_shown(board: &Board, map: &Map) -> bool {
    let size = board.placement.size();
    let mut shown = BTreeSet::new();
    for completion in map.completions() {
        let queens: Vec<Square> =
            completion.iter().enumerate().map(|(rank, &file)| Square::at(usize::from(file), rank)).collect();
        let attacked = |(i, &queen): (usize, &Square)| queens[..i].iter().any(|&other| attacks(queen, other));
        let is_blocked = |queen: &Square| board.placement.blocked().contains(queen);
        if queens.len() != size.get() || queens.iter().any(is_blocked) || queens.iter().enumerate().any(attacked) {
            return false;
        }
        shown.extend(queens);
    }
    let possible = |square: &Square| matches!(map.known(*square), Known::Open | Known::Forced | Known::Live);
    size.squares().filter(possible).all(|square| shown.contains(&square))
}
