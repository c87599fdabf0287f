//! The need and the room of lines with bounds: the numbers of further true literals that a line needs and can hold.

use bdd_core::{Constraint, ConstraintId, Literal, Variable};

use super::{Adjacency, Field, has, ones, set};

/// The need and the room of each line of a field, in true literals.
#[derive(Clone)]
pub(crate) struct LineCounts {
    placed: Vec<u64>,
    /// For each line, the number of further literals that must be true.
    need: Vec<i32>,
    /// For each line, the number of further literals that may be true. If exclusions alone enforce the maximum of the
    /// line, this is a very large number instead.
    room: Vec<i32>,
    /// The lines with negated variables that leave no choice for their undecided variables, as bits; see
    /// `Step::Decided`.
    decided: Vec<u64>,
}

impl LineCounts {
    pub(super) fn new(lines: &[&Constraint], adjacency: &Adjacency<'_>) -> LineCounts {
        let variables = adjacency.rules.variables();
        let bound = |number: usize| i32::try_from(number).unwrap_or(i32::MAX / 2);
        let room = |line: &&Constraint| {
            let is_bounded = line.max_beside_exclusions() < line.variables().len();
            if is_bounded { bound(line.max()) } else { i32::MAX / 2 }
        };
        let mut need: Vec<i32> = lines.iter().map(|line| bound(line.min())).collect();
        // The clauses that define copies always hold.
        adjacency.copies.definitions().for_each(|line| need[line.index()] = 0);
        LineCounts {
            placed: vec![0; variables.div_ceil(64)],
            need,
            room: lines.iter().map(room).collect(),
            decided: vec![0; lines.len().div_ceil(64)],
        }
    }
}

/// Fields of puzzles in which some line is not an at-least-one constraint. A line counts its true literals, negated or
/// not. Its candidates are its undecided variables.
impl Field<'_> {
    /// Sets the bits of all lines (`open`, `empty`, `tight`, `decided`) for the first time, and rules out the
    /// candidates of lines that may have no true variable.
    pub(super) fn begin_counting(&mut self) {
        if self.counts.is_none() {
            return;
        }
        for line in 0..self.adjacency.lines.len() {
            self.update(line as u32);
        }
        for line in 0..self.adjacency.lines.len() {
            self.empty_full(line as u32);
        }
    }

    /// Returns the need and the room of each line: the numbers of further true literals that it must have and can hold.
    /// `Field::counts` must not be `None`.
    fn counting(&self) -> &LineCounts {
        self.counts.as_ref().expect("the field was built with counts")
    }

    pub(crate) fn is_placed(&self, variable: Variable) -> bool {
        has(&self.counting().placed, variable.index())
    }

    fn rule(&self, line: u32) -> &Constraint {
        self.adjacency.counts.as_ref().expect("the field was built with counts")[line as usize]
    }

    /// Updates the lines that contain `variable`, a candidate that was ruled out.
    pub(super) fn count_out(&mut self, variable: Variable) {
        let adjacency = self.adjacency;
        for &line in adjacency.lines_of(variable) {
            self.left[line as usize] -= adjacency.weight(line, variable) as u16;
            self.decide(line, variable, false);
        }
    }

    /// Makes a variable true. Rules out the variables that it excludes, and the remaining candidates of lines that
    /// become full. The variable need not be a candidate.
    pub(super) fn count_placed(&mut self, variable: Variable) {
        if self.is_placed(variable) {
            return;
        }
        let adjacency = self.adjacency;
        let was_possible = self.is_possible(variable);
        set(&mut self.possible, variable.index(), false);
        set(&mut self.counts.as_mut().expect("the field was built with counts").placed, variable.index(), true);
        for &line in adjacency.lines_of(variable) {
            self.left[line as usize] -= if was_possible { adjacency.weight(line, variable) as u16 } else { 0 };
            self.decide(line, variable, true);
        }
        for &(word, bits) in adjacency.excluded_by(variable) {
            for place in ones(&[self.possible[word as usize] & bits]) {
                self.rule_out(Variable::from_index(word as usize * 64 + place));
            }
        }
        for &line in adjacency.lines_of(variable) {
            self.empty_full(line);
        }
    }

    /// Updates the need and the room of `line` after its variable `variable` got the value `value`.
    fn decide(&mut self, line: u32, variable: Variable, value: bool) {
        let is_true = self.rule(line).literal(variable).is_some_and(|literal| literal.value == value);
        let counts = self.counts.as_mut().expect("the field was built with counts");
        let trues = if is_true { self.adjacency.weight(line, variable) as i32 } else { 0 };
        counts.need[line as usize] -= trues;
        counts.room[line as usize] -= trues;
        self.update(line);
    }

    fn update(&mut self, line: u32) {
        let (is_positive, left) = (self.rule(line).is_positive(), i32::from(self.left[line as usize]));
        let is_heavy = self.indispensable(line).next().is_some();
        let counts = self.counts.as_mut().expect("the field was built with counts");
        let (need, room) = (counts.need[line as usize], counts.room[line as usize]);
        let line = line as usize;
        set(&mut self.open, line, need > 0);
        set(&mut self.empty, line, need > left || room < 0);
        set(&mut self.tight, line, is_positive && need > 0 && need == left);
        set(&mut counts.decided, line, !is_positive && left > 0 && (need == left || room == 0 || is_heavy));
    }

    /// Returns the undecided literals of a line that it counts several times and can't be satisfied without.
    fn indispensable(&self, line: u32) -> impl Iterator<Item = Literal> + '_ {
        let (need, left) = (self.counting().need[line as usize], i32::from(self.left[line as usize]));
        let is_needed = move |weight: usize| need > 0 && need <= left && left - (weight as i32) < need;
        let heavy = self.adjacency.heavy(line).iter();
        heavy.filter(move |(one, weight)| is_needed(*weight) && self.is_possible(one.variable)).map(|&(one, _)| one)
    }

    /// Rules out the remaining candidates of a line if it is full.
    fn empty_full(&mut self, line: u32) {
        if self.is_full(line) {
            for variable in self.possible(ConstraintId::new(line)).collect::<Vec<_>>() {
                self.rule_out(variable);
            }
        }
    }

    /// Returns `true` if a line without negated variables has its maximum of true variables.
    pub(crate) fn is_full(&self, line: u32) -> bool {
        self.counting().room[line as usize] <= 0 && self.rule(line).is_positive()
    }

    /// Returns the number of further true literals that a line needs; 0 or less if it has enough.
    pub(crate) fn need(&self, line: ConstraintId) -> i32 {
        self.counting().need[line.index()]
    }

    /// Returns the number of further true literals that a line can hold. Returns `None` if exclusions alone enforce the
    /// maximum of the line.
    pub(crate) fn room(&self, line: ConstraintId) -> Option<i32> {
        let rule = self.rule(line.into());
        let is_bounded = rule.max_beside_exclusions() < rule.variables().len();
        is_bounded.then(|| self.counting().room[line.index()])
    }

    pub(crate) fn is_positive(&self, line: ConstraintId) -> bool {
        self.rule(line.into()).is_positive()
    }

    pub(crate) fn has(&self, line: ConstraintId, variable: Variable) -> bool {
        self.adjacency.lines[line.index()].binary_search(&variable).is_ok()
    }

    pub(crate) fn decided_lines(&self) -> Vec<ConstraintId> {
        self.counts
            .as_ref()
            .map_or_else(Vec::new, |counts| ones(&counts.decided).map(ConstraintId::from_index).collect())
    }

    /// If the line has negated variables and leaves no choice, returns the variables that become true and the variables
    /// that become false. Returns two empty lists for any other line.
    pub(crate) fn decision(&self, line: ConstraintId) -> (Vec<Variable>, Vec<Variable>) {
        let Some(counts) = &self.counts else { return Default::default() };
        if !has(&counts.decided, line.index()) {
            return Default::default();
        }
        let (need, room) = (counts.need[line.index()], counts.room[line.index()]);
        if need != i32::from(self.left[line.index()]) && room != 0 {
            let (trues, falses): (Vec<Literal>, _) = self.indispensable(line.into()).partition(|literal| literal.value);
            let variables = |literals: Vec<Literal>| literals.into_iter().map(|one| one.variable).collect();
            return (variables(trues), variables(falses));
        }
        let value = room != 0;
        let open = self.rule(line.into()).literals().filter(|literal| self.is_possible(literal.variable));
        let (trues, falses): (Vec<_>, Vec<_>) = open.partition(|literal| literal.value == value);
        let variables = |literals: Vec<Literal>| literals.into_iter().map(|one| one.variable).collect();
        (variables(trues), variables(falses))
    }

    /// Returns `true` if a line lacks true literals, so that its false literals are the reason why it is decided or
    /// broken. Returns `false` if its true literals are the reason: it has its maximum of them, or more.
    pub(crate) fn is_short(&self, line: ConstraintId) -> bool {
        let counts = self.counting();
        counts.need[line.index()] > i32::from(self.left[line.index()]) || counts.room[line.index()] > 0
    }

    /// Returns the cases of a split of the line: candidates of which at least one must be true, in ascending order.
    /// Returns an empty list if all candidates may be false.
    pub(crate) fn cases(&self, line: ConstraintId) -> Vec<Variable> {
        let Some(counts) = &self.counts else { return self.possible(line).collect() };
        let open = self.rule(line.into()).literals().filter(|one| self.is_possible(one.variable));
        let (affirmed, negated): (Vec<_>, Vec<_>) = open.partition(|literal| literal.value);
        // If all undecided variables were false, the negated literals among them would be true.
        let weight = |literal: &Literal| self.adjacency.weight(line.into(), literal.variable) as i32;
        let counted: i32 = negated.iter().map(weight).sum();
        let cases = if counts.need[line.index()] > counted {
            affirmed
        } else if counts.room[line.index()] < counted {
            negated
        } else {
            Vec::new()
        };
        cases.into_iter().map(|literal| literal.variable).collect()
    }

    /// Returns the lines that can be split, each with the number of its cases.
    pub(crate) fn lines_to_split(&self) -> Vec<(usize, ConstraintId)> {
        match &self.counts {
            None => self.open_lines().collect(),
            Some(_) => {
                let lines = (0..self.adjacency.lines.len()).map(ConstraintId::from_index);
                lines.map(|line| (self.cases(line).len(), line)).filter(|(cases, _)| *cases > 0).collect()
            }
        }
    }
}
