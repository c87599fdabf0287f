//! The lists of choices as the nodes of a zero-suppressed diagram.
//!
//! A list is a node already: it decides the variable of its first choice, its tail is the low child, and the function
//! below the choice the high child. Equal lists share a number, and no list leads to FALSE by its choice. So the nodes
//! only need their places in canonical order.

use super::{List, Lists};
use crate::budget::{Budget, Interrupted};
use crate::construct::Function;
use crate::construct::slots::Slots;
use crate::diagram::{FALSE, Index, Node, TRUE, Zdd, terminals};

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 15;

impl Lists {
    /// Returns the zero-suppressed diagram of a function of the first layer, over the variables of all layers.
    pub(in crate::construct) fn into_zdd(
        mut self,
        root: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Zdd, Interrupted> {
        for layer in &mut self.layers {
            // Freeing memory takes time too.
            budget.spend((layer.slots.length() / 32) as u32, || 0.0)?;
            budget.give_back(Slots::bytes(layer.slots.length()));
            layer.slots = Slots::none();
        }
        let variables: usize = self.layers.iter().map(|layer| usize::from(layer.length)).sum();
        if root == Function::FALSE || variables == 0 {
            return Ok(Zdd::constant(variables, root != Function::FALSE));
        }
        let lists: usize = self.layers.iter().map(|layer| layer.lists.len()).sum();
        budget.check_memory(lists.saturating_mul(2 * size_of::<Index>()))?;
        let (by_level, place) = budget.part(0.0..0.5, |budget| self.walk(root, budget))?;

        // All widths are known now: turn places within levels into places in the diagram.
        let mut level_start: Vec<Index> = vec![0; variables + 1];
        let mut count = 2;
        for (level, nodes) in by_level.iter().enumerate().rev() {
            level_start[level] = count;
            count += nodes.len() as Index;
        }
        budget.check_memory((count as usize).saturating_mul(size_of::<Node>() + size_of::<Index>()))?;
        let mut nodes = Vec::with_capacity(count as usize);
        nodes.extend(terminals());
        let mut end = variables;
        for (number, layer) in self.layers.iter().enumerate().rev() {
            let first = end - usize::from(layer.length);
            for (choice, lists) in by_level[first..end].iter().enumerate().rev() {
                let child_level = |list: Index| end + usize::from(self.layers[number + 1].lists[list as usize].choice);
                for chunk in lists.chunks(STRIDE) {
                    budget.spend(chunk.len() as u32, || 0.5 + 0.5 * nodes.len() as f64 / f64::from(count))?;
                    nodes.extend(chunk.iter().map(|&list| {
                        let List { child, rest, choice: own, .. } = layer.lists[list as usize];
                        debug_assert_eq!(usize::from(own), choice);
                        let low = match rest {
                            0 => FALSE,
                            _ => {
                                let level = first + usize::from(layer.lists[rest as usize].choice);
                                level_start[level] + place[number][rest as usize]
                            }
                        };
                        let high = if end == variables {
                            TRUE
                        } else {
                            level_start[child_level(child)] + place[number + 1][child as usize]
                        };
                        Node { low, high }
                    }));
                }
            }
            end = first;
        }
        Ok(Zdd::from_canonical(nodes, level_start))
    }

    /// Walks from the root down, level by level, low child first. Returns the lists of each level in the order of their
    /// first references, and the place of each list in its level.
    fn walk(&self, root: Function, budget: &mut Budget<'_>) -> Result<(Vec<Vec<Index>>, Vec<Vec<Index>>), Interrupted> {
        const UNSEEN: Index = Index::MAX;
        let variables = self.layers.iter().map(|layer| usize::from(layer.length)).sum();
        let mut by_level: Vec<Vec<Index>> = vec![Vec::new(); variables];
        let mut place: Vec<Vec<Index>> = Vec::with_capacity(self.layers.len());
        for layer in &self.layers {
            budget.spend((layer.lists.len() / 16) as u32, || 0.0)?;
            place.push(vec![UNSEEN; layer.lists.len()]);
        }
        let mut refer = |by_level: &mut [Vec<Index>], layer: usize, first: usize, list: Index| {
            let place = &mut place[layer][list as usize];
            if *place == UNSEEN {
                let level = &mut by_level[first + usize::from(self.layers[layer].lists[list as usize].choice)];
                *place = level.len() as Index;
                level.push(list);
            }
        };
        refer(&mut by_level, 0, 0, root.0);
        let mut first = 0;
        for (number, layer) in self.layers.iter().enumerate() {
            let end = first + usize::from(layer.length);
            for level in first..end {
                let lists = std::mem::take(&mut by_level[level]);
                for chunk in lists.chunks(STRIDE) {
                    budget.spend(2 * chunk.len() as u32, || level as f64 / variables as f64)?;
                    for &list in chunk {
                        let List { child, rest, .. } = layer.lists[list as usize];
                        if rest != 0 {
                            refer(&mut by_level, number, first, rest);
                        }
                        if end < variables {
                            refer(&mut by_level, number + 1, end, child);
                        }
                    }
                }
                by_level[level] = lists;
            }
            first = end;
        }
        Ok((by_level, place))
    }
}
