//! The engine's copy of the browser's storage: texts by key, which are kept between visits and shared with other tabs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{PlayStatistics, Save, SaveError};
use puzzle_kind::Kind;
use puzzles::{Keeper, StoredGame};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The prefix of the storage keys of saved games.
const GAME: &str = "game/";
pub(crate) const STATISTICS: &str = "statistics";
pub(crate) const SETTINGS: &str = "settings";
/// The storage key of the pictures of today's puzzles.
pub(crate) const THUMBNAILS: &str = "thumbnails";
/// The storage key of the texts of new puzzles that were made but not played yet: a list of IDs and texts, the oldest
/// first.
const PUZZLES: &str = "puzzles";
/// The maximum number of texts under [`PUZZLES`].
const MAX_PUZZLES: usize = 12;
/// The storage key of the player's own names of games. They are stored as a JSON object that maps the key of a game,
/// without the prefix [`GAME`], to the player's name of the game.
const TITLES: &str = "titles";
/// The separator between the key of a puzzle's first saved game and the number of a further game of this puzzle. It
/// does not occur in [`name_of`](puzzles::name_of).
const FURTHER: char = '~';
/// The maximum number of saved games. Each takes some kilobytes, of about 5 MB that browsers allow a page.
const MAX_GAMES: usize = 300;

/// The copy of the browser's storage, and the changes that the browser must still write.
#[derive(Debug)]
pub(crate) struct BrowserStore {
    kinds: Vec<Arc<dyn Kind>>,
    contents: Mutex<StoredTexts>,
}

#[derive(Debug, Default)]
struct StoredTexts {
    texts: BTreeMap<String, String>,
    /// The keys of texts that the browser must still write, taken by [`BrowserStore::changes`].
    changed: BTreeSet<String>,
    /// The keys of games that another tab has saved since this tab last read or saved them.
    foreign: BTreeSet<String>,
    /// Maps the usual key of a puzzle's saved game to the key under which this tab saves it. Both keys are equal unless
    /// another tab plays the puzzle, too.
    chosen: BTreeMap<String, String>,
    /// The keys and texts of the games that [`BrowserStore::delete`] removed.
    deleted: Vec<(String, String)>,
    /// The ID and the text of the puzzle in the link last opened. It is not stored, since a link is untrusted.
    linked: Option<(String, String)>,
    /// The notes for the player about damaged games, taken by [`Keeper::notes`].
    notes: Vec<String>,
}

impl StoredTexts {
    /// Returns the saved games of a puzzle with their keys. `own` is the key of the first game; the keys of further
    /// games are `own`, [`FURTHER`] and a number.
    fn games_of(&self, own: &str) -> impl Iterator<Item = (&String, &String)> {
        let is_of = |further: &str| further.is_empty() || further.starts_with(FURTHER);
        let beginning = self.texts.range(own.to_owned()..).take_while(move |(key, _)| key.starts_with(own));
        beginning.filter(move |(key, _)| is_of(&key[own.len()..]))
    }

    /// Returns the first of `keys` that is not used yet.
    fn free_key(&self, mut keys: impl Iterator<Item = String>) -> String {
        keys.find(|key| !self.texts.contains_key(key)).expect("some number is not in use yet")
    }
}

impl BrowserStore {
    /// Creates the copy of a storage with these `texts`. The keys of saved games depend on `kinds`.
    pub(crate) fn new(kinds: Vec<Arc<dyn Kind>>, texts: BTreeMap<String, String>) -> BrowserStore {
        BrowserStore { kinds, contents: Mutex::new(StoredTexts { texts, ..StoredTexts::default() }) }
    }

    fn contents(&self) -> MutexGuard<'_, StoredTexts> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over a change by another tab: the new text under `key`, or `None` if the text was removed.
    pub(crate) fn changed_elsewhere(&self, key: String, text: Option<String>) {
        let mut held = self.contents();
        match text {
            Some(text) => {
                held.foreign.insert(key.clone());
                held.texts.insert(key, text);
            }
            None => {
                held.foreign.remove(&key);
                held.texts.remove(&key);
            }
        }
    }

    /// Returns the changes since the last call: keys with their texts, or `None` for removed texts.
    pub(crate) fn changes(&self) -> Vec<(String, Option<String>)> {
        let mut held = self.contents();
        let changed = std::mem::take(&mut held.changed);
        changed.into_iter().map(|key| (key.clone(), held.texts.get(&key).cloned())).collect()
    }

    /// Returns the value stored as JSON under `key`, or its default if it is missing or damaged.
    pub(crate) fn read<T: DeserializeOwned + Default>(&self, key: &str) -> T {
        self.contents().texts.get(key).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    pub(crate) fn write(&self, key: &str, value: &impl Serialize) {
        let text = serde_json::to_string(value).expect("plain data can always be written as JSON");
        let mut held = self.contents();
        held.texts.insert(key.to_owned(), text);
        held.changed.insert(key.to_owned());
    }

    pub(crate) fn statistics(&self) -> PlayStatistics {
        self.read(STATISTICS)
    }

    /// Returns all saved games, the most recently saved first, with the reasons why damaged games can't be read. `now`
    /// is the time in milliseconds since 1970.
    pub(crate) fn all(&self, now: u64) -> Vec<StoredGame> {
        let titles: BTreeMap<String, String> = self.read(TITLES);
        let held = self.contents();
        let mut kept: Vec<(u64, &str, &str)> = games(&held.texts)
            .map(|(key, text)| {
                let (time, sealed) = dated(text);
                (time, &key[GAME.len()..], sealed)
            })
            .collect();
        kept.sort_by_key(|(time, ..)| std::cmp::Reverse(*time));
        let game = |(time, name, sealed): (u64, &str, &str)| StoredGame {
            name: name.to_owned(),
            title: titles.get(name).cloned(),
            save: Save::from_sealed(sealed.as_bytes()).map_err(|error| error.to_string()),
            age: Duration::from_millis(now.saturating_sub(time)),
        };
        kept.into_iter().map(game).collect()
    }

    /// Deletes the saved game with this name. [`restore`](Self::restore) brings it back as long as the page is open.
    pub(crate) fn delete(&self, name: &str) -> Result<(), String> {
        let mut held = self.contents();
        let key = format!("{GAME}{name}");
        let text = held.texts.remove(&key).ok_or_else(|| format!("there is no game {name}"))?;
        held.changed.insert(key.clone());
        held.deleted.push((key, text));
        Ok(())
    }

    /// Restores the game that [`delete`](Self::delete) deleted last, unless there is a new game of its puzzle.
    pub(crate) fn restore(&self) -> Result<(), String> {
        let mut held = self.contents();
        let (key, text) = held.deleted.pop().ok_or("no game was deleted since the page was opened")?;
        if held.texts.contains_key(&key) {
            held.deleted.push((key, text));
            return Err("there is a new game of this puzzle".to_owned());
        }
        held.texts.insert(key.clone(), text);
        held.changed.insert(key);
        Ok(())
    }

    pub(crate) fn can_restore(&self) -> bool {
        !self.contents().deleted.is_empty()
    }

    /// Stores the text of the new puzzle with this ID, so that it need not be made again.
    pub(crate) fn add_puzzle(&self, id: String, text: String) {
        let mut puzzles: Vec<(String, String)> = self.read(PUZZLES);
        puzzles.retain(|(known, _)| *known != id);
        puzzles.push((id, text));
        puzzles.drain(..puzzles.len().saturating_sub(MAX_PUZZLES));
        self.write(PUZZLES, &puzzles);
    }

    /// Notes the ID and the text of the puzzle in the link that is being opened, in place of the link before.
    pub(crate) fn set_linked(&self, linked: Option<(String, String)>) {
        self.contents().linked = linked;
    }

    /// Gives a saved game the name `title`, which the player chose. With an empty `title`, the game has the name of its
    /// puzzle again.
    pub(crate) fn rename(&self, name: &str, title: &str) {
        let mut titles: BTreeMap<String, String> = self.read(TITLES);
        match title {
            "" => titles.remove(name),
            title => titles.insert(name.to_owned(), title.to_owned()),
        };
        {
            let held = self.contents();
            let is_kept = |name: &String| {
                let key = format!("{GAME}{name}");
                held.texts.contains_key(&key) || held.deleted.iter().any(|(deleted, _)| *deleted == key)
            };
            titles.retain(|name, _| is_kept(name));
        }
        self.write(TITLES, &titles);
    }

    fn key(&self, save: &Save) -> String {
        format!("{GAME}{}", puzzles::name_of(&self.kinds, save))
    }

    /// Saves a game in place of its earlier state; `now` is the time in milliseconds since 1970. Returns `true` if
    /// another tab has saved a game of the same puzzle meanwhile; then the other tab's game stays, and `save` is stored
    /// under a new key. If there are more than [`MAX_GAMES`] saved games, the oldest are removed.
    pub(crate) fn keep(&self, save: &Save, now: u64) -> bool {
        let own = self.key(save);
        let mut held = self.contents();
        // A game that was deleted while it was played is not saved again before its next move.
        let is_deleted = held.deleted.iter().any(|(_, text)| {
            let deleted = Save::from_sealed(dated(text).1.as_bytes());
            deleted.is_ok_and(|deleted| deleted == *save || deleted.differs_in_time_alone(save))
        });
        if is_deleted {
            return false;
        }
        let before = held.chosen.get(&own).unwrap_or(&own).clone();
        let is_taken = held.foreign.contains(&before);
        let key = if is_taken { held.free_key((2..).map(|number| format!("{own}{FURTHER}{number}"))) } else { before };
        held.chosen.insert(own, key.clone());
        held.texts.insert(key.clone(), format!("{now}\n{}", save.sealed()));
        held.changed.insert(key);
        let mut kept: Vec<(u64, String)> = games(&held.texts).map(|(key, text)| (dated(text).0, key.clone())).collect();
        kept.sort();
        for (_, key) in kept.iter().take(kept.len().saturating_sub(MAX_GAMES)) {
            held.texts.remove(key);
            held.changed.insert(key.clone());
        }
        is_taken
    }
}

fn games(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&String, &String)> {
    texts.iter().filter(|(key, _)| key.starts_with(GAME))
}

/// Splits a stored game into the time at which it was saved, in milliseconds since 1970, and the game's text with its
/// checksum.
fn dated(text: &str) -> (u64, &str) {
    match text.split_once('\n') {
        Some((time, sealed)) => (time.parse().unwrap_or(0), sealed),
        None => (0, ""),
    }
}

impl Keeper for BrowserStore {
    fn find(&self, like: &Save) -> Option<Save> {
        let own = self.key(like);
        let mut held = self.contents();
        let (key, text) = held.games_of(&own).max_by_key(|(_, text)| dated(text).0)?;
        let (key, text) = (key.clone(), text.clone());
        held.foreign.remove(&key);
        held.chosen.insert(own, key);
        drop(held);
        match Save::from_sealed(dated(&text).1.as_bytes()) {
            Ok(save) => Some(save),
            Err(error) => {
                self.refuse(like, &error);
                None
            }
        }
    }

    fn latest(&self, is_meant: &dyn Fn(&Save) -> bool) -> Option<Save> {
        let sealed = |(_, text): (&String, &String)| {
            let (time, sealed) = dated(text);
            (time, sealed.to_owned())
        };
        let mut kept: Vec<(u64, String)> = games(&self.contents().texts).map(sealed).collect();
        kept.sort();
        let read = kept.into_iter().rev().filter_map(|(_, sealed)| Save::from_sealed(sealed.as_bytes()).ok());
        read.into_iter().find(|save| is_meant(save))
    }

    #[inline(never)]
    fn text_of(&self, id: &str) -> Option<String> {
        let linked = self.contents().linked.clone();
        let puzzles: Vec<(String, String)> = self.read(PUZZLES);
        puzzles.into_iter().chain(linked).find(|(known, _)| known == id).map(|(_, text)| text)
    }

    fn refuse(&self, like: &Save, error: &SaveError) {
        let own = self.key(like);
        let mut held = self.contents();
        let key = held.chosen.remove(&own).unwrap_or(own);
        if let Some(text) = held.texts.remove(&key) {
            let name = &key[GAME.len()..];
            let aside = held.free_key((1..).map(|number| format!("damaged/{name}-{number}")));
            held.texts.insert(aside.clone(), text);
            held.changed.extend([key, aside]);
        }
        held.notes.push(format!("a saved game is damaged and was set aside ({error})"));
    }

    fn notes(&self) -> Option<String> {
        let notes = std::mem::take(&mut self.contents().notes);
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}
