//! The game without a terminal: state, messages, effects and sentences for any face, such as `tui` or `web/engine`.
//!
//! A [`Model`] holds the state. A face sends it a [`Message`] for each event and carries out the returned [`Effect`]s.
//! The game plays any [`Playable`](puzzle_kind::Playable) from any [`Source`](puzzle_core::Source).
//!
//! | to | use |
//! |---|---|
//! | begin a game | [`Model::new`], then [`Model::start`] |
//! | continue a saved game | [`Save::from_sealed`], then [`Save::resume`] |
//! | offer puzzles | [`Series`], or another [`Catalogue`] |
//! | act for the player | [`Message::Act`] with an [`Action`], in [`Model::update`] |
//! | run jobs, save, copy and open files | the [`Effect`]s, with [`Job::run`] |
//! | keep keys typed while a job runs | [`InputQueue`] |
//! | map keys to commands | [`keys::Keymap`] |
//! | draw the board | [`BoardScene`], with [`Shade`] and [`Tints`] for the background |
//! | draw the options of a configurator | [`Model::tree_rows`], [`words::option_state`], [`words::configuration`] |
//! | draw the panel beside the board | [`words::account`], [`Mode::describe`] |
//! | tell the rules with their states | [`words::rules`], [`words::rules_here`] |
//! | draw buttons | [`offers()`] |
//! | play by lines of text, as for a screen reader | [`Dialogue`] |
//! | set the help level | [`Assist`] |
//! | count solved puzzles | [`PlayStatistics`] |
//!
//! # Example
//!
//! A face that runs every job at once:
//!
//! ```
//! use std::sync::Arc;
//!
//! use game::{Action, Arrow, Effect, Message, Model, Series};
//! use puzzle_core::Budget;
//! use puzzle_kind::{Entry, Opened};
//! use sudoku_guide::{Grid, Shape, Sudoku};
//!
//! fn carry_out(model: &mut Model, effects: Vec<Effect>) {
//!     for effect in effects {
//!         if let Effect::Run(job) = effect {
//!             let message = job.run(&mut Budget::unlimited());
//!             let effects = model.update(message);
//!             carry_out(model, effects);
//!         }
//!     }
//! }
//!
//! let sudoku = Sudoku::new(Grid::parse(Shape::new(2, 2)?, "1...............")?);
//! let source = sudoku.clone();
//! let entry = Entry::new(Arc::new(sudoku), move |_| Ok(Opened::new(source.clone())));
//! let puzzle = Arc::clone(entry.puzzle());
//!
//! let mut model = Model::new(Arc::new(Series::of(vec![entry])), 1, puzzle);
//! let effects = model.start();
//! carry_out(&mut model, effects);
//! for action in [Action::Move(Arrow::Right), Action::Value(2)] {
//!     let effects = model.update(Message::Act(action));
//!     carry_out(&mut model, effects);
//! }
//! assert_eq!(model.guide().expect("the puzzle is loaded").total().to_string(), "24");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design
//!
//! The parts are model, message, update and view. The view belongs to the face, as does the state that only a screen
//! needs. A [`Dialogue`] sends the same messages as a screen, so that any face can speak to players who do not see it.
//!
//! [`GameBoard`] alone tells two kinds of cells apart. A *square* has one variable, and is taken or empty; a cell with
//! several variables takes one of several values, and has pencil marks. Borders, backgrounds, names and words come from
//! the puzzle.
//!
//! The crate knows no puzzle by name, and has no terminal, clock, file or thread; it compiles to WebAssembly.
//!
//! # Modules
//!
//! - State: `model`, `board`, `text_input`, `notice`, `attempt`, `play_statistics`, `found` (pictures of found
//!   solutions), `annotations` (notes and colours), `cell_colours`, `cell_tools`, `preferences`, `assist`, `rules`.
//! - Changes: `action`, `message`, `update`, `queue`, `job`, [`keys`].
//! - Screens: `tree` and `tree_state` have the options of a configurator; `screen` tells `browse`, `why`, `clash`,
//!   `diagram`, `result` and `menu` apart; `screen_step`, `screen_text`, `conjunction`, `diagram_shape`, `lesson`,
//!   `offers` (buttons) and `scene` (board) belong to them.
//! - Puzzles and saved games: `catalogue`, `save`.
//! - Sentences: [`words`], `dialogue`.

mod action;
mod annotations;
mod assist;
mod attempt;
mod board;
mod browse;
mod catalogue;
mod cell_colours;
mod cell_tools;
mod clash;
mod conjunction;
mod diagram;
mod diagram_shape;
mod dialogue;
mod found;
mod job;
pub mod keys;
mod lesson;
mod menu;
mod message;
mod model;
mod notice;
mod obstacles;
mod offers;
mod play_statistics;
mod preferences;
mod queue;
mod result;
mod rules;
mod save;
mod scene;
mod screen;
mod screen_step;
mod screen_text;
mod setting;
mod text_input;
mod tree;
mod tree_state;
mod update;
mod why;
pub mod words;

pub use action::{Action, Arrow};
pub use annotations::NoteKind;
pub use assist::Assist;
pub use attempt::{Attempt, FoundSolution, Solve, SolvedBy};
pub use board::{GameBoard, Side};
pub use browse::BrowseScreen;
pub use catalogue::{Catalogue, DailyPuzzle, LoadedPuzzle, Series};
pub use cell_colours::{CELL_COLOURS, CellColours};
pub use clash::ClashScreen;
pub use diagram::{DiagramNode, DiagramScreen};
pub use dialogue::Dialogue;
pub use found::FoundBoard;
pub use job::Job;
pub use menu::{GameProgress, MenuChoice, MenuTarget, OpenedCatalogue, Page, Thumbnail, ThumbnailCell, WEEK};
pub use message::{Message, ModelChange};
pub use model::{DailyState, Loading, Model, Ticket};
pub use notice::{Notice, NoticeKind};
pub use offers::{OfferedAction, offers};
pub use play_statistics::{DayRecord, PlayStatistics, Record};
pub use preferences::Preferences;
pub use queue::{InputKind, InputQueue};
pub use result::ResultScreen;
pub use rules::RuleState;
pub use save::{Origin, Save, SaveError, Start};
pub use scene::{
    BoardScene, CellStyle, Content, Drawing, LineDirection, Mark, PencilMark, Shade, SquareContent, Tints, Tone,
};
pub use screen::{KeyContext, Mode};
pub use screen_step::ScreenStep;
pub use screen_text::{ScreenText, TextRole};
pub use setting::Setting;
pub use text_input::InputPurpose;
pub use tree::TreeRow;
pub use update::Effect;
pub use why::{WhyCauses, WhyScreen};
