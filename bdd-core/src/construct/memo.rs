//! The memo table: the functions of the states met so far, found by the memo keys of the states.

use super::LayerFunction;
use crate::budget::{Budget, Interrupted};
use crate::slots::{Slots, hash};

/// A hash table for each layer, from memo keys to functions.
pub(super) struct Memo {
    layers: Vec<Option<MemoTable>>,
}

/// The result of [`Memo::find`]: the function of a known state, or a new entry for it.
pub(super) enum Lookup {
    /// The function of an earlier state with the same key.
    Known(LayerFunction),
    /// The number of a new entry, whose function the caller has to note by [`Memo::note`].
    New(u32),
}

struct MemoTable {
    /// The number of words of an entry: the words of its key, then one word for the number of its function. Key and
    /// function lie side by side, so that a look-up reads one place of the memory and not two.
    width: usize,
    /// The entries, one after the other.
    words: Vec<u64>,
    /// The hash table that finds an entry. It holds the number of each entry plus 1, since 0 marks a free slot.
    slots: Slots,
}

impl Memo {
    /// The number of bytes of a layer (a group of variables decided together) without entries.
    pub(super) const BYTES_A_LAYER: usize = size_of::<Option<MemoTable>>();

    pub(super) fn new(layers: usize) -> Memo {
        Memo { layers: std::iter::repeat_with(|| None).take(layers).collect() }
    }

    /// Returns the function of the state with the key `words` on a layer, or the number of a new entry for it.
    ///
    /// The caller notes the function of a new entry before it looks for the same key again. The caller can't need the
    /// key earlier: the search below a state looks only for keys of deeper layers.
    #[inline]
    pub(super) fn find(&mut self, layer: usize, words: &[u64], budget: &mut Budget<'_>) -> Result<Lookup, Interrupted> {
        let table = match &mut self.layers[layer] {
            Some(table) => table,
            none => none.insert(MemoTable::new(words.len() + 1, budget)?),
        };
        debug_assert_eq!(table.width, words.len() + 1, "all states of a layer have the same number of words");
        if table.words.len() == table.slots.capacity() * table.width {
            table.grow(budget)?;
        }
        let found = table.slots.find(hash(words), |number| is_same(key(&table.words, table.width, number), words));
        let slot = match found {
            Ok(number) => {
                return Ok(Lookup::Known(LayerFunction(table.words[number as usize * table.width - 1] as u32)));
            }
            Err(slot) => slot,
        };
        table.words.extend_from_slice(words);
        table.words.push(LayerFunction::FALSE.0.into());
        let number = table.count() as u32;
        table.slots.put(slot, number);
        Ok(Lookup::New(number - 1))
    }

    #[inline]
    pub(super) fn note(&mut self, layer: usize, entry: u32, function: LayerFunction) {
        if let Some(table) = &mut self.layers[layer] {
            table.words[(entry as usize + 1) * table.width - 1] = function.0.into();
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let tables = self.layers.iter().flatten().map(|table| MemoTable::bytes(table.slots.length(), table.width));
        self.layers.len() * Memo::BYTES_A_LAYER + tables.sum::<usize>()
    }
}

impl MemoTable {
    const SLOTS: usize = 8;

    fn new(width: usize, budget: &mut Budget<'_>) -> Result<MemoTable, Interrupted> {
        budget.take(MemoTable::bytes(MemoTable::SLOTS, width))?;
        let words = Vec::with_capacity(MemoTable::SLOTS / 2 * width);
        Ok(MemoTable { width, words, slots: Slots::new(MemoTable::SLOTS) })
    }

    /// Returns the number of bytes of a table with `slots` slots and entries of `width` words.
    fn bytes(slots: usize, width: usize) -> usize {
        (slots / 2).saturating_mul(width * size_of::<u64>()) + Slots::bytes(slots)
    }

    /// Returns the number of entries.
    #[inline]
    fn count(&self) -> usize {
        self.words.len() / self.width
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let slots = self.slots.length() * 2;
        budget.take(MemoTable::bytes(slots, self.width) - MemoTable::bytes(slots / 2, self.width))?;
        self.words.reserve_exact(slots / 2 * self.width - self.words.len());
        let numbers = 1..self.count() as u32 + 1;
        let MemoTable { width, words, slots: table } = self;
        table.grow(slots, numbers, |number| hash(key(words, *width, number)), budget)
    }
}

/// Returns the key of an entry; `number` is the number of the entry plus 1.
#[inline]
fn key(words: &[u64], width: usize, number: u32) -> &[u64] {
    let end = number as usize * width;
    &words[end - width..end - 1]
}

/// Returns `true` if two keys of the same number of words are equal. Compared word by word: keys are short, so that the
/// call of a library function, as `==` on slices makes it, takes longer.
#[inline]
fn is_same(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}
