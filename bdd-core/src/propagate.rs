//! Unit propagation: the values that follow at once from rules and literals.
//!
//! There are two tables: one for lines that need one of their variables, and `counts` for lines with other bounds.
//! Puzzles without lines of the second sort do not pay for that table.

mod counts;

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::{Constraint, Literal, Rules};
pub(crate) use counts::CountingConstraints;

/// The values that follow from rules and literals by unit propagation, a value for every variable that has one; `None`
/// if they contradict each other.
///
/// A true variable makes those false that it excludes; a line with as many literals left as it needs makes them true,
/// and one with as many true literals as it may have makes the others false; again and again until nothing follows any
/// more. Every model in which the literals are true has these values.
/// That there is such a model is not said: unit propagation does not find every contradiction, nor every value that
/// all models have.
///
/// The time is linear in the number of rules.
///
/// ```
/// use bdd_core::{Literal, Rules, propagate};
///
/// let mut rules = Rules::new(4);
/// rules.exactly_one(&[0, 1]);
/// rules.exactly_one(&[2, 3]);
/// rules.exclude(0, 2);
/// let values = propagate(&rules, [Literal::positive(0)]);
/// assert_eq!(values, Some(vec![Some(true), Some(false), Some(false), Some(true)]));
/// assert_eq!(propagate(&rules, [Literal::positive(0), Literal::positive(2)]), None);
/// assert_eq!(propagate(&rules, []), Some(vec![None; 4]));
/// ```
///
/// # Panics
///
/// If there is no such variable.
#[must_use]
pub fn propagate(rules: &Rules, literals: impl IntoIterator<Item = Literal>) -> Option<Vec<Option<bool>>> {
    let mut propagation =
        Propagation::new(rules, &mut Budget::unlimited()).expect("an unlimited budget suffices, and nobody cancels");
    propagation.begin(literals).ok()?;
    Some(Variable::all(rules.variables()).map(|variable| propagation.value(variable)).collect())
}

/// Rules and literals, of which no valuation makes all true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The values that follow from the literals asserted so far, which can be taken back in the reverse order.
pub(crate) struct Propagation<'a> {
    /// The lines that ask for one of their variables.
    pub(crate) constraints: Vec<&'a [Variable]>,
    /// For each variable those that it excludes, as bits of words.
    pub(crate) excluded: Groups<(u32, u64)>,
    /// For each variable the numbers of those lines through it.
    pub(crate) constraints_through: Groups<u32>,
    /// All other lines.
    pub(crate) counts: CountingConstraints<'a>,
    pub(crate) variables: usize,
    /// The variables that are not false, as bits.
    pub(crate) possible: Vec<u64>,
    /// The variables that are true, as bits.
    certain: Vec<u64>,
    /// For each line the number of its variables that are not false, and [`SATISFIED`] for each that is true.
    left: Vec<u64>,
    /// Lines that had one variable left, and no true one, when they were put here.
    units: Vec<u32>,
    /// Words of `possible` that changed, with what they were before.
    changes: Vec<(u32, u64)>,
    /// The true variables, in the order in which they became true.
    trues: Vec<Variable>,
    /// How much work was done since it was last asked for.
    work: u32,
}

/// What a true variable adds to the number of variables left to a line, so that none of them is the only one.
const SATISFIED: u64 = 1 << 32;

/// What was asserted up to some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailPosition {
    changes: u32,
    trues: u32,
}

impl<'a> Propagation<'a> {
    /// No literals yet.
    pub(crate) fn new(rules: &'a Rules, budget: &mut Budget<'_>) -> Result<Propagation<'a>, Interrupted> {
        let variables = rules.variables();
        let constraints: Vec<&[Variable]> =
            rules.constraints().filter(|constraint| constraint.is_at_least_one()).map(Constraint::variables).collect();
        let words = |variable| {
            let words = rules.excluded_by(variable).chunk_by(|a, b| a.index() / 64 == b.index() / 64);
            words.map(move |word| {
                let bits = word.iter().fold(0, |bits, other| bits | 1 << (other.index() % 64));
                (variable, ((word[0].index() / 64) as u32, bits))
            })
        };
        let excluded = Groups::of(variables, || Variable::all(variables).flat_map(words), 0, budget)?;
        let places = || {
            let constraints = constraints.iter().zip(0..);
            constraints.flat_map(|(constraint, number)| constraint.iter().map(move |&variable| (variable, number)))
        };
        let constraints_through = Groups::of(variables, places, excluded.bytes(), budget)?;
        let counts = CountingConstraints::new(rules, excluded.bytes() + constraints_through.bytes(), budget)?;
        let mut possible = vec![u64::MAX; variables.div_ceil(64)];
        if let Some(last) = possible.last_mut().filter(|_| !variables.is_multiple_of(64)) {
            *last = (1 << (variables % 64)) - 1;
        }
        Ok(Propagation {
            left: constraints.iter().map(|constraint| constraint.len() as u64).collect(),
            constraints,
            variables,
            excluded,
            constraints_through,
            counts,
            certain: vec![0; possible.len()],
            possible,
            units: Vec::new(),
            changes: Vec::new(),
            trues: Vec::new(),
            work: 0,
        })
    }

    /// Asserts what holds from the beginning: the lines with one variable, and the literals. What follows is not to be
    /// taken back.
    pub(crate) fn begin(&mut self, literals: impl IntoIterator<Item = Literal>) -> Result<(), Contradiction> {
        for (number, constraint) in self.constraints.iter().enumerate() {
            match constraint.len() {
                0 => return Err(Contradiction),
                1 => self.units.push(number as u32),
                _ => {}
            }
        }
        self.counts.begin()?;
        self.settle()?;
        for literal in literals {
            self.assert(literal)?;
        }
        self.changes.clear();
        self.trues.clear();
        Ok(())
    }

    /// Makes a literal true, and all that follows. After a contradiction, as much as was asserted before has to be
    /// taken back.
    pub(crate) fn assert(&mut self, literal: Literal) -> Result<(), Contradiction> {
        match literal.value {
            true => self.affirm(literal.variable),
            false => self.deny(literal.variable),
        }
        .and_then(|()| self.settle())
        .inspect_err(|_| {
            self.units.clear();
            self.counts.tight.clear();
        })
    }

    /// Draws conclusions from lines that leave no choice until there are none.
    fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            self.settle_units()?;
            let Some(constraint) = self.counts.tight.pop() else { return Ok(()) };
            // It may have been decided since.
            if let Some((constraint, value)) = self.counts.only(constraint) {
                self.work += constraint.variables().len() as u32;
                for literal in constraint.literals() {
                    if self.value(literal.variable).is_none() {
                        match literal.value == value {
                            true => self.affirm(literal.variable)?,
                            false => self.deny(literal.variable)?,
                        }
                    }
                }
            }
        }
    }

    /// Draws conclusions from lines with one variable left until there are none.
    fn settle_units(&mut self) -> Result<(), Contradiction> {
        while let Some(number) = self.units.pop() {
            // It may have been satisfied since.
            if self.left[number as usize] == 1 {
                let constraint = self.constraints[number as usize];
                self.work += constraint.len() as u32;
                let last = constraint.iter().find(|&&variable| self.is_possible(variable)).ok_or(Contradiction)?;
                self.affirm(*last)?;
            }
        }
        Ok(())
    }

    /// Makes a variable true, and those false that it excludes.
    fn affirm(&mut self, variable: Variable) -> Result<(), Contradiction> {
        if !self.is_possible(variable) {
            return Err(Contradiction);
        }
        if self.is_certain(variable) {
            return Ok(());
        }
        self.certain[variable.index() / 64] |= 1 << (variable.index() % 64);
        self.trues.push(variable);
        for &constraint in self.constraints_through.get(variable) {
            self.left[constraint as usize] += SATISFIED;
        }
        if !self.counts.is_empty() {
            self.count(std::iter::once(variable), true)?;
        }
        for place in self.excluded.range(variable) {
            let &(word, bits) = self.excluded.item(place);
            self.rule_out(word as usize, bits)?;
        }
        Ok(())
    }

    /// Makes a variable false.
    fn deny(&mut self, variable: Variable) -> Result<(), Contradiction> {
        if self.is_certain(variable) {
            return Err(Contradiction);
        }
        self.rule_out(variable.index() / 64, 1 << (variable.index() % 64))
    }

    /// Makes some variables of a word false.
    #[inline]
    fn rule_out(&mut self, word: usize, bits: u64) -> Result<(), Contradiction> {
        let before = self.possible[word];
        let lost = before & bits;
        self.work += 1;
        if lost == 0 {
            return Ok(());
        }
        self.changes.push((word as u32, before));
        self.possible[word] = before & !bits;
        // The word is done to its end also after a contradiction: what is taken back is a whole word.
        let mut result = Ok(());
        for variable in bits_of(word, lost) {
            for &constraint in self.constraints_through.get(variable) {
                let left = &mut self.left[constraint as usize];
                *left -= 1;
                match *left {
                    0 => result = Err(Contradiction),
                    1 => self.units.push(constraint),
                    _ => {}
                }
            }
            self.work += self.constraints_through.get(variable).len() as u32;
        }
        if self.counts.is_empty() { result } else { self.count(bits_of(word, lost), false).and(result) }
    }

    /// Notes on the lines that count that these variables have got a value. Apart from the loops that call it, which it
    /// would make slower where no line counts.
    #[inline(never)]
    fn count(&mut self, variables: impl Iterator<Item = Variable>, value: bool) -> Result<(), Contradiction> {
        let mut result = Ok(());
        for variable in variables {
            self.work += self.counts.through.get(variable).len() as u32;
            result = self.counts.decide(variable, value).and(result);
        }
        result
    }

    /// What was asserted so far.
    pub(crate) fn mark(&self) -> TrailPosition {
        TrailPosition { changes: self.changes.len() as u32, trues: self.trues.len() as u32 }
    }

    /// The literals that became true since then, some of them more than once.
    pub(crate) fn since(&self, mark: TrailPosition) -> impl Iterator<Item = Literal> {
        let trues = self.trues[mark.trues as usize..].iter().map(|&variable| Literal::positive(variable));
        let falses = self.changes[mark.changes as usize..].iter().flat_map(|&(word, before)| {
            bits_of(word as usize, before & !self.possible[word as usize]).map(Literal::negative)
        });
        trues.chain(falses)
    }

    /// Takes back what was asserted since.
    pub(crate) fn take_back(&mut self, mark: TrailPosition) {
        for variable in self.trues.drain(mark.trues as usize..) {
            self.certain[variable.index() / 64] &= !(1 << (variable.index() % 64));
            for &constraint in self.constraints_through.get(variable) {
                self.left[constraint as usize] -= SATISFIED;
            }
            if !self.counts.is_empty() {
                self.counts.take_back(variable, true);
            }
        }
        while self.changes.len() > mark.changes as usize
            && let Some((word, before)) = self.changes.pop()
        {
            let word = word as usize;
            for variable in bits_of(word, before & !self.possible[word]) {
                for &constraint in self.constraints_through.get(variable) {
                    self.left[constraint as usize] += 1;
                }
                if !self.counts.is_empty() {
                    self.counts.take_back(variable, false);
                }
            }
            self.possible[word] = before;
        }
    }

    pub(crate) fn value(&self, variable: Variable) -> Option<bool> {
        match (self.is_possible(variable), self.is_certain(variable)) {
            (false, _) => Some(false),
            (true, true) => Some(true),
            (true, false) => None,
        }
    }

    pub(crate) fn is_possible(&self, variable: Variable) -> bool {
        self.possible[variable.index() / 64] >> (variable.index() % 64) & 1 == 1
    }

    fn is_certain(&self, variable: Variable) -> bool {
        self.certain[variable.index() / 64] >> (variable.index() % 64) & 1 == 1
    }

    /// Whether one of [`Propagation::lines`] has a true variable.
    pub(crate) fn is_satisfied(&self, constraint: usize) -> bool {
        self.left[constraint] >= SATISFIED
    }

    /// CountingConstraints work that is done beside.
    pub(crate) fn add_work(&mut self, work: u32) {
        self.work += work;
    }

    /// The elementary steps taken since this was last asked, of which each is two or three of what is counted here.
    pub(crate) fn take_work(&mut self) -> u32 {
        std::mem::take(&mut self.work) / 2
    }

    /// The bytes that the tables take.
    pub(crate) fn bytes(&self) -> usize {
        let by_variable = size_of::<Variable>() + size_of::<(u32, u64)>();
        let by_constraint = size_of::<&[Variable]>() + size_of::<u64>() + size_of::<u32>();
        let variables = self.possible.len() * 64;
        let tables = self.excluded.bytes() + self.constraints_through.bytes() + self.counts.bytes();
        tables + variables * by_variable + self.constraints.len() * by_constraint
    }
}

/// The variables that some bits of a word stand for, in order.
fn bits_of(word: usize, bits: u64) -> impl Iterator<Item = Variable> {
    let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(bits).filter(|&bits| bits != 0), next)
        .map(move |rest| Variable::new((word * 64) as u16 + rest.trailing_zeros() as u16))
}

// They compare with the diagram library.
#[cfg(all(test, feature = "biodivine"))]
mod tests;
