//! The lists of choices as the nodes of a zero-suppressed diagram.
//!
//! A list is a node already. It decides the variable of its first choice; its low child is its tail, and its high child
//! is the function to which the first choice leads. Equal lists share a number, and no choice leads to FALSE. So the
//! nodes are reduced already, and only need their places in canonical order.

use std::hint::black_box;
use std::ops::Range;

use super::{ListLayer, Lists};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{FALSE, Index, Level, Node, TRUE, Zdd, terminals};

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 8;

impl Lists {
    /// Returns the zero-suppressed diagram of the root, over the variables of all layers.
    ///
    /// The nodes of a layer take the place of its lists, so that the diagram needs no further array. A walk from the
    /// root, level by level, writes them in canonical order. A list gets its place when the first node refers to it.
    pub(in crate::construct) fn into_zdd(self, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        let variables = self.variables();
        if let Some(value) = self.constant() {
            return Ok(Zdd::constant(variables, value));
        }
        let widest = self.layers.windows(2).map(|pair| pair[0].numbers.end - pair[1].numbers.start).max().unwrap_or(0);
        budget.check_memory(widest * (size_of::<[Index; 2]>() + size_of::<u32>()))?;
        let level_start = self.level_starts(budget)?;
        let Lists { links: mut nodes, mut choices, layers, root } = self;
        let (count, mut first) = (nodes.len(), 0);
        let mut places = LayerPlaces::new(&layers[0], &choices, &level_start);
        // The numbers of the layer's lists, in the order of their nodes, as far as nodes of the layer above refer to them.
        let mut numbers = vec![0; layers[0].numbers.len()];
        places.place(root, |place| numbers[place - layers[0].numbers.start] = root);
        for pair in layers.windows(2) {
            let [layer, below] = pair else { unreachable!("a layer lies below") };
            let starts = &level_start[first..first + usize::from(layer.length)];
            first += starts.len();
            let links = nodes[layer.numbers.clone()].to_vec();
            nodes[layer.numbers.clone()].iter_mut().zip(&numbers).for_each(|(node, &number)| node[0] = number);
            numbers = vec![0; below.numbers.len()];
            let mut places_below = LayerPlaces::new(below, &choices, &level_start[first..]);
            choices.truncate(below.numbers.start);
            choices.shrink_to_fit();
            let mut end = layer.numbers.end;
            for (variable, start) in starts.iter().map(|&start| start as usize).enumerate() {
                debug_assert_eq!(places.next[variable] as usize, end, "every list of the level has its place");
                for start in (start..end).step_by(STRIDE) {
                    let chunk = start..end.min(start + STRIDE);
                    budget.spend(4 * chunk.len() as u32, || 1.0 - end as f64 / count as f64)?;
                    write(&mut nodes, chunk, &links, &mut places, &mut places_below, &mut numbers);
                }
                end = start;
            }
            places = places_below;
        }
        let mut nodes: Vec<Node> = nodes.into_iter().map(|[low, high]| Node { low, high }).collect();
        nodes[..2].copy_from_slice(&terminals());
        nodes.shrink_to_fit();
        Ok(Zdd::from_canonical(nodes, level_start))
    }

    /// Returns the places at which the nodes of each level begin, and 0 for the terminals.
    fn level_starts(&self, budget: &mut Budget<'_>) -> Result<Vec<Index>, Interrupted> {
        let mut starts = Vec::new();
        for layer in &self.layers {
            let first = starts.len();
            starts.resize(first + usize::from(layer.length), 0);
            for choices in self.choices[layer.numbers.clone()].chunks(STRIDE).filter(|_| layer.length > 0) {
                budget.spend(choices.len() as u32 / 4, || 0.0)?;
                choices.iter().for_each(|&choice| starts[first + choice as usize] += 1);
            }
            let mut place = layer.numbers.end as Index;
            for start in &mut starts[first..] {
                place -= *start;
                *start = place;
            }
        }
        starts.push(0);
        Ok(starts)
    }
}

/// Returns the tag of a list whose node has its place. Before, the tag is the first choice of the list, which is
/// smaller than any such tag: the limit of memory allows far fewer than 2^32 - 2^16 lists. The function is its own
/// inverse.
fn place_tag(place: Index) -> u32 {
    !place
}

/// The places of the nodes of a layer, while the array of nodes is written.
struct LayerPlaces {
    /// The number of the layer's first list.
    start: usize,
    /// The tag of the empty list, and the tag of each list of the layer: its first choice, or the place of its node;
    /// see [`place_tag`].
    tags: Vec<u32>,
    /// For each variable of the layer, the place of the next list to which a node refers for the first time.
    next: Vec<Index>,
}

impl LayerPlaces {
    /// Returns the places of a layer none of whose lists has a place yet. `level_start` holds the places at which the
    /// nodes of the layer's levels begin.
    fn new(layer: &ListLayer, choices: &[Level], level_start: &[Index]) -> LayerPlaces {
        let start = layer.numbers.start;
        let choices = &choices[layer.numbers.clone()];
        let mut tags = Vec::with_capacity(1 + choices.len());
        tags.push(place_tag(FALSE));
        tags.extend(choices.iter().map(|&choice| u32::from(choice)));
        if start == TRUE as usize {
            tags[1] = place_tag(TRUE);
        }
        LayerPlaces { start, tags, next: level_start[..usize::from(layer.length)].to_vec() }
    }

    /// Returns the tag of a list of the layer, or of the empty list.
    #[inline]
    fn tag(&mut self, number: u32) -> &mut u32 {
        &mut self.tags[(number as usize + 1).saturating_sub(self.start)]
    }

    /// Returns the place of a list of the layer, or of the empty list. A list without a place gets the next place of
    /// its level, which is passed to `note`.
    #[inline]
    fn place(&mut self, number: u32, note: impl FnOnce(usize)) -> Index {
        let tag = *self.tag(number);
        if tag > Level::MAX.into() {
            return place_tag(tag);
        }
        let next = &mut self.next[tag as usize];
        let place = *next;
        *next += 1;
        *self.tag(number) = place_tag(place);
        note(place as usize);
        place
    }
}

/// Writes the nodes at `chunk`, which belong to one level: the low and the high child of each node. Before, the first
/// number of each is the number of its list. `links` holds the links of the layer's lists, and `places` and
/// `places_below` the places of the layer's lists and of the lists of the layer below. `numbers_below` gets the number
/// of each list of the layer below, in the order of the places.
///
/// All links, and then all tags, are read before they are needed: so the processor fetches them from the memory all at
/// once, not one after the other.
fn write(
    nodes: &mut [[Index; 2]],
    chunk: Range<usize>,
    links: &[[u32; 2]],
    places: &mut LayerPlaces,
    places_below: &mut LayerPlaces,
    numbers_below: &mut [u32],
) {
    let mut tags = 0;
    for node in &mut nodes[chunk.clone()] {
        *node = links[node[0] as usize - places.start];
    }
    for &[rest, child] in &nodes[chunk.clone()] {
        tags ^= *places.tag(rest) ^ *places_below.tag(child);
    }
    black_box(tags);
    for place in chunk {
        let [rest, child] = nodes[place];
        let low = places.place(rest, |place| nodes[place][0] = rest);
        let start = places_below.start;
        nodes[place] = [low, places_below.place(child, |place| numbers_below[place - start] = child)];
    }
}
