//! The browser's storage from one visit to the next: texts by their keys, of which the engine has a copy. Other tabs
//! hear of changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game::{Save, SaveError, Statistics};
use puzzle_kind::Kind;
use puzzles::Keeper;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Keys: a game each, what was solved so far, and what was chosen.
const GAME: &str = "game/";
pub(crate) const STATISTICS: &str = "statistics";
pub(crate) const SETTINGS: &str = "settings";
/// What stands between the name of a puzzle and the number of a further game of it. No puzzle has it in its name.
const FURTHER: char = '~';
/// The most games that are kept: some kilobytes each, where browsers have five million for a page.
const MOST: usize = 300;

/// A copy of what the browser keeps, and what it is to be told of it.
#[derive(Debug)]
pub(crate) struct BrowserStore {
    kinds: Vec<Arc<dyn Kind>>,
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    texts: BTreeMap<String, String>,
    /// Keys whose texts have changed since the browser was last told.
    changed: BTreeSet<String>,
    /// Games that another tab has kept since this one read or wrote them.
    foreign: BTreeSet<String>,
    /// The key under which this tab keeps a puzzle's game, where it is not the puzzle's own.
    chosen: BTreeMap<String, String>,
    notes: Vec<String>,
}

impl Held {
    /// Returns the games of a puzzle: that of its own key and further ones.
    fn games_of(&self, own: &str) -> impl Iterator<Item = (&String, &String)> {
        let is_of = |further: &str| further.is_empty() || further.starts_with(FURTHER);
        let beginning = self.texts.range(own.to_owned()..).take_while(move |(key, _)| key.starts_with(own));
        beginning.filter(move |(key, _)| is_of(&key[own.len()..]))
    }

    /// Returns the first of some numbered keys that is free.
    fn free_key(&self, mut keys: impl Iterator<Item = String>) -> String {
        keys.find(|key| !self.texts.contains_key(key)).expect("numbers do not end")
    }
}

impl BrowserStore {
    /// What was kept of puzzles of these kinds.
    pub(crate) fn new(kinds: Vec<Arc<dyn Kind>>, texts: BTreeMap<String, String>) -> BrowserStore {
        BrowserStore { kinds, held: Mutex::new(Held { texts, ..Held::default() }) }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another tab has kept something, or taken it away.
    pub(crate) fn heard(&self, key: String, text: Option<String>) {
        let mut held = self.held();
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

    /// What the browser is to keep, or to take away, since this was last asked for.
    pub(crate) fn changes(&self) -> Vec<(String, Option<String>)> {
        let mut held = self.held();
        let changed = std::mem::take(&mut held.changed);
        changed.into_iter().map(|key| (key.clone(), held.texts.get(&key).cloned())).collect()
    }

    /// Something that was kept as JSON; the default where there is none, or it is damaged.
    pub(crate) fn read<T: DeserializeOwned + Default>(&self, key: &str) -> T {
        self.held().texts.get(key).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// Keeps something as JSON.
    pub(crate) fn write(&self, key: &str, value: &impl Serialize) {
        let text = serde_json::to_string(value).expect("what is kept is plain data");
        let mut held = self.held();
        held.texts.insert(key.to_owned(), text);
        held.changed.insert(key.to_owned());
    }

    /// What was solved so far.
    pub(crate) fn statistics(&self) -> Statistics {
        self.read(STATISTICS)
    }

    fn key(&self, save: &Save) -> String {
        format!("{GAME}{}", puzzles::name_of(&self.kinds, save))
    }

    /// Keeps a game at a time, in milliseconds since 1970, in place of its state before. A game that another tab has kept
    /// meanwhile stays, and this one is kept beside it. The oldest games make room. Returns whether it is kept under
    /// another key from now on.
    pub(crate) fn keep(&self, save: &Save, now: u64) -> bool {
        let own = self.key(save);
        let mut held = self.held();
        let before = held.chosen.get(&own).unwrap_or(&own).clone();
        let is_taken = held.foreign.contains(&before);
        let key = if is_taken { held.free_key((2..).map(|number| format!("{own}{FURTHER}{number}"))) } else { before };
        held.chosen.insert(own, key.clone());
        held.texts.insert(key.clone(), format!("{now}\n{}", save.sealed()));
        held.changed.insert(key);
        let mut kept: Vec<(u64, String)> = games(&held.texts).map(|(key, text)| (dated(text).0, key.clone())).collect();
        kept.sort();
        for (_, key) in kept.iter().take(kept.len().saturating_sub(MOST)) {
            held.texts.remove(key);
            held.changed.insert(key.clone());
        }
        is_taken
    }
}

fn games(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&String, &String)> {
    texts.iter().filter(|(key, _)| key.starts_with(GAME))
}

/// When a game was kept, and the game.
fn dated(text: &str) -> (u64, &str) {
    match text.split_once('\n') {
        Some((time, sealed)) => (time.parse().unwrap_or(0), sealed),
        None => (0, ""),
    }
}

impl Keeper for BrowserStore {
    fn of(&self, like: &Save) -> Option<Save> {
        let own = self.key(like);
        let mut held = self.held();
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
        let mut kept: Vec<(u64, String)> = games(&self.held().texts).map(sealed).collect();
        kept.sort();
        let read = kept.into_iter().rev().filter_map(|(_, sealed)| Save::from_sealed(sealed.as_bytes()).ok());
        read.into_iter().find(|save| is_meant(save))
    }

    fn refuse(&self, like: &Save, error: &SaveError) {
        let own = self.key(like);
        let mut held = self.held();
        let key = held.chosen.remove(&own).unwrap_or(own);
        if let Some(text) = held.texts.remove(&key) {
            let name = &key[GAME.len()..];
            let aside = held.free_key((1..).map(|number| format!("damaged/{name}-{number}")));
            held.texts.insert(aside.clone(), text);
            held.changed.extend([key, aside]);
        }
        held.notes.push(format!("a kept game was set aside ({error})"));
    }

    fn notes(&self) -> Option<String> {
        let notes = std::mem::take(&mut self.held().notes);
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}
