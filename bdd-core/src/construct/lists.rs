//! Functions as lists of choices: the nodes of a multi-valued decision diagram, which `expand` converts into the nodes
//! of a [`Bdd`].

mod expand;

use super::slots::{Slots, hash_of};
use super::{Function, Store};
use crate::bdd::{Bdd, Level};
use crate::budget::{Budget, Interrupted};

/// A [`Store`] for layers with exactly one true variable. A function is a list of choices in order, each with the
/// function of the next layer that follows it. Lists share their tails, so that a partially built function is a list
/// too.
#[derive(Debug)]
pub(super) struct Lists {
    /// The tables of all layers, then one table for the end, whose only list is [`Function::TRUE`].
    layers: Vec<ListTable>,
}

#[derive(Debug)]
struct ListTable {
    /// The number of variables of the layer.
    length: Level,
    /// The lists, indexed by their numbers; number 0 stands for [`Function::FALSE`]. The tail of a list has a smaller
    /// number than the list.
    lists: Vec<List>,
    slots: Slots,
}

/// A non-empty list of choices, as its first choice and its tail.
#[derive(Clone, Copy, Debug)]
struct List {
    /// The number of the function of the next layer that follows the first choice.
    child: u32,
    /// The number of the tail, which is the list of the later choices on this layer; 0 if there are no later choices.
    rest: u32,
    /// The number of the list's mirror image if it is known; otherwise 0.
    mirrored: u32,
    choice: Level,
}

impl ListTable {
    /// The empty list. Its choice is larger than all others, so that any choice can be prepended.
    const NO_CHOICE: List = List { child: 0, rest: 0, mirrored: 0, choice: Level::MAX };

    fn new(length: Level, slots: usize) -> ListTable {
        let mut lists = Vec::with_capacity(slots / 2);
        lists.push(ListTable::NO_CHOICE);
        ListTable { length, lists, slots: Slots::new(slots) }
    }

    /// Returns the number of bytes of a table with `slots` slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * size_of::<List>() + Slots::bytes(slots)
    }

    /// Returns the number of the list with this first choice, child and tail. If there is none, returns the free slot
    /// for it as the error.
    #[inline]
    fn find(&self, choice: Level, child: u32, rest: u32) -> Result<u32, usize> {
        self.slots.find(hash_of(choice, child, rest), |number| {
            let list = &self.lists[number as usize];
            (list.choice, list.child, list.rest) == (choice, child, rest)
        })
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        // Growing takes the time of looking up all lists, so that small tables grow by a larger factor.
        let present = self.slots.length();
        let slots = if present < 1 << 10 { present * 4 } else { present * 2 };
        budget.take(ListTable::bytes(slots) - ListTable::bytes(present))?;
        // The slots are replaced before the lists grow: in this order, the freed blocks of memory are not adjacent.
        // Otherwise the allocator returns them to the system after every diagram of some hundred kilobytes, and the
        // next diagram takes 1.5 times as long.
        self.slots = Slots::new(slots);
        self.lists.reserve_exact(slots / 2 - self.lists.len());
        let ListTable { lists, slots: numbers, .. } = self;
        let hash = |number| {
            let List { choice, child, rest, .. } = lists[number as usize];
            hash_of(choice, child, rest)
        };
        numbers.fill(1..lists.len() as u32, hash, budget)
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
        Ok(Lists { layers })
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
        debug_assert!(child.number() < self.layers[layer + 1].lists.len(), "the child is a list of the next layer");
        let table = &mut self.layers[layer];
        debug_assert!(
            choice < usize::from(table.length.min(table.lists[rest.number()].choice)),
            "choices are added from the layer's last to its first"
        );
        let choice = choice as Level;
        let mut slot = match table.find(choice, child.0, rest.0) {
            Ok(number) => return Ok(Function(number)),
            Err(slot) => slot,
        };
        if table.lists.len() == table.slots.capacity() {
            table.grow(budget)?;
            // The list is still absent, but its slot has moved.
            slot = table.find(choice, child.0, rest.0).err().unwrap_or(slot);
        }
        let number = table.lists.len() as u32;
        table.slots.put(slot, number);
        table.lists.push(List { child: child.0, rest: rest.0, mirrored: 0, choice });
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
        let last = usize::from(self.layers[layer].length - 1);
        let mut whole = half;
        let mut next = half;
        while next != Function::FALSE {
            let List { choice, child, rest, .. } = self.layers[layer].lists[next.number()];
            let choice = usize::from(choice);
            if 2 * choice != last {
                let child = self.mirrored(layer + 1, Function(child), budget)?;
                whole = self.add(layer, last - choice, child, whole, budget)?;
            }
            next = Function(rest);
        }
        Ok(whole)
    }

    /// Returns the mirror image of `list`, a function of `layer`: the variables are reversed within this layer and each
    /// deeper one.
    fn mirrored(&mut self, layer: usize, list: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        /// A list that is being mirrored, on the path to the current list.
        struct MirrorFrame {
            list: Function,
            /// The tail of `list` that is still to be mirrored; at first, the whole list.
            next: Function,
            mirrored: Function,
        }
        let end = self.layers.len() - 1;
        let mut stack: Vec<MirrorFrame> = Vec::new();
        let mut present = list;
        loop {
            let here = layer + stack.len();
            let known = match present {
                Function::FALSE => Some(Function::FALSE),
                _ if here == end => Some(present),
                _ => Some(Function(self.layers[here].lists[present.number()].mirrored)).filter(|known| known.0 != 0),
            };
            let Some(mut known) = known else {
                stack.push(MirrorFrame { list: present, next: present, mirrored: Function::FALSE });
                present = Function(self.layers[here].lists[present.number()].child);
                continue;
            };
            // Go up while lists are finished.
            loop {
                let above = (layer + stack.len()).wrapping_sub(1);
                let Some(frame) = stack.last_mut() else { return Ok(known) };
                let List { choice, rest, .. } = self.layers[above].lists[frame.next.number()];
                let choice = usize::from(self.layers[above].length - 1 - choice);
                frame.mirrored = self.add(above, choice, known, frame.mirrored, budget)?;
                frame.next = Function(rest);
                if frame.next != Function::FALSE {
                    present = Function(self.layers[above].lists[frame.next.number()].child);
                    break;
                }
                // The search is done: progress is 1.
                budget.spend(4, || 1.0)?;
                let MirrorFrame { list, mirrored, .. } = *frame;
                self.layers[above].lists[list.number()].mirrored = mirrored.0;
                self.layers[above].lists[mirrored.number()].mirrored = list.0;
                known = mirrored;
                stack.pop();
            }
        }
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

    fn into_bdd(self, root: Function, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        self.expand(root, budget)
    }
}
