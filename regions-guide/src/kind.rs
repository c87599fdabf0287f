//! [`RegionsKind`], queens in regions as a kind of puzzle: options, help, reader and generator for commands and games.

use std::io::{self, BufRead};
use std::sync::Arc;

use bdd_core::{Budget, Interrupted};
use nqueens_board::{Size, Square, marks};
use puzzle_core::{Adaptive, Seen, deduce, explain};
use puzzle_kind::{
    Arguments, BadArgument, Difficulty, Entry, Generated, Help, Kind, OpenError, Opened, Parameter, Playable, Reading,
    Verb, usual_help, usual_parameters,
};

use crate::attack::Attack;
use crate::generate::{BoardGenerator, GeneratedBoard};
use crate::puzzle::RegionsPuzzle;
use crate::read::{NOTHING, read};
use crate::solutions::all_solutions;

/// Queens in regions as a kind of puzzle.
///
/// ```
/// use puzzle_kind::{Arguments, Kind};
/// use regions_guide::RegionsKind;
///
/// let (line, entry) = RegionsKind.read(&Arguments::default(), Box::new(&b"\nAAB\nCAB\nBBB\n"[..])).next().unwrap()?;
/// assert_eq!((line, entry.puzzle().kind()), (2, "queens in regions"));
/// # Ok::<(), puzzle_kind::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RegionsKind;

impl From<RegionsPuzzle> for Entry {
    /// Returns the entry of a board. Its source is the diagram of its solutions, or a SAT solver if the diagram takes
    /// too much memory.
    fn from(puzzle: RegionsPuzzle) -> Entry {
        let shared = Arc::new(puzzle.clone());
        Entry::new(shared, move |budget| match all_solutions(puzzle.clone(), budget) {
            Ok(solutions) => Ok(Opened::new(solutions)),
            // Building a diagram has just failed, so no steps are spent on another attempt.
            Err(Interrupted::TooLarge { .. }) => Ok(Opened::new(Adaptive::open_with(puzzle.clone(), 0, budget)?)),
            Err(stopped) => Err(stopped.into()),
        })
    }
}

impl Kind for RegionsKind {
    fn name(&self) -> &'static str {
        "regions"
    }

    fn help(&self) -> Help {
        HELP
    }

    fn verb_help(&self, verb: Verb) -> Help {
        match verb {
            Verb::Solve => SOLVE,
            Verb::Guide => GUIDE,
            Verb::Count => COUNT,
            Verb::Check => CHECK,
            Verb::Explain => EXPLAIN,
            Verb::Rate => RATE,
            Verb::Generate => GENERATE,
            Verb::Play => PLAY,
            Verb::Hint | Verb::Sample | Verb::Export | Verb::Certify | Verb::New => usual_help(verb),
        }
    }

    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        let attack = Parameter::option(
            "attack",
            "ATTACK",
            "The reach of queens along diagonals: one step, like a king, so that no two touch; or the whole diagonal",
        )
        .one_of(&Attack::ALL.map(|attack| (attack.name(), "")))
        .or(Attack::King.name());
        let stars = Parameter::option(
            "stars",
            "K",
            "The number of stars in every rank, file and region [default: one queen, or the number in Star Battle \
             Notation]",
        )
        .one_of(&["1", "2", "3", "4", "5", "6"].map(|stars| (stars, "")));
        let rating = |help| Parameter::difficulty("rating", help);
        let square = |name, help| Parameter::explained(name, "SQUARE", help).parsed::<Square>();
        match verb {
            Verb::Generate => vec![
                Parameter::operand(
                    "size",
                    "SIZE",
                    "The number of ranks, of files and of regions: 1, or 4 to 12; with several stars, also larger",
                )
                .number::<Size>(),
                attack,
                stars,
                Parameter::seed(
                    "The seed of the random numbers: the same seed makes the same boards, on every machine [default: \
                     random]",
                ),
                Parameter::number_of("How many boards to make"),
                rating("Only boards as hard as this"),
                Parameter::json("Print one JSON object for each board, with its solution"),
            ],
            Verb::Play => vec![
                Parameter {
                    default: None,
                    ..Parameter::file(
                        "A file with boards, or - for the standard input [default: new boards, one after the other]",
                    )
                },
                attack.with_letter('a'),
                stars.with_letter('k'),
                Parameter::option("size", "N", "The size of new boards: 1, or 4 to 12")
                    .number::<Size>()
                    .or("8")
                    .without("file")
                    .with_letter('n'),
                rating("Only new boards as hard as this").without("file").with_letter('r'),
                Parameter::seed("The seed of new boards, as in generate [default: random]").without("file"),
            ],
            Verb::Sample | Verb::Export => {
                let own = [attack, stars].into_iter().chain(marks()).collect();
                usual_parameters(verb, own)
            }
            _ => {
                let file = Parameter::file("The file with the boards, or - for the standard input");
                let mut parameters = vec![file, attack, stars, Parameter::json("Print one JSON object for each board")];
                if !matches!(verb, Verb::Solve | Verb::Rate) {
                    parameters.extend(marks());
                }
                match verb {
                    Verb::Solve => parameters.push(Parameter::steps()),
                    Verb::Guide => parameters.push(
                        square(
                            "explain",
                            "Explain why this square is ruled out, or forced, instead of drawing the board",
                        )
                        .called("explain")
                        .hidden()
                        .without("json"),
                    ),
                    Verb::Explain => parameters.push(square("square", "The square to explain, such as d4").required()),
                    _ => {}
                }
                parameters
            }
        }
    }

    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        let attack = attack_of(arguments);
        let option: Option<usize> = arguments.parsed("stars");
        Box::new(read(from).map(move |read| {
            let (line, board, stars) = read?;
            Ok((line, RegionsPuzzle::with_stars(board, attack, option.or(stars).unwrap_or(1)).into()))
        }))
    }

    fn empty_input_message(&self) -> String {
        NOTHING.to_owned()
    }

    fn file_error_message(&self, file: &str, error: &io::Error) -> String {
        format!("can't read {file}: {error}; give the file of a board, or - for the standard input")
    }

    fn generator(&self, arguments: &Arguments, seed: u64) -> Result<Box<dyn puzzle_kind::Generator>, BadArgument> {
        let attack = attack_of(arguments);
        let rating = arguments.get("rating").and_then(Difficulty::named);
        let size: Size = arguments.parsed("size").ok_or("expected the size of the boards")?;
        let stars: usize = arguments.parsed("stars").unwrap_or(1);
        if stars > 1 && rating.is_some() {
            return Err(
                "only boards with one queen on every line have a rating: leave out --difficulty or --stars".into()
            );
        }
        let generator = match stars {
            1 => BoardGenerator::new(size, attack, rating, seed),
            stars => BoardGenerator::with_stars(size, attack, stars, seed),
        };
        Ok(Box::new(generator.map_err(|error| arguments.refusal("size", error))?))
    }
}

impl puzzle_kind::Generator for BoardGenerator {
    fn outline(&self) -> Arc<dyn Playable> {
        Arc::new(RegionsPuzzle::outline(self.size, self.attack, self.stars))
    }

    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, OpenError> {
        let GeneratedBoard { board, solution, rating } = self.next_board(budget)?;
        let BoardGenerator { size, attack, stars, seed, made: number, .. } = *self;
        let puzzle = RegionsPuzzle::with_stars(board, attack, stars);
        let mut facts = puzzle.head().with("seed", seed).with("number", number);
        let mut description = format!("{stars} stars");
        if let Some(rating) = rating {
            facts = facts.with("rating", rating.name());
            description = rating.to_string();
        }
        // If a rating was asked for, the comment also has the rating on the scale for all puzzles.
        if self.rating.is_some() {
            // Rating takes milliseconds, so it needs no limit.
            let path = deduce::path(&puzzle, &Seen::default(), explain::Technique::Split, &mut Budget::unlimited());
            let rated = path.expect("an unlimited budget is never used up");
            facts = facts.with("rated", rated.rating() as usize);
            description = format!("{description}, rated {rated}");
        }
        let comment = format!("{size} x {size}, attack {attack}, {description}: board {number} of seed {seed}");
        let lines: Vec<String> = puzzle.board.to_string().lines().map(str::to_owned).collect();
        let solution: Vec<String> = solution.iter().map(Square::to_string).collect();
        let facts = facts.with("board", lines).with("solution", solution);
        Ok(Generated { entry: puzzle.into(), facts, comment: Some(comment) })
    }
}

fn attack_of(arguments: &Arguments) -> Attack {
    let said = arguments.get("attack");
    Attack::ALL.into_iter().find(|attack| Some(attack.name()) == said).unwrap_or(Attack::King)
}

const HELP: Help = Help {
    about: "Play, make, solve and explain boards with a queen in each region",
    epilogue: "\
Examples:
  nqueens regions generate 8
  nqueens regions generate 8 --seed 1 > board.txt
  nqueens regions solve board.txt
  nqueens regions generate 6 --seed 1 | nqueens regions guide
  printf 'AABB\\nABBC\\nAACC\\nDDDC\\n' | nqueens regions solve

A board has as many regions as ranks. Exactly one queen goes in every rank, in every file and in every region, and no \
two touch, not even at a corner; with --attack queen, no two share a diagonal either.

A board is written as a grid of letters, one for each region, with one line for each rank from the top. Small letters \
mean the same as capital ones, blanks between letters are ignored, # begins a comment, and empty lines stand between \
boards. A line in Star Battle Notation, such as 551W4Lo0YpJ, is a board as well. With --stars 2 there are two stars \
instead of a queen in every rank, file and region, and no two stars are next to each other. Every board of a file, or \
of the standard input, is answered in turn. Squares are named as in chess: a1 is at the lower left.",
};

const SOLVE: Help = Help {
    about: "Print the solution of each board, or say that there is none, or several",
    epilogue: "\
Examples:
  nqueens regions generate 8 --seed 1 | nqueens regions solve
  nqueens regions solve board.txt
  nqueens regions solve board.txt --attack queen --json

If a board has several solutions, two are shown. Exit code 1 if a board has no solution.",
};

const GUIDE: Help = Help {
    about: "Show the status of every square of each board, and the number of solutions with a queen there",
    epilogue: "\
Examples:
  nqueens regions generate 6 --seed 1 | nqueens regions guide
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions guide --queens b1
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions explain --of a1
  nqueens regions guide board.txt --blocked a1,c2 --json

The statuses of a square:
  queen      has a queen
  blocked    ruled out by --blocked
  attacked   in the rank, the file or the region of a queen, or touched by a queen
  dead       not attacked, but has a queen in none of the remaining solutions
  open       has a queen in some of the remaining solutions
  forced     has a queen in all remaining solutions",
};

const COUNT: Help = Help {
    about: "Print the number of solutions of each board, one number per line",
    epilogue: "\
Examples:
  printf 'AAAA\\nBBBB\\nCCCC\\nDDDD\\n' | nqueens regions count
  nqueens regions count board.txt
  nqueens regions count board.txt --queens b4 --json

The number is exact. Boards that have too many solutions for the memory are refused.",
};

const CHECK: Help = Help {
    about: "Check whether boards are proper puzzles, or whether their queens can be completed",
    epilogue: "\
Examples:
  nqueens regions generate 8 --seed 1 | nqueens regions check
  printf 'AABB\\nABBC\\nAACC\\nDDDC\\n' | nqueens regions check --queens b1,d2
  nqueens regions check board.txt --attack queen --json

A proper puzzle has connected regions and exactly one solution. The rating is that of the hardest step. Placing \
the queen of a line (a rank, a file or a region) with one square left is easy. The other steps are
  easy       rule out a square where a queen would at once leave a line without a square
  medium     rule out a square where a queen would do so after a chain of forced queens
  hard       try the squares of a line in turn

With --queens or --blocked, the answer is whether these are a solution, can be completed to one, or can't. Exit code \
1 if a board is not proper, its queens are not part of a solution, or its text is not a board.",
};

const EXPLAIN: Help = Help {
    about: "Explain why a square must have a queen, or can't have one",
    epilogue: "\
Examples:
  printf 'AABB\\nABBB\\nCCDD\\nCCDD\\n' | nqueens regions explain --of a1
  nqueens regions generate 6 --seed 1 | nqueens regions explain --of c3 --json
  nqueens regions explain board.txt --of a3 --queens b1 --blocked d2

The answer is a smallest set of queens and blocks that already rules out the square, a step-by-step argument, and the \
fewest queens and blocks to remove so that the square opens.",
};

const RATE: Help = Help {
    about: "Rate how hard boards are for a person",
    epilogue: "\
Examples:
  nqueens regions generate 8 --seed 1 | nqueens regions rate
  nqueens regions rate board.txt --json

The rating is that of the hardest step to the solution, where each step is the easiest one available. All puzzles are \
rated on the scale of Sudoku Explainer: 1.2 for the last square of a region, 1.5 for the last square of a rank or a \
file, 2.6 to 5.4 for regions within ranks or files, and from 4 on for chains. The last digit reflects the sum of all \
steps, which 'nqueens regions solve --steps' prints. The ratings easy, medium and hard of 'nqueens regions check' \
measure trial and error, and ignore regions within ranks: a hard board may have a low rating here.

The kinds of steps, the easiest first:
  only        a line (a rank, a file or a region) has one square left
  locked      the squares left of some lines lie in the same number of other lines, and use these up
  empty-line  a queen would leave a line without a square
  chain       a queen would do so after a chain of forced queens
  split       the squares of a line have to be tried in turn
In JSON the rating is a whole number, in thousandths. Exit code 1 if a board does not have exactly one solution.",
};

const GENERATE: Help = Help {
    about: "Make boards with connected regions and exactly one solution",
    epilogue: "\
Examples:
  nqueens regions generate 8
  nqueens regions generate 9 --difficulty medium --seed 7
  nqueens regions generate 7 --count 20 --seed 1 > boards.txt
  nqueens regions generate 10 --attack queen --seed 3 --json
  nqueens regions generate 10 --stars 2 --seed 1

'nqueens regions check --help' explains the ratings. Not every size has boards of every rating: hard boards are rare \
below 9 x 9. Boards with several stars have no rating. Generating a board of 10 x 10 with 2 stars takes less than a \
second; 14 x 14 with 3 stars or 17 x 17 with 4 stars takes some seconds, and a larger board takes minutes. Without \
--seed, the seed used is in the comment of the board.",
};

const PLAY: Help = Help {
    about: "Play in the terminal: boards of a file, or new ones",
    epilogue: "\
Examples:
  nqueens regions play                    a new board of 8 x 8
  nqueens regions play --size 10 --difficulty medium
  nqueens regions play board.txt          the boards of a file; N goes to the next board
  nqueens regions play --attack queen --seed 1

Press ? in the game for its keys.",
};

#[cfg(test)]
mod tests {
    use puzzle_core::{Count, Marks};

    use super::*;

    /// Tests a board with little memory, in the place of a board whose diagram fits no memory.
    #[test]
    fn a_board_without_a_diagram_has_bounds() {
        let letters: String = ('A'..='N').map(|letter| letter.to_string().repeat(14) + "\n").collect();
        let entry = Entry::from(RegionsPuzzle::new(letters.parse().unwrap(), Attack::King));
        let budget = &mut Budget::unlimited().with_memory(1 << 20);
        let refused = all_solutions(RegionsPuzzle::new(letters.parse().unwrap(), Attack::King), budget);
        assert!(matches!(refused, Err(Interrupted::TooLarge { .. })), "{refused:?}");
        let budget = &mut Budget::unlimited().with_memory(16 << 20);
        let source = entry.open(&mut Budget::unlimited().with_memory(1 << 20)).unwrap().source;
        let count = source.count(&Marks::default(), budget).unwrap();
        assert!(matches!(count, Count::AtLeast(_)), "{count}");
    }
}
