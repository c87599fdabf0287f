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
        budget.check_memory(widest * size_of::<[Index; 2]>())?;
        let level_start = self.level_starts(budget)?;
        let Lists { links, choices, layers, root } = self;
        let mut walk = SparseWalk { nodes: links, tags: choices, next: level_start.clone() };
        for terminal in [FALSE, TRUE] {
            walk.tags[terminal as usize] = place_tag(terminal);
        }
        let mut first = 0;
        let mut links = walk.nodes[layers[0].numbers.clone()].to_vec();
        walk.place(root, first);
        for pair in layers.windows(2) {
            let [layer, below] = pair else { unreachable!("a layer lies below") };
            let links_below = walk.nodes[below.numbers.clone()].to_vec();
            let mut end = layer.numbers.end;
            let starts = &level_start[first..first + usize::from(layer.length)];
            for (level, start) in (first..).zip(starts.iter().map(|&start| start as usize)) {
                debug_assert_eq!(walk.next[level] as usize, end, "every list of the level has its place");
                for place in (start..end).step_by(STRIDE) {
                    let places = place..end.min(place + STRIDE);
                    budget.spend(4 * places.len() as u32, || 1.0 - end as f64 / walk.nodes.len() as f64)?;
                    walk.write(places, &links, layer, first);
                }
                end = start;
            }
            first += usize::from(layer.length);
            links = links_below;
        }
        let mut nodes: Vec<Node> = walk.nodes.into_iter().map(|[low, high]| Node { low, high }).collect();
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

/// The state of writing the array of nodes.
struct SparseWalk {
    /// The low and the high child of each node. Before the node is written, the first number is the number of its list.
    nodes: Vec<[Index; 2]>,
    /// For each list, its first choice or the place of its node; see [`place_tag`].
    tags: Vec<u32>,
    /// For each level, the place of the next list to which a node refers for the first time.
    next: Vec<Index>,
}

impl SparseWalk {
    /// Writes the nodes at `places`, which belong to one level of `layer`. `links` holds the links of the layer's
    /// lists, and `first` is its first variable.
    ///
    /// All links, and then all tags, are read before they are needed: so the processor fetches them from the memory all
    /// at once, not one after the other.
    fn write(&mut self, places: Range<usize>, links: &[[u32; 2]], layer: &ListLayer, first: usize) {
        let nodes = &mut self.nodes[places.clone()];
        for node in &mut *nodes {
            *node = links[node[0] as usize - layer.numbers.start];
        }
        let links = nodes.as_flattened().iter();
        black_box(links.fold(0, |sum, &number| sum ^ self.tags[number as usize]));
        for place in places {
            let [rest, child] = self.nodes[place];
            self.nodes[place] = [self.place(rest, first), self.place(child, first + usize::from(layer.length))];
        }
    }

    /// Returns the place of the list `number`. `first` is the first variable of the list's layer.
    #[inline]
    fn place(&mut self, number: u32, first: usize) -> Index {
        let tag = &mut self.tags[number as usize];
        if *tag > Level::MAX.into() {
            return place_tag(*tag);
        }
        let next = &mut self.next[first + *tag as usize];
        let place = *next;
        *next += 1;
        *tag = place_tag(place);
        self.nodes[place as usize][0] = number;
        place
    }
}
