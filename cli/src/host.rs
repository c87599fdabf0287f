//! What the game finds outside of the terminal: the puzzles of all kinds, and the folder in which things are kept.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{Assist, Numbering, Save, Solve, Statistics};
use nqueens_guide::Library;
use nqueens_tui::run::{GameOptions, Host};
use puzzle_core::Kind;

use crate::cmd::Failure;
use crate::games::{self, Games, Kept, Source};
use crate::{settings, statistics};

/// All kinds of puzzle, and what is kept of their games.
pub(crate) struct Outside {
    pub(crate) kinds: Vec<Arc<dyn Kind>>,
    pub(crate) library: Library,
    /// The games kept; none for a user without a home.
    pub(crate) games: Option<Arc<Games>>,
    /// The folder in which things are kept.
    state: Option<PathBuf>,
}

impl Outside {
    /// Puzzles of these kinds, n-queens by this library, and a folder to keep things in.
    pub(crate) fn new(kinds: Vec<Arc<dyn Kind>>, library: Library, state: Option<PathBuf>) -> Outside {
        let games = state.as_ref().map(|state| Arc::new(Games::new(kinds.clone(), state.join("games"))));
        Outside { kinds, library, games, state }
    }

    /// The file in which the game remembers what was chosen.
    pub(crate) fn settings(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join("settings.json"))
    }

    fn statistics_file(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join("statistics.json"))
    }

    /// A game of puzzles of the kind with this name, which is kept, and goes on if it was kept before. `said` is what was
    /// said of the puzzles, and `instead` the command that prints them.
    pub(crate) fn kept(
        &self,
        source: Source,
        kind: &str,
        said: BTreeMap<String, String>,
        instead: String,
    ) -> GameOptions {
        let Source { catalogue, number, puzzle } = source;
        let kind = self.kinds.iter().find(|known| known.name() == kind);
        match (kind, &self.games) {
            (Some(kind), Some(games)) => {
                let kept = Kept::new(catalogue, Arc::clone(kind), said, Arc::clone(games));
                GameOptions::new(Arc::new(kept), number, puzzle, instead)
            }
            _ => GameOptions::new(catalogue, number, puzzle, instead),
        }
    }

    /// A game that was kept.
    pub(crate) fn resumed(&self, save: &Save) -> Result<GameOptions, String> {
        let source = games::source(&self.kinds, &self.library, save)?;
        Ok(self.kept(source, &save.kind, save.options.clone(), "nqueens --help".to_owned()))
    }

    /// The game of a transcript, which takes the place of what is kept of its puzzle.
    pub(crate) fn from_file(&self, file: &Path) -> Result<GameOptions, Failure> {
        let failed = |why: String| Failure::Failed(format!("{}: {why}", file.display()));
        let games = self.games.as_ref().ok_or_else(|| failed("there is no home to keep the game in".to_owned()))?;
        let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
        let save = games::read_transcript(&self.kinds, &text).map_err(failed)?;
        let options = self.resumed(&save).map_err(failed)?;
        games.put(save);
        Ok(options)
    }
}

impl Host for Outside {
    fn remember(&mut self, assist: Assist, numbering: Numbering) {
        if let Some(file) = self.settings() {
            settings::remember_assist(&file, numbering, assist);
        }
    }

    fn keep(&mut self, save: Save) {
        if let Some(games) = &self.games {
            games.keep(save);
        }
    }

    fn record(&mut self, solve: &Solve) {
        if let Some(file) = self.statistics_file() {
            statistics::record(&file, solve);
        }
    }

    fn statistics(&self) -> Statistics {
        self.statistics_file().map(|file| statistics::read(&file)).unwrap_or_default()
    }

    fn trouble(&mut self) -> Option<String> {
        let trouble = self.games.as_ref()?.trouble()?;
        Some(format!("This game is not kept: {trouble}."))
    }

    fn finish(&mut self) {
        if let Some(games) = &self.games {
            games.finish();
        }
    }
}
