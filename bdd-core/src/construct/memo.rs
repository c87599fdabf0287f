//! The memo table: the functions of the states that were met, by what remains of the problem.

use super::Function;
use super::slots::{Slots, hash};
use crate::budget::{Budget, Interrupted};

/// For each layer a hash table from words to functions. The words of all entries lie one after the other, so that an
/// entry costs no allocation.
pub(super) struct Memo {
    layers: Vec<Option<Table>>,
}

/// What a look into the table finds.
pub(super) enum Lookup {
    /// The function of a state from which the same remains.
    Known(Function),
    /// Nothing: the number of the entry that was made for the function.
    New(u32),
}

struct Table {
    /// The words of an entry.
    width: usize,
    words: Vec<u64>,
    functions: Vec<Function>,
    /// The numbers of entries, plus one.
    slots: Slots,
}

impl Memo {
    /// What a layer takes without entries.
    pub(super) const BYTES_A_LAYER: usize = size_of::<Option<Table>>();

    pub(super) fn new(layers: usize) -> Memo {
        Memo { layers: std::iter::repeat_with(|| None).take(layers).collect() }
    }

    /// The function of a state of a layer, or a new entry for it. Each entry must have its function noted before the
    /// same words are looked for again; they are not while its state is searched, which happens on deeper layers.
    #[inline]
    pub(super) fn find(&mut self, layer: usize, words: &[u64], budget: &mut Budget<'_>) -> Result<Lookup, Interrupted> {
        let table = match &mut self.layers[layer] {
            Some(table) => table,
            none => none.insert(Table::new(words.len(), budget)?),
        };
        debug_assert_eq!(table.width, words.len(), "as many words as the layer's other states");
        if table.functions.len() == table.slots.capacity() {
            table.grow(budget)?;
        }
        let found = table.slots.find(hash(words), |number| *entry(&table.words, table.width, number) == *words);
        let slot = match found {
            Ok(number) => return Ok(Lookup::Known(table.functions[number as usize - 1])),
            Err(slot) => slot,
        };
        table.words.extend_from_slice(words);
        table.functions.push(Function::FALSE);
        let number = table.functions.len() as u32;
        table.slots.put(slot, number);
        Ok(Lookup::New(number - 1))
    }

    #[inline]
    pub(super) fn note(&mut self, layer: usize, entry: u32, function: Function) {
        if let Some(table) = &mut self.layers[layer] {
            table.functions[entry as usize] = function;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let tables = self.layers.iter().flatten().map(|table| Table::bytes(table.slots.length(), table.width));
        self.layers.len() * Memo::BYTES_A_LAYER + tables.sum::<usize>()
    }
}

impl Table {
    const SLOTS: usize = 8;

    fn new(width: usize, budget: &mut Budget<'_>) -> Result<Table, Interrupted> {
        budget.take(Table::bytes(Table::SLOTS, width))?;
        let entries = Table::SLOTS / 2;
        Ok(Table {
            width,
            words: Vec::with_capacity(entries * width),
            functions: Vec::with_capacity(entries),
            slots: Slots::new(Table::SLOTS),
        })
    }

    /// What a table takes with so many slots.
    fn bytes(slots: usize, width: usize) -> usize {
        (slots / 2).saturating_mul(width * size_of::<u64>() + size_of::<Function>()) + Slots::bytes(slots)
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let slots = self.slots.length() * 2;
        budget.take(Table::bytes(slots, self.width) - Table::bytes(slots / 2, self.width))?;
        self.words.reserve_exact(slots / 2 * self.width - self.words.len());
        self.functions.reserve_exact(slots / 2 - self.functions.len());
        let Table { width, words, functions, slots: numbers } = self;
        numbers.grow(slots, 1..functions.len() as u32 + 1, |number| hash(entry(words, *width, number)), budget)
    }
}

/// The words of an entry by its number plus one.
#[inline]
fn entry(words: &[u64], width: usize, number: u32) -> &[u64] {
    let end = number as usize * width;
    &words[end - width..end]
}
