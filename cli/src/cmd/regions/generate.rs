//! `nqueens regions generate`: new boards with exactly one solution.

use std::io::Write;

use clap::Args;
use regions_guide::{Attack, Board, Budget, Generated, Generator, Rating, Size};
use serde::Serialize;

use super::drawing::tinted;
use super::input::{AttackArg, one_of};
use super::solve::names;
use crate::cli::Output;
use crate::cmd::{Failure, any_seed, write_json};

/// Make boards with connected regions and exactly one solution
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The number of ranks, of files, of regions and of queens: 1, or 4 to 12
    #[arg(value_name = "SIZE", allow_negative_numbers = true)]
    size: Size,
    #[command(flatten)]
    attack: AttackArg,
    /// Where the random numbers start: the same seed makes the same boards, on every machine [default: a random one]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How many boards to make
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true)]
    count: u64,
    /// Only boards as hard as this
    #[arg(long, value_parser = one_of(Rating::ALL, Rating::name))]
    rating: Option<Rating>,
    /// Print one JSON object a board, with its solution
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  nqueens regions generate 8
  nqueens regions generate 9 --rating medium --seed 7
  nqueens regions generate 7 --count 20 --seed 1 > boards.txt
  nqueens regions generate 10 --attack queen --seed 3 --json

'nqueens regions check --help' says what the ratings mean. Not every size has boards of every rating: hard ones are rare
below 9. Without a seed the one that was taken is told in the board's comment.";

#[derive(Serialize)]
struct GeneratedJson {
    n: usize,
    attack: &'static str,
    seed: u64,
    /// The place among the boards of this seed, counted from 1.
    number: u64,
    rating: &'static str,
    /// The letters of each rank, from the top.
    board: Vec<String>,
    /// The queens by rank.
    solution: Vec<String>,
}

impl Generate {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let attack = self.attack.attack;
        let seed = self.seed.unwrap_or_else(any_seed);
        let mut boards = Generator::new(self.size, attack, self.rating, seed)
            .map_err(|error| Failure::Usage(format!("invalid value '{}' for '<SIZE>': {error}", self.size)))?;
        for number in 1..=self.count {
            let made = boards.next_board(&mut Budget::unlimited()).map_err(Failure::failed)?;
            if self.json {
                write_json(out, &GeneratedJson::new(&made, attack, seed, number))?;
            } else {
                if number > 1 {
                    writeln!(out)?;
                }
                let (size, rating) = (self.size, made.rating);
                writeln!(out, "# {size} x {size}, attack {attack}, {rating}: board {number} of seed {seed}")?;
                write_board(out, &made.board)?;
            }
            out.flush()?;
        }
        Ok(())
    }
}

/// The letters; in colour they are wider, and no longer to be read back.
fn write_board(out: &mut Output, board: &Board) -> Result<(), Failure> {
    if !out.color {
        return Ok(write!(out, "{board}")?);
    }
    for rank in (0..board.size().get()).rev() {
        let letter = |square| tinted(board, square, format!(" {}", board.letter(board.region(square))));
        writeln!(out, "{}", board.size().rank(rank).map(letter).collect::<String>())?;
    }
    Ok(())
}

impl GeneratedJson {
    fn new(made: &Generated, attack: Attack, seed: u64, number: u64) -> GeneratedJson {
        GeneratedJson {
            n: made.board.size().get(),
            attack: attack.name(),
            seed,
            number,
            rating: made.rating.name(),
            board: made.board.to_string().lines().map(str::to_owned).collect(),
            solution: names(&made.solution),
        }
    }
}
