//! The hash table of lists, memo entries, nodes and pairs of nodes. The table holds only the numbers of these items,
//! which lie in arrays of their own.

use std::ops::Range;

use crate::budget::{Budget, Interrupted};
use crate::diagram::Level;

/// A hash table of positive numbers, with linear probing. At least half of the slots stay free.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// The number in each slot, 0 for a free slot. The length is a power of two; 0 for a table that is not in use.
    numbers: Vec<u32>,
}

impl Slots {
    /// The number of insertions between two checks of the budget.
    const STRIDE: usize = 1 << 12;

    /// Returns an empty table with `length` slots: a power of two, 2 or more.
    pub(crate) fn new(length: usize) -> Slots {
        debug_assert!(length.is_power_of_two() && length >= 2);
        Slots { numbers: vec![0; length] }
    }

    /// Returns a table without slots, to free the memory of a table that is no longer needed.
    pub(crate) fn none() -> Slots {
        Slots { numbers: Vec::new() }
    }

    /// Returns the number of bytes of `length` slots.
    pub(crate) const fn bytes(length: usize) -> usize {
        length * size_of::<u32>()
    }

    pub(crate) fn length(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the largest number of entries before the table has to grow: half the number of slots.
    #[inline]
    pub(crate) fn capacity(&self) -> usize {
        self.numbers.len() / 2
    }

    /// Returns the number with this hash for which `is` returns `true`. If there is no such number, returns the free
    /// slot for the number as the error. The highest bits of the hash select the slot at which the search begins.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.numbers.len() - 1;
        let mut slot = self.start(hash);
        loop {
            match self.numbers[slot] {
                0 => return Err(slot),
                number if is(number) => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Returns the number in the slot at which the search for a hash begins; 0 if the slot is free.
    #[inline]
    pub(crate) fn first(&self, hash: u64) -> u32 {
        self.numbers[self.start(hash)]
    }

    /// Returns the slot at which the search for a hash begins.
    #[inline]
    fn start(&self, hash: u64) -> usize {
        let mask = self.numbers.len() - 1;
        (hash >> (mask as u64).leading_zeros()) as usize
    }

    #[inline]
    pub(crate) fn put(&mut self, slot: usize, number: u32) {
        self.numbers[slot] = number;
    }

    /// Removes all numbers and sets the number of slots: a power of two, 2 or more.
    pub(crate) fn reset(&mut self, length: usize) {
        debug_assert!(length.is_power_of_two() && length >= 2);
        self.numbers.clear();
        self.numbers.resize(length, 0);
    }

    /// Replaces the table by a table with `length` slots, and inserts `numbers` by their hashes.
    pub(crate) fn grow(
        &mut self,
        length: usize,
        numbers: Range<u32>,
        hash: impl Fn(u32) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        self.reset(length);
        self.fill(numbers, hash, budget)
    }

    /// Replaces the table by a table with `length` slots, and moves its numbers there by their hashes.
    pub(crate) fn extend(
        &mut self,
        length: usize,
        hash: impl Fn(u32) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        let old = std::mem::replace(self, Slots::new(length));
        for chunk in old.numbers.chunks(Slots::STRIDE) {
            budget.spend(chunk.len() as u32, || 0.0)?;
            for &number in chunk.iter().filter(|&&number| number != 0) {
                if let Err(slot) = self.find(hash(number), |_| false) {
                    self.put(slot, number);
                }
            }
        }
        Ok(())
    }

    /// Inserts `numbers`, which are not in the table yet, by their hashes, within a budget.
    pub(crate) fn fill(
        &mut self,
        numbers: Range<u32>,
        hash: impl Fn(u32) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        for first in numbers.clone().step_by(Slots::STRIDE) {
            let part = first..numbers.end.min(first + Slots::STRIDE as u32);
            budget.spend(part.len() as u32, || 0.0)?;
            self.insert(part, &hash);
        }
        Ok(())
    }

    /// Inserts `numbers`, which are not in the table yet, by their hashes.
    pub(crate) fn insert(&mut self, numbers: Range<u32>, hash: impl Fn(u32) -> u64) {
        for number in numbers {
            if let Err(slot) = self.find(hash(number), |_| false) {
                self.put(slot, number);
            }
        }
    }
}

/// Returns a hash of `words` whose highest bits depend on all bits: multiplication by the golden ratio (Knuth, The Art
/// of Computer Programming, volume 3, section 6.4).
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0u64, |hash, &word| (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Returns the hash of a node or of a list. For a node, the arguments are its level and its two children. For a list,
/// they are its first choice, the function that follows this choice, and the tail.
#[inline]
pub(crate) fn hash_of(level: Level, a: u32, b: u32) -> u64 {
    // Levels are small: their low bits are rotated to the top, where `b` rarely has bits.
    hash(&[(u64::from(a) | u64::from(b) << 32) ^ u64::from(level).rotate_right(10)])
}
