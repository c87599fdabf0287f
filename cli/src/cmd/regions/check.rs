//! `nqueens regions check`: whether a board is a proper puzzle, or a placement on it a part of a solution.

use std::io::Write;

use clap::Args;
use puzzle_core::Marks;
use regions_guide::{Board, Rating, RegionsPuzzle, Square, first_solutions, rate};
use serde::Serialize;

use super::input::{BoardJson, BoardsArgs, MarksArgs, conflicts};
use super::solve::{names, status};
use crate::cli::Output;
use crate::cmd::{Failure, write_json};

/// Check whether boards are proper puzzles, or what queens on them are
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    marks: MarksArgs,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 8 --seed 1 | nqueens regions check
  printf 'AABB\\nABBC\\nAACC\\nDDDC\\n' | nqueens regions check --queens b1,d2
  nqueens regions check board.txt --attack queen --json

A proper puzzle has connected regions and exactly one solution, and is rated by what it takes to find it. Everyone places
the queen of a line (a rank, a file or a region) with one square left. Beyond that it takes:
  easy       ruling out squares whose queen would leave some line without a square at once
  medium     the same after the queens that would have to follow, one after the other
  hard       trying the squares of a line in turn

With --queens or --blocked it is these that are checked: they are a solution, or can be completed to one, or not. Exit
code 1 if a board is not proper, its queens are no part of a solution, or its text is no board.";

#[derive(Serialize)]
struct ProperJson {
    #[serde(flatten)]
    board: BoardJson,
    proper: bool,
    /// `unique`, `none` or `multiple`.
    status: &'static str,
    /// Of a board with one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<&'static str>,
    faults: Vec<String>,
}

#[derive(Serialize)]
struct PlacementJson {
    #[serde(flatten)]
    board: BoardJson,
    /// As of `nqueens check`.
    verdict: &'static str,
    /// The squares that complete it.
    #[serde(skip_serializing_if = "Option::is_none")]
    completion: Option<Vec<String>>,
    conflicts: Vec<String>,
}

impl Check {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let mut all_positive = true;
        self.boards.answer_each(out, true, Failure::Failed, |out, line, puzzle| {
            let board = BoardJson::new(line, &puzzle);
            let marks = self.marks.on(&puzzle)?;
            if marks.is_empty() {
                let answer = ProperJson::new(board, &puzzle);
                all_positive &= answer.proper;
                return if self.boards.json { write_json(out, &answer) } else { answer.write(out) };
            }
            let answer = PlacementJson::new(board, &puzzle, &marks);
            all_positive &= matches!(answer.verdict, "solution" | "completable");
            if self.boards.json { write_json(out, &answer) } else { answer.write(out) }
        })?;
        if all_positive { Ok(()) } else { Err(Failure::Told) }
    }
}

impl ProperJson {
    fn new(board: BoardJson, puzzle: &RegionsPuzzle) -> ProperJson {
        let found = first_solutions(puzzle, &Marks::default(), 2);
        let mut faults = scattered(puzzle.board());
        match found.as_slice() {
            [] => faults.push("no solution".to_owned()),
            [_] => {}
            [first, second, ..] => {
                let (first, second) = (names(first).join(" "), names(second).join(" "));
                faults.push(format!("more than one solution: {first} and {second} are two"));
            }
        }
        let rating = rate(puzzle).map(Rating::name);
        ProperJson { board, proper: faults.is_empty(), status: status(found.len()), rating, faults }
    }

    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        if let (true, Some(rating)) = (self.proper, self.rating) {
            writeln!(out, "a proper puzzle, {rating}: its regions are connected, and it has exactly one solution")?;
        }
        Ok(self.faults.iter().try_for_each(|fault| writeln!(out, "not a proper puzzle: {fault}"))?)
    }
}

/// The regions that are not connected, each in a sentence.
fn scattered(board: &Board) -> Vec<String> {
    let parts = (0..board.size().get()).map(|region| (board.letter(region), board.parts(region)));
    let scattered = parts.filter(|&(_, parts)| parts > 1);
    scattered.map(|(letter, parts)| format!("region {letter} is not connected: it lies in {parts} parts")).collect()
}

impl PlacementJson {
    fn new(board: BoardJson, puzzle: &RegionsPuzzle, marks: &Marks) -> PlacementJson {
        let conflicts = conflicts(puzzle, marks);
        let found = first_solutions(puzzle, marks, 1).into_iter().next();
        let rest = found.map(|solution| {
            let is_new = |square: &Square| !marks.placed.contains(&puzzle.size().variable(*square));
            names(&solution.into_iter().filter(is_new).collect::<Vec<_>>())
        });
        let verdict = match &rest {
            _ if !conflicts.is_empty() => "conflicting",
            None => "not completable",
            Some(rest) if rest.is_empty() => "solution",
            Some(_) => "completable",
        };
        PlacementJson { board, verdict, completion: rest.filter(|rest| !rest.is_empty()), conflicts }
    }

    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        match (&self.completion, self.verdict) {
            (Some(rest), _) => writeln!(out, "completable: {} complete it", rest.join(" "))?,
            (None, "solution") => writeln!(out, "a solution")?,
            (None, "conflicting") => {
                self.conflicts.iter().try_for_each(|conflict| writeln!(out, "not consistent: {conflict}"))?;
            }
            (None, _) => writeln!(out, "consistent, not completable: nothing completes it")?,
        }
        Ok(())
    }
}
