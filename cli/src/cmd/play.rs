//! `nqueens play`: the game of n-queens, and what the games of all puzzles have in common on the command line.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;
use game::Assist;
use nqueens_guide::{Library, Size};
use nqueens_tui::run::{self, Choice, ColorChoice, GameOptions};
use nqueens_tui::theme::Palette;

use super::Failure;
use crate::config::Config;
use crate::machine;
use crate::queens::QueensCatalogue;
use crate::settings;

/// Play in the terminal (this is also what happens without any command)
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The number of ranks, of files and of queens
    #[arg(value_name = "N", default_value = "8", allow_negative_numbers = true)]
    size: Size,
    #[command(flatten)]
    game: GameArgs,
}

/// What can be said of any game.
#[derive(Debug, Default, Args)]
pub(crate) struct GameArgs {
    /// How much to help, from 0 (not at all) to 4 (forced squares are played); else as at the last time, or what suits the puzzle
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=4))]
    assist: Option<u8>,
    /// The colours, if the terminal has them; else as the configuration says, as at the last time, or what suits the terminal
    #[arg(long, value_name = "THEME", value_parser = PossibleValuesParser::new(Palette::ALL.map(Palette::key)))]
    theme: Option<String>,
    /// Draw with the characters of ASCII alone
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal
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
  nqueens play 8 --assist 0          without any help, until asked for
  NO_COLOR=1 nqueens play 6          on 6 x 6, without colours

Press ? in the game for its keys.";

impl Default for Play {
    fn default() -> Play {
        Play { size: Size::new(8).expect("8 is between 1 and 255"), game: GameArgs::default() }
    }
}

impl Play {
    pub(crate) fn run(self, library: Library, color: ColorChoice) -> Result<(), Failure> {
        let Play { size, game } = self;
        if size.get() > QueensCatalogue::LARGEST {
            return Err(Failure::Failed(format!(
                "a board of {size} is too large for the game: choose a size from 1 to {}",
                QueensCatalogue::LARGEST
            )));
        }
        let catalogue = Arc::new(QueensCatalogue::new(library));
        let instead = format!("nqueens guide {size}");
        game.play(GameOptions::new(catalogue, size.get(), QueensCatalogue::puzzle(size), instead), color)
    }
}

impl GameArgs {
    /// Plays a game in the way that was asked for.
    pub(crate) fn play(self, options: GameOptions, color: ColorChoice) -> Result<(), Failure> {
        let file = machine::settings();
        let numbering = options.catalogue.numbering();
        let remembered = || settings::assist(file.as_ref()?, numbering);
        let assist = self.assist.and_then(Assist::of_level).or_else(remembered);
        let palette = file.as_deref().and_then(settings::palette);
        let options =
            GameOptions { color, assist, palette, memory: machine::memory(), timings: self.timings, ..options };
        let options = Config::read(machine::config().as_deref()).map_err(Failure::Failed)?.applied_to(options);
        let asked = self.theme.as_deref().and_then(Palette::with_key);
        let options = GameOptions {
            palette: asked.or(options.palette),
            ascii: self.ascii || options.ascii,
            mouse: !self.no_mouse && options.mouse,
            ..options
        };
        run::run(options, |choice| {
            let Some(file) = &file else { return };
            match choice {
                Choice::Assist(assist) => settings::remember_assist(file, numbering, assist),
                Choice::Palette(palette) => settings::remember_palette(file, palette),
            }
        })
        .map_err(Failure::failed)
    }
}
