//! Boards with blocked squares, from a file.

use std::error::Error;
use std::fs;
use std::ops::Range;

use cpu_time::ThreadTime;
use nqueens_guide::{BigUint, Budget, Dice, Known, Map, Placement, Queens, Size, Square};
use puzzle_core::sat::Solver;
use puzzle_core::{Literal, Puzzle};
use serde_json::Value;

use crate::within;

/// The seconds for a map.
const MAP: f64 = 10.0;
/// The squares of a map that are confirmed.
const CONFIRMED: usize = 6;

/// A board of the file.
struct Board {
    id: String,
    placement: Placement,
    is_completable: bool,
    published: f64,
}

/// Tries the boards with these numbers.
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

/// Whether there is a completion.
fn verdict(board: &Board) -> Result<Outcome, Box<dyn std::error::Error>> {
    let start = ThreadTime::now();
    let answer = Map::new(&board.placement).completable(&mut Budget::unlimited())?;
    let text = if answer { "completable" } else { "no completion" };
    Ok((text.to_owned(), answer == board.is_completable, true, start.elapsed().as_secs_f64()))
}

/// What every square is, as far as it is found out in time.
fn map(board: &Board) -> Outcome {
    let mut map = Map::new(&board.placement);
    let seconds = within(MAP, |budget| {
        let start = ThreadTime::now();
        // What it does not get to is unknown.
        let _ = map.work(budget);
        start.elapsed().as_secs_f64()
    });
    let size = board.placement.size();
    let known = |square: &Square| map.known(*square);
    let unknown = size.squares().filter(|square| matches!(known(square), Known::Unknown | Known::Live)).count();
    let is_right = map.is_completable().is_none_or(|answer| answer == board.is_completable) && confirmed(board, &map);
    let text = format!("{unknown} of {} squares unknown", size.square_count() - board.placement.blocked().len());
    (text, is_right, map.is_finished(), seconds)
}

/// Whether a solver over the rules says the same of some squares, as far as it says anything in time.
fn confirmed(board: &Board, map: &Map) -> bool {
    let size = board.placement.size();
    let queens = Queens::new(size);
    let blocked = board.placement.blocked().iter().map(|&square| Literal::negative(size.variable(square)));
    let mut solver = Solver::new(queens.rules(), blocked);
    let open: Vec<Square> = size.squares().filter(|square| !board.placement.blocked().contains(square)).collect();
    let sample = Dice::new(1).distinct(BigUint::from(open.len())).take(CONFIRMED).collect::<Vec<_>>();
    sample.into_iter().all(|at| {
        let square = open[usize::try_from(&at).expect("it is below the number of squares")];
        let is_live = match map.known(square) {
            Known::Dead => false,
            Known::Open | Known::Forced | Known::Live => true,
            _ => return true,
        };
        let assumed = [Literal::positive(size.variable(square))];
        within(MAP, |budget| solver.model(&assumed, budget)).ok().is_none_or(|model| model.is_some() == is_live)
    })
}
