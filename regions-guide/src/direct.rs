//! The diagram of all solutions, built by a search from rank to rank with a memo table, instead of conjunctions.
//!
//! The diagram has live squares alone, the squares of any solution, which a search finds first. So the time grows with the number
//! of solutions, and boards up to 26 x 26 have a guide if they have few. Positions that leave the same files, regions and attacks to
//! the later ranks share a node.

use bdd_core::{Bdd, Budget, Interrupted, Search, construct};

use crate::attack::Attack;
use crate::board::Board;
use crate::state::SquareSet;

/// Builds the diagram of the solutions with all queens on `open` squares.
pub(crate) fn build(
    board: &Board,
    attack: Attack,
    open: &SquareSet,
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    let n = board.size.get();
    let mut ranks = Ranks::new(board, attack, open);
    // A region without an open square never has a queen.
    if ranks.later[0] != ranks.all {
        return Ok(Bdd::constant(n * n, false));
    }
    construct(&mut ranks, RankState::default(), &vec![n; n], budget)
}

/// The board, rank by rank.
struct Ranks {
    attack: Attack,
    /// All files as bits, which are also all regions as bits.
    all: u32,
    /// For each rank its open files, as bits.
    open: Vec<u32>,
    /// For each rank and file the region, as a bit.
    region: Vec<Vec<u32>>,
    /// For each rank the regions with an open square on it or on a later rank, and none for the end.
    later: Vec<u32>,
}

/// The files, regions and squares that the queens on earlier ranks take from the ranks to come, as bits.
#[derive(Clone, Copy, Default)]
struct RankState {
    /// The files with a queen.
    files: u32,
    /// The regions with a queen, among the regions with open squares to come.
    regions: u32,
    /// The files attacked on this rank along diagonals.
    rising: u32,
    /// The files attacked on this rank along anti-diagonals.
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

/// The layers are the ranks, the choices the files.
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
        // A region without later squares must have its queen by now.
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
