//! `nqueens regions guide`: what every square is, and how many solutions have a queen there.

use std::io::Write;

use clap::Args;
use puzzle_core::answer::Value;
use puzzle_core::{Budget, Diagram, Guide as Guided, Source, Status, Variable, Words, explain, sentences};
use regions_guide::{RegionsPuzzle, Square};
use serde::Serialize;

use super::drawing::{WIDTH, draw};
use super::input::{BoardJson, BoardsArgs, MarksArgs, conflicts, solutions};
use crate::cli::Output;
use crate::cmd::board_args::on_board;
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
    /// Say why this square is ruled out, or forced, instead of drawing the board
    #[arg(long, value_name = "SQUARE", conflicts_with = "json")]
    explain: Option<Square>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 6 --seed 1 | nqueens regions guide
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions guide --queens b1
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions guide --explain a1
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
    solutions: Value,
    squares: Vec<SquareJson>,
}

#[derive(Serialize)]
struct SquareJson {
    square: String,
    region: char,
    status: &'static str,
    solutions: Value,
}

impl Guide {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        self.boards.answer_each(out, true, Failure::Usage, |out, line, puzzle| {
            let marks = self.marks.on(&puzzle)?;
            let source = solutions(line, puzzle.clone())?;
            let budget = &mut Budget::unlimited();
            let tally =
                source.completions(&marks, budget).and_then(|all| all.tally(budget)).map_err(Failure::failed)?;
            let guide = Guided::new(&puzzle, marks.clone(), tally);
            if let Some(square) = self.explain {
                on_board(puzzle.size(), "--explain <SQUARE>", [square])?;
                let lines = explained(&source, &guide, puzzle.size().variable(square))?;
                return Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?);
            }
            if self.boards.json {
                return write_json(out, &GuideJson::new(BoardJson::new(line, &puzzle), &puzzle, &guide));
            }
            let color = out.color;
            Ok(out.write_all(text(&puzzle, &guide, color).as_bytes())?)
        })
    }
}

/// Why a square is what it is.
fn explained(source: &Diagram<RegionsPuzzle>, guide: &Guided, square: Variable) -> Result<Vec<String>, Failure> {
    let puzzle = source.puzzle();
    let explanation = explain(source, guide, square, &mut Budget::unlimited()).map_err(Failure::failed)?;
    Ok(match explanation {
        Some(explanation) => sentences::explanation(puzzle, &explanation),
        None => vec![sentences::nothing_to_explain(puzzle, guide, square)],
    })
}

impl GuideJson {
    fn new(board: BoardJson, puzzle: &RegionsPuzzle, guide: &Guided) -> GuideJson {
        let squares = puzzle.size().squares().zip(guide.variables());
        let squares = squares.map(|(square, (_, status, completions))| SquareJson {
            square: square.to_string(),
            region: puzzle.board().letter(puzzle.board().region(square)),
            status: puzzle.status_name(status),
            solutions: Value::from(completions),
        });
        GuideJson { board, solutions: Value::from(guide.total()), squares: squares.collect() }
    }
}

/// The blanks between two boards side by side.
const GAP: usize = 2;

/// The statuses, the counts, the glyphs' meanings and the total.
fn text(puzzle: &RegionsPuzzle, guide: &Guided, color: bool) -> String {
    let status = |square: Square| guide.status(puzzle.size().variable(square));
    let count = |square: Square| match status(square) {
        Status::Open | Status::Forced => guide.completions(puzzle.size().variable(square)).to_string(),
        status => glyph(status).to_string(),
    };
    let paint = |square, text| if color { painted(status(square), text) } else { text };
    let left = draw(puzzle.board(), |square| glyph(status(square)).to_string(), paint);
    let right = draw(puzzle.board(), count, paint);
    let mut lines: Vec<String> = if left.width + GAP + right.width <= WIDTH {
        let pairs = left.lines.iter().zip(&right.lines);
        pairs.map(|(left, right)| format!("{left}{:GAP$}{right}", "")).collect()
    } else {
        left.lines.into_iter().chain([String::new()]).chain(right.lines).collect()
    };
    let occurring = Status::ALL.into_iter().filter(|&status| guide.variables().any(|(_, other, _)| other == status));
    let legend: Vec<_> = occurring.map(|status| format!("{} {}", glyph(status), puzzle.status_name(status))).collect();
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
