//! The part of its budget that a construction has used: memory and steps.

use crate::bdd::{Index, Node};
use crate::budget::{Budget, Stopped};

/// A budget, and the bytes of its memory that tables have taken. What a table takes while it moves to a larger one is
/// not counted twice.
pub(crate) struct Room<'r, 'b> {
    pub(crate) budget: &'r mut Budget<'b>,
    taken: usize,
    limit: usize,
}

impl<'r, 'b> Room<'r, 'b> {
    /// A budget of whose memory so many bytes are taken already.
    ///
    /// Lists, entries and nodes have numbers of 32 bits. Each takes 8 bytes or more, so that they do not run out of
    /// numbers before they run out of room.
    pub(crate) fn new(budget: &'r mut Budget<'b>, taken: usize) -> Result<Room<'r, 'b>, Stopped> {
        let numbers = (Index::MAX as usize).saturating_mul(size_of::<Node>());
        let mut room = Room { limit: budget.memory().min(numbers), budget, taken: 0 };
        room.take(taken)?;
        Ok(room)
    }

    /// Takes more bytes, before they are allocated.
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

    /// Takes fewer bytes, after some were freed.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.taken -= bytes;
    }

    /// The bytes taken.
    pub(crate) fn taken(&self) -> usize {
        self.taken
    }
}
