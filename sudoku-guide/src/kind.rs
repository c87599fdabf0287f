//! [`SudokuKind`], Sudoku as a kind of puzzle: options, help, reader and generator for commands and games.

use std::io::{self, BufRead};
use std::sync::Arc;

use bdd_core::{Budget, Interrupted, Sampler};
use puzzle_core::Seen;
use puzzle_core::answer::Facts;
use puzzle_core::deduce::path;
use puzzle_core::explain::Technique;
use puzzle_kind::{
    Arguments, BadArgument, Difficulty, Entry, Generated, Help, Kind, OpenError, Opened, Parameter, Playable, Reading,
    Role, Style, Verb, first_accepted, usual_help, usual_parameters,
};

use crate::generate::{GenerateOptions, generate};
use crate::grid::Grid;
use crate::puzzle::Sudoku;
use crate::read::read;
use crate::shape::Shape;

/// Sudoku as a kind of puzzle.
///
/// ```
/// use puzzle_kind::{Arguments, Kind};
/// use sudoku_guide::SudokuKind;
///
/// let text = "1...\n..3.\n.4..\n...2\n\n1234341221434321\n";
/// let lines: Vec<usize> = SudokuKind
///     .read(&Arguments::default(), Box::new(text.as_bytes()))
///     .map(|read| read.map(|(line, _)| line))
///     .collect::<Result<_, _>>()?;
/// assert_eq!(lines, [1, 6]);
/// # Ok::<(), puzzle_kind::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SudokuKind;

/// A generator of Sudokus that all have the same options.
#[derive(Debug)]
struct SudokuGenerator {
    options: GenerateOptions,
    rating: Option<Difficulty>,
    sampler: Sampler,
    seed: u64,
    /// The number of puzzles made so far.
    number: u64,
}

/// Returns the difficulty of a puzzle with exactly one solution, by the hardest technique that solving it needs. An
/// easy puzzle needs singles only. A medium puzzle also needs counting arguments over several cells, such as pairs,
/// pointing or fish. A hard puzzle needs chains, or trying one candidate of a cell or house after the other.
///
/// A puzzle of a higher difficulty may have a lower [`Path::rating`](puzzle_core::deduce::Path::rating), since the
/// rating follows another scale than the techniques ([`Technique`]).
fn difficulty(puzzle: &Sudoku, budget: &mut Budget<'_>) -> Result<Difficulty, Interrupted> {
    let path = path(puzzle, &Seen::default(), Technique::Locked, budget)?;
    Ok(match path.techniques().last() {
        _ if !path.is_complete => Difficulty::Hard,
        Some((hardest, _)) if *hardest > Technique::Only => Difficulty::Medium,
        _ => Difficulty::Easy,
    })
}

/// The maximum number of puzzles that are made to find a puzzle with the wanted rating.
const ATTEMPTS: usize = 300;

/// Checks that `text` is a number of clues, and returns its canonical form.
fn clue_count(text: &str) -> Result<String, BadArgument> {
    match text.parse::<usize>() {
        Ok(clues) => Ok(clues.to_string()),
        Err(_) => Err(format!("expected a whole number of givens, found {text:?}").into()),
    }
}

impl From<Sudoku> for Entry {
    /// Returns the entry of a Sudoku, which is its own source of completions.
    fn from(sudoku: Sudoku) -> Entry {
        let puzzle = Arc::new(sudoku);
        let source = Arc::clone(&puzzle);
        Entry::new(puzzle, move |_| Ok(Opened { source: Arc::clone(&source) as Arc<_>, note: None }))
    }
}

impl Kind for SudokuKind {
    fn name(&self) -> &'static str {
        "sudoku"
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
        let shape = |help| Parameter::option("box", "RxC", help).parsed::<Shape>();
        let told = || {
            shape(
                "The rows and columns of a block [default: the usual ones for the number of cells, such as 3x3 for 81 cells]",
            )
        };
        let rating = |help| Parameter::difficulty("rating", help);
        let explained = |name, help| Parameter::explained(name, "CELL=VALUE", help);
        let own = match verb {
            Verb::Generate => vec![
                shape("The rows and columns of a block").or("3x3"),
                Parameter {
                    is_number: true,
                    check: clue_count,
                    ..Parameter::option(
                        "clues",
                        "K",
                        "The number of givens [default: about 3/8 of the cells, or half of them for more than 16 values]",
                    )
                },
                Parameter::flag("symmetric", "Make the pattern of givens symmetric under a half turn"),
                Parameter::flag(
                    "minimal",
                    "Omit superfluous givens: without any one of them (or any pair, if symmetric) there are several \
                     solutions",
                ),
                rating("Only puzzles as hard as this; their ratings are printed, too"),
            ],
            Verb::Count => vec![told(), Parameter::positive("limit", "Stop counting at K solutions", Role::Limit)],
            Verb::Explain => {
                vec![told(), explained("value", "The value to explain, such as r2c4=1").required()]
            }
            Verb::Play => {
                let help =
                    "A file with puzzles, or - for the standard input [default: new puzzles, one after the other]";
                let file = Parameter { default: None, ..Parameter::file(help) };
                let new = [
                    Parameter::seed("The seed of new puzzles, as in generate [default: random]"),
                    Parameter::flag(
                        "symmetric",
                        "Make the pattern of givens of new puzzles symmetric under a half turn",
                    )
                    .with_letter('s'),
                    Parameter::flag("minimal", "Omit superfluous givens of new puzzles").with_letter('m'),
                    rating("Only new puzzles as hard as this").with_letter('r'),
                ];
                let shape = shape(
                    "The rows and columns of a block [default: the usual ones for the number of values; 3x3 for new puzzles]",
                );
                let own = [file, shape.with_letter('b')];
                return own.into_iter().chain(new.map(|parameter| parameter.without("file"))).collect();
            }
            _ => vec![told()],
        };
        let mut parameters = usual_parameters(verb, own);
        match verb {
            Verb::Solve | Verb::Generate => {
                parameters.retain(|usual| usual.role != Role::Json);
                let format = Parameter::option("format", "FORMAT", "How to print the answers").with_role(Role::Format);
                let json = Parameter::json("Print one JSON object for each puzzle, like --format json");
                parameters.extend([format.one_of(&FORMATS).or("grid"), json.without("format")]);
            }
            Verb::Guide => {
                parameters.retain(|usual| usual.role != Role::Json);
                let help = "Explain why a cell can't have a value, or must have it, instead of drawing the grid";
                parameters.extend([
                    Parameter::json("Print one JSON object for each puzzle, with every value of every open cell"),
                    explained("explain", help).called("explain").hidden().without("json"),
                ]);
            }
            Verb::Explain => parameters.retain(|usual| usual.name != "variable"),
            _ => {}
        }
        parameters
    }

    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        let read = read(arguments.parsed("box"), from);
        Box::new(read.map(|read| read.map(|(line, grid)| (line, Sudoku::new(grid).into()))))
    }

    fn empty_input_message(&self) -> String {
        "expected a puzzle, found none; see nqueens sudoku --help".to_owned()
    }

    fn file_error_message(&self, file: &str, error: &io::Error) -> String {
        format!("can't read {file}: {error}; give a file with Sudokus, or - for the standard input")
    }

    fn generator(&self, arguments: &Arguments, seed: u64) -> Result<Box<dyn puzzle_kind::Generator>, BadArgument> {
        let shape = arguments.parsed("box").unwrap_or(Shape::NINE);
        let clues: Option<usize> = arguments.parsed("clues");
        if let Some(clues) = clues.filter(|&clues| clues > shape.cells()) {
            return Err(format!(
                "--clues {clues}: expected at most {} givens, one for each cell of a Sudoku with blocks of {shape}",
                shape.cells()
            )
            .into());
        }
        let rating = arguments.get("rating").and_then(Difficulty::named);
        let [symmetric, minimal] = ["symmetric", "minimal"].map(|flag| arguments.has(flag));
        // Hardly any puzzle with unnecessary clues is hard, so hard puzzles are minimal by default.
        let minimal = minimal || (rating == Some(Difficulty::Hard) && clues.is_none());
        let options = GenerateOptions { shape, clues, symmetric, minimal };
        Ok(Box::new(SudokuGenerator { options, rating, sampler: Sampler::new(seed), seed, number: 0 }))
    }

    fn style(&self) -> Style {
        Style {
            apart: &[Verb::Solve, Verb::Guide, Verb::Generate],
            numbered: &[Verb::Check, Verb::Rate],
            negative: &[Verb::Solve, Verb::Guide, Verb::Count, Verb::Explain],
            judging: &[],
        }
    }
}

impl puzzle_kind::Generator for SudokuGenerator {
    fn outline(&self) -> Arc<dyn Playable> {
        Arc::new(Sudoku::new(Grid::empty(self.options.shape)))
    }

    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, OpenError> {
        let SudokuGenerator { options, rating, seed, .. } = *self;
        let number = self.number + 1;
        let made = first_accepted(&mut self.sampler, ATTEMPTS, budget, |sampler, attempt, budget| {
            let part = attempt as f64 / ATTEMPTS as f64..1.0;
            let puzzle = Sudoku::new(budget.part(part, |budget| generate(&options, sampler, budget))?);
            let Some(wanted) = rating else { return Ok(Some((puzzle, None))) };
            if difficulty(&puzzle, budget)? != wanted {
                return Ok(None);
            }
            let path = path(&puzzle, &Seen::default(), Technique::Split, budget)?;
            Ok(Some((puzzle, Some((wanted, path)))))
        })?;
        let Some((puzzle, rated)) = made else {
            let wanted = rating.expect("without a rating, the first puzzle is accepted");
            return Err(OpenError::Failed(format!(
                "none of {ATTEMPTS} puzzles was {wanted}: ask for another difficulty, another number of clues, or try another seed"
            )));
        };
        self.number = number;
        let grid = puzzle.givens();
        let mut facts = Facts::new()
            .with("box", grid.shape().to_string())
            .with("clues", grid.clues())
            .with("puzzle", grid.to_string())
            .with("seed", seed);
        let mut comment = None;
        if let Some((wanted, path)) = rated {
            facts = facts.with("rating", path.rating() as usize).with("rated", wanted.name());
            comment =
                Some(format!("blocks of {}, {wanted}, rated {path}: puzzle {number} of seed {seed}", grid.shape()));
        }
        Ok(Generated { entry: puzzle.into(), facts, comment })
    }
}

const FORMATS: [(&str, &str); 3] = [
    ("grid", "Drawn grids, with an empty line between two grids"),
    ("line", "The values of all cells on one line"),
    ("json", "One JSON object for each puzzle"),
];

const HELP: Help = Help {
    about: "Play, make, solve and explain Sudokus, with blocks of any size",
    epilogue: "\
Examples:
  nqueens sudoku generate --seed 1 > puzzle.txt
  nqueens sudoku solve puzzle.txt
  nqueens sudoku guide puzzle.txt
  nqueens sudoku generate --box 4x4 --clues 120 | nqueens sudoku check
  echo 1.....3..4.....2 | nqueens sudoku solve

A puzzle is a line with the values of all cells, or a grid with one line for each row. A value is 1 to 9, A for 10 \
and so on, or a number where blanks stand between all values; an open cell is . or 0. Blanks and the rules | - + may \
stand between values and rows, and a # begins a comment. A file may have several puzzles; each is answered in turn. \
The number of values determines the size of the blocks if there is a usual one; --box sets another one. A line may \
also be a link of f-puzzles or puzz.link, or the JSON of f-puzzles; puzzles with rules of variants are refused.",
};

const SOLVE: Help = Help {
    about: "Print the solution, or two solutions if there are several, or say that there is none",
    epilogue: "\
Examples:
  nqueens sudoku generate --seed 1 --count 3 > puzzles.txt
  nqueens sudoku solve puzzles.txt
  nqueens sudoku solve puzzles.txt --format line
  nqueens sudoku solve puzzles.txt --json

On a line the answer is the solution, or the word none, or the word multiple and two solutions.
Exit code 1 if a puzzle has no solution.",
};

const GUIDE: Help = Help {
    about: "Show the candidates of every cell, and the number of solutions with each",
    epilogue: "\
Examples:
  echo 1.....3......... | nqueens sudoku guide --box 2x2
  echo 1.....3......... | nqueens sudoku explain --box 2x2 --of r2c4=1
  nqueens sudoku generate --seed 1 | nqueens sudoku guide --json

The statuses of a value:
  given      it is given by the puzzle
  excluded   it is given to another cell of the row, the column or the block
  dead       not excluded, but in no solution
  open       in some solutions
  forced     in all solutions
Exit code 1 if a puzzle has no solution.",
};

const COUNT: Help = Help {
    about: "Print the number of solutions of each puzzle, one number per line",
    epilogue: "\
Examples:
  echo 1...............  | nqueens sudoku count --box 2x2
  nqueens sudoku generate --seed 1 --clues 30 | nqueens sudoku count --limit 2

The number is exact if a diagram of all solutions can be built in some seconds. Otherwise, or if --limit is reached, \
the answer is a lower bound, such as 'at least 10'.",
};

const CHECK: Help = Help {
    about: "Check whether grids are solutions, or part of one",
    epilogue: "\
Examples:
  nqueens sudoku generate --seed 1 | nqueens sudoku check
  nqueens sudoku generate --seed 1 | nqueens sudoku solve | nqueens sudoku check --json

The verdicts on a grid:
  a solution                 every cell has a value, and no row, column or block has one twice
  one solution completes it  a proper puzzle
  several complete it        no proper puzzle yet, but no value is wrong
  no solution completes it   no value is repeated, but there is no solution
  not consistent             some cells exclude each other; the answer lists them
Exit code 1 for the last two.",
};

const EXPLAIN: Help = Help {
    about: "Explain why a cell can't have a value, or must have it",
    epilogue: "\
Examples:
  echo 1.....3......... | nqueens sudoku explain --box 2x2 --of r2c4=1
  nqueens sudoku generate --seed 1 | nqueens sudoku explain --of r1c1=2
  nqueens sudoku generate --seed 1 | nqueens sudoku explain --of r1c1=2 --json

The answer is a step-by-step argument. Exit code 1 if a puzzle has no solution.",
};

const RATE: Help = Help {
    about: "Rate how hard puzzles are for a person",
    epilogue: "\
Examples:
  nqueens sudoku generate --seed 1 | nqueens sudoku rate
  nqueens sudoku rate puzzles.txt --json

The rating is that of the hardest step to the solution, where each step is the easiest one available. The scale is \
that of Sudoku Explainer: 1.2 for the last place in a block, 2.3 for the last value in a cell, 2.6 to 5.4 for sets of \
cells or places, from 4 on for chains. The last digit reflects the sum of all steps. 'nqueens sudoku solve --steps' \
prints them.

The kinds of steps, the easiest first:
  only        a row, a column, a block or a cell has one place or value left
  locked      a set, such as a pair: some cells have the same number of values left, or some values of places
  empty-line  a value would leave a row, a column, a block or a cell without candidates
  chain       the same after a chain of forced values
  split       the candidates of a row, a column, a block or a cell have to be tried in turn
In JSON the rating is a whole number, in thousandths. Exit code 1 if a puzzle does not have exactly one solution.",
};

const GENERATE: Help = Help {
    about: "Make new puzzles with exactly one solution",
    epilogue: "\
Examples:
  nqueens sudoku generate
  nqueens sudoku generate --seed 1 --symmetric --minimal
  nqueens sudoku generate --seed 1 --clues 24 --count 3 --format line
  nqueens sudoku generate --box 2x3
  nqueens sudoku generate --difficulty medium --seed 1

Without --seed, the seed used is printed on the standard error.

With --difficulty, the rating is printed with the puzzle, in a comment or in the JSON. The steps that a puzzle needs:
  easy       a row, a column, a block or a cell has one place or value left, one after the other
  medium     sets as well: pairs, pointing, fish; the steps that 'nqueens sudoku rate' calls locked
  hard       chains or cases; without --clues, such puzzles have no superfluous givens
The word names the hardest kind of step; the number of 'nqueens sudoku rate' is on a scale for all puzzles. Another \
version of the program may rate differently. In 'nqueens regions' the words stand for other steps.",
};

const PLAY: Help = Help {
    about: "Play in the terminal: puzzles of a file, or new ones",
    epilogue: "\
Examples:
  nqueens sudoku play                    a new puzzle
  nqueens sudoku play --box 2x3          on 6 x 6
  nqueens sudoku play --difficulty hard
  nqueens sudoku play puzzles.txt        the puzzles of a file; N goes to the next puzzle
  nqueens sudoku play --seed 1 --assist 0

Press ? in the game for its keys.",
};
