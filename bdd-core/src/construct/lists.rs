//! Functions as lists of choices: the nodes of a multi-valued decision diagram. `expand` converts them into the nodes
//! of a [`Bdd`](crate::Bdd), and `sparse` into the nodes of a [`Zdd`](crate::Zdd).

mod expand;
mod sparse;

use super::{Function, Store};
use crate::budget::{Budget, Interrupted};
use crate::diagram::Level;
use crate::slots::{Slots, hash_of};

/// A [`Store`] for layers with exactly one true variable. A function is a list of choices in order; each choice refers
/// to a function of the next layer. Lists share their tails, and the part of a function that is built so far is itself
/// a list.
#[derive(Debug)]
pub(super) struct Lists {
    /// The tables of all layers, then one table for the end, whose only list is [`Function::TRUE`].
    layers: Vec<ListTable>,
    /// The mirror images of one layer, while a symmetric search is completed from the last layer to the first.
    images: Images,
}

#[derive(Debug)]
struct ListTable {
    /// The number of variables of the layer.
    length: Level,
    /// The lists of choices, indexed by their numbers; number 0 stands for [`Function::FALSE`]. The tail of a list has
    /// a smaller number than the list.
    lists: Vec<List>,
    /// The hash table of all lists that are not the [`List::first_parent`] of their child. A first parent is found
    /// through its child instead, without hashing.
    slots: Slots,
    /// The number of lists in `slots`.
    filled: usize,
}

/// A non-empty list of choices, as its first choice and its tail.
#[derive(Clone, Copy, Debug)]
struct List {
    /// The number of the function of the next layer that follows the first choice.
    child: u32,
    /// The number of the tail, which is the list of the later choices on this layer; 0 if there are no later choices.
    rest: u32,
    /// The number of the list of the layer above that was the first to lead to this list by its first choice; 0 if
    /// there is none.
    first_parent: u32,
    choice: Level,
}

impl ListTable {
    /// The empty list. Its choice is larger than all others, so that any choice can be prepended.
    const NO_CHOICE: List = List { child: 0, rest: 0, first_parent: 0, choice: Level::MAX };

    fn new(length: Level, slots: usize) -> ListTable {
        let mut lists = Vec::with_capacity(slots / 2);
        lists.push(ListTable::NO_CHOICE);
        ListTable { length, lists, slots: Slots::new(slots), filled: 0 }
    }

    /// Returns the number of bytes of a table with `slots` slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * size_of::<List>() + Slots::bytes(slots)
    }

    /// Returns `true` if the list `number` has the first choice `choice`, the function `child` below it, and the tail
    /// `rest`.
    #[inline]
    fn is(&self, number: u32, choice: Level, child: u32, rest: u32) -> bool {
        let list = &self.lists[number as usize];
        (list.choice, list.child, list.rest) == (choice, child, rest)
    }

    /// Returns the number of a list in the hash table; if the list is not there, returns the free slot for it as the
    /// error.
    #[inline]
    fn find(&self, choice: Level, child: u32, rest: u32) -> Result<u32, usize> {
        self.slots.find(hash_of(choice, child, rest), |number| self.is(number, choice, child, rest))
    }

    /// Adds a list that is new and returns its number.
    #[inline]
    fn push(&mut self, choice: Level, child: u32, rest: u32, budget: &mut Budget<'_>) -> Result<u32, Interrupted> {
        if self.lists.len() == self.lists.capacity() {
            self.grow_lists(budget)?;
        }
        self.lists.push(List { child, rest, first_parent: 0, choice });
        Ok(self.lists.len() as u32 - 1)
    }

    #[cold]
    fn grow_lists(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let present = self.lists.capacity();
        // Small tables grow faster; large ones leave less memory unused.
        let more = if present < 1 << 12 { present * 3 } else { present / 2 };
        budget.take(more * size_of::<List>())?;
        self.lists.reserve_exact(more);
        Ok(())
    }

    #[cold]
    fn grow_slots(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let present = self.slots.length();
        let slots = if present < 1 << 10 { present * 4 } else { present * 2 };
        budget.take(Slots::bytes(slots))?;
        let lists = &self.lists;
        let hash = |number| {
            let List { choice, child, rest, .. } = lists[number as usize];
            hash_of(choice, child, rest)
        };
        self.slots.extend(slots, hash, budget)?;
        budget.give_back(Slots::bytes(present));
        Ok(())
    }
}

impl Lists {
    /// Returns a store without lists. `lengths` holds the number of variables of each layer.
    pub(super) fn new(lengths: &[Level], budget: &mut Budget<'_>) -> Result<Lists, Interrupted> {
        // If there are many layers, most have few lists.
        let slots = if lengths.len() <= 1 << 8 { 64 } else { 8 };
        budget.take((lengths.len() + 1) * (size_of::<ListTable>() + ListTable::bytes(slots)))?;
        let mut layers: Vec<ListTable> = lengths.iter().map(|&length| ListTable::new(length, slots)).collect();
        let mut end = ListTable::new(0, slots);
        end.lists.push(ListTable::NO_CHOICE);
        layers.push(end);
        // `TRUE` below the last layer is its own image.
        let images = Images { layer: lengths.len(), functions: vec![0, 1], own: Function::FALSE };
        Ok(Lists { layers, images })
    }

    /// Returns the list with the first choice `choice`, and adds it if it is new. `child` is the function of the next
    /// layer that follows this choice, and `rest` is the list of the later choices.
    fn add(
        &mut self,
        layer: usize,
        choice: usize,
        child: Function,
        rest: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        debug_assert!(child.number() < self.layers[layer + 1].lists.len(), "the next layer has such a list");
        let [table, below] = &mut self.layers[layer..=layer + 1] else { unreachable!("a layer lies below") };
        debug_assert!(
            choice < usize::from(table.length.min(table.lists[rest.number()].choice)),
            "choices are added from the layer's last to its first"
        );
        let choice = choice as Level;
        let first_parent = &mut below.lists[child.number()].first_parent;
        if *first_parent == 0 {
            *first_parent = table.push(choice, child.0, rest.0, budget)?;
            return Ok(Function(*first_parent));
        }
        if table.is(*first_parent, choice, child.0, rest.0) {
            return Ok(Function(*first_parent));
        }
        let mut slot = match table.find(choice, child.0, rest.0) {
            Ok(number) => return Ok(Function(number)),
            Err(slot) => slot,
        };
        if table.filled == table.slots.capacity() {
            table.grow_slots(budget)?;
            // The list is still absent, but its slot has moved.
            slot = table.find(choice, child.0, rest.0).err().unwrap_or(slot);
        }
        let number = table.push(choice, child.0, rest.0, budget)?;
        table.slots.put(slot, number);
        table.filled += 1;
        Ok(Function(number))
    }

    /// Adds the mirror image of every choice of `half`, and returns the whole function. The choices of `half` are in
    /// the second half of the layer or in its middle; the middle choice is its own mirror image.
    pub(super) fn with_mirror_image(
        &mut self,
        layer: usize,
        half: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        while self.images.layer > layer + 1 {
            self.mirror_layer(budget)?;
        }
        let last = usize::from(self.layers[layer].length - 1);
        let mut whole = half;
        let mut next = half;
        while next != Function::FALSE {
            let List { choice, child, rest, .. } = self.layers[layer].lists[next.number()];
            let choice = usize::from(choice);
            if 2 * choice != last {
                whole = self.add(layer, last - choice, self.images.of(child), whole, budget)?;
            }
            next = Function(rest);
        }
        self.images.own = whole;
        Ok(whole)
    }

    /// Adds the mirror images of all functions of the next layer: the layer above the one that `images` holds. This
    /// layer then gets no more lists, so its hash table is freed.
    fn mirror_layer(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let layer = self.images.layer - 1;
        let count = self.layers[layer].lists.len();
        let last = self.layers[layer].length - 1;
        budget.take(count * size_of::<u32>())?;
        let mut images = vec![0; count];
        for (number, image) in images.iter_mut().enumerate().skip(1) {
            if number == self.images.own.number() {
                *image = self.images.own.0;
                continue;
            }
            // A list without a first parent is only the tail of other lists, and no function by itself.
            if self.layers[layer].lists[number].first_parent == 0 {
                continue;
            }
            // The search is done: progress is 1.
            budget.spend(4, || 1.0)?;
            let (mut next, mut mirrored) = (number, Function::FALSE);
            while next != 0 {
                let List { choice, child, rest, .. } = self.layers[layer].lists[next];
                mirrored = self.add(layer, usize::from(last - choice), self.images.of(child), mirrored, budget)?;
                next = rest as usize;
            }
            *image = mirrored.0;
        }
        let table = &mut self.layers[layer];
        budget.give_back(Slots::bytes(table.slots.length()) + self.images.functions.len() * size_of::<u32>());
        table.slots = Slots::none();
        self.images = Images { layer, functions: images, own: Function::FALSE };
        Ok(())
    }
}

/// The mirror images of the functions of a layer.
#[derive(Debug)]
struct Images {
    layer: usize,
    /// The number of each function's mirror image; 0 for a list that is no function, only a tail of other lists.
    functions: Vec<u32>,
    /// The function of the layer above that is its own mirror image; [`Function::FALSE`] if there is none.
    own: Function,
}

impl Images {
    fn of(&self, function: u32) -> Function {
        Function(self.functions[function as usize])
    }
}

impl Store for Lists {
    type Partial = Function;

    const NOTHING: Function = Function::FALSE;

    #[inline]
    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: Function,
        rest: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        if child == Function::FALSE { Ok(rest) } else { self.add(layer, choice, child, rest, budget) }
    }

    #[inline]
    fn finish(&mut self, _layer: usize, list: Function, _budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        Ok(list)
    }
}
