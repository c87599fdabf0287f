//! The hash table behind lists, entries and nodes, which all have numbers and lie in arrays of their own.

use std::ops::Range;

use crate::bdd::Level;
use crate::budget::{Budget, Interrupted};

/// A hash table of numbers other than 0, with linear probing. Half of it is kept free.
#[derive(Debug)]
pub(super) struct Slots {
    /// 0 is free. A power of two long.
    numbers: Vec<u32>,
}

impl Slots {
    /// A table with so many slots: a power of two, 2 or more.
    pub(super) fn new(length: usize) -> Slots {
        debug_assert!(length.is_power_of_two() && length >= 2);
        Slots { numbers: vec![0; length] }
    }

    /// No slots, where nothing is looked for any more.
    pub(super) fn none() -> Slots {
        Slots { numbers: Vec::new() }
    }

    /// What so many slots take.
    pub(super) const fn bytes(length: usize) -> usize {
        length * size_of::<u32>()
    }

    pub(super) fn length(&self) -> usize {
        self.numbers.len()
    }

    /// How many numbers there is room for.
    #[inline]
    pub(super) fn capacity(&self) -> usize {
        self.numbers.len() / 2
    }

    /// The number with this hash that `is` the one looked for, or the slot where it belongs. Of the hash, the highest
    /// bits count.
    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mask = self.numbers.len() - 1;
        let mut slot = (hash >> (mask as u64).leading_zeros()) as usize;
        loop {
            match self.numbers[slot] {
                0 => return Err(slot),
                number if is(number) => return Ok(number),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    #[inline]
    pub(super) fn put(&mut self, slot: usize, number: u32) {
        self.numbers[slot] = number;
    }

    /// Makes the table longer, with the numbers that are in it and their hashes.
    pub(super) fn grow(
        &mut self,
        length: usize,
        numbers: Range<u32>,
        hash: impl Fn(u32) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        // The old slots are freed first.
        self.numbers = Vec::new();
        *self = Slots::new(length);
        self.fill(numbers, hash, budget)
    }

    /// Puts numbers that are all different, with these hashes, into the table.
    pub(super) fn fill(
        &mut self,
        numbers: Range<u32>,
        hash: impl Fn(u32) -> u64,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        /// Numbers between two looks at the budget.
        const STRIDE: u32 = 1 << 12;
        for number in numbers {
            if number.is_multiple_of(STRIDE) {
                budget.spend(STRIDE, || 0.0)?;
            }
            if let Err(slot) = self.find(hash(number), |_| false) {
                self.put(slot, number);
            }
        }
        Ok(())
    }
}

/// Mixes words so that the highest bits of the hash depend on all of theirs: multiplication by the golden ratio (Knuth,
/// The Art of Computer Programming, volume 3, section 6.4).
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0u64, |hash, &word| (hash.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The hash of a node of a level or of a list of choices, by its two successors.
#[inline]
pub(super) fn hash_of(level: Level, a: u32, b: u32) -> u64 {
    // Levels are small: their low bits are put where no others are likely to be.
    hash(&[(u64::from(a) | u64::from(b) << 32) ^ u64::from(level).rotate_right(10)])
}
