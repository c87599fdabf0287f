//! Completions by local search: at first there is one queen on each rank and each file, and then pairs of queens
//! exchange their files until no queen attacks another.
//!
//! After R. Sosic and J. Gu, *Efficient Local Search with Conflict Minimization: A Case Study of the N-Queens Problem*,
//! IEEE Transactions on Knowledge and Data Engineering 6(5), 1994: most queens are placed without conflicts at first,
//! and few exchanges remove the remaining conflicts. Here the queens start on squares that are in no completion found
//! so far. So a new completion shows for many further squares that they are live: some completion has a queen there.

use bdd_core::{Budget, Interrupted};

use super::field::RemainingSquares;
use crate::mask::{Mask, Wide};

/// A generator of random numbers. Its choices affect the order of results, never their truth.
#[derive(Clone, Debug)]
pub(super) struct Choices(u64);

impl Choices {
    pub(super) fn new(seed: u64) -> Choices {
        Choices(seed)
    }

    /// Returns a random number from 0 to `limit - 1`, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(word ^ word >> 31) * limit as u128) >> 64) as usize
    }
}

/// Searches for a completion of `field`. Queens start on the `wished` files of their ranks if they have no conflict
/// there. Returns the file of the queen on each rank; `None` does not prove that there is no completion.
pub(super) fn completion(
    field: &RemainingSquares,
    wished: &[Wide],
    choices: &mut Choices,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<u8>>, Interrupted> {
    let mut board = ClimbingBoard::begin(field, wished, choices);
    let exchanges = 2 * board.ranks.len() + 50;
    for _ in 0..exchanges {
        budget.spend(8 * board.ranks.len() as u32, || 0.0)?;
        let Some(rank) = board.pick_conflict(choices) else {
            return Ok(Some(board.file_of.iter().map(|&file| file as u8).collect()));
        };
        board.exchange(rank, choices);
    }
    Ok(None)
}

/// A board during local search, with one queen on every rank and every file. Queens may attack each other along
/// diagonals, and stand on squares that are ruled out.
struct ClimbingBoard<'a> {
    field: &'a RemainingSquares,
    /// The ranks whose queens can move: the ranks without a fixed queen.
    ranks: Vec<usize>,
    file_of: Vec<usize>,
    /// The number of movable queens on each diagonal, then on each anti-diagonal. Fixed queens are not counted, since
    /// `field` has no squares left on their lines.
    queens_on: Vec<u16>,
}

impl ClimbingBoard<'_> {
    fn begin<'a>(field: &'a RemainingSquares, wished: &[Wide], choices: &mut Choices) -> ClimbingBoard<'a> {
        let n = field.size();
        let ranks: Vec<usize> = field.open_ranks().collect();
        let file_of = (0..n).map(|rank| field.left(rank).last().unwrap_or_default()).collect();
        let mut board = ClimbingBoard { field, ranks, file_of, queens_on: vec![0; 4 * n] };
        let mut order = board.ranks.clone();
        for i in (1..order.len()).rev() {
            order.swap(i, choices.below(i + 1));
        }
        let mut files = field.open_files();
        let mut rest = Vec::new();
        for rank in order {
            let left = field.left(rank) & files;
            let free = |&file: &usize| board.conflicts(rank, file) == 0;
            let start = Wide::below(choices.below(n));
            let after = |set: Wide| (set & !start).iter().chain((set & start).iter());
            match after(left & wished[rank]).find(free).or_else(|| after(left).find(free)) {
                Some(file) => {
                    files = files.without(file);
                    board.put(rank, file);
                }
                None => rest.push(rank),
            }
        }
        for (rank, file) in rest.into_iter().zip(files.iter()) {
            board.put(rank, file);
        }
        board
    }

    /// Returns the indices in `queens_on` of the diagonal and the anti-diagonal of a square.
    fn lines(&self, rank: usize, file: usize) -> [usize; 2] {
        let n = self.field.size();
        [n + file - rank, 2 * n + file + rank]
    }

    fn put(&mut self, rank: usize, file: usize) {
        self.lines(rank, file).into_iter().for_each(|line| self.queens_on[line] += 1);
        self.file_of[rank] = file;
    }

    fn remove(&mut self, rank: usize) {
        self.lines(rank, self.file_of[rank]).into_iter().for_each(|line| self.queens_on[line] -= 1);
    }

    /// Returns the number of conflicts of a queen on a square, 0 to 3: one if another movable queen stands on its
    /// diagonal, one if another movable queen stands on its anti-diagonal, and one if the square is ruled out.
    fn conflicts(&self, rank: usize, file: usize) -> i32 {
        let [diagonal, anti_diagonal] = self.lines(rank, file).map(|line| i32::from(self.queens_on[line] > 0));
        diagonal + anti_diagonal + i32::from(!self.field.left(rank).has(file))
    }

    /// Returns a random rank whose queen attacks another queen or stands on a square that is ruled out; `None` if there
    /// is no such rank.
    fn pick_conflict(&self, choices: &mut Choices) -> Option<usize> {
        let (mut picked, mut conflicts) = (None, 0);
        for &rank in &self.ranks {
            let file = self.file_of[rank];
            let clashes = self.lines(rank, file).into_iter().any(|line| self.queens_on[line] > 1);
            if clashes || !self.field.left(rank).has(file) {
                conflicts += 1;
                if choices.below(conflicts) == 0 {
                    picked = Some(rank);
                }
            }
        }
        picked
    }

    /// Exchanges the files of the queen on `rank` and of another queen. The other queen is chosen so that the exchange
    /// removes the most conflicts, or adds the fewest conflicts.
    fn exchange(&mut self, rank: usize, choices: &mut Choices) {
        let file = self.file_of[rank];
        self.remove(rank);
        let (mut best, mut partner, mut ties) = (i32::MAX, None, 0);
        for i in 0..self.ranks.len() {
            let other = self.ranks[i];
            if other == rank {
                continue;
            }
            let theirs = self.file_of[other];
            self.remove(other);
            let before = self.conflicts(other, theirs);
            let mut after = self.conflicts(rank, theirs) + self.conflicts(other, file);
            after += i32::from(rank.abs_diff(other) == file.abs_diff(theirs));
            self.put(other, theirs);
            let change = after - before;
            if change < best {
                (best, ties) = (change, 0);
            }
            if change == best {
                ties += 1;
                if choices.below(ties) == 0 {
                    partner = Some(other);
                }
            }
        }
        let Some(other) = partner else { return self.put(rank, file) };
        let theirs = self.file_of[other];
        self.remove(other);
        self.put(rank, theirs);
        self.put(other, file);
    }
}
