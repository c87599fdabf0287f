//! Unit propagation with reasons, from which the certificate takes its hints.
//!
//! The clauses have two watched literals each (Moskewicz, Madigan, Zhao, Zhang, Malik: *Chaff*, 2001). Literals are
//! numbers as in DIMACS.

/// The index of a clause in [`Trail::clauses`].
pub(super) type ClauseIndex = usize;

struct TrailClause {
    literals: Vec<i32>,
    /// The number of the clause in the certificate.
    number: u32,
}

/// Clauses, and the literals that are true by decisions and by unit propagation, in the order in which they became
/// true.
pub(super) struct Trail {
    clauses: Vec<TrailClause>,
    /// The number of clauses of the formula, which come first.
    formula: usize,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<ClauseIndex>>,
    /// For each variable, `1` if it is true, `-1` if it is false, and `0` if it has no value.
    values: Vec<i8>,
    /// For each variable with a value, the number of decisions before it.
    levels: Vec<usize>,
    /// For each variable with a value, the clause that forced this value; `None` for a decision.
    reasons: Vec<Option<ClauseIndex>>,
    literals: Vec<i32>,
    /// The length of the trail before each decision.
    decisions: Vec<usize>,
    propagated: usize,
    /// For each variable that has a value without any decision, the number of its unit clause in the certificate.
    units: Vec<u32>,
}

fn watch(literal: i32) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}

/// A proof that a set of true literals follows from earlier true literals; see [`Trail::support`].
pub(super) struct Support {
    /// The earlier literals: true literals of lower decision levels, and the last decision if it is needed.
    pub(super) literals: Vec<i32>,
    /// The numbers of the clauses by which the proved literals follow from `literals`, in the order of unit
    /// propagation.
    pub(super) hints: Vec<u32>,
}

impl Trail {
    /// Creates a trail with the clauses of a formula, which are numbered from 1.
    pub(super) fn new(variables: usize, formula: Vec<Vec<i32>>) -> Trail {
        let mut trail = Trail {
            formula: formula.len(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![0; variables + 1],
            levels: vec![0; variables + 1],
            reasons: vec![None; variables + 1],
            literals: Vec::new(),
            decisions: Vec::new(),
            propagated: 0,
            units: vec![0; variables + 1],
        };
        for (mut literals, number) in formula.into_iter().zip(1..) {
            literals.sort_unstable();
            literals.dedup();
            trail.insert(literals, number);
        }
        trail
    }

    /// Adds a clause whose first two literals are watched.
    fn insert(&mut self, literals: Vec<i32>, number: u32) -> ClauseIndex {
        let index = self.clauses.len();
        if literals.len() > 1 {
            literals[..2].iter().for_each(|&literal| self.watches[watch(literal)].push(index));
        }
        self.clauses.push(TrailClause { literals, number });
        index
    }

    /// Adds a clause that is false or has one literal left.
    pub(super) fn learn(&mut self, mut literals: Vec<i32>, number: u32) -> ClauseIndex {
        // Literals without a value come first, then the literals that became false last.
        literals.sort_by_key(|&literal| {
            std::cmp::Reverse(if self.value(literal) == 0 { usize::MAX } else { self.level(literal) })
        });
        self.insert(literals, number)
    }

    /// Returns the unit clauses of the formula, and its first empty clause.
    pub(super) fn short_clauses(&self) -> (Vec<(ClauseIndex, i32)>, Option<ClauseIndex>) {
        let of_length = |length: usize| {
            let clauses = self.clauses.iter().enumerate();
            clauses.filter(move |(_, clause)| clause.literals.len() == length)
        };
        let units = of_length(1).map(|(index, clause)| (index, clause.literals[0])).collect();
        (units, of_length(0).map(|(index, _)| index).next())
    }

    /// Returns a positive number if `literal` is true, a negative number if it is false, and 0 if it has no value.
    pub(super) fn value(&self, literal: i32) -> i8 {
        let value = self.values[variable(literal)];
        if literal > 0 { value } else { -value }
    }

    fn level(&self, literal: i32) -> usize {
        self.levels[variable(literal)]
    }

    /// Returns the number of decisions.
    pub(super) fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the true literals in the order in which they became true.
    pub(super) fn literals(&self) -> &[i32] {
        &self.literals
    }

    pub(super) fn clause(&self, index: ClauseIndex) -> &[i32] {
        &self.clauses[index].literals
    }

    pub(super) fn number(&self, index: ClauseIndex) -> u32 {
        self.clauses[index].number
    }

    /// Returns the clauses of the formula.
    pub(super) fn formula(&self) -> impl Iterator<Item = &[i32]> {
        self.clauses[..self.formula].iter().map(|clause| &*clause.literals)
    }

    /// Sets the number of the unit clause of a literal that is true without any decision.
    pub(super) fn set_unit(&mut self, literal: i32, number: u32) {
        self.units[variable(literal)] = number;
    }

    /// Returns `true` if the literal has a unit clause in the certificate.
    pub(super) fn has_unit(&self, literal: i32) -> bool {
        self.units[variable(literal)] != 0
    }

    /// Returns the last decision.
    pub(super) fn decision(&self) -> i32 {
        self.literals[self.decisions.last().copied().expect("a decision was made")]
    }

    pub(super) fn reason(&self, literal: i32) -> Option<ClauseIndex> {
        self.reasons[variable(literal)]
    }

    pub(super) fn decide(&mut self, literal: i32) {
        self.decisions.push(self.literals.len());
        self.set(literal, None);
    }

    /// Makes a literal without a value true; `reason` is the clause that leaves no other choice.
    pub(super) fn set(&mut self, literal: i32, reason: Option<ClauseIndex>) {
        self.values[variable(literal)] = if literal > 0 { 1 } else { -1 };
        self.levels[variable(literal)] = self.decisions.len();
        self.reasons[variable(literal)] = reason;
        self.literals.push(literal);
    }

    /// Undoes the last decision and all its consequences.
    pub(super) fn backtrack(&mut self) {
        let length = self.decisions.pop().unwrap_or(0);
        for literal in self.literals.drain(length..) {
            self.values[variable(literal)] = 0;
        }
        self.propagated = self.literals.len();
    }

    /// Propagates, and returns a clause that became false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseIndex> {
        while self.propagated < self.literals.len() {
            let is_false = -self.literals[self.propagated];
            self.propagated += 1;
            let watching = std::mem::take(&mut self.watches[watch(is_false)]);
            let mut kept = Vec::with_capacity(watching.len());
            let mut conflict = None;
            for (place, &index) in watching.iter().enumerate() {
                let literals = &mut self.clauses[index].literals;
                if literals[0] == is_false {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let values = &self.values;
                let value = |literal: i32| {
                    let value = values[variable(literal)];
                    if literal > 0 { value } else { -value }
                };
                if value(first) > 0 {
                    kept.push(index);
                } else if let Some(other) = (2..literals.len()).find(|&at| value(literals[at]) >= 0) {
                    literals.swap(1, other);
                    let other = literals[1];
                    self.watches[watch(other)].push(index);
                } else if value(first) < 0 {
                    kept.extend_from_slice(&watching[place..]);
                    conflict = Some(index);
                    break;
                } else {
                    kept.push(index);
                    self.set(first, Some(index));
                }
            }
            // No clause begins to watch a false literal, so this list has stayed empty during the loop.
            self.watches[watch(is_false)] = kept;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Returns a proof that the true literals `needed` follow from the last decision and from literals of lower
    /// decision levels.
    pub(super) fn support(&self, needed: impl IntoIterator<Item = i32>) -> Support {
        let start = self.decisions.last().copied().unwrap_or(0);
        let mut is_needed = vec![false; self.values.len()];
        let (mut literals, mut units) = (Vec::new(), Vec::new());
        let level = self.depth();
        let mut need = |literal: i32, is_needed: &mut [bool]| {
            debug_assert!(self.value(literal) > 0, "only true literals can be derived");
            if std::mem::replace(&mut is_needed[variable(literal)], true) {
                return;
            }
            match self.level(literal) {
                0 => units.push(self.units[variable(literal)]),
                below if below < level => literals.push(literal),
                _ => {}
            }
        };
        needed.into_iter().for_each(|literal| need(literal, &mut is_needed));
        let (mut hints, mut decision) = (Vec::new(), None);
        for &literal in self.literals[start..].iter().rev() {
            if !is_needed[variable(literal)] || level == 0 {
                continue;
            }
            match self.reason(literal) {
                None => decision = Some(literal),
                Some(reason) => {
                    hints.push(self.number(reason));
                    let others = self.clause(reason).iter().filter(|&&other| other != literal);
                    others.for_each(|&other| need(-other, &mut is_needed));
                }
            }
        }
        literals.extend(decision);
        hints.extend(units);
        hints.reverse();
        Support { literals, hints }
    }
}
