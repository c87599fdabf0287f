//! Functions as lists of choices: the nodes of a multi-valued decision diagram. `expand` converts them into the nodes
//! of a [`Bdd`](crate::Bdd), and `sparse` into the nodes of a [`Zdd`](crate::Zdd).

mod expand;
mod sparse;

use super::{LayerFunction, Store};
use crate::budget::{Budget, Interrupted};
use crate::diagram::Level;
use crate::slots::{Slots, hash_of};

/// A [`Store`] for layers with exactly one true variable. A function is a list of choices in order, and each choice
/// refers to a function of the next layer. Lists share their tails. A partially built function is a list too.
#[derive(Debug)]
pub(super) struct Lists {
    /// The tables of all layers, then one table for the end, whose only list is [`LayerFunction::TRUE`].
    layers: Vec<ListTable>,
    /// The mirror images of the functions of one layer. Only a symmetric search needs them: at its end, it adds the
    /// mirror images layer by layer, from the last layer to the first.
    images: Images,
}

#[derive(Debug)]
struct ListTable {
    /// The number of variables of the layer.
    length: Level,
    /// The number of bits that hold a choice.
    choice_bits: u32,
    /// The lists of choices, indexed by their numbers; number 0 stands for [`LayerFunction::FALSE`]. The tail of a list
    /// has a smaller number than the list.
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
    /// The number of the function in the next layer to which the first choice leads.
    child: u32,
    /// The number of the tail, which is the list of the later choices on this layer; 0 if there are no later choices.
    rest: u32,
    /// The first choice, in the lowest `choice_bits` bits. The bits above it hold the *first parent*: the number of the
    /// first list in the layer above whose first choice led to this list; 0 if there is no such list. The choice and
    /// the first parent share a word, because most of the memory of a construction is its lists.
    tag: u32,
}

impl ListTable {
    /// The empty list, which has no choice and no parent.
    const EMPTY: List = List { child: 0, rest: 0, tag: 0 };

    fn new(length: Level, slots: usize) -> ListTable {
        let mut lists = Vec::with_capacity(slots / 2);
        lists.push(ListTable::EMPTY);
        let choice_bits = Level::BITS - length.leading_zeros();
        ListTable { length, choice_bits, lists, slots: Slots::new(slots), filled: 0 }
    }

    /// Returns the first choice of a list.
    #[inline]
    fn choice(&self, list: List) -> Level {
        (list.tag & ((1 << self.choice_bits) - 1)) as Level
    }

    /// Returns the number of the first parent of a list: 0 if the list has no parent. A number that does not fit into
    /// the tag is not kept, and [`ListTable::no_parent`] is returned instead.
    #[inline]
    fn first_parent(&self, list: List) -> u32 {
        list.tag >> self.choice_bits
    }

    /// Returns the smallest number of a list that does not fit into a tag as a first parent. Parents from this number
    /// on are in the hash table.
    #[inline]
    fn no_parent(&self) -> u32 {
        u32::MAX >> self.choice_bits
    }

    /// Returns the number of bytes of a table with `slots` slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * size_of::<List>() + Slots::bytes(slots)
    }

    /// Returns `true` if the list `number` has the first choice `choice`, the function `child` below it, and the tail
    /// `rest`.
    #[inline]
    fn is(&self, number: u32, choice: Level, child: u32, rest: u32) -> bool {
        let list = self.lists[number as usize];
        (list.child, list.rest, self.choice(list)) == (child, rest, choice)
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
        self.lists.push(List { child, rest, tag: choice.into() });
        Ok(self.lists.len() as u32 - 1)
    }

    #[cold]
    fn grow_lists(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let present = self.lists.capacity();
        // Small tables grow by a larger factor. Large tables grow by a smaller factor, to leave less memory unused.
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
        let mut numbers = std::mem::replace(&mut self.slots, Slots::none());
        let hash = |number| {
            let list = self.lists[number as usize];
            hash_of(self.choice(list), list.child, list.rest)
        };
        numbers.extend(slots, hash, budget)?;
        self.slots = numbers;
        budget.give_back(Slots::bytes(present));
        Ok(())
    }
}

impl Lists {
    /// Returns an empty store. `lengths` holds the number of variables of each layer.
    pub(super) fn new(lengths: &[Level], budget: &mut Budget<'_>) -> Result<Lists, Interrupted> {
        // If there are many layers, most have few lists.
        let slots = if lengths.len() <= 1 << 8 { 64 } else { 8 };
        budget.take((lengths.len() + 1) * (size_of::<ListTable>() + ListTable::bytes(slots)))?;
        let mut layers: Vec<ListTable> = lengths.iter().map(|&length| ListTable::new(length, slots)).collect();
        let mut end = ListTable::new(0, slots);
        end.lists.push(ListTable::EMPTY);
        layers.push(end);
        // `TRUE` below the last layer is its own image.
        let images = Images { layer: lengths.len(), functions: vec![0, 1], own: LayerFunction::FALSE };
        Ok(Lists { layers, images })
    }

    /// Returns the list that begins with `choice` and goes on with the list `rest`; adds the list if it is new.
    /// `choice` leads to `child`, a function of the next layer.
    fn add(
        &mut self,
        layer: usize,
        choice: usize,
        child: LayerFunction,
        rest: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        debug_assert!(child.number() < self.layers[layer + 1].lists.len(), "the next layer has such a list");
        let [table, below] = &mut self.layers[layer..=layer + 1] else { unreachable!("a layer lies below") };
        let (choice, tail) = (choice as Level, table.lists[rest.number()]);
        debug_assert!(
            choice < if rest == LayerFunction::FALSE { table.length } else { table.choice(tail) },
            "choices are added from the layer's last to its first"
        );
        let (no_parent, choice_bits) = (below.no_parent(), below.choice_bits);
        let below = &mut below.lists[child.number()];
        let mut first_parent = below.tag >> choice_bits;
        if first_parent == 0 {
            first_parent = no_parent.min(table.lists.len() as u32);
            below.tag |= first_parent << choice_bits;
            if first_parent < no_parent {
                return table.push(choice, child.0, rest.0, budget).map(LayerFunction);
            }
        }
        // The hash table is searched before the first parent is compared: a child with a first parent mostly has
        // further parents, and these are in the table.
        let mut slot = match table.find(choice, child.0, rest.0) {
            Ok(number) => return Ok(LayerFunction(number)),
            Err(slot) => slot,
        };
        if first_parent < no_parent && table.is(first_parent, choice, child.0, rest.0) {
            return Ok(LayerFunction(first_parent));
        }
        if table.filled == table.slots.capacity() {
            table.grow_slots(budget)?;
            // The list is still absent, but the table has grown, so that the free slot for the list has moved.
            slot = table.find(choice, child.0, rest.0).err().unwrap_or(slot);
        }
        let number = table.push(choice, child.0, rest.0, budget)?;
        table.slots.put(slot, number);
        table.filled += 1;
        Ok(LayerFunction(number))
    }

    /// Adds the mirror image of every choice of `half`, and returns the whole function. The choices of `half` are in
    /// the second half of the layer or in its middle; the middle choice is its own mirror image.
    pub(super) fn with_mirror_image(
        &mut self,
        layer: usize,
        half: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        while self.images.layer > layer + 1 {
            self.mirror_layer(budget)?;
        }
        let last = usize::from(self.layers[layer].length - 1);
        let mut whole = half;
        let mut next = half;
        while next != LayerFunction::FALSE {
            let table = &self.layers[layer];
            let list @ List { child, rest, .. } = table.lists[next.number()];
            let choice = usize::from(table.choice(list));
            if 2 * choice != last {
                whole = self.add(layer, last - choice, self.images.of(child), whole, budget)?;
            }
            next = LayerFunction(rest);
        }
        self.images.own = whole;
        Ok(whole)
    }

    /// Adds the mirror images of all functions of one more layer: the layer above the last mirrored layer. This layer
    /// then gets no more lists, so its hash table is freed.
    fn mirror_layer(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let layer = self.images.layer - 1;
        let count = self.layers[layer].lists.len();
        let last = self.layers[layer].length - 1;
        budget.take(count * size_of::<u32>())?;
        let mut images = vec![0; count];
        images[self.images.own.number()] = self.images.own.0;
        for number in 1..count {
            let table = &self.layers[layer];
            // A list without a parent is only the tail of other lists, and no function by itself. The image of a
            // function is known already if the function is the image of an earlier function.
            if images[number] != 0 || table.first_parent(table.lists[number]) == 0 {
                continue;
            }
            // The search is done: progress is 1.
            budget.spend(4, || 1.0)?;
            let (mut next, mut mirrored) = (number, LayerFunction::FALSE);
            while next != 0 {
                let table = &self.layers[layer];
                let list @ List { child, rest, .. } = table.lists[next];
                let choice = table.choice(list);
                mirrored = self.add(layer, usize::from(last - choice), self.images.of(child), mirrored, budget)?;
                next = rest as usize;
            }
            images[number] = mirrored.0;
            if let Some(image) = images.get_mut(mirrored.number()) {
                *image = number as u32;
            }
        }
        let table = &mut self.layers[layer];
        budget.give_back(Slots::bytes(table.slots.length()) + self.images.functions.len() * size_of::<u32>());
        table.slots = Slots::none();
        self.images = Images { layer, functions: images, own: LayerFunction::FALSE };
        Ok(())
    }
}

/// The mirror images of the functions of a layer.
#[derive(Debug)]
struct Images {
    layer: usize,
    /// The number of each function's mirror image; 0 for a list that is only a tail of other lists, and no function by
    /// itself.
    functions: Vec<u32>,
    /// The function that is its own mirror image, in the layer above `layer`; [`LayerFunction::FALSE`] if there is no
    /// such function.
    own: LayerFunction,
}

impl Images {
    fn of(&self, function: u32) -> LayerFunction {
        LayerFunction(self.functions[function as usize])
    }
}

impl Store for Lists {
    type Partial = LayerFunction;

    const NOTHING: LayerFunction = LayerFunction::FALSE;

    #[inline]
    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: LayerFunction,
        rest: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        if child == LayerFunction::FALSE { Ok(rest) } else { self.add(layer, choice, child, rest, budget) }
    }

    #[inline]
    fn finish(
        &mut self,
        _layer: usize,
        list: LayerFunction,
        _budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted> {
        Ok(list)
    }
}
