//! The boards that the verbs read, and the queens and blocks on them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use nqueens_guide::Squares;
use puzzle_core::{Conflict, Diagram, Marks, Words};
use regions_guide::{Attack, BoardError, BoardReader, Fault, RegionsPuzzle, all_solutions};
use serde::Serialize;

use super::super::board_args::{listed, on_board};
use super::super::{Failure, wait};
use crate::cli::{self, Output};

/// Where boards come from, and the rule that they are played by.
#[derive(Debug, Args)]
pub(super) struct BoardsArgs {
    /// The file with the boards, or - for the standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    attack: AttackArg,
    /// Print one JSON object a board
    #[arg(long)]
    pub(super) json: bool,
}

/// The rule about diagonals.
#[derive(Debug, Args)]
pub(super) struct AttackArg {
    /// How far queens attack along diagonals: one step, as a king, so that no two touch; or all the way
    #[arg(long, default_value = "king", value_parser = one_of(Attack::ALL, Attack::name))]
    pub(super) attack: Attack,
}

/// Reads one of several values by its name.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let named = move |said: String| all.into_iter().find(|&value| name(value) == said);
    PossibleValuesParser::new(all.map(name)).map(move |said| named(said).expect("it is one of the possible values"))
}

/// Queens and blocked squares.
#[derive(Debug, Args)]
pub(super) struct MarksArgs {
    /// Squares with a queen, such as b4,d1; they may attack each other
    #[arg(long, value_name = "SQUARES")]
    queens: Vec<Squares>,
    /// Squares ruled out for queens, such as a1,c3
    #[arg(long, value_name = "SQUARES")]
    blocked: Vec<Squares>,
}

impl MarksArgs {
    /// The marks on a board.
    pub(super) fn on(&self, puzzle: &RegionsPuzzle) -> Result<Marks, Failure> {
        let size = puzzle.size();
        let variables = |option, lists| {
            let squares = on_board(size, option, listed(lists))?;
            Ok::<_, Failure>(squares.into_iter().map(|square| size.variable(square)).collect())
        };
        Ok(Marks {
            placed: variables("--queens <SQUARES>", &self.queens)?,
            blocked: variables("--blocked <SQUARES>", &self.blocked)?,
        })
    }
}

/// The part of a JSON answer that names the board.
#[derive(Serialize)]
pub(super) struct BoardJson {
    /// The line of the input on which the board begins.
    line: usize,
    n: usize,
    attack: &'static str,
}

impl BoardJson {
    pub(super) fn new(line: usize, puzzle: &RegionsPuzzle) -> BoardJson {
        BoardJson { line, n: puzzle.size().get(), attack: puzzle.attack().name() }
    }
}

impl BoardsArgs {
    /// Those of a file, or of the standard input for `-`.
    pub(super) fn of(file: PathBuf, attack: AttackArg) -> BoardsArgs {
        BoardsArgs { file, attack, json: false }
    }

    /// Answers board after board, each as soon as it is read: `answer` gets the line on which it begins. Texts have an
    /// empty line between them if they are to stand `apart`. Malformed boards end the reading with the failure that `malformed` makes of the message.
    pub(super) fn answer_each(
        &self,
        out: &mut Output,
        apart: bool,
        malformed: fn(String) -> Failure,
        mut answer: impl FnMut(&mut Output, usize, RegionsPuzzle) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut is_first = true;
        self.each(malformed, |line, board| {
            if !std::mem::take(&mut is_first) && apart && !self.json {
                writeln!(out)?;
            }
            answer(out, line, board)?;
            Ok(out.flush()?)
        })
    }

    /// Does something with board after board, each as soon as it is read; as [`BoardsArgs::answer_each`].
    pub(super) fn each(
        &self,
        malformed: fn(String) -> Failure,
        mut take: impl FnMut(usize, RegionsPuzzle) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut boards = 0;
        for board in BoardReader::new(open(&self.file)?) {
            let (line, board) = board.map_err(|error| self.failure(&error, malformed))?;
            take(line, RegionsPuzzle::new(board, self.attack.attack))?;
            boards += 1;
        }
        if boards == 0 {
            return Err(malformed(format!("{}: {}", name(&self.file), Fault::Nothing)));
        }
        Ok(())
    }

    fn failure(&self, error: &BoardError, malformed: fn(String) -> Failure) -> Failure {
        let message = format!("{}, {error}", name(&self.file));
        match error.fault {
            Fault::Unreadable(_) => Failure::Failed(message),
            _ => malformed(message),
        }
    }
}

fn name(file: &Path) -> String {
    if is_stdin(file) { "standard input".to_owned() } else { file.display().to_string() }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

fn open(file: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(file) {
        if io::stdin().is_terminal() {
            cli::note(&"reading boards from the keyboard: an empty line ends a board, Ctrl-D ends them all");
        }
        return Ok(Box::new(io::stdin().lock()));
    }
    let unreadable = |error| {
        Failure::Failed(format!(
            "can't read {}: {error}; give the file of a board, or - for the standard input",
            file.display()
        ))
    };
    Ok(Box::new(BufReader::new(File::open(file).map_err(unreadable)?)))
}

/// The diagram of a board's solutions, with a bar if it takes a while.
pub(super) fn solutions(line: usize, puzzle: RegionsPuzzle) -> Result<Diagram<RegionsPuzzle>, Failure> {
    let built = wait::with_bar(puzzle.size(), |budget| all_solutions(puzzle, budget));
    built.map_err(|error| Failure::Failed(format!("the board on line {line} has too many solutions: {error}")))
}

/// Everything that is wrong with marks, in words.
pub(super) fn conflicts(puzzle: &dyn Words, marks: &Marks) -> Vec<String> {
    let sentence = |conflict: Conflict| match conflict {
        Conflict::Exclusion(a, b) => {
            let along = puzzle.along(a, b).map_or(String::new(), |along| format!(" {along}"));
            format!("{} {} each other{along}", puzzle.placed(&[a, b]), puzzle.exclude())
        }
        Conflict::Blocked(on) => puzzle.stands_on_block(on),
    };
    marks.conflicts(puzzle).into_iter().map(sentence).collect()
}
