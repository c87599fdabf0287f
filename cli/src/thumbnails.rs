//! The thumbnails of the daily puzzles, made on another thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use game::Thumbnail;
use jiff::civil::Date;
use puzzle_core::Budget;
use puzzles::{Collection, Daily};

/// The thumbnails of the daily puzzles of a day.
#[derive(Default)]
pub(crate) struct Thumbnails {
    /// The day whose thumbnails are made; `None` before [`Thumbnails::make`].
    day: Option<Date>,
    made: Arc<Mutex<Vec<(Daily, Date, Thumbnail)>>>,
    /// The number of thumbnails in `made` at the last call of [`Thumbnails::has_news`].
    seen: usize,
}

impl Thumbnails {
    /// Begins to make the thumbnails of `day`, unless they were begun before.
    pub(crate) fn make(&mut self, collection: &Collection, day: Date) {
        if self.day.replace(day) == Some(day) {
            return;
        }
        let (collection, made) = (collection.clone(), Arc::clone(&self.made));
        // The thread ends with the program: its work is of no use later.
        thread::spawn(move || {
            for daily in Daily::ALL {
                if let Some(thumbnail) = collection.thumbnail(daily, day, &mut Budget::unlimited()) {
                    locked(&made).push((daily, day, thumbnail));
                }
            }
        });
    }

    /// Returns the thumbnail of a daily puzzle; `None` if it is not made yet.
    pub(crate) fn of(&self, daily: Daily, day: Date) -> Option<Thumbnail> {
        let made = locked(&self.made);
        made.iter().find(|made| (made.0, made.1) == (daily, day)).map(|(_, _, thumbnail)| thumbnail.clone())
    }

    /// Returns `true` if thumbnails were made since the last call.
    pub(crate) fn has_news(&mut self) -> bool {
        let made = locked(&self.made).len();
        std::mem::replace(&mut self.seen, made) < made
    }
}

/// Locks the list of thumbnails. A thread that panicked has added whole thumbnails only, so that the list remains
/// valid.
fn locked<T>(made: &Mutex<T>) -> MutexGuard<'_, T> {
    made.lock().unwrap_or_else(PoisonError::into_inner)
}
