//! An independent checker of full and partial boards: [`check()`] returns a [`Verdict`].
//!
//! The checker states the puzzle directly, like the n-queens demo of the Cryptol language: every row has one queen; the
//! positions of the queens in their rows are in range and distinct; the positions of no two queens differ by the
//! distance of their rows. The checker shares only the names of squares and lines with the rest of this crate, and no
//! rules, diagram, placement or search.

use nqueens_board::{Direction, Size, Square};

mod read;

pub use read::{BoardError, BoardReader};

/// The verdict on a board, returned by [`check()`].
///
/// ```
/// use nqueens_guide::Size;
/// use nqueens_guide::check::{Verdict, check};
///
/// let size = Size::new(4)?;
/// let verdict = check(size, &["b1".parse()?, "d2".parse()?], 1_000);
/// assert_eq!(verdict, Verdict::Completable(vec!["a3".parse()?, "c4".parse()?]));
/// assert!(matches!(check(size, &["b1".parse()?, "b4".parse()?], 1_000), Verdict::Conflicting(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board has `n` queens, no two of which attack each other.
    Solution,
    /// No two queens attack each other, and queens on these squares complete the board.
    Completable(Vec<Square>),
    /// No two queens attack each other, and no completion exists: the search was exhaustive.
    NotCompletable,
    /// No two queens attack each other, and the search for a completion reached this limit of search nodes without an
    /// answer.
    Unknown(u64),
    /// These pairs of queens attack each other.
    Conflicting(Vec<AttackingPair>),
}

impl Verdict {
    /// Returns the name of the verdict in JSON, such as `completable`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Solution => "solution",
            Verdict::Completable(_) => "completable",
            Verdict::NotCompletable => "not completable",
            Verdict::Unknown(_) => "unknown",
            Verdict::Conflicting(_) => "conflicting",
        }
    }

    /// Returns `true` for [`Verdict::Solution`] and [`Verdict::Completable`].
    #[must_use]
    pub fn is_positive(&self) -> bool {
        matches!(self, Verdict::Solution | Verdict::Completable(_))
    }
}

/// Two queens that attack each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackingPair {
    /// The first queen in the order of [`Square`]: by rank, then by file.
    pub first: Square,
    /// The second queen, which comes after the first in the order of [`Square`].
    pub second: Square,
    /// The direction in which the queens attack each other: rank, file, diagonal or anti-diagonal.
    pub direction: Direction,
}

/// Checks a board with these `queens`; repeated squares count once. The search for a completion ends after at most
/// `limit` search nodes; if it has no answer by then, the verdict is [`Verdict::Unknown`].
///
/// ```
/// use nqueens_guide::Size;
/// use nqueens_guide::check::{Verdict, check};
///
/// let size = Size::new(4)?;
/// assert_eq!(check(size, &["b1".parse()?, "d2".parse()?, "a3".parse()?, "c4".parse()?], 0), Verdict::Solution);
/// assert_eq!(check(size, &["a1".parse()?], 1000), Verdict::NotCompletable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If a square is off the board.
#[must_use]
pub fn check(size: Size, queens: &[Square], limit: u64) -> Verdict {
    for queen in queens {
        assert!(size.contains(*queen), "{queen} is off a board of {size}");
    }
    let mut queens = queens.to_vec();
    queens.sort();
    queens.dedup();
    let conflicts = conflicts(&queens);
    if !conflicts.is_empty() {
        return Verdict::Conflicting(conflicts);
    }
    if queens.len() == size.get() {
        return Verdict::Solution;
    }
    let mut search = CompletionSearch::new(size.get(), &queens, limit);
    match search.complete() {
        Some(true) => Verdict::Completable(
            search.queens[queens.len()..].iter().map(|&(file, rank)| Square::at(file, rank)).collect(),
        ),
        Some(false) => Verdict::NotCompletable,
        None => Verdict::Unknown(limit),
    }
}

/// Returns every pair of queens that attack each other.
fn conflicts(queens: &[Square]) -> Vec<AttackingPair> {
    let mut conflicts = Vec::new();
    for (i, &first) in queens.iter().enumerate() {
        for &second in &queens[i + 1..] {
            let files = second.file() as i32 - first.file() as i32;
            let ranks = second.rank() as i32 - first.rank() as i32;
            let direction = match (files, ranks) {
                (_, 0) => Direction::Rank,
                (0, _) => Direction::File,
                _ if files == ranks => Direction::Diagonal,
                _ if files == -ranks => Direction::AntiDiagonal,
                _ => continue,
            };
            conflicts.push(AttackingPair { first, second, direction });
        }
    }
    conflicts
}

/// A backtracking search for a completion of a board. It always places the next queen on a rank with the fewest free
/// squares, among the ranks without a queen.
struct CompletionSearch {
    n: usize,
    /// The squares of the queens as `(file, rank)`, both counted from 0.
    queens: Vec<(usize, usize)>,
    /// For each square, at index `rank * n + file`, the number of attacks on it. It is 0 if and only if the square is
    /// free.
    attackers: Vec<u16>,
    rank_taken: Vec<bool>,
    nodes_left: u64,
}

impl CompletionSearch {
    fn new(n: usize, queens: &[Square], limit: u64) -> CompletionSearch {
        let (attackers, rank_taken) = (vec![0; n * n], vec![false; n]);
        let mut search = CompletionSearch { n, queens: Vec::new(), attackers, rank_taken, nodes_left: limit };
        queens.iter().for_each(|queen| search.place(queen.file(), queen.rank()));
        search
    }

    fn place(&mut self, file: usize, rank: usize) {
        self.queens.push((file, rank));
        self.rank_taken[rank] = true;
        self.for_each_attacked(file, rank, |attackers| *attackers += 1);
    }

    fn take_back(&mut self) {
        let (file, rank) = self.queens.pop().expect("a queen was placed before");
        self.rank_taken[rank] = false;
        self.for_each_attacked(file, rank, |attackers| *attackers -= 1);
    }

    /// Calls `change` with the counter in `attackers` of each square that a queen on this `file` and `rank` attacks.
    /// Visits the queen's own square four times. This is harmless, since any number but 0 means that a square is not
    /// free.
    fn for_each_attacked(&mut self, file: usize, rank: usize, mut change: impl FnMut(&mut u16)) {
        for other in 0..self.n {
            let distance = rank.abs_diff(other);
            let row = &mut self.attackers[other * self.n..(other + 1) * self.n];
            change(&mut row[file]);
            if let Some(square) = row.get_mut(file + distance) {
                change(square);
            }
            if distance <= file {
                change(&mut row[file - distance]);
            }
        }
        for square in &mut self.attackers[rank * self.n..(rank + 1) * self.n] {
            change(square);
        }
    }

    /// Searches for a completion and adds its queens to `queens`. Returns `Some(true)` if it finds a completion,
    /// `Some(false)` if there is no completion, and `None` if it reaches the limit of search nodes first.
    fn complete(&mut self) -> Option<bool> {
        let free_ranks = (0..self.n).filter(|&rank| !self.rank_taken[rank]);
        let Some(rank) = free_ranks.min_by_key(|&rank| self.free_files(rank).count()) else {
            return Some(true);
        };
        for file in self.free_files(rank).collect::<Vec<_>>() {
            self.nodes_left = self.nodes_left.checked_sub(1)?;
            self.place(file, rank);
            if self.complete()? {
                return Some(true);
            }
            self.take_back();
        }
        Some(false)
    }

    fn free_files(&self, rank: usize) -> impl Iterator<Item = usize> {
        let row = &self.attackers[rank * self.n..(rank + 1) * self.n];
        row.iter().enumerate().filter(|&(_, &attackers)| attackers == 0).map(|(file, _)| file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(names: &str) -> Vec<Square> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    fn verdict(n: usize, queens: &str) -> Verdict {
        check(Size::new(n).unwrap(), &squares(queens), 1_000_000)
    }

    #[test]
    fn every_conflict_is_named_with_its_line() {
        let Verdict::Conflicting(conflicts) = verdict(5, "a1 c3 c1 e1") else { panic!("there are conflicts") };
        let named: Vec<_> = conflicts
            .iter()
            .map(|conflict| format!("{} {} {}", conflict.first, conflict.second, conflict.direction))
            .collect();
        assert_eq!(
            named,
            ["a1 c1 rank", "a1 e1 rank", "a1 c3 diagonal", "c1 e1 rank", "c1 c3 file", "e1 c3 anti-diagonal"]
        );
    }

    #[test]
    fn all_boards_of_a_queen_a_rank_hold_the_known_number_of_solutions() {
        for (n, solutions) in [(1usize, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)] {
            let size = Size::new(n).unwrap();
            let mut found = 0;
            for number in 0..n.pow(n as u32) {
                let queens: Vec<_> = (0..n).map(|rank| Square::at(number / n.pow(rank as u32) % n, rank)).collect();
                found += usize::from(check(size, &queens, 0) == Verdict::Solution);
            }
            assert_eq!(found, solutions, "{n}");
        }
    }

    #[test]
    fn completions_complete_and_refutations_agree_with_the_list_of_all_solutions() {
        // All placements of two queens on a 6 x 6 board: it has only four solutions, so that most placements have no
        // completion.
        let size = Size::new(6).unwrap();
        let all: Vec<_> = size.squares().collect();
        let row = |number: usize| -> Vec<_> {
            (0..6).map(|rank| Square::at(number / 6usize.pow(rank as u32) % 6, rank)).collect()
        };
        let solutions: Vec<Vec<Square>> =
            (0..6usize.pow(6)).map(row).filter(|board| conflicts(board).is_empty()).collect();
        assert_eq!(solutions.len(), 4);
        for (i, &a) in all.iter().enumerate() {
            for &b in &all[i + 1..] {
                let extends = solutions.iter().any(|solution| solution.contains(&a) && solution.contains(&b));
                match check(size, &[a, b], 10_000) {
                    Verdict::Completable(rest) => {
                        assert!(extends, "{a} {b}");
                        assert_eq!(check(size, &[rest, vec![a, b]].concat(), 0), Verdict::Solution);
                    }
                    Verdict::NotCompletable => assert!(!extends && conflicts(&[a, b]).is_empty(), "{a} {b}"),
                    Verdict::Conflicting(_) => assert!(!extends),
                    other => panic!("{a} {b}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn small_and_large_boards() {
        assert_eq!(verdict(1, "a1"), Verdict::Solution);
        assert_eq!(verdict(1, ""), Verdict::Completable(squares("a1")));
        assert_eq!(verdict(2, ""), Verdict::NotCompletable);
        assert_eq!(verdict(3, ""), Verdict::NotCompletable);
        for n in [8, 20, 50, 100] {
            assert!(verdict(n, "c1").is_positive(), "{n}");
        }
    }

    #[test]
    fn a_search_that_is_too_long_is_given_up_and_says_so() {
        assert_eq!(check(Size::new(12).unwrap(), &[], 3), Verdict::Unknown(3));
    }
}
