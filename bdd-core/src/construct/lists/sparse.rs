//! The lists of choices as the nodes of a zero-suppressed diagram.
//!
//! A list is a node already. It decides the variable of its first choice; its low child is its tail, and its high child
//! is the function to which the first choice leads. Equal lists share a number, and no choice leads to FALSE. So the
//! nodes are reduced already, and only need their places in canonical order.

use std::ops::Range;

use super::{List, ListTable, Lists};
use crate::budget::{Budget, Interrupted};
use crate::construct::LayerFunction;
use crate::diagram::{FALSE, Index, Level, Node, TRUE, Zdd, terminals};
use crate::slots::Slots;

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 15;

/// The `tag` of a list that a node refers to, but whose own node is not written yet. Before the first such reference,
/// the tag is the list's first choice. After the list's node is written, the tag is the place of this node plus
/// [`SparseWalk::tag_offset`].
const WAITING: Index = Index::MAX;

impl Lists {
    /// Returns the zero-suppressed diagram of a function of the first layer, over the variables of all layers.
    ///
    /// A walk from the root, level by level, writes the nodes into an array from its end to its start, since the root
    /// is the last node of a diagram. At first the children of a node are the numbers of lists. When the nodes of the
    /// next layer have their places, the children become places, and the lists of the layer are freed.
    pub(in crate::construct) fn into_zdd(
        mut self,
        root: LayerFunction,
        budget: &mut Budget<'_>,
    ) -> Result<Zdd, Interrupted> {
        let variables: usize = self.layers.iter().map(|layer| usize::from(layer.length)).sum();
        if root == LayerFunction::FALSE || variables == 0 {
            return Ok(Zdd::constant(variables, root != LayerFunction::FALSE));
        }
        for layer in &mut self.layers {
            // Freeing memory takes time too, and so counts as steps.
            budget.spend((layer.slots.length() / 32 + layer.lists.len() / 16) as u32, || 0.0)?;
            budget.give_back(Slots::bytes(layer.slots.length()));
            layer.slots = Slots::none();
            let choice = (1 << layer.choice_bits) - 1;
            layer.lists.iter_mut().for_each(|list| list.tag &= choice);
        }
        let most = 2 + self.layers.iter().map(|layer| layer.lists.len()).sum::<usize>();
        let widest = self.layers.windows(2).map(|pair| pair[0].lists.len() + pair[1].lists.len()).max().unwrap_or(0);
        let queues = variables * size_of::<Vec<Index>>() + widest * size_of::<Index>();
        budget.check_memory(most.saturating_mul(size_of::<Node>()).saturating_add(queues))?;
        let mut walk = SparseWalk {
            nodes: vec![[FALSE; 2]; most],
            begin: most,
            queues: vec![Vec::new(); variables],
            level_start: vec![0; variables + 1],
        };
        refer(&mut self.layers[0].lists, root.0, &mut walk.queues);
        let mut level = 0;
        let mut unresolved = most..most;
        for number in 0..self.layers.len() - 1 {
            let [layer, below] = &mut self.layers[number..=number + 1] else { unreachable!("a layer lies below") };
            let begin = walk.begin;
            level = walk.layer(layer, below, level, budget)?;
            if number > 0 {
                let [above, layer] = &self.layers[number - 1..=number] else { unreachable!("a layer lies above") };
                walk.resolve(unresolved, above, Some(layer), budget)?;
                self.layers[number - 1].lists = Vec::new();
            }
            unresolved = walk.begin..begin;
        }
        let last = self.layers.len() - 2;
        walk.resolve(unresolved, &self.layers[last], None, budget)?;
        drop(self);
        walk.finish(budget)
    }
}

/// The state of writing the array of nodes, which is filled from its end to its start.
struct SparseWalk {
    /// The low and the high child of each node. The system provides the memory of a new array page by page, when a page
    /// is first written. So this memory grows while the lists are freed.
    nodes: Vec<[Index; 2]>,
    /// The index in `nodes` at which the nodes written so far begin: the array is filled from its end to its start.
    begin: usize,
    /// For each level, the lists that nodes refer to, in the order of their first references.
    queues: Vec<Vec<Index>>,
    level_start: Vec<Index>,
}

impl SparseWalk {
    /// Returns the number that is added to the place of a list's node to make the tag of the list. The number is so
    /// large that this tag can't be mistaken for a choice, since the limit of memory allows far fewer than 2^32 - 2^16
    /// lists.
    fn tag_offset(&self) -> Index {
        WAITING - self.nodes.len() as Index
    }

    /// Writes the nodes of a layer, whose first variable is `first`. Their children are numbers of lists until
    /// [`SparseWalk::resolve`] replaces them. Returns the first variable of the next layer.
    fn layer(
        &mut self,
        layer: &mut ListTable,
        below: &mut ListTable,
        first: usize,
        budget: &mut Budget<'_>,
    ) -> Result<usize, Interrupted> {
        let end = first + usize::from(layer.length);
        let tag_offset = self.tag_offset();
        let is_last = end == self.queues.len();
        for level in first..end {
            // Only lists of earlier levels have the lists of this level as tails or children.
            let queue = std::mem::take(&mut self.queues[level]);
            self.begin -= queue.len();
            self.level_start[level] = self.begin as Index;
            for (place, &number) in (self.begin..).zip(&queue) {
                if place % STRIDE == 0 {
                    budget.spend(4 * STRIDE as u32, || level as f64 / self.queues.len() as f64)?;
                }
                let list = &mut layer.lists[number as usize];
                let List { child, rest, .. } = *list;
                list.tag = place as Index + tag_offset;
                self.nodes[place] = [rest, child];
                if rest != 0 {
                    refer(&mut layer.lists, rest, &mut self.queues[first..]);
                }
                if !is_last {
                    refer(&mut below.lists, child, &mut self.queues[end..]);
                }
            }
        }
        Ok(end)
    }

    /// Replaces the children of `nodes`: each child is the number of a list, and becomes the place of this list's node.
    fn resolve(
        &mut self,
        nodes: Range<usize>,
        layer: &ListTable,
        below: Option<&ListTable>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        let tag_offset = self.tag_offset();
        for chunk in self.nodes[nodes].chunks_mut(STRIDE) {
            budget.spend(2 * chunk.len() as u32, || 1.0)?;
            for [low, high] in chunk {
                if *low != FALSE {
                    *low = layer.lists[*low as usize].tag - tag_offset;
                }
                *high = below.map_or(TRUE, |below| below.lists[*high as usize].tag - tag_offset);
            }
        }
        Ok(())
    }

    /// Closes the gap at the start of the array and adds the terminals.
    fn finish(mut self, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        let gap = (self.begin - 2) as Index;
        self.nodes.drain(2..self.begin);
        for chunk in self.nodes.chunks_mut(STRIDE).take_while(|_| gap > 0) {
            budget.spend(chunk.len() as u32 / 2, || 1.0)?;
            for child in chunk.as_flattened_mut().iter_mut().filter(|child| **child > TRUE) {
                *child -= gap;
            }
        }
        // `Node` and `[Index; 2]` have the same layout, so that the conversion keeps the allocation.
        let mut nodes: Vec<Node> = self.nodes.into_iter().map(|[low, high]| Node { low, high }).collect();
        nodes[..2].copy_from_slice(&terminals());
        let (_, deciding) = self.level_start.split_last_mut().expect("the level of the terminals");
        deciding.iter_mut().for_each(|start| *start -= gap);
        Ok(Zdd::from_canonical(nodes, self.level_start))
    }
}

/// Adds the list `number` to the queue of its level when a node refers to the list for the first time. `queues` begins
/// with the queue of the first variable of the list's layer.
#[inline]
fn refer(lists: &mut [List], number: Index, queues: &mut [Vec<Index>]) {
    let tag = &mut lists[number as usize].tag;
    if *tag <= Index::from(Level::MAX) {
        let choice = std::mem::replace(tag, WAITING);
        queues[choice as usize].push(number);
    }
}
