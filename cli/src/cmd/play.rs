//! `nqueens play`: the game of n-queens, and the arguments that the games of all puzzles share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use game::Assist;
use nqueens_guide::Size;
use nqueens_tui::run::{self, ColorChoice, GameOptions};
use nqueens_tui::theme::Palette;
use puzzle_core::{Marks, Variable};
use puzzle_kind::{Kind, Playable, Verb};
use puzzles::{Collection, QueensCatalogue, Recipe};

use super::{Failure, whole};
use crate::config::Config;
use crate::host::{self, GameHost};
use crate::machine::{self, MemoryLimit};

/// Play n-queens in the terminal
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PlayCommand {
    /// The number of ranks, of files and of queens; or the name of another kind of puzzle, such as sudoku; or the ID
    /// that the game shows for a new puzzle; or a file with a puzzle
    #[arg(value_name = "N", default_value = "8", allow_negative_numbers = true, conflicts_with = "from")]
    what: What,
    #[command(flatten)]
    game: GameArgs,
}

/// The puzzle argument of `play`.
#[derive(Clone, Debug)]
enum What {
    /// An empty n-queens board of this size.
    Board(Size),
    /// A puzzle by its ID, such as `regions-n10rh-3RJ0J2`.
    Puzzle(String),
    /// A kind of puzzle by its name, such as `sudoku`.
    Kind(String),
    /// A file with puzzles of any kind.
    File(PathBuf),
}

impl FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<What, String> {
        let file = Path::new(text);
        let is_path = text.contains(std::path::is_separator) || file.extension().is_some_and(|it| it == "toml");
        if is_path || file.is_file() {
            return Ok(What::File(file.to_owned()));
        }
        // An ID begins with a word and a dash. Any text that does not begin with a letter is parsed as a size.
        if !text.starts_with(|first: char| first.is_alphabetic()) {
            return text.parse().map(What::Board).map_err(|error: <Size as FromStr>::Err| error.to_string());
        }
        Ok(if text.contains('-') { What::Puzzle(text.to_owned()) } else { What::Kind(text.to_owned()) })
    }
}

/// The host, memory and colours shared by all commands that start a game.
pub(crate) struct PlayContext {
    pub(crate) outside: GameHost,
    pub(crate) memory: MemoryLimit,
    pub(crate) color: ColorChoice,
    /// `true` if the option `--plain` stands before the command.
    pub(crate) is_plain: bool,
}

/// The arguments shared by `play` of all puzzles.
#[derive(Debug, Default, Args)]
pub(crate) struct GameArgs {
    /// The level of help, from 0 (none) to 4 (forced squares are filled) [default: the level of the last game, or the
    /// usual level of the puzzle]
    #[arg(long, value_name = "LEVEL", value_parser = whole::<u8>(0, 4))]
    assist: Option<u8>,
    /// Begin with these squares or values placed, such as b4,d1 or r1c2=5; they may clash
    #[arg(long, value_name = "NAMES", visible_alias = "place", value_delimiter = ',')]
    queens: Vec<String>,
    /// Begin with these squares or values blocked, such as a1,c3
    #[arg(long, value_name = "NAMES", visible_alias = "block", value_delimiter = ',')]
    blocked: Vec<String>,
    /// Continue the game that the command :w of the game has saved in this file
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The colours, if the terminal has them [default: those of the configuration, of the last game, or of the
    /// terminal]
    #[arg(long, value_name = "THEME", value_parser = PossibleValuesParser::new(Palette::ALL.map(Palette::key)))]
    theme: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Play line by line, with commands in and sentences out, for screen readers and scripts
    #[arg(long)]
    plain: bool,
    /// Do not use the mouse in the game, so that the terminal can use it
    #[arg(long)]
    no_mouse: bool,
    /// Append the time of every frame to a file, in milliseconds since the start
    #[arg(long, value_name = "FILE", hide = true)]
    timings: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  nqueens play                       on 8 x 8
  nqueens play 11                    on 11 x 11
  nqueens play sudoku                another kind of puzzle
  nqueens play puzzles/tents.toml    the puzzle in this file
  nqueens play 8 --assist 0          without help at first
  nqueens play 8 --queens b4,d1 --blocked e5
  nqueens play regions-n10rh-3RJ0J2  the puzzle with this ID
  NO_COLOR=1 nqueens play 6          on 6 x 6, without colours

Press ? in the game for its keys.";

/// Returns the default size of `nqueens play`.
fn usual() -> Size {
    Size::new(8).expect("8 is between 1 and 255")
}

impl PlayCommand {
    pub(crate) fn run(self, table: PlayContext) -> Result<(), Failure> {
        let PlayCommand { what, game } = self;
        let size = match what {
            What::Board(size) => size,
            What::File(file) => {
                let options = table.outside.of_puzzle_file(&file)?;
                return game.play(options, table);
            }
            What::Puzzle(id) => {
                let recipe = Recipe::named(table.outside.collection.kinds(), &id)
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                let options = table.outside.of_recipe(recipe, &id)?;
                return game.play(options, table);
            }
            What::Kind(name) => {
                let collection = &table.outside.collection;
                let kind = kind_called(collection, &name)?;
                let taken = collection.new_puzzles(kind, BTreeMap::new(), None);
                let taken = taken.map_err(|error| Failure::Usage(error.to_string()))?;
                return game.play(host::game(taken, Some(format!("nqueens {} generate", kind.name()))), table);
            }
        };
        if size.get() > QueensCatalogue::LARGEST {
            return Err(Failure::Failed(format!(
                "a board of {size} is too large for the game: choose a size from 1 to {}",
                QueensCatalogue::LARGEST
            )));
        }
        let taken = table.outside.collection.queens(size);
        game.play(host::game(taken, Some(format!("nqueens guide {size}"))), table)
    }
}

/// Returns the kind of puzzle with this name, in capital or small letters. The error names the nearest kind.
fn kind_called<'a>(collection: &'a Collection, name: &str) -> Result<&'a Arc<dyn Kind>, Failure> {
    let kinds = || collection.kinds().iter().filter(|kind| kind.verbs().contains(&Verb::Generate));
    if let Some(kind) = kinds().find(|kind| kind.name().eq_ignore_ascii_case(name)) {
        return Ok(kind);
    }
    let names: Vec<&str> = kinds().map(|kind| kind.name()).collect();
    let distance = |known: &&str| strsim::damerau_levenshtein(known, &name.to_lowercase());
    let nearest = names.iter().copied().min_by_key(distance).filter(|known| 3 * distance(known) <= known.len());
    Err(Failure::Usage(match nearest {
        Some(meant) => format!("{name}: expected the name of a puzzle; did you mean {meant}?"),
        None => format!(
            "{name}: expected a size from 1 to {}, a kind of puzzle ({}), an ID such as regions-n10rh-3RJ0J2, or a \
             file with a puzzle",
            Size::MAX,
            names.join(", ")
        ),
    }))
}

/// Runs `nqueens` without a command: shows the start screen, over the last game if there is an unsolved one. Line by
/// line, where only one of them can be shown, such a game goes on at once.
pub(crate) fn front(table: PlayContext) -> Result<(), Failure> {
    let collection = &table.outside.collection;
    let latest = collection.latest().filter(|save| !save.is_over());
    let resumed = latest.and_then(|save| collection.resumed(&save).ok());
    let shows_menu = resumed.is_none() || !table.is_plain;
    let options = match resumed {
        Some(taken) => host::game(taken, None),
        None => host::game(collection.queens(usual()), Some(format!("nqueens guide {}", usual()))),
    };
    GameArgs::default().play(GameOptions { shows_menu, ..options }, table)
}

impl GameArgs {
    /// Changes `options` by these arguments, and plays a game with the changed options.
    pub(crate) fn play(self, options: GameOptions, table: PlayContext) -> Result<(), Failure> {
        let PlayContext { outside, memory, color, is_plain } = table;
        let outside = outside.with_menu();
        let options = match &self.from {
            Some(file) => outside.of_file(file, memory)?,
            None => options,
        };
        let marks = self.marks(&*options.puzzle)?;
        let settings = outside.settings();
        let is_by_size = options.catalogue.is_by_size();
        let assist = settings.assist(is_by_size);
        let memory = if is_by_size { memory.for_boards() } else { memory.for_texts() };
        let (has_clock, palette) = (settings.clock.unwrap_or(true), settings.palette());
        let options = GameOptions { color, assist, palette, memory, has_clock, timings: self.timings, ..options };
        let options = Config::read(machine::config().as_deref()).map_err(Failure::Failed)?.applied_to(options);
        let asked = self.theme.as_deref().and_then(Palette::with_key);
        let options = GameOptions {
            assist: self.assist.and_then(Assist::of_level).or(options.assist),
            palette: asked.or(options.palette),
            marks,
            is_plain: is_plain || self.plain,
            ascii: self.ascii || options.ascii,
            mouse: !self.no_mouse && options.mouse,
            ..options
        };
        run::run(options, outside).map_err(Failure::failed)
    }

    /// Returns the squares or values placed by `--queens` and blocked by `--blocked`; `None` without these options.
    fn marks(&self, puzzle: &dyn Playable) -> Result<Option<Marks>, Failure> {
        let named = |names: &[String], option| {
            let variable = |name: &String| {
                let expected = puzzle.name(Variable::new(0));
                puzzle.named(name.trim()).map_err(|_| {
                    let refusal = format!("invalid value '{name}' for '--{option} <NAMES>'");
                    Failure::Usage(format!(
                        "{refusal}: expected the name of a square or value of this {}, such as {expected}",
                        puzzle.puzzle_noun()
                    ))
                })
            };
            names.iter().map(variable).collect::<Result<_, _>>()
        };
        let marks = Marks { placed: named(&self.queens, "queens")?, blocked: named(&self.blocked, "blocked")? };
        Ok(Some(marks).filter(|marks| !marks.is_empty()))
    }
}
