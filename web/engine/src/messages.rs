//! The messages of the page: one JSON object for every event.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What the page says at the beginning.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// The time in milliseconds since 1970.
    pub(crate) now: f64,
    /// How many minutes the clocks there are ahead of universal time.
    pub(crate) offset: i32,
    /// What the browser keeps, by its keys.
    pub(crate) stored: BTreeMap<String, String>,
    /// The part of the page's address that names a position.
    pub(crate) address: String,
    /// Any number, for new puzzles; without one they are always the same.
    pub(crate) seed: Option<u64>,
}

/// Something that happened on the page. One of these is there; `value`, `block`, `text` and `now` say more of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Told {
    /// The page is ready to draw.
    pub(crate) start: bool,
    /// A button, by its name.
    pub(crate) act: Option<String>,
    /// A key, by the browser's name.
    pub(crate) key: Option<String>,
    /// A cell, by its row and column.
    pub(crate) click: Option<[usize; 2]>,
    pub(crate) sweep: Option<[[usize; 2]; 2]>,
    pub(crate) point: Option<[usize; 2]>,
    /// The key of the puzzle that is pointed at: a click that was meant for the board before is none on the next one.
    pub(crate) of: Option<String>,
    pub(crate) typed: Option<char>,
    pub(crate) erased: bool,
    pub(crate) entered: bool,
    pub(crate) paste: Option<String>,
    /// A choice of the menu, counted from 0.
    pub(crate) choose: Option<usize>,
    /// A level of help.
    pub(crate) assist: Option<u8>,
    /// A puzzle of the catalogue.
    pub(crate) number: Option<usize>,
    /// A step of what is shown, counted from 0.
    pub(crate) step: Option<usize>,
    /// The name of a cell, or the number of a solution.
    pub(crate) go: Option<String>,
    /// A setting, by its name.
    pub(crate) set: Option<String>,
    /// Milliseconds.
    pub(crate) elapsed: Option<f64>,
    pub(crate) leaving: bool,
    /// The key of something that another tab has kept.
    pub(crate) stored: Option<String>,
    pub(crate) address: Option<String>,
    /// What the browser could not do.
    pub(crate) trouble: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) block: bool,
    pub(crate) text: Option<String>,
    pub(crate) now: Option<f64>,
}

impl Told {
    /// Whether the player has asked for something.
    pub(crate) fn is_wish(&self) -> bool {
        self.elapsed.is_none() && !self.leaving && self.stored.is_none()
    }
}
