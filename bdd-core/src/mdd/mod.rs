//! Diagrams over lines: one decision a line, which of its variables is the true one.

mod expand;

use crate::bdd::{Index, Level, Node};
use crate::budget::Stopped;
use crate::id::Variable;

/// A list of choices on one line: which variable may be the true one, and what is chosen from on the next line then.
///
/// Equal lists of one diagram and line are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choices(u32);

impl Choices {
    /// No choice is left: the function that is never true, on any line.
    pub const NONE: Choices = Choices(0);
    /// Below the last line, where nothing is left to choose: the function that is always true.
    pub const END: Choices = Choices(1);

    fn number(self) -> usize {
        self.0 as usize
    }
}

/// A multi-valued decision diagram over exactly-one *lines* of consecutive Boolean variables. It is built from the
/// last line up, and can be expanded into the [`Bdd`](crate::Bdd) over these variables.
///
/// A function is a list of choices on its line, in order; each names a variable of the line, counted from the line's
/// first, and the list of the next line that remains once this variable is the true one. Lists are shared, and so
/// are their suffixes.
///
/// ```
/// use bdd_core::{Choices, Mdd, Reporter};
///
/// // Two digits of 0, 1 and 2 that are not the same.
/// let mut mdd = Mdd::new(&[3, 3], usize::MAX);
/// let mut first = Choices::NONE;
/// for digit in (0..3).rev() {
///     let mut second = Choices::NONE;
///     for other in (0..3).rev().filter(|&other| other != digit) {
///         second = mdd.prepend(1, other, Choices::END, second)?;
///     }
///     first = mdd.prepend(0, digit, second, first)?;
/// }
/// let mut no_reports = |_| std::ops::ControlFlow::Continue(());
/// let bdd = mdd.expand(first, &mut Reporter::new(&mut no_reports))?;
/// assert_eq!(bdd.model_count(), 6u32.into());
/// # Ok::<(), bdd_core::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mdd {
    /// The lines, and one more below the last, whose only list is [`Choices::END`].
    lines: Vec<Line>,
    /// What the lines' tables take, in bytes.
    bytes: usize,
    limit: usize,
}

#[derive(Clone, Debug)]
struct Line {
    /// The number of variables.
    length: Level,
    /// The lists by their numbers; number 0 stands for [`Choices::NONE`]. A rest has a smaller number than its list.
    lists: Vec<List>,
    /// A hash table of the lists' numbers, with linear probing; 0 is free. A power of two long, half of it free.
    slots: Vec<u32>,
}

/// A list of choices: the first one, and the rest.
#[derive(Clone, Copy, Debug)]
struct List {
    /// What is chosen from on the next line.
    child: u32,
    /// The later choices on this line; 0 if there are none.
    rest: u32,
    /// The mirror image, where it is known; else 0.
    mirrored: u32,
    choice: Level,
}

/// Mixes the parts of a list; the upper half is the best.
fn hash(choice: Level, child: u32, rest: u32) -> u64 {
    let parts = (u64::from(child) | u64::from(rest) << 32) ^ u64::from(choice) << 56;
    let mixed = (parts ^ parts >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl Line {
    /// After every choice, so that any can be put in front.
    const NO_CHOICE: List = List { child: 0, rest: 0, mirrored: 0, choice: Level::MAX };
    /// The length of a new table.
    const SLOTS: usize = 64;

    fn new(length: Level) -> Line {
        let mut lists = Vec::with_capacity(Line::SLOTS / 2);
        lists.push(Line::NO_CHOICE);
        Line { length, lists, slots: vec![0; Line::SLOTS] }
    }

    /// What a line takes with so many slots.
    fn bytes(slots: usize) -> usize {
        slots / 2 * size_of::<List>() + slots * size_of::<u32>()
    }

    /// Every second slot would be taken by one list more, and all places for lists.
    fn is_full(&self) -> bool {
        self.lists.len() == self.slots.len() / 2
    }

    /// The slot where a list is, or belongs.
    fn slot(&self, choice: Level, child: u32, rest: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (hash(choice, child, rest) >> 32) as usize & mask;
        while self.slots[slot] != 0 {
            let list = &self.lists[self.slots[slot] as usize];
            if (list.choice, list.child, list.rest) == (choice, child, rest) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        let slots = self.slots.len() * 2;
        self.slots = vec![0; slots];
        self.lists.reserve_exact(slots / 2 - self.lists.len());
        for number in 1..self.lists.len() {
            let List { choice, child, rest, .. } = self.lists[number];
            let slot = self.slot(choice, child, rest);
            self.slots[slot] = number as u32;
        }
    }
}

impl Mdd {
    /// No lists yet, over lines of these lengths. The tables, and the expansion with them, never take more bytes than
    /// the limit; what a table takes while it moves to a larger one is not counted twice.
    ///
    /// # Panics
    ///
    /// If the lengths add up to more than [`Variable::MAX_COUNT`].
    #[must_use]
    pub fn new(lengths: &[usize], memory_limit: usize) -> Mdd {
        let variables = lengths.iter().fold(0, |sum: usize, &length| sum.saturating_add(length));
        assert!(variables <= Variable::MAX_COUNT, "{variables} variables do not fit 16 bits");
        let mut lines: Vec<Line> = lengths.iter().map(|&length| Line::new(length as Level)).collect();
        let mut end = Line::new(0);
        end.lists.push(Line::NO_CHOICE);
        lines.push(end);
        // The numbers of lists and nodes have 32 bits, and a list takes more bytes than a node.
        let limit = memory_limit.min((Index::MAX as usize).saturating_mul(size_of::<Node>()));
        Mdd { bytes: lines.len() * Line::bytes(Line::SLOTS), lines, limit }
    }

    /// The list on a line with one choice more in front of the others: the line's variable `choice`, after which
    /// `child` is chosen from on the next line. Nothing is added if the child is [`Choices::NONE`].
    ///
    /// # Errors
    ///
    /// [`Stopped::TooLarge`] if a new list would take the tables beyond the memory limit.
    ///
    /// # Panics
    ///
    /// If the line has no such variable, or none of the rest's choices may come after it. Debug builds also panic if
    /// there are no such lists.
    pub fn prepend(&mut self, line: usize, choice: usize, child: Choices, rest: Choices) -> Result<Choices, Stopped> {
        if child == Choices::NONE {
            return Ok(rest);
        }
        debug_assert!(child.number() < self.lines[line + 1].lists.len(), "the next line has such a list");
        let here = &mut self.lines[line];
        assert!(
            choice < usize::from(here.length.min(here.lists[rest.number()].choice)),
            "choices are added from the line's last to its first"
        );
        let choice = choice as Level;
        let mut slot = here.slot(choice, child.0, rest.0);
        if here.slots[slot] == 0 {
            if here.is_full() {
                let slots = here.slots.len();
                let needed = self.bytes - Line::bytes(slots) + Line::bytes(slots * 2);
                if needed > self.limit {
                    return Err(Stopped::TooLarge { needed, limit: self.limit });
                }
                self.bytes = needed;
                here.grow();
                slot = here.slot(choice, child.0, rest.0);
            }
            here.slots[slot] = here.lists.len() as u32;
            here.lists.push(List { child: child.0, rest: rest.0, mirrored: 0, choice });
        }
        Ok(Choices(here.slots[slot]))
    }

    /// The same function with every line from `line` on reversed: the first variable in place of the last one.
    ///
    /// # Errors
    ///
    /// As [`Mdd::prepend`].
    ///
    /// # Panics
    ///
    /// If there is no such list.
    pub fn mirrored(&mut self, line: usize, list: Choices) -> Result<Choices, Stopped> {
        if line + 1 == self.lines.len() || list == Choices::NONE {
            return Ok(list);
        }
        let known = self.lines[line].lists[list.number()].mirrored;
        if known != 0 {
            return Ok(Choices(known));
        }
        let mut mirrored = Choices::NONE;
        let mut next = list;
        while next != Choices::NONE {
            let List { choice, child, rest, .. } = self.lines[line].lists[next.number()];
            let child = self.mirrored(line + 1, Choices(child))?;
            mirrored = self.prepend(line, usize::from(self.lines[line].length - 1 - choice), child, mirrored)?;
            next = Choices(rest);
        }
        self.lines[line].lists[list.number()].mirrored = mirrored.0;
        self.lines[line].lists[mirrored.number()].mirrored = list.0;
        Ok(mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Reporter;
    use crate::testing::variables;
    use crate::{Bdd, Rules, Schedule, conjoin_by};
    use proptest::prelude::*;
    use std::ops::ControlFlow;

    fn expand(mdd: Mdd, root: Choices) -> Bdd {
        mdd.expand(root, &mut Reporter::new(&mut |_| ControlFlow::Continue(()))).unwrap()
    }

    /// The lists of all models, each one choice a line, that `keep`; equal lists are found by value.
    fn listed(mdd: &mut Mdd, lengths: &[usize], chosen: &mut Vec<usize>, keep: &dyn Fn(&[usize]) -> bool) -> Choices {
        let line = chosen.len();
        if line == lengths.len() {
            return if keep(chosen) { Choices::END } else { Choices::NONE };
        }
        let mut choices = Choices::NONE;
        for choice in (0..lengths[line]).rev() {
            chosen.push(choice);
            let child = listed(mdd, lengths, chosen, keep);
            chosen.pop();
            choices = mdd.prepend(line, choice, child, choices).unwrap();
        }
        choices
    }

    #[test]
    fn no_lines_and_no_choices() {
        assert!(expand(Mdd::new(&[], usize::MAX), Choices::END).is_true());
        assert!(expand(Mdd::new(&[2, 3], usize::MAX), Choices::NONE).is_false());
    }

    #[test]
    fn unreached_lists_have_no_nodes() {
        let mut mdd = Mdd::new(&[2, 2], usize::MAX);
        let [zero, one] = [0, 1].map(|choice| mdd.prepend(1, choice, Choices::END, Choices::NONE).unwrap());
        let root = mdd.prepend(0, 1, zero, Choices::NONE).unwrap();
        mdd.prepend(0, 0, one, root).unwrap();
        let bdd = expand(mdd, root);
        assert_eq!(bdd.models().collect::<Vec<_>>(), [variables([1, 2])]);
        assert_eq!(bdd.node_count(), 6);
    }

    #[test]
    fn the_limit_is_kept_while_lists_are_added() {
        let mut mdd = Mdd::new(&[1000], 20_000);
        let added = (0..1000).map(|choice| mdd.prepend(0, choice, Choices::END, Choices::NONE)).find(Result::is_err);
        let Some(Err(Stopped::TooLarge { needed, limit: 20_000 })) = added else { panic!("{added:?}") };
        assert!(needed > 20_000);
    }

    #[test]
    #[should_panic(expected = "from the line's last to its first")]
    fn choices_out_of_order_are_refused() {
        let mut mdd = Mdd::new(&[3], usize::MAX);
        let rest = mdd.prepend(0, 1, Choices::END, Choices::NONE).unwrap();
        let _ = mdd.prepend(0, 2, Choices::END, rest);
    }

    proptest! {
        #[test]
        fn the_expansion_is_the_conjunction(
            lengths in proptest::collection::vec(1usize..4, 1..5),
            exclusions in proptest::collection::vec((any::<u16>(), any::<u16>()), 0..12),
        ) {
            let variables: usize = lengths.iter().sum();
            let starts: Vec<usize> = lengths.iter().scan(0, |sum, length| { *sum += length; Some(*sum - length) }).collect();
            let mut rules = Rules::new(variables);
            for (start, length) in starts.iter().zip(&lengths) {
                rules.exactly_one(&(*start..start + length).map(Variable::at).collect::<Vec<_>>());
            }
            let among = |number: u16| Variable::at(usize::from(number) % variables);
            for (a, b) in exclusions.into_iter().map(|(a, b)| (among(a), among(b))).filter(|(a, b)| a != b) {
                rules.exclude(a, b);
            }
            let keeps = |choices: &[usize]| {
                let mut valuation = vec![false; variables];
                starts.iter().zip(choices).for_each(|(start, choice)| valuation[start + choice] = true);
                rules.are_satisfied_by(&valuation)
            };
            let mut mdd = Mdd::new(&lengths, usize::MAX);
            let root = listed(&mut mdd, &lengths, &mut Vec::new(), &keeps);
            let reversed = |choices: &[usize]| {
                keeps(&choices.iter().zip(&lengths).map(|(choice, length)| length - 1 - choice).collect::<Vec<_>>())
            };
            let mirrored = listed(&mut mdd, &lengths, &mut Vec::new(), &reversed);
            prop_assert_eq!(mdd.mirrored(0, root), Ok(mirrored));
            let bdd = expand(mdd, root);
            for schedule in Schedule::ALL {
                prop_assert_eq!(&conjoin_by(&rules, schedule).unwrap(), &bdd, "{:?}", schedule);
            }
        }
    }
}
