//! A solution from a SAT solver, for boards whose diagrams fit no memory.
//!
//! The solver is [BatSat](https://crates.io/crates/batsat), a Rust port of MiniSat.

use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use bdd_core::{Budget, Cancel, Interrupted};

use crate::placement::Placement;
use nqueens_board::{Size, Square};

/// The name and the version of the SAT solver.
pub const SOLVER: &str = "batsat 0.6";

/// The encoding of "at most one of these squares" in clauses.
///
/// Seconds for one solution, measured on one core of a 2.5 GHz Xeon:
///
/// | board                         | pairwise | ladder | product |
/// |-------------------------------|---------:|-------:|--------:|
/// | size 100, empty               |     0.21 |   0.18 |    0.16 |
/// | size 200, empty               |      1.5 |    1.2 |     0.4 |
/// | size 100, 50 scattered queens |     0.09 |   0.03 |    0.02 |
/// | size 200, 60 scattered queens |     0.74 |   0.24 |    0.12 |
///
/// On small boards the times differ by less than a millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// A clause for every pair of squares. It has no auxiliary variables, but the number of clauses is quadratic in the
    /// length of the line.
    Pairwise,
    /// An auxiliary variable for each square of the line, true if the queen stands on this square or on an earlier
    /// square (sequential counter, Sinz 2005).
    Ladder,
    /// The squares of the line are arranged in a grid. Each row and each column of the grid has an auxiliary variable;
    /// at most one row and one column may be true (Chen 2010).
    Product,
}

impl Encoding {
    /// All encodings: pairwise, ladder and product.
    pub const ALL: [Encoding; 3] = [Encoding::Pairwise, Encoding::Ladder, Encoding::Product];

    /// Returns the name on the command line: `pairwise`, `ladder` or `product`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Pairwise => "pairwise",
            Encoding::Ladder => "ladder",
            Encoding::Product => "product",
        }
    }
}

/// The answer of [`solve`]: a completion if there is one, and figures of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The squares of the queens of a completion, rank by rank; `None` if there is no completion.
    pub queens: Option<Vec<Square>>,
    /// The number of variables in the solver: one for each square that is neither blocked nor attacked by a queen of the
    /// placement, and the auxiliary variables of the encoding.
    pub variables: u64,
    /// The number of clauses in the solver.
    pub clauses: u64,
    /// The number of conflicts in the search. The solver learned a clause from each conflict.
    pub conflicts: u64,
    /// The wall-clock time of making the clauses and solving them.
    pub elapsed: Duration,
}

/// Searches for a completion of a placement with the SAT solver. There is no limit of time: the problem is NP-complete.
///
/// ```
/// use nqueens_guide::sat::{Encoding, solve};
/// use nqueens_guide::{Placement, Size};
///
/// let size = Size::new(20)?;
/// let answer = solve(&Placement::empty(size), Encoding::Product);
/// assert_eq!(answer.queens.map(|queens| queens.len()), Some(20));
/// assert_eq!(solve(&Placement::empty(Size::new(3)?), Encoding::Pairwise).queens, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(placement: &Placement, encoding: Encoding) -> Answer {
    let start = Instant::now();
    let is_left = |square| {
        !placement.blocked().contains(&square)
            && (placement.queens().contains(&square) || placement.attackers(square).next().is_none())
    };
    let mut completer = Completer::with_encoding(placement.size(), is_left, encoding);
    for &queen in placement.queens() {
        // The clause of a queen on a blocked square is empty, and so never true.
        let literal: Vec<Lit> = completer.literal(queen).into_iter().collect();
        completer.clause(&literal);
    }
    let (variables, clauses) = (u64::from(completer.solver.num_vars()), completer.solver.num_clauses());
    *completer.solver.cb_mut() = CompleterLimits { cancel: None, left: Cell::new(u64::MAX) };
    let answer = completer.solver.solve_limited(&[]);
    // The solver has no limit, so its answer is never "undecided".
    debug_assert!(answer != lbool::UNDEF);
    let squares = |files: Vec<u8>| (0..).zip(files).map(|(rank, file)| Square::at(file.into(), rank)).collect();
    let queens = (answer == lbool::TRUE).then(|| squares(completer.files()));
    Answer { queens, variables, clauses, conflicts: completer.solver.num_conflicts(), elapsed: start.elapsed() }
}

/// The outcome of a search for a completion within a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SatOutcome {
    /// A completion: the file of the queen on each rank.
    Found(Vec<u8>),
    /// The solver proved that there is no completion.
    None,
    /// The limit was reached before an answer was found.
    GaveUp,
}

/// A SAT solver that decides, for one square after the other, whether some completion has a queen on the square. It
/// keeps its learned clauses from square to square.
pub(crate) struct Completer {
    size: Size,
    solver: Solver<CompleterLimits>,
    /// For each square, the literal for "a queen stands here"; `None` for a square that was ruled out before the solver
    /// was created.
    squares: Vec<Option<Lit>>,
    encoding: Encoding,
}

/// The limits of a call of the solver: the cancel switch of the budget, and a number of decisions.
#[derive(Default)]
struct CompleterLimits {
    cancel: Option<Cancel>,
    /// The number of decisions that the solver may still make in this call.
    left: Cell<u64>,
}

impl Callbacks for CompleterLimits {
    fn stop(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0 || self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

impl fmt::Debug for Completer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Completer").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Completer {
    /// The number of elementary steps of a [`Budget`] charged for one decision of the solver and the propagation that
    /// follows.
    const STEPS: u64 = 100;
    /// The average number of remaining squares on a rank up to which [`Encoding::Pairwise`] is the fastest: on 48 x 48
    /// boards with seven squares on a rank it took three quarters of the time of [`Encoding::Product`].
    const SPARSE: usize = 12;

    /// Creates a solver for the completions whose queens all stand on squares that `is_left` accepts.
    pub(crate) fn new(size: Size, is_left: impl Fn(Square) -> bool) -> Completer {
        let left = size.squares().filter(|&square| is_left(square)).count();
        let encoding = if left <= Completer::SPARSE * size.get() { Encoding::Pairwise } else { Encoding::Product };
        Completer::with_encoding(size, is_left, encoding)
    }

    fn with_encoding(size: Size, is_left: impl Fn(Square) -> bool, encoding: Encoding) -> Completer {
        let solver = Solver::new(SolverOpts::default(), CompleterLimits::default());
        let mut completer = Completer { size, solver, squares: Vec::new(), encoding };
        completer.squares = size.squares().map(|square| is_left(square).then(|| completer.fresh())).collect();
        completer.add_lines();
        completer
    }

    /// Searches for a completion with a queen on `square`, or for any completion if `square` is `None`, with at most
    /// `decisions` decisions. The learned clauses are kept in any case.
    ///
    /// A repeated search for the same square restarts from the beginning. So repeated searches cost little if their
    /// limits grow fast, and much if they grow slowly.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub(crate) fn completion(
        &mut self,
        square: Option<Square>,
        decisions: u64,
        budget: &mut Budget<'_>,
    ) -> Result<SatOutcome, Interrupted> {
        budget.check()?;
        let assumptions = match square.map(|square| self.literal(square)) {
            None => Vec::new(),
            Some(None) => return Ok(SatOutcome::None),
            Some(Some(literal)) => vec![literal],
        };
        let allowed = decisions.min(budget.steps_left() / Completer::STEPS + 1);
        *self.solver.cb_mut() = CompleterLimits { cancel: budget.cancel().cloned(), left: Cell::new(allowed) };
        let answer = self.solver.solve_limited(&assumptions);
        let taken = allowed - self.solver.cb().left.get();
        let spent = budget.spend(u32::try_from(taken * Completer::STEPS).unwrap_or(u32::MAX), || 0.0);
        if answer == lbool::UNDEF {
            budget.check()?;
            return spent.map(|()| SatOutcome::GaveUp);
        }
        // An answer is returned even if it took the last step of the budget.
        Ok(if answer == lbool::TRUE { SatOutcome::Found(self.files()) } else { SatOutcome::None })
    }

    /// Returns the file of the queen on each rank in the model that the solver found.
    fn files(&self) -> Vec<u8> {
        let is_true =
            |literal: &Option<Lit>| literal.is_some_and(|literal| self.solver.value_lit(literal) == lbool::TRUE);
        let ranks = self.squares.chunks(self.size.get());
        ranks.map(|rank| rank.iter().position(is_true).expect("a solution has a queen on every rank") as u8).collect()
    }

    /// Adds a clause that no queen stands on `square`.
    pub(crate) fn rule_out(&mut self, square: Square) {
        if let Some(literal) = self.literal(square) {
            self.clause(&[!literal]);
        }
    }

    fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn literal(&self, square: Square) -> Option<Lit> {
        self.squares[usize::from(self.size.variable(square))]
    }

    fn clause(&mut self, literals: &[Lit]) {
        // The result is ignored: it is `false` if the clauses are already known to contradict each other, which the
        // next call of the solver reports as well.
        self.solver.add_clause_reuse(&mut literals.to_vec());
    }

    /// Adds the clauses of the rules: exactly one queen on every rank and file, and at most one queen on every diagonal
    /// and anti-diagonal.
    fn add_lines(&mut self) {
        let (size, n) = (self.size, self.size.get());
        for line in 0..n {
            for squares in [size.rank(line).collect::<Vec<_>>(), size.file(line).collect()] {
                let literals: Vec<Lit> = squares.iter().filter_map(|&square| self.literal(square)).collect();
                self.clause(&literals);
                self.at_most_one(&literals);
            }
        }
        // The literals on each diagonal, and then the literals on each anti-diagonal.
        let mut lines = vec![Vec::new(); 4 * n];
        for square in size.squares() {
            let Some(literal) = self.literal(square) else { continue };
            lines[n + square.file() - square.rank()].push(literal);
            lines[2 * n + square.file() + square.rank()].push(literal);
        }
        lines.iter().for_each(|line| self.at_most_one(line));
    }

    fn at_most_one(&mut self, line: &[Lit]) {
        // The number of squares up to which the pairwise encoding is the smallest of the three encodings.
        const SHORT: usize = 5;
        match self.encoding {
            Encoding::Ladder if line.len() > SHORT => self.ladder(line),
            Encoding::Product if line.len() > SHORT => self.product(line),
            _ => self.pairwise(line),
        }
    }

    fn pairwise(&mut self, line: &[Lit]) {
        for (i, &a) in line.iter().enumerate() {
            for &b in &line[i + 1..] {
                self.clause(&[!a, !b]);
            }
        }
    }

    fn ladder(&mut self, line: &[Lit]) {
        let mut before: Option<Lit> = None;
        for &literal in line {
            let here = self.fresh();
            self.clause(&[!literal, here]);
            if let Some(before) = before {
                self.clause(&[!before, !literal]);
                self.clause(&[!before, here]);
            }
            before = Some(here);
        }
    }

    fn product(&mut self, line: &[Lit]) {
        let width = line.len().isqrt();
        let rows: Vec<Lit> = (0..line.len().div_ceil(width)).map(|_| self.fresh()).collect();
        let columns: Vec<Lit> = (0..width).map(|_| self.fresh()).collect();
        for (i, &literal) in line.iter().enumerate() {
            self.clause(&[!literal, rows[i / width]]);
            self.clause(&[!literal, columns[i % width]]);
        }
        self.at_most_one(&rows);
        self.at_most_one(&columns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Verdict, check};
    use crate::solutions::Solutions;

    fn squares(names: &str) -> Vec<Square> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn answers_pass_the_checker_and_refusals_agree_with_the_diagram() {
        // Every board with one queen and one blocked square next to it.
        for n in 1..=7 {
            let size = Size::new(n).unwrap();
            let solutions = Solutions::build(size);
            for queen in size.squares() {
                let blocked = Square::at((queen.file() + 2) % n, (queen.rank() + 1) % n);
                let placement = Placement::new(size, [queen], [blocked]).unwrap();
                for encoding in Encoding::ALL {
                    let answer = solve(&placement, encoding);
                    match &answer.queens {
                        None => assert!(
                            solutions.completions(&placement, &mut Budget::unlimited()).unwrap().is_false(),
                            "{n} {queen} {encoding:?}"
                        ),
                        Some(queens) => {
                            assert_eq!(check(size, queens, 0), Verdict::Solution, "{encoding:?}");
                            assert!(queens.contains(&queen) && !queens.contains(&blocked));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn inconsistent_placements_have_no_answer() {
        let size = Size::new(8).unwrap();
        for (queens, blocked) in [("a1 a2", ""), ("b4", "b4")] {
            let placement = Placement::new(size, squares(queens), squares(blocked)).unwrap();
            assert_eq!(solve(&placement, Encoding::Pairwise).queens, None);
        }
    }

    #[test]
    fn a_board_that_no_diagram_holds() {
        let size = Size::new(60).unwrap();
        let placement = Placement::new(size, squares("b7 z30"), []).unwrap();
        let queens = solve(&placement, Encoding::Product).queens.expect("there is a completion");
        assert_eq!(check(size, &queens, 0), Verdict::Solution);
        assert!(squares("b7 z30").iter().all(|queen| queens.contains(queen)));
    }
}
