//! [`FileKind`], the kind of puzzle that is read from puzzle files: its options, help, reader and templates.

use std::io::{BufRead, Read};
use std::sync::Arc;

use puzzle_core::{Adaptive, Puzzle};
use puzzle_kind::{
    Arguments, BadArgument, Generator, Help, InputError, Parameter, Reading, Role, Style, Verb, usual_parameters,
};
use puzzle_kind::{Entry, Kind, Layout, Opened};

use crate::puzzle::FilePuzzle;
use crate::read::MAX_BYTES;
use crate::tree::line_and_column;

/// The maximum number of options of a configurator whose diagram is built before its game begins.
const MAX_AT_ONCE: usize = 150;

/// The [kind](puzzle_kind::Kind) of puzzle that is read from puzzle files.
///
/// ```
/// use puzzle_files::FileKind;
/// use puzzle_kind::{Arguments, Kind};
///
/// let text = "rows = 2\n[[rule]]\nexactly = 1\nevery = [\"row\", \"column\"]\n";
/// let (line, entry) = FileKind.read(&Arguments::default(), Box::new(text.as_bytes())).next().unwrap()?;
/// assert_eq!((line, entry.puzzle().rules().variables()), (1, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FileKind;

impl From<FilePuzzle> for Entry {
    /// Returns the entry of a puzzle. Its source is a diagram of all solutions, or a SAT solver if the diagram is too
    /// large.
    fn from(puzzle: FilePuzzle) -> Entry {
        let puzzle = Arc::new(puzzle);
        let (shared, early) = (Arc::clone(&puzzle), Arc::clone(&puzzle));
        let is_large = puzzle.options().is_some() && puzzle.variables() > MAX_AT_ONCE;
        let entry = Entry::new(puzzle, move |budget| {
            Ok(Opened::new(Adaptive::<FilePuzzle>::open(Arc::clone(&shared), budget)?))
        });
        // In a browser, the game has no second thread that could build the diagram.
        if is_large && !cfg!(target_family = "wasm") {
            entry.with_early(move || Opened::new(Adaptive::<FilePuzzle>::deferred(Arc::clone(&early))))
        } else {
            entry
        }
    }
}

impl Kind for FileKind {
    fn name(&self) -> &'static str {
        "puzzle"
    }

    fn help(&self) -> Help {
        HELP
    }

    fn verbs(&self) -> &'static [Verb] {
        &[
            Verb::Solve,
            Verb::Guide,
            Verb::Count,
            Verb::Check,
            Verb::Explain,
            Verb::Hint,
            Verb::Sample,
            Verb::Export,
            Verb::Certify,
            Verb::Rate,
            Verb::Play,
            Verb::New,
        ]
    }

    fn verb_help(&self, verb: Verb) -> Help {
        match verb {
            Verb::Solve => SOLVE,
            Verb::Guide => GUIDE,
            Verb::Count => COUNT,
            Verb::Check => CHECK,
            Verb::Explain => EXPLAIN,
            Verb::Rate => RATE,
            Verb::Play => PLAY,
            Verb::Hint => HINT,
            Verb::Sample => SAMPLE,
            Verb::Export => EXPORT,
            Verb::Certify => CERTIFY,
            Verb::Generate | Verb::New => NEW,
        }
    }

    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        let marks = || {
            let list = |name, help| Parameter::option(name, "NAMES", help);
            [
                list("place", "Pieces or values placed, such as a1,c3 or a1=2").with_role(Role::Placed),
                list("block", "Candidates ruled out, such as b1,b2 or a1=3").with_role(Role::Blocked),
            ]
        };
        let file = Parameter::file("The file of the puzzle, or - for the standard input");
        let mut parameters = match verb {
            Verb::Play => vec![Parameter { default: None, is_required: true, ..file }],
            Verb::New => {
                let kinds: Vec<_> = TEMPLATES.iter().map(|&(name, ..)| (name, "")).collect();
                return vec![Parameter::operand("kind", "KIND", "The example to print").one_of(&kinds)];
            }
            verb => usual_parameters(verb, Vec::new()),
        };
        if !matches!(verb, Verb::Solve | Verb::Rate | Verb::Play) {
            parameters.extend(marks());
        }
        let help = "For DIMACS and OPB: a file with the names of the variables [default: FILE.names, if there is one]";
        parameters.push(Parameter::option("names", "NAMES", help).with_role(Role::Names));
        if verb == Verb::Solve {
            let flag = |name, help, role| Parameter::flag(name, help).with_role(role);
            parameters.extend(marks());
            parameters.push(flag("cheapest", "Find the solution with the smallest total price", Role::Cheapest));
            parameters.push(
                flag("dearest", "Find the solution with the largest total price", Role::Dearest).without("cheapest"),
            );
            parameters.push(Parameter::positive("best", "Find K solutions, the best first", Role::Best));
        }
        if verb == Verb::Check {
            let help = "Report superfluous rules and givens, contradictions, and where solutions differ";
            parameters.push(Parameter::flag("rules", help));
        }
        parameters
    }

    fn read<'a>(&self, arguments: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        let judges = arguments.has("rules");
        let names = arguments.role(Role::Names).and_then(|(_, texts)| texts.first()).cloned();
        Box::new(std::iter::once((from, names)).map(move |(from, names)| {
            let mut bytes = Vec::new();
            // One byte more than allowed, so that a text that is too large is noticed.
            from.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(InputError::unreadable)?;
            let text = String::from_utf8_lossy(&bytes);
            if let Err(error) = std::str::from_utf8(&bytes) {
                let (line, column) = line_and_column(&text, error.valid_up_to());
                return Err(InputError::malformed(line, Some(column), "expected a text in UTF-8"));
            }
            let puzzle = match names {
                Some(names) => FilePuzzle::read_with_names(&text, &names)?,
                None => FilePuzzle::read(&text)?,
            };
            let puzzle = if judges { puzzle.judging_rules() } else { puzzle };
            Ok((1, puzzle.into()))
        }))
    }

    fn file_error_message(&self, file: &str, error: &std::io::Error) -> String {
        format!("can't read {file}: {error}; give the file of a puzzle, or - for the standard input")
    }

    fn generator(&self, _: &Arguments, _: u64) -> Result<Box<dyn Generator>, BadArgument> {
        Err("expected the file of a puzzle".into())
    }

    fn template(&self, arguments: &Arguments) -> Option<&'static str> {
        let wanted = arguments.get("kind")?;
        TEMPLATES.iter().find(|&&(name, _)| name == wanted).map(|&(_, text)| text)
    }

    fn style(&self) -> Style {
        Style { apart: &[], ..Style::default() }
    }
}

macro_rules! templates {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../puzzles/", $name, ".toml")))),*]
    };
}

/// The puzzles that come with the program: the name of each, and the text of its file.
///
/// ```
/// use puzzle_files::{FilePuzzle, TEMPLATES};
///
/// for (name, text) in TEMPLATES {
///     assert!(FilePuzzle::read(text).is_ok(), "{name}");
/// }
/// ```
pub const TEMPLATES: &[(&str, &str)] = templates![
    "star-battle",
    "latin-square",
    "futoshiki",
    "binairo",
    "tents",
    "minesweeper",
    "knights",
    "toroidal-queens",
    "map-colouring",
    "seating-plan",
    "configurator",
    "camper-van",
];

const HELP: Help = Help {
    about: "Play, solve, explain and check puzzles that you write as files",
    epilogue: "\
Examples:
  nqueens puzzle new star-battle > mine.toml
  nqueens puzzle solve mine.toml
  nqueens puzzle guide mine.toml
  nqueens puzzle new latin-square | nqueens puzzle count
  echo https://puzz.link/p?sudoku/4/4/1h2j3i4 | nqueens puzzle solve

A file defines, in TOML, the cells, their values, and rules that count them: two stars in every row, every value once \
in every column, one of these three options. docs/puzzle-files.md explains every key, and examples/puzzles has a \
dozen examples. A file may also be DIMACS CNF or OPB, with names for the variables, a feature model in UVL or \
FeatureIDE's XML, or a link of puzz.link (starbattle, lightup, mines, sudoku).",
};

const SOLVE: Help = Help {
    about: "Print the solution, or say that there is none, or several",
    epilogue: "\
Examples:
  nqueens puzzle new tents | nqueens puzzle solve
  nqueens puzzle new futoshiki | nqueens puzzle solve --steps
  nqueens puzzle new configurator | nqueens puzzle solve --place leather --cheapest --best 3

If there are several solutions, two are shown. If the file has prices, --cheapest and --dearest show the solutions \
with the best totals. Exit code 1 if there is no solution.",
};

const GUIDE: Help = Help {
    about: "Show the candidates of every cell, and the number of solutions with each",
    epilogue: "\
Examples:
  nqueens puzzle new minesweeper | nqueens puzzle guide
  nqueens puzzle new map-colouring | nqueens puzzle guide --place NT=red,Q=green

A candidate shown as ruled out is in no solution. The numbers of solutions are exact if the diagram of all solutions \
can be built in some seconds, and lower bounds otherwise.",
};

const COUNT: Help = Help {
    about: "Print the number of solutions, one number per line",
    epilogue: "\
Examples:
  nqueens puzzle new toroidal-queens | nqueens puzzle count
  nqueens puzzle new configurator | nqueens puzzle count --place sunroof",
};

const CHECK: Help = Help {
    about: "Check if a puzzle has one solution, if marks can be completed, or if rules are superfluous",
    epilogue: "\
Examples:
  nqueens puzzle new star-battle | nqueens puzzle check
  nqueens puzzle new binairo | nqueens puzzle check --rules

With --rules, the answer names each rule and each given that follows from the others. If there is no solution, the \
answer names rules that contradict each other; if there are several, the differences between two of them. With \
--place or --block, these marks are checked instead. Exit code 1 if there is not exactly one solution, or the marks \
are not part of one.",
};

const EXPLAIN: Help = Help {
    about: "Explain why a candidate is ruled out, or forced",
    epilogue: "\
Examples:
  nqueens puzzle new star-battle | nqueens puzzle explain --of a1
  nqueens puzzle new map-colouring | nqueens puzzle explain --of NT=red --place WA=red",
};

const HINT: Help = Help {
    about: "Show the next step: where to look, the move, and the reason",
    epilogue: "\
Examples:
  nqueens puzzle new futoshiki | nqueens puzzle hint
  nqueens puzzle new tents | nqueens puzzle hint --place a1 --json

The hint is the easiest step that follows from the givens and the marks. If a mark is wrong, it names the mark to remove.",
};

const SAMPLE: Help = Help {
    about: "Draw random solutions, each with the same probability",
    epilogue: "\
Examples:
  nqueens puzzle new map-colouring | nqueens puzzle sample --seed 1
  nqueens puzzle new configurator | nqueens puzzle sample --count 3 --distinct --place massage --json

Every solution is drawn with the same probability. Without --seed, the seed is random and is printed on the standard \
error.",
};

const EXPORT: Help = Help {
    about: "Write the rules for solvers or feature-model tools, or the diagram of the solutions",
    epilogue: "\
Examples:
  nqueens puzzle new tents | nqueens puzzle export --format dimacs > tents.cnf
  nqueens puzzle new configurator | nqueens puzzle export --format opb --place massage
  nqueens puzzle new configurator | nqueens puzzle export --format uvl > car.uvl
  nqueens puzzle new futoshiki | nqueens puzzle export --format dot > futoshiki.dot

Givens and marks are written as well. Comments name the variables.",
};

const CERTIFY: Help = Help {
    about: "Write a certificate of all solutions, and check it",
    epilogue: "\
Examples:
  nqueens puzzle new futoshiki | nqueens puzzle certify --out futoshiki
  nqueens certify check futoshiki

The certificate proves that the diagram has the models of the rules, the givens and the marks. An independent checker
accepts it, and the guide is compared with its counts. Exit code 1 if the guide differs.",
};

const RATE: Help = Help {
    about: "Rate how hard a puzzle is for a person",
    epilogue: "\
Examples:
  nqueens puzzle new futoshiki | nqueens puzzle rate
  nqueens puzzle new star-battle | nqueens puzzle rate --json

Exit code 1 if there is not exactly one solution.",
};

const PLAY: Help = Help {
    about: "Play in the terminal",
    epilogue: "\
Examples:
  nqueens puzzle play mine.toml

Press ? in the game for its keys.",
};

const NEW: Help = Help {
    about: "Print an example file",
    epilogue: "\
Examples:
  nqueens puzzle new tents
  nqueens puzzle new configurator > mine.toml",
};
