//! Unit propagation of rules and literals.
//!
//! Clauses of positive literals have a table of their own; all other constraints are in the table of `counts`. So
//! puzzles that have only such clauses do not pay for the general case.

mod counts;

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::{Constraint, Literal, Rules};
pub(crate) use counts::CountingConstraints;

/// Returns the values that follow from rules and literals by unit propagation, one for every variable: `None` for an
/// undecided variable. Returns `None` instead of the list if a contradiction follows.
///
/// A true variable makes all variables that it excludes false. A constraint makes its undecided literals true if it
/// needs all of them, and false if its upper bound is reached. Propagation ends when no constraint forces another
/// value.
///
/// Every model in which the literals are true has these values, but there may be no such model: unit propagation does
/// not find every contradiction, nor every value that all models share.
///
/// The time is linear in the size of the rules.
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
/// If a literal has a variable that the rules do not have.
#[must_use]
pub fn propagate(rules: &Rules, literals: impl IntoIterator<Item = Literal>) -> Option<Vec<Option<bool>>> {
    let mut propagation = Propagation::new(rules, &mut Budget::unlimited())
        .expect("an unlimited budget is never used up, and nothing cancels it");
    propagation.begin(literals).ok()?;
    Some(Variable::all(rules.variables()).map(|variable| propagation.value(variable)).collect())
}

/// A contradiction of rules and literals: no valuation satisfies all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contradiction;

/// The state of unit propagation: the values that follow from the literals asserted so far. Assertions can be taken
/// back in reverse order.
pub(crate) struct Propagation<'a> {
    /// The clauses of positive literals, each as its variables: at least one of them is true.
    pub(crate) clauses: Vec<&'a [Variable]>,
    /// For each variable, the variables that it excludes: the index of each 64-bit word that is not 0, and the word.
    pub(crate) excluded: Groups<(u32, u64)>,
    /// For each variable, the indices in `clauses` of the clauses that contain it.
    pub(crate) clauses_through: Groups<u32>,
    /// The constraints that are not among `clauses`.
    pub(crate) counts: CountingConstraints<'a>,
    pub(crate) variables: usize,
    /// One bit for each variable, set if the variable is not false.
    pub(crate) possible: Vec<u64>,
    /// One bit for each variable, set if the variable is true.
    certain: Vec<u64>,
    /// For each of the `clauses`, the number of its variables that are not false, plus [`SATISFIED`] for each true
    /// variable.
    left: Vec<u64>,
    /// The indices of clauses to propagate. When a clause was added here, it had one variable left that was not false,
    /// and no true variable.
    units: Vec<u32>,
    /// The words of `possible` that have changed, in order: the index of each word, and its earlier value.
    changes: Vec<(u32, u64)>,
    /// The true variables, in the order in which they became true.
    trues: Vec<Variable>,
    /// The units of work since the last call of [`Propagation::take_work`].
    work: u32,
}

/// The number that each true variable adds to the entry of a clause in `left`: it is so large that the entry of a
/// satisfied clause is never 0 or 1.
const SATISFIED: u64 = 1 << 32;

/// A position in the trail of changes, to which [`Propagation::take_back`] returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrailPosition {
    changes: u32,
    trues: u32,
}

impl<'a> Propagation<'a> {
    /// Returns the state before any literal is asserted, and before any propagation.
    pub(crate) fn new(rules: &'a Rules, budget: &mut Budget<'_>) -> Result<Propagation<'a>, Interrupted> {
        let variables = rules.variables();
        let clauses: Vec<&[Variable]> =
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
            let clauses = clauses.iter().zip(0..);
            clauses.flat_map(|(clause, number)| clause.iter().map(move |&variable| (variable, number)))
        };
        let clauses_through = Groups::of(variables, places, excluded.bytes(), budget)?;
        let counts = CountingConstraints::new(rules, excluded.bytes() + clauses_through.bytes(), budget)?;
        let mut possible = vec![u64::MAX; variables.div_ceil(64)];
        if let Some(last) = possible.last_mut().filter(|_| !variables.is_multiple_of(64)) {
            *last = (1 << (variables % 64)) - 1;
        }
        Ok(Propagation {
            left: clauses.iter().map(|clause| clause.len() as u64).collect(),
            clauses,
            variables,
            excluded,
            clauses_through,
            counts,
            certain: vec![0; possible.len()],
            possible,
            units: Vec::new(),
            changes: Vec::new(),
            trues: Vec::new(),
            work: 0,
        })
    }

    /// Asserts the constraints that force values by themselves, such as clauses of one variable, and then `literals`.
    /// The consequences are never taken back.
    pub(crate) fn begin(&mut self, literals: impl IntoIterator<Item = Literal>) -> Result<(), Contradiction> {
        for (number, clause) in self.clauses.iter().enumerate() {
            match clause.len() {
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

    /// Makes a literal true, with all its consequences. After a contradiction, the caller has to take the assertion
    /// back by [`Propagation::take_back`].
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

    /// Propagates clauses and counting constraints until no more values follow.
    fn settle(&mut self) -> Result<(), Contradiction> {
        loop {
            self.settle_units()?;
            let Some(constraint) = self.counts.tight.pop() else { return Ok(()) };
            // The constraint may have been decided since it was added to the list.
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

    /// Propagates clauses with one variable left until no more values follow from them.
    fn settle_units(&mut self) -> Result<(), Contradiction> {
        while let Some(number) = self.units.pop() {
            // The clause may have been satisfied since it was added to `units`.
            if self.left[number as usize] == 1 {
                let clause = self.clauses[number as usize];
                self.work += clause.len() as u32;
                let last = clause.iter().find(|&&variable| self.is_possible(variable)).ok_or(Contradiction)?;
                self.affirm(*last)?;
            }
        }
        Ok(())
    }

    /// Makes a variable true, and all variables that it excludes false.
    fn affirm(&mut self, variable: Variable) -> Result<(), Contradiction> {
        if !self.is_possible(variable) {
            return Err(Contradiction);
        }
        if self.is_certain(variable) {
            return Ok(());
        }
        self.certain[variable.index() / 64] |= 1 << (variable.index() % 64);
        self.trues.push(variable);
        for &clause in self.clauses_through.get(variable) {
            self.left[clause as usize] += SATISFIED;
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

    /// Makes a variable false. Returns a contradiction if the variable is true.
    fn deny(&mut self, variable: Variable) -> Result<(), Contradiction> {
        if self.is_certain(variable) {
            return Err(Contradiction);
        }
        self.rule_out(variable.index() / 64, 1 << (variable.index() % 64))
    }

    /// Makes variables false: the variables whose bits are set in `bits`, a mask for the word at index `word` of
    /// `possible`.
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
        // After a contradiction, the rest of the word is updated too, since `take_back` undoes whole words.
        let mut result = Ok(());
        for variable in bits_of(word, lost) {
            for &clause in self.clauses_through.get(variable) {
                let left = &mut self.left[clause as usize];
                *left -= 1;
                match *left {
                    0 => result = Err(Contradiction),
                    1 => self.units.push(clause),
                    _ => {}
                }
            }
            self.work += self.clauses_through.get(variable).len() as u32;
        }
        if self.counts.is_empty() { result } else { self.count(bits_of(word, lost), false).and(result) }
    }

    /// Updates the counting constraints of `variables`, which have just got the value `value`. The function is not
    /// inlined, since inlining would slow down its callers for rules without counting constraints.
    #[inline(never)]
    fn count(&mut self, variables: impl Iterator<Item = Variable>, value: bool) -> Result<(), Contradiction> {
        let mut result = Ok(());
        for variable in variables {
            self.work += self.counts.through.get(variable).len() as u32;
            result = self.counts.decide(variable, value).and(result);
        }
        result
    }

    /// Returns the current position in the trail of changes.
    pub(crate) fn mark(&self) -> TrailPosition {
        TrailPosition { changes: self.changes.len() as u32, trues: self.trues.len() as u32 }
    }

    /// Returns the literals that became true since `mark`, some of them more than once.
    pub(crate) fn since(&self, mark: TrailPosition) -> impl Iterator<Item = Literal> {
        let trues = self.trues[mark.trues as usize..].iter().map(|&variable| Literal::positive(variable));
        let falses = self.changes[mark.changes as usize..].iter().flat_map(|&(word, before)| {
            bits_of(word as usize, before & !self.possible[word as usize]).map(Literal::negative)
        });
        trues.chain(falses)
    }

    /// Takes back all assertions since the position `mark` of the trail.
    pub(crate) fn take_back(&mut self, mark: TrailPosition) {
        for variable in self.trues.drain(mark.trues as usize..) {
            self.certain[variable.index() / 64] &= !(1 << (variable.index() % 64));
            for &clause in self.clauses_through.get(variable) {
                self.left[clause as usize] -= SATISFIED;
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
                for &clause in self.clauses_through.get(variable) {
                    self.left[clause as usize] += 1;
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

    /// Returns `true` if the clause at index `clause` of `clauses` has a true variable.
    pub(crate) fn is_satisfied(&self, clause: usize) -> bool {
        self.left[clause] >= SATISFIED
    }

    /// Adds units of work done outside of propagation.
    pub(crate) fn add_work(&mut self, work: u32) {
        self.work += work;
    }

    /// Returns the number of elementary steps since the last call: half the number of units of work.
    pub(crate) fn take_work(&mut self) -> u32 {
        std::mem::take(&mut self.work) / 2
    }

    /// Returns the number of bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        let by_variable = size_of::<Variable>() + size_of::<(u32, u64)>();
        let by_clause = size_of::<&[Variable]>() + size_of::<u64>() + size_of::<u32>();
        let variables = self.possible.len() * 64;
        let tables = self.excluded.bytes() + self.clauses_through.bytes() + self.counts.bytes();
        tables + variables * by_variable + self.clauses.len() * by_clause
    }
}

/// Returns the variables whose bits are set in `bits`, in order. `word` is the index of `bits` among the 64-bit words
/// of all variables.
fn bits_of(word: usize, bits: u64) -> impl Iterator<Item = Variable> {
    let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(bits).filter(|&bits| bits != 0), next)
        .map(move |rest| Variable::new((word * 64) as u16 + rest.trailing_zeros() as u16))
}

// The tests need the feature `biodivine`, since they compare with diagrams of the library `biodivine-lib-bdd`.
#[cfg(all(test, feature = "biodivine"))]
mod tests;
