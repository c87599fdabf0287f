//! The lists of choices as the nodes of a zero-suppressed diagram.
//!
//! A list is a node already: it decides the variable of its first choice, its tail is the low child, and the function
//! below the choice the high child. Equal lists share a number, and no choice leads to FALSE. So the nodes are reduced
//! already, and only need their places in canonical order.

use std::ops::Range;

use super::{List, ListTable, Lists};
use crate::budget::{Budget, Interrupted};
use crate::construct::Function;
use crate::diagram::{FALSE, Index, Node, TRUE, Zdd, terminals};
use crate::slots::Slots;

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 15;

/// The value of `first_parent` of a list that no node refers to yet.
///
/// At the first reference the list joins the queue of its level: `first_parent` is then the next list of the queue, or
/// [`LAST`]. When its node is written, `first_parent` becomes the place of the node.
const UNSEEN: Index = 0;
const LAST: Index = Index::MAX;

/// The lists of a level that nodes refer to, in the order of their first references.
#[derive(Clone, Copy, Default)]
struct Queue {
    first: Index,
    last: Index,
    length: usize,
}

impl Lists {
    /// Returns the zero-suppressed diagram of a function of the first layer, over the variables of all layers.
    ///
    /// A walk from the root, level by level, writes the nodes from the end of an array to its start, since the root
    /// comes last. At first their children are the numbers of lists; once the next layer has its places, the children
    /// become places, and the lists of the layer are freed.
    pub(in crate::construct) fn into_zdd(
        mut self,
        root: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Zdd, Interrupted> {
        let variables: usize = self.layers.iter().map(|layer| usize::from(layer.length)).sum();
        if root == Function::FALSE || variables == 0 {
            return Ok(Zdd::constant(variables, root != Function::FALSE));
        }
        for layer in &mut self.layers {
            // Freeing memory takes time too.
            budget.spend((layer.slots.length() / 32 + layer.lists.len() / 16) as u32, || 0.0)?;
            budget.give_back(Slots::bytes(layer.slots.length()));
            layer.slots = Slots::none();
            layer.lists.iter_mut().for_each(|list| list.first_parent = UNSEEN);
        }
        let most = 2 + self.layers.iter().map(|layer| layer.lists.len()).sum::<usize>();
        budget.check_memory(most.saturating_mul(size_of::<Node>()))?;
        let mut walk = Walk {
            nodes: vec![[FALSE; 2]; most],
            begin: most,
            queues: vec![Queue::default(); variables],
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

/// The nodes while they are written, from the end of the array to its start.
struct Walk {
    /// The low and the high child of each node. The system provides the memory of a new array page by page, when a page
    /// is first written. So this memory grows while the lists are freed.
    nodes: Vec<[Index; 2]>,
    /// The index in `nodes` at which the nodes written so far begin. They are written from the end of the array to its
    /// start.
    begin: usize,
    /// For each level, the queue of the lists that get a node there.
    queues: Vec<Queue>,
    level_start: Vec<Index>,
}

impl Walk {
    /// Writes the nodes of a layer whose first variable is `first`, with the numbers of lists as children. Returns the
    /// first variable of the next layer.
    fn layer(
        &mut self,
        layer: &mut ListTable,
        below: &mut ListTable,
        first: usize,
        budget: &mut Budget<'_>,
    ) -> Result<usize, Interrupted> {
        let end = first + usize::from(layer.length);
        let is_last = end == self.queues.len();
        for level in first..end {
            let Queue { first: mut number, length, .. } = self.queues[level];
            let places = self.begin - length..self.begin;
            self.begin = places.start;
            self.level_start[level] = self.begin as Index;
            for place in places {
                if place % STRIDE == 0 {
                    budget.spend(4 * STRIDE as u32, || level as f64 / self.queues.len() as f64)?;
                }
                let list = &mut layer.lists[number as usize];
                let List { child, rest, first_parent: next, .. } = *list;
                list.first_parent = place as Index;
                self.nodes[place] = [rest, child];
                if rest != 0 {
                    refer(&mut layer.lists, rest, &mut self.queues[first..]);
                }
                if !is_last {
                    refer(&mut below.lists, child, &mut self.queues[end..]);
                }
                // The tail may have joined the queue of a later level only.
                number = next;
            }
        }
        Ok(end)
    }

    /// Replaces the numbers of lists by the places of their nodes.
    fn resolve(
        &mut self,
        nodes: Range<usize>,
        layer: &ListTable,
        below: Option<&ListTable>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        for chunk in self.nodes[nodes].chunks_mut(STRIDE) {
            budget.spend(2 * chunk.len() as u32, || 1.0)?;
            for [low, high] in chunk {
                if *low != FALSE {
                    *low = layer.lists[*low as usize].first_parent;
                }
                *high = below.map_or(TRUE, |below| below.lists[*high as usize].first_parent);
            }
        }
        Ok(())
    }

    /// Closes the gap at the start of the array and adds the terminals.
    fn finish(mut self, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        let gap = (self.begin - 2) as Index;
        self.nodes.drain(2..self.begin);
        for chunk in self.nodes.chunks_mut(STRIDE) {
            budget.spend(chunk.len() as u32 / 2, || 1.0)?;
            for child in chunk.as_flattened_mut().iter_mut().filter(|child| **child > TRUE) {
                *child -= gap;
            }
        }
        // Both have the same layout, so that this keeps the allocation.
        let mut nodes: Vec<Node> = self.nodes.into_iter().map(|[low, high]| Node { low, high }).collect();
        nodes[..2].copy_from_slice(&terminals());
        let (_, deciding) = self.level_start.split_last_mut().expect("the level of the terminals");
        deciding.iter_mut().for_each(|start| *start -= gap);
        Ok(Zdd::from_canonical(nodes, self.level_start))
    }
}

/// Adds a list to the queue of its level when a node refers to it for the first time. `queues` begins with the queue of
/// its layer's first variable.
#[inline]
fn refer(lists: &mut [List], number: Index, queues: &mut [Queue]) {
    let List { first_parent, choice, .. } = &mut lists[number as usize];
    if *first_parent == UNSEEN {
        *first_parent = LAST;
        let queue = &mut queues[usize::from(*choice)];
        if queue.length == 0 {
            queue.first = number;
        } else {
            lists[queue.last as usize].first_parent = number;
        }
        queue.last = number;
        queue.length += 1;
    }
}
