//! Places of nodes and edges in a picture, by layers (Sugiyama, Tagawa, Toda, *Methods for Visual Understanding of
//! Hierarchical System Structures*, 1981).
//!
//! Each variable has a row. Edges over several rows have a bend in each row between, and edges of one kind to one node
//! share their bends. Each row is ordered by the average places of its neighbours above and below, and the order with
//! the fewest crossings is kept. Then each row is spread, so that its nodes and bends lie near their neighbours. Their
//! order stays, and so do the least distances between them. Under these conditions, an isotonic regression finds the
//! places with the least sum of squared distances to the neighbours.

use rustc_hash::FxHashMap;

use crate::diagram::DecisionDiagram;
use crate::id::{NodeId, Variable};
use crate::reduction::Reduction;

/// The radius of a node's circle, in pixels.
pub(super) const RADIUS: f64 = 9.0;
/// The least distance between the middles of two nodes, of a node and a bend, and of two bends.
const DISTANCES: [f64; 3] = [44.0, 26.0, 14.0];
/// The number of passes over the rows, down and up in turn, in which [`ordered`] sorts the items of each row.
const ORDER_PASSES: usize = 24;
/// The number of passes over the rows, down and up in turn, in which [`spread`] moves the items near their neighbours.
const SPREAD_PASSES: usize = 16;
/// The largest distance between neighbouring ends of edges on a node.
const SPREAD: f64 = 6.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ItemKind {
    Node(NodeId),
    /// A bend of the edges of one kind (low or high) that lead to the same node.
    Bend {
        target: NodeId,
        is_high: bool,
    },
}

/// An item of the picture: a node or a bend, with the indices of the connected items in the rows above and below.
pub(super) struct Item {
    pub(super) kind: ItemKind,
    pub(super) row: usize,
    pub(super) x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

impl Item {
    fn is_bend(&self) -> bool {
        matches!(self.kind, ItemKind::Bend { .. })
    }
}

/// An edge from a node or a bend to an item of the next row.
#[derive(Clone, Copy)]
struct Segment {
    from: usize,
    to: usize,
    is_high: bool,
}

/// A line to draw through points, with a curve or a vertical line from each point to the next.
pub(super) struct Curve {
    pub(super) is_high: bool,
    pub(super) points: Vec<(f64, f64)>,
}

pub(super) struct PictureLayout {
    /// The variable of each row, from the root's row down. The last row, which holds the terminals, has no variable.
    pub(super) variables: Vec<Variable>,
    /// The vertical middle of each row, in pixels.
    pub(super) rows: Vec<f64>,
    pub(super) items: Vec<Item>,
    pub(super) width: f64,
    pub(super) height: f64,
    segments: Vec<Segment>,
}

impl PictureLayout {
    pub(super) fn of<R: Reduction>(diagram: &DecisionDiagram<R>) -> PictureLayout {
        let variables: Vec<Variable> =
            Variable::all(diagram.variables()).filter(|&variable| diagram.level_nodes(variable).len() > 0).collect();
        let mut graph = Graph { items: Vec::new(), segments: Vec::new(), found: FxHashMap::default() };
        // The nodes are visited from the root down, so that items are first found in the canonical order.
        let bottom = variables.len();
        let row = |node: NodeId| match diagram.level(node) {
            Some(variable) => variables.partition_point(|&other| other < variable),
            None => bottom,
        };
        graph.item(ItemKind::Node(diagram.root()), row(diagram.root()));
        for &variable in &variables {
            for (id, node) in diagram.level_nodes(variable) {
                let from = graph.item(ItemKind::Node(id), row(id));
                for (target, is_high) in [(node.low(), false), (node.high(), true)] {
                    graph.connect(from, target, row(target), is_high);
                }
            }
        }
        let Graph { mut items, segments, .. } = graph;
        for Segment { from, to, .. } in &segments {
            items[*from].below.push(*to);
            items[*to].above.push(*from);
        }
        let order = ordered(&items, bottom + 1);
        spread(&mut items, &order);
        // Of the two mirror images, take the one with more low edges to the left and more high edges to the right.
        let directed = |&Segment { from, to, is_high }: &Segment| {
            let distance = items[to].x - items[from].x;
            match items[from].is_bend() || distance.abs() < 1.0 {
                true => 0.0,
                false => distance.signum() * if is_high { 1.0 } else { -1.0 },
            }
        };
        if segments.iter().map(directed).sum::<f64>() < 0.0 {
            items.iter_mut().for_each(|item| item.x = -item.x);
        }
        let half = RADIUS + 2.0;
        let least = items.iter().map(|item| item.x).fold(f64::MAX, f64::min);
        items.iter_mut().for_each(|item| item.x += half - least);
        let width = items.iter().map(|item| item.x).fold(0.0, f64::max) + half;
        // Rows are farther apart where edges are flat.
        let mut flattest = vec![0f64; bottom + 1];
        for Segment { from, to, .. } in &segments {
            let flat = &mut flattest[items[*to].row];
            *flat = flat.max((items[*from].x - items[*to].x).abs());
        }
        let mut y = RADIUS + 12.0;
        let mut rows = Vec::new();
        for (row, flat) in flattest.iter().enumerate() {
            if row > 0 {
                y += (50.0 + 0.14 * flat).min(130.0);
            }
            rows.push(y);
        }
        PictureLayout { variables, rows, items, width, height: y + RADIUS + 4.0, segments }
    }

    /// Returns the lines of all edges.
    pub(super) fn lines(&self) -> impl Iterator<Item = Curve> {
        // The places at which edges leave and reach a node, in the order of their other ends.
        let mut starts = vec![0f64; self.segments.len()];
        let mut ends = vec![0f64; self.segments.len()];
        let mut leaving = vec![Vec::new(); self.items.len()];
        let mut reaching = vec![Vec::new(); self.items.len()];
        for (number, segment) in self.segments.iter().enumerate() {
            leaving[segment.from].push(number);
            reaching[segment.to].push(number);
        }
        let other = |number: usize, is_end: bool| {
            let Segment { from, to, is_high } = self.segments[number];
            (self.items[if is_end { from } else { to }].x, is_high)
        };
        for (lists, places, is_end) in [(&mut leaving, &mut starts, false), (&mut reaching, &mut ends, true)] {
            for (item, list) in self.items.iter().zip(lists) {
                list.sort_by(|&a, &b| {
                    let (a, b) = (other(a, is_end), other(b, is_end));
                    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
                });
                let space = SPREAD.min(2.0 * (RADIUS - 2.0) / (list.len() as f64 - 1.0).max(1.0));
                let first = -space * (list.len() as f64 - 1.0) / 2.0;
                for (place, &number) in list.iter().enumerate() {
                    places[number] = if item.is_bend() { 0.0 } else { first + space * place as f64 };
                }
            }
        }
        let leaving_bend: Vec<Option<usize>> = leaving
            .iter()
            .zip(&self.items)
            .map(|(list, item)| list.first().copied().filter(|_| item.is_bend()))
            .collect();
        let begins = |segment: &Segment| {
            let from = &self.items[segment.from];
            // A line through bends begins at the first bend of its edge. The lines of further edges that join it end at
            // the bend where they join.
            !from.is_bend() || from.above.iter().all(|&above| !self.items[above].is_bend())
        };
        let lines: Vec<Curve> = (0..self.segments.len())
            .filter(|&number| begins(&self.segments[number]))
            .map(|number| {
                let mut points = Vec::new();
                let mut number = number;
                if self.items[self.segments[number].from].is_bend() {
                    points.push(self.edge_of(self.segments[number].from, 0.0, -RADIUS));
                }
                loop {
                    let Segment { from, to, .. } = self.segments[number];
                    points.push(self.edge_of(from, starts[number], RADIUS));
                    points.push(self.edge_of(to, ends[number], -RADIUS));
                    match leaving_bend[to] {
                        Some(next) if self.items[from].is_bend() => number = next,
                        _ => break,
                    }
                }
                Curve { is_high: self.segments[number].is_high, points }
            })
            .collect();
        lines.into_iter()
    }

    /// Returns the point where an edge ends at an item (a node or a bend), `beside` pixels to the right of the item's
    /// middle. The point lies below the middle if `below` is positive, otherwise above the middle. For a node, it lies
    /// on the border of the circle.
    fn edge_of(&self, item: usize, beside: f64, below: f64) -> (f64, f64) {
        let Item { row, x, kind, .. } = self.items[item];
        let is_round = matches!(kind, ItemKind::Node(node) if !node.is_terminal());
        let depth = match kind {
            ItemKind::Node(_) if is_round => (RADIUS * RADIUS - beside * beside).sqrt(),
            ItemKind::Node(_) => RADIUS + 2.0,
            ItemKind::Bend { .. } => RADIUS,
        };
        (x + beside, self.rows[row] + depth * below.signum())
    }
}

/// The nodes and bends found so far, with the segments between them.
struct Graph {
    items: Vec<Item>,
    segments: Vec<Segment>,
    found: FxHashMap<(ItemKind, usize), usize>,
}

impl Graph {
    /// Returns the index of an item (a node or a bend), adding the item if it is new.
    fn item(&mut self, kind: ItemKind, row: usize) -> usize {
        let next = self.items.len();
        let place = *self.found.entry((kind, row)).or_insert(next);
        if place == next {
            self.items.push(Item { kind, row, x: 0.0, above: Vec::new(), below: Vec::new() });
        }
        place
    }

    /// Adds an edge, with a bend in each row between its ends.
    fn connect(&mut self, from: usize, target: NodeId, target_row: usize, is_high: bool) {
        let mut from = from;
        for row in self.items[from].row + 1..=target_row {
            let next = self.items.len();
            let kind = if row == target_row { ItemKind::Node(target) } else { ItemKind::Bend { target, is_high } };
            let to = self.item(kind, row);
            self.segments.push(Segment { from, to, is_high });
            // Another edge to the same node already has the remaining bends.
            if to < next && row < target_row {
                return;
            }
            from = to;
        }
    }
}

/// Returns the indices of the items (nodes and bends) of each row, in an order with few crossings of edges.
fn ordered(items: &[Item], rows: usize) -> Vec<Vec<usize>> {
    let mut order = vec![Vec::new(); rows];
    (0..items.len()).for_each(|item| order[items[item].row].push(item));
    let mut place = vec![0usize; items.len()];
    let number = |row: &[usize], place: &mut [usize]| row.iter().enumerate().for_each(|(at, &item)| place[item] = at);
    order.iter().for_each(|row| number(row, &mut place));
    let mut best = (crossings(items, &order, &place), order.clone());
    for pass in 0..ORDER_PASSES {
        let is_down = pass % 2 == 0;
        for step in 1..rows {
            let row = if is_down { step } else { rows - 1 - step };
            let centre = |&item: &usize| {
                let neighbours = if is_down { &items[item].above } else { &items[item].below };
                let (mut sum, mut weights) = (0.0, 0.0);
                for &other in neighbours {
                    let weight = if pass % 8 < 4 { 1.0 } else { weight(&items[item], &items[other]) };
                    sum += weight * place[other] as f64;
                    weights += weight;
                }
                sum / f64::max(weights, 1.0)
            };
            let mut keyed: Vec<(f64, usize)> = order[row].iter().map(|item| (centre(item), *item)).collect();
            // Items with equal centres change their order in every other pair of passes, so that more orders are tried.
            if pass % 4 >= 2 {
                keyed.reverse();
            }
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            order[row] = keyed.into_iter().map(|(_, item)| item).collect();
            number(&order[row], &mut place);
        }
        let found = crossings(items, &order, &place);
        if found < best.0 {
            best = (found, order.clone());
        }
        if best.0 == 0 {
            break;
        }
    }
    best.1
}

/// Returns the weight of a neighbour when an item is placed. Bends weigh most for each other, so that long edges become
/// straight.
fn weight(item: &Item, neighbour: &Item) -> f64 {
    match (item.is_bend(), neighbour.is_bend()) {
        (true, true) => 16.0,
        (true, false) => 0.5,
        (false, _) => 1.0,
    }
}

/// Returns the number of crossings between neighbouring rows, by counting inversions in a Fenwick tree.
fn crossings(items: &[Item], order: &[Vec<usize>], place: &[usize]) -> usize {
    let mut crossings = 0;
    for pair in order.windows(2) {
        let mut tree = vec![0usize; pair[1].len() + 1];
        let mut before = 0;
        for &item in &pair[0] {
            let mut ends: Vec<usize> = items[item].below.iter().map(|&other| place[other]).collect();
            ends.sort_unstable();
            for &end in &ends {
                let (mut at, mut left) = (end + 1, 0);
                while at > 0 {
                    left += tree[at];
                    at &= at - 1;
                }
                crossings += before - left;
            }
            for &end in &ends {
                before += 1;
                let mut at = end + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
    }
    crossings
}

/// Gives each item, a node or a bend, a place near its neighbours.
fn spread(items: &mut [Item], order: &[Vec<usize>]) {
    let distance = |a: &Item, b: &Item| DISTANCES[usize::from(a.is_bend()) + usize::from(b.is_bend())];
    for row in order {
        let mut x = 0.0;
        for (at, &item) in row.iter().enumerate() {
            if at > 0 {
                x += distance(&items[row[at - 1]], &items[item]);
            }
            items[item].x = x;
        }
        let middle = x / 2.0;
        row.iter().for_each(|&item| items[item].x -= middle);
    }
    for pass in 0..SPREAD_PASSES {
        for step in 0..order.len() {
            // The last passes consider the neighbours both above and below.
            let (row, both) = (if pass % 2 == 0 { step } else { order.len() - 1 - step }, pass + 4 >= SPREAD_PASSES);
            let row = &order[row];
            let wanted: Vec<(f64, f64)> = row
                .iter()
                .map(|&item| {
                    let Item { above, below, .. } = &items[item];
                    let lists: [&[usize]; 2] = match (both, pass % 2 == 0) {
                        (true, _) => [above, below],
                        (false, true) => [above, &[]],
                        (false, false) => [below, &[]],
                    };
                    let (mut sum, mut weights) = (0.0, 0.0);
                    for &other in lists.into_iter().flatten() {
                        // Bends have larger weights, so that long edges become straight.
                        let weight =
                            [1.0, 2.0, 8.0][usize::from(items[item].is_bend()) + usize::from(items[other].is_bend())];
                        sum += weight * items[other].x;
                        weights += weight;
                    }
                    if weights > 0.0 { (sum / weights, weights) } else { (items[item].x, 0.1) }
                })
                .collect();
            let offsets: Vec<f64> = row
                .iter()
                .enumerate()
                .scan(0.0, |sum, (at, &item)| {
                    if at > 0 {
                        *sum += distance(&items[row[at - 1]], &items[item]);
                    }
                    Some(*sum)
                })
                .collect();
            // Pools of adjacent violators: the mean, the weight and the number of items.
            let mut pools: Vec<(f64, f64, usize)> = Vec::new();
            for (&(place, weight), offset) in wanted.iter().zip(&offsets) {
                let mut pool = (place - offset, weight, 1);
                while let Some(last) = pools.pop_if(|last| last.0 > pool.0) {
                    let weight = last.1 + pool.1;
                    pool = ((last.0 * last.1 + pool.0 * pool.1) / weight, weight, last.2 + pool.2);
                }
                pools.push(pool);
            }
            let places = pools.iter().flat_map(|&(mean, _, count)| std::iter::repeat_n(mean, count));
            for ((&item, offset), place) in row.iter().zip(offsets).zip(places) {
                items[item].x = place + offset;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::{conjoin, random_rules};

    /// Returns points on the curve or the vertical line between two points.
    fn between(a: (f64, f64), b: (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
        (0..=20).map(f64::from).map(move |step| {
            let (t, middle) = (step / 20.0, f64::midpoint(a.1, b.1));
            let weights = [(1.0 - t).powi(3), 3.0 * t * (1.0 - t).powi(2), 3.0 * t * t * (1.0 - t), t.powi(3)];
            let at = |places: [f64; 4]| weights.iter().zip(places).map(|(weight, place)| weight * place).sum();
            (at([a.0, a.0, b.0, b.0]), at([a.1, middle, middle, b.1]))
        })
    }

    proptest! {
        #[test]
        fn no_edge_runs_through_a_node(seed in any::<u64>(), exclusions in 0usize..12, lines in 0usize..6) {
            let layout = PictureLayout::of(&conjoin(&random_rules(8, exclusions, lines, seed)));
            let nodes: Vec<(f64, f64)> = layout
                .items
                .iter()
                .filter(|item| !item.is_bend())
                .map(|item| (item.x, layout.rows[item.row]))
                .collect();
            for line in layout.lines() {
                for pair in line.points.windows(2) {
                    for (x, y) in between(pair[0], pair[1]) {
                        prop_assert!((0.0..=layout.width).contains(&x) && (0.0..=layout.height).contains(&y));
                        prop_assert!(nodes.iter().all(|node| (node.0 - x).hypot(node.1 - y) > RADIUS - 0.01));
                    }
                }
            }
            // Nodes do not overlap either.
            for (number, a) in nodes.iter().enumerate() {
                prop_assert!(nodes[..number].iter().all(|b| (a.0 - b.0).hypot(a.1 - b.1) > 2.0 * RADIUS + 4.0));
            }
        }

        #[test]
        fn crossings_are_pairs_of_edges_in_opposite_orders(edges in prop::collection::vec((0usize..6, 0usize..7), 0..30)) {
            let item = |row| Item { kind: ItemKind::Node(NodeId::FALSE), row, x: 0.0, above: vec![], below: vec![] };
            let mut items: Vec<Item> = (0..13).map(|number| item(usize::from(number > 5))).collect();
            edges.iter().for_each(|&(a, b)| items[a].below.push(6 + b));
            let place: Vec<usize> = (0..6).chain(0..7).collect();
            let order = vec![(0..6).collect(), (6..13).collect()];
            let naive = edges.iter().enumerate().flat_map(|(number, a)| edges[..number].iter().map(move |b| (a, b)));
            let naive = naive.filter(|(a, b)| (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1)).count();
            prop_assert_eq!(crossings(&items, &order, &place), naive);
        }
    }
}
