//! The tasks of the comparison of operations: each is the same sequence of operations for every package.

use bdd_core::{Literal, Sampler, Variable};
use nqueens_guide::Size;

use crate::schedule::{Package, PeerSchedule};

/// A function to build with the operations of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BenchTask {
    /// All solutions of n queens, rank by rank from the last rank.
    Queens(usize),
    /// Tic-tac-toe in a cube of 4 x 4 x 4: the full boards with this number of crosses, and noughts in all other cells,
    /// on which no line is all crosses or all noughts. It is the task of bdd-benchmark (Sølvsten).
    TicTacToe(usize),
    /// A random 3-CNF with this number of variables and clauses, conjoined in the order of the buckets: the clauses
    /// whose first variable has a higher number come first.
    RandomCnf(usize, usize),
    /// The carry of the sum of two numbers with this number of bits. All bits of one number come before all bits of the
    /// other, an order in which the diagram is large.
    Adder(usize),
    /// The middle bit of the product of two numbers with this number of bits, added up row by row.
    Multiplier(usize),
}

impl BenchTask {
    pub(crate) const ALL: [(&'static str, BenchTask); 12] = [
        ("queens-6", BenchTask::Queens(6)),
        ("queens-7", BenchTask::Queens(7)),
        ("queens-8", BenchTask::Queens(8)),
        ("queens-9", BenchTask::Queens(9)),
        ("queens-10", BenchTask::Queens(10)),
        ("queens-11", BenchTask::Queens(11)),
        ("tic-tac-toe-12", BenchTask::TicTacToe(12)),
        ("tic-tac-toe-16", BenchTask::TicTacToe(16)),
        ("cnf-40", BenchTask::RandomCnf(40, 120)),
        ("adder-16", BenchTask::Adder(16)),
        ("multiplier-8", BenchTask::Multiplier(8)),
        ("multiplier-10", BenchTask::Multiplier(10)),
    ];

    pub(crate) fn variables(self) -> usize {
        match self {
            BenchTask::Queens(n) => n * n,
            BenchTask::TicTacToe(_) => 64,
            BenchTask::RandomCnf(variables, _) => variables,
            BenchTask::Adder(bits) | BenchTask::Multiplier(bits) => 2 * bits,
        }
    }

    /// Returns the number of nodes for which packages with tables get room, a power of two. It suffices for all nodes
    /// that the task makes, so that no package collects garbage.
    pub(crate) fn nodes(self) -> usize {
        match self {
            BenchTask::Queens(n) => 1 << (2 * n).clamp(16, 26),
            BenchTask::TicTacToe(..=12) => 1 << 22,
            BenchTask::TicTacToe(_) => 1 << 25,
            BenchTask::RandomCnf(..) => 1 << 24,
            BenchTask::Adder(_) => 1 << 21,
            BenchTask::Multiplier(..=8) => 1 << 19,
            BenchTask::Multiplier(_) => 1 << 22,
        }
    }

    pub(crate) fn build<P: Package>(self, package: &P) -> P::Function {
        match self {
            BenchTask::Queens(n) => {
                let size = Size::new(n).expect("the sizes of the tasks are valid");
                PeerSchedule::LastRankFirst.build(package, size)
            }
            BenchTask::TicTacToe(crosses) => tic_tac_toe(package, crosses),
            BenchTask::RandomCnf(variables, clauses) => random_cnf(package, variables, clauses),
            BenchTask::Adder(bits) => adder(package, bits),
            BenchTask::Multiplier(bits) => multiplier(package, bits),
        }
    }
}

fn literal<P: Package>(package: &P, variable: usize, value: bool) -> P::Function {
    package.literal(Literal { variable: Variable::from_index(variable), value })
}

/// Returns the lines of four cells in a cube. Each line begins at a cell and advances along one, two or three axes.
fn lines() -> Vec<[usize; 4]> {
    let mut lines = Vec::new();
    for start in 0..64i32 {
        let start = [start / 16, start / 4 % 4, start % 4];
        // Of two opposite directions, this takes the direction in which the first coordinate that changes grows.
        for direction in 14..27 {
            let step = [direction / 9 - 1, direction / 3 % 3 - 1, direction % 3 - 1];
            let cell = |i: i32| [0, 1, 2].map(|axis: usize| start[axis] + i * step[axis]);
            if cell(3).iter().all(|at| (0..4).contains(at)) {
                lines.push([0, 1, 2, 3].map(|i| cell(i).iter().fold(0, |number, &at| 4 * number + at as usize)));
            }
        }
    }
    debug_assert_eq!(lines.len(), 76);
    lines
}

fn tic_tac_toe<P: Package>(package: &P, crosses: usize) -> P::Function {
    let mut lines = lines();
    // The lines are conjoined from the last level up, as the queens are.
    lines.sort_by_key(|line| std::cmp::Reverse(*line.iter().min().expect("a line has cells")));
    let mut all = exactly(package, 64, crosses);
    for line in lines {
        for value in [true, false] {
            let mut cells = line.iter().rev().map(|&cell| literal(package, cell, value));
            let first = cells.next().expect("a line has cells");
            let not_all = cells.fold(first, |any, cell| package.or(&cell, &any));
            all = package.and(&all, &not_all);
        }
    }
    all
}

/// Returns the function in which exactly `count` of the variables are true.
fn exactly<P: Package>(package: &P, variables: usize, count: usize) -> P::Function {
    // For each number up to `count`, the function in which exactly this number of the variables from the present
    // variable on are true.
    let mut by_count: Vec<P::Function> = vec![package.constant(true)];
    for variable in (0..variables).rev() {
        let [no, yes] = [false, true].map(|value| literal(package, variable, value));
        by_count = (0..=(variables - variable).min(count))
            .map(|count| {
                let low = by_count.get(count).map(|low| package.and(&no, low));
                let high = count.checked_sub(1).map(|fewer| package.and(&yes, &by_count[fewer]));
                match (low, high) {
                    (Some(low), Some(high)) => package.or(&low, &high),
                    (low, high) => low.or(high).expect("one of the counts is possible"),
                }
            })
            .collect();
    }
    by_count.pop().expect("there is a function for every count")
}

fn random_cnf<P: Package>(package: &P, variables: usize, count: usize) -> P::Function {
    let mut sampler = Sampler::new(1);
    let mut below = |limit: usize| sampler.index(limit).expect("the limit is positive");
    let mut clauses: Vec<Vec<(usize, bool)>> = (0..count)
        .map(|_| {
            let mut clause: Vec<(usize, bool)> = Vec::new();
            while clause.len() < 3 {
                let variable = below(variables);
                if clause.iter().all(|&(other, _)| other != variable) {
                    clause.push((variable, below(2) == 0));
                }
            }
            clause.sort_unstable();
            clause
        })
        .collect();
    clauses.sort_unstable_by(|a, b| b.cmp(a));
    let clauses = clauses.into_iter().map(|clause| {
        let mut literals = clause.into_iter().rev().map(|(variable, value)| literal(package, variable, value));
        let last = literals.next().expect("a clause has three literals");
        literals.fold(last, |any, literal| package.or(&literal, &any))
    });
    clauses.reduce(|all, clause| package.and(&clause, &all)).expect("there are clauses")
}

/// Returns the sum of three bits and its carry.
fn add<P: Package>(package: &P, a: &P::Function, b: &P::Function, carry: &P::Function) -> [P::Function; 2] {
    let either = package.xor(a, b);
    let sum = package.xor(&either, carry);
    let next = package.or(&package.and(a, b), &package.and(&either, carry));
    [sum, next]
}

fn adder<P: Package>(package: &P, bits: usize) -> P::Function {
    (0..bits).fold(package.constant(false), |carry, bit| {
        let [a, b] = [bit, bits + bit].map(|variable| literal(package, variable, true));
        let [_, carry] = add(package, &a, &b, &carry);
        carry
    })
}

fn multiplier<P: Package>(package: &P, bits: usize) -> P::Function {
    let bit = |variable| literal(package, variable, true);
    // The sum of the rows added so far: its bits from the lowest bit of the present row to the middle bit.
    let mut sum: Vec<P::Function> = (0..bits).map(|i| package.and(&bit(i), &bit(bits))).collect();
    for row in 1..bits {
        sum.remove(0);
        let mut carry = package.constant(false);
        for (i, place) in sum.iter_mut().enumerate() {
            let [sum, next] = add(package, place, &package.and(&bit(i), &bit(bits + row)), &carry);
            (*place, carry) = (sum, next);
        }
    }
    sum.pop().expect("the middle bit is left")
}
