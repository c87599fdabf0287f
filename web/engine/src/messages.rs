//! The messages of the page: a JSON object for every event.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The options of a new game, from [`Engine::new`](crate::Engine::new).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// The time in milliseconds since 1970.
    pub(crate) now: f64,
    /// The offset of the local time from UTC, in minutes.
    pub(crate) offset: i32,
    /// The texts in the browser's storage, by key.
    pub(crate) stored: BTreeMap<String, String>,
    /// The part of the page's URL that describes the game position; see the module `address`.
    pub(crate) address: String,
    /// The seed of new puzzles; `None` to derive it from the time.
    pub(crate) seed: Option<u64>,
}

/// An event on the page. One field names the event. The only other fields that can be set are `value`, `block`, `text`,
/// `of` and `now`, the details of the event.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PageMessage {
    pub(crate) start: bool,
    /// The name of the button that was pressed; see `tools::action`.
    pub(crate) act: Option<String>,
    /// The browser's name of the key that was pressed, such as `ArrowLeft`; see `tools::key`.
    pub(crate) key: Option<String>,
    /// The row and column of the cell that was clicked.
    pub(crate) click: Option<[usize; 2]>,
    /// The rows and columns of both ends of a stroke with the pointer.
    pub(crate) sweep: Option<[[usize; 2]; 2]>,
    /// The row and column of the cell under the pointer.
    pub(crate) point: Option<[usize; 2]>,
    /// The [`key`](crate::view::key) of the puzzle that the page showed at the event. If the engine has another puzzle
    /// by now, the event is ignored.
    pub(crate) of: Option<String>,
    /// A letter typed into the input line. Backspace and Enter in the input line set `erased` and `entered` to `true`.
    pub(crate) typed: Option<char>,
    pub(crate) erased: bool,
    pub(crate) entered: bool,
    pub(crate) paste: Option<String>,
    /// The ID, grid or link to open. If it can't be read, the input line stays open and shows the reason.
    pub(crate) open: Option<String>,
    /// The outcome of the last copy: `done`, `refused` or `cancelled`.
    pub(crate) copied: Option<String>,
    /// A picture of a daily puzzle, from [`Engine::thumbnail`](crate::Engine::thumbnail) of another engine.
    pub(crate) thumbnail: Option<String>,
    /// A puzzle that was made ahead, from [`Engine::made`](crate::Engine::made) of another engine.
    pub(crate) made: Option<String>,
    /// The index of the choice that the player made in the menu.
    pub(crate) choose: Option<usize>,
    /// With `choose`: the index of the difficulty in the list that this choice opens.
    pub(crate) difficulty: Option<usize>,
    /// The index of the choice that the player selected in the menu, without choosing it.
    pub(crate) select: Option<usize>,
    pub(crate) assist: Option<u8>,
    /// The number of the line of a configurator's tree that the player pointed at. `value` is the wish: `choose`,
    /// `exclude`, `explain` or `fold`; `None` to select the line only.
    pub(crate) line: Option<usize>,
    /// The number of the puzzle to open in the catalogue.
    pub(crate) number: Option<usize>,
    /// The index of the step to show, among the steps of the argument.
    pub(crate) step: Option<usize>,
    /// The name of a cell, or the number of a solution, to go to.
    pub(crate) go: Option<String>,
    /// The name of a setting that gets the value `value`.
    pub(crate) set: Option<String>,
    /// The milliseconds since the last message of this kind.
    pub(crate) elapsed: Option<f64>,
    /// `true` if the page is hidden or closed.
    pub(crate) leaving: bool,
    /// The storage key under which another tab wrote `text`.
    pub(crate) stored: Option<String>,
    pub(crate) address: Option<String>,
    /// The name of a browser feature that failed; the only such feature is `storage`.
    pub(crate) trouble: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) block: bool,
    pub(crate) text: Option<String>,
    pub(crate) now: Option<f64>,
}

impl PageMessage {
    /// Returns `true` if the event is an action of the player.
    pub(crate) fn is_wish(&self) -> bool {
        self.elapsed.is_none()
            && !self.leaving
            && self.stored.is_none()
            && self.thumbnail.is_none()
            && self.made.is_none()
    }
}
