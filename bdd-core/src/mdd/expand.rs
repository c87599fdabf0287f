//! From lists of choices to the nodes of a canonical diagram.
//!
//! No table is needed to share nodes. A function's nodes on a level of its line are of two kinds:
//!
//! - a suffix of a list, where no variable was true so far: one node on each level from the earliest one on which
//!   some list has come down to this suffix, to the one of its own first choice;
//! - a list of the next line that an earlier choice has *decided* on, while this line's remaining variables have to
//!   be false: one node on each level after the earliest such choice.
//!
//! Different suffixes and different decided lists are different functions, and each depends on the variable of every
//! level it has a node on. So these are the nodes of the reduced diagram, their number is known before the first one
//! is written, and one walk down the levels writes each at its place in canonical order.

use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE};
use crate::budget::Stopped;
use crate::build::Reporter;
use crate::mdd::{Choices, Line, List, Mdd};

/// From which of its line's, and of the line above's, variables on a list has nodes.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// On its own line, as a suffix.
    since: Level,
    /// On the line above, as a list decided on.
    decided_since: Level,
}

impl Span {
    const UNREACHED: Span = Span { since: Level::MAX, decided_since: Level::MAX };
}

/// Work between two looks at the clock: some 0.2 ms.
const STRIDE: usize = 1 << 15;

impl Mdd {
    /// The diagram of a function of the first line, over all lines' variables.
    ///
    /// # Errors
    ///
    /// [`Stopped::TooLarge`] if the diagram, and what it takes to expand it, do not fit the memory limit; this is
    /// known before the larger part of the work. [`Stopped::Cancelled`] if the receiver of the reports does not
    /// want to go on.
    pub fn expand(mut self, root: Choices, reporter: &mut Reporter) -> Result<Bdd, Stopped> {
        let variables = self.lines.iter().map(|line| usize::from(line.length)).sum();
        if root == Choices::NONE || variables == 0 {
            return Ok(Bdd::constant(variables, root != Choices::NONE));
        }
        for line in &mut self.lines {
            line.slots = Vec::new();
        }
        let lists: usize = self.lines.iter().map(|line| line.lists.len()).sum();
        let tables: usize = self.lines.iter().map(|line| line.lists.capacity() * size_of::<List>()).sum();
        self.fits(tables + lists * size_of::<Span>())?;
        let widths = widths(&self.lines, &self.spans(root, reporter)?);

        let nodes = widths.iter().fold(2, |sum: usize, &width| sum.saturating_add(width));
        let most_items = widths.iter().max().expect("at least one variable");
        let most_places =
            self.lines.windows(2).map(|pair| pair[0].lists.len() + pair[1].lists.len()).max().unwrap_or(0);
        let passing = 2 * most_items.saturating_add(most_places) * size_of::<u32>();
        self.fits(nodes.saturating_mul(size_of::<Node>()).saturating_add(passing).saturating_add(tables))?;

        let mut level_start = vec![0; widths.len() + 1];
        let mut start = 2;
        for (level, &width) in widths.iter().enumerate().rev() {
            level_start[level] = start;
            start += width as Index;
        }
        let nodes = write_nodes(&self.lines, root, &level_start, nodes, reporter)?;
        Ok(Bdd::from_canonical(nodes, level_start))
    }

    fn fits(&self, needed: usize) -> Result<(), Stopped> {
        if needed <= self.limit { Ok(()) } else { Err(Stopped::TooLarge { needed, limit: self.limit }) }
    }

    /// For every line, the spans of its lists as far as the root reaches them.
    fn spans(&self, root: Choices, reporter: &mut Reporter) -> Result<Vec<Vec<Span>>, Stopped> {
        let mut spans: Vec<_> = self.lines.iter().map(|line| vec![Span::UNREACHED; line.lists.len()]).collect();
        spans[0][root.number()].since = 0;
        for (number, line) in self.lines[..self.lines.len() - 1].iter().enumerate() {
            let [here, below] = &mut spans[number..number + 2] else { unreachable!("there is a line below") };
            // A rest has a smaller number than its list, so each is looked at after all that it is a rest of.
            for (number, &List { choice, child, rest, .. }) in line.lists.iter().enumerate().skip(1).rev() {
                if number % STRIDE == 0 {
                    reporter.tick(|| 0.0)?;
                }
                if here[number].since == Level::MAX {
                    continue;
                }
                let rest = &mut here[rest as usize].since;
                *rest = (*rest).min(choice + 1);
                let child = &mut below[child as usize];
                child.since = 0;
                child.decided_since = child.decided_since.min(choice + 1);
            }
        }
        Ok(spans)
    }
}

/// The number of nodes on every level.
fn widths(lines: &[Line], spans: &[Vec<Span>]) -> Vec<usize> {
    let mut widths = Vec::new();
    for ((line, here), below) in lines.iter().zip(spans).zip(&spans[1..]) {
        // How many nodes more, or fewer, than on the level before.
        let length = usize::from(line.length);
        let mut begin = vec![0; length + 1];
        let mut end = begin.clone();
        for (list, span) in line.lists.iter().zip(here).skip(1).filter(|(_, span)| span.since < Level::MAX) {
            begin[usize::from(span.since)] += 1;
            end[usize::from(list.choice) + 1] += 1;
        }
        for span in below.iter().filter(|span| span.decided_since < Level::MAX) {
            begin[usize::from(span.decided_since)] += 1;
        }
        let mut width = 0;
        widths.extend(begin.iter().zip(&end).take(length).map(|(begin, end)| {
            width += begin;
            width -= end;
            width
        }));
    }
    widths
}

/// The nodes, from the root down; each level's stand before those of the level above.
///
/// The items of a level are the numbers of suffixes, and after those the numbers of the next line's lists, in the
/// order of their nodes.
fn write_nodes(
    lines: &[Line],
    root: Choices,
    level_start: &[Index],
    count: usize,
    reporter: &mut Reporter,
) -> Result<Vec<Node>, Stopped> {
    let mut nodes = Vec::with_capacity(count);
    while nodes.len() < count {
        reporter.tick(|| 0.0)?;
        nodes.resize(count.min(nodes.len() + STRIDE), Node { low: FALSE, high: FALSE });
    }
    nodes[TRUE as usize] = Node { low: TRUE, high: TRUE };

    let mut items = vec![root.0];
    let mut next = Next { items: Vec::new(), places: Vec::new(), first: 0, end: 0 };
    let mut starts = level_start.iter().copied();
    let mut at = starts.next().expect("one entry more than variables") as usize;
    let mut written = 0;
    for (line, below) in lines.iter().zip(&lines[1..]) {
        let decided = line.lists.len() as u32;
        next.places.clear();
        next.places.resize(line.lists.len() + below.lists.len(), Index::MAX);
        for variable in 0..line.length {
            next.begin(
                match starts.next().expect("one entry more than variables") {
                    // Below the last variable there is `Choices::END`.
                    0 => TRUE,
                    start => start,
                },
                at as Index,
            );
            debug_assert_eq!(items.len() + written, nodes.len() - at, "the levels are as wide as foreseen");
            for chunk in items.chunks(STRIDE) {
                reporter.tick(|| written as f64 / count as f64)?;
                for (node, &item) in nodes[at..at + chunk.len()].iter_mut().zip(chunk) {
                    *node = if item >= decided {
                        Node { low: next.place(item), high: FALSE }
                    } else {
                        let list = &line.lists[item as usize];
                        if list.choice > variable {
                            Node { low: next.place(item), high: FALSE }
                        } else {
                            let low = if list.rest == 0 { FALSE } else { next.place(list.rest) };
                            Node { low, high: next.place(decided + list.child) }
                        }
                    };
                }
                at += chunk.len();
                written += chunk.len();
            }
            at = next.first as usize;
            std::mem::swap(&mut items, &mut next.items);
        }
        for item in &mut items {
            *item -= decided;
        }
    }
    Ok(nodes)
}

/// The next level while the nodes that refer to it are written.
struct Next {
    items: Vec<u32>,
    /// The place of each item's node: on the next level where it is before `end`, else of a level above.
    places: Vec<Index>,
    first: Index,
    end: Index,
}

impl Next {
    fn begin(&mut self, first: Index, end: Index) {
        self.items.clear();
        (self.first, self.end) = (first, end);
    }

    /// The place of an item's node, a new one at its first mention.
    fn place(&mut self, item: u32) -> Index {
        let place = &mut self.places[item as usize];
        if *place >= self.end {
            *place = self.first + self.items.len() as Index;
            self.items.push(item);
        }
        *place
    }
}
