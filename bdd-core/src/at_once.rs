//! The conjunction of all rules in one step: a search along the lines that remembers what remains of the rules.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::bdd::{Bdd, Level};
use crate::build::Reporter;
use crate::id::Variable;
use crate::mdd::{Choices, Mdd};
use crate::rules::Rules;

/// The conjunction of the rules' exclusions with at-least-one rules for these lines; `None` unless the lines, in
/// order, cut the variables into pieces in which any two exclude each other.
///
/// Once one variable of each line up to some line is true, all that remains of the rules are the variables of the
/// later lines that are excluded. The search decides line by line and remembers, for every such set that it has
/// met, the choices that lead to a model: so equal remainders are searched once, as a conjunction would share their
/// diagram.
pub(crate) fn conjoin_at_once(rules: &Rules, lines: &[&[Variable]]) -> Option<Bdd> {
    let in_order = lines.iter().copied().flatten().copied().eq(Variable::all(rules.variables()));
    if !in_order || !lines.iter().all(|line| rules.is_at_most_one(line)) {
        return None;
    }
    let words = rules.variables().div_ceil(64).max(1);
    let excluded = Variable::all(rules.variables()).map(|variable| {
        let mut set = vec![0; words];
        rules.excluded_by(variable).iter().for_each(|&other| set[other.index() / 64] |= 1 << (other.index() % 64));
        set
    });
    let lengths: Vec<usize> = lines.iter().map(|line| line.len()).collect();
    let mut search = Search {
        lines: lines.iter().map(|line| (line.first().map_or(0, |&first| first.into()), line.len() as Level)).collect(),
        excluded: excluded.collect(),
        known: vec![FxHashMap::default(); lines.len()],
        mdd: Mdd::new(&lengths, usize::MAX),
    };
    let root = search.line(0, vec![0; words]);
    let no_reports = &mut |_| ControlFlow::Continue(());
    Some(search.mdd.expand(root, &mut Reporter::new(no_reports)).expect(UNLIMITED))
}

const UNLIMITED: &str = "neither limited nor cancelled";

struct Search {
    /// The first variable of each line, and the number of its variables.
    lines: Vec<(Level, Level)>,
    /// For each variable the set of those that it excludes, as bits.
    excluded: Vec<Vec<u64>>,
    /// For each line the sets met there of excluded variables, from the line's first word on, with the choices.
    known: Vec<FxHashMap<Box<[u64]>, Choices>>,
    mdd: Mdd,
}

impl Search {
    /// The choices on a line that lead to a model, if these variables are excluded.
    fn line(&mut self, line: usize, excluded: Vec<u64>) -> Choices {
        let Some(&(first, length)) = self.lines.get(line) else { return Choices::END };
        // Only what is excluded from this line on matters.
        let first_word = usize::from(first) / 64;
        let mut remaining: Box<[u64]> = excluded[first_word..].into();
        remaining[0] &= u64::MAX << (first % 64);
        if let Some(&choices) = self.known[line].get(&remaining) {
            return choices;
        }
        let mut choices = Choices::NONE;
        for choice in (0..length).rev() {
            let variable = usize::from(first + choice);
            if excluded[variable / 64] >> (variable % 64) & 1 == 0 {
                let both = excluded.iter().zip(&self.excluded[variable]).map(|(a, b)| a | b).collect();
                let child = self.line(line + 1, both);
                choices = self.mdd.prepend(line, usize::from(choice), child, choices).expect(UNLIMITED);
            }
        }
        self.known[line].insert(remaining, choices);
        choices
    }
}
