//! Functions as lists of choices: the nodes of a multi-valued decision diagram. `expand` converts them into the nodes
//! of a [`Bdd`](crate::Bdd), and `sparse` into the nodes of a [`Zdd`](crate::Zdd).

mod expand;
mod sparse;

use std::ops::Range;

use super::LayerFunction;
use super::trace::{Trace, TracedLayer};
use crate::budget::{Budget, Interrupted};
use crate::diagram::Level;
use crate::slots::{Slots, hash_of};

/// The functions of layers with exactly one true variable, each once. A function is a list of choices in order, and
/// each choice leads to a function of the next layer. Lists share their tails.
///
/// The lists of all layers are numbered in one row: 0 is the empty list ([`LayerFunction::FALSE`]), 1 the only list of
/// the end ([`LayerFunction::TRUE`]), then follow the lists of the last layer, and so on up to the first layer. So the
/// tail of a list and the function after its first choice have smaller numbers than the list.
#[derive(Debug)]
pub(super) struct Lists {
    /// For each list, the number of its tail, which is the list of the later choices on its layer, and the number of
    /// the function of the next layer to which its first choice leads.
    links: Vec<[u32; 2]>,
    /// The first choice of each list. The choices lie apart from the links, because more of them fit the processor's
    /// cache then.
    choices: Vec<Level>,
    /// The layers from the first to the last, then the end.
    layers: Vec<ListLayer>,
    /// The number of the whole function, on the first layer.
    root: u32,
}

/// A layer of [`Lists`].
#[derive(Clone, Debug)]
struct ListLayer {
    /// The number of variables of the layer.
    length: Level,
    /// The numbers of the layer's lists.
    numbers: Range<usize>,
}

impl Lists {
    /// The number of bytes of a list.
    const BYTES: usize = size_of::<[u32; 2]>() + size_of::<Level>();

    /// Returns the lists of all functions of a search, layer by layer from the last one to the first. `root` is the
    /// state before the first choice, and `lengths` holds the number of variables of each layer.
    pub(super) fn of(
        trace: Trace,
        root: LayerFunction,
        lengths: &[Level],
        is_symmetric: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Lists, Interrupted> {
        budget.take((lengths.len() + 1) * size_of::<ListLayer>())?;
        let mut layers = vec![ListLayer { length: 0, numbers: 1..2 }];
        let traced = trace.into_layers();
        let mut builder = ListBuilder::new(traced.iter().map(|layer| layer.choices.len()).sum(), budget)?;
        // The functions of the states of the layer below, and the mirror images of its functions.
        let (mut functions, mut images) = (vec![0, 1], vec![1]);
        for (traced, &length) in traced.into_iter().zip(lengths).rev() {
            builder.begin(length, traced.choices.len(), budget)?;
            let found = builder.add_states(&traced, &functions, &images, budget)?;
            budget.give_back(traced.bytes());
            drop(traced);
            if is_symmetric && layers.len() < lengths.len() {
                images = builder.add_images(&found, &images, budget)?;
            }
            functions = found;
            layers.push(ListLayer { length, numbers: builder.start..builder.links.len() });
        }
        layers.reverse();
        budget.give_back(builder.bytes());
        let root = functions[root.number()];
        drop((functions, images));
        let (mut links, mut choices) = builder.into_lists();
        budget.give_back((links.capacity() - links.len()) * Lists::BYTES);
        links.shrink_to_fit();
        choices.shrink_to_fit();
        Ok(Lists { links, choices, layers, root })
    }

    /// Returns the number of variables of all layers.
    fn variables(&self) -> usize {
        self.layers.iter().map(|layer| usize::from(layer.length)).sum()
    }

    /// Returns the constant function, if there are no models or no variables.
    fn constant(&self) -> Option<bool> {
        (self.root <= 1).then_some(self.root == 1)
    }
}

/// A list as its first choice, the function of the next layer to which this choice leads, and the number of its tail.
#[derive(Clone, Copy)]
struct List {
    choice: Level,
    child: u32,
    rest: u32,
}

impl List {
    #[inline]
    fn hash(self) -> u64 {
        hash_of(self.choice, self.child, self.rest)
    }
}

/// A choice of a function that is to be added: the choice, the function of the next layer, and `true` if no choice of
/// the function follows. The choices of a function come from the last to the first.
type Choice = (Level, u32, bool);

/// [`Lists`] while they are made, with the table that finds the lists of the current layer.
struct ListBuilder {
    links: Vec<[u32; 2]>,
    choices: Vec<Level>,
    /// The number of variables of the current layer.
    length: Level,
    /// The numbers of the first lists of the current layer and of the layer below.
    start: usize,
    below: usize,
    /// For each function of the layer below, its *first parent*: the first list whose first choice led to it, or 0.
    first_parents: Vec<u32>,
    /// The hash table of all lists that are not the first parent of their child. A first parent is found through its
    /// child instead, without hashing.
    slots: Slots,
    /// The number of lists in `slots`.
    filled: usize,
}

impl ListBuilder {
    /// The number of choices whose lists are looked up together.
    const BATCH: usize = 64;

    /// Returns a builder without layers, for states with `choices` choices in all.
    fn new(choices: usize, budget: &mut Budget<'_>) -> Result<ListBuilder, Interrupted> {
        // There is at most one list for each choice; mirror images add some. Room for all from the start leaves no gaps
        // in the memory, as tables do that grow and move. The system provides this memory only when it is used.
        let room = 2 + choices + choices / 8;
        budget.take(room * Lists::BYTES)?;
        let (mut links, mut choices) = (Vec::with_capacity(room), Vec::with_capacity(room));
        links.resize(2, [0; 2]);
        choices.resize(2, 0);
        let (slots, first_parents) = (Slots::none(), Vec::new());
        Ok(ListBuilder { links, choices, length: 0, start: 1, below: 0, first_parents, slots, filled: 0 })
    }

    /// Begins the layer above the current one. `choices` is the number of choices of its states.
    fn begin(&mut self, length: Level, choices: usize, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        (self.length, self.below, self.start) = (length, self.start, self.links.len());
        budget.give_back(self.bytes());
        let (slots, functions) = (choices.next_power_of_two().max(8), self.start - self.below);
        budget.take(Slots::bytes(slots) + functions * size_of::<u32>())?;
        // The tables of the layer below are freed first: they may be far larger.
        (self.slots, self.first_parents) = (Slots::none(), Vec::new());
        (self.slots, self.first_parents) = (Slots::new(slots), vec![0; functions]);
        self.filled = 0;
        Ok(())
    }

    /// Returns the links and the choices of all lists, and frees the other tables.
    fn into_lists(self) -> (Vec<[u32; 2]>, Vec<Level>) {
        (self.links, self.choices)
    }

    /// Returns the number of bytes of the tables for the current layer.
    fn bytes(&self) -> usize {
        Slots::bytes(self.slots.length()) + self.first_parents.len() * size_of::<u32>()
    }

    /// Returns the mirror image of a function of the layer below.
    #[inline]
    fn image(&self, images: &[u32], function: u32) -> u32 {
        images[function as usize - self.below]
    }

    /// Returns the first parent of a function of the layer below, 0 if it has none yet.
    #[inline]
    fn first_parent(&mut self, child: u32) -> &mut u32 {
        &mut self.first_parents[child as usize - self.below]
    }

    /// Returns `true` if the list `number` is `list`.
    #[inline]
    fn is(&self, number: u32, list: List) -> bool {
        self.links[number as usize] == [list.rest, list.child] && self.choices[number as usize] == list.choice
    }

    /// Adds the functions of all states of a layer. Returns the function of each state. `below` holds the function of
    /// each state of the next layer, and `images` the mirror image of each of its functions.
    fn add_states(
        &mut self,
        traced: &TracedLayer,
        below: &[u32],
        images: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<u32>, Interrupted> {
        budget.check_memory((traced.states as usize + 1) * size_of::<u32>())?;
        let mut functions = Vec::with_capacity(traced.states as usize + 1);
        functions.push(0);
        let mut batch = Vec::new();
        for traced in &traced.choices {
            let function = below[traced.child as usize];
            let child = if traced.is_mirrored() { self.image(images, function) } else { function };
            batch.push((traced.choice(), child, traced.is_last()));
            if batch.len() >= ListBuilder::BATCH && traced.is_last() {
                self.add_batch(&mut batch, &mut functions, budget)?;
            }
        }
        self.add_batch(&mut batch, &mut functions, budget)?;
        Ok(functions)
    }

    /// Adds the mirror images of `functions`. Returns the mirror image of each function of the layer, 0 for a list that
    /// is only a tail of other lists. `below` holds the mirror image of each function of the layer below.
    fn add_images(
        &mut self,
        functions: &[u32],
        below: &[u32],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<u32>, Interrupted> {
        let last = self.length - 1;
        let count = self.links.len() - self.start;
        // There are seldom more images than lists so far.
        budget.check_memory(2 * count * size_of::<u32>())?;
        let mut images = vec![0; count];
        let (mut batch, mut originals, mut mirrored) = (Vec::new(), Vec::new(), Vec::new());
        for (state, &function) in functions.iter().enumerate().skip(1) {
            // The image of a function is known already if the function is the image of an earlier function.
            if images[function as usize - self.start] == 0 {
                originals.push(function);
                let mut next = function;
                while next != 0 {
                    let [rest, child] = self.links[next as usize];
                    batch.push((last - self.choices[next as usize], self.image(below, child), rest == 0));
                    next = rest;
                }
            }
            if batch.len() >= ListBuilder::BATCH || state + 1 == functions.len() {
                self.add_batch(&mut batch, &mut mirrored, budget)?;
                images.resize(self.links.len() - self.start, 0);
                for (original, image) in originals.drain(..).zip(mirrored.drain(..)) {
                    images[original as usize - self.start] = image;
                    images[image as usize - self.start] = original;
                }
            }
        }
        Ok(images)
    }

    /// Adds the functions whose choices are in `batch`, and appends their numbers to `functions`. Empties `batch`.
    ///
    /// The lists of the last choices are looked up before any list is added: so the processor fetches their places in
    /// the memory all at once, not one after the other.
    fn add_batch(
        &mut self,
        batch: &mut Vec<Choice>,
        functions: &mut Vec<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        budget.spend(4 * batch.len() as u32, || 1.0)?;
        let mut candidates = [[0; 2]; 2 * ListBuilder::BATCH];
        for (candidates, &(choice, child, _)) in candidates.iter_mut().zip(batch.iter()) {
            let list = List { choice, child, rest: 0 };
            *candidates = [self.slots.first(list.hash()), *self.first_parent(child)];
        }
        for (candidates, &(choice, child, _)) in candidates.iter_mut().zip(batch.iter()) {
            let list = List { choice, child, rest: 0 };
            let [first, second] = *candidates;
            candidates[0] = if self.is(first, list) {
                first
            } else if self.is(second, list) {
                second
            } else {
                0
            };
        }
        let mut rest = 0;
        for (place, (choice, child, is_last)) in batch.drain(..).enumerate() {
            rest = match candidates.get(place) {
                Some(&[found, _]) if rest == 0 && found != 0 => found,
                _ => self.add(List { choice, child, rest }, budget)?,
            };
            if is_last {
                functions.push(rest);
                rest = 0;
            }
        }
        Ok(())
    }

    /// Returns the number of a list; adds the list if it is new.
    #[inline]
    fn add(&mut self, list: List, budget: &mut Budget<'_>) -> Result<u32, Interrupted> {
        debug_assert!(list.choice < self.length, "a choice of the layer");
        debug_assert!(
            list.rest == 0 || list.choice < self.choices[list.rest as usize],
            "choices are added from the layer's last to its first"
        );
        let first_parent = *self.first_parent(list.child);
        if first_parent == 0 {
            *self.first_parent(list.child) = self.links.len() as u32;
            return self.push(list, budget);
        }
        // The hash table is searched before the first parent is compared: a child with a first parent mostly has
        // further parents, and these are in the table.
        let mut slot = match self.find(list) {
            Ok(number) => return Ok(number),
            Err(slot) => slot,
        };
        if self.is(first_parent, list) {
            return Ok(first_parent);
        }
        if self.filled == self.slots.capacity() {
            self.grow_slots(budget)?;
            // The list is still absent, but the table has grown, so that the free slot for the list has moved.
            slot = self.find(list).err().unwrap_or(slot);
        }
        let number = self.push(list, budget)?;
        self.slots.put(slot, number);
        self.filled += 1;
        Ok(number)
    }

    /// Returns the number of a list in the hash table; if the list is not there, returns the free slot for it as the
    /// error.
    #[inline]
    fn find(&self, list: List) -> Result<u32, usize> {
        self.slots.find(list.hash(), |number| self.is(number, list))
    }

    /// Adds a list that is new and returns its number.
    #[inline]
    fn push(&mut self, list: List, budget: &mut Budget<'_>) -> Result<u32, Interrupted> {
        if self.links.len() == self.links.capacity() || self.choices.len() == self.choices.capacity() {
            self.grow_lists(budget)?;
        }
        self.links.push([list.rest, list.child]);
        self.choices.push(list.choice);
        Ok(self.links.len() as u32 - 1)
    }

    #[cold]
    fn grow_lists(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let present = self.links.len();
        // A large table grows by a smaller factor, to leave less memory unused.
        let more = if present < 1 << 12 { 32 + present * 3 } else { present / 2 };
        budget.take(more * Lists::BYTES)?;
        self.links.reserve_exact(more);
        self.choices.reserve_exact(more);
        Ok(())
    }

    #[cold]
    fn grow_slots(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let present = self.slots.length();
        budget.take(Slots::bytes(present * 2))?;
        let mut slots = std::mem::replace(&mut self.slots, Slots::none());
        let hash = |number| {
            let [rest, child] = self.links[number as usize];
            List { choice: self.choices[number as usize], child, rest }.hash()
        };
        slots.extend(present * 2, hash, budget)?;
        self.slots = slots;
        budget.give_back(Slots::bytes(present));
        Ok(())
    }
}
