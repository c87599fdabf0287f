//! The [`Kind`] of challenges: options, reader and generator.

use std::io::BufRead;
use std::sync::Arc;

use bdd_core::{Budget, Interrupted};
use nqueens_board::{Size, Square, marks};
use puzzle_core::Diagram;
use puzzle_kind::{
    Arguments, BadArgument, Difficulty, Entry, Generated, Generator, Help, Kind, OpenError, Opened, Parameter,
    Playable, Reading, Role, Verb, usual_help, usual_parameters,
};

use super::{ChallengeGenerator, read};
use crate::direct::build_completions_zdd;
use crate::map::Mapped;
use crate::placement::Placement;
use crate::queens::Queens;

/// The puzzle [`Kind`] of challenges. Its name on the command line is `challenge`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChallengeKind;

/// The largest number of elementary steps of a [`Budget`] for building the decision diagram of a board's completions: a
/// few seconds of work. A board that needs more is opened as [`Mapped`], which has no diagram.
const DIAGRAM_STEPS: u64 = 100_000_000;

impl From<&Placement> for Entry {
    /// Returns an entry that opens a placement with the decision diagram of its completions, or as [`Mapped`] if the
    /// diagram takes too much memory or time.
    fn from(placement: &Placement) -> Entry {
        let placement = placement.clone();
        Entry::new(Arc::new(Queens::completing(&placement)), move |budget| {
            let built =
                budget.limited(budget.memory(), DIAGRAM_STEPS, |budget| build_completions_zdd(&placement, budget));
            let completions = match built {
                Ok(completions) => completions,
                Err(Interrupted::TooLarge { .. } | Interrupted::TooLong { .. }) => {
                    return Ok(Opened::new(Mapped::completing(&placement)));
                }
                Err(interrupted) => return Err(interrupted.into()),
            };
            let source = Diagram::new(Queens::completing(&placement), completions);
            Ok(Opened::new(source.map_err(|error| OpenError::Failed(error.to_string()))?))
        })
    }
}

impl Kind for ChallengeKind {
    fn name(&self) -> &'static str {
        "challenge"
    }

    fn help(&self) -> Help {
        HELP
    }

    fn verb_help(&self, verb: Verb) -> Help {
        let epilogue = match verb {
            Verb::Generate => GENERATE,
            Verb::Play => PLAY,
            Verb::Solve => SOLVE,
            _ => "",
        };
        Help { epilogue, ..usual_help(verb) }
    }

    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        let level = |help| Parameter::difficulty("level", help);
        let own = match verb {
            Verb::Generate => vec![
                Parameter::operand("size", "SIZE", "The number of ranks, of files and of queens: 4 to 14")
                    .number::<Size>(),
                level("Only challenges as hard as this"),
            ],
            Verb::Play => vec![
                Parameter::option("size", "N", "The size of new boards: 4 to 14")
                    .number::<Size>()
                    .or("8")
                    .without("file")
                    .with_letter('n'),
                level("Only new challenges as hard as this").without("file").with_letter('l'),
            ],
            Verb::Guide | Verb::Count | Verb::Check | Verb::Hint | Verb::Sample | Verb::Export | Verb::Certify => {
                marks().into()
            }
            _ => Vec::new(),
        };
        let mut parameters = usual_parameters(verb, own);
        if verb == Verb::Explain {
            parameters.retain(|parameter| parameter.role != Role::Explained);
            let square = Parameter::explained("square", "SQUARE", "The square to explain, such as d4");
            parameters.push(square.parsed::<Square>().required());
            parameters.extend(marks());
        }
        parameters
    }

    fn read<'a>(&self, _: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        Box::new(read(from).map(|read| read.map(|(line, placement)| (line, Entry::from(&placement)))))
    }

    fn empty_input_message(&self) -> String {
        "expected a board, a line of Q, x and . for each rank, such as the four lines .x.. ..Q. .... ...., found none"
            .to_owned()
    }

    fn generator(&self, arguments: &Arguments, seed: u64) -> Result<Box<dyn Generator>, BadArgument> {
        let level = arguments.get("level").and_then(Difficulty::named);
        let size: Size = arguments.parsed("size").ok_or("expected the size of the boards")?;
        let generator = ChallengeGenerator::new(size, level, seed);
        Ok(Box::new(generator.map_err(|error| arguments.refusal("size", error))?))
    }
}

impl Generator for ChallengeGenerator {
    fn outline(&self) -> Arc<dyn Playable> {
        Arc::new(Queens::new(self.size))
    }

    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, OpenError> {
        let made = self.next_challenge(budget)?;
        let ChallengeGenerator { size, seed, made: number, .. } = *self;
        let level = made.level;
        let comment = format!("{size} x {size}, {level}: challenge {number} of seed {seed}");
        let puzzle = Queens::completing(&made.placement);
        let lines: Vec<String> = puzzle.text().lines().map(str::to_owned).collect();
        let solution: Vec<String> = made.solution.iter().map(Square::to_string).collect();
        let facts = puzzle
            .head()
            .with("seed", seed)
            .with("number", number)
            .with("level", level.name())
            .with("board", lines)
            .with("solution", solution);
        Ok(Generated { entry: Entry::from(&made.placement), facts, comment: Some(comment) })
    }
}

const HELP: Help = Help {
    about: "Play, make, solve and explain queens challenges (some are given)",
    epilogue: "\
Examples:
  nqueens challenge play                              new boards of 8 x 8, one after the other
  nqueens challenge generate 10 --difficulty hard --seed 1 > boards.txt
  nqueens challenge solve boards.txt --steps          all steps, as a teacher would print them
  nqueens challenge guide boards.txt --queens d4

A board has one line for each rank, the highest first: Q is a given queen, x a blocked square, and . any other. \
Blanks are ignored, and # begins a comment. An empty line ends a board. Complete the board to n queens of which no \
two attack each other.",
};

const GENERATE: &str = "\
Examples:
  nqueens challenge generate 8 --seed 1
  nqueens challenge generate 11 --difficulty hard --count 5 --json

No blocked square is superfluous: without any one of them, the board has several solutions. \
The levels, by the hardest step:
  easy    a line has one square left, or a queen would attack all squares left on a line, for example
  medium  a queen would force other queens, until a line has no square left
  hard    the squares of a line have to be tried in turn";

const PLAY: &str = "\
Examples:
  nqueens challenge play
  nqueens challenge play --size 10 --difficulty medium
  nqueens challenge play boards.txt";

const SOLVE: &str = "\
Examples:
  nqueens challenge generate 8 --seed 1 > board.txt
  nqueens challenge solve board.txt
  nqueens challenge solve board.txt --steps";

#[cfg(test)]
mod tests {
    use puzzle_core::{Count, Guide, Marks, Source};

    use nqueens_board::Squares;

    use super::*;

    fn large(n: usize, queens: &str) -> Placement {
        let Squares(queens) = queens.parse().unwrap();
        Placement::new(Size::new(n).unwrap(), queens, []).unwrap()
    }

    /// Tests a board with a small memory limit, which has the effect of a diagram too large for any memory.
    #[test]
    fn a_board_without_a_diagram_is_mapped() {
        let budget = &mut Budget::unlimited().with_memory(1 << 20);
        let source = Entry::from(&large(20, "a1,b3")).open(budget).unwrap().source;
        let count = source.count(&Marks::default(), budget).unwrap();
        assert!(matches!(count, Count::AtLeast(_)), "{count}");
        let cancel = bdd_core::Cancel::new();
        cancel.cancel();
        let cancelled = Entry::from(&large(20, "")).open(&mut Budget::unlimited().with_cancel(cancel));
        assert!(matches!(cancelled, Err(OpenError::Interrupted(Interrupted::Cancelled))), "{cancelled:?}");
    }

    #[test]
    fn a_map_says_of_given_queens_what_a_diagram_says() {
        let (start, budget) = (large(8, "b4,d1"), &mut Budget::unlimited());
        let by_diagram = Entry::from(&start).open(budget).unwrap().source;
        let mapped: Arc<dyn Source> = Arc::new(Mapped::completing(&start));
        for marks in [Marks::default(), large(8, "a6").marks(), large(8, "a1").marks()] {
            let [expected, found] = [&by_diagram, &mapped].map(|source| {
                let completions = source.completions(&marks, &mut Budget::unlimited()).unwrap();
                let guide = Guide::of(source.puzzle(), marks.clone(), &completions, &mut Budget::unlimited()).unwrap();
                bdd_core::Variable::all(64).map(|variable| guide.status(variable)).collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{marks:?}");
        }
    }
}
