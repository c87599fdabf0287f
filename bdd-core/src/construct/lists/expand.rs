//! Conversion of lists of choices into the nodes of a canonical diagram.
//!
//! Equal nodes are shared without a hash table of nodes, since the lists are shared already. Each variable of a layer
//! has nodes of two kinds:
//!
//! - A node for a *tail* of a list, while no variable of the layer is true yet. For example, if the list of the choices
//!   2 and 5 is the only list, its tail of choice 5 alone has nodes for the variables 3, 4 and 5. In general, the nodes
//!   of a tail begin after the earliest choice that the tail follows in a list, and end with the variable of the tail's
//!   own first choice. A whole list counts as a tail too; its nodes begin at variable 0.
//! - A node for a *decided* list: a list of the next layer to which a choice of this layer has led. The remaining
//!   variables of this layer must be false. The list has a node for each variable after the earliest choice that leads
//!   to it.
//!
//! Different tails and different decided lists are different functions, and each depends on every variable for which it
//! has a node. So these are the nodes of the reduced diagram. The number of nodes is known before the first node is
//! written, and one pass from the first variable to the last writes each node at its place in canonical order.

use super::Lists;
use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, FALSE, Index, Level, Node, TRUE};

/// The first variables at which a list has nodes. A list has nodes on its own layer as a *tail*, and nodes on the layer
/// above as a *decided list*; the documentation of this module defines both terms. Variables are numbered within their
/// layer, and `Level::MAX` stands for no node.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// The first variable of the list's own layer that has a node for the list.
    since: Level,
    /// The first variable of the layer above that has a node for the list.
    decided_since: Level,
}

impl Span {
    const UNREACHED: Span = Span { since: Level::MAX, decided_since: Level::MAX };
}

/// The number of nodes between two checks of the budget.
const STRIDE: usize = 1 << 15;

/// The fraction of the conversion time that passes before the first node is written.
const FIRST_NODE: f64 = 0.2;

impl Lists {
    /// Returns the diagram of the root, over the variables of all layers.
    pub(in crate::construct) fn expand(self, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
        if let Some(value) = self.constant() {
            return Ok(Bdd::constant(self.variables(), value));
        }
        budget.check_memory(self.links.len().saturating_mul(size_of::<Span>()))?;
        let widths = budget.part(0.0..FIRST_NODE, |budget| {
            let spans = self.spans(budget)?;
            self.widths(&spans, budget)
        })?;

        let nodes = widths.iter().fold(2, |sum: usize, &width| sum.saturating_add(width));
        let most_items = widths.iter().max().copied().unwrap_or(0);
        let most_places =
            self.layers.windows(2).map(|pair| pair[0].numbers.end - pair[1].numbers.start).max().unwrap_or(0);
        let passing = most_items.saturating_add(most_places).saturating_mul(2 * size_of::<u32>());
        budget.check_memory(nodes.saturating_mul(size_of::<Node>()).saturating_add(passing))?;

        let mut level_start = vec![0; widths.len() + 1];
        let mut start = 2;
        for (level, &width) in widths.iter().enumerate().rev() {
            level_start[level] = start;
            start += width as Index;
        }
        budget.part(FIRST_NODE..1.0, |budget| {
            let nodes = self.write_nodes(&level_start, nodes, budget)?;
            Ok(Bdd::from_canonical(nodes, level_start))
        })
    }

    /// Returns the spans of all lists.
    fn spans(&self, budget: &mut Budget<'_>) -> Result<Vec<Span>, Interrupted> {
        let mut spans = vec![Span::UNREACHED; self.links.len()];
        spans[self.root as usize].since = 0;
        // Tails and functions of the layer below have smaller numbers than a list, so that each list is visited after
        // all lists that refer to it.
        for (number, &[rest, child]) in self.links.iter().enumerate().skip(2).rev() {
            if number % STRIDE == 0 {
                budget.spend(STRIDE as u32, || 0.0)?;
            }
            let after = self.choices[number] + 1;
            let rest = &mut spans[rest as usize].since;
            *rest = (*rest).min(after);
            let child = &mut spans[child as usize];
            child.since = 0;
            child.decided_since = child.decided_since.min(after);
        }
        Ok(spans)
    }

    /// Returns the number of nodes of every variable.
    fn widths(&self, spans: &[Span], budget: &mut Budget<'_>) -> Result<Vec<usize>, Interrupted> {
        let mut widths = Vec::new();
        for pair in self.layers.windows(2) {
            let [layer, below] = pair else { unreachable!("a layer lies below") };
            // For each variable, the number of functions whose nodes begin at it, and the number whose nodes ended
            // before it.
            let length = usize::from(layer.length);
            let mut begin = vec![0; length + 1];
            let mut end = begin.clone();
            let (choices, own) = (&self.choices[layer.numbers.clone()], &spans[layer.numbers.clone()]);
            for (choices, spans) in choices.chunks(STRIDE).zip(own.chunks(STRIDE)) {
                budget.spend(choices.len() as u32, || 0.0)?;
                for (&choice, span) in choices.iter().zip(spans) {
                    begin[usize::from(span.since)] += 1;
                    end[choice as usize + 1] += 1;
                }
            }
            for spans in spans[below.numbers.clone()].chunks(STRIDE) {
                budget.spend(spans.len() as u32, || 0.0)?;
                for span in spans.iter().filter(|span| span.decided_since < Level::MAX) {
                    begin[usize::from(span.decided_since)] += 1;
                }
            }
            let mut width = 0;
            widths.extend(begin.iter().zip(&end).take(length).map(|(begin, end)| {
                width += begin;
                width -= end;
                width
            }));
        }
        Ok(widths)
    }

    /// Writes the nodes from the root's level down. Returns them in canonical order, in which deeper levels come first.
    ///
    /// The *items* of a variable are the lists for which it has nodes, in the order of the nodes. A list of the
    /// variable's own layer stands for a tail: no variable of the layer is true so far. A list of the layer below stands
    /// for a decided list: one variable of the layer is true.
    fn write_nodes(
        &self,
        level_start: &[Index],
        count: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Node>, Interrupted> {
        let mut nodes = Vec::with_capacity(count);
        while nodes.len() < count {
            // Writing to new memory takes time, since the system may provide this memory only now, page by page.
            let more = STRIDE.min(count - nodes.len());
            budget.spend(more as u32 / 4, || 0.0)?;
            nodes.resize(nodes.len() + more, Node { low: FALSE, high: FALSE });
        }
        nodes[TRUE as usize] = Node { low: TRUE, high: TRUE };

        let mut items = vec![self.root];
        let mut next = NextVariable { items: Vec::new(), places: Vec::new(), base: 0, first: 0, end: 0 };
        // The last entry is the start of the terminals.
        let mut starts = level_start.iter().copied();
        let mut at = starts.next().unwrap_or(0) as usize;
        let mut written = 0;
        for pair in self.layers.windows(2) {
            let [layer, below] = pair else { unreachable!("a layer lies below") };
            next.base = below.numbers.start;
            next.places.clear();
            next.places.resize(layer.numbers.end - next.base, Index::MAX);
            for variable in 0..layer.length {
                next.items.clear();
                next.end = at as Index;
                next.first = match starts.next() {
                    // Below the last variable there is only `LayerFunction::TRUE`.
                    None | Some(0) => TRUE,
                    Some(start) => start,
                };
                debug_assert_eq!(
                    items.len() + written,
                    nodes.len() - at,
                    "the items yield as many nodes as were counted before"
                );
                for chunk in items.chunks(STRIDE) {
                    budget.spend(chunk.len() as u32, || written as f64 / count as f64)?;
                    for (node, &item) in nodes[at..at + chunk.len()].iter_mut().zip(chunk) {
                        let number = item as usize;
                        let is_decided = number < layer.numbers.start;
                        *node = if is_decided || self.choices[number] > variable {
                            Node { low: next.place(item), high: FALSE }
                        } else {
                            let [rest, child] = self.links[number];
                            let low = if rest == 0 { FALSE } else { next.place(rest) };
                            Node { low, high: next.place(child) }
                        };
                    }
                    at += chunk.len();
                    written += chunk.len();
                }
                at = next.first as usize;
                std::mem::swap(&mut items, &mut next.items);
            }
        }
        Ok(nodes)
    }
}

/// The functions that become nodes of the next variable, collected while their parents are written.
struct NextVariable {
    /// The number of each function's list, of this layer or of the layer below.
    items: Vec<u32>,
    /// The index of each function's node, by the number of its list minus `base`. Only an index below `end` belongs to
    /// the next variable. Any other index is left over from an earlier variable, or stands for no node.
    places: Vec<Index>,
    /// The number of the first list of the layer below.
    base: usize,
    first: Index,
    end: Index,
}

impl NextVariable {
    /// Returns the index of the next variable's node for the function with the number `item`. The first reference to a
    /// function adds it to `items`, with the next free index.
    #[inline]
    fn place(&mut self, item: u32) -> Index {
        let place = &mut self.places[item as usize - self.base];
        if *place >= self.end {
            *place = self.first + self.items.len() as Index;
            self.items.push(item);
        }
        *place
    }
}
