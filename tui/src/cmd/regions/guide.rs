//! `nqueens regions guide`: what every square is, and how many solutions have a queen there.

use std::io::Write;

use clap::Args;
use puzzle_core::{Guide as Guided, Puzzle, Status};
use regions_guide::{RegionsPuzzle, Square};
use serde::Serialize;

use super::drawing::{WIDTH, draw};
use super::input::{BoardJson, BoardsArgs, MarksArgs, conflicts, guide, solutions};
use crate::cli::Output;
use crate::cmd::board_args::exact;
use crate::cmd::{Failure, write_json};
use crate::drawing::{glyph, painted};

/// Show what every square of each board is, and how many solutions have a queen there
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Guide {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    marks: MarksArgs,
    /// Print one JSON object a board with all squares, a1, b1, ... first
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 6 --seed 1 | nqueens regions guide
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions guide --queens b1
  nqueens regions guide board.txt --blocked a1,c2 --json

What a square can be:
  queen      a queen stands on it
  blocked    it is ruled out
  attacked   by a queen: in her rank, her file or her region, or touched by her
  dead       not attacked, but in none of the solutions that are left
  open       in some of them
  forced     in all of them";

#[derive(Serialize)]
struct GuideJson {
    #[serde(flatten)]
    board: BoardJson,
    solutions: serde_json::Number,
    squares: Vec<SquareJson>,
}

#[derive(Serialize)]
struct SquareJson {
    square: String,
    region: char,
    status: &'static str,
    solutions: serde_json::Number,
}

impl Guide {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.boards.answer_each(out, self.json, Failure::Usage, |out, line, puzzle| {
            let marks = self.marks.on(&puzzle)?;
            let source = solutions(line, puzzle.clone())?;
            let guide = guide(&source, marks);
            if self.json {
                return write_json(out, &GuideJson::new(BoardJson::new(line, &puzzle), &puzzle, &guide));
            }
            Ok(out.write_all(text(&puzzle, &guide, out.color).as_bytes())?)
        })
    }
}

impl GuideJson {
    fn new(board: BoardJson, puzzle: &RegionsPuzzle, guide: &Guided) -> GuideJson {
        let squares = puzzle.size().squares().zip(guide.variables());
        let squares = squares.map(|(square, (_, status, completions))| SquareJson {
            square: square.to_string(),
            region: puzzle.board().letter(puzzle.board().region(square)),
            status: puzzle.status_name(status),
            solutions: exact(completions.value()),
        });
        GuideJson { board, solutions: exact(guide.total().value()), squares: squares.collect() }
    }
}

/// The blanks between two boards side by side.
const GAP: usize = 2;

/// The statuses, the counts, the glyphs' meanings and the total.
fn text(puzzle: &RegionsPuzzle, guide: &Guided, color: bool) -> String {
    let status = |square: Square| guide.status(puzzle.size().variable(square));
    let count = |square: Square| match status(square) {
        Status::Open | Status::Forced => guide.completions(puzzle.size().variable(square)).to_string(),
        status => glyph(of_queens(status)).to_string(),
    };
    let paint = |square, text| if color { painted(of_queens(status(square)), text) } else { text };
    let left = draw(puzzle.board(), |square| glyph(of_queens(status(square))).to_string(), paint);
    let right = draw(puzzle.board(), count, paint);
    let mut lines: Vec<String> = if left.width + GAP + right.width <= WIDTH {
        let pairs = left.lines.iter().zip(&right.lines);
        pairs.map(|(left, right)| format!("{left}{:GAP$}{right}", "")).collect()
    } else {
        left.lines.into_iter().chain([String::new()]).chain(right.lines).collect()
    };
    let occurring = Status::ALL.into_iter().filter(|&status| guide.variables().any(|(_, other, _)| other == status));
    let legend: Vec<_> =
        occurring.map(|status| format!("{} {}", glyph(of_queens(status)), puzzle.status_name(status))).collect();
    lines.extend([String::new(), legend.join("   "), summary(puzzle, guide)]);
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The total in a sentence, and why if it is none.
fn summary(puzzle: &RegionsPuzzle, guide: &Guided) -> String {
    match guide.total().to_string().as_str() {
        "0" => format!("0 solutions: {}", why_none(puzzle, guide)),
        "1" => "1 solution".to_owned(),
        many => format!("{many} solutions"),
    }
}

fn why_none(puzzle: &RegionsPuzzle, guide: &Guided) -> String {
    match conflicts(puzzle, guide.marks()).into_iter().next() {
        Some(conflict) => conflict,
        None if guide.marks().is_empty() => "there is none on this board".to_owned(),
        None => "nothing completes this placement".to_owned(),
    }
}

/// Statuses as they are called, and drawn, on every board of queens.
fn of_queens(status: Status) -> nqueens_guide::Status {
    match status {
        Status::Given | Status::Placed => nqueens_guide::Status::Queen,
        Status::Blocked => nqueens_guide::Status::Blocked,
        Status::Excluded => nqueens_guide::Status::Attacked,
        Status::Dead => nqueens_guide::Status::Dead,
        Status::Open => nqueens_guide::Status::Open,
        Status::Forced => nqueens_guide::Status::Forced,
    }
}
