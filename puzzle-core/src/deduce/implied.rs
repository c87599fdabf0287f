//! The effects of suppositions, as tables: the candidates that each supposition rules out, the links (consequences)
//! that rule them out, and the suppositions that rule out each candidate.
//!
//! With these tables, [`Implied::promises`] estimates the cost of refuting a supposition by a split of a line. Then
//! only the refutations of the most promising splits are built in full.

use bdd_core::{ConstraintId, Variable};

use super::chain::Supposition;
use crate::logic::{Field, Link, has, ones, set};

/// The number of links (consequences) of a supposition that are considered, one bit each in [`Links`]. Later links are
/// ignored.
const MOST_LINKS: usize = 128;

const NONE: u32 = u32::MAX;

type Links = u128;

/// For each supposition about a field (the candidates of a board), the candidates that it rules out, and the links that
/// rule them out.
pub(super) struct Implied<'a, 'f> {
    field: &'a Field<'f>,
    suppositions: &'a [Supposition<'f>],
    number_of: Vec<u32>,
    rows: Vec<Row>,
    /// For every candidate, the suppositions that rule it out, as bits.
    ruled_out_by: Vec<Vec<u64>>,
    /// For each line, the numbers of its candidates (see `number_of`); empty for a line that needs no further true
    /// variable.
    places: Vec<Vec<u32>>,
}

/// The candidates that one supposition rules out.
struct Row {
    /// The candidates that the supposition rules out, as bits. Candidates are numbered by `Implied::number_of`.
    out: Vec<u64>,
    /// For each candidate, by its number, the links by which the supposition rules it out, as bits.
    needs: Vec<Links>,
}

/// A line that may be split to refute a supposition. `missing` is the number of candidates of the line that are not
/// known to contradict the supposition. `cost` estimates the length of the refutation. Promises are ordered by these
/// two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Promise {
    pub(super) missing: u32,
    pub(super) cost: u32,
    pub(super) line: ConstraintId,
    /// The index of the supposition in `Implied::suppositions`.
    pub(super) supposition: usize,
}

/// The links (consequences) needed for a contradiction between two suppositions. `needs` has the links of the first
/// supposition as bits. `others` is the number of links of the second supposition, or `u32::MAX` if no contradiction is
/// known.
#[derive(Clone, Copy)]
struct JointRefutation {
    needs: Links,
    others: u32,
}

impl JointRefutation {
    const NONE: JointRefutation = JointRefutation { needs: 0, others: u32::MAX };

    fn cost(&self) -> u32 {
        self.needs.count_ones().saturating_add(self.others)
    }
}

impl<'a, 'f> Implied<'a, 'f> {
    pub(super) fn new(field: &'a Field<'f>, suppositions: &'a [Supposition<'f>]) -> Self {
        let mut number_of = vec![NONE; field.all_possible().len() * 64];
        let mut count = 0;
        for (number, variable) in ones(field.all_possible()).enumerate() {
            number_of[variable] = number as u32;
            count = number + 1;
        }
        let mut places = vec![Vec::new(); field.adjacency.lines.len()];
        for (_, line) in field.open_lines() {
            places[line.index()] = field.possible(line).map(|variable| number_of[variable.index()]).collect();
        }
        let mut implied =
            Implied { field, suppositions, number_of, rows: Vec::new(), ruled_out_by: Vec::new(), places };
        implied.ruled_out_by = vec![vec![0; suppositions.len().div_ceil(64)]; count];
        for (place, supposition) in suppositions.iter().enumerate() {
            let row = implied.row(supposition, count);
            for number in ones(&row.out) {
                set(&mut implied.ruled_out_by[number], place, true);
            }
            implied.rows.push(row);
        }
        implied
    }

    fn row(&self, supposition: &Supposition<'_>, count: usize) -> Row {
        let mut possible = self.field.all_possible().to_vec();
        let mut row = Row { out: vec![0; count.div_ceil(64)], needs: vec![0; count] };
        let mut make = |by: Variable, needs: Links, row: &mut Row| {
            set(&mut possible, by.index(), false);
            for &(word, bits) in self.field.adjacency.excluded_by(by) {
                let gone = possible[word as usize] & bits;
                possible[word as usize] &= !bits;
                for bit in ones(&[gone]) {
                    let number = self.number_of[word as usize * 64 + bit] as usize;
                    set(&mut row.out, number, true);
                    row.needs[number] = needs;
                }
            }
        };
        make(supposition.of, 0, &mut row);
        for (place, link) in supposition.after.links.iter().take(MOST_LINKS).enumerate() {
            let Link::Only(variable, line) = link else { break };
            let number = self.number_of[variable.index()];
            let others = self.places[line.index()].iter().filter(|&&other| other != number);
            let needs = others.fold(0, |needs, &other| needs | row.needs[other as usize]);
            make(*variable, needs | 1 << place, &mut row);
        }
        row
    }

    /// Returns the lines that may be split to refute a supposition, each as a [`Promise`]. `supposition` is the index
    /// of the supposition in `Implied::suppositions`.
    pub(super) fn promises(&self, supposition: usize) -> Vec<Promise> {
        let row = &self.rows[supposition];
        let of = self.suppositions[supposition].of;
        let is_out = |number: u32| has(&row.out, number as usize);
        let needs = |places: &[u32]| {
            places.iter().filter(|&&place| is_out(place)).fold(0, |needs, &place| needs | row.needs[place as usize])
        };
        let after = &self.suppositions[supposition].after;
        let made = after.links.iter().take(MOST_LINKS).filter_map(|link| match link {
            Link::Only(_, line) => Some(*line),
            Link::Locked(_) | Link::Decided(_) => None,
        });
        // For each other supposition, its cheapest contradiction to the supposition `of`. Two suppositions contradict
        // each other if together they rule out all candidates of some line.
        let mut conflicts = vec![JointRefutation::NONE; self.suppositions.len()];
        let mut rest = Vec::new();
        for line in after.field.open_lines().map(|(_, line)| line).chain(made) {
            let places = &self.places[line.index()];
            rest.clear();
            rest.extend(places.iter().copied().filter(|&place| !is_out(place)));
            if rest.len() == places.len() || rest.is_empty() {
                continue;
            }
            let mut all = self.ruled_out_by[rest[0] as usize].clone();
            for &place in &rest[1..] {
                let by = &self.ruled_out_by[place as usize];
                all.iter_mut().zip(by).for_each(|(all, by)| *all &= by);
            }
            if all.iter().all(|&word| word == 0) {
                continue;
            }
            let needs = needs(places);
            for other in ones(&all) {
                let others = rest.iter().fold(0, |needs, &place| needs | self.rows[other].needs[place as usize]);
                let conflict = JointRefutation { needs, others: others.count_ones() };
                if conflict.cost() < conflicts[other].cost() {
                    conflicts[other] = conflict;
                }
            }
        }
        // The same contradictions, indexed by the number of the variable of the other supposition.
        let mut conflict_of = vec![JointRefutation::NONE; row.needs.len()];
        for (other, conflict) in self.suppositions.iter().zip(conflicts) {
            conflict_of[self.number_of[other.of.index()] as usize] = conflict;
        }
        let lines =
            after.field.open_lines().filter(|&(_, line)| !self.field.adjacency.lines_of(of).contains(&line.into()));
        let promise = |(_, line): (usize, ConstraintId)| {
            let places = &self.places[line.index()];
            let (mut all, mut cost, mut missing) = (needs(places), 2, 0);
            for &place in places.iter().filter(|&&place| !is_out(place)) {
                let JointRefutation { needs, others } = conflict_of[place as usize];
                match others {
                    u32::MAX => missing += 1,
                    _ => cost += others + 2,
                }
                all |= needs;
            }
            cost += all.count_ones();
            Promise { missing, cost, line, supposition }
        };
        lines.map(promise).collect()
    }
}
