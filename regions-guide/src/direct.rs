//! Builds the diagram of all solutions by a search from rank to rank with a memo table, instead of conjoining the
//! rules.
//!
//! The search uses only live squares, which have a queen in at least one solution; another search finds them first. So
//! the time grows with the number of solutions, and even boards of 26 x 26 have a guide if they have few solutions.
//! Placements on the first ranks share a node if they leave the same files, regions and diagonals to the later ranks.

use bdd_core::{Budget, Interrupted, Search, Zdd, construct_zdd};

use crate::attack::Attack;
use crate::board::Board;
use crate::state::SquareSet;

/// Builds the diagram of the solutions whose queens are all on `open` squares.
pub(crate) fn build(
    board: &Board,
    attack: Attack,
    open: &SquareSet,
    budget: &mut Budget<'_>,
) -> Result<Zdd, Interrupted> {
    let n = board.size.get();
    let mut ranks = Ranks::new(board, attack, open);
    // A region without an open square never has a queen, so there is no solution.
    if ranks.later[0] != ranks.all {
        return Ok(Zdd::constant(n * n, false));
    }
    construct_zdd(&mut ranks, RankState::default(), &vec![n; n], budget)
}

/// The squares of a board, rank by rank, as sets of bits.
struct Ranks {
    attack: Attack,
    /// The set of all files, as bits. It is also the set of all regions, since there are equally many.
    all: u32,
    /// For each rank, the files of its open squares, as bits.
    open: Vec<u32>,
    /// For each rank, the region of its square on each file, as a bit.
    region: Vec<Vec<u32>>,
    /// For each rank, the regions with an open square on this rank or on a later rank, as bits. One more entry, for the
    /// end of the board, is 0.
    later: Vec<u32>,
}

/// The state of the search before the queen of a rank is placed, as bits: the files and the regions of the queens on
/// earlier ranks, and the files that these queens attack along diagonals.
#[derive(Clone, Copy, Default)]
struct RankState {
    /// The files with a queen.
    files: u32,
    /// The regions with a queen, among the regions that have open squares on this rank or a later rank.
    regions: u32,
    /// The files that are attacked on this rank along diagonals that rise to the right.
    rising: u32,
    /// The files that are attacked on this rank along diagonals that rise to the left.
    falling: u32,
}

impl Ranks {
    fn new(board: &Board, attack: Attack, open: &SquareSet) -> Ranks {
        let size = board.size;
        let n = size.get();
        let mut ranks = Ranks {
            attack,
            all: u32::MAX >> (u32::BITS - n as u32),
            open: vec![0; n],
            region: vec![vec![0; n]; n],
            later: vec![0; n + 1],
        };
        for rank in (0..n).rev() {
            ranks.later[rank] = ranks.later[rank + 1];
            for square in size.rank(rank) {
                let region = 1 << board.region(square);
                ranks.region[rank][square.file()] = region;
                if open.contains(size.variable(square)) {
                    ranks.open[rank] |= 1 << square.file();
                    ranks.later[rank] |= region;
                }
            }
        }
        ranks
    }
}

/// The search for the diagram. Its layers are the ranks, and a choice is the file of the queen on a rank.
impl Search for Ranks {
    type State = RankState;

    #[inline]
    fn last_choice(&self, rank: usize, taken: &RankState, before: usize) -> Option<usize> {
        let free = self.open[rank] & !(taken.files | taken.rising | taken.falling);
        let mut left = free & !(self.all << before);
        while let Some(file) = left.checked_ilog2() {
            if self.region[rank][file as usize] & taken.regions == 0 {
                return Some(file as usize);
            }
            left &= !(1 << file);
        }
        None
    }

    #[inline]
    fn choose(&mut self, rank: usize, taken: &RankState, file: usize) -> Option<RankState> {
        let queen = 1 << file;
        let regions = taken.regions | self.region[rank][file];
        let (present, later) = (self.later[rank], self.later[rank + 1]);
        // A region without open squares on later ranks must have its queen by now.
        if present & !later & !regions != 0 {
            return None;
        }
        // A king's attack ends on the next rank.
        let (rising, falling) = match self.attack {
            Attack::King => (queen, queen),
            Attack::Queen => (taken.rising | queen, taken.falling | queen),
        };
        Some(RankState {
            files: taken.files | queen,
            regions: regions & later,
            rising: rising << 1 & self.all,
            falling: falling >> 1,
        })
    }

    #[inline]
    fn residual_key(&mut self, _rank: usize, taken: &RankState, words: &mut Vec<u64>) -> bool {
        words.push(u64::from(taken.files) | u64::from(taken.regions) << 32);
        words.push(u64::from(taken.rising) | u64::from(taken.falling) << 32);
        true
    }
}
