//! The game without a terminal: the model, the messages and the sentences that every face draws and tells.
//!
//! The game plays any puzzle that a [`Catalogue`] has. A [`Model`] is all that is shown of it, a [`Message`] anything that
//! can happen to it. What is to be done outside, such as loading a puzzle, comes out of [`Model::update`] as an
//! [`Effect`], and what comes of it goes back in as a message. A face draws the model, makes messages of what the player
//! does, and carries the effects out; [`words`] has the sentences.
//!
//! ```
//! use std::sync::Arc;
//!
//! use game::{Action, Direction, Effect, Message, Model, Series};
//! use puzzle_core::{Budget};
//! use puzzle_kind::{Entry, Opened};
//! use sudoku_guide::{Grid, Shape, Sudoku};
//!
//! /// Does at once what another face would have a thread do.
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
//! The game is model, message, update, view. [`Model::update`] is the only place where the model changes; a face adds
//! the state that only a screen has, and draws. There are two faces for one model: the screens (`tui`, and the page
//! through `web/engine`) and the [`Dialogue`], which is a line in, sentences out. Both send the same messages, and
//! their effects go the same way. The dialogue is here because any face can use it: a page has to speak to players who
//! do not see it.
//!
//! The game plays any [`Playable`](puzzle_kind::Playable) from any [`Source`](puzzle_core::Source), and shows the same
//! for all: session, guide, explanations, hints, solutions, levels of help. There are two kinds of cells, and the
//! [`GameBoard`] alone tells them apart. Cells with one variable are taken or not, as a square is by a queen; cells with
//! several have values, and pencil marks. Borders, backgrounds, names and words come from the puzzle.
//!
//! The crate knows no puzzle by name, and has no terminal, clock, file or thread; it compiles to WebAssembly.
//!
//! # Modules
//!
//! - The state: `model`, `board`, `typing`, `notice`, `played`, `statistics`, `notes`, `preferences` (the player's
//!   preferences), `assist` (levels of help).
//! - The changes: `action`, `message`, `update` (with `update/`), `queue`, `job`, [`keys`].
//! - The screens: `browse`, `why`, `clash`, `diagram`, `conjunction`, `step`, `menu`, `lesson`, told apart in `screen`; `told` (their accounts), `offers` (their buttons); `scene` for the board.
//! - The puzzles and their games: `catalogue`, `save`.
//! - The sentences: [`words`], `dialogue`.

mod action;
mod assist;
mod attempt;
mod board;
mod browse;
mod catalogue;
mod clash;
mod conjunction;
mod diagram;
mod diagram_shape;
mod dialogue;
mod job;
pub mod keys;
mod lesson;
mod menu;
mod message;
mod model;
mod notes;
mod notice;
mod offers;
mod play_statistics;
mod preferences;
mod queue;
mod save;
mod scene;
mod screen;
mod screen_step;
mod screen_text;
mod text_input;
mod update;
mod why;
pub mod words;

pub use action::{Action, Arrow};
pub use assist::Assist;
pub use attempt::{Attempt, Solve, SolvedBy};
pub use board::{GameBoard, Side};
pub use browse::BrowseScreen;
pub use catalogue::{Catalogue, LoadedPuzzle, Series};
pub use clash::ClashScreen;
pub use diagram::{DiagramNode, DiagramScreen};
pub use dialogue::Dialogue;
pub use job::Job;
pub use menu::{OpenedCatalogue, Page};
pub use message::{Message, ModelChange};
pub use model::{Loading, Model, Ticket};
pub use notice::{Notice, NoticeKind};
pub use offers::{Offer, offers};
pub use play_statistics::{PlayStatistics, Record};
pub use preferences::Preferences;
pub use queue::{InputKind, InputQueue};
pub use save::{Origin, Save, SaveError, Start};
pub use scene::{
    BoardScene, CellStyle, Content, Drawing, LineDirection, Mark, PencilMark, Shade, SquareContent, Tints, Tone,
};
pub use screen::{KeyContext, Mode};
pub use screen_step::ScreenStep;
pub use screen_text::{ScreenText, TextRole};
pub use text_input::InputPurpose;
pub use update::Effect;
pub use why::WhyScreen;
