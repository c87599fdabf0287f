//! The memo table: the functions of the states met so far, found by the memo keys of the states.

use super::LayerFunction;
use crate::budget::{Budget, Interrupted};
use crate::slots::{Slots, hash};

/// A hash table for each layer, from memo keys to functions. The keys of a layer lie in one array, so that an entry
/// costs no allocation.
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
    /// The number of words of each key.
    width: usize,
    words: Vec<u64>,
    functions: Vec<LayerFunction>,
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
            none => none.insert(MemoTable::new(words.len(), budget)?),
        };
        debug_assert_eq!(table.width, words.len(), "all states of a layer have the same number of words");
        if table.functions.len() == table.slots.capacity() {
            table.grow(budget)?;
        }
        let found = table.slots.find(hash(words), |number| *entry(&table.words, table.width, number) == *words);
        let slot = match found {
            Ok(number) => return Ok(Lookup::Known(table.functions[number as usize - 1])),
            Err(slot) => slot,
        };
        table.words.extend_from_slice(words);
        table.functions.push(LayerFunction::FALSE);
        let number = table.functions.len() as u32;
        table.slots.put(slot, number);
        Ok(Lookup::New(number - 1))
    }

    #[inline]
    pub(super) fn note(&mut self, layer: usize, entry: u32, function: LayerFunction) {
        if let Some(table) = &mut self.layers[layer] {
            table.functions[entry as usize] = function;
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
        let entries = MemoTable::SLOTS / 2;
        Ok(MemoTable {
            width,
            words: Vec::with_capacity(entries * width),
            functions: Vec::with_capacity(entries),
            slots: Slots::new(MemoTable::SLOTS),
        })
    }

    /// Returns the number of bytes of a table with `slots` slots and keys of `width` words.
    fn bytes(slots: usize, width: usize) -> usize {
        (slots / 2).saturating_mul(width * size_of::<u64>() + size_of::<LayerFunction>()) + Slots::bytes(slots)
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let slots = self.slots.length() * 2;
        budget.take(MemoTable::bytes(slots, self.width) - MemoTable::bytes(slots / 2, self.width))?;
        self.words.reserve_exact(slots / 2 * self.width - self.words.len());
        self.functions.reserve_exact(slots / 2 - self.functions.len());
        let MemoTable { width, words, functions, slots: numbers } = self;
        numbers.grow(slots, 1..functions.len() as u32 + 1, |number| hash(entry(words, *width, number)), budget)
    }
}

/// Returns the key of an entry; `number` is the number of the entry plus 1.
#[inline]
fn entry(words: &[u64], width: usize, number: u32) -> &[u64] {
    let end = number as usize * width;
    &words[end - width..end]
}
