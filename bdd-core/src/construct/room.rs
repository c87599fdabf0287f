//! The memory that a construction has taken.

use crate::bdd::{Index, Node};
use crate::budget::{Budget, Stopped};

/// Counts the bytes that tables have allocated, and keeps to a limit. What a table takes while it moves to a larger
/// one is not counted twice.
#[derive(Debug)]
pub(crate) struct Room {
    taken: usize,
    limit: usize,
}

impl Room {
    /// The memory of a budget, of which so many bytes are taken already.
    ///
    /// Lists, entries and nodes have numbers of 32 bits. Each takes 8 bytes or more, so that they do not run out of
    /// numbers before they run out of room.
    pub(crate) fn new(budget: &Budget<'_>, taken: usize) -> Result<Room, Stopped> {
        let numbers = (Index::MAX as usize).saturating_mul(size_of::<Node>());
        let mut room = Room { taken: 0, limit: budget.memory().min(numbers) };
        room.take(taken)?;
        Ok(room)
    }

    /// Takes more, before it is allocated.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.check(bytes)?;
        self.taken += bytes;
        Ok(())
    }

    /// Whether so many bytes more could be taken.
    pub(crate) fn check(&self, bytes: usize) -> Result<(), Stopped> {
        let needed = self.taken.saturating_add(bytes);
        if needed > self.limit { Err(Stopped::TooLarge { needed, limit: self.limit }) } else { Ok(()) }
    }

    /// Takes less, after it was freed.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.taken -= bytes;
    }
}
